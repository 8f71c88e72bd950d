//! `provenum`: the command line with all games that come with it.

fn main() -> std::process::ExitCode {
    provenum_cli::main()
}
