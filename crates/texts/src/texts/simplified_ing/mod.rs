//! The Simplified Ing rules of the European Go Federation (`specs/ing`).

pub mod clauses;
pub mod judge;
pub mod procedure;

use self::clauses::*;
use crate::board::Board;
use crate::law::area::AreaPlay;
use crate::law::changes::{Change, Changes};
use crate::law::facts::Facts;
use crate::law::finished::{Finished, Sight};
use crate::law::further::FurtherPlay;
use crate::law::procedure::{Agree, Procedure};
use crate::law::{
    Choice, ClauseId, Document, Interpreter, KoRule, Life, NearTo, PlayingRules, Reading, RuleSet, Text, Trace,
};
use crate::proof::claim::Proving;
use crate::record::Setup;
use crate::solve::Budget;
use crate::solve::superko::{Superko, SuperkoValues};

/// The document.
pub struct SimplifiedIng;

/// The rule set.
pub const TEXT: Text = Text::of(&SimplifiedIng);

/// Moving is resumed with the opponent of who passed last, who passed first.
const FURTHER_PLAY: FurtherPlay = FurtherPlay { agreement: Agreement::CHOICE, first: First::CHOICE, most: [7, 9] };

impl Document for SimplifiedIng {
    fn id(&self) -> &'static str {
        "simplified-ing"
    }

    fn prefix(&self) -> &'static str {
        "ing"
    }

    fn source(&self) -> &'static str {
        include_str!("../../../../../specs/ing/clauses.toml")
    }

    fn engine_terms(&self) -> &'static str {
        include_str!("../../../../../specs/ing/engines.toml")
    }

    fn choices(&self) -> &'static [Choice] {
        CHOICES
    }

    fn names(&self) -> &'static [&'static str] {
        &["simplifieding", "simplifiedingrules"]
    }

    fn nearest_to(&self) -> &'static [NearTo] {
        &[NearTo {
            names: &["ing", "ingrules", "goe", "sst"],
            warning: "the simplification of the rules of Ing, which have kos of their own and fill stones",
        }]
    }

    fn could_be(&self) -> &'static [&'static str] {
        &["ing", "goe", "sst"]
    }

    /// It counts a position as others do that are compared.
    fn is_usual(&self) -> bool {
        false
    }

    fn interpreter(&self, rules: &RuleSet, board: &Board, budget: Budget, _: &Facts) -> Box<dyn Interpreter> {
        let play = AreaPlay { board: board.clone(), suicide: true, superko: Superko::Positions };
        Box::new(judge::SimplifiedIngInterpreter { rules: rules.clone(), values: SuperkoValues::new(play, budget) })
    }

    fn procedure(&self, rules: &RuleSet, setup: &Setup, agree: Agree) -> Box<dyn Procedure> {
        Box::new(procedure::SimplifiedIngProcedure::new(rules.clone(), setup, agree))
    }

    fn playing(&self, _: &RuleSet) -> PlayingRules {
        PlayingRules::of(&[KoRule::Positional], &[ING_REPETITION], ING_MOVE)
    }

    fn counts_stones(&self, _: &RuleSet) -> bool {
        true
    }

    fn score_clause(&self) -> ClauseId {
        ING_SCORE
    }

    fn further_play(&self) -> Option<&'static FurtherPlay> {
        Some(&FURTHER_PLAY)
    }

    fn status_clause(&self, _: Life) -> ClauseId {
        ING_AGREEMENT
    }

    fn finished(&self, rules: &RuleSet, sight: &Sight, trace: &mut Trace) -> Option<Finished> {
        if !(rules.is_whole() && self.only_counts(rules)) {
            return None;
        }
        judge::cite_nobodys(&sight.board, sight.stones, trace);
        Some(Finished::as_it_stands(sight, &judge::claims(&sight.board, sight.stones), trace))
    }

    fn changes(&self) -> &'static [(Changes, Change)] {
        &[(Changes::Usual, Change::Lifted(ING_REPETITION))]
    }
}

impl Proving for SimplifiedIng {}
