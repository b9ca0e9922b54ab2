//! The words of the page in other languages: whatever it says has its translation, and nothing else does.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use shinpan::law::specs;

/// Text with every run of blanks as one space, as the page looks it up.
fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What stands between `from` and `to`, again and again.
fn between<'a>(text: &'a str, from: &str, to: &str) -> Vec<&'a str> {
    text.split(from).skip(1).map(|rest| rest.split(to).next().unwrap()).collect()
}

/// What the page itself says: blocks that are translated whole, attributes, and text between tags.
fn of_the_page() -> BTreeSet<String> {
    let page = fs::read_to_string("web/page.html").unwrap();
    let body = page.split("<body>").nth(1).unwrap();
    let (mut rest, mut found) = (String::new(), BTreeSet::new());
    for (n, part) in body.split(" data-html>").enumerate() {
        // The tag that opens the block is the last of the part before it.
        let after = if n == 0 {
            part
        } else {
            let tag = rest.rsplit('<').next().unwrap().to_string();
            let (block, after) = part.split_once(&format!("</{tag}>\n")).unwrap();
            found.insert(spaced(block));
            rest.truncate(rest.len() - tag.len() - 1);
            after
        };
        rest.push_str(after);
    }
    for name in [" title=\"", " aria-label=\""] {
        found.extend(between(&rest, name, "\"").into_iter().map(String::from));
    }
    let says = |text: &str| text.chars().any(char::is_alphabetic);
    found.extend(between(&rest, ">", "<").into_iter().map(spaced).filter(|text| says(text)));
    // The name of the program is the same in every language.
    found.remove("shinpan");
    found
}

/// What the scripts say: the first arguments of `t`, the examples, and the names of rule sets.
fn of_the_scripts() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for file in fs::read_dir("web/src").unwrap() {
        let path = file.unwrap().path();
        let script = fs::read_to_string(&path).unwrap();
        // No other word ends in a t before a bracket with a text in it that the page says.
        let called = script.match_indices("t(\"").filter(|(at, _)| !script[..*at].ends_with(char::is_alphanumeric));
        found.extend(called.map(|(at, _)| script[at + 3..].split('"').next().unwrap().to_string()));
        let is = |name: &str| path.file_name().unwrap() == name;
        let lines = script.lines().filter_map(|line| line.strip_prefix("  "));
        for line in lines {
            if let Some(example) = line.strip_prefix("[\"").filter(|_| is("main.ts")) {
                found.insert(example.split('"').next().unwrap().to_string());
            }
            if let Some((_, name)) = line.split_once(": \"").filter(|_| is("names.ts") && line.ends_with("\",")) {
                found.insert(name.trim_end_matches("\",").to_string());
            }
        }
    }
    found
}

/// The titles of clauses, and of the texts that are called by theirs.
fn of_the_texts() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let names = fs::read_to_string("web/src/names.ts").unwrap();
    let named = |id: &str| names.contains(&format!("  {id}: \"")) || names.contains(&format!("  \"{id}\": \""));
    for spec in specs() {
        found.extend(spec.clauses.iter().map(|clause| clause.title.clone()));
        let mut texts = shinpan::texts::ALL.into_iter().filter(|text| text.prefix() == spec.text);
        if !texts.any(|text| named(text.id())) {
            found.insert(spec.title.clone());
        }
    }
    found
}

fn said() -> BTreeSet<String> {
    [of_the_page(), of_the_scripts(), of_the_texts()].into_iter().flatten().collect()
}

/// What is put into the text: the words in its braces.
fn braces(text: &str) -> BTreeSet<&str> {
    between(text, "{", "}").into_iter().collect()
}

#[test]
fn every_language_has_all_that_the_page_says_and_nothing_else() {
    let said = said();
    assert!(said.len() > 400, "{}", said.len());
    for language in ["ja", "zh"] {
        let path = Path::new("web/words").join(format!("{language}.json"));
        let words: BTreeMap<String, String> = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        let keys: BTreeSet<String> = words.keys().cloned().collect();
        assert_eq!(said.difference(&keys).collect::<Vec<_>>(), Vec::<&String>::new(), "{language} lacks");
        assert_eq!(
            keys.difference(&said).collect::<Vec<_>>(),
            Vec::<&String>::new(),
            "{language} has, and nobody says"
        );
        for (text, translation) in &words {
            assert_eq!(braces(text), braces(translation), "{language}: {text}");
            assert!(!translation.trim().is_empty(), "{language}: {text}");
        }
    }
}
