//! Searches that are saved while they run, and go on after an interruption.

use crate::request::Asked;
use anyhow::{Context, Result, bail};
use provenum_game::Parameters;
use provenum_search::{Algorithm, Saved, Saver, Snapshot};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What a saved search was asked: all that `solve` needs to ask it again.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Description {
    pub(crate) game: String,
    pub(crate) parameters: BTreeMap<String, String>,
    /// The position as it was written.
    pub(crate) written: Option<String>,
    /// The text that the game read, which for some games came from a file.
    pub(crate) content: Option<String>,
    pub(crate) claim: String,
    pub(crate) algorithm: String,
    /// What was set of the algorithm, in this order.
    pub(crate) settings: Vec<(String, String)>,
    pub(crate) memory: u64,
}

impl Description {
    pub(crate) fn parameters(&self) -> Parameters {
        self.parameters.iter().fold(Parameters::new(), |all, (name, value)| all.with(name, value))
    }

    pub(crate) fn algorithm(&self) -> Result<Algorithm> {
        let plain = Algorithm::named(&self.algorithm)?;
        self.settings.iter().try_fold(plain, |algorithm, (name, value)| Ok(algorithm.set(name, value)?))
    }

    pub(crate) fn claim(&self) -> Result<Asked> {
        Asked::parse(&self.claim)
    }
}

/// Reads a checkpoint.
pub(crate) fn read(path: &Path) -> Result<(Description, Saved)> {
    let older = path.with_file_name(format!("{}.old", path.file_name().unwrap_or_default().to_string_lossy()));
    let shown = || match older.exists() {
        true => format!("cannot resume from {path:?} (the checkpoint before it is {older:?})"),
        false => format!("cannot resume from {path:?}"),
    };
    let file = File::open(path).with_context(shown)?;
    let saved = Saved::read(BufReader::with_capacity(1 << 20, file)).with_context(shown)?;
    let description =
        serde_json::from_slice(&saved.description).context("it does not say what was searched").with_context(shown)?;
    Ok((description, saved))
}

/// Writes checkpoints to a file. The one before is kept beside it, so that a machine that stops while one is written
/// leaves the other.
pub(crate) struct Checkpoints {
    path: PathBuf,
    every: Duration,
    last: Instant,
    description: Vec<u8>,
}

impl Checkpoints {
    pub(crate) fn new(path: &Path, every: Duration, description: &Description) -> Result<Checkpoints> {
        if path.file_name().is_none() || path.is_dir() {
            bail!("--checkpoint {path:?}: expected a file's name");
        }
        let checkpoints = Checkpoints {
            path: path.to_owned(),
            every,
            last: Instant::now(),
            description: serde_json::to_vec(description)?,
        };
        // A name that cannot be written to should not be found out after ten minutes.
        let unfinished = checkpoints.beside("tmp");
        File::create(&unfinished).with_context(|| format!("cannot write checkpoints to {path:?}"))?;
        let _ = fs::remove_file(unfinished);
        Ok(checkpoints)
    }

    fn beside(&self, ending: &str) -> PathBuf {
        let mut name = self.path.file_name().unwrap_or_default().to_owned();
        name.push(".");
        name.push(ending);
        self.path.with_file_name(name)
    }

    fn write(&self, snapshot: &Snapshot<'_>) -> io::Result<()> {
        let unfinished = self.beside("tmp");
        let file = File::create(&unfinished)?;
        snapshot.write(&self.description, BufWriter::with_capacity(1 << 20, &file))?;
        file.sync_all()?;
        if self.path.exists() {
            fs::rename(&self.path, self.beside("old"))?;
        }
        fs::rename(unfinished, &self.path)
    }
}

impl Saver for Checkpoints {
    fn is_due(&mut self) -> bool {
        self.last.elapsed() >= self.every
    }

    fn save(&mut self, snapshot: &Snapshot<'_>) {
        if let Err(error) = self.write(snapshot) {
            // The search is worth more than its checkpoint.
            anstream::eprintln!("warning: cannot write the checkpoint {:?}: {error}", self.path);
        }
        self.last = Instant::now();
    }
}
