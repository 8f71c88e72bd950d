//! What is noted of a graph beside its rules: what steps cost, which are alike, and what is known of a node before the end.
//! The parent module defines the statements.

use super::text::{KINDS, Numbers, Word, number};
use super::{Content, Graph, MOST_NODES, Node};
use provenum_game::{Estimate, InputError, Known};
use std::{collections::BTreeMap, fmt::Write, ops::RangeInclusive};

/// What a step may cost.
const COSTS: RangeInclusive<u32> = 0..=1_000_000;
/// How far the end may be from an inner node.
const DISTANCES: RangeInclusive<u32> = 1..=MOST_NODES as u32;

/// The notes of a graph, in the order of its nodes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Notes {
    /// What the step from one node to another costs.
    costs: BTreeMap<(Node, Node), Estimate>,
    /// For each node that is like others, the first of them.
    alike: BTreeMap<Node, Node>,
    known: BTreeMap<Node, Known<Node>>,
    /// A hash of all that is known.
    fingerprint: u64,
}

/// Whether a statement that begins with this word is a note, unless it defines a node of this name.
pub(super) fn begins_note(word: &str) -> bool {
    matches!(word, "cost" | "alike" | "known")
}

impl Notes {
    /// Reads one statement.
    pub(super) fn read(
        &mut self,
        graph: &Graph,
        names: &Numbers<'_>,
        head: &Word<'_>,
        operands: &[Word<'_>],
    ) -> Result<(), InputError> {
        match head.text {
            "cost" => self.read_cost(graph, names, head, operands),
            "alike" => self.read_alike(names, head, operands),
            _ => self.read_known(graph, names, head, operands),
        }
    }

    /// Takes note that all statements were read.
    pub(super) fn finish(&mut self, graph: &Graph) {
        let statements = self.known_statements(graph).flat_map(|statement| (statement + ";").into_bytes());
        // FNV-1a.
        let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        self.fingerprint = statements.fold(0xcbf2_9ce4_8422_2325, hash);
    }

    fn read_cost(
        &mut self,
        graph: &Graph,
        names: &Numbers<'_>,
        head: &Word<'_>,
        operands: &[Word<'_>],
    ) -> Result<(), InputError> {
        let [from, to, proof, disproof] = operands else {
            let problem = format!("cost is followed by {} words", operands.len());
            return Err(head.error(problem, "a node, its successor, and two numbers, as in cost A B 2 1"));
        };
        let step = (names.find(from)?, successor(graph, names, from, to)?);
        let cost = Estimate { proof: number(proof, COSTS)?, disproof: number(disproof, COSTS)? };
        match self.costs.insert(step, cost) {
            Some(_) => {
                let problem = format!("the step from {} to {} has a cost already", from.short(), to.short());
                Err(head.error(problem, "one cost for each step"))
            }
            None => Ok(()),
        }
    }

    fn read_alike(&mut self, names: &Numbers<'_>, head: &Word<'_>, operands: &[Word<'_>]) -> Result<(), InputError> {
        if operands.len() < 2 {
            let problem = format!("alike is followed by {} words", operands.len());
            return Err(head.error(problem, "two nodes or more, as in alike B C"));
        }
        let nodes = operands.iter().map(|word| names.find(word)).collect::<Result<Vec<_>, _>>()?;
        let Some(&first) = nodes.iter().min() else { return Ok(()) };
        for (word, node) in operands.iter().zip(nodes) {
            if self.alike.insert(node, first).is_some() {
                let problem = format!("{} is said to be like others already", word.short());
                return Err(word.error(problem, "each node once"));
            }
        }
        Ok(())
    }

    fn read_known(
        &mut self,
        graph: &Graph,
        names: &Numbers<'_>,
        head: &Word<'_>,
        operands: &[Word<'_>],
    ) -> Result<(), InputError> {
        let Some((subject, said)) = operands.split_first() else {
            return Err(head.error("nothing is said to be known", "a node and what it is, as in known B proven"));
        };
        let node = names.find(subject)?;
        let Some((status, mut rest)) = said.split_first() else {
            return Err(subject.error(format!("nothing is known of {}", subject.short()), "proven or disproven"));
        };
        let mut known = match status.text {
            "proven" => Known::value(1),
            "disproven" => Known::value(-1),
            _ => {
                let problem = format!("{} cannot be known to be {:?}", subject.short(), status.short());
                return Err(status.error(problem, "proven or disproven"));
            }
        };
        if !matches!(graph.content(node), Content::Or | Content::And) {
            return Err(subject.error(format!("{} is a leaf", subject.short()), "an OR or AND node"));
        }
        while let Some((word, after)) = rest.split_first() {
            let (value, after) = match (word.text, after.split_first()) {
                ("by" | "within", Some(value)) => value,
                ("by", None) => return Err(word.error("by names no node", list(graph, node))),
                ("within", None) => return Err(word.error("within is followed by nothing", "a number of steps")),
                _ => {
                    let problem = format!("{:?} does not belong here", word.short());
                    return Err(word.error(problem, "by and a successor, within and a number of steps, or neither"));
                }
            };
            if word.text == "by" {
                let step = successor(graph, names, subject, value)?;
                if known.step.replace(step).is_some() {
                    return Err(word.error("there is a by already", "one successor"));
                }
            } else {
                if known.most < 0 {
                    return Err(word.error("what is disproven has no number of steps", "within after proven only"));
                }
                if known.distance.replace(number(value, DISTANCES)?).is_some() {
                    return Err(word.error("there is a within already", "one number of steps"));
                }
            }
            rest = after;
        }
        match self.known.insert(node, known) {
            Some(_) => {
                let problem = format!("{} is known already", subject.short());
                Err(subject.error(problem, "one such statement for each node"))
            }
            None => Ok(()),
        }
    }

    /// The statements that these notes are read from.
    pub(super) fn statements(&self, graph: &Graph) -> Vec<String> {
        let mut statements = Vec::with_capacity(self.costs.len() + self.alike.len() + self.known.len());
        statements.extend(self.costs.iter().map(|(&(from, to), Estimate { proof, disproof })| {
            format!("cost {} {} {proof} {disproof}", graph.name(from), graph.name(to))
        }));
        let mut groups: BTreeMap<Node, Vec<String>> = BTreeMap::new();
        for (&node, &first) in &self.alike {
            groups.entry(first).or_default().push(graph.name(node));
        }
        for mut names in groups.into_values() {
            // A kind in the second place would make it the definition of a node.
            names.sort_by_key(|name| KINDS.contains(&name.as_str()));
            statements.push(format!("alike {}", names.join(" ")));
        }
        statements.extend(self.known_statements(graph));
        statements
    }

    fn known_statements(&self, graph: &Graph) -> impl Iterator<Item = String> {
        self.known.iter().map(|(&node, known)| {
            let status = if known.least > 0 { "proven" } else { "disproven" };
            let mut statement = format!("known {} {status}", graph.name(node));
            if let Some(step) = known.step {
                let _ = write!(statement, " by {}", graph.name(step));
            }
            if let Some(distance) = known.distance {
                let _ = write!(statement, " within {distance}");
            }
            statement
        })
    }

    pub(super) fn known_from(&self) -> Option<String> {
        let count = self.known.len();
        (count != 0).then(|| format!("{count} known statements of the graph, {:016x}", self.fingerprint))
    }

    #[inline]
    pub(super) fn known(&self, node: Node) -> Option<Known<Node>> {
        self.known.get(&node).copied()
    }

    /// What a step costs in the first player's numbers.
    #[inline]
    pub(super) fn cost(&self, from: Node, to: Node) -> Estimate {
        self.costs.get(&(from, to)).copied().unwrap_or(Estimate::FREE)
    }

    #[inline]
    pub(super) fn are_alike(&self, one: Node, other: Node) -> bool {
        let first = self.alike.get(&one);
        first.is_some() && first == self.alike.get(&other)
    }
}

/// A node that must be a successor of another.
fn successor(graph: &Graph, names: &Numbers<'_>, of: &Word<'_>, word: &Word<'_>) -> Result<Node, InputError> {
    let (node, target) = (names.find(of)?, names.find(word)?);
    if graph.successors_of(node).contains(&target) {
        return Ok(target);
    }
    Err(word.error(format!("{} has no successor {}", of.short(), word.short()), list(graph, node)))
}

/// What may stand where a successor of a node is named.
fn list(graph: &Graph, node: Node) -> String {
    graph.successor_names(node).unwrap_or_else(|| "a node that has successors".to_owned())
}
