//! Tables of values that others have made: CSV, JSON lines or Parquet, with a column for the position, one for the player to move and
//! one for the value, Black minus White.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use serde_json::{Map, Value};

use super::super::Failure;
use super::super::output::reason;
use crate::atlas::best::Place;
use crate::board::{Colour, Grid, diagram};
use crate::foreign;
use crate::law::Outcome;

/// The columns of a position, of the player to move, and of the value where none is named.
const POSITION: [&str; 2] = ["position", "board"];
const MOVER: [&str; 5] = ["to-move", "to_move", "to move", "player", "turn"];
const VALUE: &str = "value";

/// The entries of a table.
pub struct Table {
    /// Their board.
    pub grid: Grid,
    /// What it says of each place.
    pub entries: Vec<(Place, Outcome)>,
    /// Where each stands: its line, or its row where the file has no lines.
    pub places: Vec<usize>,
    /// Rows without a value.
    pub empty: u64,
    /// The name of the column of values.
    pub column: String,
}

/// Reads a table; `column` is where the values are, `value` or the only one left if none is named.
///
/// # Errors
/// One line with the place of what cannot be read.
pub fn read(path: &Path, column: Option<&str>) -> Result<Table, Failure> {
    let shown = path.display().to_string();
    let ends_in = |end: &str| path.extension().is_some_and(|e| e.eq_ignore_ascii_case(end));
    let file = File::open(path).map_err(|e| Failure(format!("cannot read {shown}: {}", reason(&e))))?;
    let mut reading = Reading { shown, column, columns: None, table: None };
    match () {
        () if ends_in("csv") => reading.csv(file)?,
        () if ends_in("parquet") => reading.parquet(file)?,
        () => reading.lines(file)?,
    }
    let column = reading.columns.map(|columns| columns.value).unwrap_or_default();
    let table = reading.table.ok_or_else(|| Failure(format!("{} has no entry", reading.shown)))?;
    Ok(Table { column, ..table })
}

/// The names of the columns.
struct Columns {
    position: String,
    mover: String,
    value: String,
}

struct Reading<'a> {
    shown: String,
    column: Option<&'a str>,
    columns: Option<Columns>,
    table: Option<Table>,
}

impl Reading<'_> {
    fn csv(&mut self, file: File) -> Result<(), Failure> {
        let mut rows = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(BufReader::new(file));
        let bad = |shown: &str, e: &csv::Error| Failure(format!("{shown}: {}", foreign::line(&e.to_string())));
        let names: Vec<String> = rows.headers().map_err(|e| bad(&self.shown, &e))?.iter().map(str::to_string).collect();
        let mut row = csv::StringRecord::new();
        while rows.read_record(&mut row).map_err(|e| bad(&self.shown, &e))? {
            let line = row.position().map_or(0, |at| at.line() as usize);
            let cells = names.iter().cloned().zip(row.iter().map(|cell| Value::String(cell.to_string())));
            self.row(line, &cells.collect())?;
        }
        Ok(())
    }

    fn lines(&mut self, file: File) -> Result<(), Failure> {
        for (number, line) in (1..).zip(BufReader::new(file).lines()) {
            let bad = |what: &str| {
                let shown = &self.shown;
                Failure(format!(
                    "{shown}:{number}: {what}; a table is CSV (.csv), Parquet (.parquet) or JSON objects, one a line"
                ))
            };
            let line = line.map_err(|e| bad(&reason(&e)))?;
            if line.trim().is_empty() {
                continue;
            }
            match serde_json::from_str(&line) {
                Ok(Value::Object(row)) => self.row(number, &row)?,
                Ok(_) => return Err(bad("no object")),
                Err(e) => return Err(bad(&format!("no JSON: {e}"))),
            }
        }
        Ok(())
    }

    #[cfg(feature = "parquet")]
    fn parquet(&mut self, file: File) -> Result<(), Failure> {
        let bad =
            |shown: &str, e: &dyn std::fmt::Display| Failure(format!("{shown}: {}", foreign::line(&e.to_string())));
        let rows = crate::report::parquet::rows(file).map_err(|e| bad(&self.shown, &e))?;
        for (number, row) in (1..).zip(rows) {
            let row = row.map_err(|e| bad(&self.shown, &e))?;
            self.row(number, &row)?;
        }
        Ok(())
    }

    #[cfg(not(feature = "parquet"))]
    fn parquet(&mut self, _: File) -> Result<(), Failure> {
        Err(Failure("this program is built without Parquet: build it with `--features parquet`".to_string()))
    }

    /// One row, by the names of its columns.
    fn row(&mut self, number: usize, row: &Map<String, Value>) -> Result<(), Failure> {
        let at = |what: String| Failure(format!("{}:{number}: {what}", self.shown));
        if self.columns.is_none() {
            self.columns = Some(columns(row, self.column).map_err(at)?);
        }
        let Some(names) = &self.columns else { return Ok(()) };
        let text = |name: &str| row.get(name).and_then(Value::as_str).ok_or_else(|| at(format!("`{name}` is no text")));
        let written = text(&names.position)?;
        let position = diagram::parse(written).map_err(|e| at(format!("`{written}`: {e}")))?;
        let grid = position.grid();
        let mover = text(&names.mover)?;
        let mover = match mover.to_ascii_lowercase().as_str() {
            "b" | "black" | "x" => Colour::Black,
            "w" | "white" | "o" => Colour::White,
            _ => return Err(at(format!("`{mover}` is no player: write B or W"))),
        };
        let value = value(row.get(&names.value)).map_err(at)?;
        let table = self.table.get_or_insert_with(|| Table {
            grid,
            entries: Vec::new(),
            places: Vec::new(),
            empty: 0,
            column: String::new(),
        });
        if table.grid != grid {
            return Err(at(format!(
                "`{written}` is a position of {grid}, the first one is of {}: a table is of one board",
                table.grid
            )));
        }
        let Some(value) = value else {
            table.empty += 1;
            return Ok(());
        };
        let bits = position.to_position().ok_or_else(|| at(format!("the board is {grid}: too large to be solved")))?;
        table.entries.push(((bits, mover), value));
        table.places.push(number);
        Ok(())
    }
}

/// Which columns are which.
fn columns(row: &Map<String, Value>, column: Option<&str>) -> Result<Columns, String> {
    let named =
        |names: &[&str]| row.keys().find(|key| names.iter().any(|name| key.eq_ignore_ascii_case(name))).cloned();
    let all = || row.keys().map(|key| foreign::line(key).to_string()).collect::<Vec<_>>().join(", ");
    let missing = |what: &str, names: &[&str]| {
        format!("no column for {what}: it is called {}, and there are {}", names.join(" or "), all())
    };
    let position = named(&POSITION).ok_or_else(|| missing("the position", &POSITION))?;
    let mover = named(&MOVER).ok_or_else(|| missing("the player to move", &MOVER))?;
    let left: Vec<&String> = row.keys().filter(|key| **key != position && **key != mover).collect();
    let value = match column {
        Some(column) => left.iter().find(|key| key.as_str() == column).map(|key| (*key).clone()),
        None => named(&[VALUE]).or_else(|| if let [only] = left[..] { Some(only.clone()) } else { None }),
    };
    let value = value.ok_or_else(|| match column {
        Some(column) => format!("there is no column `{column}`: there are {}", all()),
        None => format!("no column `{VALUE}`: name one with --column, there are {}", all()),
    })?;
    Ok(Columns { position, mover, value })
}

/// A value as tables write it: a number of points, `B+3`, `W+1`, `draw`, or an outcome as this program writes it; `None` if it is
/// left open.
fn value(found: Option<&Value>) -> Result<Option<Outcome>, String> {
    let bad = |found: &Value| {
        let shown = foreign::line(&found.to_string()).to_string();
        format!("{shown} is no value: write Black's points less White's, such as 3 or -1, or B+3, W+1 or draw")
    };
    let whole = |n: f64| (n.fract() == 0.0 && n.abs() < 1e6).then_some(Outcome::Margin(n as i32));
    match found {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if text.is_empty() => Ok(None),
        Some(text @ Value::String(written)) => {
            let margin = match written.split_at_checked(2) {
                Some(("B+" | "b+", points)) => points.parse::<f64>().ok(),
                Some(("W+" | "w+", points)) => points.parse::<f64>().ok().map(|n| -n),
                _ if written.eq_ignore_ascii_case("draw") => Some(0.0),
                _ => written.parse::<f64>().ok(),
            };
            margin.and_then(whole).map(Some).ok_or_else(|| bad(text))
        }
        Some(number @ Value::Number(n)) => n.as_f64().and_then(whole).map(Some).ok_or_else(|| bad(number)),
        Some(other) => serde_json::from_value(other.clone()).map(Some).map_err(|_| bad(other)),
    }
}
