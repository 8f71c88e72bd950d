//! `provenum generate`: sets of positions with a forced win, for experiments. The same seed gives the same set everywhere.
//!
//! A set is made in *attempts*, each with random numbers of its own. An attempt offers positions from the easy to the
//! hard ones, and the hardest that is not too hard is taken. There are two ways to make attempts: games that a program plays
//! against itself, seen from their end backwards (`self_play.rs`), and shogi problems that are made backwards
//! (`compose.rs`).

mod compose;
mod judge;
mod self_play;

use crate::exit::Exit;
use crate::request::parameters_of;
use crate::units::Range;
use crate::{signals, target};
use anyhow::{Result, anyhow, bail};
use clap::ArgMatches;
use indicatif::ProgressBar;
use judge::{Difficulty, Judge};
use provenum_game::{Asks, GameInfo, Notation, Parameters};
use provenum_games::{SplitMix, TsumeShogi};
use provenum_search::Cancel;
use provenum_session::{FileKind, Games, Session, text, threads};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::io::{Write as _, stdout};
use std::path::PathBuf;
use std::sync::Mutex;

/// So many attempts for each position that is wanted may fail.
const PATIENCE: u64 = 200;

/// What is asked for.
struct Order {
    game: &'static GameInfo,
    parameters: Parameters,
    count: usize,
    seed: u64,
    plies: Range,
    difficulty: Range,
}

/// A position that was found.
struct Candidate {
    position: String,
    /// How many moves before the end of its game it is, or how many the shortest mate takes.
    plies: usize,
    difficulty: Difficulty,
    /// Positions of the certificate.
    proof: u64,
}

pub(crate) fn run(games: &Games, matches: &ArgMatches) -> Result<Exit> {
    let game = games.find(matches.get_one::<String>("game").map(String::as_str).unwrap_or_default())?;
    let can_be_made = |game: &GameInfo| game.asks == Asks::Value || is_composed(game);
    if !can_be_made(game) {
        let known: Vec<_> = games.infos().filter(|game| can_be_made(game)).map(|game| game.name).collect();
        bail!("cannot generate positions for {}; expected one of {}", game.name, known.join(", "));
    }
    let number = |name: &str| matches.get_one::<u64>(name).copied().unwrap_or_default();
    let range = |name: &str| matches.get_one::<Range>(name).copied().unwrap_or(Range { first: 1, last: 1 });
    let order = Order {
        game,
        parameters: parameters_of(games, matches, game)?,
        count: number("count") as usize,
        seed: number("seed"),
        plies: range("plies-before-end"),
        difficulty: range("difficulty"),
    };
    let output = matches.get_one::<PathBuf>("output");
    let target = output.map(|path| target::open(path, FileKind::Positions, matches)).transpose()?;
    let cancel = Cancel::new();
    signals::watch(&cancel)?;
    let threads = matches.get_one::<u16>("threads").map_or_else(threads, |&threads| threads.into());
    let generator = Generator { order: &order, threads, cancel: cancel.clone() };
    // The parameters of a composed problem are what matters: any position will do.
    let start = is_composed(game).then_some(game.example);
    let session = games.open(game.name, &order.parameters, start)?;
    let set = match is_composed(game) {
        true => generator.compose(session.as_ref())?,
        false => generator.play(session.as_ref())?,
    };
    if cancel.is_cancelled() {
        return Ok(Exit::Unknown);
    }
    let written = target.map(|target| target.write(set.as_bytes()));
    // What cannot be kept is at least shown.
    if !matches!(written, Some(Ok(()))) {
        stdout().lock().write_all(set.as_bytes())?;
    }
    written.transpose()?;
    Ok(Exit::Proven)
}

/// Whether positions of a game are made, and not played.
fn is_composed(game: &GameInfo) -> bool {
    game.name == TsumeShogi::INFO.name
}

/// Makes the set, whatever the game.
struct Generator<'w> {
    order: &'w Order,
    threads: usize,
    cancel: Cancel,
}

impl Generator<'_> {
    /// Takes positions of games.
    fn play(&self, session: &dyn Session) -> Result<String> {
        self.make(&session.parameters(), "game", &self_play::in_words(), &|number, judge| {
            self.order.attempt(session, number, judge)
        })
    }

    /// Makes shogi problems.
    fn compose(&self, session: &dyn Session) -> Result<String> {
        let attempt = |number, judge: &Judge| compose::attempt(self.order, session, number, judge);
        self.make(&session.parameters(), "random position", &compose::in_words(), &attempt)
    }

    /// Makes attempts until there are enough positions, and writes them down. An attempt is such a thing, made like this.
    fn make(
        &self,
        parameters: &Parameters,
        thing: &str,
        origin: &str,
        attempt: &(dyn Fn(u64, &Judge) -> Result<Option<Candidate>> + Sync),
    ) -> Result<String> {
        let judge = Judge { most: self.order.difficulty.last, cancel: self.cancel.clone() };
        let attempt = |number: u64| attempt(number, &judge);
        let (mut set, attempts) = collect(self.order.count, self.threads, &self.cancel, &attempt)?;
        set.sort_by(|a, b| (a.difficulty.nodes, &a.position).cmp(&(b.difficulty.nodes, &b.position)));
        Ok(self.order.file(parameters, &set, &format!("{} {origin}", text::count(attempts, thing))))
    }
}

impl Order {
    /// The random numbers of an attempt.
    fn random(&self, number: u64) -> SplitMix {
        SplitMix::new(SplitMix::new(self.seed).word() ^ SplitMix::new(number).word())
    }

    /// What one game brings: the hardest position that is not too hard.
    fn attempt(&self, session: &dyn Session, number: u64, judge: &Judge) -> Result<Option<Candidate>> {
        let mut random = self.random(number);
        let mut hardest: Option<(usize, Vec<String>, Difficulty)> = None;
        for (plies, line) in self_play::winners_positions(session, &mut random, &judge.cancel)? {
            if plies as u64 > self.plies.last {
                break;
            }
            if (plies as u64) < self.plies.first {
                continue;
            }
            // Farther from the end it is hardly ever easier.
            let Some(difficulty) = judge.difficulty(session, &line)? else { break };
            if hardest.as_ref().is_none_or(|(_, _, hardest)| difficulty.nodes > hardest.nodes) {
                hardest = Some((plies, line, difficulty));
            }
        }
        let Some((plies, line, difficulty)) = hardest else { return Ok(None) };
        if difficulty.nodes < self.difficulty.first {
            return Ok(None);
        }
        let proof = judge.certificate(session, &line, &difficulty)?;
        let position = session.see(&line)?.position;
        Ok(proof.map(|proof| Candidate { position, plies, difficulty, proof }))
    }

    /// The file: what it is and where it comes from, then the positions.
    fn file(&self, parameters: &Parameters, set: &[Candidate], origin: &str) -> String {
        let name = self.game.name;
        let all: Vec<_> = parameters.iter().map(|(name, value)| format!("{name} {value}")).collect();
        let variant = if all.is_empty() { String::new() } else { format!(" ({})", all.join(", ")) };
        let options: String = self.parameters.iter().map(|(name, value)| format!(" --{name} {value}")).collect();
        let mut out = format!(
            "# {} of {name}{variant} in which the side to move {}, easiest first.\n\
             # Made by provenum {} with\n\
             #   provenum generate {name}{options} --count {} --seed {} --plies-before-end {} --difficulty {}\n\
             # from {origin}.\n\
             # Each was proven by one of {},\n\
             # and its certificate was checked. Above each position: the fewest nodes that one of them expanded,\n\
             # which one that was, the number of positions in the certificate, and {}.\n",
            text::count(set.len() as u64, "position"),
            if is_composed(self.game) { "mates" } else { "wins" },
            clap::crate_version!(),
            self.count,
            self.seed,
            self.plies,
            self.difficulty,
            judge::in_words(),
            if is_composed(self.game) {
                "the length of the shortest mate"
            } else {
                "the number of moves to the end of the game"
            },
        );
        for Candidate { position, plies, difficulty: Difficulty { nodes, solver }, proof } in set {
            let _ = writeln!(out, "# {nodes} {solver}, {proof}, {plies}\n{position}");
        }
        out
    }
}

/// What the attempts have brought so far.
#[derive(Default)]
struct Collected {
    started: u64,
    /// Attempts that ended before an earlier one did.
    waiting: BTreeMap<u64, Option<Candidate>>,
    settled: u64,
    set: Vec<Candidate>,
    seen: HashSet<String>,
}

/// Makes attempts until there are enough positions, and tells how many it took. Results count in the order of the
/// attempts, so that it does not matter how many threads share the work.
fn collect(
    count: usize,
    threads: usize,
    cancel: &Cancel,
    attempt: &(dyn Fn(u64) -> Result<Option<Candidate>> + Sync),
) -> Result<(Vec<Candidate>, u64)> {
    let bar = ProgressBar::new(count as u64);
    let collected = Mutex::new(Collected::default());
    let most = PATIENCE.saturating_mul(count as u64);
    let failed = || anyhow!("a search failed");
    let work = || -> Result<()> {
        while !cancel.is_cancelled() {
            let number = {
                let mut guard = collected.lock().map_err(|_| failed())?;
                if guard.set.len() == count || guard.settled >= most {
                    break;
                }
                guard.started += 1;
                guard.started - 1
            };
            let result = attempt(number)?;
            let mut guard = collected.lock().map_err(|_| failed())?;
            guard.waiting.insert(number, result);
            guard.settle(count, most);
            bar.set_position(guard.set.len() as u64);
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().unwrap_or_else(|_| Err(failed())))
    })?;
    bar.finish_and_clear();
    let Collected { set, settled, .. } = collected.into_inner().map_err(|_| failed())?;
    if set.len() < count && !cancel.is_cancelled() {
        bail!(
            "only {} found in {}; expected a smaller --count, or a wider range for --plies-before-end or --difficulty",
            text::count(set.len() as u64, "position"),
            text::count(settled, "attempt")
        );
    }
    Ok((set, settled))
}

impl Collected {
    /// Takes what has come, as far as no earlier attempt is missing and not more than `most` attempts.
    fn settle(&mut self, count: usize, most: u64) {
        while self.set.len() < count
            && self.settled < most
            && let Some(result) = self.waiting.remove(&self.settled)
        {
            self.settled += 1;
            if let Some(found) = result.filter(|found| self.seen.insert(found.position.clone())) {
                self.set.push(found);
            }
        }
    }
}
