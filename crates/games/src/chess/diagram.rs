//! What a position looks like on a page, and what a move touches there.

use super::position::{Colour, Move, Piece, Position};
use super::validity::{name, square_name};
use provenum_game::{Diagram, Footprint, Look, Piece as Drawn, Shape};

/// A piece as a sign. White's are hollow.
fn sign(colour: Colour, piece: Piece) -> (&'static str, &'static str) {
    let (white, black, spoken) = match piece {
        Piece::Pawn => ("♙", "♟\u{fe0e}", "pawn"),
        Piece::Knight => ("♘", "♞", "knight"),
        Piece::Bishop => ("♗", "♝", "bishop"),
        Piece::Rook => ("♖", "♜", "rook"),
        Piece::Queen => ("♕", "♛", "queen"),
        Piece::King => ("♔", "♚", "king"),
    };
    (if colour == Colour::White { white } else { black }, spoken)
}

pub(super) fn diagram(position: &Position) -> Diagram {
    let square = |column: usize, row: usize| (8 * row + column) as u8;
    let drawn = |column, row| {
        let square = square(column, row);
        let (colour, piece) = position.colour_on(square).zip(position.piece_on(square))?;
        let (sign, kind) = sign(colour, piece);
        let spoken = format!("{} {kind}", name(colour));
        Some(Drawn { owner: Some(colour as u8), look: Look::Sign, sign: sign.to_owned(), spoken })
    };
    let names = |column, row| square_name(square(column, row));
    let mut board = Diagram::board(0..8, (0..8).rev(), Shape::Square, names, drawn);
    for (place, cell) in board.cells.iter_mut().enumerate() {
        if (place / 8 + place % 8) % 2 == 1 {
            cell.shape = Shape::DarkSquare;
        }
    }
    board.labelled((b'a'..=b'h').map(|c| char::from(c).to_string()), (1..=8).rev().map(|row| row.to_string()))
}

/// Castling goes from the king to its rook; the square where the king ends stands for that, unless the king can step there.
pub(super) fn footprint(position: &Position, mv: Move) -> Footprint {
    let mut print = Footprint::from_to(square_name(mv.from()), square_name(mv.to()));
    if position.castles(mv) {
        let (king, _) = position.castled(mv);
        if king.abs_diff(mv.from()) > 1 {
            print.also.push(square_name(king));
        }
    }
    print
}
