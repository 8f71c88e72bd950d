//! Positions as bytes, for certificates.
//!
//! Eight bytes say which squares are occupied, h8 being the highest bit of the first. For every piece, from a1 to h8, four bits
//! say what it is, the higher half of a byte first: 0 to 5 White's pawn, knight, bishop, rook, queen and king, 6 to 11 Black's; 12
//! and 13 a rook of White and of Black that can still castle; 14 a pawn that can be captured in passing. An odd number of pieces is
//! followed by 15. The last byte is 0 if White is to move, and else 1.

use super::attacks::*;
use super::position::{Colour, Piece, Position};

const CASTLING: u8 = 12;
const PASSING: u8 = 14;
const NOTHING: u8 = 15;

pub(super) fn encode(position: &Position, out: &mut Vec<u8>) {
    out.extend(position.occupied().to_be_bytes());
    let them = position.turn.other();
    let passing = if position.passed == NOWHERE { 0 } else { ahead(them, only(position.passed)) };
    let mut high = None;
    let mut put = |value: u8| match high.take() {
        None => high = Some(value),
        Some(first) => out.push(first << 4 | value),
    };
    for square in squares(position.occupied()) {
        let black = position.sides[1] >> square & 1 == 1;
        let piece = position.piece(only(square));
        put(if passing & only(square) != 0 {
            PASSING
        } else if position.castling.contains(&square) {
            CASTLING + u8::from(black)
        } else {
            piece as u8 + 6 * u8::from(black)
        });
    }
    if position.occupied().count_ones() % 2 == 1 {
        put(NOTHING);
    }
    out.push(position.turn as u8);
}

/// The position with this code. It may still be one that cannot be.
pub(super) fn decode(code: &[u8]) -> Option<Position> {
    let (occupied, rest) = code.split_first_chunk()?;
    let (&turn, nibbles) = rest.split_last()?;
    let turn = *Colour::BOTH.get(usize::from(turn))?;
    let occupied = Set::from_be_bytes(*occupied);
    let mut values = nibbles.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    let mut position = Position::EMPTY;
    position.set_turn(turn);
    let (mut rooks, mut passing) = (Vec::new(), NOWHERE);
    for square in squares(occupied) {
        let (colour, piece) = match values.next()? {
            value @ 0..12 => (Colour::BOTH[usize::from(value / 6)], Piece::ALL[usize::from(value % 6)]),
            value @ CASTLING..PASSING => {
                let colour = Colour::BOTH[usize::from(value - CASTLING)];
                rooks.push((colour, square));
                (colour, Piece::Rook)
            }
            PASSING if passing == NOWHERE => {
                passing = square;
                (turn.other(), Piece::Pawn)
            }
            _ => return None,
        };
        position.toggle(colour, piece, square);
        if piece == Piece::King && std::mem::replace(&mut position.kings[colour as usize], square) != NOWHERE {
            return None;
        }
    }
    if position.kings.contains(&NOWHERE) {
        return None;
    }
    for (colour, square) in rooks {
        position.set_castling(2 * colour as usize + usize::from(square < position.king(colour)), square);
    }
    if passing != NOWHERE {
        let passed = ahead(turn, only(passing));
        position.set_passed(if passed == 0 { return None } else { first(passed) });
    }
    let mut again = Vec::new();
    encode(&position, &mut again);
    (again == code).then_some(position)
}
