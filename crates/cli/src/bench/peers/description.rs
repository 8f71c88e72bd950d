//! What a peer is called with and how its output is read.
//!
//! ```text
//! peer NAME GAME             # a solver; what follows is about it
//!   command PROGRAM ...      # a program of the directory; {file} is a file with all positions, one per line
//!   begin LINE               # a line for its standard input before the first position
//!   input LINE               # a line for each position, which {position} stands for
//!   until WORD               # the next position waits for a line of output that begins with this
//!   end LINE                 # a line after the last position
//!   without CHARACTERS       # are left out of positions
//!   value word N             # the answer is the N-th word of a line; lines where that is no number are passed over
//!   value after WORD         # or the word after this one
//!   nodes ...                # the same for the number of nodes: of the answer's line, or else the last before it
//! set NAME FILE GAME ...     # positions of a file in the directory, one per line; what ours is told of the game
//! ```
//!
//! A line that starts with `#` is a comment.

use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Default)]
pub(super) struct Description {
    pub(super) peers: Vec<Peer>,
    pub(super) sets: Vec<Set>,
}

/// Another solver.
#[derive(Default)]
pub(super) struct Peer {
    pub(super) name: String,
    pub(super) game: String,
    /// Never empty.
    pub(super) command: Vec<String>,
    pub(super) begin: Vec<String>,
    pub(super) input: Vec<String>,
    pub(super) until: Option<String>,
    pub(super) end: Vec<String>,
    without: String,
    pub(super) value: Option<Place>,
    pub(super) nodes: Option<Place>,
}

/// Positions, and with which options ours solves them.
pub(super) struct Set {
    pub(super) name: String,
    pub(super) game: String,
    pub(super) options: Vec<String>,
    pub(super) positions: Vec<String>,
}

/// Where in a line of output something stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// The word with this number, from 1.
    Word(usize),
    /// The word after this one.
    After(String),
}

impl Place {
    fn read(text: &str) -> Result<Place> {
        match text.split_whitespace().collect::<Vec<_>>()[..] {
            ["word", number] => match number.parse() {
                Ok(number) if number > 0 => Ok(Place::Word(number)),
                _ => bail!("{number:?} is not the number of a word; the first is 1"),
            },
            ["after", word] => Ok(Place::After(word.to_owned())),
            _ => bail!("expected `word NUMBER` or `after WORD`"),
        }
    }

    /// The word at this place. Bars of tables are no words, and where words are counted, only a number is one.
    pub(super) fn find<'l>(&self, line: &'l str) -> Option<&'l str> {
        let mut words = line.split(|c: char| c.is_whitespace() || c == '|').filter(|word| !word.is_empty());
        match self {
            Place::Word(number) => words.nth(number - 1).filter(|word| word.parse::<i64>().is_ok()),
            Place::After(before) => words.find(|word| word == before).and_then(|_| words.next()),
        }
    }
}

impl Set {
    /// A set of the positions in a text, one per line.
    pub(super) fn new(name: &str, game: &str, positions: &str) -> Result<Set> {
        let mut words = game.split_whitespace().map(str::to_owned);
        let game = words.next().context("no game is named")?;
        let lines = positions.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let positions: Vec<String> = lines.map(str::to_owned).collect();
        if positions.is_empty() {
            bail!("the set {name} has no positions");
        }
        Ok(Set { name: name.to_owned(), game, options: words.collect(), positions })
    }
}

impl Peer {
    pub(super) fn program(&self, directory: &Path) -> PathBuf {
        directory.join(&self.command[0])
    }

    /// A position as the peer wants it.
    pub(super) fn position(&self, position: &str) -> String {
        position.chars().filter(|c| !self.without.contains(*c)).collect()
    }

    fn set(&mut self, key: &str, rest: &str) -> Result<()> {
        match key {
            "command" => self.command = rest.split_whitespace().map(str::to_owned).collect(),
            "begin" => self.begin.push(rest.to_owned()),
            "input" => self.input.push(rest.to_owned()),
            "until" => self.until = Some(rest.to_owned()),
            "end" => self.end.push(rest.to_owned()),
            "without" => self.without = rest.to_owned(),
            "value" => self.value = Some(Place::read(rest)?),
            "nodes" => self.nodes = Some(Place::read(rest)?),
            _ => bail!(
                "{key:?} is unknown; known are peer, set, command, begin, input, until, end, without, value, nodes"
            ),
        }
        Ok(())
    }

    fn complete(&self) -> Result<()> {
        let missing = if self.command.is_empty() { "command" } else { "value" };
        if self.command.is_empty() || self.value.is_none() {
            bail!("the peer {} has no line `{missing}`", self.name);
        }
        if self.input.is_empty() && !self.command.iter().any(|word| word.contains("{file}")) {
            bail!("the peer {} gets no positions: it needs a line `input`, or {{file}} in its command", self.name);
        }
        Ok(())
    }
}

impl Description {
    pub(super) fn read(text: &str, directory: &Path) -> Result<Description> {
        let mut description = Description::default();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                description.line(line, directory).with_context(|| format!("line {}", number + 1))?;
            }
        }
        description.peers.iter().try_for_each(Peer::complete)?;
        Ok(description)
    }

    fn line(&mut self, line: &str, directory: &Path) -> Result<()> {
        let (key, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(key, rest)| (key, rest.trim()));
        match key {
            "peer" => {
                let [name, game] = rest.split_whitespace().collect::<Vec<_>>()[..] else {
                    bail!("expected `peer NAME GAME`");
                };
                self.peers.push(Peer { name: name.to_owned(), game: game.to_owned(), ..Peer::default() });
            }
            "set" => {
                let mut parts = rest.splitn(3, char::is_whitespace);
                let (Some(name), Some(file), Some(game)) = (parts.next(), parts.next(), parts.next()) else {
                    bail!("expected `set NAME FILE GAME [OPTION ...]`");
                };
                let positions =
                    fs::read_to_string(directory.join(file)).with_context(|| format!("cannot read {file}"))?;
                self.sets.push(Set::new(name, game, &positions)?);
            }
            _ => self.peers.last_mut().context("expected `peer NAME GAME` first")?.set(key, rest)?,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_counted_without_bars_and_headings_are_passed_over() {
        let line = " 12| 14  +18  0:00.1   24042 ";
        assert_eq!(Place::Word(3).find(line), Some("+18"));
        assert_eq!(Place::Word(5).find(line), Some("24042"));
        assert_eq!(Place::Word(3).find(" # | depth|score| time"), None);
        assert_eq!(Place::Word(9).find(line), None);
        assert_eq!(Place::After("checkmate".to_owned()).find("checkmate G*5b 5a4a"), Some("G*5b"));
        assert_eq!(Place::After("nodes".to_owned()).find("info depth 3 nodes 17 pv 1a1b"), Some("17"));
        assert_eq!(Place::After("nodes".to_owned()).find("info nodes"), None);
    }

    #[test]
    fn mistakes_are_told_with_their_line() {
        for (text, said) in [
            ("command a", "line 1: expected `peer NAME GAME` first"),
            ("peer a", "line 1: expected `peer NAME GAME`"),
            ("peer a b\n  value word 0", "line 2: \"0\" is not the number"),
            ("peer a b\n  value third", "line 2: expected `word NUMBER` or `after WORD`"),
            ("peer a b\n  colour red", "line 2: \"colour\" is unknown"),
            ("peer a b\n  command c", "the peer a has no line `value`"),
            ("peer a b\n  value word 1", "the peer a has no line `command`"),
            ("peer a b\n  value word 1\n  command c", "the peer a gets no positions"),
            ("# nothing\nset a b", "line 2: expected `set NAME FILE GAME"),
            ("set a missing.txt connect4", "line 1: cannot read missing.txt"),
        ] {
            let error = Description::read(text, Path::new("/nowhere")).err().unwrap();
            assert!(format!("{error:#}").starts_with(said), "{error:#}");
        }
    }
}
