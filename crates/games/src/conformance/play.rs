//! Plays games at random and checks every position on the way.

use super::{cases, set_up};
use crate::mix::SplitMix;
use provenum_game::{Asks, Estimate, Kind, Notation, Outcome, Player, Repetition, bounds, candidates};
use std::collections::{HashMap, HashSet};

/// Games from each position of the data file.
const GAMES: usize = 100;
/// Moves of a game that does not end by itself.
const MOST_MOVES: usize = 200;
/// Positions that may be looked at to find out what one is worth.
const MOST_POSITIONS: usize = 1_000;

/// Plays games at random from the positions of the data file, and checks every position on the way.
///
/// # Panics
/// If the game breaks a promise; the message says which, and where.
pub fn play<G: Notation>(data: &str) {
    for case in cases::read(data) {
        let (game, root) = set_up::<G>(&case.parameters, case.position);
        let random = SplitMix::new(case.line as u64);
        let mut inspection = Inspection { game, by_code: HashMap::new(), random, minimax: Minimax::default() };
        for _ in 0..GAMES {
            inspection.play_from(root.clone());
        }
    }
}

struct Inspection<G: Notation> {
    game: G,
    /// Every position that was inspected.
    by_code: HashMap<Vec<u8>, G::Position>,
    random: SplitMix,
    minimax: Minimax<G::Position>,
}

impl<G: Notation> Inspection<G> {
    fn play_from(&mut self, root: G::Position) {
        let mut position = root;
        let (mut path, mut gone) = (HashSet::new(), HashSet::new());
        let mut line = Vec::new();
        for _ in 0..MOST_MOVES {
            self.inspect(&position);
            line.push(position.clone());
            let came_back = !path.insert(position.clone());
            assert!(
                !came_back || self.game.repetition() != Repetition::Impossible,
                "a position came back, which is said to be impossible: {}",
                self.game.format_position(&position)
            );
            assert!(
                !gone.contains(&position),
                "a position came back after a move that is said to be irreversible: {}",
                self.game.format_position(&position)
            );
            let moves = self.moves(&position);
            if moves.is_empty() {
                break;
            }
            let mv = moves[self.random.below(moves.len())];
            if self.game.irreversible(&position, mv) {
                gone.extend(path.iter().cloned());
            }
            position = self.game.play(&position, mv);
        }
        if self.game.repetition() == Repetition::Impossible {
            // From the end backwards, as far as the values can be found out with little work.
            let known = |position: &&G::Position| inspect_values(&self.game, &mut self.minimax, position);
            line.iter().rev().take_while(known).for_each(drop);
        }
    }

    /// The moves of a position, none if it is over.
    fn moves(&self, position: &G::Position) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if self.game.outcome(position).is_none() {
            self.game.moves(position, &mut moves);
        }
        moves
    }

    fn inspect(&mut self, position: &G::Position) {
        let text = self.game.format_position(position);
        let mut code = Vec::new();
        self.game.encode(position, &mut code);
        if let Some(known) = self.by_code.get(&code) {
            assert!(known == position, "another position has the same code: {text}");
            return;
        }
        self.inspect_codes(position, &code, &text);
        self.inspect_rules(position, &text);
        self.inspect_notation(position, &text);
        self.by_code.insert(code, position.clone());
    }

    fn inspect_codes(&mut self, position: &G::Position, code: &[u8], text: &str) {
        let decoded = self.game.decode(code);
        assert!(decoded.as_ref() == Some(position), "the code decodes to something else: {text}");
        let key_of = |position| self.game.key(position);
        assert!(decoded.as_ref().map(key_of) == Some(key_of(position)), "equal positions, different keys: {text}");
        for length in 0..code.len() {
            assert!(self.game.decode(&code[..length]).is_none(), "a part of the code decodes: {text}");
        }
        for more in [0, 1, 255] {
            assert!(self.game.decode(&[code, &[more]].concat()).is_none(), "more than the code decodes: {text}");
        }
        if code.is_empty() {
            return;
        }
        let mut changed = code.to_vec();
        for _ in 0..8 {
            let byte = self.random.below(changed.len());
            changed[byte] ^= 1 << self.random.below(8);
            if let Some(other) = self.game.decode(&changed) {
                let mut again = Vec::new();
                self.game.encode(&other, &mut again);
                assert!(again == changed, "{changed:?} decodes, but is the code of no position; it is like {text}");
            }
        }
    }

    fn inspect_rules(&self, position: &G::Position, text: &str) {
        let game = &self.game;
        let ((least, most), _) = bounds(game, position, true);
        let (worst, best) = game.values().range();
        assert!(worst <= least && least <= most && most <= best, "bounds {least} and {most}: {text}");
        if let Some(outcome) = game.outcome(position) {
            assert_eq!((least, most), (outcome.0, outcome.0), "the bounds of a game that is over: {text}");
            for player in Player::BOTH {
                let value = outcome.worth(player);
                assert!(game.values().rising(player).contains(&value), "{value} is no value of this game: {text}");
            }
            return;
        }
        let moves = self.moves(position);
        // An AND/OR problem may have leaves of which nothing is known.
        assert!(!moves.is_empty() || G::INFO.asks == Asks::RootProven, "not over, but no move: {text}");
        assert_eq!(game.mobility(position, &mut Vec::new()), moves.len(), "mobility: {text}");
        let mut successors = Vec::new();
        game.successors(position, &mut |mv, outcome, key| successors.push((mv, outcome, key)));
        assert_eq!(successors.len(), moves.len(), "successors and moves differ in number: {text}");
        for (&mv, &(successor, outcome, key)) in moves.iter().zip(&successors) {
            let name = game.format_move(position, mv);
            assert!(successor == mv, "successors and moves differ in order at {name}: {text}");
            let next = game.play(position, mv);
            assert_eq!(game.outcome_after(position, mv), game.outcome(&next), "outcome_after {name}: {text}");
            assert_eq!(outcome, game.outcome(&next), "the outcome of successor {name}: {text}");
            assert_eq!(game.key_after(position, mv), game.key(&next), "key_after {name}: {text}");
            assert_eq!(key, game.key(&next), "the key of successor {name}: {text}");
            let turns = game.to_move(position) != game.to_move(&next);
            for kind in [Kind::Or, Kind::And] {
                let below = if turns { kind.other() } else { kind };
                if let Some(after) = game.estimate_after(position, mv, kind) {
                    assert_eq!(after, game.estimate(&next, below), "estimate_after {name}: {text}");
                }
                if let Some(after) = game.holding_after(position, mv, kind) {
                    assert_eq!(after, game.holding(&next, below), "holding_after {name}: {text}");
                }
                if let Some(after) = game.least_steps_after(position, mv, kind).filter(|_| outcome.is_none()) {
                    assert_eq!(after, game.least_steps(&next, below), "least_steps_after {name}: {text}");
                }
            }
        }
        for kind in [Kind::Or, Kind::And] {
            let estimate = game.estimate(position, kind);
            assert!(estimate.proof > 0 && estimate.disproof > 0, "an estimate of 0 looks solved: {text}");
            assert!(game.has_estimates() || estimate == Estimate::UNIT, "an estimate that nobody asks for: {text}");
        }
    }

    fn inspect_notation(&self, position: &G::Position, text: &str) {
        let game = &self.game;
        assert!(!text.contains(['\n', '\r']), "a position's text has a line break: {text}");
        assert!(!game.draw(position).trim().is_empty(), "nothing is drawn: {text}");
        let (again, same) = set_up::<G>(&game.parameters(), Some(text));
        assert!(same == *position, "read again it is another position: {text}");
        assert_eq!(again.parameters(), game.parameters(), "read again it has other parameters: {text}");
        assert_eq!(again.format_position(&same), text, "read and written again");
        let mut names = HashSet::new();
        for mv in self.moves(position) {
            let name = game.format_move(position, mv);
            assert!(game.parse_move(position, &name) == Ok(mv), "{name} is read as another move: {text}");
            assert!(names.insert(name.clone()), "two moves are called {name}: {text}");
        }
    }
}

/// Values by exhaustive search.
struct Minimax<P> {
    values: HashMap<P, i32>,
}

impl<P> Default for Minimax<P> {
    fn default() -> Minimax<P> {
        Minimax { values: HashMap::new() }
    }
}

impl<P: Clone + Eq + std::hash::Hash> Minimax<P> {
    /// What a position is worth to the first player, unless that takes more positions than are left.
    fn value<G: Notation<Position = P>>(&mut self, game: &G, position: &P, left: &mut usize) -> Option<i32> {
        if let Some(&value) = self.values.get(position) {
            return Some(value);
        }
        *left = left.checked_sub(1)?;
        let value = match game.outcome(position) {
            Some(outcome) => outcome.0,
            None => {
                let mut moves = Vec::new();
                game.moves(position, &mut moves);
                let mut best = None;
                for mv in moves {
                    let value = self.value(game, &game.play(position, mv), left)?;
                    best = better(game.to_move(position), best, value);
                }
                best?
            }
        };
        self.values.insert(position.clone(), value);
        Some(value)
    }
}

/// The better of two values for a player.
fn better(player: Player, best: Option<i32>, value: i32) -> Option<i32> {
    Some(match player {
        Player::First => best.map_or(value, |best| best.max(value)),
        Player::Second => best.map_or(value, |best| best.min(value)),
    })
}

/// Checks what a game says of a position without a search, if a search can tell. Answers whether it can.
fn inspect_values<G: Notation>(game: &G, minimax: &mut Minimax<G::Position>, position: &G::Position) -> bool {
    let Some(value) = minimax.value(game, position, &mut { MOST_POSITIONS }) else { return false };
    let text = game.format_position(position);
    let ((least, most), note) = bounds(game, position, true);
    assert!(least <= value && value <= most, "the value {value} is not from {least} to {most}: {text}");
    if let Some(known) = game.known(position).filter(|_| game.outcome(position).is_none()) {
        assert!(known.least <= value && value <= known.most, "{value} is not what is known: {text}");
    }
    if least == most {
        return true;
    }
    let worth = Outcome(value).worth(game.to_move(position));
    for (alpha, beta) in [(worth - 1, worth + 1), (worth - 1, worth), (worth, worth + 1)] {
        if let Some(found) = game.finish(position, alpha, beta) {
            let outside = if worth <= alpha { found <= alpha } else { worth >= beta && found >= beta };
            assert!(found == worth || outside, "{found} is where it ends between {alpha} and {beta}: {text}");
        }
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut listed = Vec::new();
    candidates(game, position, note, &mut |mv, score| listed.push((mv, score)));
    let mut best = None;
    for &(mv, score) in &listed {
        assert!(moves.contains(&mv), "a candidate that is no move: {text}");
        let twice = listed.iter().filter(|other| other.0 == mv).count() > 1;
        assert!(!twice, "a candidate that comes twice: {text}");
        let alike = listed.iter().filter(|other| other.1 == score).count() > 1;
        assert!(!(alike && game.distinct_scores()), "two candidates have the score {score}: {text}");
        // All that follows a position with a value has one.
        let Some(value) = minimax.value(game, &game.play(position, mv), &mut 1) else { return false };
        best = better(game.to_move(position), best, value);
    }
    if game.finish(position, -1, 1).is_some() {
        let near = |mv: &G::Move| {
            let next = game.play(position, *mv);
            game.outcome(&next).is_some() || game.finish(&next, -1, 1).is_some()
        };
        assert!(moves.iter().all(near), "near the end, but what follows is not: {text}");
    }
    assert_eq!(best, Some(value), "the best move is no candidate: {text}");
    true
}
