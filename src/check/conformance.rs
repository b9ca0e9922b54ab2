//! The conformance suite as data: what a rule set says of positions and records, for implementations in any language.

use rayon::prelude::*;
use serde_json::{Map, Value, json};

use super::MoveRecord;
use super::reference::replay;
use super::suites::random_game;
use crate::board::index::{Index, IndexError};
use crate::board::plain::PlainPosition;
use crate::board::{Board, Grid};
use crate::gtp::game::{GtpGame, Move, clause_of};
use crate::gtp::protocol::vertex;
use crate::law::RuleSet;
use crate::law::interpreter;
use crate::law::procedure::{Agree, Judgement, procedure};
use crate::record::{Act, Setup};
use crate::solve::Budget;

/// The JSON schema of a line of either file.
pub const SCHEMA: &str = include_str!("../../specs/conformance.schema.json");
/// How to write a runner.
pub const README: &str = include_str!("../../specs/conformance.md");

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

/// By rule set: the verdict on the position as final, without earlier prisoners.
fn verdicts(sets: &[RuleSet], position: &PlainPosition, budget: Budget) -> Map<String, Value> {
    let Some((board, bits)) = Board::new(position.grid()).zip(position.to_position()) else { return Map::new() };
    let verdict = |rules: &RuleSet| {
        let verdict = interpreter(rules, &board, budget).judge(bits);
        (rules.to_string(), json!(verdict.encoded(position.grid())))
    };
    sets.iter().map(verdict).collect()
}

/// The lines of `records.jsonl` for a board: random games, each with a last play that is refused where there is one.
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
        record_json(&sets[0], &record)
    };
    (0..amount.games).map(game).collect()
}

/// A record with what the text says of each step.
fn record_json(rules: &RuleSet, record: &MoveRecord) -> Value {
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
        "kind": "record", "rules": rules.to_string(), "board": grid.to_string(), "moves": moves_json(grid, &record.moves),
        "steps": steps,
    })
}
