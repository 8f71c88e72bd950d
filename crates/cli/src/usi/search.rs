//! A search, and its answer.

use super::options::Options;
use super::{milliseconds, say, tell};
use crate::certify::{Target, certify};
use crate::shortest::minimise;
use anyhow::Result;
use provenum_game::{Claim, Game, Notation, Player, Status};
use provenum_games::TsumeShogi;
use provenum_games::tsume_shogi::{Move, Position};
use provenum_search::{
    Algorithm, Cancel, Evaluation, Limits, Observer, Progress, Question, Statistics, Workspace, evaluate_in,
};
use std::str::SplitWhitespace;
use std::time::{Duration, Instant};

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
    pub(super) position: Result<(TsumeShogi, Position), String>,
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
            Ok((game, position)) => self.search(game, position)?,
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
                        tell("no mate was found, and this engine knows nothing else")?;
                        say("bestmove resign")
                    }
                }
            }
        }
    }

    fn search(&self, game: &TsumeShogi, position: &Position) -> Result<Answer> {
        let Options { memory, nodes, interval, .. } = self.options;
        let limits = Limits { time: None, nodes, memory, cancel: self.cancel.clone() };
        let mut news = News { start: Instant::now(), next: interval, interval, before: 0, seen: Statistics::default() };
        let mut workspace = Workspace::default();
        let algorithm = Algorithm::default();
        let question = Question::Claim(Claim::win(Player::First));
        let mut evaluation = evaluate_in(&mut workspace, &algorithm, game, position, question, &limits, &mut news);
        let Some(settled) = evaluation.claims.last() else { return Ok(Answer::Unknown) };
        let status = settled.answer.status;
        if status == Status::Disproven {
            news.tell_end(&evaluation.statistics, "")?;
            self.keep_certificate(game, position, &evaluation)?;
            return Ok(Answer::NoMate);
        }
        let Some(proof) = settled.answer.solution.as_ref().ok().filter(|_| status == Status::Proven) else {
            news.tell_end(&evaluation.statistics, "")?;
            return Ok(Answer::Unknown);
        };
        let mut line = names(position, &proof.line(&settled.problem));
        news.tell_end(&evaluation.statistics, &score(position, &line))?;
        if self.options.shortest {
            news.seen = Statistics::default();
            news.before = evaluation.statistics.expanded;
            let left = Limits { nodes: nodes.map(|nodes| nodes.saturating_sub(news.before)), ..limits };
            if let Some(shortest) = minimise(&mut workspace, &algorithm, &mut evaluation, &left, &mut news) {
                line = names(position, &shortest.line);
                news.tell_end(&evaluation.statistics, &score(position, &line))?;
                tell(match shortest.proven {
                    true => "there is no shorter mate",
                    false => "there may be a shorter mate",
                })?;
            }
        }
        drop(workspace);
        self.keep_certificate(game, position, &evaluation)?;
        Ok(Answer::Mate(line))
    }

    /// Writes the certificate, if that is wanted.
    fn keep_certificate(
        &self,
        game: &TsumeShogi,
        position: &Position,
        evaluation: &Evaluation<'_, TsumeShogi>,
    ) -> Result<()> {
        let Some(path) = &self.options.certificate else { return Ok(()) };
        let written = Target::open(path).and_then(|mut target| certify(game, position, evaluation, Some(&mut target)));
        match written {
            Ok(proof) => match proof.reason {
                None => tell(&format!("certificate of {} positions in {}", proof.positions, path.display())),
                Some(reason) => tell(&format!("no certificate: {reason}")),
            },
            Err(error) => tell(&format!("no certificate: {error:#}")),
        }
    }
}

fn names(position: &Position, line: &[Move]) -> Vec<String> {
    let mut position = *position;
    let name = |&mv: &Move| {
        let name = TsumeShogi.format_move(&position, mv);
        position = TsumeShogi.play(&position, mv);
        name
    };
    line.iter().map(name).collect()
}

/// What a mate is worth to the side to move, and its line.
fn score(position: &Position, line: &[String]) -> String {
    let sign = if TsumeShogi.to_move(position) == Player::First { "" } else { "-" };
    format!(" score mate {sign}{} pv {}", line.len(), line.join(" "))
}

/// Tells now and then how far a search has come.
struct News {
    start: Instant,
    interval: Option<Duration>,
    /// When to tell next, if ever.
    next: Option<Duration>,
    /// Nodes of the searches before this one.
    before: u64,
    /// What the present search has done when it was last heard of.
    seen: Statistics,
}

impl News {
    /// Tells what a search has done, and something more.
    fn tell_end(&self, statistics: &Statistics, more: &str) -> Result<()> {
        say(&self.line(statistics.expanded, statistics, more))
    }

    fn line(&self, nodes: u64, statistics: &Statistics, more: &str) -> String {
        let time = self.start.elapsed();
        let per_second = (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
        let full = 1000 * statistics.entries / statistics.capacity.max(1);
        let (depth, time) = (statistics.depth, time.as_millis());
        format!("info depth {depth} time {time} nodes {nodes} nps {per_second} hashfull {full}{more}")
    }
}

impl Observer for News {
    fn progress(&mut self, progress: &Progress) {
        if progress.statistics.expanded < self.seen.expanded {
            // Another search: a shortest mate takes several.
            self.before += self.seen.expanded;
        }
        self.seen = progress.statistics;
        let (Some(interval), elapsed) = (self.interval, self.start.elapsed()) else { return };
        if self.next.is_some_and(|next| elapsed >= next) {
            self.next = Some(elapsed + interval);
            // If nobody listens any more, the end of the input will tell.
            let _ = say(&self.line(self.before + progress.statistics.expanded, &progress.statistics, ""));
        }
    }
}
