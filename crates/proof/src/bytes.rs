//! Numbers and strings as bytes, read strictly: every value has one spelling only.

use crate::DecodeError;

/// Appends a number in base 128, least significant digit first; the high bit says that another digit follows.
pub(crate) fn put_varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends a byte string with its length before it.
pub(crate) fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put_varint(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

/// Zero, minus one, one, minus two, … as 0, 1, 2, 3, …
pub(crate) fn zigzag(value: i32) -> u64 {
    let value = i64::from(value);
    ((value << 1) ^ (value >> 63)) as u64
}

fn unzigzag(value: u64) -> Option<i32> {
    i32::try_from((value >> 1) as i64 ^ -((value & 1) as i64)).ok()
}

/// Reads from a part of a file and knows where it is.
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Where the part begins in the file, for messages.
    base: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8], base: usize) -> Reader<'a> {
        Reader { bytes, at: 0, base }
    }

    /// An error at the place that was read last.
    pub(crate) fn error(&self, problem: impl Into<String>) -> DecodeError {
        DecodeError { offset: self.base + self.at, problem: problem.into() }
    }

    pub(crate) fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    pub(crate) fn take(&mut self, count: usize, what: &str) -> Result<&'a [u8], DecodeError> {
        if count > self.left() {
            return Err(self.error(format!("the file ends in the middle of {what}")));
        }
        let taken = &self.bytes[self.at..self.at + count];
        self.at += count;
        Ok(taken)
    }

    pub(crate) fn byte(&mut self, what: &str) -> Result<u8, DecodeError> {
        Ok(self.take(1, what)?[0])
    }

    pub(crate) fn u32(&mut self, what: &str) -> Result<u32, DecodeError> {
        let mut word = [0; 4];
        word.copy_from_slice(self.take(4, what)?);
        Ok(u32::from_le_bytes(word))
    }

    #[inline]
    pub(crate) fn varint(&mut self, what: &str) -> Result<u64, DecodeError> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let digit = self.byte(what)?;
            if shift == 63 && digit > 1 {
                break;
            }
            value |= u64::from(digit & 0x7f) << shift;
            if digit < 0x80 {
                return if digit == 0 && shift > 0 {
                    Err(self.error(format!("{what} is longer than necessary")))
                } else {
                    Ok(value)
                };
            }
        }
        Err(self.error(format!("{what} is too large")))
    }

    #[inline]
    pub(crate) fn number(&mut self, what: &str) -> Result<u32, DecodeError> {
        let value = self.varint(what)?;
        u32::try_from(value).map_err(|_| self.error(format!("{what} is too large")))
    }

    pub(crate) fn signed(&mut self, what: &str) -> Result<i32, DecodeError> {
        let value = self.varint(what)?;
        unzigzag(value).ok_or_else(|| self.error(format!("{what} is too large")))
    }

    pub(crate) fn bytes(&mut self, what: &str) -> Result<&'a [u8], DecodeError> {
        let count = self.varint(what)?;
        self.take(usize::try_from(count).unwrap_or(usize::MAX), what)
    }

    pub(crate) fn string(&mut self, what: &str) -> Result<String, DecodeError> {
        let bytes = self.bytes(what)?;
        String::from_utf8(bytes.to_vec()).map_err(|_| self.error(format!("{what} is not UTF-8 text")))
    }

    /// Demands that nothing is left.
    pub(crate) fn end(&self, what: &str) -> Result<(), DecodeError> {
        if self.left() == 0 { Ok(()) } else { Err(self.error(format!("there are extra bytes in {what}"))) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_and_have_one_spelling() {
        for value in [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX - 1, u64::MAX] {
            let mut bytes = Vec::new();
            put_varint(&mut bytes, value);
            let mut reader = Reader::new(&bytes, 0);
            assert_eq!(reader.varint("it"), Ok(value));
            assert_eq!(reader.end("it"), Ok(()));
        }
        for bad in
            [&[0x80, 0x00][..], &[0xff; 10], &[0x80], &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02]]
        {
            assert!(Reader::new(bad, 0).varint("it").is_err(), "{bad:?}");
        }
        for value in [0, 1, -1, i32::MAX, i32::MIN] {
            assert_eq!(unzigzag(zigzag(value)), Some(value));
        }
    }
}
