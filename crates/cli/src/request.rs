//! What a user asks of `provenum solve`.

use crate::checkpoint::Description;
use crate::shortest;
use crate::text::Detail;
use anyhow::{Result, anyhow, bail};
use clap::ArgMatches;
use clap::parser::ValueSource;
use provenum_game::{Asks, Claim, GameInfo, Parameters, Player, Values, shorten};
use provenum_games::{find, games};
use provenum_search::{Algorithm, Cancel, Limits, Question};
use std::time::Duration;

/// Everything that is asked, for whatever position.
pub(crate) struct Request {
    pub(crate) game: &'static GameInfo,
    pub(crate) parameters: Parameters,
    pub(crate) claim: Asked,
    pub(crate) algorithm: Algorithm,
    /// Whether that was said, and not only what there is by default.
    algorithm_said: bool,
    /// What was set of it.
    set: Vec<(String, String)>,
    pub(crate) limits: Limits,
    pub(crate) json: bool,
    pub(crate) detail: Detail,
    /// Whether answers are certified.
    pub(crate) certified: bool,
    /// What is asked about lengths.
    pub(crate) lengths: Option<Wanted>,
}

/// What is asked about how long a success takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// Whether it is asked of every first move too.
    pub(crate) all: bool,
}

/// What `--claim` says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Asked {
    Value,
    AtLeast(i32),
}

impl Asked {
    pub(crate) fn parse(text: &str) -> Result<Asked> {
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

    pub(crate) fn question(self, player: Player, values: Values) -> Result<Question> {
        let Asked::AtLeast(at_least) = self else { return Ok(Question::Value(player)) };
        let values = values.rising(player);
        // The worst result is no claim: it always holds.
        let (least, most) = (values.get(1).copied().unwrap_or(values[0]), values[values.len() - 1]);
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

/// What the command line sets of a game.
pub(crate) fn parameters_of(matches: &ArgMatches, game: &GameInfo) -> Result<Parameters> {
    let names = games().iter().flat_map(|game| game.parameters).map(|parameter| parameter.name);
    let parameters = names
        .filter_map(|name| matches.get_one::<String>(name).map(|value| (name, value)))
        .fold(Parameters::new(), |parameters, (name, value)| parameters.with(name, value));
    parameters.accepted_by(game)?;
    Ok(parameters)
}

impl Request {
    /// What the command line asks.
    pub(crate) fn new(matches: &ArgMatches) -> Result<Request> {
        let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
        let name = text("game").unwrap_or_default();
        let game = find(name)?;
        let parameters = parameters_of(matches, game)?;
        let claim = match (text("claim"), game.asks) {
            (Some(claim), Asks::Value) => Asked::parse(claim)?,
            (None, Asks::Value) => Asked::Value,
            (None | Some("win"), Asks::RootProven | Asks::Goal(_)) => Asked::AtLeast(1),
            (Some(claim), Asks::RootProven) => {
                bail!("--claim {:?}: expected win, because {name} only asks whether its root is proven", shorten(claim))
            }
            (Some(claim), Asks::Goal(goal)) => {
                bail!("--claim {:?}: expected win, because {name} only asks whether there is a {goal}", shorten(claim))
            }
        };
        let mut set = Vec::new();
        let mut algorithm = Algorithm::named(text("algorithm").unwrap_or_default())?;
        for setting in matches.get_many::<String>("set").into_iter().flatten() {
            let Some((name, value)) = setting.split_once('=') else {
                bail!("--set {:?}: expected NAME=VALUE", shorten(setting));
            };
            algorithm = algorithm.set(name.trim(), value.trim())?;
            set.push((name.trim().to_owned(), value.trim().to_owned()));
        }
        let memory = matches.get_one::<u64>("memory").copied().unwrap_or(Limits::DEFAULT_MEMORY);
        for option in ["shortest", "all"].into_iter().filter(|option| matches.get_flag(option)) {
            shortest::accepts(&format!("--{option}"), game)?;
        }
        Ok(Request::with(matches, game, parameters, claim, (algorithm.checked()?, set), memory))
    }

    /// What a saved search asked; limits and output are those of the command line.
    pub(crate) fn resumed(matches: &ArgMatches, saved: &Description) -> Result<Request> {
        let (game, claim, algorithm) = (find(&saved.game)?, saved.claim()?, saved.algorithm()?);
        Ok(Request::with(matches, game, saved.parameters(), claim, (algorithm, saved.settings.clone()), saved.memory))
    }

    fn with(
        matches: &ArgMatches,
        game: &'static GameInfo,
        parameters: Parameters,
        claim: Asked,
        (algorithm, set): (Algorithm, Vec<(String, String)>),
        memory: u64,
    ) -> Request {
        let limits = Limits {
            time: matches.get_one::<Duration>("time").copied(),
            nodes: matches.get_one::<u64>("nodes").copied(),
            memory,
            cancel: Cancel::new(),
        };
        let detail = match (matches.get_flag("quiet"), matches.get_flag("verbose")) {
            (true, _) => Detail::Quiet,
            (_, true) => Detail::Verbose,
            _ => Detail::Normal,
        };
        let (json, certified) = (matches.get_flag("json"), !matches.get_flag("no-proof"));
        let about_it = ["algorithm", "set", "checkpoint", "resume"];
        let algorithm_said = about_it.iter().any(|name| matches.value_source(name) == Some(ValueSource::CommandLine));
        let all = matches.get_flag("all");
        let lengths = (all || matches.get_flag("shortest")).then_some(Wanted { all });
        Request { game, parameters, claim, algorithm, algorithm_said, set, limits, json, detail, certified, lengths }
    }

    /// The algorithm for a question about a game with these values.
    pub(crate) fn algorithm_for(&self, question: Question, values: Values) -> Algorithm {
        let algorithm =
            if self.algorithm_said { self.algorithm.clone() } else { Algorithm::suited_to(question, values) };
        // What a proof-number search says is looked at again when its solution is read, also if nobody wants the proof.
        let unwanted = !self.certified && algorithm.preset().searches_values();
        if unwanted { algorithm.without_solutions() } else { algorithm }
    }

    /// All that must be known to ask the same again.
    pub(crate) fn description(&self, written: Option<&str>, content: Option<&str>) -> Description {
        Description {
            game: self.game.name.to_owned(),
            parameters: self.parameters.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            written: written.map(str::to_owned),
            content: content.map(str::to_owned),
            claim: self.claim.to_string(),
            algorithm: self.algorithm.preset().name.to_owned(),
            settings: self.set.clone(),
            memory: self.limits.memory,
        }
    }
}
