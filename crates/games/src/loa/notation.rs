//! How Lines of Action is written: the moves played, or the rows from the top and the side to move.

use super::{Loa, Move, PASS, Position, Rules, SIZES};
use crate::{Symmetry, board, square, text};
use provenum_game::{
    Asks, Diagram, Footprint, Game, GameInfo, InputError, Notation, Parameter, Parameters, Piece, Player, shorten,
};

/// What is wrong with a move, and what would be right.
type Complaint = (String, String);

const RULES: &str = "paper, gamut or openspiel";
const MOVE: &str = "a move such as b1-b3 or a3xc1, or pass";

/// The player that a letter stands for.
fn player(letter: char) -> Option<Player> {
    match letter {
        'b' | 'B' => Some(Player::First),
        'w' | 'W' => Some(Player::Second),
        _ => None,
    }
}

fn letter(player: Player) -> char {
    ['b', 'w'][player as usize]
}

impl Loa {
    /// The two squares of a move. Between them may be `-`, `x`, or `:` as game records have it (SGF), and behind them
    /// `+`, `!` and `?`. `B[b1-b3]` is read as well.
    fn squares_of(&self, name: &str) -> Option<Move> {
        let name = name.strip_suffix(']').and_then(|name| name.get(2..)).unwrap_or(name);
        let name = name.trim_end_matches(['+', '!', '?']);
        let (from, rest) = name.split_at_checked(2)?;
        let to = rest.strip_prefix(['-', 'x', 'X', ':']).unwrap_or(rest);
        let square = |name| square::named(name, self.width, self.height);
        Some(Move { from: square(from)?, to: square(to)? })
    }

    /// The legal move that this word names.
    pub(super) fn legal(&self, position: &Position, name: &str) -> Result<Move, Complaint> {
        let wanted = if name.eq_ignore_ascii_case("pass") { Some(PASS) } else { self.squares_of(name) };
        let Some(wanted) = wanted else {
            return Err((format!("{:?} is not a move on this board", shorten(name)), MOVE.to_owned()));
        };
        if self.outcome(position).is_some() {
            return Err(("the game is already over".to_owned(), "no further moves".to_owned()));
        }
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        if moves.contains(&wanted) {
            return Ok(wanted);
        }
        let mut legal: Vec<_> = moves.iter().filter(|mv| mv.from == wanted.from).copied().collect();
        let problem = if wanted == PASS {
            "there are legal moves, so passing is not allowed".to_owned()
        } else if legal.is_empty() {
            format!("nothing can move from {}", square::name(wanted.from))
        } else {
            format!("{name} is not allowed")
        };
        if legal.is_empty() {
            legal = moves;
        }
        let mut names: Vec<_> = legal.iter().take(8).map(|&mv| self.format_move(position, mv)).collect();
        if legal.len() > names.len() {
            names.push("…".to_owned());
        }
        Err((problem, names.join(", ")))
    }

    pub(super) fn read(&self, text: &str) -> Result<Position, InputError> {
        if text.contains('/') {
            return self.read_rows(text);
        }
        let mut position = self.start();
        for (column, name) in text::words(text, |c| c == ',' || c == ';' || c.is_whitespace()) {
            match self.legal(&position, name) {
                Ok(mv) => position = self.play(&position, mv),
                Err((problem, expected)) => return Err(InputError::at(column, problem, expected)),
            }
        }
        Ok(position)
    }

    /// Reads rows as chess players write them: digits are so many empty squares.
    fn read_rows(&self, text: &str) -> Result<Position, InputError> {
        let (width, height) = (self.width as usize, self.height as usize);
        let shape = || format!("{height} rows of {width} squares");
        let mut words = text::words(text, char::is_whitespace);
        let (start, rows) = words.next().unwrap_or((1, ""));
        let mut pieces = [0; 2];
        let (mut row, mut column) = (height - 1, 0);
        let mut end = start;
        for (index, symbol) in rows.chars().enumerate() {
            end = start + index;
            let wrong = |problem: String, expected: String| Err(InputError::at(end, problem, expected));
            let name = square::name(square::at(0, row));
            match (symbol, player(symbol)) {
                ('/', _) if column < width => {
                    return wrong(format!("the row that starts at {name} is too short"), shape());
                }
                ('/', _) if row == 0 => return wrong("there are too many rows".to_owned(), shape()),
                ('/', _) => (row, column) = (row - 1, 0),
                (_, Some(player)) if column < width => {
                    pieces[player as usize] |= 1 << square::at(column, row);
                    column += 1;
                }
                ('1'..='8', _) => column += symbol as usize - '0' as usize,
                ('.' | '-', _) => column += 1,
                (_, None) => {
                    return wrong(
                        format!("{symbol:?} is not a square"),
                        "`b`, `w`, or a number of empty squares".to_owned(),
                    );
                }
                _ => column += 1,
            }
            if column > width {
                return wrong(format!("the row that starts at {name} is too long"), shape());
            }
        }
        if (row, column) != (0, width) {
            return Err(InputError::at(end + 1, "the board ends too early", shape()));
        }
        if let Some(missing) = Player::BOTH.into_iter().find(|&player| pieces[player as usize] == 0) {
            return Err(InputError::position(
                format!("there is no `{}`", letter(missing)),
                "at least one piece for each side",
            ));
        }
        let side = words.next();
        let mover = side.and_then(|(_, word)| Some((word.chars().next().and_then(player)?, word.len() == 1)));
        let (Some((mover, true)), None) = (mover, words.next()) else {
            let place = side.map_or(end + 2, |(place, _)| place);
            return Err(InputError::at(place, "it is not clear whose turn it is", "`b` or `w` at the end"));
        };
        Ok(self.position(pieces, mover))
    }

    fn piece(position: &Position, column: usize, row: usize) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| position.of(player) & 1 << square::at(column, row) != 0)
    }
}

impl Notation for Loa {
    const INFO: GameInfo = GameInfo {
        name: "loa",
        summary: "Lines of Action: the first side to connect all its pieces wins",
        position: "the moves played (b1-b3 a2xc4), or the rows from the top and the side to move (1bbbbbb1/w6w/… b)",
        example: "b1-b3",
        parameters: &[
            Parameter { name: "size", help: "columns x rows", accepts: SIZES, default: "8x8" },
            Parameter {
                name: "rules",
                help: "which of the published rules to follow",
                accepts: RULES,
                default: "paper",
            },
            Symmetry::PARAMETER,
        ],
        asks: Asks::Value,
        lengths: false,
        in_file: false,
    };

    fn set_up(parameters: &Parameters, text: Option<&str>) -> Result<(Self, Position), InputError> {
        let size = parameters.get("size").unwrap_or("8x8");
        let Some([width, height]) = text::size(size) else {
            return Err(InputError::parameter("size", format!("{:?} is not a size", shorten(size)), SIZES));
        };
        let rules = match parameters.get("rules") {
            None | Some("paper") => Rules::Paper,
            Some("gamut") => Rules::Gamut,
            Some("openspiel") => Rules::OpenSpiel,
            Some(other) => {
                return Err(InputError::parameter("rules", format!("there are no rules {:?}", shorten(other)), RULES));
            }
        };
        let game = Loa::new(width, height, rules, Symmetry::read(parameters)?)?;
        let position = game.read(text.unwrap_or_default())?;
        Ok((game, position))
    }

    fn parameters(&self) -> Parameters {
        let rules = match self.rules {
            Rules::Paper => "paper",
            Rules::Gamut => "gamut",
            Rules::OpenSpiel => "openspiel",
        };
        Parameters::new()
            .with("size", format!("{}x{}", self.width, self.height))
            .with("rules", rules)
            .with(Symmetry::PARAMETER.name, self.symmetry.name())
    }

    fn format_position(&self, position: &Position) -> String {
        let mut text = String::new();
        for row in (0..self.height as usize).rev() {
            let mut empty = 0;
            for column in 0..self.width as usize {
                match Self::piece(position, column, row) {
                    None => empty += 1,
                    Some(player) => {
                        text += &if empty > 0 { empty.to_string() } else { String::new() };
                        text.push(letter(player));
                        empty = 0;
                    }
                }
            }
            text += &if empty > 0 { empty.to_string() } else { String::new() };
            text.push(if row > 0 { '/' } else { ' ' });
        }
        text.push(letter(position.mover));
        text
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, InputError> {
        self.legal(position, text).map_err(|(problem, expected)| InputError::mv(text, problem, expected))
    }

    fn format_move(&self, position: &Position, mv: Move) -> String {
        if mv == PASS {
            return "pass".to_owned();
        }
        let takes = position.other() & 1 << mv.to != 0;
        format!("{}{}{}", square::name(mv.from), if takes { 'x' } else { '-' }, square::name(mv.to))
    }

    fn draw(&self, position: &Position) -> String {
        let symbol = |column, row| Self::piece(position, column, row).map_or('.', letter);
        let picture = board::draw(self.width as usize, (0..self.height as usize).rev(), symbol);
        format!("{picture}\n{} to move", letter(position.mover))
    }

    fn diagram(&self, position: &Position) -> Diagram {
        let spoken = |player: Player| ["black", "white"][player as usize];
        let stone = |player: Player| Piece::stone(player as u8, spoken(player));
        let piece = |column, row| Self::piece(position, column, row).map(stone);
        board::diagram(self.width as usize, (0..self.height as usize).rev(), piece)
    }

    fn footprint(&self, _position: &Position, mv: Move) -> Footprint {
        if mv == PASS { Footprint::default() } else { Footprint::from_to(square::name(mv.from), square::name(mv.to)) }
    }

    fn side(&self, player: Player) -> Option<String> {
        Some(letter(player).to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set_up(size: &str, text: &str) -> Result<(Loa, Position), InputError> {
        Loa::set_up(&Parameters::new().with("size", size), Some(text))
    }

    #[test]
    fn moves_and_rows_mean_the_same() {
        let (game, position) = set_up("4x4", "b1-b3").unwrap();
        assert_eq!(game.format_position(&position), "1bb1/wb1w/w2w/2b1 w");
        assert_eq!(game.draw(&position), "4 . b b .\n3 w b . w\n2 w . . w\n1 . . b .\n  a b c d\nw to move");
        for text in ["1bb1/wb1w/w2w/2b1 w", ".bb./Wb1w/w2w/2b1  W", "B1B3", ";B[b1-b3!]", "b1:b3+"] {
            assert_eq!(set_up("4x4", text).unwrap().1, position, "{text}");
        }
    }

    #[test]
    fn errors_say_what_where_and_what_else() {
        for (text, message) in [
            (
                "b1-b3 b1",
                "position, column 7: \"b1\" is not a move on this board; \
                 expected a move such as b1-b3 or a3xc1, or pass",
            ),
            ("b1-b4", "position, column 1: b1-b4 is not allowed; expected b1-d1, b1-b3, b1xd3"),
            ("1bb1/w2w/w2w b", "position, column 13: the board ends too early; expected 4 rows of 4 squares"),
            (
                "1bb1/w3w/w2w/4 b",
                "position, column 8: the row that starts at a3 is too long; expected 4 rows of 4 squares",
            ),
            (
                "1bb/w2w/w2w/4 b",
                "position, column 4: the row that starts at a4 is too short; expected 4 rows of 4 squares",
            ),
            ("1bb1/4/4/4 b", "position: there is no `w`; expected at least one piece for each side"),
            ("1bb1/w2w/4/4", "position, column 14: it is not clear whose turn it is; expected `b` or `w` at the end"),
            (
                "1bb1/w2w/4/4 b b",
                "position, column 14: it is not clear whose turn it is; expected `b` or `w` at the end",
            ),
            (
                "1bb1/z2w/4/4 b",
                "position, column 6: 'z' is not a square; expected `b`, `w`, or a number of empty squares",
            ),
        ] {
            assert_eq!(set_up("4x4", text).unwrap_err().to_string(), message, "{text}");
        }
    }
}
