//! A search, and its answer.

use super::options::Options;
use crate::engine::{News, keep_certificate, milliseconds, say, tell};
use anyhow::Result;
use provenum_game::{Attack, Game, Notation, Parameters};
use provenum_games::Chess;
use provenum_games::chess::Position;
use provenum_search::{Algorithm, Cancel, Limits};
use provenum_session::{Answered, Certify, Games, Lengths, Request, Verdict};
use std::str::SplitWhitespace;
use std::time::Duration;

/// What `go` asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Order {
    /// A mate in so many moves.
    mate: Option<usize>,
    /// Nodes to expand.
    nodes: Option<u64>,
    /// Whether the answer waits for `stop`.
    infinite: bool,
}

impl Order {
    /// Reads what follows `go`, and how long it may take.
    pub(super) fn read(words: SplitWhitespace<'_>) -> (Order, Option<Duration>) {
        let words: Vec<&str> = words.collect();
        let after = |name: &str| {
            let place = words.iter().position(|&word| word == name)?;
            words.get(place + 1).copied()
        };
        let time = |name| after(name).and_then(milliseconds);
        let order = Order {
            mate: after("mate").and_then(|moves| moves.parse().ok()),
            nodes: after("nodes").and_then(|nodes| nodes.parse().ok()),
            infinite: words.contains(&"infinite") || words.contains(&"ponder"),
        };
        // A tenth of the time that is left, if nothing else is said.
        let left = || time("wtime").into_iter().chain(time("btime")).min().map(|time| time / 10);
        let time = if order.infinite { None } else { time("movetime").or_else(left) };
        (order, time)
    }
}

/// Something to search.
pub(super) struct Job {
    /// What to search, or why it cannot be.
    pub(super) position: Result<Position, String>,
    pub(super) order: Order,
    pub(super) options: Options,
    pub(super) cancel: Cancel,
}

/// How often is told how far a search has come.
const INTERVAL: Duration = Duration::from_secs(1);

impl Job {
    /// Searches, and answers.
    pub(super) fn run(self) -> Result<()> {
        let best = match &self.position {
            Ok(position) => self.search(position)?,
            Err(problem) => {
                tell(problem)?;
                None
            }
        };
        while self.order.infinite && !self.cancel.is_cancelled() {
            std::thread::sleep(Duration::from_millis(5));
        }
        say(&format!("bestmove {}", best.as_deref().unwrap_or("(none)")))
    }

    /// The first move of a mate, if one is found.
    fn search(&self, position: &Position) -> Result<Option<String>> {
        let text = Chess::default().format_position(position);
        let session = Games::built_in().open(Chess::INFO.name, &Parameters::new(), Some(&text))?;
        if Chess::default().outcome(position).is_some() {
            let mated = position.in_check(position.turn());
            say(&format!("info depth 0 score {}", if mated { "mate 0" } else { "cp 0" }))?;
            return Ok(None);
        }
        let limits = Limits {
            nodes: self.order.nodes,
            memory: self.options.memory,
            cancel: self.cancel.clone(),
            ..Limits::default()
        };
        let root = *position;
        let mut news = News::new(Some(INTERVAL), Box::new(move |line| score(&root, line)));
        // Whether there is a mate in so many moves is known when the shortest one is.
        let shortest = self.options.shortest || self.order.mate.is_some();
        let request = Request {
            certify: if self.options.certificate.is_some() { Certify::Always } else { Certify::Small },
            algorithm: Some(
                Algorithm::default().set("threads", &self.options.threads.to_string())?.attacking(self.options.attack),
            ),
            lengths: shortest.then_some(Lengths::Shortest),
            ..Request::of_game(session.info())
        };
        let mut search = session.search(&[], request)?;
        let Answered { report, certificate, statistics, .. } =
            search.run(limits, None, &mut |event: &_| news.hear(event))?;
        // Without a proof that could be read there is no line, and without a line no mate can be told.
        let mates = report.result == Verdict::Proven && !report.pv.is_empty();
        let end = if mates { score(position, &report.pv) } else { String::new() };
        news.tell_end(&statistics, &end)?;
        match (mates, report.result) {
            (true, _) => self.tell_length(report.pv.len().div_ceil(2), report.proven_shortest)?,
            (false, Verdict::Disproven) if self.options.attack != Attack::All => {
                tell(&format!("there is no mate by {} moves only; others were not tried", self.options.attack))?;
            }
            (false, Verdict::Disproven) => tell("there is no mate: the other side can always escape")?,
            (false, _) => tell("no mate was found, and this engine only searches for mates")?,
        }
        keep_certificate(self.options.certificate.as_deref(), certificate)?;
        Ok(mates.then(|| written(position, &report.pv).swap_remove(0)))
    }

    fn tell_length(&self, moves: usize, minimal: Option<bool>) -> Result<()> {
        match (minimal, self.order.mate) {
            (Some(true), Some(wanted)) if moves > wanted => {
                tell(&format!("there is no mate in {wanted}; the shortest mate takes {moves} moves"))
            }
            (Some(true), _) => tell("there is no shorter mate"),
            (Some(false), _) => tell("there may be a shorter mate"),
            (None, _) => Ok(()),
        }
    }
}

/// A line as chess programs write it.
fn written(position: &Position, line: &[String]) -> Vec<String> {
    let mut position = *position;
    let name = |name: &String| {
        let mv = Chess::default().parse_move(&position, name).ok()?;
        let written = Chess::uci(&position, mv);
        position = Chess::default().play(&position, mv);
        Some(written)
    };
    line.iter().map_while(name).collect()
}

/// What a mate is worth to the side to move, and its line.
fn score(position: &Position, line: &[String]) -> String {
    format!(" score mate {} pv {}", line.len().div_ceil(2), written(position, line).join(" "))
}
