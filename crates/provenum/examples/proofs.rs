//! How small proofs are and how fast they are checked: `cargo xtask bench proof`.

use provenum::games::Connect4;
use provenum::proof::{Certificate, Options, ProofKind, Section, Subject, check};
use provenum::search::{Algorithm, Limits, solve};
use provenum::{Claim, Notation, Parameters, Player, Problem, Status};
use std::error::Error;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "{:<22} {:>10} {:>9} {:>8} {:>10} {:>10} {:>7} {:>12}",
        "connect4", "positions", "bytes", "each", "solve s", "check s", "ratio", "million/s"
    );
    for (size, at_least) in [("5x5", 0), ("5x5", 1), ("6x4", 0)] {
        let (game, start) = Connect4::set_up(&Parameters::new().with("size", size), None)?;
        let problem = Problem::new(&game, Claim { player: Player::First, at_least });
        let begin = Instant::now();
        let answer = solve(&Algorithm::named("df-pn-eps")?, &problem, &start, &Limits::default(), &mut ());
        let solve_seconds = begin.elapsed().as_secs_f64();
        let kind = if answer.status == Status::Proven { ProofKind::Strategy } else { ProofKind::Trap };
        let solution = answer.solution?;
        let listed = solution.for_certificate(&problem);
        let section = Section::new(&problem, kind, listed);
        let bytes = Certificate { subject: Subject::new(&game, &start), sections: vec![section] }.to_bytes();
        let begin = Instant::now();
        let certificate = Certificate::from_bytes(&bytes)?;
        // One thread, so that the clock is the processor's.
        check(&certificate, &game, &start, Options::default())?;
        let check_seconds = begin.elapsed().as_secs_f64();
        let positions = certificate.positions();
        println!(
            "{:<22} {positions:>10} {:>9} {:>8.2} {solve_seconds:>10.2} {check_seconds:>10.3} {:>7.3} {:>12.2}",
            format!("{size} at least {at_least}: {kind}"),
            bytes.len(),
            bytes.len() as f64 / positions as f64,
            check_seconds / solve_seconds,
            positions as f64 / 1e6 / check_seconds,
        );
    }
    Ok(())
}
