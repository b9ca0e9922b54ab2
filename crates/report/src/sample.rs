//! Samples of large boards: how often rule sets diverge, with what is not known.

use serde_json::{Value, json};

use crate::atlas::compare::{Prisoners, undecided};
use crate::atlas::sample::{Estimate, Pair, Row, pairs};
use crate::law::RuleSet;
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

/// `12.34 %`
fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
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
        out.push_str(&format!("\n## Divergence, all {n} positions\n\n{}", self.table(false)));
        if self.settled {
            let [yes, no, open] = self.settled_counts();
            out.push_str(&format!(
                "\n## Divergence, settled positions\n\n{yes} positions are settled, {no} are not; of {open} the budget leaves it \
                 open. Those are left out, so the table is of the settled positions that are easy enough to be known as settled.\n\n{}",
                self.table(true)
            ));
        }
        out
    }

    fn decided(&self, at: usize) -> Estimate {
        let decided = self.rows.iter().filter(|r| !undecided(r.outcomes[at])).count();
        Estimate::new(decided as u64, self.rows.len() as u64)
    }

    fn table(&self, settled: bool) -> String {
        let mut out = "| pair | decided under both | diverge | rate | interval | least | most |\n\
                       |---|---:|---:|---:|---|---:|---:|\n"
            .to_string();
        for Pair { rules: [a, b], decided, least, most, .. } in pairs(self.rules, &self.rows(settled), self.prisoners) {
            let rate = if decided.of == 0 { "-".to_string() } else { percent(decided.rate) };
            out.push_str(&format!(
                "| {} / {} | {} | {} | {rate} | {} | {} | {} |\n",
                self.rules[a],
                self.rules[b],
                decided.of,
                decided.found,
                between(&decided),
                percent(least.rate),
                percent(most.rate),
            ));
        }
        out
    }

    /// The report for programs, with every position and its outcomes.
    #[must_use]
    pub fn json(&self) -> Value {
        let estimate = |e: &Estimate| json!({ "found": e.found, "of": e.of, "rate": e.rate, "interval": e.interval });
        let table = |settled: bool| -> Vec<Value> {
            let pairs = pairs(self.rules, &self.rows(settled), self.prisoners);
            let pair = |p: &Pair| {
                let names = p.rules.map(|at| self.rules[at].to_string());
                json!({
                    "rules": names,
                    "decided": estimate(&p.decided),
                    "undecided": p.undecided,
                    "if-none-diverged": estimate(&p.least),
                    "if-all-diverged": estimate(&p.most),
                })
            };
            pairs.iter().map(pair).collect()
        };
        let rules: Vec<Value> = self
            .rules
            .iter()
            .enumerate()
            .map(|(at, rules)| json!({ "rules": rules.to_string(), "decided": estimate(&self.decided(at)) }))
            .collect();
        let positions: Vec<Value> = self
            .rows
            .iter()
            .map(|row| {
                json!({ "board": diagram::text(self.grid, row.position), "settled": row.settled.flatten(), "outcomes": row.outcomes })
            })
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
        object["positions"] = json!(positions);
        object
    }
}
