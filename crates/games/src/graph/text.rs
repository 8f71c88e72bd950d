//! Reads and writes the text format of graphs, which the parent module defines. What is noted beside the rules is left to
//! [`super::notes`].

use super::notes::{Notes, begins_note};
use super::{Content, Graph, MOST_NODES, Node};
use crate::text::words;
use provenum_game::{Estimate, InputError, shorten};
use std::{collections::HashMap, ops::RangeInclusive};

/// What a node may be.
pub(super) const KINDS: [&str; 5] = ["or", "and", "proven", "disproven", "unknown"];
const KEYWORDS: &str = "or, and, proven, disproven or unknown";
const EXAMPLE: &str = "a graph such as: A or B C; B proven; C unknown";
const NUMBERS: RangeInclusive<u32> = 1..=1_000_000;

/// A word and where it is.
#[derive(Clone, Copy)]
pub(super) struct Word<'t> {
    line: usize,
    column: usize,
    pub(super) text: &'t str,
}

impl Word<'_> {
    pub(super) fn error(&self, problem: impl Into<String>, expected: impl Into<String>) -> InputError {
        InputError::at_line(Some(self.line), Some(self.column), problem, expected)
    }

    pub(super) fn short(&self) -> String {
        shorten(self.text)
    }
}

/// Calls `visit` with the words of each statement that has any: the first one, and the others.
fn each_statement<'t>(
    text: &'t str,
    mut visit: impl FnMut(Word<'t>, &[Word<'t>]) -> Result<(), InputError>,
) -> Result<(), InputError> {
    let mut statement = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let uncommented = line.split('#').next().unwrap_or_default();
        let mut before = 0;
        for part in uncommented.split(';') {
            let word = |(column, text)| Word { line: index + 1, column: before + column, text };
            statement.clear();
            statement.extend(words(part, char::is_whitespace).map(word));
            if let [head, rest @ ..] = &*statement {
                visit(*head, rest)?;
            }
            before += part.chars().count() + 1;
        }
    }
    Ok(())
}

/// Whether a statement is a note, and not the definition of a node that is called like one.
fn is_note(head: &Word<'_>, rest: &[Word<'_>]) -> bool {
    begins_note(head.text) && !rest.first().is_some_and(|word| KINDS.contains(&word.text))
}

/// Reads a graph and the node to start from.
///
/// Numbers follow the order of the definitions, so that writing a graph and reading it again gives equal numbers. A node
/// may be named before it is defined: the text is gone through twice, which takes less memory than remembering places.
pub(super) fn read(text: &str) -> Result<(Graph, Node), InputError> {
    let (names, root, noted) = number_nodes(text)?;
    let mut graph = Graph::named(names.in_order());
    // For each node, the last one that named it as its successor.
    let mut named_by = vec![None; names.0.len()];
    each_statement(text, |head, rest| {
        if head.text == "root" || is_note(&head, rest) {
            return Ok(());
        }
        let Some((keyword, operands)) = rest.split_first() else {
            return Err(head.error(format!("nothing is said of {}", head.short()), KEYWORDS));
        };
        let node = graph.len();
        match keyword.text {
            "or" | "and" => {
                let content = if keyword.text == "or" { Content::Or } else { Content::And };
                if operands.is_empty() {
                    return Err(keyword.error(format!("{} has no successor", head.short()), "names of successors"));
                }
                let mut successors = Vec::with_capacity(operands.len());
                for operand in operands {
                    let target = names.find(operand)?;
                    if named_by[target.number()].replace(node) == Some(node) {
                        return Err(operand.error(format!("{} is named twice", operand.short()), "each successor once"));
                    }
                    successors.push(target);
                }
                graph.push(content, successors);
            }
            "proven" => graph.push(nothing_after(Content::Proven, operands)?, []),
            "disproven" => graph.push(nothing_after(Content::Disproven, operands)?, []),
            "unknown" => graph.push(Content::Unknown(estimate(keyword, operands)?), []),
            _ => return Err(keyword.error(format!("{:?} is no kind of node", keyword.short()), KEYWORDS)),
        }
        Ok(())
    })?;
    let root = match root {
        Some(word) => names.find(&word)?,
        None if graph.is_empty() => return Err(InputError::position("there is no node", EXAMPLE)),
        None => Node::new(0),
    };
    if noted {
        let mut notes = Notes::default();
        each_statement(text, |head, rest| match is_note(&head, rest) {
            true => notes.read(&graph, &names, &head, rest),
            false => Ok(()),
        })?;
        notes.finish(&graph);
        graph.notes = Some(Box::new(notes));
    }
    Ok((graph.complete(), root))
}

/// The number of each node that is defined.
pub(super) struct Numbers<'t>(HashMap<&'t str, Node>);

impl Numbers<'_> {
    pub(super) fn find(&self, word: &Word<'_>) -> Result<Node, InputError> {
        let undefined =
            || word.error(format!("node {} is not defined anywhere", word.short()), "a node that is defined");
        self.0.get(word.text).copied().ok_or_else(undefined)
    }

    fn in_order(&self) -> Vec<Box<str>> {
        let mut names = vec![Box::default(); self.0.len()];
        for (&name, node) in &self.0 {
            names[node.number()] = Box::from(name);
        }
        names
    }
}

/// Numbers the nodes in the order of their definitions, and finds the name of the root, and whether there are notes.
fn number_nodes(text: &str) -> Result<(Numbers<'_>, Option<Word<'_>>, bool), InputError> {
    let mut numbers = HashMap::new();
    let (mut root, mut noted) = (None, false);
    each_statement(text, |head, rest| {
        if head.text == "root" {
            let [name] = rest else { return Err(head.error("root names one node", "root and one name")) };
            return match root.replace(*name) {
                Some(_) => Err(head.error("there is a root already", "one root")),
                None => Ok(()),
            };
        }
        if is_note(&head, rest) {
            noted = true;
            return Ok(());
        }
        if numbers.len() == MOST_NODES {
            return Err(head.error("there are too many nodes", format!("at most {MOST_NODES}")));
        }
        let node = Node::new(numbers.len());
        match numbers.insert(head.text, node) {
            Some(_) => Err(head.error(format!("{} is defined already", head.short()), "one definition of each node")),
            None => Ok(()),
        }
    })?;
    Ok((Numbers(numbers), root, noted))
}

fn nothing_after(content: Content, operands: &[Word<'_>]) -> Result<Content, InputError> {
    match operands {
        [] => Ok(content),
        [word, ..] => Err(word.error(format!("{:?} does not belong here", word.short()), "`;` or the end of the line")),
    }
}

/// A number in this range.
pub(super) fn number(word: &Word<'_>, range: RangeInclusive<u32>) -> Result<u32, InputError> {
    let number = word.text.parse().ok().filter(|number| range.contains(number));
    let (least, most) = range.into_inner();
    number.ok_or_else(|| word.error(format!("{:?} is no such number", word.short()), format!("{least} to {most}")))
}

fn estimate(keyword: &Word<'_>, operands: &[Word<'_>]) -> Result<Estimate, InputError> {
    match operands {
        [] => Ok(Estimate::UNIT),
        [proof, disproof] => Ok(Estimate { proof: number(proof, NUMBERS)?, disproof: number(disproof, NUMBERS)? }),
        _ => Err(keyword.error(
            format!("unknown is followed by {} words", operands.len()),
            "a proof number and a disproof number, or neither",
        )),
    }
}

/// Writes a graph in one line.
pub(super) fn write(graph: &Graph, root: Node) -> String {
    let mut statements = Vec::with_capacity(graph.len() + 1);
    if root.number() != 0 {
        statements.push(format!("root {}", graph.name(root)));
    }
    statements.extend(graph.nodes().map(|node| {
        let mut statement = head(graph, node);
        for &target in graph.successors_of(node) {
            statement.push(' ');
            statement.push_str(&graph.name(target));
        }
        statement
    }));
    if let Some(notes) = &graph.notes {
        statements.extend(notes.statements(graph));
    }
    statements.join("; ")
}

/// A node's definition up to its successors.
pub(super) fn head(graph: &Graph, node: Node) -> String {
    let name = graph.name(node);
    match graph.content(node) {
        Content::Or => format!("{name} or"),
        Content::And => format!("{name} and"),
        Content::Proven => format!("{name} proven"),
        Content::Disproven => format!("{name} disproven"),
        Content::Unknown(Estimate::UNIT) => format!("{name} unknown"),
        Content::Unknown(Estimate { proof, disproof }) => format!("{name} unknown {proof} {disproof}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_comments_and_order_do_not_matter() {
        let text = "# a figure\nroot A\n  C unknown 1 1; D unknown 2 1 # leaves\n\nA or B C; B and C A D";
        let (graph, root) = read(text).unwrap();
        assert_eq!(write(&graph, root), "root A; C unknown; D unknown 2 1; A or B C; B and C A D");
        assert_eq!(read(&write(&graph, root)).unwrap(), (graph.clone(), root));
        assert_eq!(read(&write(&graph, Node(0))).unwrap(), (graph, Node(0)));
    }

    #[test]
    fn errors_say_what_where_and_what_else() {
        for (text, message) in [
            ("", "position: there is no node; expected a graph such as: A or B C; B proven; C unknown"),
            ("A", "position, line 1, column 1: nothing is said of A; expected or, and, proven, disproven or unknown"),
            (
                "A or B\nB maybe",
                "position, line 2, column 3: \"maybe\" is no kind of node; expected or, and, proven, disproven or unknown",
            ),
            ("A or", "position, line 1, column 3: A has no successor; expected names of successors"),
            (
                "A or B; B and C",
                "position, line 1, column 15: node C is not defined anywhere; expected a node that is defined",
            ),
            ("é or B B; B proven", "position, line 1, column 8: B is named twice; expected each successor once"),
            (
                "A proven;\n\n A proven",
                "position, line 3, column 2: A is defined already; expected one definition of each node",
            ),
            (
                "A proven now",
                "position, line 1, column 10: \"now\" does not belong here; expected `;` or the end of the line",
            ),
            (
                "A unknown 1",
                "position, line 1, column 3: unknown is followed by 1 words; \
                 expected a proof number and a disproof number, or neither",
            ),
            ("A unknown 1 0", "position, line 1, column 13: \"0\" is no such number; expected 1 to 1000000"),
            (
                "root B; A proven",
                "position, line 1, column 6: node B is not defined anywhere; expected a node that is defined",
            ),
            ("root; A proven", "position, line 1, column 1: root names one node; expected root and one name"),
            ("root A; root A; A proven", "position, line 1, column 9: there is a root already; expected one root"),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), message, "{text}");
        }
    }

    const NOTED: &str = "A or B C; B and D E; C and D E; D proven; E or A; ";

    #[test]
    fn notes_are_written_in_the_order_of_the_nodes_and_read_again() {
        let notes =
            "known B disproven by E; cost B D 0 1000000 # so much\nalike C B; cost A B 2 1; known A proven within 7";
        let (graph, root) = read(&format!("{notes}; {NOTED}")).unwrap();
        let written = "cost A B 2 1; cost B D 0 1000000; alike B C; known A proven within 7; known B disproven by E";
        assert_eq!(write(&graph, root), format!("{NOTED}{written}"));
        assert_eq!(read(&write(&graph, root)).unwrap(), (graph, root));
        let (one, _) = read(&format!("{NOTED} known A proven within 7 by C")).unwrap();
        assert_eq!(read(&write(&one, root)).unwrap(), (one.clone(), root));
        assert_ne!(read(NOTED).unwrap().0, one);
    }

    #[test]
    fn a_word_that_begins_notes_may_still_name_a_node() {
        let text = "cost or alike known; alike and known; known proven";
        let (graph, root) = read(text).unwrap();
        assert_eq!((graph.len(), graph.notes.is_none()), (3, true));
        assert_eq!(write(&graph, root), text);
        // In the second place a kind makes a definition, elsewhere it is a name like any other.
        let text =
            "cost or or known; or and known; known unknown; cost cost or 1 0; alike known or; known cost proven by or";
        let (graph, root) = read(text).unwrap();
        assert_eq!(write(&graph, root), text);
        assert_eq!(read(&write(&graph, root)).unwrap(), (graph, root));
    }

    #[test]
    fn errors_in_notes_say_what_where_and_what_else() {
        for (note, message) in [
            (
                "cost",
                "column 51: cost is followed by 0 words; expected a node, its successor, and two numbers, as in cost A B 2 1",
            ),
            (
                "cost A B 2",
                "column 51: cost is followed by 3 words; expected a node, its successor, and two numbers, as in cost A B 2 1",
            ),
            ("cost A D 2 1", "column 58: A has no successor D; expected B, C"),
            ("cost D A 2 1", "column 58: D has no successor A; expected a node that has successors"),
            ("cost A F 2 1", "column 58: node F is not defined anywhere; expected a node that is defined"),
            ("cost A B -1 1", "column 60: \"-1\" is no such number; expected 0 to 1000000"),
            ("cost A B 1 1000001", "column 62: \"1000001\" is no such number; expected 0 to 1000000"),
            (
                "cost A B 2 1; cost A B 2 1",
                "column 65: the step from A to B has a cost already; expected one cost for each step",
            ),
            ("alike B", "column 51: alike is followed by 1 words; expected two nodes or more, as in alike B C"),
            ("alike B F", "column 59: node F is not defined anywhere; expected a node that is defined"),
            ("alike B B", "column 59: B is said to be like others already; expected each node once"),
            ("alike B C; alike D C", "column 70: C is said to be like others already; expected each node once"),
            ("known", "column 51: nothing is said to be known; expected a node and what it is, as in known B proven"),
            ("known F proven", "column 57: node F is not defined anywhere; expected a node that is defined"),
            ("known B", "column 57: nothing is known of B; expected proven or disproven"),
            ("known B unknown", "column 59: B cannot be known to be \"unknown\"; expected proven or disproven"),
            ("known D proven", "column 57: D is a leaf; expected an OR or AND node"),
            (
                "known B proven; known B proven",
                "column 73: B is known already; expected one such statement for each node",
            ),
            ("known B proven by", "column 66: by names no node; expected D, E"),
            ("known B proven by C", "column 69: B has no successor C; expected D, E"),
            ("known B proven by D by E", "column 71: there is a by already; expected one successor"),
            ("known B proven within", "column 66: within is followed by nothing; expected a number of steps"),
            ("known B proven within 0", "column 73: \"0\" is no such number; expected 1 to 10000000"),
            ("known B proven within 1 within 2", "column 75: there is a within already; expected one number of steps"),
            (
                "known B disproven within 1",
                "column 69: what is disproven has no number of steps; expected within after proven only",
            ),
            (
                "known B proven soon",
                "column 66: \"soon\" does not belong here; expected by and a successor, within and a number of steps, or neither",
            ),
        ] {
            let error = read(&format!("{NOTED}{note}")).unwrap_err().to_string();
            assert_eq!(error, format!("position, line 1, {message}"), "{note}");
        }
    }

    #[test]
    fn an_endless_word_is_cut_short_in_messages() {
        let error = read(&"é".repeat(1_000_000)).unwrap_err().to_string();
        assert!(error.len() < 200, "{error}");
    }
}
