//! What all engine protocols share: who listens, who searches, and when a search ends.
//!
//! One thread reads what the other program says, one searches, and this one listens to the first, so that `stop` and `quit`
//! are heard at any time. A search ends by its cancel flag alone: the clock raises it too. Every search answers exactly once, from
//! its own thread.

mod certificate;
mod news;

pub(crate) use self::certificate::keep_certificate;
pub(crate) use self::news::News;

use anyhow::Result;
use provenum_search::Cancel;
use std::io::{self, BufRead, Write};
use std::str::SplitWhitespace;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// A protocol: what is said to commands.
pub(crate) trait Protocol {
    /// Obeys a command other than `quit`, and says what there is to do.
    fn obey(&mut self, words: SplitWhitespace<'_>) -> Result<Next>;
}

/// What there is to do after a command.
pub(crate) enum Next {
    Nothing,
    /// The search that is running ends.
    Stop,
    /// A search begins, after the one that is running has ended.
    Search(Task),
}

/// A search that is to begin.
pub(crate) struct Task {
    /// Ends it.
    pub(crate) cancel: Cancel,
    /// How long it may take.
    pub(crate) time: Option<Duration>,
    /// Searches, and answers.
    pub(crate) work: Box<dyn FnOnce() -> Result<()> + Send>,
}

/// Listens until `quit`, or until there is nothing more to hear.
pub(crate) fn listen(mut protocol: impl Protocol) -> Result<()> {
    let lines = lines();
    let mut search: Option<Running> = None;
    loop {
        let deadline = search.as_ref().and_then(|search| search.deadline);
        let heard = match deadline {
            None => lines.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(deadline) => lines.recv_timeout(deadline.saturating_duration_since(Instant::now())),
        };
        match heard {
            Ok(line) if line.trim() == "quit" => break,
            Ok(line) => match protocol.obey(line.split_whitespace())? {
                Next::Nothing => {}
                Next::Stop => stop(&mut search)?,
                Next::Search(task) => {
                    stop(&mut search)?;
                    search = Some(Running::begin(task)?);
                }
            },
            Err(RecvTimeoutError::Timeout) => search.iter_mut().for_each(Running::time_is_up),
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    stop(&mut search)
}

/// A search that was begun, and may have ended by itself.
struct Running {
    cancel: Cancel,
    deadline: Option<Instant>,
    thread: JoinHandle<Result<()>>,
}

impl Running {
    fn begin(Task { cancel, time, work }: Task) -> Result<Running> {
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        Ok(Running { cancel, deadline, thread: thread::Builder::new().spawn(work)? })
    }

    fn time_is_up(&mut self) {
        self.cancel.cancel();
        self.deadline = None;
    }
}

/// Ends the search that is running, if there is one, and waits for its answer.
fn stop(search: &mut Option<Running>) -> Result<()> {
    let Some(Running { cancel, thread, .. }) = search.take() else { return Ok(()) };
    cancel.cancel();
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
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
pub(crate) fn say(line: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(format!("{line}\n").as_bytes())?;
    out.flush()?;
    Ok(())
}

/// A text for the user, which must be one line.
pub(crate) fn tell(text: &str) -> Result<()> {
    let one_line: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    say(&format!("info string {one_line}"))
}

/// A time in milliseconds.
pub(crate) fn milliseconds(text: &str) -> Option<Duration> {
    text.parse().ok().map(Duration::from_millis)
}
