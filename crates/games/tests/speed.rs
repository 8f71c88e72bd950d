//! How fast the move generators are: `cargo test --release -p provenum-games --test speed -- --ignored --nocapture`.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use provenum_game::{Notation, Parameters};
use provenum_games::{Loa, Othello, perft};
use std::time::Instant;

fn measure<G: Notation>(depth: usize, count: u64) {
    let (game, start) = G::set_up(&Parameters::new(), None).unwrap();
    let clock = Instant::now();
    assert_eq!(perft(&game, &start, depth), count);
    println!(
        "{}: perft {depth}, {:.1} million a second",
        G::INFO.name,
        count as f64 / clock.elapsed().as_secs_f64() / 1e6
    );
    // What a search does: successors with their results and keys.
    let clock = Instant::now();
    let (mut expanded, mut generated, mut keys) = (0u64, 0u64, 0);
    let mut level = vec![start];
    while expanded < 300_000 {
        let mut next = Vec::new();
        for position in &level {
            expanded += 1;
            game.successors(position, &mut |mv, outcome, key| {
                generated += 1;
                keys ^= key;
                if outcome.is_none() && next.len() < 300_000 {
                    next.push(game.play(position, mv));
                }
            });
        }
        level = next;
    }
    let seconds = clock.elapsed().as_secs_f64();
    println!(
        "{}: {:.2} million expansions and {:.1} million successors a second ({keys:016x})",
        G::INFO.name,
        expanded as f64 / seconds / 1e6,
        generated as f64 / seconds / 1e6
    );
}

#[test]
#[ignore = "a measurement"]
fn othello() {
    measure::<Othello>(9, 3_005_288);
}

#[test]
#[ignore = "a measurement"]
fn lines_of_action() {
    measure::<Loa>(5, 55_963_132);
}
