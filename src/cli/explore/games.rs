//! Recorded games: what each rule set says of each step.

use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Refused, Server, as_json, rule_sets};
use crate::board::MAX_POINTS;
use crate::law::RuleSet;
use crate::law::procedure::{Agree, Replay, Session, merged, name_of};
use crate::record::{self, Act, Record};
use crate::report::replay::{judged_json, parting, result_sentence};

/// The longest record, in bytes.
pub const MOST_BYTES: usize = 1 << 20;
/// The most steps that are gone through.
const MOST_STEPS: usize = 1000;

#[derive(Deserialize)]
pub struct Asked {
    rules: String,
    game: Option<usize>,
}

/// The game that the program was started with.
pub async fn own(State(server): State<Server>, Query(asked): Query<Asked>) -> Response {
    match server.record.clone() {
        Some(record) => gone_through(server, asked, record.0.clone(), record.1.clone()).await,
        None => Refused("no game is there: start `shinpan explore --record FILE`, or open a file".to_string())
            .into_response(),
    }
}

/// A game that the page sends.
pub async fn sent(State(server): State<Server>, Query(asked): Query<Asked>, body: Bytes) -> Response {
    gone_through(server, asked, "the file".to_string(), body.to_vec()).await
}

async fn gone_through(server: Server, asked: Asked, name: String, bytes: Vec<u8>) -> Response {
    let work = move || {
        let _permit = server.permit()?;
        let rules = merged(&rule_sets(&asked.rules)?);
        let mut record = record::read_game(&name, &bytes, asked.game, &[]).map_err(|e| Refused(e.to_string()))?;
        let left_out = record.actions.len().saturating_sub(MOST_STEPS);
        record.actions.truncate(MOST_STEPS);
        Ok::<_, Refused>(replayed(&record, &rules, left_out))
    };
    match tokio::task::spawn_blocking(work).await {
        Ok(Ok(value)) => as_json(&value).into_response(),
        Ok(Err(refused)) => refused.into_response(),
        Err(_) => Refused("a defect: the program's terminal says more".to_string()).into_response(),
    }
}

/// The boards under the rule sets, those that are the same once.
fn boards(session: &Session) -> Vec<Value> {
    let mut found: Vec<(String, [u32; 2], Vec<usize>)> = Vec::new();
    for (n, procedure) in session.procedures.iter().enumerate() {
        let (board, taken) = (procedure.position().to_string(), procedure.prisoners());
        match found.iter_mut().find(|(b, t, _)| *b == board && *t == taken) {
            Some((.., rules)) => rules.push(n),
            None => found.push((board, taken, vec![n])),
        }
    }
    found.into_iter().map(|(board, taken, rules)| json!({ "board": board, "taken": taken, "rules": rules })).collect()
}

fn replayed(record: &Record, rules: &[RuleSet], left_out: usize) -> Value {
    let grid = record.grid();
    let games: Vec<Replay> = rules.iter().map(|rules| Replay::of(rules, record, Agree::Recorded, None)).collect();
    let mut session = Session::new(rules, record.setup.clone(), Agree::Recorded);
    let start = json!({
        "action": "the start",
        "judged": games.iter().map(|g| g.start.as_ref().map(|j| judged_json(j, grid))).collect::<Vec<_>>(),
        "boards": boards(&session),
    });
    let mut steps = vec![start];
    for (n, action) in record.actions.iter().enumerate() {
        session.step(action.clone());
        let played = match action.act {
            Act::Play(p) => Some(grid.name(p)),
            _ => None,
        };
        steps.push(json!({
            "action": action.text(grid),
            "played": played,
            "comment": action.comment,
            "judged": games.iter().map(|g| judged_json(&g.rows[n].judged, grid)).collect::<Vec<_>>(),
            "boards": boards(&session),
        }));
    }
    let close = games.iter().map(|g| g.close.as_ref().map(|j| judged_json(j, grid)));
    json!({
        "rows": grid.rows(),
        "cols": grid.cols(),
        "komi": record.setup.komi.map(|komi| komi.to_string()),
        "says": record.setup.rules,
        "result": record.setup.result,
        "warnings": record.warnings,
        "left_out": left_out,
        "judged": grid.len() <= MAX_POINTS,
        "rules": rules.iter().map(name_of).collect::<Vec<_>>(),
        "steps": steps,
        "close": close.collect::<Vec<_>>(),
        "results": games.iter().map(result_sentence).collect::<Vec<_>>(),
        "parting": parting(&games),
    })
}
