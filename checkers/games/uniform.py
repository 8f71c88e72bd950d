"""A uniform tree. A position is (the moves made, its random word, its value); values are drawn as docs/GAMES.md says."""

from .splitmix import GOLDEN, WORD, decimal, fraction, mix, parts, whole, written

NAMES = ("seed", "branching", "depth", "values", "order", "path")


class Uniform:
    endless = None

    def __init__(self, values):
        if values:
            raise ValueError("a uniform tree has no parameters")

    def read(self, text):
        given = parts(text, NAMES)
        try:
            self.seed = whole(given["seed"], 0, WORD)
            self.branching = whole(given["branching"], 1, 64)
            self.depth = whole(given["depth"], 0, 20)
            self.values = whole(given["values"], 1, 100_000)
            self.order = None if given["order"] == "none" else decimal(given["order"], 0, 1)
        except KeyError as error:
            raise ValueError(f"a recipe of a uniform tree lacks {error}") from error
        return self.follow([whole(move, 0, 63) for move in given["path"].split(".")] if "path" in given else [])

    def write(self, position):
        order = "none" if self.order is None else written(self.order)
        recipe = f"seed={self.seed} branching={self.branching} depth={self.depth} values={self.values} order={order}"
        return f"{recipe} path={'.'.join(map(str, position[0]))}" if position[0] else recipe

    def decode(self, code):
        if not code or len(code) != code[0] + 1:
            raise ValueError("the code has a wrong length")
        return self.follow(code[1:])

    def follow(self, path):
        if len(path) > self.depth or any(move >= self.branching for move in path):
            raise ValueError("there is no such move")
        word = mix(self.seed ^ 0x0075_6E69_666F_726D)
        position = (), word, self.drawn(word)
        for move in path:
            position = self.child(position, move)
        return position

    def encode(self, position):
        return bytes([len(position[0]), *position[0]])

    def turn(self, position):
        return len(position[0]) % 2

    def result(self, position):
        path, word, value = position
        if len(path) < self.depth:
            return None
        return self.drawn(word) if self.order is None else value

    def successors(self, position):
        return [self.child(position, move) for move in range(self.branching)]

    def child(self, position, move):
        path, word, value = position
        following = mix((word + move + 1) * GOLDEN & WORD)
        if self.order is not None and move != self.best(word):
            # Worse for the side that moves, by up to half of the largest value, but no worse than the worst.
            sign = 1 if len(path) % 2 == 0 else -1
            value = sign * max(sign * value - draw(following ^ 4, self.values // 2), -self.values)
        return (*path, move), following, value

    def drawn(self, word):
        """A value that is drawn from all values."""
        return draw(word ^ 1, 2 * self.values) - self.values

    def best(self, word):
        """The move that keeps the value."""
        return 0 if fraction(mix(word ^ 2)) < self.order else draw(word ^ 3, self.branching - 1)


def draw(word, most):
    """A number from 0 to `most`."""
    return mix(word) * (most + 1) >> 64
