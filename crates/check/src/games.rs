//! Game records against the text that they claim: each move, and the result.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;
use serde_json::{Value, json};

use crate::board::Colour;
use crate::law::RuleSet;
use crate::law::procedure::{
    Agree, Decision, GameResult, Judgement, Replay, ResultCheck, check_result, merged, name_of, passes_after_the_end,
    recorded_margin,
};
use crate::record::{Act, Record};
use crate::solve::Budget;
use crate::texts::{RulesName, dame_harmless, other_count, rules_named};

/// Who answers what a text leaves to the players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answers {
    /// What the file marks, where it does and the text lets the players agree; else best play.
    Either,
    /// Nobody but the actions of the record.
    Recorded,
    /// What the file marks.
    Marked,
    /// Best play.
    BestPlay,
}

/// Why the result of a record is another than that of the text, as far as one thing explains it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cause {
    /// Komi is left out, or counted twice, or for the other player.
    Komi,
    /// The points for handicap stones: all of them, or all but the first.
    Handicap,
    /// The stones that passes cost.
    PassStones,
    /// Dame that nobody has filled: without what the text makes of them the results are the same.
    Dame,
    /// Stones and territory are counted instead of territory and prisoners, or the other way round.
    OtherCount,
    /// Another one, or several.
    Other,
}

impl Cause {
    /// In words.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Cause::Komi => "komi",
            Cause::Handicap => "points for handicap stones",
            Cause::PassStones => "pass stones",
            Cause::Dame => "dame",
            Cause::OtherCount => "the other count",
            Cause::Other => "another cause",
        }
    }
}

/// What a rule set says of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The file, and which of its games where it has several.
    pub name: String,
    /// Who played, Black and White, as far as the record says.
    pub players: [Option<String>; 2],
    /// The rule set; `None` if none here is what the record names.
    pub rules: Option<String>,
    /// How many moves the record has.
    pub moves: usize,
    /// The first move that does not stand, with the clause and the fact.
    pub refused: Option<String>,
    /// Passes after the end of the play, with the clause that ended it: they are no part of the game.
    pub late: Option<String>,
    /// The result that the record gives, if any.
    pub recorded: Option<String>,
    /// By whose answer the result is what it is: `record`, `marks` or `best play`.
    pub by: &'static str,
    /// Whether the rule set gives the same.
    pub result: ResultCheck,
    /// If it does not: why, where both are margins.
    pub cause: Option<Cause>,
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
        let mut moves = match (&self.refused, &self.rules) {
            (Some(what), _) => what.clone(),
            (None, Some(_)) => format!("{} moves, all of which stand", self.moves),
            (None, None) => format!("{} moves", self.moves),
        };
        if let Some(late) = &self.late {
            moves.push_str(&format!(" but {late}"));
        }
        let by = if self.by == MARKS { " by what the file marks" } else { "" };
        let result = match &self.result {
            ResultCheck::Same => {
                format!("the result is {}{by}, as recorded", self.recorded.as_deref().unwrap_or_default())
            }
            ResultCheck::Differs { recorded, given } => {
                let cause = self.cause.map_or(String::new(), |cause| format!(" ({})", cause.text()));
                format!("the record says {recorded}, and the result is {given}{by}{cause}")
            }
            ResultCheck::CannotTell(why) => format!("the result is not compared: {why}"),
        };
        format!("{}: {moves}; {result}", self.name)
    }

    /// The same as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let (result, given) = match &self.result {
            ResultCheck::Same => ("same", None),
            ResultCheck::Differs { given, .. } => ("differs", Some(given)),
            ResultCheck::CannotTell(_) => ("not compared", None),
        };
        let [black, white] = &self.players;
        json!({
            "kind": "game", "game": self.name, "black": black, "white": white, "rules": self.rules, "moves": self.moves,
            "refused": self.refused, "after_the_end": self.late, "recorded": self.recorded, "result": result,
            "given": given, "by": self.by, "cause": self.cause.map(Cause::text), "text": self.text(),
        })
    }
}

const MARKS: &str = "marks";

/// How many games of a rule set came to what.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// All moves stand and the result is the recorded one.
    pub equal: usize,
    /// A move does not stand.
    pub refused: usize,
    /// The result differs, by cause.
    pub differs: BTreeMap<String, usize>,
    /// The result was not compared.
    pub open: usize,
}

impl Tally {
    /// Counts a game, by its line in JSON.
    pub fn add(&mut self, game: &Value) {
        match (game["refused"].is_null(), game["result"].as_str()) {
            (false, _) => self.refused += 1,
            (true, Some("same")) => self.equal += 1,
            (true, Some("differs")) => {
                let cause = game["cause"].as_str().unwrap_or("no margin on both sides");
                *self.differs.entry(cause.to_string()).or_default() += 1;
            }
            _ => self.open += 1,
        }
    }

    /// In words.
    #[must_use]
    pub fn text(&self) -> String {
        let mut parts = vec![format!("{} equal", self.equal)];
        if !self.differs.is_empty() {
            let causes: Vec<String> = self.differs.iter().map(|(cause, n)| format!("{n} by {cause}")).collect();
            parts.push(format!("{} differ ({})", self.differs.values().sum::<usize>(), causes.join(", ")));
        }
        if self.refused > 0 {
            parts.push(format!("{} with a move that does not stand", self.refused));
        }
        parts.push(format!("{} not compared", self.open));
        parts.join(", ")
    }
}

/// What the end of a game comes to by best play depends on no more of a record of plain moves.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Ending {
    rules: String,
    position: String,
    prisoners: [u32; 2],
    komi: Option<i32>,
    handicap: usize,
    passes: Vec<Colour>,
}

/// Checks games; equal endings are searched once.
pub struct Checker {
    rules: Option<RuleSet>,
    answers: Answers,
    budget: Budget,
    known: Mutex<FxHashMap<Ending, Arc<OnceLock<Option<GameResult>>>>>,
}

impl Checker {
    /// Of a rule set, or of the one that each record names.
    #[must_use]
    pub fn new(sets: Option<&[RuleSet]>, answers: Answers, budget: Budget) -> Checker {
        // Who passed first the game shows.
        let rules = sets.map(|sets| merged(sets)[0].clone());
        Checker { rules, answers, budget, known: Mutex::default() }
    }

    /// How many endings have been searched.
    #[must_use]
    pub fn searched(&self) -> usize {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Checks a game. A warning says if the rule set is not quite what the record names.
    pub fn check(&self, name: String, record: &Record) -> (Checked, Option<String>) {
        let recorded = record.setup.result.clone();
        let player = |ident: &str| record.setup.info.iter().find(|(i, _)| i == ident).map(|(_, value)| value.clone());
        let mut checked = Checked {
            name,
            players: [player("PB"), player("PW")],
            rules: None,
            moves: record.actions.len(),
            refused: None,
            late: None,
            recorded,
            by: "record",
            result: ResultCheck::CannotTell(String::new()),
            cause: None,
        };
        let (rules, warning) = match &self.rules {
            Some(rules) => (rules.clone(), None),
            None => match rules_named(record.setup.rules.as_deref().unwrap_or_default()) {
                RulesName::Ours(rules) => (*rules, None),
                RulesName::Near(rules, warning) => (*rules, Some(warning)),
                RulesName::Unknown(why) => {
                    checked.result = ResultCheck::CannotTell(why);
                    return (checked, None);
                }
            },
        };
        let rules = &merged(&[rules])[0];
        checked.rules = Some(name_of(rules));
        let (game, result, by) = self.played(rules, record);
        let late = passes_after_the_end(record, &game.rows);
        let on_time = game.rows.len() - late;
        let is_refused = |at: &usize| matches!(game.rows[*at].judged.judgement, Judgement::Refused(_));
        let said = |at: usize| {
            let (judged, action) = (&game.rows[at].judged, &record.actions[at]);
            let (act, fact) = (action.text(record.grid()), judged.fact.text(record.grid()));
            (format!("move {} ({act})", at + 1), format!("[{}]: {fact}", judged.clause))
        };
        checked.refused = (0..on_time).find(is_refused).map(|at| {
            let (step, why) = said(at);
            format!("{step} does not stand {why}")
        });
        checked.late = (late > 0).then(|| {
            let (step, why) = said(on_time);
            format!("{step}, after the end {why}")
        });
        checked.by = by;
        let given = result.as_ref().map(|result| &result.decision);
        checked.result = check_result(checked.recorded.as_deref().unwrap_or_default(), given);
        if matches!(checked.result, ResultCheck::Differs { .. }) && checked.refused.is_none() {
            let recorded = recorded_margin(checked.recorded.as_deref().unwrap_or_default());
            checked.cause = match (recorded, given) {
                (Some(recorded), Some(Decision::Margin(given))) => {
                    Some(self.cause(rules, record, &game, [recorded, *given]))
                }
                _ => None,
            };
        }
        (checked, warning)
    }

    /// The game, its result and whose answer that is.
    fn played(&self, rules: &RuleSet, record: &Record) -> (Replay, Option<GameResult>, &'static str) {
        let game = Replay::of(rules, record, Agree::Recorded, None);
        if game.result.is_some() || self.answers == Answers::Recorded {
            let result = game.result.clone();
            return (game, result, "record");
        }
        if matches!(self.answers, Answers::Marked | Answers::Either) {
            let marked = Replay::of(rules, record, Agree::Marked, None);
            if marked.result.is_some() || self.answers == Answers::Marked {
                let result = marked.result.clone();
                return (marked, result, MARKS);
            }
        }
        let result = self.by_best_play(rules, record, &game);
        (game, result, "best play")
    }

    /// The result of a game that its players have left open. A game of which only plays and passes are recorded shares it with those
    /// that end alike.
    fn by_best_play(&self, rules: &RuleSet, record: &Record, game: &Replay) -> Option<GameResult> {
        let search = || Replay::of(rules, record, Agree::BestPlay(self.budget), None).result;
        let mut handicap = 0;
        let mut passes = Vec::new();
        for action in &record.actions {
            match &action.act {
                Act::Pass => passes.push(action.player),
                Act::Play(_) => passes.clear(),
                Act::Handicap(points) => handicap = points.len(),
                _ => return search(),
            }
        }
        let ending = Ending {
            rules: rules.to_string(),
            position: game.position.to_string(),
            prisoners: game.prisoners,
            komi: record.setup.komi.map(|komi| komi.0),
            handicap,
            passes,
        };
        let known = Arc::clone(self.known.lock().unwrap_or_else(PoisonError::into_inner).entry(ending).or_default());
        known.get_or_init(search).clone()
    }

    /// What explains that the recorded result is another than the given one, both in hundredths.
    fn cause(&self, rules: &RuleSet, record: &Record, game: &Replay, [recorded, given]: [i32; 2]) -> Cause {
        let komi = record.setup.komi.map_or(0, |komi| komi.0);
        // Komi is White's, and is in what is given.
        if komi != 0 && [given + komi, given - komi, given + 2 * komi].contains(&recorded) {
            return Cause::Komi;
        }
        let handicap = record.actions.iter().find_map(|action| match &action.act {
            Act::Handicap(points) => Some(100 * points.len() as i32),
            _ => None,
        });
        if handicap.is_some_and(|n| [n, n - 100].into_iter().any(|n| (recorded - given).abs() == n)) {
            return Cause::Handicap;
        }
        let passes = pass_stones(rules, record, game);
        if passes != 0 && recorded == given - passes {
            return Cause::PassStones;
        }
        let gives = |other: &RuleSet| {
            let result = self.played(other, record).1;
            result.is_some_and(|result| result.decision == Decision::Margin(recorded))
        };
        match (dame_harmless(rules), other_count(rules)) {
            (Some(other), _) if gives(&other) => Cause::Dame,
            (_, other) if gives(&other) => Cause::OtherCount,
            _ => Cause::Other,
        }
    }
}

/// What passes have brought Black less White, in hundredths: a stone for each of the opponent's, where the text takes one.
fn pass_stones(rules: &RuleSet, record: &Record, game: &Replay) -> i32 {
    if rules.text.playing(rules).pass_stones.is_none() {
        return 0;
    }
    let stands = record
        .actions
        .iter()
        .zip(&game.rows)
        .filter(|(action, row)| action.act == Act::Pass && row.judged.is_accepted());
    let passes: Vec<Colour> = stands.map(|(action, _)| action.player).collect();
    // White makes the last pass.
    let last = (passes.last() == Some(&Colour::Black)).then_some(Colour::White);
    passes.into_iter().chain(last).map(|player| if player == Colour::White { 100 } else { -100 }).sum()
}
