//! What questions are about.

use super::{Question, Status};
use crate::board::Colour;
use crate::gtp::game::GtpGame;

/// What a question is about, whatever the answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Family {
    /// Not about Go: answers that are none, boards that are not what they are said to be, passes refused.
    Protocol,
    /// Plays on occupied points.
    Occupied,
    /// Suicide of one stone.
    SuicideOfOne,
    /// Suicide of several stones.
    SuicideOfSeveral,
    /// Plays that bring back an earlier position.
    Repetition,
    /// Other plays that capture.
    Capture,
    /// All other plays.
    Play,
    /// The position after a play.
    Position,
    /// The position after a play and its undoing.
    Undo,
    /// The stones captured.
    Prisoners,
    /// The score.
    Score,
    /// The stones of a status.
    Status(Status),
}

impl Family {
    /// All families.
    pub const ALL: [Family; 14] = [
        Family::Protocol,
        Family::Occupied,
        Family::SuicideOfOne,
        Family::SuicideOfSeveral,
        Family::Repetition,
        Family::Capture,
        Family::Play,
        Family::Position,
        Family::Undo,
        Family::Prisoners,
        Family::Score,
        Family::Status(Status::Dead),
        Family::Status(Status::Seki),
        Family::Status(Status::Alive),
    ];

    /// The family of a name in reports.
    #[must_use]
    pub fn named(name: &str) -> Option<Family> {
        Family::ALL.into_iter().find(|family| family.name() == name)
    }

    /// What a question at the end of a game is about.
    #[must_use]
    pub fn of(game: &GtpGame, question: &Question) -> Family {
        match question {
            Question::Legal(player, p) => Family::of_play(game, *player, *p),
            Question::Stones => Family::Position,
            Question::Undo(_) => Family::Undo,
            Question::Captures => Family::Prisoners,
            Question::Score => Family::Score,
            Question::Status(status) => Family::Status(*status),
        }
    }

    /// What the question is about whether a play is legal.
    #[must_use]
    pub fn of_play(game: &GtpGame, player: Colour, p: usize) -> Family {
        let Ok((play, own)) = game.position().play_or_suicide(player, p) else { return Family::Occupied };
        match own.len() {
            0 if game.states().any(|(before, _)| *before == play.after) => Family::Repetition,
            0 if play.captured.is_empty() => Family::Play,
            0 => Family::Capture,
            1 => Family::SuicideOfOne,
            _ => Family::SuicideOfSeveral,
        }
    }

    /// Its name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Family::Protocol => "protocol",
            Family::Occupied => "occupied points",
            Family::SuicideOfOne => "suicide of one stone",
            Family::SuicideOfSeveral => "suicide of several stones",
            Family::Repetition => "repetition",
            Family::Capture => "plays that capture",
            Family::Play => "plays",
            Family::Position => "positions",
            Family::Undo => "undo",
            Family::Prisoners => "stones captured",
            Family::Score => "scores",
            Family::Status(status) => match status {
                Status::Dead => "dead stones",
                Status::Seki => "stones in seki",
                Status::Alive => "living stones",
            },
        }
    }
}
