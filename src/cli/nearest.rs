//! `shinpan rules --nearest`: which rule set here is nearest to rules that are in use, and where they differ.

use serde_json::{Value, json};

use super::look::width;
use super::{Failure, Format};
use crate::board::diagram;
use crate::law::RuleSet;
use crate::law::procedure::{Agree, Judgement, Replay};
use crate::record;
use crate::report::board::wrap;
use crate::solve::Budget;
use crate::texts::{Difference, Near, rules_in_use};

/// The names that can be asked for, each once.
fn names() -> Vec<&'static str> {
    let mut names: Vec<&str> = rules_in_use().iter().map(|near| near.name.as_str()).collect();
    names.dedup();
    names
}

/// Reads the value of `--nearest`.
///
/// # Errors
/// What there is.
pub fn parse(name: &str) -> Result<String, String> {
    let plain = name.to_lowercase();
    if names().contains(&plain.as_str()) {
        return Ok(plain);
    }
    Err(format!("there are: {}", names().join(", ")))
}

/// All that is known under the name.
///
/// # Errors
/// One line, if an example cannot be run.
pub fn text(name: &str, format: Format) -> Result<String, Failure> {
    let found: Vec<&Near> = rules_in_use().iter().filter(|near| near.name == name).collect();
    if format == Format::Json {
        let all = found.iter().map(|near| as_json(near)).collect::<Result<Vec<Value>, Failure>>()?;
        return Ok(format!("{:#}\n", Value::Array(all)));
    }
    let blocks = found.iter().map(|near| block(near)).collect::<Result<Vec<String>, Failure>>()?;
    Ok(blocks.join("\n"))
}

fn block(near: &Near) -> Result<String, Failure> {
    let mut lines = vec![near.title.clone()];
    lines.extend(wrap(&format!("known from: {}", near.source), 2, width()));
    if near.moves == near.count {
        lines.push(format!("  nearest here: {}", near.count));
    } else {
        lines.push(format!("  nearest here: {} to follow a game, {} to count it", near.moves, near.count));
    }
    lines.extend(wrap(&near.note, 2, width()));
    if near.differs.is_empty() {
        lines.push("  no difference is known".to_string());
    }
    for (n, difference) in near.differs.iter().enumerate() {
        lines.push(String::new());
        let what = wrap(&difference.what, 5, width());
        lines.extend(what.iter().enumerate().map(|(line, text)| match line {
            0 => format!("  {}. {}", n + 1, text.trim_start()),
            _ => text.clone(),
        }));
        if let Some(shown) = example(difference)? {
            lines.push(format!("       {}", shown.example));
            lines.extend(shown.said.iter().flat_map(|(who, says)| wrap(&format!("{who}: {says}"), 7, width())));
        }
        if let Some(doubt) = &difference.doubt {
            lines.extend(wrap(&format!("not certain: {doubt}"), 5, width()));
        }
    }
    Ok(lines.join("\n") + "\n")
}

fn as_json(near: &Near) -> Result<Value, Failure> {
    let mut object = json!(near);
    let shown = near.differs.iter().map(example).collect::<Result<Vec<_>, Failure>>()?;
    for (difference, shown) in object["differs"].as_array_mut().into_iter().flatten().zip(shown) {
        let said = shown.iter().flat_map(|shown| &shown.said);
        difference["shown"] = said.map(|(who, says)| json!({ "by": who, "says": says })).collect();
    }
    Ok(object)
}

/// An example, and what each side says of it.
struct Shown {
    /// The board, or the start of the game and its steps.
    example: String,
    /// Who says what.
    said: Vec<(String, String)>,
}

/// What a rule set says of an example.
type Says = dyn Fn(&RuleSet) -> Result<String, Failure>;

/// Runs the example of a difference under the rule sets it names.
fn example(difference: &Difference) -> Result<Option<Shown>, Failure> {
    let Some(ours) = &difference.ours else { return Ok(None) };
    let (example, says): (String, Box<Says>) = match (&difference.board, &difference.record) {
        (Some(board), _) => {
            let position = diagram::parse(board)?;
            let judged = move |rules: &RuleSet| -> Result<String, Failure> {
                Ok(shinpan::judge(&position, rules, Budget::default())?.outcome.to_string())
            };
            (board.clone(), Box::new(judged))
        }
        (None, Some(script)) => {
            let record = record::read_game("specs/nearest.toml", script.as_bytes(), None, &[])?;
            let steps = script.trim().lines().map(str::trim).collect::<Vec<_>>().join(", ");
            let followed = move |rules: &RuleSet| Ok(last_step(&Replay::of(rules, &record, Agree::Recorded, None)));
            (steps, Box::new(followed))
        }
        (None, None) => return Ok(None),
    };
    let mut said = Vec::new();
    for (name, whose) in [(Some(ours), ""), (difference.like.as_ref(), ", as these rules")] {
        let Some(name) = name else { continue };
        for rules in RuleSet::parse(name)? {
            said.push((format!("{name}{whose}"), says(&rules)?));
        }
    }
    said.extend(difference.theirs.as_ref().map(|theirs| ("these rules".to_string(), theirs.clone())));
    Ok(Some(Shown { example, said }))
}

/// What a rule set says of the last step of a game.
fn last_step(game: &Replay) -> String {
    let Some(row) = game.rows.last() else { return "no step".to_string() };
    let judged = &row.judged;
    match &judged.judgement {
        Judgement::Accepted => format!("accepted [{}]", judged.clause),
        Judgement::Refused(refusal) => format!("refused ({}) [{}]", refusal.id(), judged.clause),
        Judgement::Outside => format!("outside the text [{}]", judged.clause),
    }
}
