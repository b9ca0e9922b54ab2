//! Comparisons of rule sets on whole boards: Markdown for people, JSON for programs. Neither holds anything that two runs
//! need not have in common, such as times.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::board::{KEY, claim_lines, draw, outcome_json, side_by_side, verdict_json};
use crate::atlas::WholeBoard;
use crate::atlas::causes::Cause;
use crate::atlas::changes::Change;
use crate::atlas::compare::{Comparison, Found, Pair, Prisoners, Summary, Tally};
use crate::board::{Grid, Position, diagram};
use crate::rules::{Outcome, Verdict};
use crate::spec::RuleSet;

/// Columns of drawn witnesses.
const WIDTH: usize = 110;

/// What a report is made of.
pub struct Report<'a> {
    /// The command that makes it.
    pub command: &'a str,
    /// The comparison.
    pub comparison: &'a Comparison<'a>,
}

fn counted(tally: Tally) -> String {
    if tally.positions == 0 { "0".to_string() } else { format!("{} ({})", tally.positions, tally.classes) }
}

fn tally(found: Option<Found>) -> Tally {
    found.map(|f| f.tally).unwrap_or_default()
}

fn convention(prisoners: Prisoners) -> &'static str {
    match prisoners {
        Prisoners::Level => {
            "both players have played equally many stones: a margin that counts prisoners gets the black stones on the board \
             less the white ones, a margin that counts stones stays"
        }
        Prisoners::None => "no prisoners before the position: margins as the rule sets give them",
        Prisoners::BlackAhead => {
            "Black has played one stone more: a margin that counts prisoners gets the black stones on the board less the \
             white ones, less one; a margin that counts stones stays"
        }
    }
}

impl Report<'_> {
    fn whole(&self) -> &WholeBoard {
        self.comparison.tables.whole()
    }

    fn grid(&self) -> Grid {
        self.whole().board().grid()
    }

    fn name(&self, rules: usize) -> String {
        self.comparison.rules[rules].to_string()
    }

    fn text(&self, at: usize) -> String {
        diagram::text(self.grid(), self.whole().position(at))
    }

    /// The report for people.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut out = String::new();
        self.header(&mut out);
        self.matrix(&mut out);
        self.pairs(&mut out);
        self.rule_sets(&mut out);
        self.causes(&mut out);
        out
    }

    fn header(&self, out: &mut String) {
        let c = self.comparison;
        let whole = self.whole();
        let exact = if c.is_exact() {
            "Exact: every position is decided under every rule set.".to_string()
        } else {
            let undecided: u64 = c.summaries.iter().map(|s| s.undecided).sum();
            format!(
                "Not exact: {undecided} verdicts are undecided (the budget ran out) and left out, and of {} positions it is \
                 open whether they are settled.",
                c.settled_open
            )
        };
        let open = match c.changes_undecided {
            0 => String::new(),
            n => format!(" Of the rule sets changed to find causes, {n} verdicts are undecided and show no cause."),
        };
        let _ = write!(
            out,
            "# Divergences on {}\n\nMade by `{}`.\n\n{exact}{open}\n\n\
             - {} legal positions, {} classes under the symmetries of the board and the exchange of the colours.\n\
             - {} of them ({} classes) are settled: no string's fate in the MindSports text depends on who moves first, and \
             the play-out of the 1997 text does not depend on who passed first.\n\
             - Earlier prisoners, convention `{}`: {}.\n\
             - Two rule sets diverge on a position if their margins differ, or one gives a margin and the other no result. \
             Numbers are positions, in parentheses classes; a class counts if any of its positions does.\n\n",
            self.grid(),
            self.command,
            whole.len(),
            whole.classes(),
            c.settled.positions,
            c.settled.classes,
            c.prisoners,
            convention(c.prisoners),
        );
    }

    fn matrix(&self, out: &mut String) {
        let c = self.comparison;
        out.push_str("## Matrix\n\nAbove the diagonal all positions, below it the settled ones.\n\n|");
        for name in std::iter::once(String::new()).chain((0..c.rules.len()).map(|i| self.name(i))) {
            let _ = write!(out, " {name} |");
        }
        out.push_str("\n|---|");
        out.push_str(&"---:|".repeat(c.rules.len()));
        let cells: BTreeMap<(usize, usize), &Pair> = c.pairs.iter().map(|p| ((p.a, p.b), p)).collect();
        for row in 0..c.rules.len() {
            let _ = write!(out, "\n| **{}** |", self.name(row));
            for col in 0..c.rules.len() {
                let cell = match (cells.get(&(row, col)), cells.get(&(col, row))) {
                    (Some(pair), _) => counted(tally(pair.diverge)),
                    (_, Some(pair)) => counted(tally(pair.settled)),
                    _ => "-".to_string(),
                };
                let _ = write!(out, " {cell} |");
            }
        }
        out.push_str("\n\n");
    }

    fn pairs(&self, out: &mut String) {
        out.push_str(
            "## Pairs\n\n\
             | pair | diverge | winner differs | status differs | settled: diverge | winner differs | status differs | \
             smallest settled divergence |\n|---|---:|---:|---:|---:|---:|---:|---|\n",
        );
        for p in &self.comparison.pairs {
            let status = |t: Option<Tally>| t.map_or("-".to_string(), counted);
            let smallest = match p.settled {
                Some(f) => format!("`{}` {}, {}", self.text(f.witness), self.outcome(p.a, f), self.outcome(p.b, f)),
                None => "-".to_string(),
            };
            let _ = writeln!(
                out,
                "| {} / {} | {} | {} | {} | {} | {} | {} | {smallest} |",
                self.name(p.a),
                self.name(p.b),
                counted(tally(p.diverge)),
                counted(tally(p.winner)),
                status(p.status),
                counted(tally(p.settled)),
                counted(tally(p.settled_winner)),
                status(p.settled_status),
            );
        }
        out.push_str(
            "\nThe status of stones and points is compared where both texts define it: not for the analyses of aj2004 and \
             the play-out of j1997.\n\n",
        );
    }

    fn outcome(&self, rules: usize, found: Found) -> String {
        self.comparison.outcome(rules, found.witness).map(|o| o.to_string()).unwrap_or_default()
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
        out.push_str(
            "## Causes\n\nComputed from the two verdicts, and from verdicts with one clause lifted or one choice read \
             otherwise; several may hold on a position. *alone*: positions on which no other cause holds. Descriptions \
             explain nothing; positions with nothing else are counted as unexplained.\n\nBoards: ",
        );
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
        let (Some(verdict), Some(outcome)) = (c.tables.verdict(set, at), c.outcome(rules, at)) else {
            return Vec::new();
        };
        let mut lines = vec![format!("{set}: {outcome}")];
        lines.extend(draw(self.grid(), self.whole().position(at), verdict.status.as_ref()));
        lines.extend(strings(self.grid(), &verdict));
        lines.extend(claim_lines(self.grid(), &verdict));
        let added = c.prisoners.added(set, self.whole().stone_difference(at));
        if added != 0 {
            lines.push(format!("{added:+4}  earlier prisoners ({})", c.prisoners));
        }
        lines
    }

    /// The report for programs.
    #[must_use]
    pub fn json(&self) -> Value {
        let c = self.comparison;
        let whole = self.whole();
        let rule_sets: Vec<Value> = c.rules.iter().zip(&c.summaries).map(|(r, s)| summary_json(r, s)).collect();
        json!({
            "command": self.command,
            "board": self.grid().to_string(),
            "prisoners": c.prisoners.name(),
            "exact": c.is_exact(),
            "positions": Tally { positions: whole.len() as u64, classes: whole.classes() as u64 },
            "settled": c.settled,
            "settled-open": c.settled_open,
            "changes-undecided": c.changes_undecided,
            "rule-sets": rule_sets,
            "pairs": c.pairs.iter().map(|p| self.pair_json(p)).collect::<Vec<Value>>(),
        })
    }

    fn pair_json(&self, p: &Pair) -> Value {
        let c = self.comparison;
        let smallest = |f: Option<Found>| {
            f.map(|f| {
                let outcomes = [p.a, p.b].map(|i| c.outcome(i, f.witness).map(outcome_json));
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
        json!({
            "rule-sets": [self.name(p.a), self.name(p.b)],
            "diverge": tally(p.diverge),
            "winner": tally(p.winner),
            "status": p.status,
            "settled": {
                "diverge": tally(p.settled), "winner": tally(p.settled_winner), "status": p.settled_status,
            },
            "undecided": p.undecided,
            "smallest": smallest(p.diverge),
            "smallest-settled": smallest(p.settled),
            "causes": causes,
        })
    }

    fn witness_json(&self, p: &Pair, at: usize) -> Value {
        let c = self.comparison;
        let verdicts: Vec<Value> = [p.a, p.b]
            .into_iter()
            .filter_map(|i| {
                let mut map = verdict_json(self.grid(), &c.tables.verdict(&c.rules[i], at)?);
                map.insert("under-convention".to_string(), outcome_json(c.outcome(i, at)?));
                Some(Value::Object(map))
            })
            .collect();
        json!({ "position": self.text(at), "verdicts": verdicts })
    }
}

/// The strings of a verdict that defines their status, one a line, in its own words.
fn strings(grid: Grid, verdict: &Verdict) -> Vec<String> {
    let strings = verdict.status.iter().flat_map(|s| &s.strings);
    strings
        .map(|s| {
            let names: Vec<String> = crate::board::points_of(s.string.stones).map(|p| grid.name(p)).collect();
            let life = match s.life {
                crate::rules::Life::Alive => "alive",
                crate::rules::Life::Seki => "in seki",
                crate::rules::Life::Dead => "dead",
                crate::rules::Life::Undecided => "undecided",
            };
            let by = if life == s.by { String::new() } else { format!(" ({})", s.by) };
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

/// The smallest divergence of two rule sets over several boards: fewest points, then fewest stones, then smallest text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Smallest {
    /// The board.
    pub grid: Grid,
    /// The position.
    pub position: Position,
    /// The outcomes, under the convention.
    pub outcomes: [Outcome; 2],
}

impl Smallest {
    fn key(&self) -> (usize, u32, String) {
        (self.grid.len(), self.position.occupied().count_ones(), diagram::text(self.grid, self.position))
    }

    fn new(c: &Comparison, pair: &Pair, found: Found) -> Option<Smallest> {
        let whole = c.tables.whole();
        let outcomes = [c.outcome(pair.a, found.witness)?, c.outcome(pair.b, found.witness)?];
        Some(Smallest { grid: whole.board().grid(), position: whole.position(found.witness), outcomes })
    }

    fn markdown(&self) -> String {
        let [a, b] = self.outcomes;
        format!("{} `{}` {a}, {b}", self.grid, diagram::text(self.grid, self.position))
    }

    fn json(&self) -> Value {
        json!({
            "board": self.grid.to_string(),
            "position": diagram::text(self.grid, self.position),
            "outcomes": self.outcomes.map(outcome_json),
        })
    }
}

/// The smallest divergences of each pair of rule sets over several boards.
pub struct FirstDifferences {
    rules: Vec<RuleSet>,
    prisoners: Prisoners,
    boards: Vec<(Grid, bool)>,
    /// By pair: of all positions, and of settled ones.
    found: BTreeMap<(usize, usize), [Option<Smallest>; 2]>,
}

impl FirstDifferences {
    /// None yet.
    #[must_use]
    pub fn new(rules: &[RuleSet], prisoners: Prisoners) -> FirstDifferences {
        FirstDifferences { rules: rules.to_vec(), prisoners, boards: Vec::new(), found: BTreeMap::new() }
    }

    /// Takes a comparison of these rule sets on one more board into account.
    pub fn add(&mut self, comparison: &Comparison) {
        self.boards.push((comparison.tables.whole().board().grid(), comparison.is_exact()));
        for pair in &comparison.pairs {
            let kept = self.found.entry((pair.a, pair.b)).or_default();
            for (kept, found) in kept.iter_mut().zip([pair.diverge, pair.settled]) {
                let new = found.and_then(|f| Smallest::new(comparison, pair, f));
                *kept = kept.take().into_iter().chain(new).min_by_key(Smallest::key);
            }
        }
    }

    /// The report for people.
    #[must_use]
    pub fn markdown(&self, command: &str) -> String {
        let boards: Vec<String> = self
            .boards
            .iter()
            .map(|(grid, exact)| if *exact { grid.to_string() } else { format!("{grid} (not exact)") })
            .collect();
        let mut out = format!(
            "# Smallest divergences\n\nMade by `{command}`.\n\nBoards: {}. Smallest: fewest points, then fewest stones, then \
             smallest text. Outcomes in the order of the pair. Earlier prisoners, convention `{}`: {}.\n",
            boards.join(", "),
            self.prisoners,
            convention(self.prisoners)
        );
        for (title, same_text) in [("Readings of one text", true), ("Different texts", false)] {
            let of = |(a, b): (usize, usize)| (self.rules[a].text == self.rules[b].text) == same_text;
            let mut rows = self.found.iter().filter(|(pair, _)| of(**pair)).peekable();
            if rows.peek().is_none() {
                continue;
            }
            let _ =
                write!(out, "\n## {title}\n\n| pair | smallest divergence | smallest settled one |\n|---|---|---|\n");
            for (&(a, b), smallest) in rows {
                let [all, settled] = smallest.each_ref().map(|s| s.as_ref().map_or("none".into(), Smallest::markdown));
                let _ = writeln!(out, "| {} / {} | {all} | {settled} |", self.rules[a], self.rules[b]);
            }
        }
        out
    }

    /// The report for programs.
    #[must_use]
    pub fn json(&self, command: &str) -> Value {
        let boards: Vec<Value> =
            self.boards.iter().map(|(g, exact)| json!({ "board": g.to_string(), "exact": exact })).collect();
        let pairs: Vec<Value> = self
            .found
            .iter()
            .map(|(&(a, b), [all, settled])| {
                json!({
                    "rule-sets": [self.rules[a].to_string(), self.rules[b].to_string()],
                    "smallest": all.as_ref().map(Smallest::json),
                    "smallest-settled": settled.as_ref().map(Smallest::json),
                })
            })
            .collect();
        json!({ "command": command, "prisoners": self.prisoners.name(), "boards": boards, "pairs": pairs })
    }
}
