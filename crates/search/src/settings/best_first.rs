//! What can be set of best-first searches.

use super::*;

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
