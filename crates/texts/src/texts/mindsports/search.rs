//! The questions of ms.dead and ms.seki, and how they are answered.

use std::sync::Arc;

use super::judge::MindSportsInterpreter;
use crate::board::{Board, Colour, Points, Position, StoneString, points_of};
use crate::law::facts::{Answers, Facts, told};
use crate::law::finished::{Sight, narrow};
use crate::law::trace::{move_name, ruled};
use crate::law::{LineMove, RuleSet};
use crate::solve::arena::{Decided, solve};
use crate::solve::attractor::{Attractor, Targets};
use crate::solve::fixpoint::{LeastFixpoint, Question};
use crate::solve::history::{Learned, Without, decide, wins};
use crate::solve::line::{Line, forcing_line};
use crate::solve::search::{LARGEST_LISTED, LISTED_AFTER_SEARCHES, ProofNumberSearch, Siege, Step};
use crate::solve::{Bounds, Budget, Game};
use crate::texts::j1989::search::{hope_of_taking, last_liberty, surely_taken};
use crate::texts::mindsports::clauses::*;
use crate::texts::mindsports::{Asked, Continuation, ContinuationFacts, Continuing, Held, Superko, SuperkoFacts};

/// What has been solved for the stones of one player.
#[derive(Default)]
pub struct Solved {
    captured: Decided<Continuing, Points>,
    independent: Decided<Continuing, Points>,
    captured_freely: Decided<Continuing, Points>,
    kept_freely: Decided<Continuing, Points>,
}

/// The continuations of one board, asked what they come to. What has been solved is remembered.
pub struct Asking {
    game: Continuation,
    /// Without any repetition rule: what bounds the game under superko.
    free: Continuation,
    reading: Dead,
    budget: Budget,
    solved: [Solved; 2],
    facts: Option<Arc<dyn ContinuationFacts>>,
    superko: Option<Arc<dyn SuperkoFacts>>,
    answers: Option<Arc<Answers<Asked>>>,
    /// Questions are searched one by one instead of listing what follows from a position.
    pub(super) searches: bool,
}

/// How its questions are answered.
impl MindSportsInterpreter {
    /// The interpreter of `rules` on `board`.
    #[must_use]
    pub fn new(rules: RuleSet, board: Board, budget: Budget, facts: &Facts) -> MindSportsInterpreter {
        let ask = Asking::new(&rules, &board, budget, facts);
        MindSportsInterpreter { rules, board, ask }
    }

    /// The interpreter that searches on boards of any size, as on large ones.
    #[must_use]
    pub fn searching(mut self) -> MindSportsInterpreter {
        self.ask.searches = true;
        self
    }
}

impl Asking {
    /// The continuations of `rules` on `board`.
    pub fn new(rules: &RuleSet, board: &Board, budget: Budget, facts: &Facts) -> Asking {
        Asking {
            game: Continuation::new(board, rules.applies(MS_KO)),
            free: Continuation::new(board, false),
            reading: rules.read(),
            budget,
            solved: Default::default(),
            facts: facts.known(),
            superko: facts.known(),
            answers: facts.known(),
            searches: board.len() > LARGEST_LISTED,
        }
    }

    /// ms.dead: the stones of `owner` that are (lower) or may be (upper) dead, and whether a history search was needed.
    pub fn dead(&mut self, position: Position, owner: Colour) -> (Bounds<Points>, bool) {
        if let Some(answers) = &self.answers {
            let strings = self.game.board.strings(position).into_iter().filter(|s| s.colour == owner);
            return (told(answers.as_ref(), strings, Asked::Dead), false);
        }
        let first = match self.reading {
            Dead::Superko => return self.dead_under_superko(position, owner),
            Dead::OpponentFirst => owner.opponent(),
            Dead::OwnerFirst => owner,
        };
        (self.captured(position, owner, first, position.of(owner)), false)
    }

    /// The stones of `owner` that his opponent forces (lower) or might force (upper) off the board, `first` moving first: at
    /// least those of strings with a point of `among`.
    fn captured(&mut self, position: Position, owner: Colour, first: Colour, among: Points) -> Bounds<Points> {
        if let Some(facts) = &self.facts {
            return Bounds::exactly(facts.captured(position, owner, first));
        }
        let found = self.searches.then(|| self.searched(position, owner, first, among));
        if let Some(found) = found.filter(|found| found.decided().is_some()) {
            return found;
        }
        let budget = self.listing();
        let mut question = Attractor(Captured { game: &self.game, owner });
        let start = self.game.start(position, first);
        let memo = &mut self.solved[owner.index()].captured;
        let listed = solve(&self.game, &mut LeastFixpoint(&mut question), memo, &start, budget);
        found.map_or(listed, |found| found.and(listed))
    }

    /// What is held region by region, or kept by itself, and of the others by a search string by string.
    fn searched(&self, position: Position, owner: Colour, first: Colour, among: Points) -> Bounds<Points> {
        let Some(sight) = Sight::on(&self.game.board, position, self.budget) else {
            return searched(&self.game, position, owner, first, What::Captured, among, self.budget);
        };
        let own = position.of(owner);
        let dead = own & narrow(sight.held(owner.opponent()).barred);
        let open = own & !dead & !narrow(sight.kept(owner));
        let asked = self.game.board.components(own).filter(|string| string & open & among != 0);
        let open = asked.filter(|&s| !sight.keeps(owner, points_of(s).collect())).fold(0, |m, s| m | s);
        let found = searched(&self.game, position, owner, first, What::Captured, among & open, self.budget);
        Bounds { lower: found.lower | dead, upper: found.upper | dead }
    }

    /// What may be listed: where searches come first, and find nothing, not so much.
    fn listing(&self) -> Budget {
        if self.searches { self.budget.part(LISTED_AFTER_SEARCHES) } else { self.budget }
    }

    /// Reading `dead=superko`: the owner moves first and the history starts with the final position.
    fn dead_under_superko(&mut self, position: Position, owner: Colour) -> (Bounds<Points>, bool) {
        let Asking { free, solved, budget, superko, .. } = self;
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

    /// ms.seki, what is asked of it with the strings that may be in it, which lie on `among`.
    fn of_some(
        &self,
        position: Position,
        owner: Colour,
        among: Points,
        asked: fn(StoneString) -> Asked,
    ) -> Option<Bounds<Points>> {
        let answers = self.answers.as_ref()?;
        let strings = self.game.board.strings(position).into_iter();
        Some(told(answers.as_ref(), strings.filter(|s| s.colour == owner && s.stones & among != 0), asked))
    }

    /// ms.seki, neither has two eyes: the stones of `owner` in strings that are (or may be) independent, the opponent moving
    /// first.
    pub fn independent(&mut self, position: Position, owner: Colour, among: Points) -> Bounds<Points> {
        if among == 0 {
            return Bounds::exactly(0);
        }
        if let Some(told) = self.of_some(position, owner, among, Asked::Independent) {
            return told;
        }
        if let Some(facts) = &self.facts {
            return Bounds::exactly(facts.independent(position, owner));
        }
        let first = owner.opponent();
        let found =
            self.searches.then(|| searched(&self.game, position, owner, first, What::Immortal, among, self.budget));
        if let Some(found) = found.filter(|found| found.decided().is_some()) {
            return found;
        }
        let budget = self.listing();
        let mut question = Attractor(Independent { game: &self.game, owner });
        let start = self.game.start(position, first);
        let memo = &mut self.solved[owner.index()].independent;
        let listed = solve(&self.game, &mut LeastFixpoint(&mut question), memo, &start, budget);
        found.map_or(listed, |found| found.and(listed))
    }

    /// ms.seki, neither can capture the other: the stones of `owner` in strings that the opponent captures (or might capture) if
    /// he moves first. The continuation is that of ms.dead with basic ko, under `dead=superko` too.
    pub fn capturable(&mut self, position: Position, owner: Colour, among: Points) -> Bounds<Points> {
        if among == 0 {
            return Bounds::exactly(0);
        }
        let told = self.of_some(position, owner, among, Asked::Capturable);
        told.unwrap_or_else(|| self.captured(position, owner, owner.opponent(), among))
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

/// The stones of `owner` in strings with a point of `among` of which it is forced (lower) or might be (upper), `first` moving
/// first, by a search string by string.
pub fn searched(
    game: &Continuation,
    position: Position,
    owner: Colour,
    first: Colour,
    what: What,
    among: Points,
    budget: Budget,
) -> Bounds<Points> {
    let mut found = Bounds::exactly(0);
    for string in game.board.components(position.of(owner)).filter(|string| string & among != 0) {
        let wanting = Wanting { game, owner, point: string.trailing_zeros() as usize, what };
        let answer = ProofNumberSearch::new(&wanting).wins(&game.start(position, first), budget);
        found.lower |= if answer == Some(true) { string } else { 0 };
        found.upper |= if answer == Some(false) { 0 } else { string };
    }
    found
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
