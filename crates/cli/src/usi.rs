//! `provenum usi`: a tsume-shogi solver for shogi programs, by the Universal Shogi Interface.
//!
//! One thread reads what the other program says, one searches, and this one listens to the first, so that `stop` and `quit`
//! are heard at any time. A search ends by its cancel flag alone: the clock raises it too. Every `go` is answered exactly
//! once, by the thread that searches.

mod options;
mod search;
mod setup;

use self::options::Options;
use self::search::{Goal, Job};
use anyhow::Result;
use provenum_games::tsume_shogi::Position;
use provenum_search::Cancel;
use std::io::{self, BufRead, Write};
use std::str::SplitWhitespace;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Listens until `quit`, or until there is nothing more to hear.
pub(crate) fn run() -> Result<()> {
    Engine { options: Options::default(), position: Err("no position has been set".to_owned()), search: None }
        .listen(&lines())
}

/// What comes in on standard input, line by line.
fn lines() -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        while input.read_until(b'\n', &mut line).is_ok_and(|bytes| bytes > 0) {
            if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                break;
            }
            line.clear();
        }
    });
    receiver
}

/// Says a line, at once.
fn say(line: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(format!("{line}\n").as_bytes())?;
    out.flush()?;
    Ok(())
}

/// A text for the user, which must be one line.
fn tell(text: &str) -> Result<()> {
    let one_line: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    say(&format!("info string {one_line}"))
}

struct Engine {
    options: Options,
    /// What is to be searched, or what is wrong with it.
    position: Result<Position, String>,
    search: Option<Running>,
}

/// A search that was begun, and may have ended by itself.
struct Running {
    cancel: Cancel,
    deadline: Option<Instant>,
    thread: JoinHandle<Result<()>>,
}

impl Engine {
    fn listen(mut self, lines: &Receiver<String>) -> Result<()> {
        loop {
            let deadline = self.search.as_ref().and_then(|search| search.deadline);
            let heard = match deadline {
                None => lines.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(deadline) => lines.recv_timeout(deadline.saturating_duration_since(Instant::now())),
            };
            match heard {
                Ok(line) if line.trim() == "quit" => break,
                Ok(line) => self.obey(line.split_whitespace())?,
                Err(RecvTimeoutError::Timeout) => self.time_is_up(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.stop()
    }

    fn obey(&mut self, mut words: SplitWhitespace<'_>) -> Result<()> {
        match words.next() {
            Some("usi") => {
                say(concat!("id name provenum ", env!("CARGO_PKG_VERSION")))?;
                say("id author the provenum authors")?;
                Options::describe().iter().try_for_each(|option| say(option))?;
                say("usiok")
            }
            Some("isready") => say("readyok"),
            Some("setoption") => self.options.set(words).or_else(|problem| tell(&problem)),
            Some("position") => {
                self.position = setup::read(words);
                self.position.as_ref().err().map_or(Ok(()), |problem| tell(problem))
            }
            Some("go") => self.go(words),
            Some("stop" | "ponderhit") => self.stop(),
            _ => Ok(()),
        }
    }

    /// Begins a search; one that is still running is ended first.
    fn go(&mut self, words: SplitWhitespace<'_>) -> Result<()> {
        self.stop()?;
        let (goal, time) = Goal::read(words);
        let cancel = Cancel::new();
        let position = self.position.clone().and_then(|position| setup::with_duty(&position, &self.options));
        let job = Job { position, goal, options: self.options.clone(), cancel: cancel.clone() };
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        let thread = thread::Builder::new().spawn(move || job.run())?;
        self.search = Some(Running { cancel, deadline, thread });
        Ok(())
    }

    fn time_is_up(&mut self) {
        if let Some(search) = &mut self.search {
            search.cancel.cancel();
            search.deadline = None;
        }
    }

    /// Ends the search that is running, if there is one, and waits for its answer.
    fn stop(&mut self) -> Result<()> {
        let Some(Running { cancel, thread, .. }) = self.search.take() else { return Ok(()) };
        cancel.cancel();
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

/// A time in milliseconds.
fn milliseconds(text: &str) -> Option<Duration> {
    text.parse().ok().map(Duration::from_millis)
}
