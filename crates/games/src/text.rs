//! What the notations of several games have in common: words with the column they start at, sizes such as `7x6`, parts
//! such as `seed=7`, and counts for messages.

use provenum_game::{InputError, shorten};
use std::{collections::HashSet, fmt, ops::RangeInclusive};

/// The words of a line, each with the column (in characters, from 1) at which it starts.
pub(crate) fn words(line: &str, separates: impl Fn(char) -> bool + Copy) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = line;
    let mut column = 1;
    std::iter::from_fn(move || {
        let word_on = rest.trim_start_matches(separates);
        column += rest[..rest.len() - word_on.len()].chars().count();
        let (word, tail) = word_on.split_at(word_on.find(separates).unwrap_or(word_on.len()));
        let start = column;
        column += word.chars().count();
        rest = tail;
        (!word.is_empty()).then_some((start, word))
    })
}

/// The numbers of a size such as `7x6`, if there are exactly as many as are wanted.
pub(crate) fn size<const N: usize>(text: &str) -> Option<[u32; N]> {
    let mut numbers = [0; N];
    let mut parts = text.split(['x', 'X']);
    for number in &mut numbers {
        *number = parts.next().filter(|part| part.bytes().all(|b| b.is_ascii_digit()))?.parse().ok()?;
    }
    parts.next().is_none().then_some(numbers)
}

/// A number of things, for messages: `1 row`, `2 rows`.
pub(crate) fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// The parts of a text such as `seed=7 depth=4`, each of them once; `expected` says which there are.
pub(crate) fn parts<'t>(text: &'t str, expected: &str) -> Result<Vec<Part<'t>>, InputError> {
    let mut seen = HashSet::new();
    let part = |(column, word): (usize, &'t str)| {
        let Some((name, value)) = word.split_once('=') else {
            return Err(InputError::at(column, format!("{:?} has no =", shorten(word)), expected));
        };
        if !seen.insert(name) {
            return Err(InputError::at(column, format!("{} is given twice", shorten(name)), "each part once"));
        }
        Ok(Part { column, name, value })
    };
    words(text, char::is_whitespace).map(part).collect()
}

/// One `name=value` and where it is.
pub(crate) struct Part<'t> {
    pub(crate) column: usize,
    pub(crate) name: &'t str,
    pub(crate) value: &'t str,
}

impl Part<'_> {
    pub(crate) fn error(&self, expected: String) -> InputError {
        InputError::at(self.column, format!("{} cannot be {:?}", self.name, shorten(self.value)), expected)
    }

    pub(crate) fn within<N>(&self, range: RangeInclusive<N>) -> Result<N, InputError>
    where
        N: std::str::FromStr + PartialOrd + fmt::Display,
    {
        let number = self.value.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| self.error(format!("a number from {} to {}", range.start(), range.end())))
    }

    pub(crate) fn yes_or_no(&self) -> Result<bool, InputError> {
        match self.value {
            "yes" => Ok(true),
            "no" => Ok(false),
            _ => Err(self.error("yes or no".to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_their_column() {
        let found: Vec<_> = words(" é, b2  c", |c| c == ' ' || c == ',').collect();
        assert_eq!(found, [(2, "é"), (5, "b2"), (9, "c")]);
        assert_eq!(words("  ", char::is_whitespace).count(), 0);
    }

    #[test]
    fn sizes_have_just_their_numbers() {
        assert_eq!(size("7x6"), Some([7, 6]));
        for wrong in ["", "7", "7x", "7x6x5", "+7x6", "7 x6", "99999999999x1"] {
            assert_eq!(size::<2>(wrong), None, "{wrong}");
        }
    }
}
