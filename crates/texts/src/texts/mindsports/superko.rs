//! ms.dead under situational superko, from every position: what the tables without a repetition rule leave open is decided
//! state by state ([`crate::solve::history`]), each once for all positions from which it can follow.

use std::sync::Arc;

use crate::board::{Colour, Points, Position};
use crate::solve::history::{Without, decide};
use crate::solve::whole::classes::{CanonicalForm, Classes};
use crate::solve::whole::store::{Columns, Stages, StoreError, Stored, Subject};
use crate::solve::whole::winning::WinningSets;
use crate::solve::{Bounds, Budget};
use crate::texts::mindsports::{Continuation, Held, Superko, SuperkoFacts};

/// The stages, in the order in which they are solved.
pub const STAGES: [&str; 3] = [CAPTURED, KEPT, DEAD];
/// The stage of [`Free::captured`].
pub const CAPTURED: &str = "captured-freely";
/// The stage of [`Free::kept`].
pub const KEPT: &str = "kept-freely";
/// The stage of [`Dead`].
const DEAD: &str = "dead-under-superko";
/// Most states for what follows from one position. What is not decided within them is left to whoever asks.
const BUDGET: usize = 1_000_000_000;
/// Positions decided between two looks at whether to stop.
const PIECE: usize = 1 << 12;

/// What is known of every position.
pub struct SolvedSuperko {
    free: Free,
    dead: Dead,
}

/// What is forced without a repetition rule.
pub struct Free {
    /// The classes of positions.
    pub classes: Arc<Classes>,
    /// What the opponent forces off the board; he is the attacker.
    pub captured: WinningSets,
    /// What the owner brings to the end of the sequence; he is the one who forces.
    pub kept: WinningSets,
}

/// By class, its representative's black stones, Black to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dead {
    /// They are dead.
    pub dead: Vec<u16>,
    /// They may be.
    pub undecided: Vec<u16>,
}

impl Stored for Dead {
    fn columns(&self) -> Columns {
        let mut columns = Columns::default();
        columns.put("dead", self.dead.iter().copied());
        columns.put("undecided", self.undecided.iter().copied());
        columns
    }

    fn from_columns(mut columns: Columns) -> Option<Dead> {
        Some(Dead { dead: columns.take("dead")?, undecided: columns.take("undecided")? })
    }
}

impl Free {
    /// What the table says of the owner's stones, in the position's own frame: forced off the board, and kept.
    fn of(&self, position: Position, owner: Colour, mover: Colour) -> [Points; 2] {
        let form = self.classes.form(position.seen_by(mover));
        let (turns, owns) = (self.classes.turns(), mover == owner);
        [self.captured.points(turns, form, !owns), self.kept.points(turns, form, owns)]
            .map(|points| points & position.of(owner))
    }

    /// Settles what is left open in every position of the classes, Black owning the strings, the first classes first or last.
    ///
    /// # Errors
    /// [`StoreError::Stopped`].
    pub fn dead(&self, backwards: bool, subject: &Subject, stages: &Stages<'_>) -> Result<Dead, StoreError> {
        let classes = self.classes.len();
        let free = Continuation::new(self.classes.board(), false);
        let mut fates = Fates { of: &self.classes, sets: [(); 3].map(|()| [(); 2].map(|()| vec![0; classes])) };
        let budget = Budget::of(BUDGET);
        for done in 0..classes {
            if done % PIECE == 0 {
                if stages.stop.load(std::sync::atomic::Ordering::Relaxed) {
                    return Err(StoreError::Stopped);
                }
                stages.progress.advances(subject, DEAD, done as u64, classes as u64);
            }
            let class = if backwards { classes - 1 - done } else { done };
            let position = self.classes.representative(class);
            for string in self.open(position) {
                let stone = string & string.wrapping_neg();
                let mut found = Vec::new();
                let without = |state: &(Position, Colour)| self.without(&fates, *state, stone);
                let start = (position, Colour::Black);
                let game = Held { free: &free, owner: Colour::Black };
                decide(&game, &Superko, &start, without, budget, |&state, winner| found.push((state, winner)));
                found.into_iter().for_each(|(state, winner)| fates.put(state, stone, winner));
            }
        }
        let mut dead = Dead { dead: Vec::with_capacity(classes), undecided: Vec::with_capacity(classes) };
        for class in 0..classes {
            let position = self.classes.representative(class);
            let [captured, kept] = self.of(position, Colour::Black, Colour::Black);
            let [owner, opponent] = [0, 1].map(|winner| Points::from(fates.sets[winner][0][class]));
            let stones = position.of(Colour::Black);
            dead.dead.push((captured | opponent) as u16);
            dead.undecided.push((stones & !(captured | kept | owner | opponent)) as u16);
        }
        Ok(dead)
    }

    /// The strings of Black that the tables leave open, he to move.
    fn open(&self, position: Position) -> impl Iterator<Item = Points> {
        let [captured, kept] = self.of(position, Colour::Black, Colour::Black);
        self.classes.board().components(position.of(Colour::Black) & !captured & !kept)
    }

    /// `None` of what is not decided and has been tried.
    fn without(&self, fates: &Fates<'_>, (position, mover): (Position, Colour), stone: Points) -> Option<Without> {
        if position.of(Colour::Black) & stone == 0 {
            return Some(Without::Won(Colour::White));
        }
        let [captured, kept] = self.of(position, Colour::Black, mover);
        if captured & stone != 0 {
            Some(Without::Won(Colour::White))
        } else if kept & stone != 0 {
            Some(Without::Won(Colour::Black))
        } else {
            match fates.outcome(position, mover, stone) {
                None => Some(Without::Open),
                Some(winner) => winner.map(Without::Won),
            }
        }
    }
}

/// What may become of a state.
const OUTCOMES: [Option<Colour>; 3] = [Some(Colour::Black), Some(Colour::White), None];

/// What has been decided so far.
struct Fates<'a> {
    of: &'a Classes,
    /// By winner, and for what has been tried in vain, by whether White is to move, by class as the player to move sees it:
    /// Black's stones, from the same side.
    sets: [[Vec<u16>; 2]; 3],
}

impl Fates<'_> {
    /// What has become of it: who wins, or nothing, if it has been tried in vain.
    fn outcome(&self, position: Position, mover: Colour, stone: Points) -> Option<Option<Colour>> {
        let form = self.of.form(position.seen_by(mover));
        let turns = self.of.turns();
        let bit = turns.set(turns.inverse(form.turn()), stone as u16);
        let outcomes = OUTCOMES.into_iter().zip(&self.sets);
        outcomes.filter(|(_, sets)| sets[mover.index()][form.number()] & bit != 0).map(|(outcome, _)| outcome).next()
    }

    /// The string of which the stone is, and its images where the position is its own image: whatever is decided of a state
    /// is then decided of all its images, together with all that follows from them.
    fn put(&mut self, (position, mover): (Position, Colour), stone: Points, winner: Option<Colour>) {
        let string = self.of.board().connected(stone, position.of(Colour::Black)) as u16;
        let seen = position.seen_by(mover);
        let form: CanonicalForm = self.of.form(seen);
        let (turns, representative) = (self.of.turns(), self.of.representative(form.number()));
        let images = (0..turns.len()).filter(|&t| turns.position(t, representative) == seen);
        let bits = images.fold(0, |bits, t| bits | turns.set(turns.inverse(t), string));
        let at = OUTCOMES.iter().position(|&outcome| outcome == winner).expect("all are listed");
        self.sets[at][mover.index()][form.number()] |= bits;
    }
}

impl SolvedSuperko {
    /// Solves what the tables of the game without a repetition rule leave open.
    ///
    /// # Errors
    /// [`StoreError`], if the stage cannot be read or kept, or if it was asked to stop.
    pub fn new(free: Free, subject: &Subject, stages: &Stages<'_>) -> Result<SolvedSuperko, StoreError> {
        let dead: Dead = stages.stage(subject, DEAD, || free.dead(true, subject, stages))?;
        let classes = free.classes.len();
        if let Some(store) = stages.store.filter(|_| dead.dead.len() != classes || dead.undecided.len() != classes) {
            let what = format!("it has {} rows instead of {classes}", dead.dead.len());
            return Err(StoreError::Damaged { file: store.file(subject, DEAD), what });
        }
        Ok(SolvedSuperko { free, dead })
    }
}

impl SuperkoFacts for SolvedSuperko {
    fn freely(&self, position: Position, owner: Colour, mover: Colour) -> [Points; 2] {
        self.free.of(position, owner, mover)
    }

    fn dead(&self, position: Position, owner: Colour) -> Bounds<Points> {
        let classes = &self.free.classes;
        let form = classes.form(position.seen_by(owner));
        let points = |sets: u16| Points::from(classes.turns().set(form.turn(), sets)) & position.of(owner);
        let dead = points(self.dead.dead[form.number()]);
        Bounds { lower: dead, upper: dead | points(self.dead.undecided[form.number()]) }
    }
}
