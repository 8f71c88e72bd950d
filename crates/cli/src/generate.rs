//! `provenum generate`: sets of positions with a forced win, for experiments. The same seed gives the same set everywhere.
//!
//! A set is made in *attempts*, each with random numbers of its own. An attempt offers positions from the easy to the
//! hard ones, and the hardest that is not too hard is taken. So far there is one way to make attempts: games that a program
//! plays against itself, seen from their end backwards (`self_play.rs`).

mod judge;
mod self_play;

use crate::certify::{Target, threads};
use crate::exit::Exit;
use crate::request::parameters_of;
use crate::solve::watch_for_interrupts;
use crate::units::Range;
use anyhow::{Result, anyhow, bail};
use clap::ArgMatches;
use indicatif::{HumanCount, ProgressBar};
use judge::{Judge, Verdict};
use provenum_game::{Asks, GameInfo, Notation, Parameters};
use provenum_games::{SplitMix, Visitor, find, games, set_up};
use provenum_search::Cancel;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::io::{Write as _, stdout};
use std::path::PathBuf;
use std::sync::Mutex;

/// So many attempts for each position that is wanted may fail.
const PATIENCE: u64 = 200;

/// What is asked for.
struct Wanted {
    game: &'static GameInfo,
    parameters: Parameters,
    count: usize,
    seed: u64,
    plies: Range,
    difficulty: Range,
}

/// A position that was found.
struct Found {
    position: String,
    /// How many moves before the end of its game it is.
    plies: usize,
    verdict: Verdict,
    /// Positions of the certificate.
    proof: u64,
}

pub(crate) fn run(matches: &ArgMatches) -> Result<Exit> {
    let game = find(matches.get_one::<String>("game").map(String::as_str).unwrap_or_default())?;
    if game.asks != Asks::Value {
        let known: Vec<_> = games().iter().filter(|game| game.asks == Asks::Value).map(|game| game.name).collect();
        bail!("there is no way to make positions of {}; expected one of {}", game.name, known.join(", "));
    }
    let number = |name: &str| matches.get_one::<u64>(name).copied().unwrap_or_default();
    let range = |name: &str| matches.get_one::<Range>(name).copied().unwrap_or(Range { first: 1, last: 1 });
    let wanted = Wanted {
        game,
        parameters: parameters_of(matches, game)?,
        count: number("count") as usize,
        seed: number("seed"),
        plies: range("plies-before-end"),
        difficulty: range("difficulty"),
    };
    let output = matches.get_one::<PathBuf>("output");
    if let Some(path) = output.filter(|path| path.exists()) {
        bail!("--output {path:?}: this file exists; expected the name of a new one");
    }
    let mut target = output.map(|path| Target::open(path)).transpose()?;
    let cancel = Cancel::new();
    watch_for_interrupts(&cancel)?;
    let threads = matches.get_one::<u16>("threads").map_or_else(threads, |&threads| threads.into());
    let generator = Generator { wanted: &wanted, threads, cancel: cancel.clone() };
    let set = set_up(game.name, &wanted.parameters, None, generator)??;
    if cancel.is_cancelled() {
        return Ok(Exit::Unknown);
    }
    match &mut target {
        Some(target) => target.write(set.as_bytes())?,
        None => stdout().lock().write_all(set.as_bytes())?,
    }
    Ok(Exit::Proven)
}

/// Makes the set, whatever the game.
struct Generator<'w> {
    wanted: &'w Wanted,
    threads: usize,
    cancel: Cancel,
}

impl Visitor for Generator<'_> {
    type Output = Result<String>;

    fn visit<G>(self, game: G, start: G::Position) -> Result<String>
    where
        G: Notation + Send + Sync + 'static,
        G::Position: Send + Sync + 'static,
        G::Move: Send + Sync + 'static,
    {
        let judge = Judge { most: self.wanted.difficulty.last, cancel: self.cancel.clone() };
        let attempt = |number: u64| self.wanted.attempt(&game, &start, number, &judge);
        let (mut set, attempts) = collect(self.wanted.count, self.threads, &self.cancel, &attempt)?;
        set.sort_by(|a, b| (a.verdict.difficulty, &a.position).cmp(&(b.verdict.difficulty, &b.position)));
        Ok(self.wanted.file(&game.parameters(), &set, attempts))
    }
}

impl Wanted {
    /// What one game brings: the hardest position that is not too hard.
    fn attempt<G>(&self, game: &G, start: &G::Position, number: u64, judge: &Judge) -> Result<Option<Found>>
    where
        G: Notation + Sync,
        G::Position: Sync,
    {
        let mut random = SplitMix::new(SplitMix::new(self.seed).word() ^ SplitMix::new(number).word());
        let mut hardest: Option<(usize, G::Position, Verdict)> = None;
        for (plies, position) in self_play::winners_positions(game, start, &mut random, &judge.cancel) {
            if plies as u64 > self.plies.last {
                break;
            }
            if (plies as u64) < self.plies.first {
                continue;
            }
            // Farther from the end it is hardly ever easier.
            let Some(verdict) = judge.difficulty(game, &position)? else { break };
            if hardest.as_ref().is_none_or(|(_, _, hardest)| verdict.difficulty > hardest.difficulty) {
                hardest = Some((plies, position, verdict));
            }
        }
        let Some((plies, position, verdict)) = hardest else { return Ok(None) };
        if verdict.difficulty < self.difficulty.first {
            return Ok(None);
        }
        let proof = judge.certificate(game, &position, &verdict)?;
        let position = game.format_position(&position);
        Ok(proof.map(|proof| Found { position, plies, verdict, proof }))
    }

    /// The file: what it is and where it comes from, then the positions.
    fn file(&self, parameters: &Parameters, set: &[Found], attempts: u64) -> String {
        let name = self.game.name;
        let list = |separator: &str, parameters: &Parameters| -> String {
            parameters.iter().map(|(name, value)| format!("{separator}{name} {value}")).collect()
        };
        let mut out = format!(
            "# {} positions of {name}{} in which the side to move wins, the easiest first.\n\
             # Made by provenum {} with\n\
             #   provenum generate {name}{} --count {} --seed {} --plies-before-end {} --difficulty {}\n\
             # from {} games of {} against itself.\n\
             # Each was proven by one of {},\n\
             # and its certificate was checked. Above each position: the least nodes that one of them expanded, which one it\n\
             # was, the positions in the certificate, and the moves to the end of the game.\n",
            set.len(),
            list(", ", parameters),
            clap::crate_version!(),
            list(" --", &self.parameters),
            self.count,
            self.seed,
            self.plies,
            self.difficulty,
            HumanCount(attempts),
            self_play::in_words(),
            judge::in_words(),
        );
        for Found { position, plies, verdict: Verdict { difficulty, solver }, proof } in set {
            let _ = writeln!(out, "# {difficulty} {solver}, {proof}, {plies}\n{position}");
        }
        out
    }
}

/// What the attempts have brought so far.
#[derive(Default)]
struct Collected {
    started: u64,
    /// Attempts that ended before an earlier one did.
    waiting: BTreeMap<u64, Option<Found>>,
    settled: u64,
    set: Vec<Found>,
    seen: HashSet<String>,
}

/// Makes attempts until there are enough positions, and tells how many it took. Results count in the order of the
/// attempts, so that it does not matter how many threads share the work.
fn collect(
    count: usize,
    threads: usize,
    cancel: &Cancel,
    attempt: &(dyn Fn(u64) -> Result<Option<Found>> + Sync),
) -> Result<(Vec<Found>, u64)> {
    let bar = ProgressBar::new(count as u64);
    let collected = Mutex::new(Collected::default());
    let most = PATIENCE.saturating_mul(count as u64);
    let failed = || anyhow!("a search has failed");
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
            "{} positions came of {settled} games; expected a smaller --count, or wider --plies-before-end or --difficulty",
            set.len()
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
