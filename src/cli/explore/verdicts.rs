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

use super::super::deciding::{Answer, Deciding, Question};
use super::super::judge::marks;
use super::{LONGEST, MOST_SETS, Refused, Server, Stop, rule_sets};
use crate::atlas::prisoners::Prisoners;
use crate::board::plain::PlainPosition;
use crate::board::{Board, Colour, Grid, MAX_POINTS, Position, diagram};
use crate::law::facts::Facts;
use crate::law::{Life, RuleSet, Step, StringStatus};
use crate::record::sgf::{Said, write_position};
use crate::report::board::{claim_lines, names};
use crate::report::svg;
use crate::solve::Budget;

/// The most time for one question.
const TIME: Duration = Duration::from_secs(120);

#[derive(Deserialize)]
pub struct Asked {
    board: String,
    rules: String,
    prisoners: Option<String>,
}

/// What is asked, understood.
struct Understood {
    board: Board,
    position: Position,
    rules: Vec<RuleSet>,
    prisoners: Prisoners,
}

impl Asked {
    fn understood(&self) -> Result<Understood, Refused> {
        if self.board.len() > LONGEST {
            return Err(Refused(format!("a question has at most {LONGEST} characters")));
        }
        let position = diagram::parse(&self.board).map_err(|error| Refused(error.to_string()))?;
        let (board, small) = Board::new(position.grid())
            .zip(position.to_position())
            .ok_or_else(|| Refused(format!("positions are judged on boards of up to {MAX_POINTS} points")))?;
        let rules = rule_sets(&self.rules)?;
        Ok(Understood { board, position: small, rules, prisoners: convention(self.prisoners.as_deref())? })
    }
}

/// The convention for earlier prisoners of this name; none if none is named.
pub fn convention(name: Option<&str>) -> Result<Prisoners, Refused> {
    let Some(name) = name else { return Ok(Prisoners::None) };
    let found = Prisoners::ALL.into_iter().find(|convention| convention.name() == name);
    found.ok_or_else(|| {
        let all = Prisoners::ALL.map(Prisoners::name).join(", ");
        Refused(format!("earlier prisoners: one of {all}, not `{name}`"))
    })
}

/// An event for each verdict (`verdict`), one for a question that cannot be answered (`refused`), and one at the end (`done`).
pub async fn judge(State(server): State<Server>, Query(asked): Query<Asked>) -> Response {
    let asked = asked.understood().and_then(|asked| Ok((asked, server.seat()?)));
    let (asked, seat) = match asked {
        Ok(asked) => asked,
        Err(Refused(why)) => {
            let refused = tokio_stream::once(("refused", json!({ "why": why })));
            return Sse::new(refused.map(written)).into_response();
        }
    };
    let (sender, events) = mpsc::channel::<(&'static str, Value)>(MOST_SETS);
    std::thread::spawn(move || {
        let Stop(stop) = &Stop::new();
        let Understood { board, position, rules, prisoners } = asked;
        let grid = board.grid();
        let budget = Budget { stop: Some(stop), ..server.budget };
        let names: Vec<String> = rules.iter().map(RuleSet::to_string).collect();
        let question = Question { board, position, trace: true, budget };
        let sets = rules.into_iter().map(|rules| (rules, Facts::default())).collect();
        let started = Instant::now();
        let mut deciding = Deciding::begin(sets, &question, stop, true);
        let _ = sender.blocking_send(("begun", json!({ "rules": names })));
        loop {
            match deciding.next(Some(Instant::now() + Duration::from_millis(200))) {
                Ok(Some((n, answer))) => {
                    if sender.blocking_send(("verdict", verdict(n, grid, position, prisoners, &answer))).is_err() {
                        break;
                    }
                }
                Ok(None) if sender.is_closed() => break,
                Ok(None) if started.elapsed() > TIME => stop.store(true, Ordering::Relaxed),
                Ok(None) => {}
                Err(_) => {
                    let _ = sender.blocking_send(("done", json!({ "open": deciding.open() })));
                    break;
                }
            }
        }
        drop(sender);
        deciding.end();
        drop(seat);
    });
    Sse::new(ReceiverStream::new(events).map(written)).into_response()
}

fn written((kind, data): (&'static str, Value)) -> Result<Event, Infallible> {
    Ok(Event::default().event(kind).data(data.to_string()))
}

/// The step of a trace that says what becomes of a string, if one does.
fn step_of(grid: Grid, string: &StringStatus, steps: &[Step]) -> Option<usize> {
    let colour = string.string.colour.to_string().to_lowercase();
    let begins = format!("the {colour} string {} ", names(grid, string.string.stones).join(" "));
    let about = |step: &&(usize, &Step)| step.1.fact.starts_with(&begins);
    let all: Vec<(usize, &Step)> = steps.iter().enumerate().collect();
    let by_the_clause = all.iter().filter(about).find(|(_, step)| step.clause == string.clause);
    by_the_clause.or_else(|| all.iter().find(about)).map(|(n, _)| *n)
}

/// One rule set's answer.
fn verdict(n: usize, grid: Grid, position: Position, prisoners: Prisoners, answer: &Answer) -> Value {
    let Answer { rules, verdict, steps, remarks } = answer;
    let of = |colour| position.of(colour).count_ones() as i32;
    let added = prisoners.added(rules, of(Colour::Black) - of(Colour::White));
    let outcome = verdict.outcome.plus(added).to_string();
    let text = diagram::text(grid, position);
    let strings = verdict.status.iter().flat_map(|s| &s.strings).map(|s| {
        let life = match s.life {
            Life::Alive => "alive",
            Life::Seki => "in seki",
            Life::Dead => "dead",
            Life::Undecided => "undecided",
        };
        json!({
            "stones": names(grid, s.string.stones), "player": s.string.colour.to_string(), "life": life, "by": s.by,
            "clause": s.clause, "title": s.clause.spec().title, "step": step_of(grid, s, steps),
        })
    });
    let mut claims: Vec<String> = claim_lines(grid, verdict).iter().map(|line| line.trim().to_string()).collect();
    if added != 0 {
        let whose = if added > 0 { Colour::Black } else { Colour::White };
        claims.push(format!("{added:+}  {whose}: stones taken before the position (convention {prisoners})"));
        claims.push(format!("together: {outcome}"));
    }
    claims.extend(remarks.iter().cloned());
    let status = verdict.status.as_ref();
    let figure =
        svg::Figure { grid, position, status, heading: format!("{rules}: {outcome}"), caption: claims.clone() };
    let plain = PlainPosition::from_position(grid, position).unwrap_or_else(|| PlainPosition::new(grid));
    let said = Said { comment: format!("{rules}: {outcome}\n{}", claims.join("\n")), marks: marks(grid, verdict) };
    json!({
        "n": n,
        "rules": rules.to_string(),
        "outcome": outcome,
        "board": svg::element(grid, position, status, &format!("{text} under {rules}: {outcome}")).into_string(),
        "status": status.is_some(),
        "strings": strings.collect::<Vec<Value>>(),
        "claims": claims,
        "steps": steps.iter().map(|step| step.encoded(grid)).collect::<Vec<_>>(),
        "svg": svg::sheet(&text, &[figure], 1),
        "sgf": write_position(&plain, &format!("{rules}: {outcome}"), &[said]),
    })
}
