//! The page of `shinpan explore` as a browser meets it: what is served, to whom, and what an answer holds.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

/// The program, serving on a port that was free; it ends with the test.
struct Served {
    child: Child,
    at: String,
}

impl Served {
    fn start() -> Served {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("shinpan"));
        let mut child = command.args(["explore", "--port", "0"]).stderr(Stdio::piped()).spawn().unwrap();
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
}

impl Drop for Served {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
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
    for (path, kind) in [("/", "text/html"), ("/style.css", "text/css"), ("/script.js", "text/javascript")] {
        let (head, body) = served.get(path, &served.at, "");
        assert!(head.starts_with("HTTP/1.1 200") && head.contains(kind), "{head}");
        assert!(head.contains("content-security-policy: default-src 'none'"), "{head}");
        assert!(!body.replace("http://www.w3.org/2000/svg", "").contains("http"), "{path}");
    }
    let (_, texts) = served.get("/texts", &served.at, "");
    let json = texts.find('[').zip(texts.rfind(']')).map(|(a, b)| &texts[a..=b]).unwrap();
    let texts: Value = serde_json::from_str(json).unwrap();
    assert!(texts.as_array().unwrap().iter().any(|t| t["id"] == "j1989" && t["readings"][0]["key"] == "enable"));
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
    assert_eq!(events(&body, "done").len(), 1);
}

#[test]
fn what_cannot_be_asked_is_refused_with_the_reason() {
    let served = Served::start();
    for (query, why) in [
        ("board=X.Z&rules=j1989", "unknown character `Z`"),
        ("board=X.O&rules=japanese", "names no text"),
        (&format!("board={}&rules=j1989", vec![".".repeat(9); 9].join("/")), "up to 64 points"),
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
