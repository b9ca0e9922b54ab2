//! What stands behind a handle: a game and who judges it. Nothing here is unsafe.

use shinpan::gtp::game::{GtpGame, Move};
use shinpan::gtp::referee::Referee;
use shinpan::{Budget, Colour, Grid, Outcome, PlainPosition, RuleSet, diagram, judge_all};

use crate::constants::{SHINPAN_BLACK, SHINPAN_PASS, SHINPAN_WHITE};

/// A game by the playing rules of a rule set.
pub struct ShinpanGame {
    rules: String,
    sets: Vec<RuleSet>,
    game: GtpGame,
    /// Made when it is first asked.
    referee: Option<(u64, Referee)>,
}

/// Why a call failed: a line.
pub enum Why {
    /// A play that the rules refuse.
    Refused(String),
    /// An argument that cannot be meant, or a question without an answer.
    Wrong(String),
}

impl Why {
    /// The line.
    pub(crate) fn text(&self) -> &str {
        match self {
            Why::Refused(text) | Why::Wrong(text) => text,
        }
    }
}

fn wrong(error: impl std::fmt::Display) -> Why {
    Why::Wrong(error.to_string())
}

/// A player by his number.
pub fn player(number: i32) -> Result<Colour, Why> {
    match number {
        SHINPAN_BLACK => Ok(Colour::Black),
        SHINPAN_WHITE => Ok(Colour::White),
        _ => Err(wrong(format!("{number} is no player: 1 is Black, 2 is White"))),
    }
}

/// The number of a player.
pub fn number(player: Colour) -> i32 {
    if player == Colour::Black { SHINPAN_BLACK } else { SHINPAN_WHITE }
}

/// A position that is written as a board, or the empty board of a size.
fn position(text: &str) -> Result<PlainPosition, Why> {
    let position = match Grid::parse(text) {
        Ok(grid) => PlainPosition::new(grid),
        Err(_) => diagram::parse(text).map_err(wrong)?,
    };
    if position.is_legal() { Ok(position) } else { Err(wrong("a string on the board has no liberty")) }
}

impl ShinpanGame {
    pub(crate) fn new(rules: &str, board: &str, to_move: i32) -> Result<ShinpanGame, Why> {
        let sets = RuleSet::parse(rules).map_err(wrong)?;
        let game = GtpGame::new(&sets[0], position(board)?).with_first(player(to_move)?);
        Ok(ShinpanGame { rules: rules.to_string(), sets, game, referee: None })
    }

    pub(crate) fn copy(&self) -> ShinpanGame {
        ShinpanGame { rules: self.rules.clone(), sets: self.sets.clone(), game: self.game.clone(), referee: None }
    }

    pub(crate) fn game(&self) -> &GtpGame {
        &self.game
    }

    fn point(&self, point: i32) -> Result<Option<usize>, Why> {
        let points = self.game.grid().len();
        match usize::try_from(point) {
            _ if point == SHINPAN_PASS => Ok(None),
            Ok(p) if p < points => Ok(Some(p)),
            _ => Err(wrong(format!("{point} is no point: they are 0 to {}, and a pass is {SHINPAN_PASS}", points - 1))),
        }
    }

    pub(crate) fn play(&mut self, by: i32, point: i32) -> Result<(), Why> {
        let made = Move { player: player(by)?, point: self.point(point)? };
        self.game.make(made).map_err(|refusal| {
            let clause = self.game.refused_by(&self.sets[0], refusal);
            Why::Refused(format!("the play is refused [{clause}]: {}", clause.spec().title))
        })
    }

    pub(crate) fn is_legal(&self, by: i32, point: i32) -> Result<bool, Why> {
        let by = player(by)?;
        Ok(match self.point(point)? {
            Some(p) => self.game.result(by, p).is_ok(),
            None => !self.game.has_ended(),
        })
    }

    pub(crate) fn legal(&self, by: i32) -> Result<Vec<usize>, Why> {
        Ok(self.game.legal_points(player(by)?))
    }

    pub(crate) fn undo(&mut self) -> Result<(), Why> {
        self.game.undo().map(|_| ()).ok_or_else(|| wrong("there is no move to take back"))
    }

    /// The outcome of the game as it stands, with prisoners where the text counts them, without komi.
    pub(crate) fn score(&mut self, states: u64) -> Result<Outcome, Why> {
        let budget = usize::try_from(states).ok().filter(|&n| n > 0).map_or_else(Budget::default, Budget::of);
        if self.referee.as_ref().is_none_or(|(of, _)| *of != states) {
            self.referee = Some((states, Referee::new(self.sets.clone(), budget)));
        }
        let Some((_, referee)) = &mut self.referee else { return Err(wrong("there is no referee")) };
        referee.judge(&self.game).map(|judgement| judgement.score).map_err(wrong)
    }
}

/// What rule sets, separated by commas, say of a final position: a JSON array.
pub fn judged(rules: &str, board: &str, states: u64) -> Result<String, Why> {
    let sets = RuleSet::parse_list(rules).map_err(wrong)?;
    let budget = usize::try_from(states).ok().filter(|&n| n > 0).map_or_else(Budget::default, Budget::of);
    let said = judge_all(&position(board)?, &sets, budget, None).map_err(wrong)?;
    let said: Vec<String> = said.iter().map(|judgement| judgement.json().to_string()).collect();
    Ok(format!("[{}]", said.join(",")))
}
