//! Chess: mates, and endgames, by the rules of FIDE.
//!
//! White is the first player. Mate wins, stalemate draws, and so does endless play. Threefold repetition and the fifty-move rule
//! are left out: a strategy whose ranks fall never repeats a position, and a position is the same however many moves it took.
//! What a position is beside its board is whose turn it is, which rooks can still castle, and whether a pawn can be captured in
//! passing.

mod attacks;
mod checks;
mod code;
mod diagram;
mod fen;
mod generator;
mod hints;
mod notation;
mod pgn;
mod position;
mod san;
mod validity;

pub use position::{Colour, Move, Piece, Position};

use checks::{Checks, Mobile};
use hints::Siege;
use provenum_game::{Estimate, Game, Kind, Outcome, Player, Repetition, Valuation};
use std::ops::ControlFlow;

/// Chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Chess {
    /// Moves of either side since the last capture or pawn move before the position to start from. It is no part of the rules.
    clock: u32,
}

const DRAW: Outcome = Outcome(0);

/// The most moves of a position with sixteen pieces of a colour, whatever they are.
const MOST_MOVES: usize = 416;

/// A mate of this side.
#[inline]
fn mated_by(colour: Colour) -> Outcome {
    Outcome(if colour == Colour::White { 1 } else { -1 })
}

impl Chess {
    /// A move as chess programs write it: `e2e4`, `e7e8q`, `e1g1`.
    #[must_use]
    pub fn uci(position: &Position, mv: Move) -> String {
        san::write_uci(position, mv)
    }
}

impl Position {
    /// Hands over the legal moves, those that give check first, and whether they do.
    #[inline]
    fn checks_first(&self, emit: &mut impl FnMut(Move, bool)) {
        let checks = Checks::new(self);
        let mut others = [Move::new(0, 0); MOST_MOVES];
        let mut count = 0;
        let _ = self.generate(&mut |mv| {
            if checks.gives(self, mv) {
                emit(mv, true);
            } else {
                others[count] = mv;
                count += 1;
            }
            ControlFlow::Continue(())
        });
        others[..count].iter().for_each(|&mv| emit(mv, false));
    }

    /// The position if the side to move, which is not in check, did nothing.
    fn passed(&self) -> Position {
        let mut next = *self;
        next.set_passed(attacks::NOWHERE);
        next.set_turn(self.turn.other());
        next
    }

    /// Whether the side to move has a mate in one.
    fn mates_at_once(&self) -> bool {
        let checks = Checks::new(self);
        let mates = |mv| checks.gives(self, mv) && !self.play(mv).has_move();
        self.generate(&mut |mv| if mates(mv) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }).is_break()
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.has_move() {
            None
        } else if self.in_check(self.turn) {
            Some(mated_by(self.turn.other()))
        } else {
            Some(DRAW)
        }
    }
}

impl Game for Chess {
    type Position = Position;
    type Move = Move;

    fn repetition(&self) -> Repetition {
        Repetition::Worth(DRAW)
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        if position.turn == Colour::White { Player::First } else { Player::Second }
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        position.outcome()
    }

    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        position.checks_first(&mut |mv, _| out.push(mv));
    }

    #[inline]
    fn play(&self, position: &Position, mv: Move) -> Position {
        position.play(mv)
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.key
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

    #[inline]
    fn irreversible(&self, position: &Position, mv: Move) -> bool {
        position.is_irreversible(mv)
    }

    #[inline]
    fn successors(&self, position: &Position, emit: &mut impl FnMut(Move, Option<Outcome>, u64)) {
        let mobile = Mobile::new(position);
        position.checks_first(&mut |mv, check| {
            let over = match check {
                false if mobile.remain(mv) => None,
                _ => position.play(mv).outcome(),
            };
            emit(mv, over, position.key_after(mv));
        });
    }

    /// How many answers a check leaves also says whether it mates.
    #[inline]
    fn successors_with_estimates(
        &self,
        position: &Position,
        kind: Kind,
        emit: &mut impl FnMut(Move, Option<Outcome>, u64, Option<Estimate>),
    ) {
        if kind == Kind::And {
            return self.successors(position, &mut |mv, outcome, key| emit(mv, outcome, key, Some(Estimate::UNIT)));
        }
        let (mobile, siege) = (Mobile::new(position), Siege::new(position));
        position.checks_first(&mut |mv, check| {
            let key = position.key_after(mv);
            if check {
                let answers = position.play(mv).count_moves();
                let mate = (answers == 0).then(|| mated_by(position.turn));
                emit(mv, mate, key, Some(Estimate::mobility(Kind::And, answers)));
            } else {
                let stalemate = (!mobile.remain(mv) && !position.play(mv).has_move()).then_some(DRAW);
                emit(mv, stalemate, key, Some(siege.quiet(position, mv)));
            }
        });
    }
}

impl Valuation<Position, Move> for Chess {}
