//! `shinpan check-proof`.

use std::path::PathBuf;

use super::output::to_stdout;
use super::{Exit, Failure};
use crate::files;
use crate::foreign;
use crate::law::Outcome;
use crate::proof::check::{Fault, check};
use crate::proof::{MOST_BYTES, Proof, value};
use crate::solve::Budget;

/// Verifies a proof written by `shinpan prove`.
///
/// The strategies are followed through the games with nothing but the moves of the rule set, and the verdict is found again
/// from the claims by its clauses, or from what players hold, by local games that are played over; those of a value (`prove --value`) through the whole game, whose ends are judged anew. Exit status: 0 it is valid, 1 it is rejected (which claim, in which state, why), 2 the file
/// is no proof.
#[derive(clap::Args)]
pub struct Args {
    /// The proof
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let shown = args.file.display();
    let text = files::read(&args.file, MOST_BYTES)
        .and_then(files::text)
        .map_err(|e| Failure(format!("cannot read {shown}: {e}")))?;
    if text.starts_with(&format!("{{\n\"format\": \"{}\"", value::FORMAT)) {
        return value_proof(&shown.to_string(), &text);
    }
    let proof = Proof::read(&text).map_err(|e| Failure(format!("{shown} is no proof: {e}")))?;
    let (line, found) = match check(&proof) {
        Ok(checked) => (
            format!(
                "valid: {} on {} is {}, by {} {} and {} states",
                checked.rules,
                checked.position,
                checked.outcome,
                checked.claims,
                if proof.claims.is_empty() && proof.held.is_some() { "local games" } else { "claims" },
                checked.states
            ),
            Exit::Success,
        ),
        Err(Fault::Rejected(why)) => (format!("rejected: {why}"), Exit::Failing),
        Err(Fault::Bad(why)) => return Err(Failure(format!("{shown} is no proof: {why}"))),
    };
    to_stdout(|out| writeln!(out, "{}", foreign::line(&line)))?;
    Ok(found)
}

/// Verifies a certificate of a value.
fn value_proof(shown: &str, text: &str) -> Result<Exit, Failure> {
    let proof = value::ValueProof::read(text).map_err(|e| Failure(format!("{shown} is no proof: {e}")))?;
    let (line, found) = match value::check(&proof, Budget::default()) {
        Ok(checked) => {
            let value::ValueProof { rules, board, to_move, value, .. } = &proof;
            let (outcome, states, ends) = (Outcome::Margin(*value), checked.states, checked.ends);
            let line = format!(
                "valid: the value of {board} with {to_move} to move is {outcome} under {rules}, by {states} states and {ends} ends"
            );
            (line, Exit::Success)
        }
        Err(Fault::Rejected(why)) => (format!("rejected: {why}"), Exit::Failing),
        Err(Fault::Bad(why)) => return Err(Failure(format!("{shown} is no proof: {why}"))),
    };
    to_stdout(|out| writeln!(out, "{}", foreign::line(&line)))?;
    Ok(found)
}
