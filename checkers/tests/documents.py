"""What the tests take from docs/CERTIFICATES.md."""

import pathlib

PROJECT = pathlib.Path(__file__).resolve().parents[2]
GOLDEN = sorted((PROJECT / "crates/proof/tests/golden").glob("*.pvn"))


def blocks():
    document = (PROJECT / "docs/CERTIFICATES.md").read_text(encoding="utf-8")
    return [block[len("text\n") :] for block in document.split("```") if block.startswith("text\n")]


def vectors():
    """The lines of each test vector, split at their first space."""
    texts = [text for block in blocks() for text in block.split("\n\n") if text.startswith("game ")]
    return [[line.partition(" ")[::2] for line in text.strip().splitlines()] for text in texts]


def small_certificate():
    (dump,) = [block for block in blocks() if block.startswith("89 50 56 4e")]
    return bytes.fromhex(dump)
