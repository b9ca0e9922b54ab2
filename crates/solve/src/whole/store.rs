//! Tables on disk: what has been solved is kept in a folder, a file for each stage of a solution, and read from there.
//! `specs/tables.md` describes the files.
//!
//! Nothing in a file is taken on trust but what [`super::verify`] can check: a file of another format, program, board, rule
//! set or specification, and one that is damaged or short, is refused. The stages are the checkpoints of a long run.

mod long;
mod looked_up;

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::graph::Extra;
use super::sweep::Sweeps;
use super::winning::WinningSets;
use crate::files::{self, Held, ReadError, open_own, persist, reason, sync_folder, temporary_in};
pub use crate::solve::progress::Subject;
use crate::solve::progress::{Progress, Silent};
pub(crate) use long::each;
pub use looked_up::{Failed, LookedUp};

/// Every file begins with these bytes.
pub const MAGIC: [u8; 8] = *b"SHINPAN\n";
/// The version of the format, the four bytes that follow (little-endian). It changes with the format and with the order in
/// which states are numbered.
pub const FORMAT: u32 = 1;
/// Length of the checksum that ends a file: BLAKE3 of everything before it.
const CHECKSUM: usize = blake3::OUT_LEN;
/// The most bytes of a table that is read; reading takes up to three times as much memory.
const MOST_BYTES: u64 = 16 << 30;
/// Length of what goes before the header: the magic bytes, the format and the length of the header.
const PREFIX: usize = MAGIC.len() + 8;

/// Why a table cannot be kept or read.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The system does not read or write it.
    #[error("cannot {doing} {}: {}", file.display(), reason(error))]
    Io {
        /// `read` or `write`.
        doing: &'static str,
        /// The file.
        file: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// It is not what was written.
    #[error("{} is damaged: {what}; remove it, and it is computed anew", file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// It is there, and was not expected.
    #[error("{} exists; go on with `--resume`, or remove it or name another folder", file.display())]
    Exists {
        /// The file.
        file: PathBuf,
    },
    /// Another run is writing to it.
    #[error("another run is writing to {}; wait for its end, or name another folder", folder.display())]
    Busy {
        /// The folder.
        folder: PathBuf,
    },
    /// It is about something else.
    #[error("{} is of another {what}: {found}, not {wanted}; remove it, or name another folder", file.display())]
    Differs {
        /// The file.
        file: PathBuf,
        /// What differs: `format`, `program`, `board`, ...
        what: &'static str,
        /// What the file says.
        found: String,
        /// What was asked for.
        wanted: String,
    },
    /// The run was asked to stop.
    #[error("stopped before the end; `--resume` goes on with the stages that are complete")]
    Stopped,
}

/// The header of a file: JSON on one line.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Header {
    /// Version of the program.
    program: String,
    board: String,
    /// The game, or the rule set.
    rules: String,
    /// BLAKE3 of the clauses of the text, `specs/*/clauses.toml`.
    spec: String,
    stage: String,
    /// Rows of the table.
    length: usize,
    columns: Vec<ColumnHeader>,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct ColumnHeader {
    name: String,
    /// `u8`, `i8`, `u16`, `i16` or `u32`.
    r#type: String,
}

/// A number of a table.
pub trait Element: Copy + Sized {
    /// Its type, as the header names it.
    const TYPE: &'static str;

    /// Appends its bytes, the lowest first.
    fn append(self, bytes: &mut Vec<u8>);

    /// The numbers of these bytes.
    fn all(bytes: &[u8]) -> Vec<Self>;
}

macro_rules! elements {
    ($($t:ident)*) => {$(
        impl Element for $t {
            const TYPE: &'static str = stringify!($t);

            fn append(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }

            fn all(bytes: &[u8]) -> Vec<$t> {
                bytes.as_chunks().0.iter().map(|b| $t::from_le_bytes(*b)).collect()
            }
        }
    )*};
}

elements!(u8 i8 u16 i16 u32);

/// The bytes of one element of a type.
fn size(name: &str) -> Option<usize> {
    match name {
        "u8" | "i8" => Some(1),
        "u16" | "i16" => Some(2),
        "u32" => Some(4),
        _ => None,
    }
}

/// The columns of a table as they are written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Columns(Vec<(ColumnHeader, Vec<u8>)>);

impl Columns {
    /// Appends a column. All columns of a table are equally long.
    pub fn put<T: Element>(&mut self, name: &str, values: impl Iterator<Item = T>) {
        let mut bytes = Vec::with_capacity(values.size_hint().0 * size_of::<T>());
        values.for_each(|v| v.append(&mut bytes));
        self.0.push((ColumnHeader { name: name.to_string(), r#type: T::TYPE.to_string() }, bytes));
    }

    /// Takes the next column, if it has this name and type.
    pub fn take<T: Element>(&mut self, name: &str) -> Option<Vec<T>> {
        let (header, _) = self.0.first()?;
        (header.name == name && header.r#type == T::TYPE).then(|| T::all(&self.0.remove(0).1))
    }

    /// Whether there is no further column.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn rows(&self) -> usize {
        self.0.first().map_or(0, |(header, bytes)| bytes.len() / size(&header.r#type).unwrap_or(1))
    }
}

/// What can be kept in a file.
pub trait Stored: Sized {
    /// Its columns.
    fn columns(&self) -> Columns;

    /// What these columns say; `None` if they are not its own.
    fn from_columns(columns: Columns) -> Option<Self>;
}

impl Stored for WinningSets {
    fn columns(&self) -> Columns {
        let mut columns = Columns::default();
        columns.put("attacker", self.attacker.iter().copied());
        columns.put("owner", self.owner.iter().copied());
        columns
    }

    fn from_columns(mut columns: Columns) -> Option<WinningSets> {
        Some(WinningSets { attacker: columns.take("attacker")?, owner: columns.take("owner")? })
    }
}

/// The states that remember something, in the order of their numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remembering<X>(pub Vec<(u32, X)>);

/// What a state remembers as numbers.
pub trait Words: Extra {
    /// The names of the numbers.
    const NAMES: &'static [&'static str];

    /// The number at this place.
    fn word(self, at: usize) -> u32;

    /// What these numbers say.
    fn from_words(word: impl Fn(usize) -> u32) -> Option<Self>;
}

impl Words for u8 {
    const NAMES: &'static [&'static str] = &["ban"];

    fn word(self, _: usize) -> u32 {
        self.into()
    }

    fn from_words(word: impl Fn(usize) -> u32) -> Option<u8> {
        word(0).try_into().ok()
    }
}

impl Words for [u16; 3] {
    const NAMES: &'static [&'static str] = &["bans-0", "bans-1", "bans-2"];

    fn word(self, at: usize) -> u32 {
        self[at].into()
    }

    fn from_words(word: impl Fn(usize) -> u32) -> Option<[u16; 3]> {
        Some([word(0).try_into().ok()?, word(1).try_into().ok()?, word(2).try_into().ok()?])
    }
}

impl Words for [u32; 2] {
    const NAMES: &'static [&'static str] = &["before-mine", "before-other"];

    fn word(self, at: usize) -> u32 {
        self[at]
    }

    fn from_words(word: impl Fn(usize) -> u32) -> Option<[u32; 2]> {
        Some([word(0), word(1)])
    }
}

impl<X: Words> Stored for Remembering<X> {
    fn columns(&self) -> Columns {
        let mut columns = Columns::default();
        columns.put("class", self.0.iter().map(|(class, _)| *class));
        for (at, name) in X::NAMES.iter().enumerate() {
            columns.put(name, self.0.iter().map(|(_, extra)| extra.word(at)));
        }
        columns
    }

    fn from_columns(mut columns: Columns) -> Option<Remembering<X>> {
        let classes: Vec<u32> = columns.take("class")?;
        let words: Vec<Vec<u32>> = X::NAMES.iter().map(|name| columns.take(name)).collect::<Option<_>>()?;
        let state = |(i, class)| Some((class, X::from_words(|at| words[at][i])?));
        Some(Remembering(classes.into_iter().enumerate().map(state).collect::<Option<_>>()?))
    }
}

/// The file in a folder of tables that is locked while a run writes there. It stays, empty.
const LOCK: &str = ".shinpan-lock";

/// A folder of tables.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

impl Store {
    /// The tables in this folder.
    #[must_use]
    pub fn new(folder: &Path) -> Store {
        Store { folder: folder.to_path_buf() }
    }

    /// The file of a stage.
    #[must_use]
    pub fn file(&self, subject: &Subject, stage: &str) -> PathBuf {
        self.folder.join(format!("{}-{stage}.table", Store::name(subject)))
    }

    /// How the names of files about this begin.
    fn name(subject: &Subject) -> String {
        // What separates readings is no part of a name of a file everywhere.
        format!("{}-{}", subject.grid, subject.rules.replace([' ', ':', ','], "-"))
    }

    /// Keeps other runs from writing to the folder, until what is returned is dropped; `None` if nothing can be written there.
    ///
    /// # Errors
    /// [`StoreError::Busy`] or [`StoreError::Io`].
    pub fn hold(&self) -> Result<Option<Held>, StoreError> {
        let path = self.folder.join(LOCK);
        let cannot = |error| StoreError::Io { doing: "write", file: path.clone(), error };
        let file = match open_own(&path, OpenOptions::new().create(true).append(true)) {
            Ok(file) => file,
            // Tables there can be read and verified all the same.
            Err(ReadError::Io(e))
                if matches!(e.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem) =>
            {
                return Ok(None);
            }
            Err(ReadError::Io(error)) => return Err(cannot(error)),
            Err(error) => return Err(cannot(io::Error::other(error))),
        };
        Held::hold(file).map_err(cannot)?.ok_or_else(|| StoreError::Busy { folder: self.folder.clone() }).map(Some)
    }

    /// The names of the files in the folder, in ascending order; those of other programs too.
    ///
    /// # Errors
    /// [`StoreError::Io`].
    pub fn names(&self) -> Result<Vec<String>, StoreError> {
        let cannot = |error| StoreError::Io { doing: "read", file: self.folder.clone(), error };
        let mut names = Vec::new();
        for entry in self.folder.read_dir().map_err(cannot)? {
            names.push(entry.map_err(cannot)?.file_name().to_string_lossy().into_owned());
        }
        names.sort();
        Ok(names)
    }

    /// Refuses a folder that has tables about this.
    ///
    /// # Errors
    /// [`StoreError::Exists`], or [`StoreError::Io`] if the folder cannot be read.
    pub fn nothing_about(&self, subject: &Subject) -> Result<(), StoreError> {
        let beginning = format!("{}-", Store::name(subject));
        match self.names()?.into_iter().find(|name| name.starts_with(&beginning)) {
            Some(name) => Err(StoreError::Exists { file: self.folder.join(name) }),
            None => Ok(()),
        }
    }

    /// Removes what a run that was killed has left incomplete.
    ///
    /// # Errors
    /// [`StoreError::Io`].
    pub fn tidy(&self) -> Result<(), StoreError> {
        let cannot = |error| StoreError::Io { doing: "tidy", file: self.folder.clone(), error };
        // Nobody else writes here: this run holds the folder.
        files::tidy(&self.folder, Duration::ZERO).map_err(cannot)
    }

    /// Keeps a table: the whole file or nothing.
    ///
    /// # Errors
    /// [`StoreError::Io`].
    pub fn write<T: Stored>(&self, subject: &Subject, stage: &str, table: &T) -> Result<(), StoreError> {
        let file = self.file(subject, stage);
        let columns = table.columns();
        let headers = columns.0.iter().map(|(header, _)| header.clone()).collect();
        let header = Header::new(subject, stage, columns.rows(), headers);
        let written = || {
            let before = before_columns(&header)?;
            let mut hash = blake3::Hasher::new();
            let mut temporary = temporary_in(&self.folder)?;
            for part in [&before[..]].into_iter().chain(columns.0.iter().map(|(_, bytes)| &bytes[..])) {
                hash.update(part);
                temporary.write_all(part)?;
            }
            temporary.write_all(hash.finalize().as_bytes())?;
            persist(temporary, &file, true)
        };
        written().map_err(|error| StoreError::Io { doing: "write", file, error })
    }

    /// The table that is kept, if there is one.
    ///
    /// # Errors
    /// [`StoreError`], if it is damaged or of something else.
    pub fn read<T: Stored>(&self, subject: &Subject, stage: &str) -> Result<Option<T>, StoreError> {
        let file = self.file(subject, stage);
        let cannot = |error: ReadError| {
            let error = if let ReadError::Io(error) = error { error } else { io::Error::other(error) };
            StoreError::Io { doing: "read", file: file.clone(), error }
        };
        let opened = match open_own(&file, OpenOptions::new().read(true)) {
            Ok(opened) => opened,
            Err(error) if error.is_missing() => return Ok(None),
            Err(error) => return Err(cannot(error)),
        };
        let bytes = files::read_from(opened, MOST_BYTES).map_err(cannot)?;
        let columns = parse(&file, bytes, subject, stage)?;
        let not_its_own = || StoreError::Damaged { file, what: "its columns are not those of this stage".to_string() };
        T::from_columns(columns).map(Some).ok_or_else(not_its_own)
    }

    /// Removes a table, if there is one.
    ///
    /// # Errors
    /// [`StoreError::Io`].
    pub fn remove(&self, subject: &Subject, stage: &str) -> Result<(), StoreError> {
        let file = self.file(subject, stage);
        match std::fs::remove_file(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            removed => removed.and_then(|()| sync_folder(&file)).map_err(|error| StoreError::Io {
                doing: "remove",
                file,
                error,
            }),
        }
    }
}

impl Header {
    fn new(subject: &Subject, stage: &str, length: usize, columns: Vec<ColumnHeader>) -> Header {
        Header {
            program: env!("CARGO_PKG_VERSION").to_string(),
            board: subject.grid.to_string(),
            rules: subject.rules.clone(),
            spec: spec_hash(subject.clauses),
            stage: stage.to_string(),
            length,
            columns,
        }
    }
}

/// What goes before the columns of a file.
fn before_columns(header: &Header) -> io::Result<Vec<u8>> {
    let header = serde_json::to_string(header)? + "\n";
    let length = (header.len() as u32).to_le_bytes();
    Ok([&MAGIC[..], &FORMAT.to_le_bytes(), &length, header.as_bytes()].concat())
}

/// The length of the header of a file that begins so.
fn header_length(file: &Path, beginning: &[u8]) -> Result<usize, StoreError> {
    if beginning.len() < PREFIX || beginning[..MAGIC.len()] != MAGIC {
        let what = "it does not begin as a table does".to_string();
        return Err(StoreError::Damaged { file: file.to_path_buf(), what });
    }
    let number =
        |at: usize| u32::from_le_bytes([beginning[at], beginning[at + 1], beginning[at + 2], beginning[at + 3]]);
    differs(file, "format", &number(8).to_string(), &FORMAT.to_string())?;
    Ok(number(12) as usize)
}

/// Refuses a file that is about something else.
fn differs(file: &Path, what: &'static str, found: &str, wanted: &str) -> Result<(), StoreError> {
    if found == wanted {
        return Ok(());
    }
    let (found, wanted) = (found.to_string(), wanted.to_string());
    Err(StoreError::Differs { file: file.to_path_buf(), what, found, wanted })
}

/// Refuses a file of another program, board, rule set, specification or stage.
fn same_subject(file: &Path, header: &Header, subject: &Subject, stage: &str) -> Result<(), StoreError> {
    differs(file, "program", &header.program, env!("CARGO_PKG_VERSION"))?;
    differs(file, "board", &header.board, &subject.grid.to_string())?;
    differs(file, "rule set", &header.rules, &subject.rules)?;
    differs(file, "specification", &header.spec, &spec_hash(subject.clauses))?;
    differs(file, "stage", &header.stage, stage)
}

/// The columns of a file that is what it should be.
fn parse(file: &Path, bytes: Vec<u8>, subject: &Subject, stage: &str) -> Result<Columns, StoreError> {
    let damaged = |what: &str| StoreError::Damaged { file: file.to_path_buf(), what: what.to_string() };
    let start = PREFIX + header_length(file, &bytes)?;
    let header: Option<Header> = bytes.get(PREFIX..start).and_then(|header| serde_json::from_slice(header).ok());
    let header = header.ok_or_else(|| damaged("its header cannot be read"))?;
    let sizes: Option<Vec<usize>> =
        header.columns.iter().map(|c| size(&c.r#type).and_then(|s| s.checked_mul(header.length))).collect();
    let sizes = sizes.ok_or_else(|| damaged("its header cannot be read"))?;
    let whole = sizes.iter().fold(start + CHECKSUM, |sum, s| sum.saturating_add(*s));
    if bytes.len() != whole {
        return Err(damaged(&format!("it has {} bytes instead of {whole}", bytes.len())));
    }
    let end = bytes.len() - CHECKSUM;
    if blake3::hash(&bytes[..end]).as_bytes()[..] != bytes[end..] {
        return Err(damaged("its checksum is not that of its content"));
    }
    same_subject(file, &header, subject, stage)?;
    let mut at = start;
    let column = |(header, size): (ColumnHeader, usize)| {
        at += size;
        (header, bytes[at - size..at].to_vec())
    };
    Ok(Columns(header.columns.into_iter().zip(sizes).map(column).collect()))
}

/// BLAKE3 of the clauses of a text, in hexadecimal.
fn spec_hash(clauses: &str) -> String {
    blake3::hash(clauses.as_bytes()).to_hex().to_string()
}

/// Where the stages of a solution come from and go to.
pub struct Stages<'a> {
    /// What is there is read from it.
    pub store: Option<&'a Store>,
    /// What is computed is kept in it.
    pub keeps: bool,
    /// Once set, no other stage is begun, nor another sweep.
    pub stop: &'a AtomicBool,
    /// Hears of the stages.
    pub progress: &'a dyn Progress,
}

impl<'a> Stages<'a> {
    /// None are there, and none are kept.
    #[must_use]
    pub fn in_memory(stop: &'a AtomicBool) -> Stages<'a> {
        Stages { store: None, keeps: false, stop, progress: &Silent }
    }

    /// The sweeps of a stage.
    #[must_use]
    pub fn sweeping(&self, subject: &'a Subject, stage: &'a str) -> Sweeps<'a> {
        Sweeps::of(self.stop, self.progress, subject, stage)
    }

    /// A stage: read if it is there, otherwise computed, and kept if that is asked for.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn stage<T: Stored>(
        &self,
        subject: &Subject,
        stage: &str,
        compute: impl FnOnce() -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(StoreError::Stopped);
        }
        self.progress.begins(subject, stage);
        let found = self.store.map(|store| store.read(subject, stage)).transpose()?.flatten();
        let read = found.is_some();
        let table = match found {
            Some(table) => table,
            None => {
                let table = compute()?;
                if let Some(store) = self.store.filter(|_| self.keeps) {
                    store.write(subject, stage, &table)?;
                }
                table
            }
        };
        self.progress.ends(subject, stage, read);
        Ok(table)
    }
}
