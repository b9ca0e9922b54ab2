//! What a comparison comes to in a few lines: the matrix, a sentence for each pair, and the smallest position on which rule sets
//! part.

use std::collections::{BTreeMap, BTreeSet};

use super::board::{Drawn, Dress, legend, side_by_side, wrap};
use super::divergence::Report;
use super::svg::{Figure, differing, sheet};
use crate::atlas::compare::{Occurrences, Pair, Tally};

/// A share in words: `12.3 %`.
#[must_use]
pub fn share(part: u64, whole: u64) -> String {
    if whole == 0 || part == 0 {
        return "0 %".to_string();
    }
    let percent = 100.0 * part as f64 / whole as f64;
    // What is not none is not called 0.
    if percent < 0.1 { "under 0.1 %".to_string() } else { format!("{percent:.1} %") }
}

/// Pairs by the numbers of their rule sets in the matrix: `2 3 / 7 8 9` for each of the first with each of the others.
fn products(pairs: &[&Pair]) -> Vec<String> {
    let mut others: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    pairs.iter().for_each(|p| _ = others.entry(p.a).or_default().insert(p.b));
    let mut firsts: Vec<(BTreeSet<usize>, Vec<usize>)> = Vec::new();
    for (first, others) in others {
        match firsts.iter_mut().find(|(same, _)| *same == others) {
            Some((_, firsts)) => firsts.push(first),
            None => firsts.push((others, vec![first])),
        }
    }
    let numbers = |of: &mut dyn Iterator<Item = usize>| of.map(|n| (n + 1).to_string()).collect::<Vec<_>>().join(" ");
    let product = |(others, firsts): &(BTreeSet<usize>, Vec<usize>)| {
        format!("{} / {}", numbers(&mut firsts.iter().copied()), numbers(&mut others.iter().copied()))
    };
    firsts.iter().map(product).collect()
}

impl Report<'_> {
    /// The pairs that diverge, those that do most often first, and those that never do.
    pub(super) fn by_number(&self) -> (Vec<&Pair>, Vec<&Pair>) {
        let number = |p: &&Pair| self.tally(p.results.diverge).positions;
        let (mut diverging, agreeing): (Vec<&Pair>, Vec<&Pair>) =
            self.comparison.pairs.iter().partition(|p| number(p) > 0);
        diverging.sort_by_key(|p| std::cmp::Reverse(number(p)));
        (diverging, agreeing)
    }

    /// What positions are that are counted as settled: where that is open of some, no more than is known.
    pub(super) fn settled(&self) -> &'static str {
        if self.comparison.settled_open == 0 { "settled" } else { "known to be settled" }
    }

    /// How often a pair diverges, in words, with numbers so written.
    fn how_often(&self, pair: &Pair, written: fn(u64) -> String) -> String {
        let all = self.comparison.whole().len() as u64;
        let of = |found| self.tally(found).positions;
        let open = match pair.undecided.positions {
            0 => String::new(),
            n => format!(" ({} are undecided)", written(n)),
        };
        match of(pair.results.diverge) {
            0 => format!("agree on every position{open}"),
            diverge => format!(
                "{} positions ({}){open}; the winner differs on {}; {} are {}",
                written(diverge),
                share(diverge, all),
                written(of(pair.results.winner)),
                written(of(pair.results.settled)),
                self.settled(),
            ),
        }
    }

    /// One pair in a sentence.
    pub(super) fn sentence(&self, pair: &Pair, written: fn(u64) -> String) -> String {
        format!("{} / {}: {}", self.name(pair.a), self.name(pair.b), self.how_often(pair, written))
    }

    /// All pairs, those that diverge most often first; pairs of which the same is to be said stand together.
    pub(super) fn sentences(&self, written: fn(u64) -> String) -> Vec<(String, Vec<&Pair>)> {
        let (diverging, agreeing) = self.by_number();
        let mut said: Vec<(String, Vec<&Pair>)> = Vec::new();
        for pair in diverging.into_iter().chain(agreeing) {
            let how = self.how_often(pair, written);
            match said.iter_mut().find(|(other, _)| *other == how) {
                Some((_, pairs)) => pairs.push(pair),
                None => said.push((how, vec![pair])),
            }
        }
        said
    }

    /// The smallest position on which any two rule sets diverge: a settled one if there is any.
    pub(super) fn smallest(&self) -> Option<(&Pair, Occurrences)> {
        let pairs = &self.comparison.pairs;
        let stones = |f: Occurrences| self.comparison.whole().position(f.witness).occupied().count_ones();
        let least = |of: &dyn Fn(&Pair) -> Option<Occurrences>| {
            let found = pairs.iter().filter_map(|p| Some((p, of(p)?)));
            found.min_by_key(|(_, f)| (stones(*f), f.witness))
        };
        least(&|p| p.results.settled).or_else(|| least(&|p| p.results.diverge))
    }

    /// The matrix, rule sets by number where there are more than two of them.
    fn small_matrix(&self) -> String {
        let count = self.comparison.rules.len();
        let name = |i: usize| format!("{} {}", i + 1, self.name(i));
        let cell = |row: usize, col: usize| {
            let find = |a, b| self.comparison.pairs.iter().find(|p| (p.a, p.b) == (a, b));
            match (find(row, col), find(col, row)) {
                (Some(pair), _) => self.tally(pair.results.diverge).positions.to_string(),
                (_, Some(pair)) => self.tally(pair.results.settled).positions.to_string(),
                _ => "-".to_string(),
            }
        };
        let names = (0..count).map(|i| name(i).chars().count()).max().unwrap_or(0);
        let cells: Vec<Vec<String>> = (0..count).map(|r| (0..count).map(|c| cell(r, c)).collect()).collect();
        let width = cells.iter().flatten().map(String::len).max().unwrap_or(0).max(2) + 2;
        let mut out = " ".repeat(names);
        (0..count).for_each(|i| out.push_str(&format!("{:>width$}", i + 1)));
        for (row, cells) in cells.iter().enumerate() {
            out.push_str(&format!("\n{:names$}", name(row)));
            cells.iter().for_each(|cell| out.push_str(&format!("{cell:>width$}")));
        }
        out + "\n"
    }

    /// The answer in a few lines, its boards dressed for who reads them.
    #[must_use]
    pub fn brief(&self, width: usize, dress: Dress) -> String {
        let c = self.comparison;
        let whole = c.whole();
        let undecided: u64 = c.summaries.iter().map(|s| s.undecided).sum();
        let exact = if undecided == 0 { String::new() } else { format!("; {undecided} verdicts undecided") };
        let mut out = format!(
            "{}: {} {}, {} of them settled{exact}\n\n",
            self.grid(),
            whole.len(),
            self.kind(),
            c.settled.positions
        );
        out.push_str("Positions on which two rule sets diverge (below the diagonal: the settled ones)\n");
        out.push_str(&self.small_matrix());
        out.push('\n');
        for (how, pairs) in self.sentences(|n| n.to_string()) {
            // One pair is named; of several the numbers of the matrix say enough.
            let who = match pairs.as_slice() {
                [pair] => format!("{} / {}", self.name(pair.a), self.name(pair.b)),
                pairs => products(pairs).join(", "),
            };
            wrap(&format!("{how}: {who}"), 2, width).iter().for_each(|line| out.push_str(&format!("{line}\n")));
        }
        if let Some((pair, found)) = self.smallest() {
            let settled = if pair.results.settled == Some(found) { "settled " } else { "" };
            out.push_str(&format!(
                "\nThe smallest {settled}position on which two of them diverge, `{}`:\n\n",
                self.text(found.witness)
            ));
            let position = whole.position(found.witness);
            let boards = [pair.a, pair.b]
                .map(|rules| Drawn::new(self.grid(), position, c.verdict(rules, found.witness).status.as_ref()));
            let blocks = [0, 1].map(|n| {
                let rules = [pair.a, pair.b][n];
                let mut block = vec![self.name(rules)];
                block.extend(dress(self.grid(), boards[n].lines()));
                block.push(c.outcome(rules, found.witness).to_string());
                block
            });
            out.push_str(&side_by_side(&blocks, width));
            let meaning = wrap(&legend(&boards), 0, width);
            out.push('\n');
            meaning.iter().for_each(|line| out.push_str(&format!("{line}\n")));
        }
        out
    }

    /// A picture of the smallest settled position on which each pair diverges, or of the smallest where none is settled: two boards
    /// beside each other under the names of the pair.
    #[must_use]
    pub fn sheet(&self) -> String {
        let c = self.comparison;
        let shown: Vec<(&Pair, usize)> = (self.by_number().0.into_iter())
            .filter_map(|p| Some((p, p.results.settled.or(p.results.diverge)?.witness)))
            .collect();
        let figures: Vec<Figure> = (shown.iter())
            .flat_map(|&(pair, at)| {
                let settled = pair.results.settled.is_some_and(|found| found.witness == at);
                let boards = [pair.a, pair.b]
                    .map(|rules| Drawn::new(self.grid(), c.whole().position(at), c.verdict(rules, at).status.as_ref()));
                let differs = differing(&boards.iter().collect::<Vec<_>>());
                let kind = if settled { "settled" } else { "no settled one: the smallest of all" };
                let over = [format!("{} / {}: {kind}", self.name(pair.a), self.name(pair.b)), String::new()];
                let sides = [pair.a, pair.b].into_iter().zip(boards).zip(over);
                sides.map(move |((rules, board), over)| Figure {
                    board,
                    over: Some(over),
                    heading: format!("{}: {}", self.name(rules), c.outcome(rules, at)),
                    caption: vec![self.text(at)],
                    differs: differs.clone(),
                })
            })
            .collect();
        let title =
            format!("The smallest settled position of {} on which two rule sets diverge, pair by pair", self.grid());
        sheet(&title, &figures, 4)
    }

    pub(super) fn tally(&self, found: Option<Occurrences>) -> Tally {
        found.map(|f| f.tally).unwrap_or_default()
    }
}
