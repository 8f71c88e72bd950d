//! Lines of Action: who first has all pieces connected wins.
//!
//! A piece moves in a straight line exactly as many squares as there are pieces on that line. The **line counts** are kept
//! in the position, four bits for each line, so a move is a shift by that number and a look at the squares in between.
//!
//! **Connection.** A position that is not over has at least two groups of either side, and siblings share what that says:
//! a piece that arrives on a square joins the groups around it, so it can connect everything only on squares that touch all
//! groups but the one it left; and taking a piece connects the other side only if that piece stood alone. What passes
//! these tests, usually nothing, is flooded. So most moves need no test of their own, where the Euler number of the quads
//! (Winands 2001) would reject them one by one.
//!
//! Keys are Zobrist's (1970), kept in the position, and so are those of its mirror images: where they share a key, it is the
//! smallest of them.

mod connection;
mod first_numbers;
mod heuristics;
mod keys;
mod notation;

use first_numbers::{Lines, Outlook};
use heuristics::WON;

use crate::Symmetry;
use crate::mix::SplitMix;
use crate::square::{self, SIDE};
use connection::{alone, connected, joining};
use keys::{Keys, SECOND_TO_MOVE, both, first, least};
use provenum_game::{Estimate, Game, Hints, InputError, Kind, Outcome, Player, Repetition, Valuation, Word};

/// The sizes that are accepted, for messages.
const SIZES: &str = "WxH with W and H from 3 to 8, such as 8x8";

/// No square.
const OFF: u8 = 64;

/// The distance of neighbours on the four lines through a square.
const STEPS: [u32; 4] = [1, SIDE, SIDE + 1, SIDE - 1];

/// The right and the up of each direction; the opposite direction is four later.
const DIRECTIONS: [(i32, i32); 8] = [(1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1)];

/// The details in which published rules differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rules {
    /// Those of Winands' papers: if a move connects both sides it is a draw, and who cannot move passes.
    Paper,
    /// Those of Sackson's *A Gamut of Games*: if a move connects both sides, who made it wins; who cannot move passes.
    Gamut,
    /// Those of OpenSpiel: if a move connects both sides, who made it wins; who cannot move loses.
    OpenSpiel,
}

/// Lines of Action on a board of some size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loa {
    width: u32,
    height: u32,
    rules: Rules,
    symmetry: Symmetry,
    /// Every square.
    board: u64,
    squares: Box<[Square; 64]>,
    lines: Box<Lines>,
}

/// What is known of a square beforehand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Square {
    /// The squares in each direction.
    rays: [u64; 8],
    /// What a piece here adds to the counts.
    counts: Counts,
    /// What a piece of either player here adds to the keys.
    keys: [Keys; 2],
    /// The squares of the board that are more king's moves away than 0, 1, 2 …
    beyond: [u64; SIDE as usize - 1],
}

/// The number of pieces on each line, four bits for a line: rows and columns, rising diagonals, falling diagonals.
type Counts = [u64; 3];

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    from: u8,
    to: u8,
}

impl Word for Move {
    #[inline]
    fn to_word(self) -> u32 {
        (self.from, self.to).to_word()
    }

    #[inline]
    fn from_word(word: u32) -> Move {
        let (from, to) = Word::from_word(word);
        Move { from, to }
    }
}

/// The move of a side that has no other.
const PASS: Move = Move { from: OFF, to: OFF };

/// Pieces on the board, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The pieces of the first and of the second player.
    pieces: [u64; 2],
    counts: Counts,
    keys: Keys,
    mover: Player,
}

impl Position {
    #[inline]
    fn of(&self, player: Player) -> u64 {
        self.pieces[player as usize]
    }

    #[inline]
    fn own(&self) -> u64 {
        self.of(self.mover)
    }

    #[inline]
    fn other(&self) -> u64 {
        self.of(self.mover.opponent())
    }
}

/// The number of pieces on the four lines through a square, in the order of [`DIRECTIONS`].
#[inline]
fn lines_through(counts: &Counts, square: u8) -> [u32; 4] {
    let (column, row) = (square % 8, square / 8);
    let [straight, rising, falling] = *counts;
    [
        straight >> (4 * row),
        straight >> (32 + 4 * column),
        rising >> (4 * (7 + column - row)),
        falling >> (4 * (column + row)),
    ]
    .map(|count| (count & 15) as u32)
}

impl Loa {
    /// A board of this size: 3 to 8 columns and rows.
    pub fn new(width: u32, height: u32, rules: Rules, symmetry: Symmetry) -> Result<Loa, InputError> {
        if ![width, height].iter().all(|side| (3..=SIDE).contains(side)) {
            return Err(InputError::parameter("size", format!("a {width}x{height} board is not supported"), SIZES));
        }
        let squares = std::array::from_fn(|square| Square::new(square as u8, width, height));
        let (board, squares, lines) =
            (square::board(width, height), Box::new(squares), Box::new(Lines::new(width, height)));
        Ok(Loa { width, height, rules, symmetry, board, squares, lines })
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

    /// The position to start from: the first player's pieces in the top and bottom row, the second player's in the left
    /// and right column, none in the corners.
    #[must_use]
    pub fn start(&self) -> Position {
        let (right, top) = (self.width - 1, self.height - 1);
        let columns = square::board(right, self.height) & !square::board(1, self.height);
        let rows = square::board(self.width, top) & !square::board(self.width, 1);
        self.position([columns & !rows, rows & !columns], Player::First)
    }

    /// The position with these pieces, its counts and key computed from scratch.
    fn position(&self, pieces: [u64; 2], mover: Player) -> Position {
        // Boards of different sizes start from different keys.
        let mut keys = [SplitMix::new(u64::from(self.width << 8 | self.height)).word(); 4];
        let mut counts = [0; 3];
        for player in Player::BOTH {
            for square in square::of(pieces[player as usize]) {
                let square = &self.squares[usize::from(square)];
                keys = both(keys, square.keys[player as usize]);
                for (count, one) in counts.iter_mut().zip(square.counts) {
                    *count += one;
                }
            }
        }
        if mover == Player::Second {
            keys = both(keys, [SECOND_TO_MOVE; 4]);
        }
        Position { pieces, counts, keys, mover }
    }

    /// Pieces and their mirror images, in the order of [`Keys`].
    fn images(&self, pieces: [u64; 2]) -> [[u64; 2]; 4] {
        let over = |set: u64| set.swap_bytes() >> (SIDE * (SIDE - self.height));
        // Turning all bits round exchanges left and right, and top and bottom.
        let turned = |set: u64| set.swap_bytes().reverse_bits() >> (SIDE - self.width);
        [pieces, pieces.map(turned), pieces.map(over), pieces.map(|set| over(turned(set)))]
    }

    /// The first of the keys after a move.
    #[inline]
    fn keys_after<const N: usize>(&self, position: &Position, mv: Move) -> [u64; N] {
        let turned = both(first(position.keys), [SECOND_TO_MOVE; N]);
        if mv == PASS {
            return turned;
        }
        let [from, to] = [mv.from, mv.to].map(|square| &self.squares[usize::from(square & 63)].keys);
        let (own, other) = (position.mover as usize, position.mover.opponent() as usize);
        let moved = both(turned, both(first(from[own]), first(to[own])));
        if position.other() >> mv.to & 1 == 0 { moved } else { both(moved, first(to[other])) }
    }

    /// [`Game::successors`], where so many keys count.
    #[inline]
    fn successors_by<const N: usize>(&self, position: &Position, emit: &mut impl FnMut(Move, Option<Outcome>, u64)) {
        let (own, other) = (position.own(), position.other());
        // Only there can a move end the game; where being stuck ends it too, anywhere.
        let decisive = match self.rules {
            Rules::OpenSpiel => u64::MAX,
            Rules::Paper | Rules::Gamut => joining(own, self.board) | alone(other),
        };
        let (mover, opponent) = (position.mover as usize, position.mover.opponent() as usize);
        let turned: [u64; N] = both(first(position.keys), [SECOND_TO_MOVE; N]);
        let mut none = true;
        for from in square::of(own) {
            let targets = self.targets(&position.counts, own, other, from);
            none &= targets == 0;
            let lifted = both(turned, first(self.squares[usize::from(from & 63)].keys[mover]));
            for to in square::of(targets) {
                let mv = Move { from, to };
                let outcome = if decisive >> to & 1 == 0 { None } else { self.outcome_after(position, mv) };
                let taken = (other >> to & 1).wrapping_neg();
                let keys = &self.squares[usize::from(to & 63)].keys;
                let key =
                    std::array::from_fn(|image| lifted[image] ^ keys[mover][image] ^ (keys[opponent][image] & taken));
                emit(mv, outcome, least::<N>(key));
            }
        }
        if none {
            emit(PASS, None, least(turned));
        }
    }

    /// The squares that a piece of `own` can move to. It is the same few steps whatever the board holds: guessing wrong
    /// about a branch would cost more than looking in all directions.
    #[inline]
    fn targets(&self, counts: &Counts, own: u64, other: u64, from: u8) -> u64 {
        let rays = &self.squares[usize::from(from & 63)].rays;
        let piece = 1u64 << from;
        let mut targets = 0;
        for (line, count) in lines_through(counts, from).into_iter().enumerate() {
            // Where a move would leave the board, the shifted piece is not on the ray.
            let shift = count * STEPS[line];
            let (up, down) = (piece.wrapping_shl(shift) & rays[line], piece.wrapping_shr(shift) & rays[line + 4]);
            let before = rays[line] & up.wrapping_sub(1) & other;
            let behind = rays[line + 4] & (down << 1).wrapping_neg() & other;
            targets |= if before == 0 { up } else { 0 };
            targets |= if behind == 0 { down } else { 0 };
        }
        targets & !own
    }

    /// Hands over the legal moves of the side to move, without a pass.
    #[inline]
    fn each_move(&self, position: &Position, mut emit: impl FnMut(Move)) {
        let (own, other) = (position.own(), position.other());
        for from in square::of(own) {
            for to in square::of(self.targets(&position.counts, own, other, from)) {
                emit(Move { from, to });
            }
        }
    }

    fn can_move(&self, position: &Position) -> bool {
        let (own, other) = (position.own(), position.other());
        square::of(own).any(|from| self.targets(&position.counts, own, other, from) != 0)
    }

    /// The result when `last` has moved, and these sides are connected.
    #[inline]
    fn verdict(&self, last: Player, last_is_connected: bool, other_is_connected: bool) -> Option<Outcome> {
        match (last_is_connected, other_is_connected) {
            (false, false) => None,
            (true, true) if self.rules == Rules::Paper => Some(Outcome::DRAW),
            (true, _) => Some(Outcome::win_of(last)),
            (false, true) => Some(Outcome::win_of(last.opponent())),
        }
    }

    /// The loss of a side that cannot move, where that is the rule.
    #[inline]
    fn stuck(&self, position: impl FnOnce() -> Position) -> Option<Outcome> {
        if self.rules != Rules::OpenSpiel {
            return None;
        }
        let position = position();
        (!self.can_move(&position)).then(|| Outcome::win_of(position.mover.opponent()))
    }
}

impl Square {
    fn new(from: u8, width: u32, height: u32) -> Square {
        let (column, row) = square::place(from);
        let rays = DIRECTIONS.map(|(right, up)| {
            let places = (1..).map(|n| (column as i32 + n * right, row as i32 + n * up));
            places
                .take_while(|&(c, r)| (0..width as i32).contains(&c) && (0..height as i32).contains(&r))
                .fold(0, |ray, (c, r)| ray | 1u64 << square::at(c as usize, r as usize))
        });
        let counts =
            [1 << (4 * row) | 1 << (32 + 4 * column), 1 << (4 * (7 + column - row)), 1 << (4 * (column + row))];
        let beyond = std::array::from_fn(|moves| {
            square::of(square::board(width, height))
                .filter(|&other| heuristics::distance(from, other) > moves as i32)
                .fold(0, |set, other| set | 1 << other)
        });
        let keys = Player::BOTH.map(|player| keys::of_piece(player, from, width, height));
        Square { rays, counts, keys, beyond }
    }
}

impl Game for Loa {
    type Position = Position;
    type Move = Move;

    /// The third time is a draw, and so is going on for ever.
    fn repetition(&self) -> Repetition {
        Repetition::Worth(Outcome::DRAW)
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.mover
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let last = position.mover.opponent();
        self.verdict(last, connected(position.other()), connected(position.own())).or_else(|| self.stuck(|| *position))
    }

    /// Pieces come row by row from `a1`, and so do the squares that each can go to.
    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        let before = out.len();
        self.each_move(position, |mv| out.push(mv));
        if out.len() == before {
            out.push(PASS);
        }
    }

    #[inline]
    fn mobility(&self, position: &Position, _scratch: &mut Vec<Move>) -> usize {
        let (own, other) = (position.own(), position.other());
        let targets = |from| self.targets(&position.counts, own, other, from).count_ones() as usize;
        // Who has no other move passes.
        square::of(own).map(targets).sum::<usize>().max(1)
    }

    #[inline]
    fn play(&self, position: &Position, mv: Move) -> Position {
        let (player, opponent) = (position.mover as usize, position.mover.opponent() as usize);
        let mut next = *position;
        next.mover = position.mover.opponent();
        next.keys = self.keys_after(position, mv);
        if mv == PASS {
            return next;
        }
        let (from, to) = (1 << mv.from, 1 << mv.to);
        let taken = next.pieces[opponent] & to;
        next.pieces[player] ^= from | to;
        next.pieces[opponent] ^= taken;
        for (index, count) in next.counts.iter_mut().enumerate() {
            *count -= self.squares[usize::from(mv.from & 63)].counts[index];
            // A piece that is taken makes room for the one that takes it.
            if taken == 0 {
                *count += self.squares[usize::from(mv.to & 63)].counts[index];
            }
        }
        next
    }

    #[inline]
    fn alike(&self, one: &Position, other: &Position) -> bool {
        match self.symmetry {
            Symmetry::None => one == other,
            Symmetry::Mirror => one.mover == other.mover && self.images(one.pieces).contains(&other.pieces),
        }
    }

    /// A piece that was taken does not come back.
    #[inline]
    fn irreversible(&self, position: &Position, mv: Move) -> bool {
        mv != PASS && position.pieces[position.mover.opponent() as usize] & 1 << mv.to != 0
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        match self.symmetry {
            Symmetry::None => position.keys[0],
            Symmetry::Mirror => least(position.keys),
        }
    }

    fn encode(&self, position: &Position, out: &mut Vec<u8>) {
        out.push(position.mover as u8);
        for pieces in position.pieces {
            square::encode(pieces, self.width, self.height, out);
        }
    }

    fn decode(&self, code: &[u8]) -> Option<Position> {
        let (&mover, sets) = code.split_first()?;
        let mover = *Player::BOTH.get(usize::from(mover))?;
        let pieces: [u64; 2] = square::decode(sets, 2, self.width, self.height)?;
        pieces.iter().all(|&pieces| pieces != 0).then(|| self.position(pieces, mover))
    }

    #[inline]
    fn outcome_after(&self, position: &Position, mv: Move) -> Option<Outcome> {
        if mv == PASS {
            return None;
        }
        let (own, other, to) = (position.own(), position.other(), 1 << mv.to);
        let wins = connected(own ^ 1 << mv.from | to);
        let gives = alone(other) & to != 0 && connected(other ^ to);
        self.verdict(position.mover, wins, gives).or_else(|| self.stuck(|| self.play(position, mv)))
    }

    #[inline]
    fn key_after(&self, position: &Position, mv: Move) -> u64 {
        match self.symmetry {
            Symmetry::None => least::<1>(self.keys_after(position, mv)),
            Symmetry::Mirror => least::<4>(self.keys_after(position, mv)),
        }
    }

    #[inline]
    fn successors(&self, position: &Position, emit: &mut impl FnMut(Move, Option<Outcome>, u64)) {
        match self.symmetry {
            Symmetry::None => self.successors_by::<1>(position, emit),
            Symmetry::Mirror => self.successors_by::<4>(position, emit),
        }
    }

    #[inline]
    fn successors_with_estimates(
        &self,
        position: &Position,
        kind: Kind,
        emit: &mut impl FnMut(Move, Option<Outcome>, u64, Option<Estimate>),
    ) {
        let next = if kind == Kind::Or { Kind::And } else { Kind::Or };
        let mut outlook = Outlook::new(self, position);
        self.successors(position, &mut |mv, outcome, key| {
            let estimate = match outcome {
                Some(_) => None,
                None if mv == PASS => Some(self.estimate(&self.play(position, mv), next)),
                None => Some(outlook.after(mv.from, mv.to, next)),
            };
            emit(mv, outcome, key, estimate);
        });
    }
}

impl Hints<Position, Move> for Loa {
    #[inline]
    fn has_estimates(&self) -> bool {
        true
    }

    /// The number of moves, weighted by who has less to gather.
    fn estimate(&self, position: &Position, kind: Kind) -> Estimate {
        Estimate::weighted(kind, self.mobility(position, &mut Vec::new()), self.advantage(position))
    }

    /// By how much less it has to gather its pieces.
    fn advantage(&self, position: &Position) -> i32 {
        let mover = self.to_move(position);
        self.scattered(position.of(mover.opponent())) - self.scattered(position.of(mover))
    }
}

impl Valuation<Position, Move> for Loa {
    fn candidates(&self, position: &Position, _note: u64, emit: &mut impl FnMut(Move, i32)) -> bool {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        for mv in moves {
            emit(mv, self.order(position, mv));
        }
        true
    }

    /// No position that is not over looks as good as a win.
    fn evaluate(&self, position: &Position) -> i32 {
        (self.evaluation(position) * Outcome::PARTS / WON).clamp(1 - Outcome::PARTS, Outcome::PARTS - 1)
    }

    fn move_class(&self, _position: &Position, mv: Move) -> usize {
        mv.to.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_keys_are_those_computed_from_scratch() {
        let mut random = SplitMix::new(2);
        for (width, height) in [(8, 8), (5, 5), (3, 8), (7, 4)] {
            let game = Loa::new(width, height, Rules::Paper, Symmetry::None).unwrap();
            for _ in 0..50 {
                let mut position = game.start();
                for _ in 0..60 {
                    assert_eq!(position, game.position(position.pieces, position.mover));
                    if game.outcome(&position).is_some() {
                        break;
                    }
                    let mut moves = Vec::new();
                    game.moves(&position, &mut moves);
                    position = game.play(&position, moves[random.below(moves.len())]);
                }
            }
        }
    }

    #[test]
    fn mirror_images_share_a_key_and_nothing_else_does() {
        let mut random = SplitMix::new(4);
        for (width, height) in [(8, 8), (5, 6), (3, 8), (7, 4)] {
            let game = Loa::new(width, height, Rules::Paper, Symmetry::Mirror).unwrap();
            let mut position = game.start();
            for _ in 0..60 {
                let key = game.key(&position);
                for (image, pieces) in game.images(position.pieces).into_iter().enumerate() {
                    let other = game.position(pieces, position.mover);
                    assert_eq!((game.key(&other), other.keys[0]), (key, position.keys[image]));
                    assert!(game.alike(&position, &other));
                }
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                let next = game.play(&position, moves[random.below(moves.len())]);
                assert!(!game.alike(&position, &next) && game.key(&next) != key);
                position = if game.outcome(&next).is_some() { game.start() } else { next };
            }
        }
    }

    #[test]
    fn counts_are_the_pieces_on_the_lines() {
        let mut random = SplitMix::new(3);
        let game = Loa::new(8, 8, Rules::Paper, Symmetry::None).unwrap();
        for _ in 0..200 {
            let pieces = random.word() & random.word();
            let position = game.position([pieces, 0], Player::First);
            for square in square::of(pieces) {
                let rays = game.squares[usize::from(square)].rays;
                let expected = [0, 1, 2, 3].map(|line| 1 + (pieces & (rays[line] | rays[line + 4])).count_ones());
                assert_eq!(lines_through(&position.counts, square), expected);
            }
        }
    }

    #[test]
    fn rules_differ_where_both_are_connected_or_nobody_can_move() {
        let outcome = |rules, text: &str, name: &str| {
            let game = Loa::new(4, 4, rules, Symmetry::None).unwrap();
            let position = game.read(text).unwrap();
            let mv = game.legal(&position, name).unwrap();
            assert_eq!(game.outcome_after(&position, mv), game.outcome(&game.play(&position, mv)));
            game.outcome_after(&position, mv)
        };
        let all = |text, name| [Rules::Paper, Rules::Gamut, Rules::OpenSpiel].map(|rules| outcome(rules, text, name));
        // Black takes the white piece that stands apart, so the other one is a whole group.
        assert_eq!(all("w1bb/4/b3/3w b", "a2xa4"), [Some(Outcome(-1)); 3]);
        assert_eq!(all("wbb1/4/b3/3w b", "a2xa4"), [Some(Outcome::DRAW), Some(Outcome(1)), Some(Outcome(1))]);
    }

    #[test]
    fn who_cannot_move_passes_or_loses() {
        let mut random = SplitMix::new(8);
        let [paper, openspiel] =
            [Rules::Paper, Rules::OpenSpiel].map(|rules| Loa::new(3, 3, rules, Symmetry::None).unwrap());
        let mut seen = 0;
        for _ in 0..20_000 {
            let first = random.word() & paper.board;
            let second = random.word() & paper.board & !first;
            let position = paper.position([first, second], Player::First);
            if first == 0 || second == 0 || paper.can_move(&position) || paper.outcome(&position).is_some() {
                continue;
            }
            seen += 1;
            let mut moves = Vec::new();
            paper.moves(&position, &mut moves);
            assert_eq!(moves, [PASS]);
            assert_eq!(paper.play(&position, PASS), paper.position([first, second], Player::Second));
            assert_eq!(openspiel.outcome(&position), Some(Outcome(-1)));
        }
        assert!(seen > 10, "{seen}");
    }

    #[test]
    fn a_code_is_what_the_documentation_says() {
        let game = Loa::new(8, 8, Rules::Paper, Symmetry::None).unwrap();
        let mut code = Vec::new();
        game.encode(&game.start(), &mut code);
        let expected = [0, 0x7e, 0, 0, 0, 0, 0, 0, 0x7e, 0, 0x81, 0x81, 0x81, 0x81, 0x81, 0x81, 0];
        assert_eq!(code, expected);
        assert!(game.decode(&[0; 17]).is_none(), "no pieces");
    }
}
