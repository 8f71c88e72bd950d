//! The USI engine: what it answers, and when.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{Scratch, provenum, stdout};
use provenum_game::{Game, Notation, Outcome, Parameters};
use provenum_games::TsumeShogi;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Mate in three: a gold is dropped, and the king can go one way only.
const MATE: &str = "9/6p1+P/9/8k/9/8p/7L1/9/9 b GS2r2b3g3s4n3l15p 1";
/// No check at all.
const NO_MATE: &str = "4k4/9/9/9/9/9/9/9/9 b P 1";
/// The end of no mate: two rooks can go on giving check for long, and much has to be looked at.
const HARD: &str = "1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6 b SP2gn2l11p 1";
const LONG: Duration = Duration::from_secs(60);

struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
}

impl Engine {
    fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_provenum-usi"))
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
    fn go(&mut self, position: &str, go: &str) -> Vec<String> {
        self.say(&format!("position {position}"));
        self.say(go);
        self.hear("checkmate")
    }

    /// All that it still has to say when it ends, which is soon.
    fn end(mut self) -> Vec<String> {
        let begin = Instant::now();
        drop(self.input.take());
        assert!(self.child.wait().unwrap().success());
        assert!(begin.elapsed() < Duration::from_secs(10));
        self.output.iter().collect()
    }
}

/// The position after a line of legal moves, which must end in mate.
fn assert_mates(sfen: &str, line: &str) -> usize {
    let (game, mut position) = TsumeShogi::set_up(&Parameters::new(), Some(sfen)).unwrap();
    let moves: Vec<&str> = line.strip_prefix("checkmate ").unwrap().split(' ').collect();
    for name in &moves {
        let mv = game.parse_move(&position, name).unwrap();
        position = game.play(&position, mv);
    }
    assert_eq!(game.outcome(&position), Some(Outcome(1)), "{line}");
    moves.len()
}

#[test]
fn it_introduces_itself_and_ignores_what_it_does_not_know() {
    let mut engine = Engine::start();
    for text in ["hello", "", "usinewgame", "gameover win", "stop", "setoption name Nothing value 1", "usi"] {
        engine.say(text);
    }
    let lines = engine.hear("usiok");
    assert!(lines.iter().any(|line| line.starts_with("id name provenum")));
    assert!(lines.iter().any(|line| line.starts_with("option name USI_Hash type spin")));
    engine.say("isready");
    assert_eq!(engine.hear("readyok"), ["readyok"]);
    engine.say("quit");
    assert!(engine.end().is_empty());
}

#[test]
fn a_mate_is_told_with_a_complete_line_and_its_length() {
    let mut engine = Engine::start();
    for shortest in ["false", "true"] {
        engine.say(&format!("setoption name Shortest value {shortest}"));
        let lines = engine.go(&format!("sfen {MATE}"), "go mate 60000");
        let length = assert_mates(MATE, lines.last().unwrap());
        let told = lines.iter().rev().find(|line| line.contains(" score mate ")).unwrap();
        assert!(told.contains(&format!(" score mate {length} pv ")), "{told}");
        for name in [" time ", " nodes ", " nps ", " hashfull "] {
            assert!(told.contains(name), "{told}");
        }
        assert_eq!(lines.iter().any(|line| line == "info string there is no shorter mate"), shortest == "true");
    }
    engine.end();
}

#[test]
fn no_mate_is_said_only_where_there_is_none() {
    let mut engine = Engine::start();
    assert_eq!(engine.go(&format!("sfen {NO_MATE}"), "go mate infinite").last().unwrap(), "checkmate nomate");
    assert_eq!(engine.go("startpos moves 7g7f 3c3d", "go mate 1000").last().unwrap(), "checkmate nomate");
    assert_eq!(engine.go(&format!("sfen {HARD}"), "go mate 50").last().unwrap(), "checkmate timeout");
    engine.say("setoption name NodesLimit value 100");
    assert_eq!(engine.go(&format!("sfen {HARD}"), "go mate infinite").last().unwrap(), "checkmate timeout");
    engine.end();
}

#[test]
fn moves_of_a_game_lead_to_the_position() {
    let mut engine = Engine::start();
    // White has lost its way: the bishop takes the gold's pawn, and a gold mates.
    let moves = "moves 7g7f 4a4b 8h3c+ 4b4a";
    let lines = engine.go(&format!("startpos {moves}"), "go mate 60000");
    assert!(lines.last().unwrap().starts_with("checkmate"), "{lines:?}");
    engine.end();
}

#[test]
fn a_defender_to_move_is_mated_in_a_negative_number_of_moves() {
    let mut engine = Engine::start();
    let sfen = "4k4/4G4/4P4/9/9/9/9/9/9 w - 1";
    assert_eq!(engine.go(&format!("sfen {sfen}"), "go mate 60000").last().unwrap(), "checkmate");
    let sfen = "5k3/4GN3/4P4/9/9/9/9/9/9 w - 1";
    let lines = engine.go(&format!("sfen {sfen}"), "go mate 60000");
    assert!(lines.last().unwrap().starts_with("checkmate"), "{lines:?}");
    engine.end();
}

#[test]
fn bad_positions_are_explained_and_answered_once() {
    let mut engine = Engine::start();
    for position in ["", "nowhere", "sfen", "sfen 9/9 b - 1", "sfen 9/9/9/9/9/9/9/9/9 b G 1", "startpos moves 7g7e"] {
        let lines = engine.go(position, "go mate 1000");
        assert!(lines[0].starts_with("info string "), "{position}: {lines:?}");
        assert_eq!(lines.last().unwrap(), "checkmate timeout", "{position}");
    }
    assert!(engine.end().is_empty());
}

#[test]
fn a_search_can_be_stopped_and_followed_by_another() {
    let mut engine = Engine::start();
    engine.say(&format!("position sfen {HARD}"));
    engine.say("setoption name PvInterval value 100");
    engine.say("go mate infinite");
    assert!(engine.hear("info depth")[0].contains(" nodes "));
    engine.say("stop");
    assert_eq!(engine.hear("checkmate").last().unwrap(), "checkmate timeout");
    // A new search ends the one that is running, which still answers.
    engine.say("go mate infinite");
    let lines = engine.go(&format!("sfen {MATE}"), "go mate 60000");
    assert_eq!(lines.last().unwrap(), "checkmate timeout");
    assert_mates(MATE, engine.hear("checkmate").last().unwrap());
    // The end of the input ends a search too.
    engine.say(&format!("position sfen {HARD}"));
    engine.say("go mate infinite");
    engine.hear("info depth");
    assert_eq!(engine.end().last().unwrap(), "checkmate timeout");
}

#[test]
fn a_move_that_is_asked_for_is_the_first_of_a_mate_or_it_resigns() {
    let mut engine = Engine::start();
    engine.say(&format!("position sfen {MATE}"));
    engine.say("go btime 0 wtime 0 byoyomi 10000");
    let line = engine.hear("bestmove").pop().unwrap();
    assert!(line.len() > "bestmove ".len() && line != "bestmove resign", "{line}");
    engine.say(&format!("position sfen {NO_MATE}"));
    engine.say("go infinite");
    thread::sleep(Duration::from_millis(100));
    assert!(!engine.output.try_iter().any(|line| line.starts_with("bestmove")), "not before it is stopped");
    engine.say("stop");
    assert_eq!(engine.hear("bestmove").last().unwrap(), "bestmove resign");
    engine.end();
}

#[test]
fn the_certificate_of_an_answer_can_be_checked() {
    let scratch = Scratch::new("usi");
    let mut engine = Engine::start();
    let path = scratch.path("mate with a space.pvn");
    engine.say(&format!("setoption name Certificate value {path}"));
    engine.go(&format!("sfen {MATE}"), "go mate 60000");
    assert!(stdout(&provenum(&["check", &path])).contains("\nvalid"));
    engine.say("setoption name Certificate value /nowhere/at/all");
    let lines = engine.go(&format!("sfen {MATE}"), "go mate 60000");
    assert!(lines.iter().any(|line| line.starts_with("info string no certificate")), "{lines:?}");
    engine.end();
}
