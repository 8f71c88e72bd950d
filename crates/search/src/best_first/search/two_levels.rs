//! PN²: leaves are evaluated by searches of their own.

use super::{Expansion, TreeSearch, fact};
use crate::best_first::rules::Growth;
use crate::best_first::second_level::{SecondLevel, bounded_tree};
use crate::best_first::tree::{Tree, TreeNode};
use crate::{Meter, Numbers, StopReason};
use provenum_game::{AndOr, Status};

impl TreeSearch<'_, '_> {
    /// PN² (Allis 1994; Breuker 1998): searches from the leaf at the end of the path with the room that is left, and keeps
    /// the children of that search's root with their numbers. On the first level they are searched only when their turn
    /// comes.
    pub(super) fn search_below(&mut self, leaf: u32, meter: &mut Meter<'_>) -> Result<Expansion, StopReason> {
        let node = &self.walk.here();
        let Some(level) = self.rules.second_level else { return Ok(Expansion::Done) };
        // What the first level has freed cannot be used by the second: it counts as stored.
        let (stored, all) = (u64::from(self.tree.touched()), u64::from(self.tree.most()));
        let size = match self.rules.growth {
            Growth::Whole => self.tree.len().into(),
            Growth::Logistic => level.size(self.tree.len().into()),
        };
        let mut room = size.max(SecondLevel::LEAST).min(all - stored);
        let (problem, before) = (&self.problems[0], self.statistics);
        if room == 0 {
            return Ok(Expansion::Full);
        }
        let below = loop {
            // Each second level comes on top of the first, and not of the one before.
            self.statistics.memory = self.tree.memory();
            let (below, stop) = bounded_tree(
                problem,
                node,
                (self.rules.estimate, self.rules.known),
                room,
                &mut self.statistics,
                meter,
            )?;
            if stop != StopReason::Memory || !below.tree.node(Tree::<u32>::ROOT).is_leaf() {
                break below;
            }
            // Not even one expansion has fitted in.
            if room == all - stored {
                self.statistics.memory = before.memory;
                return Ok(Expansion::Full);
            }
            room = (2 * room).min(all - stored);
        };
        self.most_stored = self.most_stored.max(stored + u64::from(below.tree.touched()));
        assert!(self.most_stored <= all, "PN² stores no more than it may");
        self.children.clear();
        self.steps.clear();
        for child in below.tree.node(Tree::<u32>::ROOT).children() {
            let step = below.tree.step(child);
            let mut numbers = below.tree.node(child).numbers;
            let mut above = 0..self.path.len();
            if problem.cyclic() && fact(numbers) == Status::Open && above.any(|place| self.walk.leads_to(step, place)) {
                numbers = Numbers::DISPROVEN;
            }
            self.children.push(TreeNode::leaf(numbers));
            self.steps.push(step);
        }
        drop(below);
        let memory = before.memory.max(self.statistics.memory);
        let expanded = self.statistics.expanded;
        let expansion = self.attach(leaf);
        // The expansion was the second level's already.
        self.statistics.expanded = expanded.max(before.expanded + 1);
        self.statistics.memory = memory.max(self.statistics.memory);
        Ok(expansion)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::erased::{AnyNode, Erased};
    use crate::{Algorithm, Budget, Limits};
    use provenum_game::{Claim, Notation, Parameters, Player, Problem};
    use provenum_games::Connect4;

    #[test]
    fn two_levels_together_never_store_more_nodes_than_there_is_room_for() {
        let (game, root) = Connect4::set_up(&Parameters::new().with("size", "4x4"), None).unwrap();
        let problem = Problem::new(&game, Claim::draw(Player::First));
        let problems = [Erased::new(&problem)];
        let root = AnyNode::new(root);
        for growth in ["whole", "logistic"] {
            for room in [1, 5, 6, 20, 65, 300, 3_000, 30_000] {
                let algorithm = Algorithm::named("pn2").unwrap().set("growth", growth).unwrap();
                let memory = room * Tree::<u32>::NODE_BYTES as u64;
                let mut search = TreeSearch::new(&problems, &root, algorithm.tree().unwrap(), memory);
                let budget = Budget::new(&Limits { nodes: Some(300_000), ..Limits::default() });
                let stop = search.run(&root, &mut Meter::new(&budget, &mut ()));
                assert!(search.most_stored <= room, "{} of {room}", search.most_stored);
                assert!(
                    room < 20 || stop != StopReason::Memory || search.most_stored * 2 > room,
                    "{} of {room}",
                    search.most_stored
                );
                assert!(search.statistics.memory <= memory.max(Tree::<u32>::NODE_BYTES as u64));
                assert_eq!(stop == StopReason::Solved, search.status(0) == Status::Proven);
                assert!(room < 30_000 || stop == StopReason::Solved);
            }
        }
    }
}
