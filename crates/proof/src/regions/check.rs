//! Verifies proofs of what is seen region by region: that players hold what they are said to, and that the text gives the verdict from
//! that and from what is immortal.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use rustc_hash::FxHashMap;
use serde_json::json;

use super::{GameProof, HeldProof, PartStep, move_name, names, written};
use crate::board::plain::PlainPosition;
use crate::board::{Colour, Grid, Kernel, PointSet, Points, Wide, WideBoard, diagram, points_of};
use crate::law::encoded::EncodedVerdict;
use crate::law::finished::{Holding, Sight};
use crate::law::{RuleSet, Trace};
use crate::proof::Proof;
use crate::proof::check::{Checked, Fault};
use crate::solve::local::{Aim, Ground, Grounds, Part, Place, ShownParts, Way};

/// The most eyes of a wall that are counted.
const EYES: usize = 2;

/// Verifies the proof of a verdict that is seen region by region.
///
/// # Errors
/// [`Fault`].
pub fn check(proof: &Proof, held: &[HeldProof], position: &PlainPosition, rules: &RuleSet) -> Result<Checked, Fault> {
    let sight = sight(position, held)?;
    let finished = sight
        .finished(rules, &mut Trace::silent())
        .ok_or_else(|| Fault::Rejected("the verdict is not seen from what players hold".to_string()))?;
    verify_asked(&sight, held)?;
    let verdict = EncodedVerdict { history: None, ..finished.encoded() };
    if json!(verdict) != proof.verdict {
        let outcome = finished.outcome();
        return Err(Fault::Rejected(format!("what players hold does not give this verdict, but {outcome}")));
    }
    Ok(Checked {
        position: position.clone(),
        rules: rules.clone(),
        outcome: finished.outcome(),
        claims: held.iter().map(|held| held.games.len()).sum(),
        states: states(held),
    })
}

/// What is seen of a position from what players hold, which is verified.
///
/// # Errors
/// [`Fault`].
pub fn sight(position: &PlainPosition, held: &[HeldProof]) -> Result<Sight, Fault> {
    let board = WideBoard::new(position.grid());
    let mut holdings: Vec<Holding> = Vec::new();
    for (number, shown) in held.iter().enumerate() {
        let holding = holding(&board, shown).map_err(|fault| fault.at(format!("held {}", number + 1)))?;
        let what = |holding: &Holding| (holding.stones, holding.player, holding.grounds.aim, holding.alone());
        if holdings.iter().any(|other| what(other) == what(&holding)) {
            return Err(Fault::Rejected(format!("held {}: it is said twice", number + 1)));
        }
        holdings.push(holding);
    }
    Ok(Sight::shown(position, Rc::from(holdings)))
}

/// Whether something rests on all that is held.
///
/// # Errors
/// [`Fault`]: what nothing rests on.
pub fn verify_asked(sight: &Sight, held: &[HeldProof]) -> Result<(), Fault> {
    let asked = sight.asked().iter().filter(|holding| !holding.grounds.games.is_empty()).count();
    let fault = || Fault::Rejected(format!("of {} that are held something rests on {asked} only", held.len()));
    if asked == held.len() { Ok(()) } else { Err(fault()) }
}

/// The steps of all local games.
#[must_use]
pub fn states(held: &[HeldProof]) -> usize {
    held.iter().flat_map(|held| &held.games).map(|game| game.steps.len()).sum()
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
    let aim = match (shown.alone, shown.at_no_loss) {
        (false, false) => Aim::Bars,
        (true, false) => Aim::Eyes,
        (false, true) => Aim::BarsAtNoLoss,
        (true, true) => return bad("a string alone bars nobody, at no loss or not".to_string()),
    };
    let mut grounds = Grounds { games: Vec::new(), aim };
    for (number, game) in shown.games.iter().enumerate() {
        let ground = ground(board, &strings, game).map_err(|why| Fault::Bad(format!("game {}: {why}", number + 1)))?;
        grounds.games.push(ground);
    }
    if grounds.games.is_empty() {
        return bad("there are no games".to_string());
    }
    let is_alone =
        |game: &Ground| game.kept.is_none() && game.walls.len() == 1 && game.walls[0].0 == grounds.games[0].walls[0].0;
    if shown.alone && (grounds.games[0].walls.is_empty() || !grounds.games.iter().all(is_alone)) {
        return bad("a string alone is the only wall of its games, and nothing else is kept".to_string());
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
    /// Verifies that the player wins: every step shows its part, and they show all parts of a way to begin.
    fn verify(&self, game: &GameProof) -> Result<(), String> {
        let place = Place::of_grounds(self.board, self.grounds, self.number).ok_or("it has too many points")?;
        let start = place.start_of(self.stones, self.player, self.grounds, self.number);
        let parts = self.parts(&place, &start, game)?;
        let mut shown = ShownParts::new(&place.game);
        for (part, step) in parts.iter().zip(&game.steps) {
            self.verify_step(&place, &mut shown, part, step).map_err(|why| format!("{}: {why}", step.part))?;
        }
        if shown.one_of(&start).is_some() { Ok(()) } else { Err("it is not shown to be won".to_string()) }
    }

    /// Verifies that a part is won because of those that are shown, among which it is then.
    fn verify_step(&self, place: &Place, shown: &mut ShownParts, part: &Part, step: &PartStep) -> Result<(), String> {
        if place.game.known(part).is_some() {
            return Err("who wins it is seen at once".to_string());
        }
        let mut answers = step.answers.iter();
        let mut core = part.points;
        let mut after: FxHashMap<usize, Points> = FxHashMap::default();
        for (mv, to) in place.game.moves(part) {
            // Plays elsewhere are answered as the pass is, which comes first.
            if mv.is_some_and(|p| core >> p & 1 == 0) {
                continue;
            }
            let zone = match shown.zone(&to) {
                Some(zone) if place.game.known(&to) == Some(true) => zone,
                _ => {
                    let name = move_name(place, mv, self.board.grid());
                    let answer = answers.next().and_then(|answer| self.answer(place, answer, &name, &to));
                    let (play, ways) = answer.ok_or_else(|| format!("{name} has no answer"))?;
                    let zone = shown.before_play(&to, play, &ways);
                    zone.ok_or_else(|| format!("the answer to {name} leads to what no step before has shown"))?
                }
            };
            match mv {
                None => core = shown.core(part, zone),
                Some(p) => drop(after.insert(p, zone)),
            }
        }
        if let Some(answer) = answers.next() {
            return Err(format!("`{answer}` answers nothing"));
        }
        shown.add(part, core, &after);
        Ok(())
    }

    /// The play that answers a move which led to `after`, and the ways to go on.
    fn answer(&self, place: &Place, answer: &str, to: &str, after: &Part) -> Option<(usize, Vec<Way>)> {
        let (mv, with) = answer.split_once(' ')?;
        let is_it = |p: &usize| mv == to && move_name(place, Some(*p), self.board.grid()) == with;
        let p = points_of(after.empty()).find(is_it)?;
        Some((p, place.game.ways(after, p)?))
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
            let moves = place.game.moves(&part);
            for answer in &game.steps[number].answers {
                let named = |mv: Option<usize>| move_name(place, mv, grid);
                let to = moves.iter().find(|(mv, _)| answer.split(' ').next() == Some(&named(*mv)));
                let found = to.and_then(|(mv, after)| self.answer(place, answer, &named(*mv), after));
                open.extend(found.map(|(_, ways)| all(&ways)).unwrap_or_default());
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
