//! The concise rules of the American Go Association (`specs/aga`), one document with two counts.

pub mod clauses;
pub mod count;
pub mod game;
pub mod judge;
pub mod procedure;

use self::clauses::*;
use crate::board::{Board, Wide};
use crate::law::changes::{Change, Changes};
use crate::law::facts::Facts;
use crate::law::finished::{Finished, Sight};
use crate::law::further::FurtherPlay;
use crate::law::procedure::{Agree, Procedure};
use crate::law::solved::Solvable;
use crate::law::words::Word;
use crate::law::{
    Choice, ClauseId, Document, HandicapPoints, Interpreter, KoRule, Life, NearTo, PlayingRules, Reading, RuleSet,
    Text, Trace,
};
use crate::proof::claim::{Counting, Provable, Proving};
use crate::record::Setup;
use crate::solve::Budget;
use crate::solve::superko::SuperkoValues;
use crate::texts::mindsports::clauses::Dead;
use crate::texts::mindsports::{self, Continuations, WholeContinuation};

/// The document, with one of its counts.
pub enum AmericanGoAssociation {
    /// Territory and prisoners.
    Territory,
    /// Territory and stones.
    Area,
}

/// The rule set with the count by territory.
pub const TERRITORY: Text = Text::of(&AmericanGoAssociation::Territory);

/// The rule set with the count by area.
pub const AREA: Text = Text::of(&AmericanGoAssociation::Area);

const PLAYING: PlayingRules = PlayingRules {
    suicide: Some(AGA_5_SELF_CAPTURE),
    pass_stones: Some(AGA_7),
    ..PlayingRules::of(&[KoRule::Situational], &[AGA_6], AGA_2)
};

impl Document for AmericanGoAssociation {
    fn id(&self) -> &'static str {
        match self {
            AmericanGoAssociation::Territory => "aga-territory",
            AmericanGoAssociation::Area => "aga-area",
        }
    }

    fn prefix(&self) -> &'static str {
        "aga"
    }

    fn source(&self) -> &'static str {
        include_str!("../../../../../specs/aga/clauses.toml")
    }

    fn engine_terms(&self) -> &'static str {
        include_str!("../../../../../specs/aga/engines.toml")
    }

    fn choices(&self) -> &'static [Choice] {
        CHOICES
    }

    /// Which count is meant does not matter to the result.
    fn names(&self) -> &'static [&'static str] {
        match self {
            AmericanGoAssociation::Territory => &["aga", "agarules", "americangoassociation"],
            AmericanGoAssociation::Area => &[],
        }
    }

    fn nearest_to(&self) -> &'static [NearTo] {
        match self {
            AmericanGoAssociation::Territory => &[NearTo {
                names: &["bga", "british", "ffg", "french"],
                warning: "whose words the rules of that name share in the main",
            }],
            AmericanGoAssociation::Area => &[],
        }
    }

    fn could_be(&self) -> &'static [&'static str] {
        &["aga", "american", "bga", "british", "french", "ffg"]
    }

    fn interpreter(&self, rules: &RuleSet, board: &Board, budget: Budget, facts: &Facts) -> Box<dyn Interpreter> {
        Box::new(judge::AgaInterpreter::new(rules.clone(), board, budget, facts))
    }

    fn procedure(&self, rules: &RuleSet, setup: &Setup, agree: Agree) -> Box<dyn Procedure> {
        Box::new(procedure::AgaProcedure::new(rules.clone(), setup, agree))
    }

    fn playing(&self, _: &RuleSet) -> PlayingRules {
        let handicap = HandicapPoints { clause: AGA_4_AREA, free: 1 };
        match self {
            AmericanGoAssociation::Territory => PLAYING,
            AmericanGoAssociation::Area => PlayingRules { handicap_points: Some(handicap), ..PLAYING },
        }
    }

    fn counts_stones(&self, _: &RuleSet) -> bool {
        matches!(self, AmericanGoAssociation::Area)
    }

    fn score_clause(&self) -> ClauseId {
        match self {
            AmericanGoAssociation::Territory => AGA_12_BY_TERRITORY,
            AmericanGoAssociation::Area => AGA_12_BY_AREA,
        }
    }

    fn further_play(&self) -> Option<&'static FurtherPlay> {
        Some(&FURTHER_PLAY)
    }

    fn status_clause(&self, _: Life) -> ClauseId {
        AGA_9_DEAD
    }

    /// aga.12 with nothing agreed to be dead.
    fn finished(&self, rules: &RuleSet, sight: &Sight, trace: &mut Trace) -> Option<Finished> {
        if !(rules.is_whole() && self.only_counts(rules)) {
            return None;
        }
        count::cite_dame(&sight.board, sight.stones, trace);
        Some(Finished::as_it_stands(sight, &count::count(rules, &sight.board, sight.stones, Wide::default()), trace))
    }

    fn solvable(&self, rules: &RuleSet) -> Option<Solvable> {
        let best_play = rules.read::<Agreement>() == Agreement::BestPlay;
        best_play.then(|| Solvable::of(WholeContinuation(RuleSet::default_of(mindsports::JAPANESE))))
    }

    fn changes(&self) -> &'static [(Changes, Change)] {
        &[(Changes::Light, Change::Reading(Word("agreement"), Word("as-it-stands")))]
    }
}

impl Proving for AmericanGoAssociation {
    fn proofs(&self, rules: &RuleSet) -> Option<&'static dyn Provable> {
        match rules.read() {
            Agreement::AsItStands => Some(&Counting),
            Agreement::BestPlay => Some(&Continuations { seki: false, dead: Dead::OwnerFirst }),
            Agreement::PlayOut => None,
        }
    }
}

/// Play goes on with the opponent of who passed last, who passed first.
const FURTHER_PLAY: FurtherPlay = FurtherPlay { agreement: Agreement::CHOICE, first: First::CHOICE, most: [7, 9] };

/// How its questions are answered.
impl judge::AgaInterpreter {
    /// The interpreter of `rules` on `board`.
    #[must_use]
    pub fn new(rules: RuleSet, board: &Board, budget: Budget, facts: &Facts) -> judge::AgaInterpreter {
        let owner_first = RuleSet::default_of(mindsports::JAPANESE);
        let ask = mindsports::answers::ContinuationSolver::new(&owner_first, board, budget, facts);
        judge::AgaInterpreter { rules, values: SuperkoValues::new(game::Resumption::new(board), budget), ask }
    }
}
