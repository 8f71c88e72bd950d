//! Sets of leaves in the place of numbers: proof-set search (Müller 2003).
//!
//! Where two branches share a leaf, adding up numbers counts it twice, and a union of sets once. Sets cost time and memory;
//! those that grow too large are replaced by their size, which counts like any other number from there on.

use crate::number::sum_of;
use crate::{INFINITE, Numbers};
use provenum_game::Kind;

/// A set of leaves, each counted once, and what else has to be counted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct LeafSet {
    /// In rising order.
    leaves: Box<[u32]>,
    /// The sizes of the sets that were too large.
    beside: u32,
}

impl LeafSet {
    /// The leaf itself.
    fn of(leaf: u32) -> LeafSet {
        LeafSet { leaves: [leaf].into(), beside: 0 }
    }

    /// How much it counts, when each leaf counts so much.
    fn size(&self, weight: impl Fn(u32) -> u32) -> u32 {
        self.leaves.iter().fold(self.beside, |sum, &leaf| sum_of(sum, weight(leaf)))
    }

    fn union<'s>(sets: impl Iterator<Item = &'s LeafSet>) -> LeafSet {
        let (mut leaves, mut beside) = (Vec::new(), 0);
        for set in sets {
            leaves.extend_from_slice(&set.leaves);
            beside = sum_of(beside, set.beside);
        }
        leaves.sort_unstable();
        leaves.dedup();
        LeafSet { leaves: leaves.into(), beside }
    }

    /// Replaces the set by its size, if it has too many members.
    fn capped(self, most: u32, size: u32) -> LeafSet {
        if self.leaves.len() <= most as usize { self } else { LeafSet { leaves: Box::default(), beside: size } }
    }

    /// Bytes that its members take, with what an allocation of their size costs.
    fn bytes(&self) -> u64 {
        match self.leaves.len() {
            0 => 0,
            _ => (size_of_val(&*self.leaves) as u64 + 8).next_multiple_of(16).max(32),
        }
    }
}

/// The proof set and the disproof set of every node of a graph.
#[derive(Debug)]
pub(super) struct Sets {
    /// The most members of a set.
    most: u32,
    /// Proof set and disproof set of the node with this index.
    of_nodes: Vec<[LeafSet; 2]>,
    members: u64,
}

impl Sets {
    pub(super) fn new(most: u32) -> Sets {
        Sets { most, of_nodes: Vec::new(), members: 0 }
    }

    /// Bytes in use.
    pub(super) fn memory(&self) -> u64 {
        self.of_nodes.len() as u64 * size_of::<[LeafSet; 2]>() as u64 + self.members
    }

    /// Makes room for the sets of so many nodes. Without memory the answer is `false`.
    pub(super) fn make_room(&mut self, nodes: usize) -> bool {
        self.of_nodes.try_reserve(nodes.saturating_sub(self.of_nodes.len())).is_ok()
    }

    /// The set of a node for one number.
    fn of(&self, index: u32, side: Kind, weight: u32) -> LeafSet {
        match self.of_nodes.get(index as usize) {
            Some(sets) if !(sets[slot(side)].leaves.is_empty() && sets[slot(side)].beside == 0) => {
                sets[slot(side)].clone()
            }
            // A leaf, of which nothing was noted.
            _ => LeafSet::of(index).capped(self.most, weight),
        }
    }

    /// The numbers of an open inner node from its open children's sets, which it keeps; and whether the sets are new.
    pub(super) fn back_up(
        &mut self,
        index: u32,
        kind: Kind,
        children: impl Iterator<Item = u32> + Clone,
        numbers: impl Fn(u32) -> Numbers,
    ) -> (Numbers, bool) {
        let other = if kind == Kind::Or { Kind::And } else { Kind::Or };
        // The side that chooses takes the smallest set, the other one needs all of them.
        let best = children.clone().min_by_key(|&child| numbers(child).cost(kind));
        let least = best.map(|child| self.of(child, kind, numbers(child).cost(kind))).unwrap_or_default();
        let all: Vec<LeafSet> = children.map(|child| self.of(child, other, numbers(child).cost(other))).collect();
        let all = LeafSet::union(all.iter());
        let sizes =
            [(&least, kind), (&all, other)].map(|(set, side)| set.size(|leaf| finite(numbers(leaf).cost(side))));
        let sets = [least.capped(self.most, sizes[0]), all.capped(self.most, sizes[1])];
        let (mut result, mut kept) = (Numbers { proof: sizes[0], disproof: sizes[1] }, sets);
        if kind == Kind::And {
            result = Numbers { proof: sizes[1], disproof: sizes[0] };
            kept.swap(0, 1);
        }
        (result, self.put(index, kept))
    }

    /// Keeps the sets of a node; the answer is whether they are new.
    fn put(&mut self, index: u32, sets: [LeafSet; 2]) -> bool {
        if self.of_nodes.len() <= index as usize {
            self.of_nodes.resize(index as usize + 1, [LeafSet::default(), LeafSet::default()]);
        }
        let old = &mut self.of_nodes[index as usize];
        let new = *old != sets;
        self.members -= old.iter().map(LeafSet::bytes).sum::<u64>();
        self.members += sets.iter().map(LeafSet::bytes).sum::<u64>();
        *old = sets;
        new
    }
}

/// Where a set of a side stands: proof set, disproof set.
fn slot(side: Kind) -> usize {
    match side {
        Kind::Or => 0,
        Kind::And => 1,
    }
}

/// A set may name a node that has been solved since: it costs nothing more.
fn finite(number: u32) -> u32 {
    if number == INFINITE { 0 } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_union_counts_a_shared_leaf_once_and_a_capped_set_by_its_size() {
        let (a, b) = (LeafSet { leaves: [1, 4, 7].into(), beside: 0 }, LeafSet { leaves: [2, 4].into(), beside: 0 });
        let union = LeafSet::union([&a, &b].into_iter());
        assert_eq!((&*union.leaves, union.size(|_| 1)), (&[1, 2, 4, 7][..], 4));
        let capped = a.capped(2, 3);
        let union = LeafSet::union([&capped, &b].into_iter());
        assert_eq!((&*union.leaves, union.beside, union.size(|_| 1)), (&[2, 4][..], 3, 5));
    }
}
