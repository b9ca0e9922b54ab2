//! The page of `shinpan explore` as a browser meets it: what is served, to whom, and what an answer holds.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

/// The program, serving on a port that was free; it ends with the test.
struct Served {
    child: Child,
    at: String,
}

impl Served {
    fn start() -> Served {
        Served::with(&[])
    }

    fn with(more: &[&str]) -> Served {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("shinpan"));
        let mut child =
            command.args(["explore", "--no-open", "--port", "0"]).args(more).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
        let at = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).expect("an address").to_string();
        assert!(at.starts_with("127.0.0.1:"), "{at}");
        Served { child, at }
    }

    /// The head and the body of an answer.
    fn get(&self, path: &str, host: &str, more: &str) -> (String, String) {
        let mut stream = TcpStream::connect(&self.at).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\n{more}Connection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        (head.to_string(), body.to_string())
    }

    fn ask(&self, query: &str) -> String {
        self.get(&format!("/judge?{query}"), &self.at, "").1
    }

    /// The JSON of an answer.
    fn json(&self, path: &str) -> Value {
        json(&self.get(path, &self.at, "").1)
    }

    /// The answer to a game that is sent.
    fn send(&self, query: &str, body: &str) -> (String, String) {
        self.post(&format!("/game?{query}"), body)
    }

    /// The head and the body of the answer to what is sent.
    fn post(&self, path: &str, body: &str) -> (String, String) {
        let mut stream = TcpStream::connect(&self.at).unwrap();
        let length = body.len();
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}",
            self.at
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        (head.to_string(), body.to_string())
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// What stands between the first brace and the last.
fn json(body: &str) -> Value {
    let text = body.find('{').zip(body.rfind('}')).map(|(a, b)| &body[a..=b]).expect("JSON");
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {body}"))
}

/// The data of the events of one kind.
fn events(body: &str, kind: &str) -> Vec<Value> {
    let mut found = Vec::new();
    let mut lines = body.lines();
    while let Some(line) = lines.next() {
        if line == format!("event: {kind}") {
            let data = lines.next().and_then(|line| line.strip_prefix("data: ")).expect("data");
            found.push(serde_json::from_str(data).unwrap());
        }
    }
    found
}

#[test]
fn the_page_is_served_with_a_policy_and_names_nothing_elsewhere() {
    let served = Served::start();
    for (path, kind) in
        [("/", "text/html"), ("/style.css", "text/css"), ("/look.css", "text/css"), ("/main.js", "text/javascript")]
    {
        let (head, body) = served.get(path, &served.at, "");
        assert!(head.starts_with("HTTP/1.1 200") && head.contains(kind), "{head}");
        assert!(head.contains("content-security-policy: default-src 'none'"), "{head}");
        assert!(!body.replace("http://www.w3.org/2000/svg", "").contains("http"), "{path}");
    }
    // Every script that a script asks for is there.
    let mut scripts = vec!["main.js".to_string()];
    let mut asked = 0;
    while let Some(script) = scripts.get(asked).cloned() {
        let (head, body) = served.get(&format!("/{script}"), &served.at, "");
        assert!(head.contains("text/javascript"), "{script}");
        let names = body.split("from \"./").skip(1).filter_map(|rest| rest.split('"').next());
        for name in names.map(str::to_string) {
            if !scripts.contains(&name) {
                scripts.push(name);
            }
        }
        asked += 1;
    }
    assert!(asked > 10, "{scripts:?}");
    let texts = served.json("/texts");
    assert!(
        texts["texts"].as_array().unwrap().iter().any(|t| t["id"] == "j1989" && t["readings"][0]["key"] == "enable")
    );
    assert_eq!(texts["game"], Value::Null);
}

#[test]
fn a_question_is_answered_rule_set_by_rule_set_with_boards_clauses_and_lines() {
    let served = Served::start();
    let body = served.ask("board=.OO&rules=j1989+j1989:enable=none");
    let mut verdicts = events(&body, "verdict");
    verdicts.sort_by_key(|v| v["n"].as_u64());
    let outcomes: Vec<&str> = verdicts.iter().map(|v| v["outcome"].as_str().unwrap()).collect();
    assert_eq!(outcomes, ["W+1", "draw"], "{body}");
    assert!(verdicts[0]["board"].as_str().unwrap().starts_with("<svg "), "{body}");
    assert_eq!(verdicts[0]["strings"][0]["by"], "capturable-1");
    let line = verdicts[0]["steps"][0]["line"].as_array().unwrap();
    assert_eq!(line.last().unwrap()["after"], ".O.");
    assert_eq!(verdicts[0]["strings"][0]["clause"], "j1989.7.1");
    assert_eq!(verdicts[0]["strings"][0]["step"], 0);
    assert_eq!(events(&body, "done").len(), 1);
}

#[test]
fn a_board_too_large_to_search_is_answered_at_sight() {
    let served = Served::start();
    // Both walls have two eyes; a black stone stands in one of White's.
    let board = ".X.XO.OO./XX.XOO.OO/.XXXXOOO./XX.XOO.OO/XXXXOOOO./..XXXOX.O/XXX.XOOOO/X.XXXOO.O/.XXXXXOO.";
    let body = served.ask(&format!("board={board}&rules=ms-chinese+tromp-taylor+j1989:infinite=defender"));
    let mut verdicts = events(&body, "verdict");
    verdicts.sort_by_key(|v| v["n"].as_u64());
    let text = |v: &Value, key: &str| v[key].as_str().unwrap().to_string();
    assert_eq!(text(&verdicts[0], "outcome"), "B+3", "{body}");
    let dead = verdicts[0]["strings"].as_array().unwrap().iter().find(|s| s["life"] == "dead").expect("a dead stone");
    assert_eq!((&dead["stones"][0], &dead["clause"]), (&Value::from("G4"), &Value::from("ms.dead")));
    let why = &verdicts[0]["steps"][dead["step"].as_u64().unwrap() as usize]["fact"];
    assert!(why.as_str().unwrap().starts_with("the black string G4 is dead"), "{why}");
    assert!(text(&verdicts[0], "sgf").contains("MA[gf]"), "{body}");
    assert!(text(&verdicts[0], "board").starts_with("<svg "), "{body}");
    // The stone stands there when the board is counted as it is.
    assert_eq!(text(&verdicts[1], "outcome"), "B+6", "{body}");
    assert!(text(&verdicts[2], "outcome").starts_with("undecided ["), "{body}");
    // What is not known is not taken for dame or for alive.
    assert!(text(&verdicts[2], "cells").contains('-') && !text(&verdicts[2], "cells").contains('.'), "{body}");
    assert!(!text(&verdicts[0], "cells").contains('-'), "{body}");
}

#[test]
fn stones_taken_before_count_as_the_convention_says() {
    let served = Served::start();
    let outcomes = |prisoners: &str| {
        let mut verdicts = events(
            &served.ask(&format!("board=.OO&rules=j1989+j1989:enable=none+ms-chinese&prisoners={prisoners}")),
            "verdict",
        );
        verdicts.sort_by_key(|v| v["n"].as_u64());
        verdicts.iter().map(|v| v["outcome"].as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(outcomes("level"), ["W+3", "W+2", "draw"]);
    assert_eq!(outcomes("none"), ["W+1", "draw", "draw"]);
    assert_eq!(outcomes("black-ahead"), ["W+4", "W+3", "draw"]);
}

#[test]
fn every_string_with_a_status_has_the_step_that_says_so() {
    let served = Served::start();
    let sets = "j1989+ms-japanese+ms-chinese";
    for board in [".XX/XX./OO.", "XXO/XO./.X.", "..X.O./XXX.OO/..X.O.", "X.OO/XXO./.XOO", ".O.XX/OOX.X"] {
        let verdicts = events(&served.ask(&format!("board={board}&rules={sets}")), "verdict");
        assert_eq!(verdicts.len(), 3, "{board}");
        for verdict in verdicts {
            for string in verdict["strings"].as_array().unwrap() {
                let step = string["step"].as_u64().unwrap_or_else(|| panic!("{board} {}: {string}", verdict["rules"]));
                let fact = verdict["steps"][step as usize]["fact"].as_str().unwrap();
                let stones: Vec<&str> =
                    string["stones"].as_array().unwrap().iter().map(|s| s.as_str().unwrap()).collect();
                // What it is, or why that is open.
                let named = |verb: &str| fact.contains(&format!("string {} {verb} ", stones.join(" ")));
                assert!(named("is") || named("borders"), "{fact}");
            }
        }
    }
}

#[test]
fn komi_and_stones_taken_before_are_counted_where_the_text_counts_them() {
    let served = Served::start();
    let outcomes = |more: &str| {
        let body = served.ask(&format!("board=.OO&rules=j1989+j1989:enable=none+ms-chinese{more}"));
        let mut verdicts = events(&body, "verdict");
        verdicts.sort_by_key(|v| v["n"].as_u64());
        verdicts
    };
    let told =
        |verdicts: &[Value]| verdicts.iter().map(|v| v["outcome"].as_str().unwrap().to_string()).collect::<Vec<_>>();
    let verdicts = outcomes("&prisoners=5,2&komi=6.5");
    // W+1, a draw, a draw; three more for Black where prisoners count, and komi for White.
    assert_eq!(told(&verdicts), ["W+4.5", "W+3.5", "W+6.5"]);
    assert_eq!(verdicts[0]["margin"], -450);
    assert_eq!(verdicts[0]["cells"], "wOO");
    assert_eq!(verdicts[1]["cells"], ".oo");
    // The items add up to the outcome.
    for verdict in &verdicts {
        let sum: f64 = verdict["items"].as_array().unwrap().iter().fold(0.0, |sum, item| {
            let value = item["value"].as_f64().unwrap();
            sum + if item["player"] == "Black" { value } else { -value }
        });
        assert_eq!(100.0 * sum, verdict["margin"].as_f64().unwrap(), "{verdict}");
    }
    for (more, why) in
        [("&komi=six", "a number such as 6.5"), ("&prisoners=1,-2", "two numbers"), ("&prisoners=x", "one of level")]
    {
        let refused = events(&served.ask(&format!("board=.OO&rules=j1989{more}")), "refused");
        assert!(refused[0]["why"].as_str().unwrap().contains(why), "{refused:?}");
    }
}

#[test]
fn what_the_players_agree_on_is_counted_as_judge_counts_it() {
    let served = Served::with(&["--record", "cases/records/repetition.sgf"]);
    let board = "..X.O./XXX.OO/..X.O.";
    let sets = "j1989+ms-chinese+tromp-taylor";
    let agreed = |more: &str| served.json(&format!("/agreed?board={board}&rules={sets}{more}"));
    let results = |answer: &Value| {
        answer["results"]
            .as_array()
            .unwrap()
            .iter()
            .map(|r| r["result"].as_str().unwrap_or("none").to_string())
            .collect::<Vec<_>>()
    };
    for dead in ["none", "E1"] {
        let judged = Command::new(assert_cmd::cargo::cargo_bin("shinpan"))
            .args(["judge", board, "--rules", &sets.replace('+', ","), "--dead", dead, "--format", "json"])
            .output()
            .unwrap();
        let judged: Value = serde_json::from_slice(&judged.stdout).unwrap();
        assert_eq!(results(&agreed(&format!("&dead={dead}"))), results(&judged), "{dead}");
    }
    let plain = agreed("&dead=E1");
    assert_eq!(plain["dead"].as_array().unwrap().len(), 4, "the whole string: {plain}");
    assert!(plain["results"][2]["why"].is_string() && plain["results"][2]["result"].is_null(), "{plain}");
    // Komi, and prisoners where they count.
    let [before, after] = ["", "&komi=0.5&prisoners=0,3"].map(|more| results(&agreed(&format!("&dead=E1{more}"))));
    assert_eq!(before, ["B+17", "B+18", "none"]);
    assert_eq!(after, ["B+13.5", "B+17.5", "none"]);
    let refused = |more: &str| agreed(more)["refused"].as_str().unwrap().to_string();
    assert!(refused("&dead=A1").contains("there is no stone on A1"));
    // The end of a game.
    let game = served.json(&format!("/agreed?rules={sets}&dead=none"));
    assert_eq!(game["board"], ".X.O", "{game}");
    let sent = json(&served.post(&format!("/agreed?rules={sets}&dead=none"), "(;SZ[3]KM[0.5];B[bb];W[])").1);
    assert!(results(&sent)[0].ends_with(".5"), "{sent}");
}

#[test]
fn a_folder_of_pages_needs_no_program_and_names_nothing_elsewhere() {
    let folder = tempfile::TempDir::new().unwrap();
    let site = folder.path().join("site");
    let export = |more: &[&str]| {
        let record = ["--record", "cases/records/repetition.sgf", "--budget", "2000"];
        Command::new(assert_cmd::cargo::cargo_bin("shinpan"))
            .args(["explore", "--export"])
            .arg(&site)
            .args(record)
            .args(more)
            .output()
            .unwrap()
    };
    let done = export(&[]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let text = |name: &str| std::fs::read_to_string(site.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let index = text("index.html");
    let names: Vec<&str> = index.split("<a href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(names.len() + 1, std::fs::read_dir(&site).unwrap().count(), "{names:?}");
    for name in names {
        let page = text(name);
        assert!(page.starts_with("<!DOCTYPE html>") && page.contains("default-src 'none'"), "{name}");
        assert!(!page.contains("http:") && !page.contains("https:") && !page.contains("src="), "{name}");
    }
    let game = text("game.html");
    assert!(game.contains("id=\"step-5\"") && game.contains("refused (superko)"), "{game}");
    assert!(game.contains("<title>repetition.sgf</title>") && !game.contains("cases/records"), "{game}");
    assert!(text("position-1.html").contains("They disagree about White's B1 C1"));
    assert!(text("divergences-2x3.html").contains("489 legal positions"));
    let again = export(&[]);
    assert!(!again.status.success() && String::from_utf8_lossy(&again.stderr).contains("use --force"));
    std::fs::write(site.join("index.html"), "something else").unwrap();
    assert!(export(&["--force"]).status.success());
    assert_eq!(text("index.html"), index);
}

#[test]
fn what_is_pasted_is_read_in_every_form_that_the_command_line_reads() {
    let served = Served::start();
    let read = |text: &str| json(&served.post("/read", text).1);
    for text in [
        "X.O/XXO",
        "X.O\nXXO\n",
        "  A B C\n2 X . O 2\n1 X X O 1\n  A B C",
        "$$ -------\n$$ | X . O |\n$$ | X X O |\n$$ -------",
    ] {
        let found = read(text);
        assert_eq!(
            (&found["board"], &found["game"]),
            (&Value::from("X.O/XXO"), &Value::Bool(false)),
            "{text}: {found}"
        );
    }
    let game = read("(;SZ[2]KM[6.5];B[aa];W[ab])");
    assert_eq!((&game["board"], &game["komi"]), (&Value::from("X./O."), &Value::from("6.5")));
    assert!(read("no board")["refused"].as_str().unwrap().contains("write rows of X"));
}

#[test]
fn the_matrix_has_what_each_pair_has_by_itself() {
    let served = Served::start();
    let matrix = served.json("/matrix?size=2x2&rules=j1989+ms-chinese+tromp-taylor");
    assert_eq!((&matrix["positions"], &matrix["settled"]), (&Value::from(57), &Value::from(41)), "{matrix}");
    let pairs = matrix["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 3);
    for pair in pairs {
        let [a, b] = ["a", "b"].map(|key| matrix["rules"][pair[key].as_u64().unwrap() as usize].as_str().unwrap());
        let alone = served.json(&format!("/divergences?size=2x2&rules={a}+{b}"));
        assert_eq!((&pair["diverge"], &pair["settled"]), (&alone["positions"], &alone["settled"]), "{a} {b}");
        // The sheet has the boards that are gone through one by one.
        let sheet = alone["sheet"].as_array().unwrap();
        assert_eq!(sheet[0]["board"], alone["shown"]["board"]);
        assert_eq!(sheet.len() as u64, alone["matching"].as_u64().unwrap().min(12));
    }
    let refused = served.json("/matrix?size=3x4&rules=j1989+ms-chinese")["refused"].as_str().unwrap().to_string();
    assert!(refused.contains("shinpan diverge 3x4"), "{refused}");
}

#[test]
fn what_a_record_leaves_to_the_players_is_answered_by_best_play_if_that_is_asked() {
    let served = Served::start();
    let game = "(;SZ[4:1];B[ba];W[];B[])";
    let answer = |more: &str| json(&served.send(&format!("rules=j1989{more}"), game).1);
    assert!(answer("")["results"][0].as_str().unwrap().starts_with("no result yet"));
    let best = answer("&best=true&seconds=3600");
    assert!(best["results"][0].as_str().unwrap().starts_with("B+"), "{best}");
    assert!(best["counts"][0].as_array().is_some_and(|items| !items.is_empty()), "{best}");
}

#[test]
fn a_clause_comes_with_the_cases_that_rest_on_it() {
    let served = Served::start();
    let clause = served.json("/clause?id=j1989.8.seki");
    assert!(clause["paraphrase"].as_str().unwrap().contains("seki"));
    let cases = clause["cases"].as_array().unwrap();
    let dame = cases.iter().find(|case| case["name"] == "unfilled dame put both sides in seki").expect("the case");
    assert_eq!((&dame["decides"], &dame["board"]), (&Value::Bool(true), &Value::from("..X.O./XXX.OO/..X.O.")));
    assert_eq!(dame["judged"][0]["outcome"], "draw");
    assert!(served.json("/clause?id=j1989.99")["refused"].as_str().unwrap().contains("no clause"));
}

#[test]
fn divergences_are_those_that_diverge_counts_and_each_choice_leaves_what_it_says() {
    let served = Served::start();
    let asked = |more: &str| served.json(&format!("/divergences?size=2x3&rules=j1989+ms-chinese{more}"));
    let all = asked("");
    let compared = Command::new(assert_cmd::cargo::cargo_bin("shinpan"))
        .args(["diverge", "2x3", "--rules", "j1989,ms-chinese", "--format", "json"])
        .output()
        .unwrap();
    let compared: Value = serde_json::from_slice(&compared.stdout).unwrap();
    let pair = &compared["pairs"][0];
    assert_eq!(all["positions"], pair["diverge"]["positions"]);
    assert_eq!(all["settled"], pair["settled"]["diverge"]["positions"]);
    assert_eq!(all["shown"]["board"], pair["smallest"]["position"]);
    let mut positions = 0;
    for stones in all["stones"].as_array().unwrap() {
        let these = asked(&format!("&stones={}", stones[0]));
        assert_eq!(these["matching_positions"], stones[1]);
        assert_eq!(these["shown"]["stones"], stones[0]);
        positions += stones[1].as_u64().unwrap();
    }
    assert_eq!(all["positions"], positions);
    assert_eq!(asked("&settled=true")["matching_positions"], all["settled"]);
    for cause in all["causes"].as_array().unwrap() {
        let n = cause["n"].as_u64().unwrap();
        let these = asked(&format!("&cause={n}"));
        assert_eq!(these["matching_positions"], cause["positions"]);
        assert!(these["shown"]["causes"].as_array().unwrap().contains(&cause["n"]));
    }
    let last = all["matching"].as_u64().unwrap();
    assert_eq!(asked(&format!("&n={last}"))["shown"], Value::Null);
    let refused = |query: &str| served.json(&format!("/divergences?{query}"))["refused"].as_str().unwrap().to_string();
    assert!(refused("size=4x5&rules=j1989+ms-chinese").contains("shinpan solve 4x5"));
    // What takes minutes is offered with its time, and done for who waits.
    let offer = |query: &str| served.json(&format!("/divergences?{query}"))["offer"].clone();
    let four = offer("size=4x4&rules=tromp-taylor+ms-chinese");
    assert_eq!(four["positions"], 24_318_165);
    assert!(four["seconds"].as_u64() > Some(0) && four["mib"].as_u64() > Some(200), "{four}");
    let row = "size=1x13&rules=ms-japanese+ms-japanese:dead=opponent-first";
    assert_eq!(offer(row)["positions"], 391_049);
    let waited = served.json(&format!("/divergences?{row}&patient=true"));
    assert_eq!((&waited["of"], &waited["settled"]), (&json!(391_049), &Value::Null), "{waited}");
    assert!(offer(row).is_null(), "kept");
    assert!(refused("size=2x3&rules=j1989").contains("two rule sets; these are 1"));
    assert!(refused("size=2x3&rules=j1989+ms-chinese&prisoners=all").contains("one of level"));
    assert!(refused("size=20x30&rules=j1989+ms-chinese").contains("19"));
}

#[test]
fn divergences_of_a_larger_board_are_looked_up_in_tables() {
    let tables = tempfile::TempDir::new().unwrap();
    let folder = tables.path().to_str().unwrap();
    let mut solve = Command::new(assert_cmd::cargo::cargo_bin("shinpan"));
    let rules = "ms-japanese,ms-chinese,ms-japanese:dead=opponent-first";
    assert!(solve.args(["solve", "1x13", "--rules", rules, "--out", folder]).status().unwrap().success());
    let served = Served::with(&["--tables", folder]);
    assert!(served.json("/texts")["boards"].as_array().unwrap().contains(&Value::from("1x13")));
    let found = served.json("/divergences?size=1x13&rules=ms-japanese+tromp-taylor");
    assert!(found["positions"].as_u64().unwrap() > 0 && found["shown"]["board"].is_string());
    assert_eq!((&found["settled"], &found["shown"]["settled"]), (&Value::Null, &Value::Null), "no table of a play-out");
    // No table says what j1989 makes of it.
    let offered = served.json("/divergences?size=1x13&rules=j1989+ms-chinese");
    assert_eq!(offered["offer"]["positions"], 391_049, "{offered}");
}

#[test]
fn a_game_is_gone_through_step_by_step_whether_it_is_sent_or_there() {
    let served = Served::with(&["--record", "cases/records/repetition.sgf"]);
    assert!(served.json("/texts")["game"].as_str().unwrap().ends_with("repetition.sgf"));
    let game = served.json("/game?rules=j1989+aj2004+ms-chinese");
    let step = &game["steps"][5];
    assert_eq!(step["action"], "B B1");
    let judged: Vec<&str> = (0..3).map(|n| step["judged"][n]["judgement"].as_str().unwrap()).collect();
    assert_eq!(judged, ["accepted", "accepted", "refused"]);
    assert_eq!(step["judged"][2]["clause"], "ms.ko");
    assert_eq!(step["boards"][0], serde_json::json!({ "board": ".X..", "taken": [2, 2], "rules": [0, 1] }));
    let text = std::fs::read_to_string("cases/records/repetition.sgf").unwrap();
    assert_eq!(json(&served.send("rules=j1989+aj2004+ms-chinese", &text).1)["steps"], game["steps"]);
    let refused = json(&served.send("rules=j1989", "nothing of the kind").1);
    assert!(refused["refused"].as_str().unwrap().starts_with("the file:1:"), "{refused}");
    let (head, _) = served.send("rules=j1989", &" ".repeat((1 << 20) + 1));
    assert!(head.starts_with("HTTP/1.1 413"), "{head}");
    // No game is longer than what a page can go through.
    let long: String = (0..600).map(|_| "B pass\nW pass\n").collect();
    let game = json(&served.send("rules=tromp-taylor", &format!("size 3x3\n{long}")).1);
    assert_eq!(
        (game["steps"].as_array().unwrap().len(), &game["left_out"]),
        (1001, &Value::from(200)),
        "{}",
        game["refused"]
    );
}

#[test]
fn what_cannot_be_asked_is_refused_with_the_reason() {
    let served = Served::start();
    for (query, why) in [
        ("board=X.Z&rules=j1989", "unknown character `Z`"),
        ("board=X.O&rules=japanese", "names no text"),
        (&format!("board={}&rules=j1989", vec![".".repeat(20); 20].join("/")), "20x20 is out of range"),
        (&format!("board=X.O&rules={}", "j1989+".repeat(400)), "at most 2000 characters"),
    ] {
        let refused = events(&served.ask(query), "refused");
        assert!(refused.first().is_some_and(|r| r["why"].as_str().unwrap().contains(why)), "{query}: {refused:?}");
    }
}

#[test]
fn only_the_page_itself_may_ask() {
    let served = Served::start();
    let forbidden = |host: &str, more: &str| served.get("/texts", host, more).0.starts_with("HTTP/1.1 403");
    assert!(forbidden("elsewhere.example", ""), "another name for this machine");
    assert!(forbidden(&served.at, "Origin: http://elsewhere.example\r\n"), "another page");
    assert!(forbidden(&served.at, "Sec-Fetch-Site: cross-site\r\n"), "another site");
    assert!(!forbidden(&served.at, &format!("Origin: http://{}\r\nSec-Fetch-Site: same-origin\r\n", served.at)));
}

#[test]
fn many_questions_at_once_leave_the_server_answering_and_end_with_who_asked() {
    let served = Served::start();
    let hard = vec![".".repeat(8); 8].join("/");
    let ask = || {
        let mut stream = TcpStream::connect(&served.at).unwrap();
        let host = &served.at;
        write!(stream, "GET /judge?board={hard}&rules=j1997:first=black HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
        let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
        let kind = lines.find_map(|line| line.strip_prefix("event: ").map(str::to_string)).expect("an event");
        (stream, kind)
    };
    let mut asked: Vec<(TcpStream, String)> = (0..4).map(|_| ask()).collect();
    let kinds: Vec<&str> = asked.iter().map(|(_, kind)| kind.as_str()).collect();
    assert_eq!(kinds, ["begun", "begun", "begun", "refused"]);
    assert!(served.get("/", &served.at, "").0.starts_with("HTTP/1.1 200"));
    // Who goes away frees a form, as soon as the search has ended.
    asked.clear();
    assert!((0..600).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        ask().1 == "begun"
    }));
}

/// Half a head, half a body: each is given up after a while, and nobody else waits for it.
#[test]
fn who_sends_half_a_question_is_not_waited_for_for_ever() {
    let served = Served::start();
    let halves = [
        "GET /texts HTTP/1.1\r\nHost:".to_string(),
        format!("POST /game?rules=j1989 HTTP/1.1\r\nHost: {}\r\nContent-Length: 100\r\n\r\n(;SZ[3]", served.at),
    ];
    let open: Vec<TcpStream> = (0..40)
        .flat_map(|_| &halves)
        .map(|half| {
            let mut stream = TcpStream::connect(&served.at).unwrap();
            stream.write_all(half.as_bytes()).unwrap();
            stream
        })
        .collect();
    // More than are served at a time: this one is answered once the others are given up.
    assert!(served.get("/texts", &served.at, "").0.starts_with("HTTP/1.1 200"));
    for mut stream in open {
        let mut answer = String::new();
        // Ends, or is cut off.
        let _ = stream.read_to_string(&mut answer);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 408"), "{answer}");
    }
}
