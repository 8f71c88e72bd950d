//! Four entries in a cache line.

use super::memory::equal;
use super::{Entry, Replacement};

/// The keys of four entries, and what is kept under them. Side by side, the keys are compared all at once.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(super) struct Bucket {
    keys: [u64; 4],
    data: [u64; 4],
}

const _: () = assert!(size_of::<Bucket>() == 64);

impl Bucket {
    pub(super) const EMPTY: Bucket = Bucket { keys: [0; 4], data: [0; 4] };

    #[inline]
    pub(super) fn get(&self, slot: usize) -> Entry {
        Entry { key: self.keys[slot], data: self.data[slot] }
    }

    #[inline]
    pub(super) fn set(&mut self, slot: usize, entry: Entry) {
        (self.keys[slot], self.data[slot]) = (entry.key, entry.data);
    }

    /// All four, empty ones too.
    #[inline]
    pub(super) fn entries(&self) -> impl Iterator<Item = Entry> {
        (0..4).map(|slot| self.get(slot))
    }

    /// Where the entry of a key stands.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<usize> {
        // Whether and where there is a hit cannot be predicted, so there should be one branch, not four.
        let hits = equal(&self.keys, key);
        if hits == 0 {
            return None;
        }
        let slot = hits.trailing_zeros() as usize & 3;
        (self.data[slot] != 0).then_some(slot)
    }

    /// Where an entry goes: to its key, if that is there, or to an empty place; otherwise another has to go.
    #[inline]
    pub(super) fn room_for(&mut self, new: &Entry, replacement: Replacement) -> usize {
        let free = (0..4).find(|&slot| self.keys[slot] == new.key || self.data[slot] == 0);
        free.unwrap_or_else(|| self.victim(new, replacement))
    }

    /// Which entry of a full bucket goes.
    #[inline]
    fn victim(&mut self, new: &Entry, replacement: Replacement) -> usize {
        match replacement {
            Replacement::Always => new.key as usize & 3,
            // In the one case the worth of an entry is its work, in the other how near the root it is.
            Replacement::TwoBig | Replacement::TwoDeep => {
                // The key chooses one of two pairs. The bigger of its two stays, unless the new one is bigger still.
                let first = new.key as usize & 2;
                if new.work_class() >= self.get(first).work_class() {
                    self.keys.swap(first, first + 1);
                    self.data.swap(first, first + 1);
                    first
                } else {
                    first + 1
                }
            }
            Replacement::LeastWork => (0..4).min_by_key(|&slot| self.get(slot).work_class()).unwrap_or(0),
        }
    }
}
