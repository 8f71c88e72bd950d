//! Where to look for a mate first: how many answers a move leaves, and where the king can still go.

use super::Chess;
use super::attacks::*;
use super::checks::Checks;
use super::position::{Colour, Move, Piece, Position};
use provenum_game::{Attack, Estimate, Hints, Kind};

/// The enemy king and what is around it, before a move that gives no check.
pub(super) struct Siege {
    /// Where the king could go if nothing were attacked.
    beside: Set,
    occupied: Set,
    /// What is attacked near the king: once or more, and twice or more.
    once: Set,
    twice: Set,
    /// How many moves the king's men have.
    others: u32,
}

impl Siege {
    #[inline]
    pub(super) fn new(position: &Position) -> Siege {
        let (us, them) = (position.turn, position.turn.other());
        let (own, enemies) = (position.sides[us as usize], position.sides[them as usize]);
        let square = position.king(them);
        let beside = king(square) & !enemies;
        let (mut once, mut twice) = (0, 0);
        let mut add = |set: Set| {
            twice |= once & set;
            once |= set;
        };
        // The king does not hide what lies behind it.
        let through = position.occupied() ^ only(square);
        add(pawns(us, position.pawns & own));
        add(king(position.king(us)));
        squares(position.knights & own).for_each(|from| add(knight(from)));
        squares((position.diagonal | position.straight) & own).for_each(|from| add(slides(position, from, through)));
        let occupied = position.occupied();
        let mut others = (ahead(them, position.pawns & enemies) & !occupied).count_ones()
            + (pawns(them, position.pawns & enemies) & own).count_ones();
        for from in squares(position.knights & enemies) {
            others += (knight(from) & !enemies).count_ones();
        }
        for from in squares((position.diagonal | position.straight) & enemies) {
            others += (slides(position, from, occupied) & !enemies).count_ones();
        }
        Siege { beside, occupied: through, once, twice, others }
    }

    /// The first numbers after a move that gives no check: the answers that it leaves, about.
    #[inline]
    pub(super) fn quiet(&self, position: &Position, mv: Move) -> Estimate {
        let (from, to) = (only(mv.from()), mv.to());
        let occupied = (self.occupied ^ from) | only(to);
        let piece = position.piece(from);
        let (before, after) = match mv.promotion().unwrap_or(piece) {
            Piece::Pawn => (0, pawns(position.turn, only(to))),
            Piece::Knight => (knight(mv.from()), knight(to)),
            Piece::King => (king(mv.from()), king(to)),
            promoted => {
                let mut after = 0;
                if promoted != Piece::Rook {
                    after |= diagonal(to, occupied);
                }
                if promoted != Piece::Bishop {
                    after |= straight(to, occupied);
                }
                (if piece == Piece::Pawn { 0 } else { slides(position, mv.from(), self.occupied) }, after)
            }
        };
        let guarded = self.once & !before | self.twice | after;
        let flights = (self.beside & !guarded).count_ones();
        Estimate { proof: 2 + flights + self.others, disproof: 1 }
    }
}

#[inline]
fn slides(position: &Position, from: Square, occupied: Set) -> Set {
    let mut set = 0;
    if position.diagonal & only(from) != 0 {
        set |= diagonal(from, occupied);
    }
    if position.straight & only(from) != 0 {
        set |= straight(from, occupied);
    }
    set
}

impl Hints<Position, Move> for Chess {
    /// Two kings and one piece more have half a million positions. To mate takes many quiet moves there, among which proof numbers
    /// tell no difference.
    fn few_nodes(&self, position: &Position) -> Option<usize> {
        (position.pawns == 0 && position.occupied().count_ones() <= 3).then_some(1 << 19)
    }

    #[inline]
    fn has_estimates(&self) -> bool {
        true
    }

    /// Where the side that must not be mated is to move, how many answers it has (Allis 1994).
    #[inline]
    fn estimate(&self, position: &Position, kind: Kind) -> Estimate {
        match kind {
            Kind::Or => Estimate::UNIT,
            Kind::And => Estimate::mobility(kind, position.count_moves()),
        }
    }

    #[inline]
    fn has_groups(&self) -> bool {
        true
    }

    /// What is put between a king and the piece that gives check: where one does not stop a mate, others mostly do not either.
    #[inline]
    fn group(&self, position: &Position, mv: Move) -> Option<u8> {
        let us: Colour = position.turn;
        let checkers = position.checkers(us);
        let interposes = checkers != 0
            && mv.from() != position.king(us)
            && !several(checkers)
            && between(position.king(us), first(checkers)) & only(mv.to()) != 0;
        interposes.then_some(0)
    }

    #[inline]
    fn has_attacks(&self) -> bool {
        true
    }

    /// Checks are forcing. A threat is a move after which there would be a mate at once if the other side did nothing.
    #[inline]
    fn attack(&self, position: &Position, mv: Move) -> Attack {
        if Checks::new(position).gives(position, mv) {
            Attack::Forcing
        } else if position.play(mv).passed().mates_at_once() {
            Attack::Threats
        } else {
            Attack::All
        }
    }

    /// The same moves and answers in another order lead to the same position.
    #[inline]
    fn overcounts(&self) -> bool {
        true
    }

    /// Mate is a move of the side that attacks, so the other side's position takes two.
    #[inline]
    fn least_steps(&self, _position: &Position, kind: Kind) -> u32 {
        if kind == Kind::And { 2 } else { 1 }
    }

    #[inline]
    fn least_steps_after(&self, _position: &Position, _mv: Move, kind: Kind) -> Option<u32> {
        Some(if kind == Kind::Or { 2 } else { 1 })
    }
}
