//! What keeps the questions of the texts within reach and is in none of them: moves that cannot help left out of a game,
//! and sound bounds of a state's value that are seen without looking further. Each says why it holds, and tests hold the
//! answers equal to those of the bare games.

pub(super) mod analysis;
pub(super) mod confirmation;
pub(super) mod continuation;
pub(super) mod play_out;
