#!/usr/bin/env python3
"""Checks certificates of provenum. Shares nothing with it but docs/CERTIFICATES.md and docs/GAMES.md."""

import argparse
import signal
import sys

import certificate
import fingerprint
import proof
from errors import Invalid, Unchecked, Unreadable
from games import GAMES

EPILOG = """exit codes:
  0  valid: every claim follows from the rules of the game
  1  invalid: the certificate does not prove what it claims
  2  unreadable: this is no certificate, or a damaged one; or wrong usage
  3  not checked: this program does not know the game, or blocks are compressed and the package zstandard is missing
Of several files, the greatest code counts.
"""


def main():
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="check.py", description=__doc__, epilog=EPILOG, formatter_class=formatter)
    parser.add_argument(
        "files", metavar="FILE", nargs="+", help="a certificate, as `provenum solve --proof FILE` writes it"
    )
    files = parser.parse_args().files
    worst = 0
    for file in files:
        code, verdict = judge(file)
        print(verdict if len(files) == 1 else f"{file}: {verdict}")
        worst = max(worst, code)
    return worst


def judge(path):
    """The exit code for a file, and what there is to say about it."""
    try:
        with open(path, "rb") as file:
            found = certificate.read(file)
        return 0, "\n  ".join(["valid: every claim follows from the rules of the game", *check(found)])
    except Invalid as flaw:
        return 1, f"invalid: {flaw}"
    except (Unreadable, OSError) as error:
        return 2, f"unreadable: {error}"
    except Unchecked as reason:
        return 3, f"not checked: {reason}"


def check(found):
    """Says what a certificate proves, claim by claim, or raises what is wrong with it."""
    game, root = open_game(found)
    if fingerprint.fingerprint(game, root) != found.fingerprint:
        raise Invalid("the rules are other ones: their fingerprint differs")
    if not found.sections:
        raise Invalid("there is no claim")
    return [in_words(section, proof.Section(game, section).check(root)) for section in found.sections]


def open_game(found):
    """The game that a certificate is about, and its root as a pair of code and position."""
    if found.game not in GAMES:
        raise Unchecked(f"the game is {found.game!r}; this program knows {', '.join(GAMES)}")
    try:
        game = GAMES[found.game](found.parameters)
        position = game.read(found.text)
    except ValueError as error:
        raise Unreadable(f"{found.game} {found.parameters} {found.text!r}: {error}") from error
    if game.write(position) != found.text:
        raise Invalid("the text of the root is not written as it must be")
    if game.encode(position) != found.root:
        raise Invalid("the code of the root does not match its text")
    return game, (found.root, position)


def in_words(section, verdict):
    who = "first" if section.claimant == 0 else "second"
    says = "holds" if verdict.holds else "does not hold"
    how = {
        certificate.STRATEGY: f"strategy, at most {verdict.longest} moves to the end",
        certificate.TRAP: "trap",
        certificate.DELAY: f"delay, shown for {verdict.longest} moves",
    }[section.kind]
    return f"the {who} player achieves at least {section.value}: {says} ({verdict.positions} positions, {how})"


if __name__ == "__main__":
    # Whoever reads the output may stop reading.
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(main())
