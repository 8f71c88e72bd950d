//! The files that the command line names to be written.

use anyhow::{Result, anyhow};
use clap::ArgMatches;
use provenum_session::{CheckpointError, CheckpointFile, FileKind, Output, OutputError};
use std::path::Path;

/// A file to be written. What may not be replaced is, if the command line forces it.
pub(crate) fn open(path: &Path, kind: FileKind, matches: &ArgMatches) -> Result<Output> {
    Output::open(path, kind, matches.get_flag("force")).map_err(explained)
}

/// A file for the checkpoints of a new search.
pub(crate) fn open_checkpoint(path: &Path, matches: &ArgMatches) -> Result<CheckpointFile> {
    CheckpointFile::new(path, matches.get_flag("force")).map_err(|error| match error {
        CheckpointError::Output(error) => explained(error),
        CheckpointError::Kept(_) => {
            anyhow!("{error}; expected --resume {path:?} to go on with that search, or --force to replace it")
        }
        error => explained_checkpoint(error),
    })
}

/// The file of a saved search.
pub(crate) fn open_saved(path: &Path) -> Result<CheckpointFile> {
    CheckpointFile::of_saved(path).map_err(explained_checkpoint)
}

fn explained_checkpoint(error: CheckpointError) -> anyhow::Error {
    match error {
        CheckpointError::Busy(_) => anyhow!("{error}; expected another file name, or wait until it ends"),
        CheckpointError::Stream(_) => anyhow!("{error}, or --checkpoint FILE too"),
        error => error.into(),
    }
}

fn explained(error: OutputError) -> anyhow::Error {
    match error {
        OutputError::Foreign(..) => anyhow!("{error}; expected another file name, or --force to replace it"),
        OutputError::Exists(_) => anyhow!("{error}; expected the name of a new file, or --force to replace it"),
        error => error.into(),
    }
}
