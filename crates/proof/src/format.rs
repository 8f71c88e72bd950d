//! The file format, version 2. It is defined byte by byte in `docs/CERTIFICATES.md`; this is its implementation.
//!
//! A file is a head, which says everything but the records, and blocks of records, each compressed by itself. The head
//! holds the lengths and checksums of the blocks, so a block can be found, and checked, without reading the others.

use crate::bytes::{Reader, put_bytes, put_varint, zigzag};
use crate::records::by_code;
use crate::source::Source;
use crate::{Certificate, DecodeError, ProofKind, ReadError, Records, Section, Subject};
use provenum_game::{Claim, Parameters, Player};
use std::cmp::Ordering;
use std::io::Read;

/// The first bytes of every certificate. They show damage by programs that take the file for text.
pub const MAGIC: [u8; 8] = *b"\x89PVN\r\n\x1a\n";
/// The version of the file format that is written.
pub const VERSION: u8 = 2;
/// The oldest version that is read. Its files differ in nothing but the number: they list more positions than they need to.
const OLDEST: u8 = 1;
/// The most records in a block.
const BLOCK: usize = 1 << 14;
/// A block, and the codes in it, may not unpack to more than this many times its size (and a little), whatever it promises.
const MOST_EXPANSION: usize = 32;
/// Nor may it hold more than this many records for each of its bytes (and a few).
const MOST_RECORDS: usize = 4;
/// Only codes of up to so many bytes are written as differences. A difference takes three bytes at least, with the rest of
/// its record, so that a block which is not compressed always keeps within what it may unpack to.
const LONGEST_DIFFERED: usize = 255;
/// Higher levels take fifty times as long and save a few hundredths.
const LEVEL: i32 = 3;

impl Certificate {
    /// The certificate as the content of a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.written(true, &|| false).unwrap_or_default()
    }

    /// The same without compression, for readers that know nothing of Zstandard.
    #[must_use]
    pub fn to_stored_bytes(&self) -> Vec<u8> {
        self.written(false, &|| false).unwrap_or_default()
    }

    /// The certificate as the content of a file, unless it is stopped: then there is none.
    #[must_use]
    pub fn to_bytes_unless(&self, stopped: &dyn Fn() -> bool) -> Option<Vec<u8>> {
        self.written(true, stopped)
    }

    fn written(&self, compress: bool, stopped: &dyn Fn() -> bool) -> Option<Vec<u8>> {
        let mut head = Vec::new();
        let mut blocks = Vec::new();
        put_subject(&mut head, &self.subject);
        put_varint(&mut head, self.sections.len() as u64);
        for section in &self.sections {
            put_section(&mut head, &mut blocks, section, compress, stopped)?;
        }
        let mut file = MAGIC.to_vec();
        file.push(VERSION);
        file.extend((head.len() as u32).to_le_bytes());
        file.extend(crc32fast::hash(&head).to_le_bytes());
        file.extend(head);
        file.extend(blocks);
        Some(file)
    }

    /// The certificate that these bytes are.
    pub fn from_bytes(file: &[u8]) -> Result<Certificate, DecodeError> {
        Certificate::from_bytes_unless(file, &|| false)
    }

    /// The certificate that these bytes are, unless it is stopped: that is an error too.
    pub fn from_bytes_unless(file: &[u8], stopped: &dyn Fn() -> bool) -> Result<Certificate, DecodeError> {
        Certificate::read_unless(file, stopped).map_err(|error| match error {
            ReadError::Decode(error) => error,
            ReadError::Io(error) => DecodeError { offset: 0, problem: error.to_string() },
        })
    }

    /// Reads a certificate. Anything but the exact bytes that [`Certificate::to_bytes`] or
    /// [`Certificate::to_stored_bytes`] could have written is refused, and nothing is believed that the length of the file
    /// does not bear out. No more is read than it takes to refuse it, or than a certificate says that it has: the input
    /// may be endless.
    pub fn read(input: impl Read) -> Result<Certificate, ReadError> {
        Certificate::read_unless(input, &|| false)
    }

    fn read_unless(input: impl Read, stopped: &dyn Fn() -> bool) -> Result<Certificate, ReadError> {
        let mut source = Source::new(input);
        if source.take(MAGIC.len(), "its first bytes")? != MAGIC {
            return Err(DecodeError { offset: 0, problem: "its first bytes are wrong".to_owned() }.into());
        }
        let version = source.take(1, "the version")?[0];
        if !(OLDEST..=VERSION).contains(&version) {
            let problem = format!("its format has version {version}; expected version {OLDEST} to {VERSION}");
            return Err(source.error(problem).into());
        }
        let lengths = source.take(8, "the length and the checksum of the header")?;
        let mut lengths = Reader::new(&lengths, 0);
        let (length, sum) = (lengths.u32("the length of the header")?, lengths.u32("the checksum of the header")?);
        let start = source.at();
        let head = source.take(length as usize, "the header")?;
        if crc32fast::hash(&head) != sum {
            return Err(DecodeError { offset: start, problem: "the header is damaged".to_owned() }.into());
        }
        let mut head = Reader::new(&head, start);
        let subject = get_subject(&mut head)?;
        let count = head.varint("the number of claims")?;
        if count > head.left() as u64 {
            return Err(head.error("it has more claims than bytes").into());
        }
        let mut sections = Vec::new();
        for _ in 0..count {
            sections.push(get_section(&mut head, &mut source, stopped)?);
        }
        head.end("the header")?;
        source.end("the file")?;
        Ok(Certificate { subject, sections })
    }
}

fn put_subject(head: &mut Vec<u8>, subject: &Subject) {
    put_bytes(head, subject.game.as_bytes());
    put_varint(head, subject.parameters.iter().count() as u64);
    for (name, value) in subject.parameters.iter() {
        put_bytes(head, name.as_bytes());
        put_bytes(head, value.as_bytes());
    }
    put_bytes(head, subject.position.as_bytes());
    put_bytes(head, &subject.code);
    head.extend(subject.digest.to_le_bytes());
}

fn get_subject(head: &mut Reader<'_>) -> Result<Subject, DecodeError> {
    let game = head.string("the game")?;
    let count = head.varint("the number of parameters")?;
    let mut parameters = Parameters::new();
    let mut last = None;
    for _ in 0..count {
        let name = head.string("a parameter")?;
        if last.as_ref().is_some_and(|last| *last >= name) {
            return Err(head.error("the parameters are out of order"));
        }
        parameters = parameters.with(&name, head.string("a parameter's value")?);
        last = Some(name);
    }
    let position = head.string("the position")?;
    let code = head.bytes("the position's code")?.to_vec();
    let mut digest = [0; 8];
    digest.copy_from_slice(head.take(8, "the fingerprint of the rules")?);
    Ok(Subject { game, parameters, position, code, digest: u64::from_le_bytes(digest) })
}

/// Writes a section, block by block. None if it is stopped on the way.
fn put_section(
    head: &mut Vec<u8>,
    blocks: &mut Vec<u8>,
    section: &Section,
    compress: bool,
    stopped: &dyn Fn() -> bool,
) -> Option<()> {
    head.push((section.claim.player == Player::Second).into());
    put_varint(head, zigzag(section.claim.at_least));
    head.push(section.kind as u8);
    let records = &section.records;
    put_varint(head, records.len() as u64);
    for start in (0..records.len()).step_by(BLOCK) {
        if stopped() {
            return None;
        }
        let end = (start + BLOCK).min(records.len());
        let plain = block_of(records, start..end, section.kind);
        let codes: usize = (start..end).map(|index| records.get(index).code.len()).sum();
        let packed = compress.then(|| zstd::bulk::compress(&plain, LEVEL).ok()).flatten();
        // Without compression if it would not be believed.
        let packed = packed
            .filter(|p| p.len() < plain.len() && plain.len().max(codes) <= most_plain(p.len()))
            .filter(|p| end - start <= most_records(p.len()));
        let stored = packed.as_ref().unwrap_or(&plain);
        put_bytes(head, records.get(start).code);
        head.push(packed.is_some().into());
        put_varint(head, plain.len() as u64);
        put_varint(head, stored.len() as u64);
        head.extend(crc32fast::hash(stored).to_le_bytes());
        blocks.extend(stored);
    }
    Some(())
}

fn most_plain(stored: usize) -> usize {
    stored * MOST_EXPANSION + 1024
}

fn most_records(stored: usize) -> usize {
    stored * MOST_RECORDS + 256
}

fn get_section(
    head: &mut Reader<'_>,
    blocks: &mut Source<impl Read>,
    stopped: &dyn Fn() -> bool,
) -> Result<Section, ReadError> {
    let player = match head.byte("the claimant")? {
        0 => Player::First,
        1 => Player::Second,
        other => return Err(head.error(format!("there is no player {other}")).into()),
    };
    let at_least = head.signed("the claimed value")?;
    let kind = match head.byte("the kind of proof")? {
        0 => ProofKind::Strategy,
        1 => ProofKind::Trap,
        2 => ProofKind::Delay,
        other => return Err(head.error(format!("there is no proof of kind {other}")).into()),
    };
    let mut left = usize::try_from(head.varint("the number of positions")?).unwrap_or(usize::MAX);
    let mut records = Records::default();
    while left > 0 {
        let count = left.min(BLOCK);
        left -= count;
        let first = head.bytes("the first code of a block")?;
        let method = head.byte("the compression of a block")?;
        let plain = head.number("the length of a block")? as usize;
        let stored = head.number("the compressed length of a block")? as usize;
        let sum = head.u32("the checksum of a block")?;
        let offset = blocks.at();
        let stored = blocks.take(stored, "a block")?;
        let damaged = |problem: &str| DecodeError { offset, problem: problem.to_owned() };
        if stopped() {
            return Err(damaged("it was not read to its end").into());
        }
        if crc32fast::hash(&stored) != sum {
            return Err(damaged("a block is damaged").into());
        }
        let bytes = match method {
            0 if plain == stored.len() => stored.clone(),
            // One frame, because an unpacker would not mind others that hold nothing.
            1 if zstd::zstd_safe::find_frame_compressed_size(&stored) != Ok(stored.len()) => {
                return Err(damaged("a block is not compressed correctly").into());
            }
            1 if plain <= most_plain(stored.len()) && count <= most_records(stored.len()) => {
                zstd::bulk::decompress(&stored, plain).map_err(|_| damaged("a block cannot be decompressed"))?
            }
            0 | 1 => return Err(damaged("a block has an impossible length").into()),
            other => return Err(damaged(&format!("there is no compression method {other}")).into()),
        };
        if bytes.len() != plain {
            return Err(damaged("the length of a block does not match the header").into());
        }
        let before = records.len();
        let most = most_plain(stored.len());
        read_block(&mut Reader::new(&bytes, offset), count, kind, most, &mut records)?;
        if records.get(before).code != first {
            return Err(damaged("the first position of a block does not match the header").into());
        }
    }
    Ok(Section { claim: Claim { player, at_least }, kind, records })
}

/// A block before compression: four columns, because like values next to each other pack best.
fn block_of(records: &Records, range: std::ops::Range<usize>, kind: ProofKind) -> Vec<u8> {
    let (mut lengths, mut differences, mut choices, mut ranks) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut last: &[u8] = &[];
    let mut difference = Vec::new();
    for (place, record) in range.map(|index| records.get(index)).enumerate() {
        if place > 0 && differs(last, record.code.len()) {
            subtract(record.code, last, &mut difference);
            let zeros = difference.iter().take_while(|&&byte| byte == 0).count();
            put_varint(&mut lengths, 2 * (difference.len() - zeros) as u64);
            differences.extend_from_slice(&difference[zeros..]);
        } else {
            put_varint(&mut lengths, 2 * record.code.len() as u64 + 1);
            differences.extend_from_slice(record.code);
        }
        put_varint(&mut choices, record.choice.map_or(0, |choice| u64::from(choice) + 1));
        if kind.is_ranked() {
            put_varint(&mut ranks, record.rank.into());
        }
        last = record.code;
    }
    [lengths, differences, choices, ranks].concat()
}

/// Whether a code of this length is written as the difference from the one before it.
fn differs(last: &[u8], length: usize) -> bool {
    length == last.len() && length <= LONGEST_DIFFERED
}

/// Reads a block of `count` records, whose codes together may have `most` bytes.
fn read_block(
    bytes: &mut Reader<'_>,
    count: usize,
    kind: ProofKind,
    mut most: usize,
    records: &mut Records,
) -> Result<(), DecodeError> {
    // Every record takes a byte in two columns at least.
    if count > bytes.left() {
        return Err(bytes.error("a block is too short for its positions"));
    }
    let mut lengths = Vec::with_capacity(count);
    for _ in 0..count {
        lengths.push(bytes.number("the length of a code")? as usize);
    }
    let mut code = Vec::new();
    for (place, length) in lengths.into_iter().enumerate() {
        let part = bytes.take(length / 2, "a code")?;
        let last = records.last_code();
        code.clear();
        match last {
            _ if length % 2 == 1 => code.extend_from_slice(part),
            Some(last)
                if place > 0
                    && differs(last, last.len())
                    && part.len() <= last.len()
                    && part.first().is_some_and(|&byte| byte != 0) =>
            {
                code.extend_from_slice(last);
                if !add(&mut code, part) {
                    return Err(bytes.error("a code is too large"));
                }
            }
            _ => return Err(bytes.error("a code has an impossible difference from the one before it")),
        }
        if last.is_some_and(|last| by_code(last, &code) != Ordering::Less) {
            return Err(bytes.error("the positions are out of order"));
        }
        if length % 2 == 1 && place > 0 && last.is_some_and(|last| differs(last, code.len())) {
            return Err(bytes.error("a code is longer than necessary"));
        }
        most = most.checked_sub(code.len()).ok_or_else(|| bytes.error("the codes are larger than a block may hold"))?;
        records.push_code(&code);
    }
    for _ in 0..count {
        records.push_choice(bytes.number("a choice")?.checked_sub(1));
    }
    for _ in 0..count {
        records.push_rank(if kind.is_ranked() { bytes.number("a rank")? } else { 0 });
    }
    bytes.end("a block")
}

/// The difference of two big-endian numbers of equal length, the first being the larger.
fn subtract(a: &[u8], b: &[u8], difference: &mut Vec<u8>) {
    difference.clear();
    difference.extend_from_slice(a);
    let mut borrow = false;
    for (digit, &other) in difference.iter_mut().zip(b).rev() {
        let (without, first) = digit.overflowing_sub(other);
        let (without, second) = without.overflowing_sub(borrow.into());
        (*digit, borrow) = (without, first | second);
    }
}

/// Adds a shorter big-endian number to one. The answer is whether the sum has as many digits.
fn add(sum: &mut [u8], short: &[u8]) -> bool {
    let mut carry = false;
    let padded = short.iter().rev().copied().chain(std::iter::repeat(0));
    for (place, (digit, other)) in sum.iter_mut().rev().zip(padded).enumerate() {
        if place >= short.len() && !carry {
            return true;
        }
        let (with, first) = digit.overflowing_add(other);
        let (with, second) = with.overflowing_add(carry.into());
        (*digit, carry) = (with, first | second);
    }
    !carry
}
