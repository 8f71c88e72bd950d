//! What a table keeps of a node: 16 bytes, a full key and 24, 24 and 16 bits beside it.

use crate::number::{HOPELESS, INFINITE, LARGEST, Numbers};

/// A node in a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Entry {
    pub(super) key: u64,
    /// Proof number, disproof number and work, from the lowest bits up. No node has 0 for both numbers, so 0 is empty.
    data: u64,
}

/// Two below, one below and the largest of 24 bits stand for [`LARGEST`], [`HOPELESS`] and [`INFINITE`].
const BITS: u32 = 24;
const ALL: u32 = (1 << BITS) - 1;

fn pack(number: u32) -> u64 {
    u64::from(match number {
        INFINITE => ALL,
        HOPELESS => ALL - 1,
        number => number.min(ALL - 2),
    })
}

fn unpack(bits: u64) -> u32 {
    match bits as u32 & ALL {
        ALL => INFINITE,
        number if number == ALL - 1 => HOPELESS,
        number => number,
    }
}

impl Entry {
    /// No node.
    pub const EMPTY: Entry = Entry { key: 0, data: 0 };

    /// A node with its numbers and the work that was done below it. Numbers and work that do not fit are cut off.
    #[inline]
    #[must_use]
    pub fn new(key: u64, numbers: Numbers, work: u64) -> Entry {
        let data = pack(numbers.proof) | pack(numbers.disproof) << BITS | u64::from(class_of(work)) << (2 * BITS);
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

    /// The class of the work that was done below the node: it grows with the work, ever more slowly.
    #[inline]
    #[must_use]
    pub fn work_class(&self) -> u16 {
        (self.data >> (2 * BITS)) as u16
    }
}

/// Work in 16 bits: 11 digits and the place of the highest.
fn class_of(work: u64) -> u16 {
    const DIGITS: u32 = 11;
    let exponent = (u64::BITS - work.leading_zeros()).saturating_sub(DIGITS);
    if exponent == 0 {
        return work as u16;
    }
    ((exponent << (DIGITS - 1)) as u64 + (work >> exponent)).min(u64::from(u16::MAX)) as u16
}

const _: () = assert!(size_of::<Entry>() == 16 && LARGEST > ALL);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_survive_the_24_bits_and_large_numbers_stay_open() {
        for numbers in [Numbers::PROVEN, Numbers::DISPROVEN, Numbers::HOPELESS, Numbers { proof: 7, disproof: 123_456 }]
        {
            let entry = Entry::new(5, numbers, 3);
            assert_eq!(entry.numbers(), numbers);
            assert!(!entry.is_empty());
        }
        let huge = Entry::new(5, Numbers { proof: LARGEST, disproof: 1 << 30 }, u64::MAX).numbers();
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
        assert_eq!(class_of(1000), 1000);
        assert!(class_of(1 << 40) > class_of((1 << 40) - (1 << 35)));
    }
}
