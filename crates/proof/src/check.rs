//! Verifies proofs with the kernel, the moves of the rule sets and the clauses alone: everything that has to be believed of
//! a proof besides those is in this crate, in [`shinpan_texts::proof::verified`], and in what the text says of its claims ([`super::claim`]): the game, where it
//! starts, what is to be brought about; and how the claims give the verdict.
//!
//! That a strategy does bring it about is verified there. What players hold is verified in [`super::regions::check`], by the rules of
//! local games ([`crate::solve::local`]).

use std::collections::HashMap;

use serde_json::json;
use shinpan_texts::texts::proofs;

use super::claim::{Judged, What};
use super::{Claim, FORMAT, Proof, regions};
use crate::board::plain::PlainPosition;
use crate::board::{Board, diagram};
use crate::law::encoded::EncodedVerdict;
use crate::law::{Outcome, RuleSet};

/// Why a proof is none.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// It cannot be read: something in it names nothing that exists.
    #[error("{0}")]
    Bad(String),
    /// It can be read and does not show what it claims.
    #[error("{0}")]
    Rejected(String),
}

impl Fault {
    /// The fault of something in the proof.
    #[must_use]
    pub fn at(self, what: String) -> Fault {
        match self {
            Fault::Bad(why) => Fault::Bad(format!("{what}: {why}")),
            Fault::Rejected(why) => Fault::Rejected(format!("{what}: {why}")),
        }
    }
}

/// What has been verified.
#[derive(Debug)]
pub struct Checked {
    /// The position.
    pub position: PlainPosition,
    /// The rule set.
    pub rules: RuleSet,
    /// What it says, by the clauses.
    pub outcome: Outcome,
    /// Claims, or local games.
    pub claims: usize,
    /// States of all strategies, steps included.
    pub states: usize,
}

/// Verifies a proof.
///
/// # Errors
/// [`Fault`]: the claim, the state and what is wrong with it.
pub fn check(proof: &Proof) -> Result<Checked, Fault> {
    let bad = Fault::Bad;
    if proof.format != FORMAT {
        return Err(bad(format!("the format is `{}`, not `{FORMAT}`", proof.format)));
    }
    let diagram = diagram::parse(&proof.board).map_err(|e| bad(format!("board: {e}")))?;
    if diagram.to_string() != proof.board {
        return Err(bad(format!("board: write `{diagram}`")));
    }
    let rules = match RuleSet::parse(&proof.rules) {
        Ok(sets) if sets.len() == 1 && sets[0].to_string() == proof.rules => sets[0].clone(),
        Ok(sets) => return Err(bad(format!("rules: write one rule set, `{}`", sets[0]))),
        Err(error) => return Err(bad(format!("rules: {error}"))),
    };
    if let Some(held) = proof.held.as_ref().filter(|_| proof.claims.is_empty()) {
        return regions::check::check(proof, held, &diagram, &rules);
    }
    let (board, position) = Board::new(diagram.grid())
        .zip(diagram.to_position())
        .ok_or_else(|| bad("the board is too large for claims".to_string()))?;
    if proof.held.is_some() != proof.claims.iter().any(|claim| claim.seen) {
        return Err(Fault::Rejected(
            "claims are seen from what players hold if that is said, and only then".to_string(),
        ));
    }
    let held = proof.held.as_deref().unwrap_or_default();
    let sight = regions::check::sight(&diagram, held)?;
    let judged = Judged { board: &board, position, rules: &rules };
    let unproved = || Fault::Rejected(format!("no proofs are written of what `{rules}` rests on"));
    let text = proofs(&rules).ok_or_else(unproved)?;
    let mut claims: Vec<(What, &Claim)> = Vec::new();
    let mut holds = HashMap::new();
    for (number, claim) in proof.claims.iter().enumerate() {
        let at = |why: String| format!("claim {}: {why}", number + 1);
        let what = What::read(&claim.claim, judged, text.terms()).map_err(|why| bad(at(why)))?;
        if holds.insert(what, claim.holds).is_some() {
            return Err(Fault::Rejected(at("it is made twice".to_string())));
        }
        claims.push((what, claim));
    }
    for (number, (what, claim)) in claims.into_iter().enumerate() {
        let verified = match &claim.not_certified {
            Some(why) => Err(format!("not certified: {why}")),
            None if claim.seen => {
                let by_play = claim.history.is_some() || claim.strategy.is_some() || claim.steps.is_some();
                if by_play {
                    Err("it is seen from what players hold, or shown by play, not both".to_string())
                } else if text.seen(judged, what, claim.holds, &holds, &sight) {
                    Ok(())
                } else {
                    Err("it is not seen from what players hold".to_string())
                }
            }
            None => {
                let forced = text.forced(judged, what, claim.holds, &holds);
                forced.and_then(|forced| forced.verify(judged, claim))
            }
        };
        verified.map_err(|why| {
            let sentence = text.sentence(judged, what, claim.holds);
            Fault::Rejected(format!("claim {} ({sentence}): {why}", number + 1))
        })?;
    }
    regions::check::verify_asked(&sight, held)?;
    let (verdict, used) = text.verdict(judged, &holds).map_err(Fault::Rejected)?;
    if let Outcome::Undecided { .. } = verdict.outcome {
        return Err(Fault::Rejected("a claim is missing: the verdict stays undecided".to_string()));
    }
    // A margin may be the same whether or not it is alive, but claims are of the position without the dead strings.
    if let Some(open) = verdict.open().next() {
        let name = judged.names(open.string.stones).join(" ");
        return Err(Fault::Rejected(format!("a claim is missing: the life of {name} stays undecided")));
    }
    if let Some((&what, &holds)) = holds.iter().find(|(what, _)| !used.contains(what)) {
        let sentence = text.sentence(judged, what, holds);
        return Err(Fault::Rejected(format!("nothing rests on the claim `{sentence}`")));
    }
    let written = EncodedVerdict { history: None, ..verdict.encoded(board.grid()) };
    if json!(written) != proof.verdict {
        return Err(Fault::Rejected(format!("the claims do not give this verdict, but {}", verdict.outcome)));
    }
    let of_claims = proof.claims.iter().flat_map(|c| c.history.iter().chain(&c.strategy).chain(&c.steps)).map(Vec::len);
    let states = of_claims.sum::<usize>() + regions::check::states(held);
    Ok(Checked { position: diagram, rules, outcome: verdict.outcome, claims: proof.claims.len(), states })
}
