//! Endless loops: where a node's number comes, by way of a cycle, from its own, df-pn can go round for ever without looking
//! at anything new.

use super::backup::{Backup, Pair, Summary};
use super::kernel::Slot;

/// What is done against endless loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loops {
    /// Nothing.
    None,
    /// Children that lie nearer to the root are not counted while others are open: df-pn(r) (Kishimoto and Müller 2003).
    Distance,
    /// Where a child lies nearer to the root, the search stays, whatever the thresholds, until it has come to something
    /// new: the threshold controlling algorithm (Kishimoto 2010). There the thresholds are raised above the numbers, and so
    /// are those of all nodes below. Here they stay what they are, and stop counting until there is progress: as complete,
    /// and the search does not stay longer than it must.
    Control,
    /// Thresholds grow while nothing new is looked at (Nagai 2010).
    Growth,
}

/// With [`Loops::Growth`]: after so many visits to nodes that were known already, thresholds are larger by one more.
pub(super) const PATIENCE: u64 = 64;

/// With [`Loops::Control`], where there are no cycles: after so many visits to nodes that were known already, the search stays
/// where it is until it has come to something new. It cannot go round there, but numbers that count the same nodes many times
/// can send it up and down for as long.
pub(super) const PATIENCE_WITHOUT_CYCLES: u64 = 64;

/// df-pn(r): what the children say of a node at this distance, without those that may be its ancestors, and thus may have
/// counted it already. When all others are solved, the largest of the rest counts.
pub(super) fn without_old(backup: Backup, children: &[Slot], distance: u32) -> Summary {
    let open = |slot: &&Slot| !slot.pair.is_solved();
    let old = |slot: &Slot| slot.is_known() && u32::from(slot.distance) <= distance;
    if !children.iter().filter(open).any(old) {
        return backup.summary(children);
    }
    if children.iter().filter(open).all(old) {
        return Backup::Max.summary(children);
    }
    let pairs: Vec<Pair> = children
        .iter()
        .map(|slot| if open(&slot) && old(slot) { Pair { far: 0, ..slot.pair } } else { slot.pair })
        .collect();
    let summary = backup.summary(&pairs);
    // Some child is open, so the node is, whatever the rule makes of those that do not count.
    Summary { own: Pair { far: summary.own.far.max(1), ..summary.own }, ..summary }
}
