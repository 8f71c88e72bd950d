//! `provenum uci`: a mate solver for chess programs, by the Universal Chess Interface.

mod options;
mod search;

use self::options::Options;
use self::search::{Job, Order};
use crate::engine::{Next, Protocol, Task, listen, say, tell};
use anyhow::Result;
use provenum_game::{Game, Notation, Parameters};
use provenum_games::Chess;
use provenum_games::chess::Position;
use provenum_search::Cancel;
use std::str::SplitWhitespace;

/// Listens until `quit`, or until there is nothing more to hear.
pub(crate) fn run() -> Result<()> {
    let (_, start) = Chess::set_up(&Parameters::new(), None)?;
    listen(Uci { options: Options::default(), position: Ok(start) })
}

struct Uci {
    options: Options,
    /// What is to be searched, or what is wrong with it.
    position: Result<Position, String>,
}

impl Protocol for Uci {
    fn obey(&mut self, mut words: SplitWhitespace<'_>) -> Result<Next> {
        match words.next() {
            Some("uci") => {
                say(concat!("id name provenum ", env!("CARGO_PKG_VERSION")))?;
                say("id author the provenum authors")?;
                Options::describe().iter().try_for_each(|option| say(option))?;
                say("uciok")?;
            }
            Some("isready") => say("readyok")?,
            Some("setoption") => self.options.set(words).or_else(|problem| tell(&problem))?,
            Some("position") => {
                self.position = set_up(words);
                self.position.as_ref().err().map_or(Ok(()), |problem| tell(problem))?;
            }
            Some("go") => {
                let (order, time) = Order::read(words);
                let cancel = Cancel::new();
                let (position, options) = (self.position.clone(), self.options.clone());
                let job = Job { position, order, options, cancel: cancel.clone() };
                return Ok(Next::Search(Task { cancel, time, work: Box::new(move || job.run()) }));
            }
            Some("stop") => return Ok(Next::Stop),
            _ => {}
        }
        Ok(Next::Nothing)
    }
}

/// Obeys `position fen FEN moves …` and `position startpos moves …`.
fn set_up(words: SplitWhitespace<'_>) -> Result<Position, String> {
    let words: Vec<&str> = words.collect();
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let fen = match &words[..end] {
        ["startpos"] => None,
        ["fen", fen @ ..] => Some(fen.join(" ")),
        _ => return Err("position: expected startpos or fen FEN".to_owned()),
    };
    let read = Chess::set_up(&Parameters::new(), fen.as_deref());
    let (_, mut position) = read.map_err(|error| error.to_string())?;
    for name in words.iter().skip(end + 1) {
        let mv = Chess::default().parse_move(&position, name).map_err(|error| error.to_string())?;
        position = Chess::default().play(&position, mv);
    }
    Ok(position)
}
