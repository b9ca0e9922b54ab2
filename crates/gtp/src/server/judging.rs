//! What the referee says of the position: the result, the status of stones and points, and by which clauses.

use std::io::{self, Write};

use super::{Reply, Server};
use crate::agreement::{Claimed, Counted, counted};
use crate::board::Colour;
use crate::board::plain::{PlainPosition, PlainString};
use crate::gtp::game::{End, Move};
use crate::gtp::protocol::score_text;
use crate::gtp::referee::{Judged, Judgement as Final, NotJudged};
use crate::law::Refusal;
use crate::law::partly::Partly;
use crate::law::procedure::{Agree, Decision, GameResult, Judgement, Procedure, Replay, procedure};
use crate::law::{ClauseId, Life, Outcome, PointStatus};
use crate::record::{Act, Action, Komi, Record, Setup};
use crate::report::board::{answer_lines, answer_trace, claim_lines, line_text, trace_lines};

impl Server {
    pub(super) fn judgement(&mut self) -> Result<Final, String> {
        self.referee.judge(&self.game).map_err(|e| format!("cannot score: {e}"))
    }

    pub(super) fn final_score(&mut self, _: &[String]) -> Reply {
        let judgement = self.judgement()?;
        match judgement.score {
            Outcome::Margin(margin) => Ok(score_text(f64::from(margin) - self.komi)),
            other => Err(format!("cannot score: {other}, before komi, under {}", judgement.rules)),
        }
    }

    /// `VERTEX...`: the result, komi included, if the players agree that the strings of these stones are dead, and no others.
    pub(super) fn agreed_score(&mut self, arguments: &[String]) -> Reply {
        let (grid, position) = (self.game.grid(), self.game.position());
        let mut dead = Vec::new();
        for name in arguments {
            let p = grid.point(name).map_err(|e| e.to_string())?;
            if position.at(p).is_none() {
                return Err(format!("there is no stone on {name}: name a stone of each dead string"));
            }
            dead.extend(position.string_at(p));
        }
        dead.sort_unstable();
        dead.dedup();
        let (rules, record) = (&self.referee.sets()[0], self.record());
        let decided = |result: Option<GameResult>| match result.map(|result| result.decision) {
            Some(Decision::Margin(hundredths)) => Ok(score_text(f64::from(hundredths) / 100.0)),
            Some(other) => Err(format!("cannot score: {other}")),
            None => Err("cannot score: the game has no result".to_string()),
        };
        // Some texts count a game that is over without being asked.
        let ended = Replay::of(rules, &record, Agree::Recorded, None).result.filter(|_| dead.is_empty());
        if ended.is_some() {
            return decided(ended);
        }
        match counted(rules, &record, position, &Claimed { dead, seki: Vec::new() }) {
            Counted::Result { game, .. } => decided(game.result),
            Counted::Refused(judged) => {
                let fact = judged.fact.text(grid);
                Err(format!("cannot score: {rules} does not let the players agree on it: {fact} [{}]", judged.clause))
            }
            Counted::Parted { step, judged } => {
                Err(format!("cannot score: move {step} does not stand [{}]", judged.clause))
            }
        }
    }

    /// The game so far as a record.
    fn record(&self) -> Record {
        let (start, first) = self.game.start();
        let mut setup = Setup::new(self.game.grid());
        setup.komi = Some(Komi((self.komi * 100.0).round() as i32));
        let mut actions = Vec::new();
        if self.game.handicap() > 0 {
            let points = (0..start.cells().len()).filter(|&p| start.at(p).is_some()).collect();
            actions.push(Action::new(Colour::Black, Act::Handicap(points)));
        } else {
            setup.position = start.clone();
            let first = self.game.moves().next().map_or(first, |m| m.player);
            setup.to_move = start.cells().iter().any(Option::is_some).then_some(first);
        }
        let acts = self.game.moves().map(|m| Action::new(m.player, m.point.map_or(Act::Pass, Act::Play)));
        actions.extend(acts);
        let mut record = Record::new(setup);
        record.actions = actions;
        record
    }

    /// The status of one point, as GNU Go names them; of a point whose status is known also where the score is open.
    pub(super) fn final_status(&mut self, arguments: &[String]) -> Reply {
        let grid = self.game.grid();
        let point = grid.point(arguments.first().map(String::as_str).unwrap_or_default()).map_err(|e| e.to_string())?;
        let statuses = self.statuses()?;
        if let Some((_, fate)) = statuses.strings.iter().find(|(stones, _)| stones.contains(&point)) {
            return fate.name().map(str::to_string).ok_or_else(|| fate.why().to_string());
        }
        let is = |status: PointStatus| statuses.points.contains(&(point, status));
        let name = POINTS.iter().find(|(_, status)| is(*status)).map(|(name, _)| (*name).to_string());
        name.ok_or_else(|| Fate::Open.why().to_string())
    }

    /// The strings or points of one status, those of which it is known; what is open is said on standard error, and its strings are
    /// listed as `undecided`.
    pub(super) fn final_status_list(&mut self, arguments: &[String]) -> Reply {
        let names = LIVES.iter().map(|l| l.0).chain([UNDECIDED]).chain(POINTS.iter().map(|p| p.0));
        let expected = || names.clone().collect::<Vec<_>>().join(", ");
        let [wanted] = arguments else { return Err(format!("syntax error: expected one of {}", expected())) };
        if !names.clone().any(|name| name == wanted) {
            return Err(format!("invalid status: expected one of {}", expected()));
        }
        let statuses = self.statuses()?;
        let strings = |is: &dyn Fn(Fate) -> bool| {
            let found = statuses.strings.iter().filter(|(_, fate)| is(*fate)).map(|(stones, _)| self.names(stones));
            found.collect::<Vec<_>>()
        };
        let open = strings(&|fate| fate.name().is_none());
        if wanted == UNDECIDED {
            return Ok(open.join("\n"));
        }
        if !open.is_empty() || statuses.points_are_open {
            let strings = if open.is_empty() { "of points alone".to_string() } else { open.join("; ") };
            // A stderr that cannot be written is no reason to stop.
            let _ = writeln!(io::stderr(), "shinpan: the list is not whole, some statuses are open: {strings}");
        }
        if let Some((_, status)) = POINTS.iter().find(|(name, _)| name == wanted) {
            let points: Vec<usize> = statuses.points.iter().filter(|(_, s)| s == status).map(|(p, _)| *p).collect();
            return Ok(self.names(&points));
        }
        Ok(strings(&|fate| fate.name() == Some(wanted)).join("\n"))
    }

    /// What is known of every string, and of points.
    fn statuses(&mut self) -> Result<Statuses, String> {
        let judgement = match self.referee.judge(&self.game) {
            Err(NotJudged::Open(unfinished)) => return Ok(Statuses::partly(&unfinished.known, self.game.position())),
            other => other.map_err(|e| format!("cannot score: {e}"))?,
        };
        let mut strings = Vec::new();
        for life in [Life::Alive, Life::Seki, Life::Dead, Life::Undecided] {
            let found = judgement.strings(life).ok_or_else(|| no_status(&judgement))?;
            let fate = if life == Life::Undecided { Fate::Open } else { Fate::Known(life) };
            strings.extend(found.into_iter().map(|stones| (stones, fate)));
        }
        let of = |status: PointStatus| judgement.points(status).unwrap_or_default();
        let points = POINTS.iter().flat_map(|(_, status)| of(*status).into_iter().map(|p| (p, *status))).collect();
        Ok(Statuses { strings, points, points_are_open: !of(PointStatus::Undecided).is_empty() })
    }

    /// Black's result as gogui-rules has it: a score only when the game is over.
    pub(super) fn final_result(&mut self, arguments: &[String]) -> Reply {
        if self.game.is_over() { self.final_score(arguments) } else { Ok(String::new()) }
    }

    pub(super) fn because(&self, refusal: Refusal) -> String {
        let id = self.game.refused_by(self.referee.rules(), refusal);
        let why = match refusal {
            Refusal::Occupied => "the point is occupied".to_string(),
            Refusal::Suicide => "suicide".to_string(),
            Refusal::Repetition(_) => "repetition".to_string(),
            Refusal::GameOver => {
                let over = if self.game.goes_on() { "phase" } else { "game" };
                let by = match self.game.end() {
                    Some(End::Repetition(_)) => "repetition",
                    Some(End::Settled(_)) => "a board that is pass-alive everywhere",
                    Some(End::Passes) | None => "two passes",
                };
                format!("{over} over by {by}")
            }
            other => format!("{other:?}").to_lowercase(),
        };
        format!("{why} [{id}]")
    }

    /// Why the player to move may or may not play on a point, and what the text makes of the point if the game ends here.
    pub(super) fn why(&mut self, arguments: &[String]) -> Reply {
        let grid = self.game.grid();
        let point = grid.point(arguments.first().map(String::as_str).unwrap_or_default()).map_err(|e| e.to_string())?;
        let player = self.game.to_move();
        let mut lines = match self.procedure() {
            Some(procedure) => {
                let judged = procedure.why(player, &Act::Play(point));
                let may = match judged.judgement {
                    // After two passes a text may know plays, of a play-out or an analysis, that are no moves of the game.
                    Judgement::Accepted if self.game.has_ended() => {
                        let what = if self.game.goes_on() {
                            "of a phase that is not played here"
                        } else {
                            "no move of the game"
                        };
                        format!("illegal: {}; {what}", self.because(Refusal::GameOver))
                    }
                    Judgement::Accepted => "legal".to_string(),
                    Judgement::Refused(refusal) => format!("illegal ({})", refusal.id()),
                    Judgement::Outside => "the text does not say".to_string(),
                };
                let first =
                    format!("{player} {}: {may}: {} [{}]", grid.name(point), judged.fact.text(grid), judged.clause);
                vec![first, clause_line(judged.clause)]
            }
            // Moves out of turn are no part of any text: the play alone is judged.
            None => {
                let rules = self.referee.rules();
                let play = rules.text.playing(rules).play;
                let (id, may) = match self.game.result(player, point) {
                    Ok(_) => (play, format!("legal [{play}]")),
                    Err(refusal) => {
                        (self.game.refused_by(rules, refusal), format!("illegal: {}", self.because(refusal)))
                    }
                };
                vec![format!("{player} {}: {may}", grid.name(point)), clause_line(id)]
            }
        };
        match self.referee.judge(&self.game) {
            Err(error) => lines.push(format!("as a final position: {error}")),
            Ok(judgement) => lines.extend(self.final_lines(&judgement, point)),
        }
        Ok(lines.join("\n"))
    }

    /// The game so far as the procedure of the text; `None` if the text does not accept a move of it.
    pub(super) fn procedure(&self) -> Option<Box<dyn Procedure>> {
        let (start, first) = self.game.start();
        // Whoever moved first on stones that were set up had the turn.
        let first = self.game.moves().next().map_or(first, |m| m.player);
        let mut setup = Setup::new(self.game.grid());
        setup.position = start.clone();
        // On an empty board Black begins anyway.
        setup.to_move = start.cells().iter().any(Option::is_some).then_some(first);
        let mut procedure = procedure(&self.referee.sets()[0], &setup, Agree::Recorded);
        for Move { player, point } in self.game.moves() {
            let act = point.map_or(Act::Pass, Act::Play);
            if procedure.step(player, &act).judgement != Judgement::Accepted {
                return None;
            }
        }
        Some(procedure)
    }

    /// What a judgement says of a point: the status of its string, and the claims that count it.
    pub(super) fn final_lines(&self, judgement: &Final, point: usize) -> Vec<String> {
        let name = self.game.grid().name(point);
        let is = |life: Life, by: &str| {
            let life = format!("{life:?}").to_lowercase();
            format!("as a final position, {}: {name} is {life} ({by})", judgement.rules)
        };
        let mut lines: Vec<String> = Vec::new();
        let counted = |player: Colour, what: &str, clause: ClauseId, lines: &mut Vec<String>| {
            lines.push(format!("counted for {player}: {what} [{clause}]"));
            lines.push(clause_line(clause));
        };
        match &judgement.judged {
            Judged::Verdict(verdict) => {
                let strings = verdict.status.iter().flat_map(|s| &s.strings);
                lines.extend(strings.filter(|s| s.string.stones >> point & 1 == 1).map(|s| is(s.life, s.by.0)));
                for claim in verdict.claims.iter().filter(|c| c.points >> point & 1 == 1) {
                    counted(claim.player, claim.what, claim.clause, &mut lines);
                }
            }
            Judged::Finished(finished) => {
                let strings = finished.strings.iter().flatten().filter(|(s, _)| s.stones.contains(&point));
                lines.extend(strings.map(|(_, life)| is(*life, "at sight")));
                for item in finished.count.items.iter().filter(|item| item.points.contains(&point)) {
                    item.clause.into_iter().for_each(|clause| counted(item.player, item.what, clause, &mut lines));
                }
            }
        }
        lines.push(format!("{}: {}", judgement.rules, judgement.score));
        lines
    }

    pub(super) fn trace(&mut self, _: &[String]) -> Reply {
        let rules = self.referee.judge(&self.game).map_err(|e| e.to_string())?.rules;
        let (grid, position) = (self.game.grid(), self.game.position());
        let Some((position, verdict, steps)) = self.referee.trace(&rules, position) else {
            let answer = self.referee.at_sight(&rules, position);
            return Ok([answer_trace(answer, 100), answer_lines(answer)].concat().join("\n"));
        };
        let mut lines = trace_lines(grid, position, &steps, 100);
        lines.extend(claim_lines(grid, &verdict));
        if lines.is_empty() {
            lines.push(line_text(grid, position, &[]));
        }
        Ok(lines.join("\n"))
    }
}

/// The statuses of stones in GTP.
const LIVES: [(&str, Life); 3] = [("alive", Life::Alive), ("seki", Life::Seki), ("dead", Life::Dead)];

/// The statuses of empty points in GNU Go's extension.
const POINTS: [(&str, PointStatus); 5] = [
    ("white_territory", PointStatus::Territory(Colour::White)),
    ("black_territory", PointStatus::Territory(Colour::Black)),
    ("dame", PointStatus::Dame),
    ("eye_in_seki_black", PointStatus::EyeInSeki(Colour::Black)),
    ("eye_in_seki_white", PointStatus::EyeInSeki(Colour::White)),
];

/// Lists the strings whose status is open: none of GTP's names.
const UNDECIDED: &str = "undecided";

/// What is known of a string.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// This.
    Known(Life),
    /// It is not dead.
    AliveOrSeki,
    /// Nothing.
    Open,
}

impl Fate {
    /// The name of its status in GTP.
    fn name(self) -> Option<&'static str> {
        let Fate::Known(known) = self else { return None };
        LIVES.iter().find(|(_, life)| *life == known).map(|(name, _)| *name)
    }

    /// What is said where there is none.
    fn why(self) -> &'static str {
        if self == Fate::AliveOrSeki { "undecided: alive, or in seki" } else { "undecided" }
    }
}

/// What is known of the strings and points of a position.
struct Statuses {
    /// Every string, by its points.
    strings: Vec<(Vec<usize>, Fate)>,
    /// The points of which a status is known.
    points: Vec<(usize, PointStatus)>,
    /// There are others.
    points_are_open: bool,
}

impl Statuses {
    /// Those that are known where the score is open.
    fn partly(known: &Partly, position: &PlainPosition) -> Statuses {
        let fate = |string: &PlainString| match known.string_at(string.stones[0]).map(|known| known.life) {
            None | Some(Some(Life::Undecided)) => Fate::Open,
            Some(None) => Fate::AliveOrSeki,
            Some(Some(life)) => Fate::Known(life),
        };
        let strings = position.strings().into_iter().map(|s| (s.stones.clone(), fate(&s))).collect();
        Statuses { strings, points: known.points.clone(), points_are_open: true }
    }
}

fn no_status(judgement: &Final) -> String {
    format!("{} defines no status of stones: its result is that of best play", judgement.rules)
}

fn clause_line(id: ClauseId) -> String {
    let clause = id.spec();
    format!("{id} {}: {}", clause.title, clause.paraphrase)
}
