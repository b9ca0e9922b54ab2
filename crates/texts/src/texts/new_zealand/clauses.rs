//! The clauses and readings of the text, made from its clause file.

include!(concat!(env!("OUT_DIR"), "/nz.rs"));
