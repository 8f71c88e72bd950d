//! Sets of cells of a board of up to 19x19.

/// The most cells of a board.
pub(super) const MOST_CELLS: usize = 64 * WORDS;

const WORDS: usize = 6;

/// A set of cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cells([u64; WORDS]);

impl Cells {
    #[inline]
    pub(super) fn only(cell: u16) -> Cells {
        let mut cells = Cells::default();
        cells.add(cell);
        cells
    }

    /// The cells below this one.
    pub(super) fn first(count: usize) -> Cells {
        (0..count as u16).fold(Cells::default(), |mut cells, cell| {
            cells.add(cell);
            cells
        })
    }

    #[inline]
    pub(super) fn has(&self, cell: u16) -> bool {
        self.0[usize::from(cell >> 6)] >> (cell & 63) & 1 != 0
    }

    #[inline]
    pub(super) fn add(&mut self, cell: u16) {
        self.0[usize::from(cell >> 6)] |= 1 << (cell & 63);
    }

    #[inline]
    pub(super) fn union(&self, other: &Cells) -> Cells {
        Cells(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    #[inline]
    pub(super) fn intersection(&self, other: &Cells) -> Cells {
        Cells(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    #[inline]
    pub(super) fn without(&self, other: &Cells) -> Cells {
        Cells(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline]
    pub(super) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The cells, rising.
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = u16> + use<> {
        let (mut words, mut at) = (self.0, 0);
        std::iter::from_fn(move || {
            while words[at] == 0 {
                at += 1;
                if at == WORDS {
                    at = WORDS - 1;
                    return None;
                }
            }
            let cell = (64 * at) as u16 + words[at].trailing_zeros() as u16;
            words[at] &= words[at] - 1;
            Some(cell)
        })
    }
}
