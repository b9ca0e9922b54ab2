//! What a player wants of a confirmation as a game that ends in a number, 1 if he gets it and 0 if not: what tells its states apart, and what
//! is seen of them at once.

use super::{Confirmation, Confirming};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::board::{Board, Colour, Points, Position, points_of};
use crate::law::{KoMove, RuleSet};
use crate::solve::search::{hope_of_taking, last_liberty};
use crate::solve::thresholds::{Counted, Forced, Sight, Sure, Thresholds, on_the_whole};
use crate::solve::{Bounds, Game};

/// The most points of a board whose states are told apart by two words.
pub const MOST_IN_WORDS: usize = 25;
/// The most bans of a state that is told apart from others.
const MOST_BANS: u32 = 7;
/// The number that all claims share.
const CLAIM: usize = 66;
/// The most numbers of what is wanted.
const MOST_WANTED: u64 = 1 << 13;

/// What the opponent of a string's owner, the attacker, wants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wanted {
    /// That the stone on these points, of which there is one, is taken.
    Taken(Points),
    /// That the string on the first points is taken, and no stone new on the second is permanent. Once it is taken there are no first points.
    Cleared(Points, Points),
    /// That the owner has no stone at all again and again.
    Emptied,
}

/// What is wanted, each with a number: of a stone that of its point, of others one after those of all points.
#[derive(Clone, Debug, Default)]
pub struct Numbered(Vec<Wanted>);

impl Numbered {
    /// The number of what is wanted; it is given one if it has none.
    fn of(&mut self, wanted: Wanted) -> u16 {
        if let Wanted::Taken(stone) = wanted {
            return stone.trailing_zeros() as u16;
        }
        let at = self.0.iter().position(|known| *known == wanted).unwrap_or_else(|| {
            self.0.push(wanted);
            self.0.len() - 1
        });
        (MOST_IN_WORDS + at).min(usize::from(u16::MAX)) as u16
    }
}

/// A state of a confirmation in which something is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pursued {
    /// The state.
    pub at: Confirming,
    /// What is wanted.
    pub wanted: Wanted,
    /// Its number, and that of what is wanted once the string is taken.
    numbers: [u16; 2],
}

/// The confirmations of one owner's stones, whose opponent wants something of them.
///
/// Ordinary passes that cannot help who makes them are left out, as in [`super::lists::Pressing`]. The attacker is sure of what he wants again
/// and again where his opponent can have no stone there for ever; and his opponent keeps it from him where he keeps a stone that is in the way. So
/// what either is found to force in finitely many moves, he forces; but somebody may be forced to nothing in finitely many moves and get it by
/// going on for ever.
pub struct Pursuit {
    confirmation: Confirmation,
    /// Strings that the attacker cannot take where the sequence begins, whole.
    firm: AtomicU64,
}

impl Pursuit {
    /// Of the stones of `owner`, on a board of up to [`MOST_IN_WORDS`] points.
    #[must_use]
    pub fn new(rules: &RuleSet, board: &Board, owner: Colour) -> Pursuit {
        Pursuit { confirmation: Confirmation::new(rules, board, owner), firm: AtomicU64::new(0) }
    }

    /// The attacker is known not to take this string. That says where to look first: what is joined to it may well be kept.
    pub fn is_firm(&self, string: Points) {
        self.firm.fetch_or(string, Ordering::Relaxed);
    }

    /// Where a stone that is in the way is joined to a firm string: the claim that the attacker cannot take that, which is more than
    /// enough.
    pub(super) fn claim(&self, state: &Pursued) -> Option<Pursued> {
        if matches!(state.wanted, Wanted::Taken(_)) {
            return None;
        }
        let firm = self.firm.load(Ordering::Relaxed);
        let own = state.at.position.of(self.owner());
        let joined = self.board().connected(self.in_the_way(state), own) & firm;
        if joined == 0 {
            return None;
        }
        let (stone, at) = (joined & joined.wrapping_neg(), Confirming { original: 0, ..state.at });
        let number = stone.trailing_zeros() as u16;
        Some(Pursued { at, wanted: Wanted::Taken(stone), numbers: [number; 2] })
    }

    /// Whether the attacker gets what is wanted, as far as a search has found it; and how late.
    pub(super) fn told(&self, thresholds: &mut Thresholds<'_, Pursuit>, state: &Pursued) -> Option<(bool, u64)> {
        let claimed = |thresholds: &mut Thresholds<'_, Pursuit>| {
            thresholds.told(&self.claim(state)?, 1).filter(|(holds, _)| !holds)
        };
        thresholds.told(state, 1).or_else(|| claimed(thresholds))
    }

    /// The first state, the attacker being to move.
    #[must_use]
    pub fn start(&self, position: Position, wanted: Wanted, numbered: &mut Numbered) -> Pursued {
        let at = self.confirmation.start(position);
        self.pursued(&Confirming { original: position.of(self.owner()), ..at }, wanted, numbered)
    }

    /// Another state of a confirmation, given which stones are original.
    #[must_use]
    pub fn pursued(&self, state: &Confirming, wanted: Wanted, numbered: &mut Numbered) -> Pursued {
        let (minded, then) = match wanted {
            Wanted::Cleared(string, local) => (string | local, Wanted::Cleared(0, local)),
            Wanted::Taken(_) | Wanted::Emptied => (0, wanted),
        };
        let at = Confirming { original: state.original & minded, ..*state };
        let from = Pursued { at, wanted, numbers: [wanted, then].map(|wanted| numbered.of(wanted)) };
        self.after(&from, at)
    }

    fn board(&self) -> &Board {
        &self.confirmation.board
    }

    fn owner(&self) -> Colour {
        self.confirmation.owner
    }

    /// The stones of the owner's that are in the way of what is wanted.
    fn in_the_way(&self, state: &Pursued) -> Points {
        let own = state.at.position.of(self.owner());
        match state.wanted {
            Wanted::Taken(stone) => own & stone,
            Wanted::Cleared(string, local) => own & local & !state.at.original | state.at.original & string,
            Wanted::Emptied => own,
        }
    }

    /// The attacker has what he wants now, and needs it again and again.
    fn is_met(&self, state: &Pursued) -> bool {
        !matches!(state.wanted, Wanted::Taken(_)) && self.in_the_way(state) == 0
    }

    /// The state that a move leads to.
    fn after(&self, from: &Pursued, at: Confirming) -> Pursued {
        let at = Confirming { passed: false, ..at };
        match from.wanted {
            Wanted::Cleared(string, local) if at.original & string == 0 => {
                Pursued { at, wanted: Wanted::Cleared(0, local), numbers: [from.numbers[1]; 2] }
            }
            _ => Pursued { at, ..*from },
        }
    }

    fn key(&self, state: &Pursued) -> Option<[u64; 2]> {
        let Confirming { position, mover, bans, original, .. } = state.at;
        let ([at, low, high], [black, white]) = (bans.sets(), position.stones);
        let number = u64::from(state.numbers[0]);
        if at.count_ones() > MOST_BANS || number >= MOST_WANTED {
            return None;
        }
        // Two bits a ban.
        let towards = points_of(at).fold(0, |all, p| all << 2 | (low >> p & 1) << 1 | high >> p & 1);
        Some([black | white << 25 | (mover.index() as u64) << 50 | number << 51, original | at << 25 | towards << 50])
    }
}

impl Game for Pursuit {
    type State = Pursued;
    type Move = KoMove;

    fn mover(&self, state: &Pursued) -> Colour {
        state.at.mover
    }

    fn moves(&self, state: &Pursued, out: &mut Vec<(KoMove, Pursued)>) {
        let (game, at) = (&self.confirmation, &state.at);
        for v in points_of(self.board().empty(at.position)) {
            out.extend(game.play(at, v).map(|to| (KoMove::Play(v as u8), self.after(state, to))));
        }
        for p in points_of(game.passes_for_ko(at)) {
            out.push((KoMove::PassForKo(p as u8), self.after(state, Confirmation::pass_for_ko(at, p))));
        }
        let attacks = at.mover != self.owner();
        if attacks == self.is_met(state) {
            out.push((KoMove::Pass, self.after(state, Confirmation::pass(at))));
        }
    }
}

impl Counted for Pursuit {
    type Key = [u64; 2];

    fn maximiser(&self) -> Colour {
        self.owner().opponent()
    }

    fn sight(&self, state: &Pursued) -> Sight<[u64; 2]> {
        if matches!(state.wanted, Wanted::Taken(_)) && self.in_the_way(state) == 0 {
            return Sight::Over(1);
        }
        self.key(state).map_or(Sight::Untold, Sight::Open)
    }

    fn gained(&self, _: &Pursued) -> i16 {
        0
    }

    fn limit(&self) -> i16 {
        i16::MAX
    }

    fn sure(&self, state: &Pursued) -> Sure {
        let (board, position, owner) = (self.board(), state.at.position, self.owner());
        let attacker = owner.opponent();
        let in_the_way = self.in_the_way(state);
        let is_kept = in_the_way != 0 && board.is_any_safe(position, owner, in_the_way);
        let is_lost = || match state.wanted {
            Wanted::Taken(stone) => {
                let last = || last_liberty(board, position, owner, stone.trailing_zeros() as usize);
                let takes = || last().is_some_and(|v| self.confirmation.play(&state.at, v).is_some());
                state.at.mover == attacker && takes() || stone & !board.barred(position, attacker) == 0
            }
            Wanted::Cleared(string, local) => (string | local) & !board.forbidden(position, attacker) == 0,
            Wanted::Emptied => board.all() & !board.forbidden(position, attacker) == 0,
        };
        let [lower, upper] = [!is_kept && is_lost(), !is_kept].map(|value| Forced { value: value.into(), fall: 0 });
        Sure { lower, upper }
    }

    /// Nothing but that a stone is taken ends what goes on without end.
    fn endless_holds(&self, state: &Pursued) -> bool {
        matches!(state.wanted, Wanted::Taken(_))
    }

    /// A claim where the position allows it, or after each play that first makes it possible.
    fn claims(&self, state: &Pursued, moves: &[(KoMove, Pursued)], out: &mut Vec<(usize, Pursued)>) {
        if self.firm.load(Ordering::Relaxed) == 0 {
            return;
        }
        match self.claim(state) {
            Some(claim) => out.push((CLAIM, claim)),
            None => out.extend(moves.iter().filter_map(|(_, to)| Some((CLAIM, self.claim(to)?)))),
        }
    }

    fn estimate(&self, state: &Pursued, _: Bounds<i16>, _: i16) -> (u32, u32) {
        let (board, Confirming { position, mover, .. }, owner) = (self.board(), state.at, self.owner());
        let here = match state.wanted {
            Wanted::Taken(stone) => {
                hope_of_taking(board, position, owner, stone.trailing_zeros() as usize, mover == owner)
            }
            Wanted::Cleared(string, _) if string != 0 => {
                let string = board.connected(state.at.original & string, position.of(owner));
                (board.liberties(position, string).count_ones().min(8) + 2, 2)
            }
            Wanted::Cleared(_, local) => {
                let new = self.in_the_way(state);
                let free = local & !position.of(owner.opponent());
                (1 + new.count_ones().min(3) + free.count_ones().min(4), if new == 0 { 2 } else { 1 })
            }
            Wanted::Emptied => {
                let [own, other] = [owner, owner.opponent()].map(|colour| position.of(colour).count_ones());
                (1 + own.min(8) / 2 + (board.len() as u32 - own - other) / 4, 1)
            }
        };
        on_the_whole(here, board.likely_lead(position, owner.opponent(), mover))
    }

    fn number(mv: &KoMove) -> usize {
        match *mv {
            KoMove::Play(p) => p.into(),
            KoMove::Pass => 64,
            KoMove::PassForKo(_) => 65,
        }
    }
}
