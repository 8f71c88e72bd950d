//! What can be wrong with a certificate.

/// The bytes are not a certificate.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a certificate: {problem} (at byte {offset})")]
pub struct DecodeError {
    /// Where in the file.
    pub offset: usize,
    /// What is wrong there.
    pub problem: String,
}

/// A certificate cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// Its file cannot be read.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// Its file holds something else.
    #[error(transparent)]
    Decode(#[from] DecodeError),
}

/// A certificate that does not prove what it claims: the first thing that is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{problem}")]
pub struct Flaw {
    /// What is wrong.
    pub problem: String,
    /// Which section it is in, counted from 0; none if the whole file is wrong.
    pub section: Option<usize>,
    /// The code of the listed position it is about, if it is about one.
    pub code: Option<Vec<u8>>,
    /// The code of the position after the move in question, if there is one.
    pub after: Option<Vec<u8>>,
}

impl Flaw {
    pub(crate) fn of_file(problem: impl Into<String>) -> Flaw {
        Flaw { problem: problem.into(), section: None, code: None, after: None }
    }
}

/// Two certificates that cannot become one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MergeError {
    /// They are about different games, rules, parameters or positions.
    #[error("they differ in {0}")]
    Subject(&'static str),
    /// One says that a claim holds and the other that it does not.
    #[error("they contradict each other about the claim that {0}")]
    Contradiction(String),
}
