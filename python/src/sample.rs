//! Samples with their journals.

use std::path::PathBuf;

use pyo3::exceptions::{PyFileExistsError, PyRuntimeError};
use pyo3::prelude::*;
use shinpan::{Begin, Grid, JournalError, Outcome, SampleError, Sampled, diagram};

use crate::columns::{self, Columns};
use crate::run::{Counted, interruptible, left_when_interrupted, of_system, with_threads};
use crate::{budget, parts, rules_of, wrong};

/// An error of a sample as the exception that Python has for it.
fn raised(error: SampleError) -> PyErr {
    match error {
        SampleError::Journal(JournalError::Exists { file }) => PyFileExistsError::new_err(format!(
            "{} exists: an earlier run was stopped; go on with resume=True, or start anew with replace=True",
            file.display()
        )),
        SampleError::Journal(ref io @ JournalError::Io { error: ref system, .. }) => of_system(system, &io.to_string()),
        SampleError::Journal(JournalError::Differs { file, what, found, wanted }) => wrong(format!(
            "{} is of another {what}: {found}, not {wanted}; give the same arguments, or start anew with replace=True",
            file.display()
        )),
        SampleError::Unfinished { .. } | SampleError::Begun => PyRuntimeError::new_err(error.to_string()),
        error => wrong(error),
    }
}

/// What was found of positions as bytes: for each, by rule set the kind (a byte) and two numbers of two bytes, the least first; then a
/// byte for whether it is settled, if that was asked (0 no, 1 yes, 2 undecided).
pub fn packed(sample: &shinpan::Sample) -> Vec<u8> {
    let mut bytes = Vec::new();
    for found in (0..sample.len()).map_while(|at| sample.found(at)) {
        for outcome in &found.outcomes {
            let (kind, lo, hi) = outcome.parts();
            bytes.push(kind as u8);
            // No board that positions are sampled of has more than 64 points, so no outcome more than 128.
            [lo, hi].iter().for_each(|n| bytes.extend((*n as i16).to_le_bytes()));
        }
        bytes.extend(found.settled.map(|settled| settled.map_or(2, u8::from)));
    }
    bytes
}

/// Reads what [`packed`] writes of one position.
pub fn unpacked(bytes: &[u8], rules: usize, settled: bool) -> Option<Sampled> {
    let (outcomes, rest) = bytes.split_at_checked(5 * rules)?;
    let outcome = |five: &[u8]| {
        let [lo, hi] = [1, 3].map(|at| i32::from(i16::from_le_bytes([five[at], five[at + 1]])));
        Outcome::of_parts(usize::from(five[0]), lo, hi)
    };
    let settled = match (settled, rest) {
        (false, []) => None,
        (true, [0]) => Some(Some(false)),
        (true, [1]) => Some(Some(true)),
        (true, [2]) => Some(None),
        _ => return None,
    };
    Some(Sampled { outcomes: outcomes.chunks(5).map(outcome).collect::<Option<Vec<_>>>()?, settled })
}

/// Positions drawn from a board, and what is asked of them.
#[pyclass(module = "shinpan")]
pub struct Sample {
    inner: shinpan::Sample,
    settled: bool,
}

#[pymethods]
impl Sample {
    #[new]
    #[pyo3(signature = (size, n, seed, list=None, empty=None, settled=false, states=None, each=None, memory=None))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        size: &str,
        n: usize,
        seed: u64,
        list: Option<&str>,
        empty: Option<usize>,
        settled: bool,
        states: Option<usize>,
        each: Option<f64>,
        memory: Option<u64>,
    ) -> PyResult<Sample> {
        if !(1..=10_000_000).contains(&n) {
            return Err(wrong("n: draw 1 to 10000000 positions"));
        }
        let (grid, rules, budget) = (Grid::parse(size).map_err(wrong)?, rules_of(list)?, budget(states, each, memory)?);
        let drawn = left_when_interrupted(py, None, move |_, _| {
            shinpan::Sample::draw(grid, n, seed, empty, &rules, settled, budget)
        })?;
        Ok(Sample { inner: drawn.map_err(raised)?, settled })
    }

    /// Keeps what is found in a file (`new`, `replace` or `resume`), and what the journals `earlier` of other samples have decided.
    fn keep(&mut self, file: PathBuf, begin: &str, earlier: Vec<PathBuf>) -> PyResult<()> {
        let begin = match begin {
            "new" => Begin::New,
            "replace" => Begin::Replace,
            "resume" => Begin::Resume,
            _ => return Err(wrong(format!("`{begin}`: write new, replace or resume"))),
        };
        self.inner.keep(&file, begin, &earlier).map_err(raised)
    }

    /// Leaves the journal as it is: another run goes on with it.
    fn let_go(&mut self) {
        self.inner.let_go();
    }

    fn __len__(&self) -> usize {
        self.inner.len()
    }

    fn rules(&self) -> Vec<String> {
        self.inner.rules().iter().map(ToString::to_string).collect()
    }

    /// The positions at these places, as texts.
    fn boards(&self, places: Vec<usize>) -> PyResult<Vec<String>> {
        match places.iter().find(|at| **at >= self.inner.len()) {
            Some(at) => Err(wrong(SampleError::Row(*at))),
            None => Ok(places.into_iter().map(|at| self.inner.text(at)).collect()),
        }
    }

    /// The places of the positions of which something is missing.
    fn missing(&self) -> Vec<usize> {
        self.inner.missing()
    }

    /// Judges what is missing in this process.
    #[pyo3(signature = (threads=None, progress=None))]
    fn judge(&mut self, py: Python<'_>, threads: Option<usize>, progress: Option<Bound<'_, PyAny>>) -> PyResult<()> {
        let inner = &mut self.inner;
        let judged = interruptible(py, progress.as_ref(), |stop, count| {
            inner.stopped_by(stop);
            with_threads(threads, || inner.judge(&Counted(count), stop))
        })?;
        judged.map_err(wrong)?.map_err(raised)
    }

    /// Takes what `judge_part` found of the positions at these places.
    fn add(&mut self, places: Vec<usize>, packed: &[u8]) -> PyResult<()> {
        let rules = self.inner.rules().len();
        let width = 5 * rules + usize::from(self.settled);
        if packed.len() != width * places.len() {
            return Err(wrong(format!("{} bytes are no verdicts on {} positions", packed.len(), places.len())));
        }
        for (at, bytes) in places.into_iter().zip(packed.chunks(width)) {
            let found = unpacked(bytes, rules, self.settled).ok_or_else(|| wrong(SampleError::Row(at)))?;
            self.inner.add(at, &found).map_err(raised)?;
        }
        Ok(())
    }

    /// Puts the journal into the order of the positions.
    fn finish(&mut self) -> PyResult<()> {
        self.inner.finish().map_err(raised)
    }

    /// What was found as columns.
    #[pyo3(signature = (prisoners="none"))]
    fn columns(&self, prisoners: &str) -> PyResult<Columns> {
        let mut found = (Vec::new(), Vec::new());
        for at in 0..self.inner.len() {
            if let Some(row) = self.inner.found(at) {
                found.0.push(diagram::parse(&self.inner.text(at)).map_err(wrong)?);
                found.1.push(row.outcomes);
            }
        }
        Ok(Columns::of_rows(self.inner.rules().to_vec(), found.0, found.1, columns::prisoners(prisoners)?))
    }

    /// Position, outcomes (kind, least, most) and, if asked, whether it is settled, of each position of which all is known.
    #[allow(clippy::type_complexity)]
    fn rows(&self) -> Vec<(String, Vec<(&'static str, i32, i32)>, Option<Option<bool>>)> {
        let of = |at: usize| {
            let found = self.inner.found(at)?;
            Some((self.inner.text(at), found.outcomes.into_iter().map(parts).collect(), found.settled))
        };
        (0..self.inner.len()).filter_map(of).collect()
    }
}
