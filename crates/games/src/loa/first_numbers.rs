//! The first numbers of all positions that follow one: what the weighted estimate says of each, without going there.
//!
//! A move changes little. On the seven or eight **lines** through its two squares other moves become possible for the side
//! that is next; each line is a number with a digit for each square, and a table says how many moves it holds. And the pieces of the
//! side that moves are gathered a little better or worse: its Euler number changes by what stands around the two squares, its
//! centre by two coordinates, and the distance from there by two distances.

use super::{Loa, Position};
use crate::square::{self, SIDE};
use provenum_game::{Estimate, Kind};

/// Rows, columns, rising and falling diagonals.
const LINES: usize = 46;

/// Three to the power of so much.
const POWERS: [u16; SIDE as usize + 1] = [1, 3, 9, 27, 81, 243, 729, 2187, 6561];

/// Where the lines of each length begin among the lines of all lengths.
const BEGINS: [u16; SIDE as usize + 1] = [0, 1, 4, 13, 40, 121, 364, 1093, 3280];

/// For every line of up to eight squares, how many moves along it the pieces have that are written 2; those written 1 are the
/// other side's.
static MOVES: [u8; 1 << 14] = {
    let mut moves = [0; 1 << 14];
    let mut length = 0;
    while length < BEGINS.len() {
        let mut code = 0;
        while code < POWERS[length] {
            moves[(BEGINS[length] + code) as usize] = moves_along(code, length);
            code += 1;
        }
        length += 1;
    }
    moves
};

const fn moves_along(code: u16, length: usize) -> u8 {
    const fn digit(code: u16, place: usize) -> u16 {
        code / POWERS[place] % 3
    }
    let (mut count, mut place) = (0, 0);
    while place < length {
        count += (digit(code, place) != 0) as usize;
        place += 1;
    }
    let (mut moves, mut from) = (0, 0);
    while from < length {
        if digit(code, from) == 2 {
            let mut to = 0;
            while to < length {
                let (low, high) = if from < to { (from, to) } else { (to, from) };
                let mut open = high - low == count && digit(code, to) != 2;
                let mut between = low + 1;
                while between < high {
                    open &= digit(code, between) != 1;
                    between += 1;
                }
                moves += open as u8;
                to += 1;
            }
        }
        from += 1;
    }
    moves
}

/// By how much a piece that is put down changes the Euler number, for all that can stand in the three by three squares
/// around it: one square more, and those edges and corners that no neighbour has.
static EULER: [i8; 512] = {
    let mut changes = [0; 512];
    let mut around = 0;
    while around < 512 {
        // From the lowest left to the highest right, four edges and four corners with the squares that have them.
        let (edges, corners) = ([1 << 1, 1 << 3, 1 << 5, 1 << 7], [0b1011, 0b10_0110, 0b1100_1000, 0b1_1010_0000]);
        let mut side = 0;
        changes[around] = 1;
        while side < 4 {
            changes[around] += (around & corners[side] == 0) as i8 - (around & edges[side] == 0) as i8;
            side += 1;
        }
        around += 1;
    }
    changes
};

/// The squares next to each square, as [`around`] sees them before it gathers them.
const NEAR: [u64; 64] = {
    let mut near = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut block = 0;
        while block < 9 {
            let (column, row) = (square % 8 + block % 3, square / 8 + block / 3);
            let inside = column >= 1 && column <= 8 && row >= 1 && row <= 8;
            near[square] |= ((inside && block != 4) as u64) << (block % 3 + 8 * (block / 3));
            block += 1;
        }
        square += 1;
    }
    near
};

/// What stands in the three by three squares around one, without that itself.
#[inline]
fn around(pieces: u64, square: u8) -> usize {
    let block = pieces.rotate_right(u32::from(square).wrapping_sub(SIDE + 1) & 63) & NEAR[usize::from(square & 63)];
    (block & 0o7 | block >> 5 & 0o70 | block >> 10 & 0o700) as usize
}

/// How many king's moves lie between two squares.
static DISTANCES: [[u8; 64]; 64] = {
    let mut distances = [[0; 64]; 64];
    let mut pair = 0;
    while pair < 64 * 64 {
        let (one, two): (usize, usize) = (pair / 64, pair % 64);
        let (columns, rows) = ((one % 8).abs_diff(two % 8), (one / 8).abs_diff(two / 8));
        distances[one][two] = if columns > rows { columns } else { rows } as u8;
        pair += 1;
    }
    distances
};

/// Where a square lies on a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Crossing {
    line: u8,
    /// What a piece there that is written 1 adds to the line's number.
    weight: u16,
}

/// The lines of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Lines {
    /// The numbers of lines without pieces.
    bare: [u16; LINES],
    /// The four lines through each square.
    crossings: [[Crossing; 4]; 64],
}

impl Lines {
    pub(super) fn new(width: u32, height: u32) -> Lines {
        let mut lengths = [0usize; LINES];
        let mut crossings = [[Crossing::default(); 4]; 64];
        // Rising squares lie along all lines in one direction.
        for square in square::of(square::board(width, height)) {
            let (column, row) = square::place(square);
            for (axis, line) in [row, 8 + column, 16 + 7 + column - row, 31 + column + row].into_iter().enumerate() {
                crossings[usize::from(square)][axis] = Crossing { line: line as u8, weight: POWERS[lengths[line]] };
                lengths[line] += 1;
            }
        }
        Lines { bare: lengths.map(|length| BEGINS[length]), crossings }
    }

    #[inline]
    fn through(&self, square: u8) -> &[Crossing; 4] {
        &self.crossings[usize::from(square & 63)]
    }
}

/// What is known of a position before any move.
pub(super) struct Outlook<'g> {
    game: &'g Loa,
    own: u64,
    other: u64,
    /// The numbers of the lines; pieces of the side to move are written 1, the others 2.
    codes: [u16; LINES],
    /// How many moves the other side has.
    moves: i32,
    /// The Euler number of the own pieces, and the sums of their columns and rows.
    euler: i32,
    sums: [u32; 2],
    /// So many pieces divide a sum: `x * inverse >> 16` is x divided by them, for any sum here.
    inverse: u32,
    half: u32,
    least: i32,
    /// How scattered the other side is.
    others: i32,
    /// How far the own pieces are from each square together, where that was asked; else [`NOT_ASKED`].
    distances: [u16; 64],
    lifted: Lifted,
}

/// The same with a piece taken up.
struct Lifted {
    from: u8,
    own: u64,
    moves: i32,
    euler: i32,
    sums: [u32; 2],
}

const NOT_ASKED: u16 = u16::MAX;

impl<'g> Outlook<'g> {
    pub(super) fn new(game: &'g Loa, position: &Position) -> Outlook<'g> {
        let (own, other) = (position.own(), position.other());
        let mut codes = game.lines.bare;
        let mut sums = [0; 2];
        for from in square::of(own) {
            for &Crossing { line, weight } in game.lines.through(from) {
                codes[usize::from(line)] += weight;
            }
            sums = [sums[0] + u32::from(from % 8), sums[1] + u32::from(from / 8)];
        }
        for from in square::of(other) {
            for &Crossing { line, weight } in game.lines.through(from) {
                codes[usize::from(line)] += 2 * weight;
            }
        }
        let moves = codes.iter().map(|&code| moves(code)).sum();
        let count = own.count_ones();
        Outlook {
            game,
            own,
            other,
            codes,
            moves,
            euler: super::heuristics::groups_less_holes(own),
            sums,
            inverse: (1 << 16) / count.max(1) + 1,
            half: count / 2,
            least: super::heuristics::least_distance(count),
            others: game.scattered(other),
            distances: [NOT_ASKED; 64],
            lifted: Lifted { from: super::OFF, own, moves, euler: 0, sums },
        }
    }

    /// The first numbers after a move of a piece, for whoever is next; `kind` says who chooses there.
    #[inline]
    pub(super) fn after(&mut self, from: u8, to: u8, kind: Kind) -> Estimate {
        if from != self.lifted.from {
            self.lift(from);
        }
        let Lifted { own, mut moves, euler, sums, .. } = self.lifted;
        let taken = self.other >> to & 1 != 0;
        let (left, arrived) = (self.game.lines.through(from), self.game.lines.through(to));
        for (left, arrived) in left.iter().zip(arrived) {
            // Of the line that it moves along the piece is gone already.
            let gone = if left.line == arrived.line { left.weight } else { 0 };
            let before = self.codes[usize::from(arrived.line)] - gone;
            // A piece written 2 that is taken becomes one written 1.
            let after = if taken { before - arrived.weight } else { before + arrived.weight };
            moves += self::moves(after) - self::moves(before);
        }
        let euler = euler + i32::from(EULER[around(own, to)]);
        let [column, row] = [sums[0] + u32::from(to % 8), sums[1] + u32::from(to / 8)]
            .map(|sum| (((sum + self.half) * self.inverse) >> 16) as usize);
        let centre = square::at(column, row) & 63;
        let near = &DISTANCES[usize::from(centre)];
        let far =
            self.distance(centre) + i32::from(near[usize::from(to & 63)]) - i32::from(near[usize::from(from & 63)]);
        let others = if taken { self.game.scattered(self.other ^ 1 << to) } else { self.others };
        Estimate::weighted(kind, moves.max(1) as usize, 2 * euler + far - self.least - others)
    }

    fn lift(&mut self, from: u8) {
        let own = self.own ^ 1 << from;
        let gone = self.game.lines.through(from).iter().map(|&Crossing { line, weight }| {
            let code = self.codes[usize::from(line)];
            moves(code - weight) - moves(code)
        });
        self.lifted = Lifted {
            from,
            own,
            moves: self.moves + gone.sum::<i32>(),
            euler: self.euler - i32::from(EULER[around(own, from)]),
            sums: [self.sums[0] - u32::from(from % 8), self.sums[1] - u32::from(from / 8)],
        };
    }

    /// How far all own pieces are from a square, together.
    #[inline]
    fn distance(&mut self, centre: u8) -> i32 {
        let known = &mut self.distances[usize::from(centre)];
        if *known == NOT_ASKED {
            *known = self.game.distance_from(self.own, centre) as u16;
        }
        i32::from(*known)
    }
}

#[inline]
fn moves(code: u16) -> i32 {
    MOVES[usize::from(code) % MOVES.len()].into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Symmetry;
    use crate::loa::{PASS, Rules};
    use crate::mix::SplitMix;
    use provenum_game::{Game, Hints};

    #[test]
    fn what_follows_is_estimated_as_if_it_were_there() {
        let mut random = SplitMix::new(11);
        let mut captures = 0;
        for (width, height) in [(8, 8), (5, 5), (3, 8), (7, 4), (8, 3)] {
            let game = Loa::new(width, height, Rules::Paper, Symmetry::None).unwrap();
            for round in 0..60 {
                let mut position = game.start();
                if round % 2 == 0 {
                    let first = random.word() & random.word() & game.board;
                    let second = random.word() & random.word() & game.board & !first;
                    if first == 0 || second == 0 {
                        continue;
                    }
                    position = game.position([first, second], position.mover);
                }
                for _ in 0..20 {
                    let mut followers = Vec::new();
                    for kind in [Kind::Or, Kind::And] {
                        game.successors_with_estimates(&position, kind, &mut |mv, outcome, key, estimate| {
                            let next = game.play(&position, mv);
                            let after = if kind == Kind::Or { Kind::And } else { Kind::Or };
                            assert_eq!((outcome, key), (game.outcome_after(&position, mv), game.key(&next)));
                            if outcome.is_none() {
                                assert_eq!(estimate, Some(game.estimate(&next, after)), "{position:?} {mv:?}");
                                followers.push(next);
                            }
                            captures += i32::from(mv != PASS && position.other() >> mv.to & 1 == 1);
                        });
                    }
                    if followers.is_empty() {
                        break;
                    }
                    position = followers[random.below(followers.len())];
                }
            }
        }
        assert!(captures > 1_000, "{captures}");
    }
}
