//! Sets of squares, and which squares a piece attacks.
//!
//! A set is a 64-bit word, square 0 is a1 and square 7 is h1. Steps come from small tables that the compiler makes. A slider on a
//! file or a diagonal is found by subtraction from both ends of its line (hyperbola quintessence: Leiserson and others' name for
//! o ^ (o - 2r)); on a rank, where bytes cannot be turned round, by a table of 512 bytes.

use super::position::Colour;

/// A set of squares.
pub(super) type Set = u64;

/// A square: eight times the rank plus the file, both from 0.
pub(super) type Square = u8;

/// In the place of a square where there is none.
pub(super) const NOWHERE: Square = 64;

/// The set of one square; of none if that is [`NOWHERE`].
#[inline]
pub(super) const fn only(square: Square) -> Set {
    if square < 64 { 1 << square } else { 0 }
}

/// The squares of a set, rising.
#[inline]
pub(super) fn squares(mut set: Set) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| first(set));
        set &= set.wrapping_sub(1);
        square
    })
}

/// The lowest square of a set that is not empty.
#[inline]
pub(super) const fn first(set: Set) -> Square {
    set.trailing_zeros() as Square
}

/// Whether a set has more than one square.
#[inline]
pub(super) const fn several(set: Set) -> bool {
    set & set.wrapping_sub(1) != 0
}

pub(super) const FILE_A: Set = 0x0101_0101_0101_0101;
pub(super) const FILE_H: Set = FILE_A << 7;
/// Where no pawn can stand.
pub(super) const END_RANKS: Set = 0xff00_0000_0000_00ff;

/// The squares of a rank, counted from 0 and from White's side.
#[inline]
pub(super) const fn rank(number: u8) -> Set {
    0xff << (8 * number)
}

/// The square some files and ranks away, if that is on the board.
const fn shifted(square: usize, files: i32, ranks: i32) -> Option<usize> {
    let (file, rank) = (square as i32 % 8 + files, square as i32 / 8 + ranks);
    if file < 0 || file > 7 || rank < 0 || rank > 7 { None } else { Some((rank * 8 + file) as usize) }
}

const fn steps(ways: [(i32, i32); 8]) -> [Set; 64] {
    let mut sets = [0; 64];
    let mut index = 0;
    while index < 8 * 64 {
        let (files, ranks) = ways[index / 64];
        if let Some(to) = shifted(index % 64, files, ranks) {
            sets[index % 64] |= 1 << to;
        }
        index += 1;
    }
    sets
}

const DIRECTIONS: [(i32, i32); 8] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)];

static KING: [Set; 64] = steps(DIRECTIONS);
static KNIGHT: [Set; 64] = steps([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);

/// File, diagonal and other diagonal through a square, without it.
static LINES: [[Set; 3]; 64] = {
    let mut lines = [[0; 3]; 64];
    let mut index = 0;
    while index < 8 * 64 {
        let (direction, from) = (index / 64, index % 64);
        let (files, ranks) = DIRECTIONS[direction];
        let mut at = from;
        while let Some(next) = shifted(at, files, ranks) {
            match direction / 2 {
                0 => lines[from][0] |= 1 << next,
                2 => lines[from][1] |= 1 << next,
                3 => lines[from][2] |= 1 << next,
                _ => {}
            }
            at = next;
        }
        index += 1;
    }
    lines
};

/// What a slider on a file attacks along its rank, by the six inner squares of the rank.
static ALONG_RANK: [[u8; 64]; 8] = {
    let mut attacks = [[0; 64]; 8];
    let mut index = 0;
    while index < 8 * 64 {
        let (file, inner) = (index / 64, index % 64);
        let occupied = inner << 1;
        let mut at = file;
        while at < 7 {
            at += 1;
            attacks[file][inner] |= 1 << at;
            if occupied >> at & 1 == 1 {
                break;
            }
        }
        at = file;
        while at > 0 {
            at -= 1;
            attacks[file][inner] |= 1 << at;
            if occupied >> at & 1 == 1 {
                break;
            }
        }
        index += 1;
    }
    attacks
};

/// The squares between two squares of a line, and the whole line with both ends; nothing if they are not on one.
struct Joined {
    between: [[Set; 64]; 64],
    line: [[Set; 64]; 64],
}

static JOINED: Joined = {
    let mut joined = Joined { between: [[0; 64]; 64], line: [[0; 64]; 64] };
    let mut index = 0;
    while index < 8 * 64 {
        let (direction, from) = (index / 64, index % 64);
        let (files, ranks) = DIRECTIONS[direction];
        let (back_files, back_ranks) = DIRECTIONS[direction ^ 1];
        let (mut whole, mut at) = (1 << from, from);
        while let Some(next) = shifted(at, files, ranks) {
            whole |= 1 << next;
            at = next;
        }
        at = from;
        while let Some(next) = shifted(at, back_files, back_ranks) {
            whole |= 1 << next;
            at = next;
        }
        let mut passed = 0;
        at = from;
        while let Some(next) = shifted(at, files, ranks) {
            joined.between[from][next] = passed;
            joined.line[from][next] = whole;
            passed |= 1 << next;
            at = next;
        }
        index += 1;
    }
    joined
};

#[inline]
fn at(square: Square) -> usize {
    usize::from(square & 63)
}

#[inline]
pub(super) fn between(one: Square, other: Square) -> Set {
    JOINED.between[at(one)][at(other)]
}

#[inline]
pub(super) fn line(one: Square, other: Square) -> Set {
    JOINED.line[at(one)][at(other)]
}

#[inline]
pub(super) fn king(square: Square) -> Set {
    KING[at(square)]
}

#[inline]
pub(super) fn knight(square: Square) -> Set {
    KNIGHT[at(square)]
}

/// The squares that pawns of a colour attack.
#[inline]
pub(super) const fn pawns(colour: Colour, set: Set) -> Set {
    match colour {
        Colour::White => (set & !FILE_A) << 7 | (set & !FILE_H) << 9,
        Colour::Black => (set & !FILE_H) >> 7 | (set & !FILE_A) >> 9,
    }
}

/// Squares one step ahead.
#[inline]
pub(super) const fn ahead(colour: Colour, set: Set) -> Set {
    match colour {
        Colour::White => set << 8,
        Colour::Black => set >> 8,
    }
}

#[inline]
fn along(square: Square, mask: Set, occupied: Set) -> Set {
    let (here, others) = (only(square & 63), occupied & mask);
    let rising = others.wrapping_sub(here);
    let falling = others.swap_bytes().wrapping_sub(here.swap_bytes()).swap_bytes();
    (rising ^ falling) & mask
}

#[inline]
pub(super) fn diagonal(square: Square, occupied: Set) -> Set {
    let [_, one, other] = LINES[at(square)];
    along(square, one, occupied) | along(square, other, occupied)
}

#[inline]
pub(super) fn straight(square: Square, occupied: Set) -> Set {
    let (start, file) = (square & 56, usize::from(square & 7));
    let inner = (occupied >> (start + 1)) as usize & 63;
    along(square, LINES[at(square)][0], occupied) | Set::from(ALONG_RANK[file][inner]) << start
}

/// All squares on one line with this one.
#[inline]
pub(super) fn in_line(square: Square) -> Set {
    let [file, one, other] = LINES[at(square)];
    file | one | other | 0xff << (square & 56)
}
