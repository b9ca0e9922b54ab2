//! MindSports Arena: dead strings, independence and seki, territory, and the Japanese and Chinese counts of a final position.

use std::sync::Arc;

use super::Interpreter;
use super::bounds::continuation::{Captured, Independent, Kept};
use super::facts::{Answers, Asked, ContinuationFacts, Facts, SuperkoFacts, told};
use super::verdict::{Claim, Life, Notes, Outcome, PointStatus, Status, Step, StringStatus, Verdict};
use crate::board::{Board, Colour, Points, Position, StoneString, points_of};
use crate::game::arena::{Decided, solve};
use crate::game::forcing::Forcing;
use crate::game::history::{Learned, Memory, Without, settle, wins};
use crate::game::least::Least;
use crate::game::{Bounds, Budget, Game};
use crate::spec::{RuleSet, Text};

/// A state of the continuation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Continuing {
    /// The position.
    pub position: Position,
    pub(super) mover: Colour,
    /// The last move was a pass.
    pub(super) passed: bool,
    pub(super) ended: bool,
    /// By player: the position just before his last play, which the opponent's plays may not recreate (ms.ko). Forgotten as
    /// soon as no succession of the opponent's plays leads back to it; the player's own next play replaces it anyway.
    pub(super) before: [Option<Position>; 2],
}

/// Play on from a position: plays and passes in alternation, ended by two successive passes.
#[derive(Clone, Debug)]
pub struct Continuation {
    pub(super) board: Board,
    /// Basic ko is the repetition rule (else the game has none, or one that remembers the whole sequence).
    basic_ko: bool,
}

impl Continuing {
    /// Two successive passes have been made.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// By player: the position just before his last play, where the opponent's plays may still recreate it.
    #[must_use]
    pub fn before(&self) -> [Option<Position>; 2] {
        self.before
    }
}

impl Continuation {
    /// A state in the course of a sequence, after a move that was no pass.
    #[must_use]
    pub fn remembering(&self, position: Position, mover: Colour, before: [Option<Position>; 2]) -> Continuing {
        Continuing { before, ..self.start(position, mover) }
    }

    /// The continuation with basic ko, as the reading of ms.dead has it; with `basic_ko` false nothing forbids repetition.
    #[must_use]
    pub fn new(board: &Board, basic_ko: bool) -> Continuation {
        Continuation { board: board.clone(), basic_ko }
    }

    /// A start without bans.
    #[must_use]
    pub fn start(&self, position: Position, mover: Colour) -> Continuing {
        Continuing { position, mover, passed: false, ended: false, before: [None; 2] }
    }

    fn play(&self, state: &Continuing, p: usize) -> Option<Continuing> {
        let opponent = state.mover.opponent();
        let after = self.board.play(state.position, state.mover, p)?.after;
        if state.before[opponent.index()] == Some(after) {
            return None;
        }
        let mut before = [None; 2];
        if self.basic_ko {
            let kept = |b: &Position, player| can_return(&self.board, after, *b, player);
            before[state.mover.index()] = Some(state.position).filter(|b| kept(b, opponent));
            before[opponent.index()] = state.before[opponent.index()].filter(|b| kept(b, state.mover));
        }
        Some(Continuing { position: after, mover: opponent, passed: false, ended: false, before })
    }
}

/// Whether plays of `player` alone might lead from `here` to `there`: they only add his stones, on points that are his in
/// `there`, and remove the opponent's strings whole, which takes a stone on every liberty of theirs.
fn can_return(board: &Board, here: Position, there: Position, player: Colour) -> bool {
    let opponent = player.opponent();
    let missing = there.of(player) & !here.of(player);
    let surplus = here.of(opponent) & !there.of(opponent);
    missing != 0
        && here.of(player) & !there.of(player) == 0
        && there.of(opponent) & !here.of(opponent) == 0
        && board.connected(surplus, here.of(opponent)) == surplus
        && board.liberties(here, surplus) & !missing == 0
}

impl Game for Continuation {
    type State = Continuing;
    type Move = Option<u8>;

    fn mover(&self, state: &Continuing) -> Colour {
        state.mover
    }

    fn moves(&self, state: &Continuing, out: &mut Vec<(Option<u8>, Continuing)>) {
        if state.ended {
            return;
        }
        for p in points_of(self.board.empty(state.position)) {
            out.extend(self.play(state, p).map(|next| (Some(p as u8), next)));
        }
        out.push((None, Continuing { mover: state.mover.opponent(), passed: true, ended: state.passed, ..*state }));
    }
}

/// The continuation under situational superko (ms.dead, reading `superko`) as it is said: a state holds the whole history, so
/// there are very many. What the interpreter searches has fewer, and the same answer.
pub struct SuperkoContinuation<'a>(pub &'a Continuation);

/// A state of a [`SuperkoContinuation`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Visiting {
    /// The state without the history.
    pub state: Continuing,
    /// The positions with the player to move that have occurred, the present one included, in ascending order.
    pub visited: Vec<(Position, Colour)>,
}

impl SuperkoContinuation<'_> {
    /// A start with a history of its own.
    #[must_use]
    pub fn start(&self, position: Position, mover: Colour) -> Visiting {
        Visiting { state: self.0.start(position, mover), visited: vec![(position, mover)] }
    }
}

impl Game for SuperkoContinuation<'_> {
    type State = Visiting;
    type Move = Option<u8>;

    fn mover(&self, state: &Visiting) -> Colour {
        state.state.mover
    }

    fn moves(&self, from: &Visiting, out: &mut Vec<(Option<u8>, Visiting)>) {
        let mut moves = Vec::new();
        self.0.moves(&from.state, &mut moves);
        for (mv, state) in moves {
            let mut visited = from.visited.clone();
            let situation = (state.position, state.mover);
            match visited.binary_search(&situation) {
                Ok(_) if mv.is_some() => continue,
                Ok(_) => {}
                Err(at) => visited.insert(at, situation),
            }
            out.push((mv, Visiting { state, visited }));
        }
    }
}

/// The course of a continuation without a repetition rule while a string of `owner` stands. His opponent does not pass: the
/// owner would end the sequence by a pass of his own, the string on the board. So who has passed is no part of the state, and
/// the owner's pass hands over the move and nothing else.
struct Held<'a> {
    free: &'a Continuation,
    owner: Colour,
}

impl Game for Held<'_> {
    type State = (Position, Colour);
    type Move = Option<u8>;

    fn mover(&self, state: &Self::State) -> Colour {
        state.1
    }

    fn moves(&self, &(position, mover): &Self::State, out: &mut Vec<(Option<u8>, Self::State)>) {
        let (board, next) = (&self.free.board, mover.opponent());
        let plays = points_of(board.empty(position)).filter_map(|p| Some((p, board.play(position, mover, p)?.after)));
        out.extend(plays.map(|(p, after)| (Some(p as u8), (after, next))));
        if mover == self.owner {
            out.push((None, (position, next)));
        }
    }
}

/// Situational superko: no play may lead to a position with a player to move that has occurred before.
struct Superko;

impl Memory<Held<'_>> for Superko {
    type Mark = (Position, Colour);
    type Name = (Position, Colour);

    fn name(&self, state: &Self::Mark) -> Self::Name {
        *state
    }

    fn visited(&self, state: &Self::Mark) -> Option<Self::Mark> {
        Some(*state)
    }

    fn left(&self, _: &Self::Mark, _: &Option<u8>, _: &Self::Mark) -> Option<Self::Mark> {
        None
    }

    fn forbidding(&self, _: &Self::Mark, mv: &Option<u8>, to: &Self::Mark) -> Option<Self::Mark> {
        mv.map(|_| *to)
    }
}

/// Reading `dead=superko`: who wins every state that can follow from `root` while a string of `owner` stands, as
/// [`crate::game::history::settle`] finds it: the owner keeps the string, or his opponent takes it.
pub fn settle_under_superko(
    free: &Continuation,
    owner: Colour,
    root: (Position, Colour),
    without: impl FnMut(&(Position, Colour)) -> Option<Without>,
    budget: Budget,
    found: impl FnMut(&(Position, Colour), Option<Colour>),
) -> Option<()> {
    settle(&Held { free, owner }, &Superko, &root, without, budget, found)
}

/// What has been solved for the stones of one player.
#[derive(Default)]
struct Solved {
    captured: Decided<Continuing, Points>,
    independent: Decided<Continuing, Points>,
    captured_freely: Decided<Continuing, Points>,
    kept_freely: Decided<Continuing, Points>,
}

/// The interpreter, for either count.
pub struct MindSports {
    pub(super) rules: RuleSet,
    pub(super) budget: Budget,
    pub(super) game: Continuation,
    /// Without any repetition rule: what bounds the game under superko.
    pub(super) free: Continuation,
    solved: [Solved; 2],
    facts: Option<Arc<dyn ContinuationFacts>>,
    superko: Option<Arc<dyn SuperkoFacts>>,
    answers: Option<Arc<dyn Answers>>,
}

impl MindSports {
    /// The interpreter of `rules` on `board`.
    #[must_use]
    pub fn new(rules: RuleSet, board: Board, budget: Budget, facts: &Facts) -> MindSports {
        let game = Continuation::new(&board, rules.applies("ms.ko"));
        let free = Continuation::new(&board, false);
        MindSports {
            rules,
            budget,
            game,
            free,
            solved: Default::default(),
            facts: facts.continuation.clone(),
            superko: facts.superko.clone(),
            answers: facts.answers.clone(),
        }
    }

    pub(super) fn board(&self) -> &Board {
        &self.game.board
    }

    /// ms.dead: the stones of `owner` that are (lower) or may be (upper) dead, and whether a history search was needed.
    fn dead(&mut self, position: Position, owner: Colour) -> (Bounds<Points>, bool) {
        if let Some(answers) = &self.answers {
            let strings = self.board().strings(position).into_iter().filter(|s| s.colour == owner);
            return (told(answers.as_ref(), strings, Asked::Dead), false);
        }
        let first = match self.rules.reading("dead") {
            "superko" => return self.dead_under_superko(position, owner),
            "opponent-first" => owner.opponent(),
            _ => owner,
        };
        if let Some(captured) = self.facts.as_ref().and_then(|facts| facts.captured(position, owner, first)) {
            return (Bounds::exactly(captured), false);
        }
        let mut question = Forcing(Captured { game: &self.game, owner });
        let start = self.game.start(position, first);
        let memo = &mut self.solved[owner.index()].captured;
        (solve(&self.game, &mut Least(&mut question), memo, &start, self.budget), false)
    }

    /// Reading `dead=superko`: the owner moves first and the history starts with the final position.
    fn dead_under_superko(&mut self, position: Position, owner: Colour) -> (Bounds<Points>, bool) {
        let MindSports { free, solved, budget, superko, .. } = self;
        let (free, budget) = (&*free, *budget);
        let Solved { captured_freely, kept_freely, .. } = &mut solved[owner.index()];
        // Without a repetition rule: what the opponent forces off the board, and what the owner brings to the end.
        let mut freely = |position: Position, mover: Colour| {
            if let Some(facts) = &superko {
                let [captured, kept] = facts.freely(position, owner, mover);
                return [captured, kept].map(Bounds::exactly);
            }
            let state = free.start(position, mover);
            let mut question = Forcing(Captured { game: free, owner });
            let captured = solve(free, &mut Least(&mut question), captured_freely, &state, budget);
            let kept = solve(free, &mut Least(&mut Kept { game: free, owner }), kept_freely, &state, budget);
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

    /// ms.seki, its first half: the stones of `owner` in strings that are (or may be) independent, the opponent moving first.
    fn independent(&mut self, position: Position, owner: Colour) -> Bounds<Points> {
        if let Some(answers) = &self.answers {
            let strings = self.board().strings(position).into_iter().filter(|s| s.colour == owner);
            return told(answers.as_ref(), strings, Asked::Independent);
        }
        if let Some(facts) = &self.facts {
            return Bounds::exactly(facts.independent(position, owner));
        }
        let mut question = Forcing(Independent { game: &self.game, owner });
        let start = self.game.start(position, owner.opponent());
        let memo = &mut self.solved[owner.index()].independent;
        solve(&self.game, &mut Least(&mut question), memo, &start, self.budget)
    }

    fn undecided(&self, position: Position, strings: Vec<StringStatus>) -> Verdict {
        let empty = self.board().empty(position).count_ones() as i32;
        let stones = Colour::ALL.map(|c| position.of(c).count_ones() as i32);
        let most = |mine: i32, theirs: i32| match self.rules.text {
            Text::MsChinese => empty + mine + theirs,
            _ => empty + 2 * theirs,
        };
        Verdict {
            outcome: Outcome::Undecided { lo: -most(stones[1], stones[0]), hi: most(stones[0], stones[1]) },
            status: Some(Status { strings, points: vec![PointStatus::Undecided; self.board().len()] }),
            claims: Vec::new(),
            notes: Notes::default(),
        }
    }

    /// The empty regions of `position` with the players whose strings border them.
    fn regions(&self, position: Position) -> Vec<(Points, [bool; 2])> {
        let board = self.board();
        board
            .components(board.empty(position))
            .map(|r| (r, Colour::ALL.map(|c| board.around(r) & position.of(c) != 0)))
            .collect()
    }
}

impl Interpreter for MindSports {
    fn rules(&self) -> &RuleSet {
        &self.rules
    }

    fn judge(&mut self, position: Position) -> Verdict {
        let board = self.board().clone();
        let strings = board.strings(position);
        // ms.dead
        let (dead, history): (Vec<_>, Vec<_>) = if self.rules.applies("ms.dead") {
            Colour::ALL.into_iter().map(|c| self.dead(position, c)).unzip()
        } else {
            (vec![Bounds::exactly(0); 2], vec![false; 2])
        };
        let notes = Notes { history: history.contains(&true) };
        let status = |string: StoneString, life, by| StringStatus { string, life, by };
        let life: Vec<StringStatus> = strings
            .iter()
            .map(|&s| {
                let Bounds { lower, upper } = dead[s.colour.index()];
                if s.stones & lower != 0 {
                    status(s, Life::Dead, "dead")
                } else if s.stones & upper != 0 {
                    status(s, Life::Undecided, "undecided")
                } else {
                    status(s, Life::Alive, "not dead")
                }
            })
            .collect();
        if life.iter().any(|s| s.life == Life::Undecided) {
            return self.undecided(position, life);
        }
        // ms.removed
        let removed = dead[0].lower | dead[1].lower;
        let after = position.without(removed);
        let regions = self.regions(after);
        // ms.seki
        let mut life = life;
        let mut seki = 0;
        if self.rules.applies("ms.seki") {
            let independent = Colour::ALL.map(|c| self.independent(after, c));
            let shared = regions.iter().filter(|r| r.1 == [true, true]).fold(0, |m, r| m | r.0);
            // Strings of the position after the removal; none is joined or split by it.
            for s in life.iter_mut().filter(|s| s.life == Life::Alive) {
                let StoneString { colour, stones } = s.string;
                if board.around(stones) & shared == 0 {
                    continue;
                }
                let Bounds { lower, upper } = independent[colour.index()];
                if stones & upper == 0 {
                    *s = status(s.string, Life::Seki, "not independent, on a shared region");
                    seki |= stones;
                } else if stones & lower == 0 {
                    *s = status(s.string, Life::Undecided, "undecided");
                }
            }
            if life.iter().any(|s| s.life == Life::Undecided) {
                return self.undecided(position, life);
            }
        }
        // ms.territory
        let mut points = vec![PointStatus::Stone; board.len()];
        let mut claims = Vec::new();
        for &(region, bordered_by) in &regions {
            let (point, owner) = match bordered_by {
                [true, false] | [false, true] => {
                    let player = if bordered_by[0] { Colour::Black } else { Colour::White };
                    if board.around(region) & seki != 0 && self.rules.reading("seki") == "no-points" {
                        (PointStatus::EyeInSeki(player), None)
                    } else {
                        (PointStatus::Territory(player), Some(player))
                    }
                }
                _ => (PointStatus::Dame, None),
            };
            points_of(region).for_each(|p| points[p] = point);
            claims.extend(owner.map(|player| Claim {
                clause: "ms.territory",
                player,
                what: "vacant points of territory",
                points: region,
                value: region.count_ones() as i32,
            }));
        }
        for player in Colour::ALL {
            let (clause, what, counted) = match self.rules.text {
                Text::MsChinese => ("ms.count.chinese", "stones on the board", after.of(player)),
                _ => ("ms.count.japanese", "stones removed as dead", removed & position.of(player.opponent())),
            };
            if counted != 0 && (clause == "ms.count.chinese" || self.rules.applies("ms.removed")) {
                claims.push(Claim { clause, player, what, points: counted, value: counted.count_ones() as i32 });
            }
        }
        let margin = claims.iter().map(|c| if c.player == Colour::Black { c.value } else { -c.value }).sum();
        Verdict { outcome: Outcome::Margin(margin), status: Some(Status { strings: life, points }), claims, notes }
            .in_order()
    }

    fn trace(&mut self, position: Position) -> (Verdict, Vec<Step>) {
        let verdict = self.judge(position);
        let steps = self.steps(position, &verdict);
        (verdict, steps)
    }
}
