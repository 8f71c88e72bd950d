//! Moves of shogi against `shogi_legality_lite`, an independent library that tries every move on the board.
#![allow(clippy::unwrap_used)] // also in what the tests share

use provenum_game::{Game, Hints, Kind, Notation, Outcome, Parameters, Player};
use provenum_games::TsumeShogi;
use provenum_games::tsume_shogi::{Move, Position};
use shogi_core::{PartialPosition, ToUsi};
use shogi_legality_lite::{all_legal_moves_partial, is_in_check_partial_lite};
use shogi_usi_parser::FromUsi;

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

fn read(text: &str) -> Option<Position> {
    TsumeShogi::set_up(&Parameters::new(), Some(text)).ok().map(|(_, position)| position)
}

fn names(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut names: Vec<_> = moves.iter().map(|&mv| TsumeShogi.format_move(position, mv)).collect();
    names.sort();
    names
}

/// What the other library says: all legal moves, and those of them that give check.
fn expected(sfen: &str) -> (Vec<String>, Vec<String>) {
    let position = PartialPosition::from_usi(&format!("sfen {sfen}")).unwrap();
    let (mut all, mut checks) = (Vec::new(), Vec::new());
    for mv in all_legal_moves_partial(&position) {
        let name = mv.to_usi_owned().to_uppercase();
        // It writes drops of white pieces in small letters, USI all in capitals; squares are always small.
        let name = match name.split_once('*') {
            Some((piece, to)) => format!("{piece}*{}", to.to_lowercase()),
            None => name.to_lowercase(),
        };
        let mut next = position.clone();
        next.make_move(mv).unwrap();
        if is_in_check_partial_lite(&next) {
            checks.push(name.clone());
        }
        all.push(name);
    }
    all.sort();
    checks.sort();
    (all, checks)
}

/// The four parts of the SFEN, without what may stand behind it.
fn sfen(text: &str) -> String {
    text.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// Compares all moves, the checks and the result with what the other library says of a position.
fn compare(position: &Position) {
    let text = TsumeShogi.format_position(position);
    let (all, checks) = expected(&sfen(&text));
    assert_eq!(names(position, &position.legal_moves()), all, "legal moves of {text}");
    let allowed = if TsumeShogi.to_move(position) == Player::First { checks } else { all };
    let mut moves = Vec::new();
    TsumeShogi.moves(position, &mut moves);
    assert_eq!(names(position, &moves), allowed, "moves of {text}");
    let mated = TsumeShogi.to_move(position) == Player::Second && position.in_check(position.to_move());
    let over = allowed.is_empty().then_some(Outcome(if mated { 1 } else { -1 }));
    assert_eq!(TsumeShogi.outcome(position), over, "result of {text}");
    compare_successors(position, &moves);
}

/// What is told of successors without going there is what is found there.
fn compare_successors(position: &Position, moves: &[Move]) {
    let mut left = moves.iter();
    let kind = if TsumeShogi.to_move(position) == Player::First { Kind::Or } else { Kind::And };
    TsumeShogi.successors_with_estimates(position, kind, &mut |mv, outcome, key, estimate| {
        let next = TsumeShogi.play(position, mv);
        let text = || format!("{} of {}", TsumeShogi.format_move(position, mv), TsumeShogi.format_position(position));
        assert_eq!(Some(&mv), left.next(), "{}", text());
        assert_eq!((outcome, key), (TsumeShogi.outcome(&next), TsumeShogi.key(&next)), "{}", text());
        assert_eq!(key, TsumeShogi.key_after(position, mv), "{}", text());
        let holding = TsumeShogi.holding_after(position, mv, kind);
        assert_eq!(holding, Some(TsumeShogi.holding(&next, kind.other())), "{}", text());
        if outcome.is_none() {
            assert_eq!(estimate, Some(TsumeShogi.estimate(&next, kind.other())), "{}", text());
        }
    });
    assert_eq!(left.next(), None);
}

/// Random numbers (Marsaglia 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    /// A position with some of the pieces of a set anywhere, one king or two, and some of the others in hand. Most of it
    /// is crowded around a king, so that there is something to check and to pin.
    fn position(&mut self) -> Option<Position> {
        const SET: &str = "PPPPPPPPPPPPPPPPPPLLLLNNNNSSSSGGGGBBRR";
        let mut board = vec![String::new(); 81];
        let king = self.below(81);
        board[king] = "k".to_owned();
        if self.below(2) == 0 {
            board[self.below(81)] = "K".to_owned();
        }
        let crowd = 1 + self.below(3);
        let mut hands = String::new();
        for letter in SET.chars() {
            let letter = if self.below(2) == 0 { letter.to_ascii_lowercase() } else { letter };
            match self.below(6 * crowd) {
                0 => hands.push(letter),
                1..6 => {
                    let square = match self.below(3) {
                        0 => self.below(81),
                        _ => (king + self.below(5) + 9 * self.below(5)).saturating_sub(20).min(80),
                    };
                    let plus = if !"Gg".contains(letter) && self.below(3) == 0 { "+" } else { "" };
                    if board[square].is_empty() {
                        board[square] = format!("{plus}{letter}");
                    }
                }
                _ => (),
            }
        }
        let hands = if hands.is_empty() { "-".to_owned() } else { hands };
        let rows: Vec<String> = board
            .chunks(9)
            .map(|row| row.iter().map(|piece| if piece.is_empty() { "1" } else { piece }).collect())
            .collect();
        let side = ["b", "w"][self.below(2)];
        let duty = ["", " attacks", " defends"][self.below(3)];
        read(&format!("{} {side} {hands} 1{duty}", rows.join("/")))
    }
}

fn count_all(position: &Position, depth: usize) -> u64 {
    let moves = position.legal_moves();
    match depth {
        1 => moves.len() as u64,
        _ => moves.iter().map(|&mv| count_all(&TsumeShogi.play(position, mv), depth - 1)).sum(),
    }
}

#[test]
fn lines_of_play_from_the_start_of_shogi_are_as_many_as_known() {
    let start = read(START).unwrap();
    for (depth, count) in [(1, 30), (2, 900), (3, 25_470), (4, 719_731)] {
        assert_eq!(count_all(&start, depth), count);
    }
}

#[test]
#[ignore = "takes long"]
fn lines_of_five_moves_are_as_many_as_known() {
    assert_eq!(count_all(&read(START).unwrap(), 5), 19_861_490);
}

#[test]
fn random_positions_have_the_moves_of_another_library() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut compared = 0;
    while compared < 3_000 {
        if let Some(position) = random.position() {
            compare(&position);
            compared += 1;
        }
    }
}

#[test]
fn random_games_have_the_moves_of_another_library() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..10 {
        let mut position = read(START).unwrap();
        for _ in 0..150 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let next = TsumeShogi.play(&position, moves[random.below(moves.len())]);
            // As a problem it is the side to move's, so that its checks are compared too.
            let text = TsumeShogi.format_position(&next);
            position = read(&format!("{} attacks", sfen(&text))).unwrap();
            compare(&position);
        }
    }
}
