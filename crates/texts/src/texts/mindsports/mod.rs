//! MindSports Arena, one document with two counts (`specs/ms`).

pub mod answers;
pub mod clauses;
pub mod counted;
pub(super) mod finished;
mod frozen;
pub mod game;
pub mod judge;
mod lines;
mod lists;
pub mod procedure;
mod proof;
pub mod questions;
mod sieges;
pub mod superko;
mod whole;

pub use game::*;
pub use judge::*;
pub use proof::Continuations;
pub use whole::{ContinuationFacts, SuperkoFacts, WholeContinuation};

use self::clauses::*;
use crate::board::{Board, Grid};
use crate::law::Interpreter;
use crate::law::KoRule;
use crate::law::changes::{Change, Changes};
use crate::law::facts::Facts;
use crate::law::finished::{Finished, Sight};
use crate::law::partly::Partly;
use crate::law::procedure::{Agree, Procedure};
use crate::law::solved::Solvable;
use crate::law::words::Word;
use crate::law::{Choice, ClauseId, Document, Ending, Life, NearTo, PlayingRules, Practical, RuleSet, Text, Trace};
use crate::proof::claim::{Provable, Proving};
use crate::record::Setup;
use crate::solve::Budget;
use crate::texts::j1997::layers;

/// The document, with one of its counts.
pub enum MindSportsArena {
    /// Territory and prisoners.
    Japanese,
    /// Territory and stones.
    Chinese,
}

/// The rule set with the Japanese count.
pub const JAPANESE: Text = Text::of(&MindSportsArena::Japanese);

/// The rule set with the Chinese count.
pub const CHINESE: Text = Text::of(&MindSportsArena::Chinese);

impl Document for MindSportsArena {
    fn id(&self) -> &'static str {
        match self {
            MindSportsArena::Japanese => "ms-japanese",
            MindSportsArena::Chinese => "ms-chinese",
        }
    }

    fn prefix(&self) -> &'static str {
        "ms"
    }

    fn source(&self) -> &'static str {
        include_str!("../../../../../specs/ms/clauses.toml")
    }

    fn engine_terms(&self) -> &'static str {
        include_str!("../../../../../specs/ms/engines.toml")
    }

    fn choices(&self) -> &'static [Choice] {
        CHOICES
    }

    fn nearest_to(&self) -> &'static [NearTo] {
        match self {
            MindSportsArena::Japanese => &[NearTo {
                names: &["mindsports", "mindsportsarena"],
                warning: "the Japanese count; the text has a Chinese count as well",
            }],
            MindSportsArena::Chinese => &[],
        }
    }

    fn could_be(&self) -> &'static [&'static str] {
        match self {
            MindSportsArena::Japanese => &["mindsports", "ms", "japanese", "japan", "jp", "territory", "nihonkiin"],
            MindSportsArena::Chinese => {
                &["mindsports", "ms", "chinese", "china", "cn", "chineseogs", "chinesekgs", "area", "cga"]
            }
        }
    }

    fn interpreter(&self, rules: &RuleSet, board: &Board, budget: Budget, facts: &Facts) -> Box<dyn Interpreter> {
        Box::new(judge::MindSportsInterpreter::new(rules.clone(), board.clone(), budget, facts))
    }

    fn finished(&self, rules: &RuleSet, sight: &Sight, trace: &mut Trace) -> Option<Finished> {
        finished::finished(rules, sight, trace)
    }

    fn nearly_finished(&self, rules: &RuleSet, sight: &Sight, trace: &mut Trace) -> Option<Finished> {
        frozen::finished(rules, sight, trace)
    }

    fn bounds(&self, rules: &RuleSet, sight: &Sight) -> Option<[i32; 2]> {
        finished::bounds(rules, sight)
    }

    fn partly(&self, rules: &RuleSet, sight: &Sight) -> Partly {
        finished::partly(rules, sight)
    }

    fn procedure(&self, rules: &RuleSet, setup: &Setup, agree: Agree) -> Box<dyn Procedure> {
        Box::new(procedure::MindSportsProcedure::new(rules.clone(), setup, agree))
    }

    fn playing(&self, _: &RuleSet) -> PlayingRules {
        PlayingRules {
            repetition: &[KoRule::Situational],
            repetition_clauses: &[MS_KO],
            play: MS_TURN,
            suicide: Some(MS_NO_SUICIDE),
            unchanged: None,
            pass_stones: None,
            handicap_points: None,
            ending: Ending::default(),
        }
    }

    fn counts_stones(&self, _: &RuleSet) -> bool {
        matches!(self, MindSportsArena::Chinese)
    }

    fn carries_traces(&self) -> bool {
        true
    }

    fn score_clause(&self) -> ClauseId {
        match self {
            MindSportsArena::Japanese => MS_COUNT_JAPANESE,
            MindSportsArena::Chinese => MS_COUNT_CHINESE,
        }
    }

    fn status_clause(&self, life: Life) -> ClauseId {
        if life == Life::Seki { MS_SEKI } else { MS_DEAD }
    }

    fn solvable(&self, rules: &RuleSet) -> Option<Solvable> {
        Some(Solvable::of(WholeContinuation(rules.clone())))
    }

    /// Boards of one row are full of kos: the histories of superko are practical there up to 1x10.
    fn practical(&self, rules: &RuleSet, grid: Grid) -> Practical {
        let long = grid.rows().min(grid.cols()) == 1 && grid.len() > layers::LONGEST;
        if long && rules.read::<Dead>() == Dead::Superko { Practical::No } else { Practical::Yes }
    }

    fn changes(&self) -> &'static [(Changes, Change)] {
        &[
            (Changes::Usual, Change::Lifted(MS_KO)),
            (Changes::Light, Change::Reading(Word("dead"), Word("opponent-first"))),
            (Changes::Light, Change::Reading(Word("dead"), Word("owner-first"))),
            (Changes::Light, Change::Reading(Word("seki"), Word("points"))),
        ]
    }
}

impl Proving for MindSportsArena {
    fn proofs(&self, _: &RuleSet) -> Option<&'static dyn Provable> {
        Some(&Continuations { seki: true, dead: Dead::OwnerFirst })
    }
}
