//! *m,n,k*: two players put stones on a board of *m* columns and *n* rows, and *k* in a row win. Tic-tac-toe is 3x3x3.
//!
//! A board is a 64-bit word with eight bits for a row whatever its width, so that neighbours have the same distances on
//! every board. There is no room for sentinels on 8x8; instead, each direction knows the cells where a whole line can
//! *start*, and lines that would leave the board are masked away.
//!
//! Keys are Zobrist's (1970), kept in the position together with the key of the mirror image.

mod notation;

use crate::square::{self, SIDE};
use crate::{Symmetry, mix::SplitMix, mix::mix};
use provenum_game::{Game, Hints, InputError, Known, Outcome, Player, Repetition, Valuation};

/// The sizes that are accepted, for messages.
const SIZES: &str = "MxNxK with M and N from 1 to 8, and K at most the larger of them, such as 3x3x3";

/// One random word for each player's stone on each cell.
static ZOBRIST: [[u64; 64]; 2] = {
    let mut random = SplitMix::new(0x006d_6e6b);
    let mut words = [[0; 64]; 2];
    let mut index = 0;
    while index < 128 {
        words[index / 64][index % 64] = random.word();
        index += 1;
    }
    words
};

/// *k* in a row on a board of some size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mnk {
    width: u32,
    height: u32,
    line: u32,
    symmetry: Symmetry,
    /// Every cell.
    board: u64,
    directions: [Direction; 4],
}

/// A direction in which lines run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Direction {
    /// The distance of neighbours.
    step: u32,
    /// The cells from which a whole line stays on the board.
    starts: u64,
}

/// Stones on the board. Whose turn it is follows from their number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The stones of the first and of the second player.
    stones: [u64; 2],
    key: u64,
    /// The key of the mirror image.
    mirrored_key: u64,
}

impl Position {
    #[inline]
    fn to_move(self) -> Player {
        if self.taken().count_ones().is_multiple_of(2) { Player::First } else { Player::Second }
    }

    #[inline]
    fn of(self, player: Player) -> u64 {
        self.stones[player as usize]
    }

    #[inline]
    fn taken(self) -> u64 {
        self.stones[0] | self.stones[1]
    }
}

impl Mnk {
    /// A board of `width` columns and `height` rows, on which `line` in a row win.
    pub fn new(width: u32, height: u32, line: u32, symmetry: Symmetry) -> Result<Mnk, InputError> {
        let side = 1..=SIDE;
        if !side.contains(&width) || !side.contains(&height) || !(1..=width.max(height)).contains(&line) {
            let problem = format!("{line} in a row on a {width}x{height} board is not supported");
            return Err(InputError::parameter("size", problem, SIZES));
        }
        // All cells whose column and row are in these ranges.
        let block = |columns: std::ops::Range<u32>, rows: std::ops::Range<u32>| {
            rows.flat_map(|row| columns.clone().map(move |column| row * SIDE + column))
                .fold(0u64, |cells, cell| cells | 1 << cell)
        };
        let reach = line - 1;
        let right = 0..width.saturating_sub(reach);
        let up = 0..height.saturating_sub(reach);
        let directions = [
            Direction { step: 1, starts: block(right.clone(), 0..height) },
            Direction { step: SIDE, starts: block(0..width, up.clone()) },
            Direction { step: SIDE + 1, starts: block(right, up.clone()) },
            Direction { step: SIDE - 1, starts: block(reach..width, up) },
        ];
        Ok(Mnk { width, height, line, symmetry, board: block(0..width, 0..height), directions })
    }

    /// The number of columns.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The number of rows.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// How many in a row win.
    #[must_use]
    pub fn line(&self) -> u32 {
        self.line
    }

    /// The position with these stones, its keys computed from scratch.
    fn position(&self, stones: [u64; 2]) -> Position {
        // Boards of different sizes start from different keys, and no board starts from 0.
        let empty = mix(u64::from(self.width << 16 | self.height << 8 | self.line));
        let mut position = Position { stones, key: empty, mirrored_key: empty };
        for player in Player::BOTH {
            for cell in square::of(position.of(player)) {
                position.key ^= ZOBRIST[player as usize][usize::from(cell)];
                position.mirrored_key ^= ZOBRIST[player as usize][usize::from(self.mirrored(cell))];
            }
        }
        position
    }

    /// The cell in the same row as far from the other edge.
    #[inline]
    fn mirrored(&self, cell: u8) -> u8 {
        const COLUMN: u8 = SIDE as u8 - 1;
        cell & !COLUMN | (self.width as u8 - 1 - (cell & COLUMN))
    }

    /// Whether there is a whole line of stones.
    #[inline]
    fn has_line(&self, stones: u64) -> bool {
        self.directions.iter().any(|direction| {
            let mut starts = direction.starts;
            for index in 0..self.line {
                starts &= stones >> (index * direction.step);
            }
            starts != 0
        })
    }

    /// The cells where one more stone makes a whole line; cells that are taken may be among them.
    ///
    /// For each direction and each index within the line: `before` are the starts whose cells up to that index are all
    /// stones, `after` those whose cells behind it are. Two passes of `line` steps find both.
    #[inline]
    fn completing(&self, stones: u64) -> u64 {
        let mut cells = 0;
        for direction in &self.directions {
            let mut before = [0; SIDE as usize];
            let mut starts = direction.starts;
            for index in 0..self.line {
                before[index as usize] = starts;
                starts &= stones >> (index * direction.step);
            }
            let mut after = u64::MAX;
            for index in (0..self.line).rev() {
                let shift = index * direction.step;
                cells |= (before[index as usize] & after) << shift;
                after &= stones >> shift;
            }
        }
        cells
    }

    /// What can be seen of a position without a search: what its value lies between, in the eyes of the side to move, and the
    /// cell that it must take lest the opponent complete a line there, if there is one. Whoever has no line left that the other
    /// side is not on cannot win.
    #[inline]
    fn look(&self, position: Position) -> ((i32, i32), u64) {
        let (own, theirs) = (position.of(position.to_move()), position.of(position.to_move().opponent()));
        let free = self.board & !position.taken();
        if self.has_line(theirs) {
            return ((-1, -1), 0);
        }
        if free == 0 {
            return ((0, 0), 0);
        }
        if self.completing(own) & free != 0 {
            return ((1, 1), 0);
        }
        let threats = self.completing(theirs) & free;
        if threats.count_ones() > 1 {
            return ((-1, -1), 0);
        }
        ((-i32::from(self.has_line(theirs | free)), i32::from(self.has_line(own | free))), threats)
    }

    /// The key of a position, or the one it shares with its mirror image.
    #[inline]
    fn shared_key(&self, key: u64, mirrored_key: u64) -> u64 {
        match self.symmetry {
            Symmetry::None => key,
            Symmetry::Mirror => key.min(mirrored_key),
        }
    }

    /// The result once `player` has put a stone on `cell`; `wins` says whether that made a line.
    #[inline]
    fn outcome_of(&self, player: Player, wins: bool, taken: u64) -> Option<Outcome> {
        if wins { Some(Outcome::win_of(player)) } else { (taken == self.board).then_some(Outcome::DRAW) }
    }

    /// How many bytes a code takes: two bits for every cell.
    fn code_bytes(&self) -> usize {
        (2 * self.width * self.height).div_ceil(8) as usize
    }
}

impl Game for Mnk {
    type Position = Position;
    /// The cell: eight times the row, counted from the bottom, plus the column, both from 0.
    type Move = u8;

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
        self.outcome_of(last, self.has_line(position.of(last)), position.taken())
    }

    /// Cells come row by row from the bottom, from left to right.
    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<u8>) {
        out.extend(square::of(self.board & !position.taken()));
    }

    #[inline]
    fn play(&self, position: &Position, cell: u8) -> Position {
        let player = position.to_move() as usize;
        let mut next = *position;
        next.stones[player] |= 1 << cell;
        next.key ^= ZOBRIST[player][usize::from(cell)];
        next.mirrored_key ^= ZOBRIST[player][usize::from(self.mirrored(cell))];
        next
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        self.shared_key(position.key, position.mirrored_key)
    }

    fn encode(&self, position: &Position, out: &mut Vec<u8>) {
        let [first, second] = position.stones.map(|stones| u128::from(square::packed(stones, self.width, self.height)));
        let code = first << (self.width * self.height) | second;
        out.extend_from_slice(&code.to_be_bytes()[16 - self.code_bytes()..]);
    }

    fn decode(&self, code: &[u8]) -> Option<Position> {
        if code.len() != self.code_bytes() {
            return None;
        }
        let code = code.iter().fold(0, |number, &byte| number << 8 | u128::from(byte));
        let cells = self.width * self.height;
        let (first, second) = (code >> cells, code & ((1 << cells) - 1));
        let balanced = matches!(first.count_ones().checked_sub(second.count_ones()), Some(0 | 1));
        if !balanced || first & second != 0 || first >> cells != 0 {
            return None;
        }
        let position =
            self.position([first, second].map(|bits| square::unpacked(bits as u64, self.width, self.height)));
        (!self.has_line(position.of(position.to_move()))).then_some(position)
    }

    #[inline]
    fn outcome_after(&self, position: &Position, cell: u8) -> Option<Outcome> {
        let player = position.to_move();
        let stone = 1 << cell;
        self.outcome_of(player, self.has_line(position.of(player) | stone), position.taken() | stone)
    }

    #[inline]
    fn key_after(&self, position: &Position, cell: u8) -> u64 {
        let words = &ZOBRIST[position.to_move() as usize];
        let mirrored = usize::from(self.mirrored(cell));
        self.shared_key(position.key ^ words[usize::from(cell)], position.mirrored_key ^ words[mirrored])
    }

    #[inline]
    fn cheap_keys(&self) -> bool {
        true
    }

    #[inline]
    fn successors(&self, position: &Position, emit: &mut impl FnMut(u8, Option<Outcome>, u64)) {
        let player = position.to_move();
        let taken = position.taken();
        let winning = self.completing(position.of(player));
        for cell in square::of(self.board & !taken) {
            let stone = 1 << cell;
            let outcome = self.outcome_of(player, winning & stone != 0, taken | stone);
            emit(cell, outcome, self.key_after(position, cell));
        }
    }
}

/// What can be seen before the end.
impl Hints<Position, u8> for Mnk {
    fn known_from(&self) -> Option<String> {
        Some("threats and open lines".to_owned())
    }

    #[inline]
    fn known(&self, position: &Position) -> Option<Known<u8>> {
        self.bounds(position).map(|((least, most), _)| Known::between(least, most))
    }
}

impl Valuation<Position, u8> for Mnk {
    #[inline]
    fn suits_alpha_beta(&self) -> bool {
        true
    }

    /// The note is the cell that must be taken.
    #[inline]
    fn bounds(&self, position: &Position) -> Option<((i32, i32), u64)> {
        let ((least, most), forced) = self.look(*position);
        Some(match position.to_move() {
            Player::First => ((least, most), forced),
            Player::Second => ((-most, -least), forced),
        })
    }

    /// Where the opponent threatens to complete a line, every other move loses at once.
    #[inline]
    fn candidates(&self, position: &Position, forced: u64, emit: &mut impl FnMut(u8, i32)) -> bool {
        let cells = if forced == 0 { self.board & !position.taken() } else { forced };
        square::of(cells).for_each(|cell| emit(cell, 0));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use provenum_game::{Notation, Parameters};

    fn board(size: &str, symmetry: &str, text: &str) -> (Mnk, Position) {
        Mnk::set_up(&Parameters::new().with("size", size).with("symmetry", symmetry), Some(text)).unwrap()
    }

    #[test]
    fn every_direction_wins_and_nothing_wraps() {
        for (size, text, over) in [
            ("3x3x3", "a1 a2 b1 b2 c1", true),
            ("3x3x3", "a1 b1 a2 b2 a3", true),
            ("3x3x3", "a1 b1 b2 c1 c3", true),
            ("3x3x3", "c1 b1 b2 a1 a3", true),
            ("8x8x8", "a1 a2 b1 b2 c1 c2 d1 d2 e1 e2 f1 f2 g1 g2 h1", true),
            ("8x8x3", "g1 a8 h1 c8 a2", false),
            ("8x8x3", "g1 a8 h2 c8 a3", false),
            ("3x1x3", "a1 b1 c1", true),
            ("2x2x1", "b2", true),
        ] {
            let (game, position) = board(size, "none", text);
            assert_eq!(game.outcome(&position).is_some(), over, "{size} {text}");
        }
    }

    #[test]
    fn completing_cells_are_those_that_win() {
        let mut random = SplitMix::new(3);
        for (width, height, line) in [(3, 3, 3), (8, 8, 5), (8, 8, 8), (5, 4, 3), (8, 2, 4), (1, 7, 3), (4, 4, 1)] {
            let game = Mnk::new(width, height, line, Symmetry::None).unwrap();
            for _ in 0..200 {
                let stones = random.word() & random.word() & game.board;
                if game.has_line(stones) {
                    continue;
                }
                let free = game.board & !stones;
                let wins = square::of(free).filter(|&cell| game.has_line(stones | 1 << cell));
                assert_eq!(game.completing(stones) & free, wins.fold(0, |set, cell| set | 1 << cell));
            }
        }
    }

    #[test]
    fn mirror_images_share_a_key_only_if_asked() {
        let (game, position) = board("4x3x3", "mirror", "a1 b2 a3");
        let (_, image) = board("4x3x3", "mirror", "d1 c2 d3");
        assert_eq!(game.key(&position), game.key(&image));
        assert_ne!(position.key, image.key);
        let (exact, _) = board("4x3x3", "none", "");
        assert_ne!(exact.key(&position), exact.key(&image));
    }

    #[test]
    fn sizes_are_limited() {
        for (width, height, line) in [(0, 3, 3), (9, 3, 3), (3, 9, 3), (3, 3, 4), (3, 3, 0), (u32::MAX, 1, 1)] {
            assert!(Mnk::new(width, height, line, Symmetry::None).is_err());
        }
    }

    #[test]
    fn a_code_is_what_the_documentation_says() {
        let (game, position) = board("3x3x3", "none", "b2 a1");
        let mut code = Vec::new();
        game.encode(&position, &mut code);
        assert_eq!(code, [0x00, 0x20, 0x01]);
    }

    #[test]
    fn codes_of_impossible_boards_are_refused() {
        let (game, start) = board("3x3x3", "none", "");
        let decode = |first: u32, second: u32| game.decode(&(first << 9 | second).to_be_bytes()[1..]);
        assert_eq!(decode(0, 0), Some(start));
        assert!(decode(0b1, 0b10).is_some());
        assert!(decode(0b1, 0b1).is_none(), "two stones on a cell");
        assert!(decode(0, 0b1).is_none() && decode(0b111, 0).is_none(), "wrong numbers of stones");
        assert!(decode(0b111, 0b111_000).is_none(), "the side to move has won");
        assert!(decode(1 << 9, 0).is_none(), "a stone off the board");
    }
}
