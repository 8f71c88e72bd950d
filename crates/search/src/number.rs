//! Proof and disproof numbers: saturating, with an infinity that only facts reach.
//!
//! "Solved" is a fact, not a large number. A sum of numbers of unsolved nodes stops at [`LARGEST`], two below
//! [`INFINITE`], so that it never looks like a (dis)proof. Between the two is [`HOPELESS`], the number of what hangs on
//! unknown leaves: larger than anything that work can change, and yet no fact.

use provenum_game::{Estimate, Kind, Status};

/// The number of a goal that cannot be reached any more.
pub const INFINITE: u32 = u32::MAX;

/// The number of a goal that hangs on an unknown leaf: no work will ever change it.
pub const HOPELESS: u32 = INFINITE - 1;

/// The largest number of a goal that work may still change.
pub const LARGEST: u32 = INFINITE - 2;

/// The pair of numbers of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// How many leaves must at least be proven to prove the node.
    pub proof: u32,
    /// How many leaves must at least be disproven to disprove it.
    pub disproof: u32,
}

impl Numbers {
    /// Of a proven node.
    pub const PROVEN: Numbers = Numbers { proof: 0, disproof: INFINITE };
    /// Of a disproven node.
    pub const DISPROVEN: Numbers = Numbers { proof: INFINITE, disproof: 0 };
    /// Of an open node of which nothing is known.
    pub const UNIT: Numbers = Numbers { proof: 1, disproof: 1 };
    /// Of an unknown leaf that a search has come to: there is nothing to gain there.
    pub const HOPELESS: Numbers = Numbers { proof: HOPELESS, disproof: HOPELESS };

    /// The numbers of a node of which only its status and an estimate are known.
    #[inline]
    #[must_use]
    pub fn new(status: Status, estimate: impl FnOnce() -> Estimate) -> Numbers {
        match status {
            Status::Proven => Numbers::PROVEN,
            Status::Disproven => Numbers::DISPROVEN,
            Status::Open => {
                let Estimate { proof, disproof } = estimate();
                Numbers { proof: proof.clamp(1, LARGEST), disproof: disproof.clamp(1, LARGEST) }
            }
        }
    }

    /// What the numbers say of the node.
    #[inline]
    #[must_use]
    pub fn status(self) -> Status {
        if self.proof == 0 {
            Status::Proven
        } else if self.disproof == 0 {
            Status::Disproven
        } else {
            Status::Open
        }
    }

    /// The numbers of an inner node from its children's: the easiest child for the side that chooses, the sum of all for
    /// the other one.
    #[inline]
    #[must_use]
    pub fn backed_up(kind: Kind, children: impl Iterator<Item = Numbers>) -> Numbers {
        let (mut least, mut sum) = (INFINITE, 0);
        match kind {
            Kind::Or => {
                for child in children {
                    least = least.min(child.proof);
                    sum = sum_of(sum, child.disproof);
                }
                Numbers { proof: least, disproof: sum }
            }
            Kind::And => {
                for child in children {
                    least = least.min(child.disproof);
                    sum = sum_of(sum, child.proof);
                }
                Numbers { proof: sum, disproof: least }
            }
        }
    }

    /// Which child the side that chooses at a node of this kind would take: the one with the least such number.
    #[inline]
    #[must_use]
    pub fn cost(self, chooser: Kind) -> u32 {
        match chooser {
            Kind::Or => self.proof,
            Kind::And => self.disproof,
        }
    }
}

/// A sum that is infinite, or hopeless, if and only if one of its terms is.
#[inline]
#[must_use]
pub(crate) fn sum_of(a: u32, b: u32) -> u32 {
    let larger = a.max(b);
    if larger > LARGEST { larger } else { a.saturating_add(b).min(LARGEST) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: Numbers = Numbers { proof: 3, disproof: 5 };

    #[test]
    fn an_unsolved_sum_never_looks_solved() {
        let huge = Numbers { proof: LARGEST, disproof: LARGEST };
        for kind in [Kind::Or, Kind::And] {
            let up = Numbers::backed_up(kind, [huge, huge, OPEN].into_iter());
            assert_eq!(up.status(), Status::Open);
            assert!(up.proof <= LARGEST && up.disproof <= LARGEST);
        }
    }

    #[test]
    fn facts_pass_through_a_backup() {
        let or = |children: &[Numbers]| Numbers::backed_up(Kind::Or, children.iter().copied());
        let and = |children: &[Numbers]| Numbers::backed_up(Kind::And, children.iter().copied());
        assert_eq!(or(&[OPEN, Numbers::PROVEN]), Numbers::PROVEN);
        assert_eq!(or(&[Numbers::DISPROVEN, Numbers::DISPROVEN]), Numbers::DISPROVEN);
        assert_eq!(or(&[OPEN, Numbers::DISPROVEN]), OPEN);
        assert_eq!(and(&[OPEN, Numbers::DISPROVEN]), Numbers::DISPROVEN);
        assert_eq!(and(&[Numbers::PROVEN, Numbers::PROVEN]), Numbers::PROVEN);
        assert_eq!(and(&[OPEN, OPEN]), Numbers { proof: 6, disproof: 5 });
    }

    #[test]
    fn an_estimate_of_zero_is_not_a_fact() {
        let zero = Numbers::new(Status::Open, || Estimate { proof: 0, disproof: 0 });
        assert_eq!(zero, Numbers { proof: 1, disproof: 1 });
    }
}
