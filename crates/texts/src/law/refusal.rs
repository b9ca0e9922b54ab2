//! Why a move of a sequence is refused, whichever text refuses it.

use super::repetition::KoRule;

/// Why a move is refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Refusal {
    /// The point holds a stone.
    Occupied,
    /// The play would leave an own string without liberty.
    Suicide,
    /// The repetition rule.
    Repetition(KoRule),
    /// A ko stone has been taken on this point before, and a clause makes that final.
    TakenBefore,
    /// No ko capture of the player's is banned there that would otherwise be legal.
    NothingToLift(KoRule),
    /// Two passes have ended the game, or stopped it: what is played then is no move of the game.
    GameOver,
}
