//! What came out, in a word.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Whether what was asked is so.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The claim holds, or the value is known.
    Proven,
    /// The claim does not hold.
    Disproven,
    /// A limit came first.
    Unknown,
}

impl Verdict {
    /// Of a claim that holds, or does not, or of which nobody knows.
    #[must_use]
    pub fn of(holds: Option<bool>) -> Verdict {
        match holds {
            Some(true) => Verdict::Proven,
            Some(false) => Verdict::Disproven,
            None => Verdict::Unknown,
        }
    }

    /// Whether the contrary is so.
    #[must_use]
    pub(crate) fn opposite(self) -> Verdict {
        match self {
            Verdict::Proven => Verdict::Disproven,
            Verdict::Disproven => Verdict::Proven,
            Verdict::Unknown => Verdict::Unknown,
        }
    }

    /// Whether there is an answer.
    #[must_use]
    pub fn is_known(self) -> bool {
        self != Verdict::Unknown
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Proven => "proven",
            Verdict::Disproven => "disproven",
            Verdict::Unknown => "unknown",
        })
    }
}
