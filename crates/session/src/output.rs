//! Files that are written: whole or not at all, where a link points to, and never over something else.

use provenum_search::Saved;
use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// What a file holds. Only a file that holds the same, or nothing, is replaced without being told to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// A certificate.
    Certificate,
    /// A checkpoint.
    Checkpoint,
    /// A graph in the language of Graphviz.
    Dot,
    /// An SVG picture.
    Svg,
    /// The top of a proof's tree for a program.
    Tree,
    /// A game of chess.
    Pgn,
    /// A position of chess.
    Epd,
    /// The tables of an experiment.
    Tables,
    /// A set of positions. No set is replaced by another, since people change them.
    Positions,
}

impl FileKind {
    /// Whether a file that begins like this is one.
    fn begins_with(self, head: &[u8]) -> bool {
        let text = String::from_utf8_lossy(head);
        let text = text.trim_start_matches('\u{feff}').trim_start();
        match self {
            FileKind::Certificate => head.starts_with(&provenum_proof::MAGIC),
            FileKind::Checkpoint => Saved::is_begun_by(head),
            FileKind::Dot => ["digraph", "strict digraph"].iter().any(|word| text.starts_with(word)),
            FileKind::Svg => text.starts_with("<svg") || text.starts_with("<?xml") && text.contains("<svg"),
            FileKind::Pgn => text.starts_with("[Event "),
            FileKind::Epd => {
                let board = text.split_whitespace().next().unwrap_or_default();
                board.matches('/').count() == 7 && board.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'/')
            }
            FileKind::Tree => {
                let spaceless: String = text.chars().filter(|letter| !letter.is_whitespace()).take(12).collect();
                spaceless.starts_with("[{\"parent\":")
            }
            FileKind::Tables => text.starts_with("# ") && text.contains("\n| set | run | positions |"),
            FileKind::Positions => false,
        }
    }
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FileKind::Certificate => "a certificate",
            FileKind::Checkpoint => "a checkpoint",
            FileKind::Dot => "a DOT graph",
            FileKind::Svg => "an SVG picture",
            FileKind::Tree => "the tree of a proof",
            FileKind::Pgn => "a game of chess",
            FileKind::Epd => "positions of chess",
            FileKind::Tables => "the tables of an experiment",
            FileKind::Positions => "a set of positions",
        })
    }
}

/// Why a file is not written.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// It cannot be. The cause is part of the message and not a source, so that nobody takes a broken pipe that we were told
    /// to write to for the end of our own output.
    #[error("cannot write to {0:?}: {1}")]
    Io(PathBuf, io::Error),
    /// Something else is there.
    #[error("{0:?} already exists and is not {1}")]
    Foreign(PathBuf, FileKind),
    /// Something is there that is never replaced without being told to.
    #[error("{0:?} already exists")]
    Exists(PathBuf),
}

/// A file to be written. Whether it can be is found out before the work, so that a wrong name costs none.
///
/// A symbolic link is followed, also one that points to nothing yet. A file takes its name only when it is complete and on the
/// disk, and keeps the mode and the owner that it had. Devices and pipes are written as they are.
#[derive(Debug)]
pub struct Output {
    name: PathBuf,
    kind: FileKind,
    force: bool,
    place: Place,
}

/// Where a file goes.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Place {
    /// A file of this name, no link, in a directory.
    File(PathBuf),
    /// A device, a pipe, or an open file of this process.
    Stream(PathBuf),
}

/// So much of a file is looked at to see what it is.
const HEAD: u64 = 1 << 16;
/// So many links may point to one another.
const MOST_LINKS: usize = 40;

impl Output {
    /// A file of this name and kind, which may replace whatever is there only if it is forced to.
    pub fn open(name: &Path, kind: FileKind, force: bool) -> Result<Output, OutputError> {
        let place = place_of(name).map_err(|error| OutputError::Io(name.to_owned(), error))?;
        let output = Output { name: name.to_owned(), kind, force, place };
        output.may_replace()?;
        output.can_be_written().map_err(|error| output.failed(error))?;
        Ok(output)
    }

    /// The file's name, as it was given.
    #[must_use]
    pub fn name(&self) -> &Path {
        &self.name
    }

    /// Where the file really is, if it is one, and no device or pipe.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match &self.place {
            Place::File(path) => Some(path),
            Place::Stream(_) => None,
        }
    }

    /// Writes the whole file.
    pub fn write(&self, content: &[u8]) -> Result<(), OutputError> {
        self.write_with(|out| out.write_all(content), |_| Ok(()))
    }

    /// Writes the whole file; `before` is called when it is complete and about to take the place of what has its name.
    pub(crate) fn write_with(
        &self,
        content: impl FnOnce(&mut File) -> io::Result<()>,
        before: impl FnOnce(&Path) -> io::Result<()>,
    ) -> Result<(), OutputError> {
        // What is there may have come while we were working.
        self.may_replace()?;
        let done = match &self.place {
            Place::File(path) => replace(path, content, before),
            Place::Stream(path) => OpenOptions::new().append(true).open(path).and_then(|mut file| content(&mut file)),
        };
        done.map_err(|error| self.failed(error))
    }

    fn failed(&self, error: io::Error) -> OutputError {
        OutputError::Io(self.name.clone(), error)
    }

    /// Whether nothing is lost if the file is written.
    fn may_replace(&self) -> Result<(), OutputError> {
        let Place::File(path) = &self.place else { return Ok(()) };
        match holds(path, self.kind).map_err(|error| self.failed(error))? {
            Holds::Other if self.force => Ok(()),
            Holds::Other if self.kind == FileKind::Positions => Err(OutputError::Exists(self.name.clone())),
            Holds::Other => Err(OutputError::Foreign(self.name.clone(), self.kind)),
            Holds::Nothing | Holds::Same => Ok(()),
        }
    }

    /// Tries what can be tried without changing anything.
    fn can_be_written(&self) -> io::Result<()> {
        match &self.place {
            Place::File(path) => {
                if path.exists() {
                    OpenOptions::new().write(true).open(path)?;
                }
                Temporary::beside(path).map(drop)
            }
            // A pipe waits for its reader, and there may be none before there is something to read.
            Place::Stream(path) if is_pipe(path) => Ok(()),
            Place::Stream(path) => OpenOptions::new().append(true).open(path).map(drop),
        }
    }
}

/// What is where a file is to be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Holds {
    /// No file, or an empty one.
    Nothing,
    /// A file of this kind.
    Same,
    /// Something else.
    Other,
}

/// What a file holds that may not be there.
pub(crate) fn holds(path: &Path, kind: FileKind) -> io::Result<Holds> {
    let mut head = Vec::new();
    match File::open(path) {
        Ok(file) => file.take(HEAD).read_to_end(&mut head)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Holds::Nothing),
        Err(error) => return Err(error),
    };
    Ok(match head.is_empty() {
        true => Holds::Nothing,
        false if kind.begins_with(&head) => Holds::Same,
        false => Holds::Other,
    })
}

/// Follows links to where a file of this name is, or would be.
fn place_of(name: &Path) -> io::Result<Place> {
    let mut path = name.to_owned();
    for _ in 0..MOST_LINKS {
        // What these names stand for is open already, and whoever opened it goes on writing to it.
        if ["/proc", "/dev/fd"].iter().any(|open| path.starts_with(open)) {
            return Ok(Place::Stream(path));
        }
        match fs::symlink_metadata(&path) {
            Ok(metadata) if metadata.is_symlink() => {
                let target = fs::read_link(&path)?;
                path = directory_of(&path).join(target);
            }
            Ok(metadata) if metadata.is_dir() => {
                return Err(io::Error::other("it is a directory; expected a file name"));
            }
            Ok(metadata) if metadata.is_file() => return Ok(Place::File(path)),
            Ok(_) => return Ok(Place::Stream(path)),
            Err(error) if error.kind() == io::ErrorKind::NotFound && path.file_name().is_some() => {
                return Ok(Place::File(path));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(io::Error::other("expected a file name"));
            }
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// Whether two names stand for the same file, also if it is not there yet. Devices and pipes can serve for both.
#[must_use]
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    real_path(one).is_some_and(|path| real_path(other) == Some(path))
}

/// The file that a name stands for after all links.
pub(crate) fn real_path(name: &Path) -> Option<PathBuf> {
    let Ok(Place::File(path)) = place_of(name) else { return None };
    Some(fs::canonicalize(directory_of(&path)).ok()?.join(path.file_name()?))
}

fn directory_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A name beside a file's: its own with something appended.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(ending);
    path.with_file_name(name)
}

#[cfg(unix)]
fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    fs::metadata(path).is_ok_and(|metadata| metadata.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_pipe(_: &Path) -> bool {
    false
}

/// Writes a file that takes its name when it is complete and on the disk.
fn replace(
    path: &Path,
    content: impl FnOnce(&mut File) -> io::Result<()>,
    before: impl FnOnce(&Path) -> io::Result<()>,
) -> io::Result<()> {
    let mut temporary = Temporary::beside(path)?;
    if let Ok(metadata) = fs::metadata(path) {
        take_after(&temporary.file, &metadata)?;
    }
    content(&mut temporary.file)?;
    temporary.file.sync_all()?;
    before(path)?;
    fs::rename(&temporary.path, path)?;
    temporary.named = true;
    // Some systems cannot do this. The file is complete all the same, under its old name or the new one.
    #[cfg(unix)]
    let _ = File::open(directory_of(path)).and_then(|directory| directory.sync_all());
    Ok(())
}

/// Gives a file the owner, as far as that is allowed, and the mode of another.
fn take_after(file: &File, metadata: &fs::Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let own = file.metadata()?;
        if (own.uid(), own.gid()) != (metadata.uid(), metadata.gid()) {
            let _ = fchown(file, Some(metadata.uid()), Some(metadata.gid()));
        }
    }
    file.set_permissions(metadata.permissions())
}

/// A file that has no name of its own yet. It is removed unless it gets one.
struct Temporary {
    path: PathBuf,
    file: File,
    named: bool,
}

impl Temporary {
    /// A new file in the directory of another, which no other process writes to.
    fn beside(path: &Path) -> io::Result<Temporary> {
        let process = std::process::id();
        let mut number = 0;
        loop {
            let own = beside(path, &format!("{process}-{number}.tmp"));
            match OpenOptions::new().write(true).create_new(true).open(&own) {
                Ok(file) => return Ok(Temporary { path: own, file, named: false }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 1000 => number += 1,
                Err(error) => return Err(error),
            }
        }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.named {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Removes what processes that were killed have left of a file that nobody else can be writing now.
pub(crate) fn remove_leftovers(path: &Path) {
    let Some(name) = path.file_name() else { return };
    let is_leftover = |other: OsString| {
        let (Some(name), Some(other)) = (name.to_str(), other.to_str()) else { return false };
        let numbers = other.strip_prefix(name).and_then(|rest| rest.strip_prefix('.')?.strip_suffix(".tmp"));
        numbers.and_then(|numbers| numbers.split_once('-')).is_some_and(|(process, number)| {
            [process, number].iter().all(|text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()))
        })
    };
    for entry in fs::read_dir(directory_of(path)).into_iter().flatten().flatten() {
        if is_leftover(entry.file_name()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}
