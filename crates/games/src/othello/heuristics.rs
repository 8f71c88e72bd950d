//! What an alpha-beta player of Othello looks at: mobility, corners and what is next to them, and the parity of the regions
//! that are left.

use super::{Othello, PASS, Position};
use crate::square;
use provenum_game::{Game, Outcome, Player};

impl Othello {
    /// How good a position looks to the first player, in thousandths of a disc. The weights are ours, near to what least
    /// squares give for the values of 25,000 positions of 6x6 and 8x8 with 10 to 14 empty squares; they explain three
    /// quarters of the variance.
    pub(super) fn evaluation(&self, position: &Position) -> i32 {
        if let Some(outcome) = self.outcome(position) {
            return outcome.worth(Player::First) * Outcome::PARTS;
        }
        let [first, second] = Player::BOTH.map(|player| position.of(player));
        let empty = self.empty(*position);
        let difference = |one: u64, two: u64| one.count_ones() as i32 - two.count_ones() as i32;
        let on = |squares: u64| difference(first & squares, second & squares);
        // Who plays next to a corner that is empty may lose it.
        let open_corners = self.corners & empty;
        let risky = square::neighbourhood(open_corners) & !open_corners;
        let mobility = difference(self.board.mobility(first, second), self.board.mobility(second, first));
        let frontier = on(square::neighbourhood(empty));
        let anchored = difference(self.anchored(first), self.anchored(second));
        1800 * mobility - 1100 * frontier + 4500 * on(self.corners) + 1900 * anchored
            - 3000 * on(risky & self.inner)
            - 2600 * on(risky & !self.inner)
            + 500 * on(self.board.board)
    }

    /// Discs at the edge that stand in a row with one in a corner: nobody can turn them over any more.
    fn anchored(&self, discs: u64) -> u64 {
        let corners = discs & self.corners;
        let edge = discs & !self.inner;
        let mut row = corners;
        loop {
            let longer = row | (square::beside(row) | row << square::SIDE | row >> square::SIDE) & edge;
            if longer == row {
                return row & !corners;
            }
            row = longer;
        }
    }

    /// How early a legal move should be tried, the highest first: **fastest first** (the fewer replies the other side
    /// has, the smaller the tree below), then corners, then the last move into a region (**parity**: in a quarter of the
    /// board with an odd number of empty squares the mover will have the last word).
    pub(super) fn order(&self, position: &Position, mv: u8) -> i32 {
        if mv == PASS {
            return 0;
        }
        let next = self.play(position, mv);
        let replies = self.board.mobility(next.own, next.other);
        // A corner among the replies is worth much to the other side.
        let weight = replies.count_ones() + 2 * (replies & self.corners).count_ones();
        let corner = i32::from(1u64 << mv & self.corners != 0);
        let odd = i32::from((self.quarter_of(mv) & self.empty(*position)).count_ones() % 2 == 1);
        // Where the other side may get moves later.
        let near = (square::neighbourhood(next.other) & self.empty(next)).count_ones();
        8 * corner + odd - (4 * weight + near) as i32
    }

    /// The quarter of the board that a square is in.
    fn quarter_of(&self, square: u8) -> u64 {
        self.quarters.into_iter().find(|quarter| quarter >> square & 1 == 1).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarters_are_a_quarter_and_hold_their_square() {
        for (width, height) in [(4, 4), (8, 6), (8, 8)] {
            let game = Othello::new(width, height).unwrap();
            for square in square::of(game.board.board) {
                let quarter = game.quarter_of(square);
                assert!(quarter & 1 << square != 0 && quarter & !game.board.board == 0);
                assert_eq!(quarter.count_ones() * 4, width * height);
            }
        }
    }

    #[test]
    fn both_sides_see_the_start_alike_and_a_corner_is_good() {
        let game = Othello::new(8, 8).unwrap();
        let start = game.start();
        assert_eq!(game.evaluation(&start), 0);
        let with_corner = Position { own: start.own | 1, ..start };
        assert!(game.evaluation(&with_corner) > 0);
        assert!(game.evaluation(&Position { mover: Player::Second, ..with_corner }) < 0);
    }

    #[test]
    fn a_corner_and_few_replies_come_first() {
        let game = Othello::new(4, 4).unwrap();
        let text = "-OXX/-OOX/XOOX/---- X";
        let position = game.read(text).unwrap();
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let best = moves.iter().copied().max_by_key(|&mv| game.order(&position, mv)).unwrap();
        assert_eq!(square::name(best), "a1");
    }
}
