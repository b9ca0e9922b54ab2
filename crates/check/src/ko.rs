//! Which repetition rule and which suicide rule an engine really has, whatever it says: short sequences on which the known
//! rules part.

use super::MoveRecord;
use super::Question;
use super::variant::{Repetition, Suicide, Variant};
use crate::board::plain::PlainPosition;
use crate::board::{Colour, Grid, diagram};
use crate::gtp::game::Move;
use crate::law::{KoRule, PlayingRules, RuleSet};

/// A sequence that tells rules apart: a board and moves in its coordinates. On a larger one it stands at the left edge, what is above its
/// first empty row at the upper edge, and what is below at the lower one.
pub(super) struct Probe {
    pub name: &'static str,
    pub board: &'static str,
    pub line: &'static [&'static str],
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
pub(super) const PROBES: [Probe; 9] = [
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
pub(super) const AFTER_PASSES: Probe =
    Probe { name: "any play after two passes", board: KO, line: &["W B3", "B pass", "W pass", "B A1"] };

/// The first two tell which suicide is a move; the third repeats a position where that of several stones is.
pub(super) const SUICIDES: [Probe; 3] = [
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
        ("positional superko since the last pass", Repetition::Rules(&[KoRule::PositionalSincePass])),
        ("positional superko", Repetition::Rules(&[KoRule::Positional])),
    ]
}

/// The boards on which the sequences are tried, the first that an engine has.
pub const BOARDS: [usize; 16] = [5, 6, 7, 9, 13, 19, 4, 8, 10, 11, 12, 14, 15, 16, 17, 18];

impl Probe {
    /// The record up to the question, and the question; `None` if the board is too small.
    pub(super) fn on(&self, grid: Grid) -> Option<(MoveRecord, Move)> {
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
pub(super) fn first_refused(repetition: Repetition, free_pass: bool, record: &MoveRecord, last: Move) -> Option<usize> {
    let whole = MoveRecord { grid: record.grid, moves: record.moves.iter().copied().chain([last]).collect() };
    Variant { repetition, suicide: Suicide::Never, free_pass, fault: None }.refuses(&whole)
}

/// What the rule set has: suicide, as [`super::implemented::Implemented::suicide`] has it. That of one stone changes nothing, which superko refuses unless it
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
pub(super) const OWN_MOVES: &str = "superko over what a player's own moves have led to";

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
