//! Proof-number search (Allis, van der Meulen and van den Herik 1994).
//!
//! The code follows Figure 3 of the survey of Kishimoto, Winands, Müller and Saito (2012) with its slips mended: the best
//! value is reset at every level of the descent, and children that were not generated because a sibling already solved
//! their parent are not there at all. As there, the update stops at the first ancestor whose numbers stay the same, and
//! the next descent begins at that ancestor.
//!
//! What is solved is pruned down to its proof: at a node that the choosing side has won, all children but the winning one
//! are forgotten. So the tree of a solved root *is* its solution.

use super::read::read_solution;
use super::tree::{Tree, TreeNode};
use crate::{Answer, EstimateRule, Limits, Meter, Numbers, Observer, Settings, Statistics, StopReason};
use provenum_game::{AndOr, Estimate, Status};

/// Solves `root` by proof-number search.
///
/// Positions that come back on the path from the root are disproven there, because a cycle never helps the OR side. The
/// tree knows nothing of other paths to the same position, so its answers do not depend on history.
pub fn proof_number_search<P: AndOr>(
    problem: &P,
    root: &P::Node,
    settings: &Settings,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Answer<P> {
    let mut meter = Meter::new(limits, observer);
    let mut search = Search::new(problem, root, settings, limits.memory);
    let stop = search.run(&mut meter);
    search.into_answer(root, stop)
}

/// A node on the way from the root to where the search is.
struct Visit<P: AndOr> {
    index: u32,
    node: P::Node,
    /// Its table key, to find repetitions; 0 where there are none.
    key: u64,
}

struct Search<'a, P: AndOr> {
    problem: &'a P,
    estimate: EstimateRule,
    tree: Tree<P::Step>,
    path: Vec<Visit<P>>,
    /// Unknown leaves that were reached, with the numbers they had.
    unknown: Vec<(u32, Numbers)>,
    statistics: Statistics,
    memory: u64,
    // Scratch space of an expansion.
    children: Vec<TreeNode>,
    steps: Vec<P::Step>,
    moves: Vec<P::Step>,
}

impl<'a, P: AndOr> Search<'a, P> {
    fn new(problem: &'a P, root: &P::Node, settings: &Settings, memory: u64) -> Self {
        let numbers = Numbers::new(problem.status(root), || problem.estimate(root));
        let visit = Visit { index: 0, node: root.clone(), key: if problem.cyclic() { problem.key(root) } else { 0 } };
        Search {
            problem,
            estimate: settings.estimate,
            tree: Tree::new(TreeNode::leaf(numbers), memory),
            path: vec![visit],
            unknown: Vec::new(),
            statistics: Statistics::default(),
            memory,
            children: Vec::new(),
            steps: Vec::new(),
            moves: Vec::new(),
        }
    }

    fn root(&self) -> Numbers {
        self.tree.node(Tree::<P::Step>::ROOT).numbers
    }

    fn run(&mut self, meter: &mut Meter<'_>) -> StopReason {
        while self.root().status() == Status::Open {
            if let Some(stop) = meter.check(&self.statistics, self.root()) {
                return stop;
            }
            let leaf = self.select_most_proving();
            if self.tree.node(leaf).numbers == Numbers::HOPELESS {
                // A most-proving node lies in a smallest proof set and a smallest disproof set. If it is an unknown leaf,
                // so is a member of every other such set: the root cannot be solved.
                self.restore_unknown_leaves();
                return StopReason::UnknownLeaves;
            }
            if !self.expand(leaf) {
                return StopReason::Memory;
            }
            self.update_ancestors();
        }
        StopReason::Solved
    }

    /// Goes down from the end of the path to a most-proving leaf.
    fn select_most_proving(&mut self) -> u32 {
        loop {
            let Some(Visit { index, node, .. }) = self.path.last() else { unreachable!("the root stays on the path") };
            let parent = self.tree.node(*index);
            if parent.is_leaf() {
                self.statistics.depth = self.statistics.depth.max(self.path.len() as u32 - 1);
                return *index;
            }
            let (kind, first) = (parent.kind(), parent.children().start);
            let (mut best, mut least) = (first, u32::MAX);
            for (child, index) in self.tree.children(*index).iter().zip(first..) {
                let cost = child.numbers.cost(kind);
                if cost < least {
                    (best, least) = (index, cost);
                }
            }
            let node = self.problem.follow(node, self.tree.step(best));
            let key = if self.problem.cyclic() { self.problem.key(&node) } else { 0 };
            self.path.push(Visit { index: best, node, key });
        }
    }

    /// Gives the leaf at the end of the path its children. Without room for them the answer is `false`.
    fn expand(&mut self, leaf: u32) -> bool {
        let Search { problem, path, children, steps, moves, .. } = self;
        let Some(Visit { node, .. }) = path.last() else { unreachable!("the root stays on the path") };
        let (problem, rule, kind) = (*problem, self.estimate, problem.kind(node));
        children.clear();
        steps.clear();
        let mut solved = false;
        let mut generated = 0;
        problem.expand(node, &mut |child| {
            if solved {
                return;
            }
            generated += 1;
            let mut status = child.status;
            if status == Status::Open && problem.cyclic() && repeats(problem, path, node, child.step, child.key) {
                status = Status::Disproven;
            }
            let numbers = Numbers::new(status, || first_guess(problem, rule, node, child.step, moves));
            solved = numbers.cost(kind) == 0;
            if solved {
                children.clear();
                steps.clear();
            }
            children.push(TreeNode::leaf(numbers));
            steps.push(child.step);
        });
        self.statistics.expanded += 1;
        self.statistics.generated += generated;
        if children.is_empty() {
            self.unknown.push((leaf, self.tree.node(leaf).numbers));
            *self.tree.numbers_mut(leaf) = Numbers::HOPELESS;
            return true;
        }
        let fits = self.tree.expand(leaf, kind, &self.children, &self.steps);
        self.statistics.memory = self.statistics.memory.max(self.tree.memory());
        fits
    }

    /// Recomputes the numbers from the end of the path upwards, until they stay the same.
    fn update_ancestors(&mut self) {
        while let Some(Visit { index, .. }) = self.path.last() {
            let index = *index;
            let node = self.tree.node(index);
            let old = node.numbers;
            if !node.is_leaf() {
                let (kind, children) = (node.kind(), self.tree.children(index));
                let new = Numbers::backed_up(kind, children.iter().map(|child| child.numbers));
                if new == old {
                    return;
                }
                *self.tree.numbers_mut(index) = new;
                if new.cost(kind) == 0 {
                    self.keep_winning_child(index);
                }
            }
            if self.path.len() == 1 {
                return;
            }
            self.path.pop();
        }
    }

    fn keep_winning_child(&mut self, index: u32) {
        let node = self.tree.node(index);
        let (kind, mut children) = (node.kind(), node.children());
        if let Some(winner) = children.find(|&child| self.tree.node(child).numbers.cost(kind) == 0) {
            self.tree.keep_only(index, winner);
        }
    }

    /// Gives unknown leaves the numbers that the problem gave them, and all their ancestors those that follow.
    fn restore_unknown_leaves(&mut self) {
        for (leaf, numbers) in std::mem::take(&mut self.unknown) {
            *self.tree.numbers_mut(leaf) = numbers;
            let mut index = leaf;
            while let Some(parent) = self.tree.node(index).parent() {
                let kind = self.tree.node(parent).kind();
                let children = self.tree.children(parent).iter().map(|child| child.numbers);
                *self.tree.numbers_mut(parent) = Numbers::backed_up(kind, children);
                index = parent;
            }
        }
    }

    fn into_answer(self, root: &P::Node, stop: StopReason) -> Answer<P> {
        let numbers = self.root();
        let status = numbers.status();
        let left = self.memory.saturating_sub(self.tree.memory());
        let solution = (status != Status::Open).then(|| read_solution(self.problem, root, &self.tree, left).ok());
        Answer { status, root: numbers, stop, statistics: self.statistics, solution: solution.flatten() }
    }
}

/// Whether a step leads back to a node of the path. Keys only say where to look.
fn repeats<P: AndOr>(problem: &P, path: &[Visit<P>], node: &P::Node, step: P::Step, key: u64) -> bool {
    path.iter().any(|visit| visit.key == key && visit.node == problem.follow(node, step))
}

fn first_guess<P: AndOr>(
    problem: &P,
    rule: EstimateRule,
    node: &P::Node,
    step: P::Step,
    moves: &mut Vec<P::Step>,
) -> Estimate {
    match rule {
        EstimateRule::Unit => Estimate::UNIT,
        EstimateRule::Game => problem.estimate_after(node, step),
        EstimateRule::Mobility => {
            let next = problem.follow(node, step);
            moves.clear();
            problem.steps(&next, moves);
            Estimate::mobility(problem.kind(&next), moves.len())
        }
    }
}
