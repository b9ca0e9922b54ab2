//! The conformance suite, with its Python runner.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

fn export(folder: &Path, rules: &str) -> Vec<Value> {
    let mut export = Command::cargo_bin("shinpan").unwrap();
    export
        .args([
            "conformance",
            "export",
            "--rules",
            rules,
            "--positions",
            "60",
            "--board",
            "1x3",
            "--board",
            "2x2",
            "--board",
            "2x3",
            "--games",
            "30",
            "--out",
        ])
        .arg(folder);
    let output = export.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = fs::read_to_string(folder.join("positions.jsonl")).unwrap()
        + &fs::read_to_string(folder.join("records.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn run_suite(folder: &Path, rules: &str) -> (bool, String) {
    let runner = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/conformance_runner.py");
    let shinpan = assert_cmd::cargo::cargo_bin("shinpan");
    let mut python = Command::new("python3");
    let output =
        python.args([runner, "--scores"]).arg(folder).arg(shinpan).args(["gtp", "--rules", rules]).output().unwrap();
    (output.status.success(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn the_runner_in_python_agrees_with_the_exported_suite_and_not_with_another() {
    let folder = TempDir::new().unwrap();
    for rules in ["ms-chinese", "j1989", "j1997", "aj2004"] {
        let suite = folder.path().join(rules);
        export(&suite, rules);
        let (agrees, said) = run_suite(&suite, rules);
        assert!(agrees && said.contains(" asked, 0 wrong, 0 skipped"), "{rules}: {said}");
    }
    let (agrees, said) = run_suite(&folder.path().join("ms-chinese"), "j1989");
    assert!(!agrees && said.contains("final_score"), "{said}");
}

/// Whether a value follows a schema, as far as the keywords go that the schema of the suite uses.
#[track_caller]
fn follows(root: &Value, schema: &Value, value: &Value) {
    if let Some(name) = schema["$ref"].as_str() {
        return follows(root, root.pointer(name.trim_start_matches('#')).unwrap(), value);
    }
    for (keyword, wanted) in schema.as_object().unwrap() {
        let is = |name: &str| match name {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "boolean" => value.is_boolean(),
            "integer" => value.is_i64(),
            "null" => value.is_null(),
            other => panic!("type {other}"),
        };
        match keyword.as_str() {
            "const" => assert_eq!(value, wanted),
            "enum" => assert!(wanted.as_array().unwrap().contains(value), "{value}"),
            "type" => assert!(
                wanted.as_array().map_or_else(
                    || is(wanted.as_str().unwrap()),
                    |any| { any.iter().any(|name| is(name.as_str().unwrap())) }
                ),
                "{value} is no {wanted}"
            ),
            "pattern" => {
                let pattern = regex::Regex::new(wanted.as_str().unwrap()).unwrap();
                assert!(pattern.is_match(value.as_str().unwrap()), "{value} is no {wanted}");
            }
            "items" => value.as_array().unwrap().iter().for_each(|item| follows(root, wanted, item)),
            "minItems" => assert!(value.as_array().unwrap().len() as u64 >= wanted.as_u64().unwrap()),
            "maxItems" => assert!(value.as_array().unwrap().len() as u64 <= wanted.as_u64().unwrap()),
            "required" => {
                for key in wanted.as_array().unwrap() {
                    assert!(value.get(key.as_str().unwrap()).is_some(), "{key} is missing: {value}");
                }
            }
            "properties" | "additionalProperties" => {
                for (key, item) in value.as_object().into_iter().flatten() {
                    match schema["properties"].get(key) {
                        Some(of) if keyword == "properties" => follows(root, of, item),
                        None if *wanted == false => panic!("{key} is not in the schema"),
                        None if keyword == "additionalProperties" => follows(root, wanted, item),
                        _ => {}
                    }
                }
            }
            // Only outcomes: an integer, or one of two objects, told apart by their key.
            "oneOf" if value.is_object() => {
                let key = value.as_object().unwrap().keys().next().unwrap();
                let of = wanted.as_array().unwrap().iter().find(|s| s["properties"].get(key).is_some());
                follows(root, of.unwrap_or_else(|| panic!("{value}")), value);
            }
            "oneOf" => follows(root, &wanted[0], value),
            other => panic!("keyword {other}"),
        }
    }
}

#[test]
fn the_exported_lines_follow_their_schema_and_are_the_same_twice() {
    let folder = TempDir::new().unwrap();
    let lines = export(&folder.path().join("one"), "j1997");
    assert_eq!(lines, export(&folder.path().join("two"), "j1997"));
    let schema = fs::read_to_string(folder.path().join("one/schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    for line in &lines {
        follows(&schema, &schema["$defs"][format!("{}Line", line["kind"].as_str().unwrap())], line);
    }
    let steps = lines.iter().filter_map(|l| l["steps"].as_array()).flatten();
    let refused = steps.filter(|s| s["judgement"] == "refused").count();
    assert!(refused >= 5, "{refused} refused moves");
}
