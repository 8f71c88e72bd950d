//! What helps a search and proves nothing.
//!
//! Rules say what is true. A hint says where to look first, or what is true already although the game is not over. A search
//! may use it and be faster; a certificate, its checker and the oracle never see it. Games and AND/OR problems share the trait.

use crate::{Attack, Counts, Estimate, Holding, Kind, Status};

/// What is known of a node before the end: from an endgame table, a won shape, a bound.
///
/// Values are those of the game, in the first player's eyes. In an AND/OR problem 1 is proven, and 0 disproven.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known<Step> {
    /// The least that the node can be worth.
    pub least: i32,
    /// The most.
    pub most: i32,
    /// A step that keeps what is known, if the side to move has one and it is known.
    pub step: Option<Step>,
    /// Within how many steps the goal is reached, if that is known. Without it nobody knows that play comes nearer to the end.
    pub distance: Option<u32>,
}

impl<Step> Known<Step> {
    /// The node is worth this.
    #[must_use]
    pub fn value(value: i32) -> Known<Step> {
        Known::between(value, value)
    }

    /// The node is worth at least `least` and at most `most`.
    #[must_use]
    pub fn between(least: i32, most: i32) -> Known<Step> {
        Known { least, most, step: None, distance: None }
    }

    /// A node of an AND/OR problem that is solved.
    #[must_use]
    pub fn solved(proven: bool) -> Known<Step> {
        Known::value(proven.into())
    }

    /// With a step that keeps it.
    #[must_use]
    pub fn by(self, step: Step) -> Known<Step> {
        Known { step: Some(step), ..self }
    }

    /// With a number of steps within which the goal is reached.
    #[must_use]
    pub fn within(self, distance: u32) -> Known<Step> {
        Known { distance: Some(distance), ..self }
    }

    /// What it says of a node of an AND/OR problem.
    #[inline]
    #[must_use]
    pub fn status(&self) -> Status {
        if self.least >= 1 {
            Status::Proven
        } else if self.most <= 0 {
            Status::Disproven
        } else {
            Status::Open
        }
    }
}

/// Refuses to compile a hook that a wrapper has forgotten to pass on.
macro_rules! not_forgotten {
    () => {
        const { assert!(!Self::PASSES_ON, "this passes hints on, and must pass on every one of them") }
    };
}

/// What helps proof-number searches. Whoever knows nothing writes `impl Hints<Position, Move> for MyGame {}`.
///
/// A wrapper that passes another one's hints on cannot forget one: what it has forgotten does not compile where it is asked.
///
/// ```compile_fail
/// use provenum_game::{Hints, Kind};
/// struct Wrapper;
/// impl Hints<u8, u8> for Wrapper {
///     const PASSES_ON: bool = true;
///     fn has_estimates(&self) -> bool {
///         true
///     }
/// }
/// Wrapper.estimate(&1, Kind::Or);
/// ```
///
/// ```
/// # use provenum_game::{Hints, Kind};
/// # struct Wrapper;
/// # impl Hints<u8, u8> for Wrapper {
/// #     const PASSES_ON: bool = true;
/// #     fn has_estimates(&self) -> bool {
/// #         true
/// #     }
/// # }
/// assert!(Wrapper.has_estimates(), "this one is passed on");
/// ```
///
/// `kind` says who chooses at the node in question, so that a game can tell who must make progress: the side to move at an OR
/// node, its opponent at an AND node. What is asked *after* a step is asked with the kind of the node before it.
pub trait Hints<Node, Step> {
    /// Whether these are another one's hints, passed on. **A wrapper sets it**, and then a hook that it has forgotten does not
    /// compile.
    const PASSES_ON: bool = false;

    /// Whether it takes so long to look at a node, because another program or a model is asked, that only one search should do
    /// it, and only at nodes that it really needs.
    #[inline]
    fn is_dear(&self) -> bool {
        not_forgotten!();
        false
    }

    /// About how many nodes can be reached from this one at most, where they are so few that it is best to look at all of them, as
    /// in an endgame with few pieces; else none.
    #[inline]
    fn few_nodes(&self, _node: &Node) -> Option<usize> {
        not_forgotten!();
        None
    }

    /// Where [`Hints::known`] has its knowledge from, in a few words that change whenever the knowledge does; none if there is
    /// no such knowledge, and then it is never asked. Checkpoints name it.
    #[inline]
    fn known_from(&self) -> Option<String> {
        not_forgotten!();
        None
    }

    /// What is known of an open node without looking below it. Override [`Hints::known_from`] too.
    #[inline]
    fn known(&self, _node: &Node) -> Option<Known<Step>> {
        not_forgotten!();
        None
    }

    /// What is known of the nodes that steps of an open node lead to, where one look tells it of all of them: appends those steps
    /// of which something is known, rising as words. Answers whether nothing is known of the others; if not, they are asked for.
    #[inline]
    fn known_steps(&self, _node: &Node, _out: &mut Vec<(Step, Known<Step>)>) -> bool {
        not_forgotten!();
        false
    }

    /// Whether there is a node whose first numbers are not 1 and 1. If not, searches need not ask.
    #[inline]
    fn has_estimates(&self) -> bool {
        not_forgotten!();
        false
    }

    /// The first proof and disproof number of an open node. Override [`Hints::has_estimates`] too.
    #[inline]
    fn estimate(&self, _node: &Node, _kind: Kind) -> Estimate {
        not_forgotten!();
        Estimate::UNIT
    }

    /// The same for the node that a step leads to, where that is cheaper than going there; else none.
    #[inline]
    fn estimate_after(&self, _node: &Node, _step: Step, _kind: Kind) -> Option<Estimate> {
        not_forgotten!();
        None
    }

    /// How much better off the side that chooses looks than the other, in points, for searches that weigh first numbers by it.
    #[inline]
    fn advantage(&self, _node: &Node) -> i32 {
        not_forgotten!();
        0
    }

    /// What a step costs by itself: added to the numbers of the node it leads to, as they are seen from here, while that
    /// node is open (df-pn+: Nagai 2002).
    #[inline]
    fn cost(&self, _node: &Node, _step: Step, _kind: Kind) -> Estimate {
        not_forgotten!();
        Estimate::FREE
    }

    /// Whether what answers one step will often answer the other too: a search may try that first.
    #[inline]
    fn similar(&self, _node: &Node, _one: Step, _other: Step) -> bool {
        not_forgotten!();
        false
    }

    /// Whether steps have a [`Hints::group`].
    #[inline]
    fn has_groups(&self) -> bool {
        not_forgotten!();
        false
    }

    /// A number below 128 that the step shares with others of the same node that are probably worth the same. Searches may
    /// try such steps one after the other, and count only one of them at a time. They take them in the order in which the
    /// game hands them over, so that is the order to hand them over in: those first that the side to move should try first.
    #[inline]
    fn group(&self, _node: &Node, _step: Step) -> Option<u8> {
        not_forgotten!();
        None
    }

    /// Whether steps of the OR side differ in [`Hints::attack`].
    #[inline]
    fn has_attacks(&self) -> bool {
        not_forgotten!();
        false
    }

    /// How directly a step of the OR side goes for its goal. Override [`Hints::has_attacks`] too.
    #[inline]
    fn attack(&self, _node: &Node, _step: Step) -> Attack {
        not_forgotten!();
        Attack::All
    }

    /// Appends the steps of a node whose [`Hints::attack`] is at least this, and all that reach the goal at once, in the order of
    /// steps; hopeless ones may be left out. Answers whether it did: otherwise every step is asked for.
    #[inline]
    fn attacking_steps(&self, _node: &Node, _attack: Attack, _out: &mut Vec<Step>) -> bool {
        not_forgotten!();
        false
    }

    /// Whether so many ways lead to the same nodes that sums over steps count most of them time and again. Searches may then
    /// let such sums grow more slowly.
    #[inline]
    fn overcounts(&self) -> bool {
        not_forgotten!();
        false
    }

    /// Whether nodes have a [`Hints::holding`].
    #[inline]
    fn has_holdings(&self) -> bool {
        not_forgotten!();
        false
    }

    /// What the OR side holds at a node that can only help it, such as pieces in hand, apart from all else. Searches then take
    /// a proof with less for a proof with more, and a disproof with more for a disproof with less.
    #[inline]
    fn holding(&self, _node: &Node, _kind: Kind) -> Option<Holding> {
        not_forgotten!();
        None
    }

    /// The same for the node that a step leads to, where that is cheaper than going there; else none.
    #[inline]
    fn holding_after(&self, _node: &Node, _step: Step, _kind: Kind) -> Option<Option<Holding>> {
        not_forgotten!();
        None
    }

    /// The least that the OR side could hold for a proven node to be proven in the same way, or the most for a disproven one
    /// to be disproven: the **proof pieces** and **disproof pieces** of shogi (Seo 1999). `children` are the successors that
    /// decide it, one or all, each with the same for itself; where the node is solved without looking below it there are none.
    #[inline]
    fn enough(&self, node: &Node, kind: Kind, _proven: bool, _children: &[(Step, Counts)]) -> Counts {
        not_forgotten!();
        self.holding(node, kind).map_or([0; 8], |holding| Holding::unpack(holding.counts()))
    }

    /// The fewest steps, at least 1, in which an open node can come to a proven one; never more than it takes.
    #[inline]
    fn least_steps(&self, _node: &Node, _kind: Kind) -> u32 {
        not_forgotten!();
        1
    }

    /// The same for the open node that a step leads to, where that is cheaper than going there; else none.
    #[inline]
    fn least_steps_after(&self, _node: &Node, _step: Step, _kind: Kind) -> Option<u32> {
        not_forgotten!();
        None
    }
}
