//! Boards and verdicts as text for people.
//!
//! A board with statuses is drawn with one character a point, see [`KEY`]; boards stand side by side as far as the width
//! allows ([`side_by_side`]).

use crate::board::{Colour, Grid, Points, Position, diagram, points_of};
use crate::law::ClauseId;
use crate::law::finished::Finished;
use crate::law::{Cited, Claim, Life, LineMove, Outcome, PointStatus, Status, Step, Verdict};

/// What the characters of a drawn board mean: those that go together, and their meaning.
pub const KEY: [(&str, &str); 7] = [
    ("X O", "living stones"),
    ("# @", "black and white stones in seki"),
    ("x o", "dead stones"),
    ("Y Q", "black and white stones of undecided life"),
    ("b w", "territory of Black and of White"),
    (":", "eye of stones in seki"),
    ("?", "undecided point"),
];

/// The character of a point. Without a status stones are `X` and `O` and all other points are `.`.
fn character(position: Position, status: Option<&Status>, p: usize) -> char {
    let string = status.and_then(|s| s.strings.iter().find(|s| s.string.stones >> p & 1 == 1));
    mark(position.at(p), string.map(|s| s.life), status.and_then(|s| s.points.get(p).copied()))
}

/// The character of a point that holds such a stone, of such a life, or has such a status.
fn mark(stone: Option<Colour>, life: Option<Life>, point: Option<PointStatus>) -> char {
    let of = |colour, black, white| if colour == Colour::Black { black } else { white };
    if let Some(colour) = stone {
        return match life {
            None | Some(Life::Alive) => of(colour, 'X', 'O'),
            Some(Life::Seki) => of(colour, '#', '@'),
            Some(Life::Dead) => of(colour, 'x', 'o'),
            Some(Life::Undecided) => of(colour, 'Y', 'Q'),
        };
    }
    match point {
        None | Some(PointStatus::Stone | PointStatus::Dame) => '.',
        Some(PointStatus::Territory(colour)) => of(colour, 'b', 'w'),
        Some(PointStatus::EyeInSeki(_)) => ':',
        Some(PointStatus::Undecided) => '?',
    }
}

/// Makes the lines of a drawn board fit for who reads them: stones and colour, or nothing.
pub type Dress<'a> = &'a dyn Fn(Grid, Vec<String>) -> Vec<String>;

/// A board with coordinates, one line a row, with the status of stones and points if there is one.
///
/// ```
/// use shinpan::board::diagram;
/// use shinpan::report::board::draw;
///
/// let board = diagram::parse("X.O/XXO").unwrap();
/// let drawn = draw(board.grid(), board.to_position().unwrap(), None);
/// assert_eq!(drawn, ["  A B C", "2 X . O 2", "1 X X O 1", "  A B C"]);
/// ```
#[must_use]
pub fn draw(grid: Grid, position: Position, status: Option<&Status>) -> Vec<String> {
    diagram::draw(grid, |p| character(position, status, p)).lines().map(str::to_string).collect()
}

/// The meaning of the characters that occur in these boards: one line, `X O living stones; x o dead stones; ...`.
#[must_use]
pub fn legend(boards: &[(Position, Option<&Status>)], grid: Grid) -> String {
    let used: Vec<char> = boards
        .iter()
        .flat_map(|&(position, status)| (0..grid.len()).map(move |p| character(position, status, p)))
        .collect();
    let mut parts: Vec<String> = KEY
        .iter()
        .filter(|(marks, _)| marks.chars().any(|c| c != ' ' && used.contains(&c)))
        .map(|(marks, meaning)| format!("{marks} {meaning}"))
        .collect();
    let with = boards.iter().filter(|(_, status)| status.is_some()).count();
    if used.contains(&'.') {
        parts.push(
            match (with, boards.len() - with) {
                (_, 0) => ". dame",
                (0, _) => ". empty point",
                _ => ". dame (where no status is given: empty point)",
            }
            .to_string(),
        );
    }
    if with == 0 {
        // Without statuses, nothing says that a stone lives.
        parts.retain(|p| !p.starts_with("X O"));
    }
    parts.join("; ")
}

/// Blocks of lines beside each other, as many as fit the width (at least one), then the rest below; an empty line
/// between. Every line ends with a line end, none in blanks.
#[must_use]
pub fn side_by_side(blocks: &[Vec<String>], width: usize) -> String {
    const GAP: usize = 3;
    let mut out = String::new();
    let widths: Vec<usize> = blocks.iter().map(|b| b.iter().map(|l| l.chars().count()).max().unwrap_or(0)).collect();
    let mut from = 0;
    while from < blocks.len() {
        let mut to = from + 1;
        let mut total = widths[from];
        while to < blocks.len() && total + GAP + widths[to] <= width {
            total += GAP + widths[to];
            to += 1;
        }
        if from > 0 {
            out.push('\n');
        }
        let height = blocks[from..to].iter().map(Vec::len).max().unwrap_or(0);
        for i in 0..height {
            let mut line = String::new();
            for (block, width) in blocks[from..to].iter().zip(&widths[from..to]) {
                let text = block.get(i).map_or("", String::as_str);
                line.push_str(&format!("{text:width$}{:GAP$}", ""));
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
        from = to;
    }
    out
}

/// The text in lines of at most `width` characters (a longer word stands alone), each after `indent` blanks.
#[must_use]
pub fn wrap(text: &str, indent: usize, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = " ".repeat(indent);
    let mut length = indent;
    for word in text.split_whitespace() {
        let word_length = word.chars().count();
        if length > indent && length + 1 + word_length > width {
            lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
            length = indent;
        }
        if length > indent {
            line.push(' ');
            length += 1;
        }
        line.push_str(word);
        length += word_length;
    }
    if length > indent {
        lines.push(line);
    }
    lines
}

/// The coordinates of a set of points, in the order of a diagram.
#[must_use]
pub fn names(grid: Grid, points: Points) -> Vec<String> {
    points_of(points).map(|p| grid.name(p)).collect()
}

/// What a claim adds to the margin, Black minus White.
fn signed(claim: &Claim) -> i32 {
    if claim.player == Colour::Black { claim.value } else { -claim.value }
}

/// The claims of a verdict, one a line, and their sum; for an outcome that is no margin, the reason why there are none.
#[must_use]
pub fn claim_lines(grid: Grid, verdict: &Verdict) -> Vec<String> {
    let mut lines: Vec<String> = verdict
        .claims
        .iter()
        .map(|claim| {
            let mut line = format!("{:+4}  {}: {} [{}]", signed(claim), claim.player, claim.what, claim.clause);
            if claim.points != 0 {
                line.push_str(&format!(" {}", names(grid, claim.points).join(" ")));
            }
            line
        })
        .collect();
    lines.push(match verdict.outcome {
        Outcome::Margin(m) => {
            let none = if verdict.claims.is_empty() { ": neither player has a point to claim" } else { "" };
            format!("{:>4}  {}{none}", format!("={m:+}").replace("+0", "0"), verdict.outcome)
        }
        Outcome::NoResult { .. } => {
            format!("      {}: at best for each player, and only an endless cycle keeps them apart", verdict.outcome)
        }
        Outcome::Undecided { .. } => {
            format!(
                "      {}: its limits ran out; a larger --budget (or --time, --memory) may decide it",
                verdict.outcome
            )
        }
    });
    lines
}

/// A line of play on one line: `B A1  W pass  B C3 (-> X.O/...)`. The position is shown after a capture, if the board is
/// small enough for it to be read.
#[must_use]
pub fn line_text(grid: Grid, from: Position, line: &[LineMove]) -> String {
    const READABLE: usize = 16;
    let mut before = from;
    let mut moves = Vec::with_capacity(line.len());
    for LineMove { player, what, after, .. } in line {
        let lost = before.of(player.opponent()) & !after.of(player.opponent());
        let mut text = format!("{} {what}", player.letter());
        if lost != 0 {
            text.push_str(" takes ");
            text.push_str(&names(grid, lost).join(" "));
            if grid.len() <= READABLE {
                text.push_str(&format!(" (-> {})", diagram::text(grid, *after)));
            }
        }
        moves.push(text);
        before = *after;
    }
    moves.join(", ")
}

/// The steps of a trace: for each the clause, the reading in force, what the clause says (where it is cited first), the
/// facts, and the line of play that shows them.
#[must_use]
pub fn trace_lines(grid: Grid, position: Position, steps: &[Step], width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut cited: Vec<ClauseId> = Vec::new();
    let mut last = None;
    for step in steps {
        // Steps by the same clause and reading stand under one heading.
        let heading = (step.clause, step.reading.as_deref());
        if last.replace(heading) != Some(heading) {
            let clause = step.clause.spec();
            let title = &clause.title;
            let reading = step.reading.as_ref().map(|r| format!(" [{r}]")).unwrap_or_default();
            lines.push(format!("{}  {title}{reading}", step.clause));
            if !cited.contains(&step.clause) {
                lines.extend(wrap(&clause.paraphrase, 4, width));
                cited.push(step.clause);
            }
        }
        lines.extend(hanging("  - ", &step.fact, width));
        if !step.line.is_empty() {
            lines.extend(hanging("    line: ", &line_text(grid, position, &step.line), width));
        }
        for (LineMove { player, what, .. }, Cited { clause, fact }) in
            step.line.iter().flat_map(|m| m.rules.iter().map(move |rule| (m, rule)))
        {
            lines.extend(hanging(&format!("      {} {what}: ", player.letter()), &format!("{fact} [{clause}]"), width));
        }
    }
    lines
}

/// Wrapped text whose first line begins with `start` and whose others are indented as far.
fn hanging(start: &str, text: &str, width: usize) -> Vec<String> {
    let mut lines = wrap(text, start.chars().count(), width);
    if let Some(first) = lines.first_mut() {
        *first = format!("{start}{}", first.trim_start());
    }
    lines
}

/// A verdict at sight: the board with the status of stones and points, the items of the count and the outcome.
#[must_use]
pub fn finished_lines(finished: &Finished) -> Vec<String> {
    let grid = finished.position.grid();
    let status = |p: usize| {
        let lives = finished.strings.iter().flatten().find(|(s, _)| s.stones.contains(&p)).map(|(_, life)| *life);
        mark(finished.position.at(p), lives, finished.points.as_ref().map(|points| points[p]))
    };
    let mut lines: Vec<String> = diagram::draw(grid, status).lines().map(str::to_string).collect();
    for i in &finished.count.items {
        let value = if i.player == Colour::Black { i.value } else { -i.value } / 100;
        let clause = i.clause.map(|clause| format!(" [{clause}]")).unwrap_or_default();
        lines.push(format!("{value:+4}  {}: {}{clause}", i.player, i.what));
    }
    lines.push(format!("{:>4}  {}", format!("={:+}", finished.count.margin() / 100), finished.outcome()));
    lines
}
