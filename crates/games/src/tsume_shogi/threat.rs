//! Whether the attacker has a check left after an answer, told without making the answer.
//!
//! Mostly it has: something that it can drop beside the king, or as a knight's check; a gold, a silver, a horse or a dragon that
//! comes near. Where it has not, all its moves must be looked at.

use super::attack::*;
use super::generator::Wanted;
use super::piece::{Colour, Kind};
use super::position::{Army, Move, Position};

/// A position of the defender, as far as it matters for what the attacker can do after an answer.
pub(super) struct Threat<'p> {
    position: &'p Position,
    us: Colour,
    occupied: Set,
    /// The attacker's king, and the pieces that check it by leaving their square.
    attackers_king: Square,
    unveiling: Set,
    attackers: Army,
}

impl<'p> Threat<'p> {
    /// For answers of the side to move.
    pub(super) fn new(position: &'p Position) -> Threat<'p> {
        let us = position.to_move();
        let attackers_king = position.king(us.opponent()).unwrap_or(NOWHERE);
        let unveiling = match attackers_king {
            NOWHERE => 0,
            king => position.blockers(king, &position.army(us)),
        };
        let attackers = position.army(us.opponent());
        Threat { position, us, occupied: position.occupied(), attackers_king, unveiling, attackers }
    }

    /// Whether the attacker has a check after an answer.
    #[inline]
    pub(super) fn remains(&self, answer: Move) -> bool {
        self.is_plain(answer) || self.position.play(answer).has_move(Wanted::Checks)
    }

    /// Whether there is a check that is seen at once.
    #[inline]
    fn is_plain(&self, answer: Move) -> bool {
        let Threat { position, us, .. } = *self;
        let occupied = self.occupied & !only(answer.from()) | only(answer.to());
        if self.attackers_king != NOWHERE {
            let attacked = attacks(answer.kind_after(), us, answer.to(), occupied);
            if attacked & only(self.attackers_king) | self.unveiling & only(answer.from()) != 0 {
                return false;
            }
        }
        let own_king = if answer.kind() == Kind::KING { Some(answer.to()) } else { position.king(us) };
        own_king.is_some_and(|king| {
            self.checking_drops(king) & !occupied != 0
                // Without a king, nothing of the attacker's is pinned.
                || self.attackers_king == NOWHERE && self.has_step(king, only(answer.to()), occupied)
        })
    }

    /// Whether a piece of the attacker's can come to where it gives check from beside the king.
    fn has_step(&self, at: Square, taken: Set, occupied: Set) -> bool {
        let (us, them) = (self.us, self.us.opponent());
        let near = AROUND[usize::from(at)] & !taken;
        let free = !self.position.of(them) | taken;
        let Army { golds, silvers, bishops, rooks, neighbours, .. } = self.attackers;
        let (gold_checks, silver_checks) = (gold(us, at) & free, silver(us, at) & free);
        let promoted = |sliders: Set| squares(sliders & neighbours & !taken);
        squares(golds & near).any(|from| gold(them, from) & gold_checks != 0)
            || squares(silvers & near).any(|from| silver(them, from) & silver_checks != 0)
            || promoted(rooks).any(|from| (rook(from, occupied) | king(from)) & king(at) & free != 0)
            || promoted(bishops).any(|from| (bishop(from, occupied) | king(from)) & king(at) & free != 0)
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
