"""The rules of shogi. Squares are 9 × file + rank, both from 0: 1a is 0, 9i is 80. Black (0) moves towards rank a."""

from collections import namedtuple

KING = "K"
NO_SQUARE = 127
HAND = "PLNSGBR"

# A piece is (colour, kind), where a promoted kind begins with `+`; a hand is a string of kinds in the order of HAND.
Move = namedtuple("Move", "kind start to")  # a drop has no start

# Steps as (file, rank) for black; the files grow to black's left.
GOLD_STEPS = [(0, -1), (1, -1), (-1, -1), (1, 0), (-1, 0), (0, 1)]
DIAGONALS = [(1, -1), (-1, -1), (1, 1), (-1, 1)]
STRAIGHTS = [(0, -1), (1, 0), (-1, 0), (0, 1)]
STEPS = {
    "P": [(0, -1)],
    "N": [(1, -2), (-1, -2)],
    "S": [(0, -1), *DIAGONALS],
    "G": GOLD_STEPS,
    "K": STRAIGHTS + DIAGONALS,
    "+P": GOLD_STEPS,
    "+L": GOLD_STEPS,
    "+N": GOLD_STEPS,
    "+S": GOLD_STEPS,
    "+B": STRAIGHTS,
    "+R": DIAGONALS,
}
SLIDES = {"L": [(0, -1)], "B": DIAGONALS, "+B": DIAGONALS, "R": STRAIGHTS, "+R": STRAIGHTS}


class Position(namedtuple("Position", "board hands turn attacker")):
    __slots__ = ()

    @property
    def kings(self):
        """The square of each side's king, or None."""
        return [self.board.index((colour, KING)) if (colour, KING) in self.board else None for colour in (0, 1)]


def lines(kind, colour, square):
    """The squares that a piece could go to on an empty board, in lines of which each may be blocked."""
    file, rank = divmod(square, 9)
    for steps, most in ((STEPS, 1), (SLIDES, 8)):
        for across, along in steps.get(kind, ()):
            dx, dy = (across, along) if colour == 0 else (-across, -along)
            line = [(file + dx * step, rank + dy * step) for step in range(1, most + 1)]
            inside = [9 * x + y for x, y in line if 0 <= x < 9 and 0 <= y < 9]
            if inside:
                yield inside


LINES = {
    (colour, kind): [list(lines(kind, colour, square)) for square in range(81)]
    for colour in (0, 1)
    for kind in {*STEPS, *SLIDES}
}


def targets(board, square):
    """The squares that the piece on a square attacks."""
    for line in LINES[board[square]][square]:
        for target in line:
            yield target
            if board[target]:
                break


def attackers(position, square, colour):
    """The squares of a side's pieces that attack a square."""
    board = position.board
    own = [start for start, piece in enumerate(board) if piece and piece[0] == colour]
    return [start for start in own if square in targets(board, start)]


def in_check(position, colour):
    king = position.kings[colour]
    return king is not None and bool(attackers(position, king, 1 - colour))


def is_stuck(kind, colour, square):
    """Whether a piece could never move from a square."""
    return not LINES[colour, kind][square]


def between(one, other):
    """The squares between two on a line; none if they are on no line."""
    for line in LINES[0, "R"][one] + LINES[0, "B"][one]:
        if other in line:
            return line[: line.index(other)]
    return []


def legal_moves(position):
    """Each legal move with the position after it."""
    for move, after in drops_and_moves(position):
        if in_check(after, position.turn):
            continue
        if move.kind == "P" and move.start is None and in_check(after, after.turn) and is_without_move(after):
            continue  # a pawn that is dropped may not mate
        yield move, after


def is_without_move(position):
    return not any(True for _ in legal_moves(position))


def drops_and_moves(position):
    """Moves that may leave the own king in check, and pawn drops that may mate."""
    board, hands, turn, _ = position
    for start, piece in enumerate(board):
        if not piece or piece[0] != turn:
            continue
        for target in targets(board, start):
            if board[target] and board[target][0] == turn:
                continue
            for kind in kinds_after(piece[1], turn, start, target):
                yield Move(piece[1], start, target), moved(position, start, target, kind)
    pawn_files = {square // 9 for square, piece in enumerate(board) if piece == (turn, "P")}
    for kind in dict.fromkeys(hands[turn]):
        for square in range(81):
            if board[square] or is_stuck(kind, turn, square) or (kind == "P" and square // 9 in pawn_files):
                continue
            yield Move(kind, None, square), dropped(position, kind, square)


def kinds_after(kind, colour, start, target):
    """What a piece may be after its move: it may promote in the far third, and must where it could not move again."""
    zone = range(3) if colour == 0 else range(6, 9)
    if "+" + kind in STEPS and (start % 9 in zone or target % 9 in zone):
        yield "+" + kind
    if not is_stuck(kind, colour, target):
        yield kind


def moved(position, start, target, kind):
    board, hands, turn, attacker = position
    board, hands = list(board), list(hands)
    if board[target]:
        hands[turn] = sorted_hand(hands[turn] + board[target][1][-1])
    board[start], board[target] = None, (turn, kind)
    return Position(tuple(board), tuple(hands), 1 - turn, attacker)


def dropped(position, kind, square):
    board, hands, turn, attacker = position
    board, hands = list(board), list(hands)
    hands[turn] = hands[turn].replace(kind, "", 1)
    board[square] = turn, kind
    return Position(tuple(board), tuple(hands), 1 - turn, attacker)


def given_back(before, move, after):
    """The position after a capture, with what was captured in the hand of the side that lost it."""
    kind = before.board[move.to][1][-1]
    hands = list(after.hands)
    hands[before.turn] = hands[before.turn].replace(kind, "", 1)
    hands[after.turn] = sorted_hand(hands[after.turn] + kind)
    return after._replace(hands=tuple(hands))


def sorted_hand(hand):
    return "".join(sorted(hand, key=HAND.index))
