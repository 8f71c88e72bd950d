//! What to try next when a search has ended without an answer: larger limits, a saved search, a smaller question, another
//! algorithm. In the words of the command line.

use crate::game::{Finding, Hidden};
use crate::{Asked, Request};
use provenum_game::{Asks, Game, Repetition, Values};
use provenum_search::{Algorithm, Limits, StopReason};
use std::time::Duration;

/// What to try, the best first. `saved` says that a checkpoint was written.
pub(crate) fn advice(game: &Hidden, request: &Request, found: &Finding, limits: &Limits, saved: bool) -> Vec<String> {
    let mut advice = Vec::new();
    if found.scope().is_some() {
        advice.push("--set attack=all: tries all moves".to_owned());
    }
    match found.stop {
        StopReason::Nodes => {
            let more = limits.nodes.unwrap_or(found.statistics.expanded).saturating_mul(10);
            advice.push(format!("--nodes {}: ten times as many nodes", nodes(more)));
        }
        StopReason::Time => {
            let more = limits.time.unwrap_or(Duration::from_secs(60)).saturating_mul(10);
            advice.push(format!("--time {}: ten times as long", time(more)));
        }
        StopReason::Memory => {
            advice.push(format!("--memory {}: four times as much memory", memory(limits.memory.saturating_mul(4))));
            if !found.algorithm.can_be_saved() {
                advice.push("--algorithm auto: it continues when its memory is full".to_owned());
            }
        }
        StopReason::Cancelled => advice.push("let it run longer, or set its end with --time or --nodes".to_owned()),
        StopReason::UnknownLeaves => {
            advice.push("define unknown leaves as proven or disproven: the answer depends on them".into());
            return advice;
        }
        StopReason::Depth => {
            advice.push("a larger --set depth=N, or no limit of the depth".to_owned());
        }
        StopReason::History => {
            advice.push(
                "--algorithm auto: the rules depend on how positions were reached, and it keeps track of that"
                    .to_owned(),
            );
            return advice;
        }
        StopReason::Solved => {}
    }
    if found.stop != StopReason::Depth {
        if saved {
            advice.push("--resume FILE: go on from the checkpoint".to_owned());
        } else if found.algorithm.can_be_saved() {
            advice.push("--checkpoint FILE: save the search; --resume FILE goes on where it stopped".to_owned());
        }
    }
    match (request.asked, game.values()) {
        (Asked::Value, Values::WinDrawLoss) => {
            advice.push("--claim win, or --claim draw: a smaller question".to_owned())
        }
        (Asked::Value, Values::Score { .. }) => advice.push("--claim win: a smaller question".to_owned()),
        _ => {}
    }
    let symmetry = game.0.info().parameters.iter().any(|p| p.name == "symmetry");
    if symmetry && game.0.parameters().get("symmetry") == Some("none") {
        advice.push("--symmetry mirror: mirror images count as one position".to_owned());
    }
    let other = other_algorithm(game, &found.algorithm);
    // A search that was too large gets one algorithm to try, which needs less memory.
    advice.extend(other.filter(|_| advice.iter().all(|advice| !advice.starts_with("--algorithm"))));
    advice
}

/// An algorithm that suits the game and was not the one. Whoever has chosen one is told of the default first.
fn other_algorithm(game: &Hidden, taken: &Algorithm) -> Option<String> {
    if *taken != Algorithm::default() && taken.auto().is_none() {
        return Some("--algorithm auto: several algorithms by turns, as suits the game".to_owned());
    }
    let (name, why) = match (game.0.info().asks, game.values(), game.repetition()) {
        (Asks::RootProven, ..) => ("bta", "for graphs with shared nodes and cycles"),
        (Asks::Goal(_), ..) => ("df-wpn", "counts less of what many lines share"),
        (_, Values::Score { .. }, _) => ("negascout", "all memory for one search, which suits games with scores"),
        (_, _, Repetition::Impossible) => ("pn-star", "often expands fewer nodes where no position comes back"),
        _ => ("df-pn+", "uses more of what the game says of its positions"),
    };
    (taken.name() != name).then(|| format!("--algorithm {name}: {why}"))
}

/// A number of nodes, as the command line reads it.
fn nodes(number: u64) -> String {
    written(number, &[(1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k"), (1, "")])
}

fn time(time: Duration) -> String {
    let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    written(milliseconds, &[(3_600_000, "h"), (60_000, "m"), (1_000, "s"), (1, "ms")])
}

fn memory(bytes: u64) -> String {
    written(bytes, &[(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB"), (1, "B")])
}

/// In the largest unit that leaves a whole number.
fn written(number: u64, units: &[(u64, &str)]) -> String {
    let unit = units.iter().find(|(size, _)| number.is_multiple_of(*size) && number > 0);
    unit.map_or_else(|| number.to_string(), |(size, name)| format!("{}{name}", number / size))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_written_in_the_largest_unit_that_fits() {
        assert_eq!([50_000, 1_234, 20_000_000].map(nodes), ["50k", "1234", "20M"]);
        assert_eq!([500, 20_000, 600_000].map(|ms| time(Duration::from_millis(ms))), ["500ms", "20s", "10m"]);
        assert_eq!([4 << 30, 65_536, 1_000].map(memory), ["4GiB", "64KiB", "1000B"]);
    }
}
