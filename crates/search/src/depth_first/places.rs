//! Where on the path a key stands.
//!
//! Every child is looked up here, and hardly any is on the path. So a few counters come before the map: where the one that a
//! key names is 0, the key is not there.

use rustc_hash::FxHashMap;

/// Many more than there are nodes on most paths, and still in the nearest cache.
const COUNTERS: usize = 1 << 12;

/// Keys with the place on the path where each stands.
pub(super) struct Places {
    map: FxHashMap<u64, u32>,
    counters: Box<[u16; COUNTERS]>,
}

impl Default for Places {
    fn default() -> Places {
        Places { map: FxHashMap::default(), counters: Box::new([0; COUNTERS]) }
    }
}

impl Places {
    #[inline]
    fn counter(key: u64) -> usize {
        key as usize % COUNTERS
    }

    /// Where a key stands.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<u32> {
        if self.counters[Places::counter(key)] == 0 { None } else { self.map.get(&key).copied() }
    }

    /// Puts a key there, and answers where it stood before.
    pub(super) fn insert(&mut self, key: u64, place: u32) -> Option<u32> {
        let before = self.map.insert(key, place);
        if before.is_none() {
            // What does not fit stays at its largest value for ever, which costs a look into the map, and nothing else.
            let counter = &mut self.counters[Places::counter(key)];
            *counter = counter.saturating_add(1);
        }
        before
    }

    /// Takes a key away.
    pub(super) fn remove(&mut self, key: u64) {
        if self.map.remove(&key).is_some() {
            let counter = &mut self.counters[Places::counter(key)];
            if *counter != u16::MAX {
                *counter -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_while_they_are_there() {
        let mut places = Places::default();
        // More keys than a counter can count, all of them with the same one.
        let keys: Vec<u64> = (0..70_000).map(|i| 5 + (i << 12)).collect();
        for (place, &key) in (0..).zip(&keys) {
            assert_eq!(places.insert(key, place), None);
        }
        assert_eq!(places.insert(keys[7], 1), Some(7));
        assert!(keys.iter().skip(8).zip(8..).all(|(&key, place)| places.get(key) == Some(place)));
        for &key in &keys[1..] {
            places.remove(key);
        }
        assert_eq!((places.get(keys[0]), places.get(keys[1]), places.get(6)), (Some(0), None, None));
    }
}
