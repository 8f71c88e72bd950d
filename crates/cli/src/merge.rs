//! `provenum merge`: makes one certificate of several about the same position.

use crate::check::{judge, open, read, write_claims, write_fault};
use crate::exit::{Exit, InternalError};
use crate::target;
use anyhow::{Context, Result, anyhow};
use clap::ArgMatches;
use indicatif::HumanBytes;
use provenum_proof::Certificate;
use provenum_session::{FileKind, Games, threads};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

pub(crate) fn run(games: &Games, matches: &ArgMatches) -> Result<Exit> {
    let out = matches.get_one::<PathBuf>("out").cloned().unwrap_or_default();
    let paths: Vec<&PathBuf> = matches.get_many("file").into_iter().flatten().collect();
    let mut inputs = Vec::with_capacity(paths.len());
    for path in &paths {
        inputs.push(Arc::new(read(path)?.0));
    }
    // What does not belong together is refused before the long work of checking.
    let mut merged: Option<Certificate> = None;
    for (path, input) in paths.iter().zip(&inputs) {
        merged = Some(match merged {
            None => Certificate::clone(input),
            Some(merged) => merged
                .merge(Certificate::clone(input))
                .with_context(|| format!("cannot merge {path:?} with the files before it"))?,
        });
    }
    let merged = merged.ok_or_else(|| anyhow!("there is nothing to merge"))?;
    let target = target::open(&out, FileKind::Certificate, matches)?;
    let mut screen = anstream::stdout().lock();
    for (path, input) in paths.iter().zip(&inputs) {
        if let Err(fault) = judge(open(games, input.clone())?.as_ref(), threads()).claims {
            writeln!(screen, "{}", path.display())?;
            write_fault(&mut screen, &fault)?;
            return Ok(Exit::Disproven);
        }
    }
    let bytes = merged.to_bytes();
    let read = Certificate::from_bytes(&bytes).map_err(|error| InternalError(error.to_string()))?;
    match judge(open(games, Arc::new(read))?.as_ref(), threads()).claims {
        Ok(claims) => {
            let written = target.write(&bytes);
            write_claims(&mut screen, &claims)?;
            written?;
            writeln!(screen, "written    {}, {}", out.display(), HumanBytes(bytes.len() as u64))?;
            Ok(Exit::Proven)
        }
        Err(fault) => {
            write_fault(&mut screen, &fault)?;
            Err(InternalError("merging valid certificates gave an invalid one".to_owned()).into())
        }
    }
}
