//! In which order moves are tried: the move that the table remembers, then what the game says of them, then killer moves
//! (Akl and Newborn 1977), then the history of what has cut before (Schaeffer 1983).

use provenum_game::Player;

/// A move to be tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<M> {
    pub(super) mv: M,
    /// Its place as the game handed it over.
    pub(super) place: u16,
    /// Larger is tried first.
    pub(super) rank: i64,
}

/// The rank of the move that the table remembers.
pub(super) const REMEMBERED: i64 = i64::MAX;

/// How many classes of moves are told apart.
const CLASSES: usize = 1 << 8;
/// How many killer moves are kept for each level.
const KILLERS: usize = 2;

/// What was learned about moves.
pub(super) struct Ordering<M> {
    use_killers: bool,
    killers: Vec<[Option<M>; KILLERS]>,
    /// For each side and class of moves, how much they have cut off; empty if that is not wanted.
    history: Vec<u32>,
}

impl<M: Copy + Eq> Ordering<M> {
    pub(super) fn new(killers: bool, history: bool) -> Ordering<M> {
        Ordering { use_killers: killers, killers: Vec::new(), history: vec![0; if history { 2 * CLASSES } else { 0 }] }
    }

    /// How early a move is tried that scores so much: the larger, the earlier. The move's class is asked for only if it
    /// counts.
    #[inline]
    pub(super) fn rank(&self, mv: M, score: i32, mover: Player, ply: usize, class: impl FnOnce() -> usize) -> i64 {
        let killer = self.killers.get(ply).is_some_and(|killers| killers.contains(&Some(mv)));
        let history = if self.history.is_empty() { 0 } else { self.history[slot(mover, class())] };
        i64::from(score) << 32 | i64::from(killer) << 31 | i64::from(history)
    }

    /// A move was good enough that its siblings need not be looked at.
    #[inline]
    pub(super) fn cut(&mut self, mv: M, mover: Player, ply: usize, depth: u32, class: impl FnOnce() -> usize) {
        if self.use_killers {
            if self.killers.len() <= ply {
                self.killers.resize(ply + 1, [None; KILLERS]);
            }
            let killers = &mut self.killers[ply];
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
        }
        if !self.history.is_empty() {
            // A deep cut saves more. Halving all keeps the counts small, and lets what is old fade.
            let count = &mut self.history[slot(mover, class())];
            *count += (depth * depth).clamp(1, 1 << 10);
            if *count >= 1 << 30 {
                self.history.iter_mut().for_each(|count| *count /= 2);
            }
        }
    }
}

#[inline]
fn slot(mover: Player, class: usize) -> usize {
    mover as usize * CLASSES + class % CLASSES
}

/// Puts the most promising first; equal ones stay in their order.
#[inline]
pub(super) fn sort<M: Copy>(candidates: &mut [Candidate<M>]) {
    if candidates.len() > 16 {
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.rank));
        return;
    }
    for end in 1..candidates.len() {
        let candidate = candidates[end];
        let mut place = end;
        while place > 0 && candidates[place - 1].rank < candidate.rank {
            candidates[place] = candidates[place - 1];
            place -= 1;
        }
        candidates[place] = candidate;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_comes_before_the_game_before_killers_before_history() {
        let mut ordering = Ordering::new(true, true);
        ordering.cut('k', Player::First, 3, 5, || 1);
        ordering.cut('h', Player::First, 4, 5, || 2);
        for count in [5, 40] {
            let mut moves: Vec<_> = "abpkht".chars().chain(std::iter::repeat_n('z', count - 5)).collect();
            moves.truncate(count + 1);
            let mut candidates: Vec<_> = moves
                .iter()
                .enumerate()
                .map(|(place, &mv)| {
                    let score = i32::from(mv == 'p') - i32::from(mv == 'z');
                    let class = match mv {
                        'h' => 2,
                        'z' => 7,
                        _ => 0,
                    };
                    let rank = ordering.rank(mv, score, Player::First, 3, || class);
                    Candidate { mv, place: place as u16, rank: if mv == 't' { REMEMBERED } else { rank } }
                })
                .collect();
            sort(&mut candidates);
            let order: String = candidates.iter().map(|candidate| candidate.mv).collect();
            assert!(order.starts_with("tpkhab"), "{order}");
        }
    }
}
