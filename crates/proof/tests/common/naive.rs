//! A second checker, straight from the definition and as slow as it likes: the first one must agree with it everywhere.
//!
//! It shares nothing with the real one but the data types and the rules of the games. Even which side must make progress,
//! and how each side wants the game to end, it works out for itself.

use provenum_game::{Claim, Game, Notation, Outcome, Parameters, Repetition};
use provenum_proof::{Certificate, ProofKind, Section, rules_digest};
use std::collections::{BTreeMap, HashMap};

/// For each claim of the certificate whether it is shown to hold; none if anything is wrong with any of them.
pub fn naive<G: Notation>(certificate: &Certificate, game: &G, root: &G::Position) -> Option<Vec<bool>> {
    let subject = &certificate.subject;
    let same = subject.game == G::INFO.name
        && all_named::<G>(&subject.parameters) == game.parameters()
        && subject.position == game.format_position(root)
        && subject.code == code(game, root)
        && subject.digest == rules_digest(game, root);
    if !same || game.repetition() == Repetition::ByHistory || certificate.sections.is_empty() {
        return None;
    }
    certificate.sections.iter().map(|section| settle(game, root, section)).collect()
}

/// All parameters of a game: what is not written has its default.
fn all_named<G: Notation>(written: &Parameters) -> Parameters {
    let known = |p: &&provenum_game::Parameter| written.get(p.name).is_none();
    let missing = G::INFO.parameters.iter().filter(known);
    missing.fold(written.clone(), |all, parameter| all.with(parameter.name, parameter.default))
}

fn settle<G: Game>(game: &G, root: &G::Position, section: &Section) -> Option<bool> {
    let Claim { player, at_least } = section.claim;
    // Whoever is not content with endless play must make progress.
    let content = match game.repetition() {
        Repetition::Worth(endless) => endless.worth(player) >= at_least,
        _ => false,
    };
    let progress = if content { player.opponent() } else { player };
    let strategy = section.kind == ProofKind::Strategy;
    // The owner of the proof is the side whose moves it lists.
    let owner = if strategy { progress } else { progress.opponent() };
    let holds = owner == player;
    let ends_well = |outcome: Outcome| (outcome.worth(player) >= at_least) == holds;

    let mut list = HashMap::new();
    for record in section.records.iter() {
        list.insert(record.code.to_vec(), (record.choice, record.rank));
    }
    let ended_at_once = |position: &G::Position| {
        let ends = |next: &G::Position| game.outcome(next).is_some_and(ends_well);
        game.to_move(position) == owner && successors(game, position).iter().any(ends)
    };
    // A good position is over as the owner wants it, or listed such that at most `left` plies remain, or the owner ends it.
    // In a delay, enough plies must be shown, and the last before none is left is the owner's to make as it likes.
    let delay = section.kind == ProofKind::Delay;
    let reached = |position: &G::Position| game.outcome(position).is_some_and(|outcome| !ends_well(outcome));
    let good = |position: &G::Position, left: i64| match game.outcome(position) {
        Some(outcome) => left >= 0 && ends_well(outcome),
        None if delay && left == 0 => true,
        None if delay => {
            let own =
                || game.to_move(position) == owner && successors(game, position).iter().any(|next| !reached(next));
            let listed = list.get(&code(game, position));
            listed.is_some_and(|&(_, rank)| i64::from(rank) >= left) || listed.is_none() && left == 1 && own()
        }
        None => {
            list.get(&code(game, position)).is_some_and(|&(_, rank)| i64::from(rank) <= left)
                || left >= 1 && ended_at_once(position)
        }
    };
    let all_good = |positions: &[G::Position], left: i64| {
        !positions.is_empty() && positions.iter().all(|position| good(position, left))
    };
    for (code, &(choice, rank)) in &list {
        let position = game.decode(code)?;
        let left = if strategy || delay { i64::from(rank) } else { i64::MAX };
        if game.outcome(&position).is_some() || delay && rank == 0 {
            return None;
        }
        let next = successors(game, &position);
        let fine = match choice {
            None => game.to_move(&position) != owner && all_good(&next, left - 1),
            Some(choice) => {
                let next = next.get(choice as usize)?;
                // The other side's position need not be listed right after the owner's move.
                let answered = || {
                    game.outcome(next).is_none()
                        && game.to_move(next) != owner
                        && all_good(&successors(game, next), left - 2)
                };
                game.to_move(&position) == owner && (good(next, left - 1) || answered())
            }
        };
        if !fine {
            return None;
        }
    }
    let good = if delay { list.contains_key(&code(game, root)) } else { good(root, i64::MAX) };
    good.then_some(holds)
}

pub fn code<G: Game>(game: &G, position: &G::Position) -> Vec<u8> {
    let mut code = Vec::new();
    game.encode(position, &mut code);
    code
}

/// The successors by rising code, shorter codes first, each once.
pub fn successors<G: Game>(game: &G, position: &G::Position) -> Vec<G::Position> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let next = moves.into_iter().map(|mv| game.play(position, mv));
    let sorted: BTreeMap<(usize, Vec<u8>), G::Position> =
        next.map(|next| (code(game, &next), next)).map(|(code, next)| ((code.len(), code), next)).collect();
    sorted.into_values().collect()
}
