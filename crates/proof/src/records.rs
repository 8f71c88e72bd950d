//! The listed positions of a section: codes in rising order, each with a choice and a rank.

use rustc_hash::FxHasher;
use std::cmp::Ordering;
use std::hash::Hasher;

/// The order of codes everywhere in a certificate: shorter ones first, those of equal length by their bytes. Codes of one
/// length are thus ordered as the big-endian numbers they spell.
#[inline]
pub(crate) fn by_code(a: &[u8], b: &[u8]) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.cmp(b))
}

/// The first eight bytes of a code as a number; zeros follow a shorter one. Of two codes of one length, the one with the smaller
/// number comes first.
#[inline]
pub(crate) fn first_bytes(code: &[u8]) -> u64 {
    match code.first_chunk() {
        Some(word) => u64::from_be_bytes(*word),
        None => code.iter().fold(0, |word, &byte| word << 8 | u64::from(byte)) << (8 * (8 - code.len()) % 64),
    }
}

/// A listed position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record<'a> {
    /// The position's code.
    pub code: &'a [u8],
    /// The place, among the position's successors in the order of their codes, of the one to go to; none where it is the
    /// other side's turn.
    pub choice: Option<u32>,
    /// Within how many moves the goal is reached at the latest; 0 in a trap.
    pub rank: u32,
}

/// All listed positions of a section.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Records {
    codes: Vec<u8>,
    /// Where each code ends in `codes`.
    ends: Vec<usize>,
    choices: Vec<Option<u32>>,
    ranks: Vec<u32>,
}

impl Records {
    /// How many positions are listed.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether nothing is listed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    #[inline]
    fn code(&self, index: usize) -> &[u8] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.codes[start..self.ends[index]]
    }

    /// The record at this place.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Record<'_> {
        Record { code: self.code(index), choice: self.choices[index], rank: self.ranks[index] }
    }

    /// All records in their order.
    pub fn iter(&self) -> impl Iterator<Item = Record<'_>> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// The record of the position with this code.
    #[must_use]
    pub fn find(&self, code: &[u8]) -> Option<Record<'_>> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            match by_code(self.code(middle), code) {
                Ordering::Less => low = middle + 1,
                Ordering::Equal => return Some(self.get(middle)),
                Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// Appends a record; in the end the codes must rise.
    pub(crate) fn push(&mut self, code: &[u8], choice: Option<u32>, rank: u32) {
        self.push_code(code);
        self.push_choice(choice);
        self.push_rank(rank);
    }

    /// The last code, if there is any.
    pub(crate) fn last_code(&self) -> Option<&[u8]> {
        self.len().checked_sub(1).map(|index| self.code(index))
    }

    /// Appends a code, to be followed by a choice and a rank for it.
    pub(crate) fn push_code(&mut self, code: &[u8]) {
        self.codes.extend_from_slice(code);
        self.ends.push(self.codes.len());
    }

    /// Appends the choice for a code that was appended alone.
    pub(crate) fn push_choice(&mut self, choice: Option<u32>) {
        self.choices.push(choice);
    }

    /// Appends the rank for a code that was appended alone.
    pub(crate) fn push_rank(&mut self, rank: u32) {
        self.ranks.push(rank);
    }

    /// Makes room for so many more records with so many bytes of codes. Without memory the answer is `false`.
    pub(crate) fn reserve(&mut self, records: usize, codes: usize) -> bool {
        self.codes.try_reserve(codes).is_ok()
            && self.ends.try_reserve(records).is_ok()
            && self.choices.try_reserve(records).is_ok()
            && self.ranks.try_reserve(records).is_ok()
    }

    /// Brings the records into the order of their codes, whatever it takes.
    pub(crate) fn sort_all(&mut self) {
        assert!(self.sort(&|| false), "there is not enough memory to sort the positions of a certificate");
    }

    /// Brings the records into the order of their codes. Without memory, or if it is stopped, the answer is `false`.
    pub(crate) fn sort(&mut self, stopped: &dyn Fn() -> bool) -> bool {
        let (mut order, mut sorted) = (Vec::new(), Records::default());
        if order.try_reserve_exact(self.len()).is_err() || !sorted.reserve(self.len(), self.codes.len()) {
            return false;
        }
        // Eight bytes of each code beside its place spare most visits to the code itself.
        order.extend((0..self.len()).map(|index| {
            let code = self.code(index);
            (code.len(), first_bytes(code), index)
        }));
        let by_code = |a: &Place, b: &Place| {
            (a.0, a.1)
                .cmp(&(b.0, b.1))
                .then_with(|| if a.0 <= 8 { Ordering::Equal } else { self.code(a.2).cmp(self.code(b.2)) })
        };
        if !sort_in_parts(&mut order, &by_code, stopped) {
            return false;
        }
        for (done, (_, _, index)) in order.into_iter().enumerate() {
            if done % RECORDS_PER_LOOK == 0 && stopped() {
                return false;
            }
            let Record { code, choice, rank } = self.get(index);
            sorted.push(code, choice, rank);
        }
        *self = sorted;
        true
    }
}

/// The length of a code, its first bytes, and its place.
type Place = (usize, u64, usize);

/// Work on so many records, or more, is done between two looks whether to give up.
pub(crate) const RECORDS_PER_LOOK: usize = 1 << 14;

/// Sorts, in halves as long as they are large. The answer is `false` if it is stopped on the way.
fn sort_in_parts(
    order: &mut [Place],
    by_code: &dyn Fn(&Place, &Place) -> Ordering,
    stopped: &dyn Fn() -> bool,
) -> bool {
    if stopped() {
        return false;
    }
    if order.len() <= 8 * RECORDS_PER_LOOK {
        order.sort_unstable_by(by_code);
        return true;
    }
    let (low, _, high) = order.select_nth_unstable_by(order.len() / 2, by_code);
    sort_in_parts(low, by_code, stopped) && sort_in_parts(high, by_code, stopped)
}

/// Records of codes, choices and ranks in any order.
impl FromIterator<(Vec<u8>, Option<u32>, u32)> for Records {
    fn from_iter<I: IntoIterator<Item = (Vec<u8>, Option<u32>, u32)>>(list: I) -> Records {
        let mut records = Records::default();
        for (code, choice, rank) in list {
            records.push(&code, choice, rank);
        }
        records.sort_all();
        records
    }
}

/// Finds records by code in constant time.
pub(crate) struct Index<'a> {
    records: &'a Records,
    /// Places of records plus one, at the hashes of their codes or behind; 0 is free.
    slots: Vec<u32>,
    mask: usize,
}

impl<'a> Index<'a> {
    /// An index of all records; none without memory, or if it is stopped.
    pub(crate) fn new(records: &'a Records, stopped: &dyn Fn() -> bool) -> Option<Index<'a>> {
        let size = (2 * records.len() + 2).next_power_of_two();
        let mut slots = Vec::new();
        slots.try_reserve_exact(size).ok()?;
        slots.resize(size, 0);
        let mut index = Index { records, slots, mask: size - 1 };
        for place in 0..records.len() {
            if place % RECORDS_PER_LOOK == 0 && stopped() {
                return None;
            }
            let mut slot = index.slot(records.code(place));
            while index.slots[slot] != 0 {
                slot = (slot + 1) & index.mask;
            }
            index.slots[slot] = place as u32 + 1;
        }
        Some(index)
    }

    #[inline]
    fn slot(&self, code: &[u8]) -> usize {
        let mut hasher = FxHasher::default();
        hasher.write(code);
        hasher.finish() as usize & self.mask
    }

    /// The rank of the position with this code, if it is listed.
    #[inline]
    pub(crate) fn rank(&self, code: &[u8]) -> Option<u32> {
        let mut slot = self.slot(code);
        loop {
            let place = self.slots[slot].checked_sub(1)? as usize;
            if self.records.code(place) == code {
                return Some(self.records.ranks[place]);
            }
            slot = (slot + 1) & self.mask;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_found_in_the_order_of_their_codes() {
        let codes: [&[u8]; 6] = [b"zz", b"a", b"", b"long enough to go on", b"long enough to go by", b"b"];
        let mut records = Records::default();
        for (rank, code) in codes.iter().enumerate() {
            records.push(code, None, rank as u32);
        }
        assert!(records.sort(&|| false));
        let index = Index::new(&records, &|| false).unwrap();
        for (rank, code) in codes.iter().enumerate() {
            assert_eq!(records.find(code).map(|record| record.rank), Some(rank as u32));
            assert_eq!(index.rank(code), Some(rank as u32));
        }
        assert!(records.find(b"c").is_none() && index.rank(b"c").is_none());
        let order: Vec<u32> = records.iter().map(|record| record.rank).collect();
        assert_eq!(order, [2, 1, 5, 0, 4, 3]);
    }
}
