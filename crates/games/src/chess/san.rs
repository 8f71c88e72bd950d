//! Moves as players write them (SAN), and as chess programs do (UCI).

use super::attacks::only;
use super::fen::LETTERS;
use super::position::{Move, Piece, Position};
use super::validity::square_name;

/// A move as players write it: `Nf3`, `exd5`, `e8=Q#`, `O-O`.
pub(super) fn write(position: &Position, mv: Move) -> String {
    let next = position.play(mv);
    let suffix = match (next.in_check(next.turn), next.has_move()) {
        (true, true) => "+",
        (true, false) => "#",
        _ => "",
    };
    plain(position, mv) + suffix
}

/// Without the sign of a check.
fn plain(position: &Position, mv: Move) -> String {
    if position.castles(mv) {
        return if mv.to() > mv.from() { "O-O" } else { "O-O-O" }.to_owned();
    }
    let piece = position.piece(only(mv.from()));
    let captures = position.occupied() & only(mv.to()) != 0 || piece == Piece::Pawn && mv.to() == position.passed;
    let (from, to) = (square_name(mv.from()), square_name(mv.to()));
    let mut text = String::new();
    if piece == Piece::Pawn {
        if captures {
            text += &from[..1];
        }
    } else {
        text.push(LETTERS[piece as usize]);
        text += which(position, mv, piece, &from);
    }
    if captures {
        text.push('x');
    }
    text += &to;
    if let Some(promoted) = mv.promotion() {
        text.push('=');
        text.push(LETTERS[promoted as usize]);
    }
    text
}

/// As much of the square that a piece comes from as it takes to tell it from others of its kind.
fn which<'t>(position: &Position, mv: Move, piece: Piece, from: &'t str) -> &'t str {
    let moves = position.legal_moves();
    let others = moves
        .iter()
        .map(|other| (other.from(), other.to()))
        .filter(|&(square, to)| square != mv.from() && to == mv.to() && position.piece(only(square)) == piece);
    let (mut any, mut same_file, mut same_rank) = (false, false, false);
    for (other, _) in others {
        any = true;
        same_file |= other % 8 == mv.from() % 8;
        same_rank |= other / 8 == mv.from() / 8;
    }
    match (any, same_file, same_rank) {
        (false, ..) => "",
        (true, false, _) => &from[..1],
        (true, true, false) => &from[1..],
        (true, true, true) => from,
    }
}

/// A move as chess programs write it: `e2e4`, `e7e8q`, `e1g1`. Castling that is none of usual chess goes from king to rook.
pub(super) fn write_uci(position: &Position, mv: Move) -> String {
    let mut to = mv.to();
    if position.castles(mv) && mv.from() % 8 == 4 && matches!(mv.to() % 8, 0 | 7) {
        to = position.castled(mv).0;
    }
    let promoted = mv.promotion().map(|piece| LETTERS[piece as usize].to_ascii_lowercase());
    [square_name(mv.from()), square_name(to)].concat() + &promoted.map_or_else(String::new, String::from)
}

/// The legal move that a text names in either way. Signs for checks, captures and opinions may be left out.
pub(super) fn find(position: &Position, text: &str) -> Option<Move> {
    let moves = position.legal_moves();
    if text.starts_with(|file: char| matches!(file, 'a'..='h')) {
        // Castling in Chess960 is written from king to rook.
        let castles = |mv: Move| position.castles(mv) && square_name(mv.from()) + &square_name(mv.to()) == text;
        if let Some(&mv) = moves.iter().find(|&&mv| write_uci(position, mv) == text || castles(mv)) {
            return Some(mv);
        }
    }
    let wanted = bare(text);
    // Names are dear: only those of moves to a square that the text names are made.
    let aims = |mv: &&Move| position.castles(**mv) || text.contains(&square_name(mv.to()));
    let names = |&&mv: &&Move| bare(&plain(position, mv)) == wanted || bare(&long(position, mv)) == wanted;
    let mut named = moves.iter().filter(aims).filter(names);
    let found = named.next().copied();
    if named.next().is_some() { None } else { found }
}

/// With the whole square that it comes from.
fn long(position: &Position, mv: Move) -> String {
    let piece = position.piece(only(mv.from()));
    let letter = if piece == Piece::Pawn { String::new() } else { LETTERS[piece as usize].to_string() };
    let promoted = mv.promotion().map_or_else(String::new, |piece| LETTERS[piece as usize].to_string());
    letter + &square_name(mv.from()) + &square_name(mv.to()) + &promoted
}

fn bare(text: &str) -> String {
    let text = text.trim_end_matches(['+', '#', '!', '?']).replace('0', "O");
    text.chars().filter(|symbol| !matches!(symbol, 'x' | '=' | '-' | ':')).collect()
}
