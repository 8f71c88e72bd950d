//! The documents show what the program really prints: their `console` blocks are run and compared, and so are the
//! transcripts in `tests/cmd`. After a change that is meant, `TRYCMD=overwrite cargo test -p provenum-cli --test
//! transcripts` writes the new output into all of them.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::Path;

#[test]
fn the_documents_show_what_the_program_prints() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let project = own.join("../..");
    // Transcripts write files and read the examples, so they run in a directory of their own.
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("transcripts");
    let _ = fs::remove_dir_all(&scratch);
    fs::create_dir_all(scratch.join("examples/figures")).unwrap();
    for figure in fs::read_dir(project.join("examples/figures")).unwrap() {
        let figure = figure.unwrap();
        fs::copy(figure.path(), scratch.join("examples/figures").join(figure.file_name())).unwrap();
    }
    fs::write(scratch.join("positions.txt"), "# Two positions of the board of 5x5.\n4453\n\n44444\n").unwrap();
    let experiment = "title How much NegaScout saves\nset trees uniform\n  seed={1..20} branching=8 depth=5\n\
                      run alpha-beta alpha-beta table=off\nrun negascout negascout table=off windows=whole\n";
    fs::write(scratch.join("small.experiment"), experiment).unwrap();
    std::env::set_current_dir(&scratch).unwrap();
    trycmd::TestCases::new()
        .register_bin("provenum", Path::new(env!("CARGO_BIN_EXE_provenum")))
        .env("COLUMNS", "100")
        .case(project.join("README.md"))
        .case(project.join("docs/CLI.md"))
        .case(own.join("tests/cmd/*.trycmd"))
        .run();
}
