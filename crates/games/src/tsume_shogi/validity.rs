//! Which positions are accepted: those that can stand on a board, with a king to mate.

use super::attack::{FILES, SQUARES, Square, alive, file, only, several};
use super::piece::{Colour, Kind};
use super::position::Position;

/// What is wrong, and what would be right.
pub(super) type Complaint = (String, &'static str);

impl Position {
    /// What is wrong with a position, if anything is.
    pub(super) fn complaint(&self) -> Option<Complaint> {
        self.wrong_numbers().or_else(|| self.wrong_places()).or_else(|| self.wrong_checks())
    }

    /// The defender has a king, and nothing is there more often than in a set of pieces.
    fn wrong_numbers(&self) -> Option<Complaint> {
        let defender = self.attacker().opponent();
        if self.king(defender).is_none() {
            return Some((format!("{} has no king", name(defender)), "a king for the side to be mated"));
        }
        let on_board: Vec<_> = (0..SQUARES as Square).filter_map(|square| self.piece_on(square)).collect();
        for kind in Kind::IN_HAND {
            let held: u32 = Colour::BOTH.iter().map(|&colour| self.hand(colour).count(kind)).sum();
            let is_kind = |&&(_, piece): &&(Colour, Kind)| piece != Kind::KING && piece.unpromoted() == kind;
            let count = held as usize + on_board.iter().filter(is_kind).count();
            if count > kind.in_a_set() as usize {
                let problem =
                    format!("there are {count} pieces of the kind {}", super::sfen::letters(Colour::Black, kind));
                return Some((problem, "no more pieces than in a set: 18 P, 4 each of L N S G, 2 each of B R"));
            }
        }
        let kings = |colour| on_board.iter().filter(|&&piece| piece == (colour, Kind::KING)).count();
        let crowded = Colour::BOTH.into_iter().find(|&colour| kings(colour) > 1)?;
        Some((format!("{} has {} kings", name(crowded), kings(crowded)), "at most one king for each side"))
    }

    /// No piece stands where it can never move, and no two pawns of a side on a file.
    fn wrong_places(&self) -> Option<Complaint> {
        for colour in Colour::BOTH {
            for square in 0..SQUARES as Square {
                let kind = self.kind_on(square);
                if self.of(colour) & only(square) != 0 && alive(kind, colour) & only(square) == 0 {
                    let problem = format!(
                        "{} on {} can never move",
                        super::sfen::letters(colour, kind),
                        super::sfen::square_name(square)
                    );
                    return Some((problem, "pieces that could move on an empty board"));
                }
            }
            if let Some(number) = (0..FILES).find(|&number| several(self.pawns(colour) & file(number))) {
                let problem = format!("{} has two pawns on file {}", name(colour), number + 1);
                return Some((problem, "at most one unpromoted pawn for each side on a file"));
            }
        }
        None
    }

    /// The side that has just moved does not stand in check.
    fn wrong_checks(&self) -> Option<Complaint> {
        let waiting = self.to_move().opponent();
        self.in_check(waiting).then(|| {
            let problem = format!("{} is in check, but {} is to move", name(waiting), name(self.to_move()));
            (problem, "only the side to move in check")
        })
    }
}

/// The name of a side.
pub(super) fn name(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "black",
        Colour::White => "white",
    }
}
