//! The totals as a picture: for each set, a bar for each run, beside what the run takes that it is compared with.

use super::description::Experiment;
use super::table::Total;
use std::fmt::Write;

const ROW: usize = 16;
const LEFT: usize = 190;
const WIDTH: usize = 420;
const TOP: usize = 64;
/// Colours that can be told apart on light and on dark ground.
const COLOURS: [&str; 8] = ["#8a929c", "#2f7fd6", "#d9822b", "#3fa35b", "#b34fb0", "#c94f4f", "#2fa8a0", "#9a8b2f"];
const GREY: &str = "#808080";

/// What a bar shows of a total.
type Measure = fn(&Total) -> f64;

/// Draws how many nodes were visited, and how much time it took, as shares.
pub(super) fn svg(experiment: &Experiment, totals: &[Vec<Total>]) -> String {
    let panels: [(&str, Measure); 2] =
        [("nodes visited", |total| total.visited as f64), ("CPU time", |total| total.seconds)];
    let runs = experiment.runs.len();
    let height = TOP + totals.len() * (runs * ROW + ROW) + ROW;
    let width = LEFT + 2 * (WIDTH + 60);
    let mut out = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' viewBox='0 0 {width} {height}'>\n\
         <style>text{{font:12px sans-serif;fill:{GREY}}}.title{{font-size:14px;font-weight:bold}}\
         .name{{text-anchor:end}}line{{stroke:{GREY};stroke-width:1}}</style>\n\
         <text class='title' x='12' y='20'>{}</text>\n",
        escape(&experiment.title)
    );
    for (index, run) in experiment.runs.iter().enumerate() {
        let x = 12 + 130 * index;
        let colour = COLOURS[index % COLOURS.len()];
        let _ = writeln!(out, "<rect x='{x}' y='30' width='10' height='10' fill='{colour}'/>");
        let _ = writeln!(out, "<text x='{}' y='39'>{}</text>", x + 15, escape(&run.name));
    }
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
        for (index, (set, totals)) in experiment.sets.iter().zip(totals).enumerate() {
            let top = TOP + index * (runs * ROW + ROW);
            if panel == 0 {
                let y = top + runs * ROW / 2 + 4;
                let _ = writeln!(out, "<text class='name' x='{}' y='{y}'>{}</text>", LEFT - 10, escape(&set.name));
            }
            for run in 0..runs {
                let share = share(totals, run);
                let (y, length) = (top + run * ROW, (share * scale).min(WIDTH as f64));
                let colour = COLOURS[run % COLOURS.len()];
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

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
