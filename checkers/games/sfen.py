"""SFEN, the text of a shogi position, with the word `attacks` or `defends` where it is needed."""

import re

from . import shogi
from .shogi import HAND, KING, Position


def read(text):
    found = re.fullmatch(r"([1-9KPLNSGBRkplnsgbr+/]+) ([bw]) (-|[0-9PLNSGBRplnsgbr]+) 1( attacks| defends)?", text)
    if not found:
        raise ValueError("expected an SFEN: board, side to move, hands and 1")
    turn = "bw".index(found[2])
    position = Position(read_board(found[1]), read_hands(found[3]), turn, turn)
    attacks = attacks_by_default(position) if found[4] is None else found[4] == " attacks"
    return position._replace(attacker=turn if attacks else 1 - turn)


def attacks_by_default(position):
    """The side to move attacks, unless it is in check or alone has a king."""
    return position.kings[1 - position.turn] is not None and not shogi.in_check(position, position.turn)


def read_board(text):
    board = [None] * 81
    rows = text.split("/")
    if len(rows) != 9:
        raise ValueError("expected 9 rows")
    for rank, row in enumerate(rows):
        file = 8
        for piece in re.findall(r"\+?[A-Za-z]|[1-9]|.", row):
            if piece.isdigit():
                file -= int(piece)
                continue
            kind = piece.upper()
            if kind not in shogi.STEPS and kind not in shogi.SLIDES or file < 0:
                raise ValueError(f"{piece!r} is no piece, or outside of the board")
            board[9 * file + rank] = (int(piece.islower()), kind)
            file -= 1
        if file != -1:
            raise ValueError("expected 9 squares in a row")
    if any(board.count((colour, KING)) > 1 for colour in (0, 1)):
        raise ValueError("a side has two kings")
    return tuple(board)


def read_hands(text):
    hands = ["", ""]
    if text != "-":
        for count, letter in re.findall(r"([0-9]*)([A-Za-z]|$)", text):
            if (count and not letter) or len(count) > 2:
                raise ValueError("expected a piece after a number of at most 18")
            hands[letter.islower()] += letter.upper() * int(count or 1)
    return tuple(shogi.sorted_hand(hand) for hand in hands)


def write(position):
    turn = position.turn
    attacks = position.attacker == turn
    duty = "" if attacks == attacks_by_default(position) else " attacks" if attacks else " defends"
    return f"{write_board(position.board)} {'bw'[turn]} {write_hands(position.hands)} 1{duty}"


def write_board(board):
    rows = []
    for rank in range(9):
        row = "".join(letters(*board[9 * file + rank]) if board[9 * file + rank] else "." for file in range(8, -1, -1))
        rows.append(re.sub(r"\.+", lambda empty: str(len(empty[0])), row))
    return "/".join(rows)


def letters(colour, kind):
    return kind if colour == 0 else kind.lower()


def write_hands(hands):
    held = [(colour, kind, hands[colour].count(kind)) for colour in (0, 1) for kind in reversed(HAND)]
    return (
        "".join((str(count) if count > 1 else "") + letters(colour, kind) for colour, kind, count in held if count)
        or "-"
    )
