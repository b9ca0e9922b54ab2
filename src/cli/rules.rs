//! `shinpan rules`.

use serde_json::{Value, json};

use super::look::width;
use super::output::to_stdout;
use super::{Exit, Failure, Format, nearest};
use crate::law::{ClauseSpec, ClauseState, ReadingSpec, RuleSet, Spec, Text, Whose, clause, specs};
use crate::report::board::wrap;
use crate::texts::in_words::example;
use crate::texts::{self, Original, originals};

/// Lists rule sets, their readings, and the clauses of their texts.
///
/// A rule set is a text and one reading for each choice that the text leaves open. It is written TEXT or
/// TEXT:KEY=VALUE,KEY=VALUE; readings that are not named are the defaults. A choice without a default (who passed first) that is
/// not named stands for several rule sets, one for each way to read it.
#[derive(clap::Args)]
#[command(after_help = concat!("\
Examples:
  shinpan rules                       all rule sets and their readings
  shinpan rules ", example!(one), "                 what each reading means, and why there is a choice
  shinpan rules ", example!(by_play), " --clauses      every clause with its state
  shinpan rules ", example!(clause), "             one clause; a part of its name is enough: 7.2, or ", example!(clauses), " for all of Article 7
  shinpan rules --nearest ogs         which rule set is nearest to those of a server, a federation or a country

Every filled gap and every reading is labelled with its source: text, commentary (the issuer's), practice, other-text (which is named), or ours (this project's choice)."))]
pub struct Args {
    #[arg(help = concat!("A rule set (", example!(one), ", ", example!(area), ", ...), with readings or without, or a clause (", example!(clause), ") [default: all]"), value_name = "ID")]
    id: Option<String>,
    /// Also list the clauses of the text: modelled (executed by the judge of positions or of games), players (left to
    /// the players) or silent (lost or empty in the source)
    #[arg(long)]
    clauses: bool,
    /// Which rule set here is nearest to these rules, what differs, and an example of each difference: ogs, kgs, egf, chinese,
    /// korean, nz, ing and others (a wrong name lists them)
    #[arg(long, value_name = "NAME", value_parser = nearest::parse, conflicts_with_all = ["id", "clauses"])]
    nearest: Option<String>,
    /// Form of the output
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let names_clauses =
        |id: &str| (id.contains('.') || id.starts_with(|c: char| c.is_ascii_digit())) && !id.contains(':');
    let text = match (&args.nearest, &args.id) {
        (Some(name), _) => nearest::text(name, args.format)?,
        (None, Some(id)) if names_clauses(id) => clauses_named(id, args.format)?,
        _ => rule_sets(args)?,
    };
    to_stdout(|out| out.write_all(text.as_bytes()))?;
    Ok(Exit::Success)
}

/// The document a rule set is a reading of.
fn spec_of(text: Text) -> Result<&'static Spec, Failure> {
    let found = specs().iter().find(|s| s.text == text.prefix());
    found.ok_or_else(|| Failure(format!("there is no specification of {}", text.id())))
}

/// The clause of this id; else those that it is a beginning of, by whole words (`TEXT.7`); else those that end with it (`7.1`).
fn clauses_named(id: &str, format: Format) -> Result<String, Failure> {
    let all = || specs().iter().flat_map(|spec| &spec.clauses);
    let such = |fits: &dyn Fn(&str) -> bool| all().filter(|c| fits(&c.id)).collect::<Vec<&ClauseSpec>>();
    let mut found: Vec<&ClauseSpec> = clause(id).into_iter().collect();
    if found.is_empty() {
        found = such(&|c| c.strip_prefix(id).is_some_and(|rest| rest.starts_with('.')));
    }
    if found.is_empty() {
        found = such(&|c| c.strip_suffix(id).is_some_and(|before| before.ends_with('.')));
    }
    if found.is_empty() {
        found = such(&|c| {
            c.split_once('.').is_some_and(|(_, own)| own.strip_prefix(id).is_some_and(|r| r.starts_with('.')))
        });
    }
    match (found.as_slice(), format) {
        ([], _) => Err(unknown_clause(id)),
        ([one], Format::Json) => Ok(format!("{:#}\n", json!(one))),
        (several, Format::Json) => Ok(format!("{:#}\n", json!(several))),
        (several, Format::Text) => {
            let blocks = several.iter().map(|clause| {
                let mut lines = clause_lines(clause);
                lines.extend(read_lines(clause));
                lines.join("\n") + "\n"
            });
            Ok(blocks.collect::<Vec<String>>().join("\n"))
        }
    }
}

/// Where the text of a clause can be read.
pub fn original_of(clause: &str) -> Option<&'static Original> {
    let prefix = clause.split('.').next().unwrap_or_default();
    originals(prefix).find(|o| o.names(clause)).or_else(|| originals(prefix).next())
}

fn read_lines(clause: &ClauseSpec) -> Vec<String> {
    original_of(&clause.id)
        .map_or_else(Vec::new, |o| wrap(&format!("Original: {}, {}", o.title, o.address), 4, width() - 2))
}

fn unknown_clause(id: &str) -> Failure {
    let likeness = |c: &&ClauseSpec| strsim::normalized_damerau_levenshtein(id, &c.id);
    let all = specs().iter().flat_map(|spec| &spec.clauses);
    let nearest = all.max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    let hint = nearest.map(|c| format!(" (did you mean `{}`?)", c.id)).unwrap_or_default();
    Failure(format!("unknown clause `{id}`{hint}; `shinpan rules --clauses` lists them"))
}

fn rule_sets(args: &Args) -> Result<String, Failure> {
    // All, or the one that is named, with the readings it names.
    let sets: Vec<RuleSet> = match &args.id {
        None => texts::ALL.into_iter().map(RuleSet::default_of).collect(),
        Some(id) => RuleSet::parse(id)?.into_iter().take(1).collect(),
    };
    if args.format == Format::Json {
        let list = sets.iter().map(|set| set_json(set, args)).collect::<Result<Vec<Value>, Failure>>()?;
        return Ok(format!("{:#}\n", Value::Array(list)));
    }
    let mut lines = Vec::new();
    for set in &sets {
        let spec = spec_of(set.text)?;
        if !lines.is_empty() {
            lines.push(String::new());
        }
        let date = if spec.date.is_empty() { String::new() } else { format!(", {}", spec.date) };
        lines.push(format!("{}  {}{date}", set.text.id(), spec.title));
        if args.id.is_none() {
            lines.extend(set.text.readings().map(|(key, _)| format!("  {key}: {}", values(set, spec, key))));
        } else {
            lines.push(format!("  source: {}", spec.source));
            for original in originals(&spec.text) {
                lines.extend(wrap(&format!("{}: {}", original.title, original.what), 2, width()));
                lines.push(format!("    {}", original.address));
            }
            for (key, _) in set.text.readings() {
                lines.extend(reading_lines(set, spec, key));
            }
            for named in set.text.named() {
                let name = format!("{}/{}", set.text.id(), named.name);
                let stands_for = RuleSet::parse(&name)?;
                lines.extend(stands_for.first().map(|rules| format!("  {name}: {rules}")));
            }
        }
        // The two counts of one text share its clauses: they are listed with the last of them.
        let last = sets.iter().rfind(|s| s.text.prefix() == set.text.prefix()) == Some(set);
        if args.clauses && last {
            lines.push(String::new());
            lines.push(summary(spec));
            for clause in &spec.clauses {
                lines.push(String::new());
                lines.extend(clause_lines(clause).iter().map(|l| format!("  {l}")));
            }
        }
    }
    if args.id.is_none() {
        lines.push(String::new());
        let mut how =
            "* is the default. `shinpan rules ID` says what the readings mean; write them as TEXT:KEY=VALUE,KEY=VALUE."
                .to_string();
        for (text, choice) in texts::ALL.iter().flat_map(|text| text.choices().iter().map(move |c| (text, c))) {
            if choice.required {
                how += &format!(" {} without `{}` stands for both.", text.id(), choice.key);
            }
        }
        lines.extend(wrap(&how, 0, width()));
    }
    Ok(lines.join("\n") + "\n")
}

/// The specification of a reading.
fn reading_of<'a>(spec: &'a Spec, key: &str) -> Option<&'a ReadingSpec> {
    spec.readings.iter().find(|r| r.key == key)
}

/// Whether a value is what a bare rule set means.
fn is_default(spec: &Spec, key: &str, value: &str) -> bool {
    reading_of(spec, key).is_some_and(|r| r.values.iter().any(|v| v.name == value && v.default))
}

/// `local-2*, local-1, anywhere, none`.
fn values(set: &RuleSet, spec: &Spec, key: &str) -> String {
    let all = set.text.readings().find(|(k, _)| *k == key).map_or(&[][..], |(_, values)| values);
    let marked = all.iter().map(|v| if is_default(spec, key, v) { format!("{v}*") } else { (*v).to_string() });
    marked.collect::<Vec<_>>().join(", ")
}

/// A reading with the meaning of its values; the one in force is marked.
fn reading_lines(set: &RuleSet, spec: &Spec, key: &str) -> Vec<String> {
    let Some(reading) = reading_of(spec, key) else { return vec![format!("  {key}: {}", values(set, spec, key))] };
    let mut lines = vec![String::new(), format!("  {key}  [{}]", reading.clause)];
    let required = set.text.choices().iter().any(|choice| choice.key == key && choice.required);
    for value in &reading.values {
        let mut marks = vec![value.whose.name()];
        if value.default {
            marks.push("default");
        }
        if set.value(key) == Some(&value.name) && !value.default && !required {
            marks.push("asked for");
        }
        lines.push(format!("    {key}={} ({})", value.name, marks.join(", ")));
        lines.extend(wrap(&value.meaning, 6, width()));
        lines.extend(value.from.iter().flat_map(|from| wrap(&format!("From: {from}"), 6, width())));
    }
    if !reading.why.is_empty() {
        lines.extend(wrap(&format!("Why: {}", reading.why), 4, width()));
    }
    lines
}

fn state_name(state: ClauseState) -> &'static str {
    match state {
        ClauseState::Modelled => "modelled",
        ClauseState::Players => "players",
        ClauseState::Silent => "silent",
    }
}

/// How many clauses of each state.
fn summary(spec: &Spec) -> String {
    let states = [ClauseState::Modelled, ClauseState::Players, ClauseState::Silent];
    let counts = states
        .map(|state| format!("{} {}", spec.clauses.iter().filter(|c| c.state == state).count(), state_name(state)));
    format!("  {} clauses: {}", spec.clauses.len(), counts.join(", "))
}

fn clause_lines(clause: &ClauseSpec) -> Vec<String> {
    let mut lines = vec![format!("{}  {} ({}, {})", clause.id, clause.title, clause.kind, state_name(clause.state))];
    lines.extend(wrap(&clause.paraphrase, 4, width() - 2));
    if !clause.readings.is_empty() {
        lines.push(format!("    Readings: {}", clause.readings.join(", ")));
    }
    if let Some(gap) = &clause.gap {
        let whose = clause.whose.map_or("", Whose::name);
        lines.extend(wrap(&format!("Gap ({whose}): {gap}"), 4, width() - 2));
        lines.extend(clause.from.iter().flat_map(|from| wrap(&format!("From: {from}"), 4, width() - 2)));
    }
    lines
}

fn set_json(set: &RuleSet, args: &Args) -> Result<Value, Failure> {
    let spec = spec_of(set.text)?;
    let readings: Vec<Value> = set
        .text
        .readings()
        .map(|(key, values)| {
            let reading = reading_of(spec, key);
            let values: Vec<Value> = values
                .iter()
                .map(|name| {
                    let value = reading.and_then(|r| r.values.iter().find(|v| v.name == *name));
                    let (meaning, whose) = (value.map(|v| &v.meaning), value.map(|v| v.whose));
                    let default = is_default(spec, key, name);
                    let mut object = json!({ "name": name, "whose": whose, "default": default, "meaning": meaning });
                    if let Some(from) = value.and_then(|v| v.from.as_ref()) {
                        object["from"] = json!(from);
                    }
                    object
                })
                .collect();
            json!({
                "key": key,
                "clause": reading.map(|r| &r.clause),
                "values": values,
                "why": reading.map(|r| &r.why),
            })
        })
        .collect();
    let mut object = json!({
        "id": set.text.id(),
        "text": spec.text,
        "title": spec.title,
        "source": spec.source,
        "originals": originals(&spec.text).collect::<Vec<_>>(),
        "date": spec.date,
        "readings": readings,
    });
    if args.clauses {
        object["clauses"] = json!(spec.clauses);
    }
    Ok(object)
}
