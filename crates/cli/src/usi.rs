//! `provenum usi`: a tsume-shogi solver for shogi programs, by the Universal Shogi Interface.

mod options;
mod search;
mod setup;

use self::options::Options;
use self::search::{Goal, Job};
use crate::engine::{Next, Protocol, Task, listen, say, tell};
use anyhow::Result;
use provenum_games::tsume_shogi::Position;
use provenum_search::Cancel;
use std::str::SplitWhitespace;

/// Listens until `quit`, or until there is nothing more to hear.
pub(crate) fn run() -> Result<()> {
    listen(Usi { options: Options::default(), position: Err("no position has been set".to_owned()) })
}

struct Usi {
    options: Options,
    /// What is to be searched, or what is wrong with it.
    position: Result<Position, String>,
}

impl Protocol for Usi {
    fn obey(&mut self, mut words: SplitWhitespace<'_>) -> Result<Next> {
        match words.next() {
            Some("usi") => {
                say(concat!("id name provenum ", env!("CARGO_PKG_VERSION")))?;
                say("id author the provenum authors")?;
                Options::describe().iter().try_for_each(|option| say(option))?;
                say("usiok")?;
            }
            Some("isready") => say("readyok")?,
            Some("setoption") => self.options.set(words).or_else(|problem| tell(&problem))?,
            Some("position") => {
                self.position = setup::read(words);
                self.position.as_ref().err().map_or(Ok(()), |problem| tell(problem))?;
            }
            Some("go") => return Ok(Next::Search(self.go(words))),
            Some("stop" | "ponderhit") => return Ok(Next::Stop),
            _ => {}
        }
        Ok(Next::Nothing)
    }
}

impl Usi {
    fn go(&self, words: SplitWhitespace<'_>) -> Task {
        let (goal, time) = Goal::read(words);
        let cancel = Cancel::new();
        let position = self.position.clone().and_then(|position| setup::with_duty(&position, &self.options));
        let job = Job { position, goal, options: self.options.clone(), cancel: cancel.clone() };
        Task { cancel, time, work: Box::new(move || job.run()) }
    }
}
