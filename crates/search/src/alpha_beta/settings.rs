//! What can be set of the alpha-beta family.

use super::driver::Windows;
use super::search::Rule;
use crate::setting::{SWITCH, Setting, name_of, named, put};

/// All that can be set of these searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// With which windows children are searched.
    pub rule: Rule,
    /// With which windows the root is searched.
    pub windows: Windows,
    /// The most levels to search before positions are evaluated; none to search to the end.
    pub depth: Option<u32>,
    /// Whether smaller depths are searched first.
    pub deepening: bool,
    /// Whether there is a transposition table.
    pub table: bool,
    /// Whether killer moves are tried early.
    pub killers: bool,
    /// Whether moves that have cut before are tried early.
    pub history: bool,
    /// Whether moves are ordered by a short search of what follows, where the game says that the end is far.
    pub look_ahead: bool,
    /// Whether a node's children are looked up before any of them is searched, where the game says that the end is far.
    pub etc: bool,
    /// Whether the last moves are left to the game, if it knows how to play them.
    pub endgames: bool,
    /// Whether what is known before the end counts.
    pub known: bool,
    /// Whether it is wanted to know how the root is solved.
    pub solutions: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            rule: Rule::NegaScout,
            windows: Windows::Whole,
            depth: None,
            deepening: false,
            table: true,
            killers: true,
            history: true,
            look_ahead: true,
            etc: true,
            endgames: true,
            known: true,
            solutions: true,
        }
    }
}

/// What can be set by name.
pub(crate) const ROWS: &[Setting<Settings>] =
    &[ROOT_WINDOWS, DEPTH, DEEPENING, TABLE, KILLERS, HISTORY_MOVES, LOOK_AHEAD, ETC, ENDGAMES, KNOWN];

const WINDOWS: &[(&str, Windows)] = &[("whole", Windows::Whole), ("bisect", Windows::Bisect), ("mtd-f", Windows::Mtd)];

const DEPTH: Setting<Settings> = Setting {
    name: "depth",
    help: "levels to search before positions are evaluated; 0 searches to the end of the game. An answer that rests on \
           evaluations is unknown",
    accepts: "a whole number from 0 to 2000",
    source: "Shannon 1950",
    get: |s| s.depth.unwrap_or(0).to_string(),
    set: |s, value| {
        let depth: u32 = value.parse().ok().filter(|depth| *depth <= 2000)?;
        s.depth = Some(depth).filter(|&depth| depth > 0);
        Some(())
    },
};

const DEEPENING: Setting<Settings> = Setting {
    name: "deepening",
    help: "whether to search one level deep first, then two, and so on; always on where positions can repeat",
    accepts: "on or off",
    source: "Slate and Atkin 1977",
    get: |s| name_of(SWITCH, &s.deepening),
    set: |s, value| put(&mut s.deepening, named(SWITCH, value)),
};

const ROOT_WINDOWS: Setting<Settings> = Setting {
    name: "windows",
    help: "how to narrow down the value at the root: with one window (whole), or with null windows that halve the \
           range (bisect) or follow the last result (mtd-f)",
    accepts: "whole, bisect or mtd-f",
    source: "Pearl 1980; Plaat, Schaeffer, Pijls and de Bruin 1996; Pons 2015",
    get: |s| name_of(WINDOWS, &s.windows),
    set: |s, value| put(&mut s.windows, named(WINDOWS, value)),
};

const TABLE: Setting<Settings> = Setting {
    name: "table",
    help: "whether to use a transposition table",
    accepts: "on or off",
    source: "Slate and Atkin 1977; replacement TwoDeep: Breuker, Uiterwijk and van den Herik 1996",
    get: |s| name_of(SWITCH, &s.table),
    set: |s, value| put(&mut s.table, named(SWITCH, value)),
};

const KILLERS: Setting<Settings> = Setting {
    name: "killers",
    help: "whether to try moves that caused a cutoff at the same level early",
    accepts: "on or off",
    source: "Akl and Newborn 1977",
    get: |s| name_of(SWITCH, &s.killers),
    set: |s, value| put(&mut s.killers, named(SWITCH, value)),
};

const HISTORY_MOVES: Setting<Settings> = Setting {
    name: "history-heuristic",
    help: "whether to try moves that caused a cutoff anywhere early, if the game says which moves are alike",
    accepts: "on or off",
    source: "Schaeffer 1983",
    get: |s| name_of(SWITCH, &s.history),
    set: |s, value| put(&mut s.history, named(SWITCH, value)),
};

const LOOK_AHEAD: Setting<Settings> = Setting {
    name: "look-ahead",
    help: "whether to order moves by a short search, in searches to the end of the game, if the game says that the end \
           is far",
    accepts: "on or off",
    source: "Feinstein 1993",
    get: |s| name_of(SWITCH, &s.look_ahead),
    set: |s, value| put(&mut s.look_ahead, named(SWITCH, value)),
};

const ETC: Setting<Settings> = Setting {
    name: "etc",
    help: "enhanced transposition cutoffs: whether to look up all children before searching one, in searches to the \
           end of the game, if the game says that the end is far",
    accepts: "on or off",
    source: "Plaat, Schaeffer, Pijls and de Bruin 1996",
    get: |s| name_of(SWITCH, &s.etc),
    set: |s, value| put(&mut s.etc, named(SWITCH, value)),
};

const ENDGAMES: Setting<Settings> = Setting {
    name: "endgames",
    help: "whether to let the game play the last moves itself, in searches to the end, if it can",
    accepts: "on or off",
    source: "provenum",
    get: |s| name_of(SWITCH, &s.endgames),
    set: |s, value| put(&mut s.endgames, named(SWITCH, value)),
};

const KNOWN: Setting<Settings> = Setting {
    name: "known",
    help: "whether to use what the game knows before the end, for example from an endgame table",
    accepts: "on or off",
    source: "provenum",
    get: |s| name_of(SWITCH, &s.known),
    set: |s, value| put(&mut s.known, named(SWITCH, value)),
};
