//! Nim with one heap: take one to three stones; who takes the last one wins. `cargo run --example nim`

use provenum::search::{Algorithm, Limits, Question, evaluate};
use provenum::{Game, Outcome, Player, Repetition};

struct Nim;

/// Stones left, and whose turn it is.
type Heap = (u32, Player);

impl Game for Nim {
    type Position = Heap;
    type Move = u32;

    fn repetition(&self) -> Repetition {
        Repetition::Impossible
    }
    fn to_move(&self, &(_, player): &Heap) -> Player {
        player
    }
    fn outcome(&self, &(stones, player): &Heap) -> Option<Outcome> {
        (stones == 0).then(|| Outcome::win_of(player.opponent()))
    }
    fn moves(&self, &(stones, _): &Heap, out: &mut Vec<u32>) {
        out.extend(1..=stones.min(3));
    }
    fn play(&self, &(stones, player): &Heap, taken: u32) -> Heap {
        (stones - taken, player.opponent())
    }
    fn key(&self, &(stones, player): &Heap) -> u64 {
        (u64::from(stones) << 1 | player as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
    fn encode(&self, &(stones, player): &Heap, out: &mut Vec<u8>) {
        out.extend((stones << 1 | player as u32).to_be_bytes());
    }
    fn decode(&self, code: &[u8]) -> Option<Heap> {
        let code = u32::from_be_bytes(code.try_into().ok()?);
        Some((code >> 1, Player::BOTH[code as usize & 1]))
    }
}

fn main() {
    for stones in 1..=12 {
        let heap = (stones, Player::First);
        let question = Question::Value(Player::First);
        let found = evaluate(&Algorithm::default(), &Nim, &heap, question, &Limits::default(), &mut |_: &_| ());
        let wins = found.value() == Some(1);
        println!("{stones:2} stones: the side to move {}", if wins { "wins" } else { "loses" });
        assert_eq!(wins, stones % 4 != 0);
    }
}
