//! Which repetition rule and which suicide rule an engine really has, whatever it says: short sequences on which the known
//! rules part.

use super::MoveRecord;
use super::Question;
use super::engine::{Engine, Got};
use super::hypotheses::{Cause, Hypothesis};
use super::terms::Told;
use super::variant::{Repetition, Suicide, Variant};
use crate::board::plain::PlainPosition;
use crate::board::{Colour, Grid, diagram};
use crate::gtp::game::Move;
use crate::gtp::peer::Trouble;
use crate::law::{KoRule, PlayingRules, RuleSet};

/// A sequence that tells rules apart: a board and moves in its coordinates. On a larger one it stands at the left edge, what is above its
/// first empty row at the upper edge, and what is below at the lower one.
struct Probe {
    name: &'static str,
    board: &'static str,
    line: &'static [&'static str],
}

const KO: &str = ".XO./X.XO/.XO./....";
const SEND_TWO: &str = ".X.X/OOX./..../...O";
/// A player can send two stones and take one back at the top, the other at the bottom.
const SEND_TWO_BOTH: &str = ".X.X/OOX./..../XXO./.O.O";
/// The same with the other stone to be sent: what the taking back leads to has not been there.
const SENT_TWO: &str = "X..X/OOX./..../...O";
/// Two kos, Black's and White's.
const DOUBLE_KO: &str = "X.XO/XXO./..../.XO./XO.O";
/// Three kos, of which Black has the two at the top.
const TRIPLE_KO: &str = "X.XO.X.XO/.XO...XO./........./........./........./........./........./.XO....../XO.O.....";

/// In each, the last move is the question. None repeats a position before its last moves.
const PROBES: [Probe; 9] = [
    Probe { name: "retaking a ko at once", board: KO, line: &["W B3", "B C3"] },
    Probe { name: "retaking a ko after an exchange elsewhere", board: KO, line: &["W B3", "B A1", "W D1", "B C3"] },
    Probe { name: "retaking a ko after two passes", board: KO, line: &["W B3", "B pass", "W pass", "B C3"] },
    Probe { name: "sending two, returning one", board: SEND_TWO, line: &["B A4", "W C4", "B B4"] },
    Probe { name: "sending two a second time", board: SEND_TWO, line: &["B A4", "W C4", "B B4", "W pass", "B A4"] },
    Probe {
        name: "bringing back a position that a pass has handed over",
        board: SEND_TWO_BOTH,
        line: &["B pass", "W A1", "B A5", "W C5", "B C1", "W B1", "B B5"],
    },
    Probe {
        name: "a double ko, round once, with the other player to move",
        board: DOUBLE_KO,
        line: &["W B5", "B C1", "W pass", "B C5", "W B1"],
    },
    Probe {
        name: "a triple ko, round once",
        board: TRIPLE_KO,
        line: &["W B9", "B C1", "W G9", "B C9", "W B1", "B H9"],
    },
    Probe {
        name: "a play without a capture that brings back a position",
        board: SENT_TWO,
        line: &["B B4", "W C4", "B B4", "W pass", "B A4"],
    },
];

/// A play that no rule on repetition forbids, after two passes: an engine that refuses it holds the game to be over then.
const AFTER_PASSES: Probe =
    Probe { name: "any play after two passes", board: KO, line: &["W B3", "B pass", "W pass", "B A1"] };

/// The first two tell which suicide is a move; the third repeats a position where that of several stones is.
const SUICIDES: [Probe; 3] = [
    Probe { name: "suicide of one stone", board: ".O../O.../..../....", line: &["B A4"] },
    Probe { name: "suicide of two stones", board: "X.O./OO../..../....", line: &["B B4"] },
    Probe {
        name: "suicide of two stones that brings back a position",
        board: "..O./OO../..../.X..",
        line: &["B A4", "W pass", "B B4"],
    },
];

/// Captures, which tell how they are made: a retaking of several stones, two strings at once, a string that is touched twice.
const CAPTURES: [Probe; 4] = [
    Probe { name: "taking back two stones (snapback)", board: "XO../.X../OX../X...", line: &["W A3", "B A4"] },
    Probe { name: "taking two strings at once", board: ".OX./OX../X.../....", line: &["B A4"] },
    Probe { name: "taking a string that is touched twice", board: "OOX./O.X./X.../....", line: &["B B3"] },
    Probe { name: "taking a string in the middle", board: ".X../XO../XOX./.X..", line: &["B C3"] },
];

/// The repetition rules that an engine may have, by name, the ones that forbid least first.
#[must_use]
pub fn hypotheses() -> Vec<(&'static str, Repetition)> {
    vec![
        ("no repetition rule", Repetition::Rules(&[])),
        ("basic ko", Repetition::Rules(&[KoRule::Basic])),
        ("basic ko and fixed-ko", Repetition::Rules(&[KoRule::Basic, KoRule::Fixed])),
        ("fixed-ko without basic ko", Repetition::Rules(&[KoRule::Fixed])),
        ("situational superko", Repetition::Rules(&[KoRule::Situational])),
        ("natural situational superko", Repetition::Natural),
        ("positional superko", Repetition::Rules(&[KoRule::Positional])),
    ]
}

/// The boards on which the sequences are tried, the first that an engine has.
pub const BOARDS: [usize; 16] = [5, 6, 7, 9, 13, 19, 4, 8, 10, 11, 12, 14, 15, 16, 17, 18];

impl Probe {
    /// The record up to the question, and the question; `None` if the board is too small.
    fn on(&self, grid: Grid) -> Option<(MoveRecord, Move)> {
        let small = diagram::parse(self.board).ok()?;
        let cols = small.grid().cols();
        let gap = small.cells().chunks(cols).position(|row| row.iter().all(Option::is_none)).unwrap_or(usize::MAX);
        let place = |p: usize| {
            let row = p / cols;
            let below = if row < gap { 0 } else { grid.rows() - small.grid().rows() };
            (row + below) * grid.cols() + p % cols
        };
        if grid.rows() < small.grid().rows() || grid.cols() < small.grid().cols() {
            return None;
        }
        let mut cells = vec![None; grid.len()];
        for (p, cell) in small.cells().iter().enumerate() {
            cells[place(p)] = *cell;
        }
        let mut moves = MoveRecord::to_position(&PlainPosition::from_cells(grid, cells)?).moves;
        for text in self.line {
            let (player, point) = text.split_once(' ')?;
            let player = if player == "B" { Colour::Black } else { Colour::White };
            let point = if point == "pass" { None } else { Some(place(small.grid().point(point).ok()?)) };
            moves.push(Move { player, point });
        }
        let record = MoveRecord::alternating(grid, moves);
        let (last, before) = record.moves.split_last()?;
        Some((MoveRecord { grid, moves: before.to_vec() }, *last))
    }
}

/// A play that some rule forbids.
pub struct Forbidden {
    /// What it is.
    pub name: &'static str,
    /// The record up to it.
    pub record: MoveRecord,
    /// The play.
    pub last: Move,
    /// How many stones it takes off its own side; 0 for the retaking of a ko.
    pub suicide: usize,
}

/// The plays by which a tolerant `play` shows: the immediate retaking of a ko, suicide of one stone and of two.
#[must_use]
pub fn forbidden(grid: Grid) -> Vec<Forbidden> {
    let probes = [(&PROBES[0], 0), (&SUICIDES[0], 1), (&SUICIDES[1], 2)];
    let found = probes.into_iter().filter_map(|(probe, suicide)| {
        let (record, last) = probe.on(grid)?;
        Some(Forbidden { name: probe.name, record, last, suicide })
    });
    found.collect()
}

/// A sequence of moves, with its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sequence {
    /// What it is about.
    pub name: &'static str,
    /// The moves before the last.
    pub record: MoveRecord,
    /// The last move, which is the question.
    pub last: Move,
    /// How many moves at the end are not there to set the board up, the last one included.
    pub line: usize,
}

fn on(probes: &[Probe], grid: Grid) -> Vec<Sequence> {
    let sequence = |probe: &Probe| {
        let (record, last) = probe.on(grid)?;
        Some(Sequence { name: probe.name, record, last, line: probe.line.len() })
    };
    probes.iter().filter_map(sequence).collect()
}

/// All sequences that fit on a board.
#[must_use]
pub fn sequences(grid: Grid) -> Vec<Sequence> {
    [on(&PROBES, grid), on(&SUICIDES, grid), on(&CAPTURES, grid), on(&[AFTER_PASSES], grid)].concat()
}

/// The sequences of a board by which repetition rules are told apart.
#[must_use]
pub fn of_repetition(grid: Grid) -> Vec<Sequence> {
    on(&PROBES, grid)
}

/// The questions that the sequences of a board put: whether the last move is legal, and what it leads to.
#[must_use]
pub fn questions(grid: Grid) -> Vec<(MoveRecord, Question)> {
    let mut all = Vec::new();
    for Sequence { record, last, .. } in sequences(grid) {
        if let Some(p) = last.point {
            let after = record.with(last);
            all.extend([
                (record, Question::Legal(last.player, p)),
                (after.clone(), Question::Stones),
                (after, Question::Captures),
            ]);
        }
    }
    all
}

/// The sequences of a board as games that end after their last move.
pub fn ended(grid: Grid) -> impl Iterator<Item = MoveRecord> {
    sequences(grid).into_iter().map(|Sequence { record, last, .. }| record.with(last).ended())
}

/// The move of a sequence that is refused first; `None` if none is. The moves that set the board up are never refused. With a button
/// (`free_pass`) what was before the first pass is another state.
fn first_refused(repetition: Repetition, free_pass: bool, record: &MoveRecord, last: Move) -> Option<usize> {
    let whole = MoveRecord { grid: record.grid, moves: record.moves.iter().copied().chain([last]).collect() };
    Variant { repetition, suicide: Suicide::Never, free_pass, fault: None }.refuses(&whole)
}

/// What an engine implements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Implemented {
    /// The board on which it was tried.
    pub grid: Grid,
    /// The repetition rules that fit all its answers: one, or none if it has another.
    pub ko: Vec<String>,
    /// Which suicide it allows: `forbidden`, `allowed for several stones`, `allowed`, or `allowed for one stone only`.
    pub suicide: String,
    /// Each sequence with what the engine did at its last move (or before).
    pub answers: Vec<(String, String)>,
}

impl Implemented {
    /// Whether what the engine did allows a cause: a rule on repetition that does not fit is none.
    #[must_use]
    pub fn allows(&self, cause: &Cause) -> bool {
        let Hypothesis::Plays(Variant { repetition, fault: None, .. }) = cause.what else { return true };
        let rule = hypotheses().into_iter().find(|(_, rule)| *rule == repetition);
        rule.is_none_or(|(name, _)| self.ko.is_empty() || self.ko.iter().any(|fitting| fitting == name))
    }

    /// Where the sequences do not tell the text's rule on repetition from one that fits, it fits as well.
    pub fn name_as_text(&mut self, of_text: &str) {
        if of_text == OWN_MOVES && self.ko.iter().any(|fitting| fitting == "situational superko") {
            self.ko.insert(0, of_text.to_string());
        }
    }

    /// Where the engine plays by other rules than it declares, each as one line. No declaration has suicide of one stone: of an engine that
    /// has it where the text does (`of_text`, [`suicide_of`]) it is no other rule.
    #[must_use]
    pub fn against(&self, told: &Told, of_text: &str) -> Vec<String> {
        let names =
            [("SIMPLE", "basic ko"), ("SITUATIONAL", "situational superko"), ("POSITIONAL", "positional superko")];
        let declared = told.declares_ko();
        let ko = declared.as_ref().and_then(|declared| names.iter().find(|(name, _)| name == declared));
        let other_ko = ko.filter(|(_, name)| !self.ko.iter().any(|fitting| fitting == name));
        let suicide =
            told.declares_suicide().map(|allowed| if allowed { "allowed for several stones" } else { "forbidden" });
        let as_text = suicide == Some("allowed for several stones") && self.suicide == of_text;
        let other_suicide = suicide.filter(|declared| *declared != self.suicide && !as_text);
        let plays = if self.ko.is_empty() { "a rule not known here".to_string() } else { self.ko.join(" or ") };
        let of_ko =
            other_ko.map(|(name, what)| format!("the engine declares `ko` {name}, {what}, and plays by {plays}"));
        let of_suicide = other_suicide.map(|declared| {
            format!("the engine declares that suicide is {declared}, and by its answers it is {}", self.suicide)
        });
        of_ko.into_iter().chain(of_suicide).collect()
    }
}

/// Finds out which rules an engine has, which knows a button if the text does (`free_pass`).
///
/// # Errors
/// [`Trouble`] with the engine.
pub fn implemented(engine: &mut Engine, grid: Grid, free_pass: bool) -> Result<Option<Implemented>, Trouble> {
    let mut fitting = hypotheses();
    let mut answers = Vec::new();
    let Some((record, last)) = AFTER_PASSES.on(grid) else { return Ok(None) };
    let after_passes = refused_by(engine, &record, last, AFTER_PASSES.line.len())?;
    let goes_on = after_passes == Some(None);
    let said = after_passes.map_or("no usable answer", |refused| refused.map_or("legal", |_| "illegal"));
    answers.push((AFTER_PASSES.name.to_string(), said.to_string()));
    for probe in &PROBES {
        let Some((record, last)) = probe.on(grid) else { continue };
        if !goes_on && record.moves.windows(2).any(|w| w[0].point.is_none() && w[1].point.is_none()) {
            // Refused for another reason than repetition: it says nothing of that.
            continue;
        }
        let Some(refused) = refused_by(engine, &record, last, probe.line.len())? else {
            answers.push((probe.name.to_string(), "no usable answer".to_string()));
            continue;
        };
        let what = match refused {
            None => "legal".to_string(),
            Some(at) if at == record.moves.len() => "illegal".to_string(),
            Some(at) => format!("refuses move {} of the sequence", at + 1),
        };
        answers.push((probe.name.to_string(), what));
        fitting.retain(|(_, ko)| first_refused(*ko, free_pass, &record, last) == refused);
    }
    let mut allowed = Vec::new();
    for probe in &SUICIDES[..2] {
        let Some((record, last)) = probe.on(grid) else { return Ok(None) };
        let legal = refused_by(engine, &record, last, 1)? == Some(None);
        answers.push((probe.name.to_string(), if legal { "legal" } else { "illegal" }.to_string()));
        allowed.push(legal);
    }
    let suicide = match allowed[..] {
        [false, false] => "forbidden",
        [false, true] => "allowed for several stones",
        [true, true] => "allowed",
        _ => "allowed for one stone only",
    };
    let ko = fitting.into_iter().map(|(name, _)| name.to_string()).collect();
    Ok(Some(Implemented { grid, ko, suicide: suicide.to_string(), answers }))
}

/// The first of the last `line` moves that the engine refuses (outer `None`: no usable answer). Each is asked for: a tolerant
/// `play` goes on past what the engine's rules forbid.
fn refused_by(
    engine: &mut Engine,
    record: &MoveRecord,
    last: Move,
    line: usize,
) -> Result<Option<Option<usize>>, Trouble> {
    let whole = record.with(last);
    if engine.lacks_pass(&whole) {
        return Ok(None);
    }
    for at in whole.moves.len() - line..whole.moves.len() {
        let made = whole.moves[at];
        let Some(p) = made.point else { continue };
        match engine.answer(&whole.with_moves(at), &Question::Legal(made.player, p))? {
            Got::Answer(text) if text == "1" => {}
            Got::Answer(_) => return Ok(Some(Some(at))),
            Got::Refused(at, _) => return Ok(Some(Some(at))),
            Got::Unusable(_) | Got::Declined(_) => return Ok(None),
        }
    }
    Ok(Some(None))
}

/// What the rule set has: suicide, as [`Implemented::suicide`] has it. That of one stone changes nothing, which superko refuses unless it
/// minds only what a player's own moves have led to.
#[must_use]
pub fn suicide_of(rules: &RuleSet) -> &'static str {
    let PlayingRules { suicide, unchanged, repetition, .. } = rules.text.playing(rules);
    match suicide {
        Some(_) => "forbidden",
        None if unchanged.is_none() && repetition == [KoRule::OwnMoves] => "allowed",
        None => "allowed for several stones",
    }
}

/// The rule on repetition of New Zealand.
const OWN_MOVES: &str = "superko over what a player's own moves have led to";

/// What the text has: the repetition rule by the name used here.
#[must_use]
pub fn of_text(ko: &'static [KoRule]) -> String {
    let offers = ko.contains(&KoRule::Recurring);
    let told: Vec<KoRule> = ko.iter().copied().filter(|ko| *ko != KoRule::Recurring).collect();
    if told == [KoRule::OwnMoves] {
        // No hypothesis of its own: only a position that no move has led to tells it from situational superko.
        return OWN_MOVES.to_string();
    }
    let name = hypotheses()
        .into_iter()
        .find(|(_, rule)| matches!(rule, Repetition::Rules(rules) if *rules == told))
        .map_or("another rule", |(name, _)| name);
    if offers {
        format!("{name}, and a position a third time only after an offer of no result")
    } else {
        name.to_string()
    }
}
