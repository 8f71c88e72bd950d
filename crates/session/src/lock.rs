//! A lock that one process at a time can hold. The system takes it back when the process ends, however it ends.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// A lock, kept by a file of its own beside what it protects: that one is replaced by others time and again.
#[derive(Debug)]
pub(crate) struct Lock {
    path: PathBuf,
    file: File,
}

impl Lock {
    /// Takes the lock, unless another process has it.
    pub(crate) fn take(path: &Path) -> io::Result<Option<Lock>> {
        loop {
            let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                // A system without locks is no reason to save nothing.
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
                Err(TryLockError::Error(error)) => return Err(error),
            }
            // Who had it before may have removed the file after it was opened here: then it locks nothing.
            if is_named(&file, path) {
                return Ok(Some(Lock { path: path.to_owned(), file }));
            }
        }
    }
}

#[cfg(unix)]
fn is_named(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    file.metadata().is_ok_and(|own| fs::metadata(path).is_ok_and(|named| identity(own) == identity(named)))
}

#[cfg(not(unix))]
fn is_named(_: &File, _: &Path) -> bool {
    true
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Removed while it is locked, and only if it is surely ours.
        if cfg!(unix) && self.file.metadata().is_ok_and(|metadata| metadata.len() == 0) {
            let _ = fs::remove_file(&self.path);
        }
    }
}
