//! `provenum solve`: from a position's text to an answer.

use crate::exit::{Exit, without_fault};
use crate::input::{BadLine, Lines, Written, quoted};
use crate::progress::Line;
use crate::request::Asking;
use crate::target::Target;
use crate::text::{self, Detail};
use anyhow::{Context, Result, anyhow, bail};
use clap::ArgMatches;
use clap::parser::ValueSource;
use provenum_search::{Cancel, Saved, Saver};
use provenum_session::{Answered, Checkpoints, Games, RequestError, Search, Verdict, read_checkpoint};
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

pub(crate) fn run(games: &Games, matches: &ArgMatches) -> Result<Exit> {
    if let Some(path) = matches.get_one::<PathBuf>("resume") {
        let (description, saved) = read_checkpoint(path).with_context(|| cannot_resume(path))?;
        let asking = Asking::resumed(games, matches, &description)?;
        let written = Written { text: description.written, line: None };
        let saved = (description.known, saved);
        return solve_one(games, matches, &asking, &written, description.content.as_deref(), Some(saved));
    }
    refuse_several_words(matches)?;
    let asking = Asking::new(games, matches)?;
    let Some(path) = matches.get_one::<PathBuf>("input") else {
        let written = Written { text: matches.get_one::<String>("position").cloned(), line: None };
        let content = written.content(asking.game)?;
        return solve_one(games, matches, &asking, &written, content.as_deref(), None);
    };
    watch_for_interrupts(&asking.limits.cancel)?;
    let keep_going = matches.get_flag("keep-going");
    let mut lines = Lines::open(path)?;
    let (mut all_answered, mut all_read) = (true, true);
    while let Some(line) = lines.next()? {
        // What is wrong with a line is told apart from what goes wrong afterwards.
        let begun = line.and_then(|written| {
            let content = written.content(asking.game);
            match content.and_then(|content| begin(games, &asking, &written, content.as_deref())) {
                Ok((_, search)) => Ok((written, search)),
                Err(error) => Err(BadLine { line: written.line.unwrap_or_default(), text: written.text, error }),
            }
        });
        match begun {
            Ok((written, mut search)) => {
                let answered = asking.answer(search.as_mut(), &written, None, None);
                all_answered &= answered.with_context(|| lines.place())?.is_known();
            }
            Err(bad) if keep_going => {
                all_read = false;
                asking.report_bad_line(&lines, &bad)?;
            }
            Err(bad) => return Err(bad.error.context(lines.place())),
        }
        if asking.limits.cancel.is_cancelled() {
            all_answered = false;
            break;
        }
    }
    Ok(match (all_read, all_answered) {
        (false, _) => Exit::Usage,
        (_, false) => Exit::Unknown,
        _ => Exit::Proven,
    })
}

/// A position of several words must be quoted, or the shell hands them over one by one.
fn refuse_several_words(matches: &ArgMatches) -> Result<()> {
    let text = |name: &str| matches.get_many::<String>(name).into_iter().flatten();
    if text("more").next().is_none() {
        return Ok(());
    }
    let game = text("game").next().cloned().unwrap_or_default();
    let quoted = quoted(text("position").chain(text("more")));
    bail!("quote the position, because it has several words: provenum solve {game} {quoted}")
}

fn cannot_resume(path: &Path) -> String {
    let older = path.with_file_name(format!("{}.old", path.file_name().unwrap_or_default().to_string_lossy()));
    match older.exists() {
        true => format!("cannot resume from {path:?} (the previous checkpoint is {older:?})"),
        false => format!("cannot resume from {path:?}"),
    }
}

/// A search for what is asked about a position, and where what the game knows before the end comes from.
fn begin(
    games: &Games,
    asking: &Asking,
    written: &Written,
    content: Option<&str>,
) -> Result<(Option<String>, Box<dyn Search>)> {
    let session = games.open(asking.game.name, &asking.parameters, content);
    let session = session.map_err(|error| written.blamed(asking.game, error.into()))?;
    let search = session.search(&[], asking.request.clone()).map_err(|error| match error {
        RequestError::Claim { .. } => anyhow!("--{error}"),
        error => error.into(),
    })?;
    Ok((session.known_from(), search))
}

/// Solves a single position, which may be saved on the way.
fn solve_one(
    games: &Games,
    matches: &ArgMatches,
    asking: &Asking,
    written: &Written,
    content: Option<&str>,
    saved: Option<(Option<String>, Saved)>,
) -> Result<Exit> {
    let file = matches.get_one::<PathBuf>("checkpoint").or(matches.get_one::<PathBuf>("resume"));
    if file.is_some() && !asking.algorithm().can_be_saved() {
        bail!(
            "--checkpoint: a search with {} cannot be saved; expected a depth-first algorithm",
            asking.algorithm().name()
        );
    }
    if file.is_none() && matches.value_source("checkpoint-every") == Some(ValueSource::CommandLine) {
        bail!("--checkpoint-every: --checkpoint FILE is required too");
    }
    let (known, mut search) = begin(games, asking, written, content)?;
    if let Some((known_then, saved)) = saved {
        if known_then != known {
            let name = |known: &Option<String>| known.clone().unwrap_or_else(|| "none".to_owned());
            bail!("--resume: the endgame knowledge has changed from {} to {}", name(&known_then), name(&known));
        }
        search.resume(saved);
    }
    let every = matches.get_one::<Duration>("checkpoint-every").copied().unwrap_or_default();
    let description = asking.description(written.text.as_deref(), content, known);
    let mut saver = file
        .map(|file| {
            if file.file_name().is_none() || file.is_dir() {
                bail!("--checkpoint {file:?}: expected a file name");
            }
            let shown = || format!("cannot write checkpoints to {file:?}");
            Checkpoints::new(file, every, &description, warn).with_context(shown)
        })
        .transpose()?;
    let mut target = matches.get_one::<PathBuf>("proof").map(|path| Target::open(path)).transpose()?;
    watch_for_interrupts(&asking.limits.cancel)?;
    let saver = saver.as_mut().map(|saver| saver as &mut dyn Saver);
    Ok(match asking.answer(search.as_mut(), written, saver, target.as_mut())? {
        Verdict::Proven => Exit::Proven,
        Verdict::Disproven => Exit::Disproven,
        Verdict::Unknown => Exit::Unknown,
    })
}

fn warn(path: &Path, error: &io::Error) {
    anstream::eprintln!("warning: cannot write the checkpoint {path:?}: {error}");
}

pub(crate) fn watch_for_interrupts(cancel: &Cancel) -> Result<()> {
    let cancel = cancel.clone();
    let handler = move || {
        // The second time, someone is in a hurry.
        if cancel.is_cancelled() {
            std::process::exit(3);
        }
        cancel.cancel();
    };
    ctrlc::set_handler(handler).context("cannot handle interrupts")
}

/// What is said of a line that holds no position, in the form of the JSON output.
#[derive(Serialize)]
struct BadLineReport<'a> {
    game: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<&'a str>,
    line: usize,
    error: String,
}

impl Asking {
    /// Says what is wrong with a line, and leaves it at that.
    fn report_bad_line(&self, lines: &Lines, bad: &BadLine) -> Result<()> {
        anstream::eprintln!("{}error:{:#} {}: {:#}", text::ERROR, text::ERROR, lines.place(), bad.error);
        let mut out = io::stdout().lock();
        if self.json {
            let (game, position) = (self.game.name, bad.text.as_deref());
            let report = BadLineReport { game, position, line: bad.line, error: format!("{:#}", bad.error) };
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        } else if self.detail == Detail::Quiet {
            // One word for every position, so that lines can be told apart.
            writeln!(out, "error")?;
        }
        Ok(out.flush()?)
    }

    /// Runs a search and prints the answer.
    fn answer(
        &self,
        search: &mut dyn Search,
        written: &Written,
        saver: Option<&mut dyn Saver>,
        target: Option<&mut Target>,
    ) -> Result<Verdict> {
        let answered = {
            let mut line = Line::new(&self.limits, self.detail == Detail::Quiet, self.hint.as_ref());
            search.run(self.limits.clone(), saver, &mut |event: &_| line.event(event))?
        };
        let details = (!self.json).then(|| answered.details());
        let Answered { mut report, certificate, .. } = answered;
        let certificate = without_fault(certificate)?;
        if let Some(text) = &written.text {
            report.position.clone_from(text);
        }
        report.line = written.line;
        if let (Some(Ok(certified)), Some(target), Some(proof)) = (&certificate, target, &mut report.proof) {
            target.write(&certified.bytes)?;
            proof.file = Some(target.name());
        }
        match details {
            Some(details) => text::print(&report, &details, self.detail)?,
            None => {
                let mut out = io::stdout().lock();
                writeln!(out, "{}", serde_json::to_string(&report)?)?;
                out.flush()?;
            }
        }
        Ok(report.result)
    }
}
