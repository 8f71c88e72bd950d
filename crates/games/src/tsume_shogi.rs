//! Tsume-shogi: one side of a game of shogi, the attacker, has to mate with checks only.
//!
//! The attacker is the first player, whatever its colour. It may only make moves that give check, the defender all legal
//! moves; mate is a win of the attacker. Everything else is a failure: to have no check, and to go round for ever, for
//! endless checks are forbidden in shogi. So endless play is worth a loss to the attacker, and no proof needs to know how
//! a position was reached.
//!
//! Rules are those of shogi: a piece may not be put where it can never move, a pawn not on a file with another one of its
//! side (*nifu*), and a pawn that is dropped may not mate (*uchifuzume*). Pieces need not promote where they still have
//! a move; all such moves are generated for both sides, because a weaker piece may be what makes a pawn's drop legal, or
//! illegal.

mod answers;
mod attack;
mod code;
mod compose;
mod diagram;
mod generator;
mod interposition;
mod notation;
mod piece;
mod pieces;
mod position;
mod sfen;
#[cfg(test)]
mod tests;
mod threat;
mod validity;

pub use piece::{Colour, Hand, Kind};
pub use position::{Move, Position};

use generator::Wanted;
use provenum_game::{
    Counts, Estimate, Game, Hints, Holding, Kind as AndOrKind, Outcome, Player, Repetition, Valuation, Values,
};
use std::ops::ControlFlow;
use threat::Threat;

/// Tsume-shogi.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TsumeShogi {
    /// Whether a defender who can only interpose in vain is mated.
    ignores_futile: bool,
}

/// Tsume-shogi in which every interposition counts.
#[allow(non_upper_case_globals, reason = "the game without a parameter has the name of its type")]
pub const TsumeShogi: TsumeShogi = TsumeShogi { ignores_futile: false };

impl TsumeShogi {
    /// The result, if the game is over by the convention about interpositions.
    #[inline]
    fn result(self, position: &Position) -> Option<Outcome> {
        let result = position.outcome();
        let futile = || position.to_move() != position.attacker() && position.is_mate_in_effect();
        if self.ignores_futile && result.is_none() && futile() { Some(MATE) } else { result }
    }
}

const MATE: Outcome = Outcome(1);
const NO_MATE: Outcome = Outcome(-1);

impl Position {
    /// Which moves the rules of tsume-shogi allow to the side to move.
    #[inline]
    fn wanted(&self) -> Wanted {
        if self.to_move() == self.attacker() { Wanted::Checks } else { Wanted::All }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let wanted = self.wanted();
        if self.has_move(wanted) {
            return None;
        }
        // A defender may be without a move and not in check only where a problem begins.
        let mated = wanted == Wanted::All && self.in_check(self.to_move());
        Some(if mated { MATE } else { NO_MATE })
    }
}

impl TsumeShogi {
    /// Whether hands say something here: the attacker must make progress, and what is futile does not depend on them.
    #[inline]
    fn counts_hands(&self, position: &Position, kind: AndOrKind) -> bool {
        let attackers_turn = position.to_move() == position.attacker();
        attackers_turn == (kind == AndOrKind::Or) && !self.ignores_futile
    }
}

impl Game for TsumeShogi {
    type Position = Position;
    type Move = Move;

    fn values(&self) -> Values {
        Values::WinLoss
    }

    fn repetition(&self) -> Repetition {
        Repetition::Worth(NO_MATE)
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        if position.to_move() == position.attacker() { Player::First } else { Player::Second }
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.result(position)
    }

    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        let _ = position.generate(position.wanted(), &mut |mv| {
            out.push(mv);
            ControlFlow::Continue(())
        });
    }

    #[inline]
    fn play(&self, position: &Position, mv: Move) -> Position {
        position.play(mv)
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.key()
    }

    #[inline]
    fn key_after(&self, position: &Position, mv: Move) -> u64 {
        position.key_after(mv)
    }

    fn encode(&self, position: &Position, out: &mut Vec<u8>) {
        code::encode(position, out);
    }

    fn decode(&self, code: &[u8]) -> Option<Position> {
        code::decode(code).filter(|position| position.complaint().is_none())
    }

    /// How many answers a check leaves also says whether it mates.
    #[inline]
    fn successors_with_estimates(
        &self,
        position: &Position,
        kind: AndOrKind,
        emit: &mut impl FnMut(Move, Option<Outcome>, u64, Option<Estimate>),
    ) {
        if position.to_move() != position.attacker() {
            return self.successors(position, &mut |mv, outcome, key| emit(mv, outcome, key, Some(Estimate::UNIT)));
        }
        position.checks_with_answers(&mut |mv, answers| {
            let mated = answers == 0 || self.ignores_futile && position.play(mv).is_mate_in_effect();
            let outcome = mated.then_some(MATE);
            emit(mv, outcome, position.key_after(mv), Some(Estimate::mobility(kind.other(), answers)));
        });
    }

    #[inline]
    fn successors(&self, position: &Position, emit: &mut impl FnMut(Move, Option<Outcome>, u64)) {
        let defends = position.to_move() != position.attacker();
        let threat = defends.then(|| Threat::new(position));
        let _ = position.generate(position.wanted(), &mut |mv| {
            let outcome = match &threat {
                Some(threat) => (!threat.remains(mv)).then_some(NO_MATE),
                None => self.result(&position.play(mv)),
            };
            emit(mv, outcome, position.key_after(mv));
            ControlFlow::Continue(())
        });
    }
}

impl Hints<Position, Move> for TsumeShogi {
    #[inline]
    fn has_estimates(&self) -> bool {
        true
    }

    /// Where the defender is to move, how many answers it has (Allis 1994). Pieces that can be dropped on one square count
    /// once: where one of them does not stop a check, the others mostly do not either. The number of the attacker's checks
    /// says little, and to count them costs as much, so they are not.
    #[inline]
    fn estimate(&self, position: &Position, kind: AndOrKind) -> Estimate {
        match self.to_move(position) {
            Player::First => Estimate::UNIT,
            Player::Second => Estimate::mobility(kind, position.answers()),
        }
    }

    #[inline]
    fn estimate_after(&self, position: &Position, mv: Move, kind: AndOrKind) -> Option<Estimate> {
        match self.to_move(position) {
            Player::First => Some(Estimate::mobility(kind.other(), position.play(mv).answers())),
            Player::Second => Some(Estimate::UNIT),
        }
    }

    #[inline]
    fn has_groups(&self) -> bool {
        true
    }

    /// All the defender's drops: where one of them does not stop a check, the others mostly do not either, and the one that
    /// stands nearest to the king stops most.
    #[inline]
    fn group(&self, position: &Position, mv: Move) -> Option<u8> {
        (mv.is_drop() && position.to_move() != position.attacker()).then_some(0)
    }

    /// The same checks and answers in another order lead to the same position.
    #[inline]
    fn overcounts(&self) -> bool {
        true
    }

    /// Mate is a move of the attacker, so the defender's position takes two.
    #[inline]
    fn least_steps(&self, position: &Position, kind: AndOrKind) -> u32 {
        if kind == AndOrKind::And && self.to_move(position) == Player::Second { 2 } else { 1 }
    }

    #[inline]
    fn least_steps_after(&self, position: &Position, _mv: Move, kind: AndOrKind) -> Option<u32> {
        Some(if kind == AndOrKind::Or && self.to_move(position) == Player::First { 2 } else { 1 })
    }

    /// Where futile interpositions do not count, what is futile may depend on what is in hand, and nobody has shown that more
    /// is never worse.
    #[inline]
    fn has_holdings(&self) -> bool {
        !self.ignores_futile
    }

    /// The attacker's hand. The defender has what is then left of the pieces in play, so more of the one is less of the other.
    #[inline]
    fn holding(&self, position: &Position, kind: AndOrKind) -> Option<Holding> {
        self.counts_hands(position, kind).then(|| position.holding())
    }

    #[inline]
    fn holding_after(&self, position: &Position, mv: Move, kind: AndOrKind) -> Option<Option<Holding>> {
        Some(self.counts_hands(position, kind).then(|| position.holding_after(mv)))
    }

    fn enough(&self, position: &Position, _kind: AndOrKind, proven: bool, children: &[(Move, Counts)]) -> Counts {
        if proven { position.proof_pieces(children) } else { position.disproof_pieces(children) }
    }
}

impl Valuation<Position, Move> for TsumeShogi {}
