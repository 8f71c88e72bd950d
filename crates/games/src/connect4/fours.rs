//! Fours in a row, and the cells that would complete one, by shifts of the word that holds the stones.

use super::Connect4;

/// The directions on boards of the usual height.
const USUAL: [u32; 3] = [6, 7, 8];

impl Connect4 {
    /// Whether there are four stones in a row.
    #[inline]
    pub(super) fn has_four(&self, stones: u64) -> bool {
        match self.directions {
            USUAL => has_four(stones, USUAL),
            directions => has_four(stones, directions),
        }
    }

    /// The cells next to three stones: one more stone there makes four in a row. Cells that no stone can fall to may be
    /// among them, and so are all cells of a four that is there already.
    #[inline]
    pub(super) fn completing(&self, stones: u64) -> u64 {
        match self.directions {
            // Shifts by numbers that are known beforehand take a third fewer instructions.
            USUAL => completing(stones, USUAL),
            directions => completing_anywhere(stones, directions),
        }
    }

    /// The same for two sets of stones.
    #[inline]
    pub(super) fn completing_each(&self, stones: [u64; 2]) -> [u64; 2] {
        match self.directions {
            USUAL => completing_each(stones),
            directions => stones.map(|stones| completing_anywhere(stones, directions)),
        }
    }
}

/// Whether there are four stones in a row, upright or in one of these directions.
#[inline(always)]
fn has_four(stones: u64, directions: [u32; 3]) -> bool {
    let pairs = stones & (stones >> 1);
    let mut fours = pairs & (pairs >> 2);
    for step in directions {
        let pairs = stones & (stones >> step);
        fours |= pairs & (pairs >> (2 * step));
    }
    fours != 0
}

/// The cells that would complete a four in an upright line or in one of these directions.
#[inline(always)]
fn completing(stones: u64, directions: [u32; 3]) -> u64 {
    let mut cells = (stones << 1) & (stones << 2) & (stones << 3);
    for step in directions {
        let pairs = stones & (stones << step);
        let (before, after) = (pairs << step, pairs >> (2 * step));
        cells |= before & ((before << step) | (stones >> step));
        cells |= after & ((after >> step) | (stones << step));
    }
    cells
}

#[inline(never)]
fn completing_anywhere(stones: u64, directions: [u32; 3]) -> u64 {
    completing(stones, directions)
}

/// Both sets side by side in a vector: alone in a function, they take little more than one.
#[inline(never)]
fn completing_each(stones: [u64; 2]) -> [u64; 2] {
    stones.map(|stones| completing(stones, USUAL))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SplitMix, Symmetry};

    #[test]
    fn cells_that_complete_a_four_are_those_where_a_stone_makes_one() {
        let mut random = SplitMix::new(3);
        for (width, height) in [(7, 6), (8, 7), (6, 5), (4, 15), (3, 20), (9, 6), (1, 63)] {
            let game = Connect4::new(width, height, Symmetry::None).unwrap();
            for _ in 0..200 {
                let filled = (0..width).fold(0, |cells, column| {
                    let stones = random.below(height as usize + 1);
                    cells | ((1 << stones) - 1) << (column * game.stride())
                });
                let one = random.word() & filled;
                let [free, other] = [game.board ^ filled, one ^ filled];
                let completing = game.completing_each([one, other]);
                assert_eq!(completing, [one, other].map(|stones| game.completing(stones)));
                assert_eq!(game.has_four(one), completing[0] & one != 0, "{width}x{height}");
                for cell in (0..64).map(|bit| 1 << bit).filter(|cell| free & cell != 0 && !game.has_four(one)) {
                    assert_eq!(game.has_four(one | cell), completing[0] & cell != 0, "{width}x{height}");
                }
            }
        }
    }
}
