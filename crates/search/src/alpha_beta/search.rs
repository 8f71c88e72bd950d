//! The one search of the family. What makes it alpha-beta, SCOUT or NegaScout is [`Rule`]; TEST is any of them with a null
//! window.
//!
//! It is fail-soft, keeps an explicit stack instead of recursing, and takes levels that do not alternate. Each node is seen
//! with the eyes of its mover, as in the negamax form.

use super::look_ahead;
use super::ordering::{Candidate, Ordering, REMEMBERED, sort};
use super::settings::Settings;
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

/// A node to be searched, with what is asked of it. The window is seen by `mover`.
struct Visit<N> {
    node: N,
    mover: Player,
    window: Window,
    /// How many more levels are searched.
    depth: u32,
}

/// A node whose children are being searched. Values are seen by `mover`.
struct Frame<N> {
    node: N,
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
    /// The candidate that has it.
    best_child: Option<usize>,
    /// Whether it is certain of all children so far that they are worth no more than they seem.
    at_most: bool,
    trial: Trial,
}

/// How the present child is searched.
#[derive(Clone, Copy)]
enum Trial {
    /// For its value.
    None,
    /// To know whether it is better.
    Test,
    /// For its value, after a test that said this.
    After(Found),
}

impl<N> Frame<N> {
    /// The window for the next child; none if the node can be left.
    #[inline(always)]
    fn go_on(&mut self, rule: Rule, end: usize) -> Option<Window> {
        if self.next == end || self.best.value >= self.window.beta {
            return None;
        }
        let alpha = self.window.alpha.max(self.best.value);
        let test = rule != Rule::AlphaBeta && self.next > self.first && self.window.beta - alpha > 1;
        self.next += 1;
        self.trial = if test { Trial::Test } else { Trial::None };
        Some(if test { Window::test(alpha) } else { Window { alpha, ..self.window } })
    }

    /// Takes over what was found out about the present child. Answers with which window to search it again, if need be.
    #[inline(always)]
    fn take(&mut self, mut found: Found, rule: Rule) -> Option<Window> {
        match self.trial {
            Trial::Test if self.window.alpha.max(self.best.value) < found.value && found.value < self.window.beta => {
                self.trial = Trial::After(found);
                return Some(match rule {
                    Rule::Scout => Window::FULL,
                    _ => Window { alpha: found.value, beta: self.window.beta },
                });
            }
            // The test has shown that it is at least this, the search that it is no more.
            Trial::After(tested) if found.value <= tested.value => found = Found { at_most: found.at_most, ..tested },
            _ => {}
        }
        self.at_most &= found.at_most;
        if found.value > self.best.value {
            self.best = Bound { value: found.value, certain: found.at_least };
            self.best_child = Some(self.next - 1);
        } else if found.value == self.best.value {
            self.best.certain |= found.at_least;
        }
        None
    }
}

/// With so many levels left to the end, looking all children up costs little beside what it may save.
const FAR: u32 = 10;

/// How deep a search without a limit goes.
pub(super) const UNLIMITED: u32 = u32::MAX;

pub(super) struct Search<T: Tree> {
    pub(super) tree: T,
    pub(super) rules: Settings,
    pub(super) table: Option<Table>,
    ordering: Ordering<T::Move>,
    pub(super) statistics: Statistics,
    /// Nodes below this level were reached by an earlier search that was not so deep.
    pub(super) reached: usize,
    /// The best move of the last search at its root.
    pub(super) best_move: Option<T::Move>,
    stack: Vec<Frame<T::Node>>,
    candidates: Vec<Candidate<T::Move>>,
    /// What it was about to do when a limit came.
    suspended: Option<Suspended<T::Node>>,
}

/// A search that was stopped, and can go on with what is on the stack.
struct Suspended<N> {
    root: N,
    /// What was asked of the root.
    window: Window,
    depth: u32,
    /// The window of the child that was not entered yet, seen by its mover.
    next: Window,
}

impl<T: Tree> Search<T> {
    pub(super) fn new(tree: T, rules: Settings, table: Option<Table>, ordering: Ordering<T::Move>) -> Search<T> {
        Search {
            tree,
            rules,
            table,
            ordering,
            statistics: Statistics::default(),
            reached: 0,
            best_move: None,
            stack: Vec::new(),
            candidates: Vec::new(),
            suspended: None,
        }
    }

    /// Searches a node so many levels deep. The window and the answer are seen by its mover. If the same was asked last and a
    /// limit came, it goes on from there.
    #[inline(always)]
    pub(super) fn search(
        &mut self,
        root: &T::Node,
        window: Window,
        depth: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Found, StopReason> {
        let suspended = self.suspended.take().filter(|last| {
            last.root == *root && last.window == window && last.depth == depth && !self.stack.is_empty()
        });
        let mut visit = match suspended {
            Some(Suspended { next, .. }) => Visit { window: next, ..self.child(window) },
            None => {
                self.stack.clear();
                self.candidates.clear();
                self.best_move = None;
                Visit { node: root.clone(), mover: self.tree.mover(root), window, depth }
            }
        };
        loop {
            let next = visit.window;
            let mut answer = match self.enter(visit, meter) {
                Ok(answer) => answer,
                Err(stop) => {
                    self.suspended = Some(Suspended { root: root.clone(), window, depth, next });
                    return Err(stop);
                }
            };
            visit = loop {
                let Some(frame) = self.stack.last_mut() else {
                    let Some((found, _)) = answer else { unreachable!("the root is on the stack or answered") };
                    return Ok(found);
                };
                let again =
                    answer.and_then(|(found, player)| frame.take(found.seen_by(player, frame.mover), self.rules.rule));
                match again.or_else(|| frame.go_on(self.rules.rule, self.candidates.len())) {
                    Some(window) => break self.child(window),
                    None => answer = Some(self.leave()),
                }
            };
        }
    }

    /// Answers for a node at once, seen by its mover, or puts it onto the stack.
    #[inline(always)]
    fn enter(
        &mut self,
        Visit { node, mover, mut window, depth }: Visit<T::Node>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(Found, Player)>, StopReason> {
        let ply = self.stack.len();
        self.statistics.by_level += u64::from(ply >= self.reached);
        if depth == 0 {
            return Ok(Some((self.stop_at(&node, mover, window), mover)));
        }
        // Of the root a move is wanted.
        if ply > 0
            && let Some(found) = self.tree.finish(&node, window)
        {
            return Ok(Some((found, mover)));
        }
        let key = self.tree.key(&node);
        if let Some(table) = &self.table {
            // It comes while the game looks at the node.
            table.prefetch(key);
        }
        let (mut known, note) = self.tree.bounds(&node, mover);
        if let Some(found) = known.answer(window) {
            return Ok(Some((found, mover)));
        }
        let mut remembered = None;
        if let Some(memo) = self.table.as_ref().and_then(|table| table.probe(key)) {
            self.statistics.hits += 1;
            remembered = memo.best;
            known.narrow(usable(memo, depth));
            if let Some(found) = known.answer(window) {
                return Ok(Some((found, mover)));
            }
        }
        if let Some(stop) = meter.check(&self.statistics, Numbers { proof: 1, disproof: 1 }) {
            return Err(stop);
        }
        let left = if depth == UNLIMITED { self.tree.levels_left(&node) } else { 0 };
        let first = self.candidates.len();
        let (tree, ordering, candidates) = (&self.tree, &self.ordering, &mut self.candidates);
        tree.candidates(&node, note, &mut |mv, score| {
            let place = (candidates.len() - first) as u16;
            let rank = match remembered {
                Some(best) if best == place => REMEMBERED,
                _ => ordering.rank(mv, score, mover, ply, || tree.move_class(&node, mv)),
            };
            candidates.push(Candidate { mv, place, rank });
        });
        if candidates.len() == first {
            return Ok(Some((self.guess(&node, mover, &known), mover)));
        }
        if self.rules.etc
            && left >= FAR
            && ply > 0
            && let Some(found) = self.look_up(&node, mover, window, first)
        {
            self.candidates.truncate(first);
            return Ok(Some((found, mover)));
        }
        let (tree, candidates) = (&self.tree, &mut self.candidates);
        if self.rules.look_ahead {
            let ranked = look_ahead::rank(tree, (&node, mover), left, candidates, first, &mut self.statistics, meter);
            if let Err(stop) = ranked {
                candidates.truncate(first);
                return Err(stop);
            }
        }
        sort(&mut candidates[first..]);
        self.statistics.expanded += 1;
        self.statistics.generated += (candidates.len() - first) as u64;
        self.statistics.depth = self.statistics.depth.max(ply as u32 + 1);
        window.alpha = window.alpha.max(known.lower.value);
        window.beta = window.beta.min(known.upper.value);
        self.stack.push(Frame {
            node,
            key,
            mover,
            window,
            known,
            depth,
            first,
            next: first,
            best: Bound { value: -INFINITY, certain: false },
            best_child: None,
            at_most: true,
            trial: Trial::None,
        });
        Ok(None)
    }

    /// What the table says of a node because of one of its children: **enhanced transposition cutoffs** (Plaat, Schaeffer,
    /// Pijls and de Bruin 1996).
    fn look_up(&self, node: &T::Node, mover: Player, window: Window, first: usize) -> Option<Found> {
        let table = self.table.as_ref()?;
        self.candidates[first..].iter().find_map(|candidate| {
            let child = self.tree.play(node, candidate.mv);
            let Memo { bounds, .. } = table.probe(self.tree.key(&child))?;
            let asked = self.tree.mover(&child);
            let found = bounds.answer(window.seen_by(mover, asked))?.seen_by(asked, mover);
            (found.at_least && found.value >= window.beta).then_some(Found { at_most: false, ..found })
        })
    }

    /// What is known of a node below which nothing is searched, or else how it looks.
    fn stop_at(&self, node: &T::Node, mover: Player, window: Window) -> Found {
        let (known, _) = self.tree.bounds(node, mover);
        known.answer(window).unwrap_or_else(|| self.guess(node, mover, &known))
    }

    /// What a node looks worth that is not searched.
    fn guess(&self, node: &T::Node, mover: Player, known: &Bounds) -> Found {
        Found::guess(self.tree.evaluate(node, mover).clamp(known.lower.value, known.upper.value))
    }

    /// The present child of the node on top. The window is seen by that node's mover.
    #[inline(always)]
    fn child(&self, window: Window) -> Visit<T::Node> {
        let Some(frame) = self.stack.last() else { unreachable!("there is a node to descend from") };
        let node = self.tree.play(&frame.node, self.candidates[frame.next - 1].mv);
        let depth = frame.depth.saturating_sub(u32::from(frame.depth != UNLIMITED));
        let mover = self.tree.mover(&node);
        Visit { node, mover, window: window.seen_by(frame.mover, mover), depth }
    }

    /// Takes the node on top off the stack, remembers what was found out about it, and answers, seen by its mover.
    #[inline(always)]
    fn leave(&mut self) -> (Found, Player) {
        let Some(frame) = self.stack.pop() else { unreachable!("there is a node to leave") };
        let Frame { node, key, mover, window, known: mut bounds, depth, first, best, best_child, at_most, .. } = frame;
        let best_child = best_child.map(|place| self.candidates[place]);
        self.candidates.truncate(first);
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
        (bounds.found(value), mover)
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
