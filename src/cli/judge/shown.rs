//! The answers of `shinpan judge` in each form.

use serde_json::{Value, json};

use super::super::deciding::Answer;
use super::super::look::Look;
use super::super::position::Asked;
use super::super::progress;
use crate::board::{Colour, Grid, Position, diagram, points_of};
use crate::law::encoded::EncodedAnswer;
use crate::law::{Life, PointStatus, Verdict};
use crate::record::sgf::{Said, write_position};
use crate::report::board::{claim_lines, draw, legend, side_by_side, trace_lines, wrap};
use crate::report::svg::{Figure, sheet};

/// What is shown of answers.
pub struct Shown<'a> {
    pub grid: Grid,
    pub position: Position,
    pub asked: &'a Asked,
    pub trace: bool,
    pub look: Look,
}

impl Shown<'_> {
    /// The position, and how it was reached.
    pub fn heading(&self) -> String {
        let mut out = format!("{} {}\n", self.grid, diagram::text(self.grid, self.position));
        for line in wrap(&self.reached(), 0, self.look.width) {
            out.push_str(&format!("{line}\n"));
        }
        out
    }

    fn reached(&self) -> String {
        reached(self.asked)
    }

    fn block(&self, answer: &Answer) -> Vec<String> {
        let mut block = vec![answer.rules.to_string()];
        block.extend(self.look.board(self.grid, draw(self.grid, self.position, answer.verdict.status.as_ref())));
        block.push(answer.verdict.outcome.to_string());
        block
    }

    /// The boards side by side, then what each rests on.
    pub fn all(&self, answers: &[Answer]) -> String {
        let mut out = self.heading();
        out.push('\n');
        out.push_str(&side_by_side(&answers.iter().map(|a| self.block(a)).collect::<Vec<_>>(), self.look.width));
        out.push('\n');
        out.push_str(&self.meaning(&answers.iter().collect::<Vec<_>>()));
        for answer in answers {
            out.push_str(&format!("\n{}\n{}", answer.rules, self.reasons(answer)));
        }
        out
    }

    /// One answer by itself.
    pub fn one(&self, answer: &Answer) -> String {
        let board = self.block(answer).join("\n");
        format!("{board}\n\n{}\n{}", self.meaning(&[answer]), self.reasons(answer))
    }

    /// The characters of the boards.
    fn meaning(&self, answers: &[&Answer]) -> String {
        let boards: Vec<_> = answers.iter().map(|a| (self.position, a.verdict.status.as_ref())).collect();
        let mut out = String::new();
        for line in wrap(&self.look.legend(legend(&boards, self.grid)), 0, self.look.width) {
            out.push_str(&format!("{line}\n"));
        }
        let plain: Vec<String> =
            answers.iter().filter(|a| a.verdict.status.is_none()).map(|a| a.rules.to_string()).collect();
        if !plain.is_empty() {
            out.push_str(&format!("no status, the result is that of best play: {}\n", plain.join(", ")));
        }
        out
    }

    /// The claims, and the trace if it was asked for.
    fn reasons(&self, Answer { verdict, steps, remarks, .. }: &Answer) -> String {
        let mut out = String::new();
        for mut line in claim_lines(self.grid, verdict) {
            if progress::time_is_up() {
                line = line.replace("the budget ran out; a larger --budget", "the time ran out; more --time");
            }
            out.push_str(&format!("  {line}\n"));
        }
        for remark in remarks {
            wrap(remark, 8, self.look.width).iter().for_each(|line| out.push_str(&format!("{line}\n")));
        }
        if verdict.notes.history {
            out.push_str("        (bounds without the history differed; a search with the full history decided)\n");
        }
        if self.trace && !steps.is_empty() {
            out.push('\n');
            for line in trace_lines(self.grid, self.position, steps, self.look.width - 2) {
                out.push_str(&format!("  {line}\n"));
            }
        }
        out
    }
}

/// How the position was reached, and what of it is not in an outcome; empty for a board.
pub fn reached(asked: &Asked) -> String {
    let Some(game) = &asked.game else { return String::new() };
    let [black, white] = game.taken;
    let moves = game.record.actions.len();
    let komi = game.record.setup.komi.map_or("no komi".to_string(), |komi| format!("komi {komi}"));
    format!(
        "after {moves} action{}; stones taken before: {black} by Black, {white} by White; {komi}: neither is in the outcomes",
        if moves == 1 { "" } else { "s" }
    )
}

pub fn json(shown: &Shown, answers: &[Answer], open: &[String]) -> Value {
    let grid = shown.grid;
    let verdicts: Vec<EncodedAnswer> = answers
        .iter()
        .map(|Answer { rules, verdict, steps, remarks }| EncodedAnswer {
            rules: rules.to_string(),
            outcome: None,
            verdict: Some(verdict.encoded(grid)),
            remarks,
            trace: shown.trace.then(|| steps.iter().map(|step| step.encoded(grid)).collect()),
        })
        .collect();
    let mut all = json!({
        "position": diagram::text(grid, shown.position),
        "rows": grid.rows(),
        "cols": grid.cols(),
        "verdicts": verdicts,
    });
    if !open.is_empty() {
        all["not_decided"] = json!(open);
    }
    all
}

/// A table of the outcomes, then each board and what the outcome rests on.
pub fn markdown(shown: &Shown, answers: &[Answer]) -> String {
    let mut out = format!("# {} `{}`\n", shown.grid, diagram::text(shown.grid, shown.position));
    let reached = shown.reached();
    if !reached.is_empty() {
        out.push_str(&format!("\n{reached}\n"));
    }
    out.push_str("\n| rule set | outcome |\n|---|---|\n");
    for Answer { rules, verdict: Verdict { outcome, .. }, .. } in answers {
        out.push_str(&format!("| {rules} | {outcome} |\n"));
    }
    for answer in answers {
        let text = shown.one(answer);
        let text = text.split_once('\n').map_or("", |(_, rest)| rest);
        out.push_str(&format!("\n## {}\n\n```text\n{}\n```\n", answer.rules, text.trim_end()));
    }
    out
}

/// The points of a verdict that are of a kind, and the stones of a life.
pub(in crate::cli) fn marks(grid: Grid, verdict: &Verdict) -> Vec<(&'static str, Vec<usize>)> {
    let Some(status) = &verdict.status else { return Vec::new() };
    let points = |wanted: PointStatus| (0..grid.len()).filter(|&p| status.points[p] == wanted).collect();
    let stones = |life: Life| {
        let strings = status.strings.iter().filter(|s| s.life == life);
        points_of(strings.fold(0, |all, s| all | s.string.stones)).collect()
    };
    vec![
        ("TB", points(PointStatus::Territory(Colour::Black))),
        ("TW", points(PointStatus::Territory(Colour::White))),
        ("MA", stones(Life::Dead)),
        ("SQ", stones(Life::Seki)),
    ]
}

/// The position with a variation for each rule set.
pub fn sgf(shown: &Shown, answers: &[Answer]) -> String {
    let outcomes: Vec<String> = answers.iter().map(|a| format!("{}: {}", a.rules, a.verdict.outcome)).collect();
    let said: Vec<Said> = answers
        .iter()
        .map(|a| Said {
            comment: format!("{}: {}\n{}", a.rules, a.verdict.outcome, shown.reasons(a)),
            marks: marks(shown.grid, &a.verdict),
        })
        .collect();
    write_position(&shown.asked.position, &outcomes.join("\n"), &said)
}

/// A picture of the boards.
pub fn svg(shown: &Shown, answers: &[Answer]) -> String {
    const ACROSS: usize = 3;
    let figures: Vec<Figure> = answers
        .iter()
        .map(|a| Figure {
            grid: shown.grid,
            position: shown.position,
            status: a.verdict.status.as_ref(),
            heading: format!("{}: {}", a.rules, a.verdict.outcome),
            caption: claim_lines(shown.grid, &a.verdict),
        })
        .collect();
    sheet(&diagram::text(shown.grid, shown.position), &figures, ACROSS)
}
