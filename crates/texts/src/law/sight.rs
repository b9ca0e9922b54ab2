//! What is seen of a position of any size without looking at the board as a whole (`docs/src/reach.md`).

use std::cell::{OnceCell, RefCell};
use std::cmp::Reverse;
use std::rc::Rc;

use super::clause::ClauseId;
use super::hints::Hints;
use super::trace::Trace;
use crate::board::plain::{PlainPosition, PlainString};
use crate::board::{Board, Colour, Kernel, PointSet, Points, Position, Wide, WideBoard, points_of};
use crate::solve::local::{Aim, Grounds, Held, LEVELS, LocalGames, LocalStep, Tried};
use crate::solve::{Budget, clock};

/// Largest board that is searched as a whole at once.
pub const SMALL: usize = 25;

/// What is seen of a position without looking at the board as a whole, for all rule sets.
pub struct Sight {
    position: PlainPosition,
    /// The board.
    pub board: WideBoard,
    /// The stones, by player.
    pub stones: [Wide; 2],
    budget: Budget,
    /// What is known of local games, of this position and of others.
    games: Rc<RefCell<LocalGames>>,
    /// What players hold in positions that have been asked about, if nothing else is to be taken for known.
    shown: Option<Rc<[Holding]>>,
    /// What is expected: nothing else is tried then.
    expected: Option<Hints>,
    /// What has been asked.
    asked: Rc<RefCell<Vec<Holding>>>,
    /// By player: stones of his that are known to be kept, whoever is to move.
    known: [Wide; 2],
    /// By player: his immortal stones.
    immortal: [OnceCell<Wide>; 2],
    /// By player: why he holds something by answers.
    grounds: [OnceCell<Grounds>; 2],
    /// By player: why he does at no loss.
    at_no_loss: [OnceCell<Grounds>; 2],
}

/// What a text that asks for the value of a position gives each local game, of this for its other questions: many more states, as two or three parts cost as
/// much time as one state of theirs, and what is found of them is kept; but more than the last level only if it is asked for.
#[must_use]
pub fn for_local(budget: Budget) -> Budget {
    let [.., most] = LEVELS;
    Budget { states: budget.states.saturating_mul(16).min(most).max(budget.states), ..budget }
}

/// How many times the states of a local game are given to a string that is kept by itself.
const ALONE: usize = 16;

/// What a player holds in a position, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Holding {
    /// The stones of the position, by player.
    pub stones: [Wide; 2],
    /// The player.
    pub player: Colour,
    /// Why.
    pub grounds: Grounds,
}

impl Holding {
    /// The string, if it is one that is kept by itself.
    #[must_use]
    pub fn alone(&self) -> Option<Wide> {
        (!self.grounds.aim.bars() && !self.grounds.games.is_empty()).then(|| self.grounds.held().walls)
    }
}

impl Sight {
    /// Of this position, with little searched.
    #[must_use]
    pub fn of(position: &PlainPosition) -> Sight {
        Sight::within(position, Budget::of(LEVELS[0]))
    }

    /// Of this position, with so much for each local game that is searched.
    #[must_use]
    pub fn within(position: &PlainPosition, budget: Budget) -> Sight {
        let (board, stones) = (WideBoard::new(position.grid()), WideBoard::stones(position));
        let games = Rc::new(RefCell::new(LocalGames::new(&board)));
        Sight {
            position: position.clone(),
            board,
            stones,
            budget,
            games,
            shown: None,
            expected: None,
            asked: Rc::default(),
            known: Default::default(),
            immortal: Default::default(),
            grounds: Default::default(),
            at_no_loss: Default::default(),
        }
    }

    /// Of this position, where players hold this and no more.
    #[must_use]
    pub fn shown(position: &PlainPosition, holdings: Rc<[Holding]>) -> Sight {
        Sight { shown: Some(holdings), ..Sight::of(position) }
    }

    /// Of the position with these stones instead.
    #[must_use]
    pub fn after(&self, stones: [Wide; 2]) -> Option<Sight> {
        let sight = Sight::within(&self.board.position(stones)?, self.budget).with_games(&self.games);
        Some(Sight { shown: self.shown.clone(), asked: self.asked.clone(), ..sight })
    }

    /// What is given to each local game, and to each search of open points.
    #[must_use]
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// The states for each local game.
    #[must_use]
    pub fn states(&self) -> usize {
        self.budget.states
    }

    /// What has been asked of who holds what, here and in positions after this one.
    #[must_use]
    pub fn asked(&self) -> Vec<Holding> {
        self.asked.borrow().clone()
    }

    /// Steps that show that the player wins a game of these grounds ([`LocalGames::steps`]).
    pub fn steps(&self, holding: &Holding, game: usize) -> Option<Vec<LocalStep>> {
        let Holding { stones, player, grounds } = holding;
        let budget = if grounds.aim.bars() { self.budget } else { self.for_alone() };
        self.games.borrow_mut().steps(*stones, *player, (grounds, game), budget)
    }

    /// More for a string that is kept by itself, of which a part costs little time.
    fn for_alone(&self) -> Budget {
        Budget { states: self.budget.states.saturating_mul(ALONE), ..self.budget }
    }

    /// Of a position of a board that is searched: what can be told of it without looking at the board as a whole. `None` on boards of
    /// up to 25 points, where that takes time and decides nothing that is not decided else.
    #[must_use]
    pub fn on(board: &Board, position: Position, budget: Budget) -> Option<Sight> {
        if board.len() <= SMALL {
            return None;
        }
        PlainPosition::from_position(board.grid(), position).map(|plain| Sight::within(&plain, budget))
    }

    /// Of the same position with more for each local game, which go on from where they were left, knowing what is seen to be kept.
    #[must_use]
    pub fn deeper(&self, budget: Budget) -> Sight {
        let kept = |c: Colour| {
            let known = self.known[c.index()] | self.kept(c);
            let others = self.board.components(self.stones[c.index()].less(known));
            let tried = others.filter(|&string| self.is_tried_alone(c, string));
            known | Wide::union(tried.filter(|&string| self.keeps(c, string)))
        };
        let deeper = Sight::within(&self.position, budget).with_games(&self.games).knowing(Colour::ALL.map(kept));
        Sight { expected: self.expected.clone(), ..deeper }
    }

    /// Of the same position with the same known, in which only what is expected is tried: that the strings live that are expected to, and that
    /// players are barred from where none of theirs are. What is seen then holds whatever is expected; only less may be seen.
    #[must_use]
    pub fn expecting(&self, hints: &Hints) -> Option<Sight> {
        let hints = hints.within(self.stones)?;
        let sight = Sight::within(&self.position, self.budget).with_games(&self.games).knowing(self.known);
        Some(Sight { expected: Some(hints), ..sight })
    }

    /// With what is known of the local games of the same board, which it adds to.
    #[must_use]
    pub fn with_games(self, games: &Rc<RefCell<LocalGames>>) -> Sight {
        Sight { games: games.clone(), ..self }
    }

    /// With these stones of each player's being known to be kept, whoever is to move, if perhaps not all together: so that nobody is tried to be
    /// barred from where they are.
    #[must_use]
    pub fn knowing(self, known: [Wide; 2]) -> Sight {
        Sight { known, ..self }
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &PlainPosition {
        &self.position
    }

    /// Cites for every string the clause by which it lives or that by which it is dead, with what is seen of it.
    pub fn cite_strings(&self, [lives, dies]: [ClauseId; 2], dead: Wide, trace: &mut Trace) {
        for PlainString { colour, stones } in self.position.strings() {
            trace.cite(if dead.has(stones[0]) { dies } else { lives }, || {
                let named: Vec<String> = stones.iter().map(|&p| self.position.grid().name(p)).collect();
                let why = match stones[0] {
                    p if dead.has(p) && self.held(colour.opponent()).barred.has(p) => {
                        "is dead: every play by which its owner could live there has an answer"
                    }
                    p if dead.has(p) => "is dead: that is found by a search of the open points",
                    p if self.immortal(colour).has(p) => {
                        "is immortal: it cannot be taken, even if its owner passes every time (Benson 1976)"
                    }
                    p if self.held(colour).walls.has(p) => {
                        "cannot be taken: every play against it has an answer beside it"
                    }
                    _ => "is not dead: that is found by a search of the open points",
                };
                format!("the {} string {} {why}", colour.to_string().to_lowercase(), named.join(" "))
            });
        }
    }

    /// The immortal stones of `colour`.
    #[must_use]
    pub fn immortal(&self, colour: Colour) -> Wide {
        *self.immortal[colour.index()].get_or_init(|| self.board.immortal_stones(self.stones, colour))
    }

    /// What `colour` holds by answers.
    #[must_use]
    pub fn held(&self, colour: Colour) -> Held {
        self.grounds[colour.index()].get_or_init(|| self.asked_for(colour, Aim::Bars)).held()
    }

    /// What `colour` holds by answers at no loss ([`Aim::BarsAtNoLoss`]).
    #[must_use]
    pub fn held_at_no_loss(&self, colour: Colour) -> Held {
        self.at_no_loss[colour.index()].get_or_init(|| self.asked_for(colour, Aim::BarsAtNoLoss)).held()
    }

    fn asked_for(&self, colour: Colour, aim: Aim) -> Grounds {
        let is_it = |holding: &&Holding| self.is_held(holding, colour, aim, None);
        if let Some(known) = self.asked.borrow().iter().find(is_it) {
            return known.grounds.clone();
        }
        let grounds = self.see(colour, aim);
        self.asked.borrow_mut().push(Holding { stones: self.stones, player: colour, grounds: grounds.clone() });
        grounds
    }

    /// Whether the string of `colour` with these stones is seen to be kept by itself, as [`Sight::keeps`] tells, and why: it is then among what
    /// has been asked.
    #[must_use]
    pub fn keeps_alone(&self, colour: Colour, string: Wide) -> bool {
        let is_it = |holding: &&Holding| self.is_held(holding, colour, Aim::Eyes, Some(string));
        if self.asked.borrow().iter().any(|holding| is_it(&holding)) {
            return true;
        }
        let found = match &self.shown {
            Some(holdings) => holdings.iter().find(is_it).map(|holding| holding.grounds.clone()),
            None => self.games.borrow_mut().grounds_alone(self.stones, colour, string, self.for_alone()),
        };
        let keeps = found.is_some();
        let asked = found.map(|grounds| Holding { stones: self.stones, player: colour, grounds });
        self.asked.borrow_mut().extend(asked);
        keeps
    }

    /// Whether it is what `colour` holds here with this aim: a string alone, or all that he holds together.
    fn is_held(&self, holding: &Holding, colour: Colour, aim: Aim, alone: Option<Wide>) -> bool {
        (holding.stones, holding.player, holding.grounds.aim, holding.alone()) == (self.stones, colour, aim, alone)
    }

    fn see(&self, colour: Colour, aim: Aim) -> Grounds {
        if let Some(holdings) = &self.shown {
            let found = holdings.iter().find(|holding| self.is_held(holding, colour, aim, None));
            return found.map(|holding| holding.grounds.clone()).unwrap_or(Grounds { games: Vec::new(), aim });
        }
        let other = colour.opponent();
        // Not of the other what is asked of him in turn.
        let walls = self.grounds[other.index()].get().map_or(Wide::default(), |grounds| grounds.held().walls);
        let alive = self.known[other.index()] | self.immortal(other) | walls;
        let tried = match &self.expected {
            Some(expected) => Tried { alive: alive | expected.living(other), walls: expected.living(colour) },
            None => Tried { alive, walls: self.stones[colour.index()] },
        };
        self.games.borrow_mut().grounds(self.stones, colour, aim, tried, self.budget)
    }

    /// The points that `colour` may come to have stones or territory on: not those that are kept by the other or barred to him.
    #[must_use]
    pub fn within_reach(&self, colour: Colour) -> Wide {
        let other = colour.opponent();
        self.board.all().less(self.kept(other) | self.held(other).barred)
    }

    /// The stones of `colour` that are never taken from him.
    #[must_use]
    pub fn kept(&self, colour: Colour) -> Wide {
        self.immortal(colour) | self.held(colour).walls
    }

    /// Whether the string of `colour` with these stones is seen to be kept by itself, whoever is to move: he may not be able to keep all
    /// such strings together.
    #[must_use]
    pub fn keeps(&self, colour: Colour, string: Wide) -> bool {
        self.games.borrow_mut().keeps(self.stones, colour, string, self.budget).is_some()
    }

    /// Whether it is tried to keep this string of `colour` by itself: not if something else is expected.
    #[must_use]
    pub fn is_tried_alone(&self, colour: Colour, string: Wide) -> bool {
        self.expected.as_ref().is_none_or(|expected| string.meets(expected.living(colour)))
    }

    /// The dead stones, if every stone is immortal or held, or where the other player bars it from living.
    #[must_use]
    pub fn dead(&self) -> Option<Wide> {
        let dead = Colour::ALL.map(|c| self.stones[c.index()].less(self.kept(c)));
        let doubtful = |c: Colour| !dead[c.index()].less(self.held(c.opponent()).barred).is_none();
        (!Colour::ALL.into_iter().any(doubtful)).then_some(dead[0] | dead[1])
    }

    /// The points on which the opponent of `colour` can never have a stone again: those barred to him, those with an immortal stone
    /// of `colour`, and the empty ones with such stones on all sides.
    #[must_use]
    pub fn forbidden(&self, colour: Colour) -> Wide {
        let (immortal, held) = (self.immortal(colour), self.held(colour));
        held.barred | immortal | self.board.vacant(self.stones) & enclosed(&self.board, immortal)
    }
}

/// What is seen of a position with more and more searched of each region, for one question after the other.
pub struct Sights {
    position: PlainPosition,
    /// By level.
    levels: [OnceCell<Sight>; LEVELS.len()],
    /// With all of a budget that is no level.
    whole: OnceCell<Sight>,
}

impl Sights {
    /// Of this position.
    #[must_use]
    pub fn of(position: &PlainPosition) -> Sights {
        Sights { position: position.clone(), levels: Default::default(), whole: OnceCell::new() }
    }

    /// Of a position of a board that is searched, as [`Sight::on`].
    #[must_use]
    pub fn on(board: &Board, position: Position) -> Option<Sights> {
        if board.len() <= SMALL {
            return None;
        }
        PlainPosition::from_position(board.grid(), position).map(|plain| Sights::of(&plain))
    }

    /// What has been seen, with the most searched first.
    pub fn seen(&self) -> impl Iterator<Item = &Sight> {
        let levels = self.levels.iter().chain([&self.whole]).filter_map(OnceCell::get);
        let mut seen: Vec<&Sight> = levels.collect();
        seen.sort_by_key(|sight| Reverse(sight.states()));
        seen.into_iter()
    }

    /// The first level, those that are within the budget, and all of the budget, while there is time.
    pub fn each(&self, budget: Budget) -> impl Iterator<Item = &Sight> {
        let mut last: Option<&Sight> = None;
        let levels = LEVELS.iter().copied().zip(&self.levels).take_while(move |(level, _)| *level <= budget.states);
        let first = (LEVELS[0], &self.levels[0]);
        let whole = (budget.states, &self.whole);
        [first].into_iter().chain(levels.skip(1)).chain([whole]).map_while(move |(states, cell)| {
            // Nothing more is left to be given.
            let is_more = last.is_none_or(|last| states > last.states() && !clock::is_over());
            if !is_more || cell.get().is_some_and(|sight| sight.states() != states) {
                return None;
            }
            let budget = Budget { states, ..budget };
            let see = || last.map_or_else(|| Sight::within(&self.position, budget), |last| last.deeper(budget));
            last = Some(cell.get_or_init(see));
            last
        })
    }
}

/// The same set on a board of up to 64 points.
#[must_use]
pub fn narrow(set: Wide) -> Points {
    set.points().fold(0, |m, p| m | 1 << p)
}

/// The same set, of a board of any size.
#[must_use]
pub fn wide(set: Points) -> Wide {
    points_of(set).collect()
}

/// The points all whose neighbours are in `set`.
#[must_use]
pub fn enclosed(board: &WideBoard, set: Wide) -> Wide {
    board.all().less(board.around(board.all().less(set)))
}
