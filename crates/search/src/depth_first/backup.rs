//! How a node's numbers come from its children's.
//!
//! A node sees its children from its own side. *Near* is the number that the side to choose there wants to be small: the
//! proof number at an OR node, the disproof number at an AND node. *Far* is the other one. In the papers' words, near is
//! φ of the node and δ of an alternating child.

use crate::number::{HOPELESS, INFINITE, LARGEST, Numbers, sum_of};
use provenum_game::Kind;

/// How the far numbers of the children combine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Backup {
    /// Their sum (Allis 1994).
    Sum,
    /// The largest, and of every other at most 64. Where many ways lead to the same nodes, sums count these time and again
    /// and grow without end; small ones are what they were.
    Damped,
    /// The largest, and one for every other open child: weak proof numbers (Ueda, Hashimoto, Hashimoto and Iida 2008).
    Weak,
    /// The selected child's, and one for every other open child: branch numbers (Okabe 2005).
    Branch,
    /// The largest.
    Max,
    /// Their sum; the largest where two ways were seen to lead from the node to the same descendant (Nagai 2002).
    Nagai,
    /// Their sum, in which the branches that were seen to share a descendant count once: the source node detection
    /// algorithm (Kishimoto 2010).
    Snda,
    /// The sum over a window of the children with the least near numbers: so many, and this share of the open ones
    /// (dynamic widening: Yoshizoe 2008). A node is lost only when all its children are.
    Window {
        /// How many at least.
        base: f64,
        /// Which share of the open ones besides.
        share: f64,
    },
}

/// A pair of numbers from the side of the node where they are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pair {
    pub(super) near: u32,
    pub(super) far: u32,
}

impl AsRef<Pair> for Pair {
    fn as_ref(&self) -> &Pair {
        self
    }
}

impl Pair {
    /// The numbers of an open node of which nothing is known.
    pub(super) const UNIT: Pair = Pair { near: 1, far: 1 };

    /// The numbers of a child, seen from a node of this kind.
    #[inline]
    pub(super) fn seen_by(kind: Kind, numbers: Numbers) -> Pair {
        match kind {
            Kind::Or => Pair { near: numbers.proof, far: numbers.disproof },
            Kind::And => Pair { near: numbers.disproof, far: numbers.proof },
        }
    }

    /// Back to proof and disproof number.
    #[inline]
    pub(super) fn numbers(self, kind: Kind) -> Numbers {
        match kind {
            Kind::Or => Numbers { proof: self.near, disproof: self.far },
            Kind::And => Numbers { proof: self.far, disproof: self.near },
        }
    }

    /// The same pair from the side of a node of another kind.
    #[inline]
    pub(super) fn turned(self, from: Kind, to: Kind) -> Pair {
        if from == to { self } else { Pair { near: self.far, far: self.near } }
    }

    /// With a cost on top, unless the node is solved or hopeless: facts cost nothing.
    #[inline]
    pub(super) fn more(self, cost: Pair) -> Pair {
        if self.is_solved() {
            self
        } else {
            Pair { near: sum_of(self.near, cost.near), far: sum_of(self.far, cost.far) }
        }
    }

    /// Thresholds that are larger by so much.
    #[inline]
    pub(super) fn more_by(self, more: u32) -> Pair {
        Pair { near: self.near.saturating_add(more), far: self.far.saturating_add(more) }
    }

    /// A threshold without a cost; an infinite one stays infinite.
    #[inline]
    pub(super) fn less(self, cost: Pair) -> Pair {
        let less = |number: u32, cost: u32| if number == INFINITE { INFINITE } else { number.saturating_sub(cost) };
        Pair { near: less(self.near, cost.near), far: less(self.far, cost.far) }
    }

    /// Whether the node is solved, either way.
    #[inline]
    pub(super) fn is_solved(self) -> bool {
        self.near == 0 || self.far == 0
    }

    /// Whether the node hangs on unknown leaves, whatever is tried.
    #[inline]
    pub(super) fn is_hopeless(self) -> bool {
        self.near.min(self.far) == HOPELESS
    }
}

/// All that one pass over the children tells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Summary {
    /// The node's own numbers.
    pub(super) own: Pair,
    /// The place of the child with the least near number.
    pub(super) best: usize,
    /// The least near number of the others, and whose it is.
    pub(super) second: u32,
    pub(super) second_best: usize,
    /// What the other children add to the far number of the best one.
    pub(super) others: u32,
}

/// What a pass over the children has counted so far. Which child is best cannot be predicted, so nothing here branches on it.
#[derive(Clone, Copy)]
pub(super) struct Tally {
    seen: usize,
    best: Ranked,
    second: Ranked,
    total: u64,
}

impl Tally {
    pub(super) const NONE: Tally = Tally { seen: 0, best: Ranked::NONE, second: Ranked::NONE, total: 0 };

    /// Counts the next child.
    #[inline]
    pub(super) fn add(&mut self, Pair { near, far }: Pair) {
        let child = Ranked::new(near, self.seen);
        self.second = self.second.min(self.best.max(child));
        self.best = self.best.min(child);
        self.seen += 1;
        self.total += u64::from(far);
    }

    /// Passes over a child that does not count.
    pub(super) fn skip(&mut self) {
        self.seen += 1;
    }
}

impl Backup {
    /// Whether it looks for descendants that several branches share.
    #[inline]
    pub(crate) fn looks_for_shared(self) -> bool {
        matches!(self, Backup::Nagai | Backup::Snda)
    }

    /// Summarises the children in one pass.
    #[inline]
    pub(super) fn summary(self, children: &[impl AsRef<Pair>]) -> Summary {
        let mut tally = Tally::NONE;
        for child in children {
            tally.add(*child.as_ref());
        }
        self.conclude(tally, children)
    }

    /// What the children say, after all of them were counted.
    #[inline]
    pub(super) fn conclude(self, tally: Tally, children: &[impl AsRef<Pair>]) -> Summary {
        self.conclude_with(tally, children, children.iter().map(|child| *child.as_ref()))
    }

    /// What the children say of which only these were counted.
    #[inline]
    pub(super) fn conclude_with(
        self,
        tally: Tally,
        children: &[impl AsRef<Pair>],
        counted: impl Iterator<Item = Pair> + Clone,
    ) -> Summary {
        let Tally { best, second, total, .. } = tally;
        let best_far = children.get(best.place()).map_or(0, |child| child.as_ref().far);
        let most = match self {
            Backup::Sum | Backup::Nagai | Backup::Snda => LARGEST,
            Backup::Damped => MOST_ADDED,
            Backup::Weak | Backup::Branch | Backup::Max | Backup::Window { .. } => 0,
        };
        let (far, others) = if total <= u64::from(most) {
            (total as u32, (total as u32).saturating_sub(best_far))
        } else {
            self.combine(best_far, counted)
        };
        Summary {
            own: Pair { near: best.near(), far },
            best: best.place(),
            second: second.near(),
            second_best: second.place(),
            others,
        }
    }

    /// The far number of the node, and what the other children add to that of the best one: every rule, whatever the
    /// numbers.
    #[inline(never)]
    fn combine(self, best_far: u32, children: impl Iterator<Item = Pair> + Clone) -> (u32, u32) {
        let far_numbers = || children.clone().map(|pair| pair.far);
        let without_best = |sum: u32| (sum, sum.saturating_sub(best_far));
        let largest = far_numbers().max().unwrap_or(0);
        let siblings = (far_numbers().filter(|&far| far != 0).count() as u32).saturating_sub(1);
        match self {
            Backup::Sum | Backup::Nagai | Backup::Snda => without_best(far_numbers().fold(0, sum_of)),
            Backup::Window { base, share } => without_best(windowed(children, base, share)),
            // A solved child is a fact, whatever the rule: nothing may hide it, and no open child may look like one.
            _ if largest == INFINITE || largest == 0 => (largest, siblings),
            Backup::Damped => {
                let added = far_numbers().map(|far| far.min(MOST_ADDED)).fold(0, sum_of);
                without_best(sum_of(largest, added - largest.min(MOST_ADDED)))
            }
            Backup::Weak => (sum_of(largest, siblings), siblings),
            Backup::Branch => (sum_of(best_far, siblings), siblings),
            Backup::Max => (largest, 0),
        }
    }
}

/// What a child adds at most, besides the largest, where sums are damped.
const MOST_ADDED: u32 = 64;

/// A child's near number and its place, in one word that compares like the pair.
#[derive(Clone, Copy)]
struct Ranked(u64);

impl Ranked {
    const NONE: Ranked = Ranked((INFINITE as u64) << 32);

    #[inline]
    fn new(near: u32, place: usize) -> Ranked {
        Ranked(u64::from(near) << 32 | place as u64)
    }

    #[inline]
    fn near(self) -> u32 {
        (self.0 >> 32) as u32
    }

    #[inline]
    fn place(self) -> usize {
        self.0 as u32 as usize
    }

    #[inline]
    fn min(self, other: Ranked) -> Ranked {
        Ranked(self.0.min(other.0))
    }

    #[inline]
    fn max(self, other: Ranked) -> Ranked {
        Ranked(self.0.max(other.0))
    }
}

/// The sum over a window of the open children with the least near numbers. The best one is always among them, so the sum is
/// 0 only if no child is open.
#[cold]
fn windowed(children: impl Iterator<Item = Pair>, base: f64, share: f64) -> u32 {
    let mut open: Vec<Pair> = children.filter(|pair| pair.far != 0).collect();
    open.sort_by_key(|pair| pair.near);
    let count = base + share * open.len() as f64;
    open.iter().take((count.ceil() as usize).max(1)).fold(0, |sum, pair| sum_of(sum, pair.far))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(children: &[(u32, u32)]) -> Vec<Pair> {
        children.iter().map(|&(near, far)| Pair { near, far }).collect()
    }

    fn far(backup: Backup, children: &[(u32, u32)]) -> u32 {
        backup.summary(&pairs(children)).own.far
    }

    #[test]
    fn every_rule_counts_open_children_in_its_own_way() {
        // The best child is not the one with the largest number, so that no two rules agree by chance.
        let children = [(3, 4), (2, 2), (6, 1), (INFINITE, 0)];
        let rules = [Backup::Sum, Backup::Weak, Backup::Branch, Backup::Max];
        assert_eq!(rules.map(|backup| far(backup, &children)), [7, 4 + 2, 2 + 2, 4]);
        assert_eq!(far(Backup::Damped, &children), 7);
        assert_eq!(far(Backup::Damped, &[(3, 400), (2, 500), (6, 1)]), 500 + MOST_ADDED + 1);
        let summary = Backup::Sum.summary(&pairs(&children));
        assert_eq!((summary.own.near, summary.best, summary.second, summary.others), (2, 1, 3, 5));
    }

    #[test]
    fn facts_are_facts_under_every_rule() {
        let window = Backup::Window { base: 1.0, share: 0.0 };
        for backup in [Backup::Sum, Backup::Damped, Backup::Weak, Backup::Branch, Backup::Max, window] {
            assert_eq!(far(backup, &[(3, 4), (0, INFINITE)]), INFINITE);
            assert_eq!(far(backup, &[(INFINITE, 0), (INFINITE, 0)]), 0);
            assert!(far(backup, &[(1, LARGEST), (1, LARGEST)]) <= LARGEST);
            assert!(far(backup, &[(INFINITE, 0), (5, 1)]) > 0);
        }
    }
}
