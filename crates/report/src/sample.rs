//! Samples of large boards: how often rule sets diverge, with what is not known.

use std::ops::RangeInclusive;

use serde_json::{Value, json};

use crate::atlas::compare::{Prisoners, undecided};
use crate::atlas::sample::{Estimate, Pair, Row, by_stones, outcome, pairs};
use crate::law::{Outcome, RuleSet};
use shinpan_board::{Grid, diagram};

/// A sample and what was found.
pub struct Report<'a> {
    /// The command that makes it again.
    pub command: String,
    /// The board.
    pub grid: Grid,
    /// The file that the positions are from, if they were not drawn.
    pub from: Option<String>,
    /// The positions drawn from, with exactly so many empty points if there is a number.
    pub population: (u64, Option<usize>),
    /// Positions that were asked for.
    pub asked: usize,
    /// The seed.
    pub seed: u64,
    /// Most states explored for one question.
    pub budget: usize,
    /// The rule sets.
    pub rules: &'a [RuleSet],
    /// Earlier prisoners.
    pub prisoners: Prisoners,
    /// What was found.
    pub rows: &'a [Row],
    /// Also the rates among the settled positions.
    pub settled: bool,
}

/// More positions left open than these are not written one by one in the report for people.
const MOST_OPEN: usize = 200;
/// A column of the table by the number of stones has at least one of so many positions.
const MOST_COLUMNS: usize = 12;

/// `12.34 %`
fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}

/// `12.34 %`, or a dash for a share of nothing.
fn rate(of: &Estimate) -> String {
    if of.of == 0 { "-".to_string() } else { percent(of.rate) }
}

fn stones(row: &Row) -> u32 {
    row.position.occupied().count_ones()
}

fn between(estimate: &Estimate) -> String {
    format!("{} to {}", percent(estimate.interval[0]), percent(estimate.interval[1]))
}

impl Report<'_> {
    /// Rows that are settled, or all.
    fn rows(&self, settled: bool) -> Vec<&Row> {
        self.rows.iter().filter(|row| !settled || row.settled == Some(Some(true))).collect()
    }

    fn settled_counts(&self) -> [usize; 3] {
        [Some(true), Some(false), None].map(|what| self.rows.iter().filter(|r| r.settled == Some(what)).count())
    }

    /// The report for people.
    #[must_use]
    pub fn markdown(&self) -> String {
        let n = self.rows.len();
        let (count, empty) = self.population;
        let stratum = empty.map(|k| format!(" with exactly {k} empty points")).unwrap_or_default();
        let mut out = format!("# A sample of {}\n\nMade by `{}`.\n\n", self.grid, self.command);
        out.push_str(&match &self.from {
            Some(file) => format!("- The {n} positions of this board in `{file}`.\n"),
            None => format!(
                "- {n} positions, each drawn uniformly from the {count} legal positions{stratum}, by rank: none is rejected. Drawn \
                 independently, so one may come more than once.\n"
            ),
        });
        if n < self.asked {
            out.push_str(&format!("- **Interrupted**: these are the first {n} of {} positions.\n", self.asked));
        }
        out.push_str(&format!(
            "- Budget: {} states for one question. A position that it leaves undecided under a rule set is left out of that rule \
             set's rates; `least` and `most` say what the rates would be if none, or all, of those left out diverged. \
             Easy positions are decided first, so the rate among decided positions need not be that of all positions: only \
             `least` and `most` bound that.\n\
             - Earlier prisoners, convention `{}`.\n\
             - Intervals are Wilson's, 95 %.\n",
            self.budget, self.prisoners
        ));
        out.push_str("\n## Decided\n\n| rule set | decided | share | interval |\n|---|---:|---:|---|\n");
        for (at, rules) in self.rules.iter().enumerate() {
            let share = self.decided(at);
            out.push_str(&format!("| {rules} | {} | {} | {} |\n", share.found, percent(share.rate), between(&share)));
        }
        let all = self.rows(false);
        out.push_str(&format!("\n## Divergence, all {n} positions\n\n{}", self.table(&all)));
        if self.settled {
            let [yes, no, open] = self.settled_counts();
            out.push_str(&format!(
                "\n## Divergence, settled positions\n\n{yes} positions are settled, {no} are not; of {open} the budget leaves it \
                 open. Those are left out, so the table is of the settled positions that are easy enough to be known as settled.\n\n{}",
                self.table(&self.rows(true))
            ));
        }
        out.push_str(&format!("\n## By the number of stones\n\n{}", self.by_stones()));
        out.push_str(&format!("\n## Divergences with the fewest stones\n\n{}", self.smallest(&all)));
        if self.settled {
            out.push_str(&format!(
                "\n## Settled divergences with the fewest stones\n\n{}",
                self.smallest(&self.rows(true))
            ));
        }
        out.push_str(&format!("\n## Left open\n\n{}", self.open()));
        out
    }

    fn decided(&self, at: usize) -> Estimate {
        let decided = self.rows.iter().filter(|r| !undecided(r.outcomes[at])).count();
        Estimate::new(decided as u64, self.rows.len() as u64)
    }

    fn outcome(&self, row: &Row, at: usize) -> Outcome {
        outcome(self.rules, row, at, self.prisoners)
    }

    fn board(&self, row: &Row) -> String {
        diagram::text(self.grid, row.position)
    }

    fn table(&self, rows: &[&Row]) -> String {
        let mut out = "| pair | decided under both | diverge | rate | interval | least | most | winner differs |\n\
                       |---|---:|---:|---:|---|---:|---:|---:|\n"
            .to_string();
        for Pair { rules: [a, b], decided, winner, least, most, .. } in pairs(self.rules, rows, self.prisoners) {
            out.push_str(&format!(
                "| {} / {} | {} | {} | {} | {} | {} | {} | {} |\n",
                self.rules[a],
                self.rules[b],
                decided.of,
                decided.found,
                rate(&decided),
                between(&decided),
                percent(least.rate),
                percent(most.rate),
                rate(&winner),
            ));
        }
        out
    }

    /// How often pairs diverge by the number of stones: a column for each number, or for several where few positions have it.
    fn by_stones(&self) -> String {
        let mut columns: Vec<(RangeInclusive<u32>, Vec<&Row>)> = Vec::new();
        let mut rows = self.rows(false);
        rows.sort_by_key(|row| stones(row));
        for rows in rows.chunk_by(|a, b| stones(a) == stones(b)) {
            let many = stones(rows[0]);
            match columns.last_mut() {
                Some((range, few)) if few.len() * MOST_COLUMNS < self.rows.len() => {
                    *range = *range.start()..=many;
                    few.extend(rows);
                }
                _ => columns.push((many..=many, rows.to_vec())),
            }
        }
        // What is left at the end may be few.
        if columns.len() > 1 && columns[columns.len() - 1].1.len() * MOST_COLUMNS < self.rows.len() {
            let (range, few) = columns.pop().expect("there are several");
            let (before, rows) = columns.last_mut().expect("there were several");
            *before = *before.start()..=*range.end();
            rows.extend(few);
        }
        let head = |(range, _): &(RangeInclusive<u32>, Vec<&Row>)| match range.clone().into_inner() {
            (low, high) if low == high => format!(" {low} |"),
            (low, high) => format!(" {low} to {high} |"),
        };
        let mut out = format!("| stones |{}\n", columns.iter().map(head).collect::<String>());
        out.push_str(&format!("|---|{}\n", "---:|".repeat(columns.len())));
        let positions = columns.iter().map(|(_, rows)| format!(" {} |", rows.len())).collect::<String>();
        out.push_str(&format!("| positions |{positions}\n"));
        let by_column: Vec<Vec<Pair>> =
            columns.iter().map(|(_, rows)| pairs(self.rules, rows, self.prisoners)).collect();
        for at in 0..by_column.first().map_or(0, Vec::len) {
            let [a, b] = by_column[0][at].rules;
            let rates = by_column.iter().map(|pairs| format!(" {} |", rate(&pairs[at].decided))).collect::<String>();
            out.push_str(&format!("| {} / {} |{rates}\n", self.rules[a], self.rules[b]));
        }
        out
    }

    /// Of each pair the divergence with the fewest stones, if there is one.
    fn smallest(&self, rows: &[&Row]) -> String {
        let mut out = String::new();
        for Pair { rules: [a, b], smallest, .. } in pairs(self.rules, rows, self.prisoners) {
            let Some(row) = smallest.map(|at| rows[at]) else { continue };
            let [first, second] = [a, b].map(|at| self.outcome(row, at));
            out.push_str(&format!(
                "| {} / {} | `{}` | {first} | {second} |\n",
                self.rules[a],
                self.rules[b],
                self.board(row)
            ));
        }
        if out.is_empty() {
            return "None.\n".to_string();
        }
        format!("| pair | position | first | second |\n|---|---|---|---|\n{out}")
    }

    /// What is left open: a row for each position and rule set, with the bounds.
    fn open(&self) -> String {
        let open = |row: &Row| -> Vec<String> {
            let open = (0..self.rules.len()).filter(|&at| undecided(row.outcomes[at]));
            open.map(|at| format!("| `{}` | {} | {} |\n", self.board(row), self.rules[at], self.outcome(row, at)))
                .collect()
        };
        let open: Vec<String> = self.rows.iter().flat_map(open).collect();
        if open.is_empty() {
            return "Nothing.\n".to_string();
        }
        let shown = open.iter().take(MOST_OPEN).map(String::as_str).collect::<String>();
        let left_out = match open.len().saturating_sub(MOST_OPEN) {
            0 => String::new(),
            more => format!("\nAnd {more} more: `--format json` has them all.\n"),
        };
        format!("| position | rule set | bounds |\n|---|---|---|\n{shown}{left_out}")
    }

    /// The report for programs, with every position and its outcomes.
    #[must_use]
    pub fn json(&self) -> Value {
        let estimate = |e: &Estimate| json!({ "found": e.found, "of": e.of, "rate": e.rate, "interval": e.interval });
        let pair = |rows: &[&Row], p: &Pair| {
            let [a, b] = p.rules;
            let smallest = p.smallest.map(|at| {
                let row = rows[at];
                json!({ "board": self.board(row), "outcomes": [self.outcome(row, a), self.outcome(row, b)] })
            });
            json!({
                "rules": [self.rules[a].to_string(), self.rules[b].to_string()],
                "decided": estimate(&p.decided),
                "winner-differs": estimate(&p.winner),
                "undecided": p.undecided,
                "if-none-diverged": estimate(&p.least),
                "if-all-diverged": estimate(&p.most),
                "fewest-stones": smallest,
            })
        };
        let table = |settled: bool| -> Vec<Value> {
            let rows = self.rows(settled);
            pairs(self.rules, &rows, self.prisoners).iter().map(|p| pair(&rows, p)).collect()
        };
        let strata: Vec<Value> = by_stones(self.rules, &self.rows(false), self.prisoners)
            .iter()
            .map(|stratum| {
                let of_pair = |p: &Pair| json!({ "rules": p.rules.map(|at| self.rules[at].to_string()), "decided": estimate(&p.decided) });
                json!({
                    "stones": stratum.stones,
                    "positions": stratum.positions,
                    "pairs": stratum.pairs.iter().map(of_pair).collect::<Vec<_>>(),
                })
            })
            .collect();
        let rules: Vec<Value> = self
            .rules
            .iter()
            .enumerate()
            .map(|(at, rules)| json!({ "rules": rules.to_string(), "decided": estimate(&self.decided(at)) }))
            .collect();
        let positions: Vec<Value> = self
            .rows
            .iter()
            .map(|row| json!({ "board": self.board(row), "settled": row.settled.flatten(), "outcomes": row.outcomes }))
            .collect();
        let mut object = json!({
            "command": self.command,
            "board": self.grid.to_string(),
            "from": self.from,
            "legal": self.from.is_none().then_some(self.population.0),
            "empty": self.population.1,
            "seed": self.from.is_none().then_some(self.seed),
            "asked": self.asked,
            "drawn": self.rows.len(),
            "budget": self.budget,
            "prisoners": self.prisoners.name(),
            "rules": rules,
            "all": table(false),
        });
        if self.settled {
            let [yes, no, open] = self.settled_counts();
            object["settled"] = json!({ "settled": yes, "not-settled": no, "undecided": open, "pairs": table(true) });
        }
        object["by-stones"] = json!(strata);
        object["positions"] = json!(positions);
        object
    }
}
