//! What a certificate says, for people.

use super::ShowReport;
use crate::check::indent;
use anstyle::Style;
use anyhow::Result;
use indicatif::HumanBytes;
use provenum_game::shorten;
use provenum_session::text::{count, printable, within};
use provenum_session::{LookedUp, ShownClaim, Turn, Walk};
use std::fmt::Display;
use std::io::Write;

const LABEL: Style = Style::new().dimmed();
/// How many moves of a line, and depths, are shown unless more is asked for.
const MOST: usize = 40;

pub(super) fn print(report: &ShowReport, verbose: bool) -> Result<()> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}\n", report.title)?;
    if report.lookup.is_none() && report.export.is_none() {
        print_header(&mut out, report, verbose)?;
    }
    for (place, claim) in report.claims.iter().enumerate() {
        if place > 0 {
            writeln!(out)?;
        }
        print_claim(&mut out, claim, verbose)?;
    }
    if let Some(found) = &report.lookup {
        print_found(&mut out, found)?;
    }
    if let Some(export) = &report.export {
        let more = if export.cut { "; the rest was left out" } else { ", the whole tree" };
        let shown = count(export.positions as u64, "position");
        row(&mut out, "written", format!("{}: {shown}{more}", export.file))?;
    }
    out.flush()?;
    Ok(())
}

fn print_header(out: &mut impl Write, report: &ShowReport, verbose: bool) -> Result<()> {
    let position = printable(&report.position);
    let listed = count(report.positions, "position");
    writeln!(out, "{}\n", indent(&report.board))?;
    row(out, "file", format!("{}, {}, format {}", report.file, HumanBytes(report.bytes), report.format))?;
    if let Some(ending) = &report.ending {
        row(out, "result", ending)?;
    }
    row(out, "position", if verbose { position } else { shorten(&position) })?;
    row(out, "rules", format!("fingerprint {}", report.digest))?;
    row(out, "listed", format!("{listed}, {:.2} bytes each\n", report.bytes_per_position))
}

fn row(out: &mut impl Write, label: &str, text: impl Display) -> Result<()> {
    Ok(writeln!(out, "{LABEL}{label:<10}{LABEL:#} {text}")?)
}

fn print_claim(out: &mut impl Write, claim: &ShownClaim, verbose: bool) -> Result<()> {
    let (verdict, within) = (if claim.holds { "holds" } else { "does not hold" }, within(claim.within));
    row(out, &format!("claim {}", claim.section), format!("{}: {verdict}{within} (not checked)", claim.words))?;
    row(out, "kind", format!("{}, {}", claim.kind, count(claim.positions, "position")))?;
    if let Some(longest) = claim.longest {
        row(out, "longest", format!("at most {} to the end", count(longest.into(), "move")))?;
    }
    let Some(Walk { line, per_depth, branching }) = &claim.walk else { return Ok(()) };
    let most = if verbose { usize::MAX } else { MOST };
    row(out, "line", list(line, most))?;
    row(out, "per depth", list(per_depth, most))?;
    row(out, "branching", format!("{branching:.2} replies on average"))
}

/// The first of them, and how many more there are.
fn list(items: &[impl ToString], most: usize) -> String {
    let shown: Vec<String> = items.iter().take(most).map(|item| printable(&item.to_string())).collect();
    let more = items.len() - shown.len();
    shown.join(" ") + &if more == 0 { String::new() } else { format!(" … and {more} more") }
}

fn print_found(out: &mut impl Write, found: &LookedUp) -> Result<()> {
    writeln!(out, "\n{}\n", indent(&found.board))?;
    let words = match (found.listed, found.turn) {
        (true, Turn::Answering) => "listed, with a move".to_owned(),
        (true, _) => "listed; the other side is to move".to_owned(),
        (false, Turn::Over) => format!("not listed: {}", found.ending.as_deref().unwrap_or("the game is over")),
        (false, Turn::Answering) => "not listed: the proof does not reach this position".to_owned(),
        (false, Turn::Other) => "not listed: the other side is to move, so it rarely needs to be".to_owned(),
    };
    row(out, "found", words)?;
    if let Some(mv) = &found.mv {
        row(out, "move", printable(mv))?;
    }
    if let Some(rank) = found.rank {
        row(out, "rank", format!("at most {} to the end", count(rank.into(), "move")))?;
    }
    if let Some(replies) = &found.replies {
        row(out, "replies", format!("{} of {} answered", replies.answered, replies.all))?;
    }
    Ok(())
}
