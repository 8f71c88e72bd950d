//! Files that lie. Each has its checksums right, and must be refused at once and without taking much memory.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::forge::{Block, file, seal, subject, varint};
use common::{certify_value, position, verdict};
use provenum_game::{Claim, Player};
use provenum_games::{Graph, Mnk};
use provenum_proof::{Certificate, DecodeError, Options, ProofKind, Records, Section, Subject, check};
use std::time::{Duration, Instant};

const STRATEGY: u8 = 0;
const TRAP: u8 = 1;

/// Reads a file that must be refused, in no time.
fn refused(bytes: &[u8]) -> DecodeError {
    let start = Instant::now();
    let Err(error) = Certificate::from_bytes(bytes) else { panic!("a lie of {} bytes is believed", bytes.len()) };
    assert!(start.elapsed() < Duration::from_secs(1), "{error}: {:?}", start.elapsed());
    assert!(error.offset <= bytes.len(), "{error} of {} bytes", bytes.len());
    assert_memory_is_small(&error.to_string());
    error
}

/// All tests of this file together stay far below what the lies would take.
fn assert_memory_is_small(told: &str) {
    if let Ok(status) = std::fs::read_to_string("/proc/self/status") {
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
        assert!(kilobytes < 200_000, "{told}: {kilobytes} kB");
    }
}

/// The columns of a block, one after the other.
fn columns(columns: &[&[u64]], codes: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (place, column) in columns.iter().enumerate() {
        column.iter().for_each(|&value| varint(&mut bytes, value));
        if place == 0 {
            bytes.extend(codes);
        }
    }
    bytes
}

/// Two positions, `\0` and `\1`, with no choice and the rank 1.
fn two() -> Vec<u8> {
    columns(&[&[3, 2], &[0, 0], &[1, 1]], &[0, 1])
}

/// An input that never ends, and counts what is read of it.
struct Endless<'a> {
    first: &'a [u8],
    read: usize,
}

impl std::io::Read for Endless<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        assert!(self.read < 1 << 20, "an input without end is read on");
        for byte in &mut *buffer {
            *byte = self.first.get(self.read).copied().unwrap_or_default();
            self.read += 1;
        }
        Ok(buffer.len())
    }
}

#[test]
fn no_more_is_read_of_an_endless_input_than_it_takes_to_refuse_it() {
    let whole = file(STRATEGY, 2, &[Block::plain(b"\0", &two())]);
    let mut damaged = whole.clone();
    damaged[20] ^= 1;
    let other = [b"\x89PVN\r\n\x1a\n", &[99][..]].concat();
    for (first, most) in [(&[][..], 8), (b"GIF89a", 8), (&other, 9), (&damaged, whole.len()), (&whole, whole.len() + 1)]
    {
        let mut input = Endless { first, read: 0 };
        assert!(Certificate::read(&mut input).is_err());
        assert!(input.read <= most, "{} bytes of {first:?}", input.read);
    }
    let certificate = Certificate::read(&whole[..]).unwrap();
    assert_eq!(Certificate::from_bytes(&certificate.to_stored_bytes()).unwrap(), certificate);
}

#[test]
fn the_forged_file_is_right_where_nothing_is_forged() {
    for block in [Block::plain(b"\0", &two()), Block::packed(b"\0", &two())] {
        let certificate = Certificate::from_bytes(&file(STRATEGY, 2, &[block])).unwrap();
        assert_eq!(certificate.subject.game, "mnk");
        let records: Records = [(vec![0], None, 1), (vec![1], None, 1)].into_iter().collect();
        assert_eq!(certificate.sections[0].records, records);
    }
    assert!(Certificate::from_bytes(&file(TRAP, 0, &[])).is_ok());
}

#[test]
fn counts_are_not_believed() {
    let block = Block::plain(b"\0", &two());
    for positions in [1, 3, 16_384, 16_385, 1 << 32, 1 << 60, u64::MAX] {
        refused(&file(STRATEGY, positions, std::slice::from_ref(&block)));
    }
    refused(&file(STRATEGY, 0, std::slice::from_ref(&block)));
    refused(&file(STRATEGY, 2, &[block.clone(), block]));
    refused(&file(STRATEGY, 1, &[]));
    for claims in [2, 1 << 20, 1 << 60, u64::MAX] {
        let mut head = subject();
        varint(&mut head, claims);
        head.extend([0, 0, TRAP, 0]);
        refused(&seal(&head, &[]));
    }
    let length = 1 << 31;
    let mut long_head = seal(&subject(), &[]);
    long_head[9..13].copy_from_slice(&(length as u32).to_le_bytes());
    refused(&long_head);
    // Lengths of strings and numbers of parameters.
    for value in [1 << 20, 1 << 31, 1 << 60, u64::MAX] {
        let mut name = Vec::new();
        varint(&mut name, value);
        refused(&seal(&name, &[]));
        let mut parameters = b"\x03mnk".to_vec();
        varint(&mut parameters, value);
        refused(&seal(&parameters, &[]));
    }
}

#[test]
fn lengths_of_blocks_are_not_believed() {
    for plain in [0, 1, 7, 9, 1 << 20, 1 << 31, 1 << 32, u64::MAX] {
        refused(&file(STRATEGY, 2, &[Block { plain, ..Block::plain(b"\0", &two()) }]));
        refused(&file(STRATEGY, 2, &[Block { plain, ..Block::packed(b"\0", &two()) }]));
    }
    refused(&file(STRATEGY, 2, &[Block { method: 2, ..Block::plain(b"\0", &two()) }]));
    refused(&file(STRATEGY, 2, &[Block { method: 1, ..Block::plain(b"\0", &two()) }]));
    refused(&file(STRATEGY, 2, &[Block { first: vec![1], ..Block::plain(b"\0", &two()) }]));
}

#[test]
fn what_unpacks_without_end_is_refused() {
    // A gigabyte of zeros in some 32 kB.
    let zeros = std::io::Read::take(std::io::repeat(0), 1 << 30);
    let bomb = Block { first: vec![0], method: 1, plain: 1 << 30, stored: zstd::encode_all(zeros, 1).unwrap() };
    for plain in [1 << 30, 1 << 20, 100, 8] {
        refused(&file(TRAP, 2, &[Block { plain, ..bomb.clone() }]));
    }
}

/// A long code, and after it thousands that differ from it in one byte: three bytes each, and a megabyte when unpacked.
#[test]
fn long_codes_do_not_come_for_free() {
    for length in [600usize, 5_000, 1 << 20] {
        let count = 1usize << 14;
        let mut lengths = vec![2 * length as u64 + 1];
        lengths.resize(count, 2);
        let mut codes = vec![0; length];
        codes.resize(length + count - 1, 1);
        let bytes = columns(&[&lengths, &vec![0; count]], &codes);
        for block in [Block::plain(&vec![0; length], &bytes), Block::packed(&vec![0; length], &bytes)] {
            refused(&file(TRAP, count as u64, &[block]));
        }
    }
}

#[test]
fn codes_of_any_length_can_be_written_and_read() {
    for length in [0usize, 1, 2, 8, 254, 255, 256, 257, 600, 3_000] {
        for count in [1usize, 2, 40, 300] {
            let code =
                |number: usize| [vec![0; length], number.to_be_bytes().to_vec()].concat()[number % 3 / 2..].to_vec();
            let records: Records = (0..count).map(|number| (code(number), None, 1)).collect();
            let (game, root) = position::<Mnk>(&[], "");
            let section = Section { claim: Claim::draw(Player::First), kind: ProofKind::Strategy, records };
            let certificate = Certificate { subject: Subject::new(&game, &root), sections: vec![section] };
            common::reread(&certificate);
        }
    }
}

#[test]
fn every_value_has_one_spelling() {
    // The second code in full where a difference would do, a difference with a zero in front, and one of nothing.
    refused(&file(STRATEGY, 2, &[Block::plain(b"\0", &columns(&[&[3, 3], &[0, 0], &[1, 1]], &[0, 1]))]));
    refused(&file(STRATEGY, 2, &[Block::plain(b"\0\0", &columns(&[&[5, 4], &[0, 0], &[1, 1]], &[0, 0, 0, 1]))]));
    refused(&file(STRATEGY, 2, &[Block::plain(b"\0", &columns(&[&[3, 0], &[0, 0], &[1, 1]], &[0]))]));
    // A difference longer than the code, one that overflows, and one without a code before it.
    refused(&file(STRATEGY, 2, &[Block::plain(b"\0", &columns(&[&[3, 4], &[0, 0], &[1, 1]], &[0, 1, 1]))]));
    refused(&file(STRATEGY, 2, &[Block::plain(b"\x02", &columns(&[&[3, 2], &[0, 0], &[1, 1]], &[2, 254]))]));
    refused(&file(STRATEGY, 1, &[Block::plain(b"\0", &columns(&[&[2], &[0], &[1]], &[1]))]));
    // Out of order: the second is shorter.
    refused(&file(STRATEGY, 2, &[Block::plain(b"\0\0", &columns(&[&[5, 3], &[0, 0], &[1, 1]], &[0, 0, 1]))]));
    // A rank that is spelled too long, and one that is too large.
    let mut long = columns(&[&[3], &[0]], &[0]);
    long.extend([0x81, 0x00]);
    refused(&file(STRATEGY, 1, &[Block::plain(b"\0", &long)]));
    refused(&file(STRATEGY, 1, &[Block::plain(b"\0", &columns(&[&[3], &[0], &[1 << 32]], &[0]))]));
    // Ranks in a trap.
    refused(&file(TRAP, 2, &[Block::plain(b"\0", &two())]));
}

#[test]
fn nothing_may_follow_within_a_block() {
    let packed = Block::packed(b"\0", &two());
    let after = |more: &[u8]| Block { stored: [&packed.stored, more].concat(), ..packed.clone() };
    refused(&file(STRATEGY, 2, &[after(b"x")]));
    // A frame that unpackers skip, and one that is empty.
    refused(&file(STRATEGY, 2, &[after(b"\x50\x2a\x4d\x18\x04\0\0\0junk")]));
    refused(&file(STRATEGY, 2, &[after(&zstd::bulk::compress(b"", 1).unwrap())]));
    refused(&file(STRATEGY, 2, &[Block::plain(b"\0", &[two(), vec![0]].concat())]));
}

#[test]
fn parameters_are_sorted_and_there_once() {
    for names in [["b", "a"], ["a", "a"]] {
        let mut head = b"\x03mnk\x02".to_vec();
        for name in names {
            head.extend([1, name.as_bytes()[0], 1, b'1']);
        }
        head.extend(b"\0\x01\0\0\0\0\0\0\0\0\0\0");
        refused(&seal(&head, &[]));
    }
}

/// The goal of the opponent is one more than the negative of what is claimed, which is no 32-bit number here.
#[test]
fn a_claim_at_the_end_of_all_numbers_is_no_way_around() {
    let (game, root) = position::<Graph>(&[], "A or B; B proven");
    let subject = Subject::new(&game, &root);
    for (player, at_least, kind, choice) in all_claims([i32::MIN, i32::MIN + 1, i32::MIN + 2, i32::MAX]) {
        let records = [(subject.code.clone(), choice, u32::from(kind == ProofKind::Strategy))];
        let section = Section { claim: Claim { player, at_least }, kind, records: records.into_iter().collect() };
        let certificate = Certificate { subject: subject.clone(), sections: vec![section] };
        if at_least <= i32::MIN + 1 {
            assert!(check(&certificate, &game, &root, Options::default()).is_err());
        } else if let Some(holds) = verdict(&certificate, &game, &root) {
            assert_eq!(holds, [at_least < 0]);
        }
    }
}

fn all_claims(values: [i32; 4]) -> impl Iterator<Item = (Player, i32, ProofKind, Option<u32>)> {
    Player::BOTH.into_iter().flat_map(move |player| {
        values.into_iter().flat_map(move |value| {
            [ProofKind::Strategy, ProofKind::Trap]
                .into_iter()
                .flat_map(move |kind| [None, Some(0)].map(|choice| (player, value, kind, choice)))
        })
    })
}

#[test]
fn a_file_that_claims_nothing_is_rejected() {
    let (game, root) = position::<Mnk>(&[], "");
    let mut certificate = certify_value("pn", &game, &root);
    certificate.sections.clear();
    assert_eq!(verdict(&common::reread(&certificate), &game, &root), None);
}
