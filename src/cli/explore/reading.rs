//! A position in any of the forms that the command line reads.

use axum::body::Bytes;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use super::super::position::of_bytes;
use super::{Refused, as_json};
use crate::record;

/// The board of what is pasted: rows of a board, a diagram, what another program prints, or a game, of which it is the last position.
pub async fn read(body: Bytes) -> Response {
    // What is pasted on one line, as on the command line.
    match of_bytes("the text", body.to_vec()) {
        Ok(asked) => as_json(&json!({
            "board": asked.position.to_string(),
            "game": record::is_game(&body),
            "taken": asked.game.as_ref().map(|game| game.taken),
            "komi": asked.game.as_ref().and_then(|game| game.record.setup.komi).map(|komi| komi.to_string()),
        }))
        .into_response(),
        Err(error) => Refused(error.0).into_response(),
    }
}
