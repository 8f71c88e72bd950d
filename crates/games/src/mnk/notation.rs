//! How *m,n,k* is written: the cells played, or a board.

use super::{Mnk, Position, SIZES};
use crate::{Symmetry, board, square, text};
use provenum_game::{
    Asks, Diagram, Footprint, Game, GameInfo, InputError, Notation, Parameter, Parameters, Player, shorten,
};

/// What is wrong with a move, and what would be right.
type Complaint = (String, String);

impl Mnk {
    /// The legal move that this word names.
    fn legal(&self, position: &Position, name: &str) -> Result<u8, Complaint> {
        let range = || format!("from a1 to {}{}", square::letter(self.width as usize - 1), self.height);
        let Some(cell) = square::named(name, self.width, self.height) else {
            return Err((format!("there is no cell {:?}", shorten(name)), format!("a cell {}", range())));
        };
        if self.outcome(position).is_some() {
            return Err(("the game is already over".to_owned(), "no further moves".to_owned()));
        }
        if position.taken() & 1 << cell != 0 {
            return Err((format!("{name} is taken"), format!("an empty cell {}", range())));
        }
        Ok(cell)
    }

    fn read_cells(&self, text: &str) -> Result<Position, InputError> {
        let mut position = self.position([0, 0]);
        for (column, name) in text::words(text, |c| c == ',' || c.is_whitespace()) {
            match self.legal(&position, name) {
                Ok(cell) => position = self.play(&position, cell),
                Err((problem, expected)) => return Err(InputError::at(column, problem, expected)),
            }
        }
        Ok(position)
    }

    fn read_board(&self, text: &str) -> Result<Position, InputError> {
        let width = self.width as usize;
        let mut stones = [0; 2];
        for (index, player) in board::read(text, width, self.height as usize)?.into_iter().enumerate() {
            if let Some(player) = player {
                stones[player as usize] |= 1 << square::at(index % width, index / width);
            }
        }
        let position = self.position(stones);
        let mover = position.to_move();
        if self.has_line(position.of(mover)) {
            return Err(InputError::position(
                format!("`{}` is to move, but already has {} in a row", board::symbol(Some(mover)), self.line),
                "a complete row only for the side that moved last",
            ));
        }
        Ok(position)
    }

    fn stone(&self, position: &Position, column: usize, row: usize) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| position.of(player) & 1 << square::at(column, row) != 0)
    }
}

impl Notation for Mnk {
    const INFO: GameInfo = GameInfo {
        name: "mnk",
        summary: "k in a row on a board with m columns and n rows; tic-tac-toe is 3x3x3",
        position: "the cells played (b2 a1 c3), or the rows from the top (..x/.../o..)",
        example: "b2 a1",
        parameters: &[
            Parameter { name: "size", help: "columns x rows x number in a row", accepts: SIZES, default: "3x3x3" },
            Symmetry::PARAMETER,
        ],
        asks: Asks::Value,
        lengths: false,
        in_file: false,
    };

    fn set_up(parameters: &Parameters, text: Option<&str>) -> Result<(Self, Position), InputError> {
        let size = parameters.get("size").unwrap_or("3x3x3");
        let Some([width, height, line]) = text::size(size) else {
            return Err(InputError::parameter("size", format!("{:?} is not a size", shorten(size)), SIZES));
        };
        let game = Mnk::new(width, height, line, Symmetry::read(parameters)?)?;
        let text = text.unwrap_or_default();
        // A board of one row has no `/`, but a cell's name has a digit and a board has none.
        let is_row = || height == 1 && !text.trim().is_empty() && !text.contains(|c: char| c.is_ascii_digit());
        let position = if text.contains('/') || is_row() { game.read_board(text)? } else { game.read_cells(text)? };
        Ok((game, position))
    }

    fn parameters(&self) -> Parameters {
        let size = format!("{}x{}x{}", self.width, self.height, self.line);
        Parameters::new().with("size", size).with("symmetry", self.symmetry.name())
    }

    fn format_position(&self, position: &Position) -> String {
        board::write(self.width as usize, self.height as usize, |column, row| self.stone(position, column, row))
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<u8, InputError> {
        self.legal(position, text).map_err(|(problem, expected)| InputError::mv(text, problem, expected))
    }

    fn format_move(&self, _position: &Position, cell: u8) -> String {
        square::name(cell)
    }

    fn draw(&self, position: &Position) -> String {
        let symbol = |column, row| board::symbol(self.stone(position, column, row));
        board::draw(self.width as usize, (0..self.height as usize).rev(), symbol)
    }

    fn diagram(&self, position: &Position) -> Diagram {
        let piece = |column, row| self.stone(position, column, row).map(board::stone);
        board::diagram(self.width as usize, (0..self.height as usize).rev(), piece)
    }

    fn footprint(&self, _position: &Position, cell: u8) -> Footprint {
        Footprint::to(square::name(cell))
    }

    fn side(&self, player: Player) -> Option<String> {
        Some(board::symbol(Some(player)).to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set_up(size: &str, text: &str) -> Result<(Mnk, Position), InputError> {
        Mnk::set_up(&Parameters::new().with("size", size), Some(text))
    }

    #[test]
    fn cells_and_boards_mean_the_same() {
        let (game, position) = set_up("3x3x3", "b2,a1 C3").unwrap();
        assert_eq!(game.format_position(&position), "..x/.x./o..");
        assert_eq!(game.draw(&position), "3 . . x\n2 . x .\n1 o . .\n  a b c");
        assert_eq!(set_up("3x3x3", "..x/.x./o..").unwrap().1, position);
        assert_eq!(set_up("4x1x3", "xx.o").unwrap().1, set_up("4x1x3", "a1 d1 b1").unwrap().1);
        assert_eq!(set_up("4x1x3", " ").unwrap().1, set_up("4x1x3", "").unwrap().1);
    }

    #[test]
    fn errors_say_what_where_and_what_else() {
        for (text, message) in [
            ("b2 d1", "position, column 4: there is no cell \"d1\"; expected a cell from a1 to c3"),
            ("b2 b2", "position, column 4: b2 is taken; expected an empty cell from a1 to c3"),
            ("a1 a2 b1 b2 c1 c2", "position, column 16: the game is already over; expected no further moves"),
            (
                "ooo/.../xxx",
                "position: `x` is to move, but already has 3 in a row; \
                 expected a complete row only for the side that moved last",
            ),
        ] {
            assert_eq!(set_up("3x3x3", text).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn an_endless_text_fails_at_once_and_in_few_words() {
        for piece in ["a1 ", "a", "/", "x", "é"] {
            let error = set_up("3x3x3", &piece.repeat(1_000_000)).unwrap_err().to_string();
            assert!(error.len() < 250, "{error}");
        }
    }
}
