//! Legal moves, and those of them that give check.
//!
//! There is one generator. Where the own king stands in check, other pieces may only capture the checker or come between;
//! where only checks are wanted, a piece may only go to where it attacks the king, or off the line of a slider behind it.
//! Both are sets of squares. Moves are handed over one by one until the generator is told to stop, and nothing is worked
//! out before it is needed, so that "is this mate?" costs no more than the first evasion.

use super::answers::Siege;
use super::attack::*;
use super::piece::{Colour, Hand, Kind};
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

/// Where pieces may go to fewer squares than this, it pays to ask first which pieces attack them.
const FEW: u32 = 4;

/// What is needed to generate the moves of a position.
struct Generator<'p> {
    position: &'p Position,
    us: Colour,
    occupied: Set,
    /// The own king, if there is one, and the pieces it must be safe from.
    king: Option<(Square, Army)>,
    /// The square of the other king, if only checks are wanted.
    checked: Option<Square>,
    /// What tells how checks can be answered, if someone wants to know that of all of them.
    siege: Option<&'p Siege<'p>>,
}

impl Position {
    /// Hands over legal moves of the side to move until told to stop. What most often is there, or is cheap, comes first:
    /// escapes of the king where all moves are wanted, drops where only checks are.
    #[inline]
    pub(super) fn generate(&self, wanted: Wanted, emit: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        Generator::new(self, wanted).generate(emit)
    }

    /// Hands over the legal moves that give check, each with the number of its answers, all drops on one square counted as one.
    #[inline]
    pub(super) fn checks_with_answers(&self, emit: &mut impl FnMut(Move, usize)) {
        let Some(king) = self.king(self.to_move().opponent()) else { return };
        let siege = Siege::new(self, king);
        let _ = Generator { siege: Some(&siege), ..Generator::new(self, Wanted::Checks) }.generate(&mut |mv| {
            emit(mv, siege.answers(mv));
            ControlFlow::Continue(())
        });
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

    /// The number of legal moves, all drops on one square counted as one.
    #[inline]
    pub(super) fn answers(&self) -> usize {
        let generator = Generator::new(self, Wanted::All);
        let mut count = 0;
        let mut add = |_| {
            count += 1;
            ControlFlow::Continue(())
        };
        let _ = generator.king_moves(&mut add);
        let targets = generator.targets();
        if targets == 0 {
            return count;
        }
        let _ = generator.board_moves(targets, &mut add);
        count + usize::from(generator.drop_squares(targets) != 0)
    }

    /// On how many of some squares something can be dropped.
    pub(super) fn drops_on(&self, squares: Set) -> usize {
        Generator::new(self, Wanted::All).drop_squares(squares).count_ones() as usize
    }

    /// Hands over those of the kinds that could be dropped somewhere if they were in hand.
    pub(super) fn could_drop(&self, wanted: Wanted, kinds: impl Iterator<Item = Kind>, found: impl FnMut(Kind)) {
        let mut kinds = kinds.peekable();
        if kinds.peek().is_none() {
            return;
        }
        let generator = Generator::new(self, wanted);
        let empty = generator.targets() & !generator.occupied;
        if empty != 0 {
            let stop = &mut |_| ControlFlow::Break(());
            kinds.filter(|&kind| generator.drops_of(kind, empty, stop).is_break()).for_each(found);
        }
    }

    /// Whether there is a move of this sort.
    #[inline]
    pub(super) fn has_move(&self, wanted: Wanted) -> bool {
        Generator::new(self, wanted).any()
    }
}

impl<'p> Generator<'p> {
    #[inline]
    fn new(position: &'p Position, wanted: Wanted) -> Self {
        let us = position.to_move();
        let checked = match wanted {
            Wanted::All => None,
            Wanted::Checks => position.king(us.opponent()),
        };
        let king = position.king(us).map(|king| (king, position.army(us.opponent())));
        Generator { position, us, occupied: position.occupied(), king, checked, siege: None }
    }

    #[inline]
    fn generate(&self, emit: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.checked.is_none() {
            self.king_moves(emit)?;
            let targets = self.targets();
            if targets != 0 {
                self.board_moves(targets, emit)?;
                self.drops(targets, emit)?;
            }
            return ControlFlow::Continue(());
        }
        let targets = self.targets();
        if targets != 0 {
            self.drops(targets, emit)?;
            self.board_moves(targets, emit)?;
        }
        self.king_moves(emit)
    }

    /// Whether there is a move. Whether a pawn that gives check may be dropped takes longest to find out.
    #[inline]
    fn any(&self) -> bool {
        let stop = &mut |_| ControlFlow::Break(());
        if self.checked.is_none() {
            return self.generate(stop).is_break();
        }
        let targets = self.targets();
        let empty = targets & !self.occupied;
        let hand = self.position.hand(self.us);
        let can_drop =
            |kind| hand.count(kind) != 0 && self.drops_of(kind, empty, &mut |_| ControlFlow::Break(())).is_break();
        Kind::IN_HAND.into_iter().filter(|&kind| kind != Kind::PAWN).any(can_drop)
            || self.board_moves(targets, stop).is_break()
            || self.king_moves(stop).is_break()
            || can_drop(Kind::PAWN)
    }

    /// Where pieces other than the king may go: in check, to the checker or between it and the king.
    #[inline]
    fn targets(&self) -> Set {
        let free = !self.position.of(self.us) & ALL;
        let Some((king, theirs)) = &self.king else { return free };
        let checkers = theirs.attackers(*king, self.occupied);
        match checkers {
            0 => free,
            _ if several(checkers) => 0,
            _ => checkers | between(*king, first(checkers)),
        }
    }

    /// From where a piece of this kind would attack the other king.
    #[inline]
    fn checking(&self, kind: Kind, king: Square) -> Set {
        attacks(kind, self.us.opponent(), king, self.occupied)
    }

    /// What is captured by going to a square: mostly nothing.
    #[inline]
    fn captured_on(&self, to: Square) -> Kind {
        if self.occupied & only(to) == 0 { Kind::NONE } else { self.position.kind_on(to) }
    }

    /// Moves of the king, which gives check only by leaving the line of a slider.
    #[inline]
    fn king_moves(&self, emit: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let Some((from, theirs)) = &self.king else { return ControlFlow::Continue(()) };
        let mut to = king(*from) & !self.position.of(self.us);
        if let Some(checked) = self.checked {
            let discoverers = self.position.blockers(checked, &self.position.army(self.us));
            to &= if discoverers & only(*from) != 0 { !ray_through(checked, *from) } else { 0 };
        }
        if to != 0 {
            to &= !theirs.attacked_near(*from, self.occupied ^ only(*from));
        }
        for to in squares(to) {
            emit(Move::on_board(Kind::KING, *from, to, self.captured_on(to), false))?;
        }
        ControlFlow::Continue(())
    }

    /// Moves of all pieces on the board but the king.
    #[inline]
    fn board_moves(&self, targets: Set, emit: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let &Generator { position, us, .. } = self;
        let zone = PROMOTION_ZONE[us as usize];
        let army = position.army(us);
        let mut movers = position.of(us);
        let (mut own_king, mut pinned, mut discoverers) = (NOWHERE, 0, 0);
        if let Some((king, _)) = &self.king {
            own_king = *king;
            movers ^= only(own_king);
        }
        if targets.count_ones() < FEW {
            let to_targets = squares(targets).map(|target| army.attackers(target, self.occupied));
            movers &= to_targets.fold(0, |movers, some| movers | some);
        }
        if let Some(king) = self.checked {
            discoverers = position.blockers(king, &army);
            movers &= discoverers | army.near(king);
        }
        if let Some((king, theirs)) = self.king.as_ref().filter(|_| movers != 0) {
            pinned = position.blockers(*king, theirs);
        }
        for from in squares(movers) {
            let kind = position.kind_on(from);
            let mut to = attacks(kind, us, from, self.occupied) & targets;
            if pinned & only(from) != 0 {
                to &= ray_through(own_king, from);
            }
            let mut plain = to & alive(kind, us);
            let mut promoting = match kind.can_promote() {
                true if zone & only(from) != 0 => to,
                true => to & zone,
                false => 0,
            };
            if let Some(king) = self.checked.filter(|_| to != 0) {
                let discovering = if discoverers & only(from) != 0 { !ray_through(king, from) } else { 0 };
                plain &= self.checking(kind, king) | discovering;
                if promoting != 0 {
                    promoting &= self.checking(kind.promoted(), king) | discovering;
                }
            }
            for to in squares(promoting) {
                emit(Move::on_board(kind, from, to, self.captured_on(to), true))?;
            }
            for to in squares(plain) {
                emit(Move::on_board(kind, from, to, self.captured_on(to), false))?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn drops(&self, targets: Set, emit: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let &Generator { position, us, .. } = self;
        let empty = targets & !self.occupied;
        let hand = position.hand(us);
        if empty == 0 || hand == Hand::EMPTY {
            return ControlFlow::Continue(());
        }
        if let Some((king, _)) = self.king.as_ref().filter(|_| self.checked.is_none())
            && targets != !position.of(us) & ALL
        {
            return self.interpositions(*king, empty, emit);
        }
        for kind in Kind::from_hand().filter(|&kind| hand.count(kind) != 0) {
            self.drops_of(kind, empty, emit)?;
        }
        ControlFlow::Continue(())
    }

    /// Drops between the king and a checker, nearest the king first and the cheapest piece first on a square. This is the order
    /// in which a search tries them, one at a time.
    #[inline]
    fn interpositions(
        &self,
        king: Square,
        mut empty: Set,
        emit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let hand = self.position.hand(self.us);
        while empty != 0 {
            // They lie on a line, so all of them come after the king's square or all before it.
            let to = if first(empty) > king { first(empty) } else { last(empty) };
            empty ^= only(to);
            for kind in Kind::from_hand().filter(|&kind| hand.count(kind) != 0) {
                if alive(kind, self.us) & only(to) != 0 && (kind != Kind::PAWN || self.may_drop_pawn(to)) {
                    emit(Move::drop(kind, to))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Where something can be dropped.
    #[inline]
    fn drop_squares(&self, targets: Set) -> Set {
        let empty = targets & !self.occupied;
        let hand = self.position.hand(self.us);
        if empty == 0 || hand.has_any_that_moves_everywhere() {
            return empty;
        }
        let mut filled = 0;
        let _ = self.drops(targets, &mut |mv| {
            filled |= only(mv.to());
            ControlFlow::Continue(())
        });
        filled
    }

    /// Drops of one kind on empty squares.
    #[inline]
    fn drops_of(&self, kind: Kind, empty: Set, emit: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut to = empty & alive(kind, self.us);
        if let Some(king) = self.checked {
            to &= self.checking(kind, king);
        }
        for to in squares(to) {
            if kind != Kind::PAWN || self.may_drop_pawn(to) {
                emit(Move::drop(kind, to))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a pawn may be dropped on an empty square: there is no other on the file, and it does not mate.
    #[inline]
    fn may_drop_pawn(&self, to: Square) -> bool {
        let &Generator { position, us, .. } = self;
        if position.pawns(us) & file(to / FILES) != 0 {
            return false;
        }
        let gives_check = position.king(us.opponent()).is_some_and(|king| pawn(us, to) == only(king));
        !gives_check || self.can_answer_pawn(to)
    }

    /// Whether there is an answer to a pawn that is dropped and gives check.
    #[inline(never)]
    fn can_answer_pawn(&self, to: Square) -> bool {
        if let Some(king) = self.checked {
            let answers = |siege: &Siege<'_>| siege.answers(Move::drop(Kind::PAWN, to));
            return self.siege.map_or_else(|| answers(&Siege::new(self.position, king)), answers) != 0;
        }
        // The answer cannot be a pawn's drop, so this does not go on for ever: nothing comes between a pawn and a king.
        let mut position = *self.position;
        // It is also asked of pawns that are not in hand.
        position.set_hand(self.us, position.hand(self.us).with(Kind::PAWN));
        position.play(Move::drop(Kind::PAWN, to)).has_move(Wanted::All)
    }
}
