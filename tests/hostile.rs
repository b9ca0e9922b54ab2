//! What others hand in, and what happens to a run: nothing gets in, and nothing is left behind. Each test is an attack.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use assert_cmd::Command;
use shinpan::foreign::{self, Plain};
use tempfile::TempDir;

/// What a run came to.
struct Run {
    status: i32,
    out: String,
    err: String,
}

fn run(folder: &Path, args: &[&str], input: &[u8]) -> Run {
    let output =
        Command::cargo_bin("shinpan").unwrap().current_dir(folder).args(args).write_stdin(input).output().unwrap();
    Run {
        status: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A folder with one file.
fn with(name: &str, content: impl AsRef<[u8]>) -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join(name), content).unwrap();
    folder
}

/// Nothing in what a run wrote acts on a terminal.
#[track_caller]
fn tame(run: &Run) {
    for text in [&run.out, &run.err] {
        let acting = text.chars().find(|&ch| foreign::acts(ch) && ch != '\n' && ch != '\t');
        assert_eq!(acting, None, "{text:?}");
    }
}

#[track_caller]
fn refused(run: &Run, part: &str) {
    assert_eq!((run.status, run.out.as_str()), (2, ""), "{}", run.err);
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    assert!(run.err.contains(part), "{part:?} is not in: {}", run.err);
}

/// Clears the screen, begins a line, moves up, writes from right to left.
const ESCAPES: &str = "\u{1b}[2J\r\n\u{1b}[1Avalid: \u{9b}31m\u{202e}\u{7f}";

/// The command of a misbehaving engine.
fn misbehaving(mode: &str) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/misbehaving.py");
    let shinpan = assert_cmd::cargo::cargo_bin("shinpan");
    format!("python3 '{script}' {mode} '{}' gtp --rules ms-chinese", shinpan.display())
}

// text of others

#[test]
fn a_text_of_others_is_one_line_that_does_nothing_and_says_what_was_left_out() {
    assert_eq!(foreign::line("a\u{1b}[2J\nb\u{9b}\u{202e}c\u{e0041}"), "a\\u001b[2J\\nb\\u009b\\u202ec\\udb40\\udc41");
    assert_eq!(foreign::lines("a\r\nb\tc\rd\u{7f}"), "a\nb\tc\nd\\u007f");
    let long = foreign::line(&"x".repeat(3_000_000));
    assert!(long.len() < 2100 && long.ends_with("... (2998000 more characters)"), "{}", long.len());
    assert_eq!(foreign::markdown("a|b\n<img src=x> [c](d)"), "a\\|b &lt;img src=x> [c]\\(d)");
}

#[test]
fn the_second_wall_lets_text_through_however_it_is_cut() {
    let text = "審判 \u{1b}[31m\té\u{9b}x\n".as_bytes();
    for cut in 0..=text.len() {
        let mut out = Vec::new();
        let mut plain = Plain::new(&mut out);
        plain.write_all(&text[..cut]).unwrap();
        plain.write_all(&text[cut..]).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "審判 \\u001b[31m\té\\u009bx\n", "{cut}");
    }
    let mut out = Vec::new();
    Plain::new(&mut out).write_all(b"a\xff\xc3(").unwrap();
    assert_eq!(out, "a\u{fffd}\u{fffd}(".as_bytes());
}

#[test]
fn check_proof_shows_no_escape_codes_and_no_second_line_of_a_forged_proof() {
    let folder = TempDir::new().unwrap();
    let proof = run(folder.path(), &["prove", ".XO.", "--rules", "j1989"], b"").out;
    let forge = |from: &str, to: String| {
        assert!(proof.contains(from), "{from} is not in {proof}");
        proof.replacen(from, &to, 1)
    };
    let spelled = serde_json::to_string(ESCAPES).unwrap();
    let spelled = spelled.trim_matches('"');
    let entry = "\"state\":\"";
    for forged in [
        forge(entry, format!("{entry}{spelled}")),
        forge("\"strategy\": [", format!("\"not_certified\": \"{spelled}\",\n\"strategy\": [")),
        forge("j1989\"", format!("j1989{spelled}\"")),
    ] {
        fs::write(folder.path().join("proof.json"), forged).unwrap();
        let run = run(folder.path(), &["check-proof", "proof.json"], b"");
        tame(&run);
        assert_ne!(run.status, 0);
        assert_eq!((run.out + &run.err).lines().count(), 1);
    }
}

#[test]
fn replay_and_cases_show_no_escape_codes_of_a_record_or_a_case() {
    for format in ["text", "json", "sgf", "script"] {
        let sgf = format!("(;SZ[3]RU[Chinese{ESCAPES}]RE[B+1{ESCAPES}]GN[{ESCAPES}]C[{ESCAPES}];B[bb]C[{ESCAPES}])");
        let folder = with("game.sgf", sgf);
        let run = run(folder.path(), &["replay", "game.sgf", "--rules", "j1989", "--format", format], b"");
        assert_eq!(run.status, 0, "{}", run.err);
        tame(&run);
        assert!(!run.out.lines().any(|line| line.starts_with("valid")), "{}", run.out);
    }
    let case = format!(
        "[[case]]\nname = {0}\nclauses = [\"j1989.7.1\"]\nsource = \"s\"\nboard = \".\"\n[[case.judge]]\nrules = \"j1989\"\noutcome = 5\n",
        serde_json::to_string(&format!("a{}", ESCAPES.replace('\u{7f}', ""))).unwrap()
    );
    let folder = with("case.toml", case);
    let run = run(folder.path(), &["cases", "case.toml"], b"");
    assert_eq!((run.status, run.out.lines().count()), (1, 3), "{}{}", run.out, run.err);
    tame(&run);
}

#[test]
fn the_name_of_an_engine_begins_no_line_of_a_report_and_no_command_of_a_test() {
    let folder = TempDir::new().unwrap();
    let args = ["check", "--engine", &misbehaving("hostile-name"), "--rules", "ms-chinese", "--board", "2x2"];
    let rest = ["--suite", "score", "--budget", "4", "--timeout", "60", "--out", "found"];
    let run = run(folder.path(), &[&args[..], &rest[..]].concat(), b"");
    assert!([0, 1].contains(&run.status), "{}", run.err);
    tame(&run);
    for name in ["check.jsonl", "summary.md", "regression.tst", "witnesses.sgf"] {
        let text = fs::read_to_string(folder.path().join("found").join(name)).unwrap();
        assert!(!text.lines().any(|line| line.starts_with("quit") || line.starts_with('|') && line.contains("<img")));
        assert!(!text.chars().any(|ch| foreign::acts(ch) && ch != '\n'), "{name}: {text:?}");
        assert!(name != "summary.md" || !text.contains("<img"), "{text}");
    }
}

// readers

#[cfg(unix)]
#[test]
fn devices_and_pipes_are_refused_and_never_read() {
    let folder = TempDir::new().unwrap();
    let fifo = folder.path().join("fifo");
    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    for (file, what) in [("/dev/zero", "a device"), ("fifo", "a pipe")] {
        let engine = misbehaving("none");
        for args in [
            &["judge", file][..],
            &["replay", file],
            &["cases", file],
            &["check-proof", file],
            &["check", "--engine", &engine, "--rules", "j1989", "--baseline", file],
        ] {
            refused(&run(folder.path(), args, b""), what);
        }
        let gtp = run(folder.path(), &["gtp"], format!("loadsgf {file}\n").as_bytes());
        assert!(gtp.out.starts_with("? ") && gtp.out.contains(what), "{}", gtp.out);
    }
}

#[test]
fn files_and_standard_input_beyond_their_limit_are_refused_with_the_limit() {
    let folder = TempDir::new().unwrap();
    let sparse = |name: &str, length: u64| {
        fs::File::create(folder.path().join(name)).unwrap().set_len(length).unwrap();
    };
    for (name, args, limit) in [
        ("proof", vec!["check-proof", "proof"], "64 MiB"),
        ("cases", vec!["cases", "cases"], "4 MiB"),
        ("record", vec!["replay", "record"], "64 MiB"),
        ("board", vec!["judge", "board"], "64 MiB"),
    ] {
        sparse(name, 1 << 33);
        refused(&run(folder.path(), &args, b""), limit);
    }
    refused(&run(folder.path(), &["judge", "-"], &[b'.'; 70_000]), "64 KiB");
    refused(&run(folder.path(), &["cases", "-"], &vec![b'#'; (4 << 20) + 1]), "4 MiB");
}

// what is written

#[cfg(unix)]
#[test]
fn force_replaces_no_file_through_a_link_and_keeps_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = with("mine", "kept");
    symlink("mine", folder.path().join("link")).unwrap();
    let prove =
        |name: &str| run(folder.path(), &["prove", ".", "--rules", "ms-chinese", "--out", name, "--force"], b"");
    refused(&prove("link"), "link is a link");
    assert_eq!(fs::read_to_string(folder.path().join("mine")).unwrap(), "kept");
    fs::set_permissions(folder.path().join("mine"), fs::Permissions::from_mode(0o600)).unwrap();
    assert_eq!(prove("mine").status, 0);
    assert_eq!(fs::metadata(folder.path().join("mine")).unwrap().permissions().mode() & 0o777, 0o600);
}

#[cfg(unix)]
#[test]
fn a_lock_or_a_table_that_is_a_link_or_a_pipe_is_refused() {
    use std::os::unix::fs::symlink;
    let solve = |folder: &Path| {
        let mut run = run(folder, &["solve", "1x2", "--rules", "ms-chinese", "--out", "tables", "--resume"], b"");
        // What is needed and how far it got is said first.
        run.err = run.err.lines().last().unwrap_or_default().to_string();
        run
    };
    let folder = with("outside", "kept");
    let tables = folder.path().join("tables");
    fs::create_dir(&tables).unwrap();
    let lock = tables.join(".shinpan-lock");
    symlink("../outside", &lock).unwrap();
    refused(&solve(folder.path()), "a link");
    fs::remove_file(&lock).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&lock).status().unwrap().success());
    refused(&solve(folder.path()), "a pipe");
    fs::remove_file(&lock).unwrap();
    assert_eq!(solve(folder.path()).status, 0);
    let names = |folder: &Path| fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect::<Vec<_>>();
    let table = names(&tables).into_iter().find(|p| p.extension().is_some_and(|e| e == "table")).unwrap();
    fs::rename(&table, folder.path().join("moved")).unwrap();
    symlink("../moved", &table).unwrap();
    refused(&solve(folder.path()), "a link");
    fs::remove_file(&table).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&table).status().unwrap().success());
    refused(&solve(folder.path()), "a pipe");
}

/// `ulimit -f`: the system ends a process that writes more with a signal, unless it is met.
#[cfg(unix)]
#[test]
fn a_file_beyond_the_limit_of_the_system_is_an_error_of_one_line() {
    let folder = TempDir::new().unwrap();
    let shinpan = assert_cmd::cargo::cargo_bin("shinpan");
    let script = format!("ulimit -f 1; exec '{}' table 2x3 --rules ms-chinese --out table.jsonl", shinpan.display());
    let output = std::process::Command::new("sh").current_dir(folder.path()).args(["-c", &script]).output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert_eq!(err.lines().count(), 1, "{err}");
    assert!(err.contains("cannot write table.jsonl: the file is larger than this process may write"), "{err}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
}

#[test]
fn what_a_killed_run_left_is_removed_and_nothing_else() {
    use std::time::{Duration, SystemTime};
    let folder = TempDir::new().unwrap();
    let tables = folder.path().join("tables");
    fs::create_dir(&tables).unwrap();
    let old = SystemTime::now() - Duration::from_secs(3600);
    let make = |name: &str, when: SystemTime| {
        let file = fs::File::create(tables.join(name)).unwrap();
        file.set_modified(when).unwrap();
        file
    };
    make(".shinpan-abc123.part", old);
    make(".shinpan-notes-of-mine.part", old);
    // Not older than the run that meets it, however long that takes to begin.
    make(".shinpan-new456.part", SystemTime::now() + Duration::from_secs(3600));
    // A run that was killed ten seconds ago: nobody holds it.
    make(".shinpan-ten123.part", SystemTime::now() - Duration::from_secs(10));
    // A run that is alive holds what it writes.
    let held = make(".shinpan-liv789.part", old);
    held.lock().unwrap();
    let prove = |to: &str| {
        let run = run(folder.path(), &["prove", ".", "--rules", "ms-chinese", "--out", to], b"");
        assert_eq!(run.status, 0, "{}", run.err);
    };
    let there = |name: &str| tables.join(name).exists();
    prove("tables/proof");
    assert!(!there(".shinpan-abc123.part") && !there(".shinpan-ten123.part"));
    assert!(there(".shinpan-notes-of-mine.part") && there(".shinpan-new456.part") && there(".shinpan-liv789.part"));
    // A folder of tables belongs to one run at a time: what nobody holds there has been left, however new it is.
    make(".shinpan-abc123.part", old);
    let solve = run(folder.path(), &["solve", "1x2", "--rules", "ms-chinese", "--out", "tables", "--resume"], b"");
    assert_eq!(solve.status, 0, "{}", solve.err);
    assert!(!there(".shinpan-abc123.part") && !there(".shinpan-new456.part"));
    assert!(there(".shinpan-notes-of-mine.part") && there(".shinpan-liv789.part"));
}

#[test]
#[cfg(unix)]
fn what_is_let_go_can_be_held_again_though_a_child_that_is_just_beginning_has_a_copy() {
    use shinpan::files::{Held, persist, temporary_in};
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("kept");
    let hold = || Held::hold(fs::File::open(&path).unwrap()).unwrap();
    // A copy of a handle is what a child has before it runs its own program.
    let written = temporary_in(folder.path()).unwrap();
    let _copy = written.as_file().try_clone().unwrap();
    persist(written, &path, false).unwrap();
    let held = hold().unwrap();
    let _copy = held.try_clone().unwrap();
    assert!(hold().is_none());
    drop(held);
    assert!(hold().is_some());
}

#[test]
fn an_error_about_three_megabytes_is_a_short_line() {
    let folder = TempDir::new().unwrap();
    let long = "x".repeat(3_000_000);
    fs::write(folder.path().join("game.txt"), format!("size 3x3\nB {long}\n")).unwrap();
    let run = run(folder.path(), &["replay", "game.txt"], b"");
    refused(&run, "more characters");
    assert!(run.err.len() < 5000, "{}", run.err.len());
}

// checks

/// A check of an engine, with what its processes are noted in.
fn check(folder: &Path, mode: &str, args: &[&str]) -> std::process::Command {
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("shinpan"));
    command.current_dir(folder).env("PIDS", folder.join("pids")).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.args(["check", "--engine", &misbehaving(mode), "--rules", "ms-chinese", "--out", "found"]).args(args);
    command
}

#[test]
fn a_check_of_an_engine_without_any_board_is_an_error_that_says_why() {
    let folder = TempDir::new().unwrap();
    let output = check(folder.path(), "no-boards", &["--timeout", "60"]).output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(err.contains("the report is not complete"), "{err}");
    let last = err.lines().last().unwrap();
    assert!(last.contains("nothing was checked: "), "{err}");
    assert!(last.contains("board 5x5: `boardsize 5` is refused: unacceptable size"), "{err}");
    let summary = fs::read_to_string(folder.path().join("found/summary.md")).unwrap();
    assert!(summary.contains("Not complete"), "{summary}");
}

#[test]
fn a_board_that_was_asked_for_and_refused_is_an_error_and_so_is_a_suite_of_it() {
    for (boards, suites, part) in [
        (["3x3", "2x2"], "score", "board 3x3 left out: board 3x3: `boardsize 3` is refused"),
        (["3x3", "3x3"], "score,ko", "suite score, board 3x3, board 3x3 left out: board 3x3"),
    ] {
        let folder = TempDir::new().unwrap();
        let args = ["--board", boards[0], "--board", boards[1], "--suite", suites, "--budget", "4", "--timeout", "60"];
        let output = check(folder.path(), "no-3x3", &args).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{err}");
        assert!(err.lines().last().unwrap().contains(part), "{err}");
    }
}

#[cfg(target_os = "linux")]
mod interrupted {
    use std::time::{Duration, Instant};

    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    use super::*;

    /// The processes that are noted and run still.
    fn left(folder: &Path) -> Vec<String> {
        let pids = fs::read_to_string(folder.join("pids")).unwrap();
        let runs = |pid: &&str| {
            let stat = fs::read_to_string(Path::new("/proc").join(pid).join("stat")).unwrap_or_default();
            !stat.is_empty() && !stat.contains(") Z ")
        };
        pids.lines().filter(runs).map(str::to_string).collect()
    }

    /// A check is sent these signals as soon as its engine has been asked something: it ends with a report, and nothing is left.
    fn stopped(mode: &str, signals: &[Signal]) {
        let folder = TempDir::new().unwrap();
        let args = ["--board", "2x2", "--suite", "score", "--timeout", "600", "--start-timeout", "600"];
        let child = check(folder.path(), mode, &args).env("ASKED", folder.path().join("asked")).spawn().unwrap();
        let begun = Instant::now();
        while !folder.path().join("asked").exists() {
            assert!(begun.elapsed() < Duration::from_secs(300));
            std::thread::sleep(Duration::from_millis(20));
        }
        for signal in signals {
            kill(Pid::from_raw(child.id().try_into().unwrap()), *signal).unwrap();
            std::thread::sleep(Duration::from_millis(100));
        }
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(130), "{mode} {signals:?}: {err}");
        assert_eq!(left(folder.path()), [""; 0], "{mode} {signals:?}: {err}");
        let report =
            fs::read_to_string(folder.path().join("found/check.jsonl")).unwrap_or_else(|e| panic!("{e}: {err}"));
        assert!(report.lines().last().unwrap().contains("\"complete\":false"), "{report}");
        assert!(err.contains("the report is not complete"), "{err}");
    }

    #[test]
    fn a_check_of_a_hanging_engine_leaves_a_report_and_no_process_on_any_signal() {
        for signals in [
            &[Signal::SIGINT][..],
            &[Signal::SIGINT, Signal::SIGINT],
            &[Signal::SIGHUP],
            &[Signal::SIGTERM, Signal::SIGTERM, Signal::SIGINT],
        ] {
            // What is begun with SIGHUP ignored (`nohup`) goes on when it comes.
            if signals != [Signal::SIGHUP] || !hangup_is_ignored() {
                stopped("hangs-at-once", signals);
            }
        }
    }

    fn hangup_is_ignored() -> bool {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap_or("0");
        u64::from_str_radix(mask.trim(), 16).unwrap() & 1 == 1
    }

    #[test]
    fn a_check_of_a_slow_engine_does_not_wait_for_its_answers() {
        stopped("slow", &[Signal::SIGINT]);
    }

    #[test]
    fn children_that_begin_a_session_of_their_own_end_with_the_engine() {
        let folder = TempDir::new().unwrap();
        let args = ["--board", "2x2", "--suite", "score", "--budget", "4", "--timeout", "60"];
        let output = check(folder.path(), "escapes", &args).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(left(folder.path()), [""; 0]);
    }
}

// defects

#[test]
fn a_panic_is_a_defect_with_what_to_report_and_is_counted() {
    let before = shinpan::defects::count();
    let usual = std::panic::take_hook();
    shinpan::defects::note_panics();
    let defect = shinpan::defects::caught(|| [1, 2, 3][std::hint::black_box(7)]).unwrap_err();
    std::panic::set_hook(usual);
    let text = defect.to_string();
    assert!(text.contains("index out of bounds: the len is 3 but the index is 7"), "{text}");
    assert!(text.contains("hostile.rs") && text.contains("please report this line"), "{text}");
    assert!(shinpan::defects::count() > before);
    assert_eq!(shinpan::defects::caught(|| 5), Ok(5));
}

// journals

#[test]
fn a_journal_with_any_verdict_altered_repeated_moved_or_missing_is_refused_with_the_number_of_the_line() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("s.journal");
    let args = ["sample", "2x2", "--n", "6", "--seed", "1", "--rules", "j1989,ms-chinese", "--out", "s", "--resume"];
    let journal = written_journal(&path);
    let lines: Vec<&str> = journal.split_inclusive('\n').collect();
    let joined = |lines: &[&str]| lines.concat();
    let mut attacks: Vec<(usize, String)> = Vec::new();
    for at in 1..lines.len() {
        let with = |line: String| joined(&[&lines[..at], &[&line], &lines[at + 1..]].concat());
        attacks.push((at + 1, with(lines[at].replacen("\"outcome\":", "\"outcome\":1", 1))));
        attacks.push((at + 1, with(lines[at].replacen("\"position\":", "\"position\":1", 1))));
        attacks.push((at + 1, with(lines[at].replacen("{", "{ ", 1))));
        attacks.push((at + 2, joined(&[&lines[..=at], &lines[at..]].concat())));
        if at + 1 < lines.len() {
            attacks.push((at + 1, joined(&[&lines[..at], &lines[at + 1..]].concat())));
            attacks.push((at + 1, joined(&[&lines[..at], &[lines[at + 1], lines[at]], &lines[at + 2..]].concat())));
        }
    }
    for (line, attack) in &attacks {
        fs::write(&path, attack).unwrap();
        let run = run(folder.path(), &args, b"");
        assert_eq!(run.status, 2, "{attack}\n{}", run.err);
        assert!(
            run.err.lines().last().unwrap().contains(&format!("s.journal: line {line}: ")),
            "{attack}\n{}",
            run.err
        );
    }
    assert!(attacks.len() > 20, "{}", attacks.len());
    fs::write(&path, journal).unwrap();
    assert_eq!(run(folder.path(), &args, b"").status, 0);
}

/// A journal of four outcomes, as the sample of the test above would leave it.
fn written_journal(path: &Path) -> String {
    use shinpan::atlas::journal::{Head, Journal};
    use shinpan::atlas::sample::{Asked, draw};
    use shinpan::board::index::Index;
    use shinpan::board::{Board, Grid};
    use shinpan::law::RuleSet;
    use shinpan::law::interpreter;
    use shinpan::solve::Budget;
    let grid = Grid::new(2, 2).unwrap();
    let board = Board::new(grid).unwrap();
    let rules = RuleSet::parse_list("j1989,ms-chinese").unwrap();
    let (positions, _) = draw(&Index::new(grid).unwrap(), None, 6, 1).unwrap();
    let asked = Asked { board: &board, rules: &rules, settled: false, budget: Budget::default(), solved: None };
    let journal = Journal::begin(path, &Head::new(&asked, &positions, 1, None), false).unwrap();
    for (position, set) in [(0, 0), (0, 1), (3, 1), (2, 0)] {
        let outcome = interpreter(&rules[set], &board, Budget::default()).judge(positions[position]).outcome;
        journal.outcome(position, set, outcome).unwrap();
    }
    fs::read_to_string(path).unwrap()
}

// amplification

#[test]
fn a_record_that_repeats_itself_is_refused_at_its_bound() {
    let repeated = |head: &str, unit: &str, tail: &str| format!("{head}{}{tail}", unit.repeat(3_000_000 / unit.len()));
    for (text, part) in [
        (repeated("(;AE", "[aa:ss]", ")"), "more than 10000 values"),
        (repeated("(;", "AE[aa:ss]", ")"), "more than 1000 properties"),
        (repeated("(", ";AE[aa:ss]", ")"), "more than 2000 values that set stones up"),
        (repeated("(;AB", "[]", ")"), "more than 10000 values"),
        (repeated("(", ";PB[x]", ")"), "more than 1000 properties of this kind"),
        (repeated("(;SHIN[B handicap", " aa", "])"), "SHIN"),
        (repeated("size 3x3\nB handicap", " A1", "\n"), "more points than the 3x3 board has"),
        (repeated("size 3x3\nB claim dead", " A1", "\n"), "more points than the 3x3 board has"),
    ] {
        let error = shinpan::record::read("f", text.as_bytes(), &[]).unwrap_err().to_string();
        assert!(error.contains(part), "{part:?} is not in {error}");
    }
}

// proofs

#[test]
fn a_proof_in_any_other_spelling_is_refused_with_the_line() {
    let folder = TempDir::new().unwrap();
    let proof = run(folder.path(), &["prove", ".XO.", "--rules", "j1989"], b"").out;
    let check = |text: &str| {
        fs::write(folder.path().join("proof"), text).unwrap();
        run(folder.path(), &["check-proof", "proof"], b"")
    };
    assert_eq!(check(&proof).status, 0);
    for (from, to, part) in [
        ("\"board\"", "\"board\": \".\",\n\"board\"", "duplicate field `board`"),
        ("\"outcome\"", "\"outcome\":7,\"outcome\"", "line 5 is not as"),
        ("{\"state\"", "{\"state\":\"x\",\"state\"", "duplicate field `state`"),
        ("\"holds\"", "\"more\": 1,\n\"holds\"", "unknown field `more`"),
        ("\"holds\":", "\"holds\" :", "is not as"),
        (".XO. ", "\\u002eXO. ", "is not as"),
        ("\"string\":[\"B1\"]", "\"string\":[\"b1\"]", "write the points as B1"),
        ("\"board\": \".XO.\"", "\"board\": \".xo.\"", "unknown character"),
        ("\n]\n}\n", "\n]\n}", "is not as"),
        ("{\n", "{\r\n", "line 1 is not as"),
    ] {
        assert!(proof.contains(from), "{from}: {proof}");
        let run = check(&proof.replacen(from, to, 1));
        assert_eq!(run.status, 2, "{to}: {}{}", run.out, run.err);
        assert!(run.err.contains(part), "{to}: {}", run.err);
    }
}
