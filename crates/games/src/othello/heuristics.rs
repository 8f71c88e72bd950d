//! What an alpha-beta player of Othello looks at: mobility, corners, and the parity of the regions that are left.

use super::{Othello, PASS, Position};
use crate::square;
use provenum_game::{Game, Player};

impl Othello {
    /// How good a position looks to the first player, about in discs. At the end of the game it is the result; before it,
    /// moves and corners count, and discs only as the board fills up: many of them early are a weakness.
    pub(super) fn evaluation(&self, position: &Position) -> i32 {
        if let Some(outcome) = self.outcome(position) {
            return outcome.worth(Player::First);
        }
        let [first, second] = Player::BOTH.map(|player| position.of(player));
        let difference = |one: u64, two: u64| one.count_ones() as i32 - two.count_ones() as i32;
        let mobility = difference(self.board.mobility(first, second), self.board.mobility(second, first));
        let corners = difference(first & self.corners, second & self.corners);
        let (taken, all) = ((first | second).count_ones() as i32, self.board.squares() as i32);
        mobility + 6 * corners + difference(first, second) * (2 * taken - all).max(0) / all
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
        let odd = i32::from((self.quarter_of(mv) & !(position.own | position.other)).count_ones() % 2 == 1);
        8 * corner + odd - 4 * weight as i32
    }

    /// The quarter of the board that a square is in.
    fn quarter_of(&self, square: u8) -> u64 {
        let (column, row) = square::place(square);
        let (width, height) = (self.board.width / 2, self.board.height / 2);
        let (right, up) = (column as u32 / width, row as u32 / height);
        square::board(width, height) << (right * width + up * height * square::SIDE)
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
