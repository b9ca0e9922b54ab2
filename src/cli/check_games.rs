//! `shinpan check --games`.

use std::path::PathBuf;

use super::output::{message, to_stdout};
use super::{Exit, Failure};
use crate::check::games::{Checked, check};
use crate::files;
use crate::law::RuleSet;
use crate::solve::Budget;

/// Checks the games of files against a rule set, one line each; a file that cannot be read is one line too, and the rest goes on.
///
/// # Errors
/// Something was not checked, and nothing was found in the rest.
pub fn run(sets: &[RuleSet], paths: &[PathBuf], budget: Budget, json: bool) -> Result<Exit, Failure> {
    let mut checked: Vec<Checked> = Vec::new();
    let mut unread = 0;
    for path in paths {
        let file = path.display().to_string();
        let bytes = match files::read(path, crate::record::MOST_BYTES) {
            Ok(bytes) => bytes,
            Err(error) => {
                message(&format!("cannot read {file}: {error}"));
                unread += 1;
                continue;
            }
        };
        for game in check(sets, &file, &bytes, budget) {
            match game {
                Ok(game) => checked.push(game),
                Err(bad) => {
                    message(&bad.to_string());
                    unread += 1;
                }
            }
        }
    }
    let line = |game: &Checked| if json { game.json().to_string() } else { game.text() };
    let text: String = checked.iter().map(|game| crate::foreign::line(&line(game)) + "\n").collect();
    to_stdout(|out| out.write_all(text.as_bytes()))?;
    let differing = checked.iter().filter(|game| game.differs()).count();
    let open = checked.iter().filter(|game| game.is_open()).count();
    message(&format!(
        "{} games: {differing} at odds with the text, {open} whose result was not compared, {unread} not read",
        checked.len() + unread
    ));
    match (differing, open + unread) {
        (0, 0) => Ok(Exit::Success),
        (0, _) => Err(Failure("not all is checked: see above".to_string())),
        _ => Ok(Exit::Failing),
    }
}
