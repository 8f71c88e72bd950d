//! The loop of all searches that keep their tree: go down to a leaf, expand it, and bring the numbers up to date.
//!
//! The code follows Figure 3 of the survey of Kishimoto, Winands, Müller and Saito (2012) with its slips mended: the best
//! value is reset at every level of the descent, and children that were not generated because a sibling already solved
//! their parent are not there at all. As there, the update stops at the first ancestor whose numbers stay the same, and
//! the next descent begins at that ancestor.
//!
//! What is solved is pruned down to its proof: at a node that the choosing side has won, all children but the winning one
//! are forgotten. So the tree of a solved root *is* its solution, unless memory ran short on the way: then solved subtrees
//! are forgotten altogether, and what is missing in the end is searched again.
//!
//! One tree can serve several problems about the same positions, such as all claims about a game's result. Every node
//! then has a pair of numbers for each, the first in the node itself and the others in its label. A **goal** is the place
//! of a problem in the list.

mod deletion;
mod goals;
mod two_levels;

use super::rules::{Descent, Update};
use super::settings::Settings;
use super::tree::{Tree, TreeNode};
use crate::ask::Ask;
use crate::erased::{AnyNode, Erased, Walk};
use crate::limits::Watch;
use crate::{EstimateRule, INFINITE, LARGEST, Meter, Numbers, Statistics, StopReason};
use provenum_game::{AndOr, Child, Estimate, Hints, Kind, Status};
use std::cell::LazyCell;

/// A node on the way from the root to where the search is.
struct PathNode {
    index: u32,
    /// Its table key, to find repetitions; 0 where there are none.
    key: u64,
}

/// What a descent is after.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Target {
    goal: usize,
    /// Prove (OR) or disprove (AND); none for whatever is nearer, at every node anew.
    side: Option<Kind>,
}

/// A best-first search of a tree.
pub(super) struct TreeSearch<'a, 'p> {
    /// At least one, all about the same positions. They may differ in which player is their OR side.
    pub(super) problems: &'a [Erased<'p>],
    pub(super) tree: Tree<u32>,
    pub(super) statistics: Statistics,
    rules: Settings,
    /// Whether anything is known before the end.
    pub(super) knows: bool,
    /// For each problem, whether its OR side is the first problem's AND side.
    turned: Vec<bool>,
    path: Vec<PathNode>,
    /// The nodes of the path.
    walk: Box<dyn Walk + 'p>,
    target: Target,
    /// The most nodes that were ever stored on both levels together.
    most_stored: u64,
    // Scratch space of an expansion.
    expanded: Vec<Child<u32>>,
    children: Vec<TreeNode>,
    steps: Vec<u32>,
    labels: Vec<u32>,
    moves: Vec<u32>,
}

/// What came of an attempt to expand a leaf.
enum Expansion {
    Done,
    /// There is no room for its children.
    Full,
}

impl<'a, 'p> TreeSearch<'a, 'p> {
    /// A search that may use so many bytes.
    pub(super) fn new(problems: &'a [Erased<'p>], root: &AnyNode, settings: &Settings, memory: u64) -> Self {
        let (first, rules) = (&problems[0], *settings);
        let width = match rules.descent {
            Descent::Deep(_) => 1,
            _ => 2 * (problems.len() - 1),
        };
        let key = if first.cyclic() { first.key(root) } else { 0 };
        let mut search = TreeSearch {
            problems,
            tree: Tree::new(TreeNode::leaf(Numbers::HOPELESS), width, memory),
            statistics: Statistics::default(),
            rules,
            knows: settings.known && first.knows(),
            turned: problems.iter().map(|problem| problem.kind(root) != first.kind(root)).collect(),
            path: vec![PathNode { index: Tree::<u32>::ROOT, key }],
            walk: first.walk(root),
            target: Target { goal: 0, side: None },
            most_stored: 1,
            expanded: Vec::new(),
            children: Vec::new(),
            steps: Vec::new(),
            labels: Vec::new(),
            moves: Vec::new(),
        };
        for (goal, problem) in problems.iter().enumerate() {
            let guess = search.first_numbers(goal, search.status_of(problem, root), root);
            search.set_numbers(Tree::<u32>::ROOT, goal, guess);
        }
        search
    }

    /// The root's numbers for the first problem.
    pub(super) fn root(&self) -> Numbers {
        self.numbers(Tree::<u32>::ROOT, 0)
    }

    /// The numbers of a node for a goal.
    #[inline]
    pub(super) fn numbers(&self, index: u32, goal: usize) -> Numbers {
        if goal == 0 {
            return self.tree.node(index).numbers;
        }
        let label = self.tree.label(index);
        Numbers { proof: label[2 * goal - 2], disproof: label[2 * goal - 1] }
    }

    fn set_numbers(&mut self, index: u32, goal: usize, numbers: Numbers) {
        if goal == 0 {
            *self.tree.numbers_mut(index) = numbers;
        } else {
            self.tree.label_mut(index)[2 * goal - 2..2 * goal].copy_from_slice(&[numbers.proof, numbers.disproof]);
        }
    }

    /// What is known of a node: of two numbers, an infinite one is a fact. (A 0 is one too, but not in conspiracy-number
    /// search, where it says that things are as they should be.)
    #[inline]
    pub(super) fn fact(&self, index: u32, goal: usize) -> Status {
        fact(self.numbers(index, goal))
    }

    /// What is known of the root.
    pub(super) fn status(&self, goal: usize) -> Status {
        self.fact(Tree::<u32>::ROOT, goal)
    }

    /// The goal of the last descent.
    pub(super) fn goal(&self) -> usize {
        self.target.goal
    }

    pub(super) fn run(&mut self, root: &AnyNode, meter: &mut Meter<'_>) -> StopReason {
        loop {
            self.target = match self.next_target() {
                Ok(target) => target,
                Err(stop) => return self.finish(stop, root, meter),
            };
            if let Some(stop) = meter.check(&self.statistics, self.root()) {
                return self.finish(stop, root, meter);
            }
            let leaf = self.descend();
            if self.numbers(leaf, self.target.goal) == Numbers::HOPELESS {
                // A most-proving node lies in a smallest proof set and a smallest disproof set. If it is an unknown leaf,
                // so is a member of every other such set: the root cannot be solved.
                return self.finish(StopReason::UnknownLeaves, root, meter);
            }
            match self.develop(leaf, meter) {
                Ok(Expansion::Done) => self.update_ancestors(),
                Ok(Expansion::Full) => match self.make_room(meter) {
                    Ok(true) => {
                        self.path.truncate(1);
                        self.walk.back_to(1);
                    }
                    Ok(false) => return self.finish(StopReason::Memory, root, meter),
                    Err(stop) => return self.finish(stop, root, meter),
                },
                Err(stop) => return self.finish(stop, root, meter),
            }
        }
    }

    /// Brings the root's numbers up to date, where the update was put off.
    fn finish(&mut self, stop: StopReason, root: &AnyNode, meter: &Meter<'_>) -> StopReason {
        self.rules.update = Update::UntilSame;
        while let Some(PathNode { index, .. }) = self.path.last() {
            self.back_up(*index);
            if self.path.len() == 1 {
                break;
            }
            self.path.pop();
            self.walk.back();
        }
        if stop == StopReason::UnknownLeaves {
            self.restore_unknown_leaves(root, &mut meter.watch(&self.statistics));
        }
        stop
    }

    /// What to go for next; or why the search ends, if all that was asked is solved or cannot be.
    #[inline]
    fn next_target(&mut self) -> Result<Target, StopReason> {
        if self.problems.len() > 1 || self.rules.descent == Descent::Conspiracy {
            return if self.path.len() > 1 { Ok(self.target) } else { self.next_of_several() };
        }
        let numbers = self.root();
        if fact(numbers) != Status::Open {
            return Err(StopReason::Solved);
        }
        let side = (self.rules.descent == Descent::Leftmost).then(|| nearer(numbers));
        Ok(Target { goal: 0, side })
    }

    /// Goes down from the end of the path to a leaf.
    fn descend(&mut self) -> u32 {
        loop {
            let Some(PathNode { index, .. }) = self.path.last() else { unreachable!("the root stays on the path") };
            if self.tree.node(*index).is_leaf() {
                self.statistics.depth = self.statistics.depth.max(self.path.len() as u32 - 1);
                return *index;
            }
            let best = self.select(*index);
            self.walk.go(self.tree.step(best));
            let key = if self.problems[0].cyclic() { self.walk.key() } else { 0 };
            self.path.push(PathNode { index: best, key });
        }
    }

    /// Who chooses at an inner node, seen by a goal.
    #[inline]
    fn kind(&self, index: u32, goal: usize) -> Kind {
        let kind = self.tree.node(index).kind();
        if self.turned[goal] { other(kind) } else { kind }
    }

    /// The child to go to.
    #[inline]
    fn select(&self, index: u32) -> u32 {
        let Target { goal, side } = self.target;
        let kind = self.kind(index, goal);
        let children = self.tree.node(index).children();
        match (self.rules.descent, side) {
            (Descent::Deep(r), _) => deepest(&self.tree, index, kind, r).0,
            (_, Some(side)) if side != kind => {
                // All of them have to be solved: take the first that is left.
                let mut left = children.clone();
                left.find(|&child| self.numbers(child, goal).cost(side) != 0).unwrap_or(children.start)
            }
            _ if goal == 0 => {
                let (mut best, mut least) = (children.start, u32::MAX);
                for (child, index) in self.tree.children(index).iter().zip(children) {
                    let cost = child.numbers.cost(kind);
                    if cost < least {
                        (best, least) = (index, cost);
                    }
                }
                best
            }
            _ => children.clone().min_by_key(|&c| self.numbers(c, goal).cost(kind)).unwrap_or(children.start),
        }
    }

    /// Expands the leaf at the end of the path, by a search of its own if there is a second level.
    #[inline]
    fn develop(&mut self, leaf: u32, meter: &mut Meter<'_>) -> Result<Expansion, StopReason> {
        if self.rules.second_level.is_some() {
            return self.search_below(leaf, meter);
        }
        if self.rules.delayed && self.evaluate(leaf) {
            return Ok(Expansion::Done);
        }
        let generated = self.generate();
        let expansion = self.attach(leaf);
        if let Expansion::Done = expansion {
            self.statistics.generated += generated;
        }
        Ok(expansion)
    }

    /// Tests the leaf at the end of the path for the end of the game; the answer is whether it is that.
    fn evaluate(&mut self, leaf: u32) -> bool {
        let Some((PathNode { key, .. }, above)) = self.path.split_last() else { return false };
        let (problem, node) = (&self.problems[0], self.walk.here());
        let same = |(place, above): (usize, &PathNode)| above.key == *key && self.walk.at(place) == node;
        let repeats = problem.cyclic() && above.iter().enumerate().any(same);
        if !repeats && self.status_of(problem, &node) == Status::Open {
            return false;
        }
        for goal in 0..self.problems.len() {
            let status = if repeats { Status::Disproven } else { self.status_of(&self.problems[goal], &node) };
            self.set_numbers(leaf, goal, Numbers::new(status, || Estimate::UNIT));
        }
        true
    }

    /// Generates the children of the node at the end of the path. The answer is how many there were, also if fewer count.
    #[inline]
    fn generate(&mut self) -> u64 {
        let TreeSearch { problems, path, walk, expanded, children, steps, labels, moves, rules, knows, turned, .. } =
            self;
        // Most searches never need to look at the node itself.
        let node = LazyCell::new(|| walk.here());
        let node = || LazyCell::force(&node);
        let (problem, rule, depth, knows) = (&problems[0], rules.estimate, path.len() as u32, *knows);
        let (kind, several, middle) = (walk.kind(), problems.len() > 1, problems.len() / 2);
        let plain = rule == EstimateRule::Unit || rule == EstimateRule::Game && !problem.has_estimates();
        let conspiracy = rules.descent == Descent::Conspiracy;
        children.clear();
        steps.clear();
        labels.clear();
        if rules.delayed {
            moves.clear();
            problem.steps(node(), steps);
            for &step in &*steps {
                let mut guess = |problem: &Erased<'_>| {
                    Numbers::new(Status::Open, || rule.after(problem, node(), step, depth, moves))
                };
                children.push(TreeNode::leaf(guess(problem)));
                for problem in &problems[1..] {
                    let Numbers { proof, disproof } = guess(problem);
                    labels.extend([proof, disproof]);
                }
                if let Descent::Deep(_) = rules.descent {
                    labels.push(depth);
                }
            }
            return steps.len() as u64;
        }
        let mut solved = false;
        let mut generated = 0;
        expanded.clear();
        walk.expand(expanded);
        for child in &*expanded {
            if solved {
                break;
            }
            generated += 1;
            let mut status = child.status;
            let next = knows.then(|| problem.follow(node(), child.step));
            if let Some(next) = next.as_ref().filter(|_| status == Status::Open) {
                status = known_status(problem, next);
            }
            let repeats =
                status == Status::Open && problem.cyclic() && repeats(path, walk.as_ref(), child.step, child.key);
            if repeats {
                status = Status::Disproven;
            }
            let mut guess = |status, goal: usize| {
                if conspiracy && status == Status::Open {
                    return static_value(goal, turned[goal], middle);
                }
                let problem = &problems[goal];
                if plain {
                    return Numbers::new(status, || Estimate::UNIT);
                }
                Numbers::new(status, || rule.after(problem, node(), child.step, depth, moves))
            };
            let numbers = guess(status, 0);
            let wins = |numbers: Numbers, kind| fact(numbers) == won_by(kind);
            solved = wins(numbers, kind);
            if several {
                let over = next.or_else(|| (status != Status::Open).then(|| problem.follow(node(), child.step)));
                let before = labels.len();
                for goal in 1..problems.len() {
                    let status = match (&over, repeats) {
                        (None, _) => Status::Open,
                        (_, true) => Status::Disproven,
                        (Some(next), _) => match problems[goal].status(next) {
                            Status::Open if knows => known_status(&problems[goal], next),
                            status => status,
                        },
                    };
                    let numbers = guess(status, goal);
                    solved &= wins(numbers, if turned[goal] { other(kind) } else { kind });
                    labels.extend([numbers.proof, numbers.disproof]);
                }
                if solved {
                    labels.drain(..before);
                }
            } else if let Descent::Deep(_) = rules.descent {
                if solved {
                    labels.clear();
                }
                labels.push(depth);
            }
            if solved {
                children.clear();
                steps.clear();
            }
            children.push(TreeNode::leaf(numbers));
            steps.push(child.step);
        }
        generated
    }

    /// Gives the leaf the children that were generated.
    #[inline]
    fn attach(&mut self, leaf: u32) -> Expansion {
        if self.children.is_empty() {
            self.statistics.expanded += 1;
            for goal in 0..self.problems.len() {
                self.set_numbers(leaf, goal, Numbers::HOPELESS);
            }
            return Expansion::Done;
        }
        let kind = self.walk.kind();
        if !self.tree.expand(leaf, kind, &self.children, &self.steps, &self.labels) {
            return Expansion::Full;
        }
        self.statistics.expanded += 1;
        self.statistics.memory = self.statistics.memory.max(self.tree.memory());
        Expansion::Done
    }

    /// Recomputes the numbers from the end of the path upwards, until they stay the same.
    fn update_ancestors(&mut self) {
        while let Some(&PathNode { index, .. }) = self.path.last() {
            match self.back_up(index) {
                Change::None => return,
                // Numbers that only fall keep the path what it was: the least on every level.
                Change::Smaller if self.rules.update == Update::UntilSmaller => return,
                _ => {}
            }
            if self.path.len() == 1 {
                return;
            }
            self.path.pop();
            self.walk.back();
        }
    }

    /// Recomputes the numbers of a node from its children's.
    #[inline]
    fn back_up(&mut self, index: u32) -> Change {
        let node = self.tree.node(index);
        if node.is_leaf() {
            // It has just been evaluated.
            return Change::Larger;
        }
        let (kind, old) = (node.kind(), node.numbers);
        let new = Numbers::backed_up(kind, self.tree.children(index).iter().map(|child| child.numbers));
        let mut change = Change::between(old, new);
        if change != Change::None {
            *self.tree.numbers_mut(index) = new;
        }
        for goal in 1..self.problems.len() {
            let children = self.tree.node(index).children();
            let new = Numbers::backed_up(self.kind(index, goal), children.map(|child| self.numbers(child, goal)));
            change = change.max(Change::between(self.numbers(index, goal), new));
            self.set_numbers(index, goal, new);
        }
        if let Descent::Deep(r) = self.rules.descent {
            let depth = deepest(&self.tree, index, kind, r).1;
            if std::mem::replace(&mut self.tree.label_mut(index)[0], depth) != depth {
                change = Change::Larger;
            }
        }
        if change != Change::None && self.problems.len() == 1 && fact(new) == won_by(kind) {
            self.keep_winning_child(index);
        }
        change
    }

    fn keep_winning_child(&mut self, index: u32) {
        let node = self.tree.node(index);
        let (won, mut children) = (won_by(node.kind()), node.children());
        if let Some(winner) = children.find(|&child| self.fact(child, 0) == won) {
            self.tree.keep_only(index, winner);
        }
    }

    /// What is known of a node without looking below it, before the end too.
    fn status_of(&self, problem: &Erased<'_>, node: &AnyNode) -> Status {
        match problem.status(node) {
            Status::Open if self.knows => known_status(problem, node),
            status => status,
        }
    }

    /// The first numbers of a node with this status.
    fn first_numbers(&mut self, goal: usize, status: Status, node: &AnyNode) -> Numbers {
        if self.rules.descent == Descent::Conspiracy && status == Status::Open {
            return static_value(goal, self.turned[goal], self.problems.len() / 2);
        }
        let problem = &self.problems[goal];
        Numbers::new(status, || self.rules.estimate.of(problem, node, 0, &mut self.moves))
    }

    /// Gives unknown leaves the numbers that the problem gave them, and all their ancestors those that follow. If the time is
    /// up on the way, the rest keeps the numbers that it has.
    fn restore_unknown_leaves(&mut self, root: &AnyNode, watch: &mut Watch<'_>) {
        let mut inner = Vec::new();
        let mut work = vec![(Tree::<u32>::ROOT, root.clone())];
        while let Some((index, node)) = work.pop() {
            if watch.step().is_err() {
                break;
            }
            let tree_node = self.tree.node(index);
            if tree_node.numbers == Numbers::HOPELESS && tree_node.is_leaf() {
                for goal in 0..self.problems.len() {
                    let numbers = self.first_numbers(goal, Status::Open, &node);
                    self.set_numbers(index, goal, numbers);
                }
            } else if !tree_node.is_leaf() {
                inner.push(index);
                let below = |child| (child, self.problems[0].follow(&node, self.tree.step(child)));
                work.extend(tree_node.children().map(below));
            }
        }
        // Parents stand before their children in the list.
        for &index in inner.iter().rev() {
            self.back_up(index);
        }
    }
}

/// What is known of an open node before the end.
fn known_status(problem: &Erased<'_>, node: &AnyNode) -> Status {
    problem.known(node).map_or(Status::Open, |known| known.status())
}

/// What an update has done to the numbers of a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Change {
    None,
    /// None has grown.
    Smaller,
    Larger,
}

impl Change {
    #[inline]
    fn between(old: Numbers, new: Numbers) -> Change {
        if old == new {
            Change::None
        } else if new.proof <= old.proof && new.disproof <= old.disproof {
            Change::Smaller
        } else {
            Change::Larger
        }
    }
}

/// What numbers say for certain.
#[inline]
fn fact(numbers: Numbers) -> Status {
    if numbers.disproof == INFINITE {
        Status::Proven
    } else if numbers.proof == INFINITE {
        Status::Disproven
    } else {
        Status::Open
    }
}

/// The status of a node that this side has won.
#[inline]
fn won_by(kind: Kind) -> Status {
    match kind {
        Kind::Or => Status::Proven,
        Kind::And => Status::Disproven,
    }
}

#[inline]
fn other(kind: Kind) -> Kind {
    match kind {
        Kind::Or => Kind::And,
        Kind::And => Kind::Or,
    }
}

/// Whether a proof is nearer or a disproof.
fn nearer(numbers: Numbers) -> Kind {
    if numbers.proof <= numbers.disproof { Kind::Or } else { Kind::And }
}

/// The numbers of an open leaf in conspiracy-number search: as long as nothing else is known it has the value in the
/// middle, so that so many claims hold. To change that takes one conspirator.
fn static_value(goal: usize, turned: bool, holding: usize) -> Numbers {
    match (goal < holding) != turned {
        true => Numbers { proof: 0, disproof: 1 },
        false => Numbers { proof: 1, disproof: 0 },
    }
}

/// The child with the least DPN, and the depth of the leaf that it leads to: R (1 − 1 / number) + (1 − R) / depth.
fn deepest<Step: Copy>(tree: &Tree<Step>, index: u32, kind: Kind, r: f64) -> (u32, u32) {
    let children = tree.node(index).children();
    let (mut best, mut least, mut depth) = (children.start, (true, f64::INFINITY), 0);
    for (child, index) in tree.children(index).iter().zip(children) {
        let (cost, below) = (child.numbers.cost(kind), tree.label(index)[0]);
        // Whatever its depth, a child that cannot be won comes last.
        let dpn = match cost {
            0 => (false, f64::NEG_INFINITY),
            1..=LARGEST => (false, r * (1.0 - 1.0 / f64::from(cost)) + (1.0 - r) / f64::from(below.max(1))),
            _ => (true, f64::from(cost)),
        };
        if dpn < least {
            (best, least, depth) = (index, dpn, below);
        }
    }
    (best, depth)
}

/// Whether a step leads back to a node of the path. Keys only say where to look.
#[inline]
fn repeats(path: &[PathNode], walk: &dyn Walk, step: u32, key: u64) -> bool {
    path.iter().enumerate().any(|(place, above)| above.key == key && walk.leads_to(step, place))
}
