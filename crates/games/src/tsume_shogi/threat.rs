//! Whether the attacker has a check left after an answer, told without making the answer.
//!
//! Mostly it has: something that it can drop beside the king, or as a knight's check. Where it has not, all its moves must be
//! looked at.

use super::attack::*;
use super::generator::Wanted;
use super::piece::{Colour, Kind};
use super::position::{Move, Position};

/// A position of the defender, as far as it matters for what the attacker can drop after an answer.
pub(super) struct Threat<'p> {
    position: &'p Position,
    us: Colour,
    occupied: Set,
    /// The attacker's king, and the pieces that check it by leaving their square.
    attackers_king: Square,
    unveiling: Set,
}

impl<'p> Threat<'p> {
    /// For answers of the side to move.
    pub(super) fn new(position: &'p Position) -> Threat<'p> {
        let us = position.to_move();
        let king = position.king(us.opponent());
        let unveiling = king.map_or(0, |king| position.blockers(king, &position.army(us)));
        Threat { position, us, occupied: position.occupied(), attackers_king: king.unwrap_or(NOWHERE), unveiling }
    }

    /// Whether the attacker has a check after an answer.
    #[inline]
    pub(super) fn remains(&self, answer: Move) -> bool {
        self.has_drop(answer) || self.position.play(answer).has_move(Wanted::Checks)
    }

    /// Whether the attacker, if it is not in check itself, can drop something that gives check at once.
    #[inline]
    fn has_drop(&self, answer: Move) -> bool {
        let Threat { position, us, .. } = *self;
        let occupied = self.occupied & !only(answer.from()) | only(answer.to());
        if self.attackers_king != NOWHERE {
            let attacked = attacks(answer.kind_after(), us, answer.to(), occupied);
            if attacked & only(self.attackers_king) | self.unveiling & only(answer.from()) != 0 {
                return false;
            }
        }
        let own_king = if answer.kind() == Kind::KING { Some(answer.to()) } else { position.king(us) };
        own_king.is_some_and(|king| self.checking_drops(king) & !occupied != 0)
    }

    /// Where what the attacker holds gives check to a king. Pawns are left out, because their drop may be mate; and of lines
    /// there is only the square beside the king.
    #[inline]
    fn checking_drops(&self, at: Square) -> Set {
        let (us, hand) = (self.us, self.position.attackers_hand());
        let given = |kind, squares: Set| if hand.count(kind) != 0 { squares } else { 0 };
        given(Kind::GOLD, gold(us, at))
            | given(Kind::SILVER, silver(us, at))
            | given(Kind::KNIGHT, knight(us, at))
            | given(Kind::LANCE, pawn(us, at))
            | given(Kind::BISHOP, king(at) & bishop_lines(at))
            | given(Kind::ROOK, king(at) & rook_lines(at))
    }
}
