//! How tsume-shogi is written: positions as SFEN, moves as USI does.

use super::attack::FILES;
use super::piece::{Colour, Kind};
use super::position::{Move, Position};
use super::validity::name;
use super::{TsumeShogi, sfen};
use provenum_game::{
    Asks, Diagram, Footprint, Game, GameInfo, InputError, Notation, Parameter, Parameters, Player, shorten,
};

/// The parameter about interpositions, and what it can be.
const FUTILE: &str = "futile-interposition";
const COUNT: &str = "count";
const IGNORE: &str = "ignore";

/// How many legal moves a message lists.
const MOST_LISTED: usize = 10;

impl Notation for TsumeShogi {
    const INFO: GameInfo = GameInfo {
        name: "tsume-shogi",
        summary: "shogi problems: mate by checks only",
        position: "an SFEN, optionally followed by attacks or defends, to say what the side to move does",
        example: "9/6p1+P/9/8k/9/8p/7L1/9/9 b GS2r2b3g3s4n3l15p 1",
        parameters: &[Parameter {
            name: FUTILE,
            help: "whether interpositions that only delay the mate count as moves",
            accepts: "count or ignore",
            default: COUNT,
        }],
        asks: Asks::Goal("mate"),
        lengths: true,
        in_file: false,
    };

    fn set_up(parameters: &Parameters, text: Option<&str>) -> Result<(Self, Position), InputError> {
        let ignores_futile = match parameters.get(FUTILE).unwrap_or(COUNT) {
            COUNT => false,
            IGNORE => true,
            other => {
                let problem = format!("{:?} is not accepted", shorten(other));
                return Err(InputError::parameter(FUTILE, problem, "count or ignore"));
            }
        };
        Ok((TsumeShogi { ignores_futile }, sfen::read(text.unwrap_or_default())?))
    }

    fn parameters(&self) -> Parameters {
        Parameters::new().with(FUTILE, if self.ignores_futile { IGNORE } else { COUNT })
    }

    fn format_position(&self, position: &Position) -> String {
        sfen::write(position)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, InputError> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves.iter().copied().find(|&mv| sfen::write_move(mv) == text).ok_or_else(|| {
            let sort = if self.to_move(position) == Player::First { "check" } else { "legal move" };
            let listed: Vec<_> = moves.iter().take(MOST_LISTED).map(|&mv| sfen::write_move(mv)).collect();
            let more = if moves.len() > listed.len() { ", …" } else { "" };
            let expected = if listed.is_empty() { "no move".to_owned() } else { listed.join(", ") + more };
            InputError::mv(text, format!("there is no such {sort}"), expected)
        })
    }

    fn format_move(&self, _position: &Position, mv: Move) -> String {
        sfen::write_move(mv)
    }

    fn draw(&self, position: &Position) -> String {
        let mut picture: String = (1..=FILES).rev().map(|file| format!("  {file}")).collect();
        for row in 0..FILES {
            picture.push('\n');
            for file in (0..FILES).rev() {
                let piece = position.piece_on(file * FILES + row);
                let letters = piece.map_or_else(|| ".".to_owned(), |(colour, kind)| sfen::letters(colour, kind));
                picture += &format!("{letters:>3}");
            }
            picture += &format!("  {}", char::from(b'a' + row));
        }
        for colour in Colour::BOTH {
            let hand = sfen::write_hand(position, colour, " ");
            picture += &format!("\n{} holds {}", name(colour), if hand.is_empty() { "nothing" } else { &hand });
        }
        let duty = if position.to_move() == position.attacker() { "attacker" } else { "defender" };
        picture + &format!("\n{} to move ({duty})", name(position.to_move()))
    }

    fn diagram(&self, position: &Position) -> Diagram {
        super::diagram::diagram(position)
    }

    fn footprint(&self, position: &Position, mv: Move) -> Footprint {
        super::diagram::footprint(position, mv)
    }

    fn format_move_in_japanese(&self, position: &Position, mv: Move) -> Option<String> {
        Some(super::diagram::japanese(position, mv))
    }

    fn side(&self, player: Player) -> Option<String> {
        Some(if player == Player::First { "the attacker" } else { "the defender" }.to_owned())
    }

    /// Pieces in the attacker's hand.
    fn left_over(&self, end: &Position) -> Option<u32> {
        Some(Kind::IN_HAND.iter().map(|&kind| end.attackers_hand().count(kind)).sum())
    }

    fn claimant(&self, _position: &Position) -> Player {
        Player::First
    }
}
