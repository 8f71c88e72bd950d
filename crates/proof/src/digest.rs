//! A fingerprint of the rules, so that a certificate is not checked with the rules of another game by mistake.

use crate::records::by_code;
use provenum_game::{AndOr, Game, Kind, Player, Status};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use std::ops::Range;

/// How many positions go into the fingerprint.
const POSITIONS: usize = 500;

/// The 64-bit FNV-1a hash of the rules around a position: of the first 500 positions in breadth-first order, the code,
/// whose turn it is, the result, and the codes of the successors in rising order. The byte sequence is defined in
/// `docs/CERTIFICATES.md`. What a game knows beside its rules does not count.
#[must_use]
pub fn rules_digest<G: Game>(game: &G, root: &G::Position) -> u64 {
    digest(&OfGame(game), root)
}

/// The same for an AND/OR problem, in which the second player chooses at AND nodes, a proven node is worth 1 and a disproven
/// one −1.
#[must_use]
pub fn problem_digest<P: AndOr>(problem: &P, root: &P::Node) -> u64 {
    digest(&OfProblem(problem), root)
}

/// The rules of a game or of a problem.
trait Rules {
    type Node: Clone;
    fn encode(&self, node: &Self::Node, out: &mut Vec<u8>);
    fn second_moves(&self, node: &Self::Node) -> bool;
    fn result(&self, node: &Self::Node) -> Option<i32>;
    fn successors(&self, node: &Self::Node, emit: &mut impl FnMut(Self::Node));
}

struct OfGame<'g, G>(&'g G);

impl<G: Game> Rules for OfGame<'_, G> {
    type Node = G::Position;

    fn encode(&self, position: &G::Position, out: &mut Vec<u8>) {
        self.0.encode(position, out);
    }

    fn second_moves(&self, position: &G::Position) -> bool {
        self.0.to_move(position) == Player::Second
    }

    fn result(&self, position: &G::Position) -> Option<i32> {
        self.0.outcome(position).map(|outcome| outcome.0)
    }

    fn successors(&self, position: &G::Position, emit: &mut impl FnMut(G::Position)) {
        let mut moves = Vec::new();
        self.0.moves(position, &mut moves);
        moves.into_iter().for_each(|mv| emit(self.0.play(position, mv)));
    }
}

struct OfProblem<'p, P>(&'p P);

impl<P: AndOr> Rules for OfProblem<'_, P> {
    type Node = P::Node;

    fn encode(&self, node: &P::Node, out: &mut Vec<u8>) {
        self.0.encode(node, out);
    }

    fn second_moves(&self, node: &P::Node) -> bool {
        self.0.kind(node) == Kind::And
    }

    fn result(&self, node: &P::Node) -> Option<i32> {
        match self.0.status(node) {
            Status::Proven => Some(1),
            Status::Disproven => Some(-1),
            Status::Open => None,
        }
    }

    fn successors(&self, node: &P::Node, emit: &mut impl FnMut(P::Node)) {
        let mut steps = Vec::new();
        self.0.steps(node, &mut steps);
        steps.into_iter().for_each(|step| emit(self.0.follow(node, step)));
    }
}

fn digest<R: Rules>(rules: &R, root: &R::Node) -> u64 {
    let mut hash = Fnv::new();
    let mut code = Vec::new();
    rules.encode(root, &mut code);
    let mut found = FxHashSet::from_iter([code.clone()]);
    let mut queue = VecDeque::from([root.clone()]);
    // The successors of a position, with the places of their codes.
    let mut codes: Vec<u8> = Vec::new();
    let mut successors: Vec<(Range<usize>, R::Node)> = Vec::new();
    while let Some(position) = queue.pop_front() {
        code.clear();
        rules.encode(&position, &mut code);
        hash.string(&code);
        hash.byte(rules.second_moves(&position).into());
        if let Some(value) = rules.result(&position) {
            hash.byte(1);
            hash.bytes(&value.to_le_bytes());
            continue;
        }
        hash.byte(0);
        codes.clear();
        rules.successors(&position, &mut |successor| {
            let start = codes.len();
            rules.encode(&successor, &mut codes);
            successors.push((start..codes.len(), successor));
        });
        let code = |(place, _): &(Range<usize>, R::Node)| &codes[place.clone()];
        successors.sort_unstable_by(|a, b| by_code(code(a), code(b)));
        successors.dedup_by(|a, b| code(a) == code(b));
        hash.bytes(&(successors.len() as u32).to_le_bytes());
        for (place, successor) in successors.drain(..) {
            let code = &codes[place];
            hash.string(code);
            // What is found later is not visited.
            if found.len() < POSITIONS && !found.contains(code) {
                found.insert(code.to_vec());
                queue.push_back(successor);
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
