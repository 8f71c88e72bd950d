//! The answer about a position: the fields of the JSON output, and the words of the other.

use crate::certify::Proof;
use crate::request::Request;
use crate::shortest::{FirstMove, Length};
use indicatif::HumanCount;
use provenum_game::{Asks, Notation, Outcome};
use provenum_search::{Evaluation, INFINITE, Settled, Statistics};
use serde::Serialize;
use std::collections::BTreeMap;

/// The answer about one position, in the form of the JSON output.
#[derive(Serialize)]
pub(crate) struct Report {
    pub(crate) game: String,
    pub(crate) parameters: BTreeMap<String, String>,
    pub(crate) position: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<usize>,
    pub(crate) claim: String,
    pub(crate) result: &'static str,
    pub(crate) value: Option<serde_json::Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) estimate: Option<f64>,
    pub(crate) best_move: Option<String>,
    pub(crate) pv: Vec<String>,
    /// Moves to the end if both sides do their best; only if that was asked, and with a proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) length: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) proven_shortest: Option<bool>,
    /// Pieces in the attacker's hand at the end of the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) pieces_left: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) first_moves: Option<Vec<FirstMoveReport>>,
    pub(crate) algorithm: String,
    /// How claims followed one another, if a value was asked for.
    pub(crate) series: Option<String>,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) by_level: Option<u64>,
    pub(crate) seconds: f64,
    pub(crate) cpu_seconds: f64,
    pub(crate) memory_bytes: u64,
    pub(crate) proof_number: Option<u32>,
    pub(crate) disproof_number: Option<u32>,
    pub(crate) stop_reason: String,
    /// None without an answer, and with `--no-proof`.
    pub(crate) proof: Option<Proof>,
}

/// What comes of a first move.
#[derive(Serialize)]
pub(crate) struct FirstMoveReport {
    #[serde(rename = "move")]
    pub(crate) mv: String,
    pub(crate) result: &'static str,
    pub(crate) length: Option<u32>,
    pub(crate) proven_shortest: Option<bool>,
}

impl FirstMoveReport {
    pub(crate) fn new<G: Notation>(game: &G, position: &G::Position, tried: &FirstMove<G::Move>) -> FirstMoveReport {
        let length = tried.length.as_ref();
        FirstMoveReport {
            mv: game.format_move(position, tried.mv),
            result: match tried.succeeds {
                Some(true) => "proven",
                Some(false) => "disproven",
                None => "unknown",
            },
            length: length.map(|length| length.moves),
            proven_shortest: length.map(|length| length.proven),
        }
    }
}

/// What only people want to see of an answer.
pub(crate) struct Details {
    pub(crate) board: String,
    /// The answer in one word.
    pub(crate) short: String,
    /// The answer as the beginning of a sentence, and the rest of it.
    pub(crate) answer: String,
    pub(crate) explanation: String,
    pub(crate) claims: Vec<String>,
    /// How the table was used, if there was one.
    pub(crate) table: Option<String>,
}

/// Proof and disproof number of a claim: where its opponent is the one who must make progress, they change places.
pub(crate) fn numbers_of_claim<G: Notation>(settled: &Settled<'_, G>) -> (u32, u32) {
    let numbers = settled.answer.root;
    if settled.problem.progress_side() == settled.problem.claim().player {
        (numbers.proof, numbers.disproof)
    } else {
        (numbers.disproof, numbers.proof)
    }
}

/// The principal variation of what tells most.
pub(crate) fn best_line<G: Notation>(evaluation: &Evaluation<'_, G>) -> Vec<G::Move> {
    let solution = evaluation.telling().and_then(|settled| Some((settled, settled.answer.solution.as_ref().ok()?)));
    match solution {
        Some((settled, solution)) => solution.line(&settled.problem),
        None => evaluation.best_move.into_iter().collect(),
    }
}

/// A line as players write it, and where it ends.
pub(crate) fn written_line<G: Notation>(
    game: &G,
    position: &G::Position,
    line: &[G::Move],
) -> (Vec<String>, G::Position) {
    let mut position = position.clone();
    let mut written = Vec::with_capacity(line.len());
    for &mv in line {
        written.push(game.format_move(&position, mv));
        position = game.play(&position, mv);
    }
    (written, position)
}

/// Puts the answer into words.
pub(crate) fn describe<G: Notation>(
    request: &Request,
    game: &G,
    position: &G::Position,
    evaluation: &Evaluation<'_, G>,
    (holds, length): (Option<bool>, Option<&Length<G::Move>>),
) -> Details {
    let (least, most) = evaluation.bounds;
    let name = |value: i32| game.values().word(value).map_or_else(|| value.to_string(), str::to_owned);
    let (answer, mut explanation) = match (request.game.asks, holds, evaluation.value()) {
        (_, None, _) => {
            let numbers = evaluation.claims.last().map(numbers_of_claim);
            let so_far = numbers.map(|(proof, disproof)| format!(": proof number {proof}, disproof number {disproof}"));
            let parts = |estimate: i32| f64::from(estimate) / f64::from(Outcome::PARTS);
            let looks = evaluation.estimate.map(|estimate| format!(", but looks worth {}", parts(estimate)));
            ("unknown".to_owned(), so_far.or(looks).unwrap_or_default())
        }
        (Asks::RootProven, Some(true), _) => ("proven".to_owned(), String::new()),
        (Asks::RootProven, Some(false), _) => ("disproven".to_owned(), String::new()),
        (Asks::Goal(goal), Some(true), _) => (goal.to_owned(), String::new()),
        (Asks::Goal(goal), Some(false), _) => (format!("no {goal}"), String::new()),
        (Asks::Value, _, Some(value)) => (name(value), String::new()),
        (Asks::Value, Some(true), None) => (format!("at least {}", name(least)), String::new()),
        (Asks::Value, Some(false), None) => (format!("at most {}", name(most)), String::new()),
    };
    let short = answer.clone();
    if request.game.asks == Asks::Value {
        let side = game.claimant(position);
        let turn = if game.to_move(position) == side { ", who is to move" } else { "" };
        explanation.insert_str(0, &format!(" for the {side} player{turn}"));
    }
    let count = |moves: u32| format!("{moves} {}", if moves == 1 { "move" } else { "moves" });
    let rank = evaluation.telling().and_then(|settled| settled.answer.solution.as_ref().ok()?.rank());
    match (length, rank) {
        (Some(Length { moves, proven: true, .. }), _) => {
            explanation += &format!(" in {}, and no sooner", count(*moves));
        }
        (Some(Length { moves, .. }), _) => explanation += &format!(" in {}, and perhaps sooner", count(*moves)),
        (None, Some(rank)) if holds.is_some() => explanation += &format!("; at most {} to the end", count(rank)),
        _ => {}
    }
    let claims = evaluation.claims.iter().map(|settled| {
        let (proof, disproof) = numbers_of_claim(settled);
        let number = |n: u32| if n == INFINITE { "∞".to_owned() } else { n.to_string() };
        format!(
            "{}: {} (proof number {}, disproof number {}, {} expanded, depth {})",
            settled.problem.claim(),
            match settled.holds() {
                Some(true) => "true",
                Some(false) => "false",
                None => "unknown",
            },
            number(proof),
            number(disproof),
            HumanCount(settled.answer.statistics.expanded),
            settled.answer.statistics.depth,
        )
    });
    Details {
        board: game.draw(position),
        short,
        answer,
        explanation,
        claims: claims.collect(),
        table: table(evaluation),
    }
}

fn table<G: Notation>(evaluation: &Evaluation<'_, G>) -> Option<String> {
    let Statistics { entries, capacity, hits, generated, replaced, false_hits, collections, .. } =
        evaluation.statistics;
    let fill = 100.0 * entries as f64 / capacity.max(1) as f64;
    let share = 100.0 * hits as f64 / generated.max(1) as f64;
    (entries > 0).then(|| {
        let (entries, replaced) = (HumanCount(entries), HumanCount(replaced));
        format!(
            "{entries} entries ({fill:.0} % full), {share:.0} % of look-ups found something, {replaced} replaced, \
             {false_hits} false hits, {collections} collections"
        )
    })
}
