//! The header is that of the code, and a C program that includes it is compiled, linked with the library, and run.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the crate.
const CRATE: &str = env!("CARGO_MANIFEST_DIR");

/// `tools/header` makes the header; what it would make is held here without it: every function and constant with its words, in order.
#[test]
fn the_header_has_what_the_code_has() {
    let read = |file: &str| std::fs::read_to_string(Path::new(CRATE).join(file)).unwrap();
    let (code, header) = (read("src/lib.rs"), read("include/shinpan.h"));
    // The words above each function, and its name with the names of its parameters.
    let mut from = 0;
    let mut functions = 0;
    for part in code.split("#[unsafe(no_mangle)]\n").collect::<Vec<_>>().windows(2) {
        let words: Vec<&str> = part[0].lines().rev().take_while(|line| line.starts_with("///")).collect();
        for line in words.iter().rev().map(|line| line.trim_start_matches('/')) {
            let at = header[from..]
                .find(line.trim_end())
                .unwrap_or_else(|| panic!("the header lacks `{line}`, or has it elsewhere"));
            from += at;
        }
        let declared = part[1].split_once(") ").unwrap().0;
        let (start, parameters) = declared.split_once('(').unwrap();
        let name = start.rsplit(' ').next().unwrap();
        let at = header[from..].find(&format!("{name}(")).unwrap_or_else(|| panic!("the header lacks {name}"));
        let until = from + at + header[from + at..].find(");").unwrap();
        for parameter in parameters.split(',').filter_map(|p| p.split_once(':')).map(|(parameter, _)| parameter.trim())
        {
            assert!(header[from + at..until].contains(parameter), "{name}: {parameter}");
        }
        functions += 1;
    }
    assert_eq!(header.matches(");").count(), functions, "the header has functions that the code has not");
    for line in code.lines().filter_map(|line| line.strip_prefix("pub const ")) {
        let (name, value) = line.split_once(": i32 = ").unwrap();
        assert!(header.contains(&format!("#define {name} {}\n", value.trim_end_matches(';'))), "{name}");
    }
}

/// What cargo has built the library as, beside this test.
fn built(name: &str) -> PathBuf {
    let deps = std::env::current_exe().unwrap().parent().unwrap().to_path_buf();
    let end = name.rsplit_once('.').unwrap();
    let is_it = |path: &PathBuf| {
        let file = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
        file.starts_with(end.0) && file.rsplit_once('.').is_some_and(|(_, e)| e == end.1)
    };
    let mut found: Vec<PathBuf> =
        std::fs::read_dir(&deps).unwrap().filter_map(|e| Some(e.ok()?.path())).filter(is_it).collect();
    found.sort_by_key(|path| path.metadata().and_then(|m| m.modified()).unwrap());
    found.pop().unwrap_or_else(|| panic!("{} has no {name}", deps.display()))
}

/// The C compiler of this system; without one there is nothing to be tested.
fn compiler() -> Option<String> {
    let cc = std::env::var("CC").unwrap_or_else(|_| "cc".to_string());
    let found = Command::new(&cc).arg("--version").output().is_ok_and(|o| o.status.success());
    assert!(
        found || std::env::var_os("SHINPAN_REQUIRE_CC").is_none(),
        "a C compiler is required here, and there is no {cc}"
    );
    if !found {
        eprintln!("SKIPPED: there is no C compiler ({cc})");
    }
    found.then_some(cc)
}

#[cfg(target_os = "linux")]
#[test]
fn a_c_program_plays_asks_and_judges() {
    let Some(cc) = compiler() else { return };
    let folder = tempfile::tempdir().unwrap();
    let source = Path::new(CRATE).join("tests/game.c");
    for library in ["libshinpan_c.a", "libshinpan_c.so"] {
        let library = built(library);
        let program = folder.path().join("game");
        let mut compile = Command::new(&cc);
        compile
            .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-I"])
            .arg(Path::new(CRATE).join("include"));
        compile.arg(&source).arg("-o").arg(&program).arg(&library).args(["-lpthread", "-ldl", "-lm", "-lgcc_s"]);
        compile.arg(format!("-Wl,-rpath,{}", library.parent().unwrap().display()));
        let said = compile.output().unwrap();
        assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
        let run = Command::new(&program).output().unwrap();
        let (out, err) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
        assert!(run.status.success(), "{out}{err}");
        assert!(out.ends_with("all as expected\n"), "{out}");
    }
}
