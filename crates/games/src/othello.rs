//! Othello: a disc that is put down turns over the discs of the other colour between it and another disc of its own.
//!
//! Mobility and flips are in `reversal.rs`.
//!
//! Results are differences of discs; squares that stay empty go to the winner, as tournaments count. So every result is
//! even.

mod endgame;
mod heuristics;
mod notation;

use crate::mix::mix;
use crate::reversal::Reversal;
use crate::square;
use provenum_game::{Estimate, Game, Hints, InputError, Kind, Outcome, Player, Repetition, Valuation, Values};

/// The sizes that are accepted, for messages.
const SIZES: &str = "WxH with W and H each 4, 6 or 8, such as 8x8";

/// The move of a side that has no other.
pub const PASS: u8 = 64;

/// Othello on a board of some size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Othello {
    board: Reversal,
    corners: u64,
    /// The squares that are not at the edge.
    inner: u64,
    quarters: [u64; 4],
}

/// Discs on the board, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The discs of the side to move.
    own: u64,
    /// The discs of the other side.
    other: u64,
    mover: Player,
}

impl Position {
    #[inline]
    fn of(self, player: Player) -> u64 {
        if player == self.mover { self.own } else { self.other }
    }

    /// After the side to move has put a disc down and turned others over; without both it has passed.
    #[inline]
    fn after(self, disc: u64, flips: u64) -> Position {
        Position { own: self.other ^ flips, other: self.own | flips | disc, mover: self.mover.opponent() }
    }
}

impl Othello {
    /// A board of this size: 4, 6 or 8 columns and rows.
    pub fn new(width: u32, height: u32) -> Result<Othello, InputError> {
        if ![width, height].iter().all(|side| [4, 6, 8].contains(side)) {
            return Err(InputError::parameter("size", format!("a {width}x{height} board is not supported"), SIZES));
        }
        let corner = |column, row| 1u64 << square::at(column, row);
        let (right, top) = (width as usize - 1, height as usize - 1);
        let corners = corner(0, 0) | corner(right, 0) | corner(0, top) | corner(right, top);
        let inner = square::board(width - 2, height - 2) << (1 + square::SIDE);
        let (right, up) = (width / 2, height / 2 * square::SIDE);
        let quarters = [0, right, up, right + up].map(|steps| square::board(width / 2, height / 2) << steps);
        Ok(Othello { board: Reversal::new(width, height), corners, inner, quarters })
    }

    /// The number of columns.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.board.width
    }

    /// The number of rows.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.board.height
    }

    /// The position to start from: two discs of each side in the centre.
    #[must_use]
    pub fn start(&self) -> Position {
        let (column, row) = (self.board.width as usize / 2, self.board.height as usize / 2);
        let disc = |column, row| 1u64 << square::at(column, row);
        Position {
            own: disc(column, row - 1) | disc(column - 1, row),
            other: disc(column - 1, row - 1) | disc(column, row),
            mover: Player::First,
        }
    }

    #[inline]
    fn empty(&self, position: Position) -> u64 {
        self.board.board & !(position.own | position.other)
    }

    #[inline]
    fn is_over(&self, position: Position) -> bool {
        let Position { own, other, .. } = position;
        own | other == self.board.board || !(self.board.can_move(own, other) || self.board.can_move(other, own))
    }

    /// What the side that has `own` has won in the end.
    #[inline]
    fn result(&self, own: u64, other: u64) -> i32 {
        let [own, other] = [own, other].map(|discs| discs.count_ones() as i32);
        let empty = self.board.squares() as i32 - own - other;
        own - other + empty * (own - other).signum()
    }

    #[inline]
    fn outcome_of(&self, position: Position) -> Option<Outcome> {
        self.is_over(position).then(|| Outcome::new(position.mover, self.result(position.own, position.other)))
    }

    /// A hash of both sets and of the mover. A word cannot hold all positions, so this is no bijection.
    #[inline]
    fn key_of(position: Position) -> u64 {
        const OWN: u64 = 0x9e37_79b9_7f4a_7c15;
        const OTHER: u64 = 0xd1b5_4a32_d192_ed03;
        let word = position.own.wrapping_mul(OWN) ^ position.other.wrapping_mul(OTHER).rotate_left(32);
        mix(word ^ position.mover as u64)
    }
}

impl Game for Othello {
    type Position = Position;
    /// The square, eight times the row plus the column, both from 0; or [`PASS`].
    type Move = u8;

    fn values(&self) -> Values {
        let all = self.board.squares() as i32;
        Values::Score { min: -all, max: all, step: 2 }
    }

    /// A pass changes the mover, two in a row end the game, and all other moves add a disc.
    fn repetition(&self) -> Repetition {
        Repetition::Impossible
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.mover
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.outcome_of(*position)
    }

    /// Squares come row by row from `a1`.
    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<u8>) {
        let squares = self.board.mobility(position.own, position.other);
        out.extend(square::of(squares));
        if squares == 0 {
            out.push(PASS);
        }
    }

    #[inline]
    fn mobility(&self, position: &Position, _scratch: &mut Vec<u8>) -> usize {
        (self.board.mobility(position.own, position.other).count_ones() as usize).max(1)
    }

    #[inline]
    fn play(&self, position: &Position, mv: u8) -> Position {
        if mv == PASS {
            return position.after(0, 0);
        }
        position.after(1 << mv, self.board.flips(position.own, position.other, mv))
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        Self::key_of(*position)
    }

    fn encode(&self, position: &Position, out: &mut Vec<u8>) {
        out.push(position.mover as u8);
        for player in Player::BOTH {
            self.board.encode_set(position.of(player), out);
        }
    }

    fn decode(&self, code: &[u8]) -> Option<Position> {
        let (&mover, sets) = code.split_first()?;
        let mover = *Player::BOTH.get(usize::from(mover))?;
        let [first, second, ..] = self.board.decode_sets(sets, 2)?;
        Some(Position::new([first, second], mover))
    }

    #[inline]
    fn successors(&self, position: &Position, emit: &mut impl FnMut(u8, Option<Outcome>, u64)) {
        let Position { own, other, .. } = *position;
        let squares = self.board.mobility(own, other);
        for square in square::of(squares) {
            let next = position.after(1 << square, self.board.flips(own, other, square));
            emit(square, self.outcome_of(next), Self::key_of(next));
        }
        if squares == 0 {
            // The game is not over, so the other side has a move.
            emit(PASS, None, Self::key_of(position.after(0, 0)));
        }
    }
}

impl Hints<Position, u8> for Othello {
    #[inline]
    fn has_estimates(&self) -> bool {
        true
    }

    /// Mobility, as Allis (1994) counts it: what expanding the position would say.
    #[inline]
    fn estimate(&self, position: &Position, kind: Kind) -> Estimate {
        Estimate::mobility(kind, self.mobility(position, &mut Vec::new()))
    }
}

impl Valuation<Position, u8> for Othello {
    #[inline]
    fn suits_alpha_beta(&self) -> bool {
        true
    }

    /// Whether the game is over. The note is where the side to move can go.
    #[inline]
    fn bounds(&self, position: &Position) -> Option<((i32, i32), u64)> {
        let Position { own, other, mover } = *position;
        let squares = self.board.mobility(own, other);
        if squares == 0 && !self.board.can_move(other, own) {
            let Outcome(value) = Outcome::new(mover, self.result(own, other));
            return Some(((value, value), squares));
        }
        let all = self.board.squares() as i32;
        Some(((-all, all), squares))
    }

    #[inline]
    fn candidates(&self, position: &Position, squares: u64, emit: &mut impl FnMut(u8, i32)) -> bool {
        for mv in square::of(squares) {
            emit(mv, self.order(position, mv));
        }
        if squares == 0 {
            emit(PASS, 0);
        }
        true
    }

    #[inline]
    fn moves_left(&self, position: &Position) -> u32 {
        self.empty(*position).count_ones()
    }

    #[inline]
    fn finish(&self, position: &Position, alpha: i32, beta: i32) -> Option<i32> {
        let near_the_end = self.empty(*position).count_ones() <= endgame::FEW;
        near_the_end.then(|| self.play_out(position.own, position.other, alpha, beta))
    }

    fn evaluate(&self, position: &Position) -> i32 {
        self.evaluation(position)
    }

    fn move_class(&self, _position: &Position, mv: u8) -> usize {
        mv.into()
    }
}

impl Position {
    fn new(discs: [u64; 2], mover: Player) -> Position {
        Position { own: discs[mover as usize], other: discs[mover.opponent() as usize], mover }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_squares_go_to_the_winner() {
        let game = Othello::new(4, 4).unwrap();
        for (first, second, result) in [(0b111, 0b1000, 14), (0b1, 0b1000, 0), (0, 0b11, -16), (0xf, 0x0f0f_0f00, -8)] {
            for mover in Player::BOTH {
                assert_eq!(game.outcome(&Position::new([first, second], mover)), Some(Outcome(result)));
            }
        }
    }

    #[test]
    fn a_code_is_what_the_documentation_says() {
        let game = Othello::new(8, 8).unwrap();
        let mut code = Vec::new();
        game.encode(&game.start(), &mut code);
        let expected = [0, 0, 0, 0, 0x08, 0x10, 0, 0, 0, 0, 0, 0, 0x10, 0x08, 0, 0, 0];
        assert_eq!(code, expected);
        assert!(game.decode(&[[1].as_slice(), &[255; 16]].concat()).is_none(), "two discs on a square");
        assert!(game.decode(&[[2].as_slice(), &[0; 16]].concat()).is_none(), "a third player");
    }

    #[test]
    fn keys_tell_positions_apart() {
        use std::collections::{HashMap, HashSet};
        let game = Othello::new(8, 8).unwrap();
        let mut by_key = HashMap::new();
        let mut level = HashSet::from([game.start()]);
        for _ in 0..7 {
            let mut next = HashSet::new();
            for position in &level {
                assert_eq!(*by_key.entry(game.key(position)).or_insert(*position), *position);
                game.successors(position, &mut |mv, _, _| _ = next.insert(game.play(position, mv)));
            }
            level = next;
        }
        assert!(by_key.len() > 5_000);
    }

    #[test]
    fn sizes_are_even() {
        for (width, height) in [(3, 3), (2, 2), (10, 10), (4, 5), (0, 0), (u32::MAX, 4)] {
            assert!(Othello::new(width, height).is_err());
        }
    }
}
