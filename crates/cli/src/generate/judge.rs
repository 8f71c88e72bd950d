//! Whether a position is a win, and how hard that is to find out.
//!
//! Several searches of different kinds get some nodes, and more and more until one of them has a proof. So no single
//! algorithm decides what is in a set that it may be tested on later.

use crate::certify::certify;
use anyhow::Result;
use provenum_game::{Claim, Notation};
use provenum_search::{Algorithm, Cancel, Evaluation, Limits, Question, Settled, evaluate};

/// The searches that have a say, depth first by proof numbers, best first, and by alpha-beta; and how many times fewer
/// nodes they get, so that they take about the same time.
const SOLVERS: [(&str, u64); 3] = [("df-pn", 1), ("pn2", 2), ("negascout", 4)];
/// What each of them may store.
const MEMORY: u64 = 256 << 20;
/// The nodes that they begin with, and by how much these grow.
const FIRST: u64 = 1_000;
const GROWTH: u64 = 4;

/// The searches, in words.
pub(super) fn in_words() -> String {
    let words = SOLVERS.map(|(name, fewer)| match fewer {
        1 => name.to_owned(),
        _ => format!("{name} (which may expand 1/{fewer} of the most)"),
    });
    words.join(", ")
}

/// How a win was found.
pub(super) struct Verdict {
    /// The least nodes that any of the searches expanded for it.
    pub(super) difficulty: u64,
    /// Which one that was.
    pub(super) solver: &'static str,
}

/// Lets the searches look at positions.
pub(super) struct Judge {
    /// The most nodes that they may expand.
    pub(super) most: u64,
    pub(super) cancel: Cancel,
}

impl Judge {
    /// How hard it is to see that the side to move wins. None if it does not, or if nobody has seen it.
    pub(super) fn difficulty<G: Notation>(&self, game: &G, position: &G::Position) -> Result<Option<Verdict>> {
        let mut nodes = FIRST.min(self.most);
        loop {
            let mut best: Option<Verdict> = None;
            for (solver, fewer) in SOLVERS {
                // Who needs more than another does not matter.
                let most = best.as_ref().map_or(u64::MAX, |best| best.difficulty - 1).min(nodes / fewer);
                if most == 0 {
                    break;
                }
                let evaluation = self.search(&counting(solver)?.without_solutions(), game, position, most);
                match verdict(&evaluation) {
                    Some(true) => best = Some(Verdict { difficulty: evaluation.statistics.expanded.max(1), solver }),
                    Some(false) => return Ok(None),
                    None => {}
                }
            }
            if best.is_some() || nodes >= self.most || self.cancel.is_cancelled() {
                return Ok(best);
            }
            nodes = (GROWTH * nodes).min(self.most);
        }
    }

    /// How many positions the certificate of this win has; none if there is none that the checker accepts.
    pub(super) fn certificate<G>(&self, game: &G, position: &G::Position, found: &Verdict) -> Result<Option<u64>>
    where
        G: Notation + Sync,
        G::Position: Sync,
    {
        // What the proof needs beside the search is not held against it.
        let nodes = 10 * found.difficulty + FIRST;
        let evaluation = self.search(&counting(found.solver)?, game, position, nodes);
        if verdict(&evaluation) != Some(true) {
            return Ok(None);
        }
        let proof = certify(game, position, &evaluation, None)?;
        Ok(proof.checked.then_some(proof.positions))
    }

    fn search<'g, G: Notation>(
        &self,
        algorithm: &Algorithm,
        game: &'g G,
        position: &G::Position,
        nodes: u64,
    ) -> Evaluation<'g, G> {
        let limits = Limits { nodes: Some(nodes), memory: MEMORY, cancel: self.cancel.clone(), time: None };
        let wins = Question::Claim(Claim { player: game.to_move(position), at_least: 1 });
        evaluate(algorithm, game, position, wins, &limits, &mut |_: &_| ())
    }
}

/// The search of this name, which counts every position it looks at: those that a game plays to the end by itself too.
fn counting(name: &str) -> Result<Algorithm> {
    let algorithm = Algorithm::named(name)?;
    Ok(if algorithm.searches_values() { algorithm.set("endgames", "off")? } else { algorithm })
}

fn verdict<G: Notation>(evaluation: &Evaluation<'_, G>) -> Option<bool> {
    evaluation.claims.last().and_then(Settled::holds)
}
