//! A file that is read part by part, never further than asked.

use crate::{DecodeError, ReadError};
use std::io::Read;

/// What is read, and how far that has come.
pub(crate) struct Source<R> {
    input: R,
    at: usize,
}

impl<R: Read> Source<R> {
    pub(crate) fn new(input: R) -> Source<R> {
        Source { input, at: 0 }
    }

    /// How many bytes were read.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// An error at the place that was read last.
    pub(crate) fn error(&self, problem: impl Into<String>) -> DecodeError {
        DecodeError { offset: self.at, problem: problem.into() }
    }

    /// The next bytes. However many are asked for, no more memory is taken than there are.
    pub(crate) fn take(&mut self, count: usize, what: &str) -> Result<Vec<u8>, ReadError> {
        let mut taken = Vec::new();
        self.input.by_ref().take(count as u64).read_to_end(&mut taken)?;
        if taken.len() < count {
            return Err(self.error(format!("the file ends in the middle of {what}")).into());
        }
        self.at += count;
        Ok(taken)
    }

    /// Demands that nothing is left.
    pub(crate) fn end(&mut self, what: &str) -> Result<(), ReadError> {
        let mut more = Vec::new();
        self.input.by_ref().take(1).read_to_end(&mut more)?;
        if more.is_empty() { Ok(()) } else { Err(self.error(format!("there are extra bytes in {what}")).into()) }
    }
}
