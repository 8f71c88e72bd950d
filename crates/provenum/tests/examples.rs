//! The examples do what they say: each asserts what it prints.
#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(clippy::duplicate_mod, reason = "one example uses another")]

#[path = "../examples/certificate.rs"]
pub mod certificate;
#[path = "../examples/own_game.rs"]
pub mod own_game;
#[path = "../examples/own_problem.rs"]
pub mod own_problem;
#[cfg(feature = "cli")]
#[path = "../examples/own_tools.rs"]
#[allow(dead_code, reason = "a command line reads the arguments of its process")]
pub mod own_tools;

#[test]
fn a_game_of_ones_own_is_solved_and_its_proof_checked() {
    own_game::main().unwrap();
}

#[test]
fn a_problem_of_ones_own_is_proven_and_disproven() {
    own_problem::main().unwrap();
}

#[test]
fn a_certificate_is_read_by_who_knows_its_bytes_only() {
    certificate::main().unwrap();
}

#[cfg(feature = "cli")]
#[test]
fn the_tools_know_a_game_of_ones_own() {
    use provenum::session::{Request, Verdict};
    let games = own_tools::games();
    assert!(games.infos().any(|info| info.name == "nim") && games.infos().any(|info| info.name == "mnk"));
    let session = games.open("nim", &provenum::Parameters::new(), Some("7")).unwrap();
    let mut search = session.search(&[], Request::of_game(session.info())).unwrap();
    let answered = search.run(provenum::search::Limits::default(), None, &mut ()).unwrap();
    assert_eq!((answered.report.result, answered.report.best_move.as_deref()), (Verdict::Proven, Some("3")));
    let certificate = provenum::proof::Certificate::from_bytes(&answered.certificate.unwrap().unwrap().bytes).unwrap();
    assert!(session.open(certificate.into()).check(1, &|_, _| ()).claims.is_ok());
}

#[test]
fn a_game_of_ones_own_keeps_its_promises() {
    use provenum::games::conformance;
    // Counted by hand: heaps of fewer than three stones have fewer moves.
    let data = "| 7 | 3 9 23\n| 2 second | 2 1";
    conformance::description::<own_game::Nim>();
    conformance::moves::<own_game::Nim>(data);
    conformance::play::<own_game::Nim>(data);
    conformance::junk::<own_game::Nim>(data);
}
