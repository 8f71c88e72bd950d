//! What the fuzz targets share: what must be true of any bytes that are read as a certificate.

use provenum_game::Notation;
use provenum_games::registry::{Visitor, visit};
use provenum_proof::{Certificate, Options, check};

/// Reads bytes as a certificate. That never panics nor takes much memory; what is read is written and read again as the
/// same; and checking it comes to an end with a verdict.
///
/// # Panics
/// If not.
pub fn read(bytes: &[u8]) {
    let Ok(certificate) = Certificate::from_bytes(bytes) else { return };
    let again = Certificate::from_bytes(&certificate.to_bytes());
    assert_eq!(again.as_ref(), Ok(&certificate), "what was read cannot be written");
    let subject = &certificate.subject;
    // Graphs from a seed are left out: a few bytes ask for a million nodes.
    if subject.game != "random" {
        visit(&mut Check(&certificate));
    }
}

struct Check<'a>(&'a Certificate);

impl Visitor for Check<'_> {
    fn visit<G>(&mut self)
    where
        G: Notation + Send + Sync + 'static,
        G::Position: Send + Sync + 'static,
    {
        let subject = &self.0.subject;
        if subject.game == G::INFO.name
            && subject.parameters.accepted_by(&G::INFO).is_ok()
            && let Ok((game, position)) = G::set_up(&subject.parameters, Some(&subject.position))
        {
            // Either verdict will do: that none is false is what the tests of the crate show.
            let _ = check(self.0, &game, &position, Options::default());
        }
    }
}

/// A file with this head and these blocks.
#[must_use]
pub fn seal(head: &[u8], blocks: &[u8]) -> Vec<u8> {
    let mut file = b"\x89PVN\r\n\x1a\n\x01".to_vec();
    file.extend((head.len() as u32).to_le_bytes());
    file.extend(crc32fast::hash(head).to_le_bytes());
    file.extend(head);
    file.extend(blocks);
    file
}

/// Appends a number in base 128, least significant digit first.
pub fn put_varint(out: &mut Vec<u8>, mut value: usize) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}
