//! The answer for machines: one JSON object per line, described in docs/CLI.md.

use crate::report::Report;
use anyhow::Result;
use std::io::{Write, stdout};

pub(crate) fn print(report: &Report) -> Result<()> {
    let mut line = serde_json::to_string(report)?;
    line.push('\n');
    let mut out = stdout().lock();
    out.write_all(line.as_bytes())?;
    out.flush()?;
    Ok(())
}
