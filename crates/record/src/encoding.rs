//! The bytes of a file as text.

use std::borrow::Cow;

/// The text of the file, and what is to be said of that: UTF-16 by its first bytes, UTF-8, or what its `CA` property says, or else
/// Latin-1, the default of SGF.
pub fn decoded(bytes: &[u8]) -> (Cow<'_, str>, Vec<String>) {
    if let Some((text, name)) = utf_16(bytes) {
        return (text.into(), vec![format!("the file is {name}, which SGF does not provide for; it is read as such")]);
    }
    if let Ok(text) = std::str::from_utf8(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)) {
        return (text.into(), Vec::new());
    }
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(2000)]);
    let label =
        head.split_once("CA[").and_then(|(_, rest)| rest.split_once(']')).map(|(label, _)| label.trim().to_string());
    let named = label.as_deref().and_then(|label| encoding_rs::Encoding::for_label(label.as_bytes()));
    let (text, used, damaged) = named.unwrap_or(encoding_rs::WINDOWS_1252).decode(bytes);
    if !damaged && named.is_some() {
        return (text, Vec::new());
    }
    (text, vec![format!("the file is not UTF-8; read as {}, its texts may be wrong", used.name())])
}

/// The text of a file in UTF-16, and the name of the encoding: the file begins with a byte order mark, or with a character of
/// which one byte is zero.
pub fn utf_16(bytes: &[u8]) -> Option<(String, &'static str)> {
    let encoding = match bytes {
        [0xff, 0xfe, ..] | [1..=u8::MAX, 0, 1..=u8::MAX, 0, ..] => encoding_rs::UTF_16LE,
        [0xfe, 0xff, ..] | [0, 1..=u8::MAX, 0, 1..=u8::MAX, ..] => encoding_rs::UTF_16BE,
        _ => return None,
    };
    Some((encoding.decode(bytes).0.into_owned(), encoding.name()))
}
