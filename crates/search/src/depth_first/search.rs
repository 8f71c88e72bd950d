//! The searches that the kernel makes possible: from settings to an answer.

use super::backup::{Backup, Pair};
use super::kernel::{FACTS_SHARE, Kernel, Rules};
use super::settings::Settings;
use super::threshold::Scheme;
use super::together::Team;
use crate::ask::Ask;
use crate::best_first::{bounded_search, fill_gap};
use crate::extract::{Again, Recall, extract, reading_budget};
use crate::number::Numbers;
use crate::table::Table;
use crate::{Answer, Budget, Limits, Meter, Observer, Saver, Statistics, StopReason, Uncertified, Workspace};
use provenum_game::{AndOr, Estimate, Kind, Status};

/// Solves `root` depth first, as the settings say, with the table of the workspace, which may know something already.
pub fn depth_first_search<P: AndOr>(
    workspace: &mut Workspace<'_>,
    problem: &P,
    root: &P::Node,
    settings: &Settings,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Answer<P> {
    let mut search = match DepthFirst::new(workspace, problem, root, settings, budget) {
        Ok(search) => search,
        Err(stop) => return Answer::without_search(problem, root, stop),
    };
    let saver = workspace.saver.as_mut().map(|saver| &mut **saver as &mut dyn Saver);
    let mut meter = Meter::new(budget, observer).saved_by(saver);
    let answer = loop {
        let stop = search.advance(&mut meter).err();
        if stop.is_some() {
            search.save(&mut meter);
        }
        let answer = search.answer(stop, reading_budget(budget, search.searched()), &mut meter);
        if !matches!(answer.solution, Err(Uncertified::Refuted)) || !search.try_again() {
            break answer;
        }
    };
    search.leave(workspace);
    answer
}

/// A depth-first search that can be interrupted and go on.
pub(crate) struct DepthFirst<'p, P: AndOr> {
    problem: &'p P,
    root: P::Node,
    settings: Settings,
    kernel: Kernel<'p, P>,
    /// Bytes that the table and the solution may take.
    memory: u64,
    stage: Stage,
    /// Those who search together, if several do.
    team: Option<Team<'p, P>>,
    /// Whether it has begun anew because its answer was wrong.
    tried_again: bool,
}

/// How far a search is.
#[derive(Clone, Copy)]
enum Stage {
    New,
    /// With these thresholds of the root; the kernel has begun if it has any frames.
    Searching(Pair),
    Done(Numbers),
}

impl<'p, P: AndOr> DepthFirst<'p, P> {
    /// A search with the table of the workspace, until it leaves.
    pub(crate) fn new(
        workspace: &mut Workspace<'_>,
        problem: &'p P,
        root: &P::Node,
        settings: &Settings,
        budget: &Budget,
    ) -> Result<Self, StopReason> {
        if problem.by_history() && !settings.knows_history() {
            return Err(StopReason::History);
        }
        let memory = budget.memory();
        let mut share = MemoryShare::of(memory);
        if settings.second_level.is_some() {
            share.table -= share.table / SECOND_LEVEL_SHARE;
        }
        if problem.has_holdings() && settings.dominance {
            share.table -= share.table / FACTS_SHARE;
        }
        let shared = settings.backup.looks_for_shared();
        let new = if shared { Table::with_kinship } else { Table::new };
        let fresh = || new(share.table, settings.replacement, settings.collect);
        let usable = workspace.table.take().filter(|table| table.keeps_kinship() || !shared);
        let Some(mut table) = usable.or_else(|| fresh().ok()) else { return Err(StopReason::Memory) };
        table.set_policy(settings.replacement, settings.collect);
        let mut kernel = Kernel::new(problem, Rules::of(settings, problem), table, workspace.facts.take());
        kernel.spend(budget);
        kernel.guide = std::mem::take(&mut workspace.guide);
        kernel.done_before = workspace.done;
        let (root, settings) = (root.clone(), *settings);
        Ok(DepthFirst { problem, root, settings, kernel, memory, stage: Stage::New, team: None, tried_again: false })
    }

    /// What it has done.
    pub(crate) fn statistics(&self) -> &Statistics {
        &self.kernel.statistics
    }

    /// Nodes expanded so far, also before it was saved.
    pub(crate) fn searched(&self) -> u64 {
        self.kernel.done_before.expanded + self.kernel.statistics.expanded
    }

    /// Whether its numbers are cut down, because they count the same nodes time and again.
    pub(crate) fn is_astray(&self) -> bool {
        self.kernel.is_astray()
    }

    /// Searches on until the root is solved, or hangs on unknown leaves. If a limit comes first, the answer is why.
    pub(crate) fn advance(&mut self, meter: &mut Meter<'_>) -> Result<Numbers, StopReason> {
        let kind = self.problem.kind(&self.root);
        loop {
            let own = match self.stage {
                Stage::Done(numbers) => return Ok(numbers),
                Stage::New => {
                    let status = match self.problem.status(&self.root) {
                        Status::Open if self.kernel.knows => {
                            self.problem.known(&self.root).map_or(Status::Open, |known| known.status())
                        }
                        status => status,
                    };
                    self.stage = match status {
                        Status::Open => Stage::Searching(self.settings.scheme.first()),
                        _ => Stage::Done(Numbers::new(status, || Estimate::UNIT)),
                    };
                    continue;
                }
                Stage::Searching(_) if self.searches_together(meter) => {
                    if !self.kernel.frames.is_empty() {
                        self.kernel.leave();
                    }
                    let Self { problem, root, settings, kernel, team, .. } = self;
                    team.get_or_insert_with(|| Team::new(problem, root, settings, kernel)).advance(kernel, meter)?
                }
                Stage::Searching(threshold) if self.kernel.frames.is_empty() => {
                    if let Some(stop) = meter.check(&self.kernel.statistics, self.kernel.root) {
                        return Err(stop);
                    }
                    let Some(own) = self.kernel.begin(&self.root, threshold) else { continue };
                    own
                }
                Stage::Searching(_) => self.kernel.advance(meter)?,
            };
            self.stage = match self.settings.scheme.next(own) {
                Some(threshold) => Stage::Searching(threshold),
                None => Stage::Done(own.numbers(kind)),
            };
        }
    }

    /// Whether several workers go on from here. To begin is worth their while only where there is much to do.
    fn searches_together(&self, meter: &Meter<'_>) -> bool {
        const WORTH_WHILE: u64 = 1 << 12;
        let left = meter.budget().nodes().map_or(u64::MAX, |nodes| nodes.saturating_sub(self.statistics().expanded));
        let begins = self.settings.schedule.is_some() || left >= WORTH_WHILE;
        self.settings.threads > 1 && self.settings.scheme == Scheme::DfPn && (begins || self.team.is_some())
    }

    /// All but one worker go home.
    fn disband(&mut self) {
        if let Some(team) = self.team.take() {
            team.disband(&mut self.kernel);
        }
    }

    /// Notes what others have done who take turns with it: whoever saves it is told.
    pub(crate) fn note_beside(&mut self, done: Statistics) {
        self.kernel.done_beside = done;
    }

    /// Hands the search to whoever saves it.
    pub(crate) fn save(&mut self, meter: &mut Meter<'_>) {
        self.kernel.save(meter);
    }

    /// What the search says, which has ended, or was stopped. Reading the solution may take this budget.
    pub(crate) fn answer(&mut self, stop: Option<StopReason>, reading: Budget, meter: &mut Meter<'_>) -> Answer<P> {
        self.disband();
        let (problem, root) = (self.problem, &self.root);
        if !self.kernel.frames.is_empty() {
            self.kernel.root = self.kernel.leave().numbers(problem.kind(root));
        }
        let mut numbers = match self.stage {
            Stage::Done(numbers) => numbers,
            Stage::Searching(_) => self.kernel.root,
            Stage::New => Numbers::new(Status::Open, || problem.first_numbers(root)),
        };
        let status = numbers.status();
        let stop = match status {
            Status::Open => stop.unwrap_or(StopReason::UnknownLeaves),
            _ => StopReason::Solved,
        };
        if stop == StopReason::UnknownLeaves {
            // The depth-first numbers only say that there is nothing to gain. Those of the tree say how much is unknown.
            let (first, most) = ((self.settings.estimate, self.kernel.knows), TREE_OF_UNKNOWN_LEAVES);
            let tree = bounded_search(problem, root, first, most, &mut self.kernel.statistics, meter, &mut |_, _| ());
            numbers = tree.unwrap_or(numbers);
        }
        self.kernel.note_table();
        let mut statistics = self.kernel.statistics;
        let mut line = Vec::new();
        let solution = match status {
            Status::Open => Err(Uncertified::Unsolved),
            _ if problem.by_history() => Err(Uncertified::ByHistory),
            _ if !self.settings.solutions => Err(Uncertified::Unwanted),
            Status::Disproven if !self.settings.traps => Err(Uncertified::Unwanted),
            _ => {
                let proven = status == Status::Proven;
                let reading = reading.with_memory(MemoryShare::of(self.memory).solution);
                // A gap takes no more than the whole did, unless the search goes round in circles.
                let most = 1_000 + 2 * statistics.expanded;
                let (knew, scheme) = (self.kernel.knows, self.settings.scheme);
                let mut remembered = Remembered { problem, kernel: &mut self.kernel, most, scheme, proven, knew };
                extract(problem, root, proven, &mut remembered, &reading, (&mut statistics, &mut line))
            }
        };
        self.kernel.statistics = statistics;
        Answer { status, root: numbers, stop, statistics, solution, line }
    }

    /// Begins anew after an answer that was wrong; once. Two nodes had the same key, and the table took one for the other: what
    /// it said wrongly is forgotten by now. Or what was known before the end was wrong, and with it all that rests on it.
    pub(crate) fn try_again(&mut self) -> bool {
        if self.problem.knows() {
            self.kernel.forget_what_was_known();
        }
        self.stage = Stage::New;
        !std::mem::replace(&mut self.tried_again, true)
    }

    /// Gives the table back.
    pub(crate) fn leave(mut self, workspace: &mut Workspace<'_>) {
        self.disband();
        if !self.kernel.frames.is_empty() {
            self.kernel.leave();
        }
        workspace.done.merge(&self.kernel.statistics);
        workspace.table = Some(self.kernel.table);
        workspace.facts = self.kernel.facts;
    }
}

/// Expands so many nodes with a table that is already there, to see how fast that goes.
pub fn expand_for<P: AndOr>(problem: &P, root: &P::Node, settings: &Settings, table: Table, nodes: u64) -> Statistics {
    let mut kernel = Kernel::new(problem, Rules::of(settings, problem), table, None);
    let budget = Budget::new(&Limits { nodes: Some(nodes), ..Limits::default() });
    run(problem, &mut kernel, root, settings.scheme, &mut Meter::new(&budget, &mut ()));
    kernel.statistics
}

/// How many nodes a tree may have that is grown only to tell the numbers of a root that hangs on unknown leaves.
const TREE_OF_UNKNOWN_LEAVES: u64 = 1 << 18;

/// The trees of second-level searches may take this part of what a table takes.
pub(super) const SECOND_LEVEL_SHARE: u64 = 8;

/// The table takes most of the memory, and the solution that is read off it in the end the rest. A small table takes all,
/// and the little that its solution needs comes on top.
struct MemoryShare {
    table: u64,
    solution: u64,
}

impl MemoryShare {
    fn of(memory: u64) -> MemoryShare {
        const LEAST: u64 = Budget::LEAST_FOR_PROOF;
        let solution = memory / 4;
        MemoryShare { table: memory - if solution > LEAST { solution } else { 0 }, solution: solution.max(LEAST) }
    }
}

impl Rules {
    fn of(settings: &Settings, problem: &impl AndOr) -> Rules {
        let Settings { backup, scheme, increment, estimate, costs, delayed, history, loops, simulate, .. } = *settings;
        let Settings { dominance, bounds, groups, damping, adaptive, second_level, known, .. } = *settings;
        let damped = damping && backup == Backup::Sum && problem.overcounts();
        Rules {
            backup: if damped { Backup::Damped } else { backup },
            scheme,
            increment,
            estimate,
            costs,
            delayed,
            known,
            history,
            loops,
            simulate,
            dominance,
            bounds: bounds && dominance && problem.has_holdings(),
            groups,
            adaptive,
            second_level,
        }
    }
}

/// Searches until the root is solved, or why it is not.
fn run<P: AndOr>(
    problem: &P,
    kernel: &mut Kernel<'_, P>,
    root: &P::Node,
    scheme: Scheme,
    meter: &mut Meter<'_>,
) -> (Numbers, Option<StopReason>) {
    let mut threshold = scheme.first();
    loop {
        let (own, stop) = kernel.search(root, threshold, meter);
        match scheme.next(own).filter(|_| stop.is_none()) {
            Some(next) => threshold = next,
            None => return (own.numbers(problem.kind(root)), stop),
        }
    }
}

/// A kernel whose search is done, as a memory of how nodes were solved.
struct Remembered<'k, 'p, P: AndOr> {
    problem: &'p P,
    kernel: &'k mut Kernel<'p, P>,
    /// Nodes that a gap may take.
    most: u64,
    scheme: Scheme,
    proven: bool,
    /// Whether anything was known before the end while it searched.
    knew: bool,
}

impl<P: AndOr> Recall<P> for Remembered<'_, '_, P> {
    /// The step to the child from which it is not far to the end, or that took the least work to solve; it may be one that is
    /// solved where the OR side holds more or less. Ranks fall from each node to the next, so no such steps lead round in a
    /// circle as long as nothing is lost.
    fn recall(&mut self, node: &P::Node) -> Option<P::Step> {
        let wanted = if self.proven { Status::Proven } else { Status::Disproven };
        let Kernel { table, facts, .. } = &*self.kernel;
        let cyclic = self.problem.cyclic();
        let mut best = None;
        self.problem.expand(node, &mut |child| {
            let by_table = || table.probe(child.key).filter(|entry| entry.numbers().status() == wanted);
            let by_facts = || {
                let holding = self.problem.held_after(node, child.step)?;
                Some(facts.as_ref()?.status(holding)).filter(|&(status, _)| status == wanted)
            };
            let order = match child.status {
                Status::Open => by_table()
                    .map(|entry| (if cyclic { entry.distance() } else { 0 }, u16::from(entry.work_class())))
                    .or_else(|| by_facts().map(|(_, rank)| (rank, u16::MAX))),
                status => (status == wanted).then_some((0, 0)),
            };
            if let Some(order) = order
                && best.is_none_or(|(least, _)| order < least)
            {
                best = Some((order, child.step));
            }
        });
        best.map(|(_, step)| step)
    }

    fn weight(&self, node: &P::Node) -> (u32, u8) {
        let entry = self.kernel.table.probe(self.problem.key(node));
        entry.map_or((0, 0), |entry| (if self.problem.cyclic() { entry.distance() } else { 0 }, entry.work_class()))
    }

    fn forget(&mut self, node: &P::Node) -> bool {
        if let (Some(facts), Some(holding)) = (&mut self.kernel.facts, self.problem.held(node)) {
            facts.forget(holding.rest);
        }
        self.kernel.table.evict(self.problem.key(node))
    }

    fn relearns(&self) -> bool {
        true
    }

    fn knows(&self) -> bool {
        self.kernel.knows
    }

    fn distrust(&mut self) {
        self.kernel.knows = false;
    }

    fn search_anew(&mut self, node: &P::Node, budget: &Budget) -> Answer<P> {
        fill_gap(self.problem, node, self.knew, budget)
    }

    fn search_again(&mut self, node: &P::Node, budget: &Budget, statistics: &mut Statistics) -> Again<P::Step> {
        let chooser_wins = self.proven == (self.problem.kind(node) == Kind::Or);
        let before = self.kernel.statistics;
        let budget = budget.at_most(self.most);
        let mut ignore = ();
        let mut meter = Meter::new(&budget, &mut ignore);
        self.kernel.statistics = Statistics::default();
        let (numbers, stop) = run(self.problem, self.kernel, node, self.scheme, &mut meter);
        statistics.merge(&self.kernel.statistics);
        self.kernel.statistics = before;
        match (numbers.status(), stop, self.kernel.winning_step) {
            (Status::Open, None | Some(StopReason::Nodes), _) => Again::Cannot,
            (Status::Open, Some(stop), _) => Again::Stopped(stop),
            (status, _, Some(step)) if (status == Status::Proven) == self.proven && chooser_wins => Again::Wins(step),
            _ => Again::Loses,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Algorithm;
    use crate::table::Replacement;
    use provenum_game::{Claim, Game, Hints, Notation, Parameters, Player, Problem};
    use provenum_games::Graph;

    /// B looks proven to a table that takes it for another node, but its child D is disproven; C is really proven.
    const GRAPH: &str = "A or B C; B and D E; C and F G; D or d; E or e; F or f; G or g; \
                         d disproven; e proven; f proven; g proven";

    fn search_with_lies(text: &str, lies: &[(&str, Numbers)]) -> Answer<Problem<'static, Graph>> {
        let (game, root) = Graph::set_up(&Parameters::new(), Some(text)).unwrap();
        let game: &'static Graph = Box::leak(Box::new(game));
        let problem: &'static _ = Box::leak(Box::new(Problem::new(game, Claim::win(Player::First))));
        let mut table = Table::new(1 << 16, Replacement::LeastWork, None).unwrap();
        for (name, numbers) in lies {
            let node = game.nodes().find(|&node| game.name(node) == *name).unwrap();
            table.store(problem.key(&node), *numbers, 1, 1);
        }
        let mut workspace = Workspace { table: Some(table), ..Workspace::default() };
        depth_first_search(&mut workspace, problem, &root, &Settings::default(), &Budget::default(), &mut ())
    }

    #[test]
    fn a_false_hit_in_the_table_is_found_out_and_forgotten() {
        let answer = search_with_lies(GRAPH, &[("B", Numbers::PROVEN)]);
        let solution = answer.solution.unwrap();
        assert_eq!(answer.status, Status::Proven);
        assert_eq!(solution.rank(), Some(3));
    }

    #[test]
    fn a_false_hit_that_decides_the_root_does_not_decide_the_answer() {
        let lost = GRAPH.replace("g proven", "g disproven");
        for lie in ["B", "C"] {
            let answer = search_with_lies(&lost, &[(lie, Numbers::PROVEN)]);
            assert_eq!(answer.status, Status::Disproven, "{lie}");
            assert!(answer.solution.is_ok());
        }
        let answer = search_with_lies(GRAPH, &[("B", Numbers::DISPROVEN), ("C", Numbers::DISPROVEN)]);
        assert_eq!(answer.status, Status::Proven);
    }

    /// The graph with a step that costs something.
    struct Toll<'a>(Problem<'a, Graph>);

    impl AndOr for Toll<'_> {
        type Node = <Graph as Game>::Position;
        type Step = <Graph as Game>::Move;

        fn kind(&self, node: &Self::Node) -> Kind {
            self.0.kind(node)
        }
        fn status(&self, node: &Self::Node) -> Status {
            self.0.status(node)
        }
        fn steps(&self, node: &Self::Node, out: &mut Vec<Self::Step>) {
            self.0.steps(node, out);
        }
        fn follow(&self, node: &Self::Node, step: Self::Step) -> Self::Node {
            self.0.follow(node, step)
        }
        fn key(&self, node: &Self::Node) -> u64 {
            self.0.key(node)
        }
        fn encode(&self, node: &Self::Node, out: &mut Vec<u8>) {
            self.0.encode(node, out);
        }
        fn decode(&self, code: &[u8]) -> Option<Self::Node> {
            self.0.decode(code)
        }
    }

    impl Hints<<Graph as Game>::Position, <Graph as Game>::Move> for Toll<'_> {
        /// Going to B costs three times as much as proving it.
        fn cost(&self, _: &<Graph as Game>::Position, step: <Graph as Game>::Move, _: Kind) -> provenum_game::Estimate {
            let cost = if self.0.game().name(step) == "B" { 3 } else { 0 };
            provenum_game::Estimate { proof: cost, disproof: 0 }
        }
    }

    #[test]
    fn a_step_that_costs_is_taken_later() {
        let (game, root) = Graph::set_up(&Parameters::new(), Some(GRAPH)).unwrap();
        let problem = Toll(Problem::new(&game, Claim::win(Player::First)));
        let expanded = ["off", "on"].map(|costs| {
            let algorithm = Algorithm::named("df-pn").unwrap().set("costs", costs).unwrap();
            let answer = crate::solve(&algorithm, &problem, &root, &Limits::default(), &mut ());
            assert_eq!(answer.status, Status::Proven);
            answer.statistics.expanded
        });
        // Without costs A, then B, whose proof number becomes 2, then C, F and G. With costs B is never looked at.
        assert_eq!(expanded, [5, 4]);
    }
}
