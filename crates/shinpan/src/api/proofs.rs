//! Proofs of verdicts, as text.

use super::position::NotJudged;
use crate::board::plain::PlainPosition;
use crate::law::{Outcome, RuleSet};
use crate::proof::check::{Checked, Fault, check};
use crate::proof::prove::{Unproved, prove_any};
use crate::proof::{MOST_BYTES, NoProof, Proof};
use crate::solve::Budget;

/// Why there is no proof.
#[derive(Debug, thiserror::Error)]
pub enum NotProved {
    /// The position is not judged.
    #[error(transparent)]
    Position(#[from] NotJudged),
    /// The verdict is not proved.
    #[error(transparent)]
    Verdict(#[from] Unproved),
    /// The text is no proof.
    #[error("this is no proof: {0}")]
    Text(#[from] NoProof),
    /// It is one that shows nothing, or does not check.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// It cannot be written.
    #[error("the proof cannot be written: {0}")]
    Json(#[from] serde_json::Error),
}

impl NotProved {
    /// Whether it is a proof that does not show what it claims.
    #[must_use]
    pub fn is_rejected(&self) -> bool {
        matches!(self, NotProved::Fault(Fault::Rejected(_)))
    }
}

/// What a proof shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proved {
    /// The position.
    pub position: PlainPosition,
    /// The rule set.
    pub rules: RuleSet,
    /// What it says.
    pub outcome: Outcome,
    /// Claims shown, or local games.
    pub claims: usize,
    /// States of all strategies.
    pub states: usize,
}

/// The strategies that show a verdict, as `shinpan prove` writes them (specs/proof.md). A proof whose claims all have strategies has
/// been checked.
///
/// # Errors
/// [`NotProved`].
///
/// # Examples
/// ```
/// use shinpan::{Budget, RuleSet, check_proof, diagram, prove};
///
/// let rules = &RuleSet::defaults()[0];
/// let proof = prove(&diagram::parse("XX.O/XXOO/..O.")?, rules, Budget::default())?;
/// assert_eq!(check_proof(&proof)?.outcome.margin(), Some(-12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prove(position: &PlainPosition, rules: &RuleSet, budget: Budget) -> Result<String, NotProved> {
    if !position.is_legal() {
        return Err(NotJudged::NoLiberty.into());
    }
    let proof = prove_any(rules, position, budget, &|_| ())?;
    if proof.claims.iter().all(|claim| claim.not_certified.is_none()) {
        // A proof that does not check is none.
        check(&proof)?;
    }
    Ok(proof.to_json()?)
}

/// Verifies a proof: the strategies are followed with the moves of the rule set alone, and the verdict is found again from the claims.
///
/// # Errors
/// [`NotProved::Text`] and [`NotProved::Fault`]: the claim, the state and what is wrong with it.
pub fn check_proof(text: &str) -> Result<Proved, NotProved> {
    if text.len() as u64 > MOST_BYTES {
        return Err(Fault::Bad(format!("this is no proof: it has more than {} MiB", MOST_BYTES >> 20)).into());
    }
    let proof = Proof::read(text)?;
    let checked = check(&proof)?;
    let Checked { position, rules, outcome, claims, states } = checked;
    Ok(Proved { position, rules, outcome, claims, states })
}
