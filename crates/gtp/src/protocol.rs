//! The text of GTP, version 2 (G. Farneback, "Specification of the Go Text Protocol, version 2, draft 2"): commands and
//! responses, read leniently and written strictly.

use std::io::{self, BufRead};

use crate::board::{Colour, Grid};

/// A command as it arrives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandLine {
    /// The number before the command, which the response repeats.
    pub id: Option<u64>,
    /// The name of the command.
    pub name: String,
    /// Its arguments.
    pub arguments: Vec<String>,
}

/// A line without control characters and comment: a tab is a blank, other control characters are dropped, `#` starts a
/// comment. Bytes that are not UTF-8 become replacement characters.
#[must_use]
pub fn cleaned(raw: &[u8]) -> String {
    let text = String::from_utf8_lossy(raw);
    let text = text.split('#').next().unwrap_or_default();
    let kept = text.chars().filter_map(|ch| match ch {
        '\t' => Some(' '),
        ch if ch.is_control() || ch == '\u{feff}' => None,
        ch => Some(ch),
    });
    kept.collect::<String>().trim().to_string()
}

/// Reads a command; `None` for a line that holds none (blank, or only a comment).
#[must_use]
pub fn parse_command(raw: &[u8]) -> Option<CommandLine> {
    let line = cleaned(raw);
    let mut words = line.split_whitespace().map(str::to_string).peekable();
    let id = words.peek()?.parse().ok();
    if id.is_some() {
        words.next();
    }
    Some(CommandLine { id, name: words.next().unwrap_or_default(), arguments: words.collect() })
}

/// Writes a response: `=` or `?`, the id, the text, an empty line. Empty lines within the text would end the response and
/// are dropped.
#[must_use]
pub fn format_response(id: Option<u64>, answer: Result<&str, &str>) -> String {
    let (mark, text) = match answer {
        Ok(text) => ('=', text),
        Err(text) => ('?', text),
    };
    let id = id.map(|id| id.to_string()).unwrap_or_default();
    // A text that starts with a line end is a block of lines below the mark (showboard).
    let below = if text.starts_with('\n') { "\n" } else { "" };
    let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|l| !l.is_empty()).collect();
    format!("{mark}{id} {below}{}\n\n", lines.join("\n"))
}

/// A response as it arrives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Response {
    /// `=` rather than `?`.
    pub ok: bool,
    /// The id repeated, if there is one.
    pub id: Option<u64>,
    /// The text after mark and id, without trailing blanks; lines joined by `\n`.
    pub text: String,
}

/// More arrived than the limit allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooMuch {
    /// How many bytes, at least.
    pub bytes: usize,
    /// Whether they belong to a response; otherwise they stand between responses.
    pub in_response: bool,
}

/// Cuts a stream of bytes into responses, keeping at most `limit` bytes at a time.
#[derive(Debug)]
pub struct ResponseReader {
    limit: usize,
    /// Bytes not yet cut into lines.
    pending: Vec<u8>,
    /// The response being read.
    current: Option<Vec<String>>,
    /// Bytes of the response being read, or of stray lines since the last response.
    size: usize,
    /// The first stray text since [`ResponseReader::take_stray`].
    stray: String,
}

/// The most of a stray text that is kept, in characters.
const STRAY: usize = 120;

impl ResponseReader {
    /// A reader that refuses responses of more than `limit` bytes.
    #[must_use]
    pub fn new(limit: usize) -> ResponseReader {
        ResponseReader { limit, pending: Vec::new(), current: None, size: 0, stray: String::new() }
    }

    /// Takes what has arrived and returns the responses that are complete.
    ///
    /// # Errors
    /// [`TooMuch`]: nothing more can be read from this stream.
    pub fn push(&mut self, bytes: &[u8]) -> Result<Vec<Response>, TooMuch> {
        let mut complete = Vec::new();
        self.pending.extend_from_slice(bytes);
        let mut from = 0;
        while let Some(end) = self.pending[from..].iter().position(|&b| b == b'\n') {
            let line = String::from_utf8_lossy(&self.pending[from..from + end]).into_owned();
            self.size += end + 1;
            from += end + 1;
            complete.extend(self.line(&line));
            self.check(0)?;
        }
        self.pending.drain(..from);
        self.check(self.pending.len())?;
        Ok(complete)
    }

    fn check(&self, more: usize) -> Result<(), TooMuch> {
        let bytes = self.size + more;
        if bytes <= self.limit { Ok(()) } else { Err(TooMuch { bytes, in_response: self.current.is_some() }) }
    }

    fn line(&mut self, raw: &str) -> Option<Response> {
        let cleared: String = raw.chars().filter(|c| *c == '\t' || !c.is_control()).collect();
        let line = cleared.replace('\t', " ");
        let line = line.trim_end();
        match &mut self.current {
            Some(lines) if line.is_empty() => {
                let response = response(lines);
                self.current = None;
                self.size = 0;
                Some(response)
            }
            Some(lines) => {
                lines.push(line.to_string());
                None
            }
            None => {
                if line.starts_with(['=', '?']) {
                    self.size = raw.len() + 1;
                    self.current = Some(vec![line.to_string()]);
                } else if !line.is_empty() && self.stray.is_empty() {
                    self.stray = line.chars().take(STRAY).collect();
                }
                None
            }
        }
    }

    /// Text between responses, or an unfinished line or response: what there is to quote when no answer came.
    #[must_use]
    pub fn take_stray(&mut self) -> String {
        let stray = std::mem::take(&mut self.stray);
        if !stray.is_empty() {
            return stray;
        }
        let rest = String::from_utf8_lossy(&self.pending).into_owned();
        let begun = self.current.as_ref().map(|lines| lines.join(" ")).unwrap_or_default();
        format!("{begun}{rest}").chars().take(STRAY).collect()
    }
}

fn response(lines: &[String]) -> Response {
    let first = lines.first().map(String::as_str).unwrap_or_default();
    let ok = first.starts_with('=');
    let rest = first.get(1..).unwrap_or_default();
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let id = rest[..digits].parse().ok();
    let mut text: Vec<&str> = vec![rest[digits..].trim()];
    text.extend(lines.iter().skip(1).map(String::as_str));
    Response { ok, id, text: text.join("\n").trim_end().trim_start_matches(' ').to_string() }
}

/// Reads a colour: `b`, `black`, `w` or `white` in either case.
///
/// # Errors
/// What would be right.
pub fn parse_colour(text: &str) -> Result<Colour, String> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Colour::Black),
        "w" | "white" => Ok(Colour::White),
        _ => Err(format!("`{text}` is no colour: write black or white")),
    }
}

/// Reads a vertex: a point, or `None` for `pass`.
///
/// # Errors
/// What would be right.
pub fn parse_vertex(grid: Grid, text: &str) -> Result<Option<usize>, String> {
    if text.eq_ignore_ascii_case("pass") {
        return Ok(None);
    }
    grid.point(text).map(Some).map_err(|e| e.to_string())
}

/// Writes a vertex; `None` is a pass.
#[must_use]
pub fn vertex(grid: Grid, point: Option<usize>) -> String {
    point.map_or_else(|| "pass".to_string(), |p| grid.name(p))
}

/// The colour as GTP writes it.
#[must_use]
pub fn colour_name(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "black",
        Colour::White => "white",
    }
}

/// A margin, Black less White, as GTP writes it.
#[must_use]
pub fn score_text(margin: f64) -> String {
    if margin == 0.0 {
        "0".to_string()
    } else if margin > 0.0 {
        format!("B+{margin:.1}")
    } else {
        format!("W+{:.1}", -margin)
    }
}

/// The longest line that is kept: longer ones are cut, their rest is read and dropped.
const LONGEST: usize = 1 << 20;

/// Reads a line with its end; the number of bytes read, 0 at the end of the input.
///
/// # Errors
/// The input fails.
pub fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<usize> {
    let mut read = 0;
    loop {
        let chunk = match input.fill_buf() {
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        let end = chunk.iter().position(|&b| b == b'\n');
        let length = end.map_or(chunk.len(), |at| at + 1);
        let kept = length.min(LONGEST.saturating_sub(line.len()));
        line.extend_from_slice(&chunk[..kept]);
        input.consume(length);
        read += length;
        if end.is_some() || length == 0 {
            return Ok(read);
        }
    }
}
