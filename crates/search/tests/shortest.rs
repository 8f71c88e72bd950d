//! The shortest proof is as short as the oracle says, and the line shows how.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::assert_sound;
use provenum_game::{AndOr, Claim, Game, Kind, Notation, Outcome, Parameters, Player, Problem, Status};
use provenum_games::{Mnk, Random, TsumeShogi};
use provenum_search::{
    Algorithm, Budget, Limits, Oracle, Shortest, Solution, StopReason, Workspace, shortest, solve_in, within,
};

fn claim<G: Game>(game: &G) -> Problem<'_, G> {
    Problem::new(game, Claim::win(Player::First))
}

/// Proves a root and looks for the shortest proof; none if it cannot be proven.
fn search<P: AndOr>(algorithm: &Algorithm, problem: &P, root: &P::Node, limits: &Limits) -> Option<Shortest<P>> {
    let mut workspace = Workspace::default();
    // What comes first is not limited in nodes: only the search for something shorter is.
    let free = Limits { nodes: None, ..limits.clone() };
    let answer = solve_in(&mut workspace, algorithm, problem, root, &Budget::new(&free), &mut ());
    if answer.status != Status::Proven {
        return None;
    }
    let proof = answer.solution.unwrap();
    Some(shortest(&mut workspace, algorithm, problem, proof, &Budget::new(limits), &mut ()))
}

/// The first of the best steps everywhere.
fn best_line<P: AndOr>(problem: &P, oracle: &Oracle<'_, P>, root: &P::Node) -> Vec<P::Step> {
    let (mut node, mut line) = (root.clone(), Vec::new());
    while problem.status(&node) == Status::Open {
        let mut steps = Vec::new();
        problem.steps(&node, &mut steps);
        let distance = |step: &P::Step| oracle.distance(&problem.follow(&node, *step)).unwrap_or(u32::MAX);
        let best = match problem.kind(&node) {
            Kind::Or => steps.iter().copied().min_by_key(distance),
            Kind::And => steps.iter().copied().rev().max_by_key(distance),
        };
        line.push(best.unwrap());
        node = problem.follow(&node, best.unwrap());
    }
    line
}

/// Every listed node of a delay keeps the goal away for as many steps as it says, and the root for so many.
fn assert_delay<P: AndOr>(problem: &P, delay: &Solution<P>, steps: u32, text: &str) {
    assert!(delay.is_delay());
    let successors = |node: &P::Node| {
        let mut steps = Vec::new();
        problem.steps(node, &mut steps);
        steps.into_iter().map(|step| problem.follow(node, step)).collect::<Vec<_>>()
    };
    let safe = |node: &P::Node, left: u32| match (problem.status(node), delay.choice(node)) {
        (Status::Open, Some(choice)) => choice.rank >= left,
        (Status::Open, None) => {
            let waits = || successors(node).iter().any(|next| problem.status(next) != Status::Proven);
            left == 0 || left == 1 && problem.kind(node) == Kind::And && waits()
        }
        (status, _) => status == Status::Disproven,
    };
    let root = delay.choice(delay.root()).map_or(0, |choice| choice.rank);
    assert!(root >= steps, "{text}: the root is delayed by {root}, not {steps}");
    for (node, choice) in delay.iter() {
        let left = choice.rank - 1;
        let all = |node: &P::Node, left: u32| successors(node).iter().all(|next| safe(next, left));
        match choice.step.map(|step| problem.follow(node, step)) {
            None => assert!(problem.kind(node) == Kind::Or && all(node, left), "{text}"),
            Some(next) => {
                let answered = || left > 0 && problem.kind(&next) == Kind::Or && all(&next, left - 1);
                let open = problem.status(&next) == Status::Open;
                assert!(problem.kind(node) == Kind::And && (safe(&next, left) || open && answered()), "{text}");
            }
        }
    }
}

fn compare_with_oracle(algorithm: &str, seeds: std::ops::Range<u64>, memory: u64) {
    let algorithm = Algorithm::named(algorithm).unwrap();
    let mut proven = 0;
    for seed in seeds {
        let (nodes, back) = (10 + seed % 150, ["0", "0.2", "0.4"][seed as usize % 3]);
        let alternate = if seed % 4 == 0 { "no" } else { "yes" };
        let text =
            format!("seed={seed} nodes={nodes} branching=3 shared=0.3 back={back} success=0.5 alternate={alternate}");
        let (game, root) = Random::set_up(&Parameters::new(), Some(&text)).unwrap();
        let problem = claim(&game);
        let oracle = Oracle::new(&problem, &root, &Limits::default()).unwrap();
        let found = search(&algorithm, &problem, &root, &Limits { memory, ..Limits::default() });
        assert_eq!(found.is_some(), oracle.status(&root) == Some(Status::Proven), "{text}");
        let Some(found) = found.filter(|_| problem.status(&root) == Status::Open) else { continue };
        assert_sound(&problem, &found.solution);
        assert_eq!((found.minimal, found.stop), (true, StopReason::Solved), "{text}");
        assert_eq!(found.solution.rank(), oracle.distance(&root), "{text}");
        assert!(found.line == best_line(&problem, &oracle, &root), "{text}");
        if algorithm.depth_first().is_some() {
            assert_delay(&problem, found.delay.as_ref().unwrap(), found.solution.rank().unwrap() - 1, &text);
        }
        proven += 1;
    }
    assert!(proven > 60, "only {proven} problems have a proof");
}

#[test]
fn lengths_and_lines_are_those_of_the_oracle() {
    compare_with_oracle("df-pn-eps", 0..600, 4 << 20);
    for algorithm in ["df-pn", "df-wpn", "pds", "pn-star", "pn", "bta", "oracle"] {
        compare_with_oracle(algorithm, 0..300, 4 << 20);
    }
}

#[test]
fn lengths_and_lines_do_not_depend_on_the_size_of_the_table() {
    compare_with_oracle("df-pn-eps", 0..600, 64 * 16);
}

#[test]
fn a_limit_leaves_a_sound_proof_that_is_not_said_to_be_the_shortest() {
    let (game, root) = Mnk::set_up(&Parameters::new().with("size", "4x4x3"), None).unwrap();
    let problem = claim(&game);
    let algorithm = Algorithm::named("pn-star").unwrap();
    let unlimited = search(&algorithm, &problem, &root, &Limits::default()).unwrap();
    assert!(unlimited.minimal);
    let mut stopped = 0;
    for nodes in [0, 1, 10, 50, 100, 500] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let found = search(&algorithm, &problem, &root, &limits).unwrap();
        assert_sound(&problem, &found.solution);
        assert!(found.solution.rank() >= unlimited.solution.rank());
        assert!(found.minimal || found.stop == StopReason::Nodes);
        assert!(found.statistics.expanded <= nodes);
        stopped += u32::from(!found.minimal);
    }
    assert!(stopped > 0);
}

/// Whether the attacker mates within so many moves, by trying everything.
fn mates_within(position: &<TsumeShogi as Game>::Position, left: u32) -> bool {
    if let Some(outcome) = TsumeShogi.outcome(position) {
        return outcome == Outcome(1);
    }
    let mut moves = Vec::new();
    TsumeShogi.moves(position, &mut moves);
    let mut mates = moves.into_iter().map(|mv| left > 0 && mates_within(&TsumeShogi.play(position, mv), left - 1));
    match TsumeShogi.to_move(position) {
        Player::First => mates.any(|mates| mates),
        Player::Second => mates.all(|mates| mates),
    }
}

/// A board with the defender's king, a few pieces of both sides around it, and pieces in hand.
fn random_problem(seed: u64) -> Option<<TsumeShogi as Game>::Position> {
    let mut state = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut below = |bound: usize| {
        state = state.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
        (state >> 33) as usize % bound
    };
    let mut board = vec![String::new(); 81];
    board[below(27)] = "k".to_owned();
    for _ in 0..5 + below(5) {
        let piece = ["P", "L", "N", "S", "G", "+B", "+R", "B", "R", "p", "l", "s", "g", "+P"][below(14)];
        board[below(45)] = piece.to_owned();
    }
    let rows: Vec<String> = board
        .chunks(9)
        .map(|row| row.iter().map(|piece| if piece.is_empty() { "1" } else { piece }).collect())
        .collect();
    let hands = ["G", "S", "GS", "RG", "N2P", "2G", "BP"][below(7)];
    let text = format!("{} b {hands}2p 1", rows.join("/"));
    TsumeShogi::set_up(&Parameters::new(), Some(&text)).ok().map(|(_, position)| position)
}

#[test]
fn mates_are_as_short_as_trying_everything_says() {
    let algorithm = Algorithm::default();
    let mut lengths = [0; 8];
    for position in (0..1_500).filter_map(random_problem) {
        let problem = claim(&TsumeShogi);
        let limits = Limits { memory: 1 << 20, nodes: Some(20_000), ..Limits::default() };
        let mut workspace = Workspace::default();
        let answer = solve_in(&mut workspace, &algorithm, &problem, &position, &Budget::new(&limits), &mut ());
        let text = TsumeShogi.format_position(&position);
        let Some(proof) = answer.solution.ok().filter(|solution| solution.status() == Status::Proven) else {
            assert!(!mates_within(&position, 3), "{text}");
            continue;
        };
        let found = shortest(&mut workspace, &algorithm, &problem, proof, &Budget::new(&limits), &mut ());
        let length = found.solution.rank().unwrap_or(0);
        assert_sound(&problem, &found.solution);
        if !found.minimal || length > 5 {
            assert!(!mates_within(&position, 3), "{text}");
            continue;
        }
        assert!(mates_within(&position, length), "{text}");
        assert!(length < 2 || !mates_within(&position, length - 1), "{text}");
        assert_eq!(found.line.len(), length as usize, "{text}");
        let end = found.line.iter().fold(position, |position, &mv| TsumeShogi.play(&position, mv));
        assert_eq!(TsumeShogi.outcome(&end), Some(Outcome(1)), "{text}");
        lengths[length as usize] += 1;
    }
    assert!(lengths[1] > 30 && lengths[3] > 30 && lengths[5] > 5, "{lengths:?}");
}

#[test]
fn within_fewer_steps_there_is_a_delay_and_within_as_many_a_strategy() {
    let mut seen = [0; 2];
    for seed in 0..200 {
        let text = format!("seed={seed} nodes=80 branching=3 shared=0.3 back=0.3 success=0.5 alternate=yes");
        let (game, root) = Random::set_up(&Parameters::new(), Some(&text)).unwrap();
        let problem = claim(&game);
        let oracle = Oracle::new(&problem, &root, &Limits::default()).unwrap();
        let distance = oracle.distance(&root).unwrap_or(u32::MAX);
        for steps in 1..10 {
            let mut workspace = Workspace::default();
            let (algorithm, budget) = (Algorithm::default(), Budget::default());
            let answer = within(&mut workspace, &algorithm, &problem, &root, steps, &budget, &mut ());
            let proven = problem.status(&root) != Status::Disproven && distance <= steps;
            assert_eq!(answer.status, if proven { Status::Proven } else { Status::Disproven }, "{text} within {steps}");
            if problem.status(&root) != Status::Open {
                continue;
            }
            let solution = answer.solution.unwrap();
            if proven {
                assert_sound(&problem, &solution);
                assert!(solution.rank().unwrap() <= steps, "{text}");
            } else {
                assert_delay(&problem, &solution, steps, &text);
            }
            seen[usize::from(proven)] += 1;
        }
    }
    assert!(seen[0] > 200 && seen[1] > 60, "{seen:?}");
}
