//! Game records against the text that they claim: each move, and the result.

use serde_json::{Value, json};

use crate::law::RuleSet;
use crate::law::procedure::{Agree, Replay, ResultCheck, check_result, merged};
use crate::record::{BadRecord, Record, sgf};
use crate::solve::Budget;

/// What a rule set says of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The file, and which of its games where it has several.
    pub name: String,
    /// How many moves the record has.
    pub moves: usize,
    /// The first move that does not stand, with the clause and the fact.
    pub refused: Option<String>,
    /// The result that the record gives, if any.
    pub recorded: Option<String>,
    /// Whether the rule set gives the same.
    pub result: ResultCheck,
}

impl Checked {
    /// Whether the record is at odds with the rule set.
    #[must_use]
    pub fn differs(&self) -> bool {
        self.refused.is_some() || matches!(self.result, ResultCheck::Differs { .. })
    }

    /// Whether its result was not compared.
    #[must_use]
    pub fn is_open(&self) -> bool {
        matches!(self.result, ResultCheck::CannotTell(_))
    }

    /// One line.
    #[must_use]
    pub fn text(&self) -> String {
        let moves = match &self.refused {
            Some(what) => what.clone(),
            None => format!("{} moves, all of which stand", self.moves),
        };
        let result = match &self.result {
            ResultCheck::Same => format!("the result is {}, as recorded", self.recorded.as_deref().unwrap_or_default()),
            ResultCheck::Differs { recorded, given } => {
                format!("the record says {recorded}, and the result is {given}")
            }
            ResultCheck::CannotTell(why) => format!("the result is not compared: {why}"),
        };
        format!("{}: {moves}; {result}", self.name)
    }

    /// The same as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let result = match &self.result {
            ResultCheck::Same => "same",
            ResultCheck::Differs { .. } => "differs",
            ResultCheck::CannotTell(_) => "not compared",
        };
        json!({
            "kind": "game", "game": self.name, "moves": self.moves, "refused": self.refused, "recorded": self.recorded,
            "result": result, "text": self.text(),
        })
    }
}

/// Checks every game of a file.
///
/// # Errors
/// For each game that cannot be read: where, and why.
#[must_use]
pub fn check(sets: &[RuleSet], file: &str, bytes: &[u8], budget: Budget) -> Vec<Result<Checked, BadRecord>> {
    let games = sgf::read_all(file, bytes);
    let several = games.len() > 1;
    let named = |n: usize| if several { format!("{file}, game {}", n + 1) } else { file.to_string() };
    let each = games.into_iter().enumerate();
    each.map(|(n, record)| record.map(|record| check_one(sets, named(n), &record, budget))).collect()
}

fn check_one(sets: &[RuleSet], name: String, record: &Record, budget: Budget) -> Checked {
    // Who passed first the game shows.
    let rules = &merged(sets)[0];
    let mut game = Replay::of(rules, record, Agree::Recorded, None);
    if game.result.is_none() {
        // What the players have left open, best play answers as far as it can.
        game = Replay::of(rules, record, Agree::BestPlay(budget), None);
    }
    let first = game.rows.iter().position(|row| !row.judged.is_accepted());
    let refused = first.map(|at| {
        let (judged, action) = (&game.rows[at].judged, &record.actions[at]);
        let (act, fact) = (action.text(record.grid()), judged.fact.text(record.grid()));
        format!("move {} ({act}) does not stand [{}]: {fact}", at + 1, judged.clause)
    });
    let recorded = record.setup.result.clone();
    let given = game.result.as_ref().map(|result| &result.decision);
    let result = check_result(recorded.as_deref().unwrap_or_default(), given);
    Checked { name, moves: record.actions.len(), refused, recorded, result }
}
