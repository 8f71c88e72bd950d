//! Every game of this crate runs the conformance suite.

mod connect4 {
    provenum_games::conformance!(provenum_games::Connect4, "../perft/connect4.perft");
}

mod mnk {
    provenum_games::conformance!(provenum_games::Mnk, "../perft/mnk.perft");
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
