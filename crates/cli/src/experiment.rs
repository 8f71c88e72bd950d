//! `provenum experiment`: searches on sets of positions, as a file describes them, and what came out as lines of JSON, as a
//! table and as a picture.
//!
//! Each result is a line that is written when it is there, so that an experiment that was stopped goes on where it was.

mod description;
mod plot;
mod table;

use crate::exit::{Exit, InternalError};
use crate::{signals, target};
use anyhow::{Context, Result, anyhow, bail};
use clap::ArgMatches;
use description::{Experiment, Run, Set};
use provenum_search::{Algorithm, Cancel, Limits};
use provenum_session::{Certify, FileKind, Games, Request, Stopwatch, Verdict, threads};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Write, stdout};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use table::Summary;

macro_rules! built_in {
    ($directory:literal, $ending:literal: $($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../experiments/", $directory, $name, $ending)))),*]
    };
}

/// The experiments that come with the program.
const BUILT_IN: &[(&str, &str)] = built_in!(
    "", ".experiment": "graphs", "negascout", "pds-pn-1", "pds-pn-1-small", "pds-pn-2", "pds-pn-3", "pds-pn-4", "pds-pn-5",
    "pds-pn-fig3",
    "wpns-othello", "epsilon", "deep", "mobility", "wpns-shogi", "pds-pn-shogi", "parallel",
);

/// The sets of positions that come with the program.
const SETS: &[(&str, &str)] = built_in!("sets/", ".txt": "loa-286", "loa-488", "othello-86", "tsume-shogi");

/// One position that went through one run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Row {
    set: String,
    run: String,
    /// Everything that the result depends on beside the position.
    search: String,
    position: String,
    result: Verdict,
    value: Option<i32>,
    /// What the value looks like, if positions were evaluated.
    estimate: Option<f64>,
    expanded: u64,
    generated: u64,
    by_level: Option<u64>,
    /// How often a search has turned to another child than before, if it counts that.
    #[serde(default)]
    seesaws: u64,
    cpu_seconds: f64,
    stop_reason: String,
}

impl Row {
    fn is_solved(&self) -> bool {
        self.result.is_known()
    }

    fn visited(&self) -> u64 {
        self.by_level.unwrap_or(self.expanded)
    }

    /// Whether two runs say different things of the same position. Not to know is not to contradict.
    fn contradicts(&self, other: &Row) -> bool {
        let differ = self.result != other.result && self.is_solved() && other.is_solved();
        let values = self.value.zip(other.value).is_some_and(|(a, b)| a != b);
        let estimates = self.estimate.zip(other.estimate).is_some_and(|(a, b)| (a - b).abs() > 1e-9);
        differ || values || estimates
    }
}

/// One position that is to go through one run.
struct Item<'e> {
    set: &'e Set,
    run: &'e Run,
    position: &'e str,
    algorithm: Algorithm,
    search: String,
}

pub(crate) fn run(games: &Games, matches: &ArgMatches) -> Result<Exit> {
    let name = matches.get_one::<String>("experiment").map(String::as_str).unwrap_or_default();
    let (stem, mut experiment) = find(games, name)?;
    if let Some(&nodes) = matches.get_one::<u64>("nodes") {
        experiment.nodes = Some(nodes);
    }
    if let Some(&most) = matches.get_one::<u64>("limit") {
        experiment.sets.iter_mut().for_each(|set| spread(&mut set.positions, most as usize));
    }
    let directory = matches.get_one::<PathBuf>("output").cloned().unwrap_or_default();
    fs::create_dir_all(&directory).with_context(|| format!("cannot create the directory {directory:?}"))?;
    let file = |ending: &str| directory.join(format!("{stem}.{ending}"));
    let threads = matches.get_one::<u16>("threads").map_or_else(threads, |&threads| threads.into());
    let (tables, picture) = (file("md"), file("svg"));
    let tables = target::open(&tables, FileKind::Tables, matches)?;
    let picture = target::open(&picture, FileKind::Svg, matches)?;
    let kept = Kept::open(&file("jsonl"), matches.get_flag("force"))?;
    let cancel = Cancel::new();
    signals::watch(&cancel)?;
    let others: Vec<_> = experiment.reuse.iter().map(|name| directory.join(format!("{name}.jsonl"))).collect();
    let rows = results(games, &experiment, kept, &others, (threads, &cancel))?;
    let summary = Summary::new(&experiment, &rows);
    let text = table::markdown(&experiment, &summary);
    let written = tables.write(text.as_bytes());
    let drawn = picture.write(plot::svg(&experiment, &summary).as_bytes());
    stdout().lock().write_all(text.as_bytes())?;
    written.and(drawn)?;
    Ok(if cancel.is_cancelled() { Exit::Unknown } else { Exit::Proven })
}

/// So many of the positions, spread over all of them: sets are often sorted.
fn spread(positions: &mut Vec<String>, most: usize) {
    let all = positions.len();
    if most < all {
        let mut place = 0;
        positions.retain(|_| {
            place += 1;
            place * most / all > (place - 1) * most / all
        });
    }
}

/// An experiment that comes with the program, or one in a file, and what its results are called.
fn find(games: &Games, name: &str) -> Result<(String, Experiment)> {
    if let Some((stem, text)) = BUILT_IN.iter().find(|(known, _)| *known == name) {
        let files = |name: &str| -> Result<String> {
            let known = SETS.iter().find(|(set, _)| name == format!("sets/{set}.txt"));
            known.map(|(_, text)| (*text).to_owned()).with_context(|| format!("there is no set {name}"))
        };
        let experiment = Experiment::read(games, text, &files);
        return Ok(((*stem).to_owned(), experiment.map_err(|error| InternalError(format!("{stem}: {error:#}")))?));
    }
    let known: Vec<_> = BUILT_IN.iter().map(|(known, _)| *known).collect();
    let path = Path::new(name);
    let text = fs::read_to_string(path).with_context(|| {
        format!("cannot read the experiment {name:?}; expected a file, or one of {}", known.join(", "))
    })?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let directory = path.parent().unwrap_or(Path::new(""));
    let files = |name: &str| {
        let path = directory.join(name);
        fs::read_to_string(&path).with_context(|| format!("cannot read the positions in {path:?}"))
    };
    let experiment = Experiment::read(games, &text, &files);
    Ok((stem, experiment.with_context(|| format!("experiment {name:?}"))?))
}

/// All results: those that are in the file already or in those of `others`, and those that are added to it now.
fn results(
    games: &Games,
    experiment: &Experiment,
    Kept { path, mut file, rows: mut known }: Kept,
    others: &[PathBuf],
    (threads, cancel): (usize, &Cancel),
) -> Result<Vec<Row>> {
    for file in others {
        known.extend(fs::read_to_string(file).map_or_else(|_| Vec::new(), |text| read_rows(&text)));
    }
    let done: HashSet<_> = known.iter().map(key_of).collect();
    let mut wanted = HashSet::new();
    let mut items = Vec::new();
    for item in all_items(experiment)? {
        let key = (item.set.name.clone(), item.run.name.clone(), item.search.clone(), item.position.to_owned());
        if !done.contains(&key) {
            items.push(item);
        }
        wanted.insert(key);
    }
    let shown = || format!("cannot write to {path:?}");
    let rows = Mutex::new((&mut file, known));
    let next = AtomicUsize::new(0);
    let work = || -> Result<()> {
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            let row = item.search(games, experiment, cancel)?;
            if cancel.is_cancelled() {
                break;
            }
            let Ok(mut guard) = rows.lock() else { break };
            append(guard.0, &row).with_context(shown)?;
            guard.1.push(row);
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().unwrap_or_else(|_| Err(anyhow!("a search failed"))))
    })?;
    let (file, rows) = rows.into_inner().map_err(|_| anyhow!("a search failed"))?;
    file.sync_all().with_context(shown)?;
    // Each counts once, also if two files have it.
    Ok(rows.into_iter().filter(|row| wanted.remove(&key_of(row))).collect())
}

/// The file of the results, which only grows. It is ours alone as long as it is open.
struct Kept {
    path: PathBuf,
    file: File,
    /// What it holds already.
    rows: Vec<Row>,
}

impl Kept {
    fn open(path: &Path, force: bool) -> Result<Kept> {
        let shown = || format!("cannot write to {path:?}");
        if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
            bail!("{path:?} is not a file; expected one that holds results, or none");
        }
        let mut file = OpenOptions::new().read(true).create(true).append(true).open(path).with_context(shown)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                bail!("another process is writing to {path:?}; expected another --output, or wait until it ends");
            }
            // A system without locks is no reason to keep nothing.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(|| format!("cannot read {path:?}"))?;
        let rows = read_rows(&String::from_utf8_lossy(&bytes));
        match rows.is_empty() && !bytes.is_empty() {
            true if force => file.set_len(0).with_context(shown)?,
            true => bail!(
                "{path:?} already exists and holds no results; expected another --output, or --force to replace it"
            ),
            // A line that was cut off must not spoil the next one.
            false if !bytes.is_empty() && !bytes.ends_with(b"\n") => file.write_all(b"\n").with_context(shown)?,
            false => {}
        }
        Ok(Kept { path: path.to_owned(), file, rows })
    }
}

fn key_of(row: &Row) -> (String, String, String, String) {
    (row.set.clone(), row.run.clone(), row.search.clone(), row.position.clone())
}

/// The results of a file. A line that was cut off when the program was stopped counts as none.
fn read_rows(text: &str) -> Vec<Row> {
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

fn append(file: &mut File, row: &Row) -> Result<()> {
    let line = serde_json::to_string(row)? + "\n";
    Ok(file.write_all(line.as_bytes())?)
}

fn all_items(experiment: &Experiment) -> Result<Vec<Item<'_>>> {
    let mut items = Vec::new();
    let mut limits = match (experiment.nodes, experiment.time) {
        (None, None) => String::new(),
        (nodes, time) => format!("; nodes {nodes:?}, time {time:?}"),
    };
    limits += &experiment.claim.map(|claim| format!("; claim {claim}")).unwrap_or_default();
    for set in &experiment.sets {
        for run in &experiment.runs {
            let (algorithm, words) = run.algorithm(set)?;
            let parameters: String = set.parameters.iter().map(|(name, value)| format!(" {name}={value}")).collect();
            let memory = run.memory.unwrap_or(experiment.memory);
            let search = format!("{}{parameters}; {words}; memory {memory}{limits}", set.game.name);
            for position in &set.positions {
                items.push(Item { set, run, position, algorithm: algorithm.clone(), search: search.clone() });
            }
        }
    }
    Ok(items)
}

impl Item<'_> {
    fn search(&self, games: &Games, experiment: &Experiment, cancel: &Cancel) -> Result<Row> {
        let place = || format!("set {}, position {:?}", self.set.name, self.position);
        self.row(games, experiment, cancel).with_context(place)
    }

    fn row(&self, games: &Games, experiment: &Experiment, cancel: &Cancel) -> Result<Row> {
        let Experiment { nodes, time, memory, claim, .. } = *experiment;
        let limits = Limits {
            time,
            nodes,
            memory: self.run.memory.unwrap_or(memory),
            cancel: cancel.clone(),
            ..Limits::default()
        };
        let Item { set, run, algorithm, search, .. } = self;
        let session = games.open(set.game.name, &set.parameters, Some(self.position))?;
        let usual =
            Request { algorithm: Some(algorithm.clone()), certify: Certify::Never, ..Request::of_game(set.game) };
        let request = Request { asked: claim.unwrap_or(usual.asked), ..usual };
        let mut search_of = session.search(&[], request)?;
        let watch = Stopwatch::of_thread();
        let answered = search_of.run(limits, None, &mut ())?;
        let cpu_seconds = watch.cpu_seconds();
        let report = answered.report;
        Ok(Row {
            set: set.name.clone(),
            run: run.name.clone(),
            search: search.clone(),
            position: self.position.to_owned(),
            result: report.result,
            value: answered.value,
            estimate: report.estimate,
            expanded: report.expanded,
            generated: report.generated,
            by_level: report.by_level,
            seesaws: answered.statistics.seesaws,
            cpu_seconds,
            stop_reason: report.stop_reason,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_set_is_spread_over_it() {
        let numbers = |most: usize| {
            let mut positions: Vec<_> = (1..=10).map(|n: u32| n.to_string()).collect();
            spread(&mut positions, most);
            positions.join(" ")
        };
        assert_eq!(numbers(3), "4 7 10");
        assert_eq!(numbers(5), "2 4 6 8 10");
        assert_eq!((numbers(1), numbers(10), numbers(99)), ("10".to_owned(), numbers(20), numbers(20)));
    }
}
