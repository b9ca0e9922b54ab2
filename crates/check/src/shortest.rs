//! The shortest record that shows a cause, found without the engine: a cause says what the engine answers to every question, so all short
//! records can be tried. What is found is put to the engine once.

use super::evidence::Asked;
use super::hypotheses::Hypothesis;
use super::reference::Reference;
use super::shrink::alike;
use super::{Disagreement, MoveRecord, Question};
use crate::gtp::game::Move;

/// Records are tried within so many rows and columns of the upper left corner, where the fewest stones do.
const WINDOW: usize = 3;
/// Most moves of a record that is tried.
const MOVES: usize = 6;
/// Most questions that are answered by the cause.
const QUESTIONS: usize = 200_000;

/// The shortest record of plays in a corner, shorter than that of `found`, after which the cause answers a question of the same kind otherwise than
/// the text does. `None` if there is none, or if too many would have to be tried. Scores and statuses, which may have to be searched for, are
/// left out.
#[must_use]
pub fn shortest(reference: &mut Reference, what: &Hypothesis, found: &Disagreement) -> Option<(MoveRecord, Question)> {
    if matches!(found.question, Question::Score | Question::Status(_)) {
        return None;
    }
    let grid = found.record.grid;
    let corner: Vec<usize> = (0..grid.len()).filter(|p| p / grid.cols() < WINDOW && p % grid.cols() < WINDOW).collect();
    let mut left = QUESTIONS;
    let mut records = vec![MoveRecord { grid, moves: Vec::new() }];
    let most = found.record.moves.len().checked_sub(1)?.min(MOVES);
    let in_corner = |question: &Question| !matches!(question, Question::Legal(_, p) if !corner.contains(p));
    for moves in 0..=most {
        for record in &records {
            for question in alike(found.question, record).into_iter().filter(in_corner) {
                left = left.checked_sub(1)?;
                if shows(reference, what, record, question) {
                    return Some((record.clone(), question));
                }
            }
        }
        if moves == most {
            break;
        }
        let with = |record: &MoveRecord, p: usize| {
            let longer = record.with(Move::play(record.to_move(), p));
            reference.game(&longer).is_some().then_some(longer)
        };
        records = records.iter().flat_map(|r| corner.iter().filter_map(|&p| with(r, p)).collect::<Vec<_>>()).collect();
    }
    None
}

/// Whether the cause answers otherwise than the text.
fn shows(reference: &mut Reference, what: &Hypothesis, record: &MoveRecord, question: Question) -> bool {
    let Some(expected) = reference.answer(record, &question) else { return false };
    let asked = Asked { record: record.clone(), question, expected: expected.answer, got: String::new() };
    what.answer(reference, &asked).is_some_and(|got| got != asked.expected)
}
