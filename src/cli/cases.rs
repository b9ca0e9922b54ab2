//! `shinpan cases`.

use super::{Failure, Found};

/// To be described.
#[derive(clap::Args)]
pub struct Args {}

pub fn run(_: &Args) -> Result<Found, Failure> {
    Err(Failure("not built yet".to_string()))
}
