"""Plays a chess program: starts the UCI engine as one would, asks it problems, and checks its lines by the client's own rules.

Run by `cargo xtask test` as: uci_client.py ENGINE FILE, where the file holds problems with a mate, one FEN per line.
"""
import sys

import chess
import chess.engine


def main(path, problems):
    with open(problems, encoding="ascii") as file:
        lines = (line.strip() for line in file)
        fens = [line for line in lines if line and not line.startswith("#")]
    with chess.engine.SimpleEngine.popen_uci(path) as engine:
        assert engine.id["name"].startswith("provenum"), engine.id
        engine.configure({"Hash": 256, "Shortest": True, "Attack": "all"})
        for fen in fens:
            board = chess.Board(fen + " 0 1")
            info = engine.analyse(board, chess.engine.Limit(time=60, mate=1))
            mate, line = info["score"].relative.mate(), info["pv"]
            assert mate and len(line) == 2 * mate - 1, f"{fen}: {info}"
            for move in line:
                assert move in board.legal_moves, f"{fen}: {move} is not legal"
                board.push(move)
            assert board.is_checkmate(), f"{fen}: {line} does not end in mate"
        board = chess.Board(fens[0] + " 0 1")
        assert engine.play(board, chess.engine.Limit(time=60)).move in board.legal_moves
    print(f"{len(fens)} problems solved, all lines are legal and end in mate")


if __name__ == "__main__":
    main(*sys.argv[1:])
