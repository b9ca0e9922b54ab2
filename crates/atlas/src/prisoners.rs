//! Results made comparable: conventions for the prisoners that a bare position does not show, and when two results differ.

use std::fmt;

use crate::law::Outcome;
use crate::law::RuleSet;

/// How many prisoners a bare position is taken to have before it: what is added to a margin so that rule sets that count
/// prisoners can be compared with those that count stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Prisoners {
    /// Those of a game in which both players have played equally many stones: a margin that counts prisoners gets the black
    /// stones on the board less the white ones, a margin that counts stones stays.
    #[default]
    Level,
    /// None: margins as the interpreters give them.
    None,
    /// Those of a game in which Black has played one stone more: one less than `Level`.
    BlackAhead,
}

impl Prisoners {
    /// All conventions, the default first.
    pub const ALL: [Prisoners; 3] = [Prisoners::Level, Prisoners::None, Prisoners::BlackAhead];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Prisoners::Level => "level",
            Prisoners::None => "none",
            Prisoners::BlackAhead => "black-ahead",
        }
    }

    /// What it adds to a margin of `rules` on a position with `stones` more black stones than white ones.
    #[must_use]
    pub fn added(self, rules: &RuleSet, stones: i32) -> i32 {
        match self {
            Prisoners::None => 0,
            _ if counts_stones(rules) => 0,
            Prisoners::Level => stones,
            Prisoners::BlackAhead => stones - 1,
        }
    }
}

impl fmt::Display for Prisoners {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Whether the margin counts stones on the board (an area margin) and not prisoners (a territory margin).
#[must_use]
pub fn counts_stones(rules: &RuleSet) -> bool {
    rules.text.counts_stones(rules)
}

/// Who wins, for a comparison of results that leaves the margin aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Winner {
    Margin(i32),
    Nobody,
}

pub(super) fn winner(outcome: Outcome) -> Winner {
    outcome.margin().map_or(Winner::Nobody, |m| Winner::Margin(m.signum()))
}
