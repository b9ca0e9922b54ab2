//! What is asked: positions, games, sequences.

use super::family::Family;
use super::implemented::{Implemented, implemented};
pub use super::jobs::{Job, MOST_EXHAUSTIVE, MOST_JUDGED, Source, Suite, jobs};
use super::run::{Checker, DOUBTS};
use super::ways::LegalBy;
use super::{MoveRecord, Question, Reference, Status, alive, ko};
use crate::board::index::Index;
use crate::board::plain::PlainPosition;
use crate::board::{Colour, Grid};
use crate::cases::{Case, Made};
use crate::gtp::game::{GtpGame, Move, ko_rules};
use crate::gtp::peer::{Answer, Trouble};
use crate::gtp::protocol::colour_name;
use crate::law::RuleSet;

/// Forbidden plays tried along a game by an engine that can only be asked by `play`.
const MOST_FORBIDDEN: usize = 4;
/// Plays tried in a position, on boards where not all are.
const MOST_PLAYS: usize = 12;
/// Moves of a random game by an engine that is too slow for whole ones.
const LEAST_MOVES: usize = 12;
/// Boards of up to so many points are tried with every play.
const SMALL: usize = 16;

impl Checker {
    /// Does one unit of a job.
    pub(super) fn unit(&mut self, job: &Job, unit: u64) -> Result<(), Trouble> {
        let mut random = fastrand::Rng::with_seed(seed_of(&job.name(), self.seed, unit));
        match (&job.source, job.grid) {
            (Source::Every | Source::Drawn, Some(grid)) => {
                if self.index.as_ref().is_none_or(|index| index.grid() != grid) {
                    self.index = Index::new(grid).ok();
                }
                let Some(index) = &self.index else { return Ok(()) };
                let rank = if matches!(job.source, Source::Every) { unit } else { random.u64(0..index.count()) };
                let position = index.unrank(rank).and_then(|bits| PlainPosition::from_position(grid, bits));
                match (position, job.suite) {
                    (None, _) => Ok(()),
                    (Some(position), Suite::Score | Suite::Status) => {
                        self.final_questions(job.suite, &MoveRecord::to_position(&position))
                    }
                    (Some(position), _) => self.position(job.suite, &position, &mut random),
                }
            }
            (Source::Alive, Some(grid)) => match alive::draw(grid, &mut random) {
                Some(position) => self.put(job.suite, &MoveRecord::to_position(&position), &Question::Score),
                None => Ok(()),
            },
            (Source::Games, Some(grid)) => match job.suite {
                Suite::Legality | Suite::Capture => self.game(job.suite, grid, &mut random),
                _ => self.finished_game(job.suite, grid, &mut random),
            },
            (Source::Cases(cases), _) => self.case(&cases[unit as usize]),
            (Source::Records(records), _) => self.record(&records[unit as usize]),
            _ => self.sequences(),
        }
    }

    /// Legal points of both players, and the position after plays.
    fn position(&mut self, suite: Suite, position: &PlainPosition, random: &mut fastrand::Rng) -> Result<(), Trouble> {
        let record = MoveRecord::to_position(position);
        // The other player's plays are tried after a pass, so that nobody moves twice in a row.
        let passed = record.with(Move::pass(record.to_move()));
        let before = self.engine.commands;
        for record in [record, passed] {
            if self.allowance.is_some_and(|most| self.engine.commands - before > most) {
                break;
            }
            let player = record.to_move();
            let Some(game) = self.reference.game(&record) else { continue };
            let mut plays = game.legal_points(player);
            if position.grid().len() > SMALL {
                random.shuffle(&mut plays);
                plays.sort_by_key(|&p| game.result(player, p).map_or(0, |(_, taken)| usize::from(taken.is_empty())));
                plays.truncate(MOST_PLAYS);
            }
            self.position_as(suite, &record, &plays)?;
        }
        Ok(())
    }

    fn position_as(&mut self, suite: Suite, record: &MoveRecord, plays: &[usize]) -> Result<(), Trouble> {
        let (grid, player) = (record.grid, record.to_move());
        if self.engine.lacks_pass(record) {
            self.now.skipped += 1;
            return Ok(());
        }
        let legal = self.legal_commands(grid, player);
        let stones = self.may_ask(&Question::Stones) && self.may_ask(&Question::Undo(Move::pass(player)));
        let position = self.engine.stones_commands();
        let mut commands = legal.clone();
        // Of a slow engine no more than it has time for, one in any case.
        let each = position.len() + 2;
        let left = |most: u64| (most as usize).saturating_sub(record.moves.len() + legal.len()) / each;
        let plays = &plays
            [..self.allowance.map_or(plays.len(), |most| left(most).clamp(1, plays.len().max(1))).min(plays.len())];
        for &p in plays.iter().filter(|_| stones) {
            commands.push(format!("play {} {}", colour_name(player), grid.name(p)));
            commands.extend_from_slice(&position);
            commands.push("undo".to_string());
        }
        if stones {
            commands.extend_from_slice(&position);
        }
        let answers = match self.engine.after(record, &commands) {
            Ok(Ok(answers)) => answers,
            // A refused move of the record, or trouble: found again from an empty board.
            _ => return self.put(suite, record, &Question::Stones),
        };
        let mut doubtful: Vec<(MoveRecord, Question)> = Vec::new();
        let (about_legal, about_plays) = answers.split_at(legal.len());
        if let Some(game) = self.reference.game(record) {
            doubtful.extend(self.doubtful_points(record, &game, about_legal));
        }
        if stones {
            let mut chunks = about_plays.chunks(position.len() + 2);
            let (mut made, mut refused) = (Vec::new(), false);
            for (&p, chunk) in plays.iter().zip(chunks.by_ref()) {
                self.now.questions += 1;
                let after = record.with(Move::play(player, p));
                let right = self.reference.game(&after).map(|g| g.position().to_string());
                if chunk[0].is_err() {
                    doubtful.push((record.clone(), Question::Legal(player, p)));
                    refused = true;
                    continue;
                }
                if !refused {
                    made.push(p);
                }
                if self.engine.read_stones(grid, &chunk[1..=position.len()]) != right {
                    doubtful.push((after, Question::Stones));
                }
            }
            let right = self.reference.game(record).map(|g| g.position().to_string());
            if self.engine.read_stones(grid, chunks.next().unwrap_or_default()) != right {
                // What was not played cannot be undone: then a move before was, and what followed was played elsewhere.
                let undone = made.iter().map(|&p| (record.clone(), Question::Undo(Move::play(player, p))));
                doubtful.extend(undone);
            }
        }
        self.look_into(suite, &doubtful)
    }

    /// The commands that ask for the legal points of a player; none if the engine has to be asked by `play`, or cannot be.
    fn legal_commands(&mut self, grid: Grid, player: Colour) -> Vec<String> {
        if self.may_ask(&Question::Legal(player, 0)) { self.engine.legal_commands(grid, player) } else { Vec::new() }
    }

    /// The points of which the engine seems to say otherwise than the text whether the player to move may play there.
    /// Without a command for it, all forbidden points: they are tried one by one.
    fn doubtful_points(
        &mut self,
        record: &MoveRecord,
        game: &GtpGame,
        answers: &[Answer],
    ) -> Vec<(MoveRecord, Question)> {
        let (grid, player) = (record.grid, record.to_move());
        // Nobody is held to the end of the game by two passes.
        if game.has_ended() || !self.may_ask(&Question::Legal(player, 0)) {
            return Vec::new();
        }
        let right: Vec<bool> = (0..grid.len()).map(|p| game.result(player, p).is_ok()).collect();
        let said: Vec<Option<bool>> = match answers {
            [] => right.iter().map(|&legal| legal.then_some(true)).collect(),
            _ => self.engine.read_legal(grid, answers),
        };
        self.now.questions += grid.len() as u64;
        if !answers.is_empty() {
            self.note_right_plays(record, game, &right, &said);
        }
        let wrong = (0..grid.len()).filter(|&p| said.get(p).copied().flatten() != Some(right[p]));
        wrong.map(|p| (record.clone(), Question::Legal(player, p))).collect()
    }

    /// Notes right answers about plays that tell something, as long as such are of use.
    fn note_right_plays(&mut self, record: &MoveRecord, game: &GtpGame, right: &[bool], said: &[Option<bool>]) {
        let player = record.to_move();
        let telling =
            [Family::Occupied, Family::SuicideOfOne, Family::SuicideOfSeveral, Family::Repetition, Family::Capture];
        let wanted: Vec<Family> = telling.into_iter().filter(|family| self.state.evidence.wants(*family, 0)).collect();
        if wanted.is_empty() {
            return;
        }
        for p in (0..right.len()).filter(|&p| said.get(p) == Some(&Some(right[p]))) {
            if wanted.contains(&Family::of_play(game, player, p)) {
                self.note_right_in(game, record, &Question::Legal(player, p), if right[p] { "1" } else { "0" });
            }
        }
    }

    /// What did not look right within a long session is asked again from an empty board.
    fn look_into(&mut self, suite: Suite, doubtful: &[(MoveRecord, Question)]) -> Result<(), Trouble> {
        for (record, question) in doubtful {
            if let Some(found) = self.examine(record, question)? {
                self.note(suite, found);
            }
        }
        Ok(())
    }

    /// A random game, with questions after every move.
    fn game(&mut self, suite: Suite, grid: Grid, random: &mut fastrand::Rng) -> Result<(), Trouble> {
        let (mut record, _) = random_game(self.reference.rules(), grid, false, random);
        if self.engine.ways.no_pass.is_some() {
            let before = record.moves.iter().take_while(|m| m.point.is_some()).count();
            record = record.with_moves(before);
        }
        let asked: Vec<Question> = match suite {
            Suite::Capture => vec![Question::Stones, Question::Captures],
            _ => Vec::new(),
        };
        let asked: Vec<Question> = asked.into_iter().filter(|q| self.may_ask(q)).collect();
        let mut commands = Vec::new();
        let mut after = Vec::new();
        let places = self.places(suite, &mut record, &asked, random);
        for (i, made) in record.moves.iter().enumerate() {
            let here = MoveRecord { grid, moves: record.moves[..=i].to_vec() };
            commands.push(format!(
                "play {} {}",
                colour_name(made.player),
                crate::gtp::protocol::vertex(grid, made.point)
            ));
            let questions: Vec<String> = if !places[i] {
                Vec::new()
            } else if suite == Suite::Legality {
                self.legal_commands(grid, here.to_move())
            } else {
                asked.iter().flat_map(|q| self.engine.commands(&here, q)).collect()
            };
            after.push((here, questions.len()));
            commands.extend(questions);
        }
        let answers = match self.engine.after(&MoveRecord { grid, moves: Vec::new() }, &commands) {
            Ok(Ok(answers)) => answers,
            _ => return self.put(suite, &record, &Question::Stones),
        };
        let mut rest = &answers[..];
        let mut game = GtpGame::empty(self.reference.rules(), grid);
        let mut forbidden = Vec::new();
        let by_play = suite == Suite::Legality && self.engine.ways.legal == Some(LegalBy::Play);
        for (here, questions) in after {
            let (played, others) = rest.split_at(1);
            let (said, others) = others.split_at(questions);
            rest = others;
            if played[0].is_err() {
                // The engine has left the record: the refusal is the disagreement.
                return self.look_into(suite, &[(here, Question::Stones)]);
            }
            if here.moves.last().is_none_or(|&made| game.make(made).is_err()) {
                return Ok(());
            }
            let doubtful = if by_play && !game.has_ended() {
                // Each play that was taken is an answer; what is forbidden is tried one by one, at the end.
                self.now.questions += 1;
                let player = here.to_move();
                let empty = (0..grid.len()).filter(|&p| game.position().at(p).is_none());
                let refused = empty.filter(|&p| game.result(player, p).is_err());
                forbidden.extend(refused.map(|p| (here.clone(), Question::Legal(player, p))));
                Vec::new()
            } else if suite == Suite::Legality {
                if said.is_empty() { Vec::new() } else { self.doubtful_points(&here, &game, said) }
            } else if said.is_empty() {
                Vec::new()
            } else {
                self.doubtful_answers(&here, &game, &asked, said)
            };
            let wrong_board = doubtful.iter().any(|(_, question)| *question == Question::Stones);
            self.look_into(suite, &doubtful)?;
            if wrong_board {
                // All that follows is another game.
                return Ok(());
            }
        }
        random.shuffle(&mut forbidden);
        forbidden.truncate(MOST_FORBIDDEN);
        self.now.questions += forbidden.len() as u64;
        self.look_into(suite, &forbidden)
    }

    /// After which moves of a game questions are asked: after all, or where the engine is too slow for that after some, drawn at random; and
    /// a game that is too long by itself is broken off.
    fn places(
        &mut self,
        suite: Suite,
        record: &mut MoveRecord,
        asked: &[Question],
        random: &mut fastrand::Rng,
    ) -> Vec<bool> {
        let Some(most) = self.allowance.map(|most| usize::try_from(most).unwrap_or(usize::MAX)) else {
            return vec![true; record.moves.len()];
        };
        record.moves.truncate((most / 2).max(LEAST_MOVES));
        let each = if suite == Suite::Legality {
            self.legal_commands(record.grid, Colour::Black).len()
        } else {
            asked.iter().map(|q| self.engine.commands(record, q).len()).sum()
        };
        let moves = record.moves.len();
        let count = most.saturating_sub(moves).checked_div(each).unwrap_or(moves).clamp(1, moves.max(1));
        let mut places: Vec<bool> = (0..moves).map(|i| i < count).collect();
        random.shuffle(&mut places);
        places
    }

    /// Those of the questions whose answers are not the text's. Of what the text does not answer nothing is held against an engine.
    fn doubtful_answers(
        &mut self,
        here: &MoveRecord,
        game: &GtpGame,
        asked: &[Question],
        said: &[Answer],
    ) -> Vec<(MoveRecord, Question)> {
        let mut doubtful = Vec::new();
        let mut rest = said;
        for question in asked {
            let (answers, others) = rest.split_at(self.engine.commands(here, question).len());
            rest = others;
            let Some(right) = Reference::of_game(game, question) else { continue };
            self.now.questions += 1;
            let read = match question {
                Question::Stones => self.engine.read_stones(here.grid, answers),
                _ => self.engine.read_captures(answers),
            };
            if read.as_ref() != Some(&right) {
                doubtful.push((here.clone(), *question));
            } else if game.moves().next_back().is_some_and(|m| m.point.is_some()) && game.captured_by(Colour::Black) > 0
            {
                self.note_right_in(game, here, question, &right);
            }
        }
        doubtful
    }

    /// A random game to its end: its last position, and one in which it might have stopped.
    fn finished_game(&mut self, suite: Suite, grid: Grid, random: &mut fastrand::Rng) -> Result<(), Trouble> {
        let (record, passes) = random_game(self.reference.rules(), grid, true, random);
        let mut ends = Vec::new();
        if passes {
            ends.push(record.clone());
        }
        let length = record.moves.len();
        let early = random.usize(length - length / 3..=length);
        ends.push(MoveRecord { grid, moves: record.moves[..early].to_vec() });
        for end in ends {
            let Some(game) = self.reference.game(&end) else { continue };
            if self.seen.insert(game.position().clone()) {
                self.final_questions(suite, &end)?;
            }
        }
        Ok(())
    }

    fn final_questions(&mut self, suite: Suite, record: &MoveRecord) -> Result<(), Trouble> {
        let statuses = Status::ALL.map(Question::Status);
        let questions: &[Question] = if suite == Suite::Status { &statuses } else { &[Question::Score] };
        questions.iter().try_for_each(|question| self.put(suite, record, question))
    }

    /// The first square board of those for sequences that the engine has.
    fn board_for_sequences(&mut self) -> Result<Option<Grid>, Trouble> {
        for side in ko::BOARDS {
            let Ok(grid) = Grid::new(side, side) else { continue };
            if self.engine.accepts(grid)?.is_ok() {
                return Ok(Some(grid));
            }
        }
        Ok(None)
    }

    /// What the engine implements of the rules on repetition; `None` if it cannot be asked.
    pub(super) fn implemented(&mut self) -> Result<Option<Implemented>, Trouble> {
        let Some(grid) = self.board_for_sequences()? else { return Ok(None) };
        if self.may_ask(&Question::Legal(Colour::Black, 0)) {
            let rules = self.reference.rules();
            let free_pass = rules.text.playing(rules).ending.free_pass;
            let of_text = ko::of_text(ko_rules(rules));
            let mut found = implemented(&mut self.engine, grid, free_pass)?;
            if let Some(found) = &mut found {
                found.name_as_text(&of_text);
            }
            Ok(found)
        } else {
            Ok(None)
        }
    }

    /// The sequences on which repetition rules part.
    fn sequences(&mut self) -> Result<(), Trouble> {
        let Some(grid) = self.board_for_sequences()? else {
            self.could_not("ko".to_string(), "the engine has no square board from 4x4 to 19x19");
            return Ok(());
        };
        if !self.may_ask(&Question::Legal(Colour::Black, 0)) {
            return Ok(());
        }
        let implemented = self.implemented()?;
        let of_text = ko::suicide_of(self.reference.rules());
        for what in implemented.iter().flat_map(|found| found.against(&self.engine.told, of_text)).collect::<Vec<_>>() {
            self.could_not(DOUBTS[1].to_string(), &what);
        }
        self.state.implemented = implemented;
        for (record, question) in ko::questions(grid) {
            self.put(Suite::Ko, &record, &question)?;
        }
        Ok(())
    }

    /// A case: its sequences under the repetition rule of the text, and its board as a final position.
    fn case(&mut self, case: &Case) -> Result<(), Trouble> {
        let grid = case.board.grid();
        if self.engine.accepts(grid)?.is_err() {
            self.now.skipped += 1;
            return Ok(());
        }
        let setup = MoveRecord::to_position(&case.board);
        for moves in &case.moves {
            if !ko_rules(self.reference.rules()).contains(&moves.ko) {
                self.now.skipped += 1;
                continue;
            }
            let mut record = setup.clone();
            for made in &moves.line {
                let point = match made.what {
                    Made::Play(p) => Some(p),
                    Made::Pass => None,
                    Made::PassForKo(_) => break,
                };
                if let Some(p) = point {
                    let turn = if record.to_move() == made.player {
                        record.clone()
                    } else {
                        record.with(Move::pass(record.to_move()))
                    };
                    self.put(Suite::Replay, &turn, &Question::Legal(made.player, p))?;
                }
                record = record.with(Move { player: made.player, point });
                self.put(Suite::Replay, &record, &Question::Stones)?;
            }
        }
        let (rows, cols) = self.smallest;
        // What is said of boards that nobody plays on helps no engine.
        if !case.judge.is_empty() && grid.rows() >= rows && grid.cols() >= cols {
            self.final_questions(Suite::Score, &setup)?;
            self.final_questions(Suite::Status, &setup)?;
        }
        Ok(())
    }

    /// A record: each of its moves, and its end.
    fn record(&mut self, record: &MoveRecord) -> Result<(), Trouble> {
        if self.engine.accepts(record.grid)?.is_err() {
            self.now.skipped += 1;
            return Ok(());
        }
        for (i, made) in record.moves.iter().enumerate() {
            let before = MoveRecord { grid: record.grid, moves: record.moves[..i].to_vec() };
            if let Some(p) = made.point {
                self.put(Suite::Replay, &before, &Question::Legal(made.player, p))?;
            }
        }
        self.put(Suite::Replay, record, &Question::Stones)?;
        self.put(Suite::Replay, record, &Question::Captures)?;
        self.final_questions(Suite::Score, record)?;
        self.final_questions(Suite::Status, record)
    }
}

/// A seed that depends on all of these (FNV-1a).
fn seed_of(name: &str, seed: u64, unit: u64) -> u64 {
    let bytes = name.bytes().chain(seed.to_le_bytes()).chain(unit.to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A random game under the playing rules of a rule set, and whether both players passed at its end. Captures and plays next to
/// the last move are preferred, so that there are kos; with `to_the_end` no player fills his own one-point eyes.
pub(super) fn random_game(
    rules: &RuleSet,
    grid: Grid,
    to_the_end: bool,
    random: &mut fastrand::Rng,
) -> (MoveRecord, bool) {
    let mut game = GtpGame::empty(rules, grid);
    let most = if to_the_end { 4 * grid.len() } else { random.usize(1..=2 * grid.len() + 4).min(250) };
    let mut last = None;
    for _ in 0..most {
        if game.is_over() {
            break;
        }
        let player = game.to_move();
        let position = game.position();
        let eye = |p: usize| grid.neighbours(p).all(|q| position.at(q) == Some(player));
        // Each legal point once, with whether it captures: most of the time of a large board goes here.
        let asked = (0..grid.len()).filter(|&p| position.at(p).is_none() && !(to_the_end && eye(p)));
        let legal = asked.filter_map(|p| Some((p, !game.result(player, p).ok()?.1.is_empty())));
        let (points, capturing): (Vec<usize>, Vec<bool>) = legal.unzip();
        let near = |p: usize| last.is_some_and(|l| grid.neighbours(l).any(|q| q == p));
        let preferred: Vec<usize> = match random.u8(0..10) {
            0..=3 => points.iter().zip(&capturing).filter(|(_, captures)| **captures).map(|(&p, _)| p).collect(),
            4..=5 => points.iter().copied().filter(|&p| near(p)).collect(),
            _ => Vec::new(),
        };
        let pass = !to_the_end && random.u8(0..20) == 0;
        let choice = if preferred.is_empty() { &points } else { &preferred };
        let point = if pass { None } else { random.choice(choice).copied() };
        if game.make(Move { player, point }).is_err() {
            break;
        }
        last = point;
    }
    let over = game.is_over();
    (MoveRecord { grid, moves: game.moves().collect() }, over)
}
