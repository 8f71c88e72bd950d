//! The procedures of the family as they are printed, without a table and without move ordering, for experiments and to
//! compare with (Hsu 2014; Pearl 1980; Reinefeld 1983).
//!
//! They recurse, look at moves in the order of [`Game::moves`], and count every node they visit, leaves too. Values are
//! seen by the first player in the MAX/MIN forms: the first player is MAX. Where the depth is used up, a node is evaluated:
//! values are then thousandths ([`Outcome::PARTS`]), and so are results.

use provenum_game::{Game, Outcome, Player};

/// Larger than every value.
const INFINITY: i32 = i32::MAX / 4;

/// A game that is searched to some depth, and how many nodes were visited.
#[derive(Debug)]
pub struct Printed<'g, G: Game> {
    game: &'g G,
    /// Nodes visited so far; a node that is visited again counts again.
    pub visited: u64,
}

impl<'g, G: Game> Printed<'g, G> {
    /// A search that has visited nothing yet.
    #[must_use]
    pub fn new(game: &'g G) -> Printed<'g, G> {
        Printed { game, visited: 0 }
    }

    /// Visits a node. If it is a leaf here, because the game is over or no depth is left, it is what that is worth to MAX;
    /// else its successors.
    fn visit(&mut self, node: &G::Position, depth: u32) -> Result<Vec<G::Position>, i32> {
        self.visited += 1;
        if let Some(Outcome(value)) = self.game.outcome(node) {
            return Err(value * Outcome::PARTS);
        }
        if depth == 0 {
            return Err(self.game.evaluate(node));
        }
        let mut moves = Vec::new();
        self.game.moves(node, &mut moves);
        Ok(moves.into_iter().map(|mv| self.game.play(node, mv)).collect())
    }

    fn is_max(&self, node: &G::Position) -> bool {
        self.game.to_move(node) == Player::First
    }

    /// Minimax, which visits everything.
    pub fn minimax(&mut self, node: &G::Position, depth: u32) -> i32 {
        match self.visit(node, depth) {
            Err(value) => value,
            Ok(children) => {
                let max = self.is_max(node);
                let values = children.iter().map(|child| self.minimax(child, depth - 1));
                let best = if max { values.max() } else { values.min() };
                best.unwrap_or(0)
            }
        }
    }

    /// Alpha-beta, fail-soft.
    pub fn alpha_beta(&mut self, node: &G::Position, mut alpha: i32, mut beta: i32, depth: u32) -> i32 {
        let children = match self.visit(node, depth) {
            Err(value) => return value,
            Ok(children) => children,
        };
        let max = self.is_max(node);
        let mut best = if max { -INFINITY } else { INFINITY };
        for child in &children {
            let value = self.alpha_beta(child, alpha, beta, depth - 1);
            if max {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// TEST(p, v, >): whether a node is worth more than this.
    pub fn is_greater(&mut self, node: &G::Position, value: i32, depth: u32) -> bool {
        match self.visit(node, depth) {
            Err(leaf) => leaf > value,
            Ok(children) if self.is_max(node) => children.iter().any(|child| self.is_greater(child, value, depth - 1)),
            Ok(children) => children.iter().all(|child| self.is_greater(child, value, depth - 1)),
        }
    }

    /// TEST(p, v, <): whether a node is worth less than this.
    pub fn is_less(&mut self, node: &G::Position, value: i32, depth: u32) -> bool {
        match self.visit(node, depth) {
            Err(leaf) => leaf < value,
            Ok(children) if self.is_max(node) => children.iter().all(|child| self.is_less(child, value, depth - 1)),
            Ok(children) => children.iter().any(|child| self.is_less(child, value, depth - 1)),
        }
    }

    /// SCOUT: the first branch is searched, the others are tested first.
    pub fn scout(&mut self, node: &G::Position, depth: u32) -> i32 {
        let children = match self.visit(node, depth) {
            Err(value) => return value,
            Ok(children) => children,
        };
        let max = self.is_max(node);
        let mut best = None;
        for child in &children {
            let better = match best {
                None => true,
                Some(best) if max => self.is_greater(child, best, depth - 1),
                Some(best) => self.is_less(child, best, depth - 1),
            };
            if better {
                best = Some(self.scout(child, depth - 1));
            }
        }
        best.unwrap_or(0)
    }

    /// NegaScout in the MAX/MIN form: F4' at nodes of MAX, G4' at nodes of MIN. Where players do not alternate, the next
    /// node decides which of the two it is.
    ///
    /// A test near the leaves is trusted without a second search, because there it has found the value itself: a fail-soft
    /// search that is at most two levels deep, and has no table, never stops short of it. That holds only where MAX and
    /// MIN alternate; elsewhere the second search is made.
    pub fn nega_scout_min_max(&mut self, node: &G::Position, alpha: i32, beta: i32, depth: u32) -> i32 {
        let children = match self.visit(node, depth) {
            Err(value) => return value,
            Ok(children) => children,
        };
        if self.is_max(node) {
            self.f4(node, &children, alpha, beta, depth)
        } else {
            self.g4(node, &children, alpha, beta, depth)
        }
    }

    /// F4', after its first lines.
    fn f4(&mut self, node: &G::Position, children: &[G::Position], alpha: i32, beta: i32, depth: u32) -> i32 {
        let mut m = -INFINITY;
        for (i, child) in children.iter().enumerate() {
            if i == 0 {
                m = m.max(self.nega_scout_min_max(child, alpha, beta, depth - 1));
            } else {
                let t = self.nega_scout_min_max(child, m, m + 1, depth - 1);
                if t > m {
                    let trusted = self.is_trusted(node, child, depth) || t >= beta;
                    m = if trusted { t } else { self.nega_scout_min_max(child, t, beta, depth - 1) };
                }
            }
            if m >= beta {
                return m;
            }
        }
        m
    }

    /// G4', after its first lines.
    fn g4(&mut self, node: &G::Position, children: &[G::Position], alpha: i32, beta: i32, depth: u32) -> i32 {
        let mut m = INFINITY;
        for (i, child) in children.iter().enumerate() {
            if i == 0 {
                m = m.min(self.nega_scout_min_max(child, alpha, beta, depth - 1));
            } else {
                let t = self.nega_scout_min_max(child, m - 1, m, depth - 1);
                if t < m {
                    let trusted = self.is_trusted(node, child, depth) || t <= alpha;
                    m = if trusted { t } else { self.nega_scout_min_max(child, alpha, t, depth - 1) };
                }
            }
            if m <= alpha {
                return m;
            }
        }
        m
    }

    /// The rule `depth < 3`.
    fn is_trusted(&self, node: &G::Position, child: &G::Position, depth: u32) -> bool {
        depth < 3 && self.game.to_move(node) != self.game.to_move(child)
    }

    /// NegaScout in the negamax form, F4. Values are seen by the side to move, and so is the answer.
    pub fn nega_scout(&mut self, node: &G::Position, alpha: i32, beta: i32, depth: u32) -> i32 {
        let mover = self.game.to_move(node);
        let children = match self.visit(node, depth) {
            Err(value) => return Outcome(value).worth(mover),
            Ok(children) => children,
        };
        let mut m = -INFINITY;
        let mut n = beta;
        for child in &children {
            let near_leaves = self.is_trusted(node, child, depth);
            let mut search = |low: i32, high: i32| match self.game.to_move(child) == mover {
                true => self.nega_scout(child, low, high, depth - 1),
                false => -self.nega_scout(child, -high, -low, depth - 1),
            };
            let t = search(alpha.max(m), n);
            if t > m {
                m = if n == beta || near_leaves || t >= beta { t } else { search(t, beta) };
            }
            if m >= beta {
                return m;
            }
            n = alpha.max(m) + 1;
        }
        m
    }
}
