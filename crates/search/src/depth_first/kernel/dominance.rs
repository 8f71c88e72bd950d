//! What the OR side holds: a proof with less is a proof with more, and a disproof with more is one with less.

use super::{INDEPENDENT, Kernel};
use crate::number::Numbers;
use provenum_game::{AndOr, Status};

impl<P: AndOr> Kernel<'_, P> {
    /// What follows for a child from nodes where the OR side holds more or less.
    #[inline]
    pub(super) fn status_by_holding(&mut self, node: &P::Node, step: P::Step) -> Status {
        let Some(facts) = &self.facts else { return Status::Open };
        let holding = self.problem.holding(&self.problem.follow(node, step));
        let status = holding.map_or(Status::Open, |holding| facts.status(holding));
        self.statistics.dominated += u64::from(status != Status::Open);
        status
    }

    /// Remembers a solved node by what the OR side holds there.
    #[inline]
    pub(super) fn note_holding(&mut self, node: &P::Node, numbers: Numbers, rests_on: u32) {
        let status = numbers.status();
        if let Some(facts) = self.facts.as_mut().filter(|_| status != Status::Open && rests_on == INDEPENDENT)
            && let Some(holding) = self.problem.holding(node)
        {
            facts.insert(holding, status == Status::Proven);
        }
    }
}
