//! The top of a proof's tree in a file, for other programs or to look at.

use crate::target;
use anyhow::{Context, Result, bail};
use clap::ArgMatches;
use provenum_session::draw::{Picture, dot, svg};
use provenum_session::{FileKind, Output, Proof, is_same_file};
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
            _ => bail!("--export {path:?}: expected a file name that ends in .dot, .svg or .json"),
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
        let whole = |text| Picture { text, positions: tree.len(), cut: tree.iter().any(|node| node.cut) };
        let picture = match self.format {
            Format::Dot => whole(dot(&tree, &caption)),
            Format::Svg => svg(&tree, &caption, self.width),
            Format::Json => whole(serde_json::to_string_pretty(&tree)? + "\n"),
        };
        self.target.write(picture.text.as_bytes())?;
        let file = self.target.name().to_string_lossy().into_owned();
        Ok(Exported { file, positions: picture.positions, cut: picture.cut })
    }
}
