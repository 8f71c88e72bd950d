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
//! let answer = solve(&Algorithm::named("pn")?, &problem, &start, &Limits::default(), &mut ());
//! assert_eq!(answer.status, Status::Proven);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod algorithm;
pub mod alpha_beta;
mod answer;
mod ask;
pub mod auto;
pub mod best_first;
pub mod depth_first;
mod enumeration;
mod erased;
mod estimate;
mod evaluation;
mod extract;
mod limits;
mod meter;
mod number;
mod numbered;
mod observer;
mod oracle;
mod presets;
mod setting;
mod shortest;
mod snapshot;
mod solution;
mod statistics;
pub mod table;
mod value;
mod within;
mod workspace;

pub use algorithm::{Algorithm, SettingError, SettingValue, solve, solve_in};
pub use answer::{Answer, Uncertified};
pub use estimate::EstimateRule;
pub use evaluation::{Evaluation, Question, Settled};
pub use limits::{Budget, Cancel, Clock, Extent, Limits};
pub use meter::Meter;
pub use number::{HOPELESS, INFINITE, LARGEST, Numbers};
pub use observer::{Observer, Progress};
pub use oracle::Oracle;
pub use presets::{Preset, presets};
pub use setting::Setting;
pub use shortest::{Shortest, shortest, within};
pub use snapshot::{Saved, Saver, Snapshot, SnapshotError};
pub use solution::{Choice, Solution};
pub use statistics::{Statistics, StopReason};
pub use value::{Bounded, evaluate, evaluate_in, evaluate_within};
pub use workspace::Workspace;
