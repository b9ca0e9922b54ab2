//! What an engine has answered, as far as it tells causes apart: all that was wrong, counted and some of it kept, and some of what was
//! right in the same matters.

use std::collections::BTreeMap;

use super::cause::{circumstance, is_protocol};
use super::family::Family;
use super::jobs::Suite;
use super::reference::Reference;
use super::{Disagreement, MoveRecord, Question};
use crate::board::Colour;
use crate::gtp::game::Legality;

/// Stands between the answer and the text of the error, where a play is refused.
pub const REFUSED: &str = " (play refused: ";

/// A question with what was said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    /// What was played.
    pub record: MoveRecord,
    /// What was asked.
    pub question: Question,
    /// What the text says.
    pub expected: String,
    /// What the engine says.
    pub got: String,
}

impl Asked {
    /// Of a disagreement.
    #[must_use]
    pub fn of(found: &Disagreement) -> Asked {
        let Disagreement { record, question, expected, got, .. } = found.clone();
        // What the engine said besides is left out.
        let got = got.split_once(REFUSED).map_or(got.as_str(), |(answer, _)| answer).to_string();
        Asked { record, question, expected, got }
    }
}

/// Wrong answers of one kind.
#[derive(Clone, Debug)]
pub struct Wrong {
    /// The suite that found it first.
    pub suite: Suite,
    /// How many.
    pub count: u64,
    /// Some of them, the first ones and the smallest.
    pub kept: Vec<Disagreement>,
    /// How many by shape ([`shape`]).
    pub shapes: BTreeMap<String, u64>,
}

/// A matter: a family, and of a score what of the position is known to part the texts.
pub type Matter = (Family, &'static str);

/// All answers in one matter.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// By kind ([`super::cause::of_answer`]).
    pub wrong: BTreeMap<String, Wrong>,
    /// Some of the right ones.
    pub right: Vec<Asked>,
}

/// Most answers of one kind that are kept.
const MOST_KEPT: usize = 60;
/// Most right answers in a family that are kept, besides those that were asked for to tell causes apart.
const MOST_RIGHT: usize = 150;

/// All answers.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// By matter.
    pub matters: BTreeMap<Matter, Answers>,
}

impl Evidence {
    /// Adds a wrong answer that stands for so many.
    pub fn wrong(&mut self, reference: &mut Reference, suite: Suite, found: Disagreement, times: u64) {
        let matter = matter(reference, &found.record, &found.question, &found.cause);
        let shape = shape(&found);
        let answers = self.matters.entry(matter).or_default();
        let fresh = || Wrong { suite, count: 0, kept: Vec::new(), shapes: BTreeMap::new() };
        let wrong = answers.wrong.entry(found.cause.clone()).or_insert_with(fresh);
        wrong.count += times;
        // What is asked only to tell causes apart (0 times) is no shape of what the suites have found: it is not asked in every run.
        if times > 0 || wrong.shapes.is_empty() {
            *wrong.shapes.entry(shape).or_default() += times;
        }
        let size = |d: &Disagreement| (d.record.grid.len(), d.record.moves.len());
        if wrong.kept.len() < MOST_KEPT {
            wrong.kept.push(found);
        } else if wrong.kept.iter().all(|kept| size(&found) < size(kept)) {
            // What shows on less is kept besides.
            wrong.kept.push(found);
        }
    }

    /// Whether right answers in a family are still of use, beside so many that wait.
    #[must_use]
    pub fn wants(&self, family: Family, waiting: usize) -> bool {
        let kept: usize = self.matters.iter().filter(|((of, _), _)| *of == family).map(|(_, a)| a.right.len()).sum();
        kept + waiting < MOST_RIGHT
    }

    /// Adds a right answer that tells causes apart.
    pub fn tell(&mut self, reference: &mut Reference, asked: Asked) {
        let matter = matter(reference, &asked.record, &asked.question, "");
        self.matters.entry(matter).or_default().right.push(asked);
    }

    /// The matter of a disagreement.
    pub fn matter_of(&self, reference: &mut Reference, found: &Disagreement) -> Matter {
        matter(reference, &found.record, &found.question, &found.cause)
    }

    /// Takes the shapes of disagreements from an earlier report, which one of them stands for.
    pub fn reshape(
        &mut self,
        reference: &mut Reference,
        found: &Disagreement,
        times: u64,
        shapes: BTreeMap<String, u64>,
    ) {
        let shape = shape(found);
        let answers = self.matters.entry(matter(reference, &found.record, &found.question, &found.cause)).or_default();
        if let Some(wrong) = answers.wrong.get_mut(&found.cause) {
            if let Some(alone) = wrong.shapes.get_mut(&shape) {
                *alone -= times;
            }
            shapes.into_iter().for_each(|(shape, n)| *wrong.shapes.entry(shape).or_default() += n);
            wrong.shapes.retain(|_, n| *n > 0);
        }
    }

    /// Adds a right answer.
    pub fn right(&mut self, reference: &mut Reference, family: Family, asked: Asked) {
        let matter = match family {
            Family::Score => matter(reference, &asked.record, &asked.question, ""),
            _ => (family, ""),
        };
        self.matters.entry(matter).or_default().right.push(asked);
    }
}

/// The matter of a question; with the kind of a wrong answer, which may be about the protocol alone.
fn matter(reference: &mut Reference, record: &MoveRecord, question: &Question, kind: &str) -> Matter {
    let Some(game) = reference.game(record).filter(|_| !is_protocol(kind)) else { return (Family::Protocol, "") };
    let family = Family::of(&game, question);
    (family, if family == Family::Score { circumstance(reference, &game) } else { "" })
}

/// The shape of a disagreement: the board, the question, and what is beside the point in question. Two disagreements of one shape may
/// still have two reasons; of one reason there may be many shapes, all of which a check asks for that asks the same again.
#[must_use]
pub fn shape(found: &Disagreement) -> String {
    let Disagreement { record, question, .. } = found;
    let grid = record.grid;
    let point = match question {
        Question::Legal(_, p) => Some(*p),
        Question::Undo(made) => made.point,
        Question::Stones => record.moves.last().and_then(|m| m.point),
        _ => None,
    };
    let command = question.command();
    let game = super::reference::replay(record, Legality::LEAST);
    let (Some(p), Some(game)) = (point, game) else { return format!("{grid} {command}") };
    let player = match question {
        Question::Legal(player, _) => *player,
        _ => record.to_move(),
    };
    let around: Vec<Option<Colour>> = grid.neighbours(p).map(|q| game.position().at(q)).collect();
    let number = |cell| around.iter().filter(|c| **c == cell).count();
    let (own, other) = (number(Some(player)), number(Some(player.opponent())));
    let takes = game.position().play(player, p).map_or(0, |play| play.captured.len());
    let takes = match takes {
        0 => "",
        1 => ", takes one",
        _ => ", takes several",
    };
    format!("{grid} {command}: beside {own} own, {other} other, {} empty{takes}", number(None))
}
