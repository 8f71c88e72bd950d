//! Memory for tables: there at once, zero, on cache lines, and in huge pages where the system has them; and what else of the
//! tables the processor has instructions of its own for.

#![allow(unsafe_code)]

use super::Kinship;
use super::bucket::Bucket;
use super::facts::Fact;
use memmap2::MmapMut;
use std::io;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

/// What an array of memory that begins as zeros may hold.
///
/// # Safety
/// Every bit pattern, zero among them, must be a valid value, and its alignment must not be larger than a page's.
pub(crate) unsafe trait Plain: Copy {}

// SAFETY: all of them are arrays of structures of integers.
unsafe impl Plain for Bucket {}
// SAFETY: as above.
unsafe impl Plain for [Kinship; 4] {}
// SAFETY: as above.
unsafe impl Plain for [Fact; 4] {}
// SAFETY: as above.
unsafe impl Plain for [[u64; 2]; 4] {}

/// A zeroed array. Pages exist only once they are touched.
#[derive(Debug)]
pub(crate) struct Memory<T> {
    map: MmapMut,
    len: usize,
    holds: PhantomData<T>,
}

impl<T: Plain> Memory<T> {
    /// More than this is worth huge pages. For less, the first touch of a huge page would cost more than it saves.
    const LARGE: usize = 8 << 20;

    pub(super) fn new(len: usize) -> io::Result<Memory<T>> {
        Memory::reserved(len, len)
    }

    /// An array that begins with so many values and may be made as long as `most`, where it is: what is not used yet takes
    /// addresses and nothing else.
    pub(crate) fn reserved(len: usize, most: usize) -> io::Result<Memory<T>> {
        let map = MmapMut::map_anon(most * size_of::<T>())?;
        let mut memory = Memory { map, len: 0, holds: PhantomData };
        memory.lengthen(len);
        Ok(memory)
    }

    /// Makes it longer, up to what was reserved.
    pub(crate) fn lengthen(&mut self, len: usize) {
        assert!(len * size_of::<T>() <= self.map.len(), "no more than was reserved");
        self.len = len;
        // A random access that misses the page table too costs twice as much. Refusal does no harm.
        #[cfg(target_os = "linux")]
        if len * size_of::<T>() > Self::LARGE {
            let _ = self.map.advise(memmap2::Advice::HugePage);
        }
    }

    /// Makes all of it zero. Fresh memory is sooner there than memory that is written over.
    pub(super) fn clear(&mut self) {
        match MmapMut::map_anon(self.map.len()) {
            Ok(map) => {
                self.map = map;
                self.lengthen(self.len);
            }
            Err(_) => self.map.fill(0),
        }
    }
}

impl<T: Plain> Deref for Memory<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: the map is page-aligned, lives as long as `self`, has room for `len` values, and every bit pattern is a
        // valid one.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.len) }
    }
}

impl<T: Plain> DerefMut for Memory<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and `self` is borrowed exclusively.
        unsafe { std::slice::from_raw_parts_mut(self.map.as_mut_ptr().cast(), self.len) }
    }
}

/// Asks the processor to fetch the cache line of a bucket that will be read soon.
#[inline]
pub(crate) fn prefetch<T>(buckets: &[T], place: usize) {
    let bucket = buckets.as_ptr().wrapping_add(place);
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch reads nothing that the program could see, and any address will do.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(bucket.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = bucket;
}

/// Which of four words equal another: a bit for each.
#[inline]
pub(super) fn equal(words: &[u64; 4], word: u64) -> u32 {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse4.1"))]
    // SAFETY: the processor has what it takes, by the condition above; and four words are there to be read.
    unsafe {
        use std::arch::x86_64::*;
        let (word, words) = (_mm_set1_epi64x(word as i64), words.as_ptr().cast::<__m128i>());
        let [low, high] = [words, words.add(1)].map(|two| _mm_cmpeq_epi64(_mm_loadu_si128(two), word));
        _mm_movemask_ps(_mm_castsi128_ps(_mm_packs_epi32(low, high))) as u32
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse4.1")))]
    (0..4).fold(0, |bits, place| bits | u32::from(words[place] == word) << place)
}
