//! A game of your own: its rules, how it is written, and what is found out about it, with a proof.
//!
//! Nim with one heap: take one to three stones. Who takes the last one wins.
//!
//! `cargo run -p provenum --example own_game`

use provenum::proof::{Certificate, Options, check};
use provenum::session::Solve;
use provenum::{
    Asks, Game, GameInfo, Hints, InputError, Notation, Outcome, Parameters, Player, Repetition, Valuation, Values,
};
use std::error::Error;

/// The game. It has no parameters.
#[derive(Debug)]
pub struct Nim;

/// A position: stones left, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Heap(u16, Player);

/// The rules. This is all that a search and a proof need.
impl Game for Nim {
    type Position = Heap;
    type Move = u16;

    fn values(&self) -> Values {
        Values::WinLoss
    }
    fn repetition(&self) -> Repetition {
        Repetition::Impossible
    }
    fn to_move(&self, &Heap(_, player): &Heap) -> Player {
        player
    }
    fn outcome(&self, &Heap(stones, player): &Heap) -> Option<Outcome> {
        (stones == 0).then(|| Outcome::win_of(player.opponent()))
    }
    fn moves(&self, &Heap(stones, _): &Heap, out: &mut Vec<u16>) {
        out.extend(1..=stones.min(3));
    }
    fn play(&self, &Heap(stones, player): &Heap, taken: u16) -> Heap {
        Heap(stones - taken, player.opponent())
    }
    fn key(&self, &Heap(stones, player): &Heap) -> u64 {
        (u64::from(stones) << 1 | player as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
    fn encode(&self, &Heap(stones, player): &Heap, out: &mut Vec<u8>) {
        out.push(player as u8);
        out.extend(stones.to_be_bytes());
    }
    fn decode(&self, code: &[u8]) -> Option<Heap> {
        let &[player, high, low] = code else { return None };
        Some(Heap(u16::from_be_bytes([high, low]), *Player::BOTH.get(usize::from(player))?))
    }
}

/// There is nothing to help the searches with.
impl Hints<Heap, u16> for Nim {}
impl Valuation<Heap, u16> for Nim {}

/// How it is written. With this, everything that works with texts works for the game too.
impl Notation for Nim {
    const INFO: GameInfo = GameInfo {
        name: "nim",
        summary: "Nim: take one to three stones of a heap, who takes the last one wins",
        position: "the number of stones, and `second` if the second player is to move (7, 6 second)",
        example: "7",
        parameters: &[],
        asks: Asks::Value,
        lengths: false,
        in_file: false,
    };

    fn set_up(_: &Parameters, text: Option<&str>) -> Result<(Nim, Heap), InputError> {
        let text = text.unwrap_or("21").trim();
        let (stones, player) = match text.strip_suffix(" second") {
            Some(stones) => (stones, Player::Second),
            None => (text, Player::First),
        };
        let wrong = |_| InputError::position("this is no heap", "a number of stones, such as 7 or 6 second");
        Ok((Nim, Heap(stones.parse().map_err(wrong)?, player)))
    }
    fn parameters(&self) -> Parameters {
        Parameters::new()
    }
    fn format_position(&self, &Heap(stones, player): &Heap) -> String {
        let turn = if player == Player::Second { " second" } else { "" };
        format!("{stones}{turn}")
    }
    fn parse_move(&self, &Heap(stones, _): &Heap, text: &str) -> Result<u16, InputError> {
        let taken = text.parse().ok().filter(|taken| (1..=stones.min(3)).contains(taken));
        taken.ok_or_else(|| InputError::mv(text, "it cannot be made", format!("1 to {}", stones.min(3))))
    }
    fn format_move(&self, _: &Heap, taken: u16) -> String {
        taken.to_string()
    }
    fn draw(&self, &Heap(stones, _): &Heap) -> String {
        if stones == 0 { "(no stones)".to_owned() } else { "●".repeat(stones.into()) }
    }
}

/// Asks who wins, how, and whether that is so.
pub fn main() -> Result<(), Box<dyn Error>> {
    // Who wins? With a multiple of four, whoever is not to move.
    for stones in 1..=12 {
        let heap = Heap(stones, Player::First);
        let wins = Solve::new(&Nim, &heap).run().value() == Some(1);
        println!("{stones:2} stones: the side to move {}", if wins { "wins" } else { "loses" });
        assert_eq!(wins, stones % 4 != 0);
    }

    // How? The line shows the best play of both sides.
    let (game, heap) = Nim::set_up(&Parameters::new(), Some("7"))?;
    let found = Solve::new(&game, &heap).certify().run();
    println!("from 7 stones, take {:?}", found.line());
    assert_eq!(found.line()[0], 3);

    // Is that so? A certificate is bytes for a file, and the checker knows the rules and nothing of the search.
    let certificate = found.certified()?;
    let read = Certificate::from_bytes(&certificate.bytes)?;
    let checked = check(&read, &game, &heap, Options::default())?;
    println!("proven by a {} of {} positions", checked[0].kind, checked[0].positions);
    assert!(checked[0].holds);
    Ok(())
}
