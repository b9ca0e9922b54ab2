//! The numbers by which functions and callers say what is meant.

/// An empty point.
pub const SHINPAN_EMPTY: i32 = 0;
/// Black, and a point with a black stone.
pub const SHINPAN_BLACK: i32 = 1;
/// White, and a point with a white stone.
pub const SHINPAN_WHITE: i32 = 2;
/// A pass.
pub const SHINPAN_PASS: i32 = -1;

/// It was done.
pub const SHINPAN_OK: i32 = 0;
/// The rules refuse the play; shinpan_error has the clause.
pub const SHINPAN_REFUSED: i32 = 1;
/// It could not be done; shinpan_error says why.
pub const SHINPAN_ERROR: i32 = -1;

/// The outcome is a margin: lo and hi are alike.
pub const SHINPAN_MARGIN: i32 = 0;
/// The text gives no result: lo is the most that Black forces, hi the least that White does.
pub const SHINPAN_NO_RESULT: i32 = 1;
/// It is not decided within the budget: it lies between lo and hi.
pub const SHINPAN_UNDECIDED: i32 = 2;
