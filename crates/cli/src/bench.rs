//! `provenum bench`: the algorithms on a fixed set of problems, and the kernel against the floor of this machine.
//!
//! Node counts are the same on every machine. Their total is the **signature**: a change that alters it changes what the
//! searches do, and says so.
//!
//! With other solvers at hand, the same positions go through them and through this one.

mod peers;

use crate::exit::Exit;
use anyhow::{Context, Result};
use clap::ArgMatches;
use indicatif::HumanCount;
use provenum_game::Parameters;
use provenum_search::{Algorithm, Limits, presets};
use provenum_session::{Asked, Certify, Games, Request, kernel_speed};
use std::io::{Write, stdout};

/// A problem of the set: game, its size if it has one, position, and what the side to move claims.
type Case = (&'static str, Option<&'static str>, &'static str, i32);

/// Every algorithm solves these.
const EASY: &[Case] = &[
    ("graph", None, "A or B C; B and E D; C and F; D disproven; E or H G; F or H; G proven; H and E", 1),
    ("random", None, "seed=1 nodes=400 branching=3 success=0.4", 1),
    ("random", None, "seed=2 nodes=400 branching=4 shared=0.2 success=0.3 alternate=no", 1),
    ("random", None, "seed=3 nodes=300 branching=3 shared=0.3 success=0.5", 1),
    ("random", None, "seed=4 nodes=200 branching=2 shared=0.2 success=0.6 alternate=no", 1),
    ("mnk", Some("3x3x3"), "", 0),
    ("mnk", Some("3x3x3"), "", 1),
    ("mnk", Some("4x3x3"), "", 1),
    ("mnk", Some("4x4x3"), "a1 b2", 1),
    ("connect4", Some("4x4"), "", 0),
    ("connect4", Some("4x5"), "", 0),
    ("connect4", Some("7x6"), "55323365136332172774", 1),
    ("connect4", Some("7x6"), "64117125671623642252", 1),
    ("connect4", Some("7x6"), "171554244431751564", 1),
];

/// These tell df-pn from df-pn with 1 + ε.
const HARD: &[Case] = &[
    ("connect4", Some("5x5"), "", 0),
    ("connect4", Some("5x5"), "", 1),
    ("connect4", Some("6x4"), "", 0),
    ("connect4", Some("5x4"), "", 1),
    ("connect4", Some("6x5"), "3344", 1),
    ("mnk", Some("4x4x4"), "", 1),
    ("mnk", Some("5x4x4"), "b2 c2", 1),
];

/// Expanded nodes after which an algorithm gives up on an easy problem, and on a hard one.
const MOST_EASY: u64 = 3_000_000;
const MOST_HARD: u64 = 20_000_000;

pub(crate) fn run(matches: &ArgMatches) -> Result<Exit> {
    if let Some(directory) = matches.get_one::<String>("peers") {
        return peers::run(directory, matches.get_flag("json"));
    }
    let games = Games::built_in();
    let mut out = stdout().lock();
    let mut signature = 0;
    writeln!(out, "{:<12} {:>7} {:>12} {:>12} {:>9}", "algorithm", "solved", "expanded", "generated", "cpu s")?;
    for preset in presets() {
        let total = total(&games, preset.name, EASY, MOST_EASY)?;
        signature += total.expanded;
        let solved = format!("{}/{}", total.solved, EASY.len());
        let (name, expanded, generated) = (preset.name, count(total.expanded), count(total.generated));
        writeln!(out, "{name:<12} {solved:>7} {expanded:>12} {generated:>12} {:>9.3}", total.cpu)?;
    }
    writeln!(out, "\nsignature {signature}")?;
    if matches.get_flag("signature") {
        return Ok(Exit::Proven);
    }
    writeln!(out)?;
    out.flush()?;
    compare(&games, &mut out)?;
    let mut sizes = vec![64];
    if matches.get_flag("large") {
        sizes.push(4096);
    }
    for mebibytes in sizes {
        speed(&mut out, mebibytes)?;
    }
    Ok(Exit::Proven)
}

fn count(number: u64) -> String {
    HumanCount(number).to_string()
}

/// What an algorithm did on a problem, or on several.
#[derive(Clone, Copy, Default)]
struct Effort {
    solved: u64,
    expanded: u64,
    generated: u64,
    cpu: f64,
}

fn total(games: &Games, algorithm: &str, cases: &[Case], most: u64) -> Result<Effort> {
    cases.iter().try_fold(Effort::default(), |sum, case| {
        let one = effort(games, algorithm, case, most)?;
        Ok(Effort {
            solved: sum.solved + one.solved,
            expanded: sum.expanded + one.expanded,
            generated: sum.generated + one.generated,
            cpu: sum.cpu + one.cpu,
        })
    })
}

fn effort(games: &Games, algorithm: &str, &(game, size, position, at_least): &Case, most: u64) -> Result<Effort> {
    let parameters = size.map_or_else(Parameters::new, |size| Parameters::new().with("size", size));
    let algorithm = Some(Algorithm::named(algorithm)?);
    let request = Request { asked: Asked::AtLeast(at_least), algorithm, certify: Certify::Never, lengths: None };
    let limits = Limits { nodes: Some(most), ..Limits::default() };
    let session =
        games.open(game, &parameters, Some(position)).with_context(|| format!("the case {game} {position:?}"))?;
    let answered = session.search(&[], request)?.run(limits, None, &mut ())?;
    Ok(Effort {
        solved: answered.report.result.is_known().into(),
        expanded: answered.statistics.expanded,
        generated: answered.statistics.generated,
        cpu: answered.report.cpu_seconds,
    })
}

/// The hard part: how much 1 + ε saves.
fn compare(games: &Games, out: &mut impl Write) -> Result<()> {
    writeln!(out, "{:<28} {:>14} {:>14}", "hard problem, expanded", "df-pn", "df-pn-eps")?;
    let (mut nodes, mut cpu, mut both) = (0.0, 0.0, 0.0);
    for case in HARD {
        let [plain, eps] = ["df-pn", "df-pn-eps"].map(|algorithm| effort(games, algorithm, case, MOST_HARD));
        let (plain, eps) = (plain?, eps?);
        let shown = |effort: Effort| match effort.solved {
            1 => count(effort.expanded),
            _ => "unknown".to_owned(),
        };
        let name = format!("{} {} {:?} >={}", case.0, case.1.unwrap_or_default(), case.2, case.3);
        writeln!(out, "{name:<28} {:>14} {:>14}", shown(plain), shown(eps))?;
        if plain.solved == 1 && eps.solved == 1 {
            nodes += (plain.expanded as f64 / eps.expanded as f64).ln();
            cpu += (plain.cpu / eps.cpu).ln();
            both += 1.0;
        }
    }
    let mean = |sum: f64| (sum / f64::max(both, 1.0)).exp();
    writeln!(
        out,
        "df-pn takes {:.2} times the expansions and {:.2} times the CPU time of df-pn-eps (geometric means)\n",
        mean(nodes),
        mean(cpu)
    )?;
    Ok(())
}

/// How fast the kernel is with a table of this size, beside what the memory allows.
fn speed(out: &mut impl Write, mebibytes: u64) -> Result<()> {
    let speed =
        kernel_speed(mebibytes << 20).with_context(|| format!("cannot allocate {mebibytes} MiB for the table"))?;
    let child = 1e9 * speed.seconds / speed.generated as f64;
    writeln!(
        out,
        "table of {mebibytes} MiB: floor {:.1} ns per random probe; df-pn-eps on connect4 7x6: {:.1} million children \
         and {:.2} million expansions per CPU second, {child:.1} ns per child, {:.1} times the floor (best of {} \
         rounds); first touch of the memory: {:.2} s",
        speed.probe_ns,
        speed.generated as f64 / 1e6 / speed.seconds,
        speed.expanded as f64 / 1e6 / speed.seconds,
        child / speed.probe_ns,
        speed.rounds,
        speed.touch_seconds,
    )?;
    Ok(())
}
