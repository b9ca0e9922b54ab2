//! The values of the play-outs from all positions of a board.
//!
//! They are searched for, one by one, the tables of [`super::conceding`] bounding every state. What is found helps with other
//! positions: in a state in which no ko stone has been captured everything is as at the start of a play-out from there, but
//! for the stones that were played, which make a point of difference each at most. So positions with many stones come first:
//! most moves lead there. On short boards of one row they are derived from those of all other states ([`super::layers`]).

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::board::{Board, Colour, Grid, diagram};
use crate::law::facts::Facts;
use crate::law::solved::{Memory, Size, WholeGame, without};
use crate::law::{ClauseId, RuleSet};
use crate::solve::Budget;
use crate::solve::deepening::Deepening;
use crate::solve::progress::Silent;
use crate::solve::score::Score;
use crate::solve::whole::classes::Classes;
use crate::solve::whole::store::{Columns, Stages, StoreError, Stored, Subject};
use crate::solve::whole::verify::{Check, VerifyError};
use crate::texts::j1997::clauses::*;
use crate::texts::j1997::conceding::{self, Concessions, Course};
use crate::texts::j1997::game::{PlayOut, Playing};
use crate::texts::j1997::layers;
use crate::texts::j1997::search::{PlayOutFacts, PlayedOut};

/// The clauses on the count at the end of a play-out that can be lifted where it is solved.
const AT_THE_END: [ClauseId; 3] = [J1997_LIFE_1, J1997_LIFE_4, J1997_PLAYOUT_7];

/// The stages.
const STAGES: [&str; conceding::STAGES.len() + 1] = {
    let [a, b, c, d, e, f, g] = conceding::STAGES;
    [a, b, c, d, e, f, g, VALUES]
};

/// The play-out: with the clauses on the count at the end or without, dead ko stones being prisoners or not.
pub struct WholePlayOut(pub RuleSet);

impl WholePlayOut {
    /// What is bounded is the value by `endless=gain-wins`, also where another reading makes use of the bounds.
    fn game(&self, board: &Board) -> PlayOut {
        PlayOut::new(&self.0.clone().reading(Endless::GainWins), board)
    }
}

impl WholeGame for WholePlayOut {
    fn clauses(&self) -> &'static str {
        self.0.text.source()
    }

    fn name(&self) -> String {
        let prisoners = self.0.read::<KoStones>() == KoStones::Prisoners;
        let game = if prisoners { "j1997 play-out ko-stones=prisoners" } else { "j1997 play-out" };
        without(game, &self.0, &AT_THE_END)
    }

    fn stages(&self) -> &'static [&'static str] {
        &STAGES
    }

    fn memory(&self, grid: Grid, classes: u64) -> Memory {
        let moves = Size::moves(grid);
        let values = if layers::takes(grid) { layers::memory(grid, classes) } else { 0 };
        let kept = classes * (conceding::BYTES + size_of::<Value>() as u64);
        Memory { solving: kept + classes * (moves + moves / 4) + values, kept }
    }

    fn solve(&self, classes: &Arc<Classes>, subject: &Subject, stages: &Stages<'_>) -> Result<Facts, StoreError> {
        let solved = SolvedPlayOut::new(classes, self.game(classes.board()), subject, stages)?;
        Ok(Facts::default().with::<Arc<dyn PlayOutFacts>>(Arc::new(solved)))
    }

    /// Each table is derived anew from nothing in plain sweeps. That they bound play-outs is no matter of their values but of
    /// their equations; what follows from them is checked where the outcomes are judged again.
    fn verify(&self, check: &Check<'_>) -> Result<(), VerifyError> {
        let Check { subject, classes, stages } = *check;
        let out = self.game(classes.board());
        let Some(store) = stages.store else {
            return Err(VerifyError::Missing { file: STAGES[0].into() });
        };
        if let Some(stage) = STAGES.iter().find(|stage| !store.file(subject, stage).exists()) {
            return Err(VerifyError::Missing { file: store.file(subject, stage) });
        }
        let text = |class: usize| diagram::text(classes.board().grid(), classes.representative(class));
        Concessions::check(classes, &out, subject, stages)?.map_err(|(stage, (role, node, what))| {
            let mover = ["who concedes", "to whom is conceded"][role];
            check.wrong(stage, format!("{} with X, {mover}, to move", text(node)), what)
        })?;
        match SolvedPlayOut::check(classes, out, subject, stages)? {
            Some((class, what)) => Err(check.wrong(VALUES, format!("{} with X to move", text(class)), what)),
            None => Ok(()),
        }
    }
}

/// States that are searched for one value; what is not found then is left to whoever asks for it.
const SEARCHED: usize = 1_000_000;
/// The same on boards of one row that are too long for [`layers`]: full of kos as they are, few play-outs that do not end within so
/// many states end within many more.
const SEARCHED_IN_LONG_ROWS: usize = 300;
/// On longer boards of one row than this the tables alone are to do.
const LONGEST_SEARCHED: usize = 13;

/// How many states are searched for one value on a board.
fn searched(grid: Grid) -> usize {
    match grid.len() {
        _ if grid.rows().min(grid.cols()) > 1 || layers::takes(grid) => SEARCHED,
        ..=LONGEST_SEARCHED => SEARCHED_IN_LONG_ROWS,
        _ => 0,
    }
}

/// Less than any value.
const NOTHING: i16 = -10_000;

/// The stage that holds the values.
pub const VALUES: &str = "values";
/// Classes searched for by one thread at a time.
const PIECE: usize = 1 << 12;

/// `lo` and `hi` of a play-out for the player who moves first; `None` if they are not known, or rest on the end by 2mn stones
/// lost (j1997.no-result), which is another matter where stones were lost before.
type Value = Option<(i8, i8)>;

/// The values of some classes, seen from the player to move.
#[derive(Clone)]
struct ClassValues(Vec<Value>);

impl Stored for ClassValues {
    fn columns(&self) -> Columns {
        let mut columns = Columns::default();
        columns.put("known", self.0.iter().map(|v| u8::from(v.is_some())));
        columns.put("lo", self.0.iter().map(|v| v.map_or(0, |(lo, _)| lo)));
        columns.put("hi", self.0.iter().map(|v| v.map_or(0, |(_, hi)| hi)));
        columns
    }

    fn from_columns(mut columns: Columns) -> Option<ClassValues> {
        let (known, lo, hi): (Vec<u8>, Vec<i8>, Vec<i8>) =
            (columns.take("known")?, columns.take("lo")?, columns.take("hi")?);
        let value = |((known, lo), hi)| (known != 0).then_some((lo, hi));
        Some(ClassValues(known.into_iter().zip(lo).zip(hi).map(value).collect()))
    }
}

/// The play-outs of one board.
pub struct SolvedPlayOut {
    classes: Arc<Classes>,
    tables: Concessions,
    values: ClassValues,
    out: PlayOut,
}

impl SolvedPlayOut {
    /// Makes or reads the tables.
    ///
    /// # Errors
    /// [`StoreError`], if a stage cannot be read or kept, or if it was asked to stop before the last one.
    pub fn new(
        classes: &Arc<Classes>,
        out: PlayOut,
        subject: &Subject,
        stages: &Stages<'_>,
    ) -> Result<SolvedPlayOut, StoreError> {
        let tables = Concessions::new(classes, &out, subject, stages)?;
        let values = ClassValues(vec![None; classes.len()]);
        let mut solved = SolvedPlayOut { classes: classes.clone(), tables, values, out };
        let values = stages.stage(subject, VALUES, || {
            solved.search(subject, stages)?;
            Ok(solved.values.clone())
        })?;
        if let Some(store) = stages.store {
            if values.0.len() != classes.len() {
                let what = format!("it has {} rows instead of {}", values.0.len(), classes.len());
                return Err(StoreError::Damaged { file: store.file(subject, VALUES), what });
            }
            // A run that was stopped just here has left some of them.
            if stages.keeps {
                solved.pieces().into_iter().flatten().try_for_each(|(name, _)| store.remove(subject, &name))?;
            }
        }
        solved.values = values;
        Ok(solved)
    }

    /// Checks the values that are kept: each is searched for again, those of positions with more stones being found again before.
    ///
    /// # Errors
    /// [`StoreError`], if a table cannot be read or it was asked to stop. Otherwise the first class whose value does not follow,
    /// and how it differs, if there is one.
    pub fn check(
        classes: &Arc<Classes>,
        out: PlayOut,
        subject: &Subject,
        stages: &Stages<'_>,
    ) -> Result<Option<(usize, String)>, StoreError> {
        let mut solved = SolvedPlayOut::new(classes, out, subject, &Stages { progress: &Silent, ..*stages })?;
        stages.progress.begins(subject, VALUES);
        let kept = std::mem::replace(&mut solved.values, ClassValues(vec![None; classes.len()]));
        solved.search(subject, &Stages { store: None, keeps: false, ..*stages })?;
        stages.progress.ends(subject, VALUES, true);
        let differs = kept.0.iter().zip(&solved.values.0).position(|(kept, found)| kept != found);
        Ok(differs.map(|class| {
            let [says, follows] = [kept.0[class], solved.values.0[class]]
                .map(|value| value.map_or("nothing".to_string(), |(lo, hi)| format!("[{lo},{hi}]")));
            (class, format!("the table says {says}, what follows is {follows}"))
        }))
    }

    /// The classes in the order in which they are searched for: in pieces with names, those of a level after those of the
    /// levels before, since they use them.
    fn pieces(&self) -> Vec<Vec<(String, Vec<usize>)>> {
        let stones = |class: usize| self.classes.representative(class).occupied().count_ones() as usize;
        let mut levels = vec![Vec::new(); self.classes.board().len() + 1];
        (0..self.classes.len()).for_each(|class| levels[stones(class)].push(class));
        let named = |(level, classes): (usize, &Vec<usize>)| {
            let name = |at: usize| format!("{VALUES}-{level:02}-{at:04}");
            classes.chunks(PIECE).enumerate().map(|(at, piece)| (name(at), piece.to_vec())).collect()
        };
        levels.iter().enumerate().rev().map(named).collect()
    }

    /// Searches for the values of all classes.
    fn search(&mut self, subject: &Subject, stages: &Stages<'_>) -> Result<(), StoreError> {
        if let Some(found) = layers::values(&self.classes, &self.out, stages)? {
            self.values = ClassValues(found.into_iter().map(|value| value.map(|v| (v, v))).collect());
            let mut short = Deepening::default();
            for class in 0..self.classes.len() {
                if self.values.0[class].is_none() {
                    self.values.0[class] = self.value(class, &mut short);
                }
            }
            return Ok(());
        }
        let done = AtomicU64::new(0);
        for level in self.pieces() {
            let found = level.par_iter().map(|(name, classes)| {
                let ClassValues(values) = stages.stage(subject, name, || {
                    let mut short = Deepening::default();
                    let value = |&class: &usize| {
                        if stages.stop.load(Ordering::Relaxed) {
                            return Err(StoreError::Stopped);
                        }
                        Ok(self.value(class, &mut short))
                    };
                    Ok(ClassValues(classes.iter().map(value).collect::<Result<_, _>>()?))
                })?;
                let done = done.fetch_add(classes.len() as u64, Ordering::Relaxed) + classes.len() as u64;
                stages.progress.advances(subject, VALUES, done, self.classes.len() as u64);
                Ok(values)
            });
            let found: Vec<Vec<Value>> = found.collect::<Result<_, StoreError>>()?;
            for ((_, classes), values) in level.iter().zip(found) {
                classes.iter().zip(values).for_each(|(&class, value)| self.values.0[class] = value);
            }
        }
        Ok(())
    }

    /// The value of a class, as far as a search within a common budget finds it.
    fn value(&self, class: usize, short: &mut Deepening<Playing>) -> Value {
        let start = self.out.start(self.classes.representative(class), Colour::Black);
        let PlayedOut { score: Score { lo, hi }, met_limit } =
            self.out.settle(self, short, &start, Budget::of(searched(self.classes.board().grid())));
        let (lo, hi) = (lo.decided()?, hi.decided()?);
        (!met_limit).then_some((i8::try_from(lo).ok()?, i8::try_from(hi).ok()?))
    }
}

impl PlayOutFacts for SolvedPlayOut {
    fn at_least(&self, state: &Playing, player: Colour) -> i16 {
        let board = self.classes.board();
        let n = board.len() as i16;
        let (mover, other) = (state.mover(), player.opponent());
        let [own, others] = [player, other].map(|c| state.originals(c).count_ones() as i16);
        let so_far = state.prisoners(player);
        let course = Course {
            originals: others as usize,
            taken: state.taken() as u16,
            ban: state.banned(board).map(|banned| banned == player),
        };
        let form = |first: Colour| self.classes.form(state.position.seen_by(first));
        let role = usize::from(player != mover);
        let here = form(mover);
        let mut best = NOTHING;

        // After a pass the player to move may end it.
        let end = state.passed().then(|| {
            let black = self.out.value(state);
            if player == Colour::Black { black } else { -black }
        });
        // If that is not the player himself, he gets no more than that, nor more than if the other had passed for a ko.
        let again = end.filter(|_| role == 1).map(|end| (end, self.tables.at_least(0, form(player), &course)));
        let claims = self.tables.at_least(role, here, &course);
        let total = |value: i16| so_far + others - own + value;
        let mut consider = |value: i8, again: Option<i8>, end: Option<i16>, valid: &dyn Fn(i16) -> bool| {
            let value = i16::from(value.min(again.unwrap_or(value)));
            // Less is no value but the start of a table.
            if value >= -2 * n && valid(value) {
                best = best.max(total(value).min(end.unwrap_or(i16::MAX)));
            }
        };
        // A play-out also ends when somebody has lost 2mn stones on balance (j1997.no-result). Whoever gets at least 0 in all
        // does not come to that before: he never needs more than 2mn - 1, since the other could pass always. Who may get less
        // does not if what he loses, which is what a plain value grows by, up to mn, is not so much.
        let end = again.map(|(end, _)| end);
        consider(claims.plain, again.map(|(_, a)| a.plain), end, &|v| total(v) >= 0 || so_far + v > -n);
        consider(claims.counted, again.map(|(_, a)| a.counted), end, &|v| total(v) >= 0);

        // As at the start of a play-out from here, but that the stones played count now. No state of that rests on stones lost,
        // and he does not lose more of them than there, or needs no more than could be had at the end.
        if state.taken() == 0
            && let Some((lo, hi)) = self.values.0[here.number()]
        {
            let at_the_start = i16::from(if role == 0 { lo } else { -hi });
            let played = state.position.of(other) & !state.originals(other);
            let value = so_far + at_the_start - played.count_ones() as i16;
            if value >= 0 || so_far >= 0 {
                best = best.max(value.min(end.unwrap_or(i16::MAX)));
            }
        }

        // Passing always: every stone that can be taken is, and the other gets every point that is not an immortal stone of the
        // player's or an original one of his own.
        let immortal = self.tables.immortal(role, here);
        let capturable = (state.position.of(player) & !immortal).count_ones() as i16;
        if so_far - capturable > -2 * n {
            let points = board.all() & !immortal & !state.originals(other);
            best = best.max(so_far - capturable - points.count_ones() as i16);
        }
        // Taking the whole board (as in `rules::bounds::play_out`), unless the other may end it first.
        if self.tables.takes_all(role, here) && so_far > -n && !(state.passed() && role == 1) {
            best = best.max(so_far + state.position.of(other).count_ones() as i16 + n - own);
        }
        best
    }
}
