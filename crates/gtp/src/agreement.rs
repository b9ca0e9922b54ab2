//! What an agreement of the players about dead stones comes to: the game is brought to the stage at which a text lets the players
//! agree, one of them makes the claim, the other agrees.

use crate::board::Colour;
use crate::board::plain::PlainPosition;
use crate::law::procedure::{Agree, Judged, Judgement, Replay, procedure};
use crate::law::{ClauseId, RuleSet};
use crate::record::{Act, Action, Record};

/// What the players are taken to agree on.
#[derive(Clone, Debug)]
pub struct Claimed {
    /// The stones of the strings that are dead, no others; sorted.
    pub dead: Vec<usize>,
    /// The stones of the strings that are in seki.
    pub seki: Vec<usize>,
}

/// What a rule set makes of an agreement.
pub enum Counted {
    /// The game has ended: by the clause that lets the players agree.
    Result {
        /// The game to its end.
        game: Box<Replay>,
        /// The clause.
        clause: ClauseId,
    },
    /// The text does not leave it to the players, or not like that.
    Refused(Judged),
    /// Another position is on the board: the first step of the record that does not stand.
    Parted {
        /// Its number, from 1.
        step: usize,
        /// What is said of it.
        judged: Judged,
    },
}

/// The most passes after which every text here has stopped the game.
const PASSES: usize = 4;

/// What `rules` makes of the agreement after the moves of `record`, at the end of which `position` is on the board. The record's own
/// actions after its last move have no part in it.
#[must_use]
pub fn counted(rules: &RuleSet, record: &Record, position: &PlainPosition, claimed: &Claimed) -> Counted {
    let mut record = record.clone();
    let last = record.actions.iter().rposition(|a| matches!(a.act, Act::Play(_) | Act::Pass | Act::Handicap(_)));
    record.actions.truncate(last.map_or(0, |n| n + 1));
    // Passes are made as each text asks for them.
    while record.actions.last().is_some_and(|a| a.act == Act::Pass) {
        record.actions.pop();
    }
    let mut going = procedure(rules, &record.setup, Agree::Recorded);
    for (n, action) in record.actions.iter().enumerate() {
        let judged = going.step(action.player, &action.act);
        if !judged.is_accepted() && matches!(judged.judgement, Judgement::Refused(_)) {
            return Counted::Parted { step: n + 1, judged };
        }
    }
    let claim = |points: &[usize], seki: bool| {
        if seki { Act::ClaimSeki(points.to_vec()) } else { Act::ClaimDead(points.to_vec()) }
    };
    debug_assert!(going.position() == position);
    let dead = claim(&claimed.dead, false);
    let mut tried = going.why(Colour::Black, &dead);
    for _ in 0..PASSES {
        if tried.is_accepted() {
            break;
        }
        let last = record.actions.last().map_or(Colour::Black, |a| a.player.opponent());
        let player = going.to_move().unwrap_or(last);
        going.step(player, &Act::Pass);
        record.actions.push(Action::new(player, Act::Pass));
        tried = going.why(Colour::Black, &dead);
    }
    if !tried.is_accepted() {
        return Counted::Refused(tried);
    }
    let mut acts = vec![dead];
    if !claimed.seki.is_empty() {
        acts.push(claim(&claimed.seki, true));
    }
    for act in acts {
        let judged = going.step(Colour::Black, &act);
        record.actions.push(Action::new(Colour::Black, act));
        if !judged.is_accepted() {
            return Counted::Refused(judged);
        }
    }
    let agreed = going.step(Colour::White, &Act::Agree);
    record.actions.push(Action::new(Colour::White, Act::Agree));
    let clause = agreed.clause;
    let game = Replay::of(rules, &record, Agree::Recorded, None);
    if game.result.is_none() { Counted::Refused(agreed) } else { Counted::Result { game: Box::new(game), clause } }
}
