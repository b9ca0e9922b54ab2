//! The rules of the New Zealand Go Society (`specs/nz`).

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
use crate::law::{Choice, ClauseId, Document, Interpreter, KoRule, Life, PlayingRules, Reading, RuleSet, Text, Trace};
use crate::proof::claim::Proving;
use crate::record::Setup;
use crate::solve::Budget;
use crate::solve::superko::{Superko, SuperkoValues};

/// The document.
pub struct NewZealand;

/// The rule set.
pub const TEXT: Text = Text::of(&NewZealand);

/// After two passes it is the turn of the one who passed first.
const FURTHER_PLAY: FurtherPlay = FurtherPlay { agreement: Agreement::CHOICE, first: First::CHOICE, most: [4, 4] };

impl Document for NewZealand {
    fn id(&self) -> &'static str {
        "new-zealand"
    }

    fn prefix(&self) -> &'static str {
        "nz"
    }

    fn source(&self) -> &'static str {
        include_str!("../../../../../specs/nz/clauses.toml")
    }

    fn engine_terms(&self) -> &'static str {
        include_str!("../../../../../specs/nz/engines.toml")
    }

    fn choices(&self) -> &'static [Choice] {
        CHOICES
    }

    fn names(&self) -> &'static [&'static str] {
        &["newzealand", "newzealandrules", "nz", "nzgs"]
    }

    fn could_be(&self) -> &'static [&'static str] {
        &["newzealand", "nz", "nzgs"]
    }

    /// It counts a position as others do that are compared.
    fn is_usual(&self) -> bool {
        false
    }

    fn interpreter(&self, rules: &RuleSet, board: &Board, budget: Budget, _: &Facts) -> Box<dyn Interpreter> {
        let play = AreaPlay { board: board.clone(), suicide: true, superko: Superko::OwnMoves };
        Box::new(judge::NewZealandInterpreter { rules: rules.clone(), values: SuperkoValues::new(play, budget) })
    }

    fn procedure(&self, rules: &RuleSet, setup: &Setup, agree: Agree) -> Box<dyn Procedure> {
        Box::new(procedure::NewZealandProcedure::new(rules.clone(), setup, agree))
    }

    fn playing(&self, _: &RuleSet) -> PlayingRules {
        PlayingRules::of(&[KoRule::OwnMoves], &[NZ_MOVE_REPEAT], NZ_PLAY)
    }

    fn counts_stones(&self, _: &RuleSet) -> bool {
        true
    }

    fn score_clause(&self) -> ClauseId {
        NZ_TERRITORY
    }

    fn further_play(&self) -> Option<&'static FurtherPlay> {
        Some(&FURTHER_PLAY)
    }

    fn status_clause(&self, _: Life) -> ClauseId {
        NZ_DEAD
    }

    fn finished(&self, rules: &RuleSet, sight: &Sight, trace: &mut Trace) -> Option<Finished> {
        if !(rules.is_whole() && self.only_counts(rules)) {
            return None;
        }
        judge::cite_shared(&sight.board, sight.stones, trace);
        Some(Finished::as_it_stands(sight, &judge::claims(&sight.board, sight.stones), trace))
    }

    fn changes(&self) -> &'static [(Changes, Change)] {
        &[(Changes::Usual, Change::Lifted(NZ_MOVE_REPEAT))]
    }
}

impl Proving for NewZealand {}
