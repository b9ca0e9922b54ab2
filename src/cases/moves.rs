//! Sequences of moves under a rule on repetition.

use crate::board::plain::{IllegalPlay, PlainPosition};
use crate::board::{Colour, Grid, Played, PointSet, Wide, WideBoard};
use crate::law::{Bans, ClauseId, History, KoRule, RuleSet};
use crate::texts;

/// A move: whose, and what.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// Who moves.
    pub player: Colour,
    /// What he does.
    pub what: Made,
}

/// What a player does with his turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Made {
    /// A play on a point.
    Play(usize),
    /// A pass.
    Pass,
    /// A pass for the ko whose banned capture is on the point.
    PassForKo(usize),
}

/// Why a move is refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Refusal {
    /// The point holds a stone.
    Occupied,
    /// The play would leave an own string without liberty.
    Suicide,
    /// The repetition rule.
    Repetition(KoRule),
    /// A ko stone has been taken on this point before, and a clause makes that final.
    TakenBefore,
    /// No ko capture of the player's is banned there that would otherwise be legal.
    NothingToLift(KoRule),
}

impl Refusal {
    /// What a clause (or `positional-superko`, whichever text has it) refuses; `None` if it refuses no move.
    #[must_use]
    pub fn by(clause: &str) -> Option<Refusal> {
        if clause == "positional-superko" {
            return Some(Refusal::Repetition(KoRule::Positional));
        }
        let clause = ClauseId::parse(clause)?;
        texts::ALL.into_iter().find_map(|text| text.refusal(&RuleSet::default_of(text), clause))
    }
}

impl Move {
    /// Reads `B A1`, `W pass` or `B pass for A1`.
    ///
    /// # Errors
    /// What is wrong, in one line.
    pub fn parse(text: &str, grid: Grid) -> Result<Move, String> {
        let (player, what) = text.trim().split_once(' ').ok_or_else(|| format!("`{text}` is no move: write `B A1`"))?;
        let player = match player {
            "B" => Colour::Black,
            "W" => Colour::White,
            _ => return Err(format!("`{text}`: a move begins with B or W")),
        };
        let point = |name: &str| grid.point(name).map_err(|e| e.to_string());
        let what = match what.trim() {
            "pass" => Made::Pass,
            other => match other.strip_prefix("pass for ") {
                Some(name) => Made::PassForKo(point(name)?),
                None => Made::Play(point(other)?),
            },
        };
        Ok(Move { player, what })
    }
}

/// What a sequence has led to.
#[derive(Clone, Debug)]
pub struct Keeping {
    /// The position.
    pub position: PlainPosition,
    /// The stones removed by the last move.
    pub captured: Vec<usize>,
}

/// What a rule on repetition remembers of a sequence.
struct KoMemory {
    ko: KoRule,
    board: WideBoard,
    history: History<PlainPosition>,
    bans: Bans<Wide>,
    /// The points on which a ko stone has been captured.
    taken: Wide,
}

impl KoMemory {
    fn bans(&self) -> bool {
        matches!(self.ko, KoRule::Confirmation | KoRule::PlayOut)
    }

    fn play(&mut self, here: &PlainPosition, player: Colour, point: usize) -> Result<Keeping, Refusal> {
        let play = here.play(player, point).map_err(|e| match e {
            IllegalPlay::Occupied => Refusal::Occupied,
            IllegalPlay::Suicide => Refusal::Suicide,
        })?;
        if self.ko == KoRule::PlayOut && play.ko.is_some_and(|stone| self.taken.has(stone)) {
            return Err(Refusal::TakenBefore);
        }
        let banned = self.bans() && self.bans.forbid(&self.board, point, play.ko);
        if banned || self.history.refuses(self.ko, player, &play.after).is_some() {
            return Err(Refusal::Repetition(self.ko));
        }
        self.bans = self.bans.after(&self.board, point, &Played::from(&play));
        self.taken = self.taken | play.ko.map(Wide::one).unwrap_or_default();
        self.history.play(player, &play.after, 0);
        Ok(Keeping { position: play.after, captured: play.captured })
    }

    fn pass_for_ko(&mut self, here: &PlainPosition, player: Colour, point: usize) -> Result<(), Refusal> {
        let passable = self.bans.passable(&self.board, WideBoard::stones(here), player);
        let stone = self.bans.stone(&self.board, point).filter(|_| self.bans() && passable.has(point));
        match stone {
            Some(stone) if self.ko != KoRule::PlayOut || !self.taken.has(stone) => {
                self.bans = self.bans.lifted(point);
                self.history.pass(player, 0);
                Ok(())
            }
            _ => Err(Refusal::NothingToLift(self.ko)),
        }
    }
}

/// Makes the moves one after the other. The players have to alternate.
///
/// # Errors
/// The number of the first move that is refused, counted from 0, and why.
pub fn replay(start: &PlainPosition, moves: &[Move], ko: KoRule) -> Result<Keeping, (usize, Refusal)> {
    let first = moves.first().map_or(Colour::Black, |m| m.player);
    let mut memory = KoMemory {
        ko,
        board: WideBoard::new(start.grid()),
        history: History::new(start, first, 0),
        bans: Bans::default(),
        taken: Wide::default(),
    };
    let mut now = Keeping { position: start.clone(), captured: Vec::new() };
    for (i, &Move { player, what }) in moves.iter().enumerate() {
        let before = now.position;
        now = match what {
            Made::Play(point) => memory.play(&before, player, point).map_err(|r| (i, r))?,
            Made::Pass => {
                memory.history.pass(player, 0);
                Keeping { position: before, captured: Vec::new() }
            }
            Made::PassForKo(point) => {
                memory.pass_for_ko(&before, player, point).map_err(|r| (i, r))?;
                Keeping { position: before, captured: Vec::new() }
            }
        };
    }
    Ok(now)
}
