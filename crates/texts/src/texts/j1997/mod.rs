//! Japanese 1997 (`specs/j1997`).

pub mod clauses;
pub mod conceding;
mod counted;
mod ending;
mod finished;
mod frozen;
pub mod game;
pub mod judge;
pub mod layers;
pub mod life;
pub mod plays;
pub mod procedure;
mod proof;
pub mod refused;
mod search;
pub mod whole;

pub use counted::Worth;
pub use game::*;
pub use judge::*;
pub use life::*;
pub use search::{PlayOutFacts, PlayedOut, SHORT, Value};
pub use whole::WholePlayOut;

use self::clauses::*;
use crate::board::{Board, Colour, Grid};
use crate::law::Interpreter;
use crate::law::changes::{Change, Changes};
use crate::law::facts::Facts;
use crate::law::finished::{Finished, Sight};
use crate::law::procedure::{Agree, Procedure};
use crate::law::solved::Solvable;
use crate::law::words::Word;
use crate::law::{Choice, ClauseId, Document, Life, PlayingRules, Practical, RuleSet, Text, Trace};
use crate::law::{KoRule, Refusal};
use crate::proof::claim::{Counting, Provable, Proving};
use crate::record::Setup;
use crate::solve::Budget;
use crate::texts::in_words::JAPANESE;

/// The document.
pub struct Japanese1997;

/// The rule set.
pub const TEXT: Text = Text::of(&Japanese1997);

impl Document for Japanese1997 {
    fn id(&self) -> &'static str {
        "j1997"
    }

    fn prefix(&self) -> &'static str {
        "j1997"
    }

    fn source(&self) -> &'static str {
        include_str!("../../../../../specs/j1997/clauses.toml")
    }

    fn engine_terms(&self) -> &'static str {
        include_str!("../../../../../specs/j1997/engines.toml")
    }

    fn choices(&self) -> &'static [Choice] {
        CHOICES
    }

    fn names(&self) -> &'static [&'static str] {
        &["japanese1997", "japanese1997rules"]
    }

    fn could_be(&self) -> &'static [&'static str] {
        JAPANESE
    }

    fn interpreter(&self, rules: &RuleSet, board: &Board, budget: Budget, facts: &Facts) -> Box<dyn Interpreter> {
        Box::new(judge::J1997Interpreter::new(rules.clone(), board.clone(), budget, facts))
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
        Box::new(procedure::J1997Procedure::new(rules.clone(), setup, agree))
    }

    fn playing(&self, _: &RuleSet) -> PlayingRules {
        PlayingRules {
            suicide: Some(J1997_NO_SUICIDE),
            ..PlayingRules::of(&[KoRule::Basic, KoRule::Recurring], &[J1997_KO_RECAPTURE, J1997_NO_RESULT], J1997_POINT)
        }
    }

    fn refusal(&self, _: &RuleSet, clause: ClauseId) -> Option<Refusal> {
        Some(match clause {
            J1997_PLAYOUT_3 => Refusal::TakenBefore,
            J1997_PLAYOUT_4 => Refusal::NothingToLift(KoRule::PlayOut),
            J1997_PLAYOUT_5 => Refusal::Repetition(KoRule::PlayOut),
            J1997_POINT => Refusal::Occupied,
            J1997_NO_SUICIDE => Refusal::Suicide,
            J1997_KO_RECAPTURE => Refusal::Repetition(KoRule::Basic),
            _ => return None,
        })
    }

    fn score_clause(&self) -> ClauseId {
        J1997_RESULT
    }

    fn status_clause(&self, _: Life) -> ClauseId {
        J1997_LIFE_1
    }

    fn first_passer(&self, rules: &RuleSet, player: Colour) -> Option<RuleSet> {
        let first = match player {
            Colour::Black => First::Black,
            Colour::White => First::White,
        };
        (rules.read::<Agreement>() == Agreement::PlayOut).then(|| rules.clone().reading(first))
    }

    fn as_it_stands(&self, rules: &RuleSet) -> Option<RuleSet> {
        let plays = rules.read::<Agreement>() == Agreement::PlayOut;
        plays.then(|| rules.clone().reading(Agreement::AsItStands))
    }

    fn only_counts(&self, rules: &RuleSet) -> bool {
        rules.read::<Agreement>() == Agreement::AsItStands
    }

    fn solvable(&self, rules: &RuleSet) -> Option<Solvable> {
        // The tables rest on all clauses on kos.
        let kos = [J1997_PLAYOUT_3, J1997_PLAYOUT_4, J1997_PLAYOUT_5].into_iter().all(|c| rules.applies(c));
        // They bound play-outs in which positions may be recreated.
        let recreates = rules.read::<Endless>() != Endless::Refused;
        (!self.only_counts(rules) && kos && recreates).then(|| Solvable::of(WholePlayOut(rules.clone())))
    }

    /// Boards of one row are full of kos: the play-out is practical there up to 1x10 ([`layers`]). With the positions of all play-outs carried
    /// only the smallest boards are ([`refused`]).
    fn practical(&self, rules: &RuleSet, grid: Grid) -> Practical {
        let one_row = grid.rows().min(grid.cols()) == 1;
        match (self.only_counts(rules), self.solvable(rules)) {
            (true, _) => Practical::Yes,
            _ if rules.read::<Endless>() == Endless::Refused => {
                if grid.len() <= refused::MOST_CARRIED {
                    Practical::Slow
                } else {
                    Practical::No
                }
            }
            _ if one_row && grid.len() > layers::LONGEST => Practical::No,
            // The tables bound `never-ends`; where they do not decide, each position needs a search of its own.
            (_, Some(_)) if rules.read::<Endless>() == Endless::GainWins => Practical::Yes,
            (_, Some(_)) => Practical::Slow,
            _ => Practical::FewPositions,
        }
    }

    fn changes(&self) -> &'static [(Changes, Change)] {
        &[
            (Changes::All, Change::Lifted(J1997_LIFE_1)),
            (Changes::Usual, Change::Lifted(J1997_LIFE_4)),
            (Changes::All, Change::Lifted(J1997_PLAYOUT_3)),
            (Changes::Usual, Change::Lifted(J1997_PLAYOUT_4)),
            (Changes::Usual, Change::Lifted(J1997_PLAYOUT_5)),
            (Changes::Usual, Change::Lifted(J1997_PLAYOUT_7)),
            (Changes::Light, Change::Reading(Word("first"), Word("black"))),
            (Changes::Light, Change::Reading(Word("first"), Word("white"))),
            (Changes::Light, Change::Reading(Word("agreement"), Word("as-it-stands"))),
            (Changes::All, Change::Reading(Word("ko-stones"), Word("prisoners"))),
            (Changes::All, Change::Reading(Word("endless"), Word("never-ends"))),
            (Changes::All, Change::Reading(Word("endless"), Word("refused"))),
        ]
    }
}

impl Proving for Japanese1997 {
    fn proofs(&self, rules: &RuleSet) -> Option<&'static dyn Provable> {
        match rules.read() {
            _ if rules.text.only_counts(rules) => Some(&Counting),
            Endless::GainWins | Endless::NeverEnds => Some(&proof::PlayOuts),
            // What is forced rests on all positions of the sequence.
            Endless::Refused => None,
        }
    }
}
