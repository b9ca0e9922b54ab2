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
    assert!(sessions.len() >= 2);
    print_what_they_show(sessions);
}

#[test]
fn every_session_of_the_book_prints_what_it_shows() {
    let pages = book();
    let sessions: Vec<_> = pages.iter().flat_map(|page| sessions(&text_of(&format!("docs/src/{page}")))).collect();
    assert!(sessions.len() >= 12, "{}", sessions.len());
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

/// The pages whose links are checked, from the root of the repository: those that people read first, and all of the book.
fn pages() -> Vec<String> {
    let mut pages: Vec<String> =
        ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "specs/README.md", "cases/README.md"]
            .map(str::to_string)
            .to_vec();
    pages.extend(book().into_iter().map(|page| format!("docs/src/{page}")));
    pages.push("docs/src/SUMMARY.md".to_string());
    pages
}

/// The pages of the book, as they are in its folder.
fn book() -> Vec<String> {
    let folder = std::fs::read_dir("docs/src").expect("the book");
    let names = folder.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let mut pages: Vec<String> = names.filter(|name| name.ends_with(".md") && name != "SUMMARY.md").collect();
    pages.sort();
    pages
}

fn text_of(page: &str) -> String {
    std::fs::read_to_string(page).unwrap_or_else(|error| panic!("{page}: {error}"))
}

/// What is no code: blocks between fences, and what stands between backticks, left out.
fn prose(page: &str) -> String {
    let mut fenced = false;
    let mut out = String::new();
    for line in text_of(page).lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            out.push_str(&line.split('`').step_by(2).collect::<Vec<_>>().join("_"));
            out.push('\n');
        }
    }
    out
}

/// What an address calls a heading: lower case, letters, digits, hyphens and underscores, blanks as hyphens.
fn anchors(page: &str) -> Vec<String> {
    let mut fenced = false;
    let mut found = Vec::new();
    for line in text_of(page).lines() {
        fenced ^= line.trim_start().starts_with("```");
        if fenced || !line.starts_with('#') {
            continue;
        }
        let title = line.trim_start_matches('#').trim().to_lowercase();
        let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        found.push(kept.map(|c| if c == ' ' { '-' } else { c }).collect());
    }
    found
}

#[test]
fn every_link_leads_to_a_file_and_to_a_heading_in_it() {
    let mut links = 0;
    for page in pages() {
        let folder = std::path::Path::new(&page).parent().expect("a folder").to_path_buf();
        for target in prose(&page).split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if target.contains("://") {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let path = if file.is_empty() { page.clone() } else { folder.join(file).display().to_string() };
            assert!(std::path::Path::new(&path).exists(), "{page}: {target}");
            if !heading.is_empty() {
                assert!(anchors(&path).iter().any(|anchor| anchor == heading), "{page}: no heading {target}");
            }
            links += 1;
        }
    }
    assert!(links > 60, "{links}");
}

#[test]
fn the_contents_of_the_book_name_every_page_once() {
    let summary = text_of("docs/src/SUMMARY.md");
    let mut named: Vec<String> =
        summary.split("](").skip(1).filter_map(|rest| rest.split(')').next()).map(str::to_string).collect();
    named.sort();
    assert_eq!(named, book());
}

#[test]
fn the_readme_is_short_and_its_picture_is_what_the_command_beside_it_draws() {
    let readme = include_str!("../README.md");
    assert!(readme.lines().count() <= 200, "{}", readme.lines().count());
    let command =
        readme.split("`shinpan ").find_map(|rest| rest.split('`').next().filter(|c| c.contains("--svg docs/")));
    let command = command.expect("the command of the picture").replace('\n', " ");
    let (arguments, file) = command.split_once(" --svg ").expect("a picture");
    let run = Command::cargo_bin("shinpan")
        .expect("the program")
        .args(arguments.split(' '))
        .args(["--format", "svg"])
        .output();
    let drawn = String::from_utf8(run.expect("it runs").stdout).expect("text");
    assert!(readme.contains(&format!("]({file})")), "{file} is shown");
    assert_eq!(drawn, text_of(file), "shinpan {command} --force");
}
