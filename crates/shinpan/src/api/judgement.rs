//! A position under several rule sets, and what is shown of the answers.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::position::NotJudged;
use crate::board::plain::PlainPosition;
use crate::law::answer::{Answer, Asking};
use crate::law::facts::Facts;
use crate::law::{Outcome, RuleSet, Verdict, cost};
use crate::report::board::{Drawn, answer_lines, answer_trace, legend};
use crate::report::svg;
use crate::solve::Budget;

/// What a rule set says of a position, in the forms of `shinpan judge`.
#[derive(Clone, Debug)]
pub struct Judgement(Answer);

/// Judges a position under each of `rules`, as `shinpan judge` does: on boards of up to 64 points by a search, on larger ones where
/// every stone is immortal, or dead where nothing can live. In the order of `rules`; the answers do not depend on the number of threads
/// unless a time is given.
///
/// `budget` is for each question, `time` for all rule sets together; what they leave open is undecided, between two bounds.
///
/// # Errors
/// [`NotJudged::NoLiberty`].
///
/// # Examples
/// ```
/// use shinpan::{Budget, RuleSet, diagram, judge_all};
///
/// let position = diagram::parse(".XX/XX./OO.")?;
/// let said = judge_all(&position, &RuleSet::defaults()[..1], Budget::default(), None)?;
/// assert_eq!(said[0].outcome().margin(), Some(7));
/// assert_eq!(said[0].json()["points"]["A3"], "black territory");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn judge_all(
    position: &PlainPosition,
    rules: &[RuleSet],
    budget: Budget,
    time: Option<Duration>,
) -> Result<Vec<Judgement>, NotJudged> {
    if !position.is_legal() {
        return Err(NotJudged::NoLiberty);
    }
    let until = time.and_then(|time| Instant::now().checked_add(time));
    let mut jobs: Vec<usize> = (0..rules.len()).collect();
    // The cheap ones first, so that they are known when the time is up.
    jobs.sort_by_key(|&n| std::cmp::Reverse(cost(&rules[n])));
    let jobs = Mutex::new(jobs);
    let found: Mutex<Vec<Option<Judgement>>> = Mutex::new(vec![None; rules.len()]);
    let work = || {
        let asking = Asking::of(position);
        while let Some(n) = jobs.lock().ok().and_then(|mut jobs| jobs.pop()) {
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            let budget = budget.within(left.or(budget.time), budget.memory);
            let traced = rules[n].text.carries_traces();
            let answer = asking.answer(&rules[n], &Facts::default(), budget, traced);
            if let Ok(mut found) = found.lock() {
                found[n] = Some(Judgement(answer));
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(rules.len());
    // One answer is found in this thread.
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    Ok(found.into_inner().unwrap_or_default().into_iter().flatten().collect())
}

impl Judgement {
    /// The rule set.
    #[must_use]
    pub fn rules(&self) -> &RuleSet {
        &self.0.rules
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &PlainPosition {
        &self.0.position
    }

    /// The result, Black minus White in points, without komi and without prisoners from before the position.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.0.outcome()
    }

    /// The verdict, where it was not found at sight.
    #[must_use]
    pub fn verdict(&self) -> Option<&Verdict> {
        self.0.verdict()
    }

    /// All of it: a member of `verdicts` in `shinpan judge --format json`.
    #[must_use]
    pub fn json(&self) -> Value {
        json!(self.0.encoded(false))
    }

    /// The rule set, the board with the status of stones and points, what the marks mean, and the claims that sum to the outcome.
    #[must_use]
    pub fn text(&self) -> String {
        let board = Drawn::of(&self.0);
        let mut lines = vec![self.rules().to_string()];
        lines.extend(board.lines());
        lines.extend([self.outcome().to_string(), String::new(), legend(&[board])]);
        lines.extend(answer_lines(&self.0));
        lines.extend(self.0.remarks.iter().map(|remark| format!("        {remark}")));
        lines.join("\n").trim_end().to_string()
    }

    /// By which clauses: what [`super::trace`] says, as JSON (`trace` in `shinpan judge --trace --format json`) and as text. Where a text
    /// carries its traces ([`crate::law::Document::carries_traces`]) this was found with the verdict; else it is judged again, with this
    /// budget.
    #[must_use]
    pub fn why(&self, budget: Budget) -> (Value, String) {
        let again;
        let traced = if self.rules().text.carries_traces() {
            &self.0
        } else {
            again = Asking::of(self.position()).answer(self.rules(), &Facts::default(), budget, true);
            &again
        };
        (json!(traced.encoded(true).trace), answer_trace(traced, WIDTH).join("\n"))
    }
}

/// Characters in a line of text.
const WIDTH: usize = 100;

/// A picture of the boards, as `shinpan judge --format svg` draws them.
#[must_use]
pub fn picture(judgements: &[&Judgement]) -> String {
    let title = judgements.first().map(|judgement| judgement.position().to_string()).unwrap_or_default();
    svg::answers(&title, &judgements.iter().map(|judgement| &judgement.0).collect::<Vec<_>>())
}
