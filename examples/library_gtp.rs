//! The side of GTP that is the same whatever library of Go answers, for Rust: as `library_gtp.py`. A shim copies this file and gives
//! [`serve`] its game and its commands (docs/src/shims.md). The library here is a board that takes every play and knows no rule.
#![allow(dead_code)]

use std::io::{BufRead, Write};

/// Answers a command, with the words after it, or refuses it.
pub type Handler<G> = fn(&mut G, &[&str]) -> Result<String, String>;

const COLUMNS: &str = "ABCDEFGHJKLMNOPQRST";

/// Column and row of a point, from 0, the row from below; `None` is a pass.
pub fn point(words: &[&str], at: usize, size: usize) -> Result<Option<(usize, usize)>, String> {
    let name = words.get(at).ok_or("syntax error: a point is missing")?.to_uppercase();
    if name == "PASS" {
        return Ok(None);
    }
    let (column, row) = name.split_at_checked(1).ok_or("syntax error")?;
    let row = row.parse::<usize>().ok().filter(|row| (1..=size).contains(row)).map(|row| row - 1);
    let column = COLUMNS.find(column).filter(|column| *column < size);
    column.zip(row).map(Some).ok_or_else(|| "not on the board".to_string())
}

/// The name of a point.
pub fn vertex((column, row): (usize, usize)) -> String {
    format!("{}{}", &COLUMNS[column..=column], row + 1)
}

/// Whether the first word names Black.
pub fn is_black(words: &[&str]) -> Result<bool, String> {
    match words.first().map(|word| word.to_lowercase()).as_deref() {
        Some("b" | "black") => Ok(true),
        Some("w" | "white") => Ok(false),
        _ => Err("syntax error: a player is missing".to_string()),
    }
}

/// Answers until `quit`, or the end of the input.
pub fn serve<G>(
    (name, game, commands): (&str, &mut G, &[(&str, Handler<G>)]),
    input: impl BufRead,
    mut output: impl Write,
) -> std::io::Result<()> {
    let known = ["protocol_version", "name", "version", "list_commands", "quit"];
    let listed: Vec<&str> = known.into_iter().chain(commands.iter().map(|(name, _)| *name)).collect();
    for line in input.lines() {
        let line = line?;
        let mut words = line.split('#').next().unwrap_or_default().split_whitespace().peekable();
        let number = words.next_if(|word| word.parse::<u64>().is_ok()).unwrap_or_default();
        let Some(command) = words.next() else { continue };
        let own = commands.iter().find(|(name, _)| *name == command);
        let answer = match (command, own) {
            (_, Some((_, handler))) => handler(game, &words.collect::<Vec<_>>()),
            ("protocol_version", _) => Ok("2".to_string()),
            ("name", _) => Ok(name.to_string()),
            ("version" | "quit", _) => Ok(String::new()),
            ("list_commands", _) => Ok(listed.join("\n")),
            _ => Err("unknown command".to_string()),
        };
        let (sign, text) = answer.map_or_else(|error| ('?', error), |text| ('=', text));
        write!(output, "{sign}{number} {text}\n\n").and_then(|()| output.flush())?;
        if command == "quit" {
            break;
        }
    }
    Ok(())
}

fn main() -> std::io::Result<()> {
    let commands: [(&str, Handler<usize>); 3] = [
        ("boardsize", |size, words| {
            let asked = words.first().and_then(|n| n.parse().ok()).filter(|n| (2..=19).contains(n));
            asked.map(|n| *size = n).map(|()| String::new()).ok_or_else(|| "unacceptable size".to_string())
        }),
        ("clear_board", |_, _| Ok(String::new())),
        ("play", |size, words| point(words, 1, *size).map(|_| String::new())),
    ];
    serve(("empty", &mut 19, &commands), std::io::stdin().lock(), std::io::stdout())
}
