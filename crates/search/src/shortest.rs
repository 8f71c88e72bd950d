//! The shortest proof: how few steps the OR side needs, and the line in which both sides do their best.
//!
//! A proof of some length is asked for a shorter one, until there is none: every question is a problem [`Within`] so many
//! steps, and all of them share the tables.

use crate::within::{Timed, Within};
use crate::{
    Algorithm, Answer, Budget, Choice, Extent, Observer, Solution, Statistics, StopReason, Uncertified, Workspace,
    solve_in,
};
use provenum_game::{AndOr, Kind, Status};

/// How few steps a proof takes, as far as the limits allowed to find out.
#[derive(Debug)]
pub struct Shortest<P: AndOr> {
    /// The shortest proof that was found. Its rank is its length.
    pub solution: Solution<P>,
    /// Whether there is none that is shorter.
    pub minimal: bool,
    /// That there is none that is shorter, if it is so: a delay. The budget says how much of it is read.
    pub delay: Result<Solution<P>, Uncertified>,
    /// Each side's best steps: OR reaches its goal as soon, AND as late as it can. Of equally good steps, it is the first in
    /// the order of [`AndOr::steps`]. It is the solution's own line where the limits did not allow to find out.
    pub line: Vec<P::Step>,
    /// Why the search ended: solved if the length is minimal and the line the best.
    pub stop: StopReason,
    /// What was done.
    pub statistics: Statistics,
}

/// Looks for shorter proofs of a root than the one that is given, with what the workspace holds. They are read whatever that
/// takes; the budget's extent is that of the delay which shows that there is none shorter.
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
    let mut search = Shortening::new(workspace, algorithm, problem, budget, observer);
    let mut solution = proof;
    let (minimal, line) = search.run(&root, &mut solution);
    let (line, stop) = match line {
        Ok(line) => (line, StopReason::Solved),
        Err(stop) => (solution.line(problem), stop),
    };
    Shortest { solution, minimal, delay: search.delay, line, stop, statistics: search.statistics }
}

/// Whether the goal can be reached from a root within so many steps, with what the workspace holds. The solution is a strategy,
/// or a delay.
pub fn within<P: AndOr>(
    workspace: &mut Workspace<'_>,
    algorithm: &Algorithm,
    problem: &P,
    root: &P::Node,
    steps: u32,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Answer<P> {
    let mut search = Shortening::new(workspace, algorithm, problem, budget, observer);
    let answer = search.solve(&Timed { node: root.clone(), left: steps }, true, budget.extent());
    let solution = match (answer.status, answer.solution) {
        (Status::Proven, Ok(timed)) => search.untimed(root, &timed).map_err(Uncertified::from),
        (Status::Disproven, Ok(timed)) => search.delayed(root, steps, &timed).map_err(Uncertified::from),
        (_, Err(reason)) => Err(reason),
        (Status::Open, Ok(_)) => Err(Uncertified::Unsolved),
    };
    let Answer { status, root, stop, line, .. } = answer;
    Answer { status, root, stop, statistics: search.statistics, solution, line }
}

struct Shortening<'a, 's, P: AndOr> {
    workspace: &'a mut Workspace<'s>,
    algorithm: Algorithm,
    problem: Within<'a, P>,
    budget: &'a Budget,
    observer: &'a mut dyn Observer,
    statistics: Statistics,
    delay: Result<Solution<P>, Uncertified>,
}

impl<'a, 's, P: AndOr> Shortening<'a, 's, P> {
    fn new(
        workspace: &'a mut Workspace<'s>,
        algorithm: &Algorithm,
        problem: &'a P,
        budget: &'a Budget,
        observer: &'a mut dyn Observer,
    ) -> Self {
        let algorithm = algorithm.clone().for_bounded_problems(budget.extent() != Extent::Line);
        let (problem, statistics) = (Within(problem), Statistics::default());
        let delay = Err(Uncertified::Unwanted);
        Shortening { workspace, algorithm, problem, budget, observer, statistics, delay }
    }

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
        let answer = self.solve(&at, true, Extent::Whole);
        let timed = match (answer.status, answer.solution) {
            (Status::Disproven, timed) => {
                let delayed = |timed| self.delayed(root, length - 1, &timed).map_err(Uncertified::from);
                self.delay = timed.and_then(delayed);
                return Ok(None);
            }
            (Status::Open, _) => return Err(answer.stop),
            (Status::Proven, Ok(timed)) => timed,
            (Status::Proven, Err(Uncertified::Stopped(stop))) => return Err(stop),
            (Status::Proven, Err(Uncertified::TooDear)) => return Err(StopReason::Nodes),
            // A proof that cannot be shown is none.
            (Status::Proven, Err(_)) => return Err(StopReason::Memory),
        };
        self.untimed(root, &timed).map(Some)
    }

    /// The strategy for the problem itself.
    fn untimed(&self, root: &P::Node, timed: &Solution<Within<'a, P>>) -> Result<Solution<P>, StopReason> {
        let mut strategy = Solution::new(root.clone(), true, self.budget.for_proof(0).memory());
        for (at, choice) in timed.iter() {
            strategy.improve(at.node.clone(), choice)?;
        }
        strategy.keep_reachable(self.problem.0, self.budget)?;
        Ok(strategy)
    }

    /// The delay of the problem itself: for each node the most steps within which the goal is not reached.
    fn delayed(&self, root: &P::Node, steps: u32, timed: &Solution<Within<'a, P>>) -> Result<Solution<P>, StopReason> {
        let mut delay = Solution::delay(root.clone(), self.budget.for_proof(0).memory());
        for (at, choice) in timed.iter() {
            delay.improve(at.node.clone(), Choice { step: choice.step, rank: at.left })?;
        }
        let problem = self.problem.0;
        if delay.is_empty() && steps > 0 && problem.status(root) == Status::Open {
            // The last step before none is left: any will do that does not lead to the goal.
            let mut choices = Vec::new();
            problem.steps(root, &mut choices);
            choices.retain(|&step| problem.status(&problem.follow(root, step)) != Status::Proven);
            let step = choices.first().copied().filter(|_| problem.kind(root) == Kind::And);
            delay.improve(root.clone(), Choice { step, rank: steps })?;
        }
        Ok(delay)
    }

    /// Whether the goal can be reached from a node within the steps that are left there.
    fn is_proven(&mut self, at: &Timed<P::Node>) -> Result<bool, StopReason> {
        let answer = self.solve(at, false, Extent::Line);
        match answer.status {
            Status::Proven => Ok(true),
            Status::Disproven => Ok(false),
            Status::Open => Err(answer.stop),
        }
    }

    /// Searches, and reads the solution if it is wanted: so much of a strategy, and of a delay as much as the budget says.
    fn solve(&mut self, at: &Timed<P::Node>, solution: bool, strategy: Extent) -> Answer<Within<'a, P>> {
        let left = self.budget.after(&self.statistics).reading(strategy).reading_traps(self.budget.extent());
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
