//! Depth-first searches: one kernel with thresholds and a table, and the rules that make it every published variant.

mod backup;
mod kernel;
mod search;
mod threshold;

pub use backup::Backup;
pub use search::{depth_first_search, expand_for};
pub use threshold::{Increment, Scheme};
