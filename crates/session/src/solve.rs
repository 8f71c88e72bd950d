//! The typed form: a question about a game, or about an AND/OR problem, and all that was found.

use crate::certify::{certify, certify_problem};
use crate::event::Listening;
use crate::lengths::{Delay, Minimised, first_moves, minimise};
use crate::{Certified, Event, Events, FirstMove, Length, NoCertificate, Phase, Stopwatch, Verdict};
use provenum_game::{AndOr, Claim, Game, Notation, Repetition, Status};
use provenum_proof::Subject;
use provenum_search::{
    Algorithm, Answer, Bounded, Budget, Evaluation, Extent, Limits, Observer, Question, Settled, Statistics,
    StopReason, Uncertified, Workspace, evaluate_in, evaluate_within, solve_in,
};
use std::time::Duration;

/// A question about a position of a game.
///
/// ```
/// use provenum_game::{Claim, Notation, Parameters, Player};
/// use provenum_games::Mnk;
/// use provenum_session::{Solve, Verdict};
///
/// let (game, start) = Mnk::set_up(&Parameters::new(), None)?;
/// let found = Solve::new(&game, &start).claim(Claim::draw(Player::First)).certify().run();
/// assert_eq!(found.verdict(), Verdict::Proven);
/// let certificate = found.certified()?;
/// assert!(certificate.claims[0].holds);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solve<'g, 'p, G: Game> {
    game: &'g G,
    position: &'p G::Position,
    question: Question,
    algorithm: Option<Algorithm>,
    limits: Limits,
    /// How the certificate describes what it is about, if there is to be one.
    subject: Option<Described<G>>,
    /// How much of the solutions is read.
    extent: Extent,
    /// Only who asks for lengths has the searches for them compiled.
    minimise: Option<Minimise<'g, G>>,
    first_moves: Option<FirstMoves<G>>,
    /// Within how many moves the goal must be reached.
    within: Option<(u32, EvaluateWithin<'g, G>)>,
    /// How moves are written, to tell lines on the way.
    names: Option<Names<G>>,
}

/// How a certificate describes the position: in the game's notation, or by a name.
#[derive(Debug)]
enum Described<G: Game> {
    InNotation(fn(&G, &G::Position) -> Subject),
    AsNamed(String),
}

impl<G: Game> Described<G> {
    fn subject(&self, game: &G, position: &G::Position) -> Subject {
        match self {
            Described::InNotation(describe) => describe(game, position),
            Described::AsNamed(name) => Subject::of_rules(name, game, position),
        }
    }
}

type Names<G> = fn(&G, &<G as Game>::Position, &[<G as Game>::Move]) -> Vec<String>;

type Minimise<'g, G> =
    fn(&mut Workspace<'_>, &Algorithm, &mut Evaluation<'g, G>, &Budget, &mut dyn Observer) -> Option<Minimised<'g, G>>;

type EvaluateWithin<'g, G> = fn(
    &mut Workspace<'_>,
    &Algorithm,
    &'g G,
    &<G as Game>::Position,
    Claim,
    u32,
    &Budget,
    &mut dyn Observer,
) -> Bounded<'g, G>;

type FirstMoves<G> = fn(
    &mut Workspace<'_>,
    &Algorithm,
    &G,
    &<G as Game>::Position,
    Claim,
    &Budget,
    &mut dyn Observer,
) -> (Vec<FirstMove<<G as Game>::Move>>, Statistics);

/// What was found out about a position.
#[derive(Debug)]
pub struct Solved<'g, G: Game> {
    /// What was asked.
    pub question: Question,
    /// The algorithm that answered.
    pub algorithm: Algorithm,
    /// The claims that were searched, and what the position is worth.
    pub evaluation: Evaluation<'g, G>,
    /// How long a success takes, if that was asked and there is a proof that has a length.
    pub length: Option<Length<G::Move>>,
    /// What comes of every first move, if that was asked.
    pub first_moves: Option<Vec<FirstMove<G::Move>>>,
    /// How it is shown that there is nothing shorter, or nothing within the moves that were asked for.
    pub(crate) delay: Option<Delay<'g, G>>,
    /// The certificate, if it was asked for and there is an answer; or why there is none.
    pub certificate: Option<Result<Certified, NoCertificate>>,
    /// Seconds on the clock, without the certificate.
    pub seconds: f64,
    /// Seconds of the processor, without the certificate.
    pub cpu_seconds: f64,
}

impl<'g, 'p, G> Solve<'g, 'p, G>
where
    G: Game + Sync,
    G::Position: Sync,
{
    /// Asks what a position is worth to the side to move.
    #[must_use]
    pub fn new(game: &'g G, position: &'p G::Position) -> Self {
        Solve {
            game,
            position,
            question: Question::Value(game.to_move(position)),
            algorithm: None,
            limits: Limits::default(),
            subject: None,
            extent: Extent::Whole,
            minimise: None,
            first_moves: None,
            within: None,
            names: None,
        }
    }

    /// Asks whether a claim holds.
    #[must_use]
    pub fn claim(self, claim: Claim) -> Self {
        self.question(Question::Claim(claim))
    }

    /// Asks this.
    #[must_use]
    pub fn question(self, question: Question) -> Self {
        Solve { question, ..self }
    }

    /// By this algorithm, and not by those that suit the game.
    #[must_use]
    pub fn algorithm(self, algorithm: Algorithm) -> Self {
        Solve { algorithm: Some(algorithm), ..self }
    }

    /// Within these limits. The certificate takes what the search has left of them.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Solve { limits, ..self }
    }

    /// Asks also for the shortest proof.
    #[must_use]
    pub fn shortest(self) -> Self {
        Solve { minimise: Some(minimise), ..self }
    }

    /// Asks also for the shortest proof, and for what comes of every first move.
    #[must_use]
    pub fn all_first_moves(self) -> Self {
        Solve { first_moves: Some(first_moves), ..self.shortest() }
    }

    /// Asks whether the side that must make progress succeeds within so many moves of either side. Only claims can be bounded.
    #[must_use]
    pub fn within(self, moves: u32) -> Self {
        Solve { within: Some((moves, evaluate_within)), ..self }
    }

    /// Tells the line of the first proof, before a shorter one is looked for.
    #[must_use]
    pub fn tell_lines(self) -> Self
    where
        G: Notation,
    {
        Solve { names: Some(written), ..self }
    }

    /// Wants a certificate, which carries the position in the game's notation.
    #[must_use]
    pub fn certify(self) -> Self
    where
        G: Notation,
    {
        Solve { subject: Some(Described::InNotation(Subject::new)), ..self }
    }

    /// Wants no more of the solutions than this. A certificate that would be larger is not made; the shortest proof is read
    /// in any case.
    #[must_use]
    pub fn extent(self, extent: Extent) -> Self {
        Solve { extent, ..self }
    }

    /// Wants a certificate of a game that has no notation. The name is yours to choose.
    #[must_use]
    pub fn certify_as(self, name: &str) -> Self {
        Solve { subject: Some(Described::AsNamed(name.to_owned())), ..self }
    }

    /// Looks for the answer.
    #[must_use]
    pub fn run(self) -> Solved<'g, G> {
        self.run_in(&mut Workspace::default(), &mut ())
    }

    /// Looks for the answer with what the workspace holds, and tells what happens.
    pub fn run_in(self, workspace: &mut Workspace<'_>, events: &mut dyn Events) -> Solved<'g, G> {
        let Solve { game, position, question, limits, subject, extent, .. } = self;
        let algorithm = self.algorithm.unwrap_or_default();
        let watch = Stopwatch::start();
        let budget = Budget::new(&limits);
        events.event(&Event::Phase(Phase::Search));
        let read = if self.minimise.is_some() { Extent::Whole } else { extent };
        let searching = budget.reading(read);
        let mut delay = None;
        let mut evaluation = match (self.within, question) {
            (Some((moves, evaluate)), Question::Claim(claim)) => {
                let mut listening = Listening(events);
                let (evaluation, shown) =
                    evaluate(workspace, &algorithm, game, position, claim, moves, &searching, &mut listening);
                delay = evaluation.claims.last().map(|settled| settled.problem).zip(shown);
                evaluation
            }
            _ => evaluate_in(workspace, &algorithm, game, position, question, &searching, &mut Listening(events)),
        };
        let most = extent.most_positions(evaluation.statistics.expanded);
        // A certificate is made of what is known in the end, so the time that it takes is kept for it.
        let wanted = subject.is_some();
        let after_search = |evaluation: &Evaluation<'_, G>| {
            let left = budget.after(&evaluation.statistics);
            if wanted { left.ending_earlier(TIME_PER_POSITION * positions(evaluation)) } else { left }
        };
        let length = self.minimise.and_then(|minimise| {
            if let Some(names) = self.names {
                events.event(&Event::Line(names(game, position, &line_of(&evaluation))));
            }
            events.event(&Event::Phase(Phase::Shorten));
            let left = after_search(&evaluation).reading(if wanted { extent } else { Extent::Line });
            let (length, shown) = minimise(workspace, &algorithm, &mut evaluation, &left, &mut Listening(events))?;
            delay = shown;
            Some(length)
        });
        let first_moves = self.first_moves.map(|first_moves| {
            events.event(&Event::Phase(Phase::FirstMoves));
            let left = after_search(&evaluation);
            let claim = Claim::win(question.player());
            let mut listening = Listening(events);
            let (moves, statistics) = first_moves(workspace, &algorithm, game, position, claim, &left, &mut listening);
            evaluation.statistics.merge(&statistics);
            moves
        });
        if let Some(length) = &length {
            evaluation.stop = length.stop;
        }
        let (seconds, cpu_seconds) = (watch.seconds(), watch.cpu_seconds());
        let mut solved = Solved {
            question,
            algorithm,
            evaluation,
            length,
            first_moves,
            delay,
            certificate: None,
            seconds,
            cpu_seconds,
        };
        if solved.verdict().is_known() {
            let stopped = |settled: &Settled<'_, G>| matches!(settled.answer.solution, Err(Uncertified::Stopped(_)));
            if subject.is_some() && solved.evaluation.deciding().any(stopped) {
                // The proof is still to be read.
                workspace.save();
            }
            // The certificate needs the memory now, and there is nothing left to resume.
            workspace.clear();
            solved.certificate = subject.map(|subject| {
                events.event(&Event::Phase(Phase::Certify));
                match game.repetition() {
                    Repetition::ByHistory => Err(Uncertified::ByHistory.into()),
                    _ if u64::from(positions(&solved.evaluation)) > most => {
                        Err(Uncertified::OverBudget { positions: most }.into())
                    }
                    _ => certify_all(|| subject.subject(game, position), game, position, &solved, &budget),
                }
            });
        }
        solved
    }
}

impl<G: Game> Solved<'_, G> {
    /// Whether what was asked is so: a claim holds, or a value is known.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        Verdict::of(match self.question {
            Question::Claim(_) => self.evaluation.claims.last().and_then(Settled::holds),
            Question::Value(_) => self.evaluation.value().map(|_| true),
        })
    }

    /// The certificate, or why there is none.
    pub fn certified(&self) -> Result<&Certified, NoCertificate> {
        let unsolved = if self.verdict().is_known() { Uncertified::Unwanted } else { Uncertified::Unsolved };
        self.certificate.as_ref().map_or(Err(unsolved.into()), |certificate| certificate.as_ref().map_err(Clone::clone))
    }

    /// The value in the eyes of the player who asks, if it is known.
    #[must_use]
    pub fn value(&self) -> Option<i32> {
        self.evaluation.value()
    }

    /// The line in which both sides do their best, as far as it is known.
    #[must_use]
    pub fn line(&self) -> Vec<G::Move> {
        if let Some(length) = &self.length {
            return length.line.clone();
        }
        line_of(&self.evaluation)
    }
}

/// The certificate of all that was found. If there is no time for what shows that nothing is shorter, it is made without.
fn certify_all<'g, G>(
    describe: impl FnOnce() -> Subject,
    game: &G,
    position: &G::Position,
    solved: &Solved<'g, G>,
    budget: &Budget,
) -> Result<Certified, NoCertificate>
where
    G: Game + Sync,
    G::Position: Sync,
{
    let delay = solved.delay.as_ref().and_then(|(problem, delay)| Some((problem, delay.as_ref().ok()?)));
    let decided = solved.evaluation.deciding().next().is_some();
    match &solved.delay {
        Some((_, Err(reason))) if !decided => return Err((*reason).into()),
        None if !decided => return Err(Uncertified::Restricted.into()),
        _ => {}
    }
    let subject = describe();
    let all = certify(subject.clone(), game, position, &solved.evaluation, delay, budget);
    match all {
        Err(NoCertificate::Unsolved(Uncertified::Stopped(_))) if decided && delay.is_some() => {
            certify(subject, game, position, &solved.evaluation, None, budget)
        }
        all => all,
    }
}

/// About what it takes to write and check a position of a certificate.
const TIME_PER_POSITION: Duration = Duration::from_micros(10);

/// How many positions a certificate would have.
fn positions<G: Game>(evaluation: &Evaluation<'_, G>) -> u32 {
    let listed = evaluation.deciding().filter_map(|settled| settled.answer.solution.as_ref().ok());
    listed.map(|solution| u32::try_from(solution.len()).unwrap_or(u32::MAX)).fold(0, u32::saturating_add)
}

/// The principal variation of what tells most.
fn line_of<G: Game>(evaluation: &Evaluation<'_, G>) -> Vec<G::Move> {
    let telling = evaluation.telling();
    match telling.and_then(|settled| Some((settled, settled.answer.solution.as_ref().ok()?))) {
        Some((settled, solution)) => solution.line(&settled.problem),
        None => match telling.map(|settled| &settled.answer.line) {
            Some(line) if !line.is_empty() => line.clone(),
            _ => evaluation.best_move.into_iter().collect(),
        },
    }
}

/// A line as players write it.
fn written<G: Notation>(game: &G, position: &G::Position, line: &[G::Move]) -> Vec<String> {
    let mut position = position.clone();
    let name = |&mv: &G::Move| {
        let name = game.format_move(&position, mv);
        position = game.play(&position, mv);
        name
    };
    line.iter().map(name).collect()
}

/// A question about an AND/OR problem: is its root proven?
#[derive(Debug)]
pub struct Prove<'p, P: AndOr> {
    problem: &'p P,
    root: &'p P::Node,
    algorithm: Algorithm,
    limits: Limits,
    name: Option<String>,
}

/// What was found out about an AND/OR problem.
#[derive(Debug)]
pub struct Proved<P: AndOr> {
    /// What the search says.
    pub answer: Answer<P>,
    /// The certificate, if it was asked for and there is an answer; or why there is none.
    pub certificate: Option<Result<Certified, NoCertificate>>,
}

impl<'p, P> Prove<'p, P>
where
    P: AndOr + Sync,
    P::Node: Sync,
{
    /// Asks whether the root is proven.
    #[must_use]
    pub fn new(problem: &'p P, root: &'p P::Node) -> Self {
        Prove { problem, root, algorithm: Algorithm::default(), limits: Limits::default(), name: None }
    }

    /// By this algorithm.
    #[must_use]
    pub fn algorithm(self, algorithm: Algorithm) -> Self {
        Prove { algorithm, ..self }
    }

    /// Within these limits. The certificate takes what the search has left of them.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Prove { limits, ..self }
    }

    /// Wants a certificate. The name is yours to choose.
    #[must_use]
    pub fn certify_as(self, name: &str) -> Self {
        Prove { name: Some(name.to_owned()), ..self }
    }

    /// Looks for the answer.
    #[must_use]
    pub fn run(self) -> Proved<P> {
        self.run_in(&mut Workspace::default(), &mut ())
    }

    /// Looks for the answer with what the workspace holds, and tells what happens.
    pub fn run_in(self, workspace: &mut Workspace<'_>, events: &mut dyn Events) -> Proved<P> {
        let Prove { problem, root, algorithm, limits, name } = self;
        let budget = Budget::new(&limits);
        events.event(&Event::Phase(Phase::Search));
        let answer = solve_in(workspace, &algorithm, problem, root, &budget, &mut Listening(events));
        let certificate = name.filter(|_| answer.status != Status::Open).map(|name| {
            workspace.clear();
            events.event(&Event::Phase(Phase::Certify));
            certify_problem(&name, problem, root, &answer, &budget)
        });
        Proved { answer, certificate }
    }
}

impl<P: AndOr> Proved<P> {
    /// Whether the root is proven.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match self.answer.status {
            Status::Proven => Verdict::Proven,
            Status::Disproven => Verdict::Disproven,
            Status::Open => Verdict::Unknown,
        }
    }

    /// The certificate, or why there is none.
    pub fn certified(&self) -> Result<&Certified, NoCertificate> {
        let unsolved = if self.verdict().is_known() { Uncertified::Unwanted } else { Uncertified::Unsolved };
        self.certificate.as_ref().map_or(Err(unsolved.into()), |certificate| certificate.as_ref().map_err(Clone::clone))
    }

    /// Why the search ended.
    #[must_use]
    pub fn stop(&self) -> StopReason {
        self.answer.stop
    }
}
