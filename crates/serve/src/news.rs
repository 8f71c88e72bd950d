//! What a search tells: numbered events, kept for those who come late or come back.

use serde_json::Value;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::broadcast;

/// How many points of the curve are kept, and how many other events.
const POINTS: usize = 400;
const OTHERS: usize = 400;
/// How far a slow reader may be behind.
const BEHIND: usize = 256;

/// Something that was told.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    pub(crate) number: u64,
    pub(crate) kind: &'static str,
    pub(crate) data: String,
}

impl Told {
    /// Whether nothing is told after it, unless the search goes on.
    pub(crate) fn is_last(&self) -> bool {
        matches!(self.kind, "done" | "failed")
    }
}

#[derive(Debug)]
pub(crate) struct News {
    kept: Mutex<Kept>,
    sender: broadcast::Sender<Arc<Told>>,
}

#[derive(Default, Debug)]
struct Kept {
    next: u64,
    events: VecDeque<Arc<Told>>,
    last: Option<Value>,
}

impl Default for News {
    fn default() -> News {
        News { kept: Mutex::default(), sender: broadcast::channel(BEHIND).0 }
    }
}

impl News {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells something to all who listen, and keeps it.
    pub(crate) fn tell(&self, kind: &'static str, data: &Value) {
        let mut kept = self.kept();
        kept.next += 1;
        let told = Arc::new(Told { number: kept.next, kind, data: data.to_string() });
        kept.events.push_back(Arc::clone(&told));
        thin(&mut kept.events);
        // Nobody need listen.
        let _ = self.sender.send(told);
    }

    /// The search goes on: what was told of its end is no longer so.
    pub(crate) fn go_on(&self) {
        self.kept().events.retain(|told| !told.is_last());
    }

    /// Tells how far it has come.
    pub(crate) fn progress(&self, data: &Value) {
        self.kept().last = Some(data.clone());
        self.tell("progress", data);
    }

    pub(crate) fn last_progress(&self) -> Option<Value> {
        self.kept().last.clone()
    }

    /// What was told after this number, and whatever will be.
    pub(crate) fn since(&self, number: u64) -> (Vec<Arc<Told>>, broadcast::Receiver<Arc<Told>>) {
        let kept = self.kept();
        let missed = kept.events.iter().filter(|told| told.number > number).cloned().collect();
        (missed, self.sender.subscribe())
    }
}

/// Leaves out every second point of the curve when there are too many, and the oldest of the rest.
fn thin(events: &mut VecDeque<Arc<Told>>) {
    let points = events.iter().filter(|told| told.kind == "progress").count();
    if points > POINTS {
        let mut place = 0;
        events.retain(|told| {
            place += usize::from(told.kind == "progress");
            told.kind != "progress" || place % 2 == 0
        });
    }
    if events.len() - points.min(events.len()) > OTHERS
        && let Some(oldest) = events.iter().position(|told| told.kind != "progress")
    {
        events.remove(oldest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn who_comes_late_gets_a_thinned_curve_and_who_comes_back_the_rest() {
        let news = News::default();
        news.tell("claim", &json!({}));
        for point in 0..5_000 {
            news.progress(&json!({ "expanded": point }));
        }
        let (all, _) = news.since(0);
        assert!(all.len() <= POINTS + 1 && all.len() > POINTS / 3);
        assert_eq!(all[0].kind, "claim");
        assert!(all.is_sorted_by_key(|told| told.number));
        let (rest, _) = news.since(4_990);
        assert!(rest.iter().all(|told| told.number > 4_990) && !rest.is_empty());
    }
}
