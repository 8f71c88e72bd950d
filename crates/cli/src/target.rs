//! A file to be written.

use anyhow::{Context, Result};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

/// A file to be written. It is opened before the work, so that a wrong name costs none, and takes its name only when it
/// is complete.
pub(crate) struct Target {
    path: PathBuf,
    unfinished: PathBuf,
    file: File,
}

impl Target {
    pub(crate) fn open(path: &Path) -> Result<Target> {
        let mut name = path.file_name().with_context(|| format!("{path:?}: expected a file name"))?.to_owned();
        name.push(".tmp");
        let unfinished = path.with_file_name(name);
        let file = File::create(&unfinished).with_context(|| format!("cannot write to {path:?}"))?;
        Ok(Target { path: path.to_owned(), unfinished, file })
    }

    /// The file's name, as it was given.
    pub(crate) fn name(&self) -> String {
        self.path.to_string_lossy().into_owned()
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<()> {
        let shown = || format!("cannot write to {:?}", self.path);
        self.file.write_all(bytes).and_then(|()| self.file.sync_all()).with_context(shown)?;
        fs::rename(&self.unfinished, &self.path).with_context(shown)
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        // After a rename there is nothing left to remove.
        let _ = fs::remove_file(&self.unfinished);
    }
}
