//! Files written whole or not at all: each is written beside its place and moved there when it is complete. And files that
//! one run at a time writes to.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

use tempfile::NamedTempFile;

/// How the names of files begin and end that are not complete yet. One is left behind where a process was killed.
pub const UNFINISHED: (&str, &str) = (".shinpan-", ".part");

/// A new file in `folder` that is gone when it is dropped, unless it is moved to its place.
///
/// # Errors
/// If none can be created there.
pub fn temporary_in(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED.0).suffix(UNFINISHED.1);
    #[cfg(unix)]
    {
        // As any other program would create it: temporary files are private otherwise.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Keeps other runs from what this file stands for, until it is closed, as it is when the process ends in whatever way. False if
/// another run does so already. Where the file system knows no locks nobody is kept from it.
///
/// # Errors
/// What the system says.
pub fn lock(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(true),
        Err(TryLockError::Error(error)) => Err(error),
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
        _ => return error.to_string(),
    };
    text.to_string()
}
