//! Certificates: proofs of claims about positions, in files that anyone can check.
//!
//! A certificate is what remains of a search when all trust is taken away: a list of positions with what to do in each. The
//! checker replays the rules itself and knows nothing of searches; this crate cannot even see them.
//!
//! There are two kinds, because a claim is a race in which one side, the *progress side*, must reach its goal in finitely
//! many moves (see [`Problem`](provenum_game::Problem)):
//!
//! - a **strategy** shows that the progress side succeeds: its positions with the move to make and a *rank* that falls
//!   along every line of play, so that no line goes on for ever;
//! - a **trap** shows that it fails: positions of the other side with the move to make, which play can never leave and in
//!   which no goal lies. Going round for ever is a success here, so there are no ranks.
//!
//! [`Certificate`] holds one or more such [`Section`]s, [`Certificate::to_bytes`] and [`Certificate::read`] are the
//! file format of `docs/CERTIFICATES.md`, and [`check()`] decides; [`check_rules`] does it for a game without a notation, and
//! [`check_problem`] for an AND/OR problem.

mod bytes;
mod certificate;
mod check;
mod digest;
mod error;
mod format;
mod merge;
mod records;
mod source;
mod successors;
mod view;

pub use certificate::{Certificate, ProofKind, ROOT_PROVEN, Section, Subject};
pub use check::{Checked, Options, check, check_described, check_problem, check_rules};
pub use digest::{problem_digest, rules_digest};
pub use error::{DecodeError, Flaw, MergeError, ReadError};
pub use format::{MAGIC, VERSION};
pub use records::{Record, Records};
pub use view::{Branch, Shape, View};
