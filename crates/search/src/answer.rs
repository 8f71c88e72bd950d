//! What a search says when it ends.

use crate::{Numbers, Solution, Statistics, StopReason};
use provenum_game::{AndOr, Status};
use std::fmt;

/// Why an answer comes without a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Uncertified {
    /// The root is not solved.
    #[error("the root is not solved")]
    Unsolved,
    /// Nobody asked for it.
    #[error("no proof was requested")]
    Unwanted,
    /// The solution would have needed more than the limits allow.
    #[error("a limit was reached before the proof was complete ({0})")]
    Stopped(StopReason),
    /// The solution is larger than one that is read unasked.
    #[error("it would list more than {positions} positions, and take longer than the search; --certify makes it")]
    OverBudget {
        /// So many positions were read, or may be.
        positions: u64,
    },
    /// The search remembers so little of it that reading the solution takes longer than it may.
    #[error("reading the proof took more nodes than allowed, which is twice those of the search")]
    TooDear,
    /// The value of a position depends on how it was reached, and a certificate knows positions only.
    #[error("the value of a position depends on how it was reached, and a certificate cannot show that")]
    ByHistory,
    /// Only some moves of the side that must make progress were tried.
    #[error("only some moves of the attacking side were tried (--set attack), and nothing is known of the others")]
    Restricted,
    /// Searching again gave another answer: the search is wrong, and its answer must not be believed.
    #[error("a second search gave a different answer")]
    Refuted,
}

impl From<StopReason> for Uncertified {
    fn from(stop: StopReason) -> Uncertified {
        Uncertified::Stopped(stop)
    }
}

/// The answer of a search.
pub struct Answer<P: AndOr> {
    /// What the root is: open if a limit came first.
    pub status: Status,
    /// The root's numbers at the end.
    pub root: Numbers,
    /// Why the search ended.
    pub stop: StopReason,
    /// What it did.
    pub statistics: Statistics,
    /// How the root is solved, or why that cannot be told.
    pub solution: Result<Solution<P>, Uncertified>,
    /// Without a solution: a line in which the side that succeeds does what the search remembers, as far as it does.
    pub line: Vec<P::Step>,
}

impl<P: AndOr> Answer<P> {
    /// The answer of whoever may look at the root, but not search.
    pub(crate) fn without_search(problem: &P, root: &P::Node, stop: StopReason) -> Answer<P> {
        let numbers = Numbers::new(problem.status(root), || problem.estimate(root, problem.kind(root)));
        let (statistics, solution) = (Statistics::default(), Err(Uncertified::Unsolved));
        Answer { status: numbers.status(), root: numbers, stop, statistics, solution, line: Vec::new() }
    }
}

impl<P: AndOr> fmt::Debug for Answer<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answer")
            .field("status", &self.status)
            .field("root", &self.root)
            .field("stop", &self.stop)
            .field("statistics", &self.statistics)
            .finish_non_exhaustive()
    }
}
