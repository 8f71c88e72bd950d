//! PGN, the usual text of a game: the position after its last move, or after the one that is named behind it.

use super::position::{Colour, Position};
use super::{fen, san};
use provenum_game::{InputError, shorten};

/// After which move a game is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    number: u32,
    colour: Colour,
}

/// Whether a text is a game and no position: a FEN begins with its board.
pub(super) fn is_game(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    first.starts_with('[') || first.starts_with(|digit: char| digit.is_ascii_digit()) && first.contains('.')
}

/// The position after a game's last move, or after the move that `@12w`, `@12b` or `@12` behind it names, and the moves since the
/// last capture or pawn move.
pub(super) fn read(text: &str) -> Result<(Position, Option<u32>), InputError> {
    let (game, wanted) = match text.trim_end().rsplit_once('@') {
        Some((game, place)) if !place.contains(char::is_whitespace) => (game, Some(read_place(place)?)),
        _ => (text, None),
    };
    let (tags, moves) = split(game)?;
    let start = tags.iter().find(|(name, _)| name.eq_ignore_ascii_case("FEN"));
    let (mut position, clock) = fen::read(start.map_or(fen::START, |(_, fen)| fen.as_str()))?;
    let (mut clock, mut number) = (clock.unwrap_or(0), first_number(start.map(|(_, fen)| fen.as_str())));
    let mut seen = false;
    for name in &moves {
        let mv = san::find(&position, name).ok_or_else(|| {
            let dots = if position.turn == Colour::White { "." } else { "..." };
            let problem = format!("{number}{dots} {}: there is no such legal move, or more than one", shorten(name));
            InputError::position(problem, "the moves of a game as PGN has them")
        })?;
        clock = if position.is_irreversible(mv) && !position.castles(mv) { 0 } else { clock + 1 };
        let place = Place { number, colour: position.turn };
        number += u32::from(position.turn == Colour::Black);
        position = position.play(mv);
        if wanted == Some(place) {
            seen = true;
            break;
        }
    }
    match wanted {
        Some(Place { number, .. }) if !seen => {
            Err(InputError::position(format!("the game has no such move {number}"), "a move of the game behind @"))
        }
        _ => Ok((position, Some(clock))),
    }
}

/// `12w` is White's twelfth move, `12b` and `12` are Black's.
fn read_place(text: &str) -> Result<Place, InputError> {
    let (number, colour) = match text.strip_suffix('w') {
        Some(number) => (number, Colour::White),
        None => (text.strip_suffix('b').unwrap_or(text), Colour::Black),
    };
    let number = number.parse().ok().filter(|&number| number > 0);
    let wrong = || InputError::position(format!("@{}: there is no such move", shorten(text)), "@12w, @12b or @12");
    Ok(Place { number: number.ok_or_else(wrong)?, colour })
}

/// The number of the first move: the last field of a FEN with six.
fn first_number(fen: Option<&str>) -> u32 {
    fen.and_then(|fen| fen.split_whitespace().nth(5)).and_then(|number| number.parse().ok()).unwrap_or(1).max(1)
}

/// Tags with their values, and moves.
type Parts = (Vec<(String, String)>, Vec<String>);

/// The tags with their values, and the moves of the main line, of the first game in a text.
fn split(text: &str) -> Result<Parts, InputError> {
    let (mut tags, mut moves) = (Vec::new(), Vec::new());
    let mut rest = text.trim_start();
    let mut inside = 0;
    while let Some(symbol) = rest.chars().next() {
        let end = match symbol {
            // The tags of the next game.
            '[' if !moves.is_empty() && inside == 0 => break,
            '[' => closing(rest, ']')?,
            '{' => closing(rest, '}')?,
            ';' | '%' => rest.find('\n').unwrap_or(rest.len()),
            '(' | ')' => 1,
            _ => rest.find(|c: char| c.is_whitespace() || "[{;()".contains(c)).unwrap_or(rest.len()),
        };
        let (word, after) = rest.split_at(end.max(symbol.len_utf8()));
        match symbol {
            '[' => tags.extend(tag(word)),
            '(' => inside += 1,
            ')' if inside == 0 => {
                return Err(InputError::position("a variation ends that has not begun", "( before )"));
            }
            ')' => inside -= 1,
            '{' | ';' | '%' | '$' => {}
            _ if inside > 0 => {}
            _ if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*") => break,
            _ => moves.extend(Some(without_number(word)).filter(|mv| !mv.is_empty()).map(str::to_owned)),
        }
        rest = after.trim_start();
    }
    Ok((tags, moves))
}

/// Where the symbol ends that closes what begins here.
fn closing(text: &str, symbol: char) -> Result<usize, InputError> {
    let end = text.find(symbol).map(|end| end + 1);
    end.ok_or_else(|| InputError::position(format!("there is no {symbol} to the end"), "a game as PGN has it"))
}

/// `12.Nf3` and `12...Nf6` without what comes before the move.
fn without_number(word: &str) -> &str {
    let digits = word.trim_start_matches(|digit: char| digit.is_ascii_digit());
    if digits.starts_with('.') || digits.is_empty() { digits.trim_start_matches('.') } else { word }
}

/// `[Name "value"]`.
fn tag(text: &str) -> Option<(String, String)> {
    let (name, value) = text.trim_matches(['[', ']']).trim().split_once(char::is_whitespace)?;
    Some((name.to_owned(), value.trim().trim_matches('"').to_owned()))
}
