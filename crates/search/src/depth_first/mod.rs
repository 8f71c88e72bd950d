//! Depth-first searches: one kernel with thresholds and a table, and the rules that make it every published variant.

mod backup;
mod cap;
mod history;
mod kernel;
mod loops;
mod places;
mod search;
pub(crate) mod settings;
mod sharing;
mod similar;
mod threshold;
mod together;

pub use backup::Backup;
pub use history::History;
pub use loops::Loops;
pub(crate) use search::DepthFirst;
pub use search::{depth_first_search, expand_for};
pub use settings::{Cooperation, Settings};
pub use threshold::{Increment, Scheme};
