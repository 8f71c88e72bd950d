//! A position of chess in 64 bytes, and what a move makes of it.

use super::attacks::*;
use crate::mix::SplitMix;
use provenum_game::Word;

/// White, who is the first player, or Black.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colour {
    /// Moves up the board.
    White,
    /// Moves down the board.
    Black,
}

impl Colour {
    pub(super) const BOTH: [Colour; 2] = [Colour::White, Colour::Black];

    /// The other one.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }

    /// A rank counted from this colour's side, as White counts it.
    #[inline]
    pub(super) const fn rank(self, number: u8) -> u8 {
        match self {
            Colour::White => number,
            Colour::Black => 7 - number,
        }
    }
}

/// A kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "they are what they are called")]
pub enum Piece {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Piece {
    pub(super) const ALL: [Piece; 6] =
        [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];
    /// What a pawn can become, the strongest first.
    pub(super) const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Knight, Piece::Rook, Piece::Bishop];
}

/// A move: from where to where, and what a pawn becomes. Castling goes from the king to the rook.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u16);

impl Move {
    #[inline]
    pub(super) const fn new(from: Square, to: Square) -> Move {
        Move(from as u16 | (to as u16) << 6)
    }

    #[inline]
    pub(super) const fn promoting(self, piece: Piece) -> Move {
        Move(self.0 | (piece as u16) << 12)
    }

    #[inline]
    pub(super) const fn from(self) -> Square {
        (self.0 & 63) as Square
    }

    #[inline]
    pub(super) const fn to(self) -> Square {
        (self.0 >> 6 & 63) as Square
    }

    #[inline]
    pub(super) fn promotion(self) -> Option<Piece> {
        match self.0 >> 12 {
            0 => None,
            number => Some(Piece::ALL[usize::from(number)]),
        }
    }
}

impl Word for Move {
    #[inline]
    fn to_word(self) -> u32 {
        self.0.into()
    }
    #[inline]
    fn from_word(word: u32) -> Move {
        Move(word as u16)
    }
}

/// A position: everything that the future of the game depends on, without the clock of the fifty-move rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub(super) sides: [Set; 2],
    pub(super) pawns: Set,
    pub(super) knights: Set,
    /// Bishops and queens.
    pub(super) diagonal: Set,
    /// Rooks and queens.
    pub(super) straight: Set,
    pub(super) key: u64,
    pub(super) kings: [Square; 2],
    pub(super) turn: Colour,
    /// The square that a pawn has just passed, only if it can be captured there.
    pub(super) passed: Square,
    /// The rooks that can still castle: White's to the right of its king and to the left, then Black's.
    pub(super) castling: [Square; 4],
}

impl std::hash::Hash for Position {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

/// Random words for keys.
struct Keys {
    pieces: [[[u64; 64]; 6]; 2],
    castling: [u64; 65],
    passed: [u64; 65],
    turn: u64,
}

static KEYS: Keys = {
    let mut random = SplitMix::new(0x6368_6573_7321);
    let mut keys = Keys { pieces: [[[0; 64]; 6]; 2], castling: [0; 65], passed: [0; 65], turn: random.word() };
    let mut index = 0;
    while index < 2 * 6 * 64 {
        keys.pieces[index / 384][index / 64 % 6][index % 64] = random.word();
        index += 1;
    }
    index = 0;
    while index < 64 {
        keys.castling[index] = random.word();
        keys.passed[index] = random.word();
        index += 1;
    }
    keys
};

impl Position {
    /// A board without pieces, to put some on.
    pub(super) const EMPTY: Position = Position {
        sides: [0; 2],
        pawns: 0,
        knights: 0,
        diagonal: 0,
        straight: 0,
        key: 0,
        kings: [NOWHERE; 2],
        turn: Colour::White,
        passed: NOWHERE,
        castling: [NOWHERE; 4],
    };

    /// Whose turn it is.
    #[must_use]
    pub fn turn(&self) -> Colour {
        self.turn
    }

    #[inline]
    pub(super) fn occupied(&self) -> Set {
        self.sides[0] | self.sides[1]
    }

    #[inline]
    pub(super) fn king(&self, colour: Colour) -> Square {
        self.kings[colour as usize]
    }

    #[inline]
    pub(super) fn piece_on(&self, square: Square) -> Option<Piece> {
        let set = only(square);
        if self.occupied() & set == 0 {
            return None;
        }
        Some(self.piece(set))
    }

    /// The piece on a square that is not empty.
    #[inline]
    pub(super) fn piece(&self, set: Set) -> Piece {
        if self.pawns & set != 0 {
            Piece::Pawn
        } else if self.knights & set != 0 {
            Piece::Knight
        } else if self.diagonal & set != 0 {
            if self.straight & set != 0 { Piece::Queen } else { Piece::Bishop }
        } else if self.straight & set != 0 {
            Piece::Rook
        } else {
            Piece::King
        }
    }

    #[inline]
    pub(super) fn colour_on(&self, square: Square) -> Option<Colour> {
        Colour::BOTH.into_iter().find(|&colour| self.sides[colour as usize] & only(square) != 0)
    }

    /// Puts a piece on an empty square, or takes it away from there.
    #[inline]
    pub(super) fn toggle(&mut self, colour: Colour, piece: Piece, square: Square) {
        let set = only(square);
        self.sides[colour as usize] ^= set;
        match piece {
            Piece::Pawn => self.pawns ^= set,
            Piece::Knight => self.knights ^= set,
            Piece::Bishop => self.diagonal ^= set,
            Piece::Rook => self.straight ^= set,
            Piece::Queen => {
                self.diagonal ^= set;
                self.straight ^= set;
            }
            Piece::King => {}
        }
        self.key ^= KEYS.pieces[colour as usize][piece as usize][usize::from(square & 63)];
    }

    pub(super) fn set_turn(&mut self, colour: Colour) {
        if self.turn != colour {
            self.turn = colour;
            self.key ^= KEYS.turn;
        }
    }

    #[inline]
    pub(super) fn set_castling(&mut self, place: usize, rook: Square) {
        self.key ^= KEYS.castling[usize::from(self.castling[place])] ^ KEYS.castling[usize::from(rook)];
        self.castling[place] = rook;
    }

    #[inline]
    pub(super) fn set_passed(&mut self, square: Square) {
        self.key ^= KEYS.passed[usize::from(self.passed)] ^ KEYS.passed[usize::from(square)];
        self.passed = square;
    }

    /// Whether this move castles.
    #[inline]
    pub(super) fn castles(&self, mv: Move) -> bool {
        mv.from() == self.king(self.turn) && self.sides[self.turn as usize] & only(mv.to()) != 0
    }

    /// Where king and rook are after castling.
    #[inline]
    pub(super) fn castled(&self, mv: Move) -> (Square, Square) {
        let rank = mv.from() & 56;
        if mv.to() > mv.from() { (rank + 6, rank + 5) } else { (rank + 2, rank + 3) }
    }

    /// Whether nothing from before this move can come back.
    #[inline]
    pub(super) fn is_irreversible(&self, mv: Move) -> bool {
        self.occupied() & only(mv.to()) != 0 || self.pawns & only(mv.from()) != 0
    }

    /// Whether a pawn of the side to move can legally capture another one that has just passed this square.
    pub(super) fn can_be_captured(&self, passed: Square) -> bool {
        let (us, them) = (self.turn, self.turn.other());
        let captured = ahead(them, only(passed));
        let own = self.pawns & self.sides[us as usize] & pawns(them, only(passed));
        squares(own).any(|from| {
            let occupied = self.occupied() ^ only(from) ^ captured | only(passed);
            self.attackers(self.king(us), occupied) & self.sides[them as usize] & !captured == 0
        })
    }

    /// The key after a legal move, mostly without making it.
    #[inline]
    pub(super) fn key_after(&self, mv: Move) -> u64 {
        let (from, to) = (mv.from(), mv.to());
        let piece = self.piece(only(from));
        let double = piece == Piece::Pawn && from.abs_diff(to) == 16;
        if self.passed != NOWHERE || double || self.castling != [NOWHERE; 4] {
            return self.play(mv).key;
        }
        let (us, them) = (self.turn as usize, self.turn.other() as usize);
        let mut key = self.key ^ KEYS.turn ^ KEYS.pieces[us][piece as usize][usize::from(from)];
        if self.sides[them] & only(to) != 0 {
            key ^= KEYS.pieces[them][self.piece(only(to)) as usize][usize::from(to)];
        }
        key ^ KEYS.pieces[us][mv.promotion().unwrap_or(piece) as usize][usize::from(to)]
    }

    /// The position after a legal move.
    #[must_use]
    pub fn play(&self, mv: Move) -> Position {
        let mut next = *self;
        let (us, them) = (self.turn, self.turn.other());
        let (from, to) = (mv.from(), mv.to());
        next.set_passed(NOWHERE);
        next.turn = them;
        next.key ^= KEYS.turn;
        let piece = self.piece(only(from));
        if piece == Piece::King {
            for place in [2 * us as usize, 2 * us as usize + 1] {
                if next.castling[place] != NOWHERE {
                    next.set_castling(place, NOWHERE);
                }
            }
            next.toggle(us, piece, from);
            if self.sides[us as usize] & only(to) != 0 {
                let (king, rook) = self.castled(mv);
                next.toggle(us, Piece::Rook, to);
                next.toggle(us, Piece::Rook, rook);
                next.toggle(us, piece, king);
                next.kings[us as usize] = king;
                return next;
            }
            next.kings[us as usize] = to;
        } else {
            next.toggle(us, piece, from);
        }
        if self.sides[them as usize] & only(to) != 0 {
            next.toggle(them, self.piece(only(to)), to);
        } else if piece == Piece::Pawn && to == self.passed {
            next.toggle(them, Piece::Pawn, first(ahead(them, only(to))));
        }
        next.toggle(us, mv.promotion().unwrap_or(piece), to);
        if self.castling != [NOWHERE; 4] {
            for place in 0..4 {
                if next.castling[place] == from || next.castling[place] == to {
                    next.set_castling(place, NOWHERE);
                }
            }
        }
        if piece == Piece::Pawn && from.abs_diff(to) == 16 {
            let passed = from.midpoint(to);
            if next.can_be_captured(passed) {
                next.set_passed(passed);
            }
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_a_cache_line() {
        assert_eq!(size_of::<Position>(), 64);
    }
}
