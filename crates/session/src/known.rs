//! What a proof says of a position: its value as far as that is known, and the same of every move.

use crate::Value;
use crate::game::{AnyPosition, Hidden};
use provenum_game::{Claim, Game, Player, Problem};
use provenum_proof::{Certificate, ProofKind, Section, View};
use serde::Serialize;

/// What a proof says of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Known {
    /// The position in the game's notation.
    pub position: String,
    /// Who moves.
    pub to_move: String,
    /// What it is worth to who moves.
    #[serde(flatten)]
    pub value: KnownValue,
    /// What is said of every move.
    pub moves: Vec<KnownMove>,
}

/// What a proof says of a move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct KnownMove {
    /// The move.
    pub name: String,
    /// What it is worth to who makes it.
    #[serde(flatten)]
    pub value: KnownValue,
    /// Whether it is the move that the proof makes here.
    pub chosen: bool,
}

/// A value as far as it is known, in the eyes of who is to move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct KnownValue {
    /// `win`, `draw`, `loss` or a score; none if it is not in the proof, or not known exactly.
    pub value: Option<Value>,
    /// The least that is proven, if anything is.
    pub at_least: Option<i32>,
    /// The most that is proven, if anything is.
    pub at_most: Option<i32>,
    /// Within how many moves, of both sides together, the game ends at the latest, if the proof says so.
    pub within: Option<u32>,
}

/// Bounds on the outcome, in the first player's eyes, and the rank.
#[derive(Clone, Copy, Default)]
struct Bounds {
    low: Option<i32>,
    high: Option<i32>,
    rank: Option<u32>,
}

/// What a certificate says of a position.
pub(crate) fn at(game: &Hidden, root: &AnyPosition, certificate: &Certificate, position: &AnyPosition) -> Known {
    let problems: Vec<_> = certificate.sections.iter().map(|section| Problem::new(game, section.claim)).collect();
    let views: Vec<_> = certificate
        .sections
        .iter()
        .zip(&problems)
        .map(|(section, problem)| (section, problem, View::new(section, problem, root.clone())))
        .collect();
    let mover = game.to_move(position);
    let open = game.outcome(position).is_none();
    let mut moves = Vec::new();
    if open {
        game.moves(position, &mut moves);
    }
    let chosen: Vec<u32> = views.iter().filter(|_| open).filter_map(|(_, _, view)| view.step(position)).collect();
    let bounds = |position: &AnyPosition| {
        if let Some(outcome) = game.outcome(position) {
            return Bounds { low: Some(outcome.0), high: Some(outcome.0), rank: Some(0) };
        }
        let mut all = Bounds::default();
        for (section, problem, view) in &views {
            if let Some(rank) = settled(game, section, view, position) {
                add(&mut all, game, section, problem, rank);
            }
        }
        all
    };
    let known = |mv: &u32| {
        let mut found = bounds(&game.play(position, *mv));
        found.rank = found.rank.map(|rank| rank + 1);
        let name = game.0.format_move(position, *mv);
        KnownMove { name, value: told(game, mover, found), chosen: chosen.contains(mv) }
    };
    Known {
        position: game.0.format_position(position),
        to_move: mover.to_string(),
        value: told(game, mover, bounds(position)),
        moves: moves.iter().map(known).collect(),
    }
}

/// Whether a section settles its claim at an open position, and if so, its rank where there is one. A position of the other side
/// that is not listed is settled if all its moves lead to such positions.
fn settled(
    game: &Hidden,
    section: &Section,
    view: &View<'_, Problem<'_, Hidden>>,
    position: &AnyPosition,
) -> Option<Option<u32>> {
    let ranked = section.kind == ProofKind::Strategy;
    if let Some(rank) = view.rank(position) {
        return Some(ranked.then_some(rank));
    }
    if view.is_answering(position) {
        return None;
    }
    let wanted = section.kind.status();
    let problem = Problem::new(game, section.claim);
    let mut longest = 0;
    for step in view.considered(position) {
        let next = game.play(position, step);
        match view.rank(&next) {
            Some(rank) => longest = longest.max(rank),
            None if provenum_game::AndOr::status(&problem, &next) == wanted => {}
            None => return None,
        }
    }
    Some(ranked.then_some(longest + 1))
}

/// Takes a settled claim into account.
fn add(bounds: &mut Bounds, game: &Hidden, section: &Section, problem: &Problem<'_, Hidden>, rank: Option<u32>) {
    let Claim { player, at_least } = section.claim;
    let holds = problem.verdict(section.kind.status()) == Some(true);
    let below = game.values().rising(player).into_iter().rev().find(|&value| value < at_least).unwrap_or(at_least - 1);
    let (low, high) = match (player, holds) {
        (Player::First, true) => (Some(at_least), None),
        (Player::First, false) => (None, Some(below)),
        (Player::Second, true) => (None, Some(-at_least)),
        (Player::Second, false) => (Some(-below), None),
    };
    bounds.low = [bounds.low, low].into_iter().flatten().max();
    bounds.high = [bounds.high, high].into_iter().flatten().min();
    bounds.rank = [bounds.rank, rank].into_iter().flatten().min();
}

/// Bounds in the eyes of a player.
fn told(game: &Hidden, player: Player, Bounds { low, high, rank }: Bounds) -> KnownValue {
    let (mut at_least, mut at_most) = match player {
        Player::First => (low, high),
        Player::Second => (high.map(|value| -value), low.map(|value| -value)),
    };
    if at_least.is_some() || at_most.is_some() {
        let range = game.values().rising(player);
        at_least = at_least.or(range.first().copied());
        at_most = at_most.or(range.last().copied());
    }
    let exact = at_least.filter(|_| at_least == at_most);
    let value = exact.map(|value| game.values().word(value).map_or(Value::Score(value), Value::Word));
    KnownValue { value, at_least, at_most, within: rank }
}
