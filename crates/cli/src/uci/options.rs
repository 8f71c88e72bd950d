//! What can be set from the other program.

use provenum_game::Attack;
use std::path::PathBuf;
use std::str::SplitWhitespace;

/// What is set.
#[derive(Clone, Debug)]
pub(super) struct Options {
    /// Bytes that a search may use.
    pub(super) memory: u64,
    /// Threads that search together.
    pub(super) threads: u64,
    /// Whether the shortest mate is wanted.
    pub(super) shortest: bool,
    /// Which moves of the side to move are tried.
    pub(super) attack: Attack,
    /// Where the certificate of an answer is written.
    pub(super) certificate: Option<PathBuf>,
}

const MIB: u64 = 1 << 20;
const HASH: (u64, u64, u64) = (1, 1 << 20, 256);
const THREADS: (u64, u64) = (1, 1024);

impl Default for Options {
    fn default() -> Options {
        Options { memory: HASH.2 * MIB, threads: 1, shortest: true, attack: Attack::All, certificate: None }
    }
}

impl Options {
    /// The options as the protocol declares them.
    pub(super) fn describe() -> [String; 5] {
        let (min, max, default) = HASH;
        [
            format!("option name Hash type spin default {default} min {min} max {max}"),
            format!("option name Threads type spin default 1 min {} max {}", THREADS.0, THREADS.1),
            "option name Shortest type check default true".to_owned(),
            "option name Attack type combo default all var all var forcing var threats".to_owned(),
            "option name Certificate type string default <empty>".to_owned(),
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
        let number = |(min, max): (u64, u64)| {
            let number = value.parse().ok().filter(|number| (min..=max).contains(number));
            number.ok_or_else(|| format!("{name}: {value:?} is not accepted; expected a number from {min} to {max}"))
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.memory = number((HASH.0, HASH.1))? * MIB,
            "threads" => self.threads = number(THREADS)?,
            "shortest" => {
                let flag = value.parse::<bool>();
                self.shortest =
                    flag.map_err(|_| format!("{name}: {value:?} is not accepted; expected true or false"))?;
            }
            "attack" => {
                let attack = Attack::named(&value);
                let expected = "expected all, forcing or threats";
                self.attack = attack.ok_or_else(|| format!("{name}: {value:?} is not accepted; {expected}"))?;
            }
            "certificate" => {
                self.certificate = Some(value).filter(|path| !path.is_empty() && path != "<empty>").map(PathBuf::from);
            }
            // Chess programs set it, and it makes no difference here: castling is read in both ways.
            "uci_chess960" | "ponder" => {}
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
}
