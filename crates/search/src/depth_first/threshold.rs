//! How long the search stays below a node: thresholds, and how a node hands them to the child it goes to.

use super::backup::{Pair, Summary};
use crate::number::{INFINITE, LARGEST};

/// How much better than its best sibling a child may get before the search turns to the sibling.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Increment {
    /// By so much: 1 in df-pn (Nagai 2002); more where first numbers are larger than 1.
    Constant(u32),
    /// By the average first number of the children (Kishimoto and Müller 2005).
    Average,
    /// By a factor of 1 + ε (Pawlewicz and Lew 2007).
    Factor(f64),
}

/// Which thresholds there are, and when they are reached.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Scheme {
    /// Stay until either number reaches its threshold (Nagai 2002).
    DfPn,
    /// Stay until both numbers reach theirs; raise one of them at a time (PDS: Nagai 1998). The factor by which they are
    /// raised is 1 + ε, at least by 1 (Pawlewicz and Lew 2007).
    Pds(f64),
    /// Raise the threshold of the proof number step by step at every OR node; the disproof number counts for nothing (PN*:
    /// Seo 1995).
    ProofOnly,
}

fn raised(number: u32, factor: f64) -> u32 {
    let exact = f64::from(number) * (1.0 + factor);
    // Rounded up by hand, because `ceil` is a call on most processors.
    let whole = exact as u32;
    whole.saturating_add(u32::from(f64::from(whole) < exact)).max(number.saturating_add(1))
}

impl Increment {
    pub(super) fn above(self, second: u32, average: u32) -> u32 {
        if second > LARGEST {
            return INFINITE;
        }
        match self {
            Increment::Constant(more) => second.saturating_add(more),
            Increment::Average => second.saturating_add(average.max(1)),
            Increment::Factor(epsilon) => raised(second, epsilon),
        }
    }
}

impl Scheme {
    /// The thresholds of the root to begin with: until it is solved; but PDS raises them, time and again.
    pub(super) fn first(self) -> Pair {
        match self {
            Scheme::DfPn | Scheme::ProofOnly => Pair { near: INFINITE, far: INFINITE },
            Scheme::Pds(_) => Pair::UNIT,
        }
    }

    /// The thresholds of the root after it has come back with these numbers: PDS raises that of the smaller number. None if the
    /// search is done.
    pub(super) fn next(self, own: Pair) -> Option<Pair> {
        match self {
            Scheme::Pds(epsilon) if !own.is_solved() && !own.is_hopeless() => Some(if own.near <= own.far {
                Pair { near: raised(own.near, epsilon), far: own.far }
            } else {
                Pair { near: own.near, far: raised(own.far, epsilon) }
            }),
            _ => None,
        }
    }

    /// Whether the search is done with a node for now.
    #[inline]
    pub(super) fn reached(self, own: Pair, threshold: Pair) -> bool {
        let solved = own.is_solved() || own.is_hopeless();
        match self {
            Scheme::DfPn | Scheme::ProofOnly => solved || own.near >= threshold.near || own.far >= threshold.far,
            Scheme::Pds(_) => solved || (own.near >= threshold.near && own.far >= threshold.far),
        }
    }

    /// The thresholds of the child that the search goes to, seen from its parent. `child` has the child's numbers,
    /// `average` the mean of the children's first near numbers.
    #[inline]
    pub(super) fn for_child(
        self,
        increment: Increment,
        summary: &Summary,
        threshold: Pair,
        child: Pair,
        average: u32,
    ) -> Pair {
        match self {
            Scheme::DfPn => Pair {
                near: threshold.near.min(increment.above(summary.second, average)),
                far: without(threshold.far, summary.others),
            },
            Scheme::ProofOnly => Pair {
                near: threshold.near.min(increment.above(child.near, average)),
                far: without(threshold.far, summary.others),
            },
            Scheme::Pds(epsilon) => {
                let raise_far =
                    threshold.far > summary.own.far && (child.far <= child.near || threshold.near <= summary.own.near);
                if raise_far {
                    Pair { near: child.near, far: raised(child.far, epsilon) }
                } else {
                    Pair { near: raised(child.near, epsilon), far: child.far }
                }
            }
        }
    }
}

/// What is left of a threshold when the other children have taken their part; an infinite one stays infinite.
#[inline]
fn without(threshold: u32, others: u32) -> u32 {
    if threshold == INFINITE { INFINITE } else { threshold.saturating_sub(others) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::depth_first::Backup;

    /// Figure 4 of the survey: at A (OR) the children B (2, 1) and C (3, 1), at B (AND) the children D (1, 1) and E (1, 2).
    #[test]
    fn the_thresholds_of_the_survey_s_figure_4() {
        let one = Increment::Constant(1);
        let at_a = [Pair { near: 2, far: 1 }, Pair { near: 3, far: 1 }];
        let a = Backup::Sum.summary(&at_a);
        assert_eq!((a.own, a.best), (Pair { near: 2, far: 2 }, 0));
        let b = Scheme::DfPn.for_child(one, &a, Scheme::DfPn.first(), at_a[0], 1);
        assert_eq!(b.near, 4, "pt(B) = pn(C) + 1");
        // From B's side near is the disproof number.
        let threshold = Pair { near: b.far, far: b.near };
        let at_b = [Pair { near: 1, far: 1 }, Pair { near: 2, far: 1 }];
        let summary = Backup::Sum.summary(&at_b);
        let d = Scheme::DfPn.for_child(one, &summary, threshold, at_b[0], 1);
        assert_eq!(d, Pair { near: 3, far: 3 }, "dt(D) = dn(E) + 1, pt(D) = pt(B) - pn(E)");
    }

    #[test]
    fn a_factor_always_leaves_room_for_one_more() {
        for (number, above) in [(1, 2), (2, 3), (3, 4), (4, 5), (8, 10), (100, 125)] {
            assert_eq!(raised(number, 0.25), above);
        }
        assert_eq!(raised(1_000, 1e-9), 1_001);
        assert_eq!(raised(LARGEST, 1.0), INFINITE);
    }
}
