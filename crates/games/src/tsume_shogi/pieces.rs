//! Proof pieces and disproof pieces (Seo 1999): with which other hands a position would be solved in the same way.
//!
//! With the same board the pieces in hand are the same in number, and what the attacker does not hold the defender does. A
//! mate that needs only some of the attacker's pieces is there whenever the attacker holds these. But a defender who holds
//! more may have more to drop; so where it lacks a kind that it could drop, the attacker must keep all of that kind. An
//! attack that fails also fails with less, and with more of what does not help it.

use super::piece::{Hand, Kind};
use super::position::{Move, Position};
use provenum_game::{Counts, Holding};

/// Where a kind stands among the counts.
const fn place(kind: Kind) -> usize {
    (Kind::ROOK.0 - kind.unpromoted().0) as usize
}

/// How many pieces of each kind a hand has, in the order of [`Kind::IN_HAND`].
#[inline]
pub(super) fn counts(hand: Hand) -> Counts {
    let mut counts = [0; 8];
    for kind in Kind::IN_HAND {
        counts[place(kind)] = hand.count(kind) as u8;
    }
    counts
}

/// Place by place.
#[inline]
fn combine(one: Counts, other: Counts, with: impl Fn(u8, u8) -> u8) -> Counts {
    std::array::from_fn(|place| with(one[place], other[place]))
}

impl Position {
    /// What the attacker holds, and a hash of all else.
    #[inline]
    pub(super) fn holding(&self) -> Holding {
        Holding::new(self.key_without_attackers_hand(), counts(self.attackers_hand()))
    }

    /// What the attacker holds after a move, and a hash of all else.
    #[inline]
    pub(super) fn holding_after(&self, mv: Move) -> Holding {
        let held = if self.to_move() == self.attacker() { self.hand_after(mv) } else { self.attackers_hand() };
        Holding::new(self.key_without_attackers_hand_after(mv), counts(held))
    }

    /// The least hand with which the attacker would mate in the same way: by its one move, or against all of the defender's.
    pub(super) fn proof_pieces(&self, children: &[(Move, Counts)]) -> Counts {
        let needed = children.iter().map(|&(mv, counts)| self.before(mv, counts));
        let needed = needed.fold([0; 8], |all, one| combine(all, one, u8::max));
        match self.to_move() == self.attacker() {
            true => needed,
            false => combine(needed, self.missed(self.attackers_hand()), u8::max),
        }
    }

    /// The largest hand with which the attacker would fail in the same way: by all its moves, or against the defender's one.
    pub(super) fn disproof_pieces(&self, children: &[(Move, Counts)]) -> Counts {
        let others = self.hand(self.attacker().opponent());
        let held = counts(self.attackers_hand());
        let attacks = self.to_move() == self.attacker();
        if children.is_empty() && !attacks {
            return held;
        }
        let all = combine(held, counts(others), |held, others| held + others);
        let allowed = children.iter().map(|&(mv, counts)| self.before(mv, counts));
        let allowed = allowed.fold(all, |all, one| combine(all, one, u8::min));
        match attacks {
            true => combine(allowed, self.missed(others), |allowed, missed| if missed == 0 { allowed } else { 0 }),
            false => allowed,
        }
    }

    /// What the attacker holds before a move, if it holds this after it.
    fn before(&self, mv: Move, mut counts: Counts) -> Counts {
        if self.to_move() == self.attacker() {
            if mv.is_drop() {
                counts[place(mv.kind())] += 1;
            } else if let Some(captured) = mv.captured() {
                let count = &mut counts[place(captured)];
                *count = count.saturating_sub(1);
            }
        }
        counts
    }

    /// Of the other side's hand, the pieces that the side to move has none of and could drop if it had.
    fn missed(&self, hand: Hand) -> Counts {
        let own = self.hand(self.to_move());
        let lacking = Kind::IN_HAND.into_iter().filter(|&kind| hand.count(kind) != 0 && own.count(kind) == 0);
        let mut missed = [0; 8];
        self.could_drop(self.wanted(), lacking, |kind| missed[place(kind)] = hand.count(kind) as u8);
        missed
    }
}
