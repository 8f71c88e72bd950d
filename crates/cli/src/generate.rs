//! `provenum generate`: sets of positions with a forced win, for experiments. The same seed gives the same set everywhere.
//!
//! A set is made in *attempts*, each with random numbers of its own. An attempt offers positions from the easy to the
//! hard ones, and the hardest that is not too hard is taken. There are two ways to make attempts: games that a program plays
//! against itself, seen from their end backwards (`self_play.rs`), and shogi problems that are made backwards
//! (`compose.rs`).

mod compose;
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
use provenum_games::{SplitMix, TsumeShogi, Visitor, find, games, set_up};
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
    /// How many moves before the end of its game it is, or how many the shortest mate takes.
    plies: usize,
    verdict: Verdict,
    /// Positions of the certificate.
    proof: u64,
}

pub(crate) fn run(matches: &ArgMatches) -> Result<Exit> {
    let game = find(matches.get_one::<String>("game").map(String::as_str).unwrap_or_default())?;
    let can_be_made = |game: &GameInfo| game.asks == Asks::Value || is_composed(game);
    if !can_be_made(game) {
        let known: Vec<_> = games().iter().filter(|game| can_be_made(game)).map(|game| game.name).collect();
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
    let set = match is_composed(game) {
        true => generator.compose()?,
        false => set_up(game.name, &wanted.parameters, None, generator)??,
    };
    if cancel.is_cancelled() {
        return Ok(Exit::Unknown);
    }
    match &mut target {
        Some(target) => target.write(set.as_bytes())?,
        None => stdout().lock().write_all(set.as_bytes())?,
    }
    Ok(Exit::Proven)
}

/// Whether positions of a game are made, and not played.
fn is_composed(game: &GameInfo) -> bool {
    game.name == TsumeShogi::INFO.name
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
        let origin = format!("games of {} against itself", self_play::in_words());
        self.make(&game.parameters(), &origin, &|number, judge| self.wanted.attempt(&game, &start, number, judge))
    }
}

impl Generator<'_> {
    /// Makes shogi problems.
    fn compose(&self) -> Result<String> {
        // The parameters are what matters: any position will do.
        let (game, _) = TsumeShogi::set_up(&self.wanted.parameters, Some(TsumeShogi::INFO.example))?;
        let attempt = |number, judge: &Judge| compose::attempt(self.wanted, &game, number, judge);
        self.make(&game.parameters(), &compose::in_words(), &attempt)
    }

    /// Makes attempts until there are enough positions, and writes them down.
    fn make(
        &self,
        parameters: &Parameters,
        origin: &str,
        attempt: &(dyn Fn(u64, &Judge) -> Result<Option<Found>> + Sync),
    ) -> Result<String> {
        let judge = Judge { most: self.wanted.difficulty.last, cancel: self.cancel.clone() };
        let attempt = |number: u64| attempt(number, &judge);
        let (mut set, attempts) = collect(self.wanted.count, self.threads, &self.cancel, &attempt)?;
        set.sort_by(|a, b| (a.verdict.difficulty, &a.position).cmp(&(b.verdict.difficulty, &b.position)));
        Ok(self.wanted.file(parameters, &set, &format!("{} {origin}", HumanCount(attempts))))
    }
}

impl Wanted {
    /// The random numbers of an attempt.
    fn random(&self, number: u64) -> SplitMix {
        SplitMix::new(SplitMix::new(self.seed).word() ^ SplitMix::new(number).word())
    }

    /// What one game brings: the hardest position that is not too hard.
    fn attempt<G>(&self, game: &G, start: &G::Position, number: u64, judge: &Judge) -> Result<Option<Found>>
    where
        G: Notation + Sync,
        G::Position: Sync,
    {
        let mut random = self.random(number);
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
    fn file(&self, parameters: &Parameters, set: &[Found], origin: &str) -> String {
        let name = self.game.name;
        let list = |separator: &str, parameters: &Parameters| -> String {
            parameters.iter().map(|(name, value)| format!("{separator}{name} {value}")).collect()
        };
        let mut out = format!(
            "# {} positions of {name}{} in which the side to move {}, the easiest first.\n\
             # Made by provenum {} with\n\
             #   provenum generate {name}{} --count {} --seed {} --plies-before-end {} --difficulty {}\n\
             # from {origin}.\n\
             # Each was proven by one of {},\n\
             # and its certificate was checked. Above each position: the least nodes that one of them expanded, which one it\n\
             # was, the positions in the certificate, and {}.\n",
            set.len(),
            list(", ", parameters),
            if is_composed(self.game) { "mates" } else { "wins" },
            clap::crate_version!(),
            list(" --", &self.parameters),
            self.count,
            self.seed,
            self.plies,
            self.difficulty,
            judge::in_words(),
            if is_composed(self.game) { "the moves of the shortest mate" } else { "the moves to the end of the game" },
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
            "{} positions came of {settled} attempts; expected a smaller --count, or wider --plies-before-end or --difficulty",
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
