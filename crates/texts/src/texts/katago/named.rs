//! The names that KataGo has for combinations of its parameters, as its documentation of GTP has them (`docs/GTP_Extensions.md`): its
//! own reading of other people's rules, which its authors do not claim to be an exact one.

use crate::law::Named;

type Readings = &'static [(&'static str, &'static str)];

const CHINESE: Readings = &[("ko", "simple"), ("suicide", "no"), ("handicap-bonus", "n")];
const CHINESE_SERVERS: Readings = &[("suicide", "no"), ("handicap-bonus", "n")];
const JAPANESE: Readings = &[("ko", "simple"), ("scoring", "territory"), ("tax", "seki"), ("suicide", "no")];
const AGA: Readings = &[("ko", "situational"), ("suicide", "no"), ("handicap-bonus", "n-1")];
const AGA_BUTTON: Readings = &[("ko", "situational"), ("suicide", "no"), ("button", "yes"), ("handicap-bonus", "n-1")];
const NEW_ZEALAND: Readings = &[("ko", "situational")];
const STONE_SCORING: Readings = &[("ko", "simple"), ("tax", "all"), ("suicide", "no")];

const fn named(name: &'static str, readings: Readings) -> Named {
    Named { name, readings }
}

/// The names.
pub const NAMED: &[Named] = &[
    named("tromp-taylor", &[]),
    named("chinese", CHINESE),
    named("chinese-ogs", CHINESE_SERVERS),
    named("chinese-kgs", CHINESE_SERVERS),
    named("japanese", JAPANESE),
    named("korean", JAPANESE),
    named("stone-scoring", STONE_SCORING),
    named("aga", AGA),
    named("bga", AGA),
    named("new-zealand", NEW_ZEALAND),
    named("aga-button", AGA_BUTTON),
];
