//! The right answers: what a rule set says at the end of a record.

use super::{MoveRecord, Question, Status};
use crate::atlas::compare::{counts_stones, undecided};
use crate::atlas::settled::is_settled;
use crate::board::plain::PlainPosition;
use crate::board::{Colour, MAX_POINTS};
use crate::gtp::game::{End, GtpGame, Legality, clause_of};
use crate::gtp::referee::{Judged, Judgement, Referee};
use crate::law::Life;
use crate::law::finished::all_immortal;
use crate::law::{ClauseId, RuleSet, Text};
use crate::law::{KoRule, Refusal};
use crate::solve::Budget;

/// The right answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expected {
    /// `1` or `0` (legal), a position's text, `black N white N` (captures), a number (Black less White), or points in the
    /// order of the grid.
    pub answer: String,
    /// The clause it rests on.
    pub clause: String,
}

/// A rule set as the judge of an engine.
pub struct Reference {
    referee: Referee,
}

impl Reference {
    /// The judge under a rule set, as [`RuleSet::parse`] gives it.
    #[must_use]
    pub fn new(sets: Vec<RuleSet>, budget: Budget) -> Reference {
        Reference { referee: Referee::new(sets, budget) }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> Text {
        self.referee.text()
    }

    /// The rule set, or the first of two.
    #[must_use]
    pub fn rules(&self) -> &RuleSet {
        &self.referee.sets()[0]
    }

    /// The referee.
    pub fn referee(&mut self) -> &mut Referee {
        &mut self.referee
    }

    /// The game of a record; `None` if a move of it is illegal under the text.
    #[must_use]
    pub fn game(&self, record: &MoveRecord) -> Option<GtpGame> {
        replay(record, self.rules())
    }

    /// What a game itself answers: its position and its captures, but of captures nothing once a player has taken off his own stones.
    #[must_use]
    pub fn of_game(game: &GtpGame, question: &Question) -> Option<String> {
        match question {
            Question::Stones => Some(game.position().to_string()),
            Question::Captures if !game.had_suicide() => {
                let [black, white] = Colour::ALL.map(|c| game.captured_by(c));
                Some(format!("black {black} white {white}"))
            }
            _ => None,
        }
    }

    /// The right answer, if the text gives one and an engine can be held to it: for a score or a status, the position must be settled
    /// and decided within the budget. Nobody is held to the end of the game by two passes: GTP has no way to say that play goes on,
    /// so that an engine may have to take a play there which the text does not.
    pub fn answer(&mut self, record: &MoveRecord, question: &Question) -> Option<Expected> {
        let game = self.game(record)?;
        let rules = self.rules();
        let play = rules.text.playing(rules).play;
        let by_play = |answer: String| Some(Expected { answer, clause: play.to_string() });
        match question {
            Question::Legal(..) if game.has_ended() => None,
            Question::Legal(player, p) => {
                // Records are alternate play, and nobody is asked about the other player's turn where it matters.
                let refusal = game.result(*player, *p).err();
                let clause = refusal.map_or(play, |r| clause_of(rules, r));
                Some(Expected { answer: u8::from(refusal.is_none()).to_string(), clause: clause.to_string() })
            }
            Question::Stones | Question::Captures => by_play(Self::of_game(&game, question)?),
            Question::Undo(made) => {
                let mut tried = game.clone();
                tried.make(*made).ok()?;
                by_play(game.position().to_string())
            }
            // Where only the board as it stands is counted, no stone has a status.
            Question::Status(_) if self.rules().text.only_counts(self.rules()) => None,
            Question::Score | Question::Status(_) => {
                let judgement = self.settled_judgement(&game)?;
                match question {
                    Question::Status(status) => status_answer(&judgement, *status, record),
                    _ => Some(Expected {
                        answer: judgement.score.margin()?.to_string(),
                        clause: score_clauses(&judgement),
                    }),
                }
            }
        }
    }

    /// The judgement of a settled position. Where a first pass is worth something it is not the position's alone, where two
    /// passes do not end the game it is not over, and a game that repetition has ended may have no score.
    fn settled_judgement(&mut self, game: &GtpGame) -> Option<Judgement> {
        let ending = self.rules().text.playing(self.rules()).ending;
        if ending.free_pass || ending.outlasts_passes || matches!(game.end(), Some(End::Repetition(_))) {
            return None;
        }
        let judgement = self.referee.judge(game).ok()?;
        if undecided(judgement.score) {
            return None;
        }
        // Where only the board as it stands is counted, every finished game has its score, unless another phase follows in which dead
        // stones are taken.
        let rules = &judgement.rules;
        let fair = rules.text.only_counts(rules) && !ending.goes_on || self.settled(game.position()) == Some(true);
        fair.then_some(judgement)
    }

    /// Whether players could sensibly stop here ([`is_settled`]); `None` if the budget ran out. On boards of more than 64 points
    /// only positions where nothing is in doubt are known to be settled.
    pub fn settled(&mut self, position: &PlainPosition) -> Option<bool> {
        let immortal = all_immortal(position, false).map(|_| true);
        if position.grid().len() > MAX_POINTS || immortal.is_some() {
            return immortal;
        }
        is_settled(|rules| self.referee.verdict(rules, position))
    }

    /// Whether a repetition rule other than the text's would refuse a play: for naming what an engine does.
    #[must_use]
    pub fn refused_under(record: &MoveRecord, ko: &'static [KoRule], player: Colour, p: usize) -> Option<bool> {
        let game = replay(record, ko)?;
        Some(matches!(game.result(player, p), Err(Refusal::Repetition(_))))
    }
}

/// The game of a record under the playing rules of a text, or under repetition rules; `None` if they refuse a move.
#[must_use]
pub fn replay(record: &MoveRecord, legality: impl Into<Legality>) -> Option<GtpGame> {
    let mut game = GtpGame::empty(legality, record.grid);
    record.moves.iter().try_for_each(|&m| game.make(m)).ok()?;
    Some(game)
}

fn status_answer(judgement: &Judgement, status: Status, record: &MoveRecord) -> Option<Expected> {
    let life = match status {
        Status::Dead => Life::Dead,
        Status::Seki => Life::Seki,
        Status::Alive => Life::Alive,
    };
    // A status that the budget left open is no answer.
    if !judgement.strings(Life::Undecided)?.is_empty() {
        return None;
    }
    let mut points = judgement.strings(life)?.concat();
    points.sort_unstable();
    let clause = judgement.rules.text.status_clause(life);
    Some(Expected { answer: super::said::names(record.grid, &points), clause: clause.to_string() })
}

/// The clauses by which the points of a score are claimed; where there are none, the one that counts them.
fn score_clauses(judgement: &Judgement) -> String {
    let mut clauses: Vec<ClauseId> = match &judgement.judged {
        Judged::Verdict(verdict) => verdict.claims.iter().map(|c| c.clause).collect(),
        Judged::Finished(finished) => finished.count.items.iter().filter_map(|i| i.clause).collect(),
    };
    if clauses.is_empty() {
        clauses.push(judgement.rules.text.score_clause());
    }
    clauses.sort_unstable();
    clauses.dedup();
    clauses.iter().map(|clause| clause.as_str()).collect::<Vec<_>>().join(" ")
}

/// Whether a rule set's margins count prisoners.
#[must_use]
pub fn counts_prisoners(rules: &RuleSet) -> bool {
    !counts_stones(rules)
}
