//! All that can be set of an algorithm, by name: one constant for each setting, with what it does and what it takes.

use crate::EstimateRule;
use crate::alpha_beta::{AlphaBeta, Windows};
use crate::best_first::{BestFirst, Deletion, Descent, Growth, SecondLevel, Series, Update};
use crate::depth_first::{Backup, History, Increment, Loops, Scheme};
use crate::table::Replacement;

/// All that can be set of an algorithm.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Where the first numbers of a node come from.
    pub estimate: EstimateRule,
    /// How numbers of children combine.
    pub backup: Backup,
    /// Which thresholds there are.
    pub scheme: Scheme,
    /// How far thresholds lie above the second best.
    pub increment: Increment,
    /// Whether steps cost something by themselves, as the problem says.
    pub costs: bool,
    /// Whether a node is tested for the end of the game only when it is visited.
    pub delayed: bool,
    /// What is done about results that hold for one path only, in problems with cycles.
    pub history: History,
    /// What is done against endless loops, in problems with cycles.
    pub loops: Loops,
    /// Whether a solution is tried on similar siblings.
    pub simulate: bool,
    /// Whether a proof where the OR side holds less is taken for one where it holds more, and the other way round.
    pub dominance: bool,
    /// Whether of steps that are probably worth the same only one counts at a time.
    pub groups: bool,
    /// How large second-level searches are, if there are any.
    pub second_level: Option<SecondLevel>,
    /// Which table entries go first.
    pub replacement: Replacement,
    /// What there is to say of best-first searches only.
    pub best_first: BestFirst,
    /// The share of the table that a garbage collection frees; none to replace only.
    pub collect: Option<f64>,
    /// What can be set of the alpha-beta searches.
    pub alpha_beta: AlphaBeta,
    /// Whether it is wanted to know how the root is solved. Best-first searches say it anyway.
    pub solutions: bool,
    /// Whether it is also wanted to know how a root is disproven. Only depth-first searches save anything if it is not.
    pub traps: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            estimate: EstimateRule::Game,
            backup: Backup::Sum,
            scheme: Scheme::DfPn,
            increment: Increment::Constant(1),
            costs: false,
            delayed: false,
            history: History::Twin,
            loops: Loops::Control,
            simulate: false,
            dominance: true,
            groups: true,
            second_level: None,
            replacement: Replacement::LeastWork,
            best_first: BestFirst::default(),
            collect: None,
            alpha_beta: AlphaBeta::default(),
            solutions: true,
            traps: true,
        }
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
    set: fn(&mut Settings, &str) -> Option<()>,
}

impl Setting {
    /// The value it has.
    #[must_use]
    pub fn value(&self, settings: &Settings) -> String {
        (self.get)(settings)
    }

    /// Sets it, or answers `false` if it does not take this value.
    pub(crate) fn set(&self, settings: &mut Settings, value: &str) -> bool {
        (self.set)(settings, value).is_some()
    }
}

/// Sets something to a value, if there is one.
fn put<T>(target: &mut T, value: Option<T>) -> Option<()> {
    *target = value?;
    Some(())
}

/// A finite number of this range.
fn number(text: &str, range: std::ops::RangeInclusive<f64>) -> Option<f64> {
    text.parse().ok().filter(|value| range.contains(value))
}

/// The name of a value in a list of names.
fn name_of<T: PartialEq>(names: &[(&str, T)], value: &T) -> String {
    names.iter().find(|(_, named)| named == value).map_or("other", |(name, _)| name).to_owned()
}

/// The value of a name in a list of names.
fn named<T: Copy>(names: &[(&str, T)], name: &str) -> Option<T> {
    names.iter().find(|(known, _)| *known == name).map(|&(_, value)| value)
}

const ESTIMATES: &[(&str, EstimateRule)] =
    &[("game", EstimateRule::Game), ("unit", EstimateRule::Unit), ("mobility", EstimateRule::Mobility), ("step", STEP)];
const STEP: EstimateRule = EstimateRule::Step { weight: 1, bound: 2.0 };
const BACKUPS: &[(&str, Backup)] = &[
    ("sum", Backup::Sum),
    ("weak", Backup::Weak),
    ("branch", Backup::Branch),
    ("max", Backup::Max),
    ("nagai", Backup::Nagai),
    ("snda", Backup::Snda),
];
const HISTORIES: &[(&str, History)] = &[
    ("ignore", History::Ignore),
    ("tree", History::Tree),
    ("dag", History::Dag),
    ("forget", History::Forget),
    ("twin", History::Twin),
];
const LOOPS_NAMES: &[(&str, Loops)] =
    &[("none", Loops::None), ("distance", Loops::Distance), ("tca", Loops::Control), ("growth", Loops::Growth)];
const SWITCH: &[(&str, bool)] = &[("on", true), ("off", false)];
const REPLACEMENTS: &[(&str, Replacement)] = &[
    ("always", Replacement::Always),
    ("two-big", Replacement::TwoBig),
    ("two-deep", Replacement::TwoDeep),
    ("least-work", Replacement::LeastWork),
];

pub(crate) const ESTIMATE: Setting = Setting {
    name: "estimate",
    help: "first numbers of a node: what the problem says, 1 and 1, the number of its steps, or that with a step function",
    accepts: "game, unit, mobility or step",
    source: "Allis 1994; Winands and Schadd 2010",
    get: |s| match s.estimate {
        EstimateRule::Step { .. } => "step".to_owned(),
        _ => name_of(ESTIMATES, &s.estimate),
    },
    set: |s, value| put(&mut s.estimate, named(ESTIMATES, value)),
};

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

pub(crate) const STEP_WEIGHT: Setting = Setting {
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

pub(crate) const STEP_BOUND: Setting = Setting {
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

pub(crate) const BACKUP: Setting = Setting {
    name: "backup",
    help: "how the numbers of children that must all be solved combine",
    accepts: "sum, weak, branch, max, nagai or snda",
    source: "Allis 1994; Ueda et al. 2008; Okabe 2005; Nagai 2002; Kishimoto 2010",
    get: |s| name_of(BACKUPS, &s.backup),
    set: |s, value| put(&mut s.backup, named(BACKUPS, value)),
};

pub(crate) const HISTORY: Setting = Setting {
    name: "history",
    help: "results that hold for one path only: taken for all paths (wrong), nothing shared between paths, shared after \
           steps that cannot be undone, not remembered, or remembered for their path and tried on others",
    accepts: "ignore, tree, dag, forget or twin",
    source: "Schijf 1993; Nagai 2002; Kishimoto and Müller 2004",
    get: |s| name_of(HISTORIES, &s.history),
    set: |s, value| put(&mut s.history, named(HISTORIES, value)),
};

pub(crate) const LOOPS: Setting = Setting {
    name: "loops",
    help: "against endless loops: nothing, no counting of nodes nearer to the root (df-pn(r)), thresholds that grow where \
           such nodes are met, or while nothing new is found",
    accepts: "none, distance, tca or growth",
    source: "Kishimoto and Müller 2003; Kishimoto 2010; Nagai 2010",
    get: |s| name_of(LOOPS_NAMES, &s.loops),
    set: |s, value| put(&mut s.loops, named(LOOPS_NAMES, value)),
};

pub(crate) const SIMULATE: Setting = Setting {
    name: "simulate",
    help: "try what solved a child on siblings that the problem calls similar",
    accepts: "on or off",
    source: "Kawano 1996; Thomsen 2000",
    get: |s| name_of(SWITCH, &s.simulate),
    set: |s, value| put(&mut s.simulate, named(SWITCH, value)),
};

pub(crate) const DOMINANCE: Setting = Setting {
    name: "dominance",
    help: "take a proof where less is in hand for a proof where more is, and a disproof the other way round",
    accepts: "on or off",
    source: "Seo 1999; Nagai 2002",
    get: |s| name_of(SWITCH, &s.dominance),
    set: |s, value| put(&mut s.dominance, named(SWITCH, value)),
};

pub(crate) const GROUPS: Setting = Setting {
    name: "groups",
    help: "count only one at a time of steps that the problem says are probably worth the same",
    accepts: "on or off",
    source: "Seo 1999",
    get: |s| name_of(SWITCH, &s.groups),
    set: |s, value| put(&mut s.groups, named(SWITCH, value)),
};

pub(crate) const INCREMENT: Setting = Setting {
    name: "increment",
    help: "how far a child's threshold lies above its best sibling: by a constant, the children's average, or a factor",
    accepts: "constant, average or factor",
    source: "Nagai 2002; Kishimoto and Müller 2005; Pawlewicz and Lew 2007",
    get: |s| {
        match s.increment {
            Increment::Constant(_) => "constant",
            Increment::Average => "average",
            Increment::Factor(_) => "factor",
        }
        .to_owned()
    },
    set: |s, value| {
        s.increment = match (value, s.increment) {
            ("constant", Increment::Constant(_)) | ("factor", Increment::Factor(_)) => s.increment,
            ("constant", _) => Increment::Constant(1),
            ("factor", _) => Increment::Factor(0.25),
            ("average", _) => Increment::Average,
            _ => return None,
        };
        Some(())
    },
};

pub(crate) const EPSILON: Setting = Setting {
    name: "epsilon",
    help: "thresholds grow by a factor of 1 + epsilon, at least by 1; in df-pn, setting it chooses increment=factor",
    accepts: "a number from 0 to 10",
    source: "Pawlewicz and Lew 2007: 1/4 for df-pn, 1/16 for PDS",
    get: |s| match (s.scheme, s.increment) {
        (Scheme::Pds(epsilon), _) | (_, Increment::Factor(epsilon)) => epsilon.to_string(),
        _ => "0".to_owned(),
    },
    set: |s, value| {
        let epsilon = number(value, 0.0..=10.0)?;
        match &mut s.scheme {
            Scheme::Pds(own) => *own = epsilon,
            _ => s.increment = Increment::Factor(epsilon),
        }
        Some(())
    },
};

pub(crate) const CONSTANT: Setting = Setting {
    name: "constant",
    help: "thresholds lie so much above the best sibling; setting it chooses increment=constant",
    accepts: "a whole number from 1 to 1000000",
    source: "Nagai 2002",
    get: |s| match s.increment {
        Increment::Constant(more) => more.to_string(),
        _ => "1".to_owned(),
    },
    set: |s, value| {
        let more = value.parse().ok().filter(|more| (1..=1_000_000).contains(more));
        put(&mut s.increment, more.map(Increment::Constant))
    },
};

pub(crate) const COSTS: Setting = Setting {
    name: "costs",
    help: "whether steps cost something by themselves, as the problem says",
    accepts: "on or off",
    source: "Nagai 2002",
    get: |s| if s.costs { "on" } else { "off" }.to_owned(),
    set: |s, value| put(&mut s.costs, named(SWITCH, value)),
};

pub(crate) const EVALUATION: Setting = Setting {
    name: "evaluation",
    help: "when a node is tested for the end of the game: when it is generated, or when it is visited",
    accepts: "immediate or delayed",
    source: "Allis 1994",
    get: |s| if s.delayed { "delayed" } else { "immediate" }.to_owned(),
    set: |s, value| put(&mut s.delayed, named(&[("immediate", false), ("delayed", true)], value)),
};

pub(crate) const REPLACEMENT: Setting = Setting {
    name: "replacement",
    help: "which entry of a full bucket of the table goes",
    accepts: "always, two-big, two-deep or least-work",
    source: "Breuker, Uiterwijk and van den Herik 1996; Pawlewicz and Hayward 2013",
    get: |s| name_of(REPLACEMENTS, &s.replacement),
    set: |s, value| put(&mut s.replacement, named(REPLACEMENTS, value)),
};

pub(crate) const GC: Setting = Setting {
    name: "gc",
    help: "share of a full table that is freed at once, the smallest subtrees first; 0 to replace only",
    accepts: "a number from 0 to 0.9",
    source: "Nagai 1999 (SmallTreeGC)",
    get: |s| s.collect.unwrap_or(0.0).to_string(),
    set: |s, value| put(&mut s.collect, number(value, 0.0..=0.9).map(|share| Some(share).filter(|&share| share > 0.0))),
};

pub(crate) const DEEP_BASE: Setting = Setting {
    name: "e",
    help: "E: a node x moves above depth d starts with E to the power x; 1 is df-pn",
    accepts: "a number from 1 to 1000 (0 would make unsolved nodes look solved)",
    source: "Zhang, Iida and van den Herik 2017",
    get: |s| match s.estimate {
        EstimateRule::Deep { base, .. } => base.to_string(),
        _ => "1".to_owned(),
    },
    set: |s, value| match &mut s.estimate {
        EstimateRule::Deep { base, .. } => put(base, number(value, 1.0..=1000.0)),
        _ => None,
    },
};

pub(crate) const DEEP_DEPTH: Setting = Setting {
    name: "d",
    help: "D: from this depth on, nodes start with 1",
    accepts: "a whole number from 0 to 1000",
    source: "Zhang, Iida and van den Herik 2017",
    get: |s| match s.estimate {
        EstimateRule::Deep { depth, .. } => depth.to_string(),
        _ => "0".to_owned(),
    },
    set: |s, value| match &mut s.estimate {
        EstimateRule::Deep { depth, .. } => put(depth, value.parse().ok().filter(|depth| *depth <= 1000)),
        _ => None,
    },
};

pub(crate) const WINDOW_BASE: Setting = Setting {
    name: "base",
    help: "how many children count at least",
    accepts: "a number from 0 to 1000",
    source: "Yoshizoe 2008",
    get: |s| match s.backup {
        Backup::Window { base, .. } => base.to_string(),
        _ => "0".to_owned(),
    },
    set: |s, value| match &mut s.backup {
        Backup::Window { base, .. } => put(base, number(value, 0.0..=1000.0)),
        _ => None,
    },
};

pub(crate) const WINDOW_SHARE: Setting = Setting {
    name: "share",
    help: "which share of the open children counts besides",
    accepts: "a number from 0 to 1",
    source: "Yoshizoe 2008; 0.25 in Hex: Pawlewicz and Hayward 2013",
    get: |s| match s.backup {
        Backup::Window { share, .. } => share.to_string(),
        _ => "1".to_owned(),
    },
    set: |s, value| match &mut s.backup {
        Backup::Window { share, .. } => put(share, number(value, 0.0..=1.0)),
        _ => None,
    },
};

pub(crate) const GROWTH_A: Setting = Setting {
    name: "a",
    help: "table entries in use when second-level searches may have half that size",
    accepts: "a number from 1 to 1e12",
    source: "Breuker 1998; 450000: Winands et al. 2004",
    get: |s| s.second_level.map_or(0.0, |level| level.a).to_string(),
    set: |s, value| put(&mut s.second_level.as_mut()?.a, number(value, 1.0..=1e12)),
};

pub(crate) const GROWTH_B: Setting = Setting {
    name: "b",
    help: "how gently the size of second-level searches grows",
    accepts: "a number from 1 to 1e12",
    source: "Breuker 1998; 300000: Winands et al. 2004",
    get: |s| s.second_level.map_or(0.0, |level| level.b).to_string(),
    set: |s, value| put(&mut s.second_level.as_mut()?.b, number(value, 1.0..=1e12)),
};

const WINDOWS: &[(&str, Windows)] = &[("whole", Windows::Whole), ("bisect", Windows::Bisect), ("mtd-f", Windows::Mtd)];

pub(crate) const DEPTH: Setting = Setting {
    name: "depth",
    help: "levels to search before positions are evaluated; 0 to search to the end. What rests on evaluations is unknown",
    accepts: "a whole number from 0 to 2000",
    source: "Shannon 1950",
    get: |s| s.alpha_beta.depth.unwrap_or(0).to_string(),
    set: |s, value| {
        let depth: u32 = value.parse().ok().filter(|depth| *depth <= 2000)?;
        s.alpha_beta.depth = Some(depth).filter(|&depth| depth > 0);
        Some(())
    },
};

pub(crate) const DEEPENING: Setting = Setting {
    name: "deepening",
    help: "whether to search one level deep first, then two, and so on; where positions can come back, always",
    accepts: "on or off",
    source: "Slate and Atkin 1977",
    get: |s| name_of(SWITCH, &s.alpha_beta.deepening),
    set: |s, value| put(&mut s.alpha_beta.deepening, named(SWITCH, value)),
};

pub(crate) const ROOT_WINDOWS: Setting = Setting {
    name: "windows",
    help: "how a value is closed in on at the root: in one window, or in null windows that halve what is possible or \
           follow the last answer",
    accepts: "whole, bisect or mtd-f",
    source: "Pearl 1980; Plaat, Schaeffer, Pijls and de Bruin 1996; Pons 2015",
    get: |s| name_of(WINDOWS, &s.alpha_beta.windows),
    set: |s, value| put(&mut s.alpha_beta.windows, named(WINDOWS, value)),
};

pub(crate) const TABLE: Setting = Setting {
    name: "table",
    help: "whether there is a transposition table",
    accepts: "on or off",
    source: "Slate and Atkin 1977; replacement TwoDeep: Breuker, Uiterwijk and van den Herik 1996",
    get: |s| name_of(SWITCH, &s.alpha_beta.table),
    set: |s, value| put(&mut s.alpha_beta.table, named(SWITCH, value)),
};

pub(crate) const KILLERS: Setting = Setting {
    name: "killers",
    help: "whether moves that have cut at the same level are tried early",
    accepts: "on or off",
    source: "Akl and Newborn 1977",
    get: |s| name_of(SWITCH, &s.alpha_beta.killers),
    set: |s, value| put(&mut s.alpha_beta.killers, named(SWITCH, value)),
};

pub(crate) const HISTORY_MOVES: Setting = Setting {
    name: "history-heuristic",
    help: "whether moves that have cut anywhere are tried early, if the game says which moves are alike",
    accepts: "on or off",
    source: "Schaeffer 1983",
    get: |s| name_of(SWITCH, &s.alpha_beta.history),
    set: |s, value| put(&mut s.alpha_beta.history, named(SWITCH, value)),
};

const DESCENTS: &[(&str, Descent)] = &[("most-proving", Descent::MostProving), ("leftmost", Descent::Leftmost)];
const UPDATES: &[(&str, Update)] = &[("same", Update::UntilSame), ("smaller", Update::UntilSmaller)];
const DELETIONS: &[(&str, Deletion)] = &[
    ("nothing", Deletion::Nothing),
    ("solved", Deletion::Solved),
    ("least-proving", Deletion::LeastProving),
    ("ratio", Deletion::Ratio),
];
const GROWTHS: &[(&str, Growth)] = &[("whole", Growth::Whole), ("logistic", Growth::Logistic)];
const SERIES_OF_CLAIMS: &[(&str, Series)] = &[
    ("bisect", Series::Bisect),
    ("linear", Series::Linear),
    ("two-phase", Series::TwoPhase),
    ("doubling", Series::Doubling),
];

pub(crate) const DESCENT: Setting = Setting {
    name: "descent",
    help: "to a most-proving node, or by what the root is after and to the leftmost child where the other side chooses",
    accepts: "most-proving or leftmost",
    source: "Allis 1994; lecture of Hsu 2014",
    get: |s| name_of(DESCENTS, &s.best_first.descent),
    set: |s, value| put(&mut s.best_first.descent, named(DESCENTS, value)),
};

pub(crate) const UPDATE: Setting = Setting {
    name: "update",
    help: "numbers are updated up to a node where they stay the same, or also up to one where they have only fallen",
    accepts: "same or smaller",
    source: "Allis 1994; Nagai 1998",
    get: |s| name_of(UPDATES, &s.best_first.update),
    set: |s, value| put(&mut s.best_first.update, named(UPDATES, value)),
};

pub(crate) const DELETE: Setting = Setting {
    name: "delete",
    help: "what goes when the tree is full: solved subtrees, and then the least proving by number or by ratio",
    accepts: "nothing, solved, least-proving or ratio",
    source: "Allis 1994; Gnodde 1993",
    get: |s| name_of(DELETIONS, &s.best_first.deletion),
    set: |s, value| put(&mut s.best_first.deletion, named(DELETIONS, value)),
};

pub(crate) const GROWTH: Setting = Setting {
    name: "growth",
    help: "second-level searches have the size of the first level, or a share that grows with it",
    accepts: "whole or logistic",
    source: "Allis 1994; Breuker 1998",
    get: |s| name_of(GROWTHS, &s.best_first.growth),
    set: |s, value| put(&mut s.best_first.growth, named(GROWTHS, value)),
};

pub(crate) const SERIES: Setting = Setting {
    name: "series",
    help: "how a value is found by claims: halving, upwards, downwards (win, then draw), or doubling and then halving",
    accepts: "bisect, linear, two-phase or doubling",
    source: "Kishimoto et al. 2012; lecture of Hsu 2014",
    get: |s| s.best_first.series.to_string(),
    set: |s, value| put(&mut s.best_first.series, named(SERIES_OF_CLAIMS, value)),
};

pub(crate) const KEEP: Setting = Setting {
    name: "keep",
    help: "whether all claims about a value are searched with what was found for the others, in one tree or graph",
    accepts: "on or off",
    source: "Kishimoto et al. 2012",
    get: |s| name_of(SWITCH, &s.best_first.keep),
    set: |s, value| put(&mut s.best_first.keep, named(SWITCH, value)),
};

pub(crate) const DEEP_SHARE: Setting = Setting {
    name: "r",
    help: "R: how much numbers count, beside the depth; 1 is pn",
    accepts: "a number from 0 to 1",
    source: "Ishitobi, Plaat, Iida and van den Herik 2015",
    get: |s| match s.best_first.descent {
        Descent::Deep(r) => r.to_string(),
        _ => "1".to_owned(),
    },
    set: |s, value| match &mut s.best_first.descent {
        Descent::Deep(r) => put(r, number(value, 0.0..=1.0)),
        _ => None,
    },
};

pub(crate) const CONSPIRATORS: Setting = Setting {
    name: "conspirators",
    help: "so many conspirators make a value plausible in the beginning; twice as many when nothing plausible is left",
    accepts: "a whole number from 1 to 1000000",
    source: "McAllester 1988",
    get: |s| s.best_first.conspirators.to_string(),
    set: |s, value| {
        let most = value.parse().ok().filter(|most| (1..=1_000_000).contains(most));
        put(&mut s.best_first.conspirators, most)
    },
};

pub(crate) const LARGEST_SET: Setting = Setting {
    name: "cap",
    help: "sets with more members are replaced by their size; 0 adds up numbers like pn-dag",
    accepts: "a whole number from 0 to 1000000",
    source: "Müller 2003",
    get: |s| s.best_first.graph.largest_set.unwrap_or(0).to_string(),
    set: |s, value| {
        let most = value.parse().ok().filter(|most| *most <= 1_000_000);
        put(&mut s.best_first.graph.largest_set, most.map(Some))
    },
};

pub(crate) const DRAWS: Setting = Setting {
    name: "draws",
    help: "what counts as a draw by repetition: what is one on every path, or (wrong at times) what is one on some path, the \
           DCG method",
    accepts: "real or possible",
    source: "Breuker et al. 2001; Schijf 1993",
    get: |s| if s.best_first.graph.possible_draws { "possible" } else { "real" }.to_owned(),
    set: |s, value| put(&mut s.best_first.graph.possible_draws, named(&[("possible", true), ("real", false)], value)),
};

pub(crate) const PARENTS: Setting = Setting {
    name: "parents",
    help: "which parents of a node get its new numbers at once: all, or those that the search came by",
    accepts: "all or path",
    source: "Schijf, Allis and Uiterwijk 1994",
    get: |s| if s.best_first.graph.all_parents { "all" } else { "path" }.to_owned(),
    set: |s, value| put(&mut s.best_first.graph.all_parents, named(&[("all", true), ("path", false)], value)),
};
