//! The alpha-beta family, the yardstick for the searches by proof numbers: alpha-beta, TEST, SCOUT and NegaScout, with
//! a transposition table, iterative deepening and move ordering.
//!
//! All are one search (`search.rs`) with different windows. They see a game with all its values, or an AND/OR problem with
//! two (`tree.rs`). What they find is certain where it rests on ends of the game alone: a search that stops at a depth, to
//! evaluate, keeps track of that, so what it answers is either certain or `unknown`.
//!
//! **Cycles.** A search in depth first order with a table is wrong where positions come back, since what it remembers may
//! hold on one path only. On such problems depth is therefore always limited and raised step by step, and a position that
//! comes back is not treated in any special way. Then every certain bound is a plan that reaches ends of the game within a
//! fixed number of moves, and that is true on every path. What is worth something only because play goes on for ever is
//! never found, and the answer is `unknown`.
//!
//! [`printed`] has the procedures as they are printed in textbooks, without a table.

mod driver;
mod look_ahead;
mod ordering;
pub mod printed;
mod search;
mod settings;
mod solve;
mod table;
mod tree;
mod window;

pub use driver::Windows;
pub use search::Rule;
pub(crate) use settings::ROWS;
pub use settings::Settings;
pub(crate) use solve::{ByWindows, Sight, evaluate_by_windows, test_problem};
