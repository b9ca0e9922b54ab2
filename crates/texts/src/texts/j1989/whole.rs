//! The confirmation of life and death solved from every position of a board: its states, what its tables keep, and what follows
//! from them.

use std::sync::Arc;

use crate::board::{Board, Colour, Grid, Points, Position, points_of};
use crate::law::facts::Facts;
use crate::law::solved::{DenseGame, Memory, Size, Solving, WholeGame, without};
use crate::law::{KoMove, RuleSet};
use crate::solve::Game;
use crate::solve::dense::values::Marks;
use crate::solve::dense::{Forced, Lasting, Numbered, OnDisk, Pair, Pairs, Retaking, Sides, Slots, Table};
use crate::solve::whole::STATES;
use crate::solve::whole::classes::Classes;
use crate::solve::whole::graph::{Nodes, States};
use crate::solve::whole::store::{Failed, Stages, Store, StoreError, Subject};
use crate::solve::whole::verify::{Check, Each, Value, VerifyError};
use crate::solve::whole::winning::WinningSets;
use crate::texts::j1989::clauses::*;
use crate::texts::j1989::{Confirmation, Confirming, TEXT};

/// What the opponent of `owner` forces in a confirmation (j1989.7), the last move of a state being no ordinary pass.
pub trait ConfirmationFacts: Send + Sync {
    /// The stones of `owner` that he forces off the board, moving first in a final position.
    fn captured(&self, position: Position, owner: Colour) -> Points;

    /// What becomes of the points for ever; `None` of a state that cannot follow from a final position.
    fn cleared(&self, state: &Confirming, owner: Colour) -> Option<Cleared>;
}

/// What the opponent forces to become of points for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cleared {
    /// Each by itself: no stone of the owner stands on the point for ever. A stone that stands there now is taken then.
    pub each: Points,
    /// No stone of the owner stands for ever anywhere.
    pub everywhere: bool,
}

/// The stages that follow the list of states.
const CAPTURED: &str = "captured";
const CLEARED: &str = "cleared";
const EVERYWHERE: &str = "cleared-everywhere";

/// The confirmation with the ko ban of j1989.7.2 or without, with its pass for a ko or without.
pub struct WholeConfirmation(pub RuleSet);

impl WholeConfirmation {
    fn game(&self, board: &Board) -> Confirmation {
        Confirmation::new(&self.0, board, Colour::Black)
    }
}

impl WholeGame for WholeConfirmation {
    fn clauses(&self) -> &'static str {
        TEXT.source()
    }

    fn name(&self) -> String {
        without("j1989 confirmation", &self.0, &[J1989_7_2, J1989_7_2_PASS])
    }

    fn stages(&self) -> &'static [&'static str] {
        &[STATES, CAPTURED, CLEARED, EVERYWHERE]
    }

    fn memory(&self, grid: Grid, classes: u64) -> Memory {
        let size = Size::with_bans(grid, classes, 3, size_of::<[u16; 3]>());
        let kept = size.states * 4 * size.tables + size.remembering(classes);
        Memory { solving: size.solving(grid, classes), kept }
    }

    fn solve(&self, classes: &Arc<Classes>, subject: &Subject, stages: &Stages<'_>) -> Result<Facts, StoreError> {
        let solved = SolvedConfirmation::new(classes, self.game(classes.board()), subject, stages)?;
        Ok(Facts::default().with::<Arc<dyn ConfirmationFacts>>(Arc::new(solved)))
    }

    fn verify(&self, check: &Check<'_>) -> Result<(), VerifyError> {
        let board = check.classes.board();
        let graph = check.states(&self.game(board))?;
        let moves = check.sequences(&graph, 2);
        let free = |role: usize, node: usize| moves.free(role, node);
        check.captured(&moves, CAPTURED)?;
        let cleared = check.stage(&moves, CLEARED, || moves.again_and_again(free, free, |each| each))?;
        // The same points, in other words: the stone there is captured, and then it is so.
        check.stage(&moves, CLEARED, || {
            let stone = |role: usize, node: usize| Each(!free(role, node).0);
            let gone = |passes: usize, role: usize, node: usize| cleared.of(passes, role, node).and(free(role, node));
            // While the stone is there, the end of the sequence is no success.
            moves.least_fixpoint(gone, stone, |_, _| Each::WORST)
        })?;
        drop(cleared);
        let points = board.all() as u16;
        let all = |each: Each| if each.0 & points == points { Each::BEST } else { Each::WORST };
        let at_the_end = |role: usize, node: usize| all(free(role, node));
        check.stage(&moves, EVERYWHERE, || moves.again_and_again(free, at_the_end, all))?;
        Ok(())
    }

    fn dense(&self) -> Option<&dyn DenseGame> {
        // Where an end must be brought about, what is known of points says too little, and the lists are too long on such boards.
        (self.0.read::<Infinite>() == Infinite::Attacker).then_some(self)
    }
}

impl DenseGame for WholeConfirmation {
    fn stages(&self) -> &'static [&'static str] {
        &[STATES, CAPTURED, CLEARED, EVERYWHERE]
    }

    fn memory(&self, slots: &Slots) -> Memory {
        let (positions, banned) = Lasting::expected(slots);
        let of = |states: u64| Pairs::memory(slots.board().len(), states);
        let (states, listed) = (positions + banned, Lasting::memory(slots));
        let kept = listed + of(states) + of(positions) + states / 4;
        Memory {
            solving: listed + Lasting::finding(slots).max(of(positions) + 3 * of(states) + slots.len() as u64 / 2),
            kept,
        }
    }

    fn seconds(&self, slots: &Slots) -> f64 {
        // Measured on 4x4: 1.0e-5 for a number; the larger the board, the longer values grow.
        slots.len() as f64 * 1.4e-5
    }

    fn solve(&self, slots: &Arc<Slots>, subject: &Subject, stages: &Stages<'_>) -> Result<Facts, StoreError> {
        let retaking = match (self.0.applies(J1989_7_2), self.0.applies(J1989_7_2_PASS)) {
            (false, _) => Retaking::Allowed,
            (true, false) => Retaking::Banned,
            (true, true) => Retaking::AfterPass,
        };
        let states = Lasting::stage(slots, retaking, subject, STATES, stages)?;
        let mut captured = states.forced_stage(Forced::Taken, (subject, CAPTURED), stages)?;
        let cleared = states.forced_stage(Forced::Again(&captured), (subject, CLEARED), stages)?;
        // Only a final position is asked about, in which there are no bans.
        captured.truncate(states.positions());
        let each = Forced::AgainEverywhere(&cleared);
        let [forces, suffers] = states.forced_stage(each, (subject, EVERYWHERE), stages)?.any();
        let everywhere = move |state: usize| {
            let all = |marks: &Marks| if marks.has(state) { u32::MAX } else { 0 };
            Pair { forces: all(&forces), suffers: all(&suffers) }
        };
        Ok(facts(DenseConfirmation {
            states: Box::new(states),
            captured: Table::new(move |state| captured.get(state)),
            cleared: Table::new(move |state| cleared.get(state)),
            everywhere: Table::new(everywhere),
        }))
    }

    fn looked_up(&self) -> &'static [&'static str] {
        DenseGame::stages(self)
    }

    fn look_up(
        &self,
        slots: &Arc<Slots>,
        subject: &Subject,
        store: &Store,
        failed: &Arc<Failed>,
    ) -> Result<Option<Facts>, StoreError> {
        let Some(states) = OnDisk::new(slots, store, (subject, STATES), failed)? else { return Ok(None) };
        let table = |stage| states.table(store, (subject, stage), failed);
        let (Some(captured), Some(cleared), Some(everywhere)) = (table(CAPTURED)?, table(CLEARED)?, table(EVERYWHERE)?)
        else {
            return Ok(None);
        };
        Ok(Some(facts(DenseConfirmation { states: Box::new(states), captured, cleared, everywhere })))
    }
}

fn facts(solved: DenseConfirmation) -> Facts {
    Facts::default().with::<Arc<dyn ConfirmationFacts>>(Arc::new(solved))
}

/// The confirmation solved without a list of the classes.
struct DenseConfirmation {
    states: Box<dyn Numbered>,
    captured: Table,
    cleared: Table,
    /// All points or none.
    everywhere: Table,
}

impl ConfirmationFacts for DenseConfirmation {
    fn captured(&self, position: Position, owner: Colour) -> Points {
        let found = self.states.state(Sides::of(position, owner.opponent()), 0);
        let forced = found.map_or(0, |found| self.captured.points(self.states.slots(), found).forces);
        Points::from(forced) & position.of(owner)
    }

    fn cleared(&self, state: &Confirming, owner: Colour) -> Option<Cleared> {
        let (slots, edges) = (self.states.slots(), self.states.edges());
        let pair = |p: usize| state.bans.stone(slots.board(), p).map_or(0, |stone| edges.between(p, stone));
        let bans = points_of(state.bans()[0]).fold(0, |bans, p| bans | pair(p));
        let found = self.states.state(Sides::of(state.position, state.mover), bans)?;
        let of = |table: &Table| {
            let Pair { forces, suffers } = table.points(slots, found);
            Points::from(if state.mover == owner { suffers } else { forces })
        };
        Some(Cleared { each: of(&self.cleared), everywhere: of(&self.everywhere) != 0 })
    }
}

/// The confirmation of life and death. Remembered: the bans, as [`Confirming::bans`] gives them.
impl States for Confirmation {
    type Extra = [u16; 3];

    fn plays(&self, position: Position, extra: [u16; 3], out: &mut Vec<(Position, [u16; 3])>) {
        let state = self.remembering(position, Colour::Black, extra.map(u64::from));
        let mut moves = Vec::new();
        self.moves(&state, &mut moves);
        for (mv, next) in moves {
            if mv != KoMove::Pass {
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

struct SolvedConfirmation {
    classes: Arc<Classes>,
    game: Confirmation,
    nodes: Nodes<[u16; 3]>,
    captured: WinningSets,
    cleared: WinningSets,
    everywhere: WinningSets,
}

impl SolvedConfirmation {
    fn new(
        classes: &Arc<Classes>,
        game: Confirmation,
        subject: &Subject,
        stages: &Stages<'_>,
    ) -> Result<SolvedConfirmation, StoreError> {
        let (solving, nodes) = Solving::new(classes, &game, subject, stages)?;
        let captured = solving.winning_sets(&nodes, CAPTURED, |w| w.captured())?;
        let cleared = solving.winning_sets(&nodes, CLEARED, |w| w.cleared())?;
        let everywhere = solving.winning_sets(&nodes, EVERYWHERE, |w| w.cleared_everywhere(&cleared))?;
        drop(solving);
        Ok(SolvedConfirmation { classes: classes.clone(), game, nodes, captured, cleared, everywhere })
    }
}

impl ConfirmationFacts for SolvedConfirmation {
    fn captured(&self, position: Position, owner: Colour) -> Points {
        let form = self.classes.form(position.seen_by(owner.opponent()));
        self.captured.points(self.classes.turns(), form, true) & position.of(owner)
    }

    fn cleared(&self, state: &Confirming, owner: Colour) -> Option<Cleared> {
        let bans = state.bans().map(|b| b as u16);
        let form = self.nodes.form(&self.classes, &self.game, state.position.seen_by(state.mover), bans)?;
        let (turns, attacks) = (self.classes.turns(), state.mover != owner);
        Some(Cleared {
            each: self.cleared.points(turns, form, attacks),
            everywhere: self.everywhere.of(form, attacks) != 0,
        })
    }
}
