//! The report of a check as services for continuous integration read it.

use super::*;

/// Prints the cases of a JUnit file: suite, name and what became of each.
const CASES: &str = r#"
import json, sys, xml.etree.ElementTree as tree
for suite in tree.parse(sys.stdin).getroot():
    for case in suite:
        kind = case[0] if len(case) else None
        print(json.dumps([suite.get("name"), case.get("name"), "ok" if kind is None else kind.tag,
                          "" if kind is None else kind.get("message"), "" if kind is None else kind.text or ""]))
"#;

/// A check in which an engine may be held against a text by which it does not play.
const ARGS: [&str; 10] =
    ["--board", "5x5", "--smallest", "5x5", "--suite", "ko,capture", "--budget", "4", "--engine-rules", "j1989"];

fn written(rules: &str, args: &[&str]) -> (i32, String) {
    let output =
        command(&format!("{} gtp --rules j1989", shinpan()), rules, &[&ARGS[..], args].concat()).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

fn cases(xml: &str) -> Vec<[String; 5]> {
    let output = Command::new("python3").args(["-c", CASES]).write_stdin(xml).output().unwrap();
    assert!(output.status.success(), "{}\n{xml}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

const CAUSE: &str = "plays by basic ko, where the text has situational superko [ms.ko]";

#[test]
fn junit_has_a_case_for_each_job_and_a_failure_for_each_finding() {
    let (status, xml) = written("ms-chinese", &["--format", "junit"]);
    let cases = cases(&xml);
    assert_eq!(status, 1);
    let failed: Vec<_> = cases.iter().filter(|case| case[2] == "failure").collect();
    assert_eq!(failed.len(), 1, "{cases:?}");
    assert_eq!(failed[0][..2], ["ko".to_string(), CAUSE.to_string()]);
    assert!(
        failed[0][4].contains("expected: 0 [ms.ko]") && failed[0][4].contains("asked: is_legal "),
        "{:?}",
        failed[0]
    );
    assert!(cases.iter().any(|case| case[0] == "capture" && case[2] == "ok"), "{cases:?}");
    // Nothing wrong, nothing failed.
    let (status, xml) = written("j1989", &["--format", "junit"]);
    assert_eq!(status, 0);
    assert!(self::cases(&xml).iter().all(|case| case[2] == "ok"), "{xml}");
}

#[test]
fn what_is_known_is_no_failure_and_what_was_not_checked_is_an_error() {
    let folder = TempDir::new().unwrap();
    let known = folder.path().join("known.jsonl");
    let baseline = ["--baseline", known.to_str().unwrap()];
    assert_eq!(written("ms-chinese", &[&baseline[..], &["--update-baseline"]].concat()).0, 1);
    let (status, xml) = written("ms-chinese", &[&baseline[..], &["--format", "junit"]].concat());
    let found: Vec<_> = cases(&xml).into_iter().filter(|case| case[1] == CAUSE).collect();
    assert_eq!((status, found[0][2].as_str(), found[0][3].as_str()), (0, "skipped", "known from the baseline"));
    let (_, text) = written("ms-chinese", &[&baseline[..], &["--format", "github"]].concat());
    assert!(text.starts_with("::notice title=shinpan "), "{text}");
    let (_, text) = written("ms-chinese", &[&baseline[..], &["--format", "sarif"]].concat());
    let sarif: Value = serde_json::from_str(&text).unwrap();
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!((&result["level"], &result["baselineState"]), (&"note".into(), &"unchanged".into()));
    // A board that the engine does not have.
    let args = ["--board", "3x3", "--suite", "legality", "--budget", "1", "--format", "junit"];
    let output = command(&super::tolerant::tolerant("policy"), COUNTED, &args).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let cases = cases(&String::from_utf8(output.stdout).unwrap());
    assert!(cases.iter().any(|case| case[0] == "not checked" && case[2] == "error"), "{cases:?}");
}

#[test]
fn sarif_and_github_show_findings_at_a_file_if_one_is_named() {
    let (status, text) = written("ms-chinese", &["--format", "sarif", "--at", "src/ko.c"]);
    let sarif: Value = serde_json::from_str(&text).unwrap();
    let run = &sarif["runs"][0];
    assert_eq!((status, &sarif["version"], &run["tool"]["driver"]["name"]), (1, &"2.1.0".into(), &"shinpan".into()));
    let [result] = run["results"].as_array().unwrap().as_slice() else { panic!("{run}") };
    assert_eq!((&result["ruleId"], &result["level"]), (&"ko".into(), &"error".into()));
    assert!(result["message"]["text"].as_str().unwrap().starts_with(CAUSE));
    assert_eq!(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "src/ko.c");
    let known: Vec<&Value> =
        run["tool"]["driver"]["rules"].as_array().unwrap().iter().map(|rule| &rule["id"]).collect();
    assert_eq!(known, [&result["ruleId"]]);
    assert_eq!(run["invocations"][0]["executionSuccessful"], true);
    let (_, text) = written("ms-chinese", &["--format", "github", "--at", "src/ko,1.c"]);
    let first = text.lines().next().unwrap();
    // One line, in which what has a meaning there is written otherwise.
    assert!(
        first.starts_with("::error title=shinpan ")
            && first.contains(" against ms-chinese%3A ko,file=src/ko%2C1.c,line=1::"),
        "{first}"
    );
    assert!(first.contains(&format!("::{CAUSE}%0A5x5 board, moves: ")), "{first}");
    assert_eq!(text.lines().count(), 1, "{text}");
}

#[test]
fn a_folder_gets_its_files_beside_what_is_printed() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("found");
    let (status, xml) = written("ms-chinese", &["--format", "junit", "--out", out.to_str().unwrap()]);
    assert!(status == 1 && out.join("check.jsonl").is_file(), "{xml}");
    assert!(cases(&xml).iter().any(|case| case[2] == "failure"));
    let other = ["check", "--games", "x.sgf", "--format", "sarif"];
    let output = Command::cargo_bin("shinpan").unwrap().args(other).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("are for --engine"));
}

/// What the action runs: annotations, files, a summary for the page, and the exit status.
#[cfg(unix)]
#[test]
fn the_action_runs_a_check_and_leaves_what_a_workflow_shows() {
    let folder = TempDir::new().unwrap();
    let program = std::path::PathBuf::from(shinpan());
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let run = |rules: &str, baseline: &str, out: &str| {
        let mut action = Command::new("bash");
        action
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tools/action.sh"))
            .current_dir(folder.path())
            .env("PATH", &path);
        for (name, value) in [
            ("ENGINE", format!("{} gtp --rules j1989", shinpan())),
            ("RULES", rules.to_string()),
            ("BASELINE", baseline.to_string()),
            ("BUDGET", "4".to_string()),
            ("AT", "src/ko.c".to_string()),
            ("ARGUMENTS", "--board 5x5 --suite 'ko,capture' --timeout 60 --engine-rules j1989".to_string()),
            ("OUT", out.to_string()),
            ("GITHUB_STEP_SUMMARY", "summary".to_string()),
            ("GITHUB_OUTPUT", "output".to_string()),
        ] {
            action.env(name, value);
        }
        let output = action.output().unwrap();
        (
            output.status.code().unwrap(),
            String::from_utf8(output.stdout).unwrap(),
            String::from_utf8(output.stderr).unwrap(),
        )
    };
    let (status, out, err) = run("ms-chinese", "", "first");
    assert!(
        status == 1 && out.starts_with("::error title=shinpan ") && out.contains("file=src/ko.c,line=1"),
        "{status} {out} {err}"
    );
    let (status, out, err) = run("ms-chinese", "first/check.jsonl", "second");
    assert!(status == 0 && out.starts_with("::notice "), "{status} {out} {err}");
    assert_eq!(fs::read_to_string(folder.path().join("output")).unwrap(), "status=1\nstatus=0\n");
    let page = fs::read_to_string(folder.path().join("summary")).unwrap();
    assert_eq!(page.matches("# shinpan ").count(), 2, "{page}");
    // Every input of the action reaches it.
    let action = include_str!("../../action.yml");
    for name in ["engine", "rules", "baseline", "budget", "at", "arguments", "out"] {
        let line = format!("        {}: ${{{{ inputs.{name} }}}}\n", name.to_uppercase());
        assert!(action.contains(&line) && action.contains(&format!("\n  {name}:\n")), "{name}");
    }
}
