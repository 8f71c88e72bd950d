//! Keys of positions: Zobrist's (1970), of a position and of its mirror images.

use crate::mix::SplitMix;
use crate::square;
use provenum_game::Player;

/// The keys of a position and of its mirror images: left and right exchanged, top and bottom, and both.
pub(super) type Keys = [u64; 4];

/// One random word for each player's piece on each square.
const ZOBRIST: [[u64; 64]; 2] = {
    let mut random = SplitMix::new(0x006c_6f61);
    let mut words = [[0; 64]; 2];
    let mut index = 0;
    while index < 128 {
        words[index / 64][index % 64] = random.word();
        index += 1;
    }
    words
};

/// What the second player's turn adds to a key.
pub(super) const SECOND_TO_MOVE: u64 = 0x9e37_79b9_7f4a_7c15;

/// What a piece on a square of the board adds to the keys; nothing if the square is off it.
pub(super) fn of_piece(player: Player, square: u8, width: u32, height: u32) -> Keys {
    let (column, row) = square::place(square);
    let (right, top) = (width as usize - 1, height as usize - 1);
    if column > right || row > top {
        return [0; 4];
    }
    let images = [(column, row), (right - column, row), (column, top - row), (right - column, top - row)];
    images.map(|(column, row)| ZOBRIST[player as usize][usize::from(square::at(column, row))])
}

/// The first of some keys.
#[inline]
pub(super) fn first<const N: usize>(keys: Keys) -> [u64; N] {
    std::array::from_fn(|image| keys[image])
}

/// Keys with other words added.
#[inline]
pub(super) fn both<const N: usize>(keys: [u64; N], words: [u64; N]) -> [u64; N] {
    std::array::from_fn(|image| keys[image] ^ words[image])
}

/// The key that images share.
#[inline]
pub(super) fn least<const N: usize>(keys: [u64; N]) -> u64 {
    keys.into_iter().fold(u64::MAX, u64::min)
}
