"""Whole files: the golden ones, the one in the document, and files that are none."""

import importlib.util
import io
import tempfile
import unittest
import zlib

import certificate
import check
from errors import Invalid, Unreadable
from tests.documents import GOLDEN, small_certificate

HEADER = 17  # where the header begins


def resealed(header, blocks=b""):
    """A file with this header and these blocks, and the right checksum."""
    start = certificate.MAGIC + b"\1" + len(header).to_bytes(4, "little") + zlib.crc32(header).to_bytes(4, "little")
    return start + header + blocks


class Files(unittest.TestCase):
    def test_golden_files_are_valid_unless_they_are_compressed_and_nothing_can_decompress_them(self):
        has_zstandard = importlib.util.find_spec("zstandard") is not None
        for path in GOLDEN:
            compressed = b"\x28\xb5\x2f\xfd" in path.read_bytes()
            code, verdict = check.judge(path)
            self.assertEqual(code, 3 if compressed and not has_zstandard else 0, f"{path}: {verdict}")

    def test_the_certificate_in_the_document_is_valid(self):
        found = certificate.read(io.BytesIO(small_certificate()))
        self.assertEqual(len(check.check(found)), 1)

    def test_every_flipped_bit_and_every_cut_is_noticed(self):
        whole = small_certificate()
        for bit in range(8 * len(whole)):
            flipped = bytearray(whole)
            flipped[bit // 8] ^= 1 << bit % 8
            with self.assertRaises(Unreadable, msg=f"bit {bit}"):
                certificate.read(io.BytesIO(flipped))
        for length in range(len(whole)):
            with self.assertRaises(Unreadable, msg=f"{length} bytes"):
                certificate.read(io.BytesIO(whole[:length]))
        with self.assertRaises(Unreadable):
            certificate.read(io.BytesIO(whole + b"\0"))

    def test_a_header_with_another_claim_is_invalid(self):
        whole = small_certificate()
        header, blocks = bytearray(whole[HEADER : HEADER + 0x69]), whole[HEADER + 0x69 :]
        header[106 - HEADER + 1] = 4  # at least 2 instead of at least 1
        with self.assertRaises(Invalid):
            check.check(certificate.read(io.BytesIO(resealed(header, blocks))))

    def test_an_endless_file_that_is_no_certificate_is_refused_at_once(self):
        class Endless(io.RawIOBase):
            taken = 0

            def read(self, size=-1):
                assert 0 <= size < 100, "it is read without end"
                return bytes(size)

        with self.assertRaises(Unreadable):
            certificate.read(Endless())

    def test_an_unknown_game_is_not_checked(self):
        header = b"\x0abackgammon" + b"\0" + b"\0" + b"\0" + bytes(8) + b"\0"
        with tempfile.NamedTemporaryFile(delete=False) as file:
            file.write(resealed(header))
        self.assertEqual(check.judge(file.name)[0], 3)


if __name__ == "__main__":
    unittest.main()
