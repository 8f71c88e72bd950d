//! Several positions of a list at the same time. What is printed comes in the order of the list.

use super::{Asking, begin_line, exit_of_list};
use crate::exit::Exit;
use crate::input::{BadLine, Lines, Written};
use anyhow::{Context, Result, anyhow};
use provenum_session::{Answered, Games, Search};
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError, mpsc};

/// A line of the list, and what has become of it.
struct Item {
    place: String,
    found: Found,
}

#[allow(clippy::large_enum_variant, reason = "there are few at a time")]
enum Found {
    /// It is being searched.
    Nothing(Written),
    Answer(Written, Result<Answered>),
    Bad(BadLine),
}

/// Positions that are read ahead for every thread.
const AHEAD: usize = 4;

pub(super) fn run(games: &Games, asking: &Asking, mut lines: Lines, keep_going: bool) -> Result<Exit> {
    let (work, jobs) = mpsc::channel::<(usize, Box<dyn Search>)>();
    let (tell, answers) = mpsc::channel();
    let jobs = Mutex::new(jobs);
    std::thread::scope(|scope| {
        for _ in 0..asking.at_once {
            let (jobs, tell, limits) = (&jobs, tell.clone(), asking.limits.clone());
            scope.spawn(move || {
                loop {
                    let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok((number, mut search)) = job else { break };
                    let answered = search.run(limits.clone(), None, &mut |_: &_| ());
                    if tell.send((number, answered.map_err(anyhow::Error::from))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(tell);
        let printed = print_in_order(games, asking, &mut lines, keep_going, work, &answers);
        if printed.is_err() {
            // Nobody wants to know the other answers any more.
            asking.limits.cancel.cancel();
        }
        printed
    })
}

/// Hands out the lines, and prints what comes back.
fn print_in_order(
    games: &Games,
    asking: &Asking,
    lines: &mut Lines,
    keep_going: bool,
    work: mpsc::Sender<(usize, Box<dyn Search>)>,
    answers: &mpsc::Receiver<(usize, Result<Answered>)>,
) -> Result<Exit> {
    let (mut all_answered, mut all_read) = (true, true);
    let (mut items, mut first): (VecDeque<Item>, usize) = (VecDeque::new(), 0);
    let mut work = Some(work);
    loop {
        while let Some(sender) = work.as_ref().filter(|_| items.len() < AHEAD * asking.at_once) {
            let line = if asking.limits.cancel.is_cancelled() { None } else { lines.next()? };
            let Some(line) = line else {
                work = None;
                break;
            };
            let found = match begin_line(games, asking, line) {
                Ok((written, search)) => {
                    sender.send((first + items.len(), search)).map_err(|_| anyhow!("a thread has ended"))?;
                    Found::Nothing(written)
                }
                Err(bad) => Found::Bad(bad),
            };
            let stop = matches!(found, Found::Bad(_)) && !keep_going;
            items.push_back(Item { place: lines.place(), found });
            if stop {
                work = None;
            }
        }
        match items.pop_front() {
            None => break,
            Some(Item { place, found: Found::Nothing(written) }) => {
                items.push_front(Item { place, found: Found::Nothing(written) });
                let (number, answered) = answers.recv().context("a thread has ended")?;
                if let Some(item) = items.get_mut(number - first)
                    && let Found::Nothing(Written { text, line }) = &mut item.found
                {
                    item.found = Found::Answer(Written { text: text.take(), line: *line }, answered);
                }
            }
            Some(Item { place, found: Found::Answer(written, answered) }) => {
                first += 1;
                let verdict = answered.and_then(|answered| asking.show(answered, &written, None));
                all_answered &= verdict.with_context(|| place)?.is_known();
            }
            Some(Item { place, found: Found::Bad(bad) }) if keep_going => {
                first += 1;
                all_read = false;
                asking.report_bad_line(&place, &bad)?;
            }
            Some(Item { place, found: Found::Bad(bad) }) => return Err(bad.error.context(place)),
        }
    }
    all_answered &= !asking.limits.cancel.is_cancelled();
    Ok(exit_of_list(all_read, all_answered))
}
