//! Connect Four: stones fall to the bottom of a column, and four in a row win.
//!
//! A board is a 64-bit word with one column after the other, the bottom cell lowest, and above each column a *sentinel*
//! bit that is never set. It keeps rows and diagonals from running into the next column, so a line of four shows up in a
//! few shifts of the word (Tromp's Fhourstones; Pons 2015).
//!
//! **Code.** To a column with *n* stones belongs the number 2ⁿ + (the bits of the mover's stones): the highest set bit is
//! the height, the bits below say whose stones they are. All columns together are just `own + mask + bottom`.
//!
//! **Key.** The code fits a word, so the key is a *bijective* mix of it: unlike Zobrist keys, two positions of one board
//! size never share a key, and no random numbers have to be kept up to date.

mod fours;
mod notation;

use crate::Symmetry;
use provenum_game::{Game, Hints, InputError, Known, Outcome, Player, Prospect, Repetition, Valuation, Values};

/// The most columns: a board of height 1 needs two bits for each.
const MOST_COLUMNS: usize = 32;

/// The number of the second player's fourth stone; the first player's is one less.
const EARLIEST: u32 = 8;

/// The sizes that are accepted, for messages.
const SIZES: &str = "WxH with W x (H + 1) at most 64, such as 7x6";

/// What a win is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Counting {
    /// 1, whenever it comes.
    #[default]
    Outcome,
    /// More the earlier it comes: the number of stones that the winner has left, with the one that completes the four.
    Score,
}

/// Connect Four on a board of some size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Connect4 {
    width: u32,
    height: u32,
    symmetry: Symmetry,
    counting: Counting,
    /// The bottom cell of every column.
    bottom: u64,
    /// The cells of the column on the left.
    left: u64,
    /// Every cell, without the sentinels.
    board: u64,
    /// Every second row, so that the topmost one is not among them. Where a column has an even number of free cells, its
    /// lowest free cell is here.
    leading: u64,
    /// The distances of neighbours in a row and in both diagonals; the neighbour above is always one bit away.
    directions: [u32; 3],
    /// The columns from the centre outwards.
    order: [u8; MOST_COLUMNS],
    /// Their cells, in the same order.
    columns: [u64; MOST_COLUMNS],
    /// The place in that order of the column that a cell is in.
    ranks: [u8; 64],
}

/// Stones on the board. Whose turn it is follows from their number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The stones of the side to move.
    own: u64,
    /// The stones of both sides.
    mask: u64,
}

impl Position {
    const EMPTY: Position = Position { own: 0, mask: 0 };

    #[inline]
    fn to_move(self) -> Player {
        if self.mask.count_ones().is_multiple_of(2) { Player::First } else { Player::Second }
    }

    #[inline]
    fn of(self, player: Player) -> u64 {
        if player == self.to_move() { self.own } else { self.own ^ self.mask }
    }
}

impl Connect4 {
    /// A board of this size: at least one column and one row, and a bit for every cell and sentinel.
    pub fn new(width: u32, height: u32, symmetry: Symmetry) -> Result<Connect4, InputError> {
        let bits = u64::from(width) * (u64::from(height) + 1);
        if width == 0 || height == 0 || bits > 64 {
            return Err(InputError::parameter("size", format!("a {width}x{height} board is not supported"), SIZES));
        }
        let stride = height + 1;
        let bottom = (0..width).fold(0, |cells, column| cells | 1 << (column * stride));
        // On fewer than four columns only upright fours exist. Looking upright again keeps all shifts below 64.
        let directions = if width < 4 { [1; 3] } else { [stride - 1, stride, stride + 1] };
        let mut order: [u8; MOST_COLUMNS] = std::array::from_fn(|column| column as u8);
        order[..width as usize].sort_by_key(|&column| (2 * u32::from(column) + 1).abs_diff(width));
        let (left, counting) = ((1 << height) - 1, Counting::Outcome);
        let board = bottom * left;
        let leading = (0..height).filter(|row| row % 2 == height % 2).fold(0, |cells, row| cells | bottom << row);
        let columns =
            order.map(|column| if u32::from(column) < width { left << (u32::from(column) * stride) } else { 0 });
        let mut ranks = [0; 64];
        for (rank, &column) in order[..width as usize].iter().enumerate() {
            ranks[usize::from(column) * stride as usize..][..height as usize].fill(rank as u8);
        }
        Ok(Connect4 {
            width,
            height,
            symmetry,
            counting,
            bottom,
            left,
            board,
            leading,
            directions,
            order,
            columns,
            ranks,
        })
    }

    /// The same board, with wins that count in this way.
    #[must_use]
    pub fn counting(self, counting: Counting) -> Connect4 {
        Connect4 { counting, ..self }
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

    /// Bits of a column: its cells and its sentinel.
    #[inline]
    fn stride(&self) -> u32 {
        self.height + 1
    }

    /// The cells of a column.
    #[inline]
    fn column(&self, column: u8) -> u64 {
        self.left << (u32::from(column) * self.stride())
    }

    /// The columns from the centre outwards.
    #[inline]
    fn order(&self) -> &[u8] {
        &self.order[..self.width as usize]
    }

    /// The cells of the columns from the centre outwards.
    #[inline]
    fn columns(&self) -> &[u64] {
        &self.columns[..self.width as usize]
    }

    /// The cells that a stone can fall to: adding one to a column carries to its lowest empty cell.
    #[inline]
    fn playable(&self, position: Position) -> u64 {
        (position.mask + self.bottom) & self.board
    }

    /// What it is worth to complete four with the stone of this number, counted from 1; 0 if there are fewer cells.
    #[inline]
    fn worth(&self, stone: u32) -> i32 {
        let cells = self.width * self.height;
        match self.counting {
            Counting::Outcome => i32::from(stone <= cells),
            Counting::Score => ((cells + 2).saturating_sub(stone) / 2) as i32,
        }
    }

    /// The result when `player` completes four with the stone that makes `mask` of all stones.
    #[inline]
    fn win_of(&self, player: Player, mask: u64) -> Outcome {
        Outcome::new(player, self.worth(mask.count_ones()))
    }

    /// What can be seen of a position without a search: what its value lies between in the eyes of the side to move, and the
    /// cells to which it can drop a stone without losing to the very next one.
    ///
    /// The side to move may win at once. If all its moves lose at once, it has lost. Otherwise nobody wins before the stone
    /// after the next two (Pons 2015), and the opponent may follow up.
    #[inline]
    fn look(&self, position: Position) -> ((i32, i32), u64) {
        let theirs = position.own ^ position.mask;
        let [completing, threats] = self.completing_each([position.own, theirs]);
        if threats & theirs != 0 {
            let value = -self.worth(position.mask.count_ones());
            return ((value, value), 0);
        }
        self.look_with(position, completing, threats)
    }

    /// The same of a position in which nobody has won, with the cells where the side to move and its opponent would complete
    /// four.
    #[inline(always)]
    fn look_with(&self, position: Position, completing: u64, threats: u64) -> ((i32, i32), u64) {
        let (stones, playable) = (position.mask.count_ones(), self.playable(position));
        let exactly = |value: i32| ((value, value), 0);
        if playable == 0 {
            exactly(0)
        } else if completing & playable != 0 {
            exactly(self.worth(stones + 1))
        } else {
            let safe = not_losing(playable, threats & (self.board ^ position.mask));
            if safe == 0 {
                return exactly(-self.worth(stones + 2));
            }
            let earliest = |stone: u32| self.worth(stone.max(EARLIEST - stone % 2));
            let mut most = earliest(stones + 3);
            if (self.width * self.height - stones).is_multiple_of(2) {
                most = most.min(self.most_against_follow_up(position, playable));
            }
            ((-earliest(stones + 4), most), safe)
        }
    }

    /// The most that the side to move can hope for where the number of free cells is even, so that the opponent can always
    /// answer in the same column (Allis 1988 calls it follow-up, or claimeven). Columns with an odd number of free cells come in
    /// pairs: a stone in the one is answered in the other, and both are even from then on. So the side to move gets no more
    /// than the leading cells and those that it can play to, and the opponent at least all others.
    #[inline]
    fn most_against_follow_up(&self, position: Position, playable: u64) -> i32 {
        let free = self.board ^ position.mask;
        let open = free & (self.leading | playable);
        if self.has_four(position.own | open) {
            i32::MAX
        } else if self.has_four(position.own ^ position.mask | free ^ open) {
            -self.worth(self.width * self.height)
        } else {
            0
        }
    }

    /// Hands over the stones that can be dropped to these cells: the column, the score for the order, the position after it,
    /// and the cells where its side to move and the opponent would complete four. A cell right above one where the opponent
    /// would is not useful, because the opponent gets there first.
    #[inline(always)]
    fn each_move(&self, position: Position, cells: u64, emit: &mut impl FnMut(u8, i32, Position, u64, u64)) {
        let theirs = position.own ^ position.mask;
        let free = self.board ^ position.mask;
        let completing = self.completing(theirs) & free;
        let useful = free & !(completing << 1);
        let mut rest = cells;
        while rest != 0 {
            let one = lowest(rest);
            let cells = [one, lowest(rest ^ one)];
            rest ^= cells[0] ^ cells[1];
            let threats = self.completing_each(cells.map(|cell| position.own | cell));
            for (cell, threats) in cells.into_iter().zip(threats).filter(|&(cell, _)| cell != 0) {
                let rank = self.ranks[cell.trailing_zeros() as usize % 64];
                let score = (threats & useful).count_ones() as i32 * MOST_COLUMNS as i32 - i32::from(rank);
                let child = Position { own: theirs, mask: position.mask | cell };
                emit(self.order[usize::from(rank)], score, child, completing, threats);
            }
        }
    }

    /// What can be seen of a position, and of those that follow while all moves but one lose at once: where that leads, what
    /// its value lies between in the eyes of its side to move, and the cells that do not lose there.
    #[inline(always)]
    fn look_on(&self, mut position: Position, mut completing: u64, mut threats: u64) -> (Position, (i32, i32), u64) {
        let (mut floor, mut ceiling) = (-i32::MAX, i32::MAX);
        loop {
            let ((least, most), safe) = self.look_with(position, completing, threats);
            (floor, ceiling) = (floor.max(least), ceiling.min(most));
            if floor >= ceiling || !safe.is_power_of_two() {
                return (position, (floor, ceiling), safe);
            }
            (completing, threats) = (threats, self.completing(position.own | safe));
            position = Position { own: position.own ^ position.mask, mask: position.mask | safe };
            (floor, ceiling) = (-ceiling, -floor);
        }
    }

    #[inline]
    fn code(&self, position: Position) -> u64 {
        position.own + position.mask + self.bottom
    }

    /// The code after the next stone, but for that stone: adding its cell completes it.
    #[inline]
    fn code_before_stone(&self, position: Position) -> u64 {
        self.code(Position { own: position.own ^ position.mask, ..position })
    }

    #[inline]
    fn key_of_code(&self, code: u64) -> u64 {
        match self.symmetry {
            Symmetry::None => spread(code),
            Symmetry::Mirror => spread(code.min(self.mirrored(code))),
        }
    }

    /// The code of the mirror image.
    #[inline]
    fn mirrored(&self, code: u64) -> u64 {
        match (self.width, self.height) {
            // Shifts by numbers that are known beforehand.
            (7, 6) => mirrored(code, 7, 7),
            _ => mirrored(code, self.width, self.stride()),
        }
    }

    /// The position with this code. A code stands for stones that obey gravity, but also their numbers must be right and
    /// the side to move must not have won already.
    fn position_of_code(&self, code: u64) -> Option<Position> {
        let mut position = Position::EMPTY;
        for column in 0..self.width {
            let shift = column * self.stride();
            let number = code >> shift & (self.column(0) << 1 | 1);
            let height = number.checked_ilog2()?;
            position.own |= (number ^ 1 << height) << shift;
            position.mask |= ((1 << height) - 1) << shift;
        }
        let (all, own) = (position.mask.count_ones(), position.own.count_ones());
        (self.code(position) == code && own == all / 2 && !self.has_four(position.own)).then_some(position)
    }

    /// How many bytes a code takes.
    fn code_bytes(&self) -> usize {
        (self.width * self.stride()).div_ceil(8) as usize
    }
}

/// Scatters the bits of a code. It is a bijection: different codes stay different. The high bits of a product depend on all
/// bits of the code, and the low ones take theirs from them.
#[inline]
fn spread(code: u64) -> u64 {
    let word = code.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word ^ (word >> 32)
}

/// Exchanges each column of so many bits with the one as far from the other side.
#[inline(always)]
fn mirrored(mut code: u64, width: u32, stride: u32) -> u64 {
    for column in 0..width / 2 {
        let (place, distance) = (column * stride, (width - 1 - 2 * column) * stride);
        let differing = (code ^ code >> distance) >> place & ((1 << stride) - 1);
        code ^= differing << place | differing << (place + distance);
    }
    code
}

/// The lowest cell of a set; none of none.
#[inline]
fn lowest(cells: u64) -> u64 {
    cells & cells.wrapping_neg()
}

/// All cells that can be played to but those below a cell where the opponent would complete four; and if the opponent could
/// do so at once, only that cell.
#[inline]
fn not_losing(playable: u64, threats: u64) -> u64 {
    let forced = playable & threats;
    let safe = if forced == 0 {
        playable
    } else if forced & (forced - 1) == 0 {
        forced
    } else {
        0
    };
    safe & !(threats >> 1)
}

impl Game for Connect4 {
    type Position = Position;
    /// The column, counted from 0.
    type Move = u8;

    fn values(&self) -> Values {
        match self.counting {
            Counting::Outcome => Values::WinDrawLoss,
            // A board may be too small for a win.
            Counting::Score => {
                Values::Score { min: -self.worth(EARLIEST).max(1), max: self.worth(EARLIEST - 1).max(1), step: 1 }
            }
        }
    }

    fn repetition(&self) -> Repetition {
        Repetition::Impossible
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.to_move()
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if self.has_four(position.own ^ position.mask) {
            Some(self.win_of(position.to_move().opponent(), position.mask))
        } else {
            (position.mask == self.board).then_some(Outcome::DRAW)
        }
    }

    /// Columns come from the centre outwards, the left one of two first: more fours run through the centre.
    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<u8>) {
        let playable = self.playable(*position);
        out.extend(self.order().iter().copied().filter(|&column| playable & self.column(column) != 0));
    }

    #[inline]
    fn play(&self, position: &Position, column: u8) -> Position {
        let cell = self.playable(*position) & self.column(column);
        Position { own: position.own ^ position.mask, mask: position.mask | cell }
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        self.key_of_code(self.code(*position))
    }

    fn encode(&self, position: &Position, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.code(*position).to_be_bytes()[8 - self.code_bytes()..]);
    }

    fn decode(&self, code: &[u8]) -> Option<Position> {
        if code.len() != self.code_bytes() {
            return None;
        }
        self.position_of_code(code.iter().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    #[inline]
    fn outcome_after(&self, position: &Position, column: u8) -> Option<Outcome> {
        let cell = self.playable(*position) & self.column(column);
        if self.has_four(position.own | cell) {
            Some(self.win_of(position.to_move(), position.mask | cell))
        } else {
            (position.mask | cell == self.board).then_some(Outcome::DRAW)
        }
    }

    #[inline]
    fn key_after(&self, position: &Position, column: u8) -> u64 {
        self.key(&self.play(position, column))
    }

    #[inline]
    fn cheap_keys(&self) -> bool {
        true
    }

    #[inline]
    fn keys_after(&self, position: &Position, emit: &mut impl FnMut(u64)) {
        let (playable, base) = (self.playable(*position), self.code_before_stone(*position));
        // A loop over the columns always ends after as many rounds, which the processor learns.
        for cell in self.columns().iter().map(|column| playable & column).filter(|&cell| cell != 0) {
            emit(self.key_of_code(base + cell));
        }
    }

    #[inline]
    fn successors(&self, position: &Position, emit: &mut impl FnMut(u8, Option<Outcome>, u64)) {
        let (playable, base) = (self.playable(*position), self.code_before_stone(*position));
        let winning = self.completing(position.own);
        let win = Outcome::new(position.to_move(), self.worth(position.mask.count_ones() + 1));
        let otherwise = (position.mask | playable == self.board && playable.is_power_of_two()).then_some(Outcome::DRAW);
        for (&column, cells) in self.order().iter().zip(self.columns()) {
            let cell = playable & cells;
            if cell != 0 {
                let outcome = if winning & cell != 0 { Some(win) } else { otherwise };
                emit(column, outcome, self.key_of_code(base + cell));
            }
        }
    }
}

/// What can be seen before the end.
impl Hints<Position, u8> for Connect4 {
    fn known_from(&self) -> Option<String> {
        Some("threats and follow-up".to_owned())
    }

    #[inline]
    fn known(&self, position: &Position) -> Option<Known<u8>> {
        let ((least, most), _) = self.bounds(position)?;
        Some(Known::between(least, most))
    }
}

impl Valuation<Position, u8> for Connect4 {
    #[inline]
    fn suits_alpha_beta(&self) -> bool {
        true
    }

    /// The note is where a stone does not lose at once.
    #[inline(always)]
    fn bounds(&self, position: &Position) -> Option<((i32, i32), u64)> {
        let ((least, most), safe) = self.look(*position);
        Some(match position.to_move() {
            Player::First => ((least, most), safe),
            Player::Second => ((-most, -least), safe),
        })
    }

    /// Moves that lose at once are left out, since not all do. A move scores the more, the more useful cells it leaves that
    /// would complete a four (Pons 2015), and of two that leave as many, the one nearer to the centre.
    #[inline]
    fn candidates(&self, position: &Position, safe: u64, emit: &mut impl FnMut(u8, i32)) -> bool {
        self.each_move(*position, safe, &mut |column, score, _, _, _| emit(column, score));
        true
    }

    /// The cells that count for the order are those that say what comes of a move.
    #[inline(always)]
    fn prospects(&self, position: &Position, safe: u64, emit: &mut impl FnMut(Prospect<Position, u8>)) -> bool {
        self.each_move(*position, safe, &mut |mv, score, child, completing, threats| {
            let (position, (least, most), note) = self.look_on(child, completing, threats);
            let bounds = match position.to_move() {
                Player::First => (least, most),
                Player::Second => (-most, -least),
            };
            emit(Prospect { mv, score, position, bounds, note });
        });
        true
    }

    #[inline]
    fn moves_left(&self, position: &Position) -> u32 {
        self.width * self.height - position.mask.count_ones()
    }

    #[inline]
    fn distinct_scores(&self) -> bool {
        true
    }

    #[inline]
    fn move_class(&self, position: &Position, column: u8) -> usize {
        (self.playable(*position) & self.column(column)).trailing_zeros() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use provenum_game::{Notation, Parameters};

    fn board(size: &str, symmetry: &str, text: &str) -> (Connect4, Position) {
        Connect4::set_up(&Parameters::new().with("size", size).with("symmetry", symmetry), Some(text)).unwrap()
    }

    #[test]
    fn a_position_is_two_words() {
        assert_eq!(size_of::<Position>(), 16);
    }

    #[test]
    fn moves_start_in_the_centre() {
        let order = |width| Connect4::new(width, 1, Symmetry::None).unwrap().order().to_vec();
        assert_eq!(order(7), [3, 2, 4, 1, 5, 0, 6]);
        assert_eq!(order(4), [1, 2, 0, 3]);
        assert_eq!(order(1), [0]);
    }

    #[test]
    fn every_direction_wins() {
        for (size, text) in [("7x6", "1212121"), ("7x6", "1122334"), ("7x6", "12233434474"), ("7x6", "76655454414")] {
            let (game, position) = board(size, "none", text);
            assert_eq!(game.outcome(&position), Some(Outcome(1)), "{text}");
        }
        let (game, position) = board("2x4", "none", "12121221");
        assert_eq!(game.outcome(&position), Some(Outcome::DRAW));
    }

    #[test]
    fn lines_do_not_run_into_the_next_column() {
        // Three at the top of a column and one at the bottom of the next are neighbouring bits but for the sentinel.
        let (game, position) = board("4x4", "none", "112121");
        let stones = position.of(Player::First);
        assert_eq!(stones.count_ones(), 3);
        assert!(!game.has_four(stones) && game.outcome(&position).is_none());
    }

    #[test]
    fn sizes_are_limited_by_the_word() {
        for (width, height) in [(7, 6), (1, 63), (32, 1), (8, 7), (3, 20), (2, 31), (4, 15)] {
            let game = Connect4::new(width, height, Symmetry::Mirror).unwrap();
            assert_eq!(game.board.count_ones(), width * height);
            assert_eq!(game.mirrored(game.bottom), game.bottom);
        }
        for (width, height) in [(0, 6), (7, 0), (33, 1), (1, 64), (8, 8), (u32::MAX, u32::MAX)] {
            assert!(Connect4::new(width, height, Symmetry::None).is_err(), "{width}x{height}");
        }
    }

    #[test]
    fn mirror_images_share_a_key_only_if_asked() {
        for (size, text, image) in [("7x6", "4453", "4435"), ("4x4", "112", "443"), ("1x5", "11", "11")] {
            let (game, position) = board(size, "mirror", text);
            let (_, mirrored) = board(size, "mirror", image);
            assert_eq!(game.key(&position), game.key(&mirrored));
            let (exact, _) = board(size, "none", "");
            assert_eq!(exact.key(&position) == exact.key(&mirrored), text == image);
        }
    }

    #[test]
    fn a_code_is_what_the_documentation_says() {
        let (game, position) = board("7x6", "none", "4453");
        let mut code = Vec::new();
        game.encode(&position, &mut code);
        assert_eq!(code, [0x00, 0x04, 0x08, 0x30, 0xa0, 0x80, 0x81]);
    }

    #[test]
    fn codes_of_impossible_boards_are_refused() {
        let game = Connect4::new(4, 4, Symmetry::None).unwrap();
        let code = |columns: [u64; 4]| columns.iter().rev().fold(0u64, |code, column| code << 5 | column);
        assert!(game.position_of_code(code([1, 1, 1, 1])).is_some());
        assert!(game.position_of_code(code([1, 1, 1, 0])).is_none(), "a column without its height");
        assert!(game.position_of_code(code([0b11, 1, 1, 1])).is_none(), "one stone, and it is the mover's");
        assert!(game.position_of_code(code([0b100, 1, 1, 1])).is_none(), "two stones of the other side");
        assert!(game.position_of_code(code([0b11111, 0b10000, 1, 1])).is_none(), "the mover has four");
        assert!(game.position_of_code(code([1, 1, 1, 1]) | 1 << 20).is_none(), "a bit outside the board");
    }

    /// Distinct positions after 0, 1, 2 … moves: OEIS A212693. Up to mirror images: counted by an independent program.
    #[test]
    fn keys_tell_positions_apart() {
        use std::collections::HashSet;
        for (symmetry, counts) in
            [("none", [1, 7, 49, 238, 1120, 4263, 16422]), ("mirror", [1, 4, 25, 121, 568, 2144, 8231])]
        {
            let (game, start) = board("7x6", symmetry, "");
            let mut positions = HashSet::from([start]);
            for count in counts {
                assert_eq!(positions.iter().map(|position| game.key(position)).collect::<HashSet<_>>().len(), count);
                let mut next = HashSet::new();
                for position in &positions {
                    game.successors(position, &mut |column, _, _| _ = next.insert(game.play(position, column)));
                }
                positions = next;
            }
        }
    }

    /// What the side to move achieves, by the rules alone.
    fn minimax(game: &Connect4, position: Position, seen: &mut std::collections::HashMap<Position, i32>) -> i32 {
        if let Some(outcome) = game.outcome(&position) {
            return outcome.worth(position.to_move());
        }
        if let Some(&value) = seen.get(&position) {
            return value;
        }
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let value = moves.into_iter().map(|mv| -minimax(game, game.play(&position, mv), seen)).max().unwrap();
        seen.insert(position, value);
        value
    }

    #[test]
    fn what_is_seen_of_a_move_is_what_it_is_worth() {
        for (size, counting) in [((4, 4), Counting::Score), ((4, 5), Counting::Outcome), ((5, 3), Counting::Score)] {
            let game = Connect4::new(size.0, size.1, Symmetry::None).unwrap().counting(counting);
            let mut seen = std::collections::HashMap::new();
            minimax(&game, Position::EMPTY, &mut seen);
            let (mut passed_over, positions) = (0, seen.clone());
            for (position, value) in positions {
                let ((least, most), safe) = game.look(position);
                assert!(least <= value && value <= most, "{position:?}");
                if least == most {
                    continue;
                }
                let mut best = i32::MIN;
                game.prospects(&position, safe, &mut |prospect| {
                    let next = game.play(&position, prospect.mv);
                    let end = Outcome::new(prospect.position.to_move(), minimax(&game, prospect.position, &mut seen));
                    let worth = end.worth(position.to_move());
                    assert_eq!(-minimax(&game, next, &mut seen), worth, "{position:?} {}", prospect.mv);
                    assert!(prospect.bounds.0 <= end.0 && end.0 <= prospect.bounds.1, "{position:?}");
                    passed_over += u32::from(next != prospect.position);
                    best = best.max(worth);
                });
                assert_eq!(best, value, "{position:?}");
            }
            assert!(passed_over > 0);
        }
    }
}
