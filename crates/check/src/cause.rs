//! What kind of answer it is, seen by itself: what can be said of it without knowing why. What explains all answers of an engine is
//! found out afterwards ([`super::hypotheses`]); what nothing explains is reported by its kind.

use super::family::Family;
use super::reference::{Reference, replay};
use super::{Got, MoveRecord, Question, Status};
use crate::board::Colour;
use crate::gtp::game::{GtpGame, Legality, clause_of};
use crate::gtp::peer::Trouble;
use crate::gtp::referee::Judged;
use crate::law::{Life, PointStatus};

/// The cause of trouble with an engine at a question.
#[must_use]
pub fn of_trouble(trouble: &Trouble) -> String {
    let command = trouble.sent().split_whitespace().next().unwrap_or_default();
    format!("{} to `{command}`", trouble.kind())
}

/// Whether a kind is of answers that say nothing of Go.
#[must_use]
pub fn is_protocol(kind: &str) -> bool {
    [NO_ANSWER, " to `", NOT_REPEATED, REFUSES_A_PASS, OTHER_SIZE].iter().any(|part| kind.contains(part))
}

/// Part of the kind of an answer that is none.
pub const NO_ANSWER: &str = "no usable answer";
/// The kind of a pass that is refused.
pub const REFUSES_A_PASS: &str = "refuses a pass";
/// The kind of a board that is not of the size that was set.
pub const OTHER_SIZE: &str = "accepts the size of a board and plays on another";
/// Part of the kind of an answer that a new process does not repeat.
pub const NOT_REPEATED: &str = "that a new process does not repeat";

/// The kind of an answer that is not the expected one.
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
        Got::Unusable(_) | Got::Declined(_) => return format!("{NO_ANSWER} to `{}`", question.command()),
    };
    let Some(game) = reference.game(record) else { return "the record is illegal".to_string() };
    match question {
        Question::Legal(player, p) if expected == "0" => allowed(reference, &game, *player, *p),
        Question::Legal(player, p) => refused(&game, *player, *p),
        Question::Stones => stones(&game, record, said),
        Question::Undo(_) => "undo does not restore the position".to_string(),
        Question::Captures => captures(&game, said),
        Question::Score => score(&game, said),
        Question::Status(status) => status_of(reference, &game, *status, said),
    }
}

/// A play that the text forbids and the engine allows.
fn allowed(reference: &Reference, game: &GtpGame, player: Colour, p: usize) -> String {
    let Err(refusal) = game.result(player, p) else { return "allows a legal play".to_string() };
    let clause = clause_of(reference.rules(), refusal);
    let what = match Family::of_play(game, player, p) {
        Family::Occupied => "a play on an occupied point",
        Family::SuicideOfOne => "suicide of one stone",
        Family::SuicideOfSeveral => "suicide of several stones",
        _ if recaptures(game, player, p) => "the immediate retaking of a ko",
        _ => "a repetition other than the immediate retaking of a ko",
    };
    format!("allows {what} [{clause}]")
}

/// Whether a play brings back the position before the opponent's last move.
fn recaptures(game: &GtpGame, player: Colour, p: usize) -> bool {
    let after = game.position().play_or_suicide(player, p).map(|(play, _)| play.after);
    game.to_move() == player && after.is_ok_and(|after| game.before_last() == Some(&after))
}

/// A play that the text allows and the engine refuses.
fn refused(game: &GtpGame, player: Colour, p: usize) -> String {
    let captured = game.result(player, p).map_or(0, |(_, captured)| captured.len());
    let what = match (Family::of_play(game, player, p), captured) {
        (Family::SuicideOfOne, _) => "suicide of one stone",
        (Family::SuicideOfSeveral, _) => "suicide of several stones",
        (Family::Repetition, _) if recaptures(game, player, p) => "the immediate retaking of a ko",
        (Family::Repetition, _) => "a play that brings back an earlier position",
        (_, 0) => "a legal play",
        (_, 1) => "a legal capture of one stone",
        _ => "a legal capture of several stones",
    };
    format!("refuses {what}")
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

/// A score other than the text's.
fn score(game: &GtpGame, said: &str) -> String {
    let Some(theirs) = said.parse::<f64>().ok() else { return "no score".to_string() };
    // Every point twice (a dead stone and its place), and every stone taken.
    let most = 2 * game.grid().len() + Colour::ALL.map(|c| game.captured_by(c)).iter().sum::<usize>();
    if theirs.abs() > most as f64 {
        return "final_score is more than the board can hold".to_string();
    }
    UNEXPLAINED.to_string()
}

/// What of a position is known to part the texts, in words; empty if there is nothing, or it is not known.
pub fn circumstance(reference: &mut Reference, game: &GtpGame) -> &'static str {
    let Ok(judgement) = reference.referee().judge(game) else { return "" };
    let points: &[PointStatus] = match &judgement.judged {
        Judged::Verdict(verdict) => verdict.status.as_ref().map_or(&[], |status| &status.points),
        Judged::Finished(finished) => finished.points.as_deref().unwrap_or(&[]),
    };
    let seki = points.iter().any(|point| matches!(point, PointStatus::EyeInSeki(_)));
    let dame = points.contains(&PointStatus::Dame);
    let dead = judgement.strings(Life::Dead).is_some_and(|strings| !strings.is_empty());
    match (dead, seki, dame) {
        (false, false, false) => "",
        (true, false, false) => "dead stones left on the board",
        (false, true, false) => "territory in seki",
        (false, false, true) => "dame left",
        (true, true, false) => "dead stones left, and territory in seki",
        (true, false, true) => "dead stones and dame left",
        (false, true, true) => "dame left, and eyes beside them",
        (true, true, true) => "dead stones and dame left, and eyes beside them",
    }
}

/// The kind of a wrong score: what explains it, if anything, shows beside others.
pub const UNEXPLAINED: &str = "another final_score, unexplained";

fn status_of(reference: &mut Reference, game: &GtpGame, status: Status, said: &str) -> String {
    let grid = game.grid();
    let Some(theirs) = super::said::points(grid, said) else { return "no list of points".to_string() };
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
