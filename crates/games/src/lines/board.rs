//! The cells and lines of a board, its symmetries, and whose turn it is.

use super::cells::Cells;
use crate::mix::mix;
use provenum_game::Player;

/// Which game of lines it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Variant {
    /// One stone in a turn, on a board.
    Gomoku,
    /// Several stones in a turn, on a board.
    Connect6,
    /// One stone in a turn, in a cube.
    Qubic,
}

/// How many images of a position share a key at most.
pub(super) const SYMMETRIES: usize = 8;

/// Where a line ends at the edge of the board, there is no cell behind it.
pub(super) const NOWHERE: u16 = u16::MAX;

/// A box of cells with its lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Board {
    /// Columns, rows and layers.
    pub(super) sides: [usize; 3],
    /// How many in a row win.
    pub(super) length: u8,
    /// How many stones are put down in a turn, and in the first one.
    pub(super) per_turn: u32,
    pub(super) first_turn: u32,
    /// Whether a longer row wins too.
    pub(super) longer_wins: bool,
    /// Whether images share a key.
    pub(super) symmetric: bool,
    pub(super) cells: Cells,
    /// The cells of all lines, one line after the other.
    lines: Vec<u16>,
    /// The cells before and behind each line.
    ends: Vec<[u16; 2]>,
    /// The lines through each cell.
    through: Vec<Vec<u16>>,
    /// Where each symmetry takes each cell; the first one leaves all where they are.
    pub(super) images: Vec<Vec<u16>>,
}

impl Board {
    pub(super) fn new(
        sides: [usize; 3],
        length: u8,
        (first_turn, per_turn): (u32, u32),
        longer_wins: bool,
        symmetric: bool,
    ) -> Board {
        let size = sides.iter().product();
        let mut board = Board {
            sides,
            length,
            per_turn,
            first_turn,
            longer_wins,
            symmetric,
            cells: Cells::first(size),
            lines: Vec::new(),
            ends: Vec::new(),
            through: vec![Vec::new(); size],
            images: Vec::new(),
        };
        board.find_lines();
        board.find_images();
        board
    }

    /// The number of cells.
    #[inline]
    pub(super) fn size(&self) -> usize {
        self.through.len()
    }

    /// The number of lines.
    #[inline]
    pub(super) fn lines(&self) -> usize {
        self.ends.len()
    }

    /// The cell at a place, if it is on the board.
    fn at(&self, place: [isize; 3]) -> Option<u16> {
        let inside = place.iter().zip(self.sides).all(|(&at, side)| (0..side as isize).contains(&at));
        let [column, row, layer] = place.map(|at| at as usize);
        inside.then(|| ((layer * self.sides[1] + row) * self.sides[0] + column) as u16)
    }

    /// Column, row and layer of a cell.
    pub(super) fn place(&self, cell: u16) -> [usize; 3] {
        let cell = usize::from(cell);
        [cell % self.sides[0], cell / self.sides[0] % self.sides[1], cell / self.sides[0] / self.sides[1]]
    }

    /// All lines, in the order of their first cells and then of directions; of two opposite directions the one counts whose first
    /// step that is not 0, from layers to columns, goes up.
    fn find_lines(&mut self) {
        let mut directions = Vec::new();
        for layer in -1..=1 {
            for row in -1..=1 {
                for column in -1..=1 {
                    if (layer, row, column) > (0, 0, 0) {
                        directions.push([column, row, layer]);
                    }
                }
            }
        }
        for cell in 0..self.size() as u16 {
            let start = self.place(cell).map(|at| at as isize);
            for direction in &directions {
                let along = |steps: isize| self.at(std::array::from_fn(|axis| start[axis] + steps * direction[axis]));
                let line: Option<Vec<u16>> = (0..isize::from(self.length)).map(along).collect();
                let Some(line) = line else { continue };
                let ends = [-1, isize::from(self.length)].map(|steps| along(steps).unwrap_or(NOWHERE));
                let index = self.ends.len() as u16;
                line.iter().for_each(|&cell| self.through[usize::from(cell)].push(index));
                self.lines.extend(line);
                self.ends.push(ends);
            }
        }
    }

    /// Reflections, and the exchange of columns and rows where there are as many of both.
    fn find_images(&mut self) {
        let [columns, rows, layers] = self.sides;
        for image in 0..SYMMETRIES {
            let [mirrored, upside_down, third] = std::array::from_fn(|bit| image >> bit & 1 != 0);
            let exchanges = layers == 1 && columns == rows;
            if image > 0 && (!self.symmetric || third && layers == 1 && !exchanges) {
                continue;
            }
            let flip = |at: usize, side: usize, flips: bool| if flips { side - 1 - at } else { at };
            let map = (0..self.size() as u16).map(|cell| {
                let [mut column, mut row, mut layer] = self.place(cell);
                if third && exchanges {
                    (column, row) = (row, column);
                } else {
                    layer = flip(layer, layers, third);
                }
                column = flip(column, columns, mirrored);
                row = flip(row, rows, upside_down);
                ((layer * rows + row) * columns + column) as u16
            });
            let map = map.collect();
            self.images.push(map);
        }
    }

    /// Boards of different kinds start from different keys.
    pub(super) fn salt(&self) -> u64 {
        let [columns, rows, layers] = self.sides.map(|side| side as u64);
        let turns = u64::from(self.first_turn) << 8 | u64::from(self.per_turn);
        mix(columns << 48
            | rows << 40
            | layers << 32
            | u64::from(self.length) << 24
            | turns << 1
            | u64::from(self.longer_wins))
    }

    /// Whose turn it is after so many stones, and how many it still puts down.
    #[inline]
    pub(super) fn turn(&self, count: u32) -> (Player, u8) {
        if count < self.first_turn {
            return (Player::First, (self.first_turn - count) as u8);
        }
        let later = count - self.first_turn;
        let player = if (later / self.per_turn).is_multiple_of(2) { Player::Second } else { Player::First };
        (player, (self.per_turn - later % self.per_turn) as u8)
    }

    /// The cells of a line.
    #[inline]
    pub(super) fn line(&self, line: usize) -> &[u16] {
        let length = usize::from(self.length);
        &self.lines[line * length..(line + 1) * length]
    }

    /// The lines through a cell.
    #[inline]
    pub(super) fn through(&self, cell: u16) -> &[u16] {
        &self.through[usize::from(cell)]
    }

    /// Whether a line that is full of these stones wins: a longer row may not.
    #[inline]
    pub(super) fn counts(&self, stones: &Cells, line: usize) -> bool {
        self.longer_wins || self.ends[line].iter().all(|&end| end == NOWHERE || !stones.has(end))
    }

    /// Whether the last of these stones makes a line that wins.
    #[inline]
    pub(super) fn completes(&self, stones: &Cells, last: u16) -> bool {
        self.through(last).iter().any(|&line| self.is_full(stones, usize::from(line)))
    }

    #[inline]
    fn is_full(&self, stones: &Cells, line: usize) -> bool {
        self.line(line).iter().all(|&cell| stones.has(cell)) && self.counts(stones, line)
    }

    /// Whether there is a line that wins.
    pub(super) fn has_line(&self, stones: &Cells) -> bool {
        (0..self.lines()).any(|line| self.is_full(stones, line))
    }
}
