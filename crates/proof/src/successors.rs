//! The successors of a position in an order that depends on positions alone: by their codes.
//!
//! A certificate names a move by the place of the position it leads to in this order. So it does not depend on how, or in
//! which order, a program generates moves, and two moves to the same position are the same move.

use crate::records::by_code;
use provenum_game::AndOr;

/// The distinct successors of one position, by rising code.
#[derive(Debug)]
pub(crate) struct Successors<P: AndOr> {
    steps: Vec<P::Step>,
    codes: Vec<u8>,
    list: Vec<Successor<P::Node>>,
}

#[derive(Debug)]
struct Successor<N> {
    node: N,
    start: u32,
    end: u32,
}

impl<P: AndOr> Default for Successors<P> {
    fn default() -> Self {
        Successors { steps: Vec::new(), codes: Vec::new(), list: Vec::new() }
    }
}

impl<P: AndOr> Successors<P> {
    /// Generates the successors of an open position.
    pub(crate) fn generate(&mut self, problem: &P, node: &P::Node) {
        self.steps.clear();
        self.codes.clear();
        self.list.clear();
        problem.steps(node, &mut self.steps);
        for &step in &self.steps {
            let node = problem.follow(node, step);
            let start = self.codes.len() as u32;
            problem.encode(&node, &mut self.codes);
            self.list.push(Successor { node, start, end: self.codes.len() as u32 });
        }
        let codes = &self.codes;
        let code = |s: &Successor<P::Node>| &codes[s.start as usize..s.end as usize];
        self.list.sort_unstable_by(|a, b| by_code(code(a), code(b)));
        self.list.dedup_by(|a, b| code(a) == code(b));
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// The successor at this place, with its code.
    pub(crate) fn get(&self, index: usize) -> Option<(&P::Node, &[u8])> {
        let successor = self.list.get(index)?;
        Some((&successor.node, &self.codes[successor.start as usize..successor.end as usize]))
    }

    /// All successors with their codes.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&P::Node, &[u8])> {
        (0..self.len()).filter_map(|index| self.get(index))
    }

    /// The place of a successor.
    pub(crate) fn index_of(&self, problem: &P, node: &P::Node) -> u32 {
        let mut wanted = Vec::new();
        problem.encode(node, &mut wanted);
        let place = self.iter().position(|(_, code)| code == wanted);
        place.map_or(u32::MAX, |place| place as u32)
    }
}
