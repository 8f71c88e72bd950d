//! What the OR side holds: a proof with less is a proof with more, and a disproof with more is one with less.
//!
//! Of a solved node not only what is held there is kept, but the least with which it would be proven in the same way, or the
//! most with which it would be disproven. What it is follows from the children that decide the node.

use super::{End, Frame, INDEPENDENT, Kernel, Slot};
use crate::ask::Ask;
use crate::depth_first::backup::Pair;
use crate::depth_first::places::Places;
use crate::number::Numbers;
use provenum_game::{AndOr, Counts, Holding, Kind, Status};

/// Where on the path the OR side held as much or more, and all else was the same. To come there again is to have gone round: a
/// shortest proof never does.
#[inline]
pub(super) fn held_before<P: AndOr>(frames: &[Frame<P>], rests: &Places, holding: Holding) -> Option<u32> {
    let mut place = rests.get(holding.rest);
    while let Some(here) = place {
        let frame = &frames[here as usize];
        if Holding::covers(frame.counts, holding.counts()) {
            break;
        }
        place = frame.same_rest;
    }
    place
}

impl<P: AndOr> Kernel<'_, P> {
    /// What follows for a child from nodes where the OR side holds more or less, and its rank.
    #[inline]
    pub(super) fn status_by_holding(&mut self, holding: Option<Holding>) -> (Status, u32) {
        let (Some(facts), Some(holding)) = (&self.facts, holding) else { return (Status::Open, 0) };
        let (status, rank) = facts.status(holding);
        self.statistics.dominated += u64::from(status != Status::Open);
        (status, rank)
    }

    /// Raises the numbers of an open child that lies at this depth: it is no easier to prove than where the OR side holds more,
    /// and no easier to disprove than where it holds less. Numbers are guesses and stay so: no node is solved by this.
    #[inline]
    pub(super) fn raise_by_holding(&mut self, slot: &mut Slot, kind: Kind, holding: Holding, depth: u32) {
        self.held_bits |= holding.counts();
        // What lies farther from the root may have its numbers from here.
        let distance = depth.min(slot.distance.into());
        let bound = Pair::seen_by(kind, self.table.bounds(holding, self.held_bits, distance));
        if bound.near > slot.pair.near || bound.far > slot.pair.far {
            slot.pair = Pair { near: bound.near.max(slot.pair.near), far: bound.far.max(slot.pair.far) };
            slot.raised = true;
        }
    }

    /// Remembers a solved node by what the OR side would have to hold there.
    #[inline]
    pub(super) fn note_holding(&mut self, node: &P::Node, kind: Kind, numbers: Numbers, end: End) {
        let status = numbers.status();
        if self.facts.is_some() && status != Status::Open && end.rests_on == INDEPENDENT {
            self.insert_fact(node, kind, status == Status::Proven, end.rank);
        }
    }

    fn insert_fact(&mut self, node: &P::Node, kind: Kind, proven: bool, rank: u32) {
        let Some(Holding { rest, .. }) = self.problem.held(node) else { return };
        let chosen = self.winning_step.filter(|_| proven == (kind == Kind::Or));
        self.moves.clear();
        match chosen {
            Some(step) => self.moves.push(step),
            None => self.problem.steps(node, &mut self.moves),
        }
        let children: Vec<(P::Step, Counts)> =
            self.moves.iter().map(|&step| (step, self.enough_after(node, step, proven))).collect();
        let counts = self.problem.enough(node, kind, proven, &children);
        if let Some(facts) = &mut self.facts {
            let fact = Holding::new(rest, counts);
            facts.insert(fact, proven, rank);
            if self.rules.bounds {
                // Numbers of nodes that this settles say nothing any more.
                self.table.forget_settled(fact, self.held_bits, proven);
            }
        }
    }

    /// What the OR side would have to hold after a step to a solved child.
    fn enough_after(&self, node: &P::Node, step: P::Step, proven: bool) -> Counts {
        let child = self.problem.follow(node, step);
        if self.problem.status(&child) != Status::Open {
            return self.problem.enough(&child, self.problem.kind(&child), proven, &[]);
        }
        let Some(holding) = self.problem.held(&child) else { return [0; 8] };
        let known = self.facts.as_ref().and_then(|facts| facts.enough(holding, proven));
        Holding::unpack(known.unwrap_or(holding.counts()))
    }
}
