//! The UCI engine: what it answers, and when. Its lines are played by another library's rules.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{Scratch, provenum, stdout};
use cozy_chess::{Board, GameStatus, Move};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

const MATE_IN_TWO: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
/// Two kings and a pawn that is lost.
const NO_MATE: &str = "8/8/8/8/8/1k6/p7/K7 w - - 0 1";
const LONG: Duration = Duration::from_secs(60);

struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
}

impl Engine {
    fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_provenum-uci"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, output) = channel();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Engine { input: child.stdin.take(), child, output }
    }

    fn say(&mut self, text: &str) {
        writeln!(self.input.as_mut().unwrap(), "{text}").unwrap();
    }

    /// All lines up to one that begins so.
    fn hear(&self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        while lines.last().is_none_or(|line: &String| !line.starts_with(beginning)) {
            let line = self.output.recv_timeout(LONG);
            lines.push(line.unwrap_or_else(|_| panic!("expected {beginning:?} after {lines:?}")));
        }
        lines
    }

    /// The answer to `go`.
    fn go(&mut self, position: &str, go: &str) -> String {
        self.say(&format!("position {position}"));
        self.say(go);
        self.hear("bestmove").join("\n")
    }

    /// Ends it, which is soon done.
    fn end(mut self) {
        let begin = Instant::now();
        drop(self.input.take());
        assert!(self.child.wait().unwrap().success());
        assert!(begin.elapsed() < Duration::from_secs(10));
    }
}

/// Plays a line by another library's rules: it must be legal and end in mate.
fn assert_mates(fen: &str, line: &[&str]) {
    let mut board: Board = fen.parse().unwrap();
    for name in line {
        let mv: Move = name.parse().unwrap();
        board.try_play(mv).unwrap_or_else(|_| panic!("{fen}: {name} of {line:?} is not legal"));
    }
    let mate = board.status() == GameStatus::Won && !board.checkers().is_empty();
    assert!(mate, "{fen}: {line:?} does not end in mate");
}

/// The score and the line of the last announced mate.
fn announced(answer: &str) -> (usize, Vec<&str>) {
    let last = answer.lines().rfind(|line| line.contains(" score mate ")).unwrap_or_else(|| panic!("{answer}"));
    let (_, rest) = last.split_once(" score mate ").unwrap();
    let (score, line) = rest.split_once(" pv ").unwrap();
    (score.parse().unwrap(), line.split(' ').collect())
}

#[test]
fn options_and_answers_are_as_the_protocol_wants_them() {
    let mut engine = Engine::start();
    engine.say("uci");
    let said = engine.hear("uciok").join("\n");
    for option in ["Hash", "Threads", "Shortest", "Attack", "Certificate"] {
        assert!(said.contains(&format!("option name {option} type ")), "{said}");
    }
    engine.say("isready");
    engine.hear("readyok");
    let answer = engine.go(&format!("fen {MATE_IN_TWO}"), "go mate 2");
    let (score, line) = announced(&answer);
    assert_eq!((score, line.as_slice()), (2, ["a1a6", "b7a6", "b6b7"].as_slice()));
    assert!(answer.ends_with("bestmove a1a6") && answer.contains("there is no shorter mate"), "{answer}");
    assert_mates(MATE_IN_TWO, &line);
    let answer = engine.go(&format!("fen {MATE_IN_TWO}"), "go mate 1");
    assert!(answer.contains("there is no mate in 1"), "{answer}");
    let answer = engine.go(&format!("fen {NO_MATE}"), "go infinite\nstop");
    assert!(answer.ends_with("bestmove (none)"), "{answer}");
    let answer = engine.go("startpos moves f2f3 e7e5 g2g4", "go movetime 10000");
    assert!(answer.contains("score mate 1 pv d8h4") && answer.ends_with("bestmove d8h4"), "{answer}");
    let answer = engine.go("startpos moves e2e5", "go nodes 100");
    assert!(answer.contains("info string") && answer.ends_with("bestmove (none)"), "{answer}");
    engine.end();
}

#[test]
fn forcing_moves_alone_are_said_to_be_so() {
    let mut engine = Engine::start();
    engine.say("setoption name Attack value forcing");
    let answer = engine.go(&format!("fen {MATE_IN_TWO}"), "go mate 2");
    assert!(answer.contains("by forcing moves only") && answer.ends_with("bestmove (none)"), "{answer}");
    engine.say("setoption name Attack value all");
    assert_eq!(announced(&engine.go(&format!("fen {MATE_IN_TWO}"), "go mate 2")).0, 2);
    engine.say("setoption name Attack value quiet");
    assert!(engine.hear("info string").join("\n").contains("forcing"));
    engine.end();
}

#[test]
fn a_search_is_stopped_at_any_time() {
    let mut engine = Engine::start();
    engine.say("position startpos");
    engine.say("go infinite");
    thread::sleep(Duration::from_millis(100));
    engine.say("stop");
    engine.hear("bestmove");
    engine.say("go infinite");
    engine.say("quit");
    let begin = Instant::now();
    assert!(engine.child.wait().unwrap().success());
    assert!(begin.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_certificate_is_written_that_the_checker_accepts() {
    let scratch = Scratch::new("uci-certificate");
    let file = scratch.path("mate.pvn");
    let mut engine = Engine::start();
    engine.say(&format!("setoption name Certificate value {file}"));
    let answer = engine.go(&format!("fen {MATE_IN_TWO}"), "go mate 2");
    assert!(answer.contains("saved to"), "{answer}");
    engine.end();
    let checked = provenum(&["check", &file]);
    let said = stdout(&checked);
    assert!(said.contains("holds") && said.contains("does not hold within 2 moves"), "{said}");
}

/// All positions of a set, or of another one that the environment names: no line may be wrong or incomplete.
#[test]
fn lines_are_legal_and_end_in_mate() {
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/experiments/sets/chess-mates.txt");
    let path = std::env::var("PROVENUM_CHESS_SET").unwrap_or_else(|_| own.to_owned());
    let text = std::fs::read_to_string(path).unwrap();
    let mut engine = Engine::start();
    for fen in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let fen = format!("{} 0 1", fen.split(' ').take(4).collect::<Vec<_>>().join(" "));
        let answer = engine.go(&format!("fen {fen}"), "go movetime 5000");
        let mut mates = answer.lines().filter(|line| line.contains(" score mate ")).peekable();
        assert!(mates.peek().is_some(), "{fen}: {answer}");
        for line in mates {
            let (score, moves) = announced(line);
            assert_eq!(moves.len(), 2 * score - 1, "{fen}: {line}");
            assert_mates(&fen, &moves);
        }
    }
    engine.end();
}
