//! Sets of squares, and which squares a piece attacks.
//!
//! A set is a 128-bit word with a bit for each square: nine times the file plus the rank, both from 0, so that a file is
//! nine bits in a row. Steps come from tables that the compiler makes. A slider looks along each ray for the first piece
//! in its way; on rays that rise this is the lowest bit of a word, on the others the highest.

use super::piece::{Colour, Kind};

/// A set of squares.
pub(super) type Set = u128;

/// A square: nine times the file plus the rank, both from 0. Square 0 is 1a.
pub(super) type Square = u8;

pub(super) const FILES: u8 = 9;
pub(super) const SQUARES: usize = 81;

/// Every square.
pub(super) const ALL: Set = (1 << SQUARES) - 1;

/// In the place of a square where there is none.
pub(super) const NOWHERE: Square = 127;

/// The first squares of all files.
const FIRST_RANK: Set = {
    let (mut set, mut file) = (0, 0);
    while file < 9 {
        set |= 1 << (9 * file);
        file += 1;
    }
    set
};

/// The set of one square; of none if that is [`NOWHERE`].
#[inline]
pub(super) fn only(square: Square) -> Set {
    // Shifting 128 bits takes longer.
    ONLY[usize::from(square & 127)]
}

static ONLY: [Set; 128] = {
    let mut sets = [0; 128];
    let mut square = 0;
    while square < SQUARES {
        sets[square] = 1 << square;
        square += 1;
    }
    sets
};

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

/// The highest square of a set that is not empty.
#[inline]
pub(super) const fn last(set: Set) -> Square {
    127 - set.leading_zeros() as Square
}

/// Whether a set has more than one square.
#[inline]
pub(super) const fn several(set: Set) -> bool {
    set & set.wrapping_sub(1) != 0
}

/// The squares of a file, counted from 0.
#[inline]
pub(super) const fn file(number: u8) -> Set {
    0x1ff << (FILES * number)
}

/// The first `ranks` ranks as a colour sees them: those farthest from it.
const fn far_ranks(colour: Colour, ranks: u32) -> Set {
    let rows = FIRST_RANK * ((1 << ranks) - 1);
    match colour {
        Colour::Black => rows,
        Colour::White => rows << (9 - ranks),
    }
}

/// Where pieces of a colour promote.
pub(super) const PROMOTION_ZONE: [Set; 2] = [far_ranks(Colour::Black, 3), far_ranks(Colour::White, 3)];

/// Where an unpromoted piece of this kind and colour still has a move on an empty board. Elsewhere it may not stand.
#[inline]
pub(super) const fn alive(kind: Kind, colour: Colour) -> Set {
    const NOT_LAST: [Set; 2] = [ALL & !far_ranks(Colour::Black, 1), ALL & !far_ranks(Colour::White, 1)];
    const NOT_LAST_TWO: [Set; 2] = [ALL & !far_ranks(Colour::Black, 2), ALL & !far_ranks(Colour::White, 2)];
    match kind {
        Kind::PAWN | Kind::LANCE => NOT_LAST[colour as usize],
        Kind::KNIGHT => NOT_LAST_TWO[colour as usize],
        _ => ALL,
    }
}

/// The square some files and ranks away, if that is on the board.
const fn shifted(square: usize, files: i32, ranks: i32) -> Option<usize> {
    let (file, rank) = (square as i32 / 9 + files, square as i32 % 9 + ranks);
    if file < 0 || file > 8 || rank < 0 || rank > 8 { None } else { Some((file * 9 + rank) as usize) }
}

/// Files and ranks of each direction; opposite ones add up to 7. The first four rise.
const DIRECTIONS: [(i32, i32); 8] = [(0, 1), (1, -1), (1, 0), (1, 1), (-1, -1), (-1, 0), (-1, 1), (0, -1)];
const RISING: usize = 4;

/// The squares in each direction, to the edge. What concerns one square lies together.
static RAYS: [[Set; 8]; SQUARES] = {
    let mut rays = [[0; 8]; SQUARES];
    let mut index = 0;
    while index < 8 * SQUARES {
        let (direction, from) = (index / SQUARES, index % SQUARES);
        let (files, ranks) = DIRECTIONS[direction];
        let mut at = from;
        while let Some(next) = shifted(at, files, ranks) {
            rays[from][direction] |= 1 << next;
            at = next;
        }
        index += 1;
    }
    rays
};

/// In which direction one square lies from another; 8 if in none.
static DIRECTION: [[u8; SQUARES]; SQUARES] = {
    let mut directions = [[8; SQUARES]; SQUARES];
    let mut index = 0;
    while index < 8 * SQUARES {
        let (direction, from) = (index / SQUARES, index % SQUARES);
        let (files, ranks) = DIRECTIONS[direction];
        let mut at = from;
        while let Some(next) = shifted(at, files, ranks) {
            directions[from][next] = direction as u8;
            at = next;
        }
        index += 1;
    }
    directions
};

/// Where a piece can go on an empty board: the steps of a pawn, a knight, a silver, a gold and a king, then the lines of a
/// lance, a bishop and a rook.
static REACH: [[[Set; 8]; SQUARES]; 2] = {
    const PAWN: &[(i32, i32)] = &[(0, -1)];
    const KNIGHT: &[(i32, i32)] = &[(-1, -2), (1, -2)];
    const SILVER: &[(i32, i32)] = &[(-1, -1), (0, -1), (1, -1), (-1, 1), (1, 1)];
    const GOLD: &[(i32, i32)] = &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)];
    const STEPPERS: [&[(i32, i32)]; 5] = [PAWN, KNIGHT, SILVER, GOLD, &DIRECTIONS];
    let mut reach = [[[0; 8]; SQUARES]; 2];
    let mut index = 0;
    while index < 2 * SQUARES {
        let (colour, from) = (index / SQUARES, index % SQUARES);
        let forward = if colour == 0 { 1 } else { -1 };
        let mut stepper = 0;
        while stepper < STEPPERS.len() {
            let mut step = 0;
            while step < STEPPERS[stepper].len() {
                let (files, ranks) = STEPPERS[stepper][step];
                if let Some(to) = shifted(from, files, ranks * forward) {
                    reach[colour][from][stepper] |= 1 << to;
                }
                step += 1;
            }
            stepper += 1;
        }
        let rays = RAYS[from];
        reach[colour][from][5] = if colour == 0 { rays[7] } else { rays[0] };
        reach[colour][from][6] = rays[1] | rays[3] | rays[4] | rays[6];
        reach[colour][from][7] = rays[0] | rays[2] | rays[5] | rays[7];
        index += 1;
    }
    reach
};

/// From where a piece that steps may attack a square or one beside it: two squares away, or three ranks for a knight.
pub(super) static AROUND: [Set; SQUARES] = {
    let mut around = [0; SQUARES];
    let mut index = 0;
    while index < SQUARES * SQUARES {
        let (from, to) = (index / SQUARES, index % SQUARES);
        if (from / 9).abs_diff(to / 9) <= 2 && (from % 9).abs_diff(to % 9) <= 3 {
            around[from] |= 1 << to;
        }
        index += 1;
    }
    around
};

#[inline]
pub(super) fn pawn(colour: Colour, from: Square) -> Set {
    REACH[colour as usize][usize::from(from)][0]
}

#[inline]
pub(super) fn knight(colour: Colour, from: Square) -> Set {
    REACH[colour as usize][usize::from(from)][1]
}

#[inline]
pub(super) fn silver(colour: Colour, from: Square) -> Set {
    REACH[colour as usize][usize::from(from)][2]
}

#[inline]
pub(super) fn gold(colour: Colour, from: Square) -> Set {
    REACH[colour as usize][usize::from(from)][3]
}

#[inline]
pub(super) fn king(from: Square) -> Set {
    REACH[0][usize::from(from)][4]
}

/// The squares of a ray up to the first occupied one.
#[inline]
fn slide(direction: usize, from: Square, occupied: Set) -> Set {
    let ray = RAYS[usize::from(from)][direction];
    let blockers = ray & occupied;
    if direction < RISING {
        // Up to the lowest blocker; all of them if there is none.
        ray & (blockers ^ blockers.wrapping_sub(1))
    } else {
        // Down to the highest blocker. Bit 0 ends every such ray anyway.
        ray & !0 << (127 - (blockers | 1).leading_zeros())
    }
}

#[inline]
pub(super) fn lance(colour: Colour, from: Square, occupied: Set) -> Set {
    match colour {
        Colour::Black => slide(7, from, occupied),
        Colour::White => slide(0, from, occupied),
    }
}

#[inline(never)]
pub(super) fn bishop(from: Square, occupied: Set) -> Set {
    slide(1, from, occupied) | slide(3, from, occupied) | slide(4, from, occupied) | slide(6, from, occupied)
}

#[inline(never)]
pub(super) fn rook(from: Square, occupied: Set) -> Set {
    slide(0, from, occupied) | slide(2, from, occupied) | slide(5, from, occupied) | slide(7, from, occupied)
}

/// What a lance, a bishop and a rook attack on an empty board.
#[inline]
pub(super) fn lance_line(colour: Colour, from: Square) -> Set {
    REACH[colour as usize][usize::from(from)][5]
}

#[inline]
pub(super) fn bishop_lines(from: Square) -> Set {
    REACH[0][usize::from(from)][6]
}

#[inline]
pub(super) fn rook_lines(from: Square) -> Set {
    REACH[0][usize::from(from)][7]
}

/// From where a piece of this kind and colour would attack a square along a line if nothing stood between.
#[inline]
pub(super) fn sniping(kind: Kind, colour: Colour, target: Square) -> Set {
    match kind {
        Kind::LANCE => lance_line(colour.opponent(), target),
        Kind::BISHOP | Kind::HORSE => bishop_lines(target),
        Kind::ROOK | Kind::DRAGON => rook_lines(target),
        _ => 0,
    }
}

/// Which steps of [`REACH`] a kind has, by its number; 8 if it has none.
const STEPS: [u8; 16] = [8, 0, 8, 1, 2, 3, 8, 8, 8, 3, 3, 3, 3, 4, 4, 4];

/// What a piece attacks by a step.
#[inline]
pub(super) fn steps(kind: Kind, colour: Colour, from: Square) -> Set {
    let steps = usize::from(STEPS[usize::from(kind.0 & 15)]);
    REACH[colour as usize][usize::from(from)].get(steps).copied().unwrap_or(0)
}

/// What a piece attacks. Which of many kinds it is cannot be predicted, but most are no sliders.
#[inline]
pub(super) fn attacks(kind: Kind, colour: Colour, from: Square, occupied: Set) -> Set {
    steps(kind, colour, from)
        | match kind {
            Kind::LANCE => lance(colour, from, occupied),
            Kind::BISHOP | Kind::HORSE => bishop(from, occupied),
            Kind::ROOK | Kind::DRAGON => rook(from, occupied),
            _ => 0,
        }
}

/// The squares from one square through another to the edge, without the first; none if no line goes through both.
#[inline]
pub(super) fn ray_through(from: Square, through: Square) -> Set {
    let direction = DIRECTION[usize::from(from)][usize::from(through)];
    RAYS[usize::from(from)].get(usize::from(direction)).copied().unwrap_or(0)
}

/// The squares between two squares on one line; none if no line goes through both.
#[inline]
pub(super) fn between(from: Square, to: Square) -> Set {
    ray_through(from, to) & ray_through(to, from)
}

/// The pieces that alone stand between a square and a slider.
#[inline]
pub(super) fn blockers(target: Square, snipers: Set, occupied: Set) -> Set {
    let mut blockers = 0;
    for sniper in squares(snipers) {
        let on_the_way = between(target, sniper) & occupied;
        if !several(on_the_way) {
            blockers |= on_the_way;
        }
    }
    blockers
}

/// From where a piece that steps may come to a square, promoted or not there, from which it attacks the square `target`.
/// Kinds are the first four of [`REACH`].
pub(super) static NEAR: [[[Set; SQUARES]; 4]; 2] = {
    let mut near = [[[0; SQUARES]; 4]; 2];
    let mut index = 0;
    while index < 2 * 4 * SQUARES {
        let (colour, stepper, from) = (index / SQUARES / 4, index / SQUARES % 4, index % SQUARES);
        let mut to = 0;
        while to < SQUARES {
            if REACH[colour][from][stepper] >> to & 1 != 0 {
                let as_gold = if stepper < 3 { REACH[colour][to][3] } else { 0 };
                let mut attacked = REACH[colour][to][stepper] | as_gold;
                while attacked != 0 {
                    near[colour][stepper][attacked.trailing_zeros() as usize] |= 1 << from;
                    attacked &= attacked - 1;
                }
            }
            to += 1;
        }
        index += 1;
    }
    near
};

#[cfg(test)]
mod tests {
    use super::*;

    /// The square that is written like this.
    fn square(name: &str) -> Square {
        let name = name.as_bytes();
        (name[0] - b'1') * 9 + name[1] - b'a'
    }

    fn set(names: &str) -> Set {
        names.split_whitespace().fold(0, |set, name| set | only(square(name)))
    }

    #[test]
    fn pieces_attack_as_the_rules_say() {
        let at = square("5e");
        for (kind, black) in [
            (Kind::PAWN, "5d"),
            (Kind::KNIGHT, "4c 6c"),
            (Kind::SILVER, "4d 5d 6d 4f 6f"),
            (Kind::GOLD, "4d 5d 6d 4e 6e 5f"),
            (Kind::PROMOTED_SILVER, "4d 5d 6d 4e 6e 5f"),
            (Kind::KING, "4d 5d 6d 4e 6e 4f 5f 6f"),
            (Kind::LANCE, "5d 5c 5b"),
            (Kind::BISHOP, "4d 3c 6f 7g 8h 9i 6d 7c 8b 9a 4f 3g 2h 1i"),
            (Kind::DRAGON, "5d 5c 5b 5f 5g 5h 5i 6e 7e 4e 3e 2e 1e 4d 6d 4f 6f"),
        ] {
            assert_eq!(attacks(kind, Colour::Black, at, set("5b 3c 7e")), set(black), "{kind:?}");
        }
        assert_eq!(attacks(Kind::KNIGHT, Colour::White, at, 0), set("4g 6g"));
        assert_eq!(attacks(Kind::LANCE, Colour::White, at, set("5h")), set("5f 5g 5h"));
        assert_eq!(attacks(Kind::KING, Colour::White, 0, 0), set("1b 2a 2b"), "nothing wraps");
        assert_eq!(attacks(Kind::GOLD, Colour::Black, square("1i"), 0), set("1h 2h 2i"), "nothing wraps");
    }

    #[test]
    fn lines_and_what_lies_between() {
        assert_eq!(between(square("9a"), square("5e")), set("8b 7c 6d"));
        assert_eq!(between(square("5e"), square("5h")), set("5f 5g"));
        assert_eq!(between(square("5e"), square("4c")), 0);
        assert_eq!(ray_through(square("5e"), square("3e")), set("4e 3e 2e 1e"));
    }

    #[test]
    fn pieces_may_not_stand_where_they_cannot_move() {
        for colour in Colour::BOTH {
            for kind in [Kind::PAWN, Kind::LANCE, Kind::KNIGHT, Kind::SILVER, Kind::GOLD] {
                let mobile = squares(ALL).filter(|&square| attacks(kind, colour, square, 0) != 0);
                assert_eq!(alive(kind, colour), mobile.fold(0, |set, square| set | only(square)));
            }
        }
    }
}
