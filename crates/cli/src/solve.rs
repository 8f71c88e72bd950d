//! `provenum solve`: from a position's text to an answer.

use crate::certify::{Target, certify};
use crate::checkpoint::{self, Checkpoints};
use crate::clock::Stopwatch;
use crate::exit::Exit;
use crate::input::{Lines, Written};
use crate::json;
use crate::progress::Line;
use crate::report::{Details, FirstMoveReport, Report, best_line, describe, numbers_of_claim, written_line};
use crate::request::{Request, Wanted};
use crate::shortest::Lengths;
use crate::text::{self, Detail};
use anyhow::{Context, Result, bail};
use clap::ArgMatches;
use clap::parser::ValueSource;
use provenum_game::{Notation, Outcome};
use provenum_games::{TsumeShogi, Visitor, set_up};
use provenum_search::{
    Cancel, Evaluation, INFINITE, Limits, Question, Saved, Settled, Statistics, Workspace, evaluate_in,
};
use std::path::PathBuf;
use std::time::Duration;

pub(crate) fn run(matches: &ArgMatches) -> Result<Exit> {
    if let Some(path) = matches.get_one::<PathBuf>("resume") {
        let (saved_request, saved) = checkpoint::read(path)?;
        let request = Request::resumed(matches, &saved_request)?;
        let written = Written { text: saved_request.written, line: None };
        return solve_one(matches, &request, written, saved_request.content, Some(saved));
    }
    let request = Request::new(matches)?;
    let Some(path) = matches.get_one::<PathBuf>("input") else {
        let written = Written { text: matches.get_one::<String>("position").cloned(), line: None };
        let content = written.content(request.game)?;
        return solve_one(matches, &request, written, content, None);
    };
    watch_for_interrupts(&request.limits.cancel)?;
    let mut lines = Lines::open(path)?;
    let mut all_answered = true;
    while let Some(written) = lines.next()? {
        let answered = written.content(request.game).and_then(|content| {
            request.solve(&written, content.as_deref(), None, &mut Workspace::default(), Statistics::default())
        });
        all_answered &= answered.with_context(|| lines.place())?.result != "unknown";
        if request.limits.cancel.is_cancelled() {
            return Ok(Exit::Unknown);
        }
    }
    Ok(if all_answered { Exit::Proven } else { Exit::Unknown })
}

/// Solves a single position, which may be saved on the way.
fn solve_one(
    matches: &ArgMatches,
    request: &Request,
    written: Written,
    content: Option<String>,
    saved: Option<Saved>,
) -> Result<Exit> {
    let file = matches.get_one::<PathBuf>("checkpoint").or(matches.get_one::<PathBuf>("resume"));
    if file.is_some() && !request.algorithm.can_be_saved() {
        bail!("--checkpoint: {} cannot be saved; expected a depth-first algorithm", request.algorithm.preset().name);
    }
    if file.is_none() && matches.value_source("checkpoint-every") == Some(ValueSource::CommandLine) {
        bail!("--checkpoint-every: expected --checkpoint FILE with it");
    }
    let every = matches.get_one::<Duration>("checkpoint-every").copied().unwrap_or_default();
    let description = request.description(written.text.as_deref(), content.as_deref());
    let mut saver = file.map(|file| Checkpoints::new(file, every, &description)).transpose()?;
    let mut target = matches.get_one::<PathBuf>("proof").map(|path| Target::open(path)).transpose()?;
    watch_for_interrupts(&request.limits.cancel)?;
    let mut workspace = Workspace::default();
    if let Some(saver) = &mut saver {
        workspace = workspace.saved_by(saver);
    }
    let before = saved.as_ref().map_or_else(Statistics::default, |saved| saved.statistics);
    if let Some(saved) = saved {
        workspace = workspace.resumed(saved);
    }
    let report = request.solve(&written, content.as_deref(), target.as_mut(), &mut workspace, before)?;
    Ok(match report.result {
        "proven" => Exit::Proven,
        "disproven" => Exit::Disproven,
        _ => Exit::Unknown,
    })
}

pub(crate) fn watch_for_interrupts(cancel: &Cancel) -> Result<()> {
    let cancel = cancel.clone();
    let handler = move || {
        // The second time, someone is in a hurry.
        if cancel.is_cancelled() {
            std::process::exit(3);
        }
        cancel.cancel();
    };
    ctrlc::set_handler(handler).context("cannot watch for an interrupt")
}

impl Request {
    /// Solves a position and prints the answer. `before` is what was done before the search was saved.
    fn solve(
        &self,
        written: &Written,
        content: Option<&str>,
        target: Option<&mut Target>,
        workspace: &mut Workspace<'_>,
        before: Statistics,
    ) -> Result<Report> {
        let visitor = Solver { request: self, written, target, workspace, before };
        let (report, details) = match self.lengths {
            None => set_up(self.game.name, &self.parameters, content, visitor)??,
            Some(Wanted { all }) => {
                let (game, position) = TsumeShogi::set_up(&self.parameters, content)?;
                visitor.answer(game, position, Some(&Lengths::of_tsume_shogi(all)))?
            }
        };
        match details {
            Some(details) => text::print(&report, &details, self.detail)?,
            None => json::print(&report)?,
        }
        Ok(report)
    }
}

struct Solver<'a, 's> {
    request: &'a Request,
    written: &'a Written,
    target: Option<&'a mut Target>,
    workspace: &'a mut Workspace<'s>,
    before: Statistics,
}

impl Visitor for Solver<'_, '_> {
    type Output = Result<(Report, Option<Details>)>;

    fn visit<G>(self, game: G, position: G::Position) -> Self::Output
    where
        G: Notation + Send + Sync + 'static,
        G::Position: Send + Sync + 'static,
        G::Move: Send + Sync + 'static,
    {
        self.answer(game, position, None)
    }
}

impl Solver<'_, '_> {
    /// Solves a position; asks also how long that takes, if that can be asked of the game. Words are made only for people.
    fn answer<G>(
        self,
        game: G,
        position: G::Position,
        lengths: Option<&Lengths<G>>,
    ) -> Result<(Report, Option<Details>)>
    where
        G: Notation + Sync,
        G::Position: Sync,
    {
        let Request { limits, .. } = self.request;
        let player = game.claimant(&position);
        let question = self.request.claim.question(player, game.values())?;
        let algorithm = &self.request.algorithm_for(question, game.values());
        let watch = Stopwatch::start();
        let (mut evaluation, length, first_moves) = {
            let mut line = Line::new(limits, self.request.detail == Detail::Quiet);
            let mut evaluation = evaluate_in(self.workspace, algorithm, &game, &position, question, limits, &mut line);
            let left = |evaluation: &Evaluation<'_, G>| Limits {
                time: limits.time.map(|time| time.saturating_sub(watch.elapsed())),
                nodes: limits.nodes.map(|nodes| nodes.saturating_sub(evaluation.statistics.expanded)),
                ..limits.clone()
            };
            let rest = left(&evaluation);
            let length = lengths
                .and_then(|lengths| (lengths.minimise)(self.workspace, algorithm, &mut evaluation, &rest, &mut line));
            let first_moves = lengths.and_then(|lengths| lengths.first_moves).map(|find| {
                let rest = left(&evaluation);
                let (moves, statistics) = find(self.workspace, algorithm, &game, &position, &rest, &mut line);
                evaluation.statistics.merge(&statistics);
                moves
            });
            (evaluation, length, first_moves)
        };
        // The proof needs the memory now.
        self.workspace.clear();
        evaluation.statistics.merge(&self.before);
        let (seconds, cpu_seconds) = (watch.seconds(), watch.cpu_seconds());
        let holds = match question {
            Question::Claim(_) => evaluation.claims.last().and_then(Settled::holds),
            Question::Value(_) => evaluation.value().map(|_| true),
        };
        let proof = match holds {
            Some(_) if self.request.certified => Some(certify(&game, &position, &evaluation, self.target)?),
            _ => None,
        };
        let values = game.values();
        let value = evaluation.value().map(|value| match values.word(value) {
            Some(word) => serde_json::Value::from(word),
            None => serde_json::Value::from(value),
        });
        let line = length.as_ref().map_or_else(|| best_line(&evaluation), |length| length.line.clone());
        let (pv, end) = written_line(&game, &position, &line);
        if let Some(length) = &length {
            evaluation.stop = length.stop;
        }
        let numbers = evaluation.claims.last().map(numbers_of_claim);
        let by_claims = matches!(question, Question::Value(_)) && !algorithm.searches_values();
        let finite = |number: u32| (number != INFINITE).then_some(number);
        let report = Report {
            game: self.request.game.name.to_owned(),
            parameters: game.parameters().iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            position: self.written.text.clone().unwrap_or_else(|| game.format_position(&position)),
            line: self.written.line,
            claim: self.request.claim.to_string(),
            result: match holds {
                Some(true) => "proven",
                Some(false) => "disproven",
                None => "unknown",
            },
            value,
            estimate: evaluation.estimate.map(|parts| f64::from(parts) / f64::from(Outcome::PARTS)),
            best_move: pv.first().cloned(),
            pv,
            length: length.as_ref().map(|length| length.moves),
            proven_shortest: length.as_ref().map(|length| length.proven),
            pieces_left: lengths.filter(|_| length.is_some()).map(|lengths| (lengths.left_over)(&end)),
            first_moves: first_moves
                .map(|moves| moves.iter().map(|tried| FirstMoveReport::new(&game, &position, tried)).collect()),
            algorithm: algorithm.preset().name.to_owned(),
            series: by_claims.then(|| algorithm.settings().best_first.series.to_string()),
            expanded: evaluation.statistics.expanded,
            generated: evaluation.statistics.generated,
            by_level: algorithm.searches_values().then_some(evaluation.statistics.by_level),
            seconds,
            cpu_seconds,
            memory_bytes: evaluation.statistics.memory,
            proof_number: numbers.and_then(|(proof, _)| finite(proof)),
            disproof_number: numbers.and_then(|(_, disproof)| finite(disproof)),
            stop_reason: evaluation.stop.to_string(),
            proof,
        };
        let in_words = || describe(self.request, &game, &position, &evaluation, (holds, length.as_ref()));
        let details = (!self.request.json).then(in_words);
        Ok((report, details))
    }
}
