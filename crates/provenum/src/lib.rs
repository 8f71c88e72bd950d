#![doc = include_str!("../GUIDE.md")]

#[cfg(feature = "cli")]
pub use provenum_cli as cli;
#[doc(inline)]
pub use provenum_game::*;
pub use provenum_games as games;
pub use provenum_proof as proof;
pub use provenum_search as search;
pub use provenum_session as session;
