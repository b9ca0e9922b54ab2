//! The processes of engines: nothing of them is left when an engine is ended, nor when this program is.
//!
//! An engine is started as a process group of its own, which is killed as one. What has left the group (`setsid`) is found by
//! descent where the system lists processes (Linux), and what has lost its parent becomes a child of this process there once
//! [`adopt`] has been called, so that it is found as well.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use wait_timeout::ChildExt;

/// The processes started here that have not been waited for.
static STARTED: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());
/// Whether every other child of this process is what an engine has left.
static ADOPTS: AtomicBool = AtomicBool::new(false);
/// Nothing is started any more.
static CLOSED: AtomicBool = AtomicBool::new(false);

/// From now on processes that engines start and leave behind become children of this one, and every child that was not started
/// here is ended with the engine. For a program that starts nothing else. Without effect where the system cannot do it.
pub fn adopt() {
    #[cfg(target_os = "linux")]
    ADOPTS.store(nix::sys::prctl::set_child_subreaper(true).is_ok(), Ordering::Relaxed);
}

/// Starts a process as a group of its own: Ctrl-C is ours, and it can be killed with its children.
///
/// # Errors
/// What the system says; none is started after [`end_all`].
pub fn start(command: &mut Command) -> io::Result<Child> {
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        command.process_group(0);
    }
    // Held until it is listed: it must not be taken for one that was left behind.
    let mut started = STARTED.lock().unwrap_or_else(PoisonError::into_inner);
    if CLOSED.load(Ordering::Relaxed) {
        return Err(io::Error::other("the program is being ended"));
    }
    let child = command.spawn()?;
    started.insert(child.id());
    Ok(child)
}

/// Waits for a process to exit for so long, kills it and whatever it has started, and says how it ended.
///
/// # Errors
/// What the system says.
pub fn end(child: &mut Child, patience: Duration) -> io::Result<ExitStatus> {
    let exited = child.wait_timeout(patience)?;
    if exited.is_none() {
        kill_all(child.id(), true);
        // Where there are no groups.
        let _ = child.kill();
    }
    let status = match exited {
        Some(status) => Ok(status),
        None => child.wait(),
    };
    STARTED.lock().unwrap_or_else(PoisonError::into_inner).remove(&child.id());
    // What it has left behind.
    kill_all(child.id(), false);
    status
}

/// Kills every process started here and whatever they have started; none is started any more. For the end of this process.
pub fn end_all() {
    CLOSED.store(true, Ordering::Relaxed);
    let started = STARTED.lock().unwrap_or_else(PoisonError::into_inner).clone();
    started.into_iter().for_each(|pid| kill_all(pid, true));
}

/// Kills the group that a process leads, the processes that descend from it (and itself, if it `runs`), and those adopted.
fn kill_all(pid: u32, runs: bool) {
    #[cfg(unix)]
    {
        use nix::sys::signal::{Signal, kill, killpg};
        use nix::unistd::Pid;
        let Ok(leader) = i32::try_from(pid) else { return };
        // New ones may come about while others are killed: again, until there are none.
        for _ in 0..ROUNDS {
            let found = family(leader, runs);
            // A group or process that is gone already is as well.
            let _ = killpg(Pid::from_raw(leader), Signal::SIGKILL);
            if found.is_empty() {
                return;
            }
            for pid in found {
                let _ = kill(Pid::from_raw(pid), Signal::SIGKILL);
            }
            std::thread::sleep(ROUND);
            reap();
        }
    }
    #[cfg(not(unix))]
    let _ = (pid, runs);
}

/// Rounds of killing, and the time between two: what forks faster than it is killed is given up.
#[cfg(unix)]
const ROUNDS: usize = 50;
#[cfg(unix)]
const ROUND: Duration = Duration::from_millis(10);

/// A process as the system lists it.
#[cfg(unix)]
struct Listed {
    pid: i32,
    parent: i32,
    /// It has ended, and somebody has to wait for it.
    ended: bool,
}

/// The processes that are to be killed with an engine and run still.
#[cfg(unix)]
fn family(leader: i32, runs: bool) -> Vec<i32> {
    let all = processes();
    let mut found: Vec<i32> = if runs { vec![leader] } else { Vec::new() };
    found.extend(adopted(&all));
    let mut next = 0;
    while next < found.len() {
        let parent = found[next];
        found.extend(
            all.iter().filter(|p| p.parent == parent && !found.contains(&p.pid)).map(|p| p.pid).collect::<Vec<_>>(),
        );
        next += 1;
    }
    found.retain(|pid| all.iter().any(|p| p.pid == *pid && !p.ended));
    found
}

/// Children of this process that it has not started.
#[cfg(unix)]
fn adopted(all: &[Listed]) -> Vec<i32> {
    if !ADOPTS.load(Ordering::Relaxed) {
        return Vec::new();
    }
    let started = STARTED.lock().unwrap_or_else(PoisonError::into_inner);
    let here = nix::unistd::getpid().as_raw();
    let own = |pid: i32| u32::try_from(pid).is_ok_and(|pid| started.contains(&pid));
    all.iter().filter(|p| p.parent == here && !own(p.pid)).map(|p| p.pid).collect()
}

/// Waits for adopted processes that have ended.
#[cfg(unix)]
fn reap() {
    use nix::sys::wait::{WaitPidFlag, waitpid};
    for pid in adopted(&processes()) {
        let _ = waitpid(nix::unistd::Pid::from_raw(pid), Some(WaitPidFlag::WNOHANG));
    }
}

/// All processes; none where the system does not list them in `/proc`.
#[cfg(unix)]
fn processes() -> Vec<Listed> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let listed = |entry: io::Result<std::fs::DirEntry>| {
        let pid = entry.ok()?.file_name().to_str()?.parse().ok()?;
        // `PID (NAME) STATE PARENT ...`, where the name may have brackets too.
        let stat = std::fs::read(format!("/proc/{pid}/stat")).ok()?;
        let stat = String::from_utf8_lossy(&stat);
        let mut words = stat.rsplit_once(')')?.1.split_whitespace();
        let state = words.next()?;
        Some(Listed { pid, parent: words.next()?.parse().ok()?, ended: state == "Z" || state == "X" })
    };
    entries.filter_map(listed).collect()
}
