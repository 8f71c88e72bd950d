//! A fingerprint of the rules, so that a certificate is not checked with the rules of another game by mistake.

use crate::records::by_code;
use provenum_game::{Game, Player};
use std::collections::HashSet;

/// How many positions go into the fingerprint.
const POSITIONS: usize = 500;

/// The 64-bit FNV-1a hash of the rules around a position: of the first 500 positions in breadth-first order, the code,
/// whose turn it is, the result, and the codes of the successors in rising order. The byte sequence is defined in
/// `docs/CERTIFICATES.md`.
#[must_use]
pub fn rules_digest<G: Game>(game: &G, root: &G::Position) -> u64 {
    let code = |position: &G::Position| {
        let mut code = Vec::new();
        game.encode(position, &mut code);
        code
    };
    let mut hash = Fnv::new();
    let mut seen = HashSet::from([code(root)]);
    let mut queue = std::collections::VecDeque::from([root.clone()]);
    for _ in 0..POSITIONS {
        let Some(position) = queue.pop_front() else { break };
        hash.string(&code(&position));
        hash.byte((game.to_move(&position) == Player::Second).into());
        match game.outcome(&position) {
            Some(outcome) => {
                hash.byte(1);
                hash.bytes(&outcome.0.to_le_bytes());
            }
            None => {
                hash.byte(0);
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                let mut successors: Vec<_> = moves.iter().map(|&mv| game.play(&position, mv)).collect();
                successors.sort_by(|a, b| by_code(&code(a), &code(b)));
                successors.dedup();
                hash.bytes(&(successors.len() as u32).to_le_bytes());
                for successor in successors {
                    let code = code(&successor);
                    hash.string(&code);
                    if seen.insert(code) {
                        queue.push_back(successor);
                    }
                }
            }
        }
    }
    hash.0
}

/// Fowler, Noll and Vo's hash: a few lines in any language.
struct Fnv(u64);

impl Fnv {
    fn new() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }

    fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.byte(byte));
    }

    /// A byte string, with its length before it.
    fn string(&mut self, bytes: &[u8]) {
        self.bytes(&(bytes.len() as u32).to_le_bytes());
        self.bytes(bytes);
    }
}
