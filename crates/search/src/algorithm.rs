//! The table of algorithms: every search is a row of it, with what can be set.
//!
//! The command line, the documentation and the experiments all read this table, so that an algorithm is described in one
//! place. A new variant is a new row; a new option is a new [`Setting`].

use crate::best_first::proof_number_search;
use crate::oracle::exhaustive_search;
use crate::{Answer, Limits, Observer};
use provenum_game::AndOr;

/// Where the first numbers of a node come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EstimateRule {
    /// What the problem itself says: 1 and 1 where it says nothing.
    Game,
    /// 1 and 1.
    Unit,
    /// The number of steps that lead on.
    Mobility,
}

/// All that can be set of an algorithm.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Where the first numbers of a node come from.
    pub estimate: EstimateRule,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { estimate: EstimateRule::Game }
    }
}

/// Something that can be set of an algorithm by name.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub help: &'static str,
    /// The values it takes.
    pub accepts: &'static str,
    /// Where it was published.
    pub source: &'static str,
    get: fn(&Settings) -> String,
    set: fn(&mut Settings, &str) -> bool,
}

impl Setting {
    /// The value it has.
    #[must_use]
    pub fn value(&self, settings: &Settings) -> String {
        (self.get)(settings)
    }
}

const ESTIMATE: Setting = Setting {
    name: "estimate",
    help: "first numbers of a node: what the problem says, 1 and 1, or the number of its steps",
    accepts: "game, unit or mobility",
    source: "Allis 1994",
    get: |s| {
        match s.estimate {
            EstimateRule::Game => "game",
            EstimateRule::Unit => "unit",
            EstimateRule::Mobility => "mobility",
        }
        .to_owned()
    },
    set: |s, value| {
        s.estimate = match value {
            "game" => EstimateRule::Game,
            "unit" => EstimateRule::Unit,
            "mobility" => EstimateRule::Mobility,
            _ => return false,
        };
        true
    },
};

#[derive(Clone, Copy, Debug)]
enum Driver {
    Oracle,
    ProofNumberSearch,
}

/// A row of the table of algorithms.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// Who published it.
    pub source: &'static str,
    /// What can be set.
    pub settings: &'static [Setting],
    driver: Driver,
}

/// The table of algorithms; the first row is the default.
#[must_use]
pub fn presets() -> &'static [Preset] {
    &[
        Preset {
            name: "pn",
            summary: "proof-number search: keeps its tree and expands a most-proving node of it",
            source: "Allis, van der Meulen and van den Herik 1994",
            settings: &[ESTIMATE],
            driver: Driver::ProofNumberSearch,
        },
        Preset {
            name: "oracle",
            summary: "looks at every reachable position: for small problems, and to check the others",
            source: "retrograde analysis; Zermelo 1913, Ströhlein 1970",
            settings: &[],
            driver: Driver::Oracle,
        },
    ]
}

/// An algorithm that was asked for and does not exist, or a setting that it does not take.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SettingError {
    /// There is no such algorithm.
    #[error("there is no algorithm {name:?}; expected one of {expected}")]
    Algorithm {
        /// What was asked for.
        name: String,
        /// What there is.
        expected: String,
    },
    /// The algorithm has no such setting.
    #[error("{algorithm} has no setting {name:?}; expected {expected}")]
    Name {
        /// The algorithm.
        algorithm: String,
        /// What was to be set.
        name: String,
        /// What can be set.
        expected: String,
    },
    /// The setting does not take this value.
    #[error("setting {name}: cannot be {value:?}; expected {expected}")]
    Value {
        /// The setting.
        name: String,
        /// What it was to become.
        value: String,
        /// What it takes.
        expected: String,
    },
}

/// An algorithm with everything set.
#[derive(Clone, Debug)]
pub struct Algorithm {
    preset: &'static Preset,
    settings: Settings,
}

impl Default for Algorithm {
    fn default() -> Algorithm {
        Algorithm { preset: &presets()[0], settings: Settings::default() }
    }
}

impl Algorithm {
    /// The algorithm with this name, as the table has it.
    pub fn named(name: &str) -> Result<Algorithm, SettingError> {
        let preset = presets().iter().find(|preset| preset.name == name).ok_or_else(|| SettingError::Algorithm {
            name: name.to_owned(),
            expected: presets().iter().map(|preset| preset.name).collect::<Vec<_>>().join(", "),
        })?;
        Ok(Algorithm { preset, settings: Settings::default() })
    }

    /// Sets something by name.
    pub fn set(mut self, name: &str, value: &str) -> Result<Algorithm, SettingError> {
        let settings = self.preset.settings;
        let setting = settings.iter().find(|s| s.name == name).ok_or_else(|| SettingError::Name {
            algorithm: self.preset.name.to_owned(),
            name: name.to_owned(),
            expected: match settings {
                [] => "none".to_owned(),
                _ => settings.iter().map(|s| s.name).collect::<Vec<_>>().join(", "),
            },
        })?;
        if (setting.set)(&mut self.settings, value) {
            Ok(self)
        } else {
            let (name, value) = (name.to_owned(), provenum_game::shorten(value));
            Err(SettingError::Value { name, value, expected: setting.accepts.to_owned() })
        }
    }

    /// Its row of the table.
    #[must_use]
    pub fn preset(&self) -> &'static Preset {
        self.preset
    }

    /// How it is set.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }
}

/// Solves `root` with the given algorithm.
pub fn solve<P: AndOr>(
    algorithm: &Algorithm,
    problem: &P,
    root: &P::Node,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Answer<P> {
    match algorithm.preset.driver {
        Driver::Oracle => exhaustive_search(problem, root, limits, observer),
        Driver::ProofNumberSearch => proof_number_search(problem, root, &algorithm.settings, limits, observer),
    }
}
