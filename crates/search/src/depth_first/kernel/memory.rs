//! What the kernel keeps in memory: the tables, and the path with the children along it.

use super::Kernel;
use crate::table::Facts;
use crate::{Budget, StopReason};
use provenum_game::AndOr;

/// What the path may take in any case, however little memory there is.
const LEAST_FOR_PATH: u64 = 8 << 20;
/// What it may need between two looks at the clock.
const FRAMES_PER_LOOK: usize = 1 << 11;
const SLOTS_PER_LOOK: usize = 1 << 16;

impl<P: AndOr> Kernel<'_, P> {
    /// From now on, what takes long by itself ends when this budget does.
    pub(in super::super) fn spend(&mut self, budget: &Budget) {
        self.table.spend(budget);
        if let Some(facts) = &mut self.facts {
            facts.spend(budget);
        }
        let stored = self.table.most_memory() + self.facts.as_ref().map_or(0, Facts::memory);
        self.longest = budget.memory().saturating_sub(stored).max(LEAST_FOR_PATH);
    }

    /// Bytes of the path and of the children along it.
    fn path_memory(&self) -> u64 {
        (size_of_val(self.frames.as_slice()) + size_of_val(self.slots.as_slice())) as u64
    }

    /// Makes sure that a long path can go on until the next look. What it takes counts like all else.
    #[cold]
    pub(super) fn lengthen_path(&mut self) -> Result<(), StopReason> {
        let memory = self.path_memory();
        if memory <= LEAST_FOR_PATH / 4 {
            return Ok(());
        }
        let room = self.frames.try_reserve(FRAMES_PER_LOOK).and(self.slots.try_reserve(SLOTS_PER_LOOK));
        if memory > self.longest || room.is_err() { Err(StopReason::Memory) } else { Ok(()) }
    }

    /// Notes how the table is used.
    #[cold]
    pub(in super::super) fn note_table(&mut self) {
        let memory = self.table.memory() + self.facts.as_ref().map_or(0, Facts::memory) + self.path_memory();
        let (table, statistics) = (&self.table, &mut self.statistics);
        statistics.memory = memory;
        statistics.entries = table.len();
        statistics.capacity = table.capacity();
        statistics.replaced = table.statistics().replaced;
        statistics.collections = table.statistics().collections;
    }
}
