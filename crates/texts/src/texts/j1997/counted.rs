//! The play-out as a game of thresholds: what tells its states apart, and what is seen of them at once.

use super::clauses::Endless;
use super::game::{PlayOut, Playing};
use crate::board::{Colour, Points, points_of};
use crate::law::KoMove;
use crate::solve::thresholds::{self, Counted, Forced, Sight, Sure};
use crate::solve::{Bounds, Game};

/// The most points of a board whose states are told apart by two words: the stones, those played, where ko stones were taken, who is
/// to move, whether the last move was a pass, and three bans.
pub const MOST_IN_TWO_WORDS: usize = 25;
/// Bans in two words. States with more are not told apart: nothing is said of them.
const BANS_IN_TWO_WORDS: usize = 3;
/// Bans in a word of their own.
const BANS_IN_A_WORD: usize = 7;

/// The play-out, its states told apart by so many words: 2 on boards of up to [`MOST_IN_TWO_WORDS`] points where it is no matter how many
/// stones have been removed ([`Worth::is_level`]), else 6.
pub struct Worth<'a, const WORDS: usize>(pub &'a PlayOut);

impl<const WORDS: usize> Worth<'_, WORDS> {
    /// Whether what comes of a play-out depends on the stones removed so far only in that they are counted, and end it if they are 2mn. By
    /// `endless=never-ends` they are a part of the state: what is seen at once rests on them.
    pub(super) fn is_level(&self) -> bool {
        self.0.endless == Endless::GainWins
    }

    fn key(&self, state: &Playing) -> Option<[u64; WORDS]> {
        let [black, white] = state.position.stones;
        let rest = state.mover.index() as u64 | u64::from(state.passed) << 1;
        let mut key = [0; WORDS];
        if WORDS == 2 {
            let bans = self.bans(state, BANS_IN_TWO_WORDS, 7)?;
            key[0] = black | white << MOST_IN_TWO_WORDS | rest << (2 * MOST_IN_TWO_WORDS);
            // Fourteen of the bits of bans go to the second word, the others to the first.
            key[0] |= (bans >> 14) << (2 * MOST_IN_TWO_WORDS + 2);
            key[1] = state.played | state.taken << MOST_IN_TWO_WORDS | (bans & 0x3FFF) << (2 * MOST_IN_TWO_WORDS);
        } else {
            let removed = if self.is_level() { 0 } else { state.prisoners as u16 };
            let bans = self.bans(state, BANS_IN_A_WORD, 9)?;
            let rest = rest | u64::from(removed) << 2;
            key.copy_from_slice(&[black, white, state.played, state.taken, bans, rest]);
        }
        Some(key)
    }

    /// The bans, in the order of their points, by so many bits each: the point, and which of the adjacent ones has the stone. `None` if they
    /// are more than `most`.
    fn bans(&self, state: &Playing, most: usize, bits: usize) -> Option<u64> {
        let [at, low, high]: [Points; 3] = state.bans.sets();
        if at.count_ones() as usize > most {
            return None;
        }
        let ban = |p: usize| 1 + 4 * p as u64 + (low >> p & 1) + 2 * (high >> p & 1);
        Some(points_of(at).fold(0, |bans, p| bans << bits | ban(p)))
    }
}

impl<const WORDS: usize> Game for Worth<'_, WORDS> {
    type State = Playing;
    type Move = KoMove;

    fn mover(&self, state: &Playing) -> Colour {
        self.0.mover(state)
    }

    fn moves(&self, state: &Playing, out: &mut Vec<(KoMove, Playing)>) {
        self.0.moves(state, out);
    }
}

impl<const WORDS: usize> Counted for Worth<'_, WORDS> {
    type Key = [u64; WORDS];

    fn maximiser(&self) -> Colour {
        Colour::Black
    }

    fn sight(&self, state: &Playing) -> Sight<[u64; WORDS]> {
        if self.0.is_without_bound(state) {
            // What comes to an end by that is found by other ways that are as good for all that can be asked.
            return if self.is_level() { Sight::Untold } else { Sight::Endless };
        }
        if state.ended {
            return Sight::Over(self.0.value(state) - self.gained(state));
        }
        self.key(state).map_or(Sight::Untold, Sight::Open)
    }

    fn gained(&self, state: &Playing) -> i16 {
        if self.is_level() { state.prisoners } else { 0 }
    }

    fn limit(&self) -> i16 {
        if self.is_level() { self.0.without_bound() } else { i16::MAX }
    }

    fn sure(&self, state: &Playing) -> Sure {
        if self.is_level() {
            return self.0.sure(state);
        }
        let bounds = self.0.sure_with_prisoners(state);
        let [lower, upper] = [bounds.lower, bounds.upper].map(|value| Forced { value, fall: 0 });
        Sure { lower, upper }
    }

    /// Most likely a player gets by how much he leads, but for his stones that nobody has played.
    fn estimate(&self, state: &Playing, known: Bounds<i16>, k: i16) -> (u32, u32) {
        let [black, white] = state.position.stones.map(|stones| (stones & !state.played).count_ones() as i16);
        let lead = self.0.board.likely_lead(state.position, Colour::Black, state.mover);
        // Prisoners that are a part of the state count from there on.
        let likely = state.prisoners - self.gained(state) + lead - black + white;
        let likely = likely.max(known.lower).min(known.upper);
        thresholds::missing([known, Bounds::exactly(likely)], k)
    }

    fn number(mv: &KoMove) -> usize {
        match *mv {
            KoMove::Play(p) => p.into(),
            KoMove::Pass => 64,
            KoMove::PassForKo(_) => 65,
        }
    }
}
