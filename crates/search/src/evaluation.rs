//! What is asked of a position, and what was found.

use crate::{Answer, Budget, Extent, Solution, Statistics, StopReason, Uncertified};
use provenum_game::{Attack, Claim, Game, Player, Problem, Status};

/// A claim that was searched, with what came out.
#[derive(Debug)]
pub struct Settled<'g, G: Game> {
    /// The claim, as an AND/OR problem.
    pub problem: Problem<'g, G>,
    /// What the search found.
    pub answer: Answer<Problem<'g, G>>,
    /// The preset that answered: where several take turns, one of them.
    pub answered_by: &'static str,
    /// Within how many moves the goal was to be reached, if that was asked.
    pub within: Option<u32>,
}

impl<G: Game> Settled<'_, G> {
    /// Bytes that its solution takes.
    pub(crate) fn memory(&self) -> u64 {
        self.answer.solution.as_ref().map_or(0, Solution::memory)
    }

    /// Whether the claim holds; none if the search did not get so far. A failure within so many moves, or of some moves only,
    /// is one of just that: see [`Settled::is_final`].
    #[must_use]
    pub fn holds(&self) -> Option<bool> {
        self.problem.verdict(self.answer.status)
    }

    /// Whether the answer is one about the whole game: a success is, whatever was asked.
    #[must_use]
    pub fn is_final(&self) -> bool {
        let whole = self.within.is_none() && self.problem.attack() == Attack::All;
        whole || self.answer.status == Status::Proven
    }
}

/// What is known of the value of a position, in one player's eyes.
#[derive(Debug)]
pub struct Evaluation<'g, G: Game> {
    /// The least it can be worth, and the most.
    pub bounds: (i32, i32),
    /// The claims that were searched, in their order.
    pub claims: Vec<Settled<'g, G>>,
    /// Why the last search ended.
    pub stop: StopReason,
    /// What all searches did.
    pub statistics: Statistics,
    /// The best move, if the search itself knows one, also without a solution.
    pub best_move: Option<G::Move>,
    /// What the value looks like, in thousandths of a point, if a search has evaluated positions.
    pub estimate: Option<i32>,
}

impl<'g, G: Game> Evaluation<'g, G> {
    /// Nothing is known yet of a value that can be one of these.
    pub(crate) fn new(values: &[i32]) -> Self {
        Evaluation {
            bounds: (values[0], values[values.len() - 1]),
            claims: Vec::new(),
            stop: StopReason::Solved,
            statistics: Statistics::default(),
            best_move: None,
            estimate: None,
        }
    }

    /// What the next claim may use. If the certificate of a claim before it is given up already, nothing but a line is read.
    pub(crate) fn next_budget(&self, budget: &Budget) -> Budget {
        let over = |settled: &Settled<'_, G>| matches!(settled.answer.solution, Err(Uncertified::OverBudget { .. }));
        let extent = if self.deciding().any(over) { Extent::Line } else { budget.extent() };
        budget.reading(extent)
    }

    /// The value, if it is known.
    #[must_use]
    pub fn value(&self) -> Option<i32> {
        (self.bounds.0 == self.bounds.1).then_some(self.bounds.0)
    }

    /// The claim that tells most about how to play: the strongest one that holds, else the last one searched.
    #[must_use]
    pub fn telling(&self) -> Option<&Settled<'g, G>> {
        let holding = self.claims.iter().filter(|settled| settled.holds() == Some(true));
        holding.max_by_key(|settled| settled.problem.claim().at_least).or(self.claims.last())
    }

    /// The claims whose answers the bounds rest on: at most one from below and one from above.
    pub fn deciding(&self) -> impl Iterator<Item = &Settled<'g, G>> {
        let (least, most) = self.bounds;
        self.claims.iter().filter(|settled| settled.is_final()).filter(move |settled| match settled.holds() {
            Some(true) => settled.problem.claim().at_least == least,
            Some(false) => settled.problem.claim().at_least > most,
            None => false,
        })
    }

    pub(crate) fn settle(&mut self, values: &[i32], settled: Settled<'g, G>) {
        let at_least = settled.problem.claim().at_least;
        match settled.holds().filter(|_| settled.is_final()) {
            Some(true) => self.bounds.0 = self.bounds.0.max(at_least),
            Some(false) => {
                let below = values.iter().rev().find(|&&value| value < at_least);
                self.bounds.1 = self.bounds.1.min(below.copied().unwrap_or(self.bounds.0));
            }
            None => {}
        }
        self.stop = settled.answer.stop;
        self.statistics.merge(&settled.answer.statistics);
        self.claims.push(settled);
    }
}

/// What is asked of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Whether a claim holds.
    Claim(Claim),
    /// What the position is worth to this player.
    Value(Player),
}

impl Question {
    /// In whose eyes values are seen.
    #[must_use]
    pub fn player(self) -> Player {
        match self {
            Question::Claim(claim) => claim.player,
            Question::Value(player) => player,
        }
    }
}
