//! Two certificates of one position make one that is accepted and shows all that either showed.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{certify, certify_value, code, naive, position, reread, verdict};
use provenum_game::{Claim, Player};
use provenum_games::{Connect4, Graph, Random};
use provenum_proof::{Certificate, MergeError, ProofKind, Records, Section, Subject};
use provenum_search::Limits;

/// A strategy for the first player, listed by the names of nodes: where to go (`-` where the other side moves) and the rank.
fn strategy(text: &str, list: &[(&str, &str, u32)]) -> Certificate {
    let (game, root) = position::<Graph>(&[], text);
    let node = |name: &str| game.nodes().find(|&node| game.name(node) == name).unwrap();
    let records: Records = list
        .iter()
        .map(|&(name, next, rank)| {
            let choice = common::successors(&game, &node(name)).iter().position(|&n| game.name(n) == next);
            (code(&game, &node(name)), choice.map(|choice| choice as u32), rank)
        })
        .collect();
    let section = Section { claim: Claim::win(Player::First), kind: ProofKind::Strategy, records };
    Certificate { subject: Subject::new(&game, &root), sections: vec![section] }
}

/// X is unlisted in the short proof, whose replies there are quick; in the long one it is listed with a higher rank,
/// because its owner dawdles. Together, the quick replies count, and the rank of X must not spoil them.
#[test]
fn a_position_that_only_one_of_them_lists_does_not_spoil_the_other() {
    let text = "R or S X; S and X; X and Z; Z or W G; W or G; G proven";
    let (game, root) = position::<Graph>(&[], text);
    let short = strategy(text, &[("R", "X", 3), ("Z", "G", 1)]);
    let long = strategy(text, &[("R", "S", 5), ("X", "-", 3), ("Z", "W", 2), ("W", "G", 1)]);
    for (a, b) in [(&short, &long), (&long, &short)] {
        assert_eq!(verdict(a, &game, &root), Some(vec![true]));
        let merged = a.clone().merge(b.clone()).unwrap();
        assert_eq!(verdict(&reread(&merged), &game, &root), Some(vec![true]));
        assert_eq!(merged.sections[0].records.len(), 4);
    }
}

#[test]
fn proofs_of_different_searches_can_be_merged() {
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let mut merged = 0;
    for seed in 0..400 {
        let text = format!("seed={seed} nodes=60 alternate=no branching=4 shared=0.3 back=0.2 success=0.5");
        let (game, root) = position::<Random>(&[], &text);
        let by = |algorithm| certify(algorithm, &game, &root, Claim::win(Player::First), &limits);
        let (Some(a), Some(b)) = (by("pn"), by("oracle")) else { continue };
        let holds = verdict(&a, &game, &root);
        assert_eq!(verdict(&reread(&a.clone().merge(b.clone()).unwrap()), &game, &root), holds, "{text}");
        assert_eq!(verdict(&reread(&b.merge(a).unwrap()), &game, &root), holds, "{text}");
        merged += 1;
    }
    assert!(merged > 300, "{merged}");
}

#[test]
fn different_claims_stand_side_by_side() {
    let (game, root) = position::<Connect4>(&[("size", "4x4")], "1122");
    let value = certify_value("pn", &game, &root);
    let one = |section: &Section| Certificate { subject: value.subject.clone(), sections: vec![section.clone()] };
    let parts: Vec<_> = value.sections.iter().map(one).collect();
    let merged = parts.into_iter().reduce(|a, b| a.merge(b).unwrap()).unwrap();
    assert_eq!(merged, value);
    assert!(naive(&merged, &game, &root).is_some());
}

/// Mirror images share a table key or not; proofs list positions as they are. The result does not depend on which comes
/// first.
#[test]
fn certificates_that_differ_only_in_symmetry_are_merged() {
    let by = |symmetry| {
        let (game, root) = position::<Connect4>(&[("size", "4x4"), ("symmetry", symmetry)], "1122");
        certify_value("pn", &game, &root)
    };
    let (none, mirror) = (by("none"), by("mirror"));
    let (game, root) = position::<Connect4>(&[("size", "4x4")], "1122");
    for (a, b) in [(&none, &mirror), (&mirror, &none)] {
        let merged = reread(&a.clone().merge(b.clone()).unwrap());
        assert_eq!(merged.subject, none.subject);
        assert_eq!(verdict(&merged, &game, &root).map(|holds| holds.len()), Some(none.sections.len()));
    }
    assert_eq!(mirror.clone().merge(mirror.clone()).unwrap().subject.parameters.get("symmetry"), Some("mirror"));
    let other = certify_value("pn", &position::<Connect4>(&[("size", "5x4")], "1122").0, &root);
    assert_eq!(mirror.merge(other), Err(MergeError::Subject("the parameters")));
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let certificate = |text: &str| {
        let (game, root) = position::<Graph>(&[], text);
        certify("pn", &game, &root, Claim::win(Player::First), &Limits::default()).unwrap()
    };
    let a = certificate("A or B; B proven");
    assert_eq!(a.clone().merge(certificate("A or B; B disproven")), Err(MergeError::Subject("the rules")));
    let mut contrary = a.clone();
    contrary.sections[0].kind = ProofKind::Trap;
    assert!(matches!(a.merge(contrary), Err(MergeError::Contradiction(_))));
}
