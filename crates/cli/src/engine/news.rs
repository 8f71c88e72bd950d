//! How far a search has come, told now and then.

use super::say;
use anyhow::Result;
use provenum_search::{Progress, Statistics};
use provenum_session::Event;
use std::time::{Duration, Instant};

/// Tells now and then how far a search has come.
pub(crate) struct News {
    start: Instant,
    interval: Option<Duration>,
    /// When to tell next, if ever.
    next: Option<Duration>,
    /// Nodes of the searches before this one.
    before: u64,
    /// What the present search has done when it was last heard of.
    seen: Statistics,
    /// What is told of a line that mates, as the protocol has it.
    score: Score,
}

/// Says what a line is worth.
type Score = Box<dyn Fn(&[String]) -> String>;

impl News {
    /// Begins now, and tells something so often, if ever.
    pub(crate) fn new(interval: Option<Duration>, score: Score) -> News {
        News { start: Instant::now(), next: interval, interval, before: 0, seen: Statistics::default(), score }
    }

    /// Tells what a search has done, and something more.
    pub(crate) fn tell_end(&self, statistics: &Statistics, more: &str) -> Result<()> {
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

impl News {
    pub(crate) fn hear(&mut self, event: &Event) {
        match event {
            Event::Progress(progress) => self.progress(progress),
            // If nobody listens any more, the end of the input will tell.
            Event::Line(line) if !line.is_empty() => {
                let _ = say(&self.line(self.before + self.seen.expanded, &self.seen, &(self.score)(line)));
            }
            _ => {}
        }
    }

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
