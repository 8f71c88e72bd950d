"""An AND/OR graph that grows from a seed. It is played like a graph that is typed in."""

from .graph import Graph
from .splitmix import SplitMix, decimal, parts, whole, written

NAMES = ("seed", "nodes", "branching", "shared", "back", "success", "alternate", "at")


class RandomGraph(Graph):
    def read(self, text):
        given = parts(text, NAMES)
        try:
            self.seed = whole(given["seed"], 0, (1 << 64) - 1)
            self.nodes = whole(given["nodes"], 1, 1_000_000)
            self.branching = decimal(given["branching"], 1, 64)
            self.shared, self.back, self.success = (
                decimal(given[name], 0, 1) for name in ("shared", "back", "success")
            )
            self.alternate = {"yes": True, "no": False}[given["alternate"]]
        except KeyError as error:
            raise ValueError(f"a recipe of a graph lacks {error}") from error
        at = whole(given.get("at", "0"), 0, self.nodes - 1)
        if self.shared + self.back > 1:
            raise ValueError("shared and back are too large together")
        Growth(self).grow()
        return at

    def write(self, position):
        shares = f"shared={written(self.shared)} back={written(self.back)} success={written(self.success)}"
        alternate = "yes" if self.alternate else "no"
        recipe = (
            f"seed={self.seed} nodes={self.nodes} branching={written(self.branching)} {shares} alternate={alternate}"
        )
        return f"{recipe} at={position}" if position else recipe


class Growth:
    """Nodes are numbered as they come into being, and each in turn gets its edges."""

    def __init__(self, graph):
        self.graph = graph
        self.random = SplitMix(graph.seed)
        self.sprouted = []  # the kind that each node has unless it becomes a leaf
        self.classes = [[], []]  # the nodes that edges from the other class may lead to; all in one if kinds are free
        self.done = [0, 0]  # how many nodes of each class have got their edges

    def grow(self):
        graph = self.graph
        self.sprout("or")
        while len(graph.kinds) < len(self.sprouted):
            node = len(graph.kinds)
            edges = self.edges(node)
            kind = self.sprouted[node]
            if not edges:
                kind = "proven" if self.random.fraction() < graph.success else "disproven"
            graph.names.append(f"n{node}")
            graph.kinds.append(kind)
            graph.edges.append(edges)

    def sprout(self, kind):
        if not self.graph.alternate:
            kind = "or" if self.random.fraction() < 0.5 else "and"
        node = len(self.sprouted)
        self.sprouted.append(kind)
        self.classes[self.class_of(kind)].append(node)
        return node

    def class_of(self, kind):
        return 1 if self.graph.alternate and kind == "and" else 0

    def is_complete(self):
        return len(self.sprouted) == self.graph.nodes

    def edges(self, node):
        graph, kind = self.graph, self.sprouted[node]
        other = "and" if kind == "or" else "or"
        own = self.class_of(kind)
        targets = 1 - own if graph.alternate else own
        earlier = self.done[targets]
        later = earlier + (targets == own)
        self.done[own] += 1
        was_complete = self.is_complete()
        found = []
        for _ in range(self.wanted()):
            draw = self.random.fraction()
            if draw < graph.back:
                target = self.pick(targets, 0, earlier)
            elif draw < graph.back + graph.shared:
                target = self.pick(targets, later, len(self.classes[targets]))
            else:
                target = None
            if target is None or target in found:
                if was_complete:
                    return []
                if self.is_complete():
                    break
                target = self.sprout(other)
            found.append(target)
        if node + 1 == len(self.sprouted) and not self.is_complete():
            found.append(self.sprout(other))
        return found

    def wanted(self):
        """How many edges a node asks for."""
        mean = int(self.graph.branching)
        part = self.graph.branching - mean
        if part > 0 and self.random.fraction() < part:
            mean += 1
        return 1 + self.random.below(2 * mean - 1)

    def pick(self, which, start, end):
        return self.classes[which][start + self.random.below(end - start)] if start < end else None
