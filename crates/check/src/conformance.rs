//! The conformance suite as data: what a rule set says of positions and records, for implementations in any language.

use rayon::prelude::*;
use serde_json::{Map, Value, json};

use super::ko::{Sequence, sequences};
use super::reference::replay;
use super::suites::random_game;
use super::{MoveRecord, alive};
use crate::board::index::{Index, IndexError};
use crate::board::plain::PlainPosition;
use crate::board::{Board, Grid};
use crate::gtp::agreement::{Claimed, Counted, counted};
use crate::gtp::game::{GtpGame, Move, clause_of};
use crate::gtp::protocol::vertex;
use crate::law::RuleSet;
use crate::law::interpreter;
use crate::law::procedure::{Agree, Decision, Judgement, Replay, procedure};
use crate::record::{Act, Action, Record, Setup};
use crate::solve::Budget;

/// The JSON schema of a line of either file.
pub const SCHEMA: &str = include_str!("../../../specs/conformance.schema.json");
/// How to write a runner.
pub const README: &str = include_str!("../../../specs/conformance.md");

/// Positions are of boards of up to so many points.
pub const MOST_POINTS: usize = 25;

/// How many positions of a board, and how many games, are exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// Boards of more legal positions are sampled: so many, drawn uniformly.
    pub positions: u64,
    /// Random games a board.
    pub games: u64,
    /// For the random choices.
    pub seed: u64,
}

/// Moves as `B A1`.
fn moves_json(grid: Grid, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|m| format!("{} {}", m.player.letter(), vertex(grid, m.point))).collect()
}

/// The lines of `positions.jsonl` for a board, in ascending order of the positions.
///
/// # Errors
/// [`IndexError`]: the board has too many points.
pub fn positions(sets: &[RuleSet], grid: Grid, amount: Amount, budget: Budget) -> Result<Vec<Value>, IndexError> {
    let index = Index::new(grid)?;
    let ranks: Vec<u64> = if index.count() <= amount.positions {
        (0..index.count()).collect()
    } else {
        let mut random = fastrand::Rng::with_seed(amount.seed);
        let mut drawn: Vec<u64> = (0..amount.positions).map(|_| random.u64(0..index.count())).collect();
        drawn.sort_unstable();
        drawn.dedup();
        drawn
    };
    let lines = ranks.par_iter().flat_map_iter(|&rank| {
        let position = index.unrank(rank).and_then(|bits| PlainPosition::from_position(grid, bits));
        position.into_iter().flat_map(|position| lines_of(sets, &position, budget))
    });
    Ok(lines.collect())
}

/// A line for each player to move.
fn lines_of(sets: &[RuleSet], position: &PlainPosition, budget: Budget) -> Vec<Value> {
    let grid = position.grid();
    let first = MoveRecord::to_position(position);
    let second = first.with(Move::pass(first.to_move()));
    let verdicts = verdicts(sets, position, budget);
    let line = |record: &MoveRecord| {
        let game = replay(record, &sets[0])?;
        Some(json!({
            "kind": "position", "board": grid.to_string(), "position": position.to_string(),
            "setup": moves_json(grid, &record.moves), "to-move": record.to_move().to_string().to_lowercase(),
            "plays": plays(sets, &game, record), "verdicts": verdicts,
        }))
    };
    [first, second].iter().filter_map(line).collect()
}

/// By point: what a play of the player to move leads to, or why it is refused.
fn plays(sets: &[RuleSet], game: &GtpGame, record: &MoveRecord) -> Map<String, Value> {
    let (grid, rules) = (game.grid(), &sets[0]);
    let play = |p: usize| match game.result(record.to_move(), p) {
        Ok((after, captured)) => {
            let captured: Vec<String> = captured.iter().map(|&q| grid.name(q)).collect();
            json!({ "legal": true, "clause": rules.text.playing(rules).play, "after": after.to_string(), "captured": captured })
        }
        Err(refusal) => json!({ "legal": false, "clause": clause_of(rules, refusal) }),
    };
    (0..grid.len()).map(|p| (grid.name(p), play(p))).collect()
}

/// Boards of up to so many points get verdicts: of larger ones most positions take a long search.
const JUDGED: usize = 9;

/// By rule set: the verdict on the position as final, without earlier prisoners; none on larger boards.
fn verdicts(sets: &[RuleSet], position: &PlainPosition, budget: Budget) -> Map<String, Value> {
    if position.grid().len() > JUDGED && !sets[0].text.only_counts(&sets[0]) {
        return Map::new();
    }
    let Some((board, bits)) = Board::new(position.grid()).zip(position.to_position()) else { return Map::new() };
    let verdict = |rules: &RuleSet| {
        let verdict = interpreter(rules, &board, budget).judge(bits);
        (rules.to_string(), json!(verdict.encoded(position.grid())))
    };
    sets.iter().map(verdict).collect()
}

/// Boards of so many points get the number of games that is asked for; larger ones fewer, as their games take longer.
const ALL_GAMES: u64 = 81;

/// The lines of `records.jsonl` for a board: the sequences by which rules are told apart, up to the first move that is refused; then random
/// games, each with a last play that is refused where there is one.
#[must_use]
pub fn records(sets: &[RuleSet], grid: Grid, amount: Amount) -> Vec<Value> {
    let rules = &sets[0];
    let game = |i: u64| {
        let mut random = fastrand::Rng::with_seed(amount.seed ^ (i << 20) ^ grid.len() as u64);
        let (mut record, _) = random_game(rules, grid, i.is_multiple_of(2), &mut random);
        let refused = replay(&record, rules).and_then(|game| {
            let mut points: Vec<usize> = (0..grid.len()).filter(|&p| game.result(game.to_move(), p).is_err()).collect();
            // Repetition and suicide are rarer than occupied points, and more to the purpose.
            points.retain(|&p| game.position().at(p).is_none() || i.is_multiple_of(5));
            (!game.is_over()).then(|| random.choice(points).map(|p| Move::play(game.to_move(), p))).flatten()
        });
        record.moves.extend(refused);
        record_json(&sets[0], &record, "a random game")
    };
    let sequence = |Sequence { name, record, last, .. }: Sequence| {
        let mut line = record_json(&sets[0], &record.with(last), name);
        let refused = |step: &Value| step["judgement"] != "accepted";
        let stands = line["steps"].as_array().and_then(|steps| steps.iter().position(refused));
        for key in ["moves", "steps"] {
            if let (Some(at), Some(list)) = (stands, line[key].as_array_mut()) {
                list.truncate(at + 1);
            }
        }
        line
    };
    let games = (amount.games * ALL_GAMES / (grid.len() as u64).max(ALL_GAMES)).max(amount.games.min(1));
    sequences(grid).into_iter().map(sequence).chain((0..games).map(game)).collect()
}

/// A record with what the text says of each step.
fn record_json(rules: &RuleSet, record: &MoveRecord, about: &str) -> Value {
    let grid = record.grid;
    let mut procedure = procedure(rules, &Setup::new(grid), Agree::Recorded);
    let step = |made: &Move| {
        let judged = procedure.step(made.player, &made.point.map_or(Act::Pass, Act::Play));
        let (judgement, refusal) = match judged.judgement {
            Judgement::Accepted => ("accepted", None),
            Judgement::Refused(refusal) => ("refused", Some(refusal.id())),
            Judgement::Outside => ("outside", None),
        };
        let consequences: Vec<Value> =
            judged.consequences.iter().map(|c| json!({ "clause": c.clause, "what": c.effect.text(grid) })).collect();
        let [black, white] = procedure.prisoners();
        json!({
            "judgement": judgement, "refusal": refusal, "clause": judged.clause, "fact": judged.fact.text(grid),
            "consequences": consequences, "after": procedure.position().to_string(), "phase": procedure.phase(),
            "prisoners": { "black": black, "white": white },
        })
    };
    let steps: Vec<Value> = record.moves.iter().map(step).collect();
    json!({
        "kind": "record", "about": about, "rules": rules.to_string(), "board": grid.to_string(),
        "moves": moves_json(grid, &record.moves), "steps": steps,
    })
}

/// The lines of `scores.jsonl` for a board: games that the players have ended, with the strings that they agree are dead, and what the text
/// counts then. None where the text does not leave it to the players.
#[must_use]
pub fn scores(sets: &[RuleSet], grid: Grid, amount: Amount) -> Vec<Value> {
    let rules = &sets[0];
    let game = |i: u64| {
        let mut random = fastrand::Rng::with_seed(amount.seed ^ (i << 20) ^ (grid.len() as u64) << 40);
        let drawn = alive::draw(grid, &mut random).map(|position| MoveRecord::to_position(&position));
        let record = drawn.unwrap_or_else(|| random_game(rules, grid, true, &mut random).0).ended();
        let position = replay(&record, rules)?.position().clone();
        let strings = position.strings();
        // Whatever the players agree on is counted so, also what nobody would think of.
        let number = (i % 3).min(strings.len() as u64) as usize;
        let mut dead: Vec<usize> = random.choose_multiple(strings, number).into_iter().flat_map(|s| s.stones).collect();
        dead.sort_unstable();
        score_json(rules, &record, &position, dead)
    };
    (0..amount.games).filter_map(game).collect()
}

fn score_json(rules: &RuleSet, record: &MoveRecord, position: &PlainPosition, dead: Vec<usize>) -> Option<Value> {
    let grid = record.grid;
    let act = |m: &Move| Action::new(m.player, m.point.map_or(Act::Pass, Act::Play));
    let mut recorded = Record::new(Setup::new(grid));
    recorded.actions = record.moves.iter().map(act).collect();
    let names: Vec<String> = dead.iter().map(|&p| grid.name(p)).collect();
    let ended = Replay::of(rules, &recorded, Agree::Recorded, None).result.filter(|_| dead.is_empty());
    let result = match ended {
        Some(result) => result,
        None => match counted(rules, &recorded, position, &Claimed { dead, seki: Vec::new() }) {
            Counted::Result { game, .. } => game.result?,
            Counted::Refused(_) | Counted::Parted { .. } => return None,
        },
    };
    let Decision::Margin(hundredths) = result.decision else { return None };
    let items = result.count.iter().flat_map(|count| &count.items).map(|item| {
        json!({
            "clause": item.clause, "player": item.player.to_string().to_lowercase(), "what": item.what,
            "points": f64::from(item.value) / 100.0,
        })
    });
    Some(json!({
        "kind": "score", "rules": rules.to_string(), "board": grid.to_string(), "moves": moves_json(grid, &record.moves),
        "position": position.to_string(), "dead": names, "margin": f64::from(hundredths) / 100.0,
        "items": items.collect::<Vec<_>>(),
    }))
}
