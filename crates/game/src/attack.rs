//! Which of its moves the side that must make progress tries.

use std::fmt;

/// Which of its moves the side that must make progress tries. The other side's moves are always all, so a success is one of the
/// whole game; a failure says nothing of the moves that were left out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Attack {
    /// All of them.
    #[default]
    All,
    /// Those that are forcing, or threaten to be followed by success at once.
    Threats,
    /// Those that threaten to reach the goal at once: checks in chess.
    Forcing,
}

impl Attack {
    /// All policies, as lists show them.
    pub const EACH: [Attack; 3] = [Attack::All, Attack::Forcing, Attack::Threats];

    /// The one with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Attack> {
        Attack::EACH.into_iter().find(|attack| attack.name() == name)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Attack::All => "all",
            Attack::Threats => "threats",
            Attack::Forcing => "forcing",
        }
    }
}

impl fmt::Display for Attack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
