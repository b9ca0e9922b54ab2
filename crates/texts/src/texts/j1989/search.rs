//! The questions of j1989.7.1 and how they are answered: which stones are captured, and which for good.

mod sieges;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::judge::J1989Interpreter;
use crate::board::{Board, Colour, Points, Position, StoneString, Symmetry};
use crate::law::facts::{Answers, Facts, told};
use crate::law::{KoMove, RuleSet};
use crate::solve::arena::{Decided, explore, solve};
use crate::solve::attractor::{Attractor, Targets};
use crate::solve::buechi::{Buechi, Conditions};
use crate::solve::fixpoint::{LeastFixpoint, Question};
use crate::solve::search::{LARGEST_LISTED, LISTED_AFTER_SEARCHES, ProofNumberSearch};
use crate::solve::{Bounds, Budget, Game};
use crate::texts::j1989::clauses::Infinite;
use crate::texts::j1989::{Asked, Confirmation, ConfirmationFacts, Confirming};

pub use sieges::{Clearing, Emptying, InTurn, Taking};

/// The confirmations of one board, asked what they come to. What has been solved is remembered.
pub struct Asking {
    /// The game: whose stones are examined, and where new ones are looked for, is set for each question.
    game: Confirmation,
    pub(super) budget: Budget,
    /// Reading `infinite=defender`.
    pub(super) endless_defends: bool,
    /// By owner: the owner's stones that can be forced off the board.
    captured: [Decided<Confirming, Points>; 2],
    /// By `local`.
    for_good: FxHashMap<Points, SolvedForGood>,
    symmetries: Vec<Symmetry>,
    facts: Option<Arc<dyn ConfirmationFacts>>,
    answers: Option<Arc<Answers<Asked>>>,
    /// Questions are searched one by one instead of listing what follows from a position.
    pub(super) searches: bool,
    /// Whether it is forced that a string is captured for good, by position, string and `local`: what searches have decided.
    searched: FxHashMap<(Position, Points, Points), bool>,
    /// Whether it is forced that a string is captured, by position and string: the same.
    searched_once: FxHashMap<(Position, Points), bool>,
    /// Whether it is forced that a player has no stone at all again and again, by position: the same.
    emptied: [FxHashMap<Position, bool>; 2],
}

/// How its questions are answered.
impl J1989Interpreter {
    /// The interpreter of `rules` on `board`.
    #[must_use]
    pub fn new(rules: RuleSet, board: Board, budget: Budget, facts: &Facts) -> J1989Interpreter {
        let ask = Asking::new(&rules, &board, budget, facts);
        J1989Interpreter { rules, board, ask }
    }

    /// The interpreter that searches on boards of any size, as on large ones.
    #[must_use]
    pub fn searching(mut self) -> J1989Interpreter {
        self.ask.searches = true;
        self
    }
}

impl Asking {
    /// The confirmations of `rules` on `board`.
    pub fn new(rules: &RuleSet, board: &Board, budget: Budget, facts: &Facts) -> Asking {
        Asking {
            game: Confirmation::new(rules, board, Colour::Black),
            budget,
            endless_defends: rules.read::<Infinite>() == Infinite::Defender,
            captured: Default::default(),
            for_good: FxHashMap::default(),
            symmetries: Symmetry::all(board.grid()),
            facts: facts.known(),
            answers: facts.known(),
            searches: board.len() > LARGEST_LISTED,
            searched: FxHashMap::default(),
            searched_once: FxHashMap::default(),
            emptied: Default::default(),
        }
    }

    /// Whether questions are searched one by one, with more and more room: no text, table or reading has it otherwise.
    pub(super) fn in_rounds(&self) -> bool {
        self.searches && self.facts.is_none() && self.answers.is_none() && !self.endless_defends
    }

    /// The confirmation of the life of `owner`'s stones, new stones being looked for on `local`.
    pub fn confirmation(&self, owner: Colour, local: Points) -> Confirmation {
        Confirmation { owner, local, ..self.game.clone() }
    }

    /// The stones of `owner` that the opponent can (lower) or might (upper) take.
    pub fn taken(&mut self, position: Position, owner: Colour) -> Bounds<Points> {
        if let Some(answers) = &self.answers {
            let strings = self.game.board.strings(position).into_iter().filter(|s| s.colour == owner);
            return told(answers.as_ref(), strings, Asked::Captured);
        }
        if let Some(facts) = &self.facts {
            return Bounds::exactly(facts.captured(position, owner));
        }
        let game = self.confirmation(owner, 0);
        let searched = (self.searches && !self.in_rounds()).then(|| taken(&game, position, self.budget));
        if let Some(found) = searched.filter(|found| found.decided().is_some()) {
            return found;
        }
        let budget = self.listing();
        let listed = captured(&game, &game.start(position), &mut self.captured[owner.index()], budget);
        searched.map_or(listed, |found| found.and(listed))
    }

    /// Whether taking `string`, which the opponent can do, brings forth a new stone of its owner's on `local` that cannot be taken;
    /// `None` if the budget ran out.
    ///
    /// On a small board, of which many positions are judged, the question for the whole board comes first: a larger `local` can only
    /// help the owner, so a string not alive through the whole board is alive through no part of it, and what is solved for the
    /// whole board serves all strings. Elsewhere a small `local` has far fewer states.
    pub fn brings_forth(&mut self, position: Position, string: &StoneString, local: Points) -> Option<bool> {
        const SMALL: usize = 12;
        let all = self.game.board.all();
        // Facts about the whole board say more than the question would.
        let first = self.facts.is_none() && self.answers.is_none() && self.game.board.len() <= SMALL;
        if first && local != all && self.through(position, string, all) == Some(false) {
            return Some(false);
        }
        self.through(position, string, local)
    }

    fn through(&mut self, position: Position, string: &StoneString, local: Points) -> Option<bool> {
        if let Some(answers) = &self.answers {
            return answers.answer(Asked::ForGood(*string, local)).map(|forced| !forced);
        }
        let budget = self.listing();
        // Symmetric questions have one answer: ask the one about Black whose `local` is least, to meet it again.
        let position = position.seen_by(string.colour);
        let image = self.symmetries.iter().min_by_key(|s| s.points(local))?;
        let (position, stones, local) = (image.position(position), image.points(string.stones), image.points(local));
        let game = self.confirmation(Colour::Black, local);
        let question = ForGood {
            confirmation: &game,
            string: stones,
            endless_defends: self.endless_defends,
            facts: self.facts.as_deref(),
        };
        let solved = self.for_good.entry(local).or_default();
        question.forced(&game.start(position), solved, budget).decided().map(|forced| !forced)
    }

    /// What may be listed: where searches come first, and find nothing, not so much.
    fn listing(&self) -> Budget {
        let search = self.searches && !self.endless_defends;
        if search { self.budget.part(LISTED_AFTER_SEARCHES) } else { self.budget }
    }

    /// Whether a line can be shown of a string that the opponent can take: a search leaves none, so that what follows from the
    /// position has to be listed.
    pub(super) fn is_listed(&self, position: Position, string: StoneString, local: Points) -> bool {
        if !self.searches {
            return true;
        }
        let game = self.confirmation(string.colour, local);
        let (start, budget) = (game.start(position), Budget { states: self.budget.states.min(20_000), ..self.budget });
        let found = captured(&game, &start, &mut Decided::default(), budget);
        let question = ForGood { confirmation: &game, string: string.stones, endless_defends: false, facts: None };
        (found.lower ^ found.upper) & string.stones == 0
            && question.forced(&start, &mut SolvedForGood::default(), budget).decided().is_some()
    }

    /// By a search: whether the opponent forces the capture of `string`.
    pub(super) fn forced_once(&mut self, position: Position, string: &StoneString, budget: Budget) -> Option<bool> {
        let asked = (position, string.stones);
        if let Some(&answer) = self.searched_once.get(&asked) {
            return Some(answer);
        }
        let game = self.confirmation(string.colour, 0);
        let taking = Taking { confirmation: &game, point: string.stones.trailing_zeros() as usize };
        let answer = ProofNumberSearch::new(&taking).wins(&game.start(position), budget)?;
        self.searched_once.insert(asked, answer);
        Some(answer)
    }

    /// By a search: whether the opponent forces that `owner` has no stone at all again and again.
    pub(super) fn forced_empty(&mut self, position: Position, owner: Colour, budget: Budget) -> Option<bool> {
        if let Some(&answer) = self.emptied[owner.index()].get(&position) {
            return Some(answer);
        }
        let game = self.confirmation(owner, 0);
        let answer = ProofNumberSearch::new(&Emptying { confirmation: &game }).wins(&game.start(position), budget)?;
        self.emptied[owner.index()].insert(position, answer);
        Some(answer)
    }

    /// By a search: whether the opponent forces that `string` is captured and no new stone on `local` is permanent.
    pub(super) fn forced_for_good(
        &mut self,
        position: Position,
        string: &StoneString,
        local: Points,
        budget: Budget,
    ) -> Option<bool> {
        let asked = (position, string.stones, local);
        if let Some(&answer) = self.searched.get(&asked) {
            return Some(answer);
        }
        let game = self.confirmation(string.colour, local);
        let question = ForGood { confirmation: &game, string: string.stones, endless_defends: false, facts: None };
        let answer = question.searched(&game.start(position), budget);
        if let Some(answer) = answer {
            self.searched.insert(asked, answer);
        }
        answer
    }
}

/// A confirmation without the ordinary passes that cannot help who makes them, given the goal of the opponent (the
/// attacker): a condition that he must meet when the sequence ends.
///
/// An ordinary pass of the attacker lets the owner pass too, which ends the sequence: where the goal is not met that loses.
/// Where it is met, the owner loses by an ordinary pass, as the attacker may end the sequence by another. So the attacker
/// passes only where the goal is met, the owner only where it is not, the sequence never ends by two passes, and nobody has
/// to remember whether the last move was one. A player without a move has lost or won as the goal says.
pub struct Pressing<'a, F> {
    /// The sequences.
    pub confirmation: &'a Confirmation,
    /// The condition.
    pub met: F,
}

impl<F: Fn(&Confirming) -> bool> Game for Pressing<'_, F> {
    type State = Confirming;
    type Move = KoMove;

    fn mover(&self, state: &Confirming) -> Colour {
        state.mover
    }

    fn moves(&self, state: &Confirming, out: &mut Vec<(KoMove, Confirming)>) {
        self.confirmation.moves(state, out);
        let attacks = state.mover != self.confirmation.owner;
        if attacks != (self.met)(state) {
            out.retain(|(mv, _)| *mv != KoMove::Pass);
        }
        for (_, next) in out {
            next.passed = false;
        }
    }
}

/// Whether the owner, moving second or first, loses the stone on a point, if that is seen at once; with a zone. He keeps a safe
/// stone by answers, and loses what is where nothing can live.
pub(in crate::texts) fn surely_taken(
    board: &Board,
    position: Position,
    owner: Colour,
    point: usize,
) -> Option<(bool, Points)> {
    let stone = 1 << point;
    if position.of(owner) & stone == 0 {
        return Some((true, stone));
    }
    let kept = board.safe_zone(position, owner, point).map(|zone| (false, zone));
    kept.or_else(|| Some((true, board.barred_zone(position, owner.opponent(), stone)? | stone)))
}

/// The only liberty of the owner's string on a point.
pub(in crate::texts) fn last_liberty(board: &Board, position: Position, owner: Colour, point: usize) -> Option<usize> {
    let liberties = board.liberties(position, board.connected(1 << point, position.of(owner)));
    liberties.is_power_of_two().then(|| liberties.trailing_zeros() as usize)
}

/// How hard it seems to take the owner's string on a point, and to keep it.
pub(in crate::texts) fn hope_of_taking(
    board: &Board,
    position: Position,
    owner: Colour,
    point: usize,
    owner_moves: bool,
) -> (u32, u32) {
    let liberties = board.liberties(position, board.connected(1 << point, position.of(owner))).count_ones();
    let needed = liberties.clamp(1, 10) + u32::from(owner_moves);
    (needed, 1 + 4 / needed)
}

/// Which of the owner's stones the opponent forces off the board.
pub struct Captured<'a>(pub &'a Confirmation);

impl<G: Game<State = Confirming>> Targets<G> for Captured<'_> {
    fn attacker(&self) -> Colour {
        self.0.owner.opponent()
    }

    fn live(&self, state: &Confirming) -> Points {
        state.position.of(self.0.owner)
    }

    fn reached(&self, from: &Confirming, to: &Confirming) -> Points {
        from.position.of(self.0.owner) & !to.position.of(self.0.owner)
    }

    fn known(&mut self, state: &Confirming) -> (Points, Points) {
        if state.ended {
            return (0, 0);
        }
        // An owner who always passes keeps an immortal stone; the attacker never has to pass before he has taken what is
        // where nothing can live.
        let (board, live) = (&self.0.board, state.position.of(self.0.owner));
        let lost = live & board.denied(state.position, self.0.owner.opponent());
        (lost, live & !board.immortal(state.position, self.0.owner))
    }
}

/// The stones of the owner that the opponent forces off the board from `state`: surely, and possibly.
pub fn captured(
    confirmation: &Confirmation,
    state: &Confirming,
    solved: &mut Decided<Confirming, Points>,
    budget: Budget,
) -> Bounds<Points> {
    let game = Pressing { confirmation, met: |_: &Confirming| false };
    solve(&game, &mut LeastFixpoint(&mut Attractor(Captured(confirmation))), solved, state, budget)
}

/// The same of all stones in `position`, string by string, by a search.
pub fn taken(confirmation: &Confirmation, position: Position, budget: Budget) -> Bounds<Points> {
    let mut found = Bounds::exactly(0);
    for string in confirmation.board.components(position.of(confirmation.owner)) {
        let game = Taking { confirmation, point: string.trailing_zeros() as usize };
        let answer = ProofNumberSearch::new(&game).wins(&confirmation.start(position), budget);
        found.lower |= if answer == Some(true) { string } else { 0 };
        found.upper |= if answer == Some(false) { 0 } else { string };
    }
    found
}

/// The opponent forces both that `string` is captured and that no stone new on `local` is permanent.
pub struct ForGood<'a> {
    /// The sequences; its `local`.
    pub confirmation: &'a Confirmation,
    /// The string.
    pub string: Points,
    /// Reading `infinite=defender`: he must bring the sequence to an end.
    pub endless_defends: bool,
    /// What is known of every state.
    pub facts: Option<&'a dyn ConfirmationFacts>,
}

/// What has been solved of the play after a capture of Black's stones, for one `local`.
#[derive(Default)]
pub struct SolvedForGood {
    endless: Decided<Confirming, bool>,
    ended: Decided<Confirming, u64>,
}

impl ForGood<'_> {
    /// Whether he forces it from `state`.
    pub fn forced(&self, state: &Confirming, solved: &mut SolvedForGood, budget: Budget) -> Bounds<bool> {
        let ForGood { confirmation, string, .. } = *self;
        let game = Pressing { confirmation, met: |s: &Confirming| confirmation.cleared(s, string) };
        if self.endless_defends {
            let mut question = AtEnd { asked: self, solved: &solved.ended };
            let found = explore(&game, &mut LeastFixpoint(&mut question), &Decided::default(), state, budget);
            let Bounds { lower, upper } = found.bounds[0];
            keep(&mut solved.ended, string, found.values());
            Bounds { lower: lower == 1, upper: upper == 1 }
        } else {
            let question = AgainAndAgain { asked: self, solved: &solved.endless };
            let found = explore(&game, &mut Buechi(question), &Decided::default(), state, budget);
            keep(&mut solved.endless, string, found.values());
            found.bounds[0]
        }
    }

    /// The same by a search, not with `endless_defends`; `None` if it is not decided.
    pub fn searched(&self, state: &Confirming, budget: Budget) -> Option<bool> {
        let simple = Clearing(self);
        // Zones of captures for good are right, but do not pay (docs/src/reach.md).
        let mut search = ProofNumberSearch::new(&simple).without_zones();
        let answer = search.wins(state, budget);
        if answer.is_some() || !search.is_doubted() {
            return answer;
        }
        let in_turn = InTurn(self);
        ProofNumberSearch::new(&in_turn).without_zones().wins(&in_turn.start(state), budget)
    }

    /// Seen without looking further: an owner who always passes keeps an immortal stone; and nothing lives where nothing can.
    fn known(&self, state: &Confirming) -> Option<bool> {
        let ForGood { confirmation: c, string, .. } = *self;
        let stones = c.new_stones(state) | state.original & string;
        if stones & c.board.immortal(state.position, c.owner) != 0 {
            return Some(false);
        }
        if let Some(found) = self.facts.and_then(|facts| self.looked_up(state, facts)) {
            return Some(found);
        }
        // The attacker sees to it that nothing is on `local` ever again; to bring the sequence to an end as well he needs that
        // everywhere, so that the owner has no move left but to pass.
        let denied = c.board.denied(state.position, c.owner.opponent());
        let needed = if self.endless_defends { c.board.all() } else { c.local };
        (needed & !denied == 0).then_some(true)
    }

    /// What follows from facts about single points and about the whole board. He must see to every point of `local` that is
    /// not an original stone's, if need be by capturing the string; and he has what he wants where he can see to every point
    /// of the board, its original stones counted as new.
    fn looked_up(&self, state: &Confirming, facts: &dyn ConfirmationFacts) -> Option<bool> {
        let c = self.confirmation;
        let cleared = facts.cleared(state, c.owner)?;
        if cleared.everywhere && !self.endless_defends {
            return Some(true);
        }
        let standing = state.original & self.string;
        // Of one point they say all, unless the sequence is to end.
        if c.local.is_power_of_two() && !self.endless_defends && (standing == c.local || state.original == 0) {
            let forced = if standing == 0 { cleared.each } else { cleared.captured };
            return Some(c.local & !forced == 0);
        }
        let must = c.local & !state.original & !cleared.each | c.local & standing & !cleared.captured;
        (must != 0).then_some(false)
    }
}

/// [`ForGood`] as an infinite game: again and again the string is gone and a point of `local` is free of a new stone, for
/// every point.
struct AgainAndAgain<'a> {
    asked: &'a ForGood<'a>,
    solved: &'a Decided<Confirming, bool>,
}

impl<G: Game<State = Confirming>> Conditions<G> for AgainAndAgain<'_> {
    fn attacker(&self) -> Colour {
        self.asked.confirmation.owner.opponent()
    }

    fn all(&self) -> Points {
        self.asked.confirmation.local
    }

    fn holding(&self, state: &Confirming) -> Points {
        let ForGood { confirmation: c, string, .. } = *self.asked;
        if state.original & string == 0 { c.local & !c.new_stones(state) } else { 0 }
    }

    fn known(&mut self, state: &Confirming) -> Option<bool> {
        let after = state.original & self.asked.string == 0;
        let solved = if after { self.solved.get(state).copied() } else { None };
        solved.or_else(|| self.asked.known(state))
    }
}

/// [`ForGood`] with an end that the attacker must bring about.
struct AtEnd<'a> {
    asked: &'a ForGood<'a>,
    solved: &'a Decided<Confirming, u64>,
}

impl<G: Game<State = Confirming>> Question<G> for AtEnd<'_> {
    type Value = u64;

    fn maximiser(&self) -> Colour {
        self.asked.confirmation.owner.opponent()
    }

    fn through(&self, _: &Confirming, _: &Confirming, value: u64) -> u64 {
        value
    }

    fn known(&mut self, state: &Confirming) -> Bounds<u64> {
        let after = state.original & self.asked.string == 0;
        let solved = if after { self.solved.get(state).copied() } else { None };
        let known = solved.or_else(|| self.asked.known(state).map(u64::from));
        known.map_or(Bounds { lower: 0, upper: 1 }, Bounds::exactly)
    }

    fn end(&mut self, state: &Confirming) -> u64 {
        u64::from(self.asked.confirmation.cleared(state, self.asked.string))
    }
}

/// Keeps what is decided of the states after the capture of `string`: that does not depend on the string.
fn keep<'s, V: Copy + Eq + 's>(
    solved: &mut Decided<Confirming, V>,
    string: Points,
    found: impl Iterator<Item = (&'s Confirming, Bounds<V>)>,
) {
    let after = found.filter(|(state, _)| state.original & string == 0);
    solved.extend(after.filter_map(|(state, bounds)| Some((*state, bounds.decided()?))));
}
