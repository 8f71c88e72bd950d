//! The master: which nodes are searched by whom, and what follows from what they bring back.
//!
//! It keeps the **top** of the search as a tree. A leaf is searched by one worker at a time, with the thresholds that df-pn would
//! give it, for so many nodes; then its children become leaves. What a job brings back goes into the tree, as what a visit brings
//! back goes into a frame: so nothing here rests on a table that may lose it.
//!
//! **Flags.** A leaf that is out is *locked*, and so is a node all of whose open children are. The near number of a node that is
//! not locked is the least of those that are not: a node whose best child is out looks as dear as the next one, and another worker
//! goes elsewhere (Saffidine, Jouandeau and Cazenave 2011; Čížek, Balko and Schmid 2025). True numbers are kept beside these, and
//! only true numbers solve a node.
//!
//! It is a state machine: it is asked for a job and given what came of one. It knows no clock, no threads and no random numbers.

use crate::depth_first::backup::{Backup, Pair};
use crate::depth_first::kernel::{End, Found, INDEPENDENT, Report};
use crate::depth_first::threshold::Increment;
use crate::number::{INFINITE, Numbers};
use provenum_game::{AndOr, Kind, Word};
use rustc_hash::FxHashMap;

/// How the master chooses.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Policy {
    pub(in super::super) backup: Backup,
    pub(in super::super) increment: Increment,
    pub(in super::super) workers: usize,
    /// Nodes of a job; none to go by how much was searched.
    pub(in super::super) job: Option<u64>,
    /// Whether a result may rest on the path.
    pub(in super::super) by_path: bool,
    pub(in super::super) by_history: bool,
}

/// The nodes from the root to another one, each with the step that leads on.
type Way<P> = Vec<(<P as AndOr>::Node, <P as AndOr>::Step)>;

/// What was found out about a node, with the way to it.
type Learned<P> = (Way<P>, <P as AndOr>::Node, Found<<P as AndOr>::Step>);

/// A node to search, and for how long.
pub(in super::super) struct Job<P: AndOr> {
    pub(in super::super) way: Way<P>,
    pub(in super::super) node: P::Node,
    pub(in super::super) threshold: Pair,
    /// Nodes after which it comes back in any case.
    pub(in super::super) most: u64,
    leaf: usize,
}

/// What follows from what a job brought back.
pub(in super::super) struct News<P: AndOr> {
    /// Nodes of the top that are solved by it.
    pub(in super::super) solved: Vec<Learned<P>>,
    /// Workers whose jobs do not matter any more.
    pub(in super::super) cancelled: Vec<usize>,
}

/// A node of the top.
struct Top<P: AndOr> {
    /// None if it was solved when it was met.
    node: Option<P::Node>,
    key: u64,
    kind: Kind,
    parent: usize,
    depth: u32,
    /// The step that leads to it.
    step: u32,
    children: Vec<usize>,
    /// The child that a worker was sent to last.
    current: Option<usize>,
    /// Its numbers, from its own side: the true ones, and with flags.
    pair: Pair,
    shown: Pair,
    locked: bool,
    /// Who searches it.
    out: Option<usize>,
    /// Whether it waits for another leaf with the same key.
    waits: bool,
    /// Whether it is not in the tree any more, and only waits for its worker.
    dead: bool,
    end: End,
    lost_rests_on: u32,
    work: u64,
    visits: u32,
}

impl<P: AndOr> Top<P> {
    fn is_open(&self) -> bool {
        !self.pair.is_solved() && !self.pair.is_hopeless()
    }
}

const ROOT: usize = 0;
const NOBODY: usize = usize::MAX;
/// A leaf that was searched so often becomes an inner node, however little came of it.
const MOST_VISITS: u32 = 64;
/// With so many nodes the tree grows no more, and jobs become longer instead.
const MOST_NODES: usize = 1 << 20;

pub(in super::super) struct Master<'p, P: AndOr> {
    problem: &'p P,
    policy: Policy,
    nodes: Vec<Top<P>>,
    free: Vec<usize>,
    /// The keys of leaves that are out, and who waits for them.
    out: FxHashMap<u64, Vec<usize>>,
    work: u64,
    /// Numbers of children, while they are looked at.
    pairs: Vec<Pair>,
}

impl<'p, P: AndOr> Master<'p, P> {
    pub(in super::super) fn new(problem: &'p P, root: &P::Node, policy: Policy) -> Self {
        let (nodes, free, pairs) = (Vec::new(), Vec::new(), Vec::new());
        let mut master = Master { problem, policy, nodes, free, out: FxHashMap::default(), work: 0, pairs };
        master.add(Top {
            node: Some(root.clone()),
            key: problem.key(root),
            kind: problem.kind(root),
            parent: NOBODY,
            depth: 0,
            step: 0,
            pair: Pair::UNIT,
            shown: Pair::UNIT,
            ..Top::default()
        });
        master
    }

    /// The root's true numbers, from its own side.
    pub(in super::super) fn root(&self) -> Pair {
        self.nodes[ROOT].pair
    }

    /// The root's true numbers.
    pub(in super::super) fn root_numbers(&self) -> Numbers {
        self.root().numbers(self.nodes[ROOT].kind)
    }

    /// Takes back a job that was not begun.
    pub(in super::super) fn put_down(&mut self, job: &Job<P>) {
        self.unlock(job.leaf);
        if self.nodes[job.leaf].dead {
            self.free.push(job.leaf);
        } else {
            self.show(job.leaf);
        }
    }

    /// A leaf is not out any more, nor are those locked that wait for it.
    fn unlock(&mut self, leaf: usize) {
        let top = &mut self.nodes[leaf];
        (top.out, top.locked) = (None, false);
        for waiting in self.out.remove(&self.nodes[leaf].key).unwrap_or_default() {
            if std::mem::replace(&mut self.nodes[waiting].waits, false) {
                self.nodes[waiting].locked = false;
                self.show(waiting);
            }
        }
    }

    /// Whether there is nothing left to do: the root is solved, or hangs on unknown leaves.
    pub(in super::super) fn is_done(&self) -> bool {
        !self.nodes[ROOT].is_open()
    }

    /// Nodes that a job may take now.
    fn length_of_jobs(&self) -> u64 {
        let workers = self.policy.workers as u64;
        // Short in the beginning, so that soon there are leaves for all; and long enough that nobody waits for the master.
        let most = (100 * workers).max(1_024);
        self.policy.job.unwrap_or_else(|| (self.work / (16 * workers)).clamp(64, most))
    }

    fn add(&mut self, top: Top<P>) -> usize {
        match self.free.pop() {
            Some(id) => {
                self.nodes[id] = top;
                id
            }
            None => {
                self.nodes.push(top);
                self.nodes.len() - 1
            }
        }
    }

    /// A job for a worker, unless all that matters is being searched.
    pub(in super::super) fn pick(&mut self, worker: usize) -> Option<Job<P>> {
        while !self.nodes[ROOT].locked && !self.is_done() {
            let (leaf, way, threshold) = self.descend();
            let key = self.nodes[leaf].key;
            self.nodes[leaf].locked = true;
            if let Some(waiting) = self.out.get_mut(&key) {
                waiting.push(leaf);
                self.nodes[leaf].waits = true;
                self.show(leaf);
                continue;
            }
            self.out.insert(key, Vec::new());
            self.nodes[leaf].out = Some(worker);
            self.show(leaf);
            let length = self.length_of_jobs();
            let full = self.nodes.len() - self.free.len() >= MOST_NODES;
            let top = &self.nodes[leaf];
            let most = if full { length.max(top.work) } else { length };
            let node = top.node.clone()?;
            return Some(Job { way, node, threshold, most, leaf });
        }
        None
    }

    /// Goes from the root to the leaf to be searched next, as df-pn would.
    fn descend(&mut self) -> (usize, Way<P>, Pair) {
        let (mut here, mut way) = (ROOT, Vec::new());
        let mut threshold = Pair { near: INFINITE, far: INFINITE };
        while let Some((child, limits)) = self.choose(here, threshold) {
            self.nodes[here].current = Some(child);
            let (top, below) = (&self.nodes[here], &self.nodes[child]);
            way.extend(top.node.clone().map(|node| (node, P::Step::from_word(below.step))));
            threshold = limits.turned(top.kind, below.kind);
            here = child;
        }
        (here, way, threshold)
    }

    /// The child to go to, and its thresholds from the side of the node.
    fn choose(&self, id: usize, threshold: Pair) -> Option<(usize, Pair)> {
        let top = &self.nodes[id];
        let shown = |child: usize| self.nodes[child].shown.turned(self.nodes[child].kind, top.kind);
        let ready =
            || top.children.iter().copied().filter(|&child| self.nodes[child].is_open() && !self.nodes[child].locked);
        let best = ready().min_by_key(|&child| shown(child).near)?;
        let second_to =
            |child| ready().filter(|&other| other != child).map(|other| shown(other).near).min().unwrap_or(INFINITE);
        let above = |child| self.policy.increment.above(second_to(child), 1);
        // As long as it is not worse than its enlarged threshold allows, the child that somebody was sent to last.
        let last = top
            .current
            .filter(|&last| ready().any(|child| child == last) && shown(last).near < above(last).min(threshold.near));
        let child = last.unwrap_or(best);
        let others = match self.policy.backup {
            Backup::Max => 0,
            Backup::Weak | Backup::Branch => {
                top.children.iter().filter(|&&child| self.nodes[child].is_open()).count() as u32 - 1
            }
            _ => top.shown.far.saturating_sub(shown(child).far),
        };
        let far = if threshold.far == INFINITE { INFINITE } else { threshold.far.saturating_sub(others) };
        Some((child, Pair { near: threshold.near.min(above(child)), far }))
    }

    /// Takes back a job with the numbers of its node, from its own side, and all else that came of it.
    pub(in super::super) fn give_back(&mut self, job: &Job<P>, pair: Pair, report: &Report) -> News<P> {
        let mut news = News { solved: Vec::new(), cancelled: Vec::new() };
        let leaf = job.leaf;
        self.work += report.work;
        self.unlock(leaf);
        let top = &mut self.nodes[leaf];
        if top.dead {
            self.free.push(leaf);
            return news;
        }
        (top.pair, top.shown) = (pair, pair);
        (top.end, top.lost_rests_on) = (report.end, report.lost_rests_on);
        top.visits += 1;
        let mut here = leaf;
        while here != NOBODY {
            self.nodes[here].work += report.work;
            here = self.nodes[here].parent;
        }
        let searched = self.nodes[leaf].work >= self.length_of_jobs() || self.nodes[leaf].visits >= MOST_VISITS;
        if searched && self.nodes[leaf].is_open() && self.nodes.len() - self.free.len() < MOST_NODES {
            self.split(leaf, report);
        }
        self.update(leaf, &mut news);
        news
    }

    /// Makes a leaf an inner node with the children that its search has left.
    fn split(&mut self, leaf: usize, report: &Report) {
        let (kind, depth) = (self.nodes[leaf].kind, self.nodes[leaf].depth + 1);
        let Some(node) = self.nodes[leaf].node.clone() else { return };
        for slot in &report.children {
            let child = Some(self.problem.follow(&node, slot.step())).filter(|_| !slot.pair.is_solved());
            let child_kind = child.as_ref().map_or(kind, |child| self.problem.kind(child));
            let pair = slot.pair.turned(kind, child_kind);
            let end = End { rests_on: slot.rests_on, rank: u32::from(slot.distance) };
            let id = self.add(Top {
                node: child,
                key: slot.key,
                kind: child_kind,
                parent: leaf,
                depth,
                step: slot.step,
                pair,
                shown: pair,
                end,
                ..Top::default()
            });
            self.nodes[leaf].children.push(id);
        }
    }

    /// What the numbers of a node and of all above it are, after those of one have changed.
    fn update(&mut self, changed: usize, news: &mut News<P>) {
        let mut here = if self.nodes[changed].children.is_empty() { self.nodes[changed].parent } else { changed };
        while here != NOBODY {
            let own = self.summary(here, |child| child.pair);
            let before = std::mem::replace(&mut self.nodes[here].pair, own);
            if own.is_solved() {
                self.solve(here, news);
            } else if !self.show_one(here) && own == before && here != changed {
                break;
            }
            here = self.nodes[here].parent;
        }
    }

    /// What the children of a node say of it.
    fn summary(&mut self, id: usize, numbers: impl Fn(&Top<P>) -> Pair) -> Pair {
        let mut pairs = std::mem::take(&mut self.pairs);
        let top = &self.nodes[id];
        let seen = |&child: &usize| numbers(&self.nodes[child]).turned(self.nodes[child].kind, top.kind);
        pairs.clear();
        pairs.extend(top.children.iter().map(seen));
        self.pairs = pairs;
        self.policy.backup.summary(&self.pairs).own
    }

    /// Numbers with flags, from a node upwards.
    fn show(&mut self, changed: usize) {
        let mut here = self.nodes[changed].parent;
        while here != NOBODY && self.show_one(here) {
            here = self.nodes[here].parent;
        }
    }

    /// Numbers with flags of one node. Answers whether they are others than before.
    fn show_one(&mut self, id: usize) -> bool {
        let far = self.summary(id, |child| child.shown).far;
        let top = &self.nodes[id];
        let open = || top.children.iter().map(|&child| &self.nodes[child]).filter(|child| child.is_open());
        let near = |child: &Top<P>| child.shown.turned(child.kind, top.kind).near;
        let least = open().filter(|child| !child.locked).map(near).min();
        let locked = least.is_none() && open().next().is_some();
        let near = least.or_else(|| open().map(near).max()).unwrap_or(top.pair.near);
        let top = &mut self.nodes[id];
        let before = (top.shown, top.locked);
        (top.shown, top.locked) = (Pair { near, far }, locked);
        before != (top.shown, top.locked)
    }

    /// A node is solved by its children: what that rests on, and what does not matter any more.
    fn solve(&mut self, id: usize, news: &mut News<P>) {
        let top = &self.nodes[id];
        let seen = |child: &Top<P>| child.pair.turned(child.kind, top.kind);
        let children = || top.children.iter().map(|&child| &self.nodes[child]);
        let winners = || children().filter(|child| seen(child).near == 0);
        let (mut rests_on, rank, step) = match top.pair.near == 0 {
            // One winning child is enough: the one that rests on least.
            true => (
                winners().map(|child| child.end.rests_on).max().unwrap_or(INDEPENDENT),
                winners().map(|child| child.end.rank).min().unwrap_or(0),
                winners().min_by_key(|child| child.end.rank).map(|child| P::Step::from_word(child.step)),
            ),
            false => (
                children().map(|child| child.end.rests_on).fold(top.lost_rests_on, u32::min),
                children().map(|child| child.end.rank).max().unwrap_or(0),
                None,
            ),
        };
        if !self.policy.by_path || rests_on >= top.depth && !self.policy.by_history {
            rests_on = INDEPENDENT;
        }
        let (pair, end, work) = (top.pair, End { rests_on, rank: rank + 1 }, top.work);
        if let Some(node) = &top.node {
            news.solved.push((self.way_to(id), node.clone(), Found { pair, end, work, winning_step: step }));
        }
        let top = &mut self.nodes[id];
        (top.end, top.shown, top.locked) = (end, pair, false);
        let mut below = std::mem::take(&mut top.children);
        while let Some(id) = below.pop() {
            let top = &mut self.nodes[id];
            below.append(&mut top.children);
            top.waits = false;
            match top.out {
                Some(worker) => {
                    top.dead = true;
                    news.cancelled.push(worker);
                }
                None => self.free.push(id),
            }
        }
    }

    fn way_to(&self, id: usize) -> Way<P> {
        let (mut way, mut here) = (Vec::new(), id);
        while here != ROOT {
            let (step, above) = (self.nodes[here].step, self.nodes[here].parent);
            way.extend(self.nodes[above].node.clone().map(|node| (node, P::Step::from_word(step))));
            here = above;
        }
        way.reverse();
        way
    }

    /// The open inner nodes with their true numbers, for whoever remembers them.
    pub(in super::super) fn open_nodes(&self) -> impl Iterator<Item = Learned<P>> {
        // Nodes that were freed have no children.
        let inner = self.nodes.iter().enumerate().filter(|(_, top)| !top.children.is_empty() && top.is_open());
        inner.filter_map(|(id, top)| {
            let found = Found { pair: top.pair, end: End::AT_ONCE, work: top.work, winning_step: None };
            Some((self.way_to(id), top.node.clone()?, found))
        })
    }
}

impl<P: AndOr> Default for Top<P> {
    fn default() -> Self {
        Top {
            node: None,
            key: 0,
            kind: Kind::Or,
            parent: NOBODY,
            depth: 0,
            step: 0,
            children: Vec::new(),
            current: None,
            pair: Pair::UNIT,
            shown: Pair::UNIT,
            locked: false,
            out: None,
            waits: false,
            dead: false,
            end: End::AT_ONCE,
            lost_rests_on: INDEPENDENT,
            work: 0,
            visits: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::depth_first::kernel::Slot;
    use crate::number::Numbers;
    use provenum_game::{Claim, Notation, Parameters, Player, Problem, Status};
    use provenum_games::Random;

    /// Looks at the children of a node, and no farther.
    fn look<P: AndOr>(problem: &P, job: &Job<P>) -> (Pair, Report) {
        let kind = problem.kind(&job.node);
        let mut children = Vec::new();
        problem.expand(&job.node, &mut |child| {
            let numbers = Numbers::new(child.status, || provenum_game::Estimate::UNIT);
            children
                .push(Slot { pair: Pair::seen_by(kind, numbers), ..Slot::unknown(child.key, child.step.to_word()) });
        });
        let pair = Backup::Sum.summary(&children).own;
        (pair, Report { work: 1, children, ..Report::default() })
    }

    #[test]
    fn jobs_are_given_once_and_all_flags_are_down_in_the_end() {
        for seed in 0..300u64 {
            let text = format!("seed={seed} nodes=60 branching=3 shared=0.2 success=0.4");
            let (game, root) = Random::set_up(&Parameters::new(), Some(&text)).unwrap();
            let problem = Problem::new(&game, Claim::win(Player::First));
            if problem.status(&root) != Status::Open {
                continue;
            }
            let truth = crate::Oracle::new(&problem, &root, &crate::Limits::default()).unwrap().status(&root).unwrap();
            let workers = 1 + seed as usize % 5;
            let (increment, by_history) = (Increment::Constant(1), false);
            let policy = Policy { backup: Backup::Sum, increment, workers, job: Some(1), by_path: false, by_history };
            let mut master = Master::new(&problem, &root, policy);
            let mut out: Vec<(usize, Job<_>)> = Vec::new();
            let mut idle: Vec<usize> = (0..workers).collect();
            for round in 0.. {
                while let Some(worker) = idle.pop() {
                    match master.pick(worker) {
                        Some(job) => {
                            assert!(out.iter().all(|(_, other)| other.node != job.node), "{text}");
                            out.push((worker, job));
                        }
                        None => {
                            idle.push(worker);
                            break;
                        }
                    }
                }
                assert_eq!(master.out.len(), out.len());
                // Jobs come back in any order, and some were never begun.
                let Some(last) = out.len().checked_sub(1) else { break };
                let (worker, job) = out.swap_remove((round * 7 + seed as usize) % (last + 1));
                idle.push(worker);
                if round % 11 == 10 {
                    master.put_down(&job);
                    continue;
                }
                let (pair, report) = look(&problem, &job);
                master.give_back(&job, pair, &report);
                assert!(round < 100_000, "{text}");
            }
            assert!(master.is_done(), "{text}");
            assert_eq!(master.root_numbers().status(), truth, "{text}");
            assert!(master.out.is_empty());
            let freed = |id: &usize| master.free.contains(id);
            let left: Vec<usize> = (0..master.nodes.len()).filter(|id| !freed(id)).collect();
            assert!(left.iter().all(|&id| !master.nodes[id].locked && master.nodes[id].out.is_none()), "{text}");
            assert_eq!(left, [ROOT], "{text}");
        }
    }
}
