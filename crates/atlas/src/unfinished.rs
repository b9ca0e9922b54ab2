//! What a long run over a board has counted so far, in a file of its own that is written every few minutes: a run that is stopped or killed
//! goes on from there. `specs/unfinished.md` describes the file.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Stopped;
use super::journal::{JournalError, spec_digest};
use crate::files::{Held, ReadError, open_own, persist, temporary_in};

/// The version of the format.
const FORMAT: u32 = 1;

/// The folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// More than counts take.
const MOST_BYTES: u64 = 1 << 26;

/// What the counts depend on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Head {
    format: u32,
    /// Version of the program.
    program: &'static str,
    /// What is done, with all that its result depends on.
    command: Vec<(&'static str, String)>,
    /// BLAKE3 of the clauses of all texts, `specs/*/clauses.toml`.
    spec: String,
}

impl Head {
    /// Of a run about which these things are to be the same.
    #[must_use]
    pub fn new(command: Vec<(&'static str, String)>) -> Head {
        Head { format: FORMAT, program: env!("CARGO_PKG_VERSION"), command, spec: spec_digest() }
    }

    /// What is to be the same, by name.
    fn all(&self) -> Vec<(&'static str, String)> {
        let mut all = vec![("format", self.format.to_string()), ("program", self.program.to_string())];
        all.extend(self.command.iter().cloned());
        all.push(("spec", self.spec.clone()));
        all
    }
}

/// What is in the file.
#[derive(Serialize)]
struct Written<'a, T> {
    head: Vec<(&'static str, String)>,
    /// Numbers of classes that have been gone through: those below.
    done: usize,
    counts: &'a T,
}

/// The same, read.
#[derive(Deserialize)]
struct ReadBack<T> {
    done: usize,
    counts: T,
}

/// Where a run keeps what it has counted. No other run does so there while this is held.
#[derive(Debug)]
pub struct Unfinished {
    path: PathBuf,
    /// The lock, where a folder can have one.
    _held: Option<Held>,
}

impl Unfinished {
    /// In this file, which is there already if a run goes on (`resumes`), and must not be otherwise.
    ///
    /// # Errors
    /// [`JournalError`].
    pub fn at(path: &Path, resumes: bool) -> Result<Unfinished, JournalError> {
        if !resumes && path.exists() {
            return Err(JournalError::Exists { file: path.to_path_buf() });
        }
        let io = |error| JournalError::Io { doing: "write", file: path.to_path_buf(), error };
        let held = match File::open(folder_of(path)) {
            Ok(folder) => {
                Some(Held::hold(folder).map_err(io)?.ok_or_else(|| JournalError::Busy { file: path.to_path_buf() })?)
            }
            Err(_) => None,
        };
        Ok(Unfinished { path: path.to_path_buf(), _held: held })
    }

    /// What an earlier run with this head has left: how far it came, and its counts.
    ///
    /// # Errors
    /// [`JournalError`], if it is damaged or of something else.
    pub fn read<T: for<'a> Deserialize<'a>>(&self, head: &Head) -> Result<Option<(usize, T)>, JournalError> {
        let file = || self.path.clone();
        let io = |error| JournalError::Io { doing: "read", file: file(), error };
        let opened = match open_own(&self.path, OpenOptions::new().read(true)) {
            Ok(opened) => opened,
            Err(error) if error.is_missing() => return Ok(None),
            Err(ReadError::Io(error)) => return Err(io(error)),
            Err(error) => return Err(io(std::io::Error::other(error))),
        };
        let mut text = String::new();
        opened.take(MOST_BYTES).read_to_string(&mut text).map_err(io)?;
        let damaged = |line, what: &str| JournalError::Damaged { file: file(), line, what: what.to_string() };
        let (line, checksum) = text.split_once('\n').ok_or_else(|| damaged(1, "it has no checksum"))?;
        if checksum.trim_end() != blake3::hash(line.as_bytes()).to_hex().as_str() {
            return Err(damaged(2, "its checksum is not that of what is written"));
        }
        let value: Value = serde_json::from_str(line).map_err(|error| damaged(1, &error.to_string()))?;
        for (key, wanted) in head.all() {
            let pairs = value["head"].as_array().into_iter().flatten();
            let of = pairs.filter_map(Value::as_array).find(|pair| pair.first().is_some_and(|name| *name == *key));
            let found = of.and_then(|pair| pair.get(1)).and_then(Value::as_str).unwrap_or_default();
            if found != wanted {
                let (what, found) = (key.to_string(), found.to_string());
                return Err(JournalError::Differs { file: file(), what, found, wanted });
            }
        }
        let ReadBack { done, counts } = serde_json::from_value(value).map_err(|e| damaged(1, &e.to_string()))?;
        Ok(Some((done, counts)))
    }

    /// Keeps counts of the classes with numbers below `done`, in place of what was kept before.
    ///
    /// # Errors
    /// [`JournalError::Io`].
    pub fn keep(&self, head: &Head, done: usize, counts: &impl Serialize) -> Result<(), JournalError> {
        let written = || {
            let line = serde_json::to_string(&Written { head: head.all(), done, counts })?;
            let mut temporary = temporary_in(folder_of(&self.path))?;
            writeln!(temporary, "{line}\n{}", blake3::hash(line.as_bytes()).to_hex())?;
            persist(temporary, &self.path, true)
        };
        written().map_err(|error| JournalError::Io { doing: "write", file: self.path.clone(), error })
    }

    /// Whether something has been kept.
    #[must_use]
    pub fn is_there(&self) -> bool {
        self.path.exists()
    }

    /// What is said of counts that are not those of this run.
    #[must_use]
    pub fn unlike(&self) -> JournalError {
        let what = "it counts other things than its first words say".to_string();
        JournalError::Damaged { file: self.path.clone(), line: 1, what }
    }

    /// Removes the file, if there is one: nothing is left to go on with.
    ///
    /// # Errors
    /// [`JournalError::Io`].
    pub fn remove(&self) -> Result<(), JournalError> {
        match std::fs::remove_file(&self.path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(JournalError::Io { doing: "remove", file: self.path.clone(), error })
            }
            _ => Ok(()),
        }
    }
}

/// Why a run that keeps what it counts has ended early.
#[derive(Debug, thiserror::Error)]
pub enum Ended {
    /// It was asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// What it counts cannot be kept or read.
    #[error(transparent)]
    Kept(#[from] JournalError),
}

/// A map whose keys are no strings, as a list of pairs.
pub mod pairs {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// # Errors
    /// The serializer's.
    pub fn serialize<K: Serialize, V: Serialize, S: Serializer>(
        map: &BTreeMap<K, V>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(map)
    }

    /// # Errors
    /// The deserializer's.
    pub fn deserialize<'de, K, V, D>(deserializer: D) -> Result<BTreeMap<K, V>, D::Error>
    where
        K: Deserialize<'de> + Ord,
        V: Deserialize<'de>,
        D: Deserializer<'de>,
    {
        Ok(Vec::<(K, V)>::deserialize(deserializer)?.into_iter().collect())
    }
}
