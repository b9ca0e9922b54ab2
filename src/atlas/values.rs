//! The value of the whole game from every position of a board, under a list of rule sets (`docs/src/values.md`).
//!
//! The verdicts on final positions are those of [`WholeBoard::judge`]; the game over them is solved by [`crate::solve::value`]. Texts
//! that allow the same plays share the graph of them, and texts whose games are the same share the solution.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use rustc_hash::FxHashMap;

use super::{Progress, Stopped, Table, WholeBoard};
use crate::board::{Board, Colour, Position};
use crate::law::play::{Play, Remembered, Stone, Taken};
use crate::law::{History, KoRule, Outcome, RuleSet};
use crate::solve::superko;
use crate::solve::value::bounds::{Bounds, Game, Given, Pair};
use crate::solve::value::graph::{Graph, State};
use crate::solve::value::sure::sure;
use crate::solve::value::verify::{Wrong, verify};
use crate::solve::whole::classes::Classes;
use crate::solve::{Budget, clock};

/// The longest line of best play.
const MOST_MOVES: usize = 120;

/// A move: a play on a point, or a pass.
pub type Move = Option<u8>;

/// The value of a move, and whether it is best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveValue {
    /// The move.
    pub mv: Move,
    /// What the game comes to after it.
    pub value: Outcome,
    /// It has the value, or both bounds of a no-result, or if no move has both the one that the player forces. None is where the value
    /// is undecided.
    pub best: bool,
}

/// A line of best play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Who moved, the move, and the position after it.
    pub moves: Vec<(Colour, Move, Position)>,
    /// The position at the stop, what the text says of it with the line's first passer, and the prisoners of the line (Black's
    /// less White's); `None` if the line does not come to a stop within the moves that are shown.
    pub end: Option<(Outcome, i32)>,
}

/// One way to bound the values: a graph with or without basic ko in its states.
struct System {
    basic_ko: bool,
    bounds: Bounds,
    given_up: Vec<[Given; 2]>,
    /// Rounds of giving up that it took.
    rounds: usize,
}

/// What a game is worth, shared by the rule sets that have the same one.
struct Solution {
    play: Play,
    end: Vec<Pair>,
    systems: Vec<System>,
}

/// The values of a board under one rule set.
pub struct Values {
    /// The rule set; which player passed first is no part of it.
    pub rules: RuleSet,
    /// Its name without the choice of who passed first.
    pub name: String,
    /// Wall time: for the verdicts on final positions, and for the game.
    pub seconds: [f64; 2],
    /// Sweeps over all states, and rounds in which strategies had to be given up.
    pub work: [usize; 2],
    graph: Arc<Graph>,
    solution: Arc<Solution>,
    /// Of the classes whose bounds differ, those of which a search with the history was made.
    searched: FxHashMap<u32, superko::Value>,
    /// Some verdict on a final position was undecided.
    undecided_ends: bool,
    /// The rule set with White as first passer: verdicts on ends as whoever stops the game, seen as Black, has them.
    ends: Table<Outcome>,
}

/// The rule set of the game of `rules`: who passed first is known from the game.
#[must_use]
pub fn game_of(rules: &RuleSet) -> RuleSet {
    rules.text.first_passer(rules, Colour::Black).unwrap_or_else(|| rules.clone())
}

/// The rule sets of a list whose games differ by more than who is said to have passed first.
#[must_use]
pub fn games_of(rules: &[RuleSet]) -> Vec<RuleSet> {
    let mut games: Vec<RuleSet> = Vec::new();
    for game in rules.iter().map(game_of) {
        if !games.contains(&game) {
            games.push(game);
        }
    }
    games
}

/// The rule set by which a final position is judged as whoever stops the game sees it when the stones that are his are called
/// Black's: then White passed first.
#[must_use]
pub fn ends_of(rules: &RuleSet) -> RuleSet {
    rules.text.first_passer(rules, Colour::White).unwrap_or_else(|| rules.clone())
}

/// The name of a game: that of its rule set without who passed first.
#[must_use]
pub fn name_of(rules: &RuleSet) -> String {
    let [Some(black), Some(white)] = Colour::ALL.map(|c| rules.text.first_passer(rules, c)) else {
        return rules.to_string();
    };
    let first = rules.text.choices().iter().find(|c| black.value(c.key) != white.value(c.key));
    let Some(first) = first else { return rules.to_string() };
    let said = format!("{}={}", first.key, rules.value(first.key).unwrap_or_default());
    let (id, readings) = match black.to_string().split_once(':') {
        Some((id, readings)) => (id.to_string(), readings.to_string()),
        None => return black.to_string(),
    };
    let rest: Vec<&str> =
        readings.split(',').filter(|r| *r != said && !r.starts_with(&format!("{}=", first.key))).collect();
    if rest.is_empty() { id } else { format!("{id}:{}", rest.join(",")) }
}

/// Stones of Black less those of White.
fn difference(position: Position) -> i32 {
    position.of(Colour::Black).count_ones() as i32 - position.of(Colour::White).count_ones() as i32
}

/// Solves the games of rule sets from every position of a board. `given` are tables of verdicts that need not be made.
///
/// # Errors
/// [`Stopped`] if `stop` was set meanwhile.
pub fn solve(
    board: &WholeBoard,
    rules: &[RuleSet],
    given: Vec<Table<Outcome>>,
    budget: Budget,
    progress: &dyn Progress,
    stop: &AtomicBool,
) -> Result<Vec<Values>, Stopped> {
    let classes = board.symmetric();
    let mut graphs: Vec<Arc<Graph>> = Vec::new();
    let mut found: Vec<Values> = Vec::new();
    let mut tables = given;
    let missing: Vec<RuleSet> =
        rules.iter().map(ends_of).filter(|set| tables.iter().all(|t| t.rules != *set)).collect();
    tables.extend(board.judge::<Outcome>(&missing, budget, progress, stop)?);
    for set in rules {
        let started = Instant::now();
        let at = tables.iter().position(|t| t.rules == ends_of(set)).expect("judged");
        let ends = tables.swap_remove(at);
        let play = Play::of(set);
        let graph = match graphs.iter().find(|graph| graph.serves(&play)) {
            Some(graph) => graph.clone(),
            None => {
                graphs.push(Arc::new(Graph::new(classes, play)));
                graphs[graphs.len() - 1].clone()
            }
        };
        let mut undecided_ends = false;
        let end: Vec<Pair> = (0..classes.len())
            .map(|class| {
                let position = classes.representative(class);
                let besides = if play.taken == Taken::CapturedAndPassed { difference(position) } else { 0 };
                let (lo, hi) = match board.outcome_of(&ends, position).plus(besides) {
                    Outcome::Margin(m) => (m, m),
                    Outcome::NoResult { lo, hi } => (lo, hi),
                    Outcome::Undecided { lo, hi } => {
                        undecided_ends = true;
                        (lo, hi)
                    }
                };
                [lo, hi].map(|n| i8::try_from(n).expect("no position of 16 points is worth more than 48"))
            })
            .collect();
        // Prisoners that passes make up for are as good as none.
        let alike = |p: &Play| Play { taken: if p.taken == Taken::Captured { p.taken } else { Taken::Nothing }, ..*p };
        let same = |v: &&Values| alike(&v.solution.play) == alike(&play) && v.solution.end == end;
        let mut work = [0; 2];
        let solution = match found.iter().find(same) {
            Some(values) => values.solution.clone(),
            None => {
                let systems = systems(&graph, &play, &end, &mut work, stop)?;
                Arc::new(Solution { play, end, systems })
            }
        };
        let seconds = [ends.seconds, started.elapsed().as_secs_f64()];
        let (rules, name) = (set.clone(), name_of(set));
        let searched = FxHashMap::default();
        found.push(Values { rules, name, seconds, work, graph, solution, searched, undecided_ends, ends });
    }
    Ok(found)
}

fn systems(
    graph: &Graph,
    play: &Play,
    end: &[Pair],
    work: &mut [usize; 2],
    stop: &AtomicBool,
) -> Result<Vec<System>, Stopped> {
    let prisoners = play.taken == Taken::Captured;
    let sweeps = std::sync::atomic::AtomicUsize::new(0);
    let count = |_: u16| {
        sweeps.fetch_add(1, Ordering::Relaxed);
    };
    let mut systems = Vec::new();
    for basic_ko in [true, false] {
        if stop.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        let game = Game { graph, end, basic_ko, prisoners };
        let system = match play.remembered {
            // Without a memory of the game it has one repetition rule, or none.
            Remembered::Nothing if basic_ko == play.basic_ko => {
                System { basic_ko, bounds: game.bounds(&[], &count), given_up: Vec::new(), rounds: 0 }
            }
            Remembered::Nothing => continue,
            // Where nothing is gained on the way and every play determines what follows it, all bounds stand.
            Remembered::Situations | Remembered::Positions if !basic_ko && !prisoners => {
                System { basic_ko, bounds: game.bounds(&[], &count), given_up: Vec::new(), rounds: 0 }
            }
            remembered => {
                let sure = sure(&game, remembered, &count);
                System { basic_ko, bounds: sure.bounds, given_up: sure.given_up, rounds: sure.rounds }
            }
        };
        work[1] += system.rounds;
        systems.push(system);
    }
    work[0] += sweeps.into_inner();
    Ok(systems)
}

/// Play under superko to the last position's worth, for [`superko::Values`].
struct Worths<'a> {
    play: Play,
    classes: &'a Classes,
    end: &'a [Pair],
}

impl superko::Play for Worths<'_> {
    fn plays(&self, position: Position, mover: Colour, out: &mut Vec<(u8, Position)>) {
        let stones = self.play.stones(self.classes.board(), position, mover);
        out.extend(stones.map(|stone| (stone.point as u8, stone.after)));
    }

    fn worth(&self, position: Position) -> i16 {
        i16::from(self.end[self.classes.form(position).number()][0])
    }

    fn most(&self) -> i16 {
        greatest(self.end)
    }

    fn situational(&self) -> bool {
        self.play.remembered == Remembered::Situations
    }
}

/// No end is worth more than this to either player.
fn greatest(end: &[Pair]) -> i16 {
    end.iter().map(|[lo, hi]| lo.abs().max(hi.abs())).max().unwrap_or(0).into()
}

impl System {
    /// The node of the system that stands for a state.
    fn node(&self, graph: &Graph, node: usize) -> usize {
        match graph.state(node) {
            State::Banned(_) if !self.basic_ko => graph.class(node),
            _ => node,
        }
    }
}

impl Solution {
    /// The bounds of a node, of all systems together.
    fn bounds(&self, graph: &Graph, node: usize) -> [i16; 2] {
        let pairs = self.systems.iter().map(|system| system.bounds.pairs[system.node(graph, node)]);
        let pair = pairs.reduce(|x, y| [x[0].max(y[0]), x[1].min(y[1])]).expect("there is a system");
        pair.map(i16::from)
    }

    /// Whether a move from `from` to `to` keeps the first bound by a strategy that forces it: what it leads to was reached before;
    /// and how long before the end.
    fn keeps(&self, graph: &Graph, from: usize, to: usize, gain: i16) -> Option<u16> {
        let most = self.bounds(graph, from)[0];
        let rank = |system: &System| {
            let [from, to] = [from, to].map(|node| system.node(graph, node));
            let Bounds { pairs, ranks } = &system.bounds;
            let keeps = i16::from(pairs[from][0]) == most && gain - i16::from(pairs[to][1]) == most;
            (keeps && ranks[to][1] < ranks[from][0]).then_some(ranks[to][1])
        };
        self.systems.iter().filter_map(rank).min()
    }
}

/// Searches with the history the positions whose bounds differ (or the one that is asked for, if it is such a one), under the rule
/// sets whose repetition rule is a superko, for whom nothing but the last position counts and not who passed first. What the budget
/// of a position leaves open stays undecided. How many were searched under each rule set.
pub fn search(
    values: &mut [Values],
    asked: Option<(Position, Colour)>,
    budget: Budget,
    stop: &AtomicBool,
) -> Vec<usize> {
    let mut counts = Vec::new();
    for at in 0..values.len() {
        let (before, rest) = values.split_at_mut(at);
        let here = &mut rest[0];
        match before.iter().find(|v| Arc::ptr_eq(&v.solution, &here.solution)) {
            Some(same) => here.searched.clone_from(&same.searched),
            None => here.searched = here.found_by_search(asked, budget, stop),
        }
        counts.push(here.searched.len());
    }
    counts
}

impl Values {
    fn classes(&self) -> &Classes {
        self.graph.classes()
    }

    fn board(&self) -> &Board {
        self.classes().board()
    }

    /// The rules of play.
    #[must_use]
    pub fn play(&self) -> Play {
        Play::of(&self.rules)
    }

    /// What the position at the start adds to what the solution has.
    fn besides(&self, position: Position) -> i32 {
        if self.play().taken == Taken::CapturedAndPassed { -difference(position) } else { 0 }
    }

    /// Bounds for the player to move as a result, Black minus White.
    fn outcome(&self, [most, least]: [i16; 2], mover: Colour, besides: i32) -> Outcome {
        let (lo, hi) = (i32::from(most), i32::from(least));
        let own = match () {
            () if lo == hi => Outcome::Margin(lo),
            () if self.play().remembered == Remembered::Nothing && !self.undecided_ends => Outcome::NoResult { lo, hi },
            () => Outcome::Undecided { lo, hi },
        };
        if mover == Colour::Black { own.plus(besides) } else { own.negated().plus(besides) }
    }

    /// The bounds for the player to move from a class, those of a search with the history included.
    fn pair(&self, class: usize) -> [i16; 2] {
        match self.searched.get(&(class as u32)) {
            Some(found) => [found.worth.lower, found.worth.upper],
            None => self.solution.bounds(&self.graph, class),
        }
    }

    /// What the game comes to by best play from a legal position, with this player to move and no history: Black minus White.
    #[must_use]
    pub fn value(&self, position: Position, mover: Colour) -> Outcome {
        let class = self.classes().form(position.seen_by(mover)).number();
        self.outcome(self.pair(class), mover, self.besides(position))
    }

    /// Whether it took a search with the history.
    #[must_use]
    pub fn took_history(&self, position: Position, mover: Colour) -> bool {
        let class = self.classes().form(position.seen_by(mover)).number();
        self.searched.contains_key(&(class as u32))
    }

    fn found_by_search(
        &self,
        asked: Option<(Position, Colour)>,
        budget: Budget,
        stop: &AtomicBool,
    ) -> FxHashMap<u32, superko::Value> {
        let play = self.play();
        let superko = matches!(play.remembered, Remembered::Situations | Remembered::Positions);
        if !superko || play.taken == Taken::Captured || self.undecided_ends || self.rules.first_passer_matters() {
            return FxHashMap::default();
        }
        let classes = match asked {
            Some((position, mover)) => {
                let class = self.classes().form(position.seen_by(mover)).number();
                class..class + 1
            }
            None => 0..self.classes().len(),
        };
        let worths = Worths { play, classes: self.classes(), end: &self.solution.end };
        let mut search = superko::Values::new(worths, budget);
        let mut found = FxHashMap::default();
        for class in classes {
            let [lo, hi] = self.solution.bounds(&self.graph, class);
            if lo == hi || stop.load(Ordering::Relaxed) {
                continue;
            }
            let position = self.classes().representative(class);
            let mut value = clock::within(budget.time, || search.value(position, Colour::Black, true));
            // Both are right.
            value.worth.lower = value.worth.lower.max(lo);
            value.worth.upper = value.worth.upper.min(hi);
            found.insert(class as u32, value);
        }
        found
    }

    /// The moves from a state: what each gains, the position and the node that it leads to.
    fn options(&self, position: Position, mover: Colour, passed: bool, ban: Option<usize>) -> Vec<Leading> {
        let play = self.play();
        let next = mover.opponent();
        let stones = play.stones(self.board(), position, mover).filter(|stone| ban != Some(stone.point));
        let mut options: Vec<Leading> = stones
            .map(|stone: Stone| {
                let ban = stone.ko.filter(|_| play.basic_ko);
                let node = self.graph.node_of(stone.after, next, false, ban);
                let (mv, gain) = (Some(stone.point as u8), play.gain(&stone));
                Leading { mv, gain, after: stone.after, ban, to: Some(node) }
            })
            .collect();
        let to = (!passed).then(|| self.graph.node_of(position, next, true, None));
        options.push(Leading { mv: None, gain: 0, after: position, ban: None, to });
        options
    }

    /// The value of every move, a pass last.
    ///
    /// Where a position may not come back whoever moves, a move that is not best is known to be worth no more than its value's upper
    /// bound only: the player's way to as much as his bound says may lead through the position at the start.
    #[must_use]
    pub fn moves(&self, position: Position, mover: Colour) -> Vec<MoveValue> {
        let root = self.graph.node_of(position, mover, false, None);
        let own = self.pair(self.graph.class(root));
        let options = self.options(position, mover, false, None);
        let pairs: Vec<[i16; 2]> = options
            .iter()
            .filter_map(|option| {
                let node = option.to?;
                let [most, least] = self.solution.bounds(&self.graph, node);
                let mut pair = [option.gain - least, (option.gain - most).min(own[1])];
                if self.play().remembered == Remembered::Positions
                    && self.solution.keeps(&self.graph, root, node, option.gain).is_none()
                {
                    pair[0] = -greatest(&self.solution.end);
                }
                Some(pair)
            })
            .collect();
        // Of what is undecided nothing is known to be best.
        let open = matches!(self.value(position, mover), Outcome::Undecided { .. });
        let whole = pairs.contains(&own);
        let best = |pair: [i16; 2]| !open && if whole { pair == own } else { pair[0] == own[0] };
        let besides = self.besides(position);
        options
            .iter()
            .zip(pairs)
            .map(|(option, pair)| MoveValue {
                mv: option.mv,
                value: self.outcome(pair, mover, besides),
                best: best(pair),
            })
            .collect()
    }

    /// A line of best play, where the value is decided without a search with the history.
    #[must_use]
    pub fn line(&self, board: &WholeBoard, position: Position, mover: Colour) -> Option<Line> {
        let play = self.play();
        let rule = match play.remembered {
            Remembered::Nothing => KoRule::None,
            Remembered::Pairs => KoRule::Fixed,
            Remembered::Situations => KoRule::Situational,
            Remembered::Positions => KoRule::Positional,
        };
        let [lo, hi] = self.solution.bounds(&self.graph, self.graph.node_of(position, mover, false, None));
        if lo != hi {
            return None;
        }
        let mut history = History::new(&position, mover, 0);
        let (mut here, mut player, mut passed, mut ban) = (position, mover, false, None);
        let (mut moves, mut prisoners) = (Vec::new(), 0);
        for step in 1..=MOST_MOVES {
            let from = self.graph.node_of(here, player, passed, ban);
            let own = self.solution.bounds(&self.graph, from)[0];
            let options = self.options(here, player, passed, ban);
            let allowed = |o: &&Leading| o.mv.is_none() || history.refuses(rule, player, &o.after).is_none();
            let worth = |o: &Leading| match o.to {
                Some(to) => {
                    let kept = o.gain - self.solution.bounds(&self.graph, to)[1] == own;
                    // A play that keeps the bound without leading nearer to the end comes last.
                    kept.then(|| self.solution.keeps(&self.graph, from, to, o.gain).unwrap_or(u16::MAX))
                }
                None => {
                    let [end, _] = self.solution.end[self.graph.class(from)];
                    (i16::from(end) == own).then_some(0)
                }
            };
            let chosen =
                options.iter().filter(allowed).filter_map(|o| Some((worth(o)?, o))).min_by_key(|(rank, _)| *rank);
            let (_, option) = chosen?;
            let gain = i32::from(option.gain);
            prisoners += if player == Colour::Black { gain } else { -gain };
            moves.push((player, option.mv, option.after));
            if option.to.is_none() {
                if play.taken == Taken::CapturedAndPassed {
                    prisoners = difference(here) - difference(position);
                }
                // The next to move would be who passed first.
                let end = board.outcome_of(&self.ends, here.seen_by(player));
                let end = if player == Colour::Black { end } else { end.negated() };
                return Some(Line { moves, end: Some((end, prisoners)) });
            }
            match option.mv {
                Some(_) => history.play(player, &option.after, step),
                None => history.pass(player, step),
            }
            (here, passed, ban) = (option.after, option.mv.is_none(), option.ban);
            player = player.opponent();
        }
        Some(Line { moves, end: None })
    }

    /// Checks every bound against the moves of the rules.
    ///
    /// # Errors
    /// The first that is [`Wrong`].
    pub fn verify(&self) -> Result<(), Wrong> {
        let play = self.play();
        for System { basic_ko, bounds, given_up, .. } in &self.solution.systems {
            let prisoners = play.taken == Taken::Captured;
            let game = Game { graph: &self.graph, end: &self.solution.end, basic_ko: *basic_ko, prisoners };
            verify(&game, &play, bounds, given_up)?;
        }
        Ok(())
    }
}

/// A move with what it leads to; no node if it stops the game.
struct Leading {
    mv: Move,
    gain: i16,
    after: Position,
    ban: Option<usize>,
    to: Option<usize>,
}
