//! The registry: which texts there are.

use super::{aga, aj2004, chinese_2002, j1989, j1997, katago, mindsports, new_zealand, simplified_ing, tromp_taylor};
use crate::law::{RuleSet, Text};
use crate::proof::claim::{Provable, Proving};

/// The rule sets, in the order in which they are listed, each with what of its verdicts can be shown.
const REGISTRY: &[(Text, &dyn Proving)] = &[
    (j1989::TEXT, &j1989::Japanese1989),
    (j1997::TEXT, &j1997::Japanese1997),
    (aj2004::TEXT, &aj2004::NewAmateurJapanese),
    (mindsports::JAPANESE, &mindsports::MindSportsArena::Japanese),
    (mindsports::CHINESE, &mindsports::MindSportsArena::Chinese),
    (tromp_taylor::TEXT, &tromp_taylor::TrompTaylor),
    (aga::TERRITORY, &aga::AmericanGoAssociation::Territory),
    (aga::AREA, &aga::AmericanGoAssociation::Area),
    (katago::TEXT, &katago::KataGo),
    (new_zealand::TEXT, &new_zealand::NewZealand),
    (simplified_ing::TEXT, &simplified_ing::SimplifiedIng),
    (chinese_2002::TEXT, &chinese_2002::Chinese2002),
];

/// The rule sets, in the order in which they are listed.
pub const ALL: [Text; REGISTRY.len()] = {
    let mut all = [REGISTRY[0].0; REGISTRY.len()];
    let mut at = 1;
    while at < REGISTRY.len() {
        all[at] = REGISTRY[at].0;
        at += 1;
    }
    all
};

/// What has to be shown for a verdict; `None` if no proofs are written of what it rests on.
#[must_use]
pub fn proofs(rules: &RuleSet) -> Option<&'static dyn Provable> {
    REGISTRY.iter().find(|(text, _)| *text == rules.text).and_then(|(_, proving)| proving.proofs(rules))
}
