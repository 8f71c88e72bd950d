//! What goes when the tree is full.

use super::TreeSearch;
use crate::best_first::rules::Deletion;
use crate::best_first::tree::Tree;
use crate::limits::Watch;
use crate::{Meter, Numbers, StopReason};
use provenum_game::{Kind, Status};

impl TreeSearch<'_, '_> {
    /// Deletes what the rules say, when the tree is full. The answer is `false` if that is hardly worth it.
    pub(super) fn make_room(&mut self, meter: &Meter<'_>) -> Result<bool, StopReason> {
        let before = self.tree.len();
        let enough = before - before / 16;
        let mut watch = meter.watch(&self.statistics);
        if self.rules.deletion != Deletion::Nothing {
            self.forget_solved(&mut watch)?;
        }
        if matches!(self.rules.deletion, Deletion::LeastProving | Deletion::Ratio) {
            while self.tree.len() >= enough && self.forget_least_proving() {
                watch.step()?;
            }
        }
        Ok(self.tree.len() < enough)
    }

    /// Forgets what is below nodes that are solved as far as anyone above wants to know. With several goals these are the
    /// branches that multiple-outcome search prunes: what is open there is settled at an ancestor.
    fn forget_solved(&mut self, watch: &mut Watch<'_>) -> Result<(), StopReason> {
        let goals: Vec<usize> = (0..self.problems.len()).collect();
        let mut work = vec![(Tree::<u32>::ROOT, goals)];
        while let Some((index, mut goals)) = work.pop() {
            watch.step()?;
            goals.retain(|&goal| self.fact(index, goal) == Status::Open);
            if goals.is_empty() {
                self.tree.forget(index);
            } else {
                work.extend(self.tree.node(index).children().map(|child| (child, goals.clone())));
            }
        }
        Ok(())
    }

    /// Forgets the children of the node that lies farthest from what the search is after (`DeleteLeastProving`). It keeps
    /// its numbers.
    fn forget_least_proving(&mut self) -> bool {
        let mut index = Tree::<u32>::ROOT;
        loop {
            let kind = self.tree.node(index).kind();
            let inner = self.tree.node(index).children().filter(|&child| !self.tree.node(child).is_leaf());
            let measure = |child: &u32| {
                let Numbers { proof, disproof } = self.tree.node(*child).numbers;
                let (mine, others) = if kind == Kind::Or { (proof, disproof) } else { (disproof, proof) };
                let others = if self.rules.deletion == Deletion::Ratio { others.max(1) } else { 1 };
                f64::from(mine) / f64::from(others)
            };
            let next = inner.max_by(|a, b| measure(a).total_cmp(&measure(b)));
            match next {
                Some(child) => index = child,
                None if index == Tree::<u32>::ROOT => return false,
                None => break,
            }
        }
        self.tree.forget(index);
        true
    }
}
