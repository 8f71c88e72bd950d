//! Solved nodes by what the OR side holds: a proof with less is a proof with more, a disproof with more one with less.
//!
//! A **fact** is such a node: all of it but what is held, and the least with which it is proven or the most with which it is
//! disproven, as solvers of tsume-shogi keep proof pieces and disproof pieces (Seo 1999; Nagai 2002).

use super::BUCKETS_PER_LOOK;
use super::common::Member;
use super::memory::{Memory, prefetch};
use crate::Budget;
use crate::limits::Allowance;
use provenum_game::{Holding, Status};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A solved node. Above its counts are 11 bits for its rank, one that says that there is a fact at all, and one that says that
/// it is proven.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fact {
    rest: u64,
    counts: u64,
}

/// A fact in the table: its rest is mixed with its counts, so that halves of two facts are none.
#[derive(Debug, Default)]
#[repr(C)]
pub(super) struct Kept {
    mixed: AtomicU64,
    counts: AtomicU64,
}

impl Kept {
    #[inline]
    fn get(&self) -> Fact {
        let counts = self.counts.load(Relaxed);
        Fact { rest: self.mixed.load(Relaxed) ^ counts, counts }
    }

    fn set(&self, Fact { rest, counts }: Fact) {
        self.counts.store(counts, Relaxed);
        self.mixed.store(rest ^ counts, Relaxed);
    }
}

const PROVEN: u64 = 1 << 63;
const THERE: u64 = 1 << 62;
const RANK: u32 = Holding::BITS;
const COUNTS: u64 = (1 << RANK) - 1;
const MOST_RANK: u32 = (1 << 11) - 1;

impl Fact {
    fn rank(&self) -> u32 {
        (self.counts >> RANK) as u32 & MOST_RANK
    }
}

/// Facts in buckets of four, which grow in number with what is stored, up to a limit. As with every table, what is lost costs
/// time only.
#[derive(Debug)]
pub(crate) struct Facts {
    buckets: Arc<Memory<[Kept; 4]>>,
    /// With whom it is shared, if it is.
    shared: Option<Member<Arc<Memory<[Kept; 4]>>>>,
    /// How many buckets it may grow to.
    most: usize,
    stored: usize,
    /// Whose time it takes to grow.
    time: Allowance,
}

/// Buckets in the beginning, and by which factor their number grows.
const FIRST: usize = 1 << 10;
const GROWTH: usize = 4;

impl Facts {
    /// Room for facts in at most so many bytes; none if there is none.
    pub(crate) fn new(bytes: u64) -> Option<Facts> {
        let most = (bytes as usize / size_of::<[Kept; 4]>()).max(1);
        let buckets = Arc::new(Memory::new(most.min(FIRST)).ok()?);
        Some(Facts { buckets, shared: None, most, stored: 0, time: Allowance::default() })
    }

    /// From now on, growing ends when this budget does.
    pub(crate) fn spend(&mut self, budget: &Budget) {
        self.time = Allowance::of(budget);
    }

    /// Bytes of the buckets as they are now.
    pub(crate) fn memory(&self) -> u64 {
        size_of_val::<[[Kept; 4]]>(&self.buckets) as u64
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        match Arc::get_mut(&mut self.buckets) {
            Some(buckets) => buckets.clear(),
            None => self.buckets.iter().flatten().for_each(|kept| kept.set(Fact::default())),
        }
        self.stored = 0;
    }

    #[inline]
    fn place(&self, rest: u64) -> usize {
        ((u128::from(rest) * self.buckets.len() as u128) >> 64) as usize
    }

    /// Asks for the bucket of a node.
    #[inline]
    pub(crate) fn prefetch(&self, rest: u64) {
        prefetch(&self.buckets, self.place(rest));
    }

    /// Makes room for more, if that is allowed and there are memory and time.
    #[cold]
    fn grow(&mut self) {
        if self.time.is_over() {
            return;
        }
        let len = self.buckets.len().saturating_mul(GROWTH).min(self.most);
        let Ok(larger) = Memory::new(len) else {
            self.most = self.buckets.len();
            return;
        };
        let old = std::mem::replace(&mut self.buckets, Arc::new(larger));
        let before = std::mem::take(&mut self.stored);
        for facts in old.chunks(BUCKETS_PER_LOOK) {
            if self.time.is_over() {
                (self.buckets, self.stored) = (old, before);
                return;
            }
            for fact in facts.iter().flatten().map(Kept::get).filter(|fact| fact.counts & THERE != 0) {
                self.put(fact);
            }
        }
    }

    /// The facts about nodes with the same rest that hold for this one too.
    #[inline]
    fn about(&self, holding: Holding) -> impl Iterator<Item = Fact> {
        self.buckets[self.place(holding.rest)].iter().map(Kept::get).filter(move |fact| {
            let proven = fact.counts & PROVEN != 0;
            let (more, less) = if proven { (holding.counts(), fact.counts) } else { (fact.counts, holding.counts()) };
            fact.rest == holding.rest && fact.counts & THERE != 0 && Holding::covers(more, less)
        })
    }

    /// What follows for a node from others with the same rest, and the rank that this has.
    #[inline]
    pub(crate) fn status(&self, holding: Holding) -> (Status, u32) {
        self.about(holding).next().map_or((Status::Open, 0), |fact| match fact.counts & PROVEN != 0 {
            true => (Status::Proven, fact.rank()),
            false => (Status::Disproven, fact.rank()),
        })
    }

    /// With what else a node that is solved would be solved in the same way, if that is known.
    pub(crate) fn enough(&self, holding: Holding, proven: bool) -> Option<u64> {
        let fact = self.about(holding).find(|fact| (fact.counts & PROVEN != 0) == proven)?;
        Some(fact.counts & COUNTS)
    }

    /// Notes that a node is solved, whatever the path, and how many steps it is to the end at most.
    pub(crate) fn insert(&mut self, holding: Holding, proven: bool, rank: u32) {
        if self.shared.is_none() && self.wants_room() {
            self.grow();
        }
        let rank = u64::from(rank.min(MOST_RANK)) << RANK;
        let counts = holding.counts() | rank | THERE | if proven { PROVEN } else { 0 };
        self.put(Fact { rest: holding.rest, counts });
    }

    /// Puts a fact into its bucket. What follows from it goes first to make room.
    fn put(&mut self, new: Fact) {
        let place = self.place(new.rest);
        let follows = |fact: &Fact| {
            let (more, less) =
                if new.counts & PROVEN != 0 { (fact.counts, new.counts) } else { (new.counts, fact.counts) };
            fact.rest == new.rest && (fact.counts ^ new.counts) & (PROVEN | THERE) == 0 && Holding::covers(more, less)
        };
        let bucket = &self.buckets[place];
        let weaker = bucket.iter().position(|kept| follows(&kept.get()));
        let slot = weaker.or_else(|| bucket.iter().position(|kept| kept.get().counts & THERE == 0));
        let any = (new.counts ^ new.counts >> 24 ^ new.rest) as usize & 3;
        let target = &bucket[slot.unwrap_or(any)];
        self.stored += usize::from(target.get().counts & THERE == 0);
        target.set(new);
    }

    /// Forgets all about nodes with this rest, because something turned out wrong.
    pub(crate) fn forget(&mut self, rest: u64) {
        let place = self.place(rest);
        self.buckets[place].iter().filter(|kept| kept.get().rest == rest).for_each(|kept| kept.set(Fact::default()));
    }

    /// Whether it is time to grow.
    #[inline]
    fn wants_room(&self) -> bool {
        self.stored > 2 * self.buckets.len() && self.buckets.len() < self.most
    }

    /// The same facts for another thread. All of them must [`Facts::catch_up`] now and then.
    pub(crate) fn share(&mut self) -> Facts {
        let new = || Member::first(Arc::clone(&self.buckets), self.stored as u64);
        let shared = Some(self.shared.get_or_insert_with(new).clone());
        Facts {
            buckets: Arc::clone(&self.buckets),
            shared,
            most: self.most,
            stored: self.stored,
            time: self.time.clone(),
        }
    }

    /// Takes over what others have made of facts that are shared, and makes room if it is time to.
    pub(crate) fn catch_up(&mut self) {
        let Some(mut shared) = self.shared.take() else { return };
        if let Some(buckets) = shared.common.moved(&mut shared.seen) {
            self.buckets = buckets;
        }
        self.stored = shared.tell(self.stored as u64) as usize;
        let common = Arc::clone(&shared.common);
        if self.wants_room()
            && let Some(_turn) = common.turn()
        {
            let before = self.buckets.len();
            self.grow();
            if self.buckets.len() != before {
                shared.seen = common.move_to(Arc::clone(&self.buckets));
                common.set_used(self.stored as u64);
                shared.told = self.stored as u64;
            }
        }
        self.shared = Some(shared);
    }

    /// From now on they are nobody else's.
    pub(crate) fn unshare(&mut self) {
        self.catch_up();
        self.shared = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn less_proves_more_and_more_disproves_less() {
        let mut facts = Facts::new(1 << 10).unwrap();
        let holding = |coins| Holding::new(7, [coins, 0, 0, 0, 0, 0, 0, 0]);
        facts.insert(holding(5), true, 3);
        facts.insert(holding(2), false, 0);
        let status: Vec<Status> = [0, 2, 3, 4, 5, 9].map(|coins| facts.status(holding(coins)).0).into();
        use Status::{Disproven, Open, Proven};
        assert_eq!(status, [Disproven, Disproven, Open, Open, Proven, Proven]);
        assert_eq!(facts.status(holding(9)).1, 3);
        facts.forget(7);
        assert_eq!(facts.status(holding(9)).0, Open);
    }
}
