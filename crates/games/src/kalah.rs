//! Kalah: seeds are sown pit by pit, and the one who gathers more of them wins.
//!
//! Each side has a row of pits, numbered along the way that seeds take, and a store behind the last one. To move is to sow
//! the seeds of an own pit one by one into the next pits, the own store and the other side's pits, leaving out the other
//! store. Whoever ends in the own store moves again. Whoever ends in an own pit that was empty, with seeds in the pit
//! opposite, takes both into the store. The game is over when a side has no seeds in its pits; the seeds in the other
//! side's pits go to that side's store. The result is the difference of the stores.
//!
//! No position comes back: seeds never leave a store, and as long as none gets there, they only move on.

mod notation;

use crate::mix::mix;
use provenum_game::{Game, Hints, InputError, Known, Outcome, Player, Repetition, Valuation, Values};

/// The most pits of a side, and the most seeds in each when the game begins.
const MOST: u32 = 8;

/// Kalah with some number of pits and seeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kalah {
    pits: usize,
    seeds: u8,
}

/// Where the seeds are, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The pits of both sides, each from the one farthest from its store.
    pits: [[u8; MOST as usize]; 2],
    stores: [u8; 2],
    mover: Player,
}

impl Kalah {
    /// So many pits for each side, with so many seeds in each, both from 1 to 8.
    pub fn new(pits: u32, seeds: u32) -> Result<Kalah, InputError> {
        for (name, number) in [("pits", pits), ("seeds", seeds)] {
            if !(1..=MOST).contains(&number) {
                return Err(InputError::parameter(name, format!("{number} is out of range"), "a number from 1 to 8"));
            }
        }
        Ok(Kalah { pits: pits as usize, seeds: seeds as u8 })
    }

    /// All seeds there are.
    fn total(&self) -> u32 {
        2 * self.pits as u32 * u32::from(self.seeds)
    }

    /// The position to start from.
    #[must_use]
    pub fn start(&self) -> Position {
        let mut row = [0; MOST as usize];
        row[..self.pits].fill(self.seeds);
        Position { pits: [row; 2], stores: [0; 2], mover: Player::First }
    }

    /// Whether there can be such a position: no seed is missing, and none is left once a side has none.
    fn is_possible(&self, position: &Position) -> bool {
        let row = |row: &[u8; MOST as usize]| row.iter().map(|&seeds| u32::from(seeds)).sum::<u32>();
        let [first, second] = position.pits.each_ref().map(row);
        let stores: u32 = position.stores.iter().map(|&seeds| u32::from(seeds)).sum();
        first + second + stores == self.total() && (first == 0) == (second == 0)
    }

    /// Where the last seed of a pit falls: how many places after the first pit of the mover, who passes all own pits, the
    /// own store and the pits of the other side.
    #[inline]
    fn last_place(&self, position: &Position, pit: usize) -> usize {
        let mut place = pit + usize::from(position.pits[position.mover as usize][pit]);
        // Hardly ever twice round: sooner done than a division.
        while place > 2 * self.pits {
            place -= 2 * self.pits + 1;
        }
        place
    }
}

impl Game for Kalah {
    type Position = Position;
    /// The pit, counted from 0.
    type Move = u8;

    fn values(&self) -> Values {
        let most = self.total() as i32;
        Values::Score { min: -most, max: most, step: 1 }
    }

    fn repetition(&self) -> Repetition {
        Repetition::Impossible
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.mover
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let [first, second] = position.stores.map(i32::from);
        (position.pits[0] == [0; MOST as usize]).then_some(Outcome(first - second))
    }

    /// Pits come from the store backwards: what lies near to it gets there.
    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<u8>) {
        let row = &position.pits[position.mover as usize];
        out.extend((0..self.pits as u8).rev().filter(|&pit| row[usize::from(pit)] > 0));
    }

    #[inline]
    fn play(&self, position: &Position, pit: u8) -> Position {
        let mut next = *position;
        let (own, other) = (position.mover as usize, position.mover.opponent() as usize);
        let mut place = usize::from(pit);
        for _ in 0..std::mem::take(&mut next.pits[own][place]) {
            place = if place == 2 * self.pits { 0 } else { place + 1 };
            if place < self.pits {
                next.pits[own][place] += 1;
            } else if place == self.pits {
                next.stores[own] += 1;
            } else {
                next.pits[other][place - self.pits - 1] += 1;
            }
        }
        if place < self.pits && next.pits[own][place] == 1 && next.pits[other][self.pits - 1 - place] > 0 {
            next.stores[own] += 1 + std::mem::take(&mut next.pits[other][self.pits - 1 - place]);
            next.pits[own][place] = 0;
        }
        if next.pits.contains(&[0; MOST as usize]) {
            for side in [own, other] {
                next.stores[side] += next.pits[side].iter().sum::<u8>();
                next.pits[side] = [0; MOST as usize];
            }
        }
        if place != self.pits {
            next.mover = position.mover.opponent();
        }
        next
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        let [first, second] = position.pits.map(u64::from_le_bytes);
        let [a, b] = position.stores.map(u64::from);
        mix(mix(mix(first ^ (self.pits as u64) << 56) ^ second)
            ^ (a | b << 8 | (position.mover as u64) << 16 | 1 << 20))
    }

    fn encode(&self, position: &Position, out: &mut Vec<u8>) {
        out.push(position.mover as u8);
        for side in Player::BOTH.map(|player| player as usize) {
            out.extend_from_slice(&position.pits[side][..self.pits]);
            out.push(position.stores[side]);
        }
    }

    fn decode(&self, code: &[u8]) -> Option<Position> {
        let (&mover, rows) = code.split_first()?;
        let mover = *Player::BOTH.get(usize::from(mover))?;
        if rows.len() != 2 * (self.pits + 1) {
            return None;
        }
        let mut position = Position { pits: [[0; MOST as usize]; 2], stores: [0; 2], mover };
        for (side, row) in rows.chunks_exact(self.pits + 1).enumerate() {
            position.pits[side][..self.pits].copy_from_slice(&row[..self.pits]);
            position.stores[side] = row[self.pits];
        }
        self.is_possible(&position).then_some(position)
    }
}

/// What is in a store stays there.
impl Hints<Position, u8> for Kalah {
    fn known_from(&self) -> Option<String> {
        Some("what the stores hold".to_owned())
    }

    #[inline]
    fn known(&self, position: &Position) -> Option<Known<u8>> {
        self.bounds(position).map(|((least, most), _)| Known::between(least, most))
    }
}

impl Valuation<Position, u8> for Kalah {
    #[inline]
    fn suits_alpha_beta(&self) -> bool {
        true
    }

    /// What is in a store stays there.
    #[inline]
    fn bounds(&self, position: &Position) -> Option<((i32, i32), u64)> {
        let total = self.total() as i32;
        let [first, second] = position.stores.map(i32::from);
        Some(((2 * first - total, total - 2 * second), 0))
    }

    /// A move that is followed by another one comes first, then one that takes seeds: the more, the better.
    #[inline]
    fn candidates(&self, position: &Position, _note: u64, emit: &mut impl FnMut(u8, i32)) -> bool {
        let (own, other) = (position.mover as usize, position.mover.opponent() as usize);
        for pit in (0..self.pits).rev().filter(|&pit| position.pits[own][pit] > 0) {
            let place = self.last_place(position, pit);
            let score = if place == self.pits {
                i32::from(u8::MAX)
            } else if place < self.pits && position.pits[own][place] == 0 {
                i32::from(position.pits[other][self.pits - 1 - place])
            } else {
                0
            };
            emit(pit as u8, score);
        }
        true
    }

    /// The difference of the stores.
    #[inline]
    fn evaluate(&self, position: &Position) -> i32 {
        (i32::from(position.stores[0]) - i32::from(position.stores[1])) * Outcome::PARTS
    }

    #[inline]
    fn move_class(&self, _position: &Position, pit: u8) -> usize {
        pit.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft;

    /// The rules once more, as slowly and simply as can be: one ring of pits for both, and a hand that walks round it.
    #[derive(Clone)]
    struct Ring {
        /// The first player's pits and store, then the second player's.
        ring: Vec<u32>,
        pits: usize,
        second_moves: bool,
    }

    impl Ring {
        fn after(&self, pit: usize) -> Ring {
            let mut next = self.clone();
            let base = if self.second_moves { self.pits + 1 } else { 0 };
            let own_store = base + self.pits;
            let other_store = (own_store + self.pits + 1) % self.ring.len();
            let mut hand = next.ring[base + pit];
            next.ring[base + pit] = 0;
            let mut at = base + pit;
            while hand > 0 {
                at = (at + 1) % self.ring.len();
                if at != other_store {
                    next.ring[at] += 1;
                    hand -= 1;
                }
            }
            let is_own_pit = (base..own_store).contains(&at);
            let opposite = 2 * self.pits - at.min(2 * self.pits);
            if is_own_pit && next.ring[at] == 1 && next.ring[opposite] > 0 {
                next.ring[own_store] += 1 + next.ring[opposite];
                next.ring[at] = 0;
                next.ring[opposite] = 0;
            }
            if at != own_store {
                next.second_moves = !self.second_moves;
            }
            next
        }

        fn row(&self, second: bool) -> &[u32] {
            let base = if second { self.pits + 1 } else { 0 };
            &self.ring[base..base + self.pits]
        }

        fn is_over(&self) -> bool {
            [false, true].iter().any(|&second| self.row(second).iter().all(|&seeds| seeds == 0))
        }

        fn lines(&self, depth: usize) -> u64 {
            if depth == 0 {
                return 1;
            }
            if self.is_over() {
                return 0;
            }
            let row = self.row(self.second_moves);
            (0..self.pits).filter(|&pit| row[pit] > 0).map(|pit| self.after(pit).lines(depth - 1)).sum()
        }
    }

    #[test]
    fn lines_of_play_are_as_many_as_a_simpler_program_counts() {
        for (pits, seeds, depth) in [(6, 4, 6), (6, 6, 5), (4, 3, 8), (3, 2, 12), (1, 1, 4), (2, 8, 10), (8, 8, 4)] {
            let game = Kalah::new(pits, seeds).unwrap();
            let mut ring = vec![seeds; 2 * pits as usize + 2];
            ring[pits as usize] = 0;
            ring[2 * pits as usize + 1] = 0;
            let simple = Ring { ring, pits: pits as usize, second_moves: false };
            for depth in 1..=depth {
                assert_eq!(perft(&game, &game.start(), depth), simple.lines(depth), "{pits} {seeds} {depth}");
            }
        }
    }

    #[test]
    fn the_last_seed_decides() {
        let game = Kalah::new(6, 4).unwrap();
        // From the third pit the fourth seed falls into the store: the same side moves again.
        let again = game.play(&game.start(), 2);
        assert_eq!((again.mover, again.stores), (Player::First, [1, 0]));
        // From the first pit the four seeds end in the fifth, which is not empty: nothing is taken.
        let next = game.play(&again, 0);
        assert_eq!((next.mover, next.stores), (Player::Second, [1, 0]));
        let mut position = game.start();
        position.pits[0] = [1, 0, 4, 4, 4, 4, 0, 0];
        position.stores[0] = 7;
        // The seed ends in an empty pit opposite to four.
        let taken = game.play(&position, 0);
        assert_eq!((taken.stores, taken.pits[0][1], taken.pits[1][4]), ([12, 0], 0, 0));
    }

    #[test]
    fn what_is_left_goes_to_the_side_where_it_lies() {
        let game = Kalah::new(2, 2).unwrap();
        let mut position = game.start();
        position.pits = [[0, 1, 0, 0, 0, 0, 0, 0], [2, 2, 0, 0, 0, 0, 0, 0]];
        position.stores = [3, 0];
        let end = game.play(&position, 1);
        assert_eq!((game.outcome(&end), end.stores), (Some(Outcome(0)), [4, 4]));
    }
}
