//! How the questions of Article 7.1 are answered: by what is told or tabled, at sight, by searches, or by lists of what follows.

mod listed;
mod searches;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use self::listed::Listed;
use self::searches::{Searches, is_small_enough};
use super::counted::Pursuit;
use super::lines::{Showing, Shown, decided_by, plain};
pub use super::lists::{Captured, ForGood, Pressing, SolvedForGood, captured};
use super::questions::{Asked, Seen};
use super::sieges::Told;
pub use super::sieges::{Awaiting, Clearing, Emptying, InTurn, Taking};
use crate::board::{Board, Colour, Points, Position, StoneString, Symmetry, Wide, WideBoard, points_of};
use crate::law::facts::{Answers, Facts};
use crate::law::finished::{Sight, narrow};
use crate::law::{ClauseId, LineMove, RuleSet};
use crate::solve::arena::Decided;
use crate::solve::evidence::{Evidence, Known};
use crate::solve::ladder::{self, Answered, Ask, By, Rung, Seeker, climb};
use crate::solve::local::{LEVELS, LocalGames};
use crate::solve::search::{LARGEST_LISTED, ProofNumberSearch};
use crate::solve::{Budget, clock};
use crate::texts::j1989::clauses::Infinite;
use crate::texts::j1989::{Confirmation, ConfirmationFacts, Confirming};

/// The confirmations of one board, asked what they come to. What has been solved is remembered.
pub struct ConfirmationSolver {
    rules: RuleSet,
    /// It is minded what comes after a capture.
    minded: bool,
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
    last: (Position, Found),
}

/// The answers about a position.
type Found = Answered<Asked<Points>, Shown>;

/// What the answers about a position rest on.
pub struct Grounds {
    known: Found,
    /// States that were explored for them.
    pub spent: usize,
}

impl Grounds {
    /// What the answer to a question rests on.
    #[must_use]
    pub fn of(&self, question: Asked<Points>) -> Option<&Known<Shown>> {
        self.known.known(question)
    }
}

impl ConfirmationSolver {
    /// The confirmations of `rules` on `board`; whether it is `minded` what comes after a capture.
    pub fn new(rules: &RuleSet, board: &Board, budget: Budget, facts: &Facts, minded: bool) -> ConfirmationSolver {
        ConfirmationSolver {
            rules: rules.clone(),
            minded,
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

    /// The same, which search on boards of any size, as on large ones.
    #[must_use]
    pub fn searching(self) -> ConfirmationSolver {
        ConfirmationSolver { searches: true, ..self }
    }

    /// Whether tables of the whole board tell what is not searched for here.
    #[must_use]
    pub fn looks_up(&self) -> bool {
        self.facts.is_some()
    }

    /// What `judge` says of a position whose questions are answered here, as long as that `is_open`.
    pub fn about<T>(
        &mut self,
        position: Position,
        judge: impl FnMut(&mut dyn Ask<Asked<Points>>) -> T,
        is_open: impl Fn(&T) -> bool,
    ) -> T {
        let (met, mut known) = std::mem::take(&mut self.last);
        if met != position {
            known.clear();
        }
        let pursuits = self.pursuits();
        let (said, known) = Seeking::new(self, &pursuits, position, false).climb(known, judge, is_open);
        self.last = (position, known);
        said
    }

    /// The same, and what the answers rest on. Nothing is used that is known of other positions, or of the whole board: so what is shown
    /// does not depend on it.
    pub fn shown<T>(
        &self,
        position: Position,
        judge: impl FnMut(&mut dyn Ask<Asked<Points>>) -> T,
        is_open: impl Fn(&T) -> bool,
    ) -> (T, Grounds) {
        let mut afresh = ConfirmationSolver {
            rules: self.rules.clone(),
            minded: self.minded,
            game: self.game.clone(),
            budget: self.budget,
            captured: Default::default(),
            for_good: FxHashMap::default(),
            symmetries: self.symmetries.clone(),
            facts: None,
            told: self.told.clone(),
            searches: self.searches,
            last: Default::default(),
        };
        let pursuits = afresh.pursuits();
        let mut seeking = Seeking::new(&mut afresh, &pursuits, position, true);
        let (said, known) = seeking.climb(Answered::default(), judge, is_open);
        (said, Grounds { known, spent: seeking.spent })
    }

    /// The answer to a question about the position that was asked about last, if it was found.
    #[must_use]
    pub fn answer(&self, question: Asked<Points>) -> Option<bool> {
        self.last.1.get(question)
    }

    /// What a clause on kos decides about whether strings can be taken, where that rests on play, in words and with the play that shows it. As
    /// that is another question, for which the answers do not serve, little is spent on it beside what was spent on them.
    pub fn decided_by(
        &self,
        clause: ClauseId,
        position: Position,
        captures: impl Iterator<Item = (Asked<Points>, bool)>,
        grounds: &Grounds,
    ) -> Vec<(String, Vec<LineMove>)> {
        let mut left = (grounds.spent / PART_FOR_KOS).max(LEAST_FOR_KOS);
        let by_play = captures.filter(|(asked, _)| grounds.of(*asked).is_some_and(|known| known.play().is_some()));
        let decided = |(asked, can): (Asked<Points>, bool)| {
            let game = self.confirmation(asked.owner(), 0);
            let string = StoneString { colour: asked.owner(), stones: asked.string() };
            decided_by(&self.rules, clause, (&game, position), (string, can), self.budget, &mut left)
        };
        by_play.filter_map(decided).collect()
    }

    /// What is searched on small boards, by owner, if anything is.
    fn pursuits(&self) -> Option<[Pursuit; 2]> {
        let searches = self.searches && self.facts.is_none() && self.told.is_none();
        let board = &self.game.board;
        (searches && is_small_enough(board)).then(|| Colour::ALL.map(|owner| Pursuit::new(&self.rules, board, owner)))
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
}

/// What is spent on what a clause decides: one of so many parts of what the answers have taken, or so many states if that is more.
const PART_FOR_KOS: usize = 32;
const LEAST_FOR_KOS: usize = 2_000;

/// Whether a string is kept by itself is asked with so many times the states of other questions: two or three of its parts cost as much
/// time as one state of theirs, and its answers serve all of them. Not with more than the deepest level of a region, unless the budget is larger.
const EARLIER: usize = 16;

/// Seeks the answers to the questions about one position, rung by rung.
struct Seeking<'a> {
    solver: &'a mut ConfirmationSolver,
    position: Position,
    /// Play that shows an answer is read from what was found with it.
    shows: bool,
    rung: Rung,
    budget: Budget,
    /// States explored.
    spent: usize,
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
    /// By string, what shows that.
    emptying: FxHashMap<Points, Shown>,
    /// The stones of the owner that can be taken.
    listed: [Option<Listed>; 2],
    /// Searches on small boards.
    searches: Option<Searches<'a>>,
}

impl<'a> Seeking<'a> {
    fn new(
        solver: &'a mut ConfirmationSolver,
        pursuits: &'a Option<[Pursuit; 2]>,
        position: Position,
        shows: bool,
    ) -> Seeking<'a> {
        let budget = solver.budget;
        Seeking {
            solver,
            position,
            shows,
            rung: ladder::LISTED.0,
            budget,
            spent: 0,
            games: None,
            seen: Default::default(),
            struck: Default::default(),
            tried: FxHashMap::default(),
            emptied: Default::default(),
            emptying: FxHashMap::default(),
            listed: Default::default(),
            searches: Searches::of(pursuits, position, budget, shows),
        }
    }

    /// What `judge` says, and what is known by then.
    fn climb<T>(
        &mut self,
        mut known: Found,
        judge: impl FnMut(&mut dyn Ask<Asked<Points>>) -> T,
        is_open: impl Fn(&T) -> bool,
    ) -> (T, Found) {
        let solver = &self.solver;
        let rungs = match solver.infinite() {
            _ if !solver.searches || solver.facts.is_some() || solver.told.is_some() => ladder::LISTED,
            Infinite::Attacker => ladder::SEARCHED,
            Infinite::Defender => ladder::SEARCHED_ONCE,
        };
        (climb(rungs, self, &mut known, judge, is_open), known)
    }

    /// A position as it is seen region by region, `known` being kept.
    fn sight(&mut self, position: Position, budget: Budget, known: [Wide; 2]) -> Option<Sight> {
        let board = &self.solver.game.board;
        let sight = Sight::on(board, position, budget)?;
        let new = || Rc::new(RefCell::new(LocalGames::new(&WideBoard::new(board.grid()))));
        Some(sight.with_games(self.games.get_or_insert_with(new)).knowing(known))
    }

    /// The stones of the owner that are known to be uncapturable.
    fn uncapturable(&self, known: &Found, owner: Colour) -> Wide {
        let strings = self.solver.game.board.components(self.position.of(owner));
        let kept = strings.filter(|&s| known.get(Asked::Captured(owner, s)) == Some(false));
        kept.flat_map(points_of).collect()
    }

    /// What is seen of the owner's stones after first plays of his opponent's: of those that are no ko captures, on points in the same region
    /// between the opponent's stones as a string about which something is open, where some such string is seen to be taken then. It is the
    /// opponent who begins (j1989.7.1), and what is seen then is so whoever is to move.
    fn first_plays(&mut self, owner: Colour, known: &Found, budget: Budget) -> Vec<Seen<Points>> {
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

    /// That no stone of the owner's is permanent anywhere: more than is asked, and sometimes found sooner.
    fn emptied(&mut self, question: Asked<Points>) -> Option<Known<Shown>> {
        let owner = question.owner();
        if self.emptied[owner.index()].is_none() {
            let game = self.solver.confirmation(owner, 0);
            let emptying = Emptying { confirmation: &game };
            let mut search = ProofNumberSearch::new(&emptying);
            let answer = search.wins(&game.start(self.position), self.budget);
            self.emptied[owner.index()] = Some(answer);
            self.spent += search.expanded();
            if answer == Some(true) && self.shows {
                // What shows it serves all strings.
                for string in game.board.components(self.position.of(owner)) {
                    let anywhere = Asked::ForGood(owner, string, game.board.all());
                    let shown = self.read_search(anywhere, true, &mut |state| search.told_at(&plain(state)));
                    self.emptying.insert(string, shown);
                }
            }
        }
        let shown = || self.emptying.get(&question.string()).cloned().unwrap_or_default();
        (self.emptied[owner.index()] == Some(Some(true))).then(|| Evidence::Play(shown()).of(true))
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

    fn by_search(&mut self, question: Asked<Points>) -> Option<Known<Shown>> {
        let string = StoneString { colour: question.owner(), stones: question.string() };
        if self.solver.endless_defends() {
            // That the sequence is brought to an end is not searched for.
            return match question {
                Asked::Captured(..) if self.searches.is_some() => self.pursued(question),
                Asked::Captured(..) => self.searched(question),
                Asked::ForGood(..) => None,
            };
        }
        if let Some(holds) = self.at_sight(question) {
            return Some(Evidence::Seen.of(holds));
        }
        if self.searches.is_some() {
            return self.pursued(question);
        }
        // Where new stones do not matter nobody asks about them.
        if self.solver.minded
            && let Some(emptied) = self.emptied(question)
        {
            return Some(emptied);
        }
        match question {
            Asked::Captured(..) if self.is_kept(string) => Some(Evidence::Seen.of(false)),
            Asked::Captured(..) => self.searched(question),
            Asked::ForGood(..) => self.searched_for_good(question),
        }
    }

    /// By a search: whether the opponent forces the capture of the string.
    fn searched(&mut self, question: Asked<Points>) -> Option<Known<Shown>> {
        let game = self.solver.confirmation(question.owner(), 0);
        let taking = Taking { confirmation: &game, point: question.string().trailing_zeros() as usize };
        let start = game.start(self.position);
        let mut search = ProofNumberSearch::new(&taking);
        let answer = search.wins(&start, self.budget);
        self.spent += search.expanded();
        let holds = answer?;
        let shown = if holds {
            self.read_search(question, true, &mut |state| search.told_at(&plain(state)))
        } else {
            self.tries(question, |state| search.told(state) == Some(false))
        };
        Some(Evidence::Play(shown).of(holds))
    }

    /// By a search: whether the opponent forces that the string is captured and no new stone on `local` is permanent.
    fn searched_for_good(&mut self, question: Asked<Points>) -> Option<Known<Shown>> {
        let game = self.game(question);
        let for_good = ForGood { confirmation: &game, string: question.string(), endless_defends: false, facts: None };
        let mut spent = 0;
        let read = |holds: bool, told: &mut Told<'_>| Evidence::Play(self.read_search(question, holds, told)).of(holds);
        let found = for_good.searching(&game.start(self.position), self.budget, &mut spent, read);
        self.spent += spent;
        found
    }

    /// The game that a question is about.
    fn game(&self, question: Asked<Points>) -> Confirmation {
        let local = if let Asked::ForGood(_, _, local) = question { local } else { 0 };
        self.solver.confirmation(question.owner(), local)
    }

    /// Whether a line that shows the capture of a string is of use: where new stones matter, that for good is.
    fn shows_capture(&self, question: Asked<Points>) -> bool {
        let is_capture = matches!(question, Asked::Captured(..));
        self.shows && !(is_capture && self.solver.minded)
    }

    /// Plays with which a string could be tried that is `kept`.
    fn tries(&self, question: Asked<Points>, kept: impl FnMut(&Confirming) -> bool) -> Shown {
        if !self.shows {
            return Shown::default();
        }
        let game = self.game(question);
        Showing { game: &game, string: question.string() }.tried(&game.start(self.position), kept)
    }

    /// What a search has to show for an answer about a capture.
    fn read_search(&self, question: Asked<Points>, holds: bool, told: &mut Told<'_>) -> Shown {
        if !self.shows_capture(question) {
            return Shown::default();
        }
        let game = self.game(question);
        let (start, string) = (game.start(self.position), question.string());
        let showing = Showing { game: &game, string };
        let told = RefCell::new(told);
        let is = |state: &Confirming, wanted: bool| (told.borrow_mut())(state).filter(|(won, _)| *won == wanted);
        let mut rank = |state: &Confirming| {
            let found = is(state, holds)?.1;
            showing.rank(state, found == 0, Some(found))
        };
        if game.local == 0 {
            return showing.taken(&start, &mut rank);
        }
        let for_good = ForGood { confirmation: &game, string, endless_defends: false, facts: None };
        if holds {
            return showing.taken_for_good(&for_good, &start, &mut rank, &mut |state| is(state, true).is_some());
        }
        // A search that finds that the capture is not for good does not find the capture.
        showing.brings_forth(&start, &mut rank, &mut |state| is(state, false).is_some(), &|_| 0)
    }
}

impl Seeker<Asked<Points>> for Seeking<'_> {
    type Line = Shown;

    fn begin(&mut self, rung: Rung, known: &Found) {
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

    fn seek(&mut self, question: Asked<Points>) -> Option<Known<Shown>> {
        if let Some(told) = &self.solver.told {
            return told.answer(question).map(|holds| Evidence::Told.of(holds));
        }
        match self.rung.by {
            By::Search => self.by_search(question),
            By::List => self.by_list(question),
        }
    }
}
