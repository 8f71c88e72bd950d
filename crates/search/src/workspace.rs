//! What outlives a single search: the table, and someone who saves it.

use crate::Statistics;
use crate::snapshot::{Saved, Saver, Snapshot};
use crate::table::{Facts, Table};

/// Memory that one search leaves to the next. Searches for several claims about a position share it, since every claim has
/// keys of its own; and a search that was saved begins with it.
#[derive(Default)]
pub struct Workspace<'s> {
    pub(crate) table: Option<Table>,
    /// Solved nodes by what the OR side holds.
    pub(crate) facts: Option<Facts>,
    /// The keys on the way to where a saved search was.
    pub(crate) guide: Vec<u64>,
    /// What was done with it so far, also before it was saved.
    pub(crate) done: Statistics,
    pub(crate) saver: Option<&'s mut dyn Saver>,
}

impl Workspace<'_> {
    /// Has searches saved from time to time. Only depth-first searches can be.
    #[must_use]
    pub fn saved_by<'n>(self, saver: &'n mut dyn Saver) -> Workspace<'n> {
        let Workspace { table, facts, guide, done, saver: _ } = self;
        Workspace { table, facts, guide, done, saver: Some(saver) }
    }

    /// The same without anyone who saves it, to be kept for later.
    #[must_use]
    pub fn unsaved(self) -> Workspace<'static> {
        let Workspace { table, facts, guide, done, saver: _ } = self;
        Workspace { table, facts, guide, done, saver: None }
    }

    /// What was done with it so far.
    #[must_use]
    pub fn done(&self) -> &Statistics {
        &self.done
    }

    /// Has it saved now, after a search.
    pub fn save(&mut self) {
        let Workspace { table, guide, done, saver, .. } = self;
        if let (Some(table), Some(saver)) = (table, saver) {
            saver.save(&Snapshot { table, path: guide.clone(), statistics: *done });
        }
    }

    /// Gives the memory of the tables back.
    pub fn clear(&mut self) {
        self.table = None;
        self.facts = None;
    }

    /// Goes on where a saved search was.
    #[must_use]
    pub fn resumed(self, saved: Saved) -> Self {
        Workspace { table: Some(saved.table), guide: saved.path, done: saved.statistics, ..self }
    }
}

impl std::fmt::Debug for Workspace<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Workspace").field("table", &self.table).finish_non_exhaustive()
    }
}
