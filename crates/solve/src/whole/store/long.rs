//! Tables that are too long for a copy in memory: one column of numbers of two bytes, written and read number by number.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};

use rayon::prelude::*;

use super::{
    CHECKSUM, ColumnHeader, Element, Header, PREFIX, Store, StoreError, Subject, before_columns, header_length,
    same_subject,
};
use crate::files::{ReadError, open_own, persist, temporary_in};

/// Numbers of a long table that are written or read at a time.
const LONG_PART: usize = 1 << 19;

/// What fills parts number by number.
pub(crate) fn each(number: impl Fn(usize) -> u16 + Sync) -> impl Fn(usize, &mut [u16]) + Sync {
    move |from, part| (from..).zip(part).for_each(|(at, into)| *into = number(at))
}

/// The header of a table of one column of numbers of two bytes.
fn long_header(subject: &Subject, stage: &str, rows: usize) -> Header {
    let column = ColumnHeader { name: "bits".to_string(), r#type: u16::TYPE.to_string() };
    Header::new(subject, stage, rows, vec![column])
}

/// A long table of which the header has been read.
pub(super) struct Opened {
    pub opened: File,
    /// What goes before the numbers.
    pub beginning: Vec<u8>,
    header: Header,
    /// Bytes of the file.
    length: u64,
}

impl Store {
    /// Keeps a table of one column of `rows` numbers without a copy of it in memory: the whole file or nothing. `fill` writes those
    /// from one on into a part; several parts are filled at a time.
    ///
    /// # Errors
    /// [`StoreError::Io`].
    pub fn write_long(
        &self,
        subject: &Subject,
        stage: &str,
        rows: usize,
        fill: impl Fn(usize, &mut [u16]) + Sync,
    ) -> Result<(), StoreError> {
        let file = self.file(subject, stage);
        let written = || {
            let before = before_columns(&long_header(subject, stage, rows))?;
            let mut hash = blake3::Hasher::new();
            let mut temporary = temporary_in(&self.folder)?;
            hash.update(&before);
            temporary.write_all(&before)?;
            let several = LONG_PART * rayon::current_num_threads();
            let filled = |from: usize| {
                let mut bytes = vec![0; rows.saturating_sub(from).min(several) * size_of::<u16>()];
                bytes.par_chunks_mut(LONG_PART * size_of::<u16>()).enumerate().for_each(|(at, part)| {
                    let mut numbers = vec![0; part.len() / size_of::<u16>()];
                    fill(from + at * LONG_PART, &mut numbers);
                    let (twos, _) = part.as_chunks_mut();
                    twos.iter_mut().zip(numbers).for_each(|(two, number)| *two = number.to_le_bytes());
                });
                bytes
            };
            // While some are written, those that follow are filled in.
            let mut next = filled(0);
            for from in (0..rows).step_by(several) {
                let some = std::mem::take(&mut next);
                let write = || {
                    hash.update(&some);
                    temporary.write_all(&some)
                };
                let (written, filled) = rayon::join(write, || filled(from + several));
                written?;
                next = filled;
            }
            temporary.write_all(hash.finalize().as_bytes())?;
            persist(temporary, &file, true)
        };
        written().map_err(|error| StoreError::Io { doing: "write", file: file.clone(), error })
    }

    /// Reads what [`Store::write_long`] has kept, number by number; whether there is such a table. What has been read of a damaged one
    /// is worth nothing.
    ///
    /// # Errors
    /// [`StoreError`], if it is damaged or of something else.
    pub fn read_long(
        &self,
        subject: &Subject,
        stage: &str,
        rows: usize,
        mut number: impl FnMut(usize, u16),
    ) -> Result<bool, StoreError> {
        let Some(Opened { mut opened, beginning, header: found, length }) = self.open_long(subject, stage)? else {
            return Ok(false);
        };
        let file = self.file(subject, stage);
        let io = |error: io::Error| StoreError::Io { doing: "read", file: file.clone(), error };
        let damaged = |what: String| StoreError::Damaged { file: file.clone(), what };
        let wanted = long_header(subject, stage, rows);
        let whole = beginning.len() + rows * size_of::<u16>() + CHECKSUM;
        if found != wanted || length != whole as u64 {
            return Err(damaged(format!(
                "it has {length} bytes and {} rows instead of {whole} and {rows}",
                found.length
            )));
        }
        let mut hash = blake3::Hasher::new();
        hash.update(&beginning);
        let mut bytes = vec![0; LONG_PART * size_of::<u16>()];
        for from in (0..rows).step_by(LONG_PART) {
            let part = &mut bytes[..(rows - from).min(LONG_PART) * size_of::<u16>()];
            opened.read_exact(part).map_err(io)?;
            hash.update(part);
            u16::all(part).into_iter().enumerate().for_each(|(i, n)| number(from + i, n));
        }
        let mut checksum = [0; CHECKSUM];
        opened.read_exact(&mut checksum).map_err(io)?;
        if *hash.finalize().as_bytes() != checksum {
            return Err(damaged("its checksum is not that of its content".to_string()));
        }
        Ok(true)
    }

    /// How many numbers such a table says it has, if there is one.
    ///
    /// # Errors
    /// [`StoreError`], if it is damaged or of something else.
    pub fn long_rows(&self, subject: &Subject, stage: &str) -> Result<Option<usize>, StoreError> {
        let Some(Opened { beginning, header, length, .. }) = self.open_long(subject, stage)? else { return Ok(None) };
        let rows = length.saturating_sub((beginning.len() + CHECKSUM) as u64) / size_of::<u16>() as u64;
        if header.length as u64 != rows {
            let what = format!("it has {length} bytes, too many or too few for {} rows", header.length);
            return Err(StoreError::Damaged { file: self.file(subject, stage), what });
        }
        Ok(Some(header.length))
    }

    pub(super) fn open_long(&self, subject: &Subject, stage: &str) -> Result<Option<Opened>, StoreError> {
        let file = self.file(subject, stage);
        let cannot = |error: ReadError| {
            let error = if let ReadError::Io(error) = error { error } else { io::Error::other(error) };
            StoreError::Io { doing: "read", file: file.clone(), error }
        };
        let mut opened = match open_own(&file, OpenOptions::new().read(true)) {
            Ok(opened) => opened,
            Err(error) if error.is_missing() => return Ok(None),
            Err(error) => return Err(cannot(error)),
        };
        let io = |error: io::Error| cannot(error.into());
        let damaged = |what: String| StoreError::Damaged { file: file.clone(), what };
        let length = opened.metadata().map_err(io)?.len();
        let mut beginning = vec![0; PREFIX];
        opened.read_exact(&mut beginning).map_err(|_| damaged("it does not begin as a table does".to_string()))?;
        let header = header_length(&file, &beginning)?;
        if header as u64 > length {
            return Err(damaged("its header cannot be read".to_string()));
        }
        beginning.resize(PREFIX + header, 0);
        opened.read_exact(&mut beginning[PREFIX..]).map_err(io)?;
        let header: Header = serde_json::from_slice(&beginning[PREFIX..])
            .map_err(|_| damaged("its header cannot be read".to_string()))?;
        same_subject(&file, &header, subject, stage)?;
        Ok(Some(Opened { opened, beginning, header, length }))
    }
}
