//! The table of algorithms: every search is a row of it, with what can be set.
//!
//! The command line, the documentation and the experiments all read this table, so that an algorithm is described in one
//! place. A new variant is a new row; a new option is a new [`Setting`] of its family.

use crate::alpha_beta::{self, Rule, Windows};
use crate::best_first::settings as bf;
use crate::best_first::{self, Descent, SecondLevel, Series};
use crate::depth_first::settings as df;
use crate::depth_first::{self, Backup, Increment, Scheme};
use crate::{EstimateRule, Setting};

/// A row of the table of algorithms.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// Who published it.
    pub source: &'static str,
    pub(crate) family: Family,
}

impl Preset {
    /// Whether it searches for values, and not whether a claim holds: the alpha-beta family.
    #[must_use]
    pub fn searches_values(&self) -> bool {
        matches!(self.family, Family::AlphaBeta(_))
    }
}

/// The searches that an algorithm belongs to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Family {
    /// Several families by turns.
    Auto,
    /// Looks at everything.
    Oracle,
    /// Best first, on a tree.
    Tree(Variant<best_first::Settings>),
    /// Best first, on a graph.
    Graph(Variant<best_first::Settings>),
    DepthFirst(Variant<depth_first::Settings>),
    AlphaBeta(Variant<alpha_beta::Settings>),
}

/// What makes an algorithm of a family.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variant<S: 'static> {
    /// What can be set, apart from what can be set of the whole family.
    pub(crate) settings: &'static [Setting<S>],
    /// In what it differs from the family's defaults.
    pub(crate) change: fn(&mut S),
}

const fn tree(settings: &'static [Setting<best_first::Settings>], change: fn(&mut best_first::Settings)) -> Family {
    Family::Tree(Variant { settings, change })
}

const fn graph(settings: &'static [Setting<best_first::Settings>], change: fn(&mut best_first::Settings)) -> Family {
    Family::Graph(Variant { settings, change })
}

const fn depth(settings: &'static [Setting<depth_first::Settings>], change: fn(&mut depth_first::Settings)) -> Family {
    Family::DepthFirst(Variant { settings, change })
}

const fn windows(change: fn(&mut alpha_beta::Settings)) -> Family {
    Family::AlphaBeta(Variant { settings: alpha_beta::ROWS, change })
}

/// How large second-level searches are by default (Winands, Uiterwijk and van den Herik 2004).
const SECOND_LEVEL: SecondLevel = SecondLevel { a: 450e3, b: 300e3 };

/// The table of algorithms; the first row is the default.
#[must_use]
pub fn presets() -> &'static [Preset] {
    PRESETS
}

const PRESETS: &[Preset] = &[
    Preset {
        name: "auto",
        summary: "df-pn-eps, negascout and oracle by turns, as suits the problem; the default",
        source: "provenum",
        family: Family::Auto,
    },
    Preset {
        name: "df-pn-eps",
        summary: "df-pn whose thresholds grow by a factor, so that it switches branches less often",
        source: "Pawlewicz and Lew 2007",
        family: depth(df::DF_PN, |s| s.increment = Increment::Factor(0.25)),
    },
    Preset {
        name: "df-pn",
        summary: "depth-first proof-number search with thresholds on both numbers",
        source: "Nagai 2002",
        family: depth(df::DF_PN, |_| ()),
    },
    Preset {
        name: "df-pn+",
        summary: "df-pn with the problem's own initial numbers and costs, and thresholds that grow by their average",
        source: "Nagai 2002; Kishimoto and Müller 2005",
        family: depth(df::DF_PN, |s| {
            s.increment = Increment::Average;
            s.costs = true;
        }),
    },
    Preset {
        name: "df-wpn",
        summary: "df-pn with weak numbers: the largest plus one for each other child, to avoid double counting",
        source: "Ueda, Hashimoto, Hashimoto and Iida 2008",
        family: depth(df::DF_PN, |s| s.backup = Backup::Weak),
    },
    Preset {
        name: "bns",
        summary: "branch number search: the selected child's number plus one for each other child",
        source: "Okabe 2005",
        family: depth(df::DF_PN, |s| s.backup = Backup::Branch),
    },
    Preset {
        name: "deep-df-pn",
        summary: "df-pn whose initial numbers decrease with depth, so that it stays deep",
        source: "Zhang, Iida and van den Herik 2017",
        family: depth(df::DEEP_DF_PN, |s| s.estimate = EstimateRule::Deep { base: 2.0, depth: 5 }),
    },
    Preset {
        name: "dw-df-pn",
        summary: "df-pn with dynamic widening: only the best children count",
        source: "Yoshizoe 2008",
        family: depth(df::DW_DF_PN, |s| s.backup = Backup::Window { base: 1.0, share: 0.25 }),
    },
    Preset {
        name: "pn-star",
        summary: "PN*: a threshold on the proof number only, raised step by step at OR nodes",
        source: "Seo 1995; Seo, Iida and Uiterwijk 2001",
        family: depth(df::PN_STAR, |s| s.scheme = Scheme::ProofOnly),
    },
    Preset {
        name: "pds",
        summary: "proof-number and disproof-number search: stays at a node until both thresholds are reached",
        source: "Nagai 1998",
        family: depth(df::PDS, |s| s.scheme = Scheme::Pds(0.0)),
    },
    Preset {
        name: "pds-pn",
        summary: "PDS that evaluates new nodes with a small best-first search",
        source: "Winands, Uiterwijk and van den Herik 2004",
        family: depth(df::PDS_PN, |s| {
            s.scheme = Scheme::Pds(0.0);
            s.second_level = Some(SECOND_LEVEL);
        }),
    },
    Preset {
        name: "df-pn-pn",
        summary: "df-pn that evaluates new nodes with a small best-first search",
        source: "Kishimoto, Winands, Müller and Saito 2012 (proposed)",
        family: depth(df::DF_PN_PN, |s| s.second_level = Some(SECOND_LEVEL)),
    },
    Preset {
        name: "pn",
        summary: "proof-number search: keeps its tree in memory and expands a most-proving node",
        source: "Allis, van der Meulen and van den Herik 1994",
        family: tree(bf::PN, |_| ()),
    },
    Preset {
        name: "alpha-beta",
        summary: "alpha-beta: searches for the value, and skips moves that cannot change it",
        source: "Knuth and Moore 1975; Fishburn 1983",
        family: windows(|s| s.rule = Rule::AlphaBeta),
    },
    Preset {
        name: "test",
        summary: "TEST: finds the value by asking whether it is greater than one bound after another",
        source: "Pearl 1980",
        family: windows(|s| {
            s.rule = Rule::AlphaBeta;
            s.windows = Windows::Bisect;
        }),
    },
    Preset {
        name: "scout",
        summary: "SCOUT: searches the first move, tests the others, and searches those that are better",
        source: "Pearl 1980",
        family: windows(|s| s.rule = Rule::Scout),
    },
    Preset {
        name: "negascout",
        summary: "NegaScout: alpha-beta that tests every move after the first before searching it",
        source: "Reinefeld 1983",
        family: windows(|s| {
            s.rule = Rule::NegaScout;
            s.windows = Windows::Bisect;
        }),
    },
    Preset {
        name: "deep-pn",
        summary: "pn that also considers how deep a leaf lies, and stays deep",
        source: "Ishitobi, Plaat, Iida and van den Herik 2015",
        family: tree(bf::DEEP_PN, |s| s.descent = Descent::Deep(0.9)),
    },
    Preset {
        name: "pn2",
        summary: "PN²: pn that evaluates its leaves with a second pn, in the memory that is left",
        source: "Allis 1994; Breuker 1998",
        family: tree(bf::PN2, |s| s.second_level = Some(SECOND_LEVEL)),
    },
    Preset {
        name: "pn-dag",
        summary: "pn on a graph: stores each position once, and updates all its parents",
        source: "Schijf, Allis and Uiterwijk 1994",
        family: graph(bf::PN_DAG, |s| s.graph.all_parents = true),
    },
    Preset {
        name: "bta",
        summary: "base-twin algorithm: pn on a graph that tells repetitions on one path from draws on every path",
        source: "Breuker, van den Herik, Uiterwijk and Allis 2001",
        family: graph(bf::BTA, |_| ()),
    },
    Preset {
        name: "proof-set",
        summary: "proof-set search: sets of leaves instead of numbers, so that nothing is counted twice",
        source: "Müller 2003",
        family: graph(bf::PROOF_SET, |s| {
            s.graph.all_parents = true;
            s.graph.largest_set = Some(64);
        }),
    },
    Preset {
        name: "mopns",
        summary: "multiple-outcome pn: one tree with numbers for every value; takes the cheapest claim first",
        source: "Saffidine and Cazenave 2012",
        family: tree(bf::MOPNS, |s| {
            s.keep = true;
            s.series = Series::Cheapest;
        }),
    },
    Preset {
        name: "conspiracy",
        summary: "conspiracy-number search: pursues values that few leaves could bring about, until one is left",
        source: "McAllester 1988",
        family: tree(bf::CONSPIRACY, |s| {
            s.keep = true;
            s.series = Series::Plausible;
            s.descent = Descent::Conspiracy;
        }),
    },
    Preset {
        name: "oracle",
        summary: "looks at every reachable position; for small problems, and to check the other algorithms",
        source: "retrograde analysis: Zermelo 1913, Ströhlein 1970",
        family: Family::Oracle,
    },
];
