//! How fast the depth-first kernel is, beside what the memory of the machine allows.

use crate::Stopwatch;
use provenum_game::{Claim, Notation, Parameters, Player, Problem};
use provenum_games::Connect4;
use provenum_search::depth_first::{Increment, Settings, expand_for};
use provenum_search::table::{Replacement, Table};

/// Rounds of the measurement, and what is done in each: probes of the empty table, and expanded nodes.
const ROUNDS: u32 = 8;
const PROBES: u64 = 20_000_000;
const NODES: u64 = 5_000_000;

/// The speed of df-pn with 1 + ε on the empty board of Connect Four, the best of several rounds. Others who use the machine
/// make it slower at times, and nothing makes it faster: the best round is nearest to what the machine can do.
#[derive(Clone, Copy, Debug)]
pub struct Speed {
    /// Nanoseconds for a random probe of the table.
    pub probe_ns: f64,
    /// Seconds of the processor for all nodes of a round.
    pub seconds: f64,
    /// Nodes expanded in a round.
    pub expanded: u64,
    /// Children generated in a round.
    pub generated: u64,
    /// Seconds for the first touch of the table's memory.
    pub touch_seconds: f64,
    /// Rounds measured.
    pub rounds: u32,
}

/// Measures it with a table of so many bytes; none if there is no memory for it.
#[must_use]
pub fn kernel_speed(bytes: u64) -> Option<Speed> {
    let (game, start) = Connect4::set_up(&Parameters::new(), None).ok()?;
    let problem = Problem::new(&game, Claim::win(Player::First));
    let settings = Settings { increment: Increment::Factor(0.25), ..Settings::default() };
    let mut speed = Speed {
        probe_ns: f64::INFINITY,
        seconds: f64::INFINITY,
        expanded: 0,
        generated: 0,
        touch_seconds: 0.0,
        rounds: ROUNDS,
    };
    for round in 0..ROUNDS {
        let watch = Stopwatch::start();
        let table = Table::touched(bytes, Replacement::LeastWork).ok()?;
        if round == 0 {
            // Only the first round touches memory that nobody has touched before.
            speed.touch_seconds = watch.cpu_seconds();
        }
        let watch = Stopwatch::start();
        let found = table.probe_randomly(PROBES);
        speed.probe_ns = speed.probe_ns.min(1e9 * watch.cpu_seconds() / (PROBES + found) as f64);
        let watch = Stopwatch::start();
        let statistics = expand_for(&problem, &start, &settings, table, NODES);
        speed.seconds = speed.seconds.min(watch.cpu_seconds());
        (speed.expanded, speed.generated) = (statistics.expanded, statistics.generated);
    }
    Some(speed)
}
