//! How many positions each run has solved: for each set, a bar for each run.

use super::{begin, colour, escape};
use crate::experiment::description::Experiment;
use crate::experiment::table::Summary;
use std::fmt::Write;

const ROW: usize = 16;
const LEFT: usize = 190;
const WIDTH: usize = 420;
const TOP: usize = 48;

pub(super) fn svg(experiment: &Experiment, Summary(sets): &Summary<'_>) -> String {
    let runs = experiment.runs.len();
    let height = TOP + sets.len() * (runs + 2) * ROW + ROW;
    let mut out = begin(LEFT + WIDTH + 60, height, &experiment.title);
    for (index, (set, summary)) in experiment.sets.iter().zip(sets).enumerate() {
        let top = TOP + index * (runs + 2) * ROW;
        let positions = summary.totals.iter().map(|total| total.positions).max().unwrap_or(0);
        let _ = writeln!(out, "<text x='{LEFT}' y='{top}'>{}, solved of {positions}</text>", escape(&set.name));
        for (place, (run, total)) in experiment.runs.iter().zip(&summary.totals).enumerate() {
            let y = top + 8 + place * ROW;
            let length = WIDTH as f64 * total.solved as f64 / positions.max(1) as f64;
            let name = escape(&run.name);
            let _ = writeln!(out, "<text class='name' x='{}' y='{}'>{name}</text>", LEFT - 10, y + 11);
            let fill = colour(index + 1);
            let _ = writeln!(out, "<rect x='{LEFT}' y='{y}' width='{length:.1}' height='{}' fill='{fill}'/>", ROW - 3);
            let x = LEFT as f64 + length + 4.0;
            let _ = writeln!(out, "<text x='{x:.1}' y='{}'>{}</text>", y + 11, total.solved);
        }
    }
    out + "</svg>\n"
}
