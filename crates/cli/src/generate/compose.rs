//! Shogi problems that are made backwards: a random one with a mate, and then one check and one escape before it after the
//! other, as long as the shortest mate becomes longer by that.

use super::judge::Judge;
use super::{Candidate, Order};
use anyhow::Result;
use provenum_game::Notation;
use provenum_games::TsumeShogi;
use provenum_games::tsume_shogi::Position;
use provenum_search::{Algorithm, Cancel, Limits};
use provenum_session::{Certify, Lengths, Request, RequestError, Session, Verdict};

/// Nodes that it may take to prove a mate, and as many again to prove that none is shorter: so many times those of the
/// hardest problem that is wanted, but not less or more than these.
const TIMES: u64 = 4;
const NODES: (u64, u64) = (1_000, 20_000);
/// What a search may store.
const MEMORY: u64 = 16 << 20;
/// How many ways back are tried from a problem.
const TRIES: usize = 8;

/// How problems are made, in words.
pub(super) fn in_words() -> String {
    format!("from which checks and escapes were taken back, with {TRIES} tries each time")
}

/// What one random position brings: the problem with the longest mate that is not too long.
pub(super) fn attempt(order: &Order, session: &dyn Session, number: u64, judge: &Judge) -> Result<Option<Candidate>> {
    let mut random = order.random(number);
    let Some(mut problem) = Position::random_problem(&mut random) else { return Ok(None) };
    let nodes = order.difficulty.last.saturating_mul(TIMES).clamp(NODES.0, NODES.1);
    let Some(mut moves) = length(session, &problem, nodes, &judge.cancel)? else { return Ok(None) };
    while u64::from(moves) < order.plies.last {
        let mut longer = None;
        for _ in 0..TRIES {
            let Some(before) = problem.step_back(&mut random) else { continue };
            let moves_before = length(session, &before, nodes, &judge.cancel)?;
            longer =
                moves_before.filter(|&more| more > moves && u64::from(more) <= order.plies.last).map(|m| (before, m));
            if longer.is_some() {
                break;
            }
        }
        let Some(longer) = longer else { break };
        (problem, moves) = longer;
    }
    if !(order.plies.first..=order.plies.last).contains(&moves.into()) {
        return Ok(None);
    }
    let position = TsumeShogi::default().format_position(&problem);
    let session = session.at(Some(&position))?;
    let Some(difficulty) = judge.difficulty(session.as_ref(), &[])? else { return Ok(None) };
    if difficulty.nodes < order.difficulty.first {
        return Ok(None);
    }
    let proof = judge.certificate(session.as_ref(), &[], &difficulty)?;
    Ok(proof.map(|proof| Candidate { position, plies: moves as usize, difficulty, proof }))
}

/// The length of the shortest mate, if there is one and it is soon proven that none is shorter.
fn length(session: &dyn Session, problem: &Position, nodes: u64, cancel: &Cancel) -> Result<Option<u32>> {
    let session = session.at(Some(&TsumeShogi::default().format_position(problem)))?;
    let usual = Request::of_game(session.info());
    let request = Request { algorithm: Some(Algorithm::named("df-pn-eps")?), certify: Certify::Never, ..usual };
    let run = |request: Request, nodes: u64| -> Result<_, RequestError> {
        let limits = Limits { nodes: Some(nodes), memory: MEMORY, cancel: cancel.clone(), ..Limits::default() };
        session.search(&[], request)?.run(limits, None, &mut ())
    };
    let mates = run(request.clone(), nodes)?.report;
    if mates.result != Verdict::Proven {
        return Ok(None);
    }
    let shortest = Request { lengths: Some(Lengths::Shortest), ..request };
    let report = run(shortest, mates.expanded + nodes)?.report;
    Ok(report.length.filter(|_| report.proven_shortest == Some(true)))
}
