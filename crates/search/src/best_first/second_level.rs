//! Searches that evaluate a leaf of another search: PN² and the two-level depth-first searches.

use super::search::TreeSearch;
use super::settings::Settings;
use super::tree::Tree;
use crate::erased::{AnyNode, Erased};
use crate::limits::Watch;
use crate::{EstimateRule, Meter, Numbers, Statistics, StopReason};
use provenum_game::{AndOr, Kind, Status};

/// How large a search may be that evaluates a leaf of another one: a share of what that one has stored, which grows along
/// an S-shaped curve (Breuker 1998).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SecondLevel {
    /// How much is stored when the share is one half.
    pub a: f64,
    /// How gently it grows.
    pub b: f64,
}

impl SecondLevel {
    /// At least one expansion.
    pub(super) const LEAST: u64 = 64;

    /// The size of a second-level search when so many nodes are stored at the first level.
    #[must_use]
    pub fn size(self, stored: u64) -> u64 {
        let x = stored as f64;
        let share = 1.0 / (1.0 + ((self.a - x) / self.b).exp());
        ((x * share) as u64).max(SecondLevel::LEAST)
    }
}

/// The number of bytes that a node of the tree takes.
pub(crate) const NODE_BYTES: u64 = Tree::<u32>::NODE_BYTES as u64;

/// Searches from a node with a tree of at most so many nodes, for the numbers that it has then. `first` says where the first
/// numbers of nodes come from, and whether what is known before the end counts. What it does counts into `statistics`, and
/// the limits of the search that asks hold for it too.
///
/// If the node is solved, `learn` is told the key and the rank of every inner node that the solution comes to, and of the node
/// itself, which is the last. A disproof below it may rest on the way there where positions come back, and is not told.
pub(crate) fn bounded_search<P: AndOr>(
    problem: &P,
    node: &P::Node,
    first: (EstimateRule, bool),
    most: u64,
    statistics: &mut Statistics,
    meter: &mut Meter<'_>,
    learn: &mut dyn FnMut(u64, u32),
) -> Result<Numbers, StopReason> {
    let (problem, node) = (Erased::new(problem), AnyNode::new(node.clone()));
    let (search, _) = bounded_tree(&problem, &node, first, most, statistics, meter)?;
    if search.status(0) == Status::Proven || search.status(0) == Status::Disproven && !problem.cyclic() {
        tell_solution(&search, &problem, &node, &mut meter.watch(statistics), learn);
    }
    Ok(search.root())
}

/// Goes through all nodes of a solved tree that are solved like its root.
fn tell_solution(
    search: &TreeSearch<'_, '_>,
    problem: &Erased<'_>,
    root: &AnyNode,
    watch: &mut Watch<'_>,
    learn: &mut dyn FnMut(u64, u32),
) {
    let (tree, solved) = (&search.tree, search.status(0));
    let succeeds = if solved == Status::Proven { Kind::Or } else { Kind::And };
    let mut walk = problem.walk(root);
    // For each node on the way: its children still to come, and its rank as far as they tell.
    let mut stack = vec![(tree.node(Tree::<u32>::ROOT).children(), None)];
    while let Some((children, rank)) = stack.last_mut() {
        if watch.step().is_err() {
            // What is not told is searched for again, if there is time.
            return;
        }
        if let Some(child) = children.next() {
            if search.fact(child, 0) != solved {
                continue;
            }
            if tree.node(child).is_leaf() {
                *rank = Some(after(walk.kind() == succeeds, *rank, 0));
                continue;
            }
            walk.go(tree.step(child));
            stack.push((tree.node(child).children(), None));
            continue;
        }
        let rank = rank.unwrap_or(0);
        learn(walk.key(), rank);
        stack.pop();
        if let Some((_, above)) = stack.last_mut() {
            walk.back();
            *above = Some(after(walk.kind() == succeeds, *above, rank));
        }
    }
}

/// The rank of a node with one more child of this rank: who succeeds takes the shortest way, the other the longest.
fn after(succeeds: bool, rank: Option<u32>, child: u32) -> u32 {
    let rank = rank.unwrap_or(child + 1);
    if succeeds { rank.min(child + 1) } else { rank.max(child + 1) }
}

/// The same, with the tree that it ends with and why it ended.
pub(super) fn bounded_tree<'a, 'p>(
    problem: &'a Erased<'p>,
    node: &AnyNode,
    (estimate, known): (EstimateRule, bool),
    most: u64,
    statistics: &mut Statistics,
    meter: &mut Meter<'_>,
) -> Result<(TreeSearch<'a, 'p>, StopReason), StopReason> {
    let bytes = most.saturating_mul(NODE_BYTES);
    let settings = Settings { estimate, known, ..Settings::default() };
    let mut search = TreeSearch::new(std::slice::from_ref(problem), node, &settings, bytes);
    search.statistics = *statistics;
    let stop = search.run(node, meter);
    let memory = statistics.memory + search.tree.memory();
    *statistics = Statistics { memory: statistics.memory.max(memory), ..search.statistics };
    match stop {
        StopReason::Solved | StopReason::Memory | StopReason::UnknownLeaves => Ok((search, stop)),
        StopReason::Time | StopReason::Nodes | StopReason::Cancelled | StopReason::Depth | StopReason::History => {
            Err(stop)
        }
    }
}
