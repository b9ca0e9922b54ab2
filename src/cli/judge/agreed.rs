//! `shinpan judge --dead`: what each text counts if the players agree.

use serde_json::{Value, json};

use super::super::Failure;
use super::super::agreement::{Claimed, Counted, counted, stones};
use super::super::look::Look;
use super::super::position::Asked;
use super::depends::record_of;
use super::form::Form;
use super::shown::reached;
use crate::board::plain::PlainPosition;
use crate::board::{Colour, diagram};
use crate::law::procedure::{Consequence, Effect, Replay, merged, name_of};
use crate::law::{Life, RuleSet};
use crate::report::board::{Cell, Drawn, wrap};
use crate::report::replay::count_lines;
use crate::report::svg::{self, Figure};

/// What the players are taken to agree on, by `--dead`, `--alive` and `--seki`.
pub fn claimed(dead: &str, alive: Option<&str>, seki: Option<&str>, asked: &Asked) -> Result<Claimed, Failure> {
    let position = &asked.position;
    let mut dead = if dead == "marked" {
        let marked = asked.game.as_ref().and_then(|game| game.record.marked.dead(position));
        marked.ok_or_else(|| {
            Failure("--dead marked: nothing is marked after the last move (TB, TW or AE in an SGF file)".to_string())
        })?
    } else {
        stones("--dead", dead, position)?
    };
    let none = |text: Option<&str>, option| match text {
        Some(text) => stones(option, text, position),
        None => Ok(Vec::new()),
    };
    let alive = none(alive, "--alive")?;
    let seki = none(seki, "--seki")?;
    // Marks may be on a part of a string.
    dead = dead.iter().flat_map(|&p| position.string_at(p)).filter(|p| !alive.contains(p)).collect();
    dead.sort_unstable();
    dead.dedup();
    if let Some(&p) = seki.iter().find(|p| dead.contains(p)) {
        return Err(Failure(format!("{} is named dead and in seki: name it once", position.grid().name(p))));
    }
    Ok(Claimed { dead, seki })
}

/// What each text counts, given an agreement.
pub struct Agreed<'a> {
    asked: &'a Asked,
    claimed: &'a Claimed,
    results: Vec<(RuleSet, Counted)>,
}

impl<'a> Agreed<'a> {
    /// Counts.
    pub fn of(asked: &'a Asked, rules: &[RuleSet], claimed: &'a Claimed) -> Agreed<'a> {
        let record = record_of(asked);
        let count = |rules: RuleSet| (rules.clone(), counted(&rules, &record, &asked.position, claimed));
        Agreed { asked, claimed, results: merged(rules).into_iter().map(count).collect() }
    }

    /// In the form asked for.
    ///
    /// # Errors
    /// One line, if there is no such form.
    pub fn shown(&self, form: Form, look: Look) -> Result<String, Failure> {
        let text = match form {
            Form::Sgf | Form::Html | Form::Latex => {
                return Err(Failure(
                    "--dead has no form sgf, html or latex; use text, json, markdown or svg".to_string(),
                ));
            }
            Form::Svg => return Ok(self.picture()),
            Form::Json => return Ok(format!("{:#}\n", agreed_json(&self.asked.position, self.claimed, &self.results))),
            Form::Text | Form::Markdown => self.text(look),
        };
        Ok(if form == Form::Markdown { format!("```text\n{text}```\n") } else { text })
    }

    /// The board with what is agreed on it, under each result that some text counts.
    pub fn picture(&self) -> String {
        let position = &self.asked.position;
        let grid = position.grid();
        let life = |p: usize| match (self.claimed.dead.contains(&p), self.claimed.seki.contains(&p)) {
            (true, _) => Life::Dead,
            (_, true) => Life::Seki,
            _ => Life::Alive,
        };
        let cell = |p: usize| Cell { stone: position.at(p), life: position.at(p).map(|_| life(p)), point: None };
        let board = Drawn { grid, cells: (0..grid.len()).map(cell).collect(), with_status: true };
        let mut figures: Vec<Figure> = Vec::new();
        for (rules, counted) in &self.results {
            let Counted::Result { game, .. } = counted else { continue };
            let Some(result) = &game.result else { continue };
            let heading = format!("{}: {}", name_of(rules), result.decision);
            let caption = result.count.iter().flat_map(|count| count_lines(grid, count, &result.decision)).collect();
            figures.push(Figure { board: board.clone(), over: None, heading, caption, differs: Vec::new() });
        }
        if figures.is_empty() {
            let heading = "no text asked counts by such an agreement".to_string();
            figures.push(Figure { board, over: None, heading, caption: Vec::new(), differs: Vec::new() });
        }
        svg::sheet(&position.to_string(), &figures, 3)
    }

    fn text(&self, look: Look) -> String {
        let Agreed { asked, claimed, results } = self;
        let position = &asked.position;
        let grid = position.grid();
        let names = |points: &[usize]| points.iter().map(|&p| grid.name(p)).collect::<Vec<_>>().join(" ");
        let mut out = format!("{grid} {position}\n");
        for line in
            wrap(&reached(asked).replace(": neither is in the outcomes", ": all of it is counted"), 0, look.width)
        {
            out.push_str(&format!("{line}\n"));
        }
        out.push('\n');
        let mark = |p: usize| match (position.at(p), claimed.dead.contains(&p), claimed.seki.contains(&p)) {
            (None, ..) => '.',
            (Some(Colour::Black), true, _) => 'x',
            (Some(Colour::White), true, _) => 'o',
            (Some(Colour::Black), _, true) => '#',
            (Some(Colour::White), _, true) => '@',
            (Some(Colour::Black), ..) => 'X',
            (Some(Colour::White), ..) => 'O',
        };
        let drawn = diagram::draw(grid, mark).lines().map(str::to_string).collect();
        look.board(grid, drawn).iter().for_each(|line| out.push_str(&format!("{line}\n")));
        let none = |points: &[usize]| if points.is_empty() { "none".to_string() } else { names(points) };
        let mut given = format!("given that the players agree: dead {}", none(&claimed.dead));
        if !claimed.seki.is_empty() {
            given.push_str(&format!("; in seki {}", names(&claimed.seki)));
        }
        out.push_str(&format!("\n{}\n", wrap(&given, 0, look.width).join("\n")));
        for (rules, counted) in results {
            let name = name_of(rules);
            match counted {
                Counted::Result { game, clause } => {
                    let title = clause.spec().title.as_str();
                    let Some(result) = &game.result else { continue };
                    out.push_str(&format!("\n{name}: {} [{clause}, {title}]\n", result.decision));
                    if let Some(count) = &result.count {
                        for line in count_lines(grid, count, &result.decision) {
                            out.push_str(&format!("  {line}\n"));
                        }
                    }
                    if let Some(said) = open_dame(game) {
                        let said = format!("({} [{}])", said.effect.text(grid), said.clause);
                        wrap(&said, 8, look.width).iter().for_each(|line| out.push_str(&format!("{line}\n")));
                    }
                }
                Counted::Refused(judged) => {
                    let why = format!(
                        "{name}: the text counts nothing by such an agreement [{}, {}]: {}",
                        judged.clause,
                        judged.clause.spec().title,
                        judged.fact.text(grid)
                    );
                    out.push_str(&format!("\n{}\n", wrap(&why, 0, look.width).join("\n")));
                }
                Counted::Parted { step, judged } => {
                    let why = format!(
                        "{name}: another position is on the board: step {step} of the game is not accepted [{}]",
                        judged.clause
                    );
                    out.push_str(&format!("\n{}\n", wrap(&why, 0, look.width).join("\n")));
                }
            }
        }
        out
    }
}

fn agreed_json(position: &PlainPosition, claimed: &Claimed, results: &[(RuleSet, Counted)]) -> Value {
    let grid = position.grid();
    let names = |points: &[usize]| points.iter().map(|&p| grid.name(p)).collect::<Vec<_>>();
    let results: Vec<Value> = results
        .iter()
        .map(|(rules, counted)| {
            let (clause, result, why) = match counted {
                Counted::Result { game, clause } => {
                    (clause, game.result.as_ref().map(|r| r.decision.to_string()), None)
                }
                Counted::Refused(judged) => (&judged.clause, None, Some(judged.fact.text(grid))),
                Counted::Parted { step, judged } => {
                    (&judged.clause, None, Some(format!("step {step} of the game is not accepted")))
                }
            };
            let remarks: Vec<String> = match counted {
                Counted::Result { game, .. } => {
                    open_dame(game).map(|said| format!("{} [{}]", said.effect.text(grid), said.clause))
                }
                _ => None,
            }
            .into_iter()
            .collect();
            json!({ "rules": name_of(rules), "result": result, "clause": clause, "why": why, "remarks": remarks })
        })
        .collect();
    json!({
        "position": position.to_string(),
        "agreed": { "dead": names(&claimed.dead), "seki": names(&claimed.seki) },
        "results": results,
    })
}

/// What a text says last of open dame.
fn open_dame(game: &Replay) -> Option<&Consequence> {
    let mut said = game.rows.iter().rev().flat_map(|row| &row.judged.consequences);
    said.find(|c| matches!(c.effect, Effect::OpenDame { .. }))
}
