//! Arbitrary bytes as a certificate.
//!
//! A fuzzer does not guess checksums, so the head's is put right as well: else nothing behind it would be reached.
//! Checksums of blocks stay as they are: the target `block` looks behind those.
#![no_main]

use libfuzzer_sys::fuzz_target;
use provenum_fuzz::{read, seal};

/// Where the head begins: after the mark, the version, the head's length and its checksum.
const HEAD: usize = 17;

fn sealed(bytes: &[u8]) -> Option<Vec<u8>> {
    let length = u32::from_le_bytes(bytes.get(9..13)?.try_into().ok()?) as usize;
    let (head, blocks) = bytes.get(HEAD..)?.split_at_checked(length)?;
    Some(seal(head, blocks))
}

fuzz_target!(|bytes: &[u8]| {
    read(bytes);
    if let Some(file) = sealed(bytes) {
        read(&file);
    }
});
