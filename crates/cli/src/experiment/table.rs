//! From single results to a table: for each set and run, how much was solved, and what it took.

use super::Row;
use super::description::Experiment;
use std::collections::BTreeMap;
use std::fmt::Write;

/// What a run did on a set.
#[derive(Clone, Default)]
pub(super) struct Total {
    pub(super) positions: u64,
    pub(super) solved: u64,
    /// How often it contradicts the run that it is compared with.
    pub(super) differs: u64,
    pub(super) expanded: u64,
    /// Nodes visited with leaves, or expanded where a search does not count visits.
    pub(super) visited: u64,
    pub(super) seconds: f64,
}

/// The totals by set, then by run.
pub(super) fn totals(experiment: &Experiment, rows: &[Row]) -> Vec<Vec<Total>> {
    let total = |set: &str, run: &str| {
        let mut base = BTreeMap::new();
        for row in rows.iter().filter(|row| row.set == set && row.run == experiment.runs[experiment.base].name) {
            base.insert(row.position.as_str(), row);
        }
        let mut total = Total::default();
        for row in rows.iter().filter(|row| row.set == set && row.run == run) {
            total.positions += 1;
            total.solved += u64::from(row.result != "unknown");
            total.differs += u64::from(base.get(row.position.as_str()).is_some_and(|base| base.contradicts(row)));
            total.expanded += row.expanded;
            total.visited += row.by_level.unwrap_or(row.expanded);
            total.seconds += row.cpu_seconds;
        }
        total
    };
    experiment.sets.iter().map(|set| experiment.runs.iter().map(|run| total(&set.name, &run.name)).collect()).collect()
}

/// The table in Markdown.
pub(super) fn markdown(experiment: &Experiment, totals: &[Vec<Total>]) -> String {
    let base = &experiment.runs[experiment.base].name;
    let mut out = format!("# {}\n\n", experiment.title);
    out +=
        "`visited` counts leaves too; with iterative deepening, each level only for the first depth that reaches it. ";
    let _ = writeln!(out, "`of {base}` is the share of what {base} needs. Times are CPU seconds.\n");
    let _ = writeln!(
        out,
        "| set | run | positions | solved | differs | expanded | visited | of {base} | seconds | of {base} |\n\
         |---|---|---:|---:|---:|---:|---:|---:|---:|---:|"
    );
    for (set, runs) in experiment.sets.iter().zip(totals) {
        let all = &runs[experiment.base];
        for (run, total) in experiment.runs.iter().zip(runs) {
            let Total { positions, solved, differs, expanded, visited, seconds } = total;
            let (nodes, time) = (share(*visited as f64, all.visited as f64), share(*seconds, all.seconds));
            let _ = writeln!(
                out,
                "| {} | {} | {positions} | {solved} | {differs} | {expanded} | {visited} | {nodes} | {seconds:.3} | {time} |",
                set.name, run.name
            );
        }
    }
    out
}

fn share(part: f64, all: f64) -> String {
    if all > 0.0 { format!("{:.1} %", 100.0 * part / all) } else { "–".to_owned() }
}
