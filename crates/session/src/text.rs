//! Numbers and texts for people.

/// A number with its digits in groups of three: `2,000`.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of things: `1 move`, `2,000 moves`.
#[must_use]
pub fn count(number: u64, thing: &str) -> String {
    format!("{} {}", grouped(number), plural(number, thing))
}

/// For how many moves an answer is shown, if it is for some only.
#[must_use]
pub fn within(moves: Option<u32>) -> String {
    moves.map_or_else(String::new, |moves| format!(" within {}", count(moves.into(), "move")))
}

/// The word for so many things.
#[must_use]
pub fn plural(number: u64, thing: &str) -> String {
    if number == 1 { thing.to_owned() } else { format!("{thing}s") }
}

/// A text from a file, without anything that a terminal would obey.
#[must_use]
pub fn printable(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_and_things_counted() {
        let all = [0, 999, 1_000, 12_345, 1_234_567].map(grouped);
        assert_eq!(all, ["0", "999", "1,000", "12,345", "1,234,567"]);
        assert_eq!((count(1, "move"), count(2_000, "move")), ("1 move".to_owned(), "2,000 moves".to_owned()));
    }
}
