//! shinpan: a formal reference for the rules of Go.
//!
//! Rules documents are encoded as literal interpreters, clause by clause, and compared on every position of small boards.
//! Each module but the functions at this level is a crate of its own, and what a crate does not depend on it cannot name: [`board`],
//! [`record`] (recorded games) and [`solve`] (solvers that know no rule text, of one position or of a whole board), then [`law`] (what
//! the texts share: clauses, readings, verdicts, procedures) with [`texts`] (a folder each), then [`proof`], then [`atlas`] (whole
//! boards compared), [`cases`] and [`report`]; [`gtp`] speaks GTP in both directions, and [`check`] compares an engine with the texts.
//! [`files`] are written whole or not at all and read within limits; [`foreign`] is text of others, made harmless, and a panic is one
//! of the [`defects`].
//!
//! # What to depend on
//! The functions and types at this level: [`judge`] (and [`trace`]) a position, [`judge_all`] of it as the program shows it,
//! [`judge_many`] and [`Sample`] many, [`replay`] a record ([`replayed`] as data), [`table`] a board ([`tables`] under several rule
//! sets), [`prove`] a verdict ([`check_proof`]), [`values`] of a position, and what these take and give. The modules serve the program and its tests, and change without notice.
//!
//! ```
//! use shinpan::{Budget, RuleSet, diagram, judge};
//!
//! let position = diagram::parse("XX.O/XXOO/..O.")?;
//! for rules in RuleSet::defaults() {
//!     let verdict = judge(&position, &rules, Budget::default())?;
//!     println!("{rules}: {}", verdict.outcome);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod api;

#[doc(hidden)]
pub use shinpan_atlas as atlas;
#[doc(hidden)]
pub use shinpan_board as board;
#[doc(hidden)]
pub use shinpan_cases as cases;
#[doc(hidden)]
pub use shinpan_check as check;
#[doc(hidden)]
pub use shinpan_gtp as gtp;
#[doc(hidden)]
pub use shinpan_outside::{defects, files, foreign};
#[doc(hidden)]
pub use shinpan_proof as proof;
#[doc(hidden)]
pub use shinpan_record as record;
#[doc(hidden)]
pub use shinpan_report as report;
#[doc(hidden)]
pub use shinpan_solve as solve;
#[doc(hidden)]
pub use shinpan_texts::{law, texts};

pub use api::{
    Begin, BoardRow, BoardTable, GameValue, Judgement, NoSuchGame, NotJudged, NotMany, NotProved, NotValued, Proved,
    Sample, SampleError, Sampled, check_proof, games, judge, judge_all, judge_many, picture, practical, prove, replay,
    replayed, table, tables, trace, values,
};
pub use atlas::journal::{JournalError, spec_digest};
pub use atlas::prisoners::Prisoners;
pub use atlas::{Progress, Silent, Stopped, WholeBoardError};
pub use board::diagram::{self, DiagramError};
pub use board::plain::PlainPosition;
pub use board::{Colour, Grid, GridError, Points, Position, StoneString};
pub use defects::{Defect, caught, note_panics};
pub use law::encoded::{EncodedStep, EncodedVerdict};
pub use law::procedure::{Agree, GameResult, Judged, Replay, Row};
pub use law::{Claim, ClauseId, Life, Outcome, PointStatus, RuleSet, Status, Step, StringStatus, Text, Verdict};
pub use record::{BadRecord, Record, read_game};
pub use solve::Budget;
pub use texts::RuleSetError;
