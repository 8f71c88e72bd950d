//! Saving a search, and going on where a saved one was.

use super::{Frame, INDEPENDENT, Kernel};
use crate::depth_first::backup::{Backup, Summary};
use crate::depth_first::threshold::Scheme;
use crate::number::INFINITE;
use crate::{Meter, Snapshot, Statistics};
use provenum_game::AndOr;

impl<P: AndOr> Kernel<'_, P> {
    /// Hands the table to whoever saves it, with the numbers of all nodes on the path brought up to date. The search goes
    /// on as if nothing had happened.
    pub(in super::super) fn save(&mut self, meter: &mut Meter<'_>) {
        if !meter.saves() {
            return;
        }
        self.store_path();
        let path = match self.frames.is_empty() {
            // The search was stopped before it began: where it was to go back to is still where it is to go.
            true => self.guide.clone(),
            false => self.frames.iter().skip(1).map(|frame| frame.key).collect(),
        };
        self.save_with(path, self.statistics, meter);
    }

    /// Hands the table to whoever saves it.
    pub(in super::super) fn save_with(&self, path: Vec<u64>, done: Statistics, meter: &mut Meter<'_>) {
        let mut statistics = self.done_before;
        statistics.merge(&done);
        statistics.merge(&self.done_beside);
        meter.save(&Snapshot { table: &self.table, path, statistics });
    }

    /// Remembers the numbers that the nodes on the path have now.
    pub(in super::super) fn store_path(&mut self) {
        let mut end = self.slots.len();
        for place in (self.base..self.frames.len()).rev() {
            let Frame { key, code, kind, first, work, distance, marks, .. } = self.frames[place];
            let own = self.summarise(kind, &self.slots[first..end], distance, marks).own;
            end = first;
            if !own.is_solved() {
                self.remember((key, code), own.numbers(kind), work, distance, INDEPENDENT);
            }
            if let Some(above) =
                place.checked_sub(1).filter(|&above| above >= self.base).map(|above| &self.frames[above])
            {
                self.slots[above.first + above.current].pair = own.turned(kind, above.kind);
            }
        }
    }

    /// Where a saved search is resumed: the child it was at, while that is not worse than its enlarged threshold allows.
    /// Otherwise what the factor in the thresholds gains would be lost at every interruption (Pawlewicz and Hayward 2013).
    pub(super) fn guided(&mut self, summary: Summary) -> Summary {
        let Some(frame) = self.frames.last() else { return summary };
        let children = &self.slots[frame.first..];
        let wanted = self.guide.get(self.frames.len() - 1);
        let place = wanted.and_then(|&key| children.iter().position(|slot| slot.key == key));
        let others = |place: usize| (0..children.len()).filter(move |&other| other != place);
        let sticky = place.filter(|&place| !children[place].pair.is_solved()).map(|place| {
            let second = others(place).map(|other| children[other].pair.near).min().unwrap_or(INFINITE);
            (place, second)
        });
        match sticky {
            Some((place, second))
                if self.rules.scheme == Scheme::DfPn
                    && children[place].pair.near < self.rules.increment.above(second, frame.average) =>
            {
                let others = match self.backup(frame.kind) {
                    Backup::Sum => summary.own.far.saturating_sub(children[place].pair.far),
                    _ => summary.others,
                };
                Summary { best: place, second, others, ..summary }
            }
            _ => {
                self.guide.clear();
                summary
            }
        }
    }
}
