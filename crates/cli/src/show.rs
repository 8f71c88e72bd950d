//! `provenum show`: what a certificate says. Whether it is right is for `provenum check` to say.

mod draw;
mod export;
mod lookup;
mod text;

use crate::certificate::{in_words, parameters, read, says_holds};
use crate::exit::Exit;
use anyhow::{Result, bail};
use clap::ArgMatches;
use export::{Export, Written};
use lookup::{Found, look_up};
use provenum_game::Notation;
use provenum_games::{Visitor, set_up};
use provenum_proof::{Certificate, ProofKind, VERSION, View};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

/// What a certificate says, in the form of the JSON output.
#[derive(Serialize)]
struct Report {
    file: String,
    bytes: u64,
    format: u8,
    game: String,
    parameters: BTreeMap<String, String>,
    position: String,
    digest: String,
    positions: u64,
    bytes_per_position: f64,
    claims: Vec<Shown>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lookup: Option<Found>,
    #[serde(skip_serializing_if = "Option::is_none")]
    export: Option<Written>,
    #[serde(skip)]
    title: String,
    #[serde(skip)]
    board: String,
}

/// One claim.
#[derive(Serialize)]
struct Shown {
    section: usize,
    player: String,
    at_least: i32,
    holds: bool,
    kind: String,
    positions: u64,
    longest: Option<u32>,
    #[serde(flatten)]
    statistics: Option<Statistics>,
    #[serde(skip)]
    words: String,
}

/// What takes a walk through the whole proof to know.
#[derive(Serialize)]
struct Statistics {
    line: Vec<String>,
    per_depth: Vec<u64>,
    branching: f64,
}

pub(crate) fn run(matches: &ArgMatches) -> Result<Exit> {
    let path = matches.get_one::<PathBuf>("file").cloned().unwrap_or_default();
    let (certificate, bytes) = read(&path)?;
    let count = certificate.sections.len();
    let section = matches.get_one::<u32>("section").map(|&number| number as usize);
    if let Some(number) = section.filter(|&number| number == 0 || number > count) {
        bail!("--section {number}: expected a number from 1 to {count}, the claims of this certificate");
    }
    let showing = Showing {
        certificate: &certificate,
        section: section.map(|number| number - 1),
        position: matches.get_one::<String>("position").map(String::as_str),
        export: Export::read(matches, &path)?,
        file: path.to_string_lossy().into_owned(),
        bytes,
    };
    let subject = &certificate.subject;
    let report = set_up(&subject.game, &subject.parameters, Some(&subject.position), showing)??;
    if matches.get_flag("json") {
        writeln!(std::io::stdout().lock(), "{}", serde_json::to_string(&report)?)?;
    } else {
        text::print(&report, matches.get_flag("verbose"))?;
    }
    Ok(Exit::Proven)
}

struct Showing<'a> {
    certificate: &'a Certificate,
    /// Which section to look at, counted from 0; none if nothing was said.
    section: Option<usize>,
    position: Option<&'a str>,
    export: Option<Export>,
    file: String,
    bytes: u64,
}

impl Visitor for Showing<'_> {
    type Output = Result<Report>;

    fn visit<G>(self, game: G, root: G::Position) -> Result<Report>
    where
        G: Notation + Send + Sync + 'static,
        G::Position: Send + Sync + 'static,
        G::Move: Send + Sync + 'static,
    {
        let subject = &self.certificate.subject;
        // A look at one position or at the top of the tree should not cost a walk through all of it.
        let whole = self.position.is_none() && self.export.is_none();
        let section = self.section.unwrap_or(0);
        let chosen = |&number: &usize| number == section || whole && self.section.is_none();
        let sections = (0..self.certificate.sections.len()).filter(chosen);
        let claims = sections.filter_map(|section| self.claim(&game, &root, section, whole)).collect();
        let view = View::new(self.certificate, section, &game, root.clone());
        let lookup = self.position.zip(view.as_ref());
        let lookup = lookup.map(|(text, view)| look_up(&self.certificate.sections[section], &game, view, text));
        let export = self.export.as_ref().zip(view.as_ref()).map(|(export, view)| export.write(view)).transpose()?;
        let positions = self.certificate.positions() as u64;
        Ok(Report {
            bytes: self.bytes,
            format: VERSION,
            game: subject.game.clone(),
            parameters: parameters(subject),
            position: subject.position.clone(),
            digest: format!("{:016x}", subject.digest),
            positions,
            bytes_per_position: self.bytes as f64 / positions.max(1) as f64,
            claims,
            lookup: lookup.transpose()?,
            export,
            title: crate::certificate::title(subject),
            board: game.draw(&root),
            file: self.file,
        })
    }
}

impl Showing<'_> {
    fn claim<G: Notation>(&self, game: &G, root: &G::Position, number: usize, whole: bool) -> Option<Shown> {
        let view = View::new(self.certificate, number, game, root.clone())?;
        let section = &self.certificate.sections[number];
        let rank = view.record(root).map_or(0, |record| record.rank);
        Some(Shown {
            section: number + 1,
            player: section.claim.player.to_string(),
            at_least: section.claim.at_least,
            holds: says_holds(game, section),
            kind: section.kind.to_string(),
            positions: section.records.len() as u64,
            longest: (section.kind == ProofKind::Strategy).then_some(rank),
            statistics: whole.then(|| statistics(game, root, &view)),
            words: in_words(game, section.claim),
        })
    }
}

fn statistics<G: Notation>(game: &G, root: &G::Position, view: &View<'_, G>) -> Statistics {
    let mut position = root.clone();
    let mut line = Vec::new();
    for mv in view.line() {
        line.push(game.format_move(&position, mv));
        position = game.play(&position, mv);
    }
    let shape = view.shape();
    Statistics { line, per_depth: shape.per_depth, branching: shape.branching }
}
