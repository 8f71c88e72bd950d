//! What a table keeps of a node: 16 bytes, a full key and 64 bits for the numbers, the distance from the root and the work.

use crate::number::{HOPELESS, INFINITE, LARGEST, Numbers};

/// A node in a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Entry {
    pub(super) key: u64,
    /// From the lowest bits up: proof number and disproof number, 22 bits each; the least distance from the root, 11 bits;
    /// whether there are twins, 1 bit; the class of the work, 8 bits. No node has 0 for both numbers, so 0 is empty.
    pub(super) data: u64,
}

/// Two below, one below and the largest of 22 bits stand for [`LARGEST`], [`HOPELESS`] and [`INFINITE`].
const BITS: u32 = 22;
const DISTANCE: u32 = 2 * BITS;
const TWINS: u32 = DISTANCE + 11;
const WORK: u32 = TWINS + 1;
const ALL: u32 = (1 << BITS) - 1;

/// How far the two largest of 22 bits lie below the numbers that they stand for.
const GAP: u32 = INFINITE - ALL;

#[inline]
fn pack(number: u32) -> u64 {
    u64::from(if number >= HOPELESS { number - GAP } else { number.min(ALL - 2) })
}

/// There is nothing to predict in which numbers a table holds, so this is written to need no branch.
#[inline]
fn unpack(bits: u64) -> u32 {
    let number = bits as u32 & ALL;
    number + u32::from(number >= ALL - 1) * GAP
}

impl Entry {
    /// No node.
    pub const EMPTY: Entry = Entry { key: 0, data: 0 };

    /// The largest distance that is told from larger ones.
    pub const MOST_DISTANCE: u32 = (1 << (TWINS - DISTANCE)) - 1;

    /// A node with its numbers, the class of the work that was done below it, and its distance from the root. What does not
    /// fit is cut off.
    #[inline]
    #[must_use]
    pub(super) fn new(key: u64, numbers: Numbers, class: u8, distance: u32) -> Entry {
        let distance = u64::from(distance.min(Entry::MOST_DISTANCE));
        let data =
            pack(numbers.proof) | pack(numbers.disproof) << BITS | distance << DISTANCE | u64::from(class) << WORK;
        Entry { key, data }
    }

    /// Key and content, to be saved.
    pub(crate) fn words(&self) -> [u64; 2] {
        [self.key, self.data]
    }

    /// An entry that was saved.
    pub(crate) fn from_words([key, data]: [u64; 2]) -> Entry {
        Entry { key, data }
    }

    /// Whether it holds no node.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.data == 0
    }

    /// The numbers of the node.
    #[inline]
    #[must_use]
    pub fn numbers(&self) -> Numbers {
        Numbers { proof: unpack(self.data), disproof: unpack(self.data >> BITS) }
    }

    /// The least distance from the root at which the node was met; of a solved node in a problem with cycles, its rank.
    #[inline]
    #[must_use]
    pub fn distance(&self) -> u32 {
        (self.data >> DISTANCE) as u32 & Entry::MOST_DISTANCE
    }

    /// Whether it was disproven on some path, and not on every path.
    #[inline]
    #[must_use]
    pub fn has_twins(&self) -> bool {
        self.data >> TWINS & 1 != 0
    }

    /// The same entry, with twins.
    #[inline]
    #[must_use]
    pub(super) fn with_twins(self, twins: bool) -> Entry {
        Entry { data: self.data | u64::from(twins) << TWINS, ..self }
    }

    /// The class of the work that was done below the node: it grows with the work, ever more slowly.
    #[inline]
    #[must_use]
    pub fn work_class(&self) -> u8 {
        (self.data >> WORK) as u8
    }
}

/// Work in 8 bits: 3 digits and the place of the highest.
#[inline]
pub(super) fn class_of(work: u64) -> u8 {
    const DIGITS: u32 = 3;
    let exponent = (u64::BITS - work.leading_zeros()).saturating_sub(DIGITS);
    if exponent == 0 {
        return work as u8;
    }
    ((exponent << (DIGITS - 1)) as u64 + (work >> exponent)) as u8
}

const _: () = assert!(size_of::<Entry>() == 16 && LARGEST > ALL && HOPELESS == INFINITE - 1);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_survive_the_22_bits_and_large_numbers_stay_open() {
        for numbers in [Numbers::PROVEN, Numbers::DISPROVEN, Numbers::HOPELESS, Numbers { proof: 7, disproof: 123_456 }]
        {
            let entry = Entry::new(5, numbers, 3, 77).with_twins(true);
            assert_eq!(entry.numbers(), numbers);
            assert_eq!((entry.distance(), entry.work_class(), entry.has_twins()), (77, 3, true));
            assert!(!entry.is_empty());
        }
        let huge = Entry::new(5, Numbers { proof: LARGEST, disproof: 1 << 30 }, 255, u32::MAX).numbers();
        assert!(huge.proof < HOPELESS && huge.disproof < HOPELESS && huge.proof > 1_000_000);
    }

    #[test]
    fn the_class_of_work_grows_with_the_work() {
        let mut last = 0;
        for bits in 0..64 {
            for work in [1u64 << bits, (1u64 << bits) + (1u64 << bits) / 2] {
                let class = class_of(work);
                assert!(class >= last, "{work}");
                last = class;
            }
        }
        assert_eq!(class_of(7), 7);
        assert!(class_of(u64::MAX) > class_of(1 << 63));
    }
}
