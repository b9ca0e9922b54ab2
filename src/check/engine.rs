//! An engine that is checked: what it can do, and how a question is put to it.

use std::collections::HashSet;

use rustc_hash::FxHashMap;

use super::{Question, Record, Status};
use crate::board::plain::PlainPosition;
use crate::board::{Colour, Grid};
use crate::foreign;
use crate::gtp::peer::{Answer, Limits, Peer, Trouble};
use crate::gtp::protocol::{colour_name, vertex};

/// What an engine said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Got {
    /// An answer, in the form of the right one (see [`super::reference`]).
    Answer(String),
    /// It refused a move of the record: its number from 0, and the text of the error.
    Refused(usize, String),
    /// It answered the question with an error, or with something that is no answer to it.
    Unusable(String),
}

/// An engine under check.
pub struct Engine {
    command: Vec<String>,
    limits: Limits,
    peer: Option<Peer>,
    known: HashSet<String>,
    /// Name and version, as it says.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its protocol version.
    pub protocol: String,
    /// What to send after a start: the rule set, if it took it.
    rules: Option<String>,
    /// What it said to the rule set.
    pub rules_answer: String,
    grid: Option<Grid>,
    sizes: FxHashMap<Grid, Result<(), String>>,
    /// Trouble so far, each as one line.
    pub troubles: Vec<String>,
    late: usize,
}

/// After so much trouble an engine is given up.
pub const MOST_TROUBLES: usize = 12;

impl Engine {
    /// Starts an engine and asks what it can do. `rules` is offered by `kata-set-rules` if it knows that command.
    ///
    /// # Errors
    /// It does not start, or does not say what commands it knows.
    pub fn start(command: &[String], limits: Limits, rules: &str) -> Result<Engine, Trouble> {
        let mut engine = Engine {
            command: command.to_vec(),
            limits,
            peer: Some(Peer::start(command, limits)?),
            known: HashSet::new(),
            name: String::new(),
            version: String::new(),
            protocol: String::new(),
            rules: None,
            rules_answer: String::new(),
            grid: None,
            sizes: FxHashMap::default(),
            troubles: Vec::new(),
            late: 0,
        };
        let answers = engine.ask_all(&["protocol_version", "name", "version", "list_commands"])?;
        let mut texts = answers.into_iter().map(Result::unwrap_or_default);
        let mut next = || texts.next().unwrap_or_default();
        // What it calls itself stands in headings and comments of reports: one line each.
        let mut named = || foreign::line(next().trim());
        (engine.protocol, engine.name, engine.version) = (named(), named(), named());
        engine.known = next().split_whitespace().map(str::to_string).collect();
        if engine.knows("kata-set-rules") {
            let set = format!("kata-set-rules {rules}");
            match engine.ask(&set)? {
                Ok(_) => engine.rules = Some(set),
                Err(error) => engine.rules_answer = error,
            }
        }
        if engine.knows("kata-get-rules") {
            engine.rules_answer = engine.ask("kata-get-rules")?.unwrap_or_else(|error| error);
        }
        Ok(engine)
    }

    /// Whether the engine lists a command.
    #[must_use]
    pub fn knows(&self, command: &str) -> bool {
        self.known.contains(command)
    }

    /// Whether it took the rule set by `kata-set-rules`.
    #[must_use]
    pub fn has_rules(&self) -> bool {
        self.rules.is_some()
    }

    /// Whether a question can be put to it: which command it lacks, if not.
    ///
    /// # Errors
    /// The commands that would be needed.
    pub fn can(&self, question: &Question) -> Result<(), String> {
        let lacks = |command: &str| format!("the engine has no command {command}");
        let has = |command: &str| if self.knows(command) { Ok(()) } else { Err(lacks(command)) };
        match question {
            // Every engine has `play`.
            Question::Legal(..) => Ok(()),
            Question::Undo(_) => has("list_stones").and(has("undo")),
            other => has(other.command()),
        }
    }

    /// Late answers that were discarded.
    #[must_use]
    pub fn late(&self) -> usize {
        self.late + self.peer.as_ref().map_or(0, Peer::late)
    }

    /// Sends commands and reads the responses. After trouble the engine is set right (or started anew) before the next.
    ///
    /// # Errors
    /// [`Trouble`] of the first command that has any.
    pub fn ask_all<S: AsRef<str>>(&mut self, commands: &[S]) -> Result<Vec<Answer>, Trouble> {
        let peer = match &mut self.peer {
            Some(peer) => peer,
            None => {
                self.grid = None;
                let peer = self.peer.insert(Peer::start(&self.command, self.limits)?);
                if let Some(set) = &self.rules {
                    // It has taken the rule set before.
                    let _ = peer.ask(set)?;
                }
                peer
            }
        };
        let result = peer.ask_all(commands);
        if let Err(trouble) = &result
            && !matches!(trouble, Trouble::Stopped { .. })
        {
            self.troubles.push(trouble.to_string());
            self.recover(trouble);
        }
        result
    }

    fn ask(&mut self, command: &str) -> Result<Answer, Trouble> {
        let answers = self.ask_all(&[command])?;
        Ok(answers.into_iter().next().unwrap_or_else(|| Err(String::new())))
    }

    /// An engine that was late only goes on; any other is ended, to be started anew when it is next asked.
    fn recover(&mut self, trouble: &Trouble) {
        // What it has done of the commands sent is not known: the next question starts from the board's size.
        self.grid = None;
        let Some(peer) = &mut self.peer else { return };
        let late_only = matches!(trouble, Trouble::TimedOut { .. }) && peer.repeats_ids();
        if late_only && peer.ask("protocol_version").is_ok() {
            return;
        }
        self.late += peer.late();
        self.peer = None;
    }

    /// Ends the process: the next question goes to a new one, which remembers nothing.
    pub fn renew(&mut self) {
        self.grid = None;
        if let Some(peer) = self.peer.take() {
            self.late += peer.late();
            peer.quit();
        }
    }

    /// Ends the engine.
    pub fn quit(mut self) {
        if let Some(peer) = self.peer.take() {
            peer.quit();
        }
    }

    /// Whether the engine plays on a board: it accepts the size, a play in the far corner, and none outside.
    ///
    /// # Errors
    /// [`Trouble`] (outer), or why not, in one line (inner).
    pub fn accepts(&mut self, grid: Grid) -> Result<Result<(), String>, Trouble> {
        if let Some(known) = self.sizes.get(&grid) {
            return Ok(known.clone());
        }
        let verdict = self.try_size(grid)?;
        self.grid = None;
        self.sizes.insert(grid, verdict.clone());
        Ok(verdict)
    }

    fn try_size(&mut self, grid: Grid) -> Result<Result<(), String>, Trouble> {
        let size = self.size_command(grid);
        if let Err(error) = self.ask(&size)? {
            return Ok(Err(format!("`{size}` is refused: {error}")));
        }
        let corner = grid.name(grid.cols() - 1);
        let answers = self.ask_all(&["clear_board", &format!("play black {corner}"), "clear_board"])?;
        if let Some(Err(error)) = answers.get(1) {
            return Ok(Err(format!("accepts `{size}`, then refuses `play black {corner}`: {error}")));
        }
        for (rows, cols) in [(grid.rows() + 1, grid.cols()), (grid.rows(), grid.cols() + 1)] {
            let Ok(larger) = Grid::new(rows, cols) else { continue };
            let outside = larger.name(larger.cols() - 1);
            let answers = self.ask_all(&[format!("play black {outside}"), "clear_board".to_string()])?;
            if matches!(answers.first(), Some(Ok(_))) {
                return Ok(Err(format!("accepts `{size}`, then `play black {outside}`, which is outside")));
            }
        }
        Ok(Ok(()))
    }

    /// The command that sets the size of the board.
    #[must_use]
    pub fn size_command(&self, grid: Grid) -> String {
        if grid.rows() == grid.cols() {
            format!("boardsize {}", grid.rows())
        } else if self.knows("rectangular_boardsize") {
            format!("rectangular_boardsize {} {}", grid.cols(), grid.rows())
        } else {
            format!("boardsize {} {}", grid.cols(), grid.rows())
        }
    }

    /// The commands that lead to the end of a record from any state.
    #[must_use]
    pub fn setup(&self, record: &Record) -> Vec<String> {
        let mut commands = Vec::new();
        if self.grid != Some(record.grid) {
            commands.push(self.size_command(record.grid));
        }
        commands.push("clear_board".to_string());
        commands.push("komi 0".to_string());
        let plays = record.moves.iter();
        commands.extend(plays.map(|m| format!("play {} {}", colour_name(m.player), vertex(record.grid, m.point))));
        commands
    }

    /// Sends the moves of a record, then more commands; their answers, or the move that was refused.
    ///
    /// # Errors
    /// [`Trouble`].
    pub fn after(
        &mut self,
        record: &Record,
        commands: &[String],
    ) -> Result<Result<Vec<Answer>, (usize, String)>, Trouble> {
        let mut all = self.setup(record);
        let setup = all.len();
        all.extend_from_slice(commands);
        let mut answers = self.ask_all(&all)?;
        self.grid = Some(record.grid);
        let rest = answers.split_off(setup);
        let plays = answers.split_off(setup - record.moves.len());
        for (i, answer) in plays.into_iter().enumerate() {
            if let Err(error) = answer {
                return Ok(Err((i, error)));
            }
        }
        Ok(Ok(rest))
    }

    /// Puts a question at the end of a record, from an empty board.
    ///
    /// # Errors
    /// [`Trouble`].
    pub fn answer(&mut self, record: &Record, question: &Question) -> Result<Got, Trouble> {
        let commands = self.commands(record, question);
        let answers = match self.after(record, &commands)? {
            Ok(answers) => answers,
            Err((at, error)) => return Ok(Got::Refused(at, error)),
        };
        Ok(read_answers(record.grid, question, self.by_play(question), &answers))
    }

    /// Whether the question is put by playing the move.
    fn by_play(&self, question: &Question) -> bool {
        matches!(question, Question::Legal(..)) && !self.knows("is_legal") && !self.knows("all_legal")
    }

    /// The commands that put a question.
    #[must_use]
    pub fn commands(&self, record: &Record, question: &Question) -> Vec<String> {
        let grid = record.grid;
        let both = |command: &str| Colour::ALL.map(|c| format!("{command} {}", colour_name(c))).to_vec();
        match question {
            Question::Legal(player, p) => {
                let (player, p) = (colour_name(*player), grid.name(*p));
                vec![if self.knows("is_legal") {
                    format!("is_legal {player} {p}")
                } else if self.knows("all_legal") {
                    format!("all_legal {player}")
                } else {
                    format!("play {player} {p}")
                }]
            }
            Question::Stones => both("list_stones"),
            Question::Undo(made) => {
                let play = format!("play {} {}", colour_name(made.player), vertex(grid, made.point));
                [vec![play, "undo".to_string()], both("list_stones")].concat()
            }
            Question::Captures => both("captures"),
            Question::Score => vec!["final_score".to_string()],
            Question::Status(status) => vec![format!("final_status_list {}", status.name())],
        }
    }
}

/// The points an answer lists, sorted, passes left out; `None` if a word is neither.
#[must_use]
pub fn points(grid: Grid, text: &str) -> Option<Vec<usize>> {
    let words = text.split_whitespace().filter(|word| !word.eq_ignore_ascii_case("pass"));
    let mut points = words.map(|word| grid.point(word).ok()).collect::<Option<Vec<_>>>()?;
    points.sort_unstable();
    points.dedup();
    Some(points)
}

/// The coordinates of points, in the order of the grid.
#[must_use]
pub fn names(grid: Grid, points: &[usize]) -> String {
    points.iter().map(|&p| grid.name(p)).collect::<Vec<_>>().join(" ")
}

/// The board that two lists of stones make.
#[must_use]
pub fn board_text(grid: Grid, black: &str, white: &str) -> Option<String> {
    let mut cells = vec![None; grid.len()];
    for (colour, text) in Colour::ALL.into_iter().zip([black, white]) {
        for p in points(grid, text)? {
            if cells[p].replace(colour).is_some() {
                return None;
            }
        }
    }
    PlainPosition::from_cells(grid, cells).map(|position| position.to_string())
}

/// Reads a score, Black less White; `None` if it is none.
#[must_use]
pub fn score(text: &str) -> Option<f64> {
    let word = text.split_whitespace().next()?;
    match word.get(..2).map(str::to_ascii_uppercase).as_deref() {
        Some("B+") => word[2..].parse().ok(),
        Some("W+") => word[2..].parse().ok().map(|n: f64| -n),
        _ if word == "0" || word.eq_ignore_ascii_case("draw") => Some(0.0),
        _ => word.parse().ok().filter(|n: &f64| *n == 0.0),
    }
}

fn read_answers(grid: Grid, question: &Question, by_play: bool, answers: &[Answer]) -> Got {
    let said = |a: &Answer| match a {
        Ok(text) => format!("= {text}"),
        Err(text) => format!("? {text}"),
    };
    let unusable = || Got::Unusable(answers.iter().map(said).collect::<Vec<_>>().join("; "));
    let read = || -> Option<String> {
        let text = |i: usize| answers.get(i)?.as_ref().ok().map(String::as_str);
        Some(match question {
            Question::Legal(..) if by_play => u8::from(answers.first()?.is_ok()).to_string(),
            Question::Legal(_, p) => match text(0)?.trim() {
                "1" | "true" => "1".to_string(),
                "0" | "false" => "0".to_string(),
                list => u8::from(points(grid, list)?.contains(p)).to_string(),
            },
            Question::Stones => board_text(grid, text(0)?, text(1)?)?,
            Question::Undo(_) => {
                text(0)?;
                text(1)?;
                board_text(grid, text(2)?, text(3)?)?
            }
            Question::Captures => {
                let count = |i: usize| text(i)?.trim().parse::<u32>().ok();
                format!("black {} white {}", count(0)?, count(1)?)
            }
            Question::Score => format!("{}", score(text(0)?)?),
            Question::Status(Status::Dead | Status::Seki | Status::Alive) => names(grid, &points(grid, text(0)?)?),
        })
    };
    read().map_or_else(unusable, Got::Answer)
}
