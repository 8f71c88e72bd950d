//! What is wrong with something a user wrote.

use std::fmt;

/// A text that is not what it should be. It says what was found, where, and what is accepted there.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InputError {
    /// A parameter of the game has a value that the game does not accept, or the game has no such parameter.
    #[error("parameter {name}: {problem}; expected {expected}")]
    Parameter {
        /// The parameter's name.
        name: String,
        /// What is wrong.
        problem: String,
        /// What is accepted.
        expected: String,
    },
    /// A position's text is wrong at this place.
    #[error("position{place}: {problem}; expected {expected}")]
    Position {
        /// Where in the text.
        place: Place,
        /// What is wrong.
        problem: String,
        /// What is accepted there.
        expected: String,
    },
    /// A move's text is wrong, or the move is not legal.
    #[error("move {text:?}: {problem}; expected {expected}")]
    Move {
        /// The move as it was written.
        text: String,
        /// What is wrong.
        problem: String,
        /// What is accepted.
        expected: String,
    },
}

impl InputError {
    /// A wrong parameter.
    pub fn parameter(name: &str, problem: impl Into<String>, expected: impl Into<String>) -> InputError {
        InputError::Parameter { name: name.to_owned(), problem: problem.into(), expected: expected.into() }
    }

    /// A position that is wrong at a column (counted from 1 in characters) of its only line.
    pub fn at(column: usize, problem: impl Into<String>, expected: impl Into<String>) -> InputError {
        InputError::at_line(None, Some(column), problem, expected)
    }

    /// A position that is wrong as a whole.
    pub fn position(problem: impl Into<String>, expected: impl Into<String>) -> InputError {
        InputError::at_line(None, None, problem, expected)
    }

    /// A position that is wrong at a line and a column of a longer text.
    pub fn at_line(
        line: Option<usize>,
        column: Option<usize>,
        problem: impl Into<String>,
        expected: impl Into<String>,
    ) -> InputError {
        InputError::Position { place: Place { line, column }, problem: problem.into(), expected: expected.into() }
    }

    /// A wrong move.
    pub fn mv(text: &str, problem: impl Into<String>, expected: impl Into<String>) -> InputError {
        InputError::Move { text: shorten(text), problem: problem.into(), expected: expected.into() }
    }
}

/// A place in a text; lines and columns count from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// The line, if the text has several.
    pub line: Option<usize>,
    /// The column in characters.
    pub column: Option<usize>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        if let Some(column) = self.column {
            write!(f, ", column {column}")?;
        }
        Ok(())
    }
}

/// The beginning of a text that may be of any length, for use in a message.
pub fn shorten(text: &str) -> String {
    const MOST: usize = 40;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST).chain(['…']).collect()
}
