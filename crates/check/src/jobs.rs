//! What a check is made of: suites, and their jobs on boards.

use serde::{Deserialize, Serialize};

use super::{MoveRecord, Question};
use crate::board::Grid;
use crate::board::index::Index;
use crate::cases::Case;

/// A suite.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Suite {
    /// Legal points and the position after each play, in positions of a board and along random games.
    Legality,
    /// Stones removed and prisoners counted, along random games.
    Capture,
    /// Which repetition and suicide rules the engine has.
    Ko,
    /// final_score of settled positions.
    Score,
    /// final_status_list of settled positions.
    Status,
    /// Cases and game records.
    Replay,
}

impl Suite {
    /// All suites, in the order in which they run.
    pub const ALL: [Suite; 6] =
        [Suite::Legality, Suite::Capture, Suite::Ko, Suite::Score, Suite::Status, Suite::Replay];

    /// The suite that puts a question of this kind.
    #[must_use]
    pub fn of(question: &Question) -> Suite {
        match question {
            Question::Legal(..) | Question::Stones | Question::Undo(_) => Suite::Legality,
            Question::Captures => Suite::Capture,
            Question::Score => Suite::Score,
            Question::Status(_) => Suite::Status,
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Suite::Legality => "legality",
            Suite::Capture => "capture",
            Suite::Ko => "ko",
            Suite::Score => "score",
            Suite::Status => "status",
            Suite::Replay => "replay",
        }
    }

    /// What it asks about, for people.
    #[must_use]
    pub fn describe(self) -> &'static str {
        match self {
            Suite::Legality => {
                "Legal points and the position after each play, in positions of a board and along random games"
            }
            Suite::Capture => "Stones removed and prisoners counted, along random games",
            Suite::Ko => "Which repetition and suicide rules the engine has",
            Suite::Score => "final_score of settled positions",
            Suite::Status => "final_status_list of settled positions",
            Suite::Replay => "Cases and game records",
        }
    }
}

/// How a job chooses what to ask.
#[derive(Clone, Debug)]
pub enum Source {
    /// Every legal position of the board.
    Every,
    /// Legal positions drawn uniformly.
    Drawn,
    /// Finished positions in which nothing is in doubt ([`alive`]).
    Alive,
    /// Random games.
    Games,
    /// The sequences of [`ko`].
    Sequences,
    /// Cases.
    Cases(Vec<Case>),
    /// Records.
    Records(Vec<MoveRecord>),
}

impl Source {
    /// Its name in reports.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Source::Every => "every position",
            Source::Drawn => "positions drawn uniformly",
            Source::Alive => "positions with every stone alive and no dame",
            Source::Games => "random games",
            Source::Sequences => "sequences",
            Source::Cases(_) => "cases",
            Source::Records(_) => "records",
        }
    }
}

/// A part of a check: units of one kind on one board, each of which is done whole.
#[derive(Clone, Debug)]
pub struct Job {
    /// The suite.
    pub suite: Suite,
    /// The board; `None` where each unit brings its own.
    pub grid: Option<Grid>,
    /// What its units are.
    pub source: Source,
    /// How many units.
    pub units: u64,
}

impl Job {
    /// Its place in the order in which jobs are done.
    fn order(&self) -> u8 {
        match (self.suite, &self.source) {
            (Suite::Ko, _) => 0,
            (_, Source::Alive) => 1,
            (Suite::Capture, _) => 2,
            (Suite::Legality, Source::Every | Source::Drawn) => 3,
            (Suite::Replay, _) => 4,
            (Suite::Legality, _) => 5,
            (Suite::Score, _) => 6,
            (Suite::Status, _) => 7,
        }
    }

    /// A job by its suite, board and source: unique within a check.
    #[must_use]
    pub fn name(&self) -> String {
        let board = self.grid.map(|g| format!(" {g}")).unwrap_or_default();
        format!("{}{board} {}", self.suite.name(), self.source.name())
    }
}

/// Boards of up to so many legal positions are gone through whole.
pub const MOST_EXHAUSTIVE: u64 = 20_000;
/// Positions of a small board whose score is asked: an engine may take long for it.
pub const MOST_JUDGED: u64 = 1000;
/// Boards of so many rows and columns have room for two players' eyes.
const LEAST_ALIVE: usize = 5;

/// The jobs of some suites on some boards; on those of `alive` that have room, also finished positions without any doubt. `most` bounds the units of each; otherwise whole boards are gone through where
/// they are small, and `usual` units elsewhere.
#[must_use]
pub fn jobs(
    suites: &[Suite],
    boards: &[Grid],
    alive: &[Grid],
    most: Option<u64>,
    usual: u64,
    cases: &[Case],
    records: &[MoveRecord],
) -> Vec<Job> {
    let mut jobs = Vec::new();
    // Small boards first: what shows there needs less shrinking, and is asked sooner.
    let mut boards = boards.to_vec();
    boards.sort_by_key(|grid| grid.len());
    let random = most.unwrap_or(usual);
    for &suite in suites {
        match suite {
            Suite::Legality => {
                for &grid in &boards {
                    let positions = Index::new(grid).ok().map(|index| index.count());
                    let all = positions.filter(|&n| n <= MOST_EXHAUSTIVE && most.is_none_or(|most| n <= most));
                    let (source, units) = match all {
                        Some(units) => (Source::Every, units),
                        None => (Source::Drawn, random),
                    };
                    if all.is_some() || positions.is_some() {
                        jobs.push(Job { suite, grid: Some(grid), source, units });
                    }
                    jobs.push(Job { suite, grid: Some(grid), source: Source::Games, units: random });
                }
            }
            Suite::Capture => jobs.extend(boards.iter().map(|&grid| Job {
                suite,
                grid: Some(grid),
                source: Source::Games,
                units: random,
            })),
            Suite::Score | Suite::Status => {
                if suite == Suite::Score {
                    // First those of which there can be no two opinions.
                    let room = alive.iter().filter(|grid| grid.rows().min(grid.cols()) >= LEAST_ALIVE);
                    jobs.extend(room.map(|&grid| Job {
                        suite,
                        grid: Some(grid),
                        source: Source::Alive,
                        units: random,
                    }));
                }
                jobs.extend(boards.iter().map(|&grid| {
                    // Of a small board every position is looked at; random games seldom end in the curious ones.
                    let positions = Index::new(grid).ok().map(|index| index.count()).filter(|&n| n <= MOST_EXHAUSTIVE);
                    let (source, units) = match positions {
                        Some(all) if most.unwrap_or(MOST_JUDGED) >= all => (Source::Every, all),
                        Some(_) => (Source::Drawn, most.unwrap_or(MOST_JUDGED)),
                        None => (Source::Games, random),
                    };
                    Job { suite, grid: Some(grid), source, units }
                }));
            }
            Suite::Ko => jobs.push(Job { suite, grid: None, source: Source::Sequences, units: 1 }),
            Suite::Replay => {
                let (cases, records) = (cases.to_vec(), records.to_vec());
                let units = (cases.len() as u64, records.len() as u64);
                jobs.push(Job { suite, grid: None, source: Source::Cases(cases), units: units.0 });
                if units.1 > 0 {
                    jobs.push(Job { suite, grid: None, source: Source::Records(records), units: units.1 });
                }
            }
        }
    }
    // What is cheap and tells most comes first: where time is short the rest may come to little.
    jobs.sort_by_key(Job::order);
    jobs
}
