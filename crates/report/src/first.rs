//! The smallest divergences over several boards: Markdown for people, JSON for programs.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::divergence::convention;
use crate::atlas::WholeBoard;
use crate::atlas::first::{First, FirstDifferences, MOST_SLOW, Smallest};
use crate::atlas::settled::agree_where_settled;
use crate::texts::in_words;
use shinpan_board::diagram;

fn text(smallest: &Smallest) -> String {
    let Smallest { grid, position, outcomes: [a, b] } = smallest;
    format!("{grid} `{}` {a}, {b}", diagram::text(*grid, *position))
}

fn position_json(smallest: &Smallest) -> Value {
    json!({
        "board": smallest.grid.to_string(),
        "position": diagram::text(smallest.grid, smallest.position),
        "outcomes": smallest.outcomes,
    })
}

/// The report for people.
#[must_use]
pub fn markdown(first: &FirstDifferences, command: &str) -> String {
    let boards: Vec<String> = first
        .boards
        .iter()
        .map(|(grid, exact)| if *exact { grid.to_string() } else { format!("{grid} (not exact)") })
        .collect();
    let mut out = format!(
        "# Smallest divergences\n\nMade by `{command}`.\n\nBoards: {}. Smallest: fewest points, then fewest stones, then \
         smallest text. Outcomes in the order of the pair. Earlier prisoners, convention `{}`: {}.\n",
        boards.join(", "),
        first.prisoners,
        convention(first.prisoners)
    );
    if first.pairs.values().any(|f| f.looked_up_to.is_some()) {
        let _ = write!(
            out,
            "\n{}, rule sets that need a search of seconds for each position on boards of up to {MOST_SLOW}; beyond \
             that a pair with such a rule set is not looked at, and the table says so.\n",
            in_words::practical(WholeBoard::LARGE)
        );
    }
    let rules = &first.rules;
    for (title, same_text) in [("Readings of one text", true), ("Different texts", false)] {
        let of = |(a, b): (usize, usize)| (rules[a].text == rules[b].text) == same_text;
        let mut rows = first.pairs.iter().filter(|(pair, _)| of(**pair)).peekable();
        if rows.peek().is_none() {
            continue;
        }
        let _ = write!(out, "\n## {title}\n\n| pair | smallest divergence | smallest settled one |\n|---|---|---|\n");
        for (&(a, b), f) in rows {
            let none = f.looked_up_to.map_or("none".to_string(), |points| format!("none up to {points} points"));
            let cell = |s: &Option<Smallest>| s.as_ref().map_or(none.clone(), text);
            let settled = match &f.settled {
                // No board need be looked at.
                None if agree_where_settled(&rules[a], &rules[b]) => "none".to_string(),
                settled => cell(settled),
            };
            let _ = writeln!(out, "| {} / {} | {} | {settled} |", rules[a], rules[b], cell(&f.smallest));
        }
    }
    out
}

/// The report for programs.
#[must_use]
pub fn json(first: &FirstDifferences, command: &str) -> Value {
    let boards: Vec<Value> =
        first.boards.iter().map(|(g, exact)| json!({ "board": g.to_string(), "exact": exact })).collect();
    let pair = |(&(a, b), f): (&(usize, usize), &First)| {
        let mut map = Map::new();
        map.insert("rule-sets".to_string(), json!([a, b].map(|i| first.rules[i].to_string())));
        map.insert("smallest".to_string(), json!(f.smallest.as_ref().map(position_json)));
        map.insert("smallest-settled".to_string(), json!(f.settled.as_ref().map(position_json)));
        if let Some(points) = f.looked_up_to {
            map.insert("looked-up-to".to_string(), json!(points));
        }
        Value::Object(map)
    };
    let pairs: Vec<Value> = first.pairs.iter().map(pair).collect();
    json!({ "command": command, "prisoners": first.prisoners.name(), "boards": boards, "pairs": pairs })
}
