//! What `shinpan judge` may print.

use clap::ValueEnum;

/// Form of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Form {
    /// For people
    Text,
    /// For programs
    Json,
    /// For forums and reports
    Markdown,
    /// The position with a variation for each rule set: territory, dead stones and stones in seki marked
    Sgf,
    /// A picture of the boards
    Svg,
    /// A page that stands by itself: results, boards, and by which clauses
    Html,
    /// For papers: boards as TikZ and the counts, to be put into a document
    Latex,
}
