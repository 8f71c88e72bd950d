//! Siblings that are much alike are often solved alike: try how one was solved on the other.

use super::kernel::{INDEPENDENT, Kernel};
use crate::number::Numbers;
use provenum_game::{AndOr, Kind, Status};

/// Nodes that one attempt may look at.
const MOST: u32 = 200;

impl<P: AndOr> Kernel<'_, P> {
    /// The child that the search came back from is solved, and lost for the side that chooses at the last frame. Tries the
    /// same on its open siblings that the problem calls similar: a proof at AND nodes (Kawano 1996), a refutation at OR
    /// nodes (the killer tree heuristic: Thomsen 2000).
    pub(super) fn try_on_similar(&mut self) {
        let Some(frame) = self.frames.last() else { return };
        let solved = self.slots[frame.first + frame.current];
        let proven = frame.kind == Kind::And;
        let lost = if proven { Numbers::PROVEN } else { Numbers::DISPROVEN };
        let (first, node) = (frame.first, frame.node.clone());
        let original = self.problem.follow(&node, solved.step());
        for place in first..self.slots.len() {
            let slot = self.slots[place];
            if slot.pair.is_solved() || !self.problem.similar(&node, solved.step(), slot.step()) {
                continue;
            }
            let target = self.problem.follow(&node, slot.step());
            let mut attempt = Attempt { kernel: self, proven, left: MOST, trail: vec![node.clone()] };
            if attempt.holds(&original, &target) {
                self.slots[place].pair = super::backup::Pair::seen_by(if proven { Kind::And } else { Kind::Or }, lost);
                self.slots[place].rests_on = INDEPENDENT;
                self.statistics.borrowed += 1;
            }
        }
    }
}

struct Attempt<'k, 'a, P: AndOr> {
    kernel: &'k mut Kernel<'a, P>,
    proven: bool,
    left: u32,
    trail: Vec<P::Node>,
}

impl<P: AndOr> Attempt<'_, '_, P> {
    fn wanted(&self) -> Status {
        if self.proven { Status::Proven } else { Status::Disproven }
    }

    /// What is known of a node whatever the path.
    fn known(&self, node: &P::Node) -> Status {
        match self.kernel.problem.status(node) {
            Status::Open => {
                let entry = self.kernel.table.probe(self.kernel.problem.key(node));
                entry.map_or(Status::Open, |entry| entry.numbers().status())
            }
            status => status,
        }
    }

    /// Whether the target is solved by what solved the original. What turns out solved on the way is remembered.
    fn holds(&mut self, original: &P::Node, target: &P::Node) -> bool {
        let problem = self.kernel.problem;
        let status = self.known(target);
        if status != Status::Open || self.left == 0 || problem.kind(original) != problem.kind(target) {
            return status == self.wanted();
        }
        // Round a cycle nothing is solved for every path.
        if self.trail.contains(target) || self.kernel.place_of(problem.key(target), target).is_some() {
            return false;
        }
        self.left -= 1;
        self.trail.push(target.clone());
        let chooses = (problem.kind(target) == Kind::Or) == self.proven;
        let holds = if chooses { self.same_step_wins(original, target) } else { self.all_steps_lose(original, target) };
        self.trail.pop();
        if holds {
            let numbers = if self.proven { Numbers::PROVEN } else { Numbers::DISPROVEN };
            let distance = (self.kernel.frames.len() + self.trail.len()) as u32;
            self.kernel.table.store(problem.key(target), numbers, 1, distance);
        }
        holds
    }

    fn same_step_wins(&mut self, original: &P::Node, target: &P::Node) -> bool {
        let problem = self.kernel.problem;
        let (mut steps, mut possible) = (Vec::new(), Vec::new());
        problem.steps(original, &mut steps);
        problem.steps(target, &mut possible);
        steps.retain(|step| possible.contains(step));
        steps.into_iter().any(|step| {
            let next = problem.follow(original, step);
            self.known(&next) == self.wanted() && self.holds(&next, &problem.follow(target, step))
        })
    }

    fn all_steps_lose(&mut self, original: &P::Node, target: &P::Node) -> bool {
        let problem = self.kernel.problem;
        let (mut steps, mut known) = (Vec::new(), Vec::new());
        problem.steps(target, &mut steps);
        problem.steps(original, &mut known);
        !steps.is_empty()
            && steps.into_iter().all(|step| {
                let next = problem.follow(target, step);
                match known.contains(&step) {
                    true => self.holds(&problem.follow(original, step), &next),
                    false => self.known(&next) == self.wanted(),
                }
            })
    }
}
