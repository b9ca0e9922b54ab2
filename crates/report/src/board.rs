//! Boards and verdicts as text for people.
//!
//! A board with statuses is drawn with one character a point, see [`KEY`]; boards stand side by side as far as the width
//! allows ([`side_by_side`]).

use crate::law::ClauseId;
use crate::law::answer::{Answer, Found};
use crate::law::procedure::count::Item;
use crate::law::{Cited, Claim, Life, LineMove, Outcome, PointStatus, Status, Step, Verdict};
use shinpan_board::plain::PlainPosition;
use shinpan_board::{Colour, Grid, Points, Position, diagram, points_of};

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

/// A point of a board as it is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cell {
    /// The stone on it.
    pub stone: Option<Colour>,
    /// What becomes of the stone.
    pub life: Option<Life>,
    /// What becomes of the point.
    pub point: Option<PointStatus>,
}

/// A board as it is drawn: stones, and the status of stones and points if there is one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// Its size.
    pub grid: Grid,
    /// Its points, in the order of the board.
    pub cells: Vec<Cell>,
    /// Whether a status is given.
    pub with_status: bool,
}

impl Drawn {
    /// A position of a board on which positions are searched.
    #[must_use]
    pub fn new(grid: Grid, position: Position, status: Option<&Status>) -> Drawn {
        let mut cells: Vec<Cell> = (0..grid.len())
            .map(|p| Cell { stone: position.at(p), life: None, point: status.and_then(|s| s.points.get(p).copied()) })
            .collect();
        for string in status.iter().flat_map(|s| &s.strings) {
            points_of(string.string.stones).for_each(|p| cells[p].life = Some(string.life));
        }
        Drawn { grid, cells, with_status: status.is_some() }
    }

    /// A position of any size, of which nothing is said.
    #[must_use]
    pub fn plain(position: &PlainPosition) -> Drawn {
        let stones = position.cells().iter().map(|&stone| Cell { stone, ..Cell::default() });
        Drawn { grid: position.grid(), cells: stones.collect(), with_status: false }
    }

    /// What a rule set says of a position of any size. On what was left open at sight the strings in doubt are undecided, and only
    /// those of which it is known have another status.
    #[must_use]
    pub fn of(answer: &Answer) -> Drawn {
        let grid = answer.position.grid();
        let mut drawn = Drawn::plain(&answer.position);
        match &answer.found {
            Found::Verdict(verdict) => {
                let position = answer.position.to_position().unwrap_or_default();
                return Drawn::new(grid, position, verdict.status.as_ref());
            }
            Found::Finished(finished) => {
                drawn.with_status = finished.points.is_some();
                for (string, life) in finished.strings.iter().flatten() {
                    string.stones.iter().for_each(|&p| drawn.cells[p].life = Some(*life));
                }
                for (p, status) in finished.points.iter().flatten().enumerate() {
                    drawn.cells[p].point = Some(*status);
                }
            }
            Found::Unfinished(unfinished) => {
                for string in &unfinished.open {
                    string.stones.iter().for_each(|&p| drawn.cells[p].life = Some(Life::Undecided));
                }
                for known in &unfinished.known.strings {
                    known.string.stones.iter().for_each(|&p| drawn.cells[p].life = known.life);
                }
                unfinished.known.points.iter().for_each(|&(p, status)| drawn.cells[p].point = Some(status));
            }
        }
        drawn
    }

    /// With coordinates, one line a row.
    ///
    /// ```
    /// use shinpan_board::diagram;
    /// use shinpan_report::board::Drawn;
    ///
    /// let board = diagram::parse("X.O/XXO").unwrap();
    /// let drawn = Drawn::new(board.grid(), board.to_position().unwrap(), None).lines();
    /// assert_eq!(drawn, ["  A B C", "2 X . O 2", "1 X X O 1", "  A B C"]);
    /// ```
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        diagram::draw(self.grid, |p| mark(self.cells[p])).lines().map(str::to_string).collect()
    }

    /// One character a point, as [`KEY`] says, one line a row from the top.
    ///
    /// ```
    /// use shinpan_board::diagram;
    /// use shinpan_report::board::Drawn;
    ///
    /// let board = diagram::parse("X.O/XXO").unwrap();
    /// assert_eq!(Drawn::new(board.grid(), board.to_position().unwrap(), None).rows(), ["X.O", "XXO"]);
    /// ```
    #[must_use]
    pub fn rows(&self) -> Vec<String> {
        self.cells.chunks(self.grid.cols()).map(|row| row.iter().map(|cell| mark(*cell)).collect()).collect()
    }

    /// Points by the property of SGF that marks them: territory, dead stones, stones in seki.
    #[must_use]
    pub fn marks(&self) -> Vec<(&'static str, Vec<usize>)> {
        let points = |wanted: &dyn Fn(&Cell) -> bool| {
            (0..self.cells.len()).filter(|&p| wanted(&self.cells[p])).collect::<Vec<usize>>()
        };
        let territory = |c| points(&|cell: &Cell| cell.point == Some(PointStatus::Territory(c)));
        let stones = |life| points(&|cell: &Cell| cell.life == Some(life));
        let marks = [
            ("TB", territory(Colour::Black)),
            ("TW", territory(Colour::White)),
            ("MA", stones(Life::Dead)),
            ("SQ", stones(Life::Seki)),
        ];
        marks.into_iter().filter(|(_, points)| !points.is_empty()).collect()
    }
}

/// The character of a point. Without a status stones are `X` and `O` and all other points are `.`.
fn mark(Cell { stone, life, point }: Cell) -> char {
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

/// The meaning of the characters that occur in these boards: one line, `X O living stones; x o dead stones; ...`.
#[must_use]
pub fn legend(boards: &[Drawn]) -> String {
    let used: Vec<char> = boards.iter().flat_map(|board| board.cells.iter().map(|cell| mark(*cell))).collect();
    let mut parts: Vec<String> = KEY
        .iter()
        .filter(|(marks, _)| marks.chars().any(|c| c != ' ' && used.contains(&c)))
        .map(|(marks, meaning)| format!("{marks} {meaning}"))
        .collect();
    let with = boards.iter().filter(|board| board.with_status).count();
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
        Outcome::Margin(_) => sum(verdict.outcome, verdict.claims.is_empty()),
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

/// The items of the count of a position of any size, one a line, and their sum, as [`claim_lines`]; where something is left open, what.
#[must_use]
pub fn answer_lines(answer: &Answer) -> Vec<String> {
    // More names than this say less than the board does.
    const NAMED: usize = 24;
    let grid = answer.position.grid();
    let finished = match &answer.found {
        Found::Verdict(verdict) => {
            return claim_lines(grid, verdict).into_iter().chain(open_line(grid, verdict)).collect();
        }
        Found::Unfinished(unfinished) => return vec![format!("      {unfinished}")],
        Found::Finished(finished) => finished,
    };
    // The regions of a player in one line: there may be many.
    let mut items: Vec<Item> = Vec::new();
    for item in &finished.count.items {
        match items.iter_mut().find(|i| (i.player, i.clause, i.what) == (item.player, item.clause, item.what)) {
            Some(i) => {
                i.value += item.value;
                i.points.extend(&item.points);
                i.points.sort_unstable();
            }
            None => items.push(item.clone()),
        }
    }
    let line = |i: &Item| {
        let value = if i.player == Colour::Black { i.value } else { -i.value } / 100;
        let clause = i.clause.map(|clause| format!(" [{clause}]")).unwrap_or_default();
        let mut line = format!("{value:+4}  {}: {}{clause}", i.player, i.what);
        i.points.iter().take(NAMED).for_each(|&p| line.push_str(&format!(" {}", grid.name(p))));
        if i.points.len() > NAMED {
            line.push_str(&format!(" ... ({} in all)", i.points.len()));
        }
        line
    };
    let mut lines: Vec<String> = items.iter().map(line).collect();
    lines.push(sum(finished.outcome(), lines.is_empty()));
    lines
}

/// How the last line of a count begins, under the column of the numbers.
const SUM: &str = " sum  ";

/// A line of a count as a picture or a page has it: without indentation, the last one as a sentence.
///
/// ```
/// assert_eq!(shinpan_report::board::captioned(" sum  W+1"), "sum: W+1");
/// assert_eq!(shinpan_report::board::captioned("  -1  White: empty points of territory"), "-1  White: empty points of territory");
/// ```
#[must_use]
pub fn captioned(line: &str) -> String {
    line.strip_prefix(SUM).map_or_else(|| line.trim().to_string(), |result| format!("sum: {result}"))
}

/// The strings whose life is undecided, by the first of their stones.
fn open_line(grid: Grid, verdict: &Verdict) -> Option<String> {
    let of = |player: Colour| {
        let open = verdict.open().filter(|s| s.string.colour == player);
        let first: Vec<String> = open.filter_map(|s| points_of(s.string.stones).next()).map(|p| grid.name(p)).collect();
        (!first.is_empty()).then(|| format!("{player} {}", first.join(" ")))
    };
    let open: Vec<String> = Colour::ALL.into_iter().filter_map(of).collect();
    let same = if verdict.outcome.margin().is_some() { "; the margin is the same whatever they are" } else { "" };
    (!open.is_empty()).then(|| format!("      open: the strings of {}{same}", open.join(", ")))
}

/// The steps of an answer, as [`trace_lines`].
#[must_use]
pub fn answer_trace(answer: &Answer, width: usize) -> Vec<String> {
    // On a larger board nothing was searched, and no step has a line of play.
    let position = answer.position.to_position().unwrap_or_default();
    trace_lines(answer.position.grid(), position, &answer.steps, width)
}

/// The last line of a count.
fn sum(outcome: Outcome, empty: bool) -> String {
    let none = if empty { ": neither player has a point to claim" } else { "" };
    format!("{SUM}{outcome}{none}")
}
