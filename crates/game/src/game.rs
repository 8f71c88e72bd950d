//! The rules of a two-player game.

use crate::{Counts, Estimate, Holding, Outcome, Player, Values};
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
/// a game can do better; the conformance suite of `provenum-games` checks that an override agrees with the default.
pub trait Game {
    /// Everything the future of the game depends on.
    type Position: Clone + Eq + Hash;
    /// A move. At most 4 bytes keep a tree node within 20.
    type Move: Copy + Eq;

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

    /// As [`Game::successors`], with the first guess of positions that are not over where the work for the result has told it
    /// already.
    #[inline]
    fn successors_with_estimates(
        &self,
        position: &Self::Position,
        _progress: Player,
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

    /// Whether the answer to one move will often answer the other too: a search may try that first.
    #[inline]
    fn similar(&self, _position: &Self::Position, _one: Self::Move, _other: Self::Move) -> bool {
        false
    }

    /// Whether moves have a [`Game::group`].
    #[inline]
    fn has_groups(&self) -> bool {
        false
    }

    /// A number below 128 that the move shares with others of the same position that are probably worth the same. Searches may
    /// try such moves one after the other, in the order of [`Game::moves`], and count only one of them at a time.
    #[inline]
    fn group(&self, _position: &Self::Position, _mv: Self::Move) -> Option<u8> {
        None
    }

    /// How many legal moves a position that is not over has. Override it where they can be counted without making a list, for
    /// which `scratch` is the room.
    #[inline]
    fn mobility(&self, position: &Self::Position, scratch: &mut Vec<Self::Move>) -> usize {
        scratch.clear();
        self.moves(position, scratch);
        scratch.len()
    }

    /// Whether so many ways lead to the same positions that sums over moves count most of them time and again. Searches may
    /// then let such sums grow more slowly.
    #[inline]
    fn overcounts(&self) -> bool {
        false
    }

    /// Whether positions have a [`Game::holding`].
    #[inline]
    fn has_holdings(&self) -> bool {
        false
    }

    /// What `progress` holds that can only help it, such as pieces in hand, apart from all else.
    #[inline]
    fn holding(&self, _position: &Self::Position, _progress: Player) -> Option<Holding> {
        None
    }

    /// What `progress` holds after a legal move. Override it where that is cheaper than playing the move.
    #[inline]
    fn holding_after(&self, position: &Self::Position, mv: Self::Move, progress: Player) -> Option<Holding> {
        self.holding(&self.play(position, mv), progress)
    }

    /// The least that `progress` could hold for a position where it succeeds to be won in the same way (`proven`), or the most
    /// where it fails. `children` are the moves that decide it, one or all, with the same for the positions after them; where
    /// the game is over there are none.
    #[inline]
    fn enough(
        &self,
        position: &Self::Position,
        progress: Player,
        _proven: bool,
        _children: &[(Self::Move, Counts)],
    ) -> Counts {
        self.holding(position, progress).map_or([0; 8], |holding| Holding::unpack(holding.counts()))
    }

    /// The fewest moves, at least 1, in which `progress` can reach its goal from a position that is not over.
    #[inline]
    fn least_moves(&self, _position: &Self::Position, _progress: Player) -> u32 {
        1
    }

    /// The same after a legal move that does not end the game. Override it where that is cheaper than playing the move.
    #[inline]
    fn least_moves_after(&self, position: &Self::Position, mv: Self::Move, progress: Player) -> u32 {
        self.least_moves(&self.play(position, mv), progress)
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

    /// Whether there is a position whose first guess is not 1 and 1. If not, searches need not ask.
    #[inline]
    fn has_estimates(&self) -> bool {
        false
    }

    /// First guess of how hard it is to prove, or to disprove, that `progress` reaches its goal from here. Override
    /// [`Game::has_estimates`] too.
    #[inline]
    fn estimate(&self, _position: &Self::Position, _progress: Player) -> Estimate {
        Estimate::UNIT
    }

    /// The first guess after a legal move. Override it where that is cheaper than playing the move.
    #[inline]
    fn estimate_after(&self, position: &Self::Position, mv: Self::Move, progress: Player) -> Estimate {
        self.estimate(&self.play(position, mv), progress)
    }

    /// How much better off the first player looks than the other, in points, for searches that weigh first numbers by it.
    #[inline]
    fn advantage(&self, _position: &Self::Position) -> i32 {
        0
    }

    /// What a move costs by itself, in proof and disproof numbers of `progress`: more for moves that look bad, so that a
    /// search which counts costs tries the others first.
    #[inline]
    fn move_cost(&self, _position: &Self::Position, _mv: Self::Move, _progress: Player) -> Estimate {
        Estimate::FREE
    }

    /// What the value of a position is known to lie between without a search, seen by the first player. Of a game that is
    /// over, it is the result twice.
    #[inline]
    fn bounds(&self, position: &Self::Position) -> (i32, i32) {
        match self.outcome(position) {
            Some(Outcome(value)) => (value, value),
            None => self.values().range(),
        }
    }

    /// Hands over the moves that a search for the value must look at, each with its *promise*: moves that promise more are
    /// tried first, equal ones in this order. A search that looks ahead adds it, as points, to what it sees. A move may be
    /// left out if another one is provably as good. It is asked of positions only whose bounds differ.
    #[inline]
    fn candidates(&self, position: &Self::Position, emit: &mut impl FnMut(Self::Move, i32)) {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        for mv in moves {
            emit(mv, 0);
        }
    }

    /// [`Game::bounds`], with a note of the game to itself for [`Game::candidates_by_note`]. Override both where bounds and
    /// candidates share work.
    #[inline]
    fn bounds_and_note(&self, position: &Self::Position) -> ((i32, i32), u64) {
        (self.bounds(position), 0)
    }

    /// [`Game::candidates`], with what [`Game::bounds_and_note`] has noted of this position.
    #[inline]
    fn candidates_by_note(&self, position: &Self::Position, _note: u64, emit: &mut impl FnMut(Self::Move, i32)) {
        self.candidates(position, emit);
    }

    /// Whether no two candidates of a position promise the same. Searches then learn nothing of their own to order moves.
    #[inline]
    fn distinct_promises(&self) -> bool {
        false
    }

    /// About how many moves are left to the end, or 0 if the game does not say: a search spends more on positions with much
    /// below them.
    #[inline]
    fn moves_left(&self, _position: &Self::Position) -> u32 {
        0
    }

    /// What a position is worth that is so near to the end that the game finds out faster than a search would, seen by the
    /// side to move: its value if that lies between `alpha` and `beta`, and else a bound of it on the same side of them.
    /// None if it is not so near. All positions that follow one that is must be near enough too.
    #[inline]
    fn finish(&self, _position: &Self::Position, _alpha: i32, _beta: i32) -> Option<i32> {
        None
    }

    /// What a position looks worth where a search must stop before the end, seen by the first player, in thousandths
    /// ([`Outcome::PARTS`]) of what results are counted in.
    #[inline]
    fn evaluate(&self, _position: &Self::Position) -> i32 {
        0
    }

    /// A small number that a move shares with its like in other positions, such as the cell that it goes to: what is
    /// learned of one helps to order the others. All moves alike means that nothing is learned.
    #[inline]
    fn move_class(&self, _position: &Self::Position, _mv: Self::Move) -> usize {
        0
    }
}
