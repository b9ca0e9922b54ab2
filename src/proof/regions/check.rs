//! Verifies proofs of what is seen region by region: that players hold what they are said to, and that the text gives the verdict from
//! that and from what is immortal.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use serde_json::json;

use super::{GameProof, HeldProof, move_name, names, written};
use crate::board::plain::PlainPosition;
use crate::board::{Colour, Grid, Kernel, PointSet, Wide, WideBoard, diagram};
use crate::law::encoded::EncodedVerdict;
use crate::law::finished::{Holding, Sight};
use crate::law::{RuleSet, Trace};
use crate::proof::Proof;
use crate::proof::check::{Checked, Fault};
use crate::solve::local::{Ground, Grounds, Part, Place, Way};

/// The most eyes of a wall that are counted.
const EYES: usize = 2;

/// Verifies the proof of a verdict that is seen region by region.
///
/// # Errors
/// [`Fault`].
pub fn check(proof: &Proof, held: &[HeldProof], position: &PlainPosition, rules: &RuleSet) -> Result<Checked, Fault> {
    if !proof.claims.is_empty() {
        return Err(Fault::Rejected("it is shown by claims or by what players hold, not by both".to_string()));
    }
    let board = WideBoard::new(position.grid());
    let mut holdings: Vec<Holding> = Vec::new();
    for (number, shown) in held.iter().enumerate() {
        let holding = holding(&board, shown).map_err(|fault| fault.at(format!("held {}", number + 1)))?;
        if holdings.iter().any(|other| (other.stones, other.player) == (holding.stones, holding.player)) {
            return Err(Fault::Rejected(format!("held {}: it is said twice", number + 1)));
        }
        holdings.push(holding);
    }
    let sight = Sight::shown(position, Rc::from(holdings.as_slice()));
    let finished = sight
        .finished(rules, &mut Trace::silent())
        .ok_or_else(|| Fault::Rejected("the verdict is not seen from what players hold".to_string()))?;
    let asked = sight.asked();
    if let Some(number) = holdings.iter().position(|holding| !asked.contains(holding)) {
        return Err(Fault::Rejected(format!("nothing rests on held {}", number + 1)));
    }
    let verdict = EncodedVerdict { history: None, ..finished.encoded() };
    if json!(verdict) != proof.verdict {
        let outcome = finished.outcome();
        return Err(Fault::Rejected(format!("what players hold does not give this verdict, but {outcome}")));
    }
    let games = || held.iter().flat_map(|held| &held.games);
    Ok(Checked {
        position: position.clone(),
        rules: rules.clone(),
        outcome: finished.outcome(),
        claims: games().count(),
        states: games().map(|game| game.steps.len()).sum(),
    })
}

/// What a player holds, by local games that are verified.
///
/// # Errors
/// [`Fault`]: what is wrong, and where.
pub fn holding(board: &WideBoard, shown: &HeldProof) -> Result<Holding, Fault> {
    let bad = |why: String| Err(Fault::Bad(why));
    let position = diagram::parse(&shown.board).map_err(|e| Fault::Bad(format!("board: {e}")))?;
    if position.to_string() != shown.board || position.grid() != board.grid() {
        return bad(format!("board: `{}` is not one of {}", shown.board, board.grid()));
    }
    let Some(player) = Colour::ALL.into_iter().find(|c| c.letter().to_string() == shown.player) else {
        return bad(format!("player: `{}` is neither B nor W", shown.player));
    };
    let stones = WideBoard::stones(&position);
    let strings: Vec<Wide> = board.components(stones[player.index()]).collect();
    let mut grounds = Grounds::default();
    for (number, game) in shown.games.iter().enumerate() {
        let ground = ground(board, &strings, game).map_err(|why| Fault::Bad(format!("game {}: {why}", number + 1)))?;
        grounds.games.push(ground);
    }
    if grounds.games.is_empty() {
        return bad("there are no games".to_string());
    }
    verify_regions(board, &grounds).map_err(Fault::Rejected)?;
    for (number, game) in shown.games.iter().enumerate() {
        let contest = Contest { board, stones, player, grounds: &grounds, number };
        contest.verify(game).map_err(|why| Fault::Rejected(format!("game {}: {why}", number + 1)))?;
    }
    Ok(Holding { stones, player, grounds })
}

/// A game as it is written, the player having these strings.
fn ground(board: &WideBoard, strings: &[Wide], game: &GameProof) -> Result<Ground, String> {
    let grid = board.grid();
    let points = set(grid, &game.points)?;
    let kept = set(grid, &game.kept)?;
    let mut walls: Vec<(Wide, usize)> = Vec::new();
    for wall in &game.walls {
        let fault = || format!("walls: `{wall}` is not the first stone of a string and its eyes, 0 to {EYES}");
        let (stone, eyes) = wall.split_once(' ').ok_or_else(fault)?;
        let eyes = (0..=EYES).find(|n| n.to_string() == eyes).ok_or_else(fault)?;
        let first = |string: &Wide| string.points().next().map(|p| grid.name(p)).as_deref() == Some(stone);
        let string = strings.iter().find(|string| first(string)).ok_or_else(fault)?;
        if walls.last().is_some_and(|(last, _)| last.points().next() >= string.points().next()) {
            return Err("walls: they are not in the order of their first stones".to_string());
        }
        walls.push((*string, eyes));
    }
    let parted = |string: &&Wide| kept.meets(**string) && !string.less(kept & points).is_none();
    if strings.iter().any(|string| parted(&string)) || !kept.less(Wide::union(strings.iter().copied())).is_none() {
        return Err("kept: these are not whole strings of the player's on the points".to_string());
    }
    Ok(Ground { points, walls, kept })
}

/// The set of points with these names, in their order.
fn set(grid: Grid, named: &[String]) -> Result<Wide, String> {
    let points: Wide =
        named.iter().map(|name| grid.point(name).map_err(|e| e.to_string())).collect::<Result<_, String>>()?;
    if names(grid, points) == named {
        Ok(points)
    } else {
        Err("points are not in their order, or stand there twice".to_string())
    }
}

/// Whether the points of each game are regions outside all walls, of which no two games share one, and the walls of a game all that
/// border on it.
fn verify_regions(board: &WideBoard, grounds: &Grounds) -> Result<(), String> {
    let walls: HashSet<Wide> = grounds.games.iter().flat_map(|game| &game.walls).map(|(wall, _)| *wall).collect();
    let outside = board.all().less(Wide::union(walls.iter().copied()));
    let mut taken = Wide::default();
    for (number, game) in grounds.games.iter().enumerate() {
        let fault = |why: &str| Err(format!("game {}: {why}", number + 1));
        let within = |region: &Wide| region.less(game.points).is_none();
        let regions = Wide::union(board.components(outside).filter(within));
        if game.points.is_none() || regions != game.points {
            return fault("its points are not regions outside the walls");
        }
        if taken.meets(game.points) {
            return fault("another game is played on its points");
        }
        taken = taken | game.points;
        let around: HashSet<Wide> = walls.iter().filter(|w| board.around(**w).meets(game.points)).copied().collect();
        if around != game.walls.iter().map(|(wall, _)| *wall).collect() {
            return fault("its walls are not those that border on it");
        }
    }
    Ok(())
}

/// A local game of a player.
struct Contest<'a> {
    board: &'a WideBoard,
    stones: [Wide; 2],
    player: Colour,
    grounds: &'a Grounds,
    number: usize,
}

impl Contest<'_> {
    /// Verifies that the player wins: every step shows its part, and the last of them that of a way to begin.
    fn verify(&self, game: &GameProof) -> Result<(), String> {
        let place = Place::of_ground(self.board, &self.grounds.games[self.number]).ok_or("it has too many points")?;
        let start = place.start_of(self.stones, self.player, self.grounds, self.number);
        let parts = self.parts(&place, &start, game)?;
        let mut shown: HashSet<Part> = HashSet::new();
        let is_shown = |shown: &HashSet<Part>, way: &Way| {
            way.parts.iter().all(|part| place.game.known(part) == Some(true) || shown.contains(part))
        };
        for (part, step) in parts.iter().zip(&game.steps) {
            let fault = |why: String| Err(format!("{}: {why}", step.part));
            if place.game.known(part).is_some() {
                return fault("who wins it is seen at once".to_string());
            }
            let mut answers = step.answers.iter();
            for (mv, after) in place.game.moves(part) {
                if place.game.known(&after) == Some(true) {
                    continue;
                }
                let name = move_name(&place, mv, self.board.grid());
                let Some(answer) = answers.next().and_then(|a| self.answer(&place, a, &name, &after)) else {
                    return fault(format!("{name} has no answer"));
                };
                if !answer.iter().any(|way| is_shown(&shown, way)) {
                    return fault(format!("the answer to {name} leads to what no step before has shown"));
                }
            }
            if let Some(answer) = answers.next() {
                return fault(format!("`{answer}` answers nothing"));
            }
            shown.insert(*part);
        }
        if start.iter().any(|way| is_shown(&shown, way)) {
            Ok(())
        } else {
            Err("it is not shown to be won".to_string())
        }
    }

    /// The ways to go on after an answer to a move that led to `after`.
    fn answer(&self, place: &Place, answer: &str, to: &str, after: &Part) -> Option<Vec<Way>> {
        let (mv, with) = answer.split_once(' ')?;
        let is_it = |p: usize| move_name(place, Some(p), self.board.grid()) == with;
        let plays = if mv == to { place.game.after_own(after) } else { Vec::new() };
        plays.into_iter().find(|(p, _)| is_it(*p)).map(|(_, ways)| ways)
    }

    /// The parts of the steps, each of which comes about from the start by moves that lead from one to another.
    fn parts(&self, place: &Place, start: &[Way], game: &GameProof) -> Result<Vec<Part>, String> {
        let grid = self.board.grid();
        let numbers: HashMap<&str, usize> =
            game.steps.iter().enumerate().map(|(n, step)| (step.part.as_str(), n)).collect();
        let mut parts: Vec<Option<Part>> = vec![None; game.steps.len()];
        let all = |ways: &[Way]| ways.iter().flat_map(|way| way.parts.clone()).collect::<Vec<Part>>();
        let mut open = all(start);
        while let Some(part) = open.pop() {
            let Some(&number) = numbers.get(written(place, &part, grid, self.player).as_str()) else { continue };
            if parts[number].replace(part).is_some() {
                continue;
            }
            let mut answers = game.steps[number].answers.iter();
            for (mv, after) in place.game.moves(&part) {
                if place.game.known(&after) == Some(true) {
                    continue;
                }
                let answer = answers.next().and_then(|a| self.answer(place, a, &move_name(place, mv, grid), &after));
                open.extend(answer.map(|ways| all(&ways)).unwrap_or_default());
            }
        }
        match parts.iter().position(Option::is_none) {
            Some(number) => {
                Err(format!("{}: the part does not come about, or stands there twice", game.steps[number].part))
            }
            None => Ok(parts.into_iter().flatten().collect()),
        }
    }
}
