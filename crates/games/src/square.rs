//! Squares of a board with eight bits for a row, whatever its width: square 8 × row + column, both counted from 0. On
//! every board neighbours have the same distances, and a board fits a 64-bit word up to 8x8.

/// Bits of a row, and the most columns and rows.
pub(crate) const SIDE: u32 = 8;

/// The squares of a board.
pub(crate) const fn board(width: u32, height: u32) -> u64 {
    (u64::MAX >> (64 - SIDE * height)) & (0x0101_0101_0101_0101 * ((1u64 << width) - 1))
}

/// The number of a square.
pub(crate) fn at(column: usize, row: usize) -> u8 {
    (row * SIDE as usize + column) as u8
}

/// The column and the row of a square.
pub(crate) fn place(square: u8) -> (usize, usize) {
    (usize::from(square) % SIDE as usize, usize::from(square) / SIDE as usize)
}

/// The squares of a set, rising.
#[inline]
pub(crate) fn of(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        square
    })
}

/// The squares to the left and right of those of a set; squares off a narrow board may be among them.
#[inline]
pub(crate) fn beside(set: u64) -> u64 {
    const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    (set & NOT_LAST) << 1 | (set >> 1) & NOT_LAST
}

/// The squares next to those of a set, and the set itself; squares off a small board may be among them.
#[inline]
pub(crate) fn neighbourhood(set: u64) -> u64 {
    let row = set | beside(set);
    row | row << SIDE | row >> SIDE
}

/// The letter of a column.
pub(crate) fn letter(column: usize) -> char {
    char::from(b'a' + column as u8)
}

/// The name of a square, such as `a1`: its column's letter and its row's number.
pub(crate) fn name(square: u8) -> String {
    let (column, row) = place(square);
    format!("{}{}", letter(column), row + 1)
}

/// The square of this name, if the board has it.
pub(crate) fn named(name: &str, width: u32, height: u32) -> Option<u8> {
    let &[column, row] = name.as_bytes() else { return None };
    let column = usize::from(column.to_ascii_lowercase().checked_sub(b'a')?);
    let row = usize::from(row.checked_sub(b'1')?);
    (column < width as usize && row < height as usize).then(|| at(column, row))
}

/// The bits of a set without the gaps that a narrow board leaves, row 0 lowest.
pub(crate) fn packed(set: u64, width: u32, height: u32) -> u64 {
    let row_bits = (1 << width) - 1;
    (0..height).fold(0, |bits, row| bits | (set >> (row * SIDE) & row_bits) << (row * width))
}

/// The reverse of [`packed`].
pub(crate) fn unpacked(bits: u64, width: u32, height: u32) -> u64 {
    let row_bits = (1 << width) - 1;
    (0..height).fold(0, |set, row| set | (bits >> (row * width) & row_bits) << (row * SIDE))
}

/// Appends the code of a set: a number whose lowest bit is the square `a1`, then `b1` and so on row by row.
pub(crate) fn encode(set: u64, width: u32, height: u32, out: &mut Vec<u8>) {
    let bytes = (width * height).div_ceil(8) as usize;
    out.extend_from_slice(&packed(set, width, height).to_be_bytes()[8 - bytes..]);
}

/// The `count` sets with these codes, one after the other, if they are sets of this board without a square in common.
pub(crate) fn decode<const MOST: usize>(code: &[u8], count: usize, width: u32, height: u32) -> Option<[u64; MOST]> {
    let bytes = (width * height).div_ceil(8) as usize;
    if count > MOST || code.len() != count * bytes {
        return None;
    }
    let mut sets = [0; MOST];
    let mut taken = u64::MAX.checked_shl(width * height).unwrap_or_default();
    for (set, bytes) in sets.iter_mut().zip(code.chunks_exact(bytes)) {
        let bits = bytes.iter().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
        if bits & taken != 0 {
            return None;
        }
        taken |= bits;
        *set = unpacked(bits, width, height);
    }
    Some(sets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_their_squares() {
        for (width, height) in [(1, 1), (3, 5), (8, 1), (1, 8), (8, 8), (6, 6)] {
            let board = board(width, height);
            assert_eq!(board.count_ones(), width * height);
            assert!(of(board).all(|square| named(&name(square), width, height) == Some(square)));
            assert_eq!(unpacked(packed(board, width, height), width, height), board);
            assert_eq!(packed(board, width, height).trailing_ones(), width * height);
        }
    }

    #[test]
    fn neighbours_do_not_wrap() {
        assert_eq!(neighbourhood(1 << 7), 0xc0c0);
        assert_eq!(neighbourhood(1 << 8), 0x03_0303);
        assert_eq!(neighbourhood(1 << 63), 0xc0c0 << 48);
    }

    #[test]
    fn only_squares_of_the_board_have_names() {
        for wrong in ["", "a", "a0", "d1", "a4", "a11", "é1", "1a"] {
            assert_eq!(named(wrong, 3, 3), None, "{wrong}");
        }
        assert_eq!(named("C3", 3, 3), Some(18));
    }
}
