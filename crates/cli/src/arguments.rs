//! The command line as clap knows it. Games bring their parameters from the registry, algorithms theirs from the table.

use crate::units;
use clap::builder::{PossibleValuesParser, ValueParser};
use clap::{Arg, ArgAction, Command, value_parser};
use provenum_search::presets;
use provenum_session::Games;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  provenum solve mnk                     what is tic-tac-toe worth?
  provenum solve mnk --proof ttt.pvn     keep the proof of the answer
  provenum check ttt.pvn                 check it, by the rules alone
  provenum games                         what can be solved
  provenum algorithms                    how it can be searched

Exit codes: 0 done, 1 disproven or invalid, 2 wrong usage or input, 3 unknown, 70 internal error.";

const SOLVE_EXAMPLES: &str = "\
Examples:
  provenum solve connect4 --size 5x5 4453                 a position after four moves
  provenum solve connect4 444 --claim win --time 60s      does the side to move win?
  provenum solve mnk --size 4x4x4 --algorithm pn          another game, another algorithm
  provenum solve connect4 4453 --set epsilon=0.5          an option of the algorithm
  provenum solve graph examples/figures/survey-1.graph    a graph that is in a file
  provenum solve graph 'A or B C; B proven; C disproven'  a graph that is typed in
  provenum solve connect4 --input games.txt --json        many positions, for a program
  provenum solve connect4 --checkpoint long.ckpt          a long search, saved now and then
  provenum solve --resume long.ckpt                       and gone on with

Exit codes: 0 the claim holds, or the value is known; 1 the claim does not hold; 2 wrong usage or
input; 3 unknown, a limit came first; 70 internal error. With --input: 0 every line is answered.";

pub(crate) fn command(games: &Games) -> Command {
    Command::new("provenum")
        .version(clap::crate_version!())
        .about("Proves what a position of a two-player game is worth, or whether an AND/OR problem is solvable")
        .after_help(EXAMPLES)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
        .subcommand(solve(games))
        .subcommand(check())
        .subcommand(show())
        .subcommand(merge())
        .subcommand(
            Command::new("games")
                .about("Lists the games, or describes one")
                .arg(Arg::new("game").value_name("GAME").help("The game to describe").value_parser(game_names(games))),
        )
        .subcommand(
            Command::new("algorithms").about("Lists the algorithms, or describes one with its options").arg(
                Arg::new("algorithm")
                    .value_name("NAME")
                    .help("The algorithm to describe")
                    .value_parser(PossibleValuesParser::new(presets().iter().map(|preset| preset.name))),
            ),
        )
        .subcommand(
            Command::new("bench")
                .about("Runs every algorithm on a fixed set of problems, and measures their speed")
                .arg(
                    Arg::new("signature")
                        .long("signature")
                        .action(ArgAction::SetTrue)
                        .help("Stop after the signature, the total of all expanded nodes"),
                )
                .arg(
                    Arg::new("large")
                        .long("large")
                        .action(ArgAction::SetTrue)
                        .help("Also measure the speed with a table of 4 GiB"),
                ),
        )
        .subcommand(generate(games))
        .subcommand(experiment())
        .subcommand(
            Command::new("usi")
                .about("Solves tsume-shogi for a shogi program that speaks USI on standard input and output")
                .after_help(
                    "Example:
  provenum usi
  position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1
  go mate 10000

Shogi programs that cannot give an engine an argument start provenum-usi instead.",
                ),
        )
        .subcommand(
            Command::new("completions")
                .about("Prints a completion script for a shell")
                .after_help("Example: provenum completions bash > ~/.local/share/bash-completion/completions/provenum")
                .arg(
                    Arg::new("shell")
                        .value_name("SHELL")
                        .required(true)
                        .help("The shell to complete in")
                        .value_parser(value_parser!(clap_complete::Shell)),
                ),
        )
}

fn solve(games: &Games) -> Command {
    let option = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).help(help)
    };
    Command::new("solve")
        .about("Solves a position, and proves the answer")
        .after_help(SOLVE_EXAMPLES)
        .arg(Arg::new("game").value_name("GAME").required_unless_present("resume").help("The game; `provenum games` lists them").value_parser(game_names(games)))
        .arg(
            Arg::new("position")
                .value_name("POSITION")
                .help("The position, in the game's notation [default: the start]. For graph: a file, or the graph itself"),
        )
        .arg(option("input", "FILE", "Solve every position of a file, one per line; - is standard input").value_parser(value_parser!(PathBuf)).conflicts_with("position"))
        .arg(option(
            "claim",
            "CLAIM",
            "What to settle, for the side to move: win, draw (at least that), '>=N', or value (the exact one) [default: value; win for graph and random]",
        ))
        .arg(
            option("algorithm", "NAME", "How to search; `provenum algorithms` lists them. If nothing is said of it, scores are searched by negascout")
                .default_value(presets()[0].name)
                .value_parser(PossibleValuesParser::new(presets().iter().map(|preset| preset.name)))
                .hide_possible_values(true),
        )
        .arg(option("set", "NAME=VALUE", "Set an option of the algorithm; `provenum algorithms NAME` lists them").action(ArgAction::Append))
        .arg(option("time", "TIME", "Stop after this time: 500ms, 60s, 1h30m").value_parser(ValueParser::new(units::time)))
        .arg(option("nodes", "N", "Stop after expanding so many nodes: 5000, 200k, 50M").value_parser(ValueParser::new(units::nodes)))
        .arg(option("memory", "SIZE", "Memory that the search may use: 64KiB, 500MB, 4GiB").default_value("1GiB").value_parser(ValueParser::new(units::memory)))
        .arg(
            Arg::new("shortest")
                .long("shortest")
                .action(ArgAction::SetTrue)
                .conflicts_with_all(["checkpoint", "resume"])
                .help("Look for the shortest mate, with what is left of the limits, and say whether it is proven to be that"),
        )
        .arg(
            Arg::new("all")
                .long("all")
                .action(ArgAction::SetTrue)
                .conflicts_with_all(["checkpoint", "resume"])
                .help("Find every first move that mates, each with its shortest mate"),
        )
        .arg(
            option("checkpoint", "FILE", "Save the search to this file now and then, and when it is stopped")
                .value_parser(value_parser!(PathBuf))
                .conflicts_with("input"),
        )
        .arg(
            option("checkpoint-every", "TIME", "How often to save the search")
                .default_value("10m")
                .value_parser(ValueParser::new(units::time)),
        )
        .arg(
            option("resume", "FILE", "Go on with a search that was saved to this file, and save it there again")
                .value_parser(value_parser!(PathBuf))
                .conflicts_with_all(["game", "position", "input", "claim", "algorithm", "set", "memory"]),
        )
        .arg(
            option("proof", "FILE", "Keep the certificate, which is made and checked in any case")
                .value_parser(value_parser!(PathBuf))
                .conflicts_with_all(["input", "no-proof"]),
        )
        .arg(Arg::new("no-proof").long("no-proof").action(ArgAction::SetTrue).help("Neither make nor check a certificate"))
        .arg(Arg::new("json").long("json").action(ArgAction::SetTrue).help("Print one JSON object per position"))
        .arg(Arg::new("quiet").short('q').long("quiet").action(ArgAction::SetTrue).help("Print the answer in a word, and no progress").conflicts_with("verbose"))
        .arg(Arg::new("verbose").short('v').long("verbose").action(ArgAction::SetTrue).help("Print also every claim that was searched, with its numbers"))
        .next_help_heading("Parameters of the games")
        .args(game_parameters(games).into_iter().map(|parameter| parameter.conflicts_with("resume")))
}

fn generate(games: &Games) -> Command {
    let option = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).help(help)
    };
    Command::new("generate")
        .about("Makes a set of positions in which the side to move wins")
        .after_help(
            "Examples:
  provenum generate loa --count 20 --seed 7 --output easy.txt
  provenum generate loa --difficulty 100k..1M --plies-before-end 3..40
  provenum generate othello --plies-before-end 15..20 --difficulty 1k..10M
  provenum generate tsume-shogi --plies-before-end 7..15 --difficulty 50..5k
  provenum solve loa --input easy.txt --claim win

The same seed gives the same set on every machine.",
        )
        .arg(Arg::new("game").value_name("GAME").required(true).help("The game").value_parser(game_names(games)))
        .arg(
            option("count", "N", "How many positions")
                .default_value("10")
                .value_parser(value_parser!(u64).range(1..=1_000_000)),
        )
        .arg(option("seed", "N", "Which of all such sets").default_value("1").value_parser(value_parser!(u64)))
        .arg(
            option(
                "plies-before-end",
                "A..B",
                "How many moves before the end of a game positions are taken, or how many moves a mate takes",
            )
            .default_value("3..60")
            .value_parser(ValueParser::new(units::range)),
        )
        .arg(
            option("difficulty", "A..B", "The least nodes that one of several searches must expand for a proof")
                .default_value("1k..100k")
                .value_parser(ValueParser::new(units::range)),
        )
        .arg(
            option("output", "FILE", "Write the set to a new file [default: standard output]")
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(
            option("threads", "N", "How many threads share the work [default: one for each core]")
                .value_parser(value_parser!(u16).range(1..=1024)),
        )
        .next_help_heading("Parameters of the games")
        .args(game_parameters(games))
}

fn experiment() -> Command {
    let option = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).help(help)
    };
    Command::new("experiment")
        .about("Runs searches on sets of positions, and compares them in a table and a picture")
        .after_help(
            "Examples:
  provenum experiment negascout --output results          one that comes with the program
  provenum experiment negascout --limit 3 --nodes 100k    a small part of it
  provenum experiment mine.experiment --threads 1         one of your own

graphs, negascout, pds-pn-1 to pds-pn-5, pds-pn-1-small, pds-pn-fig3, pds-pn-shogi, wpns-othello,
wpns-shogi, epsilon, deep and mobility come with the program. What is finished is kept in
NAME.jsonl, so that an experiment that was stopped goes on.",
        )
        .arg(
            Arg::new("experiment")
                .value_name("NAME")
                .required(true)
                .help("The experiment: one that comes with the program, or a file that describes one"),
        )
        .arg(
            option("output", "DIR", "Where NAME.jsonl, NAME.md and NAME.svg are written")
                .default_value(".")
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(
            option("nodes", "N", "Stop each search after expanding so many nodes")
                .value_parser(ValueParser::new(units::nodes)),
        )
        .arg(
            option("limit", "N", "Take only so many positions of each set, spread over it")
                .value_parser(value_parser!(u64).range(1..)),
        )
        .arg(
            option("threads", "N", "How many searches run at the same time [default: one for each core]")
                .value_parser(value_parser!(u16).range(1..=1024)),
        )
}

fn check() -> Command {
    Command::new("check")
        .about("Checks a certificate, by the rules of its game alone")
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
                .help("How many threads share the work [default: one for each core]")
                .value_parser(value_parser!(u16).range(1..=1024)),
        )
        .arg(Arg::new("json").long("json").action(ArgAction::SetTrue).help("Print one JSON object"))
}

fn show() -> Command {
    let option = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).help(help)
    };
    Command::new("show")
        .about("Shows what a certificate says, a position of it, or the top of its tree")
        .after_help(
            "Examples:
  provenum show ttt.pvn                               claims, principal variations, statistics
  provenum show ttt.pvn --position 'b2 a1'            what to do there
  provenum show ttt.pvn --section 2 --export top.svg  a picture of the second claim's proof
  provenum show ttt.pvn --export top.json --depth 5 --max-nodes 1000

Nothing is checked here: `provenum check` does that.",
        )
        .arg(file("The certificate"))
        .arg(
            option(
                "section",
                "N",
                "Look at this claim, counted from 1 [default: all; the first for --position and --export]",
            )
            .value_parser(value_parser!(u32)),
        )
        .arg(
            option("position", "POSITION", "Look up a position, written as for `provenum solve`")
                .allow_hyphen_values(true),
        )
        .arg(
            option("export", "FILE", "Write the top of the tree to a file; its ending says how: .dot, .svg or .json")
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(
            option("depth", "N", "Export at most so many moves from the root")
                .default_value("3")
                .requires("export")
                .value_parser(value_parser!(u32)),
        )
        .arg(
            option("max-nodes", "N", "Export at most so many positions")
                .default_value("200")
                .requires("export")
                .value_parser(value_parser!(u32).range(1..)),
        )
        .arg(Arg::new("json").long("json").action(ArgAction::SetTrue).help("Print one JSON object"))
        .arg(
            Arg::new("verbose")
                .short('v')
                .long("verbose")
                .action(ArgAction::SetTrue)
                .help("Print long lines and lists to their end"),
        )
}

fn merge() -> Command {
    Command::new("merge")
        .about("Makes one certificate of several about the same position, and checks it")
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
        let uses = games.infos().filter_map(|game| {
            let p = game.parameters.iter().find(|p| p.name == parameter.name)?;
            Some(format!("{}: {}, {} [default: {}]", game.name, p.help, p.accepts, p.default))
        });
        arguments.push(
            Arg::new(parameter.name).long(parameter.name).value_name("VALUE").help(uses.collect::<Vec<_>>().join("; ")),
        );
    }
    arguments
}
