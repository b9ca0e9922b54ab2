//! A position under several rule sets, and what is shown of the answers.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{NotJudged, judged};
use crate::board::diagram;
use crate::board::plain::PlainPosition;
use crate::law::encoded::{EncodedAnswer, EncodedStep};
use crate::law::finished::{Finished, Sight, Unfinished};
use crate::law::{Outcome, RuleSet, Step, Verdict, cost, interpreter};
use crate::report::board::{claim_lines, draw, finished_lines, legend, trace_lines};
use crate::report::svg::{Figure, sheet};
use crate::solve::Budget;

/// What a rule set says of a position, in the forms of `shinpan judge`.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The rule set.
    pub rules: RuleSet,
    /// The position.
    pub position: PlainPosition,
    said: Said,
}

/// What is said, by the way it was found.
#[derive(Clone, Debug)]
enum Said {
    /// By a search where one is needed, with what people should know besides.
    Verdict(Box<Verdict>, Vec<String>),
    /// On a board too large to search: at sight.
    Finished(Box<Finished>),
    /// On such a board, where that leaves something open.
    Unfinished(Box<Unfinished>),
}

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
    let until = time.and_then(|time| Instant::now().checked_add(time));
    let (board, small) = match judged(position) {
        Ok(judged) => judged,
        Err(NotJudged::TooLarge(_)) => {
            let sight = Sight::of(position);
            return Ok(rules.iter().map(|rules| at_sight(&sight, rules)).collect());
        }
        Err(error) => return Err(error),
    };
    let mut jobs: Vec<usize> = (0..rules.len()).collect();
    // The cheap ones first, so that they are known when the time is up.
    jobs.sort_by_key(|&n| std::cmp::Reverse(cost(&rules[n])));
    let jobs = Mutex::new(jobs);
    let found: Mutex<Vec<Option<Judgement>>> = Mutex::new(vec![None; rules.len()]);
    let work = || {
        while let Some(n) = jobs.lock().ok().and_then(|mut jobs| jobs.pop()) {
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            let mut interpreter = interpreter(&rules[n], &board, budget.within(left.or(budget.time), budget.memory));
            let verdict = interpreter.judge(small);
            let remarks = interpreter.remarks(small, &verdict);
            let said = Said::Verdict(Box::new(verdict), remarks);
            let judgement = Judgement { rules: rules[n].clone(), position: position.clone(), said };
            if let Ok(mut found) = found.lock() {
                found[n] = Some(judgement);
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

fn at_sight(sight: &Sight, rules: &RuleSet) -> Judgement {
    let said = match sight.finished(rules) {
        Some(found) => Said::Finished(Box::new(found)),
        None => Said::Unfinished(Box::new(sight.unfinished(rules))),
    };
    Judgement { rules: rules.clone(), position: sight.position().clone(), said }
}

impl Judgement {
    /// The result, Black minus White in points, without komi and without prisoners from before the position.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match &self.said {
            Said::Verdict(verdict, _) => verdict.outcome,
            Said::Finished(finished) => finished.outcome(),
            Said::Unfinished(unfinished) => unfinished.outcome(),
        }
    }

    /// The verdict, where it was not found at sight.
    #[must_use]
    pub fn verdict(&self) -> Option<&Verdict> {
        if let Said::Verdict(verdict, _) = &self.said { Some(verdict) } else { None }
    }

    /// All of it: a member of `verdicts` in `shinpan judge --format json`.
    #[must_use]
    pub fn json(&self) -> Value {
        let (verdict, remarks) = match &self.said {
            Said::Verdict(verdict, remarks) => (Some(verdict.encoded(self.position.grid())), remarks.as_slice()),
            Said::Finished(finished) => (Some(finished.encoded()), &[][..]),
            Said::Unfinished(_) => (None, &[][..]),
        };
        json!(EncodedAnswer {
            rules: self.rules.to_string(),
            outcome: verdict.is_none().then(|| self.outcome()),
            verdict,
            remarks,
            trace: None,
        })
    }

    /// The rule set, the board with the status of stones and points, what the marks mean, and the claims that sum to the outcome.
    #[must_use]
    pub fn text(&self) -> String {
        let grid = self.position.grid();
        let mut lines = vec![self.rules.to_string()];
        match (&self.said, self.position.to_position()) {
            (Said::Verdict(verdict, remarks), Some(position)) => {
                lines.extend(draw(grid, position, verdict.status.as_ref()));
                lines.extend([verdict.outcome.to_string(), String::new()]);
                lines.push(legend(&[(position, verdict.status.as_ref())], grid));
                lines.extend(claim_lines(grid, verdict));
                lines.extend(remarks.iter().map(|remark| format!("        {remark}")));
            }
            (Said::Finished(finished), _) => lines.extend(finished_lines(finished)),
            (Said::Unfinished(unfinished), _) => lines.push(unfinished.to_string()),
            (Said::Verdict(..), None) => {}
        }
        lines.join("\n").trim_end().to_string()
    }

    /// By which clauses: what [`super::trace`] says, as JSON (`trace` in `shinpan judge --trace --format json`) and as text. Nothing
    /// of a verdict at sight.
    #[must_use]
    pub fn why(&self, budget: Budget) -> (Value, String) {
        let (steps, position): (Vec<Step>, _) = match (self.verdict(), judged(&self.position)) {
            (Some(_), Ok((board, position))) => (interpreter(&self.rules, &board, budget).trace(position).1, position),
            _ => return (json!([]), String::new()),
        };
        let grid = self.position.grid();
        let encoded: Vec<EncodedStep> = steps.iter().map(|step| step.encoded(grid)).collect();
        (json!(encoded), trace_lines(grid, position, &steps, WIDTH).join("\n"))
    }
}

/// Characters in a line of text.
const WIDTH: usize = 100;
/// Boards beside each other in a picture.
const ACROSS: usize = 3;

/// A picture of the boards, as `shinpan judge --format svg` draws them.
///
/// # Errors
/// [`NotJudged::TooLarge`], if a board has more points than pictures are drawn of.
pub fn picture(judgements: &[&Judgement]) -> Result<String, NotJudged> {
    let mut figures = Vec::new();
    for judgement in judgements {
        let grid = judgement.position.grid();
        let (Some(verdict), Some(position)) = (judgement.verdict(), judgement.position.to_position()) else {
            return Err(NotJudged::TooLarge(grid));
        };
        figures.push(Figure {
            grid,
            position,
            status: verdict.status.as_ref(),
            heading: format!("{}: {}", judgement.rules, verdict.outcome),
            caption: claim_lines(grid, verdict),
        });
    }
    let title = figures.first().map(|figure| diagram::text(figure.grid, figure.position)).unwrap_or_default();
    Ok(sheet(&title, &figures, ACROSS))
}
