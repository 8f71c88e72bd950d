"""Lines of Action. A position is (side to move, Black's pieces, White's pieces); a1 at the bottom left is bit 0."""

import re

from . import board
from .parameters import Parameters


class Loa:
    endless = 0

    def __init__(self, values):
        parameters = Parameters(values)
        self.columns, self.rows = parameters.numbers("size", "8x8")
        self.rules = parameters.choice("rules", "paper", "gamut", "openspiel")
        parameters.choice("symmetry", "none", "mirror")
        parameters.end()
        if not (3 <= self.columns <= 8 and 3 <= self.rows <= 8):
            raise ValueError("columns and rows are 3 to 8")
        self.squares = self.columns * self.rows
        self.bytes = (self.squares + 7) // 8
        self.rays = board.rays(self.columns, self.rows)
        self.near = board.neighbours(self.columns, self.rows)

    def read(self, text):
        rows, _, turn = text.partition(" ")
        rows = re.sub("[0-9]", lambda digit: "." * int(digit[0]), rows)
        pieces = {"b": 0, "w": 0, ".": 0}
        for row, line in enumerate(reversed(board.squares(rows, self.columns, self.rows))):
            for column, piece in enumerate(line):
                if piece not in pieces:
                    raise ValueError(f"there is no piece {piece!r}")
                pieces[piece] |= 1 << row * self.columns + column
        if turn not in ("b", "w"):
            raise ValueError("the side to move is missing")
        return self.accepted("bw".index(turn), pieces["b"], pieces["w"])

    def write(self, position):
        turn, black, white = position
        rows = board.written(
            self.columns, self.rows, lambda at: "b" if black >> at & 1 else "w" if white >> at & 1 else "."
        )
        text = re.sub(r"\.+", lambda empty: str(len(empty[0])), "/".join(reversed(rows)))
        return f"{text} {'bw'[turn]}"

    def decode(self, code):
        if len(code) != 1 + 2 * self.bytes:
            raise ValueError("the code has a wrong length")
        return self.accepted(*board.numbers(code, self.bytes))

    def accepted(self, turn, black, white):
        if turn > 1 or (black | white) >> self.squares or black & white or not black or not white:
            raise ValueError("the side to move or the pieces are impossible")
        return turn, black, white

    def encode(self, position):
        turn, black, white = position
        return bytes([turn]) + black.to_bytes(self.bytes, "big") + white.to_bytes(self.bytes, "big")

    def turn(self, position):
        return position[0]

    def result(self, position):
        turn = position[0]
        connected = [self.is_connected(pieces) for pieces in position[1:]]
        before = 1 if turn else -1  # a win of the side that has just moved
        if all(connected):
            return 0 if self.rules == "paper" else before
        if any(connected):
            return 1 if connected[0] else -1
        if self.rules == "openspiel" and not self.moves(position):
            return before
        return None

    def is_connected(self, pieces):
        group = fresh = pieces & -pieces
        while fresh:
            square = fresh.bit_length() - 1
            found = self.near[square] & pieces & ~group
            group |= found
            fresh = fresh & ~(1 << square) | found
        return group == pieces

    def moves(self, position):
        """Each move: the bits of the squares that it goes from and to."""
        mine, other = position[1:] if position[0] == 0 else position[:0:-1]
        found = []
        for square in range(self.squares):
            bit = 1 << square
            if not bit & mine:
                continue
            for direction, line in enumerate(self.rays[square]):
                behind = self.rays[square][(direction + 4) % 8]
                steps = 1 + board.count((sum(line) | sum(behind)) & (mine | other))
                if steps > len(line) or line[steps - 1] & mine or sum(line[: steps - 1]) & other:
                    continue
                found.append((bit, line[steps - 1]))
        return found

    def successors(self, position):
        turn, black, white = position
        for start, end in self.moves(position) or [(0, 0)]:
            if turn == 0:
                yield 1, black & ~start | end, white & ~end
            else:
                yield 0, black & ~end, white & ~start | end
