//! Two-level searches: a node that was never seen is first searched best first, in a small tree.

use super::{End, Kernel, Returned};
use crate::best_first::{NODE_BYTES, SecondLevel, bounded_search};
use crate::depth_first::backup::Pair;
use crate::depth_first::search::SECOND_LEVEL_SHARE;
use crate::{Meter, StopReason};
use provenum_game::{AndOr, Status};

impl<P: AndOr> Kernel<'_, P> {
    /// Searches a new child of the last frame, and gives the frame its numbers. What solved it is remembered too: otherwise the
    /// solution would have to be searched for again.
    pub(super) fn search_new_node(
        &mut self,
        node: &P::Node,
        key: u64,
        second_level: SecondLevel,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        let room = self.table.most_memory() / SECOND_LEVEL_SHARE / NODE_BYTES;
        let (most, before) = (second_level.size(self.table.len()).min(room), self.statistics.expanded);
        let (first, kind) = ((self.rules.estimate, self.knows), self.problem.kind(node));
        let mut solved = Vec::new();
        let learn = &mut |key, rank| solved.push((key, rank));
        let numbers = bounded_search(self.problem, node, first, most, &mut self.statistics, meter, learn)?;
        let work = self.statistics.expanded - before;
        for &(key, rank) in &solved {
            self.table.store(key, numbers, 1, rank);
        }
        let rank = solved.last().map_or(0, |&(_, rank)| rank);
        // Where positions come back, a solved node has its rank in place of its distance.
        let ranked = self.problem.cyclic() && numbers.status() != Status::Open;
        self.table.store(key, numbers, work, if ranked { rank } else { self.frames.len() as u32 });
        let end = End { rank, ..End::AT_ONCE };
        self.hand_over(Returned { pair: Pair::seen_by(kind, numbers), kind, end, work });
        Ok(())
    }
}
