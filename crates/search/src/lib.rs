//! Searches for AND/OR problems: each tells whether the root is proven, how, and what it cost.
//!
//! All of them go through [`solve`]: pick a row of the table of [`presets`], set what you like, and hand over a problem
//! with a root.
//!
//! ```
//! use provenum_game::{Claim, Notation, Parameters, Player, Problem, Status};
//! use provenum_games::Mnk;
//! use provenum_search::{Algorithm, Limits, solve};
//!
//! let (game, start) = Mnk::set_up(&Parameters::new(), None)?;
//! let problem = Problem::new(&game, Claim::draw(Player::First));
//! let answer = solve(&Algorithm::named("pn")?, &problem, &start, &Limits::default(), &mut |_: &_| ());
//! assert_eq!(answer.status, Status::Proven);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod algorithm;
pub mod alpha_beta;
pub mod best_first;
pub mod depth_first;
mod estimate;
mod extract;
mod limits;
mod number;
mod observer;
mod oracle;
mod report;
mod settings;
mod shortest;
mod snapshot;
mod solution;
pub mod table;
mod value;
mod within;
mod workspace;

pub use algorithm::{Algorithm, Preset, SettingError, presets, solve, solve_in};
pub use estimate::EstimateRule;
pub use limits::{Cancel, Limits, Meter};
pub use number::{HOPELESS, INFINITE, LARGEST, Numbers};
pub use observer::{Observer, Progress};
pub use oracle::Oracle;
pub use report::{Answer, Statistics, StopReason, Uncertified};
pub use settings::{Setting, Settings};
pub use shortest::{Shortest, shortest};
pub use snapshot::{Saved, Saver, Snapshot, SnapshotError};
pub use solution::{Choice, Solution};
pub use value::{Evaluation, Question, Settled, evaluate, evaluate_in};
pub use workspace::Workspace;
