//! Rule sets: a text and, for each choice it leaves open, one reading.

use std::fmt;

use super::clause::ClauseId;
use super::declared::{Choice, Reading};
use super::text::{RuleSet, Text};
use super::trace::Trace;
use super::verdict::LineMove;
use crate::board::Colour;

impl RuleSet {
    /// The text with its default readings, and the first value of choices without a default.
    #[must_use]
    pub fn default_of(text: Text) -> RuleSet {
        RuleSet { text, values: vec![0; text.choices().len()], lifted: Vec::new() }
    }

    /// The text with these values, by number, of its choices.
    pub(crate) fn of(text: Text, values: Vec<u8>) -> RuleSet {
        debug_assert_eq!(values.len(), text.choices().len());
        RuleSet { text, values, lifted: Vec::new() }
    }

    /// Every combination of readings of a text.
    #[must_use]
    pub fn all_readings(text: Text) -> Vec<RuleSet> {
        let mut all = vec![Vec::new()];
        for choice in text.choices() {
            let with = |values: &Vec<u8>, v: u8| values.iter().copied().chain([v]).collect();
            let numbers = 0..choice.values.len() as u8;
            all = all.iter().flat_map(|values| numbers.clone().map(move |v| with(values, v))).collect();
        }
        all.into_iter().map(|values| RuleSet::of(text, values)).collect()
    }

    /// How the choice is read.
    ///
    /// # Panics
    /// If it is a choice of another text.
    #[must_use]
    pub fn read<R: Reading>(&self) -> R {
        self.reads().unwrap_or_else(|| panic!("`{}` has no reading `{}`", self.text.id(), R::CHOICE.key))
    }

    /// How the choice is read; `None` if it is one of another text.
    #[must_use]
    pub fn reads<R: Reading>(&self) -> Option<R> {
        let own = self.text.choices().get(R::CHOICE.number) == Some(&R::CHOICE);
        own.then(|| R::ALL[self.values[R::CHOICE.number] as usize])
    }

    /// The same rule set with a choice read in this way.
    ///
    /// # Panics
    /// If it is a choice of another text.
    #[must_use]
    pub fn reading<R: Reading>(mut self, reading: R) -> RuleSet {
        assert!(self.reads::<R>().is_some(), "`{}` has no reading `{}`", self.text.id(), R::CHOICE.key);
        let value = R::ALL.iter().position(|r| *r == reading).unwrap_or_default();
        self.values[R::CHOICE.number] = value as u8;
        self
    }

    /// The number of the value chosen for a choice of this text.
    pub(crate) fn number(&self, choice: &Choice) -> u8 {
        self.values[choice.number]
    }

    /// Every combination of readings of a text that differ in what they say of a position: choices that make no difference to it, the
    /// others being read as they are, are read by default.
    #[must_use]
    pub fn all_verdicts(text: Text) -> Vec<RuleSet> {
        let plain = |set: &RuleSet| {
            text.choices().iter().all(|choice| choice.required || set.number(choice) == 0 || text.matters(set, choice))
        };
        RuleSet::all_readings(text).into_iter().filter(plain).collect()
    }

    /// The value chosen for a choice given by its name; `None` if the text has no such choice.
    #[must_use]
    pub fn value(&self, key: &str) -> Option<&'static str> {
        let choice = self.text.choices().iter().find(|c| c.key == key)?;
        Some(choice.values[self.values[choice.number] as usize])
    }

    /// The same rule set with the choice `key` read as `value`; `None` if the text has no such choice or value.
    #[must_use]
    pub fn with(mut self, key: &str, value: &str) -> Option<RuleSet> {
        let choice = self.text.choices().iter().find(|c| c.key == key)?;
        self.values[choice.number] = choice.values.iter().position(|v| *v == value)? as u8;
        Some(self)
    }

    /// Whether the outcome depends on who passed first.
    #[must_use]
    pub fn first_passer_matters(&self) -> bool {
        self.text.first_passer(self, Colour::Black).is_some()
    }

    /// The same rule set with one clause not applied.
    #[must_use]
    pub fn lifting(mut self, clause: ClauseId) -> RuleSet {
        self.lifted.push(clause);
        self
    }

    /// Whether the clause is applied.
    #[must_use]
    pub fn applies(&self, clause: ClauseId) -> bool {
        !self.lifted.contains(&clause)
    }

    /// What an act rests on for which two clauses provide: `clause`, or `otherwise` where that is lifted.
    #[must_use]
    pub fn in_force(&self, clause: ClauseId, otherwise: ClauseId) -> ClauseId {
        if self.applies(clause) { clause } else { otherwise }
    }

    /// Whether every clause is applied.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.lifted.is_empty()
    }
}

impl fmt::Display for RuleSet {
    /// The canonical id: readings other than the default, in the order of the text's choices, spelled out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text.id())?;
        let mut separator = ':';
        for (choice, &value) in self.text.choices().iter().zip(&self.values) {
            if choice.required || value != 0 {
                write!(f, "{separator}{}={}", choice.key, choice.values[value as usize])?;
                separator = ',';
            }
        }
        Ok(())
    }
}

impl Trace {
    /// A clause was applied as `rules` read a choice that it leaves open.
    pub fn cite_read(&mut self, clause: ClauseId, rules: &RuleSet, choice: Choice, fact: impl FnOnce() -> String) {
        self.show_read(clause, rules, choice, || (fact(), Vec::new()));
    }

    /// The same, as `rules` read a choice that the clause leaves open.
    pub fn show_read(
        &mut self,
        clause: ClauseId,
        rules: &RuleSet,
        choice: Choice,
        shown: impl FnOnce() -> (String, Vec<LineMove>),
    ) {
        let value = if self.is_kept() { rules.value(choice.key) } else { None };
        self.add(clause, value.map(|value| format!("{}={value}", choice.key)), shown);
    }
}
