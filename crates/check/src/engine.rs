//! An engine that is checked: what it can do, and how a question is put to it.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use super::said::{names, points, score};
use super::terms::{self, Told};
use super::ways::{CapturesBy, LegalBy, StonesBy, Ways, listed, policy};
use super::{MoveRecord, Question, Status};
use crate::board::{Colour, Grid};
use crate::foreign;
use crate::gtp::game::Move;
use crate::gtp::peer::{Answer, Limits, Peer, Trouble};
use crate::gtp::protocol::{colour_name, vertex};
use crate::law::RuleSet;

/// What an engine said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Got {
    /// An answer, in the form of the right one (see [`super::reference`]).
    Answer(String),
    /// It refused a move of the record: its number from 0, and the text of the error.
    Refused(usize, String),
    /// It answered the question with an error, or with something that is no answer to it.
    Unusable(String),
    /// It declined to score the position, which is no answer that could be wrong: the text of the error.
    Declined(String),
}

/// A running engine.
pub trait Session {
    /// Sends commands and reads the responses.
    ///
    /// # Errors
    /// [`Trouble`] of the first command that has any.
    fn ask_all(&mut self, commands: &[String]) -> Result<Vec<Answer>, Trouble>;

    /// Whether responses repeat the id of their command, so that a late one is known.
    fn repeats_ids(&self) -> bool;

    /// Responses that came after their time and were discarded.
    fn late(&self) -> usize;

    /// Ends it.
    fn quit(self: Box<Self>);
}

impl Session for Peer {
    fn ask_all(&mut self, commands: &[String]) -> Result<Vec<Answer>, Trouble> {
        Peer::ask_all(self, commands)
    }

    fn repeats_ids(&self) -> bool {
        Peer::repeats_ids(self)
    }

    fn late(&self) -> usize {
        Peer::late(self)
    }

    fn quit(self: Box<Self>) {
        Peer::quit(*self);
    }
}

/// Starts an engine, as often as it is needed.
pub type Starter = Box<dyn FnMut() -> Result<Box<dyn Session>, Trouble>>;

/// An engine under check.
pub struct Engine {
    starter: Starter,
    peer: Option<Box<dyn Session>>,
    known: HashSet<String>,
    /// Name and version, as it says.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its protocol version.
    pub protocol: String,
    /// What it was told of the rules; after a start it is told again.
    pub told: Told,
    /// How it is asked.
    pub ways: Ways,
    /// Commands that were answered.
    pub commands: u64,
    /// The time in which its answers were waited for.
    pub waited: Duration,
    grid: Option<Grid>,
    sizes: FxHashMap<Grid, Result<(), String>>,
    /// Trouble so far, each as one line.
    pub troubles: Vec<String>,
    late: usize,
}

/// After so much trouble an engine is given up.
pub const MOST_TROUBLES: usize = 12;

impl Engine {
    /// Starts an engine and asks what commands it knows. How it is asked is found out by [`Engine::tell`] and [`Engine::find_ways`].
    ///
    /// # Errors
    /// It does not start, or does not say what commands it knows.
    pub fn start(command: &[String], limits: Limits) -> Result<Engine, Trouble> {
        let command = command.to_vec();
        Engine::of(Box::new(move || Ok(Box::new(Peer::start(&command, limits)?))))
    }

    /// The same of an engine of any kind.
    ///
    /// # Errors
    /// It does not start, or does not say what commands it knows.
    pub fn of(mut starter: Starter) -> Result<Engine, Trouble> {
        let mut engine = Engine {
            peer: Some(starter()?),
            starter,
            known: HashSet::new(),
            name: String::new(),
            version: String::new(),
            protocol: String::new(),
            told: Told::default(),
            ways: Ways::default(),
            commands: 0,
            waited: Duration::ZERO,
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
        Ok(engine)
    }

    /// Tells the engine the rules ([`terms::tell`]).
    ///
    /// # Errors
    /// [`Trouble`].
    pub fn tell(&mut self, rules: &RuleSet, name: &str, asked: Option<&str>) -> Result<(), Trouble> {
        self.told = terms::tell(self, rules, name, asked)?;
        Ok(())
    }

    /// Whether the engine lists a command.
    #[must_use]
    pub fn knows(&self, command: &str) -> bool {
        self.known.contains(command)
    }

    /// Whether a question can be put to it: which command it lacks, if not.
    ///
    /// # Errors
    /// The commands that would be needed.
    pub fn can(&self, question: &Question) -> Result<(), String> {
        let has = |command: &str| {
            if self.knows(command) { Ok(()) } else { Err(format!("the engine has no command {command}")) }
        };
        let stones = || match self.ways.stones {
            Some(_) => Ok(()),
            None => Err(format!(
                "the engine tells the position by none of {}",
                StonesBy::ALL.map(StonesBy::command).join(", ")
            )),
        };
        match question {
            Question::Legal(..) if self.ways.legal.is_none() => Err(match &self.ways.tolerant {
                Some(why) => format!("the engine tells what is legal by nothing but `play`, which is tolerant: {why}"),
                None => "the engine does not tell what is legal".to_string(),
            }),
            Question::Legal(..) => Ok(()),
            Question::Stones => stones(),
            Question::Undo(_) => stones().and(has("undo")),
            Question::Captures if self.ways.captures.is_none() => Err(format!(
                "the engine tells the stones captured by none of {}",
                CapturesBy::ALL.map(CapturesBy::command).join(", ")
            )),
            Question::Captures => Ok(()),
            other => has(other.command()),
        }
    }

    /// How many commands it may answer until then, as fast as it has been so far.
    #[must_use]
    pub fn commands_until(&self, until: Instant) -> u64 {
        let left = until.saturating_duration_since(Instant::now()).as_secs_f64();
        (left * self.commands as f64 / self.waited.as_secs_f64().max(f64::MIN_POSITIVE)) as u64
    }

    /// Late answers that were discarded.
    #[must_use]
    pub fn late(&self) -> usize {
        self.late + self.peer.as_ref().map_or(0, |peer| peer.late())
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
                let peer = self.peer.insert((self.starter)()?);
                if let Some(set) = &self.told.command {
                    // It has taken the rule set before.
                    peer.ask_all(std::slice::from_ref(set))?;
                }
                peer
            }
        };
        let since = Instant::now();
        let lines: Vec<String> = commands.iter().map(|command| command.as_ref().to_string()).collect();
        let result = peer.ask_all(&lines);
        self.waited += since.elapsed();
        self.commands += commands.len() as u64;
        if let Err(trouble) = &result
            && !matches!(trouble, Trouble::Stopped { .. })
        {
            self.troubles.push(trouble.to_string());
            self.recover(trouble);
        }
        result
    }

    pub(super) fn ask(&mut self, command: &str) -> Result<Answer, Trouble> {
        let answers = self.ask_all(&[command])?;
        Ok(answers.into_iter().next().unwrap_or_else(|| Err(String::new())))
    }

    /// An engine that was late only goes on; any other is ended, to be started anew when it is next asked.
    fn recover(&mut self, trouble: &Trouble) {
        // What it has done of the commands sent is not known: the next question starts from the board's size.
        self.grid = None;
        let Some(peer) = &mut self.peer else { return };
        let late_only = matches!(trouble, Trouble::TimedOut { .. }) && peer.repeats_ids();
        if late_only && peer.ask_all(&["protocol_version".to_string()]).is_ok() {
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
        // Once more with an engine started anew; one that fails again does not play on this board.
        let tried = match self.try_size(grid) {
            Err(trouble) if !matches!(trouble, Trouble::Stopped { .. }) => self.try_size(grid),
            tried => tried,
        };
        let verdict = match tried {
            Err(trouble @ (Trouble::Stopped { .. } | Trouble::NoStart { .. })) => return Err(trouble),
            Err(trouble) => Err(trouble.to_string()),
            Ok(verdict) => verdict,
        };
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
        for outside in outside(grid) {
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

    /// The moves that are sent for a record: an engine that cannot pass is not told that a game is over.
    fn sent<'a>(&self, record: &'a MoveRecord) -> &'a [Move] {
        let passes = record.moves.iter().rev().take_while(|m| m.point.is_none()).count();
        let left_out = if self.ways.no_pass.is_some() && passes >= 2 { passes } else { 0 };
        &record.moves[..record.moves.len() - left_out]
    }

    /// Whether a record has a pass that the engine would have to be told of and does not take.
    #[must_use]
    pub fn lacks_pass(&self, record: &MoveRecord) -> bool {
        self.ways.no_pass.is_some() && self.sent(record).iter().any(|m| m.point.is_none())
    }

    /// The commands that lead to the end of a record from any state.
    #[must_use]
    pub fn setup(&self, record: &MoveRecord) -> Vec<String> {
        let mut commands = Vec::new();
        if self.grid != Some(record.grid) {
            commands.push(self.size_command(record.grid));
        }
        commands.push("clear_board".to_string());
        commands.push("komi 0".to_string());
        let plays = self.sent(record).iter();
        commands.extend(plays.map(|m| format!("play {} {}", colour_name(m.player), vertex(record.grid, m.point))));
        commands
    }

    /// Sends the moves of a record, then more commands; their answers, or the move that was refused.
    ///
    /// # Errors
    /// [`Trouble`].
    pub fn after(
        &mut self,
        record: &MoveRecord,
        commands: &[String],
    ) -> Result<Result<Vec<Answer>, (usize, String)>, Trouble> {
        let mut all = self.setup(record);
        let setup = all.len();
        all.extend_from_slice(commands);
        let mut answers = self.ask_all(&all)?;
        self.grid = Some(record.grid);
        let rest = answers.split_off(setup);
        let plays = answers.split_off(setup - self.sent(record).len());
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
    pub fn answer(&mut self, record: &MoveRecord, question: &Question) -> Result<Got, Trouble> {
        let commands = self.commands(record, question);
        let answers = match self.after(record, &commands)? {
            Ok(answers) => answers,
            Err((at, error)) => return Ok(Got::Refused(at, error)),
        };
        Ok(self.read(record.grid, question, &answers))
    }

    /// The commands that ask for the position; none if the engine has no way to tell it.
    #[must_use]
    pub fn stones_commands(&self) -> Vec<String> {
        self.ways.stones.map(StonesBy::commands).unwrap_or_default()
    }

    /// What answers to the question after captures say, `black N white N`; `None` if they say nothing of the kind.
    #[must_use]
    pub fn read_captures(&self, answers: &[Answer]) -> Option<String> {
        let [black, white] = self.ways.captures?.read(answers)?;
        Some(format!("black {black} white {white}"))
    }

    /// The position that the answers to these commands tell.
    #[must_use]
    pub fn read_stones(&self, grid: Grid, answers: &[Answer]) -> Option<String> {
        self.ways.read_stones(grid, answers)
    }

    /// The commands that ask for all legal plays of the player to move; none if each has to be tried.
    #[must_use]
    pub fn legal_commands(&self, grid: Grid, player: Colour) -> Vec<String> {
        let player = colour_name(player);
        match self.ways.legal {
            Some(LegalBy::Asking) if self.knows("all_legal") => vec![format!("all_legal {player}")],
            Some(LegalBy::Asking) => (0..grid.len()).map(|p| format!("is_legal {player} {}", grid.name(p))).collect(),
            Some(LegalBy::Policy) => vec![POLICY.to_string()],
            Some(LegalBy::Play) | None => Vec::new(),
        }
    }

    /// What the answers to these commands say of each point; `None` of a point for no usable answer.
    #[must_use]
    pub fn read_legal(&self, grid: Grid, answers: &[Answer]) -> Vec<Option<bool>> {
        let all = |read: fn(Grid, &str) -> Option<Vec<bool>>| {
            let read = answers.first().and_then(|a| a.as_ref().ok()).and_then(|text| read(grid, text));
            read.map_or_else(|| vec![None; grid.len()], |said| said.into_iter().map(Some).collect())
        };
        match self.ways.legal {
            Some(LegalBy::Policy) => all(policy),
            Some(LegalBy::Asking) if self.knows("all_legal") => all(listed),
            _ => answers.iter().map(|a| a.as_ref().ok().map(|text| text.trim() == "1")).collect(),
        }
    }

    /// The commands that put a question.
    #[must_use]
    pub fn commands(&self, record: &MoveRecord, question: &Question) -> Vec<String> {
        let grid = record.grid;
        match question {
            Question::Legal(player, p) => {
                let (player, p) = (colour_name(*player), grid.name(*p));
                vec![match self.ways.legal {
                    Some(LegalBy::Asking) if self.knows("is_legal") => format!("is_legal {player} {p}"),
                    Some(LegalBy::Asking) => format!("all_legal {player}"),
                    Some(LegalBy::Policy) => POLICY.to_string(),
                    Some(LegalBy::Play) | None => format!("play {player} {p}"),
                }]
            }
            Question::Stones => self.stones_commands(),
            Question::Undo(made) => {
                let play = format!("play {} {}", colour_name(made.player), vertex(grid, made.point));
                [vec![play, "undo".to_string()], self.stones_commands()].concat()
            }
            Question::Captures => self.ways.captures.map(CapturesBy::commands).unwrap_or_default(),
            Question::Score => vec!["final_score".to_string()],
            Question::Status(status) => vec![format!("final_status_list {}", status.name())],
        }
    }

    /// Reads the answers to the commands of a question.
    fn read(&self, grid: Grid, question: &Question, answers: &[Answer]) -> Got {
        let said = |a: &Answer| match a {
            Ok(text) => format!("= {text}"),
            Err(text) => format!("? {text}"),
        };
        if let (Question::Score | Question::Status(_), Some(Err(why))) = (question, answers.first()) {
            return Got::Declined(why.clone());
        }
        let unusable = || Got::Unusable(answers.iter().map(said).collect::<Vec<_>>().join("; "));
        let read = || -> Option<String> {
            let text = |i: usize| answers.get(i)?.as_ref().ok().map(String::as_str);
            Some(match question {
                Question::Legal(_, p) => match self.ways.legal {
                    Some(LegalBy::Policy) => u8::from(policy(grid, text(0)?)?[*p]).to_string(),
                    Some(LegalBy::Asking) => match text(0)?.trim() {
                        "1" | "true" => "1".to_string(),
                        "0" | "false" => "0".to_string(),
                        list => u8::from(points(grid, list)?.contains(p)).to_string(),
                    },
                    Some(LegalBy::Play) | None => u8::from(answers.first()?.is_ok()).to_string(),
                },
                Question::Stones => self.read_stones(grid, answers)?,
                Question::Undo(_) => {
                    text(0)?;
                    text(1)?;
                    self.read_stones(grid, &answers[2..])?
                }
                Question::Captures => self.read_captures(answers)?,
                Question::Score => format!("{}", score(text(0)?)?),
                Question::Status(Status::Dead | Status::Seki | Status::Alive) => names(grid, &points(grid, text(0)?)?),
            })
        };
        read().map_or_else(unusable, Got::Answer)
    }
}

/// The names of the points that would be above the upper right corner and right of it, on boards of 19 rows or columns too.
fn outside(grid: Grid) -> [String; 2] {
    let column = |number: usize| ('A'..='Z').filter(|c| *c != 'I').nth(number).unwrap_or('Z');
    let (rows, cols) = (grid.rows(), grid.cols());
    [format!("{}{}", column(cols - 1), rows + 1), format!("{}{rows}", column(cols))]
}

/// Asks for a network's policy as it is, in one orientation.
const POLICY: &str = "kata-raw-nn 0";
