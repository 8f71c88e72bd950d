//! `provenum check`: decides whether a certificate shows what it claims.

use crate::exit::Exit;
use anstyle::{AnsiColor, Style};
use anyhow::{Context, Result};
use clap::ArgMatches;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use provenum_proof::Certificate;
use provenum_session::text::{count, plural, printable, within};
use provenum_session::{Fault, Games, Judgement, Proof, VerifiedClaim, parameters, threads, title};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

const VALID: Style = AnsiColor::Green.on_default().bold();
const INVALID: Style = AnsiColor::Red.on_default().bold();

/// What came of checking, in the form of the JSON output.
#[derive(Serialize)]
struct CheckReport {
    file: String,
    valid: bool,
    game: String,
    parameters: BTreeMap<String, String>,
    position: String,
    claims: Vec<VerifiedClaim>,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    flaw: Option<Fault>,
}

pub(crate) fn run(games: &Games, matches: &ArgMatches) -> Result<Exit> {
    let path = matches.get_one::<PathBuf>("file").cloned().unwrap_or_default();
    let threads = matches.get_one::<u16>("threads").map_or_else(threads, |&threads| threads.into());
    let (certificate, _) = read(&path)?;
    let proof = open(games, Arc::new(certificate))?;
    let Judgement { claims, seconds } = judge(proof.as_ref(), threads);
    let valid = claims.is_ok();
    let subject = proof.subject();
    if matches.get_flag("json") {
        let (claims, flaw) = match claims {
            Ok(claims) => (claims, None),
            Err(fault) => (Vec::new(), Some(fault)),
        };
        let file = path.to_string_lossy().into_owned();
        let (game, position) = (subject.game.clone(), subject.position.clone());
        let parameters = parameters(subject);
        let report = CheckReport { file, valid, game, parameters, position, claims, seconds, flaw };
        writeln!(std::io::stdout().lock(), "{}", serde_json::to_string(&report)?)?;
    } else {
        let mut out = anstream::stdout().lock();
        writeln!(out, "{}\n\n{}\n", title(subject), indent(&proof.board()))?;
        if let Some(ending) = proof.ending() {
            writeln!(out, "{ending}\n")?;
        }
        match &claims {
            Ok(claims) => {
                writeln!(out, "{VALID}valid{VALID:#}: every claim follows from the rules of the game")?;
                write_claims(&mut out, claims)?;
            }
            Err(fault) => write_fault(&mut out, fault)?,
        }
        writeln!(out, "checked    in {seconds:.2} s with {threads} {}", plural(threads as u64, "thread"))?;
        out.flush()?;
    }
    Ok(if valid { Exit::Proven } else { Exit::Disproven })
}

/// Reads a certificate, and tells how many bytes it takes. No more is read than that: the file may be endless.
pub(crate) fn read(path: &Path) -> Result<(Certificate, u64)> {
    let name = || format!("cannot read {path:?}");
    let mut file = Counted { inner: File::open(path).with_context(name)?, bytes: 0 };
    let certificate = Certificate::read(&mut file).with_context(name)?;
    Ok((certificate, file.bytes))
}

/// A file, and how much of it was read.
struct Counted {
    inner: File,
    bytes: u64,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.bytes += read as u64;
        Ok(read)
    }
}

/// A certificate with its game. An error is about what cannot even be set up.
pub(crate) fn open(games: &Games, certificate: Arc<Certificate>) -> Result<Box<dyn Proof>> {
    let subject = &certificate.subject;
    let session = games.open(&subject.game, &subject.parameters, Some(&subject.position))?;
    Ok(session.open(certificate))
}

/// Checks a certificate, and shows how far that has come.
pub(crate) fn judge(proof: &dyn Proof, threads: usize) -> Judgement {
    let positions =
        (0..proof.sections()).filter_map(|section| proof.claim(section, false)).map(|claim| claim.positions);
    let bar = progress_bar(positions.sum());
    let judgement = proof.check(threads, &|done, _| bar.set_position(done));
    bar.finish_and_clear();
    judgement
}

/// Writes what was verified of each claim.
pub(crate) fn write_claims(out: &mut impl Write, claims: &[VerifiedClaim]) -> Result<()> {
    for claim in claims {
        let (verdict, within) = (if claim.holds { "holds" } else { "does not hold" }, within(claim.within));
        writeln!(out, "claim      {}: {verdict}{within}", claim.words)?;
        write!(out, "  shown by {}: {} listed, ", claim.kind, count(claim.positions, "position"))?;
        write!(out, "{} checked", count(claim.moves, "move"))?;
        let longest = claim.longest.map(|longest| format!(", at most {} to the end", count(longest.into(), "move")));
        writeln!(out, "{}", longest.unwrap_or_default())?;
    }
    Ok(())
}

/// Writes what is wrong, and where.
pub(crate) fn write_fault(out: &mut impl Write, fault: &Fault) -> Result<()> {
    let section = fault.section.map(|number| format!(", claim {number}")).unwrap_or_default();
    writeln!(out, "{INVALID}invalid{INVALID:#}{section}: {}", fault.problem)?;
    if let Some(position) = &fault.position {
        writeln!(out, "position   {}", printable(position))?;
    }
    if let Some(mv) = &fault.mv {
        writeln!(out, "move       {}", printable(mv))?;
    }
    if let Some(board) = &fault.board {
        writeln!(out, "\n{}\n", indent(board))?;
    }
    Ok(())
}

/// On standard error if that is a terminal, redrawn a few times in a second at most.
fn progress_bar(positions: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(positions), ProgressDrawTarget::stderr_with_hz(5));
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {human_pos} of {human_len} positions, {eta} left") {
        bar.set_style(style);
    }
    bar
}

/// A board, moved to the right.
pub(crate) fn indent(board: &str) -> String {
    board.lines().map(|line| format!("  {}", printable(line))).collect::<Vec<_>>().join("\n")
}
