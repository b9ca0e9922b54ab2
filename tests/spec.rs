//! The clause files and the rule sets agree.

use std::collections::BTreeMap;
use std::path::Path;

use shinpan::law::{ClauseState, RuleSet, Whose, clause, specs};
use shinpan::texts::{self, ALL};

/// Files outside the texts' folder that name a text, with the reason.
const NAMING: [(&str, &str); 1] = [("crates/shinpan/src/api.rs", "examples of the documentation, which are run")];

/// Texts that have the name of a program.
const PROGRAMS: [&str; 1] = ["katago"];

/// Whether `word` stands in `code` with no letter, digit, hyphen or underscore beside it.
fn names(code: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    code.match_indices(word).any(|(at, _)| {
        let (before, after) = (&code[..at], &code[at + word.len()..]);
        // A file name (`tt.rs`) or a word at the end of a sentence is no clause.
        let dotted = !word.ends_with('.') || after.starts_with(|c: char| c.is_alphanumeric());
        !before.ends_with(part) && (word.ends_with('.') || !after.starts_with(part)) && dotted
    })
}

#[test]
fn no_text_is_named_outside_its_folder() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let texts = root.join("crates/texts/src/texts");
    let folders = std::fs::read_dir(&texts).unwrap().map(|e| e.unwrap().path()).filter(|p| p.is_dir());
    let mut words: Vec<String> = folders.map(|p| p.file_name().unwrap().to_str().unwrap().to_string()).collect();
    for text in ALL {
        words.extend([text.id().to_string(), format!("{}.", text.prefix())]);
    }
    // A text may have the name of a program, of which the rest of the code may speak: not as a rule set.
    let programs: Vec<String> = words.iter().filter(|word| PROGRAMS.contains(&word.as_str())).cloned().collect();
    words.retain(|word| !programs.contains(word));
    words.extend(programs.iter().flat_map(|word| [format!("\"{word}\""), format!("\"{word}:"), format!("{word}::")]));
    let mut found = BTreeMap::new();
    let mut open = vec![root.join("src"), root.join("crates")];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(std::fs::read_dir(path).unwrap().map(|e| e.unwrap().path()).filter(|p| *p != texts));
        } else if path.extension().is_some_and(|e| e == "rs") {
            let code = std::fs::read_to_string(&path).unwrap().to_lowercase();
            let named: Vec<&str> = words.iter().map(String::as_str).filter(|word| names(&code, word)).collect();
            if !named.is_empty() {
                found.insert(path.strip_prefix(root).unwrap().to_str().unwrap().to_string(), named);
            }
        }
    }
    assert_eq!(found.keys().map(String::as_str).collect::<Vec<_>>(), NAMING.map(|(file, _)| file), "{found:?}");
}

/// Imports of `crates/texts` run from `law` to `proof` to `texts`.
#[test]
fn law_names_no_proof_and_neither_names_a_text() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/texts/src");
    let mut read = 0;
    for (module, above) in [("law", &["crate::proof", "crate::texts"][..]), ("proof", &["crate::texts"])] {
        let mut open = vec![root.join(module)];
        while let Some(path) = open.pop() {
            if path.is_dir() {
                open.extend(std::fs::read_dir(path).unwrap().map(|e| e.unwrap().path()));
                continue;
            }
            let code = std::fs::read_to_string(&path).unwrap();
            assert!(!above.iter().any(|name| code.contains(name)), "{}", path.display());
            read += 1;
        }
    }
    assert!(read > 30, "{read} files");
}

#[test]
fn every_clause_id_is_unique_and_begins_with_its_text() {
    let mut ids = std::collections::BTreeSet::new();
    for spec in specs() {
        for clause in &spec.clauses {
            assert!(clause.id.starts_with(&format!("{}.", spec.text)), "{}", clause.id);
            assert!(ids.insert(&clause.id), "{} is there twice", clause.id);
        }
    }
    assert!(ids.len() > 80);
}

#[test]
fn every_reading_of_the_specs_can_be_selected_and_the_other_way_round() {
    for text in texts::ALL {
        let spec = specs().iter().find(|s| s.text == text.prefix()).expect("each text has a spec");
        for (key, values) in text.readings() {
            let reading = spec.readings.iter().find(|r| r.key == key).expect("a reading in the spec");
            assert!(clause(&reading.clause).is_some_and(|c| c.readings.iter().any(|r| r == key)), "{key}");
            let named: Vec<&str> = reading.values.iter().map(|v| v.name.as_str()).collect();
            assert_eq!(named, values, "{text:?}:{key}");
            let default = reading.values.iter().find(|v| v.default).map(|v| v.name.as_str());
            let required = text.choices().iter().any(|c| c.key == key && c.required);
            assert_eq!(default, if required { None } else { Some(values[0]) });
            assert!(!required || (text.id(), key) == ("j1997", "first"));
            for value in values {
                let sets = RuleSet::parse(&format!("{}:{key}={value}", text.id())).expect("a known reading");
                assert!(sets.iter().all(|s| s.value(key).unwrap_or_default() == *value));
            }
        }
    }
}

#[test]
fn a_gap_says_whose_reading_fills_it_and_nothing_else_does() {
    for clause in specs().iter().flat_map(|s| &s.clauses) {
        assert_eq!(clause.gap.is_some(), clause.whose.is_some(), "{}", clause.id);
        assert_eq!(clause.whose == Some(Whose::OtherText), clause.from.is_some(), "{}", clause.id);
    }
    let values = || specs().iter().flat_map(|s| &s.readings).flat_map(|r| &r.values);
    for value in values() {
        assert_eq!(value.whose == Whose::OtherText, value.from.is_some(), "{}", value.name);
    }
    // Another text is named with its address.
    let named = specs().iter().flat_map(|s| &s.clauses).filter_map(|c| c.from.as_ref());
    assert!(named.chain(values().filter_map(|v| v.from.as_ref())).all(|from| from.contains(", http")));
    let whose = |key: &str, value: &str| {
        let mut readings = specs().iter().flat_map(|s| &s.readings).filter(|r| r.key == key);
        let values = readings.find_map(|r| r.values.iter().find(|v| v.name == value));
        values.unwrap_or_else(|| panic!("{key}={value}")).whose
    };
    assert_eq!(whose("seki", "group"), Whose::Commentary);
    assert_eq!(whose("dead", "owner-first"), Whose::Ours);
    assert_eq!(whose("endless", "gain-wins"), Whose::Ours);
    assert_eq!(whose("enable", "local-2"), Whose::OtherText);
    assert_eq!(whose("enable", "local-1"), Whose::Ours);
    // Basic ko in the continuation is ours, and said to be wherever the clause is shown.
    assert_eq!(clause("ms.ko").and_then(|c| c.whose), Some(Whose::Ours));
}

#[test]
fn every_spec_reading_belongs_to_a_text() {
    for spec in specs() {
        for reading in &spec.readings {
            let known = texts::ALL.iter().any(|t| t.prefix() == spec.text && t.readings().any(|r| r.0 == reading.key));
            assert!(known, "{}:{}", spec.text, reading.key);
        }
    }
}

#[test]
fn only_modelled_clauses_can_be_lifted_and_the_others_say_why_not() {
    for clause in specs().iter().flat_map(|s| &s.clauses) {
        match clause.state {
            ClauseState::Modelled => assert_ne!(clause.decisive, clause.why_not.is_some(), "{}", clause.id),
            _ => assert!(!clause.decisive, "{}", clause.id),
        }
    }
}

#[test]
fn canonical_ids_are_read_back_as_the_same_rule_set() {
    for text in texts::ALL {
        for rules in RuleSet::all_readings(text) {
            assert_eq!(RuleSet::parse(&rules.to_string()), Ok(vec![rules]));
        }
    }
}

#[test]
fn a_bare_j1997_means_both_first_passers_and_a_list_keeps_readings_together() {
    let names = |list: &str| -> Vec<String> {
        RuleSet::parse_list(list).expect("a known list").iter().map(RuleSet::to_string).collect()
    };
    assert_eq!(names("j1997"), ["j1997:first=black", "j1997:first=white"]);
    assert_eq!(names("j1989:enable=none,seki=string,aj2004"), ["j1989:enable=none,seki=string", "aj2004"]);
    assert_eq!(names("ms-japanese, ms-japanese"), ["ms-japanese"]);
}

#[test]
fn wrong_names_are_answered_with_what_exists_and_the_nearest() {
    let error = |list: &str| RuleSet::parse_list(list).expect_err("a wrong list").to_string();
    assert!(error("j1998").contains("did you mean `j1989`?") || error("j1998").contains("did you mean `j1997`?"));
    assert!(error("j1989:enabel=none").contains("did you mean `enable`?"));
    assert!(error("j1989:enable=locl-1").contains("did you mean `local-1`?"));
    assert!(error("j1989:none").contains("is not KEY=VALUE"));
    assert!(error("j1989:seki=string,seki=string").contains("twice"));
    assert!(error(" , ").contains("there are: j1989"));
}
