//! Making a disagreement small: fewer points, fewer moves, fewer stones, and of mirror images the first.
//!
//! Moves are left out, alone, in runs and in pairs, and rows and columns; what cannot be made smaller so is tried elsewhere on the board
//! (at an edge fewer stones do) and with the players exchanged, and from there again.

use std::time::{Duration, Instant};

use super::reference::replay;
use super::{Disagreement, MoveRecord, Question};
use crate::board::{Grid, Symmetry};
use crate::gtp::game::{Legality, Move};
use crate::gtp::peer::Trouble;

/// What is to become smaller, the most important first.
type Size = (usize, usize, usize, String);

fn size(record: &MoveRecord, question: &Question) -> Size {
    let stones = replay(record, Legality::LEAST).map_or(0, |g| g.position().cells().iter().flatten().count());
    (record.grid.len(), record.moves.len(), stones, format!("{} {}", record.text(), question.text(record.grid)))
}

/// How long one disagreement is shrunk, and by how many questions.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Most questions.
    pub questions: usize,
    /// Most time.
    pub time: Duration,
    /// Fewest rows and columns of a board.
    pub least: (usize, usize),
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { questions: 3000, time: Duration::from_secs(60), least: (1, 1) }
    }
}

/// Puts a question anew: the disagreement that the engine has with the text there, if any, and if it is of the same cause.
pub type Examine<'a> = dyn FnMut(&MoveRecord, &Question) -> Result<Option<Disagreement>, Trouble> + 'a;

struct Shrinker<'a, 'e> {
    examine: &'a mut Examine<'e>,
    best: Disagreement,
    size: Size,
    left: usize,
    until: Instant,
    least: (usize, usize),
}

/// The smallest disagreement of the same cause that is found by taking away and mirroring, one step at a time until no step
/// makes it smaller.
///
/// # Errors
/// [`Trouble`] with the engine.
pub fn shrink(found: &Disagreement, effort: Effort, examine: &mut Examine) -> Result<Disagreement, Trouble> {
    let until = Instant::now() + effort.time;
    let size = size(&found.record, &found.question);
    let mut shrinker =
        Shrinker { examine, best: found.clone(), size, left: effort.questions, until, least: effort.least };
    shrinker.run()?;
    Ok(shrinker.best)
}

impl Shrinker<'_, '_> {
    fn run(&mut self) -> Result<(), Trouble> {
        // What this asks does not count: its own limits hold.
        let left = std::mem::replace(&mut self.left, usize::MAX);
        if self.shortest()? {
            return Ok(());
        }
        self.left = left;
        self.reduce()?;
        loop {
            let before = self.size.clone();
            for (record, question) in self.elsewhere() {
                if self.is_spent() {
                    return Ok(());
                }
                self.from(record, question)?;
                if self.size != before {
                    break;
                }
            }
            if self.size == before {
                return Ok(());
            }
        }
    }

    fn is_spent(&self) -> bool {
        self.left == 0 || Instant::now() >= self.until
    }

    /// Makes it smaller step by step, until no step does.
    fn reduce(&mut self) -> Result<(), Trouble> {
        loop {
            let before = self.size.clone();
            self.as_position()?;
            self.fewer_moves()?;
            self.fewer_pairs()?;
            self.smaller_board()?;
            self.mirrored()?;
            if self.size == before || self.is_spent() {
                return Ok(());
            }
        }
    }

    /// Goes on from another disagreement of the same cause, if it is one; what that leads to is kept if it is smaller.
    fn from(&mut self, record: MoveRecord, question: Question) -> Result<(), Trouble> {
        let record = record.for_question(&question);
        self.left -= 1;
        let Some(found) = (self.examine)(&record, &question)? else { return Ok(()) };
        let (size, best) = (size(&found.record, &found.question), found);
        let kept = (std::mem::replace(&mut self.best, best), std::mem::replace(&mut self.size, size));
        self.reduce()?;
        if self.size >= kept.1 {
            (self.best, self.size) = kept;
        }
        Ok(())
    }

    /// The same moves shifted over the board, those that leave it left out, and with the players exchanged.
    fn elsewhere(&self) -> Vec<(MoveRecord, Question)> {
        let (record, question) = (&self.best.record, self.best.question);
        let grid = record.grid;
        let (rows, cols) = (grid.rows() as isize, grid.cols() as isize);
        let shifted = |p: usize, down: isize, right: isize| {
            let (row, col) = (p as isize / cols + down, p as isize % cols + right);
            ((0..rows).contains(&row) && (0..cols).contains(&col)).then_some((row * cols + col) as usize)
        };
        let mut found = Vec::new();
        for exchanged in [false, true] {
            for (down, right) in (1 - rows..rows).flat_map(|down| (1 - cols..cols).map(move |right| (down, right))) {
                if (down, right) == (0, 0) && !exchanged {
                    continue;
                }
                let place = |m: &Move| -> Option<Move> {
                    let player = if exchanged { m.player.opponent() } else { m.player };
                    match m.point {
                        None => Some(Move::pass(player)),
                        Some(p) => shifted(p, down, right).map(|p| Move::play(player, p)),
                    }
                };
                let question = match question {
                    Question::Legal(player, p) => {
                        place(&Move::play(player, p)).and_then(|m| m.point.map(|p| Question::Legal(m.player, p)))
                    }
                    Question::Undo(m) => place(&m).map(Question::Undo),
                    other => Some(other),
                };
                let plays = record.moves.iter().filter(|m| m.point.is_some()).filter_map(place);
                if let Some(question) = question {
                    found.push((MoveRecord::alternating(grid, plays), question));
                }
            }
        }
        // The nearest first: most of what is far leaves the board.
        found.sort_by_key(|(record, _)| std::cmp::Reverse(record.moves.iter().filter(|m| m.point.is_some()).count()));
        found
    }

    /// Takes the candidate if it is smaller and still disagrees for the same cause.
    fn try_one(&mut self, record: MoveRecord, question: Question) -> Result<bool, Trouble> {
        let record = record.for_question(&question);
        let size = size(&record, &question);
        let (rows, cols) = self.least;
        let tiny = record.grid.rows() < rows || record.grid.cols() < cols;
        if tiny || size >= self.size || self.is_spent() {
            return Ok(false);
        }
        self.left -= 1;
        match (self.examine)(&record, &question)? {
            Some(found) => {
                self.size = self::size(&found.record, &found.question);
                self.best = found;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Tries every short record of the smallest boards, the shortest first: what is found so cannot be smaller. Taking away
    /// alone ends where no single step leads on.
    fn shortest(&mut self) -> Result<bool, Trouble> {
        let until = Instant::now() + TINY_TIME;
        for (rows, cols) in TINY {
            let Ok(grid) = Grid::new(rows, cols) else { continue };
            if rows < self.least.0 || cols < self.least.1 {
                continue;
            }
            let mut records = vec![MoveRecord { grid, moves: Vec::new() }];
            for _ in 0..=TINY_MOVES {
                for record in &records {
                    for question in alike(self.best.question, record) {
                        if Instant::now() >= until {
                            return Ok(false);
                        }
                        if self.try_one(record.clone(), question)? {
                            return Ok(true);
                        }
                    }
                }
                let moves = |player| (0..grid.len()).map(move |p| Move::play(player, p)).chain([Move::pass(player)]);
                let longer = records.iter().flat_map(|r| moves(r.to_move()).map(|m| r.with(m)));
                records =
                    longer.filter(|r| replay(r, Legality { suicide: false, ..Legality::LEAST }).is_some()).collect();
            }
        }
        Ok(false)
    }

    /// The position alone, without the way to it; or the position before the last move and that move.
    fn as_position(&mut self) -> Result<(), Trouble> {
        let record = self.best.record.clone();
        let all = record.moves.len();
        for back in 0..=2.min(all) {
            let (before, last) = record.moves.split_at(all - back);
            let Some(game) = replay(&MoveRecord { grid: record.grid, moves: before.to_vec() }, Legality::LEAST) else {
                continue;
            };
            let moves = MoveRecord::to_position(game.position()).moves.into_iter().chain(last.iter().copied());
            if self.try_one(MoveRecord::alternating(record.grid, moves), self.best.question)? {
                break;
            }
        }
        Ok(())
    }

    /// Leaves out runs of moves, long ones first.
    fn fewer_moves(&mut self) -> Result<(), Trouble> {
        let mut run = self.best.record.moves.len().max(1);
        loop {
            let mut at = 0;
            while at < self.best.record.moves.len() {
                let record = &self.best.record;
                let to = (at + run).min(record.moves.len());
                let kept = record.moves[..at].iter().chain(&record.moves[to..]).copied();
                // A pass stays only where it is needed: `alternating` puts those back.
                let moves: Vec<Move> = kept.collect();
                let candidate = MoveRecord::alternating(record.grid, moves.iter().copied());
                let plays = MoveRecord::alternating(record.grid, moves.into_iter().filter(|m| m.point.is_some()));
                let question = self.best.question;
                let taken = self.try_one(plays, question)? || self.try_one(candidate, question)?;
                if !taken {
                    at += run;
                }
            }
            if run == 1 {
                return Ok(());
            }
            run /= 2;
        }
    }

    /// Leaves out two moves at a time: one that takes and one that is taken, or one of each player, so that no pass has to stand for one.
    fn fewer_pairs(&mut self) -> Result<(), Trouble> {
        let mut first = 0;
        while first < self.best.record.moves.len() {
            let mut taken = false;
            for second in first + 1..self.best.record.moves.len() {
                if self.is_spent() {
                    return Ok(());
                }
                let record = &self.best.record;
                let left = record.moves.iter().enumerate().filter(|(at, _)| *at != first && *at != second);
                let plays = left.map(|(_, m)| *m).filter(|m| m.point.is_some());
                let candidate = MoveRecord::alternating(record.grid, plays);
                if self.try_one(candidate, self.best.question)? {
                    taken = true;
                    break;
                }
            }
            first += usize::from(!taken);
        }
        Ok(())
    }

    /// Leaves out rows and columns with all that is on them.
    fn smaller_board(&mut self) -> Result<(), Trouble> {
        for columns in [false, true] {
            let mut line = 0;
            while line < side(self.best.record.grid, columns) {
                let cut = Cut::new(self.best.record.grid, columns, line);
                let candidate = cut.and_then(|cut| cut.apply(&self.best.record, self.best.question));
                match candidate {
                    Some((record, question)) if self.try_one(record.clone(), question)? => {}
                    // Square boards may be the only ones the engine has: a row and a column at once.
                    Some((record, question)) if !columns => {
                        let mut taken = false;
                        for other in 0..record.grid.cols() {
                            let both = Cut::new(record.grid, true, other).and_then(|c| c.apply(&record, question));
                            if let Some((record, question)) = both
                                && self.try_one(record, question)?
                            {
                                taken = true;
                                break;
                            }
                        }
                        line += usize::from(!taken);
                    }
                    _ => line += 1,
                }
            }
        }
        Ok(())
    }

    /// Of the images under the symmetries of the board, the one whose text comes first.
    fn mirrored(&mut self) -> Result<(), Trouble> {
        let grid = self.best.record.grid;
        if grid.len() > usize::from(u8::MAX) {
            // Symmetries number points in a byte.
            return Ok(());
        }
        for symmetry in Symmetry::all(grid) {
            let image = |m: &Move| Move { player: m.player, point: m.point.map(|p| symmetry.point(p)) };
            let record = MoveRecord { grid, moves: self.best.record.moves.iter().map(image).collect() };
            let question = match self.best.question {
                Question::Legal(player, p) => Question::Legal(player, symmetry.point(p)),
                Question::Undo(m) => Question::Undo(image(&m)),
                other => other,
            };
            self.try_one(record, question)?;
        }
        // The order in which a position is set up does not matter: the order of the grid comes first.
        self.as_position()
    }
}

/// The boards of which every short record is tried.
const TINY: [(usize, usize); 5] = [(1, 1), (1, 2), (1, 3), (2, 2), (2, 3)];
/// How many moves such a record has at most.
const TINY_MOVES: usize = 3;
/// How long this may take.
const TINY_TIME: Duration = Duration::from_secs(10);

/// The questions of the same kind at the end of a record.
pub(super) fn alike(question: Question, record: &MoveRecord) -> Vec<Question> {
    let player = record.to_move();
    match question {
        Question::Legal(..) => (0..record.grid.len()).map(|p| Question::Legal(player, p)).collect(),
        Question::Undo(_) => (0..record.grid.len()).map(|p| Question::Undo(Move::play(player, p))).collect(),
        other => vec![other],
    }
}

fn side(grid: Grid, columns: bool) -> usize {
    if columns { grid.cols() } else { grid.rows() }
}

/// A board without one of its lines.
struct Cut {
    from: Grid,
    to: Grid,
    columns: bool,
    line: usize,
}

impl Cut {
    /// `None` if no board would be left.
    fn new(from: Grid, columns: bool, line: usize) -> Option<Cut> {
        let (rows, cols) = if columns { (from.rows(), from.cols() - 1) } else { (from.rows() - 1, from.cols()) };
        Some(Cut { from, to: Grid::new(rows, cols).ok()?, columns, line })
    }

    fn point(&self, p: usize) -> Option<usize> {
        let (row, col) = (p / self.from.cols(), p % self.from.cols());
        let at = if self.columns { col } else { row };
        let shifted = |x: usize| if x > self.line { x - 1 } else { x };
        let (row, col) = if self.columns { (row, shifted(col)) } else { (shifted(row), col) };
        (at != self.line).then_some(row * self.to.cols() + col)
    }

    /// The record without the plays on the line; `None` if the question is about a point of it.
    fn apply(&self, record: &MoveRecord, question: Question) -> Option<(MoveRecord, Question)> {
        let made = |m: &Move| match m.point {
            None => Some(*m),
            Some(p) => self.point(p).map(|p| Move::play(m.player, p)),
        };
        let question = match question {
            Question::Legal(player, p) => Question::Legal(player, self.point(p)?),
            Question::Undo(m) => Question::Undo(made(&m)?),
            other => other,
        };
        Some((MoveRecord::alternating(self.to, record.moves.iter().filter_map(made)), question))
    }
}
