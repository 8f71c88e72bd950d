//! Legal moves, and those of them that give check.
//!
//! There is one generator. Where the own king stands in check, other pieces may only capture the checker or come between;
//! where only checks are wanted, a piece may only go to where it attacks the king, or off the line of a slider behind it.
//! Both are sets of squares, worked out once. It hands moves over one by one and stops when told to, so that "is this
//! mate?" costs no more than the first evasion.

use super::attack::*;
use super::piece::{Colour, Kind};
use super::position::{Army, Move, Position};
use std::ops::ControlFlow;

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wanted {
    /// All legal moves.
    All,
    /// Legal moves that give check.
    Checks,
}

/// What is needed to generate the moves of a position.
struct Generator<'p> {
    position: &'p Position,
    us: Colour,
    occupied: Set,
    theirs: Army,
    /// Own pieces that may not leave the line to the own king.
    pinned: Set,
    /// Where pieces other than the king may go.
    targets: Set,
    /// What gives check, if only such moves are wanted.
    check: Option<Check>,
}

/// What gives check to the other king.
struct Check {
    /// The other king's square.
    king: Square,
    /// From where a piece of each kind would attack it.
    from: [Set; 16],
    /// Own pieces that give check by leaving the line of a slider.
    discoverers: Set,
    /// Own pieces that may be able to give check by themselves.
    candidates: Set,
}

impl Position {
    /// Hands over legal moves of the side to move until told to stop: king moves, then other pieces', then drops.
    #[inline]
    pub(super) fn generate(&self, wanted: Wanted, emit: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        Generator::new(self, wanted).generate(emit)
    }

    /// All legal moves of the side to move, whether they give check or not.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        let _ = self.generate(Wanted::All, &mut |mv| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
        moves
    }

    /// Whether there is a move of this sort.
    #[inline]
    pub(super) fn has_move(&self, wanted: Wanted) -> bool {
        self.generate(wanted, &mut |_| ControlFlow::Break(())).is_break()
    }
}

impl Check {
    #[inline]
    fn new(position: &Position, us: Colour, occupied: Set) -> Option<Check> {
        let king = position.king(us.opponent())?;
        let army = position.army(us);
        let back = us.opponent();
        let (diagonal, straight) = (bishop(king, occupied), rook(king, occupied));
        let (gold, around) = (gold(back, king), super::attack::king(king));
        let mut from = [gold; 16];
        from[usize::from(Kind::PAWN.0)] = pawn(back, king);
        from[usize::from(Kind::LANCE.0)] = straight & lance_line(back, king);
        from[usize::from(Kind::KNIGHT.0)] = knight(back, king);
        from[usize::from(Kind::SILVER.0)] = silver(back, king);
        from[usize::from(Kind::BISHOP.0)] = diagonal;
        from[usize::from(Kind::ROOK.0)] = straight;
        from[usize::from(Kind::HORSE.0)] = diagonal | around;
        from[usize::from(Kind::DRAGON.0)] = straight | around;
        let [pawns, knights, silvers, golds] = NEAR[us as usize].each_ref().map(|near| near[usize::from(king)]);
        let steppers = army.pawns & pawns | army.knights & knights | army.silvers & silvers | army.golds & golds;
        Some(Check {
            king,
            from,
            discoverers: position.blockers(king, &army) & position.of(us),
            candidates: steppers | army.lances | army.bishops | army.rooks,
        })
    }

    /// Where a piece that stands on `from`, and is of this kind after the move, gives check.
    #[inline]
    fn by(&self, kind: Kind, from: Square) -> Set {
        let direct = self.from[usize::from(kind.0)];
        direct | if self.discoverers & only(from) != 0 { !ray_through(self.king, from) } else { 0 }
    }
}

impl<'p> Generator<'p> {
    #[inline]
    fn new(position: &'p Position, wanted: Wanted) -> Self {
        let us = position.to_move();
        let occupied = position.occupied();
        let theirs = position.army(us.opponent());
        let (mut pinned, mut targets) = (0, !position.of(us) & ALL);
        if let Some(king) = position.king(us) {
            pinned = position.blockers(king, &theirs);
            let checkers = theirs.attackers(king, occupied);
            if several(checkers) {
                targets = 0;
            } else if checkers != 0 {
                targets = checkers | between(king, first(checkers));
            }
        }
        let check = match wanted {
            Wanted::All => None,
            Wanted::Checks => Check::new(position, us, occupied),
        };
        Generator { position, us, occupied, theirs, pinned, targets, check }
    }

    #[inline]
    fn generate(&self, emit: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        self.king_moves(emit)?;
        if self.targets == 0 {
            return ControlFlow::Continue(());
        }
        self.board_moves(emit)?;
        self.drops(emit)
    }

    #[inline]
    fn king_moves(&self, emit: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let Some(from) = self.position.king(self.us) else { return ControlFlow::Continue(()) };
        let mut to = king(from) & !self.position.of(self.us);
        if let Some(check) = &self.check {
            // A king gives check only by leaving the line of a slider.
            to &= if check.discoverers & only(from) != 0 { !ray_through(check.king, from) } else { 0 };
        }
        let occupied = self.occupied ^ only(from);
        for to in squares(to) {
            if !self.theirs.attacks(to, occupied) {
                emit(Move::on_board(Kind::KING, from, to, self.position.kind_on(to), false))?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn board_moves(&self, emit: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let Generator { position, us, .. } = *self;
        let zone = PROMOTION_ZONE[us as usize];
        let own_king = position.king(us).unwrap_or(NOWHERE);
        let mut movers = position.of(us);
        if own_king != NOWHERE {
            movers ^= only(own_king);
        }
        if let Some(check) = &self.check {
            movers &= check.candidates | check.discoverers;
        }
        for from in squares(movers) {
            let kind = position.kind_on(from);
            let mut to = attacks(kind, us, from, self.occupied) & self.targets;
            if self.pinned & only(from) != 0 {
                to &= ray_through(own_king, from);
            }
            let mut plain = to & alive(kind, us);
            let mut promoting = match kind.can_promote() {
                true if zone & only(from) != 0 => to,
                true => to & zone,
                false => 0,
            };
            if let Some(check) = &self.check {
                plain &= check.by(kind, from);
                promoting &= check.by(kind.promoted(), from);
            }
            for to in squares(promoting) {
                emit(Move::on_board(kind, from, to, position.kind_on(to), true))?;
            }
            for to in squares(plain) {
                emit(Move::on_board(kind, from, to, position.kind_on(to), false))?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn drops(&self, emit: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let Generator { position, us, .. } = *self;
        let empty = self.targets & !self.occupied;
        let hand = position.hand(us);
        for kind in Kind::IN_HAND.into_iter().rev().filter(|&kind| hand.count(kind) > 0) {
            let mut to = empty & alive(kind, us);
            if let Some(check) = &self.check {
                to &= check.from[usize::from(kind.0)];
            }
            for to in squares(to) {
                if kind != Kind::PAWN || self.may_drop_pawn(to) {
                    emit(Move::drop(kind, to))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a pawn may be dropped on an empty square: there is no other on the file, and it does not mate.
    #[inline]
    fn may_drop_pawn(&self, to: Square) -> bool {
        let Generator { position, us, .. } = *self;
        if position.pawns(us) & file(to / FILES) != 0 {
            return false;
        }
        let gives_check = position.king(us.opponent()).is_some_and(|king| pawn(us, to) == only(king));
        !gives_check || self.can_answer_pawn(to)
    }

    /// Whether there is an answer to a pawn that is dropped and gives check.
    #[inline(never)]
    fn can_answer_pawn(&self, to: Square) -> bool {
        // The answer cannot be a pawn's drop, so this does not go on for ever: nothing comes between a pawn and a king.
        self.position.play(Move::drop(Kind::PAWN, to)).has_move(Wanted::All)
    }
}
