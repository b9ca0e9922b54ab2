//! The format of case files.

use std::collections::HashSet;

use serde::Deserialize;
use toml::Spanned;

use super::moves::Move;
use super::place::{BadFile, Text};
use super::replay::{self, ExpectedReplay, RawRecord, RawReplay};
use crate::board::plain::PlainPosition;
use crate::board::{Grid, diagram};
use crate::law::{KoRule, Outcome, Refusal, RuleSet, specs};
use crate::record::Record;

/// A case: clauses and what they come to.
#[derive(Clone, Debug)]
pub struct Case {
    /// The file it stands in.
    pub file: String,
    /// Its name, a sentence, unique in its file.
    pub name: String,
    /// The ids of the clauses it tests.
    pub clauses: Vec<String>,
    /// Where the expectation comes from.
    pub source: String,
    /// Clauses whose lifting changes what a judge expectation of the case says.
    pub decisive_for: Vec<String>,
    /// The position.
    pub board: PlainPosition,
    /// What rule sets say of the position.
    pub judge: Vec<Judge>,
    /// What those who issued a text have ruled on the position.
    pub ruling: Option<Ruling>,
    /// What sequences from the position lead to.
    pub moves: Vec<Moves>,
    /// Numbers for the grid of the board.
    pub count: Vec<Count>,
    /// A game from the position, if the case has one.
    pub record: Option<Record>,
    /// What rule sets make of that game.
    pub replay: Vec<ExpectedReplay>,
}

/// Where a ruling comes from and what it says. Every expectation of a rule set of the text either meets it or says why it
/// differs.
#[derive(Clone, Debug)]
pub struct Ruling {
    /// The text that is commented on, as a prefix of clause ids.
    pub text: String,
    /// The examples and figures of the commentary: `example 1`, `figure 15`.
    pub of: Vec<String>,
    /// Whether the board is that of the commentary; else it is another of the shape that the ruling names.
    pub given: bool,
    /// What is ruled, in our words.
    pub says: String,
    /// The ruled statuses.
    pub statuses: Statuses,
}

/// What a rule set says of the position as a final position.
#[derive(Clone, Debug)]
pub struct Judge {
    /// The name as written.
    pub name: String,
    /// The rule sets it stands for: two for a name that does not say who passed first where that matters.
    pub rules: Vec<RuleSet>,
    /// Black minus White, without prisoners from before the position.
    pub outcome: Outcome,
    /// The expected statuses.
    pub statuses: Statuses,
    /// Why the rule set differs from the ruling on the case, if it does.
    pub differs: Option<String>,
}

/// Statuses of points. Lists that are not given are not compared.
#[derive(Clone, Debug)]
pub struct Statuses {
    /// Points on which strings are alive and not in seki.
    pub alive: Option<Points>,
    /// Points on which strings are in seki.
    pub seki: Option<Points>,
    /// Points on which strings are dead.
    pub dead: Option<Points>,
    /// All points of Black's territory.
    pub black_territory: Option<Points>,
    /// All points of White's territory.
    pub white_territory: Option<Points>,
    /// All dame.
    pub dame: Option<Points>,
    /// All eye points of stones in seki.
    pub eyes_in_seki: Option<Points>,
}

impl Statuses {
    fn is_empty(&self) -> bool {
        let Statuses { alive, seki, dead, black_territory, white_territory, dame, eyes_in_seki } = self;
        [alive, seki, dead, black_territory, white_territory, dame, eyes_in_seki].into_iter().all(Option::is_none)
    }
}

/// Points of a board.
pub type Points = Vec<usize>;

/// What a sequence leads to: all moves before the last are legal, the expectations concern the last.
#[derive(Clone, Debug)]
pub struct Moves {
    /// The repetition rule.
    pub ko: KoRule,
    /// The moves.
    pub line: Vec<Move>,
    /// Whether the last is legal; if not, why (with the clause as written).
    pub refused: Option<(String, Refusal)>,
    /// The position after the last.
    pub after: Option<PlainPosition>,
    /// The stones removed by the last.
    pub captured: Option<usize>,
}

/// A number for the grid of the board.
#[derive(Clone, Copy, Debug)]
pub struct Count {
    /// The number of legal positions.
    pub legal_positions: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    #[serde(default)]
    case: Vec<RawCase>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawCase {
    name: Spanned<String>,
    clauses: Vec<Spanned<String>>,
    source: Spanned<String>,
    #[serde(default)]
    decisive_for: Vec<Spanned<String>>,
    board: Option<Spanned<String>>,
    size: Option<Spanned<String>>,
    #[serde(default)]
    judge: Vec<RawJudge>,
    ruling: Option<RawRuling>,
    #[serde(default)]
    moves: Vec<RawMoves>,
    #[serde(default)]
    count: Vec<RawCount>,
    record: Option<RawRecord>,
    #[serde(default)]
    replay: Vec<RawReplay>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawJudge {
    rules: Spanned<String>,
    outcome: Spanned<Outcome>,
    differs: Option<Spanned<String>>,
    alive: Option<Vec<Spanned<String>>>,
    seki: Option<Vec<Spanned<String>>>,
    dead: Option<Vec<Spanned<String>>>,
    black_territory: Option<Vec<Spanned<String>>>,
    white_territory: Option<Vec<Spanned<String>>>,
    dame: Option<Vec<Spanned<String>>>,
    eyes_in_seki: Option<Vec<Spanned<String>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawRuling {
    text: Spanned<String>,
    of: Vec<Spanned<String>>,
    diagram: Spanned<String>,
    says: Spanned<String>,
    alive: Option<Vec<Spanned<String>>>,
    seki: Option<Vec<Spanned<String>>>,
    dead: Option<Vec<Spanned<String>>>,
    black_territory: Option<Vec<Spanned<String>>>,
    white_territory: Option<Vec<Spanned<String>>>,
    dame: Option<Vec<Spanned<String>>>,
    eyes_in_seki: Option<Vec<Spanned<String>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawMoves {
    ko: KoRule,
    line: Vec<Spanned<String>>,
    legal: Spanned<bool>,
    refused_by: Option<Spanned<String>>,
    after: Option<Spanned<String>>,
    captured: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawCount {
    legal_positions: u64,
}

impl Text<'_> {
    fn points(&self, list: Option<Vec<Spanned<String>>>, grid: Grid) -> Result<Option<Points>, BadFile> {
        let point = |name: &Spanned<String>| grid.point(name.get_ref()).map_err(|e| self.at(name, e));
        let sorted = |mut points: Points| {
            points.sort_unstable();
            points
        };
        list.map(|names| names.iter().map(point).collect::<Result<Points, _>>().map(sorted)).transpose()
    }

    fn board(&self, raw: &RawCase) -> Result<PlainPosition, BadFile> {
        match (&raw.board, &raw.size) {
            (Some(board), None) => diagram::parse(board.get_ref()).map_err(|e| self.at(board, e)),
            (None, Some(size)) => Grid::parse(size.get_ref()).map(PlainPosition::new).map_err(|e| self.at(size, e)),
            _ => Err(self.at(&raw.name, "a case has either a `board` or, for an empty one, a `size` (ROWSxCOLUMNS)")),
        }
    }

    fn judge(&self, raw: RawJudge, grid: Grid) -> Result<Judge, BadFile> {
        let outcome = *raw.outcome.get_ref();
        Ok(Judge {
            rules: RuleSet::parse(raw.rules.get_ref()).map_err(|e| self.at(&raw.rules, e))?,
            name: raw.rules.into_inner(),
            outcome,
            statuses: Statuses {
                alive: self.points(raw.alive, grid)?,
                seki: self.points(raw.seki, grid)?,
                dead: self.points(raw.dead, grid)?,
                black_territory: self.points(raw.black_territory, grid)?,
                white_territory: self.points(raw.white_territory, grid)?,
                dame: self.points(raw.dame, grid)?,
                eyes_in_seki: self.points(raw.eyes_in_seki, grid)?,
            },
            differs: raw.differs.map(Spanned::into_inner),
        })
    }

    fn ruling(&self, raw: RawRuling, grid: Grid) -> Result<Ruling, BadFile> {
        if !specs().iter().any(|spec| spec.text == *raw.text.get_ref()) {
            return Err(self.at(&raw.text, format!("there is no text `{}`", raw.text.get_ref())));
        }
        let given = match raw.diagram.get_ref().as_str() {
            "given" => true,
            "shape" => false,
            _ => {
                return Err(
                    self.at(&raw.diagram, "write `given` (the diagram of the ruling) or `shape` (another board)")
                );
            }
        };
        let statuses = Statuses {
            alive: self.points(raw.alive, grid)?,
            seki: self.points(raw.seki, grid)?,
            dead: self.points(raw.dead, grid)?,
            black_territory: self.points(raw.black_territory, grid)?,
            white_territory: self.points(raw.white_territory, grid)?,
            dame: self.points(raw.dame, grid)?,
            eyes_in_seki: self.points(raw.eyes_in_seki, grid)?,
        };
        if raw.of.is_empty() || statuses.is_empty() {
            return Err(self.at(&raw.says, "a ruling names its example or figure and the status of a point"));
        }
        Ok(Ruling {
            text: raw.text.into_inner(),
            of: raw.of.into_iter().map(Spanned::into_inner).collect(),
            given,
            says: raw.says.into_inner(),
            statuses,
        })
    }

    fn moves(&self, raw: RawMoves, grid: Grid) -> Result<Moves, BadFile> {
        let mut line: Vec<Move> = Vec::new();
        for text in &raw.line {
            let made = Move::parse(text.get_ref(), grid).map_err(|e| self.at(text, e))?;
            if line.last().is_some_and(|last| last.player == made.player) {
                return Err(self.at(text, "the players move in turn: the same player moved just before"));
            }
            line.push(made);
        }
        let refused = match (raw.legal.get_ref(), raw.refused_by) {
            (true, None) => None,
            (false, Some(by)) => {
                let refusal = Refusal::by(by.get_ref()).ok_or_else(|| self.at(&by, "this clause refuses no move"))?;
                Some((by.into_inner(), refusal))
            }
            _ => return Err(self.at(&raw.legal, "a move that is not legal needs `refused-by`, a legal one has none")),
        };
        if line.is_empty() || (refused.is_some() && (raw.after.is_some() || raw.captured.is_some())) {
            return Err(self.at(&raw.legal, "give at least one move, and `after` and `captured` only of a legal one"));
        }
        let board = |text: Spanned<String>| {
            let board = diagram::parse(text.get_ref()).map_err(|e| self.at(&text, e))?;
            if board.grid() == grid { Ok(board) } else { Err(self.at(&text, format!("the board is {grid}"))) }
        };
        Ok(Moves { ko: raw.ko, line, refused, after: raw.after.map(board).transpose()?, captured: raw.captured })
    }

    fn case(&self, raw: RawCase) -> Result<Case, BadFile> {
        let board = self.board(&raw)?;
        let grid = board.grid();
        if raw.judge.is_empty() && raw.moves.is_empty() && raw.count.is_empty() && raw.replay.is_empty() {
            return Err(self.at(&raw.name, "the case expects nothing: give it a judge, moves, count or replay"));
        }
        if raw.record.is_some() == raw.replay.is_empty() {
            return Err(self.at(&raw.name, "a `record` needs a `replay`, and a `replay` a `record`"));
        }
        if raw.name.get_ref().trim().is_empty() || raw.source.get_ref().trim().is_empty() {
            return Err(self.at(&raw.name, "a case has a name and a source"));
        }
        if !raw.judge.is_empty() && board.to_position().is_none() {
            return Err(self.at(&raw.name, "boards of more than 64 points cannot be judged"));
        }
        let clauses =
            |ids: Vec<Spanned<String>>| ids.into_iter().map(|id| self.clause(id)).collect::<Result<Vec<_>, _>>();
        let ruling = raw.ruling.map(|r| self.ruling(r, grid)).transpose()?;
        for judge in &raw.judge {
            let Some(why) = &judge.differs else { continue };
            let rules = RuleSet::parse(judge.rules.get_ref()).unwrap_or_default();
            let ruled = |r: &Ruling| rules.iter().all(|set| set.text.prefix() == r.text);
            if !ruling.as_ref().is_some_and(ruled) {
                return Err(self.at(why, "there is no ruling on this text that it could differ from"));
            }
        }
        let record = raw.record.map(|r| replay::record(self, r, &board)).transpose()?;
        Ok(Case {
            file: self.file.to_string(),
            name: raw.name.into_inner(),
            clauses: clauses(raw.clauses)?,
            source: raw.source.into_inner(),
            decisive_for: clauses(raw.decisive_for)?,
            board,
            judge: raw.judge.into_iter().map(|j| self.judge(j, grid)).collect::<Result<_, _>>()?,
            ruling,
            moves: raw.moves.into_iter().map(|m| self.moves(m, grid)).collect::<Result<_, _>>()?,
            count: raw.count.into_iter().map(|c| Count { legal_positions: c.legal_positions }).collect(),
            record,
            replay: raw.replay.into_iter().map(|r| replay::replay(self, r, grid)).collect::<Result<_, _>>()?,
        })
    }
}

/// Reads a file of cases; `file` is its name in messages.
///
/// # Errors
/// [`BadFile`]: the place and what is wrong there.
pub fn read(file: &str, text: &str) -> Result<Vec<Case>, BadFile> {
    let place = Text { file, text };
    let raw: RawFile = toml::from_str(text).map_err(|e| place.bad(e.span().map_or(0, |s| s.start), e.message()))?;
    let mut names = HashSet::new();
    let mut cases = Vec::new();
    for case in raw.case {
        if !names.insert(case.name.get_ref().clone()) {
            return Err(place.at(&case.name, "another case of this file has the same name"));
        }
        cases.push(place.case(case)?);
    }
    Ok(cases)
}
