//! The one search of the family. What makes it alpha-beta, SCOUT or NegaScout is [`Rule`]; TEST is any of them with a null
//! window.
//!
//! It is fail-soft, keeps an explicit stack instead of recursing, and takes levels that do not alternate. Each node is seen
//! with the eyes of its mover, as in the negamax form.

use super::look_ahead;
use super::ordering::{Candidate, Ordering, REMEMBERED, sort};
use super::settings::Settings;
use super::table::{DEEPEST, Memo, Table};
use super::tree::{Look, Tree};
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
    /// What was seen of it already: its key, and what the tree says of it.
    seen: Option<(u64, Bounds, u64)>,
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
    /// Where its candidates begin, what was seen of them, and which comes next.
    first: usize,
    first_look: usize,
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

/// What is known of a node from children that were not searched. Values are seen by its mover.
struct Settled {
    best: Bound,
    at_most: bool,
}

impl Settled {
    const NOTHING: Settled = Settled { best: Bound { value: -INFINITY, certain: false }, at_most: true };

    #[inline]
    fn take(&mut self, found: Found) {
        self.at_most &= found.at_most;
        if found.value > self.best.value {
            self.best = Bound { value: found.value, certain: found.at_least };
        } else if found.value == self.best.value {
            self.best.certain |= found.at_least;
        }
    }

    /// The answer for the node, if no child is left to be searched or one is good enough.
    #[inline]
    fn found(&self, window: Window, mut known: Bounds) -> Found {
        let value = self.best.value.clamp(known.lower.value, known.upper.value);
        if self.best.value < window.beta && value < known.upper.value {
            known.upper = Bound { value, certain: self.at_most };
        }
        if self.best.value > window.alpha {
            known.lower = Bound { value, certain: self.best.certain };
        }
        known.found(value)
    }
}

/// With so many levels left to the end, looking all children up costs little beside what it may save.
const FAR: u32 = 10;

/// The same where nothing but the key is missing to look a child up, and a visit costs as little.
const FAR_FOR_SEEN: u32 = 15;

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
    /// What was seen of the children of the nodes on the stack, if the tree sees them at once.
    looks: Vec<Look<T::Node>>,
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
            looks: Vec::new(),
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
                self.looks.clear();
                self.best_move = None;
                Visit { node: root.clone(), mover: self.tree.mover(root), window, depth, seen: None }
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
        Visit { node, mover, mut window, depth, seen }: Visit<T::Node>,
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
        let (key, mut known, note) = seen.unwrap_or_else(|| {
            let key = self.tree.key(&node);
            if let Some(table) = &self.table {
                // It comes while the game looks at the node.
                table.prefetch(key);
            }
            let (known, note) = self.tree.bounds(&node, mover);
            (key, known, note)
        });
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
        window.alpha = window.alpha.max(known.lower.value);
        window.beta = window.beta.min(known.upper.value);
        let left = if depth == UNLIMITED { self.tree.levels_left(&node) } else { 0 };
        let (first, first_look) = (self.candidates.len(), self.looks.len());
        let mut settled = Settled::NOTHING;
        if self.see(&node, (mover, ply), note, remembered) {
            // Of the root a move is wanted.
            if ply > 0 {
                settled = self.settle_seen(mover, window, left >= FAR_FOR_SEEN, first, first_look);
                if settled.best.value >= window.beta || self.candidates.len() == first {
                    self.candidates.truncate(first);
                    self.looks.truncate(first_look);
                    return Ok(Some((settled.found(window, known), mover)));
                }
            }
            sort(&mut self.candidates[first..]);
        } else if let Some(found) = self.list(&node, (mover, ply), (window, left), note, remembered, &known, meter)? {
            return Ok(Some((found, mover)));
        }
        self.statistics.expanded += 1;
        self.statistics.generated += (self.candidates.len() - first) as u64;
        self.statistics.depth = self.statistics.depth.max(ply as u32 + 1);
        self.stack.push(Frame {
            node,
            key,
            mover,
            window,
            known,
            depth,
            first,
            first_look,
            next: first,
            best: settled.best,
            best_child: None,
            at_most: settled.at_most,
            trial: Trial::None,
        });
        Ok(None)
    }

    /// Puts the children behind the others that are known at first sight, if the tree has them.
    #[inline(always)]
    fn see(&mut self, node: &T::Node, (mover, ply): (Player, usize), note: u64, remembered: Option<u16>) -> bool {
        let first = self.candidates.len();
        let Search { tree, ordering, candidates, looks, .. } = self;
        tree.prospects(node, note, &mut |mv, score, look| {
            let place = (candidates.len() - first) as u16;
            let rank = match remembered {
                Some(best) if best == place => REMEMBERED,
                _ => ordering.rank(mv, score, mover, ply, || tree.move_class(node, mv)),
            };
            candidates.push(Candidate { mv, place, rank });
            looks.push(look);
        })
    }

    /// Takes the children out that need no search: what is seen of them answers, or else what the table says.
    #[inline(always)]
    fn settle_seen(&mut self, mover: Player, window: Window, far: bool, first: usize, first_look: usize) -> Settled {
        let Search { table, candidates, looks, statistics, .. } = self;
        let mut settled = Settled::NOTHING;
        let mut keep = first;
        for place in first..candidates.len() {
            let candidate = candidates[place];
            let look = &looks[first_look + usize::from(candidate.place)];
            match look.known.answer(window.seen_by(mover, look.mover)) {
                Some(found) => {
                    settled.take(found.seen_by(look.mover, mover));
                    if settled.best.value >= window.beta {
                        return settled;
                    }
                }
                None => {
                    if let Some(table) = table {
                        table.prefetch(look.key);
                    }
                    candidates[keep] = candidate;
                    keep += 1;
                }
            }
        }
        candidates.truncate(keep);
        let Some(table) = table.as_ref().filter(|_| far) else { return settled };
        keep = first;
        for place in first..candidates.len() {
            let candidate = candidates[place];
            let look = &mut looks[first_look + usize::from(candidate.place)];
            if let Some(memo) = table.probe(look.key) {
                statistics.hits += 1;
                look.known.narrow(usable(memo, UNLIMITED));
                if let Some(found) = look.known.answer(window.seen_by(mover, look.mover)) {
                    settled.take(found.seen_by(look.mover, mover));
                    if settled.best.value >= window.beta {
                        return settled;
                    }
                    continue;
                }
            }
            candidates[keep] = candidate;
            keep += 1;
        }
        candidates.truncate(keep);
        settled
    }

    /// Puts the moves of a node behind the others, the most promising first. Answers for the node if there are none, or if the
    /// table knows enough of one of them.
    #[allow(clippy::too_many_arguments, reason = "it is a part of what enters a node")]
    fn list(
        &mut self,
        node: &T::Node,
        (mover, ply): (Player, usize),
        (window, left): (Window, u32),
        note: u64,
        remembered: Option<u16>,
        known: &Bounds,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Found>, StopReason> {
        let first = self.candidates.len();
        let (tree, ordering, candidates) = (&self.tree, &self.ordering, &mut self.candidates);
        tree.candidates(node, note, &mut |mv, score| {
            let place = (candidates.len() - first) as u16;
            let rank = match remembered {
                Some(best) if best == place => REMEMBERED,
                _ => ordering.rank(mv, score, mover, ply, || tree.move_class(node, mv)),
            };
            candidates.push(Candidate { mv, place, rank });
        });
        if candidates.len() == first {
            return Ok(Some(self.guess(node, mover, known)));
        }
        if self.rules.etc
            && left >= FAR
            && ply > 0
            && let Some(found) = self.look_up(node, mover, window, first)
        {
            self.candidates.truncate(first);
            return Ok(Some(found));
        }
        let (tree, candidates) = (&self.tree, &mut self.candidates);
        if self.rules.look_ahead {
            let ranked = look_ahead::rank(tree, (node, mover), left, candidates, first, &mut self.statistics, meter);
            if let Err(stop) = ranked {
                candidates.truncate(first);
                return Err(stop);
            }
        }
        sort(&mut candidates[first..]);
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
        let Candidate { mv, place, .. } = self.candidates[frame.next - 1];
        let depth = frame.depth.saturating_sub(u32::from(frame.depth != UNLIMITED));
        if let Some(look) = self.looks.get(frame.first_look + usize::from(place)) {
            let Look { mover, key, known, note, .. } = *look;
            let window = window.seen_by(frame.mover, mover);
            return Visit { node: look.node.clone(), mover, window, depth, seen: Some((key, known, note)) };
        }
        let node = self.tree.play(&frame.node, mv);
        let mover = self.tree.mover(&node);
        Visit { node, mover, window: window.seen_by(frame.mover, mover), depth, seen: None }
    }

    /// Takes the node on top off the stack, remembers what was found out about it, and answers, seen by its mover.
    #[inline(always)]
    fn leave(&mut self) -> (Found, Player) {
        let Some(frame) = self.stack.pop() else { unreachable!("there is a node to leave") };
        let Frame {
            node,
            key,
            mover,
            window,
            known: mut bounds,
            depth,
            first,
            first_look,
            best,
            best_child,
            at_most,
            ..
        } = frame;
        let best_child = best_child.map(|place| self.candidates[place]);
        self.candidates.truncate(first);
        self.looks.truncate(first_look);
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
