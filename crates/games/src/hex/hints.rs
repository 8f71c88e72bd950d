//! What virtual connections say: who wins already, and which moves lose because they leave a connection alone.

use super::connections::{Joined, joined};
use super::{Cells, Hex, Position, each};
use provenum_game::{Hints, Kind, Known, Player, Valuation};

fn win_of(player: Player) -> i32 {
    if player == Player::First { 1 } else { -1 }
}

impl Hex {
    fn joined(&self, position: &Position, player: Player) -> Joined {
        joined(self, &position.stones, player)
    }

    /// A cell with which the side to move joins its edges, if connections say so.
    fn winning(&self, position: &Position) -> Option<u8> {
        let own = self.joined(position, position.to_move());
        let shortest = own.semi.iter().min_by_key(|(carrier, _)| carrier.count_ones());
        // A stone more never hurts, so where the edges are connected already any move will do; one of the carrier is of use.
        let any = || each(own.full.first().copied().unwrap_or(0) & self.free(position)).next();
        shortest.map(|&(_, cell)| cell).or_else(any)
    }
}

impl Hints<Position, u8> for Hex {
    fn known_from(&self) -> Option<String> {
        Some("virtual connections".to_owned())
    }

    fn known(&self, position: &Position) -> Option<Known<u8>> {
        let (us, them) = (position.to_move(), position.to_move().opponent());
        if let Some(cell) = self.winning(position) {
            return Some(Known::value(win_of(us)).by(cell));
        }
        (!self.joined(position, them).full.is_empty()).then(|| Known::value(win_of(them)))
    }

    /// The cell that joins the edges; or all moves that leave the opponent a connection, because they are not where all its
    /// semi-connections meet: the must-play region.
    fn known_steps(&self, position: &Position, out: &mut Vec<(u8, Known<u8>)>) -> bool {
        let (us, them) = (position.to_move(), position.to_move().opponent());
        let theirs = self.joined(position, them);
        let lost: Cells = if theirs.full.is_empty() { !theirs.must_play() } else { Cells::MAX };
        if theirs.full.is_empty()
            && let Some(cell) = self.winning(position)
        {
            out.push((cell, Known::value(win_of(us))));
            return true;
        }
        out.extend(each(self.free(position) & lost).map(|cell| (cell, Known::value(win_of(them)))));
        true
    }

    /// Connections take much longer than all else.
    fn is_dear(&self) -> bool {
        true
    }

    #[inline]
    fn overcounts(&self) -> bool {
        true
    }

    #[inline]
    fn least_steps(&self, _position: &Position, kind: Kind) -> u32 {
        if kind == Kind::And { 2 } else { 1 }
    }
}

impl Valuation<Position, u8> for Hex {}
