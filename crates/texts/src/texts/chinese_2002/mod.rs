//! The Chinese rules of 2002 (`specs/cn`).

pub mod clauses;
mod finished;
pub mod judge;
pub mod procedure;

use self::clauses::*;
use crate::board::Board;
use crate::law::changes::{Change, Changes};
use crate::law::facts::Facts;
use crate::law::finished::{Finished, Sight};
use crate::law::partly::Partly;
use crate::law::procedure::{Agree, Procedure};
use crate::law::solved::Solvable;
use crate::law::words::Word;
use crate::law::{
    Choice, ClauseId, Document, Interpreter, KoRule, Life as Lives, NearTo, PlayingRules, RuleSet, Text, Trace,
};
use crate::proof::claim::{Counting, Provable, Proving};
use crate::record::Setup;
use crate::solve::Budget;
use crate::texts::mindsports::clauses::Dead;
use crate::texts::mindsports::{self, Continuations, WholeContinuation};

/// The document.
pub struct Chinese2002;

/// The rule set.
pub const TEXT: Text = Text::of(&Chinese2002);

const PLAYING: PlayingRules =
    PlayingRules { suicide: Some(CN_5), ..PlayingRules::of(&[KoRule::Situational], &[CN_6], CN_2_PLAY) };

/// The continuation in which it is asked what can be taken, with who moves first.
fn continuation(rules: &RuleSet) -> RuleSet {
    let first = match rules.read() {
        Life::OpponentFirst => Dead::OpponentFirst,
        Life::OwnerFirst | Life::AsItStands => Dead::OwnerFirst,
    };
    RuleSet::default_of(mindsports::JAPANESE).reading(first)
}

impl Document for Chinese2002 {
    fn id(&self) -> &'static str {
        "chinese-2002"
    }

    fn prefix(&self) -> &'static str {
        "cn"
    }

    fn source(&self) -> &'static str {
        include_str!("../../../../../specs/cn/clauses.toml")
    }

    fn engine_terms(&self) -> &'static str {
        include_str!("../../../../../specs/cn/engines.toml")
    }

    fn choices(&self) -> &'static [Choice] {
        CHOICES
    }

    fn names(&self) -> &'static [&'static str] {
        &["chinese2002", "chinese2002rules"]
    }

    fn nearest_to(&self) -> &'static [NearTo] {
        &[NearTo {
            names: &["chinese", "cn", "chineseogs", "chinesekgs", "cga", "中国", "中國", "中国规则"],
            warning: "the rules of 2002; servers and programs use others under that name, with positional superko or with simple ko",
        }]
    }

    fn could_be(&self) -> &'static [&'static str] {
        &["chinese", "china", "cn", "chineseogs", "chinesekgs", "area", "cga"]
    }

    /// It finds dead stones as others do that are compared, and counts as others of them.
    fn is_usual(&self) -> bool {
        false
    }

    fn interpreter(&self, rules: &RuleSet, board: &Board, budget: Budget, facts: &Facts) -> Box<dyn Interpreter> {
        let ask = mindsports::answers::ContinuationSolver::new(&continuation(rules), board, budget, facts);
        Box::new(judge::ChineseInterpreter { rules: rules.clone(), board: board.clone(), ask })
    }

    fn procedure(&self, rules: &RuleSet, setup: &Setup, agree: Agree) -> Box<dyn Procedure> {
        Box::new(procedure::ChineseProcedure::new(rules.clone(), setup, agree))
    }

    fn playing(&self, rules: &RuleSet) -> PlayingRules {
        match rules.read() {
            Repetition::Situational => PLAYING,
            Repetition::Positional => PlayingRules { repetition: &[KoRule::Positional], ..PLAYING },
        }
    }

    fn counts_stones(&self, _: &RuleSet) -> bool {
        true
    }

    fn score_clause(&self) -> ClauseId {
        CN_9_COUNT
    }

    fn status_clause(&self, life: Lives) -> ClauseId {
        if life == Lives::Dead { CN_8_DEAD } else { CN_8_ALIVE }
    }

    fn only_counts(&self, rules: &RuleSet) -> bool {
        !judge::asks(rules)
    }

    /// What may not come back is asked in games only.
    fn matters(&self, _: &RuleSet, choice: &Choice) -> bool {
        *choice == <Life as crate::law::Reading>::CHOICE
    }

    fn finished(&self, rules: &RuleSet, sight: &Sight, trace: &mut Trace) -> Option<Finished> {
        finished::finished(rules, sight, trace)
    }

    fn bounds(&self, rules: &RuleSet, sight: &Sight) -> Option<[i32; 2]> {
        if judge::asks(rules) { mindsports::finished::bounds(rules, sight) } else { None }
    }

    fn partly(&self, rules: &RuleSet, sight: &Sight) -> Partly {
        if judge::asks(rules) {
            mindsports::finished::partly_by(rules, sight, [CN_8_DEAD, CN_9_COUNT])
        } else {
            Partly::default()
        }
    }

    fn solvable(&self, rules: &RuleSet) -> Option<Solvable> {
        judge::asks(rules).then(|| Solvable::of(WholeContinuation(continuation(rules))))
    }

    fn changes(&self) -> &'static [(Changes, Change)] {
        &[
            (Changes::Light, Change::Reading(Word("life"), Word("opponent-first"))),
            (Changes::Light, Change::Reading(Word("life"), Word("owner-first"))),
            (Changes::Light, Change::Reading(Word("life"), Word("as-it-stands"))),
        ]
    }
}

impl Proving for Chinese2002 {
    fn proofs(&self, rules: &RuleSet) -> Option<&'static dyn Provable> {
        Some(match rules.read() {
            _ if !judge::asks(rules) => &Counting,
            Life::OpponentFirst => &Continuations { seki: false, dead: Dead::OpponentFirst },
            Life::OwnerFirst | Life::AsItStands => &Continuations { seki: false, dead: Dead::OwnerFirst },
        })
    }
}
