//! An engine asked once what it believes of a position. What it says is no answer to anything: it is an opinion, with the name of who has it.

use super::said::points;
use super::{Engine, MoveRecord, Question, Status};
use crate::board::Grid;
use crate::board::plain::{PlainPosition, PlainString};
use crate::foreign;
use crate::gtp::peer::{Answer, Trouble};
use crate::gtp::protocol::{colour_name, vertex};
use crate::law::hints::Hints;

/// What an engine believes of a final position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opinion {
    /// The engine, by its own name and version: one line that does nothing.
    pub engine: String,
    /// The strings of the position, Black's first, with what the engine says of each; `None` if it names it nowhere.
    pub strings: Vec<(PlainString, Option<Status>)>,
}

impl Opinion {
    /// What it says is to be tried first: that strings live of which it does not say that they are dead.
    #[must_use]
    pub fn hints(&self, position: &PlainPosition) -> Hints {
        let is_dead =
            |string: &PlainString| self.strings.iter().any(|(s, said)| s == string && *said == Some(Status::Dead));
        Hints::of(position, |string| !is_dead(string))
    }
}

/// Why an engine has no opinion, in one line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoOpinion {
    /// It did not answer.
    #[error(transparent)]
    Trouble(#[from] Trouble),
    /// It does not play on such a board.
    #[error("{engine} does not play on {grid}: {why}")]
    Board {
        /// The engine.
        engine: String,
        /// The board.
        grid: Grid,
        /// What shows it.
        why: String,
    },
    /// It does not set the position up.
    #[error("{engine} does not set the position up: it refuses `{play}`: {why}")]
    Refused {
        /// The engine.
        engine: String,
        /// What it was told.
        play: String,
        /// The text of its error.
        why: String,
    },
    /// It cannot be asked.
    #[error("{engine} has no command final_status_list, so that it cannot say which strings live")]
    NoCommand {
        /// The engine.
        engine: String,
    },
    /// Its answer says nothing of the position.
    #[error("{engine}: `final_status_list {status}` is answered by `{said}`: {why}")]
    Unusable {
        /// The engine.
        engine: String,
        /// What it was asked for.
        status: &'static str,
        /// Its answer.
        said: String,
        /// What is wrong with it.
        why: String,
    },
    /// Its answers contradict each other.
    #[error("{engine} calls the string of {stone} both {one} and {other}")]
    Contradicts {
        /// The engine.
        engine: String,
        /// A stone of the string.
        stone: String,
        /// The one status.
        one: &'static str,
        /// The other.
        other: &'static str,
    },
}

/// The longest part of an engine's name, and of what it said, that is repeated.
const REPEATED: usize = 60;

/// A text of the engine's in one line, shortened.
fn repeated(text: &str) -> String {
    let line = foreign::line(text.trim());
    let mut short: String = line.chars().take(REPEATED).collect();
    if short.len() < line.len() {
        short.push_str("...");
    }
    short
}

/// Asks an engine which strings of a final position live, by `final_status_list`. The position is set up by plays, without any capture, and
/// the game is over by two passes.
///
/// # Errors
/// [`NoOpinion`]: it does not answer in time, or not about the position. A status that it refuses to list is one of which it says nothing; if it
/// refuses all of them it has no opinion.
pub fn asked(engine: &mut Engine, position: &PlainPosition) -> Result<Opinion, NoOpinion> {
    let grid = position.grid();
    let name = match repeated(&format!("{} {}", engine.name, engine.version)) {
        name if name.is_empty() => "an engine without a name".to_string(),
        name => name,
    };
    let named = || name.clone();
    if !engine.knows("final_status_list") {
        return Err(NoOpinion::NoCommand { engine: named() });
    }
    if let Err(why) = engine.accepts(grid)? {
        return Err(NoOpinion::Board { engine: named(), grid, why });
    }
    let questions = Status::ALL.map(Question::Status);
    let record = MoveRecord::to_position(position).for_question(&questions[0]);
    let answers = match engine.after(&record, &questions.map(|question| question.text(grid)))? {
        Ok(answers) => answers,
        Err((at, why)) => {
            let made = record.moves[at];
            let play = format!("play {} {}", colour_name(made.player), vertex(grid, made.point));
            return Err(NoOpinion::Refused { engine: named(), play, why: repeated(&why) });
        }
    };
    read(position, named(), &answers)
}

/// What the answers to the lists of each status say.
fn read(position: &PlainPosition, engine: String, answers: &[Answer]) -> Result<Opinion, NoOpinion> {
    let grid = position.grid();
    let unusable = |status: Status, said: &str, why: String| NoOpinion::Unusable {
        engine: engine.clone(),
        status: status.name(),
        said: repeated(said),
        why,
    };
    let mut strings: Vec<(PlainString, Option<Status>)> =
        position.strings().into_iter().map(|string| (string, None)).collect();
    let mut refused = Vec::new();
    for (status, answer) in Status::ALL.into_iter().zip(answers) {
        let text = match answer {
            Ok(text) => text,
            Err(why) => {
                refused.push(unusable(status, why, "it has no such list".to_string()));
                continue;
            }
        };
        let listed = points(grid, text).ok_or_else(|| {
            let wrong = text.split_whitespace().find(|word| points(grid, word).is_none()).unwrap_or_default();
            unusable(status, text, format!("`{}` is no point of {grid}", repeated(wrong)))
        })?;
        for p in listed {
            let Some((string, said)) = strings.iter_mut().find(|(string, _)| string.stones.contains(&p)) else {
                return Err(unusable(status, text, format!("there is no stone on {}", grid.name(p))));
            };
            match said.replace(status) {
                Some(before) if before != status => {
                    return Err(NoOpinion::Contradicts {
                        stone: grid.name(string.stones[0]),
                        one: before.name(),
                        other: status.name(),
                        engine,
                    });
                }
                _ => {}
            }
        }
    }
    if refused.len() == Status::ALL.len() {
        return Err(refused.swap_remove(0));
    }
    Ok(Opinion { engine, strings })
}
