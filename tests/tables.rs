//! Solutions on disk: the same answers with them and without, the same bytes however a run went, and nothing wrong in them
//! that goes unnoticed.

mod verified;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use shinpan::solve::whole::store::Store;
use tempfile::TempDir;

const SOLVED: &str = "j1989,aj2004,ms-japanese,ms-chinese";

struct Run {
    status: Option<i32>,
    out: String,
    err: String,
}

fn command(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shinpan"));
    command.current_dir(folder).args(line.split(' ')).stdin(Stdio::null());
    command
}

fn run(folder: &Path, line: &str) -> Run {
    let output = command(folder, line).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { status: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

#[track_caller]
fn good(folder: &Path, line: &str) -> String {
    let run = run(folder, line);
    assert_eq!(run.status, Some(0), "{line}: {}", run.err);
    run.out
}

/// Exit status 2, no data, and a last line on stderr that holds all of these.
#[track_caller]
fn refused(folder: &Path, line: &str, parts: &[&str]) {
    let run = run(folder, line);
    assert_eq!((run.status, run.out.as_str()), (Some(2), ""), "{line}: {}", run.err);
    let last = run.err.lines().last().unwrap();
    for part in parts {
        assert!(last.contains(part), "{line}: {part:?} is not in: {}", run.err);
    }
}

/// Names and contents of all files.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entry = |e: std::io::Result<fs::DirEntry>| e.unwrap().path();
    let name = |p: &Path| p.file_name().unwrap().to_str().unwrap().to_string();
    folder.read_dir().unwrap().map(entry).map(|p| (name(&p), fs::read(&p).unwrap())).collect()
}

/// The same names and contents.
#[track_caller]
fn assert_same_files(found: &Path, wanted: &Path, what: &str) {
    let (found, wanted) = (files(found), files(wanted));
    let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&found), names(&wanted), "{what}");
    assert!(found == wanted, "{what}: contents");
}

// answers

#[test]
fn table_says_the_same_with_tables_and_without() {
    let folder = TempDir::new().unwrap();
    for (size, rules) in [("3x3", SOLVED), ("2x4", "j1989:enable=local-1,j1997,aj2004:score=area"), ("3x4", "j1989")] {
        good(folder.path(), &format!("solve {size} --rules {rules} --out tables --resume"));
        let with = good(folder.path(), &format!("table {size} --rules {rules} --tables tables"));
        assert_eq!(with, good(folder.path(), &format!("table {size} --rules {rules}")), "{size} {rules}");
    }
    // Another reading, another budget and another rule set have no outcomes there, but perhaps a solution.
    for line in [
        "table 3x3 --rules j1989:enable=none,aj2004:score=area,ms-japanese:dead=opponent-first",
        "table 3x3 --rules j1989 --budget 100000",
    ] {
        assert_eq!(good(folder.path(), &format!("{line} --tables tables")), good(folder.path(), line), "{line}");
    }
    fs::remove_file(folder.path().join("tables/3x3-j1989-confirmation-cleared.table")).unwrap();
    let line = "table 3x3 --rules j1989:seki=group";
    assert_eq!(good(folder.path(), &format!("{line} --tables tables")), good(folder.path(), line));
}

#[test]
fn judge_and_diverge_say_the_same_with_tables_and_without() {
    let folder = TempDir::new().unwrap();
    for size in ["3x3", "2x5", "3x4"] {
        let rules = if size == "3x4" { "j1989,ms-japanese" } else { SOLVED };
        good(folder.path(), &format!("solve {size} --rules {rules} --out tables"));
    }
    for board in [
        ".XX/XX./OO.",
        "X.O/.XO/.O.",
        "XXO/XO./.X.",
        ".../.../...",
        "...../..O.X",
        "X.OO./.XO.O",
        ".XX./XX../OO..",
        "XO.O/.XO./OX.X",
        "O.XX/.OX./OO.X",
    ] {
        let line =
            format!("judge {board} --trace --rules {SOLVED},j1989:enable=anywhere,ms-chinese:dead=opponent-first");
        let line = if board.len() == 14 { format!("judge {board} --trace --rules j1989,ms-japanese") } else { line };
        assert_eq!(good(folder.path(), &format!("{line} --tables tables")), good(folder.path(), &line), "{line}");
    }
    let line = format!("diverge 3x3 --rules {SOLVED}");
    assert_eq!(good(folder.path(), &format!("{line} --tables tables")), good(folder.path(), &line));
}

#[test]
fn a_judgement_uses_the_tables_that_are_there() {
    let folder = TempDir::new().unwrap();
    good(folder.path(), "solve 3x3 --rules j1989 --out tables");
    let line = "judge X.O/.XO/.O. --rules j1989 --tables tables";
    good(folder.path(), line);
    fs::write(folder.path().join("tables/3x3-j1989-confirmation-cleared.table"), "no table").unwrap();
    refused(folder.path(), line, &["3x3-j1989-confirmation-cleared.table is damaged", "does not begin as a table"]);
    refused(folder.path(), "judge X.O/.XO/.O. --tables nothing", &["--tables nothing: there is no such folder"]);
}

#[cfg(not(feature = "parquet"))]
#[test]
fn parquet_is_refused_by_a_program_built_without_it() {
    let folder = TempDir::new().unwrap();
    refused(folder.path(), "table 2x2 --out board.parquet", &["without Parquet", "--features parquet"]);
    assert!(files(folder.path()).is_empty());
}

// files

/// A file with its checksum made right.
fn checksummed(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.truncate(bytes.len() - 32);
    let hash = blake3::hash(&bytes);
    bytes.extend_from_slice(hash.as_bytes());
    bytes
}

/// The file with a part of its text replaced by one as long.
fn with_text(bytes: &[u8], text: &str, by: &str) -> Vec<u8> {
    assert_eq!(text.len(), by.len());
    let at = bytes.windows(text.len()).position(|w| w == text.as_bytes()).expect("in the header");
    let mut bytes = bytes.to_vec();
    bytes[at..at + by.len()].copy_from_slice(by.as_bytes());
    checksummed(bytes)
}

#[test]
fn a_file_that_is_damaged_or_of_something_else_is_refused_by_a_line_that_says_what_differs() {
    let folder = TempDir::new().unwrap();
    good(folder.path(), "solve 2x3 --rules j1989,ms-japanese --out tables");
    let tables = folder.path().join("tables");
    let name = "2x3-j1989-confirmation-captured.table";
    let whole = fs::read(tables.join(name)).unwrap();
    let header = std::str::from_utf8(&whole[16..]).unwrap_err().valid_up_to();
    let header = String::from_utf8(whole[16..16 + header].to_vec()).unwrap();
    let spec = &header[header.find("\"spec\":\"").unwrap()..][..16];
    let version = env!("CARGO_PKG_VERSION");
    let program = format!("\"program\":\"{version}\"");
    let flipped = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        bytes
    };
    let other = |name: &str| fs::read(tables.join(name)).unwrap();
    let short = whole.len() - 1;
    let cases = [
        (Vec::new(), "does not begin as a table does".to_string()),
        (flipped(0), "does not begin as a table does".to_string()),
        (flipped(8), "of another format: 0, not 1".to_string()),
        (flipped(16), "its header cannot be read".to_string()),
        (whole[..short].to_vec(), format!("it has {short} bytes instead of {}", whole.len())),
        ([&whole[..], &[0]].concat(), format!("it has {} bytes instead of {}", whole.len() + 1, whole.len())),
        (flipped(whole.len() - 40), "its checksum is not that of its content".to_string()),
        (flipped(whole.len() - 1), "its checksum is not that of its content".to_string()),
        (
            with_text(&whole, &program, &program.replace('0', "9")),
            format!("of another program: {}, not", version.replace('0', "9")),
        ),
        (with_text(&whole, "\"2x3\"", "\"3x2\""), "of another board: 3x2, not 2x3".to_string()),
        (with_text(&whole, spec, "\"spec\":\"00000000"), "of another specification: 00000000".to_string()),
        (with_text(&whole, "\"owner\"", "\"other\""), "its columns are not those of this stage".to_string()),
        (other("2x3-j1989-confirmation-cleared.table"), "of another stage: cleared, not captured".to_string()),
        (
            other("2x3-ms-continuation-captured.table"),
            "of another rule set: ms continuation, not j1989 confirmation".to_string(),
        ),
    ];
    for (bytes, says) in cases {
        fs::write(tables.join(name), bytes).unwrap();
        for line in
            ["table 2x3 --rules j1989:enable=none --tables tables", "solve 2x3 --rules j1989 --out tables --resume"]
        {
            refused(folder.path(), line, &[name, &says]);
        }
    }
    fs::write(tables.join(name), &whole).unwrap();
    good(folder.path(), "solve 2x3 --rules j1989 --out tables --resume");
}

// runs

#[test]
fn solve_refuses_a_folder_that_has_its_tables_and_names_without_a_folder() {
    let folder = TempDir::new().unwrap();
    good(folder.path(), "solve 2x2 --rules j1989 --out tables");
    good(folder.path(), "solve 2x2 --rules aj2004 --out tables");
    good(folder.path(), "solve 1x4 --rules j1989 --out tables");
    refused(
        folder.path(),
        "solve 2x2 --rules j1989:enable=none --out tables",
        &["2x2-j1989-confirmation", "exists", "--resume"],
    );
    refused(folder.path(), "solve 2x2 --out no/tables", &["there is no folder no; create it first"]);
    fs::write(folder.path().join("file"), "").unwrap();
    refused(folder.path(), "solve 2x2 --out file", &["file exists and is no folder"]);
}

#[test]
fn solve_states_the_memory_it_needs_and_refuses_to_begin_with_less() {
    let folder = TempDir::new().unwrap();
    let line = "solve 4x4 --rules j1989 --out tables --memory";
    refused(
        folder.path(),
        &format!("{line} 200MiB"),
        &["4x4 needs about ", " MiB of memory", "more than the 200 MiB of --memory"],
    );
    assert!(!folder.path().join("tables").exists());
    refused(folder.path(), &format!("{line} much"), &["'much'", "for example 2GiB"]);
    let run = run(folder.path(), "solve 3x3 --rules j1989 --out tables --memory 1GiB");
    assert_eq!(run.status, Some(0));
    assert!(run.err.lines().next().unwrap().contains("3x3 needs about "), "{}", run.err);
}

#[test]
fn table_and_diverge_state_the_memory_a_large_board_needs_and_refuse_to_begin_with_less() {
    let folder = TempDir::new().unwrap();
    for line in ["table 4x4 --out 4x4.jsonl", "diverge 4x4", "diverge 4x4 --first --readings"] {
        let told = ["4x4 needs about ", " MiB of memory", "more than the 100 MiB of --memory"];
        refused(folder.path(), &format!("{line} --memory 100MiB"), &told);
    }
    let run = run(folder.path(), "diverge 2x2 --memory 1GiB");
    assert_eq!(run.status, Some(0));
    assert!(run.err.contains("2x2 needs about "), "{}", run.err);
}

#[test]
fn a_folder_that_a_run_writes_to_is_refused_to_another_run_and_free_to_be_read() {
    let folder = TempDir::new().unwrap();
    good(folder.path(), "solve 2x2 --rules j1989 --out tables");
    let held = Store::new(&folder.path().join("tables")).hold().unwrap().unwrap();
    for line in ["solve 2x2 --rules j1989 --out tables --resume", "solve 1x2 --rules aj2004 --out tables"] {
        refused(folder.path(), line, &["another run is writing to tables"]);
    }
    good(folder.path(), "table 2x2 --rules j1989 --tables tables");
    drop(held);
    good(folder.path(), "solve 2x2 --rules j1989 --out tables --resume");
}

#[test]
fn one_thread_and_two_keep_the_same_bytes() {
    let folder = TempDir::new().unwrap();
    for threads in [1, 2] {
        good(folder.path(), &format!("solve 3x4 --rules j1989,ms-chinese --out by-{threads} --threads {threads}"));
    }
    assert_same_files(&folder.path().join("by-1"), &folder.path().join("by-2"), "threads");
}

/// Waits until the folder has so many files, or the process has ended.
fn wait_for(folder: &Path, many: usize, child: &mut std::process::Child) {
    let begun = Instant::now();
    while folder.read_dir().map_or(0, Iterator::count) < many && child.try_wait().unwrap().is_none() {
        assert!(begun.elapsed() < Duration::from_secs(300), "the run does not get on");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Commands that keep what they find, up to the name of the folder.
#[cfg(unix)]
const KEEP: [&str; 2] =
    ["solve 3x4 --rules j1989,ms-japanese --out", "value 3x4 --all --rules j1989,aga-area,aga-territory --keep"];

#[cfg(unix)]
#[test]
fn a_run_that_is_killed_at_any_moment_goes_on_to_the_same_bytes() {
    killed_after(11);
}

#[cfg(unix)]
#[test]
#[ignore = "minutes"]
fn a_run_that_is_killed_at_each_moment_goes_on_to_the_same_bytes() {
    killed_after(1);
}

#[cfg(unix)]
fn killed_after(every: usize) {
    use std::os::unix::process::ExitStatusExt;
    for line in KEEP {
        let folder = TempDir::new().unwrap();
        let said = good(folder.path(), &format!("{line} whole"));
        let whole = folder.path().join("whole");
        let most = files(&whole).len();
        let (mut runs, mut killed) = (0, 0);
        // Two files are there while one of them is being written; the outcomes are kept in pieces first.
        for many in (1..=most + 5).step_by(every) {
            runs += 1;
            let tables = folder.path().join(format!("killed-{many}"));
            let mut child =
                command(folder.path(), &format!("{line} killed-{many}")).stderr(Stdio::null()).spawn().unwrap();
            wait_for(&tables, many, &mut child);
            child.kill().unwrap();
            killed += usize::from(child.wait().unwrap().signal().is_some());
            // Killed once more while it goes on, and then not.
            let mut child = command(folder.path(), &format!("{line} killed-{many} --resume"))
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            wait_for(&tables, many + 2, &mut child);
            child.kill().unwrap();
            child.wait().unwrap();
            assert_eq!(good(folder.path(), &format!("{line} killed-{many} --resume")), said);
            assert_same_files(&tables, &whole, &format!("{line} killed at {many} files"));
        }
        assert!(2 * killed >= runs, "{line}: only {killed} of {runs} runs were killed before they ended");
    }
}

#[cfg(unix)]
#[test]
fn a_run_that_is_interrupted_ends_with_130_and_goes_on_to_the_same_bytes() {
    for line in KEEP {
        let folder = TempDir::new().unwrap();
        let said = good(folder.path(), &format!("{line} whole"));
        let whole = folder.path().join("whole");
        // The last file of `value` takes a while: the game of both counts of aga.
        let before_the_last = files(&whole).len() - 1;
        for many in if line == KEEP[0] { vec![2] } else { vec![2, before_the_last] } {
            // On a busy machine a run may have ended before it is interrupted.
            let interrupted = (0..10)
                .map(|number| format!("by-{many}-{number}"))
                .find(|tables| is_interrupted(folder.path(), &format!("{line} {tables}"), tables, many));
            let tables = interrupted.unwrap_or_else(|| panic!("{line}: no run was interrupted before it ended"));
            assert!(files(&folder.path().join(&tables)).len() <= files(&whole).len());
            assert_eq!(good(folder.path(), &format!("{line} {tables} --resume")), said);
            assert_same_files(&folder.path().join(&tables), &whole, line);
        }
    }
}

/// Whether a run is interrupted when there are so many files, and not at its end already; it says what it then has to.
#[cfg(unix)]
fn is_interrupted(folder: &Path, line: &str, tables: &str, many: usize) -> bool {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let mut child = command(folder, line).stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    wait_for(&folder.join(tables), many, &mut child);
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
    let output = child.wait_with_output().unwrap();
    if output.status.success() {
        return false;
    }
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(130), &[][..]), "{line}: {err}");
    assert!(err.lines().last().unwrap().contains("`--resume` goes on"), "{line}: {err}");
    true
}

#[cfg(unix)]
#[test]
fn a_folder_that_is_lost_or_takes_no_more_is_one_clear_line() {
    let folder = TempDir::new().unwrap();
    let tables = folder.path().join("tables");
    let mut child =
        command(folder.path(), "solve 3x4 --rules j1989 --out tables").stderr(Stdio::piped()).spawn().unwrap();
    // The lock, and something of a table.
    wait_for(&tables, 2, &mut child);
    while fs::remove_dir_all(&tables).is_err() {}
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{err}");
    let last = err.lines().last().unwrap();
    assert!(
        last.contains("cannot write tables/3x4-j1989-") && last.ends_with("there is no such file or folder"),
        "{err}"
    );

    // The shell has the system refuse to write more than 128 KiB to a file, and the signal that goes with it ignored.
    let limited = format!(
        "trap '' XFSZ; ulimit -f 128; exec {} solve 3x4 --rules j1989 --out full",
        env!("CARGO_BIN_EXE_shinpan")
    );
    let output = Command::new("bash").current_dir(folder.path()).args(["-c", &limited]).output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(err.lines().last().unwrap().contains("cannot write full/3x4-j1989-confirmation-states.table: "), "{err}");
    let left: Vec<String> = files(&folder.path().join("full")).into_keys().collect();
    assert_eq!(left, [".shinpan-lock"], "no table is left behind");
}
