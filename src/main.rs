//! The command line of shinpan: see `shinpan --help`.

mod cli;

use std::process::ExitCode;

use shinpan::{
    atlas, board, cases, check, defects, files, foreign, games, gtp, law, proof, record, report, solve, texts,
};

fn main() -> ExitCode {
    cli::main()
}
