//! Reads and writes the text format of graphs, which the parent module defines.

use super::{Content, Graph, MOST_NODES, Node};
use crate::text::words;
use provenum_game::{Estimate, InputError, shorten};
use std::collections::HashMap;

const KEYWORDS: &str = "or, and, proven, disproven or unknown";
const EXAMPLE: &str = "a graph such as: A or B C; B proven; C unknown";
const NUMBERS: std::ops::RangeInclusive<u32> = 1..=1_000_000;

/// A word and where it is.
#[derive(Clone, Copy)]
struct Word<'t> {
    line: usize,
    column: usize,
    text: &'t str,
}

impl Word<'_> {
    fn error(&self, problem: impl Into<String>, expected: impl Into<String>) -> InputError {
        InputError::at_line(Some(self.line), Some(self.column), problem, expected)
    }

    fn short(&self) -> String {
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

/// Reads a graph and the node to start from.
///
/// Numbers follow the order of the definitions, so that writing a graph and reading it again gives equal numbers. A node
/// may be named before it is defined: the text is gone through twice, which takes less memory than remembering places.
pub(super) fn read(text: &str) -> Result<(Graph, Node), InputError> {
    let (names, root) = number(text)?;
    let mut graph = Graph::named(names.in_order());
    // For each node, the last one that named it as its successor.
    let mut named_by = vec![None; names.0.len()];
    each_statement(text, |head, rest| {
        if head.text == "root" {
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
    Ok((graph, root))
}

/// The number of each node that is defined.
struct Numbers<'t>(HashMap<&'t str, Node>);

impl Numbers<'_> {
    fn find(&self, word: &Word<'_>) -> Result<Node, InputError> {
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

/// Numbers the nodes in the order of their definitions, and finds the name of the root.
fn number(text: &str) -> Result<(Numbers<'_>, Option<Word<'_>>), InputError> {
    let mut numbers = HashMap::new();
    let mut root = None;
    each_statement(text, |head, rest| {
        if head.text == "root" {
            let [name] = rest else { return Err(head.error("root names one node", "root and one name")) };
            return match root.replace(*name) {
                Some(_) => Err(head.error("there is a root already", "one root")),
                None => Ok(()),
            };
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
    Ok((Numbers(numbers), root))
}

fn nothing_after(content: Content, operands: &[Word<'_>]) -> Result<Content, InputError> {
    match operands {
        [] => Ok(content),
        [word, ..] => Err(word.error(format!("{:?} does not belong here", word.short()), "`;` or the end of the line")),
    }
}

fn estimate(keyword: &Word<'_>, operands: &[Word<'_>]) -> Result<Estimate, InputError> {
    let number = |word: &Word<'_>| {
        let (least, most) = NUMBERS.into_inner();
        let wrong = || word.error(format!("{:?} is no such number", word.short()), format!("{least} to {most}"));
        word.text.parse().ok().filter(|number| NUMBERS.contains(number)).ok_or_else(wrong)
    };
    match operands {
        [] => Ok(Estimate::UNIT),
        [proof, disproof] => Ok(Estimate { proof: number(proof)?, disproof: number(disproof)? }),
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

    #[test]
    fn an_endless_word_is_cut_short_in_messages() {
        let error = read(&"é".repeat(1_000_000)).unwrap_err().to_string();
        assert!(error.len() < 200, "{error}");
    }
}
