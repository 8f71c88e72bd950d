//! From `position` to a position.

use super::options::Options;
use provenum_game::{Game, Notation, Parameters, shorten};
use provenum_games::TsumeShogi;
use provenum_games::tsume_shogi::Position;
use provenum_session::{Games, Session};
use std::str::SplitWhitespace;
use std::sync::Arc;

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// Obeys `position sfen SFEN moves …` and `position startpos moves …`.
pub(super) fn read(words: SplitWhitespace<'_>) -> Result<Position, String> {
    let words: Vec<&str> = words.collect();
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let text = match &words[..end] {
        ["startpos"] => START.to_owned(),
        ["sfen", sfen @ ..] => sfen.join(" "),
        _ => return Err("position: expected startpos or sfen SFEN".to_owned()),
    };
    let (_, mut position) = set_up(&text, &Parameters::new())?;
    for name in words.iter().skip(end + 1) {
        // Moves of a game need not give check.
        let moves = position.legal_moves();
        let mv = moves.into_iter().find(|&mv| TsumeShogi.format_move(&position, mv) == *name);
        let mv = mv.ok_or_else(|| format!("position: the move {:?} is not legal", shorten(name)))?;
        position = TsumeShogi.play(&position, mv);
    }
    Ok(position)
}

/// The same position as a problem of the side to move, which attacks if it can; if it stands in check it defends, if that
/// is wanted.
pub(super) fn with_duty(position: &Position, options: &Options) -> Result<Arc<dyn Session>, String> {
    let text = TsumeShogi.format_position(position);
    let sfen = text.trim_end_matches(" attacks").trim_end_matches(" defends");
    let parameters = Parameters::new().with("futile-interposition", options.interpositions);
    match options.defends_check {
        true => open(sfen, &parameters),
        false => open(&format!("{sfen} attacks"), &parameters).or_else(|_| open(sfen, &parameters)),
    }
}

fn open(text: &str, parameters: &Parameters) -> Result<Arc<dyn Session>, String> {
    Games::built_in().open(TsumeShogi::INFO.name, parameters, Some(text)).map_err(|error| error.to_string())
}

fn set_up(text: &str, parameters: &Parameters) -> Result<(TsumeShogi, Position), String> {
    TsumeShogi::set_up(parameters, Some(text)).map_err(|error| error.to_string())
}
