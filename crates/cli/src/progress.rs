//! Progress of a search on the terminal: one line on standard error, and nothing when that is not a terminal.

use indicatif::{HumanBytes, HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use provenum_search::{INFINITE, Limits, Observer, Progress};
use std::time::Duration;

pub(crate) struct Line {
    bar: ProgressBar,
    limits: Limits,
}

impl Line {
    /// A line that shows up once a search has taken a moment.
    pub(crate) fn new(limits: &Limits, hidden: bool) -> Line {
        let target = if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
            bar.set_style(style);
        }
        Line { bar, limits: limits.clone() }
    }

    /// The largest part of a limit that is used, if there is one.
    fn budget(&self, progress: &Progress) -> Option<String> {
        let share = |used: f64, most: f64, of: &str| (most > 0.0).then(|| (used / most, of.to_owned()));
        let time = self.limits.time.and_then(|most| share(progress.elapsed.as_secs_f64(), most.as_secs_f64(), "time"));
        let nodes = self.limits.nodes.and_then(|most| share(progress.statistics.expanded as f64, most as f64, "nodes"));
        let memory = share(progress.statistics.memory as f64, self.limits.memory as f64, "memory");
        let largest = [time, nodes, memory].into_iter().flatten().max_by(|a, b| a.0.total_cmp(&b.0));
        largest.map(|(used, of)| format!("{:.0} % of the {of}", 100.0 * used))
    }
}

impl Observer for Line {
    fn progress(&mut self, progress: &Progress) {
        if self.bar.is_hidden() {
            return;
        }
        let number = |n: u32| if n == INFINITE { "∞".to_owned() } else { HumanCount(u64::from(n)).to_string() };
        let expanded = progress.statistics.expanded;
        let rate = expanded as f64 / progress.elapsed.as_secs_f64().max(1e-3);
        self.bar.set_message(format!(
            "{} · {} expanded · {}/s · proof {} disproof {} · {}{}",
            HumanDuration(Duration::from_secs(progress.elapsed.as_secs())),
            HumanCount(expanded),
            HumanCount(rate as u64),
            number(progress.root.proof),
            number(progress.root.disproof),
            HumanBytes(progress.statistics.memory),
            self.budget(progress).map(|used| format!(" · {used}")).unwrap_or_default(),
        ));
        self.bar.tick();
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
