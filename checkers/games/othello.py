"""Othello. A position is (side to move, the first player's discs, the second player's); a1 at the top left is bit 0."""

from . import board
from .parameters import Parameters


class Othello:
    endless = None

    def __init__(self, values):
        parameters = Parameters(values)
        self.columns, self.rows = parameters.numbers("size", "8x8")
        parameters.end()
        if not {self.columns, self.rows} <= {4, 6, 8}:
            raise ValueError("columns and rows are 4, 6 or 8")
        self.squares = self.columns * self.rows
        self.board = (1 << self.squares) - 1
        self.bytes = (self.squares + 7) // 8
        self.rays = board.rays(self.columns, self.rows)

    def read(self, text):
        rows, _, turn = text.partition(" ")
        rows = rows.replace("/", "")
        if len(rows) != self.squares or set(rows) - set("XO-") or turn not in ("X", "O"):
            raise ValueError("expected all squares and the side to move")
        discs = [sum(1 << square for square, disc in enumerate(rows) if disc == side) for side in "XO"]
        return "XO".index(turn), discs[0], discs[1]

    def write(self, position):
        turn, first, second = position
        rows = board.written(
            self.columns, self.rows, lambda at: "X" if first >> at & 1 else "O" if second >> at & 1 else "-"
        )
        return "".join(rows) + " " + "XO"[turn]

    def decode(self, code):
        if len(code) != 1 + 2 * self.bytes:
            raise ValueError("the code has a wrong length")
        turn, first, second = board.numbers(code, self.bytes)
        if turn > 1 or (first | second) > self.board or first & second:
            raise ValueError("the side to move or the discs are impossible")
        return turn, first, second

    def encode(self, position):
        turn, first, second = position
        return bytes([turn]) + first.to_bytes(self.bytes, "big") + second.to_bytes(self.bytes, "big")

    def turn(self, position):
        return position[0]

    def result(self, position):
        turn, first, second = position
        if self.moves(position) or self.moves((1 - turn, first, second)):
            return None
        difference = board.count(first) - board.count(second)
        empty = self.squares - board.count(first | second)
        # Empty squares go to the winner.
        return difference + empty * ((difference > 0) - (difference < 0))

    def moves(self, position):
        """Each move: the bit of the square and the discs that it turns over."""
        mine, other = position[1:] if position[0] == 0 else position[:0:-1]
        found = []
        for square in range(self.squares):
            bit = 1 << square
            if bit & (mine | other):
                continue
            turned = sum(turned_on(line, mine, other) for line in self.rays[square])
            if turned:
                found.append((bit, turned))
        return found

    def successors(self, position):
        turn, first, second = position
        for bit, turned in self.moves(position) or [(0, 0)]:
            if turn == 0:
                yield 1, first | bit | turned, second & ~turned
            else:
                yield 0, first & ~turned, second | bit | turned


def turned_on(line, mine, other):
    """The discs of the other side on a line, from its beginning to a disc of mine; 0 if there is none."""
    turned = 0
    for bit in line:
        if bit & other:
            turned |= bit
        else:
            return turned if bit & mine else 0
    return 0
