//! How Rolit is written: the squares played, or all squares and the player to move.

use super::{Goal, Position, Rolit, SIZES};
use crate::reversal::{Complaint, Reversal, read_moves};
use crate::{board, square, text};
use provenum_game::{
    Asks, Diagram, Footprint, GameInfo, InputError, MultiPlayer, MultiPlayerNotation, Parameter, Parameters, Paranoid,
    Piece, shorten,
};
use std::ops::RangeInclusive;

/// The players' letters.
const PLAYERS: [&str; 3] = ["12", "123", "1234"];

const GOALS: &str = "win or balls";

impl Rolit {
    fn letters(&self) -> &'static str {
        PLAYERS[self.players - 2]
    }

    /// The legal move that this word names.
    fn legal(&self, position: &Position, name: &str) -> Result<u8, Complaint> {
        if position.taken() == self.board.board {
            return Err(("the game is already over".to_owned(), "no further moves".to_owned()));
        }
        let Some(square) = square::named(name, self.board.width, self.board.height) else {
            let expected = format!("a square from a1 to {}", self.board.last_square());
            return Err((format!("there is no square {:?}", shorten(name)), expected));
        };
        let allowed = self.allowed(position);
        if allowed & 1 << square == 0 {
            let legal: Vec<_> = square::of(allowed).map(square::name).collect();
            return Err((format!("{name} is not allowed"), legal.join(", ")));
        }
        Ok(square)
    }

    fn read(&self, text: &str) -> Result<Position, InputError> {
        if !Reversal::gives_squares(text, self.letters()) {
            return read_moves(text, self.start(), |position, name| {
                self.legal(&position, name).map(|mv| self.play(&position, mv))
            });
        }
        let (balls, mover) = self.board.read_squares(text, self.letters())?;
        let position = Position { balls, mover: mover as u8 };
        if position.taken() == 0 {
            return Err(InputError::position("there is no ball to play next to", "at least one ball"));
        }
        Ok(position)
    }
}

impl MultiPlayerNotation for Rolit {
    const INFO: GameInfo = GameInfo {
        name: "rolit",
        summary: "Rolit: Othello for two to four players, one against all others",
        position: "the squares played (d2a1), or all squares from a1 and the player to move (1234… 1)",
        example: "d2",
        parameters: &[
            Parameter { name: "size", help: "columns x rows", accepts: SIZES, default: "4x4" },
            Parameter { name: "players", help: "number of players", accepts: "2, 3 or 4", default: "3" },
            Parameter {
                name: "for",
                help: "the player that all others play against",
                accepts: "the player's number",
                default: "1",
            },
            Parameter {
                name: "goal",
                help: "what that player plays for: to win, or for as many balls as possible",
                accepts: GOALS,
                default: "win",
            },
        ],
        asks: Asks::Value,
        lengths: false,
        in_file: false,
    };

    fn set_up(parameters: &Parameters, text: Option<&str>) -> Result<(Paranoid<Self>, Position), InputError> {
        let size = parameters.get("size").unwrap_or("4x4");
        let Some([width, height]) = text::size(size) else {
            return Err(InputError::parameter("size", format!("{:?} is not a size", shorten(size)), SIZES));
        };
        let number = |name: &str, default: usize, accepted: RangeInclusive<usize>| match parameters.get(name) {
            None => Ok(default),
            Some(text) => text.parse().ok().filter(|number| accepted.contains(number)).ok_or_else(|| {
                let expected = format!("a number from {} to {}", accepted.start(), accepted.end());
                InputError::parameter(name, format!("{:?} is not accepted", shorten(text)), expected)
            }),
        };
        let goal = match parameters.get("goal") {
            None | Some("win") => Goal::Win,
            Some("balls") => Goal::Balls,
            Some(other) => {
                return Err(InputError::parameter("goal", format!("there is no goal {:?}", shorten(other)), GOALS));
            }
        };
        let game = Rolit::new(width, height, number("players", 3, 2..=4)?, goal)?;
        let (position, player) = (game.read(text.unwrap_or_default())?, number("for", 1, 1..=4)?);
        let expected = format!("a number from 1 to {}", game.players);
        let no_player = || InputError::parameter("for", format!("there is no player {player}"), expected);
        Ok((Paranoid::new(game, player - 1).ok_or_else(no_player)?, position))
    }

    fn parameters(&self, player: usize) -> Parameters {
        let goal = match self.goal {
            Goal::Win => "win",
            Goal::Balls => "balls",
        };
        Parameters::new()
            .with("size", format!("{}x{}", self.board.width, self.board.height))
            .with("players", self.players.to_string())
            .with("for", (player + 1).to_string())
            .with("goal", goal)
    }

    fn format_position(&self, position: &Position) -> String {
        self.board.write_squares(&position.balls, position.mover.into(), self.letters())
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<u8, InputError> {
        self.legal(position, text).map_err(|(problem, expected)| InputError::mv(text, problem, expected))
    }

    fn format_move(&self, _position: &Position, mv: u8) -> String {
        square::name(mv)
    }

    /// As in Othello, `a1` is on the top left.
    fn draw(&self, position: &Position) -> String {
        let symbol = |column, row| {
            let square = 1u64 << square::at(column, row);
            let owner = position.balls.iter().position(|balls| balls & square != 0);
            owner.and_then(|player| self.letters().chars().nth(player)).unwrap_or('.')
        };
        let picture = board::draw(self.board.width as usize, 0..self.board.height as usize, symbol);
        format!("{picture}\nplayer {} to move", position.mover + 1)
    }

    fn diagram(&self, position: &Position) -> Diagram {
        let owner = |square: u64| position.balls.iter().position(|balls| balls & square != 0);
        let ball = |player: usize| Piece {
            sign: (player + 1).to_string(),
            ..Piece::stone(player as u8, format!("player {}", player + 1))
        };
        let piece = |column, row| owner(1 << square::at(column, row)).map(ball);
        board::diagram(self.board.width as usize, 0..self.board.height as usize, piece)
    }

    fn footprint(&self, _position: &Position, mv: u8) -> Footprint {
        Footprint::to(square::name(mv))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use provenum_game::Notation;

    fn set_up(parameters: &[(&str, &str)], text: &str) -> Result<(Paranoid<Rolit>, Position), InputError> {
        let parameters = parameters.iter().fold(Parameters::new(), |all, (name, value)| all.with(name, *value));
        Paranoid::set_up(&parameters, Some(text))
    }

    #[test]
    fn moves_and_squares_mean_the_same() {
        let (game, position) = set_up(&[("players", "4")], "D2").unwrap();
        assert_eq!(game.format_position(&position), "-----111-43----- 2");
        assert_eq!(game.draw(&position), "1 . . . .\n2 . 1 1 1\n3 . 4 3 .\n4 . . . .\n  a b c d\nplayer 2 to move");
        assert_eq!(set_up(&[("players", "4")], "..../.111/.43./.... 2").unwrap().1, position);
    }

    #[test]
    fn errors_say_what_where_and_what_else() {
        for (parameters, text, message) in [
            (&[][..], "a1", "position, column 1: a1 is not allowed; expected d2, d4"),
            (&[], "d2e1", "position, column 3: there is no square \"e1\"; expected a square from a1 to d4"),
            (&[], "................ 1", "position: there is no ball to play next to; expected at least one ball"),
            (&[("players", "2")], "3", "position, column 1: there is no square \"3\"; expected a square from a1 to d4"),
            (&[("players", "5")], "", "parameter players: \"5\" is not accepted; expected a number from 2 to 4"),
            (&[("players", "1")], "", "parameter players: \"1\" is not accepted; expected a number from 2 to 4"),
            (&[("for", "4")], "", "parameter for: there is no player 4; expected a number from 1 to 3"),
            (&[("goal", "fun")], "", "parameter goal: there is no goal \"fun\"; expected win or balls"),
            (
                &[("size", "9x1")],
                "",
                "parameter size: a 9x1 board is not supported; expected WxH with W and H from 2 to 8, such as 4x4",
            ),
        ] {
            assert_eq!(set_up(parameters, text).unwrap_err().to_string(), message, "{text}");
        }
    }
}
