//! What is known before the end reaches every search, true or false, and no proof.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{Scores, assert_sound};
use provenum_game::{AndOr, Claim, Game, Kind, Known, Notation, Parameters, Player, Problem, Status};
use provenum_games::{Graph, Random, SplitMix};
use provenum_search::{
    Algorithm, Answer, Budget, Limits, Oracle, Question, Shortest, StopReason, Uncertified, Workspace, evaluate,
    presets, shortest, solve, solve_in,
};

type Node = <Graph as Game>::Position;
type Win<'g> = Problem<'g, Graph>;

fn win(graph: &Graph) -> Win<'_> {
    Problem::new(graph, Claim::win(Player::First))
}

/// A graph of which everything is known.
struct Solved {
    graph: Graph,
    root: Node,
    /// What the oracle says of each node, and how far the end is from those that are proven.
    truth: Vec<(Status, Option<u32>)>,
}

/// What is told of a node beside what it is.
#[derive(Clone, Copy, Debug)]
struct Telling {
    step: bool,
    distance: bool,
}

const TELLINGS: [Telling; 4] = [
    Telling { step: false, distance: false },
    Telling { step: true, distance: false },
    Telling { step: false, distance: true },
    Telling { step: true, distance: true },
];

impl Solved {
    /// The seed chooses between trees, DAGs and graphs with cycles too.
    fn new(seed: u64) -> Solved {
        let shape = ["shared=0 back=0", "shared=0.4 back=0", "shared=0.3 back=0.1", "shared=0.2 back=0.3"];
        let (shape, nodes, branching) = (shape[seed as usize % 4], 10 + seed % 70, 2 + seed % 3);
        let alternate = if seed.is_multiple_of(3) { "no" } else { "yes" };
        let recipe =
            format!("seed={seed} nodes={nodes} branching={branching} {shape} success=0.4 alternate={alternate}");
        let (game, root) = Random::set_up(&Parameters::new(), Some(&recipe)).unwrap();
        let graph = game.graph().clone();
        let problem = win(&graph);
        let oracle = Oracle::new(&problem, &root, &Limits::default()).unwrap();
        let truth = graph.nodes().map(|node| (oracle.status(&node).unwrap(), oracle.distance(&node))).collect();
        Solved { graph, root, truth }
    }

    fn status(&self, node: Node) -> Status {
        self.truth[node.number()].0
    }

    /// A step that keeps what a node is, if the side that chooses there succeeds.
    fn best_step(&self, node: Node) -> Option<Node> {
        let status = self.status(node);
        let succeeds = if status == Status::Proven { Kind::Or } else { Kind::And };
        let keeps = |next: &Node| self.status(*next) == status;
        let steps = self.graph.successors_of(node).iter().copied().filter(keeps);
        let best = steps.min_by_key(|next| self.truth[next.number()].1);
        best.filter(|_| win(&self.graph).kind(&node) == succeeds)
    }

    /// The graph with more statements.
    fn with(&self, statements: &str) -> Graph {
        let text = format!("{}{statements}", self.graph.format_position(&self.root));
        Graph::set_up(&Parameters::new(), Some(&text)).unwrap().0
    }

    /// The graph with a third of its inner nodes known, and so many of 100 of them wrongly.
    fn noted(&self, telling: Telling, wrong: usize, random: &mut SplitMix) -> Graph {
        let mut statements = String::new();
        for node in self.graph.nodes() {
            let successors = self.graph.successors_of(node);
            if successors.is_empty() || random.below(3) != 0 {
                continue;
            }
            // What is wrong may be what the node is, or only the rest.
            let lie = random.below(100) < wrong;
            let proven = (self.status(node) == Status::Proven) != (lie && random.below(3) != 0);
            let any = successors[random.below(successors.len())];
            let step = if lie { Some(any) } else { self.best_step(node) };
            let far = if lie { Some(1 + random.below(9) as u32) } else { self.truth[node.number()].1 };
            statements += &format!("; known {} {}", self.graph.name(node), if proven { "proven" } else { "disproven" });
            if let Some(step) = step.filter(|_| telling.step) {
                statements += &format!(" by {}", self.graph.name(step));
            }
            if let Some(far) = far.filter(|_| telling.distance && proven) {
                statements += &format!(" within {far}");
            }
        }
        self.with(&statements)
    }
}

/// An algorithm with its settings, and what it may use.
struct Row {
    name: String,
    algorithm: Algorithm,
    limits: Limits,
}

const ENOUGH: u64 = 1 << 17;
/// Bytes for a table of 64 entries.
const TINY: u64 = 64 * 16;

fn row(name: &str, memory: u64) -> Row {
    let mut parts = name.split_whitespace();
    let start = Algorithm::named(parts.next().unwrap()).unwrap();
    let algorithm = parts.fold(start, |algorithm, setting| {
        let (name, value) = setting.split_once('=').unwrap();
        algorithm.set(name, value).unwrap()
    });
    // Where positions come back, an alpha-beta search may go ever deeper.
    let nodes = Some(if algorithm.searches_values() { 3_000 } else { 20_000 });
    Row {
        name: format!("{name} with {memory} bytes"),
        algorithm,
        limits: Limits { memory, nodes, ..Limits::default() },
    }
}

/// Every algorithm, and more ways to set some of them.
fn rows() -> Vec<Row> {
    let mut rows: Vec<Row> = presets().iter().map(|preset| row(preset.name, ENOUGH)).collect();
    for name in [
        "df-pn evaluation=delayed",
        "df-pn history=tree",
        "df-pn history=dag",
        "df-pn history=forget",
        "df-pn loops=none",
        "df-pn loops=growth",
        "df-pn loops=distance",
        "df-pn backup=snda",
        "df-pn dominance=off",
        "df-pn simulate=on",
        "pn evaluation=delayed",
        "pn descent=leftmost",
        "pn-dag parents=path",
        "test table=off",
    ] {
        rows.push(row(name, ENOUGH));
    }
    for name in ["df-pn", "df-pn history=forget", "df-pn history=tree", "df-pn evaluation=delayed", "pds", "df-pn-pn"] {
        rows.push(row(name, TINY));
    }
    rows
}

impl Row {
    fn solve<'g>(&self, graph: &'g Graph, root: Node) -> Answer<Win<'g>> {
        solve(&self.algorithm, &win(graph), &root, &self.limits, &mut ())
    }

    /// Whether it comes to an end on every graph.
    fn always_ends(&self) -> bool {
        let loops = ["history", "loops=none", "loops=distance"].iter().any(|setting| self.name.contains(setting));
        let tree = self.algorithm.tree().is_some();
        !loops && !tree && !self.algorithm.searches_values() && self.limits.memory == ENOUGH
    }

    /// How many of so many searches may be without an answer.
    fn most_open(&self, searches: u64) -> u64 {
        searches / if self.algorithm.searches_values() { 4 } else { 50 }
    }
}

/// What a row of the table has done.
struct Done {
    row: Row,
    /// Nodes expanded without anything known, and with what each telling tells.
    plain: u64,
    with_known: [u64; 4],
    /// Of the answers with something known, those that are open, and those without a solution, because of a limit.
    open: u64,
    stopped: u64,
}

/// Solves graphs of which a third is known, so many of 100 wrongly, with every algorithm. What comes with a solution is true.
fn compare(seeds: std::ops::Range<u64>, wrong: usize) -> Vec<Done> {
    let mut random = SplitMix::new(seeds.end);
    let begin = |row| Done { row, plain: 0, with_known: [0; 4], open: 0, stopped: 0 };
    let mut table: Vec<_> = rows().into_iter().map(begin).collect();
    for seed in seeds {
        let case = Solved::new(seed);
        let known = TELLINGS.map(|telling| case.noted(telling, wrong, &mut random));
        for Done { row, plain, with_known, open, stopped } in &mut table {
            let without = row.solve(&case.graph, case.root);
            *plain += without.statistics.expanded;
            let _ = certified(row, &case, &case.graph, without);
            for (graph, expanded) in known.iter().zip(with_known) {
                let answer = row.solve(graph, case.root);
                *expanded += answer.statistics.expanded;
                match certified(row, &case, graph, answer) {
                    Ok(()) => {}
                    Err(Uncertified::Unsolved) => *open += 1,
                    Err(_) => *stopped += 1,
                }
            }
        }
    }
    table
}

/// Whether an answer comes with a solution, which must be right. If not, it is because of a limit.
fn certified<'g>(row: &Row, case: &Solved, graph: &'g Graph, answer: Answer<Win<'g>>) -> Result<(), Uncertified> {
    let place = || format!("{}: {}", row.name, graph.format_position(&case.root));
    match answer.solution {
        Ok(solution) => {
            assert_eq!(answer.status, case.status(case.root), "{}", place());
            assert_sound(&win(graph), &solution);
            Ok(())
        }
        Err(why) => {
            assert!(
                matches!(why, Uncertified::Unsolved | Uncertified::Stopped(_) | Uncertified::TooDear),
                "{why}: {}",
                place()
            );
            assert!(!row.always_ends(), "{:?}: {}", answer.stop, place());
            Err(why)
        }
    }
}

fn look_at_true_knowledge(seeds: std::ops::Range<u64>) {
    let count = seeds.end - seeds.start;
    for Done { row, plain, with_known, open, stopped } in compare(seeds, 0) {
        let (Row { name, algorithm, .. }, most_open) = (&row, row.most_open(4 * count));
        println!("{name}: {plain} nodes, with what is known {with_known:?}, {open} open, {stopped} stopped");
        // A step saves work in the proof too; what is known without one leaves more of it to be filled in.
        let saves = with_known.iter().sum::<u64>() < 4 * plain && with_known[1] < plain && with_known[3] < plain;
        assert!(saves || algorithm.name() == "oracle", "{name}: {plain} nodes, with what is known {with_known:?}");
        assert!(open <= most_open && stopped <= count / 100, "{name}: {open} open, {stopped} stopped");
    }
}

fn look_at_wrong_knowledge(seeds: std::ops::Range<u64>) {
    let count = seeds.end - seeds.start;
    for Done { row, plain, with_known, open, stopped } in compare(seeds, 20) {
        let (Row { name, .. }, most_open) = (&row, row.most_open(4 * count));
        println!("{name}: {plain} nodes, with what is wrong {with_known:?}, {open} open, {stopped} stopped");
        assert!(open <= most_open && stopped <= count / 50, "{name}: {open} open, {stopped} stopped");
    }
}

#[test]
fn what_is_known_saves_work_and_no_line_of_a_proof_ends_there() {
    look_at_true_knowledge(0..200);
}

#[test]
fn what_is_known_wrongly_is_never_certified() {
    look_at_wrong_knowledge(0..200);
}

#[test]
#[ignore = "long: ten thousand graphs, each four times, with every algorithm"]
fn what_is_known_helps_or_does_no_harm_on_many_graphs() {
    look_at_true_knowledge(1_000..11_000);
    look_at_wrong_knowledge(1_000..11_000);
}

#[test]
fn with_known_off_it_is_as_if_nothing_were_known() {
    let mut random = SplitMix::new(3);
    let off = |Row { name, algorithm, limits }: Row| {
        let settable = algorithm.settings().iter().any(|setting| setting.name == "known");
        assert!(settable || name.starts_with("oracle"), "{name}");
        let algorithm = if settable { algorithm.set("known", "off").unwrap() } else { algorithm };
        Row { name, algorithm, limits }
    };
    let rows: Vec<Row> = rows().into_iter().map(off).collect();
    for seed in 0..60 {
        let case = Solved::new(seed);
        let graph = case.noted(TELLINGS[seed as usize % 4], 20, &mut random);
        for row in &rows {
            let (plain, answer) = (row.solve(&case.graph, case.root), row.solve(&graph, case.root));
            let seen = |answer: &Answer<Win<'_>>| (answer.status, answer.root, answer.stop, answer.statistics);
            assert_eq!(seen(&answer), seen(&plain), "{}: {}", row.name, graph.format_position(&case.root));
            assert_eq!(answer.solution.err(), plain.solution.err(), "{}", row.name);
        }
    }
}

/// A win that is known without a distance says nothing of lengths; with one, it is the length that counts.
#[test]
fn lengths_are_right_whatever_is_known() {
    let mut random = SplitMix::new(4);
    let rows = ["df-pn-eps", "df-pn evaluation=delayed", "pds", "df-pn-pn", "pn", "pn2", "bta", "test", "oracle"];
    let mut rows: Vec<Row> = rows.into_iter().map(|name| row(name, 4 << 20)).collect();
    rows.push(row("df-pn-eps", TINY));
    let (mut proven, mut saved) = (0, 0);
    for seed in 0..200 {
        let case = Solved::new(seed);
        let (status, distance) = case.truth[case.root.number()];
        if status != Status::Proven || case.graph.successors_of(case.root).is_empty() {
            continue;
        }
        proven += 1;
        for telling in TELLINGS {
            for wrong in [0, 20] {
                let graph = case.noted(telling, wrong, &mut random);
                // What is wrongly disproven may keep alpha-beta searches from ever being certain.
                for row in rows.iter().filter(|row| wrong == 0 || !row.algorithm.searches_values()) {
                    let place = || format!("{}: {}", row.name, graph.format_position(&case.root));
                    let found = shortest_proof(row, &graph, case.root);
                    assert_sound(&win(&graph), &found.solution);
                    if wrong == 0 {
                        assert_eq!((found.solution.rank(), found.stop), (distance, StopReason::Solved), "{}", place());
                        assert!(found.minimal && found.line.len() as u32 == distance.unwrap(), "{}", place());
                    } else {
                        assert!(found.solution.rank() >= distance, "{}", place());
                    }
                    if wrong == 0 && telling.distance && row.name.starts_with("df-pn-eps") {
                        let plain = shortest_proof(row, &case.graph, case.root);
                        saved += plain.statistics.expanded as i64 - found.statistics.expanded as i64;
                    }
                }
            }
        }
    }
    assert!(proven > 50 && saved > 0, "{proven} proven, {saved} nodes saved by distances");
}

fn shortest_proof<'g>(row: &Row, graph: &'g Graph, root: Node) -> Shortest<Win<'g>> {
    let (problem, mut workspace) = (win(graph), Workspace::default());
    let limits = Limits { nodes: None, ..row.limits.clone() };
    let answer = solve_in(&mut workspace, &row.algorithm, &problem, &root, &Budget::new(&limits), &mut ());
    let proof = answer.solution.unwrap_or_else(|why| panic!("{}: {why}", row.name));
    shortest(&mut workspace, &row.algorithm, &problem, proof, &Budget::new(&limits), &mut ())
}

/// A chain of diamonds, with steps back from every third if it is to have cycles: as a tree it is larger than any memory.
fn diamonds(count: usize, cycles: bool) -> String {
    let mut text = String::new();
    for i in 0..count {
        let back = if cycles && i % 3 == 2 { format!(" A{}", i - 2) } else { String::new() };
        text += &format!("A{i} and B{i} C{i}; B{i} or A{}{back}; C{i} or{back} A{}; ", i + 1, i + 1);
    }
    text + &format!("A{count} proven")
}

#[test]
fn what_is_known_of_the_root_may_hide_a_proof_of_any_size() {
    for cycles in [false, true] {
        let text = diamonds(400, cycles);
        for known in ["", "; known A0 proven", "; known A0 proven; known A350 proven by B350", "; known B3 proven"] {
            let (graph, root) = Graph::set_up(&Parameters::new(), Some(&format!("{text}{known}"))).unwrap();
            let mut names = vec!["df-pn-eps", "df-pn evaluation=delayed", "pn-dag", "bta"];
            if known.contains("A0") {
                // These cannot solve it themselves.
                names.extend(["pn", "test"]);
            }
            for name in names {
                let row = row(name, 16 << 20);
                let limits = Limits { nodes: Some(100_000), ..row.limits };
                let answer = solve(&row.algorithm, &win(&graph), &root, &limits, &mut ());
                assert_eq!(answer.status, Status::Proven, "{name}{known} {cycles}: {answer:?}");
                let solution = answer.solution.unwrap_or_else(|why| panic!("{name}{known} {cycles} {why}"));
                assert_sound(&win(&graph), &solution);
            }
        }
    }
}

#[test]
fn costs_change_the_way_and_never_the_answer() {
    let mut random = SplitMix::new(5);
    let rows = ["df-pn+", "df-pn costs=on", "df-pn-eps costs=on", "df-pn backup=weak costs=on"];
    let rows = rows.map(|name| row(name, ENOUGH));
    let (mut without, mut with) = ([0; 4], [0; 4]);
    let mut changed = 0;
    for seed in 0..600 {
        let case = Solved::new(seed);
        let mut statements = String::new();
        for node in case.graph.nodes() {
            for &next in case.graph.successors_of(node) {
                if random.below(4) == 0 {
                    let [from, to] = [node, next].map(|node| case.graph.name(node));
                    statements += &format!("; cost {from} {to} {} {}", random.below(4), random.below(4));
                }
            }
        }
        let graph = case.with(&statements);
        for (place, row) in rows.iter().enumerate() {
            let plain = row.solve(&case.graph, case.root).statistics.expanded;
            let answer = row.solve(&graph, case.root);
            let expanded = answer.statistics.expanded;
            assert!(certified(row, &case, &graph, answer).is_ok());
            changed += u32::from(plain != expanded);
            without[place] += plain;
            with[place] += expanded;
        }
    }
    println!("{without:?} nodes, with costs {with:?}");
    assert!(changed > 400, "{changed} searches changed");
}

#[test]
fn likeness_lends_solutions_and_never_changes_the_answer() {
    let mut random = SplitMix::new(6);
    let rows = ["df-pn simulate=on", "df-pn-eps simulate=on", "pds simulate=on"].map(|name| row(name, ENOUGH));
    let mut borrowed = [0; 3];
    for seed in 0..1_000 {
        let case = Solved::new(seed);
        // Two groups that cut across the graph.
        let mut groups = [String::new(), String::new()];
        for node in case.graph.nodes() {
            groups[random.below(2)] += &format!(" {}", case.graph.name(node));
        }
        let groups = groups.iter().filter(|group| group.split_whitespace().count() > 1);
        let graph = case.with(&groups.map(|group| format!("; alike{group}")).collect::<String>());
        for (row, borrowed) in rows.iter().zip(&mut borrowed) {
            let answer = row.solve(&graph, case.root);
            *borrowed += answer.statistics.borrowed;
            assert!(certified(row, &case, &graph, answer).is_ok());
        }
    }
    println!("{borrowed:?} borrowed");
    assert!(borrowed.iter().all(|&borrowed| borrowed > 50), "{borrowed:?} borrowed");
}

/// Bounds of values that are known before the end, true or wrong, for searches that look for values.
#[test]
fn values_are_right_whatever_is_known() {
    let mut random = SplitMix::new(7);
    let algorithms: Vec<(String, Algorithm)> = presets()
        .iter()
        .flat_map(|preset| {
            let plain = Algorithm::named(preset.name).unwrap();
            let kept = plain.clone().set("keep", "on").ok();
            let kept = kept.map(|kept| (format!("{} keep=on", preset.name), kept));
            [Some((preset.name.to_owned(), plain)), kept].into_iter().flatten()
        })
        .collect();
    let mut wrongly_known = 0;
    for seed in 0..150 {
        let max = 1 + (seed % 4) as i32;
        let mut game = Scores::new(seed, 5 + (seed as usize) % 30, max, 30, 0);
        let truth = game.minimax(0);
        let lies = seed % 2 == 1;
        for position in 0..5 + (seed as u32) % 30 {
            let (value, slack) = (game.minimax(position), random.below(2) as i32);
            let known = Known::between((value - slack).max(0), (value + slack).min(max));
            let known =
                if lies && random.below(4) == 0 { Known::value(random.below(max as usize + 1) as i32) } else { known };
            if game.outcome(&position).is_none() && random.below(3) == 0 {
                wrongly_known += u32::from(value < known.least || value > known.most);
                game.known.insert(position, known);
            }
        }
        for (name, algorithm) in &algorithms {
            let limits = Limits { memory: 1 << 20, ..Limits::default() };
            let found = evaluate(algorithm, &game, &0, Question::Value(Player::First), &limits, &mut ());
            assert_eq!(found.value(), Some(truth), "{name}, seed {seed}");
            for settled in found.deciding() {
                assert_sound(&settled.problem, settled.answer.solution.as_ref().unwrap());
            }
        }
    }
    assert!(wrongly_known > 50, "{wrongly_known} wrong");
}
