//! Progress on stderr.
