//! Reads off a tree how its solved nodes are solved.

use super::search::TreeSearch;
use super::tree::Tree;
use crate::erased::AnyNode;
use crate::limits::Watch;
use crate::{Budget, StopReason, Uncertified};
use provenum_game::{AndOr, Kind, Status};
use rustc_hash::FxHashMap;

/// The steps that were read off a tree, and the bytes that they take.
pub(super) struct Steps {
    pub(super) taken: FxHashMap<AnyNode, u32>,
    pub(super) memory: u64,
}

/// For every position that the solved root's tree solves for the succeeding side: the step that does it.
///
/// Where a position stands several times in the tree, the step that is complete first is taken for all, and its other
/// places are not looked at. So every step rests on steps that were taken before it, and in a strategy they never lead
/// round in a circle. Subtrees that were forgotten leave gaps.
pub(super) fn read_steps(
    search: &TreeSearch<'_, '_>,
    goal: usize,
    root: &AnyNode,
    budget: &Budget,
) -> Result<Steps, Uncertified> {
    let (problem, tree) = (&search.problems[goal], &search.tree);
    let solved = search.status(goal);
    let succeeds = if solved == Status::Proven { Kind::Or } else { Kind::And };
    // Where the succeeding side chooses, only the child that it takes is of interest.
    let of_interest = |node: &AnyNode, index: u32| {
        let mut children = tree.node(index).children();
        if !children.is_empty() && problem.kind(node) == succeeds {
            let wins = |child: &u32| search.fact(*child, goal) == solved;
            children = children.find(wins).map_or(0..0, |winner| winner..winner + 1);
        }
        children
    };
    // While the map grows, the old half is still there.
    let (entry, hidden) = (size_of::<(AnyNode, u32)>() + 1, problem.hidden_bytes());
    let bytes = |len: usize, capacity: usize| (capacity * 8 / 7 * entry + len * hidden) as u64;
    let mut watch = Watch::new(budget);
    let mut taken = FxHashMap::default();
    let mut stack = vec![(root.clone(), of_interest(root, Tree::<u32>::ROOT), None)];
    while let Some((node, children, winner)) = stack.last_mut() {
        watch.step()?;
        if let Some(child) = children.next() {
            let next = problem.follow(node, tree.step(child));
            *winner = Some(child);
            if !tree.node(child).is_leaf() && !taken.contains_key(&next) {
                let below = of_interest(&next, child);
                stack.push((next, below, None));
            }
            continue;
        }
        if let Some(winner) = winner.filter(|_| problem.kind(node) == succeeds) {
            let (len, full) = (taken.len(), taken.len() == taken.capacity());
            let needed = bytes(len, if full { 3 * len } else { taken.capacity() });
            if needed > budget.memory() || full && taken.try_reserve(1).is_err() {
                return Err(Uncertified::Stopped(StopReason::Memory));
            }
            taken.insert(node.clone(), tree.step(winner));
        }
        stack.pop();
    }
    let memory = bytes(taken.len(), taken.capacity());
    Ok(Steps { taken, memory })
}
