"""Kalah. A position is its code: the side to move, then the pits and the store of the first side and of the second."""

import re

from .parameters import Parameters


class Kalah:
    endless = None

    def __init__(self, values):
        parameters = Parameters(values)
        (self.pits,) = parameters.numbers("pits", "6")
        (self.seeds,) = parameters.numbers("seeds", "4")
        parameters.end()
        if not (1 <= self.pits <= 8 and 1 <= self.seeds <= 8):
            raise ValueError("pits and seeds are 1 to 8")

    def read(self, text):
        found = re.fullmatch(r"([0-9,]+):([0-9]+) ([0-9,]+):([0-9]+) (first|second)", text, re.ASCII)
        if not found:
            raise ValueError("expected both rows and the side to move")
        rows = [[int(pit) for pit in found[at].split(",")] + [int(found[at + 1])] for at in (1, 3)]
        if max(rows[0] + rows[1]) > 255:
            raise ValueError("there are too many seeds")
        return self.decode(bytes([found[5] == "second"] + rows[0] + rows[1]))

    def write(self, position):
        rows = [",".join(map(str, row[:-1])) + f":{row[-1]}" for row in self.rows(position)]
        return f"{rows[0]} {rows[1]} {'second' if position[0] else 'first'}"

    def decode(self, code):
        if len(code) != 2 * self.pits + 3 or code[0] > 1:
            raise ValueError("the code has a wrong length or side to move")
        first, second = self.rows(code)
        if sum(first) + sum(second) != 2 * self.pits * self.seeds or any(first[:-1]) != any(second[:-1]):
            raise ValueError("seeds are missing, or only one side has seeds in its pits")
        return code

    def encode(self, position):
        return position

    def turn(self, position):
        return position[0]

    def rows(self, position):
        """The pits with the store of each side."""
        return position[1 : self.pits + 2], position[self.pits + 2 :]

    def result(self, position):
        first, second = self.rows(position)
        return None if any(first[:-1]) else first[-1] - second[-1]

    def successors(self, position):
        for pit in range(self.pits):
            if self.rows(position)[position[0]][pit]:
                yield self.after(position, pit)

    def after(self, position, pit):
        turn = position[0]
        rows = [list(row) for row in self.rows(position)]
        side, at, seeds = turn, pit, rows[turn][pit]
        rows[side][at] = 0
        while seeds:
            at += 1
            # The other side's store is left out.
            if at > self.pits or (at == self.pits and side != turn):
                side, at = 1 - side, 0
            rows[side][at] += 1
            seeds -= 1
        opposite = self.pits - 1 - at
        if side == turn and at < self.pits and rows[side][at] == 1 and rows[1 - side][opposite]:
            rows[turn][-1] += rows[side][at] + rows[1 - side][opposite]
            rows[side][at] = rows[1 - side][opposite] = 0
        if not (any(rows[0][:-1]) and any(rows[1][:-1])):
            # The game is over, and each side gets what is left in its pits.
            rows = [[0] * self.pits + [sum(row)] for row in rows]
        again = side == turn and at == self.pits
        return bytes([turn if again else 1 - turn] + rows[0] + rows[1])
