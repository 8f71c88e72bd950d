"""Rolit, one player against all others. A position is (player to move, the balls of each player); a1 is bit 0."""

from . import board
from .parameters import Parameters


class Rolit:
    endless = None

    def __init__(self, values):
        parameters = Parameters(values)
        self.columns, self.rows = parameters.numbers("size", "4x4")
        (self.players,) = parameters.numbers("players", "3")
        (self.player,) = parameters.numbers("for", "1")
        self.counts = parameters.choice("goal", "win", "balls") == "balls"
        parameters.end()
        if not (2 <= self.columns <= 8 and 2 <= self.rows <= 8 and 2 <= self.players <= 4):
            raise ValueError("columns and rows are 2 to 8, players 2 to 4")
        if self.player > self.players:
            raise ValueError(f"there is no player {self.player}")
        self.squares = self.columns * self.rows
        self.board = (1 << self.squares) - 1
        self.bytes = (self.squares + 7) // 8
        self.rays = board.rays(self.columns, self.rows)
        self.near = board.neighbours(self.columns, self.rows)

    def read(self, text):
        rows, _, turn = text.partition(" ")
        rows = rows.replace("/", "")
        players = "1234"[: self.players]
        if len(rows) != self.squares or set(rows) - set(players + "-") or len(turn) != 1 or turn not in players:
            raise ValueError("expected all squares and the player to move")
        balls = [sum(1 << square for square, ball in enumerate(rows) if ball == player) for player in players]
        return self.accepted(players.index(turn), balls)

    def write(self, position):
        player, balls = position
        rows = board.written(
            self.columns,
            self.rows,
            lambda at: next((str(1 + of) for of, bits in enumerate(balls) if bits >> at & 1), "-"),
        )
        return "".join(rows) + f" {player + 1}"

    def decode(self, code):
        if len(code) != 1 + self.players * self.bytes:
            raise ValueError("the code has a wrong length")
        player, *balls = board.numbers(code, self.bytes)
        return self.accepted(player, balls)

    def accepted(self, player, balls):
        every = 0
        for bits in balls:
            if bits & every:
                raise ValueError("two balls on one square")
            every |= bits
        if player >= self.players or every > self.board or not every:
            raise ValueError("the player to move or the balls are impossible")
        return player, tuple(balls)

    def encode(self, position):
        player, balls = position
        return bytes([player]) + b"".join(bits.to_bytes(self.bytes, "big") for bits in balls)

    def turn(self, position):
        return 0 if position[0] == self.player - 1 else 1

    def result(self, position):
        balls = [board.count(bits) for bits in position[1]]
        if sum(balls) < self.squares:
            return None
        mine = balls.pop(self.player - 1)
        return mine if self.counts else (mine > max(balls)) - (mine < max(balls))

    def successors(self, position):
        player, balls = position
        every = sum(balls)
        turning, placing = [], []
        for square in range(self.squares):
            bit = 1 << square
            if bit & every or not self.near[square] & every:
                continue
            turned = sum(turned_on(line, balls[player], every) for line in self.rays[square])
            (turning if turned else placing).append(bit | turned)
        following = (player + 1) % self.players
        for bits in turning or placing:
            yield following, tuple(other | bits if at == player else other & ~bits for at, other in enumerate(balls))


def turned_on(line, mine, every):
    """The balls on a line from its beginning to a ball of mine; 0 if there is a gap before."""
    turned = 0
    for bit in line:
        if bit & mine:
            return turned
        if not bit & every:
            return 0
        turned |= bit
    return 0
