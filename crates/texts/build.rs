//! Makes constants of the clauses and readings in `specs/*/clauses.toml`, so that a misspelt or vanished one does not compile.
//!
//! Puts together what else a text has in its folder (`originals.toml`), so that a new text is a new folder.
//!
//! For `specs/NAME/clauses.toml` it writes `NAME.rs`, which `src/texts` includes: a constant for each clause (its id in upper case, with
//! underscores), an enum for each reading, and the text's choices in their order.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use toml::{Table, Value};

/// Seen from this crate.
const SPECS: &str = "../../specs";

fn main() {
    println!("cargo:rerun-if-changed=../../specs");
    println!("cargo:rerun-if-changed=build.rs");
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let mut folders: Vec<_> = fs::read_dir(SPECS).expect("specs/ is part of the source").flatten().collect();
    folders.sort_by_key(std::fs::DirEntry::file_name);
    let mut sources = Vec::new();
    for folder in folders {
        let file = folder.path().join("clauses.toml");
        if !file.is_file() {
            continue;
        }
        let source = fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let spec: Table = source.parse().unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let name = folder.file_name().into_string().expect("folders of specs/ have plain names");
        let code = constants(&spec).unwrap_or_else(|what| panic!("{}: {what}", file.display()));
        let written = Path::new(&out).join(format!("{name}.rs"));
        fs::write(&written, code).unwrap_or_else(|e| panic!("{}: {e}", written.display()));
        let place = spec.get("place").and_then(Value::as_integer);
        let place = place.unwrap_or_else(|| panic!("{}: `place` is missing", file.display()));
        sources.push((
            place,
            name,
            text(&spec, "text").unwrap_or_else(|what| panic!("{}: {what}", file.display())).to_string(),
        ));
    }
    sources.sort();
    // Named from the manifest on: a project folder that was moved still builds.
    let included = |name: &str, file: &str| {
        format!("include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {:?}))", format!("/{SPECS}/{name}/{file}"))
    };
    let clauses = sources.iter().map(|(_, name, _)| format!("    {},\n", included(name, "clauses.toml")));
    let code = format!("const SOURCES: [&str; {}] = [\n{}];\n", sources.len(), clauses.collect::<String>());
    fs::write(Path::new(&out).join("sources.rs"), code).expect("OUT_DIR can be written to");
    let originals =
        sources.iter().map(|(_, name, text)| format!("    ({text:?}, {}),\n", included(name, "originals.toml")));
    let code = format!("const SOURCES: [(&str, &str); {}] = [\n{}];\n", sources.len(), originals.collect::<String>());
    fs::write(Path::new(&out).join("originals.rs"), code).expect("OUT_DIR can be written to");
}

fn text<'a>(table: &'a Table, key: &str) -> Result<&'a str, String> {
    table.get(key).and_then(Value::as_str).ok_or_else(|| format!("`{key}` is missing"))
}

fn tables<'a>(table: &'a Table, key: &str) -> Vec<&'a Table> {
    table.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_table).collect()
}

fn is_default(value: &&Table) -> bool {
    value.get("default").and_then(Value::as_bool) == Some(true)
}

/// Whoever stands behind what fills a gap, and behind each way to read a clause, is named; of another text also which.
fn whose(table: &Table, of: &str) -> Result<(), String> {
    let whose = match table.get("whose").and_then(Value::as_str) {
        Some(whose @ ("text" | "commentary" | "practice" | "other-text" | "ours")) => whose,
        _ => return Err(format!("{of}: `whose` has to be text, commentary, practice, other-text or ours")),
    };
    match (whose == "other-text", table.get("from").and_then(Value::as_str)) {
        (true, None) => Err(format!("{of}: `whose` is other-text, and `from` has to name that text and its address")),
        (false, Some(_)) => Err(format!("{of}: `from` is for other-text only")),
        _ => Ok(()),
    }
}

/// `J1989_7_2_PASS`.
fn constant(id: &str) -> String {
    id.replace(['.', '-'], "_").to_uppercase()
}

/// `KoStones`.
fn type_name(key: &str) -> String {
    key.split('-').map(|part| part[..1].to_uppercase() + &part[1..]).collect()
}

fn constants(spec: &Table) -> Result<String, String> {
    let mut code = String::new();
    let mut put = |line: String| writeln!(code, "{line}").map_err(|e| e.to_string());
    for clause in tables(spec, "clause") {
        let (id, title) = (text(clause, "id")?, text(clause, "title")?);
        match (clause.contains_key("gap"), clause.contains_key("whose")) {
            (true, _) => whose(clause, &format!("the gap of {id}"))?,
            (false, true) => return Err(format!("{id}: `whose` without a `gap`")),
            (false, false) if clause.contains_key("from") => return Err(format!("{id}: `from` without a `gap`")),
            (false, false) => {}
        }
        put(format!("/// `{id}`: {title}."))?;
        put(format!("pub const {}: crate::law::ClauseId = crate::law::ClauseId::new({id:?});", constant(id)))?;
    }
    let mut choices = String::new();
    let required = |reading: &Table| !tables(reading, "values").iter().any(is_default);
    // A choice without a default stands first in the ids of rule sets.
    let mut readings = tables(spec, "reading");
    readings.sort_by_key(|reading| !required(reading));
    for (number, reading) in readings.into_iter().enumerate() {
        let (key, clause) = (text(reading, "key")?, text(reading, "clause")?);
        let mut values = tables(reading, "values");
        for value in &values {
            whose(value, &format!("{key}={}", text(value, "name")?))?;
        }
        let required = required(reading);
        // The default comes first.
        values.sort_by_key(|v| !is_default(v));
        let names = values.iter().map(|v| text(v, "name")).collect::<Result<Vec<_>, _>>()?;
        let name = type_name(key);
        put(format!("/// Reading `{key}` of `{clause}`."))?;
        put("#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]".to_string())?;
        put(format!("pub enum {name} {{"))?;
        for (value, id) in values.iter().zip(&names) {
            put(format!("    /// `{key}={id}`: {}", text(value, "meaning")?))?;
            put(format!("    {},", type_name(id)))?;
        }
        put("}".to_string())?;
        let variants: Vec<String> = names.iter().map(|id| format!("{name}::{}", type_name(id))).collect();
        put(format!("impl crate::law::Reading for {name} {{"))?;
        put(format!("    const CHOICE: crate::law::Choice = CHOICES[{number}];"))?;
        put(format!("    const ALL: &'static [{name}] = &[{}];", variants.join(", ")))?;
        put("}".to_string())?;
        let _ = writeln!(
            choices,
            "    crate::law::Choice {{ key: {key:?}, clause: {}, values: &{names:?}, required: {required}, number: {number} }},",
            constant(clause)
        );
    }
    put(
        "/// The choices that the text leaves open, in their order; of the values the default comes first.".to_string()
    )?;
    put(format!("pub const CHOICES: &[crate::law::Choice] = &[\n{choices}];"))?;
    Ok(code)
}
