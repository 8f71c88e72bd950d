"""The fingerprint of the rules around a root: a hash of the first 500 positions, breadth first."""

from collections import deque

from proof import successors

POSITIONS = 500


def fingerprint(game, root):
    """The fingerprint for a root, given as a pair of code and position."""
    data = bytearray()
    seen, queue = {root[0]}, deque([root])
    for _ in range(POSITIONS):
        if not queue:
            break
        code, position = queue.popleft()
        data += string(code)
        data.append(game.turn(position))
        result = game.result(position)
        if result is not None:
            data.append(1)
            data += result.to_bytes(4, "little", signed=True)
            continue
        children = successors(game, position)
        data.append(0)
        data += len(children).to_bytes(4, "little")
        for child in children:
            data += string(child[0])
            if child[0] not in seen:
                seen.add(child[0])
                queue.append(child)
    return fnv_1a(data)


def string(code):
    return len(code).to_bytes(4, "little") + code


def fnv_1a(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % (1 << 64)
    return value
