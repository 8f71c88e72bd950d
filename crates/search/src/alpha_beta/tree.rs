//! What the alpha-beta searches see: a tree with values. A game is one, and so is an AND/OR problem, whose values are two.

use super::window::{Bounds, Found, INFINITY, Window};
use provenum_game::{AndOr, Game, Kind, Outcome, Player, Prospect, Status, bounds, candidates};

/// A node that is known at first sight, before anything below it is searched.
#[derive(Clone, Copy)]
pub(super) struct Look<N> {
    pub(super) node: N,
    pub(super) mover: Player,
    pub(super) key: u64,
    /// In the mover's eyes.
    pub(super) known: Bounds,
    pub(super) note: u64,
}

/// A tree with values, seen by the first player unless it says otherwise.
pub(super) trait Tree {
    type Node: Clone + Eq;
    type Move: Copy + Eq;

    /// Whether anything is known before the end.
    fn knows(&self) -> bool;
    /// Whose turn it is.
    fn mover(&self, node: &Self::Node) -> Player;
    /// What is known of the value at once, in the mover's eyes, with a note for `candidates`.
    fn bounds(&self, node: &Self::Node, mover: Player) -> (Bounds, u64);
    /// What is found out about the value without a search, in the mover's eyes, if the node is near the end.
    #[inline]
    fn finish(&self, _node: &Self::Node, _window: Window) -> Option<Found> {
        None
    }
    /// About how many levels are left to the end; 0 if that is not known.
    #[inline]
    fn levels_left(&self, _node: &Self::Node) -> u32 {
        0
    }
    /// What the value looks like where the search must stop, in the mover's eyes.
    fn evaluate(&self, node: &Self::Node, mover: Player) -> i32;
    /// The moves to look at, with their scores. A node without any is one of which nothing will ever be known.
    fn candidates(&self, node: &Self::Node, note: u64, emit: &mut impl FnMut(Self::Move, i32));
    /// The same, each with the node that it comes to at first sight; `false` if that is not to be had for less than a visit.
    #[inline]
    fn prospects(
        &self,
        _node: &Self::Node,
        _note: u64,
        _emit: &mut impl FnMut(Self::Move, i32, Look<Self::Node>),
    ) -> bool {
        false
    }
    /// Whether the scores of a node's moves all differ.
    fn distinct_scores(&self) -> bool;
    /// All moves.
    fn moves(&self, node: &Self::Node, out: &mut Vec<Self::Move>);
    fn play(&self, node: &Self::Node, mv: Self::Move) -> Self::Node;
    fn key(&self, node: &Self::Node) -> u64;
    fn move_class(&self, node: &Self::Node, mv: Self::Move) -> usize;
}

/// A game with all its values.
pub(super) struct Valued<'g, G> {
    pub(super) game: &'g G,
    /// By how much results are multiplied: by 1, or by what evaluations divide them into.
    pub(super) unit: i32,
    /// Whether the last moves are left to the game, if it knows how to play them.
    pub(super) endgames: bool,
    /// Whether what is known before the end counts.
    pub(super) known: bool,
}

impl<G> Valued<'_, G> {
    /// What the value lies between, as the search counts it, in the mover's eyes.
    #[inline]
    fn scaled(&self, mover: Player, (least, most): (i32, i32)) -> Bounds {
        let scaled = |value: i32| value.saturating_mul(self.unit).clamp(1 - INFINITY, INFINITY - 1);
        Bounds::seen_by(mover, (scaled(least), scaled(most)))
    }
}

impl<G: Game> Tree for Valued<'_, G> {
    type Node = G::Position;
    type Move = G::Move;

    fn knows(&self) -> bool {
        self.known
    }

    #[inline]
    fn mover(&self, node: &G::Position) -> Player {
        self.game.to_move(node)
    }

    #[inline(always)]
    fn bounds(&self, node: &G::Position, mover: Player) -> (Bounds, u64) {
        let (range, note) = bounds(self.game, node, self.known);
        (self.scaled(mover, range), note)
    }

    #[inline]
    fn finish(&self, node: &G::Position, window: Window) -> Option<Found> {
        // Between evaluations there are values that no game ends with.
        if !self.endgames || self.unit > 1 {
            return None;
        }
        self.game.finish(node, window.alpha, window.beta).map(|value| Found::certain(value, window))
    }

    #[inline]
    fn levels_left(&self, node: &G::Position) -> u32 {
        self.game.moves_left(node)
    }

    #[inline]
    fn evaluate(&self, node: &G::Position, mover: Player) -> i32 {
        Outcome(self.game.evaluate(node)).worth(mover)
    }

    #[inline]
    fn candidates(&self, node: &G::Position, note: u64, emit: &mut impl FnMut(G::Move, i32)) {
        candidates(self.game, node, note, emit);
    }

    #[inline]
    fn prospects(&self, node: &G::Position, note: u64, emit: &mut impl FnMut(G::Move, i32, Look<G::Position>)) -> bool {
        self.game.prospects(node, note, &mut |Prospect { mv, score, position, bounds, note }| {
            let (mover, key) = (self.game.to_move(&position), self.game.key(&position));
            emit(mv, score, Look { node: position, mover, key, known: self.scaled(mover, bounds), note });
        })
    }

    fn distinct_scores(&self) -> bool {
        self.game.distinct_scores()
    }

    fn moves(&self, node: &G::Position, out: &mut Vec<G::Move>) {
        self.game.moves(node, out);
    }

    #[inline]
    fn play(&self, node: &G::Position, mv: G::Move) -> G::Position {
        self.game.play(node, mv)
    }

    #[inline]
    fn key(&self, node: &G::Position) -> u64 {
        self.game.key(node)
    }

    #[inline]
    fn move_class(&self, node: &G::Position, mv: G::Move) -> usize {
        self.game.move_class(node, mv)
    }
}

/// An AND/OR problem: 1 if it is proven, else 0. The first player is OR.
pub(super) struct Proving<'p, P> {
    pub(super) problem: &'p P,
    /// How unknown leaves are taken.
    pub(super) unknown: i32,
    /// Whether anything is known before the end.
    pub(super) knows: bool,
}

impl<P: AndOr> Tree for Proving<'_, P> {
    type Node = P::Node;
    type Move = P::Step;

    fn knows(&self) -> bool {
        self.knows
    }

    #[inline]
    fn mover(&self, node: &P::Node) -> Player {
        match self.problem.kind(node) {
            Kind::Or => Player::First,
            Kind::And => Player::Second,
        }
    }

    #[inline]
    fn bounds(&self, node: &P::Node, mover: Player) -> (Bounds, u64) {
        let status = match self.problem.status(node) {
            Status::Open if self.knows => self.problem.known(node).map_or(Status::Open, |known| known.status()),
            status => status,
        };
        let range = match status {
            Status::Proven => (1, 1),
            Status::Disproven => (0, 0),
            Status::Open => (0, 1),
        };
        (Bounds::seen_by(mover, range), 0)
    }

    #[inline]
    fn evaluate(&self, _node: &P::Node, mover: Player) -> i32 {
        Outcome(self.unknown).worth(mover)
    }

    #[inline]
    fn candidates(&self, node: &P::Node, _note: u64, emit: &mut impl FnMut(P::Step, i32)) {
        let mut steps = Vec::new();
        self.problem.steps(node, &mut steps);
        for step in steps {
            emit(step, 0);
        }
    }

    fn distinct_scores(&self) -> bool {
        false
    }

    fn moves(&self, node: &P::Node, out: &mut Vec<P::Step>) {
        self.problem.steps(node, out);
    }

    #[inline]
    fn play(&self, node: &P::Node, step: P::Step) -> P::Node {
        self.problem.follow(node, step)
    }

    /// What is remembered of one way to take unknown leaves must not serve the other.
    #[inline]
    fn key(&self, node: &P::Node) -> u64 {
        self.problem.key(node) ^ (self.unknown as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    #[inline]
    fn move_class(&self, _node: &P::Node, _step: P::Step) -> usize {
        0
    }
}
