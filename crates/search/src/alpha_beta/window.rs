//! Windows, and what a search brings back from one.
//!
//! Values are seen by the side to move. A search with the window (alpha, beta) answers exactly between the two; outside
//! of them it answers a bound that may lie beyond the window (*fail-soft*: Fishburn 1983).

use provenum_game::Player;

/// Larger than every value, and far from where adding one overflows.
pub(super) const INFINITY: i32 = i32::MAX / 4;

/// What is asked of a node: its value if that is between the two, and else on which side it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    /// The window of everything.
    pub(super) const FULL: Window = Window { alpha: -INFINITY, beta: INFINITY };

    /// The null window, which asks whether the value is greater than `value`: Pearl's TEST (1980).
    #[inline]
    pub(super) fn test(value: i32) -> Window {
        Window { alpha: value, beta: value + 1 }
    }

    /// The same window in the other side's eyes.
    #[inline]
    fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// The same window in the eyes of `to`, who may be the same as `from`: levels need not alternate.
    #[inline]
    pub(super) fn seen_by(self, from: Player, to: Player) -> Window {
        if from == to { self } else { self.turned() }
    }
}

/// What a search has found out about a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Found {
    pub(super) value: i32,
    /// Whether it is certain that the value is at least this: it rests on ends of the game, and on no evaluation.
    pub(super) at_least: bool,
    /// Whether it is certain that the value is at most this.
    pub(super) at_most: bool,
}

impl Found {
    /// A guess, of which nothing is certain.
    #[inline]
    pub(super) fn guess(value: i32) -> Found {
        Found { value, at_least: false, at_most: false }
    }

    /// What a search in this window has found that rests on ends of the game only.
    #[inline]
    pub(super) fn certain(value: i32, window: Window) -> Found {
        Found { value, at_least: value > window.alpha, at_most: value < window.beta }
    }

    #[inline]
    fn turned(self) -> Found {
        Found { value: -self.value, at_least: self.at_most, at_most: self.at_least }
    }

    /// The same in the eyes of `to`, who may be the same as `from`.
    #[inline]
    pub(super) fn seen_by(self, from: Player, to: Player) -> Found {
        if from == to { self } else { self.turned() }
    }
}

/// A bound of a node's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bound {
    pub(super) value: i32,
    /// Whether it rests on ends of the game only.
    pub(super) certain: bool,
}

impl Bound {
    #[inline]
    pub(super) fn certain(value: i32) -> Bound {
        Bound { value, certain: true }
    }
}

/// What is known of a node's value: at least the one, at most the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    pub(super) lower: Bound,
    pub(super) upper: Bound,
}

impl Bounds {
    /// What is certain of a value between these, seen by the first player, in the eyes of `mover`.
    #[inline]
    pub(super) fn seen_by(mover: Player, (least, most): (i32, i32)) -> Bounds {
        let (least, most) = match mover {
            Player::First => (least, most),
            Player::Second => (-most, -least),
        };
        Bounds { lower: Bound::certain(least), upper: Bound::certain(most) }
    }

    /// Adds what else is known. Evaluations at different depths may contradict each other: then what is certain stays.
    #[inline]
    pub(super) fn narrow(&mut self, other: Bounds) {
        let mut narrowed = *self;
        if other.lower.value > narrowed.lower.value {
            narrowed.lower = other.lower;
        }
        if other.upper.value < narrowed.upper.value {
            narrowed.upper = other.upper;
        }
        if narrowed.lower.value <= narrowed.upper.value {
            *self = narrowed;
        }
    }

    /// The answer to a window, if this is enough for one.
    #[inline]
    pub(super) fn answer(&self, window: Window) -> Option<Found> {
        let Bounds { lower, upper } = *self;
        if lower.value >= window.beta || lower.value == upper.value {
            Some(self.found(lower.value))
        } else if upper.value <= window.alpha {
            Some(self.found(upper.value))
        } else {
            None
        }
    }

    /// A value with what is certain of it.
    #[inline]
    pub(super) fn found(&self, value: i32) -> Found {
        let Bounds { lower, upper } = *self;
        Found { value, at_least: lower.certain && lower.value >= value, at_most: upper.certain && upper.value <= value }
    }
}
