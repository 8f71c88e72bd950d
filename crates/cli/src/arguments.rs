//! The command line as clap knows it. Games bring their parameters from the registry, algorithms theirs from the table.

use crate::units;
use clap::builder::{PossibleValuesParser, ValueParser};
use clap::{Arg, ArgAction, ArgGroup, Command, value_parser};
use provenum_search::presets;
use provenum_session::Games;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  provenum solve mnk                     what is tic-tac-toe worth?
  provenum solve mnk --proof ttt.pvn     also save the proof
  provenum check ttt.pvn                 check the proof, using only the rules
  provenum games                         list the games
  provenum algorithms                    list the algorithms

Exit codes: 0 done, 1 disproven or invalid, 2 wrong usage or input, 3 unknown, 70 internal error.";

const SOLVE_EXAMPLES: &str = "\
Examples:
  provenum solve connect4 --size 5x5 4453                 a position after four moves
  provenum solve connect4 444 --claim win --time 60s      does the side to move win?
  provenum solve mnk --size 4x4x4 --algorithm pn          another game, another algorithm
  provenum solve connect4 4453 --set epsilon=0.5          an option of the algorithm
  provenum solve graph examples/figures/survey-1.graph    a graph in a file
  provenum solve graph 'A or B C; B proven; C disproven'  a graph on the command line
  provenum solve connect4 --input games.txt --json        many positions, for a program to read
  provenum solve connect4 --checkpoint long.ckpt          a long search, saved regularly
  provenum solve --resume long.ckpt                       resume that search

Exit codes: 0 the claim holds, or the value is known; 1 the claim does not hold; 2 wrong usage or
input; 3 unknown, a limit came first; 70 internal error. With --input: 0 every line was answered,
3 some were not, 2 a line could not be read.";

/// What is said to who types the name of the program and no more.
pub(crate) const FIRST_STEPS: &str = "\
provenum proves what a position in a two-player game is worth. To begin:
  provenum solve mnk          solve tic-tac-toe, which takes a moment
  provenum games              list the games
  provenum games connect4     how its positions are written, and its parameters
  provenum --help             all commands, and more examples";

pub(crate) fn command(games: &Games) -> Command {
    let command = commands(games);
    #[cfg(feature = "serve")]
    let command = command.subcommand(serve());
    command
}

fn commands(games: &Games) -> Command {
    Command::new("provenum")
        .version(clap::crate_version!())
        .about("Prove what a position in a two-player game is worth, or whether an AND/OR problem is solvable")
        .after_help(EXAMPLES)
        .subcommand_required(true)
        .subcommand(solve(games))
        .subcommand(check())
        .subcommand(show())
        .subcommand(merge())
        .subcommand(
            Command::new("games")
                .about("List the games, or describe one")
                .arg(Arg::new("game").value_name("GAME").help("The game to describe").value_parser(game_names(games)))
                .arg(json("Print a JSON list, or one JSON object with a name")),
        )
        .subcommand(
            Command::new("algorithms")
                .about("List the algorithms, or describe one and its options")
                .arg(
                    Arg::new("algorithm")
                        .value_name("NAME")
                        .help("The algorithm to describe")
                        .value_parser(PossibleValuesParser::new(presets().iter().map(|preset| preset.name))),
                )
                .arg(json("Print a JSON list, or one JSON object with a name")),
        )
        .subcommand(
            Command::new("bench")
                .about("Run every algorithm on a fixed set of problems, and measure the speed")
                .arg(
                    Arg::new("signature")
                        .long("signature")
                        .action(ArgAction::SetTrue)
                        .help("Stop after the signature, which is the total number of nodes expanded"),
                )
                .arg(
                    Arg::new("large")
                        .long("large")
                        .action(ArgAction::SetTrue)
                        .help("Also measure the speed with a 4 GiB table"),
                )
                .arg(
                    Arg::new("peers")
                        .long("peers")
                        .value_name("DIR")
                        .conflicts_with_all(["signature", "large"])
                        .help("Instead run the other solvers in this directory beside this one"),
                )
                .arg(json("With --peers: print a JSON list").requires("peers")),
        )
        .subcommand(generate(games))
        .subcommand(experiment())
        .subcommand(
            Command::new("uci")
                .about("Run as a mate solver for a chess GUI, with UCI on standard input and output")
                .after_help(
                    "Example:
  provenum uci
  position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1
  go mate 2

If your GUI cannot start an engine with arguments, use provenum-uci instead.",
                ),
        )
        .subcommand(
            Command::new("usi")
                .about("Run as a tsume-shogi engine for a shogi GUI, with USI on standard input and output")
                .after_help(
                    "Example:
  provenum usi
  position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1
  go mate 10000

If your GUI cannot start an engine with arguments, use provenum-usi instead.",
                ),
        )
        .subcommand(
            Command::new("completions")
                .about("Print a shell completion script")
                .after_help("Example: provenum completions bash > ~/.local/share/bash-completion/completions/provenum")
                .arg(
                    Arg::new("shell")
                        .value_name("SHELL")
                        .required(true)
                        .help("The shell")
                        .value_parser(value_parser!(clap_complete::Shell)),
                ),
        )
}

fn solve(games: &Games) -> Command {
    let option = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).help(help)
    };
    Command::new("solve")
        .about("Solve a position, and prove the answer")
        .after_help(SOLVE_EXAMPLES)
        .arg(
            Arg::new("game")
                .value_name("GAME")
                .required_unless_present("resume")
                .help("The game to solve; `provenum games` lists them")
                .value_parser(game_names(games)),
        )
        .arg(
            Arg::new("position")
                .value_name("POSITION")
                .help("The position in the game's notation; for graph, a file or the graph [default: the start]"),
        )
        .arg(more())
        .arg(
            option("input", "FILE", "Solve every position in a file, one per line; - is standard input")
                .value_parser(value_parser!(PathBuf))
                .conflicts_with("position"),
        )
        .arg(
            Arg::new("keep-going")
                .long("keep-going")
                .action(ArgAction::SetTrue)
                .requires("input")
                .help("With --input: report a line that cannot be read, and go on with the next one"),
        )
        .arg(option(
            "claim",
            "CLAIM",
            "What to settle for the side to move: win, draw (or better), '>=N' (at least N), or value (the exact \
             value) [default: value; win for graph, random and tsume-shogi]",
        ))
        .arg(
            Arg::new("algorithm")
                .long("algorithm")
                .value_name("NAME")
                .help(format!("The algorithm; `provenum algorithms` lists them [default: {}]", presets()[0].name))
                .default_value(presets()[0].name)
                .hide_default_value(true)
                .value_parser(PossibleValuesParser::new(presets().iter().map(|preset| preset.name)))
                .hide_possible_values(true),
        )
        .arg(
            option(
                "set",
                "NAME=VALUE",
                "Set an option of the algorithm (repeatable); `provenum algorithms NAME` lists them",
            )
            .action(ArgAction::Append),
        )
        .arg(
            option("time", "TIME", "Stop after this time: 500ms, 60s, 1h30m")
                .value_parser(ValueParser::new(units::time)),
        )
        .arg(
            option("nodes", "N", "Stop after expanding this many nodes: 5000, 200k, 50M")
                .value_parser(ValueParser::new(units::nodes)),
        )
        .arg(
            option(
                "threads",
                "N",
                "Search with so many threads: a number, or auto for one per core; with --input, each searches a position",
            )
            .default_value("1")
            .value_parser(ValueParser::new(units::threads)),
        )
        .arg(
            option("memory", "SIZE", "Use at most this much memory: 64KiB, 500MB, 4GiB")
                .default_value("1GiB")
                .value_parser(ValueParser::new(units::memory)),
        )
        .arg(
            Arg::new("shortest")
                .long("shortest")
                .action(ArgAction::SetTrue)
                .conflicts_with_all(["checkpoint", "resume"])
                .help("Find the shortest mate within the limits, and say whether it is proven to be the shortest"),
        )
        .arg(
            Arg::new("all")
                .long("all")
                .action(ArgAction::SetTrue)
                .conflicts_with_all(["checkpoint", "resume"])
                .help("Find every first move that mates, and the shortest mate after each"),
        )
        .arg(
            option("checkpoint", "FILE", "Save the search to this file regularly, and when it stops")
                .value_parser(value_parser!(PathBuf))
                .conflicts_with("input"),
        )
        .arg(
            option("checkpoint-every", "TIME", "Save the search this often")
                .default_value("10m")
                .value_parser(ValueParser::new(units::time)),
        )
        .arg(
            option("resume", "FILE", "Resume the search in this file, and save it there again")
                .value_parser(value_parser!(PathBuf))
                .conflicts_with_all(["game", "position", "input", "claim", "algorithm", "set", "memory"]),
        )
        .arg(
            option("proof", "FILE", "Save the certificate to this file, however large it is")
                .value_parser(value_parser!(PathBuf))
                .conflicts_with_all(["input", "no-proof"]),
        )
        .arg(
            force("Replace what is there, whatever it is: --proof another kind of file, --checkpoint another search")
                .requires("output"),
        )
        .group(ArgGroup::new("output").args(["proof", "checkpoint"]).multiple(true))
        .arg(
            Arg::new("no-proof").long("no-proof").action(ArgAction::SetTrue).help("Do not make or check a certificate"),
        )
        .arg(Arg::new("certify").long("certify").action(ArgAction::SetTrue).conflicts_with("no-proof").help(
            "Make and check the certificate, however large it is; otherwise only if it is small beside the search",
        ))
        .arg(json("Print one JSON object per position"))
        .arg(
            Arg::new("quiet")
                .short('q')
                .long("quiet")
                .action(ArgAction::SetTrue)
                .help("Print only the answer, and no progress")
                .conflicts_with("verbose"),
        )
        .arg(
            Arg::new("verbose")
                .short('v')
                .long("verbose")
                .action(ArgAction::SetTrue)
                .help("Also print every claim that was searched, and how the table was used"),
        )
        .next_help_heading("Game parameters")
        .args(game_parameters(games).into_iter().map(|parameter| parameter.conflicts_with("resume")))
}

fn generate(games: &Games) -> Command {
    let option = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).help(help)
    };
    Command::new("generate")
        .about("Generate a set of positions in which the side to move wins")
        .after_help(
            "Examples:
  provenum generate loa --count 20 --seed 7 --output easy.txt
  provenum generate loa --difficulty 100k..1M --plies-before-end 3..40
  provenum generate othello --plies-before-end 15..20 --difficulty 1k..10M
  provenum generate tsume-shogi --plies-before-end 7..15 --difficulty 50..5k
  provenum solve loa --input easy.txt --claim win

The same seed gives the same set on every machine.",
        )
        .arg(
            Arg::new("game")
                .value_name("GAME")
                .required(true)
                .help("The game; `provenum games` lists them")
                .value_parser(game_names(games)),
        )
        .arg(
            option("count", "N", "Number of positions")
                .default_value("10")
                .value_parser(value_parser!(u64).range(1..=1_000_000)),
        )
        .arg(
            option("seed", "N", "Seed; another seed gives another set")
                .default_value("1")
                .value_parser(value_parser!(u64)),
        )
        .arg(
            option(
                "plies-before-end",
                "A..B",
                "Number of moves from a position to the end of its game, or the length of the mate",
            )
            .default_value("3..60")
            .value_parser(ValueParser::new(units::range)),
        )
        .arg(
            option("difficulty", "A..B", "Number of nodes that the best of several searches expands for the proof")
                .default_value("1k..100k")
                .value_parser(ValueParser::new(units::range)),
        )
        .arg(
            option("output", "FILE", "Write the set to a new file [default: standard output]")
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(force("Replace the file if it exists").requires("output"))
        .arg(
            option("threads", "N", "Number of threads [default: one per core]")
                .value_parser(value_parser!(u16).range(1..=1024)),
        )
        .next_help_heading("Game parameters")
        .args(game_parameters(games))
}

fn experiment() -> Command {
    let option = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).help(help)
    };
    Command::new("experiment")
        .about("Run searches on sets of positions, and compare them in tables and a picture")
        .after_help(
            "Examples:
  provenum experiment negascout --output results          a built-in experiment
  provenum experiment negascout --limit 3 --nodes 100k    a small part of it
  provenum experiment mine.experiment --threads 1         your own experiment

Built-in experiments: graphs, negascout, pds-pn-1 to pds-pn-5, pds-pn-1-small, pds-pn-fig3,
pds-pn-shogi, wpns-othello, wpns-shogi, epsilon, deep and mobility. Results are kept in NAME.jsonl:
to resume an experiment that was stopped, run it again.",
        )
        .arg(
            Arg::new("experiment")
                .value_name("NAME")
                .required(true)
                .help("A built-in experiment, or a file that describes one"),
        )
        .arg(
            option("output", "DIR", "Directory for NAME.jsonl, NAME.md and NAME.svg")
                .default_value(".")
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(force("Replace files of these names that hold something else"))
        .arg(
            option("nodes", "N", "Stop each search after expanding this many nodes")
                .value_parser(ValueParser::new(units::nodes)),
        )
        .arg(
            option("limit", "N", "Use at most this many positions of each set, spread over it")
                .value_parser(value_parser!(u64).range(1..)),
        )
        .arg(
            option("threads", "N", "Number of searches that run at the same time [default: one per core]")
                .value_parser(value_parser!(u16).range(1..=1024)),
        )
}

fn check() -> Command {
    Command::new("check")
        .about("Check a certificate, using only the rules of its game")
        .after_help(
            "Examples:
  provenum solve connect4 --size 5x5 --proof board.pvn
  provenum check board.pvn
  provenum check board.pvn --json --threads 1

Exit codes: 0 valid, 1 invalid, 2 unreadable or wrong usage.",
        )
        .arg(file("The certificate"))
        .arg(
            Arg::new("threads")
                .long("threads")
                .value_name("N")
                .help("Number of threads [default: one per core]")
                .value_parser(value_parser!(u16).range(1..=1024)),
        )
        .arg(json("Print one JSON object"))
}

fn show() -> Command {
    let option = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).help(help)
    };
    Command::new("show")
        .about("Show what a certificate says, look up a position, or export the top of its tree")
        .after_help(
            "Examples:
  provenum show ttt.pvn                               claims, lines, statistics
  provenum show ttt.pvn --position 'b2 a1'            what to play in this position
  provenum show ttt.pvn --section 2 --export top.svg  a picture of the proof of the second claim
  provenum show ttt.pvn --export top.json --depth 5 --max-nodes 1000

This does not check the certificate; use `provenum check` for that.",
        )
        .arg(file("The certificate"))
        .arg(more())
        .arg(
            option(
                "section",
                "N",
                "Show this claim, counted from 1 [default: all; the first for --position and --export]",
            )
            .value_parser(value_parser!(u32)),
        )
        .arg(
            option("position", "POSITION", "Look up a position, written as for `provenum solve`")
                .allow_hyphen_values(true),
        )
        .arg(
            option(
                "export",
                "FILE",
                "Write the top of the tree to a .dot, .svg or .json file; of chess also to a .pgn or .epd file",
            )
            .value_parser(value_parser!(PathBuf)),
        )
        .arg(force("Replace the file if it holds something else").requires("export"))
        .arg(
            option("depth", "N", "Export at most this many moves from the root")
                .default_value("3")
                .requires("export")
                .value_parser(value_parser!(u32)),
        )
        .arg(
            option("max-nodes", "N", "Export at most this many positions")
                .default_value("200")
                .requires("export")
                .value_parser(value_parser!(u32).range(1..)),
        )
        .arg(
            option("width", "PIXELS", "Make an .svg picture at most this wide")
                .default_value("1200")
                .requires("export")
                .value_parser(value_parser!(u32).range(600..=20_000)),
        )
        .arg(json("Print one JSON object"))
        .arg(
            Arg::new("verbose")
                .short('v')
                .long("verbose")
                .action(ArgAction::SetTrue)
                .help("Print long lines and lists in full"),
        )
}

#[cfg(feature = "serve")]
fn serve() -> Command {
    let option = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).help(help)
    };
    Command::new("serve")
        .about("Solve positions, and see and share proofs in the browser")
        .after_help(
            "Examples:
  provenum serve --open            open the explorer in the browser
  provenum serve win.pvn           explore this proof
  provenum serve --listen 0.0.0.0 --host solver.example --port 8000

Only this machine is served unless --listen says otherwise; then the printed address holds a token, which is needed.",
        )
        .arg(
            Arg::new("certificate")
                .value_name("FILE")
                .help("A certificate to explore")
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(
            option("port", "N", "The port to listen on; 0 for any that is free")
                .default_value("8017")
                .value_parser(value_parser!(u16)),
        )
        .arg(
            option("listen", "ADDRESS", "Listen on this address, for other machines")
                .default_value("127.0.0.1")
                .value_parser(value_parser!(std::net::IpAddr)),
        )
        .arg(
            option("host", "NAME", "Another name under which this server may be asked for (repeatable)")
                .action(ArgAction::Append),
        )
        .arg(
            option("memory", "SIZE", "Memory for all searches together")
                .default_value("2GiB")
                .value_parser(ValueParser::new(units::memory)),
        )
        .arg(Arg::new("open").long("open").action(ArgAction::SetTrue).help("Open the address in the browser"))
}

fn merge() -> Command {
    Command::new("merge")
        .about("Merge several certificates about the same position into one, and check it")
        .after_help(
            "Example:
  provenum solve mnk --claim draw --proof draw.pvn
  provenum solve mnk --claim win --proof win.pvn
  provenum merge both.pvn draw.pvn win.pvn

Exit codes: 0 written, 1 a certificate is invalid, 2 unreadable, not about the same position, or wrong usage.",
        )
        .arg(
            Arg::new("out")
                .value_name("OUT")
                .required(true)
                .help("The certificate to write")
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(file("The certificates to merge").num_args(2..).action(ArgAction::Append))
        .arg(force("Replace OUT if it is not a certificate"))
}

/// Leave to replace what is not replaced otherwise.
fn force(help: &'static str) -> Arg {
    Arg::new("force").long("force").action(ArgAction::SetTrue).help(help)
}

/// Words behind the last argument: those of a position that was not quoted, for which there is a message of its own.
fn more() -> Arg {
    Arg::new("more").num_args(0..).action(ArgAction::Append).hide(true)
}

fn json(help: &'static str) -> Arg {
    Arg::new("json").long("json").action(ArgAction::SetTrue).help(help)
}

/// A certificate to read.
fn file(help: &'static str) -> Arg {
    Arg::new("file").value_name("FILE").required(true).help(help).value_parser(value_parser!(PathBuf))
}

fn game_names(games: &Games) -> PossibleValuesParser {
    PossibleValuesParser::new(games.infos().map(|game| game.name))
}

/// One option for every parameter that some game has.
fn game_parameters(games: &Games) -> Vec<Arg> {
    let mut arguments: Vec<Arg> = Vec::new();
    for parameter in games.infos().flat_map(|game| game.parameters) {
        if arguments.iter().any(|argument| argument.get_id() == parameter.name) {
            continue;
        }
        // Games that mean the same by it share a line.
        let mut uses: Vec<(String, String)> = Vec::new();
        for game in games.infos() {
            let Some(p) = game.parameters.iter().find(|p| p.name == parameter.name) else { continue };
            let meaning = format!("{}; accepts {} [default: {}]", p.help, p.accepts, p.default);
            match uses.iter_mut().find(|(_, known)| *known == meaning) {
                Some((names, _)) => *names += &format!(", {}", game.name),
                None => uses.push((game.name.to_owned(), meaning)),
            }
        }
        let lines: Vec<_> = uses.iter().map(|(names, meaning)| format!("{names}: {meaning}")).collect();
        arguments.push(Arg::new(parameter.name).long(parameter.name).value_name("VALUE").help(lines.join("\n")));
    }
    arguments
}
