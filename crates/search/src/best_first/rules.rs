//! What makes a best-first search one variant or the other.

/// How a search of a tree goes down to the leaf that it expands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Descent {
    /// To a most-proving leaf: the least number of the side that chooses, on every level (Allis 1994).
    MostProving,
    /// The root decides whether to prove or to disprove. On levels where the other side chooses, the leftmost child goes
    /// that is not solved yet (lecture of Hsu 2014).
    Leftmost,
    /// The number, and by a share of 1 − R how deep the leaf lies that it leads to (DeepPN: Ishitobi, Plaat, Iida and van
    /// den Herik 2015).
    Deep(f64),
    /// For a value that few conspirators could bring about (McAllester 1988).
    Conspiracy,
}

/// How far up numbers are updated after an expansion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Update {
    /// Up to the first node whose numbers stay the same (Allis 1994).
    UntilSame,
    /// Also no further than to a node whose numbers have only fallen: the search would come back to it anyway (Nagai
    /// 1998). The survey prints "not larger than those of its parent", with which the sum of a parent may grow unseen, and
    /// the next node would not always be most proving.
    UntilSmaller,
}

/// What is deleted when the tree is full.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deletion {
    /// Nothing: the search ends.
    Nothing,
    /// What is below solved nodes (Allis 1994).
    Solved,
    /// Then also what is least proving: at every node, the child with the largest number (Allis 1994).
    LeastProving,
    /// The same, by the ratio of the two numbers (Gnodde 1993).
    Ratio,
}

/// How large second-level searches are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Growth {
    /// As large as the first level (Allis 1994).
    Whole,
    /// A share of the first level that grows with it (Breuker 1998).
    Logistic,
}

/// Which of the claims about a position is searched next, when its value is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Series {
    /// The one in the middle of those that are open.
    Bisect,
    /// From the worst value upwards.
    Linear,
    /// From the best value downwards: first whether it is a win, then whether it is a draw.
    TwoPhase,
    /// One, two, four, eight values above the worst, then the middle (lecture of Hsu 2014).
    Doubling,
    /// The one with the least proof and disproof number together (multiple-outcome proof-number search).
    Cheapest,
    /// The one farthest from the present value that few conspirators could bring about (conspiracy-number search).
    Plausible,
}

impl std::fmt::Display for Series {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Series::Bisect => "bisect",
            Series::Linear => "linear",
            Series::TwoPhase => "two-phase",
            Series::Doubling => "doubling",
            Series::Cheapest => "cheapest",
            Series::Plausible => "plausible",
        })
    }
}

impl Series {
    /// Which of so many claims comes next: those below `held` hold, and those from `failed` on do not.
    pub(crate) fn next(self, held: usize, failed: usize, claims: usize) -> usize {
        debug_assert!(held < failed && failed <= claims);
        match self {
            Series::Linear => held,
            Series::TwoPhase => failed - 1,
            // Claim i is "i + 1 above the worst"; after v was proven comes 2v.
            Series::Doubling if failed == claims => (2 * held).max(1).min(claims) - 1,
            // The lecture's binary search takes the floor of (low + high) / 2, with which it may ask what it knows.
            Series::Bisect | Series::Doubling | Series::Cheapest | Series::Plausible => held + (failed - held - 1) / 2,
        }
    }
}

/// How a search of a graph works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GraphRules {
    /// Whether all parents are updated at once, or those on the path and the others when the search comes to them.
    pub all_parents: bool,
    /// Numbers are sizes of sets of leaves, as long as these have no more than so many members; none to add up numbers.
    pub largest_set: Option<u32>,
    /// Whether a repetition on one path is taken for one on every path: wrong at times, for comparison.
    pub possible_draws: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The claims that a series asks until it knows the value, if `value` is the number of claims that hold.
    fn asked(series: Series, claims: usize, value: usize) -> Vec<usize> {
        let (mut held, mut failed, mut asked) = (0, claims, Vec::new());
        while held < failed {
            let claim = series.next(held, failed, claims);
            assert!((held..failed).contains(&claim), "{series:?} asks what it knows");
            asked.push(claim + 1);
            if claim < value { held = claim + 1 } else { failed = claim }
        }
        assert_eq!(held, value);
        asked
    }

    #[test]
    fn every_series_ends_with_the_value() {
        for series in [Series::Bisect, Series::Linear, Series::TwoPhase, Series::Doubling, Series::Cheapest] {
            for claims in 1..20 {
                for value in 0..=claims {
                    asked(series, claims, value);
                }
            }
        }
    }

    #[test]
    fn the_lecture_doubles_and_then_halves() {
        assert_eq!(asked(Series::Doubling, 64, 0), [1]);
        assert_eq!(asked(Series::Doubling, 64, 11), [1, 2, 4, 8, 16, 12, 10, 11]);
        assert_eq!(asked(Series::Linear, 3, 1), [1, 2]);
        assert_eq!(asked(Series::TwoPhase, 2, 1), [2, 1]);
        assert_eq!(asked(Series::Bisect, 2, 1), [1, 2]);
    }
}
