//! Files: read within a limit, written whole or not at all (each is written beside its place and moved there when it is
//! complete), and held by one run at a time. What is no regular file (a device, a pipe, a socket) is refused before it is read.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read};
use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::time::Duration;

use tempfile::NamedTempFile;

/// How the names of files begin and end that are not complete yet. One is left behind where a process was killed; a later run
/// removes it ([`tidy`]).
const UNFINISHED: (&str, &str) = (".shinpan-", ".part");
/// Characters of such a name between the two.
const RANDOM: usize = 6;
/// How long an unfinished file has not been written to before it is taken for left behind, where no locks are known. Elsewhere what
/// a running process writes is locked, but for the moment in which it is made.
const ABANDONED: Duration = Duration::from_secs(60);
const UNLOCKED: Duration = Duration::from_secs(2);

/// Why a file or stream was not read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// What the system says.
    #[error("{}", reason(.0))]
    Io(#[from] io::Error),
    /// It is no regular file.
    #[error("it is {0}, no regular file")]
    Special(&'static str),
    /// It has more bytes than what is read here may have.
    #[error("it is larger than {}, the most that is read here", size(*.0))]
    TooLarge(u64),
    /// It is no text.
    #[error("it is not UTF-8 text")]
    NoText,
}

impl ReadError {
    /// Whether there is no such file.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        matches!(self, ReadError::Io(error) if error.kind() == io::ErrorKind::NotFound)
    }
}

/// A number of bytes as people write it.
fn size(bytes: u64) -> String {
    match bytes {
        b if b >= 1 << 20 && b % (1 << 20) == 0 => format!("{} MiB", b >> 20),
        b if b >= 1 << 10 && b % (1 << 10) == 0 => format!("{} KiB", b >> 10),
        b => format!("{b} bytes"),
    }
}

/// The whole of a regular file of at most `most` bytes.
///
/// # Errors
/// [`ReadError`].
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, ReadError> {
    let file = open(path, OpenOptions::new().read(true))?;
    let length = file.metadata()?.len();
    if length > most {
        return Err(ReadError::TooLarge(most));
    }
    read_from(file, most)
}

/// The whole of a stream, standard input for example, of at most `most` bytes.
///
/// # Errors
/// [`ReadError`]; not more than one byte beyond the limit has been read then.
pub fn read_from(input: impl Read, most: u64) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    input.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(ReadError::TooLarge(most)) } else { Ok(bytes) }
}

/// Bytes as text.
///
/// # Errors
/// [`ReadError::NoText`].
pub fn text(bytes: Vec<u8>) -> Result<String, ReadError> {
    String::from_utf8(bytes).map_err(|_| ReadError::NoText)
}

/// Opens a regular file. Nothing else is waited for (a pipe without a writer) or set going (a device).
///
/// # Errors
/// [`ReadError::Io`] or [`ReadError::Special`].
pub fn open(path: &Path, options: &mut OpenOptions) -> Result<File, ReadError> {
    match path.metadata() {
        Ok(found) => regular(&found)?,
        // To be created, perhaps.
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error.into()),
    }
    #[cfg(unix)]
    {
        // It may have become something else meanwhile.
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(nix::libc::O_NONBLOCK | nix::libc::O_NOCTTY);
    }
    let file = options.open(path)?;
    regular(&file.metadata()?)?;
    Ok(file)
}

/// Opens a regular file that this program has made: a link in its place is refused.
///
/// # Errors
/// [`ReadError::Io`] or [`ReadError::Special`].
pub fn open_own(path: &Path, options: &mut OpenOptions) -> Result<File, ReadError> {
    match path.symlink_metadata() {
        Ok(found) if found.is_symlink() => return Err(ReadError::Special("a link")),
        _ => {}
    }
    let file = open(path, options)?;
    // It may have become a link meanwhile.
    if path.symlink_metadata()?.is_symlink() { Err(ReadError::Special("a link")) } else { Ok(file) }
}

/// Refuses what is no regular file.
fn regular(found: &std::fs::Metadata) -> Result<(), ReadError> {
    let kind = found.file_type();
    if kind.is_file() {
        return Ok(());
    }
    if kind.is_dir() {
        return Err(ReadError::Io(io::ErrorKind::IsADirectory.into()));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return Err(ReadError::Special("a pipe"));
        }
        if kind.is_socket() {
            return Err(ReadError::Special("a socket"));
        }
    }
    Err(ReadError::Special("a device"))
}

/// A new file in `folder` that is gone when it is dropped, unless it is moved to its place ([`persist`]). Those that killed runs
/// have left there are removed.
///
/// # Errors
/// If none can be created there.
pub fn temporary_in(folder: &Path) -> io::Result<NamedTempFile> {
    tidy(folder, UNLOCKED)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED.0).suffix(UNFINISHED.1).rand_bytes(RANDOM);
    #[cfg(unix)]
    {
        // As any other program would create it: temporary files are private otherwise.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let file = builder.tempfile_in(folder)?;
    // Shows other runs that it is not left behind.
    locks(file.as_file())?;
    Ok(file)
}

/// Moves a complete file to its place, so that it is there after a loss of power: first what it holds is written, then the
/// folder. Unless it `replaces`, nothing may have its name. A file that is replaced passes on its permissions.
///
/// # Errors
/// What the system says: [`io::ErrorKind::AlreadyExists`] if something has its name.
pub fn persist(temporary: NamedTempFile, path: &Path, replaces: bool) -> io::Result<()> {
    if replaces
        && let Ok(found) = path.symlink_metadata()
        && found.is_file()
    {
        temporary.as_file().set_permissions(found.permissions())?;
    }
    temporary.as_file().sync_all()?;
    let persisted = if replaces { temporary.persist(path) } else { temporary.persist_noclobber(path) };
    unlocks(&persisted.map_err(|e| e.error)?);
    sync_folder(path)
}

/// Makes the entries of the folder that `path` is in safe from a loss of power: names that were made, moved or removed.
///
/// # Errors
/// What the system says; a file system that knows no such thing is none.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        match File::open(folder).and_then(|folder| folder.sync_all()) {
            Err(e) if matches!(e.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => {}
            // One may write to a folder without being allowed to read it.
            Err(e) if e.kind() == io::ErrorKind::PermissionDenied => {}
            other => return other,
        }
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

/// Removes the files from a folder that killed runs have left incomplete: regular ones of exactly such a name, of this user,
/// that nobody holds and nobody has written to for so long (a minute where the file system knows no locks).
///
/// # Errors
/// The folder cannot be read, or one of them not removed.
pub fn tidy(folder: &Path, abandoned: Duration) -> io::Result<()> {
    let entries = match folder.read_dir() {
        Ok(entries) => entries,
        // One may write to a folder without being allowed to list it.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => return Ok(()),
        Err(error) => return Err(error),
    };
    for entry in entries {
        let entry = entry?;
        if !entry.file_name().to_str().is_some_and(is_unfinished) {
            continue;
        }
        let path = entry.path();
        // Gone meanwhile, or not for us to look at: not ours to remove.
        let Ok(file) = open_own(&path, OpenOptions::new().read(true).write(true)) else { continue };
        let found = file.metadata()?;
        let age = found.modified()?.elapsed().unwrap_or_default();
        let left = is_own(&found)
            && match file.try_lock() {
                Ok(()) => age >= abandoned,
                Err(TryLockError::WouldBlock) => false,
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => age >= ABANDONED,
                Err(TryLockError::Error(error)) => return Err(error),
            };
        if left {
            match std::fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
    }
    Ok(())
}

/// Whether a name is one of [`temporary_in`].
fn is_unfinished(name: &str) -> bool {
    let random = name.strip_prefix(UNFINISHED.0).and_then(|rest| rest.strip_suffix(UNFINISHED.1));
    random.is_some_and(|r| r.len() == RANDOM && r.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// Whether a file belongs to the user whose process this is.
fn is_own(found: &std::fs::Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        found.uid() == nix::unistd::geteuid().as_raw()
    }
    #[cfg(not(unix))]
    {
        let _ = found;
        true
    }
}

/// A file that no other run holds. It is let go when this is dropped, as it is when the process ends in whatever way.
#[derive(Debug)]
pub struct Held(File);

impl Held {
    /// Keeps other runs from what this file stands for. `None` if another run does so already. Where the file system knows no
    /// locks nobody is kept from it.
    ///
    /// # Errors
    /// What the system says.
    pub fn hold(file: File) -> io::Result<Option<Held>> {
        Ok(locks(&file)?.then(|| Held(file)))
    }
}

/// Locks a file; false if somebody else has.
fn locks(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(true),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Unlocks a file. Closing it is not enough: a child that another thread is just beginning has a copy of the handle until it runs
/// its own program, and the lock lasts as long as any copy.
fn unlocks(file: &File) {
    // Where there are no locks there is none to let go.
    let _ = file.unlock();
}

impl Drop for Held {
    fn drop(&mut self) {
        unlocks(&self.0);
    }
}

impl Deref for Held {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

impl DerefMut for Held {
    fn deref_mut(&mut self) -> &mut File {
        &mut self.0
    }
}

/// What went wrong, without the number of the error and the path of a temporary file.
#[must_use]
pub fn reason(error: &io::Error) -> String {
    let text = match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder",
        io::ErrorKind::PermissionDenied => "permission denied",
        io::ErrorKind::StorageFull => "no space left on the disk",
        io::ErrorKind::ReadOnlyFilesystem => "the file system is read-only",
        io::ErrorKind::IsADirectory => "it is a folder",
        io::ErrorKind::NotADirectory => "a part of the path is no folder",
        io::ErrorKind::FileTooLarge => "the file is larger than this process may write (ulimit -f)",
        _ => return error.to_string(),
    };
    text.to_string()
}
