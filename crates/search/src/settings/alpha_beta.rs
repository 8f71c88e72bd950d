//! What can be set of the alpha-beta family.

use super::*;

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

pub(crate) const LOOK_AHEAD: Setting = Setting {
    name: "look-ahead",
    help: "whether moves are ordered by a short search of what follows them, in searches to the end, if the game says that \
           it is far",
    accepts: "on or off",
    source: "Feinstein 1993",
    get: |s| name_of(SWITCH, &s.alpha_beta.look_ahead),
    set: |s, value| put(&mut s.alpha_beta.look_ahead, named(SWITCH, value)),
};

pub(crate) const ETC: Setting = Setting {
    name: "etc",
    help: "enhanced transposition cutoffs: whether all children are looked up before one is searched, in searches to the \
           end, if the game says that it is far",
    accepts: "on or off",
    source: "Plaat, Schaeffer, Pijls and de Bruin 1996",
    get: |s| name_of(SWITCH, &s.alpha_beta.etc),
    set: |s, value| put(&mut s.alpha_beta.etc, named(SWITCH, value)),
};

pub(crate) const ENDGAMES: Setting = Setting {
    name: "endgames",
    help: "whether the last moves are left to the game, in searches to the end, if it knows how to play them",
    accepts: "on or off",
    source: "ours",
    get: |s| name_of(SWITCH, &s.alpha_beta.endgames),
    set: |s, value| put(&mut s.alpha_beta.endgames, named(SWITCH, value)),
};
