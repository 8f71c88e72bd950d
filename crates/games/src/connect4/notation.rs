//! How Connect Four is written: the columns played, or a board.

use super::{Connect4, Counting, Position, SIZES};
use crate::{Symmetry, board, text};
use provenum_game::{
    Asks, Diagram, Footprint, Game, GameInfo, InputError, Notation, Parameter, Parameters, Player, Shape, shorten,
};

/// What is wrong with a move, and what would be right.
type Complaint = (String, String);

impl Connect4 {
    /// The column that this character names: `1` to `9`, then `a`, `b` and so on.
    fn column_named(&self, name: char) -> Option<u8> {
        let column = name.to_digit(36)?.checked_sub(1)?;
        (column < self.width).then_some(column as u8)
    }

    /// What a cell is called on a diagram: its column, and its row from the bottom.
    fn name_of_cell(column: usize, row: usize) -> String {
        format!("{}-{}", Self::name_of_column(column as u32), row + 1)
    }

    fn name_of_column(column: u32) -> char {
        char::from_digit(column + 1, 36).unwrap_or('?')
    }

    /// The legal move that this character names.
    fn legal(&self, position: &Position, name: char) -> Result<u8, Complaint> {
        let last = Self::name_of_column(self.width - 1);
        let Some(column) = self.column_named(name) else {
            return Err((format!("there is no column {name:?}"), format!("a column from 1 to {last}")));
        };
        if self.outcome(position).is_some() {
            return Err(("the game is already over".to_owned(), "no further moves".to_owned()));
        }
        if self.playable(*position) & self.column(column) == 0 {
            return Err((format!("column {name} is full"), format!("a column from 1 to {last} with an empty cell")));
        }
        Ok(column)
    }

    fn read_columns(&self, text: &str) -> Result<Position, InputError> {
        let names = text.chars().enumerate().filter(|(_, name)| !name.is_whitespace());
        let mut position = Position::EMPTY;
        for (index, name) in names {
            match self.legal(&position, name) {
                Ok(column) => position = self.play(&position, column),
                Err((problem, expected)) => return Err(InputError::at(index + 1, problem, expected)),
            }
        }
        Ok(position)
    }

    fn read_board(&self, text: &str) -> Result<Position, InputError> {
        let (width, height) = (self.width as usize, self.height as usize);
        let cells = board::read(text, width, height)?;
        let mut stones = [0u64; 2];
        for column in 0..width {
            for row in 0..height {
                let Some(player) = cells[row * width + column] else { continue };
                if row > 0 && cells[(row - 1) * width + column].is_none() {
                    // Rows are written from the top, and each is followed by one `/`.
                    let place = (height - 1 - row) * (width + 1) + column + 1;
                    return Err(InputError::at(place, "there is no stone below this one", "no gap below a stone"));
                }
                stones[player as usize] |= 1 << (column as u32 * self.stride() + row as u32);
            }
        }
        let mut position = Position { own: stones[0], mask: stones[0] | stones[1] };
        position.own = stones[position.to_move() as usize];
        if self.has_four(position.own) {
            return Err(InputError::position(
                format!("`{}` is to move, but already has four in a row", board::symbol(Some(position.to_move()))),
                "four in a row only for the side that moved last",
            ));
        }
        Ok(position)
    }

    fn cell(&self, position: &Position, column: usize, row: usize) -> Option<Player> {
        let cell = 1 << (column as u32 * self.stride() + row as u32);
        Player::BOTH.into_iter().find(|&player| position.of(player) & cell != 0)
    }
}

impl Counting {
    const PARAMETER: Parameter = Parameter {
        name: "values",
        help: "what a win is worth: 1 (outcome), or the number of stones that the winner has left (score)",
        accepts: "outcome or score",
        default: "outcome",
    };

    fn read(parameters: &Parameters) -> Result<Counting, InputError> {
        match parameters.get(Self::PARAMETER.name) {
            None | Some("outcome") => Ok(Counting::Outcome),
            Some("score") => Ok(Counting::Score),
            Some(other) => Err(InputError::parameter(
                Self::PARAMETER.name,
                format!("{:?} is not accepted", shorten(other)),
                Self::PARAMETER.accepts,
            )),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Counting::Outcome => "outcome",
            Counting::Score => "score",
        }
    }
}

impl Notation for Connect4 {
    const INFO: GameInfo = GameInfo {
        name: "connect4",
        summary: "Connect Four: drop stones into columns; four in a row wins",
        position: "the columns played (4453), or the rows from the top (.../.x./xo.)",
        example: "4453",
        parameters: &[
            Parameter { name: "size", help: "columns x rows", accepts: SIZES, default: "7x6" },
            Symmetry::PARAMETER,
            Counting::PARAMETER,
        ],
        asks: Asks::Value,
        lengths: false,
        in_file: false,
    };

    fn set_up(parameters: &Parameters, text: Option<&str>) -> Result<(Self, Position), InputError> {
        let size = parameters.get("size").unwrap_or("7x6");
        let Some([width, height]) = text::size(size) else {
            return Err(InputError::parameter("size", format!("{:?} is not a size", shorten(size)), SIZES));
        };
        let game = Connect4::new(width, height, Symmetry::read(parameters)?)?.counting(Counting::read(parameters)?);
        let text = text.unwrap_or_default();
        // A board of one row has no `/`, but no list of columns holds a `.` or an `x`.
        let is_board = text.contains('/') || height == 1 && text.contains(['.', 'x', 'X']);
        let position = if is_board { game.read_board(text)? } else { game.read_columns(text)? };
        Ok((game, position))
    }

    fn parameters(&self) -> Parameters {
        let size = format!("{}x{}", self.width, self.height);
        Parameters::new().with("size", size).with("symmetry", self.symmetry.name()).with("values", self.counting.name())
    }

    fn format_position(&self, position: &Position) -> String {
        board::write(self.width as usize, self.height as usize, |column, row| self.cell(position, column, row))
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<u8, InputError> {
        let mut names = text.chars();
        let column = match (names.next(), names.next()) {
            (Some(name), None) => self.legal(position, name),
            _ => Err(("a column is a single character".to_owned(), "a column such as 4".to_owned())),
        };
        column.map_err(|(problem, expected)| InputError::mv(text, problem, expected))
    }

    fn format_move(&self, _position: &Position, column: u8) -> String {
        Self::name_of_column(u32::from(column)).to_string()
    }

    fn draw(&self, position: &Position) -> String {
        let mut picture = String::new();
        for row in (0..self.height as usize).rev() {
            picture.push('|');
            for column in 0..self.width as usize {
                picture.extend([' ', board::symbol(self.cell(position, column, row))]);
            }
            picture.push_str(" |\n");
        }
        picture.push(' ');
        for column in 0..self.width {
            picture.extend([' ', Self::name_of_column(column)]);
        }
        picture
    }

    fn diagram(&self, position: &Position) -> Diagram {
        let (width, height) = (self.width as usize, self.height as usize);
        let piece = |column, row| self.cell(position, column, row).map(board::stone);
        let columns = (0..self.width).map(|column| Self::name_of_column(column).to_string());
        let diagram = Diagram::board(0..width, (0..height).rev(), Shape::Hole, Self::name_of_cell, piece);
        Diagram { turns: false, ..diagram.labelled(columns, std::iter::empty()) }
    }

    fn footprint(&self, position: &Position, column: u8) -> Footprint {
        let column = usize::from(column);
        let height = self.height as usize;
        let landing = (0..height).find(|&row| self.cell(position, column, row).is_none()).unwrap_or(height);
        let also = (0..height).filter(|&row| row != landing).map(|row| Self::name_of_cell(column, row));
        Footprint { also: also.collect(), ..Footprint::to(Self::name_of_cell(column, landing)) }
    }

    fn side(&self, player: Player) -> Option<String> {
        Some(board::symbol(Some(player)).to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set_up(size: &str, text: &str) -> Result<(Connect4, Position), InputError> {
        Connect4::set_up(&Parameters::new().with("size", size), Some(text))
    }

    #[test]
    fn columns_and_boards_mean_the_same() {
        let (game, position) = set_up("4x3", "2 213").unwrap();
        assert_eq!(game.format_position(&position), "..../.o../xxo.");
        assert_eq!(game.draw(&position), "| . . . . |\n| . o . . |\n| x x o . |\n  1 2 3 4");
        assert_eq!(set_up("4x3", "..../.o../xxo.").unwrap().1, position);
        assert_eq!(set_up("4x3", "").unwrap().1, Position::EMPTY);
    }

    #[test]
    fn columns_after_the_ninth_have_letters() {
        let (game, position) = set_up("12x4", "ac9").unwrap();
        assert_eq!(game.format_position(&position).split('/').next_back(), Some("........xx.o"));
        assert_eq!(game.parse_move(&position, "b").map(|column| game.format_move(&position, column)), Ok("b".into()));
    }

    #[test]
    fn a_single_row_needs_no_separator() {
        assert_eq!(set_up("4x1", "o.xx").unwrap().1, set_up("4x1", "314").unwrap().1);
    }

    #[test]
    fn errors_say_what_where_and_what_else() {
        for (size, text, message) in [
            ("5x6", "46", "position, column 2: there is no column '6'; expected a column from 1 to 5"),
            ("5x6", "4é", "position, column 2: there is no column 'é'; expected a column from 1 to 5"),
            (
                "7x6",
                "1111111",
                "position, column 7: column 1 is full; expected a column from 1 to 7 with an empty cell",
            ),
            ("7x6", "12121213", "position, column 8: the game is already over; expected no further moves"),
            ("2x1", "121", "position, column 3: the game is already over; expected no further moves"),
            ("3x2", "x../...", "position, column 1: there is no stone below this one; expected no gap below a stone"),
            (
                "4x3",
                "..../oooo/xxxx",
                "position: `x` is to move, but already has four in a row; \
                 expected four in a row only for the side that moved last",
            ),
        ] {
            let error = set_up(size, text).unwrap_err().to_string();
            assert_eq!(error, message);
        }
        let (game, position) = set_up("7x6", "").unwrap();
        assert!(game.parse_move(&position, "44").is_err() && game.parse_move(&position, "").is_err());
    }

    #[test]
    fn sizes_that_do_not_fit_are_refused() {
        for size in ["99x99", "0x4", "7", "7x6x4", "-1x4", "", "4294967296x1"] {
            assert!(matches!(set_up(size, ""), Err(InputError::Parameter { .. })), "{size}");
        }
    }

    #[test]
    fn an_endless_text_fails_at_once_and_in_few_words() {
        for piece in ["4", "/", ".", "x", "é"] {
            let error = set_up("7x6", &piece.repeat(1_000_000)).unwrap_err().to_string();
            assert!(error.len() < 200, "{error}");
        }
    }
}
