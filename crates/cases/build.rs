//! Compiles the files of `cases/` into the program.

use std::path::Path;
use std::{env, fs};

/// Seen from this crate.
const CASES: &str = "../../cases";

fn main() {
    println!("cargo:rerun-if-changed={CASES}");
    println!("cargo:rerun-if-changed=build.rs");
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join("cases.rs"), cases()).expect("OUT_DIR can be written to");
}

/// The files of `cases/`, as a constant.
fn cases() -> String {
    let names = fs::read_dir(CASES).expect("cases/ can be read").flatten().map(|entry| entry.file_name());
    let mut names: Vec<String> = names.filter_map(|n| n.into_string().ok()).filter(|n| n.ends_with(".toml")).collect();
    names.sort();
    // Named from the manifest on: a project folder that was moved still builds.
    let line = |name: &String| {
        format!(
            "    ({:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {:?}))),\n",
            format!("cases/{name}"),
            format!("/{CASES}/{name}")
        )
    };
    let lines: String = names.iter().map(line).collect();
    let count = names.len();
    format!(
        "/// The files compiled into the program, with their names.\npub const FILES: [(&str, &str); {count}] = [\n{lines}];\n"
    )
}
