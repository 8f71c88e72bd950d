//! What the command line asks of `provenum solve`.

use crate::progress::Hint;
use crate::text::Detail;
use anyhow::{Result, anyhow, bail};
use clap::ArgMatches;
use clap::parser::ValueSource;
use provenum_game::{GameInfo, Parameters, shorten};
use provenum_search::{Algorithm, Limits};
use provenum_session::{Asked, Certify, Description, Games, Lengths, Request};
use std::time::Duration;

/// Everything that is asked, for whatever position, and how it is to be shown.
pub(crate) struct Asking {
    pub(crate) game: &'static GameInfo,
    pub(crate) parameters: Parameters,
    pub(crate) request: Request,
    /// The algorithm that a checkpoint names, and what was set of it.
    algorithm: Algorithm,
    set: Vec<(String, String)>,
    pub(crate) limits: Limits,
    /// Positions that are searched at the same time.
    pub(crate) at_once: usize,
    pub(crate) json: bool,
    pub(crate) detail: Detail,
    /// What is said once if a search takes long, unless someone wants only the answer.
    pub(crate) hint: Option<Hint>,
}

/// What the command line sets of a game.
pub(crate) fn parameters_of(games: &Games, matches: &ArgMatches, game: &GameInfo) -> Result<Parameters> {
    let names = games.infos().flat_map(|game| game.parameters).map(|parameter| parameter.name);
    let parameters = names
        .filter_map(|name| matches.get_one::<String>(name).map(|value| (name, value)))
        .fold(Parameters::new(), |parameters, (name, value)| parameters.with(name, value));
    parameters.accepted_by(game)?;
    Ok(parameters)
}

/// How many threads the command line wants.
fn threads_of(matches: &ArgMatches) -> usize {
    matches.get_one::<usize>("threads").copied().unwrap_or(1)
}

/// The algorithm with as many threads as the command line wants for a search.
fn with_threads(algorithm: Algorithm, matches: &ArgMatches) -> Result<Algorithm> {
    let threads = threads_of(matches);
    if matches.value_source("threads") != Some(ValueSource::CommandLine) {
        return Ok(algorithm);
    }
    let name = algorithm.name();
    match algorithm.clone().set("threads", &threads.to_string()) {
        Err(_) if threads > 1 => bail!(
            "--threads: a search with {name} uses one thread; expected auto or a depth-first algorithm, or --input FILE \
             to search several positions at the same time"
        ),
        found => Ok(found.unwrap_or(algorithm)),
    }
}

/// Whether the command line wants certificates: who wants a file wants it whatever it takes.
fn certify_of(matches: &ArgMatches) -> Certify {
    match (matches.get_flag("no-proof"), matches.get_flag("certify") || matches.contains_id("proof")) {
        (true, _) => Certify::Never,
        (_, true) => Certify::Always,
        _ => Certify::Small,
    }
}

impl Asking {
    /// What the command line asks.
    pub(crate) fn new(games: &Games, matches: &ArgMatches) -> Result<Asking> {
        let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
        let game = games.find(text("game").unwrap_or_default())?;
        let parameters = parameters_of(games, matches, game)?;
        let asked = Asked::of_game(text("claim"), game).map_err(|error| anyhow!("--{error}"))?;
        let mut set = Vec::new();
        let mut algorithm = Algorithm::named(text("algorithm").unwrap_or_default())?;
        for setting in matches.get_many::<String>("set").into_iter().flatten() {
            let Some((name, value)) = setting.split_once('=') else {
                bail!("--set {:?}: expected NAME=VALUE", shorten(setting));
            };
            algorithm = algorithm.set(name.trim(), value.trim())?;
            set.push((name.trim().to_owned(), value.trim().to_owned()));
        }
        let algorithm = if matches.contains_id("input") { algorithm } else { with_threads(algorithm, matches)? };
        let algorithm = algorithm.checked()?;
        let lengths = match (matches.get_flag("all"), matches.get_flag("shortest")) {
            (true, _) => Some(Lengths::AllFirstMoves),
            (_, true) => Some(Lengths::Shortest),
            _ => None,
        };
        if lengths.is_some() && !game.lengths {
            let option = if lengths == Some(Lengths::AllFirstMoves) { "all" } else { "shortest" };
            let known: Vec<_> = games.infos().filter(|game| game.lengths).map(|game| game.name).collect();
            bail!("--{option}: not available for {}; expected {}", game.name, known.join(" or "));
        }
        let request = Request { asked, algorithm: Some(algorithm.clone()), certify: certify_of(matches), lengths };
        let memory = matches.get_one::<u64>("memory").copied().unwrap_or(Limits::DEFAULT_MEMORY);
        Ok(Asking::with(matches, game, parameters, request, (algorithm, set), memory))
    }

    /// What a saved search asked; limits and output are those of the command line.
    pub(crate) fn resumed(games: &Games, matches: &ArgMatches, saved: &Description) -> Result<Asking> {
        let game = games.find(&saved.game)?;
        let request = Request { certify: certify_of(matches), ..saved.request()? };
        let algorithm = with_threads(request.algorithm.clone().unwrap_or_default(), matches)?.checked()?;
        let request = Request { algorithm: Some(algorithm.clone()), ..request };
        let said = (algorithm, saved.settings.clone());
        Ok(Asking::with(matches, game, saved.parameters(), request, said, saved.memory))
    }

    fn with(
        matches: &ArgMatches,
        game: &'static GameInfo,
        parameters: Parameters,
        request: Request,
        (algorithm, set): (Algorithm, Vec<(String, String)>),
        memory: u64,
    ) -> Asking {
        let at_once = if matches.contains_id("input") { threads_of(matches) } else { 1 };
        let limits = Limits {
            time: matches.get_one::<Duration>("time").copied(),
            nodes: matches.get_one::<u64>("nodes").copied(),
            memory: memory / at_once as u64,
            ..Limits::default()
        };
        let detail = match (matches.get_flag("quiet"), matches.get_flag("verbose")) {
            (true, _) => Detail::Quiet,
            (_, true) => Detail::Verbose,
            _ => Detail::Normal,
        };
        let json = matches.get_flag("json");
        let saved = matches.contains_id("checkpoint") || matches.contains_id("resume");
        let hint = (detail != Detail::Quiet && !json).then(|| Hint::new(&limits, saved));
        Asking { game, parameters, request, algorithm, set, limits, at_once, json, detail, hint }
    }

    /// The algorithm that a checkpoint would name.
    pub(crate) fn algorithm(&self) -> &Algorithm {
        &self.algorithm
    }

    /// All that must be known to ask the same again.
    pub(crate) fn description(
        &self,
        written: Option<&str>,
        content: Option<&str>,
        known: Option<String>,
    ) -> Description {
        Description {
            game: self.game.name.to_owned(),
            parameters: self.parameters.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            written: written.map(str::to_owned),
            content: content.map(str::to_owned),
            claim: self.request.asked.to_string(),
            algorithm: self.algorithm.name().to_owned(),
            settings: self.set.clone(),
            memory: self.limits.memory,
            known,
        }
    }
}
