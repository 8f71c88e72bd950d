#!/usr/bin/env python3
"""Checks a certificate of provenum, and shares nothing with provenum but the documents.

It uses the rules in docs/GAMES.md and the format in docs/CERTIFICATES.md. It needs Python 3.10 and nothing else, unless
blocks are compressed: then the package `zstandard`.
"""

import argparse
import sys

import certificate
import fingerprint
import proof
from errors import Invalid, Unchecked, Unreadable
from games import GAMES

EPILOG = "exit codes: 0 valid, 1 invalid, 2 unreadable or wrong usage, 3 could not be checked (unknown game, or "\
    "compressed blocks without zstandard)"


def main():
    parser = argparse.ArgumentParser(prog="check.py", description=__doc__, epilog=EPILOG)
    parser.add_argument("file", metavar="FILE", help="a certificate, as `provenum solve … --proof FILE` writes it")
    arguments = parser.parse_args()
    try:
        with open(arguments.file, "rb") as file:
            check(certificate.read(file))
    except Invalid as flaw:
        print(f"invalid: {flaw}")
        return 1
    except (Unreadable, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except Unchecked as reason:
        print(f"not checked: {reason}")
        return 3
    return 0


def check(found):
    """Prints what a certificate proves, or raises what is wrong with it."""
    if found.game not in GAMES:
        raise Unchecked(f"the game is {found.game}; this checker knows {', '.join(GAMES)}")
    try:
        game = GAMES[found.game](found.parameters)
        position = game.read(found.text)
    except ValueError as error:
        raise Unreadable(f"{found.game} {found.parameters} {found.text!r}: {error}") from error
    if game.write(position) != found.text:
        raise Invalid("the text of the root is not written as it must be")
    if game.encode(position) != found.root:
        raise Invalid("the code of the root does not match its text")
    root = found.root, position
    if fingerprint.fingerprint(game, root) != found.fingerprint:
        raise Invalid("the rules of the game differ: their fingerprint is another")
    verdicts = [proof.Section(game, section).check(root) for section in found.sections]
    print("valid: every claim follows from the rules of the game")
    for section, verdict in zip(found.sections, verdicts):
        who = "first" if section.claimant == 0 else "second"
        how = "trap" if verdict.longest is None else f"strategy of at most {verdict.longest} moves"
        says = "holds" if verdict.holds else "does not hold"
        print(f"the {who} player achieves at least {section.value}: {says} ({how}, {verdict.positions} positions)")


if __name__ == "__main__":
    sys.exit(main())
