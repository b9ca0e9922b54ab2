//! Sequences of moves under a repetition rule: the plain kernel and a list of what has happened, nothing cleverer.

use serde::Deserialize;

use crate::board::plain::{IllegalPlay, PlainPosition};
use crate::board::{Colour, Grid};
use crate::law::ClauseId;
use crate::texts;

/// The repetition rule of a sequence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KoRule {
    /// None.
    None,
    /// A play may not recreate the position just before the opponent's last move.
    Basic,
    /// A play may not recreate an earlier position with the same player to move.
    Situational,
    /// A play may not recreate an earlier position.
    Positional,
    /// A play may not repeat the positions before and after an earlier play.
    Fixed,
    /// A play may not bring about once more a position that a play has brought back already (that takes an offer of no result
    /// first, which a sequence of moves does not have).
    Recurring,
    /// The ko ban of j1989.7.2, lifted by a pass for the ko.
    Confirmation,
    /// The bans of j1997.playout.5, lifted by a pass for the ko, and one ko capture a point (j1997.playout.3).
    PlayOut,
}

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
    /// A ko stone has been taken on this point before (j1997.playout.3).
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
        texts::ALL.into_iter().find_map(|text| text.refusal(clause))
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

/// One move that was made.
struct Step {
    player: Colour,
    play: bool,
    before: PlainPosition,
    after: PlainPosition,
}

/// The opponent of the player who took a stone on `point` by the stone `by` may not take that one back.
struct Ban {
    point: usize,
    by: usize,
    player: Colour,
}

#[derive(Default)]
struct Record {
    steps: Vec<Step>,
    bans: Vec<Ban>,
    /// The points on which a ko stone has been captured.
    taken: Vec<usize>,
}

impl Record {
    /// Whether the repetition rule forbids `player` to lead from `before` to `after`.
    fn repeats(&self, ko: KoRule, player: Colour, before: &PlainPosition, after: &PlainPosition) -> bool {
        // With the players alternating, the opponent's turn comes after the mover's moves, and at the start if the opponent
        // moved first.
        let first = self.steps.first().map_or(player, |s| s.player);
        let start = self.steps.first().map_or(before, |s| &s.before);
        match ko {
            KoRule::Recurring => {
                let came = self.steps.iter().filter(|s| s.play && s.after == *after).count();
                came + usize::from(start == after) >= 2
            }
            KoRule::None | KoRule::Confirmation | KoRule::PlayOut => false,
            KoRule::Basic => self.steps.last().is_some_and(|s| s.before == *after),
            KoRule::Situational => {
                (first != player && start == after)
                    || self.steps.iter().any(|s| s.player == player && s.after == *after)
            }
            KoRule::Positional => start == after || self.steps.iter().any(|s| s.after == *after),
            KoRule::Fixed => self.steps.iter().any(|s| s.play && s.before == *before && s.after == *after),
        }
    }

    /// Why the ko capture on `point` of the stone on `stone` is refused under the bans, if it is.
    fn refuses_ko(&self, ko: KoRule, player: Colour, point: usize, stone: usize) -> Option<Refusal> {
        if ko == KoRule::PlayOut && self.taken.contains(&stone) {
            return Some(Refusal::TakenBefore);
        }
        let banned = self.bans.iter().any(|b| b.player == player && b.point == point && b.by == stone);
        banned.then_some(Refusal::Repetition(ko))
    }

    fn play(&mut self, ko: KoRule, here: &PlainPosition, player: Colour, point: usize) -> Result<Keeping, Refusal> {
        let play = here.play(player, point).map_err(|e| match e {
            IllegalPlay::Occupied => Refusal::Occupied,
            IllegalPlay::Suicide => Refusal::Suicide,
        })?;
        if self.repeats(ko, player, here, &play.after) {
            return Err(Refusal::Repetition(ko));
        }
        if let Some(refusal) = play.ko.and_then(|stone| self.refuses_ko(ko, player, point, stone)) {
            return Err(refusal);
        }
        self.bans.retain(|b| b.point != point && !play.captured.contains(&b.by));
        if matches!(ko, KoRule::Confirmation | KoRule::PlayOut)
            && let Some(stone) = play.ko
        {
            self.bans.push(Ban { point: stone, by: point, player: player.opponent() });
            self.taken.push(stone);
        }
        Ok(Keeping { position: play.after, captured: play.captured })
    }

    fn pass_for_ko(&mut self, ko: KoRule, here: &PlainPosition, player: Colour, point: usize) -> Result<(), Refusal> {
        let nothing = Refusal::NothingToLift(ko);
        let play = here.play(player, point).map_err(|_| nothing)?;
        let ban = self.bans.iter().position(|b| b.player == player && b.point == point && Some(b.by) == play.ko);
        let ban = ban.ok_or(nothing)?;
        let stone = self.bans[ban].by;
        if ko == KoRule::PlayOut && self.taken.contains(&stone) {
            return Err(nothing);
        }
        self.bans.remove(ban);
        Ok(())
    }
}

/// Makes the moves one after the other. The players have to alternate.
///
/// # Errors
/// The number of the first move that is refused, counted from 0, and why.
pub fn replay(start: &PlainPosition, moves: &[Move], ko: KoRule) -> Result<Keeping, (usize, Refusal)> {
    let mut record = Record::default();
    let mut now = Keeping { position: start.clone(), captured: Vec::new() };
    for (i, &Move { player, what }) in moves.iter().enumerate() {
        let before = now.position;
        now = match what {
            Made::Play(point) => record.play(ko, &before, player, point).map_err(|r| (i, r))?,
            Made::Pass => Keeping { position: before.clone(), captured: Vec::new() },
            Made::PassForKo(point) => {
                record.pass_for_ko(ko, &before, player, point).map_err(|r| (i, r))?;
                Keeping { position: before.clone(), captured: Vec::new() }
            }
        };
        let play = matches!(what, Made::Play(_));
        record.steps.push(Step { player, play, before, after: now.position.clone() });
    }
    Ok(now)
}
