//! Small searches that were worked out by hand, step by step.
//!
//! All of them search this tree. The root is an AND node; A, B and C are OR nodes; X, Y and Z are AND nodes.
//!
//! ```text
//!              R
//!      A       B       C
//!    X   Y     Z      (open)
//! ```
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use provenum_game::{Claim, Notation, Parameters, Player, Problem};
use provenum_games::Graph;
use provenum_search::{Algorithm, Limits, StopReason, solve};

const TREE: &str = "R and A B C; A or X Y; B or Z; C or c; X and x1 x2; Y and y1 y2 y3; Z and z1 z2 z3 z4; c and c1 c2; \
                    x1 or p; x2 or p; y1 or p; y2 or p; y3 or p; z1 or p; z2 or p; z3 or p; z4 or p; c1 or p; c2 or p; \
                    p and q r; q unknown; r unknown";

/// The root's proof and disproof number after so many expansions.
fn after(algorithm: Algorithm, nodes: u64) -> (u32, u32) {
    let (game, root) = Graph::set_up(&Parameters::new(), Some(TREE)).unwrap();
    let problem = Problem::new(&game, Claim::win(Player::First));
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let answer = solve(&algorithm, &problem, &root, &limits, &mut ());
    assert_eq!((answer.stop, answer.statistics.expanded), (StopReason::Nodes, nodes));
    (answer.root.proof, answer.root.disproof)
}

fn named(name: &str) -> Algorithm {
    Algorithm::named(name).unwrap()
}

/// R: three open children. Then A, whose disproof number becomes 2, so that B and C are nearer to a disproof. B has one
/// child, Z, and keeps (1, 1). All children of R are at 1 or more, B is still the best and Z is expanded: it has proof
/// number 4, and so has B.
#[test]
fn df_pn_adds_up() {
    assert_eq!([1, 2, 3, 4].map(|n| after(named("df-pn"), n)), [(3, 1), (3, 1), (3, 1), (6, 1)]);
}

/// As df-pn, but R counts its largest child, 4, and one for each of the other two, which are at 1 anyway.
#[test]
fn weak_numbers_count_the_largest_and_the_others_once() {
    assert_eq!([1, 2, 3, 4].map(|n| after(named("df-wpn"), n)), [(3, 1), (3, 1), (3, 1), (6, 1)]);
    // The largest alone: with two open children A is still at 1, so the search goes on below it, to X and x1.
    let largest = named("df-pn").set("backup", "max").unwrap();
    assert_eq!(after(largest, 4), (1, 1));
}

/// The selected child's number, and one for each sibling. After Z is expanded B is still selected, because its disproof
/// number is still 1: 4 + 2.
#[test]
fn branch_numbers_follow_the_selected_child() {
    assert_eq!(after(named("bns"), 1), (3, 1));
    assert_eq!(after(named("bns"), 4), (6, 1));
}

/// Another tree: R is an AND node, and so is its child A, which has three ways to go on: it takes 3 to prove it. Its sibling B
/// takes 1. As soon as B is nearer to a disproof, it is selected. Weak numbers then count the largest, 3, and one for the other;
/// branch numbers count the selected, 1, and one for the other.
#[test]
fn weak_and_branch_numbers_differ_where_the_selected_child_is_not_the_largest() {
    let text = "R and A B; A and X Y Z; B or b; X or x1 x2; Y or y1 y2; Z or z1 z2; b and b1 b2; \
                x1 and p; x2 and p; y1 and p; y2 and p; z1 and p; z2 and p; b1 or p; b2 or p; p or q r; q unknown; r unknown";
    let (game, root) = Graph::set_up(&Parameters::new(), Some(text)).unwrap();
    let problem = Problem::new(&game, Claim::win(Player::First));
    let proof = |name: &str, nodes: u64| {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        solve(&named(name), &problem, &root, &limits, &mut ()).root.proof
    };
    assert_eq!(["df-wpn", "bns"].map(|name| proof(name, 5)), [3 + 1, 1 + 1]);
}

/// With E = 2 and D = 3 the children of the root, at depth 1, begin with 4 and 4, theirs at depth 2 with 2 and 2. A has
/// two children: proof number 2, disproof number 4. Its disproof number is not larger than before, so A is still a best
/// child, and X is next: its children lie at depth 3 and begin with 1, so X has (2, 1), and A (2, 3).
#[test]
fn deep_numbers_keep_the_search_where_it_is() {
    let deep = || named("deep-df-pn").set("e", "2").unwrap().set("d", "3").unwrap();
    assert_eq!(after(deep(), 1), (12, 4));
    assert_eq!(after(deep(), 2), (10, 4));
    assert_eq!(after(deep(), 3), (10, 3));
}

/// PDS goes to the root with thresholds (1, 1), which its numbers (3, 1) have reached after one expansion. The disproof
/// number is the smaller one: its threshold becomes 2, and the root is expanded again. No child is left at disproof
/// number 1 only when A, B (through Z) and C (through c) have each been raised.
#[test]
fn pds_raises_one_threshold_at_a_time() {
    assert_eq!(after(named("pds"), 2), (3, 1));
    assert_eq!(after(named("pds"), 3), (3, 1));
}
