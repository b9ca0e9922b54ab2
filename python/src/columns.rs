//! Outcomes as Arrow columns, those of `shinpan table --out FILE.parquet` (docs/src/tables.md), given to whoever asks by the Arrow C
//! stream interface, a batch at a time.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::builder::{Int32Builder, StringBuilder, StringDictionaryBuilder};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::Int8Type;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchReader};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use shinpan::{BoardTable, Colour, Outcome, PlainPosition, Prisoners, RuleSet, caught};

use crate::wrong;

/// Positions in a batch.
const BATCH: usize = 1 << 16;

/// The convention of this name.
pub fn prisoners(name: &str) -> PyResult<Prisoners> {
    let names = || Prisoners::ALL.map(Prisoners::name).join(", ");
    let found = Prisoners::ALL.into_iter().find(|convention| convention.name() == name);
    found.ok_or_else(|| wrong(format!("`{name}` is no convention for earlier prisoners: write one of {}", names())))
}

/// Positions with their outcomes, one after the other.
enum Rows {
    /// Those of a list.
    List { rules: Vec<RuleSet>, positions: Vec<PlainPosition>, outcomes: Vec<Vec<Outcome>> },
    /// Those of a whole board.
    Board(BoardTable),
}

struct Row {
    position: String,
    class: Option<usize>,
    stones: [u32; 2],
    outcomes: Vec<Outcome>,
}

impl Rows {
    fn len(&self) -> usize {
        match self {
            Rows::List { positions, .. } => positions.len(),
            Rows::Board(table) => table.len(),
        }
    }

    fn rules(&self) -> Vec<&RuleSet> {
        match self {
            Rows::List { rules, .. } => rules.iter().collect(),
            Rows::Board(table) => table.rules().collect(),
        }
    }

    fn row(&self, at: usize) -> Row {
        match self {
            Rows::List { positions, outcomes, .. } => {
                let of = |colour| positions[at].cells().iter().filter(|cell| **cell == Some(colour)).count() as u32;
                let (stones, outcomes) = (Colour::ALL.map(of), outcomes[at].clone());
                Row { position: positions[at].to_string(), class: None, stones, outcomes }
            }
            Rows::Board(table) => {
                let row = table.row(at);
                Row { position: row.position, class: Some(row.class), stones: row.stones, outcomes: row.outcomes }
            }
        }
    }
}

/// A table of outcomes. Polars, pandas, PyArrow, DuckDB and others take it as it is.
#[pyclass(frozen, module = "shinpan")]
pub struct Columns {
    rows: Arc<Rows>,
    prisoners: Prisoners,
}

impl Columns {
    /// Of a list of positions.
    pub fn of_rows(
        rules: Vec<RuleSet>,
        positions: Vec<PlainPosition>,
        outcomes: Vec<Vec<Outcome>>,
        prisoners: Prisoners,
    ) -> Columns {
        Columns { rows: Arc::new(Rows::List { rules, positions, outcomes }), prisoners }
    }

    /// Of a whole board.
    pub fn of_table(table: BoardTable, prisoners: Prisoners) -> Columns {
        Columns { rows: Arc::new(Rows::Board(table)), prisoners }
    }

    /// By position and rule set, without earlier prisoners.
    pub fn outcomes(&self) -> impl Iterator<Item = Vec<Outcome>> {
        (0..self.rows.len()).map(|at| self.rows.row(at).outcomes)
    }

    fn schema(&self) -> SchemaRef {
        let number = |name: &str| Field::new(name, DataType::Int32, false);
        let mut fields = vec![Field::new("position", DataType::Utf8, false)];
        if let Rows::Board(_) = *self.rows {
            fields.push(number("class"));
        }
        fields.extend([number("black"), number("white")]);
        for rules in self.rows.rules() {
            let kind = DataType::Dictionary(Box::new(DataType::Int8), Box::new(DataType::Utf8));
            fields.extend([
                Field::new(rules.to_string(), DataType::Int32, true),
                Field::new(format!("{rules} kind"), kind, false),
                number(&format!("{rules} lo")),
                number(&format!("{rules} hi")),
            ]);
        }
        let about = [("shinpan", env!("CARGO_PKG_VERSION")), ("prisoners", self.prisoners.name())];
        Arc::new(Schema::new_with_metadata(fields, HashMap::from(about.map(|(k, v)| (k.to_string(), v.to_string())))))
    }
}

#[pymethods]
impl Columns {
    fn __len__(&self) -> usize {
        self.rows.len()
    }

    fn names(&self) -> Vec<String> {
        self.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    fn rules(&self) -> Vec<String> {
        self.rows.rules().into_iter().map(RuleSet::to_string).collect()
    }

    /// The schema, by the Arrow C data interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.schema().as_ref()).map_err(wrong)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// All rows, by the Arrow C stream interface. Another schema that is asked for is not made: whoever asks casts.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let reader = Reader { rows: Arc::clone(&self.rows), prisoners: self.prisoners, schema: self.schema(), next: 0 };
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
    }
}

/// The rows, a batch at a time.
struct Reader {
    rows: Arc<Rows>,
    prisoners: Prisoners,
    schema: SchemaRef,
    next: usize,
}

impl Reader {
    fn batch(&self, from: usize, to: usize) -> Result<RecordBatch, ArrowError> {
        let rules = self.rows.rules();
        let mut position = StringBuilder::new();
        let mut class = Int32Builder::new();
        let mut stones = [Int32Builder::new(), Int32Builder::new()];
        let mut outcomes: Vec<_> = rules
            .iter()
            .map(|_| {
                let kind = StringDictionaryBuilder::<Int8Type>::new();
                (Int32Builder::new(), kind, Int32Builder::new(), Int32Builder::new())
            })
            .collect();
        for at in from..to {
            let row = self.rows.row(at);
            position.append_value(&row.position);
            if let Some(number) = row.class {
                class.append_value(number as i32);
            }
            for (column, count) in stones.iter_mut().zip(row.stones) {
                column.append_value(count as i32);
            }
            let more = row.stones[0] as i32 - row.stones[1] as i32;
            for ((rules, outcome), (margin, kind, lo, hi)) in rules.iter().zip(row.outcomes).zip(&mut outcomes) {
                let outcome = outcome.plus(self.prisoners.added(rules, more));
                let (number, least, most) = outcome.parts();
                margin.append_option(outcome.margin());
                kind.append(Outcome::KINDS[number])?;
                lo.append_value(least);
                hi.append_value(most);
            }
        }
        let mut columns: Vec<ArrayRef> = vec![Arc::new(position.finish())];
        if let Rows::Board(_) = *self.rows {
            columns.push(Arc::new(class.finish()));
        }
        columns.extend(stones.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef));
        for (margin, kind, lo, hi) in &mut outcomes {
            columns.push(Arc::new(margin.finish()));
            columns.push(Arc::new(kind.finish()));
            columns.push(Arc::new(lo.finish()));
            columns.push(Arc::new(hi.finish()));
        }
        RecordBatch::try_new(Arc::clone(&self.schema), columns)
    }
}

impl Iterator for Reader {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let from = self.next;
        let to = self.rows.len().min(from + BATCH);
        if from == to {
            return None;
        }
        self.next = to;
        // Whoever reads the stream cannot take a panic.
        Some(caught(|| self.batch(from, to)).unwrap_or_else(|defect| Err(ArrowError::ComputeError(defect.to_string()))))
    }
}

impl RecordBatchReader for Reader {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}
