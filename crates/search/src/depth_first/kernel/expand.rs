//! Expanding a node: its children are generated, their buckets asked for, and only then read.

use super::dominance::held_before;
use super::{Arrival, INDEPENDENT, Kernel, Rules, Slot, UNKNOWN, cost};
use crate::EstimateRule;
use crate::ask::Ask;
use crate::depth_first::backup::{Backup, Pair, Tally};
use crate::depth_first::threshold::{Increment, Scheme};
use crate::number::Numbers;
use crate::table::Entry;
use provenum_game::{AndOr, Estimate, Holding, Kind, Status, Word};

/// What is known of a node that was just expanded.
pub(super) struct Expansion {
    pub(super) own: Pair,
    /// The mean of the children's near numbers, if someone wants to know it.
    pub(super) average: u32,
    /// The highest place on the path that a child which was lost at once rests on.
    pub(super) lost_rests_on: u32,
    /// Which children share a descendant.
    pub(super) marks: u64,
}

impl<P: AndOr> Kernel<'_, P> {
    /// Generates the children of a node and looks them up.
    pub(super) fn expand(&mut self, node: &P::Node, kind: Kind, arrival: &Arrival, next: Option<P::Node>) -> Expansion {
        let first = self.slots.len();
        let Some(lost_rests_on) = self.generate(node, kind, arrival.key) else {
            let own = Pair::seen_by(kind, Numbers::HOPELESS);
            return Expansion { own, average: 1, lost_rests_on: INDEPENDENT, marks: 0 };
        };
        if self.knows && !self.rules.delayed {
            self.look_up_known(node, kind, first);
        }
        if let Some(next) = next {
            // While the buckets of the children are on their way, those of the next node's children are asked for too.
            let table = self.table.reader();
            self.problem.keys_after(&next, &mut |key| table.prefetch(key));
        }
        let plain = self.first_numbers_are_1() && !self.rules.costs;
        let mut marks = 0;
        let own = if self.follows_path() {
            marks = self.look_up_on_path(node, kind, arrival, first);
            self.cut_down(first);
            self.summarise(kind, &self.slots[first..], arrival.distance, marks).own
        } else {
            let tally = match plain {
                true => self.look_up::<true>(node, kind, first),
                false => self.look_up::<false>(node, kind, first),
            };
            if self.sums {
                Backup::Sum.conclude(tally, &self.slots[first..]).own
            } else if self.cut_down(first) {
                self.backup(kind).summary(&self.slots[first..]).own
            } else {
                self.backup(kind).conclude(tally, &self.slots[first..]).own
            }
        };
        let average = match self.rules.increment {
            Increment::Average => mean(self.slots[first..].iter().map(|slot| slot.pair.near)),
            _ => 1,
        };
        Expansion { own, average, lost_rests_on, marks }
    }

    /// Cuts what was read of the children from `first` on down, if numbers are not to be believed now.
    #[inline]
    fn cut_down(&mut self, first: usize) -> bool {
        let cap = self.cap;
        if cap.holds() {
            self.slots[first..].iter_mut().for_each(|slot| slot.pair = cap.cut(slot.pair));
        }
        cap.holds()
    }

    /// Whether every open node begins with 1 and 1.
    #[inline]
    fn first_numbers_are_1(&self) -> bool {
        match self.rules.estimate {
            EstimateRule::Unit => true,
            EstimateRule::Game => !self.problem.has_estimates(),
            _ => false,
        }
    }

    /// Puts the children of a node behind the others, and asks for their buckets. Answers what those that are lost at once
    /// rest on; none if there are no children.
    #[inline]
    fn generate(&mut self, node: &P::Node, kind: Kind, key: u64) -> Option<u32> {
        let Kernel {
            problem, rules, table, facts, frames, slots, places, statistics, holdings, rests, estimated, ..
        } = self;
        let (problem, delayed, first) = (*problem, rules.delayed, slots.len());
        let table = table.reader();
        holdings.clear();
        // Whether a child solves the node, and how many do not count any more.
        let (mut solved, mut dropped) = (false, 0);
        let mut lost_rests_on = INDEPENDENT;
        let groups = problem.has_groups() && rules.groups;
        // Where neither the path nor what the OR side holds matters, an open child is a key and nothing else.
        let plain = !problem.cyclic() && facts.is_none() && !groups;
        let own = facts.as_ref().and_then(|_| problem.held(node));
        let by_game = rules.estimate == EstimateRule::Game && rules.scheme != Scheme::ProofOnly;
        *estimated = by_game && !plain;
        problem.expand_with_estimates(node, &mut |child, estimate| {
            if plain && child.status == Status::Open {
                table.prefetch(child.key);
                slots.push(Slot::unknown(child.key, child.step.to_word()));
                return;
            }
            if solved {
                return;
            }
            let mut status = if delayed { Status::Open } else { child.status };
            let mut rests_on = INDEPENDENT;
            let held = match facts {
                Some(facts) if status == Status::Open && !problem.by_history() => {
                    problem.held_after(node, child.step).inspect(|held| facts.prefetch(held.rest))
                }
                _ => None,
            };
            if let Some(held) = held {
                // To come back to the same node is to come back with as much.
                let here = || own.filter(|own| own.covers_all_of(held)).map(|_| frames.len() as u32);
                if problem.cyclic()
                    && let Some(place) = held_before(frames, rests, held).or_else(here)
                {
                    (status, rests_on) = (Status::Disproven, place);
                }
            } else if status == Status::Open && problem.cyclic() {
                let next = || problem.follow(node, child.step);
                let repeated = if child.key == key && problem.alike(node, &next()) {
                    // A step to where it is: the loop starts and ends here.
                    Some(frames.len() as u32)
                } else {
                    places.get(child.key).filter(|&place| problem.alike(&frames[place as usize].node, &next()))
                };
                (status, rests_on) = match repeated {
                    None => (Status::Open, INDEPENDENT),
                    // Lost for the one who repeats, and for this path only, whatever is above it.
                    Some(_) if problem.by_history() && kind == Kind::And => (Status::Proven, 0),
                    Some(_) if problem.by_history() => (Status::Disproven, 0),
                    Some(place) => (Status::Disproven, place),
                };
            }
            let pair = match status {
                Status::Open => {
                    table.prefetch(child.key);
                    *estimated &= estimate.is_some();
                    match estimate.filter(|_| by_game) {
                        Some(estimate) => Pair::seen_by(kind, Numbers::new(Status::Open, || estimate)),
                        None => Pair::UNIT,
                    }
                }
                _ => Pair::seen_by(kind, Numbers::new(status, || Estimate::UNIT)),
            };
            solved = pair.near == 0;
            if solved {
                dropped += slots.len() - first;
                slots.truncate(first);
                holdings.clear();
            } else if pair.far == 0 {
                // Lost for the side that chooses: it counts for nothing any more.
                lost_rests_on = lost_rests_on.min(rests_on);
                dropped += 1;
                return;
            }
            let distance = if status == Status::Open { UNKNOWN } else { 0 };
            let group = if groups { problem.group(node, child.step).map_or(0, |group| group + 1) } else { 0 };
            let step = child.step.to_word();
            slots.push(Slot { key: child.key, pair, rests_on, step, distance, group, raised: false });
            if facts.is_some() {
                holdings.push(held.unwrap_or(Holding::NOTHING));
            }
        });
        if solved {
            // What came after the child that solves the node is not looked at.
            slots.truncate(first + 1);
        }
        let generated = slots.len() - first + dropped;
        statistics.expanded += 1;
        statistics.generated += generated as u64;
        (generated != 0).then_some(lost_rests_on)
    }

    /// Settles the open children from `first` on that are known before the end. Without a distance nobody knows how far it is
    /// from there.
    #[cold]
    #[inline(never)]
    fn look_up_known(&mut self, node: &P::Node, kind: Kind, first: usize) {
        let mut wins = None;
        let mut told = Vec::new();
        let all = self.problem.known_steps(node, &mut told);
        let of = |step: u32| Some(told[told.binary_search_by_key(&step, |(step, _)| step.to_word()).ok()?].1);
        for place in first..self.slots.len() {
            let slot = &mut self.slots[place];
            let known = match slot.is_known() {
                true => None,
                false => of(slot.step).filter(|known| known.status() != Status::Open).or_else(|| match all {
                    true => None,
                    false => self.problem.solved_before(&self.problem.follow(node, slot.step())),
                }),
            };
            if let Some(known) = known {
                slot.pair = Pair::seen_by(kind, Numbers::new(known.status(), || Estimate::UNIT));
                slot.distance = known.distance.unwrap_or(u32::MAX).min(Entry::MOST_DISTANCE) as u16;
                if slot.pair.near == 0 {
                    wins = wins.or(Some(place));
                }
            }
        }
        if let Some(winner) = wins {
            // The others count for nothing any more.
            self.slots.swap(first, winner);
            self.slots.truncate(first + 1);
            self.holdings.truncate(1);
        }
    }

    /// Looks the children from `first` on up in the table, and counts them. Where first numbers are 1 and steps are free,
    /// which is `PLAIN`, no child is asked for them.
    #[inline]
    fn look_up<const PLAIN: bool>(&mut self, node: &P::Node, kind: Kind, first: usize) -> Tally {
        let Kernel { problem, rules, table, frames, slots, moves, statistics, .. } = self;
        let (mut tally, depth, table) = (Tally::NONE, frames.len() as u32 + 1, table.reader());
        for slot in &mut slots[first..] {
            if !slot.is_known() {
                if let Some(entry) = table.probe(slot.key) {
                    statistics.hits += 1;
                    slot.distance = 0;
                    slot.pair = Pair::seen_by(kind, entry.numbers());
                } else if !PLAIN && slot.pair == Pair::UNIT {
                    slot.pair = Pair::seen_by(kind, rules.first_numbers(*problem, node, slot.step(), depth, moves));
                }
                if !PLAIN && rules.costs {
                    slot.pair = slot.pair.more(Pair::seen_by(kind, cost(*problem, node, slot.step())));
                }
            }
            tally.add(slot.pair);
        }
        tally
    }

    /// Looks the children from `first` on up in the table where it matters how the search came here. Answers which of them
    /// share a descendant.
    fn look_up_on_path(&mut self, node: &P::Node, kind: Kind, arrival: &Arrival, first: usize) -> u64 {
        let (depth, known) = (self.frames.len() as u32 + 1, self.estimated || self.first_numbers_are_1());
        for place in first..self.slots.len() {
            let mut slot = self.slots[place];
            if slot.is_known() {
                continue;
            }
            let code = || self.code_after(arrival.code, node, slot.step(), slot.key);
            if let Some((entry, rests_on)) = self.remembered(slot.key, code) {
                self.statistics.hits += 1;
                slot.distance = entry.distance() as u16;
                slot.rests_on = rests_on;
                slot.pair = Pair::seen_by(kind, entry.numbers());
                if entry.has_twins() && !slot.pair.is_solved() {
                    let child = self.problem.follow(node, slot.step());
                    let code = self.code_after(arrival.code, node, slot.step(), slot.key);
                    if let Some(rests_on) = self.follow_twins(node, &child, slot.key, code) {
                        self.statistics.simulated += 1;
                        slot.rests_on = rests_on;
                        slot.pair = Pair::seen_by(kind, Numbers::DISPROVEN);
                        self.remember((slot.key, code), Numbers::DISPROVEN, 1, depth, rests_on);
                    }
                }
                if self.rules.backup.looks_for_shared() && !slot.pair.is_solved() {
                    self.notice_shared(slot.key, arrival.key, first);
                }
            } else if !known {
                let Kernel { problem, rules, moves, .. } = self;
                slot.pair = Pair::seen_by(kind, rules.first_numbers(*problem, node, slot.step(), depth, moves));
            }
            let holding = if slot.pair.is_solved() { None } else { self.holdings.get(place - first).copied() };
            let (status, rank) = self.status_by_holding(holding);
            if status != Status::Open {
                slot.distance = rank as u16;
                slot.pair = Pair::seen_by(kind, Numbers::new(status, || Estimate::UNIT));
                slot.rests_on = INDEPENDENT;
            } else if let Some(holding) = holding.filter(|holding| self.rules.bounds && holding.key() == slot.key) {
                self.raise_by_holding(&mut slot, kind, holding, depth);
            }
            if self.rules.costs {
                slot.pair = slot.pair.more(Pair::seen_by(kind, cost(self.problem, node, slot.step())));
            }
            self.slots[place] = slot;
        }
        match self.rules.backup.looks_for_shared() {
            true => self.table.kinship(arrival.key).map_or(0, |kinship| kinship.marks),
            false => 0,
        }
    }
}

impl Rules {
    /// The first numbers of the open node that a step leads to, which lies at this depth.
    #[inline]
    fn first_numbers<P: AndOr>(
        &self,
        problem: &P,
        node: &P::Node,
        step: P::Step,
        depth: u32,
        moves: &mut Vec<P::Step>,
    ) -> Numbers {
        let mut estimate = self.estimate.after(problem, node, step, depth, moves);
        if self.scheme == Scheme::ProofOnly {
            estimate.disproof = 1;
        }
        Numbers::new(Status::Open, || estimate)
    }
}

fn mean(numbers: impl Iterator<Item = u32>) -> u32 {
    let (count, total) = numbers.fold((0, 0), |(count, total), number| (count + 1, total + u64::from(number)));
    total.checked_div(count).map_or(1, |mean| mean as u32)
}
