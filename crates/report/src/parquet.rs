//! Outcomes of a whole board as a Parquet file.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::{Compression, ConvertedType, Encoding, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::SerializedFileReader;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::record::{Field, Row};
use parquet::schema::types::{ColumnPath, Type};
use serde_json::Value;

use crate::atlas::values::Values;
use crate::atlas::{Table, WholeBoard};
use crate::law::Outcome;
use shinpan_board::{Colour, Position, diagram};

/// Positions of one row group.
const ROWS: usize = 1 << 20;

/// Writes a row for each legal position, in ascending order of its text:
///
/// * `position`: its text;
/// * `class`: the number of its class under the symmetries and the exchange of the colours, in the order of first positions;
/// * with `classes`, which writes the first position of each class only: `weight`, how many positions the class has;
/// * `black`, `white`: stones on the board;
/// * for each rule set ID: `ID`, the margin, Black minus White, without komi and earlier prisoners, or null where the outcome
///   is none; `ID kind`, which is `margin`, `no-result` or `undecided`; `ID lo` and `ID hi`, the bounds, alike for a margin.
///
/// # Errors
/// [`ParquetError`], if it cannot be written.
pub fn write(
    board: &WholeBoard,
    tables: &[Table<Outcome>],
    classes: bool,
    out: &mut (dyn Write + Send),
) -> Result<(), ParquetError> {
    let names: Vec<String> = tables.iter().map(|t| t.rules.to_string()).collect();
    let mut fields = vec![text("position")?, number("class")?];
    if classes {
        fields.push(number("weight")?);
    }
    fields.extend([number("black")?, number("white")?]);
    for name in &names {
        fields.push(Type::primitive_type_builder(name, Physical::INT32).with_repetition(Repetition::OPTIONAL).build()?);
        fields.push(text(&format!("{name} kind"))?);
        fields.push(number(&format!("{name} lo"))?);
        fields.push(number(&format!("{name} hi"))?);
    }
    let schema =
        Type::group_type_builder("outcomes").with_fields(fields.into_iter().map(Arc::new).collect()).build()?;
    let about = [("shinpan", env!("CARGO_PKG_VERSION").to_string()), ("board", board.board().grid().to_string())];
    let about = about.map(|(key, value)| KeyValue::new(key.to_string(), value)).to_vec();
    let position = ColumnPath::from("position");
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        // Texts in ascending order share their beginnings.
        .set_column_dictionary_enabled(position.clone(), false)
        .set_column_encoding(position, Encoding::DELTA_BYTE_ARRAY)
        .set_key_value_metadata(Some(about))
        .build();
    let mut writer = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties))?;
    let grid = board.board().grid();
    let representatives = if classes { board.representatives() } else { Vec::new() };
    let first = |&(at, weight): &(usize, u32)| (at, board.position(at), weight);
    let mut positions: Box<dyn Iterator<Item = (usize, Position, u32)>> = match classes {
        true => Box::new(representatives.iter().map(first)),
        false => Box::new(board.positions().enumerate().map(|(at, position)| (at, position, 1))),
    };
    loop {
        let rows: Vec<(usize, Position, u32)> = positions.by_ref().take(ROWS).collect();
        if rows.is_empty() {
            break;
        }
        let all = |value: &dyn Fn(&(usize, Position, u32)) -> i32| rows.iter().map(value).collect::<Vec<i32>>();
        let mut group = writer.next_row_group()?;
        let texts: Vec<ByteArray> = rows.iter().map(|(_, p, _)| diagram::text(grid, *p).into_bytes().into()).collect();
        column::<ByteArrayType>(&mut group, &texts, None)?;
        column::<Int32Type>(&mut group, &all(&|(at, ..)| board.class(*at) as i32), None)?;
        if classes {
            column::<Int32Type>(&mut group, &all(&|(.., weight)| *weight as i32), None)?;
        }
        for colour in Colour::ALL {
            column::<Int32Type>(&mut group, &all(&|(_, p, _)| p.of(colour).count_ones() as i32), None)?;
        }
        for table in tables {
            outcome_columns(&mut group, &rows.iter().map(|(_, p, _)| board.outcome_of(table, *p)).collect::<Vec<_>>())?;
        }
        group.close()?;
    }
    writer.close()?;
    Ok(())
}

/// Writes two rows for each legal position, in ascending order of its text, Black to move first: `position`, `to-move` (`B` or
/// `W`), and the columns of [`write`] for the value under each rule set.
///
/// # Errors
/// [`ParquetError`], if it cannot be written.
pub fn write_values(board: &WholeBoard, found: &[Values], out: &mut (dyn Write + Send)) -> Result<(), ParquetError> {
    let mut fields = vec![text("position")?, text("to-move")?];
    for Values { name, .. } in found {
        fields.push(Type::primitive_type_builder(name, Physical::INT32).with_repetition(Repetition::OPTIONAL).build()?);
        fields.push(text(&format!("{name} kind"))?);
        fields.push(number(&format!("{name} lo"))?);
        fields.push(number(&format!("{name} hi"))?);
    }
    let schema = Type::group_type_builder("values").with_fields(fields.into_iter().map(Arc::new).collect()).build()?;
    let about = [("shinpan", env!("CARGO_PKG_VERSION").to_string()), ("board", board.board().grid().to_string())];
    let about = about.map(|(key, value)| KeyValue::new(key.to_string(), value)).to_vec();
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_column_dictionary_enabled(ColumnPath::from("position"), false)
        .set_column_encoding(ColumnPath::from("position"), Encoding::DELTA_BYTE_ARRAY)
        .set_key_value_metadata(Some(about))
        .build();
    let mut writer = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties))?;
    let grid = board.board().grid();
    let mut positions = board.positions().flat_map(|position| Colour::ALL.map(|mover| (position, mover)));
    loop {
        let rows: Vec<(Position, Colour)> = positions.by_ref().take(ROWS).collect();
        if rows.is_empty() {
            break;
        }
        let mut group = writer.next_row_group()?;
        let texts: Vec<ByteArray> = rows.iter().map(|(p, _)| diagram::text(grid, *p).into_bytes().into()).collect();
        column::<ByteArrayType>(&mut group, &texts, None)?;
        let movers: Vec<ByteArray> = rows.iter().map(|(_, m)| m.letter().to_string().into_bytes().into()).collect();
        column::<ByteArrayType>(&mut group, &movers, None)?;
        for values in found {
            outcome_columns(&mut group, &rows.iter().map(|(p, m)| values.value(*p, *m)).collect::<Vec<_>>())?;
        }
        group.close()?;
    }
    writer.close()?;
    Ok(())
}

/// The columns of one rule set: the margin, the kind, the bounds.
fn outcome_columns(
    group: &mut SerializedRowGroupWriter<'_, &mut (dyn Write + Send)>,
    outcomes: &[Outcome],
) -> Result<(), ParquetError> {
    let margins: Vec<i32> = outcomes.iter().filter_map(|o| o.margin()).collect();
    let present: Vec<i16> = outcomes.iter().map(|o| i16::from(o.margin().is_some())).collect();
    column::<Int32Type>(group, &margins, Some(&present))?;
    let parts: Vec<(usize, i32, i32)> = outcomes.iter().map(|o| o.parts()).collect();
    let kinds: Vec<ByteArray> = parts.iter().map(|(kind, ..)| ByteArray::from(Outcome::KINDS[*kind])).collect();
    column::<ByteArrayType>(group, &kinds, None)?;
    column::<Int32Type>(group, &parts.iter().map(|(_, lo, _)| *lo).collect::<Vec<_>>(), None)?;
    column::<Int32Type>(group, &parts.iter().map(|(.., hi)| *hi).collect::<Vec<_>>(), None)
}

fn number(name: &str) -> Result<Type, ParquetError> {
    Type::primitive_type_builder(name, Physical::INT32).with_repetition(Repetition::REQUIRED).build()
}

fn text(name: &str) -> Result<Type, ParquetError> {
    let builder = Type::primitive_type_builder(name, Physical::BYTE_ARRAY);
    builder.with_repetition(Repetition::REQUIRED).with_converted_type(ConvertedType::UTF8).build()
}

/// Writes the next column; `present` says of an optional one which rows have a value.
fn column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, &mut (dyn Write + Send)>,
    values: &[T::T],
    present: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let mut column = group.next_column()?.ok_or_else(|| ParquetError::General("a column too many".to_string()))?;
    column.typed::<T>().write_batch(values, present, None)?;
    column.close()
}

/// The rows of a file, by the names of its columns: numbers, texts and truth values; anything else is null.
///
/// # Errors
/// [`ParquetError`], if it is none, or a row of it cannot be read.
pub fn rows(
    file: std::fs::File,
) -> Result<impl Iterator<Item = Result<serde_json::Map<String, Value>, ParquetError>>, ParquetError> {
    let cell = |field: &Field| match field {
        Field::Bool(value) => Value::from(*value),
        Field::Byte(n) => Value::from(*n),
        Field::Short(n) => Value::from(*n),
        Field::Int(n) => Value::from(*n),
        Field::Long(n) => Value::from(*n),
        Field::UByte(n) => Value::from(*n),
        Field::UShort(n) => Value::from(*n),
        Field::UInt(n) => Value::from(*n),
        Field::ULong(n) => Value::from(*n),
        Field::Float(n) => Value::from(*n),
        Field::Double(n) => Value::from(*n),
        Field::Str(text) => Value::from(text.as_str()),
        Field::Bytes(bytes) => bytes.as_utf8().map_or(Value::Null, Value::from),
        _ => Value::Null,
    };
    let row = move |row: Row| row.get_column_iter().map(|(name, field)| (name.clone(), cell(field))).collect();
    Ok(SerializedFileReader::new(file)?.into_iter().map(move |found| found.map(row)))
}
