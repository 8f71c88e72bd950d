//! What a position looks like: cells, pieces and labels at places, for whoever draws. No colours and no pixels: one renderer
//! serves all games.

use crate::Player;

/// The side of a cell in the units of a diagram.
pub const CELL: i32 = 100;

/// A position as things at places. `x` goes to the right and `y` down; places are the middles of things.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagram {
    /// The cells of the board, row by row as they are read.
    pub cells: Vec<Cell>,
    /// Lines between places, such as the edges of a graph.
    pub links: Vec<[(i32, i32); 2]>,
    /// Names of rows and columns, and other words.
    pub labels: Vec<Label>,
    /// Whether the board can be turned round to be seen from the other side.
    pub turns: bool,
}

/// A place where something can be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// What players call it. Footprints refer to it, so no two cells have one name.
    pub name: String,
    /// Its middle.
    pub at: (i32, i32),
    /// Its form.
    pub shape: Shape,
    /// What is in it.
    pub piece: Option<Piece>,
}

/// The form of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A square of a board.
    Square,
    /// A dark square of a chequered board.
    DarkSquare,
    /// A round hole, through which a stone is seen.
    Hole,
    /// A hexagon that stands on a corner.
    Hexagon,
    /// A hollow for seeds of this height.
    Pit(i32),
    /// Pieces in the hand of a player.
    Hand,
    /// A node of a graph at which one successor is enough.
    Or,
    /// A node of a graph at which all successors are needed.
    And,
    /// A leaf of a graph.
    Leaf,
}

/// What is in a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Whose it is, players counted from 0; none if it is nobody's.
    pub owner: Option<u8>,
    /// How it looks.
    pub look: Look,
    /// What is written on it.
    pub sign: String,
    /// What it is called, for those who listen.
    pub spoken: String,
}

/// How a piece looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// A round stone.
    Stone,
    /// A tile that points away from its owner; the last player's is upside down.
    Tile,
    /// Its sign alone.
    Sign,
}

/// Words at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The middle of the words.
    pub at: (i32, i32),
    /// The words.
    pub text: String,
}

/// What a move touches on a diagram.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Footprint {
    /// The cell of the piece that moves, or of the hand that it comes from.
    pub from: Option<String>,
    /// The cell where it ends. A move without any, such as a pass, is made by its name.
    pub to: Option<String>,
    /// Other cells that stand for the last one, such as the rest of a column into which a stone falls.
    pub also: Vec<String>,
    /// Whether another move touches the same cells and this is the one that promotes.
    pub promotes: bool,
}

impl Footprint {
    /// A move that ends in a cell and comes from nowhere.
    #[must_use]
    pub fn to(cell: impl Into<String>) -> Footprint {
        Footprint { to: Some(cell.into()), ..Footprint::default() }
    }

    /// A move from one cell to another.
    #[must_use]
    pub fn from_to(from: impl Into<String>, to: impl Into<String>) -> Footprint {
        Footprint { from: Some(from.into()), ..Footprint::to(to) }
    }
}

impl Piece {
    /// A stone of a player who has this name.
    #[must_use]
    pub fn stone(owner: u8, spoken: impl Into<String>) -> Piece {
        Piece { owner: Some(owner), look: Look::Stone, sign: String::new(), spoken: spoken.into() }
    }

    /// So many seeds of nobody.
    #[must_use]
    pub fn seeds(count: u32) -> Piece {
        Piece { owner: None, look: Look::Sign, sign: count.to_string(), spoken: format!("{count} seeds") }
    }
}

impl Diagram {
    /// A board of squares, `rows` from the top and columns from the left. `name` tells what a square is called, and `piece` what
    /// is on it.
    pub fn board(
        columns: impl Iterator<Item = usize> + Clone,
        rows: impl Iterator<Item = usize>,
        shape: Shape,
        name: impl Fn(usize, usize) -> String,
        piece: impl Fn(usize, usize) -> Option<Piece>,
    ) -> Diagram {
        let mut cells = Vec::new();
        for (y, row) in rows.enumerate() {
            for (x, column) in columns.clone().enumerate() {
                let at = (CELL * x as i32 + CELL / 2, CELL * y as i32 + CELL / 2);
                cells.push(Cell { name: name(column, row), at, shape, piece: piece(column, row) });
            }
        }
        Diagram { cells, turns: true, ..Diagram::default() }
    }

    /// With names of columns below and of rows on the left.
    #[must_use]
    pub fn labelled(mut self, columns: impl Iterator<Item = String>, rows: impl Iterator<Item = String>) -> Diagram {
        let bottom = self.cells.iter().map(|cell| cell.at.1).max().unwrap_or(0) + CELL * 4 / 5;
        let below = columns.enumerate().map(|(x, text)| Label { at: (CELL * x as i32 + CELL / 2, bottom), text });
        let beside = rows.enumerate().map(|(y, text)| Label { at: (-CELL * 3 / 10, CELL * y as i32 + CELL / 2), text });
        self.labels.extend(below.chain(beside));
        self
    }

    /// A position of which there is only a text: its lines as labels.
    #[must_use]
    pub fn of_text(text: &str) -> Diagram {
        let label = |(y, line): (usize, &str)| Label { at: (0, CELL / 2 * y as i32), text: line.to_owned() };
        Diagram { labels: text.lines().enumerate().map(label).collect(), ..Diagram::default() }
    }

    /// A hand beside the board: so many pieces of a kind, in the cell of this name.
    #[must_use]
    pub fn hand(player: Player, name: String, at: (i32, i32), sign: String, count: u32, spoken: &str) -> Cell {
        let sign = if count == 1 { sign } else { format!("{sign}{count}") };
        let spoken = format!("{count} {spoken} in hand");
        Cell {
            name,
            at,
            shape: Shape::Hand,
            piece: Some(Piece { owner: Some(player as u8), look: Look::Tile, sign, spoken }),
        }
    }
}
