//! A record under one or several rule sets, step by step.

use super::agree::agree_on;
use super::judged::{Decision, Effect, Fact, GameResult, Judged, Judgement};
use crate::board::Colour;
use crate::board::plain::PlainPosition;
use crate::law::text::{Agree, Procedure, RuleSet};
use crate::record::{Act, Action, Record, Setup};

/// The procedure of `rules` for a game that starts from `setup`.
#[must_use]
pub fn procedure(rules: &RuleSet, setup: &Setup, agree: Agree) -> Box<dyn Procedure> {
    rules.text.procedure(rules, setup, agree)
}

/// The rule sets for games: as asked for, without those that differ from another only in who passed first (a game shows it).
#[must_use]
pub fn merged(rules: &[RuleSet]) -> Vec<RuleSet> {
    let mut sets: Vec<RuleSet> = Vec::new();
    for set in rules {
        let known = |other: &RuleSet| name_of(other) == name_of(set);
        if !sets.iter().any(known) {
            sets.push(set.clone());
        }
    }
    sets
}

/// The name of a rule set for games: without choices that have no default, which a game shows (who passed first).
#[must_use]
pub fn name_of(rules: &RuleSet) -> String {
    let name = rules.to_string();
    let (id, readings) = name.split_once(':').unwrap_or((&name, ""));
    let required = |key: &str| rules.text.choices().iter().any(|c| c.required && c.key == key);
    let shown = |reading: &&str| reading.split_once('=').is_some_and(|(key, _)| required(key));
    let kept: Vec<&str> = readings.split(',').filter(|r| !r.is_empty() && !shown(r)).collect();
    if kept.is_empty() { id.to_string() } else { format!("{id}:{}", kept.join(",")) }
}

/// What a rule set makes of one step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The judgement.
    pub judged: Judged,
    /// The phase after it.
    pub phase: &'static str,
    /// Who moves next.
    pub to_move: Option<Colour>,
}

/// A record under one rule set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    /// The rule set.
    pub rules: RuleSet,
    /// What it says of the start, if the start is not what it expects.
    pub start: Option<Judged>,
    /// One row for each action.
    pub rows: Vec<Row>,
    /// What follows from the end of the record.
    pub close: Option<Judged>,
    /// The last position.
    pub position: PlainPosition,
    /// Stones taken, by the player who took them.
    pub prisoners: [u32; 2],
    /// The last phase.
    pub phase: &'static str,
    /// The result, if there is one.
    pub result: Option<GameResult>,
}

/// A game in progress under several rule sets: one procedure for each, and the record so far.
pub struct Session {
    /// The record so far.
    pub record: Record,
    /// One procedure for each rule set.
    pub procedures: Vec<Box<dyn Procedure>>,
    rules: Vec<RuleSet>,
    agree: Agree,
}

impl Session {
    /// A game that begins.
    #[must_use]
    pub fn new(rules: &[RuleSet], setup: Setup, agree: Agree) -> Session {
        let procedures = rules.iter().map(|r| procedure(r, &setup, agree)).collect();
        Session { record: Record::new(setup), procedures, rules: rules.to_vec(), agree }
    }

    /// The next action: one judgement for each rule set.
    pub fn step(&mut self, action: Action) -> Vec<Judged> {
        let judged = self.procedures.iter_mut().map(|p| p.step(action.player, &action.act)).collect();
        self.record.actions.push(action);
        judged
    }

    /// Takes the last action back, by playing all others again.
    pub fn undo(&mut self) -> Option<Action> {
        let last = self.record.actions.pop()?;
        let actions = std::mem::take(&mut self.record.actions);
        self.procedures = self.rules.iter().map(|r| procedure(r, &self.record.setup, self.agree)).collect();
        actions.into_iter().for_each(|action| {
            self.step(action);
        });
        Some(last)
    }
}

impl Replay {
    /// Plays the record under a rule set, at most its first `until` actions; the end of the record has consequences only if it is
    /// reached.
    #[must_use]
    pub fn of(rules: &RuleSet, record: &Record, agree: Agree, until: Option<usize>) -> Replay {
        let mut procedure = procedure(rules, &record.setup, agree);
        let start = procedure.begin();
        let most = until.unwrap_or(usize::MAX).min(record.actions.len());
        let mut rows = Vec::with_capacity(most);
        for Action { player, act, .. } in &record.actions[..most] {
            let judged = procedure.step(*player, act);
            rows.push(Row { judged, phase: procedure.phase(), to_move: procedure.to_move() });
        }
        let close = match agree {
            _ if most < record.actions.len() => None,
            Agree::Marked if procedure.result().is_none() => {
                as_marked(&mut *procedure, record, &rows).or_else(|| procedure.close())
            }
            _ => procedure.close(),
        };
        Replay {
            rules: rules.clone(),
            start,
            rows,
            close,
            position: procedure.position().clone(),
            prisoners: procedure.prisoners(),
            phase: procedure.phase(),
            result: procedure.result().cloned(),
        }
    }

    /// The result as text; `none` if there is none.
    #[must_use]
    pub fn result_text(&self) -> String {
        self.result.as_ref().map_or("none".to_string(), |r| r.decision.to_string())
    }

    /// The first step of which two games of one record are not of one mind: one stands in one and not in the other, or it leads
    /// to another result. A result that is undecided is no other one.
    #[must_use]
    pub fn parts_from(&self, other: &Replay) -> Option<usize> {
        let stands = |row: &Row| row.judged.judgement == Judgement::Accepted;
        let decision = |row: &Row| row.judged.result().map(|r| r.decision.clone());
        let is_open = |d: &Option<Decision>| matches!(d, Some(Decision::Undecided(_)));
        let differ = |(a, b): (&Row, &Row)| {
            let (one, two) = (decision(a), decision(b));
            stands(a) != stands(b) || (one != two && !is_open(&one) && !is_open(&two))
        };
        self.rows.iter().zip(&other.rows).position(differ).map(|at| at + 1)
    }
}

/// The number of passes at the end of a record that come after the two (or so many as the text asks for) that end the play.
#[must_use]
pub fn passes_after_the_end(record: &Record, rows: &[Row]) -> usize {
    let is_late = |(action, row): &(&Action, &Row)| {
        action.act == Act::Pass && matches!(row.judged.judgement, Judgement::Refused(_))
    };
    record.actions.iter().zip(rows).rev().take_while(is_late).count()
}

/// What the text says of the agreement that the file marks, at the end of a game all of whose steps stand: another position than that
/// of the file is not what its marks are about.
fn as_marked(procedure: &mut dyn Procedure, record: &Record, rows: &[Row]) -> Option<Judged> {
    let made = rows.len() - passes_after_the_end(record, rows);
    if rows[..made].iter().any(|row| matches!(row.judged.judgement, Judgement::Refused(_))) {
        return None;
    }
    let position = procedure.position().clone();
    let mut dead: Vec<usize> = record.marked.dead(&position)?.iter().flat_map(|&p| position.string_at(p)).collect();
    dead.sort_unstable();
    dead.dedup();
    let last = record.actions.last().map(|action| action.player);
    let mut tried = procedure.copy();
    let (_, mut judged) = agree_on(&mut *tried, last, &dead, &[]).ok()?;
    judged.fact = Fact::Points { what: "as the file marks it, dead", points: dead.clone() };
    judged.consequences.sort_by_key(|consequence| !matches!(consequence.effect, Effect::Result(_)));
    // Done once more on the procedure itself, which has the result then.
    agree_on(procedure, last, &dead, &[]).ok()?;
    Some(judged)
}

/// What can be done now: every action of every kind, plays on all points included, that the text would accept.
#[must_use]
pub fn options(procedure: &dyn Procedure) -> Vec<(Colour, Act)> {
    let points = 0..procedure.position().grid().len();
    let mut acts: Vec<Act> = points.clone().map(Act::Play).collect();
    acts.extend(points.map(Act::PassForKo));
    acts.extend([
        Act::Pass,
        Act::Resign,
        Act::ClaimDead(Vec::new()),
        Act::Agree,
        Act::Disagree,
        Act::RequestResumption,
    ]);
    acts.extend([
        Act::RequestPlayOut,
        Act::Return,
        Act::OfferNoResult,
        Act::Accept,
        Act::Refuse,
        Act::Object,
        Act::Confirm,
    ]);
    Colour::ALL
        .into_iter()
        .flat_map(|player| acts.iter().map(move |act| (player, act.clone())))
        .filter(|(player, act)| procedure.why(*player, act).is_accepted())
        .collect()
}
