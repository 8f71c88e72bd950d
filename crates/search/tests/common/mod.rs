//! What several tests need.
#![allow(unreachable_pub, dead_code, reason = "not every test needs all of it")]

use provenum_game::{AndOr, Game, Hints, Known, Outcome, Player, Repetition, Status, Valuation, Values};
use provenum_search::Solution;
use std::collections::{HashMap, HashSet};
use std::sync::Mutex;

/// Plays every line that the solution allows and demands that each ends as promised.
pub fn assert_sound<P: AndOr>(problem: &P, solution: &Solution<P>) {
    let mut seen = HashSet::new();
    let mut work = vec![(solution.root().clone(), u32::MAX)];
    while let Some((node, bound)) = work.pop() {
        let status = problem.status(&node);
        if status != Status::Open {
            assert_eq!(status, solution.status(), "play ends badly");
            continue;
        }
        let choice = solution.choice(&node);
        // Where the other side is to move, the list may promise less than the way here does: what counts is what follows.
        let left = match choice {
            Some(choice) if problem.kind(&node) == solution.succeeds() => choice.rank,
            Some(choice) => choice.rank.min(bound),
            None => bound,
        };
        let strategy = solution.status() == Status::Proven;
        assert!(!strategy || left <= bound, "the rank does not fall");
        assert!(!strategy || left > 0, "the goal is not reached within the rank");
        let below = left.saturating_sub(1);
        if !seen.insert((node.clone(), below)) {
            continue;
        }
        if problem.kind(&node) == solution.succeeds() {
            let step = choice.and_then(|choice| choice.step).expect("the succeeding side knows what to do");
            work.push((problem.follow(&node, step), below));
        } else {
            let mut steps = Vec::new();
            problem.steps(&node, &mut steps);
            work.extend(steps.into_iter().map(|step| (problem.follow(&node, step), below)));
        }
    }
}

/// A game on a random graph whose ends are worth 0 to `max`. It writes down which positions are expanded.
pub struct Scores {
    max: i32,
    repetition: Repetition,
    successors: Vec<Vec<u32>>,
    first_moves: Vec<bool>,
    worth: Vec<i32>,
    /// What is known of positions before the end.
    pub known: HashMap<u32, Known<u8>>,
    pub expanded: Mutex<Vec<u32>>,
}

impl Scores {
    /// A graph of so many positions. Of its edges, `shared` in 100 lead to a position that others lead to, and `back` in 100
    /// to one that came before.
    pub fn new(seed: u64, count: usize, max: i32, shared: u64, back: u64) -> Scores {
        let mut state = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut random = |below: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) % below
        };
        let (mut successors, mut used) = (vec![Vec::new(); count], 1);
        for (index, successors) in successors.iter_mut().enumerate() {
            for _ in 0..1 + random(4) {
                let kind = random(100);
                let next = if kind < back {
                    random(index as u64 + 1) as u32
                } else if kind < back + shared && used > index + 1 {
                    (index + 1) as u32 + random((used - index - 1) as u64) as u32
                } else if used < count {
                    used += 1;
                    used as u32 - 1
                } else {
                    continue;
                };
                if !successors.contains(&next) {
                    successors.push(next);
                }
            }
        }
        let repetition = match back {
            0 => Repetition::Impossible,
            _ => Repetition::Worth(Outcome(random(max as u64 + 1) as i32)),
        };
        let first_moves = (0..count).map(|_| random(2) == 0).collect();
        let worth = (0..count).map(|_| random(max as u64 + 1) as i32).collect();
        let (known, expanded) = (HashMap::new(), Mutex::default());
        Scores { max, repetition, successors, first_moves, worth, known, expanded }
    }

    /// What a position of a graph without cycles is worth to the first player.
    pub fn minimax(&self, position: u32) -> i32 {
        let below = self.successors[position as usize].iter().map(|&next| self.minimax(next));
        let best = if self.first_moves[position as usize] { below.max() } else { below.min() };
        best.unwrap_or(self.worth[position as usize])
    }
}

impl Game for Scores {
    type Position = u32;
    type Move = u8;

    fn values(&self) -> Values {
        Values::Score { min: 0, max: self.max, step: 1 }
    }
    fn repetition(&self) -> Repetition {
        self.repetition
    }
    fn to_move(&self, &position: &u32) -> Player {
        if self.first_moves[position as usize] { Player::First } else { Player::Second }
    }
    fn outcome(&self, &position: &u32) -> Option<Outcome> {
        self.successors[position as usize].is_empty().then(|| Outcome(self.worth[position as usize]))
    }
    fn moves(&self, &position: &u32, out: &mut Vec<u8>) {
        out.extend(0..self.successors[position as usize].len() as u8);
    }
    fn play(&self, &position: &u32, mv: u8) -> u32 {
        self.successors[position as usize][mv as usize]
    }
    fn key(&self, &position: &u32) -> u64 {
        let mixed = (u64::from(position) + 1).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ (mixed >> 31)).wrapping_mul(0x94d0_49bb_1331_11eb)
    }
    fn encode(&self, position: &u32, out: &mut Vec<u8>) {
        out.extend(position.to_be_bytes());
    }
    fn decode(&self, code: &[u8]) -> Option<u32> {
        let position = u32::from_be_bytes(code.try_into().ok()?);
        ((position as usize) < self.successors.len()).then_some(position)
    }
    fn successors(&self, position: &u32, emit: &mut impl FnMut(u8, Option<Outcome>, u64)) {
        self.expanded.lock().unwrap().push(*position);
        for (mv, next) in (0..).zip(&self.successors[*position as usize]) {
            emit(mv, self.outcome(next), self.key(next));
        }
    }
}

impl Hints<u32, u8> for Scores {
    fn known_from(&self) -> Option<String> {
        (!self.known.is_empty()).then(|| "a test".to_owned())
    }
    fn known(&self, position: &u32) -> Option<Known<u8>> {
        self.known.get(position).copied()
    }
}

impl Valuation<u32, u8> for Scores {}
