//! The successors of a position in an order that depends on positions alone: by their codes.
//!
//! A certificate names a move by the place of the position it leads to in this order. So it does not depend on how, or in
//! which order, a program generates moves, and two moves to the same position are the same move.

use crate::records::first_bytes;
use provenum_game::AndOr;
use std::cmp::Ordering;

/// The successors of one position.
#[derive(Debug)]
pub(crate) struct Successors<P: AndOr> {
    steps: Vec<P::Step>,
    codes: Vec<u8>,
    list: Vec<Successor<P::Node>>,
}

#[derive(Debug)]
struct Successor<N> {
    node: N,
    /// The first bytes of the code: they spare most looks at the rest.
    word: u64,
    start: u32,
    end: u32,
}

impl<N> Successor<N> {
    fn code<'c>(&self, codes: &'c [u8]) -> &'c [u8] {
        &codes[self.start as usize..self.end as usize]
    }

    fn by_code(&self, other: &Self, codes: &[u8]) -> Ordering {
        let key = |s: &Self| (s.end - s.start, s.word);
        key(self).cmp(&key(other)).then_with(|| match self.end - self.start {
            0..=8 => Ordering::Equal,
            _ => self.code(codes).cmp(other.code(codes)),
        })
    }
}

impl<P: AndOr> Default for Successors<P> {
    fn default() -> Self {
        Successors { steps: Vec::new(), codes: Vec::new(), list: Vec::new() }
    }
}

impl<P: AndOr> Successors<P> {
    /// Generates the distinct successors of an open position, by rising code.
    pub(crate) fn generate(&mut self, problem: &P, node: &P::Node) {
        self.generate_in_any_order(problem, node);
        self.sort();
    }

    /// Generates the successors of an open position, one for every move.
    pub(crate) fn generate_in_any_order(&mut self, problem: &P, node: &P::Node) {
        self.steps.clear();
        self.codes.clear();
        self.list.clear();
        problem.steps(node, &mut self.steps);
        for &step in &self.steps {
            let node = problem.follow(node, step);
            let start = self.codes.len() as u32;
            problem.encode(&node, &mut self.codes);
            let word = first_bytes(&self.codes[start as usize..]);
            self.list.push(Successor { node, word, start, end: self.codes.len() as u32 });
        }
    }

    fn sort(&mut self) {
        let codes = &self.codes;
        self.list.sort_unstable_by(|a, b| a.by_code(b, codes));
        self.list.dedup_by(|a, b| a.by_code(b, codes) == Ordering::Equal);
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// The successor at this place, with its code.
    pub(crate) fn get(&self, index: usize) -> Option<(&P::Node, &[u8])> {
        let successor = self.list.get(index)?;
        Some((&successor.node, successor.code(&self.codes)))
    }

    /// All successors with their codes.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&P::Node, &[u8])> {
        self.list.iter().map(|successor| (&successor.node, successor.code(&self.codes)))
    }

    /// The place, among the distinct successors of a position by rising code, of the one that a step leads to; a place that
    /// does not exist if the position has no such step.
    pub(crate) fn place_of(&mut self, problem: &P, node: &P::Node, step: P::Step) -> u32 {
        self.generate_in_any_order(problem, node);
        let Some(place) = self.steps.iter().position(|&other| other == step) else { return u32::MAX };
        let chosen = self.list.swap_remove(place);
        let codes = &self.codes;
        self.list.retain(|other| other.by_code(&chosen, codes) == Ordering::Less);
        self.sort();
        self.list.len() as u32
    }
}
