//! A first guess of how hard an unexplored node is.

use crate::Kind;

/// Initial proof and disproof numbers of a node that has not been expanded, both at least 1; or what a step adds to them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Estimate {
    /// How many leaves we expect to have to prove.
    pub proof: u32,
    /// How many leaves we expect to have to disprove.
    pub disproof: u32,
}

impl Estimate {
    /// One leaf to prove, one to disprove (Allis 1994).
    pub const UNIT: Estimate = Estimate { proof: 1, disproof: 1 };

    /// Nothing to pay, as the cost of a step.
    pub const FREE: Estimate = Estimate { proof: 0, disproof: 0 };

    /// What the number of its steps says of a node, as expanding it would: an OR node needs one of them proven or all of
    /// them disproven, an AND node the reverse.
    #[inline]
    #[must_use]
    pub fn mobility(kind: Kind, steps: usize) -> Estimate {
        let all = u32::try_from(steps).unwrap_or(u32::MAX).clamp(1, 1 << 16);
        match kind {
            Kind::Or => Estimate { proof: 1, disproof: all },
            Kind::And => Estimate { proof: all, disproof: 1 },
        }
    }

    /// The number of steps of a node, each number more for every point by which the other side looks better off: the side that
    /// chooses there is better off by so many `points`.
    #[inline]
    #[must_use]
    pub fn weighted(kind: Kind, steps: usize, points: i32) -> Estimate {
        let points = points.clamp(-MOST_POINTS, MOST_POINTS);
        let (one, all) = (weighted(1, -points), weighted(steps.clamp(1, 1 << 16) as u32, points));
        match kind {
            Kind::Or => Estimate { proof: one, disproof: all },
            Kind::And => Estimate { proof: all, disproof: one },
        }
    }
}

/// The largest number that points make: sums of many of them must not reach the end of the numbers.
const MOST: f64 = (1 << 20) as f64;

/// More points than these change nothing.
const MOST_POINTS: i32 = 30;

/// What a point less to more multiplies a number by, from the least to the most.
const WEIGHTS: [f64; 2 * MOST_POINTS as usize + 1] = {
    /// By which a number grows for a point.
    const GROWTH: f64 = 4.0 / 3.0;
    /// So that numbers can be smaller than the number of steps too.
    const EVEN: f64 = 8.0;
    let middle = MOST_POINTS as usize;
    let mut weights = [EVEN; 2 * MOST_POINTS as usize + 1];
    let mut points = 1;
    while points <= middle {
        weights[middle + points] = weights[middle + points - 1] * GROWTH;
        weights[middle - points] = weights[middle - points + 1] / GROWTH;
        points += 1;
    }
    weights
};

/// A number that the other side's advantage makes larger, by at most [`MOST_POINTS`].
#[inline]
fn weighted(number: u32, points: i32) -> u32 {
    let weight = WEIGHTS[(points + MOST_POINTS) as usize];
    (f64::from(number) * weight).clamp(1.0, MOST) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_worth_a_third() {
        let of = |points| weighted(12, points);
        assert_eq!([of(-30), of(-1), of(0), of(1), of(2)], [1, 72, 96, 128, 170]);
        assert_eq!(weighted(1_000, 30), 1 << 20);
    }
}
