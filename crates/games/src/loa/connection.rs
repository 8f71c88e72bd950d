//! Whether pieces are connected, straight or diagonally.

use crate::square::{self, SIDE, neighbourhood};

/// The group that a piece belongs to.
#[inline]
fn group(pieces: u64, piece: u64) -> u64 {
    let mut group = piece;
    loop {
        let larger = neighbourhood(group) & pieces;
        if larger == group {
            return group;
        }
        group = larger;
    }
}

/// Whether all pieces are one group.
#[inline]
pub(super) fn connected(pieces: u64) -> bool {
    group(pieces, pieces & pieces.wrapping_neg()) == pieces
}

/// The pieces with none next to them.
#[inline]
pub(super) fn alone(pieces: u64) -> u64 {
    let level = square::beside(pieces);
    let row = pieces | level;
    pieces & !(level | row << SIDE | row >> SIDE)
}

/// The squares that touch all groups but one, at most. Only there can a piece that arrives, and leaves one group, connect
/// everything. With many groups there is none, and that shows before all of them are known.
#[inline]
pub(super) fn joining(pieces: u64, board: u64) -> u64 {
    let (mut missed, mut missed_twice) = (0, 0);
    let mut rest = pieces;
    while rest != 0 && missed_twice & board != board {
        let group = group(pieces, rest & rest.wrapping_neg());
        let far = !neighbourhood(group);
        missed_twice |= missed & far;
        missed |= far;
        rest &= !group;
    }
    !missed_twice
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mix::SplitMix;

    /// Goes from piece to piece.
    fn slow_connected(pieces: u64) -> bool {
        let mut found: Vec<u8> = square::of(pieces).take(1).collect();
        let mut next = 0;
        while next < found.len() {
            let (column, row) = square::place(found[next]);
            for other in square::of(pieces) {
                let (c, r) = square::place(other);
                if column.abs_diff(c) <= 1 && row.abs_diff(r) <= 1 && !found.contains(&other) {
                    found.push(other);
                }
            }
            next += 1;
        }
        found.len() == pieces.count_ones() as usize
    }

    #[test]
    fn groups_are_those_found_piece_by_piece() {
        let mut random = SplitMix::new(1);
        let mut seen = [0; 2];
        for _ in 0..20_000 {
            let pieces = random.word() & random.word() & square::board(5, 5);
            assert_eq!(connected(pieces), slow_connected(pieces));
            seen[usize::from(connected(pieces))] += 1;
        }
        assert!(seen.iter().all(|&count| count > 500), "{seen:?}");
    }

    #[test]
    fn pieces_alone_are_groups_of_one() {
        let mut random = SplitMix::new(9);
        for _ in 0..1_000 {
            let pieces = random.word() & random.word() & random.word();
            let expected = square::of(pieces).map(|square| 1 << square).filter(|&piece| group(pieces, piece) == piece);
            assert_eq!(alone(pieces), expected.fold(0, |set, piece| set | piece));
        }
    }

    #[test]
    fn a_piece_connects_only_on_joining_squares() {
        let mut random = SplitMix::new(4);
        let board = square::board(6, 6);
        let mut connections = 0;
        for _ in 0..2_000 {
            let pieces = random.word() & random.word() & board;
            let joining = joining(pieces, board);
            for from in square::of(pieces) {
                for to in square::of(board & !pieces) {
                    if connected(pieces ^ 1 << from | 1 << to) {
                        assert!(joining & 1 << to != 0);
                        connections += 1;
                    }
                }
            }
        }
        assert!(connections > 1000);
    }
}
