//! Looking at a proof: its principal variation, its shape, and the top of its tree.

use crate::successors::Successors;
use crate::{ProofKind, Record, Section};
use provenum_game::{AndOr, Status};
use std::collections::{HashMap, HashSet, VecDeque};

/// The most positions of a trap whose lines are measured.
const MOST_MEASURED: usize = 1_000_000;

/// A section of a certificate together with the problem that it is about.
///
/// It shows what is written and does not judge it: [`check`](crate::check()) does.
#[derive(Debug)]
pub struct View<'a, P: AndOr> {
    problem: &'a P,
    root: P::Node,
    section: &'a Section,
}

/// How many positions a proof has at each depth, following its moves from the root.
#[derive(Clone, PartialEq, Debug)]
pub struct Shape {
    /// Distinct positions that are first reached after 0, 1, 2, … moves.
    pub per_depth: Vec<u64>,
    /// Mean number of replies that the other side has.
    pub branching: f64,
}

/// A position of the drawn tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch<Node, Step> {
    /// The place of the position before it in the list; none at the root.
    pub parent: Option<usize>,
    /// The move that leads here; none at the root.
    pub step: Option<Step>,
    /// The position.
    pub node: Node,
    /// Whether the side whose moves are listed is to move here.
    pub answering: bool,
    /// Within how many moves the goal is reached at the latest, where the proof says so.
    pub rank: Option<u32>,
    /// Whether the game is over here.
    pub over: bool,
    /// Whether positions that follow were left out.
    pub cut: bool,
}

impl<'a, P: AndOr> View<'a, P> {
    /// Looks at a section, whose claim is this problem.
    #[must_use]
    pub fn new(section: &'a Section, problem: &'a P, root: P::Node) -> View<'a, P> {
        View { problem, root, section }
    }

    /// The section that it looks at.
    #[must_use]
    pub fn section(&self) -> &'a Section {
        self.section
    }

    /// What is listed for a position.
    #[must_use]
    pub fn record(&self, node: &P::Node) -> Option<Record<'a>> {
        let mut code = Vec::new();
        self.problem.encode(node, &mut code);
        self.section.records.find(&code)
    }

    /// Within how many moves the goal is reached at the latest, as far as the proof says so: what is listed (0 in a trap), or
    /// 1 where it need not be, because the game can be ended at once.
    #[must_use]
    pub fn rank(&self, node: &P::Node) -> Option<u32> {
        let listed = self.record(node).map(|record| record.rank);
        listed.or_else(|| self.last_step(node).map(|_| 1))
    }

    /// The move that the proof makes in a position: the listed one, or one that ends the game at once.
    #[must_use]
    pub fn step(&self, node: &P::Node) -> Option<P::Step> {
        let Some(record) = self.record(node) else { return self.last_step(node) };
        let choice = record.choice?;
        let mut successors = Successors::default();
        successors.generate(self.problem, node);
        let (chosen, _) = successors.get(choice as usize)?;
        self.steps(node).into_iter().find(|&step| self.problem.follow(node, step) == *chosen)
    }

    /// A move of the side whose moves are listed that ends the game as it wants.
    fn last_step(&self, node: &P::Node) -> Option<P::Step> {
        if !self.is_open(node) || !self.is_answering(node) {
            return None;
        }
        let ends =
            |&step: &P::Step| self.problem.status(&self.problem.follow(node, step)) == self.section.kind.status();
        self.steps(node).into_iter().find(ends)
    }

    fn steps(&self, node: &P::Node) -> Vec<P::Step> {
        let mut steps = Vec::new();
        self.problem.steps(node, &mut steps);
        steps
    }

    /// Whether the game goes on.
    #[must_use]
    pub fn is_open(&self, node: &P::Node) -> bool {
        self.problem.status(node) == Status::Open
    }

    /// Whether the side whose moves are listed is to move.
    #[must_use]
    pub fn is_answering(&self, node: &P::Node) -> bool {
        self.problem.kind(node) == self.section.kind.succeeds()
    }

    /// The moves that the proof looks at in a position: its own, or all of the other side's.
    #[must_use]
    pub fn considered(&self, node: &P::Node) -> Vec<P::Step> {
        if !self.is_open(node) {
            Vec::new()
        } else if self.is_answering(node) {
            self.step(node).into_iter().collect()
        } else {
            self.steps(node)
        }
    }

    /// The principal variation: listed moves of the one side, and the replies of the other that hold out longest. It ends
    /// where the game does, or before a position would come back.
    #[must_use]
    pub fn line(&self) -> Vec<P::Step> {
        let mut line = Vec::new();
        let mut node = self.root.clone();
        let mut seen = HashSet::new();
        // A trap has no ranks; where play must end, its length can be found.
        let measured = self.section.kind == ProofKind::Trap
            && !self.problem.cyclic()
            && self.section.records.len() <= MOST_MEASURED;
        let lengths = if measured { self.lengths() } else { HashMap::new() };
        while seen.insert(node.clone()) {
            let delay = |step: &P::Step| {
                let next = self.problem.follow(&node, *step);
                let rank = match measured {
                    true => lengths.get(&next).copied().unwrap_or(0),
                    false => self.rank(&next).unwrap_or(0),
                };
                (self.is_open(&next), rank)
            };
            // Of several that are equal, the first.
            let Some(step) = self.considered(&node).into_iter().rev().max_by_key(delay) else { break };
            node = self.problem.follow(&node, step);
            line.push(step);
        }
        line
    }

    /// For every position of the proof, the length of the longest line that it allows from there, in a problem that must end.
    fn lengths(&self) -> HashMap<P::Node, u32> {
        let mut lengths = HashMap::new();
        let below = |node: &P::Node| -> Vec<P::Node> {
            self.considered(node).into_iter().map(|step| self.problem.follow(node, step)).collect()
        };
        let mut stack = vec![(self.root.clone(), below(&self.root), 0)];
        while let Some((node, left, longest)) = stack.last_mut() {
            match left.pop() {
                Some(next) => match lengths.get(&next) {
                    Some(length) => *longest = (*longest).max(length + 1),
                    None => {
                        let after = below(&next);
                        stack.push((next, after, 0));
                    }
                },
                None => {
                    let (node, longest) = (node.clone(), *longest);
                    stack.pop();
                    if let Some((_, _, above)) = stack.last_mut() {
                        *above = (*above).max(longest + 1);
                    }
                    lengths.insert(node, longest);
                }
            }
        }
        lengths
    }

    /// How many positions there are at each depth.
    #[must_use]
    pub fn shape(&self) -> Shape {
        let mut per_depth = Vec::new();
        let (mut asked, mut replies) = (0u64, 0u64);
        let mut seen = HashSet::from([self.root.clone()]);
        let mut layer = vec![self.root.clone()];
        while !layer.is_empty() {
            per_depth.push(layer.len() as u64);
            let mut below = Vec::new();
            for node in &layer {
                let steps = self.considered(node);
                if self.is_open(node) && !self.is_answering(node) {
                    asked += 1;
                    replies += steps.len() as u64;
                }
                for step in steps {
                    let next = self.problem.follow(node, step);
                    if seen.insert(next.clone()) {
                        below.push(next);
                    }
                }
            }
            layer = below;
        }
        Shape { per_depth, branching: if asked == 0 { 0.0 } else { replies as f64 / asked as f64 } }
    }

    /// The top of the tree, breadth first: at most so many moves deep and so many positions.
    #[must_use]
    pub fn tree(&self, depth: usize, most: usize) -> Vec<Branch<P::Node, P::Step>> {
        let mut branches = vec![self.branch(None, None, self.root.clone())];
        let mut queue = VecDeque::from([(0, 0)]);
        while let Some((place, level)) = queue.pop_front() {
            let node = branches[place].node.clone();
            for step in self.considered(&node) {
                if level == depth || branches.len() >= most {
                    branches[place].cut = true;
                    break;
                }
                queue.push_back((branches.len(), level + 1));
                branches.push(self.branch(Some(place), Some(step), self.problem.follow(&node, step)));
            }
        }
        branches
    }

    fn branch(&self, parent: Option<usize>, step: Option<P::Step>, node: P::Node) -> Branch<P::Node, P::Step> {
        let over = !self.is_open(&node);
        let ranked = self.section.kind == ProofKind::Strategy;
        Branch {
            parent,
            step,
            answering: !over && self.is_answering(&node),
            rank: self.rank(&node).filter(|_| ranked),
            over,
            cut: false,
            node,
        }
    }
}
