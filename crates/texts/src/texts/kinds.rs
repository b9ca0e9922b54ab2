//! Kinds of positions that a census counts: each is a predicate over the position and over verdicts on it.

use super::aj2004;
use super::j1989::{self, Called, clauses::Infinite};
use super::j1997::clauses::Agreement;
use super::settled::{fates, play_outs};
use crate::board::{Board, Position};
use crate::law::verdict::{differ, undecided};
use crate::law::{Life, Outcome, RuleSet, Status, StringStatus, Verdict};

/// A kind of position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A ko stone stands on the board.
    KoStone,
    /// A string alive in j1989 as capturable-1.
    Capturable1,
    /// A string alive in j1989 as capturable-2.
    Capturable2,
    /// A string dead in j1989 that lives if an endless sequence counts for its owner.
    Endless,
    /// A string in seki in j1989.
    SekiJ1989,
    /// A string in seki in the MindSports text.
    SekiMs,
    /// A string in seki in j1989 because of dame: in the MindSports text it is alive and not in seki.
    DameUnfilled,
    /// All strings dead in j1989; there is at least one.
    AllDeadJ1989,
    /// All strings dead in the MindSports text; there is at least one.
    AllDeadMs,
    /// The fate of a string in the MindSports text depends on who moves first.
    WhoMovesFirst,
    /// The bounds of aj2004 without history differ, and a search with the full history decided.
    History,
    /// The play-out of j1997 gives no result.
    NoResult,
    /// The outcome of the play-out of j1997 depends on who passed first.
    FirstPasser,
    /// The play-out of j1997 is worth something else than the position as it stands.
    PlayingOn,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 14] = [
        Kind::KoStone,
        Kind::Capturable1,
        Kind::Capturable2,
        Kind::Endless,
        Kind::SekiJ1989,
        Kind::SekiMs,
        Kind::DameUnfilled,
        Kind::AllDeadJ1989,
        Kind::AllDeadMs,
        Kind::WhoMovesFirst,
        Kind::History,
        Kind::NoResult,
        Kind::FirstPasser,
        Kind::PlayingOn,
    ];

    /// A short name for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::KoStone => "ko-stone",
            Kind::Capturable1 => "capturable-1",
            Kind::Capturable2 => "capturable-2",
            Kind::Endless => "endless",
            Kind::SekiJ1989 => "seki-j1989",
            Kind::SekiMs => "seki-ms",
            Kind::DameUnfilled => "dame-unfilled",
            Kind::AllDeadJ1989 => "all-dead-j1989",
            Kind::AllDeadMs => "all-dead-ms",
            Kind::WhoMovesFirst => "who-moves-first",
            Kind::History => "history",
            Kind::NoResult => "no-result",
            Kind::FirstPasser => "first-passer",
            Kind::PlayingOn => "playing-on",
        }
    }

    /// What is counted.
    #[must_use]
    pub fn describe(self) -> &'static str {
        match self {
            Kind::KoStone => "a ko stone on the board",
            Kind::Capturable1 => "a string alive in `j1989` as capturable-1: a new stone stands where it was captured",
            Kind::Capturable2 => "a string alive in `j1989` as capturable-2: a new stone stands farther off",
            Kind::Endless => {
                "a string dead in `j1989` and alive if read `infinite=defender`: only an endless sequence keeps it"
            }
            Kind::SekiJ1989 => "a string in seki in `j1989`",
            Kind::SekiMs => "a string in seki in the MindSports text",
            Kind::DameUnfilled => {
                "dame unfilled: a string in seki in `j1989` that is alive and not in seki in the MindSports text"
            }
            Kind::AllDeadJ1989 => "stones on the board, every string dead in `j1989`",
            Kind::AllDeadMs => "stones on the board, every string dead in the MindSports text",
            Kind::WhoMovesFirst => "a string whose fate in the MindSports text depends on who moves first",
            Kind::History => "`aj2004` decided by a search with the full history: by fixed-ko",
            Kind::NoResult => "the play-out of `j1997` without result, Black having passed first",
            Kind::FirstPasser => "the play-out of `j1997` depends on who passed first",
            Kind::PlayingOn => {
                "the play-out of `j1997`, Black having passed first, is not worth what the position is as it stands"
            }
        }
    }

    /// The rule sets whose verdicts are looked at, in the order in which [`Kind::holds`] has them.
    #[must_use]
    pub fn rules(self) -> Vec<RuleSet> {
        let j1989 = RuleSet::default_of(j1989::TEXT);
        let [owner, opponent] = fates();
        let [black, white] = play_outs();
        match self {
            Kind::KoStone => Vec::new(),
            Kind::Capturable1 | Kind::Capturable2 | Kind::SekiJ1989 | Kind::AllDeadJ1989 => vec![j1989],
            Kind::Endless => {
                let defender = j1989.clone().reading(Infinite::Defender);
                vec![j1989, defender]
            }
            Kind::SekiMs | Kind::AllDeadMs => vec![owner],
            Kind::DameUnfilled => vec![j1989, owner],
            Kind::WhoMovesFirst => vec![owner, opponent],
            Kind::History => vec![RuleSet::default_of(aj2004::TEXT)],
            Kind::NoResult => vec![black],
            Kind::FirstPasser => vec![black, white],
            Kind::PlayingOn => {
                let stands = black.clone().reading(Agreement::AsItStands);
                vec![black, stands]
            }
        }
    }

    /// Whether a position is of this kind, by what the rule sets of [`Kind::rules`] say of it; what is undecided is of none.
    #[must_use]
    pub fn holds(self, board: &Board, position: Position, verdicts: &[&Verdict]) -> bool {
        let status = |k: usize| verdicts[k].status.as_ref();
        let any = |k: usize, of: &dyn Fn(&StringStatus) -> bool| status(k).is_some_and(|s| s.strings.iter().any(of));
        let all_dead = |s: &Status| !s.strings.is_empty() && s.strings.iter().all(|s| s.life == Life::Dead);
        // Of the same string in two verdicts.
        let both = |of: &dyn Fn(Life, Life) -> bool| match (status(0), status(1)) {
            (Some(a), Some(b)) => a.strings.iter().zip(&b.strings).any(|(a, b)| of(a.life, b.life)),
            _ => false,
        };
        let parts = || {
            let [a, b] = [verdicts[0].outcome, verdicts[1].outcome];
            !undecided(a) && !undecided(b) && differ(a, b)
        };
        let decided = |a: Life, b: Life| a != Life::Undecided && b != Life::Undecided;
        match self {
            Kind::KoStone => board.ko_stones(position) != 0,
            Kind::Capturable1 => any(0, &|s| s.by == Called::Capturable1),
            Kind::Capturable2 => any(0, &|s| s.by == Called::Capturable2),
            Kind::Endless => both(&|a, b| a == Life::Dead && decided(a, b) && b != Life::Dead),
            Kind::SekiJ1989 | Kind::SekiMs => any(0, &|s| s.life == Life::Seki),
            Kind::DameUnfilled => both(&|a, b| a == Life::Seki && b == Life::Alive),
            Kind::AllDeadJ1989 | Kind::AllDeadMs => status(0).is_some_and(all_dead),
            Kind::WhoMovesFirst => both(&|a, b| decided(a, b) && (a == Life::Dead) != (b == Life::Dead)),
            Kind::History => verdicts[0].notes.history,
            Kind::NoResult => matches!(verdicts[0].outcome, Outcome::NoResult { .. }),
            Kind::FirstPasser | Kind::PlayingOn => parts(),
        }
    }
}
