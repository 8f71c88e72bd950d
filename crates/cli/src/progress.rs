//! Progress of a search on the terminal: one line on standard error, and nothing when that is not a terminal.

use indicatif::{HumanBytes, HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use provenum_search::{INFINITE, Limits, Progress};
use provenum_session::Event;
use std::cell::Cell;
use std::time::Duration;

/// How long a search runs before the hint is given.
const PATIENCE: Duration = Duration::from_secs(10);

/// What can be done about a search that takes long. It is said once.
pub(crate) struct Hint {
    words: String,
    said: Cell<bool>,
}

impl Hint {
    /// For a search within these limits; `saved` says that checkpoints are written.
    pub(crate) fn new(limits: &Limits, saved: bool) -> Hint {
        let mut words = "This may take long. Ctrl-C stops the search and prints what is known so far.".to_owned();
        if limits.time.is_none() && limits.nodes.is_none() {
            words += "\n--time 5m or --nodes 100M stops it by itself.";
        }
        words += match saved {
            true => "\nThe checkpoint is written when it stops; --resume FILE goes on from there.",
            false => "\n--checkpoint FILE saves it, so that --resume FILE can go on later.",
        };
        words += "\n--algorithm NAME searches in another way; `provenum algorithms` lists them.";
        Hint { words, said: Cell::new(false) }
    }

    /// The words, if it is time for them and they were not said before.
    fn due(&self, elapsed: Duration) -> Option<&str> {
        (elapsed >= PATIENCE && !self.said.replace(elapsed >= PATIENCE)).then_some(&self.words)
    }
}

pub(crate) struct Line<'a> {
    limits: &'a Limits,
    hidden: bool,
    hint: Option<&'a Hint>,
    /// Made when there is something to show: most searches of a long list are over before that.
    bar: Option<ProgressBar>,
}

impl<'a> Line<'a> {
    /// A line that shows up once a search has taken a moment.
    pub(crate) fn new(limits: &'a Limits, hidden: bool, hint: Option<&'a Hint>) -> Line<'a> {
        Line { limits, hidden, hint, bar: None }
    }

    /// The largest part of a limit that is used, if there is one.
    fn budget(&self, progress: &Progress) -> Option<String> {
        let share = |used: f64, most: f64, of: &str| (most > 0.0).then(|| (used / most, of.to_owned()));
        let time = self.limits.time.and_then(|most| share(progress.elapsed.as_secs_f64(), most.as_secs_f64(), "time"));
        let nodes = self.limits.nodes.and_then(|most| share(progress.statistics.expanded as f64, most as f64, "node"));
        let memory = share(progress.statistics.memory as f64, self.limits.memory as f64, "memory");
        let largest = [time, nodes, memory].into_iter().flatten().max_by(|a, b| a.0.total_cmp(&b.0));
        largest.map(|(used, of)| format!("{:.0} % of the {of} limit", 100.0 * used))
    }
}

impl Line<'_> {
    /// Shows how far a search has come.
    pub(crate) fn event(&mut self, event: &Event) {
        if let Event::Progress(progress) = event {
            self.progress(progress);
        }
    }

    fn progress(&mut self, progress: &Progress) {
        if self.hidden || self.bar.get_or_insert_with(new_bar).is_hidden() {
            return;
        }
        let number = |n: u32| if n == INFINITE { "∞".to_owned() } else { HumanCount(u64::from(n)).to_string() };
        let expanded = progress.statistics.expanded;
        let rate = expanded as f64 / progress.elapsed.as_secs_f64().max(1e-3);
        let message = format!(
            "{} · {} expanded · {}/s · proof {} disproof {} · {}{}",
            HumanDuration(Duration::from_secs(progress.elapsed.as_secs())),
            HumanCount(expanded),
            HumanCount(rate as u64),
            number(progress.root.proof),
            number(progress.root.disproof),
            HumanBytes(progress.statistics.memory),
            self.budget(progress).map(|used| format!(" · {used}")).unwrap_or_default(),
        );
        if let Some(bar) = &self.bar {
            if let Some(words) = self.hint.and_then(|hint| hint.due(progress.elapsed)) {
                bar.println(words);
            }
            bar.set_message(message);
            bar.tick();
        }
    }
}

impl Drop for Line<'_> {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn new_bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    match ProgressStyle::with_template("{spinner} {msg}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hint_comes_after_ten_seconds_and_once() {
        let hint = Hint::new(&Limits::default(), false);
        assert_eq!(hint.due(Duration::from_millis(9_999)), None);
        assert!(hint.due(Duration::from_secs(10)).is_some_and(|words| words.contains("Ctrl-C")));
        assert_eq!(hint.due(Duration::from_secs(11)), None);
    }

    #[test]
    fn the_hint_does_not_offer_what_was_asked_for() {
        let says = |limits: &Limits, saved, word: &str| Hint::new(limits, saved).words.contains(word);
        let limited = Limits { nodes: Some(5), ..Limits::default() };
        assert!(says(&Limits::default(), false, "--time") && !says(&limited, false, "--time"));
        assert!(says(&limited, false, "--checkpoint") && !says(&limited, true, "--checkpoint"));
        assert!(says(&limited, true, "--resume"));
    }
}
