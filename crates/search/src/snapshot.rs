//! A search on disk: enough to go on after the machine was switched off.
//!
//! A depth-first search is its table: whatever else it knows can be found again from there in no time. So a snapshot is
//! the table, the way from the root to where the search was, what it has done, and a description by whoever asked, which
//! means nothing here.
//!
//! ```text
//! 8 bytes   "PVNSNAP" and the version, 1
//! u64 n     and n bytes: the description
//! 4 u64     expanded, generated, memory, depth
//! u64 n     and n u64: the keys on the way from the root
//! 2 u64     bytes that the table may grow to, and bytes that it has
//! u64 n     and n times two u64: the entries
//! u32       CRC-32 of all before it
//! ```
//!
//! All numbers are little-endian.

use crate::Statistics;
use crate::table::{Entry, Replacement, Table};
use std::io::{self, Read, Write};

const MAGIC: [u8; 7] = *b"PVNSNAP";
const VERSION: u8 = 1;

/// What is saved of a search that goes on.
#[derive(Debug)]
pub struct Snapshot<'a> {
    /// What it remembers.
    pub table: &'a Table,
    /// The keys of the nodes on the way from the root to where it is.
    pub path: Vec<u64>,
    /// What it has done.
    pub statistics: Statistics,
}

/// Saves a search from time to time.
pub trait Saver: Send {
    /// Whether it is time to save.
    fn is_due(&mut self) -> bool;
    /// Saves what there is.
    fn save(&mut self, snapshot: &Snapshot<'_>);
}

impl Snapshot<'_> {
    /// Writes the snapshot, with a description of what is being searched.
    pub fn write(&self, description: &[u8], out: impl Write) -> io::Result<()> {
        let mut out = Summed { inner: out, sum: crc32fast::Hasher::new() };
        out.write_all(&MAGIC)?;
        out.write_all(&[VERSION])?;
        out.number(description.len() as u64)?;
        out.write_all(description)?;
        let Statistics { expanded, generated, memory, depth, .. } = self.statistics;
        for number in [expanded, generated, memory, depth.into(), self.path.len() as u64] {
            out.number(number)?;
        }
        for &key in &self.path {
            out.number(key)?;
        }
        out.number(self.table.most_memory())?;
        out.number(self.table.memory())?;
        // Where threads have shared the table, it knows only about how many there are.
        out.number(self.table.entries().count() as u64)?;
        for entry in self.table.entries() {
            let [key, data] = entry.words();
            out.number(key)?;
            out.number(data)?;
        }
        let sum = out.sum.clone().finalize();
        out.inner.write_all(&sum.to_le_bytes())?;
        out.inner.flush()
    }
}

/// A search that was saved.
#[derive(Debug)]
pub struct Saved {
    /// What was being searched.
    pub description: Vec<u8>,
    /// What the search had done.
    pub statistics: Statistics,
    pub(crate) path: Vec<u64>,
    pub(crate) table: Table,
}

/// A file that is no snapshot, or not a whole one.
#[derive(Debug, thiserror::Error)]
pub enum SnapshotError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It begins with something else.
    #[error("it is not a checkpoint")]
    Foreign,
    /// It has another version.
    #[error("it was made by a different version of provenum")]
    Version,
    /// It ends too early, or its content was changed.
    #[error("it is damaged: {0}")]
    Damaged(&'static str),
}

impl Saved {
    /// Whether a file that begins like this is a snapshot, of whatever version.
    #[must_use]
    pub fn is_begun_by(head: &[u8]) -> bool {
        head.starts_with(&MAGIC)
    }

    /// Reads a snapshot.
    pub fn read(input: impl Read) -> Result<Saved, SnapshotError> {
        let mut input = Summed { inner: input, sum: crc32fast::Hasher::new() };
        let mut magic = [0; 8];
        input.read_exact(&mut magic).map_err(|_| SnapshotError::Foreign)?;
        if !Saved::is_begun_by(&magic) {
            return Err(SnapshotError::Foreign);
        }
        if magic[MAGIC.len()] != VERSION {
            return Err(SnapshotError::Version);
        }
        let length = input.read_number()?;
        let mut description = Vec::new();
        // Whatever the length says, no more is taken than there is.
        input.by_ref().take(length).read_to_end(&mut description)?;
        if description.len() as u64 != length {
            return Err(SnapshotError::Damaged("it ends too early"));
        }
        let mut numbers = [0; 5];
        for number in &mut numbers {
            *number = input.read_number()?;
        }
        let [expanded, generated, memory, depth, steps] = numbers;
        let mut path = Vec::new();
        for _ in 0..steps {
            path.push(input.read_number()?);
        }
        let (most, size) = (input.read_number()?, input.read_number()?);
        if size > most {
            return Err(SnapshotError::Damaged("its table is larger than its limit"));
        }
        let mut table = Table::of_size(most, size, Replacement::LeastWork, None)?;
        for _ in 0..input.read_number()? {
            let words = [input.read_number()?, input.read_number()?];
            table.restore(Entry::from_words(words));
        }
        let sum = input.sum.clone().finalize();
        let mut stored = [0; 4];
        input.inner.read_exact(&mut stored).map_err(|_| SnapshotError::Damaged("it ends too early"))?;
        if u32::from_le_bytes(stored) != sum {
            return Err(SnapshotError::Damaged("its checksum is wrong"));
        }
        if input.inner.read(&mut [0])? != 0 {
            return Err(SnapshotError::Damaged("there is extra data at the end"));
        }
        let depth = u32::try_from(depth).unwrap_or(u32::MAX);
        let statistics = Statistics { expanded, generated, memory, depth, ..Statistics::default() };
        Ok(Saved { description, statistics, path, table })
    }
}

/// Sums up what is written or read.
struct Summed<T> {
    inner: T,
    sum: crc32fast::Hasher,
}

impl<T: Write> Summed<T> {
    fn number(&mut self, number: u64) -> io::Result<()> {
        self.write_all(&number.to_le_bytes())
    }
}

impl<T: Write> Write for Summed<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<T: Read> Summed<T> {
    fn read_number(&mut self) -> Result<u64, SnapshotError> {
        let mut bytes = [0; 8];
        self.read_exact(&mut bytes).map_err(|_| SnapshotError::Damaged("it ends too early"))?;
        Ok(u64::from_le_bytes(bytes))
    }
}

impl<T: Read> Read for Summed<T> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(bytes)?;
        self.sum.update(&bytes[..read]);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Numbers;

    /// Keys that lie all over a table.
    fn keys() -> impl Iterator<Item = u64> {
        (1..50u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn bytes() -> Vec<u8> {
        let mut table = Table::new(1 << 16, Replacement::LeastWork, None).unwrap();
        for key in keys() {
            table.store(key, Numbers { proof: 3, disproof: 4 }, 7, 1);
        }
        let snapshot = Snapshot { table: &table, path: vec![1, 2, 3], statistics: Statistics::default() };
        let mut bytes = Vec::new();
        snapshot.write(b"what it is", &mut bytes).unwrap();
        bytes
    }

    #[test]
    fn a_snapshot_comes_back_whole() {
        let saved = Saved::read(bytes().as_slice()).unwrap();
        assert_eq!(
            (saved.description.as_slice(), saved.path.as_slice()),
            (b"what it is".as_slice(), [1, 2, 3].as_slice())
        );
        assert_eq!(saved.table.len(), 49);
        assert!(keys().all(|key| saved.table.probe(key).is_some()));
    }

    #[test]
    fn damage_is_noticed() {
        let whole = bytes();
        for length in (0..whole.len()).step_by(7) {
            assert!(Saved::read(&whole[..length]).is_err(), "cut at {length}");
        }
        for bit in (0..8 * whole.len()).step_by(13) {
            let mut flipped = whole.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(Saved::read(flipped.as_slice()).is_err(), "bit {bit}");
        }
        assert!(matches!(Saved::read([whole, vec![0]].concat().as_slice()), Err(SnapshotError::Damaged(_))));
        assert!(matches!(Saved::read(b"something else altogether".as_slice()), Err(SnapshotError::Foreign)));
    }
}
