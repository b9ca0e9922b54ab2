//! Records: read and written in both forms; what is malformed is refused with its place.

use shinpan::board::{Colour, Grid};
use shinpan::record::{Act, Komi, Record, read, script, sgf};

fn record(text: &str) -> Record {
    read("f", text.as_bytes(), &[]).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// The actions as a script has them.
fn actions(record: &Record) -> Vec<String> {
    record.actions.iter().map(|a| a.text(record.grid())).collect()
}

#[track_caller]
fn refused(text: &str, place: &str, parts: &[&str]) {
    let error = read("f", text.as_bytes(), &[]).expect_err(text).to_string();
    assert!(error.starts_with(&format!("f:{place}: ")), "{error}");
    assert!(!error.contains('\n'));
    for part in parts {
        assert!(error.contains(part), "{part:?} is not in: {error}");
    }
}

/// Every action there is.
const ALL: &str = "board X.O/.../...\nto-move W\nkomi 3.75\nrules j1989\nresult B+3\nB handicap C3 A1\nW B2\nB pass\nW pass-for-ko A1\n\
    B resign\nB claim dead A3 C3\nB claim dead none\nW claim seki A3\nB agree\nW disagree\nB resume\nW play-out\nB return\n\
    W examine A3\nB offer no-result\nW accept\nB refuse\nW moved A3 B3\nB effective-move C1\nW object\nB confirm\n";

#[test]
fn a_script_is_read_and_written_back_as_it_was() {
    assert_eq!(script::write(&record(ALL)), ALL);
}

/// What is shortened in a message is not shortened in a record.
#[test]
fn a_long_text_is_written_whole() {
    let script = format!("size 3x3\nrules {}\nB B2\n", "long ".repeat(1000).trim_end());
    assert_eq!(script::write(&record(&script)), script);
    assert_eq!(script::write(&record(&sgf::write(&record(&script), &[]))), script);
}

#[test]
fn a_script_becomes_sgf_and_the_same_script_again() {
    let written = sgf::write(&record(ALL), &[]);
    assert_eq!(script::write(&record(&written)), ALL, "{written}");
}

#[test]
fn comments_blank_lines_and_windows_line_ends_are_passed_over() {
    let record = record("\u{feff}# a game\r\nsize 3x4 # oblong\r\n\r\n  B d3 # corner\r\n");
    assert_eq!(record.grid(), Grid::new(3, 4).unwrap());
    assert_eq!((actions(&record), record.actions[0].place.line), (vec!["B D3".to_string()], 4));
    assert_eq!(record.actions[0].place.column, 3);
}

#[test]
fn sgf_passes_are_an_empty_value_or_tt_and_points_count_from_the_upper_left() {
    let record = record("(;FF[4]GM[1]SZ[4:3];B[aa];W[];B[tt];W[dc])");
    assert_eq!(record.grid(), Grid::new(3, 4).unwrap());
    assert_eq!(actions(&record), ["B A3", "W pass", "B pass", "W D1"]);
}

#[test]
fn the_main_line_is_read_unless_another_is_asked_for() {
    let text = "(;SZ[3];B[aa](;W[bb];B[cc](;W[ac])(;W[ca]))(;W[ba]))";
    let line = |choices: &[usize]| actions(&read("f", text.as_bytes(), choices).unwrap()).join(" ");
    assert_eq!(line(&[]), "B A3 W B2 B C1 W A1");
    assert_eq!(line(&[1, 2]), "B A3 W B2 B C1 W C3");
    assert_eq!(line(&[2]), "B A3 W B3");
    let error = |choices: &[usize]| read("f", text.as_bytes(), choices).unwrap_err().to_string();
    assert!(error(&[3]).contains("variation 3 at branching 1, which has 2"), "{}", error(&[3]));
    assert!(error(&[0]).contains("variation 0"));
    assert!(error(&[2, 1]).contains("branches 1 times"), "{}", error(&[2, 1]));
}

#[test]
fn setup_komi_rules_and_turn_are_read_and_compressed_points_are_unfolded() {
    let record = record("(;SZ[3]AB[aa:ba]AW[cc]AE[aa]PL[W]KM[6.5]RU[Japanese]RE[B+R];W[ac])");
    assert_eq!(record.setup.position.to_string(), ".X./.../..O");
    assert_eq!((record.setup.to_move, record.setup.komi), (Some(Colour::White), Some(Komi(650))));
    assert_eq!(record.setup.rules.as_deref(), Some("Japanese"));
    assert_eq!(actions(&record), ["W A1", "W resign"], "a resignation stands in RE");
}

#[test]
fn handicap_stones_are_the_first_action() {
    let record = record("(;SZ[9]HA[2]AB[gc][cg];W[ee])");
    assert_eq!(actions(&record), ["B handicap G7 C3", "W E5"]);
    let back = sgf::write(&record, &[]);
    assert!(back.contains("HA[2]AB[gc][cg]"), "{back}");
    assert_eq!(script::write(&self::record(&back)), script::write(&record));
}

#[test]
fn a_malformed_script_is_refused_with_line_column_and_what_was_expected() {
    refused("B C3\n", "1:1", &["size ROWSxCOLUMNS"]);
    refused("", "1:1", &["size ROWSxCOLUMNS"]);
    refused("size 3x3\nB D1\n", "2:3", &["D1", "A1 to C3"]);
    refused("size 3x3\nX A1\n", "2:1", &["`X` is no player"]);
    refused("size 3x3\nB claim live A1\n", "2:9", &["claim dead"]);
    refused("size 3x3\nB pass A1\n", "2:8", &["nothing is expected"]);
    refused("size 3x3\n  B moved A1\n", "2:13", &["needs 2 points"]);
    refused("size 3x3\nB\n", "2:2", &["an action is missing"]);
    refused("size 3x3\nB A1\nkomi 5\n", "3:1", &["before the first action"]);
    refused("size 3x3\nsize 4x4\n", "2:1", &["twice"]);
    refused("size 20x3\n", "1:6", &["out of range"]);
    refused("size 3x3\nkomi lots\n", "2:6", &["6.5"]);
}

#[test]
fn a_malformed_sgf_file_is_refused_with_line_column_and_what_was_expected() {
    refused("(;SZ[3];B[aa]", "1:14", &["expected )"]);
    refused("(", "1:2", &["expected )"]);
    refused("()", "1:2", &["needs a node"]);
    refused("(;SZ[3]\n;B[aa", "2:3", &["expected ]"]);
    refused("(;SZ[3]\n;B;W[aa])", "2:3", &["expected [ after B"]);
    refused("(;SZ[3];B[dd])", "1:11", &["off the 3x3 board", "aa to cc"]);
    refused("(;SZ[3];B[a])", "1:11", &["one point such as cc"]);
    refused("(;SZ[3];B[aa][bb])", "1:11", &["one point"]);
    refused("(;SZ[20];B[aa])", "1:6", &["out of range"]);
    refused("(;SZ[x];B[aa])", "1:6", &["SZ[19]"]);
    refused("(;GM[3];B[aa])", "1:6", &["GM[1]"]);
    refused("(;SZ[3];B[aa];W[aa];AB[bb];B[cc])", "1:15", &["W A3", "the point is occupied"]);
    refused("(;SZ[3];B[aa];AW[ab][ba];B[cc])", "1:15", &["no liberty"]);
    refused("(;SZ[3];SHIN[B return];AB[bb])", "1:9", &["B return", "line 1, column 24"]);
    refused("(;SZ[3]AB[ab][ba][bc][cb]AW[bb])", "1:26", &["no liberty"]);
    refused("(;SZ[3](;B[aa]);W[bb])", "1:16", &["nothing follows the variations"]);
    refused("(SZ[3])", "1:2", &["expected ; before it"]);
    refused("((;B[aa]))", "1:2", &["expected ; before this ("]);
    refused("(;SZ[3];SHIN[B fly])", "1:14", &["fly"]);
    refused("(;SZ[3]KM[x])", "1:11", &["komi"]);
    refused("(;SZ[3]!)", "1:8", &["`!` is not expected"]);
}

#[test]
fn a_game_begins_anew_with_what_is_set_up_in_the_middle_of_it() {
    let text = |r: &shinpan::record::Record| script::write(r).replace('\n', "; ");
    // B takes A3; then C1 is taken off, B2 is put on, and White goes on, who is next.
    let edited = record("(;SZ[3]AW[aa];B[ba];W[];B[ab];W[cc];B[];AE[cc]AB[bb];W[ca])");
    assert_eq!(text(&edited), "board .X./XX./...; to-move W; W C3; ");
    let said = edited.warnings.join(" ");
    assert!(said.contains("f:1:41: stones are set up"), "{said}");
    assert!(said.contains("moves: 5, prisoners: 1"), "{said}");
    // Nobody has moved since: who would have been next, or who the file says.
    assert_eq!(text(&record("(;SZ[2];B[aa];AW[bb])")), "board X./.O; to-move W; ");
    assert_eq!(text(&record("(;SZ[2];B[aa];AW[bb]PL[B])")), "board X./.O; to-move B; ");
    assert_eq!(text(&record("(;SZ[2];B[aa];PL[B];B[bb])")), "board X./..; to-move B; B B1; ");
    // Twice; and stones taken off before a move are no dead stones of the end.
    let twice = record("(;SZ[3];B[aa];AB[bb];W[cc];AE[aa];B[ca];AE[cc])");
    assert_eq!(text(&twice), "board .../.X./..O; to-move B; B C3; ");
    assert!(twice.warnings.join(" ").contains("moves: 2, prisoners: 0"), "{:?}", twice.warnings);
    assert_eq!(twice.marked.taken_off, [8]);
    // A turn that is whose it is anyway changes nothing.
    let usual = record("(;SZ[3];B[aa];PL[W];W[bb])");
    assert_eq!((usual.actions.len(), usual.warnings.len()), (2, 0));
}

#[test]
fn a_record_of_100_000_moves_is_read_and_one_beyond_the_limit_is_refused() {
    let game = |n: usize| format!("(;SZ[19]{})", ";B[aa];W[bb]".repeat(n / 2));
    assert_eq!(record(&game(100_000)).actions.len(), 100_000);
    let long = game(300_000);
    refused(&long, "1:1200010", &["more than 200000 actions"]);
    let script = format!("size 3x3\n{}", "B A1\nW B2\n".repeat(150_000));
    refused(&script, "200002:1", &["more than 200000 actions"]);
}

#[test]
fn a_file_nested_deep_or_branching_often_is_read_or_refused() {
    let deep = 200_000;
    let nested = format!("{}{}", "(;B[aa]".repeat(deep), ")".repeat(deep));
    assert_eq!(record(&nested).actions.len(), deep);
    refused(&"(;".repeat(1_100_000), "1:2000001", &["more than 1000000 variations"]);
}

#[test]
fn what_is_neither_text_nor_sgf_is_refused() {
    let error = read("f", b"size 3x3\nB \xff\xfe\n", &[]).unwrap_err().to_string();
    assert!(error.starts_with("f:2:3: not UTF-8"), "{error}");
    let error = read("f", b"size 3x3\n", &[1]).unwrap_err().to_string();
    assert!(error.contains("no variations"), "{error}");
    assert!(
        read("f", &vec![b'x'; shinpan::record::MOST_BYTES as usize + 1], &[])
            .unwrap_err()
            .to_string()
            .contains("64 MiB")
    );
}

#[test]
fn a_file_in_another_encoding_is_read_as_it_says() {
    let record = read("f", b"(;CA[Shift_JIS]SZ[3]PB[\x83\x5c];B[aa])", &[]).unwrap();
    assert_eq!(record.setup.info, [("PB".to_string(), "ソ".to_string())]);
    let record = read("f", b"(;SZ[3]PB[Andr\xe9];B[aa])", &[]).unwrap();
    assert_eq!(record.setup.info[0].1, "André");
    assert_eq!(record.warnings.len(), 1);
}

#[test]
fn komi_is_read_to_the_hundredth_and_written_shortest() {
    for (text, komi, written) in [
        ("6.5", 650, "6.5"),
        ("-5", -500, "-5"),
        ("3.75", 375, "3.75"),
        ("0.00", 0, "0"),
        ("+7", 700, "7"),
        ("2.05", 205, "2.05"),
    ] {
        assert_eq!(Komi::parse(text), Some(Komi(komi)), "{text}");
        assert_eq!(Komi(komi).to_string(), written);
    }
    for text in ["", ".", "6.123", "x", "99999", "6,5", "1e3"] {
        assert_eq!(Komi::parse(text), None, "{text}");
    }
}

#[test]
fn every_action_has_words_and_is_read_back() {
    let grid = Grid::new(3, 3).unwrap();
    for action in &record(ALL).actions {
        assert_eq!(script::parse_action(&action.text(grid), grid), Ok((action.player, action.act.clone())));
    }
    assert_eq!(script::parse_action("W C3", grid), Ok((Colour::White, Act::Play(2))));
}
