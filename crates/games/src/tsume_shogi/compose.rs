//! Making problems: random ones, and ones that lie a check and an escape before another.

use super::attack::{PROMOTION_ZONE, SQUARES, Square, attacks, king, only, squares};
use super::generator::Wanted;
use super::piece::{Colour, Hand, Kind};
use super::position::Position;
use crate::SplitMix;
use std::ops::ControlFlow;

/// Pieces of the attacker around the king, and of the defender; and in the attacker's hand.
const ATTACKERS: (usize, usize) = (1, 4);
const DEFENDERS: (usize, usize) = (0, 3);
const IN_HAND: (usize, usize) = (1, 3);
/// How far from the king, in files and ranks, pieces stand.
const FAR: i32 = 3;
/// How often a step back is tried.
const TRIES: usize = 200;

/// A board that is being set up. Black attacks.
#[derive(Clone)]
struct Setup {
    board: [Option<(Colour, Kind)>; SQUARES],
    hands: [Hand; 2],
}

impl Setup {
    fn of(position: &Position) -> Setup {
        let mut board = [None; SQUARES];
        for (square, piece) in (0..).zip(&mut board) {
            *piece = position.piece_on(square);
        }
        Setup { board, hands: Colour::BOTH.map(|colour| position.hand(colour)) }
    }

    fn is_empty(&self, square: Square) -> bool {
        self.board[usize::from(square)].is_none()
    }

    /// Takes a random piece out of a hand, if it holds one.
    fn take(&mut self, colour: Colour, random: &mut SplitMix) -> Option<Kind> {
        let hand = &mut self.hands[colour as usize];
        let held: Vec<Kind> = Kind::IN_HAND.into_iter().filter(|&kind| hand.count(kind) > 0).collect();
        let kind = *held.get(random.below(held.len().max(1)))?;
        *hand = hand.without(kind);
        Some(kind)
    }

    /// The position with the attacker to move, if it is one.
    fn position(&self) -> Option<Position> {
        let mut position = Position::empty();
        for (square, piece) in (0..).zip(&self.board) {
            if let &Some((colour, kind)) = piece {
                position.put(colour, kind, square);
            }
        }
        for colour in Colour::BOTH {
            position.set_hand(colour, self.hands[colour as usize]);
        }
        position.complaint().is_none().then_some(position)
    }
}

impl Position {
    /// A random problem with black to move and to attack: a king at the far side, a few pieces around it, and a few in
    /// hand. White holds what is left of a set. Most have no mate; some attempts come to nothing.
    #[must_use]
    pub fn random_problem(random: &mut SplitMix) -> Option<Position> {
        let whole = Kind::IN_HAND.iter().flat_map(|&kind| (0..kind.in_a_set()).map(move |_| kind));
        let mut setup = Setup {
            board: [None; SQUARES],
            hands: [Hand::EMPTY, whole.fold(Hand::EMPTY, |hand, kind| hand.with(kind))],
        };
        let number = |(least, most): (usize, usize), random: &mut SplitMix| least + random.below(most - least + 1);
        let (file, rank) = (random.below(9) as i32, random.below(4) as i32);
        setup.board[(9 * file + rank) as usize] = Some((Colour::White, Kind::KING));
        for (colour, range) in [(Colour::Black, ATTACKERS), (Colour::White, DEFENDERS)] {
            for _ in 0..number(range, random) {
                let mut near = |middle: i32| middle - FAR + random.below(2 * FAR as usize + 1) as i32;
                let (file, rank) = (near(file), near(rank));
                let place = (0..9).contains(&file) && (0..9).contains(&rank);
                let square = if place { (9 * file + rank) as Square } else { continue };
                let promoted = random.below(4) == 0;
                if setup.is_empty(square) {
                    let kind = setup.take(Colour::White, random)?;
                    let kind = if promoted && kind.can_promote() { kind.promoted() } else { kind };
                    setup.board[usize::from(square)] = Some((colour, kind));
                }
            }
        }
        for _ in 0..number(IN_HAND, random) {
            let kind = setup.take(Colour::White, random)?;
            setup.hands[Colour::Black as usize] = setup.hands[Colour::Black as usize].with(kind);
        }
        setup.position()
    }

    /// A problem from which a check by black and a move of white's king lead to this one, with black to move.
    #[must_use]
    pub fn step_back(&self, random: &mut SplitMix) -> Option<Position> {
        (0..TRIES).find_map(|_| self.try_step_back(random))
    }

    fn try_step_back(&self, random: &mut SplitMix) -> Option<Position> {
        let mut setup = Setup::of(self);
        let here = self.king(Colour::White)?;
        let from: Vec<Square> = squares(king(here)).filter(|&square| setup.is_empty(square)).collect();
        let there = *from.get(random.below(from.len().max(1)))?;
        setup.board[usize::from(there)] = setup.board[usize::from(here)].take();
        if random.below(3) == 0 {
            // The king has taken a piece.
            let kind = setup.take(Colour::White, random)?;
            setup.board[usize::from(here)] = Some((Colour::Black, kind));
        }
        self.undo_check(&mut setup, there, random)?;
        let before = setup.position()?;
        let leads_here = before.generate(Wanted::Checks, &mut |check| {
            let after = before.play(check);
            let found = after.generate(Wanted::All, &mut |escape| match after.play(escape) == *self {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            });
            if found.is_break() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        leads_here.is_break().then_some(before)
    }

    /// Takes back the move of a piece of black that gives check to a king on this square.
    fn undo_check(&self, setup: &mut Setup, king: Square, random: &mut SplitMix) -> Option<()> {
        let occupied = self.occupied();
        let checkers: Vec<Square> = squares(self.of(Colour::Black))
            .filter(|&square| attacks(self.kind_on(square), Colour::Black, square, occupied) & only(king) != 0)
            .collect();
        let to = *checkers.get(random.below(checkers.len().max(1)))?;
        let (_, mut kind) = setup.board[usize::from(to)].take()?;
        if !kind.is_promoted() && kind != Kind::KING && random.below(2) == 0 {
            setup.hands[Colour::Black as usize] = setup.hands[Colour::Black as usize].with(kind);
            return Some(());
        }
        if random.below(3) == 0 {
            // It has taken a piece.
            let taken = setup.take(Colour::Black, random)?;
            setup.board[usize::from(to)] = Some((Colour::White, taken));
        }
        let promoted = kind.is_promoted() && random.below(2) == 0;
        if promoted {
            kind = kind.unpromoted();
        }
        let from = random.below(SQUARES) as Square;
        let in_zone = PROMOTION_ZONE[Colour::Black as usize] & (only(from) | only(to)) != 0;
        let reaches = attacks(kind, Colour::Black, from, occupied) & only(to) != 0;
        if !setup.is_empty(from) || !reaches || promoted && !in_zone {
            return None;
        }
        setup.board[usize::from(from)] = Some((Colour::Black, kind));
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TsumeShogi;
    use provenum_game::{Game, Notation, Parameters, Player};

    #[test]
    fn problems_are_positions_that_can_be_written_and_read() {
        let mut random = SplitMix::new(1);
        let problems: Vec<Position> = (0..1_000).filter_map(|_| Position::random_problem(&mut random)).collect();
        assert!(problems.len() > 500, "{}", problems.len());
        for problem in problems {
            let (_, read) =
                TsumeShogi::set_up(&Parameters::new(), Some(&TsumeShogi.format_position(&problem))).unwrap();
            assert_eq!(read, problem);
            assert_eq!(TsumeShogi.to_move(&problem), Player::First);
        }
    }

    #[test]
    fn a_step_back_is_a_check_and_an_escape() {
        let mut random = SplitMix::new(2);
        let mut steps = 0;
        for _ in 0..300 {
            let Some(problem) = Position::random_problem(&mut random) else { continue };
            let Some(before) = problem.step_back(&mut random) else { continue };
            let (mut checks, mut escapes) = (Vec::new(), Vec::new());
            TsumeShogi.moves(&before, &mut checks);
            for check in checks {
                let after = before.play(check);
                escapes.extend(after.legal_moves().into_iter().map(|mv| after.play(mv)));
            }
            assert!(escapes.contains(&problem));
            steps += 1;
        }
        assert!(steps > 50, "{steps}");
    }
}
