//! What an alpha-beta player of Lines of Action looks at. The features are those that Winands describes for MIA
//! (concentration, centralisation, quads, mobility, walls); how they are measured here, and their weights, are ours.

use super::connection::connected;
use super::{Loa, Move, PASS, Position};
use crate::square::{self, SIDE};
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
        let concentration = -60 * self.surplus_distance(own, centre) / count;
        let centralisation = 20 * depth / count;
        concentration
            + centralisation
            + 15 * solid_quads(own, centre)
            + mobility
            + 4 * self.walls(own, other)
            + 10 * turn
    }

    /// How far a side is from having all pieces connected: two for each group, and one for each king's move that a piece is
    /// farther from the centre than it must be.
    pub(super) fn scattered(&self, pieces: u64) -> i32 {
        2 * groups_less_holes(pieces) + self.surplus_distance(pieces, self.centre_of_mass(pieces))
    }

    /// **Concentration**: by how many king's moves the pieces are farther from their centre than so many pieces must be.
    fn surplus_distance(&self, pieces: u64, centre: u8) -> i32 {
        self.distance_from(pieces, centre) - least_distance(pieces.count_ones())
    }

    /// How many king's moves the pieces are away from a square, together.
    pub(super) fn distance_from(&self, pieces: u64, centre: u8) -> i32 {
        let beyond = &self.squares[usize::from(centre & 63)].beyond;
        beyond.iter().map(|beyond| (pieces & beyond).count_ones() as i32).sum()
    }

    /// The square nearest to the mean of all pieces.
    fn centre_of_mass(&self, pieces: u64) -> u8 {
        /// The columns whose number has bit 0, 1, 2.
        const COLUMNS: [u64; 3] = [0xaaaa_aaaa_aaaa_aaaa, 0xcccc_cccc_cccc_cccc, 0xf0f0_f0f0_f0f0_f0f0];
        /// The rows whose number has it.
        const ROWS: [u64; 3] = [0xff00_ff00_ff00_ff00, 0xffff_0000_ffff_0000, 0xffff_ffff_0000_0000];
        let sum = |[one, two, four]: [u64; 3]| {
            (pieces & one).count_ones() + 2 * (pieces & two).count_ones() + 4 * (pieces & four).count_ones()
        };
        let count = pieces.count_ones().max(1);
        let mean = |sets| ((sum(sets) + count / 2) / count) as usize;
        square::at(mean(COLUMNS), mean(ROWS))
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

/// How many king's moves so many pieces are at least away from their centre: one piece is there, eight are around it, sixteen
/// around those.
pub(super) fn least_distance(count: u32) -> i32 {
    [1, 9, 25].iter().map(|&nearer| count.saturating_sub(nearer) as i32).sum()
}

/// How many king's moves lie between two squares.
pub(super) fn distance(from: u8, to: u8) -> i32 {
    let ((column, row), (c, r)) = (square::place(from), square::place(to));
    column.abs_diff(c).max(row.abs_diff(r)) as i32
}

/// The **Euler number** of a set whose squares touch at sides and corners: its groups less the holes in them. Corners less edges
/// plus squares, each counted once (Euler 1758); Winands (2001) counts quads for it.
pub(super) fn groups_less_holes(pieces: u64) -> i32 {
    const LAST_COLUMN: u64 = 0x8080_8080_8080_8080;
    const LAST_ROW: u64 = 0xff00_0000_0000_0000;
    let count = |set: u64| set.count_ones() as i32;
    let right = |set: u64| (set & !LAST_COLUMN) << 1;
    // What lies on the lower side of every square, or on its left side; and what ends on the upper or right edge.
    let (level, upright) = (pieces | pieces << SIDE, pieces | right(pieces));
    let (on_right, on_top) = (pieces & LAST_COLUMN, pieces & LAST_ROW);
    let edges = count(level) + count(on_top) + count(upright) + count(on_right);
    let corners = count(level | right(level))
        + count(on_right | on_right << SIDE)
        + count(on_top | right(on_top))
        + count(on_right & on_top);
    corners - edges + count(pieces)
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
    use crate::Symmetry;
    use crate::loa::Rules;

    #[test]
    fn euler_counts_groups_and_holes() {
        for (pieces, number) in [
            (0, 0),
            (1, 1),
            (1 | 1 << 63, 2),
            (0x8040_2010_0804_0201, 1),
            (0x00ff_00ff_00ff_00ff, 4),
            // A ring, one around a piece, and one of corners that touch.
            (0x0007_0507, 0),
            (0xff81_8199_9981_81ff, 1),
            (0x0002_0502, 0),
        ] {
            assert_eq!(groups_less_holes(pieces), number, "{pieces:x}");
        }
    }

    #[test]
    fn who_is_connected_has_nothing_to_gather_and_who_is_not_has() {
        use provenum_game::Hints;
        let game = Loa::new(8, 8, Rules::Paper, Symmetry::None).unwrap();
        assert_eq!(game.scattered(0x0003_0300), 2);
        // Six on the top row and six on the bottom row, far from the centre.
        assert_eq!(game.scattered(game.start().pieces[0]), 2 * 2 + 12 * 4 - (11 + 3) - 6);
        assert_eq!(game.advantage(&game.start()), 0);
    }

    #[test]
    fn both_sides_see_the_same_position_with_opposite_signs() {
        // Turned by a quarter and with the colours exchanged, the start is the start.
        let game = Loa::new(8, 8, Rules::Paper, Symmetry::None).unwrap();
        let start = game.start();
        let turned = Position { mover: Player::Second, ..start };
        assert_eq!(game.evaluation(&start), -game.evaluation(&turned));
        assert!(game.evaluation(&start).abs() < WON / 10);
    }

    #[test]
    fn a_group_in_the_centre_is_better_than_pieces_in_the_corners() {
        let game = Loa::new(8, 8, Rules::Paper, Symmetry::None).unwrap();
        let good = game.read("b6w/8/8/3bb3/3bb3/8/8/w6w w").unwrap();
        assert!(game.evaluation(&good) > 0);
        let won = game.read("w6w/8/8/3bb3/3bb3/8/8/w6w w").unwrap();
        assert_eq!(game.evaluation(&won), WON);
    }

    #[test]
    fn winning_moves_come_first() {
        let game = Loa::new(8, 8, Rules::Paper, Symmetry::None).unwrap();
        let position = game.read("w6w/8/8/3bb3/3b4/8/3b4/w6w b").unwrap();
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let best = moves.into_iter().max_by_key(|&mv| game.order(&position, mv)).unwrap();
        assert_eq!(game.evaluation(&game.play(&position, best)), WON);
    }
}
