//! Output files: written whole or not at all.
