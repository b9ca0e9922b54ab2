//! What players agree on, as the command line gives it.

use super::Failure;
use crate::board::plain::PlainPosition;
pub use crate::gtp::agreement::{Claimed, Counted, counted};

/// The points that `text` names, separated by commas or blanks; `none` names none.
///
/// # Errors
/// One line that names what is no stone.
pub fn stones(option: &str, text: &str, position: &PlainPosition) -> Result<Vec<usize>, Failure> {
    if text.trim() == "none" {
        return Ok(Vec::new());
    }
    let grid = position.grid();
    let mut found = Vec::new();
    for name in text.split([',', ' ']).filter(|name| !name.is_empty()) {
        let p = grid.point(name).map_err(|error| Failure(format!("{option}: {error}")))?;
        if position.at(p).is_none() {
            return Err(Failure(format!(
                "{option}: there is no stone on {name}; name a stone of each string, or `none`"
            )));
        }
        found.extend(position.string_at(p));
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}
