//! The shortest proof: how few steps the OR side needs, and the line in which both sides do their best.
//!
//! A proof of some length is asked for a shorter one, until there is none: every question is a problem [`Within`] so many
//! steps, and all of them share the tables.

use crate::within::{Timed, Within};
use crate::{Algorithm, Answer, Budget, Observer, Solution, Statistics, StopReason, Uncertified, Workspace, solve_in};
use provenum_game::{AndOr, Kind, Status};

/// How few steps a proof takes, as far as the limits allowed to find out.
#[derive(Debug)]
pub struct Shortest<P: AndOr> {
    /// The shortest proof that was found. Its rank is its length.
    pub solution: Solution<P>,
    /// Whether there is none that is shorter.
    pub minimal: bool,
    /// Each side's best steps: OR reaches its goal as soon, AND as late as it can. Of equally good steps, it is the first in
    /// the order of [`AndOr::steps`]. It is the solution's own line where the limits did not allow to find out.
    pub line: Vec<P::Step>,
    /// Why the search ended: solved if the length is minimal and the line the best.
    pub stop: StopReason,
    /// What was done.
    pub statistics: Statistics,
}

/// Looks for shorter proofs of a root than the one that is given, with what the workspace holds.
///
/// # Panics
///
/// If the solution is not a strategy: a trap has no length.
pub fn shortest<P: AndOr>(
    workspace: &mut Workspace<'_>,
    algorithm: &Algorithm,
    problem: &P,
    proof: Solution<P>,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Shortest<P> {
    assert_eq!(proof.status(), Status::Proven, "only a strategy has a length");
    let root = proof.root().clone();
    let mut search = Shortening {
        workspace,
        algorithm: algorithm.clone().for_bounded_problems(),
        problem: Within(problem),
        budget,
        observer,
        statistics: Statistics::default(),
    };
    let mut solution = proof;
    let (minimal, line) = search.run(&root, &mut solution);
    let (line, stop) = match line {
        Ok(line) => (line, StopReason::Solved),
        Err(stop) => (solution.line(problem), stop),
    };
    Shortest { solution, minimal, line, stop, statistics: search.statistics }
}

struct Shortening<'a, 's, P: AndOr> {
    workspace: &'a mut Workspace<'s>,
    algorithm: Algorithm,
    problem: Within<'a, P>,
    budget: &'a Budget,
    observer: &'a mut dyn Observer,
    statistics: Statistics,
}

impl<'a, P: AndOr> Shortening<'a, '_, P> {
    /// Makes the solution as short as the limits allow. Answers whether it is the shortest, and the best line.
    fn run(&mut self, root: &P::Node, solution: &mut Solution<P>) -> (bool, Result<Vec<P::Step>, StopReason>) {
        loop {
            let Some(length) = solution.rank() else { return (true, Ok(Vec::new())) };
            match self.shorter(root, length) {
                Ok(Some(shorter)) => *solution = shorter,
                Ok(None) => return (true, self.best_line(solution, length)),
                Err(stop) => return (false, Err(stop)),
            }
        }
    }

    /// A proof of fewer steps, if there is one.
    fn shorter(&mut self, root: &P::Node, length: u32) -> Result<Option<Solution<P>>, StopReason> {
        let at = Timed { node: root.clone(), left: length - 1 };
        let answer = self.solve(&at, true);
        let timed = match (answer.status, answer.solution) {
            (Status::Disproven, _) => return Ok(None),
            (Status::Open, _) => return Err(answer.stop),
            (Status::Proven, Ok(timed)) => timed,
            (Status::Proven, Err(Uncertified::Stopped(stop))) => return Err(stop),
            (Status::Proven, Err(Uncertified::TooDear)) => return Err(StopReason::Nodes),
            // A proof that cannot be shown is none.
            (Status::Proven, Err(_)) => return Err(StopReason::Memory),
        };
        let mut shorter = Solution::new(root.clone(), true, self.budget.memory());
        for (at, choice) in timed.iter() {
            shorter.improve(at.node.clone(), choice)?;
        }
        shorter.keep_reachable(self.problem.0, self.budget)?;
        Ok(Some(shorter))
    }

    /// Whether the goal can be reached from a node within the steps that are left there.
    fn is_proven(&mut self, at: &Timed<P::Node>) -> Result<bool, StopReason> {
        let answer = self.solve(at, false);
        match answer.status {
            Status::Proven => Ok(true),
            Status::Disproven => Ok(false),
            Status::Open => Err(answer.stop),
        }
    }

    fn solve(&mut self, at: &Timed<P::Node>, solution: bool) -> Answer<Within<'a, P>> {
        let left = self.budget.after(&self.statistics);
        let algorithm = self.algorithm.clone();
        let algorithm = if solution { algorithm } else { algorithm.without_solutions() };
        let answer = solve_in(self.workspace, &algorithm, &self.problem, at, &left, self.observer);
        self.statistics.merge(&answer.statistics);
        answer
    }

    /// The line in which both sides do their best, from a root that takes so many steps and no fewer.
    fn best_line(&mut self, solution: &Solution<P>, length: u32) -> Result<Vec<P::Step>, StopReason> {
        let problem = self.problem.0;
        let mut line = Vec::new();
        let mut node = solution.root().clone();
        for left in (0..length).rev() {
            let mut steps = Vec::new();
            problem.steps(&node, &mut steps);
            let mut best = None;
            for step in steps {
                let next = problem.follow(&node, step);
                let good = match problem.kind(&node) {
                    Kind::Or => self.is_proven(&Timed { node: next, left })?,
                    Kind::And if left == 0 => true,
                    Kind::And => !self.is_proven(&Timed { node: next, left: left - 1 })?,
                };
                if good {
                    best = Some(step);
                    break;
                }
            }
            let Some(step) = best else { return Err(StopReason::Memory) };
            node = problem.follow(&node, step);
            line.push(step);
        }
        Ok(line)
    }
}
