//! What is claimed in a proof, and what a text says of it: which claims a verdict rests on, the game that each is about, and
//! what the claims come to. ([`Proving`]; `proof.rs` of each text.)
//!
//! A text says what a claim means. That a strategy shows it is verified in [`super::verified`], and found in [`super::shown`].

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::Arc;

use super::Statement;
pub use super::game::{Holding, Judged, Over, Reach, ReachWithHistory, Recur};
use super::shown::Shown;
use super::verified::Verified;
use crate::board::{Colour, Points, StoneString};
use crate::law::facts::{Answers, Facts};
use crate::law::finished::Sight;
use crate::law::{RuleSet, Verdict, interpreter, knowing};
use crate::solve::{Bounds, Budget};

/// A name by which a text calls something that it claims of a string, or a game that ends in a number.
pub type Term = &'static str;

/// The terms of the claims about numbers.
const AT_LEAST: Term = "at-least";
const AT_MOST: Term = "at-most";

/// What is claimed of one position to be forced.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum What {
    /// Something about a string.
    OfString {
        /// What is said of it.
        says: Term,
        /// The string.
        string: StoneString,
        /// The points that matter, where it is about such.
        local: Option<Points>,
    },
    /// The player who maximises forces an end worth at least so much, or the one who minimises one worth at most so much.
    Value {
        /// The game.
        of: Term,
        /// At least, and not at most.
        at_least: bool,
        /// The value to the player who maximises.
        value: i16,
    },
}

/// Claims with whether they hold.
pub type Claims = HashMap<What, bool>;

impl Judged<'_> {
    /// The verdict that follows from claims about strings, `read` as the questions that the interpreter asks; with the claims that
    /// it has asked for.
    #[must_use]
    pub fn told<Q: Copy + Eq + Hash + Send + Sync + 'static>(
        &self,
        claims: &Claims,
        read: impl Fn(&What) -> Option<Q>,
    ) -> (Verdict, HashSet<What>) {
        let answers = claims.iter().filter_map(|(what, &holds)| Some((read(what)?, holds)));
        let answers = Arc::new(Answers::new(answers.collect()));
        let facts = Facts::default().with(answers.clone());
        let verdict = knowing(self.rules, self.board, Budget::of(1), &facts).judge(self.position);
        let asked = answers.asked();
        let used = claims.keys().filter(|what| read(what).is_some_and(|question| asked.contains(&question)));
        (verdict, used.copied().collect())
    }
}

impl What {
    /// As proofs write it.
    #[must_use]
    pub fn statement(self, of: Judged<'_>) -> Statement {
        match self {
            What::OfString { says, string, local } => Statement {
                says: says.to_string(),
                string: Some(of.names(string.stones)),
                local: local.map(|local| of.names(local)),
                of: None,
                value: None,
            },
            What::Value { of, at_least, value } => Statement {
                says: if at_least { AT_LEAST } else { AT_MOST }.to_string(),
                string: None,
                local: None,
                of: Some(of.to_string()),
                value: Some(value),
            },
        }
    }

    /// Reads a statement of which these are the terms.
    ///
    /// # Errors
    /// What in it names nothing that exists, in one line.
    pub fn read(statement: &Statement, of: Judged<'_>, terms: &[Term]) -> Result<What, String> {
        let Statement { says, string, local, of: game, value } = statement;
        let term = |name: &String| {
            let term = terms.iter().find(|term| *term == name).copied();
            term.ok_or_else(|| format!("`{name}` is nothing that a proof under {} claims", of.rules))
        };
        let points = |names: &Vec<String>| -> Result<Points, String> {
            let grid = of.board.grid();
            let found =
                names.iter().try_fold(0, |m, n| Ok::<_, String>(m | 1 << grid.point(n).map_err(|e| e.to_string())?))?;
            let right = of.names(found);
            if right == *names { Ok(found) } else { Err(format!("write the points as {}", right.join(" "))) }
        };
        match (says.as_str(), string, local, game, value) {
            (AT_LEAST | AT_MOST, None, None, Some(game), Some(value)) => {
                Ok(What::Value { of: term(game)?, at_least: says == AT_LEAST, value: *value })
            }
            (_, Some(names), local, None, None) => {
                let stones = points(names)?;
                let colour = Colour::ALL.into_iter().find(|&c| stones != 0 && of.position.of(c) & stones == stones);
                let colour = colour.ok_or_else(|| format!("{} is no string of the board", names.join(" ")))?;
                let local = local.as_ref().map(points).transpose()?;
                Ok(What::OfString { says: term(says)?, string: StoneString { colour, stones }, local })
            }
            _ => Err(format!("`{says}` is not claimed with these members")),
        }
    }
}

/// What a text has to show for a verdict.
pub trait Provable: Sync {
    /// The terms of its claims.
    fn terms(&self) -> &'static [Term];

    /// The verdict, and the claims it rests on, each with whether it holds; `None` of these if the budget leaves open which they are.
    fn judged(&self, of: Judged<'_>, budget: Budget) -> (Verdict, Option<Vec<(What, bool)>>);

    /// The game that a claim is about, and what is to be brought about in it; `claims` are all that are made.
    ///
    /// # Errors
    /// If the rule set does not ask for it, in one line.
    fn forced(&self, of: Judged<'_>, what: What, holds: bool, claims: &Claims) -> Result<Box<dyn Forced>, String>;

    /// Whether a claim is seen from what players hold and what is immortal, on a board of any size; `claims` are all that are made.
    fn seen(&self, _of: Judged<'_>, _what: What, _holds: bool, _claims: &Claims, _sight: &Sight) -> bool {
        false
    }

    /// A claim in words.
    fn sentence(&self, of: Judged<'_>, what: What, holds: bool) -> String;

    /// What the claims come to by the clauses, and those that were needed for it.
    ///
    /// # Errors
    /// What is missing, in one line.
    fn verdict(&self, of: Judged<'_>, claims: &Claims) -> Result<(Verdict, HashSet<What>), String>;
}

/// A text of whose verdicts proofs are written.
pub trait Proving: Sync {
    /// What has to be shown for a verdict; `None` if no proofs are written of what it rests on. Unless the text says otherwise: nothing
    /// where it only counts, and of what else it does no proofs are written.
    fn proofs(&self, rules: &RuleSet) -> Option<&'static dyn Provable> {
        if rules.text.only_counts(rules) { Some(&Counting) } else { None }
    }
}

/// Of a rule set that only counts: nothing has to be shown.
pub struct Counting;

impl Provable for Counting {
    fn terms(&self) -> &'static [Term] {
        &[]
    }

    fn judged(&self, of: Judged<'_>, budget: Budget) -> (Verdict, Option<Vec<(What, bool)>>) {
        (interpreter(of.rules, of.board, budget).judge(of.position), Some(Vec::new()))
    }

    fn forced(&self, of: Judged<'_>, _: What, _: bool, _: &Claims) -> Result<Box<dyn Forced>, String> {
        of.not_asked()
    }

    fn sentence(&self, _: Judged<'_>, _: What, _: bool) -> String {
        String::new()
    }

    fn verdict(&self, of: Judged<'_>, claims: &Claims) -> Result<(Verdict, HashSet<What>), String> {
        Ok(of.told(claims, |_| None::<()>))
    }
}

/// A game in which something is to be brought about.
pub trait Forced: Verified + Shown {}

impl<T: Verified + Shown> Forced for T {}

/// Met, no longer to be met, or open.
#[must_use]
pub fn met(met: bool, ended: bool) -> Option<bool> {
    if met { Some(true) } else { ended.then_some(false) }
}

/// Whether a value is at least (or at most) so much.
#[must_use]
pub fn enough(value: i16, at_least: bool, least: i16) -> bool {
    if at_least { value >= least } else { value <= least }
}

/// Who is to bring about a value of at least (or at most) something where Black maximises.
#[must_use]
pub fn maximiser_if(at_least: bool) -> Colour {
    if at_least { Colour::Black } else { Colour::White }
}

/// The claims that a value rests on: that both players force it, or where they force different ones, that neither forces more.
#[must_use]
pub fn of_value(of: Term, value: Bounds<i16>) -> Vec<(What, bool)> {
    let Bounds { lower, upper } = value;
    let claim = |at_least, value, holds| (What::Value { of, at_least, value }, holds);
    if lower == upper {
        vec![claim(true, lower, true), claim(false, upper, true)]
    } else {
        vec![
            claim(true, lower, true),
            claim(true, lower + 1, false),
            claim(false, upper, true),
            claim(false, upper - 1, false),
        ]
    }
}

/// What both players force in a game by the claims, which are put down as `used`.
///
/// # Errors
/// If a claim is missing.
pub fn value_of(claims: &Claims, of: Term, used: &mut HashSet<What>) -> Result<Bounds<i16>, String> {
    let missing = || "a claim about a value is missing".to_string();
    let forced = |at_least: bool| {
        let is_it = |(what, &holds): (&What, &bool)| match *what {
            What::Value { of: game, at_least: least, value } if holds && game == of && least == at_least => Some(value),
            _ => None,
        };
        claims.iter().find_map(is_it).ok_or_else(missing)
    };
    let value = Bounds { lower: forced(true)?, upper: forced(false)? };
    for (what, holds) in of_value(of, value) {
        if claims.get(&what) != Some(&holds) {
            return Err(missing());
        }
        used.insert(what);
    }
    Ok(value)
}
