//! Rule sets by name: `TEXT` or `TEXT:KEY=VALUE,...`, or `TEXT/NAME` for readings that a text itself has a name for.

use super::registry::ALL;
use crate::law::{RuleSet, Text};

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
    /// A name that people use for rules in general, not for one text.
    #[error("`{name}` names no text: {why}")]
    Loose {
        /// What was written.
        name: String,
        /// Which rule sets could be meant, and why none is chosen.
        why: String,
    },
    /// No such name of a text's own.
    #[error("`{text}` has no `{name}`{}; it has: {known}", nearest(.suggestion))]
    UnknownNamed {
        /// The rule set.
        text: String,
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

impl RuleSet {
    /// Every rule set that is compared where none is named, in default readings, j1997 once for each player who may have passed first.
    ///
    /// ```
    /// # use shinpan_texts::law as shinpan;
    /// let ids: Vec<String> = shinpan::RuleSet::defaults().iter().map(ToString::to_string).collect();
    /// assert!(ids.contains(&"j1997:first=white".to_string()));
    /// ```
    #[must_use]
    pub fn defaults() -> Vec<RuleSet> {
        ALL.into_iter().filter(|t| t.is_usual()).flat_map(|t| RuleSet::parse(t.id()).unwrap_or_default()).collect()
    }

    /// Reads one name, `TEXT` or `TEXT:KEY=VALUE,...`. A `j1997` without `first` stands for two rule sets. `TEXT/NAME` are the readings
    /// that a text has under a name of its own; `KEY=VALUE` after it changes some of them.
    ///
    /// ```
    /// # use shinpan_texts::law as shinpan;
    /// use shinpan::RuleSet;
    ///
    /// assert_eq!(RuleSet::parse("j1997")?.len(), 2);
    /// assert_eq!(RuleSet::parse("j1989:enable=local-2")?[0].to_string(), "j1989");
    /// assert!(RuleSet::parse("j1989:enable=always").is_err());
    /// assert_eq!(RuleSet::parse("katago/new-zealand:suicide=no")?, RuleSet::parse("katago:ko=situational,suicide=no")?);
    /// # Ok::<(), shinpan_texts::texts::RuleSetError>(())
    /// ```
    ///
    /// # Errors
    /// [`RuleSetError`], with what exists and the nearest name.
    pub fn parse(name: &str) -> Result<Vec<RuleSet>, RuleSetError> {
        let name = name.trim();
        let (id, rest) = name.split_once(':').map_or((name, None), |(a, b)| (a, Some(b)));
        let (id, own) = id.split_once('/').map_or((id, None), |(a, b)| (a, Some(b)));
        let text = ALL.into_iter().find(|t| t.id() == id).ok_or_else(|| match loose(id) {
            Some(why) => RuleSetError::Loose { name: id.to_string(), why },
            None => RuleSetError::Unknown {
                name: id.to_string(),
                suggestion: suggest(id, ALL.iter().map(|t| t.id())),
                known: known_texts(),
            },
        })?;
        let choices = text.choices();
        let named = own.map_or(Ok(RuleSet::default_of(text)), |own| named(text, own))?;
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
        let mut sets = vec![Vec::new()];
        for (choice, value) in choices.iter().zip(given) {
            let options: Vec<u8> = match value {
                Some(v) => vec![v],
                None if choice.required => (0..choice.values.len() as u8).collect(),
                None => vec![named.number(choice)],
            };
            let with = |values: &Vec<u8>, v: u8| values.iter().copied().chain([v]).collect();
            sets = sets.iter().flat_map(|values| options.iter().map(move |&v| with(values, v))).collect();
        }
        Ok(sets.into_iter().map(|values| RuleSet::of(text, values)).collect())
    }

    /// Reads a list of names separated by commas or blanks. A comma followed by `KEY=` goes on with the readings of the name
    /// before it: `j1989:enable=none,seki=group,aj2004` names two rule sets. Each is kept once, in the order given.
    ///
    /// ```
    /// # use shinpan_texts::law as shinpan;
    /// let rules = shinpan::RuleSet::parse_list("j1989:enable=none,seki=group,aj2004")?;
    /// assert_eq!(rules.len(), 2);
    /// # Ok::<(), shinpan_texts::texts::RuleSetError>(())
    /// ```
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
}

/// The rule set that a text, or the program that it belongs to, has under a name of its own.
fn named(text: Text, own: &str) -> Result<RuleSet, RuleSetError> {
    let found = text.named().iter().find(|n| n.name == own).ok_or_else(|| RuleSetError::UnknownNamed {
        text: text.id().to_string(),
        name: own.to_string(),
        suggestion: suggest(own, text.named().iter().map(|n| n.name)),
        known: match text.named() {
            [] => "no names of its own".to_string(),
            named => named.iter().map(|n| n.name).collect::<Vec<_>>().join(", "),
        },
    })?;
    let read = |set: RuleSet, &(key, value): &(&str, &str)| set.with(key, value);
    Ok(found.readings.iter().try_fold(RuleSet::default_of(text), read).expect("a test looks at each of its readings"))
}

/// Names that people and programs use for rules of which no text is here.
const NOT_HERE: [&[&str]; 2] =
    [&["korean", "korea", "kr", "kba"], &["ancient", "ancientarea", "ancientterritory", "stonescoring"]];

/// Why a name that people use for rules is not read as one of the rule sets; `None` if it is no such name.
fn loose(name: &str) -> Option<String> {
    let plain: String = name.to_lowercase().chars().filter(|ch| ch.is_alphanumeric()).collect();
    let plain = plain.strip_suffix("rules").unwrap_or(&plain);
    let there: Vec<&str> = ALL.iter().filter(|t| t.could_be().contains(&plain)).map(|t| t.id()).collect();
    if there.is_empty() && !NOT_HERE.iter().any(|names| names.contains(&plain)) {
        return None;
    }
    let is_it = |name: &str| name.chars().filter(|ch| ch.is_alphanumeric()).eq(plain.chars());
    let own = ALL.iter().find_map(|t| Some((t.id(), t.named().iter().find(|n| is_it(n.name))?.name)));
    let own = own.map(|(text, name)| format!("; {text}/{name} is what {text} has under the name")).unwrap_or_default();
    let why = match there.as_slice() {
        [] => format!(
            "the rules of that name are not among those encoded, and no other stands for them; there are: {}",
            known_texts()
        ),
        [one] => format!(
            "{one} comes nearest, but people use the name for other rules as well, and those differ; write {one} if that is meant"
        ),
        many => format!("it could mean {}, which differ; write which", many.join(", ")),
    };
    Some(why + &own)
}

fn known_texts() -> String {
    ALL.iter().map(|t| t.id()).collect::<Vec<_>>().join(", ")
}
