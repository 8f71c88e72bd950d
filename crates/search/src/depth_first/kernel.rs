//! The kernel of all depth-first proof-number searches: multiple iterative deepening (Nagai 2002) on an explicit stack.
//!
//! It goes down to a best child with thresholds that say when a sibling becomes better, and comes back with new numbers.
//! A frame of the stack keeps its children's numbers: what a visit brings back goes into the frame, and the table is only
//! a hint for children that were not visited from it. So a table that loses entries costs time, and never progress or
//! truth. Child keys are known before the children exist: all their buckets are asked for before the first is read.
//!
//! **Cycles.** A child that is on the path already is disproven there, because going round never helps the OR side. A
//! disproof that rests on this holds for the present path only. Each keeps the place on the path of the highest node that
//! it rests on; only when the search is back at that node, or above it where nothing else is needed, is it true for every
//! path. Proofs never rest on a cycle. Where repeating is lost for the one who does it instead, both do, and what rests on
//! any repetition holds for its path only. What becomes of such results is in [`super::history`].

mod dominance;
mod expand;
mod groups;
mod job;
mod memory;
mod resume;
mod second_level;
mod slot;

use self::expand::Expansion;
use self::groups::{one_of_each_group, those_that_count};
pub(super) use self::job::{Found, Report};
pub(super) use self::slot::Slot;
use self::slot::{UNKNOWN, best_above};
use super::backup::{Backup, Pair, Summary};
use super::cap::Cap;
use super::history::History;
use super::loops::{Loops, PATIENCE, PATIENCE_WITHOUT_CYCLES, without_old};
use super::places::Places;
use super::sharing::summary_with_shared;
use super::threshold::{Increment, Scheme};
use crate::ask::Ask;
use crate::best_first::SecondLevel;
use crate::number::{LARGEST, Numbers};
use crate::table::{Entry, Facts, Table};
use crate::{EstimateRule, Meter, Statistics, StopReason};
use provenum_game::{AndOr, Estimate, Holding, Kind, Status};

/// What makes the kernel one variant or the other.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Rules {
    pub(super) backup: Backup,
    pub(super) scheme: Scheme,
    pub(super) increment: Increment,
    pub(super) estimate: EstimateRule,
    /// Whether steps cost something by themselves.
    pub(super) costs: bool,
    /// Whether a child is tested for the end of the game only when the search goes to it.
    pub(super) delayed: bool,
    /// Whether what is known before the end counts.
    pub(super) known: bool,
    pub(super) history: History,
    pub(super) loops: Loops,
    /// Whether a solution is tried on similar siblings.
    pub(super) simulate: bool,
    /// Whether it counts what the OR side holds.
    pub(super) dominance: bool,
    /// Whether numbers of open nodes bound each other where it holds more or less.
    pub(super) bounds: bool,
    /// Whether of steps in one group only one counts at a time.
    pub(super) groups: bool,
    /// Whether numbers are cut down while hardly any node is new.
    pub(super) adaptive: bool,
    /// Whether a node that was never seen is first searched by a small best-first search.
    pub(super) second_level: Option<SecondLevel>,
}

impl Rules {
    /// Whether numbers are plain sums and minima.
    fn are_sums(&self, problem: &impl AndOr) -> bool {
        let groups = problem.has_groups() && self.groups;
        let distances = self.loops == Loops::Distance && problem.cyclic();
        self.backup == Backup::Sum && self.scheme == Scheme::DfPn && !groups && !distances
    }
}

/// What is known by what the OR side holds takes this part of what the table takes.
pub(super) const FACTS_SHARE: u64 = 8;

/// A result that holds whatever the path.
pub(super) const INDEPENDENT: u32 = u32::MAX;

/// A node on the path from the root to where the search is.
pub(super) struct Frame<P: AndOr> {
    pub(super) node: P::Node,
    pub(super) key: u64,
    /// The code of the path to it.
    code: u64,
    pub(super) kind: Kind,
    /// Where its children begin in the array of all.
    pub(super) first: usize,
    /// The child that the search has gone to.
    pub(super) current: usize,
    /// Whether the search has gone to a child at all.
    has_gone: bool,
    /// Its least distance from the root.
    distance: u32,
    /// Whether it may be in a loop: then the search does not leave it before there was some progress.
    controlled: bool,
    /// How much progress there was when the search came here.
    progress: u64,
    /// Which children share a descendant.
    pub(super) marks: u64,
    threshold: Pair,
    /// PDS: the least near number it may have, which never falls.
    floor: u32,
    /// Mean of the children's first near numbers.
    average: u32,
    /// Of the children that were lost at once, the highest place on the path that one rests on.
    lost_rests_on: u32,
    /// Where another node of the path stands that has the same key, as positions may that mirror each other.
    shadowed: Option<u32>,
    /// What the OR side holds, and where on the path all else was last the same.
    counts: u64,
    same_rest: Option<u32>,
    /// Nodes expanded here and below.
    work: u64,
}

pub(super) struct Kernel<'a, P: AndOr> {
    pub(super) problem: &'a P,
    pub(super) rules: Rules,
    /// Whether a node's numbers are plain sums and minima of its children's, as they nearly always are.
    sums: bool,
    /// What numbers count at most.
    cap: Cap,
    /// Whether anything is known before the end.
    pub(super) knows: bool,
    pub(super) table: Table,
    /// Solved nodes by what the OR side holds, if it holds anything in this problem.
    pub(super) facts: Option<Facts>,
    pub(super) statistics: Statistics,
    /// The root's numbers, as of the last time that the search was there.
    pub(super) root: Numbers,
    /// What was done with the table before.
    pub(super) done_before: Statistics,
    /// What others have done who take turns with it.
    pub(super) done_beside: Statistics,
    pub(super) frames: Vec<Frame<P>>,
    /// How many frames stand above the node that the search began at: the way to it, with no children but the next.
    pub(super) base: usize,
    /// What came of the node that a job began at, if the search is one of several that share the work.
    pub(super) report: Option<Report>,
    /// The children of all frames, one frame's after the other's.
    pub(super) slots: Vec<Slot>,
    /// Where on the path a key stands, if that matters.
    pub(super) places: Places,
    /// Where on the path the OR side may have held more or less, with the same rest.
    rests: Places,
    /// What the OR side holds at the children that were generated last.
    holdings: Vec<Holding>,
    /// All bits of all that the OR side was ever seen to hold.
    held_bits: u64,
    /// Whether the first numbers of all these came with them.
    estimated: bool,
    /// Nodes visited that were not known before, and nodes solved.
    progress: u64,
    /// Visits since the last progress.
    stale: u64,
    moves: Vec<P::Step>,
    /// Bytes that the path may take.
    longest: u64,
    /// The keys on the way that a resumed search goes back to.
    pub(super) guide: Vec<u64>,
    /// The step that solved the last node that the search came back from, if the side to choose there won.
    pub(super) winning_step: Option<P::Step>,
}

impl<'a, P: AndOr> Kernel<'a, P> {
    pub(super) fn new(problem: &'a P, rules: Rules, table: Table, facts: Option<Facts>) -> Self {
        let wanted = problem.has_holdings() && rules.dominance;
        let new = || Facts::new(table.most_memory() / FACTS_SHARE);
        let facts = if wanted { facts.or_else(new) } else { None };
        Kernel {
            problem,
            rules,
            sums: rules.are_sums(problem),
            cap: Cap::NONE,
            knows: rules.known && problem.knows(),
            table,
            facts,
            statistics: Statistics::default(),
            root: Numbers::UNIT,
            done_before: Statistics::default(),
            done_beside: Statistics::default(),
            frames: Vec::new(),
            base: 0,
            report: None,
            slots: Vec::new(),
            places: Places::default(),
            rests: Places::default(),
            holdings: Vec::new(),
            held_bits: 0,
            estimated: false,
            progress: 0,
            stale: 0,
            moves: Vec::new(),
            longest: u64::MAX,
            guide: Vec::new(),
            winning_step: None,
        }
    }

    /// From now on nothing that is known before the end counts, nor what was found out with it.
    pub(super) fn forget_what_was_known(&mut self) {
        self.knows = false;
        self.table.clear();
        if let Some(facts) = &mut self.facts {
            facts.clear();
        }
    }

    /// Searches an open root until its numbers, from its own side, reach the thresholds. If a limit comes first, the
    /// answer is why, and the numbers are those so far.
    pub(super) fn search(
        &mut self,
        root: &P::Node,
        threshold: Pair,
        meter: &mut Meter<'_>,
    ) -> (Pair, Option<StopReason>) {
        if let Some(stop) = meter.check(&self.statistics, Numbers::UNIT) {
            self.save(meter);
            return (Pair::UNIT, Some(stop));
        }
        if let Some(pair) = self.begin(root, threshold) {
            return (pair, None);
        }
        match self.advance(meter) {
            Ok(pair) => (pair, None),
            Err(stop) => {
                self.save(meter);
                (self.leave(), Some(stop))
            }
        }
    }

    /// Goes to an open root, to search until its numbers, from its own side, reach the thresholds. Answers them if that is so
    /// at once; otherwise [`Kernel::advance`] goes on from there.
    pub(super) fn begin(&mut self, root: &P::Node, threshold: Pair) -> Option<Pair> {
        self.base = 0;
        let key = self.problem.key(root);
        self.root = Numbers::UNIT;
        let arrival = Arrival { key, code: self.code_at_root(key), distance: 0, known: false, controlled: false };
        self.go_to(root.clone(), arrival, threshold, None).err().map(|returned| returned.pair)
    }

    /// Searches on until the numbers of the root reach the thresholds. If a limit comes first, the answer is why: then the
    /// search can go on from where it is, or leave.
    pub(super) fn advance(&mut self, meter: &mut Meter<'_>) -> Result<Pair, StopReason> {
        loop {
            let summary = self.summary();
            let Some(frame) = self.frames.last() else { unreachable!("there is a frame while the search runs") };
            if self.frames.len() == self.base + 1 {
                self.root = summary.own.numbers(frame.kind);
            }
            if self.rules.scheme.reached(summary.own, frame.threshold) && !self.must_stay(frame, summary.own) {
                let returned = self.come_back(summary.own);
                if self.frames.len() == self.base {
                    return Ok(self.note_report(returned));
                }
                self.hand_over(returned);
                continue;
            }
            let looks = meter.will_look(&self.statistics);
            if looks {
                self.note_table();
            }
            let mut stopped = meter.check(&self.statistics, self.root).map_or(Ok(()), Err);
            if looks && stopped.is_ok() {
                stopped = self.lengthen_path();
            }
            if meter.save_due() {
                self.save(meter);
            }
            stopped.and_then(|()| self.step(summary, meter))?;
        }
    }

    /// Leaves all frames, remembering the numbers so far. Answers the root's.
    #[cold]
    pub(super) fn leave(&mut self) -> Pair {
        loop {
            let summary = self.summary();
            let returned = self.come_back(summary.own);
            if self.frames.len() == self.base {
                return self.note_report(returned);
            }
            self.hand_over(returned);
        }
    }

    /// Threshold control: whether the search may be going round in a loop, and must not leave before some progress.
    #[inline]
    fn must_stay(&self, frame: &Frame<P>, own: Pair) -> bool {
        frame.controlled && frame.progress == self.progress && !own.is_solved() && !own.is_hopeless()
    }

    /// Notes that something was found out that was not known before.
    #[inline]
    fn count_progress(&mut self) {
        self.progress += 1;
        self.stale = 0;
    }

    fn backup(&self, kind: Kind) -> Backup {
        // Where disproof numbers count for nothing, an open OR node has the 1 of its children.
        let no_sum = self.rules.scheme == Scheme::ProofOnly && kind == Kind::Or;
        if no_sum || self.cap.is_least() { Backup::Max } else { self.rules.backup }
    }

    /// Counts a visit to a node, and looks whether numbers are to be believed.
    #[inline]
    fn count_visit(&mut self, known: bool) {
        if self.rules.adaptive && self.cap.visit(known) {
            self.sums = !self.cap.holds() && self.rules.are_sums(self.problem);
        }
    }

    /// Whether numbers count less than they are.
    pub(super) fn is_astray(&self) -> bool {
        self.cap.holds()
    }

    /// What the children of the last frame say of it.
    #[inline(always)]
    fn summary(&self) -> Summary {
        let Some(frame) = self.frames.last() else { unreachable!("there is a frame while the search runs") };
        let children = &self.slots[frame.first..];
        if self.sums { Backup::Sum.summary(children) } else { self.summary_by_rules(frame, children) }
    }

    #[inline(never)]
    fn summary_by_rules(&self, frame: &Frame<P>, children: &[Slot]) -> Summary {
        let summary = self.summarise(frame.kind, children, frame.distance, frame.marks);
        match self.rules.scheme {
            Scheme::Pds(_) => {
                let best = best_above(children, frame.floor.max(summary.own.near));
                Summary { best: best.unwrap_or(summary.best), ..summary }
            }
            Scheme::DfPn | Scheme::ProofOnly => summary,
        }
    }

    /// What children say of a node of this kind and distance, some of which may share descendants.
    fn summarise(&self, kind: Kind, children: &[Slot], distance: u32, marks: u64) -> Summary {
        let backup = self.backup(kind);
        if self.rules.loops == Loops::Distance && self.problem.cyclic() {
            return without_old(backup, children, distance);
        }
        let groups = self.counts_groups() && children.iter().any(|slot| slot.group != 0);
        match (marks != 0, groups) {
            (true, true) => summary_with_shared(backup, children, marks, those_that_count(children)),
            (true, false) => summary_with_shared(backup, children, marks, children.iter().map(|slot| Some(slot.pair))),
            (false, true) => one_of_each_group(backup, children),
            (false, false) => backup.summary(children),
        }
    }

    /// Whether of steps in one group only one counts at a time.
    #[inline]
    fn counts_groups(&self) -> bool {
        self.problem.has_groups() && self.rules.groups
    }

    /// Whether more matters than what the table says of children: which nodes are on the path, or what the OR side holds.
    #[inline]
    fn follows_path(&self) -> bool {
        self.problem.cyclic() || self.facts.is_some() || self.rules.backup.looks_for_shared() || self.counts_groups()
    }

    /// Where a node stands on the path.
    #[inline]
    pub(super) fn place_of(&self, key: u64, node: &P::Node) -> Option<u32> {
        self.places.get(key).filter(|&place| self.problem.alike(&self.frames[place as usize].node, node))
    }

    /// Goes from the last frame to its best child.
    fn step(&mut self, summary: Summary, meter: &mut Meter<'_>) -> Result<(), StopReason> {
        let Rules { scheme, increment, second_level, .. } = self.rules;
        let summary = if self.guide.is_empty() { summary } else { self.guided(summary) };
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        self.statistics.seesaws += u64::from(frame.has_gone && frame.current != summary.best);
        (frame.current, frame.has_gone) = (summary.best, true);
        frame.floor = frame.floor.max(summary.own.near);
        let slot = self.slots[frame.first + summary.best];
        let threshold = scheme.for_child(increment, &summary, frame.threshold, slot.pair, frame.average);
        let threshold = match self.rules.costs {
            // The child knows nothing of what the step to it costs.
            true => threshold.less(Pair::seen_by(frame.kind, cost(self.problem, &frame.node, slot.step()))),
            false => threshold,
        };
        let threshold = match self.rules.loops == Loops::Growth && self.problem.cyclic() {
            true => threshold.more_by((self.stale / PATIENCE).min(u64::from(LARGEST)) as u32),
            false => threshold,
        };
        let (kind, node) = (frame.kind, self.problem.follow(&frame.node, slot.step()));
        let child_kind = self.problem.kind(&node);
        if self.rules.delayed
            && let Some((status, rank)) = solved_at_once(self.problem, self.knows, &node)
        {
            let numbers = Numbers::new(status, || Estimate::UNIT);
            self.statistics.expanded += 1;
            let end = End { rank, ..End::AT_ONCE };
            self.hand_over(Returned { pair: Pair::seen_by(kind, numbers), kind, end, work: 1 });
            return Ok(());
        }
        if let Some(second_level) = second_level.filter(|_| !slot.is_known()) {
            return self.search_new_node(&node, slot.key, second_level, meter);
        }
        // The search will probably come to the second best next.
        let ahead = self.problem.cheap_keys() && summary.second <= LARGEST && !self.rules.delayed;
        let next =
            ahead.then(|| self.problem.follow(&frame.node, self.slots[frame.first + summary.second_best].step()));
        let controlled = frame.controlled && frame.progress == self.progress;
        let (key, distance, known) = (slot.key, self.frames.len() as u32, slot.is_known());
        let mut arrival = Arrival { key, code: 0, distance, known, controlled };
        if let Some(frame) = self.frames.last().filter(|_| self.problem.cyclic()) {
            arrival.code = self.code_after(frame.code, &frame.node, slot.step(), slot.key);
            arrival.distance = arrival.distance.min(slot.distance.into());
        }
        self.stale += 1;
        if let Err(returned) = self.go_to(node, arrival, threshold.turned(kind, child_kind), next) {
            self.guide.clear();
            self.hand_over(returned);
        }
        Ok(())
    }

    /// Expands a node and, unless its thresholds are reached at once, puts it on the stack. `next` is the node that the
    /// search will probably expand after it.
    fn go_to(
        &mut self,
        node: P::Node,
        arrival: Arrival,
        threshold: Pair,
        next: Option<P::Node>,
    ) -> Result<(), Returned> {
        let first = self.slots.len();
        let kind = self.problem.kind(&node);
        let Expansion { own, average, lost_rests_on, marks } = self.expand(&node, kind, &arrival, next);
        let place = self.frames.len();
        self.statistics.depth = self.statistics.depth.max(place as u32);
        let Arrival { key, code, distance, known, mut controlled } = arrival;
        self.count_visit(known);
        if !known {
            self.count_progress();
        } else if self.rules.loops == Loops::Control {
            // Not farther, and not only nearer: where levels do not alternate, a cycle may stay at one distance.
            // A number that comes from another node may come round to it too.
            let near = |slot: &Slot| slot.raised || u32::from(slot.distance) <= distance;
            let old = |slot: &Slot| near(slot) && !slot.pair.is_solved();
            controlled |= match self.problem.cyclic() {
                true => self.slots[first..].iter().any(old),
                false => self.stale >= PATIENCE_WITHOUT_CYCLES,
            };
        }
        let stays = controlled && known && !own.is_solved() && !own.is_hopeless();
        if self.rules.scheme.reached(own, threshold) && !stays {
            // Most visits end here, without a frame.
            let end = self.finish(&arrival, kind, own, first, lost_rests_on, 1);
            self.note_holding(&node, kind, own.numbers(kind), end);
            return Err(Returned { pair: own, kind, end, work: 1 });
        }
        let floor = match self.rules.scheme {
            Scheme::Pds(_) => self.table.probe(key).map_or(1, |entry| Pair::seen_by(kind, entry.numbers()).near),
            _ => 1,
        };
        let shadowed = match self.follows_path() {
            true => self.places.insert(key, place as u32),
            false => None,
        };
        let holding = self.facts.as_ref().and_then(|_| self.problem.held(&node));
        let same_rest = holding.and_then(|holding| self.rests.insert(holding.rest, place as u32));
        self.frames.push(Frame {
            node,
            key,
            code,
            kind,
            first,
            current: 0,
            has_gone: false,
            distance,
            controlled,
            progress: self.progress,
            marks,
            threshold,
            floor,
            average,
            lost_rests_on,
            shadowed,
            counts: holding.map_or(0, Holding::counts),
            same_rest,
            work: 1,
        });
        Ok(())
    }

    /// Takes the last frame off the stack, and remembers what came out.
    fn come_back(&mut self, own: Pair) -> Returned {
        let Some(Frame { node, key, code, kind, first, distance, lost_rests_on, shadowed, same_rest, work, .. }) =
            self.frames.pop()
        else {
            unreachable!("there is a frame while the search runs")
        };
        self.leave_path(&node, key, shadowed, same_rest);
        if self.frames.len() == self.base
            && let Some(report) = &mut self.report
        {
            report.children.clear();
            report.children.extend_from_slice(&self.slots[first..]);
            report.lost_rests_on = lost_rests_on;
        }
        let arrival = Arrival { key, code, distance, known: true, controlled: false };
        let end = self.finish(&arrival, kind, own, first, lost_rests_on, work);
        self.note_holding(&node, kind, own.numbers(kind), end);
        Returned { pair: own, kind, end, work }
    }

    /// A node is not on the path any more.
    #[inline]
    fn leave_path(&mut self, node: &P::Node, key: u64, shadowed: Option<u32>, same_rest: Option<u32>) {
        if self.follows_path() {
            self.places.remove(key);
            if let Some(place) = shadowed {
                self.places.insert(key, place);
            }
        }
        if let Some(Holding { rest, .. }) = self.facts.as_ref().and_then(|_| self.problem.held(node)) {
            self.rests.remove(rest);
            if let Some(place) = same_rest {
                self.rests.insert(rest, place);
            }
        }
    }

    /// Remembers the numbers of a node that the search leaves, and drops its children. Answers what its result rests on, and
    /// its rank.
    #[inline]
    fn finish(&mut self, arrival: &Arrival, kind: Kind, own: Pair, first: usize, lost_rests_on: u32, work: u64) -> End {
        let (mut rests_on, mut distance, mut rank) = (INDEPENDENT, arrival.distance, 0);
        if own.is_solved() {
            self.count_progress();
            if self.follows_path() {
                rank = self.rank(own, first);
            }
        }
        if self.problem.cyclic() && own.is_solved() && self.rules.history != History::Ignore {
            rests_on = self.rests_on(own, first, lost_rests_on);
            if rests_on as usize >= self.frames.len() && !self.problem.by_history() {
                rests_on = INDEPENDENT;
            }
            if rests_on == INDEPENDENT {
                distance = rank;
            }
        }
        if own.near == 0 {
            let mut children = self.slots[first..].iter();
            self.winning_step = children.find(|slot| slot.pair.near == 0).map(|slot| slot.step());
        }
        self.slots.truncate(first);
        self.remember((arrival.key, arrival.code), own.numbers(kind), work, distance, rests_on);
        if let Some(parent) = self.frames.last().filter(|_| self.rules.backup.looks_for_shared()) {
            let parent = parent.key;
            self.table.relate(arrival.key, |kinship| kinship.parent = parent);
        }
        End { rests_on, rank }
    }

    /// Gives what a visit brought back to the frame that it was made from.
    fn hand_over(&mut self, returned: Returned) {
        let place = self.frames.len();
        if let Some(frame) = self.frames.last_mut() {
            let slot = &mut self.slots[frame.first + frame.current];
            slot.pair = returned.pair.turned(returned.kind, frame.kind);
            if self.rules.costs {
                slot.pair = slot.pair.more(Pair::seen_by(frame.kind, cost(self.problem, &frame.node, slot.step())));
            }
            slot.rests_on = returned.end.rests_on;
            slot.distance = match slot.pair.is_solved() {
                true => returned.end.rank.min(Entry::MOST_DISTANCE) as u16,
                false => slot.distance.min(place.min(Entry::MOST_DISTANCE as usize) as u16),
            };
            frame.work += returned.work;
            let lost = slot.pair.far == 0 && slot.rests_on == INDEPENDENT;
            if self.rules.simulate && lost {
                self.try_on_similar();
            }
        }
    }
}

/// What is known of a node without looking below it, and its rank, if that solves it.
fn solved_at_once<P: AndOr>(problem: &P, knows: bool, node: &P::Node) -> Option<(Status, u32)> {
    match problem.status(node) {
        Status::Open if knows => {
            let known = problem.solved_before(node)?;
            Some((known.status(), known.distance.unwrap_or(Entry::MOST_DISTANCE)))
        }
        Status::Open => None,
        status => Some((status, 0)),
    }
}

/// What a step costs, as a pair of numbers.
fn cost<P: AndOr>(problem: &P, node: &P::Node, step: P::Step) -> Numbers {
    let Estimate { proof, disproof } = problem.cost(node, step, problem.kind(node));
    Numbers { proof, disproof }
}

/// How the search comes to a node.
struct Arrival {
    key: u64,
    /// The code of the path.
    code: u64,
    /// The node's least distance from the root.
    distance: u32,
    /// Whether the table, or a visit, has told anything about it.
    known: bool,
    /// Whether it was visited because the search may be going round in a loop.
    controlled: bool,
}

/// What a visit brings back, seen from the node that was visited.
struct Returned {
    pair: Pair,
    kind: Kind,
    end: End,
    work: u64,
}

/// How a node is solved.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    /// The highest place on the path that this rests on.
    pub(super) rests_on: u32,
    /// How many steps it is to the end at most.
    pub(super) rank: u32,
}

impl End {
    pub(super) const AT_ONCE: End = End { rests_on: INDEPENDENT, rank: 0 };
}
