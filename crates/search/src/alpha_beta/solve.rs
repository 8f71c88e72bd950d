//! From a question to an answer with its proof.

use super::driver::{Depth, Goal, Outlook, Range, pursue};
use super::ordering::Ordering;
use super::search::Search;
use super::settings::Settings;
use super::table::Table;
use super::tree::{Proving, Tree, Valued};
use super::window::{Bounds, INFINITY, Window};
use crate::ask::Ask;
use crate::best_first::fill_gap;
use crate::erased::{AnyNode, Erased, solve_hidden};
use crate::extract::{Again, Recall, extract};
use crate::{
    Answer, Budget, Evaluation, Meter, Numbers, Observer, Question, Settled, Solution, Statistics, StopReason,
    Uncertified,
};
use provenum_game::{AndOr, Claim, Game, Outcome, Player, Problem, Repetition, Status};

impl Settings {
    fn search<T: Tree>(&self, tree: T, budget: &Budget) -> Search<T> {
        let table = self.new_table(budget);
        let ties = !tree.distinct_scores();
        let ordering = Ordering::new(self.killers && ties, self.history && ties);
        Search::new(tree, *self, table, ordering)
    }

    /// A table, if one is wanted. Without memory for one there is none: that costs time only.
    fn new_table(&self, budget: &Budget) -> Option<Table> {
        self.table.then(|| Table::new(table_share(budget.memory()), budget)).flatten()
    }

    /// How deep to search a problem: step by step where positions can come back.
    fn depth(&self, cyclic: bool) -> Depth {
        Depth { limit: self.depth, deepening: self.deepening || cyclic }
    }
}

/// The table takes most of the memory, and the solution the rest; a small table takes all.
fn table_share(memory: u64) -> u64 {
    memory - if memory / 4 > Budget::LEAST_FOR_PROOF { memory / 4 } else { 0 }
}

fn statistics_of<T: Tree>(search: &Search<T>) -> Statistics {
    let mut statistics = search.statistics;
    if let Some(table) = &search.table {
        statistics.memory = table.memory();
        statistics.entries = table.len();
        statistics.capacity = table.capacity();
        statistics.replaced = table.replaced;
    }
    statistics
}

/// Answers a question about a game by searching its values, all claims at once.
pub(crate) fn evaluate_by_windows<'g, G: Game>(
    settings: &Settings,
    game: &'g G,
    position: &G::Position,
    question: Question,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Evaluation<'g, G> {
    let mut search = ByWindows::new(settings, game, budget);
    let mut meter = Meter::new(budget, observer);
    loop {
        let evaluation = search.evaluate(position, question, &mut meter);
        if !evaluation.claims.iter().any(|settled| is_refuted(&settled.answer)) || !search.try_again(budget) {
            return evaluation;
        }
    }
}

/// Whether two nodes had the same key, and the table took one for the other. What it said wrongly is forgotten then, and it is
/// worth while to search once more.
fn is_refuted<P: AndOr>(answer: &Answer<P>) -> bool {
    matches!(answer.solution, Err(Uncertified::Refuted))
}

/// A search for the value of a game's positions that can be interrupted and go on.
pub(crate) struct ByWindows<'g, G: Game> {
    search: Search<Valued<'g, G>>,
    settings: Settings,
    depth: Depth,
    /// Whether it has begun anew because its answer was wrong.
    tried_again: bool,
}

/// What a search for a value has found out, in the eyes of the player who asks.
pub(crate) struct Sight<M> {
    /// What the value certainly lies between.
    pub(crate) bounds: (i32, i32),
    /// The best move, if one is known.
    pub(crate) best_move: Option<M>,
    /// What the value looks like, if positions were evaluated.
    estimate: Option<i32>,
    /// Why the search ended.
    pub(crate) stop: StopReason,
}

impl<'g, G: Game> ByWindows<'g, G> {
    pub(crate) fn new(settings: &Settings, game: &'g G, budget: &Budget) -> Self {
        let depth = settings.depth(game.repetition() != Repetition::Impossible);
        let unit = if depth.limit.is_some() || depth.deepening { Outcome::PARTS } else { 1 };
        let known = settings.known && game.known_from().is_some();
        let tree = Valued { game, unit, endgames: settings.endgames, known };
        let search = settings.search(tree, budget);
        ByWindows { search, settings: *settings, depth, tried_again: false }
    }

    /// What it has done.
    pub(crate) fn statistics(&self) -> Statistics {
        statistics_of(&self.search)
    }

    /// A value as the search counts it.
    fn scaled(&self, value: i32) -> i32 {
        value.saturating_mul(self.search.tree.unit).clamp(1 - INFINITY, INFINITY - 1)
    }

    /// Searches on until the question is answered, if the value lies between these bounds.
    pub(crate) fn advance(
        &mut self,
        position: &G::Position,
        question: Question,
        (least, most): (i32, i32),
        meter: &mut Meter<'_>,
    ) -> Sight<G::Move> {
        let Valued { game, unit, .. } = self.search.tree;
        let (player, mover) = (question.player(), game.to_move(position));
        let (at_once, _) = self.search.tree.bounds(position, mover);
        let asked = seen_by(player, mover, Range { least: self.scaled(least), most: self.scaled(most) });
        let possible = Range { least: asked.least.max(at_once.lower.value), most: asked.most.min(at_once.upper.value) };
        let goal = match question {
            Question::Value(_) => Goal::Value(self.settings.windows),
            Question::Claim(Claim { at_least, .. }) if player == mover => Goal::Greater(self.scaled(at_least) - 1),
            Question::Claim(Claim { at_least, .. }) => Goal::Greater(-self.scaled(at_least)),
        };
        let outlook = pursue(&mut self.search, position, goal, possible, self.depth, meter);
        let Outlook { certain, best_move, stop, value } = outlook;
        let certain = seen_by(player, mover, certain);
        let values = game.values().rising(player);
        let not_above = |bound: i32| values.iter().rev().find(|&&value| self.scaled(value) <= bound).copied();
        Sight {
            bounds: (
                not_above(certain.least).map_or(least, |value| value.max(least)),
                not_above(certain.most).map_or(least, |value| value.min(most)),
            ),
            best_move,
            estimate: value.filter(|_| unit > 1).map(|value| Outcome::new(mover, value).worth(player)),
            stop,
        }
    }

    /// The claim, which certainly holds or certainly does not, with its proof.
    pub(crate) fn settle(
        &mut self,
        position: &G::Position,
        claim: Claim,
        holds: bool,
        mut statistics: Statistics,
        budget: &Budget,
    ) -> Settled<'g, G> {
        let problem = Problem::new(self.search.tree.game, claim);
        let status = if problem.verdict(Status::Proven) == Some(holds) { Status::Proven } else { Status::Disproven };
        let value = self.scaled(claim.at_least);
        let (succeeds, threshold) = if holds { (claim.player, value - 1) } else { (claim.player.opponent(), -value) };
        let mut line = Vec::new();
        let solution = if self.settings.solutions {
            let remembered = Remembered { search: &mut self.search, succeeds, threshold, depth: self.depth };
            solution_of(&problem, position, status, remembered, budget, (&mut statistics, &mut line))
        } else {
            Err(Uncertified::Unwanted)
        };
        let answer = answer_of(&problem, position, status, StopReason::Solved, statistics, solution);
        let answer = Answer { line, ..answer };
        Settled { problem, answer, answered_by: "", within: None }
    }

    /// The whole answer to a question.
    fn evaluate(&mut self, position: &G::Position, question: Question, meter: &mut Meter<'_>) -> Evaluation<'g, G> {
        let player = question.player();
        let values = self.search.tree.game.values().rising(player);
        let mut evaluation = Evaluation::new(&values);
        let (least, most) = evaluation.bounds;
        let sight = self.advance(position, question, (least, most), meter);
        // What is certain, as claims that are settled: the strongest one that holds, and the weakest one that does not.
        let holding = (sight.bounds.0 > least).then_some((sight.bounds.0, true));
        let failing = values.iter().find(|&&value| value > sight.bounds.1).map(|&value| (value, false));
        let claims: Vec<(i32, bool)> = match question {
            Question::Value(_) => holding.into_iter().chain(failing).collect(),
            Question::Claim(Claim { at_least, .. }) if at_least <= sight.bounds.0 => vec![(at_least, true)],
            Question::Claim(Claim { at_least, .. }) if at_least > sight.bounds.1 => vec![(at_least, false)],
            Question::Claim(_) => Vec::new(),
        };
        let mut statistics = self.statistics();
        for (at_least, holds) in claims {
            let claim = Claim { player, at_least };
            let budget = evaluation.next_budget(meter.budget());
            evaluation.settle(&values, self.settle(position, claim, holds, statistics, &budget));
            statistics = Statistics::default();
        }
        if evaluation.claims.is_empty() {
            evaluation.statistics = statistics;
        }
        self.search.statistics = evaluation.statistics;
        (evaluation.best_move, evaluation.estimate, evaluation.stop) = (sight.best_move, sight.estimate, sight.stop);
        evaluation
    }

    /// Forgets what may have been wrong; once.
    pub(crate) fn try_again(&mut self, budget: &Budget) -> bool {
        if self.search.tree.known {
            // It may have been what is known before the end, and all that rests on it.
            self.search.tree.known = false;
            self.search.table = self.settings.new_table(budget);
        }
        !std::mem::replace(&mut self.tried_again, true)
    }
}

/// A range in another player's eyes.
fn seen_by(player: Player, mover: Player, Range { least, most }: Range) -> Range {
    if player == mover { Range { least, most } } else { Range { least: -most, most: -least } }
}

fn answer_of<P: AndOr>(
    problem: &P,
    root: &P::Node,
    status: Status,
    stop: StopReason,
    statistics: Statistics,
    solution: Result<Solution<P>, Uncertified>,
) -> Answer<P> {
    let root = Numbers::new(status, || problem.first_numbers(root));
    Answer { status, root, stop, statistics, solution, line: Vec::new() }
}

/// Reads a proof off the table, and searches again what is missing there.
fn solution_of<P: AndOr, T: Tree<Node = P::Node, Move = P::Step>>(
    problem: &P,
    root: &P::Node,
    status: Status,
    remembered: Remembered<'_, T>,
    budget: &Budget,
    (statistics, line): (&mut Statistics, &mut Vec<P::Step>),
) -> Result<Solution<P>, Uncertified> {
    let searched = statistics.expanded.max(remembered.search.statistics.expanded);
    // What is searched again needs room in the table too; the rest is for the solution.
    let taken = remembered.search.table.as_mut().map_or(0, |table| table.grow_to(budget.memory() / 4));
    let budget = budget.for_proof(taken);
    // Where positions come back, nothing may ever be certain of a gap. It gets no more than the whole took.
    let most = if problem.cyclic() { 1_000 + 2 * statistics.expanded } else { u64::MAX };
    let budget = budget.after_search_of(searched);
    let mut reading = Reading { problem, remembered, most };
    extract(problem, root, status == Status::Proven, &mut reading, &budget, (statistics, line))
}

/// A search that is done, as a memory of how one side succeeds.
struct Remembered<'s, T: Tree> {
    search: &'s mut Search<T>,
    succeeds: Player,
    /// In the eyes of that side the value is greater than this.
    threshold: i32,
    depth: Depth,
}

impl<T: Tree> Remembered<'_, T> {
    /// Whether it is certain at first sight of a node that the side succeeds.
    fn is_seen(&self, node: &T::Node, mover: Player) -> bool {
        let tree = &self.search.tree;
        let window = Window::test(self.threshold).seen_by(self.succeeds, mover);
        self.settles(&tree.bounds(node, mover).0, mover)
            || tree
                .finish(node, window)
                .map(|found| found.seen_by(mover, self.succeeds))
                .is_some_and(|found| found.at_least)
    }

    /// Whether these bounds, seen by `mover`, say that the side succeeds.
    fn settles(&self, bounds: &Bounds, mover: Player) -> bool {
        if mover == self.succeeds {
            bounds.lower.certain && bounds.lower.value > self.threshold
        } else {
            bounds.upper.certain && -bounds.upper.value > self.threshold
        }
    }
}

/// The same, with the problem that the proof is about.
struct Reading<'s, 'p, P, T: Tree> {
    problem: &'p P,
    remembered: Remembered<'s, T>,
    /// Nodes that a gap may take.
    most: u64,
}

impl<P: AndOr, T: Tree<Node = P::Node, Move = P::Step>> Recall<P> for Reading<'_, '_, P, T> {
    fn recall(&mut self, node: &P::Node) -> Option<P::Step> {
        self.remembered.recall(node)
    }

    fn forget(&mut self, node: &P::Node) -> bool {
        let search = &mut self.remembered.search;
        let key = search.tree.key(node);
        search.table.as_mut().is_some_and(|table| table.evict(key))
    }

    fn knows(&self) -> bool {
        self.remembered.search.tree.knows()
    }

    fn search_again(&mut self, node: &P::Node, budget: &Budget, statistics: &mut Statistics) -> Again<P::Step> {
        self.remembered.search_again(node, &budget.at_most(self.most), statistics)
    }

    fn search_anew(&mut self, node: &P::Node, budget: &Budget) -> Answer<P> {
        fill_gap(self.problem, node, self.knows(), budget)
    }
}

impl<T: Tree> Remembered<'_, T> {
    /// A move after which success is certain: at once if there is one, else as the table remembers.
    fn recall(&self, node: &T::Node) -> Option<T::Move> {
        let tree = &self.search.tree;
        let mut moves = Vec::new();
        tree.moves(node, &mut moves);
        let mut found = None;
        for mv in moves {
            let child = tree.play(node, mv);
            let mover = tree.mover(&child);
            if self.is_seen(&child, mover) {
                return Some(mv);
            }
            let memo = self.search.table.as_ref().and_then(|table| table.probe(tree.key(&child)));
            if found.is_none() && memo.is_some_and(|memo| self.settles(&memo.bounds, mover)) {
                found = Some(mv);
            }
        }
        found.or_else(|| self.recall_seen(node))
    }

    /// The same by what the search saw of the children: it may have passed over moves that nobody can better.
    fn recall_seen(&self, node: &T::Node) -> Option<T::Move> {
        let (tree, mover) = (&self.search.tree, self.search.tree.mover(node));
        let (known, note) = tree.bounds(node, mover);
        let mut found = None;
        if known.lower.value < known.upper.value {
            tree.prospects(node, note, &mut |mv, _, look| {
                let memo = || self.search.table.as_ref().and_then(|table| table.probe(look.key));
                if found.is_none()
                    && (self.settles(&look.known, look.mover)
                        || memo().is_some_and(|memo| self.settles(&memo.bounds, look.mover)))
                {
                    found = Some(mv);
                }
            });
        }
        found
    }

    fn search_again(&mut self, node: &T::Node, budget: &Budget, statistics: &mut Statistics) -> Again<T::Move> {
        // What the table says of the node itself would be the answer, without a move.
        let key = self.search.tree.key(node);
        self.search.table.as_mut().map(|table| table.evict(key));
        let mut ignore = ();
        let mut meter = Meter::new(budget, &mut ignore);
        let before = std::mem::take(&mut self.search.statistics);
        let (goal, possible) = (Goal::Greater(self.threshold), Range { least: -INFINITY, most: INFINITY });
        let Outlook { certain, stop, best_move, .. } =
            pursue(self.search, node, goal, possible, self.depth, &mut meter);
        statistics.merge(&std::mem::replace(&mut self.search.statistics, before));
        match best_move {
            Some(mv) if certain.least > self.threshold => Again::Wins(mv),
            _ if certain.most <= self.threshold => Again::Loses,
            _ if matches!(stop, StopReason::Time | StopReason::Cancelled) => Again::Stopped(stop),
            // The value is known at first sight, without a move, or it takes too long.
            _ => Again::Cannot,
        }
    }
}

/// Answers whether an AND/OR problem is proven, by Pearl's TEST.
pub(crate) fn test_problem<P: AndOr>(
    problem: &P,
    root: &P::Node,
    settings: &Settings,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Answer<P> {
    solve_hidden(problem, root, |problem, root| test_hidden(problem, root, settings, budget, observer))
}

fn test_hidden<'p>(
    problem: &Erased<'p>,
    root: &AnyNode,
    settings: &Settings,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Answer<Erased<'p>> {
    let mut statistics = Statistics::default();
    let mut stop = StopReason::Solved;
    let knows = settings.known && problem.knows();
    // Unknown leaves count as failures at first. If it fails because of them, they count as successes: if it fails still,
    // it fails in any case.
    for unknown in [0, 1] {
        let mut search = settings.search(Proving { problem, unknown, knows }, budget);
        let left = budget.after(&statistics);
        let answer = test_in(&mut search, settings, root, &mut Meter::new(&left, observer));
        statistics.merge(&answer.statistics);
        if answer.status != Status::Open {
            return Answer { statistics, ..answer };
        }
        stop = answer.stop;
        if stop != StopReason::UnknownLeaves && stop != StopReason::Depth {
            break;
        }
    }
    answer_of(problem, root, Status::Open, stop, statistics, Err(Uncertified::Unsolved))
}

/// Answers it with what a search remembers; twice, if that was wrong.
fn test_in<P: AndOr>(
    search: &mut Search<Proving<'_, P>>,
    settings: &Settings,
    root: &P::Node,
    meter: &mut Meter<'_>,
) -> Answer<P> {
    let answer = test_once(search, settings, root, meter);
    if !is_refuted(&answer) {
        return answer;
    }
    search.statistics = answer.statistics;
    if search.tree.knows {
        search.tree.knows = false;
        search.table = settings.new_table(meter.budget());
    }
    test_once(search, settings, root, meter)
}

fn test_once<P: AndOr>(
    search: &mut Search<Proving<'_, P>>,
    settings: &Settings,
    root: &P::Node,
    meter: &mut Meter<'_>,
) -> Answer<P> {
    let problem = search.tree.problem;
    let depth = settings.depth(problem.cyclic());
    let mover = search.tree.mover(root);
    let (goal, possible) = match mover {
        Player::First => (Goal::Greater(0), Range { least: 0, most: 1 }),
        Player::Second => (Goal::Greater(-1), Range { least: -1, most: 0 }),
    };
    let outlook = pursue(search, root, goal, possible, depth, meter);
    let mut statistics = statistics_of(search);
    let (status, succeeds, threshold) = match seen_by(Player::First, mover, outlook.certain) {
        Range { least: 1, .. } => (Status::Proven, Player::First, 0),
        Range { most: 0, .. } => (Status::Disproven, Player::Second, -1),
        _ => return answer_of(problem, root, Status::Open, outlook.stop, statistics, Err(Uncertified::Unsolved)),
    };
    let mut line = Vec::new();
    let solution = if settings.solutions {
        let remembered = Remembered { search, succeeds, threshold, depth };
        solution_of(problem, root, status, remembered, meter.budget(), (&mut statistics, &mut line))
    } else {
        Err(Uncertified::Unwanted)
    };
    Answer { line, ..answer_of(problem, root, status, StopReason::Solved, statistics, solution) }
}

#[cfg(test)]
mod tests {
    use super::super::table::{DEEPEST, Memo};
    use super::*;
    use crate::Algorithm;
    use provenum_game::{Notation, Parameters};
    use provenum_games::Graph;

    /// B looks proven to a table that takes it for another node, but its child D is disproven; so is C, by G.
    const GRAPH: &str = "A or B C; B and D E; C and F G; D or d; E or e; F or f; G or g; \
                         d disproven; e proven; f proven; g disproven";

    fn search_with_lies(text: &str, lies: &[(&str, i32)]) -> Answer<Problem<'static, Graph>> {
        let (game, root) = Graph::set_up(&Parameters::new(), Some(text)).unwrap();
        let game: &'static Graph = Box::leak(Box::new(game));
        let problem: &'static _ = Box::leak(Box::new(Problem::new(game, Claim::win(Player::First))));
        let algorithm = Algorithm::named("test").unwrap();
        let settings = algorithm.alpha_beta().unwrap();
        let budget = Budget::default();
        let mut search = settings.search(Proving { problem, unknown: 0, knows: false }, &budget);
        for &(name, value) in lies {
            let node = game.nodes().find(|&node| game.name(node) == name).unwrap();
            let bounds = Bounds::seen_by(search.tree.mover(&node), (value, value));
            let key = search.tree.key(&node);
            search.table.as_mut().unwrap().store(key, Memo { bounds, draft: DEEPEST, best: None });
        }
        test_in(&mut search, settings, &root, &mut Meter::new(&budget, &mut ()))
    }

    #[test]
    fn a_false_hit_that_decides_the_root_does_not_decide_the_answer() {
        for lie in ["B", "C"] {
            let answer = search_with_lies(GRAPH, &[(lie, 1)]);
            assert_eq!(answer.status, Status::Disproven, "{lie}");
            assert!(answer.solution.is_ok() && answer.statistics.false_hits > 0);
        }
        let won = GRAPH.replace("g disproven", "g proven");
        let answer = search_with_lies(&won, &[("B", 0), ("C", 0)]);
        assert_eq!(answer.status, Status::Proven);
        assert!(answer.solution.is_ok());
    }

    #[test]
    fn without_lies_nothing_is_forgotten() {
        let answer = search_with_lies(GRAPH, &[]);
        assert_eq!((answer.status, answer.statistics.false_hits), (Status::Disproven, 0));
    }
}
