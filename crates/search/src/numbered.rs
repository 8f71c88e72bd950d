//! An index of nodes that are kept elsewhere, side by side: from a hash to the numbers that may be meant.
//!
//! A slot holds half of a hash and a number, so that nodes are looked at only where they are very likely the right ones, and
//! never when the index grows. Places go by the size of the hash: any number of slots will do, and growing goes through memory
//! in one direction.

use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// An index of numbered nodes: open addressing with linear probing.
#[derive(Debug, Default)]
pub(crate) struct Index {
    /// A hash above, the number plus one below; 0 is free.
    slots: Vec<u64>,
    used: usize,
}

/// The half of a node's hash that the index knows.
#[inline]
pub(crate) fn hash_of<N: Hash>(node: &N) -> u32 {
    let mut hasher = FxHasher::default();
    node.hash(&mut hasher);
    (hasher.finish().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
}

impl Index {
    #[inline]
    fn place(&self, hash: u32) -> usize {
        ((u64::from(hash) * self.slots.len() as u64) >> 32) as usize
    }

    /// The number of the node with this hash that `is` the right one.
    #[inline]
    pub(crate) fn find(&self, hash: u32, is: impl Fn(u32) -> bool) -> Option<u32> {
        let mut place = self.place(hash);
        loop {
            let slot = *self.slots.get(place)?;
            if slot == 0 {
                return None;
            }
            let number = (slot as u32).wrapping_sub(1);
            if (slot >> 32) as u32 == hash && is(number) {
                return Some(number);
            }
            place = if place + 1 == self.slots.len() { 0 } else { place + 1 };
        }
    }

    /// Adds a node that is not there yet. There must be [room](Index::make_room).
    #[inline]
    pub(crate) fn insert(&mut self, hash: u32, number: u32) {
        debug_assert!(self.used < self.slots.len());
        self.put(u64::from(hash) << 32 | u64::from(number + 1));
        self.used += 1;
    }

    #[inline]
    fn put(&mut self, slot: u64) {
        let mut place = self.place((slot >> 32) as u32);
        while self.slots[place] != 0 {
            place = if place + 1 == self.slots.len() { 0 } else { place + 1 };
        }
        self.slots[place] = slot;
    }

    /// Bytes in use.
    pub(crate) fn memory(&self) -> u64 {
        size_of_val(self.slots.as_slice()) as u64
    }

    /// Makes sure that so many nodes can be added, and grows if it has to and may take so many bytes more. When it may not grow,
    /// it can still be filled to the brim. The answer is `false` if there is no room.
    #[inline]
    pub(crate) fn make_room(&mut self, more: usize, bytes: u64) -> bool {
        let wanted = self.used + more;
        4 * wanted <= 3 * self.slots.len() || self.grow(wanted, bytes) || 16 * wanted <= 15 * self.slots.len()
    }

    #[cold]
    fn grow(&mut self, wanted: usize, bytes: u64) -> bool {
        // Near a limit, doubling would leave too much of it unused.
        let len = self.slots.len();
        let plenty = 16 * len as u64 <= bytes / 8;
        let size = (if plenty { 2 * len } else { len + len / 4 }).max(wanted + wanted / 2).max(16);
        let mut larger = Vec::new();
        if size as u64 * 8 > bytes || u32::try_from(wanted).is_err() || larger.try_reserve_exact(size).is_err() {
            return false;
        }
        larger.resize(size, 0);
        let old = std::mem::replace(&mut self.slots, larger);
        old.into_iter().filter(|&slot| slot != 0).for_each(|slot| self.put(slot));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_again_however_much_it_has_grown() {
        let mut index = Index::default();
        assert_eq!(index.find(7, |_| true), None);
        let nodes: Vec<u64> = (0..200_000).map(|i| i * i).collect();
        for (number, node) in nodes.iter().enumerate() {
            assert!(index.make_room(1, u64::MAX));
            index.insert(hash_of(node), number as u32);
        }
        for (number, node) in nodes.iter().enumerate() {
            assert_eq!(index.find(hash_of(node), |i| nodes[i as usize] == *node), Some(number as u32));
        }
        assert_eq!(index.find(hash_of(&3u64), |i| nodes[i as usize] == 3), None);
        assert!(index.memory() <= 200_000 * 8 * 3);
    }

    #[test]
    fn an_index_that_may_not_grow_is_filled_to_the_brim_and_says_so() {
        let mut index = Index::default();
        assert!(index.make_room(1, 1_000));
        let mut count = 0;
        while index.make_room(1, 0) {
            index.insert(hash_of(&count), count);
            count += 1;
        }
        assert_eq!((count, index.memory()), (15, 16 * 8));
        assert!((0..15).all(|i| index.find(hash_of(&i), |found| found == i) == Some(i)));
        assert_eq!(index.find(hash_of(&15), |found| found == 15), None);
    }
}
