//! Expectations about recorded games: what the texts say of the steps.

use serde::Deserialize;
use toml::Spanned;

use super::place::{BadFile, Text};
use crate::board::plain::PlainPosition;
use crate::board::{Colour, Grid, diagram};
use crate::law::ClauseId;
use crate::law::RuleSet;
use crate::law::procedure::{Agree, Judgement, Refusal, Replay, merged};
use crate::record::{Action, Komi, Record, Setup, script};
use crate::solve::Budget;

/// What rule sets make of the record of a case. What is not given is not compared; the expectations of a step concern the
/// last one, and all before it are accepted unless they are listed.
#[derive(Clone, Debug)]
pub struct ExpectedReplay {
    /// The rule sets, each expected to do the same.
    pub rules: Vec<RuleSet>,
    /// Who decides what the record leaves to the players.
    pub agree: Agree,
    /// Whether the text knows no such start.
    pub start_outside: bool,
    /// The steps before the last that do not stand, counted from 1.
    pub not_accepted: Vec<usize>,
    /// What is said of the last step.
    pub last: Judgement,
    /// The clause that says so.
    pub clause: Option<String>,
    /// Clauses by which something follows from the last step or, at the end of the record, from that.
    pub follows: Vec<String>,
    /// The phase of the game at the end.
    pub phase: Option<String>,
    /// Who moves next at the end; `Some(None)`: nobody in particular.
    pub to_move: Option<Option<Colour>>,
    /// The position at the end.
    pub after: Option<PlainPosition>,
    /// Stones taken at the end, by Black and by White.
    pub prisoners: Option<[u32; 2]>,
    /// The result as text; `none` if there is none.
    pub result: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawReplay {
    rules: Spanned<String>,
    agree: Option<Spanned<String>>,
    #[serde(default)]
    start_outside: bool,
    #[serde(default)]
    not_accepted: Vec<usize>,
    last: Option<Spanned<String>>,
    refusal: Option<Spanned<String>>,
    clause: Option<Spanned<String>>,
    #[serde(default)]
    follows: Vec<Spanned<String>>,
    phase: Option<String>,
    to_move: Option<Spanned<String>>,
    after: Option<Spanned<String>>,
    prisoners: Option<[u32; 2]>,
    result: Option<String>,
}

/// The record of a case: its start and actions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawRecord {
    actions: Vec<Spanned<String>>,
    to_move: Option<Spanned<String>>,
    komi: Option<Spanned<String>>,
}

fn player(place: &Text, text: &Spanned<String>) -> Result<Colour, BadFile> {
    match text.get_ref().as_str() {
        "B" => Ok(Colour::Black),
        "W" => Ok(Colour::White),
        _ => Err(place.at(text, "write B or W")),
    }
}

/// Reads a record that starts from `position`.
pub(super) fn record(place: &Text, raw: RawRecord, position: &PlainPosition) -> Result<Record, BadFile> {
    let grid = position.grid();
    let mut setup = Setup { position: position.clone(), ..Setup::new(grid) };
    setup.to_move = raw.to_move.map(|text| player(place, &text)).transpose()?;
    if let Some(text) = raw.komi {
        setup.komi = Some(Komi::parse(text.get_ref()).ok_or_else(|| place.at(&text, "write a komi such as 6.5"))?);
    }
    let mut record = Record::new(setup);
    for text in &raw.actions {
        let (player, act) =
            script::parse_action(text.get_ref(), grid).map_err(|(_, message)| place.at(text, message))?;
        record.actions.push(Action::new(player, act));
    }
    Ok(record)
}

/// Reads what is expected of a record.
pub(super) fn replay(place: &Text, raw: RawReplay, grid: Grid) -> Result<ExpectedReplay, BadFile> {
    let rules = RuleSet::parse_list(raw.rules.get_ref()).map_err(|e| place.at(&raw.rules, e))?;
    let agree = match &raw.agree {
        None => Agree::Recorded,
        Some(text) if text.get_ref() == "best-play" => Agree::BestPlay(Budget::default()),
        Some(text) => return Err(place.at(text, "write best-play, or leave it out")),
    };
    let refusal = match &raw.refusal {
        None => None,
        Some(id) => Some(
            Refusal::ALL
                .into_iter()
                .find(|r| r.id() == id.get_ref())
                .ok_or_else(|| place.at(id, "no such refusal (specs/README.md lists them)"))?,
        ),
    };
    let last = match (raw.last.as_ref().map_or("accepted", |l| l.get_ref().as_str()), refusal) {
        ("accepted", None) => Judgement::Accepted,
        ("outside", None) => Judgement::Outside,
        ("refused", Some(refusal)) => Judgement::Refused(refusal),
        _ => {
            let at = raw.last.as_ref().or(raw.refusal.as_ref()).unwrap_or(&raw.rules);
            return Err(place.at(at, "`last` is accepted, outside, or refused with the id of a `refusal`"));
        }
    };
    let after = match raw.after {
        None => None,
        Some(text) => {
            let board = diagram::parse(text.get_ref()).map_err(|e| place.at(&text, e))?;
            if board.grid() != grid {
                return Err(place.at(&text, format!("the board is {grid}")));
            }
            Some(board)
        }
    };
    let to_move = match raw.to_move {
        None => None,
        Some(text) if text.get_ref() == "nobody" => Some(None),
        Some(text) => Some(Some(player(place, &text)?)),
    };
    Ok(ExpectedReplay {
        rules: merged(&rules),
        agree,
        start_outside: raw.start_outside,
        not_accepted: raw.not_accepted,
        last,
        clause: raw.clause.map(|c| place.clause(c)).transpose()?,
        follows: raw.follows.into_iter().map(|c| place.clause(c)).collect::<Result<_, _>>()?,
        phase: raw.phase,
        to_move,
        after,
        prisoners: raw.prisoners,
        result: raw.result,
    })
}

fn judgement_text(judgement: Judgement) -> String {
    match judgement {
        Judgement::Accepted => "accepted".to_string(),
        Judgement::Outside => "outside".to_string(),
        Judgement::Refused(refusal) => format!("refused: {}", refusal.id()),
    }
}

/// What is not as expected under one rule set: what was asked, expected and found.
#[must_use]
pub fn unmet(record: &Record, expected: &ExpectedReplay, rules: &RuleSet) -> Vec<(String, String, String)> {
    let game = Replay::of(rules, record, expected.agree, None);
    let mut unmet = Vec::new();
    let mut same = |what: &str, wanted: String, found: String| {
        if wanted != found {
            unmet.push((what.to_string(), wanted, found));
        }
    };
    same("start outside the text", expected.start_outside.to_string(), game.start.is_some().to_string());
    let not_accepted: Vec<usize> = (1..game.rows.len()).filter(|&n| !game.rows[n - 1].judged.is_accepted()).collect();
    same("steps not accepted before the last", format!("{:?}", expected.not_accepted), format!("{not_accepted:?}"));
    let Some(last) = game.rows.last().map(|r| &r.judged) else { return unmet };
    same("last step", judgement_text(expected.last), judgement_text(last.judgement));
    if let Some(clause) = &expected.clause {
        same("clause of the last step", clause.clone(), last.clause.to_string());
    }
    for clause in &expected.follows {
        let closing = game
            .close
            .iter()
            .flat_map(|judged| std::iter::once(judged.clause).chain(judged.consequences.iter().map(|c| c.clause)));
        let cited = last.consequences.iter().map(|c| c.clause).chain(closing);
        let cited: Vec<&str> = cited.map(ClauseId::as_str).collect();
        if !cited.contains(&clause.as_str()) {
            same("what follows", clause.clone(), cited.join(" "));
        }
    }
    if let Some(phase) = &expected.phase {
        same("phase", phase.clone(), game.phase.to_string());
    }
    if let Some(to_move) = expected.to_move {
        let name = |c: Option<Colour>| c.map_or("nobody".to_string(), |c| c.letter().to_string());
        same("to move", name(to_move), name(game.rows.last().and_then(|r| r.to_move)));
    }
    if let Some(after) = &expected.after {
        same("board", after.to_string(), game.position.to_string());
    }
    if let Some(prisoners) = expected.prisoners {
        same("prisoners", format!("{prisoners:?}"), format!("{:?}", game.prisoners));
    }
    if let Some(result) = &expected.result {
        same("result", result.clone(), game.result_text());
    }
    unmet
}
