//! Japanese 1989, in machine translation (`specs/j1989`).

pub mod answers;
pub mod clauses;
pub mod counted;
mod dame;
mod finished;
mod frozen;
pub mod game;
pub mod judge;
mod lines;
mod lists;
pub mod procedure;
mod proof;
pub mod questions;
mod sieges;
mod whole;

pub use game::*;
pub use judge::*;
pub use questions::Asked;
pub use whole::{Cleared, ConfirmationFacts, WholeConfirmation};

use self::clauses::*;
use crate::board::{Board, Grid};
use crate::law::Interpreter;
use crate::law::changes::{Change, Changes};
use crate::law::facts::Facts;
use crate::law::finished::{Finished, Sight};
use crate::law::partly::Partly;
use crate::law::procedure::{Agree, Procedure};
use crate::law::solved::Solvable;
use crate::law::words::Word;
use crate::law::{Choice, ClauseId, Document, Ending, Life, NearTo, PlayingRules, Practical, RuleSet, Text, Trace};
use crate::law::{KoRule, Refusal};
use crate::proof::claim::{Provable, Proving};
use crate::record::Setup;
use crate::solve::Budget;
use crate::texts::in_words::JAPANESE;

/// The document.
pub struct Japanese1989;

/// The rule set.
pub const TEXT: Text = Text::of(&Japanese1989);

impl Document for Japanese1989 {
    fn id(&self) -> &'static str {
        "j1989"
    }

    fn prefix(&self) -> &'static str {
        "j1989"
    }

    fn source(&self) -> &'static str {
        include_str!("../../../../../specs/j1989/clauses.toml")
    }

    fn engine_terms(&self) -> &'static str {
        include_str!("../../../../../specs/j1989/engines.toml")
    }

    fn choices(&self) -> &'static [Choice] {
        CHOICES
    }

    fn nearest_to(&self) -> &'static [NearTo] {
        &[
            NearTo { names: &["japanese1989", "japanese1989rules"], warning: "the machine translation of that text" },
            NearTo {
                names: &["japanese", "jp", "nihonkiin", "日本"],
                warning: "one reading of the Japanese rules of 1989; servers and programs use others under that name",
            },
            NearTo {
                names: &["korean", "kr", "kba"],
                warning: "the machine translation of the Japanese rules of 1989; the Korean ones are near to them",
            },
        ]
    }

    fn could_be(&self) -> &'static [&'static str] {
        JAPANESE
    }

    fn interpreter(&self, rules: &RuleSet, board: &Board, budget: Budget, facts: &Facts) -> Box<dyn Interpreter> {
        Box::new(judge::J1989Interpreter::new(rules.clone(), board.clone(), budget, facts))
    }

    fn finished(&self, rules: &RuleSet, sight: &Sight, trace: &mut Trace) -> Option<Finished> {
        finished::finished(rules, sight, trace)
    }

    fn nearly_finished(&self, rules: &RuleSet, sight: &Sight, trace: &mut Trace) -> Option<Finished> {
        frozen::finished(rules, sight, trace)
    }

    fn remarks(&self, rules: &RuleSet, sight: &Sight, finished: &Finished) -> Vec<String> {
        dame::at_sight(rules, sight, finished)
    }

    fn bounds(&self, rules: &RuleSet, sight: &Sight) -> Option<[i32; 2]> {
        finished::bounds(rules, sight)
    }

    fn partly(&self, rules: &RuleSet, sight: &Sight) -> Partly {
        finished::partly(rules, sight)
    }

    fn procedure(&self, rules: &RuleSet, setup: &Setup, agree: Agree) -> Box<dyn Procedure> {
        Box::new(procedure::J1989Procedure::new(rules.clone(), setup, agree))
    }

    fn playing(&self, _: &RuleSet) -> PlayingRules {
        PlayingRules {
            repetition: &[KoRule::Basic],
            repetition_clauses: &[J1989_6_RECAPTURE],
            play: J1989_3,
            suicide: Some(J1989_4),
            unchanged: None,
            pass_stones: None,
            handicap_points: None,
            ending: Ending::default(),
        }
    }

    fn refusal(&self, _: &RuleSet, clause: ClauseId) -> Option<Refusal> {
        Some(match clause {
            J1989_7_2 => Refusal::Repetition(KoRule::Confirmation),
            J1989_7_2_PASS => Refusal::NothingToLift(KoRule::Confirmation),
            J1989_3 => Refusal::Occupied,
            J1989_4 => Refusal::Suicide,
            J1989_6_RECAPTURE => Refusal::Repetition(KoRule::Basic),
            _ => return None,
        })
    }

    fn carries_traces(&self) -> bool {
        true
    }

    fn score_clause(&self) -> ClauseId {
        J1989_10_1
    }

    fn status_clause(&self, life: Life) -> ClauseId {
        if life == Life::Seki { J1989_8_SEKI } else { J1989_7_1 }
    }

    fn solvable(&self, rules: &RuleSet) -> Option<Solvable> {
        Some(Solvable::of(WholeConfirmation(rules.clone())))
    }

    fn practical(&self, rules: &RuleSet, _: Grid) -> Practical {
        match rules.read() {
            Infinite::Attacker => Practical::Yes,
            Infinite::Defender => Practical::FewPositions,
        }
    }

    fn changes(&self) -> &'static [(Changes, Change)] {
        &[
            (Changes::Usual, Change::Lifted(J1989_7_2)),
            (Changes::All, Change::Lifted(J1989_7_2_PASS)),
            (Changes::Light, Change::Reading(Word("enable"), Word("none"))),
            (Changes::Usual, Change::Reading(Word("enable"), Word("enclosed"))),
            (Changes::All, Change::Reading(Word("infinite"), Word("defender"))),
        ]
    }
}

impl Proving for Japanese1989 {
    fn proofs(&self, _: &RuleSet) -> Option<&'static dyn Provable> {
        Some(&proof::Confirmations)
    }
}
