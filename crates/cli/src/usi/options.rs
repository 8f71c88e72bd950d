//! What can be set from the other program.

use std::path::PathBuf;
use std::str::SplitWhitespace;
use std::time::Duration;

/// What is set.
#[derive(Clone, Debug)]
pub(super) struct Options {
    /// Bytes that a search may use.
    pub(super) memory: u64,
    /// Threads that search together.
    pub(super) threads: u64,
    /// Nodes that a search may expand.
    pub(super) nodes: Option<u64>,
    /// How often is told how far a search has come; none for never.
    pub(super) interval: Option<Duration>,
    /// Whether the shortest mate is wanted.
    pub(super) shortest: bool,
    /// What the game says of futile interpositions: `count` or `ignore`.
    pub(super) interpositions: &'static str,
    /// Whether a side to move that stands in check defends.
    pub(super) defends_check: bool,
    /// Where the certificate of an answer is written.
    pub(super) certificate: Option<PathBuf>,
}

const MIB: u64 = 1 << 20;
const HASH: (u64, u64, u64) = (1, 1 << 20, 1024);
const THREADS: (u64, u64, u64) = (1, 1024, 1);
const NODES: (u64, u64, u64) = (0, i64::MAX as u64, 0);
/// The first is the default.
const INTERPOSITIONS: [&str; 2] = ["count", "ignore"];
const INTERVAL: (u64, u64, u64) = (0, 1_000_000, 1000);

impl Default for Options {
    fn default() -> Options {
        Options {
            memory: HASH.2 * MIB,
            threads: THREADS.2,
            nodes: None,
            interval: Some(Duration::from_millis(INTERVAL.2)),
            shortest: false,
            interpositions: INTERPOSITIONS[0],
            defends_check: true,
            certificate: None,
        }
    }
}

impl Options {
    /// The options as the protocol declares them.
    pub(super) fn describe() -> [String; 8] {
        let spin = |name: &str, (min, max, default): (u64, u64, u64)| {
            format!("option name {name} type spin default {default} min {min} max {max}")
        };
        [
            spin("USI_Hash", HASH),
            spin("Threads", THREADS),
            spin("NodesLimit", NODES),
            spin("PvInterval", INTERVAL),
            "option name Shortest type check default false".to_owned(),
            "option name FutileInterposition type combo default count var count var ignore".to_owned(),
            "option name RootIsAndNodeIfChecked type check default true".to_owned(),
            "option name Certificate type filename default <empty>".to_owned(),
        ]
    }

    /// Obeys `setoption name NAME value VALUE`.
    pub(super) fn set(&mut self, words: SplitWhitespace<'_>) -> Result<(), String> {
        let words: Vec<&str> = words.collect();
        let (name, value) = match words.as_slice() {
            ["name", name] => (*name, String::new()),
            ["name", name, "value", value @ ..] => (*name, value.join(" ")),
            _ => return Err("setoption: expected name NAME value VALUE".to_owned()),
        };
        let number = |(min, max, _): (u64, u64, u64)| {
            let number = value.parse().ok().filter(|number| (min..=max).contains(number));
            number.ok_or_else(|| format!("{name}: {value:?} is not accepted; expected a number from {min} to {max}"))
        };
        let flag = || {
            let flag = value.parse::<bool>();
            flag.map_err(|_| format!("{name}: {value:?} is not accepted; expected true or false"))
        };
        match name {
            "USI_Hash" => self.memory = number(HASH)? * MIB,
            "Threads" => self.threads = number(THREADS)?,
            "NodesLimit" => self.nodes = Some(number(NODES)?).filter(|&nodes| nodes > 0),
            "PvInterval" => {
                self.interval = Some(number(INTERVAL)?).filter(|&time| time > 0).map(Duration::from_millis);
            }
            "Shortest" => self.shortest = flag()?,
            "FutileInterposition" => {
                let known = INTERPOSITIONS.into_iter().find(|&known| known == value);
                let wrong = || format!("{name}: {value:?} is not accepted; expected {}", INTERPOSITIONS.join(" or "));
                self.interpositions = known.ok_or_else(wrong)?;
            }
            "RootIsAndNodeIfChecked" => self.defends_check = flag()?,
            "Certificate" => {
                self.certificate = Some(value).filter(|path| !path.is_empty() && path != "<empty>").map(PathBuf::from);
            }
            // Every shogi program sets it, and it makes no difference here.
            "USI_Ponder" => {}
            _ => return Err(format!("there is no option {name:?}")),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_that_is_declared_can_be_set_to_its_default() {
        let mut options = Options::default();
        for declared in Options::describe() {
            let words: Vec<&str> = declared.split_whitespace().collect();
            let ["option", "name", name, "type", _, "default", value, ..] = words[..] else { panic!("{declared}") };
            let text = format!("name {name} value {value}");
            assert_eq!(options.set(text.split_whitespace()), Ok(()), "{declared}");
        }
        assert_eq!(format!("{options:?}"), format!("{:?}", Options::default()));
    }

    #[test]
    fn what_is_not_accepted_changes_nothing() {
        let mut options = Options::default();
        for text in
            ["", "name", "name X value 1", "name USI_Hash value 0", "name Shortest value yes", "name NodesLimit"]
        {
            assert!(options.set(text.split_whitespace()).is_err(), "{text}");
        }
        assert_eq!(format!("{options:?}"), format!("{:?}", Options::default()));
    }
}
