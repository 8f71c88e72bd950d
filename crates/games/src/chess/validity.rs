//! What makes a position one that chess can be played from.

use super::attacks::*;
use super::position::{Colour, Position};

pub(super) fn name(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "White",
        Colour::Black => "Black",
    }
}

/// A square as players write it.
pub(super) fn square_name(square: Square) -> String {
    format!("{}{}", char::from(b'a' + square % 8), char::from(b'1' + square / 8))
}

/// The most pieces of a side.
const MOST: u32 = 16;

impl Position {
    /// What is wrong with a position that has a king of each colour, and what is accepted instead.
    pub(super) fn complaint(&self) -> Option<(String, String)> {
        let (us, them) = (self.turn, self.turn.other());
        for colour in Colour::BOTH {
            let count = self.sides[colour as usize].count_ones();
            if count > MOST {
                let problem = format!("{} has {count} pieces", name(colour));
                return Some((problem, format!("at most {MOST} pieces of each colour")));
            }
        }
        if let Some(square) = squares(self.pawns & END_RANKS).next() {
            let problem = format!("there is a pawn on {}", square_name(square));
            return Some((problem, "pawns on ranks 2 to 7 only".to_owned()));
        }
        if let Some(checker) = squares(self.checkers(them)).next() {
            let problem =
                format!("{} is in check from {}, but {} is to move", name(them), square_name(checker), name(us));
            return Some((problem, "a position in which only the side to move can be in check".to_owned()));
        }
        for (place, &rook) in self.castling.iter().enumerate().filter(|(_, rook)| **rook != NOWHERE) {
            let colour = Colour::BOTH[place / 2];
            let king = self.king(colour);
            let home = rank(colour.rank(0));
            let own = self.sides[colour as usize] & self.straight & !self.diagonal;
            let beside = (rook > king) == (place % 2 == 0);
            if only(king) & home == 0 || matches!(king % 8, 0 | 7) || only(rook) & home & own == 0 || !beside {
                let side = if place % 2 == 0 { "h" } else { "a" };
                let problem = format!("{} cannot castle towards the {side}-file", name(colour));
                let expected = "castling rights only for a king and a rook on their first rank".to_owned();
                return Some((problem, expected));
            }
        }
        (self.passed != NOWHERE && !(self.has_passed(self.passed) && self.can_be_captured(self.passed))).then(|| {
            let problem = format!("no pawn can be captured in passing on {}", square_name(self.passed));
            (problem, "the square that a pawn has just passed, or -".to_owned())
        })
    }

    /// Whether the side not to move can just have passed this square with a pawn.
    pub(super) fn has_passed(&self, square: Square) -> bool {
        let them = self.turn.other();
        let (here, pawn) = (only(square), ahead(them, only(square)));
        let empty = here | ahead(them.other(), here);
        here & rank(them.rank(2)) != 0
            && empty & self.occupied() == 0
            && pawn & self.pawns & self.sides[them as usize] != 0
    }
}
