//! A problem in which the goal must be reached within so many steps.
//!
//! The steps that are left belong to the node, so no node comes back, and a length is settled like any other problem: it is
//! proven, or it is disproven, by whatever algorithm. Steps that are left are a thing the OR side holds: a proof with
//! fewer is a proof with more, and a disproof with more is one with fewer.

use provenum_game::{AndOr, Child, Counts, Estimate, Hints, Holding, Kind, Known, Status};

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

/// A problem may know that it takes more steps; but a certificate that says so lists all but the last.
const MOST_UNSEEN: u32 = 2;

/// Where steps that are left stand among the counts.
const LAST: usize = 7;

/// What is held, with so many steps left. What is known without a bound says something else, so it gets another hash.
#[inline]
fn held(mut holding: Holding, left: u32) -> Option<Holding> {
    holding.rest = timed(holding.rest, 0);
    holding.and_of_the_last(u8::try_from(left).ok()?)
}

/// Whether what is known says something with so many steps left.
#[inline]
fn in_time<Step>(known: &Known<Step>, left: u32) -> bool {
    match known.status() {
        Status::Proven => known.distance.is_some_and(|distance| distance <= left),
        Status::Disproven => true,
        Status::Open => false,
    }
}

impl<P: AndOr> Within<'_, P> {
    /// A child of the problem itself, with what is left after the step to it.
    #[inline]
    fn bounded(&self, at: &Timed<P::Node>, kind: Kind, child: Child<P::Step>) -> Child<P::Step> {
        let left = at.left.saturating_sub(1);
        let least = || match self.0.least_steps_after(&at.node, child.step, kind) {
            Some(least) => least,
            None => {
                let next = self.0.follow(&at.node, child.step);
                self.0.least_steps(&next, self.0.kind(&next))
            }
        };
        let least = || least().min(MOST_UNSEEN);
        let status = match child.status {
            Status::Open => Self::status_of(left, least),
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
            Status::Open => {
                Self::status_of(at.left, || self.0.least_steps(&at.node, self.0.kind(&at.node)).min(MOST_UNSEEN))
            }
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
    fn cyclic(&self) -> bool {
        false
    }

    #[inline]
    fn by_history(&self) -> bool {
        self.0.by_history()
    }

    #[inline]
    fn alike(&self, one: &Self::Node, other: &Self::Node) -> bool {
        one.left == other.left && self.0.alike(&one.node, &other.node)
    }

    /// There are fewer steps left after it.
    #[inline]
    fn irreversible(&self, _at: &Self::Node, _step: P::Step) -> bool {
        true
    }

    #[inline]
    fn mobility(&self, at: &Self::Node, scratch: &mut Vec<P::Step>) -> usize {
        self.0.mobility(&at.node, scratch)
    }

    #[inline]
    fn keys_after(&self, at: &Self::Node, emit: &mut impl FnMut(u64)) {
        let left = at.left.saturating_sub(1);
        self.0.keys_after(&at.node, &mut |key| emit(timed(key, left)));
    }

    #[inline]
    fn cheap_keys(&self) -> bool {
        self.0.cheap_keys()
    }

    #[inline]
    fn expand(&self, at: &Self::Node, emit: &mut impl FnMut(Child<P::Step>)) {
        let kind = self.0.kind(&at.node);
        self.0.expand(&at.node, &mut |child| emit(self.bounded(at, kind, child)));
    }

    #[inline]
    fn expand_with_estimates(&self, at: &Self::Node, emit: &mut impl FnMut(Child<P::Step>, Option<Estimate>)) {
        let kind = self.0.kind(&at.node);
        self.0.expand_with_estimates(&at.node, &mut |child, estimate| emit(self.bounded(at, kind, child), estimate));
    }
}

/// The problem's own hints. What is known of a win says nothing of its length unless the distance is known too.
impl<P: AndOr> Hints<Timed<P::Node>, P::Step> for Within<'_, P> {
    const PASSES_ON: bool = true;

    fn known_from(&self) -> Option<String> {
        self.0.known_from()
    }

    #[inline]
    fn known(&self, at: &Timed<P::Node>) -> Option<Known<P::Step>> {
        self.0.known(&at.node).filter(|known| in_time(known, at.left))
    }

    fn known_steps(&self, at: &Timed<P::Node>, out: &mut Vec<(P::Step, Known<P::Step>)>) -> bool {
        let (before, left) = (out.len(), at.left.saturating_sub(1));
        let all = self.0.known_steps(&at.node, out);
        let mut told = out.split_off(before);
        told.retain(|(_, known)| in_time(known, left));
        out.append(&mut told);
        all
    }

    #[inline]
    fn has_estimates(&self) -> bool {
        self.0.has_estimates()
    }

    #[inline]
    fn estimate(&self, at: &Timed<P::Node>, kind: Kind) -> Estimate {
        self.0.estimate(&at.node, kind)
    }

    #[inline]
    fn estimate_after(&self, at: &Timed<P::Node>, step: P::Step, kind: Kind) -> Option<Estimate> {
        self.0.estimate_after(&at.node, step, kind)
    }

    #[inline]
    fn advantage(&self, at: &Timed<P::Node>) -> i32 {
        self.0.advantage(&at.node)
    }

    #[inline]
    fn cost(&self, at: &Timed<P::Node>, step: P::Step, kind: Kind) -> Estimate {
        self.0.cost(&at.node, step, kind)
    }

    #[inline]
    fn similar(&self, at: &Timed<P::Node>, one: P::Step, other: P::Step) -> bool {
        self.0.similar(&at.node, one, other)
    }

    #[inline]
    fn has_groups(&self) -> bool {
        self.0.has_groups()
    }

    #[inline]
    fn group(&self, at: &Timed<P::Node>, step: P::Step) -> Option<u8> {
        self.0.group(&at.node, step)
    }

    #[inline]
    fn is_dear(&self) -> bool {
        self.0.is_dear()
    }

    /// With the steps that are left there are many times as many.
    fn few_nodes(&self, _at: &Timed<P::Node>) -> Option<usize> {
        None
    }

    fn overcounts(&self) -> bool {
        self.0.overcounts()
    }

    #[inline]
    fn has_holdings(&self) -> bool {
        true
    }

    /// What is held in the problem itself and the steps that are left; nothing where there are more than can be counted.
    #[inline]
    fn holding(&self, at: &Timed<P::Node>, kind: Kind) -> Option<Holding> {
        let own = self.0.holding(&at.node, kind);
        held(own.unwrap_or_else(|| Holding::new(self.0.key(&at.node), [0; 8])), at.left)
    }

    #[inline]
    fn holding_after(&self, at: &Timed<P::Node>, step: P::Step, kind: Kind) -> Option<Option<Holding>> {
        let own = self.0.holding_after(&at.node, step, kind)??;
        Some(held(own, at.left.saturating_sub(1)))
    }

    /// What the problem itself says, and one step more than the children need or may have.
    fn enough(&self, at: &Timed<P::Node>, kind: Kind, proven: bool, children: &[(P::Step, Counts)]) -> Counts {
        let exact = || self.holding(at, kind).map_or([0; 8], |holding| Holding::unpack(holding.counts()));
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
        let mut counts = self.0.enough(&at.node, kind, proven, &inner);
        let left = children.iter().map(|(_, counts)| counts[LAST].saturating_add(1));
        counts[LAST] = match proven {
            true => left.max().unwrap_or(0),
            false => left.min().unwrap_or(u8::MAX),
        };
        counts
    }

    #[inline]
    fn least_steps(&self, at: &Timed<P::Node>, kind: Kind) -> u32 {
        self.0.least_steps(&at.node, kind)
    }

    #[inline]
    fn least_steps_after(&self, at: &Timed<P::Node>, step: P::Step, kind: Kind) -> Option<u32> {
        self.0.least_steps_after(&at.node, step, kind)
    }
}
