"""Games of lines: Go-Moku, Connect6, Qubic. A position is (the first player's stones, the second player's), the first cell
lowest: columns count least, then rows from the bottom, then layers."""

import itertools

from . import board
from .parameters import Parameters


class Lines:
    endless = None

    def set_up(self, sides, length, turns, longer_wins):
        self.sides, self.length, self.turns, self.longer_wins = sides, length, turns, longer_wins
        self.cells = sides[0] * sides[1] * sides[2]
        self.board = (1 << self.cells) - 1
        self.bytes = (2 * self.cells + 7) // 8
        # Each line with the cells before and behind it.
        self.lines = [
            (sum(line), sum(bit for bit in (self.bit(start, step, -1), self.bit(start, step, length)) if bit))
            for start in itertools.product(*map(range, sides))
            for step in itertools.product((-1, 0, 1), repeat=3)
            if step > (0, 0, 0)
            for line in [[self.bit(start, step, count) for count in range(length)]]
            if all(line)
        ]

    def bit(self, start, step, count):
        place = [at + count * by for at, by in zip(start, step)]
        if not all(0 <= at < side for at, side in zip(place, self.sides)):
            return 0
        return 1 << place[0] + self.sides[0] * (place[1] + self.sides[1] * place[2])

    def read(self, text):
        cells, _, side = text.partition(" ")
        layers = cells.split("|")
        if len(layers) != self.sides[2]:
            raise ValueError(f"expected {self.sides[2]} layers")
        stones = {"x": 0, "o": 0, ".": 0}
        at = 0
        for layer in layers:
            for line in reversed(board.squares(layer, self.sides[0], self.sides[1])):
                for cell in line:
                    if cell not in stones:
                        raise ValueError(f"there is no cell {cell!r}")
                    stones[cell] |= 1 << at
                    at += 1
        position = self.arisen(stones["x"], stones["o"])
        if side != "xo"[self.turn(position)]:
            raise ValueError("the other side is to move")
        return position

    def write(self, position):
        first, second = position
        size = self.sides[0] * self.sides[1]
        layers = [
            "/".join(
                reversed(
                    board.written(
                        self.sides[0],
                        self.sides[1],
                        lambda at: "x" if first >> base + at & 1 else "o" if second >> base + at & 1 else ".",
                    )
                )
            )
            for base in range(0, self.cells, size)
        ]
        return "|".join(layers) + " " + "xo"[self.turn(position)]

    def decode(self, code):
        number = int.from_bytes(code, "big")
        if len(code) != self.bytes or number >> 2 * self.cells:
            raise ValueError("the code has a wrong length")
        return self.arisen(number >> self.cells, number & self.board)

    def arisen(self, first, second):
        if first & second:
            raise ValueError("two stones on one cell")
        position = first, second
        count = board.count(first) + board.count(second)
        if board.count(first) != sum(self.mover(before) == 0 for before in range(count)):
            raise ValueError("the numbers of stones do not match")
        last = self.mover(max(count - 1, 0))
        if self.has_line(position[1 - last]):
            raise ValueError("the game was over before")
        stones = position[last]
        if self.has_line(stones) and all(
            self.has_line(stones ^ 1 << cell) for cell in range(self.cells) if stones >> cell & 1
        ):
            raise ValueError("the game was over before the last stone")
        return position

    def encode(self, position):
        return (position[0] << self.cells | position[1]).to_bytes(self.bytes, "big")

    def mover(self, count):
        """Whose turn it is after so many stones."""
        first, later = self.turns
        return 0 if count < first else 1 - (count - first) // later % 2

    def turn(self, position):
        return self.mover(board.count(position[0]) + board.count(position[1]))

    def result(self, position):
        for player, result in ((0, 1), (1, -1)):
            if self.has_line(position[player]):
                return result
        return 0 if position[0] | position[1] == self.board else None

    def has_line(self, stones):
        return any(line & stones == line and (self.longer_wins or not ends & stones) for line, ends in self.lines)

    def successors(self, position):
        first, second = position
        moves = self.board & ~(first | second)
        turn = self.turn(position)
        while moves:
            move = moves & -moves
            yield (first, second | move) if turn else (first | move, second)
            moves ^= move


class Gomoku(Lines):
    size = "15x15x5"

    def __init__(self, values):
        parameters = Parameters(values)
        columns, rows, length = parameters.numbers("size", self.size)
        longer_wins = parameters.choice("overline", "win", "ignored") == "win"
        parameters.choice("symmetry", "full", "none")
        turns = self.stones(parameters)
        parameters.end()
        if min(columns, rows, length) < 3 or max(columns, rows) > 19 or length > max(columns, rows):
            raise ValueError("the board is too small or too large, or the row too long")
        self.set_up([columns, rows, 1], length, turns, longer_wins)

    def stones(self, parameters):
        return 1, 1


class Connect6(Gomoku):
    size = "19x19x6"

    def stones(self, parameters):
        later, first = parameters.numbers("stones", "2")[0], parameters.numbers("first", "1")[0]
        if max(first, later) > 8:
            raise ValueError("too many stones in a turn")
        return first, later


class Qubic(Lines):
    def __init__(self, values):
        parameters = Parameters(values)
        sides = parameters.numbers("size", "4x4x4")
        parameters.choice("symmetry", "full", "none")
        parameters.end()
        if sides not in ([3, 3, 3], [4, 4, 4]):
            raise ValueError("there is no such cube")
        self.set_up(sides, sides[0], (1, 1), True)
