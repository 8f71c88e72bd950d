//! Overestimation: a node that is reached from another by two ways counts twice there.
//!
//! The table keeps from where each node was last visited. When a node of the path meets a child that came from elsewhere,
//! the way back up from that child may lead to a node of the path: from there two ways lead to the child, and the two
//! branches must not both be counted in full.

use super::backup::{Backup, Pair, Summary, Tally};
use super::kernel::{Kernel, Slot};
use crate::number::sum_of;
use provenum_game::{AndOr, Kind};

/// A number may grow by so much from a node to the one above it on the way up. If it grows by more, another branch counts
/// for most of it, and nothing is gained.
const MOST_GROWTH: u32 = 3;

/// What the children say of a node some of whose children share a descendant: a bit for each of the first 64. Of `counted`
/// those have no numbers that do not count at present.
pub(super) fn summary_with_shared(
    backup: Backup,
    children: &[Slot],
    marks: u64,
    counted: impl Iterator<Item = Option<Pair>> + Clone,
) -> Summary {
    let marked = |place: usize| place < 64 && marks >> place & 1 != 0;
    let mut tally = Tally::NONE;
    let (mut alone, mut shared) = (0, 0);
    for (place, pair) in counted.clone().enumerate() {
        let Some(pair) = pair else {
            tally.skip();
            continue;
        };
        tally.add(pair);
        match marked(place) {
            true => shared = shared.max(pair.far),
            false => alone = sum_of(alone, pair.far),
        }
    }
    if backup == Backup::Nagai {
        return Backup::Max.conclude_with(tally, children, counted.flatten());
    }
    let all = Backup::Sum.conclude_with(tally, children, counted.flatten());
    let best_far = children.get(all.best).map_or(0, |slot| slot.pair.far);
    let others = if marked(all.best) { alone } else { sum_of(alone.saturating_sub(best_far), shared) };
    Summary { own: Pair { far: sum_of(alone, shared), ..all.own }, others, ..all }
}

impl<P: AndOr> Kernel<'_, P> {
    /// Looks whether a child, which is known from elsewhere, can be reached from a node of the path by another way, and
    /// marks there the two branches. `from` is the node that has met it now, and whose children begin at `first`.
    pub(super) fn notice_shared(&mut self, child: u64, from: u64, first: usize) {
        let mut below = child;
        let (mut proof_grew, mut disproof_grew) = (false, false);
        for steps in 0..self.frames.len() {
            let Some(above) = self.table.kinship(below).map(|kinship| kinship.parent).filter(|&parent| parent != 0)
            else {
                return;
            };
            if steps == 0 && above == from {
                return;
            }
            if let Some(place) = self.places.get(above) {
                let grew = if self.frames[place as usize].kind == Kind::Or { disproof_grew } else { proof_grew };
                if !grew {
                    self.mark(place as usize, below, first);
                }
                return;
            }
            if let (Some(lower), Some(upper)) = (self.table.probe(below), self.table.probe(above)) {
                let (lower, upper) = (lower.numbers(), upper.numbers());
                proof_grew |= upper.proof > lower.proof.saturating_add(MOST_GROWTH);
                disproof_grew |= upper.disproof > lower.disproof.saturating_add(MOST_GROWTH);
            }
            below = above;
        }
    }

    /// Marks two branches of a node of the path: the one that the path takes, and the one that begins with this key.
    fn mark(&mut self, place: usize, key: u64, first: usize) {
        let end = self.frames.get(place + 1).map_or(first, |next| next.first);
        let frame = &mut self.frames[place];
        let Some(other) = self.slots[frame.first..end].iter().position(|slot| slot.key == key) else { return };
        if other != frame.current && other < 64 && frame.current < 64 {
            frame.marks |= 1 << other | 1 << frame.current;
            let (key, marks) = (frame.key, frame.marks);
            self.table.relate(key, |kinship| kinship.marks = marks);
        }
    }
}
