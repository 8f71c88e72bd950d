//! A child of an open frame, as the frame sees it.

use super::INDEPENDENT;
use crate::depth_first::backup::Pair;
use provenum_game::Word;

/// The distance of a child of which neither the table nor a visit has told anything.
pub(super) const UNKNOWN: u16 = u16::MAX;

/// A child of an open frame.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Slot {
    pub(in super::super) key: u64,
    /// Its numbers, seen from its parent.
    pub(in super::super) pair: Pair,
    /// If it is solved: the place on the path of the highest node that this rests on.
    pub(in super::super) rests_on: u32,
    /// The step to it, as a word, so that what looks at children is compiled once for all games.
    pub(in super::super) step: u32,
    /// Its least distance from the root so far; if it is solved, its rank: how many steps it is to the end at most.
    pub(in super::super) distance: u16,
    /// One more than the number of the group that it is in; 0 if it is in none.
    pub(in super::super) group: u8,
    /// Whether a number was raised to that of a node where the OR side holds more or less.
    pub(in super::super) raised: bool,
}

const _: () = assert!(size_of::<Slot>() == 32);

impl Slot {
    /// A child of which nothing is known yet.
    #[inline]
    pub(in super::super) fn unknown(key: u64, step: u32) -> Slot {
        Slot { key, pair: Pair::UNIT, rests_on: INDEPENDENT, step, distance: UNKNOWN, group: 0, raised: false }
    }

    /// The step to it.
    #[inline]
    pub(in super::super) fn step<Step: Word>(&self) -> Step {
        Step::from_word(self.step)
    }

    /// Whether the table, or a visit, has told anything about it.
    #[inline]
    pub(in super::super) fn is_known(&self) -> bool {
        self.distance != UNKNOWN
    }
}

impl AsRef<Pair> for Slot {
    #[inline]
    fn as_ref(&self) -> &Pair {
        &self.pair
    }
}

/// PDS: the best open child, if none may look better than this. Children that the table has forgotten are back at their
/// first numbers, and without a floor would look better than they are (Nagai's `proof = max(proof, disproofMin)`).
pub(super) fn best_above(children: &[Slot], floor: u32) -> Option<usize> {
    let lifted = |pair: Pair| (if pair.near == 0 { 0 } else { pair.near.max(floor) }, pair.far);
    let open = children.iter().enumerate().filter(|(_, slot)| !slot.pair.is_solved());
    open.min_by_key(|(_, slot)| lifted(slot.pair)).map(|(place, _)| place)
}
