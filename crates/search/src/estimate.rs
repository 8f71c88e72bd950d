//! Where the first numbers of a node come from.

use crate::ask::Ask;
use provenum_game::{AndOr, Estimate};

/// Where the first numbers of a node come from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum EstimateRule {
    /// What the problem itself says: 1 and 1 where it says nothing.
    Game,
    /// 1 and 1.
    Unit,
    /// The number of steps that lead on (Allis 1994).
    Mobility,
    /// The number of steps that lead on, and a step up or down for what the problem's own numbers say of who is better off
    /// (evaluation-function based proof-number search: Winands and Schadd 2010).
    Step {
        /// How high the step is.
        weight: u32,
        /// How many times larger one of the problem's numbers is than the other, for one side to be better off.
        bound: f64,
    },
    /// The number of steps that lead on, each number more for every point by which the other side looks better off.
    Weighted,
    /// `base` to the power of the depth that is left to `depth`, then 1: the deeper, the easier it looks, so that the
    /// search stays where it is (deep df-pn: Zhang, Iida and van den Herik 2017).
    Deep {
        /// E of the paper, at least 1. With 0, unsolved nodes would look solved.
        base: f64,
        /// D of the paper.
        depth: u32,
    },
}

impl EstimateRule {
    /// The first numbers of an open node.
    pub(crate) fn of<P: AndOr>(self, problem: &P, node: &P::Node, depth: u32, moves: &mut Vec<P::Step>) -> Estimate {
        match self {
            EstimateRule::Unit => Estimate::UNIT,
            EstimateRule::Game => problem.first_numbers(node),
            EstimateRule::Deep { base, depth: whole } => deep(base, whole.saturating_sub(depth)),
            EstimateRule::Mobility => Estimate::mobility(problem.kind(node), problem.mobility(node, moves)),
            EstimateRule::Weighted => {
                Estimate::weighted(problem.kind(node), problem.mobility(node, moves), problem.advantage(node))
            }
            EstimateRule::Step { weight, bound } => {
                let Estimate { proof, disproof } = EstimateRule::Mobility.of(problem, node, depth, moves);
                let (up, down) = step(problem.first_numbers(node), bound);
                Estimate { proof: proof + weight * up, disproof: disproof + weight * down }
            }
        }
    }

    /// The first numbers of the open node that a step leads to, which lies at this depth.
    #[inline]
    pub(crate) fn after<P: AndOr>(
        self,
        problem: &P,
        node: &P::Node,
        step: P::Step,
        depth: u32,
        moves: &mut Vec<P::Step>,
    ) -> Estimate {
        match self {
            EstimateRule::Unit => Estimate::UNIT,
            EstimateRule::Game if !problem.has_estimates() => Estimate::UNIT,
            EstimateRule::Game => problem.first_numbers_after(node, step),
            EstimateRule::Deep { base, depth: whole } => deep(base, whole.saturating_sub(depth)),
            EstimateRule::Mobility | EstimateRule::Weighted | EstimateRule::Step { .. } => {
                self.of(problem, &problem.follow(node, step), depth, moves)
            }
        }
    }
}

/// The largest number of an estimate: sums of many of them must not reach the end of the numbers.
const MOST: f64 = (1 << 20) as f64;

/// How many steps up the proof number goes, and the disproof number: 0 and 2 if OR is better off, 1 and 1 if nobody is.
fn step(Estimate { proof, disproof }: Estimate, bound: f64) -> (u32, u32) {
    let better = |mine: u32, theirs: u32| f64::from(theirs) >= bound * f64::from(mine.max(1));
    match (better(proof, disproof), better(disproof, proof)) {
        (true, false) => (0, 2),
        (false, true) => (2, 0),
        _ => (1, 1),
    }
}

fn deep(base: f64, left: u32) -> Estimate {
    let number = base.powi(left.min(64) as i32).min(MOST) as u32;
    Estimate { proof: number, disproof: number }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_step_function_has_three_steps() {
        let of = |proof, disproof| step(Estimate { proof, disproof }, 2.0);
        assert_eq!([of(1, 1), of(2, 3), of(2, 4), of(9, 1)], [(1, 1), (1, 1), (0, 2), (2, 0)]);
    }

    #[test]
    fn deep_numbers_fall_with_the_depth_and_never_overflow() {
        let numbers: Vec<u32> = (0..5).map(|left| deep(3.0, left).proof).collect();
        assert_eq!(numbers, [1, 3, 9, 27, 81]);
        assert_eq!(deep(20.0, 1_000).proof, 1 << 20);
        assert_eq!(deep(1.0, 1_000).proof, 1);
    }
}
