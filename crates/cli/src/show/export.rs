//! The top of a proof's tree in a file, for other programs or to look at.

use crate::target;
use anyhow::{Context, Result, bail};
use clap::ArgMatches;
use provenum_session::draw::{Picture, dot, pgn, svg};
use provenum_session::{FileKind, Output, Proof, ShownClaim, is_same_file};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// What to write where.
pub(super) struct Export {
    target: Output,
    format: Format,
    depth: usize,
    most: usize,
    width: u32,
}

#[derive(Clone, Copy)]
enum Format {
    Dot,
    Svg,
    Json,
    Pgn,
    Epd,
}

/// What was written.
#[derive(Serialize)]
pub(super) struct Exported {
    pub(super) file: String,
    pub(super) positions: usize,
    /// Whether positions were left out because of `--depth`, `--max-nodes` or `--width`.
    pub(super) cut: bool,
}

impl Export {
    /// What the command line asks for, if it does.
    pub(super) fn read(matches: &ArgMatches, certificate: &Path) -> Result<Option<Export>> {
        let Some(path) = matches.get_one::<PathBuf>("export") else { return Ok(None) };
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        let format = match ending.as_deref() {
            Some("dot") => Format::Dot,
            Some("svg") => Format::Svg,
            Some("json") => Format::Json,
            Some("pgn") => Format::Pgn,
            Some("epd") => Format::Epd,
            _ => bail!(
                "--export {path:?}: expected a file name that ends in .dot, .svg or .json, or for chess in .pgn or .epd"
            ),
        };
        // A certificate can have any name.
        if is_same_file(path, certificate) {
            bail!("--export {path:?}: this would overwrite the certificate; expected another file name");
        }
        let number = |name: &str| matches.get_one::<u32>(name).map_or(0, |&number| number as usize);
        let kind = match format {
            Format::Dot => FileKind::Dot,
            Format::Svg => FileKind::Svg,
            Format::Json => FileKind::Tree,
            Format::Pgn => FileKind::Pgn,
            Format::Epd => FileKind::Epd,
        };
        let target = target::open(path, kind, matches)?;
        let width = matches.get_one::<u32>("width").copied().unwrap_or_default();
        let (depth, most) = (number("depth"), number("max-nodes"));
        Ok(Some(Export { target, format, depth, most, width }))
    }

    /// Writes the tree.
    pub(super) fn write(&self, proof: &dyn Proof, section: usize) -> Result<Exported> {
        let tree = proof.tree(section, self.depth, self.most);
        let caption = proof.caption(section).context("there is no such claim")?;
        let fen = &proof.subject().position;
        if matches!(self.format, Format::Pgn | Format::Epd) && proof.subject().game != "chess" {
            bail!("--export: {} has no such files; expected .dot, .svg or .json", proof.subject().game);
        }
        let claim = |walk| proof.claim(section, walk).context("there is no such claim");
        let whole = |text| Picture { text, positions: tree.len(), cut: tree.iter().any(|node| node.cut) };
        let picture = match self.format {
            Format::Dot => whole(dot(&tree, &caption)),
            Format::Svg => svg(&tree, &caption, self.width),
            Format::Pgn => whole(pgn(&tree, fen, &claim(false)?)),
            Format::Epd => Picture { text: epd(fen, &claim(true)?), positions: 1, cut: false },
            Format::Json => whole(serde_json::to_string_pretty(&tree)? + "\n"),
        };
        self.target.write(picture.text.as_bytes())?;
        let file = self.target.name().to_string_lossy().into_owned();
        Ok(Exported { file, positions: picture.positions, cut: picture.cut })
    }
}

/// The position with what the proof says of it: the first move, within how many moves it mates, and the line.
fn epd(fen: &str, claim: &ShownClaim) -> String {
    let line = claim.walk.as_ref().map(|walk| walk.line.as_slice()).unwrap_or_default();
    let mut text = fen.to_owned();
    if let (Some(longest), Some(first), true) = (claim.longest, line.first(), claim.holds) {
        let first = first.trim_end_matches('#');
        text += &format!(" bm {first}; dm {}; pv {};", longest.div_ceil(2), line.join(" "));
    }
    text + "\n"
}
