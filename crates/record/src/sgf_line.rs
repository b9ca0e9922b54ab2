//! The line of play of a game in SGF: what its properties come to as actions of a record.

use sgf_parse::SgfProp;
use sgf_parse::go::{Move, Point, Prop};

use super::game::{Act, Action, Komi, MOST_ACTIONS, Record, Setup};
use super::mended::Mends;
use super::place::{BadRecord, Place, Places};
use super::script;
use super::sgf_tree::{GameTree, Node, Property, Source};
use crate::board::plain::PlainPosition;
use crate::board::{Colour, Grid};

/// The most values of `AB`, `AW` and `AE` in a record (each may be a rectangle): more than enough to list every point of a
/// board several times.
const MOST_SET_UP: usize = 2000;
/// The most that is kept of what a file says of the game besides.
const MOST_INFO: usize = 1000;

/// The line of play of a game, with what was mended of it and what is to be said of the file.
pub(super) fn read_tree(
    source: &Source,
    game: &GameTree,
    first: bool,
    line: &[usize],
    mut mends: Mends,
    mut warnings: Vec<String>,
) -> Result<Record, BadRecord> {
    let file = source.file;
    if game.next.is_some() && first {
        warnings.push(format!("{file}: only the first game of the file is read; --game 2 reads the second"));
    }
    if let left_out @ 1.. = game.left_out() {
        let (read, one) = if line.is_empty() { ("the main line", "2") } else { ("one line of play", "1") };
        let variations =
            if left_out == 1 { "a variation is".to_string() } else { format!("{left_out} variations are") };
        warnings.push(format!("{file}: {read} is read, {variations} left out; --line {one} takes another"));
    }
    let mut nodes = game.line(line)?;
    // A game that was scanned has a node.
    let mut root = nodes.next().transpose()?.unwrap_or(Node { properties: Vec::new(), at: 0 });
    without_blanks(&mut root, &mut mends);
    let grid = grid(source, &root)?;
    let mut reader = Reader {
        source,
        places: Places::new(source.text),
        cells: vec![None; grid.len()],
        record: Record { warnings, ..Record::new(Setup::new(grid)) },
        mends,
        handicap: None,
        listed: 0,
        set_up: None,
        resigned: None,
        edits: Vec::new(),
        edited: None,
        turn: None,
        beside: None,
        left_out: None,
    };
    reader.node(&root)?;
    for node in nodes {
        let mut node = node?;
        without_blanks(&mut node, &mut reader.mends);
        reader.node(&node)?;
    }
    reader.finish(line.is_empty())
}

/// Leaves out the blanks around values that are no texts.
fn without_blanks(node: &mut Node, mends: &mut Mends) {
    for property in &mut node.properties {
        if !matches!(property.ident.as_str(), "B" | "W" | "AB" | "AW" | "AE" | "TB" | "TW" | "SZ" | "GM") {
            continue;
        }
        for value in &mut property.values {
            let trimmed = value.trim();
            if trimmed.len() < value.len() {
                mends.note(property.at, "blanks around a value are left out");
                *value = trimmed.to_string();
            }
        }
    }
}

/// The size of the board, 19x19 if the file does not say.
fn grid(source: &Source, root: &Node) -> Result<Grid, BadRecord> {
    for property in &root.properties {
        match (property.ident.as_str(), prop(property)) {
            ("GM", Prop::GM(1)) => {}
            ("GM", _) => return Err(source.bad(property.value_at, "not a game of Go: expected GM[1]")),
            ("SZ", Prop::SZ((cols, rows))) => {
                return Grid::new(rows.into(), cols.into()).map_err(|e| source.bad(property.value_at, e.to_string()));
            }
            ("SZ", _) => {
                return Err(
                    source.bad(property.value_at, "not a board size: expected SZ[19] or, columns first, SZ[7:9]")
                );
            }
            _ => {}
        }
    }
    Grid::new(19, 19).map_err(|e| source.bad(root.at, e.to_string()))
}

fn prop(property: &Property) -> Prop {
    Prop::new(property.ident.clone(), property.values.clone())
}

struct Reader<'a> {
    source: &'a Source<'a>,
    places: Places<'a>,
    cells: Vec<Option<Colour>>,
    record: Record,
    /// What was put right.
    mends: Mends,
    /// The number in `HA`, and where.
    handicap: Option<(i64, usize)>,
    /// Values read that set stones up.
    listed: usize,
    /// Where stones were set up last.
    set_up: Option<usize>,
    /// Who resigned according to `RE`, and where.
    resigned: Option<(Colour, usize)>,
    /// What was put on the board and taken off it since the last action, if there was one before.
    edits: Vec<(Option<Colour>, Vec<usize>)>,
    /// Where that, or the turn, was set first since the last action.
    edited: Option<usize>,
    /// Whose turn was set since the last action.
    turn: Option<Colour>,
    /// Who `PL` beside the last action says is next, and where.
    beside: Option<(Colour, usize)>,
    /// What was played before the game began anew.
    left_out: Option<LeftOut>,
}

/// What a record leaves out that begins anew with what was set up in the middle of the game.
#[derive(Clone, Copy, Default)]
struct LeftOut {
    /// Plays and passes.
    moves: usize,
    /// Stones that they took.
    prisoners: usize,
    /// Where the game begins anew.
    at: usize,
}

impl Reader<'_> {
    fn bad<T>(&self, property: &Property, message: &str) -> Result<T, BadRecord> {
        let value = property.values.first().map_or("", String::as_str);
        let value: String = value.chars().take(40).collect();
        Err(self.source.bad(property.value_at, format!("{}[{value}]: {message}", property.ident)))
    }

    fn node(&mut self, node: &Node) -> Result<(), BadRecord> {
        let before = self.record.actions.len();
        let mut comment = None;
        let moves = node.properties.iter().any(|p| matches!(p.ident.as_str(), "B" | "W" | "SHIN"));
        for property in &node.properties {
            match property.ident.as_str() {
                "AB" | "AW" | "AE" => self.stones(property)?,
                "PL" if !moves => self.turn(property)?,
                "HA" => match property.values[0].trim().parse() {
                    Ok(number) if (0..=361).contains(&number) => self.handicap = Some((number, property.at)),
                    _ if property.values[0].trim().is_empty() => {
                        self.mends.note(property.at, "HA without a number is left out");
                    }
                    _ => return self.bad(property, "expected a number of handicap stones"),
                },
                "KM" => match Komi::parse(&property.values[0]).or_else(|| self.loose_komi(property)) {
                    Some(komi) => self.komi(komi),
                    None if property.values[0].trim().is_empty() => {}
                    None => return self.bad(property, "expected a komi such as 6.5"),
                },
                "RU" => self.record.setup.rules = text(property),
                "RE" => self.result(property),
                "C" => comment = text(property),
                _ => {}
            }
        }
        for property in &node.properties {
            match property.ident.as_str() {
                "B" => self.made(property, Colour::Black)?,
                "W" => self.made(property, Colour::White)?,
                "SHIN" => self.private(property)?,
                "N" | "PB" | "PW" | "BR" | "WR" | "BT" | "WT" | "DT" | "EV" | "RO" | "PC" | "GN" | "ON" | "OT"
                | "TM" | "AN" | "CP" | "GC" | "SO" | "US" => {
                    if self.record.setup.info.len() >= MOST_INFO {
                        return self.bad(property, &format!("more than {MOST_INFO} properties of this kind"));
                    }
                    self.record.setup.info.extend(text(property).map(|t| (property.ident.clone(), t)));
                }
                _ => {}
            }
        }
        for property in node.properties.iter().filter(|p| p.ident == "PL" && moves) {
            self.beside = Some((self.colour(property)?, property.at));
        }
        // After the moves: KGS marks the points in the node of the last pass.
        for property in node.properties.iter().filter(|p| matches!(p.ident.as_str(), "TB" | "TW")) {
            self.territory(property)?;
        }
        match (comment, self.record.actions.get_mut(before)) {
            (Some(comment), Some(action)) => action.comment = comment,
            (Some(comment), None) if before == 0 && self.record.setup.info.len() < MOST_INFO => {
                self.record.setup.info.push(("C".to_string(), comment))
            }
            _ => {}
        }
        Ok(())
    }

    /// `AB`, `AW`, `AE`.
    fn stones(&mut self, property: &Property) -> Result<(), BadRecord> {
        self.listed += property.values.len();
        if self.listed > MOST_SET_UP {
            let message = format!("more than {MOST_SET_UP} values that set stones up: expected each point once");
            return Err(self.source.bad(property.at, message));
        }
        let (points, cell) = match prop(property) {
            Prop::AB(points) => (points, Some(Colour::Black)),
            Prop::AW(points) => (points, Some(Colour::White)),
            Prop::AE(points) => (points, None),
            _ => return self.bad(property, "expected points such as cc or a rectangle such as aa:cc"),
        };
        let Some(points) = points.into_iter().map(|point| self.point(point)).collect::<Option<Vec<usize>>>() else {
            return self.bad(property, &self.off_board());
        };
        if self.record.actions.is_empty() {
            points.into_iter().for_each(|p| self.cells[p] = cell);
            self.set_up = Some(property.at);
        } else {
            self.edits.push((cell, points));
            self.edited.get_or_insert(property.at);
        }
        Ok(())
    }

    /// Whether what was set since the last action is more than stones taken off.
    fn is_edited(&self) -> bool {
        let next = self.record.actions.last().map(|last| last.player.opponent());
        self.edits.iter().any(|(cell, _)| cell.is_some()) || self.turn.is_some_and(|turn| Some(turn) != next)
    }

    /// Lets the game begin with what was set up in the middle of it: after the actions so far, with the stones set up and taken off
    /// since. `next` is who moves then, if nothing else says so.
    fn begin_anew(&mut self, next: Colour) -> Result<(), BadRecord> {
        let grid = self.record.grid();
        let at = self.edited.take().unwrap_or_default();
        let mut left_out = self.left_out.unwrap_or_default();
        // As many cells as points: both were made from the grid.
        let mut position = PlainPosition::from_cells(grid, self.cells.clone()).unwrap_or(PlainPosition::new(grid));
        for action in &self.record.actions {
            let bad = |why: &str| {
                let (place, file) = (action.place, self.source.file);
                BadRecord::new(file, place, &format!("{}: {why}", action.text(grid)))
            };
            match &action.act {
                Act::Play(p) => {
                    let (play, _) = position.play_or_suicide(action.player, *p).map_err(|e| bad(&e.to_string()))?;
                    left_out.prisoners += play.captured.len();
                    position = play.after;
                }
                Act::Handicap(_) | Act::Return | Act::Examine(_) | Act::MoveStone { .. } => {
                    let place = self.places.of(at);
                    return Err(bad(&format!(
                        "stones are set up or the turn is set (line {}, column {}) in a game with this action: expected B or W",
                        place.line, place.column
                    )));
                }
                _ => {}
            }
            left_out.moves += usize::from(matches!(action.act, Act::Play(_) | Act::Pass));
        }
        self.cells = position.cells().to_vec();
        for (cell, points) in std::mem::take(&mut self.edits) {
            points.into_iter().for_each(|p| self.cells[p] = cell);
        }
        self.record.actions.clear();
        self.record.marked = Default::default();
        self.record.setup.to_move = Some(self.turn.take().unwrap_or(next));
        self.handicap = None;
        self.set_up = Some(at);
        self.left_out = Some(LeftOut { at, ..left_out });
        Ok(())
    }

    /// `TB` and `TW`: those of the last node that has any count.
    fn territory(&mut self, property: &Property) -> Result<(), BadRecord> {
        self.listed += property.values.len();
        let (colour, points) = match prop(property) {
            _ if self.listed > MOST_SET_UP => {
                let message = format!("more than {MOST_SET_UP} values that mark points: expected each point once");
                return Err(self.source.bad(property.at, message));
            }
            Prop::TB(points) => (Colour::Black, points),
            Prop::TW(points) => (Colour::White, points),
            // An empty list says that there is none.
            _ if property.values.iter().all(|v| v.trim().is_empty()) => return Ok(()),
            _ => return self.bad(property, "expected points such as cc or a rectangle such as aa:cc"),
        };
        let marked = points.into_iter().map(|point| self.point(point)).collect::<Option<Vec<usize>>>();
        match marked {
            Some(points) => self.record.marked.territory[colour.index()] = points,
            None => return self.bad(property, &self.off_board()),
        }
        Ok(())
    }

    /// `KM`. Fox writes hundredths, of points or (for the Chinese count) of stones.
    fn komi(&mut self, komi: Komi) {
        let whole = komi.0 / 100;
        let taken = match (komi.0 % 100, whole % 50) {
            (0, 0) if whole >= 100 => Komi(whole),
            (0, 25) if whole >= 100 => Komi(2 * whole),
            _ => komi,
        };
        if taken != komi {
            let stones = if taken.0 == whole { "" } else { " stones, each worth two points" };
            let said = Komi(whole);
            self.record.warnings.push(format!("KM[{komi}] is taken as hundredths: {said}{stones}, a komi of {taken}"));
        }
        self.record.setup.komi = Some(taken);
    }

    fn off_board(&self) -> String {
        let grid = self.record.grid();
        let last = |n: usize| (b'a' + (n - 1) as u8) as char;
        format!("off the {grid} board: expected points aa to {}{}", last(grid.cols()), last(grid.rows()))
    }

    fn point(&self, Point { x, y }: Point) -> Option<usize> {
        let grid = self.record.grid();
        let (col, row) = (usize::from(x), usize::from(y));
        (col < grid.cols() && row < grid.rows()).then(|| row * grid.cols() + col)
    }

    /// The value of `PL`.
    fn colour(&self, property: &Property) -> Result<Colour, BadRecord> {
        match property.values[0].trim().to_ascii_lowercase().as_str() {
            "b" | "black" | "1" => Ok(Colour::Black),
            "w" | "white" | "2" => Ok(Colour::White),
            _ => self.bad(property, "expected B or W"),
        }
    }

    fn turn(&mut self, property: &Property) -> Result<(), BadRecord> {
        let player = self.colour(property)?;
        if self.record.actions.is_empty() {
            self.record.setup.to_move = Some(player);
        } else {
            self.turn = Some(player);
            self.edited.get_or_insert(property.at);
        }
        Ok(())
    }

    fn result(&mut self, property: &Property) {
        let Some(result) = text(property) else { return };
        let upper = result.to_ascii_uppercase();
        self.resigned = match upper.split_once('+') {
            Some(("B", how)) if how.starts_with('R') => Some((Colour::White, property.at)),
            Some(("W", how)) if how.starts_with('R') => Some((Colour::Black, property.at)),
            _ => None,
        };
        self.record.setup.result = Some(result);
    }

    /// `B` and `W`.
    fn made(&mut self, property: &Property, player: Colour) -> Result<(), BadRecord> {
        let mv = match prop(property) {
            Prop::B(mv) | Prop::W(mv) => mv,
            _ => return self.bad(property, "expected one point such as cc, or nothing for a pass"),
        };
        let act = match mv {
            Move::Pass | Move::Move(Point { x: 19, y: 19 }) => Act::Pass,
            Move::Move(point) => match self.point(point) {
                Some(p) => Act::Play(p),
                None => return self.bad(property, &self.off_board()),
            },
        };
        self.act(player, act, property.at)
    }

    /// `PL` beside the last action: who is next, unless another is. That the players alternate says no more.
    fn beside(&mut self, next: Option<Colour>) {
        let Some((named, at)) = self.beside.take() else { return };
        if next.is_some_and(|next| next != named) {
            self.mends.note(at, "PL beside a move that does not name the next player is left out");
        } else if self.record.actions.last().is_some_and(|last| last.player == named) {
            self.turn = Some(named);
            self.edited.get_or_insert(at);
        }
    }

    fn act(&mut self, player: Colour, act: Act, at: usize) -> Result<(), BadRecord> {
        self.beside(Some(player));
        // Stones taken off in the middle of a game are no dead stones of its end.
        if self.is_edited() || !self.edits.is_empty() {
            self.begin_anew(player)?;
        }
        (self.turn, self.edited) = (None, None);
        if self.record.actions.len() == MOST_ACTIONS {
            let message = format!("more than {MOST_ACTIONS} actions: expected the end of the record");
            return Err(self.source.bad(at, message));
        }
        // Marks in the middle of a game count nothing.
        self.record.marked.territory = Default::default();
        let place = self.places.of(at);
        self.record.actions.push(Action { place, ..Action::new(player, act) });
        Ok(())
    }

    fn private(&mut self, property: &Property) -> Result<(), BadRecord> {
        for value in &property.values {
            match script::parse_action(value, self.record.grid()) {
                Ok((player, act)) => self.act(player, act, property.at)?,
                Err((_, message)) => return self.bad(property, &message),
            }
        }
        Ok(())
    }

    /// A position set up without `PL` after which White moves first is one with White to move.
    fn white_first(&mut self) {
        let setup = &mut self.record.setup;
        let Some(Action { player: Colour::White, act: Act::Play(_) | Act::Pass, place, .. }) =
            self.record.actions.first()
        else {
            return;
        };
        if setup.is_set_up() && setup.to_move.is_none() {
            setup.to_move = Some(Colour::White);
            let (file, Place { line, column }) = (self.source.file, *place);
            self.record.warnings.push(format!(
                "{file}:{line}:{column}: White moves first in the position set up, and no PL says whose turn it is: White's"
            ));
        }
    }

    /// `KM` with a comma, or with a unit after the number.
    fn loose_komi(&mut self, property: &Property) -> Option<Komi> {
        let value = property.values[0].trim().replace(',', ".");
        let number = value.trim_end_matches(|ch: char| ch.is_alphabetic() || ch.is_whitespace());
        let komi = Komi::parse(number)?;
        let read = || format!(": {} as {komi}", property.values[0].trim());
        self.mends.note_as(property.at, "KM is read without its comma or unit", read);
        Some(komi)
    }

    /// `HA` and as many black stones in a row at the start of the game, on a board that is empty: they are the handicap.
    fn free_handicap(&mut self) {
        let Some((number, at)) = self.handicap.filter(|_| self.cells.iter().all(Option::is_none)) else { return };
        let number = usize::try_from(number).unwrap_or(0);
        let played = self.record.actions.iter().map_while(|action| match action {
            Action { player: Colour::Black, act: Act::Play(p), .. } => Some(*p),
            _ => None,
        });
        let mut points: Vec<usize> = played.take(number).collect();
        points.sort_unstable();
        points.dedup();
        if number < 2 || points.len() < number {
            return;
        }
        let first = self.record.actions[0].clone();
        self.record.actions.drain(..number);
        self.record.actions.insert(0, Action { act: Act::Handicap(points), ..first });
        self.handicap = None;
        let (file, Place { line, column }) = (self.source.file, self.places.of(at));
        self.record.warnings.push(format!(
            "{file}:{line}:{column}: HA[{number}] and the first {number} stones are Black's: they are taken as the handicap"
        ));
    }

    fn finish(mut self, main_line: bool) -> Result<Record, BadRecord> {
        let grid = self.record.grid();
        self.beside(None);
        if self.is_edited() {
            let next = self.record.actions.last().map_or(Colour::Black, |last| last.player.opponent());
            self.begin_anew(next)?;
        }
        self.free_handicap();
        // As many cells as points: both were made from the grid.
        let position = PlainPosition::from_cells(grid, self.cells.clone()).unwrap_or(PlainPosition::new(grid));
        if let Some(string) = position.string_without_liberty() {
            let names: Vec<String> = string.stones.iter().map(|&p| grid.name(p)).collect();
            let message = format!(
                "the position set up is illegal: the {} string {} has no liberty",
                string.colour,
                names.join(" ")
            );
            return Err(self.source.bad(self.set_up.unwrap_or_default(), message));
        }
        let black: Vec<usize> = (0..grid.len()).filter(|&p| position.at(p) == Some(Colour::Black)).collect();
        let white = (0..grid.len()).any(|p| position.at(p) == Some(Colour::White));
        match self.handicap.filter(|(number, _)| *number >= 2) {
            Some((number, at))
                if black.len() as i64 == number && !white && self.record.setup.to_move != Some(Colour::Black) =>
            {
                let place = self.places.of(at);
                let action = Action { place, ..Action::new(Colour::Black, Act::Handicap(black)) };
                self.record.actions.insert(0, action);
                // White's turn follows from the handicap.
                self.record.setup.to_move = None;
            }
            other => {
                self.record.setup.position = position;
                if let Some((number, _)) = other {
                    let file = self.source.file;
                    self.record.warnings.push(format!(
                        "{file}: HA[{number}] does not fit the stones set up ({} black); they are taken as a position",
                        black.len()
                    ));
                }
            }
        }
        self.white_first();
        if let (Some(LeftOut { moves, prisoners, at }), Some(turn)) = (self.left_out, self.record.setup.to_move) {
            let Place { line, column } = self.places.of(at);
            let file = self.source.file;
            self.record.warnings.push(format!(
                "{file}:{line}:{column}: stones are set up, or the turn is set, in the middle of the game: it is taken to begin there, \
                 {turn} to move; what was played before (moves: {moves}, prisoners: {prisoners}) is left out"
            ));
        }
        if !self.edits.is_empty() {
            let file = self.source.file;
            let off = std::mem::take(&mut self.edits).into_iter().flat_map(|(_, points)| points);
            self.record.marked.taken_off = off.collect();
            self.record.warnings.push(format!(
                "{file}: the stones taken off after the last move (AE) are taken as dead stones that somebody removed: no part of the \
                 game, `judge --dead marked` counts them as agreed on"
            ));
        }
        if self.record.marked.territory.iter().any(|points| !points.is_empty()) {
            let file = self.source.file;
            self.record.warnings.push(format!(
                "{file}: the points marked as territory after the last move (TB, TW) are taken as what the players may have agreed on: \
                 `judge --dead marked` counts it"
            ));
        }
        self.record.warnings.extend(std::mem::take(&mut self.mends).line(self.source.file, self.source.text));
        if let Some((player, at)) = self.resigned.filter(|_| main_line)
            && !self.record.actions.iter().any(|a| a.act == Act::Resign)
        {
            self.act(player, Act::Resign, at)?;
        }
        Ok(self.record)
    }
}

/// The value of a property, one line, if it has one.
fn text(property: &Property) -> Option<String> {
    let text = property.values.first()?.trim();
    (!text.is_empty()).then(|| text.to_string())
}
