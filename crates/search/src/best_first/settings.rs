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

/// A family has these fields under these names.
macro_rules! proof_number_settings {
    ($settings:ty) => {
        impl ProofNumberSettings for $settings {
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
    };
}
pub(crate) use proof_number_settings;

proof_number_settings!(Settings);

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
        help: "initial numbers of a node: the problem's own (game), 1 and 1 (unit), the number of moves (mobility), \
               mobility weighted by how much better one side looks (weighted), or mobility with a step function (step)",
        accepts: "game, unit, mobility, weighted or step",
        source: "Allis 1994; provenum; Winands and Schadd 2010",
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
        help: "when to test a node for the end of the game: when it is generated (immediate) or when it is visited \
               (delayed)",
        accepts: "immediate or delayed",
        source: "Allis 1994",
        get: |s| if *s.clone().delayed() { "delayed" } else { "immediate" }.to_owned(),
        set: |s, value| put(s.delayed(), named(&[("immediate", false), ("delayed", true)], value)),
    }
}

pub(crate) const fn growth_a<S: ProofNumberSettings>() -> Setting<S> {
    Setting {
        name: "a",
        help: "number of stored nodes at which a second-level search may be half as large",
        accepts: "a number from 1 to 1e12",
        source: "Breuker 1998; 450000: Winands et al. 2004",
        get: |s| s.clone().second_level().map_or(0.0, |level| level.a).to_string(),
        set: |s, value| put(&mut s.second_level().as_mut()?.a, number(value, 1.0..=1e12)),
    }
}

pub(crate) const fn growth_b<S: ProofNumberSettings>() -> Setting<S> {
    Setting {
        name: "b",
        help: "how gradually second-level searches grow; larger is more gradual",
        accepts: "a number from 1 to 1e12",
        source: "Breuker 1998; 300000: Winands et al. 2004",
        get: |s| s.clone().second_level().map_or(0.0, |level| level.b).to_string(),
        set: |s, value| put(&mut s.second_level().as_mut()?.b, number(value, 1.0..=1e12)),
    }
}

pub(crate) const fn series<S: ProofNumberSettings>() -> Setting<S> {
    Setting {
        name: "series",
        help: "order of the claims that find a value: halve the range (bisect), go upwards (linear), go downwards \
               (two-phase: win, then draw), or double and then halve (doubling)",
        accepts: "bisect, linear, two-phase or doubling",
        source: "Kishimoto et al. 2012; lecture of Hsu 2014",
        get: |s| s.clone().series().to_string(),
        set: |s, value| put(s.series(), named(SERIES_OF_CLAIMS, value)),
    }
}

pub(crate) const fn known<S: ProofNumberSettings>() -> Setting<S> {
    Setting {
        name: "known",
        help: "whether to use what the game knows before the end, for example from an endgame table",
        accepts: "on or off",
        source: "provenum",
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
    help: "height of the step in estimate=step; setting it selects estimate=step",
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
    help: "how many times larger one of the problem's numbers must be for the step to apply; setting it selects \
           estimate=step",
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
    help: "how to descend the tree: to a most-proving node; or, with leftmost, decide at the root whether to prove or \
           disprove, and take the leftmost child where the other side chooses",
    accepts: "most-proving or leftmost",
    source: "Allis 1994; lecture of Hsu 2014",
    get: |s| name_of(DESCENTS, &s.descent),
    set: |s, value| put(&mut s.descent, named(DESCENTS, value)),
};

const UPDATE: Setting<Settings> = Setting {
    name: "update",
    help: "where to stop updating numbers on the way up: where they stay the same, or also where they have only become \
           smaller",
    accepts: "same or smaller",
    source: "Allis 1994; Nagai 1998",
    get: |s| name_of(UPDATES, &s.update),
    set: |s, value| put(&mut s.update, named(UPDATES, value)),
};

const DELETE: Setting<Settings> = Setting {
    name: "delete",
    help: "what to delete when the tree is full: nothing, solved subtrees, or solved subtrees and then the \
           least-proving nodes, by number (least-proving) or by ratio",
    accepts: "nothing, solved, least-proving or ratio",
    source: "Allis 1994; Gnodde 1993",
    get: |s| name_of(DELETIONS, &s.deletion),
    set: |s, value| put(&mut s.deletion, named(DELETIONS, value)),
};

const GROWTH: Setting<Settings> = Setting {
    name: "growth",
    help: "size of second-level searches: that of the first level (whole), or a share of it that grows with it \
           (logistic)",
    accepts: "whole or logistic",
    source: "Allis 1994; Breuker 1998",
    get: |s| name_of(GROWTHS, &s.growth),
    set: |s, value| put(&mut s.growth, named(GROWTHS, value)),
};

const KEEP: Setting<Settings> = Setting {
    name: "keep",
    help: "whether all claims about a value share one tree or graph, so that results for one help with the others",
    accepts: "on or off",
    source: "Kishimoto et al. 2012",
    get: |s| name_of(SWITCH, &s.keep),
    set: |s, value| put(&mut s.keep, named(SWITCH, value)),
};

const DEEP_SHARE: Setting<Settings> = Setting {
    name: "r",
    help: "R: weight of the numbers relative to the depth; with 1 it is pn",
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
    help: "how many conspirators make a value plausible at first; doubled whenever no plausible value is left",
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
    help: "maximum size of a set; larger sets are replaced by their size. With 0, numbers are added up as in pn-dag",
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
    help: "what counts as a draw by repetition: a draw on every path (real), or a draw on some path (possible: the DCG \
           method, sometimes wrong)",
    accepts: "real or possible",
    source: "Breuker et al. 2001; Schijf 1993",
    get: |s| if s.graph.possible_draws { "possible" } else { "real" }.to_owned(),
    set: |s, value| put(&mut s.graph.possible_draws, named(&[("possible", true), ("real", false)], value)),
};

const PARENTS: Setting<Settings> = Setting {
    name: "parents",
    help: "which parents of a node to update at once: all of them, or only those on the current path",
    accepts: "all or path",
    source: "Schijf, Allis and Uiterwijk 1994",
    get: |s| if s.graph.all_parents { "all" } else { "path" }.to_owned(),
    set: |s, value| put(&mut s.graph.all_parents, named(&[("all", true), ("path", false)], value)),
};
