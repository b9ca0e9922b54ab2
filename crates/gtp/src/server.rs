//! `shinpan gtp`: an engine that plays no better than it must and judges by the text.

mod judging;

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::game::{GtpGame, Move};
use super::handicap::{fixed, free, with_handicap};
use super::protocol::{
    CommandLine, colour_name, format_response, parse_colour, parse_command, parse_vertex, read_line, vertex,
};
use super::referee::Referee;
use super::solve::{Solved, best_move};
use super::terms;
use crate::board::plain::PlainPosition;
use crate::board::{Colour, Grid, diagram};
use crate::defects;
use crate::law::RuleSet;
use crate::law::procedure::Judgement;
use crate::record::Act;
use shinpan_solve::Budget;

/// Carries out several commands.
const BATCH: &str = "shinpan-batch";

/// The text of a response, or of its error.
type Reply = Result<String, String>;
type Handler = fn(&mut Server, &[String]) -> Reply;

/// Every command with what answers it, in the order of `list_commands`.
const COMMANDS: &[(&str, Handler)] = &[
    ("protocol_version", |_, _| Ok("2".to_string())),
    ("name", |_, _| Ok("shinpan".to_string())),
    ("version", |_, _| Ok(env!("CARGO_PKG_VERSION").to_string())),
    ("known_command", |_, a| Ok(a.first().is_some_and(|name| handler(name).is_some()).to_string())),
    ("list_commands", |_, _| Ok(COMMANDS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join("\n"))),
    ("quit", |_, _| Ok(String::new())),
    ("boardsize", Server::boardsize),
    ("rectangular_boardsize", Server::boardsize),
    ("query_boardsize", |s, _| Ok(size_text(s.game.grid()))),
    ("clear_board", |s, _| {
        s.start(PlainPosition::new(s.game.grid()));
        Ok(String::new())
    }),
    ("komi", Server::set_komi),
    ("get_komi", |s, _| Ok(s.komi.to_string())),
    ("fixed_handicap", Server::fixed_handicap),
    ("place_free_handicap", Server::place_free_handicap),
    ("set_free_handicap", Server::set_free_handicap),
    ("time_settings", |_, a| times(a, 3)),
    ("kgs-time_settings", |_, a| kgs_times(a)),
    ("time_left", |_, a| {
        parse_colour(a.first().map(String::as_str).unwrap_or_default())?;
        times(&a[1..], 2)
    }),
    ("play", Server::play),
    ("undo", |s, _| s.game.undo().map(|_| String::new()).ok_or_else(|| "cannot undo".to_string())),
    ("set_position", Server::set_position),
    ("loadsgf", Server::load_sgf),
    ("showboard", Server::showboard),
    ("genmove", Server::genmove),
    ("reg_genmove", |s, a| s.choose(a).map(|made| vertex(s.game.grid(), made.point))),
    ("is_legal", Server::is_legal),
    ("all_legal", Server::all_legal),
    ("captures", Server::captures),
    ("list_stones", Server::list_stones),
    ("move_history", Server::move_history),
    ("final_score", Server::final_score),
    ("final_status", Server::final_status),
    ("final_status_list", Server::final_status_list),
    ("kata-set-rules", Server::set_rules),
    ("kata-get-rules", Server::get_rules),
    ("kgs-rules", Server::kgs_rules),
    ("gogui-analyze_commands", |_, _| Ok(ANALYZE.join("\n"))),
    ("gogui-rules_game_id", |_, _| Ok("Go".to_string())),
    ("gogui-rules_board", |s, _| Ok(format!("\n{}", rows(s.game.position())))),
    ("gogui-rules_board_size", |s, _| Ok(size_text(s.game.grid()))),
    ("gogui-rules_legal_moves", Server::legal_moves),
    ("gogui-rules_side_to_move", |s, _| Ok(colour_name(s.game.to_move()).to_string())),
    ("gogui-rules_final_result", Server::final_result),
    (BATCH, Server::batch),
    ("shinpan-score", Server::agreed_score),
    ("shinpan-value", Server::value),
    ("shinpan-why", Server::why),
    ("shinpan-trace", Server::trace),
];

fn handler(name: &str) -> Option<Handler> {
    COMMANDS.iter().find(|(known, _)| *known == name).map(|(_, handler)| *handler)
}

/// The engine.
pub struct Server {
    /// As it was asked for.
    rules: String,
    referee: Referee,
    budget: Budget,
    game: GtpGame,
    komi: f64,
    /// The folder with the values of larger boards.
    values: Option<PathBuf>,
    /// The game solved from every position of the board, or why it is not.
    solved: Option<(Grid, Result<Solved, String>)>,
    /// It has been said that no best move is known, since the board was set up.
    noted: bool,
}

impl Server {
    /// An engine under a rule set (as [`RuleSet::parse`] gives it for `name`), on an empty 19x19 board.
    ///
    /// # Errors
    /// The rule set is unknown.
    pub fn new(name: &str, budget: Budget) -> Result<Server, String> {
        let sets = RuleSet::parse(name).map_err(|e| e.to_string())?;
        let referee = Referee::new(sets, budget);
        let grid = Grid::new(19, 19).map_err(|e| e.to_string())?;
        let game = GtpGame::empty(referee.rules(), grid);
        let rules = name.trim().to_string();
        Ok(Server { rules, referee, budget, game, komi: 0.0, values: None, solved: None, noted: false })
    }

    /// The same with a folder that has the values of boards, as `value --all --keep` leaves it.
    #[must_use]
    pub fn with_values(mut self, folder: Option<PathBuf>) -> Server {
        self.values = folder;
        self
    }

    /// Answers commands until `quit` or the end of the input.
    ///
    /// # Errors
    /// The input or output fails; a closed output ends the session without one.
    pub fn serve(&mut self, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
        let mut line = Vec::new();
        loop {
            line.clear();
            if read_line(&mut input, &mut line)? == 0 {
                return Ok(());
            }
            let Some(command) = parse_command(&line) else { continue };
            let response = self.respond(&command);
            match output.write_all(response.as_bytes()).and_then(|()| output.flush()) {
                Err(e) if e.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
                other => other?,
            }
            if command.name == "quit" {
                return Ok(());
            }
        }
    }

    /// The response to a command, as it is written.
    pub fn respond(&mut self, command: &CommandLine) -> String {
        let reply = self.reply(command);
        format_response(command.id, reply.as_deref().map_err(String::as_str))
    }

    fn reply(&mut self, command: &CommandLine) -> Reply {
        match handler(&command.name) {
            Some(answer) => defects::caught(|| answer(self, &command.arguments)).unwrap_or_else(|defect| {
                // What the command was changing cannot be gone on with.
                self.referee = Referee::new(self.referee.sets().to_vec(), self.budget);
                self.start(PlainPosition::new(self.game.grid()));
                Err(format!("{defect}; the board has been cleared"))
            }),
            None => Err("unknown command".to_string()),
        }
    }

    /// `COMMAND; COMMAND; ...`: several commands on one line, for pipes on which every line costs. All are carried out. The answer is one line
    /// of JSON, an array with the answer to each: its text after `=` or `?`.
    fn batch(&mut self, arguments: &[String]) -> Reply {
        let mut answers: Vec<String> = Vec::new();
        for line in arguments.join(" ").split(';') {
            let Some(command) = parse_command(line.as_bytes()) else { continue };
            let reply = match command.name.as_str() {
                "quit" | BATCH => Err(format!("`{}` stands alone on its line", command.name)),
                _ => self.reply(&command),
            };
            answers.push(match reply {
                Ok(text) => format!("={text}"),
                Err(text) => format!("?{text}"),
            });
        }
        Ok(json!(answers).to_string())
    }

    fn start(&mut self, position: PlainPosition) {
        self.noted = false;
        self.game = GtpGame::new(self.referee.rules(), position);
    }

    /// `N`, or `COLUMNS ROWS`, also written `COLUMNS:ROWS`.
    fn boardsize(&mut self, arguments: &[String]) -> Reply {
        let text = arguments.join(":");
        let mut sides = text.split(':').map(|side| side.parse::<usize>().map_err(|_| "unacceptable size".to_string()));
        let cols = sides.next().ok_or("boardsize takes a number, or columns and rows")??;
        let rows = sides.next().transpose()?.unwrap_or(cols);
        if sides.next().is_some() {
            return Err("unacceptable size".to_string());
        }
        let grid = Grid::new(rows, cols).map_err(|_| "unacceptable size".to_string())?;
        self.start(PlainPosition::new(grid));
        Ok(String::new())
    }

    fn set_komi(&mut self, arguments: &[String]) -> Reply {
        let komi: Option<f64> = arguments.first().and_then(|a| a.parse().ok()).filter(|k: &f64| k.is_finite());
        self.komi = komi.ok_or("komi not a float")?;
        Ok(String::new())
    }

    fn play(&mut self, arguments: &[String]) -> Reply {
        let [player, point] = arguments else { return Err("play takes a colour and a vertex".to_string()) };
        let player = parse_colour(player)?;
        let point = parse_vertex(self.game.grid(), point)?;
        match self.game.make(Move { player, point }) {
            Ok(()) => Ok(String::new()),
            Err(refusal) => Err(format!("illegal move ({})", self.because(refusal))),
        }
    }

    /// `N`: stones on the points of GTP 2; the answer names them.
    fn fixed_handicap(&mut self, arguments: &[String]) -> Reply {
        let stones = self.number_of_stones(arguments)?;
        let points = fixed(self.game.grid(), stones).ok_or_else(|| {
            let grid = self.game.grid();
            format!("invalid number of stones: GTP 2 has no placement of {stones} stones on {grid}")
        })?;
        self.place(&points)?;
        Ok(self.names(&points))
    }

    /// `N`: stones on points of the engine's choice; the answer names them.
    fn place_free_handicap(&mut self, arguments: &[String]) -> Reply {
        let stones = self.number_of_stones(arguments)?;
        let points = free(self.game.grid(), stones);
        self.place(&points)?;
        Ok(self.names(&points))
    }

    /// `VERTEX...`: stones on points of the controller's choice.
    fn set_free_handicap(&mut self, arguments: &[String]) -> Reply {
        let grid = self.game.grid();
        let mut points = Vec::new();
        for name in arguments {
            let point = grid.point(name).map_err(|e| format!("bad vertex list: {e}"))?;
            if points.contains(&point) {
                return Err(format!("bad vertex list: {} is given twice", grid.name(point)));
            }
            points.push(point);
        }
        self.check_number(points.len()).map_err(|e| format!("bad vertex list: {e}"))?;
        self.place(&points)?;
        Ok(String::new())
    }

    fn number_of_stones(&self, arguments: &[String]) -> Result<usize, String> {
        let [number] = arguments else { return Err("syntax error: expected a number of stones".to_string()) };
        let number = number.parse().map_err(|_| format!("syntax error: `{number}` is no number of stones"))?;
        self.check_number(number).map_err(|e| format!("invalid number of stones: {e}"))?;
        Ok(number)
    }

    /// GTP 2 knows handicaps of two stones up to all points but one.
    fn check_number(&self, stones: usize) -> Result<(), String> {
        let most = self.game.grid().len().saturating_sub(1);
        if (2..=most).contains(&stones) { Ok(()) } else { Err(format!("expected 2 to {most} stones, not {stones}")) }
    }

    /// Puts handicap stones on the empty board, unless the text refuses them. A text that knows no handicap is followed
    /// from the position with the stones on, as in a record.
    fn place(&mut self, points: &[usize]) -> Result<(), String> {
        let game = with_handicap(&self.game, points).ok_or("board not empty")?;
        let procedure = self.procedure().ok_or("the game has moves that the text refuses; clear the board first")?;
        let judged = procedure.why(Colour::Black, &Act::Handicap(points.to_vec()));
        if let Judgement::Refused(refusal) = judged.judgement {
            let fact = judged.fact.text(self.game.grid());
            return Err(format!("illegal {}: {fact} [{}]", refusal.id(), judged.clause));
        }
        self.game = game;
        Ok(())
    }

    /// `COLOUR VERTEX` pairs (gogui-setup, Leela): the board with these stones, of which none may be without liberty.
    fn set_position(&mut self, arguments: &[String]) -> Reply {
        let grid = self.game.grid();
        let mut cells = vec![None; grid.len()];
        for pair in arguments.chunks(2) {
            let [colour, point] = pair else { return Err("set_position takes pairs of colour and vertex".to_string()) };
            let colour = parse_colour(colour)?;
            let point = grid.point(point).map_err(|e| e.to_string())?;
            if cells[point].replace(colour).is_some() {
                return Err(format!("{} is given twice", grid.name(point)));
            }
        }
        let position = PlainPosition::from_cells(grid, cells).ok_or("the board has another size")?;
        if let Some(string) = position.string_without_liberty() {
            return Err(format!("the string of {} has no liberty", grid.name(string.stones[0])));
        }
        self.start(position);
        Ok(String::new())
    }

    /// `FILE [MOVE]`: the game of an SGF file, up to before that move (counted from 1).
    fn load_sgf(&mut self, arguments: &[String]) -> Reply {
        let (file, until) = match arguments {
            [file] => (file, None),
            [file, number] => {
                let until = number.parse().ok().filter(|n: &usize| *n > 0);
                (file, Some(until.ok_or_else(|| format!("`{number}` is no move number: the first move is 1"))?))
            }
            _ => return Err("loadsgf takes a file and perhaps a move number".to_string()),
        };
        let bytes = crate::files::read(Path::new(file), crate::record::MOST_BYTES)
            .map_err(|e| format!("cannot load file: {file}: {e}"))?;
        let record = crate::record::sgf::read(file, &bytes, &[]).map_err(|e| format!("cannot load file: {e}"))?;
        let mut game = GtpGame::new(self.referee.rules(), record.setup.position.clone());
        game = game.with_first(record.setup.to_move.unwrap_or(Colour::Black));
        for action in record.actions.iter().take(until.map_or(usize::MAX, |n| n - 1)) {
            let made = match &action.act {
                Act::Play(p) => Move::play(action.player, *p),
                Act::Pass => Move::pass(action.player),
                Act::Handicap(points) => {
                    game = with_handicap(&game, points)
                        .ok_or("cannot load file: the handicap stones are not on an empty board")?;
                    continue;
                }
                // What follows is no move: the game is over.
                _ => break,
            };
            game.make(made).map_err(|refusal| {
                format!("cannot load file: {}: illegal move ({})", action.text(record.grid()), self.because(refusal))
            })?;
        }
        self.game = game;
        if let Some(komi) = record.setup.komi {
            self.komi = f64::from(komi.0) / 100.0;
        }
        Ok(String::new())
    }

    fn showboard(&mut self, _: &[String]) -> Reply {
        let [black, white] = Colour::ALL.map(|c| self.game.captured_by(c));
        let next = self.game.to_move();
        let board = diagram::pretty(self.game.position());
        Ok(format!("\n{board}{next} to move; captured by Black {black}, by White {white}; rules {}", self.rules))
    }

    /// The game solved from every position of the board.
    fn solved(&mut self) -> Result<(), String> {
        let grid = self.game.grid();
        if self.solved.as_ref().is_none_or(|(of, _)| *of != grid) {
            self.solved = Some((grid, Solved::new(grid, self.referee.sets(), self.budget, self.values.as_deref())));
        }
        self.solved.iter().try_for_each(|(_, found)| found.as_ref().map(|_| ()).map_err(Clone::clone))
    }

    /// `COLOUR`: what the rest of the game comes to by best play if that player is to move, prisoners so far aside, and a best move;
    /// otherwise why it is not known. What was played before counts where the rules remember it.
    fn value(&mut self, arguments: &[String]) -> Reply {
        let player = parse_colour(arguments.first().map(String::as_str).unwrap_or_default())?;
        self.solved().map_err(|why| format!("not known: {why}"))?;
        let Some((_, Ok(solved))) = &self.solved else { return Err("not known".to_string()) };
        Ok(solved.says(&self.game, player))
    }

    /// A move for a player: the best one where the game is searched to its end within the budget, or else one that forces the value
    /// where the game is solved from every position; otherwise, which is said on standard error once a game, a legal one that fills no point
    /// enclosed by own stones, otherwise a pass.
    fn choose(&mut self, arguments: &[String]) -> Result<Move, String> {
        let player = parse_colour(arguments.first().map(String::as_str).unwrap_or_default())?;
        if let Some(best) = best_move(&self.game, player, &mut self.referee) {
            return Ok(best);
        }
        let why = match self.solved() {
            Ok(()) => "the value of the position is not decided".to_string(),
            Err(why) => why,
        };
        let solved = self.solved.as_ref().and_then(|(_, found)| found.as_ref().ok());
        if let Some(best) = solved.and_then(|solved| solved.best_move(&self.game, player)) {
            return Ok(best);
        }
        if !std::mem::replace(&mut self.noted, true) {
            // A stderr that cannot be written is no reason to stop.
            let _ = writeln!(io::stderr(), "shinpan: no best move is known: {why}");
        }
        let position = self.game.position();
        let own_eye = |p: usize| self.game.grid().neighbours(p).all(|q| position.at(q) == Some(player));
        let mut points = self.game.legal_points(player).into_iter().filter(|&p| !own_eye(p));
        Ok(Move { player, point: points.next() })
    }

    fn genmove(&mut self, arguments: &[String]) -> Reply {
        let made = self.choose(arguments)?;
        self.game.make(made).map_err(|refusal| self.because(refusal))?;
        Ok(vertex(self.game.grid(), made.point))
    }

    fn player_and_point(&self, arguments: &[String], usage: &str) -> Result<(Colour, Option<usize>), String> {
        let [player, point] = arguments else { return Err(format!("{usage} takes a colour and a vertex")) };
        Ok((parse_colour(player)?, parse_vertex(self.game.grid(), point)?))
    }

    fn is_legal(&mut self, arguments: &[String]) -> Reply {
        let (player, point) = self.player_and_point(arguments, "is_legal")?;
        let legal = match point {
            Some(p) => self.game.result(player, p).is_ok(),
            None => !self.game.has_ended(),
        };
        Ok(u8::from(legal).to_string())
    }

    fn all_legal(&mut self, arguments: &[String]) -> Reply {
        let player = parse_colour(arguments.first().map(String::as_str).unwrap_or_default())?;
        Ok(self.names(&self.game.legal_points(player)))
    }

    fn names(&self, points: &[usize]) -> String {
        points.iter().map(|&p| self.game.grid().name(p)).collect::<Vec<_>>().join(" ")
    }

    fn captures(&mut self, arguments: &[String]) -> Reply {
        let player = parse_colour(arguments.first().map(String::as_str).unwrap_or_default())?;
        Ok(self.game.captured_by(player).to_string())
    }

    fn list_stones(&mut self, arguments: &[String]) -> Reply {
        let colour = parse_colour(arguments.first().map(String::as_str).unwrap_or_default())?;
        let position = self.game.position();
        let stones: Vec<usize> = (0..position.cells().len()).filter(|&p| position.at(p) == Some(colour)).collect();
        Ok(self.names(&stones))
    }

    /// The latest move first, as GNU Go does.
    fn move_history(&mut self, _: &[String]) -> Reply {
        let grid = self.game.grid();
        let moves = self.game.moves().rev().map(|m| format!("{} {}", colour_name(m.player), vertex(grid, m.point)));
        Ok(moves.collect::<Vec<_>>().join("\n"))
    }

    /// A rule set by its id, what `kata-get-rules` has said, or KataGo's parameters: the rule set that they mean, and where they mean none,
    /// or KataGo's own text is in force, that text with these parameters. The board stays, and the moves are judged anew by it.
    fn set_rules(&mut self, arguments: &[String]) -> Reply {
        let name = arguments.join(" ");
        let in_force = self.referee.sets()[0].clone();
        let Ok(Value::Object(parameters)) = serde_json::from_str(&name) else {
            // A text that has names for its readings is asked by those too, while it is in force.
            let own = format!("{}/{}", in_force.text.id(), name.trim());
            let is_own = RuleSet::parse(name.trim()).is_err() && RuleSet::parse(&own).is_ok();
            return self.follow(if is_own { &own } else { name.trim() });
        };
        if let Some(id) = parameters.get("id").and_then(Value::as_str) {
            let readings = parameters.get("readings").and_then(Value::as_object).into_iter().flatten();
            let readings: Vec<String> =
                readings.filter_map(|(key, value)| Some(format!("{key}={}", value.as_str()?))).collect();
            // Without what the id has of readings already: all of them follow.
            let text = id.split(':').next().unwrap_or(id);
            let name = if readings.is_empty() { id.to_string() } else { format!("{text}:{}", readings.join(",")) };
            return match RuleSet::parse(&name).map_err(|e| e.to_string())?.as_slice() {
                [one] => self.follow(&one.to_string()),
                _ => self.follow(&name),
            };
        }
        if terms::of(&in_force).is_some_and(|terms| parameters.iter().all(|(k, v)| terms.kata.get(k) == Some(v))) {
            return Ok(String::new());
        }
        if let Some(key) = terms::unknown(&parameters) {
            return Err(format!("`{key}` is no parameter of rules"));
        }
        let meant = terms::meant_by(&parameters);
        if meant.is_empty() || !in_force.text.declared().is_empty() {
            let exact = terms::exactly(&parameters)?;
            let given = |rule: &str| parameters.contains_key(rule);
            return match exact.text.declared().iter().find(|(rule, _)| !given(rule)) {
                Some((rule, _)) => Err(format!("which rule set is meant depends on `{rule}`, which is not given")),
                None => self.follow(&exact.to_string()),
            };
        }
        self.follow_the_one(&meant, "these parameters")
    }

    /// A rule set by the name that servers use, where it means one.
    fn kgs_rules(&mut self, arguments: &[String]) -> Reply {
        let [name] = arguments else { return Err("kgs-rules takes a name".to_string()) };
        let in_force = terms::of(&self.referee.sets()[0]).and_then(|terms| terms.kgs);
        if in_force.as_ref() == Some(name) {
            return Ok(String::new());
        }
        self.follow_the_one(&terms::named(name), &format!("`{name}`"))
    }

    /// The only rule set that is meant: none is guessed.
    fn follow_the_one(&mut self, meant: &[RuleSet], what: &str) -> Reply {
        match meant {
            [one] => self.follow(one.text.id()),
            [] => Err(format!("no rule set here amounts to {what}; kata-set-rules takes the ids of `shinpan rules`")),
            several => {
                let ids: Vec<&str> = several.iter().map(|rules| rules.text.id()).collect();
                Err(format!("{what} could mean {}, which differ: give the id to kata-set-rules", ids.join(", ")))
            }
        }
    }

    fn follow(&mut self, name: &str) -> Reply {
        let sets = RuleSet::parse(name).map_err(|e| e.to_string())?;
        let referee = Referee::new(sets, self.budget);
        let mut start = self.game.clone();
        while start.undo().is_some() {}
        let mut game = GtpGame::new(referee.rules(), start.position().clone()).with_first(start.to_move());
        game = game.with_handicap(start.handicap());
        for made in self.game.moves() {
            if let Err(refusal) = game.make(made) {
                let clause = game.refused_by(referee.rules(), refusal);
                return Err(format!("the game has a move that {clause} refuses; clear the board first"));
            }
        }
        (self.rules, self.referee, self.game) = (name.to_string(), referee, game);
        self.solved = None;
        Ok(String::new())
    }

    /// One JSON object: KataGo's parameters, to which the rule set amounts; its id, all readings in force, and what the parameters do not
    /// express.
    fn get_rules(&mut self, _: &[String]) -> Reply {
        let set = &self.referee.sets()[0];
        let mut readings = serde_json::Map::new();
        for choice in set.text.choices() {
            // What a bare name leaves open the game says: who passed first.
            if !choice.required || self.referee.sets().len() == 1 {
                readings.insert(choice.key.to_string(), json!(set.value(choice.key)));
            }
        }
        let terms = terms::of(set);
        let mut said = terms.as_ref().map(|terms| terms.kata.clone()).unwrap_or_default();
        said.insert("id".to_string(), json!(self.rules));
        said.insert("readings".to_string(), Value::Object(readings));
        said.insert("differs".to_string(), json!(terms.map(|terms| terms.differs).unwrap_or_default()));
        Ok(Value::Object(said).to_string())
    }

    fn legal_moves(&mut self, _: &[String]) -> Reply {
        if self.game.is_over() {
            return Ok(String::new());
        }
        let points = self.game.legal_points(self.game.to_move());
        Ok(format!("{} pass", self.names(&points)).trim().to_string())
    }
}

/// What the time commands take: so many whole numbers. Time has no effect here.
fn times(arguments: &[String], count: usize) -> Reply {
    if arguments.len() == count && arguments.iter().all(|a| a.parse::<u32>().is_ok()) {
        return Ok(String::new());
    }
    Err(format!("syntax error: expected {count} whole numbers"))
}

/// What `kgs-time_settings` takes: no time, or a system with its numbers. Time has no effect here.
fn kgs_times(arguments: &[String]) -> Reply {
    let (system, numbers) =
        arguments.split_first().ok_or("syntax error: expected none, absolute, byoyomi or canadian")?;
    match system.as_str() {
        "none" => times(numbers, 0),
        "absolute" => times(numbers, 1),
        "byoyomi" | "canadian" => times(numbers, 3),
        other => Err(format!("syntax error: `{other}` is none of none, absolute, byoyomi, canadian")),
    }
}

/// What GoGui offers in its analyze dialogue: the type of the answer, a label, the command.
const ANALYZE: [&str; 10] = [
    "string/Why may or may not be played/shinpan-why %p",
    "string/Trace/shinpan-trace",
    "string/Value of best play/shinpan-value %c",
    "string/Score/final_score",
    "string/Score with dead stones agreed/shinpan-score %P",
    "string/Rules/kata-get-rules",
    "plist/Legal plays/all_legal %c",
    "plist/Dead stones/final_status_list dead",
    "plist/Stones in seki/final_status_list seki",
    "plist/Dame/final_status_list dame",
];

/// A side, or columns and rows.
fn size_text(grid: Grid) -> String {
    if grid.rows() == grid.cols() { grid.rows().to_string() } else { format!("{} {}", grid.cols(), grid.rows()) }
}

fn rows(position: &PlainPosition) -> String {
    position.to_string().replace('/', "\n")
}
