//! How the questions of Article 7.1 are answered: by what is told or tabled, at sight, by searches, or by lists of what follows.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::judge::{Examined, J1989Interpreter};
use super::questions::{Asked, Seen};
pub use super::sieges::{Clearing, Emptying, InTurn, Taking};
use crate::board::{Board, Colour, Points, Position, StoneString, Symmetry, Wide, WideBoard, points_of};
use crate::law::facts::{Answers, Facts};
use crate::law::finished::{Sight, narrow};
use crate::law::{KoMove, RuleSet};
use crate::solve::arena::{Decided, explore, solve};
use crate::solve::attractor::{Attractor, Targets};
use crate::solve::buechi::{Buechi, Conditions};
use crate::solve::fixpoint::{LeastFixpoint, Question};
use crate::solve::ladder::{self, Answered, Ask, By, Rung, Seeker, climb};
use crate::solve::local::{LEVELS, LocalGames};
use crate::solve::search::{LARGEST_LISTED, ProofNumberSearch};
use crate::solve::{Bounds, Budget, Game, clock};
use crate::texts::j1989::clauses::{Enable, Infinite};
use crate::texts::j1989::{Confirmation, ConfirmationFacts, Confirming};

/// The confirmations of one board, asked what they come to. What has been solved is remembered.
pub struct ConfirmationSolver {
    rules: RuleSet,
    /// The game: whose stones are examined, and where new ones are looked for, is set for each question.
    game: Confirmation,
    pub(super) budget: Budget,
    /// By owner: the owner's stones that can be forced off the board.
    captured: [Decided<Confirming, Points>; 2],
    /// By `local`.
    for_good: FxHashMap<Points, SolvedForGood>,
    symmetries: Vec<Symmetry>,
    facts: Option<Arc<dyn ConfirmationFacts>>,
    told: Option<Arc<Answers<Asked<Points>>>>,
    /// Questions are searched one by one instead of listing what follows from a position.
    searches: bool,
    /// What is known of the position that was asked about last.
    last: (Position, Answered<Asked<Points>>),
}

/// How its questions are answered.
impl J1989Interpreter {
    /// The interpreter of `rules` on `board`.
    #[must_use]
    pub fn new(rules: RuleSet, board: Board, budget: Budget, facts: &Facts) -> J1989Interpreter {
        let ask = ConfirmationSolver::new(&rules, &board, budget, facts);
        J1989Interpreter { rules, board, ask }
    }

    /// The interpreter that searches on boards of any size, as on large ones.
    #[must_use]
    pub fn searching(mut self) -> J1989Interpreter {
        self.ask.searches = true;
        self
    }
}

impl ConfirmationSolver {
    /// The confirmations of `rules` on `board`.
    pub fn new(rules: &RuleSet, board: &Board, budget: Budget, facts: &Facts) -> ConfirmationSolver {
        ConfirmationSolver {
            rules: rules.clone(),
            game: Confirmation::new(rules, board, Colour::Black),
            budget,
            captured: Default::default(),
            for_good: FxHashMap::default(),
            symmetries: Symmetry::all(board.grid()),
            facts: facts.known(),
            told: facts.known(),
            searches: board.len() > LARGEST_LISTED,
            last: Default::default(),
        }
    }

    /// What `judge` says of a position whose questions are answered here.
    pub fn about(
        &mut self,
        position: Position,
        judge: impl FnMut(&mut dyn Ask<Asked<Points>>) -> Vec<Examined<Points>>,
    ) -> Vec<Examined<Points>> {
        let (met, mut known) = std::mem::take(&mut self.last);
        if met != position {
            known.clear();
        }
        let rungs = match self.infinite() {
            _ if !self.searches || self.facts.is_some() || self.told.is_some() => ladder::LISTED,
            Infinite::Attacker => ladder::SEARCHED,
            Infinite::Defender => ladder::SEARCHED_ONCE,
        };
        let is_open = |said: &Vec<Examined<Points>>| said.iter().any(Examined::is_open);
        let said = climb(rungs, &mut Seeking::new(self, position), &mut known, judge, is_open);
        self.last = (position, known);
        said
    }

    fn infinite(&self) -> Infinite {
        self.rules.read()
    }

    /// Reading `infinite=defender`.
    pub(super) fn endless_defends(&self) -> bool {
        self.infinite() == Infinite::Defender
    }

    /// The confirmation of the life of `owner`'s stones, new stones being looked for on `local`.
    pub fn confirmation(&self, owner: Colour, local: Points) -> Confirmation {
        Confirmation { owner, local, ..self.game.clone() }
    }

    /// From a table, or by a list of what follows: the stones of `owner` that the opponent can (lower) or might (upper) take.
    fn taken(&mut self, position: Position, owner: Colour, budget: Budget) -> Bounds<Points> {
        if let Some(facts) = &self.facts {
            return Bounds::exactly(facts.captured(position, owner));
        }
        let game = self.confirmation(owner, 0);
        captured(&game, &game.start(position), &mut self.captured[owner.index()], budget)
    }

    /// By a list of what follows: whether the opponent forces that the string is captured and no new stone on `local` is permanent.
    ///
    /// On a small board, of which many positions are judged, the question for the whole board comes first: a larger `local` can only
    /// help the owner, so a string not alive through the whole board is alive through no part of it, and what is solved for the
    /// whole board serves all strings. Elsewhere a small `local` has far fewer states, and facts about the whole board say more than
    /// the question would.
    fn listed_for_good(
        &mut self,
        position: Position,
        string: StoneString,
        local: Points,
        budget: Budget,
    ) -> Option<bool> {
        const SMALL: usize = 12;
        let all = self.game.board.all();
        let first = self.facts.is_none() && self.game.board.len() <= SMALL;
        if first && local != all && self.list_for_good(position, string, all, budget) == Some(true) {
            return Some(true);
        }
        self.list_for_good(position, string, local, budget)
    }

    fn list_for_good(
        &mut self,
        position: Position,
        string: StoneString,
        local: Points,
        budget: Budget,
    ) -> Option<bool> {
        // Symmetric questions have one answer: ask the one about Black whose `local` is least, to meet it again.
        let position = position.seen_by(string.colour);
        let image = self.symmetries.iter().min_by_key(|s| s.points(local))?;
        let (position, stones, local) = (image.position(position), image.points(string.stones), image.points(local));
        let game = self.confirmation(Colour::Black, local);
        let endless_defends = self.endless_defends();
        let facts = self.facts.as_deref();
        let question = ForGood { confirmation: &game, string: stones, endless_defends, facts };
        let solved = self.for_good.entry(local).or_default();
        question.forced(&game.start(position), solved, budget).decided()
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
    fn searched(&self, position: Position, string: StoneString, budget: Budget) -> Option<bool> {
        let game = self.confirmation(string.colour, 0);
        let taking = Taking { confirmation: &game, point: string.stones.trailing_zeros() as usize };
        ProofNumberSearch::new(&taking).wins(&game.start(position), budget)
    }

    /// By a search: whether the opponent forces that `owner` has no stone at all again and again.
    fn searched_empty(&self, position: Position, owner: Colour, budget: Budget) -> Option<bool> {
        let game = self.confirmation(owner, 0);
        ProofNumberSearch::new(&Emptying { confirmation: &game }).wins(&game.start(position), budget)
    }

    /// By a search: whether the opponent forces that `string` is captured and no new stone on `local` is permanent.
    fn searched_for_good(
        &self,
        position: Position,
        string: StoneString,
        local: Points,
        budget: Budget,
    ) -> Option<bool> {
        let game = self.confirmation(string.colour, local);
        let question = ForGood { confirmation: &game, string: string.stones, endless_defends: false, facts: None };
        question.searched(&game.start(position), budget)
    }
}

/// Whether a string is kept by itself is asked with so many times the states of other questions: two or three of its parts cost as much
/// time as one state of theirs, and its answers serve all of them. Not with more than the deepest level of a region, unless the budget is larger.
const EARLIER: usize = 16;

/// Seeks the answers to the questions about one position, rung by rung.
struct Seeking<'a> {
    solver: &'a mut ConfirmationSolver,
    position: Position,
    rung: Rung,
    budget: Budget,
    /// What has been found of local games.
    games: Option<Rc<RefCell<LocalGames>>>,
    /// What is seen as the position stands, by owner.
    seen: [Seen<Points>; 2],
    /// What is seen after first plays of the owner's opponent.
    struck: [Vec<Seen<Points>>; 2],
    /// The states with which it was tried to show that a string is kept by itself.
    tried: FxHashMap<Points, usize>,
    /// Whether the opponent forces that the owner has no stone at all again and again, if that was asked on this rung or is known.
    emptied: [Option<Option<bool>>; 2],
    /// The stones of the owner that can be taken, as lists or tables have it.
    listed: [Option<Bounds<Points>>; 2],
}

impl<'a> Seeking<'a> {
    fn new(solver: &'a mut ConfirmationSolver, position: Position) -> Seeking<'a> {
        let budget = solver.budget;
        Seeking {
            solver,
            position,
            rung: ladder::LISTED.0,
            budget,
            games: None,
            seen: Default::default(),
            struck: Default::default(),
            tried: FxHashMap::default(),
            emptied: Default::default(),
            listed: Default::default(),
        }
    }

    /// A position as it is seen region by region, `known` being kept.
    fn sight(&mut self, position: Position, budget: Budget, known: [Wide; 2]) -> Option<Sight> {
        let board = &self.solver.game.board;
        let sight = Sight::on(board, position, budget)?;
        let new = || Rc::new(RefCell::new(LocalGames::new(&WideBoard::new(board.grid()))));
        Some(sight.with_games(self.games.get_or_insert_with(new)).knowing(known))
    }

    /// The stones of the owner that are known to be uncapturable.
    fn uncapturable(&self, known: &Answered<Asked<Points>>, owner: Colour) -> Wide {
        let strings = self.solver.game.board.components(self.position.of(owner));
        let kept = strings.filter(|&s| known.get(Asked::Captured(owner, s)) == Some(false));
        kept.flat_map(points_of).collect()
    }

    /// What is seen of the owner's stones after first plays of his opponent's: of those that are no ko captures, on points in the same region
    /// between the opponent's stones as a string about which something is open, where some such string is seen to be taken then. It is the
    /// opponent who begins (j1989.7.1), and what is seen then is so whoever is to move.
    fn first_plays(&mut self, owner: Colour, known: &Answered<Asked<Points>>, budget: Budget) -> Vec<Seen<Points>> {
        let (position, opponent) = (self.position, owner.opponent());
        let mut strings: Vec<Points> = known
            .open()
            .iter()
            .filter(|asked| asked.owner() == owner)
            .map(|asked| asked.string())
            .filter(|&s| known.get(Asked::Captured(owner, s)) != Some(false))
            .collect();
        strings.sort_unstable();
        strings.dedup();
        let board = self.solver.game.board.clone();
        let region = |s: Points| board.connected(s, board.all() & !position.of(opponent));
        let mut open: Vec<(Points, Points)> = strings.into_iter().map(|s| (s, region(s))).collect();
        let points = board.empty(position) & open.iter().fold(0, |m, (_, region)| m | region);
        // Those that the opponent cannot take by playing first.
        let mut kept = [Wide::default(); 2];
        kept[owner.index()] = self.uncapturable(known, owner);
        let mut found = Vec::new();
        for p in points_of(points) {
            if open.is_empty() || clock::is_over() {
                break;
            }
            let Some(play) = board.play(position, opponent, p).filter(|play| play.ko.is_none()) else { continue };
            let Some(sight) = self.sight(play.after, budget, kept) else { break };
            let barred = narrow(sight.held(opponent).barred) | !play.after.of(owner);
            let seen =
                Seen { kept: 0, dead: position.of(owner) & barred, forbidden: narrow(sight.forbidden(opponent)) };
            if open.iter().any(|(string, _)| string & !seen.dead == 0) {
                found.push(seen);
            }
            // More cannot be seen of those whose region is forbidden.
            open.retain(|(string, region)| string & !seen.dead != 0 || region & !seen.forbidden != 0);
        }
        found
    }

    /// At sight, as the position stands or after a first play.
    fn at_sight(&self, question: Asked<Points>) -> Option<bool> {
        let own = question.owner().index();
        let rules = &self.solver.rules;
        let seen = [&self.seen[own]].into_iter().chain(&self.struck[own]);
        seen.into_iter().find_map(|seen| seen.answer(rules, question))
    }

    /// No stone of the owner's is permanent anywhere: more than is asked, and sometimes found sooner.
    fn is_emptied(&mut self, owner: Colour) -> bool {
        let (solver, position, budget) = (&*self.solver, self.position, self.budget);
        let search = || solver.searched_empty(position, owner, budget);
        *self.emptied[owner.index()].get_or_insert_with(search) == Some(true)
    }

    /// Whether the string is seen to be kept by itself, whoever is to move.
    fn is_kept(&mut self, string: StoneString) -> bool {
        let most = self.solver.budget.states.max(LEVELS[3]);
        let budget = Budget { states: self.budget.states.saturating_mul(EARLIER).min(most), ..self.budget };
        let tried = self.tried.entry(string.stones).or_default();
        if budget.states <= *tried {
            return false;
        }
        *tried = budget.states;
        let stones = points_of(string.stones).collect();
        self.sight(self.position, budget, Default::default()).is_some_and(|sight| sight.keeps(string.colour, stones))
    }

    fn by_search(&mut self, question: Asked<Points>) -> Option<bool> {
        let (position, budget) = (self.position, self.budget);
        let string = StoneString { colour: question.owner(), stones: question.string() };
        if self.solver.endless_defends() {
            // That the sequence is brought to an end is not searched for.
            let is_capture = matches!(question, Asked::Captured(..));
            return if is_capture { self.solver.searched(position, string, budget) } else { None };
        }
        if let Some(seen) = self.at_sight(question) {
            return Some(seen);
        }
        // Where new stones do not matter nobody asks about them.
        if self.solver.rules.read::<Enable>() != Enable::None && self.is_emptied(string.colour) {
            return Some(true);
        }
        match question {
            Asked::Captured(..) if self.is_kept(string) => Some(false),
            Asked::Captured(..) => self.solver.searched(position, string, budget),
            Asked::ForGood(_, _, local) => self.solver.searched_for_good(position, string, local, budget),
        }
    }

    fn by_list(&mut self, question: Asked<Points>) -> Option<bool> {
        let (position, budget, owner) = (self.position, self.budget, question.owner());
        match question {
            Asked::Captured(_, string) => {
                let solver = &mut *self.solver;
                let listed = &mut self.listed[owner.index()];
                let taken = *listed.get_or_insert_with(|| solver.taken(position, owner, budget));
                Bounds { lower: taken.lower & string != 0, upper: taken.upper & string != 0 }.decided()
            }
            Asked::ForGood(_, stones, local) => {
                self.solver.listed_for_good(position, StoneString { colour: owner, stones }, local, budget)
            }
        }
    }
}

impl Seeker<Asked<Points>> for Seeking<'_> {
    fn begin(&mut self, rung: Rung, known: &Answered<Asked<Points>>) {
        (self.rung, self.budget) = (rung, self.solver.budget.part(rung.part));
        if rung.by == By::List || self.solver.endless_defends() {
            return;
        }
        for owner in Colour::ALL {
            if let Some(states) = rung.plays {
                let states = states.min(self.solver.budget.states);
                let seen = self.first_plays(owner, known, Budget { states, ..self.solver.budget });
                self.struck[owner.index()].extend(seen);
            }
            self.emptied[owner.index()] = self.emptied[owner.index()].filter(Option::is_some);
        }
        let kept = Colour::ALL.map(|owner| self.uncapturable(known, owner));
        if let Some(sight) = self.sight(self.position, self.budget, kept) {
            self.seen = Colour::ALL.map(|owner| Seen::of(&sight, owner).map(narrow));
        }
    }

    fn seek(&mut self, question: Asked<Points>) -> Option<bool> {
        if let Some(told) = &self.solver.told {
            return told.answer(question);
        }
        match self.rung.by {
            By::Search => self.by_search(question),
            By::List => self.by_list(question),
        }
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

    /// Whether it is seen without looking further that he forces it from `state`.
    pub fn is_seen(&self, state: &Confirming) -> bool {
        self.known(state) == Some(true)
    }

    /// Whether the string is gone and no new stone stands.
    pub fn is_met(&self, state: &Confirming) -> bool {
        self.confirmation.cleared(state, self.string)
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
