//! Verdicts on disk as they are found, so that a long sample that was stopped or killed goes on where it was.
//! `specs/journal.md` describes the file.

use std::fs::{self, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::compare::undecided;
use super::rows::{Asked, Known, Row};
use crate::board::{Grid, Position, diagram};
use crate::files::{self, Held, ReadError, open_own, persist, reason, sync_folder, temporary_in};
use crate::law::Outcome;
use crate::law::solved::Known as Solved;
use crate::texts;

/// The version of the format. It changes with the format and with the order in which positions are drawn.
pub const FORMAT: u32 = 2;

/// The most bytes of the first line of a journal, and of each other.
const LONGEST_HEAD: u64 = 1 << 20;
const LONGEST: u64 = 4096;

/// What a crash of the system may lose at most; one of the program loses nothing that has been written.
const UNSYNCED: Duration = Duration::from_secs(20);

/// Why a journal cannot be kept or read.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The system does not read or write it.
    #[error("cannot {doing} {}: {}", file.display(), reason(error))]
    Io {
        /// `read`, `write` or `remove`.
        doing: &'static str,
        /// The file.
        file: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// It is not what was written.
    #[error("{}: line {line}: {what}; remove the file to start anew", file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
    /// It is there, and was not expected.
    #[error("{} exists: an earlier run was stopped; go on with --resume, or start anew with --force", file.display())]
    Exists {
        /// The file.
        file: PathBuf,
    },
    /// Another run is writing it.
    #[error("{} is being written by another run; wait for its end, or name another file", file.display())]
    Busy {
        /// The file.
        file: PathBuf,
    },
    /// It is about something else.
    #[error("{} is of another {what}: {found}, not {wanted}; give the same arguments, or start anew with --force", file.display())]
    Differs {
        /// The file.
        file: PathBuf,
        /// The key of the head that differs: `board`, `n`, `seed`, ...
        what: String,
        /// What the file says.
        found: String,
        /// What was asked for.
        wanted: String,
    },
    /// It was to be taken from, and is not what was written.
    #[error("{}: line {line}: {what}; nothing is taken from it", file.display())]
    Useless {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
    /// It was to be taken from, and is about something else.
    #[error("{} is of another {what}: {found}, not {wanted}; nothing is taken from it", file.display())]
    Foreign {
        /// The file.
        file: PathBuf,
        /// The key of the head: `board`, `n`, `spec`, ...
        what: &'static str,
        /// What the file says.
        found: String,
        /// What was asked for.
        wanted: String,
    },
}

/// The first line: what the verdicts depend on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Head {
    format: u32,
    /// Version of the program.
    program: &'static str,
    board: String,
    n: usize,
    seed: u64,
    /// With exactly so many empty points.
    empty: Option<usize>,
    settled: bool,
    /// Most states explored for one question.
    budget: usize,
    /// Most time for the verdict of one rule set on one position, in nanoseconds, where there is such a limit.
    each: Option<u64>,
    /// Most memory of the process, in bytes, where there is such a limit.
    memory: Option<u64>,
    rules: Vec<String>,
    /// Games that were solved before, whose solutions are looked up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    solved: Vec<String>,
    /// BLAKE3 of the clauses of all texts, `specs/*/clauses.toml`.
    spec: String,
    /// BLAKE3 of the positions drawn, a line of text for each.
    positions: String,
}

impl Head {
    /// Of what is asked of these positions, which `seed` gives (with exactly `empty` empty points).
    #[must_use]
    pub fn new(asked: &Asked<'_>, positions: &[Position], seed: u64, empty: Option<usize>) -> Head {
        let grid = asked.board.grid();
        Head {
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION"),
            board: grid.to_string(),
            n: positions.len(),
            seed,
            empty,
            settled: asked.settled,
            budget: asked.budget.states,
            each: asked.budget.time.map(|time| time.as_nanos() as u64),
            memory: asked.budget.memory,
            rules: asked.rules.iter().map(ToString::to_string).collect(),
            solved: asked.solved.map(Solved::names).unwrap_or_default(),
            spec: spec_digest(),
            positions: digest(grid, positions),
        }
    }
}

/// BLAKE3 of positions, a line of text for each, in hexadecimal.
fn digest(grid: Grid, positions: &[Position]) -> String {
    let mut drawn = blake3::Hasher::new();
    for &position in positions {
        drawn.update(diagram::text(grid, position).as_bytes()).update(b"\n");
    }
    drawn.finalize().to_hex().to_string()
}

/// BLAKE3 of the clauses of all texts, `specs/*/clauses.toml` one after the other, in hexadecimal: verdicts of programs that differ in it
/// are not to be mixed.
#[must_use]
pub fn spec_digest() -> String {
    let mut sources = blake3::Hasher::new();
    for text in texts::ALL {
        sources.update(text.source().as_bytes());
    }
    sources.finalize().to_hex().to_string()
}

/// A line after the first: one thing found of a position, which is named by its place in the sample, from 0.
#[derive(Deserialize, Serialize)]
#[serde(untagged, deny_unknown_fields)]
enum JournalLine {
    Outcome { position: usize, rules: String, outcome: Outcome },
    Settled { position: usize, settled: Answer },
}

#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Answer {
    Yes,
    No,
    Undecided,
}

impl From<Option<bool>> for Answer {
    fn from(settled: Option<bool>) -> Answer {
        settled.map_or(Answer::Undecided, |yes| if yes { Answer::Yes } else { Answer::No })
    }
}

/// A journal that is being written.
pub struct Journal {
    path: PathBuf,
    rules: Vec<String>,
    /// Whether it is asked which positions are settled.
    asks_settled: bool,
    known: Vec<Known>,
    end: Mutex<End>,
}

/// The checksum of a line and of all before it: BLAKE3 of the checksum of what precedes it (of the first line itself for the
/// second) and the line without its own.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Chain(blake3::Hash);

/// What goes before the checksum in a line.
const CHAIN: &str = ",\"chain\":\"";

impl Chain {
    /// After the first line.
    fn of_head(line: &[u8]) -> Chain {
        Chain(blake3::hash(line))
    }

    /// After one more line without its checksum.
    fn and(self, line: &[u8]) -> Chain {
        let mut hash = blake3::Hasher::new();
        Chain(hash.update(self.0.as_bytes()).update(line).finalize())
    }

    /// A line (JSON, an object) with its checksum as the last member, and the checksum.
    fn sealed(self, line: &str) -> (String, Chain) {
        let next = self.and(line.as_bytes());
        let open = line.strip_suffix('}').unwrap_or(line);
        (format!("{open}{CHAIN}{}\"}}\n", next.0.to_hex()), next)
    }

    /// The line without its checksum, if that is right.
    fn opened(self, line: &str) -> Result<(String, Chain), String> {
        let damaged = || "its checksum is not that of what is written so far".to_string();
        let (open, rest) = line.rsplit_once(CHAIN).ok_or("it has no checksum")?;
        let line = format!("{open}}}");
        let next = self.and(line.as_bytes());
        let right = rest.strip_suffix("\"}\n") == Some(next.0.to_hex().as_str());
        if right { Ok((line, next)) } else { Err(damaged()) }
    }
}

/// The end of the file.
struct End {
    file: Held,
    /// Of all lines so far.
    chain: Chain,
    /// When it was last made safe from a crash of the system.
    synced: Instant,
    /// A line could not be written whole: nothing may follow it.
    torn: bool,
}

impl Journal {
    /// Begins a journal: nothing is known yet. One that is there is replaced or refused.
    ///
    /// # Errors
    /// [`JournalError::Exists`], [`JournalError::Busy`] or [`JournalError::Io`].
    pub fn begin(path: &Path, head: &Head, replace: bool) -> Result<Journal, JournalError> {
        let cannot = |error| JournalError::Io { doing: "write", file: path.to_path_buf(), error };
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // A journal with less than its first line would be of nothing.
        let mut temporary = temporary_in(folder).map_err(cannot)?;
        let line = serde_json::to_string(head).map_err(|e| cannot(e.into()))? + "\n";
        temporary.write_all(line.as_bytes()).map_err(cannot)?;
        // One that another run is writing is not replaced.
        let _replaced = if replace { open(path)? } else { None };
        match persist(temporary, path, replace) {
            Ok(()) => {}
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
                return Err(JournalError::Exists { file: path.to_path_buf() });
            }
            Err(e) => return Err(cannot(e)),
        }
        let file = open(path)?.ok_or_else(|| cannot(io::ErrorKind::NotFound.into()))?;
        let nothing = Known::nothing(head.rules.len());
        let end = (line.len() as u64, Chain::of_head(line.as_bytes()));
        Journal::at_end(path, file, head, vec![nothing; head.n], end)
    }

    /// Goes on with a journal; `None` if there is none.
    ///
    /// # Errors
    /// [`JournalError`], if it is damaged or of something else. A last line without an end is none: the process was killed
    /// while it was written.
    pub fn resume(path: &Path, head: &Head) -> Result<Option<Journal>, JournalError> {
        let Some(file) = open(path)? else { return Ok(None) };
        let begins = |first: &str| fits(path, first.as_bytes(), head).map(|()| (head.rules.clone(), head.n));
        let Said { known, end, .. } = read(path, &*file, begins)?;
        Journal::at_end(path, file, head, known, end).map(Some)
    }

    /// The journal, what comes next being written after `length` bytes with this checksum.
    fn at_end(
        path: &Path,
        file: Held,
        head: &Head,
        known: Vec<Known>,
        (length, chain): (u64, Chain),
    ) -> Result<Journal, JournalError> {
        file.set_len(length).map_err(|error| JournalError::Io { doing: "write", file: path.to_path_buf(), error })?;
        let end = Mutex::new(End { file, chain, synced: Instant::now(), torn: false });
        Ok(Journal { path: path.to_path_buf(), rules: head.rules.clone(), asks_settled: head.settled, known, end })
    }

    /// Takes over what another sample has decided of these positions, and is not known here.
    ///
    /// # Errors
    /// [`JournalError::Io`].
    pub fn take_over(&mut self, other: &Decided) -> Result<(), JournalError> {
        let sets: Vec<Option<usize>> =
            self.rules.iter().map(|name| other.0.rules.iter().position(|of| of == name)).collect();
        for (at, of) in other.0.known.iter().enumerate() {
            for (set, from) in sets.iter().enumerate().filter_map(|(set, from)| Some((set, (*from)?))) {
                let decided = of.outcomes[from].filter(|outcome| !undecided(*outcome));
                if let (None, Some(outcome)) = (self.known[at].outcomes[set], decided) {
                    self.outcome(at, set, outcome)?;
                    self.known[at].outcomes[set] = decided;
                }
            }
            if let (true, None, Some(settled @ Some(_))) = (self.asks_settled, self.known[at].settled, of.settled) {
                self.settled(at, settled)?;
                self.known[at].settled = Some(settled);
            }
        }
        Ok(())
    }

    /// What was known of each position when the run began.
    #[must_use]
    pub fn known(&self) -> &[Known] {
        &self.known
    }

    /// Adds the outcome of a position under a rule set.
    ///
    /// # Errors
    /// [`JournalError::Io`].
    pub fn outcome(&self, position: usize, rules: usize, outcome: Outcome) -> Result<(), JournalError> {
        self.add(&JournalLine::Outcome { position, rules: self.rules[rules].clone(), outcome })
    }

    /// Adds whether a position is settled.
    ///
    /// # Errors
    /// [`JournalError::Io`].
    pub fn settled(&self, position: usize, settled: Option<bool>) -> Result<(), JournalError> {
        self.add(&JournalLine::Settled { position, settled: settled.into() })
    }

    fn add(&self, line: &JournalLine) -> Result<(), JournalError> {
        let cannot = |error| JournalError::Io { doing: "write", file: self.path.clone(), error };
        let line = serde_json::to_string(line).map_err(|e| cannot(e.into()))?;
        let mut end = self.end.lock().unwrap_or_else(PoisonError::into_inner);
        if end.torn {
            return Err(cannot(io::Error::other("the line before could not be written")));
        }
        let (line, chain) = end.chain.sealed(&line);
        end.torn = true;
        end.file.write_all(line.as_bytes()).map_err(cannot)?;
        end.torn = false;
        end.chain = chain;
        if end.synced.elapsed() >= UNSYNCED {
            end.file.sync_data().map_err(cannot)?;
            end.synced = Instant::now();
        }
        Ok(())
    }

    /// Removes the file: what it was for is done.
    ///
    /// # Errors
    /// [`JournalError::Io`].
    pub fn remove(self) -> Result<(), JournalError> {
        fs::remove_file(&self.path).and_then(|()| sync_folder(&self.path)).map_err(|error| JournalError::Io {
            doing: "remove",
            file: self.path,
            error,
        })
    }
}

/// Replaces the journal of a complete sample by one with the same lines in the order of the positions, and of the rule sets of each:
/// its bytes depend on the verdicts alone.
///
/// # Errors
/// [`JournalError::Io`].
pub fn ordered(path: &Path, head: &Head, rows: &[Row]) -> Result<(), JournalError> {
    let cannot = |error| JournalError::Io { doing: "write", file: path.to_path_buf(), error };
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut temporary = BufWriter::new(temporary_in(folder).map_err(cannot)?);
    let first = serde_json::to_string(head).map_err(|e| cannot(e.into()))? + "\n";
    temporary.write_all(first.as_bytes()).map_err(cannot)?;
    let mut chain = Chain::of_head(first.as_bytes());
    for (position, row) in rows.iter().enumerate() {
        let outcomes = head.rules.iter().zip(&row.outcomes);
        let outcomes =
            outcomes.map(|(rules, &outcome)| JournalLine::Outcome { position, rules: rules.clone(), outcome });
        let settled = row.settled.map(|settled| JournalLine::Settled { position, settled: settled.into() });
        for line in outcomes.chain(settled) {
            let (line, next) = chain.sealed(&serde_json::to_string(&line).map_err(|e| cannot(e.into()))?);
            temporary.write_all(line.as_bytes()).map_err(cannot)?;
            chain = next;
        }
    }
    let temporary = temporary.into_inner().map_err(|error| cannot(error.into_error()))?;
    persist(temporary, path, true).map_err(cannot)
}

/// Opens a journal for this run alone; `None` if there is none.
fn open(path: &Path) -> Result<Option<Held>, JournalError> {
    let cannot = |error| JournalError::Io { doing: "write", file: path.to_path_buf(), error };
    let file = match open_own(path, OpenOptions::new().read(true).append(true)) {
        Ok(file) => file,
        Err(error) if error.is_missing() => return Ok(None),
        Err(ReadError::Io(error)) => return Err(cannot(error)),
        Err(error) => return Err(cannot(io::Error::other(error))),
    };
    Held::hold(file).map_err(cannot)?.ok_or_else(|| JournalError::Busy { file: path.to_path_buf() }).map(Some)
}

/// What is wrong with the first line of another file.
const NO_HEAD: &str = "it does not begin as a journal does";

/// The key of [`Head::solved`].
const SOLVED: &str = "solved";

/// Refuses a journal whose first line is not this head.
fn fits(path: &Path, line: &[u8], head: &Head) -> Result<(), JournalError> {
    let damaged = |what: &str| JournalError::Damaged { file: path.to_path_buf(), line: 1, what: what.to_string() };
    let wanted = serde_json::to_value(head).map_err(|e| damaged(&e.to_string()))?;
    let found: Value = serde_json::from_slice(line).map_err(|_| damaged(NO_HEAD))?;
    let (Some(wanted), Some(found)) = (wanted.as_object(), found.as_object()) else {
        return Err(damaged(NO_HEAD));
    };
    // Where nothing was solved before, nothing is said of it.
    let nothing = Value::Array(Vec::new());
    let of = |head: &serde_json::Map<String, Value>, key: &str| {
        head.get(key).cloned().or_else(|| (key == SOLVED).then(|| nothing.clone()))
    };
    for key in wanted.keys().map(String::as_str).chain([SOLVED]) {
        let found = of(found, key).ok_or_else(|| damaged(&format!("it does not say its `{key}`")))?;
        let wanted = of(wanted, key).unwrap_or_default();
        if found != wanted {
            let (file, what) = (path.to_path_buf(), key.to_string());
            return Err(JournalError::Differs { file, what, found: found.to_string(), wanted: wanted.to_string() });
        }
    }
    Ok(())
}

/// What a journal says, and where it ends.
struct Said {
    rules: Vec<String>,
    known: Vec<Known>,
    /// Bytes of its whole lines, and their checksum.
    end: (u64, Chain),
}

/// Reads a journal; `begins` says of the first line of which rule sets and how many positions it is. A last line without an end is none.
fn read(
    path: &Path,
    file: impl Read,
    begins: impl FnOnce(&str) -> Result<(Vec<String>, usize), JournalError>,
) -> Result<Said, JournalError> {
    let cannot = |error| JournalError::Io { doing: "read", file: path.to_path_buf(), error };
    let damaged = |line, what| JournalError::Damaged { file: path.to_path_buf(), line, what };
    let mut input = BufReader::new(file);
    let mut bytes = Vec::new();
    // What a whole line has; one without an end was being written, and is no longer than that.
    let mut next = |most: u64, number: usize| {
        bytes.clear();
        let length = input.by_ref().take(most).read_until(b'\n', &mut bytes).map_err(cannot)? as u64;
        match bytes.last() {
            Some(b'\n') => Ok(Some((String::from_utf8_lossy(&bytes).into_owned(), length))),
            _ if length < most => Ok(None),
            _ => Err(damaged(number, format!("it is longer than {most} bytes"))),
        }
    };
    let first = next(LONGEST_HEAD, 1)?;
    let (first, mut length) = first.ok_or_else(|| damaged(1, NO_HEAD.to_string()))?;
    let (rules, n) = begins(&first)?;
    let mut chain = Chain::of_head(first.as_bytes());
    let mut known = vec![Known::nothing(rules.len()); n];
    let mut number = 2;
    while let Some((line, bytes)) = next(LONGEST, number)? {
        let opened =
            chain.opened(&line).and_then(|(line, chain)| take(line.as_bytes(), &rules, &mut known).map(|()| chain));
        chain = opened.map_err(|what| damaged(number, what))?;
        length += bytes;
        number += 1;
    }
    Ok(Said { rules, known, end: (length, chain) })
}

/// What the journal of another sample says of positions.
pub struct Decided(Said);

/// What the first line of another sample's journal has to say.
#[derive(Deserialize)]
struct Other {
    format: u32,
    program: String,
    board: String,
    n: usize,
    rules: Vec<String>,
    spec: String,
    positions: String,
}

impl Decided {
    /// Reads the journal of another sample of these positions, or of the first of them: under other rule sets, or with another budget. It may
    /// still be written.
    ///
    /// # Errors
    /// [`JournalError::Foreign`], [`JournalError::Useless`] or [`JournalError::Io`].
    pub fn read(path: &Path, grid: Grid, positions: &[Position]) -> Result<Decided, JournalError> {
        let cannot = |error| JournalError::Io { doing: "read", file: path.to_path_buf(), error };
        let file = files::open(path, OpenOptions::new().read(true)).map_err(|error| match error {
            ReadError::Io(error) => cannot(error),
            error => cannot(io::Error::other(error)),
        })?;
        let is = |what, found: String, wanted: String| {
            let file = path.to_path_buf();
            if found == wanted { Ok(()) } else { Err(JournalError::Foreign { file, what, found, wanted }) }
        };
        let begins = |first: &str| {
            let damaged = |_| JournalError::Damaged { file: path.to_path_buf(), line: 1, what: NO_HEAD.to_string() };
            let head: Other = serde_json::from_str(first).map_err(damaged)?;
            is("format", head.format.to_string(), FORMAT.to_string())?;
            is("program", head.program, env!("CARGO_PKG_VERSION").to_string())?;
            is("board", head.board, grid.to_string())?;
            let first = positions.get(..head.n).ok_or_else(|| JournalError::Foreign {
                file: path.to_path_buf(),
                what: "n",
                found: head.n.to_string(),
                wanted: format!("at most {}", positions.len()),
            })?;
            is("positions", head.positions, digest(grid, first))?;
            is("spec", head.spec, spec_digest())?;
            Ok((head.rules, head.n))
        };
        read(path, file, begins).map(Decided).map_err(|error| match error {
            JournalError::Damaged { file, line, what } => JournalError::Useless { file, line, what },
            error => error,
        })
    }
}

/// Takes up what a line says, or says what is wrong with it.
fn take(line: &[u8], rules: &[String], known: &mut [Known]) -> Result<(), String> {
    let line: JournalLine = serde_json::from_slice(line).map_err(|_| "it is no verdict".to_string())?;
    let n = known.len();
    let position = match line {
        JournalLine::Outcome { position, .. } | JournalLine::Settled { position, .. } => position,
    };
    let known = known.get_mut(position).ok_or_else(|| format!("there is no position {position} in a sample of {n}"))?;
    match line {
        JournalLine::Outcome { rules: name, outcome, .. } => {
            let at = rules.iter().position(|r| *r == name).ok_or_else(|| format!("`{name}` was not asked for"))?;
            if known.outcomes[at].replace(outcome).is_some() {
                return Err(format!("position {position} has an outcome under `{name}` already"));
            }
        }
        JournalLine::Settled { settled, .. } => {
            let settled = match settled {
                Answer::Yes => Some(true),
                Answer::No => Some(false),
                Answer::Undecided => None,
            };
            if known.settled.replace(settled).is_some() {
                return Err(format!("it is said already whether position {position} is settled"));
            }
        }
    }
    Ok(())
}
