//! `shinpan check` against the engines that people run, where they are installed.

use super::*;

/// GNU Go, if it is installed. Where SHINPAN_REQUIRE_GNUGO is set it has to be.
fn gnugo() -> Option<String> {
    let places = std::env::var("PATH").unwrap_or_default() + ":/usr/games";
    let found = std::env::split_paths(&places).map(|p| p.join("gnugo")).find(|p| p.is_file());
    if found.is_none() {
        assert!(std::env::var_os("SHINPAN_REQUIRE_GNUGO").is_none(), "GNU Go is required here and is not installed");
        eprintln!("SKIPPED: gnugo is not installed (Debian: apt-get install gnugo)");
    }
    found.map(|path| format!("'{}' --mode gtp", path.display()))
}

#[test]
fn gnu_go_has_basic_ko_and_plays_by_it() {
    let Some(gnugo) = gnugo() else { return };
    let args = ["--board", "5x5", "--smallest", "5x5", "--suite", "legality,capture,ko", "--budget", "30"];
    let run = check(&gnugo, "j1989", &args);
    assert_eq!((run.status, run.causes().len()), (0, 0), "{:?} {}", run.of_kind("finding"), run.err);
    let found = run.of_kind("implemented")[0];
    assert_eq!((&found["repetition"], &found["suicide"]), (&vec!["basic ko"].into(), &"forbidden".into()));
    let run = check(&gnugo, "ms-chinese", &args);
    assert_eq!(run.status, 1);
    let finding = run.finding("plays by basic ko, where the text has situational superko [ms.ko]");
    assert_eq!((&finding["board"], &finding["expected"], &finding["got"]), (&"5x5".into(), &"0".into(), &"1".into()));
}

#[test]
fn gnu_go_accepts_a_rectangular_board_and_plays_on_a_square_one() {
    let Some(gnugo) = gnugo() else { return };
    let run = check(&gnugo, "j1989", &["--board", "6x5", "--suite", "legality", "--budget", "1"]);
    let finding = run.finding("accepts the size of a board and plays on another");
    assert!(finding["got"].as_str().unwrap().starts_with("accepts `boardsize 5 6`"), "{finding}");
}

#[test]
fn gnu_go_has_the_same_fixed_handicaps_but_on_12x12() {
    let Some(gnugo) = gnugo() else { return };
    let sizes: Vec<usize> = (5..=19).filter(|&size| size != 12).collect();
    let mut commands = String::new();
    for size in &sizes {
        (1..=10).for_each(|stones| commands += &format!("boardsize {size}\nclear_board\nfixed_handicap {stones}\n"));
    }
    // The points in order; `?` for any error.
    let answers = |engine: &str| -> Vec<Vec<String>> {
        let words = shlex::split(engine).unwrap();
        let input = format!("{commands}quit\n");
        let output = Command::new(&words[0]).args(&words[1..]).write_stdin(input).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let answers = text.split("\n\n").skip(2).step_by(3).take(sizes.len() * 10);
        let points = |answer: &str| {
            let mut words: Vec<String> = answer.split_whitespace().map(str::to_string).collect();
            words.truncate(if words[0] == "?" { 1 } else { usize::MAX });
            words[1..].sort();
            words
        };
        answers.map(points).collect()
    };
    let (ours, theirs) = (answers(&format!("{} gtp", shinpan())), answers(&gnugo));
    assert_eq!(ours, theirs);
    // Two to four stones on 7x7 and the even boards, two to nine on the six other odd ones.
    assert_eq!(ours.iter().filter(|a| a[0] == "=").count(), 6 * 3 + 6 * 8);
}

// Pachi and KataGo, where the command that starts them is given

/// The command in an environment variable.
fn engine_in(variable: &str) -> Option<String> {
    let command = std::env::var(variable).ok();
    if command.is_none() {
        eprintln!("SKIPPED: {variable} does not name a command");
    }
    command
}

#[test]
fn pachi_is_asked_by_showboard_and_play_and_agrees_where_nothing_is_in_doubt() {
    let Some(pachi) = engine_in("SHINPAN_PACHI") else { return };
    let args = ["--board", "5x5", "--board", "9x9", "--suite", "legality,capture,score", "--budget", "5"];
    let run = check(&pachi, "ms-chinese", &args);
    let asked = run.of_kind("run")[0]["asked"].to_string();
    assert!(asked.contains("positions: `showboard`") && asked.contains("`play` alone"), "{asked}");
    for job in run.of_kind("job") {
        // How it scores what it has to judge for itself is its own affair.
        let name = job["job"].as_str().unwrap();
        let estimated = name.starts_with("score") && name.ends_with("random games");
        assert!(estimated || job["disagreements"] == 0, "{job}");
    }
}

#[test]
fn katago_is_judged_by_its_policy_and_plays_by_the_rules_that_it_is_told() {
    let Some(katago) = engine_in("SHINPAN_KATAGO") else { return };
    for (rules, ko) in [(COUNTED, "positional superko"), ("aga-area", "situational superko")] {
        let args = ["--board", "5x5", "--board", "9x9", "--suite", "legality,capture,ko", "--budget", "5"];
        let run = check(&katago, rules, &args);
        assert_eq!((run.status, run.causes().len()), (0, 0), "{:?} {}", run.of_kind("finding"), run.err);
        let asked = run.of_kind("run")[0]["asked"].to_string();
        assert!(asked.contains("`kata-raw-nn 0`") && asked.contains("`play` is tolerant"), "{asked}");
        assert_eq!(run.of_kind("implemented")[0]["repetition"], Value::from(vec![ko]));
    }
}

/// `tools/finished_games.py` makes the games again that the tests are given; with each of its endings, and with none named.
#[test]
fn games_of_the_tool_come_out_the_same() {
    let Some(gnugo) = gnugo() else { return };
    let words = shlex::split(&gnugo).unwrap();
    let folder = std::path::Path::new(&words[0]).parent().unwrap();
    let path = format!("{}:{}", std::env::var("PATH").unwrap_or_default(), folder.display());
    let made = |args: &str| {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tools/finished_games.py");
        let run = Command::new("python3").arg(script).args(args.split(' ')).env("PATH", &path).output().unwrap();
        assert!(run.status.success(), "{args}: {}", String::from_utf8_lossy(&run.stderr));
        String::from_utf8(run.stdout).unwrap()
    };
    let listed = |games: &str, line: &str| games.lines().any(|l| l == line);
    let (played, left) = (made("7 --games 1"), made("7 --games 1 --leave-dead"));
    assert!(listed(include_str!("../finished.txt"), played.trim_end()), "{played}");
    assert!(listed(include_str!("../left.txt"), left.trim_end()), "{left}");
    for ending in ["--fill-dame", "--keep-dead"] {
        let game = made(&format!("7 --games 1 {ending}"));
        assert!(game.starts_with("7x7 seed 1 ") && game.lines().count() == 1, "{ending}: {game}");
    }
}
