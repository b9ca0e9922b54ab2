//! Recorded games under several rule sets: as text for people, as JSON for programs, as comments for SGF viewers.

use std::io::{self, Write};

use serde_json::{Map, Value, json};

use super::board::{Dress, side_by_side, wrap};
use crate::law::procedure::count::{Counted, Item};
use crate::law::procedure::{Decision, Effect, Fact, Judged, Judgement, Replay, Row, name_of};
use crate::record::{Action, Komi, Record};
use shinpan_board::diagram::pretty;
use shinpan_board::plain::PlainPosition;
use shinpan_board::{Colour, Grid};

/// A judgement in a word or two: `+`, `x superko`, `- outside`.
fn mark(judged: &Judged) -> String {
    match judged.judgement {
        Judgement::Accepted => "+".to_string(),
        Judgement::Refused(refusal) => format!("x {}", refusal.id()),
        Judgement::Outside => "- outside".to_string(),
    }
}

/// A judgement in words: what, by which clause, on what facts.
fn sentence(judged: &Judged, grid: Grid) -> String {
    let what = match judged.judgement {
        Judgement::Accepted => "accepted".to_string(),
        Judgement::Refused(refusal) => format!("refused ({})", refusal.id()),
        Judgement::Outside => "outside the text".to_string(),
    };
    format!("{what} [{}] {}", judged.clause, judged.fact.text(grid))
}

/// Whether there is more to say of a step than that it stands and takes prisoners.
fn notable(judged: &Judged) -> bool {
    !judged.is_accepted() || judged.consequences.iter().any(|c| !matches!(c.effect, Effect::Prisoners { .. }))
}

/// The steps side by side: those that every rule set accepts without a consequence are left out.
#[must_use]
pub fn table(record: &Record, games: &[Replay]) -> String {
    let grid = record.grid();
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut head = vec!["step".to_string(), "action".to_string()];
    head.extend(games.iter().map(|g| name_of(&g.rules)));
    rows.push(head);
    let line = |number: String, action: String, judged: Vec<Option<&Judged>>| {
        let mut row = vec![number, action];
        row.extend(judged.into_iter().map(|j| {
            let Some(j) = j else { return String::new() };
            let phase = j.consequences.iter().find_map(|c| match c.effect {
                Effect::Phase(_) => Some("new phase".to_string()),
                Effect::Result(ref r) => Some(r.decision.to_string()),
                _ => None,
            });
            phase.map_or_else(|| mark(j), |phase| format!("{} {phase}", mark(j)))
        }));
        row
    };
    if games.iter().any(|g| g.start.is_some()) {
        rows.push(line("0".to_string(), "start".to_string(), games.iter().map(|g| g.start.as_ref()).collect()));
    }
    let steps = games.iter().map(|g| g.rows.len()).min().unwrap_or(0);
    let mut left_out = 0;
    for (n, action) in record.actions.iter().enumerate().take(steps) {
        let judged: Vec<Option<&Judged>> = games.iter().map(|g| Some(&g.rows[n].judged)).collect();
        if judged.iter().flatten().any(|j| notable(j)) {
            rows.push(line((n + 1).to_string(), action.text(grid), judged));
        } else {
            left_out += 1;
        }
    }
    if games.iter().any(|g| g.close.is_some()) {
        rows.push(line("end".to_string(), "of record".to_string(), games.iter().map(|g| g.close.as_ref()).collect()));
    }
    let widths: Vec<usize> =
        (0..rows[0].len()).map(|c| rows.iter().map(|r| r[c].chars().count()).max().unwrap_or(0)).collect();
    let mut out = String::new();
    for row in &rows {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}")).collect::<Vec<_>>();
        out.push_str(cells.join("  ").trim_end());
        out.push('\n');
    }
    if left_out > 0 {
        out.push_str(&format!(
            "+ accepted, x refused; steps left out, which all accept without consequence: {left_out}\n"
        ));
    } else {
        out.push_str("+ accepted, x refused\n");
    }
    out
}

/// The lines of a judgement in a trace.
fn trace_of(name: &str, judged: &Judged, grid: Grid, width: usize) -> Vec<String> {
    let mut lines = wrap(&format!("{name}: {}", sentence(judged, grid)), 4, width);
    for c in &judged.consequences {
        lines.extend(wrap(&format!("-> {} [{}]", c.effect.text(grid), c.clause), 8, width));
    }
    lines
}

/// Every step with the clause, the facts and the consequences under each rule set.
#[must_use]
pub fn trace(record: &Record, games: &[Replay], width: usize) -> String {
    let grid = record.grid();
    let mut lines = Vec::new();
    let mut block = |heading: String, judged: Vec<Option<&Judged>>| {
        lines.push(heading);
        for (game, judged) in games.iter().zip(judged) {
            lines.extend(judged.iter().flat_map(|j| trace_of(&name_of(&game.rules), j, grid, width)));
        }
    };
    if games.iter().any(|g| g.start.is_some()) {
        block("start".to_string(), games.iter().map(|g| g.start.as_ref()).collect());
    }
    let steps = games.iter().map(|g| g.rows.len()).min().unwrap_or(0);
    for (n, action) in record.actions.iter().enumerate().take(steps) {
        let judged = games.iter().map(|g| Some(&g.rows[n].judged)).collect();
        block(format!("{} {}", n + 1, action.text(grid)), judged);
    }
    if games.iter().any(|g| g.close.is_some()) {
        block("end of record".to_string(), games.iter().map(|g| g.close.as_ref()).collect());
    }
    lines.join("\n") + "\n"
}

/// What one of several rule sets says, with the names of those that say the same.
fn groups(games: &[&Replay], says: &dyn Fn(&Replay) -> String) -> String {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for game in games {
        let (said, name) = (says(game), name_of(&game.rules));
        match groups.iter_mut().find(|g| g.0 == said) {
            Some(group) => group.1.push(name),
            None => groups.push((said, vec![name])),
        }
    }
    groups.into_iter().map(|(said, names)| format!("{}: {said}", names.join(", "))).collect::<Vec<_>>().join("; ")
}

/// Whether the rule sets are of one mind: the first step at which they disagree, or what they make of the end. What is undecided is
/// neither agreement nor difference, and no result is none.
#[must_use]
pub fn parting(games: &[Replay]) -> String {
    let Some(first) = games.first() else { return String::new() };
    let all: Vec<&Replay> = games.iter().collect();
    if let Some(step) = games[1..].iter().filter_map(|g| first.parts_from(g)).min() {
        let says = |game: &Replay| match &game.rows[step - 1].judged {
            j if j.is_accepted() => j.result().map_or("accepted".to_string(), |r| r.decision.to_string()),
            j => format!("{} [{}]", mark(j), j.clause),
        };
        return format!("the rule sets disagree at step {step}: {}", groups(&all, &says));
    }
    let decision = |g: &&Replay| g.result.as_ref().map(|r| r.decision.clone());
    let is_open = |g: &&Replay| matches!(decision(g), Some(Decision::Undecided(_)));
    let (open, told): (Vec<&Replay>, Vec<&Replay>) = all.into_iter().partition(is_open);
    let one = told.windows(2).all(|two| decision(&two[0]) == decision(&two[1]));
    let mut said = match told.first() {
        None => "the rule sets agree on every step".to_string(),
        Some(game) if one => match decision(game) {
            None if open.is_empty() => {
                "the rule sets agree on every step, and none of them gives a result yet".to_string()
            }
            Some(_) if open.is_empty() => "the rule sets agree on every step and on the result".to_string(),
            _ => format!("the rule sets agree on every step; {}", groups(&told, &result_sentence)),
        },
        Some(_) => {
            format!("the rule sets agree on every step but not on the result: {}", groups(&told, &Replay::result_text))
        }
    };
    if !open.is_empty() {
        said.push_str(&format!("; neither agreement nor difference: {}", groups(&open, &Replay::result_text)));
    }
    said
}

/// Positions under several rule sets, side by side and dressed; those that are the same are drawn once.
#[must_use]
pub fn boards(positions: &[(String, &PlainPosition, [u32; 2])], width: usize, dress: Dress) -> String {
    let mut drawn: Vec<(Vec<String>, &PlainPosition, [u32; 2])> = Vec::new();
    for (name, position, taken) in positions {
        match drawn.iter_mut().find(|(_, p, t)| p == position && t == taken) {
            Some((names, ..)) => names.push(name.clone()),
            None => drawn.push((vec![name.clone()], position, *taken)),
        }
    }
    let several = drawn.len() > 1;
    let blocks: Vec<Vec<String>> = drawn
        .iter()
        .map(|(names, position, [black, white])| {
            let lines = pretty(position).lines().map(str::to_string).collect();
            let mut block = dress(position.grid(), lines);
            block.push(format!("taken by Black {black}, by White {white}"));
            if several {
                let widest = block.iter().map(|l| l.chars().count()).max().unwrap_or(0);
                let names = wrap(&names.join(", "), 0, widest);
                block.splice(0..0, names);
            }
            block
        })
        .collect();
    side_by_side(&blocks, width)
}

fn points(value: i32) -> String {
    format!("{}{}", if value < 0 { "-" } else { "+" }, Komi(value.abs()))
}

/// The items of a count, one a line, and the result.
#[must_use]
pub fn count_lines(grid: Grid, count: &Counted, decision: &Decision) -> Vec<String> {
    let mut lines: Vec<String> = count
        .items
        .iter()
        .map(|item| {
            let value = if item.player == Colour::Black { item.value } else { -item.value };
            let clause = item.clause.map(|clause| format!(" [{clause}]")).unwrap_or_default();
            let mut line = format!("{:>6}  {}: {}{clause}", points(value), item.player, item.what);
            for &p in &item.points {
                line.push_str(&format!(" {}", grid.name(p)));
            }
            line
        })
        .collect();
    lines.push(format!("{:>6}  {decision}", ""));
    lines
}

/// The result under each rule set with what was counted.
#[must_use]
pub fn results(games: &[Replay]) -> String {
    let mut out = String::new();
    for game in games {
        let grid = game.position.grid();
        out.push_str(&format!("{}: {}\n", name_of(&game.rules), result_sentence(game)));
        if let Some((count, decision)) = game.result.as_ref().and_then(|r| Some((r.count.as_ref()?, &r.decision))) {
            for line in count_lines(grid, count, decision) {
                out.push_str(&format!("  {line}\n"));
            }
        }
    }
    out
}

/// The result, or why there is none.
#[must_use]
pub fn result_sentence(game: &Replay) -> String {
    match &game.result {
        Some(result) => result.decision.to_string(),
        None => format!("no result yet (phase: {})", game.phase),
    }
}

fn fact_json(fact: &Fact, grid: Grid) -> Value {
    let names = |points: &[usize]| points.iter().map(|&p| grid.name(p)).collect::<Vec<_>>();
    let data = match fact {
        Fact::Played { point, captured, ko } => {
            json!({ "point": grid.name(*point), "captured": names(captured), "ko": ko.map(|p| grid.name(p)) })
        }
        Fact::Stones(points) | Fact::WithoutLiberty(points) | Fact::Points { points, .. } => {
            json!({ "points": names(points) })
        }
        Fact::Turn(player) => json!({ "player": player.letter().to_string() }),
        Fact::Holds { point, stone } => json!({ "point": grid.name(*point), "stone": stone.letter().to_string() }),
        Fact::Recreates { step, to_move } => {
            json!({ "step": step, "to-move": to_move.map(|c| c.letter().to_string()) })
        }
        Fact::SamePair { step } | Fact::Earlier { step, .. } => json!({ "step": step }),
        Fact::Ko { point, stone, step } => {
            json!({ "point": grid.name(*point), "stone": grid.name(*stone), "step": step })
        }
        Fact::Taken { point, step } => json!({ "point": grid.name(*point), "step": step }),
        Fact::Words(_) => Value::Null,
    };
    json!({ "text": fact.text(grid), "data": data })
}

/// A judgement, for programs.
pub fn judged_json(judged: &Judged, grid: Grid) -> Map<String, Value> {
    let mut map = Map::new();
    let (judgement, refusal) = match judged.judgement {
        Judgement::Accepted => ("accepted", None),
        Judgement::Refused(refusal) => ("refused", Some(refusal.id())),
        Judgement::Outside => ("outside", None),
    };
    map.insert("judgement".to_string(), json!(judgement));
    map.insert("refusal".to_string(), json!(refusal));
    map.insert("clause".to_string(), json!(judged.clause));
    map.insert("fact".to_string(), fact_json(&judged.fact, grid));
    let consequences = judged.consequences.iter().map(|c| json!({ "clause": c.clause, "effect": c.effect.text(grid) }));
    map.insert("consequences".to_string(), consequences.collect());
    map
}

/// The members of a JSON list, one a line.
fn write_list(out: &mut dyn Write, items: impl Iterator<Item = Value>) -> io::Result<()> {
    write!(out, "[")?;
    for (n, item) in items.enumerate() {
        write!(out, "{}\n{item}", if n > 0 { "," } else { "" })?;
    }
    write!(out, "]")
}

/// The members of a JSON object, one a line, each with a comma after it.
fn write_members(out: &mut dyn Write, members: &[(&str, Value)]) -> io::Result<()> {
    members.iter().try_for_each(|(key, value)| writeln!(out, "\"{key}\": {value},"))
}

/// What became of one step.
fn step_json(n: usize, row: &Row, grid: Grid) -> Value {
    let mut map = Map::from_iter([("step".to_string(), json!(n + 1))]);
    map.extend(judged_json(&row.judged, grid));
    map.insert("phase".to_string(), json!(row.phase));
    map.insert("to-move".to_string(), json!(row.to_move.map(|c| c.letter().to_string())));
    Value::Object(map)
}

/// The items of a count, for programs.
#[must_use]
pub fn count_json(count: &Counted, grid: Grid) -> Value {
    let item = |i: &Item| {
        let points: Vec<String> = i.points.iter().map(|&p| grid.name(p)).collect();
        let (player, value) = (i.player.letter().to_string(), f64::from(i.value) / 100.0);
        json!({ "clause": i.clause, "player": player, "what": i.what, "points": points, "value": value })
    };
    count.items.iter().map(item).collect()
}

/// Everything, for programs: one JSON object, written as it is made (a long record has millions of members).
///
/// # Errors
/// Those of the writer.
pub fn write_json(out: &mut dyn Write, record: &Record, games: &[Replay]) -> io::Result<()> {
    let grid = record.grid();
    let setup = &record.setup;
    writeln!(out, "{{")?;
    write_members(
        out,
        &[
            ("rows", json!(grid.rows())),
            ("cols", json!(grid.cols())),
            ("start", json!(setup.position.to_string())),
            ("to-move", json!(setup.to_move.map(|c| c.letter().to_string()))),
            ("komi", json!(setup.komi.map(|k| f64::from(k.0) / 100.0))),
            ("record-rules", json!(setup.rules)),
            ("record-result", json!(setup.result)),
        ],
    )?;
    write!(out, "\"actions\": ")?;
    let action = |a: &Action| {
        let (line, column) = (a.place.line, a.place.column);
        json!({ "player": a.player.letter().to_string(), "action": a.text(grid), "line": line, "column": column })
    };
    write_list(out, record.actions.iter().map(action))?;
    write!(out, ",\n\"games\": [")?;
    for (n, game) in games.iter().enumerate() {
        writeln!(out, "{}\n{{", if n > 0 { "," } else { "" })?;
        let [black, white] = game.prisoners;
        let count = game.result.as_ref().and_then(|r| r.count.as_ref()).map(|count| count_json(count, grid));
        write_members(
            out,
            &[
                ("rules", json!(name_of(&game.rules))),
                ("start", json!(game.start.as_ref().map(|j| judged_json(j, grid)))),
                ("end", json!(game.close.as_ref().map(|j| judged_json(j, grid)))),
                ("phase", json!(game.phase)),
                ("position", json!(game.position.to_string())),
                ("prisoners", json!({ "black": black, "white": white })),
                ("result", json!(game.result.as_ref().map(|r| r.decision.to_string()))),
                ("count", json!(count)),
            ],
        )?;
        write!(out, "\"steps\": ")?;
        write_list(out, game.rows.iter().enumerate().map(|(n, row)| step_json(n, row, grid)))?;
        write!(out, "}}")?;
    }
    writeln!(out, "]\n}}")
}

/// A comment for the start and one for each action: what the rule sets say of it, where that is more than that it stands.
#[must_use]
pub fn comments(record: &Record, games: &[Replay]) -> Vec<String> {
    let grid = record.grid();
    let said = |judged: Vec<Option<&Judged>>| {
        let mut lines = Vec::new();
        for (game, judged) in games.iter().zip(judged) {
            let Some(judged) = judged.filter(|j| notable(j)) else { continue };
            let title = judged.clause.spec().title.as_str();
            lines.push(format!("{}: {} ({title})", name_of(&game.rules), sentence(judged, grid)));
            lines.extend(judged.consequences.iter().map(|c| format!("  {} [{}]", c.effect.text(grid), c.clause)));
        }
        lines.join("\n")
    };
    let steps = games.iter().map(|g| g.rows.len()).min().unwrap_or(0);
    let mut comments = vec![said(games.iter().map(|g| g.start.as_ref()).collect())];
    comments.extend((0..steps).map(|n| said(games.iter().map(|g| Some(&g.rows[n].judged)).collect())));
    let end: Vec<String> = games.iter().map(|g| format!("{}: {}", name_of(&g.rules), result_sentence(g))).collect();
    if let Some(last) = comments.last_mut() {
        if !last.is_empty() {
            last.push('\n');
        }
        last.push_str(&end.join("\n"));
    }
    comments
}
