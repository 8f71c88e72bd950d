//! Boards written row by row from the top, `/` between rows: `.` is an empty cell, `x` a stone of the first player, `o`
//! one of the second. Used by every game whose players take turns in putting down stones.

use crate::square;
use crate::text::count;
use provenum_game::{Diagram, InputError, Piece, Player, Shape};

const CELLS: &str = "`.`, `x`, `o`, or `/` between rows";

/// Reads a board; the cell at `row * width + column` belongs to row `row`, counted from the bottom.
pub(crate) fn read(text: &str, width: usize, height: usize) -> Result<Vec<Option<Player>>, InputError> {
    let mut cells = vec![None; width * height];
    let shape = || format!("{} of {}", count(height, "row"), count(width, "cell"));
    let (mut row, mut column) = (0, 0);
    let mut end = 0;
    for (index, symbol) in text.trim_end().chars().enumerate() {
        end = index + 1;
        let wrong = |problem: String, expected: String| Err(InputError::at(end, problem, expected));
        let cell = match symbol {
            '.' => None,
            'x' | 'X' => Some(Player::First),
            'o' | 'O' => Some(Player::Second),
            '/' if column < width => {
                return wrong(format!("row {} has only {}", row + 1, count(column, "cell")), shape());
            }
            '/' if row + 1 == height => return wrong("there are too many rows".to_owned(), shape()),
            '/' => {
                (row, column) = (row + 1, 0);
                continue;
            }
            other => return wrong(format!("{other:?} is not a cell"), CELLS.to_owned()),
        };
        if column == width {
            return wrong(format!("row {} has too many cells", row + 1), shape());
        }
        cells[(height - 1 - row) * width + column] = cell;
        column += 1;
    }
    if (row + 1, column) != (height, width) {
        return Err(InputError::at(end + 1, "the board ends too early", shape()));
    }
    let count = |player| cells.iter().filter(|&&cell| cell == Some(player)).count();
    let (first, second) = (count(Player::First), count(Player::Second));
    if first != second && first != second + 1 {
        return Err(InputError::position(
            format!("there are {first} `x` and {second} `o`"),
            "as many `x` as `o`, or one more `x`",
        ));
    }
    Ok(cells)
}

/// Writes a board; `at` tells what is in a column of a row, rows counted from the bottom.
pub(crate) fn write(width: usize, height: usize, at: impl Fn(usize, usize) -> Option<Player>) -> String {
    let mut text = String::with_capacity((width + 1) * height);
    for row in (0..height).rev() {
        text.extend((0..width).map(|column| symbol(at(column, row))));
        if row > 0 {
            text.push('/');
        }
    }
    text
}

/// Draws a board with the names of its columns and rows; `rows` from the top.
pub(crate) fn draw(width: usize, rows: impl Iterator<Item = usize>, at: impl Fn(usize, usize) -> char) -> String {
    let mut picture = String::new();
    for row in rows {
        picture.push_str(&(row + 1).to_string());
        picture.extend((0..width).flat_map(|column| [' ', at(column, row)]));
        picture.push('\n');
    }
    picture.push(' ');
    picture.extend((0..width).flat_map(|column| [' ', square::letter(column)]));
    picture
}

/// The diagram of a board with the names of its columns and rows; `rows` from the top.
pub(crate) fn diagram(
    width: usize,
    rows: impl Iterator<Item = usize> + Clone,
    piece: impl Fn(usize, usize) -> Option<Piece>,
) -> Diagram {
    let name = |column, row| format!("{}{}", square::letter(column), row + 1);
    Diagram::board(0..width, rows.clone(), Shape::Square, name, piece)
        .labelled((0..width).map(|column| square::letter(column).to_string()), rows.map(|row| (row + 1).to_string()))
}

/// The stone of a player who puts down `x` or `o`.
pub(crate) fn stone(player: Player) -> Piece {
    Piece::stone(player as u8, symbol(Some(player)).to_string())
}

/// How a cell is written.
pub(crate) fn symbol(cell: Option<Player>) -> char {
    match cell {
        None => '.',
        Some(Player::First) => 'x',
        Some(Player::Second) => 'o',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let text = "x.o/.x.";
        let cells = read(text, 3, 2).unwrap();
        assert_eq!(cells[4], None);
        assert_eq!(cells[5], Some(Player::Second), "the top row comes last");
        assert_eq!(write(3, 2, |column, row| cells[row * 3 + column]), text);
    }

    #[test]
    fn errors_say_where() {
        for (text, message) in [
            ("x.", "position, column 3: the board ends too early; expected 2 rows of 3 cells"),
            ("x./...", "position, column 3: row 1 has only 2 cells; expected 2 rows of 3 cells"),
            ("x.o./...", "position, column 4: row 1 has too many cells; expected 2 rows of 3 cells"),
            (".../.../", "position, column 8: there are too many rows; expected 2 rows of 3 cells"),
            ("..,/...", "position, column 3: ',' is not a cell; expected `.`, `x`, `o`, or `/` between rows"),
            ("xx./...", "position: there are 2 `x` and 0 `o`; expected as many `x` as `o`, or one more `x`"),
        ] {
            assert_eq!(read(text, 3, 2).unwrap_err().to_string(), message);
        }
    }
}
