//! How many positions are solved with how much memory: a field for each set, and a line for each algorithm.

use super::{Field, begin, colour, legend, short};
use crate::experiment::description::Experiment;
use crate::experiment::table::{SetSummary, Summary};
use std::fmt::Write;

const SIDE: usize = 360;
const LEFT: usize = 60;
const TOP: usize = 80;

pub(super) fn svg(experiment: &Experiment, Summary(sets): &Summary<'_>) -> String {
    let mut algorithms: Vec<&str> = Vec::new();
    for run in &experiment.runs {
        if !algorithms.contains(&run.algorithm.as_str()) {
            algorithms.push(&run.algorithm);
        }
    }
    let mut out = begin(LEFT + sets.len() * (SIDE + LEFT + 20), TOP + SIDE + 50, &experiment.title);
    legend(&mut out, algorithms.iter().copied());
    for (index, (set, summary)) in experiment.sets.iter().zip(sets).enumerate() {
        let left = (LEFT + index * (SIDE + LEFT + 20)) as f64;
        let field = Field { left, top: TOP as f64, side: SIDE as f64 };
        field.axes(&mut out, "bytes of memory", &format!("{}: positions solved", set.name));
        draw(&mut out, &field, experiment, summary, &algorithms);
    }
    out + "</svg>\n"
}

fn draw(out: &mut String, field: &Field, experiment: &Experiment, summary: &SetSummary<'_>, algorithms: &[&str]) {
    let memory = |run: usize| experiment.runs[run].memory.unwrap_or(experiment.memory) as f64;
    let runs = 0..experiment.runs.len();
    let most = summary.totals.iter().map(|total| total.positions).max().unwrap_or(0).max(1) as f64;
    let (least, largest) = runs.clone().map(memory).fold((f64::MAX, 0.0f64), |(a, b), m| (a.min(m), b.max(m)));
    let across = |memory: f64| (memory / least).ln() / (largest / least).ln().max(1e-9);
    for power in 3..15 {
        let mark = 10f64.powi(power);
        if (least..=largest).contains(&mark) {
            field.mark_x(out, across(mark), &short(mark));
        }
    }
    for quarter in 0..=4 {
        let share = f64::from(quarter) / 4.0;
        field.mark_y(out, share, &format!("{:.0}", most * share));
    }
    for (index, &algorithm) in algorithms.iter().enumerate() {
        let mut points: Vec<_> = runs
            .clone()
            .filter(|&run| experiment.runs[run].algorithm == algorithm)
            .map(|run| (memory(run), summary.totals[run].solved as f64))
            .collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut line = String::new();
        for (memory, solved) in points {
            let (x, y) = (field.x(across(memory)), field.y(solved / most));
            let _ = write!(line, "{x:.1},{y:.1} ");
            let _ = writeln!(out, "<circle cx='{x:.1}' cy='{y:.1}' r='3' fill='{}'/>", colour(index));
        }
        let _ = writeln!(out, "<polyline points='{}' stroke='{}'/>", line.trim_end(), colour(index));
    }
}
