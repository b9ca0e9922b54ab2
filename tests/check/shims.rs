//! The bases in `examples/` that give libraries a GTP side, and what libraries cannot do (docs/src/shims.md).

use shinpan::check::engine::{Engine, Session};
use shinpan::gtp::peer::{Answer, Trouble};

use self::library_gtp::{Handler, is_black, point, serve, vertex};
use super::mutants::NEVER;
use super::*;

#[path = "../../examples/library_gtp.rs"]
mod library_gtp;

/// The command of a library of its own in JavaScript, if there is a Node. Where SHINPAN_REQUIRE_NODE is set there has to be.
fn tiny(mode: &str) -> Option<String> {
    let found = Command::new("node").arg("--version").output().is_ok_and(|o| o.status.success());
    assert!(found || std::env::var_os("SHINPAN_REQUIRE_NODE").is_none(), "node is required here and is not installed");
    if !found {
        eprintln!("SKIPPED: node is not installed");
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/tiny.mjs");
    found.then(|| format!("node '{script}' {mode}"))
}

const ARGS: [&str; 4] = ["--suite", "legality,capture,ko,score", "--budget", "2"];

#[test]
fn a_library_is_asked_what_it_can_be_and_not_accused_of_what_it_cannot_do() {
    for (mode, board) in
        [("ends", "5x5"), ("no-pass", "5x5"), ("alternates", "5x5"), ("one-size", ""), ("no-pass one-size", "")]
    {
        let Some(engine) = tiny(mode) else { return };
        let boards: &[&str] = if board.is_empty() { &[] } else { &["--board", board] };
        let run = check(&engine, COUNTED, &[&ARGS[..], boards].concat());
        assert_eq!(run.causes(), [""; 0], "{mode}: {:?} {}", run.of_kind("finding"), run.err);
        for job in run.of_kind("job") {
            let name = job["job"].as_str().unwrap();
            let on_its_board = !mode.contains("one-size") || name.contains("9x9") || name.starts_with("ko");
            // Without passes only positions come about in which both have as many stones.
            let needs_a_pass =
                mode.contains("no-pass") && (name.contains("every stone alive") || name.contains("drawn uniformly"));
            assert!(!on_its_board || needs_a_pass || job["questions"].as_u64().unwrap() > 0, "{mode}: {job}");
        }
        let asked = run.of_kind("run")[0]["asked"].to_string();
        assert_eq!(asked.contains("it refuses to pass"), mode.contains("no-pass"), "{mode}: {asked}");
    }
    let Some(engine) = tiny("touched one-size") else { return };
    let run = check(&engine, COUNTED, &ARGS);
    assert_eq!(run.causes(), ["counts a captured string once for each of its stones beside the play"]);
}

/// A game of the library here, as a shim in Rust has it.
struct Shim {
    game: GtpGame,
    /// It says that nobody may play in one corner.
    wrong: bool,
}

const COMMANDS: [(&str, Handler<Shim>); 6] = [
    ("boardsize", |shim, words| {
        let side: usize = words.first().and_then(|n| n.parse().ok()).ok_or("unacceptable size")?;
        let grid = Grid::new(side, side).map_err(|e| e.to_string())?;
        shim.game = GtpGame::empty(&RuleSet::parse(COUNTED).unwrap()[0], grid);
        Ok(String::new())
    }),
    ("clear_board", |shim, _| {
        shim.game = GtpGame::empty(&RuleSet::parse(COUNTED).unwrap()[0], shim.game.grid());
        Ok(String::new())
    }),
    ("komi", |_, _| Ok(String::new())),
    ("play", |shim, words| {
        let (player, at) = (colour(words)?, shim.at(words)?);
        shim.game.make(Move { player, point: at }).map(|()| String::new()).map_err(|refusal| format!("{refusal:?}"))
    }),
    ("is_legal", |shim, words| {
        let (player, at) = (colour(words)?, shim.at(words)?);
        let legal = at.is_none_or(|p| shim.game.result(player, p).is_ok() && !(shim.wrong && p == 0));
        Ok(u8::from(legal).to_string())
    }),
    ("list_stones", |shim, words| {
        let (player, grid) = (colour(words)?, shim.game.grid());
        let stones = (0..grid.len()).filter(|&p| shim.game.position().at(p) == Some(player));
        let shown = stones.map(|p| vertex((p % grid.cols(), grid.rows() - 1 - p / grid.cols())));
        Ok(shown.collect::<Vec<_>>().join(" "))
    }),
];

fn colour(words: &[&str]) -> Result<shinpan::board::Colour, String> {
    use shinpan::board::Colour;
    is_black(words).map(|black| if black { Colour::Black } else { Colour::White })
}

impl Shim {
    fn at(&self, words: &[&str]) -> Result<Option<usize>, String> {
        let grid = self.game.grid();
        let at = point(words, 1, grid.rows())?;
        Ok(at.map(|(column, row)| (grid.rows() - 1 - row) * grid.cols() + column))
    }
}

impl Session for Shim {
    fn ask_all(&mut self, commands: &[String]) -> Result<Vec<Answer>, Trouble> {
        let mut out = Vec::new();
        serve(("shim", self, &COMMANDS), commands.join("\n").as_bytes(), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let answers = text.split("\n\n").filter(|answer| !answer.is_empty());
        Ok(answers
            .map(|answer| match answer.split_at(1) {
                ("=", text) => Ok(text.trim().to_string()),
                (_, text) => Err(text.trim().to_string()),
            })
            .collect())
    }

    fn repeats_ids(&self) -> bool {
        true
    }

    fn late(&self) -> usize {
        0
    }

    fn quit(self: Box<Self>) {}
}

#[test]
fn the_base_in_rust_answers_for_a_library() {
    for wrong in [false, true] {
        let start = move || -> Result<Box<dyn Session>, Trouble> {
            let rules = &RuleSet::parse(COUNTED).unwrap()[0];
            Ok(Box::new(Shim { game: GtpGame::empty(rules, Grid::new(9, 9).unwrap()), wrong }))
        };
        let mut engine = Engine::of(Box::new(start)).unwrap();
        assert_eq!((engine.name.as_str(), engine.protocol.as_str()), ("shim", "2"));
        assert!(engine.knows("quit") && engine.knows("is_legal") && !engine.knows("undo"));
        let grids = [Grid::parse("4x4").unwrap()];
        engine.find_out(&grids, None);
        let mut checker = mutants::of_engine(engine, COUNTED, 3, &grids);
        checker.run(&shinpan::check::run::Bounds { stop: &NEVER, until: None }, |_, _| {}).unwrap();
        checker.conclude(true);
        assert_eq!(checker.state.findings.is_empty(), !wrong, "{:?}", checker.state.findings);
        assert!(checker.state.jobs.iter().map(|(_, done)| done.questions).sum::<u64>() > 100);
    }
}

/// A line beyond the words that are known, and one that cannot be meant.
#[test]
fn the_bases_refuse_what_they_do_not_know() {
    let lines = "1 nonsense\n2 play b Z9\nplay\n\n# nothing\n3 boardsize 3\n4 play w A4\n5 play b pass\nquit\nname\n";
    let mut game =
        Shim { game: GtpGame::empty(&RuleSet::parse(COUNTED).unwrap()[0], Grid::new(9, 9).unwrap()), wrong: false };
    let mut out = Vec::new();
    serve(("shim", &mut game, &COMMANDS), lines.as_bytes(), &mut out).unwrap();
    let rust = String::from_utf8(out).unwrap();
    let signs = |text: &str| -> Vec<String> {
        let answers = text.split("\n\n").filter(|a| !a.trim().is_empty());
        answers.map(|a| a.split([' ', '\n']).next().unwrap_or_default().to_string()).collect()
    };
    let expected = ["?1", "?2", "?", "=3", "?4", "=5", "="];
    assert_eq!(signs(&rust), expected, "{rust}");
    let Some(engine) = tiny("") else { return };
    let words = shlex::split(&engine).unwrap();
    let output = Command::new(&words[0]).args(&words[1..]).write_stdin(lines).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(signs(&text), expected, "{text} {}", String::from_utf8_lossy(&output.stderr));
}
