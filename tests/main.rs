//! All tests but those beside the code: one program, so that the library is linked once and long tests share the processors.

mod accelerators;
mod cases;
mod check;
mod cli;
mod conformance;
mod corpus;
mod dense;
mod diverge;
mod explore;
mod frozen;
mod games;
mod gtp;
mod hostile;
mod kernel;
#[cfg(feature = "parquet")]
mod parquet;
mod perft;
mod procedure;
mod proof;
mod protocol;
mod readme;
mod record;
mod replay;
mod sample;
mod search;
mod spec;
mod tables;
mod trace;
mod twin;
mod value_proofs;
mod values;
mod values_kept;
mod whole;
mod words;
