//! What a clause says, and the cases that rest on it.

use std::sync::OnceLock;

use axum::extract::Query;
use axum::response::IntoResponse;
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::rules::original_of;
use super::{Refused, as_json};
use crate::cases::{Case, built_in};
use crate::law::{ClauseId, ClauseState};

#[derive(Deserialize)]
pub struct Asked {
    id: String,
}

/// The cases that come with the program.
fn cases() -> &'static [Case] {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    // A test reads them all.
    CASES.get_or_init(|| built_in().unwrap_or_default())
}

pub async fn clause(Query(asked): Query<Asked>) -> Result<impl IntoResponse, Refused> {
    let id = ClauseId::parse(&asked.id).ok_or_else(|| Refused(format!("there is no clause `{}`", asked.id)))?;
    let spec = id.spec();
    let state = match spec.state {
        ClauseState::Modelled => "modelled: code decides by it",
        ClauseState::Players => "left to the players",
        ClauseState::Silent => "its words are lost",
    };
    let case = |case: &Case| {
        let judged = case.judge.iter().map(|j| json!({ "rules": j.name, "outcome": j.outcome.to_string() }));
        json!({
            "name": case.name,
            "file": case.file,
            "source": case.source,
            "board": case.board.to_string(),
            "decides": case.decisive_for.iter().any(|c| id == *c),
            "judged": judged.collect::<Vec<Value>>(),
        })
    };
    let about =
        cases().iter().filter(|c| c.clauses.iter().any(|c| id == *c) || c.decisive_for.iter().any(|c| id == *c));
    Ok(as_json(&json!({
        "id": spec.id,
        "title": spec.title,
        "state": state,
        "paraphrase": spec.paraphrase,
        "gap": spec.gap,
        "whose": spec.whose,
        "from": spec.from,
        "readings": spec.readings,
        "original": original_of(&spec.id),
        "cases": about.map(case).collect::<Vec<Value>>(),
    })))
}
