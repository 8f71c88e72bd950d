//! What helps searches for values.

use crate::{Game, Outcome};

/// What the alpha-beta family asks of a game beside its rules. Whoever knows nothing writes
/// `impl Valuation<Position, Move> for MyGame {}`.
pub trait Valuation<Position, Move> {
    /// Whether alpha-beta is known to solve this game with less work than proof numbers, because it orders moves well or scores
    /// lie close together: then it has the most of the work where several searches take turns.
    #[inline]
    fn suits_alpha_beta(&self) -> bool {
        false
    }

    /// What the value of a position is known to lie between without a search, seen by the first player (of a game that is over,
    /// the result twice), and a note of the game to itself for [`Valuation::candidates`], which often needs the same work. None
    /// to leave it to the rules and to [`Hints::known`](crate::Hints::known).
    #[inline]
    fn bounds(&self, _position: &Position) -> Option<((i32, i32), u64)> {
        None
    }

    /// Hands over the moves that a search must look at, each with a **score** for the order: higher ones are tried first,
    /// equal ones in this order. A search that looks ahead adds it, as points, to what it sees. A move may be left out if
    /// another one is provably as good. Answers `false`, and hands over nothing, to have all moves in the order of the rules.
    /// It is asked of positions only whose bounds differ, with the note of [`Valuation::bounds`].
    #[inline]
    fn candidates(&self, _position: &Position, _note: u64, _emit: &mut impl FnMut(Move, i32)) -> bool {
        false
    }

    /// The same moves, where the game sees what comes of them with little more work: then a search knows it of all of them
    /// before it goes on to the first. It is asked under the same conditions, and answers `false` to be asked for
    /// [`Valuation::candidates`] instead.
    #[inline]
    fn prospects(&self, _position: &Position, _note: u64, _emit: &mut impl FnMut(Prospect<Position, Move>)) -> bool {
        false
    }

    /// Whether no two candidates of a position have the same score. Searches then learn nothing of their own to order moves.
    #[inline]
    fn distinct_scores(&self) -> bool {
        false
    }

    /// About how many moves are left to the end, or 0 if the game does not say: a search spends more on positions with much
    /// below them.
    #[inline]
    fn moves_left(&self, _position: &Position) -> u32 {
        0
    }

    /// What a position is worth that is so near to the end that the game finds out faster than a search would, seen by the
    /// side to move: its value if that lies between `alpha` and `beta`, and else a bound of it on the same side of them.
    /// None if it is not so near. All positions that follow one that is must be near enough too.
    #[inline]
    fn finish(&self, _position: &Position, _alpha: i32, _beta: i32) -> Option<i32> {
        None
    }

    /// What a position looks worth where a search must stop before the end, seen by the first player, in thousandths
    /// ([`Outcome::PARTS`](crate::Outcome::PARTS)) of what results are counted in.
    #[inline]
    fn evaluate(&self, _position: &Position) -> i32 {
        0
    }

    /// A small number that a move shares with its like in other positions, such as the cell that it goes to: what is
    /// learned of one helps to order the others. All moves alike means that nothing is learned.
    #[inline]
    fn move_class(&self, _position: &Position, _mv: Move) -> usize {
        0
    }
}

/// A move, and what comes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prospect<Position, Move> {
    /// The move.
    pub mv: Move,
    /// Its score for the order.
    pub score: i32,
    /// The position after it; or one that play comes to from there by moves that nobody can better, which is worth the same.
    pub position: Position,
    /// What [`Valuation::bounds`] says of that position.
    pub bounds: (i32, i32),
    /// And the note that belongs to it.
    pub note: u64,
}

/// What is known of the value of a position at once, seen by the first player: what the game says, else the result of a game
/// that is over, what is known before the end if that counts (`known`), and what the rules allow. With the game's note for
/// [`candidates`].
#[inline(always)]
pub fn bounds<G: Game>(game: &G, position: &G::Position, known: bool) -> ((i32, i32), u64) {
    if let Some(known) = game.bounds(position) {
        return known;
    }
    if let Some(Outcome(value)) = game.outcome(position) {
        return ((value, value), 0);
    }
    let (least, most) = game.values().range();
    let known = if known { game.known(position) } else { None };
    (known.map_or((least, most), |known| (known.least.max(least), known.most.min(most))), 0)
}

/// The moves that a search for the value must look at, each with its score: those that the game hands over, or all.
#[inline]
pub fn candidates<G: Game>(game: &G, position: &G::Position, note: u64, emit: &mut impl FnMut(G::Move, i32)) {
    if !game.candidates(position, note, emit) {
        every_move(game, position, emit);
    }
}

/// Out of line, so that what is done with a candidate is inlined where games hand them over.
#[inline(never)]
fn every_move<G: Game>(game: &G, position: &G::Position, emit: &mut impl FnMut(G::Move, i32)) {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves.into_iter().for_each(|mv| emit(mv, 0));
}
