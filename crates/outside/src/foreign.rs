//! Text of others (files, records, answers of engines, names of files) made harmless before it reaches a terminal or a file of
//! ours: nothing in it moves a cursor, hides or reorders what stands beside it, or begins a line that looks like one of ours.
//!
//! Characters that do so are spelled as JSON spells them (`\u001b`, `\n`), so a string of JSON still says what it said. [`line`] is
//! for text within a line of ours, [`lines`] for a text of several lines, [`markdown`] for a cell or heading of a report, and
//! [`Plain`] is a second wall: a writer that lets nothing else through, which standard output is written by.

use std::borrow::Cow;
use std::io::{self, Write};

/// The most characters of a text that are shown within a line.
pub const MOST: usize = 2000;

/// Whether a character does something other than to stand there: a control character (C0, DEL, C1), a separator of lines or
/// paragraphs, or an invisible one that changes what others look like (directions, zero width, tags).
#[must_use]
pub fn acts(ch: char) -> bool {
    ch.is_control()
        || matches!(ch,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Spells a character that acts.
fn spell(ch: char, out: &mut String) {
    match ch {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        _ => ch.encode_utf16(&mut [0; 2]).iter().for_each(|unit| out.push_str(&format!("\\u{unit:04x}"))),
    }
}

/// The text as part of a line: what acts is spelled out, and what is beyond [`MOST`] characters left out, which is said.
#[must_use]
pub fn line(text: &str) -> String {
    let mut out = String::with_capacity(text.len().min(MOST));
    let mut chars = text.chars();
    for ch in chars.by_ref().take(MOST) {
        if acts(ch) { spell(ch, &mut out) } else { out.push(ch) }
    }
    match chars.count() {
        0 => out,
        more => format!("{out}... ({more} more characters)"),
    }
}

/// The text with its line ends (each as a line feed) and tabs; everything else that acts is spelled out.
#[must_use]
pub fn lines(text: &str) -> Cow<'_, str> {
    let kept = |ch: char| ch == '\n' || ch == '\t' || !acts(ch);
    if text.chars().all(kept) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(ch) = chars.next() {
        match ch {
            '\r' if chars.peek() == Some(&'\n') => {}
            '\r' => out.push('\n'),
            ch if kept(ch) => out.push(ch),
            ch => spell(ch, &mut out),
        }
    }
    out.into()
}

/// The text as a cell of a table or part of a heading in Markdown: on one line, no end of the cell, no HTML and no link.
#[must_use]
pub fn markdown(text: &str) -> String {
    let one = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line(&one).replace('|', "\\|").replace('<', "&lt;").replace("](", "]\\(")
}

/// A writer that lets only text through that does nothing: line feeds and tabs are kept, what else acts is spelled out, and
/// bytes that are no UTF-8 become replacement characters.
#[derive(Debug)]
pub struct Plain<W: Write> {
    inner: W,
    /// The beginning of a character that the next bytes complete.
    begun: Vec<u8>,
}

impl<W: Write> Plain<W> {
    /// A writer to `inner`.
    pub fn new(inner: W) -> Plain<W> {
        Plain { inner, begun: Vec::new() }
    }

    fn text(&mut self, text: &str) -> io::Result<()> {
        let kept = |ch: char| ch == '\n' || ch == '\t' || !acts(ch);
        if text.chars().all(kept) {
            return self.inner.write_all(text.as_bytes());
        }
        let mut out = String::with_capacity(text.len());
        text.chars().for_each(|ch| if kept(ch) { out.push(ch) } else { spell(ch, &mut out) });
        self.inner.write_all(out.as_bytes())
    }
}

impl<W: Write> Write for Plain<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let harmless = |b: &u8| matches!(b, b' '..=b'~' | b'\n' | b'\t');
        if self.begun.is_empty() && bytes.iter().all(harmless) {
            return self.inner.write_all(bytes).map(|()| bytes.len());
        }
        let mut all = std::mem::take(&mut self.begun);
        all.extend_from_slice(bytes);
        let mut rest = &all[..];
        while !rest.is_empty() {
            match std::str::from_utf8(rest) {
                Ok(text) => {
                    self.text(text)?;
                    break;
                }
                Err(error) => {
                    let (good, bad) = rest.split_at(error.valid_up_to());
                    self.text(&String::from_utf8_lossy(good))?;
                    let Some(length) = error.error_len() else {
                        self.begun = bad.to_vec();
                        break;
                    };
                    self.inner.write_all("\u{fffd}".as_bytes())?;
                    rest = &bad[length..];
                }
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
