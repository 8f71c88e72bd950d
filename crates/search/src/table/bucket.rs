//! Four entries in a cache line, which several threads may read and write at once.
//!
//! A thread may see half of what another one writes, so a word that holds a key is mixed with the word that is kept under it: two
//! halves that do not belong together match no key (Hyatt and Mann 2002).

use super::memory::matches;
use super::{Entry, Replacement};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The keys of four entries, each mixed with what is kept under it. Side by side, the keys are compared all at once.
#[derive(Debug, Default)]
#[repr(C, align(64))]
pub(super) struct Bucket {
    mixed: [AtomicU64; 4],
    data: [AtomicU64; 4],
}

const _: () = assert!(size_of::<Bucket>() == 64);

impl Bucket {
    #[inline]
    pub(super) fn get(&self, slot: usize) -> Entry {
        let data = self.data[slot].load(Relaxed);
        Entry { key: self.mixed[slot].load(Relaxed) ^ data, data }
    }

    #[inline]
    pub(super) fn set(&self, slot: usize, Entry { key, data }: Entry) {
        self.data[slot].store(data, Relaxed);
        self.mixed[slot].store(key ^ data, Relaxed);
    }

    /// All four, empty ones too.
    #[inline]
    pub(super) fn entries(&self) -> impl Iterator<Item = Entry> {
        (0..4).map(|slot| self.get(slot))
    }

    /// The entry of a key, and where it stands.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<(usize, Entry)> {
        // Whether and where there is a hit cannot be predicted, so there should be one branch, not four.
        let hits = matches(&self.mixed, &self.data, key);
        if hits == 0 {
            return None;
        }
        let slot = hits.trailing_zeros() as usize & 3;
        // Another thread may have written since then.
        let entry = self.get(slot);
        (entry.data != 0 && entry.key == key).then_some((slot, entry))
    }

    /// Where an entry goes: to its key, if that is there, or to an empty place; otherwise another has to go.
    #[inline]
    pub(super) fn room_for(&self, new: &Entry, replacement: Replacement) -> usize {
        let free = (0..4).find(|&slot| {
            let Entry { key, data } = self.get(slot);
            key == new.key || data == 0
        });
        free.unwrap_or_else(|| self.victim(new, replacement))
    }

    /// Which entry of a full bucket goes.
    #[inline]
    fn victim(&self, new: &Entry, replacement: Replacement) -> usize {
        match replacement {
            Replacement::Always => new.key as usize & 3,
            // In the one case the worth of an entry is its work, in the other how near the root it is.
            Replacement::TwoBig | Replacement::TwoDeep => {
                // The key chooses one of two pairs. The bigger of its two stays, unless the new one is bigger still.
                let first = new.key as usize & 2;
                if new.work_class() >= self.get(first).work_class() {
                    self.set(first + 1, self.get(first));
                    first
                } else {
                    first + 1
                }
            }
            Replacement::LeastWork => (0..4).min_by_key(|&slot| self.get(slot).work_class()).unwrap_or(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Numbers;

    /// Keys of one bucket that all threads write, each with a word that tells the key.
    fn entry(key: u64, round: u64) -> Entry {
        let numbers = Numbers { proof: key as u32 + 1, disproof: (round % 1_000) as u32 + 1 };
        Entry::new(key, numbers, (round % 7) as u8, 0)
    }

    #[test]
    fn what_several_threads_write_at_once_is_found_whole_or_not_at_all() {
        let bucket = Bucket::default();
        std::thread::scope(|scope| {
            for thread in 0..3u64 {
                let bucket = &bucket;
                scope.spawn(move || {
                    for round in 0..50_000 {
                        let new = entry((round + thread) % 6, round);
                        bucket.set(bucket.room_for(&new, Replacement::Always), new);
                        let wanted = (round * 5 + thread) % 6;
                        if let Some((_, found)) = bucket.find(wanted) {
                            assert_eq!(found.numbers().proof, wanted as u32 + 1);
                        }
                    }
                });
            }
        });
    }
}
