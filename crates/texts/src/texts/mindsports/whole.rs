//! The continuation solved from every position of a board: its states, what its tables keep, and what follows from them.

use std::sync::Arc;

use crate::board::{Colour, Grid, Points, Position, diagram};
use crate::law::RuleSet;
use crate::law::facts::Facts;
use crate::law::solved::{DenseGame, Memory, Size, Solving, WholeGame, without};
use crate::solve::dense::{self, Goal, Reached, Repetition, Sides, Slots};
use crate::solve::whole::STATES;
use crate::solve::whole::classes::{Classes, packed, unpacked};
use crate::solve::whole::graph::{Graph, States};
use crate::solve::whole::store::{Failed, Stages, Store, StoreError, Subject};
use crate::solve::whole::verify::{Check, Each, Value, VerifyError};
use crate::solve::whole::winning::WinningSets;
use crate::solve::{Bounds, Game};
use crate::texts::mindsports::clauses::*;
use crate::texts::mindsports::superko::{self, Free, SolvedSuperko};
use crate::texts::mindsports::{Continuation, JAPANESE};

/// What is forced in a continuation (ms.dead, ms.seki) from a position without bans.
pub trait ContinuationFacts: Send + Sync {
    /// The stones of `owner` that his opponent forces off the board, `first` moving first.
    fn captured(&self, position: Position, owner: Colour, first: Colour) -> Points;

    /// The stones of `owner` that he makes immortal before they are removed, his opponent moving first.
    fn independent(&self, position: Position, owner: Colour) -> Points;
}

/// What is forced in a continuation without a repetition rule, and under situational superko (ms.dead, reading `superko`).
pub trait SuperkoFacts: Send + Sync {
    /// Without a repetition rule, this player to move: the stones of `owner` that his opponent forces off the board, and those
    /// that the owner brings to the end of the sequence.
    fn freely(&self, position: Position, owner: Colour, mover: Colour) -> [Points; 2];

    /// The stones of `owner` that are (lower) or may be (upper) dead in a final position.
    fn dead(&self, position: Position, owner: Colour) -> Bounds<Points>;
}

const CAPTURED: &str = "captured";
const IMMORTAL: &str = "made-immortal";

/// The stages where the reading is `dead=superko`.
const UNDER_SUPERKO: [&str; superko::STAGES.len() + 3] = {
    let [captured, kept, dead] = superko::STAGES;
    [STATES, CAPTURED, IMMORTAL, captured, kept, dead]
};

/// The continuation with basic ko or without, and under superko where `dead` is read so.
pub struct WholeContinuation(pub RuleSet);

impl WholeContinuation {
    fn under_superko(&self) -> bool {
        self.0.read::<Dead>() == Dead::Superko
    }

    fn game(&self, check: &Classes) -> Continuation {
        Continuation::new(check.board(), self.0.applies(MS_KO))
    }
}

impl WholeGame for WholeContinuation {
    /// Both counts rest on the same clauses.
    fn clauses(&self) -> &'static str {
        JAPANESE.source()
    }

    fn name(&self) -> String {
        let game = if self.under_superko() { "ms continuation dead=superko" } else { "ms continuation" };
        without(game, &self.0, &[MS_KO])
    }

    fn stages(&self) -> &'static [&'static str] {
        if self.under_superko() { &UNDER_SUPERKO } else { &[STATES, CAPTURED, IMMORTAL] }
    }

    fn memory(&self, grid: Grid, classes: u64) -> Memory {
        let size = Size::with_bans(grid, classes, 4, size_of::<[u32; 2]>());
        // Only what is forced from states without bans.
        Memory { solving: size.solving(grid, classes), kept: classes * 4 * (size.tables + 1) }
    }

    fn solve(&self, classes: &Arc<Classes>, subject: &Subject, stages: &Stages<'_>) -> Result<Facts, StoreError> {
        let solved = SolvedContinuation::new(classes, &self.game(classes), subject, stages)?;
        let facts = Facts::default().with::<Arc<dyn ContinuationFacts>>(Arc::new(solved));
        if !self.under_superko() {
            return Ok(facts);
        }
        let solved = SolvedSuperko::new(free(classes, subject, stages)?, subject, stages)?;
        Ok(facts.with::<Arc<dyn SuperkoFacts>>(Arc::new(solved)))
    }

    fn verify(&self, check: &Check<'_>) -> Result<(), VerifyError> {
        let graph = check.states(&self.game(check.classes))?;
        let moves = check.sequences(&graph, 2);
        check.captured(&moves, CAPTURED)?;
        let stones = |role: usize, node: usize| moves.stones(role, node);
        let immortal = |_, role: usize, node: usize| moves.immortal(role, node);
        check.stage(&moves, IMMORTAL, || moves.least_fixpoint(immortal, stones, |_, _| Each::WORST))?;
        if self.under_superko() { verify_superko(check) } else { Ok(()) }
    }

    fn dense(&self) -> Option<&dyn DenseGame> {
        // Under superko a state remembers the whole history.
        (!self.under_superko()).then_some(self)
    }
}

impl DenseGame for WholeContinuation {
    fn stages(&self) -> &'static [&'static str] {
        &[CAPTURED, IMMORTAL]
    }

    fn memory(&self, slots: &Slots) -> Memory {
        let kept = 2 * Reached::memory(slots);
        Memory { solving: kept + dense::States::memory(slots), kept }
    }

    fn seconds(&self, slots: &Slots) -> f64 {
        // Measured on 3x6 and 4x5: 1.7 and 1.8 microseconds for a number.
        slots.len() as f64 * 2e-6
    }

    fn solve(&self, slots: &Arc<Slots>, subject: &Subject, stages: &Stages<'_>) -> Result<Facts, StoreError> {
        let repetition = if self.0.applies(MS_KO) { Repetition::BasicKo } else { Repetition::Allowed };
        let states = dense::States::new(slots, repetition, &stages.sweeping(subject, STATES));
        let states = states.ok_or(StoreError::Stopped)?;
        let captured = states.stage(Goal::Captured, subject, CAPTURED, stages)?;
        let immortal = states.stage(Goal::Immortal, subject, IMMORTAL, stages)?;
        Ok(DenseContinuation { captured, immortal }.facts())
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
        let table = |goal, stage| Reached::on_disk(slots, goal, (subject, stage), store, failed);
        let (captured, immortal) = (table(Goal::Captured, CAPTURED)?, table(Goal::Immortal, IMMORTAL)?);
        Ok(captured.zip(immortal).map(|(captured, immortal)| DenseContinuation { captured, immortal }.facts()))
    }
}

/// The continuation solved without a list of the classes.
struct DenseContinuation {
    captured: Reached,
    immortal: Reached,
}

impl DenseContinuation {
    fn facts(self) -> Facts {
        Facts::default().with::<Arc<dyn ContinuationFacts>>(Arc::new(self))
    }
}

impl ContinuationFacts for DenseContinuation {
    fn captured(&self, position: Position, owner: Colour, first: Colour) -> Points {
        self.captured.points(Sides::of(position, first)) & position.of(owner)
    }

    fn independent(&self, position: Position, owner: Colour) -> Points {
        self.immortal.points(Sides::of(position, owner.opponent())) & position.of(owner)
    }
}

/// The tables without a repetition rule are derived anew, and what they leave open is settled in another order.
fn verify_superko(check: &Check<'_>) -> Result<(), VerifyError> {
    let [captured, kept, dead] = superko::STAGES;
    let sweeping = check.stages.sweeping(check.subject, captured);
    let graph = Graph::new(check.classes, &Continuation::new(check.classes.board(), false), &sweeping);
    let graph = graph.ok_or(StoreError::Stopped)?;
    let moves = check.sequences(&graph, 2);
    check.captured(&moves, captured)?;
    let stones = |role: usize, node: usize| moves.stones(role, node);
    let immortal = |_, role: usize, node: usize| moves.immortal(role, node);
    check.stage(&moves, kept, || moves.least_fixpoint(immortal, stones, stones))?;
    check.stages.progress.begins(check.subject, dead);
    let free = Free { classes: check.classes.clone(), captured: check.table(captured)?, kept: check.table(kept)? };
    let (says, follows) = (check.table::<superko::Dead>(dead)?, free.dead(false, check.subject, check.stages)?);
    let of =
        |table: &superko::Dead, class: usize| table.dead.get(class).copied().zip(table.undecided.get(class).copied());
    if let Some(class) = (0..check.classes.len()).find(|&class| of(&says, class) != of(&follows, class)) {
        let state = diagram::text(check.classes.board().grid(), check.classes.representative(class));
        let what = format!("the table says {:?}, what follows is {:?}", of(&says, class), of(&follows, class));
        return Err(check.wrong(dead, format!("{state} with X to move"), what));
    }
    check.stages.progress.ends(check.subject, dead, true);
    Ok(())
}

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

/// The continuation without a repetition rule, which needs no states but the positions.
fn free(classes: &Arc<Classes>, subject: &Subject, stages: &Stages<'_>) -> Result<Free, StoreError> {
    let game = Continuation::new(classes.board(), false);
    let (solving, nodes) = Solving::of_positions(classes, &game, subject, stages);
    let captured = solving.winning_sets(&nodes, superko::CAPTURED, |w| w.captured())?;
    let kept = solving.winning_sets(&nodes, superko::KEPT, |w| w.kept())?;
    Ok(Free { classes: classes.clone(), captured, kept })
}

struct SolvedContinuation {
    classes: Arc<Classes>,
    captured: WinningSets,
    immortal: WinningSets,
}

impl SolvedContinuation {
    fn new(
        classes: &Arc<Classes>,
        game: &Continuation,
        subject: &Subject,
        stages: &Stages<'_>,
    ) -> Result<SolvedContinuation, StoreError> {
        let (solving, nodes) = Solving::new(classes, game, subject, stages)?;
        // Only states without bans are asked for.
        let unbanned = |sets: WinningSets| WinningSets {
            attacker: sets.attacker[..classes.len()].to_vec(),
            owner: sets.owner[..classes.len()].to_vec(),
        };
        let captured = unbanned(solving.winning_sets(&nodes, CAPTURED, |w| w.captured())?);
        let immortal = unbanned(solving.winning_sets(&nodes, IMMORTAL, |w| w.made_immortal())?);
        Ok(SolvedContinuation { classes: classes.clone(), captured, immortal })
    }
}

impl ContinuationFacts for SolvedContinuation {
    fn captured(&self, position: Position, owner: Colour, first: Colour) -> Points {
        let form = self.classes.form(position.seen_by(first));
        self.captured.points(self.classes.turns(), form, first != owner) & position.of(owner)
    }

    fn independent(&self, position: Position, owner: Colour) -> Points {
        let form = self.classes.form(position.seen_by(owner.opponent()));
        self.immortal.points(self.classes.turns(), form, false) & position.of(owner)
    }
}
