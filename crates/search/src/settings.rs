//! All that can be set of an algorithm. What can be set by name is a constant for each setting, with what it does and what it
//! takes, in a file for each family of searches.

mod alpha_beta;
mod best_first;
mod depth_first;

pub(crate) use self::{alpha_beta::*, best_first::*, depth_first::*};
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
    /// Whether sums are damped where the problem says that they count much twice.
    pub damping: bool,
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
            damping: true,
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

const SWITCH: &[(&str, bool)] = &[("on", true), ("off", false)];
