//! An AND/OR problem of your own: can bread be baked with what is in the kitchen?
//!
//! A thing can be made by *any* of its recipes (OR), and a recipe needs *all* of its ingredients (AND). There is a circle:
//! dough can be made of sourdough, and sourdough is a piece of older dough. Going round in it makes no bread.
//!
//! `cargo run -p provenum --example own_problem`

use provenum::search::Algorithm;
use provenum::session::{Prove, Verdict};
use provenum::{AndOr, Hints, Kind, Status};
use std::error::Error;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

/// What can be made of what.
const RECIPES: [(&str, &[&str]); 5] = [
    ("bread", &["dough", "oven"]),
    ("dough", &["flour", "water", "yeast"]),
    ("dough", &["flour", "water", "sourdough"]),
    ("sourdough", &["dough"]),
    ("sourdough", &["flour", "water", "a week"]),
];

/// The problem: what there is already.
struct Kitchen(&'static [&'static str]);

/// A node of the problem.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Node {
    /// Get this thing.
    Thing(&'static str),
    /// Get all that this recipe needs.
    Recipe(usize),
}

impl AndOr for Kitchen {
    type Node = Node;
    /// A recipe of a thing, or the place of an ingredient in a recipe.
    type Step = usize;

    fn kind(&self, node: &Node) -> Kind {
        match node {
            Node::Thing(_) => Kind::Or,
            Node::Recipe(_) => Kind::And,
        }
    }
    fn status(&self, node: &Node) -> Status {
        match node {
            Node::Thing(thing) if self.0.contains(thing) => Status::Proven,
            Node::Thing(thing) if RECIPES.iter().all(|(made, _)| made != thing) => Status::Disproven,
            _ => Status::Open,
        }
    }
    fn steps(&self, node: &Node, out: &mut Vec<usize>) {
        match node {
            Node::Thing(thing) => out.extend((0..RECIPES.len()).filter(|&recipe| RECIPES[recipe].0 == *thing)),
            Node::Recipe(recipe) => out.extend(0..RECIPES[*recipe].1.len()),
        }
    }
    fn follow(&self, node: &Node, step: usize) -> Node {
        match node {
            Node::Thing(_) => Node::Recipe(step),
            Node::Recipe(recipe) => Node::Thing(RECIPES[*recipe].1[step]),
        }
    }
    fn key(&self, node: &Node) -> u64 {
        BuildHasherDefault::<DefaultHasher>::default().hash_one(node)
    }
    fn encode(&self, node: &Node, out: &mut Vec<u8>) {
        match node {
            Node::Thing(thing) => out.extend(thing.bytes()),
            Node::Recipe(recipe) => out.push(*recipe as u8),
        }
    }
    fn decode(&self, code: &[u8]) -> Option<Node> {
        match code {
            &[recipe] => (usize::from(recipe) < RECIPES.len()).then_some(Node::Recipe(recipe.into())),
            name => {
                let mut things = RECIPES.iter().flat_map(|(made, needs)| needs.iter().chain([made]));
                things.find(|thing| thing.as_bytes() == name).map(|thing| Node::Thing(thing))
            }
        }
    }
}

/// There is nothing to help the searches with.
impl Hints<Node, usize> for Kitchen {}

/// What comes of a kitchen, and why.
struct Explained {
    verdict: Verdict,
    /// `strategy` or `trap`.
    proof: String,
    reasons: Vec<String>,
}

/// Asks for bread.
fn bake(kitchen: &Kitchen, algorithm: &Algorithm) -> Result<Explained, Box<dyn Error>> {
    let found = Prove::new(kitchen, &Node::Thing("bread")).algorithm(algorithm.clone()).certify_as("kitchen").run();
    let verdict = found.verdict();
    let certificate = found.certified()?;

    // The solution lists what the side that succeeds chooses: recipes of a strategy, or what is missing in a trap.
    let solution = found.answer.solution.as_ref().map_err(|reason| *reason)?;
    let choices = solution.iter().filter_map(|(node, choice)| Some((choice.rank, *node, choice.step?)));
    let mut reasons: Vec<_> = choices
        .map(|(rank, node, step)| match node {
            Node::Thing(thing) => (rank, format!("make {thing} of {}", RECIPES[step].1.join(", "))),
            Node::Recipe(recipe) => {
                let (made, needs) = RECIPES[recipe];
                (rank, format!("no {made} of {}, for want of {}", needs.join(", "), needs[step]))
            }
        })
        .collect();
    // Ranks fall on the way to the goal: what has the lowest is made first.
    reasons.sort();
    let reasons = reasons.into_iter().map(|(_, reason)| reason).collect();
    Ok(Explained { verdict, proof: certificate.kinds(), reasons })
}

/// Asks about two kitchens, by two algorithms.
pub fn main() -> Result<(), Box<dyn Error>> {
    for algorithm in [Algorithm::default(), Algorithm::named("bta")?] {
        let in_a_hurry = bake(&Kitchen(&["flour", "water", "oven"]), &algorithm)?;
        assert_eq!((in_a_hurry.verdict, in_a_hurry.proof.as_str()), (Verdict::Disproven, "trap"));
        assert!(in_a_hurry.reasons.contains(&"no sourdough of dough, for want of dough".to_owned()));

        let with_time = bake(&Kitchen(&["flour", "water", "oven", "a week"]), &algorithm)?;
        assert_eq!((with_time.verdict, with_time.proof.as_str()), (Verdict::Proven, "strategy"));
        assert_eq!(with_time.reasons.last().map(String::as_str), Some("make bread of dough, oven"));

        for (kitchen, Explained { verdict, proof, reasons }) in [("in a hurry", in_a_hurry), ("with time", with_time)] {
            println!("{kitchen}, bread is {verdict} by a {proof}, found by {}", algorithm.name());
            reasons.iter().for_each(|reason| println!("    {reason}"));
        }
    }
    Ok(())
}
