//! Searches that are saved while they run, and go on after an interruption.

use crate::lock::Lock;
use crate::output::{Holds, beside, holds, real_path, remove_leftovers};
use crate::{Asked, Certify, FileKind, Output, OutputError, Request, RequestError};
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
        Ok(Request { asked, algorithm: Some(algorithm), certify: Certify::default(), lengths: None })
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

/// A saved search that was read.
#[derive(Debug)]
pub struct Resumed {
    /// What was asked.
    pub description: Description,
    /// How far the search has come.
    pub saved: Saved,
    /// If the file itself could not be read: the one before it, which was read instead, and what is wrong with the file.
    pub instead: Option<(PathBuf, ResumeError)>,
}

/// Reads a checkpoint. If it is damaged or missing, the one before it is read.
pub fn read_checkpoint(path: &Path) -> Result<Resumed, ResumeError> {
    let wrong = match read_one(path) {
        Ok((description, saved)) => return Ok(Resumed { description, saved, instead: None }),
        // Another version of the program can go on with it.
        Err(wrong @ ResumeError::Snapshot(SnapshotError::Version)) => return Err(wrong),
        Err(wrong) => wrong,
    };
    // A link leads to both of them.
    let older = beside(&real_path(path).unwrap_or_else(|| path.to_owned()), "old");
    match read_one(&older) {
        Ok((description, saved)) => Ok(Resumed { description, saved, instead: Some((older, wrong)) }),
        Err(_) => Err(wrong),
    }
}

fn read_one(path: &Path) -> Result<(Description, Saved), ResumeError> {
    let saved = Saved::read(BufReader::with_capacity(1 << 20, File::open(path)?))?;
    let description = serde_json::from_slice(&saved.description).map_err(|_| ResumeError::Description)?;
    Ok((description, saved))
}

/// Why checkpoints cannot be written to a file.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The file cannot be written, or it is something else.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// It holds a search that would be lost.
    #[error("{0:?} already holds a checkpoint")]
    Kept(PathBuf),
    /// Another process saves its search there.
    #[error("another process is saving its search to {0:?}")]
    Busy(PathBuf),
    /// It holds no search that could go on and be saved again.
    #[error("{0:?}: expected a file to save the search to again")]
    Stream(PathBuf),
}

/// A file for the checkpoints of one search. No other process writes to it as long as this is there.
#[derive(Debug)]
pub struct CheckpointFile {
    output: Output,
    /// The name of the checkpoint before, and what keeps others away; a device or a pipe has neither.
    beside: Option<(PathBuf, Lock)>,
    before: Before,
}

/// What the file holds when a checkpoint is to be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Before {
    /// Nothing, or this search: what is there is kept as the one before.
    Own,
    /// Something else that is to go, and so is the one before it.
    Other,
    /// This search, but damaged: only the one before it is of use.
    Damaged,
}

impl CheckpointFile {
    /// A file for a new search. It must not hold another one, unless that is to be replaced.
    pub fn new(name: &Path, force: bool) -> Result<CheckpointFile, CheckpointError> {
        let mut file = CheckpointFile::open(name, force)?;
        let Some((path, older)) = file.names() else { return Ok(file) };
        for path in [path, older] {
            match holds(&path, FileKind::Checkpoint).map_err(|error| OutputError::Io(path.clone(), error))? {
                Holds::Nothing => {}
                Holds::Same | Holds::Other if force => file.before = Before::Other,
                Holds::Same => return Err(CheckpointError::Kept(path)),
                Holds::Other => return Err(OutputError::Foreign(path, FileKind::Checkpoint).into()),
            }
        }
        Ok(file)
    }

    /// The file of a saved search that is to go on. Whether it can be read, [`read_checkpoint`] says.
    pub fn of_saved(name: &Path) -> Result<CheckpointFile, CheckpointError> {
        // What is no checkpoint any more is put aside when there is one to take its place.
        let file = CheckpointFile::open(name, true)?;
        if file.beside.is_none() { Err(CheckpointError::Stream(name.to_owned())) } else { Ok(file) }
    }

    fn open(name: &Path, force: bool) -> Result<CheckpointFile, CheckpointError> {
        let output = Output::open(name, FileKind::Checkpoint, force)?;
        let beside = match output.path() {
            None => None,
            Some(path) => {
                // Who goes on with the one before is in the way of who writes the next one.
                let first =
                    if path.extension().is_some_and(|end| end == "old") { &path.with_extension("") } else { path };
                let lock = Lock::take(&beside(first, "lock"));
                let lock = lock.map_err(|error| OutputError::Io(name.to_owned(), error))?;
                let Some(lock) = lock else { return Err(CheckpointError::Busy(name.to_owned())) };
                Some((beside(path, "old"), lock))
            }
        };
        Ok(CheckpointFile { output, beside, before: Before::Own })
    }

    /// Where the checkpoint is, and the one before.
    fn names(&self) -> Option<(PathBuf, PathBuf)> {
        let (older, _) = self.beside.as_ref()?;
        Some((self.output.path()?.to_owned(), older.clone()))
    }

    /// The same, where the file could not be read and the one before it was.
    #[must_use]
    pub fn damaged(self) -> CheckpointFile {
        CheckpointFile { before: Before::Damaged, ..self }
    }

    fn write(&mut self, description: &[u8], snapshot: &Snapshot<'_>) -> Result<(), OutputError> {
        let CheckpointFile { output, beside, before } = self;
        let older = beside.as_ref().map(|(older, _)| older);
        let content = |file: &mut File| snapshot.write(description, BufWriter::with_capacity(1 << 20, file));
        let keep = |path: &Path| match (holds(path, FileKind::Checkpoint)?, *before, older) {
            (Holds::Same, Before::Own, Some(older)) => keep_as(path, older),
            (Holds::Other, Before::Own | Before::Damaged, _) => fs::rename(path, self::beside(path, "damaged")),
            _ => Ok(()),
        };
        output.write_with(content, keep)?;
        if let (Before::Other, Some(older)) = (*before, older) {
            let _ = fs::remove_file(older);
        }
        *before = Before::Own;
        Ok(())
    }
}

/// Gives a file a second name, so that it has one at any moment; where that is impossible, another one.
fn keep_as(path: &Path, older: &Path) -> io::Result<()> {
    match fs::remove_file(older) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    fs::hard_link(path, older).or_else(|_| fs::rename(path, older))
}

/// Writes checkpoints to a file. The one before is kept beside it.
#[derive(Debug)]
pub struct Checkpoints {
    file: CheckpointFile,
    every: Duration,
    last: Instant,
    description: Vec<u8>,
    /// How many nodes the search had expanded when it was saved last: if there are no more, it is saved.
    saved: Option<u64>,
    /// What went wrong when the last one was written: the search is worth more than its checkpoint.
    failure: Option<OutputError>,
    warn: fn(&OutputError),
}

impl Checkpoints {
    /// Checkpoints of a search, so often. Whoever wants to know is told when one cannot be written.
    pub fn new(
        file: CheckpointFile,
        every: Duration,
        description: &Description,
        warn: fn(&OutputError),
    ) -> io::Result<Checkpoints> {
        let description = serde_json::to_vec(description)?;
        if let Some((path, _)) = file.names() {
            remove_leftovers(&path);
        }
        Ok(Checkpoints { file, every, last: Instant::now(), description, saved: None, failure: None, warn })
    }

    /// Why the last checkpoint could not be written, if it could not.
    #[must_use]
    pub fn failure(self) -> Option<OutputError> {
        self.failure
    }
}

impl Saver for Checkpoints {
    fn is_due(&mut self) -> bool {
        self.last.elapsed() >= self.every
    }

    fn save(&mut self, snapshot: &Snapshot<'_>) {
        let expanded = Some(snapshot.statistics.expanded);
        if self.saved != expanded {
            self.failure = self.file.write(&self.description, snapshot).err();
            match &self.failure {
                Some(error) => (self.warn)(error),
                None => self.saved = expanded,
            }
        }
        self.last = Instant::now();
    }
}
