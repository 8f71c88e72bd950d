"""The three ways in which a certificate is not accepted. Each is an exit code of its own."""


class Invalid(Exception):
    """The certificate is well formed but does not prove what it claims."""


class Unreadable(Exception):
    """The file is no certificate, or is damaged."""


class Unchecked(Exception):
    """This program cannot tell: it does not know the game, or cannot decompress a block."""
