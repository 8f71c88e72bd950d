//! Texts that nobody should write.

use super::{cases, set_up};
use crate::mix::SplitMix;
use provenum_game::{InputError, Notation, Parameters};

const TEXTS: [&str; 24] = [
    "",
    " ",
    "\n",
    "\0",
    "/",
    "//////",
    ".",
    "x",
    "xo",
    "|",
    ";",
    ";;",
    "#",
    "=",
    "a=b",
    "0",
    "-1",
    "9",
    "1e9",
    "99999999999999999999",
    "é",
    "🦀",
    "a1 a1",
    "A or A",
];

/// How long a message may be.
const MOST_BYTES: usize = 600;

/// Tries texts that nobody should write, and the texts of the data file with a part missing or a letter changed. They
/// may be read or refused, but a message must be short, and nothing may panic.
///
/// # Panics
/// If something does, or a message is too long.
pub fn junk<G: Notation>(data: &str) {
    let mut random = SplitMix::new(1);
    let long = ["4", "x", "/", "a1 ", "é", "A ", "seed=1 ", ";\n"].map(|piece| piece.repeat(100_000));
    let texts = || TEXTS.into_iter().chain(long.iter().map(String::as_str));
    for case in cases::read(data) {
        for text in texts() {
            is_short(G::set_up(&case.parameters, Some(text)).map(|_| ()));
        }
        for parameter in G::INFO.parameters {
            for text in texts() {
                is_short(G::set_up(&Parameters::new().with(parameter.name, text), None).map(|_| ()));
            }
        }
        let (game, position) = set_up::<G>(&case.parameters, case.position);
        for text in texts() {
            is_short(game.parse_move(&position, text).map(|_| ()));
        }
        let letters: Vec<char> = game.format_position(&position).chars().collect();
        for end in 0..letters.len().min(200) {
            let mut changed = letters.clone();
            changed[end] = ['x', 'o', '.', '/', '1', ' ', ';', '='][random.below(8)];
            for junk in [&letters[..end], &letters[end..], &changed] {
                let junk: String = junk.iter().collect();
                is_short(G::set_up(&game.parameters(), Some(&junk)).map(|_| ()));
            }
        }
    }
}

fn is_short(result: Result<(), InputError>) {
    if let Err(error) = result {
        let message = error.to_string();
        assert!(message.len() <= MOST_BYTES, "a message of {} bytes: {message}", message.len());
        assert!(!message.contains('\n'), "a message with a line break: {message}");
    }
}
