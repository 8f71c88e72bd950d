//! Turning over what stands in a line between two of one's own: what Othello and Rolit have in common.
//!
//! A set of squares is a 64-bit word with eight bits for a row. **Mobility** runs through the others' pieces in all eight
//! directions at once (Kogge and Stone's parallel prefix, as chess programs use it). **Flips** of one move look along the
//! eight rays of its square: towards higher squares a carry runs through the pieces to be turned, towards lower ones the
//! first square that holds none of them is the highest set bit.

mod text;

pub(crate) use text::{Complaint, MOST_PLAYERS, read_moves};

use crate::square::{self, SIDE};

/// Columns through which a horizontal or diagonal line can run on without leaving the word's row.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// A board on which pieces are turned over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Reversal {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Every square.
    pub(crate) board: u64,
    /// For each square, its rays towards higher squares and then those towards lower ones.
    rays: Box<[[u64; 8]; 64]>,
    /// For each square, the diagonals through it.
    diagonals: Box<[[u64; 2]; 64]>,
}

/// How many pieces the last one of a line turns over, by its place and by where its side stands: all up to the next ones.
static LAST_FLIPS: [[u8; 256]; 8] = last_flips();

const fn last_flips() -> [[u8; 256]; 8] {
    let mut flips = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let (above, below) = (own >> place >> 1, own & ((1 << place) - 1));
            if above != 0 {
                flips[place][own] += above.trailing_zeros() as u8;
            }
            if below != 0 {
                flips[place][own] += (place as u32 - 1 - below.ilog2()) as u8;
            }
            own += 1;
        }
        place += 1;
    }
    flips
}

/// The squares behind lines of `through` that start next to `own`, in both directions of an axis.
#[inline]
fn behind(own: u64, through: u64, step: u32) -> u64 {
    let mut up = (own << step) & through;
    let mut down = (own >> step) & through;
    up |= (up << step) & through;
    down |= (down >> step) & through;
    let (pairs_up, pairs_down) = (through & (through << step), through & (through >> step));
    for _ in 0..2 {
        up |= (up << (2 * step)) & pairs_up;
        down |= (down >> (2 * step)) & pairs_down;
    }
    (up << step) | (down >> step)
}

impl Reversal {
    /// A board of this size, at most 8x8.
    pub(crate) fn new(width: u32, height: u32) -> Reversal {
        let board = square::board(width, height);
        let mut rays = Box::new([[0; 8]; 64]);
        for from in square::of(board) {
            let (column, row) = square::place(from);
            let directions = [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];
            rays[usize::from(from)] = directions.map(|(right, up)| {
                let places = (1..).map(|n| (column as i32 + n * right, row as i32 + n * up));
                places
                    .take_while(|&(c, r)| (0..width as i32).contains(&c) && (0..height as i32).contains(&r))
                    .fold(0, |ray, (c, r)| ray | 1u64 << square::at(c as usize, r as usize))
            });
        }
        let mut diagonals = Box::new([[0; 2]; 64]);
        for (lines, rays) in diagonals.iter_mut().zip(rays.iter()) {
            *lines = [rays[1] | rays[5], rays[3] | rays[7]];
        }
        Reversal { width, height, board, rays, diagonals }
    }

    /// How many squares there are.
    pub(crate) fn squares(&self) -> u32 {
        self.width * self.height
    }

    /// The empty squares on which a piece of `own` turns something over.
    #[inline]
    pub(crate) fn mobility(&self, own: u64, other: u64) -> u64 {
        let inner = other & INNER;
        let found = behind(own, inner, 1)
            | behind(own, other, SIDE)
            | behind(own, inner, SIDE - 1)
            | behind(own, inner, SIDE + 1);
        found & self.board & !(own | other)
    }

    /// Whether there is such a square; most often the first axis shows one.
    #[inline]
    pub(crate) fn can_move(&self, own: u64, other: u64) -> bool {
        let empty = self.board & !(own | other);
        let inner = other & INNER;
        behind(own, other, SIDE) & empty != 0
            || behind(own, inner, 1) & empty != 0
            || behind(own, inner, SIDE - 1) & empty != 0
            || behind(own, inner, SIDE + 1) & empty != 0
    }

    /// The pieces that a piece of `own` on this square turns over.
    #[inline]
    pub(crate) fn flips(&self, own: u64, other: u64, square: u8) -> u64 {
        let rays = &self.rays[usize::from(square & 63)];
        let mut flips = 0;
        for &ray in &rays[..4] {
            // Adding the ray's first square carries through the pieces in between to the first other square.
            let first = ray & ray.wrapping_neg();
            let end = (other | !ray).wrapping_add(first) & ray & own;
            flips |= end.wrapping_sub(u64::from(end != 0)) & ray;
        }
        for &ray in &rays[4..] {
            let end = 1 << (ray & !other | 1).ilog2() & ray & own;
            flips |= ray & (end << 1).wrapping_neg();
        }
        flips
    }

    /// How many pieces a piece of `own` turns over on the last empty square: wherever `own` is not, the others are.
    #[inline]
    pub(crate) fn last_flips(&self, own: u64, square: u8) -> u32 {
        const ROW_TO_COLUMN: u64 = 0x0102_0408_1020_4080;
        const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
        let square = usize::from(square & 63);
        let (column, row) = (square % 8, square / 8);
        let (by_column, by_row) = (&LAST_FLIPS[column], &LAST_FLIPS[row]);
        let [falling, rising] =
            self.diagonals[square].map(|line| by_column[((own & line).wrapping_mul(FIRST_COLUMN) >> 56) as usize]);
        let across = by_column[(own >> (8 * row)) as usize & 255];
        let upright = by_row[((own >> column & FIRST_COLUMN).wrapping_mul(ROW_TO_COLUMN) >> 56) as usize];
        u32::from(falling) + u32::from(rising) + u32::from(across) + u32::from(upright)
    }

    /// Appends the code of a set.
    pub(crate) fn encode_set(&self, set: u64, out: &mut Vec<u8>) {
        square::encode(set, self.width, self.height, out);
    }

    /// The sets with these codes, one after the other.
    pub(crate) fn decode_sets(&self, code: &[u8], count: usize) -> Option<[u64; MOST_PLAYERS]> {
        square::decode(code, count, self.width, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mix::SplitMix;

    /// Looks along every direction, square by square.
    fn slow_flips(game: &Reversal, own: u64, other: u64, from: u8) -> u64 {
        let (column, row) = square::place(from);
        let mut flips = 0;
        for (right, up) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
            let mut line = 0;
            for n in 1.. {
                let (c, r) = (column as i32 + n * right, row as i32 + n * up);
                if !(0..game.width as i32).contains(&c) || !(0..game.height as i32).contains(&r) {
                    break;
                }
                let square = 1 << square::at(c as usize, r as usize);
                if own & square != 0 {
                    flips |= line;
                }
                if other & square == 0 {
                    break;
                }
                line |= square;
            }
        }
        flips
    }

    #[test]
    fn flips_and_mobility_are_those_found_square_by_square() {
        let mut random = SplitMix::new(5);
        for (width, height) in [(4, 4), (6, 6), (8, 8), (4, 8), (8, 6), (3, 3), (2, 7), (7, 5)] {
            let game = Reversal::new(width, height);
            for round in 0..2000 {
                // From nearly empty to full boards.
                let taken = if round % 2 == 0 { random.word() | random.word() } else { random.word() };
                let own = random.word() & taken & game.board;
                let other = !own & taken & game.board;
                let mut mobility = 0;
                for from in square::of(game.board & !(own | other)) {
                    let flips = slow_flips(&game, own, other, from);
                    assert_eq!(game.flips(own, other, from), flips);
                    mobility |= u64::from(flips != 0) << from;
                }
                let last = random.below(64) as u8;
                if game.board >> last & 1 == 1 {
                    let own = own & !(1 << last);
                    let flips = slow_flips(&game, own, game.board & !own & !(1 << last), last);
                    assert_eq!(game.last_flips(own, last), flips.count_ones());
                }
                assert_eq!(game.mobility(own, other), mobility);
                assert_eq!(game.can_move(own, other), mobility != 0);
            }
        }
    }
}
