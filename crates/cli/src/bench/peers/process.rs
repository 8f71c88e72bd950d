//! Running a solver on a set, and reading what it says.

use super::description::{Peer, Place, Set};
use anyhow::{Context, Result};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// After so long a solver is stopped, on each set.
const MOST: Duration = Duration::from_secs(600);

/// What a solver took.
pub(super) struct Measured {
    pub(super) nodes: Option<u64>,
    pub(super) cpu_seconds: f64,
}

/// What a solver said, a word for each answer, and what it took.
pub(super) struct Ran {
    pub(super) answers: Vec<String>,
    pub(super) measured: Measured,
    pub(super) finished: bool,
}

/// This program itself.
pub(super) fn ours(set: &Set, file: &Path) -> Result<Ran> {
    let program = std::env::current_exe().context("cannot find this program's own file")?;
    let mut command = Command::new(program);
    command.args(["solve", &set.game]).args(&set.options).args(["--no-proof", "--json", "--input"]).arg(file);
    let (lines, cpu_seconds, finished) = run(command, |_, _| ())?;
    let mut ran = Ran { answers: Vec::new(), measured: Measured { nodes: Some(0), cpu_seconds }, finished };
    for line in lines {
        let report: serde_json::Value = serde_json::from_str(&line).context("provenum's own report")?;
        ran.answers.push(match report["value"].as_i64() {
            Some(value) => value.to_string(),
            None => report["result"].as_str().unwrap_or("unknown").to_owned(),
        });
        ran.measured.nodes = ran.measured.nodes.zip(report["expanded"].as_u64()).map(|(sum, nodes)| sum + nodes);
    }
    Ok(ran)
}

/// Another solver, whose program and files are in the directory.
pub(super) fn peer(peer: &Peer, positions: &[String], file: &Path, directory: &Path) -> Result<Ran> {
    let mut command = Command::new(peer.program(directory));
    let file = file.to_string_lossy();
    command.args(peer.command[1..].iter().map(|word| word.replace("{file}", &file))).current_dir(directory);
    let (lines, cpu_seconds, finished) = run(command, |input, output| {
        // A solver that has ended reads no more. What it said before counts.
        let _ = talk(peer, positions, input, output);
    })
    .with_context(|| format!("the peer {}", peer.name))?;
    let (answers, nodes) = read(peer, &lines);
    Ok(Ran { answers, measured: Measured { nodes, cpu_seconds }, finished })
}

fn talk(peer: &Peer, positions: &[String], input: &mut ChildStdin, output: &mut Output) -> std::io::Result<()> {
    peer.begin.iter().try_for_each(|line| writeln!(input, "{line}"))?;
    for position in positions {
        for line in &peer.input {
            writeln!(input, "{}", line.replace("{position}", position))?;
        }
        input.flush()?;
        if let Some(word) = &peer.until
            && !output.wait_for(word)
        {
            break;
        }
    }
    peer.end.iter().try_for_each(|line| writeln!(input, "{line}"))
}

/// The answers, and all nodes if they were told for each.
fn read(peer: &Peer, lines: &[String]) -> (Vec<String>, Option<u64>) {
    let mut answers = Vec::new();
    let (mut total, mut last) = (Some(0), None);
    for line in lines {
        let nodes = peer.nodes.as_ref().and_then(|place| place.find(line)).and_then(|word| word.parse::<u64>().ok());
        last = nodes.or(last);
        if let Some(answer) = peer.value.as_ref().and_then(|place: &Place| place.find(line)) {
            answers.push(answer.to_owned());
            total = total.zip(last.take()).map(|(sum, nodes)| sum + nodes);
        }
    }
    (answers, total.filter(|_| peer.nodes.is_some()))
}

/// What a process says, line by line.
struct Output {
    lines: Receiver<String>,
    seen: Vec<String>,
    until: Instant,
}

impl Output {
    /// The next line; none at the end, or when the time is up.
    fn next(&mut self) -> Option<&String> {
        let line = self.lines.recv_timeout(self.until.saturating_duration_since(Instant::now())).ok()?;
        self.seen.push(line);
        self.seen.last()
    }

    /// Whether a line came that begins with this.
    fn wait_for(&mut self, word: &str) -> bool {
        loop {
            match self.next() {
                Some(line) if line.starts_with(word) => return true,
                Some(_) => {}
                None => return false,
            }
        }
    }
}

/// Runs a process to its end: what it printed, its CPU seconds, and whether it ended in time.
fn run(mut command: Command, talk: impl FnOnce(&mut ChildStdin, &mut Output)) -> Result<(Vec<String>, f64, bool)> {
    let (start, before) = (Instant::now(), cpu_of_children());
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let mut input = child.stdin.take().context("no standard input")?;
    let from = BufReader::new(child.stdout.take().context("no standard output")?);
    let (sender, lines) = channel();
    let reader = thread::spawn(move || {
        // What is not text is not an answer.
        for line in from.split(b'\n').map_while(Result::ok) {
            if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                break;
            }
        }
    });
    let mut output = Output { lines, seen: Vec::new(), until: start + MOST };
    talk(&mut input, &mut output);
    drop(input);
    while output.next().is_some() {}
    let finished = Instant::now() < output.until;
    if !finished {
        child.kill()?;
    }
    child.wait()?;
    let seen = output.seen;
    drop(output.lines);
    let _ = reader.join();
    let cpu = before.zip(cpu_of_children()).map_or_else(|| start.elapsed().as_secs_f64(), |(from, to)| to - from);
    Ok((seen, cpu, finished))
}

/// CPU seconds of all processes that this one has started and that have ended, where the system tells.
fn cpu_of_children() -> Option<f64> {
    const TICKS_PER_SECOND: f64 = 100.0;
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in brackets, may hold anything. Behind it the fields are counted from the third.
    let (_, fields) = text.rsplit_once(')')?;
    let field = |number: usize| fields.split_whitespace().nth(number - 3)?.parse::<f64>().ok();
    Some((field(16)? + field(17)?) / TICKS_PER_SECOND)
}
