//! Rules documents as literal interpreters ([`texts`], a folder each), what they share ([`law`]), and what is claimed of them in
//! proofs ([`proof`]).

pub mod law;
pub mod proof;
pub mod texts;

use shinpan_board as board;
use shinpan_record as record;
use shinpan_solve as solve;
