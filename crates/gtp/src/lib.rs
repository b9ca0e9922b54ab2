//! The Go Text Protocol, version 2, in both directions: [`peer`] drives an engine as a child process, [`server`] is an
//! engine that knows the rule sets. [`protocol`] is the text of the protocol, [`game`] a game as the protocol sees it,
//! [`handicap`] where handicap stones go.

extern crate self as gtp;
use shinpan_atlas as atlas;
use shinpan_board as board;
use shinpan_outside::{defects, files};
use shinpan_record as record;
use shinpan_report as report;
use shinpan_texts::{law, texts};

pub mod agreement;
pub mod game;
pub mod guard;
pub mod handicap;
pub mod peer;
pub mod protocol;
pub mod referee;
pub mod server;
mod solve;
pub mod terms;
