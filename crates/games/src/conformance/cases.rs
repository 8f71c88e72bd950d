//! Data files for the conformance suite.
//!
//! Each line is a case with three parts between `|`: the parameters as `name=value`, the position (nothing for the one to
//! start from), and the number of lines of play of 1, 2, 3 … moves. `#` starts a comment; it should say where the numbers
//! come from.
//!
//! ```text
//! # counted by hand
//! size=3x3x3 |       | 9 72
//! size=3x3x3 | b2 a1 | 7 42
//! ```

use provenum_game::Parameters;

/// One line of a data file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case<'d> {
    /// The game's parameters.
    pub parameters: Parameters,
    /// The position's text; none for the position to start from.
    pub position: Option<&'d str>,
    /// The number of lines of play of 1, 2, 3 … moves.
    pub counts: Vec<u64>,
    /// The line of the file, counted from 1.
    pub line: usize,
}

/// Reads a data file.
///
/// # Panics
/// If it is not in the format above, or there is no case in it.
pub fn read(data: &str) -> Vec<Case<'_>> {
    let mut cases = Vec::new();
    for (index, text) in data.lines().enumerate() {
        let text = text.split('#').next().unwrap_or_default().trim();
        if text.is_empty() {
            continue;
        }
        let line = index + 1;
        let parts: Vec<_> = text.split('|').map(str::trim).collect();
        let &[parameters, position, counts] = &*parts else {
            panic!("line {line}: parameters | position | counts are wanted");
        };
        let parameters = parameters.split_whitespace().fold(Parameters::new(), |all, parameter| {
            let (name, value) = parameter
                .split_once('=')
                .unwrap_or_else(|| panic!("line {line}: {parameter} is no parameter, which has a ="));
            all.with(name, value)
        });
        let position = (!position.is_empty()).then_some(position);
        let counts = counts
            .split_whitespace()
            .map(|count| count.parse().unwrap_or_else(|_| panic!("line {line}: {count} is no number")))
            .collect();
        cases.push(Case { parameters, position, counts, line });
    }
    assert!(!cases.is_empty(), "there is no case in the data");
    cases
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_three_parts() {
        let cases = read("# source\n\nsize=3x3x3 symmetry=none | b2 a1 | 7 42 # more\n | |");
        let parameters = Parameters::new().with("size", "3x3x3").with("symmetry", "none");
        assert_eq!(cases[0], Case { parameters, position: Some("b2 a1"), counts: vec![7, 42], line: 3 });
        assert_eq!(cases[1], Case { parameters: Parameters::new(), position: None, counts: vec![], line: 4 });
    }

    #[test]
    #[should_panic(expected = "line 1: parameters | position | counts are wanted")]
    fn anything_else_is_refused() {
        read("7 49");
    }
}
