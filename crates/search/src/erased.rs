//! A problem whose types are hidden.
//!
//! Only the depth-first kernel and alpha-beta's inner loop are compiled for every game. All other searches see this problem,
//! whose nodes are counted pointers and whose steps are words, and are compiled once. That costs them some nanoseconds for each
//! node that they visit, and saves most of what a further game would add to the time of a build.

mod store;
mod walk;

pub(crate) use store::NodeStore;
pub(crate) use walk::Walk;

use crate::numbered::hash_of;
use crate::{Answer, Choice, Solution, StopReason, Uncertified};
use provenum_game::{AndOr, Child, Counts, Estimate, Hints, Holding, Kind, Known, Status, Word};
use rustc_hash::FxHasher;
use std::any::Any;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use walk::Walking;

/// A node whose type is hidden.
#[derive(Clone)]
pub(crate) struct AnyNode(Arc<dyn HiddenNode>);

trait HiddenNode: Any + Send + Sync {
    fn is(&self, other: &dyn Any) -> bool;
    fn hash_of(&self) -> u64;
}

impl<N: Eq + Hash + Send + Sync + 'static> HiddenNode for N {
    fn is(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }

    fn hash_of(&self) -> u64 {
        let mut hasher = FxHasher::default();
        self.hash(&mut hasher);
        hasher.finish()
    }
}

impl AnyNode {
    pub(crate) fn new<N: Eq + Hash + Send + Sync + 'static>(node: N) -> AnyNode {
        AnyNode(Arc::new(node))
    }

    #[inline]
    fn any(&self) -> &dyn Any {
        &*self.0
    }
}

impl PartialEq for AnyNode {
    fn eq(&self, other: &AnyNode) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.is(other.any())
    }
}

impl Eq for AnyNode {}

impl Hash for AnyNode {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash_of());
    }
}

/// What is known, with its step as a word.
fn in_words<Step: Word>(Known { least, most, step, distance }: Known<Step>) -> Known<u32> {
    Known { least, most, step: step.map(Word::to_word), distance }
}

/// What is asked of a problem, in a form that can be called through a pointer.
trait Hidden: Sync {
    fn kind(&self, node: &dyn Any) -> Kind;
    fn status(&self, node: &dyn Any) -> Status;
    fn steps(&self, node: &dyn Any, out: &mut Vec<u32>);
    fn follow(&self, node: &dyn Any, step: u32) -> AnyNode;
    fn key(&self, node: &dyn Any) -> u64;
    fn encode(&self, node: &dyn Any, out: &mut Vec<u8>);
    fn decode(&self, code: &[u8]) -> Option<AnyNode>;
    fn alike(&self, one: &dyn Any, other: &dyn Any) -> bool;
    fn irreversible(&self, node: &dyn Any, step: u32) -> bool;
    fn mobility(&self, node: &dyn Any) -> usize;
    fn keys_after(&self, node: &dyn Any, emit: &mut dyn FnMut(u64));
    fn cheap_keys(&self) -> bool;
    fn expand(&self, node: &dyn Any, emit: &mut dyn FnMut(Child<u32>));
    fn walk<'p>(&'p self, root: &dyn Any) -> Box<dyn Walk + 'p>;
    fn number(&self, root: &dyn Any) -> NodeStore;
    fn number_after(&self, store: &mut NodeStore, node: u32, step: u32) -> u32;
    fn make_room(&self, store: &mut NodeStore, more: usize, bytes: u64) -> bool;
    fn numbered(&self, store: &NodeStore, node: u32) -> AnyNode;
    fn kind_numbered(&self, store: &NodeStore, node: u32) -> Kind;
    fn number_of(&self, store: &NodeStore, node: &dyn Any) -> Option<u32>;
    fn expand_numbered(&self, store: &NodeStore, node: u32, out: &mut Vec<Child<u32>>);
    fn expand_with_estimates(&self, node: &dyn Any, emit: &mut dyn FnMut(Child<u32>, Option<Estimate>));
    fn known_from(&self) -> Option<String>;
    fn known(&self, node: &dyn Any) -> Option<Known<u32>>;
    fn known_steps(&self, node: &dyn Any, out: &mut Vec<(u32, Known<u32>)>) -> bool;
    fn estimate(&self, node: &dyn Any, kind: Kind) -> Estimate;
    fn estimate_after(&self, node: &dyn Any, step: u32, kind: Kind) -> Option<Estimate>;
    fn advantage(&self, node: &dyn Any) -> i32;
    fn cost(&self, node: &dyn Any, step: u32, kind: Kind) -> Estimate;
    fn similar(&self, node: &dyn Any, one: u32, other: u32) -> bool;
    fn has_groups(&self) -> bool;
    fn group(&self, node: &dyn Any, step: u32) -> Option<u8>;
    fn is_dear(&self) -> bool;
    fn few_nodes(&self, node: &dyn Any) -> Option<usize>;
    fn overcounts(&self) -> bool;
    fn has_holdings(&self) -> bool;
    fn holding(&self, node: &dyn Any, kind: Kind) -> Option<Holding>;
    fn holding_after(&self, node: &dyn Any, step: u32, kind: Kind) -> Option<Option<Holding>>;
    fn enough(&self, node: &dyn Any, kind: Kind, proven: bool, children: &[(u32, Counts)]) -> Counts;
    fn least_steps(&self, node: &dyn Any, kind: Kind) -> u32;
    fn least_steps_after(&self, node: &dyn Any, step: u32, kind: Kind) -> Option<u32>;
    /// Bytes that a node takes.
    fn node_bytes(&self) -> usize;
}

/// The node of a problem's own type.
#[inline]
fn seen<P: AndOr>(node: &dyn Any) -> &P::Node {
    let Some(node) = node.downcast_ref() else { unreachable!("a node of another problem") };
    node
}

fn as_word<Step: Word>(child: Child<Step>) -> Child<u32> {
    Child { step: child.step.to_word(), status: child.status, key: child.key }
}

impl<P: AndOr> Hidden for P {
    fn kind(&self, node: &dyn Any) -> Kind {
        AndOr::kind(self, seen::<P>(node))
    }

    fn status(&self, node: &dyn Any) -> Status {
        AndOr::status(self, seen::<P>(node))
    }

    fn steps(&self, node: &dyn Any, out: &mut Vec<u32>) {
        let mut steps = Vec::new();
        AndOr::steps(self, seen::<P>(node), &mut steps);
        out.extend(steps.into_iter().map(Word::to_word));
    }

    fn follow(&self, node: &dyn Any, step: u32) -> AnyNode {
        AnyNode::new(AndOr::follow(self, seen::<P>(node), Word::from_word(step)))
    }

    fn key(&self, node: &dyn Any) -> u64 {
        AndOr::key(self, seen::<P>(node))
    }

    fn encode(&self, node: &dyn Any, out: &mut Vec<u8>) {
        AndOr::encode(self, seen::<P>(node), out);
    }

    fn decode(&self, code: &[u8]) -> Option<AnyNode> {
        AndOr::decode(self, code).map(AnyNode::new)
    }

    fn alike(&self, one: &dyn Any, other: &dyn Any) -> bool {
        AndOr::alike(self, seen::<P>(one), seen::<P>(other))
    }

    fn irreversible(&self, node: &dyn Any, step: u32) -> bool {
        AndOr::irreversible(self, seen::<P>(node), Word::from_word(step))
    }

    fn mobility(&self, node: &dyn Any) -> usize {
        AndOr::mobility(self, seen::<P>(node), &mut Vec::new())
    }

    fn keys_after(&self, node: &dyn Any, mut emit: &mut dyn FnMut(u64)) {
        AndOr::keys_after(self, seen::<P>(node), &mut emit);
    }

    fn cheap_keys(&self) -> bool {
        AndOr::cheap_keys(self)
    }

    fn expand(&self, node: &dyn Any, emit: &mut dyn FnMut(Child<u32>)) {
        AndOr::expand(self, seen::<P>(node), &mut |child| emit(as_word(child)));
    }

    fn walk<'p>(&'p self, root: &dyn Any) -> Box<dyn Walk + 'p> {
        Box::new(Walking { problem: self, nodes: vec![seen::<P>(root).clone()] })
    }

    fn number(&self, root: &dyn Any) -> NodeStore {
        NodeStore::new(seen::<P>(root).clone())
    }

    fn number_after(&self, store: &mut NodeStore, node: u32, step: u32) -> u32 {
        let (nodes, index) = store.nodes_mut::<P>();
        let next = AndOr::follow(self, &nodes[node as usize], Word::from_word(step));
        let hash = hash_of(&next);
        index.find(hash, |number| nodes[number as usize] == next).unwrap_or_else(|| {
            let number = nodes.len() as u32;
            index.insert(hash, number);
            nodes.push(next);
            number
        })
    }

    fn make_room(&self, store: &mut NodeStore, more: usize, bytes: u64) -> bool {
        let (nodes, index) = store.nodes_mut::<P>();
        index.make_room(more, bytes) && nodes.try_reserve(more).is_ok()
    }

    fn numbered(&self, store: &NodeStore, node: u32) -> AnyNode {
        AnyNode::new(store.nodes::<P>()[node as usize].clone())
    }

    fn kind_numbered(&self, store: &NodeStore, node: u32) -> Kind {
        AndOr::kind(self, &store.nodes::<P>()[node as usize])
    }

    fn number_of(&self, store: &NodeStore, node: &dyn Any) -> Option<u32> {
        let (nodes, node) = (store.nodes::<P>(), seen::<P>(node));
        store.index.find(hash_of(node), |number| nodes[number as usize] == *node)
    }

    fn expand_numbered(&self, store: &NodeStore, node: u32, out: &mut Vec<Child<u32>>) {
        AndOr::expand(self, &store.nodes::<P>()[node as usize], &mut |child| out.push(as_word(child)));
    }

    fn expand_with_estimates(&self, node: &dyn Any, emit: &mut dyn FnMut(Child<u32>, Option<Estimate>)) {
        AndOr::expand_with_estimates(self, seen::<P>(node), &mut |child, estimate| emit(as_word(child), estimate));
    }

    fn known_from(&self) -> Option<String> {
        Hints::known_from(self)
    }

    fn known(&self, node: &dyn Any) -> Option<Known<u32>> {
        Hints::known(self, seen::<P>(node)).map(in_words)
    }

    fn known_steps(&self, node: &dyn Any, out: &mut Vec<(u32, Known<u32>)>) -> bool {
        let mut told = Vec::new();
        let all = Hints::known_steps(self, seen::<P>(node), &mut told);
        out.extend(told.into_iter().map(|(step, known)| (step.to_word(), in_words(known))));
        all
    }

    fn estimate(&self, node: &dyn Any, kind: Kind) -> Estimate {
        Hints::estimate(self, seen::<P>(node), kind)
    }

    fn estimate_after(&self, node: &dyn Any, step: u32, kind: Kind) -> Option<Estimate> {
        Hints::estimate_after(self, seen::<P>(node), Word::from_word(step), kind)
    }

    fn advantage(&self, node: &dyn Any) -> i32 {
        Hints::advantage(self, seen::<P>(node))
    }

    fn cost(&self, node: &dyn Any, step: u32, kind: Kind) -> Estimate {
        Hints::cost(self, seen::<P>(node), Word::from_word(step), kind)
    }

    fn similar(&self, node: &dyn Any, one: u32, other: u32) -> bool {
        Hints::similar(self, seen::<P>(node), Word::from_word(one), Word::from_word(other))
    }

    fn has_groups(&self) -> bool {
        Hints::has_groups(self)
    }

    fn group(&self, node: &dyn Any, step: u32) -> Option<u8> {
        Hints::group(self, seen::<P>(node), Word::from_word(step))
    }

    fn is_dear(&self) -> bool {
        Hints::is_dear(self)
    }

    fn few_nodes(&self, node: &dyn Any) -> Option<usize> {
        Hints::few_nodes(self, seen::<P>(node))
    }

    fn overcounts(&self) -> bool {
        Hints::overcounts(self)
    }

    fn has_holdings(&self) -> bool {
        Hints::has_holdings(self)
    }

    fn holding(&self, node: &dyn Any, kind: Kind) -> Option<Holding> {
        Hints::holding(self, seen::<P>(node), kind)
    }

    fn holding_after(&self, node: &dyn Any, step: u32, kind: Kind) -> Option<Option<Holding>> {
        Hints::holding_after(self, seen::<P>(node), Word::from_word(step), kind)
    }

    fn enough(&self, node: &dyn Any, kind: Kind, proven: bool, children: &[(u32, Counts)]) -> Counts {
        let children: Vec<_> = children.iter().map(|&(step, counts)| (Word::from_word(step), counts)).collect();
        Hints::enough(self, seen::<P>(node), kind, proven, &children)
    }

    fn least_steps(&self, node: &dyn Any, kind: Kind) -> u32 {
        Hints::least_steps(self, seen::<P>(node), kind)
    }

    fn least_steps_after(&self, node: &dyn Any, step: u32, kind: Kind) -> Option<u32> {
        Hints::least_steps_after(self, seen::<P>(node), Word::from_word(step), kind)
    }

    fn node_bytes(&self) -> usize {
        size_of::<P::Node>()
    }
}

/// A problem whose types are hidden.
#[derive(Clone, Copy)]
pub(crate) struct Erased<'p> {
    problem: &'p dyn Hidden,
    // What is asked time and again, and is the same for all nodes.
    cyclic: bool,
    by_history: bool,
    has_estimates: bool,
}

impl<'p> Erased<'p> {
    pub(crate) fn new<P: AndOr>(problem: &'p P) -> Erased<'p> {
        Erased {
            problem,
            cyclic: AndOr::cyclic(problem),
            by_history: AndOr::by_history(problem),
            has_estimates: Hints::has_estimates(problem),
        }
    }

    /// A walk that begins at this node.
    pub(crate) fn walk(&self, root: &AnyNode) -> Box<dyn Walk + 'p> {
        self.problem.walk(root.any())
    }

    /// The nodes of a graph, of which there is only the root yet, with the number 0.
    pub(crate) fn number(&self, root: &AnyNode) -> NodeStore {
        self.problem.number(root.any())
    }

    /// Makes room for so many more nodes, whose index may take so many bytes more. The answer is `false` if there is none.
    #[inline]
    pub(crate) fn make_room(&self, store: &mut NodeStore, more: usize, bytes: u64) -> bool {
        self.problem.make_room(store, more, bytes)
    }

    /// The number of the node that a step leads to: the next one, if it is new. There must be [room](Self::make_room).
    #[inline]
    pub(crate) fn number_after(&self, store: &mut NodeStore, node: u32, step: u32) -> u32 {
        self.problem.number_after(store, node, step)
    }

    /// The node with this number.
    pub(crate) fn numbered(&self, store: &NodeStore, node: u32) -> AnyNode {
        self.problem.numbered(store, node)
    }

    /// Who chooses at the node with this number.
    #[inline]
    pub(crate) fn kind_numbered(&self, store: &NodeStore, node: u32) -> Kind {
        self.problem.kind_numbered(store, node)
    }

    /// The number of a node, if it has one.
    pub(crate) fn number_of(&self, store: &NodeStore, node: &AnyNode) -> Option<u32> {
        self.problem.number_of(store, node.any())
    }

    /// Appends every successor of an open node.
    #[inline]
    pub(crate) fn expand_numbered(&self, store: &NodeStore, node: u32, out: &mut Vec<Child<u32>>) {
        self.problem.expand_numbered(store, node, out);
    }

    /// Bytes that a node takes.
    pub(crate) fn node_bytes(&self) -> usize {
        self.problem.node_bytes()
    }

    /// Bytes that a node takes behind its pointer, with what counts the pointers and what an allocation costs.
    pub(crate) fn hidden_bytes(&self) -> usize {
        self.node_bytes().next_multiple_of(16) + 32
    }
}

/// Solves a problem by a search that does not see its types, and knows nothing of history.
pub(crate) fn solve_hidden<'p, P: AndOr>(
    problem: &'p P,
    root: &P::Node,
    search: impl FnOnce(&Erased<'p>, &AnyNode) -> Answer<Erased<'p>>,
) -> Answer<P> {
    if problem.by_history() {
        return Answer::without_search(problem, root, StopReason::History);
    }
    revealed(search(&Erased::new(problem), &AnyNode::new(root.clone())))
}

/// The answer about a hidden problem, with the types of the problem itself.
pub(crate) fn revealed<P: AndOr>(answer: Answer<Erased<'_>>) -> Answer<P> {
    let Answer { status, root, stop, statistics, solution, line } = answer;
    let solution = solution.and_then(|solution| solution.map_to(seen::<P>).map_err(Uncertified::from));
    let line = line.into_iter().map(Word::from_word).collect();
    Answer { status, root, stop, statistics, solution, line }
}

impl Solution<Erased<'_>> {
    fn map_to<P: AndOr>(self, seen: fn(&dyn Any) -> &P::Node) -> Result<Solution<P>, StopReason> {
        self.translated(
            |node| seen(node.any()).clone(),
            |Choice { step, rank }| Choice { step: step.map(Word::from_word), rank },
        )
    }
}

impl AndOr for Erased<'_> {
    type Node = AnyNode;
    type Step = u32;

    #[inline]
    fn kind(&self, node: &AnyNode) -> Kind {
        self.problem.kind(node.any())
    }

    #[inline]
    fn status(&self, node: &AnyNode) -> Status {
        self.problem.status(node.any())
    }

    #[inline]
    fn steps(&self, node: &AnyNode, out: &mut Vec<u32>) {
        self.problem.steps(node.any(), out);
    }

    #[inline]
    fn follow(&self, node: &AnyNode, step: u32) -> AnyNode {
        self.problem.follow(node.any(), step)
    }

    #[inline]
    fn key(&self, node: &AnyNode) -> u64 {
        self.problem.key(node.any())
    }

    fn encode(&self, node: &AnyNode, out: &mut Vec<u8>) {
        self.problem.encode(node.any(), out);
    }

    fn decode(&self, code: &[u8]) -> Option<AnyNode> {
        self.problem.decode(code)
    }

    #[inline]
    fn cyclic(&self) -> bool {
        self.cyclic
    }

    #[inline]
    fn by_history(&self) -> bool {
        self.by_history
    }

    #[inline]
    fn alike(&self, one: &AnyNode, other: &AnyNode) -> bool {
        self.problem.alike(one.any(), other.any())
    }

    #[inline]
    fn irreversible(&self, node: &AnyNode, step: u32) -> bool {
        self.problem.irreversible(node.any(), step)
    }

    #[inline]
    fn mobility(&self, node: &AnyNode, _scratch: &mut Vec<u32>) -> usize {
        self.problem.mobility(node.any())
    }

    #[inline]
    fn keys_after(&self, node: &AnyNode, emit: &mut impl FnMut(u64)) {
        self.problem.keys_after(node.any(), emit);
    }

    #[inline]
    fn cheap_keys(&self) -> bool {
        self.problem.cheap_keys()
    }

    #[inline]
    fn expand(&self, node: &AnyNode, emit: &mut impl FnMut(Child<u32>)) {
        self.problem.expand(node.any(), emit);
    }

    #[inline]
    fn expand_with_estimates(&self, node: &AnyNode, emit: &mut impl FnMut(Child<u32>, Option<Estimate>)) {
        self.problem.expand_with_estimates(node.any(), emit);
    }
}

impl Hints<AnyNode, u32> for Erased<'_> {
    const PASSES_ON: bool = true;

    fn known_from(&self) -> Option<String> {
        self.problem.known_from()
    }

    #[inline]
    fn known(&self, node: &AnyNode) -> Option<Known<u32>> {
        self.problem.known(node.any())
    }

    fn known_steps(&self, node: &AnyNode, out: &mut Vec<(u32, Known<u32>)>) -> bool {
        self.problem.known_steps(node.any(), out)
    }

    #[inline]
    fn has_estimates(&self) -> bool {
        self.has_estimates
    }

    #[inline]
    fn estimate(&self, node: &AnyNode, kind: Kind) -> Estimate {
        self.problem.estimate(node.any(), kind)
    }

    #[inline]
    fn estimate_after(&self, node: &AnyNode, step: u32, kind: Kind) -> Option<Estimate> {
        self.problem.estimate_after(node.any(), step, kind)
    }

    #[inline]
    fn advantage(&self, node: &AnyNode) -> i32 {
        self.problem.advantage(node.any())
    }

    #[inline]
    fn cost(&self, node: &AnyNode, step: u32, kind: Kind) -> Estimate {
        self.problem.cost(node.any(), step, kind)
    }

    #[inline]
    fn similar(&self, node: &AnyNode, one: u32, other: u32) -> bool {
        self.problem.similar(node.any(), one, other)
    }

    #[inline]
    fn has_groups(&self) -> bool {
        self.problem.has_groups()
    }

    #[inline]
    fn group(&self, node: &AnyNode, step: u32) -> Option<u8> {
        self.problem.group(node.any(), step)
    }

    #[inline]
    fn is_dear(&self) -> bool {
        self.problem.is_dear()
    }

    fn few_nodes(&self, node: &AnyNode) -> Option<usize> {
        self.problem.few_nodes(node.any())
    }

    fn overcounts(&self) -> bool {
        self.problem.overcounts()
    }

    #[inline]
    fn has_holdings(&self) -> bool {
        self.problem.has_holdings()
    }

    #[inline]
    fn holding(&self, node: &AnyNode, kind: Kind) -> Option<Holding> {
        self.problem.holding(node.any(), kind)
    }

    #[inline]
    fn holding_after(&self, node: &AnyNode, step: u32, kind: Kind) -> Option<Option<Holding>> {
        self.problem.holding_after(node.any(), step, kind)
    }

    fn enough(&self, node: &AnyNode, kind: Kind, proven: bool, children: &[(u32, Counts)]) -> Counts {
        self.problem.enough(node.any(), kind, proven, children)
    }

    #[inline]
    fn least_steps(&self, node: &AnyNode, kind: Kind) -> u32 {
        self.problem.least_steps(node.any(), kind)
    }

    #[inline]
    fn least_steps_after(&self, node: &AnyNode, step: u32, kind: Kind) -> Option<u32> {
        self.problem.least_steps_after(node.any(), step, kind)
    }
}
