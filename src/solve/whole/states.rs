//! The games of the rule sets as [`States`]: the rules' own moves, seen from the player to move.

use super::classes::{Classes, packed, unpacked};
use super::graph::States;
use crate::board::{Colour, Position};
use crate::solve::Game;
use crate::texts::aj2004::BlackAnalysis;
use crate::texts::j1989::Confirmation;
use crate::texts::mindsports::Continuation;

/// The continuation of ms.dead and ms.seki. Remembered: for each player, the one to move first, the position just before his
/// last play where the other's plays may still recreate it.
impl States for Continuation {
    type Extra = [u32; 2];

    fn plays(&self, position: Position, extra: [u32; 2], out: &mut Vec<(Position, [u32; 2])>) {
        // 0 would be the empty board, which no play recreates.
        let before = extra.map(|b| (b != 0).then(|| unpacked(b)));
        let state = self.remembering(position, Colour::Black, before);
        let mut moves = Vec::new();
        self.moves(&state, &mut moves);
        for (mv, next) in moves {
            if mv.is_some() {
                let [black, white] = next.before().map(|b| b.map_or(0, |b| packed(b.swapped())));
                out.push((next.position.swapped(), [white, black]));
            }
        }
    }

    fn after_pass(&self, [mine, yours]: [u32; 2]) -> [u32; 2] {
        let swapped = |b: u32| packed(unpacked(b).swapped());
        [swapped(yours), swapped(mine)]
    }

    fn turned(&self, extra: [u32; 2], classes: &Classes, turn: usize) -> [u32; 2] {
        extra.map(|b| packed(classes.turns().position(turn, unpacked(b))))
    }
}

/// The black-analysis and the white-analysis. Remembered: the point on which a play would recreate the position before the
/// last play, plus 1.
impl States for BlackAnalysis {
    type Extra = u8;

    fn plays(&self, position: Position, extra: u8, out: &mut Vec<(Position, u8)>) {
        let state = self.remembering(position, Colour::Black, 0, extra.checked_sub(1));
        let mut moves = Vec::new();
        self.moves(&state, &mut moves);
        for (mv, next) in moves {
            if mv.is_some() {
                out.push((next.position.swapped(), next.ban().map_or(0, |p| p + 1)));
            }
        }
    }

    fn after_pass(&self, _: u8) -> u8 {
        0
    }

    fn turned(&self, extra: u8, classes: &Classes, turn: usize) -> u8 {
        extra.checked_sub(1).map_or(0, |p| classes.turns().symmetry(turn).point(p as usize) as u8 + 1)
    }
}

/// The confirmation of life and death. Remembered: the bans, as [`crate::texts::j1989::Confirming::bans`] gives them.
impl States for Confirmation {
    type Extra = [u16; 3];

    fn plays(&self, position: Position, extra: [u16; 3], out: &mut Vec<(Position, [u16; 3])>) {
        let state = self.remembering(position, Colour::Black, extra.map(u64::from));
        let mut moves = Vec::new();
        self.moves(&state, &mut moves);
        for (mv, next) in moves {
            if mv != crate::law::KoMove::Pass {
                out.push((next.position.swapped(), next.bans().map(|b| b as u16)));
            }
        }
    }

    fn after_pass(&self, extra: [u16; 3]) -> [u16; 3] {
        extra
    }

    fn turned(&self, extra: [u16; 3], classes: &Classes, turn: usize) -> [u16; 3] {
        let symmetry = classes.turns().symmetry(turn);
        self.turned_bans(extra.map(u64::from), symmetry).map(|b| b as u16)
    }
}
