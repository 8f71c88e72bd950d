//! Rolit: Othello for two to four players, each with a colour.
//!
//! The published solutions of small boards (Saito and Winands 2010) are about what one player can force while all others
//! conspire, which is what [`Paranoid`](provenum_game::Paranoid) asks. Mobility and flips are in `reversal.rs`.

mod notation;

use crate::mix::mix;
use crate::reversal::{MOST_PLAYERS, Reversal};
use crate::square::{self, SIDE};
use provenum_game::{InputError, MultiPlayer, Values};

/// The sizes that are accepted, for messages.
const SIZES: &str = "WxH with W and H from 2 to 8, such as 4x4";

/// What a player plays for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// To have the most balls: 1 if nobody has as many, 0 if somebody does, and −1 if somebody has more.
    Win,
    /// To have as many balls as possible.
    Balls,
}

/// Rolit on a board of some size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rolit {
    board: Reversal,
    players: usize,
    goal: Goal,
}

/// Balls on the board, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Every player's balls.
    balls: [u64; MOST_PLAYERS],
    mover: u8,
}

impl Position {
    #[inline]
    fn taken(&self) -> u64 {
        self.balls.iter().fold(0, |taken, balls| taken | balls)
    }

    #[inline]
    fn own(&self) -> u64 {
        self.balls[usize::from(self.mover)]
    }
}

impl Rolit {
    /// A board of this size for so many players.
    pub fn new(width: u32, height: u32, players: usize, goal: Goal) -> Result<Rolit, InputError> {
        if ![width, height].iter().all(|side| (2..=SIDE).contains(side)) {
            return Err(InputError::parameter("size", format!("a {width}x{height} board is not supported"), SIZES));
        }
        if !(2..=MOST_PLAYERS).contains(&players) {
            return Err(InputError::parameter("players", format!("{players} is not supported"), "2, 3 or 4"));
        }
        Ok(Rolit { board: Reversal::new(width, height), players, goal })
    }

    /// The position to start from: balls of all players in turn on the four squares in the centre, clockwise from the top
    /// left. With three players the fourth square stays empty.
    #[must_use]
    pub fn start(&self) -> Position {
        let (column, row) = (self.board.width as usize / 2, self.board.height as usize / 2);
        let centre = [(column - 1, row - 1), (column, row - 1), (column, row), (column - 1, row)];
        let mut balls = [0; MOST_PLAYERS];
        for (index, (column, row)) in centre.into_iter().enumerate().take(if self.players == 3 { 3 } else { 4 }) {
            balls[index % self.players] |= 1 << square::at(column, row);
        }
        Position { balls, mover: 0 }
    }

    /// The squares that the player to move may take: those that turn something over, or else those next to a ball.
    #[inline]
    fn allowed(&self, position: &Position) -> u64 {
        let (own, taken) = (position.own(), position.taken());
        match self.board.mobility(own, taken & !own) {
            0 => square::neighbourhood(taken) & self.board.board & !taken,
            turning => turning,
        }
    }
}

impl MultiPlayer for Rolit {
    type Position = Position;
    /// The square, eight times the row plus the column, both from 0.
    type Move = u8;

    fn players(&self) -> usize {
        self.players
    }

    fn values(&self) -> Values {
        match self.goal {
            Goal::Win => Values::WinDrawLoss,
            Goal::Balls => Values::Score { min: 0, max: self.board.squares() as i32, step: 1 },
        }
    }

    #[inline]
    fn to_move(&self, position: &Position) -> usize {
        position.mover.into()
    }

    #[inline]
    fn worth(&self, position: &Position, player: usize) -> Option<i32> {
        if position.taken() != self.board.board {
            return None;
        }
        let balls = position.balls.map(u64::count_ones);
        let others = (0..self.players).filter(|&other| other != player).map(|other| balls[other]).max();
        Some(match self.goal {
            Goal::Balls => balls[player] as i32,
            Goal::Win => Some(balls[player]).cmp(&others) as i32,
        })
    }

    /// Squares come row by row from `a1`.
    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<u8>) {
        out.extend(square::of(self.allowed(position)));
    }

    #[inline]
    fn play(&self, position: &Position, mv: u8) -> Position {
        let own = position.own();
        let flips = self.board.flips(own, position.taken() & !own, mv);
        let mut next = *position;
        for balls in &mut next.balls {
            *balls &= !flips;
        }
        next.balls[usize::from(position.mover)] |= flips | 1 << mv;
        next.mover = if usize::from(position.mover) + 1 == self.players { 0 } else { position.mover + 1 };
        next
    }

    /// A hash of all sets and of the mover.
    #[inline]
    fn key(&self, position: &Position) -> u64 {
        const ODD: [u64; MOST_PLAYERS] =
            [0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03, 0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db];
        let words = position.balls.iter().zip(ODD).zip([0, 16, 32, 48]);
        let word = words.fold(0, |word, ((balls, odd), turn)| word ^ balls.wrapping_mul(odd).rotate_left(turn));
        mix(word ^ u64::from(position.mover))
    }

    fn encode(&self, position: &Position, out: &mut Vec<u8>) {
        out.push(position.mover);
        for &balls in &position.balls[..self.players] {
            self.board.encode_set(balls, out);
        }
    }

    fn decode(&self, code: &[u8]) -> Option<Position> {
        let (&mover, sets) = code.split_first()?;
        let position = Position { balls: self.board.decode_sets(sets, self.players)?, mover };
        (usize::from(mover) < self.players && position.taken() != 0).then_some(position)
    }

    #[inline]
    fn mobility(&self, position: &Position) -> usize {
        self.allowed(position).count_ones() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_can_turn_something_over_must_do_so() {
        let game = Rolit::new(4, 4, 4, Goal::Win).unwrap();
        let start = game.start();
        // Player 1 on b2 has 2 beside it, 3 behind the corner and 4 below: behind each of them is a square.
        assert_eq!(square::of(game.allowed(&start)).map(square::name).collect::<Vec<_>>(), ["d2", "b4", "d4"]);
        // Without balls of its own on the board, a player may play next to any ball.
        let none = Position { balls: [0, start.taken(), 0, 0], mover: 0 };
        assert_eq!(game.allowed(&none).count_ones(), 12);
    }

    #[test]
    fn the_most_balls_win_and_as_many_are_a_draw() {
        let game = Rolit::new(2, 2, 3, Goal::Win).unwrap();
        let worth = |balls: [u64; 4]| [0, 1, 2].map(|player| game.worth(&Position { balls, mover: 0 }, player));
        let (a, b, c, d) = (1, 2, 1 << 8, 1 << 9);
        assert_eq!(worth([a | b, c, d, 0]), [Some(1), Some(-1), Some(-1)]);
        assert_eq!(worth([a | b, c | d, 0, 0]), [Some(0), Some(0), Some(-1)]);
        assert_eq!(worth([a | b, c, 0, 0]), [None; 3]);
    }

    #[test]
    fn a_code_is_what_the_documentation_says() {
        let game = Rolit::new(4, 4, 3, Goal::Win).unwrap();
        let mut code = Vec::new();
        game.encode(&game.start(), &mut code);
        assert_eq!(code, [0, 0, 0x20, 0, 0x40, 0x04, 0]);
        assert!(game.decode(&[3, 0, 0x20, 0, 0x40, 0x04, 0]).is_none(), "a fourth player");
        assert!(game.decode(&[0; 7]).is_none(), "no ball to play next to");
    }
}
