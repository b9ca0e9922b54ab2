//! How the questions of ms.dead and ms.seki are answered: by what is told or tabled, at sight, by searches, by lists of what follows, or with the
//! history.

use std::sync::Arc;

use super::judge::MindSportsInterpreter;
use super::questions::Asked;
use rustc_hash::FxHashSet;

use crate::board::{Board, Colour, PointSet, Points, Position, StoneString, Wide, points_of};
use crate::law::facts::{Answers, Facts};
use crate::law::finished::Sight;
use crate::law::trace::{move_name, ruled};
use crate::law::{LineMove, RuleSet};
use crate::solve::arena::{Decided, solve};
use crate::solve::attractor::{Attractor, Targets};
use crate::solve::fixpoint::{LeastFixpoint, Question};
use crate::solve::history::{Learned, Without, decide, wins};
use crate::solve::ladder::{self, Answered, Ask, By, Rung, Seeker, climb};
use crate::solve::line::{Line, forcing_line};
use crate::solve::search::{
    LARGEST_LISTED, ProofNumberSearch, Siege, Step, hope_of_taking, last_liberty, surely_taken,
};
use crate::solve::{Bounds, Budget, Game};
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
    /// Questions are searched one by one instead of listing what follows from a position.
    searches: bool,
    /// What is known of the position that was asked about last.
    last: (Position, Answered<Asked<Points>>),
    /// An answer about that position took a search with the history.
    by_history: bool,
}

/// How its questions are answered.
impl MindSportsInterpreter {
    /// The interpreter of `rules` on `board`.
    #[must_use]
    pub fn new(rules: RuleSet, board: Board, budget: Budget, facts: &Facts) -> MindSportsInterpreter {
        let ask = ContinuationSolver::new(&rules, &board, budget, facts);
        MindSportsInterpreter { rules, board, ask }
    }

    /// The interpreter that searches on boards of any size, as on large ones.
    #[must_use]
    pub fn searching(mut self) -> MindSportsInterpreter {
        self.ask.searches = true;
        self
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
            searches: board.len() > LARGEST_LISTED,
            last: Default::default(),
            by_history: false,
        }
    }

    /// The strings of a position, with whether they are dead by ms.dead as far as that is known.
    pub fn dead(&mut self, position: Position) -> Vec<(Points, Option<bool>)> {
        let strings = self.game.board.strings(position);
        let dead = |ask: &mut dyn Ask<Asked<Points>>| -> Vec<(Points, Option<bool>)> {
            strings.iter().map(|s| (s.stones, ask.ask(Asked::Dead(s.colour, s.stones)))).collect()
        };
        self.about(position, dead, |found| found.iter().any(|(_, dead)| dead.is_none()))
    }

    /// What `judge` says of a position whose questions are answered here, as long as that `is_open`.
    pub(super) fn about<T>(
        &mut self,
        position: Position,
        judge: impl FnMut(&mut dyn Ask<Asked<Points>>) -> T,
        is_open: impl Fn(&T) -> bool,
    ) -> T {
        let (met, mut known) = std::mem::take(&mut self.last);
        if met != position {
            known.clear();
            self.by_history = false;
        }
        let rungs = if self.searches && self.told.is_none() { ladder::SEARCHED_WHOLE } else { ladder::LISTED };
        let said = climb(rungs, &mut Seeking::new(self, position), &mut known, judge, is_open);
        self.last = (position, known);
        said
    }

    /// Whether an answer about the last position took a search with the history.
    pub(super) fn by_history(&self) -> bool {
        self.by_history
    }

    /// Who moves first where it is asked whether a string of `owner` is dead.
    fn first(&self, owner: Colour) -> Colour {
        if self.reading == Dead::OpponentFirst { owner.opponent() } else { owner }
    }

    /// The stones of `owner` that his opponent forces (lower) or might force (upper) off the board, `first` moving first, by a table or
    /// by a list of what follows.
    fn captured(&mut self, position: Position, owner: Colour, first: Colour, budget: Budget) -> Bounds<Points> {
        if let Some(facts) = &self.facts {
            return Bounds::exactly(facts.captured(position, owner, first));
        }
        let mut question = Attractor(Captured { game: &self.game, owner });
        let start = self.game.start(position, first);
        let memo = &mut self.solved[owner.index()].captured;
        solve(&self.game, &mut LeastFixpoint(&mut question), memo, &start, budget)
    }

    /// The stones of `owner` that he forces (lower) or might force (upper) to be immortal, the opponent moving first, likewise.
    fn independent(&mut self, position: Position, owner: Colour, budget: Budget) -> Bounds<Points> {
        if let Some(facts) = &self.facts {
            return Bounds::exactly(facts.independent(position, owner));
        }
        let mut question = Attractor(Independent { game: &self.game, owner });
        let start = self.game.start(position, owner.opponent());
        let memo = &mut self.solved[owner.index()].independent;
        solve(&self.game, &mut LeastFixpoint(&mut question), memo, &start, budget)
    }

    /// By a search: whether what is wanted of a string is forced, `first` moving first.
    fn searched(&self, position: Position, string: StoneString, first: Colour, what: What) -> Option<bool> {
        let StoneString { colour: owner, stones } = string;
        let wanting = Wanting { game: &self.game, owner, point: stones.trailing_zeros() as usize, what };
        ProofNumberSearch::new(&wanting).wins(&self.game.start(position, first), self.budget)
    }

    /// Reading `dead=superko`: the owner moves first and the history starts with the final position.
    fn dead_under_superko(&mut self, position: Position, owner: Colour) -> (Bounds<Points>, bool) {
        let ContinuationSolver { free, solved, budget, superko, .. } = self;
        let (free, budget) = (&*free, *budget);
        let Solved { captured_freely, kept_freely, .. } = &mut solved[owner.index()];
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
        (dead, history)
    }

    /// The capture of a dead string; none where only the memory of superko forces it.
    pub fn capture_line(&self, position: Position, string: StoneString) -> Vec<LineMove> {
        let (game, first) = match self.reading {
            Dead::Superko => (&self.free, string.colour),
            Dead::OpponentFirst => (&self.game, string.colour.opponent()),
            Dead::OwnerFirst => (&self.game, string.colour),
        };
        self.line(game, position, string, first)
    }

    /// The capture of a string that falls if its opponent moves first.
    pub fn capture_by_first_move(&self, position: Position, string: StoneString) -> Vec<LineMove> {
        self.line(&self.game, position, string, string.colour.opponent())
    }

    /// The plays with which the opponent of a string that is not dead could try it, and the owner's answers; none under superko, where
    /// an answer may rest on the whole course.
    pub fn trying_line(&self, position: Position, string: StoneString) -> Vec<LineMove> {
        match self.reading {
            Dead::Superko => Vec::new(),
            Dead::OpponentFirst => self.trying_line_of(position, string, string.colour.opponent()),
            Dead::OwnerFirst => self.trying_line_of(position, string, string.colour),
        }
    }

    /// The same of a string that does not even fall if its opponent moves first.
    pub fn trying_line_by_first_move(&self, position: Position, string: StoneString) -> Vec<LineMove> {
        self.trying_line_of(position, string, string.colour.opponent())
    }

    fn trying_line_of(&self, position: Position, string: StoneString, first: Colour) -> Vec<LineMove> {
        let (game, point) = (&self.game, string.stones.trailing_zeros() as usize);
        let start = game.start(position, first);
        let wanting = Wanting { game, owner: string.colour, point, what: What::Captured };
        written(game, &start, &ProofNumberSearch::new(&wanting).trying_line(&start, self.budget))
    }

    /// A line in which the opponent forces the capture of a string, `first` moving first.
    fn line(&self, game: &Continuation, position: Position, string: StoneString, first: Colour) -> Vec<LineMove> {
        let mut question = Attractor(Captured { game, owner: string.colour });
        let start = game.start(position, first);
        let wanted = |v| v & string.stones != 0;
        // Where questions are searched a line is a luxury.
        let states = if self.searches { self.budget.states.min(20_000) } else { self.budget.states };
        let budget = Budget { states, ..self.budget };
        let line = forcing_line(game, &mut question, &start, 0, wanted, budget).unwrap_or_default();
        written(game, &start, &line)
    }
}

/// Seeks the answers to the questions about one position.
struct Seeking<'a> {
    solver: &'a mut ContinuationSolver,
    position: Position,
    rung: Rung,
    budget: Budget,
    /// The position, and that without the dead stones, as they are seen region by region.
    sights: Vec<(Position, Sight)>,
    /// What has been searched for.
    searched: FxHashSet<Asked<Points>>,
    /// By what was asked, of whose stones in which position: what a list or a table says.
    listed: Vec<((Listed, Position, Colour), Bounds<Points>)>,
}

/// What lists and tables say of all stones of a player.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Listed {
    /// Which can be captured, with who moves first.
    Captured(Colour),
    Independent,
    /// Which are dead under superko.
    Superko,
}

impl<'a> Seeking<'a> {
    fn new(solver: &'a mut ContinuationSolver, position: Position) -> Seeking<'a> {
        let budget = solver.budget;
        let rung = ladder::LISTED.0;
        Seeking { solver, position, rung, budget, sights: vec![], searched: FxHashSet::default(), listed: vec![] }
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
        if self.sights.iter().all(|(of, _)| *of != position) {
            let sight = Sight::on(&self.solver.game.board, position, self.solver.budget)?;
            self.sights.push((position, sight));
        }
        let (_, sight) = self.sights.iter().find(|(of, _)| *of == position)?;
        let StoneString { colour: owner, stones } = string;
        let stones = points_of(stones).collect::<Wide>();
        if stones.less(sight.held(owner.opponent()).barred).is_none() {
            return Some(true);
        }
        (stones.less(sight.kept(owner)).is_none() || sight.keeps(owner, stones)).then_some(false)
    }

    fn by_search(&mut self, question: Asked<Points>) -> Option<bool> {
        if !self.searched.insert(question) {
            return None;
        }
        let (position, first) = self.start(question);
        let string = StoneString { colour: question.owner(), stones: question.string() };
        match question {
            Asked::Independent(..) => self.solver.searched(position, string, first, What::Immortal),
            Asked::Dead(..) | Asked::Capturable(..) => self
                .at_sight(position, string)
                .or_else(|| self.solver.searched(position, string, first, What::Captured)),
        }
    }

    fn by_list(&mut self, question: Asked<Points>) -> Option<bool> {
        let ((position, first), owner, budget) = (self.start(question), question.owner(), self.budget);
        let what = match question {
            Asked::Independent(..) => Listed::Independent,
            Asked::Dead(..) if self.is_by_superko(question) => Listed::Superko,
            Asked::Dead(..) | Asked::Capturable(..) => Listed::Captured(first),
        };
        let key = (what, position, owner);
        let known = self.listed.iter().find(|(of, _)| *of == key).map(|(_, bounds)| *bounds);
        let bounds = known.unwrap_or_else(|| match what {
            Listed::Captured(first) => self.solver.captured(position, owner, first, budget),
            Listed::Independent => self.solver.independent(position, owner, budget),
            Listed::Superko => {
                let (bounds, by_history) = self.solver.dead_under_superko(position, owner);
                self.solver.by_history |= by_history;
                bounds
            }
        });
        if known.is_none() {
            self.listed.push((key, bounds));
        }
        let string = question.string();
        Bounds { lower: bounds.lower & string != 0, upper: bounds.upper & string != 0 }.decided()
    }

    /// Reading `dead=superko`: what is bound by the history is not searched for without it.
    fn is_by_superko(&self, question: Asked<Points>) -> bool {
        matches!(question, Asked::Dead(..)) && self.solver.reading == Dead::Superko
    }
}

impl Seeker<Asked<Points>> for Seeking<'_> {
    fn begin(&mut self, rung: Rung, _: &Answered<Asked<Points>>) {
        (self.rung, self.budget) = (rung, self.solver.budget.part(rung.part));
    }

    fn seek(&mut self, question: Asked<Points>) -> Option<bool> {
        if let Some(told) = &self.solver.told {
            return told.answer(question);
        }
        if self.is_by_superko(question) {
            return self.by_list(question);
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

/// A line with the clauses that its moves rest on.
fn written(game: &Continuation, start: &Continuing, line: &Line<Continuation>) -> Vec<LineMove> {
    let board = &game.board;
    ruled(game, board, start, line, |mv, state| (state.mover.opponent(), move_name(board, *mv), state.position))
}

/// ms.dead: which stones of `owner` the opponent forces off the board.
pub struct Captured<'a> {
    /// The continuation.
    pub game: &'a Continuation,
    /// Whose stones.
    pub owner: Colour,
}

impl Targets<Continuation> for Captured<'_> {
    fn attacker(&self) -> Colour {
        self.owner.opponent()
    }

    fn live(&self, state: &Continuing) -> Points {
        state.position.of(self.owner)
    }

    fn reached(&self, from: &Continuing, to: &Continuing) -> Points {
        from.position.of(self.owner) & !to.position.of(self.owner)
    }

    fn known(&mut self, state: &Continuing) -> (Points, Points) {
        if state.ended {
            return (0, 0);
        }
        // An owner who always passes keeps an immortal stone; the opponent takes what is where nothing can live, unless the
        // owner may end the sequence by a pass first. His plays for that are never banned by ms.ko: a stone of his on such a
        // point was never taken from a place to which it returns, and a play that takes two does not bring a position back.
        let live = self.live(state);
        let late = state.passed && state.mover == self.owner;
        let lost = if late { 0 } else { live & self.game.board.denied(state.position, self.owner.opponent()) };
        (lost, live & !self.game.board.immortal(state.position, self.owner))
    }
}

/// Which original stones of `owner` he brings to the end of the sequence (what the superko reading needs to know besides
/// [`Captured`]: where neither is forced, only a cycle keeps the string on the board).
pub struct Kept<'a> {
    /// The continuation.
    pub game: &'a Continuation,
    /// Whose stones.
    pub owner: Colour,
}

impl Question<Continuation> for Kept<'_> {
    type Value = Points;

    fn maximiser(&self) -> Colour {
        self.owner
    }

    fn through(&self, from: &Continuing, to: &Continuing, value: Points) -> Points {
        value & from.position.of(self.owner) & to.position.of(self.owner)
    }

    fn known(&mut self, state: &Continuing) -> Bounds<Points> {
        let lower = self.game.board.immortal(state.position, self.owner);
        Bounds { lower, upper: state.position.of(self.owner) }
    }

    fn end(&mut self, state: &Continuing) -> Points {
        state.position.of(self.owner)
    }
}

/// ms.seki: which stones of `owner` he forces to be immortal, each having stood throughout.
pub struct Independent<'a> {
    /// The continuation.
    pub game: &'a Continuation,
    /// Whose stones.
    pub owner: Colour,
}

impl Targets<Continuation> for Independent<'_> {
    fn attacker(&self) -> Colour {
        self.owner
    }

    fn live(&self, state: &Continuing) -> Points {
        state.position.of(self.owner)
    }

    fn reached(&self, _: &Continuing, _: &Continuing) -> Points {
        0
    }

    fn known(&mut self, state: &Continuing) -> (Points, Points) {
        let immortal = self.game.board.immortal(state.position, self.owner);
        (immortal, if state.ended { immortal } else { self.live(state) })
    }
}

/// A continuation in which one player wants something of a stone of `owner` and the other not, for a search. Who wants it does
/// not pass, as the other would end the sequence by a pass of his own; so nobody has to remember whether the last move was one.
/// Nor does it matter what the other may not recreate when that player is to move: he plays, and then it is another position.
pub struct Wanting<'a> {
    /// The continuation.
    pub game: &'a Continuation,
    /// Whose stone.
    pub owner: Colour,
    /// Where.
    pub point: usize,
    /// What is wanted of it.
    pub what: What,
}

/// What is wanted of a stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// ms.dead, ms.seki: by the opponent of its owner, that it is captured.
    Captured,
    /// ms.seki: by its owner, that it is immortal before it is captured.
    Immortal,
}

impl Game for Wanting<'_> {
    type State = Continuing;
    type Move = Option<u8>;

    fn mover(&self, state: &Continuing) -> Colour {
        state.mover
    }

    fn moves(&self, state: &Continuing, out: &mut Vec<(Option<u8>, Continuing)>) {
        self.game.moves(state, out);
        if state.mover == self.attacker() {
            out.retain(|(mv, _)| mv.is_some());
        }
        for (_, next) in out {
            *next = self.plain(*next);
        }
    }
}

impl Wanting<'_> {
    fn plain(&self, mut state: Continuing) -> Continuing {
        state.passed = false;
        state.ended = false;
        if state.mover == self.attacker() {
            state.before[state.mover.index()] = None;
        }
        state
    }
}

impl Siege for Wanting<'_> {
    fn board(&self) -> &Board {
        &self.game.board
    }

    fn attacker(&self) -> Colour {
        match self.what {
            What::Captured => self.owner.opponent(),
            What::Immortal => self.owner,
        }
    }

    fn position(&self, state: &Continuing) -> Position {
        state.position
    }

    fn step(mv: &Option<u8>) -> Step {
        mv.map_or(Step::Pass, |p| Step::Play(p.into()))
    }

    fn core(&self) -> Points {
        1 << self.point
    }

    /// Two eyes are made anywhere.
    fn local(&self) -> bool {
        self.what == What::Captured
    }

    /// What may not be recreated is a position of the whole board, and a move anywhere makes an end of it.
    fn bound(&self, state: &Continuing) -> bool {
        state.before != [None; 2]
    }

    fn known(&self, state: &Continuing) -> Option<(bool, Points)> {
        let (board, position) = (self.board(), state.position);
        let (captured, zone) = surely_taken(board, position, self.owner, self.point)?;
        match self.what {
            What::Captured => Some((captured, zone)),
            // What is safe by answers has yet to be made immortal.
            What::Immortal if captured => Some((false, zone)),
            What::Immortal => board.immortal_zone(position, self.owner, self.point).map(|zone| (true, zone)),
        }
    }

    fn strike(&self, state: &Continuing) -> Option<(usize, Points)> {
        let taking = self.what == What::Captured && state.mover != self.owner;
        let v = last_liberty(self.board(), state.position, self.owner, self.point).filter(|_| taking)?;
        self.game.play(state, v).map(|_| (v, self.core()))
    }

    fn estimate(&self, state: &Continuing) -> (u32, u32) {
        let moves = state.mover == self.owner;
        let (taken, kept) = hope_of_taking(self.board(), state.position, self.owner, self.point, moves);
        match self.what {
            What::Captured => (taken, kept),
            What::Immortal => (2 + kept, taken),
        }
    }

    fn middle(&self, state: &Continuing) -> Points {
        self.board().string_at(state.position, self.point)
    }
}

/// Reading `dead=superko`: who wins every state that can follow from `root` while a string of `owner` stands, as
/// [`crate::solve::history::decide`] finds it: the owner keeps the string, or his opponent takes it.
pub fn decide_under_superko(
    free: &Continuation,
    owner: Colour,
    root: (Position, Colour),
    without: impl FnMut(&(Position, Colour)) -> Option<Without>,
    budget: Budget,
    found: impl FnMut(&(Position, Colour), Option<Colour>),
) -> Option<()> {
    decide(&Held { free, owner }, &Superko, &root, without, budget, found)
}
