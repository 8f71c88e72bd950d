//! Amounts as people write them: `50M` nodes, `1GiB`, `1m30s`.

use std::time::Duration;

/// The least memory that a search can be given.
const LEAST_MEMORY: u64 = 16 << 10;

/// A number of nodes: `5000`, `50k`, `1.5M`, `2G`.
pub(crate) fn nodes(text: &str) -> Result<u64, String> {
    let unit = |unit: &str| match unit {
        "" => Some(1),
        "k" | "K" => Some(1_000),
        "m" | "M" => Some(1_000_000),
        "g" | "G" | "b" | "B" => Some(1_000_000_000),
        _ => None,
    };
    let expected = "a number of nodes such as 5000, 200k or 50M";
    match amount(text, unit) {
        Some(0) => Err(format!("0 leaves nothing to do; expected {expected}")),
        amount => amount.ok_or_else(|| format!("expected {expected}")),
    }
}

/// A number of threads; `auto` is one per core.
pub(crate) fn threads(text: &str) -> Result<usize, String> {
    const MOST: usize = 1024;
    match text {
        "auto" => Ok(provenum_session::threads().min(MOST)),
        number => {
            let number = number.parse().ok().filter(|threads| (1..=MOST).contains(threads));
            number.ok_or_else(|| "expected a number from 1 to 1024, or auto".to_owned())
        }
    }
}

/// An amount of memory: `64KiB`, `1.5GiB`, `500MB`; a single letter means the binary unit.
pub(crate) fn memory(text: &str) -> Result<u64, String> {
    let unit = |unit: &str| match unit.to_ascii_lowercase().as_str() {
        "" | "b" => Some(1),
        "k" | "kib" => Some(1 << 10),
        "m" | "mib" => Some(1 << 20),
        "g" | "gib" => Some(1 << 30),
        "t" | "tib" => Some(1 << 40),
        "kb" => Some(1_000),
        "mb" => Some(1_000_000),
        "gb" => Some(1_000_000_000),
        "tb" => Some(1_000_000_000_000),
        _ => None,
    };
    let bytes = amount(text, unit).ok_or("expected an amount of memory such as 64KiB, 500MB or 4GiB")?;
    if bytes < LEAST_MEMORY { Err("expected at least 16KiB".to_owned()) } else { Ok(bytes) }
}

/// A length of time, at least a millisecond: `250ms`, `60s`, `1.5m`, `1h30m`; a bare number means seconds.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let expected = || "expected a time such as 500ms, 60s, 5m or 1h30m".to_owned();
    let unit = |unit: &str| match unit {
        "ms" => Some(1),
        "" | "s" => Some(1_000),
        "m" | "min" => Some(60_000),
        "h" => Some(3_600_000),
        "d" => Some(86_400_000),
        _ => None,
    };
    let mut rest = text.trim();
    let mut total = 0u64;
    if rest.is_empty() {
        return Err(expected());
    }
    while !rest.is_empty() {
        let number = rest.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let end = rest[number..].find(|c: char| !c.is_ascii_alphabetic()).map_or(rest.len(), |end| number + end);
        let milliseconds = amount(&rest[..end], unit).ok_or_else(expected)?;
        total = total.checked_add(milliseconds).ok_or_else(expected)?;
        rest = &rest[end..];
    }
    match total {
        0 => Err(format!("0 leaves nothing to do; {}", expected())),
        total => Ok(Duration::from_millis(total)),
    }
}

/// Whole numbers from the first to the last, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Range {
    pub(crate) first: u64,
    pub(crate) last: u64,
}

impl std::fmt::Display for Range {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}..{}", self.first, self.last)
    }
}

/// A range of numbers: `5..11`, `2k..100k`.
pub(crate) fn range(text: &str) -> Result<Range, String> {
    let range = text.split_once("..").and_then(|(first, last)| {
        let (first, last) = (nodes(first).ok()?, nodes(last).ok()?);
        (first <= last).then_some(Range { first, last })
    });
    range.ok_or_else(|| "expected a range such as 5..11 or 2k..100k, starting at 1 or more".to_owned())
}

/// A decimal number, up to 12 digits before the point, with a unit behind it.
fn amount(text: &str, unit: impl Fn(&str) -> Option<u64>) -> Option<u64> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, name) = text.split_at(end);
    let scale = unit(name.trim())?;
    if number.split('.').next()?.len() > 12 {
        return None;
    }
    if let Ok(whole) = number.parse::<u64>() {
        return whole.checked_mul(scale);
    }
    let value = number.parse::<f64>().ok()? * scale as f64;
    (value < 9e18).then_some(value as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_as_people_write_them() {
        assert_eq!(nodes("50M"), Ok(50_000_000));
        assert_eq!(nodes("1.5k"), Ok(1500));
        assert_eq!(range("2k..1M"), Ok(Range { first: 2_000, last: 1_000_000 }));
        assert_eq!(memory("64KiB"), Ok(65_536));
        assert_eq!(memory("4 GiB"), Ok(4 << 30));
        assert_eq!(memory("500MB"), Ok(500_000_000));
        assert_eq!(time("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(time("1h30m"), Ok(Duration::from_secs(5400)));
        assert_eq!(time("0.5"), Ok(Duration::from_millis(500)));
    }

    #[test]
    fn what_is_no_amount_is_refused() {
        for text in ["", "-1", "0", "x", "1e9", "5 apples", "99999999999999999999", ".", "M"] {
            assert!(nodes(text).is_err(), "{text}");
            assert!(memory(text).is_err(), "{text}");
        }
        for text in ["", "5", "0..5", "6..5", "..", "1..x", "1..2..3", "1-2"] {
            assert!(range(text).is_err(), "{text}");
        }
        for text in
            ["", "0", "0s", "0h0m", "0.0001", "-1s", "x", "1y", "s", "1h-5m", "99999999999d99999999999d99999999999d"]
        {
            assert!(time(text).is_err(), "{text}");
        }
    }
}
