//! Position by position: the nodes that each run visits against those of the run that it is compared with, both on a
//! logarithmic scale. A field for each set; below the diagonal a run needs fewer.

use super::{Field, begin, colour, legend, short};
use crate::experiment::description::Experiment;
use crate::experiment::table::{SetSummary, Summary};
use std::fmt::Write;

const SIDE: usize = 420;
const LEFT: usize = 60;
const TOP: usize = 80;

pub(super) fn svg(experiment: &Experiment, Summary(sets): &Summary<'_>) -> String {
    let base = &experiment.runs[experiment.base].name;
    let mut out = begin(LEFT + sets.len() * (SIDE + LEFT + 20), TOP + SIDE + 50, &experiment.title);
    legend(&mut out, experiment.runs.iter().map(|run| run.name.as_str()));
    for (index, (set, summary)) in experiment.sets.iter().zip(sets).enumerate() {
        let left = (LEFT + index * (SIDE + LEFT + 20)) as f64;
        let field = Field { left, top: TOP as f64, side: SIDE as f64 };
        field.axes(&mut out, &format!("nodes visited by {base}"), &format!("{}: nodes visited", set.name));
        draw(&mut out, &field, experiment.base, summary);
    }
    out + "</svg>\n"
}

fn draw(out: &mut String, field: &Field, base: usize, summary: &SetSummary<'_>) {
    let all = summary.rows.iter().flat_map(|run| run.values().map(|row| row.visited().max(1) as f64));
    let (least, most) = all.fold((f64::MAX, 1.0f64), |(a, b), nodes| (a.min(nodes), b.max(nodes)));
    let along = |nodes: f64| (nodes / least).ln() / (most / least).ln().max(1e-9);
    for power in 0..15 {
        let mark = 10f64.powi(power);
        if (least..=most).contains(&mark) {
            field.mark_x(out, along(mark), &short(mark));
            field.mark_y(out, along(mark), &short(mark));
        }
    }
    let (x1, y1, x2, y2) = (field.x(0.0), field.y(0.0), field.x(1.0), field.y(1.0));
    let _ = writeln!(out, "<line x1='{x1}' y1='{y1}' x2='{x2}' y2='{y2}' stroke-dasharray='3 3'/>");
    for (run, rows) in summary.rows.iter().enumerate().filter(|&(run, _)| run != base) {
        let mut positions: Vec<_> = rows.keys().copied().collect();
        positions.sort_unstable();
        for position in positions {
            let (Some(other), row) = (summary.rows[base].get(position), rows[position]) else { continue };
            let (x, y) = (along(other.visited().max(1) as f64), along(row.visited().max(1) as f64));
            // What was not solved is drawn as a ring: its nodes are where it was stopped.
            let solved = row.is_solved() && other.is_solved();
            let fill = if solved { colour(run) } else { "none" };
            let _ = writeln!(
                out,
                "<circle cx='{:.1}' cy='{:.1}' r='3' fill='{fill}' stroke='{}' fill-opacity='0.7'/>",
                field.x(x),
                field.y(y),
                colour(run)
            );
        }
    }
}
