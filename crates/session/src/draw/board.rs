//! A board as text, looked at cell by cell: what is empty, whose a piece is, and what the last move changed.

/// A run of letters of a line: where it begins, in letters from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Cell {
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) text: String,
}

/// A cell that the last move changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Mark {
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) length: usize,
    /// Whether the move was made here: something was put here. Else something was taken away or turned over.
    pub(super) made: bool,
}

/// How many letters a line takes. From the first East Asian block on, letters are twice as wide.
pub(super) fn columns(line: &str) -> usize {
    line.chars().map(|c| 1 + usize::from(c >= '\u{2e80}')).sum()
}

/// The words of a board. In a line that is a sentence, such as `x to move`, there are no cells.
fn cells(board: &str) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (row, line) in board.lines().enumerate().filter(|(_, line)| !is_sentence(line)) {
        let mut word: Option<Cell> = None;
        for (column, letter) in line.chars().enumerate() {
            if letter.is_whitespace() {
                cells.extend(word.take());
            } else {
                word.get_or_insert_with(|| Cell { row, column, text: String::new() }).text.push(letter);
            }
        }
        cells.extend(word);
    }
    cells
}

fn is_sentence(line: &str) -> bool {
    line.split_whitespace().any(|word| word.chars().filter(|c| c.is_alphabetic()).count() >= 3)
}

/// What the move from one board to the next has changed. A board of one line has no cells to compare.
pub(super) fn changes(before: &str, after: &str) -> Vec<Mark> {
    let lines: Vec<Vec<char>> = before.lines().map(|line| line.chars().collect()).collect();
    if lines.len() < 2 || lines.len() != after.lines().count() {
        return Vec::new();
    }
    let mut changed: Vec<(Cell, String)> = Vec::new();
    for cell in cells(after) {
        // Numbers are set right: the old one may begin or end beside the new one.
        let (from, to) = (cell.column.saturating_sub(1), cell.column + cell.text.chars().count() + 1);
        let line = &lines[cell.row];
        let old: String = line[from.min(line.len())..to.min(line.len())].iter().collect();
        if old.trim() != cell.text {
            changed.push((cell, old.trim().to_owned()));
        }
    }
    let empty = |text: &str| text == "." || text.is_empty();
    let placed = |(cell, old): &(Cell, String)| empty(old) && !empty(&cell.text);
    // Where something new stands, that is the move, and what it turned over is not.
    let any_placed = changed.iter().any(placed);
    let mark = |change: &(Cell, String)| Mark {
        row: change.0.row,
        column: change.0.column,
        length: change.0.text.chars().count(),
        made: if any_placed { placed(change) } else { !empty(&change.0.text) },
    };
    changed.iter().map(mark).collect()
}

/// How a letter of a board is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tone {
    Plain,
    Empty,
    First,
    Second,
}

/// A line in parts that are shown alike.
pub(super) fn toned(line: &str, signs: &[Option<String>; 2]) -> Vec<(Tone, String)> {
    let tone = |word: &str| match word {
        "." => Tone::Empty,
        _ if signs[0].as_deref() == Some(word) => Tone::First,
        _ if signs[1].as_deref() == Some(word) => Tone::Second,
        _ => Tone::Plain,
    };
    // A line of the board holds pieces and empty cells between its first word and its last; others name the columns.
    let words: Vec<&str> = line.split_whitespace().collect();
    let inner = words.get(1..words.len().saturating_sub(1)).unwrap_or_default();
    let on_board = !is_sentence(line) && inner.iter().all(|word| tone(word) != Tone::Plain);
    let mut parts: Vec<(Tone, String)> = Vec::new();
    let mut rest = line;
    while !rest.is_empty() {
        let start = rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len());
        let end = rest[start..].find(char::is_whitespace).map_or(rest.len(), |end| start + end);
        let tone = match tone(&rest[start..end]) {
            Tone::First | Tone::Second if !on_board => Tone::Plain,
            tone => tone,
        };
        match parts.last_mut() {
            Some((last, text)) if *last == tone => text.push_str(&rest[..end]),
            _ => parts.push((tone, rest[..end].to_owned())),
        }
        rest = &rest[end..];
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(before: &str, after: &str) -> Vec<(usize, usize, bool)> {
        changes(before, after).iter().map(|mark| (mark.row, mark.column, mark.made)).collect()
    }

    #[test]
    fn the_last_move_is_where_something_was_put() {
        assert_eq!(marks("1 . .\n  a b", "1 . x\n  a b"), [(0, 4, true)]);
        // A disc that was turned over is no move, and neither is the sentence below the board.
        assert_eq!(marks("1 . o\n2 x .\nx to move", "1 x x\n2 x .\no to move"), [(0, 2, true), (0, 4, false)]);
    }

    #[test]
    fn a_piece_that_moved_has_left_its_square() {
        assert_eq!(marks("1 b . .\n2 . . w", "1 . . .\n2 . . b"), [(0, 2, false), (1, 6, true)]);
    }

    #[test]
    fn numbers_that_are_set_right_are_compared_as_numbers() {
        assert_eq!(marks("  9 10\n  0  0", " 10 10\n  0  1"), [(0, 1, true), (1, 5, true)]);
    }

    #[test]
    fn a_line_without_cells_is_not_compared() {
        assert_eq!(marks("A or", "B and"), []);
        assert_eq!(marks("3 moves here\nleft", "2 moves here\nright"), []);
    }

    #[test]
    fn pieces_have_the_tone_of_their_player_and_names_of_columns_have_none() {
        let signs = [Some("b".to_owned()), Some("w".to_owned())];
        let tones = |line: &str| toned(line, &signs).iter().map(|(tone, _)| *tone).collect::<Vec<_>>();
        assert_eq!(tones("1 . b w"), [Tone::Plain, Tone::Empty, Tone::First, Tone::Second]);
        assert_eq!(tones("  a b c d"), [Tone::Plain]);
        let text: String = toned("1 . b  w ", &signs).into_iter().map(|(_, text)| text).collect();
        assert_eq!(text, "1 . b  w ");
    }
}
