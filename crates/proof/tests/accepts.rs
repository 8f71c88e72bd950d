//! Every answer has a certificate, and the checker accepts exactly the true claims.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{certify, certify_value, position, reread, verdict};
use provenum_game::{Claim, Game, Notation, Player, Problem, Status};
use provenum_games::{Connect4, Graph, Loa, Mnk, Random};
use provenum_proof::{Certificate, ProofKind};
use provenum_search::{Limits, Oracle, presets};

/// How often the root was proven, disproven, and unknown within the limits.
#[derive(Debug, Default)]
struct Tally {
    proven: usize,
    disproven: usize,
    unknown: usize,
}

impl Tally {
    /// There are hundreds of each, or the test would show little.
    fn assert_settled_both_ways(&self) {
        let Tally { proven, disproven, unknown } = self;
        assert!(*proven > 200 && *disproven > 200 && 10 * unknown < proven + disproven, "{self:?}");
    }
}

/// Certifies the answers of every algorithm on the graphs of these seeds, and tries to pass them off as the contrary.
fn certify_all(seeds: impl Iterator<Item = u64>, recipe: &str) -> Tally {
    // Not every algorithm copes with cycles: what it cannot settle soon, it leaves unknown.
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    let mut tally = Tally::default();
    for seed in seeds {
        let alternate = if seed.is_multiple_of(2) { "yes" } else { "no" };
        let text = format!("seed={seed} nodes={} alternate={alternate} {recipe}", 3 + seed * 7 % 90);
        let (game, root) = position::<Random>(&[], &text);
        let claim = Claim::win(Player::First);
        let problem = Problem::new(&game, claim);
        let truth = Oracle::new(&problem, &root, &Limits::default()).unwrap().status(&root).unwrap();
        for preset in presets() {
            let Some(certificate) = certify(preset.name, &game, &root, claim, &limits) else {
                // An alpha-beta search never finds out what holds only by going round.
                tally.unknown += usize::from(!preset.searches_values());
                continue;
            };
            let certificate = reread(&certificate);
            let told = format!("{} on {text}", preset.name);
            assert_eq!(verdict(&certificate, &game, &root), Some(vec![truth == Status::Proven]), "{told}");
            // One algorithm after the other: the lists that they write are of the same sort.
            if preset.name == presets()[seed as usize % presets().len()].name {
                assert_false_claims_are_rejected(&certificate, &game, &root, truth);
            }
            match truth {
                Status::Proven => tally.proven += 1,
                _ => tally.disproven += 1,
            }
        }
    }
    tally
}

/// The same list for another claim, or as a proof of the other kind, never shows what is not so.
fn assert_false_claims_are_rejected(certificate: &Certificate, game: &Random, root: &Node, truth: Status) {
    for player in Player::BOTH {
        for at_least in -2..=2 {
            for kind in [ProofKind::Strategy, ProofKind::Trap] {
                let mut other = certificate.clone();
                other.sections[0].claim = Claim { player, at_least };
                other.sections[0].kind = kind;
                // Results are 1 and -1, and endless play is a loss of the first player: no draws, no third way.
                let value = if truth == Status::Proven { 1 } else { -1 };
                let worth = if player == Player::First { value } else { -value };
                if let Some(holds) = verdict(&other, game, root) {
                    assert_eq!(holds, [worth >= at_least], "{player} at least {at_least} by {kind}");
                }
            }
        }
    }
}

type Node = <Random as Game>::Position;

#[test]
fn answers_on_trees_are_certified() {
    let tally = certify_all(0..1_000, "branching=3 success=0.4");
    tally.assert_settled_both_ways();
}

#[test]
fn answers_on_dags_are_certified() {
    let tally = certify_all(0..1_000, "branching=3 shared=0.3 success=0.5");
    tally.assert_settled_both_ways();
}

#[test]
fn answers_on_cyclic_graphs_are_certified() {
    let tally = certify_all(0..1_500, "branching=2 shared=0.2 back=0.3 success=0.6");
    tally.assert_settled_both_ways();
}

#[test]
fn answers_on_wide_cyclic_graphs_are_certified() {
    let tally = certify_all(0..1_500, "branching=4 shared=0.2 back=0.2 success=0.5");
    tally.assert_settled_both_ways();
}

#[test]
#[ignore = "long: forty thousand graphs by every algorithm"]
fn answers_on_forty_thousand_graphs_are_certified() {
    certify_all(10_000..20_000, "branching=3 success=0.4");
    certify_all(10_000..20_000, "branching=3 shared=0.3 success=0.5");
    certify_all(10_000..20_000, "branching=2 shared=0.2 back=0.3 success=0.5");
    certify_all(10_000..20_000, "branching=4 shared=0.2 back=0.2 success=0.5");
}

/// What a position is worth, by a certificate of every algorithm.
fn assert_value<G>(parameters: &[(&str, &str)], text: &str, kinds: &[(ProofKind, bool)])
where
    G: Notation + Sync,
    G::Position: Sync,
{
    let (game, root) = position::<G>(parameters, text);
    for preset in presets() {
        let certificate = reread(&certify_value(preset.name, &game, &root));
        let holds = verdict(&certificate, &game, &root).unwrap();
        let found: Vec<_> = certificate.sections.iter().map(|section| section.kind).zip(holds).collect();
        assert_eq!(found, kinds, "{} by {}", G::INFO.name, preset.name);
    }
}

#[test]
fn a_draw_of_an_acyclic_game_is_a_strategy_and_a_trap() {
    let draw = [(ProofKind::Strategy, true), (ProofKind::Trap, false)];
    for symmetry in ["none", "mirror"] {
        assert_value::<Mnk>(&[("size", "3x3x3"), ("symmetry", symmetry)], "", &draw);
    }
    assert_value::<Connect4>(&[("size", "4x4")], "", &draw);
}

#[test]
fn where_mirror_images_share_keys_answers_are_the_same_and_certified() {
    for (size, wins) in [("3x5", false), ("4x4", true), ("5x4", true), ("4x6", false)] {
        for symmetry in ["none", "mirror"] {
            let (game, root) = position::<Loa>(&[("size", size), ("symmetry", symmetry)], "");
            // The oracle would look at too many positions, and so would many others on the largest board.
            let able = |name: &str| name != "oracle" && (size != "4x6" || name.starts_with("df-pn"));
            for preset in presets().iter().filter(|preset| !preset.searches_values() && able(preset.name)) {
                for claim in [Claim::win(Player::First), Claim { player: Player::First, at_least: 0 }] {
                    let certificate = certify(preset.name, &game, &root, claim, &Limits::default());
                    let certificate = certificate.unwrap_or_else(|| panic!("{size} {symmetry} by {}", preset.name));
                    let holds = verdict(&reread(&certificate), &game, &root);
                    assert_eq!(holds, Some(vec![wins]), "{size} by {}", preset.name);
                }
            }
        }
    }
}

#[test]
fn a_win_needs_one_claim_only() {
    assert_value::<Mnk>(&[("size", "4x3x3")], "", &[(ProofKind::Strategy, true)]);
}

#[test]
fn a_trap_may_hold_only_by_going_round_for_ever() {
    // From every node OR can still reach the goal G, if only AND let it: AND must go back each time.
    let (game, root) = position::<Graph>(&[], "A or B C; B and A G; C and A B G; G proven");
    // An alpha-beta search never finds out what holds only by going round.
    for preset in presets().iter().filter(|preset| !preset.searches_values()) {
        let certificate = certify(preset.name, &game, &root, Claim::win(Player::First), &Limits::default()).unwrap();
        let section = &certificate.sections[0];
        assert_eq!((section.kind, section.records.len()), (ProofKind::Trap, 3), "{}", preset.name);
        assert_eq!(verdict(&reread(&certificate), &game, &root), Some(vec![false]));
        // The same circle shows nothing for the side that must make progress, whatever the ranks.
        for rank in [0, 1, 2, 1_000] {
            let mut other = certificate.clone();
            other.sections[0].kind = ProofKind::Strategy;
            other.sections[0].records = section.records.iter().map(|r| (r.code.to_vec(), r.choice, rank)).collect();
            assert_eq!(verdict(&other, &game, &root), None);
        }
    }
}
