//! What makes searches of shogi problems fast must not change any answer.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

mod common;

use common::assert_sound;
use provenum_game::{Claim, Counts, Game, Hints, Holding, Kind, Notation, Parameters, Player, Problem, Status};
use provenum_games::TsumeShogi;
use provenum_games::tsume_shogi::{Move, Position};
use provenum_search::{Algorithm, Limits, solve};

/// A board with the defender's king, some pieces around it, and pieces in both hands.
fn random_problem(seed: u64) -> Option<Position> {
    let mut state = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut below = |bound: usize| {
        state = state.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
        (state >> 33) as usize % bound
    };
    let mut board = vec![String::new(); 81];
    board[below(36)] = "k".to_owned();
    for _ in 0..4 + below(6) {
        let piece = ["P", "L", "N", "S", "G", "+B", "+R", "B", "R", "p", "l", "s", "g", "n", "+p"][below(15)];
        board[below(54)] = piece.to_owned();
    }
    let rows: Vec<String> = board
        .chunks(9)
        .map(|row| row.iter().map(|piece| if piece.is_empty() { "1" } else { piece }).collect())
        .collect();
    let attackers = ["P", "LP", "2L", "R", "BP", "2P", "NS", "R2P", "LN"][below(9)];
    let defenders = ["", "p", "2pg", "lns", "nsgr2p", "b", "3p"][below(7)];
    let text = format!("{} b {attackers}{defenders} 1", rows.join("/"));
    TsumeShogi::set_up(&Parameters::new(), Some(&text)).ok().map(|(_, position)| position)
}

fn with(settings: &[(&str, &str)]) -> Algorithm {
    let set = |algorithm: Algorithm, &(name, value): &(&str, &str)| algorithm.set(name, value).unwrap();
    settings.iter().fold(Algorithm::default(), set).checked().unwrap()
}

#[test]
fn groups_and_dominance_change_no_answer() {
    let plain = with(&[("groups", "off"), ("dominance", "off"), ("estimate", "unit")]);
    let others = [
        with(&[]),
        with(&[("groups", "off")]),
        with(&[("damping", "off")]),
        with(&[("dominance", "off")]),
        with(&[("history", "forget")]),
    ];
    let problem = Problem::new(&TsumeShogi, Claim::win(Player::First));
    let limits = Limits { memory: 1 << 22, nodes: Some(30_000), ..Limits::default() };
    let (mut answers, mut dominated) = ([0, 0], 0);
    for position in (0..600).filter_map(random_problem) {
        let truth = solve(&plain, &problem, &position, &limits, &mut ()).status;
        if truth == Status::Open {
            continue;
        }
        answers[usize::from(truth == Status::Proven)] += 1;
        for algorithm in &others {
            let answer = solve(algorithm, &problem, &position, &limits, &mut ());
            if answer.status != Status::Open {
                assert_eq!(answer.status, truth, "{}", TsumeShogi.format_position(&position));
            }
            if let Ok(solution) = &answer.solution {
                assert_sound(&problem, solution);
            }
            dominated += answer.statistics.dominated;
        }
    }
    assert!(answers[0] > 100 && answers[1] > 30 && dominated > 1_000, "{answers:?}, {dominated} dominated");
}

/// The result of trying everything, as far as so many moves show it.
fn truth(position: &Position, left: u32) -> Option<bool> {
    if let Some(outcome) = TsumeShogi.outcome(position) {
        return Some(outcome.0 == 1);
    }
    let attacks = TsumeShogi.to_move(position) == Player::First;
    let mut moves = Vec::new();
    TsumeShogi.moves(position, &mut moves);
    let results: Vec<_> = moves
        .iter()
        .map(|&mv| if left == 0 { None } else { truth(&TsumeShogi.play(position, mv), left - 1) })
        .collect();
    match results.contains(&Some(attacks)) {
        true => Some(attacks),
        false if results.contains(&None) => None,
        false => Some(!attacks),
    }
}

/// The proof pieces or disproof pieces of a position that so many moves solve.
fn pieces(position: &Position, proven: bool, left: u32) -> Counts {
    let attacks = TsumeShogi.to_move(position) == Player::First;
    let mut children: Vec<(Move, Counts)> = Vec::new();
    if TsumeShogi.outcome(position).is_none() {
        let mut moves = Vec::new();
        TsumeShogi.moves(position, &mut moves);
        for mv in moves {
            let next = TsumeShogi.play(position, mv);
            if truth(&next, left - 1) == Some(proven) {
                children.push((mv, pieces(&next, proven, left - 1)));
            }
        }
        if attacks == proven {
            children.truncate(1);
        }
    }
    TsumeShogi.enough(position, kind_of(position), proven, &children)
}

/// Who chooses at a position, if the attacker must make progress.
fn kind_of(position: &Position) -> Kind {
    if TsumeShogi.to_move(position) == Player::First { Kind::Or } else { Kind::And }
}

/// The same board with this in the attacker's hand, and all else that is in hand in the defender's.
fn with_hand(position: &Position, counts: Counts) -> Position {
    const LETTERS: [char; 7] = ['R', 'B', 'G', 'S', 'N', 'L', 'P'];
    let problem = Problem::new(&TsumeShogi, Claim::win(Player::First));
    let held = Holding::unpack(problem.holding(position, kind_of(position)).unwrap().counts());
    let text = TsumeShogi.format_position(position);
    let mut parts: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let mut hands = String::new();
    for (place, letter) in LETTERS.into_iter().enumerate() {
        let theirs = count_of(&parts[2], letter.to_ascii_lowercase());
        let all = held[place] + theirs;
        for (count, letter) in [(counts[place], letter), (all - counts[place], letter.to_ascii_lowercase())] {
            (0..count).for_each(|_| hands.push(letter));
        }
    }
    parts[2] = if hands.is_empty() { "-".to_owned() } else { hands };
    TsumeShogi::set_up(&Parameters::new(), Some(&parts.join(" "))).unwrap().1
}

fn count_of(hands: &str, letter: char) -> u8 {
    let Some(place) = hands.find(letter) else { return 0 };
    let digits: String = hands[..place].chars().rev().take_while(char::is_ascii_digit).collect();
    digits.chars().rev().collect::<String>().parse().unwrap_or(1)
}

#[test]
fn proof_pieces_mate_and_disproof_pieces_do_not() {
    const LEFT: u32 = 3;
    let mut different = [0, 0];
    for position in (0..20_000).filter_map(random_problem) {
        let Some(proven) = truth(&position, LEFT) else { continue };
        if TsumeShogi.outcome(&position).is_some() {
            continue;
        }
        let counts = pieces(&position, proven, LEFT);
        let changed = with_hand(&position, counts);
        let text = TsumeShogi.format_position(&position);
        assert_eq!(truth(&changed, LEFT), Some(proven), "{text} with {counts:?}");
        different[usize::from(proven)] += u32::from(changed != position);
    }
    assert!(different[0] > 50 && different[1] > 100, "{different:?}");
}
