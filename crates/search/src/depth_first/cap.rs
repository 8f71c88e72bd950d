//! Numbers that cannot explode.
//!
//! Where many ways lead to the same nodes, a sum counts these time and again: at every level the number may double, until it says
//! nothing any more, and a search that trusts it goes up and down in what it knows already. No rule that is good for such a graph
//! is good for all others. So the search watches itself: as long as it keeps coming to nodes that it has never seen, sums are
//! what they should be. When hardly any node is new, children count as the largest of them, and what the table says is cut down
//! to the cap; when there is something new again, the cap is raised step by step, until sums are sums.

use super::backup::Pair;
use crate::number::LARGEST;

/// The largest number that is taken from the table, as the share of new nodes among those visited suggests.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cap {
    /// What a number counts at most.
    most: u32,
    /// Nodes visited since the last look, and how many of them were new.
    visited: u32,
    new: u32,
}

impl Cap {
    pub(super) const NONE: Cap = Cap { most: LARGEST, visited: 0, new: 0 };

    /// After so many visits it looks how many met something new.
    const VISITS_PER_LOOK: u32 = 512;
    /// With a smaller share of new nodes, in hundredths, numbers are believed to count the same nodes time and again.
    const FEW: u32 = 20;
    /// With a larger share, they may be larger by this factor.
    const MANY: u32 = 40;
    const RAISE: u32 = 4;

    /// Counts a visit. Answers whether the cap has changed.
    #[inline]
    pub(super) fn visit(&mut self, known: bool) -> bool {
        self.visited += 1;
        self.new += u32::from(!known);
        self.visited == Cap::VISITS_PER_LOOK && self.look()
    }

    #[cold]
    fn look(&mut self) -> bool {
        let (before, share) = (self.most, 100 * self.new / self.visited);
        if share < Cap::FEW {
            self.most = 1;
        } else if share > Cap::MANY {
            self.most = self.most.saturating_mul(Cap::RAISE).min(LARGEST);
        }
        (self.visited, self.new) = (0, 0);
        self.most != before
    }

    /// Whether numbers count less than they are.
    #[inline]
    pub(super) fn holds(self) -> bool {
        self.most != LARGEST
    }

    /// Whether the largest child stands for all.
    #[inline]
    pub(super) fn is_least(self) -> bool {
        self.most == 1
    }

    /// Cuts the numbers of an open node down.
    pub(super) fn cut(self, pair: Pair) -> Pair {
        if pair.is_solved() || pair.is_hopeless() {
            pair
        } else {
            Pair { near: pair.near.min(self.most), far: pair.far.min(self.most) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::{HOPELESS, INFINITE};

    /// A cap after so many looks, at each of which one visit in `every` has met a new node.
    fn after(mut cap: Cap, looks: u32, every: u32) -> Cap {
        for visit in 0..looks * Cap::VISITS_PER_LOOK {
            cap.visit(visit % every != 0);
        }
        cap
    }

    #[test]
    fn the_cap_falls_where_nothing_is_new_and_is_raised_where_much_is() {
        let low = after(Cap::NONE, 1, 10);
        assert!(low.is_least() && low.holds());
        assert!(after(low, 3, 3).is_least(), "between the two shares nothing changes");
        assert_eq!(after(low, 3, 2).most, 64);
        assert!(!after(low, 16, 2).holds());
        assert!(!after(Cap::NONE, 5, 3).holds());
    }

    #[test]
    fn facts_are_not_cut() {
        let low = after(Cap::NONE, 1, 10);
        assert_eq!(low.cut(Pair { near: 7, far: 9 }), Pair { near: 1, far: 1 });
        for pair in [Pair { near: 0, far: INFINITE }, Pair { near: HOPELESS, far: HOPELESS }] {
            assert_eq!(low.cut(pair), pair);
        }
    }
}
