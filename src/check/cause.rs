//! What kind of disagreement it is: the name by which disagreements are told apart and by which a baseline knows them.

use super::pass_alive::area_without;
use super::reference::{Reference, counts_prisoners, replay};
use super::{Got, MoveRecord, Question, Status};
use crate::board::plain::{IllegalPlay, PlainPosition};
use crate::board::{Colour, MAX_POINTS};
use crate::cases::{KoRule, Refusal};
use crate::gtp::game::{GtpGame, Legality, clause_of};
use crate::gtp::peer::Trouble;
use crate::gtp::referee::Judged;
use crate::law::{ClauseId, RuleSet, specs};
use crate::law::{Life, Outcome, PointStatus};
use crate::texts;

/// The repetition rules by name, the ones that forbid least first.
pub const KO_RULES: [(&str, &[KoRule]); 4] = [
    ("basic ko", &[KoRule::Basic]),
    ("fixed-ko", &[KoRule::Fixed]),
    ("situational superko", &[KoRule::Situational]),
    ("positional superko", &[KoRule::Positional]),
];

/// The cause of trouble with an engine at a question.
#[must_use]
pub fn of_trouble(trouble: &Trouble) -> String {
    let command = trouble.sent().split_whitespace().next().unwrap_or_default();
    format!("{} to `{command}`", trouble.kind())
}

/// The cause of an answer that is not the expected one.
pub fn of_answer(
    reference: &mut Reference,
    record: &MoveRecord,
    question: &Question,
    expected: &str,
    got: &Got,
) -> String {
    let said = match got {
        Got::Answer(text) => text,
        Got::Refused(..) => return "refuses a move of the record".to_string(),
        Got::Unusable(_) | Got::Declined(_) => return format!("no usable answer to `{}`", question.command()),
    };
    let Some(game) = reference.game(record) else { return "the record is illegal".to_string() };
    match question {
        Question::Legal(player, p) if expected == "0" => allowed(reference, &game, record, *player, *p),
        Question::Legal(player, p) => refused(&game, record, *player, *p),
        Question::Stones => stones(&game, record, said),
        Question::Undo(_) => "undo does not restore the position".to_string(),
        Question::Captures => captures(&game, said),
        Question::Score => score(reference, &game, said),
        Question::Status(status) => status_of(reference, &game, *status, said),
    }
}

/// A play that the text forbids and the engine allows.
fn allowed(reference: &Reference, game: &GtpGame, record: &MoveRecord, player: Colour, p: usize) -> String {
    let Err(refusal) = game.result(player, p) else { return "allows a legal play".to_string() };
    let clause = clause_of(reference.rules(), refusal);
    let what = match refusal {
        Refusal::Occupied => "a play on an occupied point".to_string(),
        Refusal::Suicide => {
            let alone = game.grid().neighbours(p).all(|q| game.position().at(q) != Some(player));
            format!("suicide of {}", if alone { "one stone" } else { "several stones" })
        }
        _ => match Reference::refused_under(record, &[KoRule::Basic], player, p) {
            Some(true) => "the immediate retaking of a ko".to_string(),
            _ => "a repetition that basic ko does not forbid".to_string(),
        },
    };
    format!("allows {what} [{clause}]")
}

/// A play that the text allows and the engine refuses.
fn refused(game: &GtpGame, record: &MoveRecord, player: Colour, p: usize) -> String {
    for (name, ko) in KO_RULES {
        if Reference::refused_under(record, ko, player, p) == Some(true) {
            return format!("refuses a play that {name} would forbid");
        }
    }
    if game.position().play(player, p) == Err(IllegalPlay::Suicide) {
        return "refuses suicide of several stones".to_string();
    }
    let captured = game.result(player, p).map_or(0, |(_, captured)| captured.len());
    match captured {
        0 => "refuses a legal play".to_string(),
        1 => "refuses a legal capture of one stone".to_string(),
        _ => "refuses a legal capture of several stones".to_string(),
    }
}

/// Stones on the board other than they should be.
fn stones(game: &GtpGame, record: &MoveRecord, said: &str) -> String {
    let right = game.position();
    let Some(theirs) = crate::board::diagram::parse(said).ok().filter(|t| t.grid() == right.grid()) else {
        return "another position after a play".to_string();
    };
    let before = MoveRecord { grid: record.grid, moves: record.moves[..record.moves.len().saturating_sub(1)].to_vec() };
    let left = |p: usize| theirs.at(p).is_some() && right.at(p).is_none();
    let gone = |p: usize| theirs.at(p).is_none() && right.at(p).is_some();
    let points = 0..right.cells().len();
    let taken = replay(&before, Legality::LEAST)
        .is_some_and(|b| points.clone().any(|p| left(p) && b.position().at(p).is_some()));
    match (points.clone().any(left), points.clone().any(gone)) {
        (true, false) if taken => "leaves captured stones on the board".to_string(),
        (false, true) => "removes stones that have a liberty".to_string(),
        _ => "another position after a play".to_string(),
    }
}

fn captures(game: &GtpGame, said: &str) -> String {
    let [black, white] = Colour::ALL.map(|c| game.captured_by(c));
    if said == format!("black {white} white {black}") {
        return "counts as a player's captures those of his own stones".to_string();
    }
    "another number of captures".to_string()
}

/// Black's points less White's if every stone were alive and every empty region bordered by one player his.
#[must_use]
pub fn all_alive(position: &PlainPosition, area: bool) -> i32 {
    let grid = position.grid();
    let sign = |c: Colour| if c == Colour::Black { 1 } else { -1 };
    let mut seen = vec![false; grid.len()];
    let mut margin = 0;
    for p in 0..grid.len() {
        if let Some(colour) = position.at(p) {
            margin += if area { sign(colour) } else { 0 };
            continue;
        }
        if std::mem::replace(&mut seen[p], true) {
            continue;
        }
        let (mut region, mut next, mut owners) = (vec![p], 0, Vec::new());
        while next < region.len() {
            for q in grid.neighbours(region[next]) {
                match position.at(q) {
                    Some(colour) => owners.push(colour),
                    None if !std::mem::replace(&mut seen[q], true) => region.push(q),
                    None => {}
                }
            }
            next += 1;
        }
        owners.dedup();
        owners.sort_unstable();
        owners.dedup();
        if let [owner] = owners[..] {
            margin += sign(owner) * region.len() as i32;
        }
    }
    margin
}

/// Rule sets that may explain an answer: the one in force without one of its clauses, with another reading, then other texts.
fn alternatives(rules: &RuleSet) -> Vec<(String, RuleSet)> {
    let mut found = Vec::new();
    let spec = specs().iter().find(|s| s.text == rules.text.prefix());
    let decisive = spec.iter().flat_map(|s| &s.clauses).filter(|c| c.decisive);
    for id in decisive.filter_map(|clause| ClauseId::parse(&clause.id)) {
        found.push((format!("{rules} without clause {}", id), rules.clone().lifting(id)));
    }
    for (key, values) in rules.text.readings() {
        for value in values {
            if let Some(other) = rules.clone().with(key, value).filter(|o| o != rules) {
                found.push((other.to_string(), other));
            }
        }
    }
    // Those first in which most engines' answers are meant.
    let others = texts::ALL.into_iter().rev().filter(|t| t.is_usual() && *t != rules.text);
    found.extend(others.map(|t| (t.id().to_string(), RuleSet::default_of(t))));
    found
}

fn score(reference: &mut Reference, game: &GtpGame, said: &str) -> String {
    let Some(theirs) = said.parse::<f64>().ok() else { return "no score".to_string() };
    let rules = reference.rules().clone();
    let position = game.position();
    let is = |margin: i32| f64::from(margin) == theirs;
    let prisoners = |set: &RuleSet| if counts_prisoners(set) { game.prisoners() } else { 0 };
    let ours = prisoners(&rules);
    // Every point twice (a dead stone and its place), and every stone taken.
    let most = 2 * game.grid().len() + Colour::ALL.map(|c| game.captured_by(c)).iter().sum::<usize>();
    if theirs.abs() > most as f64 {
        return "final_score is more than the board can hold".to_string();
    }
    if rules.text.only_counts(&rules) && [false, true].into_iter().any(|suicide| is(area_without(position, suicide))) {
        return format!("final_score removes stones in the other player's pass-alive territory, which {rules} counts");
    }
    if game.grid().len() <= MAX_POINTS {
        if let Ok(judgement) = reference.referee().judge(game)
            && let Outcome::Margin(margin) = judgement.score
        {
            if is(-margin) {
                return "final_score has the wrong sign".to_string();
            }
            if ours != 0 && is(margin - ours) {
                return "final_score leaves the prisoners out".to_string();
            }
        }
        for area in [false, true] {
            if is(all_alive(position, area) + if area { 0 } else { game.prisoners() }) {
                let how = if area { "area" } else { "territory" };
                return format!("final_score counts every stone as alive, {how}");
            }
        }
        if let Some(flipped) = dead_as_captors(reference, game)
            && is(all_alive(&flipped, true))
        {
            return "final_score counts the place of each dead stone as its captor's".to_string();
        }
        let circumstance = circumstance(reference, game);
        for (name, set) in alternatives(&rules) {
            let Some(verdict) = reference.referee().verdict(&set, position) else { continue };
            let Outcome::Margin(margin) = verdict.outcome else { continue };
            if is(margin + prisoners(&set)) {
                let dead = verdict.status.as_ref().is_some_and(|s| s.strings.iter().any(|s| s.life == Life::Dead));
                return if rules.text.only_counts(&rules) && dead {
                    format!("final_score removes stones that {rules} counts as they stand, as {name} does")
                } else {
                    format!("final_score is that of {name}{circumstance}")
                };
            }
        }
    } else {
        for area in [false, true] {
            if is(all_alive(position, area) + if area { 0 } else { game.prisoners() }) {
                return format!("final_score counts {}", if area { "area" } else { "territory" });
            }
        }
    }
    UNEXPLAINED.to_string()
}

/// The position with each stone that the text calls dead exchanged for one of the other player's; `None` if there is none.
fn dead_as_captors(reference: &mut Reference, game: &GtpGame) -> Option<PlainPosition> {
    let dead = reference.referee().judge(game).ok()?.strings(Life::Dead)?.concat();
    let mut cells = game.position().cells().to_vec();
    dead.iter().for_each(|&p| cells[p] = cells[p].map(Colour::opponent));
    if dead.is_empty() { None } else { PlainPosition::from_cells(game.grid(), cells) }
}

/// What of a position is known to part the texts, in brackets; empty if there is nothing.
fn circumstance(reference: &mut Reference, game: &GtpGame) -> &'static str {
    let Ok(judgement) = reference.referee().judge(game) else { return "" };
    let some = |status: &dyn Fn(PointStatus) -> bool| match &judgement.judged {
        Judged::Verdict(verdict) => verdict.status.as_ref().is_some_and(|s| s.points.iter().any(|&p| status(p))),
        Judged::Finished(finished) => finished.points.as_ref().is_some_and(|points| points.iter().any(|&p| status(p))),
    };
    let seki = some(&|status| matches!(status, PointStatus::EyeInSeki(_)));
    match (seki, some(&|status| status == PointStatus::Dame)) {
        (true, true) => " (dame left, and eyes beside them)",
        (true, false) => " (territory in seki)",
        (false, true) => " (dame left)",
        _ => "",
    }
}

/// The cause of a score that nothing tried here explains. Such disagreements are told apart by their witnesses.
pub const UNEXPLAINED: &str = "another final_score, unexplained";

fn status_of(reference: &mut Reference, game: &GtpGame, status: Status, said: &str) -> String {
    let grid = game.grid();
    let Some(theirs) = super::engine::points(grid, said) else { return "no list of points".to_string() };
    let name = status.name();
    let Ok(judgement) = reference.referee().judge(game) else { return format!("another list of {name} stones") };
    let lives = [(Life::Dead, "dead"), (Life::Seki, "in seki"), (Life::Alive, "alive")];
    let life_of = |p: usize| {
        let has = |life| judgement.strings(life).is_some_and(|s| s.iter().any(|s| s.contains(&p)));
        lives.iter().find(|(life, _)| has(*life)).map_or("no stone", |(_, name)| name)
    };
    let listed = match status {
        Status::Dead => "dead",
        Status::Seki => "in seki",
        Status::Alive => "alive",
    };
    if let Some(&p) = theirs.iter().find(|&&p| life_of(p) != listed) {
        return format!("final_status_list {name} has stones that are {}", life_of(p));
    }
    format!("final_status_list {name} lacks stones")
}
