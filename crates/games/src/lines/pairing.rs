//! Draws by pairing (Hales and Jewett 1963): whoever answers in the other cell of a pair has a stone in every line with a pair.

/// Lines and empty cells of a small board as words.
type Word = u64;

/// The most cells of a board on which pairs are looked for, and the most lines that pairs are looked for in.
pub(super) const MOST_CELLS: usize = 64;
pub(super) const MOST_LINES: usize = 40;

/// How many choices are made at most before it is given up.
const MOST_CHOICES: u32 = 48;

/// Whether disjoint pairs of empty cells can be found such that each line, given by its empty cells, contains one of them. If a
/// pairing is not found there may be one nevertheless.
pub(super) fn is_paired(lines: &[Word]) -> bool {
    let free = lines.iter().fold(0, |cells, line| cells | line);
    pair_up(lines, free, &mut { MOST_CHOICES })
}

/// Chooses a pair for the line with the fewest cells left, and so on. The pair that serves most lines is tried first.
fn pair_up(lines: &[Word], free: Word, choices: &mut u32) -> bool {
    let Some(&line) = lines.iter().min_by_key(|&&line| (line & free).count_ones()) else { return true };
    let left = line & free;
    let mut pairs = Vec::new();
    let mut rest = left;
    while rest != 0 {
        let one = rest & rest.wrapping_neg();
        rest ^= one;
        let mut others = rest;
        while others != 0 {
            let pair = one | others & others.wrapping_neg();
            others &= others - 1;
            let served = lines.iter().filter(|&&line| line & pair == pair).count();
            // Cells that few other lines need are best spent.
            let needed = lines.iter().filter(|&&line| line & pair != 0 && line & pair != pair).count();
            pairs.push((served, usize::MAX - needed, pair));
        }
    }
    pairs.sort_unstable_by(|one, other| other.cmp(one));
    for (_, _, pair) in pairs {
        let Some(fewer) = choices.checked_sub(1) else { return false };
        *choices = fewer;
        let unserved: Vec<Word> = lines.iter().copied().filter(|line| line & pair != pair).collect();
        if pair_up(&unserved, free & !pair, choices) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_disjoint_and_in_every_line() {
        assert!(is_paired(&[]));
        assert!(is_paired(&[0b11, 0b1100]));
        assert!(is_paired(&[0b0111, 0b1110]), "one pair serves both");
        assert!(!is_paired(&[0b011, 0b110]), "there is one cell too few");
        assert!(!is_paired(&[0b1]));
    }
}
