//! The tables of [`super::conceding`] as bounds of any state of a play-out.

use std::sync::Arc;

use super::classes::Classes;
use super::conceding::{Concessions, Course};
use super::store::{Stages, StoreError, Subject};
use crate::board::Colour;
use crate::rules::facts::PlayOutFacts;
use crate::rules::j1997::{PlayOut, Playing};

/// Less than any value.
const NOTHING: i16 = -10_000;

/// The play-outs of one board.
pub struct SolvedPlayOut {
    classes: Arc<Classes>,
    tables: Concessions,
    out: PlayOut,
}

impl SolvedPlayOut {
    /// Makes or reads the tables.
    ///
    /// # Errors
    /// [`StoreError`], if a stage cannot be read or kept, or if it was asked to stop before the last one.
    pub fn new(
        classes: &Arc<Classes>,
        out: PlayOut,
        subject: &Subject,
        stages: &Stages<'_>,
    ) -> Result<SolvedPlayOut, StoreError> {
        let tables = Concessions::new(classes, &out, subject, stages)?;
        Ok(SolvedPlayOut { classes: classes.clone(), tables, out })
    }
}

impl PlayOutFacts for SolvedPlayOut {
    fn at_least(&self, state: &Playing, player: Colour) -> i16 {
        let board = self.classes.board();
        let n = board.len() as i16;
        let (mover, other) = (state.mover(), player.opponent());
        let [own, others] = [player, other].map(|c| state.originals(c).count_ones() as i16);
        let so_far = state.prisoners(player);
        let course = Course {
            originals: others as usize,
            taken: state.taken() as u16,
            ban: state.banned(board).map(|banned| banned == player),
        };
        let seat = |first: Colour| {
            self.classes.seat(if first == Colour::Black { state.position } else { state.position.swapped() })
        };
        let role = usize::from(player != mover);
        let here = seat(mover);
        let mut best = NOTHING;

        // After a pass the player to move may end it.
        let end = state.passed().then(|| {
            let black = self.out.value(state);
            if player == Colour::Black { black } else { -black }
        });
        // If that is not the player himself, he gets no more than that, nor more than if the other had passed for a ko.
        let again = end.filter(|_| role == 1).map(|end| (end, self.tables.at_least(0, seat(player), &course)));
        let claims = self.tables.at_least(role, here, &course);
        let total = |value: i16| so_far + others - own + value;
        let mut consider = |value: i8, again: Option<i8>, end: Option<i16>, valid: &dyn Fn(i16) -> bool| {
            let value = i16::from(value.min(again.unwrap_or(value)));
            // Less is no value but the start of a table.
            if value >= -2 * n && valid(value) {
                best = best.max(total(value).min(end.unwrap_or(i16::MAX)));
            }
        };
        // A play-out also ends when somebody has lost 2mn stones on balance (j1997.no-result). Whoever gets at least 0 in all
        // does not come to that before: he never needs more than 2mn - 1, since the other could pass always. Who may get less
        // does not if what he loses, which is what a plain value grows by, up to mn, is not so much.
        let end = again.map(|(end, _)| end);
        consider(claims.plain, again.map(|(_, a)| a.plain), end, &|v| total(v) >= 0 || so_far + v > -n);
        consider(claims.counted, again.map(|(_, a)| a.counted), end, &|v| total(v) >= 0);

        // Passing always: every stone that can be taken is, and the other gets every point that is not an immortal stone of the
        // player's or an original one of his own.
        let immortal = self.tables.immortal(role, here);
        let capturable = (state.position.of(player) & !immortal).count_ones() as i16;
        if so_far - capturable > -2 * n {
            let points = board.all() & !immortal & !state.originals(other);
            best = best.max(so_far - capturable - points.count_ones() as i16);
        }
        // Taking the whole board (as in `rules::bounds::play_out`), unless the other may end it first.
        if self.tables.takes_all(role, here) && so_far > -n && !(state.passed() && role == 1) {
            best = best.max(so_far + state.position.of(other).count_ones() as i16 + n - own);
        }
        best
    }
}
