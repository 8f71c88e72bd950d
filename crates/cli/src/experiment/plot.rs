//! The results as a picture.

mod memory;
mod scatter;
mod shares;
mod solved;

use super::description::{Experiment, Plot};
use super::table::Summary;
use std::fmt::Write;

/// Colours that can be told apart on light and on dark ground.
const COLOURS: [&str; 8] = ["#8a929c", "#2f7fd6", "#d9822b", "#3fa35b", "#b34fb0", "#c94f4f", "#2fa8a0", "#9a8b2f"];
const GREY: &str = "#808080";

/// Draws what the description asks for.
pub(super) fn svg(experiment: &Experiment, summary: &Summary<'_>) -> String {
    match experiment.plot {
        Plot::Shares => shares::svg(experiment, summary),
        Plot::Solved => solved::svg(experiment, summary),
        Plot::Memory => memory::svg(experiment, summary),
        Plot::Scatter => scatter::svg(experiment, summary),
    }
}

/// The beginning of a picture of this size, with a title.
fn begin(width: usize, height: usize, title: &str) -> String {
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' viewBox='0 0 {width} {height}'>\n\
         <style>text{{font:12px sans-serif;fill:{GREY}}}.title{{font-size:14px;font-weight:bold}}\
         .name{{text-anchor:end}}.middle{{text-anchor:middle}}line{{stroke:{GREY};stroke-width:1}}\
         polyline{{fill:none;stroke-width:2}}</style>\n\
         <text class='title' x='12' y='20'>{}</text>\n",
        escape(title)
    )
}

/// Which colour stands for what, in a row under the title.
fn legend<'n>(out: &mut String, names: impl Iterator<Item = &'n str>) {
    for (index, name) in names.enumerate() {
        let x = 12 + 130 * index;
        let _ = writeln!(out, "<rect x='{x}' y='30' width='10' height='10' fill='{}'/>", colour(index));
        let _ = writeln!(out, "<text x='{}' y='39'>{}</text>", x + 15, escape(name));
    }
}

fn colour(index: usize) -> &'static str {
    COLOURS[index % COLOURS.len()]
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A square field with axes, on which both coordinates go from 0 to 1.
struct Field {
    left: f64,
    top: f64,
    side: f64,
}

impl Field {
    fn x(&self, x: f64) -> f64 {
        self.left + self.side * x
    }

    fn y(&self, y: f64) -> f64 {
        self.top + self.side * (1.0 - y)
    }

    /// The axes, with what is along them.
    fn axes(&self, out: &mut String, along_x: &str, along_y: &str) {
        let (left, right, bottom, top) = (self.x(0.0), self.x(1.0), self.y(0.0), self.y(1.0));
        let _ = writeln!(out, "<line x1='{left}' y1='{bottom}' x2='{right}' y2='{bottom}'/>");
        let _ = writeln!(out, "<line x1='{left}' y1='{bottom}' x2='{left}' y2='{top}'/>");
        let _ = writeln!(out, "<text x='{left}' y='{}'>{}</text>", top - 8.0, escape(along_y));
        let _ =
            writeln!(out, "<text class='middle' x='{}' y='{}'>{}</text>", self.x(0.5), bottom + 34.0, escape(along_x));
    }

    fn mark_x(&self, out: &mut String, x: f64, text: &str) {
        let (x, y) = (self.x(x), self.y(0.0));
        let _ = writeln!(out, "<line x1='{x:.1}' y1='{y}' x2='{x:.1}' y2='{}'/>", y + 4.0);
        let _ = writeln!(out, "<text class='middle' x='{x:.1}' y='{}'>{text}</text>", y + 17.0);
    }

    fn mark_y(&self, out: &mut String, y: f64, text: &str) {
        let (x, y) = (self.x(0.0), self.y(y));
        let _ = writeln!(out, "<line x1='{}' y1='{y:.1}' x2='{x}' y2='{y:.1}'/>", x - 4.0);
        let _ = writeln!(out, "<text class='name' x='{}' y='{:.1}'>{text}</text>", x - 7.0, y + 4.0);
    }
}

/// A large number in short.
fn short(number: f64) -> String {
    match number {
        n if n >= 1e9 => format!("{:.0}G", n / 1e9),
        n if n >= 1e6 => format!("{:.0}M", n / 1e6),
        n if n >= 1e3 => format!("{:.0}k", n / 1e3),
        n => format!("{n:.0}"),
    }
}
