//! The rules of a two-player game.

use crate::{Estimate, Hints, Kind, Outcome, Player, Valuation, Values, Word};
use std::hash::Hash;

/// What a position that comes back is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetition {
    /// No position can come back: the game is acyclic.
    Impossible,
    /// Endless play has this result.
    Worth(Outcome),
    /// Repeating is illegal, or lost for the one who does it: the value of a position depends on how it was reached.
    /// Answers about such games cannot be certified.
    ByHistory,
}

/// The rules of a two-player game with perfect information.
///
/// Positions are small values that are copied, never undone. Levels need not alternate: a player may move twice.
///
/// The required methods are the rules themselves. The provided ones are right for every game and may be overridden where
/// a game can do better; the conformance suite of `provenum-games` checks that an override agrees with the default. What only
/// helps, and proves nothing, is in two other traits: [`Hints`] and [`Valuation`].
pub trait Game:
    Hints<<Self as Game>::Position, <Self as Game>::Move> + Valuation<<Self as Game>::Position, <Self as Game>::Move> + Sync
{
    /// Everything the future of the game depends on.
    type Position: Clone + Eq + Hash + Send + Sync + 'static;
    /// A move.
    type Move: Word;

    /// The results the rules allow.
    fn values(&self) -> Values {
        Values::WinDrawLoss
    }
    /// What a position that comes back is worth.
    fn repetition(&self) -> Repetition;
    /// Whose turn it is.
    fn to_move(&self, position: &Self::Position) -> Player;
    /// The result, if the game is over.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;
    /// Appends the legal moves of a position that is not over, in an order that depends on the position alone.
    fn moves(&self, position: &Self::Position, out: &mut Vec<Self::Move>);
    /// The position after a legal move.
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;
    /// A hash for tables, equal for equal positions. Proofs never rest on it.
    fn key(&self, position: &Self::Position) -> u64;
    /// Appends a code that no other position of this game has. Proofs rest on it.
    fn encode(&self, position: &Self::Position, out: &mut Vec<u8>);
    /// The position with this code; none if [`Game::encode`] gives this code to no position.
    fn decode(&self, code: &[u8]) -> Option<Self::Position>;

    /// The result after a legal move, if that ends the game.
    #[inline]
    fn outcome_after(&self, position: &Self::Position, mv: Self::Move) -> Option<Outcome> {
        self.outcome(&self.play(position, mv))
    }

    /// The key after a legal move. When it is cheap, tables can be prefetched before positions exist.
    #[inline]
    fn key_after(&self, position: &Self::Position, mv: Self::Move) -> u64 {
        self.key(&self.play(position, mv))
    }

    /// Hands over every legal move with the result and the key after it, in the order of [`Game::moves`]. Override it
    /// where siblings can share work.
    #[inline]
    fn successors(&self, position: &Self::Position, emit: &mut impl FnMut(Self::Move, Option<Outcome>, u64)) {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        for mv in moves {
            emit(mv, self.outcome_after(position, mv), self.key_after(position, mv));
        }
    }

    /// As [`Game::successors`], with the first numbers of positions that are not over ([`Hints::estimate`]) where the work for
    /// the result has told them already. `kind` says who chooses at `position`.
    #[inline]
    fn successors_with_estimates(
        &self,
        position: &Self::Position,
        _kind: Kind,
        emit: &mut impl FnMut(Self::Move, Option<Outcome>, u64, Option<Estimate>),
    ) {
        self.successors(position, &mut |mv, outcome, key| emit(mv, outcome, key, None));
    }

    /// Whether two positions with one key are the same for a search: mirror images are, in a game that lets them share keys.
    /// To come from one to the other is to repeat.
    #[inline]
    fn alike(&self, one: &Self::Position, other: &Self::Position) -> bool {
        one == other
    }

    /// Whether no position from before this move can come back after it, as after a capture.
    #[inline]
    fn irreversible(&self, _position: &Self::Position, _mv: Self::Move) -> bool {
        false
    }

    /// How many legal moves a position that is not over has. Override it where they can be counted without making a list, for
    /// which `scratch` is the room.
    #[inline]
    fn mobility(&self, position: &Self::Position, scratch: &mut Vec<Self::Move>) -> usize {
        scratch.clear();
        self.moves(position, scratch);
        scratch.len()
    }

    /// Hands over the keys after all legal moves, in any order.
    #[inline]
    fn keys_after(&self, position: &Self::Position, emit: &mut impl FnMut(u64)) {
        self.successors(position, &mut |_, _, key| emit(key));
    }

    /// Whether [`Game::keys_after`] takes less time than a memory access. Searches then use it to fetch what they will
    /// need soon.
    #[inline]
    fn cheap_keys(&self) -> bool {
        false
    }
}
