//! `provenum solve`: from a position's text to an answer.

use crate::certify::{Proof, Target, certify};
use crate::clock::Stopwatch;
use crate::exit::Exit;
use crate::input::{Lines, Written};
use crate::progress::Line;
use crate::text::{self, Detail};
use crate::{input, json};
use anyhow::{Context, Result, anyhow, bail};
use clap::ArgMatches;
use provenum_game::{Asks, Claim, GameInfo, Notation, Parameters, Player, Values, shorten};
use provenum_games::{Visitor, games, set_up};
use provenum_search::{Algorithm, Cancel, Evaluation, INFINITE, Limits, Question, Settled, evaluate};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

/// Everything that is asked, for whatever position.
struct Request {
    game: &'static GameInfo,
    parameters: Parameters,
    claim: Asked,
    algorithm: Algorithm,
    limits: Limits,
    json: bool,
    detail: Detail,
    /// Whether answers are certified.
    certified: bool,
}

/// What `--claim` says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asked {
    Value,
    AtLeast(i32),
}

impl Asked {
    fn parse(text: &str) -> Result<Asked> {
        match text.trim() {
            "value" => Ok(Asked::Value),
            "win" => Ok(Asked::AtLeast(1)),
            "draw" => Ok(Asked::AtLeast(0)),
            other => {
                let value = other.strip_prefix(">=").and_then(|value| value.trim().parse().ok());
                value.map(Asked::AtLeast).ok_or_else(|| {
                    anyhow!("--claim {:?}: expected win, draw, value or '>=N' with a whole number N", shorten(other))
                })
            }
        }
    }

    fn question(self, player: Player, values: Values) -> Result<Question> {
        let Asked::AtLeast(at_least) = self else { return Ok(Question::Value(player)) };
        let values = values.rising(player);
        let (least, most) = (values[0], values[values.len() - 1]);
        if !(least..=most).contains(&at_least) {
            bail!("--claim '>={at_least}': expected a value from {least} to {most} in this game");
        }
        Ok(Question::Claim(Claim { player, at_least }))
    }
}

impl std::fmt::Display for Asked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Asked::Value => f.write_str("value"),
            Asked::AtLeast(1) => f.write_str("win"),
            Asked::AtLeast(0) => f.write_str("draw"),
            Asked::AtLeast(value) => write!(f, ">={value}"),
        }
    }
}

/// The answer about one position, in the form of the JSON output.
#[derive(Serialize)]
pub(crate) struct Report {
    pub(crate) game: String,
    pub(crate) parameters: BTreeMap<String, String>,
    pub(crate) position: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<usize>,
    pub(crate) claim: String,
    pub(crate) result: &'static str,
    pub(crate) value: Option<serde_json::Value>,
    pub(crate) best_move: Option<String>,
    pub(crate) pv: Vec<String>,
    pub(crate) algorithm: String,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    pub(crate) seconds: f64,
    pub(crate) cpu_seconds: f64,
    pub(crate) memory_bytes: u64,
    pub(crate) proof_number: Option<u32>,
    pub(crate) disproof_number: Option<u32>,
    pub(crate) stop_reason: String,
    /// None without an answer, and with `--no-proof`.
    pub(crate) proof: Option<Proof>,
}

/// What only people want to see of an answer.
pub(crate) struct Details {
    pub(crate) board: String,
    /// The answer in one word.
    pub(crate) short: String,
    /// The answer as the beginning of a sentence, and the rest of it.
    pub(crate) answer: String,
    pub(crate) explanation: String,
    pub(crate) claims: Vec<String>,
}

pub(crate) fn run(matches: &ArgMatches) -> Result<Exit> {
    let request = Request::new(matches)?;
    let cancel = request.limits.cancel.clone();
    ctrlc::set_handler(move || {
        // The second time, someone is in a hurry.
        if cancel.is_cancelled() {
            std::process::exit(3);
        }
        cancel.cancel();
    })
    .context("cannot watch for an interrupt")?;
    let Some(path) = matches.get_one::<PathBuf>("input") else {
        let text = matches.get_one::<String>("position").cloned();
        let mut target = matches.get_one::<PathBuf>("proof").map(|path| Target::open(path)).transpose()?;
        let report = request.solve(&input::Written { text, line: None }, target.as_mut())?;
        return Ok(match (report.result, request.claim) {
            ("proven", _) => Exit::Proven,
            ("disproven", _) => Exit::Disproven,
            _ => Exit::Unknown,
        });
    };
    let mut lines = Lines::open(path)?;
    let mut all_answered = true;
    while let Some(written) = lines.next()? {
        let report = request.solve(&written, None).with_context(|| lines.place())?;
        all_answered &= report.result != "unknown";
        if request.limits.cancel.is_cancelled() {
            return Ok(Exit::Unknown);
        }
    }
    Ok(if all_answered { Exit::Proven } else { Exit::Unknown })
}

impl Request {
    fn new(matches: &ArgMatches) -> Result<Request> {
        let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
        let name = text("game").unwrap_or_default();
        let Some(game) = games().iter().find(|game| game.name == name) else { bail!("there is no game {name:?}") };
        let names = games().iter().flat_map(|game| game.parameters).map(|parameter| parameter.name);
        let parameters = names
            .filter_map(|name| text(name).map(|value| (name, value)))
            .fold(Parameters::new(), |parameters, (name, value)| parameters.with(name, value));
        parameters.accepted_by(game)?;
        let claim = match (text("claim"), game.asks) {
            (Some(claim), Asks::Value) => Asked::parse(claim)?,
            (None, Asks::Value) => Asked::Value,
            (None | Some("win"), Asks::RootProven) => Asked::AtLeast(1),
            (Some(claim), Asks::RootProven) => {
                bail!("--claim {:?}: expected win, because {name} only asks whether its root is proven", shorten(claim))
            }
        };
        let mut algorithm = Algorithm::named(text("algorithm").unwrap_or_default())?;
        for setting in matches.get_many::<String>("set").into_iter().flatten() {
            let Some((name, value)) = setting.split_once('=') else {
                bail!("--set {:?}: expected NAME=VALUE", shorten(setting));
            };
            algorithm = algorithm.set(name.trim(), value.trim())?;
        }
        let limits = Limits {
            time: matches.get_one::<Duration>("time").copied(),
            nodes: matches.get_one::<u64>("nodes").copied(),
            memory: matches.get_one::<u64>("memory").copied().unwrap_or(Limits::DEFAULT_MEMORY),
            cancel: Cancel::new(),
        };
        let detail = match (matches.get_flag("quiet"), matches.get_flag("verbose")) {
            (true, _) => Detail::Quiet,
            (_, true) => Detail::Verbose,
            _ => Detail::Normal,
        };
        let (json, certified) = (matches.get_flag("json"), !matches.get_flag("no-proof"));
        Ok(Request { game, parameters, claim, algorithm, limits, json, detail, certified })
    }

    /// Solves a position and prints the answer.
    fn solve(&self, written: &Written, target: Option<&mut Target>) -> Result<Report> {
        let content = written.content(self.game)?;
        let visitor = Solver { request: self, written, target };
        let (report, details) = set_up(self.game.name, &self.parameters, content.as_deref(), visitor)??;
        if self.json {
            json::print(&report)?;
        } else {
            text::print(&report, &details, self.detail)?;
        }
        Ok(report)
    }
}

struct Solver<'a> {
    request: &'a Request,
    written: &'a Written,
    target: Option<&'a mut Target>,
}

impl Visitor for Solver<'_> {
    type Output = Result<(Report, Details)>;

    fn visit<G>(self, game: G, position: G::Position) -> Self::Output
    where
        G: Notation + Send + Sync + 'static,
        G::Position: Send + Sync + 'static,
        G::Move: Send + Sync + 'static,
    {
        let Request { algorithm, limits, .. } = self.request;
        let player = game.claimant(&position);
        let question = self.request.claim.question(player, game.values())?;
        let watch = Stopwatch::start();
        let evaluation = {
            let mut line = Line::new(limits, self.request.detail == Detail::Quiet);
            evaluate(algorithm, &game, &position, question, limits, &mut line)
        };
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
        let pv = principal_variation(&game, &position, &evaluation);
        let numbers = evaluation.claims.last().map(numbers_of_claim);
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
            best_move: pv.first().cloned(),
            pv,
            algorithm: algorithm.preset().name.to_owned(),
            expanded: evaluation.statistics.expanded,
            generated: evaluation.statistics.generated,
            seconds,
            cpu_seconds,
            memory_bytes: evaluation.statistics.memory,
            proof_number: numbers.and_then(|(proof, _)| finite(proof)),
            disproof_number: numbers.and_then(|(_, disproof)| finite(disproof)),
            stop_reason: evaluation.stop.to_string(),
            proof,
        };
        let details = describe(self.request, &game, &position, &evaluation, holds);
        Ok((report, details))
    }
}

/// Proof and disproof number of a claim: where its opponent is the one who must make progress, they change places.
fn numbers_of_claim<G: Notation>(settled: &Settled<'_, G>) -> (u32, u32) {
    let numbers = settled.answer.root;
    if settled.problem.progress_side() == settled.problem.claim().player {
        (numbers.proof, numbers.disproof)
    } else {
        (numbers.disproof, numbers.proof)
    }
}

fn principal_variation<G: Notation>(game: &G, position: &G::Position, evaluation: &Evaluation<'_, G>) -> Vec<String> {
    let Some(settled) = evaluation.telling() else { return Vec::new() };
    let line = settled.answer.solution.as_ref().map_or_else(|_| Vec::new(), |solution| solution.line(&settled.problem));
    let mut position = position.clone();
    let mut pv = Vec::with_capacity(line.len());
    for mv in line {
        pv.push(game.format_move(&position, mv));
        position = game.play(&position, mv);
    }
    pv
}

/// Puts the answer into words.
fn describe<G: Notation>(
    request: &Request,
    game: &G,
    position: &G::Position,
    evaluation: &Evaluation<'_, G>,
    holds: Option<bool>,
) -> Details {
    let (least, most) = evaluation.bounds;
    let name = |value: i32| game.values().word(value).map_or_else(|| value.to_string(), str::to_owned);
    let (answer, mut explanation) = match (request.game.asks, holds, evaluation.value()) {
        (_, None, _) => {
            let numbers = evaluation.claims.last().map(numbers_of_claim);
            let so_far = numbers.map(|(proof, disproof)| format!(": proof number {proof}, disproof number {disproof}"));
            ("unknown".to_owned(), so_far.unwrap_or_default())
        }
        (Asks::RootProven, Some(true), _) => ("proven".to_owned(), String::new()),
        (Asks::RootProven, Some(false), _) => ("disproven".to_owned(), String::new()),
        (Asks::Value, _, Some(value)) => (name(value), String::new()),
        (Asks::Value, Some(true), None) => (format!("at least {}", name(least)), String::new()),
        (Asks::Value, Some(false), None) => (format!("at most {}", name(most)), String::new()),
    };
    let short = answer.clone();
    if request.game.asks == Asks::Value {
        let side = game.claimant(position);
        explanation.insert_str(0, &format!(" for the {side} player, who is to move"));
    }
    let rank = evaluation.telling().and_then(|settled| settled.answer.solution.as_ref().ok()?.rank());
    if let (Some(rank), Some(_)) = (rank, holds) {
        explanation += &format!("; at most {rank} {} to the end", if rank == 1 { "move" } else { "moves" });
    }
    let claims = evaluation.claims.iter().map(|settled| {
        let (proof, disproof) = numbers_of_claim(settled);
        let number = |n: u32| if n == INFINITE { "∞".to_owned() } else { n.to_string() };
        format!(
            "{}: {} (proof number {}, disproof number {}, {} expanded, depth {})",
            settled.problem.claim(),
            match settled.holds() {
                Some(true) => "true",
                Some(false) => "false",
                None => "unknown",
            },
            number(proof),
            number(disproof),
            settled.answer.statistics.expanded,
            settled.answer.statistics.depth,
        )
    });
    Details { board: game.draw(position), short, answer, explanation, claims: claims.collect() }
}
