//! Rules that are easy to get wrong, on positions made for them.

use super::*;
use provenum_game::{Notation, Parameters};

fn set_up(text: &str) -> Position {
    TsumeShogi::set_up(&Parameters::new(), Some(text)).unwrap().1
}

/// The names of the moves that the rules allow.
fn moves(text: &str) -> Vec<String> {
    let position = set_up(text);
    let mut moves = Vec::new();
    TsumeShogi.moves(&position, &mut moves);
    moves.into_iter().map(|mv| TsumeShogi.format_move(&position, mv)).collect()
}

fn allows(text: &str, mv: &str) -> bool {
    moves(text).iter().any(|name| name == mv)
}

#[test]
fn a_pawn_that_is_dropped_may_not_mate() {
    assert!(!allows("8k/9/6N1G/9/9/9/9/9/9 b P 1", "P*1b"));
    assert!(allows("8k/9/6N1G/9/9/9/9/9/9 b L 1", "L*1b"), "other pieces may");
    assert!(allows("8k/9/8G/9/9/9/9/9/9 b P 1", "P*1b"), "the king goes to 2a");
    assert!(allows("7gk/9/8G/9/9/9/9/9/9 b P 1", "P*1b"), "the gold captures the pawn");
    assert!(!allows("6Rgk/9/8G/9/9/9/9/9/9 b P 1", "P*1b"), "the gold is pinned");
    assert!(!set_up("8k/9/6N1G/9/9/9/9/9/K8 b P 1").legal_moves().iter().any(|mv| mv.is_drop() && mv.to() == 1));
}

#[test]
fn a_pawn_that_moves_may_mate() {
    let position = set_up("8k/9/6N1P/9/9/9/9/9/7R1 b - 1");
    let pushed = TsumeShogi.parse_move(&position, "1c1b").unwrap();
    assert_eq!(TsumeShogi.outcome(&TsumeShogi.play(&position, pushed)), None, "the king captures the pawn");
    let position = set_up("8k/9/6N1P/8L/9/9/9/9/7R1 b - 1");
    let pushed = TsumeShogi.parse_move(&position, "1c1b").unwrap();
    assert_eq!(TsumeShogi.outcome(&TsumeShogi.play(&position, pushed)), Some(MATE));
}

#[test]
fn no_second_pawn_on_a_file_and_no_piece_without_a_move() {
    assert!(!allows("4k4/9/9/9/9/9/4P4/9/9 b P 1", "P*5b"));
    assert!(allows("4k4/9/9/9/9/9/4+P4/9/9 b P 1", "P*5b"), "a promoted pawn is no pawn");
    let all = set_up("4k4/9/9/9/9/9/9/9/9 b PLN 1").legal_moves();
    let rank = |mv: &Move| mv.to() % attack::FILES;
    let least = |kind| all.iter().filter(|mv| mv.kind() == kind).map(rank).min();
    assert_eq!([Kind::PAWN, Kind::LANCE, Kind::KNIGHT].map(least), [Some(1), Some(1), Some(2)]);
}

#[test]
fn promotion_is_forced_only_where_the_piece_could_not_move_on() {
    assert!(!allows("3k5/4P4/9/9/9/9/9/9/9 b - 1", "5b5a"));
    assert!(allows("3k5/4P4/9/9/9/9/9/9/9 b - 1", "5b5a+"));
    for name in ["2b5b", "2b5b+"] {
        assert!(allows("4k4/7R1/9/9/9/9/9/9/9 b - 1", name), "both are checks: {name}");
    }
}

#[test]
fn an_attacker_in_check_must_answer_it_with_a_check() {
    let both = "8k/9/9/3+B5/4b4/9/9/9/K8 b RGP 1 attacks";
    assert_eq!(moves(both), ["6d5e"]);
    assert_eq!(TsumeShogi.to_move(&set_up(both)), Player::First);
    let defends = both.trim_end_matches(" attacks");
    assert_eq!(TsumeShogi.to_move(&set_up(defends)), Player::Second, "in check it defends if nothing is said");
}

#[test]
fn a_king_gives_check_by_leaving_a_line() {
    let names = moves("4k4/9/9/9/4K4/9/9/9/4R4 b - 1");
    assert_eq!(names.len(), 6, "to all sides but along the file: {names:?}");
    assert!(names.iter().all(|name| name.starts_with("5e") && !name.starts_with("5e5")));
}

#[test]
fn mate_is_a_win_and_anything_else_a_failure() {
    assert_eq!(TsumeShogi.outcome(&set_up("4k4/9/9/9/9/9/4P4/9/9 b P2r 1")), Some(NO_MATE));
    assert_eq!(TsumeShogi.outcome(&set_up("4k4/4G4/4P4/9/9/9/9/9/9 w - 1")), Some(MATE));
    assert_eq!(TsumeShogi.outcome(&set_up("8k/6G2/7G1/9/9/9/9/9/9 w - 1")), Some(NO_MATE), "no move, but no check");
}

#[test]
fn a_key_without_hands_does_not_know_the_hands() {
    let (one, two) = (set_up("4k4/9/4P4/9/9/9/9/9/9 b GSr 1"), set_up("4k4/9/4P4/9/9/9/9/9/9 b Ggs 1"));
    assert_eq!(one.key_without_hands(), two.key_without_hands());
    assert_ne!(TsumeShogi.key(&one), TsumeShogi.key(&two));
    assert!(one.attackers_hand().covers(two.attackers_hand()) && !two.attackers_hand().covers(one.attackers_hand()));
}

#[test]
fn a_code_is_what_the_documentation_says() {
    let mut code = Vec::new();
    TsumeShogi.encode(&set_up("4k4/9/4P4/9/9/9/9/9/9 b G 1"), &mut code);
    assert_eq!(code, [0x3f, 0xa4, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0xf0]);
}

#[test]
fn interpositions_come_nearest_the_king_and_cheapest_first() {
    // A rook checks from either side, and a pawn may not stand on file 3.
    for (text, expected) in [
        ("R3k4/9/4P4/9/9/9/9/9/9 w gp 1", "P*6a G*6a P*7a G*7a P*8a G*8a"),
        ("4k3R/6p2/4P4/9/9/9/9/9/9 w gp 1", "P*4a G*4a G*3a P*2a G*2a"),
    ] {
        let position = set_up(text);
        let drops = position.legal_moves().into_iter().filter(|mv| mv.is_drop());
        let drops: Vec<String> = drops.map(|mv| TsumeShogi.format_move(&position, mv)).collect();
        assert_eq!(drops.join(" "), expected, "{text}");
    }
}
