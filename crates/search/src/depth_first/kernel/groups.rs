//! Steps that are probably worth the same, such as pieces dropped on one square in shogi, one at a time.

use super::Slot;
use crate::depth_first::backup::{Backup, Summary, Tally};

/// What the children say of a node if of each group only the first open one counts. The others wait until it is lost, so the
/// node is lost only when all of them are.
pub(super) fn one_of_each_group<Step>(backup: Backup, children: &[Slot<Step>]) -> Summary {
    let mut tally = Tally::NONE;
    let mut counted: u128 = 0;
    for slot in children {
        let group = slot.group.checked_sub(1).map_or(0, |group| 1 << group);
        if slot.pair.is_solved() || counted & group == 0 {
            tally.add(slot.pair);
        } else {
            tally.skip();
        }
        if !slot.pair.is_solved() {
            counted |= group;
        }
    }
    backup.conclude(tally, children)
}
