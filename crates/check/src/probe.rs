//! Finding out how an engine can be asked, before anything is compared: by which commands it tells positions and legal plays,
//! whether its `play` is tolerant, and what its `final_score` does with stones that cannot live.

use std::time::Instant;

use super::count::all_alive;
use super::ko::{BOARDS, Forbidden, forbidden};
use super::layout::Layout;
use super::said::score;
use super::ways::{CapturesBy, LegalBy, StonesBy, Ways};
use super::{Engine, MoveRecord};
use crate::board::plain::PlainPosition;
use crate::board::{Colour, Grid};
use crate::gtp::game::Move;
use crate::gtp::peer::Trouble;
use crate::gtp::protocol::colour_name;

/// The boards on which `final_score` is tried, the first that an engine has.
const SIDES: [usize; 4] = [7, 9, 13, 19];
/// What `final_score` does is tried if that takes no more than such a part of the time.
const SHARE: u64 = 8;

/// What `final_score` does at the end of a game with a stone on the board that cannot live.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scores {
    /// It counts the board as it stands.
    Counts,
    /// It counts, but takes off stones within what is alive by Benson's theorem, whatever is played.
    CountsButPassDead,
    /// It finds out for itself that the stone is dead, by play, search or a network: it estimates.
    Estimates,
    /// It declines: the text of the error.
    Declines(String),
    /// Something else, or no score: what it said to each question.
    Otherwise(Vec<String>),
    /// The same question got two answers.
    Changes(Vec<String>),
    /// It was not tried: the engine would take a large part of the time for it.
    NotTried,
}

impl Scores {
    /// In a sentence.
    #[must_use]
    pub fn text(&self) -> String {
        let at = "at the end of a game with one stone on the board that cannot live";
        match self {
            Scores::Counts => format!("`final_score` counts the board as it stands ({at})"),
            Scores::CountsButPassDead => format!(
                "`final_score` counts the board, and takes off stones within territory that is alive even if its owner always \
                 passes (Benson's theorem), but no others ({at})"
            ),
            Scores::Estimates => format!("`final_score` estimates: it finds out for itself what is dead ({at})"),
            Scores::Declines(why) => format!("`final_score` declines: {why} ({at})"),
            Scores::Otherwise(said) => format!("`final_score` says {} {at}", said.join(", then ")),
            Scores::Changes(said) => format!("`final_score` changes its answer: {} {at}", said.join(", then ")),
            Scores::NotTried => {
                "what `final_score` does with stones that cannot live was not tried: it would take a large part of the time".to_string()
            }
        }
    }
}

impl Engine {
    /// Finds out how the engine can be asked, on the first of these boards (else of those for sequences) that it has, and what
    /// its `final_score` does, unless too much of the time until then would be gone. What trouble keeps from being found out is left
    /// open: it is met again where it matters.
    pub fn find_out(&mut self, boards: &[Grid], until: Option<Instant>) -> Option<Scores> {
        if self.find_ways(boards).is_err() {
            // Once more, with an engine started anew.
            self.ways = Ways::default();
            let _ = self.find_ways(boards);
        }
        // Where nothing else tells what is legal, `play` does, unless it is tolerant.
        if self.ways.legal.is_none() && self.ways.tolerant.is_none() {
            self.ways.legal = Some(LegalBy::Play);
        }
        if self.knows(CapturesBy::Captures.command()) {
            self.ways.captures = Some(CapturesBy::Captures);
        }
        self.find_scores(until).ok().flatten()
    }

    fn find_ways(&mut self, boards: &[Grid]) -> Result<(), Trouble> {
        let sequences = BOARDS.iter().filter_map(|&side| Grid::new(side, side).ok());
        let candidates: Vec<Grid> = boards.iter().copied().chain(sequences).collect();
        if let Some(grid) = self.first_accepted(&candidates)? {
            self.find_pass(grid)?;
            self.find_stones(grid)?;
            self.find_captures(grid)?;
            self.find_legal(grid)?;
        }
        let large = |grid: &Grid| grid.rows() >= 4 && grid.cols() >= 4;
        let large: Vec<Grid> = candidates.into_iter().filter(large).collect();
        if let Some(grid) = self.first_accepted(&large)? {
            self.find_tolerance(grid)?;
        }
        Ok(())
    }

    fn first_accepted(&mut self, grids: &[Grid]) -> Result<Option<Grid>, Trouble> {
        for &grid in grids {
            if self.accepts(grid)?.is_ok() {
                return Ok(Some(grid));
            }
        }
        Ok(None)
    }

    /// Whether it takes a pass.
    fn find_pass(&mut self, grid: Grid) -> Result<(), Trouble> {
        let record = MoveRecord { grid, moves: vec![Move::pass(Colour::Black)] };
        if let Err((_, error)) = self.after(&record, &[])? {
            self.ways.no_pass = Some(error);
        }
        Ok(())
    }

    /// Reads a position by every command that there is for it, until one tells it rightly.
    fn find_stones(&mut self, grid: Grid) -> Result<(), Trouble> {
        let record = two_stones(grid);
        let mut cells = vec![None; grid.len()];
        record.moves.iter().for_each(|m| m.point.into_iter().for_each(|p| cells[p] = Some(m.player)));
        let right = PlainPosition::from_cells(grid, cells).map(|position| position.to_string());
        for by in StonesBy::ALL {
            if !self.knows(by.command()) {
                continue;
            }
            let Ok(answers) = self.after(&record, &by.commands())? else { continue };
            let read = by.read(grid, &answers);
            if read.is_some() && read == right {
                self.ways.stones = Some(by);
                return Ok(());
            }
            if by == StonesBy::ShowBoard
                && let Some(layout) = self.find_layout(grid)?
            {
                (self.ways.stones, self.ways.layout) = (Some(by), Some(layout));
                return Ok(());
            }
            let why = match (by, read) {
                (StonesBy::PrintSgf, None) => "it writes the moves of the game and not the stones on the board",
                (_, None) => "its answer cannot be read",
                _ => "it shows other stones than were played",
            };
            self.ways.unusable.push(format!("`{}`: {why}", by.command()));
        }
        Ok(())
    }

    /// How `showboard` draws the board, from what it shows of a few plays and of a pass after them.
    fn find_layout(&mut self, grid: Grid) -> Result<Option<Layout>, Trouble> {
        let mut record = two_stones(grid);
        let mut cells = vec![None; grid.len()];
        record.moves.iter().for_each(|m| m.point.into_iter().for_each(|p| cells[p] = Some(m.player)));
        // The first points that are empty, none of them next to the last one.
        let more: Vec<usize> = (0..grid.len()).filter(|&p| cells[p].is_none()).take(3).collect();
        let mut shown = Vec::new();
        for step in 0..=more.len() {
            let position = PlainPosition::from_cells(grid, cells.clone());
            let Ok(answers) = self.after(&record, &StonesBy::ShowBoard.commands())? else { return Ok(None) };
            let text = answers.into_iter().next().and_then(Result::ok);
            let Some(drawn) = text.zip(position.filter(PlainPosition::is_legal)) else { return Ok(None) };
            shown.push(drawn);
            let player = record.to_move();
            match more.get(step) {
                Some(&p) if step < 2 => {
                    cells[p] = Some(player);
                    record.moves.push(Move::play(player, p));
                }
                Some(_) if self.ways.no_pass.is_none() => record.moves.push(Move::pass(player)),
                _ => break,
            }
        }
        Ok(Layout::learn(grid, &shown))
    }

    /// Where no command is about captures: whether `showboard` tells that White has taken a stone.
    fn find_captures(&mut self, grid: Grid) -> Result<(), Trouble> {
        let by = CapturesBy::ShowBoard;
        if self.knows(CapturesBy::Captures.command()) || !self.knows(by.command()) || grid.rows().min(grid.cols()) < 2 {
            return Ok(());
        }
        let [lone, above, beside] = ["A1", "A2", "B1"].map(|name| grid.point(name).ok());
        let made = [(Colour::Black, lone), (Colour::White, above), (Colour::Black, None), (Colour::White, beside)];
        let record = MoveRecord { grid, moves: made.map(|(player, point)| Move { player, point }).to_vec() };
        if let Ok(answers) = self.after(&record, &by.commands())? {
            self.ways.captures = (by.read(&answers) == Some([0, 1])).then_some(by);
        }
        Ok(())
    }

    /// Asks for a point that is occupied and for one that is not.
    fn find_legal(&mut self, grid: Grid) -> Result<(), Trouble> {
        let record = two_stones(grid);
        let Some(taken) = record.moves.iter().find_map(|m| m.point) else { return Ok(()) };
        let player = record.to_move();
        for by in [LegalBy::Asking, LegalBy::Policy] {
            let known = self.knows(by.name()) || by == LegalBy::Asking && self.knows("all_legal");
            if !known {
                continue;
            }
            self.ways.legal = Some(by);
            // The first point is empty.
            let said = self.legal_at(&record, player, &[taken, 0])?;
            if let [Some(false), Some(_)] = said[..] {
                return Ok(());
            }
            self.ways.legal = None;
            self.ways.unusable.push(format!("`{}`: it does not tell an occupied point from an empty one", by.name()));
        }
        Ok(())
    }

    /// What the engine says of these points at the end of a record, asked with no more commands than that takes; `None` of a point for
    /// no usable answer.
    fn legal_at(
        &mut self,
        record: &MoveRecord,
        player: Colour,
        points: &[usize],
    ) -> Result<Vec<Option<bool>>, Trouble> {
        let grid = record.grid;
        let commands = self.legal_commands(grid, player);
        // A command for each point, or one for all.
        let each = self.ways.legal == Some(LegalBy::Asking) && !self.knows("all_legal");
        let of_points = || points.iter().filter_map(|&p| commands.get(p)).cloned().collect::<Vec<_>>();
        let sent = if each { of_points() } else { commands.clone() };
        let answers = self.after(record, &sent)?.unwrap_or_default();
        let said = self.read_legal(grid, &answers);
        let at = |(i, p): (usize, &usize)| said.get(if each { i } else { *p }).copied().flatten();
        Ok(points.iter().enumerate().map(at).collect())
    }

    /// Tries by `play` what the engine says is illegal, or what the rules that it declares forbid.
    fn find_tolerance(&mut self, grid: Grid) -> Result<(), Trouble> {
        for Forbidden { name, record, last, suicide } in forbidden(grid) {
            let Some(p) = last.point else { continue };
            let command = format!("play {} {}", colour_name(last.player), grid.name(p));
            let Ok(answers) = self.after(&record, std::slice::from_ref(&command))? else { continue };
            let takes = matches!(answers.first(), Some(Ok(_)));
            let by_asking = match self.ways.legal {
                Some(by @ (LegalBy::Asking | LegalBy::Policy)) => {
                    let forbidden = self.legal_at(&record, last.player, &[p])? == [Some(false)];
                    forbidden.then(|| format!("`{}` says is illegal", by.name()))
                }
                _ => None,
            };
            let declared = match suicide {
                0 => self.told.declares_ko().map(|ko| format!("its rules, `ko` {ko} by `kata-get-rules`, forbid")),
                1 => self.told.declares_suicide().map(|_| "no rules by `kata-get-rules` allow".to_string()),
                _ => (self.told.declares_suicide() == Some(false))
                    .then(|| "its rules, `suicide` false by `kata-get-rules`, forbid".to_string()),
            };
            let forbidden = by_asking.or(declared);
            self.ways.tried |= forbidden.is_some();
            if let (true, Some(why)) = (takes, forbidden) {
                self.ways.tolerant = Some(format!("it takes {name}, which {why}"));
                return Ok(());
            }
        }
        Ok(())
    }

    /// Finds out what `final_score` does; `None` if there is no such command, or no board for it.
    fn find_scores(&mut self, until: Option<Instant>) -> Result<Option<Scores>, Trouble> {
        let grids: Vec<Grid> = SIDES.into_iter().filter_map(|side| Grid::new(side, side).ok()).collect();
        if !self.knows("final_score") {
            return Ok(None);
        }
        let Some(grid) = self.first_accepted(&grids)? else { return Ok(None) };
        let (mut removed, mut all) = (Vec::new(), Vec::new());
        for pass_alive in [true, false] {
            let Some((standing, stone)) = one_stone_cannot_live(grid, pass_alive) else { return Ok(None) };
            let record = MoveRecord::to_position(&standing).ended();
            // Two such games are played.
            let commands = 2 * self.setup(&record).len() as u64;
            if until.is_some_and(|until| commands > self.commands_until(until) / SHARE) {
                return Ok(Some(Scores::NotTried));
            }
            let mut said = Vec::new();
            let twice = [(); 2].map(|()| "final_score".to_string());
            let Ok(answers) = self.after(&record, &twice)? else { return Ok(None) };
            for answer in answers {
                match answer {
                    Err(why) => return Ok(Some(Scores::Declines(why))),
                    Ok(text) => said.push(text.trim().to_string()),
                }
            }
            if said.windows(2).any(|pair| pair[0] != pair[1]) {
                return Ok(Some(Scores::Changes(said)));
            }
            removed.push(said.first().and_then(|text| removes(&standing, stone, score(text)?)));
            all.extend(said.into_iter().next());
        }
        Ok(Some(match removed[..] {
            [Some(false), Some(false)] => Scores::Counts,
            [Some(true), Some(false)] => Scores::CountsButPassDead,
            [Some(true), Some(true)] => Scores::Estimates,
            _ => Scores::Otherwise(all),
        }))
    }
}

/// Whether a score, area or territory, is that of the board without the stone, its place and the stone being the other player's;
/// `None` if it is neither that nor the score of the board as it stands.
fn removes(standing: &PlainPosition, stone: usize, theirs: f64) -> Option<bool> {
    let mut cells = standing.cells().to_vec();
    cells[stone] = None;
    let without = PlainPosition::from_cells(standing.grid(), cells)?;
    let is = |margin: i32| f64::from(margin) == theirs;
    match () {
        () if [true, false].into_iter().any(|area| is(all_alive(standing, area))) => Some(false),
        () if is(all_alive(&without, true)) || is(all_alive(&without, false) + 1) => Some(true),
        () => None,
    }
}

/// A stone of each player where there is room, at places by which a mirrored or turned board shows.
fn two_stones(grid: Grid) -> MoveRecord {
    let black = (grid.len() > 1).then(|| Move::play(Colour::Black, 1));
    let white = (grid.len() > 3).then(|| Move::play(Colour::White, grid.len() - 1));
    MoveRecord::alternating(grid, black.into_iter().chain(white))
}

/// A board that is filled but for eyes, Black's to the left, White's two last columns, with a white stone in a territory of Black's.
/// `pass_alive`: Black has two more eyes, and the territory has two points: the stone could not live if Black never played again.
/// Else he has one more, and the corner of nine points in which it stands would have to be answered in. The position, and the stone.
fn one_stone_cannot_live(grid: Grid, pass_alive: bool) -> Option<(PlainPosition, usize)> {
    let (rows, cols) = (grid.rows(), grid.cols());
    let at = |row: usize, col: usize| row * cols + col;
    let side = |p: usize| if p % cols < cols - 2 { Colour::Black } else { Colour::White };
    let mut cells: Vec<Option<Colour>> = (0..grid.len()).map(|p| Some(side(p))).collect();
    let mut open = vec![at(0, 0), at(0, cols - 1), at(2, cols - 1)];
    let stone = if pass_alive {
        open.extend([at(2, 0), at(rows - 1, 1)]);
        at(rows - 1, 0)
    } else {
        open.extend((rows - 3..rows).flat_map(|row| (0..3).map(move |col| row * cols + col)));
        at(rows - 2, 1)
    };
    open.into_iter().for_each(|p| cells[p] = None);
    cells[stone] = Some(Colour::White);
    Some((PlainPosition::from_cells(grid, cells)?, stone))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::PointSet;
    use crate::check::pass_alive::pass_dead;

    #[test]
    fn the_two_positions_of_the_probe_differ_in_whether_the_stone_is_dead_by_itself() {
        for side in SIDES {
            let grid = Grid::new(side, side).unwrap();
            for pass_alive in [true, false] {
                let (position, stone) = one_stone_cannot_live(grid, pass_alive).unwrap();
                assert_eq!(pass_dead(&position, false).has(stone), pass_alive, "{position}");
                let mut cells = position.cells().to_vec();
                cells[stone] = None;
                let without = PlainPosition::from_cells(grid, cells).unwrap();
                // The answers can be told apart.
                let [stands, off] = [&position, &without].map(|p| [all_alive(p, true), all_alive(p, false)]);
                assert!(!stands.contains(&off[0]) && !stands.contains(&(off[1] + 1)), "{position}");
            }
        }
    }
}
