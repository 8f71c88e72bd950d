//! A position of shogi in 128 bytes, and moves.
//!
//! The kind of the piece on a square is a number of four bits, and the board is the four *planes* of these bits. This is
//! small, so a position is copied for every move; a piece is read, put and taken without a branch, and the squares of a
//! kind are a few operations on words.

use super::attack::*;
use super::piece::{Colour, Hand, Kind};
use crate::mix::{SplitMix, mix};
use provenum_game::Word;

/// One random word for each piece on each square; 0 for no piece, and for a piece that is nowhere.
static ZOBRIST: [[[u64; 128]; 16]; 2] = {
    let mut random = SplitMix::new(0x0073_686f_6769);
    let mut words = [[[0; 128]; 16]; 2];
    let mut index = 0;
    while index < 2 * 16 * SQUARES {
        let (piece, word) = (index / SQUARES % 16, random.word());
        words[index / SQUARES / 16][piece][index % SQUARES] = if piece == Kind::NONE.0 as usize { 0 } else { word };
        index += 1;
    }
    words
};

#[inline]
fn word(colour: Colour, kind: Kind, square: Square) -> u64 {
    ZOBRIST[colour as usize][usize::from(kind.0 & 15)][usize::from(square & 127)]
}

#[inline]
fn key_without_hands(board: u64, to_move: Colour, attacker: Colour) -> u64 {
    const TURN: u64 = 0x1b87_3593_cc9e_2d51;
    const ATTACKER: u64 = 0x52dc_e729_38b4_e9bd;
    board ^ (TURN * to_move as u64) ^ (ATTACKER * attacker as u64)
}

/// For each kind and each bit of its number, all squares if it has the bit, else none.
static PLANES: [[Set; 4]; 16] = {
    let mut planes = [[0; 4]; 16];
    let mut index = 0;
    while index < 4 * 16 {
        let (kind, bit) = (index / 4, index % 4);
        planes[kind][bit] = if kind >> bit & 1 == 1 { Set::MAX } else { 0 };
        index += 1;
    }
    planes
};

#[inline]
fn planes(kind: Kind) -> &'static [Set; 4] {
    &PLANES[usize::from(kind.0 & 15)]
}

/// A move. It says which piece moves and which it captures, so that it can be made without looking at the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u32);

impl Word for Move {
    #[inline]
    fn to_word(self) -> u32 {
        self.0
    }

    #[inline]
    fn from_word(word: u32) -> Move {
        Move(word)
    }
}

impl Move {
    const PROMOTION: u32 = 1 << 22;

    #[inline]
    pub(super) fn on_board(kind: Kind, from: Square, to: Square, captured: Kind, promotes: bool) -> Move {
        let squares = u32::from(to) | u32::from(from) << 7;
        let promotion = if promotes { Move::PROMOTION } else { 0 };
        Move(squares | u32::from(kind.0) << 14 | u32::from(captured.0) << 18 | promotion)
    }

    #[inline]
    pub(super) fn drop(kind: Kind, to: Square) -> Move {
        Move::on_board(kind, NOWHERE, to, Kind::NONE, false)
    }

    /// Where the piece goes.
    #[inline]
    pub(super) fn to(self) -> Square {
        self.0 as u8 & 127
    }

    /// Where the piece comes from; [`NOWHERE`] if it is dropped.
    #[inline]
    pub(super) fn from(self) -> Square {
        (self.0 >> 7) as u8 & 127
    }

    /// The piece that moves, as it is before the move.
    #[inline]
    #[must_use]
    pub fn kind(self) -> Kind {
        Kind((self.0 >> 14) as u8 & 15)
    }

    #[inline]
    fn captured_or_none(self) -> Kind {
        Kind((self.0 >> 18) as u8 & 15)
    }

    /// The piece that is captured, as it stands on the board.
    #[inline]
    #[must_use]
    pub fn captured(self) -> Option<Kind> {
        Some(self.captured_or_none()).filter(|&kind| kind != Kind::NONE)
    }

    /// Whether a piece is dropped from the hand.
    #[inline]
    #[must_use]
    pub fn is_drop(self) -> bool {
        self.from() == NOWHERE
    }

    /// Whether the piece promotes.
    #[inline]
    #[must_use]
    pub fn promotes(self) -> bool {
        self.0 & Move::PROMOTION != 0
    }

    /// The piece as it is after the move.
    #[inline]
    pub(super) fn kind_after(self) -> Kind {
        let promoted = (self.0 & Move::PROMOTION) / Move::PROMOTION * u32::from(Kind::PROMOTED);
        Kind(self.kind().0 | promoted as u8)
    }
}

/// A position: pieces on the board and in hand, whose turn it is, and who has to mate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// For each bit of a kind's number, the squares whose piece has it.
    planes: [Set; 4],
    /// The squares of each colour's pieces.
    colours: [Set; 2],
    /// Zobrist's key of the board (1970).
    board: u64,
    hands: [Hand; 2],
    kings: [Square; 2],
    to_move: Colour,
    attacker: Colour,
}

/// The pieces of one colour by the way they move.
pub(super) struct Army {
    pub(super) colour: Colour,
    pub(super) pawns: Set,
    pub(super) lances: Set,
    pub(super) knights: Set,
    pub(super) silvers: Set,
    /// Golds, and what moves like one.
    pub(super) golds: Set,
    /// Bishops and horses.
    pub(super) bishops: Set,
    /// Rooks and dragons.
    pub(super) rooks: Set,
    /// Kings, horses and dragons: what steps to every neighbour.
    pub(super) neighbours: Set,
}

impl Position {
    /// The empty board with black to move and to attack.
    pub(super) fn empty() -> Position {
        Position {
            planes: [0; 4],
            colours: [0; 2],
            board: 0,
            hands: [Hand::EMPTY; 2],
            kings: [NOWHERE; 2],
            to_move: Colour::Black,
            attacker: Colour::Black,
        }
    }

    /// Puts a piece on an empty square.
    pub(super) fn put(&mut self, colour: Colour, kind: Kind, square: Square) {
        for (plane, mask) in self.planes.iter_mut().zip(planes(kind)) {
            *plane |= only(square) & mask;
        }
        self.colours[colour as usize] |= only(square);
        self.board ^= word(colour, kind, square);
        if kind == Kind::KING {
            self.kings[colour as usize] = square;
        }
    }

    pub(super) fn set_hand(&mut self, colour: Colour, hand: Hand) {
        self.hands[colour as usize] = hand;
    }

    pub(super) fn set_turn(&mut self, to_move: Colour, attacker: Colour) {
        (self.to_move, self.attacker) = (to_move, attacker);
    }

    /// Whose turn it is.
    #[inline]
    #[must_use]
    pub fn to_move(&self) -> Colour {
        self.to_move
    }

    /// Who has to mate.
    #[inline]
    #[must_use]
    pub fn attacker(&self) -> Colour {
        self.attacker
    }

    /// What a side holds in hand.
    #[inline]
    #[must_use]
    pub fn hand(&self, colour: Colour) -> Hand {
        self.hands[colour as usize]
    }

    /// The hand of the side that has to mate. With the same board and the same pieces in play, more of it never hurts.
    #[inline]
    #[must_use]
    pub fn attackers_hand(&self) -> Hand {
        self.hand(self.attacker)
    }

    /// A hash of all but the hands.
    #[inline]
    #[must_use]
    pub fn key_without_hands(&self) -> u64 {
        key_without_hands(self.board, self.to_move, self.attacker)
    }

    /// The same after a move of the side to move.
    #[inline]
    pub(super) fn key_without_hands_after(&self, mv: Move) -> u64 {
        key_without_hands(self.board_after(mv), self.to_move.opponent(), self.attacker)
    }

    /// The key of the board after a move.
    #[inline]
    fn board_after(&self, mv: Move) -> u64 {
        let us = self.to_move;
        self.board
            ^ word(us, mv.kind_after(), mv.to())
            ^ word(us, mv.kind(), mv.from())
            ^ word(us.opponent(), mv.captured_or_none(), mv.to())
    }

    /// What the side to move holds after a move.
    #[inline]
    pub(super) fn hand_after(&self, mv: Move) -> Hand {
        let dropped = if mv.is_drop() { mv.kind() } else { Kind::NONE };
        self.hand(self.to_move).with(mv.captured_or_none()).without(dropped)
    }

    /// A hash of all that the attacker does not hold: the board, the turn, and what both hands hold together.
    #[inline]
    pub(super) fn key_without_attackers_hand(&self) -> u64 {
        let [black, white] = self.hands;
        self.key_without_hands() ^ mix(u64::from(black.0 + white.0))
    }

    /// The same after a move of the side to move.
    #[inline]
    pub(super) fn key_without_attackers_hand_after(&self, mv: Move) -> u64 {
        let both = self.hand_after(mv).0 + self.hand(self.to_move.opponent()).0;
        self.key_without_hands_after(mv) ^ mix(u64::from(both))
    }

    /// A hash of the whole position, in which what the attacker holds can be told from all else.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.holding().key()
    }

    /// The key after a move of the side to move.
    #[inline]
    pub(super) fn key_after(&self, mv: Move) -> u64 {
        self.holding_after(mv).key()
    }

    #[inline]
    pub(super) fn king(&self, colour: Colour) -> Option<Square> {
        let square = self.kings[colour as usize];
        (square != NOWHERE).then_some(square)
    }

    #[inline]
    pub(super) fn of(&self, colour: Colour) -> Set {
        self.colours[colour as usize]
    }

    #[inline]
    pub(super) fn occupied(&self) -> Set {
        self.colours[0] | self.colours[1]
    }

    /// The kind of the piece on a square, or [`Kind::NONE`].
    #[inline]
    pub(super) fn kind_on(&self, square: Square) -> Kind {
        // Shifting one half is cheaper than shifting both.
        let half = |plane: Set| if square < 64 { plane as u64 } else { (plane >> 64) as u64 };
        let bit = |plane: usize| ((half(self.planes[plane]) >> (square & 63)) as u8 % 2) << plane;
        Kind(bit(0) | bit(1) | bit(2) | bit(3))
    }

    /// The piece on a square.
    #[must_use]
    pub(super) fn piece_on(&self, square: Square) -> Option<(Colour, Kind)> {
        let colour = Colour::BOTH.into_iter().find(|&colour| self.of(colour) & only(square) != 0)?;
        Some((colour, self.kind_on(square)))
    }

    /// The unpromoted pawns of one colour.
    #[inline]
    pub(super) fn pawns(&self, colour: Colour) -> Set {
        let [a, b, c, d] = self.planes;
        a & !(b | c | d) & self.of(colour)
    }

    /// The pieces of one colour by the way they move: which bits a kind has is told by its number.
    #[inline]
    pub(super) fn army(&self, colour: Colour) -> Army {
        let own = self.of(colour);
        let [a, b, c, d] = self.planes;
        let small = own & !(c | d);
        let large = own & c;
        Army {
            colour,
            pawns: small & a & !b,
            lances: small & !a & b,
            knights: small & a & b,
            silvers: large & !(a | b | d),
            golds: own & d & !c | large & !b & (a ^ d),
            bishops: large & b & !a,
            rooks: large & b & a,
            neighbours: large & d & (a | b),
        }
    }

    /// The position after a move of the side to move.
    ///
    /// It is put together in one go: a copy that is changed word by word has to be stored before it can be copied on.
    #[inline]
    pub(super) fn play(&self, mv: Move) -> Position {
        let (us, them) = (self.to_move, self.to_move.opponent());
        let (before, after, captured) = (mv.kind(), mv.kind_after(), mv.captured_or_none());
        let to = only(mv.to());
        let from = only(mv.from());
        let taken = if captured == Kind::NONE { 0 } else { to };
        let (leaves, arrives) = (planes(before), planes(Kind(after.0 ^ captured.0)));
        let plane = |bit: usize| self.planes[bit] ^ from & leaves[bit] ^ to & arrives[bit];
        let king = if before == Kind::KING { mv.to() } else { self.kings[us as usize] };
        Position {
            planes: [plane(0), plane(1), plane(2), plane(3)],
            colours: us.ordered(self.of(us) ^ (from | to), self.of(them) ^ taken),
            board: self.board_after(mv),
            hands: us.ordered(self.hand_after(mv), self.hand(them)),
            kings: us.ordered(king, self.kings[them as usize]),
            to_move: them,
            attacker: self.attacker,
        }
    }

    /// Whether the king of a colour stands in check. A side without a king never does.
    #[inline]
    #[must_use]
    pub fn in_check(&self, colour: Colour) -> bool {
        self.king(colour).is_some_and(|king| self.army(colour.opponent()).attacks(king, self.occupied()))
    }

    /// The pieces, of whatever colour, that alone keep a slider of the army from attacking a square.
    #[inline]
    pub(super) fn blockers(&self, target: Square, army: &Army) -> Set {
        blockers(target, army.snipers(target), self.occupied())
    }
}

/// Pieces that attack along lines, promoted or not.
#[derive(Clone, Copy)]
pub(super) struct Sliders {
    colour: Colour,
    lances: Set,
    bishops: Set,
    rooks: Set,
}

impl Sliders {
    /// Those whose lines meet a set of squares, whatever stands in their way.
    #[inline]
    pub(super) fn near(mut self, near: Set) -> Sliders {
        for from in squares(self.lances) {
            if lance_line(self.colour, from) & near == 0 {
                self.lances ^= only(from);
            }
        }
        for from in squares(self.bishops) {
            if bishop_lines(from) & near == 0 {
                self.bishops ^= only(from);
            }
        }
        for from in squares(self.rooks) {
            if rook_lines(from) & near == 0 {
                self.rooks ^= only(from);
            }
        }
        self
    }

    /// All but those on some squares.
    #[inline]
    pub(super) fn without(self, gone: Set) -> Sliders {
        Sliders { lances: self.lances & !gone, bishops: self.bishops & !gone, rooks: self.rooks & !gone, ..self }
    }

    /// Where they stand.
    #[inline]
    pub(super) fn all(self) -> Set {
        self.lances | self.bishops | self.rooks
    }

    /// Hands over each with what it attacks along its lines.
    #[inline]
    pub(super) fn each(self, occupied: Set, mut found: impl FnMut(Square, Set)) {
        squares(self.lances).for_each(|from| found(from, lance(self.colour, from, occupied)));
        squares(self.bishops).for_each(|from| found(from, bishop(from, occupied)));
        squares(self.rooks).for_each(|from| found(from, rook(from, occupied)));
    }

    /// All that they attack along their lines.
    #[inline]
    pub(super) fn attacks(self, occupied: Set) -> Set {
        let mut attacked = 0;
        self.each(occupied, |_, some| attacked |= some);
        attacked
    }
}

impl Army {
    /// The pieces that may be able to attack a square after a move. Those that step are looked up.
    #[inline]
    pub(super) fn near(&self, target: Square) -> Set {
        let near = &NEAR[self.colour as usize];
        let near = |stepper: usize| near[stepper][usize::from(target)];
        self.pawns & near(0)
            | self.knights & near(1)
            | self.silvers & near(2)
            | self.golds & near(3)
            | self.lances
            | self.bishops
            | self.rooks
    }

    /// What pieces attack by a step near a king that stands here: once or more, and twice or more.
    #[inline]
    pub(super) fn steps_near(&self, square: Square) -> (Set, Set) {
        let (colour, near) = (self.colour, AROUND[usize::from(square)]);
        let (mut once, mut twice) = (0, 0);
        let mut add = |steps: Set| {
            twice |= once & steps;
            once |= steps;
        };
        squares(self.pawns & near).for_each(|from| add(pawn(colour, from)));
        squares(self.knights & near).for_each(|from| add(knight(colour, from)));
        squares(self.silvers & near).for_each(|from| add(silver(colour, from)));
        squares(self.golds & near).for_each(|from| add(gold(colour, from)));
        squares(self.neighbours & near).for_each(|from| add(king(from)));
        (once, twice)
    }

    #[inline]
    pub(super) fn sliders(&self) -> Sliders {
        Sliders { colour: self.colour, lances: self.lances, bishops: self.bishops, rooks: self.rooks }
    }

    /// In how many ways some pieces can go to a square that all of them attack: one that promotes there may do so or not, unless
    /// it must.
    #[inline]
    pub(super) fn ways_to_move(&self, pieces: Set, to: Square) -> usize {
        let zone = PROMOTION_ZONE[self.colour as usize];
        let mut ways = pieces.count_ones();
        if (pieces | only(to)) & zone != 0 {
            let weak = self.pawns | self.lances | self.knights;
            let can_promote = weak | self.silvers | (self.bishops | self.rooks) & !self.neighbours;
            let promoting = pieces & can_promote & if zone & only(to) != 0 { ALL } else { zone };
            let stuck = |kind, of: Set| if alive(kind, self.colour) & only(to) == 0 { of } else { 0 };
            let must = stuck(Kind::PAWN, self.pawns | self.lances) | stuck(Kind::KNIGHT, self.knights);
            ways += promoting.count_ones() - (pieces & must).count_ones();
        }
        ways as usize
    }

    /// Sliders that would attack a square if nothing stood between.
    #[inline]
    pub(super) fn snipers(&self, target: Square) -> Set {
        rook_lines(target) & self.rooks
            | bishop_lines(target) & self.bishops
            | lance_line(self.colour.opponent(), target) & self.lances
    }

    /// The pieces that attack a square. Seen from there they stand where a piece of the other colour would attack.
    #[inline]
    pub(super) fn attackers(&self, square: Square, occupied: Set) -> Set {
        let back = self.colour.opponent();
        let mut attackers = pawn(back, square) & self.pawns
            | knight(back, square) & self.knights
            | silver(back, square) & self.silvers
            | gold(back, square) & self.golds
            | king(square) & self.neighbours;
        // Most squares have no slider on their lines.
        if lance_line(back, square) & self.lances != 0 {
            attackers |= lance(back, square, occupied) & self.lances;
        }
        if bishop_lines(square) & self.bishops != 0 {
            attackers |= bishop(square, occupied) & self.bishops;
        }
        if rook_lines(square) & self.rooks != 0 {
            attackers |= rook(square, occupied) & self.rooks;
        }
        attackers
    }

    /// All that the army attacks, as far as a king that stands here could step to it.
    #[inline]
    pub(super) fn attacked_near(&self, square: Square, occupied: Set) -> Set {
        let near = king(square);
        self.steps_near(square).0 | self.sliders().near(near).attacks(occupied)
    }

    /// Whether a piece attacks a square.
    #[inline]
    pub(super) fn attacks(&self, square: Square, occupied: Set) -> bool {
        self.attackers(square, occupied) != 0
    }
}
