//! Steps that are probably worth the same, such as pieces dropped on one square in shogi, one at a time.

use super::Slot;
use crate::depth_first::backup::{Backup, Pair, Summary, Tally};

/// What the children say of a node if of each group only the first open one counts. The others wait until it is lost, so the
/// node is lost only when all of them are.
pub(super) fn one_of_each_group(backup: Backup, children: &[Slot]) -> Summary {
    let mut tally = Tally::NONE;
    for counted in those_that_count(children) {
        match counted {
            Some(pair) => tally.add(pair),
            None => tally.skip(),
        }
    }
    backup.conclude_with(tally, children, those_that_count(children).flatten())
}

/// The numbers of each child that counts, and none for those that wait.
pub(super) fn those_that_count(children: &[Slot]) -> impl Iterator<Item = Option<Pair>> + Clone {
    children.iter().scan(0u128, |counted, slot| {
        let group = slot.group.checked_sub(1).map_or(0, |group| 1 << group);
        let counts = slot.pair.is_solved() || *counted & group == 0;
        if !slot.pair.is_solved() {
            *counted |= group;
        }
        Some(counts.then_some(slot.pair))
    })
}
