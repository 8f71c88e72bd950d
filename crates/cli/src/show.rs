//! `provenum show`: what a certificate says. Whether it is right is for `provenum check` to say.

mod export;
mod text;

use crate::check::{open, read};
use crate::exit::Exit;
use crate::input;
use anyhow::{Context, Result, bail};
use clap::ArgMatches;
use export::{Export, Exported};
use provenum_proof::VERSION;
use provenum_session::{Games, LookedUp, ShownClaim, parameters, title};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// What a certificate says, in the form of the JSON output.
#[derive(Serialize)]
struct ShowReport {
    file: String,
    bytes: u64,
    format: u8,
    game: String,
    parameters: BTreeMap<String, String>,
    position: String,
    digest: String,
    positions: u64,
    bytes_per_position: f64,
    claims: Vec<ShownClaim>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lookup: Option<LookedUp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    export: Option<Exported>,
    #[serde(skip)]
    title: String,
    #[serde(skip)]
    board: String,
}

pub(crate) fn run(games: &Games, matches: &ArgMatches) -> Result<Exit> {
    let path = matches.get_one::<PathBuf>("file").cloned().unwrap_or_default();
    let (certificate, bytes) = read(&path)?;
    let count = certificate.sections.len();
    let said = matches.get_one::<u32>("section").map(|&number| number as usize);
    if let Some(number) = said.filter(|&number| number == 0 || number > count) {
        bail!("--section {number}: there is no such claim; expected a number from 1 to {count}");
    }
    let said = said.map(|number| number - 1);
    let export = Export::read(matches, &path)?;
    let positions = certificate.positions() as u64;
    let proof = open(games, Arc::new(certificate))?;
    let subject = proof.subject();
    let position = matches.get_one::<String>("position").map(|text| {
        let written = input::Written { text: Some(text.clone()), line: None };
        written.content(games.find(&subject.game)?)
    });
    let position = position.transpose()?.flatten();
    // A look at one position or at the top of the tree should not cost a walk through all of it.
    let whole = position.is_none() && export.is_none();
    let section = said.unwrap_or(0);
    let chosen = |&number: &usize| number == section || whole && said.is_none();
    let claims = (0..count).filter(chosen).filter_map(|section| proof.claim(section, whole)).collect();
    let lookup = position.map(|text| proof.look_up(section, &text).context("--position")).transpose()?.flatten();
    let export = export.map(|export| export.write(proof.as_ref(), section)).transpose()?;
    let report = ShowReport {
        file: path.to_string_lossy().into_owned(),
        bytes,
        format: VERSION,
        game: subject.game.clone(),
        parameters: parameters(subject),
        position: subject.position.clone(),
        digest: format!("{:016x}", subject.digest),
        positions,
        bytes_per_position: bytes as f64 / positions.max(1) as f64,
        claims,
        lookup,
        export,
        title: title(subject),
        board: proof.board(),
    };
    if matches.get_flag("json") {
        writeln!(std::io::stdout().lock(), "{}", serde_json::to_string(&report)?)?;
    } else {
        text::print(&report, matches.get_flag("verbose"))?;
    }
    Ok(Exit::Proven)
}
