//! Records: read and written in both forms; what is malformed is refused with its place.

use quickcheck::{Arbitrary, Gen, quickcheck};
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
fn handicap_stones_that_are_played_in_a_row_are_the_handicap() {
    let record = record("(;SZ[9]HA[3];B[cc];B[gg];B[gc];W[cg])");
    assert_eq!(actions(&record), ["B handicap C7 G7 G3", "W C3"]);
    assert!(record.warnings[0].starts_with("f:1:8: HA[3] and the first 3 stones"), "{:?}", record.warnings);
    // Fewer in a row, or stones set up besides, are no handicap of that number.
    assert_eq!(actions(&self::record("(;SZ[9]HA[3];B[cc];B[gg];W[gc])")).len(), 3);
    assert_eq!(actions(&self::record("(;SZ[9]HA[2]AB[aa];B[cc];B[gg])")).len(), 2);
    assert_eq!(actions(&self::record("(;SZ[9]HA[1];B[cc];W[gg])")), ["B C7", "W G3"]);
}

#[test]
fn pl_beside_a_move_names_the_next_player() {
    let record = |text: &str| script::write(&self::record(text)).replace('\n', "; ");
    assert_eq!(record("(;SZ[9];B[ce];W[gc]PL[B];B[gg])"), "size 9x9; B C5; W G7; B G3; ");
    // White once more: the game begins anew there.
    assert_eq!(record("(;SZ[3];B[ba];W[bc]PL[W];W[aa])"), "board .X./.../.O.; to-move W; W A3; ");
    let other = self::record("(;SZ[9];B[ce]PL[B];W[gc])");
    assert_eq!(actions(&other), ["B C5", "W G7"]);
    assert!(
        other.warnings[0].contains("1:14: PL beside a move that does not name the next player"),
        "{:?}",
        other.warnings
    );
}

#[test]
fn white_first_in_a_position_set_up_is_whites_turn() {
    let turn = |text: &str| record(text).setup.to_move;
    assert_eq!(turn("(;SZ[9]AB[cc][gg]AW[gc];W[cg];B[ee])"), Some(Colour::White));
    assert_eq!(turn("(;SZ[9]AB[cc]AW[gc];B[cg])"), None);
    assert_eq!(turn("(;SZ[9];W[cg])"), None, "nothing is set up");
    assert_eq!(turn("(;SZ[9]AB[cc]PL[B];W[cg])"), Some(Colour::Black), "the file says so");
}

/// What is no SGF and means a game beyond doubt, with the line that says what was mended.
#[test]
fn a_damaged_file_is_read_and_one_line_says_what_was_mended() {
    let moves = ["B A3", "W pass"];
    for (text, said) in [
        ("A note.\n\n(;SZ[3];B[aa];W[])", "1:1: text before the record is skipped"),
        ("(SZ[3];B[aa];W[])", "1:2: a ; that is missing before the first property is put in"),
        ("(;SZ[3];B[aa](W[]))", "1:15: a ; that is missing before the first property is put in"),
        ("(;SZ[3];B[aa];W[]", "1:18: a ) that is missing at the end of the file is put in"),
        ("(;SZ[3];B[aa](;W[]", "1:19: a ) that is missing at the end of the file is put in (2 times)"),
        ("(;SZ[3];B[aa];W[]))", "1:19: a ) that nothing opens is passed over"),
        ("(;SZ[3];B[aa])\n;W[])", "1:14: a ) after which the game goes on is passed over"),
        ("(;SZ[3];B[aa];W[]) the end", "1:20: text after the record is skipped"),
        ("(;SZ[3];B[aa];W[  ])", "1:15: blanks around a value are left out"),
        ("(;SZ[ 3 ];B[ aa];W[])", "1:3: blanks around a value are left out (2 times)"),
        ("(;SZ[3]HA[];B[aa];W[])", "1:8: HA without a number is left out"),
        ("(;SZ[3]KM[6,5];B[aa];W[])", "1:8: KM is read without its comma or unit: 6,5 as 6.5"),
        ("(;SZ[3]C[one [1d]: two];B[aa];W[])", "1:17: a ] in a text is read as part of it (it is not escaped)"),
        ("so (SZ[3];B[aa];W[]", "1:1: text before the record is skipped; 1:5: a ; that is missing"),
    ] {
        let record = record(text);
        assert_eq!(actions(&record), moves, "{text}");
        let mended: Vec<&String> = record.warnings.iter().filter(|w| w.contains("mended")).collect();
        assert_eq!(mended.len(), 1, "{text}: {:?}", record.warnings);
        assert!(mended[0].starts_with(&format!("f: mended as it was read: {said}")), "{text}: {}", mended[0]);
    }
    let text = record("(;SZ[3]C[one [1d]: two];B[aa])").setup.info;
    assert_eq!(text, [("C".to_string(), "one [1d]: two".to_string())]);
    for (name, bytes) in [
        ("UTF-16LE", utf_16(true, |unit| unit.to_le_bytes())),
        ("UTF-16BE", utf_16(true, |unit| unit.to_be_bytes())),
        ("UTF-16LE", utf_16(false, |unit| unit.to_le_bytes())),
    ] {
        let record = read("f", &bytes, &[]).unwrap();
        assert_eq!(actions(&record), moves);
        assert_eq!(record.setup.info[0].1, "本因坊");
        assert!(record.warnings[0].contains(name), "{:?}", record.warnings);
    }
}

fn utf_16(mark: bool, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    let text = format!("{}(;SZ[3]PB[本因坊];B[aa];W[])", if mark { "\u{feff}" } else { "" });
    text.encode_utf16().flat_map(bytes).collect()
}

#[test]
fn variations_that_are_left_out_are_said() {
    let said = |line: &[usize]| {
        let record = read("f", b"(;SZ[3];B[aa](;W[bb];B[cc](;W[ac])(;W[ca]))(;W[ba]))", line).unwrap();
        record.warnings.join("; ")
    };
    assert_eq!(said(&[]), "f: the main line is read, 2 variations are left out; --line 2 takes another");
    assert_eq!(said(&[2]), "f: one line of play is read, 2 variations are left out; --line 1 takes another");
}

#[test]
fn players_names_and_comments_of_the_root_are_kept() {
    let text = "(;SZ[3]N[first]PB[Black]PW[White]WR[3d]C[a game];B[aa])";
    let back = record(&sgf::write(&record(text), &[]));
    for (ident, value) in [("N", "first"), ("PB", "Black"), ("PW", "White"), ("WR", "3d"), ("C", "a game")] {
        assert!(back.setup.info.contains(&(ident.to_string(), value.to_string())), "{ident}: {:?}", back.setup.info);
    }
}

#[test]
fn the_games_of_a_file_are_read_one_after_the_other() {
    let bytes = b"text (;SZ[3];B[aa]) more ((;SZ[3];B[x])(;SZ[3]";
    let games: Vec<_> = sgf::Games::new("f", bytes).collect();
    let read: Vec<bool> = games.iter().map(Result::is_ok).collect();
    assert_eq!(read, [true, false, true], "{games:?}");
    assert_eq!(sgf::count(bytes), 3);
    let error = shinpan::record::read_game("f", b"(;SZ[3])(;SZ[4])", Some(3), &[]).unwrap_err().to_string();
    assert!(error.contains("game 3 is asked for, but the file has 2 games"), "{error}");
}

/// A good file in which bytes are left out, put in, doubled, exchanged or cut off.
#[derive(Clone, Debug)]
struct Damaged(Vec<u8>);

const GOOD: [&str; 4] = [
    "(;FF[4]GM[1]SZ[9]HA[2]AB[gc][cg]KM[0.5]RU[AGA]PB[a \\] b]C[x: y];W[ee];B[])",
    "(;SZ[5:4]AB[aa:bb]AW[dc]PL[W];W[ad]C[[1\\]](;B[cc];W[tt])(;B[dd]TB[aa]TW[bb]))",
    "(;SZ[3];SHIN[B handicap A1 C3][W B2];B[];AE[aa])(;SZ[2]RE[W+R];B[aa])",
    "size 3x3\nkomi 6.5\nB B2\nW pass\nB claim dead none\nW agree\n",
];

impl Arbitrary for Damaged {
    fn arbitrary(g: &mut Gen) -> Damaged {
        let mut bytes = g.choose(&GOOD).unwrap().as_bytes().to_vec();
        for _ in 0..1 + usize::arbitrary(g) % 4 {
            let at = usize::arbitrary(g) % (bytes.len() + 1);
            let to = at + usize::arbitrary(g) % (bytes.len() - at + 1);
            match u8::arbitrary(g) % 6 {
                0 => drop(bytes.drain(at..to)),
                1 => bytes.insert(at, *g.choose(b"()[];:\\ \nBWAxz09\0\xff\xe9").unwrap()),
                2 => {
                    let copy = bytes[at..to].to_vec();
                    bytes.splice(at..at, copy);
                }
                3 => bytes.truncate(to),
                4 => bytes[at..to].reverse(),
                _ => bytes = bytes.iter().flat_map(|&b| [b, 0]).collect(),
            }
        }
        Damaged(bytes)
    }
}

quickcheck! {
    /// No panic, one line for each thing said, at most one of them on what was mended; what was read can be written and read again,
    /// without anything that would have to be mended.
    fn a_damaged_file_is_read_or_refused_with_its_place(file: Damaged) -> bool {
        let bytes = file.0;
        let one_line = |text: &str| !text.contains('\n');
        let _ = (sgf::count(&bytes), shinpan::record::is_game(&bytes));
        sgf::Games::new("f", &bytes).chain([read("f", &bytes, &[])]).all(|game| match game {
            Err(bad) => one_line(&bad.to_string()) && bad.to_string().starts_with("f:"),
            Ok(record) => {
                let mended = record.warnings.iter().filter(|w| w.contains("mended as it was read")).count();
                let again = self::record(&sgf::write(&record, &[]));
                let quiet = !again.warnings.iter().any(|w| w.contains("mended"));
                let same = actions(&again) == actions(&record) && again.setup.position == record.setup.position;
                mended <= 1 && record.warnings.iter().all(|w| one_line(w)) && quiet && same
            }
        })
    }
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
