//! Reads off a tree how its solved nodes are solved.

use super::tree::Tree;
use crate::{StopReason, Uncertified};
use provenum_game::{AndOr, Kind, Status};
use rustc_hash::FxHashMap;

/// For every position that the solved root's tree solves for the succeeding side: the step that does it.
///
/// Where a position stands several times in the tree, the step that is complete first is taken for all, and its other
/// places are not looked at. So every step rests on steps that were taken before it, and in a strategy they never lead
/// round in a circle. Subtrees that were forgotten leave gaps.
pub(super) fn read_steps<P: AndOr>(
    problem: &P,
    root: &P::Node,
    tree: &Tree<P::Step>,
    memory: u64,
) -> Result<FxHashMap<P::Node, P::Step>, Uncertified> {
    let succeeds = match tree.node(Tree::<P::Step>::ROOT).numbers.status() {
        Status::Proven => Kind::Or,
        _ => Kind::And,
    };
    let most = memory as usize / (2 * size_of::<(P::Node, P::Step)>());
    let mut taken = FxHashMap::default();
    let mut stack = vec![(root.clone(), Tree::<P::Step>::ROOT, tree.node(Tree::<P::Step>::ROOT).children())];
    while let Some((node, index, children)) = stack.last_mut() {
        if let Some(child) = children.next() {
            let next = problem.follow(node, tree.step(child));
            if !tree.node(child).is_leaf() && !taken.contains_key(&next) {
                stack.push((next, child, tree.node(child).children()));
            }
            continue;
        }
        let tree_node = tree.node(*index);
        if !tree_node.is_leaf() && tree_node.kind() == succeeds {
            if taken.len() == taken.capacity() && taken.len() > most {
                return Err(Uncertified::Stopped(StopReason::Memory));
            }
            taken.insert(node.clone(), tree.step(tree_node.children().start));
        }
        stack.pop();
    }
    Ok(taken)
}
