"""Reads the parameters of a game. What a file leaves out has its default; what a game does not know is an error."""

import re


class Parameters:
    """The parameters of one game, each of which is asked for once."""

    def __init__(self, values):
        self.values = dict(values)

    def choice(self, name, *accepted):
        """One of several words; the first is the default."""
        value = self.values.pop(name, accepted[0])
        if value not in accepted:
            raise ValueError(f"{name} is {value!r}; expected one of {', '.join(accepted)}")
        return value

    def numbers(self, name, default):
        """Numbers with `x` between them, as many as in the default."""
        value = self.values.pop(name, default)
        pattern = "x".join(["([1-9][0-9]?)"] * (default.count("x") + 1))
        found = re.fullmatch(pattern, value, re.ASCII)
        if not found:
            raise ValueError(f"{name} is {value!r}; expected something like {default}")
        return [int(number) for number in found.groups()]

    def end(self):
        if self.values:
            raise ValueError(f"there is no parameter {', '.join(self.values)}")
