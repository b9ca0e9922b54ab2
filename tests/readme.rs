//! What the README and the book show is what the program prints.

use assert_cmd::Command;

/// The blocks of a page that begin with a command: the command's arguments and the output shown.
fn sessions(page: &str) -> Vec<(Vec<String>, String)> {
    let mut found = Vec::new();
    for block in page.split("```text\n").skip(1).filter_map(|rest| rest.split("\n```").next()) {
        if let Some((command, output)) = block.strip_prefix("$ shinpan ").and_then(|b| b.split_once('\n')) {
            found.push((command.split_whitespace().map(str::to_string).collect(), output.to_string()));
        }
    }
    found
}

#[test]
fn every_session_of_the_readme_prints_what_it_shows() {
    let sessions = sessions(include_str!("../README.md"));
    assert!(sessions.len() >= 3);
    print_what_they_show(sessions);
}

#[test]
fn every_session_of_the_book_prints_what_it_shows() {
    let summary = include_str!("../docs/src/SUMMARY.md");
    let pages: Vec<&str> = summary.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert!(pages.len() >= 4);
    let text = |page: &&str| std::fs::read_to_string(format!("docs/src/{page}")).expect("a page of the summary");
    let sessions: Vec<_> = pages.iter().map(text).flat_map(|page| sessions(&page)).collect();
    assert!(sessions.len() >= 4);
    print_what_they_show(sessions);
}

#[test]
fn every_session_of_the_page_on_values_prints_what_it_shows() {
    let sessions = sessions(&std::fs::read_to_string("docs/values.md").expect("the page"));
    assert!(sessions.len() >= 2);
    print_what_they_show(sessions);
}

fn print_what_they_show(sessions: Vec<(Vec<String>, String)>) {
    for (arguments, shown) in sessions {
        let run = Command::cargo_bin("shinpan").expect("the program").args(&arguments).output().expect("it runs");
        assert!(run.status.success(), "{arguments:?}");
        let printed = String::from_utf8(run.stdout).expect("text");
        assert_eq!(printed.trim_end(), shown.trim_end(), "shinpan {}", arguments.join(" "));
    }
}
