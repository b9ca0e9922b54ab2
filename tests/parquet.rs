//! What `table` writes as Parquet is what it writes as JSON lines, as DuckDB reads it. Skipped, with a line that says so, where
//! the Python named by SHINPAN_PYTHON (or `python3`) has no `duckdb`; SHINPAN_REQUIRE_DUCKDB=1 makes that an error.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

/// Prints each row as JSON.
const READ: &str = r#"
import duckdb, json, sys
rows = duckdb.sql(f"SELECT * FROM '{sys.argv[1]}'")
for row in rows.fetchall():
    print(json.dumps(dict(zip(rows.columns, row))))
"#;

/// Prints what the file says about itself.
const ABOUT: &str = r#"
import duckdb, json, sys
rows = duckdb.sql(f"SELECT key, value FROM parquet_kv_metadata('{sys.argv[1]}')").fetchall()
print(json.dumps({bytes(key).decode(): bytes(value).decode() for key, value in rows}))
"#;

fn python() -> String {
    std::env::var("SHINPAN_PYTHON").unwrap_or("python3".to_string())
}

fn has_duckdb() -> bool {
    let found = Command::new(python()).args(["-c", "import duckdb"]).output().is_ok_and(|o| o.status.success());
    assert!(found || std::env::var_os("SHINPAN_REQUIRE_DUCKDB").is_none(), "{} has no duckdb", python());
    if !found {
        eprintln!("skipped: {} has no duckdb", python());
    }
    found
}

fn lines(command: &mut Command) -> Vec<Value> {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn shinpan(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shinpan"));
    command.current_dir(folder).args(line.split(' '));
    command
}

fn read(folder: &Path, script: &str) -> Vec<Value> {
    lines(Command::new(python()).current_dir(folder).args(["-c", script, "board.parquet"]))
}

#[test]
fn duckdb_reads_from_parquet_what_the_json_lines_say() {
    if !has_duckdb() {
        return;
    }
    let folder = TempDir::new().unwrap();
    // With a budget so small some outcomes are undecided.
    for (size, rules) in
        [("2x3", "j1989,j1997,aj2004,ms-chinese:dead=superko --budget 40"), ("1x4", "j1989:enable=none,aj2004")]
    {
        let line = format!("table {size} --rules {rules}");
        let wanted = lines(&mut shinpan(folder.path(), &line));
        lines(&mut shinpan(folder.path(), &format!("{line} --out board.parquet --force")));
        let found = read(folder.path(), READ);
        assert_eq!(found.len(), wanted.len());
        let mut undecided = 0;
        for (found, wanted) in found.iter().zip(&wanted) {
            let text = wanted["position"].as_str().unwrap();
            assert_eq!(found["position"], text);
            for (column, stone) in [("black", 'X'), ("white", 'O')] {
                assert_eq!(found[column], text.matches(stone).count(), "{text}");
            }
            for (rules, outcome) in wanted.as_object().unwrap().iter().skip(1) {
                let parts = |part: &str| found[format!("{rules} {part}")].clone();
                let kind = parts("kind");
                if let Some(margin) = outcome.as_i64() {
                    assert_eq!((kind, parts("lo"), parts("hi")), (json!("margin"), json!(margin), json!(margin)));
                    assert_eq!(found[rules], margin, "{text} {rules}");
                } else {
                    undecided += usize::from(kind == "undecided");
                    assert_eq!(found[rules], Value::Null, "{text} {rules}");
                    assert_eq!(outcome[kind.as_str().unwrap()], json!([parts("lo"), parts("hi")]), "{text} {rules}");
                }
            }
        }
        assert_eq!(undecided > 0, size == "2x3");
        let about = read(folder.path(), ABOUT);
        assert_eq!(about[0]["board"], size);
        // A class is named by its first position, and has no more members than there are images.
        let classes: Vec<u64> = found.iter().map(|row| row["class"].as_u64().unwrap()).collect();
        let mut seen = 0;
        for class in &classes {
            assert!(*class <= seen, "classes are numbered in the order of first positions");
            seen = seen.max(class + 1);
        }
        assert!(classes.len() as u64 <= 8 * seen);
    }
}

#[test]
fn rows_of_classes_have_the_first_positions_and_how_many_each_stands_for() {
    if !has_duckdb() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let all = "table 2x3 --rules j1989,j1997";
    lines(&mut shinpan(folder.path(), &format!("{all} --out board.parquet")));
    let positions = read(folder.path(), READ);
    lines(&mut shinpan(folder.path(), &format!("{all} --classes --out board.parquet --force")));
    let classes = read(folder.path(), READ);
    let listed = lines(&mut shinpan(folder.path(), &format!("{all} --classes")));
    assert_eq!(listed.len(), classes.len());
    for (n, (mut found, listed)) in classes.into_iter().zip(listed).enumerate() {
        assert_eq!(found["class"], n);
        assert_eq!((&found["position"], &found["weight"]), (&listed["position"], &listed["weight"]));
        let members: Vec<&Value> = positions.iter().filter(|row| row["class"] == n).collect();
        let weight = found.as_object_mut().unwrap().remove("weight").unwrap();
        assert_eq!(weight, members.len());
        assert_eq!(&found, members[0], "the first position of a class");
    }
}

/// Prints what the query in a file comes to.
const QUERY: &str = "import duckdb, sys; duckdb.sql(sys.argv[1]).show()";

#[test]
fn the_queries_of_the_book_print_what_it_shows() {
    if !has_duckdb() {
        return;
    }
    let folder = TempDir::new().unwrap();
    lines(&mut shinpan(folder.path(), "table 3x3 --out 3x3.parquet"));
    let page = include_str!("../docs/src/tables.md");
    let mut queries = 0;
    for block in page.split("```sql\n").skip(1) {
        let (query, rest) = block.split_once("\n```\n\n```text\n").expect("a query and what it prints");
        let shown = rest.split_once("\n```\n").unwrap().0;
        let output = Command::new(python()).current_dir(folder.path()).args(["-c", QUERY, query]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(String::from_utf8(output.stdout).unwrap().trim_end(), shown, "{query}");
        queries += 1;
    }
    assert_eq!(queries, 3);
}
