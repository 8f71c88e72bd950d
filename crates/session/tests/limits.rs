//! Limits hold for every algorithm and every game.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use provenum_game::Parameters;
use provenum_search::{Algorithm, Cancel, Limits, presets};
use provenum_session::{Asked, Event, Games, Request, Verdict};

/// That the side in question achieves at least so much.
fn request(algorithm: &str, at_least: i32) -> Request {
    let algorithm = Some(Algorithm::named(algorithm).unwrap());
    Request { asked: Asked::AtLeast(at_least), algorithm, certified: false, lengths: None }
}

/// A position of every game in which there is much to search: its name, its parameters and its text.
fn positions() -> Vec<(&'static str, Parameters, Option<&'static str>)> {
    let games = Games::built_in();
    let of = |info: &provenum_game::GameInfo| match info.name {
        "tsume-shogi" => Some("1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6 b SP2gn2l11p 1"),
        "random" => Some("seed=3 nodes=100000 branching=4 shared=0.2 success=0.4"),
        "uniform" => Some("seed=1 branching=4 depth=12"),
        "graph" => Some("A or B C; B and A D; C and B D; D or A E F; E and A C; F and B D"),
        _ => None,
    };
    games.infos().map(|info| (info.name, Parameters::new(), of(info))).collect()
}

#[test]
fn no_algorithm_expands_a_node_too_many() {
    let games = Games::built_in();
    let mut stopped = 0;
    for (game, parameters, text) in positions() {
        let session = games.open(game, &parameters, text).unwrap();
        for preset in presets() {
            for nodes in [1, 2, 37, 1_000] {
                let limits = Limits { nodes: Some(nodes), memory: 64 << 20, ..Limits::default() };
                let answer = session.search(&[], request(preset.name, 1)).unwrap().run(limits, None, &mut ()).unwrap();
                let report = answer.report;
                if report.stop_reason == "nodes" {
                    assert_eq!(report.result, Verdict::Unknown);
                    assert_eq!(report.expanded, nodes, "{} on {game}", preset.name);
                    stopped += 1;
                } else {
                    // To read the proof of a small answer may take as much again.
                    assert!(report.expanded <= 2 * nodes, "{} on {game}: {}", preset.name, report.expanded);
                }
            }
        }
    }
    assert!(stopped > 400, "{stopped}");
}

#[test]
fn a_raised_flag_stops_every_algorithm_before_it_begins() {
    let games = Games::built_in();
    for (game, parameters, text) in positions() {
        let session = games.open(game, &parameters, text).unwrap();
        for preset in presets() {
            let cancel = Cancel::new();
            cancel.cancel();
            let limits = Limits { cancel, memory: 64 << 20, ..Limits::default() };
            let answer = session.search(&[], request(preset.name, 1)).unwrap().run(limits, None, &mut ()).unwrap();
            let known = answer.report.result.is_known();
            assert!(known || answer.report.stop_reason == "cancelled", "{} on {game}", preset.name);
            assert!(answer.report.expanded <= 1, "{} on {game}: {}", preset.name, answer.report.expanded);
        }
    }
}

/// In nodes, because clocks differ.
#[test]
fn a_flag_that_is_raised_on_the_way_is_soon_seen() {
    let games = Games::built_in();
    for (game, algorithm) in [("othello", "negascout"), ("connect4", "df-pn"), ("loa", "pn"), ("kalah", "alpha-beta")] {
        let session = games.open(game, &Parameters::new(), None).unwrap();
        let cancel = Cancel::new();
        let limits = Limits { cancel: cancel.clone(), memory: 64 << 20, ..Limits::default() };
        let mut first = None;
        let mut watch = |event: &Event| {
            if let Event::Progress(progress) = event {
                first.get_or_insert(progress.statistics.expanded);
                cancel.cancel();
            }
        };
        let answer = session.search(&[], request(algorithm, 1)).unwrap().run(limits, None, &mut watch).unwrap();
        assert_eq!(answer.report.stop_reason, "cancelled", "{algorithm} on {game}");
        let then = first.unwrap();
        assert!(
            answer.report.expanded <= then + 1_024,
            "{algorithm} on {game}: {} after {then}",
            answer.report.expanded
        );
    }
}
