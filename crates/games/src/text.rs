//! What the notations of several games have in common: words with the column they start at, and sizes such as `7x6`.

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
