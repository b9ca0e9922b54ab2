//! KataGo's rules with their parameters, each of which is a reading (`specs/katago`).

pub mod clauses;
mod cleanup;
mod finished;
pub mod judge;
mod named;
pub mod procedure;
mod turns;

use self::clauses::*;
use crate::board::Board;
use crate::law::changes::{Change, Changes};
use crate::law::facts::Facts;
use crate::law::finished::{Finished, Sight};
use crate::law::procedure::{Agree, Procedure};
use crate::law::words::Word;
use crate::law::{
    Choice, ClauseId, Document, Ending, HandicapPoints, Interpreter, KoRule, Life, Named, PlayingRules, Reading,
    RuleSet, Text, Trace,
};
use crate::proof::claim::{Counting, Provable, Proving};
use crate::record::Setup;
use crate::solve::Budget;

/// The document.
pub struct KataGo;

/// The rule set.
pub const TEXT: Text = Text::of(&KataGo);

impl Document for KataGo {
    fn id(&self) -> &'static str {
        "katago"
    }

    fn prefix(&self) -> &'static str {
        "katago"
    }

    fn source(&self) -> &'static str {
        include_str!("../../../../../specs/katago/clauses.toml")
    }

    fn engine_terms(&self) -> &'static str {
        include_str!("../../../../../specs/katago/engines.toml")
    }

    fn choices(&self) -> &'static [Choice] {
        CHOICES
    }

    fn named(&self) -> &'static [Named] {
        named::NAMED
    }

    fn declared(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("ko", "ko"),
            ("scoring", "scoring"),
            ("tax", "tax"),
            ("suicide", "suicide"),
            ("hasButton", "button"),
            ("whiteHandicapBonus", "handicap-bonus"),
        ]
    }

    /// By default it counts what Tromp-Taylor counts, as its authors mean it to.
    fn is_usual(&self) -> bool {
        false
    }

    fn interpreter(&self, rules: &RuleSet, board: &Board, _: Budget, _: &Facts) -> Box<dyn Interpreter> {
        Box::new(judge::KataGoInterpreter { rules: rules.clone(), board: board.clone() })
    }

    fn procedure(&self, rules: &RuleSet, setup: &Setup, _: Agree) -> Box<dyn Procedure> {
        Box::new(procedure::KataGoProcedure::new(rules.clone(), setup))
    }

    fn playing(&self, rules: &RuleSet) -> PlayingRules {
        let repetition: &[KoRule] = match rules.read() {
            Ko::Simple => &[KoRule::Basic],
            Ko::Positional => &[KoRule::Positional],
            Ko::Situational => &[KoRule::Situational],
            Ko::Spight => &[KoRule::PositionalSincePass],
        };
        let free = match rules.read() {
            HandicapBonus::None => None,
            HandicapBonus::N1 => Some(1),
            HandicapBonus::N => Some(0),
        };
        PlayingRules {
            repetition,
            repetition_clauses: &[KATAGO_MAIN_LEGAL],
            play: KATAGO_PSEUDOLEGAL_3,
            suicide: (rules.read::<Suicide>() == Suicide::No).then_some(KATAGO_PSEUDOLEGAL_SUICIDE),
            unchanged: Some(KATAGO_PSEUDOLEGAL_CHANGE),
            pass_stones: None,
            handicap_points: free.map(|free| HandicapPoints { clause: KATAGO_PARAMS_HANDICAP, free }),
            ending: Ending {
                free_pass: rules.read::<Button>() == Button::Yes,
                outlasts_passes: rules.read::<Ko>() == Ko::Spight,
                repetition: matches!(rules.read(), Ko::Simple | Ko::Spight)
                    .then_some([KATAGO_MAIN_END_REPEATED, KATAGO_MAIN_END_NO_RESULT]),
                settled: (rules.read::<SelfPlayOpts>() == SelfPlayOpts::Yes).then_some(KATAGO_MAIN_END_SETTLED),
                goes_on: rules.read::<Scoring>() == Scoring::Territory,
            },
        }
    }

    fn counts_stones(&self, rules: &RuleSet) -> bool {
        rules.read::<Scoring>() == Scoring::Area
    }

    fn score_clause(&self) -> ClauseId {
        KATAGO_AREA
    }

    fn status_clause(&self, life: Life) -> ClauseId {
        match life {
            Life::Dead => KATAGO_COUNT_CLEAR,
            Life::Seki => KATAGO_MORE_3,
            Life::Alive | Life::Undecided => KATAGO_AREA,
        }
    }

    fn only_counts(&self, _: &RuleSet) -> bool {
        true
    }

    /// Of a position: how moves were made and games ended matters to games only.
    fn matters(&self, rules: &RuleSet, choice: &Choice) -> bool {
        match *choice {
            Ko::CHOICE | Button::CHOICE | HandicapBonus::CHOICE => false,
            Suicide::CHOICE => rules.read::<SelfPlayOpts>() == SelfPlayOpts::Yes,
            LifeRegions::CHOICE => rules.read::<Tax>() != Tax::None,
            _ => true,
        }
    }

    fn finished(&self, rules: &RuleSet, sight: &Sight, trace: &mut Trace) -> Option<Finished> {
        finished::finished(rules, sight, trace)
    }

    fn changes(&self) -> &'static [(Changes, Change)] {
        &[
            (Changes::Light, Change::Lifted(KATAGO_COUNT_CLEAR)),
            (Changes::Light, Change::Reading(Word("tax"), Word("none"))),
        ]
    }
}

impl Proving for KataGo {
    fn proofs(&self, _: &RuleSet) -> Option<&'static dyn Provable> {
        Some(&Counting)
    }
}
