#![doc = include_str!("../../../docs/GUIDE.md")]
//!
//! # Write your own game
//!
//! This is the whole of `examples/nim.rs`: rules, and a position solved.
//!
//! ```
#![doc = include_str!("../examples/nim.rs")]
//! ```

pub use provenum_game::*;
pub use provenum_games as games;
pub use provenum_proof as proof;
pub use provenum_search as search;
