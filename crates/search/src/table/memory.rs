//! Memory for tables: there at once, zero, on cache lines, and in huge pages where the system has them.

#![allow(unsafe_code)]

use super::Bucket;
use memmap2::MmapMut;
use std::io;
use std::ops::{Deref, DerefMut};

/// A zeroed array of buckets. Pages exist only once they are touched.
#[derive(Debug)]
pub(super) struct Memory {
    map: MmapMut,
    buckets: usize,
}

impl Memory {
    pub(super) fn new(buckets: usize) -> io::Result<Memory> {
        let map = MmapMut::map_anon(buckets * size_of::<Bucket>())?;
        // A random access that misses the page table too costs twice as much. Refusal does no harm. For a small table the
        // first touch of a huge page would cost more than it saves.
        #[cfg(target_os = "linux")]
        if map.len() > 8 << 20 {
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Ok(Memory { map, buckets })
    }
}

impl Deref for Memory {
    type Target = [Bucket];

    #[inline]
    fn deref(&self) -> &[Bucket] {
        // SAFETY: the map is page-aligned, lives as long as `self`, has room for `buckets` buckets, and every bit pattern,
        // zero among them, is a valid bucket, because a bucket is an array of integers.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.buckets) }
    }
}

impl DerefMut for Memory {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Bucket] {
        // SAFETY: as above, and `self` is borrowed exclusively.
        unsafe { std::slice::from_raw_parts_mut(self.map.as_mut_ptr().cast(), self.buckets) }
    }
}

/// Asks the processor to fetch the cache line of a bucket that will be read soon.
#[inline]
pub(super) fn prefetch(bucket: &Bucket) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch reads nothing that the program could see, and the address is that of a reference.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(bucket).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = bucket;
}
