//! The command line of shinpan: see `shinpan --help`.

use std::process::ExitCode;

fn main() -> ExitCode {
    shinpan::cli::main()
}
