//! Verifies proofs with the kernel, the moves of the rule sets and the clauses alone: everything that has to be believed of
//! a proof besides those is in this file and the next.
//!
//! What a claim means is here: the game, where it starts, what is to be brought about; and how the claims give the verdict.
//! That a strategy does bring it about is verified in [`super::follow`].

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde_json::Value;

use super::follow::{Aim, Contest};
use super::{Claim, Entry, FORMAT, Proof, Sequence, Statement};
use crate::board::{Board, Colour, Points, Position, StoneString, diagram, points_of};
use crate::law::RuleSet;
use crate::law::facts::{Answers, Asked, Facts};
use crate::law::{Outcome, RestsOn, Verdict, Written, knowing};
use crate::report::board::verdict_json;
use crate::solve::{Bounds, Budget, Game};
use crate::texts::aj2004::{
    Aj2004, Analysing, Analysis, BlackAnalysis, FixedKoAnalysis, Remembering, Weights, controlled,
};
use crate::texts::j1989::clauses::Infinite;
use crate::texts::j1989::{Confirmation, Confirming};
use crate::texts::j1997::clauses::First;
use crate::texts::j1997::{J1997, PlayOut, Playing};
use crate::texts::mindsports::clauses::Dead;
use crate::texts::mindsports::{Continuation, Continuing, SuperkoContinuation, Visiting};

/// Why a proof is none.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// It cannot be read: something in it names nothing that exists.
    #[error("{0}")]
    Bad(String),
    /// It can be read and does not show what it claims.
    #[error("{0}")]
    Rejected(String),
}

/// What has been verified.
#[derive(Debug)]
pub struct Checked {
    /// The position.
    pub position: Position,
    /// Its board.
    pub board: Board,
    /// The rule set.
    pub rules: RuleSet,
    /// What it says, by the claims and the clauses.
    pub verdict: Verdict,
    /// States of all strategies.
    pub states: usize,
}

/// Verifies a proof.
///
/// # Errors
/// [`Fault`]: the claim, the state and what is wrong with it.
pub fn check(proof: &Proof) -> Result<Checked, Fault> {
    let bad = Fault::Bad;
    if proof.format != FORMAT {
        return Err(bad(format!("the format is `{}`, not `{FORMAT}`", proof.format)));
    }
    let diagram = diagram::parse(&proof.board).map_err(|e| bad(format!("board: {e}")))?;
    if diagram.to_string() != proof.board {
        return Err(bad(format!("board: write `{diagram}`")));
    }
    let (board, position) = Board::new(diagram.grid())
        .zip(diagram.to_position())
        .ok_or_else(|| bad("the board is too large".to_string()))?;
    let rules = match RuleSet::parse(&proof.rules) {
        Ok(sets) if sets.len() == 1 && sets[0].to_string() == proof.rules => sets[0].clone(),
        Ok(sets) => return Err(bad(format!("rules: write one rule set, `{}`", sets[0]))),
        Err(error) => return Err(bad(format!("rules: {error}"))),
    };
    let judged = Judged { board: &board, position, rules: &rules };
    let mut claims = HashMap::new();
    for (number, claim) in proof.claims.iter().enumerate() {
        let at = |why: String| format!("claim {}: {why}", number + 1);
        let what = judged.what(&claim.claim).map_err(|why| bad(at(why)))?;
        if claims.insert(what, claim).is_some() {
            return Err(Fault::Rejected(at("it is made twice".to_string())));
        }
    }
    let holds: HashMap<What, bool> = claims.iter().map(|(&what, claim)| (what, claim.holds)).collect();
    for (number, claim) in proof.claims.iter().enumerate() {
        let what = judged.what(&claim.claim).map_err(bad)?;
        judged.verify(what, claim, &holds).map_err(|why| {
            Fault::Rejected(format!("claim {} ({}): {why}", number + 1, judged.sentence(what, claim.holds)))
        })?;
    }
    let verdict = judged.verdict(&holds).map_err(Fault::Rejected)?;
    let mut written = verdict_json(board.grid(), &verdict);
    written.remove("history");
    if Value::Object(written) != proof.verdict {
        return Err(Fault::Rejected(format!("the claims do not give this verdict, but {}", verdict.outcome)));
    }
    let states = proof.claims.iter().flat_map(|c| c.history.iter().chain(&c.strategy)).map(Vec::len).sum();
    Ok(Checked { position, board, rules, verdict, states })
}

/// A statement, its points read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum What {
    Life(Asked),
    /// Of the end of a sequence: at least (true) or at most this.
    Value(Sequence, bool, i16),
}

struct Judged<'a> {
    board: &'a Board,
    position: Position,
    rules: &'a RuleSet,
}

/// The answers of the claims, and which of them were asked for.
struct Told {
    holds: HashMap<What, bool>,
    asked: std::sync::Mutex<HashSet<What>>,
}

impl Answers for Told {
    fn answer(&self, asked: Asked) -> Option<bool> {
        let what = What::Life(asked);
        // A poisoned lock would leave the claim unasked, and the proof rejected.
        self.asked.lock().ok()?.insert(what);
        self.holds.get(&what).copied()
    }
}

impl Judged<'_> {
    /// Reads a statement.
    fn what(&self, statement: &Statement) -> Result<What, String> {
        let points = |names: &[String]| -> Result<Points, String> {
            let grid = self.board.grid();
            let found =
                names.iter().try_fold(0, |m, n| Ok::<_, String>(m | 1 << grid.point(n).map_err(|e| e.to_string())?))?;
            let right: Vec<String> = points_of(found).map(|p| grid.name(p)).collect();
            if right == names { Ok(found) } else { Err(format!("write the points as {}", right.join(" "))) }
        };
        let string = |names: &[String]| {
            let stones = points(names)?;
            let colour = Colour::ALL.into_iter().find(|&c| stones != 0 && self.position.of(c) & stones == stones);
            let colour = colour.ok_or_else(|| format!("{} is no string of the board", names.join(" ")))?;
            Ok::<_, String>(StoneString { colour, stones })
        };
        Ok(match statement {
            Statement::Captured { string: s } => What::Life(Asked::Captured(string(s)?)),
            Statement::CapturedForGood { string: s, local } => What::Life(Asked::ForGood(string(s)?, points(local)?)),
            Statement::Dead { string: s } => What::Life(Asked::Dead(string(s)?)),
            Statement::Independent { string: s } => What::Life(Asked::Independent(string(s)?)),
            Statement::Capturable { string: s } => What::Life(Asked::Capturable(string(s)?)),
            Statement::AtLeast { of, value } => What::Value(*of, true, *value),
            Statement::AtMost { of, value } => What::Value(*of, false, *value),
        })
    }

    /// The claim in words.
    fn sentence(&self, what: What, holds: bool) -> String {
        let names = |set| points_of(set).map(|p| self.board.grid().name(p)).collect::<Vec<_>>().join(" ");
        let forces = if holds { "forces" } else { "cannot force" };
        match what {
            What::Life(Asked::Captured(s) | Asked::Dead(s)) => {
                format!("{} {forces} the capture of {}", s.colour.opponent(), names(s.stones))
            }
            What::Life(Asked::Capturable(s)) => {
                let opponent = s.colour.opponent();
                format!("without the dead stones {opponent}, moving first, {forces} the capture of {}", names(s.stones))
            }
            What::Life(Asked::ForGood(s, local)) => format!(
                "{} {forces} the capture of {} without a permanent new stone on {}",
                s.colour.opponent(),
                names(s.stones),
                names(local)
            ),
            What::Life(Asked::Independent(s)) => format!("{} {forces} {} to be immortal", s.colour, names(s.stones)),
            What::Value(of, at_least, value) => {
                let white = of == Sequence::WhiteAnalysis;
                let player = if at_least != white { Colour::Black } else { Colour::White };
                let most = if at_least { "least" } else { "most" };
                format!("{player} {forces} an end worth at {most} {value} to {}", if white { "White" } else { "Black" })
            }
        }
    }

    /// Verifies the strategy of a claim.
    fn verify(&self, what: What, claim: &Claim, holds: &HashMap<What, bool>) -> Result<(), String> {
        if let Some(why) = &claim.not_certified {
            return Err(format!("not certified: {why}"));
        }
        let strategy = claim.strategy.as_deref().ok_or("it has no strategy")?;
        let Judged { board, position, rules } = *self;
        let rests_on = rules.text.rests_on(rules);
        let remembers = match what {
            What::Life(Asked::Dead(_)) => rules.reads() == Some(Dead::Superko),
            _ => rests_on == RestsOn::Analyses,
        };
        if claim.history.is_some() && !remembers {
            return Err(format!("under {rules} it does not rest on the history"));
        }
        match (rests_on, what) {
            (RestsOn::Confirmation, What::Life(Asked::Captured(s))) => {
                let game = Confirmation::new(rules, board, s.colour).looking_at(s.stones);
                let met = |state: &Confirming| over(state.original() & s.stones == 0, state.has_ended());
                let aim = Aim::Reach(&met);
                Contest { board, game: &game, player: s.colour.opponent(), aim }.verify(
                    vec![game.start(position)],
                    claim.holds,
                    strategy,
                )
            }
            (RestsOn::Confirmation, What::Life(Asked::ForGood(s, local))) => {
                let game = Confirmation::new(rules, board, s.colour).looking_at(local);
                let gone = |state: &Confirming| state.original() & s.stones == 0;
                let holding = |state: &Confirming| if gone(state) { local & !game.new_stones(state) } else { 0 };
                let met = |state: &Confirming| state.has_ended().then(|| holding(state) == local);
                let aim = if rules.read::<Infinite>() == Infinite::Defender {
                    Aim::Reach(&met)
                } else {
                    Aim::Recur { all: local, holding: &holding, ended: &met }
                };
                if s.stones & !local != 0 {
                    return Err("its string is not on `local`".to_string());
                }
                Contest { board, game: &game, player: s.colour.opponent(), aim }.verify(
                    vec![game.start(position)],
                    claim.holds,
                    strategy,
                )
            }
            (RestsOn::Continuation { .. }, What::Life(Asked::Dead(s))) => {
                let reading = rules.reads().unwrap_or(Dead::OwnerFirst);
                let game = Continuation::new(board, reading != Dead::Superko);
                let first = if reading == Dead::OpponentFirst { s.colour.opponent() } else { s.colour };
                let gone = |state: &Continuing| state.position.of(s.colour) & s.stones != s.stones;
                let taken = |state: &Continuing| over(gone(state), state.has_ended());
                let kept =
                    |state: &Continuing| if gone(state) { Some(false) } else { state.has_ended().then_some(true) };
                let start = game.start(position, first);
                if reading == Dead::Superko {
                    let met = |state: &Continuing| if claim.holds { taken(state) } else { kept(state) };
                    let player = if claim.holds { s.colour.opponent() } else { s.colour };
                    let contest = Contest { board, game: &game, player, aim: Aim::Reach(&met) };
                    return self.under_superko(&contest, start, &met, claim.history.as_deref(), strategy);
                }
                let aim = Aim::Reach(&taken);
                let player = s.colour.opponent();
                Contest { board, game: &game, player, aim }.verify(vec![start], claim.holds, strategy)
            }
            (RestsOn::Continuation { seki: true }, What::Life(Asked::Capturable(s))) => {
                let game = Continuation::new(board, true);
                let gone = |state: &Continuing| state.position.of(s.colour) & s.stones != s.stones;
                let taken = |state: &Continuing| over(gone(state), state.has_ended());
                let player = s.colour.opponent();
                let start = game.start(self.without_dead(holds), player);
                let aim = Aim::Reach(&taken);
                Contest { board, game: &game, player, aim }.verify(vec![start], claim.holds, strategy)
            }
            (RestsOn::Continuation { seki: true }, What::Life(Asked::Independent(s))) => {
                let game = Continuation::new(board, true);
                let met = |state: &Continuing| {
                    if state.position.of(s.colour) & s.stones != s.stones {
                        return Some(false);
                    }
                    over(board.immortal(state.position, s.colour) & s.stones != 0, state.has_ended())
                };
                let start = game.start(self.without_dead(holds), s.colour.opponent());
                Contest { board, game: &game, player: s.colour, aim: Aim::Reach(&met) }.verify(
                    vec![start],
                    claim.holds,
                    strategy,
                )
            }
            (RestsOn::Analyses, What::Value(of @ (Sequence::BlackAnalysis | Sequence::WhiteAnalysis), at_least, k)) => {
                let position = if of == Sequence::WhiteAnalysis { position.swapped() } else { position };
                let game = BlackAnalysis::new(rules, board);
                let weights = Weights::new(board, rules, position);
                let value = |state: &Analysing| weights.of(controlled(board, state.position, Colour::Black));
                let met = |state: &Analysing| (state.passes == 3).then(|| reaches(value(state), at_least, k));
                let player = side(at_least);
                let mut starts = vec![game.start(position)];
                if let Some(history) = &claim.history {
                    // Up to a state of the strategy fixed-ko is kept to. It forbids no move of the strategy after that: what is
                    // used up leads to other states, and a strategy whose rank falls repeats nothing.
                    let entries: HashSet<&str> = strategy.iter().map(|e| e.state.as_str()).collect();
                    let is_left = |r: &Remembering| entries.contains(r.state.written(board).as_str());
                    let game = FixedKoAnalysis(&game);
                    let start = Remembering { state: starts[0], used: Vec::new() };
                    let left = self.leave(&game, start, player, &|r| met(&r.state), &is_left, history)?;
                    starts = left.into_iter().map(|r| r.state).collect();
                    if !claim.holds {
                        return Err("with the history only what holds is shown".to_string());
                    }
                }
                Contest { board, game: &game, player, aim: Aim::Reach(&met) }.verify(starts, claim.holds, strategy)
            }
            (RestsOn::PlayOut, What::Value(Sequence::PlayOut, at_least, k)) => {
                let game = PlayOut::new(rules, board);
                let met = |state: &Playing| state.has_ended().then(|| reaches(game.value(state), at_least, k));
                let start = game.start(position, first(rules));
                Contest { board, game: &game, player: side(at_least), aim: Aim::Reach(&met) }.verify(
                    vec![start],
                    claim.holds,
                    strategy,
                )
            }
            _ => Err(format!("{rules} does not ask for it")),
        }
    }

    /// ms.removed: the position without the stones that the claims call dead.
    fn without_dead(&self, holds: &HashMap<What, bool>) -> Position {
        let is_dead = |s: &StoneString| holds.get(&What::Life(Asked::Dead(*s))) == Some(&true);
        let dead = self.board.strings(self.position).into_iter().filter(is_dead).fold(0, |m, s| m | s.stones);
        self.position.without(dead)
    }

    /// Verifies what a player brings about under situational superko, by a strategy that needs no history and perhaps by what
    /// comes before it.
    ///
    /// Superko only takes moves from the other player. It forbids a play of the strategy if a situation (position and player
    /// to move) comes about that was visited before. A play of the strategy takes the string or leads to a situation that has
    /// an entry, the other player being to move. None of these was visited in the history: it is left as soon as one comes
    /// about. Nor in the strategy: as the rank falls no state comes twice, so the situation would have come about by a pass
    /// first and by the play later. Now a pass of who is to take the string is refuted, since the owner ends the sequence by
    /// another. And after a pass of the owner his opponent has the same plays as without it, and loses at once by a pass: the rank is
    /// at most what it is without, so it cannot fall to that.
    fn under_superko(
        &self,
        contest: &Contest<'_, Continuation>,
        start: Continuing,
        met: &dyn Fn(&Continuing) -> Option<bool>,
        history: Option<&[Entry]>,
        strategy: &[Entry],
    ) -> Result<(), String> {
        let mut starts = vec![start];
        if let Some(history) = history {
            // In which the other player is to move, however they came about; and the player's own states.
            let situation = |text: &str, other: bool| {
                if other { text.strip_suffix(" passed").unwrap_or(text) } else { text }.to_string()
            };
            let entries: HashSet<String> = strategy.iter().map(|e| situation(&e.state, e.mv.is_none())).collect();
            let is_left = |v: &Visiting| {
                let other = contest.game.mover(&v.state) != contest.player;
                entries.contains(&situation(&v.state.written(self.board), other))
            };
            let game = SuperkoContinuation(contest.game);
            let first = game.start(start.position, contest.game.mover(&start));
            let left = self.leave(&game, first, contest.player, &|v| met(&v.state), &is_left, history)?;
            starts = left.into_iter().map(|v| v.state).collect();
        }
        contest.verify(starts, true, strategy)
    }

    /// Verifies that by his moves in `history` a player brings about what he wants, or that `is_left` becomes true: gives the states
    /// in which it does.
    fn leave<G: Game>(
        &self,
        game: &G,
        start: G::State,
        player: Colour,
        met: &dyn Fn(&G::State) -> Option<bool>,
        is_left: &dyn Fn(&G::State) -> bool,
        history: &[Entry],
    ) -> Result<Vec<G::State>, String>
    where
        G::State: Written,
        G::Move: Written,
    {
        if history.is_empty() {
            return Err("its history is empty".to_string());
        }
        let found = std::cell::RefCell::new(Vec::new());
        let over = |state: &G::State| {
            met(state).or_else(|| {
                is_left(state).then(|| found.borrow_mut().push(state.clone()))?;
                Some(true)
            })
        };
        Contest { board: self.board, game, player, aim: Aim::Reach(&over) }.verify(vec![start], true, history)?;
        Ok(found.into_inner())
    }

    /// What the claims come to by the clauses; nothing may be missing and nothing left over.
    fn verdict(&self, holds: &HashMap<What, bool>) -> Result<Verdict, String> {
        let Judged { board, position, rules } = *self;
        let mut used = HashSet::new();
        let verdict = if rules.text.rests_on(rules) == RestsOn::Analyses {
            let [black, white] =
                [Sequence::BlackAnalysis, Sequence::WhiteAnalysis].map(|of| bounds(holds, of, &mut used));
            let (black, white) = (black?, white?);
            if black.lower != black.upper || white.lower != white.upper {
                return Err("the claims do not decide the values of both analyses".to_string());
            }
            let [black, white] = [black, white].map(|value| Analysis { value, without: None, undecided: false });
            Aj2004::result(black, white)
        } else if rules.text.rests_on(rules) == RestsOn::PlayOut {
            let Bounds { lower, upper } = bounds(holds, Sequence::PlayOut, &mut used)?;
            J1997::result(if lower == upper {
                Outcome::Margin(lower.into())
            } else {
                Outcome::NoResult { lo: lower.into(), hi: upper.into() }
            })
        } else {
            let told = Arc::new(Told { holds: holds.clone(), asked: Default::default() });
            let facts = Facts { answers: Some(told.clone()), ..Facts::default() };
            let verdict = knowing(rules, board, Budget::of(1), &facts).judge(position);
            used.clone_from(&*told.asked.lock().map_err(|e| e.to_string())?);
            verdict
        };
        if let Outcome::Undecided { .. } = verdict.outcome {
            return Err("a claim is missing: the verdict stays undecided".to_string());
        }
        match holds.keys().find(|what| !used.contains(what)) {
            Some(&what) => Err(format!("nothing rests on the claim `{}`", self.sentence(what, holds[&what]))),
            None => Ok(verdict),
        }
    }
}

/// Who passed first.
fn first(rules: &RuleSet) -> Colour {
    if rules.read::<First>() == First::White { Colour::White } else { Colour::Black }
}

/// Who is to bring about a value of at least (or at most) something.
fn side(at_least: bool) -> Colour {
    if at_least { Colour::Black } else { Colour::White }
}

fn reaches(value: i16, at_least: bool, k: i16) -> bool {
    if at_least { value >= k } else { value <= k }
}

/// Met, no longer to be met, or open.
fn over(met: bool, ended: bool) -> Option<bool> {
    if met { Some(true) } else { ended.then_some(false) }
}

/// `lo` and `hi` of a sequence: where they differ, also that neither player forces more.
fn bounds(holds: &HashMap<What, bool>, of: Sequence, used: &mut HashSet<What>) -> Result<Bounds<i16>, String> {
    let mut forced = |at_least: bool| {
        let is_it = |(&what, &holds): (&What, &bool)| match what {
            What::Value(sequence, least, value) if holds && sequence == of && least == at_least => Some(value),
            _ => None,
        };
        let value = holds.iter().find_map(is_it).ok_or("a claim about a value is missing")?;
        used.insert(What::Value(of, at_least, value));
        Ok::<i16, String>(value)
    };
    let (lower, upper) = (forced(true)?, forced(false)?);
    if lower != upper {
        for more in [What::Value(of, true, lower + 1), What::Value(of, false, upper - 1)] {
            if holds.get(&more) != Some(&false) {
                return Err("a claim about a value is missing".to_string());
            }
            used.insert(more);
        }
    }
    Ok(Bounds { lower, upper })
}
