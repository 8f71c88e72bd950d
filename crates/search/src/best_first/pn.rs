//! Proof-number search (Allis, van der Meulen and van den Herik 1994).
//!
//! The code follows Figure 3 of the survey of Kishimoto, Winands, Müller and Saito (2012) with its slips mended: the best
//! value is reset at every level of the descent, and children that were not generated because a sibling already solved
//! their parent are not there at all. As there, the update stops at the first ancestor whose numbers stay the same, and
//! the next descent begins at that ancestor.
//!
//! What is solved is pruned down to its proof: at a node that the choosing side has won, all children but the winning one
//! are forgotten. So the tree of a solved root *is* its solution, unless memory ran short on the way: then solved subtrees
//! are forgotten altogether, and what is missing in the end is searched again.

use super::read::read_steps;
use super::tree::{Tree, TreeNode};
use crate::extract::extract;
use crate::{Answer, EstimateRule, Limits, Meter, Numbers, Observer, Settings, Statistics, StopReason, Uncertified};
use provenum_game::{AndOr, Status};

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
    let stop = search.run(root, &mut meter);
    search.into_answer(root, stop, limits)
}

/// Searches from a node with a tree of at most so many nodes, for the numbers that it has then. What it does counts into
/// `statistics`, and the limits of the search that asks hold for it too.
pub(crate) fn bounded_search<P: AndOr>(
    problem: &P,
    node: &P::Node,
    estimate: EstimateRule,
    most: u64,
    statistics: &mut Statistics,
    meter: &mut Meter<'_>,
) -> Result<Numbers, StopReason> {
    let bytes = most.saturating_mul(Tree::<P::Step>::NODE_BYTES as u64);
    let settings = Settings { estimate, ..Settings::default() };
    let mut search = Search::new(problem, node, &settings, bytes);
    search.statistics = *statistics;
    let stop = search.run(node, meter);
    let memory = statistics.memory + search.tree.memory();
    *statistics = Statistics { memory: statistics.memory.max(memory), ..search.statistics };
    match stop {
        StopReason::Solved | StopReason::Memory | StopReason::UnknownLeaves => Ok(search.root()),
        StopReason::Time | StopReason::Nodes | StopReason::Cancelled | StopReason::Depth => Err(stop),
    }
}

/// How large a search may be that evaluates a leaf of another one: a share of what that one has stored, which grows along
/// an S-shaped curve (Breuker 1998).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SecondLevel {
    /// How much is stored when the share is one half.
    pub a: f64,
    /// How gently it grows.
    pub b: f64,
}

impl SecondLevel {
    /// At least one expansion.
    const LEAST: f64 = 64.0;

    /// The size of a second-level search when so many nodes are stored at the first level.
    #[must_use]
    pub fn size(self, stored: u64) -> u64 {
        let x = stored as f64;
        let share = 1.0 / (1.0 + ((self.a - x) / self.b).exp());
        (x * share).max(SecondLevel::LEAST) as u64
    }
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
    statistics: Statistics,
    // Scratch space of an expansion.
    children: Vec<TreeNode>,
    steps: Vec<P::Step>,
    moves: Vec<P::Step>,
}

impl<'a, P: AndOr> Search<'a, P> {
    fn new(problem: &'a P, root: &P::Node, settings: &Settings, memory: u64) -> Self {
        let guess = || settings.estimate.of(problem, root, 0, &mut Vec::new());
        let numbers = Numbers::new(problem.status(root), guess);
        let visit = Visit { index: 0, node: root.clone(), key: if problem.cyclic() { problem.key(root) } else { 0 } };
        Search {
            problem,
            estimate: settings.estimate,
            tree: Tree::new(TreeNode::leaf(numbers), memory),
            path: vec![visit],
            statistics: Statistics::default(),
            children: Vec::new(),
            steps: Vec::new(),
            moves: Vec::new(),
        }
    }

    fn root(&self) -> Numbers {
        self.tree.node(Tree::<P::Step>::ROOT).numbers
    }

    fn run(&mut self, root: &P::Node, meter: &mut Meter<'_>) -> StopReason {
        while self.root().status() == Status::Open {
            if let Some(stop) = meter.check(&self.statistics, self.root()) {
                return stop;
            }
            let leaf = self.select_most_proving();
            if self.tree.node(leaf).numbers == Numbers::HOPELESS {
                // A most-proving node lies in a smallest proof set and a smallest disproof set. If it is an unknown leaf,
                // so is a member of every other such set: the root cannot be solved.
                self.restore_unknown_leaves(root);
                return StopReason::UnknownLeaves;
            }
            let fits = self.expand(leaf) || (self.forget_solved() && self.expand(leaf));
            if !fits {
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
        let (problem, rule, kind, depth) = (*problem, self.estimate, problem.kind(node), path.len() as u32);
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
            let numbers = Numbers::new(status, || rule.after(problem, node, child.step, depth, moves));
            solved = numbers.cost(kind) == 0;
            if solved {
                children.clear();
                steps.clear();
            }
            children.push(TreeNode::leaf(numbers));
            steps.push(child.step);
        });
        if children.is_empty() {
            self.statistics.expanded += 1;
            *self.tree.numbers_mut(leaf) = Numbers::HOPELESS;
            return true;
        }
        if !self.tree.expand(leaf, kind, &self.children, &self.steps) {
            return false;
        }
        self.statistics.expanded += 1;
        self.statistics.generated += generated;
        self.statistics.memory = self.tree.memory();
        true
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
    fn restore_unknown_leaves(&mut self, root: &P::Node) {
        let mut inner = Vec::new();
        let mut work = vec![(Tree::<P::Step>::ROOT, root.clone())];
        while let Some((index, node)) = work.pop() {
            let tree_node = self.tree.node(index);
            if tree_node.numbers == Numbers::HOPELESS && tree_node.is_leaf() {
                let guess = || self.estimate.of(self.problem, &node, 0, &mut self.moves);
                *self.tree.numbers_mut(index) = Numbers::new(Status::Open, guess);
            } else if !tree_node.is_leaf() {
                inner.push(index);
                let below = |child| (child, self.problem.follow(&node, self.tree.step(child)));
                work.extend(tree_node.children().map(below));
            }
        }
        // Parents stand before their children in the list.
        for &index in inner.iter().rev() {
            let children = self.tree.children(index).iter().map(|child| child.numbers);
            *self.tree.numbers_mut(index) = Numbers::backed_up(self.tree.node(index).kind(), children);
        }
    }

    /// Forgets what is below solved nodes, to make room. The answer is `false` if that is hardly worth it.
    fn forget_solved(&mut self) -> bool {
        let before = self.tree.len();
        let mut work = vec![Tree::<P::Step>::ROOT];
        while let Some(index) = work.pop() {
            let node = self.tree.node(index);
            if node.numbers.status() == Status::Open {
                work.extend(node.children());
            } else {
                self.tree.forget(index);
            }
        }
        self.tree.len() < before - before / 16
    }

    fn into_answer(self, root: &P::Node, stop: StopReason, limits: &Limits) -> Answer<P> {
        let Search { problem, tree, mut statistics, .. } = self;
        let numbers = tree.node(Tree::<P::Step>::ROOT).numbers;
        let status = numbers.status();
        let solution = match status {
            Status::Open => Err(Uncertified::Unsolved),
            _ => read_steps(problem, root, &tree, limits.memory.saturating_sub(tree.memory())).and_then(|mut steps| {
                drop(tree);
                extract(problem, root, status == Status::Proven, &mut steps, limits, &mut statistics)
            }),
        };
        Answer { status, root: numbers, stop, statistics, solution }
    }
}

/// Whether a step leads back to a node of the path. Keys only say where to look.
fn repeats<P: AndOr>(problem: &P, path: &[Visit<P>], node: &P::Node, step: P::Step, key: u64) -> bool {
    path.iter().any(|visit| visit.key == key && visit.node == problem.follow(node, step))
}
