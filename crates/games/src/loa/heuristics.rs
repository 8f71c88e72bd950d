//! What an alpha-beta player of Lines of Action looks at. The features are those that Winands describes for MIA
//! (concentration, centralisation, quads, mobility, walls); how they are measured here, and their weights, are ours.

use super::connection::connected;
use super::{Loa, Move, PASS, Position};
use crate::square;
use provenum_game::{Game, Player};

/// What a won position is worth in [`Loa::evaluation`].
pub(super) const WON: i32 = 10_000;

/// The squares of which a quad is the lowest: all four are on the word's board.
const QUADS: u64 = 0x007f_7f7f_7f7f_7f7f;

impl Loa {
    /// How good a position looks to the first player, within ±[`WON`], which stands for the result of a finished game.
    pub(super) fn evaluation(&self, position: &Position) -> i32 {
        if let Some(outcome) = self.outcome(position) {
            return WON * outcome.worth(Player::First);
        }
        let [first, second] = Player::BOTH.map(|player| self.prospects(position, player));
        first - second
    }

    /// How early a legal move should be tried, the highest first: a win, then moves towards the own centre of mass and the
    /// centre of the board; taking a piece helps the other side to connect, so it counts only a little.
    pub(super) fn order(&self, position: &Position, mv: Move) -> i32 {
        if mv == PASS {
            return 0;
        }
        let own = position.own();
        if connected(own ^ 1 << mv.from | 1 << mv.to) {
            return WON;
        }
        let centre = self.centre_of_mass(own);
        let nearer = distance(mv.from, centre) - distance(mv.to, centre);
        let inwards = self.depth(mv.to) - self.depth(mv.from);
        let takes = i32::from(position.other() & 1 << mv.to != 0);
        10 * nearer + 4 * inwards + 2 * takes
    }

    /// What a player's own pieces promise.
    fn prospects(&self, position: &Position, player: Player) -> i32 {
        let (own, other) = (position.of(player), position.of(player.opponent()));
        let count = own.count_ones() as i32;
        let centre = self.centre_of_mass(own);
        let mobility = {
            let mut moves = 0;
            self.each_move(&Position { mover: player, ..*position }, |_| moves += 1);
            moves
        };
        let depth: i32 = square::of(own).map(|square| self.depth(square)).sum();
        let turn = i32::from(position.mover == player);
        let concentration = -60 * surplus_distance(own, centre) / count;
        let centralisation = 20 * depth / count;
        concentration
            + centralisation
            + 15 * solid_quads(own, centre)
            + mobility
            + 4 * self.walls(own, other)
            + 10 * turn
    }

    /// The square nearest to the mean of all pieces.
    fn centre_of_mass(&self, pieces: u64) -> u8 {
        let count = pieces.count_ones().max(1) as usize;
        let (columns, rows) =
            square::of(pieces).map(square::place).fold((0, 0), |(c, r), (column, row)| (c + column, r + row));
        square::at((columns + count / 2) / count, (rows + count / 2) / count)
    }

    /// How many squares lie between this one and the edge, upright and level.
    fn depth(&self, square: u8) -> i32 {
        let (column, row) = square::place(square);
        let (right, top) = (self.width as usize - 1, self.height as usize - 1);
        (column.min(right - column) + row.min(top - row)) as i32
    }

    /// **Walls**: the directions in which pieces of the other side on the edge look at one of ours next to them. They
    /// cannot jump it.
    fn walls(&self, own: u64, other: u64) -> i32 {
        let inner = square::board(self.width - 2, self.height - 2) << (1 + square::SIDE);
        let next_to = |square: u8| square::neighbourhood(1 << square) & own & inner;
        square::of(other & !inner).map(|square| next_to(square).count_ones() as i32).sum()
    }
}

/// How many king's moves lie between two squares.
fn distance(from: u8, to: u8) -> i32 {
    let ((column, row), (c, r)) = (square::place(from), square::place(to));
    column.abs_diff(c).max(row.abs_diff(r)) as i32
}

/// **Concentration**: by how many king's moves the pieces are farther from their centre than so many pieces must be.
fn surplus_distance(pieces: u64, centre: u8) -> i32 {
    let sum: i32 = square::of(pieces).map(|square| distance(square, centre)).sum();
    // One piece is in the centre, eight around it, sixteen around those.
    let count = pieces.count_ones() as i32;
    let least = (count - 1).max(0) + (count - 9).max(0) + (count - 25).max(0);
    sum - least
}

/// **Quads** with three or four pieces near the centre of mass: groups that are hard to break.
fn solid_quads(pieces: u64, centre: u8) -> i32 {
    let (a, b, c, d) = (pieces, pieces >> 1, pieces >> 8, pieces >> 9);
    let solid = (a & b & (c | d)) | (c & d & (a | b));
    square::of(solid & QUADS).filter(|&quad| distance(quad, centre) <= 2).count() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loa::Rules;

    #[test]
    fn both_sides_see_the_same_position_with_opposite_signs() {
        // Turned by a quarter and with the colours exchanged, the start is the start.
        let game = Loa::new(8, 8, Rules::Paper).unwrap();
        let start = game.start();
        let turned = Position { mover: Player::Second, ..start };
        assert_eq!(game.evaluation(&start), -game.evaluation(&turned));
        assert!(game.evaluation(&start).abs() < WON / 10);
    }

    #[test]
    fn a_group_in_the_centre_is_better_than_pieces_in_the_corners() {
        let game = Loa::new(8, 8, Rules::Paper).unwrap();
        let good = game.read("b6w/8/8/3bb3/3bb3/8/8/w6w w").unwrap();
        assert!(game.evaluation(&good) > 0);
        let won = game.read("w6w/8/8/3bb3/3bb3/8/8/w6w w").unwrap();
        assert_eq!(game.evaluation(&won), WON);
    }

    #[test]
    fn winning_moves_come_first() {
        let game = Loa::new(8, 8, Rules::Paper).unwrap();
        let position = game.read("w6w/8/8/3bb3/3b4/8/3b4/w6w b").unwrap();
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let best = moves.into_iter().max_by_key(|&mv| game.order(&position, mv)).unwrap();
        assert_eq!(game.evaluation(&game.play(&position, best)), WON);
    }
}
