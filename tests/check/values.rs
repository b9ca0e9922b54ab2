//! `shinpan check --values`: tables of values that others have made.

use super::*;

/// Positional superko without suicide, by area.
const RULES: &str = "katago:ko=positional,scoring=area,suicide=no";

fn shinpan_in(folder: &Path, args: &[&str]) -> Output {
    Command::cargo_bin("shinpan").unwrap().current_dir(folder).args(args).output().unwrap()
}

fn check_values(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let output = shinpan_in(folder, &[&["check", "--rules", RULES, "--values"], args].concat());
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (output.status.code().unwrap(), out, err)
}

/// The values of 2x3, as `value --all` writes them.
fn values_of_2x3(folder: &Path) -> Vec<Value> {
    let line = ["value", "2x3", "--all", "--rules", RULES, "--out", "all.jsonl"];
    assert!(shinpan_in(folder, &line).status.success());
    let text = fs::read_to_string(folder.join("all.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The entries as CSV, with other values for some.
fn csv(rows: &[Value], wrong: &[(&str, &str, i64)]) -> String {
    let mut text = "position,to-move,value\n".to_string();
    for row in rows {
        let [position, mover] = ["position", "to-move"].map(|key| row[key].as_str().unwrap());
        let value = row.as_object().unwrap().values().next_back().unwrap().as_i64().unwrap();
        let other = wrong.iter().find(|(p, m, _)| (*p, *m) == (position, mover)).map(|(.., value)| *value);
        text.push_str(&format!("{position},{mover},{}\n", other.unwrap_or(value)));
    }
    text
}

#[test]
fn a_table_that_is_right_is_said_to_be() {
    let folder = TempDir::new().unwrap();
    let rows = values_of_2x3(folder.path());
    fs::write(folder.path().join("t.csv"), csv(&rows, &[])).unwrap();
    let (status, out, err) = check_values(folder.path(), &["t.csv"]);
    assert_eq!(status, 0, "{err}");
    assert!(
        out.contains("978 of the 978 positions of 2x3 with a player to move") && out.contains("978 right, 0 wrong"),
        "{out}"
    );
    // Its own lines, whose column has the name of the rule set.
    let (status, out, err) = check_values(folder.path(), &["all.jsonl"]);
    assert_eq!(status, 0, "{err}");
    assert!(out.contains("978 right, 0 wrong"), "{out}");
}

#[test]
fn the_smallest_wrong_entry_is_found_and_a_line_of_play_comes_to_what_is_right() {
    let folder = TempDir::new().unwrap();
    let rows = values_of_2x3(folder.path());
    // Of a table with three faults: the one with the fewest stones, an image of it, and another.
    let wrong = [("XX./.O.", "W", 6), (".X./...", "W", -1), (".../.O.", "B", 1), ("X.X/O.O", "B", -6)];
    fs::write(folder.path().join("t.csv"), csv(&rows, &wrong)).unwrap();
    let (status, out, err) = check_values(folder.path(), &["t.csv", "--out", "found"]);
    assert_eq!((status, out.as_str()), (1, ""), "{err}");
    let text = fs::read_to_string(folder.path().join("found/values.jsonl")).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let value = |position: &str, mover: &str| {
        let row = rows.iter().find(|row| row["position"] == position && row["to-move"] == mover).unwrap();
        row.as_object().unwrap().values().next_back().unwrap().clone()
    };
    assert_eq!((&lines[0]["wrong"], &lines[0]["right"], &lines[0]["classes"]), (&4.into(), &974.into(), &3.into()));
    let found: Vec<&Value> = lines.iter().filter(|line| line["kind"] == "wrong").collect();
    let places: Vec<&str> = found.iter().map(|line| line["position"].as_str().unwrap()).collect();
    assert_eq!(places, [".../.O.", ".X./...", "XX./.O.", "X.X/O.O"]);
    for line in &found {
        let [position, mover] = ["position", "to-move"].map(|key| line[key].as_str().unwrap());
        assert_eq!(line["rules"], value(position, mover));
        assert_ne!(line["table"], line["rules"]);
    }
    // The line is played here move by move, and its end is counted.
    let why = lines.iter().find(|line| line["kind"] == "why").unwrap();
    assert_eq!((&why["position"], &why["to-move"]), (&".../.O.".into(), &"B".into()));
    let right = value(".../.O.", "B").as_i64().unwrap();
    let best = why["moves"].as_array().unwrap().iter().find(|m| m["best"] == true).unwrap();
    assert_eq!(best["value"], right);
    let line: Vec<&str> = why["line"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
    let mut commands = vec!["rectangular_boardsize 3 2", "set_position w B1"];
    let plays: Vec<String> = line[0].split(", ").map(|made| format!("play {made}")).collect();
    commands.extend(plays.iter().map(String::as_str));
    commands.push("final_score");
    let mut gtp = Command::cargo_bin("shinpan").unwrap();
    let output = gtp.args(["gtp", "--rules", RULES]).write_stdin(commands.join("\n")).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(!said.contains('?'), "{said}");
    let score = match right {
        0 => "= 0".to_string(),
        n => format!("= {}+{}.0", if n > 0 { 'B' } else { 'W' }, n.abs()),
    };
    assert!(said.trim_end().ends_with(&score), "{score}: {said}");
    let summary = fs::read_to_string(folder.path().join("found/summary.md")).unwrap();
    assert!(summary.contains("The smallest wrong entry: .../.O., Black to move: B+1 in the table, "), "{summary}");
}

#[test]
fn a_table_that_cannot_be_read_says_where() {
    let folder = TempDir::new().unwrap();
    for (name, text, said) in [
        ("a.csv", "position,to-move,value\n../..,B,1\n.../..,B,2\n", "a.csv:3: `.../..`: "),
        ("b.csv", "position,to-move,value\n../..,B,1\n../..,B,2\n", "b.csv:3: another value than at 2"),
        ("c.csv", "position,to-move,value\n../..,R,1\n", "c.csv:2: `R` is no player"),
        ("d.csv", "position,to-move,value\n../..,B,one\n", "d.csv:2: \"one\" is no value"),
        ("e.csv", "position,to-move,value\n../..,B,1\n.../...,B,2\n", "is a position of 2x3, the first one is of 2x2"),
        (
            "f.csv",
            "position,to-move,value\nXX/XX,B,1\n",
            "f.csv:2: `XX/XX`: illegal position: the black string of A2 has no liberty",
        ),
        ("g.csv", "place,to-move,value\n../..,B,1\n", "g.csv:2: no column for the position"),
        ("h.csv", "position,to-move,a,b\n../..,B,1,2\n", "name one with --column"),
        ("i.jsonl", "{\"position\":\"../..\",\"to-move\":\"B\",\"value\":0}\nnull\n", "i.jsonl:2: no object"),
        ("j.csv", "position,to-move,value\n", "j.csv has no entry"),
        ("k.csv", "position,to-move,value\n...../...../...../...../.....,B,25\n", "the board is 5x5"),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
        let (status, _, err) = check_values(folder.path(), &[name]);
        assert_eq!(status, 2, "{name}");
        assert!(err.contains(said), "{name}: {err}");
    }
    // Values in words, a column by its name, and an entry without a value, which is not compared.
    let text = "position,to-move,a,b\n../..,B,2,B+1\n../..,W,2,W+1\n.X/.O,B,2,\n";
    fs::write(folder.path().join("z.csv"), text).unwrap();
    let (status, out, err) = check_values(folder.path(), &["z.csv", "--column", "b"]);
    assert!(out.contains("2 right, 0 wrong, 0 not decided, 1 without a value"), "{out}");
    assert_eq!((status, err.contains("1 entries are not compared")), (2, true), "{err}");
}

/// What is not decided here does not make an entry wrong that may be right, and does not hide one that cannot be.
#[test]
fn an_entry_is_wrong_only_if_it_cannot_be_right() {
    let folder = TempDir::new().unwrap();
    let rows = ["../..,B,1", "../..,W,-9"].join("\n");
    fs::write(folder.path().join("t.csv"), format!("position,to-move,value\n{rows}\n")).unwrap();
    let (status, out, err) = check_values(folder.path(), &["t.csv", "--states", "1"]);
    assert!(out.contains("0 right, 1 wrong") && out.contains("1 not decided"), "{out} {err}");
    assert_eq!(status, 1);
}

#[cfg(feature = "parquet")]
#[test]
fn a_table_in_parquet_is_read() {
    let folder = TempDir::new().unwrap();
    let line = ["value", "2x2", "--all", "--rules", RULES, "--out", "all.parquet"];
    assert!(shinpan_in(folder.path(), &line).status.success());
    let (status, out, err) = check_values(folder.path(), &["all.parquet", "--column", "katago:suicide=no"]);
    assert_eq!(status, 0, "{err}");
    assert!(out.contains("114 right, 0 wrong"), "{out}");
}

/// The public table of 3x3 that `reports/engines/weizigo-3x3` is about, as its converter writes it.
#[test]
fn the_converter_of_the_public_table_reads_its_format() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tools/wzo_values.py");
    let folder = TempDir::new().unwrap();
    // A table of 1x2 in its format: nine boards by number of stones, then by points, then by colours, Black's bits set.
    let boards: [(i8, i8); 9] =
        [(2, -2), (2, -2), (2, -2), (2, -2), (2, -2), (-128, -128), (-128, -128), (-128, -128), (-128, -128)];
    let mut payload: Vec<u8> = boards.iter().map(|(black, _)| *black as u8).collect();
    payload.extend(boards.iter().map(|(_, white)| *white as u8));
    payload.extend([0; 36]);
    let crc = payload.iter().fold(!0u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 })
    });
    let mut file = b"WZO1\x01\x01\x02\x01\x01\x01\x06\x00".to_vec();
    file.extend(9u64.to_le_bytes());
    file.extend(5u64.to_le_bytes());
    file.extend((!crc).to_le_bytes());
    file.extend(&payload);
    fs::write(folder.path().join("t.wzo"), &file).unwrap();
    let convert = || Command::new("python3").current_dir(folder.path()).args([script, "t.wzo"]).output().unwrap();
    let output = convert();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "position,to-move,value,flags");
    // The empty board, then White and Black on the first point, then on the second one.
    assert_eq!(lines[1..5], ["..,B,2,0", "..,W,-2,0", "O.,B,2,0", "O.,W,-2,0"]);
    assert_eq!(lines[5..11], ["X.,B,2,0", "X.,W,-2,0", ".O,B,2,0", ".O,W,-2,0", ".X,B,2,0", ".X,W,-2,0"]);
    assert_eq!(lines.len(), 11);
    // A byte that is not what was written is found.
    file[40] ^= 1;
    fs::write(folder.path().join("t.wzo"), &file).unwrap();
    assert!(!convert().status.success());
}
