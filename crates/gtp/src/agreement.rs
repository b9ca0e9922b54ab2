//! What an agreement of the players about dead stones comes to: the game is brought to the stage at which a text lets the players
//! agree, one of them makes the claim, the other agrees.

use crate::board::plain::PlainPosition;
use crate::law::procedure::{Agree, Judged, Judgement, Replay, agree_on, procedure};
use crate::law::{ClauseId, RuleSet};
use crate::record::{Act, Record};

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
    debug_assert!(going.position() == position);
    let last = record.actions.last().map(|a| a.player);
    match agree_on(&mut *going, last, &claimed.dead, &claimed.seki) {
        Err(refused) => Counted::Refused(refused),
        Ok((done, agreed)) => {
            record.actions.extend(done);
            let game = Replay::of(rules, &record, Agree::Recorded, None);
            Counted::Result { game: Box::new(game), clause: agreed.clause }
        }
    }
}
