//! The totals: for each set, a bar for each run, beside what the run takes that it is compared with.

use super::{begin, colour, escape, legend};
use crate::experiment::description::Experiment;
use crate::experiment::table::{Summary, Total};
use std::fmt::Write;

const ROW: usize = 16;
const LEFT: usize = 190;
const WIDTH: usize = 420;
const TOP: usize = 64;

/// What a bar shows of a total.
type Measure = fn(&Total) -> f64;

/// Draws how many nodes were visited, and how much time it took, as shares.
pub(super) fn svg(experiment: &Experiment, Summary(sets): &Summary<'_>) -> String {
    let totals: Vec<_> = sets.iter().map(|set| &set.totals).collect();
    let panels: [(&str, Measure); 2] =
        [("nodes visited", |total| total.visited as f64), ("CPU time", |total| total.seconds)];
    let runs = experiment.runs.len();
    let height = TOP + totals.len() * (runs * ROW + ROW) + ROW;
    let width = LEFT + 2 * (WIDTH + 60);
    let mut out = begin(width, height, &experiment.title);
    legend(&mut out, experiment.runs.iter().map(|run| run.name.as_str()));
    for (panel, (title, measure)) in panels.iter().enumerate() {
        let left = LEFT + panel * (WIDTH + 60);
        let share = |runs: &[Total], run: usize| measure(&runs[run]) / measure(&runs[experiment.base]).max(1e-9);
        let largest = totals.iter().flat_map(|set| (0..runs).map(|run| share(set, run))).fold(1.0, f64::max);
        let scale = WIDTH as f64 / largest.min(4.0);
        let _ = writeln!(
            out,
            "<text x='{left}' y='{}'>{title}, of {}</text>",
            TOP - 8,
            escape(&experiment.runs[experiment.base].name)
        );
        let one = left as f64 + scale;
        for (index, (set, totals)) in experiment.sets.iter().zip(&totals).enumerate() {
            let top = TOP + index * (runs * ROW + ROW);
            if panel == 0 {
                let y = top + runs * ROW / 2 + 4;
                let _ = writeln!(out, "<text class='name' x='{}' y='{y}'>{}</text>", LEFT - 10, escape(&set.name));
            }
            for run in 0..runs {
                let share = share(totals, run);
                let (y, length) = (top + run * ROW, (share * scale).min(WIDTH as f64));
                let colour = colour(run);
                let _ = writeln!(
                    out,
                    "<rect x='{left}' y='{y}' width='{length:.1}' height='{}' fill='{colour}'/>",
                    ROW - 3
                );
                let (x, baseline) = (left as f64 + length + 4.0, y + 11);
                let _ = writeln!(out, "<text x='{x:.1}' y='{baseline}'>{:.0} %</text>", 100.0 * share);
            }
        }
        let _ = writeln!(
            out,
            "<line x1='{one:.1}' y1='{TOP}' x2='{one:.1}' y2='{}' stroke-dasharray='3 3'/>",
            height - ROW
        );
    }
    out + "</svg>\n"
}
