"""Reads the file format, versions 1 and 2, of docs/CERTIFICATES.md. Knows nothing of games or proofs."""

import zlib
from collections import namedtuple

from errors import Unchecked, Unreadable

MAGIC = b"\x89PVN\r\n\x1a\n"
BLOCK = 16_384  # positions in every block but the last
STRATEGY, TRAP, DELAY = 0, 1, 2

Certificate = namedtuple("Certificate", "game parameters text root fingerprint sections")
Section = namedtuple("Section", "claimant value kind records")
# `choice` is the index of a move, or None; `rank` is 0 in a trap.
Record = namedtuple("Record", "choice rank")


class Bytes:
    """Bytes that are taken from the front."""

    def __init__(self, data, what):
        self.data, self.at, self.what = data, 0, what

    def take(self, count):
        if count > len(self.data) - self.at:
            raise Unreadable(f"{self.what} ends too early")
        self.at += count
        return self.data[self.at - count : self.at]

    def byte(self):
        return self.take(1)[0]

    def fixed(self, count):
        return int.from_bytes(self.take(count), "little")

    def varint(self):
        number = shift = 0
        while True:
            digit = self.byte()
            number |= (digit & 0x7F) << shift
            if digit < 0x80 or shift == 63:
                break
            shift += 7
        if digit == 0 < shift or digit >= 0x80 or number >= 1 << 64:
            raise Unreadable(f"{self.what} holds a number that is longer than necessary, or too large")
        return number

    def number(self):
        """A varint below 2^32."""
        number = self.varint()
        if number >= 1 << 32:
            raise Unreadable(f"{self.what} holds a number that is too large")
        return number

    def string(self):
        return self.take(self.varint())

    def text(self):
        try:
            return self.string().decode()
        except UnicodeDecodeError as error:
            raise Unreadable(f"{self.what} holds text that is not UTF-8") from error

    def choice(self, what, least, most):
        number = self.byte()
        if not least <= number <= most:
            raise Unreadable(f"{what} is {number}")
        return number

    def end(self):
        if self.at != len(self.data):
            raise Unreadable(f"{self.what} has {len(self.data) - self.at} bytes too many")


def read(file):
    """Reads a certificate from a binary file."""
    # The first bytes decide whether there is any point in reading on: the file may be endless.
    start = Bytes(file.read(17), "the file")
    if start.take(8) != MAGIC:
        raise Unreadable("this is not a certificate")
    version = start.byte()
    # They differ in nothing but the number: files of version 1 list more positions than they need to.
    if version not in (1, 2):
        raise Unreadable(f"the version is {version}; only 1 and 2 are known")
    length, checksum = start.fixed(4), start.fixed(4)
    header = Bytes(read_part(file, length, checksum, "the header"), "the header")
    game, parameters = header.text(), read_parameters(header)
    text, root, fingerprint = header.text(), header.string(), header.fixed(8)
    plans = [read_plan(header) for _ in range(header.varint())]
    header.end()
    sections = [read_section(plan, file) for plan in plans]
    if file.read(1):
        raise Unreadable("the file goes on after its last block")
    return Certificate(game, parameters, text, root, fingerprint, sections)


def read_part(file, length, checksum, what):
    data = file.read(length)
    if len(data) < length or zlib.crc32(data) != checksum:
        raise Unreadable(f"{what} is damaged: it ends too early, or its checksum is wrong")
    return data


def read_parameters(header):
    parameters = {}
    last = None
    for _ in range(header.varint()):
        name = header.text()
        if last is not None and name.encode() <= last.encode():
            raise Unreadable("the parameters are out of order")
        last = name
        parameters[name] = header.text()
    return parameters


Plan = namedtuple("Plan", "claimant value kind count blocks")
Block = namedtuple("Block", "first compressed length stored checksum count")


def read_plan(header):
    """Reads what the header says about one section."""
    claimant = header.choice("a claimant", 0, 1)
    folded = header.varint()
    if folded >= 1 << 32:
        raise Unreadable("a claimed value is too large")
    value = folded // 2 if folded % 2 == 0 else -(folded + 1) // 2
    kind = header.choice("a kind of proof", STRATEGY, DELAY)
    count = header.varint()
    blocks = []
    for left in range(count, 0, -BLOCK):
        first, compressed = header.string(), header.choice("a compression", 0, 1)
        length, stored, checksum = header.number(), header.number(), header.fixed(4)
        blocks.append(Block(first, compressed, length, stored, checksum, min(left, BLOCK)))
    return Plan(claimant, value, kind, count, blocks)


def read_section(plan, file):
    records = {}
    last = None
    for block in plan.blocks:
        data = read_part(file, block.stored, block.checksum, "a block")
        for code, record in read_block(block, plan.kind, data):
            if last is not None and (len(code), code) <= (len(last), last):
                raise Unreadable("the positions of a section are out of order")
            records[code] = record
            last = code
    return Section(plan.claimant, plan.value, plan.kind, records)


def read_block(block, kind, data):
    if block.length < block.count:
        raise Unreadable("a block is too short for its positions")
    if block.compressed:
        if block.length > 32 * len(data) + 1024 or block.count > 4 * len(data) + 256:
            raise Unreadable("a block holds too much for its bytes in the file")
        data = decompress(data, block.length)
    if len(data) != block.length:
        raise Unreadable("a block has another length than the header says")
    column = Bytes(data, "a block")
    lengths = [column.number() for _ in range(block.count)]
    codes = read_codes(lengths, column, 32 * block.stored + 1024)
    choices = [column.number() for _ in range(block.count)]
    ranks = [column.number() if kind != TRAP else 0 for _ in range(block.count)]
    column.end()
    if codes[0] != block.first:
        raise Unreadable("a block begins with another position than the header says")
    return [(code, Record(choice - 1 if choice else None, rank)) for code, choice, rank in zip(codes, choices, ranks)]


def read_codes(lengths, column, most):
    codes = []
    total = 0
    for length in lengths:
        size, in_full = divmod(length, 2)
        data = column.take(size)
        if not in_full:
            if not codes or len(codes[-1]) > 255 or size == 0 or data[0] == 0:
                raise Unreadable("a code is not written as it must be")
            number = int.from_bytes(codes[-1], "big") + int.from_bytes(data, "big")
            if number >> 8 * len(codes[-1]):
                raise Unreadable("a code is not written as it must be")
            data = number.to_bytes(len(codes[-1]), "big")
        elif codes and len(codes[-1]) == size <= 255:
            raise Unreadable("a code is not written as it must be")
        total += len(data)
        if total > most:
            raise Unreadable("the codes of a block are too long for its bytes in the file")
        codes.append(data)
    return codes


def decompress(data, length):
    try:
        import zstandard
    except ImportError as error:
        raise Unchecked("blocks are compressed, and the Python package `zstandard` is not installed") from error
    try:
        # A frame need not say how much it holds; if it does, that must be right before any memory is taken.
        if zstandard.frame_content_size(data) not in (-1, length):
            raise Unreadable("a block has another length than the header says")
        plain = zstandard.ZstdDecompressor().decompress(data, max_output_size=length)
        frame = zstandard.ZstdDecompressor().decompressobj()
        frame.decompress(data)
    except zstandard.ZstdError as error:
        raise Unreadable(f"a block cannot be decompressed: {error}") from error
    if not frame.eof or frame.unused_data:
        raise Unreadable("a block is not one whole frame")
    return plain
