//! The best-first family: its options, its values, its graphs and its memory.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{Scores, assert_sound};
use provenum_game::{AndOr, Claim, Notation, Parameters, Player, Problem, Status};
use provenum_games::{Connect4, Graph, Random};
use provenum_search::{Algorithm, Evaluation, Limits, Oracle, Question, StopReason, evaluate, solve};

/// An algorithm by its name and settings: `pn update=smaller`.
fn algorithm(text: &str) -> Algorithm {
    let mut words = text.split(' ');
    let named = Algorithm::named(words.next().unwrap()).unwrap();
    words.fold(named, |algorithm, setting| {
        let (name, value) = setting.split_once('=').unwrap();
        algorithm.set(name, value).unwrap()
    })
}

fn random_graph(text: &str) -> (Random, <Random as provenum_game::Game>::Position) {
    Random::set_up(&Parameters::new(), Some(text)).unwrap()
}

const VARIANTS: &[&str] = &[
    "pn evaluation=delayed",
    "pn descent=leftmost",
    "pn update=smaller",
    "pn update=smaller evaluation=delayed estimate=mobility",
    "pn estimate=step",
    "pn weight=3 bound=1.5",
    "pn delete=nothing",
    "pn delete=least-proving",
    "pn delete=ratio evaluation=delayed",
    "pn2 growth=whole",
    "pn2 a=50 b=10",
    "deep-pn r=0",
    "deep-pn r=0.5 evaluation=delayed",
    "pn-dag parents=path",
    "pn-dag estimate=mobility",
    "bta parents=all",
    "proof-set cap=0",
    "proof-set cap=3",
    "proof-set cap=100000 parents=path",
    "conspiracy conspirators=5",
];

/// Every variant on random graphs; answers how often one gave up.
fn compare(seeds: std::ops::Range<u64>, shared: f64, back: f64, limits: &Limits) -> usize {
    let mut unknown = 0;
    for seed in seeds {
        let (nodes, branching) = (5 + seed * 11 % 120, 1 + seed % 4);
        let alternate = if seed % 3 == 0 { "no" } else { "yes" };
        let text = format!(
            "seed={seed} nodes={nodes} branching={branching} shared={shared} back={back} success=0.4 alternate={alternate}"
        );
        let (game, root) = random_graph(&text);
        let problem = Problem::new(&game, Claim::win(Player::First));
        let truth = Oracle::new(&problem, &root, &Limits::default()).unwrap().status(&root);
        for variant in VARIANTS {
            let answer = solve(&algorithm(variant), &problem, &root, limits, &mut ());
            if answer.status == Status::Open {
                assert_ne!(answer.stop, StopReason::Solved);
                unknown += 1;
                continue;
            }
            assert_eq!(Some(answer.status), truth, "{variant}: {text}");
            match &answer.solution {
                Ok(solution) => assert_sound(&problem, solution),
                Err(reason) => assert!(limits.memory < Limits::DEFAULT_MEMORY, "{variant}: {reason} for {text}"),
            }
        }
    }
    unknown
}

#[test]
fn every_variant_agrees_with_the_oracle_on_trees_and_dags() {
    let limits = Limits { nodes: Some(100_000), ..Limits::default() };
    assert_eq!(compare(0..600, 0.0, 0.0, &limits), 0);
    let unknown = compare(0..400, 0.3, 0.0, &limits);
    assert!(unknown < 40, "{unknown} unknown");
}

#[test]
fn every_variant_agrees_with_the_oracle_on_cyclic_graphs() {
    let limits = Limits { nodes: Some(5_000), ..Limits::default() };
    let unknown = compare(0..300, 0.2, 0.3, &limits);
    assert!(unknown < 300, "{unknown} unknown");
}

#[test]
fn every_variant_keeps_to_the_truth_with_hardly_any_memory() {
    let mut unknown = 0;
    for memory in [0, 200, 600, 2_000, 6_000] {
        let limits = Limits { memory, nodes: Some(3_000), ..Limits::default() };
        unknown += compare(0..60, 0.2, 0.1, &limits);
    }
    assert!(unknown > 500, "memory is meant to be short: {unknown}");
}

/// Every position is expanded once, and every descent ends with an expansion or a fact: nothing stays unknown.
#[test]
fn searches_of_graphs_solve_every_cyclic_graph() {
    for seed in 0..1_500 {
        let (nodes, branching) = (20 + seed % 180, 2 + seed % 4);
        let alternate = if seed % 3 == 0 { "no" } else { "yes" };
        let text = format!(
            "seed={seed} nodes={nodes} branching={branching} shared=0.3 back=0.3 success=0.4 alternate={alternate}"
        );
        let (game, root) = random_graph(&text);
        let problem = Problem::new(&game, Claim::win(Player::First));
        let truth = Oracle::new(&problem, &root, &Limits::default()).unwrap().status(&root);
        for name in ["bta", "pn-dag", "proof-set"] {
            let answer = solve(&algorithm(name), &problem, &root, &Limits::default(), &mut ());
            assert_eq!(Some(answer.status), truth, "{name}: {text}");
            assert_sound(&problem, answer.solution.as_ref().unwrap());
        }
    }
}

/// The text of a graph in which a quarter of the leaves are unknown.
fn with_unknown_leaves(seed: u64) -> String {
    let mut state = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % below
    };
    let count = 4 + random(20);
    let node = |index| {
        if random(3) == 0 {
            return format!("n{index} {}", ["proven", "disproven", "disproven", "unknown"][random(4)]);
        }
        let mut successors: Vec<usize> = (0..1 + random(3)).map(|_| random(count)).collect();
        successors.sort_unstable();
        successors.dedup();
        let names: Vec<String> = successors.iter().map(|next| format!("n{next}")).collect();
        format!("n{index} {} {}", ["or", "and"][random(2)], names.join(" "))
    };
    (0..count).map(node).collect::<Vec<_>>().join("; ")
}

#[test]
fn unknown_leaves_never_make_an_answer_wrong() {
    let (mut solved, mut missed) = (0, 0);
    for seed in 0..4_000 {
        let text = with_unknown_leaves(seed);
        let (game, root) = Graph::set_up(&Parameters::new(), Some(&text)).unwrap();
        let problem = Problem::new(&game, Claim::win(Player::First));
        let truth = Oracle::new(&problem, &root, &Limits::default()).unwrap().status(&root).unwrap();
        for name in ["bta", "pn-dag", "proof-set"] {
            let answer = solve(&algorithm(name), &problem, &root, &Limits::default(), &mut ());
            match answer.status {
                Status::Open => {
                    assert_eq!(answer.stop, StopReason::UnknownLeaves);
                    missed += usize::from(truth != Status::Open);
                }
                status => {
                    assert_eq!(status, truth, "{name}: {text}");
                    assert_sound(&problem, answer.solution.as_ref().unwrap());
                    solved += 1;
                }
            }
        }
    }
    assert!(solved > 5_000, "{solved} solved");
    assert!(missed * 200 < solved, "{missed} missed of {solved}");
}

fn figure(name: &str, by: &str) -> (Status, u32, u32) {
    let path = format!("{}/../../examples/figures/{name}.graph", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let (game, root) = Graph::set_up(&Parameters::new(), Some(&text)).unwrap();
    let problem = Problem::new(&game, Claim::win(Player::First));
    let answer = solve(&algorithm(by), &problem, &root, &Limits::default(), &mut ());
    (answer.status, answer.root.proof, answer.root.disproof)
}

#[test]
fn sets_count_a_leaf_of_the_survey_s_figures_once_and_sums_count_it_twice() {
    for sums in ["pn", "pn-dag", "bta", "proof-set cap=0"] {
        assert_eq!(figure("survey-7", sums), (Status::Open, 2, 1), "{sums}");
        assert_eq!(figure("survey-8", sums), (Status::Open, 3, 1), "{sums}");
    }
    assert_eq!(figure("survey-7", "proof-set"), (Status::Open, 1, 1));
    assert_eq!(figure("survey-8", "proof-set"), (Status::Open, 2, 1));
}

/// H is lost on the path by way of E, and won on the other: what was found on one path must not be used on the other.
#[test]
fn the_survey_s_figure_9_is_proven_though_positions_are_merged() {
    for name in ["bta", "pn-dag", "proof-set", "bta parents=all"] {
        assert_eq!(figure("survey-9", name).0, Status::Proven, "{name}");
    }
}

fn value<'g>(by: &str, game: &'g Scores, limits: &Limits) -> Evaluation<'g, Scores> {
    evaluate(&algorithm(by), game, &0, Question::Value(Player::First), limits, &mut ())
}

const WAYS_TO_A_VALUE: &[&str] = &[
    "mopns",
    "conspiracy",
    "conspiracy conspirators=8",
    "pn series=bisect",
    "pn series=linear",
    "pn series=two-phase",
    "pn series=doubling",
    "pn series=doubling descent=leftmost",
    "pn series=two-phase keep=on",
    "pn series=doubling descent=leftmost keep=on",
    "pn series=linear keep=on evaluation=delayed update=smaller",
    "pn-dag series=linear",
    "pn-dag series=bisect keep=on",
    "bta series=linear keep=on",
    "bta series=two-phase keep=on parents=all",
    "df-pn series=two-phase",
];

#[test]
fn every_way_to_a_value_ends_with_the_minimax_value() {
    for seed in 0..400 {
        let max = 1 + seed as i32 % 9;
        let shared = if seed % 2 == 0 { 0 } else { 20 };
        let game = Scores::new(seed, 10 + seed as usize % 120, max, shared, 0);
        let minimax = game.minimax(0);
        for way in WAYS_TO_A_VALUE {
            let evaluation = value(way, &game, &Limits::default());
            assert_eq!(evaluation.value(), Some(minimax), "{way}: seed {seed}, {:?}", evaluation.bounds);
            for settled in evaluation.deciding() {
                assert_sound(&settled.problem, settled.answer.solution.as_ref().unwrap());
            }
        }
    }
}

#[test]
fn every_way_to_a_value_agrees_with_the_oracle_on_games_with_repetition() {
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let mut known = 0;
    for seed in 0..200 {
        let max = 1 + seed as i32 % 5;
        let game = Scores::new(seed, 5 + seed as usize % 40, max, 20, 20);
        let holds = |at_least| {
            let problem = Problem::new(&game, Claim { player: Player::First, at_least });
            problem.verdict(Oracle::new(&problem, &0, &Limits::default()).unwrap().status(&0).unwrap()).unwrap()
        };
        let truth = (1..=max).take_while(|&at_least| holds(at_least)).count() as i32;
        for way in WAYS_TO_A_VALUE {
            let evaluation = value(way, &game, &limits);
            let (least, most) = evaluation.bounds;
            assert!((least..=most).contains(&truth), "{way}: seed {seed}, {:?} and not {truth}", evaluation.bounds);
            known += usize::from(least == most);
            for settled in evaluation.deciding() {
                assert_sound(&settled.problem, settled.answer.solution.as_ref().unwrap());
            }
        }
    }
    assert!(known > 200 * WAYS_TO_A_VALUE.len() * 9 / 10, "{known} known");
}

#[test]
fn a_value_that_does_not_fit_into_memory_is_bounded_and_never_wrong() {
    let mut unknown = 0;
    for seed in 0..60 {
        let game = Scores::new(seed, 100, 6, 0, 0);
        let minimax = game.minimax(0);
        for memory in [0, 500, 2_000, 8_000] {
            for way in WAYS_TO_A_VALUE {
                let evaluation = value(way, &game, &Limits { memory, nodes: Some(2_000), ..Limits::default() });
                let (least, most) = evaluation.bounds;
                assert!((least..=most).contains(&minimax), "{way}: seed {seed}");
                unknown += usize::from(least < most);
            }
        }
    }
    assert!(unknown > 100, "memory is meant to be short: {unknown}");
}

/// The positions that are expanded to find the value, in their order; what reads off the proof is not counted.
fn expanded(by: &str, seed: u64, max: i32) -> Vec<u32> {
    let game = Scores::new(seed, 20 + seed as usize % 100, max, 0, 0);
    let statistics = value(by, &game, &Limits::default()).claims.len();
    assert!(statistics > 0 || max == 0);
    game.expanded.into_inner().unwrap()
}

#[test]
fn with_two_outcomes_multiple_outcome_search_expands_what_pn_expands() {
    let mut total = 0;
    for seed in 0..300 {
        let by_pn = expanded("pn", seed, 1);
        assert_eq!(by_pn, expanded("mopns", seed, 1), "seed {seed}");
        total += by_pn.len();
    }
    assert!(total > 2_000, "{total}");
    let differs = |seed| expanded("pn", seed, 4) != expanded("mopns", seed, 4);
    assert!((0..50).any(differs), "with more outcomes it is another search");
}

/// What one claim has found serves the next.
#[test]
fn a_series_that_keeps_what_it_found_expands_less() {
    for (fresh, kept) in [
        ("pn series=linear", "pn series=linear keep=on"),
        ("pn series=two-phase", "pn series=two-phase keep=on"),
        ("pn-dag series=linear", "pn-dag series=linear keep=on"),
    ] {
        let total = |way: &str| (0..100).map(|seed| expanded(way, seed, 6).len()).sum::<usize>();
        let (fresh, kept) = (total(fresh), total(kept));
        assert!(kept * 4 < fresh * 3, "{fresh} without, {kept} with what was found before");
    }
}

fn nodes<P: AndOr>(by: &str, problem: &P, root: &P::Node) -> u64 {
    solve(&algorithm(by), problem, root, &Limits::default(), &mut ()).statistics.expanded
}

#[test]
fn parameters_at_the_end_of_their_range_give_the_plain_search() {
    let (game, root) = Connect4::set_up(&Parameters::new().with("size", "4x4"), Some("12")).unwrap();
    let problem = Problem::new(&game, Claim::draw(Player::First));
    assert_eq!(nodes("deep-pn r=1", &problem, &root), nodes("pn", &problem, &root));
    assert_eq!(nodes("proof-set cap=0", &problem, &root), nodes("pn-dag", &problem, &root));
    assert!(nodes("pn-dag", &problem, &root) * 5 < nodes("pn", &problem, &root) * 4, "transpositions are worth it");
    assert_ne!(nodes("deep-pn r=0.5", &problem, &root), nodes("pn", &problem, &root));
    assert_ne!(nodes("proof-set cap=1000", &problem, &root), nodes("pn-dag", &problem, &root));
}

/// Deleting the least proving parts goes on where deleting the solved ones gives up. By the rules alone, because with what
/// Connect Four sees before the end the tree is small.
#[test]
fn a_tree_that_is_too_large_for_memory_is_solved_by_deleting_or_by_a_second_level() {
    let (game, root) = Connect4::set_up(&Parameters::new().with("size", "4x4"), None).unwrap();
    let problem = Problem::new(&game, Claim::draw(Player::First));
    let run = |by: &str, memory| {
        let limits = Limits { memory, nodes: Some(20_000_000), ..Limits::default() };
        let answer = solve(&algorithm(&format!("{by} known=off")), &problem, &root, &limits, &mut ());
        assert!(answer.statistics.memory <= memory, "{by}: {answer:?}");
        (answer.status, answer.stop)
    };
    for gives_up in ["pn", "pn delete=nothing"] {
        assert_eq!(run(gives_up, 1 << 20), (Status::Open, StopReason::Memory), "{gives_up}");
    }
    for (solves, memory) in [
        ("pn delete=least-proving", 1 << 20),
        ("pn delete=ratio", 1 << 20),
        ("pn2", 200_000),
        ("pn2 growth=whole", 400_000),
    ] {
        assert_eq!(run(solves, memory), (Status::Proven, StopReason::Solved), "{solves}");
    }
}
