//! Certificates of values of the game: a strategy of each player, as data that others can check (specs/proof.md).
//!
//! The check knows the moves of the rule set ([`crate::law::play::Play`]), what it says of final positions (its interpreter), and nothing of how the
//! strategies were found.

mod game;
mod steps;

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

pub use self::game::State;
use self::game::ValueGame;
pub use self::steps::{MOST_STEPS, ValueStep};
use super::check::Fault;
use crate::board::{Board, Colour, Position, diagram};
use crate::law::games::{games_of, name_of};
use crate::law::play::{Remembered, Taken};
use crate::law::{RuleSet, interpreter};
use crate::solve::Budget;

/// What the first member of a certificate says: the format and its version.
pub const FORMAT: &str = "shinpan value proof 1";

/// The most entries of a strategy.
pub const MOST_ENTRIES: usize = 200_000;

/// The value of a position with a player to move, and a strategy of each player that holds it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ValueProof {
    /// [`FORMAT`].
    pub format: String,
    /// The position, `X.O/XXO`.
    pub board: String,
    /// `B` or `W`.
    pub to_move: String,
    /// One rule set with its readings; who passed first is no part of it.
    pub rules: String,
    /// What best play comes to, Black minus White.
    pub value: i32,
    /// What Black does, to get no less; the first entry is the start.
    #[serde(default)]
    pub black: Vec<ValueEntry>,
    /// The same where it rests on the history, instead of `black`; the last step is the start.
    #[serde(default)]
    pub black_steps: Vec<ValueStep>,
    /// What White does, so that Black gets no more.
    #[serde(default)]
    pub white: Vec<ValueEntry>,
    /// The same where it rests on the history, instead of `white`.
    #[serde(default)]
    pub white_steps: Vec<ValueStep>,
}

/// A state that can come about when a player follows his strategy.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueEntry {
    /// `X.O/XXO B`, then `passed` after a pass or `ban A1` where a ko may not be retaken on A1, and `passing` if the player of the
    /// strategy does nothing but pass from now on.
    pub state: String,
    /// The move, where the player of the strategy is to move: a point or `pass`.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// After the move he does nothing but pass.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub passing: bool,
    /// What the rest of the game comes to at least for him, Black minus White: the verdict at its end and the prisoners from here on.
    pub promise: i32,
}

/// What has been verified.
#[derive(Debug)]
pub struct Checked {
    /// States of both strategies.
    pub states: usize,
    /// Final positions judged, with who stopped the game in them.
    pub ends: usize,
}

/// The rule set of a game by its name.
///
/// # Errors
/// One line.
pub fn rules_of(name: &str) -> Result<RuleSet, String> {
    let sets = RuleSet::parse_list(name).map_err(|e| e.to_string())?;
    match games_of(&sets).as_slice() {
        [rules] => Ok(rules.clone()),
        games => Err(format!("`{name}` is {} games; name one rule set", games.len())),
    }
}

/// Verifies a certificate.
///
/// # Errors
/// [`Fault`]: whose strategy, the state and what is wrong with it.
pub fn check(proof: &ValueProof, budget: Budget) -> Result<Checked, Fault> {
    let bad = Fault::Bad;
    if proof.format != FORMAT {
        return Err(bad(format!("the format is `{}`, not `{FORMAT}`", proof.format)));
    }
    let diagram = diagram::parse(&proof.board).map_err(|e| bad(format!("board: {e}")))?;
    let (board, position) = Board::new(diagram.grid())
        .zip(diagram.to_position().filter(|_| diagram.is_legal()))
        .ok_or_else(|| bad("the board is too large, or a string on it has no liberty".to_string()))?;
    let rules = rules_of(&proof.rules).map_err(|e| bad(format!("rules: {e}")))?;
    rules.ends_by_passes().map_err(|e| bad(format!("rules: {e}")))?;
    if name_of(&rules) != proof.rules {
        return Err(bad(format!("rules: write `{}`", name_of(&rules))));
    }
    let mover = Colour::ALL.into_iter().find(|c| c.letter().to_string() == proof.to_move);
    let mover = mover.ok_or_else(|| bad("to-move: write `B` or `W`".to_string()))?;
    let judges = Colour::ALL.map(|first| {
        let set = rules.text.first_passer(&rules, first).unwrap_or_else(|| rules.clone());
        interpreter(&set, &board, budget)
    });
    let mut game = ValueGame {
        board: &board,
        play: rules.play(),
        start: position,
        judges,
        first_passer_matters: rules.first_passer_matters(),
        judged: HashMap::new(),
    };
    let mut states = 0;
    let strategies = [(&proof.black, &proof.black_steps), (&proof.white, &proof.white_steps)];
    for (player, (entries, steps)) in Colour::ALL.into_iter().zip(strategies) {
        let root = State { position, mover, passed: false, ban: None, passing: false };
        let followed = match (entries.is_empty(), steps.is_empty()) {
            (_, true) => follow(&mut game, player, entries, root, proof.value),
            (true, false) => steps::follow(&mut game, player, steps, root, proof.value),
            (false, false) => Err("it has entries and steps".to_string()),
        };
        followed.map_err(|why| Fault::Rejected(format!("{player}'s strategy: {why}")))?;
        states += entries.len() + steps.len();
    }
    Ok(Checked { states, ends: game.judged.len() })
}

/// Follows a strategy.
fn follow(
    game: &mut ValueGame<'_>,
    player: Colour,
    entries: &[ValueEntry],
    root: State,
    value: i32,
) -> Result<(), String> {
    let sign = if player == Colour::Black { 1 } else { -1 };
    if entries.len() > MOST_ENTRIES {
        return Err(format!("{} entries, more than {MOST_ENTRIES}", entries.len()));
    }
    let mut numbers: HashMap<State, usize> = HashMap::new();
    let mut states = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        let state = State::read(&entry.state, game.board).ok_or_else(|| format!("`{}` is no state", entry.state))?;
        if numbers.insert(state, at).is_some() {
            return Err(format!("`{}` stands there twice", entry.state));
        }
        states.push(state);
    }
    let first = entries.first().zip(states.first()).filter(|(_, s)| State { passing: false, ..**s } == root);
    let (first, _) = first.ok_or("it does not begin with the start")?;
    if sign * first.promise < sign * value {
        return Err(format!("it promises {} and not {value}", first.promise));
    }
    // Where each state leads, whether by a play of the player, and whether something is given away on the way.
    let mut next: Vec<Vec<(usize, bool)>> = Vec::new();
    let mut entered = vec![false; states.len()];
    for (state, entry) in states.iter().zip(entries) {
        let at = |why: String| format!("in `{}`: {why}", entry.state);
        let own = state.mover == player;
        let mut steps = game.steps(state);
        if own {
            let name = entry.mv.as_deref().ok_or_else(|| at("a move is missing".to_string()))?;
            let named = |mv: Option<usize>| mv.map_or("pass".to_string(), |p| game.board.grid().name(p));
            steps.retain(|step| named(step.mv) == name);
            if steps.is_empty() {
                return Err(at(format!("{name} is no move")));
            }
            if state.passing && steps[0].mv.is_some() {
                return Err(at("he does nothing but pass, and plays".to_string()));
            }
        } else if entry.mv.is_some() || entry.passing {
            return Err(at("the other player is to move".to_string()));
        }
        let passing = state.passing || entry.passing;
        let mut out = Vec::new();
        for step in steps {
            let gain = if own { step.gain } else { -step.gain };
            let rest = match step.to {
                Some(to) => {
                    let to = State { passing, ..to };
                    let number = *numbers
                        .get(&to)
                        .ok_or_else(|| at(format!("nothing is said of `{}`, which follows", to.text(game.board))))?;
                    entered[number] |= own && step.mv.is_some();
                    out.push((number, sign * entries[number].promise + gain > sign * entry.promise));
                    sign * entries[number].promise
                }
                None => {
                    let (lo, hi) = game.end(state.position, state.mover);
                    if sign > 0 { lo } else { -hi }
                }
            };
            if gain + rest < sign * entry.promise {
                let name = step.mv.map_or("pass".to_string(), |p| game.board.grid().name(p));
                return Err(at(format!("{name} leads to {}, {} is promised", sign * (gain + rest), entry.promise)));
            }
        }
        next.push(out);
    }
    ends(game, player, &states, next, &entered, entries).map_err(|at| match game.play.remembered {
        Remembered::Nothing => format!("it may go round for nothing from `{}`", entries[at].state),
        _ => format!("it may come back to `{}`", entries[at].state),
    })
}

/// Whether the play comes to an end, and needs no play that a rule on repetition refuses; otherwise the number of a state on a cycle.
///
/// Without a memory of the game each round has to gain something: then the player goes round until he has what he was promised, and
/// passes. With one no play of his may lead to what was there before, so what may have been there before is connected too.
fn ends(
    game: &ValueGame<'_>,
    player: Colour,
    states: &[State],
    mut next: Vec<Vec<(usize, bool)>>,
    entered: &[bool],
    entries: &[ValueEntry],
) -> Result<(), usize> {
    if game.play.remembered == Remembered::Nothing {
        next.iter_mut().for_each(|out| out.retain(|(_, gives)| !gives));
    } else {
        // Where he does nothing but pass the other alone plays, and comes back to nothing.
        next.iter_mut().zip(states).filter(|(_, state)| state.passing).for_each(|(out, _)| out.clear());
        let mut places: HashMap<(Position, Colour), Vec<usize>> = HashMap::new();
        for (at, state) in states.iter().enumerate() {
            places.entry((state.position, state.mover)).or_default().push(at);
        }
        let sign = if player == Colour::Black { 1 } else { -1 };
        let whole = game.play.remembered == Remembered::Positions;
        for (at, state) in states.iter().enumerate().filter(|(at, _)| entered[*at]) {
            let movers = Colour::ALL.into_iter().filter(|c| *c == state.mover || whole);
            let before = movers.filter_map(|c| places.get(&(state.position, c))).flatten().copied();
            // Where nothing is gained on the way what is promised never gets less.
            let may = |from: &usize| {
                *from != at
                    && (game.play.taken == Taken::Captured
                        || sign * entries[at].promise >= sign * entries[*from].promise)
            };
            let before: Vec<usize> = before.filter(may).collect();
            next[at].extend(before.into_iter().map(|from| (from, false)));
        }
    }
    // Depth first, without recursion: 0 new, 1 on the path, 2 done.
    let mut seen = vec![0u8; states.len()];
    for root in 0..states.len() {
        let mut path = vec![(root, 0)];
        while let Some((at, done)) = path.pop() {
            if done == 0 {
                if seen[at] == 2 {
                    continue;
                }
                seen[at] = 1;
            }
            match next[at].get(done) {
                None => seen[at] = 2,
                Some(&(to, _)) => {
                    path.push((at, done + 1));
                    match seen[to] {
                        0 => path.push((to, 0)),
                        1 => return Err(to),
                        _ => {}
                    }
                }
            }
        }
    }
    Ok(())
}

impl ValueProof {
    /// Reads a certificate, which has to be written as [`ValueProof::to_json`] writes it.
    ///
    /// # Errors
    /// One line.
    pub fn read(text: &str) -> Result<ValueProof, String> {
        let proof: ValueProof = serde_json::from_str(text).map_err(|e| e.to_string())?;
        let canonical = proof.to_json().map_err(|e| e.to_string())?;
        if canonical == text {
            Ok(proof)
        } else {
            Err("it is not as `shinpan prove` writes it (specs/proof.md)".into())
        }
    }

    /// The certificate as JSON, an entry a line.
    ///
    /// # Errors
    /// None that can come about: all members can be written.
    pub fn to_json(&self) -> serde_json::Result<String> {
        fn lines<T: Serialize>(name: &str, items: &[T]) -> serde_json::Result<String> {
            let lines: Vec<String> = items.iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
            Ok(format!("\"{name}\": [\n{}\n]", lines.join(",\n")))
        }
        let member = |name: &str, text: &str| Ok(format!("\"{name}\": {}", serde_json::to_string(text)?));
        let side = |name: &str, entries: &[ValueEntry], steps: &[ValueStep]| match steps {
            [] => lines(name, entries),
            _ => lines(&format!("{name}-steps"), steps),
        };
        let members = [
            member("format", &self.format)?,
            member("board", &self.board)?,
            member("to-move", &self.to_move)?,
            member("rules", &self.rules)?,
            format!("\"value\": {}", self.value),
            side("black", &self.black, &self.black_steps)?,
            side("white", &self.white, &self.white_steps)?,
        ];
        Ok(format!("{{\n{}\n}}\n", members.join(",\n")))
    }
}
