//! How Hex is written: cells by column and row from the top, boards row by row from the top.

use super::{Hex, Position, Unreachable, each};
use crate::text::{self, count};
use crate::{board, square};
use provenum_game::{
    Asks, CELL, Cell, Diagram, Footprint, Game, GameInfo, InputError, Label, Notation, Parameter, Parameters, Player,
    Shape, shorten,
};

const SIZES: &str = "CxR, columns and rows from 1 to 11, such as 6x6";

impl Hex {
    fn name(&self, cell: u8) -> String {
        let (column, row) = (u32::from(cell) % self.columns, u32::from(cell) / self.columns);
        format!("{}{}", square::letter(column as usize), row + 1)
    }

    fn named(&self, name: &str) -> Option<u8> {
        let column = u32::from(name.bytes().next()?.to_ascii_lowercase().checked_sub(b'a')?);
        let digits = name.get(1..)?;
        let plain = digits.len() <= 2 && !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
        let row = digits.parse::<u32>().ok().filter(|_| plain)?.checked_sub(1)?;
        (column < self.columns && row < self.rows).then(|| (row * self.columns + column) as u8)
    }

    fn legal(&self, position: &Position, name: &str) -> Result<u8, (String, String)> {
        let range = || format!("from a1 to {}", self.name(self.size() as u8 - 1));
        let Some(cell) = self.named(name) else {
            return Err((format!("there is no cell {:?}", shorten(name)), format!("a cell {}", range())));
        };
        if self.outcome(position).is_some() {
            return Err(("the game is already over".to_owned(), "no further moves".to_owned()));
        }
        if position.taken() >> cell & 1 != 0 {
            return Err((format!("{name} is taken"), format!("an empty cell {}", range())));
        }
        Ok(cell)
    }

    fn read_cells(&self, text: &str) -> Result<Position, InputError> {
        let mut position = self.position([0; 2]);
        for (column, name) in text::words(text, |c| c == ',' || c.is_whitespace()) {
            match self.legal(&position, name) {
                Ok(cell) => position = self.play(&position, cell),
                Err((problem, expected)) => return Err(InputError::at(column, problem, expected)),
            }
        }
        Ok(position)
    }

    fn read_board(&self, text: &str) -> Result<Position, InputError> {
        let text = text.trim_end();
        let (cells, side) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let shape = || format!("{} of {}", count(self.rows as usize, "row"), count(self.columns as usize, "cell"));
        let mut stones = [0; 2];
        let (mut row, mut column, mut end) = (0, 0, 0);
        for (index, symbol) in cells.chars().enumerate() {
            end = index + 1;
            let wrong = |problem: String, expected: String| Err(InputError::at(end, problem, expected));
            match symbol {
                '/' if column < self.columns => {
                    return wrong(format!("row {} has only {}", row + 1, count(column as usize, "cell")), shape());
                }
                '/' if row + 1 == self.rows => return wrong("there are too many rows".to_owned(), shape()),
                '/' => {
                    (row, column) = (row + 1, 0);
                    continue;
                }
                _ if column == self.columns => return wrong(format!("row {} has too many cells", row + 1), shape()),
                '.' => {}
                'x' | 'X' => stones[0] |= 1 << (row * self.columns + column),
                'o' | 'O' => stones[1] |= 1 << (row * self.columns + column),
                other => {
                    return wrong(format!("{other:?} is not a cell"), "`.`, `x`, `o`, or `/` between rows".to_owned());
                }
            }
            column += 1;
        }
        if (row + 1, column) != (self.rows, self.columns) {
            return Err(InputError::at(end + 1, "the board ends too early", shape()));
        }
        let position = self.arises(stones).map_err(|why| match why {
            Unreachable::Counts => InputError::position(
                format!("there are {} `x` and {} `o`", stones[0].count_ones(), stones[1].count_ones()),
                "as many `x` as `o`, or one more `x`",
            ),
            Unreachable::Won(player) => InputError::position(
                format!("`{}` has joined its edges", board::symbol(Some(player))),
                "joined edges only for the side that moved last, by its last stone",
            ),
        })?;
        let turn = board::symbol(Some(position.to_move())).to_string();
        match side.trim() {
            "" => Ok(position),
            side if side.eq_ignore_ascii_case(&turn) => Ok(position),
            side => Err(InputError::at(
                end + 2,
                format!("{:?} is not the side to move", shorten(side)),
                format!("`{turn}`, as the stones say"),
            )),
        }
    }

    fn stone(&self, position: &Position, cell: u8) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| position.stones[player as usize] >> cell & 1 != 0)
    }

    fn row(&self, position: &Position, row: u32) -> impl Iterator<Item = char> {
        (0..self.columns).map(move |column| board::symbol(self.stone(position, (row * self.columns + column) as u8)))
    }
}

impl Notation for Hex {
    const INFO: GameInfo = GameInfo {
        name: "hex",
        summary: "Hex: x joins top and bottom, o joins left and right; on boards of up to 11x11 hexagons",
        position: "the cells played (c2 b4), rows counted from the top, or the rows from the top and the side to move",
        example: "c3 b4",
        parameters: &[
            Parameter { name: "size", help: "columns x rows", accepts: SIZES, default: "5x5" },
            Parameter {
                name: "symmetry",
                help: "whether a position and its half turn share a table key",
                accepts: "full or none",
                default: "full",
            },
        ],
        asks: Asks::Value,
        lengths: false,
        in_file: false,
    };

    fn set_up(parameters: &Parameters, text: Option<&str>) -> Result<(Self, Position), InputError> {
        let size = parameters.get("size").unwrap_or("5x5");
        let wrong = || InputError::parameter("size", format!("{:?} is not a size", shorten(size)), SIZES);
        let [columns, rows] = text::size(size).ok_or_else(wrong)?;
        let symmetric = match parameters.get("symmetry") {
            None | Some("full") => true,
            Some("none") => false,
            Some(other) => {
                let problem = format!("there is no symmetry {:?}", shorten(other));
                return Err(InputError::parameter("symmetry", problem, "full or none"));
            }
        };
        let game = Hex::new(columns, rows, symmetric).ok_or_else(wrong)?;
        let text = text.unwrap_or_default();
        // A board of one row has no `/`, but a cell's name has a digit and a board has none.
        let is_row = || rows == 1 && !text.trim().is_empty() && !text.contains(|c: char| c.is_ascii_digit());
        let position = if text.contains('/') || is_row() { game.read_board(text)? } else { game.read_cells(text)? };
        Ok((game, position))
    }

    fn parameters(&self) -> Parameters {
        let symmetry = if self.symmetric { "full" } else { "none" };
        Parameters::new().with("size", format!("{}x{}", self.columns, self.rows)).with("symmetry", symmetry)
    }

    fn format_position(&self, position: &Position) -> String {
        let rows = (0..self.rows).map(|row| self.row(position, row).collect::<String>());
        format!("{} {}", rows.collect::<Vec<_>>().join("/"), board::symbol(Some(position.to_move())))
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<u8, InputError> {
        self.legal(position, text).map_err(|(problem, expected)| InputError::mv(text, problem, expected))
    }

    fn format_move(&self, _position: &Position, cell: u8) -> String {
        self.name(cell)
    }

    /// Each row is half a cell further to the right than the one above it.
    fn draw(&self, position: &Position) -> String {
        let letters = (0..self.columns as usize).flat_map(|column| [' ', square::letter(column)]);
        let mut lines = vec![format!("  {}", letters.collect::<String>())];
        for row in 0..self.rows {
            let cells = self.row(position, row).flat_map(|symbol| [' ', symbol]).collect::<String>();
            lines.push(format!("{}{:>2}{cells}", " ".repeat(row as usize), row + 1));
        }
        lines.join("\n")
    }

    fn diagram(&self, position: &Position) -> Diagram {
        // Rows of hexagons that stand on a corner are three quarters of their height apart: 0.866 of their width.
        let at = |column: u32, row: u32| {
            let (column, row) = (column as i32, row as i32);
            (CELL * column + CELL / 2 * row + CELL / 2, CELL * 866 / 1000 * row + CELL / 2)
        };
        let cells = each(self.board).map(|cell| Cell {
            name: self.name(cell),
            at: at(u32::from(cell) % self.columns, u32::from(cell) / self.columns),
            shape: Shape::Hexagon,
            piece: self.stone(position, cell).map(board::stone),
        });
        let letters = (0..self.columns).map(|column| {
            let (x, y) = at(column, 0);
            Label { at: (x - CELL / 4, y - CELL * 4 / 5), text: square::letter(column as usize).to_string() }
        });
        let numbers = (0..self.rows).map(|row| {
            let (x, y) = at(0, row);
            Label { at: (x - CELL * 4 / 5, y), text: (row + 1).to_string() }
        });
        Diagram { cells: cells.collect(), labels: letters.chain(numbers).collect(), ..Diagram::default() }
    }

    fn footprint(&self, _position: &Position, cell: u8) -> Footprint {
        Footprint::to(self.name(cell))
    }

    fn side(&self, player: Player) -> Option<String> {
        Some(board::symbol(Some(player)).to_string())
    }
}
