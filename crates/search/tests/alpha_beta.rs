//! The alpha-beta family against minimax, and what the lecture says of it.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use provenum_game::{
    Claim, Game, Hints, Notation, Outcome, Parameters, Player, Problem, Repetition, Status, Valuation, Values,
};
use provenum_games::{Connect4, Graph, Kalah, Mnk, Othello, Random, Uniform};
use provenum_search::alpha_beta::printed::Printed;
use provenum_search::{
    Algorithm, Evaluation, Limits, Oracle, Question, StopReason, Uncertified, evaluate, presets, solve,
};

use std::sync::Mutex;

const INFINITY: i32 = i32::MAX / 4;

/// The rows of the family, as the table has them.
fn family() -> impl Iterator<Item = Algorithm> {
    presets().iter().map(|preset| Algorithm::named(preset.name).unwrap()).filter(Algorithm::searches_values)
}

/// All that can be set of them, one after the other.
fn variants() -> Vec<Algorithm> {
    let switches = [
        &[][..],
        &[("windows", "whole")],
        &[("windows", "bisect"), ("killers", "off")],
        &[("windows", "mtd-f"), ("history-heuristic", "off")],
        &[("table", "off")],
        &[("look-ahead", "off"), ("etc", "off"), ("endgames", "off")],
        &[("deepening", "on")],
        &[("deepening", "on"), ("windows", "mtd-f"), ("table", "off")],
    ];
    let set = |algorithm: &Algorithm, settings: &[(&str, &str)]| {
        settings.iter().fold(algorithm.clone(), |algorithm, (name, value)| algorithm.set(name, value).unwrap())
    };
    family().flat_map(|algorithm| switches.map(|settings| set(&algorithm, settings))).collect()
}

fn ask<'g, G: Game>(algorithm: &Algorithm, game: &'g G, root: &G::Position, question: Question) -> Evaluation<'g, G> {
    evaluate(algorithm, game, root, question, &Limits::default(), &mut ())
}

fn uniform(text: &str) -> (Uniform, <Uniform as Game>::Position) {
    Uniform::set_up(&Parameters::new(), Some(text)).unwrap()
}

/// The whole tree by the printed minimax, in points.
fn minimax<G: Game>(game: &G, root: &G::Position) -> i32 {
    Printed::new(game).minimax(root, 1000) / Outcome::PARTS
}

/// Checks value, claims and proofs of a position for all variants.
fn check<G: Game>(game: &G, root: &G::Position, value: i32, variants: &[Algorithm], text: &str) {
    for algorithm in variants {
        let name = algorithm.preset().name;
        for player in Player::BOTH {
            let evaluation = ask(algorithm, game, root, Question::Value(player));
            assert_eq!(evaluation.value(), Some(Outcome(value).worth(player)), "{name}: {text}");
            assert_eq!(evaluation.stop, StopReason::Solved);
            for settled in evaluation.deciding() {
                assert!(settled.answer.solution.is_ok(), "{name}: {:?} of {text}", settled.answer.solution);
            }
            let (least, most) = game.values().range();
            for at_least in [Outcome(value).worth(player), Outcome(value).worth(player) + 1] {
                if least < at_least && at_least <= most {
                    let evaluation = ask(algorithm, game, root, Question::Claim(Claim { player, at_least }));
                    let holds = evaluation.claims.last().and_then(|settled| settled.holds());
                    assert_eq!(holds, Some(Outcome(value).worth(player) >= at_least), "{name}: {text}");
                }
            }
        }
    }
}

#[test]
fn all_find_the_minimax_value_of_random_trees_with_many_values() {
    let variants = variants();
    for seed in 0..150 {
        let order = ["none", "0", "0.5", "1"][seed % 4];
        let text = format!(
            "seed={seed} branching={} depth={} values={} order={order}",
            1 + seed % 4,
            seed % 6,
            [1, 3, 100][seed % 3]
        );
        let (game, root) = uniform(&text);
        check(&game, &root, minimax(&game, &root), &variants, &text);
    }
}

#[test]
fn all_find_the_minimax_value_where_a_side_may_move_twice() {
    let variants = variants();
    for (pits, seeds) in [(1, 1), (1, 3), (2, 1), (2, 2), (3, 1), (2, 3)] {
        let parameters = Parameters::new().with("pits", pits.to_string()).with("seeds", seeds.to_string());
        let (game, start) = Kalah::set_up(&parameters, None).unwrap();
        check(&game, &start, minimax(&game, &start), &variants, &format!("kalah {pits} {seeds}"));
    }
}

#[test]
fn all_find_the_minimax_value_where_many_paths_lead_to_a_position() {
    let variants: Vec<_> =
        variants().into_iter().filter(|a| a.alpha_beta().is_some_and(|settings| settings.table)).collect();
    for (size, values, position) in [
        ("4x4", "score", "12213344"),
        ("4x4", "outcome", "1221334"),
        ("5x4", "score", "3342251"),
        ("4x5", "score", "112233"),
    ] {
        let parameters = Parameters::new().with("size", size).with("values", values);
        let (game, root) = Connect4::set_up(&parameters, Some(position)).unwrap();
        let value = Outcome::new(game.to_move(&root), minimax_with_memory(&game, &root)).0;
        check(&game, &root, value, &variants, &format!("connect4 {size} {position}"));
    }
    let (game, start) = Mnk::set_up(&Parameters::new(), None).unwrap();
    check(&game, &start, 0, &variants, "tic-tac-toe");
    // A game that plays its last moves itself, and says how many are left: with thirteen of them moves are looked ahead for,
    // and children looked up.
    for position in ["c5b5a6d2a3b6c6", "c5b5a5d3a2a6c2"] {
        let (game, root) = Othello::set_up(&Parameters::new().with("size", "4x6"), Some(position)).unwrap();
        let value = Outcome::new(game.to_move(&root), minimax_with_memory(&game, &root)).0;
        check(&game, &root, value, &variants, &format!("othello {position}"));
    }
}

#[test]
fn looking_children_up_and_leaving_the_end_to_the_game_save_nodes_and_looking_ahead_changes_their_order() {
    // The best game that is known of 6x6, with 18 empty squares left.
    let played = "c2b4c5d2e4e3d1c1b1d5d6f4b3b2";
    let (game, root) = Othello::set_up(&Parameters::new().with("size", "6x6"), Some(played)).unwrap();
    let all = Algorithm::named("negascout").unwrap().without_solutions();
    let expanded = |algorithm: &Algorithm| {
        let evaluation = ask(algorithm, &game, &root, Question::Value(Player::First));
        assert_eq!(evaluation.value(), Some(-4));
        evaluation.statistics.expanded
    };
    let [look_ahead, etc, endgames] =
        ["look-ahead", "etc", "endgames"].map(|name| expanded(&all.clone().set(name, "off").unwrap()));
    let all = expanded(&all);
    assert!(etc > all && endgames > 5 * all && look_ahead != all, "{all} {look_ahead} {etc} {endgames}");
}

/// What a position is worth to its mover, by looking at every position once.
fn minimax_with_memory<G: Game>(game: &G, root: &G::Position) -> i32 {
    fn value<G: Game>(game: &G, node: &G::Position, known: &mut std::collections::HashMap<G::Position, i32>) -> i32 {
        if let Some(&value) = known.get(node) {
            return value;
        }
        let best = match game.outcome(node) {
            Some(outcome) => outcome.0,
            None => {
                let mut moves = Vec::new();
                game.moves(node, &mut moves);
                let values = moves.into_iter().map(|mv| value(game, &game.play(node, mv), known));
                if game.to_move(node) == Player::First { values.max().unwrap() } else { values.min().unwrap() }
            }
        };
        known.insert(node.clone(), best);
        best
    }
    Outcome(value(game, root, &mut std::collections::HashMap::new())).worth(game.to_move(root))
}

#[test]
fn a_search_of_limited_depth_says_what_minimax_of_that_depth_says() {
    for seed in 0..60 {
        let (game, root) = uniform(&format!("seed={seed} branching={} depth=4", 2 + seed % 3));
        for depth in 1..=4 {
            let expected = Printed::new(&game).minimax(&root, depth);
            for algorithm in variants() {
                let algorithm = algorithm.set("depth", &depth.to_string()).unwrap();
                let evaluation = ask(&algorithm, &game, &root, Question::Value(Player::First));
                if depth == 4 {
                    assert_eq!(evaluation.value(), Some(expected / Outcome::PARTS));
                } else {
                    let stopped = (evaluation.value(), evaluation.stop, evaluation.estimate);
                    assert_eq!(
                        stopped,
                        (None, StopReason::Depth, Some(expected)),
                        "{seed} {}",
                        algorithm.preset().name
                    );
                }
            }
        }
    }
    // Kalah has an evaluation of its own, and moves again.
    let (game, start) = Kalah::set_up(&Parameters::new(), None).unwrap();
    for depth in 1..=5 {
        let expected = Printed::new(&game).minimax(&start, depth);
        for algorithm in family() {
            let algorithm = algorithm.set("depth", &depth.to_string()).unwrap().set("table", "off").unwrap();
            let evaluation = ask(&algorithm, &game, &start, Question::Value(Player::First));
            assert_eq!((evaluation.value(), evaluation.estimate), (None, Some(expected)), "{depth}");
        }
    }
}

#[test]
fn cyclic_graphs_get_no_wrong_answer_and_every_proof_is_found() {
    let mut proven = 0;
    for seed in 0..1_000u64 {
        let text = format!(
            "seed={seed} nodes={} branching={} shared=0.2 back=0.3 success=0.{} alternate={}",
            3 + seed % 60,
            1 + seed % 4,
            2 + 2 * (seed % 3),
            if seed % 3 == 0 { "no" } else { "yes" }
        );
        let (game, root) = Random::set_up(&Parameters::new(), Some(&text)).unwrap();
        let problem = Problem::new(&game, Claim::win(Player::First));
        let oracle = Oracle::new(&problem, &root, &Limits::default()).unwrap().status(&root).unwrap();
        let limits = Limits { nodes: Some(2_000), ..Limits::default() };
        for algorithm in family() {
            let answer = solve(&algorithm, &problem, &root, &limits, &mut ());
            let question = Question::Claim(Claim::win(Player::First));
            let evaluation = evaluate(&algorithm, &game, &root, question, &limits, &mut ());
            for status in
                [answer.status, evaluation.claims.last().map_or(Status::Open, |settled| settled.answer.status)]
            {
                // What fails only because play goes round for ever stays unknown; what succeeds is found.
                assert!(status == oracle || oracle == Status::Disproven && status == Status::Open, "{text}");
                proven += usize::from(status == Status::Proven);
            }
        }
    }
    assert!(proven > 500, "{proven}");
}

/// Repetition is worth something between the results: walking round is a draw, leaving is a win or a loss.
struct Ring;

impl Game for Ring {
    type Position = u8;
    type Move = u8;

    fn values(&self) -> Values {
        Values::WinDrawLoss
    }
    fn repetition(&self) -> Repetition {
        Repetition::Worth(Outcome::DRAW)
    }
    fn to_move(&self, position: &u8) -> Player {
        Player::BOTH[usize::from(position % 2)]
    }
    fn outcome(&self, position: &u8) -> Option<Outcome> {
        (*position >= 10).then_some(Outcome(if *position == 10 { 1 } else { -1 }))
    }
    /// The first player may leave at 0, where that loses, and at 4, where it wins; the second may turn back before 4.
    fn moves(&self, position: &u8, out: &mut Vec<u8>) {
        match position {
            0 => out.extend([11, 1]),
            1 => out.extend([0, 2]),
            2 => out.push(3),
            3 => out.extend([2, 4]),
            _ => out.push(10),
        }
    }
    fn play(&self, _position: &u8, mv: u8) -> u8 {
        mv
    }
    fn key(&self, position: &u8) -> u64 {
        (u64::from(*position) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
    fn encode(&self, position: &u8, out: &mut Vec<u8>) {
        out.push(*position);
    }
    fn decode(&self, code: &[u8]) -> Option<u8> {
        code.first().copied()
    }
}

impl Hints<u8, u8> for Ring {}

impl Valuation<u8, u8> for Ring {}

#[test]
fn a_draw_by_repetition_is_unknown_and_a_win_is_found() {
    for algorithm in family() {
        let evaluation = ask(&algorithm, &Ring, &0, Question::Value(Player::First));
        assert_eq!((evaluation.value(), evaluation.stop), (None, StopReason::Depth));
        assert_eq!(ask(&algorithm, &Ring, &4, Question::Value(Player::First)).value(), Some(1));
        let lost = ask(&algorithm, &Ring, &4, Question::Claim(Claim::draw(Player::Second)));
        assert_eq!(lost.claims[0].holds(), Some(false));
        assert!(lost.claims[0].answer.solution.is_ok());
    }
}

#[test]
fn unknown_leaves_are_taken_both_ways() {
    for (text, status) in [
        ("A or B C; B unknown; C proven", Status::Proven),
        ("A and B C; B unknown; C disproven", Status::Disproven),
        ("A or B C; B unknown; C disproven", Status::Open),
        ("A and B C; B or C; C unknown", Status::Open),
        ("A or B C; B and D E; C and D F; D unknown; E disproven; F disproven", Status::Disproven),
        ("A unknown", Status::Open),
    ] {
        let (game, root) = Graph::set_up(&Parameters::new(), Some(text)).unwrap();
        let problem = Problem::new(&game, Claim::win(Player::First));
        for algorithm in family() {
            let answer = solve(&algorithm, &problem, &root, &Limits::default(), &mut ());
            assert_eq!(answer.status, status, "{text}");
        }
    }
}

#[test]
fn a_limit_gives_unknown_and_small_tables_do_no_harm() {
    let parameters = Parameters::new().with("size", "5x4").with("values", "score");
    let (game, root) = Connect4::set_up(&parameters, Some("33")).unwrap();
    let question = Question::Value(Player::First);
    let expected = ask(&Algorithm::named("test").unwrap(), &game, &root, question).value();
    assert_eq!(expected, Some(0));
    for algorithm in family().map(Algorithm::without_solutions) {
        for memory in [0, 100, 10_000] {
            let limits = Limits { memory, nodes: Some(3_000_000), ..Limits::default() };
            let value = evaluate(&algorithm, &game, &root, question, &limits, &mut ()).value();
            assert!(value == expected || value.is_none());
        }
        for nodes in [0, 1, 100] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let evaluation = evaluate(&algorithm, &game, &root, question, &limits, &mut ());
            assert_eq!((evaluation.value(), evaluation.stop), (None, StopReason::Nodes));
            assert!(evaluation.statistics.expanded <= nodes);
        }
    }
}

#[test]
fn without_solutions_there_is_a_value_and_a_best_move_but_no_proof() {
    let (game, root) = Connect4::set_up(&Parameters::new(), Some("112233")).unwrap();
    for algorithm in family().map(Algorithm::without_solutions) {
        let evaluation = ask(&algorithm, &game, &root, Question::Value(Player::First));
        assert_eq!(evaluation.value(), Some(1));
        assert!(matches!(evaluation.claims[0].answer.solution, Err(Uncertified::Unwanted)));
    }
    let (game, root) = Connect4::set_up(&Parameters::new(), Some("1122")).unwrap();
    let algorithm = Algorithm::named("negascout").unwrap().without_solutions();
    let best = ask(&algorithm, &game, &root, Question::Claim(Claim::win(Player::First))).best_move;
    assert!(matches!(best, Some(2 | 3)), "three in a row with both ends open, not {best:?}");
}

/// Nodes at a level are counted only for the first depth that reaches it, so that a tree is counted once.
#[test]
fn nodes_of_iterative_deepening_are_counted_by_level() {
    let (game, root) = uniform("seed=1 branching=3 depth=4 order=1");
    let minimax_like = |settings: &[(&str, &str)]| {
        let algorithm = Algorithm::named("alpha-beta").unwrap();
        let set = |a: Algorithm, (name, value): &(&str, &str)| a.set(name, value).unwrap();
        ask(&settings.iter().fold(algorithm, set).without_solutions(), &game, &root, Question::Value(Player::First))
            .statistics
    };
    let direct = minimax_like(&[("table", "off")]);
    let deepening = minimax_like(&[("table", "off"), ("deepening", "on")]);
    assert!(deepening.expanded > direct.expanded);
    assert!(deepening.by_level >= direct.by_level);
    // Depths 1 to 4 of a best-ordered tree add the levels 0 and 1, 2, 3 and 4. Without evaluations, all values of the
    // first three are 0, so that alpha-beta sees the least tree there too.
    assert_eq!(direct.by_level, least_tree(3, 4));
    assert_eq!(deepening.by_level, least_tree(3, 4));
}

/// The least number of nodes that alpha-beta visits in a uniform tree, by the lecture (Knuth and Moore 1975).
fn least_tree(b: u64, l: u32) -> u64 {
    (0..=l).map(|i| b.pow(i.div_ceil(2)) + b.pow(i / 2) - 1).sum()
}

#[test]
fn alpha_beta_visits_the_least_tree_where_moves_are_ordered_best() {
    for (b, l) in [(2, 2), (2, 6), (3, 4), (5, 4), (4, 5), (3, 7), (10, 4)] {
        for seed in 0..5 {
            let (game, root) = uniform(&format!("seed={seed} branching={b} depth={l} order=1 values=1000"));
            let mut printed = Printed::new(&game);
            printed.alpha_beta(&root, -INFINITY, INFINITY, l);
            assert_eq!(printed.visited, least_tree(b, l), "{b} {l}");
            let algorithm = Algorithm::named("alpha-beta").unwrap().set("table", "off").unwrap().without_solutions();
            let statistics = ask(&algorithm, &game, &root, Question::Value(Player::First)).statistics;
            assert_eq!(statistics.by_level, least_tree(b, l), "{b} {l}");
        }
    }
}

/// 2 (b^(l/2 + 1) - 1) / (b - 1) - b^(l/2) nodes for TEST to say that a value is greater, if l is even.
#[test]
fn test_visits_as_many_nodes_as_the_lecture_says() {
    for (b, l) in [(2u64, 2u32), (2, 6), (3, 4), (5, 4), (4, 6), (10, 4)] {
        let formula = 2 * (b.pow(l / 2 + 1) - 1) / (b - 1) - b.pow(l / 2);
        for seed in 0..5 {
            let (game, root) = uniform(&format!("seed={seed} branching={b} depth={l} order=1 values=1000"));
            let value = game.known_value().unwrap();
            if value == -1000 {
                continue;
            }
            let mut printed = Printed::new(&game);
            assert!(printed.is_greater(&root, (value - 1) * Outcome::PARTS, l));
            assert_eq!(printed.visited, formula, "{b} {l}");
            let algorithm = Algorithm::named("test").unwrap().set("table", "off").unwrap().without_solutions();
            let claim = Claim { player: Player::First, at_least: value };
            let statistics = ask(&algorithm, &game, &root, Question::Claim(claim)).statistics;
            assert_eq!(statistics.by_level, formula, "{b} {l}");
        }
    }
}

#[test]
fn the_printed_procedures_agree_with_minimax_and_with_each_other() {
    let check = |game: &dyn Fn() -> (i32, [i32; 6]), text: &str| {
        let (expected, values) = game();
        assert_eq!(values, [expected; 6], "{text}");
    };
    fn all<G: Game>(game: &G, root: &G::Position, depth: u32) -> (i32, [i32; 6]) {
        let expected = Printed::new(game).minimax(root, depth);
        let mut p = Printed::new(game);
        for value in [expected - 1, expected, expected + 1] {
            assert_eq!(p.is_greater(root, value, depth), expected > value);
            assert_eq!(p.is_less(root, value, depth), expected < value);
            // TEST(p, v, >) is TEST(p, v, <=) turned round, and TEST(p, v, <) is TEST(p, v, >=); values are whole.
            assert_eq!(p.is_greater(root, value, depth), !p.is_less(root, value + 1, depth));
            // The null window is TEST.
            assert_eq!(p.is_greater(root, value, depth), p.alpha_beta(root, value, value + 1, depth) > value);
        }
        let nega = |value: i32| Outcome(value).worth(game.to_move(root));
        let fail_soft = p.alpha_beta(root, expected - 1, expected + 1, depth);
        let values = [
            p.alpha_beta(root, -INFINITY, INFINITY, depth),
            p.scout(root, depth),
            p.nega_scout_min_max(root, -INFINITY, INFINITY, depth),
            nega(p.nega_scout(root, -INFINITY, INFINITY, depth)),
            nega(p.nega_scout(root, nega(expected) - 5, nega(expected) + 5, depth)),
            fail_soft,
        ];
        (expected, values)
    }
    for seed in 0..400 {
        let text =
            format!("seed={seed} branching={} depth={} values={}", 1 + seed % 5, seed % 7, [1, 5, 100][seed % 3]);
        let (game, root) = uniform(&text);
        check(&|| all(&game, &root, 20), &text);
        check(&|| all(&game, &root, 3), &text);
    }
    let (game, start) = Kalah::set_up(&Parameters::new(), None).unwrap();
    for depth in 0..=5 {
        check(&|| all(&game, &start, depth), "kalah");
    }
}

/// A tree whose leaves are written down.
#[derive(Clone)]
enum Tree {
    Leaf(i32),
    Node(Vec<Tree>),
}

use Tree::{Leaf, Node};

struct Written {
    tree: Tree,
    /// Every node that was looked at, as often as it was.
    visits: Mutex<Vec<Vec<u8>>>,
}

impl Written {
    fn new(tree: Tree) -> Written {
        Written { tree, visits: Mutex::default() }
    }

    fn at(&self, path: &[u8]) -> &Tree {
        path.iter().fold(&self.tree, |tree, &mv| match tree {
            Node(children) => &children[usize::from(mv)],
            Leaf(_) => tree,
        })
    }
}

impl Game for Written {
    type Position = Vec<u8>;
    type Move = u8;

    fn values(&self) -> Values {
        Values::Score { min: 0, max: 100, step: 1 }
    }
    fn repetition(&self) -> Repetition {
        Repetition::Impossible
    }
    fn to_move(&self, path: &Vec<u8>) -> Player {
        Player::BOTH[path.len() % 2]
    }
    fn outcome(&self, path: &Vec<u8>) -> Option<Outcome> {
        self.visits.lock().unwrap().push(path.clone());
        match self.at(path) {
            Leaf(value) => Some(Outcome(*value)),
            Node(_) => None,
        }
    }
    fn moves(&self, path: &Vec<u8>, out: &mut Vec<u8>) {
        if let Node(children) = self.at(path) {
            out.extend(0..children.len() as u8);
        }
    }
    fn play(&self, path: &Vec<u8>, mv: u8) -> Vec<u8> {
        [path, &[mv][..]].concat()
    }
    fn key(&self, path: &Vec<u8>) -> u64 {
        path.iter().fold(1, |key: u64, &mv| (key ^ u64::from(mv + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
    fn encode(&self, path: &Vec<u8>, out: &mut Vec<u8>) {
        out.extend_from_slice(path);
    }
    fn decode(&self, code: &[u8]) -> Option<Vec<u8>> {
        Some(code.to_vec())
    }
}

impl Hints<Vec<u8>, u8> for Written {}

impl Valuation<Vec<u8>, u8> for Written {}

/// After the first branch is worth 5, the second is tested for more. K is a MAX node three levels down whose first leaf, 10,
/// passes at once: TEST leaves out its second, 20. Alpha-beta does not know yet that K is good enough, since beta is
/// open there.
#[test]
fn test_skips_a_branch_that_alpha_beta_visits() {
    let k = Node(vec![Leaf(10), Leaf(20)]);
    let p = Node(vec![k, Node(vec![Leaf(3), Leaf(4)])]);
    let game = Written::new(Node(vec![Leaf(5), p]));
    let p = vec![1];
    let mut test = Printed::new(&game);
    assert!(!test.is_greater(&p, 5 * Outcome::PARTS, 9), "the other MAX node is worth 4");
    let mut alpha_beta = Printed::new(&game);
    alpha_beta.alpha_beta(&p, 5 * Outcome::PARTS, INFINITY, 9);
    assert_eq!((test.visited, alpha_beta.visited), (6, 7));
    let mut scout = Printed::new(&game);
    assert_eq!(scout.scout(&Vec::new(), 9), 5 * Outcome::PARTS);
}

/// After the first branch is worth 5, alpha-beta leaves R as soon as it sees the 4. SCOUT has no window: it tests R against 3,
/// its sibling, and then searches it, and comes to X, the 6, both times.
#[test]
fn scout_visits_a_node_several_times_that_alpha_beta_cuts_off() {
    let r = Node(vec![Leaf(4), Leaf(6)]);
    let q = Node(vec![Leaf(3), r, Leaf(8)]);
    let root = Node(vec![Leaf(5), Node(vec![Leaf(9), q])]);
    let x = vec![1, 1, 1, 1];
    let count = |search: &dyn Fn(&mut Printed<'_, Written>) -> i32| {
        let game = Written::new(root.clone());
        assert_eq!(search(&mut Printed::new(&game)), 8 * Outcome::PARTS);
        let visits = game.visits.lock().unwrap();
        visits.iter().filter(|&path| *path == x).count()
    };
    assert_eq!(count(&|printed| printed.alpha_beta(&Vec::new(), -INFINITY, INFINITY, 9)), 0);
    assert_eq!(count(&|printed| printed.scout(&Vec::new(), 9)), 2);
}

#[test]
fn a_long_line_of_play_needs_no_deep_stack() {
    let (game, root) = Random::set_up(&Parameters::new(), Some("nodes=1000000 branching=1 success=1")).unwrap();
    let problem = Problem::new(&game, Claim::win(Player::First));
    for algorithm in family() {
        let algorithm = algorithm.without_solutions();
        // Positions of `random` may come back, so the search deepens; to its end is another matter.
        let limits = Limits { nodes: Some(2_000), ..Limits::default() };
        let answer = solve(&algorithm, &problem, &root, &limits, &mut ());
        assert_ne!(answer.status, Status::Disproven);
    }
}
