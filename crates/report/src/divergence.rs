//! Comparisons of rule sets on whole boards: Markdown for people, JSON for programs. Neither holds anything that two runs
//! need not have in common, such as times.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::board::{Drawn, KEY, claim_lines, side_by_side};
use crate::atlas::causes::{Cause, Tried};
use crate::atlas::census::Beast;
use crate::atlas::compare::{Comparison, Occurrences, Pair, Results, Summary, Tally};
use crate::atlas::prisoners::Prisoners;
use crate::atlas::{Only, WholeBoard};
use crate::law::changes::Change;
use crate::law::encoded::EncodedVerdict;
use crate::law::{Outcome, RuleSet, Verdict};
use crate::solve::whole::classes::MAX_WHOLE_POINTS;
use crate::texts::in_words;
use shinpan_board::{Grid, diagram};

/// Columns of drawn witnesses.
const WIDTH: usize = 110;

/// What a report is made of.
pub struct Report<'a> {
    /// The command that makes it.
    pub command: &'a str,
    /// The comparison.
    pub comparison: &'a Comparison<'a>,
    /// Rule sets that the board could not be judged under.
    pub left_out: &'a [RuleSet],
}

fn counted(tally: Tally) -> String {
    if tally.positions == 0 { "0".to_string() } else { format!("{} ({})", tally.positions, tally.classes) }
}

fn tally(found: Option<Occurrences>) -> Tally {
    found.map(|f| f.tally).unwrap_or_default()
}

pub(super) fn convention(prisoners: Prisoners) -> &'static str {
    match prisoners {
        Prisoners::Level => {
            "both players have played equally many stones, so a margin that counts prisoners gets the black stones on the board \
             less the white ones; a margin that counts stones is not changed"
        }
        Prisoners::None => "no prisoners before the position: margins as the rule sets give them",
        Prisoners::BlackAhead => {
            "Black has played one stone more, so a margin that counts prisoners gets the black stones on the board less the \
             white ones, less one; a margin that counts stones is not changed"
        }
    }
}

impl Report<'_> {
    pub(super) fn whole(&self) -> &WholeBoard {
        self.comparison.whole()
    }

    /// What the positions compared are.
    pub(super) fn kind(&self) -> &'static str {
        self.whole().is_only().map_or("legal positions", Only::describe)
    }

    pub(super) fn grid(&self) -> Grid {
        self.whole().board().grid()
    }

    pub(super) fn name(&self, rules: usize) -> String {
        self.comparison.rules[rules].to_string()
    }

    pub(super) fn text(&self, at: usize) -> String {
        diagram::text(self.grid(), self.whole().position(at))
    }

    /// The report for people.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut out = String::new();
        self.header(&mut out);
        self.in_short(&mut out);
        self.matrix(&mut out);
        self.pairs(&mut out);
        self.also(&mut out);
        self.rule_sets(&mut out);
        self.census(&mut out);
        self.causes(&mut out);
        out
    }

    fn header(&self, out: &mut String) {
        let c = self.comparison;
        let exact = if c.is_exact() {
            "Exact: every position is decided under every rule set.".to_string()
        } else {
            let undecided: u64 = c.summaries.iter().map(|s| s.undecided).sum();
            let why = match c.settled_judged {
                true => "",
                false => &format!(", because {} cannot be judged on this board", in_words::SETTLED_BY_PLAY),
            };
            let open = c.settled_open;
            let decided = || {
                format!(
                    "Every position is decided under every rule set; of {open} positions it is open whether they are settled{why}."
                )
            };
            if undecided == 0 {
                decided()
            } else {
                format!(
                    "Not exact: {undecided} verdicts are undecided (the budget ran out) and left out, and of {} positions it is \
                 open whether they are settled{why}.",
                    c.settled_open
                )
            }
        };
        let left_out = match self.left_out {
            [] => String::new(),
            sets => {
                let names: Vec<String> = sets.iter().map(|r| format!("`{r}`")).collect();
                let why = match self.grid().len() {
                    0..=MAX_WHOLE_POINTS => "they need too long a search on this board (with `--rules` they are not)",
                    _ => "their games are solved on smaller boards only",
                };
                format!("Left out, because {why}: {}.\n\n", names.join(", "))
            }
        };
        let open = match c.changes_undecided {
            0 => String::new(),
            n => format!(" Of the rule sets changed to find causes, {n} verdicts are undecided and show no cause."),
        };
        let classes = match self.whole().is_only() {
            Some(Only::Given { .. }) => "each as often as it is there, and a class of its own".to_string(),
            _ => format!("{} classes under the symmetries of the board and the exchange of the colours", c.all.classes),
        };
        let _ = write!(
            out,
            "# Divergences on {}\n\nMade by `{}`.\n\n{exact}{open}\n\n{left_out}\
             - {} {}, {classes}.\n\
             - {} of them ({} classes) are {}: {}.\n\
             - Earlier prisoners, convention `{}`: {}.\n\
             - Two rule sets diverge on a position if their margins differ, or one gives a margin and the other no result. \
             Numbers are positions, in parentheses classes; a class counts if any of its positions does.\n\n",
            self.grid(),
            self.command,
            c.all.positions,
            self.kind(),
            c.settled.positions,
            c.settled.classes,
            self.settled(),
            in_words::SETTLED,
            c.prisoners,
            convention(c.prisoners),
        );
    }

    /// What a colleague would want to be told.
    fn in_short(&self, out: &mut String) {
        out.push_str("## In short\n\n");
        for (how, pairs) in self.sentences(|n| n.to_string()) {
            let names: Vec<String> = pairs.iter().map(|p| format!("{} / {}", self.name(p.a), self.name(p.b))).collect();
            let _ = writeln!(out, "- {how}: {}.", names.join(", "));
        }
        if let Some((pair, found)) = self.smallest() {
            let settled = if pair.results.settled == Some(found) { "settled " } else { "" };
            let _ = writeln!(
                out,
                "\nThe smallest {settled}position on which two of them diverge, `{}`:\n\n```text",
                self.text(found.witness)
            );
            out.push_str(&side_by_side(&[self.block(pair.a, found.witness), self.block(pair.b, found.witness)], WIDTH));
            out.push_str("```\n");
        }
        out.push('\n');
    }

    fn matrix(&self, out: &mut String) {
        out.push_str("## Matrix\n\nAbove the diagonal all positions, below it the settled ones.\n\n");
        self.matrix_of(out, |p| p.results);
    }

    fn matrix_of(&self, out: &mut String, results: impl Fn(&Pair) -> Results<Option<Occurrences>>) {
        let c = self.comparison;
        out.push('|');
        for name in std::iter::once(String::new()).chain((0..c.rules.len()).map(|i| self.name(i))) {
            let _ = write!(out, " {name} |");
        }
        out.push_str("\n|---|");
        out.push_str(&"---:|".repeat(c.rules.len()));
        for row in 0..c.rules.len() {
            let _ = write!(out, "\n| **{}** |", self.name(row));
            for col in 0..c.rules.len() {
                let cell = self.cell(row, col, &results).map_or("-".to_string(), counted);
                let _ = write!(out, " {cell} |");
            }
        }
        out.push_str("\n\n");
    }

    /// A cell of a matrix: above the diagonal all positions on which two rule sets diverge, below it the settled ones.
    pub(super) fn cell(
        &self,
        row: usize,
        col: usize,
        results: impl Fn(&Pair) -> Results<Option<Occurrences>>,
    ) -> Option<Tally> {
        let pair = self.comparison.pairs.iter().find(|p| (p.a, p.b) == (row.min(col), row.max(col)))?;
        Some(tally(if row < col { results(pair).diverge } else { results(pair).settled }))
    }

    /// Matrix and winners under each further convention; the status of points does not depend on it.
    fn also(&self, out: &mut String) {
        for (i, &prisoners) in self.comparison.also.iter().enumerate() {
            let _ = write!(
                out,
                "## Under `{prisoners}`\n\nEarlier prisoners, convention `{prisoners}`: {}.\n\nAbove the diagonal all \
                 positions, below it the settled ones.\n\n",
                convention(prisoners)
            );
            self.matrix_of(out, |p| p.also[i]);
            out.push_str(
                "| pair | diverge | winner differs | settled: diverge | winner differs |\n|---|---:|---:|---:|---:|\n",
            );
            for p in &self.comparison.pairs {
                let Results { diverge, settled, winner, settled_winner } = p.also[i];
                let cells = [diverge, winner, settled, settled_winner].map(|f| counted(tally(f)));
                let _ = writeln!(out, "| {} / {} | {} |", self.name(p.a), self.name(p.b), cells.join(" | "));
            }
            out.push('\n');
        }
    }

    fn census(&self, out: &mut String) {
        let c = self.comparison;
        if c.census.is_empty() {
            return;
        }
        out.push_str(
            "## Census\n\nPositions of certain kinds; a position may be of several.\n\n\
             | | kind | positions | settled | smallest | smallest settled |\n|---:|---|---:|---:|---|---|\n",
        );
        let mut drawn: BTreeMap<(u32, usize), Vec<usize>> = BTreeMap::new();
        for (i, beast) in c.census.iter().enumerate() {
            let smallest =
                |f: Option<Occurrences>| f.map_or("-".to_string(), |f| format!("`{}`", self.text(f.witness)));
            let _ = writeln!(
                out,
                "| {} | {} | {} | {} | {} | {} |",
                i + 1,
                beast.kind.describe(),
                counted(tally(beast.found)),
                counted(tally(beast.settled)),
                smallest(beast.found),
                smallest(beast.settled),
            );
            if let Some(found) = beast.found {
                let stones = self.whole().position(found.witness).occupied().count_ones();
                drawn.entry((stones, found.witness)).or_default().push(i);
            }
        }
        out.push('\n');
        for ((_, witness), kinds) in drawn {
            let mut columns: Vec<usize> = kinds.iter().flat_map(|&k| c.census[k].columns.clone()).collect();
            columns.sort_unstable();
            columns.dedup();
            let kinds: Vec<String> = kinds.iter().map(|k| (k + 1).to_string()).collect();
            let mut blocks: Vec<Vec<String>> =
                columns.into_iter().map(|column| self.column_block(column, witness)).collect();
            if blocks.is_empty() {
                blocks.push(Drawn::new(self.grid(), self.whole().position(witness), None).lines());
            }
            let _ = writeln!(out, "`{}` (kind {}):\n\n```text", self.text(witness), kinds.join(", "));
            out.push_str(&side_by_side(&blocks, WIDTH));
            out.push_str("```\n\n");
        }
    }

    fn pairs(&self, out: &mut String) {
        out.push_str(
            "## Pairs\n\n\
             | pair | diverge | winner differs | status differs | settled: diverge | winner differs | status differs | \
             smallest settled divergence |\n|---|---:|---:|---:|---:|---:|---:|---|\n",
        );
        for p in &self.comparison.pairs {
            let status = |t: Option<Tally>| t.map_or("-".to_string(), counted);
            let smallest = match p.results.settled {
                Some(f) => format!("`{}` {}, {}", self.text(f.witness), self.outcome(p.a, f), self.outcome(p.b, f)),
                None => "-".to_string(),
            };
            let _ = writeln!(
                out,
                "| {} / {} | {} | {} | {} | {} | {} | {} | {smallest} |",
                self.name(p.a),
                self.name(p.b),
                counted(tally(p.results.diverge)),
                counted(tally(p.results.winner)),
                status(p.status),
                counted(tally(p.results.settled)),
                counted(tally(p.results.settled_winner)),
                status(p.settled_status),
            );
        }
        let _ = write!(
            out,
            "\nThe status of stones and points is compared where both texts define it: not for {}.\n\n",
            in_words::WITHOUT_STATUS
        );
    }

    fn outcome(&self, rules: usize, found: Occurrences) -> String {
        self.comparison.outcome(rules, found.witness).to_string()
    }

    fn rule_sets(&self, out: &mut String) {
        out.push_str(
            "## Rule sets\n\n| rule set | Black wins | White wins | draws | no result | undecided | margins | decided by full \
             history |\n|---|---:|---:|---:|---:|---:|---|---:|\n",
        );
        for (i, s) in self.comparison.summaries.iter().enumerate() {
            let of = |wanted: i32| s.margins.iter().filter(|(m, _)| m.signum() == wanted).map(|(_, n)| n).sum::<u64>();
            let range = match (s.margins.keys().next(), s.margins.keys().next_back()) {
                (Some(least), Some(most)) => format!("{least} to {most}"),
                _ => "-".to_string(),
            };
            let _ = writeln!(
                out,
                "| {} | {} | {} | {} | {} | {} | {range} | {} |",
                self.name(i),
                of(1),
                of(-1),
                of(0),
                s.no_result,
                s.undecided,
                s.history
            );
        }
        out.push('\n');
    }

    fn causes(&self, out: &mut String) {
        if self.comparison.pairs.iter().all(|p| p.causes.is_empty()) {
            return;
        }
        let tried = &self.comparison.tried;
        let from = if tried.iter().all(|t| t.changes.is_empty()) {
            "the two verdicts alone (with no clause lifted and no choice read otherwise, which leaves more of them unexplained)"
        } else {
            "the two verdicts, and from verdicts with one clause lifted or one choice read otherwise"
        };
        let _ = write!(
            out,
            "## Causes\n\nComputed from {from}; several may hold on a position. *alone*: positions on which no other cause \
             holds. Descriptions explain nothing; positions with nothing else are counted as unexplained.\n\n"
        );
        for (rules, Tried { changes, left_out }) in self.comparison.rules.iter().zip(tried) {
            let said = [("", changes, ""), ("not ", left_out, " (needs too long a search here)")];
            let said = said.iter().filter(|(_, changes, _)| !changes.is_empty());
            let said: Vec<String> =
                said.map(|(not, changes, why)| format!("{not}{}{why}", names(changes).join(", "))).collect();
            if !said.is_empty() {
                let _ = writeln!(out, "- `{rules}` was tried: {}.", said.join("; "));
            }
        }
        let list = tried.iter().any(|t| !t.changes.is_empty() || !t.left_out.is_empty());
        out.push_str(if list { "\nBoards: " } else { "Boards: " });
        let key: Vec<String> = KEY.iter().map(|(marks, meaning)| format!("`{marks}` {meaning}")).collect();
        let _ = writeln!(out, "{}. Where no status is shown the text defines none.\n", key.join("; "));
        for pair in self.comparison.pairs.iter().filter(|p| !p.causes.is_empty()) {
            self.pair_causes(pair, out);
        }
    }

    fn pair_causes(&self, pair: &Pair, out: &mut String) {
        let (a, b) = (&self.comparison.rules[pair.a], &self.comparison.rules[pair.b]);
        let _ = write!(
            out,
            "### {a} / {b}\n\n| | cause | positions | settled | alone | smallest | smallest settled |\n\
             |---:|---|---:|---:|---:|---|---|\n"
        );
        // One drawing serves all causes with the same witness.
        let mut drawn: BTreeMap<(u32, usize), Vec<usize>> = BTreeMap::new();
        for (i, (cause, found)) in pair.causes.iter().enumerate() {
            let witness = found.found.witness;
            let stones = self.whole().position(witness).occupied().count_ones();
            drawn.entry((stones, witness)).or_default().push(i + 1);
            let _ = writeln!(
                out,
                "| {} | {} | {} | {} | {} | `{}` | {} |",
                i + 1,
                cause.describe(a, b),
                counted(found.found.tally),
                counted(tally(found.settled)),
                found.alone,
                self.text(witness),
                found.settled.map_or("-".to_string(), |f| format!("`{}`", self.text(f.witness))),
            );
        }
        out.push('\n');
        for ((_, witness), causes) in drawn {
            let causes: Vec<String> = causes.iter().map(usize::to_string).collect();
            let _ = writeln!(out, "`{}` (cause {}):\n\n```text", self.text(witness), causes.join(", "));
            let blocks = [self.block(pair.a, witness), self.block(pair.b, witness)];
            out.push_str(&side_by_side(&blocks, WIDTH));
            out.push_str("```\n\n");
        }
    }

    /// One rule set's verdict on a position, drawn.
    fn block(&self, rules: usize, at: usize) -> Vec<String> {
        let c = self.comparison;
        let set = &c.rules[rules];
        let outcome = c.outcome(rules, at);
        let mut lines = self.drawn(set, &outcome.to_string(), &c.verdict(rules, at), at);
        let added = c.prisoners.added(set, self.whole().stone_difference(at));
        if added != 0 {
            lines.push(format!("{added:+4}  earlier prisoners ({})", c.prisoners));
        }
        lines
    }

    /// The verdict of any column, without earlier prisoners.
    fn column_block(&self, column: usize, at: usize) -> Vec<String> {
        let columns = &self.comparison.columns;
        let verdict = columns.verdict(column, at);
        self.drawn(columns.rules(column), &verdict.outcome.to_string(), &verdict, at)
    }

    fn drawn(&self, rules: &RuleSet, outcome: &str, verdict: &Verdict, at: usize) -> Vec<String> {
        let mut lines = vec![format!("{rules}: {outcome}")];
        lines.extend(Drawn::new(self.grid(), self.whole().position(at), verdict.status.as_ref()).lines());
        lines.extend(strings(self.grid(), verdict));
        lines.extend(claim_lines(self.grid(), verdict));
        lines
    }

    /// The report for programs.
    #[must_use]
    pub fn json(&self) -> Value {
        let c = self.comparison;
        let rule_sets: Vec<Value> = c.rules.iter().zip(&c.summaries).map(|(r, s)| summary_json(r, s)).collect();
        let mut report = json!({
            "command": self.command,
            "board": self.grid().to_string(),
            "prisoners": c.prisoners.name(),
            "exact": c.is_exact(),
            "positions": c.all,
            "settled": c.settled,
            "settled-open": c.settled_open,
            "changes-undecided": c.changes_undecided,
            "rule-sets": rule_sets,
            "pairs": c.pairs.iter().map(|p| self.pair_json(p)).collect::<Vec<Value>>(),
        });
        if !c.tried.is_empty() {
            let tried = c.rules.iter().zip(&c.tried).map(|(rules, t)| {
                json!({ "id": rules.to_string(), "tried": names(&t.changes), "not-tried": names(&t.left_out) })
            });
            report["changes"] = tried.collect();
        }
        if self.whole().is_only().is_some() {
            report["only"] = json!(self.kind());
        }
        if !self.left_out.is_empty() {
            report["left-out"] = self.left_out.iter().map(RuleSet::to_string).collect();
        }
        if !c.census.is_empty() {
            report["census"] = c.census.iter().map(|beast| self.beast_json(beast)).collect();
        }
        report
    }

    fn beast_json(&self, beast: &Beast) -> Value {
        let smallest = |f: Option<Occurrences>| f.map(|f| self.text(f.witness));
        json!({
            "kind": beast.kind.name(),
            "says": beast.kind.describe(),
            "count": tally(beast.found),
            "settled": tally(beast.settled),
            "smallest": smallest(beast.found),
            "smallest-settled": smallest(beast.settled),
        })
    }

    fn pair_json(&self, p: &Pair) -> Value {
        let c = self.comparison;
        let smallest = |f: Option<Occurrences>| {
            f.map(|f| {
                let outcomes = [p.a, p.b].map(|i| c.outcome(i, f.witness));
                json!({ "position": self.text(f.witness), "outcomes": outcomes })
            })
        };
        let causes: Vec<Value> = p
            .causes
            .iter()
            .map(|(cause, found)| {
                let mut map = cause_json(*cause, &c.rules[p.a], &c.rules[p.b]);
                map.insert("count".to_string(), json!(found.found.tally));
                map.insert("settled".to_string(), json!(tally(found.settled)));
                map.insert("smallest-settled".to_string(), json!(found.settled.map(|f| self.text(f.witness))));
                map.insert("alone".to_string(), json!(found.alone));
                map.insert("smallest".to_string(), self.witness_json(p, found.found.witness));
                Value::Object(map)
            })
            .collect();
        let mut pair = json!({
            "rule-sets": [self.name(p.a), self.name(p.b)],
            "diverge": tally(p.results.diverge),
            "winner": tally(p.results.winner),
            "status": p.status,
            "settled": {
                "diverge": tally(p.results.settled), "winner": tally(p.results.settled_winner), "status": p.settled_status,
            },
            "undecided": p.undecided,
            "smallest": smallest(p.results.diverge),
            "smallest-settled": smallest(p.results.settled),
            "causes": causes,
        });
        if !c.also.is_empty() {
            let also = c.also.iter().zip(&p.also).map(|(prisoners, r)| {
                json!({
                    "prisoners": prisoners.name(),
                    "diverge": tally(r.diverge),
                    "winner": tally(r.winner),
                    "settled": { "diverge": tally(r.settled), "winner": tally(r.settled_winner) },
                })
            });
            pair["also"] = also.collect();
        }
        pair
    }

    fn witness_json(&self, p: &Pair, at: usize) -> Value {
        let c = self.comparison;
        let verdicts = [p.a, p.b].map(|i| WitnessVerdict {
            verdict: c.verdict(i, at).encoded(self.grid()),
            under_convention: c.outcome(i, at),
        });
        json!({ "position": self.text(at), "verdicts": verdicts })
    }
}

/// What a rule set says of a witness.
#[derive(Serialize)]
struct WitnessVerdict {
    #[serde(flatten)]
    verdict: EncodedVerdict,
    /// With the prisoners that the convention gives.
    #[serde(rename = "under-convention")]
    under_convention: Outcome,
}

/// The strings of a verdict that defines their status, one a line, in its own words.
pub(super) fn strings(grid: Grid, verdict: &Verdict) -> Vec<String> {
    let strings = verdict.status.iter().flat_map(|s| &s.strings);
    strings
        .map(|s| {
            let names: Vec<String> = shinpan_board::points_of(s.string.stones).map(|p| grid.name(p)).collect();
            let life = match s.life {
                crate::law::Life::Alive => "alive",
                crate::law::Life::Seki => "in seki",
                crate::law::Life::Dead => "dead",
                crate::law::Life::Undecided => "undecided",
            };
            let by = if life == s.by.0 { String::new() } else { format!(" ({})", s.by) };
            format!("  {} {}: {life}{by}", s.string.colour, names.join(" "))
        })
        .collect()
}

fn summary_json(rules: &RuleSet, s: &Summary) -> Value {
    let margins: Map<String, Value> = s.margins.iter().map(|(m, n)| (m.to_string(), json!(n))).collect();
    json!({
        "id": rules.to_string(),
        "margins": margins,
        "no-result": s.no_result,
        "undecided": s.undecided,
        "history": s.history,
    })
}

fn names(changes: &[Change]) -> Vec<String> {
    changes.iter().map(Change::to_string).collect()
}

fn cause_json(cause: Cause, a: &RuleSet, b: &RuleSet) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("kind".to_string(), json!(cause.kind()));
    if let Cause::Agree { change, .. } = cause {
        let (key, value) = match change {
            Change::Lifted(clause) => ("clause", clause.to_string()),
            Change::Reading(key, value) => ("reading", format!("{key}={value}")),
        };
        map.insert(key.to_string(), json!(value));
    }
    map.insert("says".to_string(), json!(cause.describe(a, b)));
    map
}
