//! The right answers: what a rule set says at the end of a record.

use super::{Question, Record, Status};
use crate::atlas::compare::{counts_stones, differ, undecided};
use crate::board::MAX_POINTS;
use crate::board::plain::PlainPosition;
use crate::cases::{KoRule, Refusal};
use crate::engine::game::{Game, clause_of, ko_rules, play_clause};
use crate::engine::referee::{Judged, Judgement, Referee, all_immortal};
use crate::game::Budget;
use crate::rules::{Life, Outcome};
use crate::spec::{RuleSet, Text};

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
    /// Rule sets by which settledness is defined: fates in `ms` with either player to move first, and the play-out of
    /// j1997 with either first passer.
    fates: [RuleSet; 2],
    play_outs: [RuleSet; 2],
}

impl Reference {
    /// The judge under a rule set, as [`RuleSet::parse`] gives it.
    #[must_use]
    pub fn new(sets: Vec<RuleSet>, budget: Budget) -> Reference {
        let ms = RuleSet::default_of(Text::MsJapanese);
        let black = RuleSet::default_of(Text::J1997);
        let other = |set: &RuleSet, key, value| set.clone().with(key, value).unwrap_or_else(|| set.clone());
        Reference {
            referee: Referee::new(sets, budget),
            fates: [ms.clone(), other(&ms, "dead", "opponent-first")],
            play_outs: [black.clone(), other(&black, "first", "white")],
        }
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
    pub fn game(&self, record: &Record) -> Option<Game> {
        replay(record, ko_rules(self.text()))
    }

    /// The right answer, if the text gives one: for a score or a status, the position must be settled and decided within
    /// the budget.
    pub fn answer(&mut self, record: &Record, question: &Question) -> Option<Expected> {
        let game = self.game(record)?;
        let text = self.text();
        let by_play = |answer: String| Some(Expected { answer, clause: play_clause(text).to_string() });
        match question {
            Question::Legal(player, p) => {
                // Records are alternate play, and nobody is asked about the other player's turn where it matters.
                let refusal = game.result(*player, *p).err();
                let clause = refusal.map_or(play_clause(text), |r| clause_of(text, r));
                Some(Expected { answer: u8::from(refusal.is_none()).to_string(), clause: clause.to_string() })
            }
            Question::Stones => by_play(game.position().to_string()),
            Question::Undo(made) => {
                let mut tried = game.clone();
                tried.make(*made).ok()?;
                by_play(game.position().to_string())
            }
            Question::Captures => {
                let [black, white] = crate::board::Colour::ALL.map(|c| game.captured_by(c));
                by_play(format!("black {black} white {white}"))
            }
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

    /// The judgement of a settled position.
    fn settled_judgement(&mut self, game: &Game) -> Option<Judgement> {
        let judgement = self.referee.judge(game).ok()?;
        if undecided(judgement.score) || self.settled(game.position()) != Some(true) {
            return None;
        }
        Some(judgement)
    }

    /// Whether players could sensibly stop here: no string's fate in `ms` depends on who moves first, and j1997's outcome
    /// does not depend on who passed first. `None` if the budget ran out. On boards of more than 64 points only positions
    /// where nothing is in doubt are known to be settled.
    pub fn settled(&mut self, position: &PlainPosition) -> Option<bool> {
        if position.grid().len() > MAX_POINTS {
            return all_immortal(position, false).map(|_| true);
        }
        let mut verdicts = Vec::new();
        for rules in self.fates.clone() {
            let lives: Vec<Life> =
                self.referee.verdict(&rules, position)?.status?.strings.iter().map(|s| s.life).collect();
            if lives.contains(&Life::Undecided) {
                return None;
            }
            verdicts.push(lives.into_iter().map(|life| life == Life::Dead).collect::<Vec<_>>());
        }
        if verdicts[0] != verdicts[1] {
            return Some(false);
        }
        let mut outcomes: Vec<Outcome> = Vec::new();
        for rules in self.play_outs.clone() {
            let outcome = self.referee.verdict(&rules, position)?.outcome;
            if undecided(outcome) {
                return None;
            }
            outcomes.push(outcome);
        }
        Some(!differ(outcomes[0], outcomes[1]))
    }

    /// Whether a repetition rule other than the text's would refuse a play: for naming what an engine does.
    #[must_use]
    pub fn refused_under(
        record: &Record,
        ko: &'static [KoRule],
        player: crate::board::Colour,
        p: usize,
    ) -> Option<bool> {
        let game = replay(record, ko)?;
        Some(matches!(game.result(player, p), Err(Refusal::Repetition(_))))
    }
}

/// The game of a record under repetition rules; `None` if they refuse a move.
#[must_use]
pub fn replay(record: &Record, ko: &'static [KoRule]) -> Option<Game> {
    let mut game = Game::empty(ko, record.grid);
    record.moves.iter().try_for_each(|&m| game.make(m)).ok()?;
    Some(game)
}

fn status_answer(judgement: &Judgement, status: Status, record: &Record) -> Option<Expected> {
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
    let clause = status_clause(&judgement.rules, status);
    Some(Expected { answer: super::engine::names(record.grid, &points), clause: clause.to_string() })
}

/// The clauses by which the points of a score are claimed; where there are none, the one that counts them.
fn score_clauses(judgement: &Judgement) -> String {
    let mut clauses: Vec<&str> = match &judgement.judged {
        Judged::Verdict(verdict) => verdict.claims.iter().map(|c| c.clause).collect(),
        Judged::AllImmortal(_) => Vec::new(),
    };
    if clauses.is_empty() {
        clauses.push(match judgement.rules.text {
            Text::J1989 => "j1989.10.1",
            Text::J1997 => "j1997.result",
            Text::Aj2004 => "aj2004.score",
            Text::MsJapanese => "ms.count.japanese",
            Text::MsChinese => "ms.count.chinese",
        });
    }
    clauses.sort_unstable();
    clauses.dedup();
    clauses.join(" ")
}

/// The clause by which a text gives stones a status.
fn status_clause(rules: &RuleSet, status: Status) -> &'static str {
    match (rules.text, status) {
        (Text::J1989, Status::Seki) => "j1989.8.seki",
        (Text::J1989, _) => "j1989.7.1",
        (Text::J1997, _) => "j1997.life.1",
        (Text::Aj2004, _) => "aj2004.control",
        (_, Status::Seki) => "ms.seki",
        (_, _) => "ms.dead",
    }
}

/// Whether a rule set's margins count prisoners.
#[must_use]
pub fn counts_prisoners(rules: &RuleSet) -> bool {
    !counts_stones(rules)
}
