"""An AND/OR graph, typed in. A position is the number of a node."""

KINDS = ("or", "and", "proven", "disproven", "unknown")
NOTES = ("cost", "alike", "known")


class Graph:
    endless = -1

    def __init__(self, values):
        if values:
            raise ValueError("a graph has no parameters")
        self.names, self.kinds, self.edges = [], [], []
        self.notes = []  # they help a search and are no rules, so they are kept as they are

    def read(self, text):
        nodes, root = {}, None
        for statement in statements(text):
            if statement[0] == "root":
                if len(statement) != 2 or root:
                    raise ValueError("expected one root")
                root = statement[1]
            elif statement[0] not in NOTES or statement[1:2] and statement[1] in KINDS:
                if statement[0] in nodes:
                    raise ValueError(f"{statement[0]} is defined twice")
                nodes[statement[0]] = statement[1:]
            else:
                self.notes.append(" ".join(statement))
        if not nodes:
            raise ValueError("there is no node")
        numbers = {name: number for number, name in enumerate(nodes)}
        for name, content in nodes.items():
            self.add(name, content, numbers)
        if root and root not in numbers:
            raise ValueError("the root is not defined")
        return numbers[root] if root else 0

    def add(self, name, content, numbers):
        kind, *operands = content or [""]
        inner = kind in ("or", "and")
        if kind not in KINDS or inner != bool(operands) and kind != "unknown":
            raise ValueError(f"{name} is not defined as it must be")
        if inner and (len(set(operands)) != len(operands) or not set(operands) <= numbers.keys()):
            raise ValueError(f"a successor of {name} is named twice, or not defined")
        if (
            kind == "unknown"
            and operands
            and (len(operands) != 2 or operands == ["1", "1"] or not are_numbers(operands))
        ):
            raise ValueError(f"{name} has no such numbers")
        self.names.append(name)
        self.kinds.append(" ".join([kind, *operands]) if kind == "unknown" else kind)
        self.edges.append([numbers[operand] for operand in operands] if inner else [])

    def write(self, position):
        root = [f"root {self.names[position]}"] if position else []
        nodes = zip(self.names, self.kinds, self.edges)
        nodes = [" ".join([name, kind, *(self.names[edge] for edge in edges)]) for name, kind, edges in nodes]
        return "; ".join(root + nodes + self.notes)

    def decode(self, code):
        number = int.from_bytes(code, "big")
        if len(code) != 4 or number >= len(self.kinds):
            raise ValueError("there is no such node")
        return number

    def encode(self, position):
        return position.to_bytes(4, "big")

    def turn(self, position):
        return 1 if self.kinds[position] == "and" else 0

    def result(self, position):
        return {"proven": 1, "disproven": -1}.get(self.kinds[position])

    def successors(self, position):
        return self.edges[position]


def are_numbers(words):
    return all(word.isascii() and word.isdigit() and word[0] != "0" and int(word) <= 1_000_000 for word in words)


def statements(text):
    """The words of each statement."""
    for line in text.splitlines():
        for statement in line.partition("#")[0].split(";"):
            if statement.split():
                yield statement.split()
