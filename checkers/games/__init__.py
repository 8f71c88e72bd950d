"""The games that this checker knows. Each says, with its own rules, what docs/GAMES.md says of it.

A game is made from the parameters of a certificate and has

- `endless`: what endless play is worth for the first player, or None if play always ends;
- `read(text)` and `decode(code)`: the position, or a ValueError;
- `write(position)` and `encode(position)`: its text, as certificates have it, and its code;
- `turn(position)`: 0 if the first player is to move, 1 if the second;
- `result(position)`: the first player's result if the game is over, else None;
- `successors(position)`: the positions after the legal moves, in any order, also with doubles.
"""

from .chess import Chess
from .connect4 import Connect4
from .graph import Graph
from .hex import Hex
from .kalah import Kalah
from .lines import Connect6, Gomoku, Qubic
from .loa import Loa
from .mnk import Mnk
from .othello import Othello
from .random_graph import RandomGraph
from .rolit import Rolit
from .tsume_shogi import TsumeShogi
from .uniform import Uniform

GAMES = {
    "chess": Chess,
    "connect4": Connect4,
    "connect6": Connect6,
    "gomoku": Gomoku,
    "graph": Graph,
    "hex": Hex,
    "kalah": Kalah,
    "loa": Loa,
    "mnk": Mnk,
    "othello": Othello,
    "qubic": Qubic,
    "random": RandomGraph,
    "rolit": Rolit,
    "tsume-shogi": TsumeShogi,
    "uniform": Uniform,
}
