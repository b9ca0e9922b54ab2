//! How the questions of ms.dead and ms.seki are answered: by what is told or tabled, at sight, by searches, by lists of what follows, or with the
//! history.

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::counted::{MOST_IN_WORDS, Pursuit};
use super::lines::Showing;
pub use super::lists::Captured;
use super::lists::{Independent, Kept};
use super::questions::Asked;
pub use super::sieges::{Wanting, What};
use crate::board::{Board, Colour, PointSet, Points, Position, StoneString, Wide, points_of};
use crate::law::facts::{Answers, Facts};
use crate::law::finished::Sight;
use crate::law::hints::Hints;
use crate::law::{LineMove, RuleSet};
use crate::solve::arena::{Decided, Explored, explore, solve};
use crate::solve::attractor::{Attractor, Targets};
use crate::solve::evidence::{Evidence, Known};
use crate::solve::fixpoint::LeastFixpoint;
use crate::solve::history::{Learned, Without, wins};
use crate::solve::ladder::{self, Answered, Ask, By, Rung, Seeker, climb};
use crate::solve::search::{LARGEST_LISTED, ProofNumberSearch};
use crate::solve::thresholds::Thresholds;
use crate::solve::{Bounds, Budget};
use crate::texts::mindsports::clauses::*;
use crate::texts::mindsports::{Continuation, ContinuationFacts, Continuing, Held, Superko, SuperkoFacts};

/// What has been solved for the stones of one player.
#[derive(Default)]
pub struct Solved {
    captured: Decided<Continuing, Points>,
    independent: Decided<Continuing, Points>,
    captured_freely: Decided<Continuing, Points>,
    kept_freely: Decided<Continuing, Points>,
}

/// The continuations of one board, asked what they come to. What has been solved is remembered.
pub struct ContinuationSolver {
    game: Continuation,
    /// Without any repetition rule: what bounds the game under superko.
    free: Continuation,
    reading: Dead,
    budget: Budget,
    solved: [Solved; 2],
    facts: Option<Arc<dyn ContinuationFacts>>,
    superko: Option<Arc<dyn SuperkoFacts>>,
    told: Option<Arc<Answers<Asked<Points>>>>,
    /// What is expected of some position.
    expected: Option<Hints>,
    /// Questions are searched one by one instead of listing what follows from a position.
    searches: bool,
    /// What is known of the position that was asked about last.
    last: (Position, Grounds),
}

/// What the answers about a position rest on.
#[derive(Default)]
pub struct Grounds {
    known: Answered<Asked<Points>, Vec<LineMove>>,
    /// An answer took a search with the history.
    pub by_history: bool,
}

impl Grounds {
    /// Of answers of which nothing is told.
    #[must_use]
    pub fn untold(by_history: bool) -> Grounds {
        Grounds { by_history, ..Grounds::default() }
    }

    /// The play that shows the answer to a question, if it rests on play.
    #[must_use]
    pub fn line(&self, question: Asked<Points>) -> Vec<LineMove> {
        self.known.known(question).and_then(Known::play).cloned().unwrap_or_default()
    }
}

impl ContinuationSolver {
    /// The continuations of `rules` on `board`.
    pub fn new(rules: &RuleSet, board: &Board, budget: Budget, facts: &Facts) -> ContinuationSolver {
        ContinuationSolver {
            game: Continuation::new(board, rules.applies(MS_KO)),
            free: Continuation::new(board, false),
            reading: rules.read(),
            budget,
            solved: Default::default(),
            facts: facts.known(),
            superko: facts.known(),
            told: facts.known(),
            expected: facts.expected().cloned(),
            searches: board.len() > LARGEST_LISTED,
            last: Default::default(),
        }
    }

    /// The same, which search on boards of any size, as on large ones.
    #[must_use]
    pub fn searching(self) -> ContinuationSolver {
        ContinuationSolver { searches: true, ..self }
    }

    /// Whether tables of the whole board tell what is not searched for here.
    #[must_use]
    pub fn looks_up(&self) -> bool {
        self.facts.is_some()
    }

    /// What `judge` says of a position whose questions are answered here, as long as that `is_open`; and whether an answer took a search
    /// with the history.
    pub fn about<T>(
        &mut self,
        position: Position,
        judge: impl FnMut(&mut dyn Ask<Asked<Points>>) -> T,
        is_open: impl Fn(&T) -> bool,
    ) -> (T, bool) {
        let (met, grounds) = std::mem::take(&mut self.last);
        let grounds = if met == position { grounds } else { Grounds::default() };
        let game = self.game.clone();
        let pursuits = Colour::ALL.map(|player| Pursuit { game: &game, player });
        let (said, grounds) = Seeking::new(self, &pursuits, position, false).climb(grounds, judge, is_open);
        let by_history = grounds.by_history;
        self.last = (position, grounds);
        (said, by_history)
    }

    /// The same, and what the answers rest on. Nothing is used that is known of other positions, or of the whole board: so what is shown
    /// does not depend on it.
    pub fn shown<T>(
        &self,
        position: Position,
        judge: impl FnMut(&mut dyn Ask<Asked<Points>>) -> T,
        is_open: impl Fn(&T) -> bool,
    ) -> (T, Grounds) {
        let mut afresh = ContinuationSolver {
            game: self.game.clone(),
            free: self.free.clone(),
            reading: self.reading,
            budget: self.budget,
            solved: Default::default(),
            facts: None,
            superko: None,
            told: self.told.clone(),
            expected: self.expected.clone(),
            searches: self.searches,
            last: Default::default(),
        };
        let pursuits = Colour::ALL.map(|player| Pursuit { game: &self.game, player });
        Seeking::new(&mut afresh, &pursuits, position, true).climb(Grounds::default(), judge, is_open)
    }

    /// Who moves first where it is asked whether a string of `owner` is dead.
    fn first(&self, owner: Colour) -> Colour {
        if self.reading == Dead::OpponentFirst { owner.opponent() } else { owner }
    }

    /// Reading `dead=superko`: the owner moves first and the history starts with the final position.
    fn dead_under_superko(&mut self, position: Position, owner: Colour, shows: bool) -> (Listed, bool) {
        let ContinuationSolver { free, solved, budget, superko, .. } = self;
        let (free, budget) = (&*free, *budget);
        let Solved { captured_freely, kept_freely, .. } = &mut solved[owner.index()];
        let explored = shows.then(|| {
            let mut question = Attractor(Captured { game: free, owner });
            let start = free.start(position, owner);
            let found = explore(free, &mut LeastFixpoint(&mut question), &Decided::default(), &start, budget);
            captured_freely.extend(found.values().filter_map(|(state, bounds)| Some((*state, bounds.decided()?))));
            Rc::new(found)
        });
        // Without a repetition rule: what the opponent forces off the board, and what the owner brings to the end.
        let mut freely = |position: Position, mover: Colour| {
            if let Some(facts) = &superko {
                let [captured, kept] = facts.freely(position, owner, mover);
                return [captured, kept].map(Bounds::exactly);
            }
            let state = free.start(position, mover);
            let mut question = Attractor(Captured { game: free, owner });
            let captured = solve(free, &mut LeastFixpoint(&mut question), captured_freely, &state, budget);
            let kept = solve(free, &mut LeastFixpoint(&mut Kept { game: free, owner }), kept_freely, &state, budget);
            [captured, kept]
        };
        let [captured, kept] = freely(position, owner);
        let mut dead = Bounds { lower: captured.lower, upper: position.of(owner) & !kept.lower };
        let mut history = false;
        let settled = superko.as_ref().map(|facts| facts.dead(position, owner));
        for string in free.board.components(position.of(owner)) {
            if string & dead.upper & !dead.lower == 0 {
                continue;
            }
            history = true;
            if let Some(settled) = settled.filter(|s| s.lower & string == s.upper & string) {
                dead.lower |= string & settled.lower;
                dead.upper &= !string | settled.upper;
                continue;
            }
            let stone = string & string.wrapping_neg();
            let without = |&(position, mover): &(Position, Colour)| {
                if position.of(owner) & stone == 0 {
                    return Some(Without::Won(owner.opponent()));
                }
                let [captured, kept] = freely(position, mover);
                if captured.lower & stone != 0 {
                    Some(Without::Won(owner.opponent()))
                } else if kept.lower & stone != 0 {
                    Some(Without::Won(owner))
                } else if captured.upper & stone == 0 && kept.upper & stone == 0 {
                    Some(Without::Open)
                } else {
                    None
                }
            };
            let game = Held { free, owner };
            match wins(&game, &Superko, &(position, owner), owner.opponent(), without, &mut Learned::default(), budget)
            {
                Some(true) => dead.lower |= string,
                Some(false) => dead.upper &= !string,
                None => {}
            }
        }
        (Listed { bounds: dead, explored }, history)
    }
}

/// What a list or a table says of all stones of a player.
#[derive(Clone)]
struct Listed {
    /// What he asks for is forced of these (lower), or might be (upper).
    bounds: Bounds<Points>,
    /// The list, where lines are read from it.
    explored: Option<Rc<Explored<Continuing, Points>>>,
}

/// Seeks the answers to the questions about one position.
struct Seeking<'a> {
    solver: &'a mut ContinuationSolver,
    position: Position,
    /// Play that shows an answer is read from what was found with it.
    shows: bool,
    rung: Rung,
    budget: Budget,
    /// The position, and that without the dead stones, as they are seen region by region; and where only what is expected is tried.
    sights: Vec<((Position, bool), Sight)>,
    /// What has been searched for.
    searched: FxHashSet<Asked<Points>>,
    /// By what was asked, of whose stones in which position: what a list or a table says.
    listed: Vec<((Listing, Position, Colour), Listed)>,
    /// An answer took a search with the history.
    by_history: bool,
    /// What is searched on small boards, by player.
    pursuits: &'a [Pursuit<'a>; 2],
    thresholds: [Option<Thresholds<'a, Pursuit<'a>>>; 2],
}

/// What lists and tables are asked of all stones of a player.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Listing {
    /// Which can be captured, with who moves first.
    Captured(Colour),
    Independent,
    /// Which are dead under superko.
    Superko,
}

impl<'a> Seeking<'a> {
    fn new(
        solver: &'a mut ContinuationSolver,
        pursuits: &'a [Pursuit<'a>; 2],
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
            sights: vec![],
            searched: FxHashSet::default(),
            listed: vec![],
            by_history: false,
            pursuits,
            thresholds: Default::default(),
        }
    }

    /// What `judge` says, and what is known by then.
    fn climb<T>(
        &mut self,
        mut grounds: Grounds,
        judge: impl FnMut(&mut dyn Ask<Asked<Points>>) -> T,
        is_open: impl Fn(&T) -> bool,
    ) -> (T, Grounds) {
        let searches = self.solver.searches && self.solver.told.is_none();
        let rungs = if searches { ladder::SEARCHED_WHOLE } else { ladder::LISTED };
        let said = climb(rungs, self, &mut grounds.known, judge, is_open);
        grounds.by_history |= self.by_history;
        (said, grounds)
    }

    /// The position that a question is about, and who moves first in it.
    fn start(&self, question: Asked<Points>) -> (Position, Colour) {
        let owner = question.owner();
        let first = match question {
            Asked::Dead(..) => self.solver.first(owner),
            Asked::Independent(..) | Asked::Capturable(..) => owner.opponent(),
        };
        (self.position.without(question.removed()), first)
    }

    /// What is held region by region, or kept by itself.
    fn at_sight(&mut self, position: Position, string: StoneString) -> Option<bool> {
        let key = (position, self.rung.trusts);
        if self.sights.iter().all(|(of, _)| *of != key) {
            let sight = Sight::on(&self.solver.game.board, position, self.budget)?;
            let sight = if key.1 { sight.expecting(self.solver.expected.as_ref()?)? } else { sight };
            self.sights.push((key, sight));
        }
        let (_, sight) = self.sights.iter().find(|(of, _)| *of == key)?;
        let StoneString { colour: owner, stones } = string;
        let stones = points_of(stones).collect::<Wide>();
        if stones.less(sight.held(owner.opponent()).barred).is_none() {
            return Some(true);
        }
        let is_tried = sight.is_tried_alone(owner, stones);
        (stones.less(sight.kept(owner)).is_none() || is_tried && sight.keeps(owner, stones)).then_some(false)
    }

    /// By what is seen where only that is tried which is expected.
    fn as_expected(&mut self, question: Asked<Points>) -> Option<Known<Vec<LineMove>>> {
        let string = StoneString { colour: question.owner(), stones: question.string() };
        let (position, _) = self.start(question);
        let is_seen = !matches!(question, Asked::Independent(..));
        is_seen.then(|| self.at_sight(position, string)).flatten().map(|holds| Evidence::Seen.of(holds))
    }

    fn by_search(&mut self, question: Asked<Points>) -> Option<Known<Vec<LineMove>>> {
        if !self.searched.insert(question) {
            return None;
        }
        let (position, first) = self.start(question);
        let string = StoneString { colour: question.owner(), stones: question.string() };
        if !matches!(question, Asked::Independent(..))
            && let Some(holds) = self.at_sight(position, string)
        {
            return Some(Evidence::Seen.of(holds));
        }
        let StoneString { colour: owner, stones } = string;
        let what = if let Asked::Independent(..) = question { What::Immortal } else { What::Captured };
        if self.solver.game.board.len() <= MOST_IN_WORDS {
            return self.pursued((position, first), string, what);
        }
        let game = &self.solver.game;
        let wanting = Wanting { game, owner, point: stones.trailing_zeros() as usize, what };
        let start = game.start(position, first);
        let mut search = ProofNumberSearch::new(&wanting);
        let holds = search.wins(&start, self.solver.budget)?;
        let showing = Showing { plays: &wanting, game, owner, string: stones };
        let line = match holds {
            _ if !self.shows || what == What::Immortal => Vec::new(),
            true => {
                let found = |state: &Continuing| search.told_at(state).filter(|(won, _)| *won).map(|(_, at)| at);
                showing.taken(&start, found)
            }
            false => showing.tried(&start, |state| search.told(state) == Some(false)),
        };
        Some(Evidence::Play(line).of(holds))
    }

    /// By a search on a small board: whether a player gets what he wants of a string.
    fn pursued(
        &mut self,
        (position, first): (Position, Colour),
        string: StoneString,
        what: What,
    ) -> Option<Known<Vec<LineMove>>> {
        let StoneString { colour: owner, stones } = string;
        let player = if what == What::Captured { owner.opponent() } else { owner };
        let (pursuit, budget) = (&self.pursuits[player.index()], self.solver.budget);
        let new = || {
            let thresholds = Thresholds::new(pursuit, budget);
            if self.shows { thresholds.remembering() } else { thresholds }
        };
        let thresholds = self.thresholds[player.index()].get_or_insert_with(new);
        let (game, point) = (pursuit.game, stones.trailing_zeros() as usize);
        let start = game.start(position, first);
        let holds = thresholds.settle(&pursuit.pursued(&start, point, what), 1, false, budget).told()?;
        if !self.shows || what == What::Immortal {
            return Some(Evidence::Play(Vec::new()).of(holds));
        }
        let wanting = Wanting { game, owner, point, what };
        let showing = Showing { plays: &wanting, game, owner, string: stones };
        let mut told = |state: &Continuing| thresholds.told(&pursuit.pursued(state, point, what), 1);
        let line = if holds {
            showing.taken(&start, |state| told(state).filter(|(won, _)| *won).map(|(_, at)| at))
        } else {
            showing.tried(&start, |state| told(state).is_some_and(|(won, _)| !won))
        };
        Some(Evidence::Play(line).of(holds))
    }

    fn by_list(&mut self, question: Asked<Points>) -> Option<Known<Vec<LineMove>>> {
        let ((position, first), owner, string) = (self.start(question), question.owner(), question.string());
        let what = match question {
            Asked::Independent(..) => Listing::Independent,
            Asked::Dead(..) if self.is_by_superko(question) => Listing::Superko,
            Asked::Dead(..) | Asked::Capturable(..) => Listing::Captured(first),
        };
        let key = (what, position, owner);
        let known = self.listed.iter().find(|(of, _)| *of == key).map(|(_, listed)| listed.clone());
        let listed = known.unwrap_or_else(|| {
            let listed = self.list(what, position, owner);
            self.listed.push((key, listed.clone()));
            listed
        });
        let Listed { bounds, explored } = listed;
        let holds = Bounds { lower: bounds.lower & string != 0, upper: bounds.upper & string != 0 }.decided()?;
        let game = if what == Listing::Superko { &self.solver.free } else { &self.solver.game };
        let (showing, start) = (Showing { plays: game, game, owner, string }, game.start(position, first));
        let line = match explored {
            Some(explored) if what != Listing::Independent && holds => showing.taken_by_list(&start, &explored),
            // Under superko an answer may rest on the whole course.
            Some(explored) if matches!(what, Listing::Captured(_)) => showing.tried_by_list(&start, &explored),
            Some(_) => Vec::new(),
            None if self.solver.facts.is_some() => return Some(Evidence::Table.of(holds)),
            None => Vec::new(),
        };
        Some(Evidence::Play(line).of(holds))
    }

    /// What a table or a list of what follows says of all stones of a player.
    fn list(&mut self, what: Listing, position: Position, owner: Colour) -> Listed {
        let (shows, budget, solver) = (self.shows, self.budget, &mut *self.solver);
        let ContinuationSolver { game, facts, solved, .. } = solver;
        let Solved { captured, independent, .. } = &mut solved[owner.index()];
        match what {
            Listing::Captured(first) => {
                if let Some(facts) = facts {
                    return Listed { bounds: Bounds::exactly(facts.captured(position, owner, first)), explored: None };
                }
                listed(game, Captured { game, owner }, captured, &game.start(position, first), budget, shows)
            }
            Listing::Independent => {
                if let Some(facts) = facts {
                    return Listed { bounds: Bounds::exactly(facts.independent(position, owner)), explored: None };
                }
                let start = game.start(position, owner.opponent());
                listed(game, Independent { game, owner }, independent, &start, budget, false)
            }
            Listing::Superko => {
                let (listed, by_history) = solver.dead_under_superko(position, owner, shows);
                self.by_history |= by_history;
                listed
            }
        }
    }

    /// Reading `dead=superko`: what is bound by the history is not searched for without it.
    fn is_by_superko(&self, question: Asked<Points>) -> bool {
        matches!(question, Asked::Dead(..)) && self.solver.reading == Dead::Superko
    }
}

impl Seeker<Asked<Points>> for Seeking<'_> {
    type Line = Vec<LineMove>;

    fn expects(&self) -> bool {
        self.solver.expected.as_ref().is_some_and(|hints| hints.are_of(&self.solver.game.board, self.position))
    }

    fn begin(&mut self, rung: Rung, _: &Answered<Asked<Points>, Vec<LineMove>>) {
        (self.rung, self.budget) = (rung, self.solver.budget.part(rung.part));
        if rung.trusts {
            let trusted = self.sights.iter_mut().filter(|((_, trusts), _)| *trusts);
            trusted.for_each(|(_, sight)| *sight = sight.deeper(self.budget));
        }
    }

    fn seek(&mut self, question: Asked<Points>) -> Option<Known<Vec<LineMove>>> {
        if let Some(told) = &self.solver.told {
            return told.answer(question).map(|holds| Evidence::Told.of(holds));
        }
        if self.is_by_superko(question) {
            return self.by_list(question);
        }
        if self.rung.trusts {
            return self.as_expected(question);
        }
        // What a table says need not be searched for, and what comes up only now is searched for first.
        let searches = self.solver.searches && self.solver.facts.is_none();
        let searched = if searches { self.by_search(question) } else { None };
        match self.rung.by {
            By::Search if searches => searched,
            By::Search | By::List => searched.or_else(|| self.by_list(question)),
        }
    }
}

/// By a list of what follows from a state: what is forced of the targets; the list is kept if it `shows` something.
fn listed<T: Targets<Continuation>>(
    game: &Continuation,
    targets: T,
    memo: &mut Decided<Continuing, Points>,
    start: &Continuing,
    budget: Budget,
    shows: bool,
) -> Listed {
    let mut question = Attractor(targets);
    let mut question = LeastFixpoint(&mut question);
    if !shows {
        return Listed { bounds: solve(game, &mut question, memo, start, budget), explored: None };
    }
    let found = explore(game, &mut question, &Decided::default(), start, budget);
    Listed { bounds: found.bounds[0], explored: Some(Rc::new(found)) }
}
