//! What can be set of depth-first searches.

use super::backup::Backup;
use super::history::History;
use super::loops::Loops;
use super::threshold::{Increment, Scheme};
use crate::EstimateRule;
use crate::best_first::settings::{
    ProofNumberSettings, estimate, evaluation, growth_a, growth_b, known, proof_number_settings, series,
};
use crate::best_first::{SecondLevel, Series};
use crate::setting::{SWITCH, Setting, name_of, named, number, put};
use crate::table::Replacement;

/// All that can be set of depth-first searches.
#[derive(Clone, Copy, PartialEq, Debug)]
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
    /// Whether what is known before the end counts.
    pub known: bool,
    /// What is done about results that hold for one path only, in problems with cycles.
    pub history: History,
    /// What is done against endless loops, in problems with cycles.
    pub loops: Loops,
    /// Whether a solution is tried on similar siblings.
    pub simulate: bool,
    /// Whether a proof where the OR side holds less is taken for one where it holds more, and the other way round.
    pub dominance: bool,
    /// Whether numbers of unsolved nodes bound each other where the OR side holds more or less.
    pub bounds: bool,
    /// Whether of steps that are probably worth the same only one counts at a time.
    pub groups: bool,
    /// Whether sums are damped where the problem says that they count much twice.
    pub damping: bool,
    /// Whether numbers are cut down while the search hardly meets a new node.
    pub adaptive: bool,
    /// How large second-level searches are, if there are any.
    pub second_level: Option<SecondLevel>,
    /// Which table entries go first.
    pub replacement: Replacement,
    /// The share of the table that a garbage collection frees; none to replace only.
    pub collect: Option<f64>,
    /// Which of several claims about a position is searched next.
    pub series: Series,
    /// How many workers search together.
    pub threads: usize,
    /// How they share the work.
    pub cooperation: Cooperation,
    /// Nodes that a worker searches before it comes back; none to go by how much was searched.
    pub job: Option<u64>,
    /// Workers take turns on one thread, in an order that this number decides; none for threads.
    pub schedule: Option<u64>,
    /// Whether it is wanted to know how the root is solved.
    pub solutions: bool,
    /// Whether it is also wanted to know how a root is disproven.
    pub traps: bool,
}

/// How workers share a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cooperation {
    /// A master keeps the top of the tree and gives out its leaves, each for so many nodes (after Pawlewicz and Hayward 2013;
    /// Saffidine, Jouandeau and Cazenave 2011; Čížek, Balko and Schmid 2025).
    Jobs,
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
            known: true,
            history: History::Twin,
            loops: Loops::Control,
            simulate: false,
            dominance: true,
            bounds: true,
            groups: true,
            damping: true,
            adaptive: true,
            second_level: None,
            replacement: Replacement::LeastWork,
            collect: None,
            series: Series::Bisect,
            threads: 1,
            cooperation: Cooperation::Jobs,
            job: None,
            schedule: None,
            solutions: true,
            traps: true,
        }
    }
}

impl Settings {
    /// Whether answers are right where the value of a position depends on how it was reached.
    #[must_use]
    pub fn knows_history(&self) -> bool {
        matches!(self.history, History::Tree | History::Dag | History::Twin) && self.second_level.is_none()
    }

    /// Two settings that do not go together, and why, if there are any.
    pub(crate) fn conflict(&self) -> Option<(&'static str, &'static str, &'static str)> {
        let Settings { backup, history, loops, simulate, scheme, threads, .. } = *self;
        let apart = matches!(history, History::Tree | History::Dag);
        if loops == Loops::Distance && backup != Backup::Sum {
            Some(("loops=distance", "this backup", "df-pn(r) leaves children out of a sum; expected backup=sum"))
        } else if threads > 1 && scheme != Scheme::DfPn {
            let reason = "only searches with df-pn's thresholds share their work; expected threads=1";
            Some(("threads", "this algorithm", reason))
        } else if backup.looks_for_shared() && apart {
            let reason = "it looks for nodes that several paths share, and with tree or dag they share none";
            Some(("this backup", "history=tree or dag", reason))
        } else if simulate && apart {
            let reason = "it uses results from other paths, and with tree or dag nothing is shared";
            Some(("simulate=on", "history=tree or dag", reason))
        } else {
            None
        }
    }
}

proof_number_settings!(Settings);

/// What can be set of every depth-first search.
pub(crate) const ALL: &[Setting<Settings>] = &[
    HISTORY,
    LOOPS,
    DOMINANCE,
    BOUNDS,
    GROUPS,
    ADAPTIVE,
    known(),
    REPLACEMENT,
    GC,
    series(),
    THREADS,
    COOPERATION,
    JOB,
    SCHEDULE,
];
/// What else can be set of those with df-pn's thresholds.
pub(crate) const DF_PN: &[Setting<Settings>] =
    &[BACKUP, DAMPING, estimate(), COSTS, INCREMENT, EPSILON, CONSTANT, SIMULATE, evaluation()];
pub(crate) const DEEP_DF_PN: &[Setting<Settings>] =
    &[BACKUP, DAMPING, DEEP_BASE, DEEP_DEPTH, INCREMENT, EPSILON, CONSTANT, SIMULATE, evaluation()];
pub(crate) const DW_DF_PN: &[Setting<Settings>] =
    &[estimate(), WINDOW_BASE, WINDOW_SHARE, INCREMENT, EPSILON, CONSTANT, SIMULATE, evaluation()];
pub(crate) const PN_STAR: &[Setting<Settings>] = &[BACKUP, DAMPING, estimate(), SIMULATE, evaluation()];
pub(crate) const PDS: &[Setting<Settings>] = &[BACKUP, DAMPING, estimate(), EPSILON, SIMULATE, evaluation()];
pub(crate) const PDS_PN: &[Setting<Settings>] = &[BACKUP, DAMPING, estimate(), EPSILON, growth_a(), growth_b()];
pub(crate) const DF_PN_PN: &[Setting<Settings>] =
    &[BACKUP, DAMPING, estimate(), INCREMENT, EPSILON, CONSTANT, growth_a(), growth_b()];

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

const BACKUP: Setting<Settings> = Setting {
    name: "backup",
    help: "how to combine the numbers of children that must all be solved",
    accepts: "sum, damped, weak, branch, max, nagai or snda",
    source: "Allis 1994; Ueda et al. 2008; Okabe 2005; Nagai 2002; Kishimoto 2010",
    get: |s| name_of(BACKUPS, &s.backup),
    set: |s, value| put(&mut s.backup, named(BACKUPS, value)),
};

const HISTORY: Setting<Settings> = Setting {
    name: "history",
    help: "what to do with results that hold on one path only: use them for all paths (ignore, wrong), share nothing \
           between paths (tree), share only after irreversible moves (dag), do not store them (forget), or store them \
           for their path and try them on others (twin)",
    accepts: "ignore, tree, dag, forget or twin",
    source: "Schijf 1993; Nagai 2002; Kishimoto and Müller 2004",
    get: |s| name_of(HISTORIES, &s.history),
    set: |s, value| put(&mut s.history, named(HISTORIES, value)),
};

const LOOPS: Setting<Settings> = Setting {
    name: "loops",
    help: "how to prevent endless loops: not at all (none), do not count children that are no farther from the root \
           (distance: df-pn(r)), ignore thresholds at such children until something new is found (tca), or raise \
           thresholds while nothing new is found (growth)",
    accepts: "none, distance, tca or growth",
    source: "Kishimoto and Müller 2003; Kishimoto 2010; Nagai 2010",
    get: |s| name_of(LOOPS_NAMES, &s.loops),
    set: |s, value| put(&mut s.loops, named(LOOPS_NAMES, value)),
};

const SIMULATE: Setting<Settings> = Setting {
    name: "simulate",
    help: "whether to try what solved a child on siblings that the problem calls similar",
    accepts: "on or off",
    source: "Kawano 1996; Thomsen 2000",
    get: |s| name_of(SWITCH, &s.simulate),
    set: |s, value| put(&mut s.simulate, named(SWITCH, value)),
};

const DOMINANCE: Setting<Settings> = Setting {
    name: "dominance",
    help: "whether a proof with less in hand also counts with more in hand, and a disproof with more also with less",
    accepts: "on or off",
    source: "Seo 1999; Nagai 2002",
    get: |s| name_of(SWITCH, &s.dominance),
    set: |s, value| put(&mut s.dominance, named(SWITCH, value)),
};

const BOUNDS: Setting<Settings> = Setting {
    name: "bounds",
    help: "whether an open node looks at least as hard to prove as one with more in hand, and as hard to disprove as one \
           with less (with dominance only)",
    accepts: "on or off",
    source: "KomoringHeights",
    get: |s| name_of(SWITCH, &s.bounds),
    set: |s, value| put(&mut s.bounds, named(SWITCH, value)),
};

const GROUPS: Setting<Settings> = Setting {
    name: "groups",
    help: "whether moves that the problem says are probably worth the same count only one at a time",
    accepts: "on or off",
    source: "Seo 1999",
    get: |s| name_of(SWITCH, &s.groups),
    set: |s, value| put(&mut s.groups, named(SWITCH, value)),
};

const DAMPING: Setting<Settings> = Setting {
    name: "damping",
    help: "whether to damp sums where the problem says that they count nodes many times: every number but the largest \
           counts as at most 64",
    accepts: "on or off",
    source: "provenum",
    get: |s| name_of(SWITCH, &s.damping),
    set: |s, value| put(&mut s.damping, named(SWITCH, value)),
};

const ADAPTIVE: Setting<Settings> = Setting {
    name: "adaptive",
    help: "whether to cut numbers down while hardly any visited node is new, because they count the same nodes many times",
    accepts: "on or off",
    source: "provenum",
    get: |s| name_of(SWITCH, &s.adaptive),
    set: |s, value| put(&mut s.adaptive, named(SWITCH, value)),
};

const INCREMENT: Setting<Settings> = Setting {
    name: "increment",
    help: "how far a child's threshold lies above its best sibling: by a constant, by the average initial number of \
           the children (average), or by a factor",
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

const EPSILON: Setting<Settings> = Setting {
    name: "epsilon",
    help: "thresholds grow by a factor of 1 + epsilon, and by at least 1; in df-pn, setting it selects \
           increment=factor",
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

const CONSTANT: Setting<Settings> = Setting {
    name: "constant",
    help: "how far thresholds lie above the best sibling; setting it selects increment=constant",
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

const COSTS: Setting<Settings> = Setting {
    name: "costs",
    help: "whether moves have a cost of their own, if the problem gives one",
    accepts: "on or off",
    source: "Nagai 2002",
    get: |s| if s.costs { "on" } else { "off" }.to_owned(),
    set: |s, value| put(&mut s.costs, named(SWITCH, value)),
};

const REPLACEMENT: Setting<Settings> = Setting {
    name: "replacement",
    help: "which entry of a full table bucket to replace",
    accepts: "always, two-big, two-deep or least-work",
    source: "Breuker, Uiterwijk and van den Herik 1996; Pawlewicz and Hayward 2013",
    get: |s| name_of(REPLACEMENTS, &s.replacement),
    set: |s, value| put(&mut s.replacement, named(REPLACEMENTS, value)),
};

const GC: Setting<Settings> = Setting {
    name: "gc",
    help: "share of a full table to free at once, smallest subtrees first; with 0, entries are only replaced",
    accepts: "a number from 0 to 0.9",
    source: "Nagai 1999 (SmallTreeGC)",
    get: |s| s.collect.unwrap_or(0.0).to_string(),
    set: |s, value| put(&mut s.collect, number(value, 0.0..=0.9).map(|share| Some(share).filter(|&share| share > 0.0))),
};

/// The most workers that search together.
const MOST_THREADS: usize = 1024;

const THREADS: Setting<Settings> = Setting {
    name: "threads",
    help: "how many threads search together; with more than 1, node counts differ from run to run",
    accepts: "a whole number from 1 to 1024",
    source: "Kaneko 2010; Pawlewicz and Hayward 2013",
    get: |s| s.threads.to_string(),
    set: |s, value| put(&mut s.threads, value.parse().ok().filter(|threads| (1..=MOST_THREADS).contains(threads))),
};

const COOPERATIONS: &[(&str, Cooperation)] = &[("jobs", Cooperation::Jobs)];

const COOPERATION: Setting<Settings> = Setting {
    name: "cooperation",
    help: "how several threads share a search: leaves of a common tree, each searched for so many nodes (jobs)",
    accepts: "jobs",
    source: "Pawlewicz and Hayward 2013; Saffidine, Jouandeau and Cazenave 2011; Čížek, Balko and Schmid 2025",
    get: |s| name_of(COOPERATIONS, &s.cooperation),
    set: |s, value| put(&mut s.cooperation, named(COOPERATIONS, value)),
};

const JOB: Setting<Settings> = Setting {
    name: "job",
    help: "with several threads, how many nodes one searches before it comes back; with 0, more the longer the search \
           takes and the more threads there are",
    accepts: "a whole number from 0 to 1000000000",
    source: "Pawlewicz and Hayward 2013",
    get: |s| s.job.unwrap_or(0).to_string(),
    set: |s, value| {
        let job = value.parse().ok().filter(|job| (0..=1_000_000_000).contains(job));
        put(&mut s.job, job.map(|job: u64| Some(job).filter(|&job| job > 0)))
    },
};

const SCHEDULE: Setting<Settings> = Setting {
    name: "schedule",
    help: "with several threads, let them take turns on one core in an order that a number decides, so that every run is \
           the same; off for real threads",
    accepts: "off or a whole number",
    source: "provenum",
    get: |s| s.schedule.map_or_else(|| "off".to_owned(), |seed| seed.to_string()),
    set: |s, value| match value {
        "off" => put(&mut s.schedule, Some(None)),
        seed => put(&mut s.schedule, seed.parse().ok().map(Some)),
    },
};

const DEEP_BASE: Setting<Settings> = Setting {
    name: "e",
    help: "E: a node x moves above depth D starts with E to the power of x; with 1 it is df-pn",
    accepts: "a number from 1 to 1000 (with 0, unsolved nodes would look solved)",
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

const DEEP_DEPTH: Setting<Settings> = Setting {
    name: "d",
    help: "D: nodes at this depth or deeper start with 1",
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

const WINDOW_BASE: Setting<Settings> = Setting {
    name: "base",
    help: "number of children that always count",
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

const WINDOW_SHARE: Setting<Settings> = Setting {
    name: "share",
    help: "share of the open children that counts in addition",
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
