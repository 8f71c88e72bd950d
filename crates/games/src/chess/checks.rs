//! Which moves give check, and which leave the other side a move, told without making them.

use super::attacks::*;
use super::position::{Colour, Move, Piece, Position};

/// The enemy king as the pieces of the side to move see it.
pub(super) struct Checks {
    king: Square,
    /// From where a pawn, a knight, a bishop and a rook give check.
    pawn: Set,
    knight: Set,
    diagonal: Set,
    straight: Set,
    /// Own pieces that stand in the way of an own slider.
    discoverers: Set,
}

impl Checks {
    #[inline]
    pub(super) fn new(position: &Position) -> Checks {
        let (us, them) = (position.turn, position.turn.other());
        let (king, occupied) = (position.king(them), position.occupied());
        Checks {
            king,
            pawn: pawns(them, only(king)),
            knight: knight(king),
            diagonal: diagonal(king, occupied),
            straight: straight(king, occupied),
            discoverers: position.shields(king, us, us),
        }
    }

    /// Whether a legal move gives check.
    #[inline]
    pub(super) fn gives(&self, position: &Position, mv: Move) -> bool {
        let (from, to) = (only(mv.from()), only(mv.to()));
        let (us, piece) = (position.turn, position.piece(from));
        if self.discoverers & from != 0 && line(self.king, mv.from()) & to == 0 {
            return true;
        }
        match piece {
            Piece::Pawn => match mv.promotion() {
                None if mv.to() == position.passed => position.play(mv).in_check(us.other()),
                None => self.pawn & to != 0,
                Some(promoted) => {
                    let occupied = position.occupied() ^ from;
                    let by = match promoted {
                        Piece::Knight => self.knight,
                        Piece::Bishop => diagonal(self.king, occupied),
                        Piece::Rook => straight(self.king, occupied),
                        _ => diagonal(self.king, occupied) | straight(self.king, occupied),
                    };
                    by & to != 0
                }
            },
            Piece::Knight => self.knight & to != 0,
            Piece::Bishop => self.diagonal & to != 0,
            Piece::Rook => self.straight & to != 0,
            Piece::Queen => (self.diagonal | self.straight) & to != 0,
            Piece::King => position.sides[us as usize] & to != 0 && position.play(mv).in_check(us.other()),
        }
    }
}

/// Pieces of the side that is not to move which will have a legal move whatever happens to the others, unless there is a check
/// or they are captured or blocked: they are on no line with their king, so nothing can pin them.
pub(super) struct Mobile {
    colour: Colour,
    pieces: Set,
    pawns: Set,
}

impl Mobile {
    #[inline]
    pub(super) fn new(position: &Position) -> Mobile {
        let colour = position.turn.other();
        let own = position.sides[colour as usize];
        let free = own & !in_line(position.king(colour));
        let movable = |&square: &Square| knight(square) & !own != 0;
        let mut pieces = squares(position.knights & free).filter(movable).fold(0, |set, square| set | only(square));
        for square in squares(position.straight & free) {
            if straight(square, position.occupied()) & !own != 0 {
                pieces |= only(square);
            }
        }
        for square in squares(position.diagonal & free & !position.straight) {
            if diagonal(square, position.occupied()) & !own != 0 {
                pieces |= only(square);
            }
        }
        let blocked = ahead(colour.other(), position.occupied());
        Mobile { colour, pieces, pawns: position.pawns & free & !blocked }
    }

    /// Whether one of them is sure to have a move after a move to this square that gives no check.
    #[inline]
    pub(super) fn remain(&self, mv: Move) -> bool {
        let to = only(mv.to());
        (self.pieces | self.pawns & !ahead(self.colour.other(), to)) & !to != 0
    }
}
