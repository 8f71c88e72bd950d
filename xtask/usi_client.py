"""Plays a shogi program: starts the USI engine as one would, asks it problems, and checks its lines by the client's own rules.

Run by `cargo xtask test` as: usi_client.py ENGINE FILE, where the file holds problems with a mate, one SFEN per line.
"""
import sys

import cshogi
from cshogi.usi import Engine


def check_line(sfen, line):
    """The line consists of legal moves, each of the attacker's gives check, and the last one mates."""
    board = cshogi.Board(sfen=sfen)
    for number, move in enumerate(line):
        assert move in [cshogi.move_to_usi(legal) for legal in board.legal_moves], f"{sfen}: {move} is not legal"
        board.push_usi(move)
        assert number % 2 == 1 or board.is_check(), f"{sfen}: {move} gives no check"
    assert board.is_check() and not list(board.legal_moves), f"{sfen}: {line} does not end in mate"


def main(path, problems):
    with open(problems, encoding="ascii") as file:
        lines = (line.strip() for line in file)
        sfens = [line for line in lines if line and not line.startswith("#")]
    engine = Engine(path)
    assert engine.name.startswith("provenum"), engine.name
    engine.setoption("USI_Hash", 64)
    engine.isready()
    engine.usinewgame()
    lengths = []
    for shortest in ("false", "true"):
        engine.setoption("Shortest", shortest)
        for sfen in sfens:
            engine.position(sfen="sfen " + sfen)
            answer = engine.go_mate(byoyomi=60000)
            assert answer and answer not in ("nomate", "timeout"), f"{sfen}: {answer}"
            check_line(sfen, answer.split())
            lengths.append(len(answer.split()))
    half = len(sfens)
    assert all(shortest <= first for first, shortest in zip(lengths[:half], lengths[half:])), "not the shortest"
    engine.position(moves=["7g7f", "3c3d"])
    assert engine.go_mate(byoyomi=60000) == "nomate"
    engine.position(sfen="sfen " + sfens[0])
    move, _ = engine.go(byoyomi=60000)
    assert move != "resign", "a mate is there"
    engine.quit()
    print(f"{half} problems solved twice, all lines are legal and end in mate")


if __name__ == "__main__":
    main(*sys.argv[1:])
