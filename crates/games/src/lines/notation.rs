//! How games of lines are written: cells, boards row by row from the top, layers between `|`.

use super::board::{Board, Variant};
use super::{Cells, Lines, Position, Unreachable};
use crate::text::{self, count};
use crate::{board, square};
use provenum_game::{
    Asks, CELL, Diagram, Footprint, Game, GameInfo, InputError, Label, Notation, Parameter, Parameters, Player, Shape,
    shorten,
};

const GOMOKU_SIZES: &str = "MxNxK with M and N from 3 to 19, and K from 3 to the larger of them, such as 15x15x5";
const CONNECT_SIZES: &str = "MxNxK with M and N from 3 to 19, and K from 3 to the larger of them, such as 19x19x6";
const CUBES: &str = "3x3x3 or 4x4x4";
const STONES: &str = "a number from 1 to 8";

const SYMMETRY: Parameter = Parameter {
    name: "symmetry",
    help: "whether images of a position share a table key",
    accepts: "full or none",
    default: "full",
};

const OVERLINE: Parameter = Parameter {
    name: "overline",
    help: "whether a row that is too long wins too",
    accepts: "win or ignored",
    default: "win",
};

const GOMOKU: GameInfo = GameInfo {
    name: "gomoku",
    summary: "Go-Moku: five in a row, and k in a row on boards of up to 19x19 cells",
    position: "the cells played (h8 g7), or the rows from the top and the side to move (..x/.o./... x)",
    example: "h8 g7 h7",
    parameters: &[
        Parameter { name: "size", help: "columns x rows x number in a row", accepts: GOMOKU_SIZES, default: "15x15x5" },
        OVERLINE,
        SYMMETRY,
    ],
    asks: Asks::Value,
    lengths: true,
    in_file: false,
};

const CONNECT6: GameInfo = GameInfo {
    name: "connect6",
    summary: "Connect6: one stone first, then two in a turn, and six in a row win; also other sizes and numbers",
    position: "the cells played (j10 k11 l12), or the rows from the top and the side to move (..x/.o./..o x)",
    example: "j10 k11 l12",
    parameters: &[
        Parameter {
            name: "size",
            help: "columns x rows x number in a row",
            accepts: CONNECT_SIZES,
            default: "19x19x6",
        },
        Parameter { name: "stones", help: "how many are put down in a turn", accepts: STONES, default: "2" },
        Parameter { name: "first", help: "how many are put down in the first turn", accepts: STONES, default: "1" },
        OVERLINE,
        SYMMETRY,
    ],
    asks: Asks::Value,
    lengths: true,
    in_file: false,
};

const QUBIC: GameInfo = GameInfo {
    name: "qubic",
    summary: "Qubic: four in a row in a cube of 4x4x4 cells, or three in one of 3x3x3",
    position: "the cells played (1a1 4d4), or layers between | of rows from the top and the side to move",
    example: "1a1 4d4 2b2",
    parameters: &[
        Parameter { name: "size", help: "columns x rows x layers", accepts: CUBES, default: "4x4x4" },
        SYMMETRY,
    ],
    asks: Asks::Value,
    lengths: true,
    in_file: false,
};

const fn info(variant: u8) -> GameInfo {
    match variant {
        0 => GOMOKU,
        1 => CONNECT6,
        _ => QUBIC,
    }
}

impl<const VARIANT: u8> Lines<VARIANT> {
    const IS_CUBE: bool = VARIANT == Variant::Qubic as u8;
    const HAS_STONES: bool = VARIANT == Variant::Connect6 as u8;

    fn read_parameters(parameters: &Parameters) -> Result<Board, InputError> {
        let info = info(VARIANT);
        let value = |name: &str| {
            let parameter = info.parameters.iter().find(|parameter| parameter.name == name);
            let default = parameter.map_or("", |parameter| parameter.default);
            parameters.get(name).unwrap_or(default).to_owned()
        };
        let wrong = |name: &str, problem: String| {
            let accepts = info.parameters.iter().find(|parameter| parameter.name == name).map_or("", |p| p.accepts);
            InputError::parameter(name, problem, accepts)
        };
        let choice = |name: &str, yes: &str, no: &str| match value(name) {
            text if text == yes => Ok(true),
            text if text == no => Ok(false),
            text => Err(wrong(name, format!("{:?} is not known", shorten(&text)))),
        };
        let size = value("size");
        let Some([columns, rows, third]) = text::size(&size) else {
            return Err(wrong("size", format!("{:?} is not a size", shorten(&size))));
        };
        let fits = if Self::IS_CUBE {
            columns == rows && rows == third && (3..=4).contains(&third)
        } else {
            [columns, rows].iter().all(|side| (3..=19).contains(side)) && (3..=columns.max(rows)).contains(&third)
        };
        if !fits {
            return Err(wrong("size", format!("{columns}x{rows}x{third} is not supported")));
        }
        let stones = |name: &str| match (Self::HAS_STONES, value(name)) {
            (false, _) => Ok(1),
            (true, text) => match text.parse() {
                Ok(number) if (1..=8).contains(&number) && text.len() == 1 => Ok(number),
                _ => Err(wrong(name, format!("{:?} stones are not supported", shorten(&text)))),
            },
        };
        let turns = (stones("first")?, stones("stones")?);
        let longer = Self::IS_CUBE || choice("overline", "win", "ignored")?;
        let symmetric = choice("symmetry", "full", "none")?;
        let layers = if Self::IS_CUBE { third as usize } else { 1 };
        Ok(Board::new([columns as usize, rows as usize, layers], third as u8, turns, longer, symmetric))
    }

    fn name(&self, cell: u16) -> String {
        let [column, row, layer] = self.board.place(cell);
        let name = format!("{}{}", square::letter(column), row + 1);
        if Self::IS_CUBE { format!("{}{name}", layer + 1) } else { name }
    }

    fn named(&self, name: &str) -> Option<u16> {
        let (layer, rest) = match Self::IS_CUBE {
            true => (name.get(..1)?.parse::<usize>().ok()?.checked_sub(1)?, name.get(1..)?),
            false => (0, name),
        };
        let column = usize::from(rest.bytes().next()?.to_ascii_lowercase().checked_sub(b'a')?);
        let digits = rest.get(1..)?;
        let plain = digits.len() <= 2 && !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
        let row = digits.parse::<usize>().ok().filter(|_| plain)?.checked_sub(1)?;
        let [columns, rows, layers] = self.board.sides;
        (column < columns && row < rows && layer < layers).then(|| ((layer * rows + row) * columns + column) as u16)
    }

    fn legal(&self, position: &Position, name: &str) -> Result<u16, (String, String)> {
        let range = || format!("from {} to {}", self.name(0), self.name(self.board.size() as u16 - 1));
        let Some(cell) = self.named(name) else {
            return Err((format!("there is no cell {:?}", shorten(name)), format!("a cell {}", range())));
        };
        if self.outcome(position).is_some() {
            return Err(("the game is already over".to_owned(), "no further moves".to_owned()));
        }
        if position.taken().has(cell) {
            return Err((format!("{name} is taken"), format!("an empty cell {}", range())));
        }
        Ok(cell)
    }

    fn read_cells(&self, text: &str) -> Result<Position, InputError> {
        let mut position = self.empty();
        for (column, name) in text::words(text, |c| c == ',' || c.is_whitespace()) {
            match self.legal(&position, name) {
                Ok(cell) => position = self.play(&position, cell),
                Err((problem, expected)) => return Err(InputError::at(column, problem, expected)),
            }
        }
        Ok(position)
    }

    fn empty(&self) -> Position {
        match self.position([Cells::default(); 2]) {
            Ok(position) => position,
            Err(_) => unreachable!("an empty board is where every game begins"),
        }
    }

    /// Reads layers of rows from the top, and the side to move, which may be left out.
    fn read_board(&self, text: &str) -> Result<Position, InputError> {
        let [columns, rows, layers] = self.board.sides;
        let text = text.trim_end();
        let (cells, side) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let shape = || {
            let layer = format!("{} of {}", count(rows, "row"), count(columns, "cell"));
            if layers > 1 { format!("{} of {layer}", count(layers, "layer")) } else { layer }
        };
        let mut stones = [Cells::default(); 2];
        let (mut column, mut row, mut layer) = (0, 0, 0);
        let mut end = 0;
        for (index, symbol) in cells.chars().enumerate() {
            end = index + 1;
            let wrong = |problem: String, expected: String| Err(InputError::at(end, problem, expected));
            match symbol {
                '/' | '|' => {
                    let (new_row, new_layer) = (column == columns, row + 1 == rows);
                    match symbol {
                        '/' if new_row && !new_layer => (column, row) = (0, row + 1),
                        '|' if new_row && new_layer && layer + 1 < layers => (column, row, layer) = (0, 0, layer + 1),
                        _ => return wrong(format!("{symbol:?} comes at a wrong place"), shape()),
                    }
                    continue;
                }
                _ if column == columns => return wrong(format!("row {} has too many cells", row + 1), shape()),
                '.' => {}
                'x' | 'X' => stones[0].add(self.cell(column, rows - 1 - row, layer)),
                'o' | 'O' => stones[1].add(self.cell(column, rows - 1 - row, layer)),
                other => return wrong(format!("{other:?} is not a cell"), "`.`, `x` or `o`".to_owned()),
            }
            column += 1;
        }
        if (column, row + 1, layer + 1) != (columns, rows, layers) {
            return Err(InputError::at(end + 1, "the board ends too early", shape()));
        }
        let position = self.position(stones).map_err(|why| self.refused(&stones, why))?;
        let turn = self.side(position.turn).unwrap_or_default();
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

    fn refused(&self, stones: &[Cells; 2], why: Unreachable) -> InputError {
        match why {
            Unreachable::Counts => InputError::position(
                format!("there are {} `x` and {} `o`", stones[0].count(), stones[1].count()),
                match (self.board.first_turn, self.board.per_turn) {
                    (1, 1) => "as many `x` as `o`, or one more `x`".to_owned(),
                    (first, stones) => format!("{first} `x` at first, and then {stones} in a turn"),
                },
            ),
            Unreachable::Won(player) => InputError::position(
                format!("`{}` has {} in a row", board::symbol(Some(player)), self.board.length),
                "a complete row only for the side that moved last, with its last stone",
            ),
        }
    }

    fn cell(&self, column: usize, row: usize, layer: usize) -> u16 {
        ((layer * self.board.sides[1] + row) * self.board.sides[0] + column) as u16
    }

    fn stone(&self, position: &Position, cell: u16) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| position.of(player).has(cell))
    }

    /// The symbols of a row, rows counted from the bottom.
    fn row(&self, position: &Position, row: usize, layer: usize) -> String {
        (0..self.board.sides[0])
            .map(|column| board::symbol(self.stone(position, self.cell(column, row, layer))))
            .collect()
    }
}

impl<const VARIANT: u8> Notation for Lines<VARIANT> {
    const INFO: GameInfo = info(VARIANT);

    fn set_up(parameters: &Parameters, text: Option<&str>) -> Result<(Self, Position), InputError> {
        let game = Lines { board: Self::read_parameters(parameters)? };
        let text = text.unwrap_or_default();
        let position = if text.contains(['/', '|']) { game.read_board(text)? } else { game.read_cells(text)? };
        Ok((game, position))
    }

    fn parameters(&self) -> Parameters {
        let Board { sides: [columns, rows, _], length, .. } = self.board;
        let yes_or_no = |is: bool, yes: &'static str, no: &'static str| if is { yes } else { no };
        let mut parameters = Parameters::new()
            .with("size", format!("{columns}x{rows}x{length}"))
            .with("symmetry", yes_or_no(self.board.symmetric, "full", "none"));
        if !Self::IS_CUBE {
            parameters = parameters.with("overline", yes_or_no(self.board.longer_wins, "win", "ignored"));
        }
        if Self::HAS_STONES {
            let (stones, first) = (self.board.per_turn.to_string(), self.board.first_turn.to_string());
            parameters = parameters.with("stones", stones).with("first", first);
        }
        parameters
    }

    fn format_position(&self, position: &Position) -> String {
        let [_, rows, layers] = self.board.sides;
        let layer = |layer| (0..rows).rev().map(|row| self.row(position, row, layer)).collect::<Vec<_>>().join("/");
        let cells = (0..layers).map(layer).collect::<Vec<_>>().join("|");
        format!("{cells} {}", board::symbol(Some(position.turn)))
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<u16, InputError> {
        self.legal(position, text).map_err(|(problem, expected)| InputError::mv(text, problem, expected))
    }

    fn format_move(&self, _position: &Position, cell: u16) -> String {
        self.name(cell)
    }

    fn draw(&self, position: &Position) -> String {
        let [columns, rows, layers] = self.board.sides;
        let spaced = |row: String| row.chars().flat_map(|symbol| [' ', symbol]).collect::<String>();
        let mut lines: Vec<String> = (0..rows)
            .rev()
            .map(|row| {
                let layers = (0..layers).map(|layer| spaced(self.row(position, row, layer)));
                format!("{:>2}{}", row + 1, layers.collect::<Vec<_>>().join("   "))
            })
            .collect();
        let letters = spaced((0..columns).map(square::letter).collect());
        lines.push(format!("  {}", vec![letters; layers].join("   ")));
        if layers > 1 {
            let name = |layer: usize| format!("{:^width$}", layer + 1, width = 2 * columns + 1);
            lines.push(format!("  {}", (0..layers).map(name).collect::<Vec<_>>().join("  ")));
        }
        lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
    }

    /// Layers stand beside each other.
    fn diagram(&self, position: &Position) -> Diagram {
        let [columns, rows, layers] = self.board.sides;
        let mut all = Diagram::default();
        for layer in 0..layers {
            let shift = (layer * (columns + 1)) as i32 * CELL;
            let name = |column, row| self.name(self.cell(column, row, layer));
            let piece = |column, row| self.stone(position, self.cell(column, row, layer)).map(board::stone);
            let mut one = Diagram::board(0..columns, (0..rows).rev(), Shape::Square, name, piece).labelled(
                (0..columns).map(|column| square::letter(column).to_string()),
                (0..rows).rev().map(|row| (row + 1).to_string()),
            );
            one.cells.iter_mut().for_each(|cell| cell.at.0 += shift);
            one.labels.iter_mut().for_each(|label| label.at.0 += shift);
            if layers > 1 {
                let at = (shift + columns as i32 * CELL / 2, -CELL * 3 / 10);
                one.labels.push(Label { at, text: (layer + 1).to_string() });
            }
            all.cells.extend(one.cells);
            all.labels.extend(one.labels);
        }
        all
    }

    fn footprint(&self, _position: &Position, cell: u16) -> Footprint {
        Footprint::to(self.name(cell))
    }

    fn side(&self, player: Player) -> Option<String> {
        Some(board::symbol(Some(player)).to_string())
    }
}
