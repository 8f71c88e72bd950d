//! How fast the searches are on this machine: `cargo run --release --example speed`.

use provenum::games::Connect4;
use provenum::search::{Algorithm, Limits, solve};
use provenum::{Claim, InputError, Notation, Parameters, Player, Problem};
use std::time::Instant;

fn main() -> Result<(), InputError> {
    println!(
        "{:<10} {:<10} {:>12} {:>12} {:>10} {:>8}",
        "algorithm", "problem", "expanded", "generated", "million/s", "MiB"
    );
    for (algorithm, size) in [("pn", "4x5"), ("pn", "5x4"), ("pn", "5x5"), ("oracle", "4x4")] {
        let (game, start) = Connect4::set_up(&Parameters::new().with("size", size), None)?;
        let problem = Problem::new(&game, Claim::draw(Player::First));
        let Ok(search) = Algorithm::named(algorithm) else { continue };
        let begin = Instant::now();
        let answer = solve(&search, &problem, &start, &Limits::default(), &mut |_: &_| ());
        let statistics = answer.statistics;
        println!(
            "{algorithm:<10} {:<10} {:>12} {:>12} {:>10.1} {:>8}",
            format!("draw {size}"),
            statistics.expanded,
            statistics.generated,
            statistics.generated as f64 / 1e6 / begin.elapsed().as_secs_f64(),
            statistics.memory >> 20,
        );
    }
    Ok(())
}
