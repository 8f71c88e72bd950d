//! An algorithm with everything set, and the one door to all searches: [`solve`].

use crate::best_first::{proof_number_search, transposition_search};
use crate::depth_first::depth_first_search;
use crate::oracle::exhaustive_search;
use crate::presets::{Family, Variant};
use crate::{Answer, Budget, Limits, Observer, Preset, Setting, Workspace, presets};
use crate::{alpha_beta, auto, best_first, depth_first};
use provenum_game::{AndOr, Attack};

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
    /// Two settings do not go together.
    #[error("{one} cannot be combined with {other}: {reason}")]
    Combination {
        /// A setting with its value.
        one: &'static str,
        /// Another one.
        other: &'static str,
        /// Why not.
        reason: &'static str,
    },
    /// The setting does not take this value.
    #[error("setting {name} cannot be {value:?}; expected {expected}")]
    Value {
        /// The setting.
        name: String,
        /// What it was to become.
        value: String,
        /// What it takes.
        expected: String,
    },
}

/// A setting of an algorithm with the value that it has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SettingValue {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub help: &'static str,
    /// The values it takes.
    pub accepts: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// The value it has.
    pub value: String,
}

/// The setting that all algorithms share which search AND/OR problems.
const ATTACK: &str = "attack";

/// How the family of an algorithm is set.
#[derive(Clone, PartialEq, Debug)]
enum Settings {
    Auto(auto::Settings),
    Oracle,
    Tree(best_first::Settings),
    Graph(best_first::Settings),
    DepthFirst(depth_first::Settings),
    AlphaBeta(alpha_beta::Settings),
}

/// An algorithm with everything set: by name, as [`Algorithm::set`] does it, or by the settings of its family, which are types:
///
/// ```
/// use provenum_search::Algorithm;
/// use provenum_search::depth_first::{Backup, Settings};
///
/// let by_name = Algorithm::named("df-pn")?.set("backup", "weak")?;
/// let by_type = Algorithm::from(Settings { backup: Backup::Weak, ..Settings::default() });
/// assert_eq!(by_name, by_type);
/// # Ok::<(), provenum_search::SettingError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Algorithm {
    preset: &'static Preset,
    settings: Settings,
    attack: Attack,
}

impl PartialEq for Algorithm {
    fn eq(&self, other: &Algorithm) -> bool {
        self.preset.name == other.preset.name && self.settings == other.settings && self.attack == other.attack
    }
}

impl Default for Algorithm {
    fn default() -> Algorithm {
        Algorithm::of(&presets()[0])
    }
}

/// df-pn, set like this.
impl From<depth_first::Settings> for Algorithm {
    fn from(settings: depth_first::Settings) -> Algorithm {
        Algorithm { settings: Settings::DepthFirst(settings), ..Algorithm::known("df-pn") }
    }
}

/// pn, set like this.
impl From<best_first::Settings> for Algorithm {
    fn from(settings: best_first::Settings) -> Algorithm {
        Algorithm { settings: Settings::Tree(settings), ..Algorithm::known("pn") }
    }
}

/// NegaScout, set like this.
impl From<alpha_beta::Settings> for Algorithm {
    fn from(settings: alpha_beta::Settings) -> Algorithm {
        Algorithm { settings: Settings::AlphaBeta(settings), ..Algorithm::known("negascout") }
    }
}

impl Algorithm {
    /// The algorithm with this name, as the table has it.
    pub fn named(name: &str) -> Result<Algorithm, SettingError> {
        let preset = presets().iter().find(|preset| preset.name == name).ok_or_else(|| SettingError::Algorithm {
            name: name.to_owned(),
            expected: presets().iter().map(|preset| preset.name).collect::<Vec<_>>().join(", "),
        })?;
        Ok(Algorithm::of(preset))
    }

    /// A row of the table that is there.
    fn known(name: &str) -> Algorithm {
        Algorithm::named(name).unwrap_or_default()
    }

    fn of(preset: &'static Preset) -> Algorithm {
        fn changed<S: Default>(variant: &Variant<S>) -> S {
            let mut settings = S::default();
            (variant.change)(&mut settings);
            settings
        }
        let settings = match &preset.family {
            Family::Auto => Settings::Auto(auto::Settings::default()),
            Family::Oracle => Settings::Oracle,
            Family::Tree(variant) => Settings::Tree(changed(variant)),
            Family::Graph(variant) => Settings::Graph(changed(variant)),
            Family::DepthFirst(variant) => Settings::DepthFirst(changed(variant)),
            Family::AlphaBeta(variant) => Settings::AlphaBeta(changed(variant)),
        };
        Algorithm { preset, settings, attack: Attack::All }
    }

    /// All that can be set, with the values that it has.
    #[must_use]
    pub fn settings(&self) -> Vec<SettingValue> {
        fn values<S>(own: &[Setting<S>], shared: &[Setting<S>], settings: &S) -> Vec<SettingValue> {
            let value = |row: &Setting<S>| SettingValue {
                name: row.name,
                help: row.help,
                accepts: row.accepts,
                source: row.source,
                value: (row.get)(settings),
            };
            own.iter().chain(shared).map(value).collect()
        }
        let own = match (&self.settings, &self.preset.family) {
            (Settings::Auto(settings), _) => {
                values(depth_first::settings::DF_PN, depth_first::settings::ALL, &settings.depth_first)
            }
            (Settings::Tree(settings), Family::Tree(variant)) | (Settings::Graph(settings), Family::Graph(variant)) => {
                values(variant.settings, &[], settings)
            }
            (Settings::DepthFirst(settings), Family::DepthFirst(variant)) => {
                values(variant.settings, depth_first::settings::ALL, settings)
            }
            (Settings::AlphaBeta(settings), Family::AlphaBeta(variant)) => values(variant.settings, &[], settings),
            _ => Vec::new(),
        };
        let attack = SettingValue {
            name: ATTACK,
            help: "which moves the side that must make progress tries; without success, nothing is known of others",
            accepts: "all, forcing or threats",
            source: "Thomsen 2000",
            value: self.attack.to_string(),
        };
        own.into_iter().chain(Some(attack).filter(|_| self.takes_attack())).collect()
    }

    /// Sets something by name.
    pub fn set(mut self, name: &str, value: &str) -> Result<Algorithm, SettingError> {
        fn set<S>(
            own: &[Setting<S>],
            shared: &[Setting<S>],
            settings: &mut S,
            name: &str,
            value: &str,
        ) -> Option<bool> {
            let row = own.iter().chain(shared).find(|row| row.name == name)?;
            Some((row.set)(settings, value).is_some())
        }
        if let (ATTACK, true, Some(attack)) = (name, self.takes_attack(), Attack::named(value)) {
            return Ok(self.attacking(attack));
        }
        let done = match (&mut self.settings, &self.preset.family) {
            (Settings::Auto(settings), _) => {
                let done = set(
                    depth_first::settings::DF_PN,
                    depth_first::settings::ALL,
                    &mut settings.depth_first,
                    name,
                    value,
                );
                settings.alpha_beta.known = settings.depth_first.known;
                done
            }
            (Settings::Tree(settings), Family::Tree(variant)) | (Settings::Graph(settings), Family::Graph(variant)) => {
                set(variant.settings, &[], settings, name, value)
            }
            (Settings::DepthFirst(settings), Family::DepthFirst(variant)) => {
                set(variant.settings, depth_first::settings::ALL, settings, name, value)
            }
            (Settings::AlphaBeta(settings), Family::AlphaBeta(variant)) => {
                set(variant.settings, &[], settings, name, value)
            }
            _ => None,
        };
        if done == Some(true) {
            return Ok(self);
        }
        let rows = self.settings();
        Err(match rows.iter().find(|row| row.name == name) {
            Some(row) => SettingError::Value {
                name: name.to_owned(),
                value: provenum_game::shorten(value),
                expected: row.accepts.to_owned(),
            },
            None => {
                let known: Vec<_> = rows.iter().map(|row| row.name).collect();
                SettingError::Name {
                    algorithm: self.preset.name.to_owned(),
                    name: name.to_owned(),
                    expected: if known.is_empty() { "no settings".to_owned() } else { known.join(", ") },
                }
            }
        })
    }

    /// Whether all that is set makes sense together.
    pub fn checked(self) -> Result<Algorithm, SettingError> {
        let conflict = match &self.settings {
            Settings::DepthFirst(settings) => settings.conflict(),
            Settings::Auto(settings) => settings.depth_first.conflict(),
            _ => None,
        };
        match conflict {
            Some((one, other, reason)) => Err(SettingError::Combination { one, other, reason }),
            None => Ok(self),
        }
    }

    /// The same algorithm, if the side that must make progress tries no other moves than these.
    #[must_use]
    pub fn attacking(mut self, attack: Attack) -> Algorithm {
        self.attack = attack;
        // A failure of some moves is no failure, and nobody wants to see it.
        match &mut self.settings {
            Settings::DepthFirst(settings) => settings.traps = attack == Attack::All,
            Settings::Auto(settings) => settings.depth_first.traps = attack == Attack::All,
            _ => {}
        }
        self
    }

    /// Which moves the side that must make progress tries.
    #[must_use]
    pub fn attack(&self) -> Attack {
        self.attack
    }

    /// Whether it can be told which moves to try: searches for values see the game itself.
    fn takes_attack(&self) -> bool {
        !self.searches_values()
    }

    /// Its row of the table.
    #[must_use]
    pub fn preset(&self) -> &'static Preset {
        self.preset
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.preset.name
    }

    /// The same algorithm, without the work that it takes to tell how the root is solved. Best-first searches tell it anyway.
    #[must_use]
    pub fn without_solutions(mut self) -> Algorithm {
        match &mut self.settings {
            Settings::DepthFirst(settings) => settings.solutions = false,
            Settings::AlphaBeta(settings) => settings.solutions = false,
            Settings::Auto(settings) => {
                settings.depth_first.solutions = false;
                settings.alpha_beta.solutions = false;
            }
            Settings::Oracle | Settings::Tree(_) | Settings::Graph(_) => {}
        }
        self
    }

    /// The same algorithm for problems that are bounded in steps: it counts what the OR side holds, which the steps left are
    /// part of, and tells how a root is disproven only with `traps`. Where several take turns, it is the one that can use the
    /// table of others.
    pub(crate) fn for_bounded_problems(mut self, traps: bool) -> Algorithm {
        if let Settings::Auto(settings) = self.settings {
            self = Algorithm { attack: self.attack, ..Algorithm::from(settings.depth_first) };
        }
        if let Settings::DepthFirst(settings) = &mut self.settings {
            settings.dominance = true;
            settings.traps = traps;
        }
        self
    }

    /// Whether it searches for values, and not whether a claim holds: the alpha-beta family.
    #[must_use]
    pub fn searches_values(&self) -> bool {
        self.alpha_beta().is_some()
    }

    /// Whether a search by it can be saved and resumed.
    #[must_use]
    pub fn can_be_saved(&self) -> bool {
        matches!(self.settings, Settings::DepthFirst(_) | Settings::Auto(_))
    }

    /// Whether its answers are right where the value of a position depends on how it was reached.
    #[must_use]
    pub fn knows_history(&self) -> bool {
        match &self.settings {
            Settings::DepthFirst(settings) => settings.knows_history(),
            Settings::Auto(settings) => settings.depth_first.knows_history(),
            _ => false,
        }
    }

    /// In which order claims about a value are searched, if they are searched one after the other.
    #[must_use]
    pub fn series(&self) -> Option<best_first::Series> {
        match &self.settings {
            Settings::Tree(settings) | Settings::Graph(settings) => Some(settings.series),
            Settings::DepthFirst(settings) => Some(settings.series),
            Settings::Auto(settings) => Some(settings.depth_first.series),
            Settings::Oracle => Some(best_first::Series::Bisect),
            Settings::AlphaBeta(_) => None,
        }
    }

    /// How the families are set that take turns, if several do.
    #[must_use]
    pub fn auto(&self) -> Option<&auto::Settings> {
        match &self.settings {
            Settings::Auto(settings) => Some(settings),
            _ => None,
        }
    }

    /// How a depth-first search is set, if it is one.
    #[must_use]
    pub fn depth_first(&self) -> Option<&depth_first::Settings> {
        match &self.settings {
            Settings::DepthFirst(settings) => Some(settings),
            _ => None,
        }
    }

    /// How a search of the alpha-beta family is set, if it is one.
    #[must_use]
    pub fn alpha_beta(&self) -> Option<&alpha_beta::Settings> {
        match &self.settings {
            Settings::AlphaBeta(settings) => Some(settings),
            _ => None,
        }
    }

    /// How a best-first search of a tree is set, if it is one.
    #[must_use]
    pub fn tree(&self) -> Option<&best_first::Settings> {
        match &self.settings {
            Settings::Tree(settings) => Some(settings),
            _ => None,
        }
    }

    /// How a best-first search of a graph is set, if it is one.
    #[must_use]
    pub fn graph(&self) -> Option<&best_first::Settings> {
        match &self.settings {
            Settings::Graph(settings) => Some(settings),
            _ => None,
        }
    }
}

/// Solves `root` with the given algorithm. The clock starts now.
pub fn solve<P: AndOr>(
    algorithm: &Algorithm,
    problem: &P,
    root: &P::Node,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Answer<P> {
    solve_in(&mut Workspace::default(), algorithm, problem, root, &Budget::new(limits), observer)
}

/// Solves `root` with the given algorithm, building on what the workspace holds and leaving there what the next search
/// can build on.
pub fn solve_in<P: AndOr>(
    workspace: &mut Workspace<'_>,
    algorithm: &Algorithm,
    problem: &P,
    root: &P::Node,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Answer<P> {
    match &algorithm.settings {
        Settings::Auto(settings) => auto::solve(workspace, problem, root, settings, budget, observer),
        Settings::Oracle => exhaustive_search(problem, root, budget, observer),
        Settings::Tree(settings) => proof_number_search(problem, root, settings, budget, observer),
        Settings::Graph(settings) => transposition_search(problem, root, settings, budget, observer),
        Settings::AlphaBeta(settings) => alpha_beta::test_problem(problem, root, settings, budget, observer),
        Settings::DepthFirst(settings) => depth_first_search(workspace, problem, root, settings, budget, observer),
    }
}
