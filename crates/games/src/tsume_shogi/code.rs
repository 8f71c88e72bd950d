//! The code of a position: a string of bits in which every piece takes as many bits on the board, with the square it
//! stands on, as in hand. All positions of a problem have codes of one length, about 34 bytes with a whole set of pieces.

use super::attack::{NOWHERE, SQUARES, Square};
use super::piece::{Colour, Hand, Kind};
use super::position::Position;

/// The kinds of pieces in hand in the order in which they are listed, each with its prefix code and the code's length.
const PREFIXES: [(Kind, u32, u32); 7] = [
    (Kind::PAWN, 0b0, 1),
    (Kind::LANCE, 0b100, 3),
    (Kind::KNIGHT, 0b101, 3),
    (Kind::SILVER, 0b110, 3),
    (Kind::GOLD, 0b1110, 4),
    (Kind::BISHOP, 0b11110, 5),
    (Kind::ROOK, 0b11111, 5),
];

/// The code of every piece, by colour and kind, and its length.
const PIECES: [[(u32, u32); 16]; 2] = {
    let mut codes = [[(0, 0); 16]; 2];
    let mut row = 0;
    while row < PREFIXES.len() {
        let (kind, prefix, length) = PREFIXES[row];
        let mut colour = 0;
        while colour < 2 {
            let (bits, count) = (prefix << 1 | colour as u32, length + 1);
            if kind.can_promote() {
                codes[colour][kind.0 as usize] = (bits << 1, count + 1);
                codes[colour][kind.promoted().0 as usize] = (bits << 1 | 1, count + 1);
            } else {
                codes[colour][kind.0 as usize] = (bits, count);
            }
            colour += 1;
        }
        row += 1;
    }
    codes
};

/// Every piece by the next bits of a code, as many as the longest code of a piece has, with the length of its own code.
const NEXT: [Option<(Colour, Kind, u32)>; 1 << LONGEST] = {
    let mut pieces = [None; 1 << LONGEST];
    let mut number = 0;
    while number < 32 {
        let (colour, kind) = (Colour::BOTH[number / 16], Kind(number as u8 % 16));
        let (bits, length) = PIECES[number / 16][number % 16];
        let mut rest = 0;
        while length > 0 && rest < 1 << (LONGEST - length) {
            pieces[(bits << (LONGEST - length)) as usize | rest] = Some((colour, kind, length));
            rest += 1;
        }
        number += 1;
    }
    pieces
};
/// The most bits of a piece.
const LONGEST: u32 = 7;

/// Appends the code of a position.
pub(super) fn encode(position: &Position, out: &mut Vec<u8>) {
    let mut bits = Writer::new(out);
    bits.put(position.to_move() as u32, 1);
    bits.put(position.attacker() as u32, 1);
    let kings = Colour::BOTH.map(|colour| position.king(colour).unwrap_or(NOWHERE));
    for king in kings {
        bits.put(king.into(), 7);
    }
    let free = |from: Square, to: Square| {
        (to - from) as u32 - kings.into_iter().filter(|king| (from..to).contains(king)).count() as u32
    };
    let [black, white] = Colour::BOTH.map(|colour| position.of(colour));
    let (mut pieces, mut next) = (black | white, 0);
    while pieces != 0 {
        let square = pieces.trailing_zeros() as Square;
        pieces &= pieces - 1;
        if kings.contains(&square) {
            continue;
        }
        bits.put_zeros(free(next, square));
        let colour = if black >> square & 1 == 1 { Colour::Black } else { Colour::White };
        bits.put_piece(colour, position.kind_on(square), 1);
        next = square + 1;
    }
    bits.put_zeros(free(next, SQUARES as Square));
    let held = |colour| PREFIXES.map(|(kind, ..)| position.hand(colour).count(kind));
    bits.put(Colour::BOTH.into_iter().flat_map(held).sum(), 6);
    for colour in Colour::BOTH {
        for (count, (kind, ..)) in held(colour).into_iter().zip(PREFIXES) {
            for _ in 0..count {
                bits.put_piece(colour, kind, 0);
            }
        }
    }
    bits.end();
}

/// The position with this code, whether or not it is a possible one.
pub(super) fn decode(code: &[u8]) -> Option<Position> {
    let mut bits = Reader { code, place: 0 };
    let mut position = Position::empty();
    position.set_turn(bits.colour()?, bits.colour()?);
    let kings = [bits.take(7)? as Square, bits.take(7)? as Square];
    for (colour, &king) in Colour::BOTH.into_iter().zip(&kings) {
        let is_free = (king as usize) < SQUARES && position.piece_on(king).is_none();
        if is_free {
            position.put(colour, Kind::KING, king);
        } else if king != NOWHERE {
            return None;
        }
    }
    // Squares without a king are counted; to find one, step over the kings before it.
    let (first, second) = (kings[0].min(kings[1]), kings[0].max(kings[1]));
    let free = SQUARES as u32 - kings.iter().filter(|&&king| king != NOWHERE).count() as u32;
    let mut place = 0;
    loop {
        place += bits.skip_zeros(free - place)?;
        if place == free {
            break;
        }
        bits.take(1)?;
        let (colour, kind) = bits.piece()?;
        let mut square = place as Square;
        square += Square::from(square >= first);
        square += Square::from(square >= second);
        position.put(colour, kind, square);
        place += 1;
    }
    let mut last = (Colour::Black, Kind::PAWN);
    let mut hands = [Hand::EMPTY; 2];
    for _ in 0..bits.take(6)? {
        let (colour, kind) = bits.piece()?;
        let hand = &mut hands[colour as usize];
        let in_order = (colour as u8, kind) >= (last.0 as u8, last.1);
        if kind.is_promoted() || !in_order || hand.count(kind) == kind.in_a_set() {
            return None;
        }
        *hand = hand.with(kind);
        last = (colour, kind);
    }
    for colour in Colour::BOTH {
        position.set_hand(colour, hands[colour as usize]);
    }
    bits.ends().then_some(position)
}

/// Bits that are appended to bytes, the highest bit of a byte first. They are collected in a word.
struct Writer<'o> {
    out: &'o mut Vec<u8>,
    word: u64,
    /// Bits of the word that are in use, the lowest; less than 32 between two calls.
    used: u32,
}

impl<'o> Writer<'o> {
    fn new(out: &'o mut Vec<u8>) -> Writer<'o> {
        Writer { out, word: 0, used: 0 }
    }

    /// Appends the lowest `count` bits of a number, at most 32; all others are 0.
    #[inline]
    fn put(&mut self, number: u32, count: u32) {
        self.word = self.word << count | u64::from(number);
        self.used += count;
        if self.used >= 32 {
            self.used -= 32;
            self.out.extend_from_slice(&((self.word >> self.used) as u32).to_be_bytes());
        }
    }

    fn put_zeros(&mut self, mut count: u32) {
        while count > 0 {
            let part = count.min(32);
            self.put(0, part);
            count -= part;
        }
    }

    /// Appends a piece behind so many bits that are set.
    #[inline]
    fn put_piece(&mut self, colour: Colour, kind: Kind, before: u32) {
        let (bits, count) = PIECES[colour as usize][kind.0 as usize];
        self.put(bits | ((1 << before) - 1) << count, count + before);
    }

    /// Fills the last byte with zeros.
    fn end(self) {
        let bytes = self.used.div_ceil(8);
        let rest = (self.word << (64 - self.used).min(63)).to_be_bytes();
        self.out.extend_from_slice(&rest[..bytes as usize]);
    }
}

/// Bits that are taken from bytes.
struct Reader<'c> {
    code: &'c [u8],
    /// Bits that were taken.
    place: usize,
}

impl Reader<'_> {
    /// The next bits, the first of them highest: at least 57, with zeros after the end.
    #[inline]
    fn next(&self) -> u64 {
        let rest = &self.code[(self.place / 8).min(self.code.len())..];
        let word = rest.first_chunk().copied().unwrap_or_else(|| {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            word
        });
        u64::from_be_bytes(word) << (self.place % 8)
    }

    /// How many bits are left.
    #[inline]
    fn left(&self) -> usize {
        self.code.len() * 8 - self.place
    }

    /// Takes at most 32 bits, if there are so many.
    #[inline]
    fn take(&mut self, count: u32) -> Option<u32> {
        if count as usize > self.left() {
            return None;
        }
        let number = (self.next() >> 32 >> (32 - count)) as u32;
        self.place += count as usize;
        Some(number)
    }

    /// Takes zeros, as many as there are but at most so many. None if the code ends too early.
    fn skip_zeros(&mut self, most: u32) -> Option<u32> {
        let mut taken = 0;
        loop {
            let zeros = self.next().leading_zeros().min(57).min(most - taken);
            if zeros as usize > self.left() {
                return None;
            }
            taken += zeros;
            self.place += zeros as usize;
            if zeros < 57 {
                return Some(taken);
            }
        }
    }

    fn colour(&mut self) -> Option<Colour> {
        Some(Colour::BOTH[self.take(1)? as usize])
    }

    fn piece(&mut self) -> Option<(Colour, Kind)> {
        let (colour, kind, length) = NEXT[(self.next() >> (64 - LONGEST)) as usize]?;
        self.take(length)?;
        Some((colour, kind))
    }

    /// Whether only the rest of the last byte is left, and is 0.
    fn ends(mut self) -> bool {
        let rest = self.left();
        rest < 8 && self.take(rest as u32) == Some(0)
    }
}
