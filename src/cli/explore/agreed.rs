//! What each text counts if the players agree which strings are dead: of a position, or of a game that has come to its end.

use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::agreement::{Claimed, Counted, counted, stones};
use super::super::position::end_of;
use super::before::Before;
use super::games::read;
use super::{LONGEST, Refused, Server, answered, rule_sets};
use crate::board::plain::PlainPosition;
use crate::board::{Colour, diagram};
use crate::law::RuleSet;
use crate::law::procedure::count::Item;
use crate::law::procedure::{Decision, merged, name_of};
use crate::record::{Record, Setup};

#[derive(Deserialize)]
pub struct Asked {
    rules: String,
    /// The dead strings, by a stone of each; `none`.
    dead: String,
    /// Those in seki.
    seki: Option<String>,
    /// A position; without it the game is that of the body, or the one that the program was started with.
    board: Option<String>,
    prisoners: Option<String>,
    komi: Option<String>,
    game: Option<usize>,
}

/// A position, or the end of the game that the program was started with.
pub async fn own(State(server): State<Server>, Query(asked): Query<Asked>) -> Response {
    answered(server, move |server| match (&asked.board, &server.record) {
        (Some(board), _) => of_board(&asked, board),
        (None, Some(record)) => of_game(&asked, &record.0, &record.1),
        (None, None) => Err(Refused("neither a board nor a game is named".to_string())),
    })
    .await
}

/// The end of a game that the page sends.
pub async fn sent(State(server): State<Server>, Query(asked): Query<Asked>, body: Bytes) -> Response {
    answered(server, move |_| of_game(&asked, "the file", &body)).await
}

fn of_board(asked: &Asked, board: &str) -> Result<Value, Refused> {
    if board.len() > LONGEST {
        return Err(Refused(format!("a question has at most {LONGEST} characters")));
    }
    let position = diagram::parse(board).map_err(|error| Refused(error.to_string()))?;
    let before = Before::parse(asked.prisoners.as_deref(), asked.komi.as_deref())?;
    let setup = Setup { position: position.clone(), komi: Some(before.komi), ..Setup::new(position.grid()) };
    results(asked, &Record::new(setup), &position, Some(before))
}

fn of_game(asked: &Asked, name: &str, bytes: &[u8]) -> Result<Value, Refused> {
    let (record, _) = read(name, bytes, asked.game)?;
    let (record, position) = end_of(name, record).map_err(|error| Refused(error.0))?;
    results(asked, &record, &position, None)
}

fn results(asked: &Asked, record: &Record, position: &PlainPosition, before: Option<Before>) -> Result<Value, Refused> {
    let stones_of = |option, text: &str| stones(option, text, position).map_err(|error| Refused(error.0));
    let dead = stones_of("dead", &asked.dead)?;
    let seki = stones_of("seki", asked.seki.as_deref().unwrap_or("none"))?;
    let claimed = Claimed { dead, seki };
    let rules = merged(&rule_sets(&asked.rules)?);
    let of = |colour| position.cells().iter().filter(|cell| **cell == Some(colour)).count() as i32;
    let difference = of(Colour::Black) - of(Colour::White);
    let grid = position.grid();
    let names = |points: &[usize]| points.iter().map(|&p| grid.name(p)).collect::<Vec<_>>();
    let result = |rules: &RuleSet| {
        let added = before.map_or(0, |before| before.added(rules, difference));
        match counted(rules, record, position, &claimed) {
            Counted::Result { game, clause } => {
                let item = |i: &Item| {
                    let (player, value) = (i.player.to_string(), f64::from(i.value) / 100.0);
                    json!({ "player": player, "value": value, "what": i.what, "clause": i.clause, "points": names(&i.points) })
                };
                let result = game.result.as_ref();
                let mut items: Vec<Value> =
                    result.and_then(|r| r.count.as_ref()).iter().flat_map(|c| &c.items).map(item).collect();
                if let Some(before) = before.filter(|_| added != 0) {
                    items.push(taken_before(before, added));
                }
                let decision = result.map(|r| match r.decision {
                    Decision::Margin(margin) => Decision::Margin(margin + 100 * added),
                    ref other => other.clone(),
                });
                json!({
                    "rules": name_of(rules), "result": decision.map(|d| d.to_string()), "clause": clause,
                    "title": clause.spec().title, "items": items, "why": Value::Null,
                })
            }
            Counted::Refused(judged) => json!({
                "rules": name_of(rules), "result": Value::Null, "clause": judged.clause, "title": judged.clause.spec().title,
                "items": [], "why": judged.fact.text(grid),
            }),
            Counted::Parted { step, judged } => json!({
                "rules": name_of(rules), "result": Value::Null, "clause": judged.clause, "title": judged.clause.spec().title,
                "items": [], "why": format!("another position is on the board: step {step} of the game does not stand"),
            }),
        }
    };
    Ok(json!({
        "board": position.to_string(),
        "dead": names(&claimed.dead),
        "seki": names(&claimed.seki),
        "results": rules.iter().map(result).collect::<Vec<Value>>(),
    }))
}

/// The item of a count for stones taken before the position.
pub fn taken_before(before: Before, added: i32) -> Value {
    let player = if added > 0 { Colour::Black } else { Colour::White };
    json!({ "player": player.to_string(), "value": added.abs(), "what": before.of_what(), "clause": Value::Null, "points": [] })
}
