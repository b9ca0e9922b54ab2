//! Records and positions as SGF.

use sgf_parse::go::Prop;

use super::game::{Act, Action, Record, Setup};
use crate::board::plain::PlainPosition;
use crate::board::{Colour, Grid};
use crate::foreign;

/// The record as SGF, with a comment for each node: the first for the start, then one for each action (empty for none).
#[must_use]
pub fn write(record: &Record, comments: &[String]) -> String {
    let Setup { position, to_move, komi, rules, result, info } = &record.setup;
    let grid = record.grid();
    let size =
        if grid.rows() == grid.cols() { grid.rows().to_string() } else { format!("{}:{}", grid.cols(), grid.rows()) };
    let mut out = format!("(;FF[4]GM[1]CA[UTF-8]AP[shinpan:{}]SZ[{size}]", env!("CARGO_PKG_VERSION"));
    let mut actions = record.actions.as_slice();
    let mut comments = comments.iter();
    let mut comment = comments.next().cloned().unwrap_or_default();
    // Handicap stones on an empty board belong to the root.
    let mut handicap: &[usize] = &[];
    if let Some((Action { player: Colour::Black, act: Act::Handicap(points), .. }, rest)) = actions.split_first()
        && points.len() >= 2
        && to_move.is_none()
        && stand(points, grid)
        && position.cells().iter().all(Option::is_none)
    {
        handicap = points;
        actions = rest;
        out.push_str(&format!("HA[{}]", points.len()));
        comment = joined(&comment, comments.next().map_or("", String::as_str));
    }
    for (ident, colour) in [("AB", Colour::Black), ("AW", Colour::White)] {
        let stands = |p: &usize| position.at(*p) == Some(colour) || (colour == Colour::Black && handicap.contains(p));
        let points: Vec<String> = (0..grid.len()).filter(stands).map(|p| letters(grid, p)).collect();
        if !points.is_empty() {
            out.push_str(&Prop::Unknown(ident.to_string(), points).to_string());
        }
    }
    if let Some(player) = to_move {
        out.push_str(&format!("PL[{}]", player.letter()));
    }
    if let Some(komi) = komi {
        out.push_str(&format!("KM[{komi}]"));
    }
    for (ident, value) in [("RU", rules), ("RE", result)] {
        if let Some(value) = value {
            out.push_str(&value_of(ident, value));
        }
    }
    let mut root = comment;
    for (ident, value) in info {
        if ident == "C" { root = joined(value, &root) } else { out.push_str(&value_of(ident, value)) }
    }
    push_comment(&mut out, &root);
    if let (Some((Action { player, act: Act::Resign, .. }, rest)), Some(result), 0) =
        (actions.split_last(), result, comments.len())
    {
        // The result of the root says so, and is read as this action.
        let how = format!("{}+R", player.opponent().letter());
        if result.to_ascii_uppercase().starts_with(&how) && !rest.iter().any(|a| a.act == Act::Resign) {
            actions = rest;
        }
    }
    for action in actions {
        out.push_str("\n;");
        let ident = action.player.letter();
        match &action.act {
            Act::Play(p) => out.push_str(&format!("{ident}[{}]", letters(grid, *p))),
            Act::Pass => out.push_str(&format!("{ident}[]")),
            _ => out.push_str(&value_of("SHIN", &action.text(grid))),
        }
        push_comment(&mut out, &joined(&action.comment, comments.next().map_or("", String::as_str)));
    }
    out.push_str(")\n");
    out
}

/// What is said of a position: a variation of its own in the file.
pub struct Said {
    /// In words.
    pub comment: String,
    /// Points by the property that marks them: `TB`, `TW`, `MA`, `SQ`, ...
    pub marks: Vec<(&'static str, Vec<usize>)>,
}

/// A position as SGF, with a comment and one variation for each thing said of it.
#[must_use]
pub fn write_position(position: &PlainPosition, comment: &str, said: &[Said]) -> String {
    let setup = Setup { position: position.clone(), ..Setup::new(position.grid()) };
    let mut record = Record::new(setup);
    record.setup.info.push(("C".to_string(), comment.to_string()));
    let mut out = write(&record, &[]);
    let grid = position.grid();
    out.truncate(out.trim_end().len() - 1);
    for Said { comment, marks } in said {
        out.push_str("\n(;");
        for (ident, points) in marks.iter().filter(|(_, points)| !points.is_empty()) {
            let points = points.iter().map(|&p| letters(grid, p)).collect();
            out.push_str(&Prop::Unknown((*ident).to_string(), points).to_string());
        }
        push_comment(&mut out, comment);
        out.push(')');
    }
    out.push_str(")\n");
    out
}

/// Whether these stones, each once and in the order of the board, are a legal position by themselves.
fn stand(points: &[usize], grid: Grid) -> bool {
    let cells = (0..grid.len()).map(|p| points.contains(&p).then_some(Colour::Black)).collect();
    points.windows(2).all(|w| w[0] < w[1]) && PlainPosition::from_cells(grid, cells).is_some_and(|p| p.is_legal())
}

fn joined(one: &str, other: &str) -> String {
    if one.is_empty() || other.is_empty() { format!("{one}{other}") } else { format!("{one}\n\n{other}") }
}

fn push_comment(out: &mut String, comment: &str) {
    if !comment.is_empty() {
        out.push_str(&value_of("C", comment));
    }
}

fn value_of(ident: &str, value: &str) -> String {
    format!("{ident}[{}]", foreign::lines(value).replace('\\', "\\\\").replace(']', "\\]"))
}

/// The letters of a point: column, row from above.
fn letters(grid: Grid, p: usize) -> String {
    let letter = |n: usize| (b'a' + n as u8) as char;
    format!("{}{}", letter(p % grid.cols()), letter(p / grid.cols()))
}
