//! The value of the whole game from every position of a board at once: what best play comes to, of plays and passes until two
//! successive passes stop it, then a number for the last position, prisoners taken on the way added where they count.
//! `docs/src/values.md` has the definitions and the proofs.
//!
//! * [`graph`]: the states and the plays between them, once for all texts that allow the same plays;
//! * [`bounds`]: what each player forces without a memory of the game, with the ranks that show it;
//! * [`sure`]: which of that stands under a rule that remembers the game (fixed-ko, superko);
//! * [`remembering`]: the value of a position by a search with the history, where that does not tell;
//! * [`verify`]: the bounds checked against the board's own plays.

pub mod bounds;
pub mod graph;
pub mod remembering;
pub mod sure;
pub mod verify;
