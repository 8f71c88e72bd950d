//! How chess is written: positions as FEN, moves as players or as chess programs write them.

use super::position::{Colour, Move, Position};
use super::validity::name;
use super::{Chess, fen, pgn, san};
use provenum_game::{Asks, Diagram, Footprint, Game, GameInfo, InputError, Notation, Parameters, Player};

/// How many legal moves a message lists.
const MOST_LISTED: usize = 10;

impl Notation for Chess {
    const INFO: GameInfo = GameInfo {
        name: "chess",
        summary: "mates and endgames by the rules of FIDE, with Chess960 castling",
        position: "a FEN with four or six fields, an EPD, or a game as PGN, with @12w behind it for the position after a move; nothing for the usual start",
        example: "kbK5/pp6/1P6/8/8/8/8/R7 w - -",
        parameters: &[],
        asks: Asks::Win,
        lengths: true,
        in_file: false,
    };

    fn set_up(_parameters: &Parameters, text: Option<&str>) -> Result<(Self, Position), InputError> {
        let text = text.unwrap_or(fen::START);
        let (position, clock) = if pgn::is_game(text) { pgn::read(text)? } else { fen::read(text)? };
        Ok((Chess { clock: clock.unwrap_or(0) }, position))
    }

    fn parameters(&self) -> Parameters {
        Parameters::new()
    }

    fn format_position(&self, position: &Position) -> String {
        fen::write(position)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, InputError> {
        san::find(position, text).ok_or_else(|| {
            let mut moves = Vec::new();
            self.moves(position, &mut moves);
            let listed: Vec<_> = moves.iter().take(MOST_LISTED).map(|&mv| san::write(position, mv)).collect();
            let more = if moves.len() > listed.len() { ", …" } else { "" };
            let expected = if listed.is_empty() { "no move".to_owned() } else { listed.join(", ") + more };
            InputError::mv(text, "there is no such legal move, or more than one", expected)
        })
    }

    fn format_move(&self, position: &Position, mv: Move) -> String {
        san::write(position, mv)
    }

    fn draw(&self, position: &Position) -> String {
        let mut picture = String::new();
        for row in (0..8).rev() {
            picture += &format!("{}", row + 1);
            for square in 8 * row..8 * row + 8 {
                let piece = position.colour_on(square).zip(position.piece_on(square));
                picture.push(' ');
                picture.push(piece.map_or('.', |(colour, piece)| fen::letter(colour, piece)));
            }
            picture.push('\n');
        }
        let check = if position.in_check(position.turn) { ", in check" } else { "" };
        picture + &format!("  a b c d e f g h\n{} to move{check}", name(position.turn))
    }

    fn diagram(&self, position: &Position) -> Diagram {
        super::diagram::diagram(position)
    }

    fn footprint(&self, position: &Position, mv: Move) -> Footprint {
        super::diagram::footprint(position, mv)
    }

    fn idle_rule(&self) -> Option<(u32, u32)> {
        Some((self.clock, 100))
    }

    fn is_progress(&self, position: &Position, mv: Move) -> bool {
        position.is_irreversible(mv) && !position.castles(mv)
    }

    /// A mate in two: a move, an answer, and the mate.
    fn plies(&self, moves: u32) -> u32 {
        (2 * moves).saturating_sub(1)
    }

    fn side(&self, player: Player) -> Option<String> {
        Some(name(Colour::BOTH[usize::from(player == Player::Second)]).to_owned())
    }
}
