//! What one player of many can force is what looking at everything finds.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use provenum_game::{MultiPlayer, Notation, Parameters, Paranoid, Player};
use provenum_games::Rolit;
use provenum_search::{Algorithm, Limits, Question, evaluate};
use std::collections::HashMap;

/// The player takes its best move, everybody else the worst for it.
fn minimax<M: MultiPlayer>(
    game: &M,
    player: usize,
    position: &M::Position,
    known: &mut HashMap<M::Position, i32>,
) -> i32 {
    if let Some(value) = game.worth(position, player).or_else(|| known.get(position).copied()) {
        return value;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let values = moves.into_iter().map(|mv| minimax(game, player, &game.play(position, mv), known));
    let values: Vec<i32> = values.collect();
    let value = if game.to_move(position) == player { values.iter().max() } else { values.iter().min() };
    let value = *value.unwrap();
    known.insert(position.clone(), value);
    value
}

#[test]
fn rolit_is_worth_what_brute_force_finds() {
    let mut seen = Vec::new();
    for size in ["2x2", "3x2", "3x3", "2x5", "4x3"] {
        for players in 2..=4 {
            for player in 1..=players {
                for goal in ["win", "balls"] {
                    let parameters = Parameters::new()
                        .with("size", size)
                        .with("players", players.to_string())
                        .with("for", player.to_string())
                        .with("goal", goal);
                    let (game, start) = Paranoid::<Rolit>::set_up(&parameters, None).unwrap();
                    let value = minimax(game.game(), game.player(), &start, &mut HashMap::new());
                    seen.push((goal, value));
                    for algorithm in ["pn", "df-pn-eps", "df-pn+", "oracle"] {
                        let algorithm = Algorithm::named(algorithm).unwrap();
                        let question = Question::Value(Player::First);
                        let found = evaluate(&algorithm, &game, &start, question, &Limits::default(), &mut ());
                        assert_eq!(found.value(), Some(value), "{parameters:?}");
                    }
                }
            }
        }
    }
    for value in [("win", 1), ("win", 0), ("win", -1), ("balls", 1), ("balls", 3)] {
        assert!(seen.contains(&value), "{value:?} is the value of no board");
    }
}
