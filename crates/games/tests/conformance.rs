//! Every game of this crate runs the conformance suite.

mod connect4 {
    provenum_games::conformance!(provenum_games::Connect4, "../perft/connect4.perft");
}

mod mnk {
    provenum_games::conformance!(provenum_games::Mnk, "../perft/mnk.perft");
}

mod qubic {
    provenum_games::conformance!(provenum_games::Qubic, "../perft/qubic.perft");
}

mod connect6 {
    provenum_games::conformance!(provenum_games::Connect6, "../perft/connect6.perft");
}

mod gomoku {
    provenum_games::conformance!(provenum_games::Gomoku, "../perft/gomoku.perft");
}

mod hex {
    provenum_games::conformance!(provenum_games::Hex, "../perft/hex.perft");
}

mod loa {
    provenum_games::conformance!(provenum_games::Loa, "../perft/loa.perft");
}

mod othello {
    provenum_games::conformance!(provenum_games::Othello, "../perft/othello.perft");
}

mod rolit {
    provenum_games::conformance!(provenum_game::Paranoid<provenum_games::Rolit>, "../perft/rolit.perft");
}

mod tsume_shogi {
    provenum_games::conformance!(provenum_games::TsumeShogi, "../perft/tsume-shogi.perft");
}

mod chess {
    provenum_games::conformance!(provenum_games::Chess, "../perft/chess.perft");
}

mod kalah {
    provenum_games::conformance!(provenum_games::Kalah, "../perft/kalah.perft");
}

mod uniform {
    provenum_games::conformance!(provenum_games::Uniform, "../perft/uniform.perft");
}

mod graph {
    provenum_games::conformance!(provenum_games::Graph, "../perft/graph.perft");
}

mod random {
    provenum_games::conformance!(provenum_games::Random, "../perft/random.perft");
}
