//! How Othello is written: the moves played, or the squares and the side to move.

use super::{Othello, PASS, Position, SIZES};
use crate::reversal::{Complaint, Reversal, read_moves};
use crate::{board, square, text};
use provenum_game::{
    Asks, Diagram, Footprint, Game, GameInfo, InputError, Notation, Parameter, Parameters, Player, shorten,
};

/// The players' letters.
const PLAYERS: &str = "XO";

impl Othello {
    /// The legal move that this word names.
    fn legal(&self, position: &Position, name: &str) -> Result<u8, Complaint> {
        if self.outcome(position).is_some() {
            return Err(("the game is already over".to_owned(), "no further moves".to_owned()));
        }
        let squares = self.board.mobility(position.own, position.other);
        if name.eq_ignore_ascii_case("pass") {
            return match squares {
                0 => Ok(PASS),
                _ => Err(("there are legal moves, so passing is not allowed".to_owned(), "a square".to_owned())),
            };
        }
        let Some(square) = square::named(name, self.board.width, self.board.height) else {
            let expected = format!("a square from a1 to {}, or pass", self.board.last_square());
            return Err((format!("there is no square {:?}", shorten(name)), expected));
        };
        if squares & 1 << square == 0 {
            let legal: Vec<_> = square::of(squares).map(square::name).collect();
            let expected = if legal.is_empty() { "pass".to_owned() } else { legal.join(", ") };
            return Err((format!("{name} turns over no discs"), expected));
        }
        Ok(square)
    }

    /// Plays the move of this name. Games are usually written without their passes, so a pass may be left out.
    fn play_named(&self, mut position: Position, name: &str) -> Result<Position, Complaint> {
        let must_pass = !self.board.can_move(position.own, position.other) && self.outcome(&position).is_none();
        if must_pass && !name.eq_ignore_ascii_case("pass") {
            position = self.play(&position, PASS);
        }
        let mv = self.legal(&position, name)?;
        Ok(self.play(&position, mv))
    }

    pub(super) fn read(&self, text: &str) -> Result<Position, InputError> {
        if !Reversal::gives_squares(text, PLAYERS) {
            return read_moves(text, self.start(), |position, name| self.play_named(position, name));
        }
        let ([first, second, ..], mover) = self.board.read_squares(text, PLAYERS)?;
        Ok(Position::new([first, second], Player::BOTH[mover]))
    }

    /// A letter for what is on a square.
    fn letter(position: &Position, square: u8) -> char {
        let owner = Player::BOTH.into_iter().find(|&player| position.of(player) & 1 << square != 0);
        board::symbol(owner)
    }
}

impl Notation for Othello {
    const INFO: GameInfo = GameInfo {
        name: "othello",
        summary: "Othello: turn over discs that stand between two of your own",
        position: "the moves played (f5d6c3), or all squares from a1 and the side to move (--XO…-- X)",
        example: "f5d6c3",
        parameters: &[Parameter { name: "size", help: "columns x rows", accepts: SIZES, default: "8x8" }],
        asks: Asks::Value,
        lengths: false,
        in_file: false,
    };

    fn set_up(parameters: &Parameters, text: Option<&str>) -> Result<(Self, Position), InputError> {
        let size = parameters.get("size").unwrap_or("8x8");
        let Some([width, height]) = text::size(size) else {
            return Err(InputError::parameter("size", format!("{:?} is not a size", shorten(size)), SIZES));
        };
        let game = Othello::new(width, height)?;
        let position = game.read(text.unwrap_or_default())?;
        Ok((game, position))
    }

    fn parameters(&self) -> Parameters {
        Parameters::new().with("size", format!("{}x{}", self.board.width, self.board.height))
    }

    fn format_position(&self, position: &Position) -> String {
        let discs = Player::BOTH.map(|player| position.of(player));
        self.board.write_squares(&discs, position.mover as usize, PLAYERS)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<u8, InputError> {
        self.legal(position, text).map_err(|(problem, expected)| InputError::mv(text, problem, expected))
    }

    fn format_move(&self, _position: &Position, mv: u8) -> String {
        if mv == PASS { "pass".to_owned() } else { square::name(mv) }
    }

    /// As players have it, `a1` is on the top left.
    fn draw(&self, position: &Position) -> String {
        let symbol = |column, row| Self::letter(position, square::at(column, row));
        let picture = board::draw(self.board.width as usize, 0..self.board.height as usize, symbol);
        format!("{picture}\n{} to move", board::symbol(Some(position.mover)))
    }

    fn diagram(&self, position: &Position) -> Diagram {
        let owner = |square: u8| Player::BOTH.into_iter().find(|&player| position.of(player) & 1 << square != 0);
        let piece = |column, row| owner(square::at(column, row)).map(board::stone);
        board::diagram(self.board.width as usize, 0..self.board.height as usize, piece)
    }

    fn footprint(&self, _position: &Position, mv: u8) -> Footprint {
        if mv == PASS { Footprint::default() } else { Footprint::to(square::name(mv)) }
    }

    fn side(&self, player: Player) -> Option<String> {
        Some(board::symbol(Some(player)).to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set_up(size: &str, text: &str) -> Result<(Othello, Position), InputError> {
        Othello::set_up(&Parameters::new().with("size", size), Some(text))
    }

    #[test]
    fn moves_and_squares_mean_the_same() {
        let (game, position) = set_up("4x4", "D3").unwrap();
        assert_eq!(game.format_position(&position), "-----OX--XXX---- O");
        assert_eq!(game.draw(&position), "1 . . . .\n2 . o x .\n3 . x x x\n4 . . . .\n  a b c d\no to move");
        for text in ["----/-OX-/-XXX/ ---- o", ".....ox..xXx.... O; c4:+2; rest"] {
            assert_eq!(set_up("4x4", text).unwrap().1, position, "{text}");
        }
        assert_eq!(set_up("8x8", "f5d6c3").unwrap().1, set_up("8x8", "F5, d6 c3").unwrap().1);
    }

    #[test]
    fn a_pass_may_be_left_out_of_a_game() {
        let (game, start) = set_up("4x4", "").unwrap();
        let mut random = crate::mix::SplitMix::new(1);
        let mut seen = 0;
        for _ in 0..200 {
            let (mut position, mut with, mut without) = (start, String::new(), String::new());
            while game.outcome(&position).is_none() {
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                let mv = moves[random.below(moves.len())];
                let name = game.format_move(&position, mv);
                with += &name;
                without += if mv == PASS { "" } else { &name };
                seen += usize::from(mv == PASS);
                position = game.play(&position, mv);
            }
            assert_eq!(game.read(&with), Ok(position));
            assert_eq!(game.read(&without), Ok(position));
        }
        assert!(seen > 10);
    }

    #[test]
    fn errors_say_what_where_and_what_else() {
        for (text, message) in [
            ("d3d3", "position, column 3: d3 turns over no discs; expected d2, b4, d4"),
            ("d3e9", "position, column 3: there is no square \"e9\"; expected a square from a1 to d4, or pass"),
            ("pass", "position, column 1: there are legal moves, so passing is not allowed; expected a square"),
            ("--", "position, column 3: the board ends after 2 of 16 squares; expected 16 squares, from a1 to d4"),
            ("---------------- ", "position, column 17: the player to move is missing; expected `X` or `O`"),
            ("----------------z", "position, column 17: 'z' is not a player; expected `X` or `O`"),
            (
                "---------------- XX",
                "position, column 19: there is extra text; expected nothing after the player to move",
            ),
            ("---/", "position, column 4: a row is too short or too long; expected `/` only after complete rows"),
            ("--z", "position, column 3: 'z' is not a square; expected `X`, `O` or `-` for each square"),
        ] {
            assert_eq!(set_up("4x4", text).unwrap_err().to_string(), message, "{text}");
        }
    }
}
