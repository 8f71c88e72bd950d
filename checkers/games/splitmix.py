"""SplitMix64 (Steele, Lea and Flood 2014), and recipes: what games that grow from a seed have in common."""

from decimal import Decimal

WORD = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


def mix(word):
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & WORD
    return word ^ word >> 31


def fraction(word):
    """A number from 0 up to, but not including, 1."""
    return (word >> 11) / (1 << 53)


class SplitMix:
    """A stream of random words."""

    def __init__(self, seed):
        self.state = seed

    def word(self):
        self.state = self.state + GOLDEN & WORD
        return mix(self.state)

    def below(self, bound):
        return self.word() * bound >> 64

    def fraction(self):
        return fraction(self.word())


def parts(text, names):
    """The values of a recipe, `seed=7 depth=6`, by their names."""
    found = {}
    for word in text.split(" "):
        name, equals, value = word.partition("=")
        if not equals or name not in names or name in found:
            raise ValueError(f"{word!r} is no part of a recipe, or there twice")
        found[name] = value
    return found


def whole(text, least, most):
    """A whole number in a range, as it is written in a recipe."""
    if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
        raise ValueError(f"{text!r} is no number from {least} to {most}")
    return int(text)


def decimal(text, least, most):
    """A decimal number in a range, as it is written in a recipe."""
    if not (set(text) <= set("0123456789.") and least <= float(text) <= most):
        raise ValueError(f"{text!r} is no number from {least} to {most}")
    return float(text)


def written(number):
    """A decimal number as short as it can be, without an exponent: 3, 0.25."""
    text = format(Decimal(repr(number)), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text
