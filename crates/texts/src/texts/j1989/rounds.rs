//! j1989.7.1 on boards too large to list: all its questions about a position are searched in turn, with more and more room, and what is
//! known of one string serves the others.

use std::cell::RefCell;
use std::rc::Rc;

use crate::board::{Colour, Points, Position, StoneString, Wide, WideBoard, points_of};
use crate::law::finished::{Sight, narrow};
use crate::law::verdict::{Life, StringStatus};
use crate::solve::local::{LEVELS, LocalGames};
use crate::solve::{Bounds, Budget, clock};
use crate::texts::j1989::clauses::*;
use crate::texts::j1989::judge::{
    CAPTURABLE, CAPTURABLE_1, CAPTURABLE_2, J1989Interpreter, UNCAPTURABLE, bounded, examined,
};

/// The parts of the budget that each question is given, round by round.
const ROUNDS: [usize; 6] = [1024, 256, 64, 16, 4, 1];

/// In these rounds it is looked at what the opponent of an open string sees after a first play of his, with so many states for each
/// region.
const STRIKES: [(usize, usize); 2] = [(2, LEVELS[0]), (5, LEVELS[1])];

/// Whether a string is kept by itself is asked with so many times the states of other questions: two or three of its parts cost as much
/// time as one state of theirs, and its answers serve all of them. Not with more than the deepest level of a region, unless the budget is larger.
const EARLIER: usize = 16;

/// What has been found of local games while a position is judged.
type Games = Rc<RefCell<LocalGames>>;

/// What is known of a string.
struct Case {
    string: StoneString,
    /// The states with which it was tried to show that it is kept by itself.
    tried: usize,
    /// The opponent forces its capture.
    taken: Option<bool>,
    /// It is uncapturable or capturable-1.
    firm: Option<bool>,
    /// Its life, and by which term.
    life: Option<(Life, &'static str)>,
}

impl Case {
    fn dead(&mut self) {
        (self.taken, self.firm, self.life) = (Some(true), Some(false), Some((Life::Dead, "captured")));
    }

    fn keep(&mut self) {
        (self.taken, self.firm, self.life) = (Some(false), Some(true), Some((Life::Alive, UNCAPTURABLE)));
    }

    fn is_open(&self) -> bool {
        self.life.is_none()
    }
}

/// The owner's stones that are known to be uncapturable.
fn uncapturable(cases: &[Case], owner: Colour) -> Wide {
    let cases = cases.iter().filter(|c| c.string.colour == owner && c.taken == Some(false));
    cases.flat_map(|c| points_of(c.string.stones)).collect()
}

/// What is seen region by region of a player's stones.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// They are never taken.
    kept: Points,
    /// They are taken.
    dead: Points,
    /// On these points he never has a stone again.
    forbidden: Points,
}

impl Seen {
    /// The opponent takes the string.
    fn is_taken(&self, string: &StoneString) -> bool {
        string.stones & !self.dead == 0
    }

    /// He takes it, and nothing new on `local` is permanent.
    fn is_for_good(&self, string: &StoneString, local: Points) -> bool {
        self.is_taken(string) && local & !self.forbidden == 0
    }
}

/// How a round finds answers.
#[derive(Clone, Copy)]
enum By<'s> {
    /// By searches with this budget, where that is not seen region by region: by owner, as the position stands and after first plays of
    /// his opponent's.
    Search(Budget, [Seen; 2], &'s [Vec<Seen>; 2], &'s Games),
    /// By lists of what follows from the position: with the stones of each player that are, and may be, taken.
    List([Bounds<Points>; 2]),
}

impl J1989Interpreter {
    /// Article 7.1 by searches: a status for every string.
    pub(super) fn in_rounds(&mut self, position: Position) -> Vec<StringStatus> {
        let case = |string: StoneString| Case { string, tried: 0, taken: None, firm: None, life: None };
        let mut cases: Vec<Case> = self.board.strings(position).into_iter().map(case).collect();
        let mut struck = [Vec::new(), Vec::new()];
        let games = Rc::new(RefCell::new(LocalGames::new(&WideBoard::new(self.board.grid()))));
        for (round, part) in ROUNDS.into_iter().enumerate() {
            if !cases.iter().any(Case::is_open) {
                break;
            }
            if let Some((_, states)) = STRIKES.into_iter().find(|(at, _)| *at == round) {
                let budget = Budget { states: states.min(self.ask.budget.states), ..self.ask.budget };
                for owner in Colour::ALL {
                    struck[owner.index()].extend(self.struck(position, owner, &cases, budget, &games));
                }
            }
            let budget = self.ask.budget.part(part);
            let by = By::Search(budget, self.seen(position, &cases, budget, &games), &struck, &games);
            self.round(position, &mut cases, by);
        }
        if cases.iter().any(Case::is_open) {
            let listed = Colour::ALL.map(|owner| self.ask.taken(position, owner));
            self.round(position, &mut cases, By::List(listed));
        }
        let status = |case: &Case| {
            let (life, by) = case.life.unwrap_or((Life::Undecided, "undecided"));
            examined(&case.string, life, by)
        };
        cases.iter().map(status).collect()
    }

    /// What is seen of each player's stones as the position stands, whoever is to move.
    fn seen(&self, position: Position, cases: &[Case], budget: Budget, games: &Games) -> [Seen; 2] {
        let Some(sight) = Sight::on(&self.board, position, budget) else { return Default::default() };
        let sight = sight.with_games(games).knowing(Colour::ALL.map(|owner| uncapturable(cases, owner)));
        Colour::ALL.map(|owner| Seen {
            kept: narrow(sight.kept(owner)),
            dead: position.of(owner) & narrow(sight.held(owner.opponent()).barred),
            forbidden: narrow(sight.forbidden(owner.opponent())),
        })
    }

    /// Whether the string is seen to be kept, whoever is to move.
    fn is_kept(&self, position: Position, string: &StoneString, budget: Budget, games: &Games) -> bool {
        let stones = points_of(string.stones).collect();
        Sight::on(&self.board, position, budget)
            .is_some_and(|sight| sight.with_games(games).keeps(string.colour, stones))
    }

    /// What is seen of the owner's stones after first plays of his opponent's: of those that are no ko captures, on points in the same region
    /// between the opponent's stones as an open string, where some open string is seen to be taken then. It is the opponent who
    /// begins (j1989.7.1), and what is seen then is so whoever is to move.
    fn struck(&self, position: Position, owner: Colour, cases: &[Case], budget: Budget, games: &Games) -> Vec<Seen> {
        let opponent = owner.opponent();
        let of_owner = |c: &&Case| c.string.colour == owner && c.is_open() && c.taken != Some(false);
        let mut open: Vec<(Points, Points)> = cases
            .iter()
            .filter(of_owner)
            .map(|c| {
                (c.string.stones, self.board.connected(c.string.stones, self.board.all() & !position.of(opponent)))
            })
            .collect();
        let points = self.board.empty(position) & open.iter().fold(0, |m, (_, region)| m | region);
        // Those that the opponent cannot take by playing first.
        let mut known = [Wide::default(); 2];
        known[owner.index()] = uncapturable(cases, owner);
        let mut found = Vec::new();
        for p in points_of(points) {
            if open.is_empty() || clock::is_over() {
                break;
            }
            let Some(play) = self.board.play(position, opponent, p).filter(|play| play.ko.is_none()) else { continue };
            let Some(sight) = Sight::on(&self.board, play.after, budget) else { break };
            let sight = sight.with_games(games).knowing(known);
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

    fn round(&mut self, position: Position, cases: &mut [Case], by: By<'_>) {
        let enable = self.rules.read::<Enable>();
        for owner in Colour::ALL {
            let of_owner = |c: &&mut Case| c.string.colour == owner && c.is_open();
            if let By::Search(budget, ..) = by
                && enable != Enable::None
                && cases.iter_mut().any(|c| of_owner(&c))
                && self.ask.forced_empty(position, owner, budget) == Some(true)
            {
                // No stone of the owner's is permanent anywhere.
                cases.iter_mut().filter(of_owner).for_each(Case::dead);
            }
        }
        for case in cases.iter_mut().filter(|c| c.taken.is_none()) {
            case.taken = self.is_taken(position, case, by);
            match (case.taken, enable) {
                (Some(false), _) => case.keep(),
                (Some(true), Enable::None) => case.life = Some((Life::Dead, "capturable")),
                _ => {}
            }
        }
        for at in 0..cases.len() {
            if cases[at].taken != Some(true) {
                continue;
            }
            let string = cases[at].string;
            match enable {
                Enable::None => {}
                Enable::Anywhere if cases[at].is_open() => {
                    match self.is_forced(position, &string, self.board.all(), by) {
                        Some(true) => cases[at].dead(),
                        Some(false) => cases[at].life = Some((Life::Alive, "enables a new stone")),
                        None => {}
                    }
                }
                Enable::Anywhere => {}
                Enable::Local1 => self.through_local_1(position, &mut cases[at], by),
                Enable::Local2 | Enable::Enclosed => {
                    self.through_local_1(position, &mut cases[at], by);
                    self.through_local_2(position, cases, at, by);
                }
            }
        }
    }

    /// Whether the string is alive through its own intersections; under `local-1` it is dead if not.
    fn through_local_1(&mut self, position: Position, case: &mut Case, by: By<'_>) {
        if case.firm.is_some() {
            return;
        }
        let Some(forced) = self.is_forced(position, &case.string, case.string.stones, by) else { return };
        case.firm = Some(!forced);
        if !forced {
            case.life = Some((Life::Alive, CAPTURABLE_1));
        } else if self.rules.read::<Enable>() == Enable::Local1 {
            case.dead();
        }
    }

    /// Whether the string is alive through its local-2, as far as that can be told of one that is bounded by the strings known to be
    /// firm, which is larger, or by all that may be, which is smaller: the larger it is, the better for the owner.
    fn through_local_2(&mut self, position: Position, cases: &mut [Case], at: usize, by: By<'_>) {
        let string = cases[at].string;
        if !cases[at].is_open() {
            return;
        }
        let either = self.rules.read::<Enable>() == Enable::Enclosed;
        let others =
            || cases.iter().enumerate().filter(|(i, c)| *i != at && (either || c.string.colour == string.colour));
        let stones = |firm: &dyn Fn(&Case) -> bool| {
            others().filter(|(_, c)| firm(c)).fold(0, |m: Points, (_, c)| m | c.string.stones)
        };
        let largest = bounded(&self.board, string, stones(&|c| c.firm == Some(true)));
        let smallest = bounded(&self.board, string, stones(&|c| c.firm != Some(false)));
        if self.is_forced(position, &string, largest, by) == Some(true) {
            cases[at].dead();
        } else if self.is_forced(position, &string, smallest, by) == Some(false) {
            let by = if cases[at].firm == Some(false) { CAPTURABLE_2 } else { CAPTURABLE };
            cases[at].life = Some((Life::Alive, by));
        }
    }

    fn is_taken(&mut self, position: Position, case: &mut Case, by: By<'_>) -> Option<bool> {
        let string = &case.string;
        match by {
            By::Search(budget, seen, struck, games) => {
                let (now, struck) = (seen[string.colour.index()], &struck[string.colour.index()]);
                if string.stones & !now.kept == 0 {
                    return Some(false);
                }
                if struck.iter().chain([&now]).any(|seen| seen.is_taken(string)) {
                    return Some(true);
                }
                let most = self.ask.budget.states.max(LEVELS[3]);
                let more = Budget { states: budget.states.saturating_mul(EARLIER).min(most), ..budget };
                if more.states > case.tried {
                    case.tried = more.states;
                    if self.is_kept(position, string, more, games) {
                        return Some(false);
                    }
                }
                self.ask.forced_once(position, string, budget)
            }
            By::List(taken) => {
                let taken = taken[string.colour.index()];
                match (string.stones & taken.lower != 0, string.stones & taken.upper != 0) {
                    (true, _) => Some(true),
                    (_, false) => Some(false),
                    _ => None,
                }
            }
        }
    }

    /// Whether the opponent forces that the string is captured and nothing new on `local` is permanent.
    fn is_forced(&mut self, position: Position, string: &StoneString, local: Points, by: By<'_>) -> Option<bool> {
        match by {
            By::Search(budget, seen, struck, _) => {
                let own = string.colour.index();
                if struck[own].iter().chain([&seen[own]]).any(|seen| seen.is_for_good(string, local)) {
                    return Some(true);
                }
                self.ask.forced_for_good(position, string, local, budget)
            }
            By::List(_) => self.ask.brings_forth(position, string, local).map(|alive| !alive),
        }
    }
}
