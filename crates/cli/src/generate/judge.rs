//! Whether a position is a win, and how hard that is to find out.
//!
//! Several searches of different kinds get some nodes, and more and more until one of them has a proof. So no single
//! algorithm decides what is in a set that it may be tested on later.

use crate::exit::without_fault;
use anyhow::Result;
use provenum_search::{Algorithm, Cancel, Limits};
use provenum_session::{Answered, Asked, Certify, Request, Session, Verdict};

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
        _ => format!("{name} (with 1/{fewer} of the node limit)"),
    });
    words.join(", ")
}

/// How hard it was to find a win.
pub(super) struct Difficulty {
    /// The least nodes that any of the searches expanded for it.
    pub(super) nodes: u64,
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
    /// How hard it is to see that the side to move wins after these moves. None if it does not, or if nobody has seen it.
    pub(super) fn difficulty(&self, session: &dyn Session, line: &[String]) -> Result<Option<Difficulty>> {
        let mut nodes = FIRST.min(self.most);
        loop {
            let mut best: Option<Difficulty> = None;
            for (solver, fewer) in SOLVERS {
                // Who needs more than another does not matter.
                let most = best.as_ref().map_or(u64::MAX, |best| best.nodes - 1).min(nodes / fewer);
                if most == 0 {
                    break;
                }
                let algorithm = counting(solver)?.without_solutions();
                let answered = self.search(algorithm, Certify::Never, session, line, most)?;
                match answered.report.result {
                    Verdict::Proven => best = Some(Difficulty { nodes: answered.report.expanded.max(1), solver }),
                    Verdict::Disproven => return Ok(None),
                    Verdict::Unknown => {}
                }
            }
            if best.is_some() || nodes >= self.most || self.cancel.is_cancelled() {
                return Ok(best);
            }
            nodes = (GROWTH * nodes).min(self.most);
        }
    }

    /// How many positions the certificate of this win has; none if there is none that the checker accepts.
    pub(super) fn certificate(
        &self,
        session: &dyn Session,
        line: &[String],
        found: &Difficulty,
    ) -> Result<Option<u64>> {
        // What the proof needs beside the search is not held against it.
        let nodes = 10 * found.nodes + FIRST;
        let answered = self.search(counting(found.solver)?, Certify::Always, session, line, nodes)?;
        let proven = answered.report.result == Verdict::Proven;
        let certificate = without_fault(answered.certificate)?.filter(|_| proven);
        Ok(certificate.and_then(Result::ok).map(|certified| certified.positions()))
    }

    fn search(
        &self,
        algorithm: Algorithm,
        certify: Certify,
        session: &dyn Session,
        line: &[String],
        nodes: u64,
    ) -> Result<Answered> {
        let limits = Limits { nodes: Some(nodes), memory: MEMORY, cancel: self.cancel.clone(), ..Limits::default() };
        let request = Request { asked: Asked::AtLeast(1), algorithm: Some(algorithm), certify, lengths: None };
        Ok(session.search(line, request)?.run(limits, None, &mut ())?)
    }
}

/// The search of this name, which counts every position it looks at: those that a game plays to the end by itself too.
fn counting(name: &str) -> Result<Algorithm> {
    let algorithm = Algorithm::named(name)?;
    Ok(if algorithm.searches_values() { algorithm.set("endgames", "off")? } else { algorithm })
}
