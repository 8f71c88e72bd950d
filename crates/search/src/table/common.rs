//! What the threads know together that share a table: where it lies now, and how many entries it has.
//!
//! A thread that finds the table too small makes a larger one while the others go on with the old one, and tells them. They take
//! it over when they look next. What they write in between is lost, as any entry may be.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

#[derive(Debug)]
pub(super) struct Common<Place> {
    place: Mutex<Place>,
    /// How often the table was moved.
    moves: AtomicU64,
    /// Entries, as far as the threads have told.
    used: AtomicU64,
    /// Who holds it grows or collects, and nobody else.
    turn: Mutex<()>,
}

impl<Place: Clone> Common<Place> {
    pub(super) fn new(place: Place, used: u64) -> Common<Place> {
        let (place, turn) = (Mutex::new(place), Mutex::new(()));
        Common { place, moves: AtomicU64::new(0), used: AtomicU64::new(used), turn }
    }

    /// Where the table lies now, for a thread that has seen so many moves, if there was another one.
    pub(super) fn moved(&self, seen: &mut u64) -> Option<Place> {
        // Whoever sees the number too early finds the old place and looks again next time.
        if self.moves.load(Ordering::Relaxed) == *seen {
            return None;
        }
        let place = self.place.lock().unwrap_or_else(PoisonError::into_inner);
        *seen = self.moves.load(Ordering::Relaxed);
        Some(place.clone())
    }

    /// Tells the others where the table lies from now on. Answers how many moves there were.
    pub(super) fn move_to(&self, new: Place) -> u64 {
        let mut place = self.place.lock().unwrap_or_else(PoisonError::into_inner);
        *place = new;
        self.moves.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// The right to grow or to collect, unless another thread is at it.
    pub(super) fn turn(&self) -> Option<MutexGuard<'_, ()>> {
        match self.turn.try_lock() {
            Ok(guard) => Some(guard),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// Adds what a thread has stored, less what it has thrown away. Answers how many entries there are in all.
    pub(super) fn add(&self, entries: i64) -> u64 {
        let add = |used: u64| Some(used.saturating_add_signed(entries));
        let before = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add).unwrap_or(0);
        before.saturating_add_signed(entries)
    }

    /// So many entries there are, by a fresh count.
    pub(super) fn set_used(&self, used: u64) {
        self.used.store(used, Ordering::Relaxed);
    }
}

/// A thread's share in a table.
#[derive(Debug)]
pub(super) struct Member<Place> {
    pub(super) common: std::sync::Arc<Common<Place>>,
    /// Moves that it has seen, and entries that it has told of.
    pub(super) seen: u64,
    pub(super) told: u64,
}

impl<Place> Clone for Member<Place> {
    fn clone(&self) -> Self {
        Member { common: self.common.clone(), ..*self }
    }
}

impl<Place: Clone> Member<Place> {
    pub(super) fn first(place: Place, used: u64) -> Member<Place> {
        Member { common: std::sync::Arc::new(Common::new(place, used)), seen: 0, told: used }
    }

    /// Tells how many entries there are in the eyes of this thread. Answers how many there are for all.
    pub(super) fn tell(&mut self, used: u64) -> u64 {
        self.told = self.common.add(used as i64 - self.told as i64);
        self.told
    }
}
