//! From an answer to a certificate that has been checked.

use crate::exit::InternalError;
use anyhow::{Context, Result};
use provenum_game::{Notation, Repetition, Status};
use provenum_proof::{Certificate, Options, ProofKind, Section, Subject, check};
use provenum_search::{Evaluation, Uncertified};
use serde::Serialize;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// What is said of the proof of an answer.
#[derive(Serialize)]
pub(crate) struct Proof {
    /// Where it was written to, if anywhere.
    pub(crate) file: Option<String>,
    /// How the claims are shown; none without a proof.
    pub(crate) kind: Option<String>,
    pub(crate) positions: u64,
    pub(crate) bytes: u64,
    /// Whether the checker has accepted it.
    pub(crate) checked: bool,
    pub(crate) check_seconds: f64,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
}

/// A file to be written. It is opened before the work, so that a wrong name costs none, and takes its name only when it
/// is complete.
pub(crate) struct Target {
    path: PathBuf,
    unfinished: PathBuf,
    file: File,
}

impl Target {
    pub(crate) fn open(path: &Path) -> Result<Target> {
        let mut name = path.file_name().with_context(|| format!("{path:?}: expected a file's name"))?.to_owned();
        name.push(".tmp");
        let unfinished = path.with_file_name(name);
        let file = File::create(&unfinished).with_context(|| format!("cannot write to {path:?}"))?;
        Ok(Target { path: path.to_owned(), unfinished, file })
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<()> {
        let shown = || format!("cannot write to {:?}", self.path);
        self.file.write_all(bytes).and_then(|()| self.file.sync_all()).with_context(shown)?;
        fs::rename(&self.unfinished, &self.path).with_context(shown)
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        // After a rename there is nothing left to remove.
        let _ = fs::remove_file(&self.unfinished);
    }
}

/// Writes the certificate of an answer, if it has one, and checks what was written.
pub(crate) fn certify<G>(
    game: &G,
    position: &G::Position,
    evaluation: &Evaluation<'_, G>,
    target: Option<&mut Target>,
) -> Result<Proof>
where
    G: Notation + Sync,
    G::Position: Sync,
{
    if game.repetition() == Repetition::ByHistory {
        return Ok(Proof::none("the value of a position of this game depends on how it was reached"));
    }
    let mut sections = Vec::new();
    for settled in evaluation.deciding() {
        let solution = match &settled.answer.solution {
            Ok(solution) => solution,
            Err(Uncertified::Refuted) => return Err(internal("a search has contradicted itself")),
            Err(reason) => return Ok(Proof::none(&reason.to_string())),
        };
        let kind = match solution.status() {
            Status::Proven => ProofKind::Strategy,
            _ => ProofKind::Trap,
        };
        let listed = solution.iter().map(|(position, choice)| (position, choice.step, choice.rank));
        sections.push(Section::new(&settled.problem, kind, listed));
    }
    let certificate = Certificate { subject: Subject::new(game, position), sections };
    let bytes = certificate.to_bytes();
    let file = target.as_ref().map(|target| target.path.to_string_lossy().into_owned());
    let begin = Instant::now();
    // What is checked is what anyone would read, not what we meant to write.
    let read = Certificate::from_bytes(&bytes).map_err(|error| internal(&error.to_string()))?;
    check(&read, game, position, Options { threads: threads(), ..Options::default() })
        .map_err(|flaw| internal(&format!("the checker rejects the proof: {flaw}")))?;
    let check_seconds = begin.elapsed().as_secs_f64();
    if let Some(target) = target {
        target.write(&bytes)?;
    }
    let kinds: Vec<String> = certificate.sections.iter().map(|section| section.kind.to_string()).collect();
    Ok(Proof {
        file,
        kind: Some(kinds.join("+")),
        positions: certificate.positions() as u64,
        bytes: bytes.len() as u64,
        checked: true,
        check_seconds,
        reason: None,
    })
}

impl Proof {
    fn none(reason: &str) -> Proof {
        Proof {
            file: None,
            kind: None,
            positions: 0,
            bytes: 0,
            checked: false,
            check_seconds: 0.0,
            reason: Some(reason.to_owned()),
        }
    }
}

fn internal(problem: &str) -> anyhow::Error {
    InternalError(problem.to_owned()).into()
}

/// As many as the machine has to offer.
pub(crate) fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
