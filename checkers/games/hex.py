"""Hex. A position is (the first player's stones, the second player's), a1 at the top left lowest, row by row."""

from . import board
from .parameters import Parameters


class Hex:
    endless = None

    def __init__(self, values):
        parameters = Parameters(values)
        self.columns, self.rows = parameters.numbers("size", "5x5")
        parameters.choice("symmetry", "full", "none")
        parameters.end()
        if max(self.columns, self.rows) > 11:
            raise ValueError("the board is too large")
        self.cells = self.columns * self.rows
        self.board = (1 << self.cells) - 1
        self.bytes = (2 * self.cells + 7) // 8
        self.near = [
            sum(
                1 << (row + down) * self.columns + column + right
                for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
                if 0 <= row + down < self.rows and 0 <= column + right < self.columns
            )
            for row in range(self.rows)
            for column in range(self.columns)
        ]
        top, left = (1 << self.columns) - 1, sum(1 << row * self.columns for row in range(self.rows))
        self.edges = [(top, top << self.columns * (self.rows - 1)), (left, left << self.columns - 1)]

    def read(self, text):
        cells, _, side = text.partition(" ")
        stones = {"x": 0, "o": 0, ".": 0}
        for row, line in enumerate(board.squares(cells, self.columns, self.rows)):
            for column, cell in enumerate(line):
                if cell not in stones:
                    raise ValueError(f"there is no cell {cell!r}")
                stones[cell] |= 1 << row * self.columns + column
        position = self.arisen(stones["x"], stones["o"])
        if side != "xo"[self.turn(position)]:
            raise ValueError("the other side is to move")
        return position

    def write(self, position):
        first, second = position
        rows = board.written(
            self.columns, self.rows, lambda at: "x" if first >> at & 1 else "o" if second >> at & 1 else "."
        )
        return "/".join(rows) + " " + "xo"[self.turn(position)]

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
        mover = self.turn(position)
        if self.joins(mover, position[mover]):
            raise ValueError("the side to move has won already")
        own = position[1 - mover]
        if self.joins(1 - mover, own) and all(
            self.joins(1 - mover, own ^ 1 << cell) for cell in range(self.cells) if own >> cell & 1
        ):
            raise ValueError("the game was over before the last stone")
        return position

    def encode(self, position):
        return (position[0] << self.cells | position[1]).to_bytes(self.bytes, "big")

    def turn(self, position):
        return board.count(position[0]) - board.count(position[1])

    def joins(self, player, stones):
        one, other = self.edges[player]
        reached, new = 0, one & stones
        while new:
            reached |= new
            beside = 0
            for cell in range(self.cells):
                if new >> cell & 1:
                    beside |= self.near[cell]
            new = beside & stones & ~reached
        return bool(reached & other)

    def result(self, position):
        last = 1 - self.turn(position)
        return (-1 if last else 1) if self.joins(last, position[last]) else None

    def successors(self, position):
        first, second = position
        moves = self.board & ~(first | second)
        while moves:
            move = moves & -moves
            yield (first, second | move) if self.turn(position) else (first | move, second)
            moves ^= move
