//! Recorded games: what each rule set says of each step.

use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Refused, Server, Stop, answered, rule_sets, seconds};
use crate::law::RuleSet;
use crate::law::procedure::{Agree, Replay, Session, merged, name_of};
use crate::record::{self, Act, Record};
use crate::report::replay::{count_json, judged_json, parting, result_sentence};
use crate::solve::Budget;

/// The longest record, in bytes.
pub const MOST_BYTES: usize = 1 << 20;
/// The most steps that are gone through.
const MOST_STEPS: usize = 1000;

#[derive(Deserialize)]
pub struct Asked {
    rules: String,
    game: Option<usize>,
    /// Whether best play answers what the record leaves to the players.
    #[serde(default)]
    best: bool,
    /// The most time for that.
    seconds: Option<u64>,
}

/// The game that the program was started with.
pub async fn own(State(server): State<Server>, Query(asked): Query<Asked>) -> Response {
    gone_through(server, asked, None).await
}

/// A game that the page sends.
pub async fn sent(State(server): State<Server>, Query(asked): Query<Asked>, body: Bytes) -> Response {
    gone_through(server, asked, Some(body.to_vec())).await
}

/// The file that the program was started with, as it is.
pub async fn file(State(server): State<Server>) -> Response {
    match &server.record {
        Some(record) => ([(header::CONTENT_TYPE, "application/octet-stream")], record.1.clone()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn gone_through(server: Server, asked: Asked, bytes: Option<Vec<u8>>) -> Response {
    // Dropped, and so set, when the page does not wait any more.
    let stop = Stop::new();
    let flag = stop.0;
    let answer = answered(server, move |server| {
        let rules = merged(&rule_sets(&asked.rules)?);
        let (record, left_out) = match (&bytes, &server.record) {
            (Some(bytes), _) => read("the file", bytes, asked.game)?,
            (None, Some(own)) => read(&own.0, &own.1, asked.game)?,
            (None, None) => {
                let why = "no game is there: start `shinpan explore --record FILE`, or open a file";
                return Err(Refused(why.to_string()));
            }
        };
        let agree = if asked.best {
            let budget = server.budget.within(Some(seconds(asked.seconds)), None);
            Agree::BestPlay(Budget { stop: Some(flag), ..budget })
        } else {
            Agree::Recorded
        };
        Ok(replayed(&record, &rules, agree, left_out))
    })
    .await;
    drop(stop);
    answer
}

/// A record that is not too long to be gone through, and how many of its steps are left out.
pub fn read(name: &str, bytes: &[u8], game: Option<usize>) -> Result<(Record, usize), Refused> {
    let mut record = record::read_game(name, bytes, game, &[]).map_err(|e| Refused(e.to_string()))?;
    let left_out = record.actions.len().saturating_sub(MOST_STEPS);
    record.actions.truncate(MOST_STEPS);
    Ok((record, left_out))
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

fn replayed(record: &Record, rules: &[RuleSet], agree: Agree, left_out: usize) -> Value {
    let grid = record.grid();
    let games: Vec<Replay> = rules.iter().map(|rules| Replay::of(rules, record, agree, None)).collect();
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
    let count = |game: &Replay| {
        let result = game.result.as_ref().and_then(|r| r.count.as_ref());
        result.map(|count| count_json(count, grid))
    };
    let close = games.iter().map(|g| g.close.as_ref().map(|j| judged_json(j, grid)));
    json!({
        "rows": grid.rows(),
        "cols": grid.cols(),
        "komi": record.setup.komi.map(|komi| komi.to_string()),
        "says": record.setup.rules,
        "result": record.setup.result,
        "warnings": record.warnings,
        "left_out": left_out,
        "rules": rules.iter().map(name_of).collect::<Vec<_>>(),
        "steps": steps,
        "close": close.collect::<Vec<_>>(),
        "results": games.iter().map(result_sentence).collect::<Vec<_>>(),
        "counts": games.iter().map(count).collect::<Vec<_>>(),
        "parting": parting(&games),
    })
}
