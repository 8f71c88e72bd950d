//! Games of lines: who fills a line with stones wins. One engine serves Go-Moku, Connect6 and Qubic.
//!
//! A board is a box of cells and a list of **lines**, each of as many cells as are needed to win. All that the engine knows of a
//! position is how many stones of each player lie in each line (`threats`); what a game adds is the shape of the box, how many
//! stones are put down in a turn, and how it is written.
//!
//! Every stone is a move of its own, so that levels need not alternate. A position does not tell in which order the stones of a
//! turn were put down, and so orders share a key.

mod board;
mod cells;
mod hints;
mod notation;
mod pairing;
mod threats;

pub use board::Variant;
pub use cells::Cells;

use crate::mix::SplitMix;
use board::{Board, SYMMETRIES};
use cells::MOST_CELLS;
use provenum_game::{Game, Outcome, Player, Repetition};
use threats::Counts;

/// Go-Moku, and *k* in a row on boards of up to 19x19 cells.
pub type Gomoku = Lines<{ Variant::Gomoku as u8 }>;
/// Connect6, and other games in which several stones are put down in a turn.
pub type Connect6 = Lines<{ Variant::Connect6 as u8 }>;
/// Qubic: rows of three or four in a cube.
pub type Qubic = Lines<{ Variant::Qubic as u8 }>;

/// One random word for each player's stone on each cell.
static ZOBRIST: [[u64; MOST_CELLS]; 2] = {
    let mut random = SplitMix::new(0x006c_696e_6573);
    let mut words = [[0; MOST_CELLS]; 2];
    let mut index = 0;
    while index < 2 * MOST_CELLS {
        words[index / MOST_CELLS][index % MOST_CELLS] = random.word();
        index += 1;
    }
    words
};

/// A game of lines; `VARIANT` says which.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lines<const VARIANT: u8> {
    board: Board,
}

/// Stones on the board. Whose turn it is, and how many stones are left to put down in it, follow from their number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The stones of the first and of the second player.
    stones: [Cells; 2],
    /// The keys of the images under the symmetries of the board; only the first where images do not share keys.
    keys: [u64; SYMMETRIES],
    /// How many stones there are.
    count: u16,
    /// Whose turn it is.
    turn: Player,
    /// How many stones it still puts down in this turn.
    left: u8,
    /// Who has a line.
    winner: Option<Player>,
}

impl Position {
    #[inline]
    fn of(&self, player: Player) -> &Cells {
        &self.stones[player as usize]
    }

    #[inline]
    fn taken(&self) -> Cells {
        self.stones[0].union(&self.stones[1])
    }
}

impl<const VARIANT: u8> Lines<VARIANT> {
    #[inline]
    fn free(&self, position: &Position) -> Cells {
        self.board.cells.without(&position.taken())
    }

    /// The position with these stones, if their numbers are those of a game and nobody has won before the last turn.
    fn position(&self, stones: [Cells; 2]) -> Result<Position, Unreachable> {
        let count = stones[0].count() + stones[1].count();
        let (turn, left) = self.board.turn(count);
        let firsts = (0..count).filter(|&before| self.board.turn(before).0 == Player::First).count();
        if stones[0].count() as usize != firsts {
            return Err(Unreachable::Counts);
        }
        let winners = Player::BOTH.map(|player| self.board.has_line(&stones[player as usize]));
        // The last stone is the one before the first that is left.
        let last = self.board.turn(count.saturating_sub(1)).0;
        if winners[last.opponent() as usize] {
            return Err(Unreachable::Won(last.opponent()));
        }
        let winner = Some(last).filter(|&last| winners[last as usize]);
        if winner.is_some() && !self.one_stone_less(&stones[last as usize]) {
            return Err(Unreachable::Won(last));
        }
        let mut position =
            Position { stones, keys: [self.board.salt(); SYMMETRIES], count: count as u16, turn, left, winner };
        for player in Player::BOTH {
            for cell in stones[player as usize].iter() {
                self.toggle(&mut position.keys, player, cell);
            }
        }
        Ok(position)
    }

    /// Whether some stone was the last: without it there is no line.
    fn one_stone_less(&self, stones: &Cells) -> bool {
        stones.iter().any(|cell| !self.board.has_line(&stones.without(&Cells::only(cell))))
    }

    #[inline]
    fn toggle(&self, keys: &mut [u64; SYMMETRIES], player: Player, cell: u16) {
        let words = &ZOBRIST[player as usize];
        for (key, map) in keys.iter_mut().zip(&self.board.images) {
            *key ^= words[usize::from(map[usize::from(cell)])];
        }
    }

    #[inline]
    fn least(&self, keys: &[u64; SYMMETRIES]) -> u64 {
        keys[..self.board.images.len()].iter().copied().min().unwrap_or_default()
    }

    #[inline]
    fn outcome_of(&self, winner: Option<Player>, count: u16) -> Option<Outcome> {
        match winner {
            Some(player) => Some(Outcome::win_of(player)),
            None => (usize::from(count) == self.board.size()).then_some(Outcome::DRAW),
        }
    }

    /// How many bytes a code takes: two bits for every cell.
    fn code_bytes(&self) -> usize {
        (2 * self.board.size()).div_ceil(8)
    }
}

/// Why stones cannot lie like this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Unreachable {
    /// Their numbers do not fit.
    Counts,
    /// The game would have been over before.
    Won(Player),
}

impl<const VARIANT: u8> Game for Lines<VARIANT> {
    type Position = Position;
    /// The cell: column, and then row and layer, each counted from 0 and weighted by what is below it.
    type Move = u16;

    fn repetition(&self) -> Repetition {
        Repetition::Impossible
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.turn
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.outcome_of(position.winner, position.count)
    }

    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<u16>) {
        out.extend(self.free(position).iter());
    }

    #[inline]
    fn play(&self, position: &Position, cell: u16) -> Position {
        let player = position.turn;
        let mut next = *position;
        next.stones[player as usize].add(cell);
        self.toggle(&mut next.keys, player, cell);
        next.count += 1;
        (next.turn, next.left) = self.board.turn(u32::from(next.count));
        if self.board.completes(&next.stones[player as usize], cell) {
            next.winner = Some(player);
        }
        next
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        self.least(&position.keys)
    }

    /// The first player's stones as a number, and behind them the second player's, the first cell lowest.
    fn encode(&self, position: &Position, out: &mut Vec<u8>) {
        let (begin, bytes, size) = (out.len(), self.code_bytes(), self.board.size());
        out.resize(begin + bytes, 0);
        let code = &mut out[begin..];
        let mut set = |bit: usize| code[bytes - 1 - bit / 8] |= 1 << (bit % 8);
        position.stones[1].iter().for_each(|cell| set(usize::from(cell)));
        position.stones[0].iter().for_each(|cell| set(size + usize::from(cell)));
    }

    fn decode(&self, code: &[u8]) -> Option<Position> {
        let (bytes, size) = (self.code_bytes(), self.board.size());
        if code.len() != bytes {
            return None;
        }
        let mut stones = [Cells::default(); 2];
        for bit in (0..8 * bytes).filter(|bit| code[bytes - 1 - bit / 8] >> (bit % 8) & 1 != 0) {
            match bit / size {
                0 => stones[1].add(bit as u16),
                1 => stones[0].add((bit - size) as u16),
                _ => return None,
            }
        }
        if !stones[0].intersection(&stones[1]).is_empty() {
            return None;
        }
        self.position(stones).ok()
    }

    #[inline]
    fn outcome_after(&self, position: &Position, cell: u16) -> Option<Outcome> {
        let mut stones = *position.of(position.turn);
        stones.add(cell);
        let winner = Some(position.turn).filter(|_| self.board.completes(&stones, cell));
        self.outcome_of(winner, position.count + 1)
    }

    #[inline]
    fn key_after(&self, position: &Position, cell: u16) -> u64 {
        let mut keys = position.keys;
        self.toggle(&mut keys, position.turn, cell);
        self.least(&keys)
    }

    #[inline]
    fn successors(&self, position: &Position, emit: &mut impl FnMut(u16, Option<Outcome>, u64)) {
        let counts = Counts::new(&self.board, &position.stones);
        let winning = counts.completing(position.turn, 1);
        for cell in self.free(position).iter() {
            let winner = Some(position.turn).filter(|_| winning.has(cell));
            emit(cell, self.outcome_of(winner, position.count + 1), self.key_after(position, cell));
        }
    }

    #[inline]
    fn mobility(&self, position: &Position, _scratch: &mut Vec<u16>) -> usize {
        self.board.size() - usize::from(position.count)
    }
}
