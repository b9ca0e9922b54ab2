//! What the README shows is what the program prints.

use assert_cmd::Command;

/// The blocks of the README that begin with a command: the command's arguments and the output shown.
fn sessions() -> Vec<(Vec<String>, String)> {
    let readme = include_str!("../README.md");
    let mut found = Vec::new();
    for block in readme.split("```text\n").skip(1).filter_map(|rest| rest.split("\n```").next()) {
        if let Some((command, output)) = block.strip_prefix("$ shinpan ").and_then(|b| b.split_once('\n')) {
            found.push((command.split_whitespace().map(str::to_string).collect(), output.to_string()));
        }
    }
    found
}

#[test]
fn every_session_of_the_readme_prints_what_it_shows() {
    let sessions = sessions();
    assert!(sessions.len() >= 3);
    for (arguments, shown) in sessions {
        let run = Command::cargo_bin("shinpan").expect("the program").args(&arguments).output().expect("it runs");
        assert!(run.status.success(), "{arguments:?}");
        let printed = String::from_utf8(run.stdout).expect("text");
        assert_eq!(printed.trim_end(), shown.trim_end(), "shinpan {}", arguments.join(" "));
    }
}
