//! Which repetition rule and which suicide rule an engine really has, whatever it says: short sequences on which the known
//! rules part.

use super::MoveRecord;
use super::Question;
use super::cause::KO_RULES;
use super::engine::{Engine, Got};
use super::terms::Told;
use crate::board::plain::PlainPosition;
use crate::board::{Colour, Grid, diagram};
use crate::cases::KoRule;
use crate::gtp::game::{GtpGame, Move};
use crate::gtp::peer::Trouble;
use crate::law::RuleSet;

/// A sequence that tells rules apart: a board (4x4, in the upper left of a larger one) and moves in its coordinates.
struct Probe {
    name: &'static str,
    board: &'static str,
    line: &'static [&'static str],
}

const KO: &str = ".XO./X.XO/.XO./....";
const SEND_TWO: &str = ".X.X/OOX./..../...O";

/// In each, the last move is the question. None repeats a position before its last moves.
const PROBES: [Probe; 5] = [
    Probe { name: "retaking a ko at once", board: KO, line: &["W B3", "B C3"] },
    Probe { name: "retaking a ko after an exchange elsewhere", board: KO, line: &["W B3", "B A1", "W D1", "B C3"] },
    Probe { name: "retaking a ko after two passes", board: KO, line: &["W B3", "B pass", "W pass", "B C3"] },
    Probe { name: "sending two, returning one", board: SEND_TWO, line: &["B A4", "W C4", "B B4"] },
    Probe { name: "sending two a second time", board: SEND_TWO, line: &["B A4", "W C4", "B B4", "W pass", "B A4"] },
];

/// A play that no rule forbids, after two passes: an engine that refuses it holds the game to be over then.
const AFTER_PASSES: Probe =
    Probe { name: "any play after two passes", board: KO, line: &["W B3", "B pass", "W pass", "B A1"] };

const SUICIDES: [Probe; 2] = [
    Probe { name: "suicide of one stone", board: ".O../O.../..../....", line: &["B A4"] },
    Probe { name: "suicide of two stones", board: "X.O./OO../..../....", line: &["B B4"] },
];

/// The repetition rules that an engine may have, by name.
#[must_use]
pub fn hypotheses() -> Vec<(&'static str, &'static [KoRule])> {
    let mut all: Vec<(&str, &'static [KoRule])> = vec![("no repetition rule", &[])];
    all.extend(KO_RULES.iter().filter(|(name, _)| *name != "fixed-ko"));
    all.push(("basic ko and fixed-ko", &[KoRule::Basic, KoRule::Fixed]));
    all.push(("fixed-ko without basic ko", &[KoRule::Fixed]));
    all
}

/// The boards on which the sequences are tried, the first that an engine has.
pub const BOARDS: [usize; 6] = [4, 5, 6, 7, 9, 19];

impl Probe {
    /// The record up to the question, and the question; `None` if the board is too small.
    fn on(&self, grid: Grid) -> Option<(MoveRecord, Move)> {
        let small = diagram::parse(self.board).ok()?;
        let place = |p: usize| (p / small.grid().cols()) * grid.cols() + p % small.grid().cols();
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

/// The records of all sequences on a board, each with its question: those that tell repetition rules apart, then two suicides.
#[must_use]
pub fn questions(grid: Grid) -> Vec<(MoveRecord, Question)> {
    let probes = PROBES.iter().chain(&SUICIDES).filter_map(|probe| probe.on(grid));
    probes.filter_map(|(record, last)| Some((record, Question::Legal(last.player, last.point?)))).collect()
}

/// The move of a sequence that is refused first; `None` if none is. The moves that set the board up are never refused.
fn first_refused(ko: &'static [KoRule], record: &MoveRecord, last: Move) -> Option<usize> {
    let mut game = GtpGame::empty(ko, record.grid);
    record.moves.iter().chain([&last]).position(|&m| game.make(m).is_err())
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
    /// Where the engine plays by other rules than it declares, each as one line.
    #[must_use]
    pub fn against(&self, told: &Told) -> Vec<String> {
        let names =
            [("SIMPLE", "basic ko"), ("SITUATIONAL", "situational superko"), ("POSITIONAL", "positional superko")];
        let declared = told.declares_ko();
        let ko = declared.as_ref().and_then(|declared| names.iter().find(|(name, _)| name == declared));
        let other_ko = ko.filter(|(_, name)| !self.ko.iter().any(|fitting| fitting == name));
        let suicide =
            told.declares_suicide().map(|allowed| if allowed { "allowed for several stones" } else { "forbidden" });
        let other_suicide = suicide.filter(|declared| *declared != self.suicide);
        let plays = if self.ko.is_empty() { "a rule not known here".to_string() } else { self.ko.join(" or ") };
        let of_ko =
            other_ko.map(|(name, what)| format!("the engine declares `ko` {name}, {what}, and plays by {plays}"));
        let of_suicide = other_suicide.map(|declared| {
            format!("the engine declares that suicide is {declared}, and by its answers it is {}", self.suicide)
        });
        of_ko.into_iter().chain(of_suicide).collect()
    }
}

/// Finds out which rules an engine has.
///
/// # Errors
/// [`Trouble`] with the engine.
pub fn implemented(engine: &mut Engine, grid: Grid) -> Result<Option<Implemented>, Trouble> {
    let mut fitting = hypotheses();
    let mut answers = Vec::new();
    let Some((record, last)) = AFTER_PASSES.on(grid) else { return Ok(None) };
    let goes_on = refused_by(engine, &record, last, AFTER_PASSES.line.len())? == Some(None);
    if !goes_on {
        answers.push((AFTER_PASSES.name.to_string(), "illegal".to_string()));
    }
    for probe in &PROBES {
        let Some((record, last)) = probe.on(grid) else { return Ok(None) };
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
        fitting.retain(|(_, ko)| first_refused(ko, &record, last) == refused);
    }
    let mut allowed = Vec::new();
    for probe in &SUICIDES {
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

/// What the rule set has: suicide, as [`Implemented::suicide`] has it. That of one stone, which changes nothing, no text allows.
#[must_use]
pub fn suicide_of(rules: &RuleSet) -> &'static str {
    if rules.text.playing(rules).suicide.is_some() { "forbidden" } else { "allowed for several stones" }
}

/// What the text has: the repetition rule by the name used here.
#[must_use]
pub fn of_text(ko: &'static [KoRule]) -> String {
    let offers = ko.contains(&KoRule::Recurring);
    let told: Vec<KoRule> = ko.iter().copied().filter(|ko| *ko != KoRule::Recurring).collect();
    let name = hypotheses().into_iter().find(|(_, rule)| *rule == told).map_or("another rule", |(name, _)| name);
    if offers {
        format!("{name}, and a position a third time only after an offer of no result")
    } else {
        name.to_string()
    }
}
