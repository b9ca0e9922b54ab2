//! From answers to findings: what explains them, and the smallest witness of each cause.

use std::collections::BTreeMap;

use super::cause::{NOT_REPEATED, UNEXPLAINED, is_protocol, of_answer};
use super::engine::MOST_TROUBLES;
use super::evidence::{Asked, Matter, Wrong};
use super::family::Family;
use super::findings::Finding;
use super::hypotheses::{Cause, Named, all, names, offset, with_captures};
use super::run::{CHANGES, Checker};
use super::shortest::shortest;
use super::shrink::{Effort, shrink};
use super::suites::Suite;
use super::{Disagreement, Got, MoveRecord, Question, alive, ko};
use crate::board::Grid;

/// Most disagreements that nothing explains that are made smaller one by one.
const MOST_UNEXPLAINED: usize = 20;
/// Of answers of one cause so many are tried for a witness, the smallest first.
const MOST_TRIED: usize = 3;
/// Most questions that are put to tell causes apart.
const MOST_TELLING: usize = 200;
/// Finished positions among them.
const FINISHED: u64 = 40;

impl Checker {
    /// Finds out what explains the answers so far, and makes a witness of each cause small. With `ask` the engine is asked more; else
    /// the witnesses are the smallest ones that were met.
    pub fn conclude(&mut self, ask: bool) {
        self.settle();
        let rules = self.reference.rules().clone();
        let mut causes = all(&rules);
        causes.extend(offset(&self.state.evidence));
        causes.retain(|cause| self.state.implemented.as_ref().is_none_or(|found| found.allows(cause)));
        let (mut named, tied) = names(&self.state.evidence, &causes, &mut self.reference);
        if ask && !tied.is_empty() {
            for equal in &tied {
                let tied: Vec<&Cause> = equal.iter().map(|&at| &causes[at]).collect();
                self.tell_apart(&tied);
            }
            // Sequences that the text forbids tell more.
            let found = if self.state.implemented.is_none() { self.implemented().ok().flatten() } else { None };
            causes.retain(|cause| found.as_ref().is_none_or(|found| found.allows(cause)));
            (named, _) = names(&self.state.evidence, &causes, &mut self.reference);
        }
        // Scores of an engine that counts captures wrongly may be wrong for two reasons at once.
        let is_open = |named: &Named| named.what.is_none() && named.of.iter().any(|((of, _), _)| *of == Family::Score);
        if named.iter().any(is_open) {
            let more = with_captures(&named, &causes);
            if !more.is_empty() {
                causes.extend(more);
                (named, _) = names(&self.state.evidence, &causes, &mut self.reference);
            }
        }
        self.state.findings.clear();
        self.state.left_large = 0;
        let witnesses: usize = named.iter().map(|named| self.witnesses(named)).sum();
        if let Some(all) = self.witness_time {
            self.effort.time = self.effort.time.min(all / witnesses.max(1) as u32);
        }
        for named in named {
            self.find(&named, ask);
        }
        self.forget_unit();
    }

    /// Puts questions to which these causes have different answers.
    fn tell_apart(&mut self, causes: &[&Cause]) {
        let mut asked = 0;
        for (record, question) in self.telling() {
            let record = record.for_question(&question);
            let Some(expected) = self.reference.answer(&record, &question) else { continue };
            let as_right = Asked { record, question, expected: expected.answer.clone(), got: expected.answer };
            let mut said: Vec<Option<String>> =
                causes.iter().map(|cause| cause.what.answer(&mut self.reference, &as_right)).collect();
            said.dedup();
            if said.len() < 2 || self.engine.can(&question).is_err() {
                continue;
            }
            asked += 1;
            match self.examine(&as_right.record, &question) {
                Ok(Some(found)) => {
                    self.state.evidence.wrong(&mut self.reference, Suite::of(&question), found, 0);
                }
                Ok(None) if !self.is_avoided(&question) => self.state.evidence.tell(&mut self.reference, as_right),
                Ok(None) => {}
                Err(_) => return,
            }
            if asked == MOST_TELLING {
                return;
            }
        }
    }

    /// Questions in which causes differ: the sequences on the boards that the engine has, and finished positions.
    fn telling(&mut self) -> Vec<(MoveRecord, Question)> {
        let mut found = Vec::new();
        let squares: Vec<Grid> = ko::BOARDS.iter().filter_map(|&side| Grid::new(side, side).ok()).collect();
        let mut boards = squares.into_iter().filter(|&grid| matches!(self.engine.accepts(grid), Ok(Ok(()))));
        let Some(first) = boards.next() else { return found };
        let larger = boards.find(|grid| grid.len() >= 81 && grid.len() > first.len());
        for grid in [Some(first), larger].into_iter().flatten() {
            found.extend(ko::questions(grid));
            found.extend(ko::ended(grid).map(|record| (record, Question::Score)));
        }
        for grid in [first].into_iter().chain(larger) {
            let drawn = (0..FINISHED).filter_map(|seed| alive::draw(grid, &mut fastrand::Rng::with_seed(seed)));
            found.extend(drawn.map(|position| (MoveRecord::to_position(&position), Question::Score)));
        }
        found
    }

    /// Whether answers have nothing in common but that nothing explains them, so that each has a witness of its own.
    fn is_unexplained(named: &Named) -> bool {
        named.what.is_none() && named.of.iter().any(|(_, kind)| kind == UNEXPLAINED)
    }

    /// How many witnesses answers of one name get.
    fn witnesses(&self, named: &Named) -> usize {
        let wrong = |(matter, kind): &(Matter, String)| self.state.evidence.matters.get(matter)?.wrong.get(kind);
        let kept: usize = named.of.iter().filter_map(wrong).map(|wrong| wrong.kept.len()).sum();
        if Self::is_unexplained(named) { kept.min(MOST_UNEXPLAINED) } else { 1 }
    }

    /// Makes findings of answers that have one name.
    fn find(&mut self, named: &Named, ask: bool) {
        let (mut kept, mut count, mut shapes): (Vec<Disagreement>, u64, BTreeMap<String, u64>) = Default::default();
        let mut suite = Suite::Replay;
        for (matter, kind) in &named.of {
            let Some(wrong) = self.state.evidence.matters.get(matter).and_then(|a| a.wrong.get(kind)) else { continue };
            let Wrong { suite: of, count: more, kept: some, shapes: by } = wrong;
            kept.extend(some.iter().cloned());
            (count, suite) = (count + more, suite.min(*of));
            by.iter().for_each(|(shape, n)| *shapes.entry(shape.clone()).or_default() += n);
        }
        kept.sort_by_key(|found| (found.record.grid.len(), found.record.moves.len()));
        if Self::is_unexplained(named) {
            let small = kept.len().min(MOST_UNEXPLAINED);
            self.state.left_large += count.saturating_sub(small as u64);
            for found in kept.drain(..small) {
                let witness = self.witness(std::slice::from_ref(&found), named, ask);
                self.keep(suite, found.record.moves.len(), 1, witness, &shapes);
            }
            return;
        }
        kept.truncate(MOST_TRIED);
        let Some(first) = kept.first() else { return };
        let found_with = first.record.moves.len();
        let witness = self.witness(&kept, named, ask);
        // What was asked only to tell causes apart is counted once.
        self.keep(suite, found_with, count.max(1), witness, &shapes);
    }

    fn keep(
        &mut self,
        suite: Suite,
        found_with: usize,
        count: u64,
        witness: Disagreement,
        shapes: &BTreeMap<String, u64>,
    ) {
        let about = self.about(&witness);
        let finding = Finding { suite, about, count, witness, found_with, shapes: shapes.clone() };
        let entry = self.state.findings.entry(finding.key());
        entry.and_modify(|known| known.count += count).or_insert(finding);
    }

    fn about(&self, found: &Disagreement) -> Family {
        match self.reference.game(&found.record) {
            Some(game) if !is_protocol(&found.cause) => Family::of(&game, &found.question),
            _ => Family::Protocol,
        }
    }

    /// The smallest disagreement of a cause that a new process shows as well: a witness must not depend on what the engine was asked
    /// before.
    fn witness(&mut self, kept: &[Disagreement], named: &Named, ask: bool) -> Disagreement {
        let first = &kept[0];
        let as_named = |found: Disagreement| Disagreement { cause: named.cause.clone(), ..found };
        if !ask || self.engine.troubles.len() > MOST_TROUBLES || is_protocol(&first.cause) {
            let found = if is_protocol(&first.cause) && ask { self.small(first, named, false) } else { first.clone() };
            return as_named(found);
        }
        for found in kept {
            let small = self.small(found, named, false);
            self.engine.renew();
            if let Ok(Some(again)) = self.examine(&small.record, &small.question)
                && self.is_of(&again, named)
            {
                return as_named(again);
            }
            if self.is_avoided(&small.question) {
                return as_named(small);
            }
            // As it was found, in a new process; made smaller with a new process for each question.
            self.engine.renew();
            if let Ok(Some(again)) = self.examine(&found.record, &found.question)
                && self.is_of(&again, named)
            {
                return as_named(self.small(&again, named, true));
            }
        }
        let cause = format!("an answer to `{}` {NOT_REPEATED}", first.question.command());
        self.could_not(first.question.command().to_string(), &format!("{CHANGES}: a new process does not repeat it"));
        Disagreement { cause, ..first.clone() }
    }

    /// Whether a disagreement is of a cause.
    fn is_of(&mut self, found: &Disagreement, named: &Named) -> bool {
        let matter = self.state.evidence.matter_of(&mut self.reference, found);
        let same = |(of, kind): &(Matter, String)| match named.what {
            Some(_) => of.0 == matter.0,
            None => *of == matter && *kind == found.cause,
        };
        named.of.iter().any(same)
            && named.what.as_ref().is_none_or(|what| {
                let asked = Asked::of(found);
                what.answer(&mut self.reference, &asked).as_ref() == Some(&asked.got)
            })
    }

    /// Makes a disagreement small; trouble with the engine leaves it as it is.
    fn small(&mut self, found: &Disagreement, named: &Named, anew: bool) -> Disagreement {
        // What was found on a smaller board is not made larger.
        let (rows, cols) =
            (self.smallest.0.min(found.record.grid.rows()), self.smallest.1.min(found.record.grid.cols()));
        let effort = Effort { least: (rows, cols), ..self.effort };
        let result = shrink(found, effort, &mut |record, question| {
            if self.engine.troubles.len() > MOST_TROUBLES {
                return Ok(None);
            }
            if anew {
                self.engine.renew();
            }
            let found = self.examine(record, question)?;
            Ok(found.filter(|found| self.is_of(found, named)))
        });
        let small = result.unwrap_or_else(|_| found.clone());
        self.shorter(&small, named).unwrap_or(small)
    }

    /// A shorter one that follows from the cause, if the engine shows it.
    fn shorter(&mut self, small: &Disagreement, named: &Named) -> Option<Disagreement> {
        let (record, question) = shortest(&mut self.reference, named.what.as_ref()?, small)?;
        let found = self.examine(&record, &question).ok()??;
        self.is_of(&found, named).then_some(found)
    }

    /// Takes over the wrong answers of an earlier run, as its journal has them.
    pub fn take_again(&mut self, found: Vec<(Suite, Disagreement)>) {
        for (suite, found) in found {
            self.state.evidence.wrong(&mut self.reference, suite, found, 1);
        }
    }

    /// Takes over what an earlier run has found: each finding as its witness, as often as it was found.
    pub fn take_over(&mut self, findings: Vec<Finding>) {
        for Finding { suite, count, witness, shapes, .. } in findings {
            let said = Got::Answer(Asked::of(&witness).got);
            let kind = if is_protocol(&witness.cause) {
                witness.cause.clone()
            } else {
                of_answer(&mut self.reference, &witness.record, &witness.question, &witness.expected, &said)
            };
            let found = Disagreement { cause: kind, ..witness };
            self.state.evidence.wrong(&mut self.reference, suite, found.clone(), count);
            self.state.evidence.reshape(&mut self.reference, &found, count, shapes);
        }
    }
}
