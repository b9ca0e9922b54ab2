//! What the README and the book show is what the program prints.

use assert_cmd::Command;

/// The blocks of a page that begin with a command: the command's arguments and the output shown.
fn sessions(page: &str) -> Vec<(Vec<String>, String)> {
    let mut found = Vec::new();
    for block in page.split("```text\n").skip(1).filter_map(|rest| rest.split("\n```").next()) {
        if let Some((command, output)) = block.strip_prefix("$ shinpan ").and_then(|b| b.split_once('\n')) {
            found.push((shlex::split(command).expect("quoted as for a shell"), output.to_string()));
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

/// What is claimed of a position in a sentence: `` `BOARD` is B+7 under `a`, `b` and `c`; a draw under `d` `` (or "it is"). The board,
/// and for each rule set its result.
struct Claim {
    board: String,
    results: Vec<(String, String)>,
}

/// Whether a word is a result.
fn is_result(word: &str) -> bool {
    let points = |of: &str| !of.is_empty() && of.chars().all(|ch| ch.is_ascii_digit());
    word == "draw" || word.strip_prefix("B+").or(word.strip_prefix("W+")).is_some_and(points)
}

/// The result that a piece of a sentence states: `B+7 under `.
fn stated(piece: &str) -> Option<&str> {
    let word = piece.strip_suffix(" under ")?;
    Some(word.strip_prefix("a ").unwrap_or(word)).filter(|word| is_result(word))
}

/// The claims of a page. Words between backticks alternate with the others.
fn claims(page: &str) -> Vec<Claim> {
    let text = without_blocks(page).split_whitespace().collect::<Vec<_>>().join(" ");
    let pieces: Vec<&str> = text.split('`').collect();
    let mut found = Vec::new();
    let mut at = 1;
    while at + 1 < pieces.len() {
        let (board, next) = (pieces[at], pieces[at + 1]);
        let is_board = !board.is_empty() && board.chars().all(|ch| "XO./".contains(ch));
        let begins = next.strip_prefix(" it is ").or(next.strip_prefix(" is "));
        let mut result = begins.and_then(stated).filter(|_| is_board);
        at += 2;
        let mut results = Vec::new();
        while let Some(said) = result {
            results.push((pieces[at].to_string(), said.to_string()));
            result = match pieces.get(at + 1).copied().unwrap_or_default() {
                ", " | " and " => Some(said),
                after => after.strip_prefix("; ").and_then(stated),
            };
            at += 2;
        }
        if !results.is_empty() {
            found.push(Claim { board: board.to_string(), results });
        }
    }
    found
}

/// A page without its blocks between fences.
fn without_blocks(page: &str) -> String {
    let mut fenced = false;
    let outside = page.lines().filter(|line| {
        let is_fence = line.trim_start().starts_with("```");
        fenced ^= is_fence;
        !fenced && !is_fence
    });
    outside.collect::<Vec<_>>().join("\n")
}

#[test]
fn what_sentences_claim_of_positions_is_what_the_program_says() {
    let wrong = claims(
        "White has two. On `.XX/XX./OO.` it is B+7 under `j1989` and\n`ms-chinese`; draw under `aj2004`. Not `a` is `b`.",
    );
    assert_eq!(wrong.len(), 1);
    let said: Vec<(&str, &str)> = wrong[0].results.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    assert_eq!(said, [("j1989", "B+7"), ("ms-chinese", "B+7"), ("aj2004", "draw")]);
    let mut checked = 0;
    for page in ["README.md".to_string()].into_iter().chain(book().into_iter().map(|page| format!("docs/src/{page}"))) {
        for claim in claims(&text_of(&page)) {
            let position = shinpan::diagram::parse(&claim.board).expect("a board");
            for (name, said) in claim.results {
                for rules in shinpan::RuleSet::parse(&name).expect("a rule set") {
                    let verdict = shinpan::judge(&position, &rules, shinpan::Budget::default()).expect("a verdict");
                    assert_eq!(verdict.outcome.to_string(), said, "{page}: {} under {rules}", claim.board);
                    checked += 1;
                }
            }
        }
    }
    // The README's first example names all rule sets that are compared where none is named.
    assert!(checked >= shinpan::RuleSet::defaults().len() + 6, "{checked}");
    let readme = claims(&text_of("README.md"));
    let named: Vec<String> = readme
        .iter()
        .flat_map(|c| &c.results)
        .flat_map(|(n, _)| shinpan::RuleSet::parse(n).unwrap())
        .map(|r| r.to_string())
        .collect();
    for rules in shinpan::RuleSet::defaults() {
        assert!(named.contains(&rules.to_string()), "{rules}");
    }
}

/// A sentence that names a rule set and a result states it in the form that is checked, on the pages that people read first.
#[test]
fn sentences_with_a_rule_set_and_a_result_are_claims() {
    let ids: Vec<&str> = shinpan::texts::ALL.iter().map(|text| text.id()).collect();
    for page in
        ["README.md", "docs/src/index.md", "docs/src/player.md", "docs/src/researcher.md", "docs/src/session.md"]
    {
        let text = without_blocks(&text_of(page));
        let prose: Vec<&str> = text.lines().filter(|line| !line.starts_with('|') && !line.starts_with('#')).collect();
        for sentence in prose.join(" ").split(". ") {
            let code = || sentence.split('`').skip(1).step_by(2);
            let names = code().any(|word| ids.contains(&word.split(':').next().unwrap_or_default()));
            let results = sentence.split_whitespace().map(|word| word.trim_matches(|ch: char| ",;.()".contains(ch)));
            let results = results.filter(|word| is_result(word) && *word != "draw").count();
            let claimed: usize = claims(&format!("{sentence}.")).iter().map(|claim| claim.results.len()).sum();
            assert!(!names || results == 0 || claimed > 0, "{page}: {sentence}");
        }
    }
}

/// GNU Go is not on every machine: in its place an engine that says of all sessions here what it said.
const GNU_GO: [&str; 2] =
    ["gnugo --mode gtp", "python3 tests/engines/guide.py 'name=GNU Go' version=3.8 alive=C1,E1 dead= seki="];

fn print_what_they_show(sessions: Vec<(Vec<String>, String)>) {
    for (arguments, shown) in sessions {
        let arguments: Vec<String> = arguments.into_iter().map(|word| word.replace(GNU_GO[0], GNU_GO[1])).collect();
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
