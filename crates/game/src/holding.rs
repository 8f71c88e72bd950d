//! What a side holds that can only help it, such as pieces in hand.

/// How many of each of eight kinds of things: at most 31 of each, and 255 of the last.
pub type Counts = [u8; 8];

/// What the OR side holds at a node, apart from all else. Whoever succeeds with less also succeeds with more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Holding {
    /// A hash of all else: nodes that differ only in what OR holds have the same.
    pub rest: u64,
    /// Six bits for each kind but nine for the last, of which the highest is always 0.
    counts: u64,
}

/// Bits for each kind but the last.
const EACH: u32 = 6;
const LAST: u32 = 7 * EACH;
/// The highest bit of every kind.
const HIGH: u64 = 0x208_2082_0820 | 1 << (Holding::BITS - 1);
/// The bits of all kinds.
const ALL: u64 = (1 << Holding::BITS) - 1;

impl Holding {
    /// Nothing at all.
    pub const NOTHING: Holding = Holding { rest: 0, counts: 0 };

    /// How many bits the counts take.
    pub const BITS: u32 = LAST + 9;

    /// So many of each kind.
    #[inline]
    #[must_use]
    pub fn new(rest: u64, counts: Counts) -> Holding {
        let (last, others) = (counts[7], &counts[..7]);
        debug_assert!(others.iter().all(|&count| count < 32), "at most 31 of a kind");
        let pack = |packed: u64, &count: &u8| packed << EACH | u64::from(count & 31);
        Holding { rest, counts: others.iter().rev().fold(0, pack) | u64::from(last) << LAST }
    }

    /// The same with so many of the last kind; none if that kind is in use already.
    #[must_use]
    pub fn and_of_the_last(self, count: u8) -> Option<Holding> {
        let counts = self.counts | u64::from(count) << LAST;
        (self.counts >> LAST == 0).then_some(Holding { counts, ..self })
    }

    /// What [`Holding::counts`] says of each kind.
    #[inline]
    #[must_use]
    pub fn unpack(counts: u64) -> Counts {
        let mut unpacked = std::array::from_fn(|kind| (counts >> (EACH * kind as u32)) as u8 & 31);
        unpacked[7] = (counts >> LAST) as u8;
        unpacked
    }

    /// How many of each kind, in the lowest bits of a word, in such a way that [`Holding::covers`] can compare them.
    #[inline]
    #[must_use]
    pub fn counts(self) -> u64 {
        self.counts
    }

    /// A key for the node: of nodes that differ only in what is held the keys are near each other, and each tells what is held.
    /// A game whose keys are these finds all of them in one place of a table. See [`Holding::of_key`].
    #[inline]
    #[must_use]
    pub fn key(self) -> u64 {
        self.rest ^ self.counts
    }

    /// What is held at the node with this key, if all else is the same as here and nothing is held that was never seen: `seen`
    /// has all bits of what was. Keys of other nodes hardly ever pass for such.
    #[inline]
    #[must_use]
    pub fn of_key(self, key: u64, seen: u64) -> Option<u64> {
        let counts = self.rest ^ key;
        (counts & !seen == 0).then_some(counts)
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
        // The highest bit of a kind is borrowed from only if its count is smaller.
        ((counts & ALL | HIGH) - (others & ALL & !HIGH)) & HIGH == HIGH
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_holding_covers_what_is_nowhere_more() {
        let counts = |counts| Holding::new(0, counts).counts();
        let some = counts([3, 0, 1, 0, 0, 0, 0, 255]);
        assert_eq!(Holding::unpack(some), [3, 0, 1, 0, 0, 0, 0, 255]);
        assert!(Holding::covers(some, some));
        assert!(Holding::covers(some, counts([2, 0, 1, 0, 0, 0, 0, 5])));
        assert!(!Holding::covers(some, counts([2, 1, 0, 0, 0, 0, 0, 0])));
        assert!(!Holding::covers(counts([0; 8]), counts([0, 0, 0, 0, 0, 0, 0, 1])));
        let more = Holding::new(0, [3, 0, 1, 0, 0, 0, 0, 0]).and_of_the_last(255);
        assert_eq!(more.map(Holding::counts), Some(some));
        assert_eq!(more.and_then(|more| more.and_of_the_last(1)), None);
    }
}
