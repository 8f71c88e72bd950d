//! Exit codes, and how errors come to them.

use provenum_session::{Certified, NoCertificate};
use std::io;
use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// The claim holds, the value is known, or the command did what was asked.
    Proven,
    /// The claim does not hold.
    Disproven,
    /// The command line or the input is wrong.
    Usage,
    /// A limit came first.
    Unknown,
    /// A fault of the program.
    Internal,
}

impl Exit {
    /// What an error means for the exit code: nearly all are about what the user wrote.
    pub(crate) fn of_error(error: &anyhow::Error) -> Exit {
        if error.is::<InternalError>() { Exit::Internal } else { Exit::Usage }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Proven => 0,
            Exit::Disproven => 1,
            Exit::Usage => 2,
            Exit::Unknown => 3,
            Exit::Internal => 70,
        })
    }
}

/// A fault of the program, never of its user.
#[derive(Debug)]
pub(crate) struct InternalError(pub(crate) String);

impl std::fmt::Display for InternalError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "internal error: {}", self.0)
    }
}

impl std::error::Error for InternalError {}

/// A certificate, or the reason why there is none; but a fault of the program is an error and no reason.
pub(crate) fn without_fault(
    certificate: Option<Result<Certified, NoCertificate>>,
) -> Result<Option<Result<Certified, NoCertificate>>, InternalError> {
    match certificate {
        Some(Err(NoCertificate::Fault(fault))) => Err(InternalError(fault)),
        other => Ok(other),
    }
}

/// Whether whoever read our output has stopped reading: no error of ours.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe))
}
