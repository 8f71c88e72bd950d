//! `provenum check`: decides whether a certificate shows what it claims.

use crate::certificate::{in_words, parameters, printable, read, title};
use crate::certify::threads;
use crate::exit::Exit;
use anstyle::{AnsiColor, Style};
use anyhow::Result;
use clap::ArgMatches;
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use provenum_game::Notation;
use provenum_games::{Visitor, set_up};
use provenum_proof::{Certificate, Checked, Flaw, Options, View, check};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

const VALID: Style = AnsiColor::Green.on_default().bold();
const INVALID: Style = AnsiColor::Red.on_default().bold();

/// What came of checking, in the form of the JSON output.
#[derive(Serialize)]
struct Report {
    file: String,
    valid: bool,
    game: String,
    parameters: BTreeMap<String, String>,
    position: String,
    claims: Vec<Verified>,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    flaw: Option<Fault>,
}

/// A claim that was settled by the rules alone.
#[derive(Serialize)]
pub(crate) struct Verified {
    player: String,
    at_least: i32,
    holds: bool,
    kind: String,
    positions: u64,
    moves: u64,
    longest: Option<u32>,
    #[serde(skip)]
    words: String,
}

/// The first thing that is wrong.
#[derive(Serialize)]
pub(crate) struct Fault {
    /// Counted from 1; none if the whole file is wrong.
    section: Option<usize>,
    problem: String,
    position: Option<String>,
    /// The moves from there that show it: one, or the listed move and a reply.
    #[serde(rename = "move")]
    mv: Option<String>,
    #[serde(skip)]
    board: Option<String>,
}

/// What the checker says of a certificate.
pub(crate) struct Verdict {
    pub(crate) claims: Result<Vec<Verified>, Fault>,
    board: String,
    seconds: f64,
}

pub(crate) fn run(matches: &ArgMatches) -> Result<Exit> {
    let path = matches.get_one::<PathBuf>("file").cloned().unwrap_or_default();
    let threads = matches.get_one::<u16>("threads").map_or_else(threads, |&threads| threads.into());
    let (certificate, _) = read(&path)?;
    let Verdict { claims, board, seconds } = verify(&certificate, threads)?;
    let valid = claims.is_ok();
    if matches.get_flag("json") {
        let (claims, flaw) = match claims {
            Ok(claims) => (claims, None),
            Err(fault) => (Vec::new(), Some(fault)),
        };
        let file = path.to_string_lossy().into_owned();
        let (game, position) = (certificate.subject.game.clone(), certificate.subject.position.clone());
        let parameters = parameters(&certificate.subject);
        let report = Report { file, valid, game, parameters, position, claims, seconds, flaw };
        writeln!(std::io::stdout().lock(), "{}", serde_json::to_string(&report)?)?;
    } else {
        let mut out = anstream::stdout().lock();
        writeln!(out, "{}\n\n{}\n", title(&certificate.subject), indent(&board))?;
        match &claims {
            Ok(claims) => {
                writeln!(out, "{VALID}valid{VALID:#}: the rules of the game bear out all that it claims")?;
                write_claims(&mut out, claims)?;
            }
            Err(fault) => write_fault(&mut out, fault)?,
        }
        writeln!(out, "checked    in {seconds:.2} s with {threads} {}", plural(threads as u64, "thread"))?;
        out.flush()?;
    }
    Ok(if valid { Exit::Proven } else { Exit::Disproven })
}

/// Writes what was verified of each claim.
pub(crate) fn write_claims(out: &mut impl Write, claims: &[Verified]) -> Result<()> {
    for claim in claims {
        writeln!(out, "claim      {}: {}", claim.words, if claim.holds { "holds" } else { "does not hold" })?;
        write!(out, "  shown by {}: {} listed, ", claim.kind, count(claim.positions, "position"))?;
        write!(out, "{} checked", count(claim.moves, "move"))?;
        let longest = claim.longest.map(|longest| format!(", longest line {}", count(longest.into(), "move")));
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

/// Checks a certificate of any game. An error is about what cannot even be set up.
pub(crate) fn verify(certificate: &Certificate, threads: usize) -> Result<Verdict> {
    let subject = &certificate.subject;
    Ok(set_up(&subject.game, &subject.parameters, Some(&subject.position), Verifier { certificate, threads })?)
}

struct Verifier<'a> {
    certificate: &'a Certificate,
    threads: usize,
}

impl Visitor for Verifier<'_> {
    type Output = Verdict;

    fn visit<G>(self, game: G, position: G::Position) -> Verdict
    where
        G: Notation + Send + Sync + 'static,
        G::Position: Send + Sync + 'static,
        G::Move: Send + Sync + 'static,
    {
        let begin = Instant::now();
        let bar = progress_bar(self.certificate.positions() as u64);
        let options = Options { threads: self.threads, progress: &|done, _| bar.set_position(done) };
        let checked = check(self.certificate, &game, &position, options);
        bar.finish_and_clear();
        let seconds = begin.elapsed().as_secs_f64();
        let claims = match checked {
            Ok(claims) => Ok(claims.iter().map(|claim| verified(&game, claim)).collect()),
            Err(flaw) => Err(fault(self.certificate, &game, &position, flaw)),
        };
        Verdict { claims, board: game.draw(&position), seconds }
    }
}

/// On standard error if that is a terminal, redrawn a few times in a second at most.
fn progress_bar(positions: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(positions), ProgressDrawTarget::stderr_with_hz(5));
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {human_pos} of {human_len} positions, {eta} left") {
        bar.set_style(style);
    }
    bar
}

fn verified<G: Notation>(game: &G, checked: &Checked) -> Verified {
    Verified {
        player: checked.claim.player.to_string(),
        at_least: checked.claim.at_least,
        holds: checked.holds,
        kind: checked.kind.to_string(),
        positions: checked.positions,
        moves: checked.moves,
        longest: checked.longest,
        words: in_words(game, checked.claim),
    }
}

fn fault<G: Notation>(certificate: &Certificate, game: &G, root: &G::Position, flaw: Flaw) -> Fault {
    let position = flaw.code.as_ref().and_then(|code| game.decode(code));
    let view = flaw.section.and_then(|section| View::new(certificate, section, game, root.clone()));
    let mv = position.as_ref().zip(view).zip(flaw.after.as_ref());
    Fault {
        section: flaw.section.map(|section| section + 1),
        problem: flaw.problem,
        position: position.as_ref().map(|position| game.format_position(position)),
        mv: mv.and_then(|((position, view), after)| moves_to(game, &view, position, after)),
        board: position.as_ref().map(|position| game.draw(position)),
    }
}

/// The moves from a listed position to the one that is wrong: any move of the other side, or the listed move and, if that
/// leads to a position that is not listed itself, the reply.
fn moves_to<G: Notation>(game: &G, view: &View<'_, G>, from: &G::Position, code: &[u8]) -> Option<String> {
    let to = game.decode(code)?;
    let step = |from: &G::Position| {
        let mut moves = Vec::new();
        game.moves(from, &mut moves);
        moves.into_iter().find(|&mv| game.play(from, mv) == to).map(|mv| game.format_move(from, mv))
    };
    let Some(listed) = view.listed_move(from) else { return step(from) };
    let next = game.play(from, listed);
    let first = game.format_move(from, listed);
    if next == to { Some(first) } else { step(&next).map(|reply| format!("{first} {reply}")) }
}

/// A number of things: `1 move`, `2,000 moves`.
pub(crate) fn count(number: u64, thing: &str) -> String {
    format!("{} {}", HumanCount(number), plural(number, thing))
}

fn plural(number: u64, thing: &str) -> String {
    if number == 1 { thing.to_owned() } else { format!("{thing}s") }
}

/// A board, moved to the right.
pub(crate) fn indent(board: &str) -> String {
    board.lines().map(|line| format!("  {}", printable(line))).collect::<Vec<_>>().join("\n")
}
