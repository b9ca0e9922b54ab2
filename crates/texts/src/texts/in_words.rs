//! What reports and help texts say of several texts at once.

use super::aj2004::game::LONGEST_ANALYSED;
use super::j1997::layers::LONGEST;
use super::j1997::refused::MOST_CARRIED;

/// What tells whether a position is settled besides the fates of its strings ([`super::play_outs`]).
pub const SETTLED_BY_PLAY: &str = "the play-out of j1997";

/// What tells the fates of strings ([`super::fates`]).
pub const FATES: &str = "the MindSports text";

/// What it is that a position is settled.
pub const SETTLED: &str = "no string's fate in the MindSports text depends on who moves first, and the play-out of the 1997 text does \
                           not depend on who passed first";

/// What gives stones and points no status.
pub const WITHOUT_STATUS: &str = "the analyses of aj2004 and the play-out of j1997";

/// Names by which any of the Japanese texts could be meant.
pub const JAPANESE: &[&str] = &["japanese", "japan", "jp", "territory", "nihonkiin"];

/// On which boards rule sets are practical where not on all ([`crate::law::Document::practical`]), a board with more legal positions
/// than `large` being large.
#[must_use]
pub fn practical(large: u64) -> String {
    format!(
        "Play-outs, `infinite=defender` and `endless=never-ends` are looked at on boards of up to {large} legal positions, play-outs \
         and `dead=superko` on boards of one row up to 1x{LONGEST}, aj2004 on those up to 1x{LONGEST_ANALYSED}, `endless=refused` on \
         boards of up to {MOST_CARRIED} points"
    )
}

/// Positions that show something: what, the position, and the rule sets that are asked, separated by spaces; all where none are named.
pub const POSITIONS: [(&str, &str, &str); 6] = [
    ("Two stones on three points", ".OO", "j1989 j1989:enable=none"),
    ("Two stones in a corner", ".XX/XX./OO.", ""),
    ("Dame left open: seki", "..X.O./XXX.OO/..X.O.", "j1989 ms-japanese aj2004"),
    (
        "Three points without capturing",
        ".XXO./OXXOO/XOOO./XXXOO/XXXXX/.X.XX",
        "j1989 j1989:enable=enclosed ms-japanese",
    ),
    ("Bent four in the corner", "XXXXXX./OOXXXXX/.OOOOX./XXX.OXX", "j1989 ms-japanese aj2004"),
    (
        "The end of a game on 9x9",
        ".X.XO.OO./XX.XOO.OO/.XXXXOOO./XX.XOO.OO/XXXXOOOO./..XXXOX.O/XXX.XOOOO/X.XXXOO.O/.XXXXXOO.",
        "",
    ),
];

/// A name for an example in a help text, as a literal: help texts are put together when the program is built.
#[macro_export]
macro_rules! example {
    // A rule set; also the default where one is needed and none is given.
    (one) => {
        "j1989"
    };
    // One with an area margin.
    (area) => {
        "ms-chinese"
    };
    // One with a territory margin, of the same document.
    (territory) => {
        "ms-japanese"
    };
    // One whose result is a value of play.
    (by_play) => {
        "aj2004"
    };
    // Two values of a choice.
    (reading) => {
        "enable=none"
    };
    (another_reading) => {
        "seki=group"
    };
    // A rule set that needs to be told who passed first.
    (needs_first) => {
        "j1997"
    };
    // A clause.
    (clause) => {
        "j1989.7.2"
    };
    // The clauses of an article.
    (clauses) => {
        "j1989.7"
    };
}
pub use example;
