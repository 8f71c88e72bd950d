//! Perft: counts the lines of play, the classic test of a game's moves.

use provenum_game::Game;

/// The number of lines of play with exactly `depth` moves. Lines that end earlier do not count.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.outcome(position).is_some() {
        return 0;
    }
    // One allocation: growing step by step would take longer than the moves of most games.
    let mut moves = Vec::with_capacity(64);
    game.moves(position, &mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.into_iter().map(|mv| perft(game, &game.play(position, mv), depth - 1)).sum()
}
