//! What can be seen before the end: lines that can be completed, threats that cannot be answered, and lines that are closed.

use super::threats::Counts;
use super::{Cells, Lines, Position};
use provenum_game::{Attack, Game, Hints, Kind, Known, Player, Valuation};

/// A value in the eyes of the first player.
fn win_of(player: Player) -> i32 {
    if player == Player::First { 1 } else { -1 }
}

impl<const VARIANT: u8> Lines<VARIANT> {
    #[inline]
    fn counts<'a>(&'a self, position: &'a Position) -> Counts<'a> {
        Counts::new(&self.board, &position.stones)
    }

    /// Who wins within how many moves, if the side to move can complete a line, or cannot prevent that its opponent does; and a
    /// cell to begin with.
    #[inline]
    fn decided(&self, position: &Position, counts: &Counts<'_>) -> Option<Known<u16>> {
        let (us, them) = (position.turn, position.turn.opponent());
        if let Some((needed, cell)) = counts.nearest(us, position.left) {
            return Some(Known::value(win_of(us)).by(cell).within(needed.into()));
        }
        let (left, most) = (u32::from(position.left), self.board.per_turn as u8);
        let lost = counts.apart(them, most, left + 1) > left;
        lost.then(|| Known::value(win_of(them)).within(left + self.board.per_turn))
    }

    /// What the value lies between: whoever has no line left without a stone of the other side, or only such as the other side
    /// can answer in pairs of cells, cannot win.
    #[inline]
    fn limits(&self, counts: &Counts<'_>) -> (i32, i32) {
        let [first, second] = Player::BOTH.map(|player| {
            let can_win = counts.has_open_line(player) && !counts.is_paired_against(player);
            i32::from(can_win)
        });
        (-second, first)
    }

    /// The cells that the side to move must take one of, lest its opponent complete a line; none if there is no such threat, or
    /// several stones are put down in a turn.
    #[inline]
    fn forced(&self, position: &Position, counts: &Counts<'_>) -> Cells {
        match self.board.per_turn {
            1 => counts.completing(position.turn.opponent(), 1),
            _ => Cells::default(),
        }
    }

    /// The cells where a stone is at least this direct: it goes for lines that the next turn, or the one after it, could complete.
    #[inline]
    fn direct(&self, position: &Position, counts: &Counts<'_>, attack: Attack) -> Cells {
        let turns = self.board.per_turn as u8;
        match attack {
            Attack::All => self.free(position),
            Attack::Forcing => counts.completing(position.turn, position.left + turns),
            Attack::Threats => counts.completing(position.turn, position.left + 2 * turns),
        }
    }
}

impl<const VARIANT: u8> Hints<Position, u16> for Lines<VARIANT> {
    fn known_from(&self) -> Option<String> {
        Some("threats, open lines and pairs of cells".to_owned())
    }

    #[inline]
    fn known(&self, position: &Position) -> Option<Known<u16>> {
        let counts = self.counts(position);
        self.decided(position, &counts).or_else(|| {
            let (least, most) = self.limits(&counts);
            Some(Known::between(least, most))
        })
    }

    /// Where the opponent threatens to complete a line and the side to move has nothing quicker, all but one stone lose at once.
    fn known_steps(&self, position: &Position, out: &mut Vec<(u16, Known<u16>)>) -> bool {
        let counts = self.counts(position);
        let forced = self.forced(position, &counts);
        if forced.is_empty() || counts.nearest(position.turn, position.left).is_some() {
            return false;
        }
        let them = win_of(position.turn.opponent());
        for cell in self.free(position).iter() {
            if let Some(answer) = forced.iter().find(|&answer| answer != cell) {
                out.push((cell, Known::value(them).by(answer).within(1)));
            }
        }
        false
    }

    #[inline]
    fn has_attacks(&self) -> bool {
        true
    }

    #[inline]
    fn attack(&self, position: &Position, cell: u16) -> Attack {
        let counts = self.counts(position);
        let direct = |attack: &Attack| self.direct(position, &counts, *attack).has(cell);
        [Attack::Forcing, Attack::Threats].into_iter().find(direct).unwrap_or(Attack::All)
    }

    fn attacking_steps(&self, position: &Position, attack: Attack, out: &mut Vec<u16>) -> bool {
        let counts = self.counts(position);
        let mut cells = self.direct(position, &counts, attack);
        let forced = self.forced(position, &counts);
        if !forced.is_empty() {
            // Nothing else helps, unless a line can be completed.
            cells = cells.intersection(&forced.union(&counts.completing(position.turn, 1)));
        }
        out.extend(cells.iter());
        true
    }

    /// The same stones in another order make the same position.
    #[inline]
    fn overcounts(&self) -> bool {
        true
    }

    /// The last stone is one of the side that completes a line, so the other side's turn takes one more.
    #[inline]
    fn least_steps(&self, _position: &Position, kind: Kind) -> u32 {
        if kind == Kind::And { 2 } else { 1 }
    }
}

impl<const VARIANT: u8> Valuation<Position, u16> for Lines<VARIANT> {
    #[inline]
    fn suits_alpha_beta(&self) -> bool {
        self.board.size() <= 36
    }

    /// The note is one more than the cell that must be taken.
    #[inline]
    fn bounds(&self, position: &Position) -> Option<((i32, i32), u64)> {
        if let Some(outcome) = self.outcome(position) {
            return Some(((outcome.0, outcome.0), 0));
        }
        let counts = self.counts(position);
        if let Some(known) = self.decided(position, &counts) {
            return Some(((known.least, known.most), 0));
        }
        let forced = self.forced(position, &counts).iter().next().map_or(0, |cell| u64::from(cell) + 1);
        Some((self.limits(&counts), forced))
    }

    #[inline]
    fn candidates(&self, position: &Position, forced: u64, emit: &mut impl FnMut(u16, i32)) -> bool {
        if let Some(cell) = forced.checked_sub(1) {
            emit(cell as u16, 0);
            return true;
        }
        let mut weights = [0; super::cells::MOST_CELLS];
        self.counts(position).weigh(&mut weights);
        self.free(position).iter().for_each(|cell| emit(cell, weights[usize::from(cell)]));
        true
    }
}
