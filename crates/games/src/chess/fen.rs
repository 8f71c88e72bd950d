//! FEN, the usual text of a position, with four fields or six, and EPD, which has operations behind four.

use super::attacks::*;
use super::position::{Colour, Piece, Position};
use super::validity::{name, square_name};
use crate::text::words;
use provenum_game::{InputError, shorten};

/// Where every game starts.
pub(super) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

pub(super) const LETTERS: [char; 6] = ['P', 'N', 'B', 'R', 'Q', 'K'];

/// The letter of a piece: a capital for White's.
pub(super) fn letter(colour: Colour, piece: Piece) -> char {
    let letter = LETTERS[piece as usize];
    if colour == Colour::White { letter } else { letter.to_ascii_lowercase() }
}

fn piece_of(letter: char) -> Option<(Colour, Piece)> {
    let place = LETTERS.iter().position(|&known| known == letter.to_ascii_uppercase())?;
    let colour = if letter.is_ascii_uppercase() { Colour::White } else { Colour::Black };
    Some((colour, Piece::ALL[place]))
}

/// A square such as `e4`.
pub(super) fn square_of(text: &str) -> Option<Square> {
    match text.as_bytes() {
        &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some((rank - b'1') * 8 + file - b'a'),
        _ => None,
    }
}

/// The position that a text describes, and the moves since the last capture or pawn move if the text says so.
pub(super) fn read(text: &str) -> Result<(Position, Option<u32>), InputError> {
    let mut fields = words(text, char::is_whitespace);
    let Some((column, board)) = fields.next() else {
        return Err(InputError::position("it is empty", "a FEN, such as 6k1/5ppp/8/8/8/8/8/K2R4 w - -"));
    };
    let mut position = read_board(column, board)?;
    match fields.next() {
        None | Some((_, "w")) => {}
        Some((_, "b")) => position.set_turn(Colour::Black),
        Some((column, other)) => return Err(unexpected(column, other, "w or b, for the side to move")),
    }
    if let Some((column, rights)) = fields.next() {
        read_castling(&mut position, column, rights)?;
    }
    if let Some((column, square)) = fields.next().filter(|(_, square)| *square != "-") {
        let expected = "the square that a pawn has just passed, or -";
        let passed = square_of(square).ok_or_else(|| unexpected(column, square, expected))?;
        if !position.has_passed(passed) {
            return Err(InputError::at(column, format!("no pawn has just passed {square}"), expected));
        }
        // Most programs name the square after every double step. Only if there is a capture, it matters.
        if position.can_be_captured(passed) {
            position.set_passed(passed);
        }
    }
    let clock = read_clocks(fields)?;
    match position.complaint() {
        Some((problem, expected)) => Err(InputError::position(problem, expected)),
        None => Ok((position, clock)),
    }
}

fn unexpected(column: usize, found: &str, expected: &str) -> InputError {
    InputError::at(column, format!("{:?} is not accepted", shorten(found)), expected)
}

fn read_board(start: usize, text: &str) -> Result<Position, InputError> {
    let mut position = Position::EMPTY;
    let rows = text.split('/').count();
    if rows != 8 {
        return Err(InputError::at(start, format!("the board has {rows} ranks"), "8 ranks with / between them"));
    }
    let mut column = start;
    for (row, text) in text.split('/').enumerate() {
        let mut file = 0;
        for symbol in text.chars() {
            if let Some((colour, piece)) = piece_of(symbol) {
                if file > 7 {
                    return Err(InputError::at(column, "the rank is too long", "8 files"));
                }
                let square = (7 - row as u8) * 8 + file;
                position.toggle(colour, piece, square);
                let king = &mut position.kings[colour as usize];
                if piece == Piece::King && std::mem::replace(king, square) != NOWHERE {
                    return Err(InputError::at(column, format!("{} has two kings", name(colour)), "one king each"));
                }
                file += 1;
            } else if let Some(empty @ 1..=8) = symbol.to_digit(10) {
                file += empty as u8;
            } else {
                return Err(InputError::at(
                    column,
                    format!("{symbol:?} is no piece"),
                    "PNBRQK, pnbrqk or a digit from 1 to 8",
                ));
            }
            column += 1;
        }
        if file != 8 {
            return Err(InputError::at(column, format!("rank {} has {file} files", 8 - row), "8 files"));
        }
        column += 1;
    }
    match Colour::BOTH.into_iter().find(|&colour| position.king(colour) == NOWHERE) {
        Some(colour) => Err(InputError::position(format!("{} has no king", name(colour)), "one king each")),
        None => Ok(position),
    }
}

/// `KQkq` mean the outermost rook, letters of files the rook on that file (for Chess960).
fn read_castling(position: &mut Position, column: usize, text: &str) -> Result<(), InputError> {
    let expected = "KQkq or some of them, letters of files in Chess960, or -";
    for letter in text.chars().filter(|_| text != "-") {
        let colour = if letter.is_ascii_uppercase() { Colour::White } else { Colour::Black };
        let (home, king) = (colour.rank(0) * 8, position.king(colour));
        let rooks = position.sides[colour as usize] & position.straight & !position.diagonal & rank(colour.rank(0));
        let found = match letter.to_ascii_lowercase() {
            'k' => squares(rooks).filter(|&rook| rook > king).last(),
            'q' => squares(rooks).find(|&rook| rook < king),
            file @ 'a'..='h' => Some(home + (file as u8 - b'a')).filter(|&rook| rooks & only(rook) != 0),
            _ => return Err(unexpected(column, text, expected)),
        };
        let Some(rook) = found.filter(|_| king / 8 == home / 8 && !matches!(king % 8, 0 | 7)) else {
            let problem = format!("{letter}: {} has no king and rook there to castle with", name(colour));
            return Err(InputError::at(column, problem, expected));
        };
        position.set_castling(2 * colour as usize + usize::from(rook < king), rook);
    }
    Ok(())
}

/// Two numbers, or the operations of EPD, of which only the clock matters.
fn read_clocks<'t>(fields: impl Iterator<Item = (usize, &'t str)>) -> Result<Option<u32>, InputError> {
    let rest: Vec<_> = fields.collect();
    let Some(&(column, first)) = rest.first() else { return Ok(None) };
    let expected = "two numbers, of moves without capture or pawn move and of the move, or EPD operations";
    if first.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        let clock = rest.windows(2).find(|pair| pair[0].1 == "hmvc");
        return Ok(clock.and_then(|pair| pair[1].1.trim_end_matches(';').parse().ok()));
    }
    let number = |&(column, text): &(usize, &str)| text.parse().map_err(|_| unexpected(column, text, expected));
    match &rest[..] {
        [clock] => Ok(Some(number(clock)?)),
        [clock, moves] => {
            let _: u32 = number(moves)?;
            Ok(Some(number(clock)?))
        }
        _ => Err(unexpected(column, first, expected)),
    }
}

/// A position as FEN with four fields.
pub(super) fn write(position: &Position) -> String {
    let mut text = String::new();
    for row in (0..8).rev() {
        let mut empty = 0;
        for square in 8 * row..8 * row + 8 {
            let Some((colour, piece)) = position.colour_on(square).zip(position.piece_on(square)) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text += &std::mem::take(&mut empty).to_string();
            }
            text.push(letter(colour, piece));
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        if row > 0 {
            text.push('/');
        }
    }
    text += if position.turn == Colour::White { " w " } else { " b " };
    let rights: String =
        position.castling.iter().enumerate().filter_map(|(place, &rook)| right(position, place, rook)).collect();
    text += if rights.is_empty() { "-" } else { &rights };
    text.push(' ');
    text + &if position.passed == NOWHERE { "-".to_owned() } else { square_name(position.passed) }
}

/// The letter of a castling right: the file if another rook stands farther out.
fn right(position: &Position, place: usize, rook: Square) -> Option<char> {
    if rook == NOWHERE {
        return None;
    }
    let colour = Colour::BOTH[place / 2];
    let rooks = position.sides[colour as usize] & position.straight & !position.diagonal & rank(rook / 8);
    let farther = if place.is_multiple_of(2) { !0 << rook << 1 } else { only(rook) - 1 };
    let letter = match (rooks & farther, place % 2) {
        (0, 0) => 'k',
        (0, _) => 'q',
        _ => char::from(b'a' + rook % 8),
    };
    Some(if colour == Colour::White { letter.to_ascii_uppercase() } else { letter })
}
