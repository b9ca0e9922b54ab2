//! What a rule set says of a final position.

use serde::{Deserialize, Serialize};

use super::clause::ClauseId;
use super::words::Word;
use crate::board::{Colour, PointSet, Points, Position, StoneString, Symmetry};

/// The result, Black minus White, without komi and without prisoners from before the position.
///
/// Written (in tables, reports, journals, cases and proofs) as a margin, `{"no-result":[lo,hi]}` or `{"undecided":[lo,hi]}`; in
/// columns as [`Outcome::parts`].
///
/// ```
/// # use shinpan_texts::law as shinpan;
/// use shinpan::Outcome;
///
/// assert_eq!(Outcome::Margin(-3).to_string(), "W+3");
/// let read: Outcome = serde_json::from_str(r#"{"undecided":[-2,5]}"#)?;
/// assert_eq!(read, Outcome::Undecided { lo: -2, hi: 5 });
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub enum Outcome {
    /// A margin.
    Margin(i32),
    /// Neither player can bring the play-out to a better end than these: only an endless cycle keeps them apart.
    NoResult {
        /// The most Black forces.
        lo: i32,
        /// The least White forces.
        hi: i32,
    },
    /// The budget ran out; the result, if it is a margin, lies between these.
    Undecided {
        /// The least it can be.
        lo: i32,
        /// The most it can be.
        hi: i32,
    },
}

/// An outcome as it is written.
#[derive(Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a margin such as 3, or no-result or undecided with [lo, hi]")]
enum Written {
    Margin(i32),
    Bounds(Open),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
enum Open {
    NoResult([i32; 2]),
    Undecided([i32; 2]),
}

impl From<Outcome> for Written {
    fn from(outcome: Outcome) -> Written {
        match outcome {
            Outcome::Margin(margin) => Written::Margin(margin),
            Outcome::NoResult { lo, hi } => Written::Bounds(Open::NoResult([lo, hi])),
            Outcome::Undecided { lo, hi } => Written::Bounds(Open::Undecided([lo, hi])),
        }
    }
}

impl From<Written> for Outcome {
    fn from(written: Written) -> Outcome {
        match written {
            Written::Margin(margin) => Outcome::Margin(margin),
            Written::Bounds(Open::NoResult([lo, hi])) => Outcome::NoResult { lo, hi },
            Written::Bounds(Open::Undecided([lo, hi])) => Outcome::Undecided { lo, hi },
        }
    }
}

impl Outcome {
    /// The kinds, as columns name or number them.
    pub const KINDS: [&'static str; 3] = ["margin", "no-result", "undecided"];

    /// The number of its kind in [`Outcome::KINDS`], and its bounds, alike for a margin.
    #[must_use]
    pub fn parts(self) -> (usize, i32, i32) {
        match self {
            Outcome::Margin(margin) => (0, margin, margin),
            Outcome::NoResult { lo, hi } => (1, lo, hi),
            Outcome::Undecided { lo, hi } => (2, lo, hi),
        }
    }

    /// The outcome with these parts, if there is one.
    #[must_use]
    pub fn of_parts(kind: usize, lo: i32, hi: i32) -> Option<Outcome> {
        let outcome = match kind {
            0 => Outcome::Margin(lo),
            1 => Outcome::NoResult { lo, hi },
            2 => Outcome::Undecided { lo, hi },
            _ => return None,
        };
        (outcome.parts() == (kind, lo, hi)).then_some(outcome)
    }

    /// The margin, if there is one.
    #[must_use]
    pub fn margin(self) -> Option<i32> {
        match self {
            Outcome::Margin(m) => Some(m),
            _ => None,
        }
    }

    /// The outcome with `points` added to Black's side.
    #[must_use]
    pub fn plus(self, points: i32) -> Outcome {
        match self {
            Outcome::Margin(m) => Outcome::Margin(m + points),
            Outcome::NoResult { lo, hi } => Outcome::NoResult { lo: lo + points, hi: hi + points },
            Outcome::Undecided { lo, hi } => Outcome::Undecided { lo: lo + points, hi: hi + points },
        }
    }

    /// The outcome with the colours exchanged.
    #[must_use]
    pub fn negated(self) -> Outcome {
        match self {
            Outcome::Margin(m) => Outcome::Margin(-m),
            Outcome::NoResult { lo, hi } => Outcome::NoResult { lo: -hi, hi: -lo },
            Outcome::Undecided { lo, hi } => Outcome::Undecided { lo: -hi, hi: -lo },
        }
    }
}

impl std::fmt::Display for Outcome {
    /// `B+3`, `W+1`, `draw`, `no result [lo,hi]` or `undecided [lo,hi]`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Outcome::Margin(0) => write!(f, "draw"),
            Outcome::Margin(m) if m > 0 => write!(f, "B+{m}"),
            Outcome::Margin(m) => write!(f, "W+{}", -m),
            Outcome::NoResult { lo, hi } => write!(f, "no result [{lo},{hi}]"),
            Outcome::Undecided { lo, hi } => write!(f, "undecided [{lo},{hi}]"),
        }
    }
}

/// The life of a string.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Life {
    /// Alive, and not in seki.
    Alive,
    /// Alive, in seki.
    Seki,
    /// Dead.
    Dead,
    /// The budget ran out. The margin may be known all the same ([`Verdict::open`]).
    Undecided,
}

/// What a rule set says of one string.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StringStatus {
    /// The string.
    pub string: StoneString,
    /// Its life.
    pub life: Life,
    /// What the text calls it: `uncapturable`, `capturable-2`, `ko stone`, ...
    pub by: Word,
    /// The clause that says so.
    pub clause: ClauseId,
}

/// What a rule set says of a point that holds no living stone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(into = "String")]
pub enum PointStatus {
    /// A living stone stands on it, or a dead one that its text leaves there (a ko stone, perhaps).
    Stone,
    /// Territory of a player; a dead opposing stone may stand on it.
    Territory(Colour),
    /// An eye point of a player whose stones are in seki: not territory.
    EyeInSeki(Colour),
    /// Neither player's.
    Dame,
    /// The budget ran out.
    Undecided,
}

impl From<PointStatus> for String {
    /// `stone`, `black territory`, `white eye in seki`, `dame` or `undecided`.
    fn from(status: PointStatus) -> String {
        match status {
            PointStatus::Stone => "stone".to_string(),
            PointStatus::Territory(c) => format!("{} territory", c.to_string().to_lowercase()),
            PointStatus::EyeInSeki(c) => format!("{} eye in seki", c.to_string().to_lowercase()),
            PointStatus::Dame => "dame".to_string(),
            PointStatus::Undecided => "undecided".to_string(),
        }
    }
}

/// The status of every string and point, for rule sets that define it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Status {
    /// One entry for each string, Black's first, each colour in the order of first points.
    pub strings: Vec<StringStatus>,
    /// One entry for each point.
    pub points: Vec<PointStatus>,
}

/// One item of the sum that makes the margin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim<S = Points> {
    /// The clause it rests on.
    pub clause: ClauseId,
    /// Whose points.
    pub player: Colour,
    /// What is counted.
    pub what: &'static str,
    /// Where; may be empty for points that are not on the board (prisoners of a play-out).
    pub points: S,
    /// How many points.
    pub value: i32,
}

impl<S: PointSet> Claim<S> {
    /// So many points for each of these points of the board; `None` if there are none.
    #[must_use]
    pub fn each(clause: ClauseId, player: Colour, what: &'static str, points: S, worth: i32) -> Option<Claim<S>> {
        let value = worth * points.count() as i32;
        (value != 0).then_some(Claim { clause, player, what, points, value })
    }
}

impl<S> Claim<S> {
    /// The same of these points of another board.
    #[must_use]
    pub fn on<T>(self, points: T) -> Claim<T> {
        let Claim { clause, player, what, value, .. } = self;
        Claim { clause, player, what, points, value }
    }
}

/// Black's points less White's.
#[must_use]
pub fn margin<S>(claims: &[Claim<S>]) -> i32 {
    claims.iter().map(|c| if c.player == Colour::Black { c.value } else { -c.value }).sum()
}

/// What a rule set says of a final position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The result.
    pub outcome: Outcome,
    /// The status of strings and points, where the text defines it.
    pub status: Option<Status>,
    /// The items that sum to the margin (empty when the outcome is no margin).
    pub claims: Vec<Claim>,
    /// How the outcome was settled, for counts in reports.
    pub notes: Notes,
}

/// How a verdict was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Notes {
    /// Bounds without history differed and a search with the full history decided.
    pub history: bool,
}

/// A clause with what it was applied to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Cited {
    /// The clause.
    pub clause: ClauseId,
    /// The fact.
    pub fact: String,
}

/// One move of a line that shows something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineMove {
    /// Who moves.
    pub player: Colour,
    /// What: a coordinate, `pass`, or `pass for the ko at ...`.
    pub what: String,
    /// The position after it.
    pub after: Position,
    /// The clauses that only let it be made, and those by which it keeps the opponent from an answer.
    pub rules: Vec<Cited>,
}

/// One step of a trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The clause applied.
    pub clause: ClauseId,
    /// The reading in force, `KEY=VALUE`, where the clause has one.
    pub reading: Option<String>,
    /// The facts it was applied to.
    pub fact: String,
    /// A line of play that shows it; empty if none is needed.
    pub line: Vec<LineMove>,
}

impl Verdict {
    /// The verdict on the image of the position under a symmetry of the board and, if `swap`, an exchange of the colours.
    /// Every text treats the points of a board and the two players alike (but for who passed first, which is part of the
    /// rule set), so this is what the interpreter says of the image; a test holds the two equal on whole boards.
    #[must_use]
    pub fn mapped(&self, symmetry: &Symmetry, swap: bool) -> Verdict {
        let colour = |c: Colour| if swap { c.opponent() } else { c };
        let mut verdict = self.clone();
        if swap {
            verdict.outcome = verdict.outcome.negated();
        }
        if let (Some(status), Some(from)) = (&mut verdict.status, &self.status) {
            for s in &mut status.strings {
                s.string = StoneString { colour: colour(s.string.colour), stones: symmetry.points(s.string.stones) };
            }
            status.strings.sort_by_key(|s| (s.string.colour, s.string.stones.trailing_zeros()));
            for (p, point) in from.points.iter().enumerate() {
                status.points[symmetry.point(p)] = match *point {
                    PointStatus::Territory(c) => PointStatus::Territory(colour(c)),
                    PointStatus::EyeInSeki(c) => PointStatus::EyeInSeki(colour(c)),
                    other => other,
                };
            }
        }
        for claim in &mut verdict.claims {
            claim.player = colour(claim.player);
            claim.points = symmetry.points(claim.points);
        }
        verdict.in_order()
    }

    /// The strings whose life is undecided. There may be some in a margin too: those that make no difference to it.
    pub fn open(&self) -> impl Iterator<Item = &StringStatus> {
        self.status.iter().flat_map(|status| &status.strings).filter(|s| s.life == Life::Undecided)
    }

    /// The verdict with its claims in their order: Black's first, then by clause, then by first point.
    #[must_use]
    pub fn in_order(mut self) -> Verdict {
        self.claims.sort_by_key(|c| (c.player, c.clause, c.points.trailing_zeros()));
        self
    }
}

/// Whether two decided outcomes are different results. Two no-results are the same result, whatever their bounds: nobody
/// wins either.
#[must_use]
pub fn differ(a: Outcome, b: Outcome) -> bool {
    a.margin() != b.margin()
}

/// Whether the budget ran out on an outcome.
#[must_use]
pub fn undecided(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Undecided { .. })
}
