//! `provenum bench --peers`: other solvers beside this one, on the same positions.
//!
//! Every solver is one process for a whole set, this one too, so that all are measured alike: CPU seconds of the process, and
//! the nodes that it says it needed.

mod description;
mod process;

use crate::exit::Exit;
use anyhow::{Context, Result, bail};
use description::{Description, Peer, Set};
use process::{Measured, Ran};
use serde::Serialize;
use std::fs;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

/// The peers that are known without a description.
const KNOWN: &str = include_str!("peers/known.txt");
/// The sets that come with provenum: name, what ours is told of the game, and the positions.
const SHIPPED: &[(&str, &str, &str)] = &[
    ("connect4", "connect4 --values score", include_str!("sets/connect4.txt")),
    ("othello", "othello", include_str!("sets/othello.txt")),
    ("tsume-shogi", "tsume-shogi --claim win", include_str!("sets/tsume-shogi.txt")),
];

/// What a solver did on a set.
#[derive(Serialize)]
struct Row {
    set: String,
    game: String,
    solver: String,
    positions: usize,
    solved: usize,
    /// Answers that are not ours.
    differ: usize,
    /// As the solver counts them, if it says so.
    nodes: Option<u64>,
    cpu_seconds: f64,
    /// Ours divided by the peer's; none of our own row.
    nodes_ratio: Option<f64>,
    cpu_ratio: Option<f64>,
    /// Whether it came to its end within the time.
    finished: bool,
}

/// An answer, as far as solvers can be compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Value(i64),
    Proven,
    Disproven,
    Unknown,
}

impl Verdict {
    fn of(word: &str) -> Verdict {
        if let Ok(value) = word.trim_start_matches('+').parse() {
            return Verdict::Value(value);
        }
        match word {
            "disproven" | "nomate" => Verdict::Disproven,
            "unknown" | "timeout" | "notimplemented" | "" => Verdict::Unknown,
            _ => Verdict::Proven,
        }
    }
}

pub(super) fn run(directory: &str, json: bool) -> Result<Exit> {
    let directory = fs::canonicalize(directory).with_context(|| format!("cannot open the directory {directory}"))?;
    let file = directory.join("peers.txt");
    let own = match fs::read_to_string(&file) {
        Ok(text) => Description::read(&text, &directory).with_context(|| format!("cannot read {}", file.display()))?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Description::default(),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", file.display())),
    };
    let known = Description::read(KNOWN, &directory)?;
    let named = |name: &str| own.peers.iter().any(|peer| peer.name == name);
    let known = known.peers.iter().filter(|peer| !named(&peer.name));
    let peers: Vec<&Peer> = own.peers.iter().chain(known).filter(|peer| peer.program(&directory).is_file()).collect();
    if peers.is_empty() {
        bail!(
            "{} has none of the programs that peers.txt there or the built-in list names; see docs/PERFORMANCE.md",
            directory.display()
        );
    }
    let mut rows = Vec::new();
    for set in sets(own.sets)? {
        let peers: Vec<&Peer> = peers.iter().copied().filter(|peer| peer.game == set.game).collect();
        if !peers.is_empty() {
            rows.extend(compare(&set, &peers, &directory)?);
        }
    }
    let mut out = stdout().lock();
    if json {
        serde_json::to_writer_pretty(&mut out, &rows)?;
        writeln!(out)?;
    } else {
        print(&mut out, &rows)?;
    }
    Ok(Exit::Proven)
}

/// The sets of the description, and the shipped ones of all other games.
fn sets(own: Vec<Set>) -> Result<Vec<Set>> {
    let mut sets = own;
    for &(name, words, positions) in SHIPPED {
        let set = Set::new(name, words, positions)?;
        if !sets.iter().any(|other| other.game == set.game) {
            sets.push(set);
        }
    }
    Ok(sets)
}

/// A file that is gone when it is no longer needed.
struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Ours and then the peers on a set.
fn compare(set: &Set, peers: &[&Peer], directory: &Path) -> Result<Vec<Row>> {
    let write = |who: &str, positions: &[String]| -> Result<Temporary> {
        let file = std::env::temp_dir().join(format!("provenum-bench-{}-{}-{who}.txt", std::process::id(), set.name));
        fs::write(&file, positions.join("\n") + "\n").with_context(|| format!("cannot write {}", file.display()))?;
        Ok(Temporary(file))
    };
    let file = write("provenum", &set.positions)?;
    let ours = process::ours(set, &file.0)?;
    let verdicts: Vec<Verdict> = ours.answers.iter().map(|word| Verdict::of(word)).collect();
    if verdicts.len() != set.positions.len() {
        bail!("set {}: {} positions, but provenum answered {}", set.name, set.positions.len(), verdicts.len());
    }
    let mut rows = vec![row(set, "provenum", &ours, &verdicts, None)];
    for peer in peers {
        let positions: Vec<String> = set.positions.iter().map(|position| peer.position(position)).collect();
        let file = write(&peer.name, &positions)?;
        let ran = process::peer(peer, &positions, &file.0, directory)?;
        rows.push(row(set, &peer.name, &ran, &verdicts, Some(&ours.measured)));
    }
    Ok(rows)
}

fn row(set: &Set, solver: &str, ran: &Ran, ours: &[Verdict], than: Option<&Measured>) -> Row {
    let Measured { nodes, cpu_seconds } = ran.measured;
    let verdicts: Vec<Verdict> = ran.answers.iter().map(|word| Verdict::of(word)).collect();
    // A ratio of different work would say nothing.
    let than = than.filter(|_| verdicts == ours && !ours.contains(&Verdict::Unknown) && ran.finished);
    Row {
        set: set.name.clone(),
        game: set.game.clone(),
        solver: solver.to_owned(),
        positions: ours.len(),
        solved: verdicts.iter().filter(|&&verdict| verdict != Verdict::Unknown).count(),
        differ: verdicts.iter().zip(ours).filter(|(one, other)| one != other).count(),
        nodes,
        cpu_seconds,
        nodes_ratio: than.and_then(|ours| ratio(ours.nodes? as f64, nodes? as f64)),
        cpu_ratio: than.and_then(|ours| ratio(ours.cpu_seconds, cpu_seconds)),
        finished: ran.finished,
    }
}

fn ratio(ours: f64, theirs: f64) -> Option<f64> {
    (theirs > 0.0).then(|| ours / theirs)
}

fn print(out: &mut impl Write, rows: &[Row]) -> Result<()> {
    writeln!(
        out,
        "{:<14} {:<16} {:>8} {:>7} {:>14} {:>9}  ours/peer: {:>6} {:>6}",
        "set", "solver", "solved", "differ", "nodes", "cpu s", "nodes", "cpu"
    )?;
    for row in rows {
        let solved = format!("{}/{}", row.solved, row.positions);
        let shown = |ratio: Option<f64>| ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}"));
        writeln!(
            out,
            "{:<14} {:<16} {solved:>8} {:>7} {:>14} {:>9.2}             {:>6} {:>6}{}",
            row.set,
            row.solver,
            row.differ,
            row.nodes.map_or("-".to_owned(), super::count),
            row.cpu_seconds,
            shown(row.nodes_ratio),
            shown(row.cpu_ratio),
            if row.finished { "" } else { "  stopped" }
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_built_in_can_be_read() {
        let known = Description::read(KNOWN, Path::new("/nowhere")).unwrap();
        assert!(known.peers.len() >= 4 && known.sets.is_empty());
        let sets = sets(Vec::new()).unwrap();
        assert!(sets.iter().all(|set| set.positions.len() >= 5));
        assert!(known.peers.iter().all(|peer| sets.iter().any(|set| set.game == peer.game)));
    }

    #[test]
    fn words_of_solvers_are_understood() {
        assert_eq!(Verdict::of("+12"), Verdict::Value(12));
        assert_eq!(Verdict::of("-2"), Verdict::Value(-2));
        assert_eq!(Verdict::of("nomate"), Verdict::Disproven);
        assert_eq!(Verdict::of("timeout"), Verdict::Unknown);
        assert_eq!(Verdict::of("G*5b"), Verdict::of("proven"));
    }
}
