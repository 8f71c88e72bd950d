//! The answer about a position: the fields of the JSON output, and the words of the other.

use crate::advice::advice;
use crate::ending::{ending, winner};
use crate::game::{AnyPosition, ClaimFinding, Finding, Hidden};
use crate::text::{count, grouped};
use crate::{Asked, Certified, IdleReport, Length, NoCertificate, Request, Verdict};
use provenum_game::{Asks, Attack, Game, Outcome, Parameters};
use provenum_search::{INFINITE, Limits, Statistics};
use serde::Serialize;
use std::collections::BTreeMap;

/// The answer about one position, in the form of the JSON output.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The game's name.
    pub game: String,
    /// All its parameters.
    pub parameters: BTreeMap<String, String>,
    /// The position, as it was written if someone wrote it.
    pub position: String,
    /// Which line of a list it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Whether the game is over there.
    pub over: bool,
    /// Who won, if it is: `first`, `second` or `nobody`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<String>,
    /// What was asked.
    pub claim: String,
    /// What came out.
    pub result: Verdict,
    /// The value in the claimant's eyes, if it is known.
    pub value: Option<Value>,
    /// What the value looks like, if positions were evaluated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<f64>,
    /// The first move of the line.
    pub best_move: Option<String>,
    /// The principal variation.
    pub pv: Vec<String>,
    /// Moves to the end if both sides do their best; only if that was asked, and with a proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<u32>,
    /// Whether it is proven that there is nothing shorter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proven_shortest: Option<bool>,
    /// Whether the certificate shows that too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shortest_certified: Option<bool>,
    /// Which moves of the side that must make progress the answer speaks of, if only some were to be tried: a success is one of
    /// the whole game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<String>,
    /// Moves without progress, where a rule counts them that the proof leaves out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fifty_move_rule: Option<IdleReport>,
    /// What the winner has left over at the end of the line, such as pieces in hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pieces_left: Option<u32>,
    /// What comes of every first move; only if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_moves: Option<Vec<FirstMoveReport>>,
    /// The algorithm that was asked.
    pub algorithm: String,
    /// The preset that answered: where several take turns, one of them. None without an answer.
    pub answered_by: Option<String>,
    /// Every claim that was settled, with the preset that answered it.
    pub claims: Vec<ClaimReport>,
    /// How claims followed one another, if a value was asked for.
    pub series: Option<String>,
    /// Nodes whose successors were generated.
    pub expanded: u64,
    /// Of these, how many it took to read the solution off what the search remembered.
    pub expanded_reading: u64,
    /// Successors generated.
    pub generated: u64,
    /// In alpha-beta searches, all nodes visited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_level: Option<u64>,
    /// Seconds on the clock, without the certificate.
    pub seconds: f64,
    /// Seconds of the processor, without the certificate.
    pub cpu_seconds: f64,
    /// The most bytes that were in use for what the search stored.
    pub memory_bytes: u64,
    /// The root's proof number, if it is finite.
    pub proof_number: Option<u32>,
    /// The root's disproof number, if it is finite.
    pub disproof_number: Option<u32>,
    /// Why the search ended.
    pub stop_reason: String,
    /// Without an answer: what to try next, the best first, in the words of the command line.
    #[serde(rename = "try", skip_serializing_if = "Vec::is_empty")]
    pub advice: Vec<String>,
    /// Whether the answer is certified: there is a certificate of it, and the checker has accepted it.
    pub certified: bool,
    /// What is said of the proof. None without an answer, and if nobody asked for one.
    pub proof: Option<ProofReport>,
}

/// A value: a word where only winning counts, else a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// `win`, `draw` or `loss`.
    Word(&'static str),
    /// The score.
    Score(i32),
}

/// What comes of a first move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FirstMoveReport {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Whether it succeeds.
    pub result: Verdict,
    /// How many moves that takes, this one counted.
    pub length: Option<u32>,
    /// Whether it is proven that there is nothing shorter.
    pub proven_shortest: Option<bool>,
}

/// What is said of a claim that was settled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ClaimReport {
    /// What the claimant achieves at least.
    pub at_least: i32,
    /// Whether that is so.
    pub holds: bool,
    /// Within how many moves the goal was to be reached, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<u32>,
    /// The preset that answered.
    pub answered_by: String,
}

impl ClaimReport {
    fn new(found: &ClaimFinding) -> Option<ClaimReport> {
        let (at_least, answered_by) = (found.claim.at_least, found.answered_by.to_owned());
        Some(ClaimReport { at_least, holds: found.holds?, within: found.within, answered_by })
    }
}

/// What is said of the proof of an answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ProofReport {
    /// Where it was written to, if anywhere.
    pub file: Option<String>,
    /// How the claims are shown; none without a proof.
    pub kind: Option<String>,
    /// Listed positions.
    pub positions: u64,
    /// Bytes of the file.
    pub bytes: u64,
    /// Whether the checker has accepted it.
    pub checked: bool,
    /// How long that took.
    pub check_seconds: f64,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl ProofReport {
    fn new(certificate: &Result<Certified, NoCertificate>) -> ProofReport {
        match certificate {
            Ok(certified) => ProofReport {
                file: None,
                kind: Some(certified.kinds()),
                positions: certified.positions(),
                bytes: certified.bytes.len() as u64,
                checked: true,
                check_seconds: certified.check_seconds,
                reason: None,
            },
            Err(reason) => ProofReport {
                file: None,
                kind: None,
                positions: 0,
                bytes: 0,
                checked: false,
                check_seconds: 0.0,
                reason: Some(reason.to_string()),
            },
        }
    }
}

/// What only people want to see of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Details {
    /// The board as text.
    pub board: String,
    /// The answer in one word, or a few.
    pub answer: String,
    /// The rest of the sentence.
    pub explanation: String,
    /// Every claim that was searched.
    pub claims: Vec<String>,
    /// How the table was used, if there was one.
    pub table: Option<String>,
}

/// The parameters by name.
pub(crate) fn by_name(parameters: &Parameters) -> BTreeMap<String, String> {
    parameters.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// The answer about a position, within these limits; `saved` says whether a checkpoint was written.
pub(crate) fn report(
    game: &Hidden,
    position: &AnyPosition,
    request: &Request,
    found: &Finding,
    limits: &Limits,
    saved: bool,
) -> Report {
    let value = found.value().map(|value| match game.values().word(value) {
        Some(word) => Value::Word(word),
        None => Value::Score(value),
    });
    let (pv, end) = written_line(game, position, &found.line);
    let finite = |number: u32| (number != INFINITE).then_some(number);
    let last = found.claims.last();
    let first_moves = found.first_moves.iter().flatten().map(|tried| FirstMoveReport {
        mv: game.0.format_move(position, tried.mv),
        result: Verdict::of(tried.succeeds),
        length: tried.length.as_ref().map(|length| length.moves),
        proven_shortest: tried.length.as_ref().map(|length| length.proven),
    });
    let by_claims = matches!(found.question, provenum_search::Question::Value(_));
    let series = found.algorithm.series().filter(|_| by_claims).map(|series| series.to_string());
    Report {
        game: game.0.info().name.to_owned(),
        parameters: by_name(&game.0.parameters()),
        position: game.0.format_position(position),
        line: None,
        over: game.outcome(position).is_some(),
        winner: winner(game, position).map(str::to_owned),
        claim: request.asked.to_string(),
        result: found.verdict,
        value,
        estimate: found.estimate.map(in_points),
        best_move: pv.first().cloned(),
        pv,
        length: found.length.as_ref().map(|length| length.moves),
        proven_shortest: found.length.as_ref().map(|length| length.proven),
        shortest_certified: found.shortest_certified(),
        fifty_move_rule: found.idle,
        scope: found.scope().map(|scope| scope.to_string()),
        pieces_left: found.length.as_ref().and_then(|_| game.0.left_over(&end)),
        first_moves: found.first_moves.as_ref().map(|_| first_moves.collect()),
        algorithm: found.algorithm.name().to_owned(),
        answered_by: found.answered_by.map(str::to_owned),
        claims: found.claims.iter().filter_map(ClaimReport::new).collect(),
        series,
        expanded: found.statistics.expanded,
        expanded_reading: found.statistics.reading,
        generated: found.statistics.generated,
        by_level: found.algorithm.searches_values().then_some(found.statistics.by_level),
        seconds: found.seconds,
        cpu_seconds: found.cpu_seconds,
        memory_bytes: found.statistics.memory,
        proof_number: last.and_then(|claim| finite(claim.proof)),
        disproof_number: last.and_then(|claim| finite(claim.disproof)),
        stop_reason: found.stop.to_string(),
        advice: match found.verdict {
            Verdict::Unknown => advice(game, request, found, limits, saved),
            _ => Vec::new(),
        },
        certified: matches!(found.certificate, Some(Ok(_))),
        proof: found.certificate.as_ref().map(ProofReport::new),
    }
}

/// What evaluations divide into parts.
fn in_points(parts: i32) -> f64 {
    f64::from(parts) / f64::from(Outcome::PARTS)
}

/// A line as players write it, and where it ends.
pub(crate) fn written_line(game: &Hidden, position: &AnyPosition, line: &[u32]) -> (Vec<String>, AnyPosition) {
    let mut position = position.clone();
    let mut written = Vec::with_capacity(line.len());
    for &mv in line {
        written.push(game.0.format_move(&position, mv));
        position = game.play(&position, mv);
    }
    (written, position)
}

/// Puts the answer into words.
pub(crate) fn describe(game: &Hidden, position: &AnyPosition, found: &Finding) -> Details {
    let (least, most) = found.bounds;
    let asks = game.0.info().asks;
    let name = |value: i32| game.values().word(value).map_or_else(|| value.to_string(), str::to_owned);
    let tried = found.algorithm.attack();
    let by = if tried == Attack::All { String::new() } else { format!(" by {} moves", tried_moves(tried)) };
    let (answer, mut explanation) = match (asks, found.verdict, found.value()) {
        (_, Verdict::Disproven, _) if found.asked.moves().is_some() => {
            let moves = count(found.asked.moves().unwrap_or_default().into(), "move");
            let mate = if let Asked::Mated(_) = found.asked { "not mated" } else { "no mate" };
            (format!("{mate} in {moves}{by}"), String::new())
        }
        (Asks::Value | Asks::Win, Verdict::Disproven, None) if tried != Attack::All => {
            (format!("no win{by}"), String::new())
        }
        (_, Verdict::Unknown, _) => {
            let so_far = found
                .claims
                .last()
                .map(|claim| format!(": proof number {}, disproof number {}", claim.proof, claim.disproof));
            let looks = found.estimate.map(|estimate| format!(", but the estimate is {}", in_points(estimate)));
            let range = game.values().rising(game.0.claimant(position));
            let asked = matches!(found.question, provenum_search::Question::Value(_));
            let at_least = (asked && range.first().is_some_and(|&worst| least > worst)).then(|| name(least));
            let at_most = (asked && range.last().is_some_and(|&best| most < best)).then(|| name(most));
            let known = match (at_least, at_most) {
                (None, None) => String::new(),
                (Some(least), None) => format!(", but at least {least}"),
                (None, Some(most)) => format!(", but at most {most}"),
                (Some(least), Some(most)) => format!(", but from {least} to {most}"),
            };
            ("unknown".to_owned(), known + &so_far.or(looks).unwrap_or_default())
        }
        (Asks::RootProven, verdict, _) => (verdict.to_string(), String::new()),
        (Asks::Goal(goal), Verdict::Proven, _) => (goal.to_owned(), String::new()),
        (Asks::Goal(goal), _, _) => (format!("no {goal}"), String::new()),
        (Asks::Value | Asks::Win, _, Some(value)) => (name(value), String::new()),
        (Asks::Value | Asks::Win, Verdict::Proven, None) => (format!("at least {}", name(least)), String::new()),
        (Asks::Value | Asks::Win, _, None) => (format!("at most {}", name(most)), String::new()),
    };
    if matches!(asks, Asks::Value | Asks::Win) {
        let side = game.0.claimant(position);
        let moves = game.outcome(position).is_none() && game.to_move(position) == side;
        let turn = if moves { ", who is to move" } else { "" };
        explanation.insert_str(0, &format!(" for the {side} player{turn}"));
    }
    let moves = |moves: u32| count(moves.into(), "move");
    // Chess players count pairs of moves.
    let length_of = |length: u32| match game.0.mate_in(length) {
        Some(mate) => format!(": mate in {mate}, {} of either side", moves(length)),
        None => format!(" in {}", moves(length)),
    };
    match (&found.length, found.rank) {
        (Some(Length { moves: length, proven: true, .. }), _) => {
            explanation += &format!("{}, proven to be the shortest", length_of(*length));
        }
        (Some(Length { moves: length, .. }), _) => {
            let others = if tried == Attack::All { "" } else { ": other moves were not tried" };
            explanation += &format!("{}, perhaps not the shortest{others}", length_of(*length));
        }
        (None, Some(rank)) if found.verdict.is_known() => {
            explanation += &format!("; at most {} to the end", moves(rank));
        }
        _ => {}
    }
    if !by.is_empty() && found.verdict != Verdict::Proven {
        explanation += "; nothing is known of others";
    }
    if let Some(ending) = ending(game, position) {
        explanation += &format!("; {ending}");
    }
    let claims = found.claims.iter().map(described_claim).collect();
    Details { board: game.0.draw(position), answer, explanation, claims, table: table(&found.statistics) }
}

/// What moves are called that were tried.
fn tried_moves(attack: Attack) -> &'static str {
    match attack {
        Attack::All => "all",
        Attack::Threats => "forcing or threatening",
        Attack::Forcing => "forcing",
    }
}

fn described_claim(claim: &ClaimFinding) -> String {
    let number = |n: u32| if n == INFINITE { "∞".to_owned() } else { n.to_string() };
    format!(
        "{}: {} by {} (proof number {}, disproof number {}, {} expanded, depth {})",
        claim.claim,
        match claim.holds {
            Some(true) => "true",
            Some(false) => "false",
            None => "unknown",
        },
        claim.answered_by,
        number(claim.proof),
        number(claim.disproof),
        count(claim.statistics.expanded, "node"),
        claim.statistics.depth,
    )
}

fn table(statistics: &Statistics) -> Option<String> {
    let Statistics { entries, capacity, hits, generated, replaced, false_hits, collections, .. } = *statistics;
    let fill = 100.0 * entries as f64 / capacity.max(1) as f64;
    let share = 100.0 * hits as f64 / generated.max(1) as f64;
    (entries > 0).then(|| {
        let [entries, capacity, replaced] = [entries, capacity, replaced].map(grouped);
        let (false_hits, collections) = (count(false_hits, "false hit"), count(collections, "garbage collection"));
        format!(
            "{entries} of {capacity} entries used ({fill:.0} %), {share:.0} % of lookups found something, \
             {replaced} replaced, {false_hits}, {collections}"
        )
    })
}
