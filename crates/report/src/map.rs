//! The map of the texts: how much rule sets disagree on boards, as a tree and as points of a plane, and what each says clause by clause.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use maud::{Markup, html};
use serde_json::{Value, json};

use super::aspects::{Answer, Aspect, Shown};
use super::brief::share;
use crate::atlas::compare::{Comparison, Occurrences, Pair};
use crate::atlas::map::{Among, Distances, Join, order, plane, tree};
use crate::atlas::prisoners::counts_stones;
use crate::law::RuleSet;
use shinpan_board::{Grid, diagram};

/// What is known of one board.
pub struct OfBoard {
    grid: Grid,
    rules: Vec<RuleSet>,
    /// Of all positions, and of the settled ones.
    distances: [Distances; 2],
    pairs: Vec<OfPair>,
    /// The rule sets that are not practical on the board.
    left_out: Vec<RuleSet>,
    /// No verdict was left undecided.
    exact: bool,
}

/// What is known of two rule sets, by their numbers.
struct OfPair {
    rules: [usize; 2],
    /// The positions on which they differ: of all, and of the settled ones.
    differ: [u64; 2],
    /// The smallest, and what each says of it.
    smallest: Option<(String, [String; 2])>,
}

impl OfBoard {
    /// What a comparison has found; `left_out` are the rule sets that it was too long to wait for.
    #[must_use]
    pub fn of(comparison: &Comparison<'_>, left_out: &[RuleSet]) -> OfBoard {
        let grid = comparison.whole().board().grid();
        let of_pair = |pair: &Pair| {
            let rules = [pair.a, pair.b];
            let found = [pair.results.diverge, pair.results.settled];
            let smallest = |found: Occurrences| {
                let text = diagram::text(grid, comparison.whole().position(found.witness));
                (text, rules.map(|rules| comparison.outcome(rules, found.witness).to_string()))
            };
            let differ = found.map(|found| found.map_or(0, |found| found.tally.positions));
            OfPair { rules, differ, smallest: found[0].map(smallest) }
        };
        OfBoard {
            grid,
            rules: comparison.rules.clone(),
            distances: [Among::All, Among::Settled].map(|among| Distances::of(comparison, among)),
            pairs: comparison.pairs.iter().map(of_pair).collect(),
            left_out: left_out.to_vec(),
            exact: comparison.is_exact(),
        }
    }
}

/// The map.
pub struct Map {
    /// The command that makes it.
    pub command: String,
    /// By board.
    pub boards: Vec<OfBoard>,
    /// The rule sets that are told apart clause by clause.
    pub rules: Vec<RuleSet>,
    /// What they say.
    pub aspects: Vec<Aspect>,
}

const AMONG: [&str; 2] = ["all", "settled"];

/// A group as it is named in a picture.
fn label(group: &[RuleSet], most: usize) -> String {
    let named: Vec<String> = group.iter().take(most).map(RuleSet::to_string).collect();
    let more = group.len().saturating_sub(most);
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    named.join(", ") + &more
}

/// How a group is drawn: filled if all of it count stones, open if none do, grey if some do.
fn filling(group: &[RuleSet]) -> &'static str {
    match group.iter().filter(|rules| counts_stones(rules)).count() {
        0 => "#fff",
        count if count == group.len() => "#111",
        _ => "#999",
    }
}

/// A number of the picture.
fn at(x: f64) -> String {
    format!("{x:.1}")
}

fn text(x: f64, y: f64, anchor: &str, size: &str, said: &str) -> Markup {
    html! { text x=(at(x)) y=(at(y)) text-anchor=(anchor) font-size=(size) fill="#111" { (said) } }
}

fn mark(x: f64, y: f64, fill: &str) -> Markup {
    html! { circle cx=(at(x)) cy=(at(y)) r="4.5" fill=(fill) stroke="#111" stroke-width="1.4" {} }
}

fn line([x, y]: [f64; 2], [to_x, to_y]: [f64; 2], stroke: &str) -> Markup {
    html! { line x1=(at(x)) y1=(at(y)) x2=(at(to_x)) y2=(at(to_y)) stroke=(stroke) stroke-width="1.4" {} }
}

fn picture(width: f64, height: f64, title: &str, drawn: &Markup) -> String {
    let page = html! {
        svg xmlns="http://www.w3.org/2000/svg" width=(at(width)) height=(at(height)) viewBox=(format!("0 0 {} {}", at(width), at(height)))
            font-family="sans-serif" role="img" aria-label=(title) {
            rect width="100%" height="100%" fill="#fff" {}
            (text(16.0, 24.0, "start", "15", title))
            (drawn)
        }
    };
    page.into_string() + "\n"
}

/// The names that fit beside a tree, and the length of a letter.
const NAMED: usize = 3;
const LETTER: f64 = 6.9;
const ROW: f64 = 22.0;

/// The tree: rule sets that agree everywhere are one leaf; where branches meet, the mean share of positions on which they differ.
#[must_use]
pub fn tree_svg(title: &str, distances: &Distances) -> String {
    let count = distances.groups.len();
    let joins: Vec<Join> = tree(distances);
    let order = order(count, &joins);
    let labels: Vec<String> = distances.groups.iter().map(|group| label(group, NAMED)).collect();
    let longest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0) as f64 * LETTER;
    let (left, across, top) = (46.0, 420.0, 64.0);
    let most = joins.iter().map(|join| join.height).fold(0.0, f64::max);
    // Up to the next ten percent.
    let scale = (most * 10.0).ceil().max(1.0) / 10.0;
    let x = |height: f64| left + across * (1.0 - height / scale);
    let mut places: Vec<[f64; 2]> = vec![[0.0; 2]; count];
    for (row, &group) in order.iter().enumerate() {
        places[group] = [x(0.0), top + ROW * row as f64];
    }
    let mut branches: Vec<Markup> = Vec::new();
    for join in &joins {
        let [a, b] = join.parts.map(|part| places[part]);
        let here = x(join.height);
        branches.push(html! {
            (line(a, [here, a[1]], "#111")) (line(b, [here, b[1]], "#111")) (line([here, a[1]], [here, b[1]], "#111"))
        });
        places.push([here, f64::midpoint(a[1], b[1])]);
    }
    let bottom = top + ROW * count as f64;
    let ticks = (0..=(scale * 10.0).round() as usize).map(|tenth| {
        let here = x(tenth as f64 / 10.0);
        html! {
            (line([here, top - 16.0], [here, bottom], "#ddd"))
            (text(here, top - 20.0, "middle", "11", &format!("{} %", 10 * tenth)))
        }
    });
    let leaves = order.iter().map(|&group| {
        let [x, y] = places[group];
        html! { (mark(x, y, filling(&distances.groups[group]))) (text(x + 12.0, y + 4.5, "start", "13", &labels[group])) }
    });
    let drawn = html! {
        @for tick in ticks { (tick) }
        @for branch in &branches { (branch) }
        @for leaf in leaves { (leaf) }
    };
    picture(x(0.0) + 12.0 + longest + 16.0, bottom + 16.0, title, &drawn)
}

/// Points nearer than this, across and down, share the place of their numbers.
const NEAR: [f64; 2] = [16.0, 12.0];

/// The numbers of points, those of points near each other together, with where they stand.
fn numbers(places: &[[f64; 2]]) -> Vec<([f64; 2], String)> {
    let mut numbers: Vec<([f64; 2], Vec<String>)> = Vec::new();
    for (n, &[x, y]) in places.iter().enumerate() {
        let is_near = |[a, b]: [f64; 2]| (a - x).abs() < NEAR[0] && (b - y).abs() < NEAR[1];
        match numbers.iter_mut().find(|(place, _)| is_near(*place)) {
            Some((_, there)) => there.push((n + 1).to_string()),
            None => numbers.push(([x, y], vec![(n + 1).to_string()])),
        }
    }
    numbers.into_iter().map(|(place, there)| (place, there.join(" "))).collect()
}

/// The plane: rule sets that agree everywhere are one point, with a number that the list beside it explains.
#[must_use]
pub fn plane_svg(title: &str, distances: &Distances) -> String {
    let (points, shown) = plane(distances);
    let (left, top, side, edge) = (30.0, 56.0, 560.0, 30.0);
    let range = |axis: usize| {
        let all = || points.iter().map(|point| point[axis]);
        [all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max)]
    };
    let [across, down] = [range(0), range(1)];
    // One scale for both.
    let unit = (side - 2.0 * edge) / (across[1] - across[0]).max(down[1] - down[0]).max(1e-6);
    let place = |[x, y]: [f64; 2]| [left + edge + (x - across[0]) * unit, top + edge + (down[1] - y) * unit];
    let places: Vec<[f64; 2]> = points.iter().map(|point| place(*point)).collect();
    let tall = 2.0 * edge + (down[1] - down[0]).max(0.0) * unit;
    let labels: Vec<String> =
        distances.groups.iter().enumerate().map(|(n, group)| format!("{} {}", n + 1, label(group, NAMED))).collect();
    let line_of = |n: usize| top + 12.0 + 17.0 * n as f64;
    let longest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0) as f64 * LETTER;
    let base = (top + tall + 22.0).max(line_of(labels.len()));
    let tenth = 0.1 * unit;
    let drawn = html! {
        rect x=(at(left)) y=(at(top)) width=(at(side)) height=(at(tall)) fill="none" stroke="#ddd" {}
        @for (n, [x, y]) in places.iter().enumerate() { (mark(*x, *y, filling(&distances.groups[n]))) }
        @for ([x, y], said) in numbers(&places) { (text(x + 8.0, y - 5.0, "start", "11", &said)) }
        @for (n, said) in labels.iter().enumerate() { (text(left + side + 24.0, line_of(n), "start", "12", said)) }
        (line([left, base], [left + tenth, base], "#111"))
        (text(left + tenth + 8.0, base + 4.0, "start", "11", &format!("10 % of the positions; the plane shows {:.0} % of the spread", 100.0 * shown)))
    };
    picture(left + side + 24.0 + longest + 16.0, base + 22.0, title, &drawn)
}

impl Map {
    /// The pictures, by the names of their files.
    #[must_use]
    pub fn pictures(&self) -> Vec<(String, String)> {
        let of = |board: &OfBoard| {
            AMONG
                .into_iter()
                .zip(&board.distances)
                .flat_map(|(among, distances)| {
                    let title = format!("{}, {among} positions ({})", board.grid, distances.of);
                    let tree = tree_svg(&format!("Rule sets on {title}: mean share on which they differ"), distances);
                    let plane =
                        plane_svg(&format!("Rule sets on {title}: the farther apart, the more they differ"), distances);
                    [
                        (format!("tree-{}-{among}.svg", board.grid), tree),
                        (format!("plane-{}-{among}.svg", board.grid), plane),
                    ]
                })
                .collect::<Vec<_>>()
        };
        self.boards.iter().flat_map(of).collect()
    }

    /// The page.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut out = format!("# The map of the texts\n\nMade by `{}`.\n\n", self.command);
        out += "How much rule sets disagree: two rule sets are as far apart as the share of positions on which their results differ, earlier prisoners being such that both \
                players have played equally many stones (`level`). *Settled* positions are those in which players could sensibly stop. Rule sets that agree everywhere are one \
                leaf, and one point. Filled marks count stones and territory, open ones territory and prisoners, and of grey ones some do this and some that. The tree joins the two nearest groups again and again, by the \
                mean distance of their members; the plane puts the distances as well as a plane can (classical scaling).\n";
        for board in &self.boards {
            self.board(board, &mut out);
        }
        self.clauses(&mut out);
        out
    }

    fn board(&self, board: &OfBoard, out: &mut String) {
        let OfBoard { grid, distances, left_out, exact, .. } = board;
        let _ = write!(out, "\n## {grid}\n\n");
        let undecided = if *exact {
            "No verdict was left undecided."
        } else {
            "Some verdicts are undecided; they are no differences."
        };
        let _ = writeln!(
            out,
            "{} positions, {} of them settled; {} rule sets. {undecided}\n",
            distances[0].of,
            distances[1].of,
            board.rules.len()
        );
        if !left_out.is_empty() {
            let names: Vec<String> = left_out.iter().map(|r| format!("`{r}`")).collect();
            let _ = writeln!(out, "Left out, as each position needs a long search: {}.\n", names.join(", "));
        }
        for (among, distances) in AMONG.into_iter().zip(distances) {
            let _ = writeln!(
                out,
                "![Tree, {among} positions](tree-{grid}-{among}.svg)\n\n![Plane, {among} positions](plane-{grid}-{among}.svg)\n"
            );
            let _ = writeln!(out, "Groups that agree on {among} positions:\n");
            for (n, group) in distances.groups.iter().enumerate() {
                let names: Vec<String> = group.iter().map(|r| format!("`{r}`")).collect();
                let _ = writeln!(out, "{}. {}", n + 1, names.join(", "));
            }
            let _ = writeln!(out, "\n{}", matrix(distances));
        }
    }

    fn clauses(&self, out: &mut String) {
        *out += "\n## Clause by clause\n\nWhat each rule set says about one thing, with its clause. A game is the shortest that shows the difference; its last step is meant. A position is the smallest on \
                 which the rule sets part.\n";
        for aspect in &self.aspects {
            let _ = write!(out, "\n### {}\n\n", aspect.name);
            match &aspect.shown {
                Some(Shown::Position(text)) => _ = writeln!(out, "`{text}`\n"),
                Some(Shown::Game(game)) => {
                    _ = writeln!(out, "`{}`\n", game.trim().split('\n').collect::<Vec<_>>().join(", "));
                }
                None => {}
            }
            *out += "| answer | rule sets, with the clause |\n|---|---|\n";
            let mut by: BTreeMap<usize, (&str, Vec<String>)> = BTreeMap::new();
            for (n, (rules, Answer { says, clause })) in self.rules.iter().zip(&aspect.answers).enumerate() {
                let first = aspect.answers.iter().position(|other| other.says == *says).unwrap_or(n);
                let clause = clause.map(|c| format!(" [{c}]")).unwrap_or_default();
                by.entry(first).or_insert((says, Vec::new())).1.push(format!("`{rules}`{clause}"));
            }
            for (says, rules) in by.values() {
                let _ = writeln!(out, "| {says} | {} |", rules.join(", "));
            }
        }
    }

    /// The same for programs.
    #[must_use]
    pub fn json(&self) -> Value {
        let names = |rules: &[RuleSet]| rules.iter().map(RuleSet::to_string).collect::<Vec<_>>();
        let board = |board: &OfBoard| {
            let pair = |pair: &OfPair| {
                let [all, settled] = pair.differ;
                let smallest = pair.smallest.as_ref();
                let smallest = smallest.map(|(at, outcomes)| json!({ "position": at, "outcomes": outcomes }));
                let rules = pair.rules.map(|rules| board.rules[rules].to_string());
                json!({ "rules": rules, "all": all, "settled": settled, "smallest": smallest })
            };
            let pairs: Vec<Value> = board.pairs.iter().map(pair).collect();
            json!({
                "board": board.grid.to_string(),
                "positions": board.distances[0].of,
                "settled": board.distances[1].of,
                "exact": board.exact,
                "rules": names(&board.rules),
                "left-out": names(&board.left_out),
                "pairs": pairs,
            })
        };
        let aspect = |aspect: &Aspect| {
            let answers: Vec<Value> = self
                .rules
                .iter()
                .zip(&aspect.answers)
                .map(|(rules, answer)| json!({ "rules": rules.to_string(), "says": answer.says, "clause": answer.clause }))
                .collect();
            let (position, game) = match &aspect.shown {
                Some(Shown::Position(text)) => (Some(text.as_str()), None),
                Some(Shown::Game(game)) => (None, Some(*game)),
                None => (None, None),
            };
            json!({ "name": aspect.name, "position": position, "game": game, "answers": answers })
        };
        json!({
            "command": self.command,
            "boards": self.boards.iter().map(board).collect::<Vec<_>>(),
            "aspects": self.aspects.iter().map(aspect).collect::<Vec<_>>(),
        })
    }
}

/// How many positions groups differ on, and the share of them.
fn matrix(distances: &Distances) -> String {
    let count = distances.groups.len();
    let head: Vec<String> = (1..=count).map(|n| n.to_string()).collect();
    let mut out = format!("| | {} |\n|---|{}\n", head.join(" | "), "---:|".repeat(count));
    for a in 0..count {
        let cell = |b: usize| if a == b { String::new() } else { share(distances.differ[a][b], distances.of) };
        let cells: Vec<String> = (0..count).map(cell).collect();
        let _ = writeln!(out, "| {} | {} |", a + 1, cells.join(" | "));
    }
    out
}
