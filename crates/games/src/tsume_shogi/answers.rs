//! How many answers a check has, counted without making it.
//!
//! The checks of one position have the same king and nearly the same pieces around it. So what the attacker's pieces guard
//! beside the king is worked out once; a check only moves one of them, and with it perhaps the lines of sliders.

use super::attack::*;
use super::piece::{Colour, Hand};
use super::position::{Army, Move, Position, Sliders};

/// The attacker's pieces as they stand before a check.
pub(super) struct Siege<'p> {
    position: &'p Position,
    us: Colour,
    /// The defender's king, and where it could step if nothing were guarded.
    king: Square,
    beside: Set,
    occupied: Set,
    theirs: Army,
    /// What steps of pieces, without the lines of sliders, guard near the king: once or more, and twice or more.
    guarded: Set,
    guarded_twice: Set,
    /// Of the attacker's sliders those whose lines come near the king, and what they attack if it is not in their way.
    sliders: Sliders,
    swept: Set,
    /// Sliders that stand on a line with the king.
    snipers: Set,
}

impl<'p> Siege<'p> {
    /// For checks on this king by the side to move.
    pub(super) fn new(position: &'p Position, king_square: Square) -> Siege<'p> {
        let us = position.to_move();
        let (ours, theirs) = (position.army(us), position.army(us.opponent()));
        let (occupied, beside) = (position.occupied(), king(king_square));
        let (guarded, guarded_twice) = ours.steps_near(king_square);
        let sliders = ours.sliders().near(beside | only(king_square));
        let swept = sliders.attacks(occupied ^ only(king_square));
        let snipers = ours.snipers(king_square);
        Siege {
            position,
            us,
            king: king_square,
            beside,
            occupied,
            theirs,
            guarded,
            guarded_twice,
            sliders,
            swept,
            snipers,
        }
    }

    /// The number of answers that a check has, all drops on one square counted as one.
    pub(super) fn answers(&self, mv: Move) -> usize {
        let Siege { us, king: at, .. } = *self;
        let to = only(mv.to());
        let from = only(mv.from());
        let occupied = self.occupied & !from | to;
        let through = occupied ^ only(at);
        let moved = attacks(mv.kind_after(), us, mv.to(), through);
        let left = if mv.is_drop() { 0 } else { steps(mv.kind(), us, mv.from()) };
        let mut guarded = self.guarded & !left | self.guarded_twice | moved;
        let mut checkers = if moved & only(at) != 0 { to } else { 0 };
        let changed = from | to & !self.occupied;
        if (self.swept | self.sliders.all()) & changed == 0 {
            guarded |= self.swept;
        } else {
            self.sliders.without(from).each(through, |slider, attacked| {
                guarded |= attacked;
                if attacked & only(at) != 0 {
                    checkers |= only(slider);
                }
            });
        }
        let escapes = self.beside & !guarded & !(self.position.of(us.opponent()) & !to);
        let escapes = escapes.count_ones() as usize;
        if several(checkers) {
            return escapes;
        }
        // Nothing comes between neighbours.
        if checkers & self.beside != 0 {
            return escapes + self.moves_to(checkers, mv, occupied);
        }
        let empty = between(at, first(checkers));
        escapes + self.moves_to(checkers | empty, mv, occupied) + self.drops_on(empty, mv).min(1)
    }

    /// How many moves of pieces other than the king lead to the targets after a check.
    #[inline]
    fn moves_to(&self, targets: Set, check: Move, occupied: Set) -> usize {
        let others = self.position.of(self.us.opponent()) & !(only(check.to()) | only(self.king));
        let mut count = 0;
        for target in squares(targets) {
            let movers = self.theirs.attackers(target, occupied) & others;
            if movers != 0 {
                count += self.moves_of(movers, target, check, occupied);
            }
        }
        count
    }

    /// How many legal moves pieces have to a target that they attack.
    #[inline(never)]
    fn moves_of(&self, mut movers: Set, target: Square, check: Move, occupied: Set) -> usize {
        for piece in squares(self.pinned(check, occupied) & movers) {
            if ray_through(self.king, piece) & only(target) == 0 {
                movers ^= only(piece);
            }
        }
        self.theirs.ways_to_move(movers, target)
    }

    /// The defender's pieces that may not leave the line between their king and a slider after a check.
    fn pinned(&self, check: Move, occupied: Set) -> Set {
        let moved = only(check.to()) & sniping(check.kind_after(), self.us, self.king);
        blockers(self.king, self.snipers & !only(check.from()) | moved, occupied)
    }

    /// On how many of some empty squares the defender can drop something after a check.
    fn drops_on(&self, empty: Set, check: Move) -> usize {
        let them = self.us.opponent();
        let hand = self.position.hand(them);
        if empty == 0 || hand == Hand::EMPTY {
            return 0;
        }
        if hand.has_any_that_moves_everywhere() {
            return empty.count_ones() as usize;
        }
        // What a pawn may do depends on too much to be worked out here.
        self.position.play(check).drops_on(empty)
    }
}
