//! A problem in which the goal must be reached within so many steps.
//!
//! The steps that are left belong to the node, so no node comes back, and a length is settled like any other problem: it is
//! proven, or it is disproven, by whatever algorithm. Steps that are left are a thing the OR side holds: a proof with
//! fewer is a proof with more, and a disproof with more is one with fewer.

use provenum_game::{AndOr, Child, Counts, Estimate, Holding, Kind, Status};

/// A node, and how many steps are left there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Timed<Node> {
    pub(crate) node: Node,
    pub(crate) left: u32,
}

/// The same problem with a bound on the number of steps, which is that of the root.
#[derive(Debug)]
pub(crate) struct Within<'p, P>(pub(crate) &'p P);

#[inline]
fn timed(key: u64, left: u32) -> u64 {
    key ^ u64::from(left + 1).wrapping_mul(0xc2b2_ae3d_27d4_eb4f)
}

/// Where steps that are left stand among the counts.
const LAST: usize = 7;

/// What is held, with so many steps left. What is known without a bound says something else, so it gets another hash.
#[inline]
fn held(mut holding: Holding, left: u32) -> Option<Holding> {
    holding.rest = timed(holding.rest, 0);
    holding.and_of_the_last(u8::try_from(left).ok()?)
}

impl<P: AndOr> Within<'_, P> {
    /// A child of the problem itself, with what is left after the step to it.
    #[inline]
    fn bounded(&self, at: &Timed<P::Node>, child: Child<P::Step>) -> Child<P::Step> {
        let left = at.left.saturating_sub(1);
        let status = match child.status {
            Status::Open => Self::status_of(left, || self.0.least_steps_after(&at.node, child.step)),
            status => status,
        };
        Child { status, key: timed(child.key, left), ..child }
    }

    /// What is known of an open node with so many steps left that needs at least so many.
    #[inline]
    fn status_of(left: u32, least: impl FnOnce() -> u32) -> Status {
        if left == 0 || left < least() { Status::Disproven } else { Status::Open }
    }
}

impl<P: AndOr> AndOr for Within<'_, P> {
    type Node = Timed<P::Node>;
    type Step = P::Step;

    #[inline]
    fn kind(&self, at: &Self::Node) -> Kind {
        self.0.kind(&at.node)
    }

    #[inline]
    fn status(&self, at: &Self::Node) -> Status {
        match self.0.status(&at.node) {
            Status::Open => Self::status_of(at.left, || self.0.least_steps(&at.node)),
            status => status,
        }
    }

    #[inline]
    fn steps(&self, at: &Self::Node, out: &mut Vec<P::Step>) {
        self.0.steps(&at.node, out);
    }

    #[inline]
    fn follow(&self, at: &Self::Node, step: P::Step) -> Self::Node {
        Timed { node: self.0.follow(&at.node, step), left: at.left.saturating_sub(1) }
    }

    #[inline]
    fn key(&self, at: &Self::Node) -> u64 {
        timed(self.0.key(&at.node), at.left)
    }

    fn encode(&self, at: &Self::Node, out: &mut Vec<u8>) {
        out.extend(at.left.to_le_bytes());
        self.0.encode(&at.node, out);
    }

    fn decode(&self, code: &[u8]) -> Option<Self::Node> {
        let (left, node) = code.split_first_chunk()?;
        Some(Timed { node: self.0.decode(node)?, left: u32::from_le_bytes(*left) })
    }

    #[inline]
    fn has_estimates(&self) -> bool {
        self.0.has_estimates()
    }

    #[inline]
    fn estimate(&self, at: &Self::Node) -> Estimate {
        self.0.estimate(&at.node)
    }

    #[inline]
    fn advantage(&self, at: &Self::Node) -> i32 {
        self.0.advantage(&at.node)
    }

    #[inline]
    fn estimate_after(&self, at: &Self::Node, step: P::Step) -> Estimate {
        self.0.estimate_after(&at.node, step)
    }

    #[inline]
    fn step_cost(&self, at: &Self::Node, step: P::Step) -> Estimate {
        self.0.step_cost(&at.node, step)
    }

    #[inline]
    fn cyclic(&self) -> bool {
        false
    }

    #[inline]
    fn similar(&self, at: &Self::Node, one: P::Step, other: P::Step) -> bool {
        self.0.similar(&at.node, one, other)
    }

    #[inline]
    fn has_holdings(&self) -> bool {
        true
    }

    /// What is held in the problem itself and the steps that are left; nothing where there are more than can be counted.
    #[inline]
    fn holding(&self, at: &Self::Node) -> Option<Holding> {
        held(self.0.holding(&at.node).unwrap_or_else(|| Holding::new(self.0.key(&at.node), [0; 8])), at.left)
    }

    #[inline]
    fn holding_after(&self, at: &Self::Node, step: P::Step) -> Option<Holding> {
        match self.0.holding_after(&at.node, step) {
            Some(holding) => held(holding, at.left.saturating_sub(1)),
            None => self.holding(&self.follow(at, step)),
        }
    }

    /// What the problem itself says, and one step more than the children need or may have.
    fn enough(&self, at: &Self::Node, proven: bool, children: &[(P::Step, Counts)]) -> Counts {
        let exact = || self.holding(at).map_or([0; 8], |holding| Holding::unpack(holding.counts()));
        let in_time = self.0.status(&at.node) != Status::Open;
        if children.is_empty() && !in_time {
            return exact();
        }
        let without_time = |&(step, counts): &(P::Step, Counts)| {
            let mut counts = counts;
            counts[LAST] = 0;
            (step, counts)
        };
        let inner: Vec<_> = children.iter().map(without_time).collect();
        let mut counts = self.0.enough(&at.node, proven, &inner);
        let left = children.iter().map(|(_, counts)| counts[LAST].saturating_add(1));
        counts[LAST] = match proven {
            true => left.max().unwrap_or(0),
            false => left.min().unwrap_or(u8::MAX),
        };
        counts
    }

    #[inline]
    fn has_groups(&self) -> bool {
        self.0.has_groups()
    }

    #[inline]
    fn mobility(&self, at: &Self::Node, scratch: &mut Vec<P::Step>) -> usize {
        self.0.mobility(&at.node, scratch)
    }

    #[inline]
    fn overcounts(&self) -> bool {
        self.0.overcounts()
    }

    #[inline]
    fn group(&self, at: &Self::Node, step: P::Step) -> Option<u8> {
        self.0.group(&at.node, step)
    }

    #[inline]
    fn expand(&self, at: &Self::Node, emit: &mut impl FnMut(Child<P::Step>)) {
        self.0.expand(&at.node, &mut |child| emit(self.bounded(at, child)));
    }

    #[inline]
    fn expand_with_estimates(&self, at: &Self::Node, emit: &mut impl FnMut(Child<P::Step>, Option<Estimate>)) {
        self.0.expand_with_estimates(&at.node, &mut |child, estimate| emit(self.bounded(at, child), estimate));
    }
}
