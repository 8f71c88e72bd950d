//! Futile interpositions: pieces put between the king and a checker from afar that only put off the mate.
//!
//! Where the books of problems end a line, the defender can often still put something between. By their convention that
//! does not count if the checker just takes it and it is mate again, without any use for what was taken.

use super::attack::{between, first, only, several};
use super::generator::Wanted;
use super::piece::Kind;
use super::position::{Move, Position};
use std::ops::ControlFlow;

impl Position {
    /// Whether all that a defender in check can do is to interpose in vain.
    ///
    /// An interposition, by a drop or by a move, is in vain if the checker can take what came between, gives check by that,
    /// and then it is mate or again nothing but such interpositions are left; even if the defender gets the piece back in hand.
    pub(super) fn is_mate_in_effect(&self) -> bool {
        let (us, them) = (self.to_move(), self.to_move().opponent());
        let Some(king) = self.king(us) else { return false };
        let checkers = self.army(them).attackers(king, self.occupied());
        if checkers == 0 || several(checkers) {
            return checkers != 0 && !self.has_move(Wanted::All);
        }
        let checker = first(checkers);
        let gap = between(king, checker);
        // Drops on one square come to the same: the piece is taken, and comes back.
        let mut dropped_on = 0;
        let all_in_vain = self.generate(Wanted::All, &mut |mv| {
            let square = only(mv.to());
            let in_vain = mv.kind() != Kind::KING
                && gap & square != 0
                && (mv.is_drop() && dropped_on & square != 0 || self.is_taken_in_vain(mv, checker));
            if mv.is_drop() {
                dropped_on |= square;
            }
            if in_vain { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        all_in_vain.is_continue()
    }

    /// Whether the piece that a move puts between can be taken by the checker, and it is mate in effect again.
    fn is_taken_in_vain(&self, mv: Move, checker: u8) -> bool {
        let interposed = self.play(mv);
        let taken = interposed.generate(Wanted::Checks, &mut |capture| {
            let takes = capture.from() == checker && capture.to() == mv.to();
            match takes && interposed.play(capture).given_back(capture).is_mate_in_effect() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        taken.is_break()
    }

    /// The same position with what was captured by the last move in the hand of the side that lost it.
    fn given_back(mut self, capture: Move) -> Position {
        if let Some(kind) = capture.captured().map(Kind::unpromoted) {
            let (loser, taker) = (self.to_move(), self.to_move().opponent());
            self.set_hand(taker, self.hand(taker).without(kind));
            self.set_hand(loser, self.hand(loser).with(kind));
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::super::TsumeShogi;
    use provenum_game::{Game, Notation, Outcome, Parameters};

    fn over(text: &str, convention: &str) -> Option<Outcome> {
        let parameters = Parameters::new().with("futile-interposition", convention);
        let (game, position) = TsumeShogi::set_up(&parameters, Some(text)).unwrap();
        game.outcome(&position)
    }

    #[track_caller]
    fn assert_mate(text: &str, counted: bool, ignored: bool) {
        assert_eq!(over(text, "count").is_some(), counted, "{text}, counted");
        assert_eq!(over(text, "ignore").is_some(), ignored, "{text}, ignored");
    }

    #[test]
    fn what_the_checker_takes_with_mate_does_not_count() {
        // The pawn guards 2a and the silver the rest: whatever comes between is taken, square by square.
        for hand in ["p", "g", "r2b4g", "n"] {
            assert_mate(&format!("R7k/7P1/7S1/9/9/9/9/9/9 w {hand} 1"), false, true);
        }
        assert_mate("R7k/7P1/7S1/9/9/9/9/9/9 w - 1", true, true);
        assert_mate("7Rk/7P1/7S1/9/9/9/9/9/9 w g 1", true, true);
    }

    #[test]
    fn what_is_guarded_or_changes_something_counts() {
        // The gold on 3b takes whoever takes on 3a.
        assert_mate("R7k/6gP1/7S1/9/9/9/9/9/9 w p 1", false, false);
        // There is a way out for the king.
        assert_mate("R7k/7P1/9/9/9/9/9/9/9 w g 1", false, false);
        // No check at all.
        assert_mate("R6gk/7pp/9/9/9/9/9/9/9 w - 1", false, false);
    }
}
