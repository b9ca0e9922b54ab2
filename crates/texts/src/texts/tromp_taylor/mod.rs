//! The logical rules of Tromp and Taylor (`specs/tt`).

pub mod clauses;
pub mod count;
pub mod game;
pub mod judge;
pub mod procedure;

use self::clauses::*;
use crate::board::Board;
use crate::law::changes::{Change, Changes};
use crate::law::facts::Facts;
use crate::law::finished::{Finished, Sight};
use crate::law::further::FurtherPlay;
use crate::law::procedure::{Agree, Procedure};
use crate::law::{Choice, ClauseId, Document, Interpreter, KoRule, Life, PlayingRules, Reading, RuleSet, Text, Trace};
use crate::proof::claim::Proving;
use crate::record::Setup;
use crate::solve::Budget;
use crate::solve::superko::SuperkoValues;

/// The document.
pub struct TrompTaylor;

/// The rule set.
pub const TEXT: Text = Text::of(&TrompTaylor);

impl Document for TrompTaylor {
    fn id(&self) -> &'static str {
        "tromp-taylor"
    }

    fn prefix(&self) -> &'static str {
        "tt"
    }

    fn source(&self) -> &'static str {
        include_str!("../../../../../specs/tt/clauses.toml")
    }

    fn engine_terms(&self) -> &'static str {
        include_str!("../../../../../specs/tt/engines.toml")
    }

    fn choices(&self) -> &'static [Choice] {
        CHOICES
    }

    fn names(&self) -> &'static [&'static str] {
        &["tromptaylor", "tromptaylorrules", "logicalrules"]
    }

    fn could_be(&self) -> &'static [&'static str] {
        &["tromptaylor", "tt", "logical"]
    }

    fn interpreter(&self, rules: &RuleSet, board: &Board, budget: Budget, _: &Facts) -> Box<dyn Interpreter> {
        Box::new(judge::TrompTaylorInterpreter::new(rules.clone(), board, budget))
    }

    fn procedure(&self, rules: &RuleSet, setup: &Setup, _: Agree) -> Box<dyn Procedure> {
        Box::new(procedure::TrompTaylorProcedure::new(rules.clone(), setup))
    }

    fn playing(&self, _: &RuleSet) -> PlayingRules {
        PlayingRules::of(&[KoRule::Positional], &[TT_6], TT_7)
    }

    fn counts_stones(&self, _: &RuleSet) -> bool {
        true
    }

    fn score_clause(&self) -> ClauseId {
        TT_9
    }

    fn further_play(&self) -> Option<&'static FurtherPlay> {
        Some(&FURTHER_PLAY)
    }

    fn status_clause(&self, _: Life) -> ClauseId {
        TT_9
    }

    /// tt.9 of the position as it stands.
    fn finished(&self, rules: &RuleSet, sight: &Sight, trace: &mut Trace) -> Option<Finished> {
        if !(rules.is_whole() && self.only_counts(rules)) {
            return None;
        }
        count::cite_dame(&sight.board, sight.stones, trace);
        Some(Finished::as_it_stands(sight, &count::claims(&sight.board, sight.stones), trace))
    }

    fn changes(&self) -> &'static [(Changes, Change)] {
        &[(Changes::Usual, Change::Lifted(TT_6))]
    }
}

impl Proving for TrompTaylor {}

/// After two passes, the one who passed first has the next turn, if the game goes on.
const FURTHER_PLAY: FurtherPlay = FurtherPlay { agreement: Agreement::CHOICE, first: First::CHOICE, most: [7, 9] };

/// How its questions are answered.
impl judge::TrompTaylorInterpreter {
    /// The interpreter of `rules` on `board`.
    #[must_use]
    pub fn new(rules: RuleSet, board: &Board, budget: Budget) -> judge::TrompTaylorInterpreter {
        judge::TrompTaylorInterpreter { rules, values: SuperkoValues::new(game::Turns::new(board), budget) }
    }
}
