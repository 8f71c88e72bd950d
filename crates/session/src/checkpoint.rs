//! Searches that are saved while they run, and go on after an interruption.

use crate::{Asked, Request, RequestError};
use provenum_game::Parameters;
use provenum_search::{Algorithm, Saved, Saver, Snapshot, SnapshotError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What a saved search was asked: all that it takes to ask it again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Description {
    /// The game's name.
    pub game: String,
    /// What was set of it.
    pub parameters: BTreeMap<String, String>,
    /// The position as it was written.
    pub written: Option<String>,
    /// The text that the game read, which for some games came from a file.
    pub content: Option<String>,
    /// What was claimed.
    pub claim: String,
    /// The algorithm.
    pub algorithm: String,
    /// What was set of the algorithm, in this order.
    pub settings: Vec<(String, String)>,
    /// Bytes that the search may use.
    pub memory: u64,
    /// Where what the game knows before the end comes from: a search must not go on with another knowledge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known: Option<String>,
}

impl Description {
    /// What was set of the game.
    #[must_use]
    pub fn parameters(&self) -> Parameters {
        self.parameters.iter().fold(Parameters::new(), |all, (name, value)| all.with(name, value))
    }

    /// What was asked, without a certificate.
    pub fn request(&self) -> Result<Request, RequestError> {
        let plain = Algorithm::named(&self.algorithm)?;
        let set = |algorithm: Algorithm, (name, value): &(String, String)| algorithm.set(name, value);
        let algorithm = self.settings.iter().try_fold(plain, set)?;
        let asked = Asked::parse(&self.claim)?;
        Ok(Request { asked, algorithm: Some(algorithm), certified: false, lengths: None })
    }
}

/// Why a search cannot be resumed.
#[derive(Debug, thiserror::Error)]
pub enum ResumeError {
    /// The file is no checkpoint, or not a whole one.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is a checkpoint of something else.
    #[error("it does not say what was searched")]
    Description,
}

/// Reads a checkpoint.
pub fn read_checkpoint(path: &Path) -> Result<(Description, Saved), ResumeError> {
    let saved = Saved::read(BufReader::with_capacity(1 << 20, File::open(path)?))?;
    let description = serde_json::from_slice(&saved.description).map_err(|_| ResumeError::Description)?;
    Ok((description, saved))
}

/// Writes checkpoints to a file. The one before is kept beside it, so that a machine that stops while one is written
/// leaves the other.
#[derive(Debug)]
pub struct Checkpoints {
    path: PathBuf,
    every: Duration,
    last: Instant,
    description: Vec<u8>,
    /// What went wrong when the last one was written: the search is worth more than its checkpoint.
    warn: fn(&Path, &io::Error),
}

impl Checkpoints {
    /// Checkpoints of a search, so often. Whoever wants to know is told when one cannot be written.
    pub fn new(
        path: &Path,
        every: Duration,
        description: &Description,
        warn: fn(&Path, &io::Error),
    ) -> io::Result<Checkpoints> {
        let description = serde_json::to_vec(description)?;
        let checkpoints = Checkpoints { path: path.to_owned(), every, last: Instant::now(), description, warn };
        // A name that cannot be written to should not be found out after ten minutes.
        let unfinished = checkpoints.beside("tmp");
        File::create(&unfinished)?;
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
            (self.warn)(&self.path, &error);
        }
        self.last = Instant::now();
    }
}
