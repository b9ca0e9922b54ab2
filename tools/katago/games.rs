//! Random games under every combination of KataGo's parameters, held against KataGo's own game code at every turn: which plays are
//! legal and which lift a block, the board, stones taken, the phase, whose turn it is, how the game ends and its score.
//!
//! ```sh
//! cargo run --release --example katago_games -- ./katago-rules 9x9 6 1
//! ```
//! The driver is `tools/katago/driver.cpp`; then come the board, games for each combination, and the seed. A fifth word takes only the rule
//! sets with a name that contains it. A line of JSON says what was compared, and one more each what differs, with the game.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use rayon::prelude::*;
use serde_json::{Value, json};
use shinpan::board::{PointSet, WideBoard};
use shinpan::law::procedure::{Agree, Decision, Procedure, procedure};
use shinpan::record::{Act, Komi, Setup};
use shinpan::texts::katago::{TEXT, judge::cleared};
use shinpan::{Colour, Grid, RuleSet};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// KataGo's game code as a process.
struct Driver {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Driver {
    fn start(command: &str) -> Result<Driver> {
        let mut child = Command::new(command).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (to, from) = (child.stdin.take().ok_or("no input")?, child.stdout.take().ok_or("no output")?);
        Ok(Driver { child, to, from: BufReader::new(from) })
    }

    fn ask(&mut self, command: &str) -> Result<String> {
        writeln!(self.to, "{command}")?;
        let (mut answer, mut line) = (String::new(), String::new());
        while self.from.read_line(&mut line)? > 0 && line != "\n" {
            answer.push_str(&std::mem::take(&mut line));
        }
        let answer = answer.trim_end();
        answer
            .strip_prefix("= ")
            .or(answer.strip_prefix('='))
            .map(str::to_string)
            .ok_or(format!("{command}: {answer}").into())
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // It has nothing to keep; if it is gone already, the better.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What KataGo says at the start of a turn.
struct Said {
    words: BTreeMap<String, String>,
}

impl Said {
    fn ask(driver: &mut Driver) -> Result<Said> {
        let line = driver.ask("katago-state")?;
        let words = line.split(' ').filter_map(|word| word.split_once('=')).map(|(k, v)| (k.into(), v.into()));
        Ok(Said { words: words.collect() })
    }

    fn word(&self, key: &str) -> &str {
        self.words.get(key).map_or("", String::as_str)
    }

    /// The score, Black less White in hundredths; `None` without one.
    fn score(&self) -> Option<i32> {
        self.word("end").parse::<f64>().ok().map(|white| (-100.0 * white).round() as i32)
    }
}

/// What was compared, by what it is.
#[derive(Default)]
struct Tally {
    counts: BTreeMap<&'static str, u64>,
    differ: Vec<Value>,
}

impl Tally {
    fn add(&mut self, what: &'static str, n: usize) {
        *self.counts.entry(what).or_default() += n as u64;
    }

    fn with(mut self, other: Tally) -> Tally {
        other.counts.into_iter().for_each(|(what, n)| self.add(what, n as usize));
        self.differ.extend(other.differ);
        self
    }
}

/// A game, on both sides.
struct Game<'a> {
    grid: Grid,
    rules: &'a RuleSet,
    driver: &'a mut Driver,
    text: Box<dyn Procedure>,
    record: Vec<String>,
    /// Points that changed in the last turns, the latest last.
    changed: Vec<usize>,
    tally: Tally,
}

impl Game<'_> {
    /// Whether both say the same; what differs is noted, and ends the game.
    fn same(&mut self, what: &'static str, text: &str, katago: &str) -> bool {
        self.tally.add(what, 1);
        if text != katago {
            self.tally.differ.push(json!({
                "what": what, "rules": self.rules.to_string(), "board": self.grid.to_string(), "text": text, "katago": katago,
                "position": self.text.position().to_string().replace('\n', "/"), "game": self.record.join(" "),
            }));
        }
        text == katago
    }

    /// The turns that the text allows a player, by point: `m` a move, `u` the lifting of a block, `.` neither.
    fn turns(&self, player: Colour, katago: &[u8]) -> String {
        let accepted = |act: Act| self.text.why(player, &act).is_accepted();
        let cleanup = self.text.phase().contains("cleanup");
        let turn = |p: usize| {
            let stone = self.text.position().at(p).is_some();
            if !stone && accepted(Act::Play(p)) {
                'm'
            } else if cleanup && (stone || katago[p] == b'u') && accepted(Act::PassForKo(p)) {
                // The text names the stone; KataGo takes the point where it would be captured as well, where that is a ko.
                'u'
            } else {
                '.'
            }
        };
        (0..self.grid.len()).map(turn).collect()
    }

    /// Compares all that is said at the start of a turn; the turns there are, if the game goes on.
    fn compare(&mut self) -> Result<Option<(Colour, String)>> {
        let said = Said::ask(self.driver)?;
        let cell = |c: &Option<Colour>| c.map_or('.', |c| if c == Colour::Black { 'X' } else { 'O' });
        let stones: String = self.text.position().cells().iter().map(cell).collect();
        // The text counts what each player has taken, KataGo what each has lost.
        let [by_black, by_white] = self.text.prisoners();
        let end = self.text.result().map(|result| match &result.decision {
            Decision::Margin(margin) => *margin,
            _ => i32::MAX,
        });
        let ended = end.map_or("no", |end| if end == i32::MAX { "none" } else { "score" });
        let katago = match said.word("end") {
            "no" => "no",
            "none" => "none",
            _ => "score",
        };
        if !(self.same("boards", &stones, said.word("stones"))
            && self.same("captures", &format!("{by_white},{by_black}"), said.word("captured"))
            && self.same("ends", ended, katago))
        {
            return Ok(None);
        }
        if let Some(end) = end {
            self.end(end, &said);
            return Ok(None);
        }
        let phase =
            ["main phase", "first cleanup phase", "second cleanup phase"].iter().position(|p| *p == self.text.phase());
        let player = self.text.to_move().ok_or("nobody has the turn")?;
        let points = self.turns(player, said.word("points").as_bytes());
        self.tally.add("points", points.len());
        let phase = phase.ok_or("an unknown phase")?;
        self.tally
            .add(["turns of the main phase", "turns of the first cleanup", "turns of the second cleanup"][phase], 1);
        self.tally.add("liftings of a block", points.bytes().filter(|b| *b == b'u').count());
        let goes_on = self.same("phases", &phase.to_string(), said.word("phase"))
            && self.same("turns", &player.letter().to_string(), said.word("next"))
            && self.same("legality", &points, said.word("points"));
        Ok(goes_on.then_some((player, points)))
    }

    /// The end. KataGo takes stones in pass-alive-territory off before every count (reports/engines): where there are such, and the text is
    /// read without that, the scores are not of the same board.
    fn end(&mut self, end: i32, said: &Said) {
        let kind = if end == i32::MAX {
            "games without result"
        } else if self.text.phase() == "over" && self.record.last().is_none_or(|last| !last.ends_with("pass")) {
            "games settled"
        } else {
            "games scored"
        };
        self.tally.add(kind, 1);
        if end == i32::MAX {
            return;
        }
        let position = self.text.position();
        let yes = self.rules.clone().with("self-play-opts", "yes").unwrap_or_else(|| self.rules.clone());
        let off = cleared(&yes, &WideBoard::new(self.grid), WideBoard::stones(position));
        if self.rules.value("self-play-opts") == Some("no") && off.iter().any(|off| off.count() > 0) {
            let equal = said.score() == Some(end);
            self.tally.add(if equal { "scores with stones off, equal" } else { "scores with stones off, other" }, 1);
            return;
        }
        let katago = said.score().map_or("none".to_string(), |score| score.to_string());
        self.same("scores", &end.to_string(), &katago);
    }

    /// The turn to make: often near what has changed, seldom into an own eye, and a pass now and then.
    fn choose(&self, random: &mut fastrand::Rng, player: Colour, points: &str) -> Option<usize> {
        let position = self.text.position();
        let eye =
            |p: usize| position.at(p).is_none() && self.grid.neighbours(p).all(|q| position.at(q) == Some(player));
        let into_eyes = random.u8(0..8) == 0;
        let turns: Vec<usize> =
            points.bytes().enumerate().filter(|(p, b)| *b != b'.' && (into_eyes || !eye(*p))).map(|(p, _)| p).collect();
        let long = self.record.len() > 3 * self.grid.len();
        let passes = if turns.is_empty() || long { 2 } else { 25 };
        if turns.is_empty() || random.u8(0..passes) == 0 {
            return if turns.is_empty() && random.u8(0..4) == 0 { points.find('m') } else { None };
        }
        let lifts: Vec<usize> = turns.iter().copied().filter(|p| points.as_bytes()[*p] == b'u').collect();
        let near = |p: &usize| self.changed.contains(p) || self.grid.neighbours(*p).any(|q| self.changed.contains(&q));
        let recent: Vec<usize> = turns.iter().copied().filter(near).collect();
        let from = match random.u8(0..10) {
            0..=2 if !lifts.is_empty() => &lifts,
            0..=4 if !recent.is_empty() => &recent,
            _ => &turns,
        };
        random.choice(from.iter().copied())
    }

    fn turn(&mut self, player: Colour, point: Option<usize>, points: &str) -> Result<()> {
        let vertex = point.map_or("pass".to_string(), |p| self.grid.name(p));
        let act = match point {
            None => Act::Pass,
            Some(p) if points.as_bytes()[p] == b'u' => Act::PassForKo(p),
            Some(p) => Act::Play(p),
        };
        self.record.push(format!(
            "{}:{}{vertex}",
            player.letter(),
            if matches!(act, Act::PassForKo(_)) { "pass-for-ko-" } else { "" }
        ));
        let before = self.text.position().cells().to_vec();
        self.text.step(player, &act);
        let after = self.text.position().cells();
        self.changed.extend((0..after.len()).filter(|&p| before[p] != after[p]));
        let old = self.changed.len().saturating_sub(4);
        self.changed.drain(..old);
        self.driver.ask(&format!("play {} {vertex}", player.letter())).map(|_| ())
    }
}

/// The rule set in KataGo's terms.
fn terms(rules: &RuleSet, friendly: bool) -> Value {
    let value = |key: &str| rules.value(key).unwrap_or_default();
    let bonus = match value("handicap-bonus") {
        "none" => "0".to_string(),
        other => other.to_uppercase(),
    };
    json!({
        "ko": value("ko").to_uppercase(), "scoring": value("scoring").to_uppercase(), "tax": value("tax").to_uppercase(),
        "suicide": value("suicide") == "yes", "hasButton": value("button") == "yes", "whiteHandicapBonus": bonus, "friendlyPassOk": friendly,
    })
}

fn play(driver: &mut Driver, rules: &RuleSet, grid: Grid, seed: u64) -> Result<Tally> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut setup = Setup::new(grid);
    let komi = random.choice([Komi(0), Komi(650), Komi(700), Komi(-50)]).unwrap_or(Komi(0));
    setup.komi = Some(komi);
    for command in [
        format!("boardsize {} {}", grid.cols(), grid.rows()),
        format!("kata-set-rules {}", terms(rules, random.bool())),
        format!("katago-settle {}", rules.value("self-play-opts").unwrap_or_default()),
        format!("komi {}", f64::from(komi.0) / 100.0),
    ] {
        driver.ask(&command)?;
    }
    let text = procedure(rules, &setup, Agree::Recorded);
    let mut game = Game { grid, rules, driver, text, record: Vec::new(), changed: Vec::new(), tally: Tally::default() };
    game.tally.add("games", 1);
    let black_has_stones = rules.value("handicap-bonus") != Some("none") && grid.len() > 9;
    if black_has_stones {
        let mut points: Vec<usize> = (0..grid.len()).collect();
        random.shuffle(&mut points);
        points.truncate(random.usize(2..=5));
        let names: Vec<String> = points.iter().map(|&p| grid.name(p)).collect();
        game.driver.ask(&format!("set_free_handicap {}", names.join(" ")))?;
        game.text.step(Colour::Black, &Act::Handicap(points));
        game.record.push(format!("B:handicap-{}", names.join(",")));
        game.tally.add("games with handicap stones", 1);
    }
    while let Some((player, points)) = game.compare()? {
        let point = game.choose(&mut random, player, &points);
        game.turn(player, point, &points)?;
    }
    Ok(game.tally)
}

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [driver, board, games, seed, ..] = &words[..] else {
        return Err("usage: katago_games DRIVER ROWSxCOLUMNS GAMES SEED [PART-OF-NAME]".into());
    };
    let (grid, games, seed): (Grid, u64, u64) = (Grid::parse(board)?, games.parse()?, seed.parse()?);
    let wanted = words.get(4).map_or("", String::as_str);
    let sets: Vec<RuleSet> = RuleSet::all_readings(TEXT)
        .into_iter()
        .filter(|rules| rules.value("life-regions") == Some("with-a-stone") && rules.to_string().contains(wanted))
        .collect();
    let one = |(number, rules): (usize, &RuleSet)| -> Result<Tally> {
        let mut driver = Driver::start(driver)?;
        let seeds = (0..games).map(|game| (seed * 1_000 + number as u64) * 100_000 + game);
        seeds.map(|seed| play(&mut driver, rules, grid, seed)).try_fold(Tally::default(), |all, one| Ok(all.with(one?)))
    };
    let tallies: Vec<Tally> = sets.par_iter().enumerate().map(one).collect::<Result<_>>()?;
    let tally = tallies.into_iter().fold(Tally::default(), Tally::with);
    println!(
        "{}",
        json!({ "board": grid.to_string(), "rule-sets": sets.len(), "seed": seed, "compared": tally.counts, "differ": tally.differ.len() })
    );
    tally.differ.iter().for_each(|one| println!("{one}"));
    if tally.differ.is_empty() { Ok(()) } else { Err(format!("{} differ", tally.differ.len()).into()) }
}
