//! A search, and its answer.

use super::options::Options;
use crate::engine::{News, keep_certificate, milliseconds, say, tell};
use anyhow::Result;
use provenum_game::Player;
use provenum_search::{Algorithm, Cancel, Limits};
use provenum_session::{Answered, Certify, Lengths, Request, Session, Verdict};
use std::str::SplitWhitespace;
use std::sync::Arc;
use std::time::Duration;

/// What `go` asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    /// A mate, to be told by `checkmate`.
    Mate,
    /// A move, to be told by `bestmove`: there is one if there is a mate.
    Move,
    /// The same, but not before `stop`.
    MoveOnStop,
}

impl Goal {
    /// Reads what follows `go`, and how long it may take.
    pub(super) fn read(words: SplitWhitespace<'_>) -> (Goal, Option<Duration>) {
        let words: Vec<&str> = words.collect();
        let after = |name: &str| {
            let place = words.iter().position(|&word| word == name)?;
            words.get(place + 1).copied().and_then(milliseconds)
        };
        if words.contains(&"mate") {
            return (Goal::Mate, after("mate"));
        }
        if words.contains(&"infinite") || words.contains(&"ponder") {
            return (Goal::MoveOnStop, None);
        }
        // A tenth of the time that is left, if nothing else is said.
        let left = || after("btime").into_iter().chain(after("wtime")).min().map(|time| time / 10);
        (Goal::Move, after("movetime").or_else(|| after("byoyomi").filter(|time| !time.is_zero())).or_else(left))
    }
}

/// Something to search.
pub(super) struct Job {
    /// What to search, or why it cannot be.
    pub(super) position: Result<Arc<dyn Session>, String>,
    pub(super) goal: Goal,
    pub(super) options: Options,
    pub(super) cancel: Cancel,
}

/// What came out.
enum Answer {
    Mate(Vec<String>),
    NoMate,
    Unknown,
}

impl Job {
    /// Searches, and answers.
    pub(super) fn run(self) -> Result<()> {
        let answer = match &self.position {
            Ok(session) => self.search(session.as_ref())?,
            Err(problem) => {
                tell(problem)?;
                Answer::Unknown
            }
        };
        match (self.goal, answer) {
            (Goal::Mate, Answer::Mate(line)) => say(format!("checkmate {}", line.join(" ")).trim_end()),
            (Goal::Mate, Answer::NoMate) => say("checkmate nomate"),
            (Goal::Mate, Answer::Unknown) => say("checkmate timeout"),
            (goal, answer) => {
                while goal == Goal::MoveOnStop && !self.cancel.is_cancelled() {
                    std::thread::sleep(Duration::from_millis(5));
                }
                match answer {
                    Answer::Mate(line) if !line.is_empty() => say(&format!("bestmove {}", line[0])),
                    _ => {
                        tell("no mate was found, and this engine only searches for mates")?;
                        say("bestmove resign")
                    }
                }
            }
        }
    }

    fn search(&self, session: &dyn Session) -> Result<Answer> {
        let Options { memory, nodes, interval, .. } = self.options;
        let limits = Limits { nodes, memory, cancel: self.cancel.clone(), ..Limits::default() };
        let attacks = session.see(&[])?.to_move == Player::First;
        let mut news = News::new(interval, Box::new(move |line| score(attacks, line)));
        let request = Request {
            algorithm: Some(Algorithm::default().set("threads", &self.options.threads.to_string())?),
            certify: if self.options.certificate.is_some() { Certify::Always } else { Certify::Never },
            lengths: self.options.shortest.then_some(Lengths::Shortest),
            ..Request::of_game(session.info())
        };
        let mut search = session.search(&[], request)?;
        let Answered { report, certificate, statistics, .. } =
            search.run(limits, None, &mut |event: &_| news.hear(event))?;
        // Without a proof that could be read there is no line, and without a line no mate can be told.
        let over = session.see(&[])?.outcome.is_some();
        let mates = report.result == Verdict::Proven && (over || !report.pv.is_empty());
        let score = if mates { score(attacks, &report.pv) } else { String::new() };
        news.tell_end(&statistics, &score)?;
        if let Some(minimal) = report.proven_shortest {
            tell(if minimal { "there is no shorter mate" } else { "there may be a shorter mate" })?;
        }
        keep_certificate(self.options.certificate.as_deref(), certificate)?;
        Ok(match report.result {
            Verdict::Proven if mates => Answer::Mate(report.pv),
            Verdict::Disproven => Answer::NoMate,
            _ => Answer::Unknown,
        })
    }
}

/// What a mate is worth to the side to move, and its line.
fn score(attacks: bool, line: &[String]) -> String {
    let sign = if attacks { "" } else { "-" };
    format!(" score mate {sign}{} pv {}", line.len(), line.join(" "))
}
