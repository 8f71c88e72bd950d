//! Looking at a proof: its principal variation, its shape, and the top of its tree.

use crate::successors::Successors;
use crate::{Certificate, ProofKind, Record, Section};
use provenum_game::{AndOr, Notation, Problem, Repetition, Status};
use std::collections::{HashMap, HashSet, VecDeque};

/// The most positions of a trap whose lines are measured.
const MOST_MEASURED: usize = 1_000_000;

/// A section of a certificate together with the rules it is about.
///
/// It shows what is written and does not judge it: [`check`](crate::check()) does.
#[derive(Debug)]
pub struct View<'a, G: Notation> {
    game: &'a G,
    root: G::Position,
    section: &'a Section,
    problem: Problem<'a, G>,
}

/// How many positions a proof has at each depth, following its moves from the root.
#[derive(Clone, PartialEq, Debug)]
pub struct Shape {
    /// Distinct positions that are first reached after 0, 1, 2, … moves.
    pub per_depth: Vec<u64>,
    /// Mean number of replies that the other side has.
    pub branching: f64,
}

/// A position of the drawn tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The place of the position before it in the list; none at the root.
    pub parent: Option<usize>,
    /// The move that leads here; none at the root.
    pub mv: Option<String>,
    /// The board as text.
    pub board: String,
    /// Whether the side whose moves are listed is to move here.
    pub answering: bool,
    /// Within how many moves the goal is reached at the latest, where that is listed.
    pub rank: Option<u32>,
    /// Whether the game is over here.
    pub over: bool,
    /// Whether positions that follow were left out.
    pub cut: bool,
}

impl<'a, G: Notation> View<'a, G> {
    /// Looks at one section of a certificate.
    #[must_use]
    pub fn new(certificate: &'a Certificate, section: usize, game: &'a G, root: G::Position) -> Option<View<'a, G>> {
        let section = certificate.sections.get(section)?;
        Some(View { game, root, section, problem: Problem::new(game, section.claim) })
    }

    /// What is listed for a position.
    #[must_use]
    pub fn record(&self, position: &G::Position) -> Option<Record<'a>> {
        let mut code = Vec::new();
        self.game.encode(position, &mut code);
        self.section.records.find(&code)
    }

    /// The move that is listed for a position.
    #[must_use]
    pub fn listed_move(&self, position: &G::Position) -> Option<G::Move> {
        let choice = self.record(position)?.choice?;
        let mut successors = Successors::default();
        successors.generate(&self.problem, position);
        let (chosen, _) = successors.get(choice as usize)?;
        self.moves(position).into_iter().find(|&mv| self.game.play(position, mv) == *chosen)
    }

    fn moves(&self, position: &G::Position) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        moves
    }

    fn is_open(&self, position: &G::Position) -> bool {
        self.problem.status(position) == Status::Open
    }

    fn answering(&self, position: &G::Position) -> bool {
        self.problem.kind(position) == self.section.kind.succeeds()
    }

    /// The moves that the proof looks at in a position: the listed one, or all of the other side's.
    fn considered(&self, position: &G::Position) -> Vec<G::Move> {
        if !self.is_open(position) {
            Vec::new()
        } else if self.answering(position) {
            self.listed_move(position).into_iter().collect()
        } else {
            self.moves(position)
        }
    }

    /// The principal variation: listed moves of the one side, and the replies of the other that hold out longest. It ends
    /// where the game does, or before a position would come back.
    #[must_use]
    pub fn line(&self) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut position = self.root.clone();
        let mut seen = HashSet::new();
        let mut lengths = HashMap::new();
        let finite = self.game.repetition() == Repetition::Impossible && self.section.records.len() <= MOST_MEASURED;
        while seen.insert(position.clone()) {
            let delay = |mv: &G::Move| {
                let next = self.game.play(&position, *mv);
                let rank = match self.section.kind {
                    // A trap has no ranks; where play must end, its length can be found.
                    ProofKind::Trap if finite => self.longest(&next, &mut lengths),
                    _ => self.record(&next).map_or(0, |record| record.rank),
                };
                (self.is_open(&next), rank)
            };
            // Of several that are equal, the first.
            let Some(mv) = self.considered(&position).into_iter().rev().max_by_key(delay) else { break };
            position = self.game.play(&position, mv);
            line.push(mv);
        }
        line
    }

    /// The length of the longest line that the proof allows from here, in a game that must end.
    fn longest(&self, position: &G::Position, known: &mut HashMap<G::Position, u32>) -> u32 {
        if let Some(&length) = known.get(position) {
            return length;
        }
        let moves = self.considered(position).into_iter();
        let length = moves.map(|mv| 1 + self.longest(&self.game.play(position, mv), known)).max().unwrap_or(0);
        known.insert(position.clone(), length);
        length
    }

    /// How many positions there are at each depth.
    #[must_use]
    pub fn shape(&self) -> Shape {
        let mut per_depth = Vec::new();
        let (mut asked, mut replies) = (0u64, 0u64);
        let mut seen = HashSet::from([self.root.clone()]);
        let mut layer = vec![self.root.clone()];
        while !layer.is_empty() {
            per_depth.push(layer.len() as u64);
            let mut below = Vec::new();
            for position in &layer {
                let moves = self.considered(position);
                if self.is_open(position) && !self.answering(position) {
                    asked += 1;
                    replies += moves.len() as u64;
                }
                for mv in moves {
                    let next = self.game.play(position, mv);
                    if seen.insert(next.clone()) {
                        below.push(next);
                    }
                }
            }
            layer = below;
        }
        Shape { per_depth, branching: if asked == 0 { 0.0 } else { replies as f64 / asked as f64 } }
    }

    /// The top of the tree, breadth first: at most so many moves deep and so many positions.
    #[must_use]
    pub fn tree(&self, depth: usize, most: usize) -> Vec<Branch> {
        let mut branches = vec![self.branch(None, None, &self.root)];
        let mut queue = VecDeque::from([(0, self.root.clone(), 0)]);
        while let Some((place, position, level)) = queue.pop_front() {
            for mv in self.considered(&position) {
                if level == depth || branches.len() >= most {
                    branches[place].cut = true;
                    break;
                }
                let next = self.game.play(&position, mv);
                let text = self.game.format_move(&position, mv);
                queue.push_back((branches.len(), next.clone(), level + 1));
                branches.push(self.branch(Some(place), Some(text), &next));
            }
        }
        branches
    }

    fn branch(&self, parent: Option<usize>, mv: Option<String>, position: &G::Position) -> Branch {
        let over = !self.is_open(position);
        let ranked = self.section.kind == ProofKind::Strategy;
        Branch {
            parent,
            mv,
            board: self.game.draw(position),
            answering: !over && self.answering(position),
            rank: self.record(position).map(|record| record.rank).filter(|_| ranked),
            over,
            cut: false,
        }
    }
}
