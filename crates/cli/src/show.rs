//! `provenum show`: what a certificate says. Whether it is right is for `provenum check` to say.

mod export;
mod text;

use crate::check::{open, read};
use crate::exit::Exit;
use crate::input;
use anyhow::{Result, bail};
use clap::ArgMatches;
use export::{Export, Exported};
use provenum_game::shorten;
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
    ending: Option<String>,
    #[serde(skip)]
    title: String,
    #[serde(skip)]
    board: String,
}

pub(crate) fn run(games: &Games, matches: &ArgMatches) -> Result<Exit> {
    let path = matches.get_one::<PathBuf>("file").cloned().unwrap_or_default();
    let more: Vec<&String> = matches.get_many("more").into_iter().flatten().collect();
    if let Some(first) = more.first() {
        match matches.get_one::<String>("position") {
            Some(position) => {
                let quoted = input::quoted([position].into_iter().chain(more));
                bail!("quote the position, because it has several words: --position {quoted}");
            }
            None => bail!("unexpected argument {:?}; expected one certificate", shorten(first)),
        }
    }
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
        let content = written.content(games.find(&subject.game)?)?;
        anyhow::Ok((written, content.unwrap_or_default()))
    });
    let position = position.transpose()?;
    // A look at one position or at the top of the tree should not cost a walk through all of it.
    let whole = position.is_none() && export.is_none();
    let section = said.unwrap_or(0);
    let chosen = |&number: &usize| number == section || whole && said.is_none();
    let claims = (0..count).filter(chosen).filter_map(|section| proof.claim(section, whole)).collect();
    let look_up = |(written, text): (input::Written, String)| {
        let game = games.find(&subject.game)?;
        proof.look_up(section, &text).map_err(|error| written.blamed(game, error.into()).context("--position"))
    };
    let lookup = position.map(look_up).transpose()?.flatten();
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
        ending: proof.ending(),
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
