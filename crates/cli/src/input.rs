//! Where positions come from: the command line, a file of graphs, or one line each of a file or of standard input.

use anyhow::{Context, Result, anyhow, bail};
use provenum_game::{GameInfo, InputError};
use provenum_session::SetUpError;
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
            Some(name) if is_file_name(name, game) => match read_file(Path::new(name)) {
                // Someone may have meant a graph of one node.
                Err(error) if !Path::new(name).exists() => {
                    let expected = format!("a file, or a position (see `provenum games {}`)", game.name);
                    Err(anyhow!("{error:#}; expected {expected}"))
                }
                content => content.map(Some),
            },
            text => Ok(text.clone()),
        }
    }

    /// What is wrong with a position that was read from a file is said of that file.
    pub(crate) fn blamed(&self, game: &GameInfo, error: anyhow::Error) -> anyhow::Error {
        let Some(name) = self.text.as_deref().filter(|name| is_file_name(name, game)) else { return error };
        let input = match (error.downcast_ref::<InputError>(), error.downcast_ref::<SetUpError>()) {
            (Some(error), _) | (None, Some(SetUpError::Input(error))) => error,
            _ => return error,
        };
        let InputError::Position { place, problem, expected } = input else { return error };
        anyhow!("{}{place}: {problem}; expected {expected}", shown(Path::new(name)))
    }
}

/// Whether a text is the name of the file that holds the position.
fn is_file_name(text: &str, game: &GameInfo) -> bool {
    game.in_file && !text.contains(char::is_whitespace)
}

/// Several words as one argument of a shell.
pub(crate) fn quoted<'w>(words: impl IntoIterator<Item = &'w String>) -> String {
    let words: Vec<&str> = words.into_iter().map(String::as_str).collect();
    format!("'{}'", shortened(&words.join(" ")).replace('\'', "'\\''"))
}

/// A position for use in a message, whole unless it is very long.
fn shortened(text: &str) -> String {
    const MOST: usize = 200;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
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
        anyhow!("{}: line {line} is not UTF-8 text", shown())
    })
}

/// The positions of a list, one per line; blank lines and lines that begin with `#` are skipped.
pub(crate) struct Lines {
    reader: Box<dyn BufRead>,
    name: String,
    line: usize,
    /// Whether the rest of a line that is too long is still to be skipped.
    in_line: bool,
}

/// A line that holds no position, and why.
pub(crate) struct BadLine {
    pub(crate) line: usize,
    pub(crate) text: Option<String>,
    pub(crate) error: anyhow::Error,
}

impl Lines {
    /// Opens a file; `-` is standard input.
    pub(crate) fn open(path: &Path) -> Result<Lines> {
        if path == Path::new("-") {
            let reader = Box::new(BufReader::new(io::stdin()));
            return Ok(Lines { reader, name: "standard input".to_owned(), line: 0, in_line: false });
        }
        let name = shown(path);
        let file = File::open(path).with_context(|| format!("cannot read the positions in {name:?}"))?;
        if file.metadata().is_ok_and(|data| data.is_dir()) {
            bail!(
                "cannot read the positions in {name:?}: it is a directory; expected a file with one position per line"
            );
        }
        Ok(Lines { reader: Box::new(BufReader::new(file)), name, line: 0, in_line: false })
    }

    /// Where the last position came from, for messages.
    pub(crate) fn place(&self) -> String {
        format!("{}, line {}", self.name, self.line)
    }

    /// The next position, or what is wrong with the next line; none at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Result<Written, BadLine>>> {
        loop {
            let cannot_read = || format!("cannot read {}", self.name);
            if std::mem::take(&mut self.in_line) {
                self.reader.skip_until(b'\n').with_context(cannot_read)?;
            }
            let mut bytes = Vec::new();
            self.line += 1;
            let read = self.reader.by_ref().take(MOST_BYTES + 1).read_until(b'\n', &mut bytes);
            if read.with_context(cannot_read)? == 0 {
                return Ok(None);
            }
            let bad = |error: anyhow::Error| Ok(Some(Err(BadLine { line: self.line, text: None, error })));
            if bytes.len() as u64 > MOST_BYTES {
                self.in_line = !bytes.ends_with(b"\n");
                return bad(anyhow!("the line is longer than 64 MiB; expected one position per line"));
            }
            let text = match std::str::from_utf8(&bytes) {
                Ok(text) => text,
                Err(error) => {
                    let column = String::from_utf8_lossy(&bytes[..error.valid_up_to()]).chars().count() + 1;
                    return bad(anyhow!("column {column}: not UTF-8 text; expected one position per line"));
                }
            };
            // Some editors begin a file with a mark that is no part of its text.
            let text = text.trim_start_matches('\u{feff}').trim();
            if !text.is_empty() && !text.starts_with('#') {
                return Ok(Some(Ok(Written { text: Some(text.to_owned()), line: Some(self.line) })));
            }
        }
    }
}
