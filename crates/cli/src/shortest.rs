//! From a proof to the shortest one.

use provenum_game::{Game, Status};
use provenum_search::{Algorithm, Evaluation, Limits, Observer, StopReason, Uncertified, Workspace, shortest};

/// How long a mate, or another success, takes.
pub(crate) struct Length<Move> {
    /// Moves to the end if both sides do their best, as far as is known.
    pub(crate) moves: u32,
    /// Whether it is proven that there is nothing shorter.
    pub(crate) proven: bool,
    /// The line in which both sides do their best.
    pub(crate) line: Vec<Move>,
    /// Why the search for something shorter ended.
    pub(crate) stop: StopReason,
}

/// Replaces the proof of the last claim by the shortest that can be found. None if there is no proof that has a length.
pub(crate) fn minimise<G: Game>(
    workspace: &mut Workspace<'_>,
    algorithm: &Algorithm,
    evaluation: &mut Evaluation<'_, G>,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Option<Length<G::Move>> {
    let settled = evaluation.claims.last_mut().filter(|settled| settled.answer.status == Status::Proven)?;
    let proof = std::mem::replace(&mut settled.answer.solution, Err(Uncertified::Unwanted));
    let proof = match proof {
        Ok(proof) => proof,
        Err(reason) => {
            settled.answer.solution = Err(reason);
            return None;
        }
    };
    let found = shortest(workspace, algorithm, &settled.problem, proof, limits, observer);
    let moves = found.solution.rank().unwrap_or(0);
    settled.answer.solution = Ok(found.solution);
    evaluation.statistics.merge(&found.statistics);
    Some(Length { moves, proven: found.minimal, line: found.line, stop: found.stop })
}
