//! Files of format version 2 made by hand: a second writer, so that a test can write what the real one would not, with
//! all checksums right.

/// Appends a number in base 128, least significant digit first.
pub fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn string(out: &mut Vec<u8>, bytes: &[u8]) {
    varint(out, bytes.len() as u64);
    out.extend(bytes);
}

/// A block, and what the head says of it.
#[derive(Clone)]
pub struct Block {
    pub first: Vec<u8>,
    pub method: u8,
    pub plain: u64,
    pub stored: Vec<u8>,
}

impl Block {
    /// A block that is not compressed.
    pub fn plain(first: &[u8], bytes: &[u8]) -> Block {
        Block { first: first.to_vec(), method: 0, plain: bytes.len() as u64, stored: bytes.to_vec() }
    }

    /// A block that is compressed, whatever comes out.
    pub fn packed(first: &[u8], bytes: &[u8]) -> Block {
        let stored = zstd::bulk::compress(bytes, 19).unwrap();
        Block { first: first.to_vec(), method: 1, plain: bytes.len() as u64, stored }
    }
}

/// A file about the start of tic-tac-toe with one section, which says to list so many positions in these blocks.
pub fn file(kind: u8, positions: u64, blocks: &[Block]) -> Vec<u8> {
    let mut head = subject();
    varint(&mut head, 1);
    head.extend([0, 0, kind]);
    varint(&mut head, positions);
    let mut bodies = Vec::new();
    for block in blocks {
        string(&mut head, &block.first);
        head.push(block.method);
        varint(&mut head, block.plain);
        varint(&mut head, block.stored.len() as u64);
        head.extend(crc32fast::hash(&block.stored).to_le_bytes());
        bodies.extend(&block.stored);
    }
    seal(&head, &bodies)
}

/// The part of a head that says what it is about.
pub fn subject() -> Vec<u8> {
    let mut head = Vec::new();
    string(&mut head, b"mnk");
    varint(&mut head, 0);
    string(&mut head, b"");
    string(&mut head, b"\0");
    head.extend([0; 8]);
    head
}

/// A file with this head and these blocks.
pub fn seal(head: &[u8], blocks: &[u8]) -> Vec<u8> {
    let mut file = b"\x89PVN\r\n\x1a\n\x02".to_vec();
    file.extend((head.len() as u32).to_le_bytes());
    file.extend(crc32fast::hash(head).to_le_bytes());
    file.extend(head);
    file.extend(blocks);
    file
}
