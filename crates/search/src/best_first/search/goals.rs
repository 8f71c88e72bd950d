//! Several goals in one tree: which of them is next.

use super::{Target, TreeSearch, fact, nearer};
use crate::best_first::rules::{Descent, Series};
use crate::best_first::tree::Tree;
use crate::{LARGEST, Numbers, StopReason};
use provenum_game::{Kind, Status};

impl TreeSearch<'_, '_> {
    /// Which goal is next, with several of them.
    pub(super) fn next_of_several(&mut self) -> Result<Target, StopReason> {
        let root: Vec<Numbers> = (0..self.problems.len()).map(|goal| self.numbers(Tree::<u32>::ROOT, goal)).collect();
        let open = |goal: &usize| fact(root[*goal]) == Status::Open;
        let Some(first) = (0..root.len()).find(open) else { return Err(StopReason::Solved) };
        if self.rules.descent == Descent::Conspiracy {
            return self.next_plausible(&root);
        }
        let goal = match self.rules.series {
            Series::Cheapest => {
                let effort = |goal: &usize| u64::from(root[*goal].proof) + u64::from(root[*goal].disproof);
                (0..root.len()).filter(open).min_by_key(effort).unwrap_or(first)
            }
            series => {
                let end = (first..root.len()).find(|goal| !open(goal)).unwrap_or(root.len());
                series.next(first, end, root.len())
            }
        };
        let side = (self.rules.descent == Descent::Leftmost).then(|| nearer(root[goal]));
        Ok(Target { goal, side })
    }

    /// Conspiracy-number search (McAllester 1988): the value farthest from the present one that few enough conspirators
    /// could bring about. When there is none, more conspirators are allowed.
    fn next_plausible(&mut self, root: &[Numbers]) -> Result<Target, StopReason> {
        let holds = |goal: usize| {
            let proven = root[goal].proof == 0;
            proven != self.turned[goal]
        };
        let value = (0..root.len()).take_while(|&goal| holds(goal)).count();
        let changes = (0..root.len()).filter(|&goal| fact(root[goal]) == Status::Open).flat_map(|goal| {
            let away = if goal < value { value - goal } else { goal + 1 - value };
            [(root[goal].proof, Kind::Or), (root[goal].disproof, Kind::And)]
                .map(|(number, side)| (number, away, goal, side))
        });
        let changes: Vec<_> = changes.filter(|&(number, ..)| number != 0 && number <= LARGEST).collect();
        loop {
            let plausible = changes.iter().filter(|&&(number, ..)| number <= self.rules.conspirators);
            if let Some(&(_, _, goal, side)) = plausible.max_by_key(|&&(number, away, ..)| (away, u32::MAX - number)) {
                return Ok(Target { goal, side: Some(side) });
            }
            if changes.is_empty() {
                return Err(StopReason::UnknownLeaves);
            }
            self.rules.conspirators = self.rules.conspirators.saturating_mul(2);
        }
    }
}
