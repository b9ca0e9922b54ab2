//! An engine as a child process that is not trusted: it may hang, die, answer late, answer nonsense or without end.
//!
//! A thread writes to the engine, so that one that does not read cannot hold us; a thread reads what it says into a bounded
//! channel, so that one that floods is held by its pipe; another drains its standard error. Every command has a time limit
//! and every response a size limit. The process is a group of its own and is killed as one, and waited for: no zombie stays.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::guard;
use super::protocol::{Response, ResponseReader, TooMuch};

/// What an engine is allowed.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Time from the start of the process to its first response.
    pub start: Duration,
    /// Time for the response to any later command.
    pub answer: Duration,
    /// Time to exit after `quit`, before it is killed.
    pub quit: Duration,
    /// Bytes of a response, or of text between two responses.
    pub bytes: usize,
    /// Once set, nothing is waited for any more.
    pub stop: Option<&'static AtomicBool>,
}

impl Limits {
    fn stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// Time to exit after `quit` where the run is to stop.
const HURRY: Duration = Duration::from_millis(500);
/// How often it is looked whether the run is to stop.
const LOOK: Duration = Duration::from_millis(50);

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            start: Duration::from_secs(60),
            answer: Duration::from_secs(20),
            quit: Duration::from_secs(5),
            bytes: 1 << 20,
            stop: None,
        }
    }
}

/// What went wrong with an engine, with the command sent and what came back. One line each.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// The process could not be started.
    #[error("cannot start `{command}`: {error}")]
    NoStart {
        /// The command line.
        command: String,
        /// Why.
        error: String,
    },
    /// No response in time.
    #[error("`{sent}`: no answer within {} s{}", .limit.as_secs_f32(), quoted(" (came so far: ", .got, ")"))]
    TimedOut {
        /// The command.
        sent: String,
        /// The time allowed.
        limit: Duration,
        /// What has come instead.
        got: String,
    },
    /// The process ended, or closed its output.
    #[error("`{sent}`: the engine ended without an answer ({how}){}", quoted("; its last words: ", .stderr, ""))]
    Died {
        /// The command.
        sent: String,
        /// Exit status or signal.
        how: String,
        /// The end of its standard error.
        stderr: String,
    },
    /// More output than allowed.
    #[error("`{sent}`: more than {limit} bytes of {}", if *.in_response { "answer" } else { "text that is no answer" })]
    TooMuch {
        /// The command.
        sent: String,
        /// The bytes allowed.
        limit: usize,
        /// Whether within a response.
        in_response: bool,
    },
    /// The run is to stop: the response was not waited for.
    #[error("`{sent}`: not waited for, as the run was stopped")]
    Stopped {
        /// The command.
        sent: String,
    },
    /// A response to a command that was not sent or is not the next.
    #[error("`{sent}` (id {expected}): the answer has {}: `{got}`", .id.map_or("no id".into(), |id| format!("id {id}")))]
    WrongId {
        /// The command.
        sent: String,
        /// Its id.
        expected: u64,
        /// The id of the response.
        id: Option<u64>,
        /// The text of the response.
        got: String,
    },
}

fn quoted(before: &str, text: &str, after: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{before}`{}`{after}", text.trim()) }
}

impl Trouble {
    /// What kind of trouble, without details: part of the name of a cause.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Trouble::NoStart { .. } => "cannot be started",
            Trouble::TimedOut { .. } => "no answer in time",
            Trouble::Died { .. } => "the engine ended",
            Trouble::TooMuch { .. } => "too much output",
            Trouble::WrongId { .. } => "answer with a wrong id",
            Trouble::Stopped { .. } => "not waited for",
        }
    }

    /// The command that was not answered; empty if the process did not start.
    #[must_use]
    pub fn sent(&self) -> &str {
        match self {
            Trouble::NoStart { .. } => "",
            Trouble::TimedOut { sent, .. }
            | Trouble::Died { sent, .. }
            | Trouble::TooMuch { sent, .. }
            | Trouble::WrongId { sent, .. }
            | Trouble::Stopped { sent } => sent,
        }
    }
}

/// A response's text, or the text of its error.
pub type Answer = Result<String, String>;

/// A running engine.
pub struct Peer {
    child: Child,
    limits: Limits,
    input: Sender<Vec<u8>>,
    output: Receiver<Vec<u8>>,
    stderr: Arc<Mutex<Vec<u8>>>,
    reader: ResponseReader,
    /// Complete responses that nobody has asked for yet.
    ready: std::collections::VecDeque<Response>,
    next_id: u64,
    answered: bool,
    /// Whether responses repeat the id; learned from the first one.
    ids: bool,
    /// Responses that came after their time and were discarded.
    late: usize,
    /// How the process ended, once it has been waited for.
    ended: Option<String>,
}

/// The end of the standard error that is kept.
const LAST_WORDS: usize = 300;
/// Chunks of output waiting to be read, of at most [`CHUNK`] bytes each.
const CHUNKS: usize = 64;
const CHUNK: usize = 8192;

impl Peer {
    /// Starts an engine.
    ///
    /// # Errors
    /// [`Trouble::NoStart`].
    pub fn start(command: &[String], limits: Limits) -> Result<Peer, Trouble> {
        let failed = |error: String| Trouble::NoStart { command: command.join(" "), error };
        let (program, arguments) = command.split_first().ok_or_else(|| failed("the command is empty".to_string()))?;
        let mut process = Command::new(program);
        process.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = guard::start(&mut process).map_err(|e| failed(e.to_string()))?;
        let (Some(stdin), Some(stdout), Some(stderr)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(failed("its streams are not connected".to_string()));
        };
        let (input, to_write) = channel::<Vec<u8>>();
        std::thread::spawn(move || write_all(stdin, &to_write));
        let (read, output) = sync_channel(CHUNKS);
        std::thread::spawn(move || read_all(stdout, |bytes| read.send(bytes.to_vec()).is_ok()));
        let words = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&words);
        std::thread::spawn(move || read_all(stderr, |bytes| keep_end(&kept, bytes)));
        Ok(Peer {
            child,
            limits,
            input,
            output,
            stderr: words,
            reader: ResponseReader::new(limits.bytes),
            ready: std::collections::VecDeque::new(),
            next_id: 1,
            answered: false,
            ids: true,
            late: 0,
            ended: None,
        })
    }

    /// Sends a command and waits for its response.
    ///
    /// # Errors
    /// [`Trouble`], which names the command.
    pub fn ask(&mut self, command: &str) -> Result<Answer, Trouble> {
        let id = self.send(command);
        self.receive(id, command)
    }

    /// Sends commands without waiting in between, then waits for the responses.
    ///
    /// # Errors
    /// [`Trouble`] of the first command that has any.
    pub fn ask_all<S: AsRef<str>>(&mut self, commands: &[S]) -> Result<Vec<Answer>, Trouble> {
        let ids: Vec<u64> = commands.iter().map(|c| self.send(c.as_ref())).collect();
        ids.into_iter().zip(commands).map(|(id, command)| self.receive(id, command.as_ref())).collect()
    }

    /// Responses that came after their time and were discarded.
    #[must_use]
    pub fn late(&self) -> usize {
        self.late
    }

    /// Whether responses repeat the id of their command. Without, a late one cannot be told from the one awaited.
    #[must_use]
    pub fn repeats_ids(&self) -> bool {
        self.ids
    }

    fn send(&mut self, command: &str) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        // A process that is gone shows when its response is awaited.
        let _ = self.input.send(format!("{id} {command}\n").into_bytes());
        id
    }

    fn receive(&mut self, id: u64, sent: &str) -> Result<Answer, Trouble> {
        let sent = || sent.to_string();
        let limit = if self.answered { self.limits.answer } else { self.limits.start };
        let deadline = Instant::now() + limit;
        loop {
            while let Some(response) = self.ready.pop_front() {
                if !self.answered {
                    self.answered = true;
                    self.ids = response.id.is_some();
                }
                match response.id {
                    Some(found) if found == id => return Ok(answer(response)),
                    Some(found) if found < id => self.late += 1,
                    None if !self.ids => return Ok(answer(response)),
                    other => {
                        return Err(Trouble::WrongId { sent: sent(), expected: id, id: other, got: response.text });
                    }
                }
            }
            if self.limits.stopped() {
                return Err(Trouble::Stopped { sent: sent() });
            }
            let left = deadline.saturating_duration_since(Instant::now());
            let next =
                if left.is_zero() { Err(RecvTimeoutError::Timeout) } else { self.output.recv_timeout(left.min(LOOK)) };
            match next {
                Ok(bytes) => match self.reader.push(&bytes) {
                    Ok(responses) => self.ready.extend(responses),
                    Err(TooMuch { in_response, .. }) => {
                        return Err(Trouble::TooMuch { sent: sent(), limit: self.limits.bytes, in_response });
                    }
                },
                Err(RecvTimeoutError::Timeout) if left > LOOK => {}
                Err(RecvTimeoutError::Timeout) => {
                    return Err(Trouble::TimedOut { sent: sent(), limit, got: self.reader.take_stray() });
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let how = self.end(Duration::from_millis(200));
                    let stderr = self.stderr.lock().map(|w| String::from_utf8_lossy(&w).into_owned());
                    return Err(Trouble::Died { sent: sent(), how, stderr: stderr.unwrap_or_default() });
                }
            }
        }
    }

    /// Waits for the process to exit, kills it (with its children) if it does not, and says how it ended.
    fn end(&mut self, patience: Duration) -> String {
        if let Some(how) = &self.ended {
            return how.clone();
        }
        let status = guard::end(&mut self.child, patience);
        let how = status.map_or_else(|e| e.to_string(), |status| status.to_string());
        self.ended = Some(how.clone());
        how
    }

    /// Asks the engine to quit, and sees to it.
    pub fn quit(mut self) {
        self.send("quit");
        let patience = if self.limits.stopped() { HURRY } else { self.limits.quit };
        // Its output must be read on, or a full pipe might keep it from exiting.
        let deadline = Instant::now() + patience;
        while let Ok(_bytes) = self.output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {}
        self.end(deadline.saturating_duration_since(Instant::now()));
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        self.end(Duration::ZERO);
    }
}

fn answer(response: Response) -> Answer {
    if response.ok { Ok(response.text) } else { Err(response.text) }
}

fn write_all(mut stdin: impl Write, commands: &Receiver<Vec<u8>>) {
    for bytes in commands {
        if stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_all(mut stream: impl Read, mut take: impl FnMut(&[u8]) -> bool) {
    let mut chunk = [0; CHUNK];
    loop {
        match stream.read(&mut chunk) {
            Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
            Ok(0) | Err(_) => return,
            Ok(n) if !take(&chunk[..n]) => return,
            Ok(_) => {}
        }
    }
}

fn keep_end(kept: &Mutex<Vec<u8>>, bytes: &[u8]) -> bool {
    if let Ok(mut words) = kept.lock() {
        words.extend_from_slice(bytes);
        let surplus = words.len().saturating_sub(LAST_WORDS);
        words.drain(..surplus);
    }
    true
}
