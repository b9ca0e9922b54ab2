//! Proofs of verdicts: the strategies that show what each player forces, as data that others can check.
//!
//! [`prove`] writes a [`Proof`], [`check`] verifies one; they share nothing but this format and what the texts say of their claims
//! ([`claim`]). `specs/proof.md` describes the format.

extern crate self as proof;
use shinpan_board as board;
use shinpan_solve as solve;
use shinpan_texts::law;

pub mod check;
pub mod prove;
pub mod regions;
pub mod value;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use shinpan_texts::proof::{Claim, Entry, Statement, claim, steps};

pub use self::regions::{GameProof, HeldProof, PartStep};

/// What the first member of a proof says: the format and its version.
pub const FORMAT: &str = "shinpan proof 1";

/// A verdict and the claims it rests on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// [`FORMAT`].
    pub format: String,
    /// The final position, `X.O/XXO`.
    pub board: String,
    /// One rule set, with its readings.
    pub rules: String,
    /// What the rule set says of the position, as `judge --format json` writes it (without `history`).
    pub verdict: Value,
    /// What has to be shown for that; empty if the clauses need no play.
    pub claims: Vec<Claim>,
    /// What players hold: claims are seen from it, or, where there are none, the verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<Vec<HeldProof>>,
}

/// Why a text is no proof.
#[derive(Debug, thiserror::Error)]
pub enum NoProof {
    /// It is not JSON of this form.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    /// It says what a proof may say, written in another way.
    #[error("line {line} is not as `shinpan prove` writes it (specs/proof.md): expected `{right}` and a line feed")]
    NotCanonical {
        /// The first line that differs, from 1.
        line: usize,
        /// How it is written.
        right: String,
    },
}

/// The most bytes of a proof that is read.
pub const MOST_BYTES: u64 = 64 << 20;

impl Proof {
    /// Reads a proof, which has to be written as [`Proof::to_json`] writes it: so no member stands in it twice, none is unknown,
    /// and no two texts are one proof.
    ///
    /// # Errors
    /// [`NoProof`].
    pub fn read(text: &str) -> Result<Proof, NoProof> {
        let proof: Proof = serde_json::from_str(text)?;
        let canonical = proof.to_json()?;
        if canonical == text {
            return Ok(proof);
        }
        // Line ends count, which `lines` would take off.
        let mut pairs = text.split('\n').zip(canonical.split('\n'));
        let line = 1 + pairs.by_ref().take_while(|(is, right)| is == right).count();
        let right = canonical.split('\n').nth(line - 1).unwrap_or_default().to_string();
        Err(NoProof::NotCanonical { line, right })
    }

    /// The proof as JSON, one entry of a strategy a line.
    ///
    /// # Errors
    /// None that can come about: all members can be written.
    pub fn to_json(&self) -> serde_json::Result<String> {
        let mut out = format!(
            "{{\n\"format\": {},\n\"board\": {},\n\"rules\": {},\n\"verdict\": {},\n\"claims\": [",
            text(&self.format)?,
            text(&self.board)?,
            text(&self.rules)?,
            text(&self.verdict)?,
        );
        for (i, claim) in self.claims.iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            out.push_str(&format!("{comma}\n{{\n\"claim\": {},\n\"holds\": {}", text(&claim.claim)?, claim.holds));
            if let Some(why) = &claim.not_certified {
                out.push_str(&format!(",\n\"not_certified\": {}", text(why)?));
            }
            if claim.seen {
                out.push_str(",\n\"seen\": true");
            }
            for (name, entries) in [("history", &claim.history), ("strategy", &claim.strategy), ("steps", &claim.steps)]
            {
                if let Some(entries) = entries {
                    let entries: Vec<String> = entries.iter().map(text).collect::<Result<_, _>>()?;
                    out.push_str(&format!(",\n\"{name}\": [\n{}\n]", entries.join(",\n")));
                }
            }
            out.push_str("\n}");
        }
        out.push_str("\n]");
        if let Some(held) = &self.held {
            let held: Vec<String> = held.iter().map(held_text).collect::<Result<_, _>>()?;
            out.push_str(&format!(",\n\"held\": [{}\n]", held.join(",")));
        }
        out.push_str("\n}\n");
        Ok(out)
    }
}

fn text(value: &impl Serialize) -> serde_json::Result<String> {
    serde_json::to_string(value)
}

/// What a player holds as JSON, one step a line.
fn held_text(held: &HeldProof) -> serde_json::Result<String> {
    let alone = if held.alone { "\"alone\": true,\n" } else { "" };
    let at_no_loss = if held.at_no_loss { "\"at_no_loss\": true,\n" } else { "" };
    let (board, player) = (text(&held.board)?, text(&held.player)?);
    let mut out = format!("\n{{\n\"board\": {board},\n\"player\": {player},\n{alone}{at_no_loss}\"games\": [");
    for (i, game) in held.games.iter().enumerate() {
        let comma = if i == 0 { "" } else { "," };
        out.push_str(&format!("{comma}\n{{\n\"points\": {},\n\"walls\": {}", text(&game.points)?, text(&game.walls)?));
        if !game.kept.is_empty() {
            out.push_str(&format!(",\n\"kept\": {}", text(&game.kept)?));
        }
        let steps: Vec<String> = game.steps.iter().map(text).collect::<Result<_, _>>()?;
        out.push_str(&format!(",\n\"steps\": [\n{}\n]\n}}", steps.join(",\n")));
    }
    out.push_str("\n]\n}");
    Ok(out)
}
