//! From what a search remembers to a complete solution.
//!
//! A search need only remember hints: at nodes it has solved, the step that solves them. Extraction follows the hints from
//! the root through everything the other side may do. A hint is never trusted. Where none is left, or where hints lead round
//! in a circle, the search that gave them is asked again; where it cannot be, or where a hint turns out wrong, the node is
//! searched by another one, whose answer is complete in itself.
//!
//! What a game knows before the end is a hint like any other: it says which child to look at first, and no line ends there.

use crate::ask::Ask;
use crate::limits::Watch;
use crate::oracle::exhaustive_search;
use crate::{Answer, Budget, Choice, Extent, Solution, Statistics, StopReason, Uncertified};
use provenum_game::{AndOr, Kind, Status};
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

/// What a finished search remembers.
pub(crate) trait Recall<P: AndOr> {
    /// The step that solved a node for the side that chooses there, if it is remembered.
    fn recall(&mut self, node: &P::Node) -> Option<P::Step>;

    /// What tells how long the other side can hold out from a node that is solved: the more, the longer.
    fn weight(&self, _node: &P::Node) -> (u32, u8) {
        (0, 0)
    }

    /// Forgets a node, because what is remembered of it is wrong or leads round in a circle. Answers whether there was anything.
    fn forget(&mut self, _node: &P::Node) -> bool {
        false
    }

    /// Whether what is forgotten can be found out again with what is still known.
    fn relearns(&self) -> bool {
        false
    }

    /// Searches a node again whose step is not remembered, if the search can build on what it still knows.
    fn search_again(&mut self, _node: &P::Node, _budget: &Budget, _statistics: &mut Statistics) -> Again<P::Step> {
        Again::Cannot
    }

    /// Searches a node without anything that is remembered, or known before the end. The answer is complete in itself.
    fn search_anew(&mut self, node: &P::Node, budget: &Budget) -> Answer<P>;

    /// Whether what is known before the end has counted, and may say where to look first.
    fn knows(&self) -> bool {
        false
    }

    /// From now on nothing that is known before the end counts: it has led round in a circle.
    fn distrust(&mut self) {}

    /// Bytes that each node of a solution takes beside itself: what it points to, and what its translation takes.
    fn beside(&self) -> usize {
        0
    }
}

/// What came of searching a node again.
pub(crate) enum Again<Step> {
    /// This step wins for the side that chooses there.
    Wins(Step),
    /// No step does.
    Loses,
    /// A limit came first.
    Stopped(StopReason),
    /// The search has nothing to build on.
    Cannot,
}

/// What reading a solution may take: the nodes of the search twice over, and a few. Whoever has to search for more has not
/// remembered what it found, and had better say so than search on.
pub(crate) fn reading_budget(budget: &Budget, searched: u64) -> Budget {
    const LEAST: u64 = 10_000;
    budget.at_most(LEAST.saturating_add(searched.saturating_mul(2)))
}

/// The solution of a root that a search says is proven, or else disproven. What has to be searched again counts into
/// `statistics`. Nodes may be expanded as if the search had expanded none; the clock goes on.
pub(crate) fn extract<P: AndOr>(
    problem: &P,
    root: &P::Node,
    proven: bool,
    recall: &mut dyn Recall<P>,
    budget: &Budget,
    (statistics, line): (&mut Statistics, &mut Vec<P::Step>),
) -> Result<Solution<P>, Uncertified> {
    let extent = budget.extent_of(proven);
    let searched = budget.searched().unwrap_or(statistics.expanded);
    // What is searched on the way must be complete.
    let budget = &budget.at_most(extent.most_nodes(searched)).reading(Extent::Whole).reading_traps(Extent::Whole);
    if extent == Extent::Line {
        *line = remembered_line(problem, root, proven, recall, budget, statistics);
        return Err(Uncertified::Unwanted);
    }
    // Play may come back to a position of a trap from below it, so there is no rank to wait for.
    let ranked = proven || !problem.cyclic();
    let tentative = if ranked { 0 } else { 2 * size_of::<P::Node>() };
    let beside = (recall.beside() + tentative) as u64;
    let mut extraction = Extraction {
        problem,
        budget,
        knows: recall.knows(),
        recall,
        distrusted: FxHashSet::default(),
        before: statistics.expanded,
        watch: Watch::new(budget),
        statistics,
        ranked,
        solution: Solution::new(root.clone(), proven, budget.memory()).with_beside(beside),
        stack: Vec::new(),
        on_stack: FxHashSet::default(),
        tentative: FxHashSet::default(),
        small: true,
        mended: false,
        most: extent.most_positions(searched),
        circles: FxHashSet::default(),
    };
    let read = extraction.run(root);
    extraction.statistics.reading += extraction.statistics.expanded - extraction.before;
    let Extraction { mut solution, mended, most, .. } = extraction;
    let positions = most.min(solution.len() as u64);
    let read = read.map_err(|reason| match (reason, extent) {
        (Uncertified::Stopped(StopReason::Nodes), Extent::Small) => Uncertified::OverBudget { positions },
        (Uncertified::Stopped(StopReason::Nodes), _) => Uncertified::TooDear,
        (reason, _) => reason,
    });
    if let Err(reason) = read {
        drop(solution);
        if reason != Uncertified::Refuted {
            *line = remembered_line(problem, root, proven, recall, budget, statistics);
        }
        return Err(reason);
    }
    // Only where something was taken back can there be what is not reached.
    if mended {
        solution.keep_reachable(problem, budget)?;
    }
    Ok(solution)
}

/// A line in which the side that succeeds does what is remembered, and the other side holds out, as far as the hints tell. It
/// ends where nothing is remembered and little searching does not help, or before it would come to a node again.
fn remembered_line<P: AndOr>(
    problem: &P,
    root: &P::Node,
    proven: bool,
    recall: &mut dyn Recall<P>,
    budget: &Budget,
    statistics: &mut Statistics,
) -> Vec<P::Step> {
    let succeeds = if proven { Kind::Or } else { Kind::And };
    let (mut node, mut line, before) = (root.clone(), Vec::new(), statistics.expanded);
    let (mut seen, mut steps) = (FxHashSet::default(), Vec::new());
    while problem.status(&node) == Status::Open && budget.is_over().is_none() && seen.insert(node.clone()) {
        let step = if problem.kind(&node) == succeeds {
            recall.recall(&node).or_else(|| {
                let done = Statistics { expanded: statistics.expanded - before, ..Statistics::default() };
                match recall.search_again(&node, &budget.after(&done), statistics) {
                    Again::Wins(step) => Some(step),
                    _ => None,
                }
            })
        } else {
            steps.clear();
            problem.steps(&node, &mut steps);
            let hold_out = |step: &P::Step| {
                let next = problem.follow(&node, *step);
                (problem.status(&next) == Status::Open, recall.weight(&next))
            };
            // The first of the longest: `max_by_key` alone would take the last.
            steps.iter().copied().rev().max_by_key(hold_out)
        };
        let Some(step) = step else { break };
        node = problem.follow(&node, step);
        line.push(step);
    }
    statistics.reading += statistics.expanded - before;
    line
}

/// An open node whose successors are being gone through.
struct Entered<P: AndOr> {
    node: P::Node,
    kind: Kind,
    listed: bool,
    /// Successors still to come, last first.
    steps: Vec<P::Step>,
    /// The step chosen, where the succeeding side chooses.
    choice: Option<P::Step>,
    /// Most steps to the end, as far as the successors visited tell.
    rank: u32,
}

struct Extraction<'a, P: AndOr> {
    problem: &'a P,
    recall: &'a mut dyn Recall<P>,
    budget: &'a Budget,
    /// Whether anything is known before the end.
    knows: bool,
    /// Nodes from which what is known has led round in a circle.
    distrusted: FxHashSet<P::Node>,
    /// Nodes expanded before the extraction began.
    before: u64,
    watch: Watch<'a>,
    statistics: &'a mut Statistics,
    ranked: bool,
    solution: Solution<P>,
    stack: Vec<Entered<P>>,
    /// The listed nodes of the stack, to notice circles.
    on_stack: FxHashSet<P::Node>,
    /// Nodes of a trap that were listed before everything below them was.
    tentative: FxHashSet<P::Node>,
    /// Whether a trap may be small enough to look at every node that can be reached in it.
    small: bool,
    /// Whether anything that was listed may have been taken back.
    mended: bool,
    /// The most positions that may be listed.
    most: u64,
    /// Hashes of the circles that were untied.
    circles: FxHashSet<u64>,
}

/// After so many circles in the hints, a part of the solution is searched without hints.
const MOST_CIRCLES: usize = 10_000;

/// Nodes of a trap that are looked at all together where hints are missing, and how many times more than the search took.
const SMALL: u64 = 1 << 14;
const SMALL_SHARE: u64 = 1;

impl<P: AndOr> Extraction<'_, P> {
    fn run(&mut self, root: &P::Node) -> Result<(), Uncertified> {
        self.enter(root.clone())?;
        loop {
            if let Some(frame) = self.stack.last_mut() {
                match frame.steps.pop() {
                    Some(step) => {
                        let node = self.problem.follow(&frame.node, step);
                        self.enter(node)?;
                    }
                    None => self.leave()?,
                }
            } else if self.problem.status(root) == Status::Open && self.solution.choice(root).is_none() {
                // Something below was wrong, and a trap had to be taken apart: what was found out since then is kept.
                self.enter(root.clone())?;
            } else {
                return Ok(());
            }
        }
    }

    /// What is left of the budget, or why nothing is.
    fn left(&self) -> Result<Budget, Uncertified> {
        let done = Statistics { expanded: self.statistics.expanded - self.before, ..Statistics::default() };
        match self.budget.is_over() {
            Some(stop) => Err(stop.into()),
            None => Ok(self.budget.after(&done).without(self.solution.memory())),
        }
    }

    fn enter(&mut self, node: P::Node) -> Result<(), Uncertified> {
        self.watch.step()?;
        if self.solution.len() as u64 > self.most {
            return Err(Uncertified::OverBudget { positions: self.most });
        }
        let status = self.problem.status(&node);
        if status != Status::Open {
            if status != self.solution.status() {
                return self.repair();
            }
            self.raise(0);
            return Ok(());
        }
        let kind = self.problem.kind(&node);
        let listed = self.solution.lists(kind, self.stack.last().map(|frame| frame.kind));
        if listed {
            if let Some(choice) = self.solution.choice(&node) {
                self.raise(choice.rank);
                return Ok(());
            }
            if self.on_stack.contains(&node) {
                return self.untie(node);
            }
        }
        let mut steps = Vec::new();
        let mut choice = None;
        if kind == self.solution.succeeds() {
            choice = self.recall.recall(&node).or_else(|| self.known_step(&node));
            if choice.is_none() {
                if !self.ranked && self.small && self.search_all(&node)? {
                    return Ok(());
                }
                let budget = self.left()?;
                choice = match self.recall.search_again(&node, &budget, self.statistics) {
                    Again::Wins(step) => Some(step),
                    Again::Loses => return self.repair(),
                    Again::Stopped(stop) => return Err(stop.into()),
                    Again::Cannot if self.search_again(&node)? => return Ok(()),
                    Again::Cannot => return self.repair(),
                };
            }
            steps.extend(choice);
        } else {
            self.problem.steps(&node, &mut steps);
            if steps.is_empty() {
                return self.repair();
            }
            steps.reverse();
        }
        if listed && self.ranked {
            self.on_stack.insert(node.clone());
        } else if listed {
            self.solution.improve(node.clone(), Choice { step: choice, rank: 0 })?;
            self.tentative.insert(node.clone());
        }
        self.stack.push(Entered { node, kind, listed, steps, choice, rank: 0 });
        Ok(())
    }

    fn leave(&mut self) -> Result<(), Uncertified> {
        if let Some(Entered { node, listed, choice, rank, .. }) = self.stack.pop() {
            self.raise(rank);
            if listed && self.ranked {
                self.on_stack.remove(&node);
                self.solution.improve(node, Choice { step: choice, rank })?;
            }
        }
        Ok(())
    }

    /// Counts a successor of this rank for the node it was reached from.
    fn raise(&mut self, successor: u32) {
        if let Some(frame) = self.stack.last_mut() {
            frame.rank = frame.rank.max(successor + 1);
        }
    }

    /// Hints led round in a circle, back to this node. Each of them was right when it was given: a node may have been lost
    /// since then, and solved again by way of others that rest on it. So all of the circle is forgotten, and found out again;
    /// unless that has led round in the same circle before.
    fn untie(&mut self, node: P::Node) -> Result<(), Uncertified> {
        self.mended = true;
        let begin = self.stack.iter().rposition(|frame| frame.node == node).unwrap_or(0);
        let mut hash = FxHasher::default();
        self.stack[begin..].iter().for_each(|frame| frame.node.hash(&mut hash));
        if !self.recall.relearns() || self.circles.len() == MOST_CIRCLES || !self.circles.insert(hash.finish()) {
            return self.repair();
        }
        if self.knows {
            self.recall.distrust();
        }
        while let Some(frame) = self.stack.pop() {
            self.on_stack.remove(&frame.node);
            self.recall.forget(&frame.node);
            let back = frame.node == node;
            if self.knows {
                self.distrusted.insert(frame.node);
            }
            if back {
                break;
            }
        }
        self.enter(node)
    }

    /// A hint was wrong: goes back to the last node where the succeeding side chose, and searches that again.
    fn repair(&mut self) -> Result<(), Uncertified> {
        self.mended = true;
        for node in self.tentative.drain() {
            self.solution.remove(&node);
        }
        while let Some(frame) = self.stack.pop() {
            self.on_stack.remove(&frame.node);
            self.statistics.false_hits += u64::from(self.recall.forget(&frame.node));
            if frame.kind == self.solution.succeeds() && self.search_again(&frame.node)? {
                if !self.ranked {
                    // The nodes on the way here are no longer listed: begin at the root again.
                    self.stack.clear();
                }
                return Ok(());
            }
        }
        Err(Uncertified::Refuted)
    }

    /// A step to what is known before the end as it should be: the one that is known itself, or else to the child from which
    /// it is least far.
    fn known_step(&self, node: &P::Node) -> Option<P::Step> {
        if !self.knows || self.distrusted.contains(node) {
            return None;
        }
        let wanted = self.solution.status();
        let known = |node: &P::Node| self.problem.solved_before(node).filter(|known| known.status() == wanted);
        if let Some(step) = known(node).and_then(|known| known.step) {
            return Some(step);
        }
        let mut steps = Vec::new();
        self.problem.steps(node, &mut steps);
        let far = |step: &P::Step| {
            let next = self.problem.follow(node, *step);
            match self.problem.status(&next) {
                Status::Open => known(&next).map(|known| known.distance.unwrap_or(u32::MAX)),
                status => (status == wanted).then_some(0),
            }
        };
        let best = steps.into_iter().filter_map(|step| Some((far(&step)?, step))).min_by_key(|&(far, _)| far);
        best.map(|(_, step)| step)
    }

    /// Searches a node anew and takes over how it is solved. The answer is `false` if it is not what it was said to be.
    fn search_again(&mut self, node: &P::Node) -> Result<bool, Uncertified> {
        let budget = self.left()?;
        let answer = self.recall.search_anew(node, &budget);
        self.take_over(node, answer)
    }

    /// Looks at all nodes that can be reached from a node of a trap, if they are few. A trap of a cyclic problem is solved as
    /// a whole or not at all: to search its nodes one after the other takes much longer.
    fn search_all(&mut self, node: &P::Node) -> Result<bool, Uncertified> {
        let most = SMALL.min(self.before.saturating_mul(SMALL_SHARE));
        let answer = exhaustive_search(self.problem, node, &self.left()?.at_most(most), &mut ());
        self.small = answer.status != Status::Open;
        if !self.small {
            self.statistics.merge(&answer.statistics);
            return Ok(false);
        }
        self.take_over(node, answer)
    }

    fn take_over(&mut self, node: &P::Node, answer: Answer<P>) -> Result<bool, Uncertified> {
        self.statistics.merge(&answer.statistics);
        if answer.status == Status::Open {
            return Err(answer.stop.into());
        }
        if answer.status != self.solution.status() {
            return Ok(false);
        }
        self.mended = true;
        let part = answer.solution?;
        self.raise(part.choice(node).map_or(0, |choice| choice.rank));
        for (node, choice) in part.iter() {
            self.tentative.remove(node);
            self.solution.improve(node.clone(), choice)?;
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use provenum_game::{Claim, Notation, Parameters, Player, Problem};
    use provenum_games::Graph;
    use rustc_hash::FxHashMap;

    /// Hints by name; what is forgotten is found out again as `truth` says.
    struct Remembered<'a> {
        game: &'a Graph,
        hints: FxHashMap<&'static str, &'static str>,
        truth: FxHashMap<&'static str, &'static str>,
    }

    type Node = <Graph as provenum_game::Game>::Position;
    type Step = <Graph as provenum_game::Game>::Move;

    impl Remembered<'_> {
        fn step(&self, node: Node, to: &str) -> Step {
            let problem = Problem::new(self.game, Claim::win(Player::First));
            let mut steps = Vec::new();
            problem.steps(&node, &mut steps);
            steps.into_iter().find(|&step| self.game.name(problem.follow(&node, step)) == to).unwrap()
        }
    }

    impl<'a> Recall<Problem<'a, Graph>> for Remembered<'a> {
        fn recall(&mut self, node: &Node) -> Option<Step> {
            let to = self.hints.get(self.game.name(*node).as_str())?;
            Some(self.step(*node, to))
        }

        fn forget(&mut self, node: &Node) -> bool {
            self.hints.remove(self.game.name(*node).as_str()).is_some()
        }

        fn relearns(&self) -> bool {
            true
        }

        fn search_again(&mut self, node: &Node, _budget: &Budget, _statistics: &mut Statistics) -> Again<Step> {
            Again::Wins(self.step(*node, self.truth[self.game.name(*node).as_str()]))
        }

        fn search_anew(&mut self, _node: &Node, _budget: &Budget) -> Answer<Problem<'a, Graph>> {
            unreachable!("what was forgotten is found out again")
        }
    }

    #[test]
    fn hints_that_lead_round_in_a_circle_are_found_out_again() {
        // C is won by way of D, but its hint leads back to A.
        let text = "A or B; B and C e; C or A D; D and e; e proven";
        let (game, root) = Graph::set_up(&Parameters::new(), Some(text)).unwrap();
        let problem = Problem::new(&game, Claim::win(Player::First));
        let mut hints = Remembered {
            game: &game,
            hints: [("A", "B"), ("C", "A")].into_iter().collect(),
            truth: [("A", "B"), ("C", "D")].into_iter().collect(),
        };
        let mut statistics = Statistics::default();
        let solution =
            extract(&problem, &root, true, &mut hints, &Budget::default(), (&mut statistics, &mut Vec::new())).unwrap();
        assert_eq!(solution.rank(), Some(4));
        assert_eq!((statistics.expanded, statistics.false_hits), (0, 0), "nothing was searched without hints");
    }
}
