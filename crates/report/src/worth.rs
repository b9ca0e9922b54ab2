//! What single things are worth under several rule sets: a table for people, JSON for programs.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use crate::atlas::WholeBoard;
use crate::atlas::best::{Kind, written};
use crate::atlas::worth::{Thing, Worths};

/// What a report is made of.
pub struct Report<'a> {
    /// The board.
    pub board: &'a WholeBoard,
    /// The rule sets, the one first that says what is finished, a dame and a seki.
    pub worths: Vec<(&'a str, &'a Worths)>,
}

impl Report<'_> {
    fn smallest(&self, kind: &Kind) -> Option<String> {
        kind.smallest.map(|place| written(self.board, place))
    }

    /// The report for people.
    #[must_use]
    pub fn markdown(&self) -> String {
        let grid = self.board.board().grid();
        let first = self.worths.first().map_or("", |(name, _)| name);
        let mut out = format!("{grid}: what is finished, a dame and a seki is as {first} has it\n\n");
        out.push_str("| what | rules | worth | positions | smallest |\n|---|---|---:|---:|---|\n");
        let mut rows: Vec<_> =
            self.worths.iter().enumerate().flat_map(|(i, (name, w))| w.iter().map(move |w| (i, name, w))).collect();
        rows.sort_by_key(|(i, _, ((thing, worth), _))| (*thing, *i, *worth));
        for (_, name, ((thing, worth), kind)) in rows {
            let smallest = self.smallest(kind).unwrap_or_default();
            // Writing to a string cannot fail.
            let _ = writeln!(out, "| {thing} | {name} | {worth} | {} | `{smallest}` |", kind.count);
        }
        out
    }

    /// The report for programs.
    #[must_use]
    pub fn json(&self) -> Value {
        let of = |worths: &Worths| -> Vec<Value> {
            let row = |((thing, worth), kind): (&(Thing, i32), &Kind)| {
                let (what, smallest) = (thing.to_string(), self.smallest(kind));
                json!({ "what": what, "worth": worth, "positions": kind.count, "smallest": smallest })
            };
            worths.iter().map(row).collect()
        };
        let rules: Map<String, Value> =
            self.worths.iter().map(|(name, worths)| ((*name).to_string(), json!(of(worths)))).collect();
        json!({ "board": self.board.board().grid().to_string(), "rules": rules })
    }
}
