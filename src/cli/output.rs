//! Output: files written whole or not at all, and standard output that may be closed early.
//!
//! A command that computes for long calls [`OutputFile::prepare`] (or [`OutputFolder::prepare`]) first, so that a name
//! that cannot be written is refused before the work and not after it, and `write` at the end. Each file is written
//! beside its place and moved there when it is complete: a reader never sees a part of it, and an error or a stop leaves
//! what was there before.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::Failure;
pub use crate::files::reason;
use crate::files::{self, temporary_in};
use crate::foreign::{self, Plain};

/// Calls `write` with standard output, buffered. A reader that has seen enough (a closed pipe) is no error: what is left
/// unwritten is dropped and the result is `Ok`. Nothing but text gets through ([`Plain`]).
///
/// # Errors
/// One line, if standard output cannot be written for another reason.
pub fn to_stdout(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    // Whole pieces of text reach the filter, and no error is met a second time when it is dropped.
    let mut out = BufWriter::new(Plain::new(io::stdout().lock()));
    let result = write(&mut out).and_then(|()| out.flush());
    // What is still in the buffer after an error cannot be written either.
    let _ = out.into_parts();
    written(result)
}

/// Text on standard output, with colours that `dress` puts in once nothing in it can act on a terminal any more.
///
/// # Errors
/// As for [`to_stdout`].
pub fn print_dressed(text: &str, dress: impl Fn(&str) -> String) -> Result<(), Failure> {
    let dressed = dress(&foreign::lines(text));
    let mut out = io::stdout().lock();
    written(out.write_all(dressed.as_bytes()).and_then(|()| out.flush()))
}

fn written(result: io::Result<()>) -> Result<(), Failure> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(Failure(format!("cannot write to standard output: {}", reason(&error)))),
        Ok(()) => Ok(()),
    }
}

/// A line on stderr; a stderr that cannot be written is no reason to stop.
pub fn message(text: &str) {
    let _ = writeln!(io::stderr(), "shinpan: {}", foreign::line(text));
}

/// A file to be written at the end of a run.
#[derive(Debug)]
pub struct OutputFile {
    /// As the user wrote it, for messages.
    shown: String,
    path: PathBuf,
    force: bool,
}

impl OutputFile {
    /// Checks that the file can be written: its folder exists and takes new files, and nothing has its name, unless
    /// `force`, which allows a regular file to be replaced.
    ///
    /// # Errors
    /// One line that says what is in the way and what would work.
    pub fn prepare(path: &Path, force: bool) -> Result<OutputFile, Failure> {
        let file = OutputFile::checked(path, force)?;
        // The only sure way to know is to try; the file is gone again at once.
        file.temporary()?;
        Ok(file)
    }

    /// The checks that need no writing.
    fn checked(path: &Path, force: bool) -> Result<OutputFile, Failure> {
        let shown = path.display().to_string();
        if path.file_name().is_none() || shown.ends_with('/') {
            return Err(Failure(format!("`{shown}` is no name of a file to write")));
        }
        let path = path.to_path_buf();
        match fs::symlink_metadata(&path) {
            Ok(_) if !force => return Err(exists(&shown)),
            Ok(found) => {
                if found.is_symlink() {
                    // Who made the link would choose what is replaced.
                    return Err(Failure(format!("{shown} is a link; name the file itself")));
                }
                if !found.is_file() {
                    return Err(Failure(format!("{shown} exists and is no regular file; name a file")));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let folder = folder_of(&path);
                if !folder.is_dir() {
                    let folder = folder.display();
                    return Err(Failure(format!("cannot write {shown}: there is no folder {folder}; create it first")));
                }
            }
            Err(error) => return Err(Failure(format!("cannot write {shown}: {}", reason(&error)))),
        }
        Ok(OutputFile { shown, path, force })
    }

    /// Writes the file: all of what `write` writes, or nothing.
    ///
    /// # Errors
    /// One line, if the file has appeared since [`OutputFile::prepare`] (and not `force`) or cannot be written whole.
    pub fn write(self, write: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>) -> Result<(), Failure> {
        let temporary = self.fill(write)?;
        self.persist(temporary)
    }

    /// The content in a temporary file beside the place of the file.
    fn fill(&self, write: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>) -> Result<NamedTempFile, Failure> {
        let mut temporary = self.temporary()?;
        let mut out = BufWriter::new(temporary.as_file_mut());
        let result = write(&mut out).and_then(|()| out.flush());
        let _ = out.into_parts();
        result.map_err(|error| self.failed(&error))?;
        Ok(temporary)
    }

    fn temporary(&self) -> Result<NamedTempFile, Failure> {
        temporary_in(folder_of(&self.path)).map_err(|error| self.failed(&error))
    }

    fn persist(&self, temporary: NamedTempFile) -> Result<(), Failure> {
        match files::persist(temporary, &self.path, self.force) {
            Ok(()) => Ok(()),
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => Err(exists(&self.shown)),
            Err(e) => Err(self.failed(&e)),
        }
    }

    fn failed(&self, error: &io::Error) -> Failure {
        Failure(format!("cannot write {}: {}", self.shown, reason(error)))
    }
}

/// A folder that takes several files at the end of a run.
#[derive(Debug)]
pub struct OutputFolder {
    dir: PathBuf,
    force: bool,
}

impl OutputFolder {
    /// Checks that files of these names can be written to the folder. A folder that does not exist is created if the
    /// folder it belongs to exists.
    ///
    /// # Errors
    /// One line that says what is in the way and what would work.
    pub fn prepare(dir: &Path, force: bool, names: &[impl AsRef<OsStr>]) -> Result<OutputFolder, Failure> {
        make_folder(dir)?;
        for name in names {
            OutputFile::prepare(&dir.join(name.as_ref()), force)?;
        }
        Ok(OutputFolder { dir: dir.to_path_buf(), force })
    }

    /// Writes the files, each of them whole. None is moved to its place before all are complete.
    ///
    /// # Errors
    /// One line, as for [`OutputFile::write`].
    pub fn write(&self, files: &[(impl AsRef<OsStr>, impl AsRef<[u8]>)]) -> Result<(), Failure> {
        let mut complete = Vec::with_capacity(files.len());
        for (name, content) in files {
            let file = OutputFile::checked(&self.dir.join(name.as_ref()), self.force)?;
            let temporary = file.fill(|out| out.write_all(content.as_ref()))?;
            complete.push((file, temporary));
        }
        complete.into_iter().try_for_each(|(file, temporary)| file.persist(temporary))
    }
}

fn exists(shown: &str) -> Failure {
    Failure(format!("{shown} exists; use --force to replace it, or name another file"))
}

/// Makes a folder, if it is not there and the folder it belongs to is.
///
/// # Errors
/// One line that says what is in the way.
pub fn make_folder(dir: &Path) -> Result<(), Failure> {
    let shown = dir.display();
    if dir.is_dir() {
        return Ok(());
    }
    if fs::symlink_metadata(dir).is_ok() {
        return Err(Failure(format!("{shown} exists and is no folder; name a folder")));
    }
    fs::create_dir(dir).map_err(|error| {
        let folder = folder_of(dir);
        Failure(if folder.is_dir() {
            format!("cannot create the folder {shown}: {}", reason(&error))
        } else {
            format!("cannot create the folder {shown}: there is no folder {}; create it first", folder.display())
        })
    })
}

/// The folder a path is in.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
