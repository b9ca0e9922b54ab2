//! Writes `crates/c/include/shinpan.h` from the code of `crates/c`; with `--check` it says whether the file is current.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/c");
    let made = match made(&folder) {
        Ok(made) => made,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let path = folder.join("include/shinpan.h");
    let is_current = std::fs::read(&path).is_ok_and(|kept| kept == made);
    if std::env::args().any(|argument| argument == "--check") {
        if !is_current {
            eprintln!(
                "crates/c/include/shinpan.h is not current: cargo run --manifest-path tools/header/Cargo.toml writes it"
            );
        }
        return ExitCode::from(u8::from(!is_current));
    }
    match std::fs::write(&path, made) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}: {error}", path.display());
            ExitCode::from(2)
        }
    }
}

fn made(folder: &Path) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let config = cbindgen::Config::from_file(folder.join("cbindgen.toml"))?;
    let sources = ["src/constants.rs", "src/lib.rs", "src/game.rs"].map(|file| folder.join(file));
    let builder = sources.iter().fold(cbindgen::Builder::new().with_config(config), |b, file| b.with_src(file));
    let mut made = Vec::new();
    builder.generate()?.write(&mut made);
    Ok(made)
}
