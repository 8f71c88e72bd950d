//! How many answers a check has, counted without making it.
//!
//! The checks of one position have the same king and nearly the same pieces around it. So what the attacker's pieces guard
//! beside the king is worked out once; a check only moves one of them, and with it perhaps the lines of sliders.

use super::attack::*;
use super::generator::FEW;
use super::piece::{Colour, Hand};
use super::position::{Army, Move, Position};

/// As many sliders as there are in a set.
const MOST_SLIDERS: usize = 8;

/// The attacker's pieces as they stand before a check.
pub(super) struct Siege<'p> {
    position: &'p Position,
    us: Colour,
    /// The defender's king, and where it could step if nothing were guarded.
    king: Square,
    beside: Set,
    occupied: Set,
    ours: Army,
    theirs: Army,
    /// What steps of pieces, without the lines of sliders, guard near the king: once or more, and twice or more.
    guarded: Set,
    guarded_twice: Set,
    /// Sliders whose lines may come near the king, and what they attack if the king is not in their way.
    sliders: [(Square, Set); MOST_SLIDERS],
    slider_count: usize,
    swept: Set,
    /// Sliders that stand on a line with the king.
    snipers: Set,
}

impl<'p> Siege<'p> {
    /// For checks on this king by the side to move.
    pub(super) fn new(position: &'p Position, king_square: Square) -> Siege<'p> {
        let us = position.to_move();
        let (ours, theirs) = (position.army(us), position.army(us.opponent()));
        let mut siege = Siege {
            position,
            us,
            king: king_square,
            beside: king(king_square),
            occupied: position.occupied(),
            guarded: 0,
            guarded_twice: 0,
            sliders: [(0, 0); MOST_SLIDERS],
            slider_count: 0,
            swept: 0,
            snipers: ours.snipers(king_square),
            ours,
            theirs,
        };
        siege.add_steps();
        siege.add_sliders();
        siege
    }

    fn add_steps(&mut self) {
        let (us, near) = (self.us, AROUND[usize::from(self.king)]);
        let Siege { ours, guarded, guarded_twice, .. } = self;
        let mut add = |steps: Set| {
            *guarded_twice |= *guarded & steps;
            *guarded |= steps;
        };
        squares(ours.pawns & near).for_each(|from| add(pawn(us, from)));
        squares(ours.knights & near).for_each(|from| add(knight(us, from)));
        squares(ours.silvers & near).for_each(|from| add(silver(us, from)));
        squares(ours.golds & near).for_each(|from| add(gold(us, from)));
        squares(ours.neighbours & near).for_each(|from| add(king(from)));
    }

    fn add_sliders(&mut self) {
        let (us, through) = (self.us, self.occupied ^ only(self.king));
        for from in squares(self.ours.lances) {
            self.add_slider(from, lance(us, from, through));
        }
        for from in squares(self.ours.bishops) {
            self.add_slider(from, bishop(from, through));
        }
        for from in squares(self.ours.rooks) {
            self.add_slider(from, rook(from, through));
        }
    }

    fn add_slider(&mut self, from: Square, attacked: Set) {
        self.sliders[self.slider_count] = (from, attacked);
        self.slider_count += 1;
        self.swept |= attacked;
    }

    /// The number of answers that a check has, all drops on one square counted as one.
    pub(super) fn answers(&self, mv: Move) -> usize {
        let Siege { us, king: at, .. } = *self;
        let to = only(mv.to());
        let from = if mv.is_drop() { 0 } else { only(mv.from()) };
        let occupied = self.occupied & !from | to;
        let through = occupied ^ only(at);
        let moved = attacks(mv.kind_after(), us, mv.to(), through);
        let left = if mv.is_drop() { 0 } else { steps(mv.kind(), us, mv.from()) };
        let mut guarded = self.guarded & !left | self.guarded_twice | moved;
        let mut checkers = if moved & only(at) != 0 { to } else { 0 };
        let changed = from | to & !self.occupied;
        if (self.swept & changed | self.sliding() & from) == 0 {
            guarded |= self.swept;
        } else {
            for &(slider, attacked) in &self.sliders[..self.slider_count] {
                if slider == mv.from() {
                    continue;
                }
                let attacked = match attacked & changed {
                    0 => attacked,
                    _ => slides(self.position.kind_on(slider), us, slider, through),
                };
                guarded |= attacked;
                if attacked & only(at) != 0 {
                    checkers |= only(slider);
                }
            }
        }
        let escapes = self.beside & !guarded & !(self.position.of(us.opponent()) & !to);
        let escapes = escapes.count_ones() as usize;
        if several(checkers) {
            return escapes;
        }
        let targets = checkers | between(at, first(checkers));
        escapes + self.moves_to(targets, mv, occupied) + self.drops_on(targets & !occupied, mv)
    }

    fn sliding(&self) -> Set {
        self.ours.lances | self.ours.bishops | self.ours.rooks
    }

    /// How many moves of pieces other than the king lead to the targets after a check.
    #[inline]
    fn moves_to(&self, targets: Set, check: Move, occupied: Set) -> usize {
        let Siege { position, us, king: at, .. } = *self;
        let (them, to) = (us.opponent(), only(check.to()));
        let zone = PROMOTION_ZONE[them as usize];
        let mut movers = position.of(them) & !to & !only(at);
        let one = !several(targets);
        if targets.count_ones() < FEW {
            let to_targets = squares(targets).map(|target| self.theirs.attackers(target, occupied));
            movers &= to_targets.fold(0, |movers, some| movers | some);
        }
        if movers == 0 {
            return 0;
        }
        let pinned = self.pinned(check, occupied) & movers;
        let mut count = 0;
        for from in squares(movers) {
            let kind = position.kind_on(from);
            let mut to = if one { targets } else { attacks(kind, them, from, occupied) & targets };
            if pinned & only(from) != 0 {
                to &= ray_through(at, from);
            }
            if kind.can_promote() {
                let promoting = if zone & only(from) != 0 { to } else { to & zone };
                count += promoting.count_ones() as usize;
                to &= alive(kind, them);
            }
            count += to.count_ones() as usize;
        }
        count
    }

    /// The defender's pieces that may not leave the line between their king and a slider after a check.
    fn pinned(&self, check: Move, occupied: Set) -> Set {
        let mut snipers = self.snipers & !only(check.to());
        if !check.is_drop() {
            snipers &= !only(check.from());
        }
        snipers |= only(check.to()) & sniping(check.kind_after(), self.us, self.king);
        blockers(self.king, snipers, occupied)
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
