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
}
