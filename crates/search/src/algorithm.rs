//! The table of algorithms: every search is a row of it, with what can be set.
//!
//! The command line, the documentation and the experiments all read this table, so that an algorithm is described in one
//! place. A new variant is a new row; a new option is a new [`Setting`].

use crate::alpha_beta::{Rule, Windows, test_problem};
use crate::best_first::{Descent, SecondLevel, Series, proof_number_search, transposition_search};
use crate::depth_first::{Backup, History, Increment, Loops, Scheme, depth_first_search};
use crate::oracle::exhaustive_search;
use crate::settings::*;
use crate::{Answer, EstimateRule, Limits, Observer, Question, Setting, Settings, StopReason, Workspace};
use provenum_game::{AndOr, Values};

#[derive(Clone, Copy, Debug)]
enum Driver {
    Oracle,
    BestFirst,
    Transpositions,
    DepthFirst,
    AlphaBeta,
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
    /// What can be set, apart from what can be set of all searches of its kind.
    own: &'static [Setting],
    driver: Driver,
    /// In what it differs from the settings that nothing was said about.
    change: fn(&mut Settings),
}

impl Preset {
    /// What can be set.
    pub fn settings(&self) -> impl Iterator<Item = &'static Setting> {
        let shared = if matches!(self.driver, Driver::DepthFirst) { DEPTH_FIRST } else { &[] };
        self.own.iter().chain(shared)
    }

    /// Whether it searches for values, and not whether a claim holds: the alpha-beta family.
    #[must_use]
    pub fn searches_values(&self) -> bool {
        matches!(self.driver, Driver::AlphaBeta)
    }
}

/// What can be set of every depth-first search.
const DEPTH_FIRST: &[Setting] = &[HISTORY, LOOPS, DOMINANCE, GROUPS, REPLACEMENT, GC, SERIES];
/// What else can be set of those with df-pn's thresholds.
const DF_PN: &[Setting] = &[BACKUP, DAMPING, ESTIMATE, COSTS, INCREMENT, EPSILON, CONSTANT, SIMULATE, EVALUATION];
const ALPHA_BETA: &[Setting] =
    &[ROOT_WINDOWS, DEPTH, DEEPENING, TABLE, KILLERS, HISTORY_MOVES, LOOK_AHEAD, ETC, ENDGAMES];
const PDS: &[Setting] = &[BACKUP, DAMPING, ESTIMATE, EPSILON, SIMULATE, EVALUATION];
/// What can be set of every search of a tree.
const PN: &[Setting] = &[ESTIMATE, STEP_WEIGHT, STEP_BOUND, EVALUATION, DESCENT, UPDATE, DELETE, SERIES, KEEP];

/// The table of algorithms; the first row is the default.
#[must_use]
pub fn presets() -> &'static [Preset] {
    &[
        Preset {
            name: "df-pn-eps",
            summary: "df-pn whose thresholds grow by a factor: it changes its mind less often",
            source: "Pawlewicz and Lew 2007",
            own: DF_PN,
            driver: Driver::DepthFirst,
            change: |s| s.increment = Increment::Factor(0.25),
        },
        Preset {
            name: "df-pn",
            summary: "depth-first proof-number search with thresholds on both numbers",
            source: "Nagai 2002",
            own: DF_PN,
            driver: Driver::DepthFirst,
            change: |_| (),
        },
        Preset {
            name: "df-pn+",
            summary: "df-pn with the problem's own first numbers and costs, and thresholds that grow by their average",
            source: "Nagai 2002; Kishimoto and Müller 2005",
            own: DF_PN,
            driver: Driver::DepthFirst,
            change: |s| {
                s.increment = Increment::Average;
                s.costs = true;
            },
        },
        Preset {
            name: "df-wpn",
            summary: "df-pn with weak numbers: the largest and one for every other, against double counting",
            source: "Ueda, Hashimoto, Hashimoto and Iida 2008",
            own: DF_PN,
            driver: Driver::DepthFirst,
            change: |s| s.backup = Backup::Weak,
        },
        Preset {
            name: "bns",
            summary: "branch number search: counts branches along the selected line",
            source: "Okabe 2005",
            own: DF_PN,
            driver: Driver::DepthFirst,
            change: |s| s.backup = Backup::Branch,
        },
        Preset {
            name: "deep-df-pn",
            summary: "df-pn whose first numbers fall with the depth, so that it stays deep",
            source: "Zhang, Iida and van den Herik 2017",
            own: &[BACKUP, DAMPING, DEEP_BASE, DEEP_DEPTH, INCREMENT, EPSILON, CONSTANT, SIMULATE, EVALUATION],
            driver: Driver::DepthFirst,
            change: |s| s.estimate = EstimateRule::Deep { base: 2.0, depth: 5 },
        },
        Preset {
            name: "dw-df-pn",
            summary: "df-pn with dynamic widening: only the best children count",
            source: "Yoshizoe 2008",
            own: &[ESTIMATE, WINDOW_BASE, WINDOW_SHARE, INCREMENT, EPSILON, CONSTANT, SIMULATE, EVALUATION],
            driver: Driver::DepthFirst,
            change: |s| s.backup = Backup::Window { base: 1.0, share: 0.25 },
        },
        Preset {
            name: "pn-star",
            summary: "PN*: thresholds on the proof number only, raised step by step at OR nodes",
            source: "Seo 1995; Seo, Iida and Uiterwijk 2001",
            own: &[BACKUP, DAMPING, ESTIMATE, SIMULATE, EVALUATION],
            driver: Driver::DepthFirst,
            change: |s| s.scheme = Scheme::ProofOnly,
        },
        Preset {
            name: "pds",
            summary: "proof-number and disproof-number search: stays until both thresholds are reached",
            source: "Nagai 1998",
            own: PDS,
            driver: Driver::DepthFirst,
            change: |s| s.scheme = Scheme::Pds(0.0),
        },
        Preset {
            name: "pds-pn",
            summary: "PDS that evaluates new nodes by a small best-first search",
            source: "Winands, Uiterwijk and van den Herik 2004",
            own: &[BACKUP, DAMPING, ESTIMATE, EPSILON, GROWTH_A, GROWTH_B],
            driver: Driver::DepthFirst,
            change: |s| {
                s.scheme = Scheme::Pds(0.0);
                s.second_level = Some(SecondLevel { a: 450e3, b: 300e3 });
            },
        },
        Preset {
            name: "df-pn-pn",
            summary: "df-pn that evaluates new nodes by a small best-first search",
            source: "proposed by Kishimoto, Winands, Müller and Saito 2012",
            own: &[BACKUP, DAMPING, ESTIMATE, INCREMENT, EPSILON, CONSTANT, GROWTH_A, GROWTH_B],
            driver: Driver::DepthFirst,
            change: |s| s.second_level = Some(SecondLevel { a: 450e3, b: 300e3 }),
        },
        Preset {
            name: "pn",
            summary: "proof-number search: keeps its tree and expands a most-proving node of it",
            source: "Allis, van der Meulen and van den Herik 1994",
            own: PN,
            driver: Driver::BestFirst,
            change: |_| (),
        },
        Preset {
            name: "alpha-beta",
            summary: "alpha-beta: searches values, and skips what cannot matter",
            source: "Knuth and Moore 1975; Fishburn 1983",
            own: ALPHA_BETA,
            driver: Driver::AlphaBeta,
            change: |s| s.alpha_beta.rule = Rule::AlphaBeta,
        },
        Preset {
            name: "test",
            summary: "TEST: searches values by asking whether they are greater than one thing after another",
            source: "Pearl 1980",
            own: ALPHA_BETA,
            driver: Driver::AlphaBeta,
            change: |s| {
                s.alpha_beta.rule = Rule::AlphaBeta;
                s.alpha_beta.windows = Windows::Bisect;
            },
        },
        Preset {
            name: "scout",
            summary: "SCOUT: the first move is searched, the others are tested, and searched if they are better",
            source: "Pearl 1980",
            own: ALPHA_BETA,
            driver: Driver::AlphaBeta,
            change: |s| s.alpha_beta.rule = Rule::Scout,
        },
        Preset {
            name: "negascout",
            summary: "NegaScout: alpha-beta that tests all moves but the first before it searches them",
            source: "Reinefeld 1983",
            own: ALPHA_BETA,
            driver: Driver::AlphaBeta,
            change: |s| {
                s.alpha_beta.rule = Rule::NegaScout;
                s.alpha_beta.windows = Windows::Bisect;
            },
        },
        Preset {
            name: "paranoid",
            summary: "pn for one player against all others, for games of any number of players; with two it is pn",
            source: "Saito and Winands 2010",
            own: PN,
            driver: Driver::BestFirst,
            change: |_| (),
        },
        Preset {
            name: "deep-pn",
            summary: "pn that also counts how deep a leaf lies, and stays deep",
            source: "Ishitobi, Plaat, Iida and van den Herik 2015",
            own: &[DEEP_SHARE, ESTIMATE, EVALUATION, DELETE, SERIES],
            driver: Driver::BestFirst,
            change: |s| s.best_first.descent = Descent::Deep(0.9),
        },
        Preset {
            name: "pn2",
            summary: "PN²: pn that evaluates its leaves by pn with the memory that is left",
            source: "Allis 1994; Breuker 1998",
            own: &[ESTIMATE, GROWTH, GROWTH_A, GROWTH_B, DELETE, SERIES],
            driver: Driver::BestFirst,
            change: |s| s.second_level = Some(SecondLevel { a: 450e3, b: 300e3 }),
        },
        Preset {
            name: "pn-dag",
            summary: "pn on a graph: a position stands once, and all its parents get its new numbers",
            source: "Schijf, Allis and Uiterwijk 1994",
            own: &[ESTIMATE, PARENTS, DRAWS, SERIES, KEEP],
            driver: Driver::Transpositions,
            change: |s| s.best_first.graph.all_parents = true,
        },
        Preset {
            name: "bta",
            summary: "base-twin algorithm: pn on a graph that tells repetitions on one path from draws on every path",
            source: "Breuker, van den Herik, Uiterwijk and Allis 2001",
            own: &[ESTIMATE, PARENTS, SERIES, KEEP],
            driver: Driver::Transpositions,
            change: |_| (),
        },
        Preset {
            name: "proof-set",
            summary: "proof-set search: sets of leaves in the place of numbers, so that nothing counts twice",
            source: "Müller 2003",
            own: &[LARGEST_SET, ESTIMATE, PARENTS, SERIES],
            driver: Driver::Transpositions,
            change: |s| {
                s.best_first.graph.all_parents = true;
                s.best_first.graph.largest_set = Some(64);
            },
        },
        Preset {
            name: "mopns",
            summary: "multiple-outcome pn: one tree with numbers for every value, the cheapest value first",
            source: "Saffidine and Cazenave 2012",
            own: &[ESTIMATE, DELETE],
            driver: Driver::BestFirst,
            change: |s| {
                s.best_first.keep = true;
                s.best_first.series = Series::Cheapest;
            },
        },
        Preset {
            name: "conspiracy",
            summary: "conspiracy-number search: which values few leaves could still bring about, until one is left",
            source: "McAllester 1988",
            own: &[CONSPIRATORS, DELETE],
            driver: Driver::BestFirst,
            change: |s| {
                s.best_first.keep = true;
                s.best_first.series = Series::Plausible;
                s.best_first.descent = Descent::Conspiracy;
            },
        },
        Preset {
            name: "oracle",
            summary: "looks at every reachable position: for small problems, and to check the others",
            source: "retrograde analysis: Zermelo 1913, Ströhlein 1970",
            own: &[],
            driver: Driver::Oracle,
            change: |_| (),
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
    /// Two settings do not go together.
    #[error("{one} does not go with {other}: {reason}")]
    Combination {
        /// A setting with its value.
        one: &'static str,
        /// Another one.
        other: &'static str,
        /// Why not.
        reason: &'static str,
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
        Algorithm::of(&presets()[0])
    }
}

impl Algorithm {
    /// What to take if nobody says what: the first of the table, but NegaScout for an exact score, where a series of claims
    /// begins anew again and again.
    #[must_use]
    pub fn suited_to(question: Question, values: Values) -> Algorithm {
        let is_score = matches!((question, values), (Question::Value(_), Values::Score { .. }));
        let preset = presets().iter().find(|preset| is_score && preset.name == "negascout");
        preset.map_or_else(Algorithm::default, Algorithm::of)
    }

    /// The algorithm with this name, as the table has it.
    pub fn named(name: &str) -> Result<Algorithm, SettingError> {
        let preset = presets().iter().find(|preset| preset.name == name).ok_or_else(|| SettingError::Algorithm {
            name: name.to_owned(),
            expected: presets().iter().map(|preset| preset.name).collect::<Vec<_>>().join(", "),
        })?;
        Ok(Algorithm::of(preset))
    }

    fn of(preset: &'static Preset) -> Algorithm {
        let mut settings = Settings::default();
        (preset.change)(&mut settings);
        Algorithm { preset, settings }
    }

    /// Sets something by name.
    pub fn set(mut self, name: &str, value: &str) -> Result<Algorithm, SettingError> {
        let setting = self.preset.settings().find(|s| s.name == name).ok_or_else(|| {
            let known: Vec<_> = self.preset.settings().map(|s| s.name).collect();
            SettingError::Name {
                algorithm: self.preset.name.to_owned(),
                name: name.to_owned(),
                expected: if known.is_empty() { "none".to_owned() } else { known.join(", ") },
            }
        })?;
        if setting.set(&mut self.settings, value) {
            Ok(self)
        } else {
            let (name, value) = (name.to_owned(), provenum_game::shorten(value));
            Err(SettingError::Value { name, value, expected: setting.accepts.to_owned() })
        }
    }

    /// Whether all that is set makes sense together.
    pub fn checked(self) -> Result<Algorithm, SettingError> {
        let Settings { backup, history, loops, simulate, .. } = self.settings;
        let apart = matches!(history, History::Tree | History::Dag);
        let (one, other, reason) = if loops == Loops::Distance && backup != Backup::Sum {
            ("loops=distance", "this backup", "df-pn(r) leaves children out of a sum; expected backup=sum")
        } else if backup.looks_for_shared() && apart {
            ("this backup", "history=tree or dag", "it looks for nodes that paths share, and then they share none")
        } else if simulate && apart {
            (
                "simulate=on",
                "history=tree or dag",
                "it builds on what was found on other paths, and then nothing is shared",
            )
        } else {
            return Ok(self);
        };
        Err(SettingError::Combination { one, other, reason })
    }

    /// Its row of the table.
    #[must_use]
    pub fn preset(&self) -> &'static Preset {
        self.preset
    }

    /// The same algorithm, without the work that it takes to tell how the root is solved.
    #[must_use]
    pub fn without_solutions(mut self) -> Algorithm {
        self.settings.solutions = false;
        self
    }

    /// The same algorithm for problems that are bounded in steps: it counts what the OR side holds, which the steps left are
    /// part of, and tells only how a root is proven.
    pub(crate) fn for_bounded_problems(mut self) -> Algorithm {
        self.settings.dominance = true;
        self.settings.traps = false;
        self
    }

    /// Whether it searches for values, and not whether a claim holds.
    #[must_use]
    pub fn searches_values(&self) -> bool {
        self.preset.searches_values()
    }

    /// Whether a search by it can be saved and resumed.
    #[must_use]
    pub fn can_be_saved(&self) -> bool {
        matches!(self.preset.driver, Driver::DepthFirst)
    }

    /// Whether it searches a graph of positions.
    pub(crate) fn searches_a_graph(&self) -> bool {
        matches!(self.preset.driver, Driver::Transpositions)
    }

    /// Whether its answers are right where the value of a position depends on how it was reached.
    #[must_use]
    pub fn knows_history(&self) -> bool {
        let Settings { history, second_level, .. } = self.settings;
        let remembers = matches!(history, History::Tree | History::Dag | History::Twin);
        matches!(self.preset.driver, Driver::DepthFirst) && remembers && second_level.is_none()
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
    solve_in(&mut Workspace::default(), algorithm, problem, root, limits, observer)
}

/// Solves `root` with the given algorithm, building on what the workspace holds and leaving there what the next search
/// can build on.
pub fn solve_in<P: AndOr>(
    workspace: &mut Workspace<'_>,
    algorithm: &Algorithm,
    problem: &P,
    root: &P::Node,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Answer<P> {
    let settings = &algorithm.settings;
    if problem.by_history() && !algorithm.knows_history() {
        return Answer::without_search(problem, root, StopReason::History);
    }
    match algorithm.preset.driver {
        Driver::Oracle => exhaustive_search(problem, root, limits, observer),
        Driver::BestFirst => proof_number_search(problem, root, settings, limits, observer),
        Driver::AlphaBeta => test_problem(problem, root, settings, limits, observer),
        Driver::Transpositions => transposition_search(problem, root, settings, limits, observer),
        Driver::DepthFirst => depth_first_search(workspace, problem, root, settings, limits, observer),
    }
}
