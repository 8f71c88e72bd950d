//! Hex: two players put stones on a board of hexagons; the first joins top and bottom, the second left and right. Somebody does.
//!
//! A set of cells is a word of 128 bits, row by row from the top. Chains are found by flooding such sets. What is known before
//! the end comes from virtual connections (`connections`).

mod connections;
mod hints;
mod notation;

use crate::mix::{SplitMix, mix};
use provenum_game::{Game, Outcome, Player, Repetition, Values};

/// A set of cells.
type Cells = u128;

/// The most columns and rows.
const MOST_SIDE: u32 = 11;
/// The most cells.
const MOST_CELLS: usize = (MOST_SIDE * MOST_SIDE) as usize;

/// One random word for each player's stone on each cell.
static ZOBRIST: [[u64; MOST_CELLS]; 2] = {
    let mut random = SplitMix::new(0x0068_6578);
    let mut words = [[0; MOST_CELLS]; 2];
    let mut index = 0;
    while index < 2 * MOST_CELLS {
        words[index / MOST_CELLS][index % MOST_CELLS] = random.word();
        index += 1;
    }
    words
};

/// Hex on a board of some size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hex {
    columns: u32,
    rows: u32,
    /// Whether a position and what it is when the board is turned round share a key.
    symmetric: bool,
    board: Cells,
    /// The cells of the first column and of the last.
    left: Cells,
    right: Cells,
}

/// Stones on the board. Whose turn it is follows from their number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The stones of the first and of the second player.
    stones: [Cells; 2],
    key: u64,
    /// The key when the board is turned round.
    turned_key: u64,
}

impl Position {
    #[inline]
    fn taken(self) -> Cells {
        self.stones[0] | self.stones[1]
    }

    #[inline]
    fn to_move(self) -> Player {
        if self.taken().count_ones().is_multiple_of(2) { Player::First } else { Player::Second }
    }
}

/// The cells of a set, rising.
#[inline]
fn each(mut cells: Cells) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = (cells != 0).then(|| cells.trailing_zeros() as u8);
        cells &= cells.wrapping_sub(1);
        cell
    })
}

impl Hex {
    /// A board of so many columns and rows, each from 1 to 11.
    fn new(columns: u32, rows: u32, symmetric: bool) -> Option<Hex> {
        let side = 1..=MOST_SIDE;
        if !side.contains(&columns) || !side.contains(&rows) {
            return None;
        }
        let board = (1 << (columns * rows)) - 1;
        let left = (0..rows).fold(0, |cells, row| cells | 1 << (row * columns));
        Some(Hex { columns, rows, symmetric, board, left, right: left << (columns - 1) })
    }

    #[inline]
    fn size(&self) -> u32 {
        self.columns * self.rows
    }

    #[inline]
    fn free(&self, position: &Position) -> Cells {
        self.board & !position.taken()
    }

    /// The two edges that a player joins.
    #[inline]
    fn edges(&self, player: Player) -> [Cells; 2] {
        match player {
            Player::First => {
                let top = (1 << self.columns) - 1;
                [top, top << (self.columns * (self.rows - 1))]
            }
            Player::Second => [self.left, self.right],
        }
    }

    /// The cells next to those of a set.
    #[inline]
    fn beside(&self, cells: Cells) -> Cells {
        let columns = self.columns;
        let (not_left, not_right) = (cells & !self.left, cells & !self.right);
        let mut found = not_left >> 1 | not_right << 1;
        found |= cells >> columns | not_right >> (columns - 1);
        found |= cells << columns;
        // Where there is one column only, a step down and to the left leaves the board.
        found |= not_left << (columns - 1);
        found & self.board
    }

    /// All of a set that is joined with some of its cells.
    #[inline]
    fn flood(&self, from: Cells, within: Cells) -> Cells {
        let mut reached = from & within;
        loop {
            let more = reached | self.beside(reached) & within;
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    #[inline]
    fn joins(&self, player: Player, stones: Cells) -> bool {
        let [from, to] = self.edges(player);
        self.flood(from, stones) & to != 0
    }

    /// The cells where one more stone joins a player's edges.
    #[inline]
    fn joining(&self, player: Player, stones: Cells) -> Cells {
        let [one, other] = self.edges(player).map(|edge| edge | self.beside(self.flood(edge, stones)));
        one & other & !stones
    }

    fn position(&self, stones: [Cells; 2]) -> Position {
        let empty = mix(u64::from(self.columns << 8 | self.rows) ^ 0x6865_7800_0000);
        let mut position = Position { stones, key: empty, turned_key: empty };
        for player in Player::BOTH {
            for cell in each(stones[player as usize]) {
                self.toggle(&mut position, player, cell);
            }
        }
        position
    }

    #[inline]
    fn toggle(&self, position: &mut Position, player: Player, cell: u8) {
        position.key ^= ZOBRIST[player as usize][usize::from(cell)];
        position.turned_key ^= ZOBRIST[player as usize][self.size() as usize - 1 - usize::from(cell)];
    }

    fn code_bytes(&self) -> usize {
        (2 * self.size()).div_ceil(8) as usize
    }

    /// Whether these stones can arise: their numbers fit, and nobody has won before the last stone.
    fn arises(&self, stones: [Cells; 2]) -> Result<Position, Unreachable> {
        let [first, second] = stones.map(u128::count_ones);
        if first != second && first != second + 1 {
            return Err(Unreachable::Counts);
        }
        let position = self.position(stones);
        let mover = position.to_move();
        if self.joins(mover, stones[mover as usize]) {
            return Err(Unreachable::Won(mover));
        }
        let last = mover.opponent();
        let own = stones[last as usize];
        if self.joins(last, own) && each(own).all(|cell| self.joins(last, own & !(1 << cell))) {
            return Err(Unreachable::Won(last));
        }
        Ok(position)
    }
}

/// Why stones cannot lie like this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Unreachable {
    Counts,
    Won(Player),
}

impl Game for Hex {
    type Position = Position;
    /// The cell, row by row from the top, counted from 0.
    type Move = u8;

    fn values(&self) -> Values {
        Values::WinLoss
    }

    fn repetition(&self) -> Repetition {
        Repetition::Impossible
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.to_move()
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let last = position.to_move().opponent();
        self.joins(last, position.stones[last as usize]).then(|| Outcome::win_of(last))
    }

    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<u8>) {
        out.extend(each(self.free(position)));
    }

    #[inline]
    fn play(&self, position: &Position, cell: u8) -> Position {
        let player = position.to_move();
        let mut next = *position;
        next.stones[player as usize] |= 1 << cell;
        self.toggle(&mut next, player, cell);
        next
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        if self.symmetric { position.key.min(position.turned_key) } else { position.key }
    }

    /// The first player's stones as a number, and behind them the second player's, the first cell lowest.
    fn encode(&self, position: &Position, out: &mut Vec<u8>) {
        let (begin, bytes, size) = (out.len(), self.code_bytes(), self.size() as usize);
        out.resize(begin + bytes, 0);
        let code = &mut out[begin..];
        let mut set = |bit: usize| code[bytes - 1 - bit / 8] |= 1 << (bit % 8);
        each(position.stones[1]).for_each(|cell| set(usize::from(cell)));
        each(position.stones[0]).for_each(|cell| set(size + usize::from(cell)));
    }

    fn decode(&self, code: &[u8]) -> Option<Position> {
        let (bytes, size) = (self.code_bytes(), self.size() as usize);
        if code.len() != bytes {
            return None;
        }
        let mut stones = [0; 2];
        for bit in (0..8 * bytes).filter(|bit| code[bytes - 1 - bit / 8] >> (bit % 8) & 1 != 0) {
            match bit / size {
                0 => stones[1] |= 1 << bit,
                1 => stones[0] |= 1 << (bit - size),
                _ => return None,
            }
        }
        if stones[0] & stones[1] != 0 {
            return None;
        }
        self.arises(stones).ok()
    }

    #[inline]
    fn successors(&self, position: &Position, emit: &mut impl FnMut(u8, Option<Outcome>, u64)) {
        let player = position.to_move();
        let winning = self.joining(player, position.stones[player as usize]);
        for cell in each(self.free(position)) {
            let outcome = (winning >> cell & 1 != 0).then(|| Outcome::win_of(player));
            emit(cell, outcome, self.key(&self.play(position, cell)));
        }
    }

    #[inline]
    fn mobility(&self, position: &Position, _scratch: &mut Vec<u8>) -> usize {
        self.free(position).count_ones() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_the_neighbours_of_hexagons() {
        let hex = Hex::new(3, 3, false).unwrap();
        assert_eq!(hex.beside(1 << 4), 0b011_101_110, "all but the corners at the sharp ends");
        assert_eq!(hex.beside(1), 0b000_001_010);
        assert_eq!(hex.beside(1 << 2), 0b000_110_010);
        let column = Hex::new(1, 4, false).unwrap();
        assert_eq!(column.beside(1 << 1), 0b0101);
    }

    #[test]
    fn on_a_full_board_one_player_has_won() {
        let mut random = SplitMix::new(5);
        for (columns, rows) in [(1, 1), (3, 3), (4, 6), (11, 11), (7, 2)] {
            let hex = Hex::new(columns, rows, false).unwrap();
            for _ in 0..200 {
                let first = (u128::from(random.word()) << 64 | u128::from(random.word())) & hex.board;
                let second = hex.board & !first;
                assert_ne!(hex.joins(Player::First, first), hex.joins(Player::Second, second));
            }
        }
    }
}
