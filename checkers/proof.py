"""Decides whether a section proves its claim: the four conditions of docs/CERTIFICATES.md."""

from collections import namedtuple

from certificate import DELAY, STRATEGY
from errors import Invalid

# `longest` is the rank of the root, in a strategy or a delay.
Verdict = namedtuple("Verdict", "holds positions longest")
LEAST_CLAIM = 2 - (1 << 31)


def successors(game, position):
    """The distinct positions after the legal moves, as pairs of code and position, in the order of the codes."""
    after = {game.encode(child): child for child in game.successors(position)}
    return sorted(after.items(), key=lambda pair: (len(pair[0]), pair[0]))


class Section:
    """One section of a certificate, seen with the rules of its game."""

    def __init__(self, game, section):
        self.game, self.records = game, section.records
        self.strategy, self.delay = section.kind == STRATEGY, section.kind == DELAY
        # What endless play is worth for the claimant decides who must make progress.
        sign = 1 if section.claimant == 0 else -1
        claimant_progresses = game.endless is None or sign * game.endless < section.value
        progress = section.claimant if claimant_progresses else 1 - section.claimant
        self.owner = progress if self.strategy else 1 - progress
        # The claim holds if the owner is the claimant: then a good end is one that the claimant wants.
        self.holds = self.owner == section.claimant
        self.sign, self.value = sign, section.value

    def is_good_end(self, result):
        return (self.sign * result >= self.value) == self.holds

    def is_good_within(self, code, position, rank):
        result = self.game.result(position)
        if result is not None:
            return self.is_good_end(result)
        record = self.records.get(code)
        if self.delay:
            if record is not None:
                return record.rank >= rank
            return rank == 0 or rank == 1 and self.can_wait(position)
        if record is not None and (not self.strategy or record.rank <= rank):
            return True
        return (not self.strategy or rank >= 1) and self.is_ended_at_once(position)

    def is_ended_at_once(self, position):
        """Whether the owner is to move, and a move leads to a good end."""
        if self.game.turn(position) != self.owner:
            return False
        results = (self.game.result(child) for child in self.game.successors(position))
        return any(result is not None and self.is_good_end(result) for result in results)

    def can_wait(self, position):
        """Whether the owner of a delay is to move, and has a move that does not reach the goal."""
        if self.game.turn(position) != self.owner:
            return False
        results = (self.game.result(child) for child in self.game.successors(position))
        return any(result is None or self.is_good_end(result) for result in results)

    def check(self, root):
        """Checks the root and all listed positions. The root is a pair of code and position."""
        if self.value < LEAST_CLAIM:
            raise Invalid("the claim needs no proof: every result satisfies it")
        code, position = root
        over = self.game.result(position) is not None
        if self.delay and code not in self.records:
            raise Invalid("the root is not listed")
        if not self.delay and not self.is_good_within(code, position, float("inf")):
            raise Invalid("the root is not good")
        for code, record in self.records.items():
            problem = self.problem(code, record)
            if problem:
                raise Invalid(f"position {code.hex(' ')}: {problem}")
        longest = self.records[root[0]].rank if root[0] in self.records else 0 if over else 1
        return Verdict(self.holds, len(self.records), longest)

    def problem(self, code, record):
        """What is wrong with a listed position, or None."""
        try:
            position = self.game.decode(code)
        except ValueError as error:
            return f"it is no position of the game: {error}"
        if self.game.result(position) is not None:
            return "it is listed, but the game is over"
        if (self.strategy or self.delay) and record.rank < 1:
            return "its rank is 0"
        children = successors(self.game, position)
        if self.game.turn(position) == self.owner:
            return self.problem_of_choice(children, record)
        if record.choice is not None:
            return "it names a move, but it is the other side's turn"
        return self.problem_of_all(children, record.rank - 1)

    def problem_of_choice(self, children, record):
        if record.choice is None:
            return "it names no move"
        if record.choice >= len(children):
            return f"it names move {record.choice}, but there are only {len(children)}"
        code, child = children[record.choice]
        if self.is_good_within(code, child, record.rank - 1):
            return None
        if self.game.result(child) is not None:
            return "the named move ends the game badly"
        if self.game.turn(child) == self.owner:
            return "the position after the named move is not listed with a smaller rank"
        if (self.strategy or self.delay) and record.rank < 2:
            return "its rank is too small for a move and a reply"
        problem = self.problem_of_all(successors(self.game, child), record.rank - 2)
        return problem and f"after the named move, {problem}"

    def problem_of_all(self, children, rank):
        if not children:
            return "there is no move"
        for code, child in children:
            if not self.is_good_within(code, child, rank):
                return f"the move to {code.hex(' ')} is not answered"
        return None
