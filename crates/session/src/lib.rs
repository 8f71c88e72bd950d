//! What lies between a question about a position and its answer, for every front end: the request with its meaning, the choice
//! of the algorithm, solving, lengths, certificates, reports, checkpoints, and events while it goes on.
//!
//! There are two forms. [`Solve`] and [`Prove`] are **typed**: for who has a [`Game`](provenum_game::Game) or an
//! [`AndOr`](provenum_game::AndOr) problem at hand. [`Session`] is **untyped**: a server, a binding or a command line opens a
//! game by its name ([`Games::open`]) and works with texts. The searches are compiled here, once, and all front ends share them.
//!
//! This crate prints nothing, and opens no file that a request names. What front ends write goes through [`Output`].

mod advice;
mod certify;
mod checkpoint;
mod clock;
pub mod draw;
mod ending;
mod event;
mod game;
mod games;
mod idle;
mod known;
mod lengths;
mod lock;
mod output;
mod proof;
mod report;
mod request;
mod session;
mod solve;
mod speed;
pub mod text;
mod verdict;

pub use certify::{Certified, NoCertificate, threads};
pub use checkpoint::{
    CheckpointError, CheckpointFile, Checkpoints, Description, ResumeError, Resumed, read_checkpoint,
};
pub use clock::Stopwatch;
pub use event::{Event, Events, Phase};
pub use games::{Entry, Games, SetUpError};
pub use idle::IdleReport;
pub use known::{Known, KnownMove, KnownValue};
pub use lengths::{FirstMove, Length};
pub use output::{FileKind, Output, OutputError, is_same_file};
pub use proof::{
    Fault, Judgement, LookedUp, Proof, Replies, ShownClaim, TreeNode, Turn, VerifiedClaim, Walk, parameters, title,
};
pub use report::{Details, FirstMoveReport, ProofReport, Report, Value};
pub use request::{Asked, Certify, Lengths, Request, RequestError};
pub use session::{Answered, Search, Seen, Session};
pub use solve::{Prove, Proved, Solve, Solved};
pub use speed::{Speed, kernel_speed};
pub use verdict::Verdict;
