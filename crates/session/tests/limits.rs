//! Limits hold for every algorithm, every game and every phase, from the start and from the middle of a game. The clock of these
//! tests is their own and moves on when it is looked at, so they are the same on every machine.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use provenum_game::Parameters;
use provenum_search::{Algorithm, Cancel, Clock, Limits, presets};
use provenum_session::{Answered, Asked, Certify, Event, Games, NoCertificate, Request, Session, Verdict};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// That the side in question achieves at least so much.
fn request(algorithm: &str, at_least: i32) -> Request {
    let algorithm = Some(Algorithm::named(algorithm).unwrap());
    Request { asked: Asked::AtLeast(at_least), algorithm, certify: Certify::Always, lengths: None }
}

/// A position of a game: where it begins, and the moves that lead to it.
struct Place {
    session: Arc<dyn Session>,
    line: Vec<String>,
}

impl Place {
    fn run(&self, request: Request, limits: Limits) -> Answered {
        self.session.search(&self.line, request).unwrap().run(limits, None, &mut ()).unwrap()
    }

    fn name(&self) -> String {
        format!("{} after {:?}", self.session.info().name, self.line)
    }
}

/// Two positions of every game in which there is much to search, at the start and some moves later.
fn places() -> Vec<Place> {
    let games = Games::built_in();
    let text = |info: &provenum_game::GameInfo| match info.name {
        "tsume-shogi" => Some("1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6 b SP2gn2l11p 1"),
        "random" => Some("seed=3 nodes=100000 branching=4 shared=0.2 success=0.4"),
        "uniform" => Some("seed=1 branching=4 depth=12"),
        "graph" => Some("A or B C; B and A D; C and B D; D or A E F; E and A C; F and B D"),
        _ => None,
    };
    let open = |info: &provenum_game::GameInfo| {
        let session = games.open(info.name, &Parameters::new(), text(info)).unwrap();
        let line = some_moves(session.as_ref());
        [Place { session: session.clone(), line: Vec::new() }, Place { session, line }]
    };
    games.infos().flat_map(open).collect()
}

/// Some moves that do not end the game.
fn some_moves(session: &dyn Session) -> Vec<String> {
    let mut line = Vec::new();
    for place in [1, 4, 2, 7, 5, 3] {
        let moves = session.see(&line).unwrap().moves;
        let Some(mv) = moves.get(place % moves.len().max(1)) else { break };
        line.push(mv.clone());
        let seen = session.see(&line).unwrap();
        if seen.outcome.is_some() || seen.moves.is_empty() {
            line.pop();
            break;
        }
    }
    line
}

#[test]
fn no_algorithm_expands_a_node_too_many() {
    let mut stopped = 0;
    for place in places() {
        for preset in presets() {
            for nodes in [1, 2, 37, 1_000] {
                let limits = Limits { nodes: Some(nodes), memory: 64 << 20, ..Limits::default() };
                let report = place.run(request(preset.name, 1), limits).report;
                let what = format!("{} on {}", preset.name, place.name());
                if report.stop_reason == "nodes" {
                    assert_eq!(report.result, Verdict::Unknown);
                    assert_eq!(report.expanded, nodes, "{what}");
                    stopped += 1;
                } else {
                    // To read the proof of a small answer may take as much again.
                    assert!(report.expanded <= 2 * nodes, "{what}: {}", report.expanded);
                }
            }
        }
    }
    assert!(stopped > 800, "{stopped}");
}

/// The most expansions between two looks at the clock.
const EXPANSIONS_PER_LOOK: u64 = 1_024;
/// Looks that are allowed after the end, until all phases have seen it.
const LOOKS_AFTER: u64 = 100;

/// A clock that stands still for so many looks and then shows a time that is too late, a millisecond later at each look; and
/// how often it was looked at.
fn jumps_after(looks: u64, then: impl Fn() + Send + Sync + 'static) -> (Clock, Arc<AtomicU64>) {
    let count = Arc::new(AtomicU64::new(0));
    let counted = count.clone();
    let shows = move || match counted.fetch_add(1, Ordering::Relaxed) {
        now if now < looks => Duration::ZERO,
        now => {
            then();
            Duration::from_secs(3_600) + Duration::from_millis(now - looks)
        }
    };
    (Clock::of(shows), count)
}

/// What must be so of a search that was stopped for this reason when the clock had been looked at so often.
fn assert_stopped(answered: &Answered, reason: &str, looks: u64, all_looks: u64, what: &str) {
    let Answered { report, certificate, .. } = answered;
    // Some fill their memory sooner, or have nothing more to search.
    let stop = report.stop_reason.as_str();
    assert!(report.result.is_known() || [reason, "memory", "depth"].contains(&stop), "{what}: {stop}");
    assert!(all_looks <= looks + LOOKS_AFTER, "{what}: {all_looks} looks, {looks} before the end");
    let most = EXPANSIONS_PER_LOOK * (looks + 1);
    assert!(report.expanded <= most, "{what}: {} expanded", report.expanded);
    match certificate {
        None => assert!(!report.result.is_known(), "{what}"),
        Some(Ok(certified)) => assert!(!certified.claims.is_empty(), "{what}"),
        Some(Err(NoCertificate::Unsolved(_))) => {}
        Some(Err(fault)) => panic!("{what}: {fault}"),
    }
}

#[test]
fn every_algorithm_stops_at_the_first_look_after_its_time() {
    let mut stopped = 0;
    for place in places() {
        for preset in presets() {
            for looks in [1, 20] {
                let (clock, count) = jumps_after(looks, || ());
                let time = Some(Duration::from_secs(1));
                let answered =
                    place.run(request(preset.name, 1), Limits { time, clock, memory: 64 << 20, ..Limits::default() });
                let what = format!("{} on {}, {looks} looks", preset.name, place.name());
                assert_stopped(&answered, "time", looks, count.load(Ordering::Relaxed), &what);
                stopped += u64::from(answered.report.stop_reason == "time");
            }
        }
    }
    assert!(stopped > 600, "{stopped}");
}

#[test]
fn every_algorithm_stops_at_the_first_look_after_the_flag_is_raised() {
    let mut stopped = 0;
    for place in places() {
        for preset in presets() {
            for looks in [0, 20] {
                let cancel = Cancel::new();
                let raised = cancel.clone();
                let (clock, count) = jumps_after(looks, move || raised.cancel());
                let answered =
                    place.run(request(preset.name, 1), Limits { cancel, clock, memory: 64 << 20, ..Limits::default() });
                let what = format!("{} on {}, {looks} looks", preset.name, place.name());
                assert_stopped(&answered, "cancelled", looks, count.load(Ordering::Relaxed), &what);
                stopped += u64::from(answered.report.stop_reason == "cancelled");
            }
        }
    }
    assert!(stopped > 600, "{stopped}");
}

/// Small problems, which have answers: the end comes while they are searched, while the proof is read, written or checked, and
/// not at all.
#[test]
fn the_time_may_be_up_in_every_phase() {
    let games = Games::built_in();
    let problems =
        [("mnk", "size", "3x3x3"), ("connect4", "size", "4x4"), ("othello", "size", "4x4"), ("kalah", "pits", "1")];
    let (mut without, mut with) = (0, 0);
    for (game, parameter, value) in problems {
        let session = games.open(game, &Parameters::new().with(parameter, value), None).unwrap();
        let place = Place { session, line: Vec::new() };
        for algorithm in ["df-pn-eps", "df-pn", "pn", "pn2", "bta", "mopns", "negascout", "oracle"] {
            let asked = Request { asked: Asked::Value, ..request(algorithm, 1) };
            let mut looks = 1;
            loop {
                let (clock, count) = jumps_after(looks, || ());
                let time = Some(Duration::from_secs(1));
                let answered = place.run(asked.clone(), Limits { time, clock, memory: 256 << 20, ..Limits::default() });
                let what = format!("{algorithm} on {}, {looks} looks", place.name());
                let all = count.load(Ordering::Relaxed);
                assert_stopped(&answered, "time", looks, all, &what);
                without += u64::from(matches!(answered.certificate, Some(Err(_))));
                if all < looks {
                    assert!(matches!(answered.certificate, Some(Ok(_))), "{what}: {:?}", answered.certificate);
                    with += 1;
                    break;
                }
                looks += looks.div_ceil(2);
            }
        }
    }
    assert!(without > 20 && with == 32, "{without} without a certificate, {with} with one");
}

/// By the bytes that searches count themselves; what the process takes is looked at in the long run.
#[test]
fn no_algorithm_stores_more_than_it_may_or_gives_up_much_earlier() {
    let mut full = 0;
    for place in places() {
        for preset in presets() {
            for memory in [1 << 16, 1 << 20] {
                let limits = Limits { memory, nodes: Some(8_000), ..Limits::default() };
                let report = place.run(request(preset.name, 1), limits).report;
                let what = format!("{} on {} with {memory} bytes: {}", preset.name, place.name(), report.memory_bytes);
                // The path of a depth-first search is not counted beforehand.
                assert!(report.memory_bytes <= memory + memory / 20 + (1 << 20), "{what}");
                if report.stop_reason == "memory" && memory == 1 << 20 {
                    assert!(report.memory_bytes >= memory - memory / 10, "{what}");
                    full += 1;
                }
            }
        }
    }
    assert!(full > 50, "{full}");
}

/// In nodes, because clocks differ.
#[test]
fn a_flag_that_is_raised_on_the_way_is_soon_seen() {
    let games = Games::built_in();
    for (game, algorithm) in [("othello", "negascout"), ("connect4", "df-pn"), ("loa", "pn"), ("kalah", "alpha-beta")] {
        let session = games.open(game, &Parameters::new(), None).unwrap();
        let cancel = Cancel::new();
        let limits = Limits { cancel: cancel.clone(), ..Limits::default() };
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
