//! Searches that run while others look on: a few at once, a short queue, and one budget of memory for all.

use crate::library::Library;
use crate::news::News;
use crate::problem::Problem;
use axum::http::StatusCode;
use provenum_search::{Cancel, INFINITE, Limits};
use provenum_session::{Answered, Event, Games, Phase, Report, Search};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How many may wait, and how many that ended are kept.
const QUEUE: usize = 16;
const KEPT: usize = 64;
/// What one search may use if others are let in.
const STRANGERS_TIME: Duration = Duration::from_secs(60);
const STRANGERS_MEMORY: u64 = 256 << 20;

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum State {
    Queued,
    Running,
    Done,
    Failed,
}

/// What is asked of a search, as it was asked.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Asked {
    pub(crate) game: String,
    pub(crate) parameters: BTreeMap<String, String>,
    pub(crate) position: String,
    pub(crate) line: Vec<String>,
    pub(crate) claim: String,
    pub(crate) algorithm: String,
    /// The same as a command line.
    pub(crate) command: String,
}

/// What may be used.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Allowed {
    pub(crate) time: Option<Duration>,
    pub(crate) nodes: Option<u64>,
    pub(crate) memory: Option<u64>,
}

pub(crate) struct Job {
    pub(crate) id: u64,
    pub(crate) asked: Asked,
    pub(crate) news: News,
    inner: Mutex<Inner>,
}

struct Inner {
    state: State,
    cancel: Cancel,
    limits: Limits,
    /// What it knows, as long as there is no answer.
    search: Option<Box<dyn Search>>,
    report: Option<Report>,
    words: Option<String>,
    proof: Option<String>,
    error: Option<String>,
}

impl Job {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn state(&self) -> State {
        self.inner().state
    }

    /// What is told of it.
    pub(crate) fn told(&self) -> Value {
        let inner = self.inner();
        json!({
            "id": self.id.to_string(),
            "state": inner.state,
            "asked": self.asked,
            "resumable": inner.state == State::Done && inner.search.is_some(),
            "progress": self.news.last_progress(),
            "answer": inner.words,
            "report": inner.report,
            "proof": inner.proof,
            "error": inner.error,
        })
    }

    /// Ends it with what it has found so far.
    pub(crate) fn stop(&self) {
        self.inner().cancel.cancel();
    }
}

pub(crate) struct Searches {
    most: usize,
    memory: u64,
    strangers: bool,
    all: Mutex<All>,
}

#[derive(Default)]
struct All {
    next: u64,
    jobs: BTreeMap<u64, Arc<Job>>,
    queue: VecDeque<Arc<Job>>,
    running: usize,
}

impl Searches {
    pub(crate) fn new(most: usize, memory: u64, strangers: bool) -> Searches {
        Searches { most: most.max(1), memory, strangers, all: Mutex::default() }
    }

    fn all(&self) -> MutexGuard<'_, All> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn list(&self) -> Vec<Arc<Job>> {
        self.all().jobs.values().cloned().collect()
    }

    pub(crate) fn get(&self, id: &str) -> Option<Arc<Job>> {
        self.all().jobs.get(&id.parse().ok()?).cloned()
    }

    /// How many run and wait.
    pub(crate) fn load(&self) -> (usize, usize) {
        let all = self.all();
        (all.running, all.queue.len())
    }

    pub(crate) fn most(&self) -> usize {
        self.most
    }

    /// Every search has the same share of the memory, so that all together never take more.
    fn share(&self) -> u64 {
        // Those that were stopped and can go on keep what they know: there are as many of them at most.
        let share = self.memory / (2 * self.most as u64);
        if self.strangers { share.min(STRANGERS_MEMORY) } else { share }
    }

    fn limits(&self, allowed: Allowed) -> Limits {
        let longest = self.strangers.then_some(STRANGERS_TIME);
        Limits {
            time: [allowed.time, longest].into_iter().flatten().min(),
            nodes: allowed.nodes,
            memory: allowed.memory.unwrap_or(u64::MAX).min(self.share()),
            ..Limits::default()
        }
    }

    /// Takes a search into the queue, unless that is full.
    pub(crate) fn add(
        self: &Arc<Self>,
        search: Box<dyn Search>,
        asked: Asked,
        allowed: Allowed,
        shelf: &Shelf,
    ) -> Result<Arc<Job>, Problem> {
        let limits = self.limits(allowed);
        let mut all = self.all();
        busy(&all, self.most)?;
        all.next += 1;
        let inner = Inner {
            state: State::Queued,
            cancel: limits.cancel.clone(),
            limits,
            search: Some(search),
            report: None,
            words: None,
            proof: None,
            error: None,
        };
        let job = Arc::new(Job { id: all.next, asked, news: News::default(), inner: Mutex::new(inner) });
        all.jobs.insert(job.id, Arc::clone(&job));
        all.queue.push_back(Arc::clone(&job));
        forget(&mut all);
        drop(all);
        self.advance(shelf);
        Ok(job)
    }

    /// Lets a search that was stopped go on, within other limits.
    pub(crate) fn resume(self: &Arc<Self>, job: &Arc<Job>, allowed: Allowed, shelf: &Shelf) -> Result<(), Problem> {
        let limits = self.limits(allowed);
        let mut all = self.all();
        busy(&all, self.most)?;
        let mut inner = job.inner();
        if inner.state != State::Done || inner.search.is_none() {
            return Err(Problem::new(StatusCode::CONFLICT, "this search has nothing to go on with"));
        }
        (inner.state, inner.cancel, inner.limits) = (State::Queued, limits.cancel.clone(), limits);
        drop(inner);
        job.news.go_on();
        all.queue.push_back(Arc::clone(job));
        drop(all);
        self.advance(shelf);
        Ok(())
    }

    /// Stops a search and forgets it.
    pub(crate) fn remove(&self, job: &Job) {
        job.stop();
        let mut all = self.all();
        all.jobs.remove(&job.id);
        all.queue.retain(|queued| queued.id != job.id);
    }

    /// Starts what waits, as long as there is room.
    fn advance(self: &Arc<Self>, shelf: &Shelf) {
        loop {
            let job = {
                let mut all = self.all();
                if all.running >= self.most {
                    return;
                }
                let Some(job) = all.queue.pop_front() else { return };
                all.running += 1;
                keep_few(&all, self.most);
                job
            };
            let (searches, shelf, worker) = (Arc::clone(self), shelf.clone(), Arc::clone(&job));
            let started = std::thread::Builder::new().name(format!("search {}", job.id)).spawn(move || {
                run(&worker, &shelf);
                searches.all().running -= 1;
                searches.advance(&shelf);
            });
            if let Err(error) = started {
                self.all().running -= 1;
                failed(&job, &format!("no thread could be started: {error}"));
            }
        }
    }

    /// Stops everything, at the end.
    pub(crate) fn stop_all(&self) {
        let mut all = self.all();
        all.queue.clear();
        all.jobs.values().for_each(|job| job.stop());
    }
}

/// What a search needs to hand over its proof.
#[derive(Clone)]
pub(crate) struct Shelf {
    pub(crate) games: Games,
    pub(crate) library: Arc<Library>,
}

fn busy(all: &All, most: usize) -> Result<(), Problem> {
    if all.running >= most && all.queue.len() >= QUEUE {
        let detail = format!("{} searches are running and {QUEUE} are waiting; try again later", all.running);
        return Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, detail));
    }
    Ok(())
}

/// Forgets the oldest that ended.
fn forget(all: &mut All) {
    while all.jobs.len() > KEPT + QUEUE {
        let ended = all.jobs.values().find(|job| matches!(job.state(), State::Done | State::Failed));
        let Some(id) = ended.map(|job| job.id) else { return };
        all.jobs.remove(&id);
    }
}

/// Of the searches that could go on, as many as may run at once keep their memory: the last ones.
fn keep_few(all: &All, most: usize) {
    let stopped = all.jobs.values().rev().filter(|job| {
        let inner = job.inner();
        inner.state == State::Done && inner.search.is_some()
    });
    stopped.skip(most).for_each(|job| job.inner().search = None);
}

fn failed(job: &Job, error: &str) {
    let mut inner = job.inner();
    (inner.state, inner.error) = (State::Failed, Some(error.to_owned()));
    drop(inner);
    job.news.tell("failed", &json!({ "error": error }));
}

fn run(job: &Job, shelf: &Shelf) {
    let (search, limits) = {
        let mut inner = job.inner();
        inner.state = State::Running;
        (inner.search.take(), inner.limits.clone())
    };
    let Some(mut search) = search else { return failed(job, "there is nothing to search") };
    let mut listener = |event: &Event| tell(job, event);
    // A fault of a search must not take the server with it.
    let answered = catch_unwind(AssertUnwindSafe(|| search.run(limits, None, &mut listener)));
    match answered {
        Err(_) => failed(job, "the search has failed: a fault of this program"),
        Ok(Err(error)) => failed(job, &error.to_string()),
        Ok(Ok(answered)) => done(job, search, &answered, shelf),
    }
}

fn done(job: &Job, search: Box<dyn Search>, answered: &Answered, shelf: &Shelf) {
    let details = answered.details();
    let words = details.answer + &details.explanation;
    let certificate = answered.certificate.as_ref().and_then(|certificate| certificate.as_ref().ok());
    let proof = certificate.and_then(|certified| {
        Some(shelf.library.add(&shelf.games, certified.bytes.clone().into(), true).ok()?.id.clone())
    });
    let news = json!({ "report": answered.report, "answer": words, "proof": proof });
    let mut inner = job.inner();
    inner.search = Some(search).filter(|_| !answered.report.result.is_known());
    inner.report = Some(answered.report.clone());
    (inner.words, inner.proof, inner.state) = (Some(words), proof, State::Done);
    drop(inner);
    job.news.tell("done", &news);
}

/// Passes on what happens.
fn tell(job: &Job, event: &Event) {
    match event {
        Event::Phase(phase) => {
            let name = match phase {
                Phase::Search => "search",
                Phase::Shorten => "shorten",
                Phase::FirstMoves => "first moves",
                Phase::Certify => "certify",
            };
            job.news.tell("phase", &json!({ "phase": name }));
        }
        Event::Claim(claim) => job.news.tell("claim", &json!({ "claim": claim.to_string() })),
        Event::Settled(claim, holds) => {
            job.news.tell("settled", &json!({ "claim": claim.to_string(), "holds": holds }));
        }
        Event::Line(line) => job.news.tell("line", &json!({ "line": line })),
        Event::Progress(progress) => {
            let finite = |number: u32| (number != INFINITE).then_some(number);
            let (seconds, expanded) = (progress.elapsed.as_secs_f64(), progress.statistics.expanded);
            job.news.progress(&json!({
                "seconds": seconds,
                "expanded": expanded,
                "per_second": if seconds > 0.0 { expanded as f64 / seconds } else { 0.0 },
                "proof": finite(progress.root.proof),
                "disproof": finite(progress.root.disproof),
                "memory": progress.statistics.memory,
            }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_searches_share_one_memory_and_strangers_get_little_time() {
        let hour = Duration::from_secs(3600);
        let asked = Allowed { time: Some(hour), nodes: None, memory: Some(1 << 40) };
        let own = Searches::new(3, 6 << 30, false).limits(asked);
        assert_eq!((own.time, own.memory), (Some(hour), 1 << 30));
        let strangers = Searches::new(3, 6 << 30, true);
        let limits = strangers.limits(asked);
        assert_eq!((limits.time, limits.memory), (Some(STRANGERS_TIME), STRANGERS_MEMORY));
        assert_eq!(strangers.limits(Allowed::default()).time, Some(STRANGERS_TIME));
    }
}
