//! `provenum solve`: from a position's text to an answer.

mod batch;

use crate::exit::{Exit, without_fault};
use crate::input::{BadLine, Lines, Written, quoted};
use crate::progress::Line;
use crate::request::Asking;
use crate::text::{self, Detail};
use crate::{signals, target};
use anyhow::{Context, Result, anyhow, bail};
use clap::ArgMatches;
use clap::parser::ValueSource;
use provenum_search::{Saved, Saver};
use provenum_session::{
    Answered, CheckpointFile, Checkpoints, FileKind, Games, Output, OutputError, Report, RequestError, Resumed, Search,
    Verdict, is_same_file, read_checkpoint,
};
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

pub(crate) fn run(games: &Games, matches: &ArgMatches) -> Result<Exit> {
    if let Some(path) = matches.get_one::<PathBuf>("resume") {
        return resume(games, matches, path);
    }
    refuse_several_words(matches)?;
    let asking = Asking::new(games, matches)?;
    let Some(path) = matches.get_one::<PathBuf>("input") else {
        let written = Written { text: matches.get_one::<String>("position").cloned(), line: None };
        let content = written.content(asking.game)?;
        return solve_one(games, matches, &asking, &written, content.as_deref(), None);
    };
    signals::watch(&asking.limits.cancel)?;
    let keep_going = matches.get_flag("keep-going");
    if asking.at_once > 1 {
        return batch::run(games, &asking, Lines::open(path)?, keep_going);
    }
    let mut lines = Lines::open(path)?;
    let (mut all_answered, mut all_read) = (true, true);
    while let Some(line) = lines.next()? {
        match begin_line(games, &asking, line) {
            Ok((written, mut search)) => {
                let answered = asking.answer(search.as_mut(), &written, None, None);
                all_answered &= answered.with_context(|| lines.place())?.is_known();
            }
            Err(bad) if keep_going => {
                all_read = false;
                asking.report_bad_line(&lines.place(), &bad)?;
            }
            Err(bad) => return Err(bad.error.context(lines.place())),
        }
        if asking.limits.cancel.is_cancelled() {
            all_answered = false;
            break;
        }
    }
    Ok(exit_of_list(all_read, all_answered))
}

/// How a list of positions ends.
fn exit_of_list(all_read: bool, all_answered: bool) -> Exit {
    match (all_read, all_answered) {
        (false, _) => Exit::Usage,
        (_, false) => Exit::Unknown,
        _ => Exit::Proven,
    }
}

/// A search for the position of a line. What is wrong with a line is told apart from what goes wrong afterwards.
fn begin_line(
    games: &Games,
    asking: &Asking,
    line: Result<Written, BadLine>,
) -> Result<(Written, Box<dyn Search>), BadLine> {
    let written = line?;
    let content = written.content(asking.game);
    match content.and_then(|content| begin(games, asking, &written, content.as_deref())) {
        Ok((_, search)) => Ok((written, search)),
        Err(error) => Err(BadLine { line: written.line.unwrap_or_default(), text: written.text, error }),
    }
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

/// Goes on with a saved search.
fn resume(games: &Games, matches: &ArgMatches, path: &Path) -> Result<Exit> {
    let elsewhere = matches.get_one::<PathBuf>("checkpoint").filter(|file| !is_same_file(file, path));
    let shown = || format!("cannot resume from {path:?}");
    // Before it is read: nobody else may write to it from now on.
    let mut file = match elsewhere {
        Some(file) => target::open_checkpoint(file, matches)?,
        None => target::open_saved(path).with_context(shown)?,
    };
    let Resumed { description, saved, instead } = read_checkpoint(path).with_context(shown)?;
    if let Some((older, wrong)) = instead {
        anstream::eprintln!("warning: cannot resume from {path:?}: {wrong}; resuming from {older:?}, which is older");
        if elsewhere.is_none() {
            file = file.damaged();
        }
    }
    let asking = Asking::resumed(games, matches, &description)?;
    if asking.algorithm().auto().is_some() && asking.detail != Detail::Quiet {
        let rest = "the searches that take turns with it begin anew";
        let _ = writeln!(anstream::stderr(), "note: the depth-first search goes on where it was; {rest}");
    }
    let written = Written { text: description.written, line: None };
    let content = description.content.as_deref();
    solve_one(games, matches, &asking, &written, content, Some((file, description.known, saved)))
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
    resumed: Option<(CheckpointFile, Option<String>, Saved)>,
) -> Result<Exit> {
    let name = matches.get_one::<PathBuf>("checkpoint").or(matches.get_one::<PathBuf>("resume"));
    if name.is_some() && !asking.algorithm().can_be_saved() {
        bail!(
            "--checkpoint: a search with {} cannot be saved; expected auto or a depth-first algorithm",
            asking.algorithm().name()
        );
    }
    if name.is_none() && matches.value_source("checkpoint-every") == Some(ValueSource::CommandLine) {
        bail!("--checkpoint-every: --checkpoint FILE is required too");
    }
    let proof = matches.get_one::<PathBuf>("proof");
    if proof.is_some_and(|proof| name.is_some_and(|name| is_same_file(proof, name))) {
        bail!("--proof: this is the file of the checkpoint; expected another file name");
    }
    let (known, mut search) = begin(games, asking, written, content)?;
    let file = match resumed {
        Some((_, then, _)) if then != known => {
            let name = |known: Option<String>| known.unwrap_or_else(|| "none".to_owned());
            bail!("--resume: the endgame knowledge has changed from {} to {}", name(then), name(known));
        }
        Some((file, _, saved)) => {
            search.resume(saved);
            Some(file)
        }
        None => name.map(|name| target::open_checkpoint(name, matches)).transpose()?,
    };
    let target = proof.map(|path| target::open(path, FileKind::Certificate, matches)).transpose()?;
    let every = matches.get_one::<Duration>("checkpoint-every").copied().unwrap_or_default();
    let description = asking.description(written.text.as_deref(), content, known);
    let mut saver = file.map(|file| Checkpoints::new(file, every, &description, warn)).transpose()?;
    signals::watch(&asking.limits.cancel)?;
    let saving = saver.as_mut().map(|saver| saver as &mut dyn Saver);
    let verdict = asking.answer(search.as_mut(), written, saving, target.as_ref())?;
    if let (Verdict::Unknown, Some(failure)) = (verdict, saver.and_then(Checkpoints::failure)) {
        return Err(anyhow!("the search is not saved: {failure}"));
    }
    Ok(match verdict {
        Verdict::Proven => Exit::Proven,
        Verdict::Disproven => Exit::Disproven,
        Verdict::Unknown => Exit::Unknown,
    })
}

fn warn(error: &OutputError) {
    let _ = writeln!(anstream::stderr(), "warning: the search could not be saved: {error}");
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
    fn report_bad_line(&self, place: &str, bad: &BadLine) -> Result<()> {
        anstream::eprintln!("{}error:{:#} {}: {:#}", text::ERROR, text::ERROR, place, bad.error);
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
        target: Option<&Output>,
    ) -> Result<Verdict> {
        let answered = {
            let mut line = Line::new(&self.limits, self.detail == Detail::Quiet, self.hint.as_ref());
            search.run(self.limits.clone(), saver, &mut |event: &_| line.event(event))?
        };
        self.show(answered, written, target)
    }

    /// Prints an answer, and writes its certificate.
    fn show(&self, answered: Answered, written: &Written, target: Option<&Output>) -> Result<Verdict> {
        let details = (!self.json).then(|| answered.details());
        let Answered { mut report, certificate, .. } = answered;
        let certificate = without_fault(certificate)?;
        if let Some(text) = &written.text {
            report.position.clone_from(text);
        }
        report.line = written.line;
        let mut unwritten = None;
        if let (Some(Ok(certified)), Some(target), Some(proof)) = (&certificate, target, &mut report.proof) {
            match target.write(&certified.bytes) {
                Ok(()) => proof.file = Some(target.name().to_string_lossy().into_owned()),
                Err(error) => unwritten = Some(error),
            }
        }
        let printed = match details {
            Some(details) => text::print(&report, &details, self.detail),
            None => print_json(&report),
        };
        // The answer comes first. Whoever does not read it must hear of the file all the same.
        unwritten.map_or(Ok(()), Err)?;
        printed?;
        Ok(report.result)
    }
}

fn print_json(report: &Report) -> Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{}", serde_json::to_string(report)?)?;
    out.flush()?;
    Ok(())
}
