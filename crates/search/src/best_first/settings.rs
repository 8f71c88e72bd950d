//! What can be set of best-first searches, and what they share with depth-first ones.

use super::rules::{Deletion, Descent, GraphRules, Growth, Series, Update};
use super::second_level::SecondLevel;
use crate::EstimateRule;
use crate::setting::{SWITCH, Setting, name_of, named, number, put};

/// All that can be set of best-first searches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Where the first numbers of a node come from.
    pub estimate: EstimateRule,
    /// Whether a node is tested for the end of the game only when it is visited.
    pub delayed: bool,
    /// Whether what is known before the end counts.
    pub known: bool,
    /// How large second-level searches are, if there are any.
    pub second_level: Option<SecondLevel>,
    /// How a search of a tree goes down to the leaf that it expands.
    pub descent: Descent,
    /// How far up numbers are updated.
    pub update: Update,
    /// What is deleted when the tree is full.
    pub deletion: Deletion,
    /// How large second-level searches are, beside [`SecondLevel`].
    pub growth: Growth,
    /// Which of several claims about a position is searched next.
    pub series: Series,
    /// Whether all claims about a position are searched in one tree, so that what is found for one serves the others.
    pub keep: bool,
    /// How many conspirators a value may need and still be plausible, in the beginning.
    pub conspirators: u32,
    /// What of a graph is brought up to date, and how numbers are counted in it.
    pub graph: GraphRules,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            estimate: EstimateRule::Game,
            delayed: false,
            known: true,
            second_level: None,
            descent: Descent::MostProving,
            update: Update::UntilSame,
            deletion: Deletion::Solved,
            growth: Growth::Logistic,
            series: Series::Bisect,
            keep: false,
            conspirators: 1,
            graph: GraphRules { all_parents: false, largest_set: None, possible_draws: false },
        }
    }
}

/// What can be set of every search of a tree.
pub(crate) const PN: &[Setting<Settings>] =
    &[estimate(), STEP_WEIGHT, STEP_BOUND, evaluation(), known(), DESCENT, UPDATE, DELETE, series(), KEEP];
pub(crate) const DEEP_PN: &[Setting<Settings>] = &[DEEP_SHARE, estimate(), evaluation(), known(), DELETE, series()];
pub(crate) const PN2: &[Setting<Settings>] = &[estimate(), known(), GROWTH, growth_a(), growth_b(), DELETE, series()];
pub(crate) const PN_DAG: &[Setting<Settings>] = &[estimate(), known(), PARENTS, DRAWS, series(), KEEP];
pub(crate) const BTA: &[Setting<Settings>] = &[estimate(), known(), PARENTS, series(), KEEP];
pub(crate) const PROOF_SET: &[Setting<Settings>] = &[LARGEST_SET, estimate(), known(), PARENTS, series()];
pub(crate) const MOPNS: &[Setting<Settings>] = &[estimate(), known(), DELETE];
pub(crate) const CONSPIRACY: &[Setting<Settings>] = &[CONSPIRATORS, known(), DELETE];

/// What all families of searches by proof numbers have, so that one row can set it for each.
pub(crate) trait ProofNumberSettings: Clone {
    fn estimate(&mut self) -> &mut EstimateRule;
    fn delayed(&mut self) -> &mut bool;
    fn known(&mut self) -> &mut bool;
    fn second_level(&mut self) -> &mut Option<SecondLevel>;
    fn series(&mut self) -> &mut Series;
}

impl ProofNumberSettings for Settings {
    fn estimate(&mut self) -> &mut EstimateRule {
        &mut self.estimate
    }
    fn delayed(&mut self) -> &mut bool {
        &mut self.delayed
    }
    fn known(&mut self) -> &mut bool {
        &mut self.known
    }
    fn second_level(&mut self) -> &mut Option<SecondLevel> {
        &mut self.second_level
    }
    fn series(&mut self) -> &mut Series {
        &mut self.series
    }
}

const ESTIMATES: &[(&str, EstimateRule)] = &[
    ("game", EstimateRule::Game),
    ("unit", EstimateRule::Unit),
    ("mobility", EstimateRule::Mobility),
    ("weighted", EstimateRule::Weighted),
    ("step", STEP),
];
const STEP: EstimateRule = EstimateRule::Step { weight: 1, bound: 2.0 };
const SERIES_OF_CLAIMS: &[(&str, Series)] = &[
    ("bisect", Series::Bisect),
    ("linear", Series::Linear),
    ("two-phase", Series::TwoPhase),
    ("doubling", Series::Doubling),
];

pub(crate) const fn estimate<S: ProofNumberSettings>() -> Setting<S> {
    Setting {
        name: "estimate",
        help: "first numbers of a node: what the problem says, 1 and 1, the number of its steps, that weighed by how much better \
               off a side looks, or that with a step function",
        accepts: "game, unit, mobility, weighted or step",
        source: "Allis 1994; ours; Winands and Schadd 2010",
        get: |s| match s.clone().estimate() {
            EstimateRule::Step { .. } => "step".to_owned(),
            _ => name_of(ESTIMATES, s.clone().estimate()),
        },
        set: |s, value| put(s.estimate(), named(ESTIMATES, value)),
    }
}

pub(crate) const fn evaluation<S: ProofNumberSettings>() -> Setting<S> {
    Setting {
        name: "evaluation",
        help: "when a node is tested for the end of the game: when it is generated, or when it is visited",
        accepts: "immediate or delayed",
        source: "Allis 1994",
        get: |s| if *s.clone().delayed() { "delayed" } else { "immediate" }.to_owned(),
        set: |s, value| put(s.delayed(), named(&[("immediate", false), ("delayed", true)], value)),
    }
}

pub(crate) const fn growth_a<S: ProofNumberSettings>() -> Setting<S> {
    Setting {
        name: "a",
        help: "table entries in use when second-level searches may have half that size",
        accepts: "a number from 1 to 1e12",
        source: "Breuker 1998; 450000: Winands et al. 2004",
        get: |s| s.clone().second_level().map_or(0.0, |level| level.a).to_string(),
        set: |s, value| put(&mut s.second_level().as_mut()?.a, number(value, 1.0..=1e12)),
    }
}

pub(crate) const fn growth_b<S: ProofNumberSettings>() -> Setting<S> {
    Setting {
        name: "b",
        help: "how gently the size of second-level searches grows",
        accepts: "a number from 1 to 1e12",
        source: "Breuker 1998; 300000: Winands et al. 2004",
        get: |s| s.clone().second_level().map_or(0.0, |level| level.b).to_string(),
        set: |s, value| put(&mut s.second_level().as_mut()?.b, number(value, 1.0..=1e12)),
    }
}

pub(crate) const fn series<S: ProofNumberSettings>() -> Setting<S> {
    Setting {
        name: "series",
        help: "how a value is found by claims: halving, upwards, downwards (win, then draw), or doubling and then halving",
        accepts: "bisect, linear, two-phase or doubling",
        source: "Kishimoto et al. 2012; lecture of Hsu 2014",
        get: |s| s.clone().series().to_string(),
        set: |s, value| put(s.series(), named(SERIES_OF_CLAIMS, value)),
    }
}

pub(crate) const fn known<S: ProofNumberSettings>() -> Setting<S> {
    Setting {
        name: "known",
        help: "whether what the game knows before the end counts, such as an endgame table",
        accepts: "on or off",
        source: "ours",
        get: |s| name_of(SWITCH, s.clone().known()),
        set: |s, value| put(s.known(), named(SWITCH, value)),
    }
}

const DESCENTS: &[(&str, Descent)] = &[("most-proving", Descent::MostProving), ("leftmost", Descent::Leftmost)];
const UPDATES: &[(&str, Update)] = &[("same", Update::UntilSame), ("smaller", Update::UntilSmaller)];
const DELETIONS: &[(&str, Deletion)] = &[
    ("nothing", Deletion::Nothing),
    ("solved", Deletion::Solved),
    ("least-proving", Deletion::LeastProving),
    ("ratio", Deletion::Ratio),
];
const GROWTHS: &[(&str, Growth)] = &[("whole", Growth::Whole), ("logistic", Growth::Logistic)];
/// The parameters of the step function, which setting one of them chooses.
fn step_function(settings: &mut Settings) -> (&mut u32, &mut f64) {
    if !matches!(settings.estimate, EstimateRule::Step { .. }) {
        settings.estimate = STEP;
    }
    match &mut settings.estimate {
        EstimateRule::Step { weight, bound } => (weight, bound),
        _ => unreachable!("it has just been chosen"),
    }
}

const STEP_WEIGHT: Setting<Settings> = Setting {
    name: "weight",
    help: "how high the step of estimate=step is; setting it chooses that",
    accepts: "a whole number from 0 to 1000",
    source: "Winands and Schadd 2010",
    get: |s| match s.estimate {
        EstimateRule::Step { weight, .. } => weight.to_string(),
        _ => "1".to_owned(),
    },
    set: |s, value| {
        let weight = value.parse().ok().filter(|weight| *weight <= 1000)?;
        put(step_function(s).0, Some(weight))
    },
};

const STEP_BOUND: Setting<Settings> = Setting {
    name: "bound",
    help: "how many times larger one of the problem's numbers is where the step begins; setting it chooses estimate=step",
    accepts: "a number from 1.01 to 1000000",
    source: "Winands and Schadd 2010",
    get: |s| match s.estimate {
        EstimateRule::Step { bound, .. } => bound.to_string(),
        _ => "2".to_owned(),
    },
    set: |s, value| {
        let bound = number(value, 1.01..=1e6)?;
        put(step_function(s).1, Some(bound))
    },
};

const DESCENT: Setting<Settings> = Setting {
    name: "descent",
    help: "to a most-proving node, or by what the root is after and to the leftmost child where the other side chooses",
    accepts: "most-proving or leftmost",
    source: "Allis 1994; lecture of Hsu 2014",
    get: |s| name_of(DESCENTS, &s.descent),
    set: |s, value| put(&mut s.descent, named(DESCENTS, value)),
};

const UPDATE: Setting<Settings> = Setting {
    name: "update",
    help: "numbers are updated up to a node where they stay the same, or also up to one where they have only fallen",
    accepts: "same or smaller",
    source: "Allis 1994; Nagai 1998",
    get: |s| name_of(UPDATES, &s.update),
    set: |s, value| put(&mut s.update, named(UPDATES, value)),
};

const DELETE: Setting<Settings> = Setting {
    name: "delete",
    help: "what goes when the tree is full: solved subtrees, and then the least proving by number or by ratio",
    accepts: "nothing, solved, least-proving or ratio",
    source: "Allis 1994; Gnodde 1993",
    get: |s| name_of(DELETIONS, &s.deletion),
    set: |s, value| put(&mut s.deletion, named(DELETIONS, value)),
};

const GROWTH: Setting<Settings> = Setting {
    name: "growth",
    help: "second-level searches have the size of the first level, or a share that grows with it",
    accepts: "whole or logistic",
    source: "Allis 1994; Breuker 1998",
    get: |s| name_of(GROWTHS, &s.growth),
    set: |s, value| put(&mut s.growth, named(GROWTHS, value)),
};

const KEEP: Setting<Settings> = Setting {
    name: "keep",
    help: "whether all claims about a value are searched with what was found for the others, in one tree or graph",
    accepts: "on or off",
    source: "Kishimoto et al. 2012",
    get: |s| name_of(SWITCH, &s.keep),
    set: |s, value| put(&mut s.keep, named(SWITCH, value)),
};

const DEEP_SHARE: Setting<Settings> = Setting {
    name: "r",
    help: "R: how much numbers count, beside the depth; 1 is pn",
    accepts: "a number from 0 to 1",
    source: "Ishitobi, Plaat, Iida and van den Herik 2015",
    get: |s| match s.descent {
        Descent::Deep(r) => r.to_string(),
        _ => "1".to_owned(),
    },
    set: |s, value| match &mut s.descent {
        Descent::Deep(r) => put(r, number(value, 0.0..=1.0)),
        _ => None,
    },
};

const CONSPIRATORS: Setting<Settings> = Setting {
    name: "conspirators",
    help: "so many conspirators make a value plausible in the beginning; twice as many when nothing plausible is left",
    accepts: "a whole number from 1 to 1000000",
    source: "McAllester 1988",
    get: |s| s.conspirators.to_string(),
    set: |s, value| {
        let most = value.parse().ok().filter(|most| (1..=1_000_000).contains(most));
        put(&mut s.conspirators, most)
    },
};

const LARGEST_SET: Setting<Settings> = Setting {
    name: "cap",
    help: "sets with more members are replaced by their size; 0 adds up numbers like pn-dag",
    accepts: "a whole number from 0 to 1000000",
    source: "Müller 2003",
    get: |s| s.graph.largest_set.unwrap_or(0).to_string(),
    set: |s, value| {
        let most = value.parse().ok().filter(|most| *most <= 1_000_000);
        put(&mut s.graph.largest_set, most.map(Some))
    },
};

const DRAWS: Setting<Settings> = Setting {
    name: "draws",
    help: "what counts as a draw by repetition: what is one on every path, or (wrong at times) what is one on some path, the \
           DCG method",
    accepts: "real or possible",
    source: "Breuker et al. 2001; Schijf 1993",
    get: |s| if s.graph.possible_draws { "possible" } else { "real" }.to_owned(),
    set: |s, value| put(&mut s.graph.possible_draws, named(&[("possible", true), ("real", false)], value)),
};

const PARENTS: Setting<Settings> = Setting {
    name: "parents",
    help: "which parents of a node get its new numbers at once: all, or those that the search came by",
    accepts: "all or path",
    source: "Schijf, Allis and Uiterwijk 1994",
    get: |s| if s.graph.all_parents { "all" } else { "path" }.to_owned(),
    set: |s, value| put(&mut s.graph.all_parents, named(&[("all", true), ("path", false)], value)),
};
