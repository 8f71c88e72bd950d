//! What a random graph is grown from, and how that is written.

use crate::text::parts;
use provenum_game::{InputError, shorten};
use std::fmt;

const PARTS: &str = "seed, nodes, branching, shared, back, success, alternate or at, each followed by = and a value";

/// What a random graph is grown from. The parent module says what the parts mean.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Recipe {
    pub(super) seed: u64,
    pub(super) nodes: usize,
    pub(super) branching: f64,
    pub(super) shared: f64,
    pub(super) back: f64,
    pub(super) success: f64,
    pub(super) alternate: bool,
}

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe { seed: 1, nodes: 100, branching: 3.0, shared: 0.0, back: 0.0, success: 0.5, alternate: true }
    }
}

impl Recipe {
    /// Reads a recipe and the number of the node to stand at.
    pub fn read(text: &str) -> Result<(Recipe, usize), InputError> {
        let mut recipe = Recipe::default();
        let mut at = (0, 0);
        let mut shares = 0;
        for part in parts(text, PARTS)? {
            let (column, name) = (part.column, part.name);
            match name {
                "seed" => recipe.seed = part.within(0..=u64::MAX)?,
                "nodes" => recipe.nodes = part.within(1..=1_000_000)?,
                "branching" => recipe.branching = part.within(1.0..=64.0)?,
                "shared" => recipe.shared = part.within(0.0..=1.0)?,
                "back" => recipe.back = part.within(0.0..=1.0)?,
                "success" => recipe.success = part.within(0.0..=1.0)?,
                "alternate" => recipe.alternate = part.yes_or_no()?,
                "at" => at = (part.within(0..=999_999)?, column),
                _ => return Err(InputError::at(column, format!("there is no part {:?}", shorten(name)), PARTS)),
            }
            if matches!(name, "shared" | "back") {
                shares = column;
            }
        }
        if recipe.shared + recipe.back > 1.0 {
            return Err(InputError::at(
                shares,
                format!("shared={} and back={} are too large together", recipe.shared, recipe.back),
                "a sum of at most 1",
            ));
        }
        if at.0 >= recipe.nodes {
            let expected = format!("a number below nodes={}", recipe.nodes);
            return Err(InputError::at(at.1, format!("there is no node {}", at.0), expected));
        }
        Ok((recipe, at.0))
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Recipe { seed, nodes, branching, shared, back, success, alternate } = self;
        let alternate = if *alternate { "yes" } else { "no" };
        write!(f, "seed={seed} nodes={nodes} branching={branching} shared={shared} back={back} ")?;
        write!(f, "success={success} alternate={alternate}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_optional_and_written_back() {
        assert_eq!(Recipe::read("").unwrap(), (Recipe::default(), 0));
        let text = "seed=7 nodes=120 branching=2.5 shared=0.4 back=0.3 success=0.3 alternate=no";
        let (recipe, at) = Recipe::read(&format!("{text} at=9")).unwrap();
        assert_eq!((recipe.to_string().as_str(), at), (text, 9));
    }

    #[test]
    fn errors_say_what_where_and_what_else() {
        for (text, message) in [
            ("seed", "position, column 1: \"seed\" has no =; expected "),
            ("seed=1 size=3", "position, column 8: there is no part \"size\"; expected "),
            ("seed=1 seed=1", "position, column 8: seed is given twice; expected each part once"),
            ("nodes=0", "position, column 1: nodes cannot be \"0\"; expected a number from 1 to 1000000"),
            ("branching=0.5", "position, column 1: branching cannot be \"0.5\"; expected a number from 1 to 64"),
            ("back=NaN", "position, column 1: back cannot be \"NaN\"; expected a number from 0 to 1"),
            ("alternate=2", "position, column 1: alternate cannot be \"2\"; expected yes or no"),
            (
                "back=0.7 shared=0.7",
                "position, column 10: shared=0.7 and back=0.7 are too large together; expected a sum of at most 1",
            ),
            ("at=5 nodes=5", "position, column 1: there is no node 5; expected a number below nodes=5"),
        ] {
            let error = Recipe::read(text).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
