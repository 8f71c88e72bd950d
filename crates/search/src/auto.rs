//! `auto`: the families that suit a problem take turns, so that none of them can lead a search astray for long.
//!
//! Proof numbers, depth first, always take part. Where positions cannot come back, alpha-beta does: with a table it looks at
//! every position a few times at most, however many ways lead there. Elsewhere, looking at everything does, while there is
//! little to look at: in a small graph that proof numbers go round in, it ends when all has been seen.
//!
//! Turns are counted in nodes, and grow from round to round. The favourite has four shares of a round and is the first; the
//! other family has one. So the favourite is slowed down by a quarter, and what the other solves with so many nodes takes five
//! times as many, or nine if the favourite has just begun a turn. A game says which family is its favourite. Wherever proof
//! numbers turn out to count the same nodes time and again, it is the other one.
//!
//! What one family settles is settled for all: alpha-beta looks only between the bounds that claims have left, and a claim that
//! its bounds decide is not searched any more.

use crate::alpha_beta::{self, ByWindows, Rule, Sight};
use crate::best_first::Series;
use crate::depth_first::{self, DepthFirst, Increment};
use crate::enumeration::Enumeration;
use crate::extract::reading_budget;
use crate::limits::Watch;
use crate::{
    Answer, Budget, Evaluation, Meter, Observer, Progress, Question, Saver, Settled, Statistics, StopReason,
    Uncertified, Workspace,
};
use provenum_game::{AndOr, Attack, Claim, Game, Problem, Repetition};
use std::hash::Hash;

/// How the families that take turns are set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Proof numbers, depth first.
    pub depth_first: depth_first::Settings,
    /// Alpha-beta.
    pub alpha_beta: alpha_beta::Settings,
}

/// Each family as its preset has it.
impl Default for Settings {
    fn default() -> Settings {
        let increment = Increment::Factor(0.25);
        let (rule, windows) = (Rule::NegaScout, alpha_beta::Windows::Bisect);
        Settings {
            depth_first: depth_first::Settings { increment, ..depth_first::Settings::default() },
            alpha_beta: alpha_beta::Settings { rule, windows, ..alpha_beta::Settings::default() },
        }
    }
}

/// The presets by whose names the families answer.
const DEPTH_FIRST: &str = "df-pn-eps";
const ALPHA_BETA: &str = "negascout";
const EVERYTHING: &str = "oracle";

/// Nodes of a share in the first round, and at most: so that nobody waits long for a turn.
const FIRST_SHARE: u64 = 64;
const MOST_SHARE: u64 = 1 << 20;
/// Shares of the favourite.
const FAVOURITE: u64 = 4;
/// As long as there are no more nodes, looking at everything may be worth while.
const MOST_NODES: usize = 1 << 15;
/// A family that is not the favourite has this part of the memory.
const PART_OF_MEMORY: u64 = 8;

/// Solves `root` by turns of those families that need not know the values of a game.
pub(crate) fn solve<P: AndOr>(
    workspace: &mut Workspace<'_>,
    problem: &P,
    root: &P::Node,
    settings: &Settings,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Answer<P> {
    let mut rounds = Rounds::new(problem, root);
    let found = rounds.settle(workspace, (problem, root), &settings.depth_first, &mut (), budget, observer);
    let Some((answer, _)) = found else { unreachable!("nobody else takes part") };
    Answer { statistics: rounds.total(&[]), ..answer }
}

/// Answers a question about a position by turns of all families that suit the game, and the moves that are tried.
pub(crate) fn evaluate<'g, G: Game>(
    workspace: &mut Workspace<'_>,
    (settings, attack): (&Settings, Attack),
    game: &'g G,
    position: &G::Position,
    question: Question,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Evaluation<'g, G> {
    let player = question.player();
    let values = game.values().rising(player);
    let mut evaluation = Evaluation::new(&values);
    let any = Problem::new(game, Claim { player, at_least: values[0] }).restricted(attack);
    let mut rounds = Rounds::new(&any, position);
    let mut windows = ByTurns::new(&settings.alpha_beta, game, position, question, budget);
    // Alpha-beta sees the game with all its moves.
    windows.ended |= any.attack() != Attack::All;
    if windows.take_part() {
        rounds.enumeration = None;
    }
    loop {
        while evaluation.value().is_none() {
            let claim = next_claim(question, &values, evaluation.bounds, settings.depth_first.series);
            (windows.claim, windows.bounds) = (claim, evaluation.bounds);
            let problem = Problem::new(game, claim).restricted(attack);
            observer.begins(claim);
            let left = evaluation.next_budget(&budget.without(evaluation.claims.iter().map(Settled::memory).sum()));
            let root = (&problem, position);
            let found = rounds.settle(workspace, root, &settings.depth_first, &mut windows, &left, observer);
            let holds = match found {
                Some((answer, answered_by)) => {
                    let settled = Settled { problem, answer, answered_by, within: None };
                    let holds = settled.holds();
                    evaluation.settle(&values, settled);
                    holds
                }
                None => {
                    evaluation.bounds = windows.bounds;
                    Some(windows.bounds.0 >= claim.at_least)
                }
            };
            observer.settled(claim, holds);
            if holds.is_none() && matches!(question, Question::Value(_)) {
                // What alpha-beta has found out on the way is true too.
                evaluation.bounds = windows.bounds;
            }
            if holds.is_none() || question == Question::Claim(claim) {
                break;
            }
        }
        if windows.prove(workspace, &mut evaluation, &values, &mut rounds, budget) {
            break;
        }
        // What alpha-beta has said was wrong: only what others have settled counts.
        evaluation.bounds = (values[0], values[values.len() - 1]);
        for settled in std::mem::take(&mut evaluation.claims) {
            evaluation.settle(&values, settled);
        }
    }
    evaluation.statistics = rounds.total(&[windows.statistics()]);
    if evaluation.claims.iter().any(|settled| settled.answered_by == ALPHA_BETA) {
        evaluation.best_move = windows.best_move;
    }
    evaluation
}

/// The claim to search next, if the value lies between these bounds.
pub(crate) fn next_claim(question: Question, values: &[i32], (least, most): (i32, i32), series: Series) -> Claim {
    match question {
        Question::Claim(claim) => claim,
        Question::Value(player) => {
            let place = |value| values.iter().position(|&v| v == value).unwrap_or_default();
            let next = series.next(place(least), place(most), values.len() - 1);
            Claim { player, at_least: values[next + 1] }
        }
    }
}

/// The rounds of turns, over all claims.
struct Rounds<N> {
    /// Nodes of a share in this round.
    share: u64,
    /// All nodes, as long as they may be few.
    enumeration: Option<Enumeration<N>>,
    enumerated: Statistics,
    /// How many nodes the problem says there are, if they are few: then to look at all of them is the favourite.
    few: Option<usize>,
    /// What searches have done that are finished.
    finished: Statistics,
}

/// A family that takes turns.
#[derive(Clone, Copy)]
enum Family {
    DepthFirst,
    AlphaBeta,
    Everything,
}

/// What came of a turn.
#[allow(clippy::large_enum_variant, reason = "there is one at a time")]
enum Turn<P: AndOr> {
    /// This is the answer, by the family with this name.
    Answer(Answer<P>, &'static str),
    /// Alpha-beta knows the answer.
    Seen,
    /// Nothing yet, because of this.
    Stopped(StopReason),
}

impl<N: Clone + Eq + Hash> Rounds<N> {
    fn new<P: AndOr<Node = N>>(problem: &P, root: &N) -> Self {
        let enumeration = (!problem.by_history() && !problem.is_dear()).then(|| Enumeration::new(root.clone()));
        let (enumerated, finished) = (Statistics::default(), Statistics::default());
        Rounds { share: FIRST_SHARE, enumeration, enumerated, few: problem.few_nodes(root), finished }
    }

    /// What was done in all, also by searches that still run.
    fn total(&self, running: &[Statistics]) -> Statistics {
        let parts = || running.iter().chain([&self.enumerated]);
        let mut total = self.finished;
        parts().for_each(|part| total.merge(part));
        // They are in memory side by side.
        total.memory = total.memory.max(parts().map(|part| part.memory).sum());
        total
    }

    /// What was done beside the depth-first search, and is not saved with it.
    fn beside(&self, windows: &Statistics) -> Statistics {
        let mut beside = self.enumerated;
        beside.merge(windows);
        beside
    }

    /// Who takes part in a round, with so many shares: the favourite first. Who is alone need not stop. `astray` says that proof
    /// numbers count the same nodes time and again, and so should not be the favourite.
    fn order(&self, windows: &dyn Windows, astray: bool) -> Vec<(Family, u64)> {
        let other = match (windows.take_part(), &self.enumeration) {
            (true, _) => Family::AlphaBeta,
            (false, Some(_)) => Family::Everything,
            (false, None) => return vec![(Family::DepthFirst, u64::MAX)],
        };
        match astray || !windows.take_part() && self.few.is_some() || windows.take_part() && windows.are_favourite() {
            true => vec![(other, FAVOURITE), (Family::DepthFirst, 1)],
            false => vec![(Family::DepthFirst, FAVOURITE), (other, 1)],
        }
    }

    /// Takes turns until a claim is settled, or a limit comes first. Answers by which family; none if alpha-beta knows it, and
    /// has yet to prove it.
    fn settle<P: AndOr<Node = N>>(
        &mut self,
        workspace: &mut Workspace<'_>,
        (problem, root): (&P, &N),
        settings: &depth_first::Settings,
        windows: &mut dyn Windows,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Option<(Answer<P>, &'static str)> {
        let part = budget.memory() / PART_OF_MEMORY;
        let own = match self.order(windows, false)[..] {
            [_] => budget.memory(),
            [(Family::DepthFirst, _), ..] => budget.memory() - part,
            _ => part,
        };
        let mut search = match DepthFirst::new(workspace, problem, root, settings, &budget.with_memory(own)) {
            Ok(search) => search,
            Err(stop) => return Some((Answer::without_search(problem, root, stop), DEPTH_FIRST)),
        };
        let whole = budget;
        let found = 'rounds: loop {
            for (family, shares) in self.order(windows, search.is_astray()) {
                let running = [*search.statistics(), windows.statistics()];
                let left = budget.after(&self.total(&running));
                let nodes = shares.saturating_mul(self.share);
                let turn = match family {
                    Family::DepthFirst => {
                        let before = self.total(&running[1..]);
                        search.note_beside(self.beside(&running[1]));
                        let budget = budget.after(&before).at_most(running[0].expanded.saturating_add(nodes));
                        let mut observer = Behind { observer, before };
                        let saver = workspace.saver.as_mut().map(|saver| &mut **saver as &mut dyn Saver);
                        let mut meter = Meter::new(&budget, &mut observer).saved_by(saver);
                        turn_of(&mut search, whole, &mut meter)
                    }
                    Family::AlphaBeta => {
                        let before = self.total(&running[..1]);
                        let budget = budget.after(&before).at_most(running[1].expanded.saturating_add(nodes));
                        windows.turn(&budget, &mut Behind { observer, before }).map_or(Turn::Seen, Turn::Stopped)
                    }
                    Family::Everything => {
                        let before = self.total(&running);
                        self.enumerate(problem, left.at_most(nodes), &mut Behind { observer, before })
                    }
                };
                match turn {
                    Turn::Answer(answer, by) => {
                        // Whoever sees everything sees the proof too, if there is little to see.
                        let dear = matches!(answer.solution, Err(Uncertified::TooDear));
                        let left = || budget.after(&self.total(&[*search.statistics(), windows.statistics()]));
                        let seen = dear.then(left).map(|left| self.enumerate(problem, left, observer));
                        break 'rounds Some(match seen {
                            Some(Turn::Answer(seen, by)) if seen.status == answer.status => (seen, by),
                            _ => (answer, by),
                        });
                    }
                    Turn::Seen => break 'rounds None,
                    // The turn is over; but if there is nothing left at all, everything is.
                    Turn::Stopped(stop) => {
                        let running = [*search.statistics(), windows.statistics()];
                        let over = budget.after(&self.total(&running)).nodes() == Some(0);
                        if stop == StopReason::Nodes && !over {
                            continue;
                        }
                        let mut observer = Behind { observer, before: self.total(&running[1..]) };
                        let saver = workspace.saver.as_mut().map(|saver| &mut **saver as &mut dyn Saver);
                        let mut meter = Meter::new(budget, &mut observer).saved_by(saver);
                        search.note_beside(self.beside(&running[1]));
                        search.save(&mut meter);
                        let answer = search.answer(Some(stop), budget.clone(), &mut meter);
                        break 'rounds Some((answer, DEPTH_FIRST));
                    }
                }
            }
            self.share = (2 * self.share).min(MOST_SHARE);
        };
        self.finished.merge(search.statistics());
        search.leave(workspace);
        found
    }

    /// Looks at more nodes, and decides the root when there are no more.
    fn enumerate<P: AndOr<Node = N>>(&mut self, problem: &P, budget: Budget, observer: &mut dyn Observer) -> Turn<P> {
        let Some(nodes) = &mut self.enumeration else { return Turn::Stopped(StopReason::Nodes) };
        let most = self.few.map_or(MOST_NODES, |few| few.max(MOST_NODES));
        let part = if self.few.is_some() { 2 } else { PART_OF_MEMORY };
        let budget = budget.with_memory(budget.memory() / part).at_most(most as u64);
        let mut statistics = Statistics::default();
        let stopped = nodes.go_on(problem, &mut statistics, &mut Meter::new(&budget, observer)).err();
        self.enumerated.merge(&statistics);
        match stopped {
            None => match nodes.decide(problem, budget.memory(), &mut Watch::new(&budget)) {
                Ok(_) => Turn::Answer(nodes.answer(problem, self.enumerated, &budget), EVERYTHING),
                Err(stop) => Turn::Stopped(stop),
            },
            Some(stop @ (StopReason::Time | StopReason::Cancelled)) => Turn::Stopped(stop),
            Some(stop) => {
                if stop == StopReason::Memory || nodes.len() > most {
                    // There are too many.
                    self.enumeration = None;
                    self.enumerated.memory = 0;
                }
                Turn::Stopped(StopReason::Nodes)
            }
        }
    }
}

/// Searches on depth first, and reads the solution with this budget when the root is solved.
fn turn_of<P: AndOr>(search: &mut DepthFirst<'_, P>, reading: &Budget, meter: &mut Meter<'_>) -> Turn<P> {
    loop {
        if let Err(stop) = search.advance(meter) {
            return Turn::Stopped(stop);
        }
        let answer = search.answer(None, reading_budget(reading, search.searched()), meter);
        if !matches!(answer.solution, Err(Uncertified::Refuted)) || !search.try_again() {
            return Turn::Answer(answer, DEPTH_FIRST);
        }
    }
}

/// Alpha-beta, as those see it who take turns with it.
trait Windows {
    /// Whether it takes part.
    fn take_part(&self) -> bool;
    /// Whether it is the favourite.
    fn are_favourite(&self) -> bool;
    /// What it has done.
    fn statistics(&self) -> Statistics;
    /// Searches on. Answers why the turn ended; none if the claim is decided.
    fn turn(&mut self, budget: &Budget, observer: &mut dyn Observer) -> Option<StopReason>;
}

/// An AND/OR problem has no values to look for.
impl Windows for () {
    fn take_part(&self) -> bool {
        false
    }
    fn are_favourite(&self) -> bool {
        false
    }
    fn statistics(&self) -> Statistics {
        Statistics::default()
    }
    fn turn(&mut self, _budget: &Budget, _observer: &mut dyn Observer) -> Option<StopReason> {
        Some(StopReason::Nodes)
    }
}

/// Alpha-beta, for whatever is asked.
struct ByTurns<'g, 'p, G: Game> {
    /// None if it does not suit the game.
    search: Option<ByWindows<'g, G>>,
    position: &'p G::Position,
    question: Question,
    favourite: bool,
    /// Whether there is nothing more that it could find out.
    ended: bool,
    /// What others search now.
    claim: Claim,
    /// What the value certainly lies between, in the eyes of who asks.
    bounds: (i32, i32),
    best_move: Option<G::Move>,
}

impl<'g, 'p, G: Game> ByTurns<'g, 'p, G> {
    fn new(
        settings: &alpha_beta::Settings,
        game: &'g G,
        position: &'p G::Position,
        question: Question,
        budget: &Budget,
    ) -> Self {
        let favourite = game.suits_alpha_beta();
        let suits = game.repetition() == Repetition::Impossible && !game.is_dear();
        let part = budget.memory() / PART_OF_MEMORY;
        let budget = budget.with_memory(if favourite { budget.memory() - part } else { part });
        let search = suits.then(|| ByWindows::new(settings, game, &budget));
        let claim = Claim { player: question.player(), at_least: 0 };
        ByTurns { search, position, question, favourite, ended: false, claim, bounds: (0, 0), best_move: None }
    }

    /// Proves what it has decided. Answers `false` if that was wrong.
    fn prove(
        &mut self,
        workspace: &mut Workspace<'_>,
        evaluation: &mut Evaluation<'g, G>,
        values: &[i32],
        rounds: &mut Rounds<G::Position>,
        budget: &Budget,
    ) -> bool {
        let player = self.question.player();
        let (least, most) = evaluation.bounds;
        let decided: Vec<(i32, bool)> = match self.question {
            Question::Claim(Claim { at_least, .. }) if at_least <= least => vec![(at_least, true)],
            Question::Claim(Claim { at_least, .. }) if at_least > most => vec![(at_least, false)],
            Question::Value(_) if least == most => {
                let above = values.iter().find(|&&value| value > most);
                let holds = (least > values[0]).then_some((least, true));
                holds.into_iter().chain(above.map(|&above| (above, false))).collect()
            }
            _ => Vec::new(),
        };
        let settled = |(at_least, holds): &(i32, bool)| {
            let same = |settled: &Settled<'g, G>| settled.problem.claim().at_least == *at_least;
            evaluation.claims.iter().any(|settled| same(settled) && settled.holds() == Some(*holds))
        };
        let open: Vec<_> = decided.into_iter().filter(|claim| !settled(claim)).collect();
        let Some(search) = self.search.as_mut().filter(|_| !open.is_empty()) else { return true };
        if let Question::Claim(_) = self.question {
            // Only the claim was asked for.
            evaluation.bounds = (values[0], values[values.len() - 1]);
        }
        // The proof may have the memory of the others.
        workspace.clear();
        rounds.enumeration = None;
        for (at_least, holds) in open {
            let claim = Claim { player, at_least };
            let budget = &evaluation.next_budget(budget);
            let mut proven = search.settle(self.position, claim, holds, Statistics::default(), budget);
            rounds.finished.merge(&proven.answer.statistics);
            if matches!(proven.answer.solution, Err(Uncertified::Refuted)) {
                self.ended |= !search.try_again(budget);
                return false;
            }
            proven.answered_by = ALPHA_BETA;
            evaluation.settle(values, proven);
        }
        true
    }
}

impl<G: Game> Windows for ByTurns<'_, '_, G> {
    fn take_part(&self) -> bool {
        self.search.is_some() && !self.ended
    }

    fn are_favourite(&self) -> bool {
        self.favourite
    }

    fn statistics(&self) -> Statistics {
        self.search.as_ref().map_or_else(Statistics::default, ByWindows::statistics)
    }

    fn turn(&mut self, budget: &Budget, observer: &mut dyn Observer) -> Option<StopReason> {
        let search = self.search.as_mut()?;
        let Sight { bounds, best_move, stop, .. } =
            search.advance(self.position, self.question, self.bounds, &mut Meter::new(budget, observer));
        self.bounds = bounds;
        self.best_move = best_move.or(self.best_move);
        let (least, most) = bounds;
        if least >= self.claim.at_least || most < self.claim.at_least {
            return None;
        }
        match stop {
            StopReason::Nodes | StopReason::Time | StopReason::Cancelled => Some(stop),
            _ => {
                self.ended = true;
                Some(StopReason::Nodes)
            }
        }
    }
}

/// An observer who is told what was done by all.
struct Behind<'o> {
    observer: &'o mut dyn Observer,
    before: Statistics,
}

impl Observer for Behind<'_> {
    fn progress(&mut self, progress: &Progress) {
        let mut statistics = self.before;
        statistics.merge(&progress.statistics);
        self.observer.progress(&Progress { statistics, ..*progress });
    }
}
