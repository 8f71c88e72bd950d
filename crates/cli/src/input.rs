//! Where positions come from: the command line, a file of graphs, or one line each of a file or of standard input.

use anyhow::{Context, Result, bail};
use provenum_game::GameInfo;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// The longest line, and the largest file with one position, that is read.
const MOST_BYTES: u64 = 64 << 20;

/// A position as it was written, with its line if it came from a list.
pub(crate) struct Written {
    pub(crate) text: Option<String>,
    pub(crate) line: Option<usize>,
}

impl Written {
    /// The text that the game reads: for games whose positions live in files, a word is a file's name.
    pub(crate) fn content(&self, game: &GameInfo) -> Result<Option<String>> {
        match &self.text {
            Some(name) if game.in_file && !name.contains(char::is_whitespace) => read_file(Path::new(name)).map(Some),
            text => Ok(text.clone()),
        }
    }
}

/// A path for use in a message. Of a very long one, which may be no path at all, the end says most.
fn shown(path: &Path) -> String {
    const MOST: usize = 200;
    let text = path.to_string_lossy();
    match text.chars().count().checked_sub(MOST) {
        None | Some(0) => text.into_owned(),
        Some(more) => ['…'].into_iter().chain(text.chars().skip(more)).collect(),
    }
}

fn read_file(path: &Path) -> Result<String> {
    let shown = || format!("cannot read {:?}", shown(path));
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes)).with_context(shown)?;
    if bytes.len() as u64 > MOST_BYTES {
        bail!("{}: the file is larger than 64 MiB", shown());
    }
    String::from_utf8(bytes).map_err(|error| {
        let before = error.as_bytes().iter().take(error.utf8_error().valid_up_to());
        let line = 1 + before.filter(|&&byte| byte == b'\n').count();
        anyhow::anyhow!("{}: line {line} is not UTF-8 text", shown())
    })
}

/// The positions of a list, one per line; blank lines and lines that begin with `#` are skipped.
pub(crate) struct Lines {
    reader: Box<dyn BufRead>,
    name: String,
    line: usize,
}

impl Lines {
    /// Opens a file; `-` is standard input.
    pub(crate) fn open(path: &Path) -> Result<Lines> {
        if path == Path::new("-") {
            let reader = Box::new(BufReader::new(io::stdin()));
            return Ok(Lines { reader, name: "standard input".to_owned(), line: 0 });
        }
        let name = shown(path);
        let file = File::open(path).with_context(|| format!("cannot read the positions in {name:?}"))?;
        if file.metadata().is_ok_and(|data| data.is_dir()) {
            bail!(
                "cannot read the positions in {name:?}: it is a directory; expected a file with one position per line"
            );
        }
        Ok(Lines { reader: Box::new(BufReader::new(file)), name, line: 0 })
    }

    /// Where the last position came from, for messages.
    pub(crate) fn place(&self) -> String {
        format!("{}, line {}", self.name, self.line)
    }

    /// The next position; none at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Written>> {
        loop {
            let mut bytes = Vec::new();
            self.line += 1;
            let read = self.reader.by_ref().take(MOST_BYTES + 1).read_until(b'\n', &mut bytes);
            if read.with_context(|| format!("cannot read {}", self.name))? == 0 {
                return Ok(None);
            }
            if bytes.len() as u64 > MOST_BYTES {
                bail!("{}: the line is longer than 64 MiB; expected one position per line", self.place());
            }
            let text = match std::str::from_utf8(&bytes) {
                Ok(text) => text,
                Err(error) => {
                    let column = String::from_utf8_lossy(&bytes[..error.valid_up_to()]).chars().count() + 1;
                    bail!("{}, column {column}: not UTF-8 text; expected one position per line", self.place());
                }
            };
            // Some editors begin a file with a mark that is no part of its text.
            let text = text.trim_start_matches('\u{feff}').trim();
            if !text.is_empty() && !text.starts_with('#') {
                return Ok(Some(Written { text: Some(text.to_owned()), line: Some(self.line) }));
            }
        }
    }
}
