//! Verdicts on a position: an event for each rule set as soon as its verdict is known.

use std::convert::Infallible;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::extract::{Query, State};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

use super::super::deciding::{Deciding, Question};
use super::agreed::taken_before;
use super::before::Before;
use super::{Failure, LONGEST, MOST_SETS, Refused, Server, Stop, rule_sets, seconds};
use crate::board::plain::PlainPosition;
use crate::board::{Board, Colour, diagram};
use crate::law::answer::Answer;
use crate::law::encoded::{EncodedClaim, EncodedString};
use crate::law::{ClauseId, Life, Outcome, RuleSet, Step};
use crate::record::sgf::{Said, write_position};
use crate::report::board::{Cell, Drawn, answer_lines, captioned};
use crate::report::svg;
use crate::solve::Budget;

#[derive(Deserialize)]
pub struct Asked {
    board: String,
    rules: String,
    prisoners: Option<String>,
    komi: Option<String>,
    /// The most time for all verdicts together.
    seconds: Option<u64>,
}

/// What is asked, understood.
struct Understood {
    position: PlainPosition,
    rules: Vec<RuleSet>,
    before: Before,
    time: Duration,
}

impl Asked {
    fn understood(&self) -> Result<Understood, Refused> {
        if self.board.len() > LONGEST {
            return Err(Refused(format!("a question has at most {LONGEST} characters")));
        }
        let position = diagram::parse(&self.board).map_err(|error| Refused(error.to_string()))?;
        let rules = rule_sets(&self.rules)?;
        let before = Before::parse(self.prisoners.as_deref(), self.komi.as_deref())?;
        Ok(Understood { position, rules, before, time: seconds(self.seconds) })
    }
}

/// An event for each verdict (`verdict`), one for a question that cannot be answered (`refused`), and one at the end (`done`).
pub async fn judge(State(server): State<Server>, Query(asked): Query<Asked>) -> Response {
    let asked = asked.understood().and_then(|asked| Ok((asked, server.permit()?)));
    let (asked, permit) = match asked {
        Ok(asked) => asked,
        Err(Refused(why)) => {
            let refused = tokio_stream::once(("refused", json!({ "why": why })));
            return Sse::new(refused.map(written)).into_response();
        }
    };
    let (sender, events) = mpsc::channel::<(&'static str, Value)>(MOST_SETS);
    std::thread::spawn(move || {
        let Stop(stop) = &Stop::new();
        let Understood { position, rules, before, time } = asked;
        let budget = Budget { stop: Some(stop), time: Some(time), ..server.budget };
        let names: Vec<String> = rules.iter().map(RuleSet::to_string).collect();
        let looked_up = Board::new(position.grid()).map(|board| server.tables.on_disk(&board, &rules)).transpose();
        let known = match looked_up {
            Ok(known) => known.unwrap_or_default(),
            Err(Failure(why)) => {
                let _ = sender.blocking_send(("refused", json!({ "why": why })));
                return;
            }
        };
        let question = Question { position, trace: true, budget, threads: None };
        let sets = rules.into_iter().map(|rules| (rules.clone(), known.facts(&rules))).collect();
        let started = Instant::now();
        let mut deciding = Deciding::begin(sets, &question, stop, true);
        let _ = sender.blocking_send(("begun", json!({ "rules": names, "seconds": time.as_secs() })));
        loop {
            match deciding.next(Some(Instant::now() + Duration::from_millis(200))) {
                Ok(Some((n, answer))) => {
                    // What rests on what could not be looked up is not told.
                    if let Some(error) = known.error() {
                        let _ = sender.blocking_send(("refused", json!({ "why": error.to_string() })));
                        break;
                    }
                    if sender.blocking_send(("verdict", verdict(n, before, &answer))).is_err() {
                        break;
                    }
                }
                Ok(None) if sender.is_closed() => break,
                Ok(None) if started.elapsed() > time => stop.store(true, Ordering::Relaxed),
                Ok(None) => {}
                Err(_) => {
                    let _ = sender.blocking_send(("done", json!({ "open": deciding.open() })));
                    break;
                }
            }
        }
        drop(sender);
        deciding.end();
        drop(permit);
    });
    Sse::new(ReceiverStream::new(events).map(written)).into_response()
}

fn written((kind, data): (&'static str, Value)) -> Result<Event, Infallible> {
    Ok(Event::default().event(kind).data(data.to_string()))
}

/// The step of a trace that says what becomes of a string, if one does: by this clause, if there is one.
fn step_of(string: &EncodedString, clause: Option<ClauseId>, steps: &[Step]) -> Option<usize> {
    let begins = format!("the {} string {} ", string.player.to_string().to_lowercase(), string.stones.join(" "));
    let all = || steps.iter().enumerate().filter(|(_, step)| step.fact.starts_with(&begins));
    all().find(|(_, step)| Some(step.clause) == clause).or_else(|| all().next()).map(|(n, _)| n)
}

/// The board as text, a character a point; on one of which only some is known, `-` where nothing is.
fn cells(drawn: &Drawn, partly: bool) -> String {
    let known = |cell: &Cell| if cell.stone.is_some() { cell.life.is_some() } else { cell.point.is_some() };
    let rows = drawn.rows().into_iter().zip(drawn.cells.chunks(drawn.grid.cols()));
    let row = |(row, cells): (String, &[Cell])| -> String {
        row.chars().zip(cells).map(|(mark, cell)| if partly && !known(cell) { '-' } else { mark }).collect()
    };
    rows.map(row).collect::<Vec<String>>().join("/")
}

/// One rule set's answer.
fn verdict(n: usize, before: Before, answer: &Answer) -> Value {
    let Answer { rules, position, steps, remarks, .. } = answer;
    let of = |colour| position.cells().iter().filter(|cell| **cell == Some(colour)).count() as i32;
    let added = before.added(rules, of(Colour::Black) - of(Colour::White));
    let (outcome, margin) = before.applied(answer.outcome(), added);
    let text = position.to_string();
    let encoded = answer.encoded(true);
    let clauses = answer.verdict().and_then(|verdict| verdict.status.as_ref());
    let string = |(at, s): (usize, &EncodedString)| {
        let life = match s.life {
            Life::Alive => "alive",
            Life::Seki => "in seki",
            Life::Dead => "dead",
            Life::Undecided => "undecided",
        };
        let clause = clauses.and_then(|status| status.strings.get(at)).map(|s| s.clause);
        let step = step_of(s, clause, steps);
        // Seen at sight, it is the step that has the clause.
        let clause = clause.or_else(|| Some(steps.get(step?)?.clause));
        let clause = clause.unwrap_or_else(|| rules.text.status_clause(s.life));
        json!({
            "stones": s.stones, "player": s.player.to_string(), "life": life, "by": s.by,
            "clause": clause, "title": clause.spec().title, "step": step,
        })
    };
    let strings = encoded.verdict.iter().flat_map(|v| v.strings.iter().flatten()).enumerate().map(string);
    let known = encoded.known.iter().filter(|_| encoded.verdict.is_none()).flat_map(|known| &known.strings).map(|s| {
        let life = match s.life {
            Some(Life::Dead) => "dead",
            Some(_) => "alive",
            None => "alive or in seki",
        };
        json!({
            "stones": s.stones, "player": s.player.to_string(), "life": life, "by": "at sight",
            "clause": s.clause, "title": s.clause.spec().title, "step": Value::Null,
        })
    });
    let strings = strings.chain(known);
    let mut claims: Vec<String> = answer_lines(answer).iter().map(|line| captioned(line)).collect();
    if added != 0 {
        let whose = if added > 0 { Colour::Black } else { Colour::White };
        claims.push(format!("{added:+}  {whose}: {}", before.of_what()));
    }
    if before.komi.0 != 0 {
        claims.push(format!("komi {}", before.komi));
    }
    if added != 0 || before.komi.0 != 0 {
        claims.push(format!("sum: {outcome}"));
    }
    // What is said of the count besides its items and their sum is indented further.
    let notes =
        answer_lines(answer).into_iter().filter(|line| line.starts_with("      ")).map(|l| l.trim().to_string());
    let notes: Vec<String> = notes.chain(remarks.iter().cloned()).collect();
    let item = |c: &EncodedClaim| {
        let player = c.player.to_string();
        json!({ "player": player, "value": c.value, "what": c.what, "clause": c.clause, "points": c.points })
    };
    let mut items: Vec<Value> = encoded.verdict.iter().flat_map(|v| &v.claims).map(item).collect();
    if added != 0 && margin.is_some() {
        items.push(taken_before(before, added));
    }
    if before.komi.0 != 0 && margin.is_some() {
        let value = f64::from(before.komi.0) / 100.0;
        items.push(json!({ "player": Colour::White.to_string(), "value": value, "what": "komi", "clause": Value::Null, "points": [] }));
    }
    claims.extend(remarks.iter().cloned());
    let drawn = Drawn::of(answer);
    let said = Said { comment: format!("{rules}: {outcome}\n{}", claims.join("\n")), marks: drawn.marks() };
    json!({
        "n": n,
        "rules": rules.to_string(),
        "outcome": outcome,
        "board": svg::element(&drawn, &format!("{text} under {rules}: {outcome}")).into_string(),
        "status": drawn.with_status || answer.is_unfinished(),
        "cells": cells(&drawn, answer.is_unfinished()),
        "margin": margin,
        "undecided": matches!(answer.outcome(), Outcome::Undecided { .. }),
        "items": items,
        "notes": notes,
        "strings": strings.collect::<Vec<Value>>(),
        "claims": claims,
        "sgf": write_position(position, &format!("{rules}: {outcome}"), &[said]),
        "svg": svg::sheet(
            &text,
            &[svg::Figure {
                board: drawn,
                over: None,
                heading: format!("{rules}: {outcome}"),
                caption: claims.clone(),
                differs: Vec::new(),
            }],
            1,
        ),
        "steps": encoded.trace,
    })
}
