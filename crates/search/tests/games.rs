//! Known values of small games, and the survey's figures with the survey's numbers.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use provenum_game::{Claim, Notation, Parameters, Player, Problem, Status};
use provenum_games::{Connect4, Graph, Mnk};
use provenum_search::{Algorithm, Cancel, Limits, Numbers, Oracle, Question, StopReason, evaluate, solve};
use std::time::{Duration, Instant};

fn value<G: Notation>(size: &str, position: &str, algorithm: &str) -> Option<i32> {
    let (game, start) = G::set_up(&Parameters::new().with("size", size), Some(position)).unwrap();
    let question = Question::Value(game.to_move(&start));
    let algorithm = Algorithm::named(algorithm).unwrap();
    evaluate(&algorithm, &game, &start, question, &Limits::default(), &mut ()).value()
}

#[test]
fn tic_tac_toe_is_a_draw() {
    for algorithm in ["pn", "oracle"] {
        assert_eq!(value::<Mnk>("3x3x3", "", algorithm), Some(0));
    }
}

/// Computed by an independent exhaustive program.
#[test]
fn three_in_a_row_on_4x3_wins_for_the_first_player() {
    for algorithm in ["pn", "oracle"] {
        assert_eq!(value::<Mnk>("4x3x3", "", algorithm), Some(1));
    }
}

/// Values of Tromp's table of Connect Four boards.
#[test]
fn small_connect_four_boards_have_their_known_values() {
    for (size, algorithm) in [("4x4", "pn"), ("4x4", "oracle"), ("4x5", "pn"), ("5x4", "pn"), ("3x6", "pn")] {
        assert_eq!(value::<Connect4>(size, "", algorithm), Some(0), "{size} by {algorithm}");
    }
}

#[test]
fn pn_and_the_oracle_agree_on_every_opening_of_connect_four_4x4() {
    for a in 1..=4 {
        for b in 1..=4 {
            for c in 1..=4 {
                let position = format!("{a}{b}{c}");
                let by = |algorithm| value::<Connect4>("4x4", &position, algorithm);
                assert_eq!(by("pn"), by("oracle"), "{position}");
            }
        }
    }
}

#[test]
fn mobility_changes_the_effort_and_not_the_answer() {
    let (game, start) = Connect4::set_up(&Parameters::new().with("size", "4x4"), None).unwrap();
    let problem = Problem::new(&game, Claim::draw(Player::First));
    let expanded = ["unit", "mobility"].map(|estimate| {
        let algorithm = Algorithm::named("pn").unwrap().set("estimate", estimate).unwrap();
        let answer = solve(&algorithm, &problem, &start, &Limits::default(), &mut ());
        assert_eq!(answer.status, Status::Proven);
        answer.statistics.expanded
    });
    assert_ne!(expanded[0], expanded[1]);
}

fn figure(name: &str) -> (StopReason, Status, Numbers) {
    let path = format!("{}/../../examples/figures/{name}.graph", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let (game, root) = Graph::set_up(&Parameters::new(), Some(&text)).unwrap();
    let problem = Problem::new(&game, Claim::win(Player::First));
    let answer = solve(&Algorithm::default(), &problem, &root, &Limits::default(), &mut ());
    let oracle = Oracle::new(&problem, &root, &Limits::default()).unwrap();
    assert_eq!(oracle.status(&root), Some(answer.status));
    (answer.stop, answer.status, answer.root)
}

#[test]
fn the_figures_of_the_survey_have_the_numbers_of_the_survey() {
    assert_eq!(figure("survey-1").1, Status::Proven);
    let open = |name| match figure(name) {
        (StopReason::UnknownLeaves, Status::Open, Numbers { proof, disproof }) => (proof, disproof),
        other => panic!("{name}: {other:?}"),
    };
    assert_eq!(open("survey-4"), (2, 2));
    assert_eq!(open("survey-7").0, 2, "a tree counts D twice, as the survey says");
    assert_eq!(open("survey-8").0, 3, "D twice and E once");
    assert_eq!(figure("survey-9").1, Status::Proven, "ignoring the history would make it a loss");
}

#[test]
fn a_search_stops_soon_after_it_is_cancelled_and_when_its_time_is_up() {
    let (game, start) = Connect4::set_up(&Parameters::new(), None).unwrap();
    let problem = Problem::new(&game, Claim::win(Player::First));
    for algorithm in ["pn", "oracle"] {
        let algorithm = Algorithm::named(algorithm).unwrap();
        let cancel = Cancel::new();
        let limits = Limits { cancel: cancel.clone(), time: Some(Duration::from_secs(600)), ..Limits::default() };
        let mut reports = 0;
        let answer = solve(&algorithm, &problem, &start, &limits, &mut |_: &_| {
            reports += 1;
            if reports == 2 {
                cancel.cancel();
            }
        });
        assert_eq!((answer.status, answer.stop), (Status::Open, StopReason::Cancelled));
        let limits = Limits { time: Some(Duration::from_millis(50)), ..Limits::default() };
        let begin = Instant::now();
        let answer = solve(&algorithm, &problem, &start, &limits, &mut ());
        assert_eq!((answer.status, answer.stop), (Status::Open, StopReason::Time));
        // What was stored has to be given back within the time.
        assert!(begin.elapsed() >= Duration::from_millis(40));
    }
}

#[test]
fn the_same_search_expands_the_same_nodes() {
    let (game, start) = Connect4::set_up(&Parameters::new().with("size", "4x4"), None).unwrap();
    let problem = Problem::new(&game, Claim::win(Player::First));
    let run = || solve(&Algorithm::default(), &problem, &start, &Limits::default(), &mut ()).statistics;
    assert_eq!(run(), run());
}
