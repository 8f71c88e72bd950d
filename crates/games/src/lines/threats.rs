//! How many stones of whom lie in each line, and what that says: which cells complete a line, which threaten to.

use super::board::Board;
use super::cells::Cells;
use super::pairing;
use provenum_game::Player;

/// The most lines of a board: three in a row on 19x19 cells, in whole packets.
const MOST_LINES: usize = 1232;

/// Lines are looked at in packets of this size, most of which are passed over at once.
const PACKET: usize = 16;

/// How many stones of each player lie in each line.
pub(super) struct Counts<'b> {
    board: &'b Board,
    stones: &'b [Cells; 2],
    in_line: [[u8; MOST_LINES]; 2],
}

impl<'b> Counts<'b> {
    #[inline]
    pub(super) fn new(board: &'b Board, stones: &'b [Cells; 2]) -> Counts<'b> {
        let mut in_line = [[0; MOST_LINES]; 2];
        for (stones, in_line) in stones.iter().zip(&mut in_line) {
            for cell in stones.iter() {
                for &line in board.through(cell) {
                    in_line[usize::from(line)] += 1;
                }
            }
        }
        Counts { board, stones, in_line }
    }

    /// Hands over the lines in which a player has at least so many stones, and the opponent none, with the number.
    #[inline]
    fn lines_with(&self, player: Player, least: u8, mut emit: impl FnMut(usize, u8)) {
        let (own, theirs) = (&self.in_line[player as usize], &self.in_line[player.opponent() as usize]);
        let packets = self.board.lines().div_ceil(PACKET);
        for (packet, counts) in own.chunks_exact(PACKET).take(packets).enumerate() {
            if counts.iter().fold(false, |any, &count| any | (count >= least)) {
                for (index, &count) in counts.iter().enumerate() {
                    let line = packet * PACKET + index;
                    if count >= least && theirs[line] == 0 && line < self.board.lines() {
                        emit(line, count);
                    }
                }
            }
        }
    }

    /// The cells of a line without a stone of this player.
    #[inline]
    fn gaps(&self, player: Player, line: usize) -> impl Iterator<Item = u16> + use<'_> {
        let stones = &self.stones[player as usize];
        self.board.line(line).iter().copied().filter(|&cell| !stones.has(cell))
    }

    /// The empty cells of lines that a player completes with at most so many stones.
    #[inline]
    pub(super) fn completing(&self, player: Player, within: u8) -> Cells {
        let mut cells = Cells::default();
        self.lines_with(player, self.board.length.saturating_sub(within), |line, _| {
            if self.board.counts(&self.stones[player as usize], line) {
                self.gaps(player, line).for_each(|cell| cells.add(cell));
            }
        });
        cells
    }

    /// The line that a player completes with the fewest stones, if at most so many are needed: how many, and a cell of it.
    #[inline]
    pub(super) fn nearest(&self, player: Player, within: u8) -> Option<(u8, u16)> {
        let mut best: Option<(u8, u16)> = None;
        self.lines_with(player, self.board.length.saturating_sub(within), |line, count| {
            let needed = self.board.length - count;
            if needed > 0
                && best.is_none_or(|(least, _)| needed < least)
                && self.board.counts(&self.stones[player as usize], line)
            {
                best = self.gaps(player, line).next().map(|cell| (needed, cell));
            }
        });
        best
    }

    /// How many lines a player threatens to complete with at most so many stones, none of them with an empty cell in common:
    /// as many stones are needed at least against them. Stops at `enough`.
    #[inline]
    pub(super) fn apart(&self, player: Player, within: u8, enough: u32) -> u32 {
        let (mut used, mut count) = (Cells::default(), 0);
        self.lines_with(player, self.board.length.saturating_sub(within), |line, _| {
            let meets = || self.gaps(player, line).any(|cell| used.has(cell));
            if count < enough && self.board.counts(&self.stones[player as usize], line) && !meets() {
                self.gaps(player, line).for_each(|cell| used.add(cell));
                count += 1;
            }
        });
        count
    }

    /// Whether a player has a line left in which the opponent has no stone.
    #[inline]
    pub(super) fn has_open_line(&self, player: Player) -> bool {
        self.in_line[player.opponent() as usize][..self.board.lines()].contains(&0)
    }

    /// Whether the opponent can answer in pairs of cells wherever a player goes, so that the player completes no line. Only small
    /// boards on which few lines are left are looked at.
    pub(super) fn is_paired_against(&self, player: Player) -> bool {
        if self.board.size() > pairing::MOST_CELLS || self.board.per_turn != 1 {
            return false;
        }
        let theirs = &self.in_line[player.opponent() as usize][..self.board.lines()];
        let open = || theirs.iter().enumerate().filter(|&(_, &count)| count == 0).map(|(line, _)| line);
        if open().count() > pairing::MOST_LINES {
            return false;
        }
        let gaps = |line| self.gaps(player, line).fold(0, |cells, cell| cells | 1 << cell);
        pairing::is_paired(&open().map(gaps).collect::<Vec<u64>>())
    }

    /// What every cell is worth to put a stone on: lines in which one side has many stones and the other none count most.
    pub(super) fn weigh(&self, weights: &mut [i32]) {
        for player in Player::BOTH {
            self.lines_with(player, 0, |line, count| {
                let weight = 1 << (2 * count).min(20);
                self.board.line(line).iter().for_each(|&cell| weights[usize::from(cell)] += weight);
            });
        }
    }
}
