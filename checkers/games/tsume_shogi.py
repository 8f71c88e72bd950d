"""Tsume-shogi: the attacker must mate by checks only. How pieces move is in shogi.py, how they are written in sfen.py.

The first player is the attacker, whatever its colour. Endless play, like having no check left, is a failure.
"""

from . import sfen, shogi
from .parameters import Parameters
from .shogi import KING, NO_SQUARE, Position

# The kinds in the order of the code: each with its bits, and how many there are in a set.
KINDS = {
    "P": ("0", 18),
    "L": ("100", 4),
    "N": ("101", 4),
    "S": ("110", 4),
    "G": ("1110", 4),
    "B": ("11110", 2),
    "R": ("11111", 2),
}


class TsumeShogi:
    endless = -1

    def __init__(self, values):
        parameters = Parameters(values)
        self.ignores_futile = parameters.choice("futile-interposition", "count", "ignore") == "ignore"
        parameters.end()

    def read(self, text):
        return accepted(sfen.read(text))

    def write(self, position):
        return sfen.write(position)

    def turn(self, position):
        return 0 if position.turn == position.attacker else 1

    def result(self, position):
        if any(True for _ in self.moves(position)):
            futile = self.ignores_futile and self.turn(position) == 1 and is_mate_in_effect(position)
            return 1 if futile else None
        return 1 if self.turn(position) == 1 and shogi.in_check(position, position.turn) else -1

    def successors(self, position):
        return [after for _, after in self.moves(position)]

    def moves(self, position):
        """The attacker may only give check."""
        for move, after in shogi.legal_moves(position):
            if self.turn(position) == 1 or shogi.in_check(after, after.turn):
                yield move, after

    def encode(self, position):
        bits = f"{position.turn}{position.attacker}"
        bits += "".join(f"{NO_SQUARE if king is None else king:07b}" for king in position.kings)
        for piece in position.board:
            if piece is None:
                bits += "0"
            elif piece[1] != KING:
                bits += "1" + piece_bits(*piece)
        held = [
            (colour, kind) for colour in (0, 1) for kind in KINDS for _ in range(position.hands[colour].count(kind))
        ]
        bits += f"{len(held):06b}" + "".join(piece_bits(*piece) for piece in held)
        bits += "0" * (-len(bits) % 8)
        return int(bits, 2).to_bytes(len(bits) // 8, "big")

    def decode(self, code):
        bits = Bits(code)
        turn, attacker = bits.number(1), bits.number(1)
        kings = [bits.number(7), bits.number(7)]
        board = [None] * 81
        for colour, king in enumerate(kings):
            if king != NO_SQUARE:
                if king > 80 or board[king]:
                    raise ValueError("a king stands on no square")
                board[king] = colour, KING
        for square in range(81):
            if square not in kings and bits.number(1):
                board[square] = bits.piece()
        hands = ["", ""]
        for _ in range(bits.number(6)):
            colour, kind = bits.piece()
            if kind not in KINDS:
                raise ValueError("a piece in hand is promoted")
            hands[colour] += kind
        position = accepted(Position(tuple(board), tuple(shogi.sorted_hand(hand) for hand in hands), turn, attacker))
        # Pieces in hand that are out of order, and padding that is not zero, are another spelling.
        if self.encode(position) != code:
            raise ValueError("the code is not as short as it can be, or out of order")
        return position


def piece_bits(colour, kind):
    promotion = "" if kind == "G" else str(int(kind.startswith("+")))
    return f"{KINDS[kind[-1]][0]}{colour}{promotion}"


class Bits:
    """Bits that are taken from the front."""

    def __init__(self, code):
        self.bits, self.at = "".join(f"{byte:08b}" for byte in code), 0

    def number(self, count):
        if self.at + count > len(self.bits):
            raise ValueError("the code is too short")
        self.at += count
        return int(self.bits[self.at - count : self.at], 2)

    def piece(self):
        kind = next((kind for kind, (bits, _) in KINDS.items() if self.bits.startswith(bits, self.at)), None)
        if kind is None:
            raise ValueError("the code is too short")
        self.at += len(KINDS[kind][0])
        colour = self.number(1)
        return colour, "+" + kind if kind != "G" and self.number(1) else kind


def accepted(position):
    """The position, if it can stand on a board."""
    if position.kings[1 - position.attacker] is None:
        raise ValueError("the defender has no king")
    kinds = [piece[1][-1] for piece in position.board if piece] + list(position.hands[0] + position.hands[1])
    if any(kinds.count(kind) > most for kind, (_, most) in KINDS.items()):
        raise ValueError("there are more pieces than in a set")
    for colour in (0, 1):
        files = []
        for square, piece in enumerate(position.board):
            if not piece or piece[0] != colour:
                continue
            if shogi.is_stuck(piece[1], colour, square):
                raise ValueError("a piece stands where it can never move")
            if piece[1] == "P":
                files.append(square // 9)
        if len(files) != len(set(files)):
            raise ValueError("two pawns of a side on a file")
    if shogi.in_check(position, 1 - position.turn):
        raise ValueError("the side that has just moved is in check")
    return position


def is_mate_in_effect(position):
    """Whether a defender in check can at most interpose in vain."""
    king = position.kings[position.turn]
    checkers = shogi.attackers(position, king, 1 - position.turn)
    if len(checkers) != 1:
        return bool(checkers) and not any(True for _ in shogi.legal_moves(position))
    gap = shogi.between(king, checkers[0])
    return all(
        move.to in gap and move.kind != KING and is_taken_in_vain(after, move.to, checkers[0])
        for move, after in shogi.legal_moves(position)
    )


def is_taken_in_vain(position, square, checker):
    """Whether the checker can take what came between with check, and it is mate in effect again."""
    for move, after in shogi.legal_moves(position):
        if move.start == checker and move.to == square and shogi.in_check(after, after.turn):
            if is_mate_in_effect(shogi.given_back(position, move, after)):
                return True
    return False
