//! Arbitrary bytes as the records of a certificate whose head and checksums are right: a proof, or not, about a small graph
//! with a cycle. The first two bytes say of which kind it is, and how many records there are.
#![no_main]

use libfuzzer_sys::fuzz_target;
use provenum_fuzz::{put_varint, read, seal};
use provenum_game::{Notation, Parameters};
use provenum_games::Graph;
use provenum_proof::{Certificate, Subject};

/// OR moves twice at A, AND twice at C, and B goes back.
const GRAPH: &str = "A or B C E; B and A G; C and D G; D and E G; E or A G; G proven";

/// A head that ends where sections begin: a certificate without any, without the number of its sections.
fn head() -> Vec<u8> {
    let (graph, root) = Graph::set_up(&Parameters::new(), Some(GRAPH)).expect("it is a graph");
    let empty = Certificate { subject: Subject::new(&graph, &root), sections: Vec::new() }.to_bytes();
    let head = empty.split_at(17).1;
    head[..head.len() - 1].to_vec()
}

fuzz_target!(|bytes: &[u8]| {
    let [kind, count, body @ ..] = bytes else { return };
    let mut head = head();
    // One section: the first player, at least 1, strategy or trap.
    head.extend([1, 0, 2, kind & 1, count & 0x7f]);
    // The block begins with a code of four bytes, found where it lies if all lengths take a byte.
    let first = body.get(usize::from(count & 0x7f)..).and_then(|codes| codes.get(..4)).unwrap_or(&[0; 4]);
    head.push(4);
    head.extend(first);
    // Not compressed, so its two lengths are the same.
    head.push(0);
    for _ in 0..2 {
        put_varint(&mut head, body.len());
    }
    head.extend(crc32fast::hash(body).to_le_bytes());
    read(&seal(&head, body));
});
