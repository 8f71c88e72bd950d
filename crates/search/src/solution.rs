//! How a root is solved: what the side that succeeds does in each position it may come to.

use crate::limits::Watch;
use crate::{Budget, StopReason};
use provenum_game::{AndOr, Kind, Status};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;

/// What to do at one node of a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice<Step> {
    /// The step to take; none where it is the other side's turn, who may do anything.
    pub step: Option<Step>,
    /// Within how many steps play ends at the latest; 0 everywhere in a trap of a cyclic problem, where it need not end. In a
    /// delay: within how many steps the goal is not reached.
    pub rank: u32,
}

/// A complete answer to everything the other side may do.
///
/// If the root is proven it is a **strategy** of the OR side: following it, the goal is reached within the rank of every
/// listed node. If the root is disproven it is a **trap** of the AND side: play never leaves it and no goal is in it.
///
/// A **delay** says less than a trap: following it, the goal is not reached within the rank of every listed node.
///
/// Listed are the nodes where the succeeding side chooses. A node of the other side is listed only if it is the root or is
/// reached from another node of the other side, so that a cycle of one side's moves cannot pass unseen.
pub struct Solution<P: AndOr> {
    succeeds: Kind,
    root: P::Node,
    /// Whether it is a delay.
    delays: bool,
    choices: FxHashMap<P::Node, Listed<P::Step>>,
    most: u64,
    /// Bytes that come with each listed node elsewhere.
    beside: u64,
}

/// What to do at a listed node, and whether play comes there.
struct Listed<Step> {
    choice: Choice<Step>,
    reached: bool,
}

/// So often, what listed nodes take elsewhere is looked at.
const LISTED_PER_LOOK: usize = 1 << 10;

impl<P: AndOr> Solution<P> {
    /// An empty solution of a root that is proven, or else disproven, which may take so many bytes.
    pub(crate) fn new(root: P::Node, proven: bool, memory: u64) -> Solution<P> {
        let succeeds = if proven { Kind::Or } else { Kind::And };
        Solution { succeeds, root, delays: false, choices: FxHashMap::default(), most: memory, beside: 0 }
    }

    /// An empty delay of a root, which may take so many bytes.
    pub(crate) fn delay(root: P::Node, memory: u64) -> Solution<P> {
        Solution { delays: true, ..Solution::new(root, false, memory) }
    }

    /// Whether it only shows that the goal is not reached within so many steps.
    #[must_use]
    pub fn is_delay(&self) -> bool {
        self.delays
    }

    /// The same if each listed node takes so many bytes elsewhere.
    pub(crate) fn with_beside(self, bytes: u64) -> Solution<P> {
        Solution { beside: bytes, ..self }
    }

    /// The same solution of a problem that differs only in its types, if there is memory for it.
    pub(crate) fn translated<Q: AndOr>(
        self,
        node: impl Fn(&P::Node) -> Q::Node,
        choice: impl Fn(Choice<P::Step>) -> Choice<Q::Step>,
    ) -> Result<Solution<Q>, StopReason> {
        let Solution { succeeds, root, delays, choices, most, .. } = self;
        let choices_of = FxHashMap::default();
        let mut translated = Solution { succeeds, root: node(&root), delays, choices: choices_of, most, beside: 0 };
        translated.choices.try_reserve(choices.len()).map_err(|_| StopReason::Memory)?;
        for (listed, Listed { choice: chosen, reached }) in choices {
            translated.choices.insert(node(&listed), Listed { choice: choice(chosen), reached });
        }
        Ok(translated)
    }

    /// Whether the root is proven or disproven by this.
    #[must_use]
    pub fn status(&self) -> Status {
        match self.succeeds {
            Kind::Or => Status::Proven,
            Kind::And => Status::Disproven,
        }
    }

    /// The side that succeeds: OR with a strategy, AND with a trap.
    #[must_use]
    pub fn succeeds(&self) -> Kind {
        self.succeeds
    }

    /// The root that is solved.
    #[must_use]
    pub fn root(&self) -> &P::Node {
        &self.root
    }

    /// How many nodes are listed.
    #[must_use]
    pub fn len(&self) -> usize {
        self.choices.len()
    }

    /// Whether nothing is listed: the root was no open node.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.choices.is_empty()
    }

    /// What to do at a listed node.
    #[must_use]
    pub fn choice(&self, node: &P::Node) -> Option<Choice<P::Step>> {
        self.choices.get(node).map(|listed| listed.choice)
    }

    /// All listed nodes, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (&P::Node, Choice<P::Step>)> {
        self.choices.iter().map(|(node, listed)| (node, listed.choice))
    }

    /// What a certificate lists: every listed node with its step and its rank, but for those where the succeeding side can end
    /// the play at once. A checker finds that step itself. The root is always there.
    pub fn for_certificate<'a>(
        &'a self,
        problem: &'a P,
    ) -> impl Iterator<Item = (&'a P::Node, Option<P::Step>, u32)> + 'a {
        let ends = move |node: &P::Node, step: Option<P::Step>, rank: u32| match step {
            Some(step) if rank <= 1 => rank == 1 || problem.status(&problem.follow(node, step)) == self.status(),
            _ => false,
        };
        let all = self.iter().map(|(node, choice)| (node, choice.step, choice.rank));
        all.filter(move |&(node, step, rank)| *node == self.root || !ends(node, step, rank))
    }

    /// Bytes in use.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.bytes_for(self.choices.capacity())
    }

    fn bytes_for(&self, capacity: usize) -> u64 {
        // A hash map keeps one control byte per slot and leaves an eighth of its slots free.
        let map = (capacity as u64 * 8 / 7) * (size_of::<(P::Node, Listed<P::Step>)>() as u64 + 1);
        map + self.choices.len() as u64 * self.beside
    }

    /// Lists a node, unless it is listed with a smaller rank or the memory is used up. Ranks only ever fall, so the nodes
    /// that rest on this one stay right. In a delay it is the larger rank that says more, and ranks only rise.
    pub(crate) fn improve(&mut self, node: P::Node, choice: Choice<P::Step>) -> Result<(), StopReason> {
        let (len, capacity) = (self.choices.len(), self.choices.capacity());
        if len == capacity {
            // While it grows, the old half is still there.
            if self.bytes_for(3 * capacity) > self.most || self.choices.try_reserve(1).is_err() {
                return Err(StopReason::Memory);
            }
        } else if self.beside > 0 && len.is_multiple_of(LISTED_PER_LOOK) && self.memory() > self.most {
            return Err(StopReason::Memory);
        }
        match self.choices.entry(node) {
            Entry::Occupied(listed) if (listed.get().choice.rank < choice.rank) != self.delays => {}
            Entry::Occupied(mut listed) => listed.get_mut().choice = choice,
            Entry::Vacant(free) => _ = free.insert(Listed { choice, reached: false }),
        }
        Ok(())
    }

    /// Takes a node off the list.
    pub(crate) fn remove(&mut self, node: &P::Node) {
        self.choices.remove(node);
    }

    /// Takes off the list what cannot be reached.
    pub(crate) fn keep_reachable(&mut self, problem: &P, budget: &Budget) -> Result<(), StopReason> {
        let mut watch = Watch::new(budget);
        let mut work = vec![(self.root.clone(), None)];
        let mut steps = Vec::new();
        while let Some((node, parent)) = work.pop() {
            watch.step()?;
            if problem.status(&node) != Status::Open {
                continue;
            }
            let kind = problem.kind(&node);
            steps.clear();
            if self.lists(kind, parent) {
                let Some(listed) = self.choices.get_mut(&node) else { continue };
                if std::mem::replace(&mut listed.reached, true) {
                    continue;
                }
                steps.extend(listed.choice.step);
            }
            if kind != self.succeeds {
                problem.steps(&node, &mut steps);
            }
            work.extend(steps.iter().map(|&step| (problem.follow(&node, step), Some(kind))));
        }
        self.choices.retain(|_, listed| std::mem::take(&mut listed.reached));
        Ok(())
    }

    /// Whether a node of this kind, reached from a node of kind `parent`, must be listed.
    pub(crate) fn lists(&self, kind: Kind, parent: Option<Kind>) -> bool {
        kind == self.succeeds || parent != Some(self.succeeds)
    }

    /// Within how many steps play ends at the latest, if that is known.
    #[must_use]
    pub fn rank(&self) -> Option<u32> {
        self.choice(&self.root).map(|choice| choice.rank).filter(|&rank| rank > 0 && !self.delays)
    }

    /// The principal variation: the succeeding side follows the solution, the other side holds out as long as it
    /// can. A line ends where the play does, or before it would come to a node for the second time.
    #[must_use]
    pub fn line(&self, problem: &P) -> Vec<P::Step> {
        let mut line = Vec::new();
        let mut node = self.root.clone();
        let mut seen = FxHashSet::default();
        while problem.status(&node) == Status::Open && seen.insert(node.clone()) {
            let Some(step) = self.step(problem, &node) else { break };
            node = problem.follow(&node, step);
            line.push(step);
        }
        line
    }

    fn step(&self, problem: &P, node: &P::Node) -> Option<P::Step> {
        if problem.kind(node) == self.succeeds {
            return self.choice(node)?.step;
        }
        let mut steps = Vec::new();
        problem.steps(node, &mut steps);
        let delay = |step: &P::Step| self.bound(problem, &problem.follow(node, *step));
        // The first of the longest: `max_by_key` alone would take the last.
        steps.into_iter().rev().max_by_key(delay)
    }

    /// How long play can go on from a node reached by the other side's step.
    fn bound(&self, problem: &P, node: &P::Node) -> u32 {
        match (self.choice(node), problem.status(node)) {
            (Some(choice), _) => choice.rank + 1,
            (None, Status::Open) => 1,
            (None, _) => 0,
        }
    }
}

impl<P: AndOr> std::fmt::Debug for Solution<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solution").field("succeeds", &self.succeeds).field("len", &self.len()).finish_non_exhaustive()
    }
}
