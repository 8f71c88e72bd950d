"""k in a row. A position is (the first player's stones, the second player's), with a1 as the lowest bit."""

from . import board
from .parameters import Parameters


class Mnk:
    endless = None

    def __init__(self, values):
        parameters = Parameters(values)
        self.columns, self.rows, row = parameters.numbers("size", "3x3x3")
        parameters.choice("symmetry", "none", "mirror")
        parameters.end()
        if max(self.columns, self.rows) > 8 or row > max(self.columns, self.rows):
            raise ValueError("the board is too large, or the row too long")
        self.cells = self.columns * self.rows
        self.board = (1 << self.cells) - 1
        self.bytes = (2 * self.cells + 7) // 8
        self.lines = [
            (1 << square) + sum(line[: row - 1])
            for square, lines in enumerate(board.rays(self.columns, self.rows))
            for line in lines
            if len(line) >= row - 1
        ]

    def read(self, text):
        stones = {"x": 0, "o": 0, ".": 0}
        for row, line in enumerate(reversed(board.squares(text, self.columns, self.rows))):
            for column, cell in enumerate(line):
                if cell not in stones:
                    raise ValueError(f"there is no cell {cell!r}")
                stones[cell] |= 1 << row * self.columns + column
        return self.arisen(stones["x"], stones["o"])

    def write(self, position):
        first, second = position
        rows = board.written(
            self.columns, self.rows, lambda at: "x" if first >> at & 1 else "o" if second >> at & 1 else "."
        )
        return "/".join(reversed(rows))

    def decode(self, code):
        number = int.from_bytes(code, "big")
        if len(code) != self.bytes or number >> 2 * self.cells:
            raise ValueError("the code has a wrong length")
        return self.arisen(number >> self.cells, number & self.board)

    def arisen(self, first, second):
        if first & second:
            raise ValueError("two stones on one cell")
        if board.count(first) - board.count(second) not in (0, 1):
            raise ValueError("the numbers of stones do not match")
        position = first, second
        if self.has_line(position[self.turn(position)]):
            raise ValueError("the side to move has won already")
        return position

    def encode(self, position):
        return (position[0] << self.cells | position[1]).to_bytes(self.bytes, "big")

    def turn(self, position):
        return board.count(position[0]) - board.count(position[1])

    def result(self, position):
        before = 1 - self.turn(position)
        if self.has_line(position[before]):
            return 1 if before == 0 else -1
        return 0 if position[0] | position[1] == self.board else None

    def has_line(self, stones):
        return any(line & stones == line for line in self.lines)

    def successors(self, position):
        first, second = position
        moves = self.board & ~(first | second)
        while moves:
            move = moves & -moves
            yield (first, second | move) if self.turn(position) else (first | move, second)
            moves ^= move
