//! What a text says of one step of a recorded game: as data, with the clauses and the facts.

use std::fmt;

use super::count::Counted;
use crate::board::{Colour, Grid};
use crate::law::clause::ClauseId;
use crate::record::Komi;

/// Why a step is refused. The ids are stable; `specs/README.md` lists them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Refusal {
    /// The other player has the turn.
    NotYourTurn,
    /// The point holds a stone.
    Occupied,
    /// The string of the stone played would have no liberty.
    Suicide,
    /// An immediate recapture in a ko.
    KoRecapture,
    /// The play brings back the position just before the opponent's last move.
    BasicKo,
    /// The play repeats a pair of positions before and after.
    FixedKo,
    /// The play brings back a position with the same player to move.
    Superko,
    /// The play brings back a position that a refused offer of no result has prohibited.
    ProhibitedPosition,
    /// The play brings back once more a position that has come up again before, without an offer of no result.
    OfferNeeded,
    /// A ko stone has been captured on the point before.
    KoTaken,
    /// The ko capture is banned until its player has passed for that ko.
    KoBan,
    /// No banned ko capture there that a pass would make possible.
    NothingToLift,
    /// The point has no stone.
    NoStone,
    /// The stones put on the board are not what the text allows as a handicap.
    Handicap,
    /// A stone stays where it was played.
    StoneStays,
    /// The text does not let this be done at this stage of the game.
    WrongPhase,
    /// The game has ended.
    GameOver,
    /// The position has not occurred before.
    NoRepetition,
    /// The request would repeat the position of an earlier stop.
    RepeatedStop,
    /// The request has to be accepted.
    MustAccept,
    /// The answer belongs to the other player.
    OwnProposal,
    /// Nothing has been proposed, offered or requested.
    NothingProposed,
    /// The result has been confirmed by both.
    Final,
}

impl Refusal {
    /// All of them.
    pub const ALL: [Refusal; 23] = [
        Refusal::NotYourTurn,
        Refusal::Occupied,
        Refusal::Suicide,
        Refusal::KoRecapture,
        Refusal::BasicKo,
        Refusal::FixedKo,
        Refusal::Superko,
        Refusal::ProhibitedPosition,
        Refusal::OfferNeeded,
        Refusal::KoTaken,
        Refusal::KoBan,
        Refusal::NothingToLift,
        Refusal::NoStone,
        Refusal::Handicap,
        Refusal::StoneStays,
        Refusal::WrongPhase,
        Refusal::GameOver,
        Refusal::NoRepetition,
        Refusal::RepeatedStop,
        Refusal::MustAccept,
        Refusal::OwnProposal,
        Refusal::NothingProposed,
        Refusal::Final,
    ];

    /// The stable id.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Refusal::NotYourTurn => "not-your-turn",
            Refusal::Occupied => "occupied",
            Refusal::Suicide => "suicide",
            Refusal::KoRecapture => "ko-recapture",
            Refusal::BasicKo => "basic-ko",
            Refusal::FixedKo => "fixed-ko",
            Refusal::Superko => "superko",
            Refusal::ProhibitedPosition => "prohibited-position",
            Refusal::OfferNeeded => "offer-needed",
            Refusal::KoTaken => "ko-taken",
            Refusal::KoBan => "ko-ban",
            Refusal::NothingToLift => "nothing-to-lift",
            Refusal::NoStone => "no-stone",
            Refusal::Handicap => "handicap",
            Refusal::StoneStays => "stone-stays",
            Refusal::WrongPhase => "wrong-phase",
            Refusal::GameOver => "game-over",
            Refusal::NoRepetition => "no-repetition",
            Refusal::RepeatedStop => "repeated-stop",
            Refusal::MustAccept => "must-accept",
            Refusal::OwnProposal => "own-proposal",
            Refusal::NothingProposed => "nothing-proposed",
            Refusal::Final => "final",
        }
    }
}

/// What a judgement rests on, in numbers and points. A step is named by its number in the record, from 1; the start is 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// A stone was played; the opposing stones on these points were removed.
    Played {
        /// The point.
        point: usize,
        /// The stones removed.
        captured: Vec<usize>,
        /// The stone among them that was removed by a ko capture.
        ko: Option<usize>,
    },
    /// Handicap stones.
    Stones(Vec<usize>),
    /// Whose turn it is.
    Turn(Colour),
    /// The stone on a point.
    Holds {
        /// The point.
        point: usize,
        /// Its stone.
        stone: Colour,
    },
    /// The string that would be left without liberty.
    WithoutLiberty(Vec<usize>),
    /// A position is brought back: the one after this step.
    Recreates {
        /// The step; 0 is the start.
        step: usize,
        /// Who was to move then, where that matters.
        to_move: Option<Colour>,
    },
    /// The play of this step led from the same position to the same position.
    SamePair {
        /// The step.
        step: usize,
    },
    /// A ko: the stone on `stone` captured on `point` at a step.
    Ko {
        /// Where a stone was captured, and the recapture would be played.
        point: usize,
        /// The stone that captured it.
        stone: usize,
        /// When.
        step: usize,
    },
    /// A ko stone was captured on this point at a step.
    Taken {
        /// The point.
        point: usize,
        /// When.
        step: usize,
    },
    /// The points meant, and what is so of them.
    Points {
        /// What is said, before the points.
        what: &'static str,
        /// The points.
        points: Vec<usize>,
    },
    /// An earlier step.
    Earlier {
        /// What is said, before the number.
        what: &'static str,
        /// The step.
        step: usize,
    },
    /// Said in words.
    Words(&'static str),
}

fn names(grid: Grid, points: &[usize]) -> String {
    if points.is_empty() {
        return "none".to_string();
    }
    points.iter().map(|&p| grid.name(p)).collect::<Vec<_>>().join(" ")
}

fn step_name(step: usize) -> String {
    if step == 0 { "the start".to_string() } else { format!("step {step}") }
}

impl Fact {
    /// In words.
    #[must_use]
    pub fn text(&self, grid: Grid) -> String {
        match self {
            Fact::Played { captured, ko, .. } => match (captured.as_slice(), ko) {
                ([], _) => "a play".to_string(),
                (_, Some(p)) => format!("takes {} in a ko", grid.name(*p)),
                (stones, None) => format!("takes {}", names(grid, stones)),
            },
            Fact::Stones(points) => format!("stones on {}", names(grid, points)),
            Fact::Turn(player) => format!("it is {player}'s turn"),
            Fact::Holds { point, stone } => {
                format!("{} holds a {} stone", grid.name(*point), stone.to_string().to_lowercase())
            }
            Fact::WithoutLiberty(string) => format!("the string {} would have no liberty", names(grid, string)),
            Fact::Recreates { step, to_move: None } => format!("brings back the position after {}", step_name(*step)),
            Fact::Recreates { step, to_move: Some(player) } => {
                format!("brings back the position after {} with {player} to move", step_name(*step))
            }
            Fact::SamePair { step } => format!("{} led from this position to the same position", step_name(*step)),
            Fact::Ko { point, stone, step } => {
                format!("{} took the stone on {} at {}", grid.name(*stone), grid.name(*point), step_name(*step))
            }
            Fact::Taken { point, step } => {
                format!("a ko stone was taken on {} at {}", grid.name(*point), step_name(*step))
            }
            Fact::Points { what, points } => format!("{what}: {}", names(grid, points)),
            Fact::Earlier { what, step } => format!("{what} {}", step_name(*step)),
            Fact::Words(words) => (*words).to_string(),
        }
    }
}

/// What a text says of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// It stands.
    Accepted,
    /// It does not stand, and changes nothing unless a consequence says so.
    Refused(Refusal),
    /// The text does not speak of such a thing. The fact says whether the record is followed or nothing changes.
    Outside,
}

/// What follows from a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Consequence {
    /// The clause it rests on.
    pub clause: ClauseId,
    /// What follows.
    pub effect: Effect,
}

/// What can follow from a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The player takes these stones as prisoners.
    Prisoners {
        /// Who.
        player: Colour,
        /// Where they stood.
        stones: Vec<usize>,
    },
    /// These stones are taken off as dead.
    Removed(Vec<usize>),
    /// Something is now so of a player and these points.
    Points {
        /// What is said of the player, before the points.
        what: &'static str,
        /// Who.
        player: Colour,
        /// The points.
        points: Vec<usize>,
    },
    /// The game enters this phase.
    Phase(&'static str),
    /// This player has the next move.
    ToMove(Colour),
    /// Neither player may bring about the position after this step again.
    Prohibited {
        /// The step.
        step: usize,
    },
    /// The position is that after this step again.
    Restored {
        /// The step; 0 is the start.
        step: usize,
    },
    /// The game has this result.
    Result(GameResult),
    /// Living stones are in seki for open dame; filled by Black, or by White, the margin is another, in hundredths.
    OpenDame {
        /// The living stones in seki.
        seki: Vec<usize>,
        /// The dame.
        dame: Vec<usize>,
        /// The margin once Black has filled them, and once White has.
        filled: [i32; 2],
    },
    /// Said in words.
    Words(&'static str),
}

impl Effect {
    /// In words.
    #[must_use]
    pub fn text(&self, grid: Grid) -> String {
        match self {
            Effect::Prisoners { player, stones } => format!("{player} has {} as prisoners", names(grid, stones)),
            Effect::Removed(stones) => format!("{} are taken off as dead", names(grid, stones)),
            Effect::Points { what, player, points } => format!("{player} {what} {}", names(grid, points)),
            Effect::Phase(phase) => format!("phase: {phase}"),
            Effect::ToMove(player) => format!("{player} plays next"),
            Effect::Prohibited { step } => format!("the position after {} is prohibited", step_name(*step)),
            Effect::Restored { step } => format!("the position is that after {} again", step_name(*step)),
            Effect::Result(result) => format!("result: {}", result.decision),
            Effect::OpenDame { seki, dame, filled: [black, white] } => {
                let count = match black == white {
                    true => format!("filled by either side the count is {}", margin(*black)),
                    false => {
                        format!("filled by Black the count is {}, filled by White {}", margin(*black), margin(*white))
                    }
                };
                let puts = if dame.len() == 1 { "puts" } else { "put" };
                format!("dame {} {puts} {} in seki; {count}", names(grid, dame), names(grid, seki))
            }
            Effect::Words(words) => (*words).to_string(),
        }
    }
}

/// What a text says of one step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judged {
    /// Whether it stands.
    pub judgement: Judgement,
    /// The clause that says so.
    pub clause: ClauseId,
    /// On what it rests.
    pub fact: Fact,
    /// What follows.
    pub consequences: Vec<Consequence>,
}

impl Judged {
    /// Accepted by `clause`.
    #[must_use]
    pub fn accepted(clause: ClauseId, fact: Fact) -> Judged {
        Judged { judgement: Judgement::Accepted, clause, fact, consequences: Vec::new() }
    }

    /// Refused by `clause`.
    #[must_use]
    pub fn refused(refusal: Refusal, clause: ClauseId, fact: Fact) -> Judged {
        Judged { judgement: Judgement::Refused(refusal), clause, fact, consequences: Vec::new() }
    }

    /// Not provided for; `clause` is the one that comes nearest.
    #[must_use]
    pub fn outside(clause: ClauseId, why: &'static str) -> Judged {
        Judged { judgement: Judgement::Outside, clause, fact: Fact::Words(why), consequences: Vec::new() }
    }

    /// The same with one more consequence.
    #[must_use]
    pub fn with(mut self, clause: ClauseId, effect: Effect) -> Judged {
        self.consequences.push(Consequence { clause, effect });
        self
    }

    /// Whether it stands.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        self.judgement == Judgement::Accepted
    }

    /// The result among the consequences.
    #[must_use]
    pub fn result(&self) -> Option<&GameResult> {
        self.consequences.iter().find_map(|c| match &c.effect {
            Effect::Result(result) => Some(result),
            _ => None,
        })
    }
}

/// How a game ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// By points: Black's less White's, komi included, in hundredths.
    Margin(i32),
    /// The opponent resigned.
    Resignation {
        /// Who wins.
        winner: Colour,
    },
    /// The opponent broke the rules.
    Foul {
        /// Who wins.
        winner: Colour,
    },
    /// Both players lose.
    BothLose,
    /// No result. The bounds are those of a play-out by best play that only an endless cycle keeps apart, in hundredths.
    NoResult(Option<[i32; 2]>),
    /// The budget of the analysis ran out; a margin would lie between these, in hundredths.
    Undecided([i32; 2]),
}

/// `B+3.5`, `W+2` or `draw`.
fn margin(hundredths: i32) -> String {
    match hundredths {
        0 => "draw".to_string(),
        m if m > 0 => format!("B+{}", Komi(m)),
        m => format!("W+{}", Komi(-m)),
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Decision::Margin(m) => f.write_str(&margin(*m)),
            Decision::Resignation { winner } => write!(f, "{}+R", winner.letter()),
            Decision::Foul { winner } => write!(f, "{}+F", winner.letter()),
            Decision::BothLose => f.write_str("both lose"),
            Decision::NoResult(None) => f.write_str("no result"),
            Decision::NoResult(Some([lo, hi])) => write!(f, "no result [{},{}]", Komi(*lo), Komi(*hi)),
            Decision::Undecided([lo, hi]) => write!(f, "undecided [{},{}]", Komi(*lo), Komi(*hi)),
        }
    }
}

/// The result of a game and how it was counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// The result.
    pub decision: Decision,
    /// What was counted; `None` where nothing is.
    pub count: Option<Counted>,
}

impl GameResult {
    /// A result without a count.
    #[must_use]
    pub fn without_count(decision: Decision) -> GameResult {
        GameResult { decision, count: None }
    }
}
