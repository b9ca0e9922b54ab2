//! Which rules on repetition and suicide an engine plays by, found out by sequences.

use super::engine::{Engine, Got};
use super::hypotheses::{Cause, Hypothesis};
use super::ko::{AFTER_PASSES, OWN_MOVES, PROBES, SUICIDES, first_refused, hypotheses};
use super::terms::Told;
use super::variant::Variant;
use super::{MoveRecord, Question};
use crate::board::Grid;
use crate::gtp::game::Move;
use crate::gtp::peer::Trouble;

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
    /// has it where the text does (`of_text`, [`super::ko::suicide_of`]) it is no other rule.
    #[must_use]
    pub fn against(&self, told: &Told, of_text: &str) -> Vec<String> {
        let names = [
            ("SIMPLE", "basic ko"),
            ("SPIGHT", "positional superko since the last pass"),
            ("SITUATIONAL", "situational superko"),
            ("POSITIONAL", "positional superko"),
        ];
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
