//! Games of more than two players, and the question that a proof can answer about them: what one player achieves
//! whatever the others do, even if all of them play against it.

use crate::{
    Diagram, Estimate, Footprint, Game, GameInfo, Hints, InputError, Kind, Notation, Outcome, Parameters, Player,
    Repetition, Valuation, Values, Word,
};
use std::hash::Hash;

/// The rules of a game of any number of players with perfect information. Players count from 0.
pub trait MultiPlayer: Sync {
    /// Everything the future of the game depends on.
    type Position: Clone + Eq + Hash + Send + Sync + 'static;
    /// A move.
    type Move: Word;

    /// How many players there are.
    fn players(&self) -> usize;
    /// The results that each player can have, in its own eyes.
    fn values(&self) -> Values;
    /// What endless play is worth to a player; none if no position can come back.
    fn endless(&self, _player: usize) -> Option<i32> {
        None
    }
    /// Whose turn it is.
    fn to_move(&self, position: &Self::Position) -> usize;
    /// What the result is worth to a player, if the game is over.
    fn worth(&self, position: &Self::Position, player: usize) -> Option<i32>;
    /// Appends the legal moves of a position that is not over, in an order that depends on the position alone.
    fn moves(&self, position: &Self::Position, out: &mut Vec<Self::Move>);
    /// The position after a legal move.
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;
    /// A hash for tables, equal for equal positions.
    fn key(&self, position: &Self::Position) -> u64;
    /// Appends a code that no other position of this game has.
    fn encode(&self, position: &Self::Position, out: &mut Vec<u8>);
    /// The position with this code; none if no position has it.
    fn decode(&self, code: &[u8]) -> Option<Self::Position>;

    /// The number of legal moves of a position that is not over. Override it where counting is cheaper than listing.
    fn mobility(&self, position: &Self::Position) -> usize {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves.len()
    }
}

/// One player against all others, as a game of two: the **paranoid** view (Sturtevant and Korf 2000; for proof-number
/// search Saito and Winands 2010). [`Player::First`] is that player, [`Player::Second`] everybody else together, so turns
/// need not alternate. What is proven is what the player can force; others who do not conspire can only let it have more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Paranoid<M> {
    game: M,
    player: usize,
}

impl<M: MultiPlayer> Paranoid<M> {
    /// The game as `player`, counted from 0, sees it; none if there is no such player.
    pub fn new(game: M, player: usize) -> Option<Self> {
        (player < game.players()).then_some(Paranoid { game, player })
    }

    /// The game of many players.
    pub fn game(&self) -> &M {
        &self.game
    }

    /// The player that all others play against.
    pub fn player(&self) -> usize {
        self.player
    }
}

impl<M: MultiPlayer> Game for Paranoid<M> {
    type Position = M::Position;
    type Move = M::Move;

    fn values(&self) -> Values {
        self.game.values()
    }

    fn repetition(&self) -> Repetition {
        self.game.endless(self.player).map_or(Repetition::Impossible, |value| Repetition::Worth(Outcome(value)))
    }

    #[inline]
    fn to_move(&self, position: &M::Position) -> Player {
        if self.game.to_move(position) == self.player { Player::First } else { Player::Second }
    }

    #[inline]
    fn outcome(&self, position: &M::Position) -> Option<Outcome> {
        self.game.worth(position, self.player).map(Outcome)
    }

    #[inline]
    fn moves(&self, position: &M::Position, out: &mut Vec<M::Move>) {
        self.game.moves(position, out);
    }

    #[inline]
    fn play(&self, position: &M::Position, mv: M::Move) -> M::Position {
        self.game.play(position, mv)
    }

    #[inline]
    fn key(&self, position: &M::Position) -> u64 {
        self.game.key(position)
    }

    fn encode(&self, position: &M::Position, out: &mut Vec<u8>) {
        self.game.encode(position, out);
    }

    fn decode(&self, code: &[u8]) -> Option<M::Position> {
        self.game.decode(code)
    }

    #[inline]
    fn successors(&self, position: &M::Position, emit: &mut impl FnMut(M::Move, Option<Outcome>, u64)) {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        for mv in moves {
            let next = self.game.play(position, mv);
            emit(mv, self.outcome(&next), self.game.key(&next));
        }
    }

    #[inline]
    fn mobility(&self, position: &M::Position, _scratch: &mut Vec<M::Move>) -> usize {
        self.game.mobility(position)
    }
}

impl<M: MultiPlayer> Hints<M::Position, M::Move> for Paranoid<M> {
    #[inline]
    fn has_estimates(&self) -> bool {
        true
    }

    #[inline]
    fn estimate(&self, position: &M::Position, kind: Kind) -> Estimate {
        Estimate::mobility(kind, self.game.mobility(position))
    }
}

impl<M: MultiPlayer> Valuation<M::Position, M::Move> for Paranoid<M> {}

/// How positions and moves of a game of many players are written and drawn. It gives [`Paranoid`] its [`Notation`].
pub trait MultiPlayerNotation: MultiPlayer + Sized {
    /// Name, parameters and the like.
    const INFO: GameInfo;

    /// As [`Notation::set_up`]: a parameter says for whom.
    fn set_up(parameters: &Parameters, text: Option<&str>) -> Result<(Paranoid<Self>, Self::Position), InputError>;
    /// As [`Notation::parameters`], with the player in question.
    fn parameters(&self, player: usize) -> Parameters;
    /// As [`Notation::format_position`].
    fn format_position(&self, position: &Self::Position) -> String;
    /// As [`Notation::parse_move`].
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, InputError>;
    /// As [`Notation::format_move`].
    fn format_move(&self, position: &Self::Position, mv: Self::Move) -> String;
    /// As [`Notation::draw`].
    fn draw(&self, position: &Self::Position) -> String;
    /// As [`Notation::diagram`].
    fn diagram(&self, position: &Self::Position) -> Diagram {
        Diagram::of_text(&self.draw(position))
    }
    /// As [`Notation::footprint`].
    fn footprint(&self, _position: &Self::Position, _mv: Self::Move) -> Footprint {
        Footprint::default()
    }
}

impl<M: MultiPlayerNotation> Notation for Paranoid<M> {
    const INFO: GameInfo = M::INFO;

    fn set_up(parameters: &Parameters, text: Option<&str>) -> Result<(Self, M::Position), InputError> {
        M::set_up(parameters, text)
    }

    fn parameters(&self) -> Parameters {
        self.game.parameters(self.player)
    }

    fn format_position(&self, position: &M::Position) -> String {
        self.game.format_position(position)
    }

    fn parse_move(&self, position: &M::Position, text: &str) -> Result<M::Move, InputError> {
        self.game.parse_move(position, text)
    }

    fn format_move(&self, position: &M::Position, mv: M::Move) -> String {
        self.game.format_move(position, mv)
    }

    fn draw(&self, position: &M::Position) -> String {
        self.game.draw(position)
    }

    fn diagram(&self, position: &M::Position) -> Diagram {
        self.game.diagram(position)
    }

    fn footprint(&self, position: &M::Position, mv: M::Move) -> Footprint {
        self.game.footprint(position, mv)
    }

    fn side(&self, player: Player) -> Option<String> {
        Some(match player {
            Player::First => format!("player {}", self.player + 1),
            Player::Second => "all other players".to_owned(),
        })
    }

    /// It is always about the player in question, also when others are to move.
    fn claimant(&self, _position: &M::Position) -> Player {
        Player::First
    }
}
