//! Memory for tables: there at once, zero, on cache lines, and in huge pages where the system has them; and what else of the
//! tables the processor has instructions of its own for.

#![allow(unsafe_code)]

use super::bucket::Bucket;
use super::facts::Kept as KeptFact;
use super::kinship::Kept as KeptKinship;
use memmap2::MmapMut;
use std::io;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::AtomicU64;
#[cfg(not(all(target_arch = "x86_64", target_feature = "sse4.1", not(miri))))]
use std::sync::atomic::Ordering;

/// What an array of memory that begins as zeros may hold.
///
/// # Safety
/// Every bit pattern, zero among them, must be a valid value, and its alignment must not be larger than a page's.
pub(crate) unsafe trait Plain {}

// SAFETY: all of them are arrays of structures of integers, or of atomic ones, which are laid out like them.
unsafe impl Plain for Bucket {}
// SAFETY: as above.
unsafe impl Plain for [KeptKinship; 4] {}
// SAFETY: as above.
unsafe impl Plain for [KeptFact; 4] {}
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
        // valid one. What is changed through a shared reference is atomic.
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

/// Which of four keys, each mixed with the word beside it, equal another: a bit for each.
///
/// Others may write meanwhile. What is found is looked at once more by whoever asks.
#[inline]
pub(super) fn matches(mixed: &[AtomicU64; 4], data: &[AtomicU64; 4], key: u64) -> u32 {
    // The compiler knows of no atomic loads of two words at once, so they are written by hand. Each word of them is loaded whole.
    #[cfg(all(target_arch = "x86_64", target_feature = "sse4.1", not(miri)))]
    // SAFETY: the processor has what it takes, by the condition above. It reads four words each of two arrays that are there to be
    // read, on addresses that are multiples of 16 (asserted below), and changes nothing.
    unsafe {
        let hits: u32;
        std::arch::asm!(
            "movdqa {low}, [{mixed}]",
            "movdqa {high}, [{mixed} + 16]",
            "pxor {low}, [{data}]",
            "pxor {high}, [{data} + 16]",
            "movq {key}, {word}",
            "punpcklqdq {key}, {key}",
            "pcmpeqq {low}, {key}",
            "pcmpeqq {high}, {key}",
            "packssdw {low}, {high}",
            "movmskps {hits:e}, {low}",
            mixed = in(reg) mixed,
            data = in(reg) data,
            word = in(reg) key,
            key = out(xmm_reg) _,
            low = out(xmm_reg) _,
            high = out(xmm_reg) _,
            hits = lateout(reg) hits,
            options(nostack, preserves_flags, readonly),
        );
        hits
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse4.1", not(miri))))]
    (0..4).fold(0, |bits, place| {
        let found = mixed[place].load(Ordering::Relaxed) ^ data[place].load(Ordering::Relaxed);
        bits | u32::from(found == key) << place
    })
}

const _: () = assert!(align_of::<Bucket>() == 64 && size_of::<[AtomicU64; 4]>() == 32);
