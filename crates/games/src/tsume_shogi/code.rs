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

/// Appends the code of a position.
pub(super) fn encode(position: &Position, out: &mut Vec<u8>) {
    let mut bits = Writer { out, room: 0 };
    bits.put(position.to_move() as u32, 1);
    bits.put(position.attacker() as u32, 1);
    let kings = Colour::BOTH.map(|colour| position.king(colour).unwrap_or(NOWHERE));
    for king in kings {
        bits.put(king.into(), 7);
    }
    for square in (0..SQUARES as Square).filter(|square| !kings.contains(square)) {
        match position.piece_on(square) {
            None => bits.put(0, 1),
            Some((colour, kind)) => {
                bits.put(1, 1);
                bits.put_piece(colour, kind);
            }
        }
    }
    let held = |colour| PREFIXES.map(|(kind, ..)| position.hand(colour).count(kind));
    bits.put(Colour::BOTH.into_iter().flat_map(held).sum(), 6);
    for colour in Colour::BOTH {
        for (count, (kind, ..)) in held(colour).into_iter().zip(PREFIXES) {
            for _ in 0..count {
                bits.put_piece(colour, kind);
            }
        }
    }
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
    for square in (0..SQUARES as Square).filter(|square| !kings.contains(square)) {
        if bits.take(1)? == 1 {
            let (colour, kind) = bits.piece()?;
            position.put(colour, kind, square);
        }
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

/// Bits that are appended to bytes, the highest bit of a byte first.
struct Writer<'o> {
    out: &'o mut Vec<u8>,
    /// Bits of the last byte that are still free.
    room: u32,
}

impl Writer<'_> {
    /// Appends the lowest `count` bits of a number, the highest of them first.
    fn put(&mut self, number: u32, count: u32) {
        for bit in (0..count).rev() {
            if self.room == 0 {
                self.out.push(0);
                self.room = 8;
            }
            self.room -= 1;
            if let Some(last) = self.out.last_mut() {
                *last |= ((number >> bit & 1) << self.room) as u8;
            }
        }
    }

    fn put_piece(&mut self, colour: Colour, kind: Kind) {
        for (of, prefix, length) in PREFIXES {
            if of == kind.unpromoted() {
                self.put(prefix, length);
                self.put(colour as u32, 1);
                if of.can_promote() {
                    self.put(kind.is_promoted().into(), 1);
                }
            }
        }
    }
}

/// Bits that are taken from bytes.
struct Reader<'c> {
    code: &'c [u8],
    /// Bits that were taken.
    place: usize,
}

impl Reader<'_> {
    fn take(&mut self, count: u32) -> Option<u32> {
        let mut number = 0;
        for _ in 0..count {
            let byte = self.code.get(self.place / 8)?;
            number = number << 1 | u32::from(byte >> (7 - self.place % 8) & 1);
            self.place += 1;
        }
        Some(number)
    }

    fn colour(&mut self) -> Option<Colour> {
        Some(Colour::BOTH[self.take(1)? as usize])
    }

    fn piece(&mut self) -> Option<(Colour, Kind)> {
        let (mut prefix, mut length) = (0, 0);
        let kind = loop {
            (prefix, length) = (prefix << 1 | self.take(1)?, length + 1);
            if let Some(&(kind, ..)) = PREFIXES.iter().find(|row| (row.1, row.2) == (prefix, length)) {
                break kind;
            }
        };
        let colour = self.colour()?;
        let promoted = kind.can_promote() && self.take(1)? == 1;
        Some((colour, if promoted { kind.promoted() } else { kind }))
    }

    /// Whether only the rest of the last byte is left, and is 0.
    fn ends(mut self) -> bool {
        let rest = self.code.len() * 8 - self.place;
        rest < 8 && self.take(rest as u32) == Some(0)
    }
}
