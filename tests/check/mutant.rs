//! Engines with one known fault each, within the test program: a small Go of its own that speaks GTP.

use std::collections::HashSet;

use shinpan::check::engine::{Session, Starter};
use shinpan::gtp::peer::{Answer, Trouble};

/// A board: columns, rows, and the stones, `b` and `w`, by column and row from the lower left.
type Board = Vec<Vec<char>>;
type Place = (usize, usize);

/// The rule on repetition of an engine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Ko {
    None,
    Basic,
    Positional,
    Situational,
    Natural,
    /// Positional superko, looked at only where stones of the opponent are taken.
    PositionalAtCaptures,
    /// No play on the point of a stone just taken, whatever it takes.
    Point,
}

/// How an engine scores.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Score {
    Area,
    Territory,
    AreaAndPrisoners,
    Stones,
    /// An empty point is his who alone has stones beside it.
    DirectNeighbours,
}

/// An engine: what it does, and what it does wrong.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mutant {
    pub ko: Ko,
    /// The largest number of own stones that a play may take off, from this number on: 1 allows all suicide, 2 that of several.
    pub suicide: Option<usize>,
    pub score: Score,
    pub fault: &'static str,
}

/// Tromp-Taylor without fault.
pub const TROMP_TAYLOR: Mutant = Mutant { ko: Ko::Positional, suicide: Some(1), score: Score::Area, fault: "" };

#[derive(Clone)]
struct Game {
    of: Mutant,
    cols: usize,
    rows: usize,
    board: Board,
    taken: [i32; 2],
    /// Who moved to which board; a pass repeats the board, with a small letter.
    before: Vec<(char, bool, Board)>,
    single: Option<Place>,
    /// The board, the stones taken and the single stone taken last, before each move.
    saved: Vec<(Board, [i32; 2], Option<Place>)>,
}

fn other(player: char) -> char {
    if player == 'b' { 'w' } else { 'b' }
}

impl Game {
    fn new(of: Mutant, cols: usize, rows: usize) -> Game {
        let board = vec![vec!['.'; rows]; cols];
        let before = vec![('w', false, board.clone())];
        Game { of, cols, rows, board, taken: [0; 2], before, single: None, saved: Vec::new() }
    }

    fn is(&self, fault: &str) -> bool {
        self.of.fault == fault
    }

    fn around(&self, (x, y): Place) -> Vec<Place> {
        let mut found = Vec::new();
        if x > 0 {
            found.push((x - 1, y));
        } else if self.is("wraps") && y + 1 < self.rows {
            found.push((self.cols - 1, y + 1));
        }
        if x + 1 < self.cols {
            found.push((x + 1, y));
        } else if self.is("wraps") && y > 0 {
            found.push((0, y - 1));
        }
        if y + 1 < self.rows {
            found.push((x, y + 1));
        }
        if y > 0 {
            found.push((x, y - 1));
        }
        found
    }

    fn at(board: &Board, (x, y): Place) -> char {
        board[x][y]
    }

    /// The connected points like this one, and what is beside them.
    fn reach(&self, board: &Board, from: Place) -> (HashSet<Place>, HashSet<char>) {
        let (mut found, mut open, mut border) = (HashSet::from([from]), vec![from], HashSet::new());
        while let Some(p) = open.pop() {
            for q in self.around(p) {
                if Self::at(board, q) != Self::at(board, from) {
                    border.insert(Self::at(board, q));
                } else if found.insert(q) {
                    open.push(q);
                }
            }
        }
        if self.is("edge")
            && Self::at(board, from) != '.'
            && found.iter().any(|&(x, y)| x == 0 || y == 0 || x + 1 == self.cols || y + 1 == self.rows)
        {
            border.insert('.');
        }
        (found, border)
    }

    /// The board after a play, the stones taken and their number as counted; `None` if it is refused.
    fn after(&self, player: char, p: Place) -> Option<(Board, Vec<Place>, usize)> {
        if Self::at(&self.board, p) != '.' && !self.is("occupied") {
            return None;
        }
        if self.is("own eye") && self.around(p).iter().all(|&q| Self::at(&self.board, q) == player) {
            return None;
        }
        let mut board = self.board.clone();
        board[p.0][p.1] = player;
        if self.is("liberty first") && !self.reach(&board, p).1.contains(&'.') {
            return None;
        }
        let (mut taken, mut counted, mut strings) = (Vec::new(), 0, 0);
        for q in self.around(p) {
            let (string, border) = self.reach(&board, q);
            if Self::at(&board, q) != other(player) || border.contains(&'.') {
                continue;
            }
            if self.is("singles only") && string.len() > 1 || self.is("one string") && strings > 0 {
                continue;
            }
            let fresh = !string.iter().any(|s| taken.contains(s));
            if fresh || self.is("touched twice") {
                counted += if self.is("strings") { 1 } else { string.len() };
            }
            if fresh {
                strings += 1;
                taken.extend(string);
            }
        }
        if !self.is("keeps captured") {
            taken.iter().for_each(|&(x, y)| board[x][y] = '.');
            let (own, border) = self.reach(&board, p);
            if !border.contains(&'.') {
                if self.of.suicide.is_none_or(|least| own.len() < least) {
                    return None;
                }
                own.iter().for_each(|&(x, y)| board[x][y] = '.');
            }
        }
        Some((board, taken, counted))
    }

    fn legal(&self, player: char, p: Place) -> bool {
        if self.is("forbidden points") && [(1, 1), (2, 0)].contains(&p) {
            return false;
        }
        if self.is("many forbidden points") && p.0 == p.1 + 1 {
            return false;
        }
        if self.is("ends") && self.over() || self.is("alternates") && !self.has_turn(player) {
            return false;
        }
        let Some((board, taken, _)) = self.after(player, p) else { return false };
        if self.is("lone suicide") && board == self.board {
            return true;
        }
        // With a button what was before the first pass is another state.
        let first_pass = self.before.iter().skip(1).position(|(_, played, _)| !played).filter(|_| self.is("button"));
        let before = &self.before[first_pass.map_or(0, |at| at + 1)..];
        let stood = |with_mover: bool| {
            // The player who moved to a board, by a play or a pass, is not the one to move.
            before.iter().any(|(mover, _, b)| *b == board && (!with_mover || *mover == player))
        };
        let refused = match self.of.ko {
            Ko::None => false,
            Ko::Basic => {
                let n = self.before.len();
                n >= 2 && self.before[n - 2].2 == board && self.before[n - 2].0 == player
            }
            Ko::Positional => stood(false),
            Ko::Situational => stood(true),
            Ko::Natural => self.before.iter().any(|(mover, played, b)| *b == board && *played && *mover == player),
            Ko::PositionalAtCaptures => !taken.is_empty() && stood(false),
            Ko::Point => self.single == Some(p),
        };
        !refused
    }

    fn has_turn(&self, player: char) -> bool {
        self.before.last().is_none_or(|(mover, ..)| *mover != player)
    }

    fn over(&self) -> bool {
        let n = self.before.len();
        n > 2 && !self.before[n - 1].1 && !self.before[n - 2].1
    }

    fn play(&mut self, player: char, p: Option<Place>) -> Result<(), String> {
        let saved = (self.board.clone(), self.taken, self.single);
        let Some(p) = p else {
            if self.is("cannot pass") || self.is("alternates") && !self.has_turn(player) {
                return Err("not a move here".to_string());
            }
            self.before.push((player, false, self.board.clone()));
            self.single = None;
            self.saved.push(saved);
            return Ok(());
        };
        if !self.legal(player, p) {
            return Err("illegal move".to_string());
        }
        let (board, taken, counted) = self.after(player, p).ok_or("illegal move")?;
        self.board = board;
        self.single = if taken.len() == 1 { Some(taken[0]) } else { None };
        let whose = if self.is("exchanged") { other(player) } else { player };
        if self.is("last capture") && counted > 0 {
            self.taken = [0; 2];
        }
        self.taken[usize::from(whose == 'w')] += counted as i32;
        if self.is("suicides are prisoners") {
            let stones = |board: &Board| board.iter().flatten().filter(|c| **c == player).count();
            let lost = stones(&saved.0) + 1 - stones(&self.board);
            self.taken[usize::from(player == 'b')] += lost as i32;
        }
        self.before.push((player, true, self.board.clone()));
        self.saved.push(saved);
        Ok(())
    }

    fn undo(&mut self) -> Result<(), String> {
        let (mut board, taken, single) = self.saved.pop().ok_or("cannot undo")?;
        if self.is("undo nothing") {
            return Ok(());
        }
        if self.is("undo stone only") {
            // The stone played is taken off; what it took stays off.
            for (column, now) in board.iter_mut().zip(&self.board) {
                for (point, here) in column.iter_mut().zip(now) {
                    *point = if *here == '.' { '.' } else { *point };
                }
            }
        }
        (self.board, self.taken, self.single) = (board, taken, single);
        self.before.pop();
        Ok(())
    }

    fn score(&self) -> f64 {
        let (mut margin, sign) = (0.0, |c: char| if c == 'b' { 1.0 } else { -1.0 });
        for p in (0..self.cols).flat_map(|x| (0..self.rows).map(move |y| (x, y))) {
            let here = Self::at(&self.board, p);
            if here != '.' {
                margin += if self.of.score == Score::Territory { 0.0 } else { sign(here) };
                continue;
            }
            let beside: HashSet<char> = match self.of.score {
                Score::Stones => HashSet::new(),
                Score::DirectNeighbours => {
                    self.around(p).iter().map(|&q| Self::at(&self.board, q)).filter(|c| *c != '.').collect()
                }
                _ => self.reach(&self.board, p).1,
            };
            if beside.len() == 1 {
                margin += beside.iter().map(|c| sign(*c)).sum::<f64>();
            }
        }
        let prisoners = f64::from(self.taken[0] - self.taken[1]);
        margin += if [Score::Territory, Score::AreaAndPrisoners].contains(&self.of.score) { prisoners } else { 0.0 };
        match self.of.fault {
            "wrong sign" => -margin,
            "komi" => margin - 7.0,
            _ => margin,
        }
    }

    fn name(&self, (x, y): Place) -> String {
        format!("{}{}", COLUMNS.chars().nth(x).unwrap(), y + 1)
    }

    fn points(&self) -> impl Iterator<Item = Place> + use<> {
        let rows = self.rows;
        (0..self.cols).flat_map(move |x| (0..rows).map(move |y| (x, y)))
    }

    fn place(&self, text: &str) -> Result<Option<Place>, String> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(None);
        }
        let x = COLUMNS.find(text.chars().next().unwrap_or(' ').to_ascii_uppercase()).ok_or("bad vertex")?;
        let y: usize = text[1..].parse().map_err(|_| "bad vertex")?;
        if x < self.cols && (1..=self.rows).contains(&y) {
            Ok(Some((x, y - 1)))
        } else {
            Err("off the board".to_string())
        }
    }

    fn answer(&mut self, line: &str) -> Answer {
        let words: Vec<&str> = line.split_whitespace().collect();
        let player = || words.get(1).and_then(|w| w.chars().next()).unwrap_or('b').to_ascii_lowercase();
        Ok(match words[0] {
            "protocol_version" => "2".to_string(),
            "name" => "Mutant".to_string(),
            "version" => "1".to_string(),
            "list_commands" => {
                let lacks: &[&str] = match self.of.fault {
                    "by play" => &["is_legal"],
                    "no score" => &["final_score"],
                    _ => &[],
                };
                COMMANDS.split(' ').filter(|c| !lacks.contains(c)).collect::<Vec<_>>().join("\n")
            }
            "boardsize" => {
                let sides: Vec<usize> = words[1..].iter().map(|w| w.parse().unwrap()).collect();
                let (cols, rows) = (sides[0], *sides.last().unwrap());
                if self.is("13x13 only") && (cols, rows) != (13, 13) || cols.max(rows) > 19 {
                    return Err("unacceptable size".to_string());
                }
                *self = Game::new(self.of, cols, rows);
                String::new()
            }
            "clear_board" => {
                *self = Game::new(self.of, self.cols, self.rows);
                String::new()
            }
            "play" => {
                match self.place(words[2]) {
                    Ok(p) => self.play(player(), p)?,
                    Err(_) if self.is("off the board") => {}
                    Err(why) => return Err(why),
                }
                String::new()
            }
            "undo" => {
                self.undo()?;
                String::new()
            }
            "is_legal" => {
                let p = self.place(words[2])?;
                u8::from(p.is_none_or(|p| self.legal(player(), p))).to_string()
            }
            "list_stones" => {
                let stones = self.points().filter(|&p| Self::at(&self.board, p) == player());
                stones.map(|p| self.name(p)).collect::<Vec<_>>().join(" ")
            }
            "captures" => self.taken[usize::from(player() == 'w')].to_string(),
            "final_score" => match self.score() {
                0.0 => "0".to_string(),
                m if m > 0.0 => format!("B+{m}"),
                m => format!("W+{}", -m),
            },
            _ => String::new(),
        })
    }
}

const COLUMNS: &str = "ABCDEFGHJKLMNOPQRST";
const COMMANDS: &str = "protocol_version name version list_commands quit boardsize clear_board komi play undo is_legal list_stones captures final_score";

impl Session for Game {
    fn ask_all(&mut self, commands: &[String]) -> Result<Vec<Answer>, Trouble> {
        Ok(commands.iter().map(|command| self.answer(command)).collect())
    }

    fn repeats_ids(&self) -> bool {
        true
    }

    fn late(&self) -> usize {
        0
    }

    fn quit(self: Box<Self>) {}
}

/// Starts such an engine.
pub fn starter(mutant: Mutant) -> Starter {
    Box::new(move || Ok(Box::new(Game::new(mutant, 19, 19))))
}

/// What two engines are told apart by, at the end of a record.
#[derive(Clone, Copy, Debug)]
pub enum Asked {
    Legal,
    Stones,
    Undo,
    Captures,
    /// After two passes, which are moves of the record.
    Score,
}

/// The fewest moves, of at most so many, of a record after which an engine answers otherwise than one without fault; all records are tried,
/// up to symmetry those that begin alike.
pub fn fewest(engine: Mutant, right: Mutant, side: usize, asked: Asked, most: usize) -> Option<usize> {
    let games = || [engine, right].map(|of| Game::new(of, side, side));
    (0..=most).find(|moves| told_apart(&games(), asked, *moves))
}

fn told_apart(games: &[Game; 2], asked: Asked, moves: usize) -> bool {
    let [engine, right] = games;
    let n = right.before.len();
    let player = other(right.before[n - 1].0);
    if moves == 0 {
        let undone = |game: &Game, p: Place| {
            let mut game = game.clone();
            game.play(player, Some(p)).is_ok() && game.undo().is_ok() && game.board == right.board
        };
        return match asked {
            Asked::Legal => right.points().any(|p| engine.legal(player, p) != right.legal(player, p)),
            Asked::Stones => engine.board != right.board,
            Asked::Undo => right.points().any(|p| right.legal(player, p) && !undone(engine, p)),
            Asked::Captures => engine.taken != right.taken,
            Asked::Score => right.over() && engine.score() != right.score(),
        };
    }
    // A score is asked after two passes, and nothing else there.
    let ends = matches!(asked, Asked::Score) && moves <= 2;
    if right.over() {
        return false;
    }
    let first = n == 1;
    let half = right.cols.div_ceil(2);
    let plays = right.points().filter(|&(x, y)| !ends && (!first || x < half && y <= x)).map(Some);
    plays.chain([None]).any(|p| {
        let mut after = games.clone();
        after.iter_mut().all(|game| game.play(player, p).is_ok()) && told_apart(&after, asked, moves - 1)
    })
}
