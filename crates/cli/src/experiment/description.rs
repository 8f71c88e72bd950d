//! What an experiment is: sets of positions, and the searches that all of them go through.
//!
//! ```text
//! title What it is about
//! limits nodes=50M time=60s memory=64MiB    # of each search; each part is optional
//! claim win                                 # what is asked of each position, as for `solve`; else what its game asks
//! set NAME GAME [PARAMETER=VALUE ...]       # a set of positions, which follow on indented lines
//!   seed={1..20} branching=3                # {1..20} stands for each of the numbers, {a,b,c} for each of the words
//!   @FILE                                   # the positions of a file, one per line
//! run NAME ALGORITHM [SETTING=VALUE ...]    # a search; memory=SIZE gives it memory of its own
//! with SET SETTING=VALUE ...                # what is set beside that for the positions of one set
//! compare NAME                              # the run that the others are compared with
//! reuse NAME                                # results of another experiment that fit are not searched again
//! plot KIND                                 # the picture: shares, solved, memory or scatter
//! ```
//!
//! A `#` starts a comment.

use crate::units;
use anyhow::{Context, Result, anyhow, bail};
use provenum_game::{GameInfo, Parameters, shorten};
use provenum_search::{Algorithm, Limits};
use provenum_session::{Asked, Games};
use std::time::Duration;

/// A set of positions of one game.
pub(super) struct Set {
    pub(super) name: String,
    pub(super) game: &'static GameInfo,
    pub(super) parameters: Parameters,
    pub(super) positions: Vec<String>,
    settings: Vec<(String, String)>,
}

/// A search that all positions go through.
pub(super) struct Run {
    pub(super) name: String,
    pub(super) algorithm: String,
    settings: Vec<(String, String)>,
    /// If it has its own.
    pub(super) memory: Option<u64>,
}

/// What the picture shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Plot {
    /// Nodes and time, as shares of what the run takes that the others are compared with.
    Shares,
    /// How many positions each run has solved.
    Solved,
    /// The same over the memory of the runs, a line for each algorithm.
    Memory,
    /// The nodes of each position, against those of the run that the others are compared with.
    Scatter,
}

/// Where files of positions come from.
pub(super) type Files<'f> = &'f dyn Fn(&str) -> Result<String>;

impl Run {
    /// The search as it is for a set, and in words.
    pub(super) fn algorithm(&self, set: &Set) -> Result<(Algorithm, String)> {
        let mut algorithm = Algorithm::named(&self.algorithm)?;
        let mut words = self.algorithm.clone();
        for (name, value) in self.settings.iter().chain(&set.settings) {
            algorithm = algorithm.set(name, value)?;
            words += &format!(" {name}={value}");
        }
        Ok((algorithm.checked()?.without_solutions(), words))
    }
}

/// An experiment.
pub(super) struct Experiment {
    pub(super) title: String,
    pub(super) sets: Vec<Set>,
    pub(super) runs: Vec<Run>,
    /// Which of the runs the others are compared with.
    pub(super) base: usize,
    pub(super) nodes: Option<u64>,
    pub(super) time: Option<Duration>,
    pub(super) memory: u64,
    /// What is asked, if not what the game asks.
    pub(super) claim: Option<Asked>,
    /// Other experiments whose results can be used.
    pub(super) reuse: Vec<String>,
    pub(super) plot: Plot,
}

impl Experiment {
    /// Reads a description, and the files of positions that it names.
    pub(super) fn read(games: &Games, text: &str, files: Files<'_>) -> Result<Experiment> {
        let mut experiment = Experiment {
            title: String::new(),
            sets: Vec::new(),
            runs: Vec::new(),
            base: 0,
            nodes: None,
            time: None,
            memory: Limits::DEFAULT_MEMORY,
            claim: None,
            reuse: Vec::new(),
            plot: Plot::Shares,
        };
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim_end();
            if !line.is_empty() {
                experiment.add(games, line, files).with_context(|| format!("line {}", index + 1))?;
            }
        }
        if experiment.runs.is_empty() || experiment.sets.iter().all(|set| set.positions.is_empty()) {
            bail!("there is nothing to do; expected at least one set with a position and one run");
        }
        // A setting that an algorithm does not take should not be found out after an hour.
        for set in &experiment.sets {
            for run in &experiment.runs {
                run.algorithm(set).with_context(|| format!("run {} of set {}", run.name, set.name))?;
            }
        }
        Ok(experiment)
    }

    fn add(&mut self, games: &Games, line: &str, files: Files<'_>) -> Result<()> {
        if line.starts_with(char::is_whitespace) {
            let set = self.sets.last_mut().context("a position without a set; expected `set NAME GAME` before it")?;
            return add_positions(&mut set.positions, line.trim(), files);
        }
        let mut words = line.split_whitespace();
        let statement = words.next().unwrap_or_default();
        let mut word =
            |what: &str| words.next().map(str::to_owned).ok_or_else(|| anyhow!("{statement}: expected {what}"));
        match statement {
            "title" => self.title = line["title".len()..].trim().to_owned(),
            "limits" => {
                for (name, value) in pairs(words)? {
                    match name.as_str() {
                        "nodes" => self.nodes = Some(units::nodes(&value).map_err(|e| anyhow!("nodes: {e}"))?),
                        "time" => self.time = Some(units::time(&value).map_err(|e| anyhow!("time: {e}"))?),
                        "memory" => self.memory = units::memory(&value).map_err(|e| anyhow!("memory: {e}"))?,
                        _ => bail!("there is no limit {:?}; expected nodes, time or memory", shorten(&name)),
                    }
                }
            }
            "set" => {
                let (name, game) = (word("a name")?, games.find(&word("a game")?)?);
                let parameters = pairs(words)?.into_iter().fold(Parameters::new(), |all, (n, v)| all.with(&n, v));
                parameters.accepted_by(game)?;
                if self.sets.iter().any(|set| set.name == name) {
                    bail!("there is already a set {name}");
                }
                self.sets.push(Set { name, game, parameters, positions: Vec::new(), settings: Vec::new() });
            }
            "run" => {
                let (name, algorithm) = (word("a name")?, word("an algorithm")?);
                if self.runs.iter().any(|run| run.name == name) {
                    bail!("there is already a run {name}");
                }
                let (own, settings): (Vec<_>, _) = pairs(words)?.into_iter().partition(|(name, _)| name == "memory");
                let memory = own.last().map(|(_, value)| units::memory(value)).transpose();
                let memory = memory.map_err(|e| anyhow!("memory: {e}"))?;
                self.runs.push(Run { name, algorithm, settings, memory });
            }
            "with" => {
                let name = word("a set")?;
                let set = self.sets.iter_mut().find(|set| set.name == name);
                set.with_context(|| format!("there is no set {name}"))?.settings.extend(pairs(words)?);
            }
            "compare" => {
                let name = word("a run")?;
                let base = self.runs.iter().position(|run| run.name == name);
                self.base = base.with_context(|| format!("there is no run {name} before this line"))?;
            }
            "claim" => self.claim = Some(Asked::parse(&word("a claim")?)?),
            "reuse" => self.reuse.push(word("an experiment")?),
            "plot" => {
                self.plot = match word("shares, solved, memory or scatter")?.as_str() {
                    "shares" => Plot::Shares,
                    "solved" => Plot::Solved,
                    "memory" => Plot::Memory,
                    "scatter" => Plot::Scatter,
                    other => bail!("plot {:?}: expected shares, solved, memory or scatter", shorten(other)),
                }
            }
            _ => bail!("{:?}: expected {STATEMENTS}", shorten(statement)),
        }
        Ok(())
    }
}

const STATEMENTS: &str = "title, limits, claim, set, run, with, compare, reuse or plot";

/// Words of the form `name=value`.
fn pairs<'w>(words: impl Iterator<Item = &'w str>) -> Result<Vec<(String, String)>> {
    let pair = |word: &'w str| match word.split_once('=') {
        Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
        None => Err(anyhow!("{:?}: expected NAME=VALUE", shorten(word))),
    };
    words.map(pair).collect()
}

fn add_positions(positions: &mut Vec<String>, text: &str, files: Files<'_>) -> Result<()> {
    let Some(file) = text.strip_prefix('@') else { return expand(positions, text) };
    let content = files(file.trim())?;
    let lines = content.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    positions.extend(lines.map(str::to_owned));
    Ok(())
}

/// How many positions one line may stand for.
const MOST: usize = 1_000_000;

/// Every position that a text with choices in braces stands for.
fn expand(positions: &mut Vec<String>, text: &str) -> Result<()> {
    let Some((before, rest)) = text.split_once('{') else {
        positions.push(text.to_owned());
        return Ok(());
    };
    let wrong = || anyhow!("{:?}: expected {{FIRST..LAST}} or {{ONE,TWO,...}}", shorten(text));
    let (choices, after) = rest.split_once('}').ok_or_else(wrong)?;
    let choices: Vec<String> = match choices.split_once("..") {
        None => choices.split(',').map(str::to_owned).collect(),
        Some((first, last)) => {
            let number = |text: &str| text.parse::<u64>().map_err(|_| wrong());
            let (first, last) = (number(first)?, number(last)?);
            if last.saturating_sub(first) >= MOST as u64 {
                bail!("{:?}: expected at most {MOST} positions", shorten(text));
            }
            (first..=last).map(|number| number.to_string()).collect()
        }
    };
    for choice in choices {
        expand(positions, &format!("{before}{choice}{after}"))?;
        if positions.len() > MOST {
            bail!("{:?}: expected at most {MOST} positions", shorten(text));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Experiment> {
        Experiment::read(&Games::built_in(), text, &|name| bail!("there is no {name}"))
    }

    #[test]
    fn choices_stand_for_every_combination() {
        let experiment = read("set a kalah\n  {1..2} {4,6}\n  5\nrun x test").unwrap();
        assert_eq!(experiment.sets[0].positions, ["1 4", "1 6", "2 4", "2 6", "5"]);
    }

    #[test]
    fn errors_say_where_and_what_else() {
        for (text, message) in [
            ("", "there is nothing to do"),
            ("  1", "line 1: a position without a set"),
            ("set a backgammon", "line 1: there is no game \"backgammon\""),
            ("set a kalah pits", "line 1: \"pits\": expected NAME=VALUE"),
            ("set a kalah\n {1..x}\nrun x test", "line 2: \"{1..x}\": expected {FIRST..LAST}"),
            ("set a kalah\n {1..9999999}\nrun x test", "line 2: \"{1..9999999}\": expected at most 1000000"),
            ("set a kalah\n 1\nrun x tset", "run x of set a: there is no algorithm \"tset\""),
            ("set a kalah\n 1\nrun x test depth=x", "run x of set a: setting depth cannot be \"x\""),
            ("limits moves=3", "line 1: there is no limit \"moves\""),
            ("draw", "line 1: \"draw\": expected title, limits, claim, set, run, with, compare, reuse or plot"),
            ("plot", "line 1: plot: expected shares, solved, memory or scatter"),
            ("plot trees", "line 1: plot \"trees\": expected shares, solved, memory or scatter"),
            ("claim luck", "line 1: claim \"luck\": expected win"),
            ("run x test memory=much", "line 1: memory: expected an amount of memory"),
            ("compare x", "line 1: there is no run x"),
            ("set a kalah\n @no-such-file", "line 2: there is no no-such-file"),
        ] {
            let error = format!("{:#}", read(text).err().unwrap());
            assert!(error.starts_with(message), "{error}");
        }
    }

    #[test]
    fn the_experiments_that_come_with_the_program_can_be_read() {
        for (name, _) in super::super::BUILT_IN {
            assert!(super::super::find(&Games::built_in(), name).is_ok(), "{name}");
        }
    }

    #[test]
    fn a_run_may_have_memory_of_its_own() {
        let experiment = read("set a kalah\n 1\nrun x test memory=1MB\nrun y test").unwrap();
        assert_eq!((experiment.runs[0].memory, experiment.runs[1].memory), (Some(1_000_000), None));
    }
}
