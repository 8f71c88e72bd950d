//! Steps as words of 32 bits.

/// A step or a move that fits into a word of 32 bits. Searches that keep millions of them store words, and so are compiled
/// once for all games.
///
/// Whole numbers of up to 32 bits, `usize`, `char`, `bool`, pairs of bytes and of 16-bit numbers are words already. For a type
/// of your own, write two methods.
pub trait Word: Copy + Eq + Send + Sync + 'static {
    /// The word.
    fn to_word(self) -> u32;
    /// What [`Word::to_word`] made this word of. It is never asked of any other word.
    fn from_word(word: u32) -> Self;
}

macro_rules! whole_numbers {
    ($($number:ty),*) => {$(
        impl Word for $number {
            #[inline]
            fn to_word(self) -> u32 {
                debug_assert!(u64::try_from(self).map_or(true, |value| value <= u64::from(u32::MAX)), "32 bits at most");
                self as u32
            }
            #[inline]
            fn from_word(word: u32) -> Self {
                word as $number
            }
        }
    )*};
}

whole_numbers!(u8, u16, u32, usize, i8, i16, i32);

impl Word for char {
    #[inline]
    fn to_word(self) -> u32 {
        self.into()
    }
    #[inline]
    fn from_word(word: u32) -> char {
        char::from_u32(word).unwrap_or_default()
    }
}

impl Word for bool {
    #[inline]
    fn to_word(self) -> u32 {
        self.into()
    }
    #[inline]
    fn from_word(word: u32) -> bool {
        word != 0
    }
}

impl Word for (u8, u8) {
    #[inline]
    fn to_word(self) -> u32 {
        u16::from_le_bytes([self.0, self.1]).into()
    }
    #[inline]
    fn from_word(word: u32) -> (u8, u8) {
        (word as u8, (word >> 8) as u8)
    }
}

impl Word for (u16, u16) {
    #[inline]
    fn to_word(self) -> u32 {
        u32::from(self.0) | u32::from(self.1) << 16
    }
    #[inline]
    fn from_word(word: u32) -> (u16, u16) {
        (word as u16, (word >> 16) as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comes_back<W: Word + std::fmt::Debug>(steps: &[W]) {
        for &step in steps {
            assert_eq!(W::from_word(step.to_word()), step);
        }
    }

    #[test]
    fn a_word_is_the_step_again() {
        comes_back(&[0u8, 255]);
        comes_back(&[0i16, -1, i16::MIN, i16::MAX]);
        comes_back(&[0usize, 4_000_000_000]);
        comes_back(&['a', '王']);
        comes_back(&[true, false]);
        comes_back(&[(1u8, 200u8), (255, 0)]);
        comes_back(&[(1u16, 60_000u16), (u16::MAX, 0)]);
    }
}
