//! The logical rules of Tromp and Taylor (`specs/tt`).

pub mod clauses;
mod finished;
pub mod game;
pub mod judge;
pub mod procedure;

use self::clauses::*;
use crate::board::{Board, Colour, Grid};
use crate::law::changes::{Change, Changes};
use crate::law::facts::Facts;
use crate::law::finished::{Finished, Sight};
use crate::law::procedure::{Agree, Procedure};
use crate::law::solved::Solvable;
use crate::law::{
    Choice, ClauseId, Document, Ending, Interpreter, KoRule, Life, PlayingRules, Practical, Reading, RuleSet, Text,
    Trace,
};
use crate::proof::claim::{Counting, Provable, Proving};
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
        PlayingRules {
            repetition: &[KoRule::Positional],
            repetition_clauses: &[TT_6],
            play: TT_7,
            suicide: None,
            unchanged: None,
            pass_stones: None,
            handicap_points: None,
            ending: Ending::default(),
        }
    }

    fn counts_stones(&self, _: &RuleSet) -> bool {
        true
    }

    fn score_clause(&self) -> ClauseId {
        TT_9
    }

    fn status_clause(&self, _: Life) -> ClauseId {
        TT_9
    }

    /// After two passes, the one who passed first has the next turn, if the game goes on.
    fn first_passer(&self, rules: &RuleSet, player: Colour) -> Option<RuleSet> {
        let first = match player {
            Colour::Black => First::Black,
            Colour::White => First::White,
        };
        (!self.only_counts(rules)).then(|| rules.clone().reading(first))
    }

    fn as_it_stands(&self, rules: &RuleSet) -> Option<RuleSet> {
        let stands = || rules.clone().reading(Agreement::AsItStands).reading(First::Black);
        (!self.only_counts(rules)).then(stands)
    }

    fn only_counts(&self, rules: &RuleSet) -> bool {
        rules.read::<Agreement>() == Agreement::AsItStands
    }

    fn matters(&self, rules: &RuleSet, choice: &Choice) -> bool {
        *choice != First::CHOICE || !self.only_counts(rules)
    }

    fn finished(&self, rules: &RuleSet, sight: &Sight, trace: &mut Trace) -> Option<Finished> {
        finished::finished(rules, sight, trace)
    }

    fn solvable(&self, _: &RuleSet) -> Option<Solvable> {
        None
    }

    /// The histories of further play are practical on boards with few positions only.
    fn practical(&self, rules: &RuleSet, grid: Grid) -> Practical {
        if self.only_counts(rules) {
            Practical::Yes
        } else if grid.len() <= MOST_PLAYED_OUT[usize::from(grid.rows().min(grid.cols()) > 1)] {
            Practical::Slow
        } else {
            Practical::No
        }
    }

    fn changes(&self) -> &'static [(Changes, Change)] {
        &[(Changes::Usual, Change::Lifted(TT_6))]
    }
}

impl Proving for TrompTaylor {
    fn proofs(&self, rules: &RuleSet) -> Option<&'static dyn Provable> {
        if rules.text.only_counts(rules) { Some(&Counting) } else { None }
    }
}

/// The points of the largest board of one row, and of the largest other one, of which every position is played out by default.
const MOST_PLAYED_OUT: [usize; 2] = [7, 9];

/// How its questions are answered.
impl judge::TrompTaylorInterpreter {
    /// The interpreter of `rules` on `board`.
    #[must_use]
    pub fn new(rules: RuleSet, board: &Board, budget: Budget) -> judge::TrompTaylorInterpreter {
        judge::TrompTaylorInterpreter { rules, values: SuperkoValues::new(game::Turns::new(board), budget) }
    }
}
