//! Outcomes on disk: what a rule set says of every class, computed in pieces that are kept one by one.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;

use super::{Kept, Method, PIECE, Space, Table, WholeBoard};
use crate::atlas::{Progress, Stopped};
use crate::board::diagram;
use crate::law::RuleSet;
use crate::law::facts::Facts;
use crate::law::solved::{Known, Solvable};
use crate::law::{Outcome, knowing};
use crate::solve::Budget;
use crate::solve::whole::store::{Columns, Stages, Store, StoreError, Stored, Subject};
use crate::solve::whole::verify::VerifyError;

/// Classes judged by one interpreter where a search is needed for every position.
const SEARCHED_PIECE: usize = 1 << 10;

/// The stage that holds the outcomes of all classes.
const OUTCOMES: &str = "outcomes";

/// The outcomes of some classes, and with the colours exchanged where the rule set tells the players apart.
struct Outcomes([Vec<Outcome>; 2]);

impl Stored for Outcomes {
    fn columns(&self) -> Columns {
        let mut columns = Columns::default();
        let [own, exchanged] = &self.0;
        put(&mut columns, NAMES[0], own);
        if !exchanged.is_empty() {
            put(&mut columns, NAMES[1], exchanged);
        }
        columns
    }

    fn from_columns(mut columns: Columns) -> Option<Outcomes> {
        let own = take(&mut columns, NAMES[0])?;
        let exchanged = if columns.is_empty() { Vec::new() } else { take(&mut columns, NAMES[1])? };
        Some(Outcomes([own, exchanged]))
    }
}

/// Names of the columns: of the representatives, and of them with the colours exchanged.
const NAMES: [[&str; 3]; 2] = [["kind", "lo", "hi"], ["exchanged-kind", "exchanged-lo", "exchanged-hi"]];

fn put(columns: &mut Columns, [kind, lo, hi]: [&str; 3], outcomes: &[Outcome]) {
    columns.put(kind, outcomes.iter().map(|o| o.parts().0 as u8));
    // No margin on a board of 16 points comes near what 16 bits hold.
    columns.put(lo, outcomes.iter().map(|o| o.parts().1 as i16));
    columns.put(hi, outcomes.iter().map(|o| o.parts().2 as i16));
}

fn take(columns: &mut Columns, [kind, lo, hi]: [&str; 3]) -> Option<Vec<Outcome>> {
    let (kinds, los, his): (Vec<u8>, Vec<i16>, Vec<i16>) = (columns.take(kind)?, columns.take(lo)?, columns.take(hi)?);
    let outcome = |((kind, lo), hi): ((u8, i16), i16)| Outcome::of_parts(kind.into(), lo.into(), hi.into());
    kinds.into_iter().zip(los).zip(his).map(outcome).collect()
}

impl<K> Table<K> {
    /// The verdicts on consecutive classes put together.
    pub(super) fn of_pieces(rules: &RuleSet, pieces: Vec<[Vec<K>; 2]>, seconds: f64) -> Table<K> {
        let (mut verdicts, mut swapped) = (Vec::new(), Vec::new());
        for [own, exchanged] in pieces {
            verdicts.extend(own);
            swapped.extend(exchanged);
        }
        Table { rules: rules.clone(), verdicts, swapped, seconds }
    }
}

impl WholeBoard {
    /// From now on the games of these rule sets are not solved but looked up, as far as the folder has their solutions.
    ///
    /// # Errors
    /// [`StoreError`], if a table is damaged or of something else, or if it was asked to stop.
    pub fn look_up(&mut self, store: &Store, rules: &[RuleSet], stop: &AtomicBool) -> Result<(), StoreError> {
        self.known = match &self.space {
            Space::Listed(listed) => Known::read(&listed.kept, store, rules, stop)?,
            Space::Dense(slots) => Known::default().and_read_dense(slots, store, rules, stop)?,
            Space::Chosen(_) => Known::default(),
        };
        Ok(())
    }

    /// The solution of a game: looked up or found.
    pub(super) fn solution(
        &self,
        game: &Solvable,
        progress: &dyn Progress,
        stop: &AtomicBool,
    ) -> Result<Facts, Stopped> {
        if let Some(facts) = self.known.of(game) {
            return Ok(facts.clone());
        }
        let stages = Stages { progress, ..Stages::in_memory(stop) };
        let found = match &self.space {
            Space::Listed(listed) => game.solve(&listed.kept, &stages),
            Space::Dense(slots) => game.solve_dense(slots, &stages),
            // Each position is searched by itself.
            Space::Chosen(_) => return Ok(Facts::default()),
        };
        // Without a folder a stage can only be stopped.
        found.map_err(|_| Stopped)
    }

    /// The ranges of classes that are judged by one interpreter each: what it remembers helps with the next position where the
    /// game is not solved. What is undecided may depend on them, so they depend on nothing else.
    pub(super) fn pieces(&self, rules: &RuleSet) -> Vec<Range<usize>> {
        let size = if Method::of(rules) == Method::Searched { SEARCHED_PIECE } else { PIECE };
        (0..self.classes()).step_by(size).map(|from| from..self.classes().min(from + size)).collect()
    }

    /// The verdicts on these classes. A play-out depends on who passed first: what is said of one first passer is, with the
    /// colours exchanged, what is said of the other, but each is judged under its own rule set here.
    pub(super) fn judge_piece<K: Kept>(
        &self,
        rules: &RuleSet,
        facts: &Facts,
        of: Range<usize>,
        budget: Budget,
        progress: &dyn Progress,
        stop: &AtomicBool,
    ) -> Result<[Vec<K>; 2], Stopped> {
        let interpreter = knowing(rules, &self.board, budget, facts);
        self.judge_with(interpreter, of, rules.first_passer_matters(), progress, stop)
    }

    /// What a table of outcomes is about: what is undecided depends on the budget.
    #[must_use]
    pub fn subject(&self, rules: &RuleSet, budget: Budget) -> Subject {
        let name = format!("{rules} within {} states", budget.states);
        Subject { grid: self.board.grid(), clauses: rules.text.source(), rules: name }
    }

    /// The outcomes of all classes, if the folder has them.
    ///
    /// # Errors
    /// [`StoreError`], if the table is damaged or of something else.
    pub fn stored(&self, rules: &RuleSet, budget: Budget, store: &Store) -> Result<Option<Table<Outcome>>, StoreError> {
        let subject = self.subject(rules, budget);
        let Some(Outcomes(found)) = store.read(&subject, OUTCOMES)? else { return Ok(None) };
        let [verdicts, swapped] = &found;
        let exchanged = if rules.first_passer_matters() { self.classes() } else { 0 };
        if (verdicts.len(), swapped.len()) != (self.classes(), exchanged) {
            let what = format!("it has {} rows instead of {}", verdicts.len(), self.classes());
            return Err(StoreError::Damaged { file: store.file(&subject, OUTCOMES), what });
        }
        Ok(Some(Table::of_pieces(rules, vec![found], 0.0)))
    }

    /// Refuses a folder that has tables of this board about these rule sets.
    ///
    /// # Errors
    /// [`StoreError::Exists`], or [`StoreError::Io`] if the folder cannot be read.
    pub fn nothing_kept(&self, rules: &[RuleSet], budget: Budget, store: &Store) -> Result<(), StoreError> {
        let grid = self.board.grid();
        rules.iter().try_for_each(|set| {
            let game = set.text.solvable(set).map_or(Ok(()), |game| store.nothing_about(&game.subject(grid)));
            game.and_then(|()| store.nothing_about(&self.subject(set, budget)))
        })
    }

    /// Solves the games of these rule sets without a list of the classes and keeps the stages of the solutions; what is kept already
    /// is not computed again. A run that was killed goes on from what it kept every few minutes.
    ///
    /// # Errors
    /// [`StoreError`], if a stage cannot be read or kept, if there is one and `resume` is not asked for, or if it was asked to stop
    /// before the last one.
    pub fn keep_dense(
        &self,
        rules: &[RuleSet],
        resume: bool,
        store: &Store,
        stages: &Stages<'_>,
    ) -> Result<(), StoreError> {
        let Some(slots) = self.slots() else { return Ok(()) };
        let mut games: Vec<Solvable> = Vec::new();
        for game in rules.iter().filter_map(|set| set.text.solvable(set)) {
            if !games.contains(&game) {
                games.push(game);
            }
        }
        if !resume {
            let grid = self.board.grid();
            games.iter().try_for_each(|game| store.nothing_about(&game.dense_subject(grid)))?;
        }
        games.iter().try_for_each(|game| game.solve_dense(slots, stages).map(|_| ()))
    }

    /// Solves the games of these rule sets and judges every class under them, and keeps the stages of the solutions and the
    /// outcomes; what is kept already is not computed again.
    ///
    /// # Errors
    /// [`StoreError`], if a stage cannot be read or kept, or if it was asked to stop before the last one.
    pub fn keep(
        &self,
        rules: &[RuleSet],
        budget: Budget,
        store: &Store,
        stages: &Stages<'_>,
    ) -> Result<(), StoreError> {
        let games: Vec<Option<Solvable>> = rules.iter().map(|set| set.text.solvable(set)).collect();
        for (_, game) in games.iter().enumerate().filter(|(i, game)| !games[..*i].contains(game)) {
            let sharing = (0..rules.len()).filter(|&j| games[j] == *game);
            let facts = game.as_ref().map(|game| game.solve(self.symmetric(), stages)).transpose()?.unwrap_or_default();
            let mut judged: Vec<Table<Outcome>> = Vec::new();
            for set in sharing.map(|j| &rules[j]) {
                let subject = self.subject(set, budget);
                let piece = |at: usize| format!("{OUTCOMES}-{at:04}");
                let pieces = self.pieces(set);
                let Outcomes([verdicts, swapped]) = stages.stage(&subject, OUTCOMES, || {
                    if let Some(table) = judged.iter().find_map(|table| self.other_first_passer(table, set)) {
                        stages.progress.judged(set, 2 * self.classes() as u64);
                        return Ok(Outcomes([table.verdicts, table.swapped]));
                    }
                    facts.prepare();
                    let judged = pieces.par_iter().enumerate().map(|(at, of)| {
                        let mut judged = false;
                        let kept = stages.stage(&subject, &piece(at), || {
                            judged = true;
                            let found = self.judge_piece(set, &facts, of.clone(), budget, stages.progress, stages.stop);
                            found.map(Outcomes).map_err(|Stopped| StoreError::Stopped)
                        })?;
                        if !judged {
                            stages.progress.judged(set, kept.0.iter().map(|outcomes| outcomes.len() as u64).sum());
                        }
                        Ok(kept)
                    });
                    let found = judged.collect::<Result<Vec<Outcomes>, StoreError>>()?;
                    let Table { verdicts, swapped, .. } =
                        Table::of_pieces(set, found.into_iter().map(|Outcomes(piece)| piece).collect(), 0.0);
                    Ok(Outcomes([verdicts, swapped]))
                })?;
                judged.push(Table { rules: set.clone(), verdicts, swapped, seconds: 0.0 });
                // A run that was stopped just here has left some of them.
                (0..pieces.len()).try_for_each(|at| store.remove(&subject, &piece(at)))?;
            }
        }
        Ok(())
    }

    /// Checks what is kept for these rule sets: every value of the solutions against the rules' own moves, and every outcome by
    /// judging again.
    ///
    /// # Errors
    /// [`VerifyError`], with the first value that does not follow.
    pub fn verify(
        &self,
        rules: &[RuleSet],
        budget: Budget,
        store: &Store,
        stages: &Stages<'_>,
    ) -> Result<(), VerifyError> {
        let games: Vec<Option<Solvable>> = rules.iter().map(|set| set.text.solvable(set)).collect();
        for (i, game) in games.iter().enumerate() {
            if let Some(game) = game.as_ref().filter(|_| !games[..i].contains(&games[i])) {
                game.verify(self.symmetric(), stages)?;
            }
        }
        let known = Known::read(self.symmetric(), store, rules, stages.stop)?;
        for set in rules {
            let subject = self.subject(set, budget);
            stages.progress.begins(&subject, OUTCOMES);
            let missing = || VerifyError::Missing { file: store.file(&subject, OUTCOMES) };
            let table = self.stored(set, budget, store)?.ok_or_else(missing)?;
            let facts = known.facts(set);
            facts.prepare();
            self.pieces(set).into_par_iter().try_for_each(|of| {
                let [own, exchanged] = self
                    .judge_piece::<Outcome>(set, &facts, of.clone(), budget, stages.progress, stages.stop)
                    .map_err(|Stopped| StoreError::Stopped)?;
                let wrong = |class: usize, swap: bool, says: Outcome, follows: Outcome| {
                    let position = self.representative(class).unwrap_or_default();
                    let position = if swap { position.swapped() } else { position };
                    VerifyError::Wrong {
                        subject: format!("{} {}", subject.grid, subject.rules),
                        stage: OUTCOMES.to_string(),
                        state: diagram::text(self.board.grid(), position),
                        what: format!("the table says {says}, what follows is {follows}"),
                    }
                };
                for (swap, found, kept) in [(false, own, &table.verdicts), (true, exchanged, &table.swapped)] {
                    for (class, follows) in of.clone().zip(found) {
                        if kept[class] != follows {
                            return Err(wrong(class, swap, kept[class], follows));
                        }
                    }
                }
                Ok(())
            })?;
            stages.progress.ends(&subject, OUTCOMES, true);
        }
        Ok(())
    }
}
