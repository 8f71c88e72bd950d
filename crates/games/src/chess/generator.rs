//! Legal moves.

use super::attacks::*;
use super::position::{Colour, Move, Piece, Position};
use std::ops::ControlFlow;

impl Position {
    /// The pieces of both colours that attack a square, if these squares are occupied.
    #[inline]
    pub(super) fn attackers(&self, square: Square, occupied: Set) -> Set {
        let [white, black] = self.sides;
        let here = only(square);
        let kings = only(self.kings[0]) | only(self.kings[1]);
        pawns(Colour::Black, here) & self.pawns & white
            | pawns(Colour::White, here) & self.pawns & black
            | knight(square) & self.knights
            | king(square) & kings
            | diagonal(square, occupied) & self.diagonal
            | straight(square, occupied) & self.straight
    }

    /// The pieces that give check to a colour.
    #[inline]
    pub(super) fn checkers(&self, colour: Colour) -> Set {
        self.attackers(self.king(colour), self.occupied()) & self.sides[colour.other() as usize]
    }

    /// Whether a colour is in check.
    #[must_use]
    pub fn in_check(&self, colour: Colour) -> bool {
        self.checkers(colour) != 0
    }

    /// The pieces of `owner` that alone stand between a slider of `attacker` and this king.
    #[inline]
    pub(super) fn shields(&self, king: Square, attacker: Colour, owner: Colour) -> Set {
        let occupied = self.occupied();
        // Along empty lines, whatever stands on them.
        let sliders =
            (diagonal(king, 0) & self.diagonal | straight(king, 0) & self.straight) & self.sides[attacker as usize];
        let mut shields = 0;
        for slider in squares(sliders) {
            let way = between(king, slider) & occupied;
            if way != 0 && !several(way) {
                shields |= way;
            }
        }
        shields & self.sides[owner as usize]
    }

    /// Hands over the legal moves, pawns first and the king last. Where the side to move is in check, captures of the checking
    /// piece and interpositions from all pieces come before the king's moves.
    #[inline]
    pub(super) fn generate(&self, emit: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let us = self.turn;
        let checkers = self.checkers(us);
        if !several(checkers) {
            let aim = match checkers {
                0 => !0,
                _ => between(self.king(us), first(checkers)) | checkers,
            };
            let pinned = self.shields(self.king(us), us.other(), us);
            self.pawn_moves(aim, pinned, emit)?;
            self.piece_moves(aim, pinned, emit)?;
        }
        self.king_moves(emit)?;
        if checkers == 0 { self.castlings(emit) } else { ControlFlow::Continue(()) }
    }

    #[inline]
    fn king_moves(&self, emit: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let (us, from) = (self.turn, self.king(self.turn));
        let enemies = self.sides[us.other() as usize];
        let occupied = self.occupied() ^ only(from);
        for to in squares(king(from) & !self.sides[us as usize]) {
            if self.attackers(to, occupied) & enemies == 0 {
                emit(Move::new(from, to))?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn piece_moves(&self, aim: Set, pinned: Set, emit: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let us = self.turn;
        let (own, occupied, king) = (self.sides[us as usize], self.occupied(), self.king(us));
        let aim = aim & !own;
        for from in squares(self.knights & own & !pinned) {
            for to in squares(knight(from) & aim) {
                emit(Move::new(from, to))?;
            }
        }
        for from in squares((self.diagonal | self.straight) & own) {
            let mut to = 0;
            if self.diagonal & only(from) != 0 {
                to |= diagonal(from, occupied);
            }
            if self.straight & only(from) != 0 {
                to |= straight(from, occupied);
            }
            to &= aim;
            if pinned & only(from) != 0 {
                to &= line(king, from);
            }
            for to in squares(to) {
                emit(Move::new(from, to))?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn pawn_moves(&self, aim: Set, pinned: Set, emit: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let (us, king) = (self.turn, self.king(self.turn));
        let (enemies, empty) = (self.sides[us.other() as usize], !self.occupied());
        for from in squares(self.pawns & self.sides[us as usize]) {
            let here = only(from);
            let mut to = pawns(us, here) & enemies;
            let one = ahead(us, here) & empty;
            to |= one | ahead(us, one) & empty & rank(us.rank(3));
            to &= aim;
            if pinned & here != 0 {
                to &= line(king, from);
            }
            for to in squares(to) {
                let mv = Move::new(from, to);
                if only(to) & END_RANKS == 0 {
                    emit(mv)?;
                } else {
                    Piece::PROMOTIONS.into_iter().try_for_each(|piece| emit(mv.promoting(piece)))?;
                }
            }
        }
        if self.passed != NOWHERE {
            self.captures_in_passing(emit)?;
        }
        ControlFlow::Continue(())
    }

    /// The pawn that is captured does not stand where the capturing one goes to, so the king is looked at afterwards.
    #[cold]
    fn captures_in_passing(&self, emit: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let (us, them) = (self.turn, self.turn.other());
        let captured = ahead(them, only(self.passed));
        for from in squares(pawns(them, only(self.passed)) & self.pawns & self.sides[us as usize]) {
            let occupied = self.occupied() ^ only(from) ^ captured | only(self.passed);
            if self.attackers(self.king(us), occupied) & self.sides[them as usize] & !captured == 0 {
                emit(Move::new(from, self.passed))?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn castlings(&self, emit: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let us = self.turn as usize;
        for rook in [self.castling[2 * us], self.castling[2 * us + 1]] {
            if rook != NOWHERE && self.can_castle(rook) {
                emit(Move::new(self.kings[us], rook))?;
            }
        }
        ControlFlow::Continue(())
    }

    #[cold]
    fn can_castle(&self, rook: Square) -> bool {
        let (king, enemies) = (self.king(self.turn), self.sides[self.turn.other() as usize]);
        let (king_to, rook_to) = self.castled(Move::new(king, rook));
        let others = self.occupied() ^ only(king) ^ only(rook);
        let (walk, ride) = (between(king, king_to) | only(king_to), between(rook, rook_to) | only(rook_to));
        let afterwards = others | only(rook_to);
        others & (walk | ride) == 0
            && squares(walk).all(|square| self.attackers(square, others) & enemies == 0)
            && self.attackers(king_to, afterwards) & enemies == 0
    }

    /// Whether the side to move has a legal move.
    #[inline]
    pub(super) fn has_move(&self) -> bool {
        self.generate(&mut |_| ControlFlow::Break(())).is_break()
    }

    /// How many legal moves the side to move has.
    #[inline]
    pub(super) fn count_moves(&self) -> usize {
        let mut count = 0;
        let _ = self.generate(&mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// All legal moves, whether or not the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        let _ = self.generate(&mut |mv| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
        moves
    }
}
