//! New Amateur-Japanese 2004 (`specs/aj2004`).

pub mod clauses;
pub mod control;
mod counted;
pub mod extremes;
mod facts;
mod finished;
mod frozen;
pub mod game;
pub mod judge;
pub mod listed;
pub mod procedure;
mod proof;
mod search;
mod sure;
mod taking;
mod whole;

pub use counted::Worth;
pub use facts::{AnalysisFacts, AnalysisValues, Extreme, ListedState};
pub use game::*;
pub use judge::*;
pub use search::{Analysis, Value};
pub use sure::Sure;
pub use whole::WholeAnalysis;

use self::clauses::*;
use crate::board::{Board, Grid};
use crate::law::Interpreter;
use crate::law::KoRule;
use crate::law::changes::{Change, Changes};
use crate::law::facts::Facts;
use crate::law::finished::{Finished, Sight};
use crate::law::procedure::{Agree, Procedure};
use crate::law::solved::Solvable;
use crate::law::{Choice, ClauseId, Document, Life, PlayingRules, Practical, RuleSet, Text, Trace};
use crate::proof::claim::{Provable, Proving};
use crate::record::Setup;
use crate::solve::Budget;
use crate::texts::in_words::JAPANESE;

/// The document.
pub struct NewAmateurJapanese;

/// The rule set.
pub const TEXT: Text = Text::of(&NewAmateurJapanese);

impl Document for NewAmateurJapanese {
    fn id(&self) -> &'static str {
        "aj2004"
    }

    fn prefix(&self) -> &'static str {
        "aj2004"
    }

    fn source(&self) -> &'static str {
        include_str!("../../../../../specs/aj2004/clauses.toml")
    }

    fn engine_terms(&self) -> &'static str {
        include_str!("../../../../../specs/aj2004/engines.toml")
    }

    fn choices(&self) -> &'static [Choice] {
        CHOICES
    }

    fn names(&self) -> &'static [&'static str] {
        &["newamateurjapanese", "newamateurjapanese2004"]
    }

    fn could_be(&self) -> &'static [&'static str] {
        JAPANESE
    }

    fn interpreter(&self, rules: &RuleSet, board: &Board, budget: Budget, facts: &Facts) -> Box<dyn Interpreter> {
        Box::new(judge::Aj2004Interpreter::new(rules.clone(), board.clone(), budget, facts))
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

    fn procedure(&self, rules: &RuleSet, setup: &Setup, agree: Agree) -> Box<dyn Procedure> {
        Box::new(procedure::Aj2004Procedure::new(rules.clone(), setup, agree))
    }

    fn playing(&self, _: &RuleSet) -> PlayingRules {
        PlayingRules {
            suicide: Some(AJ2004_NO_SUICIDE),
            ..PlayingRules::of(&[KoRule::Basic, KoRule::Fixed], &[AJ2004_BASIC_KO, AJ2004_FIXED_KO], AJ2004_MOVE)
        }
    }

    fn counts_stones(&self, rules: &RuleSet) -> bool {
        rules.read::<Score>() == Score::Area
    }

    fn score_clause(&self) -> ClauseId {
        AJ2004_SCORE
    }

    fn status_clause(&self, _: Life) -> ClauseId {
        AJ2004_CONTROL
    }

    fn values_points_by_play(&self) -> bool {
        true
    }

    fn solvable(&self, rules: &RuleSet) -> Option<Solvable> {
        Some(Solvable::of(WholeAnalysis(rules.clone())))
    }

    fn practical(&self, rules: &RuleSet, grid: Grid) -> Practical {
        let long = grid.rows().min(grid.cols()) == 1 && grid.len() > LONGEST_ANALYSED;
        if long && rules.applies(AJ2004_FIXED_KO) { Practical::No } else { Practical::Yes }
    }

    fn changes(&self) -> &'static [(Changes, Change)] {
        &[(Changes::Usual, Change::Lifted(AJ2004_BASIC_KO)), (Changes::Usual, Change::Lifted(AJ2004_FIXED_KO))]
    }
}

impl Proving for NewAmateurJapanese {
    fn proofs(&self, _: &RuleSet) -> Option<&'static dyn Provable> {
        Some(&proof::Analyses)
    }
}
