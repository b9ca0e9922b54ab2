//! The answers of `shinpan judge` in each form.

use serde_json::{Value, json};

use super::super::look::Look;
use super::super::position::Asked;
use super::super::progress;
use super::depends;
use crate::board::Grid;
use crate::law::answer::Answer;
use crate::law::encoded::EncodedAnswer;
use crate::record::sgf::{Said, write_position};
use crate::report::board::{Drawn, answer_lines, answer_trace, legend, side_by_side, wrap};

/// What is shown of answers.
pub struct Shown<'a> {
    pub asked: &'a Asked,
    pub trace: bool,
    pub look: Look,
    /// Some of the answers are undecided because there was no more time for them.
    pub out_of_time: bool,
}

impl Shown<'_> {
    /// The position, and how it was reached.
    pub fn heading(&self) -> String {
        let mut out = format!("{} {}\n", self.grid(), self.asked.position);
        for line in wrap(&self.reached(), 0, self.look.width) {
            out.push_str(&format!("{line}\n"));
        }
        out
    }

    fn grid(&self) -> Grid {
        self.asked.position.grid()
    }

    fn reached(&self) -> String {
        reached(self.asked)
    }

    fn block(&self, answer: &Answer) -> Vec<String> {
        let mut block = vec![answer.rules.to_string()];
        block.extend(self.look.board(self.grid(), Drawn::of(answer).lines()));
        block.push(answer.outcome().to_string());
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
        let boards: Vec<Drawn> = answers.iter().map(|a| Drawn::of(a)).collect();
        let mut out = String::new();
        for line in wrap(&self.look.legend(legend(&boards)), 0, self.look.width) {
            out.push_str(&format!("{line}\n"));
        }
        let plain: Vec<String> = (answers.iter().zip(&boards).filter(|(a, b)| !b.with_status && !a.is_unfinished()))
            .map(|(a, _)| a.rules.to_string())
            .collect();
        if !plain.is_empty() {
            out.push_str(&format!("no status, the result is that of best play: {}\n", plain.join(", ")));
        }
        out
    }

    /// The claims, and the trace if it was asked for.
    fn reasons(&self, answer: &Answer) -> String {
        let mut out = String::new();
        for mut line in answer_lines(answer) {
            if self.out_of_time || progress::time_is_up() {
                line = line.replace("the budget ran out; a larger --budget", "the time ran out; more --time");
            }
            out.push_str(&format!("  {line}\n"));
        }
        for line in depends::lines(self.asked, answer) {
            wrap(&line, 8, self.look.width).iter().for_each(|line| out.push_str(&format!("{line}\n")));
        }
        for remark in &answer.remarks {
            wrap(remark, 8, self.look.width).iter().for_each(|line| out.push_str(&format!("{line}\n")));
        }
        if answer.verdict().is_some_and(|verdict| verdict.notes.history) {
            out.push_str("        (bounds without the history differed; a search with the full history decided)\n");
        }
        if self.trace && !answer.steps.is_empty() {
            out.push('\n');
            for line in answer_trace(answer, self.look.width - 2) {
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
    let grid = shown.grid();
    let mut all = json!({
        "position": shown.asked.position.to_string(),
        "rows": grid.rows(),
        "cols": grid.cols(),
        "verdicts": answers.iter().map(|answer| answer.encoded(shown.trace)).collect::<Vec<EncodedAnswer>>(),
    });
    if !open.is_empty() {
        all["not_decided"] = json!(open);
    }
    all
}

/// A table of the outcomes, then each board and what the outcome rests on.
pub fn markdown(shown: &Shown, answers: &[Answer]) -> String {
    let mut out = format!("# {} `{}`\n", shown.grid(), shown.asked.position);
    let reached = shown.reached();
    if !reached.is_empty() {
        out.push_str(&format!("\n{reached}\n"));
    }
    out.push_str("\n| rule set | outcome |\n|---|---|\n");
    for answer in answers {
        out.push_str(&format!("| {} | {} |\n", answer.rules, answer.outcome()));
    }
    for answer in answers {
        let text = shown.one(answer);
        let text = text.split_once('\n').map_or("", |(_, rest)| rest);
        out.push_str(&format!("\n## {}\n\n```text\n{}\n```\n", answer.rules, text.trim_end()));
    }
    out
}

/// The position with a variation for each rule set.
pub fn sgf(shown: &Shown, answers: &[Answer]) -> String {
    let outcomes: Vec<String> = answers.iter().map(|a| format!("{}: {}", a.rules, a.outcome())).collect();
    let said: Vec<Said> = answers
        .iter()
        .map(|a| Said {
            comment: format!("{}: {}\n{}", a.rules, a.outcome(), shown.reasons(a)),
            marks: Drawn::of(a).marks(),
        })
        .collect();
    write_position(&shown.asked.position, &outcomes.join("\n"), &said)
}
