"""What the board games share: boards as numbers with one bit for each square, and their texts."""

DIRECTIONS = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]


def count(bits):
    """How many squares are set."""
    return bin(bits).count("1")


def rays(columns, rows):
    """For each square, numbered row by row, and each direction: the bits of the squares up to the edge, nearest first."""
    found = []
    for square in range(columns * rows):
        row, column = divmod(square, columns)
        found.append([ray(columns, rows, column, row, dx, dy) for dx, dy in DIRECTIONS])
    return found


def ray(columns, rows, column, row, dx, dy):
    bits = []
    while 0 <= column + dx < columns and 0 <= row + dy < rows:
        column, row = column + dx, row + dy
        bits.append(1 << (row * columns + column))
    return bits


def neighbours(columns, rows):
    """For each square, the squares next to it in all eight directions, as one number."""
    return [sum(line[0] for line in lines if line) for lines in rays(columns, rows)]


def squares(text, columns, rows):
    """The characters of a board that is written with `/` between rows, which must have the right size."""
    lines = text.split("/")
    if len(lines) != rows or any(len(line) != columns for line in lines):
        raise ValueError(f"expected a board of {rows} rows of {columns} squares")
    return lines


def written(columns, rows, symbol):
    """The rows of a board, each as a string of the symbols of its squares."""
    return ["".join(symbol(row * columns + column) for column in range(columns)) for row in range(rows)]


def numbers(code, size):
    """A code of a first byte and then numbers of `size` bytes each."""
    if (len(code) - 1) % size:
        raise ValueError("the code has a wrong length")
    return [code[0]] + [int.from_bytes(code[at : at + size], "big") for at in range(1, len(code), size)]
