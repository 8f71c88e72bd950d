//! The last moves of a game. With few empty squares left it is faster to play on than to remember positions, or to look for
//! a good order of the moves.

use super::Othello;
use crate::square;

/// So many empty squares are few.
pub(super) const FEW: u32 = 6;

/// Less than every result.
const NO_MOVE: i32 = i32::MIN;

impl Othello {
    /// What the side to move, which has `own`, will have won in the end: that, if it is between `alpha` and `beta`, or else a
    /// bound on the same side of them.
    pub(super) fn play_out(&self, own: u64, other: u64, alpha: i32, beta: i32) -> i32 {
        let empty = self.board.board & !(own | other);
        match empty.count_ones() {
            0 => self.result(own, other),
            1 => self.last_move(own, other, empty.trailing_zeros() as u8),
            2 => self.last_two_moves(own, other, beta),
            left => self.last_moves(own, other, alpha, beta, left),
        }
    }

    /// The result with one empty square.
    #[inline]
    fn last_move(&self, own: u64, other: u64, square: u8) -> i32 {
        let flips = self.board.last_flips(own, square);
        if flips != 0 {
            return self.lead(own) + 2 * (flips as i32 + 1);
        }
        let flips = self.board.last_flips(other, square);
        if flips != 0 { -(self.lead(other) + 2 * (flips as i32 + 1)) } else { self.result(own, other) }
    }

    /// By how much a side leads that has these discs, if the other side has all other squares.
    #[inline]
    fn lead(&self, discs: u64) -> i32 {
        2 * discs.count_ones() as i32 - self.board.squares() as i32
    }

    /// The result with two empty squares, or at least `beta`.
    #[inline]
    fn last_two_moves(&self, own: u64, other: u64, beta: i32) -> i32 {
        let best = self.best_of_two(own, other, beta);
        if best != NO_MOVE {
            return best;
        }
        match self.best_of_two(other, own, i32::MAX) {
            NO_MOVE => self.result(own, other),
            best => -best,
        }
    }

    /// What the best move leads to with two empty squares.
    #[inline]
    fn best_of_two(&self, own: u64, other: u64, beta: i32) -> i32 {
        let empty = self.board.board & !(own | other);
        let near = square::neighbourhood(other);
        let mut best = NO_MOVE;
        for disc in [empty & empty.wrapping_neg(), empty & (empty - 1)] {
            if disc & near == 0 {
                continue;
            }
            let flips = self.board.flips(own, other, disc.trailing_zeros() as u8);
            if flips != 0 {
                let last = (empty ^ disc).trailing_zeros() as u8;
                best = best.max(-self.last_move(other ^ flips, own | flips | disc, last));
                if best >= beta {
                    break;
                }
            }
        }
        best
    }

    /// The result with so many empty squares, at least three. Who cannot move passes, and if nobody can, the game is over.
    fn last_moves(&self, own: u64, other: u64, alpha: i32, beta: i32, left: u32) -> i32 {
        let best = self.best_move(own, other, alpha, beta, left);
        if best != NO_MOVE {
            return best;
        }
        match self.best_move(other, own, -beta, -alpha, left) {
            NO_MOVE => self.result(own, other),
            best => -best,
        }
    }

    /// What the best move leads to.
    ///
    /// Squares of odd quarters come first: who plays there can have the last move in that quarter (**parity**).
    #[inline]
    fn best_move(&self, own: u64, other: u64, alpha: i32, beta: i32, left: u32) -> i32 {
        let empty = self.board.board & !(own | other);
        let near = empty & square::neighbourhood(other);
        let odd = self
            .quarters
            .iter()
            .fold(0, |odd, quarter| odd | quarter & 0u64.wrapping_sub(u64::from((empty & quarter).count_ones() % 2)));
        let mut best = NO_MOVE;
        for squares in [near & odd, near & !odd] {
            for square in square::of(squares) {
                let flips = self.board.flips(own, other, square);
                if flips == 0 {
                    continue;
                }
                let (next, rest) = (other ^ flips, own | flips | 1 << square);
                let least = alpha.max(best);
                let value = if left == 3 {
                    -self.last_two_moves(next, rest, -least)
                } else {
                    -self.last_moves(next, rest, -beta, -least, left - 1)
                };
                best = best.max(value);
                if best >= beta {
                    return best;
                }
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mix::SplitMix;
    use provenum_game::{Game, Player};

    /// The value by looking at everything, seen by the side to move.
    fn minimax(game: &Othello, position: super::super::Position) -> i32 {
        if let Some(outcome) = game.outcome(&position) {
            return outcome.worth(position.mover);
        }
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        moves.into_iter().map(|mv| -minimax(game, game.play(&position, mv))).max().unwrap()
    }

    #[test]
    fn the_last_moves_lead_to_what_looking_at_everything_says() {
        let mut random = SplitMix::new(7);
        let mut passes = 0;
        for (width, height) in [(4, 4), (6, 6), (8, 8), (4, 8)] {
            let game = Othello::new(width, height).unwrap();
            for _ in 0..100 {
                // Some are far from any that comes up in play.
                let mut empty = 0u64;
                while empty == 0 || empty.count_ones() > 6 {
                    empty = random.word() & random.word() & random.word() & game.board.board;
                    empty &= random.word() | random.word() & random.word();
                }
                let own = random.word() & game.board.board & !empty;
                let other = game.board.board & !(own | empty);
                let position = super::super::Position { own, other, mover: Player::First };
                passes += u32::from(game.outcome(&position).is_none() && !game.board.can_move(own, other));
                let value = minimax(&game, position);
                assert_eq!(game.play_out(own, other, -100, 100), value);
                for asked in value - 3..value + 3 {
                    assert_eq!(game.play_out(own, other, asked, asked + 1) > asked, value > asked);
                }
            }
        }
        assert!(passes > 10, "{passes}");
    }
}
