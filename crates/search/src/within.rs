//! A problem in which the goal must be reached within so many steps.
//!
//! The steps that are left belong to the node, so no node comes back, and a length is settled like any other problem: it is
//! proven, or it is disproven, by whatever algorithm. Steps that are left are a thing the OR side holds: a proof with
//! fewer is a proof with more, and a disproof with more is one with fewer.

use provenum_game::{AndOr, Child, Estimate, Holding, Kind, Status};

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

/// What is held, and the steps that are left; none where there are more than can be counted.
#[inline]
fn with_steps(mut held: Holding, left: u32) -> Option<Holding> {
    // What is known without a bound says something else.
    held.rest = timed(held.rest, 0);
    held.and_of_the_last(u8::try_from(left).ok()?)
}

impl<P: AndOr> Within<'_, P> {
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
    fn has_groups(&self) -> bool {
        self.0.has_groups()
    }

    #[inline]
    fn group(&self, at: &Self::Node, step: P::Step) -> Option<u8> {
        self.0.group(&at.node, step)
    }

    #[inline]
    fn has_holdings(&self) -> bool {
        true
    }

    /// What is held in the problem itself and the steps that are left; nothing where there are more than can be counted.
    #[inline]
    fn holding(&self, at: &Self::Node) -> Option<Holding> {
        let held = self.0.holding(&at.node).unwrap_or_else(|| Holding::new(self.0.key(&at.node), [0; 8]));
        with_steps(held, at.left)
    }

    #[inline]
    fn holding_after(&self, at: &Self::Node, step: P::Step) -> Option<Holding> {
        let bare = || Holding::new(self.0.key(&self.0.follow(&at.node, step)), [0; 8]);
        with_steps(self.0.holding_after(&at.node, step).unwrap_or_else(bare), at.left.saturating_sub(1))
    }

    #[inline]
    fn expand(&self, at: &Self::Node, emit: &mut impl FnMut(Child<P::Step>)) {
        let left = at.left.saturating_sub(1);
        self.0.expand(&at.node, &mut |child| {
            let status = match child.status {
                Status::Open => Self::status_of(left, || self.0.least_steps_after(&at.node, child.step)),
                status => status,
            };
            emit(Child { status, key: timed(child.key, left), ..child });
        });
    }
}
