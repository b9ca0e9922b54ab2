//! A comparison as one page of HTML that stands by itself: nothing is fetched, and without scripts all of it is there. First what it
//! comes to, then the matrix and what is compared, then each pair with its causes, the positions that show them, and what the clauses say.

use std::collections::{BTreeMap, BTreeSet};

use maud::{Markup, html};

use super::board::{Drawn, captioned, claim_lines};
use super::brief::share;
use super::divergence::{Report, convention, strings};
use super::document::{Own, document};
use super::svg;
use crate::atlas::causes::Cause;
use crate::atlas::compare::{CauseFound, Occurrences, Pair};
use crate::law::changes::Change;
use crate::law::{ClauseId, RuleSet, Verdict, specs};
use crate::texts::in_words::SETTLED;
use shinpan_board::diagram;

const SCRIPT: &str = include_str!("page.js");

/// A row of a bar chart.
struct Bar {
    label: String,
    part: u64,
    whole: u64,
}

/// Text in which what stands between backticks is code.
fn ticked(text: &str) -> Markup {
    html! {
        @for (n, part) in text.split('`').enumerate() {
            @if n % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// A number as people read it: `24,318,165`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

fn bars(rows: &[Bar]) -> Markup {
    html! {
        div.bars {
            @for Bar { label, part, whole } in rows {
                span { (ticked(label)) }
                div {
                    span.bar aria-hidden="true" style=(format!("width: {:.2}%", 60.0 * *part as f64 / (*whole).max(1) as f64)) {}
                    span { (grouped(*part)) " of " (grouped(*whole)) " (" (share(*part, *whole)) ")" }
                }
            }
        }
    }
}

impl Report<'_> {
    /// The page.
    #[must_use]
    pub fn page(&self) -> String {
        let title = format!("Divergences on {}", self.grid());
        let body = html! {
            header { h1 { (title) } p.soft { "Made by " code { (self.command) } "." } }
            main {
                (self.summary())
                (self.heat_map())
                (self.as_read())
                div.filter hidden { "Only " b {} " is shown. " button type="button" { "Show all pairs" } }
                section { h2 { "Marks" } (svg::key()) }
                (self.pair_sections())
                (self.conditions())
            }
        };
        document(&title, Own { script: Some(SCRIPT), ..Own::default() }, &body)
    }

    fn summary(&self) -> Markup {
        let c = self.comparison;
        let undecided: u64 = c.summaries.iter().map(|s| s.undecided).sum();
        html! {
            section aria-labelledby="short" {
                h2 id="short" { "In short" }
                p {
                    (grouped(c.whole().len() as u64)) " " (self.kind()) ", " (grouped(c.settled.positions)) " of them settled (the players could sensibly stop). "
                    @if c.is_exact() { "Every position is decided under every rule set." }
                    @else { "Not exact: " (grouped(undecided)) " verdicts are undecided and left out." }
                }
                ul {
                    @for (how, pairs) in self.sentences(grouped) {
                        li {
                            (how) ": "
                            @for (n, pair) in pairs.iter().enumerate() {
                                @if n > 0 { ", " }
                                a href=(format!("#{}", anchor(pair))) { (self.pair_name(pair)) }
                            }
                        }
                    }
                }
                @if let Some((pair, found)) = self.smallest() {
                    h3 {
                        "The smallest " @if pair.results.settled == Some(found) { "settled " }
                        "position on which two of them diverge"
                    }
                    (self.boards(pair, found.witness))
                }
            }
        }
    }

    /// Which texts these are, and how they are read: readings that a name leaves out are in force all the same.
    fn as_read(&self) -> Markup {
        let of = |set: &RuleSet| specs().iter().find(|spec| spec.text == set.text.prefix());
        html! {
            section aria-labelledby="sets" {
                h2 id="sets" { "Rule sets" }
                ol {
                    @for (n, set) in self.comparison.rules.iter().enumerate() {
                        li {
                            b { (self.name(n)) }
                            @if let Some(spec) = of(set) {
                                ": " (spec.title)
                                @if !spec.date.is_empty() { ", " (spec.date) }
                                @for reading in &spec.readings {
                                    @for value in reading.values.iter().filter(|v| set.value(&reading.key) == Some(&v.name)) {
                                        div.soft { code { (reading.key) "=" (value.name) } ": " (ticked(&value.meaning)) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    fn heat_map(&self) -> Markup {
        let c = self.comparison;
        let all = c.whole().len() as u64;
        let find = |a, b| c.pairs.iter().find(|p| (p.a, p.b) == (a, b));
        let cell = |row: usize, col: usize| {
            let Some((pair, found, of, what)) = find(row, col)
                .map(|p| (p, p.results.diverge, all, "positions"))
                .or_else(|| find(col, row).map(|p| (p, p.results.settled, c.settled.positions, "settled positions")))
            else {
                return html! { td { span { "–" } } };
            };
            let positions = self.tally(found).positions;
            let part = positions as f64 / of.max(1) as f64;
            let says =
                format!("{} and {}: {} of {} {what}", self.name(row), self.name(col), grouped(positions), grouped(of));
            html! {
                // So pale that dark text is read on all of it.
                td style=(format!("--part: {:.1}%", 80.0 * part)) {
                    a href=(format!("#{}", anchor(pair))) aria-label=(says) {
                        (grouped(positions)) small { (share(positions, of)) }
                    }
                }
            }
        };
        html! {
            section aria-labelledby="matrix" {
                h2 id="matrix" { "Matrix" }
                p.soft {
                    "Positions on which two rule sets diverge: above the diagonal of all positions, below it of the settled ones. \
                     The darker, the more. Columns have the numbers of the rows. A cell leaves only its pair below."
                }
                div.wide {
                    table.heat {
                        tr {
                            td.corner {}
                            @for i in 0..c.rules.len() { th scope="col" title=(self.name(i)) aria-label=(self.name(i)) { (i + 1) } }
                        }
                        @for row in 0..c.rules.len() {
                            tr {
                                th scope="row" { (row + 1) " " (self.name(row)) }
                                @for col in 0..c.rules.len() { (cell(row, col)) }
                            }
                        }
                    }
                }
            }
        }
    }

    fn pair_sections(&self) -> Markup {
        let (parting, agreeing) = self.by_number();
        html! {
            @for pair in parting { (self.pair_section(pair)) }
            @for pair in agreeing {
                section.pair id=(anchor(pair)) data-name=(self.pair_name(pair)) {
                    h2 { (self.pair_name(pair)) }
                    p { (self.sentence(pair, grouped)) "." }
                }
            }
        }
    }

    fn pair_name(&self, pair: &Pair) -> String {
        format!("{} / {}", self.name(pair.a), self.name(pair.b))
    }

    fn pair_section(&self, pair: &Pair) -> Markup {
        let c = self.comparison;
        let all = c.whole().len() as u64;
        let of = |found: Option<Occurrences>| self.tally(found).positions;
        let settled = of(pair.results.settled);
        let unsettled = of(pair.results.diverge) - settled;
        let row = |label: &str, part, whole| Bar { label: label.to_string(), part, whole };
        let mut counts =
            vec![row("diverge", of(pair.results.diverge), all), row("winner differs", of(pair.results.winner), all)];
        counts.extend(pair.status.map(|s| row("status differs", s.positions, all)));
        counts.push(row("settled", settled, c.settled.positions));
        counts.push(row("not settled", unsettled, all - c.settled.positions));
        let by_stones: Vec<Bar> = pair
            .by_stones
            .iter()
            .zip(&c.by_stones)
            .enumerate()
            .filter(|(_, (_, whole))| **whole > 0)
            .map(|(stones, (&part, &whole))| {
                row(&if stones == 1 { "1 stone".to_string() } else { format!("{stones} stones") }, part, whole)
            })
            .collect();
        let causes: Vec<(&Cause, &CauseFound)> = pair.causes.iter().collect();
        let (a, b) = (&c.rules[pair.a], &c.rules[pair.b]);
        let diverge = of(pair.results.diverge);
        html! {
            section.pair id=(anchor(pair)) data-name=(self.pair_name(pair)) {
                h2 { (self.pair_name(pair)) }
                p { (self.sentence(pair, grouped)) "." }
                h3 { "How often" }
                (bars(&counts))
                h3 { "By the number of stones on the board" }
                (bars(&by_stones))
                @if !causes.is_empty() {
                    h3 { "Why" }
                    p.soft { "Computed from the verdicts; several causes may hold on a position." }
                    (bars(&causes.iter().map(|(cause, found)| row(&cause.describe(a, b), found.found.tally.positions, diverge))
                        .collect::<Vec<_>>()))
                    (self.witnesses(pair, &causes))
                }
            }
        }
    }

    /// Each position that is the smallest of some causes, with them.
    fn witnesses(&self, pair: &Pair, causes: &[(&Cause, &CauseFound)]) -> Markup {
        let (a, b) = (&self.comparison.rules[pair.a], &self.comparison.rules[pair.b]);
        let mut drawn: BTreeMap<(u32, usize), Vec<(&Cause, &CauseFound)>> = BTreeMap::new();
        for &(cause, found) in causes {
            let witness = found.found.witness;
            let stones = self.whole().position(witness).occupied().count_ones();
            drawn.entry((stones, witness)).or_default().push((cause, found));
        }
        html! {
            @for ((_, witness), shown) in drawn {
                div.cause {
                    @for (cause, found) in &shown {
                        h4 { (ticked(&cause.describe(a, b))) }
                        p.soft {
                            (grouped(found.found.tally.positions)) " positions, " (grouped(self.tally(found.settled).positions))
                            " of them settled; the only cause on " (grouped(found.alone))
                            @if let Some(f) = found.settled { "; the smallest settled one is " code { (self.text(f.witness)) } }
                            "."
                        }
                    }
                    div.beside {
                        (self.boards(pair, witness))
                        (self.clauses(pair, witness, shown.iter().map(|(cause, _)| **cause)))
                    }
                }
            }
        }
    }

    /// A position under both rule sets of a pair.
    fn boards(&self, pair: &Pair, at: usize) -> Markup {
        let c = self.comparison;
        let grid = self.grid();
        let text = self.text(at);
        let drawn = |rules: usize| Drawn::new(grid, self.whole().position(at), c.verdict(rules, at).status.as_ref());
        let differs = svg::differing(&[&drawn(pair.a), &drawn(pair.b)]);
        let figure = |rules: usize| {
            let set = &c.rules[rules];
            let verdict = c.verdict(rules, at);
            let outcome = c.outcome(rules, at).to_string();
            let added = c.prisoners.added(set, self.whole().stone_difference(at));
            let says = format!("{text} under {set}: {outcome}");
            let mut lines = strings(grid, &verdict);
            lines.extend(claim_lines(grid, &verdict));
            html! {
                figure {
                    (svg::compared(&drawn(rules), &says, &differs))
                    figcaption {
                        b { (set) ": " (outcome) }
                        ul {
                            @for line in &lines { li { (captioned(line)) } }
                            @if added != 0 { li { (format!("{added:+}")) " earlier prisoners (" (c.prisoners) ")" } }
                        }
                    }
                }
            }
        };
        html! {
            div {
                p.soft { code { (diagram::text(grid, self.whole().position(at))) } }
                div.boards { (figure(pair.a)) (figure(pair.b)) }
            }
        }
    }

    /// What the clauses say that the two verdicts and the causes rest on.
    fn clauses(&self, pair: &Pair, at: usize, causes: impl Iterator<Item = Cause>) -> Markup {
        let mut cited: BTreeSet<ClauseId> = BTreeSet::new();
        for rules in [pair.a, pair.b] {
            cited.extend(cited_by(&self.comparison.rules[rules], &self.comparison.verdict(rules, at)));
        }
        for cause in causes {
            if let Cause::Agree { change: Change::Lifted(clause), .. } = cause {
                cited.insert(clause);
            }
        }
        html! {
            dl.clauses {
                @for clause in cited {
                    @let spec = clause.spec();
                    dt { (clause) ", " (spec.title) }
                    dd { (spec.paraphrase) }
                }
            }
        }
    }

    /// What the numbers are numbers of.
    fn conditions(&self) -> Markup {
        let c = self.comparison;
        html! {
            section aria-labelledby="terms" {
                h2 id="terms" { "What is counted" }
                ul {
                    li {
                        "Two rule sets diverge on a position if their margins differ, or one gives a margin and the other no result."
                    }
                    li {
                        "Settled: " (SETTLED) "."
                    }
                    li { "Earlier prisoners, convention " code { (c.prisoners) } ": " (convention(c.prisoners)) "." }
                    @if !self.left_out.is_empty() {
                        li {
                            "Left out, because they need too long a search on this board: "
                            (self.left_out.iter().map(RuleSet::to_string).collect::<Vec<_>>().join(", ")) "."
                        }
                    }
                    @if c.changes_undecided > 0 {
                        li {
                            "Of the rule sets changed to find causes, " (grouped(c.changes_undecided)) " verdicts are undecided and show no cause."
                        }
                    }
                }
            }
        }
    }
}

/// The clauses on which a verdict rests: those of its claims and those by which its strings live or die.
fn cited_by(rules: &RuleSet, verdict: &Verdict) -> Vec<ClauseId> {
    let strings = verdict.status.iter().flat_map(|s| &s.strings).map(|s| rules.text.status_clause(s.life));
    verdict.claims.iter().map(|c| c.clause).chain(strings).collect()
}

fn anchor(pair: &Pair) -> String {
    format!("pair-{}-{}", pair.a + 1, pair.b + 1)
}
