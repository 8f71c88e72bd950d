//! How Kalah is written: the pits played from the start, or what is in all pits and stores.

use super::{Kalah, MOST, Position};
use crate::text::{count, words};
use provenum_game::{
    Asks, CELL, Cell, Diagram, Footprint, Game, GameInfo, InputError, Label, Notation, Parameter, Parameters, Piece,
    Player, Shape, shorten,
};

/// What is wrong with a move, and what would be right.
type Complaint = (String, String);

/// What a pit is called on a diagram.
fn pit_name(side: usize, pit: usize) -> String {
    format!("{} pit {}", ["first", "second"][side], pit + 1)
}

impl Kalah {
    fn legal(&self, position: &Position, text: &str) -> Result<u8, Complaint> {
        let pits = self.pits;
        let pit = text.parse().ok().filter(|pit| (1..=pits).contains(pit));
        let Some(pit) = pit else {
            return Err((format!("there is no pit {:?}", shorten(text)), format!("a pit from 1 to {pits}")));
        };
        if self.outcome(position).is_some() {
            return Err(("the game is already over".to_owned(), "no further moves".to_owned()));
        }
        if position.pits[position.mover as usize][pit - 1] == 0 {
            return Err((format!("pit {pit} is empty"), "a pit with seeds".to_owned()));
        }
        Ok(pit as u8 - 1)
    }

    fn read_moves(&self, text: &str) -> Result<Position, InputError> {
        let mut position = self.start();
        for (column, word) in words(text, char::is_whitespace) {
            match self.legal(&position, word) {
                Ok(pit) => position = self.play(&position, pit),
                Err((problem, expected)) => return Err(InputError::at(column, problem, expected)),
            }
        }
        Ok(position)
    }

    /// A row such as `4,4,0,5:3`, with the store behind the colon.
    fn read_row(&self, column: usize, word: &str) -> Result<([u8; MOST as usize], u8), InputError> {
        let expected =
            || format!("the seeds in {}, separated by commas, then a colon and the store", count(self.pits, "pit"));
        let wrong = || InputError::at(column, format!("{:?} is not a row of pits", shorten(word)), expected());
        let (pits, store) = word.split_once(':').ok_or_else(wrong)?;
        let mut row = [0; MOST as usize];
        let mut numbers = pits.split(',');
        for pit in &mut row[..self.pits] {
            *pit = numbers.next().and_then(|number| number.parse().ok()).ok_or_else(wrong)?;
        }
        match (numbers.next(), store.parse()) {
            (None, Ok(store)) => Ok((row, store)),
            _ => Err(wrong()),
        }
    }

    fn read_board(&self, text: &str) -> Result<Position, InputError> {
        let all: Vec<_> = words(text, char::is_whitespace).take(4).collect();
        let &[(a, first), (b, second), (c, mover)] = &*all else {
            return Err(InputError::position("it does not have three parts", "both rows and the player to move"));
        };
        let mover = match mover {
            "first" => Player::First,
            "second" => Player::Second,
            _ => {
                let problem = format!("there is no player {:?}", shorten(mover));
                return Err(InputError::at(c, problem, "first or second"));
            }
        };
        let rows = [self.read_row(a, first)?, self.read_row(b, second)?];
        let position = Position { pits: rows.map(|(row, _)| row), stores: rows.map(|(_, store)| store), mover };
        if !self.is_possible(&position) {
            let expected =
                format!("{} seeds in total, and seeds in the pits of both sides or of neither", self.total());
            return Err(InputError::position("no game leads to this position", expected));
        }
        Ok(position)
    }

    fn number(parameters: &Parameters, parameter: &Parameter) -> Result<u32, InputError> {
        let text = parameters.get(parameter.name).unwrap_or(parameter.default);
        text.parse().map_err(|_| {
            InputError::parameter(parameter.name, format!("{:?} is not a number", shorten(text)), parameter.accepts)
        })
    }
}

const ACCEPTS: &str = "a number from 1 to 8";
const PARAMETERS: &[Parameter] = &[
    Parameter { name: "pits", help: "number of pits on each side", accepts: ACCEPTS, default: "6" },
    Parameter { name: "seeds", help: "number of seeds in each pit at the start", accepts: ACCEPTS, default: "4" },
];

impl Notation for Kalah {
    const INFO: GameInfo = GameInfo {
        name: "kalah",
        summary: "Kalah: sow seeds from pit to pit, and collect more than the other side",
        position: "the pits played (3 1 5), or both rows in sowing order and the player to move (1,2:0 0,1:0 first)",
        example: "0,0,1,0,2,1:20 1,0,0,1,0,0:22 first",
        parameters: PARAMETERS,
        asks: Asks::Value,
        lengths: false,
        in_file: false,
    };

    fn set_up(parameters: &Parameters, text: Option<&str>) -> Result<(Self, Position), InputError> {
        let game = Kalah::new(Self::number(parameters, &PARAMETERS[0])?, Self::number(parameters, &PARAMETERS[1])?)?;
        let text = text.unwrap_or_default();
        let position = if text.contains(':') { game.read_board(text)? } else { game.read_moves(text)? };
        Ok((game, position))
    }

    fn parameters(&self) -> Parameters {
        Parameters::new().with("pits", self.pits.to_string()).with("seeds", self.seeds.to_string())
    }

    fn format_position(&self, position: &Position) -> String {
        let row = |side: usize| {
            let pits: Vec<String> = position.pits[side][..self.pits].iter().map(u8::to_string).collect();
            format!("{}:{}", pits.join(","), position.stores[side])
        };
        format!("{} {} {}", row(0), row(1), position.mover)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<u8, InputError> {
        self.legal(position, text).map_err(|(problem, expected)| InputError::mv(text, problem, expected))
    }

    fn format_move(&self, _position: &Position, pit: u8) -> String {
        (pit + 1).to_string()
    }

    /// The second player's pits run from right to left above the first player's, as on the board.
    fn draw(&self, position: &Position) -> String {
        let cell = |seeds: &u8| format!("{seeds:>3}");
        let upper: String = position.pits[1][..self.pits].iter().rev().map(cell).collect();
        let lower: String = position.pits[0][..self.pits].iter().map(cell).collect();
        let [first, second] = position.stores;
        let gap = " ".repeat(3 * self.pits);
        let numbers: String = (1..=self.pits).map(|pit| format!("{pit:>3}")).collect();
        let mover = position.mover;
        format!("   {upper}\n{second:>3}{gap}{first:>3}\n   {lower}\n   {numbers}   {mover} to move")
    }

    fn diagram(&self, position: &Position) -> Diagram {
        let pits = self.pits as i32;
        let place = |side: usize, pit: i32| {
            let x = if side == 0 { pit } else { pits - 1 - pit };
            (CELL * x + CELL / 2, if side == 0 { CELL * 3 / 2 } else { CELL / 2 })
        };
        let cell =
            |name: String, at, shape, seeds: u8| Cell { name, at, shape, piece: Some(Piece::seeds(seeds.into())) };
        let [first, second] = position.stores;
        let store = |name: &str, x, seeds| cell(name.to_owned(), (x, CELL), Shape::Pit(2 * CELL), seeds);
        let row = |side: usize| {
            let seeds = move |pit: i32| position.pits[side][pit as usize];
            (0..pits).map(move |pit| cell(pit_name(side, pit as usize), place(side, pit), Shape::Pit(CELL), seeds(pit)))
        };
        let mut cells = vec![store("second store", -CELL / 2, second)];
        cells.extend(row(1).rev());
        cells.extend(row(0));
        cells.push(store("first store", CELL * pits + CELL / 2, first));
        let number = |side: usize, pit: i32| {
            let (x, y) = place(side, pit);
            let y = if side == 0 { y + CELL * 7 / 10 } else { y - CELL * 7 / 10 };
            Label { at: (x, y), text: (pit + 1).to_string() }
        };
        let labels = (0..2).flat_map(|side| (0..pits).map(move |pit| number(side, pit))).collect();
        Diagram { cells, labels, links: Vec::new(), turns: true }
    }

    fn footprint(&self, position: &Position, pit: u8) -> Footprint {
        Footprint::to(pit_name(position.mover as usize, pit.into()))
    }

    fn side(&self, player: Player) -> Option<String> {
        Some(if player == Player::First { "the lower row" } else { "the upper row" }.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set_up(pits: &str, text: &str) -> Result<(Kalah, Position), InputError> {
        Kalah::set_up(&Parameters::new().with("pits", pits), Some(text))
    }

    #[test]
    fn moves_and_boards_mean_the_same() {
        let (game, position) = set_up("6", "3 1").unwrap();
        let text = "0,5,1,6,6,5:1 4,4,4,4,4,4:0 second";
        assert_eq!(game.format_position(&position), text);
        assert_eq!(set_up("6", text).unwrap().1, position);
        let picture = "     4  4  4  4  4  4\n  0                    1\n     0  5  1  6  6  5\n     1  2  3  4  5  6   second to move";
        assert_eq!(game.draw(&position), picture);
    }

    #[test]
    fn errors_say_what_where_and_what_else() {
        for (pits, text, message) in [
            ("6", "3 7", "position, column 3: there is no pit \"7\"; expected a pit from 1 to 6"),
            ("6", "3 3", "position, column 3: pit 3 is empty; expected a pit with seeds"),
            ("1", "4:0 4:0", "position: it does not have three parts; expected both rows and the player to move"),
            ("1", "4:0 4:0 third", "position, column 9: there is no player \"third\"; expected first or second"),
            (
                "1",
                "4:0 4;0 first",
                "position, column 5: \"4;0\" is not a row of pits; expected the seeds in 1 pit, separated \
                 by commas, then a colon and the store",
            ),
            (
                "1",
                "4:0 0:4 first",
                "position: no game leads to this position; \
                 expected 8 seeds in total, and seeds in the pits of both sides or of neither",
            ),
            ("9", "", "parameter pits: 9 is out of range; expected a number from 1 to 8"),
            ("x", "", "parameter pits: \"x\" is not a number; expected a number from 1 to 8"),
        ] {
            assert_eq!(set_up(pits, text).unwrap_err().to_string(), message);
        }
    }
}
