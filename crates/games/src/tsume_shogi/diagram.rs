//! What a shogi board looks like: tiles with their signs, the hands above and below, and moves in Japanese.

use super::attack::FILES;
use super::piece::{Colour, Kind};
use super::position::{Move, Position};
use super::sfen;
use super::validity::name;
use provenum_game::{CELL, Diagram, Footprint, Look, Piece, Player, Shape};

/// Ranks from the top, as Japanese numbers.
const RANKS: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
const FILE_NAMES: [&str; 9] = ["１", "２", "３", "４", "５", "６", "７", "８", "９"];

/// The sign of a piece, and its English name.
fn sign(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::PAWN => ("歩", "pawn"),
        Kind::LANCE => ("香", "lance"),
        Kind::KNIGHT => ("桂", "knight"),
        Kind::SILVER => ("銀", "silver"),
        Kind::GOLD => ("金", "gold"),
        Kind::BISHOP => ("角", "bishop"),
        Kind::ROOK => ("飛", "rook"),
        Kind::PROMOTED_PAWN => ("と", "promoted pawn"),
        Kind::PROMOTED_LANCE => ("杏", "promoted lance"),
        Kind::PROMOTED_KNIGHT => ("圭", "promoted knight"),
        Kind::PROMOTED_SILVER => ("全", "promoted silver"),
        Kind::HORSE => ("馬", "horse"),
        Kind::DRAGON => ("龍", "dragon"),
        _ => ("玉", "king"),
    }
}

pub(super) fn diagram(position: &Position) -> Diagram {
    let piece = |file: usize, rank: usize| {
        let (colour, kind) = position.piece_on(file as u8 * FILES + rank as u8)?;
        let (sign, spoken) = sign(kind);
        let spoken = format!("{} {spoken}", name(colour));
        Some(Piece { owner: Some(colour as u8), look: Look::Tile, sign: sign.to_owned(), spoken })
    };
    let name = |file: usize, rank: usize| sfen::square_name(file as u8 * FILES + rank as u8);
    let files = (0..9).rev();
    let mut diagram = Diagram::board(files.clone(), 0..9, Shape::Square, name, piece).labelled(
        files.map(|file: usize| (file + 1).to_string()),
        (0..9).map(|rank| char::from(b'a' + rank).to_string()),
    );
    // The hands stand where their owners sit, away from the board.
    for (colour, y, player) in [(Colour::White, -CELL, Player::Second), (Colour::Black, CELL * 21 / 2, Player::First)] {
        let held = Kind::IN_HAND.into_iter().map(|kind| (kind, position.hand(colour).count(kind)));
        for (place, (kind, count)) in held.filter(|&(_, count)| count > 0).enumerate() {
            let (sign, spoken) = sign(kind);
            let at = (CELL * place as i32 * 5 / 4 + CELL / 2, y);
            diagram.cells.push(Diagram::hand(player, hand_name(colour, kind), at, sign.to_owned(), count, spoken));
        }
    }
    diagram
}

/// What the pieces of a kind in hand are called.
fn hand_name(colour: Colour, kind: Kind) -> String {
    format!("{}*", sfen::letters(colour, kind))
}

pub(super) fn footprint(position: &Position, mv: Move) -> Footprint {
    let from = if mv.is_drop() { hand_name(position.to_move(), mv.kind()) } else { sfen::square_name(mv.from()) };
    Footprint { promotes: mv.promotes(), ..Footprint::from_to(from, sfen::square_name(mv.to())) }
}

/// As game records have it: where to, what, and where from. `▲５二金打`, `△３三歩成(34)`.
pub(super) fn japanese(position: &Position, mv: Move) -> String {
    let place = |square: u8| (usize::from(square / FILES), usize::from(square % FILES));
    let side = if position.to_move() == Colour::Black { '▲' } else { '△' };
    let ((file, rank), (piece, _)) = (place(mv.to()), sign(mv.kind()));
    let ending = if mv.is_drop() {
        "打".to_owned()
    } else {
        let (file, rank) = place(mv.from());
        format!("{}({}{})", if mv.promotes() { "成" } else { "" }, file + 1, rank + 1)
    };
    format!("{side}{}{}{piece}{ending}", FILE_NAMES[file], RANKS[rank])
}
