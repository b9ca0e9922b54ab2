//! Rule sets: a text and, for each choice it leaves open, one reading.

use std::fmt;

/// A text that judges a final position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Text {
    /// Japanese 1989.
    J1989,
    /// Japanese 1997.
    J1997,
    /// New Amateur-Japanese 2004.
    Aj2004,
    /// MindSports Arena, Japanese count.
    MsJapanese,
    /// MindSports Arena, Chinese count.
    MsChinese,
}

/// A choice: its key and values. The first value is the default; `first` has none and a bare rule set stands for both.
struct Choice {
    key: &'static str,
    values: &'static [&'static str],
    required: bool,
}

const fn choice(key: &'static str, values: &'static [&'static str]) -> Choice {
    Choice { key, values, required: false }
}

impl Text {
    /// All texts.
    pub const ALL: [Text; 5] = [Text::J1989, Text::J1997, Text::Aj2004, Text::MsJapanese, Text::MsChinese];

    /// The id, for example `ms-japanese`.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Text::J1989 => "j1989",
            Text::J1997 => "j1997",
            Text::Aj2004 => "aj2004",
            Text::MsJapanese => "ms-japanese",
            Text::MsChinese => "ms-chinese",
        }
    }

    /// The prefix of its clause ids: the two MindSports counts are one text.
    #[must_use]
    pub fn spec_prefix(self) -> &'static str {
        match self {
            Text::MsJapanese | Text::MsChinese => "ms",
            other => other.id(),
        }
    }

    fn choices(self) -> &'static [Choice] {
        const J1989: &[Choice] = &[
            choice("enable", &["local-2", "local-1", "anywhere", "none"]),
            choice("infinite", &["attacker", "defender"]),
            choice("seki", &["string", "group"]),
        ];
        const J1997: &[Choice] = &[
            Choice { key: "first", values: &["black", "white"], required: true },
            choice("agreement", &["play-out", "as-it-stands"]),
            choice("ko-stones", &["stay", "prisoners"]),
        ];
        const AJ2004: &[Choice] = &[choice("score", &["territory", "area"])];
        const MS: &[Choice] =
            &[choice("dead", &["owner-first", "opponent-first", "superko"]), choice("seki", &["no-points", "points"])];
        match self {
            Text::J1989 => J1989,
            Text::J1997 => J1997,
            Text::Aj2004 => AJ2004,
            Text::MsJapanese | Text::MsChinese => MS,
        }
    }

    /// The reading keys of the text with their values, default first.
    pub fn readings(self) -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
        self.choices().iter().map(|c| (c.key, c.values))
    }
}

/// Why a rule set's name was not understood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RuleSetError {
    /// No such text.
    #[error("unknown rule set `{name}`{}; there are: {known}", nearest(.suggestion))]
    Unknown {
        /// What was written.
        name: String,
        /// The nearest name there is.
        suggestion: Option<String>,
        /// All there are.
        known: String,
    },
    /// No such reading key.
    #[error("`{text}` has no reading `{key}`{}; it has: {known}", nearest(.suggestion))]
    UnknownKey {
        /// The rule set.
        text: String,
        /// What was written.
        key: String,
        /// The nearest name there is.
        suggestion: Option<String>,
        /// All there are.
        known: String,
    },
    /// No such value of a reading.
    #[error("`{value}` is no value of `{text}:{key}`{}; there are: {known}", nearest(.suggestion))]
    UnknownValue {
        /// The rule set.
        text: String,
        /// The reading.
        key: String,
        /// What was written.
        value: String,
        /// The nearest name there is.
        suggestion: Option<String>,
        /// All there are.
        known: String,
    },
    /// A reading without `=`.
    #[error("`{part}` in `{name}` is not KEY=VALUE; write for example {example}")]
    NotKeyValue {
        /// The part that is wrong.
        part: String,
        /// The whole name.
        name: String,
        /// A right one.
        example: String,
    },
    /// The same reading twice.
    #[error("`{key}` is given twice in `{name}`")]
    Twice {
        /// The reading.
        key: String,
        /// The whole name.
        name: String,
    },
    /// Nothing was written.
    #[error("no rule set given; there are: {known}")]
    Empty {
        /// All there are.
        known: String,
    },
}

fn nearest(suggestion: &Option<String>) -> String {
    suggestion.as_ref().map(|s| format!(" (did you mean `{s}`?)")).unwrap_or_default()
}

fn suggest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    known
        .map(|k| (strsim::normalized_damerau_levenshtein(word, k), k))
        .filter(|(likeness, _)| *likeness >= 0.4)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, k)| k.to_string())
}

/// A text with one reading for each of its choices.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct RuleSet {
    /// The text.
    pub text: Text,
    values: Vec<u8>,
    /// Clauses that are not applied (ids): for showing what a clause decides. Not part of the id.
    lifted: Vec<String>,
}

impl RuleSet {
    /// The text with its default readings (j1997: Black passed first).
    #[must_use]
    pub fn default_of(text: Text) -> RuleSet {
        RuleSet { text, values: vec![0; text.choices().len()], lifted: Vec::new() }
    }

    /// Every rule set in default readings: six, j1997 once for each player who may have passed first.
    #[must_use]
    pub fn defaults() -> Vec<RuleSet> {
        Text::ALL.into_iter().flat_map(|t| RuleSet::parse(t.id()).unwrap_or_default()).collect()
    }

    /// Reads one name, `TEXT` or `TEXT:KEY=VALUE,...`. A `j1997` without `first` stands for two rule sets.
    ///
    /// # Errors
    /// [`RuleSetError`], with what exists and the nearest name.
    pub fn parse(name: &str) -> Result<Vec<RuleSet>, RuleSetError> {
        let name = name.trim();
        let (id, rest) = name.split_once(':').map_or((name, None), |(a, b)| (a, Some(b)));
        let text = Text::ALL.into_iter().find(|t| t.id() == id).ok_or_else(|| RuleSetError::Unknown {
            name: id.to_string(),
            suggestion: suggest(id, Text::ALL.iter().map(|t| t.id())),
            known: known_texts(),
        })?;
        let choices = text.choices();
        let mut given: Vec<Option<u8>> = vec![None; choices.len()];
        for part in rest.into_iter().flat_map(|r| r.split(',')) {
            let (key, value) = part.split_once('=').ok_or_else(|| RuleSetError::NotKeyValue {
                part: part.to_string(),
                name: name.to_string(),
                example: format!("{id}:{}={}", choices[0].key, choices[0].values[0]),
            })?;
            let at = choices.iter().position(|c| c.key == key).ok_or_else(|| RuleSetError::UnknownKey {
                text: id.to_string(),
                key: key.to_string(),
                suggestion: suggest(key, choices.iter().map(|c| c.key)),
                known: choices.iter().map(|c| c.key).collect::<Vec<_>>().join(", "),
            })?;
            let value =
                choices[at].values.iter().position(|v| *v == value).ok_or_else(|| RuleSetError::UnknownValue {
                    text: id.to_string(),
                    key: key.to_string(),
                    value: value.to_string(),
                    suggestion: suggest(value, choices[at].values.iter().copied()),
                    known: choices[at].values.join(", "),
                })?;
            if given[at].replace(value as u8).is_some() {
                return Err(RuleSetError::Twice { key: key.to_string(), name: name.to_string() });
            }
        }
        let mut sets = vec![RuleSet { text, values: Vec::new(), lifted: Vec::new() }];
        for (choice, value) in choices.iter().zip(given) {
            let options: Vec<u8> = match value {
                Some(v) => vec![v],
                None if choice.required => (0..choice.values.len() as u8).collect(),
                None => vec![0],
            };
            sets = sets
                .into_iter()
                .flat_map(|set| {
                    options.iter().map(move |&v| {
                        let mut set = set.clone();
                        set.values.push(v);
                        set
                    })
                })
                .collect();
        }
        Ok(sets)
    }

    /// Reads a list of names separated by commas or blanks. A comma followed by `KEY=` goes on with the readings of the name
    /// before it: `j1989:enable=none,seki=group,aj2004` names two rule sets. Each is kept once, in the order given.
    ///
    /// # Errors
    /// [`RuleSetError`] of the first name that is wrong, or [`RuleSetError::Empty`].
    pub fn parse_list(list: &str) -> Result<Vec<RuleSet>, RuleSetError> {
        let mut names: Vec<String> = Vec::new();
        for word in list.split_whitespace() {
            let mut fresh = true;
            for part in word.split(',').filter(|p| !p.is_empty()) {
                match names.last_mut() {
                    Some(last) if !fresh && last.contains(':') && part.contains('=') && !part.contains(':') => {
                        last.push(',');
                        last.push_str(part);
                    }
                    _ => names.push(part.to_string()),
                }
                fresh = false;
            }
        }
        if names.is_empty() {
            return Err(RuleSetError::Empty { known: known_texts() });
        }
        let mut sets: Vec<RuleSet> = Vec::new();
        for name in names {
            for set in RuleSet::parse(&name)? {
                if !sets.contains(&set) {
                    sets.push(set);
                }
            }
        }
        Ok(sets)
    }

    /// Every combination of readings of a text.
    #[must_use]
    pub fn all_readings(text: Text) -> Vec<RuleSet> {
        let mut sets = vec![RuleSet { text, values: Vec::new(), lifted: Vec::new() }];
        for choice in text.choices() {
            sets = sets
                .into_iter()
                .flat_map(|set| {
                    (0..choice.values.len() as u8).map(move |v| {
                        let mut set = set.clone();
                        set.values.push(v);
                        set
                    })
                })
                .collect();
        }
        sets
    }

    /// The reading chosen for `key`; empty if the text has no such key.
    #[must_use]
    pub fn reading(&self, key: &str) -> &'static str {
        let choices = self.text.choices();
        choices.iter().position(|c| c.key == key).map_or("", |at| choices[at].values[self.values[at] as usize])
    }

    /// The same rule set with `key` read as `value`.
    #[must_use]
    pub fn with(mut self, key: &str, value: &str) -> Option<RuleSet> {
        let choices = self.text.choices();
        let at = choices.iter().position(|c| c.key == key)?;
        self.values[at] = choices[at].values.iter().position(|v| *v == value)? as u8;
        Some(self)
    }

    /// The same rule set with one clause not applied.
    #[must_use]
    pub fn lifting(mut self, clause: &str) -> RuleSet {
        self.lifted.push(clause.to_string());
        self
    }

    /// Whether the clause is applied.
    #[must_use]
    pub fn applies(&self, clause: &str) -> bool {
        !self.lifted.iter().any(|l| l == clause)
    }

    /// Whether the outcome depends on who passed first.
    #[must_use]
    pub fn is_play_out(&self) -> bool {
        self.text == Text::J1997 && self.reading("agreement") == "play-out"
    }
}

fn known_texts() -> String {
    Text::ALL.iter().map(|t| t.id()).collect::<Vec<_>>().join(", ")
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
