"""Connect Four. A position is (stones of the side to move, all stones), with rows + 1 bits for each column."""

from . import board
from .parameters import Parameters


class Connect4:
    endless = None

    def __init__(self, values):
        parameters = Parameters(values)
        self.columns, self.rows = parameters.numbers("size", "7x6")
        self.scores = parameters.choice("values", "outcome", "score") == "score"
        parameters.choice("symmetry", "none", "mirror")
        parameters.end()
        self.height = self.rows + 1
        if self.columns * self.height > 64:
            raise ValueError("the board is too large")
        self.cells = self.columns * self.rows
        self.bottom = sum(1 << column * self.height for column in range(self.columns))
        self.board = self.bottom * ((1 << self.rows) - 1)
        self.bytes = (self.columns * self.height + 7) // 8

    def read(self, text):
        stones = {"x": 0, "o": 0, ".": 0}
        for row, line in enumerate(reversed(board.squares(text, self.columns, self.rows))):
            for column, cell in enumerate(line):
                if cell not in stones:
                    raise ValueError(f"there is no cell {cell!r}")
                stones[cell] |= 1 << column * self.height + row
        every = stones["x"] | stones["o"]
        if (every + self.bottom) & every:
            raise ValueError("a stone floats")
        return self.arisen(stones["o" if board.count(every) % 2 else "x"], every)

    def write(self, position):
        stones = {"x": 0, "o": 0}
        mine, other = ("o", "x") if self.turn(position) else ("x", "o")
        stones[mine], stones[other] = position[0], position[0] ^ position[1]
        rows = []
        for row in reversed(range(self.rows)):
            bits = [1 << column * self.height + row for column in range(self.columns)]
            rows.append("".join("x" if bit & stones["x"] else "o" if bit & stones["o"] else "." for bit in bits))
        return "/".join(rows)

    def decode(self, code):
        number = int.from_bytes(code, "big")
        if len(code) != self.bytes or number >> self.columns * self.height:
            raise ValueError("the code has a wrong length")
        mine = every = 0
        for column in range(0, self.columns * self.height, self.height):
            bits = number >> column & ((1 << self.height) - 1)
            if not bits:
                raise ValueError("a column is 0")
            top = 1 << bits.bit_length() - 1
            mine |= (bits - top) << column
            every |= (top - 1) << column
        return self.arisen(mine, every)

    def arisen(self, mine, every):
        if board.count(mine) != board.count(every) // 2:
            raise ValueError("the numbers of stones do not match")
        if self.has_four(mine):
            raise ValueError("the side to move has won already")
        return mine, every

    def encode(self, position):
        mine, every = position
        return (mine + every + self.bottom).to_bytes(self.bytes, "big")

    def turn(self, position):
        return board.count(position[1]) % 2

    def result(self, position):
        mine, every = position
        if self.has_four(mine ^ every):
            winner = 1 - self.turn(position)
            value = self.left(winner, every) if self.scores else 1
            return value if winner == 0 else -value
        return 0 if every == self.board else None

    def left(self, winner, every):
        """The stones that the winner has left, with the one that completed the four."""
        stones = (self.cells + 1 - winner) // 2
        return stones + 1 - (board.count(every) + 1 - winner) // 2

    def has_four(self, stones):
        for step in (1, self.height, self.height - 1, self.height + 1):
            pairs = stones & stones >> step
            if pairs & pairs >> 2 * step:
                return True
        return False

    def successors(self, position):
        mine, every = position
        moves = (every + self.bottom) & self.board
        while moves:
            move = moves & -moves
            yield mine ^ every, every | move
            moves ^= move
