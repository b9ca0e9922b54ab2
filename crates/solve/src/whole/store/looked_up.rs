//! Long tables that stay on disk: a number is looked up in its part, and each part has a checksum of its own. These are kept beside the table, so that
//! no answer needs more than a few parts of it, and none rests on a damaged one.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;

use super::long::Opened;
use super::{Columns, Store, StoreError, Stored, Subject};

/// Numbers of a part.
const PART: usize = 1 << 15;
/// Parts that are held in memory at a time, at most; 64 KiB each.
const HELD: usize = 1 << 11;

/// What has gone wrong while numbers were looked up. Whatever was found with them is worth nothing then.
#[derive(Default, Debug)]
pub struct Failed(OnceLock<StoreError>);

impl Failed {
    /// The first error, if there was one.
    #[must_use]
    pub fn error(&self) -> Option<&StoreError> {
        self.0.get()
    }
}

/// Of each part of a long table the first eight bytes of its BLAKE3.
struct Checksums(Vec<u64>);

impl Stored for Checksums {
    fn columns(&self) -> Columns {
        let mut columns = Columns::default();
        columns.put("low", self.0.iter().map(|sum| *sum as u32));
        columns.put("high", self.0.iter().map(|sum| (sum >> 32) as u32));
        columns
    }

    fn from_columns(mut columns: Columns) -> Option<Checksums> {
        let (low, high): (Vec<u32>, Vec<u32>) = (columns.take("low")?, columns.take("high")?);
        Some(Checksums(low.iter().zip(high).map(|(low, high)| u64::from(*low) | u64::from(high) << 32).collect()))
    }
}

fn checksum(part: &[u8]) -> u64 {
    let hash = blake3::hash(part);
    let (first, _) = hash.as_bytes().as_chunks();
    u64::from_le_bytes(first[0])
}

/// The name of the checksums of a stage.
fn parts(stage: &str) -> String {
    format!("{stage}-parts")
}

/// A long table in which numbers are looked up.
pub struct LookedUp {
    file: PathBuf,
    rows: usize,
    /// Where its numbers begin.
    start: u64,
    checksums: Vec<u64>,
    held: Mutex<Held>,
    failed: Arc<Failed>,
}

/// What has been read of a table.
struct Held {
    opened: File,
    parts: FxHashMap<usize, Arc<[u8]>>,
}

impl Store {
    /// Keeps the checksums of the parts of a long table, if they are not there; the whole table is read for it.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn index(&self, subject: &Subject, stage: &str) -> Result<(), StoreError> {
        let Some(rows) = self.long_rows(subject, stage)? else { return Ok(()) };
        if self.checksums(subject, stage, rows)?.is_some() {
            return Ok(());
        }
        let (mut part, mut sums) = (Vec::with_capacity(PART * size_of::<u16>()), Vec::new());
        self.read_long(subject, stage, rows, |at, number| {
            part.extend_from_slice(&number.to_le_bytes());
            if (at + 1) % PART == 0 || at + 1 == rows {
                sums.push(checksum(&part));
                part.clear();
            }
        })?;
        self.write(subject, &parts(stage), &Checksums(sums))
    }

    /// A long table that stays on disk; `None` if it is not there with the checksums of its parts. Errors that come later go to `failed`.
    ///
    /// # Errors
    /// [`StoreError`], if it is damaged or of something else.
    pub fn look_up(
        &self,
        subject: &Subject,
        stage: &str,
        failed: &Arc<Failed>,
    ) -> Result<Option<LookedUp>, StoreError> {
        let Some(rows) = self.long_rows(subject, stage)? else { return Ok(None) };
        let Some(checksums) = self.checksums(subject, stage, rows)? else { return Ok(None) };
        let Some(Opened { opened, beginning, .. }) = self.open_long(subject, stage)? else { return Ok(None) };
        let (start, held) = (beginning.len() as u64, Mutex::new(Held { opened, parts: FxHashMap::default() }));
        Ok(Some(LookedUp { file: self.file(subject, stage), rows, start, checksums, held, failed: failed.clone() }))
    }

    /// Those of the parts of a table with so many rows, if they are there.
    fn checksums(&self, subject: &Subject, stage: &str, rows: usize) -> Result<Option<Vec<u64>>, StoreError> {
        let Some(Checksums(sums)) = self.read(subject, &parts(stage))? else { return Ok(None) };
        if sums.len() != rows.div_ceil(PART) {
            let what = format!("it has {} rows instead of {}", sums.len(), rows.div_ceil(PART));
            return Err(StoreError::Damaged { file: self.file(subject, &parts(stage)), what });
        }
        Ok(Some(sums))
    }
}

impl LookedUp {
    /// How many numbers there are.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// One of them; 0 if it cannot be had, which [`Failed`] tells.
    #[must_use]
    pub fn number(&self, at: usize) -> u16 {
        let (part, at) = (self.part(at / PART), at % PART);
        let (numbers, _) = part.as_chunks();
        numbers.get(at).copied().map_or(0, u16::from_le_bytes)
    }

    fn part(&self, at: usize) -> Arc<[u8]> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(part) = held.parts.get(&at) {
            return part.clone();
        }
        match self.read(&mut held.opened, at) {
            Ok(part) => {
                if held.parts.len() == HELD {
                    held.parts.clear();
                }
                let part: Arc<[u8]> = part.into();
                held.parts.insert(at, part.clone());
                part
            }
            Err(error) => {
                // The first is the one that is told.
                _ = self.failed.0.set(error);
                Arc::default()
            }
        }
    }

    fn read(&self, opened: &mut File, at: usize) -> Result<Vec<u8>, StoreError> {
        let damaged = |what: String| StoreError::Damaged { file: self.file.clone(), what };
        let Some(sum) = self.checksums.get(at) else {
            return Err(damaged(format!("it has {} numbers, and one that follows is asked for", self.rows)));
        };
        let from = at * PART;
        let mut part = vec![0; PART.min(self.rows - from) * size_of::<u16>()];
        let io = |error: io::Error| StoreError::Io { doing: "read", file: self.file.clone(), error };
        opened.seek(SeekFrom::Start(self.start + (from * size_of::<u16>()) as u64)).map_err(io)?;
        opened.read_exact(&mut part).map_err(io)?;
        if checksum(&part) == *sum {
            return Ok(part);
        }
        let (first, last) = (from, from + part.len() / size_of::<u16>() - 1);
        Err(damaged(format!("numbers {first} to {last} are not those that were kept")))
    }
}
