//! SFEN, the text form of positions, and USI's moves.
//!
//! After the four parts of an SFEN (board, side to move, hands, number of the move) may come a word that says what the
//! side to move does: `attacks` or `defends`. Without it, the side to move defends if it stands in check or alone has a
//! king, and attacks otherwise. It is written only where this rule would say something else.

use super::attack::{FILES, SQUARES, Square};
use super::piece::{Colour, Hand, Kind};
use super::position::{Move, Position};
use crate::text::{count, words};
use provenum_game::{InputError, shorten};

/// How the four parts are called in messages.
const PARTS: &str = "board, side to move, hands and move number";

/// The letters of the kinds by their numbers; `+` comes before that of a promoted piece.
const LETTERS: [char; 8] = ['?', 'P', 'L', 'N', 'S', 'G', 'B', 'R'];

/// How a piece is written.
pub(super) fn letters(colour: Colour, kind: Kind) -> String {
    let letter = if kind == Kind::KING { 'K' } else { LETTERS[usize::from(kind.unpromoted().0)] };
    let letter = if colour == Colour::White { letter.to_ascii_lowercase() } else { letter };
    let plus = if kind.is_promoted() { "+" } else { "" };
    format!("{plus}{letter}")
}

/// The piece that a letter means.
fn piece(letter: char) -> Option<(Colour, Kind)> {
    let colour = if letter.is_ascii_uppercase() { Colour::Black } else { Colour::White };
    let capital = letter.to_ascii_uppercase();
    let unpromoted = LETTERS.iter().skip(1).position(|&of| of == capital).map(|index| Kind(index as u8 + 1));
    Some((colour, unpromoted.or((capital == 'K').then_some(Kind::KING))?))
}

/// How a square is written: its file as a number, its rank as a letter.
pub(super) fn square_name(square: Square) -> String {
    format!("{}{}", square / FILES + 1, char::from(b'a' + square % FILES))
}

/// Reads a position.
pub(super) fn read(text: &str) -> Result<Position, InputError> {
    let mut parts = words(text, char::is_whitespace).peekable();
    parts.next_if(|&(_, word)| word == "sfen");
    let end = text.trim_end().chars().count() + 1;
    let mut part = |name: &str| {
        let missing = || InputError::at(end, format!("the {name} is missing"), format!("an SFEN: {PARTS}"));
        parts.next().ok_or_else(missing)
    };
    let mut position = Position::empty();
    read_board(part("board")?, &mut position)?;
    let to_move = read_colour(part("side to move")?)?;
    position.set_turn(to_move, to_move);
    read_hands(part("list of pieces in hand")?, &mut position)?;
    parts.next_if(|&(_, word)| word.bytes().all(|digit| digit.is_ascii_digit()));
    let attacks = match parts.next() {
        None => attacks_by_default(&position),
        Some((_, "attacks")) => true,
        Some((_, "defends")) => false,
        Some((column, other)) => {
            let problem = format!("{:?} is not expected here", shorten(other));
            return Err(InputError::at(column, problem, "the move number, attacks or defends"));
        }
    };
    if let Some((column, other)) = parts.next() {
        return Err(InputError::at(
            column,
            format!("there is extra text {:?}", shorten(other)),
            "the end of the position",
        ));
    }
    position.set_turn(to_move, if attacks { to_move } else { to_move.opponent() });
    match position.complaint() {
        None => Ok(position),
        Some((problem, expected)) => Err(InputError::position(problem, expected)),
    }
}

/// Whether the side to move attacks if nothing is said.
fn attacks_by_default(position: &Position) -> bool {
    let us = position.to_move();
    position.king(us.opponent()).is_some() && !position.in_check(us)
}

fn read_colour((column, text): (usize, &str)) -> Result<Colour, InputError> {
    match text {
        "b" => Ok(Colour::Black),
        "w" => Ok(Colour::White),
        other => Err(InputError::at(column, format!("{:?} is not a side", shorten(other)), "b or w")),
    }
}

fn read_board((column, text): (usize, &str), position: &mut Position) -> Result<(), InputError> {
    const SHAPE: &str = "9 rows of 9 squares, separated by /";
    let (mut row, mut filled) = (0, 0);
    let mut promoted = false;
    let mut end = column;
    for (index, letter) in text.chars().enumerate() {
        end = column + index + 1;
        let wrong = |problem: String, expected: &str| Err(InputError::at(column + index, problem, expected));
        match letter {
            _ if promoted && piece(letter).is_none_or(|(_, kind)| !kind.can_promote()) => {
                return wrong(
                    format!("{letter:?} cannot be promoted"),
                    "P L N S B R after +, or the same in lower case",
                );
            }
            '/' if filled < FILES => {
                return wrong(format!("row {} has only {}", row + 1, count(filled.into(), "square")), SHAPE);
            }
            '/' if row + 1 == FILES => return wrong("there are too many rows".to_owned(), SHAPE),
            '/' => (row, filled) = (row + 1, 0),
            '+' => promoted = true,
            '1'..='9' => filled += letter as u8 - b'0',
            _ => {
                let Some((colour, kind)) = piece(letter) else {
                    let expected = "P L N S G B R K, the same in lower case, +, a number from 1 to 9, or /";
                    return wrong(format!("{letter:?} is not a piece"), expected);
                };
                if filled < FILES {
                    if kind == Kind::KING && position.king(colour).is_some() {
                        return wrong("this side already has a king".to_owned(), "at most one king for each side");
                    }
                    let kind = if promoted { kind.promoted() } else { kind };
                    position.put(colour, kind, (FILES - 1 - filled) * FILES + row);
                }
                (filled, promoted) = (filled + 1, false);
            }
        }
        if filled > FILES {
            return wrong(format!("row {} has too many squares", row + 1), SHAPE);
        }
    }
    if promoted || (row + 1, filled) != (FILES, FILES) {
        return Err(InputError::at(end, "the board ends too early", SHAPE));
    }
    Ok(())
}

fn read_hands((column, text): (usize, &str), position: &mut Position) -> Result<(), InputError> {
    if text == "-" {
        return Ok(());
    }
    let mut count = None;
    let mut hands = [Hand::EMPTY; 2];
    for (index, letter) in text.chars().enumerate() {
        let wrong = |problem: String, expected: &str| Err(InputError::at(column + index, problem, expected));
        if let Some(digit) = letter.to_digit(10) {
            count = Some(count.unwrap_or(0) * 10 + digit);
            if count.is_some_and(|count| count == 0 || count > Kind::PAWN.in_a_set()) {
                return wrong(
                    "there cannot be so many pieces in hand".to_owned(),
                    "a number from 1 to 18 before a piece",
                );
            }
            continue;
        }
        let Some((colour, kind)) = piece(letter).filter(|&(_, kind)| kind != Kind::KING) else {
            let expected = "-, or pieces P L N S G B R, each after its number if there are several";
            return wrong(format!("{letter:?} cannot be in hand"), expected);
        };
        for _ in 0..count.take().unwrap_or(1) {
            let hand = &mut hands[colour as usize];
            if hand.count(kind) == kind.in_a_set() {
                return wrong(format!("there are too many {letter}"), "no more pieces than in a set");
            }
            *hand = hand.with(kind);
        }
    }
    for colour in Colour::BOTH {
        position.set_hand(colour, hands[colour as usize]);
    }
    if count.is_some() {
        let end = column + text.chars().count();
        return Err(InputError::at(end, "the hands end with a number", "a piece after the number"));
    }
    Ok(())
}

/// Writes a position.
pub(super) fn write(position: &Position) -> String {
    let side = match position.to_move() {
        Colour::Black => 'b',
        Colour::White => 'w',
    };
    let attacks = position.attacker() == position.to_move();
    let duty = match attacks {
        _ if attacks == attacks_by_default(position) => "",
        true => " attacks",
        false => " defends",
    };
    format!("{} {side} {} 1{duty}", write_board(position), write_hands(position))
}

fn write_board(position: &Position) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for index in 0..SQUARES as Square {
        let (row, column) = (index / FILES, index % FILES);
        if column == 0 && row > 0 {
            text.push('/');
        }
        let piece = position.piece_on((FILES - 1 - column) * FILES + row);
        if piece.is_none() {
            empty += 1;
        }
        if empty > 0 && (piece.is_some() || column == FILES - 1) {
            text += &empty.to_string();
            empty = 0;
        }
        if let Some((colour, kind)) = piece {
            text += &letters(colour, kind);
        }
    }
    text
}

fn write_hands(position: &Position) -> String {
    let hands: String = Colour::BOTH.map(|colour| write_hand(position, colour, "")).concat();
    if hands.is_empty() { "-".to_owned() } else { hands }
}

/// What a side holds, with something between the kinds.
pub(super) fn write_hand(position: &Position, colour: Colour, between: &str) -> String {
    let held = Kind::IN_HAND.into_iter().filter_map(|kind| match position.hand(colour).count(kind) {
        0 => None,
        1 => Some(letters(colour, kind)),
        count => Some(format!("{count}{}", letters(colour, kind))),
    });
    held.collect::<Vec<_>>().join(between)
}

/// Writes a move as USI does: `7g7f`, `7g7f+`, `P*5e`.
pub(super) fn write_move(mv: Move) -> String {
    let to = square_name(mv.to());
    match mv.is_drop() {
        true => format!("{}*{to}", letters(Colour::Black, mv.kind())),
        false => format!("{}{to}{}", square_name(mv.from()), if mv.promotes() { "+" } else { "" }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for text in [
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1",
            "4k4/4G4/4P4/9/9/9/9/9/9 w P 1",
            "4k4/9/4P4/9/9/9/9/9/9 b G 1",
            "4k4/9/4P4/9/9/9/9/4r4/4K4 b G 1 attacks",
            "4k4/9/4P4/9/9/9/9/9/4K4 w G 1 defends",
        ] {
            assert_eq!(write(&read(text).unwrap()), text);
        }
    }

    #[test]
    fn who_attacks_follows_from_the_check_unless_it_is_said() {
        let attacker = |text| read(text).unwrap().attacker();
        assert_eq!(attacker("4k4/9/4P4/9/9/9/9/9/9 b G"), Colour::Black);
        assert_eq!(attacker("4k4/4G4/4P4/9/9/9/9/9/9 w - 2"), Colour::Black, "white stands in check");
        assert_eq!(attacker("4k4/9/4P4/9/9/9/9/9/9 w G 1"), Colour::Black, "there is only white's king to mate");
        assert_eq!(attacker("sfen 4k4/9/9/9/9/9/9/4r4/4K4 b G 1"), Colour::White);
        assert_eq!(attacker("4k4/9/9/9/9/9/9/4r4/4K4 b G 1 attacks"), Colour::Black);
        assert_eq!(attacker("4k4/9/9/9/9/9/9/9/4K4 b G 1 defends"), Colour::White);
    }

    #[test]
    fn errors_say_what_where_and_what_else() {
        for (text, beginning) in [
            ("", "position, column 1: the board is missing"),
            ("9/9", "position, column 4: the board ends too early; expected 9 rows of 9 squares"),
            ("9/8/9/9/9/9/9/9/9 b -", "position, column 4: row 2 has only 8 squares"),
            ("9/9/9/9/9/9/9/9/9/9 b -", "position, column 18: there are too many rows"),
            ("55/9/9/9/9/9/9/9/9 b -", "position, column 2: row 1 has too many squares"),
            ("4x4/9/9/9/9/9/9/9/9 b -", "position, column 2: 'x' is not a piece; expected P L N S"),
            ("4+k4/9/9/9/9/9/9/9/9 b -", "position, column 3: 'k' cannot be promoted"),
            ("4k3k/9/9/9/9/9/9/9/9 b -", "position, column 4: this side already has a king"),
            ("4k4/9/9/9/9/9/9/9/9", "position, column 20: the side to move is missing"),
            ("4k4/9/9/9/9/9/9/9/9 x -", "position, column 21: \"x\" is not a side; expected b or w"),
            ("4k4/9/9/9/9/9/9/9/9 b", "position, column 22: the list of pieces in hand is missing"),
            ("4k4/9/9/9/9/9/9/9/9 b 2", "position, column 24: the hands end with a number"),
            ("4k4/9/9/9/9/9/9/9/9 b K", "position, column 23: 'K' cannot be in hand"),
            ("4k4/9/9/9/9/9/9/9/9 b 19p", "position, column 24: there cannot be so many pieces in hand"),
            ("4k4/9/9/9/9/9/9/9/9 b 3R", "position, column 24: there are too many R"),
            ("4k4/9/9/9/9/9/9/9/9 b 2Rr", "position: there are 3 pieces of the kind R"),
            ("4k4/9/9/9/9/9/9/9/9 b - 1 wins", "position, column 27: \"wins\" is not expected here"),
            ("4k4/9/9/9/9/9/9/9/9 b - 1 attacks 7g7f", "position, column 35: there is extra text \"7g7f\""),
            ("4k4/9/9/9/9/9/9/9/4K4 b - 1 defend", "position, column 29: \"defend\" is not expected here"),
            ("9/9/9/9/9/9/9/9/4K4 b - 1 attacks", "position: white has no king; expected a king"),
            ("P3k4/9/9/9/9/9/9/9/9 b -", "position: P on 9a can never move; expected pieces that"),
            ("4k4/9/P8/P8/9/9/9/9/9 b -", "position: black has two pawns on file 9; expected at most one"),
            ("4k4/4P4/9/9/9/9/9/9/9 b -", "position: white is in check, but black is to move"),
        ] {
            let message = read(text).unwrap_err().to_string();
            assert!(message.starts_with(beginning), "{text}: {message}");
        }
    }
}
