//! What people type first works, or the message says what would.

use std::collections::BTreeSet;

use shinpan::texts::{originals, rules_in_use};

use super::{good, json, refused, run, run_in};
use tempfile::TempDir;

#[test]
fn rule_sets_with_a_blank_between_are_a_list() {
    let list = good(run(&["judge", ".OO", "--rules", "j1989,aj2004"]));
    assert_eq!(good(run(&["judge", ".OO", "--rules", "j1989", "aj2004"])), list);
    assert_eq!(good(run(&["judge", "--rules", "j1989", "aj2004", ".OO"])), list);
    refused(
        run(&["judge", ".OO", "--rules", "j1989", "aj2005"]),
        &["unexpected argument 'aj2005'", "did you mean `aj2004`?"],
    );
    refused(run(&["judge", ".OO", "aj2004"]), &["unexpected argument 'aj2004'"]);
}

#[test]
fn a_file_that_is_called_like_a_rule_set_is_no_part_of_a_list() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("aj2004"), ".OO\n").unwrap();
    let told = good(run_in(folder.path(), &["judge", "--rules", "j1989", "aj2004"]));
    assert!(told.starts_with("1x3 .OO\n\nj1989\n"), "{told}");
}

#[test]
fn a_clause_is_found_by_a_part_of_its_name() {
    let one = good(run(&["rules", "j1989.7.1"]));
    assert_eq!(good(run(&["rules", "7.1"])), one);
    assert!(one.contains("Original: 日本囲碁規約(全文), http://"), "{one}");
    let article = good(run(&["rules", "j1989.7"]));
    assert!(
        article.contains("j1989.7.1  ") && article.contains("j1989.7.2  ") && !article.contains("j1989.8"),
        "{article}"
    );
    // Several texts have an Article 6.
    let sixes = good(run(&["rules", "6"]));
    for id in ["j1989.6", "tt.6", "aga.6"] {
        assert!(sixes.lines().any(|line| line.starts_with(id)), "{id}: {sixes}");
    }
    assert!(json(&good(run(&["rules", "j1989.7", "--format", "json"]))).as_array().unwrap().len() >= 2);
    refused(run(&["rules", "7.9"]), &["unknown clause `7.9`", "did you mean `"]);
    refused(run(&["rules", "j1989.71"]), &["unknown clause `j1989.71`", "did you mean `j1989.7"]);
}

#[test]
fn what_the_players_agree_on_can_be_drawn() {
    let folder = TempDir::new().unwrap();
    let args = ["judge", ".../.X./O..", "--dead", "A1", "--rules", "j1989,aj2004,ms-chinese"];
    let text = good(run(&args));
    assert_eq!(good(run_in(folder.path(), &[&args[..], &["--svg", "agreed.svg"]].concat())), text);
    let drawn = std::fs::read_to_string(folder.path().join("agreed.svg")).unwrap();
    assert_eq!(good(run(&[&args[..], &["--format", "svg"]].concat())), drawn);
    // A board for each text that counts, with its result; a stone that is dead; none for aj2004, which counts nothing by an agreement.
    assert!(
        drawn.contains("j1989: B+9") && drawn.contains("ms-chinese: B+9") && drawn.contains("dead stone"),
        "{drawn}"
    );
    assert!(!drawn.contains("aj2004"), "{drawn}");
    let none = good(run(&["judge", ".../.X./O..", "--dead", "A1", "--rules", "aj2004", "--format", "svg"]));
    assert!(none.contains("no text asked counts"), "{none}");
    refused(run_in(folder.path(), &[&args[..], &["--svg", "agreed.svg"]].concat()), &["agreed.svg exists", "--force"]);
}

#[test]
fn the_help_lists_the_commands_by_what_they_are_for_and_shows_what_to_try() {
    let help = good(run(&["--help"]));
    for title in ["A position or a game:", "Rule sets compared:", "The texts:", "Engines:", "Examples:"] {
        assert!(help.lines().any(|line| line == title), "{title}: {help}");
    }
    assert!(help.contains("  shinpan judge .XX/XX./OO. "), "{help}");
    assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
}

#[test]
fn every_difference_from_rules_in_use_is_shown_by_an_example_that_differs() {
    let mut examples = 0;
    let names: BTreeSet<&str> = rules_in_use().iter().map(|near| near.name.as_str()).collect();
    assert!(names.is_superset(&["ogs", "kgs", "egf", "chinese", "korean", "nz", "ing"].into()), "{names:?}");
    for name in names {
        let text = good(run(&["rules", "--nearest", name]));
        assert!(text.lines().all(|l| l == l.trim_end()), "{text}");
        let told = json(&good(run(&["rules", "--nearest", name, "--format", "json"])));
        for near in told.as_array().unwrap() {
            for key in ["moves", "count"] {
                let set = near[key].as_str().unwrap();
                assert!(shinpan::RuleSet::parse(set).is_ok(), "{name}: {set}");
            }
            let [title, moves, count] = ["title", "moves", "count"].map(|key| near[key].as_str().unwrap());
            let row = format!("| `{name}` | {title} | `{moves}` | `{count}` |");
            assert!(include_str!("../../docs/src/nearest.md").contains(&row), "{row}");
            for difference in near["differs"].as_array().unwrap() {
                let what = &difference["what"];
                let shown = difference["shown"].as_array().unwrap();
                assert!(!shown.is_empty() || difference["doubt"].is_string(), "{name}: {what}");
                if let [ours, theirs] = shown.as_slice() {
                    // An answer without the clause it rests on.
                    let says =
                        |of: &serde_json::Value| of["says"].as_str().unwrap().split(" [").next().unwrap().to_string();
                    assert_ne!(says(ours), says(theirs), "{name}: {what}");
                    examples += 1;
                }
            }
        }
    }
    assert!(examples >= 15, "{examples}");
    refused(run(&["rules", "--nearest", "ogx"]), &["ogx", "there are: ogs, kgs, egf"]);
    refused(run(&["rules", "j1989", "--nearest", "ogs"]), &["--nearest"]);
}

#[test]
fn every_text_has_an_original_which_the_book_lists() {
    let page = include_str!("../../docs/src/texts.md");
    for spec in shinpan::law::specs() {
        let found: Vec<_> = originals(&spec.text).collect();
        assert!(!found.is_empty(), "{}", spec.text);
        for original in found {
            let row = format!("| {} | {} | <{}> |", original.title, original.what, original.address);
            assert!(page.contains(&row), "{row}");
        }
    }
}
