//! How games that turn pieces over are written: the moves played, or all squares from `a1` and the player to move.

use super::Reversal;
use crate::{square, text};
use provenum_game::InputError;

/// What is wrong with a move, and what would be right.
pub(crate) type Complaint = (String, String);

/// The most players.
pub(crate) const MOST_PLAYERS: usize = 4;

impl Reversal {
    /// The name of the square in the last row and column.
    pub(crate) fn last_square(&self) -> String {
        square::name(square::at(self.width as usize - 1, self.height as usize - 1))
    }

    /// Whether a text gives squares, and not moves: a move begins with the letter of a column.
    pub(crate) fn gives_squares(text: &str, players: &str) -> bool {
        text.trim_start().starts_with(|c: char| "-./".contains(c) || players.contains(c.to_ascii_uppercase()))
    }

    /// Reads the squares from `a1` row by row, and then whose turn it is: every player's pieces, and the player. `players`
    /// has a letter for each of them. Rows may be separated by `/`. Collections of problems write moves and scores behind
    /// a `;`: they are not looked at.
    pub(crate) fn read_squares(&self, text: &str, players: &str) -> Result<([u64; MOST_PLAYERS], usize), InputError> {
        let (width, all) = (self.width as usize, self.squares() as usize);
        let letters: Vec<_> = players.chars().map(|letter| format!("`{letter}`")).collect();
        let sides = letters.join(" or ");
        let mut sets = [0; MOST_PLAYERS];
        let mut mover = None;
        let mut count = 0;
        let text = text.split(';').next().unwrap_or_default().trim_end();
        for (index, letter) in text.chars().enumerate().filter(|(_, c)| !c.is_whitespace()) {
            let wrong = |problem: String, expected: &str| Err(InputError::at(index + 1, problem, expected));
            let player = players.find(letter.to_ascii_uppercase());
            match (letter, player) {
                ('/', _) if mover.is_none() && count > 0 && count % width == 0 => {}
                ('-' | '.', _) if count < all => count += 1,
                (_, Some(owner)) if count < all => {
                    sets[owner] |= 1 << square::at(count % width, count / width);
                    count += 1;
                }
                (_, Some(side)) if mover.is_none() => mover = Some(side),
                _ if mover.is_some() => {
                    return wrong("there is extra text".to_owned(), "nothing after the player to move");
                }
                ('/', _) => return wrong("a row is too short or too long".to_owned(), "`/` only after complete rows"),
                _ if count == all => return wrong(format!("{letter:?} is not a player"), &sides),
                _ => {
                    let expected = format!("{} or `-` for each square", letters.join(", "));
                    return wrong(format!("{letter:?} is not a square"), &expected);
                }
            }
        }
        let end = text.chars().count() + 1;
        if count < all {
            let expected = format!("{all} squares, from a1 to {}", self.last_square());
            return Err(InputError::at(end, format!("the board ends after {count} of {all} squares"), expected));
        }
        mover.map(|mover| (sets, mover)).ok_or_else(|| InputError::at(end, "the player to move is missing", sides))
    }

    /// The squares from `a1` row by row, and whose turn it is.
    pub(crate) fn write_squares(&self, sets: &[u64], mover: usize, players: &str) -> String {
        let letter = |player: usize| players.chars().nth(player).unwrap_or('?');
        let owner = |square: u8| sets.iter().position(|set| set & 1 << square != 0);
        let squares = square::of(self.board).map(|square| owner(square).map_or('-', letter));
        squares.chain([' ', letter(mover)]).collect()
    }
}

/// Plays moves, with or without spaces and commas between them. A move is a square or `pass`.
pub(crate) fn read_moves<P>(
    text: &str,
    start: P,
    play: impl Fn(P, &str) -> Result<P, Complaint>,
) -> Result<P, InputError> {
    let mut position = start;
    for (start, word) in text::words(text, |c| c == ',' || c.is_whitespace()) {
        let mut rest = word;
        while !rest.is_empty() {
            let column = start + word[..word.len() - rest.len()].chars().count();
            let end = match rest.get(..4) {
                Some(name) if name.eq_ignore_ascii_case("pass") => 4,
                _ => rest.char_indices().nth(2).map_or(rest.len(), |(end, _)| end),
            };
            let (name, tail) = rest.split_at(end);
            position = play(position, name).map_err(|(problem, expected)| InputError::at(column, problem, expected))?;
            rest = tail;
        }
    }
    Ok(position)
}
