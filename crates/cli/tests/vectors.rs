//! The test vectors of docs/CERTIFICATES.md are what the games say.
//!
//! `WRITE_VECTORS=1 cargo test -p provenum-cli --test vectors` writes them again, each from its first three lines.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use provenum_game::{Game, Notation, Parameters, Player};
use provenum_games::registry::{Visitor, visit};
use provenum_proof::{Certificate, rules_digest};
use std::fmt::Write;
use std::path::PathBuf;

fn project(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn document() -> String {
    std::fs::read_to_string(project("docs/CERTIFICATES.md")).unwrap().replace("\r\n", "\n")
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    digits.chunks(2).map(byte).collect()
}

/// A vector, and what its game makes of it.
struct Vector<'a> {
    text: &'a str,
    anew: Option<String>,
}

impl Vector<'_> {
    fn line(&self, name: &str) -> &str {
        let found = self.text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        found.unwrap_or_else(|| panic!("there is no {name} in {}", self.text))
    }

    fn parameters(&self) -> Parameters {
        let pairs = self.line("parameters").split(' ').filter_map(|pair| pair.split_once('='));
        pairs.fold(Parameters::new(), |all, (name, value)| all.with(name, value))
    }
}

impl Visitor for Vector<'_> {
    fn visit<G>(&mut self)
    where
        G: Notation + Send + Sync + 'static,
        G::Position: Send + Sync + 'static,
    {
        if self.line("game") != G::INFO.name {
            return;
        }
        let (game, position) = G::set_up(&self.parameters(), Some(self.line("text"))).unwrap();
        assert_eq!(game.parameters(), self.parameters(), "all parameters, as the game writes them");
        let mut anew = String::new();
        for name in ["game", "parameters"] {
            writeln!(anew, "{name} {}", self.line(name)).unwrap();
        }
        writeln!(anew, "text {}", game.format_position(&position)).unwrap();
        writeln!(anew, "code {}", hex(&code(&game, &position))).unwrap();
        let turn = if game.to_move(&position) == Player::First { "first" } else { "second" };
        writeln!(anew, "turn {turn}").unwrap();
        writeln!(anew, "fingerprint {:016x}", rules_digest(&game, &position)).unwrap();
        match game.outcome(&position) {
            Some(outcome) => writeln!(anew, "result {}", outcome.0).unwrap(),
            None => write_moves(&mut anew, &game, &position),
        }
        for line in self.text.lines().filter(|line| line.starts_with("refused ")) {
            let code = bytes(line.trim_start_matches("refused "));
            assert!(game.decode(&code).is_none(), "{} takes {line} for a position", G::INFO.name);
            writeln!(anew, "{line}").unwrap();
        }
        self.anew = Some(anew);
    }
}

fn code<G: Game>(game: &G, position: &G::Position) -> Vec<u8> {
    let mut code = Vec::new();
    game.encode(position, &mut code);
    code
}

/// The successors in the order of their codes, each with its number and the moves that lead there.
fn write_moves<G: Notation>(out: &mut String, game: &G, position: &G::Position) {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let name = |mv| game.format_move(position, mv);
    let mut after: Vec<(Vec<u8>, String)> =
        moves.into_iter().map(|mv| (code(game, &game.play(position, mv)), name(mv))).collect();
    after.sort_by(|a, b| (a.0.len(), a).cmp(&(b.0.len(), b)));
    for (number, same) in after.chunk_by(|a, b| a.0 == b.0).enumerate() {
        let names: Vec<_> = same.iter().map(|(_, name)| name.as_str()).collect();
        writeln!(out, "{number} {} {}", hex(&same[0].0), names.join(" ")).unwrap();
    }
}

#[test]
fn the_vectors_of_the_document_are_what_the_games_say() {
    let document = document();
    let (mut written, mut at) = (String::new(), 0);
    let mut games = Vec::new();
    for block in document.split("```").filter_map(|block| block.strip_prefix("text\n")) {
        for text in block.split_inclusive("\n\n").map(str::trim_end).filter(|text| text.starts_with("game ")) {
            let mut vector = Vector { text, anew: None };
            visit(&mut vector);
            let anew = vector.anew.unwrap_or_else(|| panic!("there is no such game: {text}"));
            let start = text.as_ptr() as usize - document.as_ptr() as usize;
            written += &document[at..start];
            written += anew.trim_end();
            at = start + text.len();
            games.push(text.lines().next().unwrap().to_owned());
        }
    }
    written += &document[at..];
    if std::env::var_os("WRITE_VECTORS").is_some() {
        std::fs::write(project("docs/CERTIFICATES.md"), &written).unwrap();
    } else {
        assert!(written == document, "docs/CERTIFICATES.md would be:\n{written}");
    }
    struct Named(Vec<String>);
    impl Visitor for Named {
        fn visit<G: Notation>(&mut self) {
            self.0.push(format!("game {}", G::INFO.name));
        }
    }
    let mut all = Named(Vec::new());
    visit(&mut all);
    for game in all.0 {
        assert!(games.contains(&game), "{game} has no test vector");
    }
}

#[test]
fn the_certificate_in_the_document_is_the_golden_one() {
    let document = document();
    let dump = document.split("```").find_map(|block| block.strip_prefix("text\n89 50 56 4e")).unwrap();
    let file = bytes(&format!("89 50 56 4e{dump}"));
    assert_eq!(file, std::fs::read(project("crates/proof/tests/golden/v2-graph-strategy.pvn")).unwrap());
    assert!(Certificate::from_bytes(&file).is_ok());
}
