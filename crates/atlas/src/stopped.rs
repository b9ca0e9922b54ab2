//! What a run over a board says that was asked to stop.

/// The run was asked to stop before it was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("stopped before the end; nothing was written")]
pub struct Stopped;
