extern crate self as shinpan;
pub mod check {
    pub use shinpan_check::*;
}
pub mod board {
    pub use shinpan_board::*;
}
pub mod solve {
    pub use shinpan_solve::*;
}
pub mod gtp {
    pub use shinpan_gtp::*;
}
pub mod law {
    pub use shinpan_texts::law::*;
}
#[path = "../../../tests/check/mutant.rs"]
mod mutant;
#[path = "../../../tests/check/mutants.rs"]
mod mutants;
