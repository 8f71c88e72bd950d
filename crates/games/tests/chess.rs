//! Moves of chess against `cozy-chess`, an independent library.
#![allow(clippy::unwrap_used)] // also in what the tests share

use cozy_chess::Board;
use provenum_game::{Game, Notation, Outcome, Parameters, Player};
use provenum_games::chess::{Move, Position};
use provenum_games::{Chess, SplitMix, perft};

fn read(text: &str) -> Position {
    Chess::set_up(&Parameters::new(), Some(text)).unwrap_or_else(|error| panic!("{text}: {error}")).1
}

/// The position as the other library has it. It always castles from king to rook, and so needs files for the rights.
fn theirs(position: &Position) -> Board {
    let text = Chess::default().format_position(position);
    let fields: Vec<_> = text.split(' ').collect();
    let files = |row: usize| {
        let row = fields[0].split('/').nth(row).unwrap();
        row.chars().flat_map(|c| vec![if c.is_ascii_digit() { '.' } else { c }; c.to_digit(10).unwrap_or(1) as usize])
    };
    let right = |letter: char| {
        let (row, rook) = if letter.is_ascii_uppercase() { (7, 'R') } else { (0, 'r') };
        let mut rooks = files(row).enumerate().filter(|&(_, piece)| piece == rook).map(|(file, _)| file);
        let file = match letter.to_ascii_lowercase() {
            'k' => rooks.last(),
            'q' => rooks.next(),
            _ => return letter,
        };
        let file = char::from(b'a' + file.unwrap() as u8);
        if row == 7 { file.to_ascii_uppercase() } else { file }
    };
    let rights: String = fields[2].chars().map(|c| if c == '-' { c } else { right(c) }).collect();
    let fen = format!("{} {} {rights} {} 0 1", fields[0], fields[1], fields[3]);
    Board::from_fen(&fen, true).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The moves of the other library, castling written as ours is.
fn their_moves(board: &Board) -> Vec<String> {
    let mut names = Vec::new();
    board.generate_moves(|moves| {
        for mv in moves {
            let own_rook = board.color_on(mv.to) == Some(board.side_to_move());
            let usual = own_rook
                && mv.from.file() == cozy_chess::File::E
                && matches!(mv.to.file(), cozy_chess::File::A | cozy_chess::File::H);
            let mut name = mv.to_string();
            if usual {
                let file = if mv.to.file() == cozy_chess::File::H { 'g' } else { 'c' };
                name.replace_range(2..3, &file.to_string());
            }
            names.push(name);
        }
        false
    });
    names.sort();
    names
}

fn our_moves(position: &Position) -> Vec<String> {
    let mut names: Vec<_> = position.legal_moves().into_iter().map(|mv| Chess::uci(position, mv)).collect();
    names.sort();
    names
}

/// Compares the moves and the result of a position, and which moves give check.
fn compare(position: &Position) {
    let text = Chess::default().format_position(position);
    let board = theirs(position);
    let expected = their_moves(&board);
    assert_eq!(our_moves(position), expected, "moves of {text}");
    let over = match (expected.is_empty(), board.checkers().is_empty()) {
        (false, _) => None,
        (true, true) => Some(Outcome(0)),
        (true, false) => Some(Outcome(if Chess::default().to_move(position) == Player::First { -1 } else { 1 })),
    };
    assert_eq!(Chess::default().outcome(position), over, "result of {text}");
    let mut moves: Vec<Move> = Vec::new();
    Chess::default().moves(position, &mut moves);
    let checks = |mv: &Move| Chess::default().format_move(position, *mv).ends_with(['+', '#']);
    let first_other = moves.iter().position(|mv| !checks(mv)).unwrap_or(moves.len());
    assert!(!moves[first_other..].iter().any(checks), "checks do not come first: {text}");
}

const SIX: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -",
];

#[test]
fn random_games_have_the_moves_of_another_library() {
    // Chess960 too.
    let starts = SIX.iter().chain(&["bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf -"]);
    for (seed, start) in starts.enumerate() {
        let mut random = SplitMix::new(seed as u64);
        for _ in 0..30 {
            let mut position = read(start);
            for _ in 0..120 {
                compare(&position);
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = Chess::default().play(&position, moves[random.below(moves.len())]);
            }
        }
    }
}

#[test]
#[ignore = "takes long"]
fn lines_of_five_moves_are_as_many_as_known() {
    let counts = [
        (0, 5, 4_865_609),
        (1, 4, 4_085_603),
        (2, 6, 11_030_083),
        (3, 5, 15_833_292),
        (4, 4, 2_103_487),
        (5, 4, 3_894_594),
    ];
    for (place, depth, count) in counts {
        assert_eq!(perft(&Chess::default(), &read(SIX[place]), depth), count, "{}", SIX[place]);
    }
}

#[test]
fn positions_that_cannot_be_are_refused_with_the_reason() {
    for (text, reason) in [
        ("8/8/8/8/8/8/8/K7 w - -", "Black has no king"),
        ("k7/8/8/8/8/8/8/KK6 w - -", "White has two kings"),
        ("k6P/8/8/8/8/8/8/K7 w - -", "there is a pawn on h8"),
        ("k6R/8/8/8/8/8/8/K7 w - -", "Black is in check from h8, but White is to move"),
        ("k7/8/8/8/8/8/8/K6R w K -", "K: White has no king and rook there"),
        ("4k3/8/8/8/8/8/8/4K3 w KQ -", "K: White has no king and rook there"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6", "no pawn has just passed e6"),
        ("4k3/8/8/8/8/8/4K3 w - -", "the board has 7 ranks"),
        ("4k3/8/8/8/8/8/8/4K4 w - -", "rank 1 has 9 files"),
        ("4k3/8/8/8/8/8/8/4K2x w - -", "'x' is no piece"),
        ("4k3/8/8/8/8/8/8/4K3 x - -", "\"x\" is not accepted"),
        ("4k3/8/8/8/8/8/8/4K3 w - - many 1", ""),
    ] {
        match Chess::set_up(&Parameters::new(), Some(text)) {
            Ok(_) => assert!(reason.is_empty(), "{text} was accepted"),
            Err(error) => assert!(error.to_string().contains(reason), "{text}: {error}"),
        }
    }
}

#[test]
fn games_are_read_up_to_a_move() {
    let game = "[Event \"x\"]\n[Site \"y\"]\n\n1. e4 {best by test} e5 2. Nf3 (2. f4 exf4) 2... Nc6 $1 3.Bb5 a6 ; Spanish\n 4. O-O? *";
    for (text, fen) in [
        (game.to_owned(), "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq -"),
        (format!("{game} @2w"), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq -"),
        (format!("{game} @1"), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -"),
        ("[FEN \"k7/8/1K6/8/8/8/8/7R b - - 3 40\"] 40... Kb8 @40b".to_owned(), "1k6/8/1K6/8/8/8/8/7R w - -"),
        (
            "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0".to_owned(),
            "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq -",
        ),
    ] {
        assert_eq!(Chess::default().format_position(&read(&text)), fen, "{text}");
    }
    for (text, reason) in [
        ("1. e4 e5 2. Ke3", "2. Ke3: there is no such legal move"),
        ("1. e4 e5 @7", "the game has no such move 7"),
        ("1. e4 e5 @0", "@0: there is no such move"),
        ("1. e4 {open", "there is no } to the end"),
    ] {
        let error = Chess::set_up(&Parameters::new(), Some(text)).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn moves_are_read_as_players_and_as_programs_write_them() {
    let position = read("r3k2r/8/8/3pP3/8/8/1P3P2/R3K2R w KQkq d6");
    for (san, uci) in
        [("O-O", "e1g1"), ("O-O-O", "e1c1"), ("exd6", "e5d6"), ("Rxa8+", "a1a8"), ("f4", "f2f4"), ("Rhf1", "h1f1")]
    {
        let mv = Chess::default()
            .parse_move(&position, san)
            .or_else(|_| Chess::default().parse_move(&position, uci))
            .unwrap();
        assert_eq!(Chess::uci(&position, mv), uci);
        assert_eq!(Chess::default().parse_move(&position, uci), Ok(mv), "{uci}");
    }
    let promotion = read("8/P6k/8/8/8/8/8/K7 w - -");
    for text in ["a8=N", "a8N", "a7a8n"] {
        assert_eq!(
            Chess::default().format_move(&promotion, Chess::default().parse_move(&promotion, text).unwrap()),
            "a8=N"
        );
    }
    assert!(Chess::default().parse_move(&promotion, "a8").is_err(), "what it becomes must be said");
}

#[test]
fn a_pawn_that_cannot_be_captured_in_passing_leaves_no_trace() {
    assert_eq!(read("4k3/8/8/8/4P3/8/8/4K3 b - e3"), read("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"));
    // The pawn would leave its king in check.
    assert_eq!(read("8/8/8/8/k2Pp2R/8/8/4K3 b - d3"), read("8/8/8/8/k2Pp2R/8/8/4K3 b - -"));
    assert_ne!(read("8/8/8/8/k2Pp3/8/8/4K3 b - d3"), read("8/8/8/8/k2Pp3/8/8/4K3 b - -"));
}
