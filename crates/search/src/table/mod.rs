//! Transposition tables: what depth-first searches remember.
//!
//! A table is a hint, never the truth: it may lose any entry at any time, and a search must not depend on finding again
//! what it stored. Buckets of four entries fill a cache line, so a probe costs one miss.

mod bucket;
mod common;
mod entry;
mod facts;
mod kinship;
mod memory;

use crate::limits::Allowance;
use crate::{Budget, Numbers};
use bucket::Bucket;
use common::Member;
pub use entry::Entry;
use entry::class_of;
pub(crate) use facts::Facts;
use kinship::Kept;
pub(crate) use kinship::Kinship;
pub(crate) use memory::{Memory, prefetch};
use provenum_game::{Holding, Status};
use std::sync::Arc;

/// Which entry of a full bucket makes room for a new one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replacement {
    /// The one that the key names: the newest wins.
    Always,
    /// Two places: the first keeps the bigger subtree, the second takes what is left (Breuker, Uiterwijk and van den Herik
    /// 1996).
    TwoBig,
    /// Two places: the first keeps what lies nearer to the root, the second takes what is left. Of all that was known before,
    /// least was lost this way in alpha-beta searches (Breuker, Uiterwijk and van den Herik 1996).
    TwoDeep,
    /// The one with the least work of all four (Beal and Smith 1996; Pawlewicz and Hayward 2013).
    LeastWork,
}

/// What a table has seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TableStatistics {
    /// Entries that were stored where there was none.
    pub stored: u64,
    /// Entries that had to go to make room for others.
    pub replaced: u64,
    /// Collections of small subtrees.
    pub collections: u64,
}

/// A table that grows with what is stored, up to a fixed size.
#[derive(Debug)]
pub struct Table {
    memory: Arc<Memory<Bucket>>,
    /// Who met the nodes of the buckets first, for searches that want to know it.
    kinship: Option<Arc<Memory<[Kept; 4]>>>,
    /// Its share in the table, if several threads have one.
    shared: Option<Member<Place>>,
    /// How many buckets it may grow to.
    most: usize,
    replacement: Replacement,
    /// Collect small subtrees when the table is nearly full: the share that goes; none to replace only.
    collect: Option<f64>,
    statistics: TableStatistics,
    used: u64,
    /// Whose time it takes to grow.
    time: Allowance,
}

/// Where a table lies: its entries, and what is kept beside them.
type Place = (Arc<Memory<Bucket>>, Option<Arc<Memory<[Kept; 4]>>>);

/// Numbers of a node with less work below it bound no other's: they are hardly more than its first numbers.
const LEAST_WORK: u64 = 4;

/// So many buckets are moved or looked at between two looks at the clock: some 64 KiB.
const BUCKETS_PER_LOOK: usize = 1 << 10;

impl Table {
    /// A small table begins with so many buckets, and stays in the cache while the problem is small.
    const FIRST: usize = 1 << 10;

    /// A table of at most so many bytes, and of at least one bucket.
    pub fn new(bytes: u64, replacement: Replacement, collect: Option<f64>) -> std::io::Result<Table> {
        Table::of_size(bytes, (Table::FIRST * size_of::<Bucket>()) as u64, replacement, collect)
    }

    /// A table of at most so many bytes that has so many already.
    pub(crate) fn of_size(
        most: u64,
        bytes: u64,
        replacement: Replacement,
        collect: Option<f64>,
    ) -> std::io::Result<Table> {
        let buckets = |bytes: u64| (bytes / size_of::<Bucket>() as u64).max(1) as usize;
        let (most, wanted) = (buckets(most), buckets(bytes));
        // Sizes are a quarter, a sixteenth, … of the full one, so that a table and its successor never take much more than
        // the full one alone.
        let mut size = most;
        while size > wanted {
            size = size.div_ceil(4);
        }
        let memory = Arc::new(Memory::new(size)?);
        let statistics = TableStatistics::default();
        let (kinship, shared, time) = (None, None, Allowance::default());
        Ok(Table { memory, kinship, shared, most, replacement, collect, statistics, used: 0, time })
    }

    /// A table of at most so many bytes that also keeps from where nodes were met: 32 bytes for an entry.
    pub(crate) fn with_kinship(bytes: u64, replacement: Replacement, collect: Option<f64>) -> std::io::Result<Table> {
        let table = Table::new(bytes / 2, replacement, collect)?;
        let kinship = Some(Arc::new(Memory::new(table.memory.len())?));
        Ok(Table { kinship, ..table })
    }

    /// Whether it keeps from where nodes were met.
    pub(crate) fn keeps_kinship(&self) -> bool {
        self.kinship.is_some()
    }

    /// A table that is fully grown and whose memory was touched, so that only the search is left to be timed.
    pub fn touched(bytes: u64, replacement: Replacement) -> std::io::Result<Table> {
        let table = Table::of_size(bytes, bytes, replacement, None)?;
        table.memory.iter().for_each(|bucket| (0..4).for_each(|slot| bucket.set(slot, Entry::EMPTY)));
        Ok(table)
    }

    /// How many entries there is room for when it is fully grown.
    #[must_use]
    pub fn capacity(&self) -> u64 {
        4 * self.most as u64
    }

    /// From now on, growing and collecting end when this budget does.
    pub(crate) fn spend(&mut self, budget: &Budget) {
        self.time = Allowance::of(budget);
    }

    /// Grows when it is half full. Until then one bucket in twenty overflows, and what goes there is the least work. If the
    /// time is up on the way, it stays as it was: the search is about to stop, and may go on another time.
    #[cold]
    fn grow(&mut self) {
        if self.time.is_over() {
            return;
        }
        let mut size = self.most;
        while size.div_ceil(4) > self.memory.len() {
            size = size.div_ceil(4);
        }
        let kinship = self.kinship.as_ref().map(|_| Memory::new(size)).transpose();
        let (Ok(larger), Ok(kinship)) = (Memory::new(size), kinship) else {
            self.most = self.memory.len();
            return;
        };
        let old = std::mem::replace(&mut self.memory, Arc::new(larger));
        let old_kinship = std::mem::replace(&mut self.kinship, kinship.map(Arc::new));
        let before = std::mem::take(&mut self.used);
        for (place, bucket) in old.iter().enumerate() {
            if place % BUCKETS_PER_LOOK == 0 && self.time.is_over() {
                (self.memory, self.kinship, self.used) = (old, old_kinship, before);
                return;
            }
            for (slot, entry) in bucket.entries().enumerate().filter(|(_, entry)| !entry.is_empty()) {
                self.restore(entry);
                if let Some(old_kinship) = &old_kinship {
                    self.relate(entry.key, |kinship| *kinship = old_kinship[place][slot].get());
                }
            }
        }
    }

    /// How many entries there are.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.used
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// Bytes of the table as it is now.
    #[must_use]
    pub fn memory(&self) -> u64 {
        let kinship = self.kinship.as_deref().map_or(0, |kinship| size_of_val::<[[Kept; 4]]>(kinship));
        (size_of_val::<[Bucket]>(&self.memory) + kinship) as u64
    }

    /// Decides which entries go when it is full.
    pub fn set_policy(&mut self, replacement: Replacement, collect: Option<f64>) {
        (self.replacement, self.collect) = (replacement, collect);
    }

    /// Bytes that it may grow to.
    #[must_use]
    pub fn most_memory(&self) -> u64 {
        (self.most * size_of::<Bucket>()) as u64
    }

    /// All entries, in no particular order.
    pub(crate) fn entries(&self) -> impl Iterator<Item = Entry> {
        self.memory.iter().flat_map(Bucket::entries).filter(|entry| !entry.is_empty())
    }

    /// Puts an entry back that was saved, if its bucket has room.
    pub(crate) fn restore(&mut self, entry: Entry) {
        let place = self.place(entry.key);
        let bucket = &self.memory[place];
        let free = (0..4).find(|&slot| bucket.get(slot).is_empty() && !entry.is_empty());
        if let Some(free) = free {
            bucket.set(free, entry);
            self.used += 1;
            self.make_room();
        }
    }

    /// What it has seen.
    #[must_use]
    pub fn statistics(&self) -> TableStatistics {
        self.statistics
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        self.reader().place(key)
    }

    /// Asks for the bucket of a key that will be probed soon.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.reader().prefetch(key);
    }

    /// What is remembered under a key.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.reader().probe(key)
    }

    /// The largest numbers of open nodes no farther from the root than `distance` that a node cannot be below: the proof number
    /// where as much or more is held, the disproof number where as much or less is. Nodes below which hardly any work was done
    /// do not count. Their keys must be [`Holding::key`]. `seen` has all bits of what was ever held.
    #[inline]
    pub(crate) fn bounds(&self, holding: Holding, seen: u64, distance: u32) -> Numbers {
        let mut most = Numbers { proof: 0, disproof: 0 };
        let (own, key) = (holding.counts(), holding.key());
        for entry in self.memory[self.place(key)].entries().filter(|entry| !entry.is_empty() && entry.key != key) {
            let Some(counts) = holding.of_key(entry.key, seen) else { continue };
            let numbers = entry.numbers();
            if numbers.status() != Status::Open || numbers == Numbers::HOPELESS {
                continue;
            }
            if entry.distance() > distance || entry.work_class() < class_of(LEAST_WORK) {
                continue;
            }
            if Holding::covers(counts, own) {
                most.proof = most.proof.max(numbers.proof);
            }
            if Holding::covers(own, counts) {
                most.disproof = most.disproof.max(numbers.disproof);
            }
        }
        most
    }

    /// Forgets the open nodes that are settled by one that was proven with this or disproven with this.
    pub(crate) fn forget_settled(&mut self, fact: Holding, seen: u64, proven: bool) {
        let place = self.place(fact.key());
        let bucket = &self.memory[place];
        for slot in 0..4 {
            let entry = bucket.get(slot);
            let Some(counts) = fact.of_key(entry.key, seen).filter(|_| !entry.is_empty()) else { continue };
            let (more, less) = if proven { (counts, fact.counts()) } else { (fact.counts(), counts) };
            if entry.numbers().status() == Status::Open && Holding::covers(more, less) {
                bucket.set(slot, Entry::EMPTY);
                self.used = self.used.saturating_sub(1);
            }
        }
    }

    /// The table for a loop that only reads: where it lies need not be looked up for every key.
    #[inline]
    pub(crate) fn reader(&self) -> Reader<'_> {
        Reader { buckets: &self.memory }
    }

    /// Remembers the numbers of a node at this distance from the root, and how much work was done below it.
    #[inline]
    pub fn store(&mut self, key: u64, numbers: Numbers, work: u64, distance: u32) {
        let class = match self.replacement {
            Replacement::TwoDeep => 255u32.saturating_sub(distance) as u8,
            _ => class_of(work),
        };
        self.put(Entry::new(key, numbers, class, distance));
    }

    /// Notes that there are twins of a node: it has been solved, but not for every path, so nothing else is known of it.
    pub(crate) fn store_twins(&mut self, key: u64, work: u64, distance: u32) {
        self.put(Entry::new(key, Numbers::UNIT, class_of(work), distance).with_twins(true));
    }

    #[inline]
    fn put(&mut self, mut entry: Entry) {
        let place = self.place(entry.key);
        let replacement = self.replacement;
        let bucket = &self.memory[place];
        let slot = bucket.room_for(&entry, replacement);
        let old = bucket.get(slot);
        let (fresh, same) = (old.is_empty(), old.key == entry.key && !old.is_empty());
        if same {
            entry = entry.with_twins(old.has_twins());
            if self.shared.is_some() && !improves(&old, &entry) {
                return;
            }
        } else if let Some(kinship) = &self.kinship {
            kinship[place][slot].set(Kinship::default());
        }
        bucket.set(slot, entry);
        self.statistics.replaced += u64::from(!fresh && !same);
        if fresh {
            self.statistics.stored += 1;
            self.used += 1;
            self.make_room();
        }
    }

    /// From where a node was met, if the table keeps that and knows the node.
    pub(crate) fn kinship(&self, key: u64) -> Option<Kinship> {
        let place = self.place(key);
        let (slot, _) = self.memory[place].find(key)?;
        Some(self.kinship.as_ref()?[place][slot].get())
    }

    /// Changes from where a node was met, if the table keeps that and knows the node.
    pub(crate) fn relate(&mut self, key: u64, change: impl FnOnce(&mut Kinship)) {
        let place = self.place(key);
        let slot = self.memory[place].find(key);
        if let (Some((slot, _)), Some(kinship)) = (slot, &self.kinship) {
            let kept = &kinship[place][slot];
            let mut kinship = kept.get();
            change(&mut kinship);
            kept.set(kinship);
        }
    }

    /// Whether it is time to grow or to collect.
    #[inline]
    fn wants_room(&self) -> bool {
        match self.memory.len() < self.most {
            true => self.used > 2 * self.memory.len() as u64,
            false => self.collect.is_some() && self.used * 10 > self.capacity() * 9,
        }
    }

    /// Grows or collects if it is time to.
    #[inline]
    fn make_room(&mut self) {
        // Where others have a share, it is done when they look.
        if self.shared.is_some() || !self.wants_room() {
            return;
        }
        if self.memory.len() < self.most {
            self.grow();
        } else {
            self.collect_small_trees();
        }
    }

    /// Probes so many random keys, as fast as the memory allows: the floor under the cost of every search that uses a
    /// table of this size. Answers how many were found, so that nothing is optimised away.
    pub fn probe_randomly(&self, count: u64) -> u64 {
        let mut key = 0u64;
        (0..count).fold(0, |found, _| {
            // Weyl's sequence jumps all over the table, and no probe waits for the one before.
            key = key.wrapping_add(0x9e37_79b9_7f4a_7c15);
            found + u64::from(self.probe(key).is_some())
        })
    }

    /// Forgets a node, because what is remembered of it turned out wrong. Answers whether there was anything.
    pub fn evict(&mut self, key: u64) -> bool {
        let bucket = &self.memory[self.place(key)];
        // After a collection, an older entry of the same key may stand behind the newer one.
        let mut found = false;
        while let Some((slot, _)) = bucket.find(key) {
            bucket.set(slot, Entry::EMPTY);
            self.used = self.used.saturating_sub(1);
            found = true;
        }
        found
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        match Arc::get_mut(&mut self.memory) {
            Some(memory) => memory.clear(),
            None => self.memory.iter().for_each(|bucket| (0..4).for_each(|slot| bucket.set(slot, Entry::EMPTY))),
        }
        match self.kinship.as_mut().map(Arc::get_mut) {
            Some(Some(kinship)) => kinship.clear(),
            Some(None) => self
                .kinship
                .iter()
                .flat_map(|kinship| kinship.iter().flatten())
                .for_each(|kept| kept.set(Kinship::default())),
            None => {}
        }
        self.used = 0;
    }

    /// The same table for another thread. All of them must [`Table::catch_up`] now and then.
    pub(crate) fn share(&mut self) -> Table {
        let new = || Member::first((Arc::clone(&self.memory), self.kinship.clone()), self.used);
        let shared = Some(self.shared.get_or_insert_with(new).clone());
        let (memory, kinship) = (Arc::clone(&self.memory), self.kinship.clone());
        let (statistics, time) = (TableStatistics::default(), self.time.clone());
        Table { memory, kinship, shared, statistics, time, ..*self }
    }

    /// Takes over what others have made of a table that is shared, and makes room if it is time to.
    pub(crate) fn catch_up(&mut self) {
        let Some(mut shared) = self.shared.take() else { return };
        if let Some((memory, kinship)) = shared.common.moved(&mut shared.seen) {
            (self.memory, self.kinship) = (memory, kinship);
        }
        self.used = shared.tell(self.used);
        let common = Arc::clone(&shared.common);
        if let Some(_turn) = self.wants_room().then(|| common.turn()).flatten() {
            let before = self.memory.len();
            self.make_room();
            if self.memory.len() != before {
                shared.seen = common.move_to((Arc::clone(&self.memory), self.kinship.clone()));
            }
            common.set_used(self.used);
            shared.told = self.used;
        }
        self.shared = Some(shared);
    }

    /// From now on it is nobody else's.
    pub(crate) fn unshare(&mut self) {
        self.catch_up();
        self.shared = None;
    }

    /// SmallTreeGC (Nagai 1999): throws away a share of the entries, those of the smallest subtrees first.
    #[cold]
    fn collect_small_trees(&mut self) {
        let Some(share) = self.collect else { return };
        let mut classes = [0u64; 1 << 8];
        for buckets in self.memory.chunks(BUCKETS_PER_LOOK) {
            if self.time.is_over() {
                return;
            }
            for entry in buckets.iter().flat_map(Bucket::entries).filter(|entry| !entry.is_empty()) {
                classes[usize::from(entry.work_class())] += 1;
            }
        }
        let wanted = ((self.used as f64 * share) as u64).max(1);
        let mut smaller = 0;
        let limit = classes.iter().position(|&count| {
            smaller += count;
            smaller >= wanted
        });
        let limit = limit.unwrap_or(0) as u8;
        // Of the last class only as many go as are still wanted.
        let mut spared = u64::saturating_sub(smaller, wanted);
        for place in 0..self.memory.len() {
            if place % BUCKETS_PER_LOOK == 0 && self.time.is_over() {
                return;
            }
            let bucket = &self.memory[place];
            for slot in 0..4 {
                let entry = bucket.get(slot);
                if entry.is_empty() || entry.work_class() > limit {
                    continue;
                }
                if entry.work_class() == limit && spared > 0 {
                    spared -= 1;
                    continue;
                }
                bucket.set(slot, Entry::EMPTY);
                self.used = self.used.saturating_sub(1);
            }
        }
        self.statistics.collections += 1;
    }
}

/// Whether an entry should take the place of one of the same node that another thread may have written. What is solved stays so,
/// and of two ways to solve a node the shorter one stays: proofs are read along falling ranks.
fn improves(old: &Entry, new: &Entry) -> bool {
    match (old.numbers().status(), new.numbers().status()) {
        (Status::Open, _) => true,
        (_, Status::Open) => false,
        _ => new.distance() < old.distance(),
    }
}

/// A table that is only read.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'t> {
    buckets: &'t [Bucket],
}

impl Reader<'_> {
    /// The high half of key times size: any size will do, and all of the key's high bits count.
    #[inline]
    fn place(self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    /// Asks for the bucket of a key that will be probed soon.
    #[inline]
    pub(crate) fn prefetch(self, key: u64) {
        memory::prefetch(self.buckets, self.place(key));
    }

    /// What is remembered under a key.
    #[inline]
    pub(crate) fn probe(self, key: u64) -> Option<Entry> {
        let bucket = &self.buckets[self.place(key)];
        bucket.find(key).map(|(_, entry)| entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: Numbers = Numbers { proof: 2, disproof: 3 };

    fn spread(i: u64) -> u64 {
        (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    #[test]
    fn what_is_stored_is_found_until_it_is_replaced() {
        for replacement in [Replacement::Always, Replacement::TwoBig, Replacement::TwoDeep, Replacement::LeastWork] {
            let mut table = Table::new(1 << 20, replacement, None).unwrap();
            for i in 0..1000 {
                table.store(spread(i), OPEN, i, 0);
                assert_eq!(table.probe(spread(i)).map(|entry| entry.numbers()), Some(OPEN));
            }
            assert_eq!(table.len(), table.statistics().stored);
            assert!(table.probe(12345).is_none());
            table.evict(spread(7));
            assert!(table.probe(spread(7)).is_none());
        }
    }

    #[test]
    fn a_full_table_keeps_the_big_and_the_shallow_subtrees() {
        for replacement in [Replacement::TwoBig, Replacement::TwoDeep, Replacement::LeastWork] {
            let mut table = Table::new(64, replacement, None).unwrap();
            table.store(u64::MAX, OPEN, 1_000_000, 1);
            for i in 0..100 {
                table.store(spread(i), OPEN, 5, 9);
            }
            assert!(table.probe(u64::MAX).is_some(), "{replacement:?}");
            assert_eq!(table.len(), 4);
        }
    }

    #[test]
    fn collecting_throws_away_the_small_ones() {
        let mut table = Table::new(64 << 10, Replacement::LeastWork, Some(0.5)).unwrap();
        for i in 0..20_000 {
            table.store(spread(i), OPEN, if i % 10 == 0 { 10_000 } else { i % 7 }, 0);
        }
        assert!(table.statistics().collections > 0);
        assert!(table.len() <= table.capacity());
        let big = (0..20_000).step_by(10).filter(|&i| table.probe(spread(i)).is_some()).count();
        assert!(big > 1500, "{big} of 2000");
    }

    #[test]
    fn a_table_whose_time_is_up_while_it_grows_stays_as_it_was() {
        let looks = std::sync::atomic::AtomicU64::new(0);
        let shows = move || std::time::Duration::from_secs(looks.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
        let limits = crate::Limits {
            time: Some(std::time::Duration::from_secs(3)),
            clock: crate::Clock::of(shows),
            ..crate::Limits::default()
        };
        let mut table = Table::of_size(1 << 22, 1 << 20, Replacement::LeastWork, None).unwrap();
        table.spend(&Budget::new(&limits));
        let (memory, count) = (table.memory(), 2 * table.memory() / 64);
        for i in 0..count + 1_000 {
            table.store(spread(i), OPEN, i, 0);
        }
        assert_eq!((table.memory(), table.len()), (memory, table.statistics().stored));
        table.spend(&Budget::default());
        table.store(spread(count + 1_000), OPEN, 1, 0);
        assert_eq!(table.memory(), 4 * memory);
        let kept = (0..count).filter(|&i| table.probe(spread(i)).is_some()).count() as u64;
        assert!(kept > count * 9 / 10, "{kept} of {count}");
    }

    #[test]
    fn open_nodes_bound_those_with_less_and_more_and_solved_ones_none() {
        let holding = |coins| Holding::new(spread(7), [coins, 0, 1, 0, 0, 0, 0, 0]);
        let seen = holding(7).counts();
        let mut table = Table::new(64 << 10, Replacement::LeastWork, None).unwrap();
        table.store(holding(5).key(), Numbers { proof: 9, disproof: 2 }, LEAST_WORK, 3);
        table.store(holding(1).key(), Numbers { proof: 4, disproof: 8 }, LEAST_WORK, 3);
        table.store(holding(6).key(), Numbers { proof: 20, disproof: 20 }, LEAST_WORK - 1, 3);
        table.store(holding(7).key(), Numbers::PROVEN, LEAST_WORK, 3);
        assert_eq!(table.bounds(holding(3), seen, 3), Numbers { proof: 9, disproof: 8 });
        assert_eq!(table.bounds(holding(3), seen, 2), Numbers { proof: 0, disproof: 0 }, "they lie farther away");
        assert_eq!(table.bounds(holding(6), seen, 3), Numbers { proof: 0, disproof: 8 });
        let other_board = Holding::new(spread(7) ^ 1 << 40, [3, 0, 1, 0, 0, 0, 0, 0]);
        assert_eq!(table.bounds(other_board, seen, 3), Numbers { proof: 0, disproof: 0 });
        table.forget_settled(holding(4), seen, true);
        assert_eq!(table.len(), 2, "those that hold 5 and 6 are settled");
        assert_eq!(table.bounds(holding(3), seen, 3), Numbers { proof: 0, disproof: 8 });
    }

    #[test]
    fn the_smallest_table_has_one_bucket() {
        let table = Table::new(0, Replacement::Always, None).unwrap();
        assert_eq!((table.capacity(), table.memory()), (4, 64));
    }
}
