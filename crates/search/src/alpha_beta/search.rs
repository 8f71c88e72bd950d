//! The one search of the family. What makes it alpha-beta, SCOUT or NegaScout is [`Rule`]; TEST is any of them with a null
//! window.
//!
//! It is fail-soft, keeps an explicit stack instead of recursing, and takes levels that do not alternate. Each node is seen
//! with the eyes of its mover, as in the negamax form.

use super::ordering::{Candidate, Ordering, sort};
use super::table::{DEEPEST, Memo, Table};
use super::tree::Tree;
use super::window::{Bound, Bounds, Found, INFINITY, Window};
use crate::{Meter, Numbers, Statistics, StopReason};
use provenum_game::Player;

/// With which windows the children of a node are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// All with what is left of the node's own window: alpha-beta (Knuth and Moore 1975), fail-soft (Fishburn 1983).
    AlphaBeta,
    /// The first with the full window. The others are tested whether they are better, and if they are, searched with the
    /// full window again: SCOUT (Pearl 1980).
    Scout,
    /// The first with the node's own window. The others are tested, and if they are better, searched again with what is
    /// left of the window: NegaScout (Reinefeld 1983). The rule of the printed form that trusts tests near the leaves is
    /// left out, since with a table it is wrong.
    NegaScout,
}

/// A node whose children are being searched. Values are seen by `mover`.
struct Frame<T: Tree> {
    node: T::Node,
    key: u64,
    mover: Player,
    /// What is asked, no wider than what is possible.
    window: Window,
    /// What is known without the children.
    known: Bounds,
    /// How many more levels are searched.
    depth: u32,
    /// Where its candidates begin, and which comes next.
    first: usize,
    next: usize,
    /// The best value so far, and whether it is certain that the node is worth at least that.
    best: Bound,
    best_child: Option<Candidate<T::Move>>,
    /// Whether it is certain of all children so far that they are worth no more than they seem.
    at_most: bool,
    /// Whether the present child is being tested.
    testing: bool,
    /// What the test of the present child said, while it is searched again.
    tested: Option<Found>,
}

/// What the search does next.
enum Next {
    /// It goes on with the node on top of the stack.
    GoOn,
    /// It brings this to the node on top of the stack, seen by that player.
    Return(Found, Player),
}

/// How deep a search without a limit goes.
pub(super) const UNLIMITED: u32 = u32::MAX;

pub(super) struct Search<T: Tree> {
    pub(super) tree: T,
    pub(super) rule: Rule,
    pub(super) table: Option<Table>,
    ordering: Ordering<T::Move>,
    pub(super) statistics: Statistics,
    /// Nodes below this level were reached by an earlier search that was not so deep.
    pub(super) reached: usize,
    /// The best move of the last search at its root.
    pub(super) best_move: Option<T::Move>,
    stack: Vec<Frame<T>>,
    candidates: Vec<Candidate<T::Move>>,
}

impl<T: Tree> Search<T> {
    pub(super) fn new(tree: T, rule: Rule, table: Option<Table>, killers: bool, history: bool) -> Search<T> {
        Search {
            tree,
            rule,
            table,
            ordering: Ordering::new(killers, history),
            statistics: Statistics::default(),
            reached: 0,
            best_move: None,
            stack: Vec::new(),
            candidates: Vec::new(),
        }
    }

    /// Searches a node so many levels deep. The window and the answer are seen by its mover.
    pub(super) fn search(
        &mut self,
        root: &T::Node,
        window: Window,
        depth: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Found, StopReason> {
        self.stack.clear();
        self.candidates.clear();
        self.best_move = None;
        let mut next = self.enter(root.clone(), self.tree.mover(root), window, depth, meter)?;
        loop {
            next = match next {
                Next::GoOn => self.go_on(meter)?,
                Next::Return(found, _) if self.stack.is_empty() => return Ok(found),
                Next::Return(found, player) => self.take(found, player, meter)?,
            };
        }
    }

    /// Answers for a node at once, or puts it onto the stack. The window is seen by its mover.
    #[inline]
    fn enter(
        &mut self,
        node: T::Node,
        mover: Player,
        mut window: Window,
        depth: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Next, StopReason> {
        let ply = self.stack.len();
        self.statistics.by_level += u64::from(ply >= self.reached);
        let mut known = self.tree.bounds(&node, mover);
        if let Some(found) = known.answer(window) {
            return Ok(Next::Return(found, mover));
        }
        if depth == 0 {
            return Ok(Next::Return(self.guess(&node, mover, &known), mover));
        }
        let key = self.tree.key(&node);
        let mut remembered = None;
        if let Some(memo) = self.table.as_ref().and_then(|table| table.probe(key)) {
            self.statistics.hits += 1;
            remembered = memo.best;
            known.narrow(usable(memo, depth));
            if let Some(found) = known.answer(window) {
                return Ok(Next::Return(found, mover));
            }
        }
        if let Some(stop) = meter.check(&self.statistics, Numbers { proof: 1, disproof: 1 }) {
            return Err(stop);
        }
        let first = self.candidates.len();
        let (tree, ordering, candidates) = (&self.tree, &self.ordering, &mut self.candidates);
        tree.candidates(&node, &mut |mv, promise| {
            let place = (candidates.len() - first) as u16;
            candidates.push(ordering.candidate(mv, (place, promise), mover, ply, || tree.move_class(&node, mv)));
        });
        if candidates.len() == first {
            return Ok(Next::Return(self.guess(&node, mover, &known), mover));
        }
        sort(&mut candidates[first..], remembered);
        self.statistics.expanded += 1;
        self.statistics.generated += (candidates.len() - first) as u64;
        self.statistics.depth = self.statistics.depth.max(ply as u32 + 1);
        window.alpha = window.alpha.max(known.lower.value);
        window.beta = window.beta.min(known.upper.value);
        let best = Bound { value: -INFINITY, certain: false };
        self.stack.push(Frame {
            node,
            key,
            mover,
            window,
            known,
            depth,
            first,
            next: first,
            best,
            best_child: None,
            at_most: true,
            testing: false,
            tested: None,
        });
        Ok(Next::GoOn)
    }

    /// What a node looks worth that is not searched.
    fn guess(&self, node: &T::Node, mover: Player, known: &Bounds) -> Found {
        Found::guess(self.tree.evaluate(node, mover).clamp(known.lower.value, known.upper.value))
    }

    /// Searches the next child of the node on top, or leaves that node.
    #[inline]
    fn go_on(&mut self, meter: &mut Meter<'_>) -> Result<Next, StopReason> {
        let end = self.candidates.len();
        let Some(frame) = self.stack.last_mut() else { unreachable!("there is a node to go on with") };
        if frame.next == end {
            return Ok(self.leave());
        }
        let alpha = frame.window.alpha.max(frame.best.value);
        frame.testing = self.rule != Rule::AlphaBeta && frame.next > frame.first && frame.window.beta - alpha > 1;
        let window = if frame.testing { Window::test(alpha) } else { Window { alpha, ..frame.window } };
        frame.next += 1;
        self.descend(window, meter)
    }

    /// Enters the present child of the node on top. The window is seen by that node's mover.
    #[inline]
    fn descend(&mut self, window: Window, meter: &mut Meter<'_>) -> Result<Next, StopReason> {
        let Some(frame) = self.stack.last() else { unreachable!("there is a node to descend from") };
        let child = self.tree.play(&frame.node, self.candidates[frame.next - 1].mv);
        let (depth, mover) = (frame.depth.saturating_sub(u32::from(frame.depth != UNLIMITED)), frame.mover);
        let player = self.tree.mover(&child);
        self.enter(child, player, window.seen_by(mover, player), depth, meter)
    }

    /// Takes over what was found out about the present child of the node on top.
    #[inline]
    fn take(&mut self, found: Found, player: Player, meter: &mut Meter<'_>) -> Result<Next, StopReason> {
        let Some(frame) = self.stack.last_mut() else { unreachable!("there is a node to take it to") };
        let mut found = found.seen_by(player, frame.mover);
        let alpha = frame.window.alpha.max(frame.best.value);
        if frame.testing && alpha < found.value && found.value < frame.window.beta {
            frame.testing = false;
            frame.tested = Some(found);
            let window = match self.rule {
                Rule::Scout => Window::FULL,
                _ => Window { alpha: found.value, beta: frame.window.beta },
            };
            return self.descend(window, meter);
        }
        if let Some(tested) = frame.tested.take()
            && found.value <= tested.value
        {
            // The test has shown that it is at least this, the search that it is no more.
            found = Found { at_most: found.at_most, ..tested };
        }
        frame.at_most &= found.at_most;
        if found.value > frame.best.value {
            frame.best = Bound { value: found.value, certain: found.at_least };
            frame.best_child = Some(self.candidates[frame.next - 1]);
        } else if found.value == frame.best.value {
            frame.best.certain |= found.at_least;
        }
        if frame.best.value >= frame.window.beta {
            return Ok(self.leave());
        }
        Ok(Next::GoOn)
    }

    /// Takes the node on top off the stack, remembers what was found out about it, and answers.
    #[inline]
    fn leave(&mut self) -> Next {
        let Some(frame) = self.stack.pop() else { unreachable!("there is a node to leave") };
        self.candidates.truncate(frame.first);
        let Frame { node, key, mover, window, known: mut bounds, depth, best, best_child, at_most, .. } = frame;
        let value = best.value.clamp(bounds.lower.value, bounds.upper.value);
        if best.value >= window.beta {
            if let Some(Candidate { mv, .. }) = best_child {
                let class = || self.tree.move_class(&node, mv);
                self.ordering.cut(mv, mover, self.stack.len(), depth.min(DEEPEST), class);
            }
        } else if value < bounds.upper.value {
            bounds.upper = Bound { value, certain: at_most };
        }
        if best.value > window.alpha {
            bounds.lower = Bound { value, certain: best.certain };
        }
        if let Some(table) = &mut self.table {
            let draft = if depth == UNLIMITED { DEEPEST.saturating_sub(self.stack.len() as u32) } else { depth };
            table.store(key, Memo { bounds, draft, best: best_child.map(|child| child.place) });
        }
        if self.stack.is_empty() {
            self.best_move = best_child.map(|child| child.mv);
        }
        Next::Return(bounds.found(value), mover)
    }
}

/// The bounds of an entry that hold for a search of this depth: those that are certain hold for any.
#[inline]
fn usable(memo: Memo, depth: u32) -> Bounds {
    let Bounds { mut lower, mut upper } = memo.bounds;
    if depth != UNLIMITED && memo.draft < depth {
        if !lower.certain {
            lower.value = -INFINITY;
        }
        if !upper.certain {
            upper.value = INFINITY;
        }
    }
    Bounds { lower, upper }
}
