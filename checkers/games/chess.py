"""Chess. A position is (board, side to move, castling rooks, passed square): 64 characters from a1 to h8 with `.` where
nothing stands, 0 for White, the set of rooks that can still castle, and the square where a pawn can be captured in passing."""

from .parameters import Parameters

KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
STRAIGHT = [(0, 1), (0, -1), (1, 0), (-1, 0)]
DIAGONAL = [(1, 1), (-1, -1), (1, -1), (-1, 1)]
RAYS = {"B": DIAGONAL, "R": STRAIGHT, "Q": STRAIGHT + DIAGONAL}
PIECES = "PNBRQKpnbrqk"


def step(square, files, ranks):
    """The square so far away, or None."""
    file, rank = square % 8 + files, square // 8 + ranks
    return 8 * rank + file if 0 <= file < 8 and 0 <= rank < 8 else None


def owner(piece):
    return None if piece == "." else 0 if piece.isupper() else 1


def name(square):
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


class Chess:
    endless = 0

    def __init__(self, values):
        Parameters(values).end()

    def read(self, text):
        rows, turn, rights, passed = text.split(" ")
        for digit in "12345678":
            rows = rows.replace(digit, "." * int(digit))
        lines = rows.split("/")
        if len(lines) != 8 or any(len(line) != 8 for line in lines):
            raise ValueError("the board is not 8 times 8")
        board = "".join(reversed(lines))
        if set(board) - set(PIECES + ".") or turn not in ("w", "b"):
            raise ValueError("there is no such piece, or no such side")
        if board.count("K") != 1 or board.count("k") != 1:
            raise ValueError("each side has one king")
        rooks = set()
        for letter in rights if rights != "-" else "":
            colour = 0 if letter.isupper() else 1
            home, king = 56 * colour, board.index("Kk"[colour])
            row = [square for square in range(home, home + 8) if board[square] == "Rr"[colour]]
            if letter in "Kk":
                row = [square for square in row if square > king][-1:]
            elif letter in "Qq":
                row = [square for square in row if square < king][:1]
            else:
                row = [square for square in row if name(square)[0] == letter.lower()]
            if not row:
                raise ValueError("there is no such rook to castle with")
            rooks.add(row[0])
        squares = {name(square): square for square in range(64)}
        if passed != "-" and passed not in squares:
            raise ValueError("there is no such square")
        return self.accepted(board, "wb".index(turn), frozenset(rooks), squares.get(passed))

    def accepted(self, board, turn, rooks, passed):
        position = board, turn, rooks, passed
        for colour in (0, 1):
            home, king = 56 * colour, board.index("Kk"[colour])
            own = [rook for rook in rooks if owner(board[rook]) == colour]
            if sum(owner(piece) == colour for piece in board) > 16:
                raise ValueError("a side has more than 16 pieces")
            if own and (king // 8 != home // 8 or king % 8 in (0, 7)):
                raise ValueError("the king cannot castle")
            if any(board[rook] != "Rr"[colour] or rook // 8 != home // 8 for rook in own):
                raise ValueError("a rook cannot castle")
            if sum(rook > king for rook in own) > 1 or sum(rook < king for rook in own) > 1:
                raise ValueError("two rooks castle to one side")
        if any(board[rook] not in "Rr" for rook in rooks):
            raise ValueError("only rooks castle")
        if set(board[:8] + board[56:]) & set("Pp"):
            raise ValueError("a pawn is on an end row")
        if self.attacked(board, board.index("kK"[turn]), turn):
            raise ValueError("the side that is not to move is in check")
        if passed is not None:
            ahead = 8 if turn == 0 else -8
            if passed // 8 != (5 if turn == 0 else 2) or board[passed] != "." or board[passed + ahead] != ".":
                raise ValueError("no pawn has passed this square")
            if board[passed - ahead] != "pP"[turn] or not self.captures(board, turn, passed):
                raise ValueError("no pawn can be captured in passing")
        return position

    def captures(self, board, turn, passed):
        """The boards after a capture in passing."""
        back = -8 if turn == 0 else 8
        found = []
        for files in (-1, 1):
            start = step(passed, files, back // 8)
            if start is not None and board[start] == "Pp"[turn]:
                after = self.put(board, {start: ".", passed + back: ".", passed: "Pp"[turn]})
                if not self.attacked(after, after.index("Kk"[turn]), 1 - turn):
                    found.append(after)
        return found

    def write(self, position):
        board, turn, rooks, passed = position
        lines = []
        for row in range(7, -1, -1):
            line = board[8 * row : 8 * row + 8]
            for empty in range(8, 0, -1):
                line = line.replace("." * empty, str(empty))
            lines.append(line)
        rights = ""
        for colour in (0, 1):
            king, home = board.index("Kk"[colour]), 56 * colour
            row = [square for square in range(home, home + 8) if board[square] == "Rr"[colour]]
            for rook in sorted((rook for rook in rooks if owner(board[rook]) == colour), reverse=True):
                letter = name(rook)[0]
                if rook > king and rook == row[-1]:
                    letter = "k"
                elif rook < king and rook == row[0]:
                    letter = "q"
                rights += letter.upper() if colour == 0 else letter
        return f"{'/'.join(lines)} {'wb'[turn]} {rights or '-'} {'-' if passed is None else name(passed)}"

    def encode(self, position):
        board, turn, rooks, passed = position
        values = []
        for square, piece in enumerate(board):
            if piece == ".":
                continue
            if passed is not None and square == passed + (-8 if turn == 0 else 8):
                values.append(14)
            elif square in rooks:
                values.append(12 + owner(piece))
            else:
                values.append(PIECES.index(piece))
        occupied = sum(1 << square for square, piece in enumerate(board) if piece != ".")
        if len(values) % 2:
            values.append(15)
        halves = bytes(16 * high + low for high, low in zip(values[::2], values[1::2]))
        return occupied.to_bytes(8, "big") + halves + bytes([turn])

    def decode(self, code):
        if len(code) < 10 or code[-1] > 1:
            raise ValueError("the code is too short, or there is no such side")
        occupied, turn = int.from_bytes(code[:8], "big"), code[-1]
        values = [half for byte in code[8:-1] for half in (byte >> 4, byte & 15)]
        squares = [square for square in range(64) if occupied >> square & 1]
        if len(values) != len(squares) + len(squares) % 2 or len(squares) % 2 and values.pop() != 15:
            raise ValueError("the code has a wrong length")
        board, rooks, passed = ["."] * 64, set(), None
        for square, value in zip(squares, values):
            if value == 15 or value == 14 and passed is not None:
                raise ValueError("there is no such piece")
            if value == 14:
                passed = square + (8 if turn == 0 else -8)
                board[square] = "pP"[turn]
            elif value >= 12:
                rooks.add(square)
                board[square] = "Rr"[value - 12]
            else:
                board[square] = PIECES[value]
        board = "".join(board)
        if board.count("K") != 1 or board.count("k") != 1 or passed is not None and not 0 <= passed < 64:
            raise ValueError("the kings or the passed square are impossible")
        return self.accepted(board, turn, frozenset(rooks), passed)

    def turn(self, position):
        return position[1]

    def result(self, position):
        board, turn = position[:2]
        if any(True for _ in self.successors(position)):
            return None
        if not self.attacked(board, board.index("Kk"[turn]), 1 - turn):
            return 0
        return -1 if turn == 0 else 1

    @staticmethod
    def put(board, changes):
        squares = list(board)
        for square, piece in changes.items():
            squares[square] = piece
        return "".join(squares)

    def attacked(self, board, square, by):
        """Whether a side attacks a square."""
        for ways, piece in ((KNIGHT, "N"), (STRAIGHT + DIAGONAL, "K")):
            targets = (step(square, *way) for way in ways)
            if any(at is not None and owner(board[at]) == by and board[at].upper() == piece for at in targets):
                return True
        for files in (-1, 1):
            at = step(square, files, -1 if by == 0 else 1)
            if at is not None and board[at] == "Pp"[by]:
                return True
        for ways, pieces in ((STRAIGHT, "RQ"), (DIAGONAL, "BQ")):
            for way in ways:
                at = step(square, *way)
                while at is not None and board[at] == ".":
                    at = step(at, *way)
                if at is not None and owner(board[at]) == by and board[at].upper() in pieces:
                    return True
        return False

    def steps(self, board, turn):
        """All moves but castling and captures in passing: from, to, and what stands there then."""
        for start, piece in enumerate(board):
            if owner(piece) != turn:
                continue
            kind = piece.upper()
            if kind == "P":
                yield from self.pawn(board, turn, start, piece)
            elif kind in RAYS:
                for way in RAYS[kind]:
                    at = step(start, *way)
                    while at is not None and owner(board[at]) != turn:
                        yield start, at, piece
                        if board[at] != ".":
                            break
                        at = step(at, *way)
            else:
                for way in KNIGHT if kind == "N" else STRAIGHT + DIAGONAL:
                    at = step(start, *way)
                    if at is not None and owner(board[at]) != turn:
                        yield start, at, piece

    @staticmethod
    def pawn(board, turn, start, piece):
        ahead = 1 if turn == 0 else -1
        ends = []
        one = step(start, 0, ahead)
        if board[one] == ".":
            ends.append(one)
            if start // 8 == (1 if turn == 0 else 6) and board[one + 8 * ahead] == ".":
                ends.append(one + 8 * ahead)
        for files in (-1, 1):
            at = step(start, files, ahead)
            if at is not None and owner(board[at]) == 1 - turn:
                ends.append(at)
        for end in ends:
            for become in (("QRBN" if turn == 0 else "qrbn") if end // 8 in (0, 7) else piece):
                yield start, end, become

    def successors(self, position):
        board, turn, rooks, passed = position
        other = 1 - turn
        for start, end, piece in self.steps(board, turn):
            after = self.put(board, {start: ".", end: piece})
            if self.attacked(after, after.index("Kk"[turn]), other):
                continue
            king = piece.upper() == "K"
            left = frozenset(
                rook for rook in rooks if rook not in (start, end) and not (king and owner(board[rook]) == turn)
            )
            middle = (start + end) // 2
            double = piece.upper() == "P" and abs(start - end) == 16
            capturable = double and self.captures(after, other, middle)
            yield after, other, left, middle if capturable else None
        if passed is not None:
            for after in self.captures(board, turn, passed):
                yield after, other, rooks, None
        yield from self.castled(position)

    def castled(self, position):
        board, turn, rooks, _ = position
        other, king = 1 - turn, board.index("Kk"[turn])
        if self.attacked(board, king, other):
            return
        for rook in rooks:
            if owner(board[rook]) != turn:
                continue
            home = king // 8 * 8
            king_to, rook_to = (home + 6, home + 5) if rook > king else (home + 2, home + 3)
            others = self.put(board, {king: ".", rook: "."})
            walk = range(min(king, king_to), max(king, king_to) + 1)
            ride = range(min(rook, rook_to), max(rook, rook_to) + 1)
            if any(others[square] != "." for square in [*walk, *ride]):
                continue
            after = self.put(others, {king_to: "Kk"[turn], rook_to: "Rr"[turn]})
            if any(self.attacked(others, square, other) for square in walk) or self.attacked(after, king_to, other):
                continue
            yield after, other, frozenset(left for left in rooks if owner(board[left]) != turn), None
