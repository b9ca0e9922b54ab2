//! The library of shinpan for Python: what `src/shinpan/*.py` make into a package. Data crosses as texts, numbers and JSON; what takes long
//! runs in threads of its own, without the lock of the interpreter, and ends with what interrupts it (`run.rs`).

mod columns;
mod run;
mod sample;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use shinpan::{Agree, Budget, Colour, Grid, Outcome, PlainPosition, Prisoners, RuleSet, Silent, diagram};

use crate::columns::Columns;
use crate::run::{Counted, interruptible, left_when_interrupted, with_threads};

create_exception!(
    shinpan,
    Defect,
    PyRuntimeError,
    "A defect of shinpan showed itself: no result. Please report its text."
);
create_exception!(shinpan, NotProved, PyRuntimeError, "There is no proof of a verdict within the budget.");
create_exception!(shinpan, Rejected, PyValueError, "A proof does not show what it claims.");

/// An error of the library as a `ValueError` with the text of the command line. What it quotes may come from anywhere: nothing of it acts on
/// a terminal, and it is no longer than can be read.
fn wrong(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(shinpan::foreign::line(&error.to_string()))
}

/// Kind, least and most: a margin has the same twice.
type Parts = (&'static str, i32, i32);

fn parts(outcome: Outcome) -> Parts {
    let (kind, lo, hi) = outcome.parts();
    (Outcome::KINDS[kind], lo, hi)
}

/// The rule sets of a list of names; all, in default readings, if there is none.
fn rules_of(list: Option<&str>) -> PyResult<Vec<RuleSet>> {
    list.map_or_else(|| Ok(RuleSet::defaults()), |list| RuleSet::parse_list(list).map_err(wrong))
}

fn seconds(time: Option<f64>) -> PyResult<Option<Duration>> {
    let bad = || wrong("a time is a number of seconds above 0");
    time.map(|time| Duration::try_from_secs_f64(time).ok().filter(|t| !t.is_zero()).ok_or_else(bad)).transpose()
}

/// How far a question may go, as the command line has it.
fn budget(states: Option<usize>, each: Option<f64>, memory: Option<u64>) -> PyResult<Budget> {
    if states == Some(0) {
        return Err(wrong("a budget is a number of states from 1 up, for example 4000000"));
    }
    let states = states.map_or_else(Budget::default, Budget::of);
    Ok(states.within(seconds(each)?, memory))
}

/// Program version, and the digest of the clauses that verdicts rest on.
#[pyfunction]
fn identity() -> (&'static str, String) {
    (env!("CARGO_PKG_VERSION"), shinpan::spec_digest())
}

/// The rule sets of a list: id, text, readings with their values, choices with all values, whether the margin counts stones.
#[pyfunction]
#[pyo3(signature = (list=None))]
#[allow(clippy::type_complexity)]
fn rule_sets(
    list: Option<&str>,
) -> PyResult<Vec<(String, &'static str, Vec<(&'static str, &'static str, Vec<&'static str>)>, bool)>> {
    let of = |rules: &RuleSet| {
        let choices = rules.text.readings();
        let readings = choices.map(|(key, values)| (key, rules.value(key).unwrap_or_default(), values.to_vec()));
        (rules.to_string(), rules.text.id(), readings.collect(), Prisoners::Level.added(rules, 1) == 0)
    };
    Ok(rules_of(list)?.iter().map(of).collect())
}

/// Of a list of rule sets those that a whole board is judged under in practice, and the others.
#[pyfunction]
#[pyo3(signature = (size, list=None))]
fn practical(size: &str, list: Option<&str>) -> PyResult<(Vec<String>, Vec<String>)> {
    let grid = Grid::parse(size).map_err(wrong)?;
    let (yes, no): (Vec<_>, Vec<_>) = rules_of(list)?.into_iter().partition(|rules| shinpan::practical(grid, rules));
    let names = |sets: Vec<RuleSet>| sets.iter().map(RuleSet::to_string).collect();
    Ok((names(yes), names(no)))
}

/// A board in any form as canonical text, with its rows and columns.
#[pyfunction]
fn board(text: &str) -> PyResult<(String, usize, usize)> {
    let position = diagram::parse(text).map_err(wrong)?;
    Ok((position.to_string(), position.grid().rows(), position.grid().cols()))
}

/// The board with these points (0 empty, 1 black, 2 white; row by row from the upper left) as canonical text.
#[pyfunction]
fn board_of_cells(rows: usize, cols: usize, cells: &[u8]) -> PyResult<String> {
    let grid = Grid::new(rows, cols).map_err(wrong)?;
    let stones =
        cells.iter().map(|cell| [None, Some(Colour::Black), Some(Colour::White)].get(usize::from(*cell)).copied());
    let position = stones.collect::<Option<Vec<_>>>().and_then(|cells| PlainPosition::from_cells(grid, cells));
    let position =
        position.ok_or_else(|| wrong(format!("a {grid} board has {} points, each 0, 1 or 2", grid.len())))?;
    // Read as a text is, so that what is wrong with it is said in the same words.
    Ok(diagram::parse(&position.to_string()).map_err(wrong)?.to_string())
}

/// What a rule set says of a position.
#[pyclass(frozen, module = "shinpan")]
struct Judgement(shinpan::Judgement);

#[pymethods]
impl Judgement {
    fn rules(&self) -> String {
        self.0.rules().to_string()
    }

    fn board(&self) -> String {
        self.0.position().to_string()
    }

    fn outcome(&self) -> Parts {
        parts(self.0.outcome())
    }

    /// The outcome in the words of the command line.
    fn result(&self) -> String {
        self.0.outcome().to_string()
    }

    fn json(&self) -> String {
        self.0.json().to_string()
    }

    fn text(&self) -> String {
        self.0.text()
    }

    /// The trace: as JSON, and as text.
    fn why(
        &self,
        py: Python<'_>,
        states: Option<usize>,
        time: Option<f64>,
        memory: Option<u64>,
    ) -> PyResult<(String, String)> {
        let budget = budget(states, time, memory)?;
        interruptible(py, None, |stop, _| {
            let (json, text) = self.0.why(Budget { stop: Some(stop), ..budget });
            (json.to_string(), text)
        })
    }
}

/// One position under rule sets.
#[pyfunction]
#[pyo3(signature = (board, list=None, states=None, time=None, memory=None))]
fn judge(
    py: Python<'_>,
    board: &str,
    list: Option<&str>,
    states: Option<usize>,
    time: Option<f64>,
    memory: Option<u64>,
) -> PyResult<Vec<Judgement>> {
    let position = diagram::parse(board).map_err(wrong)?;
    let (rules, time, budget) = (rules_of(list)?, seconds(time)?, budget(states, None, memory)?);
    let said = interruptible(py, None, |stop, _| {
        shinpan::judge_all(&position, &rules, Budget { stop: Some(stop), ..budget }, time)
    })?;
    Ok(said.map_err(wrong)?.into_iter().map(Judgement).collect())
}

/// The boards of several judgements as one picture.
#[pyfunction]
fn picture(judgements: Vec<Bound<'_, Judgement>>) -> String {
    let judgements: Vec<&shinpan::Judgement> = judgements.iter().map(|judgement| &judgement.get().0).collect();
    shinpan::picture(&judgements)
}

/// Boards under rule sets, as columns.
#[pyfunction]
#[pyo3(signature = (boards, list=None, states=None, each=None, memory=None, threads=None, progress=None, prisoners="none"))]
#[allow(clippy::too_many_arguments)]
fn judge_many(
    py: Python<'_>,
    boards: Vec<String>,
    list: Option<&str>,
    states: Option<usize>,
    each: Option<f64>,
    memory: Option<u64>,
    threads: Option<usize>,
    progress: Option<Bound<'_, PyAny>>,
    prisoners: &str,
) -> PyResult<Columns> {
    let (rules, budget, prisoners) = (rules_of(list)?, budget(states, each, memory)?, columns::prisoners(prisoners)?);
    let found = interruptible(py, progress.as_ref(), |stop, count| {
        let mut positions = Vec::with_capacity(boards.len());
        for (at, board) in boards.iter().enumerate() {
            positions.push(diagram::parse(board).map_err(|error| format!("position {at} (from 0): {error}"))?);
        }
        let outcomes = with_threads(threads, || {
            shinpan::judge_many(&positions, &rules, Budget { stop: Some(stop), ..budget }, &Counted(count), stop)
        })?;
        let outcomes = outcomes.map_err(|error| error.to_string())?;
        Ok::<_, String>(Columns::of_rows(rules.clone(), positions, outcomes, prisoners))
    })?;
    found.map_err(wrong)
}

/// Every legal position of a board under rule sets, as columns.
#[pyfunction]
#[pyo3(signature = (size, list=None, states=None, each=None, memory=None, threads=None, progress=None, prisoners="none"))]
#[allow(clippy::too_many_arguments)]
fn table(
    py: Python<'_>,
    size: &str,
    list: Option<&str>,
    states: Option<usize>,
    each: Option<f64>,
    memory: Option<u64>,
    threads: Option<usize>,
    progress: Option<Bound<'_, PyAny>>,
    prisoners: &str,
) -> PyResult<Columns> {
    let grid = Grid::parse(size).map_err(wrong)?;
    let (rules, budget, prisoners) = (rules_of(list)?, budget(states, each, memory)?, columns::prisoners(prisoners)?);
    let found = left_when_interrupted(py, progress.as_ref(), move |stop, count| {
        let budget = Budget { stop: Some(stop), ..budget };
        let table = with_threads(threads, || shinpan::tables(grid, &rules, budget, &Counted(count), stop))?;
        Ok::<_, String>(Columns::of_table(table.map_err(|error| error.to_string())?, prisoners))
    })?;
    found.map_err(wrong)
}

/// What best play comes to: for each rule set its name, the value, whether it took a search with the history, the moves with their
/// values and whether they are best, and a line of best play.
#[pyfunction]
#[pyo3(signature = (board, to_move="B", list=None, states=None, time=None, memory=None, threads=None))]
#[allow(clippy::type_complexity, clippy::too_many_arguments)]
fn value(
    py: Python<'_>,
    board: &str,
    to_move: &str,
    list: Option<&str>,
    states: Option<usize>,
    time: Option<f64>,
    memory: Option<u64>,
    threads: Option<usize>,
) -> PyResult<Vec<(String, Parts, String, bool, Vec<(String, Parts, String, bool)>, Option<Vec<(char, String, String)>>)>>
{
    let position = diagram::parse(board).map_err(wrong)?;
    let mover = Colour::ALL.into_iter().find(|c| c.letter().to_string() == to_move);
    let mover = mover.ok_or_else(|| wrong(format!("`{to_move}` is no player: write B or W")))?;
    let rules = match list {
        Some(list) => RuleSet::parse_list(list).map_err(wrong)?,
        None => RuleSet::defaults().into_iter().filter(|r| shinpan::practical(position.grid(), r)).collect(),
    };
    let (time, budget) = (seconds(time)?, budget(states, None, memory)?);
    let found = left_when_interrupted(py, None, move |stop, _| {
        let budget = Budget { stop: Some(stop), ..budget };
        let found = with_threads(threads, || shinpan::values(&position, mover, &rules, budget, time, &Silent, stop))?;
        found.map_err(|error| error.to_string())
    })?;
    let said = |outcome: Outcome| (parts(outcome), outcome.to_string());
    let of = |found: shinpan::GameValue| {
        let moves = found.moves.into_iter().map(|(mv, value, best)| (mv, said(value).0, said(value).1, best)).collect();
        let line = found.line.map(|line| line.into_iter().map(|(who, mv, after)| (who.letter(), mv, after)).collect());
        (found.rules, said(found.value).0, said(found.value).1, found.history, moves, line)
    };
    Ok(found.map_err(wrong)?.into_iter().map(of).collect())
}

/// A record under rule sets, step by step: JSON.
#[pyfunction]
#[pyo3(signature = (name, record, list=None, game=None, line=Vec::new(), best_play=false, states=None, time=None, memory=None))]
#[allow(clippy::too_many_arguments)]
fn replay(
    py: Python<'_>,
    name: &str,
    record: &[u8],
    list: Option<&str>,
    game: Option<usize>,
    line: Vec<usize>,
    best_play: bool,
    states: Option<usize>,
    time: Option<f64>,
    memory: Option<u64>,
) -> PyResult<(String, Vec<String>)> {
    let rules = shinpan::games(&rules_of(list)?).map_err(wrong)?;
    let budget = budget(states, time, memory)?;
    let read = interruptible(py, None, |stop, _| {
        let record = shinpan::read_game(name, record, game, &line).map_err(|error| error.to_string())?;
        let agree = if best_play { Agree::BestPlay(Budget { stop: Some(stop), ..budget }) } else { Agree::Recorded };
        Ok::<_, String>((shinpan::replayed(&record, &rules, agree), record.warnings))
    })?;
    read.map_err(wrong)
}

/// The strategies that show a verdict: JSON.
#[pyfunction]
#[pyo3(signature = (board, rules, states=None, time=None, memory=None))]
fn prove(
    py: Python<'_>,
    board: &str,
    rules: &str,
    states: Option<usize>,
    time: Option<f64>,
    memory: Option<u64>,
) -> PyResult<String> {
    let position = diagram::parse(board).map_err(wrong)?;
    let sets = RuleSet::parse_list(rules).map_err(wrong)?;
    let [set] = sets.as_slice() else {
        let names: Vec<String> = sets.iter().map(|set| format!("`{set}`")).collect();
        return Err(wrong(format!("`{rules}` is more than one rule set; name one: {}", names.join(" or "))));
    };
    let budget = budget(states, time, memory)?;
    let proof =
        interruptible(py, None, |stop, _| shinpan::prove(&position, set, Budget { stop: Some(stop), ..budget }))?;
    proof.map_err(|error| match error {
        shinpan::NotProved::Position(_) => wrong(error),
        _ => NotProved::new_err(error.to_string()),
    })
}

/// Verifies a proof: board, rule set, outcome, claims and states.
#[pyfunction]
fn check_proof(py: Python<'_>, text: &str) -> PyResult<(String, String, Parts, String, usize, usize)> {
    let proved = interruptible(py, None, |_, _| shinpan::check_proof(text))?;
    let proved = proved.map_err(|error| match error.is_rejected() {
        true => Rejected::new_err(format!("rejected: {error}")),
        false => wrong(error),
    })?;
    let outcome = proved.outcome;
    let (board, rules) = (proved.position.to_string(), proved.rules.to_string());
    Ok((board, rules, parts(outcome), outcome.to_string(), proved.claims, proved.states))
}

/// Judges positions of one board by themselves, one after the other: what [`sample::Sample::add`] takes.
#[pyfunction]
#[pyo3(signature = (size, boards, list, settled=false, states=None, each=None, memory=None))]
#[allow(clippy::too_many_arguments)]
fn judge_part<'py>(
    py: Python<'py>,
    size: &str,
    boards: Vec<String>,
    list: &str,
    settled: bool,
    states: Option<usize>,
    each: Option<f64>,
    memory: Option<u64>,
) -> PyResult<Bound<'py, PyBytes>> {
    let (grid, rules, budget) =
        (Grid::parse(size).map_err(wrong)?, rules_of(Some(list))?, budget(states, each, memory)?);
    let found = interruptible(py, None, |stop, count| {
        let positions = boards.iter().map(|board| diagram::parse(board)).collect::<Result<Vec<_>, _>>();
        let positions = positions.map_err(|error| error.to_string())?;
        let said = |error: shinpan::SampleError| error.to_string();
        let budget = Budget { stop: Some(stop), ..budget };
        let mut sample = shinpan::Sample::of(grid, &positions, &rules, settled, budget).map_err(said)?;
        with_threads(Some(1), || sample.judge(&Counted(count), stop))?.map_err(said)?;
        Ok::<_, String>(sample::packed(&sample))
    })?;
    Ok(PyBytes::new(py, &found.map_err(wrong)?))
}

/// Boards with what `judge_part` found of them, as columns.
#[pyfunction]
#[pyo3(signature = (boards, list, packed, prisoners="none"))]
fn columns_of(boards: Vec<String>, list: &str, packed: &[u8], prisoners: &str) -> PyResult<Columns> {
    let (rules, prisoners) = (rules_of(Some(list))?, columns::prisoners(prisoners)?);
    let positions = boards.iter().map(|board| diagram::parse(board)).collect::<Result<Vec<_>, _>>().map_err(wrong)?;
    let width = 5 * rules.len();
    let found =
        packed.chunks(width).map(|bytes| sample::unpacked(bytes, rules.len(), false).map(|found| found.outcomes));
    let found = found.collect::<Option<Vec<_>>>().filter(|found| found.len() == positions.len());
    let found =
        found.ok_or_else(|| wrong(format!("{} bytes are no verdicts on {} positions", packed.len(), boards.len())))?;
    Ok(Columns::of_rows(rules, positions, found, prisoners))
}

/// By position and rule set, without earlier prisoners.
#[pyfunction]
fn outcomes(columns: &Bound<'_, Columns>) -> Vec<Vec<Parts>> {
    let columns = columns.get();
    columns.outcomes().map(|outcomes| outcomes.into_iter().map(parts).collect()).collect()
}

/// What a defect of the library comes to, for tests: the work panics with this message.
#[pyfunction]
fn defect(py: Python<'_>, message: String) -> PyResult<()> {
    interruptible(py, None, |_: &'static AtomicBool, _| panic!("{message}"))
}

#[pymodule]
fn _shinpan(module: &Bound<'_, PyModule>) -> PyResult<()> {
    shinpan::note_panics();
    let py = module.py();
    module.add("Defect", py.get_type::<Defect>())?;
    module.add("NotProved", py.get_type::<NotProved>())?;
    module.add("Rejected", py.get_type::<Rejected>())?;
    module.add_class::<Judgement>()?;
    module.add_class::<Columns>()?;
    module.add_class::<sample::Sample>()?;
    for function in [
        wrap_pyfunction!(identity, module)?,
        wrap_pyfunction!(rule_sets, module)?,
        wrap_pyfunction!(practical, module)?,
        wrap_pyfunction!(board, module)?,
        wrap_pyfunction!(board_of_cells, module)?,
        wrap_pyfunction!(judge, module)?,
        wrap_pyfunction!(picture, module)?,
        wrap_pyfunction!(judge_many, module)?,
        wrap_pyfunction!(table, module)?,
        wrap_pyfunction!(value, module)?,
        wrap_pyfunction!(replay, module)?,
        wrap_pyfunction!(prove, module)?,
        wrap_pyfunction!(check_proof, module)?,
        wrap_pyfunction!(judge_part, module)?,
        wrap_pyfunction!(columns_of, module)?,
        wrap_pyfunction!(outcomes, module)?,
        wrap_pyfunction!(defect, module)?,
    ] {
        module.add_function(function)?;
    }
    Ok(())
}
