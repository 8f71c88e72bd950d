//! Jobs: a search below a node that others have given to it, with the way from the root to that node.
//!
//! The nodes of the way stand on the path like all others, so that a node that comes back is noticed and the path code is that of
//! the whole path. They have no children here: their numbers are the business of whoever gave the job.

use super::{Arrival, End, Frame, INDEPENDENT, Kernel, Returned, Slot};
use crate::depth_first::backup::Pair;
use crate::number::{INFINITE, Numbers};
use crate::table::Facts;
use provenum_game::{AndOr, Holding, Status};

/// What came of a job.
#[derive(Clone, Debug)]
pub(in super::super) struct Report {
    pub(in super::super) end: End,
    pub(in super::super) work: u64,
    /// The children of the node, as they were when the search left it; none if it was solved before it looked at them.
    pub(in super::super) children: Vec<Slot>,
    /// Of the children that were lost at once, the highest place on the path that one rests on.
    pub(in super::super) lost_rests_on: u32,
}

impl Default for Report {
    fn default() -> Report {
        Report { end: End::AT_ONCE, work: 0, children: Vec::new(), lost_rests_on: INDEPENDENT }
    }
}

/// The nodes from the root to where a job begins, each with the step that leads on.
pub(in super::super) type Way<P> = [(<P as AndOr>::Node, <P as AndOr>::Step)];

impl<P: AndOr> Kernel<'_, P> {
    /// Goes to a node below the root, to search until its numbers reach the thresholds, or somebody says that it is enough.
    /// Answers them if it is solved at once.
    pub(in super::super) fn begin_job(&mut self, way: &Way<P>, node: &P::Node, threshold: Pair) -> Option<Pair> {
        self.report = Some(Report::default());
        self.root = Numbers::UNIT;
        for place in 0..way.len() {
            let code = self.code_of(&way[..place], &way[place].0);
            self.put_on_path(way[place].0.clone(), code);
        }
        self.base = way.len();
        let (key, code) = (self.problem.key(node), self.code_of(way, node));
        let kind = self.problem.kind(node);
        let remembered = self.remembered(key, || code);
        if let Some((entry, rests_on)) = remembered.filter(|(entry, _)| entry.numbers().status() != Status::Open) {
            let (pair, end) = (Pair::seen_by(kind, entry.numbers()), End { rests_on, rank: entry.distance() });
            return Some(self.note_report(Returned { pair, kind, end, work: 0 }));
        }
        let place = way.len() as u32;
        let distance = remembered.map_or(place, |(entry, _)| entry.distance().min(place));
        let arrival = Arrival { key, code, distance, known: remembered.is_some(), controlled: false };
        // Its children are wanted, whatever the thresholds.
        match self.go_to(node.clone(), arrival, Pair { near: INFINITE, far: INFINITE }, None) {
            Err(returned) => Some(self.note_report(returned)),
            Ok(()) => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.threshold = threshold;
                }
                None
            }
        }
    }

    /// Remembers what others have found out about a node from what its children brought back.
    pub(in super::super) fn learn(&mut self, way: &Way<P>, node: &P::Node, found: Found<P::Step>) {
        let Found { pair, end, work, winning_step } = found;
        let (key, code) = (self.problem.key(node), self.code_of(way, node));
        let kind = self.problem.kind(node);
        let ranked = self.problem.cyclic() && pair.is_solved() && end.rests_on == INDEPENDENT;
        let distance = if ranked { end.rank } else { way.len() as u32 };
        self.remember((key, code), pair.numbers(kind), work, distance, end.rests_on);
        self.winning_step = winning_step;
        self.note_holding(node, kind, pair.numbers(kind), end);
    }

    /// The code of the path that leads along this way to a node.
    fn code_of(&self, way: &Way<P>, node: &P::Node) -> u64 {
        if !self.problem.cyclic() {
            return 0;
        }
        let Some((root, _)) = way.first() else { return self.code_at_root(self.problem.key(node)) };
        let mut code = self.code_at_root(self.problem.key(root));
        for (place, (here, step)) in way.iter().enumerate() {
            let next = way.get(place + 1).map_or(node, |(next, _)| next);
            code = self.code_after(code, here, *step, self.problem.key(next));
        }
        code
    }

    /// Puts a node on the path whose children are nobody's business here.
    fn put_on_path(&mut self, node: P::Node, code: u64) {
        let (place, key) = (self.frames.len() as u32, self.problem.key(&node));
        let shadowed = if self.follows_path() { self.places.insert(key, place) } else { None };
        let holding = self.facts.as_ref().and_then(|_| crate::ask::Ask::held(self.problem, &node));
        let same_rest = holding.and_then(|holding| self.rests.insert(holding.rest, place));
        self.frames.push(Frame {
            kind: self.problem.kind(&node),
            node,
            key,
            code,
            first: self.slots.len(),
            current: 0,
            has_gone: false,
            distance: place,
            controlled: false,
            progress: self.progress,
            marks: 0,
            threshold: Pair { near: INFINITE, far: INFINITE },
            floor: 1,
            average: 1,
            lost_rests_on: INDEPENDENT,
            shadowed,
            counts: holding.map_or(0, Holding::counts),
            same_rest,
            work: 0,
        });
    }

    /// Another search of the same problem by the same rules, with the same table.
    pub(in super::super) fn companion(&mut self) -> Self {
        let (table, facts) = (self.table.share(), self.facts.as_mut().map(Facts::share));
        let companion = Kernel::new(self.problem, self.rules, table, facts);
        Kernel { knows: self.knows, longest: self.longest, ..companion }
    }

    /// Takes over what companions have made of the table.
    pub(in super::super) fn catch_up(&mut self) {
        self.table.catch_up();
        if let Some(facts) = &mut self.facts {
            facts.catch_up();
        }
    }

    /// It has no companions any more.
    pub(in super::super) fn unshare(&mut self) {
        self.table.unshare();
        if let Some(facts) = &mut self.facts {
            facts.unshare();
        }
    }

    /// The search has come back to where it began. Takes the way off the path, and notes what came out.
    pub(super) fn note_report(&mut self, returned: Returned) -> Pair {
        if let Some(report) = &mut self.report {
            (report.end, report.work) = (returned.end, returned.work);
        }
        while let Some(Frame { node, key, shadowed, same_rest, .. }) = self.frames.pop() {
            self.leave_path(&node, key, shadowed, same_rest);
        }
        self.base = 0;
        returned.pair
    }
}

/// What was found out about a node.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Found<Step> {
    pub(in super::super) pair: Pair,
    pub(in super::super) end: End,
    pub(in super::super) work: u64,
    /// The step that wins for the side that chooses there, if it does.
    pub(in super::super) winning_step: Option<Step>,
}
