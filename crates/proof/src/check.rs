//! The checker: decides whether a certificate proves what it claims, by the rules of the game and nothing else.
//!
//! What it demands of every listed position is local, so the order does not matter and several threads can share the
//! work. Let the *succeeding side* be the one whose moves are listed. Then from every listed position
//!
//! - with the succeeding side to move, the listed move is legal and leads to a **good** position;
//! - with the other side to move, every move leads to a good position, and there is one.
//!
//! A position is good if the game is over there as the succeeding side wants it; or if it is listed, in a strategy with a
//! smaller rank; or if the succeeding side is to move and can end the game so at once, which is found out by trying. A
//! position of the *other* side that is reached by the listed move of the succeeding side need not be listed itself, nor
//! with that rank: it is good if all positions that it leads to are good. Where it is reached from another position of the
//! other side it must be listed, else a circle of one side's moves would pass unseen.
//!
//! A delay is a trap with a rank: within so many moves, the goal is not reached. A position is good for `n` moves if the game is
//! over there without the goal, if it is listed with a rank of at least `n`, if `n` is 0 and the goal is not reached there, or if
//! `n` is 1 and the succeeding side has a move that does not reach it.
//!
//! If the root is good, so is every line of play. In a strategy ranks fall, so each line ends, and it can only end well.
//! In a trap a line may go on for ever, which is what the trap's owner wants.

use crate::records::{Index, Record};
use crate::successors::Successors;
use crate::{Certificate, Flaw, ProofKind, ROOT_PROVEN, Section, Subject};
use provenum_game::{AndOr, Claim, Game, Notation, Parameters, Problem, Repetition, Status};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// How to check.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// How many threads share the work.
    pub threads: usize,
    /// Is told how many of how many positions are done.
    pub progress: &'a (dyn Fn(u64, u64) + Sync),
    /// Is asked now and then whether to give up. A check that was given up has verified nothing: its answer is a flaw.
    pub stopped: &'a (dyn Fn() -> bool + Sync),
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options { threads: 1, progress: &|_, _| (), stopped: &|| false }
    }
}

impl std::fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Options").field("threads", &self.threads).finish_non_exhaustive()
    }
}

/// What was verified of one section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The claim.
    pub claim: Claim,
    /// Whether it is shown to hold, or not to hold.
    pub holds: bool,
    /// How it is shown.
    pub kind: ProofKind,
    /// Listed positions.
    pub positions: u64,
    /// Moves that were made to check them.
    pub moves: u64,
    /// In a strategy: the length of the longest line at most.
    pub longest: Option<u32>,
    /// In a delay: for how many moves it is shown. Nothing is said of later ones.
    pub within: Option<u32>,
}

/// Checks all that a certificate claims of this position of this game.
pub fn check<G>(
    certificate: &Certificate,
    game: &G,
    position: &G::Position,
    options: Options<'_>,
) -> Result<Vec<Checked>, Flaw>
where
    G: Notation + Sync,
    G::Position: Sync,
{
    let subject = &certificate.subject;
    same_subject([
        ("a different game", subject.game == G::INFO.name),
        ("different parameters", with_defaults::<G>(&subject.parameters) == game.parameters()),
        // One spelling, so that whoever writes another checker need not read all that people may write.
        ("a position that it writes in another way", subject.position == game.format_position(position)),
    ])?;
    check_rules(certificate, game, position, options)
}

/// Checks all that a certificate claims of this position, of a game that need not have a notation: what the certificate is
/// called does not matter, what its rules are does.
pub fn check_rules<G>(
    certificate: &Certificate,
    game: &G,
    position: &G::Position,
    options: Options<'_>,
) -> Result<Vec<Checked>, Flaw>
where
    G: Game + Sync,
    G::Position: Sync,
{
    check_described(certificate, &Subject::of_rules("", game, position), game, position, options)
}

/// The same for a position whose description is known already: of this position by these rules, whatever the certificate says.
pub fn check_described<G>(
    certificate: &Certificate,
    subject: &Subject,
    game: &G,
    position: &G::Position,
    options: Options<'_>,
) -> Result<Vec<Checked>, Flaw>
where
    G: Game + Sync,
    G::Position: Sync,
{
    if game.repetition() == Repetition::ByHistory {
        return Err(by_history());
    }
    let done = Done::begin(certificate, subject)?;
    let check_section = |(number, section): (usize, &Section)| {
        // Every result is at least that, and what the opponent must reach would be no number: see `Problem::new`.
        if 1i32.checked_sub(section.claim.at_least).is_none() {
            return Err(Flaw {
                section: Some(number),
                ..Flaw::of_file("its claim needs no proof, because every result satisfies it")
            });
        }
        let problem = Problem::new(game, section.claim);
        let checked = check_section(&problem, section, number, position, &done, options)?;
        Ok(Checked { holds: problem.verdict(section.kind.status()) == Some(true), ..checked })
    };
    certificate.sections.iter().enumerate().map(check_section).collect()
}

/// Checks what a certificate claims of this node of an AND/OR problem.
pub fn check_problem<P>(
    certificate: &Certificate,
    problem: &P,
    root: &P::Node,
    options: Options<'_>,
) -> Result<Vec<Checked>, Flaw>
where
    P: AndOr + Sync,
    P::Node: Sync,
{
    if problem.by_history() {
        return Err(by_history());
    }
    let done = Done::begin(certificate, &Subject::of_problem("", problem, root))?;
    let check_section = |(number, section): (usize, &Section)| {
        if section.claim != ROOT_PROVEN {
            return Err(Flaw { section: Some(number), ..Flaw::of_file("its claim is not that the root is proven") });
        }
        let checked = check_section(problem, section, number, root, &done, options)?;
        Ok(Checked { holds: section.kind == ProofKind::Strategy, ..checked })
    };
    certificate.sections.iter().enumerate().map(check_section).collect()
}

fn check_section<P>(
    problem: &P,
    section: &Section,
    number: usize,
    root: &P::Node,
    done: &Done,
    options: Options<'_>,
) -> Result<Checked, Flaw>
where
    P: AndOr + Sync,
    P::Node: Sync,
{
    let Some(index) = Index::new(&section.records, options.stopped) else {
        return Err(Flaw { section: Some(number), ..given_up() });
    };
    let checker = Checker { problem, section, index, done };
    let moves = checker.check(root, options).map_err(|flaw| Flaw { section: Some(number), ..flaw })?;
    let mut code = Vec::new();
    problem.encode(root, &mut code);
    Ok(Checked {
        claim: section.claim,
        holds: false,
        kind: section.kind,
        positions: section.records.len() as u64,
        moves,
        longest: (section.kind == ProofKind::Strategy)
            .then(|| checker.index.rank(&code).unwrap_or((problem.status(root) == Status::Open).into())),
        within: (section.kind == ProofKind::Delay).then(|| checker.index.rank(&code).unwrap_or(0)),
    })
}

/// How many positions of all sections are checked.
struct Done {
    checked: AtomicU64,
    total: u64,
}

impl Done {
    /// Nothing is checked yet but that the certificate is about these rules, and this position.
    fn begin(certificate: &Certificate, subject: &Subject) -> Result<Done, Flaw> {
        let Subject { code, digest, .. } = &certificate.subject;
        same_subject([
            ("a different position", *code == subject.code),
            ("different rules", *digest == subject.digest),
        ])?;
        if certificate.sections.is_empty() {
            return Err(Flaw::of_file("it contains no claim"));
        }
        Ok(Done { checked: AtomicU64::new(0), total: certificate.positions() as u64 })
    }
}

fn same_subject<const N: usize>(same: [(&str, bool); N]) -> Result<(), Flaw> {
    match same.iter().find(|(_, same)| !same) {
        Some((what, _)) => Err(Flaw::of_file(format!("it was written for {what}"))),
        None => Ok(()),
    }
}

/// Nothing is wrong, and nothing is verified.
fn given_up() -> Flaw {
    Flaw::of_file("the check was given up before its end")
}

fn by_history() -> Flaw {
    Flaw::of_file("this game cannot have certificates, because the value of a position depends on how it was reached")
}

/// All parameters of a certificate. It may be older than some of the game's: these have their defaults.
fn with_defaults<G: Notation>(parameters: &Parameters) -> Parameters {
    let defaults = G::INFO.parameters.iter().fold(Parameters::new(), |all, p| all.with(p.name, p.default));
    parameters.iter().fold(defaults, |all, (name, value)| all.with(name, value))
}

/// Listed positions are handed to threads in packets of this size.
const PACKET: usize = 1024;
/// So many are checked between two looks whether to give up.
const POSITIONS_PER_LOOK: usize = 64;

struct Checker<'a, P: AndOr> {
    problem: &'a P,
    section: &'a Section,
    index: Index<'a>,
    done: &'a Done,
}

/// A flaw before it is known whose it is: what is wrong, and with which successor.
type Wrong = (&'static str, Option<Vec<u8>>);

impl<P: AndOr + Sync> Checker<'_, P> {
    /// Checks every listed position, and that the root is good. Answers how many moves were made.
    fn check(&self, root: &P::Node, options: Options<'_>) -> Result<u64, Flaw>
    where
        P::Node: Sync,
    {
        let mut code = Vec::new();
        self.problem.encode(root, &mut code);
        let good = match self.section.kind {
            ProofKind::Delay => self.index.rank(&code).is_some(),
            _ => self.good(root, &code, u32::MAX, &mut Tried::default()).is_ok(),
        };
        if !good {
            let problem = "the position that the certificate is about is not listed".to_owned();
            return Err(Flaw { problem, section: None, code: Some(code), after: None });
        }
        let next = AtomicUsize::new(0);
        let moves = AtomicU64::new(0);
        let first_flaw: Mutex<Option<(usize, Flaw)>> = Mutex::new(None);
        let stopped = AtomicBool::new(false);
        let work = || {
            let mut made =
                Moves { direct: Successors::default(), indirect: Successors::default(), tried: Tried::default() };
            loop {
                let start = next.fetch_add(PACKET, Ordering::Relaxed);
                let end = (start + PACKET).min(self.section.records.len());
                if start >= end {
                    break;
                }
                for place in start..end {
                    if place % POSITIONS_PER_LOOK == 0 && (options.stopped)() {
                        stopped.store(true, Ordering::Relaxed);
                    }
                    if stopped.load(Ordering::Relaxed) {
                        return;
                    }
                    let record = self.section.records.get(place);
                    let Err((problem, after)) = self.check_record(record, &mut made) else { continue };
                    let code = Some(record.code.to_vec());
                    let flaw = Flaw { problem: problem.to_owned(), section: None, code, after };
                    // Whichever thread finds one: the flaw that is told is the first in the file.
                    let mut first = first_flaw.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    if first.as_ref().is_none_or(|(known, _)| place < *known) {
                        *first = Some((place, flaw));
                    }
                    next.fetch_max(self.section.records.len(), Ordering::Relaxed);
                    break;
                }
                let count = (end - start) as u64;
                let Done { checked, total } = self.done;
                (options.progress)(checked.fetch_add(count, Ordering::Relaxed) + count, *total);
            }
            moves.fetch_add(made.tried.count, Ordering::Relaxed);
        };
        if options.threads <= 1 {
            work();
        } else {
            std::thread::scope(|scope| (0..options.threads).for_each(|_| _ = scope.spawn(work)));
        }
        match first_flaw.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
            Some((_, flaw)) => Err(flaw),
            None if stopped.into_inner() => Err(given_up()),
            None => Ok(moves.into_inner()),
        }
    }

    /// How the game must end.
    fn wanted(&self) -> Status {
        self.section.kind.status()
    }

    fn check_record(&self, record: Record<'_>, moves: &mut Moves<P>) -> Result<(), Wrong> {
        let node =
            self.problem.decode(record.code).ok_or(("a listed position is not a position of this game", None))?;
        if self.problem.status(&node) != Status::Open {
            return Err(("the position is listed, but the game is over there", None));
        }
        let left = match self.section.kind {
            ProofKind::Trap => u32::MAX,
            ProofKind::Strategy | ProofKind::Delay => {
                record.rank.checked_sub(1).ok_or(("the rank is 0, but the game is not over", None))?
            }
        };
        let kind = self.problem.kind(&node);
        let Moves { direct, indirect, tried } = moves;
        match record.choice {
            Some(choice) if kind == self.section.kind.succeeds() => {
                direct.generate(self.problem, &node);
                tried.count += direct.len() as u64;
                let (next, code) = direct.get(choice as usize).ok_or(("the listed move does not exist", None))?;
                if self.problem.kind(next) == kind || self.problem.status(next) != Status::Open {
                    return self.good(next, code, left, tried);
                }
                self.good(next, code, left, tried).or_else(|_| {
                    // The other side's turn: listed or not, it will do if all its moves lead to good positions.
                    let left = left.checked_sub(1).ok_or_else(|| too_slow(code))?;
                    self.all_good(next, indirect, left, tried)
                })
            }
            None if kind != self.section.kind.succeeds() => self.all_good(&node, direct, left, tried),
            Some(_) => Err(("a move is listed, but the other side is to move", None)),
            None => Err(("no move is listed, but one is required", None)),
        }
    }

    /// Whether there are successors and all of them are good.
    fn all_good(&self, node: &P::Node, list: &mut Successors<P>, left: u32, tried: &mut Tried<P>) -> Result<(), Wrong> {
        list.generate_in_any_order(self.problem, node);
        tried.count += list.len() as u64;
        if list.len() == 0 {
            return Err(("a position has no moves, but the game is not over there", None));
        }
        list.iter().try_for_each(|(next, code)| self.good(next, code, left, tried))
    }

    /// Whether a position is good by itself: over as it should be, listed with at most this rank, or to be ended at once.
    #[inline]
    fn good(&self, node: &P::Node, code: &[u8], left: u32, tried: &mut Tried<P>) -> Result<(), Wrong> {
        let delay = self.section.kind == ProofKind::Delay;
        // Many positions are listed, and looking one up is cheaper than looking whether the game is over.
        let rank = self.index.rank(code);
        match rank {
            Some(rank) if delay && rank < left => return Err(too_soon(code)),
            Some(rank) if delay || rank <= left => return Ok(()),
            _ => {}
        }
        match self.problem.status(node) {
            status if status == self.wanted() => Ok(()),
            Status::Open if delay && left == 0 => Ok(()),
            // Before the last move of a delay, any that does not reach the goal will do.
            Status::Open if delay && left == 1 && self.can_reach(node, tried, |status| status != Status::Proven) => {
                Ok(())
            }
            Status::Open if !delay && left > 0 && self.can_reach(node, tried, |status| status == self.wanted()) => {
                Ok(())
            }
            Status::Open if rank.is_some() => Err(too_slow(code)),
            Status::Open => Err(("a move leads to a position that is not listed", Some(code.to_vec()))),
            _ => Err(("a move leads to the wrong result", Some(code.to_vec()))),
        }
    }

    /// Whether it is the succeeding side's turn, and one of its moves leads to a position that is wanted.
    fn can_reach(&self, node: &P::Node, tried: &mut Tried<P>, wanted: impl Fn(Status) -> bool) -> bool {
        if self.problem.kind(node) != self.section.kind.succeeds() {
            return false;
        }
        let Tried { steps, count } = tried;
        steps.clear();
        self.problem.steps(node, steps);
        steps.iter().any(|&step| {
            *count += 1;
            wanted(self.problem.status(&self.problem.follow(node, step)))
        })
    }
}

fn too_soon(code: &[u8]) -> Wrong {
    ("a move leads to a position whose rank is too small", Some(code.to_vec()))
}

fn too_slow(code: &[u8]) -> Wrong {
    ("a move leads to a position whose rank is not smaller", Some(code.to_vec()))
}

/// Scratch space of a thread.
struct Moves<P: AndOr> {
    direct: Successors<P>,
    indirect: Successors<P>,
    tried: Tried<P>,
}

/// How many moves were made, and room for those of one position.
struct Tried<P: AndOr> {
    steps: Vec<P::Step>,
    count: u64,
}

impl<P: AndOr> Default for Tried<P> {
    fn default() -> Self {
        Tried { steps: Vec::new(), count: 0 }
    }
}
