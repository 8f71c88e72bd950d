//! From an answer to a certificate that has been checked.

use provenum_game::{AndOr, Game};
use provenum_proof::{Certificate, Checked, Flaw, Options, ProofKind, Section, Subject, check_problem, check_rules};
use provenum_search::{Answer, Evaluation, Solution, Uncertified};
use std::time::Instant;

/// A certificate that the checker has accepted, as the bytes of a file.
#[derive(Clone, Debug)]
pub struct Certified {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// What the checker has verified: one for each claim.
    pub claims: Vec<Checked>,
    /// How long that took.
    pub check_seconds: f64,
}

impl Certified {
    /// Listed positions in all.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.claims.iter().map(|claim| claim.positions).sum()
    }

    /// How the claims are shown: `strategy`, `trap`, or both with a `+` between.
    #[must_use]
    pub fn kinds(&self) -> String {
        self.claims.iter().map(|claim| claim.kind.to_string()).collect::<Vec<_>>().join("+")
    }
}

/// Why there is no certificate.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoCertificate {
    /// The answer comes without a solution.
    #[error(transparent)]
    Unsolved(#[from] Uncertified),
    /// The search or the certificate is wrong: a fault of this program.
    #[error("{0}")]
    Fault(String),
}

/// As many threads as the machine has to offer.
#[must_use]
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The certificate of what was found out about a position, checked.
pub(crate) fn certify<G>(
    subject: Subject,
    game: &G,
    position: &G::Position,
    evaluation: &Evaluation<'_, G>,
) -> Result<Certified, NoCertificate>
where
    G: Game + Sync,
    G::Position: Sync,
{
    let mut sections = Vec::new();
    for settled in evaluation.deciding() {
        let solution = solution_of(&settled.answer)?;
        let listed = solution.iter().map(|(position, choice)| (position, choice.step, choice.rank));
        sections.push(Section::new(&settled.problem, kind_of(solution), listed));
    }
    checked(Certificate { subject, sections }, |read, options| check_rules(read, game, position, options))
}

/// The certificate of an answer about an AND/OR problem, checked.
pub(crate) fn certify_problem<P>(
    name: &str,
    problem: &P,
    root: &P::Node,
    answer: &Answer<P>,
) -> Result<Certified, NoCertificate>
where
    P: AndOr + Sync,
    P::Node: Sync,
{
    let solution = solution_of(answer)?;
    let listed = solution.iter().map(|(node, choice)| (node, choice.step, choice.rank));
    let sections = vec![Section::of_problem(problem, kind_of(solution), listed)];
    let subject = Subject::of_problem(name, problem, root);
    checked(Certificate { subject, sections }, |read, options| check_problem(read, problem, root, options))
}

fn kind_of<P: AndOr>(solution: &Solution<P>) -> ProofKind {
    match solution.status() {
        provenum_game::Status::Proven => ProofKind::Strategy,
        _ => ProofKind::Trap,
    }
}

fn solution_of<P: AndOr>(answer: &Answer<P>) -> Result<&Solution<P>, NoCertificate> {
    match &answer.solution {
        Ok(solution) => Ok(solution),
        Err(Uncertified::Refuted) => Err(NoCertificate::Fault("a search contradicted itself".to_owned())),
        Err(reason) => Err((*reason).into()),
    }
}

/// Writes a certificate, and has the checker judge what was written, not what was meant.
fn checked(
    certificate: Certificate,
    check: impl Fn(&Certificate, Options<'_>) -> Result<Vec<Checked>, Flaw>,
) -> Result<Certified, NoCertificate> {
    let bytes = certificate.to_bytes();
    drop(certificate);
    let begin = Instant::now();
    let read = Certificate::from_bytes(&bytes).map_err(|error| NoCertificate::Fault(error.to_string()))?;
    let claims = check(&read, Options { threads: threads(), ..Options::default() })
        .map_err(|flaw| NoCertificate::Fault(format!("the checker rejected the proof: {flaw}")))?;
    Ok(Certified { bytes, claims, check_seconds: begin.elapsed().as_secs_f64() })
}
