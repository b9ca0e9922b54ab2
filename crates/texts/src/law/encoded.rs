//! Verdicts and traces as they are written for programs, by serde: points have the names of the grid, positions are text.

use serde::{Serialize, Serializer};

use super::answer::{Answer, Found};
use super::clause::ClauseId;
use super::finished::Finished;
use super::partly::KnownString;
use super::verdict::{Cited, Claim, Life, LineMove, Outcome, PointStatus, Step, StringStatus, Verdict};
use super::words::Word;
use crate::board::plain::PlainString;
use crate::board::{Colour, Grid, Points, diagram, points_of};
use crate::law::procedure::count::Item;

/// A verdict on a position of some grid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EncodedVerdict {
    /// The result.
    pub outcome: Outcome,
    /// The strings; null where the text defines no status.
    pub strings: Option<Vec<EncodedString>>,
    /// The points; null where the text defines no status.
    pub points: Option<EncodedPoints>,
    /// The items that sum to the margin.
    pub claims: Vec<EncodedClaim>,
    /// Whether it took a search with the full history; left out where that is not to be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<bool>,
}

/// What a rule set says of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EncodedAnswer<'a> {
    /// The rule set.
    pub rules: String,
    /// Where there is no verdict: the bounds of what it would be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The verdict.
    #[serde(flatten)]
    pub verdict: Option<EncodedVerdict>,
    /// Where the outcome is open: what is known all the same, and why the rest is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known: Option<EncodedKnown>,
    /// What people should know besides; left out where there is nothing.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub remarks: &'a [String],
    /// The trace, if it is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Vec<EncodedStep>>,
}

/// What is known of single strings and points where the outcome is open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EncodedKnown {
    /// The strings of which something is known.
    pub strings: Vec<EncodedKnownString>,
    /// The points whose status is known.
    pub points: EncodedPoints,
    /// The clause by which points have it.
    pub points_by: Option<ClauseId>,
    /// The strings that are in doubt: the names of their points.
    pub open: Vec<Vec<String>>,
    /// Why.
    pub why: String,
}

/// A string of which something is known.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EncodedKnownString {
    /// Whose stones.
    pub player: Colour,
    /// The names of their points.
    pub stones: Vec<String>,
    /// Its life; null: it is not dead, and may be in seki.
    pub life: Option<Life>,
    /// By which clause.
    pub clause: ClauseId,
}

/// A string and what becomes of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EncodedString {
    /// Whose stones.
    pub player: Colour,
    /// The names of their points.
    pub stones: Vec<String>,
    /// Its life.
    pub life: Life,
    /// What the text calls it.
    pub by: Word,
}

/// The status of each point by its name, in the order of a diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EncodedPoints(pub Vec<(String, PointStatus)>);

impl Serialize for EncodedPoints {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, status)| (name, status)))
    }
}

/// An item of a sum.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EncodedClaim {
    /// The clause it rests on, if it does on one.
    pub clause: Option<ClauseId>,
    /// Whose points.
    pub player: Colour,
    /// What is counted.
    pub what: &'static str,
    /// The names of the points; may be none.
    pub points: Vec<String>,
    /// How many points it gives.
    pub value: i32,
}

/// A step of a trace.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EncodedStep {
    /// The clause applied.
    pub clause: ClauseId,
    /// Its title.
    pub title: &'static str,
    /// What it says, in other words.
    pub paraphrase: &'static str,
    /// The reading in force, `KEY=VALUE`.
    pub reading: Option<String>,
    /// The facts it was applied to.
    pub fact: String,
    /// A line of play that shows it.
    pub line: Vec<EncodedMove>,
}

/// A move of a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EncodedMove {
    /// Who moves.
    pub player: Colour,
    /// A coordinate, `pass`, or `pass for the ko at ...`.
    #[serde(rename = "move")]
    pub what: String,
    /// The position after it.
    pub after: String,
    /// The clauses that it rests on.
    pub rules: Vec<Cited>,
}

fn names(grid: Grid, points: impl IntoIterator<Item = usize>) -> Vec<String> {
    points.into_iter().map(|p| grid.name(p)).collect()
}

impl EncodedPoints {
    fn of(grid: Grid, points: &[PointStatus]) -> EncodedPoints {
        EncodedPoints(points.iter().enumerate().map(|(p, status)| (grid.name(p), *status)).collect())
    }
}

impl Verdict {
    /// As it is written, with the names of points of this grid.
    #[must_use]
    pub fn encoded(&self, grid: Grid) -> EncodedVerdict {
        let named = |points: Points| names(grid, points_of(points));
        let string = |s: &StringStatus| EncodedString {
            player: s.string.colour,
            stones: named(s.string.stones),
            life: s.life,
            by: s.by,
        };
        let claim = |c: &Claim| EncodedClaim {
            clause: Some(c.clause),
            player: c.player,
            what: c.what,
            points: named(c.points),
            value: c.value,
        };
        EncodedVerdict {
            outcome: self.outcome,
            strings: self.status.as_ref().map(|status| status.strings.iter().map(string).collect()),
            points: self.status.as_ref().map(|status| EncodedPoints::of(grid, &status.points)),
            claims: self.claims.iter().map(claim).collect(),
            history: Some(self.notes.history),
        }
    }
}

impl Finished {
    /// As a verdict is written.
    #[must_use]
    pub fn encoded(&self) -> EncodedVerdict {
        let grid = self.position.grid();
        let named = |points: &[usize]| names(grid, points.iter().copied());
        let string = |(s, life): &(PlainString, Life)| EncodedString {
            player: s.colour,
            stones: named(&s.stones),
            life: *life,
            by: Word("at sight"),
        };
        let claim = |i: &Item| EncodedClaim {
            clause: i.clause,
            player: i.player,
            what: i.what,
            points: named(&i.points),
            value: i.value / 100,
        };
        EncodedVerdict {
            outcome: self.outcome(),
            strings: self.strings.as_ref().map(|strings| strings.iter().map(string).collect()),
            points: self.points.as_ref().map(|points| EncodedPoints::of(grid, points)),
            claims: self.count.items.iter().map(claim).collect(),
            history: Some(false),
        }
    }
}

impl Answer {
    /// What is known where the outcome is open.
    fn known(&self) -> Option<EncodedKnown> {
        let grid = self.position.grid();
        let named = |points: &[usize]| names(grid, points.iter().copied());
        match &self.found {
            Found::Unfinished(unfinished) => {
                let string = |known: &KnownString| EncodedKnownString {
                    player: known.string.colour,
                    stones: named(&known.string.stones),
                    life: known.life,
                    clause: known.clause,
                };
                let points = &unfinished.known.points;
                Some(EncodedKnown {
                    strings: unfinished.known.strings.iter().map(string).collect(),
                    points: EncodedPoints(points.iter().map(|(p, status)| (grid.name(*p), *status)).collect()),
                    points_by: unfinished.known.points_by,
                    open: unfinished.open.iter().map(|string| named(&string.stones)).collect(),
                    why: unfinished.to_string(),
                })
            }
            Found::Verdict(verdict) if matches!(verdict.outcome, Outcome::Undecided { .. }) => {
                let status = verdict.status.as_ref()?;
                let stones = |s: &StringStatus| names(grid, points_of(s.string.stones));
                let is_open = |s: &&StringStatus| s.life == Life::Undecided;
                let string = |s: &StringStatus| EncodedKnownString {
                    player: s.string.colour,
                    stones: stones(s),
                    life: Some(s.life),
                    clause: s.clause,
                };
                let is_known = |(_, status): &(usize, &PointStatus)| {
                    !matches!(status, PointStatus::Stone | PointStatus::Undecided)
                };
                let points = status.points.iter().enumerate().filter(is_known);
                let points: Vec<(String, PointStatus)> = points.map(|(p, s)| (grid.name(p), *s)).collect();
                Some(EncodedKnown {
                    strings: status.strings.iter().filter(|s| !is_open(s)).map(string).collect(),
                    points_by: (!points.is_empty()).then(|| self.rules.text.score_clause()),
                    points: EncodedPoints(points),
                    open: status.strings.iter().filter(is_open).map(stones).collect(),
                    why: "the budget or the time ran out".to_string(),
                })
            }
            _ => None,
        }
    }

    /// As it is written, with the trace if that is wanted.
    #[must_use]
    pub fn encoded(&self, traced: bool) -> EncodedAnswer<'_> {
        let grid = self.position.grid();
        let verdict = match &self.found {
            Found::Verdict(verdict) => Some(verdict.encoded(grid)),
            Found::Finished(finished) => Some(finished.encoded()),
            Found::Unfinished(_) => None,
        };
        EncodedAnswer {
            rules: self.rules.to_string(),
            outcome: verdict.is_none().then(|| self.outcome()),
            verdict,
            known: self.known(),
            remarks: &self.remarks,
            trace: traced.then(|| self.steps.iter().map(|step| step.encoded(grid)).collect()),
        }
    }
}

impl Step {
    /// As it is written, with the names of points of this grid.
    #[must_use]
    pub fn encoded(&self, grid: Grid) -> EncodedStep {
        let clause = self.clause.spec();
        let made = |m: &LineMove| EncodedMove {
            player: m.player,
            what: m.what.clone(),
            after: diagram::text(grid, m.after),
            rules: m.rules.clone(),
        };
        EncodedStep {
            clause: self.clause,
            title: &clause.title,
            paraphrase: &clause.paraphrase,
            reading: self.reading.clone(),
            fact: self.fact.clone(),
            line: self.line.iter().map(made).collect(),
        }
    }
}
