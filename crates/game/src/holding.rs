//! What a side holds that can only help it, such as pieces in hand.

/// How many of each of eight kinds of things, at most 127 of each.
pub type Counts = [u8; 8];

/// What the OR side holds at a node, apart from all else. Whoever succeeds with less also succeeds with more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Holding {
    /// A hash of all else: nodes that differ only in what OR holds have the same.
    pub rest: u64,
    counts: u64,
}

/// The highest bit of every byte.
const HIGH: u64 = 0x8080_8080_8080_8080;

impl Holding {
    /// Nothing at all.
    pub const NOTHING: Holding = Holding { rest: 0, counts: 0 };

    /// So many of each kind.
    #[inline]
    #[must_use]
    pub fn new(rest: u64, counts: Counts) -> Holding {
        debug_assert!(counts.iter().all(|&count| count < 128), "at most 127 of a kind");
        Holding { rest, counts: u64::from_le_bytes(counts) & !HIGH }
    }

    /// How many of each kind, a byte for each, whose highest bit is 0.
    #[inline]
    #[must_use]
    pub fn counts(self) -> u64 {
        self.counts
    }

    /// Whether all else is the same, and nowhere less is held.
    #[inline]
    #[must_use]
    pub fn covers_all_of(self, other: Holding) -> bool {
        self.rest == other.rest && Holding::covers(self.counts, other.counts)
    }

    /// Whether counts are nowhere less than others.
    #[inline]
    #[must_use]
    pub fn covers(counts: u64, others: u64) -> bool {
        // In each byte the highest bit is borrowed from only if the count is smaller.
        ((counts | HIGH) - (others & !HIGH)) & HIGH == HIGH
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_holding_covers_what_is_nowhere_more() {
        let counts = |counts| Holding::new(0, counts).counts();
        let some = counts([3, 0, 1, 0, 0, 0, 0, 127]);
        assert!(Holding::covers(some, some));
        assert!(Holding::covers(some, counts([2, 0, 1, 0, 0, 0, 0, 5])));
        assert!(!Holding::covers(some, counts([2, 1, 0, 0, 0, 0, 0, 0])));
        assert!(!Holding::covers(counts([0; 8]), counts([0, 0, 0, 0, 0, 0, 0, 1])));
    }
}
