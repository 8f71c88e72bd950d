//! What can be set of depth-first searches, and of what other searches share with them.

use super::*;

const ESTIMATES: &[(&str, EstimateRule)] = &[
    ("game", EstimateRule::Game),
    ("unit", EstimateRule::Unit),
    ("mobility", EstimateRule::Mobility),
    ("weighted", EstimateRule::Weighted),
    ("step", STEP),
];
const STEP: EstimateRule = EstimateRule::Step { weight: 1, bound: 2.0 };
const BACKUPS: &[(&str, Backup)] = &[
    ("sum", Backup::Sum),
    ("damped", Backup::Damped),
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
const REPLACEMENTS: &[(&str, Replacement)] = &[
    ("always", Replacement::Always),
    ("two-big", Replacement::TwoBig),
    ("two-deep", Replacement::TwoDeep),
    ("least-work", Replacement::LeastWork),
];

pub(crate) const ESTIMATE: Setting = Setting {
    name: "estimate",
    help: "first numbers of a node: what the problem says, 1 and 1, the number of its steps, that weighed by how much better \
           off a side looks, or that with a step function",
    accepts: "game, unit, mobility, weighted or step",
    source: "Allis 1994; ours; Winands and Schadd 2010",
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
    accepts: "sum, damped, weak, branch, max, nagai or snda",
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

pub(crate) const DAMPING: Setting = Setting {
    name: "damping",
    help: "where the problem says that sums count the same nodes time and again, count at most 64 of all but the largest number",
    accepts: "on or off",
    source: "ours",
    get: |s| name_of(SWITCH, &s.damping),
    set: |s, value| put(&mut s.damping, named(SWITCH, value)),
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
