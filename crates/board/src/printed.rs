//! Boards as other programs and people print them (GNU Go, KataGo and Pachi on `showboard`, forums, Unicode and full-width
//! stones), brought into the form that is read: line by line and character by character, so that places in messages stay.

/// The text without what is no board: comments, what a program says beside it, marks of the last moves. Rows, and whatever is
/// wrong in them, stay.
pub(super) fn plain(text: &str) -> String {
    let lines: Vec<String> = text
        .lines()
        .map(|line| line.replace("[go]", "    ").replace("[/go]", "     ").chars().map(character).collect())
        .collect();
    let forum = |line: &str| line.trim_start().starts_with("$$");
    let rows: Vec<String> = lines.iter().map(|line| if forum(line) { line.clone() } else { row(line) }).collect();
    let filled = |row: &String| !row.trim().is_empty();
    let (first, last) = (rows.iter().position(filled).unwrap_or(0), rows.iter().rposition(filled).unwrap_or(0));
    let mut out = String::with_capacity(text.len());
    for (n, (line, row)) in lines.iter().zip(&rows).enumerate() {
        // Nothing is said between two rows.
        let inside = first < n && n < last && !filled(row);
        out.push_str(if inside { line.split('#').next().unwrap_or("") } else { row });
        out.push('\n');
    }
    out
}

/// Stones and points of other alphabets. Lines between points are blanks.
fn character(ch: char) -> char {
    match ch {
        '●' | '⚫' | '⬤' | 'Ｘ' => 'X',
        '○' | '⚪' | '◯' | '〇' | 'Ｏ' => 'O',
        '．' | '・' | '·' | '＋' | '┼' | '╋' | '┌' | '┬' | '┐' | '├' | '┤' | '└' | '┴' | '┘' | '╬' => {
            '.'
        }
        '─' | '│' | '━' | '┃' | '\u{fe0e}' | '\u{fe0f}' => ' ',
        '／' => '/',
        other => other,
    }
}

/// A line that is no part of a `$$` diagram.
fn row(line: &str) -> String {
    let line = line.split('#').next().unwrap_or("");
    // GTP answers begin with it, and the number of the question.
    let answer = line.trim().strip_prefix('=').is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()));
    if answer || line.contains(':') || (talks(line) && !numbered(line)) {
        return String::new();
    }
    if !numbered(line) {
        return second_board(line, 'A', 2);
    }
    // What is said beside a row stands after its number.
    let said = line.split_whitespace().find(|token| talks(token) || shouts(token));
    let line = said.map_or(line, |token| &line[..line.find(token).unwrap_or(line.len())]);
    let line = second_board(line, '|', 3);
    let mut cells: Vec<char> = line.chars().collect();
    let spaced = cells.windows(2).any(|two| ".XO+,".contains(two[0]) && two[1] == ' ');
    for at in 0..cells.len() {
        let after_stone = at > 0 && "XO".contains(cells[at - 1]);
        let marked = cells[at].is_ascii_digit() && after_stone && spaced;
        if marked || cells[at] == '(' || cells[at] == ')' {
            cells[at] = ' ';
        }
    }
    cells.into_iter().collect()
}

/// The line up to where a second board begins: at the `nth` time that a mark stands there.
fn second_board(line: &str, mark: char, nth: usize) -> String {
    let at = line.char_indices().filter(|&(_, ch)| ch == mark).nth(nth - 1);
    match at {
        // The number of the second board's row stands before its border.
        Some((at, '|')) => line[..at].trim_end().trim_end_matches(|ch: char| ch.is_ascii_digit()).to_string(),
        Some((at, _)) => line[..at].to_string(),
        None => line.to_string(),
    }
}

/// Whether the line begins with a row number.
fn numbered(line: &str) -> bool {
    line.trim_start().starts_with(|ch: char| ch.is_ascii_digit())
}

/// Whether there is a word in it: three small letters together that are no stones.
fn talks(text: &str) -> bool {
    text.split(|ch: char| !ch.is_ascii_lowercase())
        .any(|word| word.len() >= 3 && word.chars().any(|ch| !"xo".contains(ch)))
}

/// Whether it is a word in capitals that is no row of stones.
fn shouts(token: &str) -> bool {
    token.len() >= 4 && token.chars().all(|ch| ch.is_ascii_uppercase()) && token.chars().any(|ch| !"XO".contains(ch))
}
