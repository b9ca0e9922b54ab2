//! The rules documents as interpreters: one file per text, in the order of the text. They know positions, moves and
//! clauses; how a question about a game is solved is the business of [`crate::game`].

pub mod aj2004;
mod bounds;
mod continuation;
mod explain;
pub mod facts;
pub mod j1989;
pub mod j1997;
mod ko;
pub mod mindsports;
mod verdict;
mod written;

pub use ko::KoMove;
pub use verdict::{Claim, Life, LineMove, Notes, Outcome, PointStatus, Status, Step, StringStatus, Verdict};
pub use written::Written;

use self::facts::Facts;
use crate::board::{Board, Position};
use crate::game::Budget;
use crate::spec::{RuleSet, Text};

/// An interpreter of one rule set on one board. It remembers what it has solved, so many positions of one board are best
/// given to one interpreter; the answers do not depend on that.
pub trait Interpreter {
    /// The rule set it interprets.
    fn rules(&self) -> &RuleSet;

    /// Judges a final position. The margin is Black minus White with no prisoners from before the position.
    fn judge(&mut self, position: Position) -> Verdict;

    /// Judges a final position and says by which clauses, with the lines of play that show it.
    fn trace(&mut self, position: Position) -> (Verdict, Vec<Step>);
}

/// The interpreter of `rules` on `board`.
#[must_use]
pub fn interpreter(rules: &RuleSet, board: &Board, budget: Budget) -> Box<dyn Interpreter> {
    knowing(rules, board, budget, &Facts::default())
}

/// The interpreter of `rules` on `board`, given what is known of the board already.
#[must_use]
pub fn knowing(rules: &RuleSet, board: &Board, budget: Budget, facts: &Facts) -> Box<dyn Interpreter> {
    match rules.text {
        Text::J1989 => Box::new(j1989::J1989::new(rules.clone(), board.clone(), budget, facts)),
        Text::J1997 => Box::new(j1997::J1997::new(rules.clone(), board.clone(), budget, facts)),
        Text::Aj2004 => Box::new(aj2004::Aj2004::new(rules.clone(), board.clone(), budget, facts)),
        Text::MsJapanese | Text::MsChinese => {
            Box::new(mindsports::MindSports::new(rules.clone(), board.clone(), budget, facts))
        }
    }
}
