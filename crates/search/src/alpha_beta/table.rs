//! The transposition table of the alpha-beta searches: it knows bounds, and how deep the search was that they rest on.
//!
//! Buckets are two pairs of entries in a cache line. Of a pair, the first keeps the deeper search and the second takes what
//! comes (TwoDeep: Breuker, Uiterwijk and van den Herik 1996). The table begins small and grows as it fills, where it is: all
//! that it may ever take is reserved in the beginning, and used bit by bit.

use super::window::{Bound, Bounds, INFINITY};
use crate::Budget;
use crate::limits::Allowance;
use crate::table::{Memory, prefetch};

/// What a table remembers of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Memo {
    pub(super) bounds: Bounds,
    /// How far below the node the search went. It says too which of two entries is worth more.
    pub(super) draft: u32,
    /// The place of the best move among the candidates.
    pub(super) best: Option<u16>,
}

/// The largest draft.
pub(super) const DEEPEST: u32 = (1 << DRAFT_BITS) - 1;

const BOUND_BITS: u32 = 20;
const DRAFT_BITS: u32 = 11;
/// Bounds are kept up to this size, and weakened beyond it.
const MOST: i32 = (1 << (BOUND_BITS - 1)) - 2;

#[inline]
fn pack(memo: Memo) -> u64 {
    let code = |value: i32| u64::from(value.wrapping_add(MOST + 2) as u32);
    let Bounds { lower, upper } = memo.bounds;
    let low = lower.value.clamp(-MOST - 1, MOST);
    let high = upper.value.clamp(-MOST, MOST + 1);
    let best = memo.best.map_or(0, |place| (u64::from(place) + 1) & u64::from(DEEPEST));
    code(low)
        | code(high) << BOUND_BITS
        | u64::from(memo.draft) << (2 * BOUND_BITS)
        | best << (2 * BOUND_BITS + DRAFT_BITS)
        | u64::from(lower.certain) << 62
        | u64::from(upper.certain) << 63
}

#[inline]
fn unpack(data: u64) -> Memo {
    let value = |code: u32| (code & ((1 << BOUND_BITS) - 1)) as i32 - (MOST + 2);
    let (low, high) = (value(data as u32), value((data >> BOUND_BITS) as u32));
    let lower = Bound { value: if low < -MOST { -INFINITY } else { low }, certain: data >> 62 & 1 != 0 };
    let upper = Bound { value: if high > MOST { INFINITY } else { high }, certain: data >> 63 != 0 };
    let best = data >> (2 * BOUND_BITS + DRAFT_BITS) & u64::from(DEEPEST);
    Memo { bounds: Bounds { lower, upper }, draft: draft_of(data), best: best.checked_sub(1).map(|place| place as u16) }
}

#[inline]
fn draft_of(data: u64) -> u32 {
    (data >> (2 * BOUND_BITS)) as u32 & DEEPEST
}

/// Two words for each entry: its key and what is remembered. No memo is 0, which stands for an empty entry.
type Bucket = [[u64; 2]; 4];

const EMPTY: Bucket = [[0; 2]; 4];

const _: () = assert!(size_of::<Bucket>() == 64);

/// A table that grows with what is stored, up to a fixed size.
pub(super) struct Table {
    buckets: Memory<Bucket>,
    most: usize,
    used: u64,
    /// Whose time it takes to grow.
    time: Allowance,
    pub(super) replaced: u64,
}

impl Table {
    /// So few that setting it up takes less time than searching them full.
    const FIRST: usize = 1 << 5;

    /// So many buckets are moved between two looks at the clock.
    const BUCKETS_PER_LOOK: usize = 1 << 10;

    /// A table of at most so many bytes, and of at least one bucket; a smaller one if the system gives no more, and none if it
    /// gives nothing. It grows while the budget lasts.
    pub(super) fn new(bytes: u64, budget: &Budget) -> Option<Table> {
        let mut most = (bytes / size_of::<Bucket>() as u64).max(1) as usize;
        let buckets = loop {
            match Memory::reserved(Table::FIRST.min(most), most) {
                Ok(buckets) => break buckets,
                Err(_) if most > Table::FIRST => most /= 2,
                Err(_) => return None,
            }
        };
        Some(Table { buckets, most, used: 0, time: Allowance::of(budget), replaced: 0 })
    }

    pub(super) fn len(&self) -> u64 {
        self.used
    }

    pub(super) fn capacity(&self) -> u64 {
        4 * self.most as u64
    }

    pub(super) fn memory(&self) -> u64 {
        size_of_val::<[Bucket]>(&self.buckets) as u64
    }

    /// Grows to no more than so many bytes from now on. Answers how many it may take in the end.
    pub(super) fn grow_to(&mut self, bytes: u64) -> u64 {
        let wanted = (bytes / size_of::<Bucket>() as u64) as usize;
        self.most = self.most.min(wanted).max(self.buckets.len());
        (self.most * size_of::<Bucket>()) as u64
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        place_in(self.buckets.len(), key)
    }

    /// Fetches what will soon be asked for.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(&self.buckets, self.place(key));
    }

    /// What is remembered of a node.
    #[inline(always)]
    pub(super) fn probe(&self, key: u64) -> Option<Memo> {
        let entries = &self.buckets[self.place(key)];
        let [_, data] = *entries.iter().find(|&&[other, _]| other == key)?;
        (data != 0).then(|| unpack(data))
    }

    /// Remembers a node.
    #[inline(always)]
    pub(super) fn store(&mut self, key: u64, memo: Memo) {
        let entry = [key, pack(memo)];
        let place = self.place(key);
        let entries = &mut self.buckets[place];
        if let Some(same) = entries.iter_mut().find(|[other, data]| *other == key && *data != 0) {
            *same = entry;
        } else if let Some(free) = entries.iter_mut().find(|[_, data]| *data == 0) {
            *free = entry;
            self.used += 1;
            if self.used > 2 * self.buckets.len() as u64 && self.buckets.len() < self.most {
                self.grow();
            }
        } else {
            let first = key as usize & 2;
            if memo.draft >= draft_of(entries[first][1]) {
                entries[first + 1] = entries[first];
                entries[first] = entry;
            } else {
                entries[first + 1] = entry;
            }
            self.replaced += 1;
        }
    }

    /// Forgets a node. Answers whether there was anything to forget.
    pub(super) fn evict(&mut self, key: u64) -> bool {
        let place = self.place(key);
        let same = self.buckets[place].iter_mut().find(|[other, data]| *other == key && *data != 0);
        let found = same.is_some();
        if let Some(entry) = same {
            *entry = [0; 2];
            // It may not have been counted, where the time was up while the table grew.
            self.used = self.used.saturating_sub(1);
        }
        found
    }

    /// Makes it larger. Entries keep their order and go to higher places, so they are moved from the last to the first, and
    /// none is in the way of another. If the time is up on the way, much is lost: so is the search.
    #[cold]
    fn grow(&mut self) {
        if self.time.is_over() {
            return;
        }
        let (old, size) = (self.buckets.len(), (4 * self.buckets.len()).min(self.most));
        self.buckets.lengthen(size);
        self.used = 0;
        for place in (0..old).rev() {
            if place % Table::BUCKETS_PER_LOOK == 0 && self.time.is_over() {
                // What is new was hardly touched, and its first touch would take time.
                self.buckets.lengthen(old);
                return;
            }
            let entries = std::mem::replace(&mut self.buckets[place], EMPTY);
            for [key, data] in entries.into_iter().filter(|[_, data]| *data != 0) {
                let place = place_in(size, key);
                if let Some(free) = self.buckets[place].iter_mut().find(|[_, data]| *data == 0) {
                    *free = [key, data];
                    self.used += 1;
                }
            }
        }
    }
}

/// Where a key belongs among so many buckets: the high half of their product. Any number will do, all of the key's high bits
/// count, and larger keys never come before smaller ones.
#[inline]
fn place_in(buckets: usize, key: u64) -> usize {
    ((u128::from(key) * buckets as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memo(lower: i32, upper: i32, draft: u32) -> Memo {
        let bounds =
            Bounds { lower: Bound { value: lower, certain: true }, upper: Bound { value: upper, certain: false } };
        Memo { bounds, draft, best: Some(3) }
    }

    #[test]
    fn what_is_packed_comes_out_again_and_large_bounds_get_weaker() {
        for (lower, upper) in [(-3, 5), (0, 0), (-INFINITY, INFINITY), (MOST, INFINITY), (-INFINITY, -MOST)] {
            assert_eq!(unpack(pack(memo(lower, upper, 7))), memo(lower, upper, 7));
        }
        let weaker = unpack(pack(memo(MOST + 100, INFINITY, DEEPEST))).bounds;
        assert_eq!((weaker.lower.value, weaker.upper.value), (MOST, INFINITY));
        let weaker = unpack(pack(memo(-MOST - 100, -MOST - 100, 0))).bounds;
        assert_eq!((weaker.lower.value, weaker.upper.value), (-INFINITY, -MOST));
        assert_eq!(unpack(pack(Memo { best: None, ..memo(0, 1, 2) })).best, None);
    }

    #[test]
    fn a_full_table_keeps_the_deepest_search() {
        let mut table = Table::new(64, &Budget::default()).unwrap();
        table.store(u64::MAX, memo(0, 1, 50));
        for key in 1..1000u64 {
            table.store(key.wrapping_mul(0x9e37_79b9_7f4a_7c15), memo(2, 3, 5));
        }
        assert_eq!((table.len(), table.capacity()), (4, 4));
        assert_eq!(table.probe(u64::MAX), Some(memo(0, 1, 50)));
        assert!(table.evict(u64::MAX) && table.probe(u64::MAX).is_none() && !table.evict(u64::MAX));
    }

    #[test]
    fn a_table_that_grows_forgets_nothing_it_has_room_for() {
        let mut table = Table::new(1 << 20, &Budget::default()).unwrap();
        let key = |i: u64| (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for i in 0..10_000 {
            table.store(key(i), memo(0, i as i32, 5));
        }
        let kept = (0..10_000).filter(|&i| table.probe(key(i)) == Some(memo(0, i as i32, 5))).count();
        assert!(kept > 9_800, "{kept}");
    }
}
