//! Records in SGF (FF[4], <https://www.red-bean.com/sgf/>). What SGF cannot hold stands in the private property `SHIN`, whose
//! values are actions as a script has them: `;SHIN[B claim dead A1][W agree]`.

use sgf_parse::SgfProp;
use sgf_parse::go::{Move, Point, Prop};

use super::sgf_tree::{GameTree, Node, Places, Property, Source};
pub use super::sgf_written::{Said, write, write_position};
use super::{Act, Action, BadRecord, Komi, MOST_ACTIONS, Place, Record, Setup, script};
use crate::board::plain::PlainPosition;
use crate::board::{Colour, Grid};

/// The most values of `AB`, `AW` and `AE` in a record (each may be a rectangle): more than enough to list every point of a
/// board several times.
const MOST_SET_UP: usize = 2000;
/// The most that is kept of what a file says of the game besides.
const MOST_INFO: usize = 1000;

/// Reads the first game of a file. `line` says which variation is taken where the game branches, each counted from 1; where it
/// says no more, the first.
///
/// `[]` and `[tt]` are passes. Handicap stones (`HA` with as many `AB`) become the first action; a resignation in `RE` becomes the
/// last one of the main line. Stones that are taken off after the last move (`AE`) and points marked as territory there (`TB`,
/// `TW`) are kept aside ([`Record::marked`]). Other setup after the first action is nothing that a player did: the game begins
/// anew with the position that it leaves, and a warning says so.
///
/// # Errors
/// [`BadRecord`], with the place and what was expected there.
pub fn read(file: &str, bytes: &[u8], line: &[usize]) -> Result<Record, BadRecord> {
    read_game(file, bytes, 1, line)
}

/// The same for a game of the file, counted from 1.
///
/// # Errors
/// As [`read`]; also if there is no such game.
pub fn read_game(file: &str, bytes: &[u8], number: usize, line: &[usize]) -> Result<Record, BadRecord> {
    let mut warnings = Vec::new();
    let text = decoded(bytes, &mut warnings);
    let source = Source { file, text: &text };
    let game = GameTree::scan(&source, number)?;
    if game.more && number == 1 {
        warnings.push(format!("{file}: only the first game of the file is read; --game 2 reads the second"));
    }
    let mut nodes = game.line(line)?;
    // A game that was scanned has a node.
    let root = nodes.next().transpose()?.unwrap_or(Node { properties: Vec::new(), at: 0 });
    let grid = grid(&source, &root)?;
    let mut reader = Reader {
        source: &source,
        places: Places::new(&text),
        cells: vec![None; grid.len()],
        record: Record { warnings, ..Record::new(Setup::new(grid)) },
        handicap: None,
        listed: 0,
        set_up: None,
        resigned: None,
        edits: Vec::new(),
        edited: None,
        turn: None,
        left_out: None,
    };
    reader.node(&root)?;
    for node in nodes {
        reader.node(&node?)?;
    }
    reader.finish(line.is_empty())
}

/// Every game of the file; one that cannot be read is an error of its own, and where not even its end is found it is the last.
///
/// # Errors
/// As [`read`], for each game.
#[must_use]
pub fn read_all(file: &str, bytes: &[u8]) -> Vec<Result<Record, BadRecord>> {
    let text = decoded(bytes, &mut Vec::new());
    let source = Source { file, text: &text };
    let mut games = Vec::new();
    loop {
        let number = games.len() + 1;
        games.push(read_game(file, bytes, number, &[]));
        match GameTree::scan(&source, number) {
            Ok(game) if game.more => {}
            _ => return games,
        }
    }
}

/// The text of the file: UTF-8, or what its `CA` property says, or else Latin-1, the default of SGF.
fn decoded<'a>(bytes: &'a [u8], warnings: &mut Vec<String>) -> std::borrow::Cow<'a, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.into();
    }
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(2000)]);
    let label =
        head.split_once("CA[").and_then(|(_, rest)| rest.split_once(']')).map(|(label, _)| label.trim().to_string());
    let named = label.as_deref().and_then(|label| encoding_rs::Encoding::for_label(label.as_bytes()));
    let (text, used, damaged) = named.unwrap_or(encoding_rs::WINDOWS_1252).decode(bytes);
    if damaged || named.is_none() {
        warnings.push(format!("the file is not UTF-8; read as {}, its texts may be wrong", used.name()));
    }
    text
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
        for property in &node.properties {
            match property.ident.as_str() {
                "AB" | "AW" | "AE" => self.stones(property)?,
                "PL" => self.turn(property)?,
                "HA" => match property.values[0].trim().parse() {
                    Ok(number) if (0..=361).contains(&number) => self.handicap = Some((number, property.at)),
                    _ => return self.bad(property, "expected a number of handicap stones"),
                },
                "KM" => match Komi::parse(&property.values[0]) {
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
                "PB" | "PW" | "BR" | "WR" | "BT" | "WT" | "DT" | "EV" | "RO" | "PC" | "GN" | "ON" | "OT" | "TM"
                | "AN" | "CP" | "GC" | "SO" | "US" => {
                    if self.record.setup.info.len() >= MOST_INFO {
                        return self.bad(property, &format!("more than {MOST_INFO} properties of this kind"));
                    }
                    self.record.setup.info.extend(text(property).map(|t| (property.ident.clone(), t)));
                }
                _ => {}
            }
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

    fn turn(&mut self, property: &Property) -> Result<(), BadRecord> {
        let player = match property.values[0].trim().to_ascii_lowercase().as_str() {
            "b" | "black" | "1" => Colour::Black,
            "w" | "white" | "2" => Colour::White,
            _ => return self.bad(property, "expected B or W"),
        };
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

    fn act(&mut self, player: Colour, act: Act, at: usize) -> Result<(), BadRecord> {
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

    fn finish(mut self, main_line: bool) -> Result<Record, BadRecord> {
        let grid = self.record.grid();
        if self.is_edited() {
            let next = self.record.actions.last().map_or(Colour::Black, |last| last.player.opponent());
            self.begin_anew(next)?;
        }
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
