//! The answer for people.

use anstyle::{AnsiColor, Style};
use anyhow::Result;
use indicatif::{HumanBytes, HumanCount};
use provenum_session::text::count;
use provenum_session::{Details, IdleReport, ProofReport, Report, Verdict};
use std::io::Write;

pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
const ANSWER: Style = Style::new().bold();
const LABEL: Style = Style::new().dimmed();

/// How wide lists and descriptions are.
const WIDTH: usize = 100;

/// A text in lines that are not too wide, broken between words; all but the first are indented by so many blanks, and
/// `before` stands before the first.
pub(crate) fn wrapped(before: &str, text: &str, indent: usize) -> String {
    let (mut lines, mut line) = (String::new(), before.to_owned());
    let mut fresh = true;
    for word in text.split_whitespace() {
        if !fresh && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines += &(line + "\n");
            line = " ".repeat(indent);
            fresh = true;
        }
        line += if fresh { "" } else { " " };
        line += word;
        fresh = false;
    }
    lines + &line
}

/// How much is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Detail {
    Quiet,
    Normal,
    Verbose,
}

pub(crate) fn print(report: &Report, details: &Details, detail: Detail) -> Result<()> {
    let mut out = anstream::stdout().lock();
    if detail == Detail::Quiet {
        writeln!(out, "{}", details.answer)?;
        out.flush()?;
        return Ok(());
    }
    let mut title = vec![report.game.clone()];
    title.extend(report.parameters.iter().map(|(name, value)| format!("{name} {value}")));
    title.extend(report.line.map(|line| format!("line {line}")));
    writeln!(out, "{}\n", title.join(" · "))?;
    for line in details.board.lines() {
        writeln!(out, "  {line}")?;
    }
    writeln!(out, "\n{ANSWER}{}{ANSWER:#}{}", details.answer, details.explanation)?;
    let mut row = |label: &str, text: &str| writeln!(out, "{LABEL}{label:<10}{LABEL:#} {text}");
    if let Some(best) = &report.best_move {
        row("best move", best)?;
    }
    if report.pv.len() > 1 {
        row("line", &report.pv.join(" "))?;
    }
    if let Some(idle) = report.fifty_move_rule {
        row("50 moves", &describe_idle(idle))?;
    }
    if let Some(pieces) = report.pieces_left {
        row("left over", &format!("{} in hand", count(pieces.into(), "piece")))?;
    }
    for tried in report.first_moves.iter().flatten().filter(|tried| tried.result != Verdict::Disproven) {
        let length = match (tried.length, tried.proven_shortest) {
            (Some(moves), Some(true)) => moves.to_string(),
            (Some(moves), _) => format!("{moves} or fewer"),
            (None, _) => "unknown".to_owned(),
        };
        row("first move", &format!("{}: {length}", tried.mv))?;
    }
    if detail == Detail::Verbose {
        for claim in &details.claims {
            row("claim", claim)?;
        }
        if let Some(table) = &details.table {
            row("table", table)?;
        }
    }
    if let Some(proof) = &report.proof {
        row("proof", &describe_proof(proof))?;
    }
    let counts = format!("{} expanded, {} generated", HumanCount(report.expanded), HumanCount(report.generated));
    row("nodes", &counts)?;
    let used = format!(
        "{:.2} s ({:.2} s of CPU time), {}",
        report.seconds,
        report.cpu_seconds,
        HumanBytes(report.memory_bytes)
    );
    row("used", &used)?;
    let series = report.series.as_ref().map_or_else(String::new, |series| format!(", series {series}"));
    let by = report.answered_by.as_ref().filter(|&by| *by != report.algorithm);
    let by = by.map_or_else(String::new, |by| format!(", answered by {by}"));
    row("stopped", &format!("{}; algorithm {}{by}{series}", report.stop_reason, report.algorithm))?;
    for advice in &report.advice {
        row("try", advice)?;
    }
    if report.line.is_some() {
        writeln!(out)?;
    }
    out.flush()?;
    Ok(())
}

/// What the fifty-move rule would say.
fn describe_idle(idle: IdleReport) -> String {
    let IdleReport { longest, before, allowed, exceeded, whole_proof } = idle;
    let place = if whole_proof { "in any line" } else { "in this line" };
    let before = if before > 0 { format!(", {before} of them before") } else { String::new() };
    let verdict = if exceeded { ": it may be a draw by the fifty-move rule" } else { "" };
    let longest = count(longest.into(), "move");
    format!("at most {longest} of either side without capture or pawn move {place}{before}, of {allowed}{verdict}")
}

fn describe_proof(proof: &ProofReport) -> String {
    let Some(kind) = &proof.kind else {
        return format!("none: {}", proof.reason.as_deref().unwrap_or("not made"));
    };
    let mut text = format!("{kind} of {}, {}, checked", count(proof.positions, "position"), HumanBytes(proof.bytes));
    if let Some(file) = &proof.file {
        text += &format!(", saved to {file}");
    }
    text
}
