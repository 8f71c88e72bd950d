//! From an answer to a certificate that has been checked.

use provenum_game::{AndOr, Attack, Claim, Game, Problem};
use provenum_proof::{
    Certificate, Checked, Flaw, Options, ProofKind, ROOT_PROVEN, Section, Subject, check_described, check_problem,
};
use provenum_search::{Answer, Budget, Evaluation, Solution, StopReason, Uncertified};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

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

    /// How the claims are shown: `strategy`, `trap`, `delay`, or several with a `+` between.
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

/// The certificate of what was found out about a position, checked. It takes what is left of the budget.
pub(crate) fn certify<'g, G>(
    subject: Subject,
    game: &G,
    position: &G::Position,
    evaluation: &Evaluation<'g, G>,
    delay: Option<(&Problem<'g, G>, &Solution<Problem<'g, G>>)>,
    budget: &Budget,
) -> Result<Certified, NoCertificate>
where
    G: Game + Sync,
    G::Position: Sync,
{
    let mut found = Vec::new();
    for settled in evaluation.deciding() {
        found.push((settled.problem, solution_of(&settled.answer)?));
    }
    found.extend(delay.map(|(problem, delay)| (*problem, delay)));
    // Whichever moves were tried, a certificate is about all of them.
    let found: Vec<_> =
        found.into_iter().map(|(problem, solution)| (problem.restricted(Attack::All), solution)).collect();
    let solutions: Vec<_> = found.iter().map(|(problem, solution)| (problem, problem.claim(), *solution)).collect();
    let end = End::new(budget);
    let sections = written(&subject, &solutions, &end)?;
    // The description was made of this game and this position: it need not be made again to compare.
    let described = subject.clone();
    checked(Certificate { subject, sections }, &end, |read, options| {
        check_described(read, &described, game, position, options)
    })
}

/// The certificate of an answer about an AND/OR problem, checked. It takes what is left of the budget.
pub(crate) fn certify_problem<P>(
    name: &str,
    problem: &P,
    root: &P::Node,
    answer: &Answer<P>,
    budget: &Budget,
) -> Result<Certified, NoCertificate>
where
    P: AndOr + Sync,
    P::Node: Sync,
{
    let subject = Subject::of_problem(name, problem, root);
    let end = End::new(budget);
    let sections = written(&subject, &[(problem, ROOT_PROVEN, solution_of(answer)?)], &end)?;
    checked(Certificate { subject, sections }, &end, |read, options| check_problem(read, problem, root, options))
}

/// When a certificate is given up. Little work is finished all the same, also when the search has used up the time: there is
/// a moment of grace after the end.
struct End<'b> {
    budget: &'b Budget,
    /// What the clock showed when the end was seen, and why it was the end.
    seen: OnceLock<(Duration, StopReason)>,
    given_up: AtomicBool,
}

/// How long the moment is.
const GRACE: Duration = Duration::from_millis(25);

impl<'b> End<'b> {
    fn new(budget: &'b Budget) -> End<'b> {
        End { budget, seen: OnceLock::new(), given_up: AtomicBool::new(false) }
    }

    /// Whether to give up now.
    fn is_there(&self) -> bool {
        let Some(stop) = self.budget.is_over() else { return false };
        let now = self.budget.elapsed();
        let (seen, _) = self.seen.get_or_init(|| (now, stop));
        if now.saturating_sub(*seen) >= GRACE {
            self.given_up.store(true, Ordering::Relaxed);
        }
        self.given_up.load(Ordering::Relaxed)
    }

    /// Why work was given up: if not for the time or the flag, then for memory.
    fn reason(&self) -> NoCertificate {
        let stop = self.seen.get().map_or(StopReason::Memory, |&(_, stop)| stop);
        let stop = if self.given_up.load(Ordering::Relaxed) { stop } else { StopReason::Memory };
        Uncertified::Stopped(stop).into()
    }
}

/// What a listed position takes in a certificate while it is written and put in order, beside its code, which stands there
/// twice.
const BYTES_PER_POSITION: u64 = 2 * 28 + 24;
/// What a certificate may take, however little memory there is.
const LEAST: u64 = 16 << 20;

/// Writes solutions down.
fn written<P: AndOr>(
    subject: &Subject,
    solutions: &[(&P, Claim, &Solution<P>)],
    end: &End<'_>,
) -> Result<Vec<Section>, NoCertificate> {
    let bytes = |(_, _, solution): &(&P, Claim, &Solution<P>)| {
        solution.memory() + solution.len() as u64 * (BYTES_PER_POSITION + 2 * subject.code.len() as u64)
    };
    if solutions.iter().map(bytes).sum::<u64>() > end.budget.memory().max(LEAST) {
        return Err(Uncertified::Stopped(StopReason::Memory).into());
    }
    let write = |&(problem, claim, solution): &(&P, Claim, &Solution<P>)| {
        let listed = solution.for_certificate(problem);
        let section = Section::written(problem, claim, kind_of(solution), listed, &|| end.is_there());
        section.ok_or_else(|| end.reason())
    };
    solutions.iter().map(write).collect()
}

fn kind_of<P: AndOr>(solution: &Solution<P>) -> ProofKind {
    match solution.status() {
        provenum_game::Status::Proven => ProofKind::Strategy,
        _ if solution.is_delay() => ProofKind::Delay,
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

/// Writes a certificate, and has the checker judge what was written, not what was meant. What was given up is never a
/// certificate, and no fault either.
fn checked(
    certificate: Certificate,
    end: &End<'_>,
    check: impl Fn(&Certificate, Options<'_>) -> Result<Vec<Checked>, Flaw>,
) -> Result<Certified, NoCertificate> {
    let stopped = || end.is_there();
    let fault = |fault: String| match end.given_up.load(Ordering::Relaxed) {
        true => end.reason(),
        false => NoCertificate::Fault(fault),
    };
    let bytes = certificate.to_bytes_unless(&stopped).ok_or_else(|| end.reason())?;
    drop(certificate);
    let begin = Instant::now();
    let read = Certificate::from_bytes_unless(&bytes, &stopped).map_err(|error| fault(error.to_string()))?;
    let claims = check(&read, Options { threads: threads(), stopped: &stopped, ..Options::default() })
        .map_err(|flaw| fault(format!("the checker rejected the proof: {flaw}")))?;
    Ok(Certified { bytes, claims, check_seconds: begin.elapsed().as_secs_f64() })
}
