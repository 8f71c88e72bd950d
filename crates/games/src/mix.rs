//! SplitMix64 (Steele, Lea and Flood 2014): where all table keys and all random choices come from.
//!
//! It needs integers only, so a seed means the same on every platform and for ever.

/// Scatters the bits of a word. It is a bijection: different words stay different.
#[inline]
pub(crate) const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// A stream of random words.
#[derive(Clone, Debug)]
pub struct SplitMix {
    state: u64,
}

impl SplitMix {
    /// The stream of this seed.
    #[must_use]
    pub const fn new(seed: u64) -> SplitMix {
        SplitMix { state: seed }
    }

    /// The next word.
    pub const fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.state)
    }

    /// A number below `bound`, which is at least 1. The bias of the multiplication is below 2⁻³² for our bounds.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.word()) * bound as u128) >> 64) as usize
    }

    /// A fraction from 0 up to, but without, 1. It has 53 bits, so it is exact and the same everywhere.
    pub fn fraction(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_the_published_one() {
        let mut random = SplitMix::new(1_234_567);
        let words = [random.word(), random.word(), random.word()];
        assert_eq!(words, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn numbers_stay_below_their_bound() {
        let mut random = SplitMix::new(7);
        for bound in [1, 2, 3, 1000] {
            assert!((0..1000).all(|_| random.below(bound) < bound));
        }
        assert!((0..1000).all(|_| (0.0..1.0).contains(&random.fraction())));
    }
}
