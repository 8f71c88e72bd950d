//! From single results to tables: for each set and run, how much was solved and what it took; the same for the positions
//! that all runs have solved; and runs compared position by position.

use super::Row;
use super::description::Experiment;
use indicatif::{HumanBytes, HumanCount};
use std::collections::HashMap;
use std::fmt::Write;

/// What a run did on some positions.
#[derive(Clone, Default)]
pub(super) struct Total {
    pub(super) positions: u64,
    pub(super) solved: u64,
    /// How often it contradicts the run that it is compared with.
    pub(super) differs: u64,
    pub(super) expanded: u64,
    pub(super) generated: u64,
    /// Nodes visited with leaves, or expanded where a search does not count visits.
    pub(super) visited: u64,
    pub(super) seesaws: u64,
    pub(super) seconds: f64,
}

impl Total {
    fn add(&mut self, row: &Row) {
        self.positions += 1;
        self.solved += u64::from(row.is_solved());
        self.expanded += row.expanded;
        self.generated += row.generated;
        self.visited += row.visited();
        self.seesaws += row.seesaws;
        self.seconds += row.cpu_seconds;
    }
}

/// A run beside the one that it is compared with, on the positions that both have solved.
#[derive(Clone, Default)]
pub(super) struct Duel {
    pub(super) positions: u64,
    /// On how many of them it needs fewer nodes.
    pub(super) fewer: u64,
    /// How many times as many nodes it needs, as a geometric mean.
    pub(super) nodes: f64,
    /// The same for time.
    pub(super) time: f64,
}

/// All about one set; every list is by run.
pub(super) struct SetSummary<'r> {
    /// The results by run and position.
    pub(super) rows: Vec<HashMap<&'r str, &'r Row>>,
    pub(super) totals: Vec<Total>,
    /// On the positions that all have solved.
    pub(super) common: Vec<Total>,
    pub(super) duels: Vec<Duel>,
}

/// All about all sets.
pub(super) struct Summary<'r>(pub(super) Vec<SetSummary<'r>>);

impl<'r> Summary<'r> {
    pub(super) fn new(experiment: &Experiment, rows: &'r [Row]) -> Summary<'r> {
        let of_set = |set: &str| {
            let of_run = |run: &str| {
                let rows = rows.iter().filter(|row| row.set == set && row.run == run);
                rows.map(|row| (row.position.as_str(), row)).collect()
            };
            SetSummary::new(experiment.runs.iter().map(|run| of_run(&run.name)).collect(), experiment.base)
        };
        Summary(experiment.sets.iter().map(|set| of_set(&set.name)).collect())
    }
}

impl<'r> SetSummary<'r> {
    fn new(rows: Vec<HashMap<&'r str, &'r Row>>, base: usize) -> SetSummary<'r> {
        let by_all = |position: &str| rows.iter().all(|run| run.get(position).is_some_and(|row| row.is_solved()));
        let (mut totals, mut common, mut duels) = (Vec::new(), Vec::new(), Vec::new());
        for run in &rows {
            let (mut total, mut shared, mut duel) = (Total::default(), Total::default(), Duel::default());
            // In order, so that sums of fractions come out the same every time.
            let mut positions: Vec<_> = run.keys().copied().collect();
            positions.sort_unstable();
            for position in positions {
                let row = run[position];
                total.add(row);
                if by_all(position) {
                    shared.add(row);
                }
                if let Some(other) = rows[base].get(position) {
                    total.differs += u64::from(other.contradicts(row));
                    duel.add(row, other);
                }
            }
            totals.push(total);
            common.push(shared);
            duels.push(duel.means());
        }
        SetSummary { rows, totals, common, duels }
    }
}

impl Duel {
    fn add(&mut self, row: &Row, base: &Row) {
        if row.is_solved() && base.is_solved() {
            self.positions += 1;
            self.fewer += u64::from(row.visited() < base.visited());
            self.nodes += (row.visited().max(1) as f64 / base.visited().max(1) as f64).ln();
            self.time += (row.cpu_seconds.max(1e-6) / base.cpu_seconds.max(1e-6)).ln();
        }
    }

    /// From sums of logarithms to means.
    fn means(self) -> Duel {
        let mean = |sum: f64| (sum / self.positions.max(1) as f64).exp();
        Duel { nodes: mean(self.nodes), time: mean(self.time), ..self }
    }
}

/// The tables in Markdown.
pub(super) fn markdown(experiment: &Experiment, Summary(sets): &Summary<'_>) -> String {
    let base = &experiment.runs[experiment.base].name;
    let mut out = format!("# {}\n\n{}\n\n", experiment.title, limits(experiment));
    out += "`visited` counts leaves too where a search counts them, and with iterative deepening each level only for the \
            first depth that reaches it; else it is what was expanded. ";
    let _ = writeln!(out, "`of {base}` is the share of what {base} needs. Times are CPU seconds.\n");
    let _ = writeln!(
        out,
        "| set | run | positions | solved | differs | expanded | generated | visited | of {base} | seconds | of {base} |\n\
         |---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    );
    for (set, summary) in experiment.sets.iter().zip(sets) {
        let all = &summary.totals[experiment.base];
        for (run, total) in experiment.runs.iter().zip(&summary.totals) {
            let Total { positions, solved, differs, .. } = total;
            let costs = costs(total, all);
            let _ = writeln!(out, "| {} | {} | {positions} | {solved} | {differs} | {costs}", set.name, run.name);
        }
    }
    let _ = writeln!(
        out,
        "\n## The positions that all have solved\n\n\
         | set | run | positions | expanded | generated | visited | of {base} | seconds | of {base} |\n\
         |---|---|---:|---:|---:|---:|---:|---:|---:|"
    );
    for (set, summary) in experiment.sets.iter().zip(sets) {
        let all = &summary.common[experiment.base];
        for (run, total) in experiment.runs.iter().zip(&summary.common) {
            let _ = writeln!(out, "| {} | {} | {} | {}", set.name, run.name, total.positions, costs(total, all));
        }
    }
    let _ = writeln!(
        out,
        "\n## Position by position\n\n\
         On the positions that a run and {base} have both solved: how many times the nodes and the time of {base} it needs \
         (geometric means), and on how many it visits fewer nodes. `seesaws` counts, for all positions, how often a \
         depth-first search turned to another child while it stayed at a node.\n\n\
         | set | run | positions | times the nodes | times the time | fewer nodes | seesaws |\n\
         |---|---|---:|---:|---:|---:|---:|"
    );
    for (set, summary) in experiment.sets.iter().zip(sets) {
        for ((run, duel), total) in experiment.runs.iter().zip(&summary.duels).zip(&summary.totals) {
            let Duel { positions, fewer, nodes, time } = duel;
            let _ = writeln!(
                out,
                "| {} | {} | {positions} | {nodes:.2} | {time:.2} | {fewer} | {} |",
                set.name, run.name, total.seesaws
            );
        }
    }
    out
}

/// The last columns of a row: what it took, and which share of `all` that is.
fn costs(total: &Total, all: &Total) -> String {
    let Total { expanded, generated, visited, seconds, .. } = total;
    let (nodes, time) = (share(*visited as f64, all.visited as f64), share(*seconds, all.seconds));
    format!("{expanded} | {generated} | {visited} | {nodes} | {seconds:.3} | {time} |")
}

/// What each search might use, in words.
fn limits(experiment: &Experiment) -> String {
    let nodes = experiment.nodes.map(|nodes| format!("expand {} nodes", HumanCount(nodes)));
    let time = experiment.time.map(|time| format!("take {} s", time.as_secs_f64()));
    let own = experiment.runs.iter().any(|run| run.memory.is_some());
    let memory =
        format!("use {}{}", HumanBytes(experiment.memory), if own { " if it has no memory of its own" } else { "" });
    let all: Vec<_> = nodes.into_iter().chain(time).chain([memory]).collect();
    format!("Each search might {}.", all.join(", "))
}

fn share(part: f64, all: f64) -> String {
    if all > 0.0 { format!("{:.1} %", 100.0 * part / all) } else { "–".to_owned() }
}
