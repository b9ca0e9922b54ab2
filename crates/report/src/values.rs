//! Values of the game under several rule sets, in pairs: Markdown for people, JSON for programs.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::atlas::WholeBoard;
use crate::atlas::best::{Cause, Kind, Pair, written};
use crate::atlas::values::Values;

/// What a report is made of.
pub struct Report<'a> {
    /// The command that makes it.
    pub command: &'a str,
    /// The board.
    pub board: &'a WholeBoard,
    /// Its values.
    pub values: &'a [Values],
    /// The rule sets in pairs.
    pub pairs: &'a [Pair],
    /// Whether causes were asked for.
    pub causes: bool,
}

impl Report<'_> {
    fn smallest(&self, kind: &Kind) -> Option<String> {
        kind.smallest.map(|place| written(self.board, place))
    }

    fn names(&self, pair: &Pair) -> [&str; 2] {
        pair.of.map(|i| self.values[i].name.as_str())
    }

    /// How often the first of two numbers differs, by the second: `count/of`.
    fn cell(&self, i: usize, j: usize) -> String {
        let of = [i.min(j), i.max(j)];
        match self.pairs.iter().find(|pair| pair.of == of) {
            None => "-".to_string(),
            // Above the diagonal values, below it winners.
            Some(pair) if i < j => format!("{}/{}", pair.differs.count, pair.decided),
            Some(pair) => format!("{}/{}", pair.winner.count, pair.decided),
        }
    }

    /// The report for people.
    #[must_use]
    pub fn markdown(&self) -> String {
        let grid = self.board.board().grid();
        let places = 2 * self.board.len();
        let mut out = format!(
            "# Values of the game compared: {grid}\n\nMade by `{}`. {places} positions with a player to move, no history before \
             them; earlier prisoners by the convention `level`.\n\n## Matrix\n\nAbove the diagonal: positions whose value \
             differs, of those decided under both; below it: those on which the winner differs, a draw being nobody's win.\n\n",
            self.command
        );
        let names: Vec<&str> = self.values.iter().map(|v| v.name.as_str()).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(out, "| | {} |\n|---|{}", names.join(" | "), "---|".repeat(names.len()));
        for (i, name) in names.iter().enumerate() {
            let cells: Vec<String> = (0..names.len()).map(|j| self.cell(i, j)).collect();
            let _ = writeln!(out, "| {name} | {} |", cells.join(" | "));
        }
        out.push_str("\n## Pairs\n\nSmallest: the fewest stones, then the text, Black to move first.\n");
        for pair in self.pairs {
            let [a, b] = self.names(pair);
            let _ = writeln!(out, "\n### {a} / {b}\n");
            let mut kinds = vec![("value differs", &pair.differs)];
            if self.causes {
                kinds.extend(Cause::ALL.map(|cause| (cause.words(), &pair.causes[cause as usize])));
            }
            kinds.push(("winner differs", &pair.winner));
            kinds.push(("decided under one, without result under the other: a cycle is judged otherwise", &pair.cycle));
            kinds.push(("no best move in common", &pair.apart));
            kinds.push(("a pass is best under the first alone", &pair.pass[0]));
            kinds.push(("a pass is best under the second alone", &pair.pass[1]));
            let _ = writeln!(
                out,
                "Decided under both: {} of {places}; all best moves known under both: {}.\n\n| | positions | smallest |\n|---|---|---|",
                pair.decided, pair.known
            );
            for (what, kind) in kinds {
                let smallest = self.smallest(kind).map_or_else(|| "-".to_string(), |text| format!("`{text}`"));
                let _ = writeln!(out, "| {what} | {} | {smallest} |", kind.count);
            }
        }
        out
    }

    /// The report for programs.
    #[must_use]
    pub fn json(&self) -> Value {
        let kind = |kind: &Kind| json!({ "count": kind.count, "smallest": self.smallest(kind) });
        let of = |pair: &Pair| {
            let mut of = json!({
                "rules": self.names(pair),
                "decided": pair.decided, "another value": kind(&pair.differs), "another winner": kind(&pair.winner),
                "without result under one": kind(&pair.cycle),
                "best known": pair.known, "no common best move": kind(&pair.apart),
                "pass best under one alone": pair.pass.iter().map(kind).collect::<Vec<_>>(),
            });
            if self.causes {
                let causes = Cause::ALL.map(|cause| (cause.words().to_string(), kind(&pair.causes[cause as usize])));
                of["causes"] = Value::Object(causes.into_iter().collect());
            }
            of
        };
        json!({
            "command": self.command, "board": self.board.board().grid().to_string(),
            "positions": 2 * self.board.len(), "pairs": self.pairs.iter().map(of).collect::<Vec<_>>(),
        })
    }
}
